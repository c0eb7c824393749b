"""Replay of a hand from its recorded cards: the taker of each trick, the units, and each illegal
card with the rule that it breaks.

An illegal card counts as it was played, because the arbiter decides what it costs (§3.1). So a
replay reports it and goes on.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from king.cards import Card, Deal, Suit, Wind
from king.play.domino import Domino
from king.play.tricks import Breach, Infraction, Play, PlayRules, Trick, breach
from king.reading import as_json, picked
from king.rulesets.contracts import TOGETHER, Contract, Family
from king.sheet.row import Problem
from king.words import gettext_noop, listed

NOBODY_OUT = gettext_noop("The Domino is not finished: nobody has gone out after {found} turns")
ROUND_UNFINISHED = gettext_noop(
    "The Domino is not finished: the rest of the round in which somebody went out is missing"
)
CARDS_MISSING = gettext_noop("The hand is not finished: {found} of {expected} cards are there")
CARDS_LEFT_OVER = gettext_noop(
    "The hand is over after {expected} cards; these are left over: {cards}"
)
TURNS_LEFT_OVER = gettext_noop("The Domino is over after {expected} turns; {found} are there")
PASS_IN_TRICK = gettext_noop("Place {found}: nobody may pass when tricks are played")


class IllegalCard(NamedTuple):
    """An illegal card. ``trick`` (in Domino the lap) and ``turn`` are numbered from 1."""

    trick: int
    turn: int
    breach: Breach

    def as_json(self) -> dict[str, Any]:
        breach = self.breach
        rule = {"rule": breach.infraction.value, "message": str(breach.phrase)}
        return picked(self, "trick", "turn") | picked(breach, "wind", "card") | rule


class Report(NamedTuple):
    play: Play | Domino
    illegal: tuple[IllegalCard, ...]
    problems: tuple[Problem, ...]

    @property
    def units(self) -> Mapping[Wind, int]:
        return self.play.units

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """Tricks in order; the last may be unfinished. Empty in Domino."""
        play = self.play
        if isinstance(play, Domino):
            return ()
        assert play.lead is not None
        unfinished = (Trick(play.lead, play.table, None),) if play.table else ()
        return (*play.tricks, *unfinished)

    def as_json(self) -> dict[str, Any]:
        play = self.play
        contracts = (play.contract,) if isinstance(play, Domino) else play.contracts
        units = {contract.code: as_json(play.units_of(contract)) for contract in contracts}
        answer = {
            "contract": TOGETHER.join(units),
            "tricks": [picked(trick, "leader", "cards", "winner") for trick in self.tricks],
            "units": units if len(contracts) > 1 else units[contracts[0].code],
        } | picked(self, "illegal", "problems")
        if isinstance(play, Domino):
            answer["turns"] = [picked(turn, "wind", "card") for turn in play.turns]
            answer["closers"] = as_json(play.closers)
        if play.turn is not None and not play.settled:
            legal = [str(card) for card in play.deal.in_order(play.legal())]
            answer["next"] = {"wind": play.turn.value, "legal": legal}
        return answer


def start_play(
    deal: Deal,
    contract: Contract,
    rules: PlayRules,
    leader: Wind,
    trump: Suit | None = None,
    also: tuple[Contract, ...] = (),
) -> Play | Domino:
    """Start the play of a hand. ``also`` lists the other contracts that the same cards are played
    for in the quick game (O15).
    """
    if contract.family is Family.DOMINO:
        return Domino(deal, contract, rules, leader)
    return Play(deal, contract, rules, leader, trump, also=also)


def play_out(play: Play | Domino, choose: Callable[[Sequence[Card]], Card]) -> Play | Domino:
    """Play the hand to its end. ``choose`` picks one of the legal cards, given in deck order; a
    Domino player without a legal card passes.
    """
    while not play.over:
        legal = play.deal.in_order(play.legal())
        if isinstance(play, Domino):
            play = play.placed(choose(legal) if legal else None)
        else:
            play = play.placed(choose(legal))
    return play


def replay(
    deal: Deal,
    contract: Contract,
    cards: Iterable[Card | None],
    *,
    rules: PlayRules,
    leader: Wind,
    trump: Suit | None = None,
    leaders: Mapping[int, Wind] | None = None,
    also: tuple[Contract, ...] = (),
) -> Report:
    """Judge the cards in the order in which they were played; None is a pass in Domino. ``also`` is
    that of ``start_play``.

    ``leaders`` gives the leader of a trick, by its number from 1, if known. A lead out of turn is
    then reported, and the trick judged as it was played. Otherwise the winner of a trick leads the
    next.
    """
    play = start_play(deal, contract, rules, leader, trump, also)
    played = tuple(cards)
    if isinstance(play, Domino):
        return _replay_domino(play, played)
    return _replay_tricks(play, played, leaders or {})


def _replay_tricks(play: Play, cards: Sequence[Card | None], leaders: Mapping[int, Wind]) -> Report:
    illegal: list[IllegalCard] = []
    problems: list[Problem] = []
    for place, card in enumerate(cards, start=1):
        if card is None:
            problems.append(Problem.of("pass_in_trick", None, None, place, PASS_IN_TRICK))
            continue
        if play.over:
            rest = listed(card for card in cards[place - 1 :] if card is not None)
            played = None, play.cards_played, len(cards), CARDS_LEFT_OVER
            problems.append(Problem.of("cards_left_over", *played, cards=rest))
            break
        number, turn = len(play.tricks) + 1, play.cards_played + 1
        faults = _breaches(play, card, leaders.get(number))
        illegal += (IllegalCard(number, turn, fault) for fault in faults)
        if not play.table:
            play = play.led_by(leaders.get(number) or play.turn or play.leader)
        play = play.placed(card)
    if not play.settled:
        played = None, play.deal.size, play.cards_played, CARDS_MISSING
        problems.append(Problem.of("cards_missing", *played))
    return Report(play, tuple(illegal), tuple(problems))


def _breaches(play: Play, card: Card, leader: Wind | None) -> Iterator[Breach]:
    """Breaches of a recorded card: leading out of turn, if another is recorded as leader; then
    those of the card itself.
    """
    turn = play.turn
    if leader is not None and not play.table and leader is not turn:
        yield breach(Infraction.OUT_OF_TURN, leader, card, holder=turn)
        play = play.led_by(leader)
    fault = play.breach(card)
    if fault is not None:
        yield fault


def _replay_domino(play: Domino, cards: Sequence[Card | None]) -> Report:
    illegal: list[IllegalCard] = []
    problems: list[Problem] = []
    for card in cards:
        if play.over:
            played = None, len(play.turns), len(cards), TURNS_LEFT_OVER
            problems.append(Problem.of("turns_left_over", *played))
            break
        turn = len(play.turns) + 1
        fault = play.breach(card)
        if fault is not None:
            illegal.append(IllegalCard(-(-turn // len(play.deal.winds)), turn, fault))
        play = play.placed(card)
    if not play.over:
        template = ROUND_UNFINISHED if play.closers else NOBODY_OUT
        problems.append(Problem.of("turns_missing", None, None, len(play.turns), template))
    return Report(play, tuple(illegal), tuple(problems))
