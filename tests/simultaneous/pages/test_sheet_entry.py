"""Sheets typed on a hall's own page from a phone: stored, checked as they grow, and sealed as the
report of a hall that plays on paper alone.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from king.rulesets import RULESETS, find_ruleset
from king.sheet.full_sheet import score
from king.simultaneous.documents import in_groups
from king.simultaneous.report_sheets import read_sheets
from king_tournament.demo_hands import play_match
from simultaneous import centre
from simultaneous.event_file import read_report, terms_of
from simultaneous.models import Draft, Event, Hall, Report
from simultaneous.public_results import in_play as counts_in_play
from tests.services import some
from tests.simultaneous.events import (
    a_hall,
    drawn,
    in_play,
    keys_of,
    night_of,
    over,
    report_of,
)
from tests.simultaneous.typing import fields_of, own_page, type_night, typed, write_report
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db
Desk = Callable[..., Client]
HTMX = {"HX-Request": "true", "Accept-Language": "en"}
SYSTEMS = [code for code in RULESETS if find_ruleset(code).sides != "teams"]


def a_sheet(event: Event, table: int = 1, **more: Any) -> dict[str, Any]:
    """Complete valid sheet with names."""
    sheet: dict[str, Any] = night_of(event, 1, table)["rounds"][0]["sheets"][table - 1]
    return sheet | more


def the_report(event: Event, number: int = 1) -> Any:
    return read_report(a_hall(event, number).reports.select_related("hall").get())


# -- typing, in every system


@pytest.mark.parametrize("code", some(SYSTEMS, 3))
def test_what_is_typed_scores_as_what_was_played(code: str) -> None:
    """Sales, chosen hands and named partners have their fields, and the report scores as the match."""
    event = in_play("Genova", plan={"ruleset": code})
    terms = terms_of(event)
    rules, settings = terms.ruleset, terms.rules_in_force
    deals = {board.board: board.deal for board in terms.deal(*keys_of(event))}
    match = list(play_match(rules, settings, deals, random.Random(code)))
    sheet = {
        "table": 1,
        "seats": {str(column): f"Player {column}" for column in rules.columns},
        "rows": [row.as_json() for row in match],
    }
    assert typed(event, sheet, rules=code).status_code == 302
    assert "The report is written" in write_report(event).content.decode()
    [read] = read_sheets(terms, the_report(event))
    expected = score(rules, match, (), settings)
    assert expected.closable
    assert read.scored().totals == expected.totals
    assert read.scored().closable


def test_the_page_shows_again_what_was_typed_zeros_too() -> None:
    event = in_play("Genova")
    sheet = a_sheet(event)
    typed(event, sheet)
    page = Client().get(f"{own_page(event)}sheets/1/1/").content.decode()
    for name, text in fields_of(sheet).items():
        if name.startswith(("seat-", "h")) and not name.endswith("trump"):
            field = page.partition(f'name="{name}"')[2].partition(">")[0]
            assert f'value="{text}"' in field, name


# -- checks while typing


def checked(event: Event, fields: dict[str, Any], table: int = 1) -> Any:
    """Answer to a change, as the page's script requests it."""
    return Client().post(f"{own_page(event)}sheets/1/{table}/", fields, headers=HTMX)


def test_each_row_is_checked_while_it_is_typed() -> None:
    """A sheet of lab12 has 8 kings and jacks at −2 each, and 4 queens."""
    event = in_play("Genova")
    counts = {"h1-N": "3", "h1-E": "1", "h1-S": "4", "h1-W": "0", "h2-N": "2", "h2-E": "1"}
    counts |= {"h2-S": "0", "h2-W": "0"}
    fields = {"sheet": "1", "mark": "a", "version": "0", "seat-N": "Rossi Anna", **counts}
    answer = checked(event, fields).content.decode()
    words = " ".join(answer.replace("\n", " ").split())
    assert "N −6 E −2 S −8 W 0 </span> <strong>= −16</strong>" in words
    assert "one queen is missing (3 of 4)" in words
    assert "Missing: 3–12." in words
    assert "<html" not in answer
    assert Draft.objects.get().sheet["rows"][0]["units"] == {"N": 3, "E": 1, "S": 4, "W": 0}


def test_a_row_that_is_begun_is_not_wrong_yet() -> None:
    """A message under the row would move the next row away from a thumb."""
    event = in_play("Genova")
    fields = {"sheet": "1", "mark": "a", "version": "0", "h1-N": "3", "h1-E": "1"}
    words = " ".join(checked(event, fields).content.decode().split())
    assert "4 of 8" in words
    assert "typed-wrong" not in words
    assert "Missing: 1–12." in words


@pytest.mark.parametrize(
    ("field", "text", "place"),
    [
        ("h3-N", "x", "Hand 3, North"),
        ("h3-N", "1.5", "Hand 3, North"),
        ("h8-price", "four", "Hand 8, For how many tricks"),
        ("seat-N", "A" * 121, "A name has at most 120 letters"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place_and_changes_nothing(
    field: str, text: str, place: str
) -> None:
    event = in_play("Genova")
    sheet = a_sheet(event)
    typed(event, sheet)
    before = Draft.objects.get().sheet
    answer = checked(event, fields_of(sheet, version=1) | {field: text})
    assert answer.status_code == 422
    assert "Not saved." in answer.content.decode()
    assert place in answer.content.decode()
    assert Draft.objects.get().sheet == before


# -- two phones


def test_two_phones_do_not_overwrite_each_other_in_silence() -> None:
    event = in_play("Genova")
    theirs = a_sheet(event)
    mine = a_sheet(event, seats=theirs["seats"] | {"N": "Verdi Ugo"})
    checked(event, fields_of(theirs, mark="theirs"))
    answer = checked(event, fields_of(mine, mark="mine"))
    assert answer.status_code == 409
    assert "Somebody else saved this sheet" in answer.content.decode()
    assert Draft.objects.get().sheet["seats"]["N"] == theirs["seats"]["N"]
    second_answer = checked(event, fields_of(mine, mark="mine", version=1))
    assert second_answer.status_code == 200
    assert Draft.objects.get().sheet["seats"]["N"] == "Verdi Ugo"
    # Now the other phone's page is outdated.
    assert checked(event, fields_of(theirs, mark="theirs", version=1)).status_code == 409


def test_without_a_script_what_was_typed_stays_on_the_page_of_a_conflict() -> None:
    event = in_play("Genova")
    sheet = a_sheet(event)
    typed(event, sheet, mark="theirs")
    mine = a_sheet(event, seats=sheet["seats"] | {"N": "Verdi Ugo"})
    answer = typed(event, mine, mark="mine")
    assert answer.status_code == 409
    assert 'value="Verdi Ugo"' in answer.content.decode()


def test_a_phone_whose_answer_was_lost_is_no_second_phone() -> None:
    event = in_play("Genova")
    checked(event, fields_of(a_sheet(event)))
    more = a_sheet(event, seats={"N": "Verdi Ugo"})
    assert checked(event, fields_of(more, version=0)).status_code == 200


# -- times


def test_sheets_are_typed_from_the_first_key_on_and_of_told_partite_alone() -> None:
    event = drawn("Genova", plan={"rounds": 2})
    assert Client().get(f"{own_page(event)}sheets/").status_code == 404
    assert typed(event, a_sheet(event)).status_code == 404
    event = centre.tell_key(event)
    assert Client().get(f"{own_page(event)}sheets/").status_code == 200
    assert typed(event, a_sheet(event)).status_code == 302
    assert typed(event, a_sheet(event), partita=2).status_code == 404
    assert [draft.round_number for draft in Draft.objects.all()] == [1]


@pytest.mark.parametrize("ended", ["told", "closed"])
def test_after_the_code_or_the_close_nothing_is_typed(ended: str) -> None:
    event = in_play("Genova")
    sheet = a_sheet(event)
    typed(event, sheet)
    if ended == "told":
        centre.take_code(a_hall(event, 1), "ABCDEFGHIJKL")
    else:
        centre.close_event(event)
    other = a_sheet(event, seats=sheet["seats"] | {"N": "Verdi Ugo"})
    assert typed(event, other, version=1).status_code == 422
    pages = ("sheets/1/1/ruling/", "sheets/1/1/clear/", "sheets/spare/", "sheets/report/")
    for page in pages:
        assert Client().post(f"{own_page(event)}{page}", {"partita": "1"}).status_code == 422, page
    assert Draft.objects.get().sheet["seats"]["N"] == sheet["seats"]["N"]
    assert Client().get(f"{own_page(event)}sheets/1/1/").status_code == 200


def test_the_link_of_another_hall_reads_and_writes_nothing_here() -> None:
    event = in_play("Genova", "Savona")
    typed(event, a_sheet(event))
    address = f"/simultaneous/{event.code}/hall/1/{a_hall(event, 2).page_key}/sheets/"
    for page in ("", "1/1/", "report/"):
        assert Client().get(f"{address}{page}").status_code == 404
    assert Client().post(f"{address}1/1/", fields_of(a_sheet(event))).status_code == 404


# -- the report


def test_the_centre_seals_the_sheets_and_the_code_counts_as_told() -> None:
    event = in_play("Genova", "Savona", plan={"rounds": 2})
    type_night(event, night_of(event, 1, tables=2))
    page = write_report(event).content.decode()
    hall, report = a_hall(event, 1), the_report(event)
    assert in_groups(report.code) in page
    assert hall.code == report.code
    assert hall.is_in_field
    assert report.is_sealed_with(hall.secret)
    assert "The standings so far" in page or "The centre has had it since" in page
    lines = LogEntry.objects.filter(tournament=None, fields__hall="Genova")
    assert [line.fields["code"] for line in lines] == [in_groups(report.code)] * 2


def test_the_same_sheets_by_the_hall_s_own_program_tell_the_same_code() -> None:
    """The code depends on the sheets, whoever typed them."""
    event = in_play("Genova")
    night = night_of(event, 1, tables=2)
    type_night(event, night)
    write_report(event)
    assert a_hall(event, 1).code == report_of(event, 1, night).code


DOUBTED = {
    "a row that does not add up": "does not add up",
    "a table left out": "the sheet of table 2 is missing",
    "one player twice": "Player 1-1N",
    "a partita left out": "partita 2 is missing",
}


@pytest.mark.parametrize("fault", DOUBTED)
def test_a_report_with_a_doubt_goes_only_where_it_is_said_so(fault: str) -> None:
    event = in_play("Genova", plan={"rounds": 2})
    night = night_of(event, 1, tables=3)
    first = night["rounds"][0]["sheets"]
    if fault == "a row that does not add up":
        first[0]["rows"][0]["units"] = dict.fromkeys("NESW", 1)
    elif fault == "a table left out":
        del first[1]
    elif fault == "one player twice":
        first[1]["seats"]["N"] = first[0]["seats"]["N"]
    else:
        del night["rounds"][1]
    type_night(event, night)
    refused = write_report(event)
    assert refused.status_code == 422
    assert DOUBTED[fault] in refused.content.decode()
    assert not a_hall(event, 1).code
    assert not Report.objects.exists()
    assert "The report is written" in write_report(event, anyway="1").content.decode()
    assert a_hall(event, 1).is_in_field


def test_a_name_that_is_missing_is_said_and_cannot_be_sent_anyway() -> None:
    event = in_play("Genova")
    sheet = a_sheet(event)
    del sheet["seats"]["E"]
    typed(event, sheet)
    for fields in ({}, {"anyway": "1"}):
        refused = write_report(event, **fields)
        assert refused.status_code == 422
        sentence = "Partita 1, table 1: the name of East is missing"
        assert sentence in refused.content.decode()
    assert not Report.objects.exists()


def test_in_the_grace_the_report_is_kept_and_its_code_is_the_arbiter_s_to_take() -> None:
    event = in_play("Genova", closes_at=timezone.now() + datetime.timedelta(hours=1))
    type_night(event, night_of(event, 1))
    event = over(event)
    page = write_report(event).content.decode()
    code = the_report(event).code
    assert in_groups(code) in page
    assert "this one is late, and only an arbiter" in page
    assert a_hall(event, 1).code == ""
    centre.take_code(a_hall(event, 1), code, reason="They rang up in time.")
    assert a_hall(event, 1).is_in_field


# -- rulings, spares, house players


def test_decisions_house_players_and_spares_are_in_the_report() -> None:
    event = in_play("Genova")
    sheet = a_sheet(event)
    typed(event, sheet, **{"house-W": "x"})
    own = own_page(event)
    rule = f"{own}sheets/1/1/ruling/"

    def say(address: str, **fields: Any) -> int:
        fields = {"mark": "phone-1", "version": "1", **fields}
        return int(Client().post(address, fields).status_code)

    for lacking in (
        {"kind": ""},
        {"kind": "fouled"},
        {"kind": "illegal_play", "hand": "2"},
        {"kind": "adjustment", "offender": "E", "points": "much"},
        {"kind": "adjustment", "offender": "E", "points": "1000"},
    ):
        assert say(rule, **lacking) == 422, lacking
    assert say(rule, kind="adjustment", offender="E", points="−4") == 302
    assert say(rule, kind="illegal_play", hand="2", offender="S") == 302
    assert say(rule, kind="fouled", hand="3") == 302
    assert say(rule, take_back="2") == 302
    assert say(f"{own}sheets/spare/", partita="1", board="4", spare="13") == 302
    assert say(f"{own}sheets/spare/", partita="1", board="4", spare="99") == 422
    current = a_sheet(event)
    assert "decisions" in Client().get(f"{own}sheets/1/1/", headers=HTMX).content.decode().lower()
    typed(event, current, version=Draft.objects.get(table_number=1).version, **{"house-W": "x"})
    write_report(event)
    report = the_report(event)
    assert report.night["rulings"] == [
        {"round": 1, "table": 1, "kind": "adjustment", "offender": "E", "points": "-4"},
        {"round": 1, "table": 1, "kind": "fouled", "hand": 3},
    ]
    assert [spare.as_json() for spare in report.spares] == [{"round": 1, "board": 4, "spare": 13}]
    assert list(report.house) == [current["seats"]["W"]]
    [read] = read_sheets(terms_of(event), report)
    scored = read.scored()
    # Hands 3 and 4 get the mean of the field. This table is alone in the field, so they do not count.
    before = score("lab12", [row for row in read.rows if row.hand not in (3, 4)])
    assert scored.totals["E"] == before.totals["E"] + Fraction(-4)


def test_a_sheet_at_a_wrong_table_is_taken_away() -> None:
    event = in_play("Genova")
    typed(event, a_sheet(event, 2))
    assert Client().post(f"{own_page(event)}sheets/1/2/clear/").status_code == 302
    assert not Draft.objects.exists()


# -- at the centre


def test_a_hall_with_paper_is_in_play_with_the_tables_that_it_typed(desk: Desk) -> None:
    event = in_play("Genova", "Savona", plan={"rounds": 2})
    assert counts_in_play(event) == {"halls_in_play": 0, "tables_in_play": 0}
    type_night(event, night_of(event, 1, tables=3))
    assert counts_in_play(event) == {"halls_in_play": 1, "tables_in_play": 3}
    page = Client().get(f"/simultaneous/{event.code}/", headers={"Accept-Language": "en"})
    assert "1 hall is playing · 3 tables" in " ".join(page.content.decode().split())


def test_saving_a_sheet_once_more_asks_for_no_new_standing(desk: Desk) -> None:
    event = in_play("Genova")
    typed(event, a_sheet(event))
    before = Event.objects.get().revision
    for name in ("Verdi Ugo", "Verdi Ugo jr.", "Verdi Pia"):
        seats = a_sheet(event)["seats"] | {"N": name}
        typed(event, a_sheet(event, seats=seats))
    assert Draft.objects.get().sheet["seats"]["N"] == "Verdi Pia"
    assert Event.objects.get().revision == before


def test_after_the_close_an_arbiter_takes_typed_sheets_with_a_reason(desk: Desk) -> None:
    event = in_play("Genova")
    type_night(event, night_of(event, 1))
    page = f"/desk/simultaneous/{event.code}/hall/1/typed/"
    arbiter = desk("arbiter")
    assert arbiter.post(f"{page}write/", {"reason": "Too early."}).status_code == 422
    centre.close_event(event)
    assert desk("organizer").post(f"{page}write/", {"reason": "Mine."}).status_code == 403
    assert arbiter.post(f"{page}write/", {"reason": " "}).status_code == 422
    assert not Report.objects.exists()
    assert arbiter.post(f"{page}write/", {"reason": "They forgot."}).status_code == 302
    report = Report.objects.get()
    assert (report.reason, report.author.username) == ("They forgot.", "arbiter")  # type: ignore[union-attr]
    assert a_hall(event, 1).code == ""


def test_once_the_standing_is_official_what_was_typed_is_gone() -> None:
    event = in_play("Genova", "Savona")
    type_night(event, night_of(event, 1))
    centre.close_event(event)
    centre.make_official(event)
    assert not Draft.objects.exists()


def test_a_hall_that_types_its_sheets_is_not_removed(desk: Desk) -> None:
    event = in_play("Genova", "Savona")
    typed(event, a_sheet(event))
    page = f"/desk/simultaneous/{event.code}/hall/1/remove/"
    desk("organizer").post(page)
    assert Hall.objects.filter(event=event, number=1).exists()
