"""A spoiled board during play, and the tables' results by board."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from king.sheet.comparison import Mark
from king.sheet.full_sheet import ScoredRow
from scoring import decisions
from scoring.models import Sheet
from scoring.round_steps import replace_board
from scoring.rows import enter_row
from scoring.scored_sheets import compare_tables, scored_round
from tests.evenings import a_round, a_tournament, fill_quickly, good_rows, put_in_play, sheets_of
from tournaments.board_steps import seal_boards
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db


def in_play(tables: int = 3) -> Round:
    round_ = a_round(a_tournament(), tables, started=False, boards=False)
    seal_boards(round=round_, author=None)
    return put_in_play(Round.objects.get(pk=round_.pk))


def test_a_board_that_somebody_has_played_is_not_replaced_until_the_rows_are_emptied(
    arbiter: User,
) -> None:
    round_ = in_play()
    first, second, _third = sheets_of(round_)
    content = good_rows()[2]
    for sheet in (second, first):
        enter_row(sheet=sheet, hand=2, content=content, origin="desk")
    with pytest.raises(ValidationError) as refused:
        replace_board(round=round_, number=2, reason="a card was seen", author=arbiter)
    assert refused.value.code == "board_played"
    assert refused.value.params["numbers"] == (1, 2)
    for sheet in (first, second):
        enter_row(sheet=sheet, hand=2, content=None, origin="desk")
    assert (
        replace_board(round=round_, number=2, reason="a card was seen", author=arbiter).dealt_as
        == 13
    )


def test_a_board_that_nobody_has_reached_is_replaced_while_others_are_played(arbiter: User) -> None:
    round_ = in_play()
    enter_row(sheet=sheets_of(round_)[0], hand=1, content=good_rows()[1], origin="desk")
    assert replace_board(round=round_, number=9, reason="wet packet", author=arbiter).number == 9


def test_the_boards_of_a_partita_are_compared_wind_by_wind_without_the_fouled_ones(
    arbiter: User,
) -> None:
    round_ = in_play()
    for place, sheet in enumerate(sheets_of(round_)):
        for hand, content in good_rows(random.Random(place)).items():
            enter_row(sheet=sheet, hand=hand, content=content, origin="desk")
    first, second, third = sheets_of(round_)
    decisions.rule(
        sheet=third,
        kind="fouled",
        hand=1,
        effect={"average": True},
        reason="two packets exchanged",
        arbiter=arbiter,
    )
    (averaged,) = scored_rows(third, 1)
    assert averaged.sum == -16
    board = compare_tables(scored_round(round_))[0]
    (field,) = board.fields
    assert [result.mark for result in field.results] == [Mark.PLAYED, Mark.PLAYED, Mark.AVERAGED]
    rows = [scored.points for sheet in (first, second) for scored in scored_rows(sheet, 1)]
    for column, figures in field.figures.items():
        assert figures.count == 2
        assert (
            figures.mean
            == sum((row[column] for row in rows), Fraction(0)) / 2
            == averaged.points[column]
        )


def scored_rows(sheet: Sheet, hand: int) -> list[ScoredRow]:
    from scoring.scored_sheets import scored_sheet

    return [row for row in scored_sheet(sheet).rows if row.hand == hand]


def test_comparing_two_tables_and_ten_takes_the_same_number_of_queries() -> None:
    counts = []
    for tables in (2, 10):
        round_ = in_play(tables)
        fill_quickly(round_)
        fresh = Round.objects.select_related("tournament").get(pk=round_.pk)
        with CaptureQueriesContext(connection) as queries:
            assert len(compare_tables(scored_round(fresh))) == 12
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_chosen_hand_is_averaged_only_over_tables_that_played_the_same(arbiter: User) -> None:
    tournament: Tournament = a_tournament("lab_chiamata")
    round_ = a_round(tournament, 3)
    rows = (
        {"contract": "Q", "chooser": "N", "units": {"N": 1, "E": 1, "S": 1, "W": 1}},
        {"contract": "Q", "chooser": "N", "units": {"N": 0, "E": 2, "S": 2, "W": 0}},
        {"contract": "KH", "chooser": "N", "units": {"N": 1, "E": 0, "S": 0, "W": 0}},
    )
    for sheet, content in zip(sheets_of(round_), rows, strict=True):
        enter_row(sheet=sheet, hand=1, content=content, origin="desk")
    first, _second, third = sheets_of(round_)
    for sheet in (first, third):
        decisions.rule(
            sheet=sheet,
            kind="fouled",
            hand=1,
            effect={"average": True},
            reason="wet cards",
            arbiter=arbiter,
        )
    (of_first,), (of_third,) = scored_rows(first, 1), scored_rows(third, 1)
    assert (of_first.points["N"], of_first.points["E"]) == (0, -6)
    assert (of_third.points["N"], of_third.expected) == (
        0,
        0,
    )  # No other table has played the hand.
