"""Seating the next rounds of a tournament that is already under way, or that no plan foresaw.

Everything that has happened is counted in. Where the past is a plan's beginning, its continuation is tried first."""

from collections.abc import Mapping, Sequence, Set

from king.cards import WINDS, Wind
from king.movements.draw import Lots
from king.movements.keep import ATTEMPTS, LARGEST_ROUNDS, check_count, kept_rounds
from king.movements.local_search import Hall
from king.movements.rotate import balanced_winds, plan_rotating, winds_after
from king.movements.seating import Movement, Rounds, Slot, certify, on_slots
from king.reading import InputError
from king.words import Phrase, gettext_noop

FOLLOWED = gettext_noop("The tables were searched with the {past} rounds already played counted in.")
ARRANGED = gettext_noop("The tables were found by a search.")


def replan_keep(
    past: Rounds, winds: Mapping[Wind, Sequence[Slot]], rounds: int, seed: bytes = b"", attempts: int = ATTEMPTS
) -> Movement:
    """The next rounds with winds kept, for the players who are there now, in the order of their numbers.

    ``past``: the rounds played; ``winds``: who sits on each from now on, and as many tables as the shortest has
    players. Those sit out who have sat out least, the later in the list first. The certificate counts the past too.
    Raises ``InputError`` for an empty wind, a player listed twice, or rounds out of bounds."""
    listed = [slot for wind in WINDS for slot in winds.get(wind, ())]
    tables = min(len(winds.get(wind, ())) for wind in WINDS)
    _check(listed, tables, rounds)
    order = {slot: index for index, slot in enumerate(listed)}
    out, resting = _out_so_far(past, listed), []
    plan = kept_rounds(tables, min(len(past) + rounds, tables), seed, attempts=attempts // 4) or []
    columns = []
    for r in range(rounds):
        seated = [_playing(winds[wind], tables, out) for wind in WINDS]
        resting.append(_sit_out(listed, {slot for column in seated for slot in column}, out))
        quads = plan[(len(past) + r) % len(plan)] if plan else [(t, t, t, t) for t in range(tables)]
        columns.append([order[seated[wind][quad[wind]]] for quad in quads for wind in range(4)])
    hall = _hall(past, order)
    for places in columns:
        hall.add_round(places)
    hall.improve([[place % 4 for place in range(4 * tables)] for _ in columns], Lots(seed, "replan"), attempts)
    fours = hall.tables
    for tables_of_round in fours:
        tables_of_round.sort()  # North of the lowest number at table 1: Norths need not move
    return _movement("keep", fours, listed, resting, past)


def replan_rotating(
    past: Rounds, players: Sequence[Slot], rounds: int, seed: bytes = b"", attempts: int = ATTEMPTS
) -> Movement:
    """As ``replan_keep`` with anybody at any wind: winds come out, with the past, as even as can be."""
    tables = len(players) // 4
    _check(players, tables, rounds)
    order = {slot: index for index, slot in enumerate(players)}
    out, resting, lots = _out_so_far(past, players), [], Lots(seed, "replan")
    continued = _continuation(len(players), len(past), rounds, seed, attempts)
    hall = _hall(past, order)
    for r in range(rounds):
        playing = _playing(players, 4 * tables, out)
        resting.append(_sit_out(players, set(playing), out))
        places = [order[slot] for slot in playing]
        if continued is None:
            lots.shuffle(places)
        hall.add_round(places if continued is None else continued[r])
    hall.improve([[0] * (4 * tables) for _ in range(rounds)], lots, attempts)
    had = [[0] * 4 for _ in players]
    for table in (table for seated in past for table in seated):
        for wind, slot in table.items():
            if slot in order:
                had[order[slot]][WINDS.index(wind)] += 1
    return _movement("rotate", winds_after(balanced_winds(hall.tables), had), players, resting, past)


def _check(listed: Sequence[Slot], tables: int, rounds: int) -> None:
    if tables < 1:
        raise InputError("players: expected one for each wind at least, four for a table")
    if len(set(listed)) < len(listed):
        twice = next(slot for slot in listed if listed.count(slot) > 1)
        raise InputError(f"players: {twice!r} is listed twice")
    check_count("rounds", rounds, 1, LARGEST_ROUNDS)


def _out_so_far(past: Rounds, listed: Sequence[Slot]) -> dict[Slot, int]:
    out = dict.fromkeys(listed, 0)
    for seated in past:
        playing = {slot for table in seated for slot in table.values()}
        for slot in listed:
            out[slot] += slot not in playing
    return out


def _playing(players: Sequence[Slot], seats: int, out: Mapping[Slot, int]) -> list[Slot]:
    """All but those who have sat out least, of equals the last in the list."""
    index = {slot: place for place, slot in enumerate(players)}
    absent = set(sorted(players, key=lambda slot: (out[slot], -index[slot]))[: len(players) - seats])
    return [slot for slot in players if slot not in absent]


def _sit_out(listed: Sequence[Slot], playing: Set[Slot], out: dict[Slot, int]) -> list[Slot]:
    """Those who do not play, counted in ``out``."""
    absent = [slot for slot in listed if slot not in playing]
    for slot in absent:
        out[slot] += 1
    return absent


def _hall(past: Rounds, order: Mapping[Slot, int]) -> Hall:
    hall = Hall(len(order))
    for seated in past:
        for table in seated:
            hall.count(order[slot] for slot in table.values() if slot in order)
    return hall


def _continuation(players: int, played: int, rounds: int, seed: bytes, attempts: int) -> list[list[int]] | None:
    """For a multiple of four players."""
    if players % 4 or played + rounds > LARGEST_ROUNDS:
        return None
    plan = plan_rotating(players, played + rounds, attempts=attempts // 4)
    return [[int(table[wind]) - 1 for table in seated for wind in WINDS] for seated in plan.seats[played:]]


def _movement(
    policy: str, fours: list[list[list[int]]], listed: Sequence[Slot], resting: list[list[Slot]], past: Rounds
) -> Movement:
    seats = on_slots(fours, listed)
    told = Phrase(FOLLOWED, {"past": len(past)}) if past else Phrase(ARRANGED)
    found = certify(seats, resting, "search", told, past=past)
    return Movement(policy, seats, found, tuple(tuple(byes) for byes in resting))
