"""A sheet typed field by field, as on a page for a phone: the fields of each hand, the row that
their texts make, and the texts of a row.

A field has the code of its column in ``paper_form``. A seller or chooser that the plan determines
has no field.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from king.reading import EXPECTED, InputError, Node, shortened
from king.rulesets.base import HandPlan, Order, RuleSet
from king.rulesets.contracts import Family
from king.rulesets.settings import Settings
from king.sheet.choice import is_proposed
from king.sheet.points import counted_units
from king.sheet.row import Row
from king.simultaneous.paper_form import (
    TICKED,
    WHOLE_NUMBER,
    columns_of,
    read_row,
    unit_columns,
)
from king.words import Phrase

TICK = "x"
LONGEST_FIELD = 40


def fields_of(ruleset: RuleSet, settings: Settings, plan: HandPlan) -> tuple[str, ...]:
    """Codes of the fields of a hand, in the order of writing. If the hand is chosen, those of any
    contract.
    """
    contracts = ruleset.played if plan.contract is None else (plan.contract,)
    trumped, sold, nulls, domino = (
        any(test(contract) for contract in contracts)
        for test in (
            lambda contract: contract.trump,
            lambda contract: contract.sale,
            lambda contract: contract.nulls,
            lambda contract: contract.family is Family.DOMINO,
        )
    )
    conditions = {
        "hand": False,
        "contract": plan.contract is None,
        "chooser": False,
        "third": is_proposed(ruleset, plan),
        "trump": trumped,
        "seller": False,
        **dict.fromkeys(("buyer", "price", "tricks", "unplayed"), sold),
        **dict.fromkeys(("polarity", "direction"), nulls),
        **dict.fromkeys(("blind", "blind_tricks"), trumped),
        "start": domino,
    }
    return tuple(code for code in columns_of(ruleset, settings) if conditions.get(code, True))


def typed_row(
    ruleset: RuleSet, settings: Settings, plan: HandPlan, typed: Mapping[str, str]
) -> dict[str, Any] | None:
    """Make a row of the typed texts, or None if every field is empty. Raises ``InputError`` whose
    place is the code of the field.
    """
    codes = fields_of(ruleset, settings, plan)
    texts = {code: " ".join(typed.get(code, "").split())[:LONGEST_FIELD] for code in codes}
    if not any(texts.values()):
        return None

    def wrong(code: str) -> InputError:
        fields = {"expected": Phrase(WHOLE_NUMBER), "found": shortened(texts[code])}
        return InputError(Phrase(EXPECTED, fields), place=code)

    row = read_row(ruleset, {"hand": str(plan.number), **texts}, wrong)
    if ruleset.order is not Order.FIXED:
        if plan.contract is not None:
            row["contract"] = plan.contract.code
        if plan.chooser is not None:
            row["chooser"] = str(plan.chooser)
    if "sale" in row and plan.owner is not None:
        row["sale"]["seller"] = str(plan.owner)
    Row.from_json(Node(row, "", ""))
    return row


def texts_of(ruleset: RuleSet, row: Mapping[str, Any]) -> dict[str, str]:
    """Texts of a row by the codes of its fields. Counts by wind are added up if the fields are by
    side, or of a soloist with the dummy.
    """
    units = row.get("units") or {}
    if not units.keys() <= set(unit_columns(ruleset)):
        units = counted_units(ruleset, row)
    values = {**row, **units, **(row.get("sale") or {})}
    values |= {code: TICK for code in TICKED if row.get(code)}
    return {
        code: str(value)
        for code, value in values.items()
        if code not in ("hand", "units", "sale") and value is not None and value is not False
    }
