"""Rows of hands that were played with the same cards must agree (O15, R16, §13.2)."""

from __future__ import annotations

import random

import pytest

from king.rulesets import find_ruleset
from king.rulesets.edition import make_edition
from king.sheet.full_sheet import score
from king.sheet.row import Row
from tests.king.sheets import fallen, winds

RUSSIAN, PT_IND = find_ruleset("russian"), find_ruleset("pt_ind")
V, C, H, M, U2, K = range(7, 13)  # the rows of the seventh hand


def at_once(**counts):
    """Rows of the seventh Russian hand: V C H M U2 K."""
    numbers = {"V": V, "C": C, "H": H, "M": M, "U2": U2, "K": K}
    return [Row(numbers[code], units=winds(*units)) for code, units in counts.items()]


def contradictions(ruleset, rows, **settings):
    """Hand, place and sentence of each contradiction."""
    problems = score(ruleset, rows, settings=ruleset.configure(settings)).problems
    return [
        (problem.hand, problem.wind, str(problem.phrase))
        for problem in problems
        if problem.code == "units_contradict"
    ]


def test_whoever_took_no_trick_has_counted_nothing_in_any_row_of_the_same_cards():
    rows = at_once(V=(0, 4, 2, 2), C=(3, 2, 2, 1), M=(2, 1, 1, 0), K=(1, 0, 0, 0))
    assert contradictions(RUSSIAN, rows) == [
        (
            C,
            "N",
            "Черви: N has 3, but the 0 tricks of hand 7, Взятки, have room for 0 of the same cards",
        ),
        (
            M,
            "N",
            "Девочки: N has 2, but the 0 tricks of hand 7, Взятки, have room for 0 of the same cards",
        ),
        (
            K,
            "N",
            "Кинг: N has 1, but the 0 tricks of hand 7, Взятки, have room for 0 of the same cards",
        ),
    ]
    assert not score(RUSSIAN, rows).closable


def test_all_of_a_kind_need_as_many_tricks_as_they_fill():
    eight_hearts = winds(8, 0, 0, 0)
    for tricks, wrong in ((1, True), (2, False)):
        rows = at_once(V=(tricks, 8 - tricks, 0, 0), C=tuple(eight_hearts.values()))
        assert [problem[:2] for problem in contradictions(RUSSIAN, rows)] == [(C, "N")] * wrong


@pytest.mark.parametrize(
    ("counts", "places"),
    [
        # One trick has four cards: three hearts and two queens fit if one is the queen of hearts.
        ({"V": (1, 3, 2, 2), "C": (3, 3, 2, 0), "M": (2, 1, 1, 0)}, []),
        ({"V": (1, 3, 2, 2), "C": (4, 2, 2, 0), "M": (2, 1, 1, 0)}, [(M, "N")]),
        # King and jack of hearts are hearts too, and the king of hearts, counted in three hands, is one
        # card.
        ({"V": (1, 3, 2, 2), "C": (3, 3, 2, 0), "H": (3, 3, 1, 1), "K": (1, 0, 0, 0)}, []),
        ({"V": (1, 3, 2, 2), "C": (3, 3, 2, 0), "H": (3, 3, 1, 1), "K": (0, 1, 0, 0)}, [(H, "N")]),
        # North has all hearts, so also the queen of hearts.
        ({"C": (8, 0, 0, 0), "M": (0, 2, 1, 1)}, [(M, "N")]),
        ({"C": (8, 0, 0, 0), "M": (1, 1, 1, 1)}, []),
        # North and East would both need the queen of hearts.
        (
            {"V": (1, 1, 3, 3), "C": (4, 4, 0, 0), "M": (1, 1, 1, 1)},
            [(M, None)],
        ),
    ],
)
def test_the_different_cards_of_all_rows_fit_into_the_tricks(counts, places):
    assert [problem[:2] for problem in contradictions(RUSSIAN, at_once(**counts))] == places


def test_both_rows_are_named_where_cards_of_several_do_not_fit():
    rows = at_once(V=(1, 3, 2, 2), C=(4, 2, 2, 0), M=(2, 1, 1, 0))
    assert [problem[2] for problem in contradictions(RUSSIAN, rows)] == [
        "N has 5 different cards in Черви (hand 8), Девочки (hand 10), "
        "but the 1 tricks of hand 7, Взятки, have room for 4"
    ]
    rows = at_once(V=(1, 1, 3, 3), C=(4, 4, 0, 0), M=(1, 1, 1, 1))
    assert [problem[2] for problem in contradictions(RUSSIAN, rows)] == [
        "Взятки (hand 7), Черви (hand 8), Девочки (hand 10): "
        "no play of the same cards gives all these numbers"
    ]


def test_a_trick_for_three_holds_three_cards():
    at_once_for_three = make_edition(
        find_ruleset("king_three"), "three_at_once", "Three", {"hands": ["V+C"]}
    )
    hearts = Row(2, "C", {"N": 3, "E": 3, "S": 3})
    for tricks, wrong in ((1, False), (0, True)):
        rows = [Row(1, "V", {"N": tricks, "E": 6, "S": 6 - tricks}), hearts]
        assert bool(contradictions(at_once_for_three, rows)) is wrong


def test_in_the_quick_game_rows_by_wind_and_by_side_hold_against_one_another():
    lab12, squadre = find_ruleset("lab12"), find_ruleset("squadre")
    # Kings and jacks are played with misère, hands 1 and 2 of the quick game.
    rows = [Row(1, "KJ", winds(5, 1, 1, 1)), Row(2, "MIS", winds(1, 4, 4, 4))]
    assert [problem[:2] for problem in contradictions(lab12, rows, quick_game=True)] == [(1, "N")]
    assert (
        contradictions(lab12, [Row(1, "KJ", winds(5, 1, 1, 1)), Row(6, "MIS", winds(1, 4, 4, 4))])
        == []
    )
    # In it.wikipedia's order queens are played with hearts: East-West have all hearts but no queen.
    rows = [Row(3, "Q", {"NS": 4, "EW": 0}), Row(4, "NC", winds(0, 6, 0, 7))]
    places = [problem[:2] for problem in contradictions(squadre, rows, quick_game=True)]
    assert places == [(4, "NS"), (4, "EW")]


def test_tricks_that_are_counted_twice_are_the_same_tricks():
    twice = {"name": "Tricks", "unit": "tricks", "units": 8, "value": -3, "family": "negative"}
    edition = make_edition(RUSSIAN, "twice", "Twice", {"contracts": {"W": twice}, "hands": ["V+W"]})
    rows = [Row(1, "V", winds(3, 3, 1, 1)), Row(2, "W", winds(3, 2, 2, 1))]
    assert [problem[:2] for problem in contradictions(edition, rows)] == [(2, "E"), (2, "S")]


def played_rows(ruleset, settings, rng):
    """Rows of boards that count several kinds of unit, from cards taken in random tricks."""
    for plan in ruleset.schedule(settings):
        if plan.together[0] == plan.number < plan.together[-1]:
            yield from fallen(ruleset, settings, plan.board, rng)


@pytest.mark.parametrize("code", ["russian", "lab12", "pt_ind", "itwiki13", "squadre"])
def test_what_cards_gave_is_never_a_contradiction(code):
    ruleset, rng = find_ruleset(code), random.Random(13)
    settings = ruleset.configure({"quick_game": code != "russian"})
    for _night in range(60):
        rows = list(played_rows(ruleset, settings, rng))
        assert len(rows) > 3
        assert score(ruleset, rows, settings=settings).problems == ()
