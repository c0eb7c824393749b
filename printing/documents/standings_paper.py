"""Standings on paper: each partita and the whole evening by wind, and the overall standing (§6, §7 points 12 to 14).

Of up to 24 entries one page says all of the standing: overall on the left, the winds on the right.

What hangs on the wall says which number it is and whether it is official; a list that was never posted says so too,
so that of two lists in circulation everybody can tell which one counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from reportlab.lib.units import mm

from king.cards.winds import SIDES, WINDS, Wind
from king.standings.round_results import EVERYBODY
from king.standings.tiebreaks import TITLES
from king.words import MINUS
from printing.documents.standings_content import (
    Compares,
    ListLine,
    ListPage,
    OverallLine,
    StandingsPaper,
    WindList,
    compares,
    gather,
    gather_posted,
)
from printing.mailing import posted_results
from printing.options import Options
from printing.paper import HEADING, PORTRAIT, Box, Page, Pen, Progress, body_of, heading, make_document, one_size
from printing.ruled_list import in_even_parts
from scoring.errata import OVERALL, of_round, of_wind
from tournaments.models import Tournament
from wording.figures import number
from wording.naming import column_name

__all__ = [
    "ListLine", "ListPage", "OverallLine", "StandingsPaper", "WindList", "gather", "gather_posted", "gather_results",
    "log_words", "render", "render_results", "sealed_words", "state_words",
]  # fmt: skip

_BLOCK_HEAD = 10 * mm
_BLOCK_GAP = 4 * mm
_TALLEST_ROW, _ROW, _FLOWING_ROW, _LOWEST_ROW = 14 * mm, 7.2 * mm, 5.2 * mm, 4 * mm
_GAP = 6 * mm
_LARGEST = 15.0
_ON_ONE_PAGE = 24
_OVERALL_WIDE = 106 * mm
_WIDE = 150 * mm
_SHORT_LIST = 20
_BIG_WINS = 8 * mm
_MOST_ROUNDS_SHOWN = 6


def render(paper: StandingsPaper, progress: Progress | None = None) -> bytes:
    """A small evening's standing, then its partite; of a larger one the partite, the winds, the overall standing."""
    if whole := _whole_on_one_page(paper):
        # The one partita that was played is on that page already.
        pages = [whole, *(page for each in paper.pages[:-1] for page in _pages_of_lists(paper, each))]
    else:
        pages = [page for lists in paper.pages for page in _pages_of_lists(paper, lists)]
        pages += _overall_pages(paper) if paper.overall else []
    return make_document(pages, paper.occasion.footing(state_words(paper)), title=_("Standings"), progress=progress)


def state_words(paper: StandingsPaper) -> str:
    """``official no. 3``; a standing that was never posted says that it was not."""
    if paper.number is None:
        return _("draft, not posted")
    sentence = _("official no. %(number)d") if paper.official else _("provisional no. %(number)d")
    return sentence % {"number": paper.number}


def _whole_on_one_page(paper: StandingsPaper) -> Page | None:
    """The overall standing with the winds, or the lines, beside it; None where they need pages of their own."""
    if not paper.pages or not 0 < len(paper.overall) <= _ON_ONE_PAGE:
        return None
    page = paper.pages[-1]
    if _compares(page) not in (Compares.WINDS, Compares.LINES) or (page.round is None) == (len(paper.rounds) < 2):
        return None
    everybody = {line.name for line in paper.overall} | _names(page.lists)
    (erratum,) = paper.erratum.by_page([OVERALL, *_places(page)], [everybody])
    room = body_of(PORTRAIT).height - HEADING - _notes_height(paper) - _erratum_height([erratum])
    lines = sum(len(each.lines) for each in page.lists)
    beside = (room - len(page.lists) * (_BLOCK_HEAD + _BLOCK_GAP)) / lines
    apart = tuple(name for name in paper.unranked if name not in _names(page.lists))
    left = (room - 8 * mm - (10 * mm if apart else 0)) / len(paper.overall)
    if beside < _LOWEST_ROW:
        return None
    return partial(_draw_whole, replace(paper, unranked=apart), page, min(16 * mm, left), beside, erratum)


def _draw_whole(paper: StandingsPaper, page: ListPage, overall: float, beside: float, erratum: str, pen: Pen) -> None:
    rest = _begin(pen, paper, _overall_title(paper), erratum)
    left, _gap, right = rest.columns(_OVERALL_WIDE, _GAP, rest.width - _OVERALL_WIDE - _GAP)
    _draw_overall_lines(pen, left, paper, paper.overall, overall, last=True)
    beside = min(beside, _TALLEST_ROW)
    top, size = right.top, _size_of(page.lists, right, beside)
    for each in page.lists:
        _draw_list(pen, Box(right.x, right.y, right.width, top - right.y), each, beside, size)
        top -= _BLOCK_HEAD + _BLOCK_GAP + len(each.lines) * beside


Row = tuple[WindList, ...]
"""Lists side by side, at most two."""


def _pages_of_lists(paper: StandingsPaper, page: ListPage) -> list[Page]:
    """Everything on one page while rows stay legible, else lists broken over as many pages as it takes."""
    places = _places(page)
    tall = _erratum_height(paper.erratum.by_page(places, [_names(page.lists)]))
    room = body_of(PORTRAIT).height - HEADING - _notes_height(paper) - tall
    rows = _side_by_side(page.lists)
    lines = sum(_tallest(row) for row in rows)
    height = (room - len(rows) * (_BLOCK_HEAD + _BLOCK_GAP)) / max(lines, 1)
    if height >= _LOWEST_ROW:
        (erratum,) = paper.erratum.by_page(places, [_names(page.lists)])
        return [partial(_draw_lists, paper, page, tuple(rows), min(_TALLEST_ROW, height), erratum)]
    height = _FLOWING_ROW
    tallest = max(map(_tallest, rows))
    if tallest > _SHORT_LIST:
        # Long lists have a page for each pair of them: they may as well fill it.
        height = max(_LOWEST_ROW, min(_ROW, (room - _BLOCK_HEAD - _BLOCK_GAP) / tallest))
    most = int((room - _BLOCK_HEAD - _BLOCK_GAP) / height + 1e-6)
    flowing = [part for row in rows for part in _broken(row, most)]
    parts = _filled(flowing, room, height)
    errata = paper.erratum.by_page(places, [_names(each for row in part for each in row) for part in parts])
    return [
        partial(_draw_lists, paper, page, part, height, erratum) for part, erratum in zip(parts, errata, strict=True)
    ]


def _places(page: ListPage) -> list[str]:
    """What the lists of a page are called where a standing says what changed on them."""
    return [of_wind(each.label) for each in page.lists] if page.round is None else [of_round(page.round)]


def _names(lists: Iterable[WindList]) -> set[str]:
    return {line.name for each in lists for line in each.lines}


def _tallest(row: Row) -> int:
    return max(len(each.lines) for each in row)


def _side_by_side(lists: Sequence[WindList]) -> list[Row]:
    return [tuple(lists[at : at + 2]) for at in range(0, len(lists), 2)]


def _broken(row: Row, most: int) -> list[Row]:
    """A row of lists in even parts of at most ``most`` lines; two long lists stay side by side."""
    parts = -(-_tallest(row) // most)
    most = -(-_tallest(row) // parts)
    return [tuple(WindList(each.label, each.lines[at * most : (at + 1) * most]) for each in row) for at in range(parts)]


def _filled(rows: Iterable[Row], room: float, line: float) -> list[tuple[Row, ...]]:
    pages: list[list[Row]] = []
    left = 0.0
    for row in rows:
        height = _BLOCK_HEAD + _BLOCK_GAP + _tallest(row) * line
        if not pages or height > left + 0.01:
            pages.append([])
            left = room
        pages[-1].append(row)
        left -= height
    return [tuple(page) for page in pages]


def _draw_lists(
    paper: StandingsPaper, page: ListPage, rows: tuple[Row, ...], height: float, erratum: str, pen: Pen
) -> None:
    title = _whole_title(page) if page.round is None else _round_title(page)
    rest = _begin(pen, paper, title, erratum, page.round)
    # Everybody in one list has the page to himself.
    wide = rest.width if len(page.lists) == 1 else (rest.width - _GAP) / 2
    top, size = rest.top, _size_of(page.lists, Box(0, 0, wide, 0), height)
    for row in rows:
        for place, each in enumerate(row):
            _draw_list(pen, Box(rest.x + place * (wide + _GAP), rest.y, wide, top - rest.y), each, height, size)
        top -= _BLOCK_HEAD + _BLOCK_GAP + _tallest(row) * height


def _whole_title(page: ListPage) -> str:
    """The evening by the winds of players, or by the lines of pairs."""
    return _("Standings by line") if _compares(page) is Compares.LINES else _("Standings by wind")


def _compares(page: ListPage) -> Compares:
    return compares(each.label for each in page.lists)


def _round_title(page: ListPage) -> str:
    """What the lists of a partita compare: winds, lines, tables, or everybody."""
    return {
        Compares.EVERYBODY: _("Partita %(number)d"),
        Compares.TABLES: _("Partita %(number)d by table"),
        Compares.LINES: _("Partita %(number)d by line"),
        Compares.WINDS: _("Partita %(number)d by wind"),
    }[_compares(page)] % {"number": page.round}


def _begin(pen: Pen, paper: StandingsPaper, title: str, erratum: str, round_number: int | None = None) -> Box:
    rest = heading(pen, title, paper.occasion.subject, state_words(paper))
    if won := big_win_words(paper, round_number):
        line, rest = rest.rows(_BIG_WINS, rest.height - _BIG_WINS)
        pen.text(line.inset(0, 0.5 * mm), won, 9.5, paragraph=True)
    if paper.notes:
        line, rest = rest.rows(_written_height(paper), rest.height - _written_height(paper))
        pen.text(line.inset(0, 0.3 * mm), paper.notes, 8.5, paragraph=True, upright="top")
    checked = " ".join(filter(None, (sealed_words(paper), log_words(paper))))
    if checked:
        line, rest = rest.rows(_sealed_height(paper), rest.height - _sealed_height(paper))
        pen.text(line.inset(0, 0.3 * mm), checked, 8, grey=0.2, paragraph=True, upright="top")
    if not erratum:
        return rest
    tall = _erratum_height([erratum])
    box, rest = rest.rows(tall, rest.height - tall)
    pen.frame(box.inset(0, 1 * mm), 0.8, fill=0.94)
    said = _("Corrects what was posted before: %(changes)s") % {"changes": _on_one_line(erratum)}
    pen.text(box.inset(2 * mm, 2 * mm), said, 9, paragraph=True)
    return rest


def _on_one_line(erratum: str) -> str:
    """The corrections one after the other, set apart once, with an arrow that the typeface has and true minus signs."""
    signed = re.sub(r"(?<![\w-])-(?=\d)", MINUS, "; ".join(erratum.splitlines()).replace(".; ", ". "))
    return signed.replace("→", "›")


def _erratum_height(errata: Iterable[str]) -> float:
    """What the longest of these takes, at most a third of a page: then its words become smaller."""
    longest = max(map(len, errata))
    return min(90 * mm, 8 * mm + 4 * mm * (1 + longest / 120)) if longest else 0


def sealed_words(paper: StandingsPaper) -> str:
    """Under which commitments the boards were sealed, and where to check them; nothing without boards."""
    if not paper.sealed:
        return ""
    codes = ", ".join(
        _("partita %(number)d %(code)s") % {"number": number, "code": code} for number, code in paper.sealed
    )
    said = _("Boards sealed before play as %(codes)s.") % {"codes": codes}
    if paper.address:
        said += " " + _("Check them: %(address)s") % {"address": paper.address}
    return said


def log_words(paper: StandingsPaper) -> str:
    """How long the log was when this was posted, and its seal: a log that is cut or rewritten later no longer fits."""
    if paper.log is None:
        return ""
    count, seal = paper.log
    return ngettext("Log: %(count)d line, seal %(seal)s.", "Log: %(count)d lines, seal %(seal)s.", count) % {
        "count": count, "seal": seal
    }  # fmt: skip


def _sealed_height(paper: StandingsPaper) -> float:
    words = f"{sealed_words(paper)} {log_words(paper)}".strip()
    return 4 * mm * -(-len(words) // 105) + 1 * mm if words else 0


def _written_height(paper: StandingsPaper) -> float:
    return 4.2 * mm * -(-len(paper.notes) // 100) + 1 * mm if paper.notes else 0


def big_win_words(paper: StandingsPaper, round_number: int | None = None) -> str:
    """Who won a sheet by a "Mesa", in one partita or in all."""
    won = [win for win in paper.big_wins if round_number in (None, win.round)]
    each = [
        _("%(names)s, partita %(round)d, table %(table)d (%(points)s)")
        % {"names": ", ".join(win.entries), "round": win.round, "table": win.table,
           "points": number(win.total, signed=True)}
        for win in won
    ]  # fmt: skip
    return _("Mesa: %(wins)s.") % {"wins": "; ".join(each)} if each else ""


def _notes_height(paper: StandingsPaper) -> float:
    return _sealed_height(paper) + _written_height(paper) + (_BIG_WINS if paper.big_wins else 0)


def _size_of(lists: Iterable[WindList], box: Box, height: float) -> float:
    """The size of the names in lists of that width: one for all, as large as row and longest name allow."""
    most = min(_LARGEST, height / mm * 1.75)
    return min((one_size((line.name for line in each.lines), _list_cells(box, each)[1].width, most)
                for each in lists), default=most)  # fmt: skip


def _draw_list(pen: Pen, box: Box, each: WindList, height: float, size: float) -> None:
    if not each.lines:
        return
    head, *lines = box.rows(_BLOCK_HEAD, *[height] * len(each.lines))
    _draw_list_head(pen, head, each)
    for line, row in zip(each.lines, lines, strict=True):
        pen.line(row.x, row.top, row.right, row.top, 0.3, 0.6)
        rank, name, table, total, points = _list_cells(row, each)
        pen.text(rank, "" if line.rank is None else str(line.rank), size, bold=True, align="right")
        pen.text(name, line.name, size)
        if _says_tables(each):
            pen.text(table, line.table, size * 0.85, align="right", grey=0.3)
        pen.text(total, number(line.total), size * 0.9, align="right")
        if line.match_points is not None and not each.raw:
            pen.text(points, number(line.match_points), size * 0.9, bold=True, align="right")


def _says_tables(each: WindList) -> bool:
    """Whether its lines come from tables that the head of the list does not name already."""
    return any(line.table not in ("", each.label) for line in each.lines)


def _list_cells(row: Box, each: WindList) -> tuple[Box, ...]:
    inner = Box(row.x, row.y + 0.25 * mm, row.width, row.height - 0.5 * mm)
    widths = 8 * mm * _says_tables(each), 14 * mm, 13 * mm * (not each.raw)
    rank, name, table, total, points = inner.columns(7 * mm, inner.width - 7 * mm - sum(widths), *widths)
    return rank, Box(name.x + 2 * mm, name.y, name.width - 2.5 * mm, name.height), table, total, points


def _draw_list_head(pen: Pen, head: Box, each: WindList) -> None:
    known = each.label in [*WINDS, *SIDES, EVERYBODY]
    label = column_name(each.label) if known else _("Table %(number)s") % {"number": each.label}
    if not each.label:
        label = _("Without a place")
    left = head.x
    if each.label in list(WINDS):
        pen.badge(Wind(each.label), head.x, head.y + 1 * mm, 8 * mm)
        left += 9.5 * mm
    _rank, name, table, total, points = _list_cells(head, each)
    pen.text(Box(left, head.y, name.right - left, head.height), label, 13, bold=True)
    texts = ((table, _("Tbl.")), (total, _("Points")), *(() if each.raw else ((points, _("Match points")),)))
    if not _says_tables(each):
        texts = texts[1:]
    for cell, text in texts:
        pen.text(Box(cell.x + 0.5 * mm, head.y + 1 * mm, cell.width - 0.5 * mm, 6 * mm), text, 7, grey=0.3,
                 align="right", upright="bottom", paragraph=True)  # fmt: skip


def _overall_pages(paper: StandingsPaper) -> list[Page]:
    everybody = {line.name for line in paper.overall}
    room = body_of(PORTRAIT).height - HEADING - _notes_height(paper) - 8 * mm
    room -= _erratum_height(paper.erratum.by_page([OVERALL], [everybody]))
    room -= 10 * mm if paper.unranked else 0
    height = max(5.4 * mm, min(_TALLEST_ROW, room / len(paper.overall)))
    parts = in_even_parts(paper.overall, int(room / height))
    errata = paper.erratum.by_page([OVERALL], [{line.name for line in part} for part in parts])
    return [
        partial(_draw_overall, paper, part, height, part is parts[-1], erratum)
        for part, erratum in zip(parts, errata, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Columns:
    """What the overall standing has columns for: nothing stands twice, and no column is empty from top to bottom.

    Where it is ``narrow``, what decided stands under the name.
    """

    rounds: tuple[int, ...]
    raw: bool
    decided: bool
    narrow: bool = False


def _columns_of(paper: StandingsPaper) -> _Columns:
    return _Columns(
        rounds=paper.rounds[-_MOST_ROUNDS_SHOWN:] if len(paper.rounds) > 1 else (),
        raw=all(line.match_points == line.total for line in paper.overall),
        decided=any(line.decided_by in TITLES for line in paper.overall),
    )


def _draw_overall(
    paper: StandingsPaper, lines: tuple[OverallLine, ...], height: float, last: bool, erratum: str, pen: Pen
) -> None:
    _draw_overall_lines(pen, _begin(pen, paper, _overall_title(paper), erratum), paper, lines, height, last=last)


def _overall_title(paper: StandingsPaper) -> str:
    return _("Overall standing after partita %(number)d") % {"number": paper.rounds[-1]}


def _draw_overall_lines(
    pen: Pen, rest: Box, paper: StandingsPaper, lines: tuple[OverallLine, ...], height: float, *, last: bool
) -> None:
    has = replace(_columns_of(paper), narrow=rest.width < _WIDE)
    head, *rows = rest.rows(8 * mm, *[height] * len(lines))
    _rank, name, *columns, decided, total, points = _overall_cells(head, has)
    headings = [(cell, _("P%(number)d") % {"number": each}) for cell, each in zip(columns, has.rounds, strict=True)]
    headings += [(points, _("Points"))] if has.raw else [(total, _("Points")), (points, _("Match points"))]
    for cell, text in headings:
        pen.text(cell, text, 8, grey=0.3, align="right", paragraph=True)
    pen.text(name, _("Name"), 8, grey=0.3)
    if has.decided and not has.narrow:
        pen.text(decided, _("decided by"), 8, grey=0.3)
    size = one_size((line.name for line in paper.overall), name.width, min(_LARGEST, height / mm * 1.75))
    for line, row in zip(lines, rows, strict=True):
        pen.line(row.x, row.top, row.right, row.top, 0.3, 0.6)
        _draw_overall_line(pen, row, line, has, size)
    if last and paper.unranked:
        bottom = rows[-1].y if rows else head.y
        apart = _("Without a place: %(names)s") % {"names": ", ".join(paper.unranked)}
        pen.text(Box(rest.x, bottom - 10 * mm, rest.width, 9 * mm), apart, 9, grey=0.2, paragraph=True)


def _overall_cells(row: Box, has: _Columns) -> tuple[Box, ...]:
    inner = Box(row.x, row.y + 0.25 * mm, row.width, row.height - 0.5 * mm)
    partita, points = (10 * mm, 14 * mm) if has.narrow else (14 * mm, 18 * mm)
    decided = 26 * mm * (has.decided and not has.narrow)
    widths = [*[partita] * len(has.rounds), decided, points * (not has.raw), points]
    rank = 8 * mm if has.narrow else 10 * mm
    cells = inner.columns(rank, inner.width - rank - sum(widths), *widths)
    padded = [Box(cell.x + 2 * mm, cell.y, cell.width - 2.5 * mm, cell.height) for cell in cells[1:]]
    return (cells[0], *padded)


def _draw_overall_line(pen: Pen, row: Box, line: OverallLine, has: _Columns, size: float) -> None:
    rank, name, *columns, decided, total, points = _overall_cells(row, has)
    rule = TITLES.get(line.decided_by or "")
    if has.decided and rule is not None and has.narrow:
        name, under = name.rows(name.height * 0.64, name.height * 0.36)
        pen.text(under, _("decided by: %(rule)s") % {"rule": _(rule)}, 7, grey=0.3, upright="top")
    pen.text(rank, str(line.rank), size, bold=True, align="right")
    pen.text(name, line.name, size)
    for cell, each in zip(columns, has.rounds, strict=True):
        text = number(line.by_round[each]) if each in line.by_round else number(None)
        pen.text(cell, f"({text})" if each in line.dropped else text, size * 0.9, align="right", grey=0.2)
    if has.decided and rule is not None and not has.narrow:
        pen.text(decided, _(rule), min(8.25, size * 0.75), grey=0.3)
    if not has.raw:
        pen.text(total, number(line.total), size * 0.95, align="right")
    pen.text(points, number(line.match_points), size, bold=True, align="right")


# --- the results on one page

_RESULTS_LOWEST = 4.4 * mm
_RESULTS_HEAD, _RESULTS_GAP = 10 * mm, 3 * mm


def gather_results(tournament: Tournament, options: Options) -> StandingsPaper:
    """The standing as it is posted, as long as everybody may see it."""
    posted = posted_results(tournament)
    if posted is None:
        raise ValidationError(
            gettext_lazy("There is no standing that everybody may see yet: post or show it, then print it."),
            code="nothing_to_send",
        )
    return gather_posted(tournament, posted, options)


def render_results(paper: StandingsPaper, progress: Progress | None = None) -> bytes:
    """Overall on the left, winds on the right: one page, and more where the type would be too small to read."""
    lists = [each for each in paper.pages[-1].lists if each.lines]
    room = body_of(PORTRAIT).height - HEADING - (10 * mm if paper.unranked else 0)
    lines = sum(len(each.lines) for each in lists)
    rows = int((room - len(lists) * (_RESULTS_HEAD + _RESULTS_GAP)) / _RESULTS_LOWEST)
    count = max(1, -(-max(lines, len(paper.overall)) // max(rows, 1)))
    pages = [
        partial(_draw_results, paper, _share(paper.overall, part, count),
                [WindList(each.label, _share(each.lines, part, count)) for each in lists], part == count - 1)
        for part in range(count)
    ]  # fmt: skip
    return make_document(pages, paper.occasion.footing(state_words(paper)), title=_("Results"), progress=progress)


def _share(lines: tuple[Any, ...], part: int, count: int) -> tuple[Any, ...]:
    """The lines of one page out of so many, in order and evenly."""
    most = -(-len(lines) // count)
    return lines[part * most : (part + 1) * most]


def _draw_results(
    paper: StandingsPaper, overall: tuple[OverallLine, ...], lists: Sequence[WindList], last: bool, pen: Pen
) -> None:
    rest = heading(pen, _("Results"), paper.occasion.subject, state_words(paper))
    if paper.unranked:
        rest, apart = rest.rows(rest.height - 10 * mm, 10 * mm)
        names = _("Without a place: %(names)s") % {"names": ", ".join(paper.unranked)}
        pen.text(apart, names if last else "", 9, grey=0.2, paragraph=True)
    left, _between, right = rest.columns(rest.width * 0.53, 6 * mm, rest.width * 0.47 - 6 * mm)
    has = _Columns(rounds=(), raw=_columns_of(paper).raw, decided=False)
    height = min(_TALLEST_ROW, (left.height - _RESULTS_HEAD) / max(len(overall), 1))
    head, *rows = left.rows(_RESULTS_HEAD, *[height] * len(overall))
    pen.text(head, _("Overall"), 13, bold=True)
    _rank, name, _decided, total, points = _overall_cells(head, has)
    size = one_size((line.name for line in overall), name.width, min(_LARGEST, height / mm * 1.75))
    for cell, text in (
        (total, "" if has.raw else _("Points")),
        (points, _("Points") if has.raw else _("Match points")),
    ):
        pen.text(Box(cell.x, head.y + 1 * mm, cell.width, 6 * mm), text, 7, grey=0.3, align="right", upright="bottom",
                 paragraph=True)  # fmt: skip
    for line, row in zip(overall, rows, strict=True):
        pen.line(row.x, row.top, row.right, row.top, 0.3, 0.6)
        _draw_overall_line(pen, row, line, has, size)
    lines = sum(len(each.lines) for each in lists)
    height = min(height, (right.height - len(lists) * (_RESULTS_HEAD + _RESULTS_GAP)) / max(lines, 1))
    top, size = right.top, _size_of(lists, right, height)
    for each in lists:
        _draw_list(pen, Box(right.x, right.y, right.width, top - right.y), each, height, size)
        top -= _RESULTS_HEAD + len(each.lines) * height + _RESULTS_GAP
