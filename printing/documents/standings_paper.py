"""Standings on paper: partite and evening by wind, overall, a season (§6, §7 points 12 to 14). A
sheet says which number it is and whether it is official, or that it was never posted: of two
everybody can tell which counts.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext
from reportlab.lib.colors import Color, black
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepInFrame, Spacer, Table

from king.cards import SIDES, WINDS, Wind
from king.standing.ranking import Line
from king.standing.round_results import EVERYBODY
from king.standing.tiebreaks import TITLES
from king.words import MINUS
from printing.documents.standings_content import (
    Compares,
    ListPage,
    StandingsPaper,
    WindList,
    compares,
    gather_posted,
)
from printing.lists import (
    GAP,
    Cell,
    Column,
    Listing,
    height_of,
    in_columns,
    in_even_parts,
    list_pages,
    page_of,
    with_badges,
    words,
)
from printing.mailing import posted_results
from printing.names import season_names
from printing.occasion import Options
from printing.paper import (
    HEADING,
    LANDSCAPE,
    PORTRAIT,
    Footing,
    Page,
    Progress,
    body_of,
    make_document,
)
from scoring.season import Season
from tournaments.circuits import SeasonPosting
from tournaments.models import Entry, Tournament
from wording.errata import OVERALL, of_round, of_wind
from wording.naming import NOTHING, column_name, number
from wording.results import money_words, posted_words
from wording.rules import season_words

_BODY = body_of(PORTRAIT)
_BETWEEN = 4 * mm
_TALLEST, _ROW, _FLOWING, _LOWEST, _LOWEST_OVERALL, _LOWEST_RESULT = (
    size * mm for size in (14, 7.2, 5.2, 4, 5.4, 4.4)
)
_ON_ONE_PAGE, _SHORT_LIST, _MOST_ROUNDS_SHOWN = 24, 20, 6
_OVERALL_WIDE = 106 * mm

Each = TypeVar("Each")


def render(paper: StandingsPaper, progress: Progress | None = None) -> bytes:
    """A small evening's standing, then its partite; of a larger one the partite, the winds, the
    overall standing.
    """
    if whole := _whole_on_one_page(paper):
        # The one partita that was played is on that page already.
        pages = [whole, *(page for part in paper.pages[:-1] for page in _pages_of(paper, part))]
    else:
        pages = [page for part in paper.pages for page in _pages_of(paper, part)]
        if paper.overall:
            listing, places = _overall(paper, paper.overall), [OVERALL]
            pages += _flowing(
                paper,
                [listing],
                _overall_title(paper),
                places,
                _LOWEST_OVERALL,
                below=_unranked(paper),
            )
    return make_document(
        pages, paper.occasion.footing(state_words(paper)), title=_("Standings"), progress=progress
    )


def state_words(paper: StandingsPaper) -> str:
    return (
        _("draft, not posted")
        if paper.number is None
        else posted_words(paper.number, paper.official)
    )


def _overall_title(paper: StandingsPaper) -> str:
    return _("Overall standing after partita %(number)d") % {"number": paper.rounds[-1]}


def _whole_on_one_page(paper: StandingsPaper) -> Page | None:
    """None where overall and winds need pages of their own."""
    if not paper.pages or not 0 < len(paper.overall) <= _ON_ONE_PAGE:
        return None
    page = paper.pages[-1]
    if _compares(page) not in (Compares.WINDS, Compares.LINES) or (page.round is None) == (
        len(paper.rounds) < 2
    ):
        return None
    overall, winds = _overall(paper, paper.overall, narrow=True), _by_wind(page.lists)
    listed = _names(winds)
    (erratum,) = paper.erratum.by_page([OVERALL, *_places(page)], [listed | _names([overall])])
    above = _notes(paper, erratum)
    if _row(winds, _room(above)) < _LOWEST:
        return None
    apart = replace(paper, unranked=tuple(name for name in paper.unranked if name not in listed))
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


def _pages_of(paper: StandingsPaper, page: ListPage) -> list[Page]:
    kind = _compares(page)
    title = _("Standings by line") if kind is Compares.LINES else _("Standings by wind")
    if page.round is not None:
        title = {
            Compares.EVERYBODY: _("Partita %(number)d"),
            Compares.TABLES: _("Partita %(number)d by table"),
            Compares.LINES: _("Partita %(number)d by line"),
            Compares.WINDS: _("Partita %(number)d by wind"),
        }[kind] % {"number": page.round}
    return _flowing(paper, _by_wind(page.lists), title, _places(page), _LOWEST, page.round)


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
            replace(listing, lines=part)
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


def _places(page: ListPage) -> list[str]:
    return (
        [of_wind(group.label) for group in page.lists]
        if page.round is None
        else [of_round(page.round)]
    )


def _names(lists: Iterable[Listing]) -> set[str]:
    """A name is the second cell of a line."""
    cells = (line[1] for listing in lists for line in listing.lines)
    return {str(cell[0] if isinstance(cell, tuple) else cell) for cell in cells}


def _compares(page: ListPage) -> Compares:
    return compares(group.label for group in page.lists)


def _about(paper: StandingsPaper, round_number: int | None = None) -> tuple[str, str]:
    """A title of lists of one partita names it already."""
    return paper.occasion.subject if round_number is None else paper.occasion.evening, state_words(
        paper
    )


def _unranked(paper: StandingsPaper) -> list[Flowable]:
    """Below the overall list, with the money of those who are not in it."""
    each = (
        f"{name} ({_money(paper.money[name])})" if name in paper.money else name
        for name in paper.unranked
    )
    names = _("Without a place: %(names)s") % {"names": ", ".join(each)}
    sums = money_words(paper.money, paper.point)
    found = [names] if paper.unranked else []
    return [words(said, 9, grey=0.2) for said in (*found, sums) if said]


def _money(amount: Fraction | None) -> str:
    return number(amount, fixed=True, signed=True)


# --- what stands above the lists


def _notes(paper: StandingsPaper, erratum: str, round_number: int | None = None) -> list[Flowable]:
    checked = " ".join(filter(None, (sealed_words(paper), log_words(paper))))
    said = (
        (big_win_words(paper, round_number), 9.5, 0.0),
        (paper.notes, 8.5, 0.0),
        (checked, 8, 0.2),
    )
    notes: list[Flowable] = [
        words(text, size, grey=grey, below=1.4 * mm) for text, size, grey in said if text
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
    said = _("Boards sealed before play as %(codes)s.") % {"codes": codes}
    if paper.address:
        said += " " + _("Check them: %(address)s") % {"address": paper.address}
    return said


def log_words(paper: StandingsPaper) -> str:
    if paper.log is None:
        return ""
    count, seal = paper.log
    return ngettext(
        "Log: %(count)d line, seal %(seal)s.", "Log: %(count)d lines, seal %(seal)s.", count
    ) % {"count": count, "seal": seal}


def big_win_words(paper: StandingsPaper, round_number: int | None = None) -> str:
    won = [win for win in paper.big_wins if round_number in (None, win.round)]
    each = [
        _("%(names)s, partita %(round)d, table %(table)d (%(points)s)")
        % {
            "names": ", ".join(win.entries),
            "round": win.round,
            "table": win.table,
            "points": number(win.total, signed=True),
        }
        for win in won
    ]
    return _("Mesa: %(wins)s.") % {"wins": "; ".join(each)} if each else ""


# --- the lists


def _by_wind(lists: Iterable[WindList]) -> list[Listing]:
    return [_wind_listing(group) for group in lists if group.lines]


def _wind_listing(each: WindList) -> Listing:
    known = each.label in [*WINDS, *SIDES, EVERYBODY]
    label = column_name(each.label) if known else _("Table %(number)s") % {"number": each.label}
    badges = (Wind(each.label),) if each.label in list(WINDS) else ()
    tables = any(line.table not in ("", each.label) for line in each.lines)
    columns = [
        Column(
            with_badges(badges, label if each.label else _("Without a place")),
            7 * mm,
            "right",
            bold=True,
        ),
        Column(None),
        *([Column(_("Tbl."), 9 * mm, "right", size=0.85, grey=0.3)] if tables else []),
        Column(_("Points"), 14 * mm, "right", size=0.9),
        *([] if each.raw else [Column(_("Match points"), 13 * mm, "right", bold=True, size=0.9)]),
    ]
    lines = [
        (
            "" if line.rank is None else str(line.rank),
            line.name,
            *([line.table] if tables else []),
            number(line.total),
            *([] if each.raw else ["" if line.match_points is None else number(line.match_points)]),
        )
        for line in each.lines
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
    partita, points = (10 * mm, 14 * mm) if narrow else (14 * mm, 18 * mm)
    columns = [
        Column(with_badges((), _("Overall")) if result else "", 8 * mm, "right", bold=True),
        Column(None if result else _("Name"), under=0.45),
        *(
            Column(_("P%(number)d") % {"number": round_}, partita, "right", size=0.9, grey=0.2)
            for round_ in rounds
        ),
        *([Column(_("Qualif."), points, "right", size=0.9, grey=0.2)] if brought else []),
        *([Column(_("Tie-break"), 26 * mm, size=0.75, grey=0.3)] if decided and not narrow else []),
        *([] if raw else [Column(_("Points"), points, "right", size=0.95)]),
        Column(_("Points") if raw else _("Match points"), points, "right", bold=True),
        *([Column(_("Money"), points, "right", size=0.95)] if paper.money and not result else []),
    ]
    money = {} if result else paper.money
    return Listing(
        columns,
        [_overall_line(line, rounds, raw, decided, narrow, brought, money) for line in lines],
        head=(10 if result else 8) * mm,
    )


def _overall_line(
    line: Line,
    rounds: Iterable[int],
    raw: bool,
    decided: bool,
    narrow: bool,
    brought: bool,
    money: Mapping[str, Fraction],
) -> list[Cell]:
    title = TITLES.get(line.tiebreak or "")
    rule = _(title) if title and decided else ""
    under = (line.entry, _("decided by: %(rule)s") % {"rule": rule})
    cells: list[Cell] = [str(line.rank), under if rule and narrow else line.entry]
    made = {result.round: number(result.match_points) for result in line.counted}
    made |= {result.round: f"({number(result.match_points)})" for result in line.dropped}
    cells += [made.get(round_, NOTHING) for round_ in rounds]
    cells += [number(line.carried)] if brought else []
    cells += [] if narrow or not decided else [rule]
    cells += [] if raw else [number(line.total)]
    cells.append(number(line.match_points))
    return [*cells, _money(money.get(line.entry))] if money else cells


# --- the results on one page


def gather_results(tournament: Tournament, options: Options) -> StandingsPaper:
    posted = posted_results(tournament)
    if posted is None:
        raise ValidationError(
            gettext_lazy(
                "There is no standing that everybody may see yet: post or show it, then print it."
            ),
            code="nothing_to_send",
        )
    return gather_posted(tournament, posted, options)


def render_results(paper: StandingsPaper, progress: Progress | None = None) -> bytes:
    lists, below = (
        [group for group in paper.pages[-1].lists if group.lines],
        _unranked(replace(paper, money={})),
    )
    lines = max(sum(len(group.lines) for group in lists), len(paper.overall))
    room = (
        _room([])
        - height_of(below, _OVERALL_WIDE)
        - sum(listing.above + _BETWEEN for listing in _by_wind(lists))
    )
    count = max(1, -(-lines // max(1, int(room / _LOWEST_RESULT))))
    pages = []
    for part in range(count):
        overall = _overall(paper, _share(paper.overall, part, count), narrow=True, result=True)
        winds = _by_wind(replace(group, lines=_share(group.lines, part, count)) for group in lists)
        pages.append(
            _abreast(
                overall, winds, below if part == count - 1 else [], [], _("Results"), *_about(paper)
            )
        )
    return make_document(
        pages, paper.occasion.footing(state_words(paper)), title=_("Results"), progress=progress
    )


def _share(lines: tuple[Each, ...], part: int, count: int) -> tuple[Each, ...]:
    most = -(-len(lines) // count)
    return lines[part * most : (part + 1) * most]


# --- a season


def regulation(season: Season) -> list[tuple[str, str]]:
    """In words, for the page too."""
    rules = season.calendar[-1].rules if season.calendar else None
    return season_words(season.settings, season.circuit.counts, rules, season.circuit.prizes)


_MOST_UPRIGHT, _MOST_ACROSS = 12, 16
"""Columns of results that a page has room for, upright and across: of a longer season the last ones."""
_LEFT_OUT = Color(0.42, 0.42, 0.42)
_SEASON_ROW, _TALLEST_ROW, _SMALLEST_ROW = 5.2 * mm, 7.2 * mm, 4.2 * mm


def render_season(season: Season, posting: SeasonPosting | None = None) -> bytes:
    """On one page where it fits at a size that can be read."""
    numbers = list(season.sittings)[-_MOST_ACROSS:]
    size = PORTRAIT if len(numbers) <= _MOST_UPRIGHT else LANDSCAPE
    body, circuit = body_of(size), season.circuit.name
    last = _("After %(evening)s") % {
        "evening": date_format(max(evening.date for evening in season.evenings))
    }
    official = season.official if posting is None else posting.official
    state = _("official") if official else _("provisional")
    if posting is not None:
        state = _("Standing no. %(number)s") % {"number": posting.number} + f", {state}"
    above = [
        words(sentence, 9, bold=True, below=2 * mm) for sentence in _corrections(season, posting)
    ]
    below = [words(sentence, 8.5, grey=0.2) for sentence in _season_notes(season, numbers)]
    listing = _season_listing(season, numbers, _season_names(season, posting))
    room = body.height - HEADING - height_of([*above, *below], body.width) - listing.above - 4 * mm
    row = min(_TALLEST_ROW, room / max(1, len(listing.lines)))
    row = row if row >= _SMALLEST_ROW else _SEASON_ROW
    table = listing.table(body.width, row, listing.size(body.width, row, 11))
    pages = list_pages(
        [*above, table, Spacer(0, 3 * mm), *below],
        circuit,
        f"{_('Standing')} · {last}",
        state,
        size=size,
    )
    footing = Footing(f"{circuit} · {last}", timezone.now(), state)
    return make_document(pages, footing, title=f"{circuit} · {_('Standing')}", size=size)


def _season_listing(season: Season, numbers: Sequence[int], names: Mapping[str, str]) -> Listing:
    """Each date stands over its partite."""
    raw = season.settings.method == "raw"
    columns = [
        Column(_("Place"), 11 * mm, "right", bold=True),
        Column(_("Name"), 0 if numbers else 90 * mm),
    ]
    columns += [] if raw else [Column(_("Match points"), 15 * mm, "right", bold=True)]
    columns.append(Column(pgettext("of the sheets", "Points"), 13 * mm, "right", bold=raw))
    first, before = len(columns), None
    lines: list[list[Cell]] = []
    style: list[tuple[Any, ...]] = [("ALIGN", (first, -1), (-1, -1), "CENTER")] if numbers else []
    for key in numbers:
        sitting = season.sittings[key]
        date = None if sitting.evening == before else date_format(sitting.tournament.date, "j/n")
        if date is not None and sitting.partita is not None:
            style.append(
                (
                    "LINEBEFORE",
                    (len(columns), -1),
                    (len(columns), -1 + len(season.standings.overall)),
                    0.3,
                    _LEFT_OUT,
                )
            )
        columns.append(Column(date, 8.4 * mm, "right", size=0.85))
        before = sitting.evening
    for at, line in enumerate(season.standings.overall):
        made = {one.round: number(one.match_points) for one in line.counted}
        dropped = {one.round: f"({number(one.match_points)})" for one in line.dropped}
        figures = (
            [number(line.match_points)] if raw else [number(line.match_points), number(line.total)]
        )
        results = [{**made, **dropped}.get(key, "") for key in numbers]
        lines.append([str(line.rank), names.get(line.entry, line.entry), *figures, *results])
        for place, key in enumerate(numbers, start=first):
            if key in dropped:
                style.append(("TEXTCOLOR", (place, at), (place, at), _LEFT_OUT))
    return Listing(columns, lines, style=style)


def _season_notes(season: Season, numbers: Sequence[int]) -> Iterator[str]:
    if len(numbers) < len(season.sittings):
        yield _("The last %(count)d results of each are shown.") % {"count": len(numbers)}
    if any(line.dropped for line in season.standings.overall):
        yield _("In brackets and grey: left out of the sum, as the regulation has it.")
    if season.standings.too_few:
        came = ", ".join(f"{name} ({times})" for name, times in season.standings.too_few)
        yield _("Too few evenings for a place:") + f" {came}"
    yield from (f"{title}: {said}" for title, said in regulation(season))


def _season_names(season: Season, posting: SeasonPosting | None) -> dict[str, str]:
    if posting is None:
        return season_names(
            {name: entry for one in season.sittings.values() for name, entry in one.entries.items()}
        )
    named = posting.named or {}  # one of an earlier version says of nobody who he is
    entries = Entry.objects.filter(pk__in=named.values()).with_players().in_bulk()
    return season_names({name: entries[key] for name, key in named.items() if key in entries})


def _corrections(season: Season, posting: SeasonPosting | None) -> Iterator[str]:
    if posting is None:
        yield from season.corrected()
    elif posting.erratum:
        yield _("Corrects what was posted before: %(changes)s") % {
            "changes": on_one_line(posting.erratum)
        }
