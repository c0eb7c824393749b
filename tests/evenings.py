"""Every evening that a test needs, made row by row through the models, through the services, or as
a demonstration.

``kept`` makes an evening once per process; a later test that needs the same one gets its rows
inserted again.
"""

from __future__ import annotations

import datetime
import functools
import json
import random
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import Model
from django.utils import timezone, translation

from deals.models import BoardSet
from ground import monotonic_clock
from king.cards import WINDS
from king.rulesets import RULESETS, find_ruleset
from king.standing.ranking import standings
from king.standing.round_results import Result, RoundResults
from king.standing.standing_settings import StandingSettings
from king_tournament.demo import make_demo
from scoring.decisions import rule
from scoring.models import HandResult, Publication, Ruling, Sheet
from scoring.publishing.final_hold import hold_final
from scoring.round_steps import close_round, start_round
from scoring.rows import enter_row
from scoring.sheet_steps import close_sheet, hand_in, signing_code
from tests.rooms import WITH_ROWS
from tests.services import thorough
from tournaments.board_steps import seal_boards
from tournaments.entries import enter_many
from tournaments.models import Entry, EntryMember, Place, Player, Round, Seat, Table, Tournament
from tournaments.round_seating import plan_round
from tournaments.seat_changes import publish_seating
from tournaments.services import create_tournament
from tournaments.wind_draw import draw_winds

SHAPES = (
    "lab12",
    "lab_coppie",
    "pt_fu",
    "pt_pareado",
    "rifki",
    "russian",
    "russian_khvalenki",
    "king_three",
)
"""One rule system of each shape: single players, pairs, one against two, teams of four at two tables."""
if not thorough():
    SHAPES = SHAPES[:3]
SYSTEMS = tuple(RULESETS) if thorough() else SHAPES
"""Rule systems to try a page or a document with: all in the long run, else a few. The game's own tests try all."""

NIGHT = Path(__file__).parent / "data" / "night.json"


# --- made once per process, then inserted again


Parameters = ParamSpec("Parameters")
Made = TypeVar("Made", bound=Model | None)
Rows = dict[tuple[type[Model], Any], tuple[Any, ...]]
"""Every row of the database by its table and key, with the values of its columns."""


@dataclass(frozen=True)
class _Kept:
    """Difference that a call made: deleted, changed and new rows, and the object returned."""

    gone: dict[type[Model], list[Any]]
    changed: list[Model]
    come: dict[type[Model], list[Model]]
    after: int
    made: tuple[str, Any] | None


_KEPT: dict[Hashable, _Kept] = {}
_SEEN: set[int] = {hash(frozenset())}
"""Hashes of the database contents seen so far, beginning with the empty database."""


def kept(make: Callable[Parameters, Made]) -> Callable[Parameters, Made]:
    """Call ``make`` once per process for the same database contents; later calls insert its rows
    again through the models, as ``loaddata`` does, with all guards and constraints on. Then all
    rows are read and compared.

    The rows have the same keys, codes and times each time, so rows made from them can be kept in
    turn. ``make`` runs anew if the database never held the same rows before, and always on
    PostgreSQL, whose sequences would not know of these rows. The result is read from the database.
    """

    @functools.wraps(make)
    def made_once(*arguments: Parameters.args, **options: Parameters.kwargs) -> Made:
        before = _rows() if connection.vendor == "sqlite" else {}
        content = _content(before)
        if connection.vendor != "sqlite" or content not in _SEEN:
            _SEEN.add(content)
            return make(*arguments, **options)
        people = tuple(User.objects.order_by("pk").values_list("pk", "username"))
        asked_for = (make.__module__, make.__qualname__, *map(_name, arguments), _name(options))
        languages = (translation.get_language(), settings.KING_LANGUAGE)
        name = (asked_for, content, people, languages, timezone.localdate())
        if name in _KEPT:
            _write_again(_KEPT[name])
        else:
            made = make(*arguments, **options)
            _KEPT[name] = _difference(before, _rows(), made)
        found = _KEPT[name]
        _SEEN.add(found.after)
        if not found.made:
            return found.made
        model = apps.get_model(found.made[0])
        parents = list(_parents(model)) or [None]
        return model._base_manager.select_related(*parents).get(pk=found.made[1])

    return made_once


def _parents(model: type[Model], before: str = "") -> Iterator[str]:
    """Yield the lookups of the rows that a row of this model requires, and of those that they
    require.
    """
    for field in model._meta.concrete_fields:
        if field.related_model and not field.null:
            yield before + field.name
            yield from _parents(field.related_model, f"{before}{field.name}__")


def _name(value: object) -> str:
    """Text that identifies an argument."""
    if isinstance(value, Model):
        return f"{value._meta.label} {value.pk}"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_name(value[key])}" for key in sorted(value))
    return repr(value)


def _content(rows: Rows) -> int:
    return hash(frozenset(rows.items()))


def _rows() -> Rows:
    connection.ensure_connection()
    return {
        (model, row[0]): row[1:]
        for label in filter(apps.is_installed, WITH_ROWS)
        for model in apps.get_app_config(label).get_models()
        for row in connection.connection.execute(
            f"SELECT {model._meta.pk.column}, * FROM {model._meta.db_table}"
        )
    }


def _difference(before: Rows, after: Rows, made: Model | None) -> _Kept:
    gone, changed, come = (defaultdict(list) for _kind in range(3))
    for model, key in before.keys() - after.keys():
        gone[model].append(key)
    for (model, key), row in after.items():
        if before.get((model, key)) != row:
            (changed if (model, key) in before else come)[model].append(key)
    return _Kept(
        gone,
        [row for model, keys in changed.items() for row in _read(model, keys)],
        {model: _read(model, keys) for model, keys in come.items()},
        _content(after),
        made and (made._meta.label, made.pk),
    )


def _read(model: type[Model], keys: list[Any]) -> list[Model]:
    return list(model._base_manager.in_bulk(keys).values())


def _write_again(kept: _Kept) -> None:
    """Write the rows unchanged; ``raw`` keeps times that a field would otherwise set itself."""
    with transaction.atomic(savepoint=False):
        for model, keys in kept.gone.items():
            model._base_manager.filter(pk__in=keys).delete()
        for row in kept.changed:
            row.save_base(raw=True, force_update=True)
        for model, rows in kept.come.items():
            fields = model._meta.concrete_fields
            size = connection.ops.bulk_batch_size(fields, rows)
            for first in range(0, len(rows), size):
                model._base_manager._insert(rows[first : first + size], fields=fields, raw=True)
    assert _content(_rows()) == kept.after


demo = kept(make_demo)


# --- the sample night


def night_file() -> dict[str, Any]:
    """Return the sample night: 8 tables, 2 partite, every sheet sums to zero."""
    return json.loads(NIGHT.read_text())


def short_night() -> dict[str, Any]:
    """The sample night with its first two tables alone, so partita 2 has other people than partita
    1.
    """
    night = night_file()
    for round_ in night["rounds"]:
        round_["sheets"] = round_["sheets"][:2]
    return night


# --- made through the services


@kept
def entered(
    players: int = 0, *, drawn: bool = False, seated: bool = False, **fields: Any
) -> Tournament:
    """Make an evening with so many players in the hall. ``drawn`` draws their winds; ``seated``
    also plans and publishes the first partita.
    """
    options = {
        "name": "Venerdì del re",
        "date": datetime.date(2026, 11, 20),
        "author": None,
        **fields,
    }
    evening = create_tournament(**options)
    people = Player.objects.bulk_create(
        Player(surname=f"Rossi{number:03}", given_name="Anna") for number in range(1, players + 1)
    )
    enter_many(tournament=evening, players=people, author=None)
    if drawn or seated:
        draw_winds(tournament=evening, author=None)
    if seated:
        publish_seating(round=plan_round(tournament=evening, author=None), author=None)
    return evening


# --- made row by row


@kept
def a_tournament(ruleset: str = "lab12", **fields: Any) -> Tournament:
    """Make a tournament without entries."""
    fields = {"name": "Giovedì", "date": datetime.date(2026, 11, 19), "ruleset": ruleset} | fields
    return Tournament.objects.create(**fields)


def enter(tournament: Tournament, surname: str, **fields: Any) -> Entry:
    """Add an entry with a new player."""
    player = Player.objects.create(surname=surname)
    entry = Entry.objects.create(
        tournament=tournament, number=tournament.entries.count() + 1, **fields
    )
    EntryMember.objects.create(tournament=tournament, entry=entry, player=player)
    return entry


@kept
def a_round(
    tournament: Tournament, tables: int = 1, *, started: bool = True, boards: bool = True
) -> Round:
    """Make the next partita with its seating published: entries 4t+1 … 4t+4 at table t (t from 0),
    made as needed.
    """
    number = tournament.rounds.count() + 1
    board_set = None
    if boards:
        board_set = BoardSet.objects.create(
            ruleset=tournament.ruleset, round_number=number, document={}, commitment="0" * 64
        )
    round_ = Round.objects.create(
        tournament=tournament,
        number=number,
        board_set=board_set,
        seating_published_at=timezone.now(),
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
                round=round_,
                table=table,
                wind=wind.value,
                entry=entry,
                player=entry.players.all()[0],
            )
    tournament.lock()
    return put_in_play(round_) if started else round_


def write_the_draw(round_: Round) -> Round:
    """Record the seats' winds as the entries' drawn winds, with the table's number as the wind's
    number.
    """
    for seat in round_.seats.select_related("table"):
        Entry.objects.filter(pk=seat.entry_id).update(wind=seat.wind, wind_number=seat.table.number)
    return round_


def put_in_play(round_: Round) -> Round:
    """Put a partita in play, as its start does."""
    Sheet.objects.bulk_create([Sheet(table=table) for table in round_.tables.all()])
    round_.stage, round_.started_at = Round.Stage.PLAYING, timezone.now()
    round_.save()
    round_.tournament.lock()
    return round_


@kept
def a_sheet(ruleset: str = "lab12", **fields: Any) -> Sheet:
    """Make a partita in play with one table; return its sheet."""
    return Sheet.objects.get(table__round=a_round(a_tournament(ruleset, **fields)))


def real_minutes_ago(minutes: int) -> str:
    """Moment some minutes ago on the monotonic clock, which nobody can set."""
    session, seconds = monotonic_clock.mark().split()
    return f"{session} {float(seconds) - 60 * minutes}"


def own_code(sheet: Sheet, wind: str) -> str:
    """Code on the signing slip of the player who is seated at a wind."""
    return signing_code(sheet.table.round.tournament, sheet.table.seats.get(wind=wind).player)


def good_rows(chance: random.Random | None = None) -> dict[int, dict[str, Any]]:
    """A complete, valid sheet of twelve hands: the units fall to the winds at random."""
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


def rows_of(sheet: Sheet) -> dict[int, dict[str, Any]]:
    """Valid rows of a sheet, the same for each table and partita whatever key the database gave the
    sheet.
    """
    return good_rows(
        random.Random(f"partita {sheet.table.round.number}, table {sheet.table.number}")
    )


@kept
def fill(sheet: Sheet, rows: dict[int, dict[str, Any]] | None = None) -> Sheet:
    """Enter a whole sheet; its rows are valid unless ``rows`` says otherwise."""
    for hand, content in (rows_of(sheet) if rows is None else rows).items():
        enter_row(sheet=sheet, hand=hand, content=content, origin="desk")
    return sheet


@kept
def fill_quickly(round_: Round) -> None:
    """Insert whole sheets at every table in one statement, without the service."""
    HandResult.objects.bulk_create(
        HandResult(sheet=sheet, hand=hand, version=1, content=content)
        for sheet in Sheet.objects.filter(table__round=round_).select_related("table__round")
        for hand, content in rows_of(sheet).items()
    )
    with transaction.atomic():
        Sheet.objects.filter(table__round=round_).hold()


@kept
def fill_and_close(round_: Round) -> None:
    """Fill the sheet of every table, hand it in, and close it at the desk."""
    for sheet in Sheet.objects.filter(table__round=round_).order_by("table__number"):
        hand_in(sheet=fill(sheet), by="phone")
        close_sheet(sheet=sheet, author=None)


@kept
def closed(round_: Round) -> Round:
    """Fill and close every sheet, then close the partita, which publishes its standings unless they
    are held.
    """
    fill_and_close(round_)
    return close_round(round=round_, author=None)


def published_evening(
    players: Sequence[Player], results: Sequence[Sequence[int]], **fields: Any
) -> Tournament:
    """Make a published evening without sheets. ``results`` has the points of each player in each
    partita. Players keep their winds, N E S W, from table to table; entries are numbered in the
    order of the players.
    """
    evening = a_tournament(**{"planned_rounds": len(results)} | fields)
    entries = Entry.objects.bulk_create(
        Entry(tournament=evening, number=at) for at, _ in enumerate(players, start=1)
    )
    members = zip(entries, players, strict=True)
    EntryMember.objects.bulk_create(
        EntryMember(tournament=evening, entry=one, player=who) for one, who in members
    )
    tables = len(players) // 4
    places = Place.objects.bulk_create(
        Place(tournament=evening, number=number + 1) for number in range(tables)
    )
    made = []
    for number, totals in enumerate(results, start=1):
        round_ = Round.objects.create(
            tournament=evening, number=number, stage=Round.Stage.OFFICIAL, started_at=timezone.now()
        )
        here = Table.objects.bulk_create(
            Table(round=round_, place=place, number=place.number) for place in places
        )
        seats = [
            Seat(
                round=round_,
                table=here[(at // 4 + number * (at % 4)) % tables],
                wind=WINDS[at % 4].value,
                entry=entry,
                player=players[at],
            )
            for at, entry in enumerate(entries)
        ]
        Seat.objects.bulk_create(seats)
        made.append(
            RoundResults(
                number,
                tuple(
                    Result(seat.player.full_name, seat.table.number, seat.wind, Fraction(total))
                    for seat, total in zip(seats, totals, strict=True)
                ),
            )
        )
    Publication.objects.create(
        tournament=evening,
        number=1,
        after_round=round_,
        state=Publication.State.OFFICIAL,
        standings=json.loads(json.dumps(standings(made, StandingSettings()).as_json())),
        named={player.full_name: entry.pk for player, entry in zip(players, entries, strict=True)},
        corrections={"words": "", "lists": {}},
    )
    return evening


# --- with really dealt boards


@kept
def sealed_round(evening: Tournament, tables: int = 2, *, started: bool = True) -> Round:
    """Make the next partita with really dealt boards, in play unless told otherwise."""
    round_ = a_round(evening, tables, started=False, boards=False)
    seal_boards(round=round_, author=None)
    round_ = Round.objects.select_related("tournament").get(pk=round_.pk)
    return put_in_play(round_) if started else round_


@kept
def in_play(tables: int = 2) -> Round:
    """Make a partita whose sheets are all complete and none closed."""
    round_ = sealed_round(a_tournament(planned_rounds=2), tables)
    fill_quickly(round_)
    return round_


@kept
def played(tables: int = 2) -> Round:
    """Make a partita that is played to the end, with one ruling and its standings published."""
    round_ = sealed_round(a_tournament(planned_rounds=2), tables)
    sheet = sheet_of(round_)
    fill(sheet)
    rule(
        sheet=sheet,
        kind="illegal_play",
        hand=5,
        offender="S",
        reason="Cuori non risposto.",
        arbiter=None,
    )
    closed(round_)
    return Round.objects.select_related("tournament", "board_set").get(pk=round_.pk)


@kept
def published_round(evening: Tournament) -> Round:
    """Play and close the next partita at two tables, which publishes its standings unless held."""
    round_ = sealed_round(evening, 2)
    fill_quickly(round_)
    closed(round_)
    return Round.objects.select_related("tournament", "board_set").get(pk=round_.pk)


@kept
def held_evening() -> Tournament:
    """Play and close two partite at two tables; the standings after the second are held for the
    prize-giving.
    """
    evening = a_tournament(planned_rounds=2)
    hold_final(tournament=evening, author=None)
    for _partita in range(2):
        published_round(evening)
    return evening


def sheet_of(round_: Round, table: int = 1) -> Sheet:
    """Return the sheet of a table, with its partita and tournament loaded."""
    return Sheet.objects.select_related("table__round__tournament").get(
        table__round=round_, table__number=table
    )


def sheets_of(round_: Round) -> list[Sheet]:
    """Return the sheets of a partita in the order of the tables."""
    return list(Sheet.objects.filter(table__round=round_).order_by("table__number"))


def player_of(evening: Tournament, number: int) -> Player:
    """Return the player of the entry with this number."""
    return Player.objects.get(memberships__entry__number=number, memberships__tournament=evening)


def the_ruling(round_: Round) -> Ruling:
    """Return the only ruling of the partita."""
    return Ruling.objects.get(sheet__table__round=round_)


@kept
def nearly_alike(planned: int = 1) -> Tournament:
    """Play two tables with the same rows except two hands; entries 1 and 5 are the Norths.

    Hand 3, king of hearts (−8): North took it at table 1, East at table 2. Hand 10, a declaration:
    at table 1 its dealer names hearts and West takes 7; at table 2 the dealer sells it to West for
    2, who names spades and takes 6.
    """
    evening = a_tournament(planned_rounds=planned)
    round_ = sealed_round(evening, 2)
    for table, taker in ((1, "N"), (2, "E")):
        rows = good_rows()
        rows[3]["units"] = {wind.value: int(wind == taker) for wind in WINDS}
        own, other = {"N": 2, "E": 1, "S": 3, "W": 7}, {"N": 2, "E": 1, "S": 4, "W": 6}
        rows[10] = {"contract": "D", "units": own if table == 1 else other, "trump": "H"}
        if table == 2:
            rows[10] |= {"trump": "S", "sale": {"seller": "E", "buyer": "W", "price": 2}}
        sheet = fill(sheet_of(round_, table), rows)
        hand_in(sheet=sheet, by="phone")
        close_sheet(sheet=sheet, author=None)
    close_round(round=round_, author=None)
    return evening


def sat_out(evening: Tournament, seed: str | None = None) -> Round:
    """Play the next partita of nine entries: the lot decides which one sits out."""
    round_ = plan_round(tournament=evening, author=None, sit_out_by_lot=True, seed=seed)
    publish_seating(round=round_, author=None)
    seal_boards(round=round_, author=None)
    start_round(round=Round.objects.get(pk=round_.pk), author=None)
    round_ = Round.objects.select_related("tournament").get(pk=round_.pk)
    fill_quickly(round_)
    return closed(round_)


def winner(evening: Tournament) -> Entry:
    """Entry that is first in the last publication."""
    published = evening.publications.latest("number")
    return Entry.objects.get(pk=published.named[published.standings["overall"][0]["entry"]])


def finished() -> Tournament:
    """Make two closed partite at three tables, with a ruling at table 1 of the first."""
    return demo(stage="finished", seed=12, tables=3, rounds=2, language="en")
