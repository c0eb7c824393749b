"""``king rulesets``: the rule systems, hand by hand, with their figures, their settings and their sources.

For a system in which hands are chosen, ``hands`` lists what may be chosen and how often (``count``); dealer and leader
of each hand are then under ``deals``.
"""

from __future__ import annotations

import argparse
import json
import sys

from king.rulesets import RULESETS, find_ruleset
from king.rulesets.base import Order, RuleSet


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The systems wanted; all of them where none is named."""
    parser.add_argument("code", nargs="*", metavar="CODE", help="only these systems")


def run(arguments: argparse.Namespace) -> int:
    wanted = [find_ruleset(code) for code in arguments.code or RULESETS]
    json.dump([described(ruleset) for ruleset in wanted], sys.stdout, ensure_ascii=False, indent=1)
    print()
    return 0


def described(ruleset: RuleSet) -> dict[str, object]:
    """One system as JSON; numbers as text, None where a figure cannot be known before play."""
    answer: dict[str, object] = {
        "code": ruleset.code,
        "name": ruleset.name,
        "hands": _hands(ruleset),
        "expected_sum": None if ruleset.expected_sum is None else str(ruleset.expected_sum),
        "sides": ruleset.sides,
        "columns": [str(column) for column in ruleset.columns],
        "scoring": str(ruleset.scoring),
        "order": str(ruleset.order),
        "deck": ruleset.deck,
        "direction": str(ruleset.defaults.direction),
        "source": ruleset.source,
        "note": ruleset.note,
        "settings": [setting.as_json() for setting in ruleset.settings],
    }
    if ruleset.order is not Order.FIXED:
        answer["deals"] = [
            {
                "hand": plan.number,
                "dealer": _text(plan.dealer),
                "leader": _text(plan.leader),
                "chooser": _text(plan.chooser),
            }
            for plan in ruleset.schedule()
        ]
    return answer


def _hands(ruleset: RuleSet) -> list[dict[str, object]]:
    if ruleset.order is Order.FIXED:
        return [
            {"hand": plan.number}
            | _figures(ruleset, ruleset.hands[plan.number - 1])
            | {"dealer": _text(plan.dealer), "leader": _text(plan.leader)}
            | {"expected": _text(plan.expected), "control": _text(plan.control)}
            for plan in ruleset.schedule()
        ]
    return [
        _figures(ruleset, code) | {"count": count, "last": code == ruleset.last}
        for code, count in ruleset.counts.items()
    ]


def _figures(ruleset: RuleSet, code: str) -> dict[str, object]:
    contract = ruleset.contract(code)
    answer: dict[str, object] = {
        "contract": contract.code,
        "name": contract.name,
        "unit": str(contract.unit),
        "units": contract.units,
        "value": str(contract.value),
        "total": str(contract.total),
        "family": str(contract.family),
        "sale": contract.sale,
    }
    if contract.nulls is not None:
        answer["down"] = {"bonus": str(contract.nulls.bonus), "value": str(contract.nulls.value)}
    return answer


def _text(value: object) -> str | None:
    return None if value is None else str(value)
