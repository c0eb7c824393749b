"""Hands played card by card: legal cards in each system, the winner of a trick, counted units (R1,
R3, R8, O7, O8, A27–A29).
"""

from __future__ import annotations

import random
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from king.cards import WINDS, Card, Deal, Direction, Rank, Suit, Wind
from king.play.replay import play_out, replay, start_play
from king.play.tricks import IllegalPlay, Infraction, Play, PlayRules, play_rules
from king.reading import InputError
from king.rulesets import RULESETS, find_ruleset
from king.rulesets.edition import make_edition
from tests.king.deals import cards, rule

N, E, S, W = WINDS


def deal(north: str, east: str, south: str, west: str) -> Deal:
    return Deal.parse_pbn(f"N:{north} {east} {south} {west}")


def begun(
    system: str,
    contract: str,
    cards_dealt: Deal,
    leader: Wind = N,
    trump: Suit | None = None,
    **rules,
) -> Play:
    ruleset = find_ruleset(system)
    known = replace(play_rules(ruleset), **rules)
    play = start_play(cards_dealt, ruleset.contract(contract), known, leader, trump)
    assert isinstance(play, Play)
    return play


def after(play: Play, text: str) -> Play:
    """Play these cards; each must be legal."""
    for card in cards(text):
        play = play.play(card)
    return play


# North: no diamonds. East: K♥ and 8♦, no spades. South: no clubs. West: no hearts.
MIXED = deal("AKQJ.QJT9..65432", ".AK87.AKQ8.KQJT9", "T987.65432.JT97.", "65432..65432.A87")


# -- following suit and taking


def test_the_suit_led_is_followed_by_who_holds_it() -> None:
    play = after(begun("lab12", "MIS", MIXED, N), "C6")
    assert play.turn is E
    assert play.legal() == frozenset(cards("CK CQ CJ CT C9"))
    assert rule(play, "HK") is Infraction.FOLLOW_SUIT
    assert (
        str(play.breach(Card.parse("HK")).phrase)
        == "♥K: E holds ♣, and the suit led has to be followed"
    )


def test_who_is_void_may_throw_anything_where_no_card_is_forced() -> None:
    play = after(begun("lab12", "MIS", MIXED, N), "SA")
    assert play.legal() == MIXED.hands[E]


def test_the_highest_card_of_the_suit_led_takes_and_its_player_leads() -> None:
    play = after(begun("lab12", "MIS", MIXED, N), "C6 CK H6 CA")
    assert play.tricks[0].winner is W
    assert play.turn is W
    assert play.units == {N: 0, E: 0, S: 0, W: 1}


def test_a_trump_takes_over_any_card_of_the_suit_led_and_the_higher_trump_over_the_lower() -> None:
    play = after(begun("lab12", "D", MIXED, N, Suit.DIAMONDS), "SA D8 S7 S2")
    assert play.tricks[0].winner is E
    play = after(begun("lab12", "D", MIXED, N, Suit.CLUBS), "HQ HA H2 C7")
    assert play.tricks[0].winner is W


def test_anticlockwise_the_turn_goes_to_the_right() -> None:
    play = begun("itwiki13", "MIS", MIXED, N)
    assert play.rules.direction is Direction.ANTICLOCKWISE
    play = play.play(Card.parse("SA"))
    assert play.turn is W


# -- the suit that may not be led


@pytest.mark.parametrize(("contract", "suit"), [("KH", "H"), ("NC", "H"), ("8D", "D")])
def test_the_suit_of_the_penalty_cards_is_not_led_before_it_is_cut(
    contract: str, suit: str
) -> None:
    play = begun("lab12", contract, MIXED, E)
    assert {card.suit for card in MIXED.hands[E]} - {card.suit for card in play.legal()} == {
        Suit(suit)
    }
    assert rule(play, f"{suit}A") is Infraction.LEAD_BEFORE_CUT


def test_hearts_may_be_led_once_one_was_discarded_on_another_suit() -> None:
    play = begun("lab12", "NC", MIXED, N)
    assert rule(play, "HQ") is Infraction.LEAD_BEFORE_CUT
    play = after(play, "SA HA S7 S2")
    assert play.turn is N
    assert rule(play, "HQ") is None


def test_a_discard_of_another_suit_does_not_cut_hearts() -> None:
    play = after(begun("lab12", "NC", MIXED, N), "SA D8 S7 S2")
    assert rule(play, "HQ") is Infraction.LEAD_BEFORE_CUT


def test_who_holds_only_hearts_may_lead_one_uncut() -> None:
    only_hearts = deal(
        ".AKQJT98765432..", "AKQJT98765432...", "..AKQJT98765432.", "...AKQJT98765432"
    )
    for system, contract in (("lab12", "NC"), ("lab12", "KH"), ("pt_ind", "C"), ("fr10", "C")):
        assert begun(system, contract, only_hearts, N).legal() == only_hearts.hands[N]
    king = Card.parse("HK")
    assert begun("pt_ind", "K", only_hearts, N).legal() == {king}  # §11.7
    assert begun("fr10", "K", only_hearts, N).legal() == only_hearts.hands[N] - {king}  # §11.2


@pytest.mark.parametrize("contract", ["KJ", "Q", "MIS", "U2", "SA"])
def test_in_the_other_hands_every_suit_may_be_led(contract: str) -> None:
    assert begun("lab12", contract, MIXED, E).legal() == MIXED.hands[E]


@pytest.mark.parametrize("contract", ["C", "K"])
def test_in_the_portuguese_game_hearts_are_never_led_while_another_suit_is_held(
    contract: str,
) -> None:
    play = after(begun("pt_ind", contract, MIXED, N), "SA HK S7 S2")
    assert rule(play, "HQ") is Infraction.LEAD_NEVER


# -- the card that has to be discarded


def test_the_king_of_hearts_is_discarded_at_once_by_who_is_void() -> None:
    play = after(begun("lab12", "KH", MIXED, N), "SA")
    assert play.legal() == frozenset(cards("HK"))
    assert rule(play, "H7") is Infraction.FORCED_DISCARD
    assert str(play.breach(Card.parse("D8")).phrase) == "♦8: E is void in ♠ and has to discard ♥K"


def test_the_eight_of_diamonds_is_discarded_at_once_by_who_is_void() -> None:
    play = after(begun("lab12", "8D", MIXED, N), "SA")
    assert play.legal() == frozenset(cards("D8"))


@pytest.mark.parametrize("contract", ["KJ", "NC", "MIS", "Q"])
def test_in_the_other_negative_hands_the_king_of_hearts_may_be_kept(contract: str) -> None:
    play = after(begun("lab12", contract, MIXED, N), "SA")
    assert rule(play, "CK") is None


def test_the_italian_encyclopaedia_knows_no_duty_to_discard() -> None:
    clockwise = begun("itwiki13", "KH", MIXED, N, direction=Direction.CLOCKWISE)
    assert after(clockwise, "SA").legal() == MIXED.hands[E]


def test_genoa_lets_the_king_of_hearts_stay_under_a_heart_lead_and_portugal_does_not() -> None:
    """East holds ♥A K 8 7 when North leads a heart (A28)."""
    genoa = begun("lab12", "KH", MIXED, N).placed(Card.parse("HQ"))
    assert genoa.legal() == frozenset(cards("HA HK H8 H7"))
    portugal = begun("pt_ind", "K", MIXED, N).placed(Card.parse("HQ"))
    assert portugal.legal() == frozenset(cards("HK"))
    assert rule(portugal, "HA") is Infraction.FORCED_ON_LEAD


# -- optional rules


def test_under_the_ban_no_penalty_card_is_discarded_on_the_first_trick() -> None:
    play = after(begun("lab12", "KJ", MIXED, N, first_trick_ban_figures=True), "SA")
    assert {str(card) for card in MIXED.hands[E] - play.legal()} == {"HK", "DK", "CK", "CJ"}
    assert rule(play, "CJ") is Infraction.FIRST_TRICK


# Hands of each of the three rules that it.wikipedia marks "può essere applicato o meno in base al
# consenso" (S0, §12.4).
CONSENTS = {
    "first_trick_ban_figures": {"KJ": "SK", "Q": "SQ"},
    "first_trick_ban_cards": {"KH": "HK", "8D": "D8"},
    "first_trick_ban_hearts": {"NC": "H2"},
}


@pytest.mark.parametrize("consent", CONSENTS)
def test_each_of_the_three_consents_bans_the_cards_of_its_own_hands_alone(consent: str) -> None:
    # North has all the clubs and leads one. West plays next and may discard any card that the given
    # consents do not ban.
    apart = deal("...AKQJT98765432", ".AQJT987654.AKQ.", "A98765.3.JT9765.", "KQJT432.K2.8432.")
    itwiki = find_ruleset("itwiki13")
    for consents, cards_of in CONSENTS.items():
        for code, card in cards_of.items():
            rules = play_rules(itwiki, itwiki.configure({consent: True, "forced_card": "free"}))
            play = start_play(apart, itwiki.contract(code), rules, N).placed(Card.parse("CA"))
            assert play.turn is W
            assert (Card.parse(card) in play.legal()) is (consents != consent), (consent, code)


def test_the_ban_is_over_with_the_first_trick() -> None:
    play = after(begun("lab12", "KJ", MIXED, N, first_trick_ban_figures=True), "SA D8 S7 S2 SK")
    assert rule(play, "CJ") is None


def test_under_the_ban_a_hand_of_thirteen_hearts_may_discard_one() -> None:
    only_hearts = deal(
        "AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432"
    )
    play = after(begun("itwiki13", "NC", only_hearts, S, first_trick_ban_hearts=True), "DA")
    assert play.turn is E
    assert play.legal() == only_hearts.hands[E]


def test_the_duty_to_discard_goes_before_the_ban() -> None:
    play = after(begun("lab12", "KH", MIXED, N, first_trick_ban_cards=True), "SA")
    assert play.legal() == frozenset(cards("HK"))


def test_trumps_are_not_led_before_a_ruff_where_the_rules_say_so() -> None:
    play = begun("itwiki13", "D", MIXED, N, Suit.SPADES)
    assert rule(play, "SA") is Infraction.TRUMP_BEFORE_RUFF
    # Anticlockwise N W S E: South is void in clubs and ruffs, and may then lead any card.
    play = after(play, "C6 CA S7 CK")
    assert play.turn is S
    assert rule(play, "ST") is None


def test_genoa_lets_trumps_be_led_at_once() -> None:
    assert rule(begun("lab12", "D", MIXED, N, Suit.SPADES), "SA") is None


# -- impossible cards


def test_a_card_of_another_hand_is_named_with_its_holder() -> None:
    play = begun("lab12", "MIS", MIXED, N)
    assert rule(play, "HK") is Infraction.NOT_HELD
    assert str(play.breach(Card.parse("HK")).phrase) == "♥K is not in the hand of N: E holds it"


def test_a_card_is_played_once() -> None:
    play = after(begun("lab12", "MIS", MIXED, N), "SA D8 S7 S2")
    assert rule(play, "SA") is Infraction.ALREADY_PLAYED


def test_the_short_deck_has_no_low_cards() -> None:
    short = deal("AKQJT987...", ".AKQJT987..", "..AKQJT987.", "...AKQJT987")
    assert rule(begun("fr32", "V", short, N), "S2") is Infraction.NOT_IN_DECK


def test_playing_an_illegal_card_raises_with_its_rule() -> None:
    play = after(begun("lab12", "KH", MIXED, N), "SA")
    with pytest.raises(IllegalPlay, match="has to discard ♥K") as refused:
        play.play(Card.parse("H7"))
    assert refused.value.breach.infraction is Infraction.FORCED_DISCARD


def test_nobody_plays_after_the_end() -> None:
    play = begun("lab12", "MIS", MIXED, N)
    ended = play_out(play, lambda legal: legal[0])
    assert ended.turn is None
    assert ended.legal() == frozenset()
    with pytest.raises(InputError, match="over"):
        ended.play(Card.parse("SA"))


# -- counted units

SUITS_APART = deal("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")


@pytest.mark.parametrize(
    ("contract", "units"),
    [("KJ", 8), ("Q", 4), ("KH", 1), ("8D", 1), ("NC", 13), ("MIS", 13), ("U2", 2), ("SA", 13)],
)
def test_who_holds_a_whole_suit_and_leads_takes_everything(contract: str, units: int) -> None:
    """Nobody else can follow, so thirteen spades take all thirteen tricks with all their penalty
    cards.
    """
    ended = play_out(begun("lab12", contract, SUITS_APART, N), lambda legal: legal[0])
    assert ended.units == {N: units, E: 0, S: 0, W: 0}


def test_only_the_last_two_tricks_count_in_the_last_two() -> None:
    play = begun("lab12", "U2", SUITS_APART, N)
    for number in range(12):
        assert play.units[N] == 0
        play = after(play, " ".join(f"{suit}{'AKQJT98765432'[number]}" for suit in "SHDC"))
    assert play.units[N] == 1
    assert not play.settled


def test_a_hand_may_end_when_there_is_nothing_left_to_count() -> None:
    report = replay(
        SUITS_APART,
        find_ruleset("lab12").contract("KH"),
        cards("SA HK DA CA"),
        rules=play_rules(find_ruleset("lab12")),
        leader=N,
    )
    assert (report.units[N], report.illegal, report.problems) == (1, (), ())


# -- the French hand of the king (§11.2), and the Portuguese duty when leading (§11.7)


HEARTS_OUT = deal("AK.AK87.AKQ.KQJT", "QJT9.QJT9.JT9.A9", "8765.65.8765.876", "432.432.432.5432")
"""North holds K♥ and other hearts, East hearts without it."""


def test_in_the_french_hand_of_the_king_that_card_alone_is_not_led() -> None:
    king = begun("fr10", "K", HEARTS_OUT)
    assert rule(king, "HK") is Infraction.LEAD_CARD
    assert [rule(king, card) for card in ("HA", "H8", "H7")] == [None, None, None]


def test_in_the_french_game_the_king_is_led_as_the_last_card() -> None:
    king = begun("fr10", "K", HEARTS_OUT)
    hands = {
        wind: frozenset(cards(card))
        for wind, card in zip(WINDS, ("HK", "HQ", "H6", "S4"), strict=True)
    }
    assert rule(replace(king, hands=hands), "HK") is None


def test_in_the_french_game_nobody_has_to_part_with_the_king() -> None:
    play = after(begun("fr10", "K", MIXED), "SA")
    assert [rule(play, card) for card in ("HK", "DA", "CK")] == [None, None, None]
    led = after(begun("fr10", "K", HEARTS_OUT, W), "C5")
    assert rule(led, "CJ") is None


def test_in_the_french_hand_of_the_hearts_no_heart_is_led() -> None:
    assert rule(begun("fr10", "C", HEARTS_OUT), "H8") is Infraction.LEAD_NEVER


def test_in_the_portuguese_game_the_holder_who_leads_a_heart_leads_the_king() -> None:
    play = begun("pt_ind", "K", HEARTS_OUT)
    only_hearts = play.hands | {N: frozenset(cards("HA HK H8"))}
    assert rule(replace(play, hands=only_hearts), "H8") is Infraction.FORCED_ON_OWN_LEAD
    assert rule(replace(play, hands=only_hearts), "HK") is None
    free = begun("pt_ind", "K", HEARTS_OUT, forced_on_own_lead=False)
    assert rule(replace(free, hands=only_hearts), "H8") is None


# -- every system


def contracts_of_every_system() -> list[tuple[str, str]]:
    return [(code, contract) for code, ruleset in RULESETS.items() for contract in ruleset.counts]


def test_labyrinth_wikipedia_and_portugal_part_with_the_king_of_hearts_at_different_times() -> None:
    # A27, A28: a duty when void in Genoa, none in it.wikipedia, and in Portugal also when hearts are
    # led.
    duties = {
        code: (rules.forced_when_void, rules.forced_when_led)
        for code, rules in ((code, play_rules(ruleset)) for code, ruleset in RULESETS.items())
    }
    assert duties["lab12"] == duties["lab_coppie"] == (True, False)
    assert duties["itwiki13"] == duties["squadre_terza"] == (False, False)
    assert duties["pt_ind"] == duties["pt_fu"] == (True, True)
    assert duties["fr10"] == duties["fr32"] == (False, False)  # §11.2: advice, no duty


def test_a_tournament_may_settle_any_rule_of_play_for_itself() -> None:
    lab13 = find_ruleset("lab13")
    choices = {
        "forced_card": "free",
        "restricted_lead": "free",
        "first_trick_ban": True,
        "trump_after_ruff": True,
        "domino_opener": "holder",
        "domino_start": "H7",
    }
    rules = play_rules(lab13, lab13.configure(choices))
    assert (rules.forced_when_void, rules.trump_after_ruff) == (False, True)
    # The single consent of earlier versions stands for all three.
    assert [
        rules.bans_on_first_trick(lab13.contract(code).unit)
        for code in ("KJ", "Q", "KH", "8D", "NC", "U2")
    ] == ([True] * 5 + [False])
    assert (str(rules.restricted_lead), str(rules.domino_opener)) == ("free", "holder")
    assert (rules.domino_start.suit.value, rules.domino_start.rank) == ("H", Rank.SEVEN)


@given(
    system_and_contract=st.sampled_from(contracts_of_every_system()),
    seed=st.integers(0, 2**32),
    leader=st.sampled_from(WINDS),
    trump=st.sampled_from([*Suit, None]),
    ban=st.booleans(),
)
def test_any_legal_play_ends_with_all_the_units_and_replays_without_a_word(
    system_and_contract: tuple[str, str], seed: int, leader: Wind, trump: Suit | None, ban: bool
) -> None:
    ruleset = find_ruleset(system_and_contract[0])
    contract = ruleset.contract(system_and_contract[1])
    chance = random.Random(seed)
    winds = ruleset.winds
    leader = leader if leader in winds else winds[0]
    shuffled = [winds[i % len(winds)].value for i in range(ruleset.deck)]
    chance.shuffle(shuffled)
    rules = play_rules(ruleset, ruleset.configure({"first_trick_ban": ban}))
    trump = trump if contract.trump else None
    ended = play_out(
        start_play(Deal("".join(shuffled)), contract, rules, leader, trump), chance.choice
    )
    if isinstance(ended, Play):
        assert sum(ended.units.values()) == contract.units
        played = [card for trick in ended.tricks for card in trick.cards]
        assert sorted(map(str, played)) == sorted(map(str, ended.deal.deck))
    else:
        played = [turn.card for turn in ended.turns]
        assert list(ended.units.values()).count(0) == 1
    report = replay(ended.deal, contract, played, rules=rules, leader=leader, trump=trump)
    assert (report.illegal, report.problems, report.play) == ((), (), ended)


@given(seed=st.integers(0, 2**32), contract=st.sampled_from(["KJ", "KH", "8D", "NC", "MIS", "D"]))
def test_in_a_hand_at_random_each_illegal_card_and_no_other_is_named(
    seed: int, contract: str
) -> None:
    """The oracle is a second implementation of the rules, written from their text and not from the
    program.
    """
    chance = random.Random(seed)
    owners = ["NESW"[i % 4] for i in range(52)]
    chance.shuffle(owners)
    ruleset = find_ruleset("lab12")
    board = Deal("".join(owners))
    trump = Suit.HEARTS if contract == "D" else None
    play = start_play(board, ruleset.contract(contract), play_rules(ruleset), N, trump)
    assert isinstance(play, Play)
    written, wrong = [], []
    for turn in range(1, 53):
        hand = sorted(play.hands[play.turn], key=str)
        card = chance.choice(hand)
        if not is_legal_by_the_book(contract, hand, play.table, written, card):
            wrong.append((turn, card))
        written.append(card)
        play = play.placed(card)
    report = replay(
        board, ruleset.contract(contract), written, rules=play_rules(ruleset), leader=N, trump=trump
    )
    assert [(offence.turn, offence.breach.card) for offence in report.illegal] == wrong
    assert sum(report.units.values()) == ruleset.contract(contract).units


def is_legal_by_the_book(
    contract: str, hand: list[Card], table: tuple[Card, ...], written: list[Card], card: Card
) -> bool:
    """Whether a card is legal by Labyrinth's text "King, torneo singolo" (R1)."""
    suit = {"KH": "H", "NC": "H", "8D": "D"}.get(contract)
    must = {"KH": "HK", "8D": "D8"}.get(contract)
    if table:
        led = table[0].suit
        if any(one.suit == led for one in hand):
            return card.suit == led
        return str(card) == must if must in map(str, hand) else True
    tricks = [written[i : i + 4] for i in range(0, len(written), 4)]
    cut = any(played.suit == suit and trick[0].suit != suit for trick in tricks for played in trick)
    return card.suit != suit or cut or all(one.suit == suit for one in hand)


def test_every_rule_of_play_and_every_infraction_is_on_its_page() -> None:
    page = (Path(__file__).parents[3] / "docs" / "play.md").read_text(encoding="utf-8")
    known = {field.name for field in fields(PlayRules)} - {
        "direction",
        "domino_winners",
    }  # these are settings
    assert [name for name in (*known, *Infraction) if f"`{name}`" not in page] == []


def test_a_house_edition_is_played_by_the_rules_of_the_system_that_it_is_made_from() -> None:
    harbour = make_edition(
        find_ruleset("pt_ind"), "harbour", "Harbour club", {"values": {"K": "-200"}}
    )
    assert play_rules(harbour) == play_rules(find_ruleset("pt_ind"))


def test_a_house_edition_may_count_the_last_three_tricks() -> None:
    """A regional Italian game of twelve hands counts the last three tricks ("ultime tre") instead
    of the last two (§9, King card game).
    """
    three = {
        "name": "Last three",
        "unit": "last_tricks",
        "units": 3,
        "value": "-3",
        "family": "negative",
    }
    changes = {"contracts": {"U3": three}, "hands": ["U3"]}
    harbour = make_edition(find_ruleset("lab12"), "harbour", "Harbour club", changes)
    # Each player holds a whole suit, so nobody can follow and North, who leads, takes every trick.
    whole = deal("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")
    play = start_play(whole, harbour.contract("U3"), play_rules(harbour), N)
    over = play_out(play, lambda legal: legal[0])
    assert over.units == {N: 3, E: 0, S: 0, W: 0}
    assert over.settled
