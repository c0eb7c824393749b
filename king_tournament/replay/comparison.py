"""The result of a game, beside the hall at the same wind and thirty games of robots."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from king.cards import Wind
from king.robots.home import GAMES
from king.sheet.points import Column
from king_tournament.replay import robot_games
from king_tournament.replay.games import Game
from wording.naming import unit_count


class Compared(NamedTuple):
    """Result of a game beside others. ``column``: the wind, or the side of a pair; ``better``: how
    many of ``tables`` made more points. ``robot`` is None while the robots still play.
    """

    column: Column
    own: Fraction
    unit_words: str
    hall: Fraction | None
    tables: int
    better: int
    robot: Fraction | None
    games: int = GAMES


def compare_game(game: Game) -> Compared:
    published, way = game.published, game.way
    column = published.ruleset.column(game.seat)
    assert column is not None
    own = way.points(published.ruleset, game.units)[column]
    table_points = way.points_by_table.get(column, ())
    games = robot_games.ask(published, way)
    return Compared(
        column,
        own,
        _unit_words(game, column, game.units),
        sum(table_points, Fraction(0)) / len(table_points) if table_points else None,
        len(table_points),
        sum(points > own for points in table_points),
        None if games is None else _mean(game, column, games),
    )


def _unit_words(game: Game, column: Column, units: Mapping[Wind, int]) -> str:
    contract = game.way.declared.contract
    own = [units[wind] for wind in column.winds]
    counts = own if contract.places else [sum(own)]
    return ", ".join(unit_count(contract.unit, count) for count in counts)


def _mean(game: Game, column: Column, games: list[dict[Wind, int]]) -> Fraction:
    points = [game.way.points(game.published.ruleset, units)[column] for units in games]
    return sum(points, Fraction(0)) / len(points)
