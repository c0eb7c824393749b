"""Final standings held for the prize-giving, and published standings of a sheet opened again."""

from __future__ import annotations

import re

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from scoring.decisions import rule
from scoring.models import HandResult, Ruling
from scoring.publishing import last_publication, publish
from scoring.publishing.final_hold import (
    awaits_prize_giving,
    hold_final,
    hold_in_force,
    release_final,
    shown_publications,
)
from scoring.round_steps import close_round, make_official, take_back_to_play, withdraw_official
from scoring.rows import enter_row
from scoring.sheet_steps import close_sheet, reopen_sheet
from screens.reveals import begin_reveal, press
from tests.accounts import signed_in
from tests.evenings import (
    a_tournament,
    closed,
    fill_quickly,
    published_round,
    sealed_round,
    sheet_of,
)
from tests.live.addresses import get_anew, page_text
from tests.markup import flat
from tournaments.models import LogEntry, Round, Tournament

pytestmark = pytest.mark.django_db
PRIZES = "The final standings will be read out at the prize-giving."


@pytest.fixture
def desk() -> Client:
    """Browser of an organizer who is also an arbiter, in English."""
    return signed_in("anna", "organizer", "arbiter")


def public(evening: Tournament) -> list[str]:
    """Every public page and file with standings."""
    live, api = f"/live/{evening.code}/", f"/api/tournaments/{evening.code}/"
    return [
        live,
        f"{live}standings/",
        f"{live}screen/",
        f"{live}2/tables/1/",
        f"{live}players/1/",
        f"{live}2/boards/1/",
        f"{live}standings/2/",
        f"{live}standings.pdf",
        f"{live}results.xlsx",
        f"{live}result.json",
        f"{live}overall.csv",
        f"{live}partita-2.csv",
        f"{live}tables.csv",
        f"{live}players/1/evening.pdf",
        f"{live}picture.png",
        f"{live}standings/2/picture.png",
        f"{live}players/1/picture.png",
        "/live/standings.atom",
        "/live/evenings.ics",
        f"{live}2/hands.pdf",
        f"{api}standings/",
        f"{api}standings/last/",
        f"{api}standings/2/",
        f"{api}rounds/2/sheets/",
        f"{api}rounds/2/tables/1/sheet/",
    ]


# --- held back


def test_a_final_standing_that_is_held_back_is_nowhere_and_the_earlier_one_stays(
    english: Client,
) -> None:
    evening = a_tournament(planned_rounds=2)
    published_round(evening)
    first = page_text(english, f"/live/{evening.code}/standings/")
    hold_final(tournament=evening, author=None)
    assert page_text(english, f"/live/{evening.code}/standings/").count(
        "Standings no. 1"
    ) == first.count("Standings no. 1")
    assert PRIZES not in page_text(english, f"/live/{evening.code}/standings/")
    published_round(evening)
    for address in public(evening):
        answer = english.get(address)
        body = answer.content.decode(errors="replace")
        assert answer.status_code in (200, 403, 404), address
        assert "Standings no. 2" not in body, address
        assert "Overall after 2 partite" not in body, address
    for page in ("", "standings/", "screen/", "2/tables/1/", "players/1/"):
        assert PRIZES in page_text(english, f"/live/{evening.code}/{page}"), page
    api = f"/api/tournaments/{evening.code}/"
    assert english.get(f"{api}standings/last/").json()["number"] == 1
    assert [
        standing["number"] for standing in english.get(f"{api}standings/").json()["results"]
    ] == [1]
    assert english.get(f"{api}standings/2/").status_code == 404
    refused = english.get(f"{api}rounds/2/sheets/")
    assert refused.status_code != 200
    assert refused.json()["message"] == PRIZES
    assert english.get(f"{api}rounds/1/sheets/").status_code == 200
    # The cards of the last partita have been played and are public; the tables' results are not.
    assert english.get(f"/live/{evening.code}/2/hands.pdf").status_code == 200
    board = get_anew(english, f"/live/{evening.code}/2/boards/1/").context["page"]
    assert [line for field in board["fields"] for line in field["lines"]] == []


def test_with_one_partita_nothing_but_the_prize_giving_is_announced(english: Client) -> None:
    evening = a_tournament(planned_rounds=1)
    hold_final(tournament=evening, author=None)
    published_round(evening)
    for page in ("", "standings/", "screen/", "players/1/", "1/tables/1/"):
        assert PRIZES in page_text(english, f"/live/{evening.code}/{page}"), page
    for page in (
        "standings.pdf",
        "results.xlsx",
        "overall.csv",
        "1/hands.pdf",
        "standings/1/",
        "standings/1/picture.png",
    ):
        assert english.get(f"/live/{evening.code}/{page}").status_code == 404, page
    refused = english.get(f"/api/tournaments/{evening.code}/standings/last/")
    assert refused.status_code != 200
    assert refused.json()["message"] == PRIZES


def test_a_release_shows_everything_at_once_and_is_in_the_log(english: Client) -> None:
    evening = a_tournament(planned_rounds=1)
    hold_final(tournament=evening, author=None)
    published_round(evening)
    stamp = english.get(f"/live/{evening.code}/screen/").context["stamp"]
    assert english.get(f"/live/{evening.code}/screen/", {"stamp": stamp}).status_code == 204
    release_final(tournament=evening, author=None)
    assert (
        "Standings no. 1"
        in english.get(f"/live/{evening.code}/screen/", {"stamp": stamp}).content.decode()
    )
    assert PRIZES not in page_text(english, f"/live/{evening.code}/standings/")
    assert "Standings no. 1" in page_text(english, f"/live/{evening.code}/standings/")
    kinds = [
        entry.kind for entry in LogEntry.objects.filter(kind__startswith="final_").order_by("pk")
    ]
    assert kinds == ["final_held", "final_released"]


def test_the_desk_counts_the_time_for_protests_of_the_standing_that_everybody_sees(
    desk: Client,
) -> None:
    evening = a_tournament(planned_rounds=2)
    published_round(evening)
    hold_final(tournament=evening, author=None)
    published_round(evening)
    seen = "".join(desk.get(f"/live/{evening.code}/standings/").content.decode().split())
    until = seen.partition("Protestsuntil")[2][:5]
    for page in ("standings/", "close/"):
        text = "".join(desk.get(f"/desk/{evening.code}/{page}").content.decode().split())
        assert f"Protestsuntil{until}" in text
    assert "Thereisnotimeforprotestsrunning." not in text


def test_an_evening_was_closed_over_a_standing_held_back_without_a_word(desk: Client) -> None:
    evening = a_tournament(planned_rounds=1)
    hold_final(tournament=evening, author=None)
    make_official(round=published_round(evening), author=None)
    close = f"/desk/{evening.code}/close/"
    assert desk.get(close).context["awaits"]
    refused = desk.post(f"{close}end/")
    assert refused.status_code == 422
    assert "only the desk sees them" in refused.content.decode()
    assert desk.post(f"{close}release/")["Location"] == close
    assert hold_in_force(evening) is None
    assert not desk.get(close).context["awaits"]
    assert desk.post(f"{close}end/").status_code == 302
    evening.refresh_from_db()
    assert evening.closed_at is not None


def test_who_says_so_closes_the_evening_and_the_standing_stays_held_back(desk: Client) -> None:
    evening = a_tournament(planned_rounds=1)
    hold_final(tournament=evening, author=None)
    make_official(round=published_round(evening), author=None)
    assert desk.post(f"/desk/{evening.code}/close/end/", {"still_held": "1"}).status_code == 302
    evening.refresh_from_db()
    assert evening.closed_at is not None
    assert awaits_prize_giving(evening)


def test_holding_and_releasing_twice_change_nothing_and_what_was_seen_is_not_held(
    english: Client,
) -> None:
    evening = a_tournament(planned_rounds=1)
    hold = hold_final(tournament=evening, author=None)
    assert hold_final(tournament=evening, author=None) == hold
    release_final(tournament=evening, author=None)
    release_final(tournament=evening, author=None)
    assert LogEntry.objects.filter(kind__startswith="final_").count() == 2
    published_round(evening)
    with pytest.raises(ValidationError) as refused:
        hold_final(tournament=evening, author=None)
    assert refused.value.code == "final_already_posted"


def test_one_partita_more_in_the_settings_showed_the_standing_that_was_held_back(
    desk: Client,
) -> None:
    evening = a_tournament(planned_rounds=1)
    hold_final(tournament=evening, author=None)
    published_round(evening)
    address = f"/desk/{evening.code}/settings/"
    form = desk.get(address).context["form"]
    fields = {
        name: "" if form[name].value() is None else form[name].value() for name in form.fields
    }
    answer = desk.post(address, fields | {"planned_rounds": "2"})
    assert answer.status_code == 422
    assert answer.context["form"].errors["planned_rounds"] == [
        "The final standings are still held back: release them before more partite are planned."
    ]
    assert PRIZES in page_text(
        Client(headers={"Accept-Language": "en"}), f"/live/{evening.code}/standings/"
    )
    assert desk.post(address, fields | {"place": "Genoa"}).status_code == 302


def test_an_evening_that_ends_earlier_than_planned_holds_back_the_last_standing_that_it_has(
    desk: Client,
) -> None:
    """Planned for three partite and shortened to two, it holds the standings after the second. They
    used to be published, because the hold was for the third.
    """
    evening = a_tournament(planned_rounds=3)
    published_round(evening)
    page, settings = f"/desk/{evening.code}/standings/", f"/desk/{evening.code}/settings/"
    desk.post(f"{page}hold/")
    assert "when partita 3 is closed" in page_text(desk, page)
    assert f'href="{settings}"' in page_text(desk, page)
    form = desk.get(settings).context["form"]
    fields = {
        name: "" if form[name].value() is None else form[name].value() for name in form.fields
    }
    assert desk.post(settings, fields | {"planned_rounds": "2"}).status_code == 302
    assert "when partita 2 is closed" in page_text(desk, page)
    evening.refresh_from_db()
    published_round(evening)
    public_page = page_text(
        Client(headers={"Accept-Language": "en"}), f"/live/{evening.code}/standings/"
    )
    assert PRIZES in public_page
    assert "Standings no. 2" not in public_page
    assert desk.get(page).context["awaits"]


def test_a_hold_that_came_to_nothing_is_not_announced_once_the_evening_is_closed(
    desk: Client,
) -> None:
    evening = a_tournament(planned_rounds=2)
    hold_final(tournament=evening, author=None)
    make_official(round=published_round(evening), author=None)
    assert desk.post(f"/desk/{evening.code}/close/end/").status_code == 302
    assert 'id="hold-title"' not in page_text(desk, f"/desk/{evening.code}/standings/")


def test_who_may_see_a_standing_is_asked_together_with_it(django_assert_num_queries) -> None:
    evening = a_tournament(planned_rounds=1)
    hold_final(tournament=evening, author=None)
    published_round(evening)
    with django_assert_num_queries(1):
        assert list(shown_publications(evening)) == []
    with django_assert_num_queries(1):
        assert awaits_prize_giving(evening)


def test_the_desk_holds_back_sees_everything_and_releases(desk: Client) -> None:
    evening = a_tournament(planned_rounds=1)
    page = f"/desk/{evening.code}/standings/"
    final_round = sealed_round(evening, 2)
    desk.post(f"{page}hold/")
    fill_quickly(final_round)
    closed(final_round)
    answer = desk.get(page)
    assert (answer.context["awaits"], answer.context["last"].number) == (True, 1)
    assert len(answer.context["overall"].lines) == 8
    assert desk.get(f"{page}pdf/").content[:4] == b"%PDF"
    assert '/standings/release/"' in answer.content.decode()
    assert desk.post(f"{page}release/").status_code == 302
    assert LogEntry.objects.get(kind="final_released").author_name == "anna"
    assert '/standings/hold/"' not in desk.get(page).content.decode()


# --- opened again


def test_a_sheet_opened_again_marks_the_standing_at_once_and_no_figure_moves(
    english: Client,
) -> None:
    evening = a_tournament(planned_rounds=2)
    round_ = published_round(evening)
    live = f"/live/{evening.code}/"
    stamp = english.get(f"{live}screen/").context["stamp"]
    first = english.get(f"{live}standings/")
    before = [(line["name"], line["total"]) for line in first.context["page"].overall]
    reopen_sheet(sheet=sheet_of(round_, 2), author=None, reason="Somma.")
    changed = english.get(f"{live}screen/", {"stamp": stamp})
    assert "Partita 1, table 2: sheet opened again." in changed.content.decode()
    for page in ("", "standings/", "1/tables/2/", "players/1/"):
        assert "Partita 1, table 2: the sheet has been opened again." in page_text(
            english, live + page
        ), page
    watched = english.get(
        f"{live}standings/",
        {"seen": "1", "mark": first.context["mark"]},
        headers={"HX-Request": "true"},
    )
    assert "may change" in watched.content.decode()
    enter_row(
        sheet=sheet_of(round_, 2),
        hand=2,
        content={"units": {"N": 4, "E": 0, "S": 0, "W": 0}},
        origin="desk",
    )
    after = get_anew(english, f"{live}standings/").context["page"].overall
    assert [(line["name"], line["total"]) for line in after] == before
    answer = english.get(f"/api/tournaments/{evening.code}/standings/last/").json()
    assert answer["reopened"] == [{"round": 1, "table": 2, "open": True}]


def test_the_mark_stays_until_the_correction_is_published_as_an_erratum(english: Client) -> None:
    evening = a_tournament(planned_rounds=2)
    round_ = published_round(evening)
    sheet = sheet_of(round_, 2)
    reopen_sheet(sheet=sheet, author=None, reason="Somma.")
    units = sheet.results.current().get(hand=1).content["units"]
    other = (
        {"N": 8, "E": 0, "S": 0, "W": 0} if units["N"] != 8 else {"N": 0, "E": 8, "S": 0, "W": 0}
    )
    enter_row(sheet=sheet, hand=1, content={"units": other}, origin="desk")
    close_sheet(sheet=sheet_of(round_, 2), author=None)
    assert "table 2: the sheet has been corrected." in page_text(
        english, f"/live/{evening.code}/standings/"
    )
    second = publish(tournament=evening, author=None)
    assert second.number == 2
    assert second.erratum != ""
    assert "table 2: the sheet" not in page_text(english, f"/live/{evening.code}/standings/")


def test_a_sheet_closed_again_as_it_was_takes_its_mark_with_it(english: Client) -> None:
    evening = a_tournament(planned_rounds=2)
    round_ = published_round(evening)
    reopen_sheet(sheet=sheet_of(round_, 2), author=None, reason="Da guardare.")
    close_sheet(sheet=sheet_of(round_, 2), author=None)
    assert "table 2: the sheet" not in page_text(english, f"/live/{evening.code}/standings/")
    assert last_publication(evening).number == 1


def test_the_desk_says_what_was_opened_again_beside_the_next_step(desk: Client) -> None:
    evening = a_tournament(planned_rounds=2)
    round_ = published_round(evening)
    page = f"/desk/{evening.code}/play/1/2/"
    answer = desk.post(f"{page}reopen/", {"reason": "Somma."}, follow=True)
    assert "everybody can read that they may change" in answer.content.decode()
    night = desk.get(f"/desk/{evening.code}/").content.decode()
    assert "Partita 1, table 2: the sheet is open again" in night
    assert f'href="{page}"' in night
    close_sheet(sheet=sheet_of(round_, 2), author=None)
    assert "table 2: the sheet" not in desk.get(f"/desk/{evening.code}/").content.decode()


def test_a_sheet_closed_again_left_the_desk_without_a_way_to_the_standing(desk: Client) -> None:
    evening = a_tournament(planned_rounds=1)
    round_ = published_round(evening)
    for table in (1, 2):
        reopen_sheet(sheet=sheet_of(round_, table), author=None, reason="Somma.")
    sheet = sheet_of(round_, 2)
    units = sheet.results.current().get(hand=1).content["units"]
    other = (
        {"N": 8, "E": 0, "S": 0, "W": 0} if units["N"] != 8 else {"N": 0, "E": 8, "S": 0, "W": 0}
    )
    enter_row(sheet=sheet, hand=1, content={"units": other}, origin="desk")
    page = f"/desk/{evening.code}/play/1/2/"
    first = desk.post(f"{page}close/", {}, follow=True).content.decode()
    assert f'btn-next" href="/desk/{evening.code}/play/1/1/">' in first
    close_sheet(sheet=sheet_of(round_, 1), author=None)
    standings = f'btn-next" href="/desk/{evening.code}/standings/">Publish the standings again<'
    assert standings in flat(desk.get(page))
    night = flat(desk.get(f"/desk/{evening.code}/"))
    assert standings in night
    assert night.count("Publish the standings again") == 1
    assert (
        "Partita 1, table 2: the sheet was corrected after the standings were published." in night
    )


def test_at_the_end_of_the_night_the_held_standing_is_shown_and_then_the_evening_closed(
    desk: Client,
) -> None:
    evening = a_tournament(planned_rounds=1)
    hold_final(tournament=evening, author=None)
    make_official(round=published_round(evening), author=None)
    night = desk.get(f"/desk/{evening.code}/").content.decode()
    assert f'btn-next" href="/desk/{evening.code}/close/">Prize-giving<' in night
    page = f"/desk/{evening.code}/close/"
    assert filled(desk, page) == ["Show them place by place"]
    hold = begin_reveal(tournament=evening, author=None, winds=0, overall=1)
    press(hold=hold, step="next", version=hold.version, author=None)
    assert filled(desk, page) == ["Show them to everybody at once"]
    desk.post(f"/desk/{evening.code}/standings/release/")
    assert (
        f'btn-next" href="/desk/{evening.code}/close/">'
        in desk.get(f"/desk/{evening.code}/").content.decode()
    )


def filled(desk: Client, page: str) -> list[str]:
    """Texts of the filled buttons."""
    main = desk.get(page).content.decode().partition("<main")[2]
    return [" ".join(words.split()) for words in re.findall(r"btn-primary[^>]*>([^<]*)<", main)]


def test_the_page_of_a_held_standing_leads_to_place_by_place() -> None:
    """The arbiter has no page of the prize-giving, and results become official only after everybody
    has read them.
    """
    evening = a_tournament(planned_rounds=1)
    hold_final(tournament=evening, author=None)
    published_round(evening)
    for desk in (signed_in("carlo", "arbiter"), signed_in("anna", "organizer", "arbiter")):
        assert filled(desk, f"/desk/{evening.code}/standings/")[0] == "Show them place by place"


# --- a partita taken back to play


def rows_and_rulings(round_: Round) -> tuple[set[object], set[object]]:
    rows = HandResult.objects.filter(sheet__table__round=round_)
    rulings = Ruling.objects.filter(sheet__table__round=round_)
    return (
        {(row.pk, str(row.content)) for row in rows},
        {(ruling.pk, str(ruling.effect), ruling.revoked_at) for ruling in rulings},
    )


def test_a_closed_partita_goes_back_to_play_with_its_rows_and_rulings(english: Client) -> None:
    evening = a_tournament(planned_rounds=2)
    round_ = sealed_round(evening, 2)
    fill_quickly(round_)
    rule(
        sheet=sheet_of(round_),
        kind="adjustment",
        offender="N",
        effect={"points": "-5"},
        reason="Tardi.",
        arbiter=None,
    )
    closed(round_)
    rows = rows_and_rulings(round_)
    assert min(map(len, rows)) > 0
    take_back_to_play(round=round_, author=None, reason="Chiusa per errore.")
    round_.refresh_from_db()
    assert (round_.stage, round_.closed_at) == ("playing", None)
    assert rows_and_rulings(round_) == rows
    assert "Partita 1 has been returned to play." in page_text(
        english, f"/live/{evening.code}/standings/"
    )
    assert "Standings no. 1" in page_text(english, f"/live/{evening.code}/standings/")
    close_round(round=round_, author=None)
    assert last_publication(evening).number == 1
    assert "taken back" not in page_text(english, f"/live/{evening.code}/standings/")
    assert LogEntry.objects.get(kind="round_taken_back").fields["reason"] == "Chiusa per errore."


def test_a_partita_stays_closed_without_a_reason_once_official_or_when_a_later_one_has_started() -> (
    None
):
    evening = a_tournament(planned_rounds=2)
    round_ = published_round(evening)
    with pytest.raises(ValidationError):
        take_back_to_play(round=round_, author=None, reason=" ")
    make_official(round=round_, author=None)
    with pytest.raises(ValidationError) as refused:
        take_back_to_play(round=round_, author=None, reason="Prova.")
    assert refused.value.code == "round_not_provisional"
    withdraw_official(round=round_, author=None, reason="Prova.")
    later = sealed_round(evening, 2)
    with pytest.raises(ValidationError) as refused:
        take_back_to_play(round=round_, author=None, reason="Prova.")
    assert refused.value.code == "later_round_started"
    assert take_back_to_play(round=later, author=None, reason="Prova.") == later


def test_the_desk_takes_a_partita_back_to_play_and_its_standing_is_no_correction(
    desk: Client,
) -> None:
    evening = a_tournament(planned_rounds=2)
    published_round(evening)
    published_round(evening)
    page = f"/desk/{evening.code}/play/2/"
    assert '/back-to-play/"' in desk.get(page).content.decode()
    assert '/back-to-play/"' not in desk.get(f"/desk/{evening.code}/play/1/").content.decode()
    assert desk.post(f"{page}back-to-play/", {"reason": "Un foglio mancava."}).status_code == 302
    standings = desk.get(f"/desk/{evening.code}/standings/")
    assert (standings.context["changes"], standings.context["back"]) == ((), (2,))
    assert "Publish them again" not in standings.content.decode()
