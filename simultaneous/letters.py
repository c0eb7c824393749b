"""Mails to the halls: announcement, invitation, reminder, standing. Each address gets each kind
once, in the event's language.

With the link to a hall's own page anybody can speak for the hall and get its invitation. So it is
sent only to an address to which the dealing role has sent it before. Other mails link to the public
page.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple
from urllib.parse import quote

from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop, pgettext

from ground.guards import Author, stored_author
from ground.names import clean_lines
from ground.roles import holds_dealing
from ground.task_queue import hand_over, task
from printing.letters import queue, refuse_without_server, repeatable, send_waiting
from simultaneous import centre
from simultaneous.event_file import invitation_name, invitation_text, plan_of
from simultaneous.models import Event, Hall, HallLetter
from simultaneous.sealed_events import check_may_deal
from tournaments.log import LogKind, record
from wording.naming import day_in_full, system_title
from wording.sentences import refusal

Kind = HallLetter.Kind
State = HallLetter.State
LONGEST_TEXT = 4000

SENT = {
    Kind.ANNOUNCEMENT: gettext_noop("“%(event)s” was announced by mail to %(halls)s."),
    Kind.REMINDER: gettext_noop("A reminder of “%(event)s” was mailed to %(halls)s."),
    Kind.STANDING: gettext_noop(
        "The link to the standings of “%(event)s” was mailed to %(halls)s."
    ),
}
"""Lines of the log. An invitation has that of ``centre.hand_out``."""


def kinds_now(event: Event) -> tuple[Kind, ...]:
    """Kinds of mail that may be sent now, the most urgent last."""
    if event.is_closed:
        return (Kind.STANDING,)
    if event.drawn_at is None:
        return (Kind.ANNOUNCEMENT,)
    if event.released_at is not None or timezone.localdate() >= event.date:
        return Kind.INVITATION, Kind.REMINDER
    return (Kind.INVITATION,)


def unsent(event: Event, kind: Kind) -> list[Hall]:
    """Halls with an address that was never sent a mail of this kind."""
    known = set(HallLetter.objects.filter(hall__event=event, kind=kind).values_list(*ADDRESSED))
    halls = event.halls.exclude(email="").order_by("number")
    return [hall for hall in halls if (hall.pk, hall.email) not in known]


ADDRESSED = ("hall_id", "address")


def repeatable_letters(event: Event) -> QuerySet[HallLetter]:
    """Mails that may be sent again: of a kind that may be sent now, and to an address that the hall
    still has.
    """
    letters = HallLetter.objects.filter(hall__event=event, kind__in=kinds_now(event))
    current = [
        letter.pk
        for letter in repeatable(letters).select_related("hall")
        if letter.address == letter.hall.email
    ]
    return HallLetter.objects.filter(pk__in=current)


@transaction.atomic
def send(
    event: Event, kind: Kind, *, author: User | None, home: str = "", text: str = ""
) -> list[Hall]:
    """Send the mail to each hall that has not got it yet, or whose mail failed. ``home`` is the
    address of this site; ``text`` is the text of a reminder.
    """
    refuse_without_server()
    locked = Event.objects.select_for_update().get(pk=event.pk)
    if kind not in kinds_now(locked):
        raise refusal(gettext_lazy("This mail cannot be sent at this stage."), "mail_not_now")
    if kind == Kind.INVITATION:
        check_may_deal(author, locked)
    text = clean_lines(text)
    if len(text) > LONGEST_TEXT:
        raise refusal(gettext_lazy("The text is too long for a mail."), "mail_long")
    trusted = _trusted_addresses(locked)
    own = kind == Kind.INVITATION or (kind == Kind.REMINDER and holds_dealing(author))
    letters = [
        HallLetter(
            hall=hall,
            kind=kind,
            address=hall.email,
            text=text,
            home=home,
            own_page=own or (kind == Kind.REMINDER and (hall.pk, hall.email) in trusted),
            changed_at=timezone.now(),
            created_by=stored_author(author),
        )
        for hall in unsent(locked, kind)
    ]
    HallLetter.objects.bulk_create(letters)
    waiting = repeatable_letters(locked).filter(kind=kind).exclude(state=State.SENDING)
    waiting.update(text=text)
    return _queue_letters(locked, kind, waiting, author)


@transaction.atomic
def send_again(letter: HallLetter, *, author: User | None) -> list[Hall]:
    """Send a mail again that failed, or of which nobody knows whether it was sent."""
    refuse_without_server()
    event = Event.objects.select_for_update().get(pk=letter.hall.event_id)
    kind = Kind(letter.kind)
    if kind == Kind.INVITATION:
        check_may_deal(author, event)
    return _queue_letters(event, kind, repeatable_letters(event).filter(pk=letter.pk), author)


def _trusted_addresses(event: Event) -> set[tuple[int, str]]:
    """Addresses to which the dealing role has sent the invitation."""
    letters = HallLetter.objects.filter(hall__event=event, kind=Kind.INVITATION, state=State.SENT)
    return set(letters.values_list(*ADDRESSED))


def _queue_letters(
    event: Event, kind: Kind, rows: QuerySet[HallLetter], author: Author
) -> list[Hall]:
    letters = list(rows.select_related("hall"))
    queue(letters)
    halls = [letter.hall for letter in letters]
    if not halls:
        return []
    if kind == Kind.INVITATION:
        centre.hand_out(event, halls, author=author)
    else:
        names = ", ".join(hall.name for hall in halls)
        record(None, LogKind.SIMULTANEOUS, SENT[kind], author, event=event.name, halls=names)
    transaction.on_commit(partial(hand_over, send_letters, event.pk))
    return halls


@task("simultaneous.send_letters")
def send_letters(event_pk: int) -> None:
    """Send the waiting mails of the event. A second worker with the same task sends only what the
    first has not begun.
    """
    send_waiting(
        HallLetter.objects.filter(hall__event=event_pk).select_related("hall__event"),
        _mail_of,
        lambda letter: letter.hall.event.language,
    )


def _mail_of(letter: HallLetter) -> EmailMessage:
    words = words_of(
        letter.hall,
        Kind(letter.kind),
        home=letter.home,
        own_page=letter.own_page,
        text=letter.text,
        attached=True,
    )
    mail = EmailMessage(words.subject, words.text, to=[letter.address])
    if letter.kind == Kind.INVITATION:
        name = invitation_name(letter.hall)
        mail.attach(name, invitation_text(letter.hall), "application/json")
    return mail


# --- what they say


class Words(NamedTuple):
    subject: str
    text: str

    def mailto(self, address: str) -> str:
        """Link that opens the mail in the reader's own mail program."""
        body = quote("\r\n".join(self.text.splitlines()))
        return f"mailto:{quote(address, safe='@')}?subject={quote(self.subject)}&body={body}"


def words_in_its_language(hall: Hall, kind: Kind, **own: Any) -> Words:
    with translation.override(hall.event.language):
        return words_of(hall, kind, **own)


def words_of(
    hall: Hall,
    kind: Kind,
    *,
    home: str,
    own_page: bool,
    text: str = "",
    attached: bool = False,
) -> Words:
    """Subject and text of the mail to a hall. ``attached``: the invitation is attached as a file."""
    event = hall.event
    page = _link(hall, kind, home, own_page)
    fields = {"event": event.name, "hall": hall.name, "date": day_in_full(event.date)}
    match kind:
        case Kind.ANNOUNCEMENT:
            subject, parts = _announcement(event, fields)
        case Kind.INVITATION:
            subject, parts = _invitation(event, fields, page, attached)
        case Kind.REMINDER:
            subject, parts = _reminder(event, fields, page, text)
        case _:
            subject, parts = _standing(fields, page)
    greeting = hall.contact and pgettext("opens a mail", "%(name)s,") % {"name": hall.contact}
    return Words(" ".join(subject.split()), "\n\n".join(filter(None, [greeting, *parts])) + "\n")


def _link(hall: Hall, kind: Kind, home: str, own_page: bool) -> str:
    if not home:
        return ""
    code, number = hall.event.code, hall.number
    if own_page:
        return home + reverse("simultaneous:invited", args=[code, number, hall.page_key])
    if kind == Kind.STANDING:
        return f"{home}{reverse('simultaneous:public_standing', args=[code])}?hall={number}"
    return home + reverse("simultaneous:public", args=[code])


Fields = dict[str, str]


def _times(event: Event) -> str:
    lines = []
    if event.opens_at is not None:
        lines.append(_("Play begins: %(when)s.") % {"when": _time_words(event.opens_at)})
    if event.closes_at is not None:
        lines.append(
            _("Closing codes count until %(when)s.") % {"when": _time_words(event.closes_at)}
        )
    return "\n".join(lines)


def _time_words(at: Any) -> str:
    return date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")


def _announcement(event: Event, fields: Fields) -> tuple[str, list[str]]:
    plan = plan_of(event)
    played = {"system": system_title(plan.ruleset), "count": str(plan.rounds)}
    return _("%(event)s, %(date)s") % fields, [
        _("%(hall)s is on the list of halls of “%(event)s”, %(date)s.") % fields,
        _(
            "The same boards are played in every hall on the same evening, and everybody is compared in the same standings."
        ),
        _("Rule system: %(system)s. Partite: %(count)s.") % played,
        _times(event),
        _(
            "The invitation of your hall will come to this address before the evening. With it, "
            "and with the key of a partita that is given when play begins, the boards are dealt "
            "and the slips printed, so it is meant for somebody who does not play. If that is another address, let us know."
        ),
    ]


def _invitation(event: Event, fields: Fields, page: str, attached: bool) -> tuple[str, list[str]]:
    warning = _(
        "It is for the person who prints the slips and does not play: with a key given later it "
        "deals the boards. Pass neither file nor link on to anybody who plays."
    )
    own = [_("The page of your hall, for a phone too: %(page)s") % {"page": page}] if page else []
    joins = _(
        "1. On the hall's laptop with King, at the desk: “Join a simultaneous event”, and drop the file there."
    )
    if not attached:
        joins = _(
            "1. Download your invitation from the page of your hall, once. On the hall's laptop with King, at the "
            "desk: “Join a simultaneous event”, and drop the file there."
        )
    steps = [
        joins,
        _(
            "2. When a partita begins, its key is given on that page, or by telephone. Type it on "
            "the laptop: the boards are dealt and the slips can be printed."
        ),
        _(
            "3. After the last sheet, close the hall on the laptop. It shows a closing code of "
            "twelve letters, which is sent with the report or typed on the page of your hall."
        ),
        _(
            "If you use only paper, the sheets are typed on the page of your hall, from a phone; "
            "it writes the report and gives the code by itself."
        ),
    ]
    sentence = _("This is the page of %(hall)s for “%(event)s”, %(date)s.")
    if attached:
        sentence = _("Attached is the invitation of %(hall)s to “%(event)s”, %(date)s.")
    return _("Invitation: %(event)s, %(date)s") % fields, [
        sentence % fields,
        warning,
        *own,
        "\n".join(steps),
        _times(event),
        event.plan.get("regulation", ""),
    ]


def usual_reminder(event: Event) -> str:
    """Default text of a reminder, in the event's language."""
    with translation.override(event.language):
        fields = {"event": event.name, "date": day_in_full(event.date)}
        first = _("“%(event)s” is played on %(date)s.") % fields
        last = _(
            "After the last sheet, give the closing code the same evening and send the report."
        )
        return "\n".join(filter(None, [first, _times(event), last]))


def _reminder(event: Event, fields: Fields, page: str, text: str) -> tuple[str, list[str]]:
    is_today = timezone.localdate() == event.date
    subject = _("Today: %(event)s") if is_today else _("Reminder: %(event)s")
    own = [_("The page: %(page)s") % {"page": page}] if page else []
    return subject % fields, [text or usual_reminder(event), *own]


def _standing(fields: Fields, page: str) -> tuple[str, list[str]]:
    return _("Standings: %(event)s") % fields, [
        _("“%(event)s” is closed: everybody can now read its standings, boards and cards.")
        % fields,
        page,
    ]
