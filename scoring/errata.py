"""What a correction says: whose line changed, where, and each figure by its name with what it was before."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from king.words import MINUS
from tournaments.wording import column_lazily

Figures = tuple[str, str, str]
"""Rank, match points and total of a line, as text."""

ABSENT = "\N{EN DASH}"
OVERALL = "overall"
WIND = "wind "
"""Before a wind or a side: the list of the whole evening by wind."""


@dataclass(frozen=True)
class Change:
    """A line of the standing that is not what was posted. None: the entry has no line there."""

    place: str
    entry: str
    before: Figures | None
    after: Figures | None

    def __str__(self) -> str:
        places = {"entry": self.entry, "where": self._where()}
        if self.after is None:
            return _("%(entry)s, %(where)s: no longer in the list") % places
        if self.before is None:
            return _("%(entry)s, %(where)s: new in the list") % places
        return _("%(entry)s, %(where)s: %(changes)s") % {**places, "changes": _figures_changed(self.before, self.after)}

    def _where(self) -> str:
        if self.place == OVERALL:
            return _("overall standing")
        if self.place.startswith(WIND):
            return _("standing by wind, %(wind)s") % {"wind": column_lazily(self.place.removeprefix(WIND))}
        return _("partita %(number)s") % {"number": self.place.removeprefix("round ")}


def _figures_changed(before: Figures, after: Figures) -> str:
    """Each figure that is another one; match points that are the points themselves are not said twice."""
    (rank, match_points, total), (rank_now, match_points_now, total_now) = before, after
    pairs = [(_("place %(now)s (was %(before)s)"), rank, rank_now)]
    if (match_points, match_points_now) != (total, total_now):
        pairs.append((_("match points %(now)s (was %(before)s)"), match_points, match_points_now))
    pairs.append((_("points %(now)s (was %(before)s)"), total, total_now))
    return ", ".join(
        sentence % {"now": _shown(now), "before": _shown(was)} for sentence, was, now in pairs if was != now
    )


def _shown(figure: str) -> str:
    """A figure as the lists show it: at most two decimals, with the true minus sign."""
    if figure == ABSENT:
        return figure
    value = Fraction(figure)
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    rounded = exact.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
    shortest = rounded.quantize(Decimal(1)) if rounded == rounded.to_integral_value() else rounded.normalize()
    return number_format(shortest).replace("-", MINUS)
