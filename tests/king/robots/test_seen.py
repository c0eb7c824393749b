"""A player sees only their own hand and the cards played. The other hands that a robot draws must
fit the play, and the real deal is never excluded.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from king.cards import Card, Deal, Suit, Wind
from king.play.replay import replay
from king.play.tricks import PlayRules, RestrictedLead
from king.reading import InputError
from king.robots.choice import choose
from king.robots.hand import Layout, Tricks, start
from king.robots.rules import BIT, NOTHING, Rules, card_of, cards_in, number_of, rules_of
from king.robots.seen import Knowledge, see
from king.rulesets import RULESETS
from king.rulesets.contracts import DECLARATION, HEARTS, KING_OF_HEARTS, MISERE
from tests.king.robots.tables import THOROUGH, Table, any_card, numbers, tables

HANDS = 1_000 if THOROUGH else 100


def looks(table: Table, chance: random.Random) -> Iterator[tuple[Knowledge, list[int]]]:
    """Yield a random player's view before each card of a hand, with all hands as they are then."""
    rules = table.rules
    hands, leader = rules.hands(table.deal), rules.seat(table.leader)
    hand = start(rules, hands, leader)
    first, played, player = hand.turn, list[int](), any_card(chance.getrandbits(32))
    while not hand.over:
        seat = chance.randrange(len(hands))
        yield Knowledge(rules, seat, hands[seat], first, tuple(played)), hand.hands
        number = hand.choice_of(player)
        hand.play(number)
        played.append(number)


def dealt_so(seen: Knowledge, world: list[int]) -> Deal:
    """Deal that a draw stands for: the remaining cards of each seat and those that it has played."""
    rules = seen.rules
    hands = world[:]
    begin = Tricks if rules.lane is None else Layout
    hand = begin(rules, world, seen.first)
    for number in seen.played:
        hands[hand.turn] |= BIT[number] if number != NOTHING else 0
        hand.play(number)
    cards = {
        wind: [card for number in cards_in(own) if (card := card_of(number)) is not None]
        for wind, own in zip(rules.seats, hands, strict=True)
    }
    return Deal.of(cards)


def test_the_true_deal_is_never_ruled_out() -> None:
    chance = random.Random(1)
    count = 0
    for table in tables(1, HANDS, any_rule=True):
        for seen, hands in looks(table, chance):
            assert seen.allows(hands), (table, seen)
            count += 1
    assert count > HANDS


def test_each_draw_could_have_been_played_so_by_the_judges_law() -> None:
    chance = random.Random(2)
    count = 0
    for table in tables(2, HANDS, any_rule=True):
        for seen, _hands in looks(table, chance):
            if chance.random() < 0.9:
                continue
            world = seen.world(numbers(chance))
            assert seen.allows(world)
            deal = dealt_so(seen, world)
            assert seen.dealt == seen.rules.hands(deal)[seen.seat]
            law = {"rules": table.play_rules, "leader": table.leader, "trump": table.trump}
            report = replay(deal, table.contract, map(card_of, seen.played), **law)
            assert report.illegal == (), (table, seen)
            assert {problem.code for problem in report.problems} <= {
                "cards_missing",
                "turns_missing",
            }
            count += 1
    assert count > HANDS


def test_hidden_cards_dealt_again_change_neither_what_is_seen_nor_the_card() -> None:
    """A robot reads only its own hand and, in Domino, the player who begins."""
    chance = random.Random(3)
    for table in tables(3, HANDS, any_rule=False):
        for seen, _hands in looks(table, chance):
            if seen.table.turn != seen.seat or chance.random() < 0.9:
                continue
            wind = seen.rules.seats[seen.seat]
            cards = [card_of(number) for number in seen.played]
            other = dealt_so(seen, seen.world(numbers(chance)))
            one, two = (
                see(seen.rules, deal, wind, table.leader, cards) for deal in (table.deal, other)
            )
            assert one == two == seen
            draws = (numbers(random.Random(7)) for _ in range(2))
            assert choose(one, next(draws), 400) == choose(two, next(draws), 400)


SUITS_APART = Deal.parse_pbn(
    "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
)
MIXED = Deal.parse_pbn("N:AK3.T5.QJ4.98642 QJ9.AK3.T98.KQJ5 T876.QJ9.AK3.AT7 542.87642.7652.3")


def seen_by_north(rules: Rules, deal: Deal, leader: Wind, *cards: str) -> Knowledge:
    return see(rules, deal, Wind.N, leader, map(Card.parse, cards))


def ruled_out(seen: Knowledge, wind: Wind) -> set[str]:
    return {str(card_of(number)) for number in cards_in(seen.ruled_out[seen.rules.seat(wind)])}


def suit(letter: str, ranks: str = "AKQJT98765432") -> set[str]:
    return {letter + rank for rank in ranks}


def test_a_discard_rules_out_the_suit_and_the_king_that_had_to_go() -> None:
    rules = Rules.of(KING_OF_HEARTS, PlayRules())
    seen = seen_by_north(rules, SUITS_APART, Wind.N, "SA", "HK")
    assert ruled_out(seen, Wind.E) == suit("S")
    seen = seen_by_north(rules, SUITS_APART, Wind.N, "SA", "HK", "D2")
    assert ruled_out(seen, Wind.S) == {*suit("S"), "HK"}


def test_a_suit_that_is_not_led_freely_rules_out_all_others() -> None:
    rules = Rules.of(HEARTS, PlayRules())
    seen = seen_by_north(rules, SUITS_APART, Wind.E, "H5")
    assert ruled_out(seen, Wind.E) == {*suit("S"), *suit("D"), *suit("C")}


def test_the_first_heart_of_nothing_but_hearts_was_the_highest() -> None:
    rules = Rules.of(HEARTS, PlayRules(highest_heart=True))
    seen = seen_by_north(rules, MIXED, Wind.W, "H8")
    assert {"HA", "HK", "HT"} <= ruled_out(seen, Wind.W)
    assert "H7" not in ruled_out(seen, Wind.W)


def test_or_a_trump_is_held_besides_that_is_not_led_either() -> None:
    """West's ♥8 shows either no higher heart or a trump that West may not lead, so higher hearts
    stay possible.
    """
    mixed = replace(HEARTS, trump=True)
    law = PlayRules(highest_heart=True, trump_after_ruff=True)
    rules = Rules.of(mixed, law, trump=Suit.CLUBS)
    seen = seen_by_north(rules, MIXED, Wind.W, "H8")
    assert "HA" not in ruled_out(seen, Wind.W)
    assert seen.either
    hands = rules.hands(MIXED)
    west, east = rules.seat(Wind.W), rules.seat(Wind.E)
    hands[west] &= ~BIT[number_of(Card.parse("H8"))]
    hearts = [seat_cards(hands, west, "H"), seat_cards(hands, east, "H")]
    assert hearts == [4, 3]
    world = seen.world(numbers(random.Random(1)))
    assert seen.allows(world)


def seat_cards(hands: list[int], seat: int, letter: str) -> int:
    return sum(str(card_of(number)).startswith(letter) for number in cards_in(hands[seat]))


def test_a_higher_trump_is_ruled_out_by_a_lower_one() -> None:
    rules = Rules.of(DECLARATION, PlayRules(must_ruff=True, must_overruff=True), trump=Suit.CLUBS)
    seen = seen_by_north(rules, MIXED, Wind.N, "SA", "C7", "C5")
    assert suit("C", "AKQJT98") <= ruled_out(seen, Wind.S)
    assert not suit("C", "63") & ruled_out(seen, Wind.S)


def test_a_pass_in_domino_rules_out_what_lay_open() -> None:
    rules = rules_of(RULESETS["lab13"], RULESETS["lab13"].contract("DOM"))
    seen = see(rules, SUITS_APART, Wind.N, Wind.N, [Card.parse("S7"), None])
    assert ruled_out(seen, Wind.E) == {"S6", "S8", "H7", "D7", "C7"}


def test_the_holder_of_the_opening_card_is_known_by_his_turn() -> None:
    rules = rules_of(RULESETS["itwiki13"], RULESETS["itwiki13"].contract("DOM"))
    seen = see(rules, SUITS_APART, Wind.N, Wind.N)
    assert seen.first == rules.seat(Wind.S)
    assert ruled_out(seen, Wind.E) == ruled_out(seen, Wind.W) == {"D7"}
    with pytest.raises(InputError, match="not the turn of seat 0"):
        assert seen.legal


def test_what_nobody_can_have_played_is_refused() -> None:
    rules = Rules.of(MISERE, PlayRules(restricted_lead=RestrictedLead.FREE))
    with pytest.raises(InputError, match="nobody passes"):
        see(rules, MIXED, Wind.N, Wind.N, [None])
    nobody_has_a_spade = seen_by_north(rules, MIXED, Wind.N, "SA", "H2", "H3", "H4")
    with pytest.raises(InputError, match="nobody can have played so"):
        nobody_has_a_spade.world(numbers(random.Random(1)))
