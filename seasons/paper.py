"""Files of a season: its standing as PDF, on one page if that is legible; and an .xlsx workbook
with the standing, every result that counted, and the regulation.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from reportlab.graphics.shapes import Drawing
from reportlab.lib.colors import Color
from reportlab.lib.units import mm
from reportlab.platypus import Spacer

from king.standing.ranking import Line
from printing.document_context import Occasion
from printing.documents.standings_paper import corrected_words
from printing.documents.workbook import round_lines
from printing.lists import Column, Field, Listing, list_pages, listing_of, room_below, words
from printing.names import season_names
from printing.paper import LANDSCAPE, PORTRAIT, Footing, body_of, make_document
from printing.pictures import places
from printing.spreadsheets import Listed, Value, new_book, new_sheet, put_list, workbook_bytes, wrap
from printing.standing_columns import book_lines, paper_fields
from seasons.models import SeasonPublication
from seasons.season import Season, Sitting, places_after
from tournaments.models import Entry
from wording.columns import SEASON_BOOK, SEASON_PAPER, Part
from wording.rules import season_words


def regulation(season: Season) -> list[tuple[str, str]]:
    """Regulation in words, also for the page."""
    rules = season.calendar[-1].rules if season.calendar else None
    return season_words(season.settings, season.circuit.counts, rules, season.circuit.prizes)


_MOST_UPRIGHT, _MOST_ACROSS = 12, 16
"""Columns of results that a page has room for, upright and across: of a longer season the last ones."""
_MOST_LINES = 40
_LEFT_OUT = Color(0.42, 0.42, 0.42)
_SEASON_ROW, _TALLEST_ROW, _SMALLEST_ROW = 5.2 * mm, 7.2 * mm, 4.2 * mm


def render(season: Season, publication: SeasonPublication | None = None) -> bytes:
    numbers = list(season.sittings)[-_MOST_ACROSS:]
    size = PORTRAIT if len(numbers) <= _MOST_UPRIGHT else LANDSCAPE
    body, circuit = body_of(size), season.circuit.name
    day = date_format(max(evening.date for evening in season.evenings))
    last = _("After %(evening)s") % {"evening": day}
    official = season.official if publication is None else publication.official
    state = _("official") if official else _("provisional")
    if publication is not None:
        state = _("Standings no. %(number)s") % {"number": publication.number} + f", {state}"
    above = [
        words(sentence, 9, bold=True, below=2 * mm)
        for sentence in _corrections(season, publication)
    ]
    below = [words(sentence, 8.5, grey=0.2) for sentence in _season_notes(season, numbers)]
    names = _season_names(season, publication)
    listing = _season_listing(season, numbers, names)
    room = room_below([*above, *below], size) - listing.above - 4 * mm
    row = min(_TALLEST_ROW, room / max(1, len(listing.lines)))
    row = row if row >= _SMALLEST_ROW else _SEASON_ROW
    table = listing.table(body.width, row, listing.size(body.width, row, 11))
    story = [*above, table, Spacer(0, 3 * mm), *below]
    pages = list_pages(story, circuit, f"{_('Standings')} · {last}", state, size=size)
    if picture := _curve(season, names):
        picture.renderScale = min(
            body.width / picture.width, room_below(size=size) / picture.height
        )
        head = f"{_('Place after each evening')} · {last}"
        pages += list_pages([picture], circuit, head, state, size=size)
    footing = Footing(f"{circuit} · {last}", timezone.now(), state)
    return make_document(pages, footing, title=f"{circuit} · {_('Standings')}", size=size)


def _curve(season: Season, names: Mapping[str, str]) -> Drawing | None:
    """Chart of the places after each evening. The first of the season is highlighted. None before
    two evenings.
    """
    if len(season.evenings) < 2 or not season.standings.overall:
        return None
    after = {names.get(name, name): line for name, line in places_after(season).items()}
    return places(dict(islice(after.items(), _MOST_LINES)), next(iter(after)))


def _season_listing(season: Season, numbers: Sequence[int], names: Mapping[str, str]) -> Listing:
    """Standing of the season as a list on paper. Each date stands over its partite."""
    ranked = season.ranked(parts=tuple(_days(season, numbers)), names=names)
    lines, style = ranked.lines, list[tuple[Any, ...]]()
    fields: list[Field[Line]] = [
        (Column(_("Place"), 11 * mm, "right", bold=True), lambda line: str(line.rank)),
        (
            Column(_("Name"), 0 if numbers else 90 * mm),
            lambda line: names.get(line.entry, line.entry),
        ),
    ]
    parts = {f"partita-{key}": key for key in numbers}
    for column, of_column in paper_fields(SEASON_PAPER, ranked, lines):
        place, key = len(fields), parts.get(column.key)
        fields.append(of_column)
        if key is None:
            continue
        if key == numbers[0]:
            style.append(("ALIGN", (place, -1), (-1, -1), "CENTER"))
        if column.short is not None and season.sittings[key].partita is not None:
            style.append(("LINEBEFORE", (place, -1), (place, -1 + len(lines)), 0.3, _LEFT_OUT))
        for at, line in enumerate(lines):
            if any(result.round == key for result in line.dropped):
                style.append(("TEXTCOLOR", (place, at), (place, at), _LEFT_OUT))
    return listing_of(fields, lines, style=style, least=8)


def _days(season: Season, numbers: Iterable[int]) -> Iterator[Part]:
    """Yield the column of each partita. The first one of an evening is headed by the day."""
    before = None
    for key in numbers:
        sitting = season.sittings[key]
        day = None if sitting.evening == before else date_format(sitting.tournament.date, "j/n")
        yield Part(key, "", day, "")
        before = sitting.evening


def _season_notes(season: Season, numbers: Sequence[int]) -> Iterator[str]:
    if len(numbers) < len(season.sittings):
        yield _("The last %(count)d results of each are shown.") % {"count": len(numbers)}
    if any(line.dropped for line in season.standings.overall):
        yield _("In square brackets and grey: left out of the sum, as the regulation has it.")
    if season.rests_note:
        yield season.rests_note
    if season.standings.too_few:
        came = ", ".join(f"{name} ({times})" for name, times in season.standings.too_few)
        yield _("Too few evenings for a place:") + f" {came}"
    yield from (f"{title}: {rule}" for title, rule in regulation(season))


def _season_names(season: Season, publication: SeasonPublication | None) -> dict[str, str]:
    if publication is None:
        return season_names(
            {name: entry for one in season.sittings.values() for name, entry in one.entries.items()}
        )
    entry_keys = publication.named or {}  # one of an earlier version says of nobody who he is
    entries = Entry.objects.filter(pk__in=entry_keys.values()).with_players().in_bulk()
    return season_names({name: entries[key] for name, key in entry_keys.items() if key in entries})


def _corrections(season: Season, publication: SeasonPublication | None) -> Iterator[str]:
    if publication is None:
        yield from season.corrected()
    elif publication.erratum:
        yield corrected_words(publication.erratum)


# --- for a spreadsheet


def standing_list(season: Season) -> Listed:
    """Standing as a list. Results that are left out are in square brackets, because spreadsheets
    read round ones as minus; so partite that were sat out have a column of their own.
    """
    parts = (
        Part(key, _heading(sitting), "", "", marked=True)
        for key, sitting in season.sittings.items()
    )
    ranked = replace(season.ranked(parts=tuple(parts)), once=False)
    head, lines = book_lines(SEASON_BOOK, ranked, ranked.lines)
    return Listed("season", _("Standings"), season.circuit.name, head, lines, 2, season.rests_note)


def _heading(sitting: Sitting) -> str:
    return sitting.tournament.date.isoformat() + (f" P{sitting.partita}" if sitting.partita else "")


def _results(season: Season) -> Listed:
    """List of all results, one a line, so that a spreadsheet can filter and sum them."""
    head, lines = [_("Date"), _("Partita"), _("Wind")], list[list[Value]]()
    for standing in season.standings.rounds:
        sitting = season.sittings[standing.number]
        evening = sitting.tournament.date.isoformat(), sitting.partita
        head[3:], own = round_lines(standing)
        lines += [[*evening, *line] for line in own]
    return Listed("results", _("Results"), season.circuit.name, head, lines, 2)


def workbook(season: Season, at: datetime) -> bytes:
    """Workbook of the season. ``at`` is the moment that it shows."""
    book = new_book()
    last = max(evening.date for evening in season.evenings)
    occasion = Occasion(season.circuit.name, last, "", None, "", at)
    title = _("Regulation")
    rules = Listed("regulation", title, title, [title, ""], regulation(season), 1)
    for listed in (standing_list(season), _results(season), rules):
        put_list(new_sheet(book, listed.short), occasion, listed)
    for cell in book[title]["B"]:
        wrap(cell)
    return workbook_bytes(book, occasion)
