"""Rows as an address names them: an evening by its code, a partita and a sheet by their numbers."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.models import Sheet
from scoring.round_steps import become_official
from tournaments.models import Round, Tournament
from wording.naming import play_with_cards_of


def find_evening(code: str) -> Tournament:
    """Find the evening, and switch the request to its time zone."""
    evening = Tournament.objects.filter(code=code).first()
    if evening is None:
        raise Http404(_("There is no evening with the code “%(code)s”.") % {"code": code})
    return _check_open(evening)


def find_tournament(code: str) -> Tournament:
    """Find the evening for the desk, whose addresses may be typed in capitals."""
    return _check_open(get_object_or_404(Tournament, code=code.lower()))


def _check_open(evening: Tournament) -> Tournament:
    become_official(evening)
    timezone.activate(evening.zone)
    play_with_cards_of(evening.language, evening.card_letters)
    return evening


def is_closed(code: str) -> bool:
    return Tournament.objects.filter(code=code.lower(), closed_at__isnull=False).exists()


def evening_typed(code: str) -> Tournament | None:
    """An evening by the code that somebody typed in a terminal."""
    return Tournament.objects.filter(code__iexact=code.strip()).first()


def codes_of_evenings(most: int) -> list[str]:
    return list(Tournament.objects.values_list("code", flat=True)[:most])


def find_round(code: str, number: int) -> Round:
    tournament = find_tournament(code)
    round_ = get_object_or_404(tournament.rounds.select_related("board_set"), number=number)
    round_.tournament = tournament
    return round_


def find_sheet(code: str, number: int, table: int) -> Sheet:
    round_ = find_round(code, number)
    sheets = Sheet.objects.select_related("table__place").order_by()
    sheet = get_object_or_404(sheets, table__round=round_, table__number=table)
    sheet.table.round = round_
    return sheet


def read_number(text: str, digits: int = 9) -> int | None:
    """Read a number of at most so many plain digits; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def find_row(rows: Any, key: str) -> Any:
    """Find the row with the key that a request sent. None if there is none, or if the text is no
    key.
    """
    pk = read_number(key, 11)
    return rows.filter(pk=pk).first() if pk else None
