"""A second pair of eyes on a paper sheet: who typed the first is kept as its reader, and what differs is decided."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from king.winds import SIDES, WINDS
from scoring.models import HandResult, Reading, Sheet
from scoring.paper import Cell, Comparison, compare_readings, record_reading
from scoring.rows import enter_row, locked_sheet
from scoring.signing import content_hash

COUNTED = frozenset(map(str, (*WINDS, *SIDES)))


@transaction.atomic
def read_again(
    *,
    sheet: Sheet,
    reader: AbstractBaseUser,
    rows: Mapping[int | str, Mapping[str, Any] | None],
    totals: Mapping[str, Any] | None = None,
    names: Mapping[str, str] | None = None,
    client_id: uuid.UUID | str | None = None,
) -> Reading:
    """Keep a reading that was typed without seeing the rows; no row changes.

    Where nobody has been noted as a reader yet, whoever typed most of the rows at the desk is the first one. Arguments
    and refusals as for ``scoring.paper.record_reading``.
    """
    held = locked_sheet(sheet)
    if not held.readings.exists():
        typist = _typist(held)
        if typist is not None:
            record_reading(sheet=held, reader=typist)
    return record_reading(sheet=held, reader=reader, rows=rows, totals=totals, names=names, client_id=client_id)


def open_cells(comparison: Comparison) -> tuple[Cell, ...]:
    """The cells that are still to be decided: those that the last reading has otherwise than what stands."""
    if not comparison.readings:
        return ()
    last = comparison.readings[-1].number
    return tuple(cell for cell in comparison.cells if _said(cell.read.get(last)) != _said(cell.in_force))


@transaction.atomic
def settle_readings(
    *, sheet: Sheet, chosen: Mapping[tuple[int, str], int | None], seen: str, author: AbstractBaseUser
) -> Reading:
    """Decide every cell that was read differently: the number of the reading that is right, or None for what stands.

    ``chosen`` is by hand and place. Rows change where a reading is right; what stands then is kept as the author's
    own reading, with the paper's totals and names. ``seen`` is the ``content_hash`` of the rows that were compared.
    Refused while a cell has no choice, or where a row has changed since.
    """
    held = locked_sheet(sheet)
    if content_hash(held) != seen:
        raise ValidationError(
            _("A row of this sheet was changed while you were comparing. Look at the differences again."),
            code="rows_changed",
        )
    comparison = compare_readings(held)
    cells = open_cells(comparison)
    undecided = sorted({cell.hand for cell in cells if (cell.hand, cell.place) not in chosen})
    if undecided:
        raise ValidationError(
            _("Choose in every line which is right. Still open: hand %(hands)s."),
            code="cells_undecided",
            params={"hands": ", ".join(map(str, undecided))},
        )
    readings = {reading.number: reading for reading in comparison.readings}
    for hand in sorted({cell.hand for cell in cells}):
        places = {cell.place: chosen[hand, cell.place] for cell in cells if cell.hand == hand}
        _take(held, hand, {place: readings[number] for place, number in places.items() if number in readings}, author)
    paper = next((reading for reading in reversed(comparison.readings) if reading.totals or reading.names), None)
    return record_reading(
        sheet=held, reader=author, totals=paper.totals if paper else None, names=paper.names if paper else None
    )


def _typist(sheet: Sheet) -> AbstractBaseUser | None:
    rows = sheet.results.current().filter(origin=HandResult.Origin.DESK).exclude(author=None).select_related("author")
    found = Counter(row.author for row in rows).most_common(1)
    return found[0][0] if found else None


def _said(cell: object) -> str | None:
    return None if cell is None else str(cell)


def _take(sheet: Sheet, hand: int, readings: Mapping[str, Reading], author: AbstractBaseUser) -> None:
    """Write the chosen cells into the row in force; the others stay."""
    if not readings:
        return
    current = sheet.results.current().filter(hand=hand).first()
    content = dict(current.content or {}) if current is not None else {}
    units = dict(content.get("units") or {})
    for place, reading in readings.items():
        read = reading.rows.get(str(hand)) or {}
        if place in COUNTED:
            _put(units, place, (read.get("units") or {}).get(place))
        else:
            _put(content, place, read.get(place))
    content["units"] = units
    enter_row(
        sheet=sheet,
        hand=hand,
        content=None if _is_empty(content, ("contract", "chooser")) else content,
        based_on=current.version if current is not None else None,
        origin=HandResult.Origin.DESK,
        author=author,
    )


def _put(cells: dict[str, Any], place: str, value: Any) -> None:
    if value is None:
        cells.pop(place, None)
    else:
        cells[place] = value


def _is_empty(content: Mapping[str, Any], planned: Iterable[str]) -> bool:
    """Whether nothing of a row is left but what the schedule says of it."""
    return not any(value for key, value in content.items() if key not in planned)
