"""Closed sheets that an account may read: for page and program alike."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from frame.page import runs
from frame.parts import why_kept_shut
from night.lookups import find_sheet
from scoring.models import Sheet
from scoring.publishing.final_hold import hold_in_force
from tournaments.models import Tournament


def reads_closed_sheets(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether the reader may see closed sheets. Not everybody may while the final standing is held,
    because their sum is that standing, or while the evening is held for an event.
    """
    if runs(request, tournament):
        return True
    return not tournament.held_for and hold_in_force(tournament) is None


def visible_sheet(request: HttpRequest, code: str, number: int, table: int) -> Sheet:
    """Find a sheet. Raises ``PermissionDenied`` if it is closed and the reader may not see closed
    sheets.
    """
    sheet = find_sheet(code, number, table)
    is_over = sheet.is_closed or sheet.table.round.is_closed
    if is_over and not reads_closed_sheets(request, sheet.table.round.tournament):
        raise PermissionDenied(why_kept_shut(sheet.table.round.tournament))
    return sheet
