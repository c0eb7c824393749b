"""Event at the desk of its centre: the list, the terms, the steps from the draw to the official
standing, and the wall of halls.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial, wraps
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.http import require_GET

from frame import page
from frame.page import Context, DeskRequest
from frame.public import file_answer
from frame.setting_fields import RuleSettingsForm, group, grouped, offer
from ground.addresses import outside_address
from ground.roles import ARBITER, DEALING, ORGANIZER, holds, role_required
from king.rulesets import read_ruleset
from king.simultaneous.documents import METHODS_OF_EVENTS, in_groups
from king.standing.matchpoints import METHODS
from night import lookups
from night.next_steps import NextStep
from simultaneous import centre
from simultaneous.event_file import invitation_name, invitation_text
from simultaneous.models import Event, Hall
from simultaneous.pages.wall import hall_lines, page_of, shown_lines, tallies
from tournaments.editions import offered_rules
from tournaments.models import site_language

centre_only = role_required(ORGANIZER, ARBITER, DEALING)
"""Of an event's page, its draw and its key; everything about sheets is for ``page.staff_only``."""


def find_event(code: str) -> Event:
    event = Event.objects.filter(code=code.lower()).first()
    if event is None:
        raise Http404(
            _("There is no simultaneous event with the code “%(code)s”.") % {"code": code}
        )
    return centre.refresh_standing(event)


def find_hall(code: str, number: int) -> Hall:
    hall = find_event(code).halls.with_reports().filter(number=number).first()
    if hall is None:
        raise Http404(_("The event has no hall %(number)s.") % {"number": number})
    return hall


event_press = page.press_on(find_event)
hall_press = page.press_on(find_hall)


def on_event(view: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a view so that it gets the event of the address instead of its code."""

    @wraps(view)
    def wrapper(request: DeskRequest, code: str) -> Any:
        return view(request, find_event(code))

    return wrapper


def on_hall(view: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(view)
    def wrapper(request: DeskRequest, code: str, number: int, **place: Any) -> Any:
        return view(request, find_hall(code, number), **place)

    return wrapper


def drawn_or_404(event: Event) -> Event:
    if event.drawn_at is None:
        raise Http404(_("The event has not been drawn yet."))
    return event


# --- the list, and the terms


MOMENT = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})


class PlanForm(RuleSettingsForm):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    date = forms.DateField(
        label=gettext_lazy("Date"),
        initial=timezone.localdate,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    ruleset = forms.ChoiceField(label=gettext_lazy("Rule system"))
    rounds = forms.IntegerField(label=gettext_lazy("Partite"), initial=1, min_value=1, max_value=40)
    spares = forms.IntegerField(
        label=gettext_lazy("Spare boards per partita"),
        initial=1,
        min_value=0,
        max_value=20,
        help_text=gettext_lazy("For a board that was spoiled in a hall."),
    )
    method = forms.ChoiceField(
        label=gettext_lazy("Standings"), initial=METHODS_OF_EVENTS[0], widget=forms.RadioSelect
    )
    opens_at = forms.DateTimeField(
        label=gettext_lazy("The first key is given at"), required=False, widget=MOMENT
    )
    closes_at = forms.DateTimeField(
        label=gettext_lazy("Closing codes count until"),
        required=False,
        widget=MOMENT,
        help_text=gettext_lazy(
            "Some minutes later the event closes by itself. Empty: you close it."
        ),
    )
    grace_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes in which an arbiter may accept a late code"),
        initial=30,
        min_value=0,
        max_value=24 * 60,
        help_text=gettext_lazy("With a reason, which the log keeps. Then the event closes."),
    )
    regulation = forms.CharField(
        label=gettext_lazy("Regulation"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("It goes to every hall with the invitation."),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language of the paper and the public pages"),
        initial=site_language,
        choices=settings.LANGUAGES,
    )
    settings_of = forms.CharField(widget=forms.HiddenInput, required=False, max_length=60)

    COLUMNS = ("name", "date", "opens_at", "closes_at", "grace_minutes", "language")
    first = group(
        ("name", "date", "ruleset", "rounds", "spares", "opens_at", "closes_at", "grace_minutes")
    )

    def __init__(self, data: Any = None, *, event: Event | None = None, ruleset: str = "") -> None:
        plan = event.plan if event else {}
        systems = {code: rules for code, rules in offered_rules().items() if rules.sides != "teams"}
        initial: Context = plan | plan.get("standing", {})
        stored: Context = {}
        chosen = data.get("ruleset", "") if data else ruleset
        if event is not None:
            own = read_ruleset(plan["ruleset"])
            systems[own.code] = own
            chosen = chosen or own.code
            stored = plan.get("settings", {}) if chosen == own.code else {}
            initial |= {name: getattr(event, name) for name in self.COLUMNS}
        self.rules = systems.get(chosen) or next(iter(systems.values()))
        initial |= {"ruleset": self.rules.code, "settings_of": self.rules.code}
        super().__init__(data, initial=initial)
        offer(self, "ruleset", grouped(systems))
        offer(self, "method", [(code, _(METHODS[code].title)) for code in METHODS_OF_EVENTS])
        self.add_rule_settings(self.rules.configure(stored))
        if event is not None and event.drawn_at is not None:
            for name, field in self.fields.items():
                field.disabled = name not in centre.AFTER_DRAW

    @property
    def columns(self) -> Context:
        cleaned = self.cleaned_data
        changed = self.settings_differing(self.rules.defaults)
        # Browsers without JavaScript still show the fields of the previous system.
        of_these_rules = cleaned["settings_of"] == self.rules.code
        plan = {
            "ruleset": self.rules.as_json(),
            "settings": changed if of_these_rules else {},
            "standing": {"method": cleaned["method"]},
            "rounds": cleaned["rounds"],
            "spares": cleaned["spares"],
            **({"regulation": cleaned["regulation"]} if cleaned["regulation"] else {}),
        }
        return {name: cleaned[name] for name in self.COLUMNS} | {"plan": plan}


@centre_only
@require_GET
def events(request: DeskRequest) -> HttpResponse:
    codes = Count("halls", filter=~Q(halls__code=""), distinct=True)
    rows = Event.objects.annotate(hall_count=Count("halls", distinct=True), told=codes)
    context = {"events": rows, "organizes": holds(request.user, ORGANIZER)}
    return render(request, "simultaneous/events.html", context)


@page.organizer_only
@page.get_or_post
def new(request: DeskRequest) -> HttpResponse:
    form = _plan_form(request, None)
    if form.is_valid():
        with page.refusing(form):
            event = centre.plan_event(author=request.user, **form.columns)
            return redirect("simultaneous:centre_event", event.code)
    status = 422 if form.errors else 200
    return render(request, "simultaneous/terms.html", {"form": form}, status=status)


@page.organizer_only
@page.get_or_post
@on_event
def terms(request: DeskRequest, event: Event) -> HttpResponse:
    form = _plan_form(request, event)
    if form.is_valid():
        columns = form.columns
        if event.drawn_at is not None:
            columns = {name: columns[name] for name in centre.AFTER_DRAW}
        with page.refusing(form):
            centre.change_event(event, author=request.user, **columns)
            messages.success(request, _("Saved."))
            return redirect("simultaneous:centre_event", event.code)
    return event_page(request, event, "simultaneous/terms.html", "terms", form=form)


def _plan_form(request: DeskRequest, event: Event | None) -> PlanForm:
    form_data = request.POST if request.method == "POST" else None
    return PlanForm(form_data, event=event, ruleset=request.GET.get("ruleset", ""))


# --- the event


def event_page(
    request: DeskRequest, event: Event, template: str, step: str = "", **context: Any
) -> HttpResponse:
    """Render a page of an event, with the row of its steps. ``step`` is the step that the page
    belongs to, by the name of its address. A page that answers a POST shows a refusal.
    """
    runs = holds(request.user, ORGANIZER, ARBITER)
    context = {
        "event": event,
        "runs_event": runs,
        "deals": holds(request.user, DEALING),
        "steps": _steps(event),
        "step_now": step,
        "beside": list(_beside(request, event, runs)),
        "title": BESIDE.get(step, ""),
        **context,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, template, context, status=status)


def _steps(event: Event) -> list[Context]:
    halls = event.halls.count()
    steps = [
        ("terms", _("Terms"), True),
        ("halls", ngettext("%(count)s hall", "%(count)s halls", halls) % {"count": halls}, halls),
        ("draw", _("Draw"), event.drawn_at),
        ("key", _("Key"), event.released_at),
        ("close", _("Codes and reports"), event.closed_at),
        ("official", _("Official standings"), event.official_at),
    ]
    current = next((key for key, _title, is_done in steps if not is_done), "")
    return [
        {
            "key": key,
            "title": title,
            "state": "done" if is_done else "current" if key == current else "waiting",
            "url": reverse(
                f"simultaneous:centre_{'terms' if key == 'terms' else 'event'}", args=[event.code]
            ),
        }
        for key, title, is_done in steps
    ]


BESIDE = {
    "centre_mails": gettext_lazy("Mail to the halls"),
    "centre_standing": gettext_lazy("Standings"),
    "centre_doubtful": gettext_lazy("Doubtful boards"),
    "centre_corrections": gettext_lazy("Corrections"),
    "centre_lot": gettext_lazy("Sheets by lot"),
    "centre_comments": gettext_lazy("Comments on the boards"),
    "centre_copy": gettext_lazy("Safety copy"),
}
"""The pages beside the event's own, by the name of their address."""


def _beside(request: DeskRequest, event: Event, runs: bool) -> Iterator[tuple[Any, str]]:
    """Yield links to the event's further pages, such as mails and backups. Before the first key,
    and for accounts that do not run the event, only mails and backups are linked.
    """
    for name, title in BESIDE.items():
        is_there = name == "centre_mails" or (runs and event.released_at is not None)
        if name == "centre_copy":
            is_there = holds(request.user, ORGANIZER, DEALING)
        if is_there and (name != "centre_comments" or event.is_closed):
            yield title, reverse(f"simultaneous:{name}", args=[event.code])


STEP_NOW = {
    Event.State.PLANNED: "halls",
    Event.State.OPEN: "key",
    Event.State.RELEASED: "close",
    Event.State.CLOSED: "official",
    Event.State.OFFICIAL: "official",
}


@centre_only
@page.fresh_get_or_post
@on_event
def event(request: DeskRequest, event: Event) -> HttpResponse:
    show = request.GET.get("show", "")
    if request.htmx and request.GET.get("revision") == str(event.revision):
        return HttpResponse(status=204)
    lines = hall_lines(event)
    is_under_way = event.state in (Event.State.OPEN, Event.State.RELEASED)
    context = {
        **page_of(shown_lines(lines, show), request, show=show),
        "tallies": tallies(lines),
        "renewed": "every 6s" if is_under_way else "none",
        "show": show,
        "next_step": _next_step(request, event, lines),
        "early": centre.is_early(event),
        "may_tell": holds(request.user, ORGANIZER, DEALING),
        "deals": holds(request.user, DEALING),
        "minutes": _minutes_left(event),
        "most_files": MOST_FILES,
        "brought_back": centre.restored_backup(event),
        "clock_moved": centre.clock_moved(event),
        "may_add": event.closed_at is None and _adds_halls(request, event),
        "other": None if lines or event.drawn_at else centre.last_with_halls(event),
        **shown_keys(event),
    }
    if request.htmx:
        context |= {"event": event, "runs_event": holds(request.user, ORGANIZER, ARBITER)}
        return render(request, "simultaneous/event.html#wall", context)
    step = STEP_NOW[event.state]
    return event_page(request, event, "simultaneous/event.html", step, **context)


def shown_keys(event: Event) -> Context:
    """Context of ``simultaneous/_keys.html``: keys that are told, and the next one."""
    many = event.keys.count() > 1
    return {"told_keys": event.told_keys, "next_key": event.next_key, "many": many}


def _minutes_left(event: Event) -> int | None:
    """Minutes until closing codes no longer count. None if no time is set, or it is over."""
    if event.closes_at is None or event.state != Event.State.RELEASED:
        return None
    seconds = (event.closes_at - timezone.now()).total_seconds()
    return max(0, -int(-seconds // 60)) if seconds > 0 else None


def _next_step(request: DeskRequest, event: Event, lines: Sequence[Context]) -> NextStep | None:
    """Next step, whose button is filled. None while something else has to happen first."""

    def step(name: str, title: str, *, does: bool = True) -> NextStep:
        url = reverse(f"simultaneous:{name}", args=[event.code])
        return NextStep(name, title, url, does=does)

    if event.state == Event.State.PLANNED and lines and holds(request.user, DEALING):
        return step("centre_draw", _("Draw seed and key"))
    if event.state == Event.State.OPEN:
        if centre.is_early(event) and holds(request.user, DEALING):
            return step("centre_invitations", _("Invitations of all halls"))
        if not centre.is_early(event) and holds(request.user, ORGANIZER, DEALING):
            return step("centre_tell_key", _tell_words(event))
    if not holds(request.user, ORGANIZER, ARBITER):
        return None
    if event.state == Event.State.RELEASED and all(line["hall"].has_confirmed for line in lines):
        return step("centre_close", _("Close the event"))
    if event.state == Event.State.CLOSED:
        return step("centre_official", _("Make the standings official"))
    return None


def _tell_words(event: Event) -> str:
    key = event.next_key
    if key is None or event.keys.count() == 1:
        return _("Give the key")
    return _("Give the key of partita %(partita)s") % {"partita": key.round}


# --- its steps


@page.staff_only
@event_press
def add_halls(request: DeskRequest, event: Event) -> str:
    """Add halls. An organizer may do so until the first key is told, then only an arbiter."""
    if not _adds_halls(request, event):
        raise PermissionDenied(_("Your account does not have the role that this page needs."))
    names, reason = page.text_of(request, "names"), page.text_of(request, "reason")
    return _added_words(centre.add_halls(event, names, author=request.user, reason=reason))


def _adds_halls(request: DeskRequest, event: Event) -> bool:
    return holds(request.user, ORGANIZER if event.released_at is None else ARBITER)


def _added_words(added: Sequence[Hall]) -> str:
    sentence = ngettext("%(count)s hall is added.", "%(count)s halls are added.", len(added))
    return sentence % {"count": len(added)}


@page.organizer_only
@event_press
def same_halls(request: DeskRequest, event: Event) -> str:
    """Add the halls of the event that the button named, which may not be the latest any more."""
    other = lookups.find_row(Event.objects.exclude(pk=event.pk), page.text_of(request, "other"))
    if other is None:
        raise Http404
    return _added_words(centre.take_halls_of(event, other, author=request.user))


@role_required(DEALING)
@event_press
def draw(request: DeskRequest, event: Event) -> str:
    outside = settings.KING_ADDRESS or outside_address(request)
    address = outside + reverse("simultaneous:public", args=[event.code]) if outside else ""
    centre.draw(event, author=request.user, address=address)
    return _("Seed and keys are drawn. Publish the commitment, and hand out the invitations.")


event_step = page.steps_on(event_press, "event")
tell_key = role_required(ORGANIZER, DEALING)(
    event_step(
        centre.tell_key,
        gettext_lazy("The key has been given: the halls deal that partita."),
        "reason",
    )
)
close = page.staff_only(
    event_step(
        centre.close_event,
        gettext_lazy("The event is closed: cards, rows and seed are public."),
    )
)
open_again = page.staff_only(
    event_step(
        centre.open_again,
        gettext_lazy("The event is open again: say until when closing codes count."),
        "reason",
    )
)
official = page.staff_only(
    event_step(centre.make_official, gettext_lazy("The standings are official."))
)


def home_of(request: DeskRequest, event: Event) -> str:
    """Public address of this site: the one in the invitations, if they have one; empty if only this
    network reaches it.
    """
    at_home = reverse("simultaneous:public", args=[event.code])
    return event.plan.get("centre", "").removesuffix(at_home) or outside_address(request)


def own_page(request: DeskRequest, hall: Hall) -> str:
    address = reverse("simultaneous:invited", args=[hall.event.code, hall.number, hall.page_key])
    outside = home_of(request, hall.event)
    return f"{outside}{address}" if outside else request.build_absolute_uri(address)


@role_required(DEALING)
@event_press
def invitations(request: DeskRequest, event: Event) -> HttpResponse:
    """Zip of every hall's invitation, for the dealing role. It is logged, because invitations deal
    the boards.
    """
    drawn_or_404(event)
    packed, pages = io.BytesIO(), list[str]()
    halls = list(event.halls.all())
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for hall in halls:
            archive.writestr(invitation_name(hall), invitation_text(hall))
            pages.append(f"{hall.number}\t{hall.name}\t{own_page(request, hall)}\n")
        archive.writestr("pages.txt", "".join(pages))
    centre.hand_out(event, halls, author=request.user)
    return file_answer(packed.getvalue(), f"{event.code}.zip", "application/zip")


# --- what halls say, typed or dropped at the centre


@page.staff_only
@event_press
def take_code(request: DeskRequest, event: Event) -> str:
    return take_code_of(request, named_hall(request, event, "number"))


def named_hall(request: DeskRequest, event: Event, name: str) -> Hall:
    """Hall with the number in the field ``name``."""
    hall = event.halls.filter(number=page.number_of(request, name, 5) or 0).first()
    if hall is None:
        raise centre.no_such_hall(page.text_of(request, name)[:20])
    return hall


def take_code_of(request: DeskRequest, hall: Hall) -> str:
    reason = page.text_of(request, "reason") if holds(request.user, ARBITER) else ""
    text = page.text_of(request, "code")
    changed = centre.take_code(hall, text, author=request.user, reason=reason)
    fields = {"hall": changed.name, "code": in_groups(changed.code)}
    return _("%(hall)s: closing code %(code)s.") % fields


MOST_FILES = 50
"""Sent at once by the page's script; the server takes ``DATA_UPLOAD_MAX_NUMBER_FILES``."""
EACH_SAID = 10
"""So many reports are said to be here by name; of more their number."""


@page.staff_only
@event_press
def take_reports(request: DeskRequest, event: Event) -> None:
    files = request.FILES.getlist("reports")
    reason = page.text_of(request, "reason") if holds(request.user, ARBITER) else ""
    if not files:
        messages.info(request, _("Choose the files of the reports."))
    halls = list[str]()
    for file in files:
        with page.RefusalDisplay(partial(_say_of_file, request, file.name or "")):
            content = file.read(centre.LARGEST_REPORT + 1)
            report = centre.take_report(
                event, content, file.name or "", author=request.user, reason=reason
            )
            halls.append(report.hall.name)
    if len(halls) > EACH_SAID:
        page.tell(request, _("%(count)s reports are here."), count=len(halls))
    else:
        for name in halls:
            page.tell(request, _("%(hall)s: the report is here."), hall=name)


def _say_of_file(request: DeskRequest, name: str, error: Any) -> None:
    for sentence in page.refusals(error):
        messages.error(request, f"{name}: {sentence}")
