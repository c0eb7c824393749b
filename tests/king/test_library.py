"""The public interface: the names of ``import king``, a match step by step, a sheet row by row."""

from __future__ import annotations

import doctest
import random
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import king
from king.cards import WINDS, Rank, Suit, number_of_deals
from king.reading import InputError, Refused
from king.rulesets import RULESETS
from king.rulesets.base import RuleSet, Scoring
from king.rulesets.contracts import CONTRACTS
from king.rulesets.setting import SettingError
from king.rulesets.settings import Settings
from king.sheet import ruling_kinds

ROOT = Path(king.__file__).parents[1]
PAGE = ROOT / "docs" / "library.md"
N, E, S, W = WINDS
NOT_A_TRUMP = "N:AKQJ.QJT9..65432 .AK87.AKQ8.KQJT9 T987.65432.JT97. 65432..65432.A87"


def test_the_examples_of_the_page_are_true() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert failed == 0
    assert tried > 20


def test_the_door_lists_its_names_and_each_is_there() -> None:
    assert {"Match", "Sheet", "score", "standings", "deal", "verify", "seat"} <= set(dir(king))
    assert [name for name in king.__all__ if not hasattr(king, name)] == []
    with pytest.raises(AttributeError, match="no attribute 'bridge'"):
        king.bridge  # noqa: B018


def test_to_import_the_game_loads_nothing_of_it_yet() -> None:
    listed = "import king, sys; print([name for name in sys.modules if name.startswith('king.')])"
    answer = subprocess.run(
        [sys.executable, "-c", listed], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "[]"


# -- a match


def dealt(match: king.Match, chance: random.Random) -> king.Deal:
    shape = match.ruleset.deck, len(match.ruleset.winds)
    return king.Deal.numbered(chance.randrange(number_of_deals(*shape)), *shape)


def step(match: king.Match, chance: random.Random) -> None:
    """Take a random legal step."""
    if match.step == "deal":
        match.deal(dealt(match, chance))
        return
    word = chance.choice(match.legal())
    if match.step == "choose":
        if match.ruleset.scoring is Scoring.SHARED:
            word += f" {chance.choice(others(match))}"
        match.choose(word)
    elif match.step == "play":
        match.play(word)
    elif " " in word:
        match.bid(word)
    else:
        match.declare(word)


def others(match: king.Match) -> list[king.Card]:
    """Cards that the dealer does not hold, one of which the dealer may name (R5)."""
    record = str(match).splitlines()[-1].removeprefix("deal ")
    deal, plan = king.Deal.parse_pbn(record), match.plan
    assert plan is not None
    return [card for card in deal.deck if deal.holder(card) is not plan.dealer]


@pytest.mark.parametrize("code", RULESETS)
@pytest.mark.parametrize("quick", [False, pytest.param(True, marks=pytest.mark.at_length)])
def test_a_match_of_legal_steps_ends_in_a_sheet_that_closes_and_its_record_plays_it_again(
    code: str, quick: bool
) -> None:
    chance = random.Random(f"{code} {quick}")
    match = king.Match(code, {"quick_game": quick, "blind": True, "buyer_may_turn": quick})
    while match.step != "over":
        step(match, chance)
    assert match.score().closable
    assert len(match.rows) == match.ruleset.length
    again = king.Match.parse(str(match))
    assert again.rows == match.rows
    assert str(again) == str(match)


def test_every_step_may_be_taken_back() -> None:
    chance = random.Random(7)
    match = king.Match("pt_ind")
    records = [str(match)]
    for _ in range(200):
        step(match, chance)
        records.append(str(match))
    while len(records) > 1:
        assert str(match) == records.pop()
        match.undo()
    assert str(match) == records.pop()
    with pytest.raises(InputError, match="no step"):
        match.undo()


def auctioned() -> king.Match:
    """Match at the seventh hand of the Portuguese game, the first that is sold; its dealer is South."""
    chance = random.Random(1)
    match = king.Match("pt_ind")
    while len(match.rows) < 6:
        step(match, chance)
    match.deal(dealt(match, chance))
    return match


def test_a_hand_is_sold_by_its_calls_and_the_buyer_names_the_trump() -> None:
    match = auctioned()
    assert (match.step, match.turn) == ("bid", W)
    for call in ("W 2", "N 1 null", "E pass"):
        match.bid(call)
    with pytest.raises(Refused, match="cannot bid 2"):
        match.bid("W 2")
    for call in ("W 4", "N pass", "E pass", "S accepts"):
        match.bid(call)
    assert match.step == "declare"
    assert match.legal() == ("S", "H", "D", "C", "NT")
    match.declare("NT")
    assert match.step == "play"
    while len(match.rows) < 7:
        match.play(match.legal()[0])
    sale = match.rows[-1].sale
    assert sale is not None
    assert (sale.seller, sale.buyer, sale.price) == ("S", "W", 4)


def test_nulls_that_are_accepted_are_played_down_without_a_trump() -> None:
    match = auctioned()
    for call in ("W 1 null", "N pass", "E pass", "S accepts"):
        match.bid(call)
    assert (match.step, match.contract and match.contract.code) == ("play", "POS")


def test_a_failed_auction_is_booked_without_play() -> None:
    match = auctioned()
    for call in ("W pass", "N pass", "E pass"):
        match.bid(call)
    match.declare("unplayed")
    assert match.score().rows[-1].points == {N: 75, E: 75, S: 100, W: 75}


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        ("", "line 1"),
        ("lab12", "line 1"),
        ("5", "line 1: expected an object"),
        ('{"ruleset": "whist", "settings": {}}', "line 1: ruleset: expected one of"),
        ('{"ruleset": "lab12", "settings": {}}\nshuffle', "line 2: expected one of deal"),
        ('{"ruleset": "lab12", "settings": {}}\nplay HA', "line 2: the next step is 'deal'"),
        (f'{{"ruleset": "lab12", "settings": {{}}}}\ndeal {NOT_A_TRUMP}\nplay XX', "line 3"),
    ],
)
def test_a_record_that_cannot_be_played_says_the_line(record: str, problem: str) -> None:
    with pytest.raises(InputError) as refusal:
        king.Match.parse(record)
    assert str(refusal.value).startswith(problem)


# -- a sheet


def test_a_chosen_hand_begins_with_its_contract_and_belongs_to_whose_turn_it_is() -> None:
    sheet = king.Sheet("pt_duplas").row(1, "C", NS=3, EW=10).row(2, "POS", "H", NS=5, EW=8)
    first, second = sheet.rows
    assert (first.contract, first.chooser, first.trump) == ("C", "EW", None)
    assert (second.contract, second.chooser, second.trump) == ("POS", "NS", "H")
    # By difference (R10): 3 − 10 hearts at −20, 5 − 8 tricks at 25.
    assert sheet.totals == {"NS": 140 - 75, "EW": -140 + 75}
    assert sheet.problems == ()


def test_a_sheet_with_one_more_row_or_ruling_leaves_the_one_before() -> None:
    sheet = king.Sheet("lab12").row(2, N=1, E=2, W=1)
    ruled = sheet.rule("illegal_play", 2, "E")
    assert (sheet.totals[E], ruled.totals[E], len(sheet.rulings)) == (-6, -12, 0)


def test_a_word_that_says_nothing_on_a_sheet_is_refused() -> None:
    with pytest.raises(ValueError, match="'sideways' is no card"):
        king.Sheet("lab12").row(9, "sideways", N=13)


# -- impossible values


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: king.Row("1"), "Row: hand: expected a whole number, found '1'"),
        (lambda: king.Row(1, units={"N": None}), "Row: units.N: expected a whole number"),
        (lambda: king.Row(1, trump=Suit), "Row: trump: expected text"),
        (lambda: king.Sale(price="4"), "Sale: price: expected a whole number, found '4'"),
        (lambda: king.Ruling("fouled", 1), "Ruling: kind: expected RulingKind, found 'fouled'"),
        (
            lambda: king.Ruling(ruling_kinds.SCORE_ERROR, 1, policy="none"),
            "Ruling: policy: expected one of debit_abs rebalance correct_only",
        ),
        (lambda: king.Card("H", Rank.KING), "Card: expected Suit and Rank"),
        (lambda: king.Deal("NESW"), "owners 'NESW': expected 52, 36 or 32 letters"),
        (lambda: Settings(cappotto="all"), "settings.cappotto: expected one of none plus13 plus14"),
        (
            lambda: RuleSet("x", "X", "a page", CONTRACTS, ("KJ", "XX")),
            "RuleSet x: hands: expected of KJ Q",
        ),
    ],
)
def test_a_value_that_cannot_be_says_what_was_expected(make, problem: str) -> None:
    with pytest.raises(InputError) as refusal:
        make()
    assert str(refusal.value).startswith(problem)


def test_a_penalty_is_one_whichever_sign_it_was_made_with() -> None:
    assert Settings(positive_penalty=Fraction(5)) == Settings()


def test_a_setting_that_does_not_exist_is_refused_by_score_and_by_a_sheet() -> None:
    for make in (
        lambda: king.score("lab12", [], settings={"trumps": 5}),
        lambda: king.Sheet("lab12", {"trumps": 5}),
    ):
        with pytest.raises(SettingError, match="one of the settings"):
            make()


def test_a_value_is_short_when_it_is_shown_and_makes_itself_again() -> None:
    row = king.Row(9, "D", {"N": 2}, sale=king.Sale("N", "E", 4))
    text = "Row(hand=9, contract='D', units={'N': 2}, sale=Sale(seller='N', buyer='E', price=4))"
    assert repr(row) == text
    assert eval(repr(row), vars(king)) == row  # noqa: S307
    deal = king.Deal.numbered(10**20)
    assert eval(repr(deal), vars(king)) == deal  # noqa: S307
    assert repr(king.Card.parse("♥10")) == "Card.parse('HT')"
    assert max(len(repr(ruleset)) for ruleset in RULESETS.values()) < 40
