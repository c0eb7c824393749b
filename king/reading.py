"""Input that cannot be read, said in one line: where it is, what is wrong, what was expected; and
reading JSON so.
"""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Self

from king.words import MINUS, Phrase, gettext_noop


class InputError(ValueError):
    """Input that cannot be read at all. Problems *in* input that can be read are never raised: they
    are returned.

    ``source`` (a file) and ``place`` (``rows[3].units``) stay as they are; ``phrase`` is said in
    the reader's language.
    """

    def __init__(self, problem: str | Phrase, *, source: str = "", place: str = "") -> None:
        self.phrase = problem if isinstance(problem, Phrase) else Phrase(problem)
        self.source, self.place = source, place
        super().__init__(": ".join(part for part in (source, place, str(self.phrase)) if part))

    @property
    def where(self) -> str:
        return ": ".join(part for part in (self.source, self.place) if part)

    def within(self, source: str, place: str = "") -> Self:
        """The same error seen from the file, or the place in it, that holds what could not be
        read.
        """
        outside = type(self).__new__(type(self))
        outside.__dict__.update(self.__dict__)
        inner = ": ".join(part for part in (place, self.where) if part)
        InputError.__init__(outside, self.phrase, source=source, place=inner)
        return outside


EXPECTED = gettext_noop("expected {expected}, found {found}")
STANDARD_INPUT = gettext_noop("standard input")
TOP = gettext_noop("the top")
NO_KEY = gettext_noop("expected the key {key}")
NOT_OPENED = gettext_noop("cannot be opened: {reason}")
NOT_OPENED_BECAUSE = {
    FileNotFoundError: gettext_noop("there is no such file"),
    IsADirectoryError: gettext_noop("it is a folder"),
    PermissionError: gettext_noop("you may not read it"),
}
TOO_LARGE = gettext_noop("larger than {most} MB, so it is not read")
NOT_TEXT = gettext_noop("byte {byte}: expected {encoding} text")
JSON_REASONS = (
    gettext_noop("Expecting value"),
    gettext_noop("Expecting property name enclosed in double quotes"),
    gettext_noop("Expecting ',' delimiter"),
    gettext_noop("Expecting ':' delimiter"),
    gettext_noop("Extra data"),
    gettext_noop("Unterminated string starting at"),
    gettext_noop("Invalid control character at"),
)
"""Complaints of Python's reader of JSON, for the translators."""

NO_JSON = gettext_noop("line {line}, column {column}: expected JSON: {reason}")

LARGEST_INPUT = 32 * 1024 * 1024
"""Bytes. A night of 250 tables is under two megabytes; more than this is a mistake or mischief."""


def read_text(path: str, encoding: str = "utf-8") -> str:
    if path == "-" and sys.stdin is None:  # closed by who called
        raise InputError("standard input: expected an open file, found a closed one")
    try:
        if path == "-":
            raw = sys.stdin.buffer.read(LARGEST_INPUT + 1)
        else:
            with Path(path).open("rb") as file:
                raw = file.read(LARGEST_INPUT + 1)
    except (OSError, ValueError) as error:
        raise InputError(
            Phrase(NOT_OPENED, {"reason": _reason(error)}), source=shown(path)
        ) from None
    if len(raw) > LARGEST_INPUT:
        raise InputError(
            Phrase(TOO_LARGE, {"most": LARGEST_INPUT // 1024 // 1024}), source=shown(path)
        )
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        found = {"byte": error.start + 1, "encoding": encoding.upper()}
        raise InputError(Phrase(NOT_TEXT, found), source=shown(path)) from None


def _reason(error: OSError | ValueError) -> Phrase | str:
    """The system would say it in its own language, whoever reads."""
    for kind, reason in NOT_OPENED_BECAUSE.items():
        if isinstance(error, kind):
            return Phrase(reason)
    return getattr(error, "strerror", None) or str(error)


def read_json(path: str) -> Node:
    text = read_text(path).removeprefix("\ufeff")
    try:
        value = json.loads(
            text,
            parse_int=_whole,
            parse_float=_exact,
            parse_constant=_Refused,
            object_pairs_hook=_unrepeated,
        )
    except json.JSONDecodeError as error:
        raise InputError(json_problem(error), source=shown(path)) from None
    except RecursionError:
        raise InputError(
            gettext_noop("expected JSON without deep nesting"), source=shown(path)
        ) from None
    document = Node(value, shown(path), "")
    _refuse_inside(document)
    return document


def json_problem(error: json.JSONDecodeError) -> Phrase:
    return Phrase(
        NO_JSON, {"line": error.lineno, "column": error.colno, "reason": Phrase(error.msg)}
    )


def shown(path: str) -> str:
    return STANDARD_INPUT if path == "-" else path or "''"


@dataclass(frozen=True)
class _Refused:
    """A value that Python's JSON reader lets through and no program here can mean."""

    found: str
    expected: str = gettext_noop("an ordinary number")


LONGEST_NUMBER = 400
"""Digits, and the largest exponent: more would fill the memory, or take minutes to be printed."""


def _whole(digits: str) -> int | _Refused:
    return int(digits) if len(digits) <= LONGEST_NUMBER else _Refused(digits)


def _exact(digits: str) -> Fraction | _Refused:
    mantissa, _, exponent = digits.lower().partition("e")
    long = (
        len(mantissa) > LONGEST_NUMBER
        or len(exponent) > 4
        or abs(int(exponent or 0)) > LONGEST_NUMBER
    )
    return _Refused(digits) if long else Fraction(digits)


def _unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any] | _Refused:
    """An object whose every key stands once; of two counts for North nobody can say which was
    meant.
    """
    fields = dict(pairs)
    if len(fields) == len(pairs):
        return fields
    keys = [key for key, _ in pairs]
    return _Refused(
        next(key for key in keys if keys.count(key) > 1), gettext_noop("every key once")
    )


def _refuse_inside(document: Node) -> None:
    waiting = [document]
    while waiting:
        node = waiting.pop()
        if isinstance(node.value, _Refused):
            raise node.refused(node.value.expected, shortened(node.value.found))
        if isinstance(node.value, dict):
            waiting.extend(reversed([child for _, child in node.items()]))
        elif isinstance(node.value, list):
            waiting.extend(reversed(node.list()))


class Node:
    """A JSON value with its place, so that every refusal can say ``night.json: rows[3].units:
    expected …``.
    """

    def __init__(self, value: Any, source: str, place: str) -> None:
        self.value = value
        self.source = source
        self.place = place

    def fail(self, expected: str | Phrase) -> InputError:
        """The error for this place, to be raised. ``expected`` is a part of a sentence, to be
        translated.
        """
        exact = isinstance(self.value, Fraction)
        found = (
            str(self.value) if exact else json.dumps(self.value, ensure_ascii=False, default=str)
        )
        return self.refused(expected, shortened(found))

    def refused(self, expected: str | Phrase, found: str) -> InputError:
        wanted = expected if isinstance(expected, Phrase) else Phrase(expected)
        return self.wrong(Phrase(EXPECTED, {"expected": wanted, "found": found}))

    def wrong(self, problem: str | Phrase) -> InputError:
        return InputError(problem, source=self.source, place=self.place)

    def has(self, key: str) -> bool:
        return self.object().get(key) is not None

    def __getitem__(self, key: str) -> Node:
        fields = self.object()
        if key not in fields:
            raise InputError(
                Phrase(NO_KEY, {"key": repr(key)}), source=self.source, place=self.place or TOP
            )
        return Node(fields[key], self.source, f"{self.place}.{key}" if self.place else key)

    def get(self, key: str) -> Node | None:
        return self[key] if self.has(key) else None

    def object(self) -> Mapping[str, Any]:
        if not isinstance(self.value, dict):
            raise self.fail(gettext_noop("an object"))
        return self.value

    def items(self) -> Iterator[tuple[str, Node]]:
        for key in self.object():
            yield key, self[key]

    def list(self) -> list[Node]:
        if not isinstance(self.value, list):
            raise self.fail(gettext_noop("a list"))
        return [Node(v, self.source, f"{self.place}[{i}]") for i, v in enumerate(self.value)]

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.fail(gettext_noop("text"))
        return self.value

    def boolean(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.fail(gettext_noop("true or false"))
        return self.value

    def integer(self, least: int | None = None, most: int | None = None) -> int:
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise self.fail(gettext_noop("a whole number"))
        if (least is not None and self.value < least) or (most is not None and self.value > most):
            raise self.fail(_bounds(least, most))
        return self.value

    def number(self) -> Fraction:
        found = exact_number(self.value, 60)
        if found is None:
            raise self.fail(gettext_noop('a number (6, 1.5 or "-9/2")'))
        return found

    def choice(self, allowed: tuple[str, ...]) -> str:
        if not isinstance(self.value, str) or self.value not in allowed:
            raise self.fail(one_of(allowed))
        return self.value


def one_of(codes: Iterable[str]) -> Phrase:
    return Phrase(gettext_noop("one of {codes}"), {"codes": " ".join(codes)})


def _bounds(least: int | None, most: int | None) -> Phrase:
    if most is None:
        return Phrase(gettext_noop("a whole number of at least {least}"), {"least": least})
    if least is None:
        return Phrase(gettext_noop("a whole number of at most {most}"), {"most": most})
    return Phrase(
        gettext_noop("a whole number from {least} to {most}"), {"least": least, "most": most}
    )


def exact_number(value: object, longest: int) -> Fraction | None:
    """Of a number, or of its text in at most so many characters: ``1.5``, ``−9/2``."""
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, str) and len(value) <= longest and "e" not in value.lower():
        with contextlib.suppress(ValueError, ZeroDivisionError):
            return Fraction(value.replace(MINUS, "-"))
    return None


def typed_number(text: str) -> Fraction | None:
    """As a person writes it: ``2,5`` too."""
    return (
        exact_number(text.replace(",", "."), 20)
        if set(text) <= set(f"0123456789.,/+-{MINUS}")
        else None
    )


def shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"
