"""Evenings as a calendar to subscribe to (iCalendar, RFC 5545)."""

import datetime
from collections.abc import Iterable, Iterator

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language

from ground.addresses import readers_address
from tournaments.models import Tournament
from wording.naming import system_title

NO_EVENING = (
    "BEGIN:VTIMEZONE",
    "TZID:UTC",
    "BEGIN:STANDARD",
    "DTSTART:19700101T000000",
    "TZOFFSETFROM:+0000",
    "TZOFFSETTO:+0000",
    "END:STANDARD",
    "END:VTIMEZONE",
)
"""The one component of a calendar without an evening, which may not be empty (RFC 5545, 3.6)."""

LONGEST_LINE = 75
"""Octets, without the line break (RFC 5545, 3.1)."""


def calendar_links(request: HttpRequest, path: str) -> dict[str, str]:
    """Links to a calendar. ``subscription`` opens the calendar app, which updates itself. If the
    site does not know its own address, it equals ``file``.
    """
    site = readers_address(request)
    webcal = f"webcal://{site.partition('://')[2]}{path}" if site else path
    return {"subscription": webcal, "file": path}


def calendar_file(name: str, evenings: Iterable[Tournament], site: str) -> str:
    """Calendar of the evenings, which come from ``with_change``. ``site`` is the site's address,
    empty if unknown. An evening is an event of the whole day; its hours are in the text. The same
    evenings give the same text.
    """
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//King//King//EN",
        "CALSCALE:GREGORIAN",
        f"NAME:{_text(name)}",
        f"X-WR-CALNAME:{_text(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
        "X-PUBLISHED-TTL:PT6H",
    ]
    events = [line for evening in evenings for line in _event(evening, site)]
    lines += events or NO_EVENING
    lines.append("END:VCALENDAR")
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _event(evening: Tournament, site: str) -> Iterator[str]:
    changed: datetime.datetime = getattr(evening, "announced", evening.created_at)
    language = f";LANGUAGE={get_language()}"
    yield "BEGIN:VEVENT"
    # The code alone: an evening that is put off stays the same one.
    yield f"UID:{evening.code}@king"
    yield f"DTSTAMP:{changed.astimezone(datetime.UTC):%Y%m%dT%H%M%SZ}"
    yield f"DTSTART;VALUE=DATE:{evening.date:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{evening.date + datetime.timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{_text(evening.name)}"
    text = "\n".join(filter(None, (evening.timetable, evening.fee, system_title(evening.rules))))
    yield f"DESCRIPTION{language}:{_text(text)}"
    if evening.place:
        yield f"LOCATION:{_text(evening.place)}"
    if site:
        yield f"URL:{site}{reverse('live:evening', args=[evening.code])}"
    # Nobody is busy all day.
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _text(value: str) -> str:
    for sign in ("\\", ";", ","):
        value = value.replace(sign, f"\\{sign}")
    return "\\n".join(value.splitlines())


def _folded(line: str) -> str:
    """A line split as the format demands: a longer one continues after a line break and a blank,
    never within a letter.
    """
    parts, size = [""], 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > LONGEST_LINE:
            parts.append(" ")
            size = 1
        parts[-1] += letter
        size += octets
    return "\r\n".join(parts)
