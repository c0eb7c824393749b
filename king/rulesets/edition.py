"""House editions: a published system with a club's own values, hands or settings, under a code of
its own.

``{"base": "lab12", "code": "harbour", "name": "Harbour club", "changes": {"values": {"KH":
"-13"}}}``
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from king.reading import InputError, Node, as_json, one_of
from king.rulesets.base import Order, RuleSet
from king.rulesets.contracts import TOGETHER, Contract, Family, Nulls, Unit
from king.rulesets.setting import SettingError
from king.rulesets.settings import configured
from king.rulesets.shape import SHAPE, closing, fitted, order_of, shaped, table_of
from king.standing.standing_settings import EDITION, StandingSettings, asked_by
from king.words import Phrase, gettext_noop

CHANGES = ("values", "nulls", "contracts", "hands", *SHAPE, "settings", "standing")
"""Parts that an edition may change: ``values`` points of a unit by contract; ``nulls`` bonus and value of a hand played
down; ``contracts`` new or redefined ones; ``hands`` the order, or the choice, of contracts, ``V+C`` for several in one
hand; the parts of the shape (``king.rulesets.shape``); ``settings`` defaults; ``standing`` the match points."""

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
        **shaped(base, node, rows),
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
    for code, value in _entries(changes, "values"):
        contract = _known(contracts, code, value)
        contracts[code] = replace(contract, value=_value(value, *value_range(contract.family)))
    for code, way in _entries(changes, "nulls"):
        down = Nulls(_value(way["bonus"]), _value(way["value"]))
        if down.value >= 0 or down.bonus < 0:
            raise way.fail(gettext_noop("a bonus that is not negative and a negative value"))
        contracts[code] = replace(_known(contracts, code, way), nulls=down)
    return contracts


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
