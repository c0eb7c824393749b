"""A hall's own pages: the invitation, the steps of its evening, the QR codes of its report; and
what everybody reads of its part in the event.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from frame import page
from frame.outline import Line
from frame.page import Context, DeskRequest, desk_page, get_or_post, text_of
from frame.page_cache import cached_page, standing_revision
from frame.parts import hidden_reason
from frame.public import file_answer
from ground.roles import DEALING, ORGANIZER, holds
from king.simultaneous.documents import in_groups
from king.simultaneous.qr_codes import pack
from night import lookups
from night.lookups import find_evening
from night.visibility import last_published
from scoring.night_form import names_of
from scoring.publishing import PublishedStandings
from screens.pages.reveal import square
from simultaneous import client, hall
from simultaneous.lines import rests_in, rests_note
from simultaneous.models import Participation
from tournaments.models import Tournament
from wording.naming import short_form
from wording.sentences import refusal

FILES = forms.FileInput(attrs={"accept": ".king,.json"})


class InvitationForm(forms.Form):
    file = forms.FileField(label=gettext_lazy("The invitation"), widget=FILES)
    blind = forms.BooleanField(
        label=gettext_lazy("The organizer here plays too"),
        required=False,
        initial=True,
        help_text=gettext_lazy(
            "Then only the dealing role opens the deal slips, and no organizer sees a card."
        ),
    )


@page.organizer_only
@get_or_post
def join(request: DeskRequest) -> HttpResponse:
    form = (
        InvitationForm(request.POST, request.FILES)
        if request.method == "POST"
        else InvitationForm()
    )
    if form.is_valid():
        content = form.cleaned_data["file"].read(hall.LARGEST_INVITATION + 1)
        try:
            blind = form.cleaned_data["blind"]
            joined = hall.join(invitation=content, author=request.user, blind=blind)
        except ValidationError as error:
            if before := (getattr(error, "params", None) or {}).get("evening"):
                messages.info(request, error.messages[0])
                return redirect("simultaneous:hall", before)
            form.add_error("file", error.messages)
        else:
            page.tell(request, _("The evening is made, with the rules and the sealed boards."))
            _say(request, joined, "joined")
            return redirect("simultaneous:hall", joined.tournament.code)
    status = 422 if form.errors else 200
    return render(request, "simultaneous/evening/join.html", {"form": form}, status=status)


def _say(request: DeskRequest, participation: Participation, step: str, **more: Any) -> None:
    """Tell the centre about a step, if the invitation names a centre. A failure is shown to the
    user and stops nothing.
    """
    if client.api_of(participation):
        with page.show_refusals(request):
            client.tell(participation, step, **more)


# --- the steps of the evening


def find_participation(code: str) -> Participation:
    return part_of(lookups.find_tournament(code))


def part_of(tournament: Tournament) -> Participation:
    participation = get_object_or_404(Participation, tournament=tournament)
    participation.tournament = tournament
    return participation


hall_press = page.press_on(find_participation)


@page.staff_only
@page.fresh_get_or_post
def steps(request: DeskRequest, code: str) -> HttpResponse:
    participation = find_participation(code)
    tournament, terms = participation.tournament, participation.invitation
    organizes = holds(request.user, ORGANIZER, evening=tournament.code)
    context: Context = {
        "participation": participation,
        "terms": terms,
        "seal": short_form(hall.invitation_of(participation).commitment),
        "lines": _lines(participation),
        "centre": client.api_of(participation),
        "organizes": organizes,
        "may_end": timezone.now() >= hall.must_be_over(participation),
        "ends": organizes and participation.opened_at and not participation.ended_at,
        "waiting": hall.waiting_for_key(participation),
        "many": len(hall.invitation_of(participation).rounds) > 1,
    }
    if participation.ended_at is not None:
        context |= standing_beside(participation, last_published(tournament))
    elif participation.code:
        context |= _closed(participation)
        if holds(request.user, DEALING, evening=tournament.code):
            # Anybody with the link can speak for the hall.
            context["own_page"] = client.own_page_of(participation)
    elif participation.opened_at is not None:
        blockers = hall.closing_blockers(participation)
        context |= {"blockers": [_blocker(tournament, one) for one in blockers]}
        left_out = hall.never_started(participation)
        if left_out and not hall.closing_blockers(participation, left_out=left_out):
            context["left_out"] = ", ".join(map(str, left_out))
    return desk_page(request, "simultaneous/evening/steps.html", tournament, **context)


def _lines(participation: Participation) -> list[Line]:
    """Lines for the steps that are done, each with its time."""
    done = [
        (participation.joined_at, _("Joined %(when)s")),
        (participation.opened_at, _("Opened %(when)s: the boards are dealt")),
        (participation.reported_at, _("Closed %(when)s: the report is written")),
        (participation.sent_at, _("Sent to the centre %(when)s")),
        (participation.ended_at, _("The event ended here %(when)s")),
    ]
    return [Line("done", words % {"when": _time_words(at)}) for at, words in done if at is not None]


def _time_words(at: Any) -> str:
    return date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")


def _blocker(tournament: Tournament, error: ValidationError) -> dict[str, str]:
    place = error.params or {}
    url = resolve_url("desk:play", tournament.code, place["round"])
    if "table" in place:
        url = resolve_url("desk:sheet", tournament.code, place["round"], place["table"])
    return {"text": error.messages[0], "url": url}


def _closed(participation: Participation) -> Context:
    code = participation.tournament.code
    return {
        "code_groups": in_groups(participation.code).split(),
        "differs": [
            {"text": _differs(one), "url": resolve_url("desk:sheet", code, one.round, one.table)}
            for one in hall.differences(participation)
        ],
        "has_squares": bool(participation.invitation.get("centre")),
    }


def _differs(one: hall.Differs) -> str:
    fields = {"round": one.round, "table": one.table, "hands": ", ".join(map(str, one.hands))}
    sentence = _("Partita %(round)s, table %(table)s: a decision of the arbiter")
    if one.hands:
        sentence = _("Partita %(round)s, table %(table)s: hands %(hands)s")
    return sentence % fields


@page.organizer_only
@hall_press
def open_hall(request: DeskRequest, participation: Participation) -> str:
    rounds = _open(request, participation, text_of(request, "key"))
    return _dealt_words(rounds)


@page.organizer_only
@hall_press
def ask_key(request: DeskRequest, participation: Participation) -> str:
    waiting = set(hall.waiting_for_key(participation))
    dealt = list[int]()
    for key in client.fetch_keys(participation):
        rounds = hall.open_hall(participation=participation, key=key[:80], author=request.user)
        dealt += [number for number in rounds if number in waiting]
    if not dealt:
        raise refusal(_("The centre has not given the next key yet."), "no_key_yet")
    _say(request, participation, "opened", tables=_tables_of(participation))
    return _dealt_words(dealt)


def _open(request: DeskRequest, participation: Participation, key: str) -> tuple[int, ...]:
    rounds = hall.open_hall(participation=participation, key=key[:80], author=request.user)
    _say(request, participation, "opened", tables=_tables_of(participation))
    return rounds


def _tables_of(participation: Participation) -> int:
    """Number of tables in the partita that has most."""
    rounds = participation.tournament.rounds.annotate(count=Count("tables"))
    return max(rounds.values_list("count", flat=True), default=0)


def _dealt_words(rounds: Sequence[int]) -> str:
    numbers = ", ".join(map(str, rounds))
    sentence = _("The boards of partita %(partite)s are dealt: they can be printed.")
    return sentence % {"partite": numbers}


@page.organizer_only
@hall_press
def close_hall(request: DeskRequest, participation: Participation) -> str:
    participation = hall.close_hall(
        participation=participation, author=request.user, reason=request.POST.get("reason")
    )
    if client.api_of(participation):
        with page.show_refusals(request):
            client.send_report(participation)
            return _("The report is written, and the centre has it with its closing code.")
    return _("The report is written. Give its closing code to the centre.")


@page.organizer_only
@hall_press
def send(request: DeskRequest, participation: Participation) -> str:
    if not participation.report:
        raise refusal(_("There is no report yet: close the hall first."), "not_closed")
    client.send_report(participation)
    return _("The centre has the closing code and the report.")


@page.organizer_only
@hall_press
def end(request: DeskRequest, participation: Participation) -> str:
    file = request.FILES.get("result")
    if file is None and "reason" not in request.POST:
        raise refusal(_("Choose the result that the centre published."), "no_file")
    hall.end(
        participation=participation,
        author=request.user,
        result=None if file is None else file.read(hall.LARGEST_RESULT + 1),
        code=text_of(request, "code"),
        reason=text_of(request, "reason"),
    )
    return _("The event is over: hands and cards are shown.")


@page.organizer_only
@hall_press
def fetch_result(request: DeskRequest, participation: Participation) -> str:
    result, code = client.fetch_result(participation)
    hall.end(participation=participation, author=request.user, result=result, code=code)
    return _("The event is over: hands and cards are shown.")


@page.organizer_only
@require_GET
def report(request: DeskRequest, code: str) -> HttpResponse:
    participation = find_participation(code)
    if not participation.report:
        raise Http404
    name = f"hall-{participation.invitation['hall']}-report.king"
    answer = file_answer(participation.report, name, "application/json")
    answer["Cache-Control"] = "no-store"
    return answer


@page.organizer_only
@page.fresh_get
def squares(request: DeskRequest, code: str, number: int = 1) -> HttpResponse:
    """Page with one QR code of the report, as large as the screen."""
    participation = find_participation(code)
    centre = participation.invitation.get("centre")
    if not participation.report or not centre:
        raise Http404
    parts = pack(hall.report_of(participation), participation.secret)
    if not 1 <= number <= len(parts):
        raise Http404
    part = parts[number - 1]
    place = f"R/{participation.invitation['hall']}/{part.place}/{part.text}/"
    context = {
        "tournament": participation.tournament,
        "number": number,
        "parts": range(1, len(parts) + 1),
        "square": square(centre.rstrip("/").upper() + "/" + place, error="l"),
    }
    return render(request, "simultaneous/evening/squares.html", context)


# --- what the result says


def standing_beside(participation: Participation, published: PublishedStandings | None) -> Context:
    """Lines of the hall in the event, each with its place in the evening's own standing."""
    result = participation.result
    if not result:
        return {}
    local = _local_places(participation.tournament, published)
    by_wind = {
        line["name"]: (wind, line["rank"], listed["of"])
        for wind, listed in result["winds"].items()
        for line in listed["lines"]
    }
    lines = []
    listed = (*result["overall"]["lines"], *result.get("late", {}).get("lines", ()))
    rounds = sorted({int(partita) for line in listed for partita in line.get("earned", {})})
    for line in listed:
        own = {"local": local.get(line["name"]), "wind": by_wind.get(line["name"])}
        rests = rests_in(line.get("earned", {}), rounds)
        lines.append(line | own | {"percent": Fraction(line["percent"]), "rests": rests})
    return {
        "found": hall.digest_is_found(participation),
        "result": result,
        "national": lines,
        "rests_note": rests_note(lines),
    }


def _local_places(
    tournament: Tournament, published: PublishedStandings | None
) -> Mapping[str, int]:
    if published is None or published.standings is None:
        return {}
    names = names_of(tournament)
    return {
        names[published.entries[line.entry].pk]: line.rank
        for line in published.standings.overall
        if line.entry in published.entries and line.rank is not None
    }


@cached_page(standing_revision)
@never_cache
@require_safe
def public(request: HttpRequest, code: str) -> HttpResponse:
    tournament = find_evening(code)
    participation = part_of(tournament)
    context = {
        "tournament": tournament,
        "terms": participation.invitation,
        "held": hidden_reason(tournament),
        "now": "standing",
        "centre": participation.invitation.get("centre"),
        **standing_beside(participation, last_published(tournament)),
    }
    return render(request, "simultaneous/evening/public.html", context)


PRESSES = {
    "open": open_hall,
    "ask": ask_key,
    "close": close_hall,
    "send": send,
    "end": end,
    "fetch": fetch_result,
}
"""The buttons of the page, by the last word of their address."""
