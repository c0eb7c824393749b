"""A paper with points instead of units is typed as it is, stored in units, and shown in points
again.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.models import Sheet
from scoring.rows import enter_row
from tests.desk.hall import place_of
from tests.evenings import a_tournament, fill, sealed_round, sheet_of

pytestmark = pytest.mark.django_db


def typed(client: Client, sheet: Sheet, hand: int, points: tuple[str, ...], **more: str) -> Any:
    fields = dict(zip("NESW", points, strict=True))
    return client.post(
        place_of(sheet, "rows/"), {"hand": str(hand), "paper": "points", **fields, **more}
    )


def row_values(answer: Any, hand: int) -> dict[str, str]:
    return {
        wind: answer.json()["sheet"]["rows"][str(hand)]["content"].get(wind, "") for wind in "NESW"
    }


def test_points_typed_without_their_sign_are_stored_as_counts_and_shown_as_points(
    organizer: Client, sheet: Sheet
) -> None:
    # Queens cost 3 (R1).
    answer = typed(organizer, sheet, 2, ("3", "3", "6", "0"))
    assert answer.status_code == 200
    assert sheet.results.current().get(hand=2).content["units"] == {"N": 1, "E": 1, "S": 2, "W": 0}
    assert row_values(answer, 2) == {"N": "3", "E": "3", "S": "6", "W": "0"}
    row = answer.json()["sheet"]["rows"]["2"]
    assert (row["points"]["S"], row["sum"], row["state"]) == ("−6", "−12", "entered")


def test_a_number_that_no_count_gives_is_refused_and_nothing_is_stored(
    organizer: Client, sheet: Sheet
) -> None:
    answer = typed(organizer, sheet, 2, ("3", "7", "6", "0"))
    assert answer.status_code == 422
    assert (
        answer.json()["message"]
        == "Hand 2: East: −7 cannot occur in “No donne”, where each counts −3: −6 or −9."
    )
    assert typed(organizer, sheet, 2, ("3", "x", "6", "0")).json()["message"] == (
        "Hand 2, East: “x” is not a number of points."
    )
    assert not sheet.results.exists()


def test_points_with_their_sign_on_a_paper_of_units_are_refused_with_the_counts_that_they_are(
    organizer: Client, sheet: Sheet
) -> None:
    # Kings and jacks cost 2 each (R1): eight of them.
    answer = typed(organizer, sheet, 1, ("-4", "0", "\N{MINUS SIGN}2", "-10"), paper="units")
    assert answer.status_code == 422
    assert answer.json()["message"] == (
        "Hand 1: these are points; in tricks or cards they are North 2, East 0, South 1, West 5. "
        "Type those, or choose points above."
    )
    assert (
        "is not a number of tricks or cards"
        in typed(organizer, sheet, 1, ("-3", "0", "0", "5"), paper="units").json()["message"]
    )
    assert not sheet.results.exists()
    assert typed(organizer, sheet, 1, ("2", "0", "1", "5"), paper="units").status_code == 200


def test_a_refused_row_of_the_form_keeps_what_was_typed(organizer: Client, sheet: Sheet) -> None:
    fields = {"paper": "points", "h2-N": "3", "h2-E": "7", "h2-S": "6", "h2-W": "0"}
    page = organizer.post(place_of(sheet, "save/"), fields)
    assert page.status_code == 422
    row = next(row for row in page.context["grid"]["rows"] if row["hand"] == 2)
    assert [row["values"][wind] for wind in "NESW"] == ["3", "7", "6", "0"]


def test_a_sold_row_typed_after_the_sale_keeps_the_tricks_before_it(
    organizer: Client, sheet: Sheet
) -> None:
    # South deals hand 11; North bought it for 4, took 6 tricks and keeps 2 (§2.3).
    answer = typed(organizer, sheet, 11, ("2", "2", "7", "2"), trump="S", buyer="N", price="4")
    assert answer.status_code == 200
    assert sheet.results.current().get(hand=11).content["units"] == {"N": 6, "E": 2, "S": 3, "W": 2}
    assert row_values(answer, 11) == {"N": "2", "E": "2", "S": "7", "W": "2"}
    assert answer.json()["sheet"]["rows"]["11"]["state"] == "entered"


def test_what_the_paper_has_is_remembered_for_its_sheet_and_proposed_for_the_next(
    organizer: Client, arbiter: Client, sheet: Sheet
) -> None:
    other = sheet_of(sheet.table.round, 2)
    assert organizer.get(place_of(sheet)).context["grid"]["paper"] == "units"
    organizer.post(f"{place_of(sheet)}paper/", {"paper": "points"})
    enter_row(
        sheet=sheet, hand=2, content={"units": {"N": 4, "E": 0, "S": 0, "W": 0}}, origin="phone"
    )
    page = arbiter.get(place_of(sheet))
    assert page.context["grid"]["paper"] == "points"
    assert page.context["grid"]["rows"][1]["values"]["N"] == "12"
    assert organizer.get(place_of(other)).context["grid"]["paper"] == "points"
    assert arbiter.get(place_of(other)).context["grid"]["paper"] == "units"
    assert organizer.post(f"{place_of(sheet)}paper/", {"paper": "pebbles"}).status_code == 422


def test_the_running_and_the_control_totals_do_not_depend_on_the_paper(
    organizer: Client, sheet: Sheet
) -> None:
    fill(sheet)
    figures = []
    for paper in ("units", "points"):
        organizer.post(f"{place_of(sheet)}paper/", {"paper": paper})
        grid = organizer.get(place_of(sheet)).context["grid"]
        figures.append(
            [(row["sum"], row["running"], row["control"]) for row in grid["rows"]]
            + [grid["sum"], grid["verdict"]]
        )
    assert figures[0] == figures[1]


def test_a_proposal_on_a_paper_in_points_is_filled_in_as_points(
    organizer: Client, sheet: Sheet
) -> None:
    organizer.post(f"{place_of(sheet)}paper/", {"paper": "points"})
    # One queen is missing, and so is West's count.
    enter_row(sheet=sheet, hand=2, content={"units": {"N": 1, "E": 1, "S": 1}}, origin="phone")
    [proposal] = organizer.get(place_of(sheet)).context["grid"]["rows"][1]["proposals"]
    assert proposal["shown"]["2"]["W"] == "3"
    assert (
        organizer.post(place_of(sheet, "save/"), {"proposal": proposal["key"]}).status_code == 302
    )
    assert sheet.results.current().get(hand=2).content["units"] == {"N": 1, "E": 1, "S": 1, "W": 1}


def test_a_system_whose_points_say_nothing_of_the_counts_offers_no_choice(
    organizer: Client,
) -> None:
    sheet = sheet_of(sealed_round(a_tournament(ruleset="pirandello", pre_dealt=True)))
    organizer.post(f"{place_of(sheet)}paper/", {"paper": "points"})
    page = organizer.get(place_of(sheet))
    assert (page.context["papers"], page.context["grid"]["paper"]) == ([], "units")
    assert "type tricks and cards" in page.content.decode()
