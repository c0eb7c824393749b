"""House editions: a published system with a club's own values, hands or settings, under a code of
its own.

``{"base": "lab12", "code": "harbour", "name": "Harbour club", "changes": {"values": {"KH":
"-13"}}}``
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from king.cards import DECK_SIZES
from king.reading import InputError, Node, as_json, one_of
from king.rulesets.base import Chooser, Final, Order, Quota, RuleSet, Scoring
from king.rulesets.contracts import TERMS, TOGETHER, Contract, Family, Nulls, Unit
from king.rulesets.setting import SettingError
from king.rulesets.settings import configured
from king.standing.standing_settings import EDITION, StandingSettings, asked_by
from king.standing.tiebreaks import TIEBREAKS
from king.words import Phrase, gettext_noop

SHAPE = ("order", "chooser", "quotas", "players", "deck", "last", "pre_dealt", "final")
"""The shape of a game beside its hands (§12.10)."""

CHANGES = ("names", "values", "nulls", "contracts", "hands", *SHAPE, "settings", "standing")
"""Parts that an edition may change: ``names`` of contracts and other terms; ``values`` points of a unit by contract;
``nulls`` bonus and value of a hand played down; ``contracts`` new or redefined ones; ``hands`` the order, or the choice,
of contracts, ``V+C`` for several in one hand; the parts of the shape; ``settings`` defaults; ``standing`` the match
points."""

STANDING = tuple(setting.key for setting in asked_by(EDITION))
"""Its entries on the match points."""

LONGEST_SCALE = 100
"""Places."""

LONGEST_MATCH = 60
"""Hands. The longest published match has 28; the limit keeps a slip from making a sheet of thousands."""

LARGEST_VALUE = 10_000
"""Points of one unit."""


def value_range(family: Family) -> tuple[int, int]:
    """A sign slipped in typing would turn a penalty into a gift."""
    return (0, LARGEST_VALUE) if family is Family.POSITIVE else (-LARGEST_VALUE, 0)


OWN_CODE = gettext_noop("a code of its own, of small letters, digits and _, other than {base}")
OWN_NAME = gettext_noop("a name that no other hand has")
A_CONTRACT = gettext_noop("one of the contracts {codes}")
POINTS = gettext_noop("points from {least} to {most}")
CONTRACT_CODE = gettext_noop("a contract code of up to six capital letters and digits, not {code},")
SETS = gettext_noop("{hands} hands, {each} for each soloist,")
PLACES = gettext_noop("from 1 to {most} places")
EXPECTED_HERE = gettext_noop("expected {expected}")

_CODE = re.compile(r"[a-z][a-z0-9_]{0,39}")
_CONTRACT_CODE = re.compile(r"[A-Z0-9]{1,6}")


class EditionError(InputError):
    """An edition that cannot be: the text names the place and what was expected."""


def make_edition(base: RuleSet, code: str, name: str, changes: Mapping[str, object]) -> RuleSet:
    """Raises ``EditionError`` naming the first change that cannot be."""
    try:
        return _edition(base, Node(code, "edition", "code"), Node(name, "edition", "name"), changes)
    except SettingError as error:
        raise EditionError(error.phrase, source="edition", place=f"changes.{error.place}") from None
    except EditionError:
        raise
    except InputError as error:
        raise EditionError(error.phrase, source=error.source, place=error.place) from None


def _edition(base: RuleSet, code: Node, name: Node, changes: Mapping[str, object]) -> RuleSet:
    if not _CODE.fullmatch(code.text()) or code.text() == base.code:
        raise code.fail(Phrase(OWN_CODE, base=base.code))

    title = _name(name)
    node = Node(dict(changes), "edition", "changes")

    for key, change in node.items():
        if key not in CHANGES:
            raise _unknown(change, one_of(CHANGES))

    contracts = _contracts(base, node)
    hands = _hands(base, node, contracts)
    rows = _rows(hands)
    settings = node.get("settings")
    edition = replace(
        base,
        code=code.text(),
        name=title,
        contracts=tuple(contract for key, contract in contracts.items() if key in rows),
        hands=hands,
        last=closing(base, node, order_of(base, node)),
        **shaped(base, node, rows, contracts),
        terms=_terms(base, node),
        defaults=configured(base.defaults, settings.object() if settings else {}),
        standing=_standing(base, node),
        base=base,
        changes={key: as_json(change) for key, change in changes.items()},
    )
    edition.configure({})  # of three, no setting may name West
    return edition


def _rows(hands: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(code for hand in hands for code in hand.split(TOGETHER))


def _name(node: Node) -> str:
    """A name for people; braces would be taken for the fields of a sentence."""
    text = node.text()
    if not text.strip() or len(text) > 80 or "{" in text or "}" in text:
        raise node.fail(gettext_noop("a name of at most 80 letters without braces"))
    return text


def _contracts(base: RuleSet, changes: Node) -> dict[str, Contract]:
    players, deck = table_of(base, changes)
    contracts = {each.code: fitted(each, deck, players) for each in base.contracts}
    for code, definition in _entries(changes, "contracts"):
        contracts[code] = _contract(deck, code, definition)
    for code, name in _entries(changes, "names"):
        if code in TERMS:
            continue
        if code not in contracts:
            raise _unknown(name, one_of((*contracts, *TERMS)))
        contracts[code] = replace(contracts[code], name=_name(name))
        if [contract.name for contract in contracts.values()].count(contracts[code].name) > 1:
            raise name.fail(OWN_NAME)
    for code, value in _entries(changes, "values"):
        contract = _known(contracts, code, value)
        contracts[code] = replace(contract, value=_value(value, *value_range(contract.family)))
    for code, way in _entries(changes, "nulls"):
        down = Nulls(_value(way["bonus"]), _value(way["value"]))
        if down.value >= 0 or down.bonus < 0:
            raise way.fail(gettext_noop("a bonus that is not negative and a negative value"))
        contracts[code] = replace(_known(contracts, code, way), nulls=down)
    return contracts


def _terms(base: RuleSet, changes: Node) -> dict[str, str]:
    own = {key: _name(name) for key, name in _entries(changes, "names") if key in TERMS}
    return dict(base.terms) | own


def _entries(changes: Node, key: str) -> Iterable[tuple[str, Node]]:
    node = changes.get(key)
    return () if node is None else node.items()


def _known(contracts: Mapping[str, Contract], code: str, place: Node) -> Contract:
    if code not in contracts:
        raise _unknown(place, Phrase(A_CONTRACT, codes=" ".join(contracts)))
    return contracts[code]


def _unknown(node: Node, expected: Phrase) -> EditionError:
    return EditionError(
        Phrase(EXPECTED_HERE, expected=expected), source="edition", place=node.place
    )


def _value(node: Node, least: int = -LARGEST_VALUE, most: int = LARGEST_VALUE) -> Fraction:
    number = node.number()
    if not least <= number <= most:
        raise node.fail(Phrase(POINTS, least=least, most=most))
    return number


def _contract(deck: int, code: str, node: Node) -> Contract:
    if not _CONTRACT_CODE.fullmatch(code):
        raise node.fail(Phrase(CONTRACT_CODE, code=repr(code)))

    family = Family(node["family"].choice(tuple(Family)))
    units = node.get("units")
    if (units is None) != (family is Family.DOMINO):
        raise node.fail(gettext_noop("units for every contract but Domino"))

    positive = family is Family.POSITIVE
    return Contract(
        code=code,
        name=_name(node["name"]),
        unit=Unit(node["unit"].choice(tuple(Unit))),
        units=None if units is None else units.integer(1, deck),
        value=_value(node["value"], *value_range(family)),
        family=family,
        sale=positive and node.has("sale") and node["sale"].boolean(),
        trump=positive and node.has("trump") and node["trump"].boolean(),
    )


def _hands(base: RuleSet, changes: Node, contracts: Mapping[str, Contract]) -> tuple[str, ...]:
    order, node = order_of(base, changes), changes.get("hands")
    written = [] if node is None else node.list()
    for hand in written:
        for code in hand.text().split(TOGETHER):
            _known(contracts, code, hand)
        if TOGETHER in hand.text() and order is not Order.FIXED:
            raise hand.fail(gettext_noop("one contract, as the hands are chosen,"))
    hands = base.hands if node is None else tuple(hand.text() for hand in written)
    if order is not Order.FIXED:
        hands = _rows(hands)
    if not 1 <= len(_rows(hands)) <= LONGEST_MATCH:
        at = node or changes
        raise at.fail(Phrase(gettext_noop("from 1 to {most} hands"), most=LONGEST_MATCH))
    last = closing(base, changes, order)
    if last is not None and hands.count(last) != 1:
        once = gettext_noop("{last} once, for it closes the match,")
        at = changes.get("last") or node or changes
        raise at.fail(Phrase(once, last=last))
    if node is None:
        return hands
    if base.set_length is not None and len(hands) != base.length:
        raise node.fail(Phrase(SETS, hands=base.length, each=base.set_length))
    return hands


def _standing(base: RuleSet, changes: Node) -> dict[str, object]:
    """The base's match points with those that are given."""
    node = changes.get("standing")
    if node is None:
        return dict(base.standing)
    for key, value in node.items():
        if key not in STANDING:
            raise _unknown(value, one_of(STANDING))
    scale = StandingSettings.from_json(node).scale
    if scale is not None and not 1 <= len(scale) <= LONGEST_SCALE:
        raise node["scale"].fail(Phrase(PLACES, most=LONGEST_SCALE))
    return dict(base.standing) | {key: as_json(value.value) for key, value in node.items()}


# -- the shape that an edition gives its game (§12.10)

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


def shaped(
    base: RuleSet, changes: Node, hands: tuple[str, ...], contracts: Mapping[str, Contract]
) -> dict[str, Any]:
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
    fields["quotas"] = () if order is Order.FIXED else _quotas(base, changes, hands, contracts)
    return fields


def table_of(base: RuleSet, changes: Node) -> tuple[int, int]:
    """How many are dealt cards, and how many cards there are."""
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


def _quotas(
    base: RuleSet, changes: Node, hands: tuple[str, ...], contracts: Mapping[str, Contract]
) -> tuple[Quota, ...]:
    """Those of the base as far as their hands are played, or the edition's own; a family stands for
    all its hands but the one that closes the match.
    """
    node = changes.get("quotas")
    if node is None:
        kept = (
            quota._replace(contracts=tuple(code for code in quota.contracts if code in hands))
            for quota in base.quotas
        )
        return tuple(quota for quota in kept if quota.contracts)
    last = closing(base, changes, order_of(base, changes))
    played = dict.fromkeys(hands)
    known = {code: (code,) for code in played} | {
        family.value: tuple(
            code for code in played if contracts[code].family is family and code != last
        )
        for family in Family
    }
    quotas, seen = [], set[str]()
    for quota in node.list():
        codes = tuple(
            code for name in quota["contracts"].list() for code in known[name.choice(tuple(known))]
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
