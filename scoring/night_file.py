"""A whole evening from a file, read into the form of ``king``. A mistake in the file is an
``InputError`` of one line, with the place.
"""

import datetime
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from django.conf import settings
from django.utils.translation import gettext as _, gettext_noop

from ground.names import clean_text, like_name
from king.boards import DealtBoard, PlannedBoard, plan_boards
from king.cards import PACKS, SIDES, WINDS, Deal, Side, Wind
from king.reading import InputError, Node
from king.rulesets import read_ruleset
from king.rulesets.base import RuleSet, UnknownRuleSet
from king.rulesets.setting import SettingError
from king.sheet.row import Row
from king.sheet.rulings import Ruling
from king.standing.standing_settings import StandingSettings
from king.words import Phrase
from tournaments.editions import find_rules
from tournaments.entries import MOST_RESERVES
from tournaments.models import PARTNERS

SITS_ALREADY = gettext_noop("somebody who does not already sit at table {table}")
CONTRACT_OF_BOARD = gettext_noop("{contract}, the contract of board {board}")
DEALER_OF_BOARD = gettext_noop("{dealer}, the dealer of board {board}")

LONGEST_NAME = 120
BETWEEN_PARTNERS = re.compile(r"\s+[–—-]\s+|\s*[/&+]\s*")
RULING_KEYS = ("round", "table", "reason", "article")

Part = TypeVar("Part")


class Sitter(NamedTuple):
    """An entry at a table: its players by wind, its own name if it has one, and that of its
    ``team``.
    """

    players: Mapping[Wind, str]
    name: str = ""
    team: str = ""


Teams = Mapping[str, tuple[str, ...]]
"""Players of each team, in the order in which they sit: two North-South, two East-West,
reserves."""


class SheetLines(NamedTuple):
    """One table of the file: players, first dealer as drawn, and rows, each in the form of ``king
    score``.
    """

    place: str
    table: int
    sitters: Sequence[Sitter]
    rows: Sequence[Mapping[str, Any]]
    first_dealer: str | None


RoundLines = tuple[Sequence[DealtBoard], Sequence[SheetLines]]
"""The boards and the sheets of a partita."""


class Night(NamedTuple):
    ruleset: RuleSet
    settings: Mapping[str, Any]
    standing_settings: Mapping[str, Any]
    name: str | None
    date: datetime.date | None
    rounds: Sequence[RoundLines]
    rulings: Sequence[tuple[int, int, str, Mapping[str, Any]]]
    """Rulings, each with its partita, its table, its place in the file, and the arguments of
    ``rule``."""
    teams: Teams
    pre_dealt: bool | None
    language: str | None
    card_letters: str


def read_night(node: Node) -> Night:
    """Read the file, or the evening in a hall's report. ``ruleset`` is the code of a published
    system or of an edition on this site, or a whole edition. Raises ``InputError`` with the place.
    """
    if node.has("night") and not node.has("rounds"):
        node = node["night"]
    settings = dict(_optional(node, "settings", Node.object) or {})
    try:
        rules = node["ruleset"]
        ruleset = find_rules(rules.text()) if isinstance(rules.value, str) else read_ruleset(rules)
        plan = {board.board: board for board in plan_boards(ruleset, ruleset.configure(settings))}
    except (UnknownRuleSet, SettingError) as error:
        raise error.within(node.source) from None

    _optional(node, "standing_settings", StandingSettings.from_json)
    forms = node["rounds"].list()
    if not forms:
        raise node["rounds"].fail(gettext_noop("at least one partita"))
    teams = _read_teams(node["teams"]) if ruleset.sides == "teams" else {}
    rounds = [
        _read_round(form, number, ruleset, plan, teams) for number, form in enumerate(forms, 1)
    ]
    return Night(
        ruleset=ruleset,
        settings=settings,
        standing_settings=dict(_optional(node, "standing_settings", Node.object) or {}),
        name=_optional(node, "name", read_name),
        date=_optional(node, "date", read_date),
        rounds=rounds,
        rulings=[
            _read_ruling(ruling, rounds) for ruling in _optional(node, "rulings", Node.list) or ()
        ],
        teams=teams,
        pre_dealt=_optional(node, "pre_dealt", Node.boolean),
        language=_optional(node, "language", _read_language),
        card_letters=_optional(node, "card_letters", _read_letters) or "",
    )


def _read_language(node: Node) -> str:
    known = dict(settings.LANGUAGES)
    if node.text() not in known:
        raise node.fail(", ".join(known))
    return node.text()


def _read_letters(node: Node) -> str:
    return node.choice(("", *PACKS))


def _optional(node: Node, key: str, read: Callable[[Node], Part]) -> Part | None:
    part = node.get(key)
    return None if part is None else read(part)


def _read_teams(node: Node) -> Teams:
    teams = {}
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
    node: Node, number: int, ruleset: RuleSet, plan: Mapping[int, PlannedBoard], teams: Teams
) -> RoundLines:
    if node["round"].integer() != number:
        raise node["round"].fail(Phrase(gettext_noop("{number}, partite in order"), number=number))
    boards = [
        _read_board(board, number, ruleset, plan)
        for board in _optional(node, "boards", Node.list) or ()
    ]
    _refuse_repeated(
        node, "boards", [board.board for board in boards], gettext_noop("each board once")
    )
    sheets = [_read_sheet(sheet, ruleset, teams) for sheet in node["sheets"].list()]
    if not sheets:
        raise node["sheets"].fail(gettext_noop("at least one table"))
    _refuse_repeated(
        node, "sheets", [sheet.table for sheet in sheets], gettext_noop("each table once")
    )
    seated: dict[str, int] = {}

    for sheet in sheets:
        for player in (player for sitter in sheet.sitters for player in sitter.players.values()):
            if player.casefold() in seated:
                seats = Node(player, node.source, f"{sheet.place}.seats")
                raise seats.fail(Phrase(SITS_ALREADY, table=seated[player.casefold()]))
            seated[player.casefold()] = sheet.table

    return boards, sheets


def _refuse_repeated(node: Node, key: str, numbers: Sequence[int], expected: str) -> None:
    repeated = [number for number in numbers if numbers.count(number) > 1]
    if repeated:
        raise Node(repeated[0], node.source, node[key].place).fail(expected)


def _read_board(
    node: Node, round_number: int, ruleset: RuleSet, plan: Mapping[int, PlannedBoard]
) -> DealtBoard:
    number = node["board"].integer()
    if number not in plan:
        raise node["board"].fail(Phrase(gettext_noop("a board from 1 to {most}"), most=len(plan)))
    contract, dealer = plan[number].contract, plan[number].dealer
    if (value := node.get("contract")) is not None:
        if contract is None:
            contract = value.choice(tuple(ruleset.counts))
        elif value.text() != contract:
            raise value.fail(Phrase(CONTRACT_OF_BOARD, contract=contract, board=number))
    if (value := node.get("dealer")) is not None:
        own = Wind(value.choice(tuple(WINDS)))
        if dealer not in (None, own):
            raise value.fail(Phrase(DEALER_OF_BOARD, dealer=str(dealer), board=number))
        dealer = own

    try:
        deal = Deal.parse_pbn(node["pbn"].text())
    except InputError as error:
        raise error.within(node.source, f"{node.place}.pbn") from None

    if deal.size != ruleset.deck:
        raise node["pbn"].fail(Phrase(gettext_noop("a deal of {deck} cards"), deck=ruleset.deck))
    return DealtBoard(round_number, number, contract, dealer, deal)


def _read_sheet(node: Node, ruleset: RuleSet, teams: Teams) -> SheetLines:
    table = node["table"].integer(1, 9999)
    rows = []

    for line in node["rows"].list():
        Row.from_json(line)
        rows.append(dict(line.object()))

    _refuse_repeated(node, "rows", [row["hand"] for row in rows], gettext_noop("each hand once"))
    seats = _read_team_seats(node["seats"], teams) if teams else _read_seats(node["seats"], ruleset)
    dealer = _optional(node, "first_dealer", lambda value: value.choice(tuple(WINDS)))
    return SheetLines(node.place, table, seats, rows, dealer)


def _read_seats(node: Node, ruleset: RuleSet) -> list[Sitter]:
    columns = set(node.object())
    if ruleset.by_side and columns == set(SIDES):
        return [_read_pair(node[side.value], side) for side in SIDES]
    winds = WINDS if ruleset.by_side else [Wind(column) for column in ruleset.columns]
    if not set(winds) <= columns <= set(WINDS):
        shape = gettext_noop("the winds {winds}")
        if ruleset.by_side:
            shape = gettext_noop("the winds {winds}, or the pairs NS EW")
        raise node.fail(Phrase(shape, winds=" ".join(winds)))

    names = {wind: read_name(node[wind.value]) for wind in WINDS if wind in columns}
    if ruleset.by_side:
        return [Sitter({wind: names[wind] for wind in side.winds}) for side in SIDES]
    return [Sitter({wind: name}) for wind, name in names.items()]


def _read_team_seats(node: Node, teams: Teams) -> list[Sitter]:
    """Read seats of teams: a team for each side, whose first two sit North-South and next two
    East-West; or the four players by wind.
    """
    columns = set(node.object())
    if columns == set(SIDES):
        sitters = []
        for place, side in enumerate(SIDES):
            team = node[side.value].choice(tuple(teams))
            two = teams[team][2 * place : 2 * place + 2]
            sitters.append(Sitter(dict(zip(side.winds, two, strict=True)), team=team))
        return sitters
    if columns != set(WINDS):
        raise node.fail(gettext_noop("a team for each of NS EW, or the winds N E S W"))
    return [_read_team_pair(node, side, teams) for side in SIDES]


def _read_team_pair(node: Node, side: Side, teams: Teams) -> Sitter:
    names = {wind: read_name(node[wind.value]) for wind in side.winds}
    sitting = set(map(like_name, names.values()))
    for team, players in teams.items():
        if sitting <= set(map(like_name, players)):
            return Sitter(names, team=team)
    raise node[side.winds[0].value].fail(gettext_noop("two players of one of the teams"))


def _read_pair(node: Node, side: Side) -> Sitter:
    if isinstance(node.value, list):
        names = [read_name(partner) for partner in node.list()]
        if len(names) != 2:
            raise node.fail(gettext_noop("two names"))
        return Sitter(dict(zip(side.winds, names, strict=True)))

    name = read_name(node)
    names = [partner for partner in BETWEEN_PARTNERS.split(name) if partner]
    if len(names) != 2:
        # A pair that goes by a name of its own: its players are known by it.
        names = [f"{name} 1", f"{name} 2"]

    own_name = "" if PARTNERS.join(names) == name else name
    return Sitter(dict(zip(side.winds, names, strict=True)), own_name)


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
    ruling = Ruling.from_json(Node(form, node.source, node.place))
    if ruling.kind.replaces_row:
        form["average"] = ruling.is_average
    ruled = {
        "kind": form["kind"],
        "hand": form.get("hand"),
        "offender": form.get("offender") or "",
        "effect": form,
        "article": _optional(node, "article", Node.text) or "",
        "reason": _optional(node, "reason", Node.text) or _("From the evening's file."),
    }
    return number, table, node.place, ruled


def read_name(node: Node) -> str:
    name = clean_text(node.text())
    if not name or len(name) > LONGEST_NAME:
        raise node.fail(Phrase(gettext_noop("a name of 1 to {most} letters"), most=LONGEST_NAME))
    return name


def read_date(node: Node) -> datetime.date:
    try:
        return datetime.date.fromisoformat(node.text())
    except ValueError:
        raise node.fail(gettext_noop('a date ("2026-11-20")')) from None
