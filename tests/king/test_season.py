"""A season: the clubs' regulations as data, places of evenings, attendance, missed evenings. All
figures are worked out by hand.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from king.reading import Node
from king.standing.matchpoints import Comparison, place_points
from king.standing.ranking import reach, standings
from king.standing.round_results import EVERYBODY, Result, RoundResults
from king.standing.standing_settings import PRESETS, StandingSettings
from tests.king.ranked import overall


def regulation(code: str) -> StandingSettings:
    return StandingSettings.from_json(Node(dict(PRESETS[code].settings), "", ""))


def evening(number: int, **places: int) -> RoundResults:
    """An evening as a round, with the place of each player."""
    results = [
        Result(name, None, EVERYBODY, Fraction(0), place=place) for name, place in places.items()
    ]
    return RoundResults(number, tuple(results), evening=number)


def partita(number: int, of: int, which: int, **totals: int) -> RoundResults:
    results = [
        Result(name, at, "N", Fraction(total))
        for at, (name, total) in enumerate(totals.items(), start=1)
    ]
    return RoundResults(number, tuple(results), evening=of, partita=which)


def test_the_season_scale_has_twenty_places() -> None:
    """The scale is 32, 27, 22, 17, 16, 15 … 1, and 0 after the twentieth place (T-39,
    RegolamentoGGA).
    """
    settings = regulation("places")
    assert settings.scale is not None
    assert [int(value) for value in settings.scale] == [32, 27, 22, 17, *range(16, 0, -1)]
    assert len(settings.scale) == 20
    assert settings.comparison(None).value(20) == 1
    assert settings.comparison(None).value(21) == 0


def test_equals_share_the_mean_of_their_places() -> None:
    """At a table with 10 6 3 1, totals of 175, 175, 123, 78 make 8, 8, 3, 1 (T-38,
    RegolamentoTornei). On the season scale the first two get (32 + 27) / 2.
    """
    table = Comparison(scale=tuple(map(Fraction, (10, 6, 3, 1))))
    assert place_points([Fraction(total) for total in (175, 175, 123, 78)], table) == [8, 8, 3, 1]
    result = standings([evening(1, Anna=1, Elsa=1, Ivo=3)], regulation("places"))
    assert overall(result) == [(1, "Anna", "59/2"), (1, "Elsa", "59/2"), (3, "Ivo", "22")]


def test_the_genoese_circuit_counts_the_best_nine_of_twelve() -> None:
    """Anna wins ten of twelve partite and is second in two: nine tens count, and a ten and two
    sixes are left out (RegolamentoReCuori, §6).
    """
    rounds = [
        partita(
            number, (number + 1) // 2, 2 - number % 2, Anna=number if number > 2 else -1, Elsa=0
        )
        for number in range(1, 13)
    ]
    assert PRESETS["genoa"].evenings == 6
    first, second = standings(rounds, regulation("genoa")).overall
    assert (first.entry, first.match_points, len(first.counted)) == ("Anna", 90, 9)
    assert [one.match_points for one in first.dropped] == [6, 6, 10]
    assert [(one.of.evening, one.of.partita) for one in first.dropped] == [(1, 1), (1, 2), (6, 2)]
    assert (second.match_points, len(second.counted)) == (2 * 10 + 7 * 6, 9)


def test_the_place_of_an_evening_counts_and_not_its_points() -> None:
    """Anna has 32 + 22, Elsa 27 + 32, Ivo 22 and 32 for a third evening alone."""
    result = standings(
        [evening(1, Anna=1, Elsa=2, Ivo=3), evening(2, Elsa=1, Zoe=2, Anna=3), evening(3, Ivo=1)],
        regulation("places"),
    )
    assert overall(result) == [
        (1, "Elsa", "59"),
        (2, "Anna", "54"),
        (2, "Ivo", "54"),
        (4, "Zoe", "27"),
    ]
    assert list(map(str, result.overall[0].explanation)) == [
        "Evening 1. Place 2 of 3, points 27.",
        "Evening 2. Place 1 of 3, points 32.",
        "Match points: 27 + 32 = 59.",
    ]


def test_a_guest_takes_no_place_of_an_evening() -> None:
    places = [Result("Guest", None, EVERYBODY, Fraction(0), ranked=False, place=1)]
    places += [
        Result("Anna", None, EVERYBODY, Fraction(0), place=2),
        Result("Ivo", None, EVERYBODY, None, place=3),
    ]
    places[2] = Result("Ivo", None, EVERYBODY, Fraction(0), place=3)
    result = standings([RoundResults(1, tuple(places), evening=1)], regulation("places"))
    assert overall(result) == [(1, "Anna", "32"), (2, "Ivo", "27")]
    assert result.unranked == ("Guest",)


def test_who_came_to_too_few_evenings_is_compared_and_has_no_place() -> None:
    """Zoe wins the second partita, so Anna gets 6 there. Zoe came to one evening of two, so she has
    no place.
    """
    rounds = [
        partita(1, 1, 1, Anna=5, Ivo=1),
        partita(2, 1, 2, Zoe=9, Anna=5),
        partita(3, 2, 1, Anna=5, Ivo=9),
    ]
    result = standings(rounds, StandingSettings(minimum_evenings=2))
    assert overall(result) == [(1, "Anna", "22"), (2, "Ivo", "16")]
    assert result.too_few == (("Zoe", 1),)
    assert result.as_json()["too_few"] == [{"entry": "Zoe", "evenings": 1}]
    assert result.unranked == ()


@pytest.mark.parametrize(
    ("missed", "late", "expected"),
    [
        (None, None, [(1, "Anna", "22"), (2, "Ivo", "16"), (3, "Zoe", "10")]),
        (Fraction(1), None, [(1, "Anna", "22"), (2, "Ivo", "16"), (3, "Zoe", "11")]),
        (Fraction(-2), Fraction(3), [(1, "Anna", "22"), (2, "Ivo", "19"), (3, "Zoe", "11")]),
    ],
)
def test_an_evening_missed_and_one_come_late_to_are_worth_what_the_regulation_says(
    missed: Fraction | None, late: Fraction | None, expected: list[tuple[int, str, str]]
) -> None:
    """Ivo left before the second partita. Zoe came late to the first evening and missed the second."""
    rounds = [
        partita(1, 1, 1, Anna=5, Ivo=1),
        partita(2, 1, 2, Zoe=9, Anna=5),
        partita(3, 2, 1, Anna=5, Ivo=9),
    ]
    result = standings(rounds, StandingSettings(missed_points=missed, late_points=late))
    assert overall(result) == expected
    if late is not None:
        assert "Evening 1. Partita 2: came late or left, points 3." in map(
            str, result.overall[1].explanation
        )
        assert "Evening 2. Did not come, points −2." in map(str, result.overall[2].explanation)


def test_what_each_can_still_reach_with_one_partita_to_come() -> None:
    """The best two of three count. Anna has 10 + 10 and cannot improve; Ivo can get from 12 to 16,
    Zoe from 4 to 14: nobody reaches Anna's 20.
    """
    rounds = [partita(1, 1, 1, Anna=9, Ivo=5, Zoe=1), partita(2, 1, 2, Anna=9, Ivo=5)]
    settings = StandingSettings(count_best=2)
    rivals = [
        (rival.entry, rival.points, rival.most, rival.best_place)
        for rival in reach(standings(rounds, settings), settings, 1)
    ]
    assert rivals == [("Anna", 20, 20, 1), ("Ivo", 12, 16, 2), ("Zoe", 4, 14, 2)]
    assert [rival.best_place for rival in reach(standings(rounds, settings), settings, 2)] == [
        1,
        1,
        1,
    ]


def test_nothing_is_said_of_what_can_be_reached_where_points_have_no_most() -> None:
    rounds = [partita(1, 1, 1, Anna=9, Ivo=5)]
    for settings in (StandingSettings(method="raw"), StandingSettings(missed_points=Fraction(-1))):
        assert reach(standings(rounds, settings), settings, 1) == ()


def test_a_rest_that_is_worth_the_mean_moves_with_the_partite_to_come() -> None:
    """Anna has 6 and a rest of 6. If she wins two more she has 6 + 10 + 10, and the rest is worth
    26/3. Elsa has 10 and a rest of 10. If she comes last twice she has 10 + 1 + 1, and the rest is
    worth 12/3, so anybody with more than 16 may pass her.
    """
    settings = regulation("genoa")
    rounds = [partita(1, 1, 1, Elsa=2, Anna=1), partita(2, 1, 2, Zoe=9, Ivo=3)]
    rests = tuple(Result(name, None, None, None, bye=True) for name in ("Elsa", "Anna"))
    rounds[1] = RoundResults(2, (*rounds[1].results, *rests), evening=1, partita=2)
    two = {rival.entry: rival for rival in reach(standings(rounds, settings), settings, 2)}
    assert (two["Anna"].points, two["Anna"].most) == (12, 6 + 10 + 10 + Fraction(26, 3))
    one = {rival.entry: rival for rival in reach(standings(rounds, settings), settings, 1)}
    assert (one["Ivo"].points, one["Ivo"].most) == (6, 16)  # Elsa, last: 10 + 1 + 11/2 = 16,5
    assert one["Ivo"].best_place == 2
    assert (one["Zoe"].most, one["Zoe"].best_place) == (20, 1)
    assert two["Ivo"].best_place == 1
    fixed = StandingSettings(bye_points=Fraction(4))
    assert {rival.entry: rival.most for rival in reach(standings(rounds, fixed), fixed, 2)}[
        "Anna"
    ] == 6 + 4 + 10 + 10
