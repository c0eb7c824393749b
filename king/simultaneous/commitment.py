"""Content of a report that a closing code commits a hall to: rows, rulings, seats and spares of an
evening.

Time, log seal and card numbers are in the report too, sealed but outside the code, so that the same
sheets have the same code on another machine or day.

A name counts by its digest with a secret salt. So a person can be forgotten later: name and salt
are removed, and the code still fits. Without the salt nobody can guess names by their digest.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from operator import itemgetter
from typing import Any

from king.dealing import canonical_json
from king.reading import InputError, Node
from king.sheet.row import Row, Sale
from king.sheet.rulings import Ruling
from king.words import Phrase, gettext_noop

NO_SALT = gettext_noop("the report has no salt for the name {name}, so its code cannot be checked")

Sealing = Mapping[str, str]
"""Digest of each name, 64 hex digits."""


def salts_of(secret: str, names: Iterable[str]) -> dict[str, str]:
    """Make a salt of 32 hex digits for each name. It is the same whenever the hall writes its
    report.
    """
    key = bytes.fromhex(secret)
    return {name: hmac.digest(key, f"name:{name}".encode(), "sha256").hex()[:32] for name in names}


def name_digests(salts: Mapping[str, str]) -> dict[str, str]:
    return {
        name: hashlib.sha256(f"{salt}:{name}".encode()).hexdigest() for name, salt in salts.items()
    }


def played_form(
    event: str,
    hall: int,
    commitment: str,
    night: Node,
    spares: Iterable[Mapping[str, int]],
    house: Iterable[str],
    sealed: Sealing,
) -> dict[str, Any]:
    """JSON of the evening as played, in a fixed order, with digests for names.

    Raises ``InputError`` with the place of what cannot be read.
    """
    rulings = defaultdict[tuple[int, int], list[Any]](list)
    for node in _listed(night, "rulings"):
        place = node["round"].integer(), node["table"].integer()
        rulings[place].append(Ruling.from_json(node).as_json())
    rounds: list[dict[str, Any]] = []
    for played in night["rounds"].list():
        number = played["round"].integer()
        tables = [
            _table(sheet, rulings[number, sheet["table"].integer()], sealed)
            for sheet in played["sheets"].list()
        ]
        rounds.append({"round": number, "tables": sorted(tables, key=itemgetter("table"))})
    return {
        "event": event,
        "hall": hall,
        "commitment": commitment,
        "rounds": sorted(rounds, key=itemgetter("round")),
        "spares": sorted(spares, key=canonical_json),
        "house": sorted(_digest(name, sealed) for name in house),
    }


def _table(sheet: Node, rulings: list[Any], sealed: Sealing) -> dict[str, Any]:
    form: dict[str, Any] = {
        "table": sheet["table"].integer(),
        "seats": {
            place: [_digest(name, sealed) for name in _names(seat)]
            for place, seat in sheet["seats"].object().items()
        },
        "rows": sorted(map(_row, sheet["rows"].list()), key=itemgetter("hand")),
        "rulings": sorted(rulings, key=canonical_json),
    }
    if sheet.has("first_dealer"):
        form["first_dealer"] = sheet["first_dealer"].text()
    return form


ROW = frozenset(field.name for field in fields(Row))
SALE = frozenset(field.name for field in fields(Sale))


def _row(row: Node) -> dict[str, Any]:
    """Fields of a row as written. Other code checks whether the row is possible, so that 8,000
    sheets are checked only once.
    """
    row["hand"].integer()
    written = row.object()
    form = {
        key: value for key in ROW if (value := written.get(key)) is not None and value is not False
    }
    if isinstance(form.get("sale"), dict):
        form["sale"] = {key: form["sale"][key] for key in SALE if form["sale"].get(key) is not None}
    return form


def _digest(name: str, sealed: Sealing) -> str:
    try:
        return sealed[name]
    except KeyError:
        raise InputError(Phrase(NO_SALT, name=name)) from None


def redact_texts(form: Any, redact: Callable[[str], str]) -> Any:
    """Return the JSON with each text in it replaced by what ``redact`` returns. Keys stay."""
    if isinstance(form, str):
        return redact(form)
    if isinstance(form, Mapping):
        return {key: redact_texts(value, redact) for key, value in form.items()}
    return [redact_texts(value, redact) for value in form] if isinstance(form, list) else form


def seated_names(night: Node) -> Iterator[str]:
    """Names at all tables as they are written, with repetitions.

    Raises ``InputError`` with the place of what cannot be read.
    """
    for played in night["rounds"].list():
        for sheet in played["sheets"].list():
            seats = sheet["seats"]
            for place, seat in seats.object().items():
                try:
                    yield from _names(seat)
                except AttributeError:
                    raise seats[place].fail(gettext_noop("text")) from None


def _names(seat: Any) -> list[str]:
    """Names at a seat: one, or those of a pair."""
    names = seat if isinstance(seat, list) else [seat]
    return [" ".join(name.split()) for name in names]


def _listed(node: Node, key: str) -> list[Node]:
    return node[key].list() if node.has(key) else []
