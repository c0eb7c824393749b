"""A posted standing read back from its frozen form: the same lines, with their reasons in the reader's language.

A publication keeps figures and English sentences. Its results ranked again by the same rules give the same lines with
sentences that can be translated; where they would not, the frozen figures stand and nothing is computed.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from king.commands.reading import Node
from king.standing_settings import read_settled
from king.standings import Result, RoundResults, Standings, standings
from scoring.errata import changes_between
from scoring.models import Publication
from scoring.reading import ScoredTable, scored_rounds
from scoring.standing import display_names, standing_settings
from tournaments.models import Entry, Round, Seat, Tournament


@dataclass(frozen=True)
class Posted:
    """A standing as it hangs on the wall.

    ``standings`` has exactly the figures of the publication, None where its results no longer give them; ``entries``
    are by the names that stand in it, ``rounds`` the partite that it covers.
    """

    publication: Publication
    standings: Standings | None
    entries: Mapping[str, Entry]
    rounds: tuple[Round, ...]

    @property
    def at(self) -> datetime.datetime:
        """The moment whose sheets it ranks."""
        return self.publication.created_at


def read_posted(tournament: Tournament, publication: Publication) -> Posted:
    """The publication with its rounds, its entries and its reasons. Four queries."""
    numbers = [each["round"] for each in publication.standings["rounds"]]
    rounds = tuple(
        tournament.rounds.filter(number__in=numbers).select_related("board_set", "tournament").order_by("number")
    )
    entries = {entry.pk: entry for entry in tournament.entries.prefetch_related("members__player")}
    names = display_names(entries.values())
    # A team's match goes by its first table: the lower number is read last.
    seats = Seat.objects.filter(round__in=rounds).first_sitting().order_by("-table__number").values_list(
        "round__number", "entry_id", "table__number"
    )  # fmt: skip
    tables = {(number, names[entry]): table for number, entry, table in seats}
    settings = standing_settings(tournament, set(tables.values()))
    if chosen := publication.standings.get("changed_by"):
        settings = replace(settings, changed_winds=chosen)
    frozen = [each for key in ("settled", "unfit") for each in publication.standings.get(key, ())]
    settings = replace(settings, settled=read_settled(Node(frozen, "", "")))
    found = standings(_results(publication.standings, tables), settings)
    same = not changes_between(publication.standings, found.as_json())
    return Posted(publication, found if same else None, {names[key]: entries[key] for key in entries}, rounds)


def tables_as_posted(posted: Posted, rounds: Iterable[Round] | None = None) -> dict[int, tuple[ScoredTable, ...]]:
    """The sheets that the standing ranks, as they were when it was posted, by primary key of the partita.

    Six queries; twice that where the clock of the machine was set back during the evening, so that rows seem to come
    after the standing that counts them: a sheet whose totals are not the posted ones is then taken as it is now, if
    that agrees.
    """
    covered = {each.pk for each in posted.rounds}
    wanted = posted.rounds if rounds is None else [each for each in rounds if each.pk in covered]
    then = scored_rounds(wanted, at=posted.at)
    totals = _frozen_totals(posted)
    if all(_agrees(each, totals) for tables in then.values() for each in tables):
        return then
    now = scored_rounds(wanted)
    return {
        key: tuple(
            current if _agrees(current, totals) else earlier
            for earlier, current in zip(then[key], now[key], strict=True)
        )
        for key in then
    }


def _frozen_totals(posted: Posted) -> dict[tuple[int, int], Fraction | None]:
    """What each entry made, by number of the partita and the entry's key."""
    return {
        (each["round"], posted.entries[line["entry"]].pk): _total(line)
        for each in posted.publication.standings["rounds"]
        for lines in (*each["winds"].values(), each.get("unranked", ()))
        for line in lines
        if line["entry"] in posted.entries
    }


def _agrees(scored: ScoredTable, totals: Mapping[tuple[int, int], Fraction | None]) -> bool:
    """Whether the sheet comes to what was posted, as far as its people can still be found there."""
    number = scored.table.round.number
    return all(totals.get((number, made.entry.pk), made.total) == made.total for made in scored.made())


def _results(frozen: Mapping[str, Any], tables: Mapping[tuple[int, str], int]) -> Iterator[RoundResults]:
    """What was ranked: every line of every partita, with the table at which it was made where that is known."""
    for each in frozen["rounds"]:
        number = each["round"]
        grouped = {line["entry"]: table for table, lines in each.get("tables", {}).items() for line in lines}
        results = [
            Result(line["entry"], _table(number, line, grouped, tables), wind, _total(line), sat=_sat(line))
            for wind, lines in each["winds"].items()
            for line in lines
        ]
        results += [
            Result(line["entry"], tables.get((number, line["entry"])), line["wind"], _total(line), ranked=False)
            for line in each.get("unranked", ())
        ]
        results += [Result(line["entry"], None, None, None, bye=True) for line in each.get("byes", ())]
        yield RoundResults(number, tuple(results))


def _table(
    number: int, line: Mapping[str, Any], grouped: Mapping[str, str], tables: Mapping[tuple[int, str], int]
) -> int | str | None:
    label = grouped.get(line["entry"])
    return tables.get((number, line["entry"])) if label is None else int(label) if label.isdecimal() else label


def _sat(line: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
    return tuple((wind, hands) for wind, hands in line.get("sat", ()))


def _total(line: Mapping[str, Any]) -> Fraction | None:
    return None if line["total"] is None else Fraction(line["total"])
