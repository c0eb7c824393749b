"""Mails to the halls, at the desk of the centre: what each was sent, and the same as text to be
sent by other means.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _, ngettext

from frame import page
from frame.page import Context, DeskRequest
from ground.roles import DEALING, ORGANIZER, holds, role_required
from printing.letters import mail_is_set
from simultaneous import letters
from simultaneous.letters import Kind
from simultaneous.models import Event, Hall, HallLetter
from simultaneous.pages.desk import centre_only, event_page, event_press, home_of, on_event, on_hall
from simultaneous.pages.wall import page_of


def _kind_of(request: DeskRequest, event: Event) -> Kind:
    """Kind of mail that is asked for; else the first that this reader may send and a hall lacks."""
    kinds = letters.kinds_now(event)
    code = request.GET.get("kind", "")
    if code in kinds:
        return Kind(code)
    due = (kind for kind in kinds if _may_send(request, kind) and letters.unsent(event, kind))
    return next(due, kinds[-1])


def _may_send(request: DeskRequest, kind: Kind) -> bool:
    """Whether the reader may send this kind. Invitations deal boards, so they need the dealing
    role; a dealer who does not organize may send nothing else.
    """
    return holds(request.user, DEALING if kind == Kind.INVITATION else ORGANIZER)


@centre_only
@page.fresh_get_or_post
@on_event
def mails(request: DeskRequest, event: Event) -> HttpResponse:
    kind = _kind_of(request, event)
    written = HallLetter.objects.filter(hall__event=event, kind=kind).exclude(text="")
    last = written.order_by("changed_at").last()
    context: Context = {
        "kind": kind,
        "kinds": letters.kinds_now(event),
        "mail_is_set": mail_is_set(),
        "home": home_of(request, event),
        "may_send": _may_send(request, kind),
        "unsent": len(letters.unsent(event, kind)),
        "words": request.POST.get("text") or (last.text if last else letters.usual_reminder(event)),
        "longest": letters.LONGEST_TEXT,
        **_lines(request, event, kind),
    }
    return event_page(request, event, "simultaneous/mails.html", "centre_mails", **context)


def _lines(request: DeskRequest, event: Event, kind: Kind) -> Context:
    """Halls with their last mail of this kind, and a link that opens the mail in the reader's own
    program.
    """
    sent = {one.hall_id: one for one in HallLetter.objects.filter(hall__event=event, kind=kind)}
    failed = sum(one.state == one.State.FAILED for one in sent.values())
    page = page_of(event.halls.order_by("number"), request, kind=kind.value)
    again = set(letters.repeatable_letters(event).values_list("pk", flat=True))
    lines = list[Context]()
    for hall in page["lines"]:
        letter = sent.get(hall.pk)
        # One to an address that the hall no longer has says nothing of the new one.
        letter = letter if letter and letter.address == hall.email else None
        lines.append(
            {
                "hall": hall,
                "letter": letter,
                "again": letter is not None and letter.pk in again,
                "mailto": _mailto(request, hall, kind),
            }
        )
    return {**page, "lines": lines, "failed": failed}


def _mailto(request: DeskRequest, hall: Hall, kind: Kind) -> str:
    if not hall.email or not _may_send(request, kind):
        return ""
    return _words(request, hall, kind).mailto(hall.email)


def _words(request: DeskRequest, hall: Hall, kind: Kind) -> letters.Words:
    """Text of the mail. The link to the hall's own page is shown only to the dealing role."""
    own_page = kind in (Kind.INVITATION, Kind.REMINDER) and holds(request.user, DEALING)
    home = home_of(request, hall.event)
    return letters.words_in_its_language(hall, kind, home=home, own_page=own_page)


@centre_only
@page.fresh_get
@on_hall
def mail_text(request: DeskRequest, hall: Hall, kind: str) -> HttpResponse:
    """Text of a mail, to be copied."""
    kind_ = next((one for one in letters.kinds_now(hall.event) if one == kind), None)
    if kind_ is None:
        raise Http404
    if not _may_send(request, kind_):
        raise PermissionDenied(_("Your account does not have the role that this page needs."))
    context: dict[str, Any] = {
        "hall": hall,
        "kind": kind_,
        "words": _words(request, hall, kind_),
        "mailto": _mailto(request, hall, kind_),
    }
    template = "simultaneous/mail_text.html"
    return event_page(request, hall.event, template, "centre_mails", **context)


@role_required(ORGANIZER, DEALING)
@event_press
def send_mails(request: DeskRequest, event: Event) -> None:
    again = page.number_of(request, "again", 11)
    if again is not None:
        letter = get_object_or_404(HallLetter, hall__event=event, pk=again)
        _refuse_others(request, letter.kind)
        halls = letters.send_again(letter, author=request.user)
    else:
        kind = page.text_of(request, "kind")
        if kind not in Kind.values:
            raise page.no_such_step()
        _refuse_others(request, kind)
        halls = letters.send(
            event,
            Kind(kind),
            author=request.user,
            home=home_of(request, event),
            text=page.text_of(request, "text"),
        )
    if halls:
        sentence = ngettext(
            "%(count)d mail is on its way.", "%(count)d mails are on their way.", len(halls)
        )
        page.tell(request, sentence, count=len(halls))
    else:
        messages.info(request, _("There is nobody left to send them to."))


def _refuse_others(request: DeskRequest, kind: str) -> None:
    if not _may_send(request, Kind(kind)):
        raise PermissionDenied(_("Your account does not have the role that this page needs."))
