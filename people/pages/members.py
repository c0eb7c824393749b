"""The members of a year with their fees, and who agrees to e-mails."""

from django import forms
from django.contrib import messages
from django.core import signing
from django.core.exceptions import ValidationError
from django.db.models import Count, Sum
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.http import require_GET, require_http_methods

from frame import page
from frame.page import DeskRequest
from frame.public import file_answer
from night import lookups
from people.members import (
    agree_to_emails,
    enrol,
    leave_club,
    members_of,
    pay_fee,
    revoke_fee,
    usual_fee,
)
from people.models import Membership
from people.pages.roster import SALT, SHOWN_LINES
from people.paper import members_listed, render_members
from printing.spreadsheets import as_csv
from tournaments.models import Player
from tournaments.roster import find_players, invented, players_for, who_could_agree
from wording.sentences import refusal


@page.organizer_only
@require_http_methods(["GET", "POST"])
def consent(request: DeskRequest) -> HttpResponse:
    code = request.GET.get("evening", "")
    tournament = lookups.find_tournament(code) if code else None
    if request.method == "POST":
        (_take_agreement_back if "take_back" in request.POST else _agree)(request)
        return redirect(request.get_full_path())
    context = {"evening": tournament, "people": who_could_agree(tournament)[:SHOWN_LINES]}
    return render(request, "people/consent.html", context)


def _agree(request: DeskRequest) -> None:
    chosen = page.read_numbers(request, "player")
    players = agree_to_emails(players=chosen, agreed=True, author=request.user)
    if not players:
        messages.info(request, _("Nobody was chosen."))
        return
    sentence = ngettext(
        "%(count)s player agrees to e-mails.", "%(count)s players agree to e-mails.", len(players)
    )
    sentence %= {"count": len(players)}
    signed = signing.dumps([player.pk for player in players], salt=SALT, compress=True)
    page.say_with_undo(request, sentence, request.get_full_path(), take_back=signed)


def _take_agreement_back(request: DeskRequest) -> None:
    people = page.unsigned(request.POST["take_back"], SALT)
    if people is None:
        messages.error(request, _("This can no longer be undone."))
        return
    agree_to_emails(players=people, agreed=False, author=request.user)
    page.tell(request, _("The agreements are taken back."))


class FeeForm(forms.Form):
    fee = forms.DecimalField(
        label=gettext_lazy("Fee"), min_value=0, max_digits=8, decimal_places=2, localize=True
    )
    paid_on = forms.DateField(label=gettext_lazy("Paid on"))


def _year(request: DeskRequest) -> int:
    year = lookups.read_number(request.GET.get("year", ""), 4) or 0
    return year if year >= 1900 else timezone.localdate().year


@page.organizer_only
@require_http_methods(["GET", "POST"])
def members(request: DeskRequest) -> HttpResponse:
    year, today = _year(request), timezone.localdate()
    own, query = members_of(year), page.letters(request)
    here = set(own.values_list("player", flat=True))
    others = players_for(None).exclude(invented()).exclude(pk__in=here)
    years = {*Membership.objects.values_list("year", flat=True).distinct(), year, today.year}
    context = {
        "year": year,
        "years": sorted(years | {max(years) + 1}, reverse=True),
        "members": own,
        "search": query,
        "found": find_players(query, limit=25, among=others) if query else (),
        "before": members_of(year - 1).exclude(player__in=here).count(),
        "usual": usual_fee(year),
        "paid": own.aggregate(count=Count("paid_on"), fees=Sum("fee")),
        "today": today,
    }
    return render(request, "people/members.html", context)


@page.organizer_only
@page.press
def enrol_again(request: DeskRequest) -> str:
    """Enrol the members of the year before in this year."""
    year = _year(request)
    count = enrol(players=[earlier.player for earlier in members_of(year - 1)], year=year)
    sentence = ngettext("%(count)s more member.", "%(count)s more members.", count)
    return sentence % {"count": count}


@page.organizer_only
@page.press
def enrol_player(request: DeskRequest) -> str:
    year = _year(request)
    player = lookups.find_row(Player.objects.filter(is_house=False), request.POST.get("pk", ""))
    if player is None:
        raise refusal(_("This player is no longer on the roster."), "not_there")
    enrol(players=[player], year=year)
    return _("%(player)s is a member of %(year)s.") % {"player": player.full_name, "year": year}


def _member(request: DeskRequest) -> Membership:
    member: Membership | None = lookups.find_row(
        members_of(_year(request)), request.POST.get("pk", "")
    )
    if member is None:
        raise refusal(_("This player is no longer a member of that year."), "no_member")
    return member


@page.organizer_only
@page.press
def pay(request: DeskRequest) -> None:
    member, form = _member(request), FeeForm(request.POST)
    if not form.is_valid():
        name = member.player.full_name
        raise ValidationError(
            [
                f"{name}. {form.fields[field].label}: {errors.as_text()}"
                for field, errors in form.errors.items()
            ]
        )
    pay_fee(member=member, **form.cleaned_data)


@page.organizer_only
@page.press
def unpaid(request: DeskRequest) -> None:
    revoke_fee(member=_member(request))


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
        return file_answer(as_csv(members_listed(own)), name, "text/csv; charset=utf-8")
    if kind == "pdf":
        return file_answer(render_members(year, own), name, "application/pdf", inline=True)
    raise Http404
