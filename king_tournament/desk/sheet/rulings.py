"""Rulings: the form, what one would do, making and revoking it."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import (
    BoundField,
    CharField,
    CheckboxSelectMultiple,
    ChoiceField,
    Form,
    MultipleChoiceField,
    RadioSelect,
    Textarea,
    TextInput,
    TypedChoiceField,
)
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.http import require_GET

from frame.page import (
    Context,
    DeskRequest,
    desk_page,
    evening_press,
    fresh_get_or_post,
    get_or_post,
    number_or_none_such,
    on_evening,
    refusals,
    round_page,
    staff_only,
    tell,
    text_of,
    while_open,
)
from frame.ruling_lines import regulation_of, rests_note, shown_rulings
from frame.setting_fields import PointsField, offer
from king.cards import Side, Wind
from king.rulesets.base import HandPlan, RuleSet
from king.rulesets.settings import SETTINGS
from king.sheet.full_sheet import ScoredSheet
from king.sheet.ruling_kinds import KINDS as RULING_KINDS, Effect, Offenders
from king_tournament.desk.tables.seat_panel import address_of, on_sheet
from king_tournament.sheet.grid import grid_of
from night.lookups import find_row, read_number
from scoring import decisions
from scoring.calls import open_calls
from scoring.decisions import (
    LONGEST_ARTICLE,
    annul_hand,
    preview_ruling,
    preview_standing,
    revoke_ruling,
)
from scoring.models import Ruling, Sheet
from scoring.scored_sheets import ScoredTable, scored_table
from scoring.sheet_steps import seen_of
from scoring.standing import warnings_so_far
from tournaments.models import Tournament
from wording import naming
from wording.errata import ABSENT, OVERALL, ROUND, WIND, Change, Figures
from wording.ruling_words import SCOPE_WORDS, WORDS, label_of

EFFECT_FIELDS = {
    "policy": Effect.POLICY,
    "points": Effect.POINTS,
    "fouled": Effect.WORTH,
    "scope": Effect.SCOPE,
}
"""Fields of the form, each shown for the kinds with this effect."""
MEAN = "mean"
TYPED = "typed"
ANNUL = "annul"


class RulingForm(Form):
    """A ruling on the sheet of one table. ``effect`` and the rest are as the service takes them."""

    kind = ChoiceField(label=gettext_lazy("Kind of ruling"), widget=RadioSelect)
    hand = TypedChoiceField(
        label=gettext_lazy("Hand"), required=False, coerce=int, empty_value=None
    )
    offender = MultipleChoiceField(
        label=gettext_lazy("Who"),
        required=False,
        widget=CheckboxSelectMultiple,
    )
    policy = ChoiceField(label=gettext_lazy("What the dealer is charged"), required=False)
    points = PointsField(
        label=gettext_lazy("Points"),
        required=False,
        max_length=20,
        help_text=gettext_lazy("With a minus sign for points taken away: −5, or 2.5."),
    )
    fouled = ChoiceField(
        label=gettext_lazy("What the row is worth"),
        required=False,
        widget=RadioSelect,
        choices=[
            (
                MEAN,
                gettext_lazy(
                    "the average of the other tables, wind by wind, including later corrections"
                ),
            ),
            (TYPED, gettext_lazy("these points")),
            (ANNUL, gettext_lazy("nothing: the row is annulled")),
        ],
    )
    scope = ChoiceField(
        label=gettext_lazy("From what"),
        required=False,
        widget=RadioSelect,
        choices=list(SCOPE_WORDS.items()),
    )
    article = CharField(
        label=gettext_lazy("Article"),
        required=False,
        max_length=LONGEST_ARTICLE,
        widget=TextInput(attrs={"list": "articles"}),
        help_text=gettext_lazy("An article of the evening's regulation, or words of your own."),
    )
    reason = CharField(
        label=gettext_lazy("Reason (required)"),
        widget=Textarea(attrs={"rows": 2}),
        max_length=2000,
        help_text=gettext_lazy(
            "Everybody can read it beside the ruling. It says what the rows cannot: it allows a "
            "sheet whose sum is not 0 to be closed."
        ),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        table: ScoredTable,
        grid: Context,
        preview: bool,
        initial: Mapping[str, Any],
    ) -> None:
        super().__init__(
            data, initial={"kind": next(iter(RULING_KINDS)), "fouled": MEAN, **initial}
        )
        ruleset, settings = (
            table.round.tournament.rules,
            table.round.tournament.configured,
        )
        self.columns = ruleset.columns
        hands = [
            (row["hand"], f"{row['hand']} · {row['title']}") for row in grid["rows"] if row["state"]
        ]
        policies = SETTINGS["score_error_policy"]  # also where the system does not ask for it
        usual = settings.score_error_policy
        as_usual = _("as the evening has it: %(policy)s") % {"policy": _(policies.labels[usual])}
        others = [(code, _(text)) for code, text in policies.labels.items() if code != usual]
        offer(self, "kind", [(code, words.choice) for code, words in WORDS.items()])
        offer(self, "hand", [("", _("none")), *hands])
        offer(self, "offender", _offenders(table, self.columns))
        self.fields["offender"].help_text = _several()
        offer(self, "policy", [("", as_usual), *others])
        for column in self.columns:
            self.fields[f"points_{column}"] = PointsField(
                label=naming.column_name(column), required=False, max_length=20
            )
        if preview:
            self.fields["reason"].required = False

    @property
    def row_points(self) -> list[BoundField]:
        return [self[f"points_{column}"] for column in self.columns]

    @property
    def kinds_that_ask(self) -> Mapping[str, str]:
        """Return, for each field, the kinds of ruling that it is shown for."""
        kinds = RULING_KINDS.values()
        codes_by_field = {"offender": [kind.code for kind in kinds if kind.offenders.are_asked]}
        for name, effect in EFFECT_FIELDS.items():
            codes_by_field[name] = [kind.code for kind in kinds if kind.effect is effect]
        return {name: " ".join(codes) for name, codes in codes_by_field.items()}

    def clean(self) -> Context:
        cleaned = super().clean() or self.cleaned_data
        kind = RULING_KINDS.get(cleaned.get("kind", ""))
        if kind is None:
            return cleaned
        needed = {
            "hand": (kind.needs_hand(cleaned.get("scope")), _("Choose the hand.")),
            "offender": (kind.offenders.are_asked, _("Choose who it was.")),
            "scope": (kind.effect is Effect.SCOPE, _("Choose from what.")),
            "points": (kind.effect is Effect.POINTS, _("Write how many points.")),
            "fouled": (kind.effect is Effect.WORTH, _("Choose what the row is worth.")),
        }
        typed = kind.effect is Effect.WORTH and cleaned.get("fouled") == TYPED
        for column in self.columns:
            needed[f"points_{column}"] = typed, _("Write the points of every wind.")
        for name, (is_needed, sentence) in needed.items():
            if is_needed and cleaned.get(name) in (None, "", []) and name not in self.errors:
                self.add_error(name, sentence)
        if kind.offenders is Offenders.ONE and len(cleaned.get("offender", ())) > 1:
            self.add_error("offender", _("One at a time: make a separate ruling for each."))
        return cleaned

    @property
    def ruling(self) -> Context:
        cleaned = self.cleaned_data
        kind = RULING_KINDS[cleaned["kind"]]
        charged = cleaned["offender"] if kind.offenders.are_asked else []
        effect = self._effect(kind.effect) | ({"offenders": charged} if len(charged) > 1 else {})
        alone = charged[0] if len(charged) == 1 else ""
        return {"kind": kind.code, "hand": cleaned["hand"], "offender": alone, "effect": effect}

    def _effect(self, effect: Effect | None) -> Context:
        cleaned = self.cleaned_data
        match effect:
            case Effect.POLICY:
                return {"policy": cleaned["policy"]} if cleaned["policy"] else {}
            case Effect.SCOPE:
                return {"scope": cleaned["scope"]}
            case Effect.POINTS:
                return {"points": str(cleaned["points"])}
            case Effect.WORTH if cleaned["fouled"] == MEAN:
                return {"average": True}
            case Effect.WORTH if cleaned["fouled"] == TYPED:
                points = {str(column): cleaned[f"points_{column}"] for column in self.columns}
                return {"points": {column: str(number) for column, number in points.items()}}
        return {}


def _several() -> str:
    several = [
        label_of(kind.code) for kind in RULING_KINDS.values() if kind.offenders is Offenders.SEVERAL
    ]
    return _("Several together only for: %(rulings)s.") % {"rulings": ", ".join(several)}


def _offenders(table: ScoredTable, columns: Iterable[Wind | Side]) -> Iterable[tuple[str, str]]:
    """Yield each column that may be the offender, with its players and the number of their warnings
    this evening.
    """
    warned = warnings_so_far(table.round.tournament)
    for column in columns:
        names = ", ".join(entry.title for entry in table.entries(column)) or naming.NOTHING
        words = f"{naming.column_name(column)} · {names}"
        seats = [table.seats[wind] for wind in column.winds if wind in table.seats]
        if count := sum(warned[seat.player_id] for seat in seats):
            times = ngettext("%(count)s warning", "%(count)s warnings", count)
            words = f"{words} · {times % {'count': count}}"
        yield str(column), words


RULINGS_SHOWN = 500
READY = ("hand", "kind", "offender", "article", "reason")
"""Fields that another page may have filled in already."""


@staff_only
@get_or_post
@on_evening
def rulings(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    playing = tournament.last_started
    rules, settings = tournament.rules, tournament.configured
    calling = [call.table.number for call in open_calls(tournament) if call.table.round == playing]
    context: Context = {
        "rulings": list(shown_rulings(_rulings_of(tournament), tournament)),
        "regulation": regulation_of(tournament),
        "round": playing,
        "calling": calling[0] if calling else None,
        "annul_reason": text_of(request, "reason") if "hand" in request.POST else "",
    }
    if playing:
        tables = playing.tables.order_by("number")
        context["tables"] = tables.values_list("number", flat=True)
        if not playing.is_official:
            context["hands"] = [
                (str(plan.number), _plan_title(rules, plan)) for plan in rules.schedule(settings)
            ]
    return desk_page(request, "desk/sheet/rulings.html", tournament, **context)


def _plan_title(rules: RuleSet, plan: HandPlan) -> str:
    contract = naming.contract_name(plan.contract) if plan.contract else ""
    parts = [str(plan.number), contract, naming.played_with(rules, plan)]
    return " · ".join(part for part in parts if part)


@staff_only
@evening_press
def annul(request: DeskRequest, tournament: Tournament) -> str:
    round_ = tournament.last_started
    hand = number_or_none_such(text_of(request, "hand"))
    if not round_ or not 1 <= hand <= tournament.rules.length:
        raise Http404
    annulled = annul_hand(
        round=round_, hand=hand, reason=text_of(request, "reason"), arbiter=request.user
    )
    return ngettext("Taken out: %(count)s row.", "Taken out: %(count)s rows.", len(annulled)) % {
        "count": len(annulled)
    }


def _rulings_of(tournament: Tournament) -> list[Ruling]:
    rulings = Ruling.objects.filter(sheet__table__round__tournament=tournament)
    return list(
        rulings.select_related("sheet__table__round", "arbiter", "revoked_by", "call")
        .prefetch_related("sheet__table__seats__player", "protests")
        .order_by("-created_at", "-pk")[:RULINGS_SHOWN]
    )


@staff_only
@evening_press
def revoke(request: DeskRequest, tournament: Tournament) -> str:
    rulings = Ruling.objects.select_related("sheet").filter(
        sheet__table__round__tournament=tournament
    )
    ruling = find_row(rulings, text_of(request, "ruling"))
    if not ruling:
        raise Http404
    revoke_ruling(ruling=ruling, author=request.user, reason=text_of(request, "reason"))
    return _("The ruling is revoked; it stays on record.")


@staff_only
@require_GET
@on_evening
def find_ruling(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    playing = tournament.last_started
    number = read_number(request.GET.get("table", ""), 4) or 0
    if not playing or not playing.tables.filter(number=number).exists():
        messages.error(request, _("Choose a table of the partita."))
        return redirect("desk:rulings", tournament.code)
    return redirect("desk:rule", tournament.code, playing.number, number)


# --- making one


def _correction(change: Change) -> tuple[str, str, str, str]:
    """Words on a changed line of a standing: list, entry, before, after."""
    place = _("Overall")
    if change.place.startswith(WIND):
        place = naming.column_name(change.place.removeprefix(WIND))
    elif change.place != OVERALL:
        place = _("Partita %(number)s") % {"number": change.place.removeprefix(ROUND)}
    before = naming.NOTHING if change.before is None else _figures(change, change.before)
    if change.after is None:
        return place, change.entry, before, change.words()
    return place, change.entry, before, change.marked(_figures(change, change.after))


def _figures(change: Change, line: Figures) -> str:
    rank, match_points, total = change.figures(line)
    if rank == ABSENT:
        return (
            _("no place") if total == ABSENT else _("no place, total %(total)s") % {"total": total}
        )
    return _("place %(rank)s, %(match_points)s match points, total %(total)s") % {
        "rank": rank,
        "match_points": match_points,
        "total": total,
    }


@staff_only
@while_open("desk:sheet", "number", "table")
@fresh_get_or_post
@on_sheet
def rule(request: DeskRequest, sheet: Sheet) -> HttpResponse:
    round_ = sheet.round
    seal = seen_of(sheet)  # Before the rows are read.
    scored = scored_table(sheet)
    grid = grid_of(scored)
    looking = "preview" in request.POST
    data = request.POST if request.method == "POST" else None
    initial = _wrong_row_preset(
        grid, {name: request.GET[name] for name in READY if request.GET.get(name)}
    )
    form = RulingForm(data, table=scored, grid=grid, preview=looking, initial=initial)
    context: Context = {
        "sheet": sheet,
        "table": scored,
        "form": form,
        "effects": (),
        "seen": seal,
        "regulation": regulation_of(round_.tournament),
    }
    if data is not None and form.is_valid():
        try:
            if not looking:
                decisions.rule(
                    sheet=sheet,
                    article=form.cleaned_data["article"],
                    reason=form.cleaned_data["reason"],
                    arbiter=request.user,
                    seen=request.POST.get("seen"),
                    **form.ruling,
                )
                tell(request, _("The ruling is made."))
                return redirect(address_of(sheet.table, "sheet"))
        except ValidationError as error:
            form.add_error(None, refusals(error))
        try:
            context |= _preview_ruling(scored, form)
        except ValidationError as error:
            if looking:
                form.add_error(None, refusals(error))
    elif data is None:
        # The presets of the page may be enough for a preview.
        opened = RulingForm(form.initial, table=scored, grid=grid, preview=True, initial={})
        with suppress(ValidationError):
            context |= _preview_ruling(scored, opened) if opened.is_valid() else {}
    if not context["effects"]:
        sentences = (error for errors in form.errors.values() for error in errors)
        context["lacks"] = list(dict.fromkeys(sentences))
    if looking and request.htmx:
        return render(request, "desk/sheet/_ruling_preview.html", context)
    status = 422 if form.errors else 200
    return round_page(request, "desk/sheet/rule.html", round_, status=status, **context)


def _preview_ruling(table: ScoredTable, form: RulingForm) -> Context:
    before, after = preview_ruling(sheet=table.sheet, **form.ruling)
    changes = preview_standing(sheet=table.sheet, **form.ruling)
    effect = _effect(table, before, after)
    corrections = (_correction(change) for change in changes)
    return effect | {
        "out_of": _disqualification_scope(table, form),
        "changes": [line for line in corrections if line[2] != line[3]],
        "rests_note": rests_note(
            table.round.tournament, [dict(change.rests) for change in changes]
        ),
    }


def _disqualification_scope(table: ScoredTable, form: RulingForm) -> str:
    """Words on what a disqualification of its offenders covers. Empty for other rulings, and for a
    single hand.
    """
    scope = form.ruling["effect"].get("scope")
    names = ", ".join(
        entry.title
        for column in table.scored.ruleset.columns
        if str(column) in form.cleaned_data["offender"]
        for entry in table.entries(column)
    )
    if scope == "evening":
        return _(
            "%(names)s: no place and no match points in the whole evening; those behind move up."
        ) % {"names": names}
    if scope == "partita":
        return _(
            "%(names)s: no place and no match points in this partita; those behind move up."
        ) % {"names": names}
    return ""


def _wrong_row_preset(grid: Context, preset: Mapping[str, Any]) -> Context:
    """Preset of a ruling: the hand asked for, else the first wrong one. A row that does not add up
    is a score error.
    """
    for row in grid["rows"]:
        if row["state"] == "wrong" and preset.get("hand", str(row["hand"])) == str(row["hand"]):
            wrong = next((kind for kind in RULING_KINDS.values() if kind.wrong_row), None)
            kind = {"kind": wrong.code} if wrong is not None and row["sum_wrong"] else {}
            return {"hand": row["hand"], **kind, **preset}
    return dict(preset)


def _effect(table: ScoredTable, before: ScoredSheet, after: ScoredSheet) -> Context:
    """Context of a ruling's effect: the rows that it changes, each with its points and their sum,
    then the totals.
    """
    return {
        "after": after,
        "rows": [
            {
                "row": old,
                "before": (*old.points.values(), old.sum),
                "after": (*new.points.values(), new.sum),
            }
            for old, new in zip(before.rows, after.rows, strict=True)
            if old.points != new.points
        ],
        "columns": tuple(before.totals),
        "effects": [
            {
                "column": column,
                "name": ", ".join(entry.title for entry in table.entries(column)),
                "before": total,
                "after": after.totals[column],
                "difference": after.totals[column] - total,
            }
            for column, total in before.totals.items()
        ],
        "total_before": sum(before.totals.values()),
        "total_after": sum(after.totals.values()),
        "sum_is_ruled": after.closable and after.sum != after.expected_sum,
        "whole_sum": _sum_but_for_a_ruled_row(after),
    }


def _sum_but_for_a_ruled_row(sheet: ScoredSheet) -> Fraction | None:
    """Sum that the sheet should have without rulings, if its rows add up to another because one is
    annulled or worth other points. Else None.
    """
    ruled = any(row.points != row.played for row in sheet.rows)
    whole = sheet.ruleset.expected_sum if ruled and sheet.closable else None
    return None if sheet.sum in (whole, None) or sheet.sum != sheet.expected_sum else whole
