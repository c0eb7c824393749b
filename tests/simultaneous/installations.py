"""Installations of an event on one machine. Each has its own folder, database, port and organizer,
and is used only through its pages and its API.
"""

from __future__ import annotations

import http.cookiejar
import json
import random
import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from king.rulesets.base import RuleSet
from tests.real_servers import RealServer

PASSWORD = "four winds and a king"
ACCOUNTS = f"""
from django.contrib.auth.models import Group, User
for name, roles in {{"chief": ("organizer", "arbiter", "dealing"), "helper": ("helper",)}}.items():
    somebody = User.objects.create_user(name, password="{PASSWORD}")
    somebody.groups.set(Group.objects.get_or_create(name=role)[0] for role in roles)
"""


class Answer:
    def __init__(self, status: int, body: bytes, address: str) -> None:
        self.status, self.body, self.address = status, body, address

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> Any:
        return json.loads(self.body)


class Reader:
    """Client with its own cookies, signed in or not, for pages, forms, uploads and the API."""

    def __init__(self, home: str) -> None:
        self.home, self.cookies = home, http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(self.cookies)
        )

    def get(self, address: str) -> Answer:
        return self._ask(urllib.request.Request(self._at(address)))

    def post(self, address: str, **fields: Any) -> Answer:
        """Send a form; values of bytes are uploaded as files."""
        form = {
            name: _File(f"{name}.king", value) if isinstance(value, bytes) else value
            for name, value in fields.items()
        }
        token = next((one.value for one in self.cookies if one.name == "csrftoken"), "")
        body = encode_multipart(BOUNDARY, {"csrfmiddlewaretoken": token, **form})
        headers = {"Content-Type": MULTIPART_CONTENT, "Accept": "text/html", "Referer": self.home}
        return self._ask(urllib.request.Request(self._at(address), body, headers))

    def say(self, address: str, body: Mapping[str, Any] | None = None) -> Answer:
        """Send JSON to the API."""
        token = next((one.value for one in self.cookies if one.name == "csrftoken"), "")
        headers = {"Content-Type": "application/json", "X-CSRFToken": token, "Referer": self.home}
        return self._ask(
            urllib.request.Request(self._at(address), json.dumps(body or {}).encode(), headers)
        )

    def step(self, address: str, **body: Any) -> Any:
        """Take a step of the API that must succeed; return its JSON."""
        answer = self.say(f"/api/{address}", body)
        assert answer.status < 300, (address, answer.status, answer.text[:600])
        return answer.json()

    def _at(self, address: str) -> str:
        return urllib.parse.urljoin(f"{self.home}/", address)

    def _ask(self, request: urllib.request.Request) -> Answer:
        request.add_header("Accept-Language", "en")
        try:
            with self.opener.open(request, timeout=120) as answer:
                return Answer(answer.status, answer.read(), answer.url)
        except urllib.error.HTTPError as refused:
            return Answer(refused.code, refused.read(), refused.url)


class _File:
    def __init__(self, name: str, content: bytes) -> None:
        self.name, self._content = name, content

    def read(self) -> bytes:
        return self._content


class Installation(RealServer):
    """A running installation. ``chief`` is signed in as organizer, arbiter and dealer; an account
    ``helper`` exists too.
    """

    chief: Reader

    def __init__(self, folder: Path, installation: Path, *, start: bool = True) -> None:
        super().__init__(folder, installation)
        # An operator sets the public address this way.
        self.environment["KING_ADDRESS"] = self.home
        if start:
            self.manage("shell", "--verbosity", "0", "--command", ACCOUNTS)
            self.start()
            self.chief = self.signed_in("chief", PASSWORD)

    def reader(self) -> Reader:
        return Reader(self.home)

    def signed_in(self, name: str, password: str) -> Reader:
        reader = self.reader()
        reader.get("/accounts/login")
        answer = reader.post("/accounts/login", username=name, password=password)
        assert answer.status == 200
        assert "/login" not in answer.address
        return reader


SYLLABLES = "ba ce di fo lu ma ne pi ro su ta ve".split()


def names(tables: int, hall: str) -> list[str]:
    """Names of four players per table, the given name before the surname."""
    of_each = (f"{first}{second}".capitalize() for first in SYLLABLES for second in SYLLABLES)
    return [f"{hall} {name}" for name, _place in zip(of_each, range(4 * tables), strict=False)]


def legal_rows(rules: RuleSet, chance: random.Random) -> list[dict[str, Any]]:
    """Random valid sheet for a system of four players with a fixed order of hands."""
    rows: list[dict[str, Any]] = []
    for plan in rules.schedule():
        assert plan.contract is not None
        units = dict.fromkeys("NESW", 0)
        for _ in range(plan.contract.units or 0):
            units[chance.choice("NESW")] += 1
        trump = {"trump": chance.choice("SHDC")} if plan.contract.trump else {}
        rows.append({"hand": plan.number, "units": units} | trump)
    return rows


def enter_and_draw(chief: Reader, here: str, people: Sequence[str]) -> None:
    """Enter everybody as present, and type the draw: winds and tables in the order of the list."""
    text = "\n".join(
        ["Surname\tName", *("\t".join(reversed(name.split(" ", 1))) for name in people)]
    )
    lines = chief.step(f"{here}/entries/enter/", text=text, present=True)["lines"]
    entered = [line["entry"] for line in lines if line["entry"]]
    winds = {str(entry): f"{'NESW'[at % 4]}{at // 4 + 1}" for at, entry in enumerate(entered)}
    chief.step(f"{here}/draw/type/", winds=winds)


def seat(chief: Reader, here: str, number: int) -> dict[int, dict[str, str]]:
    """Plan and publish a partita; return the name at each wind, by table."""
    tables = chief.step(f"{here}/rounds/{number}/plan/")["tables"]
    chief.step(f"{here}/rounds/{number}/publish/")
    return {
        table["number"]: {seat["wind"]: seat["name"] for seat in table["seats"]} for table in tables
    }


def play(chief: Reader, there: str, sheets: Mapping[int, Sequence[Mapping[str, Any]]]) -> None:
    """Play the partita at the address ``there``: type, hand in and close every sheet, then close
    the partita.
    """
    for table, rows in sheets.items():
        contents = [
            {"hand": row["hand"], "content": {key: row[key] for key in row.keys() - {"hand"}}}
            for row in rows
        ]
        chief.step(f"{there}/tables/{table}/rows/", rows=contents)
        chief.step(f"{there}/tables/{table}/hand-in/")
        chief.step(f"{there}/tables/{table}/close/")
    chief.step(f"{there}/close/")


def links(page: Answer, pattern: str) -> list[str]:
    """Matching addresses of links and forms on a page, without duplicates."""
    return list(dict.fromkeys(re.findall(rf'(?:href|action)="({pattern})"', page.text)))


def crawl(reader: Reader, *starts: str, most: int = 400) -> dict[str, Answer]:
    """Read this site by following links from these addresses; return the answers by address."""
    waiting, read = list(starts), dict[str, Answer]()
    while waiting and len(read) < most:
        address = waiting.pop(0).partition("#")[0]
        if address in read or "/logout" in address:
            continue
        answer = read[address] = reader.get(address)
        if b"\0" in answer.body[:2000] or answer.body.startswith(b"%PDF"):
            continue
        found = re.findall(r'(?:href|src|action)="([^"]+)"', answer.body.decode(errors="replace"))
        found += re.findall(
            rf'"(?:{re.escape(reader.home)})(/[^"]+)"', answer.body.decode(errors="replace")
        )
        for link in found:
            whole = urllib.parse.urljoin(f"{reader.home}{address}", link.replace("&amp;", "&"))
            if whole.startswith(reader.home) and "/static/" not in whole:
                waiting.append(whole.removeprefix(reader.home))
    return read
