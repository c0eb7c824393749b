"""Second implementation of a simultaneous event of lab12, without ``king``: standings from the
published files alone, by comparing every pair of tables.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

VALUES = {1: -2, 2: -3, 3: -8, 4: -8, 5: -1, 6: -1, 7: -4, 8: 1, 9: 1, 10: 1, 11: 1, 12: 2}
COUNTS = {1: 8, 2: 4, 3: 1, 4: 1, 7: 2}
HALF = Fraction(50)

Ranking = dict[tuple[str, int, str], tuple[int, Fraction]]
"""Rank and per cent by wind ("" for all winds), hall and name. Late halls occur under "" only."""


def code_of(report: Mapping[str, Any], secret: str | None = None) -> str:
    """Closing code of a report, twelve letters computed from what was played. A published report
    contains the salts of its names; any other needs the hall's secret.
    """

    def digest(name: str) -> str:
        forgotten = report.get("forgotten", {})
        if name in forgotten:
            return str(forgotten[name])
        if secret is None:
            salt = report["salts"][name]
        else:
            key = bytes.fromhex(secret)
            salt = hmac.new(key, f"name:{name}".encode(), hashlib.sha256).hexdigest()[:32]
        return hashlib.sha256(f"{salt}:{name}".encode()).hexdigest()

    night = report["night"]
    rounds = []
    for played in night["rounds"]:
        tables = []
        for sheet in played["sheets"]:
            place = played["round"], sheet["table"]
            rulings = [
                {key: value for key, value in ruling.items() if key in RULED}
                for ruling in night.get("rulings", ())
                if (ruling["round"], ruling["table"]) == place
            ]
            table = {
                "table": sheet["table"],
                "seats": {wind: [digest(name)] for wind, name in sheet["seats"].items()},
                "rows": sorted(sheet["rows"], key=lambda row: row["hand"]),
                "rulings": sorted(rulings, key=text_of),
            }
            if "first_dealer" in sheet:
                table["first_dealer"] = sheet["first_dealer"]
            tables.append(table)
        tables.sort(key=lambda table: table["table"])
        rounds.append({"round": played["round"], "tables": tables})
    own = {
        "event": report["event"],
        "hall": report["hall"],
        "commitment": report["commitment"],
        "rounds": sorted(rounds, key=lambda played: played["round"]),
        "spares": sorted(report.get("spares", ()), key=text_of),
        "house": sorted(digest(name) for name in report.get("house", ())),
    }
    number, letters = int(hashlib.sha256(text_of(own).encode()).hexdigest(), 16), ""
    for _ in range(12):
        number, letter = divmod(number, 26)
        letters += "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[letter]
    return letters


RULED = {"kind", "hand", "offender", "policy", "points", "offenders", "scope", "average"}


def text_of(form: object) -> str:
    return json.dumps(form, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def counting(
    event: Mapping[str, Any], reports: Iterable[Mapping[str, Any]]
) -> dict[int, tuple[Mapping[str, Any], bool]]:
    """The report of each hall that counts, and whether it came in time."""
    chosen = {}
    for hall in event["halls"]:
        own = [report for report in reports if report["hall"] == hall["number"]]
        code = hall.get("code")
        if code is not None:
            secret = hall.get("secret")
            own = [report for report in own if code_of(report, secret) == code]
        if own:
            chosen[hall["number"]] = max(own, key=lambda one: one["written"]), code is not None
    return chosen


class Table:
    """Points of each wind in each hand at a table. ``fouled``: hands that count as the mean of the
    others.
    """

    def __init__(self, hall: int, number: int, sheet: Mapping[str, Any]) -> None:
        self.hall, self.number, self.names = hall, number, sheet["seats"]
        self.units = {row["hand"]: row["units"] for row in sheet["rows"]}
        self.fouled: set[int] = set()
        self.in_time, self.house = False, set[str]()

    def points(self, hand: int, wind: str) -> Fraction:
        return Fraction(self.units[hand].get(wind, 0) * VALUES[hand])

    def is_in_the_field(self, wind: str) -> bool:
        return self.in_time and self.names[wind] not in self.house


def tables_of(
    event: Mapping[str, Any], reports: Iterable[Mapping[str, Any]]
) -> dict[int, list[Table]]:
    """Tables of the reports that count, by partita."""
    by_round: dict[int, list[Table]] = {}
    for hall, (report, in_time) in counting(event, list(reports)).items():
        for played in report["night"]["rounds"]:
            for sheet in played["sheets"]:
                table = Table(hall, sheet["table"], sheet)
                table.in_time, table.house = in_time, set(report.get("house", ()))
                place = played["round"], table.number
                for ruling in report["night"].get("rulings", ()):
                    if (ruling["round"], ruling["table"]) == place:
                        table.fouled.add(ruling["hand"])
                for spare in report.get("spares", ()):
                    if spare["round"] == place[0]:
                        table.fouled.add(spare["board"])
                for one in event.get("corrections", ()):
                    if one["hall"] != hall or one["round"] != place[0]:
                        continue
                    if one.get("table") in (None, table.number) and "ruling" in one:
                        table.fouled.add(one["ruling"]["hand"])
                    elif one.get("table") == table.number:
                        table.units[one["row"]["hand"]] = one["row"]["units"]
                by_round.setdefault(place[0], []).append(table)
    return by_round


def field_points(tables: Iterable[Table], hand: int, wind: str) -> list[Fraction]:
    """Points of a wind at the tables of all halls that played the board without a foul."""
    return [
        table.points(hand, wind)
        for table in tables
        if table.is_in_the_field(wind) and hand not in table.fouled
    ]


def against(own: Fraction, rivals: list[Fraction]) -> Fraction:
    if not rivals:
        return HALF
    won = sum(2 if own > rival else own == rival for rival in rivals)
    return Fraction(100 * won, 2 * len(rivals))


def by_total(tables: list[Table], wind: str) -> dict[Table, Fraction]:
    means = {hand: field_points(tables, hand, wind) for hand in VALUES}

    def worth(table: Table, hand: int) -> Fraction:
        if hand not in table.fouled:
            return table.points(hand, wind)
        return sum(means[hand], Fraction(0)) / len(means[hand]) if means[hand] else Fraction(0)

    totals = {table: sum((worth(table, hand) for hand in VALUES), Fraction(0)) for table in tables}
    return {
        table: against(
            totals[table],
            [totals[one] for one in tables if one is not table and one.is_in_the_field(wind)],
        )
        for table in tables
    }


def by_board(tables: list[Table], wind: str) -> dict[Table, Fraction]:
    def worth(table: Table, hand: int) -> Fraction:
        if hand in table.fouled:
            return HALF
        others = [one for one in tables if one is not table]
        return against(table.points(hand, wind), field_points(others, hand, wind))

    return {
        table: sum((worth(table, hand) for hand in VALUES), Fraction(0)) / len(VALUES)
        for table in tables
    }


def ranked(event: Mapping[str, Any], reports: Iterable[Mapping[str, Any]]) -> Ranking:
    """Rank the field by wind and altogether. Lines of a late hall have rank 0: they are compared
    but not ranked.
    """
    compare = by_board if event["standing"]["method"] == "boards" else by_total
    earned: dict[tuple[str, int, str], dict[int, Fraction]] = defaultdict(dict)
    in_time: set[int] = set()
    rounds = tables_of(event, reports)
    for number, tables in rounds.items():
        for wind in "NESW":
            for table, percent in compare(tables, wind).items():
                if table.in_time:
                    in_time.add(table.hall)
                name = table.names[wind]
                if name not in table.house:
                    earned[wind, table.hall, name][number] = percent
                    earned["", table.hall, name][number] = percent
    count = sum(len(document["rounds"]) for document in event["documents"])
    means = {
        entry: sum(percents.values(), Fraction(0)) / count for entry, percents in earned.items()
    }

    def place(wind: str, hall: int, mean: Fraction) -> int:
        if hall not in in_time:
            return 0
        return 1 + sum(
            other > mean and of_hall in in_time
            for (of, of_hall, _name), other in means.items()
            if of == wind
        )

    return {
        (wind, hall, name): (place(wind, hall, mean), mean)
        for (wind, hall, name), mean in means.items()
        if hall in in_time or not wind
    }
