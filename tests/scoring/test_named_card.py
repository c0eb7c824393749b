"""Pirandello's named card: with stored boards it determines the partner, and the dealer's own card
is refused.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from deals.models import Board
from king.reading import Node
from king_tournament.captain.page import page_of
from scoring.models import Sheet
from scoring.night_file import read_night
from scoring.night_import import NightRefused, load_night
from scoring.rows import enter_row
from tests.evenings import a_round, a_tournament, sealed_round, sheet_of
from tests.king.deals import SUITS_APART

pytestmark = pytest.mark.django_db

# Source: S0, "King (gioco)": the dealer names a card that they do not hold, and its holder is their
# partner. North deals the first hand; each wind holds one suit.
ROW = {"contract": "NC", "units": {"N": 0, "E": 13, "S": 0, "W": 0}, "chooser": "N"}


@pytest.fixture
def sheet() -> Sheet:
    sheet = sheet_of(sealed_round(a_tournament("pirandello", pre_dealt=True)))
    Board.objects.filter(board_set=sheet.table.round.board_set, number=1).update(
        owners=SUITS_APART.owners
    )
    return sheet


@pytest.mark.parametrize(("card", "partner"), [("HQ", "E"), ("D2", "S"), ("CA", "W")])
@pytest.mark.parametrize("says_so", [False, True])
def test_the_partner_is_who_holds_the_card(
    sheet: Sheet, card: str, partner: str, says_so: bool
) -> None:
    typed = partner if says_so else None
    row = enter_row(
        sheet=sheet, hand=1, content={**ROW, "card": card, "partner": typed}, origin="phone"
    )
    assert row.content == {**ROW, "card": card, "partner": partner}


@pytest.mark.parametrize("origin", ["phone", "desk", "program"])
@pytest.mark.parametrize("typed", ["W", "N"])
def test_another_partner_than_the_cards_holder_is_refused_whoever_types_it(
    sheet: Sheet, origin: str, typed: str
) -> None:
    content = {**ROW, "card": "HQ", "partner": typed}
    with pytest.raises(ValidationError) as refusal:
        enter_row(sheet=sheet, hand=1, content=content, origin=origin)
    assert refusal.value.code == "wrong_partner"
    with translation.override("en"):
        who = {"W": "West", "N": "North"}[typed]
        message = f"Hand 1: {who} is not a partner: East holds the named card."
        assert refusal.value.messages == [message]


def test_a_partner_that_comes_along_from_the_row_before_follows_a_new_card(sheet: Sheet) -> None:
    before = enter_row(sheet=sheet, hand=1, content={**ROW, "card": "HQ"}, origin="phone")
    content = {**(before.content or {}), "card": "D2"}
    row = enter_row(sheet=sheet, hand=1, content=content, origin="phone", based_on=1)
    assert (row.content or {})["partner"] == "S"


# A night's file needs one board only, because a file is refused at its first wrong row. North has all
# spades, East all hearts, South all diamonds, West all clubs.


def a_night(**named: str) -> dict[str, Any]:
    row = {"hand": 1, **ROW, **named}
    seats = {wind: f"Pira {wind}" for wind in "NESW"}
    board = {"board": 1, "dealer": "N", "pbn": SUITS_APART.pbn}
    sheets = [{"table": 1, "seats": seats, "rows": [row]}]
    return {
        "name": "Prova",
        "date": "2026-11-20",
        "ruleset": "pirandello",
        "pre_dealt": True,
        "rounds": [{"round": 1, "boards": [board], "sheets": sheets}],
    }


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        ({"card": "SA", "partner": "S"}, "hand 1: north holds ♠a"),
        (
            {"card": "HQ", "partner": "S"},
            "hand 1: south is not a partner: east holds the named card",
        ),
        # Problems of the rest of the sheet are reported only if the row's card is right.
        ({"card": "HQ", "partner": "E"}, "missing"),
        ({"card": "HQ"}, "missing"),
    ],
)
def test_a_nights_file_is_held_to_the_named_card(named: dict[str, str], sentence: str) -> None:
    with translation.override("en"), pytest.raises(NightRefused) as refusal:
        load_night(read_night(Node(a_night(**named), "night.json", "")))
    assert "table 1" in str(refusal.value)
    assert sentence in str(refusal.value).lower()
    assert not Sheet.objects.exists()


def test_a_card_of_ones_own_is_refused(sheet: Sheet) -> None:
    with pytest.raises(ValidationError) as refusal:
        enter_row(sheet=sheet, hand=1, content={**ROW, "card": "SA"}, origin="phone")
    assert refusal.value.code == "own_card"
    with translation.override("en"):
        message = "Hand 1: North holds ♠A: the dealer must name a card that they do not hold."
        assert refusal.value.messages == [message]


def test_a_row_that_does_not_say_how_the_hand_ended_is_told_nothing_of_the_sealed_cards(
    sheet: Sheet,
) -> None:
    for units in ({}, {"N": 0, "E": 12, "S": 0, "W": 0}):
        for card in ("SA", "HQ"):
            content = {**ROW, "units": units, "card": card}
            row = enter_row(sheet=sheet, hand=1, content=content, origin="phone")
            assert "partner" not in (row.content or {})


@pytest.fixture
def at_the_table() -> Sheet:
    """Sheet in a system whose tables deal their own cards."""
    return sheet_of(a_round(a_tournament("pirandello"), boards=False))


def test_without_stored_boards_the_table_says_who_the_partner_was(at_the_table: Sheet) -> None:
    row = enter_row(
        sheet=at_the_table, hand=1, content={**ROW, "card": "SA", "partner": "S"}, origin="phone"
    )
    assert (row.content or {})["partner"] == "S"


def test_with_boards_the_phone_asks_for_the_card_and_else_for_the_partner(
    sheet: Sheet, at_the_table: Sheet
) -> None:
    pages = page_of(sheet), page_of(at_the_table)
    assert [page["hands"][0]["partners"] for page in pages] == [[], ["E", "S", "W"]]
    [with_boards], [without] = (
        [field for field in page["contracts"]["NC"]["fields"] if field["key"] == "card"]
        for page in pages
    )
    assert "missing" in with_boards
    assert "missing" not in without
