"""Printed standings: partite and evening by wind, and overall (§6, §7 points 12 to 14). A sheet
says its number and whether it is official, or that it was never published, so that of two everybody
can tell which counts.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from django.utils.translation import gettext as _, gettext_lazy, ngettext
from reportlab.lib.colors import Color, black
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Table

from king.cards import SIDES, WINDS, Wind
from king.standing.ranking import Line, says_once
from king.standing.round_results import EVERYBODY
from king.words import MINUS
from printing.document_context import Options, Printed
from printing.documents.standings_content import (
    RESTED,
    Compares,
    Lists,
    Row,
    StandingsPaper,
    compares,
    gather_published,
    title_of,
)
from printing.lists import (
    GAP,
    HALF,
    WIDTH,
    Cell,
    Column,
    Field,
    Listing,
    even_row,
    height_of,
    in_columns,
    in_even_parts,
    list_pages,
    listing_of,
    page_of,
    room_below,
    with_badges,
    words,
)
from printing.mailing import published_results
from printing.paper import Page
from printing.standing_columns import paper_fields
from tournaments.models import Tournament
from wording.columns import (
    NARROW,
    PAPER,
    PAPER_BY_WIND,
    PARTITA,
    RESULTS,
    Partita,
    PartitaLine,
    Ranked,
    partite,
)
from wording.errata import OVERALL, round_label, wind_label
from wording.naming import column_name, number
from wording.rests import marks, with_marks
from wording.results import money_words, publication_words
from wording.sentences import refusal

_BETWEEN = 4 * mm
_TALLEST, _ROW, _FLOWING, _LOWEST, _LOWEST_OVERALL, _LOWEST_RESULT = (
    size * mm for size in (18, 7.2, 5.2, 4, 5.4, 4.4)
)
_ON_ONE_PAGE, _SHORT_LIST, _MOST_ROUNDS_SHOWN = 24, 20, 6
_OVERALL_WIDE = 106 * mm
_ABREAST, _AT_TABLES = {Compares.WINDS, Compares.LINES}, {Compares.MATCHES, Compares.TABLES}

_BOX, _CUT = 90 * mm, 1800
"""A correction above the lists: the most height, and the letters of one line that has more."""

Shared = TypeVar("Shared")


def render(paper: StandingsPaper) -> Printed:
    return Printed(paper.occasion, _pages(paper), state_words(paper))


def _pages(paper: StandingsPaper) -> Iterator[Page]:
    """Yield the pages. A small evening has the whole standing on one page, then the partite that
    are not on it. A larger one has the partite, the winds and the overall standing.
    """
    beside = _beside_the_overall(paper)
    whole = _whole_on_one_page(paper, *beside)
    pages = [one for one in paper.pages if not whole or one not in beside]
    yield from [whole] if whole else ()
    for partita, lists in pages:
        yield from _pages_of(paper, partita, lists)
    if paper.overall and not whole:
        overall, below = _overall(paper, paper.overall), _unranked_list(paper)
        title = _overall_title(paper)
        yield from _flowing(paper, [overall], title, [OVERALL], _LOWEST_OVERALL, below=below)
    everywhere = paper.erratum.in_full()
    if everywhere and _corrections_text(everywhere) != corrected_words(everywhere):
        story = [words(with_minus(line), 9, below=1 * mm) for line in everywhere.splitlines()]
        yield from list_pages(story, _("The whole correction"), *_about(paper))


def state_words(paper: StandingsPaper) -> str:
    if paper.number is None:
        return _("draft, not published")
    return publication_words(paper.number, paper.official)


def _overall_title(paper: StandingsPaper) -> str:
    return _("Overall standings after partita %(number)d") % {"number": paper.rounds[-1]}


def _beside_the_overall(paper: StandingsPaper) -> tuple[tuple[int | None, Lists], ...]:
    """Lists that may stand beside the overall standing: the last ones by wind or line, or those of
    every partita if each table ranks by itself.
    """
    if not paper.pages:
        return ()
    if {compares(lists) for _partita, lists in paper.pages} <= _AT_TABLES:
        return paper.pages
    partita, lists = paper.pages[-1]
    is_last = (partita is None) == (len(paper.rounds) > 1)
    return paper.pages[-1:] if is_last and compares(lists) in _ABREAST else ()


def _whole_on_one_page(paper: StandingsPaper, *beside: tuple[int | None, Lists]) -> Page | None:
    """Page with the overall standing and the lists ``beside`` it, or None if they need pages of
    their own.
    """
    if not beside or not 0 < len(paper.overall) <= _ON_ONE_PAGE:
        return None
    overall = _overall(paper, paper.overall, narrow=True)
    several = len(beside) > 1
    lists = [
        listing
        for partita, lists in beside
        for listing in _listings(lists, partita if several else None)
    ]
    listed = _names(lists)
    places = [place for partita, lists in beside for place in _places(partita, lists)]
    (erratum,) = paper.erratum.by_page([OVERALL, *places], [listed | _names([overall])])
    above, foot = _notes(paper, erratum), _seals(paper)
    room = room_below([*above, *foot])
    right = WIDTH - _OVERALL_WIDE - GAP
    lowest = _LOWEST_OVERALL if several else _LOWEST
    if min(_row(lists, room, right), _row([overall], room, _OVERALL_WIDE)) < lowest:
        return None
    apart = paper._replace(unranked=tuple(name for name in paper.unranked if name not in listed))
    below, head = _unranked_list(apart), (_overall_title(paper), *_about(paper))
    return _abreast(overall, lists, below, above, *head, foot=foot)


def _abreast(
    overall: Listing,
    winds: Sequence[Listing],
    below: list[Flowable],
    above: list[Flowable],
    *head: str,
    foot: Sequence[Flowable] = (),
) -> Page:
    right, room = WIDTH - _OVERALL_WIDE - GAP, room_below([*above, *foot])
    row = _row([overall], room - height_of(below, _OVERALL_WIDE), _OVERALL_WIDE)
    columns = (
        (_OVERALL_WIDE, [*_tables([overall], _OVERALL_WIDE, row), *below]),
        (right, _tables(winds, right, _row(winds, room, right))),
    )
    return page_of(columns, *head, above=above, foot=foot)


def _pages_of(paper: StandingsPaper, partita: int | None, lists: Lists) -> list[Page]:
    title = title_of(compares(lists), partita)
    every = [row for rows in lists.values() for row in rows]
    rested = any(row.rests or (isinstance(row, PartitaLine) and row.rested) for row in every)
    below = [words(paper.rests, 9, grey=0.2)] if rested else []
    places = _places(partita, lists)
    return _flowing(paper, _listings(lists), title, places, _LOWEST, partita, below)


def _flowing(
    paper: StandingsPaper,
    lists: list[Listing],
    title: str,
    places: list[str],
    lowest: float,
    round_number: int | None = None,
    below: Sequence[Flowable] = (),
) -> list[Page]:
    """Pages of these lists: one page as long as rows stay legible, else lists in even parts on as
    many pages as needed. There are two columns, filled one after the other; a single list takes the
    whole width.
    """
    across, width = (2, HALF) if len(lists) > 1 else (1, WIDTH)
    (longest,) = paper.erratum.by_page(places, [_names(lists)])
    foot = _seals(paper)
    room = room_below([*_notes(paper, longest, round_number), *foot]) - height_of(below, width)
    rows = {
        at: min(_row(lists[:at], room, width), _row(lists[at:], room, width))
        for at in range(1, len(lists) + 1)
    }
    cut = max(rows, key=lambda at: (rows[at], -abs(2 * at - len(lists))))
    row, size = rows[cut], min(listing.size(width, max(rows[cut], lowest)) for listing in lists)
    if row < lowest:
        tall = room - lists[0].above - _BETWEEN
        parts = [
            listing._replace(lines=part)
            for listing in lists
            for part in _parts(listing, width, lowest, tall)
        ]
        size = min(part.size(width, lowest) for part in parts)
        row = max(_FLOWING, lowest)
        if max(len(part.lines) for part in parts) > _SHORT_LIST:
            # Long lists have a column each: they may as well fill it.
            row = min(even_row(part.needs(width, size), tall, _ROW) for part in parts)
            larger = min(part.size(width, row) for part in parts)
            if all(_tall(part, width, row, larger) <= tall for part in parts):
                size = larger
        lists, cut = parts, 0
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
            foot=foot,
        )
        for page, erratum in zip(pages, errata, strict=True)
    ]


def _tall(listing: Listing, width: float, row: float, size: float) -> float:
    return sum(max(row, need) for need in listing.needs(width, size))


def _parts(
    listing: Listing, width: float, lowest: float, room: float
) -> Sequence[Sequence[Sequence[Cell]]]:
    """Split the lines of a list evenly into as few parts as fit in a column each."""
    tall = [max(lowest, need) for need in listing.needs(width, listing.size(width, lowest))]
    for count in range(1, len(tall)):
        longest = -(-len(tall) // count)
        if all(sum(part) <= room for part in in_even_parts(tall, longest)):
            return in_even_parts(listing.lines, longest)
    return in_even_parts(listing.lines, 1)


def _row(lists: Sequence[Listing], room: float, width: float) -> float:
    """Height of rows with which the lists fill the room. Rows of long names are higher."""
    if not lists:
        return _TALLEST
    room -= sum(listing.above + _BETWEEN for listing in lists)
    row = min(_TALLEST, room / max(1, sum(len(listing.lines) for listing in lists)))
    size = min(listing.size(width, row) for listing in lists)
    needs = [need for listing in lists for need in listing.needs(width, size)]
    return even_row(needs, room, _TALLEST)


def _tables(
    lists: Sequence[Listing], width: float, row: float, size: float | None = None
) -> list[Flowable]:
    size = size or min(listing.size(width, row) for listing in lists)
    # On the lowest rows a long name is cut short.
    fixed = row < _LOWEST
    tables = [listing.table(width, row, size, fixed=fixed) for listing in lists]
    for table in tables:
        table.spaceAfter = _BETWEEN
    return [*tables]


def _places(partita: int | None, lists: Lists) -> list[str]:
    return [wind_label(label) for label in lists] if partita is None else [round_label(partita)]


def _names(lists: Iterable[Listing]) -> set[str]:
    """Names in the lists, which are the second cells of their lines."""
    cells = (line[1] for listing in lists for line in listing.lines)
    return {str(cell[0] if isinstance(cell, tuple) else cell) for cell in cells}


def _about(paper: StandingsPaper, round_number: int | None = None) -> tuple[str, str]:
    """Occasion and state for the head of a page. The partita is left out if ``round_number`` is
    given, because the title of such lists names it already.
    """
    occasion = paper.occasion
    subject = occasion.subject if round_number is None else occasion.evening
    return subject, state_words(paper)


def _unranked_list(paper: StandingsPaper) -> list[Flowable]:
    """Paragraphs below the overall list on entries that are not in it, with their money."""
    names = (
        f"{name} ({_money(paper.money[name])})" if name in paper.money else name
        for name in paper.unranked
    )
    apart = _("Not ranked: %(names)s") % {"names": ", ".join(names)} if paper.unranked else ""
    sums = money_words(paper.money, paper.point)
    dropped = _("In square brackets: left out of the sum.")
    left_out = dropped if any(line.dropped for line in paper.overall) else ""
    sentences = (apart, paper.rests, left_out, sums)
    return [words(sentence, 9, grey=0.2) for sentence in sentences if sentence]


def _money(amount: Fraction | None) -> str:
    return number(amount, fixed=True, signed=True)


# --- what stands above the lists


def _notes(paper: StandingsPaper, erratum: str, round_number: int | None = None) -> list[Flowable]:
    sentences = big_win_words(paper, round_number), paper.notes, " ".join(paper.written)
    notes: list[Flowable] = [words(text, 9.5, below=1.4 * mm) for text in sentences if text]
    if erratum:
        box = words(_corrections_text(erratum), 9)
        framed: Any = [
            ("BOX", (0, 0), (-1, -1), 0.8, black),
            ("BACKGROUND", (0, 0), (-1, -1), Color(0.94, 0.94, 0.94)),
        ]
        notes.append(Table([[box]], [WIDTH], style=framed, spaceAfter=2 * mm))
    return notes


def _corrections_text(erratum: str) -> str:
    """Text of the corrections, cut to a third of a page; it says how much is left out and where
    that is.
    """
    lines = erratum.splitlines()
    for count in range(len(lines), 0, -1):
        text = corrected_words("\n".join(lines[:count]))
        if count < len(lines):
            rest = {"count": len(lines) - count}
            text += " " + _("(lines left out: %(count)s; all of them are at the end)") % rest
        if height_of([words(text, 9)], WIDTH - 4 * mm) <= _BOX:
            return text
    return text[:_CUT] + "…"


def with_minus(text: str) -> str:
    return re.sub(r"(?<![\w-])-(?=\d)", MINUS, text)


def _seals(paper: StandingsPaper) -> list[Flowable]:
    """Seals in small type at the foot of the page, for the few who check them."""
    checked = " ".join(filter(None, (sealed_words(paper), log_words(paper))))
    return [words(checked, 8, grey=0.2)] if checked else []


def corrected_words(erratum: str) -> str:
    """Sentence with all corrections one after the other, with true minus signs."""
    changes = "; ".join(erratum.splitlines()).replace(".; ", ". ")
    return _("Corrects what was published before: %(changes)s") % {"changes": with_minus(changes)}


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
    return " ".join(win.words for win in paper.big_wins if round_number in (None, win.round))


# --- the lists


def _listings(lists: Lists, partita: int | None = None) -> list[Listing]:
    """Lists with at least one row. Each names ``partita`` in its heading, unless that is None."""
    return [_wind_listing(label, rows, partita) for label, rows in lists.items() if rows]


def _wind_listing(label: str, rows: Sequence[Row], partita: int | None) -> Listing:
    badges = (Wind(label),) if label in list(WINDS) else ()
    heading = _heading(label, rows)
    if partita is not None:
        heading = f"{_('Partita %(number)d') % {'number': partita}} · {heading}"
    head = with_badges(badges, heading)
    fields: list[Field[Row]] = [
        (Column(head, 7 * mm, "right", bold=True), lambda row: str(row.rank or "")),
        (Column(None), _name_of),
    ]
    raw = says_once((row.match_points, row.total) for row in rows)
    lines = [row for row in rows if isinstance(row, Line)]
    if lines:
        figures = paper_fields(PAPER_BY_WIND, Ranked(lines, once=raw), lines)
    else:
        # A table of a list that has one alone need not stand there.
        tables = any(row.table not in ("", label) for row in rows if isinstance(row, PartitaLine))
        figures = paper_fields(PAPER_BY_WIND, Partita(raw, tables), rows, PARTITA)
    fields += [of_column for _column, of_column in figures]
    return listing_of(fields, rows, head=10 * mm)


def _heading(label: str, rows: Sequence[Row]) -> str:
    if label in [*WINDS, *SIDES, EVERYBODY]:
        return column_name(label)
    if label == RESTED:
        return _("Sitting this partita out")
    if label:
        return _("Table %(number)s") % {"number": label}
    # Lists of a whole evening also name, below, those who sat at no single wind.
    ranked = any(row.match_points is not None for row in rows)
    return _("Without a place") if ranked else _("Not ranked")


def _name_of(row: Row) -> Cell:
    return (row.entry, marks(row.rests)) if row.rests else row.entry


def _overall(
    paper: StandingsPaper, lines: Sequence[Line], *, narrow: bool = False, result: bool = False
) -> Listing:
    """Overall list. Nothing is printed twice, and empty columns are left out. With ``result`` only
    the sum is printed.

    If ``narrow``, the reason of a tie's order is printed below the name.
    """
    rounds = paper.rounds[-_MOST_ROUNDS_SHOWN:] if len(paper.rounds) > 1 and not result else ()
    ranked = Ranked(paper.overall, partite(rounds), money=paper.money)
    ties = {} if result else ranked.ties

    def name(line: Line) -> Cell:
        tie = (ties.get(line.entry) or "") if narrow else ""
        under = with_marks(tie, {key: line.rests[key] for key in line.rests.keys() - {*rounds}})
        return (line.entry, under) if under else line.entry

    first = with_badges((), _("Overall")) if result else ""
    fields: list[Field[Line]] = [
        (Column(first, 8 * mm, "right", bold=True), lambda line: str(line.rank)),
        (Column(None if result else _("Name"), under=0.45), name),
    ]
    place = RESULTS if result else NARROW if narrow else PAPER
    fields += [of_column for _column, of_column in paper_fields(place, ranked, paper.overall)]
    return listing_of(fields, lines, head=(10 if result else 9) * mm)


# --- the results on one page


def gather_results(tournament: Tournament, options: Options) -> StandingsPaper:
    published = published_results(tournament)
    if published is None:
        raise refusal(
            gettext_lazy(
                "There are no standings that everybody may see yet: publish or show them, then print them."
            ),
            "nothing_to_send",
        )
    return gather_published(tournament, published, options)


def render_results(paper: StandingsPaper) -> Printed:
    return Printed(paper.occasion, _result_pages(paper), state_words(paper))


def _result_pages(paper: StandingsPaper) -> Iterator[Page]:
    lists, below = dict(paper.pages[-1][1]), _unranked_list(paper._replace(money={}))
    if paper.written:
        below.append(words(" ".join(paper.written), 9, grey=0.2))
    most = max(sum(map(len, lists.values())), len(paper.overall))
    heads = sum(listing.above + _BETWEEN for listing in _listings(lists))
    room = room_below() - height_of(below, _OVERALL_WIDE) - heads
    count = max(1, -(-most // max(1, int(room / _LOWEST_RESULT))))
    for part in range(count):
        overall = _overall(paper, _share(paper.overall, part, count), narrow=True, result=True)
        winds = _listings({label: _share(rows, part, count) for label, rows in lists.items()})
        under = below if part == count - 1 else []
        yield _abreast(overall, winds, under, [], _("Results"), *_about(paper))


def _share(lines: Sequence[Shared], part: int, count: int) -> Sequence[Shared]:
    most = -(-len(lines) // count)
    return lines[part * most : (part + 1) * most]
