"""House editions: a published system with a club's own values, hands or settings, under a code of
its own.

``{"base": "lab12", "code": "harbour", "name": "Harbour club", "changes": {"values": {"KH":
"-13"}}}``
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from king.cards import DECK_SIZES
from king.reading import InputError, Node, as_json, one_of
from king.rulesets.base import (
    Chooser,
    Final,
    Order,
    Owner,
    Quota,
    RuleSet,
    Scoring,
    can_be_played,
)
from king.rulesets.contracts import TERMS, TOGETHER, Contract, Family, Nulls
from king.rulesets.setting import SettingError
from king.rulesets.settings import configure_settings
from king.rulesets.units import PLACES, UNITS, Unit
from king.rulesets.units.custom_unit import own_unit
from king.standing.standing_settings import EDITION, StandingSettings, settings_on
from king.standing.tiebreaks import TIEBREAKS
from king.words import Phrase, gettext_noop

CHANGES = {
    "names": gettext_noop("names"),
    "values": gettext_noop("values"),
    "nulls": gettext_noop("hands played down"),
    "units": gettext_noop("what its own hands count"),
    "contracts": gettext_noop("own hands"),
    "hands": gettext_noop("list of the hands"),
    "length": gettext_noop("hands of a match"),
    "order": gettext_noop("order of the hands"),
    "chooser": gettext_noop("who chooses"),
    "owner": gettext_noop("who names the trump"),
    "quotas": gettext_noop("how many each may choose"),
    "players": gettext_noop("players at a table"),
    "deck": gettext_noop("cards in the deck"),
    "last": gettext_noop("closes the match"),
    "deals_in_a_row": gettext_noop("deals of one dealer in a row"),
    "pre_dealt": gettext_noop("boards dealt beforehand"),
    "final": gettext_noop("final"),
    "settings": gettext_noop("settings"),
    "standing": gettext_noop("match points"),
}
"""Parts that an edition may change: ``names`` of contracts and other terms; ``values`` points of a unit by contract;
``nulls`` bonus and value of a hand played down; ``units`` what new contracts count (§13.13); ``contracts`` new or
redefined ones; ``hands`` the order, or the choice, of contracts, ``V+C`` for several in one hand; the shape of the game
beside its hands (§12.10); ``settings`` defaults; ``standing`` the match points."""

STANDING = tuple(setting.key for setting in settings_on(EDITION))
"""Settings of the standing that an edition may change."""

LONGEST_SCALE = 100
"""Most places of a scale."""

LONGEST_MATCH = 60
"""Most hands of a match. The longest published match has 28; the limit keeps a slip from making a
sheet of thousands."""

LARGEST_VALUE = 10_000
"""Most points of one unit."""

MOST_PARTITE = 40


def value_range(family: Family) -> tuple[int, int]:
    """Smallest and largest value of a unit. The sign is fixed by the family, because a wrong sign
    would turn a penalty into a gift.
    """
    return (0, LARGEST_VALUE) if family is Family.POSITIVE else (-LARGEST_VALUE, 0)


OWN_CODE = gettext_noop("a code of its own, of small letters, digits and _, other than {base}")
OWN_NAME = gettext_noop("a name that no other hand has")
A_CONTRACT = gettext_noop("one of the contracts {codes}")
POINTS = gettext_noop("points from {least} to {most}")
CONTRACT_CODE = gettext_noop("a contract code of up to six capital letters and digits, not {code},")
BY_PLACE = gettext_noop("the points of the {players} places, each player alone,")
SETS = gettext_noop("{hands} hands, {each} for each soloist,")
SCALE = gettext_noop("from 1 to {most} places")
EXPECTED_HERE = gettext_noop("expected {expected}")
DEALT = gettext_noop("{count}, as many as the deck has ({units})")
MORE_TO_CHOOSE = gettext_noop(
    "there are more of a kind among the {hands} hands than the players may choose"
)
ONE_QUOTA = gettext_noop("at least one contract, and each in only one quota,")
SHARED = gettext_noop(
    "a deck that {players} players share equally (52, 36 or 32 cards by four, 36 by three),"
)

_CODE = re.compile(r"[a-z][a-z0-9_]{0,39}")
_CONTRACT_CODE = re.compile(r"[A-Z0-9]{1,6}")


class EditionError(InputError):
    """Error: an edition that is impossible. The text names the place and the values that are
    possible.
    """


class Unplayable(EditionError):
    """Error: there are more hands of a kind than the players may choose."""


# -- what an edition may change

ORDERS: dict[str, str] = {
    Order.FIXED: gettext_noop("by their numbers"),
    Order.CALLED: gettext_noop("one player calls each"),
    Order.PROPOSED: gettext_noop("two partners choose each between them"),
}
CHOOSERS: dict[str, str] = {
    Chooser.DEALER: gettext_noop("the dealer"),
    Chooser.LEFT_OF_DEALER: gettext_noop("the player on the dealer's left"),
    Chooser.LEADER: gettext_noop("the player who leads"),
}
OWNERS: dict[str, str] = {owner: CHOOSERS[owner] for owner in Owner}


class Figure(NamedTuple):
    """A figure that an edition may change. ``place`` names it: ``values.KH``. ``usual`` is the
    base's value, in the form of a change.

    ``kind`` is ``name``, ``points``, ``choice`` (of ``choices``), ``partite``, ``hands``,
    ``codes``, ``quotas``, or ``kept`` if no form asks for it.
    """

    place: str
    kind: str
    usual: Any
    choices: tuple[Any, ...] = ()

    def read(self, node: Node | None) -> Any:
        """Read one of the choices; without a node, return the usual value."""
        if node is None:
            return self.usual
        if not isinstance(self.usual, int):
            return type(self.usual)(node.choice(self.choices))
        if node.integer() not in self.choices:
            raise node.fail(one_of(map(str, self.choices)))
        return node.integer()


def figures_of(base: RuleSet) -> dict[str, Figure]:
    """Figures that an edition of ``base`` may change, by their place: all but hands, settings and
    match points.
    """
    figures = (*_contract_figures(base), *_shape_figures(base))
    return {figure.place: figure for figure in figures}


def _contract_figures(base: RuleSet) -> Iterator[Figure]:
    for contract in base.contracts:
        code = contract.code
        yield Figure(f"names.{code}", "name", contract.name)
        yield Figure(f"values.{code}", "points", contract.value)
        if contract.nulls:
            yield Figure(f"nulls.{code}.bonus", "points", contract.nulls.bonus)
            yield Figure(f"nulls.{code}.value", "points", contract.nulls.value)
    for key, word in base.terms.items():
        yield Figure(f"names.{key}", "name", word)


def _shape_figures(base: RuleSet) -> Iterator[Figure]:
    """Figures of the game's shape. Two partners can choose only in games of pairs; a soloist calls
    their own hands.
    """
    alone = not base.by_side and base.scoring is Scoring.SUM
    orders = tuple(order for order in Order if base.by_side or order is not Order.PROPOSED)
    choosers = tuple(CHOOSERS)
    if base.scoring is Scoring.SOLOIST:
        orders, choosers = (base.order,), (base.chooser,)
    yield Figure("players", "choice", base.at_table, (4, 3) if alone else (4,))
    yield Figure("deck", "choice", base.deck, DECK_SIZES)
    yield Figure("order", "choice", base.order, orders)
    yield Figure("chooser", "choice", base.chooser, choosers)
    yield Figure("owner", "choice", base.owner, tuple(OWNERS) if alone else (base.owner,))

    quotas = [
        {"contracts": list(quota.contracts), "most": quota.limit(base.defaults)}
        for quota in base.quotas
    ]
    yield Figure("quotas", "quotas", quotas)
    closing = tuple(contract.code for contract in base.contracts)
    yield Figure("last", "choice", base.last or "", closing)
    yield Figure("pre_dealt", "kept", base.pre_dealt)
    yield Figure("deals_in_a_row", "kept", base.deals_in_a_row)
    yield Figure("length", "hands", base.match_hands)

    ruleset, partite, settings, ties = base.final or ("", None, {}, ())
    games = dict.fromkeys((base.code, base.root.code, ruleset))
    yield Figure("final.ruleset", "choice", ruleset, tuple(filter(None, games)))
    yield Figure("final.partite", "partite", partite)
    yield Figure("final.tiebreaks", "codes", list(ties))
    yield Figure("final.settings", "kept", settings)


WHOLE = ("nulls.", "final.")
"""Beginnings of the places of figures that are changed together with their neighbours."""


def differences(base: RuleSet, written: Mapping[str, Any]) -> dict[str, Any]:
    """Changes that these values make, by place. None, or a value equal to the base's, makes no
    change.
    """
    usual = {place: figure.usual for place, figure in figures_of(base).items()}
    chosen = usual | {place: value for place, value in written.items() if value is not None}
    differing = {place for place, value in chosen.items() if value != usual[place]}
    together = {place.rpartition(".")[0] for place in differing if place.startswith(WHOLE)}

    changes: dict[str, Any] = {}
    for place, value in chosen.items():
        *inside, key = place.split(".")
        if place in differing or ".".join(inside) in together:
            part = changes
            for name in inside:
                part = part.setdefault(name, {})
            part[key] = as_json(value)
    if "final" in changes:
        final = changes["final"]
        final["partite"] = final["partite"] or 1
        changes["final"] = final if final["ruleset"] else {"none": True}
    return changes


# -- how its changes are read


def make_edition(base: RuleSet, code: str, name: str, changes: Mapping[str, object]) -> RuleSet:
    """Make the edition of ``base`` with these changes. Raises ``EditionError`` with the first
    change that is impossible.
    """
    try:
        return _edition(base, Node(code, "edition", "code"), Node(name, "edition", "name"), changes)
    except Unplayable:
        raise
    except InputError as error:
        inside = "changes." if isinstance(error, SettingError) else ""
        raise EditionError(error.phrase, source="edition", place=inside + error.place) from None


def _edition(base: RuleSet, code: Node, name: Node, changes: Mapping[str, object]) -> RuleSet:
    if not _CODE.fullmatch(code.text()) or code.text() == base.code:
        raise code.fail(Phrase(OWN_CODE, base=base.code))

    title = _name(name)
    node = Node(dict(changes), "edition", "changes")

    for key, change in node.items():
        if key not in CHANGES:
            raise _unknown(change, one_of(CHANGES))

    game = _apply_shape(base, node)
    contracts = _contracts(game, node)
    last = _closing(game, node)
    hands = _hands(game, node, contracts, last)
    rows = _rows(hands)
    settings = node.get("settings")
    edition = replace(
        game,
        code=code.text(),
        name=title,
        contracts=tuple(contract for key, contract in contracts.items() if key in rows),
        hands=hands,
        match_hands=_length(game, node, hands),
        last=last,
        quotas=_quotas(game, node, rows, contracts, last),
        terms=_terms(base, node),
        defaults=configure_settings(base.defaults, settings.object() if settings else {}),
        standing=_standing(base, node),
        base=base,
        changes={key: as_json(change) for key, change in changes.items()},
    )
    edition.configure({})  # of three, no setting may name West
    if not can_be_played(edition, edition.defaults):
        at = next(filter(None, map(node.get, ("quotas", "hands", "settings"))), node)
        fields = {"hands": edition.length}
        raise Unplayable(Phrase(MORE_TO_CHOOSE, fields), source="edition", place=at.place)
    return edition


def _rows(hands: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(code for hand in hands for code in hand.split(TOGETHER))


def _name(node: Node) -> str:
    """Read a name for people. Braces are refused, because they would be taken for the fields of a
    sentence.
    """
    text = node.text()
    if not text.strip() or len(text) > 80 or "{" in text or "}" in text:
        raise node.fail(gettext_noop("a name of at most 80 letters without braces"))
    return text


def _apply_shape(base: RuleSet, changes: Node) -> RuleSet:
    """Return ``base`` with the table, the order and the final that the changes ask for (§12.10)."""
    figures = figures_of(base)
    deck, players, order, chooser, owner = (
        figures[key].read(changes.get(key))
        for key in ("deck", "players", "order", "chooser", "owner")
    )
    if deck % players:
        at = changes.get("deck") or changes.get("players") or changes
        raise at.fail(Phrase(SHARED, players=players))
    unplayed = base.unplayed
    if unplayed is not None and unplayed[0] + unplayed[1] * (players - 1) != deck // players:
        unplayed = None
    dealt, final = changes.get("pre_dealt"), changes.get("final")
    row = changes.get("deals_in_a_row")
    return replace(
        base,
        deals_in_a_row=base.deals_in_a_row if row is None else row.integer(1, LONGEST_MATCH),
        at_table=players,
        deck=deck,
        order=order,
        chooser=chooser,
        owner=owner,
        third=base.third if order is Order.PROPOSED else None,
        trump_in_proposals=base.trump_in_proposals and order is Order.PROPOSED,
        unplayed=unplayed,
        pre_dealt=base.pre_dealt if dealt is None else dealt.boolean(),
        final=base.final if final is None else _final(base, figures, final),
    )


def _final(base: RuleSet, figures: Mapping[str, Figure], node: Node) -> Final | None:
    """Read the club's final. ``{"none": true}`` means that a final begins with the game's own
    rules.
    """
    if node.has("none") and node["none"].boolean():
        return None
    settings = node["settings"].object() if node.has("settings") else {}
    configure_settings(base.defaults, settings)
    ruleset = figures["final.ruleset"].read(node["ruleset"])
    return Final(
        ruleset,
        partite=node["partite"].integer(1, MOST_PARTITE),
        settings=dict(settings),
        tiebreaks=tuple(code.choice(tuple(TIEBREAKS)) for code in node["tiebreaks"].list()),
    )


def _contracts(game: RuleSet, changes: Node) -> dict[str, Contract]:
    contracts = {contract.code: _fit_contract(contract, game) for contract in game.contracts}
    units = dict(UNITS) | {contract.unit.key: contract.unit for contract in game.contracts}
    units |= {key: own_unit(key, node) for key, node in _entries(changes, "units")}
    for code, definition in _entries(changes, "contracts"):
        contracts[code] = _contract(game, code, definition, units)
    for code, name in _entries(changes, "names"):
        if code in TERMS:
            continue
        if code not in contracts:
            raise _unknown(name, one_of((*contracts, *TERMS)))
        contracts[code] = replace(contracts[code], name=_name(name))
        if [contract.name for contract in contracts.values()].count(contracts[code].name) > 1:
            raise name.fail(OWN_NAME)
    for code, value in _entries(changes, "values"):
        contract = _find_contract(contracts, code, value)
        contracts[code] = replace(contract, value=_value(value, *value_range(contract.family)))
    for code, way in _entries(changes, "nulls"):
        down = Nulls(_value(way["bonus"]), _value(way["value"]))
        if down.value >= 0 or down.bonus < 0:
            raise way.fail(gettext_noop("a bonus that is not negative and a negative value"))
        contracts[code] = replace(_find_contract(contracts, code, way), nulls=down)
    return contracts


def _fit_contract(contract: Contract, game: RuleSet) -> Contract:
    """Return the contract with as many units as the deck holds. If the hand may be played down, its
    bonus changes too, so that the total of the row stays.
    """
    units = contract.unit.dealt(game.deck, game.cards_each) or contract.units
    if units == contract.units or units is None:
        return contract
    down = contract.nulls
    if down is not None:
        bonus = Fraction(units * (contract.value - down.value), game.at_table)
        down = Nulls(bonus, down.value)
    return replace(contract, units=units, nulls=down)


def _terms(base: RuleSet, changes: Node) -> dict[str, str]:
    own = {key: _name(name) for key, name in _entries(changes, "names") if key in TERMS}
    return dict(base.terms) | own


def _entries(changes: Node, key: str) -> Iterable[tuple[str, Node]]:
    node = changes.get(key)
    return () if node is None else node.items()


def _find_contract(contracts: Mapping[str, Contract], code: str, place: Node) -> Contract:
    if code not in contracts:
        raise _unknown(place, Phrase(A_CONTRACT, codes=" ".join(contracts)))
    return contracts[code]


def _unknown(node: Node, expected: Phrase) -> InputError:
    return node.wrong(Phrase(EXPECTED_HERE, expected=expected))


def _value(node: Node, least: int = -LARGEST_VALUE, most: int = LARGEST_VALUE) -> Fraction:
    number = node.number()
    if not least <= number <= most:
        raise node.fail(Phrase(POINTS, least=least, most=most))
    return number


def _contract(game: RuleSet, code: str, node: Node, known: Mapping[str, Unit]) -> Contract:
    if not _CONTRACT_CODE.fullmatch(code):
        raise node.fail(Phrase(CONTRACT_CODE, code=repr(code)))

    family = Family(node["family"].choice(tuple(Family)))
    if node.has("places"):
        return _domino_by_place(game, code, node)
    unit = known[node["unit"].choice(tuple(known))]
    if unit.of_layout != (family is Family.DOMINO) or unit is PLACES:
        raise node["unit"].fail(gettext_noop("cards_left in Domino and nowhere else"))
    units = node.get("units")
    if (units is None) != (family is Family.DOMINO):
        raise node.fail(gettext_noop("tricks or cards for every hand but Domino"))
    dealt = unit.dealt(game.deck, game.cards_each)
    if units is not None and dealt not in (None, units.integer()):
        raise units.fail(Phrase(DEALT, count=dealt, units=Phrase(unit.heading)))

    positive = family is Family.POSITIVE
    return Contract(
        code=code,
        name=_name(node["name"]),
        unit=unit,
        units=None
        if units is None
        else units.integer(1, game.cards_each if dealt is None else dealt),
        value=_value(node["value"], *value_range(family)),
        family=family,
        sale=positive and node.has("sale") and node["sale"].boolean(),
        trump=positive and node.has("trump") and node["trump"].boolean(),
    )


def _domino_by_place(game: RuleSet, code: str, node: Node) -> Contract:
    """Read a Domino that is played to its end. ``places`` are the points for going out first,
    second and so on (§13.13).
    """
    node["family"].choice((Family.DOMINO,))
    written, players = node["places"].list(), game.at_table
    if len(written) != players or game.by_side or game.scoring is not Scoring.SUM:
        raise node["places"].fail(Phrase(BY_PLACE, players=players))
    return Contract(
        code=code,
        name=_name(node["name"]),
        unit=PLACES,
        units=sum(range(1, players + 1)),
        value=Fraction(0),
        family=Family.DOMINO,
        places=tuple(_value(points) for points in written),
    )


def _closing(game: RuleSet, changes: Node) -> str | None:
    """Code of the contract that closes the match automatically, or None. The file has an empty text
    for none.
    """
    if game.order is Order.FIXED:
        return None
    node = changes.get("last")
    return game.last if node is None else node.text() or None


def _hands(
    game: RuleSet, changes: Node, contracts: Mapping[str, Contract], last: str | None
) -> tuple[str, ...]:
    node = changes.get("hands")
    hands = game.hands
    if node is not None:
        for hand in node.list():
            for code in hand.text().split(TOGETHER):
                _find_contract(contracts, code, hand)
            if TOGETHER in hand.text() and game.order is not Order.FIXED:
                raise hand.fail(gettext_noop("one contract, as the hands are chosen,"))
        hands = tuple(node.value)
    if game.order is not Order.FIXED:
        hands = _rows(hands)

    at = node or changes
    if not 1 <= len(_rows(hands)) <= LONGEST_MATCH:
        raise at.fail(Phrase(gettext_noop("from 1 to {most} hands"), most=LONGEST_MATCH))
    if last is not None and hands.count(last) != 1:
        once = gettext_noop("{last} once, for it closes the match,")
        raise (changes.get("last") or at).fail(Phrase(once, last=last))
    if game.set_length is not None and len(hands) != game.length:
        raise at.fail(Phrase(SETS, hands=game.length, each=game.set_length))
    return hands


def _length(game: RuleSet, changes: Node, hands: tuple[str, ...]) -> int | None:
    """Number of hands of the pool that make a match, if hands are chosen."""
    node = changes.get("length")
    if node is None:
        match_hands = game.match_hands
        return match_hands if match_hands is not None and match_hands < len(hands) else None
    length = node.integer(1, len(hands))
    if game.order is Order.FIXED and length < len(hands):
        raise node.fail(gettext_noop("all the hands, as their order is fixed,"))
    return length if length < len(hands) else None


def _quotas(
    game: RuleSet,
    changes: Node,
    rows: tuple[str, ...],
    contracts: Mapping[str, Contract],
    last: str | None,
) -> tuple[Quota, ...]:
    """Quotas of the edition: its own, or the base's, reduced to hands that are played. A family
    stands for all its hands but the one that closes the match.
    """
    if game.order is Order.FIXED:
        return ()
    node = changes.get("quotas")
    if node is None:
        base_quotas = (
            quota._replace(contracts=tuple(code for code in quota.contracts if code in rows))
            for quota in game.quotas
        )
        return tuple(quota for quota in base_quotas if quota.contracts)
    played = dict.fromkeys(rows)
    known = {code: (code,) for code in played} | {
        family.value: tuple(
            code for code in played if contracts[code].family is family and code != last
        )
        for family in Family
    }
    quotas, codes_before = [], set[str]()
    for quota in node.list():
        codes = tuple(
            code for name in quota["contracts"].list() for code in known[name.choice(tuple(known))]
        )
        if not codes or len(set(codes)) != len(codes) or codes_before & set(codes):
            raise quota["contracts"].fail(ONE_QUOTA)
        codes_before |= set(codes)
        quotas.append(Quota(codes, quota["most"].integer(1, len(rows))))
    return tuple(quotas)


def _standing(base: RuleSet, changes: Node) -> dict[str, object]:
    """Settings of the base's standing, with those of the edition in their place."""
    node = changes.get("standing")
    if node is None:
        return dict(base.standing)
    for key, value in node.items():
        if key not in STANDING:
            raise _unknown(value, one_of(STANDING))
    scale = StandingSettings.from_json(node).scale
    if scale is not None and not 1 <= len(scale) <= LONGEST_SCALE:
        raise node["scale"].fail(Phrase(SCALE, most=LONGEST_SCALE))
    return dict(base.standing) | {key: as_json(value.value) for key, value in node.items()}
