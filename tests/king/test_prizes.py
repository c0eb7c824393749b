"""Players called up for prizes: the places of the standings, winners by wind, the best single
partita.
"""

from __future__ import annotations

from fractions import Fraction

from king.standing.ranking import standings
from king.standing.reveal import prizes
from king.standing.round_results import Result, RoundResults
from king.standing.standing_settings import StandingSettings


def a_round(number: int, **totals: int) -> RoundResults:
    """Partita of two tables: ``n1=5`` gives the North of table 1 five points."""
    return RoundResults(
        number,
        tuple(
            Result(place, int(place[1]), place[0].upper(), Fraction(total))
            for place, total in totals.items()
        ),
    )


FIRST = {"n1": 5, "n2": -5, "e1": 7, "e2": -7, "s1": -6, "s2": 4, "w1": -6, "w2": 8}
SECOND = {"n1": 20, "n2": 1, "e1": -4, "e2": 0, "s1": -8, "s2": -8, "w1": -8, "w2": 7}


def test_each_wind_has_its_winner_and_the_best_partita_is_the_highest_sheet() -> None:
    awards = prizes(standings([a_round(1, **FIRST), a_round(2, **SECOND)]))
    winners = {wind: [line.entry for line in lines] for wind, lines in awards.winds.items()}
    # East: both have one first place, and 3 points beat −7.
    assert winners == {"N": ["n1"], "E": ["e1"], "S": ["s2"], "W": ["w2"]}
    assert [(sheet.entry, sheet.round, sheet.total) for sheet in awards.best] == [
        ("n1", 2, Fraction(20))
    ]


def test_equals_share_a_prize() -> None:
    awards = prizes(standings([a_round(1, n1=5, n2=5, e1=-5, e2=-5, s1=3, s2=1, w1=-3, w2=-1)]))
    assert sorted(line.entry for line in awards.winds["N"]) == ["n1", "n2"]
    assert sorted(sheet.entry for sheet in awards.best) == ["n1", "n2"]


def test_one_table_has_no_winner_of_a_wind() -> None:
    awards = prizes(standings([a_round(1, n1=9, e1=-1, s1=-4, w1=-4)]))
    assert awards.winds == {}
    assert [sheet.entry for sheet in awards.best] == ["n1"]


def test_tables_that_deal_their_own_cards_give_no_wind_a_winner() -> None:
    settings = StandingSettings(method="tables")
    awards = prizes(standings([a_round(1, **FIRST), a_round(2, **SECOND)], settings))
    assert awards.winds == {}
    assert awards.overall


def test_the_first_three_places_are_called_up_and_no_more() -> None:
    ranked = standings([a_round(1, **FIRST), a_round(2, **SECOND)])
    assert max(line.rank for line in ranked.overall) > 3
    assert [line.entry for line in prizes(ranked).overall] == [
        line.entry for line in ranked.overall if line.rank <= 3
    ]
    # Four players are first in their wind. Points decide, and w2 has the most.
    assert [line.entry for line in prizes(standings([a_round(1, **FIRST)]), places=1).overall] == [
        "w2"
    ]
