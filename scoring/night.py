"""A whole evening from a file into the database, through the services that the screens call: all of it, or nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from deals.transcribed import store_transcribed
from king.winds import WINDS
from scoring.decisions import rule
from scoring.first_dealer import say_first_dealer
from scoring.models import HandResult, Sheet
from scoring.night_file import Night, RoundLines, SheetLines, Sitter
from scoring.rounds import close_round, start_round
from scoring.rows import enter_row
from scoring.sheets import close_sheet, hand_in
from tournaments.editions import form_of
from tournaments.entries import add_player, enter_many, enter_pair
from tournaments.log import record
from tournaments.models import Edition, Entry, Place, Player, Round, Seat, Table, Tournament, WindPolicy
from tournaments.names import cleaned, split_name
from tournaments.services import create_tournament


class NightRefused(Exception):
    """The file can be read and cannot be stored; the text says which partita, table and hand, and why."""


@dataclass
class _Cast:
    """The people of the evening: who of the file is which player, and which entry."""

    tournament: Tournament
    players: dict[str, Player] = field(default_factory=dict)
    entries: dict[frozenset[str], Entry] = field(default_factory=dict)
    teams: dict[str, Entry] = field(default_factory=dict)

    def player(self, name: str) -> Player:
        return self.players[name.casefold()]


@transaction.atomic
def load_night(night: Night) -> Tournament:
    """Store the evening and close every partita; raises ``NightRefused`` naming the place, and then stores nothing.

    Players are those of the roster with the same name; whoever is not on it is added.
    """
    assert night.name is not None
    assert night.date is not None
    try:
        tournament = create_tournament(
            name=night.name,
            date=night.date,
            ruleset=_kept_rules(night),
            settings=night.settings,
            pre_dealt=_plays_boards(night),
            standing_settings=night.standing_settings,
            wind_policy=_wind_policy(night),
            planned_rounds=len(night.rounds),
            author=None,
        )
    except ValidationError as error:
        raise _refused("", error) from None
    cast = _Cast(tournament)
    for lines in night.rounds:
        _load_round(night, lines, cast)
    return Tournament.objects.get(pk=tournament.pk)


def _plays_boards(night: Night) -> bool | None:
    """What the file says; where it says nothing, its boards do, and without any the system's habit."""
    if night.pre_dealt is None and any(lines.boards for lines in night.rounds):
        return True
    return night.pre_dealt


def _kept_rules(night: Night) -> str:
    """The code of the file's rules; an edition that is not on this site yet is added to its house editions."""
    form = form_of(night.ruleset)
    code = night.ruleset.code
    if form is None or Edition.objects.filter(code=code, form=form).exists():
        return code
    if Edition.objects.filter(code=code).exists():
        raise NightRefused(
            _("There is another house edition with the code %(code)s: give the file's edition a code of its own.")
            % {"code": code}
        )
    Edition.objects.create(code=code, name=night.ruleset.name, form=form)
    return code


def _wind_policy(night: Night) -> str:
    """Kept, where everybody sat at one wind all evening; else they must have been drawn anew."""
    winds: dict[str, set[str]] = {}
    for sheet in (sheet for lines in night.rounds for sheet in lines.sheets):
        for sitter in sheet.sitters:
            for wind, player in sitter.players.items():
                winds.setdefault(player.casefold(), set()).add(wind.value)
    return WindPolicy.KEEP if all(len(each) == 1 for each in winds.values()) else WindPolicy.REDRAW


def _load_round(night: Night, lines: RoundLines, cast: _Cast) -> None:
    place = _("partita %(round)s") % {"round": lines.number}
    try:
        _enter_new(night, lines, cast)
        round_ = _seat(lines, cast)
        if lines.boards or cast.tournament.plays_boards:
            round_.board_set = store_transcribed(
                ruleset=night.ruleset, round_number=lines.number, event=cast.tournament.name,
                date=cast.tournament.date, boards=lines.boards, author=None,
            )  # fmt: skip
            round_.save(update_fields=["board_set"])
        start_round(round=round_, author=None)
    except ValidationError as error:
        raise _refused(place, error) from None
    sheets = {sheet.table.number: sheet for sheet in Sheet.objects.filter(table__round=round_).select_related("table")}
    for sheet_lines in lines.sheets:
        _play(night, lines, sheet_lines, sheets[sheet_lines.table])
    try:
        close_round(round=round_, author=None)
    except ValidationError as error:
        raise _refused(place, error) from None


def _enter_new(night: Night, lines: RoundLines, cast: _Cast) -> None:
    """Enter whoever was not in an earlier partita, in the order of the tables."""
    if night.teams:
        _enter_teams(night, lines, cast)
        return
    sitters = [sitter for sheet in lines.sheets for sitter in sheet.sitters if sitter.key not in cast.entries]
    _find_players((player for sitter in sitters for player in sitter.players.values()), cast)
    singles = [sitter for sitter in sitters if len(sitter.players) == 1]
    players = [cast.player(*sitter.players.values()) for sitter in singles]
    entries = enter_many(tournament=cast.tournament, players=players, author=None)
    cast.entries |= {sitter.key: entry for sitter, entry in zip(singles, entries, strict=True)}
    for sitter in sitters:
        if len(sitter.players) > 1:
            pair = [cast.player(name) for name in sitter.players.values()]
            cast.entries[sitter.key] = enter_pair(
                tournament=cast.tournament, players=pair, name=sitter.name, author=None
            )
    _give_winds(lines, sitters, cast)


def _enter_teams(night: Night, lines: RoundLines, cast: _Cast) -> None:
    """Enter every team once, in the order of the file; their pairs are found by the players who sit."""
    _find_players((player for team in night.teams for player in team.players), cast)
    if not cast.teams:
        for team in night.teams:
            players = [cast.player(name) for name in team.players]
            cast.teams[team.name] = enter_pair(tournament=cast.tournament, players=players, name=team.name, author=None)
    for sheet in lines.sheets:
        for sitter in sheet.sitters:
            cast.entries[sitter.key] = cast.teams[sitter.team]


def _find_players(names: Iterable[str], cast: _Cast) -> None:
    wanted = {name.casefold(): name for name in names if name.casefold() not in cast.players}
    if not wanted:
        return
    known: dict[str, list[Player]] = {}
    for player in Player.objects.filter(is_house=False).order_by("pk"):
        for full_name in {player.full_name, player.sorted_name}:
            known.setdefault(cleaned(full_name).casefold(), []).append(player)
    for key, name in wanted.items():
        namesakes = known.get(cleaned(name).casefold(), [])
        if len(namesakes) > 1:
            raise NightRefused(
                _("The roster has more than one %(name)s: the file does not say which of them played.") % {"name": name}
            )
        cast.players[key] = namesakes[0] if namesakes else _new_player(name)


def _new_player(name: str) -> Player:
    """A player whose full name is the file's, whatever is surname in it."""
    surname, given_name = split_name(name, given_first=True)
    if f"{given_name} {surname}".strip() != name:
        given_name, _blank, surname = name.rpartition(" ")
    return add_player(surname=surname, given_name=given_name)


def _give_winds(lines: RoundLines, sitters: list[Sitter], cast: _Cast) -> None:
    """The wind at which each entry first sat, and the table as its number; a pair's is the first of its two winds."""
    first = {sitter.key for sitter in sitters}
    taken = set(cast.tournament.entries.exclude(wind_number=None).values_list("wind", "wind_number"))
    changed = []
    for sheet in lines.sheets:
        for sitter in sheet.sitters:
            if sitter.key in first:
                entry = cast.entries[sitter.key]
                wind = next(wind for wind in WINDS if wind in sitter.players)
                entry.wind = wind.value
                entry.wind_number = sheet.table if (wind.value, sheet.table) not in taken else None
                changed.append(entry)
    Entry.objects.bulk_update(changed, ["wind", "wind_number"])


def _seat(lines: RoundLines, cast: _Cast) -> Round:
    """The partita with its tables and seats exactly as they were."""
    round_ = Round.objects.create(tournament=cast.tournament, number=lines.number, seating_published_at=timezone.now())
    seats = []
    for sheet in lines.sheets:
        place, _new = Place.objects.get_or_create(tournament=cast.tournament, number=sheet.table)
        table = Table.objects.create(round=round_, place=place, number=sheet.table)
        for sitter in sheet.sitters:
            for wind in WINDS:
                if wind in sitter.players:
                    entry, player = cast.entries[sitter.key], cast.player(sitter.players[wind])
                    seats.append(Seat(round=round_, table=table, wind=wind.value, entry=entry, player=player))
    Seat.objects.bulk_create(seats)
    record(
        cast.tournament,
        "seating",
        gettext_noop("Seating of partita %(round)s taken from a file: %(tables)s tables."),
        round=lines.number,
        tables=len(lines.sheets),
    )
    return round_


def _play(night: Night, lines: RoundLines, sheet_lines: SheetLines, sheet: Sheet) -> None:
    """Rows, rulings, hand-in and closing of one table."""
    table = _("partita %(round)s, table %(table)s") % {"round": lines.number, "table": sheet_lines.table}
    try:
        if sheet_lines.first_dealer is not None:
            say_first_dealer(sheet=sheet, wind=sheet_lines.first_dealer)
        for row in sheet_lines.rows:
            content = {key: value for key, value in row.items() if key != "hand"}
            enter_row(sheet=sheet, hand=row["hand"], content=content, origin=HandResult.Origin.PROGRAM)
    except ValidationError as error:
        raise _refused(table, error) from None
    for ruling in night.rulings:
        if (ruling.round, ruling.table) == (lines.number, sheet_lines.table):
            try:
                rule(
                    sheet=sheet,
                    kind=ruling.form["kind"],
                    hand=ruling.form.get("hand"),
                    offender=ruling.form.get("offender") or "",
                    effect=ruling.form,
                    article=ruling.article,
                    reason=ruling.reason or _("From the evening's file."),
                    arbiter=None,
                )
            except ValidationError as error:
                raise _refused(f"{table}, {ruling.place}", error) from None
    try:
        hand_in(sheet=sheet, by="load_night", with_problems=True)
        close_sheet(sheet=sheet, author=None)
    except ValidationError as error:
        raise _refused(table, error) from None


def _refused(place: str, error: ValidationError) -> NightRefused:
    said = " ".join(str(message) for message in error.messages)
    return NightRefused(f"{place}: {said}" if place else said)
