"""Fields of a sheet's rows: which there are, their values, and the row that they make.

``king.sheet.paper_points`` converts points to counts; this module reads and writes text.
"""

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _, gettext_lazy, pgettext

from king.cards import DECKS, SIDES, SUITS, WINDS, Side, Wind
from king.reading import Node, typed_number
from king.rulesets.base import HandPlan, RuleSet, Scoring
from king.rulesets.contracts import Family
from king.rulesets.settings import Settings
from king.sheet.paper_points import (
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
from king_tournament.sheet.keys import Shown, contract_keys, hand_keys
from scoring.models import HandResult, Sheet
from scoring.scored_sheets import read_row
from wording import naming
from wording.results import row_words
from wording.sentences import refusal, say

Facts = Mapping[str, Any]
Texts = Mapping[str, str]

YES = "yes"
FLAGS = ("third", "unplayed", "blind")


WRITTEN = ("contract", "trump", "partner", "card", "direction", "start")


OF_A_SALE = ("buyer", "price", "polarity", "tricks")
"""Fields beside the counts, by the names of ``king.sheet.row``."""


def count_columns(contracts: Mapping[str, Shown]) -> tuple[Wind | Side, ...]:
    places = dict.fromkeys(place for keys in contracts.values() for place in keys["columns"])
    return SIDES if set(places) & set(SIDES) else tuple(map(Wind, places))


def row_fields(rules: RuleSet, settings: Settings) -> dict[int, Shown]:
    """Fields of each hand's row, by number of the hand.

    ``counts``: the fields under each column, each with ``field``, ``label`` and ``contracts``.
    ``odd``: fields that are rarely needed. Of these the ``usual`` are shown in every hand, to say
    with whom its chooser plays, and the ``rare`` are hidden until needed. ``buyers``, ``sold`` and
    ``trumped``: who may buy, and the contracts sold and with trumps. ``chooses``: the chooser in
    words, if it is not the dealer. ``alone``: the columns of a soloist who plays with a dummy: the
    count of their side, and their own points.
    """
    contracts = contract_keys(rules, settings)
    columns = count_columns(contracts)
    plans = rules.schedule(settings)
    hands = hand_keys(rules, settings)
    return {
        plan.number: _fields(rules, contracts, columns, plan, keys)
        for plan, keys in zip(plans, hands, strict=True)
    }


def _fields(
    rules: RuleSet,
    contracts: Mapping[str, Shown],
    columns: Sequence[Wind | Side],
    plan: HandPlan,
    keys: Facts,
) -> Shown:
    if plan.contract:
        contracts = {plan.contract.code: contracts[plan.contract.code]}
    sold = [code for code, contract in contracts.items() if "prices" in (contract["odd"] or {})]
    odd = _odd_fields(rules, contracts, keys, sold)
    rare = [field for field in odd if field["field"] != "partner"]
    chooser = plan.chooser
    alone = rules.scoring is Scoring.SOLOIST
    deals = plan.dealer is not None and chooser in (plan.dealer, plan.dealer.side)
    return {
        "counts": [(column, _counts_under(plan.number, column, contracts)) for column in columns],
        "odd": odd,
        "usual": [field for field in odd if field["field"] == "partner"],
        "rare": rare,
        "rare_for": dict.fromkeys(code for field in rare for code in field["contracts"]),
        "buyers": [Wind(buyer) for buyer in keys["buyers"]] if sold else [],
        "sold": sold,
        "trumped": [code for code, contract in contracts.items() if contract["trump"]],
        "chooses": "" if deals else str(keys["chooses"]),
        "alone": (chooser.side, chooser) if alone and isinstance(chooser, Wind) else (),
    }


def _counts_under(hand: int, column: Wind | Side, contracts: Mapping[str, Shown]) -> list[Shown]:
    """Fields under a column. A side has its own count and, for what is counted by wind (Domino),
    one for each of its winds.
    """
    fields = []
    for place in (column, *column.winds) if isinstance(column, Side) else (column,):
        counted = [code for code, keys in contracts.items() if str(place) in keys["columns"]]
        label = _("Hand %(hand)s, %(place)s") % {"hand": hand, "place": naming.column_name(place)}
        if counted:
            fields.append({"field": str(place), "label": label, "contracts": counted})
    return fields


def _odd_fields(
    rules: RuleSet, contracts: Mapping[str, Shown], keys: Facts, sold: Sequence[str]
) -> list[Shown]:
    """Fields that are rarely needed. ``options`` are values and their words; ``contracts`` are
    those that have the field. ``sign`` marks the row while the field is hidden but filled.
    """
    codes = list(contracts)
    yes = [(YES, _("yes"))]
    cards = [(str(card), naming.card_letters(card)) for card in DECKS[rules.deck]]
    odd = {code: contracts[code]["odd"] or {} for code in codes}
    fields = []
    if keys["partners"]:
        partners = [(wind, naming.wind_name(wind)) for wind in keys["partners"]]
        fields.append(_odd_field("partner", _("Partner"), partners, codes))
        fields.append(_odd_field("card", _("Named card"), cards, codes, "?"))
    if keys["third"]:
        fields.append(_odd_field("third", naming.term_heading(rules, "third"), yes, codes, "3"))
    dominoes = [code for code in codes if rules.contract(code).family is Family.DOMINO]
    if dominoes and rules.start_named:
        fields.append(_odd_field("start", _("First card"), cards, dominoes, "1."))
    flags: dict[str, dict[str, Shown]] = {}
    for code in codes:
        for flag in odd[code].get("flags", ()):
            flags.setdefault(flag["key"], {})[code] = flag
    fields += [_flag_field(rules, next(iter(flag.values())), list(flag)) for flag in flags.values()]
    if nulls := [code for code in sold if "null_prices" in odd[code]]:
        fields.append(_odd_field("polarity", _("Sold for nulls"), [("null", _("yes"))], nulls, "▼"))
    for code in sold:
        if own := odd[code].get("buyer_tricks"):
            counts = [(str(count), str(count)) for count in own["counts"]]
            fields.append(_odd_field("tricks", own["title"], counts, [code], "="))
    return fields


def _odd_field(
    field: str,
    label: str,
    options: Sequence[tuple[str, str]],
    contracts: Sequence[str],
    sign: str = "",
) -> Shown:
    words = {"field": field, "label": label, "sign": sign}
    return {**words, "options": options, "contracts": contracts}


def _flag_field(rules: RuleSet, flag: Facts, contracts: list[str]) -> Shown:
    title, short = {
        "direction": (naming.term_heading(rules, "down"), _("yes")),
        "unplayed": (naming.term_heading(rules, "unplayed"), flag["sign"]),
        "blind": (_("Declared blind"), _("yes")),
    }[flag["key"]]
    options = [(flag["value"] if isinstance(flag["value"], str) else YES, short)]
    if "tricks" in flag:
        title = _("Declared blind, taken by the declarer")
        options += [(str(own), str(own)) for own in flag["tricks"]]
    return _odd_field(flag["key"], title, options, contracts, flag["sign"])


# --- what stands in them

PLACES = tuple(map(str, (*WINDS, *SIDES)))


def paper_of(request: HttpRequest, sheet: Sheet, ruleset: RuleSet) -> str:
    """Kind of paper that is being typed: what the sending page says, else what was chosen for this
    sheet, else this typist's last choice.
    """
    papers = [
        request.POST.get("paper"),
        request.GET.get("paper"),
        sheet.paper,
        request.session.get("paper"),
    ]
    known = [str(paper) for paper in papers if paper in Sheet.Paper.values]
    return known[0] if known and units_only(ruleset) is None else Sheet.Paper.UNITS


def values_of(
    content: Facts | None,
    ruleset: RuleSet,
    settings: Settings | None = None,
    *,
    hand: int = 1,
    paper: str = Sheet.Paper.UNITS,
) -> dict[str, str]:
    if not content:
        return {}
    units = counted_units(ruleset, content)
    sale = content.get("sale") or {}
    values = {place: str(units[place]) for place in PLACES if place in units}
    if paper == Sheet.Paper.POINTS:
        values |= _points(_row(content, hand), units, ruleset, settings or ruleset.defaults)
    more = {name: content.get(name) for name in WRITTEN}
    more |= {name: sale.get(name) for name in OF_A_SALE}
    more |= {name: YES for name in FLAGS if content.get(name)}
    if "blind" in more and content.get("blind_tricks") is not None:
        more["blind"] = content["blind_tricks"]
    return values | {field: str(value) for field, value in more.items() if value is not None}


def _counts_behind(
    written: Texts,
    content: Facts,
    standing: Facts | None,
    number: int,
    ruleset: RuleSet,
    settings: Settings,
) -> Facts | None:
    """Counts for the points that were typed; None if this hand's counts are typed on such paper
    too. If the ``standing`` counts make these points they stay, so that ambiguous points are not
    asked about again. Raises ``ValidationError`` with what to write instead.
    """
    if not takes_points(ruleset, ruleset.find_contract(content.get("contract"))):
        return None
    if standing:
        values = values_of(
            {**content, "units": standing}, ruleset, settings, hand=number, paper=Sheet.Paper.POINTS
        )
        if _counts_shown(values) == written:
            return standing
    points = {place: _number(text, place, number) for place, text in written.items()}
    try:
        return units_of_points(ruleset, _row(content, number), points, settings)
    except PointsUnread as refused:
        raise refusal(
            gettext_lazy("Hand %(hand)s: %(problem)s."),
            "points_unread",
            hand=number,
            problem=say(refused.phrase),
        ) from None


def _counts_shown(values: Texts) -> dict[str, str]:
    return {place: values[place] for place in PLACES if place in values}


def _points(row: Row, units: Facts, ruleset: RuleSet, settings: Settings) -> dict[str, str]:
    row = replace(row, units=units)
    contract = place_row(ruleset, row, settings).contract
    if not contract or not takes_points(ruleset, contract):
        return {}
    points = points_of_row(ruleset, row, settings)
    costs = sign_of(ruleset, row, settings) is Sign.LOST
    bare = costs and all(amount <= 0 for amount in points.values())
    return {
        str(place): naming.number(-amount) if bare else naming.number(amount, signed=costs)
        for place, amount in points.items()
    }


def _row(content: Facts, hand: int) -> Row:
    return Row.from_json(Node({**content, "hand": hand, "units": {}}, "row", ""))


def _number(text: str, place: str, hand: int) -> Fraction:
    number = typed_number(text)
    if number is None:
        raise refusal(
            gettext_lazy("Hand %(hand)s, %(place)s: “%(found)s” is not a number of points."),
            "no_points",
            hand=hand,
            place=naming.column_name(place),
            found=text[:20],
        )
    return number


# --- the row that they make

SIGNS = ("-", "+", MINUS)


def content_of(
    typed: Texts,
    plan: HandPlan,
    ruleset: RuleSet,
    settings: Settings,
    current: Facts | None,
    *,
    paper: str = Sheet.Paper.UNITS,
) -> Shown | None:
    """Row as services take it; None if its fields are empty.

    A value without a field on the page stays. A count that cannot be read is passed on as typed,
    and the service reports it with its place. Raises ``ValidationError`` for a price that is no
    number, and for points that no count makes.
    """
    names = (*PLACES, *WRITTEN, *OF_A_SALE, *FLAGS)
    texts = {name: str(typed.get(name, "")).strip()[:40] for name in names}
    if plan.contract:
        texts["contract"] = ""
    if not any(texts.values()):
        return None
    if plan.contract:
        texts["contract"] = plan.contract.code
    ours = {"contract", "units", "trump", "sale"} | typed.keys() & {*WRITTEN, *FLAGS}
    if "blind" in ours:
        ours.add("blind_tricks")
    standing = current or {}
    content = {
        key: value for key, value in standing.items() if key not in ours and value is not None
    }
    if not plan.contract and plan.chooser:
        content.setdefault("chooser", str(plan.chooser))
    content |= {name: texts[name] for name in WRITTEN if texts[name]}
    content |= {name: True for name in FLAGS if texts[name]}
    if sale := _sale(texts, plan):
        content["sale"] = sale
    if isinstance(own := _count(texts["blind"]), int):
        content["blind_tricks"] = own
    written = {place: texts[place] for place in PLACES if texts[place]}
    before = standing.get("units")
    units = None
    if written and paper == Sheet.Paper.POINTS:
        units = _counts_behind(written, content, before, plan.number, ruleset, settings)
    counted = {place: str(_count(text)) for place, text in written.items()}
    if units is None and before and counted == _counts_shown(values_of(current, ruleset)):
        units = before  # A pair's counts may have been written wind by wind.
    if units is None:
        units = _counts(written, content, plan, ruleset, settings)
    return content | {"units": units}


def _counts(
    written: Texts,
    content: Facts,
    plan: HandPlan,
    ruleset: RuleSet,
    settings: Settings,
) -> Facts:
    """Read the counts. Raises ``ValidationError`` if a sign shows that points were typed."""
    behind = None
    if any(text.startswith(SIGNS) for text in written.values()):
        with contextlib.suppress(ValidationError):
            behind = _counts_behind(written, content, None, plan.number, ruleset, settings)
    if behind is None:
        return {place: _count(text) for place, text in written.items()}
    raise refusal(
        _(
            "Hand %(hand)s: these are points; in tricks or cards they are %(counts)s. Type those, or choose points above."
        ),
        "points_for_counts",
        hand=plan.number,
        counts=naming.count_words(behind.items()),
    )


def _count(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else text


def _sale(texts: Texts, plan: HandPlan) -> Shown | None:
    if not texts["buyer"] and not texts["price"]:
        return None
    price = _count(texts["price"]) if texts["price"] else None
    if isinstance(price, str):
        raise refusal(
            gettext_lazy("Hand %(hand)s: the price “%(found)s” is not a number of tricks."),
            "bad_price",
            hand=plan.number,
            found=price[:20],
        )
    seller = None if not plan.owner else str(plan.owner)
    sale: Shown = {"seller": seller, "buyer": texts["buyer"] or None, "price": price}
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
        {"value": suit.value, "key": key, "label": naming.suit_name(suit), "symbol": suit.symbol}
        for suit, key in zip(SUITS, letters, strict=True)
    ]
    if settings.allow_no_trump:
        key = pgettext("key that types no trump", "N")
        options.append({"value": "NT", "key": key, "label": _("no trump"), "symbol": ""})
    return options


def row_in_words(result: HandResult, ruleset: RuleSet) -> str:
    return row_words(read_row(result.hand, result.content), ruleset)
