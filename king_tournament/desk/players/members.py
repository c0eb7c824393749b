"""The members of the club in a year: who they are, who has paid, on the page, on paper and for a spreadsheet."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Count, Sum
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_GET, require_http_methods

from king_tournament.desk.page import DeskRequest, organizer_only, read_number, say_no
from printing.documents.entry_lists import members_listed, render_members
from printing.spreadsheets import as_csv
from tournaments.models import Player
from tournaments.people.members import enrol, leave, members_of, pay, take_payment_back, usual_fee
from tournaments.people.models import Membership
from tournaments.roster import find_players

LONGEST_SEARCH = 120


class FeeForm(forms.Form):
    fee = forms.DecimalField(label=gettext_lazy("Fee"), min_value=0, max_digits=8, decimal_places=2, localize=True)
    paid_on = forms.DateField(label=gettext_lazy("Paid on"))


def _year(request: DeskRequest) -> int:
    """The year that is asked for, else the one that it is."""
    found = read_number(request.GET.get("year", ""), 4)
    return found if found and found >= 1900 else timezone.localdate().year


@organizer_only
@require_http_methods(["GET", "POST"])
def members(request: DeskRequest) -> HttpResponse:
    """The members of a year; a POST enrols one, or all of the year before, and says who has paid."""
    year = _year(request)
    if request.method == "POST":
        try:
            _change(request, year)
        except ValidationError as error:
            say_no(request, error)
        return redirect(f"{reverse('desk:roster_members')}?year={year}")
    own, query = members_of(year), request.GET.get("q", "")[:LONGEST_SEARCH]
    here = set(own.values_list("player", flat=True))
    years = {*Membership.objects.values_list("year", flat=True).distinct(), year, timezone.localdate().year}
    context = {
        "year": year, "years": sorted(years | {max(years) + 1}, reverse=True), "members": own, "search": query,
        "found": [player for player in find_players(query, limit=25) if player.pk not in here] if query else (),
        "before": members_of(year - 1).exclude(player__in=here).count(), "usual": usual_fee(year),
        "paid": own.aggregate(count=Count("paid_on"), fees=Sum("fee")), "today": timezone.localdate(),
    }  # fmt: skip
    return render(request, "desk/players/members.html", context)


def _change(request: DeskRequest, year: int) -> None:
    step, pk = request.POST.get("step", ""), read_number(request.POST.get("pk", ""), 11) or 0
    if step == "last_year":
        count = enrol(players=[earlier.player for earlier in members_of(year - 1)], year=year)
        sentence = ngettext("%(count)s member more.", "%(count)s members more.", count)
        messages.success(request, sentence % {"count": count})
        return
    if step == "enrol":
        player = Player.objects.filter(pk=pk, is_house=False).first()
        if player is None:
            raise ValidationError(_("This player is not on the roster any more."), "not_there")
        enrol(players=[player], year=year)
        sentence = _("%(player)s is a member of %(year)s.")
        messages.success(request, sentence % {"player": player.full_name, "year": year})
        return
    member = members_of(year).filter(pk=pk).first()
    if member is None:
        raise ValidationError(_("This player is no member of that year any more."), "no_member")
    if step == "pay":
        form = FeeForm(request.POST)
        if not form.is_valid():
            problems = [f"{form.fields[name].label}: {said.as_text()}" for name, said in form.errors.items()]
            raise ValidationError([f"{member.player.full_name}. {problem}" for problem in problems])
        pay(member=member, **form.cleaned_data)
    elif step == "unpaid":
        take_payment_back(member=member)
    elif step == "leave":
        leave(member=member)


@organizer_only
@require_GET
def members_file(request: DeskRequest, kind: str) -> HttpResponse:
    year = _year(request)
    own = list(members_of(year))
    if kind == "csv":
        response = HttpResponse(as_csv(members_listed(year, own)), content_type="text/csv; charset=utf-8")
    elif kind == "pdf":
        response = HttpResponse(render_members(year, own), content_type="application/pdf")
    else:
        raise Http404
    name = _("members")
    response["Content-Disposition"] = f'{"inline" if kind == "pdf" else "attachment"}; filename="{name}-{year}.{kind}"'
    return response
