"""Numbers, shares and lists as a person reads them.

Numbers carry a true minus sign (U+2212) and the language's decimal separator; thirds are rounded to two places
for reading, and :func:`exact` gives the fraction behind them.
"""

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import get_format
from django.utils.translation import gettext

from king.words import MINUS

NOTHING = "\N{EN DASH}"
"""What stands where there is no number: absent is not zero."""

Number = int | Fraction | Decimal


def number(value: Number | None, *, places: int = 2, fixed: bool = False, signed: bool = False) -> str:
    """``-13/3`` as ``−4,33``; whole numbers bare unless ``fixed``; ``signed`` puts ``+`` before what is above zero.

    Rounding is half away from zero on the exact value. ``None`` is an en dash.
    """
    if value is None:
        return NOTHING
    if not fixed and isinstance(value, int | Fraction) and value.denominator == 1:
        whole = value.numerator
        return f"{MINUS if whole < 0 else '+' if signed and whole else ''}{abs(whole)}"
    scaled = Fraction(value) * 10**places
    units = int((abs(scaled) + Fraction(1, 2)).__floor__())
    whole, rest = divmod(units, 10**places)
    decimals = f"{rest:0{places}d}" if places else ""
    if not fixed:
        decimals = decimals.rstrip("0")
    text = f"{whole}{get_format('DECIMAL_SEPARATOR')}{decimals}" if decimals else str(whole)
    if units == 0:
        return text
    return MINUS + text if value < 0 else "+" + text if signed else text


def exact(value: Number) -> str:
    """The fraction itself: ``13/3``, ``−13/3``; a whole number as it is."""
    fraction = Fraction(value)
    sign = MINUS if fraction < 0 else ""
    size = abs(fraction)
    return f"{sign}{size.numerator}" + (f"/{size.denominator}" if size.denominator > 1 else "")


def is_rounded(value: Number | None, places: int = 2) -> bool:
    """Whether :func:`number` hides something, so that the page owes the reader :func:`exact`."""
    if value is None or (isinstance(value, int | Fraction) and value.denominator == 1):
        return False
    return bool((Fraction(value) * 10**places).denominator != 1)


def typed(value: Number | str) -> str:
    """Points as they stand in a field to be typed over, where nothing may be lost: ``−4,5``, but ``13/3``."""
    points = Fraction(value.replace(MINUS, "-")) if isinstance(value, str) else value
    return exact(points) if is_rounded(points) else number(points)


def percentage(value: Number | None, *, places: int = 1) -> str:
    """A share of one as ``54,2 %``."""
    if value is None:
        return NOTHING
    return f"{number(Fraction(value) * 100, places=places, fixed=True)}\N{NO-BREAK SPACE}%"


def joined(words: Iterable[str]) -> str:
    """``Nord, Est e Sud``."""
    listed = list(words)
    if len(listed) < 2:
        return "".join(listed)
    return gettext("%(list)s and %(last)s") % {"list": ", ".join(listed[:-1]), "last": listed[-1]}


def runs(numbers: Iterable[int]) -> str:
    """Rising whole numbers, those in a row as one: ``1–3, 5``."""
    found: list[list[int]] = []
    for value in numbers:
        if found and value == found[-1][-1] + 1:
            found[-1].append(value)
        else:
            found.append([value])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in found)


def short_form(digest: str) -> str:
    """The first twelve digits of a commitment or a seal: enough to compare by eye with what was published."""
    return digest[:12]
