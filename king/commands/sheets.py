"""``king rulesets``: the rule systems, hand by hand, with their figures, their settings and their sources.

For a system in which hands are chosen, ``hands`` lists what may be chosen and how often (``count``); dealer and leader
of each hand are then under ``deals``.

``king score FILE``: score a sheet; exit 1 where it has problems, which are in the answer.
"""

import argparse

from king.commands import print_json
from king.reading import Node, read_json
from king.rulesets import RULESETS, find_ruleset, read_ruleset, read_settings
from king.rulesets.base import Order, RuleSet
from king.sheet.full_sheet import ScoredSheet, score
from king.sheet.row import Row
from king.sheet.rulings import Ruling


def rulesets_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", nargs="*", metavar="CODE", help="only these systems")


def run_rulesets(arguments: argparse.Namespace) -> int:
    wanted = [find_ruleset(code) for code in arguments.code or RULESETS]
    print_json([described(ruleset) for ruleset in wanted])
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


def score_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="JSON with ruleset, settings, rows, rulings; - for standard input")


def run_score(arguments: argparse.Namespace) -> int:
    sheet = scored(read_json(arguments.file))
    print_json(sheet.as_json())
    return 1 if sheet.problems else 0


def scored(node: Node) -> ScoredSheet:
    """The sheet in the document; raises ``InputError`` with file and place where it cannot be read."""
    ruleset = read_ruleset(node["ruleset"])
    settings = read_settings(ruleset, node.get("settings"))
    rows = [Row.from_json(row) for row in node["rows"].list()]
    rulings = node.get("rulings")
    ruled = [] if rulings is None else [Ruling.from_json(ruling) for ruling in rulings.list()]
    return score(ruleset, rows, ruled, settings)
