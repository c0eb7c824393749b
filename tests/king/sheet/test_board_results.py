"""Standings board by board: each hand is compared separately, and the mean of the per cents counts.
Worked out by hand.
"""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, strategies as st

from king.rulesets import find_ruleset
from king.sheet import ruling_kinds
from king.sheet.board_results import boards_by_hand
from king.sheet.comparison import PlayedSheet
from king.sheet.full_sheet import score
from king.sheet.row import Row
from king.sheet.rulings import Ruling
from king.standing.matchpoints import METHODS
from king.standing.ranking import standings
from king.standing.round_results import BoardResult, Result, RoundResults, compare_round
from king.standing.standing_settings import StandingSettings
from tests.king.ranked import overall

BY_BOARD = StandingSettings(method="boards", tiebreaks=())


def sat(
    entry: str, table: int, *points: int | None, apart: bool = False, wind: str = "N"
) -> Result:
    boards = tuple(
        BoardResult(str(number), None if own is None else Fraction(own))
        for number, own in enumerate(points, 1)
    )
    total = sum((board.points for board in boards if board.points is not None), Fraction(0))
    return Result(entry, table, wind, total, boards=boards, apart=apart)


def test_each_board_is_compared_among_all_who_played_it_and_the_mean_counts() -> None:
    """Three tables play three boards, but Elsa's third was fouled. A board's per cent is the share
    of 2(n − 1):

    board 1: −6 −2 −2 make 0, 3 and 3 of 4: 0, 75, 75 per cent; board 2: 0 −10 −4 make 100, 0, 50;
    board 3: 5 and 3 alone make 100 and 0, and Elsa gets 50. So Anna has 200/3, the others 125/3.
    """
    results = (
        sat("Anna", 1, -6, 0, 5),
        sat("Elsa", 2, -2, -10, None),
        sat("Ivo", 3, -2, -4, 3),
    )
    result = standings([RoundResults(1, results)], BY_BOARD)
    assert overall(result) == [(1, "Anna", "200/3"), (2, "Elsa", "125/3"), (2, "Ivo", "125/3")]
    assert str(result.overall[0].explanation[0]) == (
        "Partita 1: 200/3 per cent, the mean of 3 boards; place 1 of 3."
    )


def test_who_is_apart_is_compared_with_the_field_and_moves_nobody_in_it() -> None:
    """Ivo is apart. Board 1: −6 against −2 makes 0 and 100; Ivo's −2 beats one and equals one of
    two: 3 of 4. Board 2: 100 and 0; Ivo's −4 beats one: 2 of 4. Board 3: Anna is alone with 50;
    Ivo's 3 beats nobody.
    """
    results = (
        sat("Anna", 1, -6, 0, 5),
        sat("Elsa", 2, -2, -10, None),
        sat("Ivo", 3, -2, -4, 3, apart=True),
    )
    result = standings([RoundResults(1, results)], BY_BOARD)
    assert overall(result) == [(1, "Anna", "50"), (1, "Elsa", "50"), (3, "Ivo", "125/3")]
    assert str(result.overall[2].explanation[0]).endswith("Compared with the field but not in it.")


def test_a_whole_sheet_can_be_apart_under_every_other_method_too() -> None:
    """Totals are 3, 1 and, apart, 2. By per cent they have 100 and 0, and the 2 beats one of two.
    By places the 2 would be second of three, with 6 points, and moves nobody down.
    """
    results = tuple(
        Result(entry, table, "N", Fraction(total), apart=entry == "Ivo")
        for table, (entry, total) in enumerate({"Anna": 3, "Elsa": 1, "Ivo": 2}.items(), 1)
    )
    for method, points in ("percent", ["100", "50", "0"]), ("places", ["10", "6", "6"]):
        result = standings(
            [RoundResults(1, results)], StandingSettings(method=method, tiebreaks=())
        )
        assert [str(line.match_points) for line in result.overall] == points


@given(
    st.lists(st.tuples(st.integers(-3, 3), st.booleans()), min_size=1, max_size=8),
    st.sampled_from([code for code, method in METHODS.items() if not method.by_table]),
)
def test_who_is_apart_takes_no_place_of_a_round(sheets: list[tuple[int, bool]], code: str) -> None:
    """Rank, equals, size of the field and points of the others are the same without the entry
    apart. It gets the place that it would have if it alone joined them; board by board, the place
    of its per cent among theirs.
    """
    results = [
        Result(f"player {place}", place, "N", Fraction(total), apart=apart)
        for place, (total, apart) in enumerate(sheets)
    ]
    settings = StandingSettings(method=code, tiebreaks=())
    field = [result for result in results if not result.apart]
    by_board = METHODS[code].by_board
    alone = compare_round(RoundResults(1, tuple(field)), settings)
    among = compare_round(RoundResults(1, tuple(results)), settings)
    assert [one[1:] for one in among if not one.result.apart] == [one[1:] for one in alone]
    for one in among:
        if one.result.apart:
            others = [(other.result.total, other.match_points) for other in alone]
            own = (one.result.total, one.match_points)
            better = sum(other[by_board] > own[by_board] for other in others)
            assert (one.rank, one.field) == (1 + better, 1 + len(field))


def test_a_result_without_boards_is_one_board() -> None:
    results = tuple(Result(name, 1, "N", Fraction(total)) for name, total in (("A", 4), ("B", 9)))
    result = standings([RoundResults(1, results)], BY_BOARD)
    assert overall(result) == [(1, "B", "100"), (2, "A", "0")]


# -- second implementation: every pair of results on every board


points_of_board = st.none() | st.integers(-3, 3)


@given(
    st.lists(
        st.tuples(
            st.lists(points_of_board, min_size=3, max_size=3), st.booleans(), st.sampled_from("NE")
        ),
        min_size=1,
        max_size=9,
    )
)
def test_the_worth_is_what_counting_every_pair_makes(
    sheets: list[tuple[list[int | None], bool, str]],
) -> None:
    results = [
        sat(f"player {place}", place, *points, apart=apart, wind=wind)
        for place, (points, apart, wind) in enumerate(sheets)
    ]
    expected = {}
    for me, (own, _apart, wind) in enumerate(sheets):
        shares = []
        for board in range(3):
            rivals = [
                theirs[board]
                for other, (theirs, away, there) in enumerate(sheets)
                if other != me and there == wind and not away and theirs[board] is not None
            ]
            mine = own[board]
            if mine is None or not rivals:
                shares.append(Fraction(1, 2))
                continue
            won = sum(2 if mine > rival else mine == rival for rival in rivals if rival is not None)
            shares.append(Fraction(won, 2 * len(rivals)))
        expected[f"player {me}"] = 100 * sum(shares) / 3
    result = standings([RoundResults(1, tuple(results))], BY_BOARD)
    assert {line.entry: line.match_points for line in result.overall} == expected


# -- the boards of a sheet

LAB12 = find_ruleset("lab12")
ROWS = [
    Row(1, "KJ", {"N": 3, "E": 1, "S": 4, "W": 0}),
    Row(2, "Q", {"N": 1, "E": 1, "S": 1, "W": 1}),
    Row(9, "D", {"N": 2, "E": 6, "S": 3, "W": 2}, "S"),
]


def boards(*rulings: Ruling, averaged: tuple[int, ...] = ()) -> dict[int, list[BoardResult]]:
    scored = score(LAB12, ROWS, rulings)
    sheet = PlayedSheet(1, scored, rulings)
    return {hand: list(columns.values()) for hand, columns in boards_by_hand(sheet, averaged)}


def points(results: list[BoardResult]) -> list[str | None]:
    return [None if one.points is None else str(one.points) for one in results]


def test_a_board_has_the_points_of_its_row() -> None:
    """Each king or jack costs two (§2.1)."""
    assert points(boards()[1]) == ["-6", "-2", "-8", "0"]
    assert {one.board for one in boards()[9]} == {"9"}


def test_a_penalty_is_taken_from_the_hand_that_it_names_else_from_the_first() -> None:
    named = Ruling(ruling_kinds.ADJUSTMENT, 9, "E", points=Fraction(-5))
    of_none = Ruling(ruling_kinds.ADJUSTMENT, None, "S", points=Fraction(-3))
    by_hand = boards(named, of_none)
    assert points(by_hand[9]) == ["2", "1", "3", "2"]
    assert points(by_hand[1]) == ["-6", "-2", "-11", "0"]
    assert points(by_hand[2]) == points(boards()[2])


def test_a_fouled_board_is_the_mean_or_the_arbiters_points_or_none() -> None:
    spread = {"N": Fraction(-2), "E": Fraction(-4), "S": Fraction(-6), "W": Fraction(-4)}
    assigned = Ruling(ruling_kinds.FOULED, 1, points=spread)
    assert points(boards(assigned, averaged=(1,))[1]) == [None] * 4
    assert points(boards(assigned)[1]) == ["-2", "-4", "-6", "-4"]
    assert all(one.apart for one in boards(assigned)[1])
    assert not any(one.apart for one in boards(assigned)[2])
    assert list(boards(Ruling(ruling_kinds.FOULED, 1))) == [2, 9]


@given(
    st.lists(
        st.builds(
            Ruling,
            st.sampled_from(
                [ruling_kinds.ILLEGAL_PLAY, ruling_kinds.SCORE_ERROR, ruling_kinds.WARNING]
            ),
            st.sampled_from([1, 2, 9]),
            st.sampled_from("NESW"),
        ),
        max_size=4,
    )
)
def test_the_boards_of_a_sheet_add_up_to_its_totals(rulings: list[Ruling]) -> None:
    scored = score(LAB12, ROWS, rulings)
    by_hand = dict(boards_by_hand(PlayedSheet(1, scored, tuple(rulings))))
    for column, total in scored.totals.items():
        assert sum(of[column].points or 0 for of in by_hand.values()) == total


def test_where_hands_are_chosen_a_board_compares_among_those_who_chose_the_same() -> None:
    rules = find_ruleset("lab_chiamata")
    units = dict.fromkeys("NESW", 1)
    scored = score(rules, [Row(1, "Q", units, chooser="N")])
    [(_, columns)] = boards_by_hand(PlayedSheet(1, scored))
    assert {one.board for one in columns.values()} == {"1 Q"}
