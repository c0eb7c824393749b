"""The prize list: who is called up, from the standing that is posted and from no other (§7, point 16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from reportlab.lib.units import mm

from king.prizes import Prizes, prizes
from king.rounds import EVERYBODY
from king.standings import Line, Standings
from king.winds import Wind
from printing.occasion import Occasion, occasion_of
from printing.options import Options
from printing.paper import Box, Pen, Progress, heading, make_document
from printing.wording import column_name, number
from scoring.holding import awaits_prize_giving
from scoring.posted import read_posted
from scoring.publishing import last_publication, standing_changed
from scoring.standing import standing_settings
from tournaments.models import Tournament, WindPolicy

_TITLE, _GAP = 10 * mm, 6 * mm
_MOST = 22
"""Names that one page of prizes can hold; more equals than that share no prize that a club could give."""


@dataclass(frozen=True, slots=True)
class PrizeList:
    """The prizes of a posted standing. ``held``: it is kept for the prize-giving, so this page is not for the wall."""

    occasion: Occasion
    prizes: Prizes
    number: int
    official: bool
    rounds: int
    planned: int
    announced: str = ""
    held: bool = False
    arbiter: str = ""
    changed_winds: tuple[str, ...] = ()
    raw: bool = False
    """Whether match points are the points of the sheets themselves, so that a line says them once."""
    players: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Who plays under the name that a pair or team goes by."""


def gather(tournament: Tournament, options: Options) -> PrizeList:
    """The posted standing's prizes; refused where none is posted, and where the sheets say something else by now."""
    posted = last_publication(tournament)
    if posted is None:
        raise ValidationError(
            gettext_lazy("No standing is posted yet, so there is nobody to call up: close a partita first."),
            code="no_standing",
        )
    if standing_changed(tournament):
        raise ValidationError(
            gettext_lazy("The standing has changed since no. %(number)s was posted: post it again, then print the "
                         "prizes."),
            code="standing_changed", params={"number": posted.number},
        )  # fmt: skip
    read = read_posted(tournament, posted)
    found = read.standings
    if found is None:
        raise ValidationError(
            gettext_lazy("Standing no. %(number)s can be read on its page, but not be printed any more."),
            code="posted_unreadable", params={"number": posted.number},
        )  # fmt: skip
    return PrizeList(
        occasion=occasion_of(tournament),
        prizes=prizes(found),
        number=posted.number,
        official=posted.state == posted.State.OFFICIAL,
        rounds=len(found.rounds),
        planned=tournament.planned_rounds,
        announced=tournament.prizes,
        held=awaits_prize_giving(tournament),
        arbiter=tournament.arbiter,
        changed_winds=_changed_winds(tournament, found),
        raw=all(line.match_points == line.total for line in found.overall),
        players={
            name: tuple(member.player.full_name for member in entry.members.all())
            for name, entry in read.entries.items() if entry.name
        },
    )


def _changed_winds(tournament: Tournament, found: Standings) -> tuple[str, ...]:
    """Who, where everybody was to keep a wind, did not: for them there is no prize by wind, or for nobody."""
    by_table = any(each.tables for each in found.rounds)
    never = standing_settings(tournament).by_wind is False
    return () if by_table or never or tournament.wind_policy != WindPolicy.KEEP else found.changed_winds


def winds_words(paper: PrizeList) -> str:
    """Why winds, or somebody in them, have no prize, since one may have been announced; nothing where all have."""
    if not paper.changed_winds:
        return ""
    names = ", ".join(paper.changed_winds)
    if paper.prizes.winds:
        return _("Sat at more than one wind and so compete for no wind's prize: %(names)s.") % {"names": names}
    return _("No prize for each wind, since not everybody kept theirs: %(names)s.") % {"names": names}


def state_words(paper: PrizeList) -> str:
    """Which standing it comes from, and whether it may hang on the wall yet."""
    sentence = _("official no. %(number)d") if paper.official else _("provisional no. %(number)d")
    said = [sentence % {"number": paper.number}]
    if paper.held:
        said.append(_("kept for the prize-giving"))
    return " · ".join(said)


def _with_what(line: Line, raw: bool) -> str:
    """``16 match points (+24)``; where match points are the points themselves, once."""
    total = number(line.total, signed=True)
    if raw:
        return total
    points = _("%(points)s match points") % {"points": number(line.match_points)}
    return f"{points} ({total})"


def groups(paper: PrizeList) -> list[tuple[str, Wind | None, list[tuple[str, ...]]]]:
    """What is given, the wind that it is given for, and the lines: place, name, what for."""
    found: list[tuple[str, Wind | None, list[tuple[str, ...]]]] = [
        (_("Overall"), None, [
            (str(line.rank), line.entry, _with_what(line, paper.raw))
            for line in paper.prizes.overall
        ])
    ]  # fmt: skip
    for place, lines in paper.prizes.winds.items():
        if place == EVERYBODY:
            continue
        title = _("Best at %(wind)s") % {"wind": column_name(place)}
        won = [(str(line.rank), line.entry, _with_what(line, paper.raw)) for line in lines]
        found.append((title, Wind(place) if place in tuple(Wind) else None, won))
    best = [
        ("", each.entry, _("%(points)s in partita %(number)d")
            % {"points": number(each.total, signed=True), "number": each.round})
        for each in paper.prizes.best
    ]  # fmt: skip
    found.append((_("Best single partita"), None, best))
    return [(title, wind, lines) for title, wind, lines in found if lines]


def render(paper: PrizeList, progress: Progress | None = None) -> bytes:
    """One page, to be read aloud."""
    footing = paper.occasion.footing(state_words(paper))
    return make_document([partial(_draw, paper)], footing, title=_("Prize list"), progress=progress)


def _draw(paper: PrizeList, pen: Pen) -> None:
    rest = heading(pen, _("Prize list"), paper.occasion.subject, state_words(paper))
    if paper.rounds < paper.planned:
        note, rest = rest.rows(8 * mm, rest.height - 8 * mm)
        words = _("After %(played)d of %(planned)d partite.") % {"played": paper.rounds, "planned": paper.planned}
        pen.text(note, words, 11, bold=True)
    if paper.announced:
        note, rest = rest.rows(20 * mm, rest.height - 20 * mm)
        words = _("Announced: %(prizes)s") % {"prizes": " · ".join(paper.announced.splitlines())}
        pen.text(note, words, 10.5, grey=0.15, paragraph=True, upright="top")
    if without := winds_words(paper):
        note, rest = rest.rows(11 * mm, rest.height - 11 * mm)
        pen.text(note, without, 10.5, grey=0.15, paragraph=True, upright="top")
    found = groups(paper)
    lines = sum(len(won) for _title, _wind, won in found)
    spare = rest.height - len(found) * (_TITLE + _GAP)
    row = min(15 * mm if paper.players else 10 * mm, spare / max(min(lines, _MOST), 1))
    top = rest.top
    for title, wind, won in found:
        height = _TITLE + len(won) * row + _GAP
        if top - height < rest.y:
            break
        _draw_group(pen, Box(rest.x, top - height, rest.width, height), title, wind, _with_players(paper, won), row)
        top -= height


def _with_players(paper: PrizeList, won: list[tuple[str, ...]]) -> list[tuple[str, str, str, str]]:
    return [(place, name, ", ".join(paper.players.get(name, ())), what) for place, name, what in won]


def _draw_group(
    pen: Pen, box: Box, title: str, wind: Wind | None, won: list[tuple[str, str, str, str]], row: float
) -> None:
    head, *lines = box.rows(_TITLE, *[row] * len(won))
    left = head.x
    if wind is not None:
        pen.badge(wind, head.x, head.y + 1 * mm, 8 * mm)
        left += 10 * mm
    pen.text(Box(left, head.y, head.right - left, head.height), title, 14, bold=True)
    for (place, name, players, what), line in zip(won, lines, strict=True):
        pen.line(line.x, line.top, line.right, line.top, 0.3, 0.6)
        rank, who, why = line.inset(0, 0.4 * mm).columns(12 * mm, line.width - 72 * mm, 60 * mm)
        pen.text(rank, f"{place}." if place else "", 13, bold=True)
        upper, lower = who.rows(*(who.height * share for share in ((0.45, 0.55) if players else (1, 0))))
        pen.text(upper, name, 13)
        pen.text(lower, players, 9.5, grey=0.2, upright="top", paragraph=True)
        pen.text(why, what, 11, align="right", grey=0.1)
