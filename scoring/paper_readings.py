"""Paper sheets read by people: a second reading finds what the first one took for something
else.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from deals.models import WindChoice
from ground.guards import stored
from ground.names import cleaned
from king.cards import SIDES, WINDS
from king.reading import typed_number
from king.sheet.on_paper import explain_totals
from king.sheet.row import Row, cells_of, row_differences
from king.sheet.suggestions import Suggestion
from king.words import Phrase
from scoring.models import HandResult, Reading, Sheet
from scoring.rows import enter_row, locked_sheet, read_content, read_identity
from scoring.scored_sheets import king_rows, read_row, rules_at, scored_sheet
from scoring.sheet_steps import content_hash
from tournaments.log import LogKind, record_at
from tournaments.models import Round

LONGEST_NAME = 80
Gap = tuple[str, Fraction, Fraction]


@dataclass(frozen=True)
class Cell:
    """A cell that was not read alike: ``place`` as in ``king.sheet.row``, what stands in force,
    what each read.
    """

    hand: int
    place: str
    in_force: Phrase | None
    read: Mapping[int, Phrase | None]


@dataclass(frozen=True)
class Comparison:
    """``cells`` in the order of the hands; ``read`` in a cell is by the reading's number.
    ``totals`` are the paper's that the rows do not make, each with its column, the paper's figure
    and the rows' own; ``explanations`` what would make them so.
    """

    readings: tuple[Reading, ...]
    cells: tuple[Cell, ...]
    totals: tuple[Gap, ...]
    explanations: tuple[Suggestion, ...]

    @property
    def agreed(self) -> bool:
        return len(self.readings) > 1 and not self.cells and not self.totals


@transaction.atomic
def choose_paper(*, sheet: Sheet, paper: str) -> Sheet:
    held = locked_sheet(sheet)
    if paper not in Sheet.Paper.values:
        raise ValidationError(_("A paper has units or points."), code="unknown_paper")
    if held.paper != paper:
        held.paper = paper
        held.save(update_fields=["paper"])
    sheet.paper = paper
    return held


@transaction.atomic
def record_reading(
    *,
    sheet: Sheet,
    reader: User | None,
    rows: Mapping[int | str, Mapping[str, Any] | None] | None = None,
    totals: Mapping[str, Any] | None = None,
    names: Mapping[str, str] | None = None,
    client_id: uuid.UUID | str | None = None,
) -> Reading:
    """``rows`` by hand, or None for the rows in force (they were just typed); ``totals`` by column,
    numbers or exact text. No row of the sheet changes. A resend with the same ``client_id`` is the
    same reading.
    """
    identity = read_identity(client_id)
    held = locked_sheet(sheet)
    if identity is not None and (
        first := Reading.objects.filter(client_id=identity, sheet=held).first()
    ):
        return first
    _check_started(held)
    who = reader.get_username() if reader is not None else ""
    earlier = list(held.readings.order_by("number"))
    try:
        with transaction.atomic():
            reading = Reading.objects.create(
                sheet=held,
                number=earlier[-1].number + 1 if earlier else 1,
                rows=_read_rows(held, rows),
                totals=_read_totals(held, totals or {}),
                names=_read_names(names or {}),
                client_id=identity or uuid.uuid4(),
                reader=stored(reader),
                reader_name=who,
                same_reader=any(other.reader_name == who for other in earlier),
            )
    except IntegrityError:
        sentence = _(
            "This reading was already sent for another sheet. Reload the page and save again."
        )
        raise ValidationError(sentence, code="client_id_used_elsewhere") from None
    line = gettext_noop(
        "Partita %(round)s, table %(table)s: the paper was read (reading %(number)s)."
    )
    record_at(held.table, LogKind.SHEET_READ, line, author=reader, number=reading.number)
    return reading


def _check_started(sheet: Sheet) -> None:
    round_ = sheet.table.round
    if round_.stage == Round.Stage.SEATING:
        raise ValidationError(
            _(
                "Partita %(round)s has not started yet: there is no sheet to read at table %(table)s."
            ),
            code="round_not_started",
            params={"round": round_.number, "table": sheet.table.number},
        )


def compare_readings(sheet: Sheet) -> Comparison:
    """Of several readings by one person the last counts: the earlier ones are kept, and are in
    ``readings``. Four queries.
    """
    readings = tuple(sheet.readings.select_related("reader").order_by("number"))
    counted = {reading.reader_name: reading for reading in readings}.values()
    current = {
        result.hand: read_row(result.hand, result.content) for result in sheet.results.current()
    }
    read = {
        reading.number: {
            int(hand): read_row(int(hand), content) for hand, content in reading.rows.items()
        }
        for reading in (readings if len(counted) == 1 else counted)
    }
    cells: list[Cell] = []
    for hand in sorted({*current, *(hand for rows in read.values() for hand in rows)}):
        cells += _cells(
            hand, current.get(hand), {number: rows.get(hand) for number, rows in read.items()}
        )
    totals, explanations = _totals(sheet, readings)
    return Comparison(readings, tuple(cells), totals, explanations)


def _cells(hand: int, current: Row | None, read: Mapping[int, Row | None]) -> list[Cell]:
    places: dict[str, None] = {}
    for row in read.values():
        places |= dict.fromkeys(difference.place for difference in row_differences(current, row))
    stand, cells = cells_of(current), {number: cells_of(row) for number, row in read.items()}
    return [
        Cell(
            hand,
            place,
            stand.get(place),
            {number: reading.get(place) for number, reading in cells.items()},
        )
        for place in places
    ]


def _totals(
    sheet: Sheet, readings: tuple[Reading, ...]
) -> tuple[tuple[Gap, ...], tuple[Suggestion, ...]]:
    reading = next((candidate for candidate in reversed(readings) if candidate.totals), None)
    if reading is None:
        return (), ()
    ruleset, settings = rules_at(sheet)
    own = scored_sheet(sheet)
    paper = {column: Fraction(text) for column, text in reading.totals.items()}
    gaps = tuple(
        (str(column), paper[str(column)], total)
        for column, total in own.sheet.items()
        if str(column) in paper and paper[str(column)] != total
    )
    rows = king_rows({result.hand: result for result in sheet.results.current()}) if gaps else ()
    return gaps, explain_totals(ruleset, rows, paper, settings) if gaps else ()


def _read_rows(
    sheet: Sheet, rows: Mapping[int | str, Mapping[str, Any] | None] | None
) -> dict[str, Any]:
    if rows is None:
        return {
            str(row.hand): row.content
            for row in sheet.results.current().order_by("hand")
            if row.content
        }
    tournament = sheet.table.round.tournament
    numbers = {_number(hand): content for hand, content in rows.items()}
    read = {
        hand: read_content(tournament, hand, content) for hand, content in sorted(numbers.items())
    }
    return {str(hand): content for hand, content in read.items() if content is not None}


def _number(hand: object) -> int:
    text = str(hand)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0


def _read_totals(sheet: Sheet, totals: Mapping[str, Any]) -> dict[str, str]:
    columns = [str(column) for column in sheet.table.round.tournament.rules.columns]
    read: dict[str, str] = {}
    for column, value in totals.items():
        text = str(value).strip()
        if not text:
            continue
        number = typed_number(text)
        if number is None or column not in columns:
            raise ValidationError(
                _(
                    "The total of %(column)s: “%(found)s” is not a number. Write it as it stands on the paper."
                ),
                code="bad_total",
                params={"column": str(column)[:20], "found": text[:20]},
            )
        read[column] = str(number)
    return read


def _read_names(names: Mapping[str, str]) -> dict[str, str]:
    return {
        wind: name
        for wind in WindChoice.values
        if (name := cleaned(str(names.get(wind) or ""))[:LONGEST_NAME])
    }


COUNTED = frozenset(map(str, (*WINDS, *SIDES)))


@transaction.atomic
def read_again(
    *,
    sheet: Sheet,
    reader: User,
    rows: Mapping[int | str, Mapping[str, Any] | None],
    totals: Mapping[str, Any] | None = None,
    names: Mapping[str, str] | None = None,
    client_id: uuid.UUID | str | None = None,
) -> Reading:
    """Typed without seeing the rows. Where nobody has been noted as a reader yet, whoever typed
    most of the rows at the desk is the first one.
    """
    held = locked_sheet(sheet)
    if not held.readings.exists():
        typist = _typist(held)
        if typist is not None:
            record_reading(sheet=held, reader=typist)
    return record_reading(
        sheet=held, reader=reader, rows=rows, totals=totals, names=names, client_id=client_id
    )


def open_cells(comparison: Comparison) -> tuple[Cell, ...]:
    if not comparison.readings:
        return ()
    last = comparison.readings[-1].number
    return tuple(
        cell for cell in comparison.cells if str(cell.read.get(last)) != str(cell.in_force)
    )


@transaction.atomic
def settle_readings(
    *, sheet: Sheet, chosen: Mapping[tuple[int, str], int | None], seen: str, author: User
) -> Reading:
    """``chosen`` is by hand and place: the number of the reading that is right, or None for what
    stands.

    Rows in force then are kept as the author's own reading. ``seen`` is the ``content_hash`` of the
    compared rows.
    """
    held = locked_sheet(sheet)
    if content_hash(held) != seen:
        sentence = _(
            "A row of this sheet was changed while you were comparing. Look at the differences again."
        )
        raise ValidationError(sentence, code="rows_changed")
    comparison = compare_readings(held)
    cells = open_cells(comparison)
    undecided = sorted({cell.hand for cell in cells if (cell.hand, cell.place) not in chosen})
    if undecided:
        sentence = _("Choose in every line which is right. Still open: hand %(hands)s.")
        raise ValidationError(
            sentence, code="cells_undecided", params={"hands": ", ".join(map(str, undecided))}
        )
    readings = {reading.number: reading for reading in comparison.readings}
    for hand in sorted({cell.hand for cell in cells}):
        places = {cell.place: chosen[hand, cell.place] for cell in cells if cell.hand == hand}
        _take(
            held,
            hand,
            {place: readings[number] for place, number in places.items() if number in readings},
            author,
        )
    paper = next(
        (reading for reading in reversed(comparison.readings) if reading.totals or reading.names),
        None,
    )
    return record_reading(
        sheet=held,
        reader=author,
        totals=paper.totals if paper else None,
        names=paper.names if paper else None,
    )


def _typist(sheet: Sheet) -> User | None:
    rows = (
        sheet.results.current()
        .filter(origin=HandResult.Origin.DESK)
        .exclude(author=None)
        .select_related("author")
    )
    found = Counter(row.author for row in rows).most_common(1)
    return found[0][0] if found else None


def _take(sheet: Sheet, hand: int, readings: Mapping[str, Reading], author: User) -> None:
    if not readings:
        return
    current = sheet.results.current().filter(hand=hand).first()
    content = dict(current.content or {}) if current is not None else {}
    units = dict(content.get("units") or {})
    for place, reading in readings.items():
        read = reading.rows.get(str(hand)) or {}
        if place in COUNTED:
            units[place] = (read.get("units") or {}).get(place)
        else:
            content[place] = read.get(place)
    content["units"] = {wind: count for wind, count in units.items() if count is not None}
    is_empty = not any(
        value for key, value in content.items() if key not in ("contract", "chooser")
    )
    enter_row(
        sheet=sheet,
        hand=hand,
        content=None if is_empty else content,
        origin=HandResult.Origin.DESK,
        author=author,
        based_on=current.version if current is not None else None,
    )
