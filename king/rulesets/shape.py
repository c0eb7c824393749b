"""The shape that a house edition gives its game (§12.10): order, who chooses, quotas, players, deck,
the closing hand, the final. Each refusal names the part that cannot be.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from king.cards import DECK_SIZES
from king.reading import Node, one_of
from king.rulesets.base import Chooser, Final, Order, Quota, RuleSet, Scoring
from king.rulesets.contracts import Contract, Nulls, Unit
from king.rulesets.settings import configured
from king.standing.tiebreaks import TIEBREAKS
from king.words import Phrase, gettext_noop

SHAPE = ("order", "chooser", "quotas", "players", "deck", "last", "pre_dealt", "final")
"""Parts of an edition, beside its hands."""

MOST_PARTITE = 40

ORDERS = {
    Order.FIXED: gettext_noop("by their numbers"),
    Order.CALLED: gettext_noop("one player calls each"),
    Order.PROPOSED: gettext_noop("two partners choose each between them"),
}
CHOOSERS = {
    Chooser.DEALER: gettext_noop("the dealer"),
    Chooser.LEFT_OF_DEALER: gettext_noop("the player on the dealer's left"),
    Chooser.LEADER: gettext_noop("who leads"),
}


def orders_of(base: RuleSet) -> tuple[Order, ...]:
    """Two partners can choose only where there are pairs; a soloist calls his own."""
    if base.scoring is Scoring.SOLOIST:
        return (base.order,)
    return tuple(order for order in Order if base.by_side or order is not Order.PROPOSED)


def choosers_of(base: RuleSet) -> tuple[Chooser, ...]:
    return (base.chooser,) if base.scoring is Scoring.SOLOIST else tuple(CHOOSERS)


def players_of(base: RuleSet) -> tuple[int, ...]:
    alone = not base.by_side and base.scoring is Scoring.SUM
    return (4, 3) if alone else (4,)


def closing(base: RuleSet, changes: Node, order: Order) -> str | None:
    """The contract that closes the match by itself; an empty text for none."""
    if order is Order.FIXED:
        return None
    node = changes.get("last")
    return base.last if node is None else node.text() or None


def order_of(base: RuleSet, changes: Node) -> Order:
    node = changes.get("order")
    return base.order if node is None else Order(node.choice(orders_of(base)))


def shaped(base: RuleSet, changes: Node, hands: tuple[str, ...]) -> dict[str, Any]:
    """The fields of ``base`` that the changes give another value; ``hands`` are the edition's."""
    order = order_of(base, changes)
    node = changes.get("chooser")
    chooser = base.chooser if node is None else Chooser(node.choice(choosers_of(base)))
    at_table, deck = table_of(base, changes)
    fields: dict[str, Any] = {
        "order": order,
        "chooser": chooser,
        "at_table": at_table,
        "deck": deck,
    }
    if order is not Order.PROPOSED:
        fields |= {"third": None, "trump_in_proposals": False}
    if base.unplayed is not None:
        own, other = base.unplayed
        whole = own + other * (at_table - 1) == deck // at_table
        fields["unplayed"] = base.unplayed if whole else None
    dealt = changes.get("pre_dealt")
    if dealt is not None:
        fields["pre_dealt"] = dealt.boolean()
    final = changes.get("final")
    if final is not None:
        fields["final"] = _final(base, final)
    fields["quotas"] = () if order is Order.FIXED else _quotas(base, changes, hands)
    return fields


def table_of(base: RuleSet, changes: Node) -> tuple[int, int]:
    """Who are dealt cards, and how many cards there are."""
    at_table, deck = base.at_table, base.deck
    node, cards = changes.get("players"), changes.get("deck")
    if cards is not None:
        deck = cards.integer()
        if deck not in DECK_SIZES:
            raise cards.fail(one_of(map(str, DECK_SIZES)))
    if node is not None:
        at_table = node.integer()
        if at_table not in players_of(base):
            raise node.fail(one_of(map(str, players_of(base))))
    if deck % at_table:
        shared = Phrase(SHARED, players=at_table)
        raise (cards or node or changes).fail(shared)
    return at_table, deck


SHARED = gettext_noop(
    "a deck that {players} players share equally (52, 36 or 32 cards by four, 36 by three),"
)


def fitted(contract: Contract, deck: int, players: int) -> Contract:
    """As many units as the deck holds; in a hand played down the bonus keeps what the row makes."""
    units = {
        Unit.TRICKS: deck // players,
        Unit.HEARTS: deck // 4,
        Unit.CARDS_LEFT: None,
    }.get(contract.unit, contract.units)
    if units == contract.units or units is None:
        return contract
    down = contract.nulls
    if down is not None:
        bonus = Fraction(units * (contract.value - down.value), players)
        down = Nulls(bonus, down.value)
    return replace(contract, units=units, nulls=down)


def _quotas(base: RuleSet, changes: Node, hands: tuple[str, ...]) -> tuple[Quota, ...]:
    """Those of the base as far as their hands are played, or the edition's own."""
    node = changes.get("quotas")
    if node is None:
        kept = (
            quota._replace(contracts=tuple(code for code in quota.contracts if code in hands))
            for quota in base.quotas
        )
        return tuple(quota for quota in kept if quota.contracts)
    quotas, seen = [], set[str]()
    for quota in node.list():
        codes = tuple(
            code.choice(tuple(dict.fromkeys(hands))) for code in quota["contracts"].list()
        )
        if not codes or len(set(codes)) != len(codes) or seen & set(codes):
            raise quota["contracts"].fail(ONE_QUOTA)
        seen |= set(codes)
        quotas.append(Quota(codes, quota["most"].integer(1, len(hands))))
    return tuple(quotas)


ONE_QUOTA = gettext_noop("at least one contract, and each in one quota alone,")


def _final(base: RuleSet, node: Node) -> Final | None:
    """How the club plays its final; ``{"none": true}`` where it begins with the game's own rules."""
    if node.has("none") and node["none"].boolean():
        return None
    known = (base.code, base.root.code, *([base.final.ruleset] if base.final else []))
    settings: Mapping[str, object] = node["settings"].object() if node.has("settings") else {}
    configured(base.defaults, settings)
    codes = tuple(TIEBREAKS)
    return Final(
        ruleset=node["ruleset"].choice(tuple(dict.fromkeys(known))),
        partite=node["partite"].integer(1, MOST_PARTITE),
        settings=dict(settings),
        tiebreaks=tuple(each.choice(codes) for each in node["tiebreaks"].list()),
    )
