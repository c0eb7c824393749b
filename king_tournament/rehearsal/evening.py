"""The evening that is rehearsed: made, seated, played, ruled and posted by http alone, and all of
it remembered.
"""

import asyncio
import random
import re
import secrets
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_noop as _

from king.rulesets import find_ruleset
from king.sheet.row import Row
from king_tournament.demo import PEOPLE, dealt_at_the_table, play_match, spoiled
from king_tournament.rehearsal.client import (
    CUT_AFTER,
    CUT_BEFORE,
    TWICE,
    Browser,
    Connection,
    Page,
    Phone,
    Refused,
)
from king_tournament.rehearsal.report import Report
from king_tournament.rehearsal.server import Server

RULES = find_ruleset("lab12")
PARTITE = 2
SECONDS_BETWEEN_HANDS = 0.6
SECONDS_TO_PRINT = 180
LATE = "Tardini Leone"
PENALTY = -5
HAND_OF_THE_KILL = 7
"""Nobody writes it before the server is about to be killed, so that all tables write while it is."""


@dataclass
class Remembered:
    """Acknowledged: nothing of it may be missing or changed afterwards."""

    code: str = ""
    rows: dict[tuple[int, int], dict[int, tuple[Row, int]]] = field(default_factory=dict)
    """By partita and table: each hand's row with its version."""
    marks: list[str] = field(default_factory=list)
    seats: dict[tuple[int, int], dict[str, str]] = field(default_factory=dict)
    """By partita and table: who sits at each wind."""
    late: tuple[int, str, int] | None = None
    """The table, the wind and the hand from which the late player sits."""
    commitments: dict[int, str] = field(default_factory=dict)
    ruled: bool = False
    log: Counter[str] = field(default_factory=Counter)
    """How many lines of each kind the log must have."""


class Evening:
    def __init__(
        self,
        server: Server,
        report: Report,
        *,
        tables: int,
        phones: int,
        faults: bool,
        seed: int = 1,
        pause: float | None = None,
    ) -> None:
        self.server, self.report, self.faults, self.seed = server, report, faults, seed
        self.tables, self.phones = tables, phones
        self.pause = SECONDS_BETWEEN_HANDS if pause is None else pause
        self.known = Remembered()
        self.connections: list[Connection] = []
        self.happened: Counter[str] = Counter()
        self.disturbed = asyncio.Event()
        self.desk = Browser(self._connection())
        report.all = PARTITE * tables * RULES.length

    def _connection(self) -> Connection:
        self.connections.append(Connection(self.server.port))
        return self.connections[-1]

    def _chance(self, purpose: str) -> random.Random:
        return random.Random(f"king rehearsal|{self.seed}|{purpose}")

    @property
    def address(self) -> str:
        return f"/desk/{self.known.code}/"

    async def run(self) -> None:
        """Raises ``Refused`` or ``OSError`` where it cannot go on."""
        await self._open()
        for number in range(1, PARTITE + 1):
            await self._seat(number)
            await self._print(number)
            await self._play(number)
            await self._close(number)
            if number == 1 and self.faults:
                await self._protest()
        await self.desk.press(f"{self.address}standings/", ("round", ""))
        await self.desk.press(f"{self.address}close/")

    def go_home(self) -> None:
        for connection in self.connections:
            connection.close()

    # --- before play

    async def _open(self) -> None:
        self.report.step(_("The players come: %(tables)s tables."), tables=self.tables)
        password = secrets.token_urlsafe(16)
        account = {"username": "organizer", "password1": password, "password2": password}
        await self.desk.press("/", to="/accounts/first", typed=account)
        made = await self.desk.press(
            "/desk/new/",
            typed={
                "name": "Rehearsal",
                "date": timezone.localdate().isoformat(),
                "planned_rounds": str(PARTITE),
                "protest_minutes": "20",
            },
        )
        self.known.code = made.path.split("/")[2]
        people = [" ".join(names) for names in PEOPLE[: 4 * self.tables]]
        if self.faults:
            # The last one is late: a house player sits down for him.
            people.pop()
            surname, given_name = LATE.split()
            await self.desk.press(
                "/desk/roster/new/", typed={"surname": surname, "given_name": given_name}
            )
        pasted = await self.desk.press(
            f"{self.address}players/", to="/paste/", typed={"text": "\n".join(people)}
        )
        # What is read is looked at first.
        looked_at = next(form for form in Page(pasted.text).forms if ("enter", "1") in form.buttons)
        await self.desk.post(f"{self.address}players/paste/", [*looked_at.fields, ("enter", "1")])
        if self.faults:
            await self.desk.press(f"{self.address}players/", ("fill", "1"))
        await self.desk.press(f"{self.address}winds/", to="/draw/")

    async def _seat(self, number: int) -> None:
        self.report.step(
            _("Partita %(number)s is seated, its boards are sealed and printed."), number=number
        )
        await self.desk.press(f"{self.address}seating/{number}/", to="/plan/")
        await self.desk.press(f"{self.address}seating/{number}/", to="/publish/")
        await self.desk.press(f"{self.address}boards/{number}/", to="/seal/")
        sealed = await self.desk.read(f"/api/tournaments/{self.known.code}/rounds/{number}/boards/")
        self.known.commitments[number] = sealed["commitment"]
        for table in await self._tables(number):
            self.known.seats[number, table["number"]] = {
                seat["wind"]: seat["name"] for seat in table["seats"]
            }
            self.known.rows[number, table["number"]] = {}

    async def _tables(self, number: int) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = await self.desk.read(
            f"/api/tournaments/{self.known.code}/rounds/{number}/tables/"
        )
        return found

    async def _print(self, number: int) -> None:
        began, path = time.monotonic(), f"{self.address}print/"
        await self.desk.press(f"{path}?partita={number}", ("needed", "1"))
        while (
            'class="job job-queued"' in (page := await self.desk.get(f"{path}queue/")).text
            or "job-running" in page.text
        ):
            if time.monotonic() - began > SECONDS_TO_PRINT:
                self.report.wrong(
                    _(
                        "Printing: not ready after %(seconds)s seconds. Is something else at work on this "
                        "machine?"
                    ),
                    seconds=SECONDS_TO_PRINT,
                )
                return
            await asyncio.sleep(0.3)
        files = [link for link in Page(page.text).links if re.fullmatch(rf"{path}\d+/", link)]
        good = [(await self.desk.get(link)).body.startswith(b"%PDF") for link in files]
        self.report.holds(
            good and all(good),
            _("Printing for partita %(number)s: %(count)s documents in %(seconds)s seconds."),
            _("Printing for partita %(number)s: of %(count)s documents some cannot be opened."),
            number=number,
            count=len(good),
            seconds=round(time.monotonic() - began),
        )

    # --- play

    async def _play(self, number: int) -> None:
        self.report.step(_("Partita %(number)s is played."), number=number)
        await self.desk.press(f"{self.address}play/{number}/", to="/start/")
        codes = self.server.codes()
        at = [self._phones(number, table, code) for table, code in codes.items()]
        for phone in (phone for phones in at for phone in phones):
            await phone.open()
        disturbed = self.faults and number == 1
        if disturbed:
            await self._wrong_winds(at[0][0])
        else:
            self.disturbed.set()
        tables = [self._table(number, table, at[table - 1]) for table in codes]
        await asyncio.gather(*tables, *([self._disturbances(at[-1][0])] if disturbed else []))
        for phone in (phone for phones in at for phone in phones):
            self.happened += phone.happened
        if self.faults and number == PARTITE:
            self._tell_faults()

    def _phones(self, number: int, table: int, code: str) -> list[Phone]:
        count = len(range(table, self.phones + 1, self.tables)) or 1
        return [
            Phone(
                self._connection(),
                code,
                self._chance(f"phone {number} {table} {index}"),
                faults=self.faults,
            )
            for index in range(count)
        ]

    async def _table(self, number: int, table: int, phones: Sequence[Phone]) -> None:
        chance = self._chance(f"play {number} {table}")
        rows = play_match(RULES, RULES.defaults, dealt_at_the_table(RULES, chance), chance)
        for place, row in enumerate(rows):
            if row.hand == HAND_OF_THE_KILL:
                await self.disturbed.wait()
            phone = phones[place % len(phones)]
            if self.faults and row.hand == 4 and table % 2:
                await self._write(
                    number, table, phone, spoiled(row, RULES.contract(row.contract or ""), chance)
                )
            elif self.faults and row.hand == 2 and table == self.tables:
                await self._both(number, table, phone, row)
            await self._write(number, table, phone, row)
            await asyncio.sleep(chance.random() * self.pause)
        await phones[0].poll()
        await phones[0].hand_in()
        self.known.log["sheet_handed_in"] += 1

    async def _write(self, number: int, table: int, phone: Phone, row: Row) -> None:
        content = {key: value for key, value in row.as_json().items() if key != "hand"}
        rows = self.known.rows[number, table]
        version, mark = await phone.write(row.hand, content)
        self.report.done += row.hand not in rows
        rows[row.hand] = (row, version)
        self.known.marks.append(mark)
        if self.report.done % 8 == 0:
            self.report.write()

    async def _both(self, number: int, table: int, phone: Phone, row: Row) -> None:
        other = Phone(
            self._connection(), phone.code, self._chance(f"other phone {number}"), faults=False
        )
        await other.open()
        units = dict(zip(row.units, (*list(row.units.values())[1:], row.units["N"]), strict=True))
        await self._write(number, table, other, Row(row.hand, row.contract, units))

    # --- what goes wrong on purpose

    async def _wrong_winds(self, phone: Phone) -> None:
        """North and East have each other's seats: the table says so, which calls the arbiter, and
        the desk exchanges them.
        """
        players = phone.sheet["seats"]["players"]
        await phone.act("seats", {"players": players | {"N": players["E"], "E": players["N"]}})
        await self.desk.press(f"{self.address}play/1/1/seats/", ("exchange", None))
        await self._call(f"{self.address}play/1/1/", "end-call")
        seats = self.known.seats[1, 1]
        seats["N"], seats["E"] = seats["E"], seats["N"]
        await phone.poll()
        self.known.log["seats_exchanged"] += 1

    async def _call(self, sheet: str, press: str) -> None:
        form = await self.desk.form(sheet, names=("call",))
        await self.desk.post(f"{sheet}{press}/", form.fields)

    async def _disturbances(self, caller: Phone) -> None:
        """One after the other, as the desk has two hands."""
        await self._until(lambda: self.report.done > self.tables)
        await self._called(caller)
        await self._late()
        await self._killed()

    async def _called(self, phone: Phone) -> None:
        await phone.act("call", {"hand": 2})
        sheet = f"{self.address}play/1/{self.tables}/"
        seen = sheet in (await self.desk.get(f"{self.address}calls/")).text
        await self._call(sheet, "take-call")
        await self._call(sheet, "end-call")
        self.report.holds(
            seen,
            _("A table that called the arbiter was on the desk's pages at once."),
            _("A table called the arbiter, and the desk's pages did not show it."),
        )
        self.known.log["arbiter_called"] += 1

    async def _late(self) -> None:
        entries = await self.desk.read(f"/api/tournaments/{self.known.code}/entries/")
        house = next(entry["name"] for entry in entries if entry["unranked"])
        table, wind = next(
            (table, wind)
            for (_partita, table), seats in self.known.seats.items()
            for wind, name in seats.items()
            if name == house
        )
        await self._until(lambda: len(self.known.rows[1, table]) >= 3)
        page = f"{self.address}play/1/{table}/seats/"
        await self.desk.press(
            page, to="/seats/sit/", typed={"wind": wind, "q": LATE, "from_hand": "4"}
        )
        self.known.late = (table, wind, 4)
        self.known.log["substitute"] += 1

    async def _killed(self) -> None:
        await self._until(lambda: self.report.done == self.tables * (HAND_OF_THE_KILL - 1))
        acknowledged = self.report.done
        self.disturbed.set()
        await self._until(lambda: self.report.done > acknowledged)
        acknowledged = self.report.done
        self.server.kill()
        seconds = await self.server.come_up()
        self.report.right(
            _(
                "The server was killed with %(rows)s rows acknowledged and all tables writing; it answered "
                "again after %(seconds)s seconds."
            ),
            rows=acknowledged,
            seconds=round(seconds),
        )

    async def _until(self, condition: Callable[[], bool]) -> None:
        for _turn in range(9000):
            if condition():
                return
            await asyncio.sleep(0.02)
        raise Refused("play stands still")

    def _tell_faults(self) -> None:
        told = {
            _("Sent while the network went away: %(count)s times, and sent again."): self.happened[
                CUT_BEFORE
            ],
            _("Sent, and the answer lost: %(count)s times, and sent again."): self.happened[
                CUT_AFTER
            ],
            _("Sent twice: %(count)s rows; each stands once."): self.happened[TWICE],
            _(
                "Two phones at one hand: %(count)s times; the second was shown both versions."
            ): self.happened["conflict"],
        }
        for sentence, count in told.items():
            self.report.right(sentence, count=count)

    # --- after play

    async def _close(self, number: int) -> None:
        page = f"{self.address}play/{number}/"
        ready = await self.desk.form(page, names=("table",))
        await self.desk.post(f"{page}close-ready/", ready.fields)
        await self.desk.press(page, to="/close/")
        self.known.log["sheet_closed"] += self.tables
        self.known.log["round_closed"] += 1
        self.known.log["published"] += 1
        self.report.step(
            _("Partita %(number)s is closed and its standing is posted."), number=number
        )

    async def _protest(self) -> None:
        standings = f"{self.address}standings/"
        form = await self.desk.form(standings, to="/protest/")
        table = next(value for value, _text in form.options["table"] if value)
        await self.desk.press(
            standings,
            to="/protest/",
            typed={
                "table": table,
                "hand": "3",
                "who": self.known.seats[1, 1]["S"],
                "text": "Late to the table.",
            },
        )
        await self.desk.press(
            f"{self.address}play/1/1/rule/",
            typed={
                "kind": "adjustment",
                "offender": "N",
                "points": str(PENALTY),
                "reason": "Late to the table.",
            },
        )
        form = await self.desk.form(standings, to="/answer/")
        ruling = next(value for value, _text in form.options["ruling"] if value)
        await self.desk.press(
            standings,
            to="/answer/",
            typed={
                "outcome": "upheld",
                "ruling": ruling,
                "answer": "A penalty for North.",
            },
        )
        await self.desk.press(standings, to="/publish/", typed={"erratum": "A penalty."})
        self.known.ruled = True
        self.known.log.update(["protest_made", "protest_answered", "ruled", "published"])
        self.report.right(
            _("A protest was written down, ruled, answered, and the standing posted again.")
        )
