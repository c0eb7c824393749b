"""The club's roster: its players, and lists that come out of files."""

from collections.abc import Mapping, Sequence
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
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from deals.models import WindChoice
from frame import page
from frame.page import DeskRequest
from frame.person_entry import agreement_of, offer_undo, player_choices, who_is_meant
from frame.ruling_lines import rulings_of
from frame.setting_fields import group
from ground.names import clean_text, like_name
from king.words import folded
from night import lookups
from night.next_steps import PLAYERS
from people.lists import RosterImport, RosterPreview, import_roster as write_roster, read_roster
from people.members import agree_to_page
from people.merging import CHOSEN
from people.models import Membership
from people.pages.person import people_of_club
from printing.names import lacks_paper_name, people_on_paper, said_of_letters
from printing.paper import lacking
from tournaments.entries import forget_players
from tournaments.list_reading.rows import NO_NAME, no_name
from tournaments.models import Player, Tournament
from tournaments.roster import Judged, Status, find_players, invented, save_player, who_could_agree
from wording.sentences import refusal


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
        help_text=gettext_lazy("One name from the roster per line."),
    )
    page_agreed = forms.BooleanField(
        label=gettext_lazy("Agrees to a public page"),
        required=False,
        help_text=gettext_lazy(
            "Every published evening with its place, for everybody who has the address. Ask the player first."
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
        fields = (*CHOSEN, "at_wind", "at_table")

    WISHES = ("at_wind", "at_table", "never_with")
    """Wishes that a draw of single players heeds as far as it can."""

    def personal(self) -> list[forms.BoundField]:
        return [field for field in self if field.name not in self.WISHES]

    wishes = group(WISHES)

    def has_wishes(self) -> bool:
        return any(field.value() or field.errors for field in self.wishes)

    def clean_never_with(self) -> list[Player]:
        people = []
        for line in filter(None, map(clean_text, self.cleaned_data["never_with"].splitlines())):
            match find_players(line, limit=2):
                case [player] if player != self.instance:
                    people.append(player)
                    continue
                case []:
                    sentence = _("Nobody on the roster is called “%(name)s”.")
                case [_player]:
                    sentence = _("“%(name)s” is this same player.")
                case _more:
                    sentence = _(
                        "More than one person on the roster fits “%(name)s”: write the whole name, or the card."
                    )
            raise refusal(sentence, name=line)
        return people

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        for name in ("surname", "given_name", "name_for_paper", "card_number", "club"):
            if name in values:
                values[name] = clean_text(values[name] or "")
        for name in ("surname", "given_name"):
            if no_name(values.get(name, "")):
                self.add_error(name, _(NO_NAME) % {"text": values[name][:60]})
        if values.get("surname") == "":
            self.add_error("surname", _("A player needs a surname."))
        if missing := lacking(values.get("name_for_paper", "")):
            sentence = _(
                "Paper does not have these letters: %(letters)s. Write the name in letters like a, b, c."
            )
            self.add_error("name_for_paper", sentence % {"letters": " ".join(missing)})
        return values


class RosterFileForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("The roster's file, a workbook (.xlsx, .xls, .ods), .csv, .txt or .vcf"),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.xlsm,.xls,.ods,.csv,.txt,.vcf"}),
    )


PLAYERS_ON_A_PAGE = 50


@page.organizer_only
@require_GET
def roster(request: DeskRequest) -> HttpResponse:
    query, year = page.letters(request), lookups.read_number(request.GET.get("year", ""), 4)
    trial = year is None and "trial" in request.GET
    people = matches = _search_people(query)
    if year:
        people = matches.filter(club_years__year=year)
    else:
        people = matches.filter(invented()) if trial else matches.exclude(invented())
    filters = {"q": query, "year": year or "", "trial": trial}
    filters = {name: value for name, value in filters.items() if value}
    context = {
        "page": Paginator(people, PLAYERS_ON_A_PAGE).get_page(request.GET.get("page")),
        "search": query,
        "query": f"{urlencode(filters)}&" if filters else "",
        "year": year,
        "years": Membership.objects.order_by("-year").values_list("year", flat=True).distinct(),
        "trial": trial,
    }
    if not (year or trial):
        agreed = Player.objects.filter(emails_agreed=True).exclude(email="")
        context |= {
            "could_agree": who_could_agree().count(),
            "agreed": agreed.count(),
            "invented": matches.filter(invented()).count(),
            "cards_twice": people_of_club().filter(card_key__contains=" ").exists(),
        }
    template = "people/roster.html#list" if request.htmx else "people/roster.html"
    return render(request, template, context)


def _search_people(query: str) -> QuerySet[Player]:
    people = Player.objects.filter(is_house=False)
    for word in folded(query).split()[:6]:
        people = people.filter(search__contains=f" {word}")
    return people.annotate(evenings=Count("memberships", distinct=True)).order_by("search", "pk")


@page.organizer_only
@require_http_methods(["GET", "POST"])
def add(request: DeskRequest) -> HttpResponse:
    return _edit_player(request, Player(), _("%(player)s is on the roster."))


@page.organizer_only
@require_http_methods(["GET", "POST"])
def player(request: DeskRequest, pk: int) -> HttpResponse:
    player = get_object_or_404(Player, pk=pk, is_house=False)
    return _edit_player(request, player, _("%(player)s is saved."))


def _edit_player(request: DeskRequest, instance: Player, sentence: str) -> HttpResponse:
    form = PlayerForm(request.POST if request.method == "POST" else None, instance=instance)
    valid, player = form.is_valid(), Player.objects.filter(pk=instance.pk).first()
    candidates = []
    if valid and player is None:
        candidates = who_is_meant(form.cleaned_data, request.POST.get("somebody_new", ""))
    if valid and not candidates:
        typed = form.cleaned_data
        saved = save_player(player=form.save(commit=False), author=request.user)
        saved.apart.set(typed["never_with"])
        if "page_agreed" in typed:
            agree_to_page(player=saved, agreed=typed["page_agreed"], author=request.user)
        page.tell(request, sentence, player=saved.full_name)
        if lacks_paper_name(saved):
            missing = _(
                "Paper does not have the letters of “%(player)s” and prints “%(paper)s”: fill in “Name for paper”."
            )
            paper = people_on_paper([saved])[saved.pk]
            messages.warning(request, missing % {"player": saved.full_name, "paper": paper})
            return redirect("people:player", saved.pk)
        return redirect("people:roster")
    context = {
        "form": form,
        "player": player,
        "meant": candidates,
        "rulings": () if player is None else rulings_of(player),
    }
    status = 422 if form.errors or candidates else 200
    return render(request, "people/player.html", context, status=status)


SALT = "desk.roster"
SHOWN_LINES = 400
"""Lines of one kind that a page shows; a form may have a thousand fields."""
MOST_IN_A_COLUMN = 12
"""Lines without a question that stand one below the other; of more there are two columns."""

KEPT_OUT = "kept_out"
"""The doubtful lines of those who did not say yes: many, and no question of spelling."""

SENTENCES = {
    Status.DOUBTFUL: gettext_noop("Say who each of them is; those without an answer stay out."),
    KEPT_OUT: gettext_noop("They stay out unless you say who they are."),
    Status.REFUSED: gettext_noop("Put them right in the file and import it again."),
    Status.NEW: gettext_noop("Added to the roster; tick any to be left out."),
    Status.KNOWN: gettext_noop("Nothing about them is changed."),
}
"""In the order in which a person looks at them."""

LABELS = {KEPT_OUT: gettext_lazy("not coming, perhaps, or reserve")}
ASKS = {
    Status.DOUBTFUL: gettext_lazy("Who is it?"),
    KEPT_OUT: gettext_lazy("Who is it?"),
    Status.REFUSED: "",
}
"""The heading of a group's last column, where it is not who is left out."""


@page.organizer_only
@require_http_methods(["GET", "POST"])
def import_roster(request: DeskRequest) -> HttpResponse:
    return _import(request, None)


@page.organizer_only
@page.while_open("desk:players")
@require_http_methods(["GET", "POST"])
def import_entries(request: DeskRequest, code: str) -> HttpResponse:
    return _import(request, lookups.find_tournament(code))


def _import(request: DeskRequest, tournament: Tournament | None) -> HttpResponse:
    if request.method == "POST" and "preview" in request.POST:
        return _accept(request, tournament)
    uploaded = (request.POST, request.FILES) if request.method == "POST" else ()
    form = RosterFileForm(*uploaded)
    if form.is_valid():
        with page.refusing(form, {NON_FIELD_ERRORS: "file"}):
            file = form.cleaned_data["file"]
            chosen = {"enter_all": "enter_all" in request.POST}
            return _show(request, tournament, read_roster(file, file.name), chosen)
    status = 422 if form.errors else 200
    return _render(request, "people/import.html", tournament, status, form=form)


def _render(
    request: DeskRequest,
    template: str,
    tournament: Tournament | None,
    status: int,
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
    by_kind = {kind: _lines_of_kind(preview, kind) for kind in SENTENCES}
    new = (judged.row.full_name for judged in preview.of(Status.NEW))
    context = {
        "preview": preview,
        "heading": _heading(by_kind),
        "notes": [*preview.notes, *preview.chosen.notes],
        "groups": [_group(kind, lines, chosen) for kind, lines in by_kind.items() if lines],
        "signed": signing.dumps(preview.as_json(), salt=SALT, compress=True),
        "chosen": chosen,
        "not_on_paper": said_of_letters(new),
    }
    return _render(request, "people/import_preview.html", tournament, status, **context)


def _lines_of_kind(preview: RosterPreview, kind: str) -> list[Judged]:
    status = Status.DOUBTFUL if kind == KEPT_OUT else Status(kind)
    return [
        judged
        for judged in preview.of(status)
        if status is not Status.DOUBTFUL or (judged.row.says is not None) == (kind == KEPT_OUT)
    ]


def _heading(by_kind: Mapping[str, Sequence[Judged]]) -> str:
    """Heading with counts: ``40 members: 38 new, 0 already there, 2 doubtful``. Other kinds are
    listed only if there are any.
    """
    counts = {kind: len(lines) for kind, lines in by_kind.items()}
    words = {
        Status.NEW: ngettext("%(count)s new", "%(count)s new", counts[Status.NEW]),
        Status.KNOWN: ngettext(
            "%(count)s already there", "%(count)s already there", counts[Status.KNOWN]
        ),
        Status.DOUBTFUL: ngettext(
            "%(count)s doubtful", "%(count)s doubtful", counts[Status.DOUBTFUL]
        ),
        KEPT_OUT: ngettext("%(count)s kept out", "%(count)s kept out", counts[KEPT_OUT]),
        Status.REFUSED: ngettext("%(count)s refused", "%(count)s refused", counts[Status.REFUSED]),
    }
    always = (Status.NEW, Status.KNOWN, Status.DOUBTFUL)
    parts = [
        text % {"count": counts[kind]}
        for kind, text in words.items()
        if counts[kind] or kind in always
    ]
    count = sum(counts.values())
    sentence = ngettext("%(count)s member: %(parts)s", "%(count)s members: %(parts)s", count)
    return sentence % {"count": count, "parts": ", ".join(parts)}


def _group(kind: str, lines: Sequence[Judged], chosen: dict[str, Any]) -> dict[str, Any]:
    # Members known under another name come first, so that they are noticed.
    lines = sorted(lines, key=_is_the_same)
    rows = [_line_shown(judged, chosen) for judged in lines[:SHOWN_LINES]]
    half = -(-len(rows) // 2)
    parted = kind in (Status.NEW, Status.KNOWN) and len(rows) > MOST_IN_A_COLUMN
    answered = any(line["left"] or any(now for *_, now in line["choices"]) for line in rows)
    return {
        "status": str(kind),
        "label": LABELS.get(kind) or Status(kind).label,
        "columns": [rows[:half], rows[half:]] if parted else [rows],
        "asks": ASKS.get(kind, _("Leave out")),
        "count": len(lines),
        "more": max(0, len(lines) - SHOWN_LINES),
        "sentence": _(SENTENCES[kind]),
        "is_open": answered
        or kind not in (KEPT_OUT, Status.KNOWN)
        or (kind == Status.KNOWN and not _is_the_same(lines[0])),
    }


def _line_shown(judged: Judged, chosen: dict[str, Any]) -> dict[str, Any]:
    """Context of a line. ``choices`` are the members who may be meant; without any, the line can be
    left out unless it is refused.
    """
    key, kind = judged.key, judged.status
    choice = chosen.get("meant", {}).get(key)
    choices = [
        *((member.pk, member.label, choice == member.pk) for member in judged.candidates),
        ("new", _("Somebody new"), key in chosen.get("accept", ())),
    ]
    leave = _("Leave %(player)s out") % {"player": judged.row.full_name}
    return {
        "line": judged.line,
        "key": key,
        "called": judged.row.full_name,
        "card": judged.row.card_number,
        "club": judged.row.club,
        "email": judged.row.email,
        "agreed": agreement_of(judged.row),
        "row_class": "row-wrong" if kind is Status.REFUSED else "",
        "reason": "" if kind is Status.NEW or _is_the_same(judged) else judged.reason,
        "choices": [(value, words, "checked" if now else "") for value, words, now in choices]
        if kind is Status.DOUBTFUL
        else [],
        "leave": "" if kind in (Status.DOUBTFUL, Status.REFUSED) else leave,
        "left": "checked" if key in chosen.get("leave", ()) else "",
    }


def _is_the_same(judged: Judged) -> bool:
    """Whether a known line has exactly its member's name, so that no reason needs to be shown."""
    member = judged.member
    return (
        judged.status is Status.KNOWN
        and member is not None
        and like_name(member.surname, member.given_name) == like_name(judged.row.full_name)
    )


def _accept(request: DeskRequest, tournament: Tournament | None) -> HttpResponse:
    accepted, left_out = (page.read_numbers(request, name) for name in ("accept", "leave"))
    answers = player_choices(request.POST)
    accepted |= {line for line, pk in answers.items() if pk is None}
    choices = {line: pk for line, pk in answers.items() if pk is not None}
    enter_all = "enter_all" in request.POST
    try:
        preview = RosterPreview.from_json(page.unsigned(page.text_of(request, "preview"), SALT))
    except ValidationError as error:
        page.show_refusal(request, error)
        return redirect(request.path)
    sheet = request.POST.get("sheet", preview.sheet)
    # Nothing is written of a sheet that was not seen.
    if "read" in request.POST or sheet != preview.sheet:
        return _show(request, tournament, preview.of_sheet(sheet), {"enter_all": enter_all})
    with page.show_refusals(request):
        imported = write_roster(
            preview=preview,
            accepted_lines=_accepted_lines(preview, accepted, left_out),
            author=request.user,
            choices=choices,
            tournament=tournament if enter_all else None,
        )
        sentence = _imported_sentence(imported, entered=tournament is not None and enter_all)
        added = [player.pk for player in imported.added]
        if tournament is not None:
            entries = [entry.pk for entry in imported.entered]
            offer_undo(request, tournament, sentence, entries=entries, players=added)
            return redirect("desk:players", tournament.code)
        signed = signing.dumps(added, salt=SALT, compress=True)
        page.say_with_undo(request, sentence, reverse("people:undo"), added=signed)
        return redirect("people:roster")
    chosen = {"accept": accepted, "leave": left_out, "enter_all": enter_all, "meant": choices}
    return _show(request, tournament, preview, chosen, status=422)


@page.organizer_only
@require_POST
def undo(request: DeskRequest) -> HttpResponse:
    """Remove the players of an import from the roster again, except those who have entered an
    evening since.
    """
    added = page.unsigned(page.text_of(request, "added"), SALT)
    if added is None:
        messages.error(request, _("This import can no longer be undone."))
        return redirect("people:roster")
    gone = forget_players(added)
    sentence = ngettext(
        "%(count)s player is no longer on the roster.",
        "%(count)s players are no longer on the roster.",
        gone,
    )
    page.tell(request, sentence, count=gone)
    if gone < len(added):
        stay = ngettext(
            "%(count)s player stays: an evening has entered them.",
            "%(count)s players stay: an evening has entered them.",
            len(added) - gone,
        )
        messages.warning(request, stay % {"count": len(added) - gone})
    return redirect("people:roster")


def _accepted_lines(preview: RosterPreview, accepted: set[int], left_out: set[int]) -> set[int]:
    lines = {judged.key for judged in preview.lines}
    doubtful = {judged.key for judged in preview.of(Status.DOUBTFUL)}
    return (lines - doubtful - left_out) | (doubtful & accepted)


def _imported_sentence(imported: RosterImport, *, entered: bool) -> str:
    sentence = _(
        "Imported: %(added)s added to the roster, %(known)s already on it, %(left)s left aside."
    )
    if entered:
        sentence = _(
            "Imported: %(added)s added to the roster, %(known)s already on it, %(entered)s entered, "
            "%(left)s left aside."
        )
    return sentence % {
        "added": len(imported.added),
        "known": imported.known,
        "entered": len(imported.entered),
        "left": len(imported.left),
    }
