"""A sheet as the fields of a page: which there are with their words, and the sheet that they make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from frame.page import Context
from king.cards import DECKS, SIDES, SUITS, Suit
from king.reading import InputError, typed_number
from king.rulesets.base import HandPlan, RuleSet
from king.rulesets.settings import Settings
from king.sheet.ruling_kinds import KINDS, Effect
from king.sheet.sale import may_buy
from king.simultaneous.documents import Terms
from king.simultaneous.paper_form import TICKED, unit_columns
from king.simultaneous.typed_sheet import TICK, fields_of, texts_of, typed_row
from simultaneous.models import Draft
from wording import naming
from wording.ruling_words import WORDS, mean_in_short
from wording.sentences import refusal, say

Texts = Mapping[str, str]

TITLES: Mapping[str, Any] = {
    "contract": gettext_lazy("Contract"),
    "trump": gettext_lazy("Trump"),
    "buyer": gettext_lazy("Sold to"),
    "price": gettext_lazy("For how many tricks"),
    "polarity": gettext_lazy("Sold for nulls"),
    "tricks": gettext_lazy("Taken by the buyer"),
    "partner": gettext_lazy("Partner"),
    "card": gettext_lazy("Named card"),
    "start": gettext_lazy("First card"),
    "blind": gettext_lazy("Declared blind"),
    "blind_tricks": gettext_lazy("Declared blind, taken by the declarer"),
}
TERMS = {"third": "third", "direction": "down", "unplayed": "unplayed"}
"""Fields that each system calls in its own words."""
VALUES = {"polarity": "null", "direction": "down"} | dict.fromkeys(TICKED, TICK)
"""Of a field that is ticked."""
AT_ONCE = ("contract", "trump")
"""Fields that stand beside the counts; the others are needed now and then, and folded."""


def _options(code: str, ruleset: RuleSet, settings: Settings, plan: HandPlan) -> list[Any]:
    match code:
        case "contract":
            return [
                (known, naming.contract_name(ruleset.contract(known))) for known in ruleset.counts
            ]
        case "trump":
            suits = [(str(suit), _with_symbol(suit)) for suit in SUITS]
            return [*suits, ("NT", _("no trump"))] if settings.allow_no_trump else suits
        case "buyer":
            return [(str(wind), naming.wind_name(wind)) for wind in may_buy(ruleset, plan)]
        case "partner":
            others = [wind for wind in ruleset.winds if wind != plan.dealer]
            return [(str(wind), naming.wind_name(wind)) for wind in others]
        case "card" | "start":
            return [(str(card), naming.card_letters(card)) for card in DECKS[ruleset.deck]]
    return []


def _with_symbol(suit: Suit) -> str:
    return f"{suit.symbol} {naming.suit_name(suit)}"


def _field(code: str, value: str, ruleset: RuleSet, settings: Settings, plan: HandPlan) -> Context:
    title = naming.term_heading(ruleset, TERMS[code]) if code in TERMS else TITLES[code]
    return {
        "name": f"h{plan.number}-{code}",
        "title": title,
        "label": _("Hand %(hand)s, %(field)s") % {"hand": plan.number, "field": title},
        "value": value,
        "ticked": VALUES.get(code, ""),
        "options": _options(code, ruleset, settings, plan),
    }


def hands_of(terms: Terms, draft: Draft, typed: Texts | None = None) -> list[Context]:
    """Fields of each hand: ``counts`` by wind, those shown ``at_once`` and the ``folded`` ones.
    ``typed`` values replace saved ones.
    """
    ruleset, settings = terms.ruleset, terms.rules_in_force
    rows = {row["hand"]: texts_of(ruleset, row) for row in draft.sheet.get("rows", ())}
    hands = []
    for plan in ruleset.schedule(settings):
        values = rows.get(plan.number, {})
        if typed is not None:
            codes = fields_of(ruleset, settings, plan)
            values = {code: typed.get(f"h{plan.number}-{code}", "") for code in codes}
        hands.append(_hand(ruleset, settings, plan, values))
    return hands


def _hand(ruleset: RuleSet, settings: Settings, plan: HandPlan, values: Texts) -> Context:
    counted = unit_columns(ruleset)
    counts, at_once, folded = list[Context](), list[Context](), list[Context]()
    for code in fields_of(ruleset, settings, plan):
        value = values.get(code, "")
        if code in counted:
            place = naming.column_name(code)
            counts.append(
                {
                    "name": f"h{plan.number}-{code}",
                    "column": code,
                    "label": _("Hand %(hand)s, %(place)s") % {"hand": plan.number, "place": place},
                    "value": value,
                }
            )
        else:
            beside = at_once if code in AT_ONCE else folded
            beside.append(_field(code, value, ruleset, settings, plan))
    contract = plan.contract
    return {
        "number": plan.number,
        "title": naming.contract_name(contract) if contract else "",
        "units": contract.units if contract else None,
        "chooser": naming.column_name(plan.chooser) if plan.chooser and not contract else "",
        "counts": counts,
        "at_once": at_once,
        "folded": folded,
        "is_open": any(field["value"] for field in folded),
    }


def names_of(terms: Terms, draft: Draft, typed: Texts | None = None) -> list[Context]:
    """Return the name at each place, and whether it is a house player's."""
    seats, house = draft.sheet.get("seats", {}), draft.sheet.get("house", ())
    if typed is not None:
        columns = list(map(str, terms.ruleset.columns))
        seats = {column: typed.get(f"seat-{column}", "") for column in columns}
        house = [column for column in columns if typed.get(f"house-{column}")]
    return [
        {
            "column": column,
            "name": seats.get(str(column), ""),
            "house": str(column) in house,
            "is_pair": column in SIDES,
        }
        for column in terms.ruleset.columns
    ]


def sheet_of(terms: Terms, draft: Draft, typed: Texts) -> Context:
    """Sheet that the fields make. Anything without a field stays as saved. Raises
    ``ValidationError`` with hand and field of what cannot be read.
    """
    columns = list(map(str, terms.ruleset.columns))
    names = {column: " ".join(typed.get(f"seat-{column}", "").split()) for column in columns}
    house = [column for column in columns if typed.get(f"house-{column}")]
    sheet = {name: value for name, value in draft.sheet.items() if name != "house"}
    seats = {column: name for column, name in names.items() if name}
    sheet |= {"seats": seats, "rows": list(_rows(terms, typed))}
    return sheet | ({"house": house} if house else {})


def _rows(terms: Terms, typed: Texts) -> Iterator[Context]:
    ruleset, settings = terms.ruleset, terms.rules_in_force
    for plan in ruleset.schedule(settings):
        codes = fields_of(ruleset, settings, plan)
        texts = {code: typed.get(f"h{plan.number}-{code}", "") for code in codes}
        try:
            row = typed_row(ruleset, settings, plan, texts)
        except InputError as error:
            raise refusal(
                gettext_lazy("Hand %(hand)s, %(field)s: %(problem)s"),
                "field_not_read",
                hand=plan.number,
                field=_field_name(ruleset, error.place or ""),
                problem=say(error.phrase),
            ) from None
        if row is not None:
            yield row


def _field_name(ruleset: RuleSet, code: str) -> str:
    if code in TERMS:
        return naming.term_heading(ruleset, TERMS[code])
    return str(TITLES.get(code) or naming.column_name(code))


# --- decisions of the hall's arbiter

EVENT_KINDS = {kind.code: kind for kind in KINDS.values() if kind.of_the_sheet}
"""Kinds of ruling that are of use to an event: what they do stands on the sheet."""


def ruling_choices() -> list[tuple[str, str]]:
    return [
        (kind.code, mean_in_short(kind.code) if kind.replaces_row else str(WORDS[kind.code].short))
        for kind in EVENT_KINDS.values()
    ]


def ruling_of(terms: Terms, typed: Texts) -> Context:
    """Decision that the fields make. Raises ``ValidationError`` for what is missing."""
    hand, who = typed.get("hand", ""), typed.get("offender", "")
    columns = [str(column) for column in terms.ruleset.columns]
    hands = [str(plan.number) for plan in terms.ruleset.schedule(terms.rules_in_force)]
    kind = EVENT_KINDS.get(typed.get("kind", ""))
    if kind is None:
        raise refusal(gettext_lazy("Choose what was decided."), "no_ruling")
    ruling: Context = {"kind": kind.code}
    if kind.of_a_hand or hand:
        if hand not in hands:
            raise refusal(gettext_lazy("Choose the hand."), "no_hand")
        ruling["hand"] = int(hand)
    if kind.offenders.are_asked:
        if who not in columns:
            raise refusal(gettext_lazy("Choose whom it concerns."), "no_offender")
        ruling["offender"] = who
    if kind.effect is Effect.POINTS:
        points = typed_number(typed.get("points", "").strip())
        if not points:
            sentence = gettext_lazy("Write the points, with − before a penalty.")
            raise refusal(sentence, "no_points")
        ruling["points"] = str(points)
    return ruling
