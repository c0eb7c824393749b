"""``king standings FILE``: results in, rankings out.

Read: ``{"settings": {…}, "rounds": [{"round": 1, "tables": 8, "results": [{"entry", "table", "wind", "total"}, …]}]}``.
A result may be ``"ranked": false`` (a house player), ``"bye": true`` (no table, wind or total), or have a null total
(the sheet is not in). In a season a round has its ``"evening"`` and its ``"partita"`` of that evening; where the place
of an evening counts, a round is an evening and a result has its ``"place"`` and no wind.
Exit 1 where an entry or a seat comes twice in a round: ``problems`` says which.
"""

from __future__ import annotations

import argparse
import json

from king.cards import SIDES, WINDS
from king.reading import InputError, Node, read_json
from king.standings.matchpoints import METHODS
from king.standings.ranking import standings
from king.standings.round_results import EVERYBODY, Result, RoundResults
from king.standings.standing_settings import StandingSettings, bounded


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="results as JSON, or - for standard input")


def run(arguments: argparse.Namespace) -> int:
    """Print the standings; 1 where the results have problems."""
    document = read_json(arguments.file)
    chosen = document.get("settings")
    settings = StandingSettings() if chosen is None else StandingSettings.from_json(chosen)
    by_table = METHODS[settings.method].by_table
    ranking = standings([read_round(node, by_table) for node in document["rounds"].list()], settings)
    print(json.dumps(ranking.as_json(), ensure_ascii=False, indent=1))
    return 1 if ranking.problems else 0


def read_round(node: Node, by_table: bool = False) -> RoundResults:
    """A round of results; ``by_table``: results must name their table."""
    tables, evening, partita = (
        None if (found := node.get(key)) is None else found.integer(1, 10_000)
        for key in ("tables", "evening", "partita")
    )
    return RoundResults(
        number=node["round"].integer(1, 10_000),
        results=tuple(_read_result(result, by_table) for result in node["results"].list()),
        tables=tables, evening=evening, partita=partita,
    )  # fmt: skip


def _read_result(node: Node, by_table: bool) -> Result:
    entry = node["entry"].text()
    if not entry.strip():
        raise node["entry"].fail("the entry's name")
    ranked = (flag := node.get("ranked")) is None or flag.boolean()
    if (bye := node.get("bye")) is not None and bye.boolean():
        return Result(entry, None, None, None, ranked, bye=True)
    table = node.get("table")
    if by_table and table is None:
        raise InputError(f"{node.source}: {node.place}: expected the key 'table': places are counted by table")
    total = node["total"]
    place = None if (found := node.get("place")) is None else found.integer(1, 100_000)
    wind = EVERYBODY if place is not None and not node.has("wind") else node["wind"].choice((*WINDS, *SIDES))
    return Result(
        entry=entry,
        table=None if table is None else _table(table),
        wind=wind,
        total=None if total.value is None else bounded(total),
        ranked=ranked,
        place=place,
    )


def _table(node: Node) -> int | str:
    return node.text() if isinstance(node.value, str) else node.integer(1, 100_000)
