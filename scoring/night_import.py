"""Import of a whole evening from a file. It is read to the end before anything is stored, through
the services of the pages. It is refused as a whole (``NightRefused``).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from deals.transfer import store_transcribed
from ground.guards import write
from ground.names import clean_text, like_name, split_name
from king.cards import WINDS
from scoring.decisions import rule
from scoring.models import HandResult, Sheet
from scoring.night_file import Night, RoundLines, SheetLines, Sitter
from scoring.round_steps import close_round, start_round
from scoring.rows import enter_new_sheets, read_content, say_first_dealer, with_partner
from scoring.sheet_steps import close_all_sheets
from tournaments.circuits import Circuit
from tournaments.editions import keep_edition
from tournaments.entries import add_player, enter_many, enter_pair
from tournaments.log import LogKind, record
from tournaments.models import Entry, Place, Player, Round, Seat, Table, Tournament, WindPolicy
from tournaments.roster import Member, RosterIndex
from tournaments.services import create_tournament


class NightRefused(Exception):
    """Refusal of a file that can be read but not stored. The text names partita, table and hand,
    and the reason.
    """


class _Cast:
    """People of the evening: the player of each name in the file, and the entries."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament, self.roster = tournament, RosterIndex.load()
        self.players: dict[str, Player] = {}
        self.entries: dict[frozenset[int], Entry] = {}
        self.teams: dict[str, Entry] = {}

    def player(self, name: str) -> Player:
        return self.players[name.casefold()]

    def key(self, sitter: Sitter) -> frozenset[int]:
        return frozenset(self.player(name).pk for name in sitter.players.values())


@transaction.atomic
def load_night(night: Night, circuit: Circuit | None = None) -> Tournament:
    """Store the evening. Raises ``NightRefused`` with the place, and then stores nothing. Players
    are those of the roster with the same name, in any order of its words; others are added.
    """
    rules, pre_dealt = night.ruleset, night.pre_dealt
    if pre_dealt is None and any(boards for boards, _sheets in night.rounds):
        # If the file does not say it, boards in it mean yes; without any, the system decides.
        pre_dealt = True
    try:
        tournament = create_tournament(
            name=night.name,
            date=night.date,
            ruleset=rules.code if rules.base is None else keep_edition(rules).code,
            settings=night.settings,
            pre_dealt=pre_dealt,
            standing_settings=night.standing_settings,
            wind_policy=_wind_policy(night),
            planned_rounds=len(night.rounds),
            circuit=circuit,
            language=night.language or settings.KING_LANGUAGE,
            card_letters=night.card_letters,
            author=None,
        )
    except ValidationError as error:
        raise NightRefused(" ".join(error.messages)) from None
    cast = _Cast(tournament)
    for number, lines in enumerate(night.rounds, 1):
        _load_round(night, number, lines, cast)
    return Tournament.objects.get(pk=tournament.pk)


def _wind_policy(night: Night) -> str:
    """Policy of winds: winds are kept if everybody sat at one wind all evening; otherwise they were
    drawn anew for each partita.
    """
    winds = defaultdict(set)
    for sheet in (sheet for _boards, sheets in night.rounds for sheet in sheets):
        for sitter in sheet.sitters:
            for wind, player in sitter.players.items():
                winds[like_name(player)].add(wind)
    is_one_wind = all(len(sat) == 1 for sat in winds.values())
    return WindPolicy.KEEP if is_one_wind else WindPolicy.REDRAW


@contextmanager
def _refusals_at(number: int, table: int | None = None, where: str = "") -> Iterator[None]:
    """Add the place in the file to a refusal raised inside. Problems of a sheet name their table
    already.
    """
    try:
        yield
    except ValidationError as error:
        table = table or (error.error_list[0].params or {}).get("table")
        place = _("partita %(round)s, table %(table)s") if table else _("partita %(round)s")
        place = ", ".join(filter(None, [place % {"round": number, "table": table}, where]))
        raise NightRefused(f"{place}: {' '.join(error.messages)}") from None


def _load_round(night: Night, number: int, lines: RoundLines, cast: _Cast) -> None:
    # Step 1: people, seats and boards of the partita, then its start.
    boards, sheets = lines
    with _refusals_at(number):
        _enter_new(night, sheets, cast)
        round_ = _seat(number, sheets, cast)
        if boards or cast.tournament.plays_boards:
            write(
                round_,
                board_set=store_transcribed(
                    ruleset=night.ruleset,
                    round_number=number,
                    event=cast.tournament.name,
                    date=cast.tournament.date,
                    boards=boards,
                    author=None,
                ),
            )
        start_round(round=round_, author=None)
    # Step 2: rows of all sheets at once, then the rulings, which refer to them.
    rows = Sheet.objects.filter(table__round=round_).select_related("table__round__tournament")
    by_table = {sheet.table.number: sheet for sheet in rows}
    _enter_rows(number, sheets, by_table)
    for partita, table, where, ruled in night.rulings:
        if partita == number:
            with _refusals_at(number, table, where):
                _rule(by_table[table], ruled)
    # Step 3: close the sheets with the checks of the desk, so that no file gets in what no page lets in.
    with _refusals_at(number):
        close_all_sheets(round=round_)
        close_round(round=round_, author=None)


def _rule(sheet: Sheet, ruled: Mapping[str, Any]) -> None:
    """Make a ruling of the file. If it gives the mean of the other tables and no other table has a
    valid row, the hand is annulled instead (§13.4).
    """
    try:
        rule(sheet=sheet, arbiter=None, **ruled)
    except ValidationError as error:
        if getattr(error, "code", None) != "no_other_table":
            raise
        rule(sheet=sheet, arbiter=None, **{**ruled, "effect": {}})


def _enter_new(night: Night, sheets: Sequence[SheetLines], cast: _Cast) -> None:
    everybody = [sitter for sheet in sheets for sitter in sheet.sitters]
    seated = [name for sitter in everybody for name in sitter.players.values()]
    _find_players([*(name for team in night.teams.values() for name in team), *seated], cast)
    _refuse_one_person_twice(seated, cast)
    if night.teams:
        _enter_teams(night, everybody, cast)
        return
    # Single players are entered in one step; pairs are few, and entered one by one.
    sitters = [sitter for sitter in everybody if cast.key(sitter) not in cast.entries]
    singles = [sitter for sitter in sitters if len(sitter.players) == 1]
    players = [cast.player(*sitter.players.values()) for sitter in singles]
    entries = enter_many(tournament=cast.tournament, players=players, author=None)
    cast.entries |= {
        cast.key(sitter): entry for sitter, entry in zip(singles, entries, strict=True)
    }
    for sitter in sitters:
        if len(sitter.players) > 1:
            pair = [cast.player(name) for name in sitter.players.values()]
            cast.entries[cast.key(sitter)] = enter_pair(
                tournament=cast.tournament, players=pair, name=sitter.name, author=None
            )
    _give_winds(sheets, sitters, cast)


def _enter_teams(night: Night, sitters: Iterable[Sitter], cast: _Cast) -> None:
    if not cast.teams:
        for team, names in night.teams.items():
            _refuse_one_person_twice(names, cast)
            players = [cast.player(name) for name in names]
            cast.teams[team] = enter_pair(
                tournament=cast.tournament, players=players, name=team, author=None
            )
    for sitter in sitters:
        cast.entries[cast.key(sitter)] = cast.teams[sitter.team]


def _find_players(names: Iterable[str], cast: _Cast) -> None:
    """Find the player for each name: exact words in either order, else ignoring accents and
    apostrophes.
    """
    # Example: the file has "Rossi Mario". Exact matches in either order come first ("Mario Rossi").
    # Without one, names that differ only in accents and apostrophes count. Two matches are refused,
    # because the results would go to the wrong person; without any, a player is added.
    keys = {}
    for name in names:
        key = name.casefold()
        if key in cast.players or key in keys:
            continue
        alike = cast.roster.called(name)
        namesakes = [member for member in alike if clean_text(key) in _both_orders(member)] or alike
        if len(namesakes) > 1:
            raise NightRefused(
                _(
                    "More than one person on the roster is called %(name)s: the file does not say which of them played."
                )
                % {"name": name}
            )
        keys[key] = namesakes[0].pk if namesakes else _new_player(name, cast)
    players = Player.objects.in_bulk(set(keys.values()))
    cast.players |= {key: players[pk] for key, pk in keys.items()}


def _both_orders(member: Member) -> set[str]:
    names = (member.surname, member.given_name), (member.given_name, member.surname)
    return {clean_text(" ".join(name)).casefold() for name in names}


def _refuse_one_person_twice(names: Iterable[str], cast: _Cast) -> None:
    names_of: dict[int, str] = {}
    for name in names:
        other = names_of.setdefault(cast.player(name).pk, name)
        if other != name:
            raise NightRefused(
                _(
                    "“%(one)s” and “%(other)s” would be the same person, but both play: write "
                    "their names so that they can be told apart."
                )
                % {"one": other, "other": name}
            )


def _new_player(name: str, cast: _Cast) -> int:
    surname, given_name = split_name(name, given_first=True)
    if f"{given_name} {surname}".strip() != name:
        given_name, _blank, surname = name.rpartition(" ")
    player = add_player(surname=surname, given_name=given_name)
    cast.roster.add(
        Member(player.pk, player.card_number, player.surname, player.given_name, player.club)
    )
    return player.pk


def _give_winds(sheets: Sequence[SheetLines], sitters: list[Sitter], cast: _Cast) -> None:
    # An entry keeps the wind of its first partita. Its slip has the number of its table, unless another
    # entry has that slip.
    first = {cast.key(sitter) for sitter in sitters}
    places = set(
        cast.tournament.entries.exclude(wind_number=None).values_list("wind", "wind_number")
    )
    changed = []
    for sheet in sheets:
        for sitter in sheet.sitters:
            if cast.key(sitter) in first:
                entry = cast.entries[cast.key(sitter)]
                wind = next(wind for wind in WINDS if wind in sitter.players)
                entry.wind = wind.value
                entry.wind_number = sheet.table if (wind.value, sheet.table) not in places else None
                changed.append(entry)
    Entry.objects.bulk_update(changed, ["wind", "wind_number"])


def _seat(number: int, sheets: Sequence[SheetLines], cast: _Cast) -> Round:
    round_ = Round.objects.create(
        tournament=cast.tournament, number=number, seating_published_at=timezone.now()
    )
    seats = []
    for sheet in sorted(sheets, key=lambda sheet: sheet.table):
        place, _new = Place.objects.get_or_create(tournament=cast.tournament, number=sheet.table)
        table = Table.objects.create(round=round_, place=place, number=sheet.table)
        for sitter in sheet.sitters:
            entry = cast.entries[cast.key(sitter)]
            seats += [
                Seat(
                    round=round_,
                    table=table,
                    wind=wind.value,
                    entry=entry,
                    player=cast.player(name),
                )
                for wind, name in sitter.players.items()
            ]
    Seat.objects.bulk_create(seats)
    record(
        cast.tournament,
        LogKind.SEATING,
        gettext_noop("Seating of partita %(round)s taken from a file: %(tables)s tables."),
        round=number,
        tables=len(sheets),
    )
    return round_


def _enter_rows(number: int, lines: Iterable[SheetLines], sheets: Mapping[int, Sheet]) -> None:
    entered = []
    for table in lines:
        sheet = sheets[table.table]
        tournament = sheet.tournament
        with _refusals_at(number, table.table):
            if table.first_dealer is not None:
                say_first_dealer(sheet=sheet, wind=table.first_dealer)
            rows = {
                row["hand"]: with_partner(
                    sheet, row["hand"], read_content(tournament, row["hand"], row)
                )
                for row in table.rows
            }
        entered.append((sheet, rows))
    enter_new_sheets(sheets=entered, origin=HandResult.Origin.PROGRAM)
