"""A robot's card depends only on what it sees and on its random numbers, and its work is limited by
a count.
"""

from __future__ import annotations

import random

import pytest

from king.cards import Card, Deal, Suit, Wind, number_of_deals
from king.reading import InputError
from king.robots.choice import WORK, candidates, choose, numbers_of, rule_of_thumb
from king.robots.habits import habit
from king.robots.hand import start
from king.robots.rules import BIT, NOTHING, Rules, number_of, rules_of
from king.robots.seen import Knowledge
from king.rulesets import RULESETS
from tests.king.robots.tables import THOROUGH, numbers, tables

LAB12 = RULESETS["lab12"]
MIXED = Deal.parse_pbn("N:AK3.T5.QJ4.98642 QJ9.AK3.T98.KQJ5 T876.QJ9.AK3.AT7 542.87642.7652.3")
HANDS = 60 if THOROUGH else 12


def rules_for(code: str, trump: Suit | None = None) -> Rules:
    return rules_of(LAB12, LAB12.contract(code), trump=trump)


def robots_play(rules: Rules, work: int, stop_after: int = 99) -> list[int]:
    """Let four robots with one secret play; return the cards. Each decision is computed from
    the cards played so far.
    """
    hands = rules.hands(MIXED)
    hand, played = start(rules, hands, 0), list[int]()
    while not hand.over and len(played) < stop_after:
        seat = hand.turn
        seen = Knowledge(rules, seat, hands[seat], 0, tuple(played))
        draws = numbers_of(b"secret", 5, rules.seats[seat], len(played) + 1)
        number = choose(seen, draws, work).card
        hand.play(number)
        played.append(number)
    return played


def test_the_same_secret_board_seat_and_number_make_the_same_card() -> None:
    rules = rules_for("KJ")
    whole = robots_play(rules, 300)
    assert whole == robots_play(rules, 300)
    hands = rules.hands(MIXED)
    for number in (4, 17, 30):
        played = tuple(whole[:number])
        hand = start(rules, hands, 0)
        for card in played:
            hand.play(card)
        seat = hand.turn
        draws = numbers_of(b"secret", 5, rules.seats[seat], number + 1)
        again = choose(Knowledge(rules, seat, hands[seat], 0, played), draws, 300)
        assert again.card == whole[number]


def test_numbers_differ_by_secret_board_wind_and_card() -> None:
    places = [
        (b"secret", 5, Wind.N, 17),
        (b"other", 5, Wind.N, 17),
        (b"secret", 6, Wind.N, 17),
        (b"secret", 5, Wind.E, 17),
        (b"secret", 5, Wind.N, 18),
    ]
    first = [
        tuple(n for n, _ in zip(numbers_of(*place), range(8), strict=False)) for place in places
    ]
    assert len(set(first)) == len(places)
    assert all(0 <= number < 1 << 16 for one in first for number in one)
    many = [n for n, _ in zip(numbers_of(b"x", 1, Wind.N, 1), range(5_000), strict=False)]
    assert len(set(many)) > 4_700
    assert 0.48 < sum(many) / len(many) / (1 << 16) < 0.52


def test_no_choice_plays_on_more_cards_than_its_bound() -> None:
    chance = random.Random(1)
    most = 0
    for table in tables(5, HANDS, any_rule=True):
        rules = table.rules
        hands, leader = rules.hands(table.deal), rules.seat(table.leader)
        hand, played = start(rules, hands, leader), list[int]()
        first = hand.turn
        while not hand.over:
            seat = hand.turn
            work = chance.choice((0, 100, 1_000))
            seen = Knowledge(rules, seat, hands[seat], first, tuple(played))
            choice = choose(seen, numbers(chance), work)
            assert choice.work <= work
            assert choice.card == NOTHING or BIT[choice.card] & seen.legal
            assert work or choice.card == choice.thumb
            most = max(most, choice.work)
            hand.play(choice.card)
            played.append(choice.card)
    assert most > 900


def test_the_usual_work_is_the_one_that_was_measured() -> None:
    seen = Knowledge(rules_for("MIS"), 0, rules_for("MIS").hands(MIXED)[0], 0)
    choice = choose(seen, numbers(random.Random(1)))
    assert WORK * 0.9 < choice.work <= WORK == 8_000
    assert choice.worlds > 15


def test_cards_that_touch_and_count_alike_are_one_candidate() -> None:
    """North's ♠AK are one candidate in misère, but two in the hand of kings and jacks."""
    hand = rules_for("MIS").hands(MIXED)[0]
    misere = Knowledge(rules_for("MIS"), 0, hand, 0)
    figures = Knowledge(rules_for("KJ"), 0, hand, 0)
    spades = {number_of(Card.parse(card)) for card in ("SA", "SK")}
    assert len(spades & set(candidates(misere, rule_of_thumb(misere)))) == 1
    assert len(spades & set(candidates(figures, rule_of_thumb(figures)))) == 2


def test_domino_is_played_by_rule_of_thumb_without_work() -> None:
    ruleset = RULESETS["lab13"]
    rules = rules_of(ruleset, ruleset.contract("DOM"))
    hands = rules.hands(MIXED)
    seen = Knowledge(rules, 0, hands[0], 0)
    choice = choose(seen, numbers(random.Random(1)))
    assert (choice.card, choice.work) == (NOTHING, 0)
    assert not seen.legal


def test_partners_play_for_their_side() -> None:
    """North throws no heart on a trick that South is taking, if they are partners."""
    pairs, alone = RULESETS["squadre"], RULESETS["itwiki13"]
    both = rules_of(pairs, pairs.contract("NC")), rules_of(alone, alone.contract("NC"))
    assert [rules.sides for rules in both] == [True, False]
    assert [rules.of_side(1) for rules in both] == [(1, 3), (1,)]
    hearts = sum(BIT[number_of(Card.parse(card))] for card in ("H5", "H2"))
    other = BIT[number_of(Card.parse("C3"))]
    for rules, thrown in zip(both, ("C3", "H5"), strict=True):
        legal = hearts | other
        friend = rules.sides
        discard = habit(rules).discard(legal, legal, rules.deck, NOTHING, 0, 0, friend, 5)
        assert discard == number_of(Card.parse(thrown))


def test_what_has_no_robots_is_refused_by_its_name() -> None:
    fu, portuguese = RULESETS["pt_fu"], RULESETS["pt_ind"]
    with pytest.raises(InputError, match="pt_fu is played with a dummy"):
        rules_of(fu, fu.contract("V"))
    both = portuguese.contract("V"), portuguese.contract("2U")
    with pytest.raises(InputError, match=r"one contract at a time, found V\+2U"):
        rules_of(portuguese, both[0], also=both[1:])


def test_a_positive_hand_played_down_is_played_for_few_tricks() -> None:
    ruleset = RULESETS["pt_ind"]
    up = rules_of(ruleset, ruleset.contract("POS"))
    down = rules_of(ruleset, ruleset.contract("POS"), down=True)
    assert (up.take, down.take) == (True, False)
    cards = [robots_play(rules, 400) for rules in (up, down)]
    assert cards[0] != cards[1]
    chance = random.Random(22)
    deals = [Deal.numbered(chance.randrange(number_of_deals())) for _ in range(40)]
    tricks = []
    for rules in (up, down):
        players = [habit(rules), *[habit(up)] * 3]
        north = 0
        for deal in deals:
            hand = start(rules, rules.hands(deal), 0)
            hand.play_out(players)
            assert sum(hand.units()) == 13
            north += hand.units()[0]
        tricks.append(north)
    # On these boards a player who wants tricks takes about three, one who avoids them a third.
    assert tricks[0] > 2 * tricks[1]
