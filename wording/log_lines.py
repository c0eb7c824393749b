"""Lines of the evening's log in the reader's words. The log stores plain values, so that no
language changes a line's seal. An unknown line is shown as stored.
"""

import datetime
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from king.cards import SIDES, WINDS
from king.rulesets.base import RuleSet, UnknownRuleSet
from king.rulesets.setting import Setting
from king.rulesets.settings import SETTINGS
from king.simultaneous.documents import DATUM
from king.standing.standing_settings import STANDING_SETTINGS
from wording.earlier_sentences import present_sentence
from wording.naming import (
    NOTHING,
    column_name,
    join_words,
    number,
    runs,
    short_form,
    standing_name,
    system_title,
)
from wording.rules import setting_value

_SLOT = re.compile(r"(NS|EW|[NESW])(\d*)")
_DRAWN = re.compile(r"(\d+)=(NS|EW|[NESW])(\d+)")
_SETTLED = re.compile(r"(\d+) → (\d+)")
_DIGEST = re.compile(r"[0-9a-f]{64}")


SystemOf = Callable[[str], RuleSet]
"""Function that returns the rule system of a code. Raises ``UnknownRuleSet``."""

FactOf = Callable[[str], tuple[str, Mapping[str, str]]]
"""Function that returns the name of a fact of a tournament and the words for its values; the code
itself if there is no such fact."""


def line_in_words(
    sentence: str, fields: Mapping[str, Any], system_of: SystemOf, fact_of: FactOf
) -> str:
    """Word a line of the log in the reader's language. If its fields do not fit, return it as it
    was stored.
    """
    readers = {
        **_READERS,
        "ruleset": lambda code: _rules(code, system_of),
        "changes": lambda changes: _changes(changes, system_of, fact_of),
    }
    try:
        return (
            _(present_sentence(sentence))
            % {name: _field(name, value, readers) for name, value in fields.items()}
        ).strip()
    except (KeyError, TypeError, ValueError):
        return f"{sentence} {fields}"


def _field(name: str, value: Any, readers: Mapping[str, Callable[[Any], str]]) -> Any:
    if value is None or value == "":
        return "" if name == "text" else NOTHING
    if isinstance(value, str) and _DIGEST.fullmatch(value) and name != "seed":
        return f"{short_form(value)}…"
    reader = readers.get(name)
    return value if reader is None else reader(value)


def _date(value: object) -> str:
    try:
        return date_format(datetime.date.fromisoformat(str(value)), "DATE_FORMAT")
    except ValueError:
        return str(value)


def _rules(code: object, system_of: SystemOf) -> str:
    try:
        return system_title(system_of(str(code)))
    except UnknownRuleSet:
        return str(code)


def _place(value: object) -> str:
    return column_name(str(value)) if value in (*WINDS, *SIDES) else str(value)


def slot(value: object) -> str:
    """Slip of a draw: ``W3`` becomes ``West 3``."""
    written = _SLOT.fullmatch(str(value))
    return " ".join(filter(None, (_place(written[1]), written[2]))) if written else str(value)


def _seats(value: object) -> str:
    """Seats: ``W Rossi Anna, N Bo Ugo`` becomes ``West Rossi Anna, North Bo Ugo``."""
    words = (seat.partition(" ") for seat in str(value).split(", "))
    return ", ".join(" ".join(filter(None, (_place(wind), who))) for wind, _space, who in words)


def _draw_words(value: object) -> str:
    """Draw of winds: ``1=N1 4=E1`` becomes ``1 North 1, 4 East 1``."""
    drawn = _DRAWN.findall(str(value))
    words = (
        "\N{NO-BREAK SPACE}".join((entry, _place(wind), place)) for entry, wind, place in drawn
    )
    return ", ".join(words) or str(value)


def _settlement_words(value: object) -> str:
    """Places of a settled tie: ``3 → 1, 5 → 2`` becomes ``no. 3 in place 1, no. 5 in place 2``."""
    sentence = _("no. %(number)s in place %(place)s")
    placed = _SETTLED.findall(str(value))
    words = (sentence % {"number": entry, "place": place} for entry, place in placed)
    return ", ".join(words) or str(value)


def _exchange_words(value: object) -> str:
    """Exchanges: ``3-5 7-9`` becomes ``3 with 5, 7 with 9``."""
    sentence = _("%(first)s with %(second)s")
    pairs = (pair.partition("-") for pair in str(value).split())
    return ", ".join(sentence % {"first": one, "second": other} for one, _dash, other in pairs)


def _moment(value: object) -> str:
    try:
        moment = datetime.datetime.fromisoformat(str(value))
    except ValueError:
        return str(value)
    return f"{date_format(moment, 'DATE_FORMAT')}, {date_format(moment, 'H:i')}"


def _numbers(value: object) -> str:
    """Numbers, in runs: ``1 2 3 5`` becomes ``1–3, 5``."""
    words = str(value).split()
    return runs(map(int, words)) if all(word.isdigit() for word in words) else str(value)


def _points(value: object) -> str:
    """Points, ``-5`` or ``N -13/3, E 2``, with winds in words and numbers as on the sheet."""
    return ", ".join(_points_of_one(part) for part in str(value).split(", "))


def _points_of_one(text: str) -> str:
    wind, space, points = text.rpartition(" ")
    try:
        figure = number(Fraction(points))
    except (ValueError, ZeroDivisionError):
        figure = points
    return f"{_place(wind)}{space}{figure}"


def _changes(value: object, system_of: SystemOf, fact_of: FactOf) -> str:
    if not isinstance(value, list):
        return str(value)
    changes = []
    for key, before, after in value:
        name, words = _named(key, system_of, fact_of)
        fields = {"name": name, "after": words(after), "before": words(before)}
        changes.append(_("%(name)s: %(after)s (it was %(before)s)") % fields)
    return _("; ").join(changes)


def _named(key: str, system_of: SystemOf, fact_of: FactOf) -> tuple[str, Callable[[object], str]]:
    whole, _dot, part = key.partition(".")
    if whole == "settings" and part in SETTINGS:
        setting = SETTINGS[part]
        return _(setting.title), lambda value: _setting_value(setting, value)
    if whole == "standing_settings" and part in STANDING_SETTINGS:
        declared = STANDING_SETTINGS[part]
        return _(declared.title), lambda value: setting_value(declared, value)
    if whole == "ruleset":
        return _("rule system"), lambda value: _quoted(_rules(value, system_of))
    name, labels = fact_of(part or whole)
    if whole == "date":
        return name, _date
    # The policies say "winds" themselves.
    title = _("from one partita to the next") if whole == "wind_policy" else name
    return title, lambda value: labels.get(str(value), _plain(value))


def _quoted(words: str) -> str:
    return _("“%(words)s”") % {"words": words}


def _setting_value(setting: Setting, value: object) -> str:
    if value is None:
        return _("as the system has it")
    if setting.kind == "wind":
        return _place(value)
    if str(value) in setting.labels:
        return _quoted(_(setting.labels[str(value)]))
    return _points(value) if setting.kind == "number" else _plain(value)


def _plain(value: object) -> str:
    if value is None or value == "":
        return NOTHING
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)


def _places(value: object) -> str:
    return join_words(_place(place) for place in str(value).split(", "))


def _place_words(value: object) -> str:
    return _("all tables") if value == "all" else _("table %(number)s") % {"number": value}


def _datum(value: object) -> str:
    """Description of a public datum. An organizer's own words are kept; our standard words of an
    event's document are translated.
    """
    return _(DATUM) if value == DATUM else str(value)


_READERS: Mapping[str, Callable[[Any], str]] = {
    "date": _date,
    "made": _date,
    "when": _moment,
    "order": _settlement_words,
    "exchanged": _exchange_words,
    "wind": _place,
    "offender": _places,
    "first_wind": _place,
    "second_wind": _place,
    "before": slot,
    "after": slot,
    "slot": slot,
    "seats": _seats,
    "standing": standing_name,
    "winds": _draw_words,
    "entries": _numbers,
    "points": _points,
    "role": _,
    "datum": _datum,
    "where": _place_words,
    "extra": lambda minutes: number(minutes, signed=True),
}
"""Readers of fields, by their name in the line."""
