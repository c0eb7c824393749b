"""The worked examples T-01 to T-39 of the rules, each with its label and its source."""

from __future__ import annotations

from fractions import Fraction

import pytest

from king.cards import Wind
from king.rulesets import find_ruleset, read_ruleset
from king.sheet.choice import Proposal, next_choice
from king.sheet.full_sheet import score
from king.sheet.row import Row
from king.sheet.sale import AskedSale, Bid, BidRefused, OfferAuction, open_sale
from king.standing.matchpoints import Comparison, place_points

N, E, S, W = Wind
GENOA = "Labyrinth, torneo singolo"
GENOA_PAIRS = "Labyrinth, King a coppie dichiarato"
ITALIAN = "it.wikipedia, King"
PORTUGUESE = "pt.wikipedia, King"
FRENCH = "a French guide"


def expected(code: str) -> list[int]:
    """Expected sum of each row of the system, in points, in the order of the hands."""
    return [
        int(plan.expected) for plan in find_ruleset(code).schedule() if plan.expected is not None
    ]


@pytest.mark.parametrize(
    ("code", "rows", "total"),
    [
        pytest.param(
            "lab12", [-16, -12, -8, -8, -13, -13, -8, 13, 13, 13, 13, 26], 0, id=f"T-01 {GENOA}"
        ),
        pytest.param(
            "itwiki13",
            [-16, -12, -8, -8, -13, -8, -13, 0, 13, 13, 13, 13, 26],
            0,
            id=f"T-03 {ITALIAN}",
        ),
        pytest.param(
            "pt_ind",
            [-260, -260, -200, -240, -160, -180, 325, 325, 325, 325],
            0,
            id=f"T-30 {PORTUGUESE}",
        ),
        # −20 × 8, −20 × 8, −50 × 4, −30 × 8, −160, −90 × 2, and four times 25 × 8. The source is
        # incomplete here.
        pytest.param(
            "fr32",
            [-160, -160, -200, -240, -160, -180, 200, 200, 200, 200],
            -300,
            id=f"T-36 {FRENCH}",
        ),
    ],
)
def test_the_rows_and_the_sheet(code: str, rows: list[int], total: int) -> None:
    assert expected(code) == rows
    assert find_ruleset(code).expected_sum == sum(rows) == total


def test_the_control_totals_of_the_twelve_hands() -> None:
    """The running total is printed beside each row (§0)."""
    controls = [plan.control for plan in find_ruleset("lab12").schedule()]
    assert controls == [-16, -28, -36, -44, -57, -70, -78, -65, -52, -39, -26, 0]


def test_the_sheet_of_declared_pairs_makes_26() -> None:
    """The source (T-04; Labyrinth, King a coppie dichiarato) never states the sum. It is not 0, and
    a slam in hearts raises it by 26.
    """
    lab_coppie = find_ruleset("lab_coppie")
    assert lab_coppie.expected_sum == 26
    slam = score(lab_coppie, [Row(1, "NC", {"NS": 13, "EW": 0}, chooser="NS")])
    assert slam.expected_sum - lab_coppie.contract("NC").total == 26  # +13 where −13 was expected


ROWS = [
    pytest.param(
        "lab13",
        8,
        "DOM",
        {"N": 0, "E": 5, "S": 3, "W": 2},
        {},
        {"N": 10, "E": -5, "S": -3, "W": -2},
        id="T-02 synthetic",
    ),
    pytest.param(
        "lab_coppie",
        1,
        "DOM",
        {"N": 0, "E": 1, "S": 2, "W": 5},
        {},
        {"NS": 4, "EW": -4},
        id=f"T-05 {GENOA_PAIRS}",
    ),
    pytest.param(
        "lab_coppie",
        1,
        "NC",
        {"NS": 13, "EW": 0},
        {},
        {"NS": 13, "EW": 0},
        id=f"T-08 {GENOA_PAIRS}",
    ),
    pytest.param(
        "pirandello",
        1,
        "MIS",
        {"N": 5, "E": 3, "S": 1, "W": 4},
        {"partner": "W", "chooser": "N"},
        {"N": Fraction(-9, 2), "E": -2, "S": -2, "W": Fraction(-9, 2)},
        id=f"T-10 {ITALIAN}",
    ),
    pytest.param(
        "squadre", 2, "Q", {"NS": 3, "EW": 1}, {}, {"NS": -6, "EW": 6}, id=f"T-11 {ITALIAN}"
    ),
    pytest.param(
        "squadre", 4, "KH", {"NS": 1, "EW": 0}, {}, {"NS": -8, "EW": 8}, id=f"T-12 {ITALIAN}"
    ),
    pytest.param(
        "squadre", 6, "U2", {"NS": 1, "EW": 1}, {}, {"NS": 0, "EW": 0}, id=f"T-13 {ITALIAN}"
    ),
    pytest.param(
        "squadre", 2, "Q", {"NS": 2, "EW": 2}, {}, {"NS": 0, "EW": 0}, id=f"T-14 queens, {ITALIAN}"
    ),
    pytest.param(
        "squadre", 1, "KJ", {"NS": 4, "EW": 4}, {}, {"NS": 0, "EW": 0}, id=f"T-14 kings, {ITALIAN}"
    ),
    pytest.param(
        "squadre",
        8,
        "DOM",
        {"N": 0, "E": 2, "S": 2, "W": 4},
        {},
        {"NS": 14, "EW": -14},
        id=f"T-15 {ITALIAN}",
    ),
    pytest.param(
        "squadre",
        9,
        "D",
        {"NS": 10, "EW": 3},
        {"trump": "S"},
        {"NS": 7, "EW": -7},
        id=f"T-16 {ITALIAN}",
    ),
    pytest.param(
        "squadre", 13, "SA", {"NS": 6, "EW": 7}, {}, {"NS": -2, "EW": 2}, id=f"T-17 {ITALIAN}"
    ),
    pytest.param(
        "squadre_terza",
        1,
        "D",
        {"NS": 5, "EW": 8},
        {"trump": "S", "chooser": "NS", "third": True},
        {"NS": -6, "EW": 6},
        id=f"T-20 {ITALIAN}",
    ),
    pytest.param(
        "squadre_terza",
        1,
        "D",
        {"NS": 8, "EW": 5},
        {"trump": "S", "chooser": "NS", "third": True},
        {"NS": 3, "EW": -3},
        id=f"T-23 {ITALIAN}",
    ),
    pytest.param(
        "pt_ind",
        7,
        "POS",
        {},
        {"unplayed": True},
        {"S": 100, "N": 75, "E": 75, "W": 75},
        id=f"T-32 {PORTUGUESE}",
    ),
]


@pytest.mark.parametrize(("code", "hand", "contract", "units", "details", "points"), ROWS)
def test_a_row(
    code: str, hand: int, contract: str, units: dict, details: dict, points: dict
) -> None:
    scored = score(find_ruleset(code), [Row(hand, contract, units, **details)])
    assert dict(scored.rows[0].points) == points
    assert scored.problems == ()


def test_kings_and_jacks_and_misere_proposed_and_the_partner_says_sans_atout() -> None:
    """A third hand that is chosen must be played, and may be any that is left (T-24, it.wikipedia)."""
    choice = next_choice(find_ruleset("squadre_terza"), [])
    assert choice is not None
    proposals = (Proposal("KJ"), Proposal("MIS"))
    assert choice.is_third(proposals, Proposal("SA"))
    assert choice.verify("SA").code == "SA"


@pytest.mark.parametrize(
    ("cappotto", "north", "each", "total"),
    [("plus14", 14, -9, -13), ("plus13", 13, 0, 13), ("none", -13, 0, -13)],
)
def test_thirteen_hearts_of_one_player(cappotto: str, north: int, each: int, total: int) -> None:
    """There are three ways to score them (T-25, it.wikipedia)."""
    itwiki13 = find_ruleset("itwiki13")
    row = Row(5, "NC", {"N": 13, "E": 0, "S": 0, "W": 0})
    scored = score(itwiki13, [row], settings=itwiki13.configure({"cappotto": cappotto}))
    assert dict(scored.rows[0].points) == {N: north, E: each, S: each, W: each}
    assert scored.sum == scored.expected_sum == total


def test_two_asked_then_each_bid_higher_and_never_less() -> None:
    """T-27; Labyrinth, torneo singolo."""
    lab12 = find_ruleset("lab12")
    sale = open_sale(lab12, lab12.contract("D"), N).bid(N, Bid(2))
    assert isinstance(sale, AskedSale)
    sale = sale.bid(E, Bid(2))
    with pytest.raises(BidRefused):
        sale.bid(S, Bid(2))
    assert sale.bid(S, Bid(3)).passed(W).passed(E).sale is not None
    nobody = open_sale(lab12, lab12.contract("D"), N).bid(N, Bid(2))
    assert isinstance(nobody, AskedSale)
    nobody = nobody.passed(E).passed(S).passed(W)
    assert nobody.sale is None
    with pytest.raises(BidRefused):
        nobody.bid(N, Bid(1))


def test_three_up_is_matched_by_three_up_alone() -> None:
    """One null is worth as much but does not match (T-34, pt.wikipedia)."""
    pt_ind = find_ruleset("pt_ind")
    auction = open_sale(pt_ind, pt_ind.contract("POS"), N)
    assert isinstance(auction, OfferAuction)
    auction = auction.bid(E, Bid(1)).bid(S, Bid(3)).passed(W)
    with pytest.raises(BidRefused):
        auction.bid(E, Bid(1, null=True))
    assert auction.bid(E, Bid(3)).highest == (E, Bid(3))


def test_one_point_a_trick_leaves_the_sheet_at_minus_1248() -> None:
    """A Brazilian note in pt.wikipedia (T-35): −1300 + 52. The source contradicts itself."""
    note = read_ruleset(
        {"base": "pt_ind", "code": "br_note", "name": "Note", "changes": {"values": {"POS": "1"}}}
    )
    assert note.expected_sum == -1248


def test_equals_at_a_table_share_the_places_that_they_fill() -> None:
    """The scale is 10, 6, 3, 1 (T-38, the Genoese club's tournament rules)."""
    scale = tuple(map(Fraction, (10, 6, 3, 1)))
    assert place_points(list(map(Fraction, (175, 175, 123, 78))), Comparison(scale=scale)) == [
        8,
        8,
        3,
        1,
    ]


def test_the_season_scale_has_twenty_places() -> None:
    """The scale is 32, 27, 22, 17, 16, 15 … 1, and 0 after the twentieth place (T-39, the Genoese
    club's season).
    """
    season = [32, 27, 22, *range(17, 0, -1)]
    assert len(season) == 20
    totals = [Fraction(100 - place) for place in range(22)]
    comparison = Comparison(scale=tuple(map(Fraction, season)), tail=Fraction(0))
    assert place_points(totals, comparison) == [*season, 0, 0]
