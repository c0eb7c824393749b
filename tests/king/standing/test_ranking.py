"""Standings: small nights worked out by hand, and properties of every night (rules §6, A18-A21,
A37).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from king.movements.seating import draw_order
from king.reading import Node
from king.standing.ranking import PointsSoFar, standings
from king.standing.round_results import Result, RoundResults
from king.standing.standing_settings import StandingSettings
from king.standing.tiebreaks import Parting, Settled, partings


def a_round(
    number: int, *tables: dict[str, tuple[str, object]], expected: int | None = None
) -> RoundResults:
    """Results of tables given as ``{"N": ("Rossi", 25), …}``."""
    return RoundResults(
        number,
        tuple(
            Result(entry, table, wind, None if total is None else Fraction(str(total)))
            for table, seats in enumerate(tables, start=1)
            for wind, (entry, total) in seats.items()
        ),
        expected,
    )


def norths(number: int, **totals: object) -> RoundResults:
    return a_round(number, *({"N": (entry, total)} for entry, total in totals.items()))


def ranking(lines) -> list[tuple[int, str, str]]:
    return [(line.rank, line.entry, str(line.match_points)) for line in lines]


EVENING = (
    a_round(
        1,
        {"N": ("Anna", 12), "E": ("Bruno", -4), "S": ("Carla", -11), "W": ("Dino", 3)},
        {"N": ("Elsa", -6), "E": ("Furio", 9), "S": ("Gina", 2), "W": ("Ugo", -5)},
        {"N": ("Ivo", 12), "E": ("Lea", 0), "S": ("Mara", -3), "W": ("Nino", -9)},
    ),
    a_round(
        2,
        {"N": ("Anna", -7), "E": ("Furio", 5), "S": ("Mara", 5), "W": ("Ugo", -3)},
        {"N": ("Elsa", 8), "E": ("Lea", 5), "S": ("Carla", -13), "W": ("Nino", 0)},
        {"N": ("Ivo", 1), "E": ("Bruno", 5), "S": ("Gina", -4), "W": ("Dino", -2)},
    ),
)
"""Three tables, two rounds, winds kept. By hand, with 10 6 4:

N  Anna 8 + 4 = 12, Elsa 4 + 10 = 14, Ivo 8 + 6 = 14 (12 and 12 share 10 and 6 in round 1)
E  Bruno 4 + 20/3, Furio 10 + 20/3, Lea 6 + 20/3 (5, 5, 5 share 10, 6 and 4 in round 2)
S  Carla 4 + 4, Gina 10 + 6, Mara 6 + 10
W  Dino 10 + 6, Ugo 6 + 4, Nino 4 + 10
"""


def test_match_points_of_the_sum_over_the_partite_are_not_those_of_each_partita_a18():
    """Labyrinth's single tournament has first "somma dei punteggi", then "punti-partita" (§11.8).

    Sums by hand: N Ivo 13, Anna 5, Elsa 2; E Furio 14, Lea 5, Bruno 1; S Mara 2, Gina -2, Carla
    -24; W Dino 1, Ugo -8, Nino -9. They get 10, 6 and 4 in that order; partita by partita Anna was
    behind Elsa.
    """
    result = standings(EVENING, StandingSettings(method="sum_then_places", tiebreaks=()))
    assert {line.entry: int(line.match_points) for line in result.overall} == {
        "Ivo": 10,
        "Furio": 10,
        "Mara": 10,
        "Dino": 10,
        "Anna": 6,
        "Lea": 6,
        "Gina": 6,
        "Ugo": 6,
        "Elsa": 4,
        "Bruno": 4,
        "Carla": 4,
        "Nino": 4,
    }
    assert ranking(result.winds["N"]) == [(1, "Ivo", "10"), (2, "Anna", "6"), (3, "Elsa", "4")]
    [anna] = [line for line in result.overall if line.entry == "Anna"]
    assert [str(phrase) for phrase in anna.explanation][:4] == [
        "Partita 1, N: place 1 of 3, points 12.",
        "Partita 2, N: place 3 of 3, points −7.",
        "Points: 12 + −7 = 5.",
        "N, by the sum 5: place 2 of 3, match points 6.",
    ]
    assert anna.total == 5


def test_equal_sums_share_the_places_and_only_the_best_sheets_count_where_so_many_do():
    """Equal sums share 10 and 6, 8 each (T-38). With the best sheet alone the Norths have 12
    (Anna), 12 (Ivo) and 8.
    """
    best = StandingSettings(method="sum_then_places", count_best=1, tiebreaks=())
    result = standings(EVENING, best)
    assert ranking(result.winds["N"]) == [(1, "Anna", "8"), (1, "Ivo", "8"), (3, "Elsa", "4")]


def test_an_evening_of_three_tables_comes_out_as_worked_by_hand():
    result = standings(EVENING)
    assert ranking(result.overall) == [
        (1, "Furio", "50/3"),
        (
            2,
            "Mara",
            "16",
        ),  # 16 with one first and one second place each, nothing left out; the sheets: 2,
        (3, "Dino", "16"),  # 1
        (4, "Gina", "16"),  # and -2
        (5, "Ivo", "14"),  # 14, one first each; a second place
        (6, "Elsa", "14"),  # and a third
        (7, "Nino", "14"),  # likewise, and fewer points: 8 - 6 = 2 against 0 - 9 = -9
        (8, "Lea", "38/3"),
        (9, "Anna", "12"),
        (10, "Bruno", "32/3"),
        (11, "Ugo", "10"),
        (12, "Carla", "8"),
    ]


def test_each_wind_has_a_standing_of_its_own_while_winds_are_kept():
    result = standings(EVENING)
    assert list(result.winds) == ["N", "E", "S", "W"]
    assert ranking(result.winds["N"]) == [(1, "Ivo", "14"), (2, "Elsa", "14"), (3, "Anna", "12")]
    assert ranking(result.winds["S"]) == [(1, "Mara", "16"), (2, "Gina", "16"), (3, "Carla", "8")]


def test_a_wind_may_rank_by_the_points_of_its_sheets():
    """Anna has 12 - 7 = 5 by points (A19), Elsa 2, Ivo 13."""
    result = standings(EVENING, StandingSettings(winds_by="raw_points"))
    assert [(line.entry, line.total) for line in result.winds["N"]] == [
        ("Ivo", 13),
        ("Anna", 5),
        ("Elsa", 2),
    ]
    assert [str(line.match_points) for line in result.winds["N"]] == ["14", "12", "14"]
    assert result.overall == standings(EVENING).overall


def test_a_round_ranks_each_wind_by_itself():
    first = standings(EVENING).rounds[0].as_json()["winds"]
    assert first["N"] == [
        {"entry": "Anna", "rank": 1, "total": "12", "match_points": "8"},
        {"entry": "Ivo", "rank": 1, "total": "12", "match_points": "8"},
        {"entry": "Elsa", "rank": 3, "total": "-6", "match_points": "4"},
    ]


def test_a_line_says_which_rule_put_it_where_it_is():
    lines = {line.entry: line for line in standings(EVENING).overall}
    assert (lines["Mara"].tiebreak, lines["Ivo"].tiebreak, lines["Elsa"].tiebreak) == (
        "raw_points",
        "seconds",
        "raw_points",
    )
    assert lines["Anna"].tiebreak is None
    assert [str(phrase) for phrase in lines["Ivo"].explanation] == [
        "Partita 1, N: place 1 of 3, shared by 2, match points 8.",
        "Partita 2, N: place 2 of 3, match points 6.",
        "Match points: 8 + 6 = 14.",
        "Level with Elsa, Nino; second places: 1 against 0, 0.",
    ]


def test_where_the_points_of_the_sheets_count_they_are_called_points_and_written_as_numbers():
    """Two soloists (R12) play two rounds; Ada has −710 + 390 = −320 (A19)."""
    rounds = tuple(
        RoundResults(
            number, (Result("Ada", 1, "all", Fraction(ada)), Result("Leo", 1, "all", Fraction(leo)))
        )
        for number, (ada, leo) in ((1, (-710, 40)), (2, (390, 40)))
    )
    leo, ada = standings(rounds, StandingSettings(method="raw")).overall
    assert (leo.entry, ada.entry) == ("Leo", "Ada")
    assert [str(phrase) for phrase in ada.explanation][:3] == [
        "Partita 1: place 2 of 2, points \N{MINUS SIGN}710.",
        "Partita 2: place 1 of 2, points 390.",
        "Points: \N{MINUS SIGN}710 + 390 = \N{MINUS SIGN}320.",
    ]


MOVED = (EVENING[0], a_round(2, {"N": ("Bruno", 1), "E": ("Anna", 2)}))
"""Anna and Bruno change winds in round 2, which only they play: 10 for each. Ten of twelve kept their wind.

N  Anna 8 + 10 (one partita at each wind: ranked at her first one), Ivo 8, Elsa 4
E  Bruno 4 + 10, Furio 10, Lea 6
"""


def test_a_place_without_a_wind_beside_partite_at_a_wind_puts_nobody_into_the_list_of_a_wind() -> (
    None
):
    """In an earlier evening only Anna's place is known, without a wind. The others only played at
    their winds.
    """
    evening = RoundResults(1, (Result("Anna", None, "all", Fraction(-1), place=1),))
    result = standings([evening, norths(2, Anna=5, Bruno=3, Carla=1, Dora=0)])
    assert [line.entry for line in result.winds["N"]] == ["Bruno", "Carla", "Dora"]
    assert (result.changed_winds, result.ranked_at) == (("Anna",), {})


def test_two_who_changed_winds_are_ranked_where_they_set_out_and_the_others_lists_stand() -> None:
    """A mix-up of two players does not cancel the prizes by wind (§6: four wind winners)."""
    result = standings(MOVED)
    assert ranking(result.winds["N"]) == [(1, "Anna", "18"), (2, "Ivo", "8"), (3, "Elsa", "4")]
    assert ranking(result.winds["E"]) == [(1, "Bruno", "14"), (2, "Furio", "10"), (3, "Lea", "6")]
    assert [line.entry for line in result.winds["S"]] == ["Gina", "Mara", "Carla"]
    assert (result.changed_winds, result.ranked_at) == (
        ("Anna", "Bruno"),
        {"Anna": "N", "Bruno": "E"},
    )
    assert "Sat as long at one wind as at another; ranked at N, the first of them." in map(
        str, result.winds["N"][0].explanation
    )


def test_who_changed_is_ranked_where_he_played_most_or_where_he_set_out_as_is_chosen() -> None:
    """In a third round Anna is alone at East again, so two of her three partite are there: 8 + 10 +
    10.
    """
    rounds = (*MOVED, a_round(3, {"E": ("Anna", 2)}))
    most = standings(rounds)
    first = standings(rounds, StandingSettings(changed_winds="first"))
    assert (most.ranked_at["Anna"], first.ranked_at["Anna"]) == ("E", "N")
    assert ranking(most.winds["E"])[0] == (1, "Anna", "28")
    assert ranking(most.winds["N"]) == [(1, "Ivo", "8"), (2, "Elsa", "4")]
    assert first.as_json()["changed_by"] == "first"


def test_with_places_of_the_sums_who_changed_is_compared_in_each_wind_with_everybody_who_sat_there() -> (
    None
):
    """East has Bruno −4, Furio 9, Lea 0, and 2 from Anna's partita there: Furio 10, Anna 6, Lea 4,
    Bruno 3 (§11.8).

    North has Anna 12, Ivo 12, Elsa −6, and 1 from Bruno's: 8, 8, Bruno 4, Elsa 3. Anna gets 8 + 6,
    Bruno 3 + 4.
    """
    result = standings(MOVED, StandingSettings(method="sum_then_places"))
    assert ranking(result.winds["N"]) == [(1, "Anna", "14"), (2, "Ivo", "8"), (3, "Elsa", "3")]
    assert ranking(result.winds["E"]) == [(1, "Furio", "10"), (2, "Bruno", "7"), (3, "Lea", "4")]


def test_hands_count_where_somebody_changed_wind_within_a_partita() -> None:
    """Anna plays a round at one wind, and one with 5 hands of 12 at North and 7 at East. With a
    full round at North she has 1 + 5/12 there; with one at East 1 + 7/12.
    """
    sat = (("N", 5), ("E", 7))
    whole, part = Result("Anna", 1, "N", Fraction(1)), Result("Anna", 1, "E", Fraction(2), sat=sat)
    others = tuple(Result(name, 2, "N", Fraction(0)) for name in ("Elsa", "Ivo", "Ugo"))
    mostly_north = standings([RoundResults(1, (whole, *others)), RoundResults(2, (part,))])
    mostly_east = standings(
        [RoundResults(1, (part, *others)), RoundResults(2, (replace(whole, wind="E"),))]
    )
    assert mostly_north.ranked_at == {"Anna": "N"}
    assert mostly_east.ranked_at == {"Anna": "E"}


def test_winds_drawn_anew_for_everybody_make_no_list_by_wind_unless_it_is_asked_for() -> None:
    """There is no such list if half of the players or more changed wind (A20)."""
    rounds = (
        a_round(1, {"N": ("Anna", 1), "E": ("Bruno", 2)}),
        a_round(2, {"E": ("Anna", 1), "N": ("Bruno", 2)}),
    )
    assert standings(rounds).winds == {}
    by_wind = standings(rounds, StandingSettings(by_wind=True)).winds
    assert {wind: [line.entry for line in lines] for wind, lines in by_wind.items()} == {
        "N": ["Anna"],
        "E": ["Bruno"],
    }


def test_only_the_best_results_count_and_the_rest_are_listed():
    evenings = [norths(1, Anna=5, Elsa=1), norths(2, Anna=1, Elsa=5), norths(3, Anna=5, Elsa=1)]
    best = standings(evenings, StandingSettings(count_best=2)).overall
    assert ranking(best) == [(1, "Anna", "20"), (2, "Elsa", "16")]
    assert best[0].as_json()["counted"] == [
        {"round": 1, "match_points": "10"},
        {"round": 3, "match_points": "10"},
    ]
    assert best[0].as_json()["dropped"] == [{"round": 2, "match_points": "6"}]
    assert best[0].total == 11


def test_what_was_left_out_decides_between_equals():
    """With the best 1 of 2 both have 10; left out are 6 and 4. The Re Cuori circuit compares those
    next.
    """
    rounds = [norths(1, Anna=9, Elsa=5, Ivo=1), norths(2, Anna=1, Elsa=9, Ivo=5)]
    chosen = StandingSettings(count_best=1, tiebreaks=("firsts", "dropped"))
    lines = standings(rounds, chosen).overall
    assert [(line.entry, line.tiebreak) for line in lines] == [
        ("Elsa", "dropped"),
        ("Anna", "dropped"),
        ("Ivo", None),
    ]


THREE_PARTITE = (
    norths(1, Anna=12, Bruno=5),
    norths(2, Anna=9, Bruno=20),
    norths(3, Anna=30, Bruno=8),
)
"""Anna has 10 6 10, Bruno 6 10 6. With only the best one both have 10."""


def test_places_of_results_that_are_left_out_decide_nothing():
    """Anna's second first place is left out, as the later of two equal ones, and so are Bruno's
    second places (§13.12).
    """
    for rules in (("firsts",), ("seconds",)):
        best = standings(THREE_PARTITE, StandingSettings(count_best=1, tiebreaks=rules)).overall
        assert ranking(best) == [(1, "Anna", "10"), (1, "Bruno", "10")]
        assert [line.tiebreak for line in best] == ["tied", "tied"]
    # If all three count, Anna leads by 26 to 22.
    assert ranking(standings(THREE_PARTITE, StandingSettings()).overall)[0] == (1, "Anna", "26")


def test_points_of_the_sheets_are_those_of_all_or_of_those_that_count():
    """All partite together: Anna 51, Bruno 33. Those that count: 12 in Anna's first, 20 in Bruno's
    second.
    """
    for rule, first in (("raw_points", "Anna"), ("counted_points", "Bruno")):
        best = standings(THREE_PARTITE, StandingSettings(count_best=1, tiebreaks=(rule,))).overall
        assert best[0].entry == first
        assert best[0].tiebreak == rule
    sentence = str(best[0].explanation[-1])
    assert (
        sentence
        == "Level with Anna; points made at the table, in the partite that count: 20 against 12."
    )


def test_more_first_places_win_before_more_second_places():
    """With the scale 4 2 0 all have 4: Anna and Ivo by a first place each, Elsa by two second
    places.
    """
    scale = StandingSettings(scale=(Fraction(4), Fraction(2), Fraction(0)), tail=Fraction(0))
    rounds = [norths(1, Anna=3, Elsa=2, Ivo=1), norths(2, Ivo=3, Elsa=2, Anna=1)]
    lines = standings(rounds, scale).overall
    assert [(line.entry, line.tiebreak) for line in lines] == [
        ("Anna", "tied"),
        ("Ivo", "tied"),
        ("Elsa", "firsts"),
    ]
    assert [line.rank for line in lines] == [1, 1, 3]


def test_each_line_says_what_broke_a_tie_with_the_one_above_it_and_no_other_does():
    """Worked out by hand, with 10 6 4: Furio 50/3. Mara, Dino and Gina have 16 with a first and a
    second place each, and 2, 1 and −2 on their sheets. Ivo, Elsa and Nino have 14 with a first
    place each: Ivo has a second, Elsa and Nino a third, with 2 and −9 on their sheets. Nobody below
    is tied.
    """
    lines = standings(EVENING).overall
    reasons = [(line.match_points, line.rank, line.explanation) for line in lines]
    raw = "raw_points"
    expected = {
        "Dino": Parting(raw, Fraction(1), Fraction(2)),
        "Gina": Parting(raw, Fraction(-2), Fraction(1)),
        "Elsa": Parting("seconds", Fraction(0), Fraction(1)),
        "Nino": Parting(raw, Fraction(-9), Fraction(2)),
    }
    assert partings(reasons) == [expected.get(line.entry) for line in lines]
    # In the form that a publication stores.
    written = [
        (points, rank, [str(why) for why in explanation]) for points, rank, explanation in reasons
    ]
    assert partings(written) == partings(reasons)


def test_a_shared_place_is_said_of_who_shares_it_with_the_one_above():
    lines = standings([norths(1, Anna=3, Elsa=3, Ivo=1)]).overall
    result = partings((line.match_points, line.rank, line.explanation) for line in lines)
    assert result == [None, Parting("tied"), None]


def test_a_tie_that_no_rule_breaks_is_a_shared_place():
    lines = standings([norths(1, Anna=3, Elsa=3, Ivo=1)]).overall
    assert [(line.rank, line.tiebreak) for line in lines] == [(1, "tied"), (1, "tied"), (3, None)]
    assert str(lines[0].explanation[-1]) == "Level with Elsa on every rule: the place is shared."


def test_equals_stand_in_the_order_of_an_alphabet_that_knows_their_letters():
    names = ["Zita", "Łukasz", "Şahin", "Émile", "Lara", "Mara", "sara", "Elsa"]
    level = norths(1, **dict.fromkeys(names, 0))
    in_order = ["Elsa", "Émile", "Lara", "Łukasz", "Mara", "Şahin", "sara", "Zita"]
    result = standings([level])
    assert [line.entry for line in result.overall] == in_order
    assert [line.result.entry for line in result.rounds[0].winds["N"]] == in_order


def test_a_seed_draws_lots_for_what_is_still_level():
    lines = standings(
        [norths(1, Anna=3, Elsa=3, Ivo=3)], StandingSettings(lot_seed=b"evening")
    ).overall
    assert [line.entry for line in lines] == list(
        draw_order(["Anna", "Elsa", "Ivo"], b"evening", "lot")
    )
    assert [(line.rank, line.tiebreak) for line in lines] == [(1, "lot"), (2, "lot"), (3, "lot")]


def test_lots_drawn_by_hand_are_an_order_of_names():
    lines = standings(
        [norths(1, Anna=3, Elsa=3, Ivo=3)], StandingSettings(lot_order=("Ivo", "Anna", "Elsa"))
    ).overall
    assert [line.entry for line in lines] == ["Ivo", "Anna", "Elsa"]


def test_finalists_who_are_level_fall_back_on_the_earlier_standing():
    chosen = StandingSettings(tiebreaks=("firsts", "previous"), previous=("Elsa", "Anna"))
    lines = standings([norths(1, Anna=3, Elsa=3)], chosen).overall
    assert [(line.rank, line.entry, line.tiebreak) for line in lines] == [
        (1, "Elsa", "previous"),
        (2, "Anna", "previous"),
    ]


def test_a_house_player_takes_no_place_and_pushes_nobody_down():
    jolly = Result("Jolly", 3, "N", Fraction(99), ranked=False)
    plain = norths(1, Anna=3, Elsa=1)
    with_jolly = standings([RoundResults(1, (*plain.results, jolly))])
    assert ranking(with_jolly.overall) == [(1, "Anna", "10"), (2, "Elsa", "6")]
    assert with_jolly.unranked == ("Jolly",)
    assert with_jolly.as_json()["rounds"][0]["unranked"] == [
        {"entry": "Jolly", "wind": "N", "total": "99"}
    ]


@pytest.mark.parametrize(
    ("bye_points", "expected"), [(None, "8"), (Fraction(0), "0"), (Fraction(7, 2), "7/2")]
)
def test_a_bye_earns_the_mean_of_the_other_rounds_or_a_fixed_number(bye_points, expected):
    """Anna made 10 and 6 in the rounds that she played (A21)."""
    rounds = [norths(1, Anna=5, Elsa=1), norths(2, Anna=1, Elsa=5)]
    bye = RoundResults(3, (Result("Anna", None, None, None, bye=True),))
    result = standings([*rounds, bye], StandingSettings(bye_points=bye_points))
    assert str(result.rounds[2].byes[0].match_points) == expected
    anna = next(line for line in result.overall if line.entry == "Anna")
    assert anna.match_points == 16 + Fraction(expected)
    assert result.winds  # a bye does not count as a change of wind


def test_a_sheet_that_is_not_in_earns_nothing_yet_and_is_no_last_place():
    result = standings([norths(1, Anna=5, Elsa=None, Ivo=1)])
    assert result.as_json()["rounds"][0]["winds"]["N"] == [
        {"entry": "Anna", "rank": 1, "total": "5", "match_points": "10"},
        {"entry": "Ivo", "rank": 2, "total": "1", "match_points": "6"},
        {"entry": "Elsa", "rank": None, "total": None, "match_points": "0"},
    ]


def test_matchpoints_of_a_field_with_missing_sheets_are_put_on_the_full_range():
    """Three of six sheets are in, so Neuberg's formula applies."""
    field = a_round(
        1, *({"N": (name, total)} for name, total in zip("ABC", (3, 2, 1), strict=True)), expected=6
    )
    result = standings([field], StandingSettings(method="matchpoints"))
    assert ranking(result.overall) == [(1, "A", "9"), (2, "B", "5"), (3, "C", "1")]


def test_by_table_each_table_is_its_own_field():
    """Table 1 is the example T-38; table 2 gets the plain scale."""
    rounds = [
        a_round(
            1,
            {"N": ("Anna", 175), "E": ("Bruno", 175), "S": ("Carla", 123), "W": ("Dino", 78)},
            {"N": ("Elsa", 9), "E": ("Furio", 8), "S": ("Gina", 7), "W": ("Ugo", 6)},
        )
    ]
    result = standings(rounds, StandingSettings(method="tables"))
    assert [str(one.match_points) for one in result.rounds[0].tables["1"]] == ["8", "8", "3", "1"]
    assert [str(one.match_points) for one in result.rounds[0].tables["2"]] == ["10", "6", "3", "1"]
    assert [line["rank"] for line in result.as_json()["rounds"][0]["winds"]["S"]] == [3, 3]


def test_pairs_are_compared_line_by_line():
    rounds = [
        a_round(1, {"NS": ("A-B", 5), "EW": ("C-D", -5)}, {"NS": ("E-F", 7), "EW": ("G-H", -7)})
    ]
    result = standings(rounds)
    assert ranking(result.winds["NS"]) == [(1, "E-F", "10"), (2, "A-B", "6")]
    assert ranking(result.winds["EW"]) == [(1, "C-D", "10"), (2, "G-H", "6")]


def test_raw_points_rank_by_the_sum_of_the_sheets():
    result = standings(EVENING, StandingSettings(method="raw"))
    assert ranking(result.winds["N"]) == [(1, "Ivo", "13"), (2, "Anna", "5"), (3, "Elsa", "2")]


def test_a_single_table_makes_four_winners_by_wind():
    result = standings([a_round(1, {"N": ("Anna", 1), "E": ("Bruno", -1)})])
    assert [line.rank for line in result.overall] == [1, 2]
    assert "nobody to compare with" in str(result.overall[0].explanation[0])


def test_an_entry_with_two_results_in_a_round_is_reported_and_counted_once():
    twice = RoundResults(
        1, (*norths(1, Anna=5, Elsa=1).results, Result("Anna", 9, "E", Fraction(2)))
    )
    result = standings([twice])
    assert [(p.code, p.round, p.entries) for p in result.problems] == [
        ("entry_twice", 1, ("Anna",))
    ]
    assert ranking(result.overall) == [(1, "Anna", "10"), (2, "Elsa", "6")]


def test_two_entries_on_one_seat_are_reported():
    same = RoundResults(
        1, (Result("Anna", 1, "N", Fraction(5)), Result("Elsa", 1, "N", Fraction(1)))
    )
    assert [(p.code, p.entries) for p in standings([same]).problems] == [
        ("seat_twice", ("Anna", "Elsa"))
    ]


def test_a_round_given_twice_is_reported():
    assert [p.code for p in standings([norths(1, Anna=1), norths(1, Elsa=1)]).problems] == [
        "round_twice"
    ]


def test_no_rounds_make_an_empty_standing():
    assert standings([]).as_json() == {"rounds": [], "overall": [], "winds": {}}


# --- settled after play
# --------------------------------------------------------------------------------------------

LEVEL = (norths(1, Anna=5, Elsa=1, Ivo=5), norths(2, Anna=1, Elsa=5, Ivo=1))
"""By hand, with 10 6 4: Anna and Ivo 8 + 5 = 13 each (10 and 6 shared, then 6 and 4), Elsa 4 + 10 = 14. Anna and Ivo
have one first place (shared), one second and 6 points each, so every rule of A37 leaves them level."""


def settled(kind: str = "play_off", standing: str = "overall", **places: int) -> StandingSettings:
    return StandingSettings(
        settled=(Settled(standing, kind, tuple(places.items()), "Una mano secca."),)
    )


def test_a_tie_that_every_rule_leaves_is_settled_by_the_order_of_a_play_off() -> None:
    assert [(line.rank, line.entry) for line in standings(LEVEL).overall] == [
        (1, "Elsa"),
        (2, "Anna"),
        (2, "Ivo"),
    ]
    result = standings(LEVEL, settled(Anna=2, Ivo=1))
    assert [(line.rank, line.entry) for line in result.overall] == [
        (1, "Elsa"),
        (2, "Ivo"),
        (3, "Anna"),
    ]
    assert (result.overall[1].tiebreak, result.unfit) == ("play_off", ())
    assert [str(phrase) for phrase in result.overall[1].explanation][-2:] == [
        "Level with Anna; in the play-off 1 against 2.",
        "Settled after play: Una mano secca.",
    ]
    assert result.as_json()["settled"][0]["places"] == {"Anna": 2, "Ivo": 1}


def test_what_was_settled_overall_settles_nothing_among_the_norths() -> None:
    """The prize of the wind is a different one, so the two share its place."""
    result = standings(LEVEL, settled(Anna=2, Ivo=1))
    assert [(line.rank, line.entry) for line in result.winds["N"]] == [
        (1, "Elsa"),
        (2, "Anna"),
        (2, "Ivo"),
    ]


def test_what_no_longer_fits_does_not_apply_and_is_named() -> None:
    """A correction gives Ivo 6 in the second partita: Ivo 18, Anna 8 + 4 = 12, Elsa 10. There is no
    tie to settle any more.
    """
    moved = (LEVEL[0], norths(2, Anna=1, Elsa=5, Ivo=6))
    result = standings(moved, settled(Anna=1, Ivo=2))
    assert [line.entry for line in result.overall] == ["Ivo", "Anna", "Elsa"]
    assert [settlement.kind for settlement in result.unfit] == ["play_off"]
    three = (norths(1, Anna=5, Elsa=5, Ivo=5),)
    assert [line.rank for line in standings(three, settled(Anna=1, Ivo=2)).overall] == [1, 1, 1]


def test_equal_places_in_what_settles_stay_level() -> None:
    result = standings(
        (norths(1, Anna=5, Elsa=5, Ivo=5),), settled("previous", Anna=3, Elsa=1, Ivo=3)
    )
    assert [(line.rank, line.entry, line.tiebreak) for line in result.overall] == [
        (1, "Elsa", "previous"),
        (2, "Anna", "tied"),
        (2, "Ivo", "tied"),
    ]


def test_a_settled_tie_is_read_as_the_answer_writes_it() -> None:
    chosen = settled("lot", "N", Anna=1, Ivo=2)
    form = [settlement.as_json() for settlement in chosen.settled]
    assert StandingSettings.from_json(Node({"settled": form}, "", "")).settled == chosen.settled


# --- properties of every night
# ------------------------------------------------------------------------------------


@st.composite
def nights(draw) -> list[RoundResults]:
    """One to four rounds of one to five tables. Totals come from a narrow range, so that ties are
    frequent.
    """
    tables, length = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    total = st.integers(-3, 3).map(Fraction)
    rounds = []
    for number in range(1, length + 1):
        seated = draw(st.permutations([f"player {i}" for i in range(4 * tables)]))
        results = [
            Result(name, i // 4 + 1, "NESW"[i % 4], draw(total), ranked=draw(st.integers(0, 9)) > 0)
            for i, name in enumerate(seated)
        ]
        rounds.append(RoundResults(number, tuple(results)))
    return rounds


chosen_settings = st.builds(
    StandingSettings,
    method=st.sampled_from(
        ["places", "matchpoints", "percent", "boards", "datum", "raw", "tables"]
    ),
    count_best=st.none() | st.integers(1, 4),
    lot_seed=st.none() | st.just(b"seed"),
)


@given(nights(), chosen_settings, st.booleans(), st.randoms(use_true_random=False))
def test_points_so_far_are_those_of_the_overall_standing_after_each_round(
    rounds, chosen, by_sum, random
):
    if by_sum:
        chosen = replace(chosen, method="sum_then_places", count_best=None)
    rested = replace(rounds[-1].results[0], table=None, wind=None, total=None, bye=True)
    waits = replace(rounds[-1].results[1], total=None)
    more = (rested, waits, *rounds[-1].results[2:])
    rounds[-1] = replace(rounds[-1], results=tuple(random.sample(more, len(more))))
    so_far = PointsSoFar(chosen)
    for number, played in enumerate(rounds, start=1):
        so_far = so_far.and_then(played)
        assert so_far.figures == {
            line.entry: (line.match_points, line.total)
            for line in standings(rounds[:number], chosen).overall
        }


@given(nights(), chosen_settings, st.randoms(use_true_random=False))
def test_the_order_of_the_input_says_nothing(rounds, chosen, random):
    shuffled = []
    for round_ in rounds:
        results = list(round_.results)
        random.shuffle(results)
        shuffled.append(replace(round_, results=tuple(results)))
    random.shuffle(shuffled)
    assert standings(shuffled, chosen).as_json() == standings(rounds, chosen).as_json()


@given(nights())
def test_a_wind_hands_out_the_scale_of_its_ranked_players(rounds):
    scale = [10, 6, 4, 3, 2, 1]
    for round_, ranked in zip(rounds, standings(rounds).rounds, strict=True):
        for wind, lines in ranked.winds.items():
            players = sum(r.wind == wind and r.ranked for r in round_.results)
            assert sum(one.match_points for one in lines) == sum((scale + [1] * players)[:players])


@given(nights(), chosen_settings)
def test_ranks_follow_match_points_and_match_points_add_up(rounds, chosen):
    lines = standings(rounds, chosen).overall
    for place, line in enumerate(lines):
        assert line.match_points == sum(one.match_points for one in line.counted)
        assert len(line.counted) + len(line.dropped) == sum(
            r.entry == line.entry and r.ranked for round_ in rounds for r in round_.results
        )
        assert all(
            out.match_points <= one.match_points for out in line.dropped for one in line.counted
        )
        assert line.rank == 1 + sum(other.rank < line.rank for other in lines)
        if place:
            before = lines[place - 1]
            assert before.match_points >= line.match_points
            assert before.rank < line.rank or before.match_points == line.match_points
    level = [sum(other.match_points == line.match_points for other in lines) > 1 for line in lines]
    assert [line.tiebreak is not None for line in lines] == level
    assert all(
        (line.tiebreak == "tied") == (sum(o.rank == line.rank for o in lines) > 1) for line in lines
    )


def test_two_teams_of_one_match_share_its_table_without_being_a_mistake():
    results = (Result("Genova", 1, "all", Fraction(210)), Result("Porto", 1, "all", Fraction(-210)))
    result = standings([RoundResults(1, results)], StandingSettings(method="raw"))
    assert result.problems == ()
    assert [line.entry for line in result.overall] == ["Genova", "Porto"]


def test_points_brought_from_a_qualification_are_added_exactly_and_told():
    """Elsa wins the final of two, but Anna stays ahead by her carried points."""
    chosen = StandingSettings.from_json(Node({"carried": {"Anna": "13/3", "Elsa": 0}}, "", ""))
    rounds = [norths(1, Anna=1, Elsa=5)]
    anna, elsa = standings(rounds, chosen).overall
    assert (anna.entry, anna.match_points, anna.carried) == (
        "Anna",
        Fraction(31, 3),
        Fraction(13, 3),
    )
    assert (elsa.entry, elsa.match_points, elsa.carried) == ("Elsa", Fraction(10), Fraction(0))
    assert "With the 13/3 brought from the qualification: 31/3." in map(str, anna.explanation)
    assert anna.as_json()["carried"] == "13/3"
    assert "carried" not in elsa.as_json()
    assert PointsSoFar(chosen).and_then(rounds[0]).figures == {
        line.entry: (line.match_points, line.total) for line in (anna, elsa)
    }
