"""Parts of the stored data that make the result of an evening: rules, people, seats, boards. Each
is read as digests for the lines of the log.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from deals.models import Board
from tournaments.log import WHOLE_IN, LogKind, Part, Scope, digest_of
from tournaments.models import Entry, Round, Seat, Tournament

RULES = (
    "name",
    "date",
    "ruleset",
    "edition",
    "pre_dealt",
    "settings",
    "standing_settings",
    "wind_policy",
    "planned_rounds",
    "blind",
    "signatures",
    "protest_minutes",
    "official_by_itself",
    "is_demo",
)


def by_place(rows: Iterable[tuple[Any, ...]]) -> dict[str, list[list[Any]]]:
    """Group the rows by partita and table, sorted in a way that does not depend on the database."""
    places: dict[str, list[list[Any]]] = {}
    for round_, table, *facts in rows:
        places.setdefault(f"{round_}.{table}", []).append(facts)
    return {place: sorted(facts, key=digest_of) for place, facts in places.items()}


def in_scope(scope: Scope, round_: str, table: str = "") -> dict[str, int]:
    places = zip((round_, table), scope, strict=True)
    return {way: number for way, number in places if way and number is not None}


def _rules(tournament: Tournament | None, scope: Scope) -> dict[str, str]:
    assert tournament is not None
    values = Tournament.objects.filter(pk=tournament.pk).values_list(*RULES).get()
    return {"": digest_of(values)}


def read_people(
    tournament: Tournament | None,
    scope: Scope = (None, None),
    names: Mapping[int, str] | None = None,
) -> dict[str, str]:
    """State of the entries. ``names`` has the names, by key of the player, as they were in the
    installation from which the evening was imported.
    """
    entries = (
        Entry.objects.filter(tournament=tournament)
        .order_by()
        .values_list(
            "number",
            "name",
            "unranked",
            "carried",
            "withdrawn_at",
            "members__place",
            "members__player_id",
            "members__player__surname",
            "members__player__given_name",
        )
    )
    facts = ([*entry[:6], _name(names, *entry[6:])] for entry in entries)
    return {"": digest_of(sorted(facts, key=digest_of))}


def _name(
    names: Mapping[int, str] | None, player: int, surname: str | None, given_name: str | None
) -> str:
    own = f"{surname or ''} {given_name or ''}".strip()
    return own if names is None else names.get(player, own)


def read_seats(
    tournament: Tournament | None,
    scope: Scope = (None, None),
    names: Mapping[int, str] | None = None,
) -> dict[str, str]:
    seats = (
        Seat.objects.filter(
            round__tournament=tournament, **in_scope(scope, "round__number", "table__number")
        )
        .order_by()
        .values_list(
            "round__number",
            "table__number",
            "wind",
            "from_hand",
            "entry__number",
            "player_id",
            "player__surname",
            "player__given_name",
        )
    )
    sitting = by_place((*seat[:5], _name(names, *seat[5:])) for seat in seats)
    return {place: digest_of(facts) for place, facts in sitting.items()}


def _boards(tournament: Tournament | None, scope: Scope) -> dict[str, str]:
    """State of the boards. Cards are included only if the seed or the salt is, which nobody can
    guess; otherwise the digest would give the cards away.
    """
    columns = "seed", "salt", "commitment", "document", "datum_value"
    rounds = Round.objects.filter(
        tournament=tournament, board_set__isnull=False, **in_scope(scope, "number")
    )
    sets = {
        key: (number, facts)
        for key, number, *facts in rounds.values_list(
            "board_set", "number", *(f"board_set__{column}" for column in columns)
        )
    }
    boards: dict[int, list[list[Any]]] = {}
    cards = (
        "number",
        "dealt_as",
        "contract",
        "dealer",
        "owners",
        "origin",
        "withdrawn_at",
        "withdrawn_because",
    )
    for key, *facts in Board.objects.filter(board_set__in=sets).values_list("board_set", *cards):
        boards.setdefault(key, []).append(facts)
    return {
        str(number): digest_of(
            [facts, sorted(boards.get(key, []), key=digest_of) if facts[0] or facts[1] else []]
        )
        for key, (number, facts) in sets.items()
    }


NAMES = {LogKind.RENAMED, LogKind.MERGED, LogKind.FORGOTTEN}
"""Kinds of line after which the same people may have other names."""
CLOSING = {LogKind.SHEET_HANDED_IN, LogKind.SHEET_CLOSED}

_RULES = Part(
    "rules",
    _("rules and settings"),
    _rules,
    changed_by={
        LogKind.TOURNAMENT,
        LogKind.SETTINGS,
        LogKind.BOARDS,
        LogKind.CHANGED_WINDS,
        LogKind.FORGOTTEN,
    },
    seen_by={LogKind.SHEET_CLOSED, *WHOLE_IN},
)
PEOPLE = Part(
    "people",
    _("entries and their players"),
    read_people,
    changed_by=NAMES
    | {
        LogKind.ENTRY,
        LogKind.HOUSE_PLAYER,
        LogKind.RANKING,
        LogKind.WITHDRAWAL,
        LogKind.RETURN,
        LogKind.QUALIFIED,
        # Substitutes for absent players and for those who complete a table have entries.
        LogKind.SUBSTITUTE,
    },
    seen_by={LogKind.PUBLISHED},
)
SEATS = Part(
    "seats",
    _("seats"),
    read_seats,
    changed_by=NAMES
    | {
        LogKind.SEATING,
        LogKind.SEATS_EXCHANGED,
        LogKind.SUBSTITUTE,
        LogKind.ROUND_CANCELLED,
        LogKind.DRAW,
        LogKind.WIND,
        LogKind.QUALIFIED,
    },
    seen_by=CLOSING | {LogKind.SEATING_PUBLISHED, *WHOLE_IN},
)
_BOARDS = Part(
    "boards",
    _("boards and their seal"),
    _boards,
    changed_by={
        LogKind.BOARDS,
        LogKind.BOARD_REPLACED,
        LogKind.BOARD_TYPED,
        LogKind.ROUND_CANCELLED,
    },
    seen_by={LogKind.ROUND_STARTED},
)

PARTS = (_RULES, PEOPLE, SEATS, _BOARDS)
