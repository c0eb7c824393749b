"""The cards of the wall: before the start a table's seats, in play how far its sheet is."""

from collections.abc import Collection, Sequence
from itertools import groupby

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from frame.page import Context
from king.cards import WINDS, Wind
from king.sheet.row import Problem
from king_tournament.desk.tables.seat_panel import address_of, ways_before_play
from scoring.models import Call, Sheet
from scoring.scored_sheets import ScoredTable, missing_hands
from screens.clock import Clock
from tournaments.models import Round, Seat, joined_members
from wording.sentences import say

CALL, WRONG, DESK, WAITING, CLOSED = STATES = ("call", "wrong", "desk", "waiting", "closed")
TONES = {CALL: "wrong", WRONG: "wrong", DESK: "needs"}


def card_of(table: ScoredTable, call: Call | None = None, clock: Clock | None = None) -> Context:
    """Card of a table on the wall. ``needs`` is what somebody has to do; ``empty`` are chairs
    without a player while a hand is missing.
    """
    sheet = table.sheet
    scored = table.scored
    missing = missing_hands(sheet, scored)
    unruled = [problem for problem in scored.problems if not problem.ruled]
    state, needs = _state_of(sheet, unruled, complete=not missing)
    if call:
        state = CALL
        needs = call_in_words(call)
    sitting: dict[Wind | str, Seat] = {}
    for seat in (*table.seats.values(), *table.substitutes):
        before = sitting.get(seat.wind)
        if before is None or before.is_empty or seat.from_hand <= min(missing, default=99):
            sitting[seat.wind] = seat
    empty = table.empty_chairs if missing else ()
    entered = [row.hand for row in scored.rows]
    cells = dict.fromkeys(missing, "empty")
    cells |= dict.fromkeys(entered, "closed" if state == CLOSED else "entered")
    cells |= {ruling.hand: "ruled" for ruling in table.rulings if ruling.hand in cells}
    cells |= {problem.hand: "wrong" for problem in unruled if problem.hand in cells}
    last_entry = max((row.created_at for row in table.rows.values()), default=None)
    length = table.round.tournament.rules.length
    moving = [hand for hand, average in table.averages.items() if average.waiting]
    return {
        "table": table.table,
        "number": table.number,
        "url": address_of(table.table, "sheet"),
        "link": "stretched-link",
        "state": state,
        "length": length if state == WAITING else "",
        "tone": TONES.get(state, "needs" if empty else ""),
        "needs": needs,
        "seats": [
            {
                "wind": wind,
                "name": sitting[wind].name,
                "fills": sitting[wind].fills,
                "tone": "chair-empty" if wind in [chair.wind for chair in empty] else "",
            }
            for wind in WINDS
            if wind in sitting
        ],
        "empty": empty,
        "next_hand": min(missing, default=0),
        "cells": sorted(cells.items()),
        "entered": len(entered),
        # The desk may close it unopened: an open sheet may still be written, an unsigned one is
        # looked at.
        "ready": state == DESK
        and scored.closable
        and sheet.is_handed_in
        and not sheet.handed_in_unsigned,
        "moving": moving,
        "last_row": last_entry if state == WAITING else None,
        "clock": clock if clock and clock.stands != "stopped" else None,
    }


def _state_of(sheet: Sheet, unruled: Sequence[Problem], *, complete: bool) -> tuple[str, str]:
    """State of the sheet, and the words that say what has to be done."""
    state = WAITING
    sentences = []
    if sheet.is_open and sheet.handed_in_at:
        when = formats.time_format(timezone.localtime(sheet.handed_in_at))
        sentences.append(_("Handed in at %(when)s, and open again.") % {"when": when})
    if sheet.is_closed:
        state = CLOSED
    elif unruled:
        state = CALL if sheet.is_handed_in else WRONG
        # Problems with a hand come first.
        problem = min(unruled, key=lambda problem: problem.hand is None)
        sentence = say(problem.phrase)
        if problem.hand is not None:
            sentence = _("Hand %(hand)s: %(problem)s") % {
                "hand": problem.hand,
                "problem": sentence,
            }
        sentences.append(sentence)
    elif complete or sheet.is_handed_in:
        state = DESK
        sentences.append(_("Every hand is there: check it and close it."))
    return state, " ".join(sentences)


def call_in_words(call: Call) -> str:
    sentences = []
    if call.hand is not None:
        sentences.append(_("Hand %(hand)s.") % {"hand": call.hand})
    if call.text:
        text = call.text.replace("\n", " ")
        sentences.append(text if text.endswith((".", "?", "!")) else f"{text}.")
    when = formats.time_format(timezone.localtime(call.made_at))
    sentences.append(_("Called at %(when)s.") % {"when": when})
    if call.taken_by:
        sentences.append(_("%(who)s is on the way.") % {"who": call.taken_by.get_username()})
    return " ".join(sentences)


# --- seats that may be exchanged


def cards_of_seats(round_: Round, chosen: Collection[str]) -> list[Context]:
    """Tables with their seats, two of which may be exchanged. ``chosen`` are seats that the reader
    has marked.
    """
    seats = (
        round_.seats.select_related("table__place", "player", "entry")
        .prefetch_related(joined_members("entry__members"))
        .order_by("table__number")
    )
    empty = ways_before_play(round_) if round_.is_seating else {}
    met_again = {number for pair in round_.seating_note.get("repeated", ()) for number in pair}
    cards = []
    for _number, group in groupby(seats, key=lambda seat: seat.table.number):
        sitting = sorted(group, key=lambda seat: (WINDS.index(seat.wind), seat.from_hand))
        table = sitting[0].table
        table.round = round_
        ways = [empty[table.pk, seat.wind] for seat in sitting if (table.pk, seat.wind) in empty]
        rows = [_seat(seat, chosen) for seat in sitting]
        for row, seat in zip(rows, sitting, strict=True):
            row["met"] = seat.entry.number in met_again
            if (table.pk, seat.wind) in empty:
                row["tone"] = "chair-empty"
        cards.append(
            {
                "number": table.number,
                "url": address_of(table),
                "corner": table.place.code if round_.seating_published_at else "",
                "tone": "wrong" if ways else "",
                "seats": rows,
                "ways": ways,
            }
        )
    return cards


def _seat(seat: Seat, chosen: Collection[str]) -> Context:
    if seat.from_hand > 1:
        fields = {"hand": seat.from_hand, "player": seat.name}
        return {
            "name": _("from hand %(hand)s: %(player)s") % fields,
            "tone": "substitute",
        }
    value = f"{seat.pk}:{seat.player_id}"
    return {
        "wind": seat.wind,
        "name": seat.name,
        "fills": seat.fills,
        "entry": seat.entry.name,
        "choice": value,
        "checked": "checked" if value in chosen or str(seat.pk) in chosen else "",
    }
