"""Draw of winds: by the program from a recorded seed, or typed from slips (§7.3). Seed, numbers and
result are logged, so that anybody can repeat the draw with ``king.movements.seating``.
"""

import re
import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _, gettext_noop

from ground.guards import Author, write
from king.cards import WINDS, Wind
from king.movements.fixed_winds import plan_keep
from king.movements.rotation import plan_rotating
from king.movements.seating import draw_order, draw_winds as king_draw_winds
from tournaments.circuits.meeting_history import memory_of
from tournaments.head_count import seats_of_entries
from tournaments.log import LogKind, record, record_of
from tournaments.models import Entry, LogEntry, Round, Tournament, WindPolicy
from wording.naming import column_lazily, counted_lazily
from wording.sentences import refusal

SEED_DIGITS = 32
Slot = tuple[Wind, int]

# One letter in each language of the game for the four winds; O (Ovest, Oeste, Ouest) is West.
_WIND_LETTERS = {"N": Wind.N, "E": Wind.E, "L": Wind.E, "S": Wind.S, "W": Wind.W, "O": Wind.W}
# A pair's line goes by the first of its two winds.
_WIND_LETTERS |= {"NS": Wind.N, "EW": Wind.E, "EO": Wind.E, "LO": Wind.E}
_SLOT = re.compile(r"\s*(NS|EW|EO|LO|[NELSWO])\s*[-.·]?\s*([0-9]{1,4})\s*", re.IGNORECASE)


def is_drawn(tournament: Tournament) -> bool:
    return tournament.entries.filter(wind_number__isnull=False).exists()


def _make_way(tournament: Tournament) -> None:
    """Delete an unpublished plan with its draw. Winds that are kept or rotate are drawn once; if
    each partita draws anew, they may be drawn between two partite.
    """
    planned = _unpublished_plan(tournament)
    blocking = tournament.rounds.started()
    if tournament.wind_policy == WindPolicy.REDRAW:
        blocking = blocking.filter(stage=Round.Stage.PLAYING)
    started = blocking.order_by("number").first()
    if started:
        raise refusal(
            _(
                "Partita %(round)s has started: the winds can no longer be drawn. "
                "Move a single entry to another wind instead."
            ),
            "play_has_started",
            round=started.number,
        )
    _forget(planned)


def published_seats(tournament: Tournament) -> Round | None:
    """Partita whose seats are published and that has not started, or None."""
    planned = tournament.rounds.filter(stage=Round.Stage.SEATING)
    return planned.filter(seating_published_at__isnull=False).first()


def _unpublished_plan(tournament: Tournament) -> Round | None:
    planned = tournament.rounds.filter(stage=Round.Stage.SEATING).first()
    if planned and planned.seating_published_at:
        raise refusal(
            _(
                "The seating of partita %(round)s is published: withdraw it before you change the winds."
            ),
            "seating_published",
            round=planned.number,
        )
    return planned


def _forget(planned: Round | None) -> None:
    if planned:
        planned.tables.all().delete()
        write(planned, seating_note={})


def read_seed(seed: str | None) -> str:
    if seed is None or not seed.strip():
        return secrets.token_hex(SEED_DIGITS // 2)
    seed = "".join(seed.split()).lower()
    if len(seed) != SEED_DIGITS or set(seed) - set("0123456789abcdef"):
        raise refusal(
            _(
                "The seed of a draw is %(digits)s digits 0–9 a–f; this one has %(found)s characters."
            ),
            "seed_unreadable",
            digits=SEED_DIGITS,
            found=len(seed),
        )
    return seed


def drawn_slots(tournament: Tournament, numbers: Iterable[int], seed: str) -> dict[int, Slot]:
    """Slots in the order drawn, by the rule in the log's line, which anybody can repeat. Pairs are
    dealt North-South and East-West in turn.
    """
    names, key = [str(number) for number in numbers], bytes.fromhex(seed)
    seats = seats_of_entries(tournament)
    if seats == WINDS:
        return {int(name): slot for name, slot in king_draw_winds(names, key).items()}
    drawn = draw_order(names, key, "winds")
    return {
        int(name): (seats[place % len(seats)], place // len(seats) + 1)
        for place, name in enumerate(drawn)
    }


def written_draw(slots: Mapping[int, Slot]) -> dict[str, str]:
    """Draw as the log has it: the numbers that drew, lowest first, and the result ``7=N1 3=E1`` in
    the order of ``slots``.
    """
    winds = " ".join(f"{number}={wind}{place}" for number, (wind, place) in slots.items())
    return {"entries": " ".join(map(str, sorted(slots))), "winds": winds}


def last_draw(tournament: Tournament) -> LogEntry | None:
    return tournament.log.filter(kind=LogKind.DRAW).order_by("-sequence").first()


@transaction.atomic
def draw_winds(
    *,
    tournament: Tournament,
    author: Author,
    seed: str | None = None,
    seen: int | None = None,
    without: Collection[Entry] = (),
) -> tuple[Entry, ...]:
    """Draw the winds, replacing any earlier draw. Returns the entries in the order drawn.

    ``seen`` is the log number of the draw that the caller saw, 0 for none: a second click cannot
    replace winds that were just read out. ``without`` are entries that rest and draw nothing.
    """
    tournament = tournament.lock_open()
    _make_way(tournament)
    before = last_draw(tournament)
    if seen is not None and seen != (before.sequence if before else 0):
        raise refusal(
            _(
                "The winds have just been drawn. Look at them; draw again only if they are not to count."
            ),
            "drawn_meanwhile",
        )
    playing = tournament.entries.playing().with_players()
    playing = playing.exclude(pk__in=[entry.pk for entry in without])
    entries = {entry.number: entry for entry in playing}
    if len(entries) < len(seats_of_entries(tournament)):
        raise refusal(
            _("There are %(entries)s in the hall: a table needs %(seats)s."),
            "too_few_to_draw",
            entries=len(entries),
            seats=len(seats_of_entries(tournament)),
        )
    seed = read_seed(seed)
    slots = drawn_slots(tournament, entries, seed)
    again = is_drawn(tournament)
    line = gettext_noop("Winds drawn for the entries %(entries)s from seed %(seed)s: %(winds)s")
    if again:
        line = gettext_noop(
            "Winds drawn again, in place of the earlier draw, for the entries %(entries)s from seed %(seed)s: %(winds)s"
        )
    record(tournament, LogKind.DRAW, line, author, seed=seed, **written_draw(slots))
    return _entries_in_order(tournament, settle_slots(tournament, entries, slots, seed, author))


def settle_slots(
    tournament: Tournament,
    entries: Mapping[int, Entry],
    slots: Mapping[int, Slot],
    seed: str,
    author: Author,
    number: int = 1,
) -> Mapping[int, Slot]:
    """Store the draw after the exchanges that the season and the wishes ask for; the log names
    them. ``slots`` are by entry number, in the order drawn, like the result.
    """
    order = drawn = list(slots)
    memory = memory_of(tournament, entries.values(), number)
    if memory:
        by_key = {entry.pk: number for number, entry in entries.items()}
        keys = [entries[number].pk for number in drawn]
        order = [
            by_key[key]
            for key in memory.settled(
                keys, _rounds(tournament, len(drawn) // 4, seed), seed.encode()
            )
        ]
    settled = dict(zip(order, slots.values(), strict=True))
    write_slots(tournament, {entries[number].pk: slot for number, slot in settled.items()}, seed)
    if order != drawn:
        sentence = gettext_noop(
            "For the season and the wishes these entries exchange their winds, one pair after another: %(exchanged)s. "
            "The winds are: %(winds)s"
        )
        exchanged = " ".join(f"{first}-{second}" for first, second in exchanges(drawn, order))
        winds = written_draw(settled)["winds"]
        record(tournament, LogKind.DRAW_SETTLED, sentence, author, exchanged=exchanged, winds=winds)
    return settled


def exchanges(before: Sequence[int], after: Sequence[int]) -> list[tuple[int, int]]:
    order, pairs = list(before), []
    for place, number in enumerate(after):
        if order[place] != number:
            other = order.index(number)
            pairs.append((order[place], number))
            order[place], order[other] = order[other], order[place]
    return pairs


def _rounds(tournament: Tournament, tables: int, seed: str) -> list[list[list[int]]]:
    """Tables of the partite that a draw is made for, as places in its order: N1 E1 S1 W1 N2 …"""
    if tournament.wind_policy == WindPolicy.REDRAW:
        return [[[4 * table + wind for wind in range(4)] for table in range(tables)]]
    if tournament.wind_policy == WindPolicy.KEEP:
        seats = plan_keep(tables, tournament.planned_rounds, f"{seed}|1".encode()).seats
    else:
        seats = plan_rotating(4 * tables, tournament.planned_rounds).seats
    place = {
        slot: index
        for index, slot in enumerate(slot for table in seats[0] for slot in table.values())
    }
    return [[[place[slot] for slot in table.values()] for table in seated] for seated in seats]


@transaction.atomic
def type_winds(
    *, tournament: Tournament, author: Author, winds: Mapping[int, str]
) -> tuple[Entry, ...]:
    """Store typed slips: entry number -> ``N1``, ``E3``, for every entry in the hall. Raises one
    ``ValidationError`` with all problems.
    """
    tournament = tournament.lock_open()
    _make_way(tournament)
    entries = {entry.number: entry for entry in tournament.entries.playing().with_players()}
    slots, problems = _read_slips(entries, winds)
    problems += _slip_problems(slots, seats_of_entries(tournament))
    if problems:
        raise ValidationError(problems)
    again = is_drawn(tournament)
    write_slots(tournament, {entries[number].pk: slot for number, slot in slots.items()}, "")
    sentence = (
        gettext_noop("Winds typed in from slips, in place of the earlier draw: %(winds)s")
        if again
        else gettext_noop("Winds typed in from slips: %(winds)s")
    )
    record(tournament, LogKind.DRAW, sentence, author, winds=written_draw(slots)["winds"])
    return _entries_in_order(tournament, slots)


def read_slot(text: str) -> Slot | None:
    """Read a slip as wind and number: ``N1``, ``o 3`` (West in Italian), ``E-12``, a pair's ``NS
    4``. None for any other text.
    """
    match = _SLOT.fullmatch(text)
    if match is None or int(match[2]) == 0:
        return None
    return _WIND_LETTERS[match[1].upper()], int(match[2])


def _read_slips(
    entries: Mapping[int, Entry], winds: Mapping[int, str]
) -> tuple[dict[int, Slot], list[ValidationError]]:
    slots = {}
    problems = []
    for number, entry in sorted(entries.items()):
        text = str(winds.get(number, "") or "").strip()
        slot = read_slot(text)
        fields = {"number": number, "player": entry.title, "found": text[:20]}
        if slot is not None:
            slots[number] = slot
        elif text:
            problems.append(
                refusal(
                    _(
                        "Entry %(number)s, %(player)s: “%(found)s” is not a slip; write a wind and a number, such as N1."
                    ),
                    "slip_unreadable",
                    **fields,
                )
            )
        else:
            problems.append(
                refusal(
                    _("Entry %(number)s, %(player)s, has no slip yet."), "slip_missing", **fields
                )
            )
    problems += [
        refusal(_("There is no entry %(number)s in the hall."), "entry_unknown", number=number)
        for number in sorted(set(winds) - set(entries))
    ]
    return slots, problems


def _slip_problems(slots: Mapping[int, Slot], seats: tuple[Wind, ...]) -> list[ValidationError]:
    """Problems of typed slips, as refusals. With T tables each wind needs the numbers 1 to T; winds
    with an entry left over also need the next number.
    """
    problems = []
    holders: dict[Slot, list[int]] = {}
    for number, slot in slots.items():
        holders.setdefault(slot, []).append(number)
    for (wind, place), numbers in sorted(
        holders.items(), key=lambda item: (WINDS.index(item[0][0]), item[0][1])
    ):
        if len(numbers) > 1:
            problems.append(
                refusal(
                    _("%(slip)s was typed for the entries %(numbers)s."),
                    "slip_twice",
                    slip=format_lazy("{} {}", column_lazily(wind), place),
                    numbers=", ".join(map(str, numbers)),
                )
            )
    sizes = Counter(wind for wind, _place in slots.values())
    tables, over = divmod(len(slots), len(seats))
    foreign = [wind for wind in sizes if wind not in seats]
    if foreign or any(not tables <= sizes[wind] <= tables + (1 if over else 0) for wind in seats):
        return [
            *problems,
            refusal(
                _("Each wind needs as many slips as the others; there are %(winds)s."),
                "winds_uneven",
                winds=counted_lazily([(wind, sizes[wind]) for wind in (*seats, *foreign)]),
            ),
        ]
    for wind in seats:
        highest = max(sizes[wind], 1)
        missing = [place for place in range(1, highest + 1) if (wind, place) not in holders]
        beyond = sorted(
            place for own_wind, place in holders if own_wind is wind and place > highest
        )
        if missing or beyond:
            problems.append(
                refusal(
                    _(
                        "%(wind)s: the numbers go from 1 to %(highest)s; missing %(missing)s, too high %(beyond)s."
                    ),
                    "slip_numbers",
                    wind=column_lazily(wind),
                    highest=highest,
                    missing=", ".join(map(str, missing)) or "–",
                    beyond=", ".join(map(str, beyond)) or "–",
                )
            )
    return problems


def write_slots(tournament: Tournament, slots: Mapping[int, Slot], seed: str) -> None:
    tournament.entries.update(wind="", wind_number=None)
    entries = list(tournament.entries.filter(pk__in=slots))
    for entry in entries:
        wind, entry.wind_number = slots[entry.pk]
        entry.wind = wind.value
    Entry.objects.bulk_update(entries, ["wind", "wind_number"])
    write(tournament, draw_seed=seed)


def _entries_in_order(tournament: Tournament, slots: Mapping[int, Slot]) -> tuple[Entry, ...]:
    entries = {
        entry.number: entry for entry in tournament.entries.filter(number__in=slots).with_players()
    }
    order = sorted(slots, key=lambda number: (slots[number][1], WINDS.index(slots[number][0])))
    return tuple(entries[number] for number in order)


# --- after the draw: late entries, returns, a wind too few


def free_slot(tournament: Tournament, preferred: str = "", *, completes: bool = False) -> Slot:
    """Lowest free number of the wind that has fewest entries. ``preferred`` is taken unless it has
    more than the others. An entry that ``completes`` the tables takes the wind of an entry that is
    not here.
    """
    drawn = tournament.entries.filter(wind_number__isnull=False)
    here = drawn.playing() if completes else drawn.filter(withdrawn_at=None)
    playing = Counter(here.values_list("wind", flat=True))
    seats = seats_of_entries(tournament)
    fewest = min(playing[wind.value] for wind in seats)
    wind = next(wind for wind in seats if playing[wind.value] == fewest)
    if preferred in seats and playing[preferred] <= fewest:
        wind = Wind(preferred)
    return lowest_free(tournament, wind)


def lowest_free(tournament: Tournament, wind: Wind) -> Slot:
    numbers = set(tournament.entries.filter(wind=wind.value).values_list("wind_number", flat=True))
    return wind, next(number for number in range(1, len(numbers) + 2) if number not in numbers)


def give_slot(entry: Entry, slot: Slot) -> None:
    write(entry, wind=slot[0].value, wind_number=slot[1])


@transaction.atomic
def change_wind(*, entry: Entry, wind: Wind | str, author: Author) -> Entry:
    tournament = entry.tournament.lock_open()
    _forget(_unpublished_plan(tournament))
    entry = Entry.objects.with_players().get(pk=entry.pk)
    if entry.withdrawn_at or wind not in seats_of_entries(tournament):
        raise refusal(
            _("Entry %(number)s cannot be moved to %(wind)s."),
            "wind_impossible",
            number=entry.number,
            wind=column_lazily(wind),
        )
    wind = Wind(wind)
    before = f"{entry.wind}{entry.wind_number or ''}" or "–"
    give_slot(entry, lowest_free(tournament, wind))
    record_of(
        entry,
        LogKind.WIND,
        gettext_noop("Entry %(number)s, %(player)s, moves from %(before)s to %(after)s."),
        author,
        before=before,
        after=f"{entry.wind}{entry.wind_number}",
    )
    return entry
