"""A line of the evening's log as a secretary would write it: dates, winds, systems and settings in the reader's words.

The log keeps what was decided as plain values, so that each reader gets it in the own language and the seal of the
line never depends on one. What is not known here stays as it was stored: a line is never hidden.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from king.matchpoints import METHODS, TIES
from king.rulesets import UnknownRuleSet
from king.rulesets.settings import SETTINGS, Setting
from king.tiebreaks import TIEBREAKS
from king.winds import SIDES, WINDS
from king.words import MINUS
from printing import wording
from printing.paper import short_form
from tournaments.models import LogEntry, Tournament
from tournaments.services import find_rules

_SLOT = re.compile(r"(NS|EW|[NESW])(\d*)")
_DRAWN = re.compile(r"(\d+)=(NS|EW|[NESW])(\d+)")
_DIGEST = re.compile(r"[0-9a-f]{64}")


def in_words(entry: LogEntry) -> str:
    """The line in the reader's language. A line whose fields do not fit is shown as it was stored."""
    try:
        return (_(entry.sentence) % {name: _field(name, value) for name, value in entry.fields.items()}).strip()
    except (KeyError, TypeError, ValueError):
        return f"{entry.sentence} {entry.fields}"


def _field(name: str, value: Any) -> Any:
    if value is None or value == "":
        return "" if name == "text" else wording.NOTHING
    if isinstance(value, str) and _DIGEST.fullmatch(value) and name != "seed":
        return f"{short_form(value)}…"
    reader = _READERS.get(name)
    return value if reader is None else reader(value)


def _date(value: object) -> str:
    try:
        return date_format(datetime.date.fromisoformat(str(value)), "DATE_FORMAT")
    except ValueError:
        return str(value)


def _rules(code: object) -> str:
    try:
        return str(wording.system_title(find_rules(str(code))))
    except UnknownRuleSet:
        return str(code)


def _place(value: object) -> str:
    """``W`` as ``West``, ``NS`` as ``North–South``."""
    return wording.column_name(str(value)) if value in (*WINDS, *SIDES) else str(value)


def slot(value: object) -> str:
    """``W3`` as ``West 3``."""
    found = _SLOT.fullmatch(str(value))
    return " ".join(filter(None, (_place(found[1]), found[2]))) if found else str(value)


def _seats(value: object) -> str:
    """``W Rossi Anna, N Bo Ugo`` as ``West Rossi Anna, North Bo Ugo``."""
    words = (each.partition(" ") for each in str(value).split(", "))
    return ", ".join(" ".join(filter(None, (_place(wind), who))) for wind, _space, who in words)


def _drawn(value: object) -> str:
    """``1=N1 4=E1`` as ``1 North 1, 4 East 1``."""
    found = _DRAWN.findall(str(value))
    if not found:
        return str(value)
    return ", ".join("\N{NO-BREAK SPACE}".join((number, _place(wind), place)) for number, wind, place in found)


def _numbers(value: object) -> str:
    """``1 2 3 5`` as ``1–3, 5``."""
    words = str(value).split()
    if not all(word.isdigit() for word in words):
        return str(value)
    runs: list[list[int]] = []
    for number in map(int, words):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def _points(value: object) -> str:
    """``-5``, or ``N -13/3, E 2``, with the winds in words and the minus sign of numbers."""
    return ", ".join(_points_of_one(each) for each in str(value).split(", "))


def _points_of_one(text: str) -> str:
    wind, space, points = text.rpartition(" ")
    shown = points.replace("-", MINUS)
    return f"{_place(wind)}{space}{shown}"


def _changes(value: object) -> str:
    """The settings that were changed, each with what it was."""
    if not isinstance(value, list):
        return str(value)
    return "; ".join(_change(*each) for each in value)


def _change(key: str, before: object, after: object) -> str:
    name, words = _named(key)
    return _("%(name)s: %(after)s (it was %(before)s)") % {"name": name, "after": words(after), "before": words(before)}


def _named(key: str) -> tuple[str, Callable[[object], str]]:
    """What a changed thing is called, and how its values read."""
    whole, _dot, part = key.partition(".")
    if whole == "settings" and part in SETTINGS:
        setting = SETTINGS[part]
        return _(setting.title), lambda value: _setting_value(setting, value)
    if whole == "standing_settings":
        return str(STANDING.get(part, part)), lambda value: _standing_value(part, value)
    if whole == "ruleset":
        return _("rule system"), lambda value: _quoted(_rules(value))
    return _of_tournament(whole)


def _of_tournament(name: str) -> tuple[str, Callable[[object], str]]:
    try:
        field = Tournament._meta.get_field(name)
    except FieldDoesNotExist:
        return name, _plain
    labels = {str(code): str(label) for code, label in getattr(field, "flatchoices", None) or ()}
    if name == "date":
        return str(field.verbose_name), _date
    # The policies say "winds" themselves.
    title = _("from one partita to the next") if name == "wind_policy" else str(field.verbose_name)
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


STANDING: Mapping[str, str | Promise] = {
    "method": gettext_lazy("What a result is worth"),
    "scale": gettext_lazy("Match points of the places"),
    "tail": gettext_lazy("Every later place"),
    "ties": gettext_lazy("Equal results"),
    "count_best": gettext_lazy("Best partite that count"),
    "by_wind": gettext_lazy("Overall standing for each wind"),
    "changed_winds": gettext_lazy("Whoever changes wind is ranked"),
    "bye_points": gettext_lazy("Points for sitting out"),
    "tiebreaks": gettext_lazy("Tie-breaks"),
}
"""What the form calls the settings of the standing."""

_STANDING_WORDS: Mapping[str, Mapping[str, str]] = {
    "method": {code: method.title for code, method in METHODS.items()},
    "ties": TIES,
    "changed_winds": {"most": gettext_noop("where he played most hands"), "first": gettext_noop("where he set out")},
    "tiebreaks": {code: rule.title for code, rule in TIEBREAKS.items()},
}


def _standing_value(key: str, value: object) -> str:
    if value is None:
        return _("as usual")
    titles = _STANDING_WORDS.get(key, {})
    found = value if isinstance(value, list) else [value]
    words = (_(titles[str(each)]) if str(each) in titles else _plain(each) for each in found)
    return (" " if key == "scale" else ", ").join(words) or wording.NOTHING


def _plain(value: object) -> str:
    if value is None or value == "":
        return wording.NOTHING
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)


def _places(value: object) -> str:
    return wording.joined(_place(each) for each in str(value).split(", "))


_READERS: Mapping[str, Callable[[Any], str]] = {
    "date": _date,
    "ruleset": _rules,
    "wind": _place,
    "offender": _places,
    "first_wind": _place,
    "second_wind": _place,
    "before": slot,
    "after": slot,
    "slot": slot,
    "seats": _seats,
    "standing": wording.standing_name,
    "winds": _drawn,
    "entries": _numbers,
    "points": _points,
    "changes": _changes,
}
"""How a field reads, by its name in the line."""
