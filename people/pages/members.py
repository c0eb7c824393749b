"""The members of a year with their fees, and who agrees to e-mails."""

from django import forms
from django.contrib import messages
from django.core import signing
from django.core.exceptions import ValidationError
from django.db.models import Count, Sum
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_GET, require_http_methods

from frame import page
from frame.page import DeskRequest
from people.members import (
    agree_to_emails,
    enrol,
    leave_club,
    members_of,
    pay_fee,
    take_fee_back,
    usual_fee,
)
from people.models import Membership
from people.pages.roster import SALT, SHOWN_LINES
from people.paper import members_listed, render_members
from printing.spreadsheets import as_csv
from tournaments.models import Player
from tournaments.roster import (
    find_players,
    invented,
    players_for,
    who_could_agree,
)


@page.organizer_only
@require_http_methods(["GET", "POST"])
def consent(request: DeskRequest) -> HttpResponse:
    code = request.GET.get("evening", "")
    tournament = page.find_tournament(code) if code else None
    if request.method == "POST" and "take_back" in request.POST:
        try:
            people = signing.loads(request.POST["take_back"], salt=SALT)
        except signing.BadSignature:
            messages.error(request, _("This cannot be taken back any more."))
        else:
            agree_to_emails(players=people, agreed=False, author=request.user)
            messages.success(request, _("The agreements are taken back."))
        return redirect(request.get_full_path())
    if request.method == "POST":
        agreeing = agree_to_emails(
            players=page.read_numbers(request, "player"), agreed=True, author=request.user
        )
        if not agreeing:
            messages.info(request, _("Nobody was chosen."))
            return redirect(request.get_full_path())
        count = len(agreeing)
        sentence = ngettext(
            "%(count)s player agrees to e-mails.", "%(count)s players agree to e-mails.", count
        )
        taken = signing.dumps([player.pk for player in agreeing], salt=SALT, compress=True)
        page.say_with_undo(
            request, sentence % {"count": count}, request.get_full_path(), take_back=taken
        )
        return redirect(request.get_full_path())
    context = {"evening": tournament, "people": who_could_agree(tournament)[:SHOWN_LINES]}
    return render(request, "people/consent.html", context)


class FeeForm(forms.Form):
    fee = forms.DecimalField(
        label=gettext_lazy("Fee"), min_value=0, max_digits=8, decimal_places=2, localize=True
    )
    paid_on = forms.DateField(label=gettext_lazy("Paid on"))


def _year(request: DeskRequest) -> int:
    found = page.read_number(request.GET.get("year", ""), 4)
    return found if found and found >= 1900 else timezone.localdate().year


@page.organizer_only
@require_http_methods(["GET", "POST"])
def members(request: DeskRequest) -> HttpResponse:
    year = _year(request)
    own, query = members_of(year), page.letters(request)
    here = set(own.values_list("player", flat=True))
    others = players_for(None).exclude(invented()).exclude(pk__in=here)
    years = {
        *Membership.objects.values_list("year", flat=True).distinct(),
        year,
        timezone.localdate().year,
    }
    context = {
        "year": year,
        "years": sorted(years | {max(years) + 1}, reverse=True),
        "members": own,
        "search": query,
        "found": find_players(query, limit=25, among=others) if query else (),
        "before": members_of(year - 1).exclude(player__in=here).count(),
        "usual": usual_fee(year),
        "paid": own.aggregate(count=Count("paid_on"), fees=Sum("fee")),
        "today": timezone.localdate(),
    }
    return render(request, "people/members.html", context)


@page.organizer_only
@page.press
def enrol_again(request: DeskRequest) -> None:
    """The members of the year before."""
    year = _year(request)
    count = enrol(players=[earlier.player for earlier in members_of(year - 1)], year=year)
    sentence = ngettext("%(count)s member more.", "%(count)s members more.", count)
    messages.success(request, sentence % {"count": count})


@page.organizer_only
@page.press
def enrol_player(request: DeskRequest) -> None:
    year = _year(request)
    player = page.find_row(Player.objects.filter(is_house=False), request.POST.get("pk", ""))
    if player is None:
        raise ValidationError(_("This player is not on the roster any more."), "not_there")
    enrol(players=[player], year=year)
    sentence = _("%(player)s is a member of %(year)s.")
    messages.success(request, sentence % {"player": player.full_name, "year": year})


def _member(request: DeskRequest) -> Membership:
    member: Membership | None = page.find_row(
        members_of(_year(request)), request.POST.get("pk", "")
    )
    if member is None:
        raise ValidationError(_("This player is no member of that year any more."), "no_member")
    return member


@page.organizer_only
@page.press
def pay(request: DeskRequest) -> None:
    member, form = _member(request), FeeForm(request.POST)
    if not form.is_valid():
        raise ValidationError(
            [
                f"{member.player.full_name}. {form.fields[name].label}: {errors.as_text()}"
                for name, errors in form.errors.items()
            ]
        )
    pay_fee(member=member, **form.cleaned_data)


@page.organizer_only
@page.press
def unpaid(request: DeskRequest) -> None:
    take_fee_back(member=_member(request))


@page.organizer_only
@page.press
def leave(request: DeskRequest) -> None:
    leave_club(member=_member(request))


@page.organizer_only
@require_GET
def members_file(request: DeskRequest, kind: str) -> HttpResponse:
    year = _year(request)
    own = list(members_of(year))
    name = _("members") + f"-{year}.{kind}"
    if kind == "csv":
        return page.file_answer(as_csv(members_listed(year, own)), name, "text/csv; charset=utf-8")
    if kind == "pdf":
        return page.file_answer(render_members(year, own), name, "application/pdf", inline=True)
    raise Http404
