"""People whose names are in reports, typed sheets, published lines and results, or who are
contacts: found, shown what is stored, and forgotten. A centre has no roster; there a person is
found by hall and name.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import Model
from django.utils.translation import gettext_lazy as _, gettext_noop

from ground import guards
from ground.names import new_code, read_reason, search_text
from ground.personal_data import Named, Reports
from king.simultaneous.commitment import redact_texts
from king.simultaneous.documents import Report as SealedReport, card_digests
from king.simultaneous.report_sheets import BETWEEN
from simultaneous.event_file import read_report, read_salted
from simultaneous.hall import report_of
from simultaneous.models import Event, EventPublication, Hall, Participation, Report
from tournaments.log import LogKind, record
from tournaments.log.verification import content_digest
from tournaments.models import LogEntry
from wording.sentences import refusal

Redact = Callable[[str], str]
Changes = Iterator[tuple[Any, dict[str, Any]]]
"""Rows, each with its columns and what they become."""


def redaction(names: Iterable[str], number: str, known: Iterable[str] = ()) -> Redact:
    """Return a function that replaces each name, as whole words, by ``number``. Several spellings
    get different numbers, because they have different lines. Longer names in ``known`` that are
    somebody else's stay.

    >>> redact = redaction(["Anna Rossi"], "No. 7", ["Anna Rossi", "Maria Anna Rossi"])
    >>> redact("Anna Rossi – Ugo Rossini; Maria Anna Rossi")
    'No. 7 – Ugo Rossini; Maria Anna Rossi'
    """
    own, there = ({" ".join(name.split()) for name in some} - {""} for some in (names, known))
    pairs = [name for name in sorted(own) if any(name in _names_of_pair(other) for other in there)]
    new = dict.fromkeys(own, number)
    new |= {name: f"{number}-{at}" for at, name in enumerate(pairs[1:], 2)}
    new |= {
        other: other
        for other in there
        if any(name in other for name in own) and not own & _names_of_pair(other)
    }
    longest_first = sorted(new, key=lambda name: (-len(name), name))
    words = "|".join(r"\s+".join(map(re.escape, name.split())) for name in longest_first)
    pattern = re.compile(rf"(?<!\w)(?:{words or '(?!)'})(?!\w)")
    return lambda text: pattern.sub(lambda match: new[" ".join(match[0].split())], text)


def _names_of_pair(name: str) -> set[str]:
    """The name itself, and each partner's name if it is a pair's."""
    return {name, *name.split(BETWEEN)}


# --- one person of one hall


class Guest(NamedTuple):
    """A person of a hall, by the name on its sheets, one of two in a pair; or its contact."""

    hall: Hall
    name: str


def find_guests(search: str) -> list[Guest]:
    """Guests whose name matches, in all events, newest first; at most ``MOST_FOUND``."""
    words = search_text(search).split()
    if not words:
        return []
    guests: list[Guest] = []
    halls = Hall.objects.select_related("event").prefetch_related("reports", "drafts")
    for hall in halls.order_by("-event__date", "event", "number").iterator(chunk_size=50):
        players = {player for name in _names_of(hall) for player in name.split(BETWEEN)}
        for name in sorted(players):
            if all(f" {word}" in search_text(name) for word in words):
                guests.append(Guest(hall, name))
                if len(guests) == MOST_FOUND:
                    return guests
    return guests


def _names_of(hall: Hall) -> set[str]:
    reported = {name for row in hall.reports.all() for name in read_report(row).names}
    typed = {name for draft in hall.drafts.all() for name in _seated(draft.sheet)}
    return (reported | typed | {hall.contact}) - {""}


def _names_in(event: Event) -> set[str]:
    halls = event.halls.prefetch_related("reports", "drafts")
    return {name for hall in halls for name in _names_of(hall)}


def _seated(sheet: Mapping[str, Any]) -> Iterator[str]:
    for seated in sheet.get("seats", {}).values():
        yield from [seated] if isinstance(seated, str) else seated


MOST_FOUND = 200


def forget_guests(guests: Iterable[Guest], *, reason: str, author: User | None) -> str:
    """Remove the name for good. One number replaces it in all these halls. Returns it."""
    chosen = list(guests)
    because = read_reason(reason)
    if not chosen:
        raise refusal(_("Choose whose name is removed."), "nobody_chosen")
    number = f"№ {new_code(6).upper()}"
    by_hall = defaultdict[int, set[str]](set)
    for guest in chosen:
        by_hall[guest.hall.pk].add(guest.name)
    _forget(by_hall, number, because, author)
    return number


@transaction.atomic
def _forget(by_hall: dict[int, set[str]], number: str, reason: str, author: User | None) -> None:
    halls = Hall.objects.filter(pk__in=by_hall).select_related("event").order_by("pk")
    for event in Event.objects.filter(halls__in=by_hall).distinct():
        event.lock()
    changed = [*_hall_rows({hall: by_hall[hall.pk] for hall in halls}, number)]
    with guards.guards_off(connection):
        for row, columns in changed:
            for column, value in columns.items():
                setattr(row, column, value)
            row.save(update_fields=[*columns])
    lines = {
        str(row.sequence): content_digest(row)
        for row, _columns in changed
        if isinstance(row, LogEntry)
    }
    record(
        None,
        LogKind.FORGOTTEN,
        gettext_noop(
            "A person's name was removed for good from %(halls)s: %(player)s from now on. Reason: %(reason)s"
        ),
        author,
        halls="; ".join(f"{hall.name}, {hall.event.name}" for hall in halls),
        player=number,
        reason=reason,
        lines=lines,
    )


def _hall_rows(names: Mapping[Hall, set[str]], number: str) -> Changes:
    """Yield the changes of rows at the centre that name somebody of these halls, each row once."""
    by_event = defaultdict[Event, dict[Hall, Redact]](dict)
    known = {event: _names_in(event) for event in {hall.event for hall in names}}
    for hall, spellings in names.items():
        redact = redaction(spellings, number, known[hall.event])
        by_event[hall.event][hall] = redact
        yield from _hall_changes(hall, redact)
    for event, own in by_event.items():
        for publication in event.publications.all():
            yield from _publication_changes(publication, own)
        yield from _text_changes(event, own)


def _hall_changes(hall: Hall, redact: Redact) -> Changes:
    for row in hall.reports.select_related("hall"):
        report, new = read_salted(row), dict[str, Any]()
        if (now := report.forgetting(redact)) is not report:
            new["content"] = json.dumps(now.as_json(), ensure_ascii=False)
        if (reason := redact(row.reason)) != row.reason:
            new["reason"] = reason
        if new:
            yield row, new
    for draft in hall.drafts.all():
        if (sheet := redact_texts(draft.sheet, redact)) != draft.sheet:
            yield draft, {"sheet": sheet}
    for line in hall.lines.all():
        if (name := redact(line.name)) != line.name:
            yield line, {"name": name, "search": search_text(name)}
    yield from _contact_changes(hall, redact)
    for correction in hall.corrections.all():
        yield from _texts(correction, redact, "reason", "revoked_because", "arbiter")


def _text_changes(event: Event, own: Mapping[Hall, Redact]) -> Changes:
    """Yield changes of texts by people, which may name somebody of any hall: comments, and what was
    said of other halls than the ``own`` ones. In a hall that has a namesake, the text means the
    namesake.
    """

    def everywhere(text: str) -> str:
        for redact in own.values():
            text = redact(text)
        return text

    for comment in event.comments.all():
        yield from _texts(comment, everywhere, "text")
    of_hall = {hall.name: redact for hall, redact in own.items()}
    others = event.halls.exclude(pk__in=[hall.pk for hall in own])
    for hall in others.prefetch_related("reports", "drafts"):
        if any(everywhere(name) != name for name in _names_of(hall)):
            of_hall[hall.name] = str
            continue
        for report in hall.reports.all():
            yield from _texts(report, everywhere, "reason")
        for correction in hall.corrections.all():
            yield from _texts(correction, everywhere, "reason", "revoked_because", "arbiter")
        for letter in hall.letters.all():
            yield from _texts(letter, everywhere, "text", "answer")
    lines = LogEntry.objects.filter(
        kind=LogKind.SIMULTANEOUS, tournament=None, fields__event=event.name
    )
    for entry in lines:
        names = {"event", "hall", "halls"} & entry.fields.keys()
        redact = of_hall.get(str(entry.fields.get("hall")), everywhere)
        fields = redact_texts(entry.fields, redact) | {name: entry.fields[name] for name in names}
        if fields != entry.fields:
            yield entry, {"fields": fields}


def _contact_changes(hall: Hall, redact: Redact) -> Changes:
    """Yield the changes that remove a contact person. If the name goes, telephone and address go
    too, also from sent letters.
    """
    contact = redact(hall.contact)
    address = ""
    if contact != hall.contact:
        address = hall.email
        yield hall, {"contact": contact, "phone": "", "email": ""}
    for letter in hall.letters.all():
        new = {"text": redact(letter.text), "answer": redact(letter.answer)}
        if address and letter.address == address:
            # One address of each kind is there once; this one reaches nobody.
            new |= {"address": redact(hall.contact), "answer": ""}
        new = {column: text for column, text in new.items() if text != getattr(letter, column)}
        if new:
            yield letter, new


def _publication_changes(
    publication: EventPublication, redactions: Mapping[Hall, Redact]
) -> Changes:
    doubts, lines = publication.result.get("doubts", []), publication.changes.get("lines", [])
    for hall, redact in redactions.items():
        doubts = [_redacted_doubt(doubt, hall, redact) for doubt in doubts]
        lines = [
            line | {"name": redact(line["name"])} if line["hall"] == hall.number else line
            for line in lines
        ]
    new: dict[str, Any] = {}
    if doubts != publication.result.get("doubts", []):
        new["result"] = publication.result | {"doubts": doubts}
    if lines != publication.changes.get("lines", []):
        new["changes"] = publication.changes | {"lines": lines}
    if new:
        yield publication, new


def _redacted_doubt(doubt: dict[str, Any], hall: Hall, redact: Redact) -> dict[str, Any]:
    """A doubt without the name. It may name people of several halls; the hall follows each name."""
    if doubt.get("hall") == hall.number:
        return {**doubt, "message": redact(doubt["message"])}
    mark = f" ({hall.name})"
    *before, last = doubt["message"].split(mark)
    return {**doubt, "message": mark.join([*map(redact, before), last])}


def _texts(row: Model, redact: Redact, *columns: str) -> Changes:
    new = {column: redact(getattr(row, column)) for column in columns}
    new = {column: text for column, text in new.items() if text != getattr(row, column)}
    if new:
        yield row, new


def stored_data(guest: Guest) -> dict[str, Any]:
    """Everything that this installation stores on a person of a hall, as JSON for the person."""
    redact = redaction([guest.name], "", _names_in(guest.hall.event))
    reports = [
        {
            "received_at": row.received_at.isoformat(),
            "digest": row.digest,
            "sheets": [sheet for name in names for sheet in _sheets_of(report, name)],
            "card": "as a digest" if guest.name in report.cards else None,
        }
        for row in guest.hall.reports.select_related("hall")
        for report in [read_report(row)]
        if (names := _names_with(report.names, [guest.name]))
    ]
    return {
        "event": guest.hall.event.name,
        "date": guest.hall.event.date.isoformat(),
        "hall": guest.hall.name,
        "name": guest.name,
        "reports": reports,
        "lines": [
            {
                "posting": line.publication.number,  # the key of files given out before
                "list": line.wind or "overall",
                "rank": line.rank,
                "percent": line.percent,
                "total": line.total,
            }
            for line in guest.hall.lines.select_related("publication")
            if redact(line.name) != line.name
        ],
        "corrections": [
            {"partita": one.round_number, "reason": one.reason}
            for one in guest.hall.corrections.all()
            if redact(one.reason) != one.reason
        ],
        "comments": [
            {"partita": one.round, "board": one.board, "text": one.text}
            for one in guest.hall.event.comments.all()
            if redact(one.text) != one.text
        ],
        **_held_beside_reports(guest, redact),
    }


def _held_beside_reports(guest: Guest, redact: Redact) -> dict[str, Any]:
    hall = guest.hall
    is_contact = redact(hall.contact) != hall.contact
    return {
        "typed": [
            {"partita": draft.round_number, "table": draft.table_number}
            for draft in hall.drafts.all()
            if redact_texts(draft.sheet, redact) != draft.sheet
        ],
        "contact": {"phone": hall.phone, "email": hall.email} if is_contact else None,
        "letters": [
            {"kind": letter.kind, "address": letter.address, "text": letter.text}
            for letter in hall.letters.all()
            if redact(letter.text) != letter.text or (is_contact and letter.address == hall.email)
        ],
    }


def is_held(data: Mapping[str, Any]) -> bool:
    """Whether ``stored_data`` contains anything."""
    return any(data[key] for key in ("reports", "lines", "typed", "contact", "letters"))


def _sheets_of(report: SealedReport, name: str) -> Iterator[dict[str, Any]]:
    rounds: Any = report.night["rounds"]
    for round_ in rounds:
        for sheet in round_["sheets"]:
            for place, seated in sheet["seats"].items():
                if name == seated or (isinstance(seated, list) and name in seated):
                    yield {"partita": round_["round"], "table": sheet["table"], "place": place}


# --- a person of this installation's roster


def _names_at_centre(person: Named) -> dict[Hall, set[str]]:
    """Spellings of the person in each hall's reports. In halls of this installation's own evenings
    they are found by name, in all halls by the membership card. In a pair, only the person's part.
    """
    secrets = Participation.objects.filter(tournament__in=person.evenings).values("secret")
    own = {*Hall.objects.filter(secret__in=secrets).values_list("pk", flat=True)}
    names_of = defaultdict[Hall, set[str]](set)
    for hall in Hall.objects.filter(pk__in=own).select_related("event"):
        if _names_with(_names_of(hall), person.names):
            names_of[hall] |= person.names
    for row in Report.objects.select_related("hall__event"):
        report, seed = read_report(row), row.hall.event.terms.get("seed", "")
        if person.card and seed:
            digests = card_digests(seed, person.card)
            names_of[row.hall] |= {
                name for name, digest in report.cards.items() if digest in digests
            }
    return {hall: names for hall, names in names_of.items() if names}


def _forgotten(person: Named) -> Changes:
    for participation in Participation.objects.filter(tournament__in=person.evenings):
        new: dict[str, Any] = {}
        known = report_of(participation).names if participation.report else set[str]()
        redact = redaction(person.names, person.number, known)
        if participation.report:
            report = report_of(participation)
            if (now := report.forgetting(redact)) is not report:
                new["report"] = json.dumps(now.as_json(), ensure_ascii=False)
        if participation.result:
            result = redact_texts(participation.result, redact)
            new |= {"result": result} if result != participation.result else {}
        if new:
            yield participation, new
    yield from _hall_rows(_names_at_centre(person), person.number)


def _names_with(known: Iterable[str], names: Iterable[str]) -> list[str]:
    """Known names that are one of ``names``, or are a pair with one of them."""
    own = {*names}
    return sorted(name for name in known if own & _names_of_pair(name))


def _reports_of_person(person: Named) -> list[dict[str, Any]]:
    own = []
    rows = Participation.objects.filter(tournament__in=person.evenings).exclude(report="")
    for participation in rows.select_related("tournament"):
        report = report_of(participation)
        names = _names_with(report.names, person.names)
        own.append(
            {
                "evening": participation.tournament.code,
                "event": participation.invitation["event"],
                "hall": participation.invitation["name"],
                "sheets": [sheet for name in names for sheet in _sheets_of(report, name)],
            }
        )
    at_centre = [
        stored_data(Guest(hall, name))
        for hall, names in _names_at_centre(person).items()
        for name in _names_with(_names_of(hall), names)
    ]
    return own + at_centre


NAMES_PEOPLE = Reports(
    name="simultaneous",
    places=(
        "simultaneous.Report.content",
        "simultaneous.Report.reason",
        "simultaneous.Comment.text",
        "simultaneous.Draft.sheet.seats",
        "simultaneous.Hall.contact",
        "simultaneous.Hall.phone",
        "simultaneous.Hall.email",
        "simultaneous.HallLetter.address",
        "simultaneous.HallLetter.text",
        "simultaneous.HallLetter.answer",
        "simultaneous.PublicationLine.name",
        "simultaneous.PublicationLine.search",
        "simultaneous.EventPublication.result.doubts",
        "simultaneous.EventPublication.changes.lines",
        "simultaneous.Correction.reason",
        "simultaneous.Correction.revoked_because",
        "simultaneous.Correction.arbiter",
        "simultaneous.Participation.report",
        "simultaneous.Participation.result",
    ),
    kinds={
        "simultaneous.Comment": gettext_noop("comments on boards"),
        "simultaneous.Correction": gettext_noop("corrections of events"),
        "simultaneous.Draft": gettext_noop("sheets typed for events"),
        "simultaneous.Hall": gettext_noop("halls of events"),
        "simultaneous.HallLetter": gettext_noop("mails to halls"),
        "simultaneous.Participation": gettext_noop("evenings of events"),
        "simultaneous.PublicationLine": gettext_noop("lines of standings of events"),
        "simultaneous.EventPublication": gettext_noop("standings of events"),
        "simultaneous.Report": gettext_noop("reports of halls"),
    },
    forgotten=_forgotten,
    disclosed=_reports_of_person,
)
