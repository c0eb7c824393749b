"""Secrets of an evening, the readers who must not see them, and the site's answers to each reader."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model
from django.test import Client
from pypdfium2 import PdfiumError

from deals.models import BoardSet
from ground.roles import evening_role
from ground.secrets import sealed_places
from king.cards import SUITS, WINDS
from printing.document_list import DOCUMENTS
from printing.models import PrintJob
from printing.tasks import make_print
from screens.pages.screen import Role
from tests.accounts import signed_in
from tests.live.addresses import patterns
from tests.printing.pages import texts_of
from tournaments.models import Player, Round, Tournament
from wording.naming import ranks_label

LONG_ENOUGH = 9
"""Shortest run of ranks, in characters, that cannot be mistaken for other text on a page."""


def sealed_values(*rows: Model) -> set[str]:
    """Values of these rows in the columns that are declared sealed."""
    values = set()
    for row in rows:
        for place in sealed_places():
            model, column, *path = place.removeprefix(f"{row._meta.app_label}.").split(".")
            if (model, place.split(".")[0]) == (row._meta.object_name, row._meta.app_label):
                value = getattr(row, column)
                for key in path:
                    value = value[key]
                values.add(str(value))
    return values - {""}


def secrets(board_set: BoardSet) -> set[str]:
    """Texts that would give a hand away, without blanks: values declared sealed, whole hands, and
    suits that are long enough.
    """
    texts = sealed_values(board_set, *board_set.boards.all())
    for board in board_set.boards.all():
        deal = board.deal
        texts.add(deal.pbn.replace(" ", ""))
        for wind in WINDS:
            suits = ["".join(rank.value for rank in deal.suit(wind, suit)) for suit in SUITS]
            labels = [ranks_label(deal.suit(wind, suit)).replace(" ", "") for suit in SUITS]
            texts |= {".".join(suits), "".join(labels)}
            texts |= {holding for holding in (*suits, *labels) if len(holding) >= LONG_ENOUGH}
    return texts


def addresses(round_: Round) -> list[str]:
    """Every address of the site, filled with the values of this evening."""
    place = round_.tables.get(number=1).place
    numbers = {
        "number": ["1"],
        "table": ["1"],
        "hand": ["1", "5"],
        "board": ["1", "5"],
        "seat": ["1"],
        "pk": [str(pk) for pk in PrintJob.objects.values_list("pk", flat=True)],
        "kind": ["pdf", "xlsx"],
        "round": ["1"],
        "role": Role.values,
        "key": ["overall", "partita-1", "seats", "tables"],
    }
    urls = set()
    for route, pattern in patterns():
        converters = pattern.pattern.converters
        if "<path:" in route:
            continue
        code = [place.code] if route.startswith(("t/", "api/tables/")) else [round_.tournament.code]
        options = [code if name == "code" else numbers.get(name, ["1"]) for name in converters]
        for values in product(*options):
            address = route
            for name, value in zip(converters, values, strict=True):
                address = re.sub(rf"<(?:\w+:)?{name}>", value, address)
            urls.add("/" + address.replace("^", "").replace("$", "").replace("\\Z", ""))
    return sorted(urls)


def said(client: Client, address: str, raw: bool = True) -> str:
    """Text of the answer at an address, without blanks.

    A PDF gives its text, and with ``raw`` its bytes too. A workbook gives the text of its parts.
    """
    client.raise_request_exception = False
    answer = client.get(address)
    assert answer.status_code != 500, address
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    text = content.decode("utf-8", "replace")
    if content.startswith(b"%PDF"):
        try:
            text = "".join(texts_of(content)) + text * raw
        except PdfiumError:
            pytest.fail(f"{address} is no PDF")
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            text = "".join(parts.read(part).decode("utf-8", "replace") for part in parts.namelist())
    plain = re.sub(r"<[^>]*>", "", text)
    return "".join((text + plain).split())


ALWAYS_OTHERS = re.compile(
    r"""\d\d?:\d\d(?::\d\d(?:\.\d+)?)?|\b[A-Za-z0-9]{64}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|data-until="\d+"|\bstamp\W+\w+|\b(?:made_)?at\W+\d+\.\d+""",
)
"""Parts that differ between two answers: times of day, tokens and ids of forms, the stamp of a page that polls."""


def readers_of(evening: Tournament) -> dict[str, Client]:
    """Browsers with different roles; ``captain`` has the card of table 1 and no account."""
    elsewhere = [evening_role(role, "2ndth3r") for role in ("organizer", "arbiter", "helper")]
    roles = {
        "dealing": ["dealing"],
        "helper": ["helper", evening_role("helper", evening.code)],
        "elsewhere": elsewhere,
        "desk": ["organizer"],
    }
    strangers = {
        name: Client(headers={"accept-language": "en"}) for name in ("stranger", "captain")
    }
    return {name: signed_in(name, *groups) for name, groups in roles.items()} | strangers


def asked_of(evening: Tournament, reader: str) -> list[str]:
    """Addresses that a reader asks for, filled with the last partita of this evening, its players
    and its circuit.
    """
    if reader == "desk":
        return [
            f"/desk/{evening.code}/{page}/"
            for page in ("boards/2", "standings", "log", "rulings", "play/2/1")
        ]
    urls = [url for url in addresses(evening.rounds.get(number=2)) if url != "/metrics"]
    urls = [url for url in urls if url.startswith(("/t/", "/api/tables/")) == (reader == "captain")]
    urls += [url.replace("/1/", "/2/") for url in urls if "/1/" in url]
    urls += [url.replace("/1", "/2") for url in urls if url.startswith(("/t/", "/api/tables/"))]
    if reader == "captain":
        return urls
    codes = Player.objects.exclude(page_code="").values_list("page_code", flat=True)
    urls += [
        url.replace(evening.code, code)
        for code in codes
        for url in urls
        if url.startswith("/players/")
    ]
    circuit = re.compile(r"/circuits/" + evening.code)
    urls += [
        circuit.sub(f"/circuits/{evening.circuit.code}", url) for url in urls if circuit.search(url)
    ]
    names = evening.entries.get(number=1).title, evening.entries.get(number=8).title
    return (
        urls
        + [f"/live/{evening.code}/?q={name}" for name in names]
        + [f"/desk/search/?q={name}" for name in names]
    )


def papers_made(readers: dict[str, Client], evening: Tournament) -> None:
    """Print every document that each of the readers may order."""
    for reader in ("desk", "dealing", "helper"):
        for document in DOCUMENTS.values():
            if not document.reveals_cards:
                readers[reader].post(
                    f"/desk/{evening.code}/print/", {"document": document.key, "round": "2"}
                )
    for job in PrintJob.objects.filter(state="queued").order_by("pk"):
        make_print(job.pk)


TABLES = re.compile(r'(?:FROM|JOIN|INTO|UPDATE) "?(\w+)')
OF_ACCOUNTS = {"django_session", "auth_user", "auth_group", "auth_user_groups"}


@contextmanager
def reads() -> Iterator[set[str]]:
    """Yield a set that collects the names of the tables that are read or written inside the block."""
    names: set[str] = set()

    def see(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        names.update(TABLES.findall(sql))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(see):
        yield names


class Answers(dict[tuple[str, str], str]):
    """Text of each answer by reader and address.

    ``of_accounts`` lists the answers for which only tables of the accounts were read: refusals,
    sign-in forms, addresses that only accept POST. Other writes cannot change these, because a
    cached page is looked up by a revision, which is read.
    """

    def __init__(self) -> None:
        super().__init__()
        self.of_accounts: set[tuple[str, str]] = set()

    def ask(self, reader: str, client: Client, address: str) -> None:
        client.cookies.pop("messages", None)  # messages of an earlier request would show here
        with reads() as tables:
            text = said(client, address, raw=False)
        self[reader, address] = ALWAYS_OTHERS.sub("", text)
        if tables <= OF_ACCOUNTS:
            self.of_accounts.add((reader, address))


def answers(
    readers: dict[str, Client], evening: Tournament, files: bool, before: Answers | None = None
) -> Answers:
    """Ask every address as every reader. A public file is asked for once, and only with ``files``.
    Answers that depended ``before`` on the accounts alone are not asked for again.
    """
    replies = Answers()
    for reader, client in readers.items():
        for url in dict.fromkeys(asked_of(evening, reader)):
            if before is not None and (reader, url) in before.of_accounts:
                replies[reader, url] = before[reader, url]
            elif not url.endswith((".pdf", ".xlsx")) or (files and reader == "helper"):
                replies.ask(reader, client, url)
    return replies


def differences(
    first: dict[tuple[str, str], str], other: dict[tuple[str, str], str]
) -> set[tuple[str, str]]:
    return {place for place in first if first[place] != other[place]}
