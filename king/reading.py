"""Reading of input. Errors are one line with the place, the fault, and what was expected.

JSON is read this way; a dataclass that is a ``JsonObject`` is read and written by its fields.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext, suppress
from dataclasses import MISSING, fields
from enum import StrEnum
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    NamedTuple,
    Self,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from king.words import MINUS, Phrase, gettext_noop


class InputError(ValueError):
    """Input that cannot be read. Problems *within* readable input are returned, not raised.

    ``source`` (a file) and ``place`` (``rows[3].units``) are not translated; ``phrase`` is.
    """

    def __init__(self, problem: str | Phrase, *, source: str = "", place: str = "") -> None:
        self.phrase = problem if isinstance(problem, Phrase) else Phrase(problem)
        self.source, self.place = source, place
        super().__init__(": ".join(part for part in (source, place, str(self.phrase)) if part))

    @property
    def where(self) -> str:
        return ": ".join(part for part in (self.source, self.place) if part)

    def within(self, source: str, place: str = "") -> Self:
        """Return the same error with the enclosing file or place added."""
        outside = type(self).__new__(type(self))
        outside.__dict__.update(self.__dict__)
        inner = ": ".join(part for part in (place, self.where) if part)
        InputError.__init__(outside, self.phrase, source=source, place=inner)
        return outside


class Refused(ValueError):
    """A step that the rules forbid. ``phrase`` says why; ``allowed`` lists the legal alternatives."""

    def __init__(self, phrase: Phrase, allowed: tuple[Any, ...] = ()) -> None:
        self.phrase, self.allowed = phrase, allowed
        super().__init__(str(phrase))


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
"""Most bytes of an input. An evening of 250 tables is under two megabytes; more than this limit is
a mistake or mischief."""


def read_text(path: str, encoding: str = "utf-8") -> str:
    if path == "-" and sys.stdin is None:  # closed by who called
        raise InputError("standard input: expected an open file, found a closed one")
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else open(path, "rb") as file:
            raw = file.read(LARGEST_INPUT + 1)
    except (OSError, ValueError) as error:
        raise InputError(
            Phrase(NOT_OPENED, reason=_reason(error)), source=source_name(path)
        ) from None
    if len(raw) > LARGEST_INPUT:
        raise InputError(
            Phrase(TOO_LARGE, most=LARGEST_INPUT // 1024 // 1024), source=source_name(path)
        )
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        phrase = Phrase(NOT_TEXT, byte=error.start + 1, encoding=encoding.upper())
        raise InputError(phrase, source=source_name(path)) from None


def _reason(error: OSError | ValueError) -> Phrase | str:
    """Reason why a file could not be opened, as a phrase that can be translated if possible,
    because the system's own text is always in the system's language.
    """
    for kind, reason in NOT_OPENED_BECAUSE.items():
        if isinstance(error, kind):
            return Phrase(reason)
    return getattr(error, "strerror", None) or str(error)


def read_json(path: str) -> Node:
    return parse_json(read_text(path), source_name(path))


def parse_json(text: str, source: str) -> Node:
    text = text.removeprefix("\ufeff")
    try:
        value = json.loads(
            text,
            parse_int=_whole,
            parse_float=_exact,
            parse_constant=_Refused,
            object_pairs_hook=_unique_keys,
        )
    except json.JSONDecodeError as error:
        raise InputError(json_problem(error), source=source) from None
    except RecursionError:
        raise InputError(
            gettext_noop("expected JSON without deep nesting"), source=source
        ) from None
    document = Node(value, source, "")
    _refuse_inside(document, halves=HALF_WRITTEN.search(text) is not None)
    return document


def json_problem(error: json.JSONDecodeError) -> Phrase:
    return Phrase(NO_JSON, line=error.lineno, column=error.colno, reason=Phrase(error.msg))


def source_name(path: str) -> str:
    return STANDARD_INPUT if path == "-" else path or "''"


class _Refused(NamedTuple):
    """A value that Python's JSON reader accepts but no program here can use."""

    found: str
    expected: str = gettext_noop("an ordinary number")


WHOLE = gettext_noop("whole characters")
HALF_WRITTEN = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
"""Possible half of a character. Two halves, each by its code, make a whole one."""

LONGEST_NUMBER = 400
"""Most digits, and largest exponent. More would fill the memory, or take minutes to print."""


def _whole(digits: str) -> int | _Refused:
    return int(digits) if len(digits) <= LONGEST_NUMBER else _Refused(digits)


def _exact(digits: str) -> Fraction | _Refused:
    mantissa, _, exponent = digits.lower().partition("e")
    if len(mantissa) > LONGEST_NUMBER or len(exponent) > 4:
        return _Refused(digits)
    return _Refused(digits) if abs(int(exponent or 0)) > LONGEST_NUMBER else Fraction(digits)


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any] | _Refused:
    """Make an object of pairs with unique keys. A repeated key is refused, because with two counts
    for North nobody could tell which was meant.
    """
    fields = dict(pairs)
    if len(fields) == len(pairs):
        return fields
    keys = [key for key, _ in pairs]
    twice = next(key for key in keys if keys.count(key) > 1)
    return _Refused(twice, gettext_noop("every key once"))


def _inside(value: Any) -> Iterator[Any]:
    waiting = [value]
    while waiting:
        value = waiting.pop()
        yield value
        if isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)


def _refuse_inside(document: Node, *, halves: bool) -> None:
    # Places are made only where something is refused: that is dear for a large file.
    if not halves and not any(isinstance(value, _Refused) for value in _inside(document.value)):
        return
    waiting = [document]
    while waiting:
        node = waiting.pop()
        if isinstance(node.value, _Refused):
            raise node.refused(node.value.expected, shortened(_printable(node.value.found)))
        if isinstance(node.value, str):
            _refuse_halves(node, node.value)
        if isinstance(node.value, dict):
            for key in node.value:
                _refuse_halves(node, key)
            waiting.extend(reversed([child for _, child in node.items()]))
        elif isinstance(node.value, list):
            waiting.extend(reversed(node.list()))


def _refuse_halves(node: Node, text: str) -> None:
    """Raise ``InputError`` for a text with half a character (a lone surrogate), of which neither a
    file nor a digest can be made.
    """
    if _printable(text) != text:
        raise node.refused(WHOLE, shortened(_printable(text)))


def _printable(text: str) -> str:
    return text.encode(errors="backslashreplace").decode()


class Node:
    """A JSON value with its place, so that every refusal can say ``night.json: rows[3].units:
    expected …``.
    """

    def __init__(self, value: Any, source: str, place: str) -> None:
        self.value = value
        self.source = source
        self.place = place

    def fail(self, expected: str | Phrase) -> InputError:
        """Make the error for this place; the caller raises it. ``expected`` is a part of a
        sentence, to be translated.
        """
        text = str(self.value)
        if not isinstance(self.value, Fraction):
            text = json.dumps(self.value, ensure_ascii=False, default=str)
        return self.refused(expected, shortened(text))

    def refused(self, expected: str | Phrase, found: str) -> InputError:
        phrase = expected if isinstance(expected, Phrase) else Phrase(expected)
        return self.wrong(Phrase(EXPECTED, expected=phrase, found=found))

    def wrong(self, problem: str | Phrase) -> InputError:
        return InputError(problem, source=self.source, place=self.place)

    def has(self, key: str) -> bool:
        return self.object().get(key) is not None

    def __getitem__(self, key: str) -> Node:
        fields = self.object()
        if key not in fields:
            missing = Phrase(NO_KEY, key=repr(key))
            raise InputError(missing, source=self.source, place=self.place or TOP)
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
        number = exact_number(self.value, 60)
        if number is None:
            raise self.fail(gettext_noop('a number (6, 1.5 or "-9/2")'))
        return number

    def choice(self, allowed: tuple[str, ...]) -> str:
        if not isinstance(self.value, str) or self.value not in allowed:
            raise self.fail(one_of(allowed))
        return self.value


def one_of(codes: Iterable[str]) -> Phrase:
    return Phrase(gettext_noop("one of {codes}"), codes=" ".join(codes))


def _bounds(least: int | None, most: int | None) -> Phrase:
    if most is None:
        return Phrase(gettext_noop("a whole number of at least {least}"), least=least)
    if least is None:
        return Phrase(gettext_noop("a whole number of at most {most}"), most=most)
    return Phrase(gettext_noop("a whole number from {least} to {most}"), least=least, most=most)


def exact_number(value: object, longest: int) -> Fraction | None:
    """Exact value of a number, or of a text of at most ``longest`` characters such as ``1.5`` or
    ``−9/2``. None for anything else.
    """
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, str) and len(value) <= longest and "e" not in value.lower():
        text = value.replace(MINUS, "-")
        if text.isascii() and text.removeprefix("-").isdigit():
            return Fraction(int(text))
        with suppress(ValueError, ZeroDivisionError):
            return Fraction(text)
    return None


def typed_number(text: str) -> Fraction | None:
    """Read a number as a person types it; ``2,5`` is accepted."""
    if not set(text) <= set(f"0123456789.,/+-{MINUS}"):
        return None
    return exact_number(text.replace(",", "."), 20)


def shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"


# A dataclass as a JSON object, made from its fields.

LARGEST_COUNT = 10**9
"""The largest whole number that a field takes; a larger one is an attack on the printer."""


UNIONS = (UnionType, Union)


def between(least: int, most: int) -> Callable[[Node], int]:
    """Make a reader of whole numbers within these bounds, as ``among`` does for words."""
    return lambda node: node.integer(least, most)


def among(codes: Iterable[str]) -> Callable[[Node], str]:
    return lambda node: node.choice(tuple(codes))


_TEXT = str, Fraction, Phrase


def as_json(value: Any) -> Any:
    """Convert a value to JSON. Numbers that may be fractions, codes and sentences become text."""
    if value is None or isinstance(value, int):
        return value
    if type(value) in _TEXT:
        return str(value)
    if type(value) in (list, tuple):
        return [as_json(part) for part in value]
    if isinstance(value, Mapping):
        return {str(key): as_json(part) for key, part in value.items()}
    return value.as_json() if hasattr(value, "as_json") else str(value)


def picked(value: object, *names: str) -> dict[str, Any]:
    return {name: as_json(getattr(value, name)) for name in names}


class JsonObject:
    """Base of dataclasses whose fields are the keys of a JSON object, for reading and writing.

    A field with its default is left out, and null is read as the default. ``ALWAYS`` names fields
    that are always written. A ``phrase`` is written as ``message``. ``Annotated[int, reader]``
    gives a field its own reader. Unknown keys are ignored. A value of a wrong type raises
    ``InputError``.
    """

    __slots__ = ()
    ALWAYS: ClassVar[tuple[str, ...]] = ()

    @classmethod
    @cache
    def _fields(cls) -> list[tuple[str, Any, Callable[[Node], Any], Classes, Classes]]:
        """Name, default, reader and classes of each field, and the classes of a mapping's values."""
        hints = get_type_hints(cls, include_extras=True)
        return [
            (
                field.name,
                field.default if field.default_factory is MISSING else field.default_factory(),
                _reader(hints[field.name]),
                tuple(_classes(hints[field.name])),
                tuple(_values(hints[field.name])),
            )
            for field in fields(cast(Any, cls))
            if field.compare
        ]

    def __post_init__(self) -> None:
        for key, default, _reader, kinds, parts in self._fields():
            value = getattr(self, key)
            if value is default:
                continue
            if not isinstance(value, kinds):
                raise _type_error(self, key, kinds, value)
            for place, part in value.items() if parts and isinstance(value, Mapping) else ():
                if not isinstance(part, parts):
                    raise _type_error(self, f"{key}.{place}", parts, part)

    def __repr__(self) -> str:
        written = ", ".join(f"{key}={value!r}" for key, value in self._written())
        return f"{type(self).__name__}({written})"

    def _written(self) -> Iterator[tuple[str, Any]]:
        for key, default, *_rest in self._fields():
            value = getattr(self, key)
            if (value is not default and value != default) or key in self.ALWAYS:
                yield key, value

    def as_json(self) -> dict[str, Any]:
        return {
            "message" if key == "phrase" else key: as_json(value) for key, value in self._written()
        }

    @classmethod
    def from_json(cls, source: Node | Mapping[str, Any]) -> Self:
        """Read the object. Raises ``InputError`` with the place of what is missing or has a wrong
        type.
        """
        if not isinstance(source, Node):
            source = Node(dict(source), cls.__name__.lower(), "")
        values: dict[str, Any] = {}
        written = source.object()
        for key, default, reader, kinds, _parts in cls._fields():
            if written.get(key) is not None or (default is MISSING and type(None) not in kinds):
                values[key] = reader(source[key])
            elif default is MISSING:
                values[key] = None
        return cls(**values)


Classes = tuple[type[Any], ...]


def _reader(hint: Any) -> Callable[[Node], Any]:
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return cast(Callable[[Node], Any], parts[1])
    if origin in UNIONS:
        return _reader(parts[0])
    if origin is tuple:
        item = _reader(parts[0])
        return lambda node: tuple(item(part) for part in node.list())
    if origin is not None:
        value = _reader(parts[1])
        return lambda node: {
            key: value(part) for key, part in node.items() if part.value is not None
        }
    if issubclass(hint, JsonObject):
        return cast(Callable[[Node], Any], hint.from_json)
    if issubclass(hint, StrEnum):
        return lambda node: hint(node.choice(tuple(hint)))
    readers = {str: Node.text, bool: Node.boolean, Fraction: Node.number}
    return readers.get(hint) or between(-LARGEST_COUNT, LARGEST_COUNT)


def _classes(hint: Any) -> Iterator[type[Any]]:
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        yield from _classes(parts[0])
    elif origin in UNIONS:
        for part in parts:
            yield from _classes(part)
    else:
        yield origin or hint
        if hint is Fraction:
            yield int


def _values(hint: Any) -> Iterator[type[Any]]:
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Mapping:
        yield from _classes(parts[1])
    elif origin in (Annotated, *UNIONS):
        for part in parts:
            yield from _values(part)


def _type_error(owner: object, key: str, kinds: Classes, value: object) -> InputError:
    names = {str: "text", int: "a whole number", bool: "true or false", Mapping: "a mapping"}
    type_names = (names.get(kind, kind.__name__) for kind in kinds if kind is not type(None))
    phrase = Phrase(EXPECTED, expected=" or ".join(type_names), found=shortened(repr(value)))
    return InputError(phrase, source=type(owner).__name__, place=key)
