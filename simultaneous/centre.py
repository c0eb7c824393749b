"""Steps of an event at its centre: plan, draw, tell keys, receive codes and reports, correct,
close, make official.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _, gettext_noop

from ground import monotonic_clock
from ground.guards import Author, stored_author, write
from ground.names import clean_lines, clean_text, read_reason
from king.reading import InputError, Node
from king.simultaneous import documents
from king.simultaneous.documents import CODE_LETTERS, LONGEST_NAME, MOST_HALLS, read_letters
from king.simultaneous.merging import Merging, counting
from king.simultaneous.report_sheets import HallSheet, read_sheets
from king.words import Phrase
from night.backup import BROUGHT_BACK
from simultaneous.contacts import HallLine, read_contact, read_email, read_halls, read_phone
from simultaneous.event_file import (
    correction_form,
    event_of,
    form_in,
    hall_of,
    plan_of,
    read_report,
    reports_of,
    terms_form,
    terms_of,
)
from simultaneous.models import Comment, Correction, Draft, Event, Hall, ReleaseKey, Report
from simultaneous.ranking import ask, is_behind
from tournaments.log import LogKind, record
from tournaments.models import LogEntry
from wording.sentences import Sentence, refusal, say_error_lazily

LARGEST_REPORT = 2 * 1024 * 1024
"""Bytes; one of twenty tables and three partite is under a hundred thousand."""

MOST_REPORTS = 50
"""Different ones that a hall sends by itself: each is kept, and read with every standing."""

FEW_MINUTES = 5
"""Fewer by which the clock was put right while an event is played change nothing for anybody."""

MORE_TABLES = gettext_noop(
    "{hall} said that {said} tables play, and its report has {found}: ask for their sheets"
)

Form = Mapping[str, Any]


def _note(event: Event, sentence: str, author: Author, **fields: object) -> None:
    record(None, LogKind.SIMULTANEOUS, sentence, author, event=event.name, **fields)


@contextmanager
def _readable(code: str) -> Iterator[None]:
    try:
        yield
    except InputError as error:
        raise refusal(say_error_lazily(error), code) from None


def _lock_event(event: Event) -> Event:
    """Lock the event until the end of the transaction. Refused before its first key is told."""
    locked = event.lock()
    if locked.released_at is None:
        raise refusal(_("The key of this event has not been given yet."), "not_released")
    return locked


def _not_official(event: Event) -> Event:
    locked = _lock_event(event)
    if locked.official_at is not None:
        raise refusal(_("The standings of this event are official."), "event_official")
    return locked


def _refuse_closed(event: Event) -> None:
    if event.closed_at is not None:
        raise refusal(_("This event is closed."), "event_closed")


# --- before play


@transaction.atomic
def plan_event(*, author: Author = None, **fields: Any) -> Event:
    """Plan an event. ``fields`` are columns of the event; its ``plan`` holds the rest."""
    event = Event(created_by=stored_author(author), **fields)
    _verify_event(event)
    event.save()
    _note(event, gettext_noop("The simultaneous event “%(event)s” was planned."), author)
    return event


def _verify_event(
    event: Event, entropy: bytes = bytes(32)
) -> tuple[documents.Event, tuple[str, ...]]:
    """Return the event as it would be drawn, and its keys. Refused if the plan cannot be read or
    the event closes before it opens.
    """
    with _readable("plan_not_read"):
        drawn, keys = plan_of(event).draw(entropy)
        drawn.verify(Node(drawn.as_json(), "", ""))
    if event.opens_at and event.closes_at and event.closes_at <= event.opens_at:
        raise refusal(_("The event closes after it opens."), "closes_before_it_opens")
    return drawn, keys


AFTER_DRAW = {"closes_at", "grace_minutes", "language"}
"""Columns that are not sealed; a moved close is that of this installation, and in its log."""


@transaction.atomic
def change_event(event: Event, *, author: Author = None, **fields: Any) -> Event:
    locked = event.lock()
    changed = {name for name, value in fields.items() if getattr(locked, name) != value}
    if locked.drawn_at is not None and not changed <= AFTER_DRAW:
        sentence = _(
            "The event has been drawn, and its terms are in every hall: they can no longer change."
        )
        raise refusal(sentence, "event_drawn")
    if "closes_at" in changed:
        _refuse_closed(locked)
    if not changed:
        return locked
    for name, value in fields.items():
        setattr(locked, name, value)
    _verify_event(locked)
    locked.save(update_fields=fields)
    line = gettext_noop("The simultaneous event “%(event)s” was changed: %(fields)s.")
    _note(locked, line, author, fields=", ".join(sorted(changed)))
    return locked


@transaction.atomic
def add_halls(event: Event, names: str, *, author: Author = None, reason: str = "") -> list[Hall]:
    """Add halls to the event, also after the draw, because each hall has its own secret. ``names``
    has one hall a line, optionally with its contact (``contacts.read_halls``).

    Once the first key is told, an arbiter has to give a ``reason``, which is shown wherever the
    hall is named. A hall added after another has told its code or reported has no place, because it
    may know the others' figures.
    """
    return _add_halls(event, read_halls(names), author, clean_text(reason))


@transaction.atomic
def take_halls_of(event: Event, other: Event, *, author: Author = None) -> list[Hall]:
    """Add the halls of another event with their contacts, but with new secrets."""
    columns = other.halls.values_list("name", "contact", "phone", "email")
    return _add_halls(event, [HallLine(*row) for row in columns], author)


def _add_halls(
    event: Event, lines: Sequence[HallLine], author: Author, reason: str = ""
) -> list[Hall]:
    locked = event.lock()
    _refuse_closed(locked)
    begun = locked.released_at is not None
    if begun and not reason:
        sentence = _(
            "The first key has been given: from now on only an arbiter adds a hall, with a "
            "reason, and everybody can read that it was added then."
        )
        raise refusal(sentence, "hall_late")
    known = {name.casefold() for name in locked.halls.values_list("name", flat=True)}
    for name in (line.name for line in lines):
        if len(name) > LONGEST_NAME:
            sentence = _("A hall's name has at most %(most)s letters: %(name)s")
            raise refusal(sentence, "hall_name_long", most=LONGEST_NAME, name=name[:60])
        if name.casefold() in known:
            raise refusal(
                _("There is already a hall with this name: %(name)s"), "hall_twice", name=name
            )
        known.add(name.casefold())
    if not lines:
        raise refusal(_("Write the halls' names, one a line."), "no_halls")
    last = locked.halls.aggregate(last=Max("number"))["last"] or 0
    if last + len(lines) > MOST_HALLS:
        raise refusal(_("An event has at most %(most)s halls."), "halls_many", most=MOST_HALLS)
    reported = Report.objects.filter(hall__event=locked)
    own: dict[str, Any] = {}
    if begun:
        others_are_known = locked.halls.exclude(code="").exists() or reported.exists()
        own = {"added_at": timezone.now(), "without_place": others_are_known}
    halls = Hall.objects.bulk_create(
        Hall(event=locked, number=number, **line._asdict(), **own)
        for number, line in enumerate(lines, last + 1)
    )
    _note_added(locked, halls, author, reason)
    return halls


def _note_added(event: Event, halls: Sequence[Hall], author: Author, reason: str) -> None:
    line = gettext_noop("Halls of “%(event)s” were added: %(halls)s.")
    fields = {"halls": ", ".join(hall.name for hall in halls)}
    if event.released_at is not None:
        fields["reason"] = reason
        line = gettext_noop(
            "Halls of “%(event)s” were added by an arbiter after the first key was given: %(halls)s. Reason: %(reason)s"
        )
        if halls[0].without_place:
            line = gettext_noop(
                "Halls of “%(event)s” were added by an arbiter after another hall had reported, "
                "and have no place: %(halls)s. Reason: %(reason)s"
            )
    _note(event, line, author, **fields)


def last_with_halls(event: Event) -> Event | None:
    """Last event with halls before this one, whose halls may be taken over. None if there is
    none.
    """
    others = Event.objects.exclude(pk=event.pk).filter(halls__isnull=False).distinct()
    return others.order_by("-date", "-pk").first()


@transaction.atomic
def change_contact(
    hall: Hall, *, contact: str, phone: str, email: str, author: Author = None
) -> Hall:
    """Change a hall's contact. The log notes who changed it, but not the values, because those
    could not be removed from it.
    """
    event = hall.event.lock()
    columns = {
        "contact": read_contact(contact),
        "phone": read_phone(phone),
        "email": read_email(email),
    }
    locked = Hall.objects.get(pk=hall.pk)
    if any(getattr(locked, name) != value for name, value in columns.items()):
        write(locked, **columns)
        line = gettext_noop("The contact of hall “%(hall)s” of “%(event)s” was changed.")
        _note(event, line, author, hall=locked.name)
    return locked


@transaction.atomic
def remove_hall(hall: Hall, *, author: Author = None) -> None:
    """Delete a hall that was added by mistake; its invitation is no longer valid. Refused once the
    hall takes part.
    """
    event = hall.event.lock()
    _refuse_closed(event)
    locked = Hall.objects.get(pk=hall.pk)
    if locked.code or locked.joined_at or locked.reports.exists() or locked.drafts.exists():
        raise refusal(_("%(hall)s already takes part."), "hall_takes_part", hall=locked.name)
    locked.delete()
    _note(
        event, gettext_noop("Hall “%(hall)s” of “%(event)s” was removed."), author, hall=locked.name
    )


@transaction.atomic
def draw(event: Event, *, author: Author = None, address: str = "") -> Event:
    """Draw seed and keys, once. ``address`` is that of the event's public page, if it has one."""
    locked = event.lock()
    if locked.drawn_at is not None:
        raise refusal(_("The event has already been drawn."), "drawn_already")
    if address:
        locked.plan = locked.plan | {"centre": address}
    drawn, keys = _verify_event(locked, secrets.token_bytes(32))
    write(
        locked,
        plan=locked.plan,
        terms=terms_form(drawn),
        commitment=drawn.commitment,
        drawn_at=timezone.now(),
    )
    ReleaseKey.objects.bulk_create(
        ReleaseKey(event=locked, round=number, letters=key)
        for number, key in zip(drawn.rounds, keys, strict=True)
    )
    line = gettext_noop("Seed and keys of “%(event)s” were drawn; commitment %(commitment)s.")
    _note(locked, line, author, commitment=drawn.commitment)
    return locked


@transaction.atomic
def tell_key(event: Event, *, author: Author = None, reason: str = "") -> Event:
    """Tell the next key, in the order of the partite. Changes nothing if all are told."""
    locked = event.lock()
    if locked.drawn_at is None:
        raise refusal(_("The event has not been drawn yet."), "not_drawn")
    _refuse_closed(locked)
    key = locked.keys.filter(told_at=None).first()
    if key is None:
        return locked
    now = timezone.now()
    if locked.closes_at is not None and now >= locked.closes_at:
        sentence = _(
            "Closing codes counted until %(time)s, and the clock of this computer says %(now)s: "
            "set the clock right, or say under “Terms” until when they count."
        )
        until = _clock_words(locked.closes_at)
        raise refusal(sentence, "key_too_late", time=until, now=_clock_words(now))
    early = locked.released_at is None and is_early(locked)
    if early and not clean_text(reason):
        sentence = _(
            "The event opens %(time)s, and the clock of this computer says %(now)s: an earlier key needs a reason."
        )
        opens = _clock_words(locked.opens_at) if locked.opens_at else date_format(locked.date)
        raise refusal(sentence, "too_early", time=opens, now=_clock_words(now))
    write(key, told_at=now)
    if locked.released_at is None:
        write(locked, released_at=now, released_steady=monotonic_clock.mark())
    line = gettext_noop("The key of partita %(partita)s of “%(event)s” was given.")
    fields: dict[str, object] = {"partita": key.round}
    if early:
        line = gettext_noop(
            "The key of partita %(partita)s of “%(event)s” was given before its time: %(reason)s"
        )
        fields["reason"] = clean_text(reason)
    _note(locked, line, author, **fields)
    return locked


def is_early(event: Event) -> bool:
    if event.opens_at is None:
        return timezone.localdate() < event.date
    return timezone.now() < event.opens_at


def _clock_words(at: datetime | None) -> str:
    return date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")


# --- what halls say


@transaction.atomic
def take_joined(hall: Hall) -> None:
    hall.event.lock()
    Hall.objects.filter(pk=hall.pk, joined_at=None).update(joined_at=timezone.now())


@transaction.atomic
def take_opened(hall: Hall, tables: int | None = None) -> None:
    """Note that the hall has opened its first boards. ``tables`` is how many play, if its program
    says so.
    """
    _lock_event(hall.event)
    Hall.objects.filter(pk=hall.pk, opened_at=None).update(opened_at=timezone.now())
    if tables is not None:
        Hall.objects.filter(pk=hall.pk).update(tables=tables)


def _refuse_late_code(event: Event, reason: str) -> None:
    """Refuse a code after the close, because cards are public from then on."""
    now, last = timezone.now(), event.last_code_at
    if event.closes_at is None or last is None or now <= event.closes_at:
        return
    until = _clock_words(event.closes_at)
    if now > last:
        sentence = _("Codes counted until %(time)s, with an arbiter's reason until %(last)s.")
        raise refusal(sentence, "code_too_late", time=until, last=_clock_words(last))
    if not reason:
        sentence = _(
            "Codes counted until %(time)s: this one is late, and only an arbiter may accept it."
        )
        raise refusal(sentence, "code_late", time=until)


@transaction.atomic
def take_code(hall: Hall, text: str, *, author: Author = None, reason: str = "") -> Hall:
    """Store a closing code. Only an arbiter may replace one, or accept a late one, and gives a
    ``reason``.
    """
    try:
        code = read_letters(text, CODE_LETTERS)
    except InputError:
        sentence = _("A closing code has %(count)s letters: type it again, letter by letter.")
        raise refusal(sentence, "code_not_read", count=CODE_LETTERS) from None
    event = _lock_event(hall.event)
    _refuse_closed(event)
    locked = Hall.objects.get(pk=hall.pk)
    if locked.code == code:
        return locked
    reason = clean_text(reason)
    if locked.code and not reason:
        sentence = _(
            "%(hall)s has given another closing code. An arbiter may accept this one instead."
        )
        raise refusal(sentence, "code_told", hall=locked.name)
    _refuse_late_code(event, reason)
    before = locked.code
    write(locked, code=code, code_at=timezone.now())
    ask(event)
    fields = {"hall": locked.name, "code": documents.in_groups(code)}
    if not reason:
        line = gettext_noop("Hall “%(hall)s” of “%(event)s” gave its closing code %(code)s.")
    else:
        line = gettext_noop(
            "Closing code %(code)s of hall “%(hall)s” of “%(event)s” by an arbiter, before "
            "“%(before)s”: %(reason)s"
        )
        fields |= {"reason": reason, "before": documents.in_groups(before)}
        if locked.standing_read_at is not None:
            line = gettext_noop(
                "Closing code %(code)s of hall “%(hall)s” of “%(event)s” by an arbiter, before "
                "“%(before)s”; the hall had read the standings %(read)s: %(reason)s"
            )
            fields["read"] = _clock_words(locked.standing_read_at)
    _note(event, line, author, **fields)
    return locked


def take_invitation(hall: Hall) -> None:
    """Note that the invitation was taken with the hall's link, which works once. The centre's
    dealing role may offer it again.
    """
    changed = Hall.objects.filter(pk=hall.pk, invitation_taken_at=None).update(
        invitation_taken_at=timezone.now()
    )
    if not changed:
        hall.refresh_from_db(fields=["invitation_taken_at"])
        sentence = _(
            "The invitation was downloaded from here %(when)s. If you have lost it, ask the centre."
        )
        at = hall.invitation_taken_at
        raise refusal(sentence, "invitation_taken", when=_clock_words(at) if at else "–")
    line = gettext_noop(
        "The invitation of hall “%(hall)s” of “%(event)s” was downloaded by its link."
    )
    _note(hall.event, line, None, hall=hall.name)


@transaction.atomic
def hand_out(event: Event, halls: Sequence[Hall], *, author: Author) -> None:
    """Log that the dealing role downloads or sends the invitations of these halls."""
    locked = event.lock()
    line = gettext_noop("Invitations to “%(event)s” were handed out: %(halls)s.")
    _note(locked, line, author, halls=", ".join(hall.name for hall in halls))


@transaction.atomic
def offer_again(hall: Hall, *, author: Author, reason: str) -> None:
    """Allow the hall's link to give the invitation once more. The ``reason`` is logged."""
    event = hall.event.lock()
    because = read_reason(reason)
    Hall.objects.filter(pk=hall.pk).update(invitation_taken_at=None)
    line = gettext_noop(
        "The link of hall “%(hall)s” of “%(event)s” gives its invitation once more: %(reason)s"
    )
    _note(event, line, author, hall=hall.name, reason=because)


def note_reading(hall: Hall) -> None:
    """Note that the hall reads the others' figures. The first time is kept, for whoever replaces
    its code later.
    """
    if hall.standing_read_at is None and not hall.event.is_closed:
        Hall.objects.filter(pk=hall.pk, standing_read_at=None).update(
            standing_read_at=timezone.now()
        )


@transaction.atomic
def take_report(
    event: Event,
    content: bytes,
    source: str,
    *,
    hall: Hall | None = None,
    author: Author = None,
    reason: str = "",
) -> Report:
    """Store a report. ``hall`` is the hall that it must be of, if known. The same sheets again
    change nothing.

    After the close only an arbiter may add a report, and has to give a ``reason``.
    """
    if len(content) > LARGEST_REPORT:
        raise refusal(_("The file is too large for a report."), "report_large")
    source = clean_text(source)[:200]
    node = form_in(content, documents.REPORT)
    if node is None:
        sentence = _("This is not a report of a hall: choose the file that its program wrote.")
        raise refusal(sentence, "report_not_read")
    with _readable("report_not_read"):
        report = documents.Report.read(node)
    sender = _sender(event, report)
    if hall is not None and sender != hall:
        sentence = _("The report is from %(found)s, not from %(hall)s.")
        raise refusal(sentence, "report_of_another_hall", hall=hall.name, found=sender.name)
    with _readable("report_not_read"):
        report = report.salted(sender.secret)
        read_sheets(terms_of(event), report)
        digest, code = report.digest, documents.in_groups(report.code)
    if known := sender.reports.filter(digest=digest).first():
        return known
    reason = clean_text(reason)
    locked = _lock_open_event(event, sender, author, reason)
    own = {"source": source, "content": content.decode(), "author": stored_author(author)}
    if locked.is_closed:
        own["reason"] = reason
    row, new = Report.objects.get_or_create(hall=sender, digest=digest, defaults=own)
    if new:
        ask(locked)
        fields = {"hall": sender.name, "code": code, "digest": digest}
        line = gettext_noop(
            "The report of hall “%(hall)s” of “%(event)s” arrived: closing code %(code)s, digest %(digest)s."
        )
        if locked.is_closed:
            line = gettext_noop(
                "The report of hall “%(hall)s” of “%(event)s” was accepted by an arbiter after "
                "the close: closing code %(code)s, digest %(digest)s. Reason: %(reason)s"
            )
            fields["reason"] = reason
        _note(locked, line, author, **fields)
    return row


def _lock_open_event(event: Event, sender: Hall, author: Author, reason: str) -> Event:
    """Lock the event and return it, if it still accepts a report of this hall. Otherwise
    refused.
    """
    locked = _not_official(event)
    if locked.is_closed and not reason:
        sentence = _(
            "The event is closed: from now on only an arbiter of the centre accepts a report, "
            "with a reason. Send the file to the centre."
        )
        raise refusal(sentence, "event_closed")
    if author is None and sender.reports.count() >= MOST_REPORTS:
        sentence = _(
            "%(hall)s has sent %(most)s different reports: give the next one to the centre as a file."
        )
        raise refusal(sentence, "reports_many", hall=sender.name, most=MOST_REPORTS)
    return locked


def _sender(event: Event, report: documents.Report) -> Hall:
    if event.drawn_at is None or report.event != event.terms["event"]:
        sentence = _("The report belongs to the event “%(found)s”.")
        raise refusal(sentence, "report_of_another_event", found=report.event[:120])
    if report.commitment != event.commitment:
        sentence = _("The report is about other boards: it names another commitment.")
        raise refusal(sentence, "report_of_other_boards")
    sender = event.halls.filter(number=report.hall).first()
    if sender is None:
        raise no_such_hall(report.hall)
    if report.forgotten or not report.is_sealed_with(sender.secret):
        sentence = _(
            "The report is not sealed with the secret of %(hall)s: it was changed on its way, or "
            "another hall wrote it."
        )
        raise refusal(sentence, "report_seal", hall=sender.name)
    return sender


def no_such_hall(number: object) -> ValidationError:
    return refusal(_("The event has no hall %(number)s."), "no_such_hall", number=number)


# --- what the centre says over reports


def sheets_of(hall: Hall, *more: documents.Correction) -> list[HallSheet]:
    """Corrected sheets of the report that counts. Raises ``InputError`` if the corrections do not
    fit.
    """
    event = event_of(hall.event)
    report = counting(hall_of(hall), map(read_report, _rows_of(hall)))
    if report is None:
        raise refusal(_("%(hall)s has not reported yet."), "no_report", hall=hall.name)
    return read_sheets(event, report, [*event.corrections, *more])


def merging(event: Event) -> Merging:
    return Merging(event_of(event), reports_of(event))


def doubts_of(hall: Hall) -> list[Phrase]:
    """Doubts about the reports of this hall that can be found without those of other halls."""
    event = event_of(hall.event)
    own = tuple(one for one in event.corrections if one.hall == hall.number)
    alone = replace(event, halls=(hall_of(hall),), corrections=own)
    own_merging = Merging(alone, [read_report(row) for row in _rows_of(hall)])
    doubts = [doubt.message for doubt in own_merging.result().doubts]
    tables = len({table for _hall, _round, table in own_merging.places})
    if is_beyond(hall, tables):
        doubts.append(Phrase(MORE_TABLES, hall=hall.name, said=hall.tables, found=tables))
    return doubts


def is_beyond(hall: Hall, tables: int) -> bool:
    """Whether the report has more tables than can be late arrivals: over one, and over a quarter,
    more than the hall's program said when it opened.
    """
    tables_before = hall.tables
    return tables_before is not None and tables - tables_before > max(1, tables_before // 4)


def _rows_of(hall: Hall) -> Iterable[Report]:
    return hall.reports.select_related("hall")


def read_correction(correction: Correction) -> list[HallSheet]:
    """Sheets as the correction would change them. Refused if they cannot be scored."""
    with _readable("correction_not_read"):
        node = Node(correction_form(correction), "", "")
        form = documents.Correction.from_json(node)
        form.verify(node)
        before = sheets_of(correction.hall)
        after = sheets_of(correction.hall, form)
    touched = [
        (old, new)
        for old, new in zip(before, after, strict=True)
        if new.round == form.round and form.table in (None, new.table)
    ]
    if not touched:
        raise refusal(_("The report has no such sheet."), "no_such_sheet")
    for old, new in touched:
        known = old.scored().problems
        for problem in new.scored().problems:
            if problem not in known and not problem.ruled:
                sentence = Sentence.of(problem.phrase)
                raise refusal("%(problem)s", "correction_not_scored", problem=sentence)
    return [new for _old, new in touched]


@transaction.atomic
def correct(
    hall: Hall,
    *,
    round_number: int,
    reason: str,
    arbiter: str,
    table_number: int | None = None,
    row: Form | None = None,
    ruling: Form | None = None,
    author: Author = None,
) -> Correction:
    """Store a correction: a ``row`` instead of the report's, or a ``ruling``. The report is not
    changed.
    """
    event = _not_official(hall.event)
    correction = Correction(
        event=event,
        hall=Hall.objects.select_related("event").get(pk=hall.pk),
        round_number=round_number,
        table_number=table_number,
        row=row,
        ruling=ruling,
        reason=read_reason(reason),
        arbiter=clean_text(arbiter),
        author=stored_author(author),
    )
    read_correction(correction)
    correction.save()
    ask(event)
    line = gettext_noop(
        "Arbiter %(arbiter)s corrected hall “%(hall)s” of “%(event)s”, partita %(partita)s, "
        "%(where)s: %(reason)s"
    )
    _note(event, line, author, **_correction_place(correction), reason=correction.reason)
    return correction


def _correction_place(correction: Correction) -> dict[str, object]:
    table = correction.table_number
    return {
        "hall": correction.hall.name,
        "arbiter": correction.arbiter,
        "partita": correction.round_number,
        "where": "all" if table is None else table,
    }


@transaction.atomic
def revoke_correction(correction: Correction, *, reason: str, author: Author = None) -> None:
    event = _not_official(correction.event)
    because = read_reason(reason)
    open_ = Correction.objects.filter(pk=correction.pk, revoked_at=None)
    if not open_.update(revoked_at=timezone.now(), revoked_because=because):
        raise refusal(_("This correction has already been revoked."), "revoked_already")
    ask(event)
    line = gettext_noop(
        "A correction of hall “%(hall)s” of “%(event)s” was revoked: partita %(partita)s, "
        "%(where)s; %(reason)s"
    )
    _note(event, line, author, **_correction_place(correction), reason=because)


# --- the end


@transaction.atomic
def close_event(event: Event, *, author: Author = None) -> Event:
    """Close the event. Its cards, rows and seed are public from then on."""
    locked = _lock_event(event)
    if locked.closed_at is not None:
        return locked
    write(locked, closed_at=timezone.now())
    ask(locked)
    _note(locked, gettext_noop("The simultaneous event “%(event)s” was closed."), author)
    return locked


@transaction.atomic
def open_again(event: Event, *, reason: str, author: Author = None) -> Event:
    """Open an event again that was closed too early, with a partita still to play because its key
    is not told.
    """
    locked = _not_official(event)
    because = read_reason(reason)
    if locked.closed_at is None:
        raise refusal(_("This event is not closed."), "not_closed")
    if locked.next_key is None:
        sentence = _("Every key has been given, and with the seed all cards are public.")
        raise refusal(sentence, "all_told")
    write(locked, closed_at=None)
    ask(locked)
    line = gettext_noop("The simultaneous event “%(event)s” was opened again: %(reason)s")
    _note(locked, line, author, reason=because)
    return locked


def close_due() -> None:
    """Close each event whose last code was due. Called by the starter and by ``run_due``."""
    for event in Event.objects.filter(closed_at=None, released_at__isnull=False):
        if _is_over(event):
            close_event(event)


def next_close() -> datetime | None:
    """Time at which the next event closes automatically, or None. An event that a person has to
    close does not count.
    """
    events = Event.objects.filter(closed_at=None, released_at__isnull=False)
    moments = (event.last_code_at for event in events if event.next_key is None)
    return min(filter(None, moments), default=None)


def _is_over(event: Event) -> bool:
    """Whether the time for closing codes is over, both by the machine's clock and by a clock that
    nobody can set. A wrong clock must not reveal cards early, because that cannot be undone.

    After a restart only the machine's clock is known, and it is believed. While a key is still
    secret the event has not been played to its end, and a person has to close it. The time to wait
    is at most that of the plan, so that a clock that was a day slow at the first key adds no day.
    """
    last, began = event.last_code_at, event.released_at
    if last is None or began is None or timezone.now() <= last or event.next_key is not None:
        return False
    whole = (last - max(began, _opening(event))).total_seconds()
    return not monotonic_clock.is_known(event.released_steady) or (
        monotonic_clock.seconds_since(event.released_steady) >= whole
    )


def _opening(event: Event) -> datetime:
    """Planned time of opening, or the start of the day if no hour is planned."""
    if event.opens_at is not None:
        return event.opens_at
    return timezone.make_aware(datetime.combine(event.date, datetime.min.time()))


def clock_moved(event: Event) -> int:
    """Minutes by which the machine's clock was set forward (negative: back), or the machine slept,
    since the first key was told. 0 if they are few or unknown.
    """
    began, mark = event.released_at, event.released_steady
    if began is None or event.is_closed or not monotonic_clock.is_known(mark):
        return 0
    passed = (timezone.now() - began).total_seconds()
    moved = round((passed - monotonic_clock.seconds_since(mark)) / 60)
    return moved if abs(moved) >= FEW_MINUTES else 0


class RestoredBackup(NamedTuple):
    at: datetime
    copy_of: datetime


def restored_backup(event: Event) -> RestoredBackup | None:
    """Backup from which the event in play was restored, according to the installation's log, or
    None. Codes and reports after that backup are lost, and so is the record of who read the
    standing.
    """
    if event.drawn_at is None or event.is_closed:
        return None
    lines = LogEntry.objects.filter(tournament=None, sentence=BROUGHT_BACK)
    last = lines.filter(at__gt=event.drawn_at).order_by("sequence").last()
    if last is None:
        return None
    return RestoredBackup(last.at, datetime.fromisoformat(last.fields["when"]))


def refresh_standing(event: Event) -> Event:
    """Return the event, and ask for a new standing if changes are missing from the last one."""
    if is_behind(event):
        ask(event)
    return event


@transaction.atomic
def make_official(event: Event, *, author: Author = None) -> Event:
    locked = event.lock()
    if locked.closed_at is None:
        raise refusal(_("An event is closed before its standings are official."), "not_closed")
    if locked.official_at is None:
        write(locked, official_at=timezone.now())
        # Nothing can be reported any more, and they name people.
        Draft.objects.filter(hall__event=locked).delete()
        ask(locked)
        _note(locked, gettext_noop("The standings of “%(event)s” are official."), author)
    return locked


@transaction.atomic
def comment(event: Event, round: int, board: int, text: str, *, author: Author = None) -> None:
    """Store a comment on a board, for the booklet and the board's page. An empty text deletes it."""
    event.lock()
    comment_text = clean_lines(text)
    if not comment_text:
        Comment.objects.filter(event=event, round=round, board=board).delete()
        return
    if len(comment_text) > (Comment._meta.get_field("text").max_length or 0):
        raise refusal(_("The comment is too long."), "comment_long")
    Comment.objects.update_or_create(
        event=event, round=round, board=board, defaults={"text": comment_text}
    )
