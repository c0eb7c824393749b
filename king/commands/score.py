"""``king score FILE``: score a sheet; exit 1 where it has problems, which are in the answer."""

from __future__ import annotations

import argparse
import json
import sys

from king.reading import InputError, Node, read_json
from king.rulesets import read_ruleset
from king.rulesets.base import RuleSet
from king.rulesets.settings import Settings
from king.sheet.full_sheet import ScoredSheet, score
from king.sheet.row import Row
from king.sheet.rulings import Ruling


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="JSON with ruleset, settings, rows, rulings; - for standard input")


def run(arguments: argparse.Namespace) -> int:
    sheet = scored(read_json(arguments.file))
    json.dump(sheet.as_json(), sys.stdout, ensure_ascii=False, indent=1)
    print()
    return 1 if sheet.problems else 0


def scored(node: Node) -> ScoredSheet:
    """The sheet in the document; raises ``InputError`` with file and place where it cannot be read."""
    ruleset = read_ruleset(node["ruleset"])
    settings = _settings(ruleset, node.get("settings"))
    rulings = node.get("rulings")
    return score(
        ruleset,
        [Row.from_json(row) for row in node["rows"].list()],
        [] if rulings is None else [Ruling.from_json(ruling) for ruling in rulings.list()],
        settings,
    )


def _settings(ruleset: RuleSet, node: Node | None) -> Settings:
    if node is None:
        return ruleset.configure()
    try:
        return ruleset.configure(node.object())
    except InputError as error:
        raise error.within(node.source) from None
