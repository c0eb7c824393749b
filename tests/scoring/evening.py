"""An evening in the database, made row by row, so that a test of the sheets leans on nothing but the models."""

from __future__ import annotations

import datetime
import json
import random
from pathlib import Path
from typing import Any

from django.utils import timezone

from deals.models import BoardSet
from king.rulesets import find_ruleset
from king.winds import WINDS
from scoring.models import HandResult, Sheet
from scoring.rows import enter_row
from scoring.sheets import close_sheet, hand_in
from tournaments.models import Entry, EntryMember, Place, Player, Round, Seat, Table, Tournament

NIGHT = Path(__file__).parent.parent / "data" / "night.json"


def night_file() -> dict[str, Any]:
    """The simulated evening: 8 tables, 2 partite, every sheet sums to zero."""
    return json.loads(NIGHT.read_text())


def short_night() -> dict[str, Any]:
    """The same with its first two tables alone; partita 2 is then played by other people."""
    night = night_file()
    for each in night["rounds"]:
        each["sheets"] = each["sheets"][:2]
    return night


def a_tournament(ruleset: str = "lab12", **fields: Any) -> Tournament:
    """A tournament without entries."""
    fields = {"name": "Giovedì", "date": datetime.date(2026, 11, 19), "ruleset": ruleset} | fields
    return Tournament.objects.create(**fields)


def enter(tournament: Tournament, surname: str, **fields: Any) -> Entry:
    """One more entry, with a player of its own."""
    player = Player.objects.create(surname=surname)
    entry = Entry.objects.create(tournament=tournament, number=tournament.entries.count() + 1, **fields)
    EntryMember.objects.create(tournament=tournament, entry=entry, player=player)
    return entry


def a_round(tournament: Tournament, tables: int = 1, *, started: bool = True, boards: bool = True) -> Round:
    """The next partita with its seating published: entry 4t+1 … 4t+4 at table t, made as needed."""
    number = tournament.rounds.count() + 1
    board_set = None
    if boards:
        board_set = BoardSet.objects.create(
            ruleset=tournament.ruleset, round_number=number, document={}, commitment="0" * 64
        )
    round_ = Round.objects.create(
        tournament=tournament, number=number, board_set=board_set, seating_published_at=timezone.now()
    )
    while tournament.entries.count() < 4 * tables:
        enter(tournament, f"Player {tournament.entries.count() + 1}")
    entries = list(tournament.entries.order_by("number").prefetch_related("players"))
    for table_number in range(1, tables + 1):
        place, _ = Place.objects.get_or_create(tournament=tournament, number=table_number)
        table = Table.objects.create(round=round_, place=place, number=table_number)
        for position, wind in enumerate(WINDS):
            entry = entries[4 * (table_number - 1) + position]
            Seat.objects.create(
                round=round_, table=table, wind=wind.value, entry=entry, player=entry.players.all()[0]
            )
    return put_in_play(round_) if started else round_


def write_the_draw(round_: Round) -> Round:
    """The winds of the seats as what the entries drew, with the table for a number."""
    for seat in round_.seats.select_related("table"):
        Entry.objects.filter(pk=seat.entry_id).update(wind=seat.wind, wind_number=seat.table.number)
    return round_


def put_in_play(round_: Round) -> Round:
    """As the start of a partita leaves it."""
    Sheet.objects.bulk_create([Sheet(table=table) for table in round_.tables.all()])
    round_.stage, round_.started_at = Round.Stage.PLAYING, timezone.now()
    round_.save()
    return round_


def a_sheet(ruleset: str = "lab12", **fields: Any) -> Sheet:
    """The sheet of the only table of a partita in play."""
    return Sheet.objects.get(table__round=a_round(a_tournament(ruleset, **fields)))


def good_rows(chance: random.Random | None = None) -> dict[int, dict[str, Any]]:
    """A whole sheet of twelve hands that adds up, by hand; the units fall to the winds at random."""
    chance = chance or random.Random(0)
    rows: dict[int, dict[str, Any]] = {}
    for plan in find_ruleset("lab12").schedule():
        assert plan.contract is not None
        units = dict.fromkeys([wind.value for wind in WINDS], 0)
        for _ in range(plan.contract.units or 0):
            units[chance.choice(WINDS).value] += 1
        rows[plan.number] = {"contract": plan.contract.code, "units": units}
        if plan.contract.trump:
            rows[plan.number]["trump"] = chance.choice("SHDC")
    return rows


def fill(sheet: Sheet, rows: dict[int, dict[str, Any]] | None = None) -> Sheet:
    """Type a whole sheet, one that adds up unless ``rows`` says otherwise."""
    for hand, content in (good_rows(random.Random(sheet.pk)) if rows is None else rows).items():
        enter_row(sheet=sheet, hand=hand, content=content, origin="desk")
    return sheet


def fill_quickly(round_: Round) -> None:
    """Whole sheets at every table, written at once: for tests that count what reading costs."""
    HandResult.objects.bulk_create(
        HandResult(sheet=sheet, hand=hand, version=1, content=content)
        for sheet in Sheet.objects.filter(table__round=round_)
        for hand, content in good_rows(random.Random(sheet.pk)).items()
    )


def fill_and_close(round_: Round) -> None:
    """Every table plays twelve hands, hands in, and the desk closes the sheet."""
    for sheet in Sheet.objects.filter(table__round=round_).order_by("table__number"):
        hand_in(sheet=fill(sheet), by="phone")
        close_sheet(sheet=sheet, author=None)
