"""Three games that the club's sources only mention: Rıfkı, Russian King, King for three; and the
features of a system's shape that they need (R15–R17).

Figures and rules are those of en.wikipedia ("Turkish king", "King (card game)"), Gambiter ("Rıfkı")
and «Кинг» (1993).
"""

from __future__ import annotations

import random

import pytest

from king.boards import bare_document
from king.cards import DECK_36, DECKS, Card, Deal, Rank, Suit, Wind, number_of_deals
from king.dealing import deal_round, parse_seed, seed_sha256
from king.match import Match
from king.play.misdeal import misdeal
from king.play.replay import start_play
from king.play.tricks import Infraction, play_rules
from king.reading import InputError
from king.rulesets import find_ruleset
from king.rulesets.edition import make_edition
from king.rulesets.setting import SettingError
from king.sheet.checks import check_row
from king.sheet.choice import next_choice
from king.sheet.full_sheet import score
from king.sheet.row import Row
from tests.king.deals import rule
from tests.king.sheets import played

N, E, S, W = Wind
RIFKI, RUSSIAN, THREE = (find_ruleset(code) for code in ("rifki", "russian", "king_three"))
SEED = parse_seed("0123456789abcdef" * 4)


def row(hand, code, *counts, chooser=None, trump=None):
    return Row(hand, code, dict(zip("NESW", counts, strict=False)), trump, chooser=chooser)


def codes_of(problems):
    return [problem.code for problem in problems]


# -- the figures of the sources


@pytest.mark.parametrize(
    ("code", "totals"),
    [
        (
            "rifki",
            {"V": -650, "C": -390, "M": -400, "H": -480, "K": -320, "2U": -360, "POS": 650},
        ),
        ("russian", dict.fromkeys(("V", "C", "M", "H", "K", "2U"), -16)),
        ("king_three", dict.fromkeys(("V", "C", "M", "H", "K", "2U"), -72)),
        ("king_three", dict.fromkeys(("VP", "CP", "MP", "HP", "KP", "2UP"), 72)),
    ],
)
def test_each_hand_comes_to_what_the_source_says(code, totals):
    rules = find_ruleset(code)
    assert {name: rules.contract(name).total for name in totals} == totals
    assert rules.expected_sum == 0


def test_rifki_is_twenty_hands_each_negative_twice_and_eight_with_trumps():
    assert (RIFKI.length, set(RIFKI.counts.values())) == (20, {2, 8})
    assert RIFKI.last is None


def test_the_declarer_of_rifki_leads_and_the_player_before_him_deals_anticlockwise():
    plans = RIFKI.schedule()
    assert [plan.dealer for plan in plans[:5]] == [N, W, S, E, N]
    assert [plan.leader for plan in plans[:4]] == [W, S, E, N]
    assert [plan.chooser for plan in plans[:4]] == [W, S, E, N]
    choice = next_choice(RIFKI, [])
    assert (choice.speaker, choice.decider) == (W, W)


def test_a_player_of_rifki_chooses_three_negatives_and_two_trumps():
    three = [(1, "V"), (5, "C"), (9, "M")]
    rows = [row(hand, code, 0, 0, 0, 0, chooser="W") for hand, code in three]
    problems = score(RIFKI, [*rows, row(13, "H", 2, 2, 2, 2, chooser="W")]).problems
    assert "quota_exceeded" in codes_of(problems)
    fourth = score(RIFKI, [*rows, row(13, "POS", 2, 2, 2, 7, chooser="W", trump="S")]).problems
    assert "quota_exceeded" not in codes_of(fourth)


def test_a_negative_that_was_played_twice_is_gone():
    rows = [row(hand, "K", 1, 0, 0, 0, chooser=chooser) for hand, chooser in ((1, "W"), (2, "S"))]
    options = {option.contract.code: option.allowed for option in next_choice(RIFKI, rows).options}
    assert not options["K"]
    assert options["V"]


def test_four_rows_of_rifki_make_what_their_units_are_worth():
    rows = [
        row(1, "M", 1, 2, 1, 0, chooser="W"),
        row(2, "K", 0, 1, 0, 0, chooser="S"),
        row(3, "POS", 2, 7, 3, 1, chooser="E", trump="H"),
        row(4, "H", 0, 3, 1, 4, chooser="N"),
    ]
    sheet = score(RIFKI, rows)
    assert sheet.problems == ()
    assert [dict(r.points) for r in sheet.rows] == [
        {N: -100, E: -200, S: -100, W: 0},
        {N: 0, E: -320, S: 0, W: 0},
        {N: 100, E: 350, S: 150, W: 50},
        {N: 0, E: -180, S: -60, W: -240},
    ]


def test_one_queen_each_and_the_hand_of_rifki_is_played_again():
    assert "queens_one_each" in codes_of(check_row(RIFKI, row(1, "M", 1, 1, 1, 1, chooser="W")))


def test_ten_tricks_win_the_match_at_once_where_a_table_plays_so():
    rows = [row(1, "POS", 10, 1, 1, 1, chooser="W", trump="S")]
    assert score(RIFKI, rows).winner is None
    ended = score(RIFKI, rows, settings={"king_tricks": 10})
    assert (ended.winner, ended.complete, ended.closable) == (N, True, True)
    assert ended.totals == {N: 500, E: 50, S: 50, W: 50}
    further = [*rows, row(2, "K", 1, 0, 0, 0, chooser="S")]
    assert codes_of(score(RIFKI, further, settings={"king_tricks": 10}).problems) == [
        "hand_after_end"
    ]


# -- the duties of play


def begun(rules, code, deal, leader, trump=None, **settings):
    chosen = rules.configure(settings)
    return start_play(
        Deal.parse_pbn(deal), rules.contract(code), play_rules(rules, chosen), leader, trump
    )


# West leads a club; the turn goes to South, East, North, who hold none.
NO_CLUBS = "N:AKQJT98.AKQJT9.. 765432.8765.AKQ. .432.JT98765432. ...AKQJT98765432"


def test_who_cannot_follow_has_to_ruff_even_below_a_trump_that_lies():
    deal = "N:AKQJT98.JT9432.. 765432.8765.AKQ. .AKQ.JT98765432. ...AKQJT98765432"
    play = begun(RIFKI, "POS", deal, W, trump=Suit.HEARTS).play(Card.parse("CA"))
    assert rule(play, "DJ") is Infraction.MUST_RUFF
    play = play.play(Card.parse("HA"))
    assert rule(play, "S7") is Infraction.MUST_RUFF
    assert rule(play, "H5") is None
    free = begun(RIFKI, "POS", deal, W, trump=Suit.HEARTS, must_ruff=False)
    assert rule(free.play(Card.parse("CA")), "DJ") is None


def test_who_cannot_follow_discards_a_card_that_counts():
    play = begun(RIFKI, "M", NO_CLUBS, W).play(Card.parse("CA"))
    play = play.play(Card.parse("D2"))  # South holds no queen
    assert rule(play, "S7") is Infraction.COUNTED_DISCARD
    assert rule(play, "DQ") is None
    assert (
        rule(begun(RIFKI, "M", NO_CLUBS, W, discards="free").play(Card.parse("CA")), "D2") is None
    )


def test_in_the_hand_of_the_king_any_heart_where_wikipedia_is_followed():
    play = begun(RIFKI, "K", NO_CLUBS, W).play(Card.parse("CA"))
    assert rule(play, "D2") is None
    play = begun(RIFKI, "K", NO_CLUBS, W, discards="hearts").play(Card.parse("CA"))
    assert rule(play, "D2") is Infraction.HEART_DISCARD
    assert rule(play, "H2") is None


def test_a_card_that_counts_is_not_kept_back_under_a_higher_one():
    deal = "N:QJ2.AKQJ.AKQ.AKQ AK3.T98.JT9.JT98 T987.765.876.765 654.432.5432.432"
    play = begun(RIFKI, "M", deal, E).play(Card.parse("SK"))
    assert rule(play, "SJ") is Infraction.PLAYS_UNDER
    assert rule(play, "SQ") is None
    low = begun(RIFKI, "M", deal, E).play(Card.parse("S3"))
    assert rule(low, "SJ") is None
    assert rule(begun(RIFKI, "M", deal, E, plays_under=False).play(Card.parse("SK")), "SJ") is None


def test_a_hand_of_rifki_is_over_once_the_cards_that_count_are_out():
    play = begun(RIFKI, "K", NO_CLUBS, W)
    for card in ("CA", "D2", "S2"):
        play = play.placed(Card.parse(card))
    assert not play.settled
    play = play.placed(Card.parse("HK"))
    assert (play.settled, play.over, play.units[W]) == (True, False, 1)


# -- misdeals


@pytest.mark.parametrize(
    ("code", "hand", "claimed"),
    [
        ("POS", "ST S9 H8 D7 C6", True),
        ("POS", "SJ S9 H8 D7 C6", False),
        ("V", "ST S9 H8 D7 C6", False),
        ("K", "HK SA D2", True),
        ("K", "HA SA D2", True),
        ("K", "HK H2 D2", False),
        ("K", "HQ SA D2", False),
    ],
)
def test_who_may_claim_a_misdeal(code, hand, claimed):
    cards = [Card.parse(card) for card in hand.split()]
    reason = misdeal(RIFKI.defaults, RIFKI.contract(code), N, cards)
    assert (reason is not None) == claimed
    off = RIFKI.configure({"misdeal_trump": False, "misdeal_king": False})
    assert misdeal(off, RIFKI.contract(code), N, cards) is None


def test_after_a_misdeal_the_same_dealer_deals_and_the_hand_is_chosen_anew():
    match = Match("rifki")
    match.deal(NO_CLUBS)
    match.choose("K")
    assert match.misdeals == ()
    with pytest.raises(InputError):
        match.misdeal("N")
    match.undo()
    match.choose("POS")
    assert match.misdeals == ()
    match.undo()
    match.undo()
    match.deal("N:AKQJ.AKQJ.AKQJ.A T987.T987.T987.T 6543.6543.6543.K 2.2.2.QJ98765432")
    match.choose("POS")
    assert match.misdeals == (E,)
    match.misdeal("E")
    assert (match.step, match.plan.number, match.plan.dealer) == ("deal", 1, N)
    assert str(Match.parse(str(match))) == str(match)


# -- all at once


def test_all_at_once_is_one_hand_with_six_rows_and_the_deal_goes_on_by_one():
    plans = RUSSIAN.schedule()
    assert (len(plans), plans[-1].board) == (24, 14)
    assert {plan.together for plan in plans[6:12]} == {(7, 8, 9, 10, 11, 12)}
    assert {plan.dealer for plan in plans[6:12]} == {S}
    assert (plans[12].dealer, plans[12].board) == (W, 8)
    assert sum(plan.expected for plan in plans[6:12]) == -96


def test_the_rows_of_all_at_once_are_of_the_same_cards():
    wrong = [
        row(7, "V", 0, 0, 8, 0),
        row(9, "H", 8, 0, 0, 0),
        row(11, "2U", 1, 0, 1, 0),
        row(12, "K", 0, 1, 0, 0),
    ]
    contradictions = [
        (p.hand, p.wind) for p in score(RUSSIAN, wrong).problems if p.code == "units_contradict"
    ]
    # North took no trick, so no king; the king of hearts is one of North's eight.
    assert contradictions == [(9, "N"), (11, "N"), (12, "E")]


def test_all_at_once_played_out_counts_each_unit_of_the_same_cards():
    match = Match("russian")
    rng = random.Random(3)
    while len(match.rows) < 12:
        if match.step == "deal":
            match.deal(Deal.numbered(rng.randrange(number_of_deals(32)), 32))
        else:
            match.play(rng.choice(match.legal()))
    six = match.rows[6:]
    assert [each.contract for each in six] == ["V", "C", "H", "M", "2U", "K"]
    assert [sum(each.units.values()) for each in six] == [8, 8, 8, 4, 2, 1]
    assert match.score().problems == ()


def test_jacks_may_be_counted_apart_from_kings():
    jacks = {"name": "Boys", "unit": "jacks", "units": 4, "value": -4, "family": "negative"}
    changes = {"contracts": {"J": jacks}, "hands": ["J"]}
    edition = make_edition(RUSSIAN, "boys", "Boys", changes)
    deal = Deal.numbered(number_of_deals(32) // 3, 32)
    rng = random.Random(1)
    play = start_play(deal, edition.contract("J"), play_rules(edition), E)
    while not play.over:
        play = play.play(rng.choice(sorted(play.legal(), key=str)))
    assert sum(play.units.values()) == 4
    jack = [card for trick in play.tricks for card in trick.cards if card.rank is Rank.JACK]
    assert len(jack) == 4
    assert check_row(edition, row(1, "J", 4, 0, 0, 0)) == ()
    assert codes_of(check_row(edition, row(1, "J", 4, 4, 0, 0))) == ["units_over"]


# -- three players, 36 cards


def test_three_share_36_cards_and_west_holds_none():
    assert (len(DECK_36), THREE.cards_each, THREE.winds) == (36, 12, (N, E, S))
    deal = Deal.numbered(0, 36, 3)
    assert (deal.winds, deal.hand(W)) == ((N, E, S), ())
    assert Deal.parse_pbn(deal.pbn) == deal
    # 36! / 12!³
    assert number_of_deals(36, 3) == 3_384_731_762_521_200
    last = number_of_deals(36, 3) - 1
    assert Deal.numbered(last, 36, 3).number == last
    assert {size: len(deck) for size, deck in DECKS.items()} == {52: 52, 36: 36, 32: 32}


def test_36_cards_may_be_shared_by_four_too():
    deal = Deal.numbered(123_456_789, 36)
    assert (deal.winds, deal.number) == ((N, E, S, W), 123_456_789)
    assert {len(deal.hand(wind)) for wind in deal.winds} == {9}


def test_the_deal_of_three_goes_round_without_west():
    plans = THREE.schedule()
    assert [plan.dealer for plan in plans[:4]] == [N, E, S, N]
    assert [plan.leader for plan in plans[:4]] == [E, S, N, E]
    assert [plan.dealer for plan in plans].count(S) == 4


def test_west_deals_no_hand_of_three_and_nobody_sits_opposite():
    for wrong in ({"first_dealer": "W"}, {"leader": "dealer_partner"}):
        with pytest.raises(SettingError):
            THREE.configure(wrong)
    assert THREE.configure({"first_dealer": "S"}).first_dealer is S


def test_a_row_of_three_has_no_place_for_west():
    assert check_row(THREE, row(1, "V", 5, 3, 4)) == ()
    assert "wind_unknown" in codes_of(check_row(THREE, row(1, "V", 5, 3, 3, 1)))
    assert "units_short" in codes_of(check_row(THREE, row(1, "V", 5, 3, 3)))


def test_the_sealed_dealing_deals_three_hands_and_says_so_in_its_document():
    document = bare_document(THREE, [1], seed_sha256(SEED))
    assert document.as_json()["players"] == 3
    boards = deal_round(document, SEED, "", 1)
    assert [board for board, _ in boards] == list(range(1, 13))
    assert {deal.winds for _, deal in boards} == {(N, E, S)}
    assert "players" not in bare_document(RUSSIAN, [1], seed_sha256(SEED)).as_json()


@pytest.mark.parametrize("code", ["rifki", "russian", "king_three"])
def test_matches_played_at_random_make_nothing_over_all(code):
    rng = random.Random(code)
    for _ in range(5):
        sheet = played(code, rng).score()
        assert (sheet.sum, sheet.expected_sum, sheet.closable) == (0, 0, True)


@pytest.mark.at_length
def test_a_match_ends_with_the_hand_that_somebody_wins_outright():
    ended = 0
    for seed in range(6):
        rng = random.Random(seed)
        match = Match("rifki", {"king_tricks": 7})
        while match.step != "over":
            if match.step == "deal":
                match.deal(Deal.numbered(rng.randrange(number_of_deals())))
            else:
                getattr(match, match.step)(rng.choice(match.legal()))
        sheet = match.score()
        assert sheet.closable
        if len(match.rows) < match.ruleset.length:
            ended += 1
            last = sheet.rows[-1].row
            assert (sheet.winner, last.contract) == (max(last.units, key=last.units.get), "POS")
    assert ended
