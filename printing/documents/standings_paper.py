"""Standings on paper: partite and evening by wind, and overall (§6, §7 points 12 to 14). A sheet
says which number it is and whether it is official, or that it was never posted: of two everybody
can tell which counts.
"""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from reportlab.lib.colors import Color, black
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepInFrame, Table

from king.cards import SIDES, WINDS, Wind
from king.standing.ranking import Line
from king.standing.round_results import EVERYBODY
from king.standing.tiebreaks import TITLES
from king.words import MINUS
from printing.documents.standings_content import (
    Compares,
    Lists,
    Row,
    StandingsPaper,
    compares,
    gather_posted,
)
from printing.lists import (
    GAP,
    Column,
    Listing,
    height_of,
    in_columns,
    in_even_parts,
    page_of,
    with_badges,
    words,
)
from printing.mailing import posted_results
from printing.occasion import Options
from printing.paper import HEADING, PORTRAIT, Page, Progress, body_of, make_document
from tournaments.models import Tournament
from wording.errata import OVERALL, of_round, of_wind
from wording.naming import NOTHING, column_name, number
from wording.results import money_words, posted_words
from wording.sentences import refusal

_BODY = body_of(PORTRAIT)
_BETWEEN = 4 * mm
_TALLEST, _ROW, _FLOWING, _LOWEST, _LOWEST_OVERALL, _LOWEST_RESULT = (
    size * mm for size in (14, 7.2, 5.2, 4, 5.4, 4.4)
)
_ON_ONE_PAGE, _SHORT_LIST, _MOST_ROUNDS_SHOWN = 24, 20, 6
_OVERALL_WIDE = 106 * mm

Shared = TypeVar("Shared")


def render(paper: StandingsPaper, progress: Progress | None = None) -> bytes:
    """A small evening's standing, then its partite; of a larger one the partite, the winds, the
    overall standing.
    """
    whole = _whole_on_one_page(paper)
    # The one partita that was played is on that page already.
    pages = [whole] if whole is not None else []
    for partita, lists in paper.pages[: -1 if whole is not None else None]:
        pages += _pages_of(paper, partita, lists)
    if paper.overall and whole is None:
        pages += _flowing(
            paper,
            [_overall(paper, paper.overall)],
            _overall_title(paper),
            [OVERALL],
            _LOWEST_OVERALL,
            below=_unranked(paper),
        )
    return make_document(
        pages, paper.occasion.footing(state_words(paper)), title=_("Standings"), progress=progress
    )


def state_words(paper: StandingsPaper) -> str:
    if paper.number is None:
        return _("draft, not posted")
    return posted_words(paper.number, paper.official)


def _overall_title(paper: StandingsPaper) -> str:
    return _("Overall standing after partita %(number)d") % {"number": paper.rounds[-1]}


def _whole_on_one_page(paper: StandingsPaper) -> Page | None:
    """None where overall and winds need pages of their own."""
    if not paper.pages or not 0 < len(paper.overall) <= _ON_ONE_PAGE:
        return None
    partita, lists = paper.pages[-1]
    is_last = (partita is None) == (len(paper.rounds) > 1)
    if not is_last or compares(lists) not in (Compares.WINDS, Compares.LINES):
        return None
    overall, winds = _overall(paper, paper.overall, narrow=True), _listings(lists)
    listed = _names(winds)
    (erratum,) = paper.erratum.by_page(
        [OVERALL, *_places(partita, lists)], [listed | _names([overall])]
    )
    above = _notes(paper, erratum)
    if _row(winds, _room(above)) < _LOWEST:
        return None
    apart = paper._replace(unranked=tuple(name for name in paper.unranked if name not in listed))
    return _abreast(overall, winds, _unranked(apart), above, _overall_title(paper), *_about(paper))


def _abreast(
    overall: Listing,
    winds: Sequence[Listing],
    below: list[Flowable],
    above: list[Flowable],
    *head: str,
) -> Page:
    right, room = _BODY.width - _OVERALL_WIDE - GAP, _room(above)
    row = _row([overall], room - height_of(below, _OVERALL_WIDE))
    columns = (
        (_OVERALL_WIDE, [*_tables([overall], _OVERALL_WIDE, row), *below]),
        (right, _tables(winds, right, _row(winds, room))),
    )
    return page_of(columns, *head, above=above)


def _pages_of(paper: StandingsPaper, partita: int | None, lists: Lists) -> list[Page]:
    kind = compares(lists)
    title = _("Standings by line") if kind is Compares.LINES else _("Standings by wind")
    if partita is not None:
        title = {
            Compares.EVERYBODY: _("Partita %(number)d"),
            Compares.TABLES: _("Partita %(number)d by table"),
            Compares.LINES: _("Partita %(number)d by line"),
            Compares.WINDS: _("Partita %(number)d by wind"),
        }[kind] % {"number": partita}
    return _flowing(paper, _listings(lists), title, _places(partita, lists), _LOWEST, partita)


def _flowing(
    paper: StandingsPaper,
    lists: list[Listing],
    title: str,
    places: list[str],
    lowest: float,
    round_number: int | None = None,
    below: Sequence[Flowable] = (),
) -> list[Page]:
    """Everything on one page while rows stay legible, else lists in even parts over as many pages
    as it takes.

    Two columns, which lists fill one after the other; one list alone has the page to itself.
    """
    across = min(2, len(lists))
    width = (_BODY.width - (across - 1) * GAP) / across
    (longest,) = paper.erratum.by_page(places, [_names(lists)])
    room = _room(_notes(paper, longest, round_number)) - height_of(below, width)
    rows = {
        at: min(_row(lists[:at], room), _row(lists[at:], room)) for at in range(1, len(lists) + 1)
    }
    cut = max(rows, key=lambda at: (rows[at], -abs(2 * at - len(lists))))
    row, size = rows[cut], min(listing.size(width, max(rows[cut], lowest)) for listing in lists)
    if row < lowest:
        above = lists[0].above + _BETWEEN
        parts = [
            listing._replace(lines=part)
            for listing in lists
            for part in in_even_parts(listing.lines, int((room - above) / lowest))
        ]
        tallest = max(len(part.lines) for part in parts)
        # Long lists have a column each: they may as well fill it.
        row = min(_ROW, (room - above) / tallest) if tallest > _SHORT_LIST else _FLOWING
        lists, cut, size = parts, 0, min(listing.size(width, row) for listing in lists)
    tables = _tables(lists, width, row, size)
    columns = [tables[:cut], tables[cut:]][:across] if cut else in_columns(tables, width, room)
    pages = [columns[at : at + across] for at in range(0, len(columns), across)]
    listed = dict(zip(tables, lists, strict=True))
    errata = paper.erratum.by_page(
        places, [_names(listed[table] for column in page for table in column) for page in pages]
    )
    columns[-1] += below
    about = _about(paper, round_number)
    return [
        page_of(
            [(width, column) for column in page],
            title,
            *about,
            above=_notes(paper, erratum, round_number),
        )
        for page, erratum in zip(pages, errata, strict=True)
    ]


def _room(above: Iterable[Flowable]) -> float:
    return _BODY.height - HEADING - height_of(above, _BODY.width)


def _row(lists: Sequence[Listing], room: float) -> float:
    return min(
        _TALLEST,
        (room - sum(listing.above + _BETWEEN for listing in lists))
        / max(1, sum(len(listing.lines) for listing in lists)),
    )


def _tables(
    lists: Sequence[Listing], width: float, row: float, size: float | None = None
) -> list[Flowable]:
    size = size or min(listing.size(width, row) for listing in lists)
    tables = [listing.table(width, row, size, fixed=True) for listing in lists]
    for table in tables:
        table.spaceAfter = _BETWEEN
    return [*tables]


def _places(partita: int | None, lists: Lists) -> list[str]:
    return [of_wind(label) for label in lists] if partita is None else [of_round(partita)]


def _names(lists: Iterable[Listing]) -> set[str]:
    """A name is the second cell of a line."""
    cells = (line[1] for listing in lists for line in listing.lines)
    return {str(cell[0] if isinstance(cell, tuple) else cell) for cell in cells}


def _about(paper: StandingsPaper, round_number: int | None = None) -> tuple[str, str]:
    """A title of lists of one partita names it already."""
    occasion = paper.occasion
    subject = occasion.subject if round_number is None else occasion.evening
    return subject, state_words(paper)


def _unranked(paper: StandingsPaper) -> list[Flowable]:
    """Below the overall list, with the money of those who are not in it."""
    names = (
        f"{name} ({_money(paper.money[name])})" if name in paper.money else name
        for name in paper.unranked
    )
    apart = _("Without a place: %(names)s") % {"names": ", ".join(names)} if paper.unranked else ""
    sums = money_words(paper.money, paper.point)
    return [words(sentence, 9, grey=0.2) for sentence in (apart, sums) if sentence]


def _money(amount: Fraction | None) -> str:
    return number(amount, fixed=True, signed=True)


# --- what stands above the lists


def _notes(paper: StandingsPaper, erratum: str, round_number: int | None = None) -> list[Flowable]:
    checked = " ".join(filter(None, (sealed_words(paper), log_words(paper))))
    sentences = (
        (big_win_words(paper, round_number), 9.5, 0.0),
        (paper.notes, 8.5, 0.0),
        (checked, 8, 0.2),
    )
    notes: list[Flowable] = [
        words(text, size, grey=grey, below=1.4 * mm) for text, size, grey in sentences if text
    ]
    if erratum:
        changes = _("Corrects what was posted before: %(changes)s") % {
            "changes": on_one_line(erratum)
        }
        # At most a third of a page: then its words become smaller.
        box = KeepInFrame(_BODY.width - 4 * mm, 90 * mm, [words(changes, 9)], mode="shrink")
        framed: Any = [
            ("BOX", (0, 0), (-1, -1), 0.8, black),
            ("BACKGROUND", (0, 0), (-1, -1), Color(0.94, 0.94, 0.94)),
        ]
        notes.append(Table([[box]], [_BODY.width], style=framed, spaceAfter=2 * mm))
    return notes


def on_one_line(erratum: str) -> str:
    """The corrections one after the other, set apart once, with true minus signs."""
    return re.sub(r"(?<![\w-])-(?=\d)", MINUS, "; ".join(erratum.splitlines()).replace(".; ", ". "))


def sealed_words(paper: StandingsPaper) -> str:
    if not paper.sealed:
        return ""
    codes = ", ".join(
        _("%(code)s (partita %(number)d)") % {"number": number, "code": code}
        for number, code in paper.sealed
    )
    sealed = _("Boards sealed before play as %(codes)s.") % {"codes": codes}
    if paper.address:
        sealed += " " + _("Check them: %(address)s") % {"address": paper.address}
    return sealed


def log_words(paper: StandingsPaper) -> str:
    if paper.log is None:
        return ""
    count, seal = paper.log
    return ngettext(
        "Log: %(count)d line, seal %(seal)s.", "Log: %(count)d lines, seal %(seal)s.", count
    ) % {"count": count, "seal": seal}


def big_win_words(paper: StandingsPaper, round_number: int | None = None) -> str:
    wins = [
        _("%(names)s, partita %(round)d, table %(table)d (%(points)s)")
        % {
            "names": ", ".join(win.entries),
            "round": win.round,
            "table": win.table,
            "points": number(win.total, signed=True),
        }
        for win in paper.big_wins
        if round_number in (None, win.round)
    ]
    return _("Mesa: %(wins)s.") % {"wins": "; ".join(wins)} if wins else ""


# --- the lists


def _listings(lists: Lists) -> list[Listing]:
    return [_wind_listing(label, rows) for label, rows in lists.items() if rows]


def _wind_listing(label: str, rows: Sequence[Row]) -> Listing:
    title = label and _("Table %(number)s") % {"number": label}
    if label in [*WINDS, *SIDES, EVERYBODY]:
        title = column_name(label)
    badges = (Wind(label),) if label in list(WINDS) else ()
    tables = any(table not in ("", label) for _rank, _name, table, *_figures in rows)
    # Match points that are the points themselves need not stand there twice.
    raw = all(total is not None and worth == total for *_cells, total, worth in rows)
    columns = [
        Column(with_badges(badges, title or _("Without a place")), 7 * mm, "right", bold=True),
        Column(None),
        *([Column(_("Tbl."), 9 * mm, "right", size=0.85, grey=0.3)] if tables else []),
        Column(_("Points"), 14 * mm, "right", size=0.9),
        *([] if raw else [Column(_("Match points"), 13 * mm, "right", bold=True, size=0.9)]),
    ]
    lines = [
        (
            "" if rank is None else str(rank),
            name,
            *([table] if tables else []),
            number(total),
            *([] if raw else ["" if worth is None else number(worth)]),
        )
        for rank, name, table, total, worth in rows
    ]
    return Listing(columns, lines, head=10 * mm)


def _overall(
    paper: StandingsPaper, lines: Sequence[Line], *, narrow: bool = False, result: bool = False
) -> Listing:
    """Nothing stands twice, and no column is empty from top to bottom; a ``result`` is the sum
    alone.

    Where it is ``narrow``, what decided stands under the name.
    """
    rounds = paper.rounds[-_MOST_ROUNDS_SHOWN:] if len(paper.rounds) > 1 and not result else ()
    raw = all(line.match_points == line.total for line in paper.overall)
    decided = any(line.tiebreak in TITLES for line in paper.overall) and not result
    brought = any(line.carried for line in paper.overall) and not result
    money = {} if result else paper.money
    partita, points = (10 * mm, 14 * mm) if narrow else (14 * mm, 18 * mm)
    columns = [
        Column(with_badges((), _("Overall")) if result else "", 8 * mm, "right", bold=True),
        Column(None if result else _("Name"), under=0.45),
    ]
    for round_ in rounds:
        title = _("P%(number)d") % {"number": round_}
        columns.append(Column(title, partita, "right", size=0.9, grey=0.2))
    if brought:
        columns.append(Column(_("Qualif."), points, "right", size=0.9, grey=0.2))
    if decided and not narrow:
        columns.append(Column(_("Tie-break"), 26 * mm, size=0.75, grey=0.3))
    if not raw:
        columns.append(Column(_("Points"), points, "right", size=0.95))
    columns.append(Column(_("Points") if raw else _("Match points"), points, "right", bold=True))
    if money:
        columns.append(Column(_("Money"), points, "right", size=0.95))
    listed = []
    for line in lines:
        tiebreak = TITLES.get(line.tiebreak or "")
        rule = _(tiebreak) if tiebreak and decided else ""
        under = (line.entry, _("decided by: %(rule)s") % {"rule": rule})
        worth = {result.round: number(result.match_points) for result in line.counted}
        worth |= {result.round: f"({number(result.match_points)})" for result in line.dropped}
        cells = [str(line.rank), under if rule and narrow else line.entry]
        cells += [worth.get(round_, NOTHING) for round_ in rounds]
        cells += [number(line.carried)] if brought else []
        cells += [rule] if decided and not narrow else []
        cells += [] if raw else [number(line.total)]
        cells.append(number(line.match_points))
        cells += [_money(money.get(line.entry))] if money else []
        listed.append(cells)
    return Listing(columns, listed, head=(10 if result else 8) * mm)


# --- the results on one page


def gather_results(tournament: Tournament, options: Options) -> StandingsPaper:
    posted = posted_results(tournament)
    if posted is None:
        raise refusal(
            gettext_lazy(
                "There is no standing that everybody may see yet: post or show it, then print it."
            ),
            "nothing_to_send",
        )
    return gather_posted(tournament, posted, options)


def render_results(paper: StandingsPaper, progress: Progress | None = None) -> bytes:
    lists, below = dict(paper.pages[-1][1]), _unranked(paper._replace(money={}))
    most = max(sum(map(len, lists.values())), len(paper.overall))
    heads = sum(listing.above + _BETWEEN for listing in _listings(lists))
    room = _room([]) - height_of(below, _OVERALL_WIDE) - heads
    count = max(1, -(-most // max(1, int(room / _LOWEST_RESULT))))
    pages = []
    for part in range(count):
        overall = _overall(paper, _share(paper.overall, part, count), narrow=True, result=True)
        winds = _listings({label: _share(rows, part, count) for label, rows in lists.items()})
        under = below if part == count - 1 else []
        pages.append(_abreast(overall, winds, under, [], _("Results"), *_about(paper)))
    return make_document(
        pages, paper.occasion.footing(state_words(paper)), title=_("Results"), progress=progress
    )


def _share(lines: Sequence[Shared], part: int, count: int) -> Sequence[Shared]:
    most = -(-len(lines) // count)
    return lines[part * most : (part + 1) * most]
