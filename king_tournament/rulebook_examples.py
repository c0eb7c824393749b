"""The worked examples of the pages on the rule systems, as a player reads them: a sheet in place of its JSON.

A page writes an example as two blocks, the sheet that ``king score`` reads and what it must answer. The first is drawn
as a table of what ``king`` makes of it now; both stay on the page, folded, where the second was.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from markdown_it.token import Token

from king.commands.reading import Node
from king.commands.score import scored
from king.rulings import Ruling
from king_tournament.live.sheet_page import leader_of, lines_of, problem_line
from printing.wording import column_name
from scoring.models import Ruling as StoredRuling


def draw_examples(tokens: list[Token]) -> None:
    """Put a table in the place of each example, and its blocks, folded, in the place of the answer."""
    waiting: Token | None = None
    number = 0
    for place, token in enumerate(tokens):
        if token.type != "fence" or token.info.strip() != "json":
            continue
        read = json.loads(token.content)
        if "ruleset" in read and "rows" in read:
            answer = next((each for each in tokens[place + 1 :] if each.type == "fence"), None)
            expected = _answer_in(answer)
            waiting = None
            if expected is not None:
                number += 1
                tokens[place], waiting = _drawn(_table(number, read, expected)), token
        elif waiting is not None:
            blocks = (waiting.content, token.content)
            tokens[place] = _drawn(render_to_string("rulebook/_blocks.html", {"blocks": blocks}))
            waiting = None


def _answer_in(token: Token | None) -> dict[str, Any] | None:
    """What the block after an example says must come out; None where it is no answer."""
    if token is None or token.info.strip() != "json":
        return None
    read = json.loads(token.content)
    return read if "ruleset" not in read else None


def _drawn(html: str) -> Token:
    return Token("html_block", "", 0, content=html, block=True)


def _table(number: int, given: Mapping[str, Any], expected: Mapping[str, Any]) -> str:
    sheet = scored(Node(dict(given), "example", ""))
    rulings = [Ruling.from_json(each) for each in given.get("rulings", ())]
    written = {row.hand for row in sheet.rows}
    lines = [line for line in lines_of(sheet, {ruling.hand for ruling in rulings}) if line.number in written]
    context = {
        "number": number, "sheet": sheet, "lines": lines, "columns": sheet.ruleset.columns, "leader": leader_of(sheet),
        "has_sum": sheet.ruleset.expected_sum is not None and not leader_of(sheet),
        "by_wind": all(len(column) == 1 for column in sheet.ruleset.columns),
        "adjusted": any(sheet.adjustments.values()),
        "rulings": [_ruling_in_words(ruling) for ruling in rulings],
        "problems": [problem_line(problem) for problem in sheet.problems],
        "agrees": _agrees(expected, sheet.as_json()),
    }  # fmt: skip
    return render_to_string("rulebook/_example.html", context)


def _ruling_in_words(ruling: Ruling) -> str:
    said = [str(StoredRuling.Kind(ruling.kind).label)]
    if ruling.hand is not None:
        said[0] = _("Hand %(hand)s: %(problem)s") % {"hand": ruling.hand, "problem": said[0]}
    if ruling.offender is not None:
        said.append(column_name(ruling.offender))
    return " · ".join(said)


def _agrees(expected: Any, found: Any) -> bool:
    """Whether the answer has everything that the page announces; what the page leaves out may be anything."""
    if isinstance(expected, dict):
        return all(key in found and _agrees(expected[key], found[key]) for key in expected)
    if isinstance(expected, list) and expected and isinstance(expected[0], dict) and "hand" in expected[0]:
        rows = {row["hand"]: row for row in found}
        return all(each["hand"] in rows and _agrees(each, rows[each["hand"]]) for each in expected)
    return bool(expected == found)
