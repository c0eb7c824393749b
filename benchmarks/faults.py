"""Faults of an evening: ``python -m benchmarks.faults cuts|full|kills|malformed`` (the first two as
root on Linux).

``cuts``: the power goes while tables write. A writer of ours stores rows with the site's own
settings on a disk that is a file, and says of each when it is saved. In mid-writing the writer is
stopped and that file is copied: what a machine without power would find. On the copy every row that
was said to be saved must be there. ``--synchronous NORMAL`` shows what is lost without it.

``full``: the same, and instead of the power the disk's free space goes.

``kills``: phones of a trial evening write, lose the network and send twice, and the web server is
killed (-9) among them. Every row that a phone was told is saved must be there once.

``malformed``: requests and uploads that nobody meant to send, from a seed, over every address of
the site, signed in and not. None may be an error of the server (5xx), none may take longer than
five seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import io
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

if TYPE_CHECKING:
    from benchmarks.client import Answer, Browser, Form
    from benchmarks.server import Server

PASSWORD = "quattro-venti-12"
"""Of the account that nonsense is sent from: its server answers this machine alone."""

WRITER = """
import os, sys
from king_tournament import settings
options = settings.DATABASES["default"]["OPTIONS"]
options["init_command"] = options["init_command"].replace("=FULL", "=" + sys.argv[1])
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from tournaments.models import Player
while True:
    print(Player.objects.create(surname="saved").pk, flush=True)
"""


@contextmanager
def mounted(image: Path, at: Path) -> Iterator[Path]:
    """Context manager that mounts the file system in ``image`` at a place."""
    at.mkdir(exist_ok=True)
    subprocess.run(["mount", "-o", "loop", str(image), str(at)], check=True)
    try:
        yield at
    finally:
        subprocess.run(["umount", str(at)], check=True)


@contextmanager
def writing(
    folder: Path, synchronous: str
) -> Iterator[tuple[Path, Path, subprocess.Popen[bytes], Path]]:
    """Context manager with a writer that works on a disk of its own. Yields the disk's image and
    place, the writer, and the file of what it says is saved.
    """
    image, output = folder / "disk.img", folder / "said.txt"
    subprocess.run(["truncate", "-s", "96M", str(image)], check=True)
    subprocess.run(["mkfs.ext4", "-q", "-F", str(image)], check=True)
    with mounted(image, folder / "disk") as disk, output.open("w") as out:
        environment = os.environ | {"KING_DATA_DIR": str(disk / "var")}
        environment |= {"DJANGO_SETTINGS_MODULE": "king_tournament.settings"}
        environment.pop("DATABASE_URL", None)
        command = [sys.executable, "-c", WRITER, synchronous]
        writer = subprocess.Popen(command, env=environment, stdout=out, stderr=subprocess.DEVNULL)
        try:
            while not output.stat().st_size and writer.poll() is None:
                time.sleep(0.05)
            yield image, disk, writer, output
        finally:
            writer.kill()
            writer.wait()


def rows_said(output: Path) -> list[int]:
    return [
        int(line) for line in output.read_text().splitlines(keepends=True) if line.endswith("\n")
    ]


def rows_on(disk: Path) -> set[int]:
    with closing(sqlite3.connect(disk / "var" / "king.sqlite3")) as database:
        try:
            return {pk for (pk,) in database.execute("SELECT id FROM tournaments_player")}
        except sqlite3.OperationalError:
            return set()  # Not even the tables had reached the disk.


def cut(folder: Path, synchronous: str, seconds: float) -> tuple[int, int]:
    """Cut the power after ``seconds`` of writing. Returns the number of rows that were said to be
    saved, and how many of them are on the disk.
    """
    copy = folder / "copy.img"
    with writing(folder, synchronous) as (image, _disk, writer, output):
        time.sleep(seconds)
        writer.send_signal(signal.SIGSTOP)
        saved = rows_said(output)
        shutil.copyfile(image, copy)
    with mounted(copy, folder / "after") as disk:
        return len(saved), len(rows_on(disk).intersection(saved))


def fill(folder: Path, synchronous: str, seconds: float) -> tuple[int, int]:
    """Fill the disk after ``seconds`` of writing, so that the writer is refused. Returns the number
    of rows that it had said to be saved, and how many of them are on the disk.
    """
    with writing(folder, synchronous) as (_image, disk, writer, output):
        time.sleep(seconds)
        with contextlib.suppress(OSError), (disk / "film").open("wb") as film:
            while True:
                film.write(b"\0" * 2**16)
                film.flush()
        writer.wait(60)
        saved = rows_said(output)
        return len(saved), len(rows_on(disk).intersection(saved))


def cuts(options: argparse.Namespace) -> int:
    """Repeat the fault and report. Returns 1 if a row that was saved is missing."""
    chance, results = random.Random(1), []
    for _ in range(options.count):
        with tempfile.TemporaryDirectory(prefix="king-faults-") as folder:
            results.append(options.once(Path(folder), options.synchronous, chance.uniform(0.1, 4)))
    lost = [saved - stored for saved, stored in results]
    print(
        f"{options.synchronous}: {sum(saved for saved, _ in results):,} rows said to be saved, {sum(lost):,} of them "
        f"not on the disk; rows missing after {sum(map(bool, lost))} of {len(lost)} tries, at most {max(lost):,}"
    )
    return 1 if any(lost) else 0


# --- the server is killed


async def _killed(server: Server, count: int) -> tuple[list[str], list[float]]:
    from benchmarks.client import Connection, Phone

    await server.come_up()
    chance, over, marks = random.Random(1), asyncio.Event(), []
    phones = [
        Phone(Connection(server.port), code, chance, faults=True)
        for (code,) in server.asked(CODES_OF_TABLES)
    ]

    for phone in phones:
        await phone.open()

    async def write(phone: Phone) -> None:
        while phone.sheet["state"] == "open" and not over.is_set():
            content = phone.sheet["rows"]["1"]["content"]
            units = dict(zip("NESW", [content["units"][wind] for wind in "ESWN"], strict=True))
            marks.append((await phone.write(1, content | {"units": units}))[1])

    async def kill() -> list[float]:
        back = []
        for _kill in range(count):
            await asyncio.sleep(chance.uniform(0.5, 2))
            server.kill()
            server.web.start()
            back.append(await server.come_up())
        over.set()
        return back

    back, *_written = await asyncio.gather(kill(), *map(write, phones))
    for phone in phones:
        phone.connection.close()
    return marks, back


def kills(options: argparse.Namespace) -> int:
    """Kill the server (-9) again and again while phones write, lose the network and send twice.
    Returns 1 if a row is missing or doubled.
    """
    with site_of_its_own("playing") as server:
        marks, back = asyncio.run(_killed(server, options.count))
        stored = Counter(
            str(mark).replace("-", "")
            for (mark,) in server.asked("SELECT client_id FROM scoring_handresult")
        )
    missing = [mark for mark in marks if stored[mark.replace("-", "")] != 1]
    print(
        f"{len(back)} kills, {len(marks):,} rows acknowledged to the phones, {len(missing)} of them missing or twice; "
        f"answers again after {max(back):.1f} s at most"
    )
    return 1 if missing else 0


@contextmanager
def site_of_its_own(*stages: str) -> Iterator[Server]:
    """Context manager with a server that has a trial evening at each stage. Its folder is deleted
    afterwards.
    """
    with tempfile.TemporaryDirectory(prefix="king-faults-") as folder:
        os.environ |= {
            "KING_DATA_DIR": folder,
            "DJANGO_SETTINGS_MODULE": "king_tournament.settings",
        }
        os.environ.pop("DATABASE_URL", None)
        import django

        django.setup()
        from django.conf import settings

        from benchmarks.server import Server

        server = Server(Path(folder) / "installation")
        server.prepare()
        for seed, stage in enumerate(stages):
            program = [sys.executable, *f"manage.py demo --stage {stage} --seed {seed}".split()]
            environment = os.environ | server.environment
            subprocess.run(
                program,
                cwd=settings.BASE_DIR,
                env=environment,
                check=True,
                stdout=subprocess.DEVNULL,
            )
        server.start()
        try:
            yield server
        finally:
            server.stop()


# --- what nobody meant to send

SLOW = 5
CODES_OF_TABLES = "SELECT code FROM tournaments_place"
CODES = "SELECT code FROM tournaments_tournament UNION SELECT code FROM tournaments_place"
METHODS = (
    "GET",
    "POST",
    "HEAD",
    "PUT",
    "PATCH",
    "DELETE",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "BREW",
    "get",
    "P\tOST",
)
HUGE = "9" * 5_000
TEXTS = (
    "",
    "0",
    "-1",
    "1",
    "99999999999999999999",
    HUGE,
    "1e999",
    "NaN",
    "1/0",
    "\0",
    "a\0b",
    "\ud800",
    "\u202e",
    "٣",
    "½",
    "x" * 70_000,
    "<script>alert(1)</script>",
    "{{ 7 }}",
    "%(number)s",
    "%s%n",
    "../../etc/passwd",
    "[::1",
    "http://[::1",
    "'; DROP TABLE x; --",
    "0000-00-00",
    "9999-12-31",
    "2026-02-30",
    "true",
    "null",
    "N",
    "N E S W",
    "+" * 400,
    "=1+1",
    "\r\nX-Injected: 1",
    "\t",
    "é" * 300,
)
WHOLE: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1,
    2**31,
    2**63,
    2**64,
    10**400,
    1.5,
    1e300,
    [],
    {},
    [[]],
    {"": None},
    {"N": []},
    [1] * 5_000,
    {"units": {"N": "x"}},
    {"units": [1, 2, 3, 4]},
    {"sale": {"seller": 1, "buyer": [], "price": {}}},
    {"contract": {"a": 1}},
    {"N": {"N": 1}},
)
NAMES = (
    "hand",
    "content",
    "client_id",
    "based_on",
    "device",
    "sheet",
    "wind",
    "seen",
    "players",
    "captain",
    "back",
    "call",
    "own_code",
    "proof",
    "fault",
    "version",
    "at",
    "with_problems",
    "step",
    "code",
    "stamp",
    "q",
    "page",
    "page_size",
    "next",
    "language",
)
HEADERS = {
    "Host": ("evil.example", "[::1", "a b", "localhost:99999999", "", "x" * 3_000, "127.0.0.1:x"),
    "X-Forwarded-For": ("1.2.3.4", "x, y, z", ",".join(["10.0.0.1"] * 2_000)),
    "X-Forwarded-Proto": ("https", "x"),
    "HX-Request": ("true",),
    "HX-Current-URL": ("http://[::1", "//", "x" * 8_000, "http://localhost/desk/"),
    "HX-Target": ("#x\u00ff",),
    "Accept-Language": ("xx", "it;q=9e999", ";" * 3_000, "en-" + "a" * 3_000),
    "Accept": ("application/xml", "*/*;q=x", "text/" + "a" * 900),
    "Accept-Encoding": ("gzip;q=x", "gzip, br, zstd"),
    "Cookie": (
        "sessionid=\u00ff",
        "csrftoken=" + "a" * 4_000,
        ";;;=;",
        "messages=W1siX19qc29uX21l",
    ),
    "Authorization": ("Token", "Token a b c", "Token \u00e9", "Basic =", "Token " + "0" * 40),
    "Referer": ("http://[::1", "x"),
    "If-Modified-Since": ("never", "Sun, 06 Nov 0000 08:49:37 GMT"),
    "If-None-Match": ('"' * 40,),
    "Range": ("bytes=9-1", "bytes=-", "x"),
    "Origin": ("null", "http://evil.example"),
    "Content-Encoding": ("gzip",),
    "X-CSRFToken": ("a" * 64, "\u00ff"),
    "X-HTTP-Method-Override": ("DELETE",),
    "Transfer-Encoding": ("identity",),
    "Upgrade": ("h2c",),
}
TYPES = (
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "text/plain",
    "application/json; charset=utf-16",
    "application/x-www-form-urlencoded; charset=none",
    "application/xml",
    "a/b; =",
    "",
    "\u00e9/x",
)
BODIES = (
    b"[" * 100_000,
    b'{"a":' * 50_000,
    b"\xff\xfe\x00",
    b"{",
    b'"' * 9,
    b"NaN",
    b"-" * 99,
    b"\xef\xbb\xbf{}",
)


class Nonsense:
    """Requests made from a seed: addresses of the site, filled with existing and with invented
    values.
    """

    def __init__(
        self,
        seed: int,
        addresses: list[str],
        there: dict[str, list[str]],
        forms: list[tuple[str, Form]],
    ) -> None:
        self.chance = random.Random(seed)
        self.addresses, self.there, self.forms = addresses, there, forms
        self.names = sorted({name for _path, form in forms for name in form.names} | set(NAMES))

    def request(self) -> tuple[str, str, bytes, dict[str, str]]:
        """Method, path with its query, body and headers of the next request."""
        chance = self.chance
        method = chance.choices(METHODS, [30, 50, 4, 3, 2, 3, 2, 1, 1, 1, 1, 1])[0]
        path = re.sub(
            r"<(?:(\w+):)?(\w+)>",
            lambda place: self._filled(place[2]),
            chance.choice(self.addresses),
        )
        if chance.random() < 0.3:
            path += "?" + self._query()
        headers = {"Content-Type": chance.choice(TYPES[:3] if chance.random() < 0.7 else TYPES)}
        body = (
            b""
            if method in ("GET", "HEAD") and chance.random() < 0.8
            else self._body(headers["Content-Type"])
        )
        for name in chance.sample(sorted(HEADERS), chance.choice((0, 0, 1, 2, 4))):
            headers[name] = chance.choice(HEADERS[name])
        return method, path, body, headers

    def _filled(self, name: str) -> str:
        if self.chance.random() < 0.75:
            return self.chance.choice(self.there.get(name, self.there["number"]))
        return quote(self.chance.choice(TEXTS)[:2_000].encode(errors="surrogatepass"), safe="")

    def _query(self) -> str:
        if self.chance.random() < 0.2:
            return self.chance.choice(
                ("%", "%ff%fe=%00", "a=%zz", "=&=&=", "stamp", "&" * 3_000, "a[]=1&a[b]=2")
            )
        return self._form()

    def _form(self) -> str:
        """Body of a form of the site with its fields, or with others. Each value is nonsense or the
        one that the form has.
        """
        _path, form = self.chance.choice(self.forms)
        known = dict(form.fields) | {name: value for name, value in form.buttons if name}
        names = list(known) or self.names
        if self.chance.random() < 0.3:
            names = self.chance.choices(self.names, k=self.chance.choice((1, 5, 40, 1_500)))
        fields = [
            (name, known.get(name, "") if self.chance.random() < 0.4 else self.chance.choice(TEXTS))
            for name in names
        ]
        return urlencode([(name, value.encode(errors="surrogatepass")) for name, value in fields])[
            :2_000_000
        ]

    def _body(self, kind: str) -> bytes:
        lot = self.chance.random()
        if lot < 0.12:
            return self.chance.choice(BODIES)
        if lot < 0.18:
            return self.chance.randbytes(self.chance.choice((1, 100, 10_000, 300_000)))
        if "json" in kind:
            keys = self.chance.sample(NAMES, self.chance.randint(1, 8))
            values = {
                key: self.chance.choice(WHOLE if self.chance.random() < 0.6 else TEXTS)
                for key in keys
            }
            return json.dumps(
                self.chance.choice((values, [values], values["" if "" in values else keys[0]]))
            ).encode()
        if "multipart" in kind:
            return multipart(
                [
                    (name, self.chance.choice(TEXTS))
                    for name in self.chance.choices(self.names, k=5)
                ],
                [],
            )
        return self._form().encode()


def multipart(fields: list[tuple[str, str]], files: list[tuple[str, str, bytes]]) -> bytes:
    """A form with files, as a browser sends it (boundary ``x``)."""
    sent = [(f'name="{name}"', value.encode(errors="replace")) for name, value in fields]
    sent += [(f'name="{name}"; filename="{file}"', content) for name, file, content in files]
    head = "--x\r\nContent-Disposition: form-data; {}\r\n\r\n"
    parts = [
        head.format(what).encode(errors="replace") + content + b"\r\n" for what, content in sent
    ]
    return b"".join(parts) + b"--x--\r\n"


def packed(**files: bytes) -> bytes:
    """Zip of these files by name. ``__`` in a name stands for a slash."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in files.items():
            target.writestr(name.replace("__", "/"), content)
    return archive.getvalue()


def workbook(chance: random.Random) -> bytes:
    """Workbook with a roster of nonsense."""
    from openpyxl import Workbook

    book = Workbook()
    for _row in range(chance.choice((1, 20, 300))):
        texts = chance.choices(TEXTS, k=chance.randint(1, 8))
        book.active.append([re.sub(r"[\0-\x1f\ud800-\udfff]", "", text)[:200] for text in texts])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def some_file(chance: random.Random) -> tuple[str, bytes]:
    """Name and content of a file that is broken, almost valid or far too large."""
    good = workbook(chance)
    zeros = b"\0" * (200_000_000 if chance.random() < 0.02 else 2_000_000)
    sheet = b"<worksheet><sheetData>" + b'<row r="1"><c r="A1"><v>1</v></c></row>' * 50_000
    entities = b"".join(
        b'<!ENTITY a%d "&a%d;&a%d;&a%d;&a%d;">' % (level + 1, *[level] * 4) for level in range(12)
    )
    bomb = b'<!DOCTYPE a [<!ENTITY a0 "aaaaaaaaaa">' + entities + b"]><a>&a12;</a>"
    contents = (
        good,
        good[: len(good) // 2],
        good[:40] + chance.randbytes(200) + good[240:],
        b"",
        b"\0",
        packed(
            **{
                "xl__workbook.xml": bomb,
                "xl__worksheets__sheet1.xml": sheet,
                "[Content_Types].xml": b"<a/>",
            }
        ),
        packed(**{"xl__worksheets__sheet1.xml": zeros}),
        packed(inner=packed(inner=packed(inner=zeros[:90_000]))),
        packed(
            **{
                "king.sqlite3": zeros[:9_000],
                "copy.json": b'{"made_at": 1, "sha256": "", "evenings": []}',
            }
        ),
        chance.randbytes(3_000_000),
        "\n".join(chance.choices(TEXTS, k=300)).encode(errors="replace"),
        b"Cognome;Nome\n" + b"Rossi;Mario\n" * 20_000,
        "Cognome;Nome\nRossi;Zoë\n".encode("utf-16"),
        b'"open' + b"," * 900_000,
        b"%PDF-1.4\n" + b"1 0 obj" * 9_000,
        b'[Board "1"]\n[Deal "N:' * 20_000,
        b"SQLite format 3\0" + chance.randbytes(9_000),
        chance.randbytes(5_000),
        b'{"base": ' * 60_000,
        b'{"base": "lab12", "changes": {"values": {"KH": 1e999}}}',
        b"\xff\xfe" * 4_000,
    )
    names = (
        "soci.xlsx",
        "soci.csv",
        "mani.pbn",
        "x.zip",
        "../../x",
        "a\0.xlsx",
        "x" * 400,
        "",
        "é\u202e.xlsx",
    )
    return chance.choice(names), chance.choice(contents)


def addresses_of_the_site() -> list[str]:
    """Addresses of the site. Their variable parts are written as ``<int:number>``."""
    from django.urls import get_resolver

    def walk(patterns: Any, before: str) -> Iterator[str]:
        for route in patterns:
            place = before + re.sub(
                r"\^|\$|\\Z|\(\?P<(\w+)>[^)]*\)",
                lambda match: f"<{match[1]}>" if match[1] else "",
                str(route.pattern),
            )
            if hasattr(route, "url_patterns"):
                yield from walk(route.url_patterns, place)
            else:
                yield place

    return sorted(set(walk(get_resolver().url_patterns, "/")))


async def forms_of_the_site(desk: Browser, starts: list[str]) -> list[tuple[str, Form]]:
    """Forms found by a walk over the pages, a few pages of each kind."""
    from benchmarks.client import Page, Refused

    ahead, visits, forms = (
        list(starts),
        Counter(re.sub(r"\d+|\b\w{6}\b", "…", path) for path in starts),
        [],
    )
    while ahead and len(forms) < 900:
        path = ahead.pop(0)
        try:
            answer = await desk.get(path)
        except Refused:
            continue
        if not answer.header("content-type").startswith("text/html"):
            continue
        page = Page(answer.text)
        forms += [(path, form) for form in page.forms]
        for link in page.links:
            place = link.partition("#")[0].partition("?")[0]
            kind = re.sub(r"\d+|\b\w{6}\b", "…", place)
            if place.startswith("/") and visits[kind] < 3:
                visits[kind] += 1
                ahead.append(place)
    return forms


async def answered(
    desk: Browser, method: str, path: str, body: bytes, headers: dict[str, str], figures: Figures
) -> None:
    """Send a request and note the answer."""
    sent_headers = {"X-CSRFToken": desk.cookies.get("csrftoken", ""), **headers}
    began = time.perf_counter()
    try:
        answer: Answer | None = await desk.connection.ask(
            method, path, body, {"Cookie": cookies_of(desk), **sent_headers}
        )
    except OSError:
        answer = None
    took = time.perf_counter() - began
    figures.took.append(took)
    figures.statuses[f"{answer.status // 100}xx" if answer else "closed"] += 1
    # 501 is HTTP's own answer to a transfer coding that nobody knows (RFC 9112, 6.1).
    is_known = answer is not None and answer.status == 501 and "Transfer-Encoding" in headers
    if took > SLOW or (answer is not None and answer.status >= 500 and not is_known):
        excerpts = {name: value[:40] for name, value in headers.items()}
        how = answer.status if answer else "closed"
        figures.bad.append(f"{how} in {took:.1f} s: {method} {path[:150]} {excerpts} {body[:80]!r}")


def cookies_of(desk: Browser) -> str:
    return "; ".join(f"{name}={value}" for name, value in desk.cookies.items())


class Figures:
    """Answers of the server: seconds of each, a count by status, and the faulty ones."""

    def __init__(self) -> None:
        self.took: list[float] = []
        self.statuses: Counter[str] = Counter()
        self.bad: list[str] = []

    def line(self, name: str) -> str:
        ordered = sorted(self.took)
        counted = ", ".join(
            f"{status}: {count:,}" for status, count in sorted(self.statuses.items())
        )
        p99 = ordered[int(len(ordered) * 0.99)] if ordered else 0
        return f"{len(ordered):,} {name}: {counted}; p99 {p99:.2f} s, the slowest {max(ordered, default=0):.2f} s"


STARTS = (
    "/",
    "/desk/",
    "/live/",
    "/rules/",
    "/api/docs/",
    "/accounts/",
    "/t/",
    "/desk/roster/import/",
    "/desk/editions/import/",
)
EVENING_STARTS = ("", "import/", "players/", "boards/1/import/")


def _there(server: Server) -> dict[str, list[str]]:
    """Values to put into an address of the site, by the name of its part."""
    return {
        "code": [code for (code,) in server.asked(CODES)],
        "number": ["1", "2", "3", "4"],
        "table": ["1", "2"],
        "hand": ["1", "7", "12"],
        "pk": ["1", "2"],
        "object_id": ["1"],
        "kind": ["pdf", "xlsx"],
        "rest": ["x"],
        "app_label": ["tournaments"],
        "content_type_id": ["7"],
        "slug": ["lab12"],
    }


def _signing_in(server: Server, signed_in: Browser) -> Callable[[], Awaitable[None]]:
    """Function that restores the account and its roles and signs in. It is needed again and again:
    the nonsense signs out, deletes accounts, takes roles away, and guesses until it has to wait.
    """
    from night.backup import DATABASE, open_database

    account = server.asked("SELECT * FROM auth_user WHERE username = 'organizer'")[0]
    roles = server.asked("SELECT user_id, group_id FROM auth_user_groups")

    async def sign_in() -> None:
        with closing(open_database(server.place / DATABASE)) as database, database:
            database.execute("DELETE FROM king_tournament_attempt")
            places = ", ".join("?" * len(account))
            database.execute(f"INSERT OR REPLACE INTO auth_user VALUES ({places})", account)  # noqa: S608 - question marks
            database.executemany(
                "INSERT OR IGNORE INTO auth_user_groups (user_id, group_id) VALUES (?, ?)", roles
            )
        if (await signed_in.ask("GET", "/desk/roster/")).status != 200:
            signed_in.cookies.clear()
            await signed_in.press(
                "/accounts/login", typed={"username": "organizer", "password": PASSWORD}
            )

    return sign_in


async def _malformed(server: Server, options: argparse.Namespace) -> list[Figures]:
    from benchmarks.client import Browser, Connection

    await server.come_up()
    signed_in, stranger = (Browser(Connection(server.port)) for _who in range(2))
    await signed_in.press(
        "/",
        to="/accounts/first",
        typed={"username": "organizer", "password1": PASSWORD, "password2": PASSWORD},
    )
    await stranger.get("/")
    there = _there(server)
    starts = [
        *STARTS,
        *(f"/desk/{code}/{page}" for code in there["code"] for page in EVENING_STARTS),
    ]
    forms = await forms_of_the_site(signed_in, starts)
    # Each trial would have to share the machine with this.
    addresses = [address for address in addresses_of_the_site() if "rehearsal" not in address]
    print(
        f"{len(addresses)} addresses, {len(forms)} forms, "
        f"{sum(bool(form.files) for _path, form in forms)} of them take files"
    )
    nonsense = Nonsense(options.seed, addresses, there, forms)
    requests, uploads = Figures(), Figures()

    sign_in = _signing_in(server, signed_in)
    hands = [
        (Browser(Connection(server.port)), browser)
        for browser in (signed_in, signed_in, signed_in, stranger)
    ]
    for done in range(0, options.requests, len(hands)):
        if done % 20 == 0:
            await sign_in()
        for hand, whose in hands:
            hand.cookies = dict(whose.cookies)
        await asyncio.gather(
            *(answered(hand, *nonsense.request(), requests) for hand, _whose in hands)
        )
    taking = [(path, form) for path, form in forms if form.files]
    for _upload in range(options.uploads):
        await sign_in()
        path, form = nonsense.chance.choice(taking)
        name, content = some_file(nonsense.chance)
        fields = [field for field in form.fields if field[0] != "csrfmiddlewaretoken"]
        body = multipart(fields, [(file, name, content) for file in form.files])
        await answered(
            signed_in,
            "POST",
            form.action or path,
            body,
            {"Content-Type": "multipart/form-data; boundary=x"},
            uploads,
        )
    return [requests, uploads]


def malformed(options: argparse.Namespace) -> int:
    """Send nonsense to a site with trial evenings. Returns 1 if an answer was an error or came
    late.
    """
    with site_of_its_own("entries", "seated", "playing", "finished") as server:
        figures = asyncio.run(_malformed(server, options))
    for name, tally in zip(("requests", "uploads"), figures, strict=True):
        print(tally.line(name))
        print("\n".join(tally.bad[:40]))
    return 1 if any(tally.bad for tally in figures) else 0


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.faults",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    commands = parser.add_subparsers(required=True)
    for name, once in (("cuts", cut), ("full", fill)):
        power = commands.add_parser(name)
        power.add_argument("--count", type=int, default=12)
        power.add_argument("--synchronous", choices=("FULL", "NORMAL"), default="FULL")
        power.set_defaults(run=cuts, once=once)
    dying = commands.add_parser("kills")
    dying.add_argument("--count", type=int, default=30)
    dying.set_defaults(run=kills)
    nonsense = commands.add_parser("malformed")
    nonsense.add_argument("--requests", type=int, default=10_000)
    nonsense.add_argument("--uploads", type=int, default=300)
    nonsense.add_argument("--seed", type=int, default=1)
    nonsense.set_defaults(run=malformed)
    options = parser.parse_args(arguments)
    return int(options.run(options))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
