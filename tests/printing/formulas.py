"""A spreadsheet's own arithmetic: the formulas of a workbook read and computed, by nothing of the
program.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import openpyxl
from openpyxl.utils import range_boundaries

TOKEN = re.compile(
    r"""\s*(?:(\d+(?:\.\d+)?)|("[^"]*")|((?:'(?:[^']|'')+'!)?\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?)|([A-Z]+)"""
    r"""|(<=|>=|<>|[-+*/=<>(),]))"""
)
Value = Any
Made = Callable[[], Value]


def numbers(*values: Value) -> list[float]:
    """The numbers of ranges: a spreadsheet's functions pass over words and empty cells."""
    every = [cell for value in values for cell in (value if isinstance(value, list) else [value])]
    return [cell for cell in every if isinstance(cell, (int, float)) and not isinstance(cell, bool)]


def rank(value: Value) -> tuple[int, Value]:
    """The order of a spreadsheet: numbers before words before truth; an empty cell is nought."""
    if isinstance(value, bool):
        return 2, value
    return (1, value.lower()) if isinstance(value, str) else (0, value or 0)


def same(one: Value, other: Value) -> bool:
    if None in (one, other):
        return (one or other or 0) in (0, "")
    return rank(one) == rank(other)


OPERATORS: dict[str, Callable[[Value, Value], Value]] = {
    "=": same,
    "<>": lambda one, other: not same(one, other),
    "<": lambda one, other: rank(one) < rank(other),
    ">": lambda one, other: rank(one) > rank(other),
    "<=": lambda one, other: rank(one) <= rank(other),
    ">=": lambda one, other: rank(one) >= rank(other),
    "+": lambda one, other: (one or 0) + (other or 0),
    "-": lambda one, other: (one or 0) - (other or 0),
    "*": lambda one, other: (one or 0) * (other or 0),
    "/": lambda one, other: one / other,
}
LEVELS = (("=", "<>", "<", ">", "<=", ">="), ("+", "-"), ("*", "/"))


def each_by_each(what: Callable[..., Value], *values: Value) -> Value:
    """Of ranges cell by cell, a single value standing for as many."""
    length = next((len(value) for value in values if isinstance(value, list)), None)
    if length is None:
        return what(*values)
    return [
        what(*(value[at] if isinstance(value, list) else value for value in values))
        for at in range(length)
    ]


def product(*values: list[Value]) -> float:
    total = 0.0
    for line in zip(*values, strict=True):
        part = 1.0
        for cell in line:
            part *= cell if isinstance(cell, (int, float)) else 0
        total += part
    return total


FUNCTIONS: dict[str, Callable[..., Value]] = {
    "SUM": lambda *values: sum(numbers(*values)),
    "COUNT": lambda *values: len(numbers(*values)),
    "MIN": lambda *values: min(numbers(*values)),
    "MAX": lambda *values: max(numbers(*values), default=0),
    "AVERAGE": lambda *values: sum(numbers(*values)) / len(numbers(*values)),
    "COUNTA": lambda values: sum(
        cell is not None for cell in (values if isinstance(values, list) else [values])
    ),
    "COUNTIF": lambda values, wanted: sum(
        cell is not None and same(cell, wanted) for cell in values
    ),
    "LARGE": lambda values, at: sorted(numbers(values), reverse=True)[int(at) - 1],
    "INDEX": lambda values, at: values[int(at) - 1],
    "SUMPRODUCT": product,
    "ROUND": lambda value, digits: round(value, int(digits)),
    "MATCH": lambda wanted, values, _exact: next(
        at for at, cell in enumerate(values, 1) if same(cell, wanted)
    ),
    "ISNUMBER": lambda value: each_by_each(lambda cell: bool(numbers(cell)), value),
    "AND": lambda *values: all(values),
    "OR": lambda *values: any(values),
}


class Recomputed:
    """A workbook whose cells are worked out when they are asked for."""

    def __init__(self, book: openpyxl.Workbook) -> None:
        self.book, self.known = book, dict[tuple[str, int, int], Value]()

    def cell(self, sheet: str, row: int, column: int) -> Value:
        place = sheet, row, column
        if place not in self.known:
            value = self.book[sheet].cell(row, column).value
            if isinstance(value, str) and value.startswith("="):
                value = Formula(self, sheet, value[1:]).made()
            self.known[place] = value
        return self.known[place]

    def lines(self, sheet: str, first: int) -> Iterator[tuple[Value, ...]]:
        for row in range(first, self.book[sheet].max_row + 1):
            yield tuple(
                self.cell(sheet, row, column)
                for column in range(1, self.book[sheet].max_column + 1)
            )


class Formula:
    """One formula, read from the left; of an IF only the branch that holds is computed."""

    def __init__(self, book: Recomputed, sheet: str, text: str) -> None:
        self.book, self.sheet = book, sheet
        self.tokens, at = [], 0
        while at < len(text):
            found = TOKEN.match(text, at)
            assert found is not None, f"{text[at:]} of {text}"
            self.tokens.append(found.groups())
            at = found.end()
        self.at = 0
        self.made = self.expression()
        assert self.at == len(self.tokens), text

    def follows(self, *signs: str) -> str:
        """The sign that stands next, taken, or nothing."""
        found = self.tokens[self.at][4] if self.at < len(self.tokens) else None
        if found not in signs:
            return ""
        self.at += 1
        return str(found)

    def expression(self, level: int = 0) -> Made:
        if level == len(LEVELS):
            return self.term()
        left = self.expression(level + 1)
        while sign := self.follows(*LEVELS[level]):
            left = self.both(OPERATORS[sign], left, self.expression(level + 1))
        return left

    def both(self, what: Callable[[Value, Value], Value], left: Made, right: Made) -> Made:
        return lambda: each_by_each(what, left(), right())

    def term(self) -> Made:
        if self.follows("-"):
            inner = self.term()
            return lambda: each_by_each(lambda value: -value, inner())
        if self.follows("("):
            inner = self.expression()
            assert self.follows(")")
            return inner
        number, text, place, name, _sign = self.tokens[self.at]
        self.at += 1
        if number or text:
            value = float(number) if number else text[1:-1]
            return lambda: value
        return self.called(name) if name else self.range(place)

    def called(self, name: str) -> Made:
        if name in ("TRUE", "FALSE"):
            return lambda: name == "TRUE"
        assert self.follows("(")
        given = [self.expression()]
        while self.follows(","):
            given.append(self.expression())
        assert self.follows(")")
        if name == "IF":
            return lambda: given[1]() if given[0]() else given[2]()
        return lambda: FUNCTIONS[name](*(argument() for argument in given))

    def range(self, place: str) -> Made:
        quoted, _mark, cells = place.rpartition("!")
        sheet = quoted[1:-1].replace("''", "'") if quoted else self.sheet
        first, top, last, bottom = range_boundaries(cells)
        places = [
            (row, column) for row in range(top, bottom + 1) for column in range(first, last + 1)
        ]
        if ":" not in cells:
            return lambda: self.book.cell(sheet, *places[0])
        return lambda: [self.book.cell(sheet, *cell) for cell in places]
