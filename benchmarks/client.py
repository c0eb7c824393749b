"""Clients of the site: one connection as a phone holds it, and a browser that fills in forms as the
page has them.
"""

import asyncio
import html
import json
import random
import re
import time
import uuid
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

SECONDS_FOR_AN_ANSWER = 60

Headers = tuple[tuple[str, str], ...]


class Refused(Exception):
    """Raised if the answer is not the expected page. Its text says what came instead."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Headers
    body: bytes
    path: str = ""

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> Any:
        return json.loads(self.body)

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key == name), "")


@dataclass
class Connection:
    """A connection that is kept alive. ``took`` has the seconds of each answer, ``errors`` the
    addresses that a server error answered.
    """

    port: int
    own_address: str = "127.0.0.1"
    took: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def ask(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        headers: Mapping[str, str] | None = None,
        cut: float | None = None,
    ) -> Answer:
        """Send a request and return the answer. ``cut`` simulates a network that fails: it is the
        part of the request that is still sent; with 1 all is sent and the answer is lost. Raises
        ``OSError``, also if no answer comes.
        """
        lines = {"Host": "localhost", "Content-Length": str(len(body)), **(headers or {})}
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(
            f"{key}: {value}\r\n" for key, value in lines.items()
        )
        sent, started = head.encode() + b"\r\n" + body, time.perf_counter()
        for last in (False, True):
            try:
                async with self.turn, asyncio.timeout(SECONDS_FOR_AN_ANSWER):
                    answer = await self._exchange(sent, cut, method)
                break
            except (OSError, asyncio.IncompleteReadError) as error:
                self.close()
                if last or cut is not None:
                    raise ConnectionError(f"{method} {path}") from error
        self.took.append(time.perf_counter() - started)
        if answer.status >= 500:
            self.errors.append(f"{method} {path}: {answer.status}")
        return answer

    async def _exchange(self, sent: bytes, cut: float | None, method: str) -> Answer:
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(self.own_address, 0)
            )
        if cut is not None:
            self.writer.write(sent[: round(len(sent) * cut)])
            await self.writer.drain()
            raise ConnectionError("cut")
        self.writer.write(sent)
        assert self.reader is not None
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.strip().split("\r\n")
        headers = tuple(
            (key.lower(), value.strip())
            for key, _colon, value in (line.partition(":") for line in lines)
        )
        by_name = dict(headers)
        if not first.startswith("HTTP/"):
            raise ConnectionError(f"no answer: {first[:100]}")
        status = int(first.split(" ", 2)[1])
        if method == "HEAD" or status in (204, 304):
            body = b""
        elif by_name.get("transfer-encoding") == "chunked":
            body = await self._chunks()
        else:
            body = await self.reader.readexactly(int(by_name.get("content-length", 0)))
        if by_name.get("connection", "").lower() == "close":
            self.close()
        return Answer(status, headers, body)

    async def _chunks(self) -> bytes:
        assert self.reader is not None
        parts = []
        while size := int(await self.reader.readuntil(b"\r\n"), 16):
            parts.append(await self.reader.readexactly(size))
            await self.reader.readuntil(b"\r\n")
        await self.reader.readuntil(b"\r\n")
        return b"".join(parts)

    async def post_json(
        self, path: str, content: Mapping[str, Any], cut: float | None = None
    ) -> Answer:
        return await self.ask(
            "POST", path, json.dumps(content).encode(), {"Content-Type": "application/json"}, cut
        )

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


# --- pages


@dataclass
class Form:
    action: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    options: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[str] = []
        self._form: Form | None = None
        self._select = ""
        self._text: list[str] | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {key: value or "" for key, value in attrs}
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])
        if tag == "form":
            self._form = Form(attributes.get("action", ""), attributes.get("method", "get").lower())
            self.forms.append(self._form)
        if self._form is None:
            return
        name, value = attributes.get("name", ""), attributes.get("value", "")
        if tag == "button":
            self._form.buttons.append((name, value))
        elif tag == "input" and name:
            self._form.names.add(name)
            ticked = attributes.get("type") not in ("checkbox", "radio") or "checked" in attributes
            if attributes.get("type") == "file":
                self._form.files.append(name)
            elif ticked:
                self._form.fields.append((name, value))
        elif tag in ("select", "textarea"):
            self._form.names.add(name)
            self._select, self._text = name, []
        elif tag == "option":
            self._form.options.setdefault(self._select, []).append((value, ""))
            self._text = []
            if "selected" in attributes or len(self._form.options[self._select]) == 1:
                self._form.fields[:] = [
                    pair for pair in self._form.fields if pair[0] != self._select
                ]
                self._form.fields.append((self._select, value))

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if self._form is not None and tag == "option":
            options = self._form.options[self._select]
            options[-1] = (options[-1][0], "".join(self._text or ()).strip())
        elif self._form is not None and tag == "textarea":
            self._form.fields.append((self._select, "".join(self._text or ()).removeprefix("\n")))
            self._text = None
        elif tag == "form":
            self._form = None


Button = tuple[str, str | None]
"""Its name, and its value; None for whichever value."""


def _is(button: Button, field: tuple[str, str]) -> bool:
    return button[0] == field[0] and button[1] in (None, field[1])


REFUSAL = re.compile(
    r'class="[^"]*(?:notice-error|field-error|invalid-feedback)[^"]*".*?</(?:div|p)>', re.DOTALL
)
TAG = re.compile(r"<[^>]*>|^[^>]*>")


class Browser:
    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.cookies: dict[str, str] = {}

    async def ask(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Send a request with cookies. Redirects are not followed."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        answer = await self.connection.ask(
            method, path, body, {"Cookie": cookies, **(headers or {})}
        )
        for name, value in answer.headers:
            if name == "set-cookie":
                key, _equals, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        return answer

    async def get(self, path: str) -> Answer:
        answer = await self.ask("GET", path)
        for _hop in range(5):
            if answer.status not in (301, 302, 303):
                break
            place = urlsplit(urljoin(path, answer.header("location")))
            path = f"{place.path}?{place.query}" if place.query else place.path
            answer = await self.ask("GET", path)
        if answer.status >= 400:
            raise Refused(f"GET {path}: {answer.status} {said_in(answer)}".strip())
        return replace(answer, path=path)

    async def form(
        self, path: str, to: str = "", names: Iterable[str] = (), button: Button | None = None
    ) -> Form:
        """First form of the page that has these fields and this button and leads to this address.
        Without such conditions, the form that leads to the page itself. Raises ``Refused`` if there
        is none.
        """
        page, any_will_do = (
            Page((await self.get(path)).text),
            not to and not names and button is None,
        )
        for form in page.forms:
            pressable = button is None or any(_is(button, offered) for offered in form.buttons)
            leads_there = not form.action if any_will_do else form.action.endswith(to)
            if form.method == "post" and leads_there and form.names.issuperset(names) and pressable:
                return form
        raise Refused(f"{path}: no form {to} {button or ''}".strip())

    async def press(
        self,
        path: str,
        button: Button | None = None,
        *,
        to: str = "",
        typed: Mapping[str, str] | None = None,
    ) -> Answer:
        typed = typed or {}
        form = await self.form(path, to, typed, button)
        sent = [pair for pair in form.fields if pair[0] not in typed] + list(typed.items())
        sent += [
            offered for offered in form.buttons if button is not None and _is(button, offered)
        ][:1]
        target = urlsplit(urljoin(path, form.action)).path
        return await self.post(target, sent)

    async def post(self, path: str, sent: Iterable[tuple[str, str]]) -> Answer:
        body = urlencode(list(sent)).encode()
        answer = await self.ask(
            "POST", path, body, {"Content-Type": "application/x-www-form-urlencoded"}
        )
        if answer.status in (301, 302, 303):
            return await self.get(urljoin(path, answer.header("location")))
        if answer.status >= 400:
            raise Refused(f"POST {path}: {answer.status} {said_in(answer)}".strip())
        return answer

    async def read(self, path: str) -> Any:
        """JSON of the address. The pages of a list are joined."""
        answer = (await self.get(path)).json()
        if isinstance(answer, dict) and "results" in answer:
            results = list(answer["results"])
            while answer.get("next"):
                place = urlsplit(answer["next"])
                answer = (await self.get(f"{place.path}?{place.query}")).json()
                results += answer["results"]
            return results
        return answer


def said_in(answer: Answer) -> str:
    return " ".join(
        " ".join(html.unescape(TAG.sub(" ", refusal)).split())
        for refusal in REFUSAL.findall(answer.text)
    )


PAGE = re.compile(r'<script id="phone-page" type="application/json">(.*?)</script>', re.DOTALL)
SECONDS_TO_TRY = 180
CUT_BEFORE, CUT_AFTER, TWICE = "cut before", "cut after", "twice"
FAULTS = {CUT_BEFORE: 0.12, CUT_AFTER: 0.12, TWICE: 0.12}
"""How often the network goes away while a row is sent, after it is, and how often a row is sent once more."""


class Phone:
    """A phone at a table. ``happened`` counts the faults that it met."""

    def __init__(
        self, connection: Connection, code: str, chance: random.Random, *, faults: bool
    ) -> None:
        self.connection, self.code, self.chance, self.faults = connection, code, chance, faults
        self.device = f"{chance.getrandbits(32):08x}"
        self.happened: Counter[str] = Counter()
        self.page: dict[str, Any] = {}
        self.sheet: dict[str, Any] = {}

    async def open(self) -> None:
        """Open the page of the QR code on the table's card."""
        answer = await self.connection.ask("GET", f"/t/{self.code}/")
        if answer.status == 302:
            answer = await self.connection.ask("GET", answer.header("location"))
        match = PAGE.search(answer.text)
        if match is None:
            raise Refused(f"/t/{self.code}/: {answer.status}")
        self.page = json.loads(match[1])
        self.sheet = self.page["sheet"]

    async def poll(self) -> None:
        answer = await self.connection.ask(
            "GET", f"{self.page['urls']['state']}?stamp={self.sheet['stamp']}"
        )
        if answer.status == 200:
            self.sheet = answer.json()

    async def write(self, hand: int, content: Mapping[str, Any]) -> tuple[int, str]:
        """Write a row. Returns its new version and its mark. A row that somebody else has written
        meanwhile is written over.
        """
        standing = self.sheet["rows"].get(str(hand))
        mark = str(uuid.UUID(int=self.chance.getrandbits(128), version=4))
        based_on = standing["version"] if standing else 0
        item = {"hand": hand, "content": content, "client_id": mark, "based_on": based_on}
        status, body = await self._deliver("rows", item)
        if status == 409:
            self.happened["conflict"] += 1
            self.sheet = body["sheet"]
            return await self.write(hand, content)
        if status != 200:
            raise Refused(f"{self.page['urls']['rows']}: {status} {body.get('message', '')}")
        if self.faults and self.chance.random() < FAULTS[TWICE]:
            self.happened[TWICE] += 1
            _status, again = await self._deliver("rows", item)
            if again.get("version") != body["version"]:
                raise Refused(
                    f"{self.page['urls']['rows']}: {body['version']} ≠ {again.get('version')}"
                )
        self.sheet = body["sheet"]
        return body["version"], mark

    async def act(self, name: str, content: Mapping[str, Any]) -> None:
        status, body = await self._deliver(name, content)
        if status != 200:
            raise Refused(f"{self.page['urls'][name]}: {status} {body.get('message', '')}")
        self.sheet = body["sheet"]

    async def hand_in(self, captain: str = "N") -> None:
        signing = self.sheet["signing"]
        for wind in signing["missing"].get(captain, ()) if signing else ():
            await self.act("sign", {"wind": wind, "seen": self.sheet["seen"]})
        await self.act(
            "hand_in", {"captain": captain, "seen": self.sheet["seen"], "with_problems": False}
        )

    async def _deliver(self, name: str, content: Mapping[str, Any]) -> tuple[int, dict[str, Any]]:
        body = {**content, "device": self.device, "sheet": self.page["sheet_key"]}
        deadline = time.monotonic() + SECONDS_TO_TRY
        while time.monotonic() < deadline:
            fault = self._fault()
            cut = (
                None if fault is None else self.chance.random() * 0.9 if fault == CUT_BEFORE else 1
            )
            try:
                answer = await self.connection.post_json(self.page["urls"][name], body, cut)
            except OSError:
                self.happened[fault or "no answer"] += 1
                await asyncio.sleep(0.05 if fault else 0.5)
                continue
            if answer.status < 500:
                return answer.status, answer.json()
            await asyncio.sleep(0.5)
        raise Refused(f"{self.page['urls'][name]}: no answer in {SECONDS_TO_TRY} s")

    def _fault(self) -> str | None:
        if not self.faults:
            return None
        lot = self.chance.random()
        if lot < FAULTS[CUT_BEFORE]:
            return CUT_BEFORE
        return CUT_AFTER if lot < FAULTS[CUT_BEFORE] + FAULTS[CUT_AFTER] else None
