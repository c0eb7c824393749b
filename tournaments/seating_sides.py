"""The next partita of pairs, of teams and of three players, given what really happened in those before it.

What a whole evening should look like ``king.movements.sides`` and ``king.movements.threes`` know. Of their rounds the
one is taken that repeats fewest of the meetings that really were, and what still repeats is improved by exchanges.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from django.utils.translation import gettext_noop

from king.movements import Optimum
from king.movements.draw import Lots
from king.movements.local_search import Hall
from king.movements.sides import (
    balanced,
    circle,
    circle_optimum,
    lines_optimum,
    mitchell,
    pair_all,
    pair_lines,
)
from king.movements.threes import threes, threes_optimum
from king.winds import Wind
from tournaments.seating_plan import (
    ATTEMPTS,
    FIRST,
    FOUND_BEST,
    KNOWN,
    NOT_POSSIBLE,
    OTHER_TABLE,
    Evening,
    Met,
    Plan,
    Seated,
    at_home,
    fewest,
    pair_key,
    repeats,
    seats_moved,
)
from tournaments.wording import Sentence

Meetings = list[tuple[int, int]]

NO_PAIRS_AGAIN = gettext_noop("No two pairs meet a second time.")
NO_TEAMS_AGAIN = gettext_noop("No two teams meet a second time.")
NOBODY_AGAIN = gettext_noop("Nobody meets anybody a second time.")
LINES_KEPT = gettext_noop("The pairs North–South stay, those East–West move on by a table; each line has its own list.")
ALL_AGAINST_ALL = gettext_noop("Everybody meets everybody in turn, as often North–South as East–West.")
TWO_TABLES = gettext_noop("A match is two tables with the same boards, each team North–South at one of them.")
TURNED = gettext_noop("From partita to partita everybody takes the next wind.")


def plan_sides(evening: Evening, met: Met) -> Plan:
    """The meetings of two pairs, or of two teams, whichever way the evening has with winds."""
    if evening.sides == "teams":
        return _plan_teams(evening, met)
    if evening.policy == "rotate":
        return _plan_all(evening, met)
    return _plan_lines(evening, met)


# --- pairs in two lines


def _plan_lines(evening: Evening, met: Met) -> Plan:
    """Each line stays one; where the lines are drawn anew, table t first has the slips numbered t."""
    north, east = (list(line) for line in evening.lines.values())
    kept = evening.policy == "keep"
    number = evening.number if kept else 1
    rounds = [
        [(north[a], east[b]) for a, b in mitchell(evening.tables, each)]
        for each in (number, *(n for n in range(1, evening.tables + 1) if kept and n != number))
    ]
    chosen, _place = fewest([[_seated(evening, m) for m in met_] for met_ in rounds], 0, met)
    if repeats(chosen, met):
        found = [_seated(evening, meeting) for meeting in pair_lines(north, east, _times(met))]
        if len(repeats(found, met)) < len(repeats(chosen, met)):
            chosen = found
    optimum = lines_optimum(evening.tables) if kept else None
    said = [Sentence(LINES_KEPT)] if kept else []
    plan = _explained(evening, met, chosen, "lines" if kept else "drawn", optimum, said, drawn=rounds[0])
    return at_home(evening, plan) if kept else plan


# --- everybody against everybody


def _plan_all(evening: Evening, met: Met) -> Plan:
    meetings = balanced(_all_meetings(evening, met), _times_first(evening))
    chosen = [_seated(evening, meeting) for meeting in meetings]
    optimum = circle_optimum(len(evening.entries))
    return _explained(evening, met, chosen, "circle", optimum, [Sentence(ALL_AGAINST_ALL)])


def _plan_teams(evening: Evening, met: Met) -> Plan:
    """Each match at two tables: the second has the same two teams the other way round (R11)."""
    meetings = balanced(_all_meetings(evening, met), _times_first(evening))
    chosen = [_seated(evening, each) for home, away in meetings for each in ((home, away), (away, home))]
    optimum = circle_optimum(len(evening.entries))
    return _explained(evening, met, chosen, "circle", optimum, [Sentence(TWO_TABLES)])


def _all_meetings(evening: Evening, met: Met) -> Meetings:
    """A round of the circle without a meeting that was, the planned one first; else the best one with exchanges."""
    entries = evening.entries
    rounds = [[(entries[a], entries[b]) for a, b in each] for each in circle(len(entries))]
    planned = (evening.number - 1) % len(rounds)
    order = [planned, *(place for place in range(len(rounds)) if place != planned)]
    times = _times(met)
    best = min((rounds[place] for place in order), key=lambda each: sum(times(*meeting) for meeting in each))
    if not any(times(*meeting) for meeting in best):
        return best
    return pair_all(best, times, Lots(evening.seed, f"partita {evening.number}"), ATTEMPTS // 2)


def _times(met: Met) -> Callable[[int, int], int]:
    return lambda first, second: met.get(pair_key(first, second), 0)


def _times_first(evening: Evening) -> Callable[[int], int]:
    """How often an entry sat North-South, or was at home: at the first table of its match."""
    each = 2 if evening.sides == "teams" else 1
    first = Counter(sat.drawn[Wind.N] for tables in evening.past for sat in tables[::each] if Wind.N in sat.drawn)
    return lambda entry: first[entry]


def _seated(evening: Evening, meeting: tuple[int, int]) -> Seated:
    return dict(zip(evening.lines, meeting, strict=True))


# --- three players


def plan_threes(evening: Evening, met: Met) -> Plan:
    """Tables of three: by the plan of the evening where it holds, else by a search."""
    lines = [list(line) for line in evening.lines.values()]
    drawn = [tuple(line[table] for line in lines) for table in range(evening.tables)]
    planned = [[tuple(line[at] for line, at in zip(lines, seat, strict=True)) for seat in each]
               for each in threes(evening.tables)]  # fmt: skip
    rounds = [drawn] if evening.policy == "redraw" else planned
    place = (evening.number - 1) % len(rounds)
    tables, _place = fewest([[_three(evening, seat) for seat in each] for each in rounds], place, met)
    if repeats(tables, met):
        tables = _searched(evening, met, tables)
    if evening.policy == "rotate":
        tables = [_turned(evening, table) for table in tables]
    optimum = None if evening.policy == "redraw" else threes_optimum(evening.tables)
    said = [Sentence(TURNED)] if evening.policy == "rotate" else []
    plan = _explained(evening, met, tables, "threes", optimum, said, drawn=drawn)
    return at_home(evening, plan) if evening.policy == "keep" else plan


def _three(evening: Evening, seat: Sequence[int]) -> Seated:
    return dict(zip(evening.lines, seat, strict=True))


def _turned(evening: Evening, table: Seated) -> Seated:
    """Everybody at the wind that they have had least, of equals the next one in turn."""
    had = Counter((entry, wind) for tables in evening.past for sat in tables for wind, entry in sat.drawn.items())
    winds, entries = list(table), list(table.values())
    turns = [[entries[(place - turn) % len(winds)] for place in range(len(winds))] for turn in range(len(winds))]
    step = (evening.number - 1) % len(winds)
    order = turns[step:] + turns[:step]
    best = min(order, key=lambda turn: sum(had[entry, wind] ** 2 for wind, entry in zip(winds, turn, strict=True)))
    return dict(zip(winds, best, strict=True))


def _searched(evening: Evening, met: Met, tables: list[Seated]) -> list[Seated]:
    size = len(evening.lines)
    entries = sorted({entry for table in tables for entry in table.values()})
    index = {entry: number for number, entry in enumerate(entries)}
    hall = Hall(len(entries), size)
    for (first, second), times in met.items():
        if first in index and second in index:
            hall.count((index[first], index[second]), times)
    hall.add_round([index[entry] for table in tables for entry in table.values()])
    groups = list(range(size)) * len(tables) if evening.policy != "rotate" else [0] * (size * len(tables))
    hall.improve([groups], Lots(evening.seed, f"partita {evening.number}"), ATTEMPTS // 4)
    [places] = hall.rounds
    found = [places[start : start + size] for start in range(0, len(places), size)]
    return [_three(evening, [entries[number] for number in seat]) for seat in found]


# --- what came out


def _explained(
    evening: Evening,
    met: Met,
    tables: list[Seated],
    method: str,
    optimum: Optimum | None,
    said: Sequence[Sentence],
    drawn: Sequence[Sequence[int]] | None = None,
) -> Plan:
    """The plan with its certificate in words."""
    each = 2 if evening.sides == "teams" else 1
    repeated = repeats(tables[::each], met)
    sentences = [_verdict(evening, len(repeated), optimum), *said]
    if evening.number == 1:
        sentences.insert(0, Sentence(FIRST if evening.sides != "teams" else FIRST_MATCHES))
    elif evening.policy == "redraw" and drawn is not None:
        moved = seats_moved([_seats(evening, seat) for seat in drawn], tables)
        if moved:
            sentences.append(Sentence(OTHER_TABLE, {"moved": moved}))
    if optimum is not None:
        fields = {"tables": evening.tables * each, "rounds": optimum.rounds, "bound": optimum.bound}
        sentences.append(Sentence(KNOWN, fields))
    return Plan(tuple(tables), repeated, method, tuple(sentences), optimum)


FIRST_MATCHES = gettext_noop("First partita: the teams meet in the order drawn, the first two at tables 1 and 2.")


def _seats(evening: Evening, seat: Sequence[int]) -> Seated:
    return dict(zip(evening.lines, seat, strict=True))


def _verdict(evening: Evening, again: int, optimum: Optimum | None) -> Sentence:
    if not again:
        return Sentence({"pairs": NO_PAIRS_AGAIN, "teams": NO_TEAMS_AGAIN}.get(evening.sides, NOBODY_AGAIN))
    fields = {"repeats": again, "tables": evening.tables, "number": evening.number}
    if optimum is not None and evening.number > optimum.bound:
        return Sentence(NOT_POSSIBLE, {**fields, "bound": optimum.bound})
    return Sentence(FOUND_BEST, fields)
