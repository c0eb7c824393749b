"""Paper at the desk: every document, the right to print cards, the addresses in the codes, and a
night without a worker.
"""

from __future__ import annotations

import datetime
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client, RequestFactory, override_settings
from django.utils import timezone

from ground import monotonic_clock
from ground.addresses import lan_address, only_this_machine, public_address
from printing.document_list import DOCUMENTS
from printing.models import PrintJob
from printing.tasks import rescue
from scoring.publishing.final_hold import hold_final
from tests.accounts import signed_in
from tests.evenings import (
    a_tournament,
    closed,
    demo,
    fill_quickly,
    in_play,
    played,
    put_in_play,
    sealed_round,
    write_the_draw,
)
from tests.printing.pages import texts_of
from tournaments.entries import add_house_player
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db


def print_page(evening: Tournament) -> str:
    return f"/desk/{evening.code}/print/"


def lines_of(client: Client, evening: Tournament, **query: int) -> dict[str, dict]:
    """Lines of the table of documents and lists, by key."""
    groups = client.get(print_page(evening), query).context["groups"]
    return {line["key"]: line for group in groups for line in group["lines"]}


@pytest.fixture
def dealing(db: None) -> Client:
    """The browser of an organizer who also has the dealing role."""
    return signed_in("dealing", "organizer", "dealing")


def print_job(client: Client, evening: Tournament, capture, **fields: str) -> PrintJob:
    """Order a document and run its queued work; return the print job."""
    with capture(execute=True):
        answer = client.post(print_page(evening), fields)
    assert answer.status_code == 302, answer.content.decode()
    return PrintJob.objects.filter(tournament=evening).first()


@pytest.mark.at_length
@pytest.mark.parametrize("key", sorted(set(DOCUMENTS) - {"redeal_log"}))
def test_every_document_is_made_and_opens(
    key: str, dealing: Client, django_capture_on_commit_callbacks
) -> None:
    evening = write_the_draw(played()).tournament
    job = print_job(dealing, evening, django_capture_on_commit_callbacks, document=key, round="1")
    assert job.state == "done"
    file = dealing.get(f"{print_page(evening)}{job.pk}/")
    content = b"".join(file.streaming_content)
    if DOCUMENTS[key].extension == "pdf":
        assert file["Content-Type"] == "application/pdf"
        assert file["Content-Disposition"].startswith("inline")
        assert content.startswith(b"%PDF")
    else:
        assert content.startswith(b"PK")


def test_every_document_stands_on_the_page(organizer: Client) -> None:
    page = organizer.get(print_page(in_play().tournament)).content.decode()
    assert [key for key in DOCUMENTS if f'id="document-{key}"' not in page] == [
        "signing_slips",
        "redeal_log",
    ]


def test_a_document_that_is_made_at_once_opens_by_the_same_press(
    organizer: Client, django_capture_on_commit_callbacks
) -> None:
    evening = in_play().tournament
    with django_capture_on_commit_callbacks(execute=True):
        answer = organizer.post(
            print_page(evening), {"document": "seating", "round": "1", "open": "1"}
        )
    job = PrintJob.objects.get()
    assert answer.url == f"{print_page(evening)}{job.pk}/"


def test_the_documents_of_the_partita_stand_first_until_it_is_closed(organizer: Client) -> None:
    def groups(evening: Tournament) -> list[tuple[str, bool]]:
        document_groups = organizer.get(print_page(evening)).context["groups"]
        return [(group["key"], group["is_open"]) for group in document_groups]

    playing = groups(in_play().tournament)
    assert [key for key, _ in playing] == ["partita", "standing", "evening", "rare"]
    assert [key for key, is_open in playing if not is_open] == ["rare"]
    assert groups(played().tournament)[0][0] == "standing"


def test_slips_are_for_who_prepares_the_boards_until_the_partita_is_closed(
    organizer: Client, dealing: Client, django_capture_on_commit_callbacks
) -> None:
    evening = in_play().tournament
    Tournament.objects.filter(pk=evening.pk).update(blind=True)
    assert (
        organizer.post(print_page(evening), {"document": "slips", "round": "1"}).status_code == 403
    )
    job = print_job(
        dealing, evening, django_capture_on_commit_callbacks, document="slips", round="1"
    )
    assert organizer.get(f"{print_page(evening)}{job.pk}/").status_code == 403
    assert organizer.post(f"{print_page(evening)}{job.pk}/again/").status_code == 403
    file = dealing.get(f"{print_page(evening)}{job.pk}/")
    assert b"".join(file.streaming_content).startswith(b"%PDF")
    over = played().tournament
    print_job(organizer, over, django_capture_on_commit_callbacks, document="slips", round="1")


def test_a_standing_held_back_was_printed_by_who_only_deals(
    organizer: Client, django_capture_on_commit_callbacks
) -> None:
    """The dealing role prints neither held standings nor the workbook, which has the rows of a
    partita in play. It used to print both.
    """
    evening = a_tournament(planned_rounds=1)
    hold_final(tournament=evening, author=None)
    round_ = sealed_round(evening)
    fill_quickly(round_)
    dealer = signed_in("helper", "dealing")
    assert dealer.post(print_page(evening), {"document": "workbook"}).status_code == 403
    closed(round_)
    job = print_job(organizer, evening, django_capture_on_commit_callbacks, document="prize_list")
    offered = {key for key, line in lines_of(dealer, evening).items() if "form" in line}
    assert offered == {"slips", "master_diagrams", "labels"}
    # Table cards are refused too, because their codes open the sheets.
    assert dealer.post(print_page(evening), {"document": "table_cards"}).status_code == 403
    assert dealer.post(print_page(evening), {"document": "standings"}).status_code == 403
    assert dealer.get(f"{print_page(evening)}{job.pk}/").status_code == 403
    assert [row["may_open"] for row in dealer.get(print_page(evening)).context["jobs"]] == [False]
    assert organizer.get(f"{print_page(evening)}{job.pk}/").getvalue().startswith(b"%PDF")


def test_one_table_alone(dealing: Client, django_capture_on_commit_callbacks) -> None:
    evening = in_play().tournament
    job = print_job(
        dealing,
        evening,
        django_capture_on_commit_callbacks,
        document="score_sheets",
        round="1",
        table="2",
    )
    assert job.options["table"] == 2
    with job.file.open("rb") as file:
        assert len(texts_of(file.read())) == 1


def test_a_table_that_is_not_there_is_refused_beside_its_document_and_what_was_typed_stays(
    organizer: Client,
) -> None:
    evening = in_play().tournament
    answer = organizer.post(
        print_page(evening), {"document": "score_sheets", "round": "1", "table": "77"}
    )
    page = answer.content.decode()
    assert answer.status_code == 422
    form = page[page.index('id="document-score_sheets"') :].partition("</form>")[0]
    assert "<details open>" in form
    assert "There is no table 77 in partita 1." in form
    assert 'value="77"' in form
    part = organizer.post(
        print_page(evening),
        {"document": "score_sheets", "round": "1", "table": "77"},
        headers={"HX-Request": "true"},
    )
    assert part["HX-Retarget"] == "#document-score_sheets"
    assert not PrintJob.objects.exists()


def test_a_document_is_made_again_as_the_evening_stands(
    organizer: Client, django_capture_on_commit_callbacks
) -> None:
    evening = in_play().tournament
    job = print_job(
        organizer, evening, django_capture_on_commit_callbacks, document="seating", round="1"
    )
    organizer.post(f"{print_page(evening)}{job.pk}/again/")
    assert (
        PrintJob.objects.filter(tournament=evening, document="seating", state="done").count() == 2
    )


def test_paper_with_the_names_of_before_says_so_until_it_is_made_again(
    organizer: Client, django_capture_on_commit_callbacks
) -> None:
    evening = in_play().tournament
    for key in ("seating", "announcement"):
        print_job(organizer, evening, django_capture_on_commit_callbacks, document=key, round="1")
    sentence = "Names or seats have changed since"
    assert sentence not in organizer.get(print_page(evening)).content.decode()
    house = add_house_player(tournament=evening, author=None)
    assert house.pk
    assert organizer.get(print_page(evening)).content.decode().count(sentence) == 1
    print_job(organizer, evening, django_capture_on_commit_callbacks, document="seating", round="1")
    newest = organizer.get(f"{print_page(evening)}queue/").content.decode().partition("</li>")[0]
    assert sentence not in newest


def test_printed_slips_keep_the_boards_as_they_are(
    dealing: Client, django_capture_on_commit_callbacks
) -> None:
    round_ = sealed_round(a_tournament(), started=False)
    print_job(
        dealing, round_.tournament, django_capture_on_commit_callbacks, document="slips", round="1"
    )
    assert Round.objects.select_related("board_set").get(pk=round_.pk).board_set.state == "printed"
    page = dealing.get(f"/desk/{round_.tournament.code}/boards/1/").content.decode()
    assert '/boards/1/again/"' not in page


# --- addresses in the codes


def test_a_code_printed_from_the_laptop_itself_leads_to_its_address_in_the_hall(
    rf: RequestFactory,
) -> None:
    address = public_address(rf.get("/", headers={"host": "127.0.0.1:8000"}))
    outside = lan_address()
    assert address == (f"http://{outside}:8000" if outside else "http://127.0.0.1:8000")
    assert only_this_machine(address) is (outside is None)


@pytest.mark.parametrize(
    ("reached", "secure", "address"),
    [
        ("localhost:8443", True, "https://{lan}:8443"),
        ("localhost", False, "http://{lan}"),
        ("0.0.0.0:8000", False, "http://{lan}:8000"),
        ("[::1]:8000", False, "http://{lan}:8000"),
        ("localhost.club.example:8000", False, "http://localhost.club.example:8000"),
    ],
)
def test_phones_are_led_to_this_machine_as_its_own_browser_reached_it(
    reached: str, secure: bool, address: str, rf: RequestFactory
) -> None:
    lan = lan_address()
    if lan is None:
        pytest.skip("this machine is on no network")
    assert public_address(rf.get("/", headers={"host": reached}, secure=secure)) == address.format(
        lan=lan
    )


def test_a_code_asked_for_from_elsewhere_leads_where_that_browser_came(rf: RequestFactory) -> None:
    assert (
        public_address(rf.get("/", headers={"host": "192.168.1.20:8000"}))
        == "http://192.168.1.20:8000"
    )


@override_settings(KING_ADDRESS="https://king.example.org")
def test_an_address_that_is_installed_comes_first(rf: RequestFactory) -> None:
    assert (
        public_address(rf.get("/", headers={"host": "localhost:8000"}))
        == "https://king.example.org"
    )


def test_table_cards_carry_the_address_that_was_typed(
    organizer: Client, django_capture_on_commit_callbacks
) -> None:
    evening = in_play().tournament
    job = print_job(
        organizer,
        evening,
        django_capture_on_commit_callbacks,
        document="table_cards",
        base_url="http://10.0.0.5:8000",
    )
    assert job.options["base_url"] == "http://10.0.0.5:8000"


# --- queued work that is not done


def test_a_job_that_nobody_makes_is_made_here_after_a_while_and_only_once(
    organizer: Client,
) -> None:
    evening = in_play().tournament
    organizer.post(print_page(evening), {"document": "score_sheets", "round": "1"})
    jobs = PrintJob.objects.all()
    rescue(jobs)
    assert PrintJob.objects.get().state == "queued"
    jobs.update(created_at=timezone.now() - datetime.timedelta(seconds=60))
    rescue(jobs.all())
    made_at = PrintJob.objects.get(state="done").finished_at
    rescue(jobs.all())
    assert PrintJob.objects.get().finished_at == made_at


def test_the_queue_says_that_a_document_is_late_and_asks_again(organizer: Client) -> None:
    evening = in_play().tournament
    organizer.post(print_page(evening), {"document": "score_sheets", "round": "1"})
    PrintJob.objects.update(created_at=timezone.now() - datetime.timedelta(seconds=60))
    monotonic_clock.claim(
        f"print-here-{PrintJob.objects.get().pk}", 60
    )  # as another page does when it takes the job over
    queue = organizer.get(f"{print_page(evening)}queue/").content.decode()
    assert "did not come out right" in queue
    assert 'hx-trigger="every 1s"' in queue
    PrintJob.objects.update(state="failed", error="No paper.")
    quiet = organizer.get(f"{print_page(evening)}queue/").content.decode()
    assert 'hx-trigger="every 1s"' not in quiet
    assert "No paper." in quiet
    assert "Try again" in quiet


def test_no_paper_of_boards_is_offered_where_every_table_deals_its_own_cards(
    organizer: Client,
) -> None:
    offered = {}
    for ruleset in ("lab12", "pt_fu"):
        evening = demo(stage="seated", seed=4, ruleset=ruleset, tables=1)
        lines = lines_of(organizer, evening)
        offered[ruleset] = {key for key, line in lines.items() if "form" in line}
    of_boards = {
        "slips",
        "master_diagrams",
        "labels",
        "hand_records",
        "partita",
    }
    assert offered["lab12"] - offered["pt_fu"] == of_boards
    assert {"score_sheets", "standings", "summary_card"} <= offered["pt_fu"]


def test_the_log_of_re_deals_is_offered_only_where_a_domino_may_be_dealt_again(
    organizer: Client,
) -> None:
    offered = set()
    for ruleset in ("lab12", "lab_coppie", "pt_ind", "lab13", "itwiki_scelta"):
        evening = demo(stage="seated", seed=4, ruleset=ruleset, tables=1)
        if (
            'id="document-redeal_log"'
            in organizer.get(f"/desk/{evening.code}/print/").content.decode()
        ):
            offered.add(ruleset)
    # LAB12 and PT_IND have no Domino, the boards of LAB13 are dealt beforehand, and in
    # it.wikipedia's game only some deal again (§12.8).
    assert offered == {"lab_coppie"}


# --- documents that a partita needs


def needed(client: Client, evening: Tournament, number: int = 1) -> dict[str, bool]:
    """Documents that the page marks as needed, each with whether it is missing."""
    lines = lines_of(client, evening, partita=number)
    return {key: line["sign"] == "waiting" for key, line in lines.items() if "sign" in line}


def filled_buttons(client: Client, evening: Tournament) -> list[str]:
    """Texts of the filled buttons and links of the page."""
    page = client.get(print_page(evening)).content.decode()
    labels = re.findall(
        r'<(?:a|button) class="btn [^"]*btn-primary[^>]*>(.*?)</(?:a|button)>', page, re.DOTALL
    )
    return [" ".join(re.sub("<.*?>", "", words, flags=re.DOTALL).split()) for words in labels]


def test_one_button_makes_all_that_a_partita_needs(
    organizer: Client, django_capture_on_commit_callbacks
) -> None:
    evening = sealed_round(a_tournament(), started=False).tournament
    assert needed(organizer, evening) == dict.fromkeys(
        ("slips", "score_sheets", "table_cards", "seating"), True
    )
    assert filled_buttons(organizer, evening) == ["Make everything that is missing"]
    with django_capture_on_commit_callbacks(execute=True):
        organizer.post(f"{print_page(evening)}needed/", {"round": "1"})
        organizer.post(f"{print_page(evening)}needed/", {"round": "1"})
    jobs = PrintJob.objects.filter(tournament=evening)
    assert sorted(jobs.values_list("document", "state")) == [
        ("score_sheets", "done"),
        ("seating", "done"),
        ("slips", "done"),
        ("table_cards", "done"),
    ]
    assert jobs.get(document="table_cards").options["base_url"] == "http://testserver"
    assert set(needed(organizer, evening).values()) == {False}
    assert filled_buttons(organizer, evening) == ["Go to the start of partita 1"]


def test_paper_for_one_table_or_without_names_is_not_what_the_partita_needs(
    organizer: Client,
) -> None:
    evening = sealed_round(a_tournament(), started=False).tournament
    organizer.post(print_page(evening), {"document": "slips", "round": "1", "table": "1"})
    organizer.post(print_page(evening), {"document": "score_sheets", "round": "1", "blank": "on"})
    assert needed(organizer, evening) == dict.fromkeys(
        ("slips", "score_sheets", "table_cards", "seating"), True
    )


def test_the_cards_of_the_tables_stay_and_the_rest_is_made_for_each_partita(
    organizer: Client, django_capture_on_commit_callbacks
) -> None:
    first = sealed_round(a_tournament(planned_rounds=2), started=False)
    with django_capture_on_commit_callbacks(execute=True):
        organizer.post(f"{print_page(first.tournament)}needed/", {"round": "1"})
    closed(put_in_play(first))
    assert needed(organizer, first.tournament) == {}
    second = sealed_round(first.tournament, started=False)
    assert needed(organizer, second.tournament, 2) == {
        "slips": True,
        "score_sheets": True,
        "table_cards": False,
        "seating": True,
    }


def test_slips_that_an_organizer_who_plays_may_not_open_are_left_to_who_deals(
    organizer: Client, django_capture_on_commit_callbacks
) -> None:
    evening = sealed_round(a_tournament(), started=False).tournament
    Tournament.objects.filter(pk=evening.pk).update(blind=True)
    assert needed(organizer, evening)["slips"] is False
    with django_capture_on_commit_callbacks(execute=True):
        organizer.post(f"{print_page(evening)}needed/", {"round": "1"})
    assert "slips" not in PrintJob.objects.filter(tournament=evening).values_list(
        "document", flat=True
    )
    assert not Round.objects.get(tournament=evening).board_set.printed_at


def test_each_document_of_the_page_has_a_small_picture(dealing: Client) -> None:
    evening = demo(stage="finished", seed=4, tables=1, rounds=1)
    pictures = {
        key: line["picture"] for key, line in lines_of(dealing, evening).items() if "form" in line
    }
    assert pictures.pop("workbook") == ""
    assert [key for key, picture in pictures.items() if finders.find(picture) is None] == []
    page = dealing.get(print_page(evening)).content.decode()
    assert page.count('class="paper-picture"') == len(pictures) > 15


def test_no_document_is_without_a_picture() -> None:
    drawn = {key for key, document in DOCUMENTS.items() if document.extension == "pdf"}
    folder = Path(str(settings.BASE_DIR)) / "static" / "king" / "papers"
    assert {picture.stem for picture in folder.iterdir()} == drawn, "run `make papers`"
