"""A whole evening from a file in the form of ``king``, read to the end before anything is stored as
by the screens. A fault of the file is an ``InputError`` of one line, with the place; what cannot be
stored is ``NightRefused``.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from deals.transfer import store_transcribed
from ground.names import cleaned, like_name, split_name
from king.boards import DealtBoard, PlannedBoard, plan_boards
from king.cards import SIDES, WINDS, Deal, Side, Wind
from king.reading import InputError, Node
from king.rulesets import read_ruleset
from king.rulesets.base import RuleSet, UnknownRuleSet
from king.rulesets.setting import SettingError
from king.sheet.row import Row
from king.sheet.rulings import Ruling
from king.standing.standing_settings import StandingSettings
from king.words import Phrase
from scoring.decisions import rule
from scoring.models import HandResult, Sheet
from scoring.round_steps import close_round, start_round
from scoring.rows import enter_new_sheets, read_content, say_first_dealer
from scoring.sheet_steps import close_all_sheets
from tournaments.circuits import Circuit
from tournaments.editions import find_rules, keep_edition
from tournaments.entries import MOST_RESERVES, add_player, enter_many, enter_pair
from tournaments.log import LogKind, record
from tournaments.models import Entry, Place, Player, Round, Seat, Table, Tournament, WindPolicy
from tournaments.roster import Member, RosterIndex
from tournaments.services import create_tournament

SITS_ALREADY = gettext_noop("somebody who does not already sit at table {table}")
CONTRACT_OF_BOARD = gettext_noop("{contract}, the contract of board {board}")
DEALER_OF_BOARD = gettext_noop("{dealer}, the dealer of board {board}")

LONGEST_NAME = 120
BETWEEN_PARTNERS = re.compile(r"\s+[–—-]\s+|\s*[/&+]\s*")
RULING_KEYS = ("round", "table", "reason", "article")


class Sitter(NamedTuple):
    """An entry at a table: its own name, if it has one, its players by wind, and its ``team``'s
    name.
    """

    name: str
    players: Mapping[Wind, str]
    team: str = ""


Teams = Mapping[str, tuple[str, ...]]
"""By name the players in the order in which they sit: two North-South, two East-West, reserves."""


class SheetLines(NamedTuple):
    """One table: who sat there, who was drawn to deal first, and the rows, each in the form of
    ``king score``.
    """

    place: str
    table: int
    sitters: tuple[Sitter, ...]
    rows: tuple[Mapping[str, Any], ...]
    first_dealer: str | None = None


RoundLines = tuple[tuple[DealtBoard, ...], tuple[SheetLines, ...]]
"""The boards and the sheets of a partita."""


class Night(NamedTuple):
    ruleset: RuleSet
    settings: Mapping[str, Any]
    standing_settings: Mapping[str, Any]
    name: str | None
    date: datetime.date | None
    rounds: tuple[RoundLines, ...]
    rulings: tuple[tuple[int, int, str, Mapping[str, Any]], ...] = ()
    """Of each its partita, its table, its place in the file, and the arguments of ``rule``."""
    teams: Teams = {}
    pre_dealt: bool | None = None


def read_night(node: Node) -> Night:
    """Raises ``InputError`` naming the place. ``ruleset`` is a code, of a published system or of a
    house edition that is on this site, or an edition in full.
    """
    settings = dict(node["settings"].object()) if node.has("settings") else {}
    try:
        rules = node["ruleset"]
        ruleset = find_rules(rules.text()) if isinstance(rules.value, str) else read_ruleset(rules)
        plan = {board.board: board for board in plan_boards(ruleset, ruleset.configure(settings))}
    except (UnknownRuleSet, SettingError) as error:
        raise error.within(node.source) from None
    standing_settings = node.get("standing_settings")
    if standing_settings is not None:
        StandingSettings.from_json(standing_settings)
    rounds = node["rounds"].list()
    if not rounds:
        raise node["rounds"].fail(gettext_noop("at least one partita"))
    teams = _read_teams(node["teams"]) if ruleset.sides == "teams" else {}
    lines = tuple(
        _read_round(round_, number, ruleset, plan, teams)
        for number, round_ in enumerate(rounds, start=1)
    )
    rulings = node.get("rulings")
    return Night(
        ruleset=ruleset,
        settings=settings,
        standing_settings={} if standing_settings is None else dict(standing_settings.object()),
        name=None if (name := node.get("name")) is None else read_name(name),
        date=None if (date := node.get("date")) is None else read_date(date),
        rounds=lines,
        rulings=()
        if rulings is None
        else tuple(_read_ruling(ruling, lines) for ruling in rulings.list()),
        teams=teams,
        pre_dealt=None if (pre_dealt := node.get("pre_dealt")) is None else pre_dealt.boolean(),
    )


def _read_teams(node: Node) -> Teams:
    teams: dict[str, tuple[str, ...]] = {}
    for form in node.list():
        players = tuple(read_name(player) for player in form["players"].list())
        if len(set(players)) < len(players) or not 4 <= len(players) <= 4 + MOST_RESERVES:
            names = gettext_noop("from {least} to {most} different names")
            raise form["players"].fail(Phrase(names, least=4, most=4 + MOST_RESERVES))
        teams[read_name(form["name"])] = players
    if len({name.casefold() for name in teams}) < len(node.list()):
        raise node.fail(gettext_noop("each team once"))
    return teams


def _read_round(
    node: Node,
    number: int,
    ruleset: RuleSet,
    plan: Mapping[int, PlannedBoard],
    teams: Teams,
) -> RoundLines:
    if node["round"].integer() != number:
        raise node["round"].fail(Phrase(gettext_noop("{number}, partite in order"), number=number))
    boards = node.get("boards")
    board_lines = (
        ()
        if boards is None
        else tuple(_read_board(board, number, ruleset, plan) for board in boards.list())
    )
    _refuse_repeated(
        boards, [board.board for board in board_lines], gettext_noop("each board once")
    )
    sheets = tuple(_read_sheet(sheet, ruleset, teams) for sheet in node["sheets"].list())
    if not sheets:
        raise node["sheets"].fail(gettext_noop("at least one table"))
    _refuse_repeated(
        node["sheets"], [sheet.table for sheet in sheets], gettext_noop("each table once")
    )
    _refuse_sitting_twice(node, sheets)
    return board_lines, sheets


def _refuse_sitting_twice(node: Node, sheets: Sequence[SheetLines]) -> None:
    seated: dict[str, int] = {}
    for sheet in sheets:
        for player in (player for sitter in sheet.sitters for player in sitter.players.values()):
            if player.casefold() in seated:
                seats = Node(player, node.source, f"{sheet.place}.seats")
                raise seats.fail(Phrase(SITS_ALREADY, table=seated[player.casefold()]))
            seated[player.casefold()] = sheet.table


def _refuse_repeated(node: Node | None, numbers: Sequence[int], expected: str) -> None:
    repeated = [number for number in numbers if numbers.count(number) > 1]
    if node is not None and repeated:
        raise Node(repeated[0], node.source, node.place).fail(expected)


def _read_board(
    node: Node, round_number: int, ruleset: RuleSet, plan: Mapping[int, PlannedBoard]
) -> DealtBoard:
    number = node["board"].integer()
    if number not in plan:
        raise node["board"].fail(Phrase(gettext_noop("a board from 1 to {most}"), most=len(plan)))
    planned = plan[number]
    contract_node = node.get("contract")
    if (
        contract_node is not None
        and planned.contract is not None
        and contract_node.text() != planned.contract
    ):
        raise contract_node.fail(Phrase(CONTRACT_OF_BOARD, contract=planned.contract, board=number))
    contract = planned.contract or (
        None if contract_node is None else contract_node.choice(tuple(ruleset.counts))
    )
    dealer = None if (named := node.get("dealer")) is None else Wind(named.choice(tuple(WINDS)))
    if dealer is not None and planned.dealer is not None and dealer != planned.dealer:
        raise node["dealer"].fail(Phrase(DEALER_OF_BOARD, dealer=str(planned.dealer), board=number))
    try:
        deal = Deal.parse_pbn(node["pbn"].text())
    except InputError as error:
        raise error.within(node.source, f"{node.place}.pbn") from None
    if deal.size != ruleset.deck:
        raise node["pbn"].fail(Phrase(gettext_noop("a deal of {deck} cards"), deck=ruleset.deck))
    return DealtBoard(round_number, number, contract, dealer or planned.dealer, deal)


def _read_sheet(node: Node, ruleset: RuleSet, teams: Teams) -> SheetLines:
    table = node["table"].integer(1, 9999)
    rows = []
    for line in node["rows"].list():
        Row.from_json(line)
        rows.append(dict(line.object()))
    _refuse_repeated(node["rows"], [row["hand"] for row in rows], gettext_noop("each hand once"))
    seats = _read_team_seats(node["seats"], teams) if teams else _read_seats(node["seats"], ruleset)
    dealer = None if (named := node.get("first_dealer")) is None else named.choice(tuple(WINDS))
    return SheetLines(node.place, table, seats, tuple(rows), dealer)


def _read_seats(node: Node, ruleset: RuleSet) -> tuple[Sitter, ...]:
    columns = set(node.object())
    if ruleset.by_side and columns == {side.value for side in SIDES}:
        return tuple(_read_pair(node[side.value], side) for side in SIDES)
    winds = WINDS if ruleset.by_side else [Wind(column) for column in ruleset.columns]
    if not set(winds) <= columns <= set(WINDS):
        shape = gettext_noop("the winds {winds}")
        if ruleset.by_side:
            shape = gettext_noop("the winds {winds}, or the pairs NS EW")
        raise node.fail(Phrase(shape, winds=" ".join(winds)))
    names = {wind: read_name(node[wind.value]) for wind in WINDS if wind in columns}
    if ruleset.by_side:
        return tuple(Sitter("", {wind: names[wind] for wind in side.winds}) for side in SIDES)
    return tuple(Sitter("", {wind: name}) for wind, name in names.items())


def _read_team_seats(node: Node, teams: Teams) -> tuple[Sitter, ...]:
    """A team for each side, whose first two sit North-South and next two East-West; or the four
    players by wind.
    """
    columns = set(node.object())
    if columns == {side.value for side in SIDES}:
        sitters = []
        for place, side in enumerate(SIDES):
            team = node[side.value].choice(tuple(teams))
            two = teams[team][2 * place : 2 * place + 2]
            sitters.append(Sitter("", dict(zip(side.winds, two, strict=True)), team))
        return tuple(sitters)
    if columns != {wind.value for wind in WINDS}:
        raise node.fail(gettext_noop("a team for each of NS EW, or the winds N E S W"))
    return tuple(_read_team_pair(node, side, teams) for side in SIDES)


def _read_team_pair(node: Node, side: Side, teams: Teams) -> Sitter:
    names = {wind: read_name(node[wind.value]) for wind in side.winds}
    sitting = {like_name(name) for name in names.values()}
    fitting = [team for team, all_of in teams.items() if sitting <= set(map(like_name, all_of))]
    if not fitting:
        raise node[side.winds[0].value].fail(gettext_noop("two players of one of the teams"))
    return Sitter("", names, fitting[0])


def _read_pair(node: Node, side: Side) -> Sitter:
    if isinstance(node.value, list):
        names = [read_name(partner) for partner in node.list()]
        if len(names) != 2:
            raise node.fail(gettext_noop("two names"))
        return Sitter("", dict(zip(side.winds, names, strict=True)))
    name = read_name(node)
    names = [partner for partner in BETWEEN_PARTNERS.split(name) if partner]
    if len(names) != 2:
        # A pair that goes by a name of its own: its players are known by it.
        names = [f"{name} 1", f"{name} 2"]
    return Sitter(
        "" if " – ".join(names) == name else name, dict(zip(side.winds, names, strict=True))
    )


def _read_ruling(
    node: Node, rounds: Sequence[RoundLines]
) -> tuple[int, int, str, Mapping[str, Any]]:
    number, table = node["round"].integer(), node["table"].integer()
    if not 1 <= number <= len(rounds):
        raise node["round"].fail(
            Phrase(gettext_noop("a partita from 1 to {most}"), most=len(rounds))
        )
    if table not in {sheet.table for sheet in rounds[number - 1][1]}:
        raise node["table"].fail(Phrase(gettext_noop("a table of partita {round}"), round=number))
    form = {key: value for key, value in node.object().items() if key not in RULING_KEYS}
    Ruling.from_json(Node(form, node.source, node.place))
    ruled = {
        "kind": form["kind"],
        "hand": form.get("hand"),
        "offender": form.get("offender") or "",
        "effect": form,
        "article": node["article"].text() if node.has("article") else "",
        "reason": (node["reason"].text() if node.has("reason") else "")
        or _("From the evening's file."),
    }
    return number, table, node.place, ruled


def read_name(node: Node) -> str:
    name = " ".join(node.text().split())
    if not name or len(name) > LONGEST_NAME:
        raise node.fail(Phrase(gettext_noop("a name of 1 to {most} letters"), most=LONGEST_NAME))
    return name


def read_date(node: Node) -> datetime.date:
    try:
        return datetime.date.fromisoformat(node.text())
    except ValueError:
        raise node.fail(gettext_noop('a date ("2026-11-20")')) from None


class NightRefused(Exception):
    """The file can be read and cannot be stored; the text says which partita, table and hand, and
    why.
    """


@dataclass
class _Cast:
    """The people of the evening: who of the file is which player, and which entry."""

    tournament: Tournament
    roster: RosterIndex = field(default_factory=RosterIndex.load)
    players: dict[str, Player] = field(default_factory=dict)
    entries: dict[frozenset[int], Entry] = field(default_factory=dict)
    teams: dict[str, Entry] = field(default_factory=dict)

    def player(self, name: str) -> Player:
        return self.players[name.casefold()]

    def key(self, sitter: Sitter) -> frozenset[int]:
        return frozenset(self.player(name).pk for name in sitter.players.values())


@transaction.atomic
def load_night(night: Night, circuit: Circuit | None = None) -> Tournament:
    """Raises ``NightRefused`` naming the place, and then stores nothing. Players are those of the
    roster with the same name, in whichever order of its words; whoever is not on it is added.
    """
    assert night.name is not None
    assert night.date is not None
    rules = night.ruleset
    try:
        tournament = create_tournament(
            name=night.name,
            date=night.date,
            ruleset=rules.code
            if rules.base is None
            else keep_edition(rules=rules, author=None).code,
            settings=night.settings,
            pre_dealt=_plays_boards(night),
            standing_settings=night.standing_settings,
            wind_policy=_wind_policy(night),
            planned_rounds=len(night.rounds),
            circuit=circuit,
            author=None,
        )
    except ValidationError as error:
        raise _refused("", error) from None
    cast = _Cast(tournament)
    for number, lines in enumerate(night.rounds, 1):
        _load_round(night, number, lines, cast)
    return Tournament.objects.get(pk=tournament.pk)


def _plays_boards(night: Night) -> bool | None:
    """The file's own word; where it has none, its boards', and without any the system's habit."""
    if night.pre_dealt is None and any(boards for boards, _sheets in night.rounds):
        return True
    return night.pre_dealt


def _wind_policy(night: Night) -> str:
    """Kept, where everybody sat at one wind all evening; else they must have been drawn anew."""
    winds: dict[str, set[str]] = {}
    for sheet in (sheet for _boards, sheets in night.rounds for sheet in sheets):
        for sitter in sheet.sitters:
            for wind, player in sitter.players.items():
                winds.setdefault(like_name(player), set()).add(wind.value)
    return (
        WindPolicy.KEEP
        if all(len(letters) == 1 for letters in winds.values())
        else WindPolicy.REDRAW
    )


def _load_round(night: Night, number: int, lines: RoundLines, cast: _Cast) -> None:
    boards, sheets = lines
    place = _("partita %(round)s") % {"round": number}
    try:
        _enter_new(night, sheets, cast)
        round_ = _seat(number, sheets, cast)
        if boards or cast.tournament.plays_boards:
            round_.board_set = store_transcribed(
                ruleset=night.ruleset,
                round_number=number,
                event=cast.tournament.name,
                date=cast.tournament.date,
                boards=boards,
                author=None,
            )
            round_.save(update_fields=["board_set"])
        start_round(round=round_, author=None)
    except ValidationError as error:
        raise _refused(place, error) from None
    rows = Sheet.objects.filter(table__round=round_).select_related("table__round__tournament")
    by_table = {sheet.table.number: sheet for sheet in rows}
    _enter_rows(number, sheets, by_table)
    for partita, table, where, ruled in night.rulings:
        if partita == number:
            try:
                rule(sheet=by_table[table], arbiter=None, **ruled)
            except ValidationError as error:
                raise _refused(f"{_of_table(number, table)}, {where}", error) from None
    try:
        close_all_sheets(round=round_, by="load_night")
        close_round(round=round_, author=None)
    except ValidationError as error:
        at = (error.error_list[0].params or {}).get("table")
        raise _refused(place if at is None else _of_table(number, at), error) from None


def _enter_new(night: Night, sheets: Sequence[SheetLines], cast: _Cast) -> None:
    everybody = [sitter for sheet in sheets for sitter in sheet.sitters]
    seated = [name for sitter in everybody for name in sitter.players.values()]
    _find_players([*(name for team in night.teams.values() for name in team), *seated], cast)
    _refuse_one_person_twice(seated, cast)
    if night.teams:
        _enter_teams(night, everybody, cast)
        return
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
    """The roster's players that each name means: the very words in either order, else up to accents
    and apostrophes.
    """
    keys: dict[str, int] = {}
    for name in names:
        key = name.casefold()
        if key in cast.players or key in keys:
            continue
        alike = cast.roster.called(name)
        namesakes = [member for member in alike if cleaned(key) in _both_orders(member)] or alike
        if len(namesakes) > 1:
            raise NightRefused(
                _(
                    "The roster has more than one %(name)s: the file does not say which of them played."
                )
                % {"name": name}
            )
        keys[key] = namesakes[0].pk if namesakes else _new_player(name, cast)
    players = Player.objects.in_bulk(set(keys.values()))
    cast.players |= {key: players[pk] for key, pk in keys.items()}


def _both_orders(member: Member) -> set[str]:
    names = (member.surname, member.given_name), (member.given_name, member.surname)
    return {cleaned(" ".join(name)).casefold() for name in names}


def _refuse_one_person_twice(names: Iterable[str], cast: _Cast) -> None:
    names_of: dict[int, str] = {}
    for name in names:
        other = names_of.setdefault(cast.player(name).pk, name)
        if other != name:
            raise NightRefused(
                _(
                    "“%(one)s” and “%(other)s” would be the same person, and both play: write their names so that they "
                    "can be told apart."
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
    first = {cast.key(sitter) for sitter in sitters}
    taken = set(
        cast.tournament.entries.exclude(wind_number=None).values_list("wind", "wind_number")
    )
    changed = []
    for sheet in sheets:
        for sitter in sheet.sitters:
            if cast.key(sitter) in first:
                entry = cast.entries[cast.key(sitter)]
                wind = next(wind for wind in WINDS if wind in sitter.players)
                entry.wind = wind.value
                entry.wind_number = sheet.table if (wind.value, sheet.table) not in taken else None
                changed.append(entry)
    Entry.objects.bulk_update(changed, ["wind", "wind_number"])


def _seat(number: int, sheets: Sequence[SheetLines], cast: _Cast) -> Round:
    round_ = Round.objects.create(
        tournament=cast.tournament, number=number, seating_published_at=timezone.now()
    )
    seats = []
    for sheet in sheets:
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
    for sheet_lines in lines:
        sheet = sheets[sheet_lines.table]
        tournament = sheet.table.round.tournament
        try:
            if sheet_lines.first_dealer is not None:
                say_first_dealer(sheet=sheet, wind=sheet_lines.first_dealer)
            rows = {
                row["hand"]: read_content(tournament, row["hand"], row) for row in sheet_lines.rows
            }
        except ValidationError as error:
            raise _refused(_of_table(number, sheet_lines.table), error) from None
        entered.append((sheet, rows))
    enter_new_sheets(sheets=entered, origin=HandResult.Origin.PROGRAM)


def _of_table(number: int, table: int) -> str:
    return _("partita %(round)s, table %(table)s") % {"round": number, "table": table}


def _refused(place: str, error: ValidationError) -> NightRefused:
    messages = " ".join(str(message) for message in error.messages)
    return NightRefused(f"{place}: {messages}" if place else messages)
