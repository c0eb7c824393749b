"""Domino card by card: the layout, passes, the variants of the first card, going out (R1b, R3, A22,
O2, O4).
"""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from king.cards import WINDS, Card, Deal, Direction, Rank, Suit, Wind
from king.play.domino import ACE_LOW, Domino
from king.play.replay import play_out, replay, start_play
from king.play.tricks import DominoOpener, Infraction, play_rules
from king.rulesets import find_ruleset
from king.sheet.full_sheet import score
from king.sheet.row import Row

N, E, S, W = WINDS
LAB13 = find_ruleset("lab13")
DOMINO = LAB13.contract("DOM")
# Every seven but ♠7 is South's; North has no seven.
BOARD = Deal.parse_pbn("N:AKQJT.6.AKQJT.A8 9876.AKQJT.98.K6 5432.987.7.QJT97 .5432.65432.5432")


def begun(leader: Wind = N, **rules: object) -> Domino:
    play = start_play(BOARD, DOMINO, replace(play_rules(LAB13), **rules), leader)
    assert isinstance(play, Domino)
    return play


def after(play: Domino, text: str) -> Domino:
    """Play these cards, ``-`` for a pass; each must be legal."""
    for word in text.split():
        play = play.play(None if word == "-" else Card.parse(word))
    return play


def rule(play: Domino, card: str) -> Infraction | None:
    breach = play.breach(None if card == "-" else Card.parse(card))
    return None if breach is None else breach.infraction


def test_the_leader_opens_with_any_seven() -> None:
    assert begun(S).legal() == frozenset(map(Card.parse, ("H7", "D7", "C7")))
    assert rule(begun(S), "S5") is Infraction.DOMINO_OPENING


def test_a_leader_without_a_seven_passes_the_opening_on() -> None:
    play = begun(N)
    assert play.legal() == frozenset()
    play = after(play, "-")
    assert (play.turn, play.legal()) == (E, frozenset({Card.parse("S7")}))


def test_where_the_holder_of_a_named_seven_opens_he_opens_with_it() -> None:
    play = begun(N, domino_opener=DominoOpener.HOLDER)
    assert play.turn is S
    assert rule(play, "H7") is Infraction.DOMINO_OPENING
    assert (
        str(play.breach(Card.parse("H7")).phrase) == "♥7 cannot open the layout: it begins with ♦7"
    )
    assert after(play, "D7").turn is W


def test_a_card_is_laid_next_to_one_of_its_suit_or_opens_another() -> None:
    play = after(begun(S), "D7")  # West may extend the diamonds downwards
    assert play.legal() == frozenset({Card.parse("D6")})
    assert rule(play, "D5") is Infraction.DOMINO_NOT_ADJACENT
    assert (
        str(play.breach(Card.parse("D5")).phrase)
        == "♦5 touches neither end of its suit; ♦6 ♦8 would"
    )
    assert rule(play, "C5") is Infraction.DOMINO_CLOSED_SUIT
    play = after(play, "D6 -")
    assert play.legal() == frozenset(map(Card.parse, ("D8", "S7")))


def test_passing_with_a_card_that_can_be_laid_is_forbidden() -> None:
    play = after(begun(S), "D7")
    assert rule(play, "-") is Infraction.DOMINO_PASS
    assert str(play.breach(None).phrase) == "W passes while holding cards that can be laid: ♦6"


def test_ace_and_king_are_the_two_ends_of_a_suit() -> None:
    """The ace is low (A22), so it comes after the two, and the king comes last at the other end."""
    assert "".join(ACE_LOW) == "A23456789TJQK"
    apart = Deal.parse_pbn("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    play = start_play(apart, DOMINO, play_rules(LAB13), N)
    for rank in "765432":
        play = play.play(Card.parse(f"S{rank}"))
        for suit in "HDC":
            play = play.play(Card.parse(f"{suit}{rank}"))
    assert play.legal() == frozenset({Card.parse("SA"), Card.parse("S8")})


def test_the_hand_ends_with_the_first_player_out() -> None:
    apart = Deal.parse_pbn("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    play = play_out(start_play(apart, DOMINO, play_rules(LAB13), N), lambda legal: legal[0])
    assert isinstance(play, Domino)
    assert (play.closers, play.units) == ((N,), {N: 0, E: 1, S: 1, W: 1})


def test_where_the_round_is_finished_all_who_go_out_in_it_have_won() -> None:
    """Everybody lays a card each turn, so all four go out in the thirteenth round (O2)."""
    apart = Deal.parse_pbn("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    rules = play_rules(LAB13, LAB13.configure({"domino_winners": "round"}))
    play = play_out(start_play(apart, DOMINO, rules, N), lambda legal: legal[0])
    assert isinstance(play, Domino)
    assert (play.closers, len(play.turns)) == (WINDS, 52)


def test_a_chooser_may_name_another_card_to_begin_with() -> None:
    play = begun(N, domino_opener=DominoOpener.HOLDER, domino_start=Card(Suit.HEARTS, Rank.QUEEN))
    assert play.turn is E
    play = after(play, "HQ")
    assert rule(play, "H7") is Infraction.DOMINO_NOT_ADJACENT
    assert rule(play, "D7") is Infraction.DOMINO_CLOSED_SUIT
    assert play.ends(Suit.HEARTS) == (Card.parse("HJ"), Card.parse("HK"))


def test_anticlockwise_the_turn_goes_to_the_right() -> None:
    assert after(begun(S, direction=Direction.ANTICLOCKWISE), "D7").turn is E


def test_a_replay_names_the_wrong_pass_and_goes_on() -> None:
    report = replay(
        BOARD, DOMINO, [Card.parse("D7"), None, None], rules=play_rules(LAB13), leader=S
    )
    assert [(card.turn, card.breach.wind, card.breach.infraction) for card in report.illegal] == [
        (2, W, Infraction.DOMINO_PASS)
    ]
    assert [problem.code for problem in report.problems] == ["turns_missing"]
    assert report.units == {N: 13, E: 13, S: 12, W: 13}


@given(seed=st.integers(0, 2**32), winners=st.sampled_from(["one", "round"]), named=st.booleans())
def test_any_legal_domino_ends_with_somebody_out_and_its_points_cancel(
    seed: int, winners: str, named: bool
) -> None:
    """The winner gains what the others lose (I1, I2)."""
    chance = random.Random(seed)
    owners = ["NESW"[i % 4] for i in range(52)]
    chance.shuffle(owners)
    in_force = LAB13.configure({"domino_winners": winners})
    rules = play_rules(LAB13, in_force)
    if named:
        rules = replace(rules, domino_opener=DominoOpener.HOLDER)
    play = play_out(start_play(Deal("".join(owners)), DOMINO, rules, N), chance.choice)
    assert isinstance(play, Domino)
    assert len(play.closers) >= 1
    assert winners == "round" or len(play.closers) == 1
    laid = [turn.card for turn in play.turns if turn.card]
    assert len(laid) + sum(play.units.values()) == 52
    row = Row(
        hand=8, contract="DOM", units={wind.value: count for wind, count in play.units.items()}
    )
    scored = score(LAB13, [row], settings=in_force)
    assert scored.problems == ()
    assert sum(scored.rows[0].points.values()) == Fraction(0)


def test_a_domino_that_cannot_begin_is_refused() -> None:
    short = Deal.parse_pbn("N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987")
    low = replace(play_rules(LAB13), domino_start=Card(Suit.SPADES, Rank.FIVE))
    with pytest.raises(ValueError, match="♠5 cannot open a Domino: it is not in the deck"):
        start_play(short, DOMINO, low, N)
