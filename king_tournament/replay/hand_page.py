"""A hand as its page shows it: while it is played the own cards, the trick and the last one; once it
is over all four hands, card by card.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol

from django.utils.translation import gettext as _, ngettext

from frame.page import Context
from king.cards import SUITS, Card, Suit, Wind
from king.play.domino import ROWS, Domino
from king.play.tricks import DominoAce, Play
from king.rulesets.contracts import Family
from king_tournament.replay.boards import PublishedBoard, Way
from king_tournament.replay.games import Game
from wording import naming, results
from wording.play_rules import special_rules
from wording.sentences import say


class Hand(Protocol):
    """A hand that can be shown card by card: ``states`` are those before its first card and after
    each.
    """

    @property
    def cards(self) -> Sequence[Card | None]: ...

    @property
    def states(self) -> Sequence[Play | Domino]: ...

    def dealt(self, wind: Wind) -> Sequence[Card]: ...


class Move(NamedTuple):
    """A card, or None for a pass. ``winner`` is set if it ends a trick."""

    wind: Wind
    card: Card | None
    winner: Wind | None = None


def moves_of(game: Hand, begin: int = 0, end: int | None = None) -> list[Move]:
    moves = []
    for card, (before, after) in zip(game.cards, pairwise(game.states), strict=True):
        assert before.turn is not None
        winner = None
        if isinstance(before, Play) and isinstance(after, Play):
            ended = len(after.tricks) > len(before.tricks)
            winner = after.tricks[-1].winner if ended else None
        moves.append(Move(before.turn, card, winner))
    return moves[begin:end]


def ways_of(published: PublishedBoard) -> list[tuple[str, str]]:
    """Key of each way, and words on what was played at how many tables. Empty if all tables played
    alike.
    """
    if len(published.ways) < 2:
        return []
    return [(way.key, way_words(published, way, several=True)) for way in published.ways]


def way_words(published: PublishedBoard, way: Way, *, several: bool = False) -> str:
    contract = naming.contract_name(way.declared.contract)
    alike = len({one.declared.contract for one in published.ways}) == 1
    words = [] if several and alike else [contract]
    if declaration := results.declaration(way.row):
        words.append(declaration)
    if several and len({_way_label(published, one) for one in published.ways}) < len(
        published.ways
    ):
        words.append(_("%(wind)s leads") % {"wind": say(way.declared.leader)})
    if several and way.tables:
        tables = {"tables": ", ".join(map(str, way.tables))}
        words.append(ngettext("table %(tables)s", "tables %(tables)s", len(way.tables)) % tables)
    return " · ".join(filter(None, words))


def _way_label(published: PublishedBoard, way: Way) -> tuple[str, str]:
    return naming.contract_name(way.declared.contract), results.declaration(way.row)


def facts_of(game: Game) -> Context:
    """Context of the facts that are known before the first card."""
    way, rules = game.way, game.published.ruleset
    contract = way.declared.contract
    return {
        "contract": contract,
        "declared": results.declaration(way.row),
        "trump": way.declared.trump,
        "leads": _("%(wind)s leads") % {"wind": say(game.states[0].turn)},
        "rules": list(special_rules(contract, rules, way.settings)),
    }


# --- while it is played


PLACES = {4: ("left", "across", "right", "own"), 3: ("left", "right", "own")}
"""Places round the table clockwise, the own one last: so they stand in a row too."""


def table_of(game: Game) -> Context:
    state = game.state
    winds = game.published.ruleset.winds
    left = winds.index(game.seat) + 1
    places = dict(zip((*winds[left:], *winds[:left]), PLACES[len(winds)], strict=True))
    lying = cards_lying(state)
    return {
        "places": [
            {
                "name": name,
                "wind": wind,
                "card": lying.get(wind),
                "turn": wind is state.turn and not game.over,
            }
            for wind, name in places.items()
        ],
        "last": _last_trick(state),
        "rows": layout_of(state) if isinstance(state, Domino) else (),
    }


def cards_lying(state: Play | Domino) -> dict[Wind, Card]:
    """Cards of the trick on the table, by wind."""
    if isinstance(state, Domino) or state.lead is None:
        return {}
    winds, direction = state.deal.winds, state.rules.direction
    return {
        state.lead.after(place, direction, winds): card for place, card in enumerate(state.table)
    }


def _last_trick(state: Play | Domino) -> Context | None:
    if isinstance(state, Domino) or not state.tricks:
        return None
    trick = state.tricks[-1]
    direction, winds = state.rules.direction, state.deal.winds
    cards = [
        (trick.leader.after(place, direction, winds), card)
        for place, card in enumerate(trick.cards)
    ]
    return {"number": len(state.tricks), "cards": cards, "winner": trick.winner}


def layout_of(state: Domino) -> list[tuple[Suit, list[tuple[Card, bool]]]]:
    """Cards of each suit from the low end, each with whether it lies on the table."""
    rows = ROWS[state.deal.size, state.rules.domino_ace is DominoAce.HIGH]
    return [(suit, [(card, card in state.layout) for card in rows[suit]]) for suit in SUITS]


def hand_of(game: Game) -> list[Context]:
    """Own cards, each with the judge's sentence if it may not be played now."""
    if not game.is_own_turn:
        return [{"card": card, "legal": False, "why": ""} for card in game.hand]
    cards = []
    for card in game.hand:
        breach = game.breach(card)
        why = "" if breach is None else f"{say(breach.phrase)}."
        cards.append({"card": card, "legal": breach is None, "why": why})
    return cards


def cards_aloud(game: Game) -> list[str]:
    """Sentences on each card since the own last one, for readers who listen, and on whose turn it
    is.
    """
    sentences = [
        sentence for move in moves_of(game, game.last_own + 1) for sentence in move_words(move)
    ]
    if game.is_own_turn:
        sentences.append(_("Your turn."))
    return sentences


def move_words(move: Move) -> list[str]:
    wind = naming.wind_name(move.wind)
    if move.card is None:
        return [_("%(wind)s passes.") % {"wind": wind}]
    sentences = [f"{wind} {naming.card_name(move.card)}."]
    if move.winner is not None:
        sentences.append(_("%(wind)s takes the trick.") % {"wind": naming.wind_name(move.winner)})
    return sentences


# --- once it is over


def step_of(game: Hand, at: int) -> Context:
    """Context of the hand after ``at`` cards."""
    at = max(0, min(at, len(game.cards)))
    state = game.states[at]
    lying, last = cards_lying(state), None
    if not lying and at and isinstance(state, Play):
        last = _last_trick(state)
        lying = dict(last["cards"]) if last else {}
    move = moves_of(game, at - 1, at)[0] if at else None
    return {
        "at": at,
        "hands": [(wind, _dealt_cards(game, state, wind)) for wind in state.deal.winds],
        "lying": lying,
        "winner": last["winner"] if last else None,
        "said": " ".join(move_words(move)) if move else "",
        "rows": layout_of(state) if isinstance(state, Domino) else (),
        "end": len(game.cards),
        "ended": ends_early(state),
        "ways": _ways_from(at, len(game.cards)),
    }


def counts_of(game: Game) -> str:
    """Cards left of each wind in a Domino, or its place of going out, in words; the best first.
    Empty for a hand of tricks.
    """
    if game.way.declared.contract.family is not Family.DOMINO:
        return ""
    units = game.units
    return naming.count_words((wind, units[wind]) for wind in sorted(units, key=units.__getitem__))


def ends_early(state: Play | Domino) -> bool:
    """Whether the hand is over with cards still in hand, because all that counts has been taken."""
    return isinstance(state, Play) and state.settled and not state.over


def _ways_from(at: int, end: int) -> list[tuple[str, int | None, str, str]]:
    """Steps that lead on from here, each with an id, the number of cards (None if there is no such
    step), words and a sign.
    """
    back, forth = at > 0, at < end
    return [
        ("first", 0 if back else None, _("The four hands"), "«"),
        ("back", at - 1 if back else None, _("One card back"), "‹"),
        ("forth", at + 1 if forth else None, _("One card forward"), "›"),
        ("last", end if forth else None, _("The last card"), "»"),
    ]


def _dealt_cards(
    game: Hand, state: Play | Domino, wind: Wind
) -> list[tuple[Suit, list[tuple[Card, bool]]]]:
    """Cards that were dealt to the wind, by suit, each with whether it has been played."""
    holding = state.hands[wind]
    dealt = game.dealt(wind)
    return [
        (suit, [(card, card not in holding) for card in dealt if card.suit is suit])
        for suit in SUITS
    ]
