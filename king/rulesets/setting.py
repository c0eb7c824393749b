"""One setting: its declaration, its form for a page, and the reading of its value."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

from king.cards import Wind
from king.reading import EXPECTED, InputError, exact_number, one_of, picked, shortened
from king.words import Phrase, gettext_noop

COUNT = gettext_noop("a whole number from {least} to {most}")

T = TypeVar("T")

Where = Callable[[Any], bool]
"""Function that says whether a setting makes sense in a ``RuleSet``. Its type is ``Any``, because
rule sets are made of settings and not the other way round."""

LARGEST_PENALTY = 1_000_000
"""Most points of a penalty. No system's whole match is worth a hundredth of it; more is a slip of
the keyboard."""


class SettingError(InputError):
    """Error: a setting that does not exist, or a value that it cannot have. The text has the key,
    the value found and the values allowed.
    """

    def __init__(self, key: str, found: object, allowed: str | Phrase) -> None:
        self.key, self.found = key, found
        self.allowed = allowed if isinstance(allowed, Phrase) else Phrase(allowed)
        problem = Phrase(EXPECTED, expected=self.allowed, found=excerpt(found))
        super().__init__(problem, place=f"settings.{key}")


@dataclass(frozen=True, slots=True)
class Setting:
    """Declaration of a setting. ``labels`` maps the words of a choice or a wind to their sentences.
    ``where`` tells in which systems the setting changes something. ``least`` and ``most`` are the
    bounds of a count.
    """

    key: str
    title: str
    help: str
    labels: Mapping[str, str]
    default: object
    where: Where
    least: int = 0
    most: int = 0

    @property
    def kind(self) -> str:
        """Kind of the value: ``choice``, ``wind``, ``number`` (points), ``count`` (a whole number)
        or ``flag``.
        """
        if self.labels:
            return "wind" if isinstance(self.default, Wind) else "choice"
        if isinstance(self.default, bool):
            return "flag"
        return "count" if isinstance(self.default, int) else "number"

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(self.labels)

    def as_json(self) -> dict[str, Any]:
        ends = ("least", "most") if self.kind == "count" else ()
        choices = ("choices",) if self.labels else ()
        return picked(self, "key", "kind", "title", "help", *choices, *ends, "default")

    def read(self, value: object) -> object:
        return _READERS[self.kind](self, value)


def _read_choice(setting: Setting, value: object) -> object:
    if not isinstance(value, str) or value not in setting.labels:
        raise SettingError(setting.key, value, one_of(setting.choices))
    return type(setting.default)(str(value))  # type: ignore[call-arg]


def _read_penalty(setting: Setting, value: object) -> object:
    """Read a penalty. It takes points away with either sign, so 5 and −5 are the same penalty."""
    number = exact_number(value, 40)
    if number is None or abs(number) > LARGEST_PENALTY:
        allowed = gettext_noop('a number of points (5, 2.5 or "-9/2")')
        raise SettingError(setting.key, value, allowed)
    return -abs(number)


def _read_count(setting: Setting, value: object) -> object:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 4:
        value = int(value)
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or value not in range(setting.least, setting.most + 1):
        allowed = Phrase(COUNT, least=setting.least, most=setting.most)
        raise SettingError(setting.key, value, allowed)
    return value


def _read_flag(setting: Setting, value: object) -> object:
    if not isinstance(value, bool):
        raise SettingError(setting.key, value, gettext_noop("true or false"))
    return value


_READERS: Mapping[str, Callable[[Setting, object], object]] = {
    "choice": _read_choice,
    "wind": _read_choice,
    "number": _read_penalty,
    "count": _read_count,
    "flag": _read_flag,
}


def excerpt(value: object) -> str:
    return shortened(str(value) if isinstance(value, Fraction) else repr(value))


def everywhere(_rules: Any) -> bool:
    return True


def setting(
    default: T,
    title: str,
    help: str,
    labels: Mapping[str, str] | None = None,
    *,
    where: Where = everywhere,
    least: int = 0,
    most: int = 0,
) -> T:
    """Make a field of ``Settings`` with its declaration. The field's name is the setting's key."""
    declared = Setting("", title, help, labels or {}, default, where, least, most)
    return field(default=default, metadata={"setting": declared})
