"""The fields of a sheet's rows: which there are, what stands in them, the row that they make.

``king.sheet.on_paper`` knows what points are made of; here they are read and written as text.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from king.cards import DECKS, SIDES, SUITS, WINDS, Side, Wind
from king.reading import Node, typed_number
from king.rulesets.base import HandPlan, RuleSet, Scoring
from king.rulesets.contracts import Family
from king.rulesets.settings import Settings
from king.sheet.on_paper import (
    PointsUnread,
    Sign,
    points_of_row,
    sign_of,
    takes_points,
    units_of_points,
    units_only,
)
from king.sheet.points import counted_units, place_row
from king.sheet.row import Row
from king.words import MINUS
from king_tournament.sheet.keys import contract_keys, hand_keys
from scoring.models import HandResult, Sheet
from scoring.scored_sheets import read_row
from wording import naming
from wording.results import row_words
from wording.sentences import say

YES = "yes"
FLAGS = ("third", "unplayed", "blind")
CHOICES = ("partner", "card", "direction", "polarity", "tricks", "start")
"""Fields needed now and then, beside counts, trump and sale; by the names of ``king.sheet.row.Row``."""


Odd = dict[str, Any]
"""A field needed now and then: ``field``, its ``label``, ``options`` by value in words, and the
``contracts`` that have it. ``sign`` says in the row itself that it is so, while it is put away.
"""


class SheetFields:
    def __init__(self, rules: RuleSet, settings: Settings) -> None:
        self.rules, self.settings = rules, settings

    @cached_property
    def contracts(self) -> dict[str, dict[str, Any]]:
        return contract_keys(self.rules, self.settings)

    @cached_property
    def columns(self) -> tuple[Wind | Side, ...]:
        places = {place for keys in self.contracts.values() for place in keys["columns"]}
        return SIDES if places & set(SIDES) else tuple(wind for wind in WINDS if wind in places)

    @cached_property
    def rows(self) -> dict[int, dict[str, Any]]:
        """By hand. ``counts``: under each column its fields, each with ``field``, ``label`` and
        ``contracts``. ``odd``: the fields needed now and then, of which the ``usual`` stand in
        every hand, to say with whom its chooser plays, and the ``rare`` are put away until then.
        ``buyers``, ``sold`` and ``trumped``: who may buy, and the contracts sold and with trumps.
        ``chooses``: the chooser in words, where it is not the dealer. ``alone``: the columns of the
        soloist, where one plays with a dummy: his side's count, his own points.
        """
        plans, hands = self.rules.schedule(self.settings), hand_keys(self.rules, self.settings)
        return {plan.number: self._row(plan, keys) for plan, keys in zip(plans, hands, strict=True)}

    def _row(self, plan: HandPlan, keys: Mapping[str, Any]) -> dict[str, Any]:
        codes = tuple(self.contracts) if plan.contract is None else (plan.contract.code,)
        sold = tuple(code for code in codes if "prices" in self._odd(code))
        deals = plan.dealer is not None and plan.chooser in (plan.dealer, plan.dealer.side)
        chooser, alone = plan.chooser, self.rules.scoring is Scoring.SOLOIST
        odd = self._odd_fields(plan, keys, codes, sold)
        rare = [field for field in odd if field["field"] != "partner"]
        return {
            "counts": [
                (column, self._counts(plan.number, column, codes)) for column in self.columns
            ],
            "odd": odd,
            "usual": [field for field in odd if field["field"] == "partner"],
            "rare": rare,
            "rare_for": dict.fromkeys(code for field in rare for code in field["contracts"]),
            "buyers": [Wind(buyer) for buyer in keys["buyers"]] if sold else [],
            "sold": sold,
            "trumped": [code for code in codes if self.rules.contract(code).trump],
            "chooses": "" if deals else str(keys["chooses"]),
            "alone": (chooser.side, chooser) if alone and isinstance(chooser, Wind) else (),
        }

    def _odd(self, code: str) -> Mapping[str, Any]:
        return self.contracts[code]["odd"] or {}

    def _counts(
        self, hand: int, column: Wind | Side, codes: tuple[str, ...]
    ) -> list[Mapping[str, Any]]:
        """Under a side stand its own count and, for what is counted by wind (Domino), one for each
        of its winds.
        """
        places = (column, *column.winds) if isinstance(column, Side) else (column,)
        fields: list[Mapping[str, Any]] = []
        for place in places:
            counted = tuple(code for code in codes if str(place) in self.contracts[code]["columns"])
            if counted:
                label = _("Hand %(hand)s, %(place)s") % {
                    "hand": hand,
                    "place": naming.column_name(place),
                }
                fields.append({"field": str(place), "label": label, "contracts": counted})
        return fields

    def _odd_fields(
        self, plan: HandPlan, keys: Mapping[str, Any], codes: tuple[str, ...], sold: tuple[str, ...]
    ) -> list[Odd]:
        yes = [(YES, _("yes"))]
        fields = []
        if keys["partners"]:
            partners = [(wind, naming.wind_name(wind)) for wind in keys["partners"]]
            fields.append(_odd_field("partner", _("Partner"), partners, codes))
            fields.append(_odd_field("card", _("Named card"), self._cards, codes, "?"))
        if keys["third"]:
            fields.append(_odd_field("third", _("Third option"), yes, codes, "3"))
        dominoes = [code for code in codes if self.rules.contract(code).family is Family.DOMINO]
        if dominoes and self.rules.start_named:
            fields.append(_odd_field("start", _("First card"), self._cards, dominoes, "1."))
        flags = [(code, flag) for code in codes for flag in self._odd(code).get("flags", ())]
        for key in dict.fromkeys(flag["key"] for _code, flag in flags):
            of_key = {code: flag for code, flag in flags if flag["key"] == key}
            fields.append(_flag_field(next(iter(of_key.values())), list(of_key)))
        nulls = [code for code in sold if "null_prices" in self._odd(code)]
        if nulls:
            options = [("null", _("yes"))]
            fields.append(_odd_field("polarity", _("Sold for nulls"), options, nulls, "▼"))
        for code in sold:
            if own := self._odd(code).get("buyer_tricks"):
                counts = [(str(count), str(count)) for count in own["counts"]]
                fields.append(_odd_field("tricks", own["title"], counts, [code], "="))
        return fields

    @property
    def _cards(self) -> list[tuple[str, str]]:
        return [(str(card), card.label) for card in DECKS[self.rules.deck]]


def _odd_field(
    field: str,
    label: str,
    options: Sequence[tuple[str, str]],
    contracts: Sequence[str],
    sign: str = "",
) -> Odd:
    words = {"field": field, "label": label, "sign": sign}
    return {**words, "options": options, "contracts": contracts}


def _flag_field(flag: Mapping[str, Any], contracts: list[str]) -> Odd:
    title, short = {
        "direction": (_("Played down"), _("yes")),
        "unplayed": (_("Not played"), flag["sign"]),
        "blind": (_("Declared blind"), _("yes")),
    }[flag["key"]]
    options = [(flag["value"] if isinstance(flag["value"], str) else YES, short)]
    if "tricks" in flag:
        title = _("Declared blind, the declarer himself took")
        options += [(str(own), str(own)) for own in flag["tricks"]]
    return _odd_field(flag["key"], title, options, contracts, flag["sign"])


# --- what stands in them

PLACES = tuple(map(str, (*WINDS, *SIDES)))


def paper_of(request: HttpRequest, sheet: Sheet, ruleset: RuleSet) -> str:
    """As the sending page says, else as said for this sheet, else for this typist's last one."""
    if units_only(ruleset) is not None:
        return Sheet.Paper.UNITS
    for said in (
        request.POST.get("paper"),
        request.GET.get("paper"),
        sheet.paper,
        request.session.get("paper"),
    ):
        if said in Sheet.Paper.values:
            return str(said)
    return Sheet.Paper.UNITS


def values_of(
    content: Mapping[str, Any] | None,
    ruleset: RuleSet,
    settings: Settings | None = None,
    *,
    hand: int = 1,
    paper: str = Sheet.Paper.UNITS,
) -> dict[str, str]:
    if not content:
        return {}
    units, sale = counted_units(ruleset, content), content.get("sale") or {}
    values = {place: str(units[place]) for place in PLACES if place in units}
    if paper == Sheet.Paper.POINTS:
        values |= _points(_row(content, hand), units, ruleset, settings or ruleset.defaults)
    more = {
        name: content.get(name)
        for name in ("trump", "contract", "partner", "card", "direction", "start")
    }
    more |= {name: sale.get(name) for name in ("buyer", "price", "polarity", "tricks")}
    values |= {field: str(value) for field, value in more.items() if value is not None}
    values |= {name: YES for name in FLAGS if content.get(name)}
    own = content.get("blind_tricks")
    return values if own is None or "blind" not in values else values | {"blind": str(own)}


def _points(
    row: Row, units: Mapping[str, Any], ruleset: RuleSet, settings: Settings
) -> dict[str, str]:
    row = replace(row, units=units)
    contract = place_row(ruleset, row, settings).contract
    if contract is None or not takes_points(ruleset, contract):
        return {}
    points = points_of_row(ruleset, row, settings)
    costs = sign_of(ruleset, row, settings) is Sign.LOST
    bare = costs and all(amount <= 0 for amount in points.values())
    return {
        str(place): naming.number(-amount) if bare else naming.number(amount, signed=costs)
        for place, amount in points.items()
    }


def _row(content: Mapping[str, Any], hand: int) -> Row:
    return Row.from_json(Node({**content, "hand": hand, "units": {}}, "row", ""))


def units_read(
    written: Mapping[str, str],
    content: Mapping[str, Any],
    standing: Mapping[str, Any] | None,
    number: int,
    ruleset: RuleSet,
    settings: Settings,
) -> Mapping[str, Any] | None:
    """The counts behind the points that were written; None where this hand is counted on such a
    paper too. Where the ``standing`` counts make just these points they stay, so that points which
    several counts give are not asked for again. Raises ``ValidationError`` with what to write
    instead.
    """
    contract = ruleset.find_contract(str(content.get("contract") or ""))
    if not takes_points(ruleset, contract):
        return None
    as_it_stands = {**content, "units": standing}
    shown = (
        values_of(as_it_stands, ruleset, settings, hand=number, paper=Sheet.Paper.POINTS)
        if standing
        else {}
    )
    if standing and {place: shown[place] for place in PLACES if place in shown} == dict(written):
        return standing
    points = {place: _number(text, place, number) for place, text in written.items()}
    try:
        return units_of_points(ruleset, _row(content, number), points, settings)
    except PointsUnread as refused:
        raise ValidationError(
            gettext_lazy("Hand %(hand)s: %(problem)s."),
            code="points_unread",
            params={"hand": number, "problem": say(refused.phrase)},
        ) from None


def _number(text: str, place: str, hand: int) -> Fraction:
    number = typed_number(text)
    if number is None:
        raise ValidationError(
            gettext_lazy("Hand %(hand)s, %(place)s: “%(found)s” is no number of points."),
            code="no_points",
            params={"hand": hand, "place": naming.column_name(place), "found": text[:20]},
        )
    return number


# --- the row that they make

SIGNS = ("-", "+", MINUS)
NOT_COUNTED = ("trump", "buyer", "price", "contract")


def content_of(
    typed: Mapping[str, str],
    plan: HandPlan,
    ruleset: RuleSet,
    settings: Settings,
    current: Mapping[str, Any] | None,
    *,
    paper: str = Sheet.Paper.UNITS,
) -> dict[str, Any] | None:
    """The row as the services take it; None where its fields are empty. A value without a field on
    the page stays as it was. A count that is none is passed on as it was typed: the service says so
    with its place. Raises ``ValidationError`` for a price that is no number, and for points that no
    count gives.
    """
    names = (*PLACES, *NOT_COUNTED, *CHOICES, *FLAGS)
    texts = {name: str(typed.get(name, "")).strip()[:40] for name in names}
    counted = {place: _count(texts[place]) for place in PLACES if texts[place]}
    chosen = texts["contract"] if plan.contract is None else ""
    if (
        not counted
        and not any(texts[name] for name in (*NOT_COUNTED[:3], *CHOICES, *FLAGS))
        and not chosen
    ):
        return None
    ours = {
        "contract",
        "units",
        "trump",
        "sale",
        *(name for name in (*CHOICES, *FLAGS) if name in typed),
    }
    if "blind" in ours:
        ours.add("blind_tricks")
    content = {key: value for key, value in (current or {}).items() if key not in ours}
    content["contract"] = chosen or None if plan.contract is None else plan.contract.code
    if plan.contract is None and plan.chooser is not None:
        content.setdefault("chooser", str(plan.chooser))
    content |= {"trump": texts["trump"] or None, "sale": _sale(texts, plan)}
    content |= {
        name: texts[name] for name in ("partner", "card", "direction", "start") if texts[name]
    }
    content |= {name: True for name in FLAGS if texts[name]}
    if isinstance(own := _count(texts["blind"]), int):
        content["blind_tricks"] = own
    content = {key: value for key, value in content.items() if value is not None}
    if counted and paper == Sheet.Paper.POINTS:
        written = {place: texts[place] for place in counted}
        by_points = units_read(
            written, content, (current or {}).get("units"), plan.number, ruleset, settings
        )
        if by_points is not None:
            return content | {"units": by_points}
    return content | {
        "units": _as_it_was(counted, current, ruleset)
        or _counts(counted, content, plan, ruleset, settings)
    }


def _counts(
    counted: Mapping[str, Any],
    content: Mapping[str, Any],
    plan: HandPlan,
    ruleset: RuleSet,
    settings: Settings,
) -> Mapping[str, Any]:
    """Raises ``ValidationError`` with the counts where a sign shows that points were typed."""
    if not any(isinstance(count, str) and count[:1] in SIGNS for count in counted.values()):
        return counted
    written = {place: str(count) for place, count in counted.items()}
    try:
        found = units_read(written, content, None, plan.number, ruleset, settings)
    except ValidationError:
        found = None
    if found is None:
        return counted
    shown = naming.counted(found.items())
    raise ValidationError(
        _(
            "Hand %(hand)s: these are points; as counts they are %(counts)s. Type those, or choose points above."
        ),
        code="points_for_counts",
        params={"hand": plan.number, "counts": shown},
    )


def _as_it_was(
    counted: Mapping[str, Any], current: Mapping[str, Any] | None, ruleset: RuleSet
) -> Mapping[str, Any] | None:
    """Where the fields show the counts that stand; a pair's may have been written wind by wind."""
    shown = values_of(current, ruleset)
    same = {place: str(count) for place, count in counted.items()} == {
        place: shown[place] for place in PLACES if place in shown
    }
    return current["units"] if same and current and current.get("units") else None


def _count(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else text


def _sale(texts: Mapping[str, str], plan: HandPlan) -> dict[str, Any] | None:
    if not texts["buyer"] and not texts["price"]:
        return None
    price = _count(texts["price"]) if texts["price"] else None
    if isinstance(price, str):
        raise ValidationError(
            gettext_lazy("Hand %(hand)s: the price “%(found)s” is no number of tricks."),
            code="bad_price",
            params={"hand": plan.number, "found": price[:20]},
        )
    seller = None if plan.dealer is None else str(plan.dealer)
    sale: dict[str, Any] = {"seller": seller, "buyer": texts["buyer"] or None, "price": price}
    sale |= {"polarity": texts["polarity"]} if texts["polarity"] else {}
    return sale | {"tricks": _count(texts["tricks"])} if texts["tricks"] else sale


# --- words for the page and its script


def trumps(settings: Settings) -> list[dict[str, str]]:
    letters = (
        pgettext("key that types the suit", "S"),
        pgettext("key that types the suit", "H"),
        pgettext("key that types the suit", "D"),
        pgettext("key that types the suit", "C"),
    )
    options = [
        _trump_option(str(suit), key, naming.suit_name(suit), suit.symbol)
        for suit, key in zip(SUITS, letters, strict=True)
    ]
    if settings.allow_no_trump:
        key = pgettext("key that types no trump", "N")
        options.append(_trump_option("NT", key, _("no trump"), ""))
    return options


def _trump_option(value: str, key: str, label: str, symbol: str) -> dict[str, str]:
    return {"value": value, "key": key, "label": label, "symbol": symbol}


def row_in_words(result: HandResult, ruleset: RuleSet) -> str:
    return row_words(read_row(result.hand, result.content), ruleset)
