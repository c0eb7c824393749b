"""An event at the desk of its centre: the list, the terms, its steps from the draw to the official
standing, its wall of halls.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.db.models import Count, Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_GET

from frame import page
from frame.night import NextStep
from frame.page import Context, DeskRequest
from frame.setting_fields import RuleSettingsForm, grouped, offer
from frame.visible import file_answer
from ground.addresses import outside_address
from ground.roles import ARBITER, DEALING, ORGANIZER, holds, role_required
from king.rulesets import read_ruleset
from king.simultaneous.documents import METHODS_OF_EVENTS, in_groups
from king.standing.matchpoints import METHODS
from simultaneous import centre
from simultaneous.event_file import invitation_of
from simultaneous.models import Event, Hall
from simultaneous.pages.wall import hall_lines, shown_lines, tallies
from simultaneous.ranking import ask, is_behind
from tournaments.editions import offered_rules
from tournaments.models import site_language

centre_only = role_required(ORGANIZER, ARBITER, DEALING)
"""Of an event's page, its draw and its key; everything about sheets is for ``page.staff_only``."""


def find_event(code: str) -> Event:
    """Past its time it is closed, and where its standing is behind, a new one is asked for."""
    event = centre.closed_when_over(get_object_or_404(Event, code=code.lower()))
    if is_behind(event):
        ask(event)
    return event


def find_hall(code: str, number: int) -> Hall:
    event = find_event(code)
    hall = get_object_or_404(event.halls, number=number)
    hall.event = event
    return hall


event_press = page.press_on(find_event)
hall_press = page.press_on(find_hall)


# --- the list, and the terms


class PlanForm(RuleSettingsForm):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    date = forms.DateField(
        label=gettext_lazy("Date"),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    ruleset = forms.ChoiceField(label=gettext_lazy("Rule system"))
    rounds = forms.IntegerField(label=gettext_lazy("Partite"), min_value=1, max_value=40)
    spares = forms.IntegerField(
        label=gettext_lazy("Spare boards a partita"),
        min_value=0,
        max_value=20,
        help_text=gettext_lazy("For a board that was spoiled in a hall."),
    )
    method = forms.ChoiceField(label=gettext_lazy("Ranking"), widget=forms.RadioSelect)
    opens_at = forms.DateTimeField(
        label=gettext_lazy("The key is told at"), required=False, help_text=""
    )
    closes_at = forms.DateTimeField(
        label=gettext_lazy("Closing codes count until"),
        required=False,
        help_text=gettext_lazy("Then the event closes by itself. Empty: you close it."),
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
        choices=settings.LANGUAGES,
    )
    settings_of = forms.CharField(widget=forms.HiddenInput, required=False, max_length=60)

    COLUMNS = ("name", "date", "opens_at", "closes_at", "language")
    FIRST = ("name", "date", "ruleset", "rounds", "spares", "opens_at", "closes_at")

    def __init__(self, data: Any = None, *, event: Event | None = None, ruleset: str = "") -> None:
        plan = event.plan if event else {}
        own = read_ruleset(plan["ruleset"]) if event else None
        systems = {
            code: rules for code, rules in offered_rules().items() if rules.sides != "teams"
        } | ({own.code: own} if own else {})
        chosen = (data.get("ruleset", "") if data else ruleset) or (own.code if own else "")
        self.rules = systems.get(chosen) or next(iter(systems.values()))
        self.own_rules = own is not None and own.code == self.rules.code
        kept = self.rules.configure(plan.get("settings") if self.own_rules else {})
        standing = plan.get("standing", {})
        super().__init__(
            data,
            initial={
                "date": timezone.localdate(),
                "language": site_language(),
                **({name: getattr(event, name) for name in self.COLUMNS} if event else {}),
                "ruleset": self.rules.code,
                "settings_of": self.rules.code,
                "rounds": plan.get("rounds", 1),
                "spares": plan.get("spares", 1),
                "regulation": plan.get("regulation", ""),
                "method": standing.get("method", METHODS_OF_EVENTS[0]),
                **self.rule_settings_initial(kept),
            },
        )
        offer(self, "ruleset", grouped(systems))
        offer(self, "method", [(code, _(METHODS[code].title)) for code in METHODS_OF_EVENTS])
        for name in ("opens_at", "closes_at"):
            self.fields[name].widget = forms.DateTimeInput(
                format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}
            )
        self.add_rule_settings()
        for name, field in self.fields.items():
            drawn = event is not None and event.drawn_at is not None
            field.disabled = drawn and name not in centre.AFTER_DRAW

    @property
    def first(self) -> list[forms.BoundField]:
        return [self[name] for name in self.FIRST]

    @property
    def columns(self) -> Context:
        cleaned = self.cleaned_data
        changed = self.settings_differing(self.rules.defaults)
        # Without a script the fields are still those of the system before.
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
    told = Count("halls", filter=~Q(halls__code=""), distinct=True)
    rows = Event.objects.annotate(hall_count=Count("halls", distinct=True), told=told)
    context = {"events": rows, "organizes": holds(request.user, ORGANIZER)}
    return render(request, "simultaneous/events.html", context)


@page.organizer_only
@page.get_or_post
def new(request: DeskRequest) -> HttpResponse:
    posted = request.POST if request.method == "POST" else None
    form = PlanForm(posted, ruleset=request.GET.get("ruleset", ""))
    if form.is_valid():
        with page.refusing(form):
            event = centre.plan_event(author=request.user, **form.columns)
            return redirect("simultaneous:centre_event", event.code)
    status = 422 if form.errors else 200
    return render(request, "simultaneous/terms.html", {"form": form}, status=status)


@page.organizer_only
@page.get_or_post
def terms(request: DeskRequest, code: str) -> HttpResponse:
    event = find_event(code)
    posted = request.POST if request.method == "POST" else None
    form = PlanForm(posted, event=event, ruleset=request.GET.get("ruleset", ""))
    if form.is_valid():
        columns = form.columns
        if event.drawn_at is not None:
            columns = {name: columns[name] for name in centre.AFTER_DRAW}
        with page.refusing(form):
            centre.change_event(event, author=request.user, **columns)
            messages.success(request, _("Saved."))
            return redirect("simultaneous:centre_event", event.code)
    return event_page(request, event, "simultaneous/terms.html", "terms", form=form)


# --- the event


def event_page(
    request: DeskRequest, event: Event, template: str, step: str = "", **context: Any
) -> HttpResponse:
    """With the line of the event's steps, of which it belongs to ``step``, which is the name of its
    address where it stands beside them; a page that answers a POST is a refusal.
    """
    runs = holds(request.user, ORGANIZER, ARBITER)
    context = {
        "event": event,
        "runs_event": runs,
        "deals": holds(request.user, DEALING),
        "steps": list(_steps(event)),
        "step_now": step,
        "beside": list(_beside(event)) if runs else (),
        "title": _titles().get(step, ""),
        **context,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, template, context, status=status)


def _steps(event: Event) -> Iterator[Context]:
    url = reverse("simultaneous:centre_event", args=[event.code])
    halls = event.halls.count()
    terms_url = reverse("simultaneous:centre_terms", args=[event.code])
    done = [
        ("terms", _("Terms"), True, terms_url),
        (
            "halls",
            ngettext("%(count)s hall", "%(count)s halls", halls) % {"count": halls},
            halls,
            url,
        ),
        ("draw", _("Draw"), event.drawn_at, url),
        ("key", _("Key"), event.released_at, url),
        ("close", _("Codes and reports"), event.closed_at, url),
        ("official", _("Official standing"), event.official_at, url),
    ]
    is_next = True
    for key, title, is_done, step_url in done:
        state = "done" if is_done else "current" if is_next else "waiting"
        is_next = bool(is_next and is_done)
        yield {"key": key, "title": title, "state": state, "url": step_url}


def _titles() -> dict[str, str]:
    """Of the pages beside the event's own, by the name of their address."""
    return {
        "centre_standing": _("Standing"),
        "centre_doubtful": _("Doubtful boards"),
        "centre_corrections": _("Corrections"),
        "centre_lot": _("Sheets by lot"),
        "centre_comments": _("Comments on the boards"),
    }


def _beside(event: Event) -> Iterator[tuple[str, str]]:
    for name, title in _titles().items() if event.released_at is not None else ():
        if name != "centre_comments" or event.is_closed:
            yield title, reverse(f"simultaneous:{name}", args=[event.code])


@centre_only
@page.fresh_get_or_post
def event(request: DeskRequest, code: str) -> HttpResponse:
    found = find_event(code)
    show = request.GET.get("show", "")
    if request.htmx and request.GET.get("revision") == str(found.revision):
        return HttpResponse(status=204)
    lines = hall_lines(found)
    context = {
        "lines": shown_lines(lines, show),
        "tallies": tallies(lines),
        "renewed": "every 6s"
        if found.state in (Event.State.OPEN, Event.State.RELEASED)
        else "none",
        "show": show,
        "next_step": _next_step(request, found, lines),
        "key": in_groups(found.key) if found.released_at is not None else "",
        "early": centre.is_early(found),
        "may_tell": holds(request.user, ORGANIZER, DEALING),
        "names": page.text_of(request, "names"),
        "typed": {name: page.text_of(request, name) for name in ("number", "code", "reason")},
    }
    if request.htmx:
        context |= {"event": found, "runs_event": holds(request.user, ORGANIZER, ARBITER)}
        return render(request, "simultaneous/event.html#wall", context)
    return event_page(request, found, "simultaneous/event.html", _step_now(found), **context)


def _step_now(event: Event) -> str:
    return {
        Event.State.PLANNED: "halls",
        Event.State.OPEN: "key",
        Event.State.RELEASED: "close",
    }.get(event.state, "official")


def _next_step(request: DeskRequest, event: Event, lines: Iterable[Context]) -> NextStep | None:
    """The one filled button; None where something else is waited for."""

    def step(name: str, title: str, *, does: bool = True) -> NextStep:
        url = reverse(f"simultaneous:{name}", args=[event.code])
        return NextStep(name, title, url, does=does)

    halls = list(lines)
    if event.state == Event.State.PLANNED and halls and holds(request.user, DEALING):
        return step("centre_draw", _("Draw seed and key"))
    if event.state == Event.State.OPEN:
        if centre.is_early(event):
            return step("centre_invitations", _("Invitations of all halls"), does=False)
        if holds(request.user, ORGANIZER, DEALING):
            return step("centre_tell_key", _("Tell the key"))
    if not holds(request.user, ORGANIZER, ARBITER):
        return None
    if event.state == Event.State.RELEASED and all(line["in_field"] for line in halls):
        return step("centre_close", _("Close the event"))
    if event.state == Event.State.CLOSED:
        return step("centre_official", _("Make the standing official"))
    return None


# --- its steps


@page.organizer_only
@event_press
def add_halls(request: DeskRequest, event: Event) -> str:
    added = centre.add_halls(event, page.text_of(request, "names"), author=request.user)
    sentence = ngettext("%(count)s hall is added.", "%(count)s halls are added.", len(added))
    return sentence % {"count": len(added)}


@role_required(DEALING)
@event_press
def draw(request: DeskRequest, event: Event) -> str:
    outside = settings.KING_ADDRESS or outside_address(request)
    address = outside + reverse("simultaneous:public", args=[event.code]) if outside else ""
    centre.draw(event, author=request.user, address=address)
    return _("Seed and key are drawn. Publish the commitment, and hand out the invitations.")


@role_required(ORGANIZER, DEALING)
@event_press
def tell_key(request: DeskRequest, event: Event) -> str:
    centre.tell_key(event, author=request.user, reason=page.text_of(request, "reason"))
    return _("The key is told: the halls may open.")


@page.staff_only
@event_press
def close(request: DeskRequest, event: Event) -> str:
    centre.close_event(event, author=request.user)
    return _("The event is closed: cards, rows and seed are everybody's.")


@page.staff_only
@event_press
def official(request: DeskRequest, event: Event) -> str:
    centre.make_official(event, author=request.user)
    return _("The standing is official.")


def invitation_text(hall: Hall) -> str:
    return json.dumps(invitation_of(hall).as_json(), ensure_ascii=False, indent=1) + "\n"


def own_page(request: DeskRequest, hall: Hall) -> str:
    """As the world finds it: at the address that stands in the invitations, where they have one."""
    event = hall.event.code
    address = reverse("simultaneous:invited", args=[event, hall.number, hall.page_key])
    at_home = reverse("simultaneous:public", args=[event])
    outside = hall.event.plan.get("centre", "").removesuffix(at_home)
    return f"{outside}{address}" if outside else request.build_absolute_uri(address)


def invitation_name(hall: Hall) -> str:
    return f"{hall.event.code}-{hall.number}.king"


@page.staff_only
@require_GET
def invitations(request: DeskRequest, code: str) -> HttpResponse:
    event = find_event(code)
    if event.drawn_at is None:
        raise Http404
    packed, pages = io.BytesIO(), list[str]()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for hall in event.halls.all():
            hall.event = event
            archive.writestr(invitation_name(hall), invitation_text(hall))
            pages.append(f"{hall.number}\t{hall.name}\t{own_page(request, hall)}\n")
        archive.writestr("pages.txt", "".join(pages))
    return file_answer(packed.getvalue(), f"{event.code}.zip", "application/zip")


# --- what halls say, typed or dropped at the centre


@page.staff_only
@event_press
def take_code(request: DeskRequest, event: Event) -> str:
    return take_code_of(request, named_hall(request, event, "number"))


def named_hall(request: DeskRequest, event: Event, name: str) -> Hall:
    """By the number that was sent under that name."""
    hall = event.halls.filter(number=page.number_of(request, name, 5) or 0).first()
    if hall is None:
        raise centre.no_such_hall(page.text_of(request, name)[:20])
    hall.event = event
    return hall


def take_code_of(request: DeskRequest, hall: Hall) -> str:
    reason = page.text_of(request, "reason") if holds(request.user, ARBITER) else ""
    text = page.text_of(request, "code")
    taken = centre.take_code(hall, text, author=request.user, reason=reason)
    fields = {"hall": taken.name, "code": in_groups(taken.code)}
    return _("%(hall)s: closing code %(code)s.") % fields


@page.staff_only
@event_press
def take_reports(request: DeskRequest, event: Event) -> None:
    files = request.FILES.getlist("reports")
    if not files:
        messages.info(request, _("Choose the files of the reports."))
    for file in files:
        with page.Told(partial(_say_of_file, request, file.name or "")):
            content = file.read(centre.LARGEST_REPORT + 1)
            report = centre.take_report(event, content, file.name or "", author=request.user)
            sentence = _("%(hall)s: the report is here.")
            messages.success(request, sentence % {"hall": report.hall.name})


def _say_of_file(request: DeskRequest, name: str, error: Any) -> None:
    for sentence in page.refusals(error):
        messages.error(request, f"{name}: {sentence}")
