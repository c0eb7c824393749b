"""Sentences of a correction: the list, the entry whose line changed, and each figure by its name
with its earlier value.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from king.cards import SIDES, WINDS
from king.standing.ranking import Line as RankedLine, Standings
from king.standing.round_results import Compared, Result
from wording.columns import PartitaLine, PlacedLine
from wording.naming import column_name, number
from wording.rests import Rests, with_marks

Figures = tuple[str, str, str]
"""Rank, match points and total of a line, as text."""

ABSENT = "\N{EN DASH}"
OVERALL = "overall"
WIND = "wind "
"""Beginning of the name of a list of the whole evening by wind, before a wind or a side."""
ROUND = "round "


def wind_label(label: str) -> str:
    return f"{WIND}{label}"


def round_label(number: int) -> str:
    return f"{ROUND}{number}"


Written = tuple[tuple[str, str], ...]
"""Names that were corrected, each with the old and the present spelling."""

Line = tuple[Figures, str, Mapping[int, str], Rests]
"""Figures of a line; the wind under which it stands; points of each partita, in square brackets if
left out of the sum, in round brackets if sat out; and the partite that were sat out."""


class Change(NamedTuple):
    """A line of the standing that differs from the published one. Figures are None if the entry has
    no line there.

    ``place``: the list. ``partite``: match points of single partite that changed, old and new.
    ``moved``: the winds between which the line moved. ``rests``: partite sat out in the new line.
    """

    place: str
    entry: str
    before: Figures | None
    after: Figures | None
    partite: tuple[tuple[int, str, str], ...] = ()
    moved: tuple[str, str] | None = None
    rests: tuple[tuple[int, Fraction], ...] = ()

    @property
    def rested(self) -> list[int]:
        return [partita for partita, _points in self.rests]

    @property
    def sat_out(self) -> bool:
        """Whether the line is itself a partita that was sat out, not a sum."""
        return bool(self.rests) and self.place.startswith(ROUND)

    def figures(self, line: Figures) -> tuple[str, str, str]:
        """Rank, match points and total as shown, without the marks of a sum."""
        rank, points, total = map(figure_text, line)
        return rank, f"({points})" if self.sat_out else points, total

    def marked(self, text: str) -> str:
        """Return the ``text`` of a sum with marks for its partite that were sat out and are not
        named yet.
        """
        if self.sat_out:
            return text
        partite = {partita for partita, _was, _now in self.partite}
        return with_marks(text, {at: points for at, points in self.rests if at not in partite})

    def __str__(self) -> str:
        return _("%(entry)s, %(where)s: %(changes)s") % {
            "entry": self.entry,
            "where": list_name(self.place),
            "changes": self.words(),
        }

    def words(self) -> str:
        if self.after is None:
            return _("no longer in the list")
        if self.before is None:
            figures = _figures_named(self.figures(self.after))
            return self.marked(", ".join((_("new in the list"), *figures)))
        changes = _figures_changed(self.figures(self.before), self.figures(self.after))
        if self.moved is not None:
            before, now = map(column_name, self.moved)
            moved = _("list of %(now)s (was %(before)s)") % {"before": before, "now": now}
            changes.insert(0, moved)
        for partita, was, now in self.partite:
            fields = {"number": partita, "now": figure_text(now), "before": figure_text(was)}
            changes.append(_("in partita %(number)s: %(now)s (was %(before)s)") % fields)
        return self.marked(", ".join(changes))


def list_name(place: str) -> str:
    """Name of the list in the reader's language."""
    if place == OVERALL:
        return _("overall standings")
    if place.startswith(WIND):
        return _("standings by wind, %(wind)s") % {"wind": column_name(place.removeprefix(WIND))}
    return _("partita %(number)s") % {"number": place.removeprefix(ROUND)}


@dataclass(frozen=True)
class Erratum:
    """Corrections of a published standing, by list, below the desk's own words.

    ``lists`` has entries and their words by list; None if a standing was published with all as one
    text. ``written``: corrected names, which count as no correction.
    """

    words: str = ""
    lists: Mapping[str, Sequence[Sequence[str]]] | None = field(default_factory=dict)
    written: Written = ()

    def of(self, place: str) -> tuple[str, ...]:
        return tuple(f"{entry}: {words}" for entry, words in (self.lists or {}).get(place, ()))

    def by_page(self, places: Collection[str], pages: Sequence[Collection[str]]) -> list[str]:
        """Text of each page, given the entries on it (``pages``); "" if nothing changed. An entry
        that is no longer listed is named on the last page.
        """
        if self.lists is None:
            return [self.words] * len(pages)
        lines_of: list[list[str]] = [[] for _page in pages]
        for place in places:
            for entry, words in self.lists.get(place, ()):
                at = next((at for at, entries in enumerate(pages) if entry in entries), -1)
                lines_of[at].append(f"{entry}: {words}")
        return [
            "\n".join(filter(None, (self.words, *lines))) if lines else "" for lines in lines_of
        ]

    def in_full(self) -> str:
        """Full text: the desk's words, then each changed line with its list."""
        lines = [
            f"{entry}, {list_name(place)}: {words}"
            for place, texts in (self.lists or {}).items()
            for entry, words in texts
        ]
        return "\n".join(filter(None, (self.words, *lines)))

    def as_json(self) -> dict[str, Any] | None:
        if self.lists is None:
            return None
        written = {"written": [list(names) for names in self.written]} if self.written else {}
        return {"words": self.words, "lists": self.lists, **written}


def erratum_of(words: str, changes: Collection[Change], written: Written = ()) -> Erratum:
    lists: dict[str, list[list[str]]] = {}
    for change in changes:
        lists.setdefault(change.place, []).append([change.entry, change.words()])
    return Erratum(words, lists, written)


def written_anew(written: Written) -> list[str]:
    return [_("%(was)s is now written %(now)s.") % {"was": was, "now": now} for was, now in written]


def changes_between(published: Standings, now: Standings) -> tuple[Change, ...]:
    """Changes in the order of the lists. Only figures count, so that a reworded sentence is no
    correction.
    """
    before, after = dict(_places(published)), dict(_places(now))
    # Most lines are as they were: only others are written out.
    differing = [
        key
        for key in after | before
        if key not in before or key not in after or _raw(before[key]) != _raw(after[key])
    ]
    changes = (
        _change(*key, _written_out(published, key, before), _written_out(now, key, after))
        for key in differing
    )
    return tuple(change for change in changes if change is not None)


def _change(place: str, entry: str, before: Line | None, after: Line | None) -> Change | None:
    if before is None or after is None:
        rests = tuple(after[3].items()) if after else ()
        return Change(place, entry, before and before[0], after and after[0], rests=rests)
    (figures, label, partite, _rests), (figures_now, label_now, partite_now, rests_now) = (
        before,
        after,
    )
    changed = tuple(
        (number, partite[number], now)
        for number, now in partite_now.items()
        if partite.get(number, now) != now
    )
    moved = (label, label_now) if label and label_now and label != label_now else None
    if figures == figures_now and not changed and moved is None:
        return None
    return Change(place, entry, figures, figures_now, changed, moved, tuple(rests_now.items()))


Key = tuple[str, str]
"""The list and the entry of a line."""
Placed = tuple[RankedLine | Compared | Result, str]
"""A line, or a result without a place, and the wind it stands under."""


def _places(standings: Standings) -> Iterator[tuple[Key, Placed]]:
    """Yield the lines by list and entry. The evening's lists by wind are included only from two
    partite on, as on the pages.
    """
    for line in standings.overall:
        yield (OVERALL, line.entry), (line, "")
    for wind, lines in standings.winds.items() if len(standings.rounds) > 1 else ():
        place = wind_label(wind)
        for line in lines:
            yield (place, line.entry), (line, "")
    for round_ in standings.rounds:
        place = round_label(round_.number)
        for label, ranked in round_.winds.items():
            label = label if label in (*WINDS, *SIDES) else ""
            for one in ranked:
                yield (place, one.result.entry), (one, label)
        for result in round_.unranked:
            yield (place, result.entry), (result, "")
        for one in round_.byes:
            yield (place, one.result.entry), (one, "")


def _raw(placed: Placed) -> tuple[object, ...]:
    """All values that are written of a line. If these are equal, nothing has changed."""
    one, label = placed
    if isinstance(one, Result):
        return ABSENT, one.total
    if isinstance(one, Compared):
        return label, one.rank, one.match_points, one.result.total, one.rested
    counted, dropped = (
        [(result.of.number, result.match_points, result.rested) for result in part]
        for part in (one.counted, one.dropped)
    )
    return one.rank, one.match_points, one.total, counted, dropped


def _written_out(standings: Standings, key: Key, lines: Mapping[Key, Placed]) -> Line | None:
    if key not in lines:
        return None
    one, label = lines[key]
    if isinstance(one, Result):
        return (ABSENT, ABSENT, _figure(one.total)), label, {}, {}
    if isinstance(one, Compared):
        rests = {one.round: one.match_points} if one.rested else {}
        return _figures(PartitaLine.of(one)), label, {}, rests
    in_partite = key[0] == OVERALL and len(standings.rounds) > 1
    return _figures(one), label, _partite(one) if in_partite else {}, one.rests


def _figures(line: PlacedLine) -> Figures:
    return _figure(line.rank), _figure(line.match_points), _figure(line.total)


def _figure(figure: Fraction | int | None) -> str:
    return ABSENT if figure is None else str(figure)


def _partite(line: RankedLine) -> dict[int, str]:
    dropped = {one.round for one in line.dropped}
    partite = {}
    for one in line.by_round:
        figure = f"({one.match_points})" if one.rested else f"{one.match_points}"
        partite[one.round] = f"[{figure}]" if one.round in dropped else figure
    return partite


def _figures_named(figures: Figures) -> list[str]:
    rank, match_points, total = figures
    values = [
        (_("place %(now)s"), rank),
        (_("match points %(now)s"), match_points),
        (_("points %(now)s"), total),
    ]
    if match_points == total:
        del values[1]
    return [sentence % {"now": value} for sentence, value in values if value != ABSENT]


def _figures_changed(before: Figures, after: Figures) -> list[str]:
    """Phrases for the figures that differ. If match points are the points themselves, they are said
    once.
    """
    (rank, match_points, total), (rank_now, match_points_now, total_now) = before, after
    pairs = [(_("place %(now)s (was %(before)s)"), rank, rank_now)]
    if (match_points, match_points_now) != (total, total_now):
        pairs.append((_("match points %(now)s (was %(before)s)"), match_points, match_points_now))
    pairs.append((_("points %(now)s (was %(before)s)"), total, total_now))
    return [sentence % {"now": now, "before": was} for sentence, was, now in pairs if was != now]


def figure_text(figure: str) -> str:
    """Format a stored figure, keeping its brackets."""
    if figure in ("", ABSENT):
        return figure
    if figure[0] in "([":
        return figure[0] + figure_text(figure[1:-1]) + figure[-1]
    return number(Fraction(figure))
