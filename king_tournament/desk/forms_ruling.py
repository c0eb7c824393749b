"""The form of a ruling: what happened, in which hand, whose it was, what it costs, under which article and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from king.contracts import Family
from king.rulesets.settings import SETTINGS
from king.rulings import RulingKind
from king.winds import Side, Wind
from king_tournament.desk.forms_settings import PointsField, said
from king_tournament.desk.sheet_grid import Grid
from printing import wording
from printing.ruling_words import SCOPE_WORDS
from scoring.decisions import LONGEST_ARTICLE
from scoring.models import Ruling
from scoring.offences import warnings_so_far
from scoring.reading import ScoredTable, rules_in_force

KINDS = {
    Ruling.Kind.ILLEGAL_PLAY: gettext_lazy(
        "Illegal play. In a negative hand the offender takes all its points; in a positive one a penalty beside the "
        "sheet."
    ),
    Ruling.Kind.SCORE_ERROR: gettext_lazy(
        "Score error. The row does not add up and the table cannot agree: the dealer, who keeps the score, answers "
        "for it."
    ),
    Ruling.Kind.ADJUSTMENT: gettext_lazy("Adjustment. Points given or taken beside the sheet."),
    Ruling.Kind.FOULED: gettext_lazy(
        "Fouled board. The hand was not played with the right cards: the row is replaced."
    ),
    Ruling.Kind.WARNING: gettext_lazy("Warning. It costs nothing, and is counted for the whole evening."),
    Ruling.Kind.DISQUALIFICATION: gettext_lazy(
        "Disqualification. From a hand: the least that it can give. From the partita or the evening: no place in it."
    ),
}
NEEDS_HAND = (Ruling.Kind.ILLEGAL_PLAY, Ruling.Kind.SCORE_ERROR, Ruling.Kind.FOULED)
NEEDS_OFFENDER = (
    Ruling.Kind.ILLEGAL_PLAY, Ruling.Kind.ADJUSTMENT, Ruling.Kind.WARNING, Ruling.Kind.DISQUALIFICATION
)  # fmt: skip
ALONE = (Ruling.Kind.ADJUSTMENT, Ruling.Kind.DISQUALIFICATION)
MEAN, TYPED, ANNUL = "mean", "typed", "annul"


class RulingForm(forms.Form):
    """A ruling on the sheet of one table. ``effect`` and the rest are as the service takes them."""

    kind = forms.ChoiceField(label=gettext_lazy("What is ruled"), widget=forms.RadioSelect)
    hand = forms.TypedChoiceField(label=gettext_lazy("Hand"), required=False, coerce=int, empty_value=None)
    offender = forms.MultipleChoiceField(
        label=gettext_lazy("Who"), required=False, widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Several only where they made an illegal play, or are warned, together."),
    )  # fmt: skip
    policy = forms.ChoiceField(label=gettext_lazy("What the dealer is charged"), required=False)
    points = PointsField(
        label=gettext_lazy("Points"), required=False, max_length=20,
        help_text=gettext_lazy("With a minus where they are taken: −5, or 2,5."),
    )  # fmt: skip
    fouled = forms.ChoiceField(
        label=gettext_lazy("What the row is worth"), required=False, widget=forms.RadioSelect,
        choices=[
            (MEAN, gettext_lazy("the average of the other tables, wind by wind, whatever they are corrected to")),
            (TYPED, gettext_lazy("these points")),
            (ANNUL, gettext_lazy("nothing: the row is annulled")),
        ],
    )  # fmt: skip
    scope = forms.ChoiceField(
        label=gettext_lazy("From what"), required=False, widget=forms.RadioSelect, choices=list(SCOPE_WORDS.items())
    )
    article = forms.CharField(
        label=gettext_lazy("Article"), required=False, max_length=LONGEST_ARTICLE,
        widget=forms.TextInput(attrs={"list": "articles"}),
        help_text=gettext_lazy("One of the evening's regulation, or words of your own."),
    )  # fmt: skip
    reason = forms.CharField(
        label=gettext_lazy("Reason"), widget=forms.Textarea(attrs={"rows": 3}), max_length=2000,
        help_text=gettext_lazy("It is shown beside the ruling, to everybody."),
    )  # fmt: skip

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, table: ScoredTable, grid: Grid, preview: bool = False,
        initial: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(data, initial={"kind": Ruling.Kind.ILLEGAL_PLAY, "fouled": MEAN, **(initial or {})})
        ruleset, settings = rules_in_force(table.table.round.tournament)
        self.columns = ruleset.columns
        self.negative = [row.hand for row in grid.rows if row.contract and row.contract.family is Family.NEGATIVE]
        self.fields["kind"].choices = list(KINDS.items())
        self.fields["hand"].choices = [
            ("", _("none")), *((row.hand, f"{row.hand} · {row.title}") for row in grid.rows if row.state),
        ]  # fmt: skip
        self.fields["offender"].choices = [
            (str(column), " · ".join(filter(None, (wording.column_name(column), _names(table, column), warned))))
            for column, warned in zip(self.columns, _warned(table, self.columns), strict=True)
        ]
        policies = SETTINGS["score_error_policy"]  # also where the system does not ask for it
        usual = settings.score_error_policy
        self.fields["policy"].choices = [
            ("", _("as the evening has it: %(policy)s") % {"policy": said(policies.labels[usual])}),
            *((code, said(text)) for code, text in policies.options if code != usual),
        ]
        for column in self.columns:
            self.fields[f"points_{column}"] = PointsField(
                label=wording.column_name(column), required=False, max_length=20
            )
        if preview:
            for name in ("reason", "article"):
                self.fields[name].required = False

    @property
    def row_points(self) -> list[forms.BoundField]:
        """The points of a fouled row, wind by wind."""
        return [self[f"points_{column}"] for column in self.columns]

    def clean(self) -> dict[str, Any]:
        """Each kind's own fields; what belongs to another kind is not looked at."""
        cleaned = super().clean() or self.cleaned_data
        kind = cleaned.get("kind")
        if kind in NEEDS_HAND and not cleaned.get("hand") and "hand" not in self.errors:
            self.add_error("hand", _("Choose the hand."))
        if kind in NEEDS_OFFENDER and not cleaned.get("offender") and "offender" not in self.errors:
            self.add_error("offender", _("Choose who it was."))
        elif kind in ALONE and len(cleaned.get("offender", ())) > 1:
            self.add_error("offender", _("One at a time: make a ruling for each."))
        if kind == Ruling.Kind.DISQUALIFICATION:
            self._clean_scope(cleaned)
        if kind == Ruling.Kind.ADJUSTMENT and cleaned.get("points") is None and "points" not in self.errors:
            self.add_error("points", _("Write how many points."))
        if kind == Ruling.Kind.FOULED:
            self._clean_fouled(cleaned)
        return cleaned

    def _clean_scope(self, cleaned: dict[str, Any]) -> None:
        if not cleaned.get("scope") and "scope" not in self.errors:
            self.add_error("scope", _("Choose from what."))
        if cleaned.get("scope") == "hand" and not cleaned.get("hand"):
            self.add_error("hand", _("Choose the hand."))

    def _clean_fouled(self, cleaned: dict[str, Any]) -> None:
        how = cleaned.get("fouled")
        if how == TYPED:
            for column in self.columns:
                name = f"points_{column}"
                if cleaned.get(name) is None and name not in self.errors:
                    self.add_error(name, _("Write the points of every wind."))
        elif how not in (TYPED, ANNUL, MEAN):
            self.add_error("fouled", _("Choose what the row is worth."))

    @property
    def ruling(self) -> dict[str, Any]:
        """What the services take, apart from article and reason."""
        cleaned, kind = self.cleaned_data, self.cleaned_data["kind"]
        charged = cleaned["offender"] if kind in NEEDS_OFFENDER else []
        effect = self._effect(kind) | ({"offenders": charged} if len(charged) > 1 else {})
        alone = charged[0] if len(charged) == 1 else ""
        return {"kind": kind, "hand": cleaned["hand"], "offender": alone, "effect": effect}

    def _effect(self, kind: str) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if kind == RulingKind.SCORE_ERROR:
            return {"policy": cleaned["policy"]} if cleaned["policy"] else {}
        if kind == RulingKind.DISQUALIFICATION:
            return {"scope": cleaned["scope"]}
        if kind == RulingKind.ADJUSTMENT:
            return {"points": str(cleaned["points"])}
        if kind == RulingKind.FOULED and cleaned["fouled"] == MEAN:
            return {"average": True}
        if kind == RulingKind.FOULED and cleaned["fouled"] == TYPED:
            return {"points": {str(column): str(cleaned[f"points_{column}"]) for column in self.columns}}
        return {}


def _warned(table: ScoredTable, columns: Iterable[Wind | Side]) -> Iterable[str]:
    """How often those who sit in each column have been warned this evening, in words."""
    warned = warnings_so_far(table.table.round.tournament)
    for column in columns:
        winds = column.winds if isinstance(column, Side) else (column,)
        count = sum(warned[seat.player_id] for wind in winds if (seat := table.seats.get(wind)) is not None)
        yield ngettext("%(count)s warning", "%(count)s warnings", count) % {"count": count} if count else ""


def _names(table: ScoredTable, column: Any) -> str:
    return ", ".join(entry.title for entry in table.entries(column)) or wording.NOTHING
