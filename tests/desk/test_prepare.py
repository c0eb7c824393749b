"""A partita prepared with one button: its effects, its questions, and steps that can be repeated
before play.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from deals.models import BoardSet
from printing.models import PrintJob
from scoring.sheet_steps import signing_code
from tests.accounts import signed_in
from tests.printing.pages import texts_of
from tournaments.entries import add_house_player, add_player, enter_player, set_present
from tournaments.models import Round, Seat, SignaturePolicy, Tournament
from tournaments.round_seating import plan_round
from tournaments.seat_changes import publish_seating, swap_seats, withdraw_seating

pytestmark = pytest.mark.django_db


def press(client: Client, evening: Tournament, capture: Callable, **fields: str) -> str:
    """Prepare the next partita and run its queued work; return the address of the redirect."""
    with capture(execute=True):
        answer = client.post(f"/desk/{evening.code}/prepare/{evening.rounds.count() + 1}/", fields)
    return answer.url if answer.status_code == 302 else ""


def test_one_press_draws_seats_deals_seals_and_makes_one_file(
    organizer: Client, evening: Tournament, django_capture_on_commit_callbacks
) -> None:
    assert (
        press(organizer, evening, django_capture_on_commit_callbacks)
        == f"/desk/{evening.code}/play/1/"
    )
    round_ = evening.rounds.get()
    assert round_.tables.count() == 2
    assert not evening.entries.filter(wind_number=None).exists()
    assert (round_.seating_published_at, round_.board_set.state) == (None, BoardSet.State.SEALED)
    page = organizer.get(f"/desk/{evening.code}/play/1/").content.decode()
    assert "nobody has seen a card" in page
    assert "Print, and publish the seats" in page


def test_the_file_holds_seats_cards_sheets_and_slips_in_the_order_of_their_use(
    organizer: Client, evening: Tournament, django_capture_on_commit_callbacks
) -> None:
    press(organizer, evening, django_capture_on_commit_callbacks)
    pressed = organizer.post(f"/desk/{evening.code}/play/1/post/")
    answer = organizer.get(pressed.url)
    pages = texts_of(answer.getvalue())
    # Two lists of seats, two table cards, two sheets; 12 boards for two tables, eight slips a page:
    # 12 pages.
    assert len(pages) == 2 + 2 + 2 + 12
    assert "not yet published" not in pages[0]
    round_ = evening.rounds.get()
    assert round_.seating_published_at is not None
    assert round_.board_set.state == BoardSet.State.PRINTED


def test_nothing_counts_as_printed_before_somebody_has_opened_the_file(
    organizer: Client, evening: Tournament, django_capture_on_commit_callbacks
) -> None:
    press(organizer, evening, django_capture_on_commit_callbacks)
    before = evening.rounds.get().board_set
    organizer.post(f"/desk/{evening.code}/boards/1/again/", {"reason": "seen by chance"})
    assert evening.rounds.get().board_set != before
    old = PrintJob.objects.get()
    refused = organizer.get(f"/desk/{evening.code}/print/{old.pk}/", follow=True).content.decode()
    assert "The boards have changed" in refused
    with django_capture_on_commit_callbacks(execute=True):
        organizer.post(f"/desk/{evening.code}/play/1/paper/")
    assert (
        "Print, and publish the seats"
        in organizer.get(f"/desk/{evening.code}/play/1/").content.decode()
    )


@pytest.mark.parametrize(("way", "tables", "resting"), [("house", 2, 0), ("lot", 1, 3)])
def test_a_hall_that_is_not_full_is_asked_about_once(
    way: str,
    tables: int,
    resting: int,
    organizer: Client,
    make_evening,
    django_capture_on_commit_callbacks,
) -> None:
    evening = make_evening(7)
    question = organizer.post(f"/desk/{evening.code}/prepare/1/", follow=True).content.decode()
    assert not evening.rounds.exists()
    assert f'value="{way}"' in question
    press(organizer, evening, django_capture_on_commit_callbacks, way=way)
    round_ = evening.rounds.get()
    assert round_.tables.count() == tables
    assert len(round_.seating_note.get("sitting_out", [])) == resting


def test_whoever_plays_too_gets_the_paper_without_the_slips(
    organizer: Client, make_evening, django_capture_on_commit_callbacks
) -> None:
    evening = make_evening(4, blind=True)
    press(organizer, evening, django_capture_on_commit_callbacks)
    assert PrintJob.objects.get().document == "tables"
    assert evening.rounds.get().board_set.state == BoardSet.State.SEALED
    page = organizer.get(f"/desk/{evening.code}/play/1/").content.decode()
    assert "only the dealing role opens the slips" in page


@pytest.mark.parametrize(("players", "number", "way"), [(2, 1, "lot"), (7, 2, "house")])
def test_a_refusal_leaves_nothing_half_prepared(
    players: int, number: int, way: str, organizer: Client, make_evening
) -> None:
    """Two players are too few, which is seen at once. That partita 2 is not the next one is seen
    after a house player is entered and winds are drawn.
    """
    evening = make_evening(players)
    organizer.post(f"/desk/{evening.code}/prepare/{number}/", {"way": way})
    assert not evening.rounds.exists()
    assert evening.entries.count() == players
    assert not evening.entries.exclude(wind_number=None).exists()
    assert not BoardSet.objects.exists()
    assert not PrintJob.objects.exists()
    assert not evening.log.filter(kind="draw").exists()


def test_an_arbiter_prepares_nothing(evening: Tournament) -> None:
    arbiter = signed_in("arbiter", "arbiter")
    assert arbiter.post(f"/desk/{evening.code}/prepare/1/").status_code == 403
    assert not evening.rounds.exists()


# --- outdated pages


def seated(evening: Tournament) -> list[tuple[int, int, str]]:
    """Partita, player and wind of every seat of the evening."""
    seats = Seat.objects.filter(round__tournament=evening).order_by("pk")
    return list(seats.values_list("round__number", "player", "wind"))


def test_a_second_press_leaves_the_partita_that_was_prepared_as_it_is(
    organizer: Client, evening: Tournament, django_capture_on_commit_callbacks
) -> None:
    press(organizer, evening, django_capture_on_commit_callbacks)
    before = seated(evening)
    page = organizer.post(f"/desk/{evening.code}/prepare/1/", follow=True)
    assert page.redirect_chain[-1][0] == f"/desk/{evening.code}/play/1/"
    assert "The seats of partita 1 have changed since you looked" in page.content.decode()
    assert seated(evening) == before


def test_a_page_of_before_the_start_prepares_no_further_partita(
    organizer: Client, evening: Tournament, django_capture_on_commit_callbacks
) -> None:
    played_once(organizer, evening, django_capture_on_commit_callbacks)
    page = organizer.post(f"/desk/{evening.code}/prepare/1/", follow=True).content.decode()
    assert "Partita 1 is not the one to be seated next" in page
    assert evening.rounds.count() == 1


def test_a_hall_that_has_changed_since_it_was_asked_about_is_asked_about_again(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(7)
    question = organizer.post(f"/desk/{evening.code}/prepare/1/", follow=True).content.decode()
    assert '<input type="hidden" name="playing" value="7">' in question
    first_entry = evening.entries.first()
    set_present(entry=first_entry, present=False, author=None)
    again = organizer.post(
        f"/desk/{evening.code}/prepare/1/", {"way": "house", "playing": "7"}
    ).content.decode()
    assert "The people in the hall have changed since you looked" in again
    assert '<input type="hidden" name="playing" value="6">' in again
    assert not evening.rounds.exists()
    assert evening.entries.count() == 7


def test_seats_exchanged_by_hand_were_planned_away_from_a_page_of_before(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(8, drawn=True)
    address = f"/desk/{evening.code}/play/1/"
    form = {"seen": organizer.get(address).context["seen"]}
    assert organizer.post(f"{address}plan/", form).status_code == 302
    again = organizer.post(f"{address}plan/", form)
    assert again.status_code == 422
    assert "The seats of partita 1 have changed since you looked" in again.content.decode()
    form = {"seen": organizer.get(address).context["seen"]}
    first, second = Seat.objects.filter(round__tournament=evening, wind="N")
    swap_seats(round=evening.rounds.get(), first=first, second=second, author=None)
    before = seated(evening)
    assert organizer.post(f"{address}plan/", form).status_code == 422
    assert seated(evening) == before
    now = {"seen": organizer.get(address).context["seen"]}
    assert organizer.post(f"{address}plan/", now).status_code == 302


def test_a_plan_is_made_of_the_partita_in_the_address_or_of_none(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(8, drawn=True)
    assert organizer.post(f"/desk/{evening.code}/play/2/plan/").status_code == 422
    assert not evening.rounds.exists()


# --- the paper of a later partita

AT_HOME = "http://192.0.2.7:8000"
"""Address reserved for examples."""


def played_once(client: Client, evening: Tournament, capture: Callable) -> None:
    """Prepare the first partita with one button, open its paper at home, and mark it as over."""
    with override_settings(KING_ADDRESS=AT_HOME):
        press(client, evening, capture)
        text_of_the_paper(client, evening)
    Round.objects.filter(tournament=evening).update(
        stage=Round.Stage.PROVISIONAL, started_at=timezone.now(), closed_at=timezone.now()
    )


def text_of_the_paper(client: Client, evening: Tournament) -> list[str]:
    """Text of each page of the paper that "Print, and publish the seats" opens, without blanks."""
    pressed = client.post(f"/desk/{evening.code}/play/{evening.rounds.count()}/post/")
    return ["".join(page.split()) for page in texts_of(client.get(pressed.url).getvalue())]


def missing(client: Client, evening: Tournament) -> set[str]:
    """Keys of the documents that the printing page still misses for the latest partita."""
    groups = client.get(f"/desk/{evening.code}/print/").context["groups"]
    needed = [line for group in groups for line in group["lines"] if "sign" in line]
    assert needed
    return {line["key"] for line in needed if line["sign"] == "waiting"}


def with_signatures(evening: Tournament) -> None:
    Tournament.objects.filter(pk=evening.pk).update(signatures=SignaturePolicy.ALL)


@pytest.mark.at_length
def test_the_code_of_a_player_who_came_late_is_in_the_paper_of_the_second_partita(
    organizer: Client, evening: Tournament, django_capture_on_commit_callbacks
) -> None:
    with_signatures(evening)
    with override_settings(KING_ADDRESS=AT_HOME):
        played_once(organizer, evening, django_capture_on_commit_callbacks)
        late = add_player(surname="Tardi", given_name="Ugo")
        enter_player(tournament=evening, player=late, author=None)
        press(organizer, evening, django_capture_on_commit_callbacks, way="lot")
        text = "".join(text_of_the_paper(organizer, evening))
        assert "TardiUgo" + signing_code(Tournament.objects.get(pk=evening.pk), late) in text
        assert missing(organizer, evening) == set()
    assert "Pointaphone'scamera" not in text


@pytest.mark.at_length
def test_slips_that_no_file_holds_are_said_to_be_missing(
    organizer: Client, evening: Tournament, django_capture_on_commit_callbacks
) -> None:
    with override_settings(KING_ADDRESS=AT_HOME):
        played_once(organizer, evening, django_capture_on_commit_callbacks)
        press(organizer, evening, django_capture_on_commit_callbacks)
        text_of_the_paper(organizer, evening)
        assert missing(organizer, evening) == set()
        with_signatures(evening)
        assert missing(organizer, evening) == {"signing_slips"}


@pytest.mark.usefixtures("english_club")
@pytest.mark.at_length
def test_cards_that_lead_to_an_old_address_are_in_the_paper_of_the_second_partita(
    organizer: Client, evening: Tournament, django_capture_on_commit_callbacks
) -> None:
    played_once(organizer, evening, django_capture_on_commit_callbacks)
    press(organizer, evening, django_capture_on_commit_callbacks)
    pages = text_of_the_paper(organizer, evening)
    assert (
        len(
            [
                page
                for page in pages
                if "Pointaphone'scamera" in page and "http://testserver/t/" in page
            ]
        )
        == 2
    )
    assert missing(organizer, evening) == set()


@pytest.mark.at_length
def test_cards_that_lead_to_an_old_address_are_said_to_be_missing_whatever_file_came_after(
    organizer: Client, evening: Tournament, django_capture_on_commit_callbacks
) -> None:
    played_once(organizer, evening, django_capture_on_commit_callbacks)
    with override_settings(KING_ADDRESS=AT_HOME):
        press(organizer, evening, django_capture_on_commit_callbacks)
        assert "Pointaphone'scamera" not in "".join(text_of_the_paper(organizer, evening))
    assert {"table_cards", "score_sheets"} <= missing(organizer, evening)
    with django_capture_on_commit_callbacks(execute=True):
        organizer.post(f"/desk/{evening.code}/print/", {"document": "score_sheets", "round": "2"})
    assert "table_cards" in missing(organizer, evening)


def test_what_a_file_made_before_did_hold_is_in_the_one_that_takes_its_place(
    organizer: Client, evening: Tournament, django_capture_on_commit_callbacks
) -> None:
    press(organizer, evening, django_capture_on_commit_callbacks)
    with django_capture_on_commit_callbacks(execute=True):
        organizer.post(f"/desk/{evening.code}/play/1/paper/")
    assert "InquadrailcodiceQR" in "".join(text_of_the_paper(organizer, evening))


@pytest.mark.usefixtures("english_club")
@pytest.mark.at_length
@pytest.mark.parametrize("way", ["document", "again"])
def test_the_file_asked_for_on_the_page_of_printing_holds_the_same(
    way: str, organizer: Client, evening: Tournament, django_capture_on_commit_callbacks
) -> None:
    played_once(organizer, evening, django_capture_on_commit_callbacks)
    with django_capture_on_commit_callbacks(execute=True):
        with override_settings(KING_ADDRESS=AT_HOME):
            press(organizer, evening, django_capture_on_commit_callbacks)
        organizer.post(f"/desk/{evening.code}/play/2/post/", {"without_paper": "1"})
        if way == "document":
            organizer.post(
                f"/desk/{evening.code}/print/",
                {"document": "partita", "round": "2", "base_url": "http://testserver"},
            )
        else:
            organizer.post(f"/desk/{evening.code}/print/{PrintJob.objects.first().pk}/again/")
    assert missing(organizer, evening) == set()
    assert "Pointaphone'scamera" in "".join(text_of_the_paper(organizer, evening))


@pytest.mark.usefixtures("english_club")
@pytest.mark.at_length
def test_tables_that_were_added_have_their_cards_in_the_paper(
    organizer: Client, evening: Tournament, django_capture_on_commit_callbacks
) -> None:
    with override_settings(KING_ADDRESS=AT_HOME):
        played_once(organizer, evening, django_capture_on_commit_callbacks)
        for _place in range(4):
            add_house_player(tournament=evening, author=None)
        press(organizer, evening, django_capture_on_commit_callbacks)
        organizer.post(f"/desk/{evening.code}/play/2/post/", {"without_paper": "1"})
        assert missing(organizer, evening) == set()
        assert "".join(text_of_the_paper(organizer, evening)).count("Pointaphone'scamera") >= 3


def test_a_card_of_its_own_is_outdated_once_there_are_more_tables(
    organizer: Client, make_evening, django_capture_on_commit_callbacks
) -> None:
    evening = make_evening(8, seated=True)
    organizer.post(f"/desk/{evening.code}/print/", {"document": "table_cards"})
    organizer.post(f"/desk/{evening.code}/boards/1/seal/")
    assert "table_cards" not in missing(organizer, evening)
    round_ = evening.rounds.get()
    withdraw_seating(round=round_, author=None, reason="four more come")
    for _place in range(4):
        add_house_player(tournament=evening, author=None)
    publish_seating(round=plan_round(tournament=evening, author=None), author=None)
    organizer.post(f"/desk/{evening.code}/boards/1/seal/")
    assert "table_cards" in missing(organizer, evening)


@pytest.mark.at_length
def test_paper_prepared_at_home_is_made_anew_in_the_hall(
    organizer: Client, evening: Tournament, django_capture_on_commit_callbacks
) -> None:
    with override_settings(KING_ADDRESS=AT_HOME):
        press(organizer, evening, django_capture_on_commit_callbacks)
        assert (
            "Print, and publish the seats"
            in organizer.get(f"/desk/{evening.code}/play/1/").content.decode()
        )
    assert (
        "Print, and publish the seats"
        not in organizer.get(f"/desk/{evening.code}/play/1/").content.decode()
    )
    with django_capture_on_commit_callbacks(execute=True):
        organizer.post(f"/desk/{evening.code}/play/1/post/")
    pages = text_of_the_paper(organizer, evening)
    assert AT_HOME not in "".join(pages)
    assert "http://testserver/t/" in "".join(pages)
