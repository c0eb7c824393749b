"""The arbiter's decisions: each seen before it is made, kept with its author and reason, revoked and never erased."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from king.sheet import ScoredSheet
from king.winds import Side, Wind
from king_tournament.desk.forms_ruling import KINDS, RulingForm
from king_tournament.desk.page import desk_page, find_round, find_tournament, refusals, say_no, staff_only
from king_tournament.desk.sheet_grid import grid_of
from printing import wording
from printing.articles import Article, article_named, articles
from printing.ruling_words import effect_in_words
from scoring import services
from scoring.errata import ABSENT, OVERALL, WIND, Change, Figures
from scoring.models import Ruling, Sheet
from scoring.reading import ScoredTable, averages_now, rules_in_force, scored_table
from tournaments.models import Player, Round, Tournament

RULINGS_SHOWN = 500
READY = ("hand", "kind", "offender", "article", "reason")
"""What another page may have filled in already."""


@dataclass(frozen=True)
class Shown:
    """A ruling as a line of the list; its effect in words."""

    ruling: Ruling
    contract: str
    offenders: tuple[tuple[Wind | Side, str], ...]
    effect: str
    article: Article | None


@staff_only
@require_GET
def rulings(request: HttpRequest, code: str) -> HttpResponse:
    """Every ruling of the evening, those in force and those revoked."""
    return _list(request, find_tournament(code))


def _list(request: HttpRequest, tournament: Tournament, status: int = 200, **more: Any) -> HttpResponse:
    found = _rulings_of(tournament)
    playing = _in_play(tournament)
    tables = list(playing.tables.order_by("number").values_list("number", flat=True)) if playing else []
    context = {"rulings": list(_shown(found, tournament)), "round": playing, "tables": tables, **more}
    context["regulation"] = regulation_of(tournament)
    if playing is not None and playing.stage != Round.Stage.OFFICIAL:
        rules, settings = rules_in_force(tournament)
        context["hands"] = rules.schedule(settings)
    return desk_page(request, "desk/rulings.html", tournament, status=status, **context)


def regulation_of(tournament: Tournament) -> tuple[Article, ...]:
    """The numbered articles of the evening."""
    rules, settings = rules_in_force(tournament)
    return articles(rules, settings, boards=tournament.plays_boards)


def _in_play(tournament: Tournament) -> Round | None:
    return tournament.rounds.exclude(stage=Round.Stage.SEATING).order_by("-number").first()


@staff_only
@require_POST
def annul(request: HttpRequest, code: str) -> HttpResponse:
    """Take a hand out of the last partita at every table: the time ran out, or its board is void."""
    tournament = find_tournament(code)
    round_ = _in_play(tournament)
    hand, reason = request.POST.get("hand", ""), request.POST.get("reason", "")
    if round_ is None or hand not in map(str, range(1, tournament.rules.length + 1)):
        raise Http404
    try:
        made = services.annul_hand(round=round_, hand=int(hand), reason=reason, arbiter=request.user)
    except ValidationError as error:
        say_no(request, error)
        return _list(request, tournament, status=422, annulling=int(hand), reason=reason)
    told = ngettext("Taken out: %(count)s row.", "Taken out: %(count)s rows.", len(made)) % {"count": len(made)}
    messages.success(request, told)
    return redirect("desk:rulings", tournament.code)


def _rulings_of(tournament: Tournament) -> QuerySet[Ruling]:
    found = Ruling.objects.filter(sheet__table__round__tournament=tournament)
    found = found.select_related("sheet__table__round", "arbiter", "revoked_by", "call")
    found = found.prefetch_related("sheet__table__seats__player", "protests")
    return found.order_by("-created_at", "-pk")[:RULINGS_SHOWN]


def _shown(found: Iterable[Ruling], tournament: Tournament) -> Iterable[Shown]:
    ruleset, settings = rules_in_force(tournament)
    plans = {plan.number: plan for plan in ruleset.schedule(settings)}
    rulings = list(found)
    averages = averages_now(rulings)
    regulation = regulation_of(tournament)
    for ruling in rulings:
        plan = plans.get(ruling.hand or 0)
        seats = [seat for seat in ruling.sheet.table.seats.all() if seat.from_hand == 1]
        yield Shown(
            ruling,
            wording.contract_name(plan.contract) if plan is not None and plan.contract is not None else "",
            tuple(
                (column, ", ".join(seat.player.full_name for seat in seats if _sits(seat.wind, column)))
                for place in ruling.offenders if (column := ruleset.column(place)) is not None
            ),
            effect_in_words(ruling, settings.score_error_policy, averages.get(ruling.pk)),
            article_named(ruling.article, regulation),
        )  # fmt: skip


def rulings_of(player: Player) -> list[Shown]:
    """What was ruled on a player, evening by evening, the newest first."""
    evenings: dict[Tournament, list[Ruling]] = {}
    for ruling in services.rulings_on(player):
        evenings.setdefault(ruling.sheet.table.round.tournament, []).append(ruling)
    return [shown for tournament, rulings in evenings.items() for shown in _shown(rulings, tournament)]


def _sits(wind: str, column: Wind | Side) -> bool:
    return wind in (column.winds if isinstance(column, Side) else (column,))


@staff_only
@require_POST
def revoke(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Take a ruling out of force, with a reason."""
    tournament = find_tournament(code)
    found = Ruling.objects.select_related("sheet").filter(sheet__table__round__tournament=tournament)
    ruling = get_object_or_404(found, pk=pk)
    reason = request.POST.get("reason", "")
    try:
        services.revoke_ruling(ruling=ruling, author=request.user, reason=reason)
    except ValidationError as error:
        say_no(request, error)
        context = {"rulings": list(_shown(_rulings_of(tournament), tournament)), "revoking": pk, "reason": reason}
        context["regulation"] = regulation_of(tournament)
        return desk_page(request, "desk/rulings.html", tournament, status=422, **context)
    messages.success(request, _("The ruling is revoked; it stays on record."))
    return redirect("desk:rulings", tournament.code)


@staff_only
@require_GET
def find_ruling(request: HttpRequest, code: str) -> HttpResponse:
    """From the list to the form of a table of the partita played last."""
    tournament = find_tournament(code)
    playing = tournament.rounds.exclude(stage=Round.Stage.SEATING).order_by("-number").first()
    text = request.GET.get("table", "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0
    if playing is None or not playing.tables.filter(number=number).exists():
        messages.error(request, _("Choose a table of the partita."))
        return redirect("desk:rulings", tournament.code)
    return redirect("desk:rule", tournament.code, playing.number, number)


# --- making one


@dataclass(frozen=True)
class Correction:
    """A line of a standing that a ruling changes, in words."""

    place: str
    entry: str
    before: str
    after: str


def _correction(change: Change) -> Correction:
    """A line of a standing that changes, in words."""
    place = _("Overall")
    if change.place.startswith(WIND):
        place = wording.column_name(change.place.removeprefix(WIND))
    elif change.place != OVERALL:
        place = _("Partita %(number)s") % {"number": change.place.removeprefix("round ")}
    return Correction(place, change.entry, _figures(change.before), _figures(change.after))


def _figures(figures: Figures | None) -> str:
    if figures is None:
        return wording.NOTHING
    rank, match_points, total = (each if each == ABSENT else wording.number(Fraction(each)) for each in figures)
    return _("place %(rank)s, %(match_points)s match points, total %(total)s") % {
        "rank": rank, "match_points": match_points, "total": total
    }  # fmt: skip


@dataclass(frozen=True)
class RowEffect:
    """A row before and after a ruling: the points of each column, and their sum."""

    hand: int
    contract: str
    before: tuple[Fraction, ...]
    after: tuple[Fraction, ...]


@dataclass(frozen=True)
class Effect:
    """A column's total before and after a ruling."""

    column: Wind | Side
    name: str
    before: Fraction
    after: Fraction

    @property
    def difference(self) -> Fraction:
        """What the ruling changes for this column."""
        return self.after - self.before


@staff_only
@never_cache
@require_http_methods(["GET", "POST"])
def rule(request: HttpRequest, code: str, number: int, table: int) -> HttpResponse:
    """A ruling on a table's sheet: filled in, looked at, made."""
    round_ = find_round(find_tournament(code), number)
    sheet = Sheet.objects.select_related("table__round__tournament").filter(
        table__round=round_, table__number=table
    ).first()  # fmt: skip
    if sheet is None:
        raise Http404
    seen = services.seen_of(sheet)  # Before the rows are read.
    scored = scored_table(sheet)
    grid = grid_of(scored)
    looking = "preview" in request.POST
    data = request.POST if request.method == "POST" else None
    initial = {name: request.GET[name] for name in READY if request.GET.get(name)}
    form = RulingForm(data, table=scored, grid=grid, preview=looking, initial=initial)
    context = {
        "round": round_, "table": scored, "form": form, "kinds": KINDS, "effects": (), "seen": seen,
        "regulation": regulation_of(round_.tournament),
    }  # fmt: skip
    if data is not None and form.is_valid():
        ruling = form.ruling
        try:
            if not looking:
                return _make(request, form, sheet)
        except ValidationError as error:
            form.add_error(None, refusals(error))
        try:
            before, after = services.preview_ruling(sheet=sheet, **ruling)
            context |= {
                "before": before, "after": after, "effects": _effects(scored, before, after),
                "rows": _row_effects(before, after), "columns": tuple(before.totals),
                "total_before": sum(before.totals.values()), "total_after": sum(after.totals.values()),
                "changes": [_correction(each) for each in services.preview_standing(sheet=sheet, **ruling)],
            }  # fmt: skip
        except ValidationError as error:
            if looking:
                form.add_error(None, refusals(error))
    if looking and request.htmx:  # type: ignore[attr-defined]
        return render(request, "desk/_ruling_preview.html", context)
    status = 422 if form.errors else 200
    return desk_page(request, "desk/rule.html", round_.tournament, step="play", number=number, status=status, **context)


def _make(request: HttpRequest, form: RulingForm, sheet: Sheet) -> HttpResponse:
    services.rule(
        sheet=sheet, article=form.cleaned_data["article"], reason=form.cleaned_data["reason"], arbiter=request.user,
        seen=request.POST.get("seen"), **form.ruling,
    )  # fmt: skip
    messages.success(request, _("The ruling is made."))
    round_ = sheet.table.round
    return redirect("desk:sheet", round_.tournament.code, round_.number, sheet.table.number)


def _row_effects(before: ScoredSheet, after: ScoredSheet) -> tuple[RowEffect, ...]:
    """The rows that the ruling changes, each with its sum at the end."""
    return tuple(
        RowEffect(
            old.hand, wording.contract_name(old.contract) if old.contract is not None else "",
            (*old.points.values(), old.sum), (*new.points.values(), new.sum),
        )
        for old, new in zip(before.rows, after.rows, strict=True) if old.points != new.points
    )  # fmt: skip


def _effects(table: ScoredTable, before: ScoredSheet, after: ScoredSheet) -> tuple[Effect, ...]:
    names = {column: ", ".join(entry.title for entry in table.entries(column)) for column in before.totals}
    return tuple(Effect(column, names[column], before.totals[column], after.totals[column]) for column in before.totals)
