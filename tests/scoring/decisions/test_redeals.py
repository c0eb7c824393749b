"""Domino at a table that deals its own cards: void deals are recorded, and refusals give the reason."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from scoring.decisions.redeals import record_redeal
from scoring.models import Redeal, Sheet
from scoring.rows import enter_row
from tests.evenings import a_round, a_tournament
from tournaments.models import Player, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]
DOMINO = 8


@pytest.fixture
def sheet() -> Sheet:
    """Sheet of a final table with thirteen hands, dealt at the table."""
    return Sheet.objects.get(
        table__round=a_round(a_tournament("lab13", pre_dealt=False), boards=False)
    )


def void(
    sheet: Sheet, wind: str, extremes: int, hand: int = DOMINO, author: User | None = None
) -> Redeal:
    return record_redeal(sheet=sheet, hand=hand, wind=wind, extremes=extremes, author=author)


def test_four_void_the_deal_and_the_same_player_then_needs_five_while_another_needs_four(
    sheet: Sheet,
) -> None:
    assert void(sheet, "N", 4).time_voided == 1
    with pytest.raises(
        ValidationError, match="1 times already: now it takes 5 aces and kings, and this hand has 4"
    ):
        void(sheet, "N", 4)
    assert void(sheet, "E", 4).time_voided == 1
    assert void(sheet, "N", 6).time_voided == 2
    assert [(redeal.wind, redeal.extremes) for redeal in sheet.redeals.all()] == [
        ("N", 4),
        ("E", 4),
        ("N", 6),
    ]


def test_the_log_says_who_voided_which_deal(sheet: Sheet, arbiter: User) -> None:
    redeal = void(sheet, "S", 5, author=arbiter)
    line = sheet.table.round.tournament.log.get(kind="redeal")
    assert line.author == arbiter
    assert line.fields["player"] == redeal.player.full_name
    assert (line.sentence % line.fields).endswith(
        "voids the deal of hand 8 with 5 aces and kings (time no. 1)."
    )


def test_who_takes_over_a_seat_begins_at_four_again(sheet: Sheet) -> None:
    void(sheet, "W", 4)
    seat = sheet.table.seats.get(wind="W")
    guest = Player.objects.create(surname="Supplente")
    Seat.objects.create(
        round=seat.round,
        table=seat.table,
        wind="W",
        entry=seat.entry,
        player=guest,
        from_hand=DOMINO,
    )
    assert void(sheet, "W", 4).player == guest


@pytest.mark.parametrize(
    ("hand", "wind", "extremes", "message"),
    [
        (DOMINO, "N", 3, "It takes 4 aces and kings"),
        (DOMINO, "N", 9, "from 0 to 8"),
        (1, "N", 5, "Only a Domino may be dealt again"),
        (99, "N", 5, "no hand 99"),
        (DOMINO, "Q", 5, "no hand 8 for Q"),
    ],
)
def test_what_is_not_allowed_is_refused_with_the_reason(
    sheet: Sheet, hand: int, wind: str, extremes: int, message: str
) -> None:
    with pytest.raises(ValidationError, match=message):
        void(sheet, wind, extremes, hand)
    assert not Redeal.objects.exists()


def test_once_the_hand_is_on_the_sheet_it_is_too_late(sheet: Sheet) -> None:
    enter_row(
        sheet=sheet, hand=DOMINO, content={"units": {"N": 0, "E": 5, "S": 3, "W": 2}}, origin="desk"
    )
    with pytest.raises(ValidationError, match="before a card is played"):
        void(sheet, "N", 6)


def test_nobody_voids_a_board_that_lies_at_every_table() -> None:
    sheet = Sheet.objects.get(table__round=a_round(a_tournament("lab13")))
    with pytest.raises(ValidationError, match="the same at every table"):
        void(sheet, "N", 5)


def test_in_a_chosen_order_any_hand_may_still_become_the_domino() -> None:
    # In it.wikipedia's game it is off by default, and takes a fixed four if chosen (§12.8).
    evening = a_tournament("itwiki_scelta", settings={"domino_redeal": "fixed"})
    sheet = Sheet.objects.get(table__round=a_round(evening, boards=False))
    for _ in range(3):
        void(sheet, "N", 4, hand=2)
    assert sheet.redeals.count() == 3


def test_an_evening_may_do_without() -> None:
    tournament = a_tournament("lab13", pre_dealt=False, settings={"domino_redeal": "none"})
    sheet = Sheet.objects.get(table__round=a_round(tournament, boards=False))
    with pytest.raises(ValidationError, match="not dealt again"):
        void(sheet, "N", 8)
