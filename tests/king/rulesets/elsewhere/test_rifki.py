"""Rıfkı (R15): additional rules of play, a King with an illegal play, misdeals."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from king.cards import Card, Deal, Suit, Wind
from king.match import Match
from king.play.replay import start_play
from king.play.tricks import IllegalPlay, Infraction, play_rules
from king.rulesets import find_ruleset
from king.rulesets.base import can_be_played
from king.rulesets.edition import EditionError, make_edition
from king.sheet import ruling_kinds
from king.sheet.choice import ChoiceRefused, next_choice
from king.sheet.full_sheet import score
from king.sheet.row import Row
from king.sheet.rulings import Ruling
from king.standing.ranking import standings
from king.standing.round_results import Result, RoundResults
from king.standing.standing_settings import StandingSettings
from tests.king.deals import cards
from tests.king.sheets import winds

RIFKI = find_ruleset("rifki")
N, E, S, W = Wind


def infraction(play, card):
    with pytest.raises(IllegalPlay) as refusal:
        play.play(Card.parse(card))
    return refusal.value.breach.infraction


def some_deal(west="H9", south="H10"):
    """Deal in which North has clubs but West and South have none. West's only hearts are ♥5 and
    ``west``, South's ♥6 and ``south``.
    """
    pairs = {"W": cards(f"H5 {west}"), "S": cards(f"H6 {south}")}
    clubs = [card for card in Deal.numbered(0, 52).deck if card.suit is Suit.CLUBS]
    hearts = [
        card
        for card in Deal.numbered(0, 52).deck
        if card.suit is Suit.HEARTS and card not in (*pairs["W"], *pairs["S"])
    ]
    others = [
        card for card in Deal.numbered(0, 52).deck if card.suit in (Suit.SPADES, Suit.DIAMONDS)
    ]
    owner = dict.fromkeys(clubs[:7], "N") | dict.fromkeys(clubs[7:], "E")
    owner |= {card: wind for wind, two in pairs.items() for card in two}
    owner |= {card: "N" if place % 2 else "E" for place, card in enumerate(hearts)}
    for card in others:
        room = next(wind for wind in "WSNE" if sum(w == wind for w in owner.values()) < 13)
        owner[card] = room
    return Deal("".join(owner[card] for card in Deal.numbered(0, 52).deck))


def begun(**settings):
    rules = play_rules(RIFKI, RIFKI.configure(settings))
    play = start_play(some_deal(), RIFKI.contract("POS"), rules, N, Suit.HEARTS)
    club = next(card for card in sorted(play.legal(), key=str) if card.suit is Suit.CLUBS)
    return play.play(club).play(Card.parse("H9"))


def test_a_trump_below_one_that_lies_is_a_ruff_and_where_overruffing_is_a_duty_it_is_none():
    assert begun().turn is S
    assert begun().play(Card.parse("H6")).turn is E
    assert infraction(begun(must_overruff=True), "H6") is Infraction.MUST_OVERRUFF
    assert begun(must_overruff=True).play(Card.parse("H10")).turn is E


def test_who_has_no_higher_trump_ruffs_with_a_lower_one():
    rules = play_rules(RIFKI, RIFKI.configure({"must_overruff": True}))
    play = start_play(some_deal("H10", "H9"), RIFKI.contract("POS"), rules, N, Suit.HEARTS)
    club = next(card for card in sorted(play.legal(), key=str) if card.suit is Suit.CLUBS)
    play = play.play(club).play(Card.parse("H10"))
    assert play.legal() == {Card.parse("H6"), Card.parse("H9")}


def all_hearts_with_north():
    return Deal(
        "".join(
            "N"
            if card.suit is Suit.HEARTS
            else {Suit.SPADES: "E", Suit.DIAMONDS: "S", Suit.CLUBS: "W"}[card.suit]
            for card in Deal.numbered(0, 52).deck
        )
    )


@pytest.mark.parametrize("contract", ["C", "K"])
def test_who_holds_nothing_but_hearts_before_one_has_fallen_leads_the_highest(contract):
    def play(**settings):
        rules = play_rules(RIFKI, RIFKI.configure(settings))
        return start_play(all_hearts_with_north(), RIFKI.contract(contract), rules, N)

    assert len(play().legal()) == 13
    led = play(highest_heart=True)
    assert led.legal() == {Card.parse("HA")}
    assert infraction(led, "H2") is Infraction.HIGHEST_HEART
    after = led.play(Card.parse("HA"))
    while after.table:
        after = after.play(min(after.legal(), key=str))
    assert (after.lead, len(after.legal())) == (N, 12)  # a heart has fallen


def test_no_trumps_are_chosen_before_the_hand_that_is_said():
    assert "POS" in {contract.code for contract in next_choice(RIFKI, ()).allowed}
    fifth = RIFKI.configure({"no_trumps_before": 5})
    codes = ["V", "C", "M", "H"]
    choosers = [str(plan.chooser) for plan in RIFKI.schedule(fifth)]
    units = {"V": (4, 3, 3, 3), "C": (4, 3, 3, 3), "M": (2, 1, 1, 0), "H": (2, 2, 2, 2)}
    rows = [
        Row(number, code, winds(*units[code]), chooser=choosers[number - 1])
        for number, code in enumerate(codes, start=1)
    ]
    for number in range(4):
        choice = next_choice(RIFKI, rows[:number], fifth)
        assert "POS" not in {contract.code for contract in choice.allowed}
        with pytest.raises(ChoiceRefused, match="before hand 5"):
            choice.verify("POS")
    assert next_choice(RIFKI, rows, fifth).verify("POS")
    early = Row(2, "POS", winds(4, 3, 3, 3), "H", chooser=choosers[1])
    problems = [(p.hand, p.code) for p in score(RIFKI, [rows[0], early], (), fifth).problems]
    assert problems == [(2, "trump_too_early")]
    assert score(RIFKI, [rows[0], early]).problems == ()


def test_trumps_before_the_fifth_hand_never_happen_in_matches_at_random():
    rng = random.Random("no trumps")
    match = Match("rifki", settings={"no_trumps_before": 5})
    while len(match.rows) < 4:
        if match.step == "deal":
            match.deal(Deal.numbered(rng.randrange(10**20), 52))
        elif match.misdeals:
            match.misdeal(rng.choice(match.misdeals))
        else:
            getattr(match, match.step)(rng.choice(match.legal()))
    assert "POS" not in {row.contract for row in match.rows}


def test_a_king_made_with_an_illegal_play_wins_nothing_outright():
    settings = {"king_tricks": 10}
    first = str(RIFKI.schedule()[0].chooser)
    king = Row(1, "POS", winds(11, 1, 1, 0), "S", chooser=first)
    illegal = Ruling(ruling_kinds.ILLEGAL_PLAY, hand=1, offender="N")
    anothers = Ruling(ruling_kinds.ILLEGAL_PLAY, hand=1, offender="E")
    assert score(RIFKI, [king], (), settings).winner is N
    assert score(RIFKI, [king], [anothers], settings).winner is N
    ruled = score(RIFKI, [king], [illegal], settings)
    assert (ruled.winner, ruled.complete) == (None, False)
    second = Row(2, "V", winds(4, 3, 3, 3), chooser=str(RIFKI.schedule()[1].chooser))
    assert "hand_after_end" not in {
        problem.code for problem in score(RIFKI, [king, second], [illegal], settings).problems
    }
    # The same player's later King, without an illegal play, wins.
    again = Row(3, "POS", winds(10, 1, 1, 1), "S", chooser=str(RIFKI.schedule()[2].chooser))
    assert score(RIFKI, [king, second, again], [illegal], settings).winner is N


# -- the short game: twelve hands of a pool of twelve and four

SHORT = {
    "hands": [code for code in ("V", "C", "M", "H", "K", "2U") for _ in range(2)] + ["POS"] * 4,
    "length": 12,
    "quotas": [
        {"contracts": ["negative"], "most": 2},
        {"contracts": ["positive"], "most": 1},
    ],
}


def short(**changes):
    return make_edition(RIFKI, "short", "Short", SHORT | changes)


def test_a_short_game_is_twelve_hands_of_a_pool_of_sixteen():
    game = short()
    assert (game.length, len(game.rows), len(game.schedule())) == (12, 16, 12)
    assert game.expected_sum is None
    assert can_be_played(game, game.defaults)
    assert {str(plan.chooser) for plan in game.schedule()} == {*"NESW"}


def test_each_player_of_a_short_game_chooses_two_penalties_and_a_trump():
    game = short()
    rng = random.Random("short")
    for _ in range(30):
        rows = []
        while (choice := next_choice(game, rows)) is not None:
            contract = rng.choice(choice.allowed)
            trump = "S" if contract.trump else None
            row = Row(choice.plan.number, contract.code, {}, trump, chooser=str(choice.column))
            rows.append(row)
        assert len(rows) == 12
        chosen = [(row.chooser, row.contract == "POS") for row in rows]
        assert sorted(chosen) == sorted(
            [(wind, False) for wind in "NESW" for _ in range(2)] + [(wind, True) for wind in "NESW"]
        )


def test_a_whole_short_sheet_closes_and_a_thirteenth_hand_is_none_of_it():
    game = short()
    units = {"V": (4, 3, 3, 3), "C": (4, 3, 3, 3), "M": (2, 1, 1, 0), "H": (2, 2, 2, 2)}
    units |= {"K": (1, 0, 0, 0), "2U": (1, 1, 0, 0), "POS": (4, 3, 3, 3)}
    rows = []
    for wanted in ["V", "V", "C", "C", "M", "M", "H", "H", "POS", "POS", "POS", "POS"]:
        choice = next_choice(game, rows)
        contract = choice.verify(wanted)
        trump = "S" if contract.trump else None
        counts = winds(*units[wanted])
        rows.append(Row(choice.plan.number, wanted, counts, trump, chooser=str(choice.column)))
    sheet = score(game, rows)
    # 2 × (−650 − 390 − 400 − 480) + 4 × 650: only played hands count (I4).
    assert (sheet.problems, sheet.closable, sheet.sum, sheet.expected_sum) == (
        (),
        True,
        -1240,
        -1240,
    )
    more = Row(13, "K", winds(1, 0, 0, 0), chooser="N")
    assert "hand_unknown" in {problem.code for problem in score(game, [*rows, more]).problems}


def test_a_pool_that_cannot_fill_the_match_is_seen():
    """Twelve hands are needed, but four players may choose only two each."""
    quotas = [{"contracts": ["negative"], "most": 1}, {"contracts": ["positive"], "most": 1}]
    with pytest.raises(EditionError, match=r"changes\.quotas"):
        short(quotas=quotas)


def test_a_fixed_order_has_no_pool():
    with pytest.raises(EditionError, match="length"):
        make_edition(find_ruleset("lab12"), "pool", "Pool", {"length": 10})
    with pytest.raises(EditionError, match="length"):
        short(length=17)


def won_at_table_one(**settings):
    """Standings in which South of table 1 won the match outright with the fewest points. At table 2
    nobody did.
    """
    totals = {"N": 300, "E": 100, "S": -500, "W": 100}
    results = [
        Result(f"{wind} of {table}", table, wind, Fraction(total), won=wind == "S" and table == 1)
        for table in (1, 2)
        for wind, total in totals.items()
    ]
    return standings(
        [RoundResults(1, tuple(results))], StandingSettings(method="tables", **settings)
    )


def test_who_won_the_match_outright_is_first_at_his_table_and_the_points_decide_the_others():
    tables = won_at_table_one().rounds[0].tables
    assert [(one.result.entry, one.rank, one.match_points) for one in tables["1"]] == [
        ("S of 1", 1, 10),
        ("N of 1", 2, 6),
        ("E of 1", 3, 2),
        ("W of 1", 3, 2),
    ]
    assert "won the match outright, place 1 of 4" in str(tables["1"][0].phrase)
    assert tables["2"][-1].result.entry == "S of 2"


def test_a_sheet_that_is_won_ends_with_the_hand_that_won_it():
    rows = [
        Row(2, "POS", winds(1, 1, 10, 1), trump="S"),
        Row(1, "K", winds(0, 1, 0, 0)),
    ]
    sheet = score(RIFKI, rows, settings={"king_tricks": 10})
    assert (sheet.winner, sheet.won_with, sheet.complete) == (S, 2, True)
    assert [plan.number for plan in sheet.plans] == [1, 2]
    without = score(RIFKI, rows[:1], settings={"king_tricks": 10})
    assert (without.won_with, without.complete) == (2, False)
