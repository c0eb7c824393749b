"""Seating of a partita: prepare and plan it, who rests, draw again."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _, gettext_noop

from ground.guards import Author, write
from king.cards import Wind
from tournaments.board_steps import seal_boards
from tournaments.circuits.meeting_history import Memory, memory_of
from tournaments.head_count import (
    HeadCount,
    by_lot,
    draws_first,
    entry_size,
    head_count,
    keeps_winds,
    lacks_players,
    seats_of_entries,
    sits_in_turn,
    tables_of_a_meeting,
)
from tournaments.log import LogKind, record_in
from tournaments.models import (
    Entry,
    EntryMember,
    Place,
    Player,
    Round,
    Seat,
    Table,
    Tournament,
    WindPolicy,
)
from tournaments.odd_numbers import Way, check_named, complete, let_fillers_go
from tournaments.seat_changes import fill_empty_seats, withdraw_seating
from tournaments.seat_planning import Evening, Plan, Sat, plan_tables, spread
from tournaments.wind_draw import (
    draw_winds,
    drawn_slots,
    free_slot,
    give_slot,
    read_seed,
    settle_slots,
    written_draw,
)
from wording.sentences import Sentence, refusal

LARGEST_TABLES = 250


@transaction.atomic
def plan_round(
    *,
    tournament: Tournament,
    author: Author,
    sitting_out: Iterable[Entry] = (),
    sit_out_by_lot: bool = False,
    seed: str | None = None,
    number: int | None = None,
    seen: int | None = None,
) -> Round:
    """Plan the next partita, replacing an unpublished plan. Nothing is published yet.

    If tables are not full, ``sitting_out`` names who rests, or ``sit_out_by_lot`` draws them from
    ``seed``; else it is refused. If each partita draws winds anew, they are drawn here unless
    already drawn.

    ``number`` is the partita that the author means. ``seen`` is the :func:`last_change` that they
    saw, so that an outdated page cannot replace seats that its reader never saw.
    """
    tournament = tournament.lock_open()
    round = _round_to_plan(tournament, number)
    if seen is not None and seen != last_change(tournament, round.number):
        raise _changed_since(round)
    is_given, seed = seed is not None, read_seed(seed)
    in_hall = tournament.entries.playing().with_players().order_by("number")
    entries = list(in_hall)
    absentees = list(sitting_out)
    resting = _resting(tournament, entries, absentees, sit_out_by_lot, round.number, seed)
    if tournament.wind_policy == WindPolicy.REDRAW:
        playing = [entry for entry in entries if entry not in resting]
        if is_given or not _drawn_since(tournament, round, playing):
            _draw_anew(tournament, round, playing, seed, author)
            entries = list(in_hall.all())
    lines = _lines(tournament, [entry for entry in entries if entry not in resting])
    hall = _entries_by_wind(tournament, entries)
    memory = memory_of(tournament, entries, round.number)
    plan = plan_tables(_evening(tournament, round, lines, hall, memory))
    by_key = {entry.pk: entry for entry in entries}
    _write_seats(
        tournament,
        round,
        [{wind: by_key[key] for wind, key in table.items()} for table in plan.tables],
    )
    plan = plan._replace(sentences=(*plan.sentences, *memory.sentences(plan.tables)))
    lot_seed = seed if resting and not absentees else ""
    write(round, seating_note=_note(plan, by_key, resting, lot_seed))
    _record_plan(tournament, round, plan, resting, author)
    return round


def _evening(
    tournament: Tournament,
    round: Round,
    lines: Mapping[Wind, Sequence[Entry]],
    hall: Mapping[Wind, Sequence[Entry]],
    memory: Memory,
) -> Evening:
    return Evening(
        policy=tournament.wind_policy,
        number=round.number,
        planned=tournament.planned_rounds,
        lines={wind: [entry.pk for entry in line] for wind, line in lines.items()},
        hall={wind: [entry.pk for entry in line] for wind, line in hall.items()},
        home=_homes(tournament, round),
        fixed_tables={entry: table - 1 for entry, table in memory.tables.items()},
        fixed_winds=memory.winds,
        past=_past(tournament, round),
        seed=f"{tournament.draw_seed or tournament.code}|{round.number}".encode(),
        sides=tournament.rules.sides,
    )


def last_change(tournament: Tournament, number: int) -> int:
    lines = tournament.log.filter(
        kind__in=(LogKind.SEATING, LogKind.SEATS_EXCHANGED, LogKind.SUBSTITUTE)
    )
    of_this = lines.filter(fields__round=number).order_by("-sequence")
    return of_this.values_list("sequence", flat=True).first() or 0


def _changed_since(round: Round) -> ValidationError:
    return refusal(
        _("The seats of partita %(round)s have changed since you looked: look at them again."),
        "seats_changed",
        round=round.number,
    )


def _round_to_plan(tournament: Tournament, number_asked: int | None) -> Round:
    rounds = tournament.rounds.order_by("number")
    waiting = rounds.filter(stage=Round.Stage.SEATING).first()
    last = rounds.last()
    number = (waiting.number if waiting else last.number + 1) if last else 1
    if number_asked not in (None, number):
        raise refusal(
            _("Partita %(round)s is not the one to be seated next: check again what comes next."),
            "not_next",
            round=number_asked,
        )
    if waiting:
        if waiting.seating_published_at:
            raise refusal(
                _(
                    "The seating of partita %(round)s is published: withdraw it before you plan it again."
                ),
                "seating_published",
                round=waiting.number,
            )
        return waiting
    if number > tournament.planned_rounds:
        raise refusal(
            _(
                "All %(rounds)s partite already exist. For one more, raise the number of partite in the settings."
            ),
            "all_rounds_there",
            rounds=tournament.planned_rounds,
        )
    return Round(tournament=tournament, number=number)


def _resting(
    tournament: Tournament,
    entries: Sequence[Entry],
    absentees: Sequence[Entry],
    draw: bool,
    number: int,
    seed: str,
) -> tuple[Entry, ...]:
    seats = len(seats_of_entries(tournament))
    count = partial(
        HeadCount,
        seats=seats,
        by_wind={},
        undrawn=0,
        keeps_winds=False,
        sides=tournament.rules.sides,
        tables_each=tables_of_a_meeting(tournament),
    )
    if len(entries) < seats:
        raise refusal(str(count(len(entries)).sentences[0]), "too_few")
    if len(entries) // seats > LARGEST_TABLES:
        raise refusal(
            _("A seating has up to %(most)s tables."), "too_many_tables", most=LARGEST_TABLES
        )
    keys = {entry.pk for entry in entries}
    if foreign := [entry for entry in absentees if entry.pk not in keys]:
        raise refusal(
            _("Entry %(number)s is not in the hall and cannot sit out."),
            "not_playing",
            number=foreign[0].number,
        )
    chosen = {entry.pk for entry in absentees}
    if not chosen and draw and len(entries) % seats:
        chosen = {entry.pk for entry in by_lot(tournament, entries, number, seed)}
    rest = len(entries) - len(chosen)
    if rest % seats or rest == 0:
        here = count(rest)
        remarks = " ".join(
            str(remark)
            for remark in (*here.sentences, *(offer["sentence"] for offer in here.offers))
        )
        raise refusal(remarks, "tables_not_full")
    return tuple(entry for entry in entries if entry.pk in chosen)


def _drawn_since(tournament: Tournament, round: Round, entries: Sequence[Entry]) -> bool:
    seats = seats_of_entries(tournament)
    sizes = [
        sum(entry.wind == wind.value and entry.wind_number is not None for entry in entries)
        for wind in seats
    ]
    if sum(sizes) != len(entries) or len(set(sizes)) != 1:
        return False
    last = Seat.objects.filter(
        round__tournament=tournament, round__number=round.number - 1
    ).first_sitting()
    before = dict(last.values_list("entry_id", "wind"))
    return round.number == 1 or any(before.get(entry.pk, "") != entry.wind for entry in entries)


def _draw_anew(
    tournament: Tournament, round: Round, entries: Sequence[Entry], seed: str, author: Author
) -> None:
    slots = drawn_slots(tournament, [entry.number for entry in entries], seed)
    record_in(
        round,
        LogKind.DRAW,
        gettext_noop(
            "Winds of partita %(round)s drawn for the entries %(entries)s from seed %(seed)s: %(winds)s"
        ),
        author,
        seed=seed,
        **written_draw(slots),
    )
    settle_slots(
        tournament, {entry.number: entry for entry in entries}, slots, seed, author, round.number
    )


def _lines(tournament: Tournament, entries: Sequence[Entry]) -> dict[Wind, list[Entry]]:
    """Entries by drawn wind, lowest number first. If winds rotate, the draw only gives the order;
    in a final, the entry numbers give it.
    """
    if sits_in_turn(tournament):
        return spread(entries, seats_of_entries(tournament))
    if undrawn := [entry for entry in entries if entry.wind_number is None]:
        raise refusal(
            _(
                "Draw the winds first: %(count)s of those in the hall have none, entry %(number)s among them."
            ),
            "winds_not_drawn",
            count=len(undrawn),
            number=undrawn[0].number,
        )
    seats = seats_of_entries(tournament)
    order = sorted(entries, key=lambda entry: (entry.wind_number, "NESW".index(entry.wind)))
    lines = {wind: [entry for entry in order if entry.wind == wind.value] for wind in seats}
    sizes = {wind: len(line) for wind, line in lines.items()}
    if sum(sizes.values()) == len(entries) and len(set(sizes.values())) == 1:
        return lines
    if keeps_winds(tournament):
        count = HeadCount(
            len(entries), len(seats), sizes, 0, keeps_winds=True, sides=tournament.rules.sides
        )
        raise refusal(str(count.uneven), "winds_uneven")
    return {wind: order[place :: len(seats)] for place, wind in enumerate(seats)}


def _entries_by_wind(tournament: Tournament, entries: Sequence[Entry]) -> dict[Wind, list[Entry]]:
    """Entries by drawn wind, including those who rest. In a final they are all in one line, by
    number.
    """
    seats = seats_of_entries(tournament)
    if sits_in_turn(tournament):
        return {seats[0]: list(entries)}
    drawn = [entry for entry in entries if entry.wind_number is not None]
    drawn.sort(key=lambda entry: entry.wind_number or 0)
    return {wind: [entry for entry in drawn if entry.wind == wind.value] for wind in seats}


def _past(tournament: Tournament, round: Round) -> list[list[Sat]]:
    entry_of = dict(
        EntryMember.objects.filter(tournament=tournament).values_list("player_id", "entry_id")
    )
    sitters: dict[tuple[int, int], dict[Wind, set[int]]] = defaultdict(lambda: defaultdict(set))
    drawn: dict[tuple[int, int], dict[Wind, int]] = defaultdict(dict)
    seats = Seat.objects.filter(round__tournament=tournament, round__number__lt=round.number)
    fields = ("round__number", "table__number", "wind", "from_hand", "entry_id", "player_id")
    own_winds = set(seats_of_entries(tournament))
    for number, table, letter, from_hand, entry, player in seats.order_by(*fields[:4]).values_list(
        *fields
    ):
        wind = Wind(letter) if Wind(letter) in own_winds else Wind(letter).side.winds[0]
        if from_hand == 1:
            drawn[number, table].setdefault(wind, entry)
        if player in entry_of:
            sitters[number, table][wind].add(entry_of[player])
    rounds = defaultdict(list)
    for key in sorted(drawn):
        at = {wind: frozenset(entries) for wind, entries in sitters[key].items()}
        rounds[key[0]].append(Sat(at, drawn[key]))
    return [rounds[number] for number in sorted(rounds)]


def _homes(tournament: Tournament, round: Round) -> dict[int, int]:
    """Table, from 0, of each North of the last partita, if winds are kept, because North stays at
    its table.
    """
    if tournament.wind_policy != WindPolicy.KEEP:
        return {}
    seats = Seat.objects.filter(
        round__tournament=tournament, round__number=round.number - 1, wind=Wind.N.value
    )
    return {
        entry: number - 1
        for entry, number in seats.first_sitting().values_list("entry_id", "table__number")
    }


def _write_seats(
    tournament: Tournament, round: Round, tables: Sequence[Mapping[Wind, Entry]]
) -> None:
    try:
        with transaction.atomic():
            round.save()
    except IntegrityError:
        raise refusal(
            _(
                "Partita %(round)s has just been planned by somebody else. Look at it before you plan it again."
            ),
            "planned_elsewhere",
            round=round.number,
        ) from None
    round.tables.all().delete()
    places = {place.number: place for place in tournament.places.all()}
    new = [number for number in range(1, len(tables) + 1) if number not in places]
    places |= {
        place.number: place
        for place in Place.objects.bulk_create(
            Place(tournament=tournament, number=number) for number in new
        )
    }
    rows = Table.objects.bulk_create(
        Table(round=round, place=places[number], number=number)
        for number in range(1, len(tables) + 1)
    )
    Seat.objects.bulk_create(
        Seat(round=round, table=row, wind=wind.value, entry=entry, player=player)
        for row, table in zip(rows, tables, strict=True)
        for first, entry in table.items()
        for wind, player in _sitting(tournament, first, entry)
    )


def _sitting(tournament: Tournament, first: Wind, entry: Entry) -> list[tuple[Wind, Player]]:
    """Winds of an entry's players: one player; a pair on its axis; a team's first two North-South,
    the next two East-West.
    """
    players = [member.player for member in entry.members.all()]
    winds = first.side.winds if tournament.rules.by_side else (first,)
    size = entry_size(tournament)
    if len(players) < size:
        raise lacks_players(entry, size)
    if tournament.rules.sides == "teams" and first is not Wind.N:
        players = players[len(winds) :]
    return list(zip(winds, players, strict=False))


def _note(
    plan: Plan, entries: Mapping[int, Entry], resting: Sequence[Entry], lot_seed: str
) -> dict[str, Any]:
    pairs = [[entries[first].number, entries[second].number] for first, second in plan.repeated]
    return {
        "repeats": len(pairs),
        "repeated": pairs,
        "sentences": [sentence.as_json() for sentence in plan.sentences],
        "sitting_out": sorted(entry.number for entry in resting),
        "lot_seed": lot_seed,
    }


def _record_plan(
    tournament: Tournament, round: Round, plan: Plan, resting: Sequence[Entry], author: Author
) -> None:
    record_in(
        round,
        LogKind.SEATING,
        gettext_noop(
            "Partita %(round)s seated at %(tables)s tables; repeated meetings: %(repeats)s."
        ),
        author,
        tables=len(plan.tables),
        repeats=len(plan.repeated),
    )
    if resting:
        seed = round.seating_note["lot_seed"]
        names = ", ".join(f"{entry.number} {entry.title}" for entry in resting)
        sentence = (
            gettext_noop("Sitting out partita %(round)s, by lot from seed %(seed)s: %(players)s.")
            if seed
            else gettext_noop("Sitting out partita %(round)s: %(players)s.")
        )
        record_in(round, LogKind.SITTING_OUT, sentence, author, players=names, seed=seed)


def certificate(round: Round) -> tuple[Sentence, ...]:
    return tuple(Sentence.from_json(form) for form in round.seating_note.get("sentences", ()))


@transaction.atomic
def prepare_round(
    *,
    tournament: Tournament,
    author: Author,
    number: int,
    way: str = "",
    playing: int | None = None,
    fillers: Sequence[Player] = (),
    resting: Sequence[Entry] = (),
    again: bool = False,
) -> Round:
    """Draw the winds if needed, plan the next partita and seal its boards; all or nothing.

    ``way`` is a ``Way`` of dealing with tables that are not full, chosen for a hall of ``playing``
    entries: ``fillers`` complete the tables, or ``resting`` sit out. If nobody is named, house
    players complete them, or lots are drawn.

    A partita with seats is left as it is, unless it is seated ``again``. Then those who complete
    tables take the empty chairs first; if that is not enough, the seats are withdrawn, published or
    not.
    """
    tournament = tournament.lock_open()
    seated = _lock_seated_round(tournament, number)
    if seated and not again:
        raise _changed_since(seated)
    count = head_count(tournament)
    _check_way(count, way, playing)
    if way == Way.FILL:
        complete(tournament=tournament, author=author, players=fillers)
        if seated and fill_empty_seats(round=seated, author=author):
            return seated
    elif way == Way.REST and count.over:
        check_named(count, resting)
        let_fillers_go(tournament=tournament, author=author)
    if seated and seated.seating_published_at:
        reason = _("The number in the hall has changed.")
        withdraw_seating(round=seated, author=author, reason=str(reason))
    undrawn = tournament.entries.playing().filter(wind_number__isnull=True)
    undrawn = undrawn.exclude(pk__in=[entry.pk for entry in resting])
    if draws_first(tournament) and undrawn.exists():
        draw_winds(tournament=tournament, author=author, without=resting)
    round = plan_round(
        tournament=tournament,
        author=author,
        number=number,
        sitting_out=resting if way == Way.REST else (),
        sit_out_by_lot=way == Way.REST,
    )
    if draws_first(tournament):
        for entry in tournament.entries.playing().filter(wind_number__isnull=True):
            give_slot(entry, free_slot(tournament))
    if tournament.plays_boards and round.board_set is None:
        seal_boards(round=round, author=author)
    return Round.objects.get(pk=round.pk)


def _check_way(count: HeadCount, way: str, playing: int | None) -> None:
    if playing not in (None, count.playing):
        raise refusal(
            _("The people in the hall have changed since you looked: decide again what to do."),
            "hall_changed",
        )
    if count.over and way not in (Way.FILL, Way.REST):
        raise refusal(
            _("The tables are not full: say who completes them or who sits out."), "not_full"
        )


def _lock_seated_round(tournament: Tournament, number: int) -> Round | None:
    """Return this partita if it has seats and has not started, else None."""
    waiting = tournament.rounds.filter(stage=Round.Stage.SEATING, number=number)
    return waiting.filter(tables__isnull=False).distinct().first()


def may_draw_again(round: Round) -> bool:
    """Whether winds may be drawn again. Once somebody has played, only if each partita has a draw
    of its own. Never if somebody was named to sit out.
    """
    tournament = round.tournament
    if round.seating_note.get("sitting_out") and not round.seating_note.get("lot_seed"):
        return False
    if tournament.wind_policy == WindPolicy.REDRAW:
        return True
    return draws_first(tournament) and not tournament.is_frozen


@transaction.atomic
def draw_again(*, round: Round, author: Author, seen: int | None = None) -> Round:
    """Draw other winds and seats instead of those that nobody has read yet; those who sit out by
    lot are drawn again too. ``seen`` is that of :func:`plan_round`.
    """
    tournament = round.tournament.lock_open()
    if tournament.wind_policy != WindPolicy.REDRAW:
        draw_winds(tournament=tournament, author=author)
    return plan_round(
        tournament=tournament,
        author=author,
        sit_out_by_lot=bool(round.seating_note.get("lot_seed")),
        seed=read_seed(None),
        number=round.number,
        seen=seen,
    )
