"""A hand that was typed for the judge, shown card by card by a link that contains the whole hand."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from urllib.parse import parse_qsl

import pytest
from django.contrib.auth.models import User
from django.test import Client

from deals.models import Board
from king.cards import Card, Deal, Suit, Wind, number_of_deals
from king.play.domino import Domino
from king.play.replay import play_out, replay, start_play
from king.play.tricks import DominoOpener, Infraction, PlayRules, RestrictedLead, play_rules
from king.rulesets import RULESETS
from king.rulesets.edition import make_edition
from king_tournament.replay.typed_hand import HandRecord, NoHand, TypedHand
from king_tournament.replay.typed_page import link_to
from tests.evenings import a_tournament, sealed_round
from tests.king.robots.tables import tables
from tests.replay.typed import HEARTS_LED, letters, link

pytestmark = pytest.mark.django_db

LAB12 = RULESETS["lab12"]


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def diagram(page: str) -> list[str]:
    """The displayed hands, clockwise from North."""
    return [words(hand) for hand in re.findall(r'<ul class="hand"(?:.*?)>(.*?)</ul>', page, re.S)]


# --- the page


def test_back_and_forth_through_the_tricks(english: Client) -> None:
    first = english.get(link()).content.decode()
    assert "0/52" in words(first)
    fourth = english.get(link(at="4"))
    assert "North" in words(fourth.content.decode())
    assert fourth.context["step"]["lying"] == {
        Wind.E: Card.parse("HA"),
        Wind.S: Card.parse("DA"),
        Wind.W: Card.parse("CA"),
        Wind.N: Card.parse("SA"),
    }
    assert fourth.context["step"]["winner"] is Wind.E
    assert "at=5" in fourth.content.decode()
    assert "at=3" in fourth.content.decode()
    assert english.get(link(at="999")).context["step"]["at"] == 52


def test_a_card_that_breaks_a_rule_is_said_where_every_card_was_typed(english: Client) -> None:
    """North and East have each other's twos: North throws spades on twelve of East's hearts while
    holding the two of hearts.
    """
    exchanged = {"H2": "S2", "S2": "H2"}
    cards = letters(*(exchanged.get(card, card) for card in HEARTS_LED))
    page = english.get(link(cards=cards, at="4"))
    findings = page.context["findings"]
    assert [(one.at, one.wind) for one in findings] == [
        (4 * trick, Wind.N) for trick in range(1, 13)
    ]
    (sentence,) = page.context["step"]["broken"]
    assert "has to be followed" in sentence
    text = words(page.content.decode())
    assert "Trick 12" in text
    assert "Every card was legal" not in text
    assert "Every card was legal" in words(english.get(link()).content.decode())
    assert english.get(link(cards=cards, at="5")).context["step"]["broken"] == []


def test_cards_that_nobody_typed_are_not_shown(english: Client) -> None:
    page = english.get(link(cards=letters("HA", "DA", "CA", "SA", "HK"))).content.decode()
    assert re.findall(r'<b class="[^"]*">([^<]+)</b>', page) == ["A", "A", "K", "A", "A"]
    assert "Cards that were not typed are missing." in words(page)
    assert "Every card was legal" not in words(page)


# --- secrets


def test_no_table_is_read_for_a_link(english: Client, django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        assert english.get(link(at="7")).status_code == 200
        assert english.get(link(cards="nothing")).status_code == 404


def test_a_guess_at_a_sealed_board_is_neither_confirmed_nor_refused(english: Client) -> None:
    """The real board and one with two cards exchanged get answers that differ in those two cards
    alone, and equal those of a site without boards.
    """
    round_ = sealed_round(a_tournament())
    deal = Board.objects.in_use().get(board_set=round_.board_set, number=2).deal
    one, other = deal.hand(Wind.N)[0], deal.hand(Wind.E)[0]
    changed = Deal.of(
        {
            wind: [{one: other, other: one}.get(card, card) for card in deal.hand(wind)]
            for wind in deal.winds
        }
    )
    links = [
        link_to(
            HandRecord(
                LAB12,
                (LAB12.contract("Q"),),
                play_rules(LAB12),
                Wind.N,
                None,
                by_rows(guess),
                dict.fromkeys(range(1, 14), Wind.N),
            )
        )
        for guess in (deal, changed)
    ]
    record = [english.get(address) for address in links]
    assert [answer.status_code for answer in record] == [200, 200]
    Board.objects.all().delete()
    again = [english.get(address) for address in links]
    assert [answer.content for answer in again] == [answer.content for answer in record]


def by_rows(deal: Deal) -> tuple[Card, ...]:
    """A card of each hand in turn, North first in each round, legal or not."""
    hands = [deal.hand(wind) for wind in deal.winds]
    return tuple(card for row in zip(*hands, strict=True) for card in row)


@pytest.mark.parametrize(
    "parts",
    [
        {"ruleset": "nothing"},
        {"contract": "nothing"},
        {"contract": "KJ+nothing"},
        {"leader": "Q"},
        {"trump": "X"},
        {"cards": ""},
        {"cards": "1"},
        {"cards": "aa"},
        {"cards": "-"},
        {"cards": "a" * 401},
        {"led": "2N", "leader": "W", "ruleset": "king_three"},
        {"restricted_lead": "nothing"},
        {"must_ruff": "perhaps"},
        {"domino_start": "nothing"},
        {"domino_winners": "nobody"},
        {"ruleset": "rifki", "contract": "KH", "cards": "a" * 2},
        {
            "ruleset": "lab13",
            "contract": "DOM",
            "domino_opener": "holder",
            "cards": letters("SA", "D7"),
        },
    ],
)
def test_a_link_that_is_no_hand_gets_a_clear_page(english: Client, parts: dict[str, str]) -> None:
    answer = english.get(link(**parts))
    assert answer.status_code == 404
    assert "This link is no hand: it was cut short or changed." in words(answer.content.decode())


# --- every system


@pytest.mark.parametrize("code", RULESETS)
def test_a_hand_of_every_contract_is_told_as_the_judge_has_it(code: str) -> None:
    ruleset, chance = RULESETS[code], random.Random(code)
    rules = play_rules(ruleset)
    shape = ruleset.deck, ruleset.at_table
    for contract in ruleset.played:
        trump = chance.choice([*Suit]) if contract.trump else None
        deal = Deal.numbered(chance.randrange(number_of_deals(*shape)), *shape)
        leader = chance.choice(ruleset.winds)
        ended = play_out(start_play(deal, contract, rules, leader, trump), chance.choice)
        if isinstance(ended, Domino):
            leader, cards = ended.opener, tuple(turn.card for turn in ended.turns)
        else:
            cards = tuple(card for trick in ended.tricks for card in trick.cards)
        for count in (len(cards), chance.randrange(1, len(cards))):
            record = HandRecord(ruleset, (contract,), rules, leader, trump, cards[:count], {})
            hand = TypedHand(HandRecord.read(dict(parse_qsl(record.query))))
            law = {"rules": rules, "leader": leader, "trump": trump}
            judge = replay(deal, contract, cards[:count], **law)
            assert hand.states[-1].units == judge.units
            assert hand.states[-1].turn == judge.play.turn
            assert hand.breaches == {}
            for wind in deal.winds:
                assert {*hand.dealt(wind)} == {*deal.hand(wind)} & {*cards[:count]}


def test_each_rule_of_play_goes_through_the_link() -> None:
    for table in tables(3, 190, any_rule=True):
        ruleset = next(
            one
            for one in RULESETS.values()
            if one.deck == table.deal.size
            and one.winds == table.deal.winds
            and one.find_contract(table.contract.code) == table.contract
        )
        cards = tuple(table.deal.hand(table.leader)[:1])
        record = HandRecord(
            ruleset, (table.contract,), table.play_rules, table.leader, table.trump, cards, {}
        )
        assert HandRecord.read(dict(parse_qsl(record.query))) == record


def test_a_lead_out_of_turn_is_told_as_one() -> None:
    """East takes the first trick, but South leads to the second."""
    cards = tuple(map(Card.parse, ("HA", "DA", "CA", "SA", "DK")))
    record = HandRecord(
        LAB12,
        (LAB12.contract("KJ"),),
        PlayRules(restricted_lead=RestrictedLead.FREE),
        Wind.E,
        None,
        cards,
        {2: Wind.S},
    )
    hand = TypedHand(HandRecord.read(dict(parse_qsl(record.query))))
    assert [card.wind for card in hand.breaches[5]] == [Wind.S]
    assert [str(card) for card in hand.dealt(Wind.S)] == ["DA", "DK"]


def test_what_a_house_edition_plays_as_its_system_does_has_a_link() -> None:
    edition = make_edition(LAB12, "harbour", "Harbour club", {"settings": {"must_ruff": True}})
    contract = edition.contract("Q")
    cards = tuple(map(Card.parse, ("HA", "DA")))
    record = HandRecord(edition, (contract,), play_rules(edition), Wind.N, None, cards, {})
    assert HandRecord.read(dict(parse_qsl(record.query))).rules.must_ruff
    ladies = {"name": "No ladies", "unit": "queens", "units": 4, "value": -3, "family": "negative"}
    own = make_edition(LAB12, "harbour", "Harbour club", {"contracts": {"Q": ladies}})
    other = record._replace(ruleset=own, contracts=(own.contract("Q"),))
    assert other.query is None
    assert link_to(other) is None
    with pytest.raises(NoHand):
        TypedHand(record._replace(cards=(*cards, cards[0])))
    assert link_to(record._replace(cards=(*cards, cards[0]))) is None


@pytest.mark.parametrize(
    "parts",
    [
        {"ruleset": "lab13", "contract": "MIS+DOM"},  # Domino is played alone
        {"ruleset": "lab13", "contract": "DOM+MIS"},
        {"contract": "KH", "trump": "S"},  # no trump in a negative hand
    ],
)
def test_a_hand_that_nobody_can_play_is_refused(parts: dict[str, str], english: Client) -> None:
    answer = english.get(link(**parts))
    assert answer.status_code == 404
    assert "Internal" not in words(answer.content.decode())


def test_words_that_say_nothing_are_not_passed_on(english: Client) -> None:
    page = english.get(link(nonsense="x" * 300)).content.decode()
    ways = re.findall(r'href="(/hand/[^"]*)"', page)
    assert ways
    assert not [way for way in ways if "nonsense" in way]


def test_a_suit_of_which_no_card_was_typed_is_not_called_void(english: Client) -> None:
    part = english.get(link(cards=letters(*HEARTS_LED[:4]))).content.decode()
    assert not [hand for hand in diagram(part) if "–" in hand]
    whole = english.get(link()).content.decode()
    assert "–" in diagram(whole)[1]  # East has only hearts


def test_an_organizer_has_no_other_answer_than_a_stranger(english: Client) -> None:
    organizer = Client(headers={"Accept-Language": "en"})
    organizer.force_login(User.objects.create_superuser("organizer"))
    assert diagram(organizer.get(link()).content.decode()) == diagram(
        english.get(link()).content.decode()
    )


# --- what part of the cards proves


PROVED = [
    # North revokes on hearts, and leads one to the second trick that they could have played.
    ("Q", "E", ("HA", "H3", "H4", "SA", "HK", "H5", "H6", "H2"), 4, "suit led has to be followed"),
    # East leads hearts before one has been discarded, and holds a spade.
    ("KH", "E", ("HA", "H3", "H4", "H5", "S2"), 1, "hearts are not led before|is not led before"),
]


def judged_again(hand: TypedHand, deal: Deal) -> set[tuple[int, Wind]]:
    """Places and winds of the illegal cards, if the cards that nobody typed lay as in ``deal``."""
    record = hand.record
    report = replay(
        deal,
        hand.contract,
        record.cards,
        rules=record.rules,
        leader=record.leader,
        trump=record.trump,
        leaders=record.leaders,
    )
    return {(card.turn, card.breach.wind) for card in report.illegal}


@pytest.mark.parametrize(("contract", "leader", "cards", "at", "sentence"), PROVED)
def test_a_rule_whose_breach_later_cards_prove_is_said_without_the_other_cards(
    english: Client, contract: str, leader: str, cards: tuple[str, ...], at: int, sentence: str
) -> None:
    where = link(contract=contract, leader=leader, cards=letters(*cards))
    page = english.get(where)
    assert [one.at for one in page.context["findings"]] == [at]
    assert re.search(sentence, words(page.content.decode()))
    (broken,) = english.get(f"{where}&at={at}").context["step"]["broken"]
    assert re.search(sentence, broken)
    # Without the card that proves it nothing is known.
    before = link(contract=contract, leader=leader, cards=letters(*cards[:-1]))
    assert english.get(before).context["findings"] == []


def test_a_pass_with_a_card_that_was_laid_later_is_said() -> None:
    """East passes with the eight of diamonds, and lays it a lap later."""
    lab13 = RULESETS["lab13"]
    cards = ("D7", "pass", "H7", "S7", "D6", "D8")
    laid = tuple(None if card == "pass" else Card.parse(card) for card in cards)
    rules = play_rules(lab13)
    record = HandRecord(lab13, (lab13.contract("DOM"),), rules, Wind.N, None, laid, {})
    hand = TypedHand(record)
    ((at, (broken,)),) = hand.breaches.items()
    assert (at, broken.wind, broken.infraction) == (2, Wind.E, Infraction.DOMINO_PASS)
    assert "♦8" in str(broken.phrase)


def test_a_single_card_led_too_early_is_said_at_once() -> None:
    """The king of hearts may be led last alone: that East holds others is plain."""
    cards = tuple(map(Card.parse, ("HK", "H3", "H4", "H5")))
    rules = PlayRules(restricted_lead=RestrictedLead.CARD)
    record = HandRecord(LAB12, (LAB12.contract("KH"),), rules, Wind.E, None, cards, {})
    ((at, (broken,)),) = TypedHand(record).breaches.items()
    assert (at, broken.infraction) == (1, Infraction.LEAD_CARD)


def test_nothing_is_said_that_the_missing_cards_could_excuse() -> None:
    """Any cards of every system, legal or not: what is said holds however the missing cards lie."""
    chance, proved = random.Random(7), 0
    for hand, deal in parts_of_hands(chance):
        claims = {(at, broken.wind) for at, several in hand.breaches.items() for broken in several}
        proved += len(claims)
        assert claims <= judged_again(hand, deal)
        missing = [card for card in deal.deck if card not in hand.cards]
        for _deal in range(3):
            chance.shuffle(missing)
            rest = iter(missing)
            room = {wind: deal.cards_each - len(cards) for wind, cards in hand.typed.items()}
            hands = {
                wind: [*cards, *islice(rest, room[wind])] for wind, cards in hand.typed.items()
            }
            assert claims <= judged_again(hand, Deal.of(hands))
    assert proved > 100


def parts_of_hands(chance: random.Random) -> Iterator[tuple[TypedHand, Deal]]:
    """First cards of hands of every system, two of five at random and not by the rules."""
    for table in tables(4, 380, any_rule=True):
        if table.trump and not table.contract.trump:
            continue
        usual = replace(table.play_rules, domino_opener=DominoOpener.LEADER)
        state = start_play(table.deal, table.contract, usual, table.leader, table.trump)
        cards: list[Card | None] = []
        for _card in range(chance.randrange(1, table.deal.size)):
            own = state.legal() if chance.random() < 0.6 else state.hands[state.turn]
            cards.append(chance.choice(sorted(own, key=str)) if own else None)
            state = state.placed(cards[-1])
            if state.over:
                break
        ruleset = next(
            one
            for one in RULESETS.values()
            if (one.deck, one.winds) == (table.deal.size, table.deal.winds)
        )
        facts = (table.contract,), usual, table.leader, table.trump, tuple(cards)
        if any(cards):
            yield TypedHand(HandRecord(ruleset, *facts, {})), table.deal
