"""An error of a phone's page: a line of the log, so that the desk knows before the table asks."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop

from scoring.models import Sheet
from tournaments.log import record
from tournaments.names import cleaned

LONGEST_FAULT = 200
"""Characters of an error's own words; the first of them say where to look."""

MOST_FAULTS = 5
"""Lines about the phones of one sheet. Whoever has the table's code could write as many as there is room for."""


@transaction.atomic
def report_fault(*, sheet: Sheet, fault: str, version: str, device: str = "") -> None:
    """Write what went wrong on a phone, with the version of its page; the same error of a sheet is one line."""
    table = sheet.table
    evening = table.round.tournament
    said = {"fault": cleaned(fault)[:LONGEST_FAULT], "version": cleaned(version)[:20]}
    lines = evening.log.filter(kind="page_fault", fields__round=table.round.number, fields__table=table.number)
    before = list(lines.values_list("fields", flat=True))
    if evening.closed_at or len(before) >= MOST_FAULTS or any(said.items() <= fields.items() for fields in before):
        return
    record(
        evening,
        "page_fault",
        gettext_noop(
            "Partita %(round)s, table %(table)s: an error on a phone's page (version %(version)s): %(fault)s. "
            "The phone goes on; look whether the table can enter its rows."
        ),
        round=table.round.number,
        table=table.number,
        device=cleaned(device)[:60],
        **said,
    )
