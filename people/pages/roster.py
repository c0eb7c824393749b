"""The club's roster: its players, and lists that come out of files."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.core.paginator import Paginator
from django.db.models import Count, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from deals.models import WindChoice
from frame import page
from frame.entering import offer_undo, said_of_lines, who_is_meant
from frame.night import PLAYERS
from frame.page import DeskRequest
from frame.ruling_lines import rulings_of
from frame.setting_fields import group
from ground.names import cleaned
from king.words import folded
from people.lists import RosterImport, RosterPreview, read_roster
from people.lists import import_roster as write_roster
from people.members import (
    agree_to_page,
)
from people.models import Membership
from printing.names import lacks_paper_name, people_on_paper, said_of_letters
from printing.paper import lacking
from tournaments.entries import forget_players
from tournaments.list_reading.rows import NO_NAME, no_name
from tournaments.models import Player, Tournament
from tournaments.roster import (
    Status,
    find_players,
    invented,
    save_player,
    who_could_agree,
)


class PlayerForm(forms.ModelForm):
    at_wind = forms.ChoiceField(
        label=gettext_lazy("Always at"), required=False, choices=[("", "–"), *WindChoice.choices]
    )
    at_table = forms.IntegerField(
        label=gettext_lazy("Always at table"), required=False, min_value=1, max_value=250
    )
    never_with = forms.CharField(
        label=gettext_lazy("Never at a table with"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("One name of the roster a line."),
    )
    page_agreed = forms.BooleanField(
        label=gettext_lazy("Agrees to a public page"),
        required=False,
        help_text=gettext_lazy(
            "Every posted evening with its place, for everybody who has the address. Ask the player first."
        ),
    )

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        if self.instance.pk is not None:
            self.fields["never_with"].initial = "\n".join(
                other.full_name for other in self.instance.apart.all()
            )
        self.fields["page_agreed"].initial = bool(self.instance.page_code)
        if not (settings.PLAYER_PAGES or self.instance.page_code):
            del self.fields["page_agreed"]

    class Meta:
        model = Player
        fields = (
            "surname",
            "given_name",
            "name_for_paper",
            "card_number",
            "club",
            "email",
            "emails_agreed",
            "at_wind",
            "at_table",
        )

    WISHES = ("at_wind", "at_table", "never_with")
    """Wishes that a draw of single players heeds as far as it can."""

    def personal(self) -> list[forms.BoundField]:
        return [field for field in self if field.name not in self.WISHES]

    wishes = group(WISHES)

    def has_wishes(self) -> bool:
        return any(field.value() or field.errors for field in self.wishes)

    def clean_never_with(self) -> list[Player]:
        people = []
        for line in filter(None, map(cleaned, self.cleaned_data["never_with"].splitlines())):
            match find_players(line, limit=2):
                case [player] if player != self.instance:
                    people.append(player)
                case []:
                    raise forms.ValidationError(
                        _("Nobody on the roster is called “%(name)s”."), params={"name": line}
                    )
                case [_player]:
                    raise forms.ValidationError(
                        _("That is the player himself: “%(name)s”."), params={"name": line}
                    )
                case _more:
                    sentence = _(
                        "More than one on the roster fits “%(name)s”: write the whole name, or the card."
                    )
                    raise forms.ValidationError(sentence, params={"name": line})
        return people

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        for name in ("surname", "given_name", "name_for_paper", "card_number", "club"):
            if name in values:
                values[name] = cleaned(values[name] or "")
                if name in ("surname", "given_name") and no_name(values[name]):
                    self.add_error(name, _(NO_NAME) % {"text": values[name][:60]})
        if "surname" in values and not values["surname"]:
            self.add_error("surname", _("A player needs a surname."))
        if missing := lacking(values.get("name_for_paper", "")):
            sentence = _(
                "Paper has not these letters: %(letters)s. Write the name in letters like a, b, c."
            )
            self.add_error("name_for_paper", sentence % {"letters": " ".join(missing)})
        return values


class RosterFileForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("The roster's file, a workbook (.xlsx, .xls, .ods), .csv or .txt"),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.xlsm,.xls,.ods,.csv,.txt"}),
    )


PLAYERS_ON_A_PAGE = 50


@page.organizer_only
@require_GET
def roster(request: DeskRequest) -> HttpResponse:
    query, year = page.letters(request), page.read_number(request.GET.get("year", ""), 4)
    trial = year is None and "trial" in request.GET
    people = _named(query).filter(club_years__year=year) if year else _named(query)
    found = people if year else people.filter(invented()) if trial else people.exclude(invented())
    part = Paginator(found, PLAYERS_ON_A_PAGE).get_page(request.GET.get("page"))
    asked = {
        name: value for name, value in (("q", query), ("year", year), ("trial", trial)) if value
    }
    years = Membership.objects.order_by("-year").values_list("year", flat=True).distinct()
    context = {
        "page": part,
        "search": query,
        "query": f"{urlencode(asked)}&" if asked else "",
        "year": year,
        "could_agree": 0 if year or trial else who_could_agree().count(),
        "agreed": 0
        if year or trial
        else Player.objects.filter(emails_agreed=True).exclude(email="").count(),
        "years": years,
        "trial": trial,
        "invented": 0 if year or trial else people.filter(invented()).count(),
    }
    template = "people/roster.html#list" if request.htmx else "people/roster.html"
    return render(request, template, context)


def _named(query: str) -> QuerySet[Player]:
    found = Player.objects.filter(is_house=False)
    for word in folded(query).split()[:6]:
        found = found.filter(search__contains=f" {word}")
    return found.annotate(evenings=Count("memberships", distinct=True)).order_by("search", "pk")


@page.organizer_only
@require_http_methods(["GET", "POST"])
def add(request: DeskRequest) -> HttpResponse:
    return _edited(request, Player(), _("%(player)s is on the roster."))


@page.organizer_only
@require_http_methods(["GET", "POST"])
def player(request: DeskRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(Player, pk=pk, is_house=False)
    return _edited(request, found, _("%(player)s is saved."))


def _edited(request: DeskRequest, found: Player, sentence: str) -> HttpResponse:
    form = PlayerForm(request.POST if request.method == "POST" else None, instance=found)
    valid, player = (
        request.method == "POST" and form.is_valid(),
        Player.objects.filter(pk=found.pk).first(),
    )
    meant = []
    if valid and player is None:
        meant = who_is_meant(form.cleaned_data, request.POST.get("somebody_new", ""))
    if valid and not meant:
        saved = save_player(player=form.save(commit=False), author=request.user)
        saved.apart.set(form.cleaned_data["never_with"])
        if "page_agreed" in form.cleaned_data:
            agree_to_page(
                player=saved, agreed=form.cleaned_data["page_agreed"], author=request.user
            )
        messages.success(request, sentence % {"player": saved.full_name})
        if lacks_paper_name(saved):
            missing = _(
                "Paper has not the letters of “%(player)s” and prints “%(paper)s”: fill in “Name for paper”."
            )
            paper = people_on_paper([saved])[saved.pk]
            messages.warning(request, missing % {"player": saved.full_name, "paper": paper})
            return redirect("people:player", saved.pk)
        return redirect("people:roster")
    context = {
        "form": form,
        "player": player,
        "meant": meant,
        "rulings": () if player is None else rulings_of(player),
    }
    return render(
        request, "people/player.html", context, status=422 if form.errors or meant else 200
    )


SALT = "desk.roster"
SHOWN_LINES = 400
"""Lines of one kind that a page shows; a form may have a thousand fields."""

SENTENCES = {
    Status.NEW: gettext_noop("Added to the roster, unless you leave them out."),
    Status.KNOWN: gettext_noop("Nothing is changed about them."),
    Status.DOUBTFUL: gettext_noop("Say of each who it is; those of whom you say nothing stay out."),
    Status.REFUSED: gettext_noop("Put them right in the file and import it again."),
}


@page.organizer_only
@require_http_methods(["GET", "POST"])
def import_roster(request: DeskRequest) -> HttpResponse:
    return _import(request, None)


@page.organizer_only
@require_http_methods(["GET", "POST"])
def import_entries(request: DeskRequest, code: str) -> HttpResponse:
    return _import(request, page.find_tournament(code))


def _import(request: DeskRequest, tournament: Tournament | None) -> HttpResponse:
    if request.method == "POST" and "preview" in request.POST:
        return _accept(request, tournament)
    form = (
        RosterFileForm(request.POST, request.FILES)
        if request.method == "POST"
        else RosterFileForm()
    )
    enter_all = "enter_all" in request.POST
    if request.method == "POST" and form.is_valid():
        with page.refusing(form, {NON_FIELD_ERRORS: "file"}):
            file = form.cleaned_data["file"]
            preview = read_roster(file, file.name)
            return _show(request, tournament, preview, {"enter_all": enter_all})
    status = 422 if form.errors else 200
    return _render(request, "people/import.html", tournament, status, form=form)


def _render(
    request: DeskRequest,
    template: str,
    tournament: Tournament | None,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    if tournament is None:
        return render(request, template, context, status=status)
    return page.desk_page(request, template, tournament, step=PLAYERS, status=status, **context)


def _show(
    request: DeskRequest,
    tournament: Tournament | None,
    preview: RosterPreview,
    chosen: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    kinds = (Status.DOUBTFUL, Status.REFUSED, Status.NEW, Status.KNOWN)
    groups = [
        {
            "status": kind,
            "lines": lines[:SHOWN_LINES],
            "count": len(lines),
            "more": max(0, len(lines) - SHOWN_LINES),
            "sentence": _(SENTENCES[kind]),
        }
        for kind in kinds
        if (lines := preview.of(kind))
    ]
    signed = signing.dumps(preview.as_json(), salt=SALT, compress=True)
    not_on_paper = said_of_letters(judged.row.full_name for judged in preview.of(Status.NEW))
    context = {
        "preview": preview,
        "groups": groups,
        "signed": signed,
        "chosen": chosen,
        "not_on_paper": not_on_paper,
    }
    return _render(request, "people/import_preview.html", tournament, status, **context)


def _accept(request: DeskRequest, tournament: Tournament | None) -> HttpResponse:
    accepted, left_out = page.read_numbers(request, "accept"), page.read_numbers(request, "leave")
    said = said_of_lines(request.POST)
    accepted |= {line for line, pk in said.items() if pk is None}
    meant = {line: pk for line, pk in said.items() if pk is not None}
    enter_all = "enter_all" in request.POST
    chosen = {"accept": accepted, "leave": left_out, "enter_all": enter_all, "meant": meant}
    try:
        preview = _signed_preview(request.POST.get("preview", ""))
    except ValidationError as error:
        page.say_no(request, error)
        return (
            redirect("people:import_entries", tournament.code)
            if tournament
            else redirect("people:import_roster")
        )
    sheet = request.POST.get("sheet", preview.sheet)
    if (
        "read" in request.POST or sheet != preview.sheet
    ):  # nothing is written of a sheet that was not seen
        return _show(request, tournament, preview.of_sheet(sheet), {"enter_all": enter_all})
    lines = _accepted_lines(preview, accepted, left_out)
    with page.saying_no(request):
        done = write_roster(
            preview=preview,
            accepted_lines=lines,
            author=request.user,
            meant=meant,
            tournament=tournament if enter_all else None,
        )
        sentence = _imported_sentence(done, entered=tournament is not None and enter_all)
        added = [player.pk for player in done.added]
        if tournament is not None:
            entries = [entry.pk for entry in done.entered]
            offer_undo(request, tournament, sentence, entries=entries, players=added)
            return redirect("desk:players", tournament.code)
        page.say_with_undo(
            request,
            sentence,
            reverse("people:undo"),
            added=signing.dumps(added, salt=SALT, compress=True),
        )
        return redirect("people:roster")
    return _show(request, tournament, preview, chosen, status=422)


@page.organizer_only
@require_POST
def undo(request: DeskRequest) -> HttpResponse:
    """Take the players of an import off the roster again, but for those who have entered an evening
    since.
    """
    try:
        added = signing.loads(request.POST.get("added", ""), salt=SALT)
    except signing.BadSignature:
        messages.error(request, _("This import cannot be taken back any more."))
        return redirect("people:roster")
    gone = forget_players(added)
    sentence = ngettext(
        "%(count)s player is off the roster.", "%(count)s players are off the roster.", gone
    )
    messages.success(request, sentence % {"count": gone})
    if gone < len(added):
        stay = ngettext(
            "%(count)s player stays: an evening has entered them.",
            "%(count)s players stay: an evening has entered them.",
            len(added) - gone,
        )
        messages.warning(request, stay % {"count": len(added) - gone})
    return redirect("people:roster")


def _signed_preview(text: str) -> RosterPreview:
    try:
        return RosterPreview.from_json(signing.loads(text, salt=SALT))
    except signing.BadSignature:
        sentence = _("The preview of the roster has been lost. Choose the file again.")
        raise ValidationError(sentence, code="preview_lost") from None


def _accepted_lines(preview: RosterPreview, accepted: set[int], left_out: set[int]) -> set[int]:
    return {
        judged.key
        for judged in preview.lines
        if (
            judged.key in accepted
            if judged.status is Status.DOUBTFUL
            else judged.key not in left_out
        )
    }


def _imported_sentence(done: RosterImport, *, entered: bool) -> str:
    fields = {
        "added": len(done.added),
        "known": done.known,
        "entered": len(done.entered),
        "left": len(done.left),
    }
    if entered:
        sentence = _(
            "Imported: %(added)s added to the roster, %(known)s already on it, %(entered)s entered, "
            "%(left)s left aside."
        )
    else:
        sentence = _(
            "Imported: %(added)s added to the roster, %(known)s already on it, %(left)s left aside."
        )
    return sentence % fields


# --- agreement to e-mails, for several at once


# --- the members of a year: who they are, who has paid
