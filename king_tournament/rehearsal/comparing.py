"""Whether everything that was acknowledged is there, and nothing else: rows, sheets, standings,
boards, log, copies.

The game's own library works out anew what is expected, from what the rehearsal remembers.
"""

import contextlib
import io
import json
import os
import sqlite3
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_noop as _

from king.dealing import Document, deal_round, parse_seed
from king.reading import Node
from king.sheet.comparison import usual_method
from king.sheet.full_sheet import ScoredSheet, score
from king.sheet.row import Row
from king.sheet.rulings import Ruling, RulingKind
from king.standing.ranking import standings
from king.standing.round_results import Result, RoundResults
from king.standing.standing_settings import StandingSettings
from king_tournament.installation.backup import DATABASE, opened
from king_tournament.rehearsal.client import Browser
from king_tournament.rehearsal.evening import LATE, PARTITE, PENALTY, RULES, Remembered
from king_tournament.rehearsal.report import Report
from king_tournament.rehearsal.server import Server


async def compare(server: Server, desk: Browser, known: Remembered, report: Report) -> None:
    report.step(_("The stored rows are compared with what was sent and acknowledged."))
    evening = f"/api/tournaments/{known.code}/"
    for number in range(1, PARTITE + 1):
        sheets = {
            sheet["table"]: sheet for sheet in await desk.read(f"{evening}rounds/{number}/sheets/")
        }
        _rows_and_sheets(number, sheets, known, report)
        tables = await desk.read(f"{evening}rounds/{number}/tables/")
        _seats(number, tables, known, report)
        _boards(number, await desk.read(f"{evening}rounds/{number}/boards/"), known, report)
    entries = await desk.read(f"{evening}entries/")
    posted = await desk.read(f"{evening}standings/last/")
    expected = json.loads(
        json.dumps(expected_standings(known, {entry["name"]: entry for entry in entries}))
    )
    report.holds(
        posted["standings"] == expected,
        _("The posted standing is the one that these sheets give."),
        _("The posted standing is not the one that these sheets give."),
    )
    _log(server, known, report)
    _disk(server, known, report)
    copy = await desk.press(f"/desk/{known.code}/copy/")
    _copy(copy.body, known, report)


def expected_sheet(known: Remembered, number: int, table: int) -> ScoredSheet:
    rulings = [Ruling(RulingKind.ADJUSTMENT, offender="N", points=Fraction(PENALTY))]
    ruled = known.ruled and (number, table) == (1, 1)
    return score(
        RULES,
        [row for row, _version in known.rows[number, table].values()],
        rulings if ruled else [],
    )


def expected_standings(known: Remembered, entries: dict[str, Any]) -> dict[str, Any]:
    rounds = [
        RoundResults(number, tuple(_results(known, number, entries)))
        for number in range(1, PARTITE + 1)
    ]
    tables = len({table for _number, table in known.rows})
    method = Node({"method": usual_method(RULES, True, tables), "by_wind": True}, "", "")
    return standings(rounds, StandingSettings.from_json(method)).as_json()


def _results(known: Remembered, number: int, entries: dict[str, Any]) -> Iterator[Result]:
    for (partita, table), seats in known.seats.items():
        if partita == number:
            totals = expected_sheet(known, number, table).totals
            for column, total in totals.items():
                name = seats[str(column)]
                yield Result(name, table, str(column), total, not entries[name]["unranked"])


def _rows_and_sheets(
    number: int, sheets: dict[int, Any], known: Remembered, report: Report
) -> None:
    good, count = True, 0
    for (partita, table), rows in known.rows.items():
        if partita != number:
            continue
        found = {listed["hand"]: listed for listed in sheets.get(table, {"rows": []})["rows"]}
        for hand, (row, version) in rows.items():
            there = found.get(hand)
            count += 1
            if there is None or there["written"] is None:
                report.wrong(
                    _("Partita %(number)s, table %(table)s, hand %(hand)s: the row is missing."),
                    number=number,
                    table=table,
                    hand=hand,
                )
            elif Row.from_json({**there["written"], "hand": hand}) != Row.from_json(row.as_json()):
                report.wrong(
                    _(
                        "Partita %(number)s, table %(table)s, hand %(hand)s: the row is another than was sent."
                    ),
                    number=number,
                    table=table,
                    hand=hand,
                )
            elif there["version"] != version:
                report.wrong(
                    _(
                        "Partita %(number)s, table %(table)s, hand %(hand)s: written %(expected)s times, and "
                        "%(found)s times at the desk."
                    ),
                    number=number,
                    table=table,
                    hand=hand,
                    expected=version,
                    found=there["version"],
                )
            else:
                continue
            good = False
        expected = {
            str(column): str(points)
            for column, points in expected_sheet(known, number, table).totals.items()
        }
        if (
            table not in sheets
            or sheets[table]["state"] != "closed"
            or sheets[table]["totals"] != expected
        ):
            good = False
            report.wrong(
                _(
                    "Partita %(number)s, table %(table)s: the sheet is not closed with the points that its rows "
                    "give."
                ),
                number=number,
                table=table,
            )
    if good:
        report.right(
            _(
                "Partita %(number)s: all %(count)s rows are at the desk once, each as it was sent, and every "
                "sheet has the points that they give."
            ),
            number=number,
            count=count,
        )


def _seats(number: int, tables: list[dict[str, Any]], known: Remembered, report: Report) -> None:
    wrong = [
        listed["number"]
        for listed in tables
        if known.seats[number, listed["number"]]
        != {seat["wind"]: seat["name"] for seat in listed["seats"] if seat["from_hand"] == 1}
    ]
    for table in wrong:
        report.wrong(
            _("Partita %(number)s, table %(table)s: others sit there than the seating says."),
            number=number,
            table=table,
        )
    if known.late and number == 1:
        later = [
            (listed["number"], seat["wind"], seat["from_hand"], seat["name"])
            for listed in tables
            for seat in listed["seats"]
            if seat["from_hand"] > 1
        ]
        surname, given_name = LATE.split()
        good = [seat[:3] for seat in later] == [known.late] and {surname, given_name} == set(
            later[0][3].split()
        )
        report.holds(
            good,
            _("A late player took a house player's seat at hand %(hand)s."),
            _("The late player does not sit where the desk put him."),
            hand=known.late[2],
        )
        report.holds(
            not wrong,
            _("Two players in each other's winds were put right before the first hand."),
            _("Two players in each other's winds were not put right."),
        )


def _boards(number: int, boards: dict[str, Any], known: Remembered, report: Report) -> None:
    document = Document.from_json(Node(boards["document"], "", ""))
    seed = parse_seed(boards["seed"])
    dealt = dict(deal_round(document, seed, boards["datum"] or "", number))
    shown = {board["number"]: board["deal"] for board in boards["boards"]}
    good = (
        document.commitment == boards["commitment"] == known.commitments[number]
        and document.opens(seed)
        and shown == {board: dealt[board].pbn for board in shown}
        and len(shown) == RULES.length
    )
    report.holds(
        good,
        _("Partita %(number)s: the %(count)s boards are those that were sealed before play."),
        _("Partita %(number)s: the boards are not those that were sealed before play."),
        number=number,
        count=len(shown),
    )


def _log(server: Server, known: Remembered, report: Report) -> None:
    program = [sys.executable, str(settings.BASE_DIR / "manage.py"), "check_log", known.code]
    checked = subprocess.run(
        program, env=os.environ | server.environment, capture_output=True, text=True, check=False
    )
    kinds = Counter(
        dict(server.asked("SELECT kind, count(*) FROM tournaments_logentry GROUP BY kind"))
    )
    missing = known.log - kinds
    if checked.returncode:
        report.wrong(
            _("The log does not hold: %(reason)s"),
            reason=" ".join((checked.stdout + checked.stderr).split()),
        )
    for kind, count in sorted(missing.items()):
        report.wrong(
            _("The log lacks %(count)s lines of the kind “%(kind)s”."), kind=kind, count=count
        )
    if not checked.returncode and not missing:
        report.right(
            _(
                "The log has %(count)s lines, each sealed, and none that was to be there is missing."
            ),
            count=sum(kinds.values()),
        )


def _disk(server: Server, known: Remembered, report: Report) -> None:
    """Past the program."""
    [(sound,)] = server.asked("PRAGMA integrity_check")
    stored = Counter(
        str(mark).replace("-", "")
        for (mark,) in server.asked("SELECT client_id FROM scoring_handresult")
    )
    sent = Counter(mark.replace("-", "") for mark in known.marks)
    report.holds(
        sound == "ok" and stored == sent,
        _(
            "On the disk the database is whole and has each of the %(count)s acknowledged rows once."
        ),
        _(
            "On the disk %(missing)s acknowledged rows are missing, %(more)s stand there that nobody sent, and the "
            "database says of itself: %(sound)s."
        ),
        count=len(known.marks),
        missing=(sent - stored).total(),
        more=(stored - sent).total(),
        sound=sound,
    )


def _copy(packed: bytes, known: Remembered, report: Report) -> None:
    count = 0
    with (
        contextlib.suppress(zipfile.BadZipFile, KeyError, sqlite3.Error),
        contextlib.closing(opened(":memory:")) as copy,
    ):
        copy.deserialize(zipfile.ZipFile(io.BytesIO(packed)).read(DATABASE))
        [(count,)] = copy.execute("SELECT count(*) FROM scoring_handresult").fetchall()
    report.holds(
        count == len(known.marks),
        _("A safety copy was downloaded: %(count)s rows, all that there are."),
        _("The safety copy has %(count)s of %(all)s rows."),
        count=count,
        all=len(known.marks),
    )
