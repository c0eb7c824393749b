"""Marks of partite that somebody sat out (A21), on every page, paper and file: the figure is in
round brackets, and a footnote explains them.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from django.utils.translation import gettext as _

from wording.naming import number

Rests = Mapping[int, Fraction]
"""The match points of each partita that an entry sat out."""


def points_text(points: Fraction, *, rested: bool = False, dropped: bool = False) -> str:
    """Points as text: ``10``; ``(10)`` for a partita that was sat out; in square brackets if left
    out of the sum.
    """
    figure = f"({number(points)})" if rested else number(points)
    return f"[{figure}]" if dropped else figure


def marks(rests: Rests) -> str:
    """Partite that were sat out, beside a sum that includes them: ``P2 (10)``. Empty if there are
    none.
    """
    return ", ".join(
        _("P%(number)d") % {"number": partita} + f" {points_text(points, rested=True)}"
        for partita, points in sorted(rests.items())
    )


def with_marks(text: str, rests: Rests) -> str:
    """Text followed by the partite that were sat out: ``24 match points (+60) · P2 (10)``."""
    return " · ".join(filter(None, (text, marks(rests))))


def foot(rests: Iterable[Rests], worth: Fraction | None) -> str:
    """Footnote of a list with these rests; empty if nobody sat out. ``worth`` is
    ``StandingSettings.bye_points``.
    """
    if not any(rests):
        return ""
    if worth is None:
        return _("In round brackets: a partita sat out, worth the mean of the other partite.")
    if not worth:
        return _("In round brackets: a partita sat out, worth nothing.")
    return _("In round brackets: a partita sat out, worth %(points)s.") % {"points": number(worth)}


def plain_foot(rests: Iterable[Rests]) -> str:
    """Footnote for lists over several evenings, without the worth of a rest, which each evening
    gives itself; empty if nobody sat out.
    """
    return _("In round brackets: a partita sat out.") if any(rests) else ""
