"""Evenings in play, and the address of every page of the second half of the night."""

from __future__ import annotations

from django.urls import reverse

from king_tournament.desk.urls_play import urlpatterns
from scoring.models import Ruling, Sheet
from scoring.rounds import close_round
from scoring.services import rule
from tests.scoring.evening import a_round, a_tournament, fill, fill_and_close, fill_quickly, put_in_play
from tournaments.models import Round, Tournament
from tournaments.services import seal_boards

SECOND_HALF = [str(pattern.name) for pattern in urlpatterns]


def address(name: str, evening: Tournament, *, pk: int = 1) -> str:
    """A page of the evening: table 1 and hand 1 of its first partita."""
    [pattern] = [each for each in urlpatterns if each.name == name]
    values = {"code": evening.code, "number": 1, "table": 1, "hand": 1, "pk": pk, "kind": "pdf"}
    return reverse(f"desk:{name}", kwargs={key: values[key] for key in pattern.pattern.converters})


def sealed_round(evening: Tournament, tables: int = 2, *, started: bool = True) -> Round:
    """The next partita with boards that were really dealt, in play unless told otherwise."""
    round_ = a_round(evening, tables, started=False, boards=False)
    seal_boards(round=round_, author=None)
    round_ = Round.objects.select_related("tournament").get(pk=round_.pk)
    return put_in_play(round_) if started else round_


def in_play(tables: int = 2) -> Round:
    """A partita in the middle: every sheet is typed and none is closed."""
    round_ = sealed_round(a_tournament(planned_rounds=2), tables)
    fill_quickly(round_)
    return round_


def played(tables: int = 2) -> Round:
    """A partita played to the end, with one ruling, its standing posted."""
    round_ = sealed_round(a_tournament(planned_rounds=2), tables)
    sheet = sheet_of(round_)
    fill(sheet)
    rule(sheet=sheet, kind="illegal_play", hand=5, offender="S", reason="Cuori non risposto.", arbiter=None)
    fill_and_close(round_)
    close_round(round=round_, author=None)
    return Round.objects.select_related("tournament", "board_set").get(pk=round_.pk)


def sheet_of(round_: Round, table: int = 1) -> Sheet:
    """The sheet of a table."""
    return Sheet.objects.select_related("table__round__tournament").get(table__round=round_, table__number=table)


def the_ruling(round_: Round) -> Ruling:
    """The only ruling of the partita."""
    return Ruling.objects.get(sheet__table__round=round_)
