"""The first dealer if each table draws it (A4, §11.3): asked once, it determines dealers, choosers
and sellers.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client

from king.rulesets import RULESETS
from scoring.models import Sheet
from scoring.rows import draws_dealer, enter_row, say_first_dealer
from scoring.scored_sheets import rules_at, scored_table
from tests.captain.asking import ask
from tests.evenings import a_sheet, a_tournament
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db

# A valid positive hand: three tricks each, and four for West.
POSITIVE = {"trump": "S", "units": {"N": 3, "E": 3, "S": 3, "W": 4}}


def dealers(sheet: Sheet) -> str:
    ruleset, settings = rules_at(Sheet.objects.get(pk=sheet.pk))
    return "".join(str(plan.dealer) for plan in ruleset.schedule(settings))


def enter(sheet: Sheet, hand: int, **content: Any) -> None:
    enter_row(sheet=sheet, hand=hand, content=content, origin="desk")


def problems(sheet: Sheet) -> list[tuple[int | None, str]]:
    return [(problem.hand, problem.code) for problem in scored_table(sheet).scored.problems]


def test_the_sources_that_draw_the_first_dealer_draw_it_where_no_boards_are_dealt_beforehand() -> (
    None
):
    # S2 (lowest card), S3 (♥K), S4 (lot). Duplicate teams need the same dealer at both tables (R11).
    drawn = {code for code in RULESETS if draws_dealer(a_tournament(code, pre_dealt=False))}
    assert drawn == {
        "lab_coppie",
        "pt_ind",
        "pt_duplas",
        "fr10",
        "fr32",
        "rifki",
        "russian",
        "russian_khvalenki",
        "king_three",
    }
    assert not any(draws_dealer(a_tournament(code, pre_dealt=True)) for code in RULESETS)


def test_dealers_follow_from_who_was_drawn() -> None:
    sheet = a_sheet("pt_ind", pre_dealt=False)
    assert dealers(sheet) == "NESWNESWNE"
    say_first_dealer(sheet=sheet, wind="S")
    # R8: clockwise, ten hands.
    assert dealers(sheet) == "SWNESWNESW"
    line = LogEntry.objects.get(kind="first_dealer")
    assert line.fields == {"round": 1, "table": 1, "wind": "S"}
    say_first_dealer(sheet=sheet, wind="S")
    assert LogEntry.objects.filter(kind="first_dealer").count() == 1


def test_of_three_nobody_at_west_is_drawn_to_deal() -> None:
    sheet = a_sheet("king_three", pre_dealt=False)
    with pytest.raises(ValidationError) as refused:
        say_first_dealer(sheet=sheet, wind="W")
    assert refused.value.code == "no_such_wind"
    say_first_dealer(sheet=sheet, wind="S")
    assert dealers(sheet) == "SNESNESNESNE"


def test_the_seller_of_an_auction_is_checked_against_the_dealer_of_this_table() -> None:
    sheet = a_sheet("pt_ind", pre_dealt=False)
    say_first_dealer(sheet=sheet, wind="S")
    # Hand 7 is North's if South deals first: S W N E S W N.
    enter(sheet, 7, **POSITIVE, sale={"seller": "N", "buyer": "W", "price": 3})
    assert problems(sheet) == []
    enter(sheet, 7, **POSITIVE, sale={"seller": "S", "buyer": "W", "price": 3})
    assert problems(sheet) == [(7, "sale_seller")]


def test_the_pair_that_chooses_is_the_drawn_dealers() -> None:
    sheet = a_sheet("lab_coppie")
    say_first_dealer(sheet=sheet, wind="E")
    # R2: East deals and proposes first, so East and West choose eight of the fifteen hands.
    enter(sheet, 1, contract="Q", units={"NS": 1, "EW": 3}, chooser="EW")
    assert problems(sheet) == []
    enter(sheet, 1, contract="Q", units={"NS": 1, "EW": 3}, chooser="NS")
    assert problems(sheet) == [(1, "chooser_unexpected")]


def test_a_phone_says_it_before_the_first_hand_and_the_desk_may_put_it_right_later(
    arbiter: User,
) -> None:
    sheet = a_sheet("lab_coppie")
    say_first_dealer(sheet=sheet, wind="N")
    enter(sheet, 1, contract="Q", units={"NS": 1, "EW": 3}, chooser="NS")
    enter(
        sheet,
        2,
        contract="D",
        trump="H",
        units={"NS": 4, "EW": 9},
        chooser="EW",
        sale={"seller": "E", "buyer": "W", "price": 2},
    )
    with pytest.raises(ValidationError) as refused:
        say_first_dealer(sheet=sheet, wind="W", device="p1")
    assert refused.value.code == "rows_entered"
    assert dealers(sheet).startswith("NESW")
    say_first_dealer(sheet=sheet, wind="W", author=arbiter)
    # W N: hand 1 is West's pair's, hand 2 North's. The counts stay, and version 1 keeps the old row.
    assert dealers(sheet).startswith("WNES")
    first, second = sheet.results.current().order_by("hand")
    assert (first.content["chooser"], first.content["units"], first.version) == (
        "EW",
        {"NS": 1, "EW": 3},
        2,
    )
    assert (second.content["chooser"], second.content["sale"]["seller"]) == ("NS", "N")
    # West had bought from East, West's partner. Buying from North is not allowed, so the check objects
    # (R2).
    assert problems(sheet) == [(2, "sale_to_opponents")]


def test_two_phones_do_not_turn_each_others_word_round() -> None:
    sheet = a_sheet("fr10", pre_dealt=False)
    say_first_dealer(sheet=sheet, wind="E", seen="")
    with pytest.raises(ValidationError) as refused:
        say_first_dealer(sheet=sheet, wind="W", seen="")
    assert refused.value.code == "dealer_said"
    say_first_dealer(sheet=sheet, wind="W", seen="E")
    assert dealers(sheet).startswith("WNES")


@pytest.mark.parametrize(
    ("code", "wind", "why"),
    [
        ("lab12", "E", "one_dealer_for_all"),
        ("lab_coppie", "X", "no_such_wind"),
        ("lab_coppie", "", "no_such_wind"),
    ],
)
def test_what_cannot_be_the_first_dealer_is_refused(code: str, wind: str, why: str) -> None:
    with pytest.raises(ValidationError) as refused:
        say_first_dealer(sheet=a_sheet(code), wind=wind)
    assert refused.value.code == why


def test_a_closed_sheet_keeps_its_first_dealer(arbiter: User) -> None:
    sheet = a_sheet("lab_coppie")
    Sheet.objects.filter(pk=sheet.pk).update(state="closed", closed_at=sheet.table.round.started_at)
    with pytest.raises(ValidationError) as refused:
        say_first_dealer(sheet=sheet, wind="E", author=arbiter)
    assert refused.value.code == "sheet_closed"


def test_the_phone_is_given_the_hands_of_every_dealer_and_told_who_was_said(client: Client) -> None:
    sheet = a_sheet("lab_coppie")
    page = client.get(f"/t/{sheet.table.place.code}/1/").context["page"]
    assert all(hands[0]["seller"] == wind for wind, hands in page["hands_by_dealer"].items())
    before = page["sheet"]["stamp"]
    answer = ask(client, sheet, "first-dealer", {"wind": "W", "seen": "", "device": "p1"}).json()
    assert answer["sheet"]["first_dealer"] == "W"
    assert answer["sheet"]["stamp"] != before
    assert (
        client.get(f"/t/{sheet.table.place.code}/1/").context["page"]["hands"][0]["seller"] == "W"
    )
    assert (
        client.get(f"/t/{a_sheet().table.place.code}/1/").context["page"]["hands_by_dealer"] is None
    )
