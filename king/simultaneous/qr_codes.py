"""Report as a few QR codes, which a phone with a network can photograph from the screen of a laptop
without one.

QR codes are small if they hold capital letters and digits only. So a part is base32 without
padding, of zlib over the canonical JSON of the sealed report. Each part has its number in the set
and a seal of its own, so that a part of another hall or report spoils no set.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import json
import re
import zlib
from collections.abc import Sequence
from typing import NamedTuple

from king.dealing import canonical_json
from king.reading import LARGEST_INPUT, InputError, parse_json
from king.simultaneous.documents import Report
from king.words import gettext_noop

LONGEST_PART = 1_800
"""Most letters of a part that a phone's camera can still read from a screen."""
MOST_PARTS = 99
SEAL, SET = 8, 6
"""Number of letters of a part's seal, and of the closing code, by which the parts of a report are
recognized."""

NO_SQUARES = gettext_noop("These parts do not belong to one report: photograph each QR code again")
FOREIGN = gettext_noop("This QR code does not belong to a report of this hall: photograph it again")

_PLACE = re.compile(rf"([A-Z]{{{SET}}})-([1-9][0-9]?)-([1-9][0-9]?)")


class Place(NamedTuple):
    """Place of a square: ``ABCDEF-2-3`` is the second of three parts of the report ABCDEF."""

    report: str
    number: int
    of: int

    def __str__(self) -> str:
        return f"{self.report}-{self.number}-{self.of}"

    @classmethod
    def read(cls, text: str) -> Place:
        """Read a place. Raises ``InputError`` for any other text."""
        match = _PLACE.fullmatch(text.upper())
        if match is None or int(match[2]) > int(match[3]):
            raise InputError(FOREIGN)
        return cls(match[1], int(match[2]), int(match[3]))

    @property
    def whole(self) -> tuple[Place, ...]:
        """Places of all squares of the report."""
        return tuple(self._replace(number=number) for number in range(1, self.of + 1))


class Square(NamedTuple):
    place: Place
    text: str


def pack(report: Report, secret: str) -> list[Square]:
    form = json.loads(report.canonical) | {"mac": report.mac}
    packed = base64.b32encode(zlib.compress(canonical_json(form).encode(), 9))
    text, length = packed.decode().rstrip("="), LONGEST_PART - SEAL
    parts = [text[at : at + length] for at in range(0, len(text), length)]
    places = Place(report.code[:SET], 1, len(parts)).whole
    return [
        Square(place, part + _seal(secret, place, part))
        for place, part in zip(places, parts, strict=True)
    ]


def _seal(secret: str, place: Place, part: str) -> str:
    digest = hmac.digest(bytes.fromhex(secret), f"{place}:{part}".encode(), "sha256")
    return base64.b32encode(digest).decode()[:SEAL]


def open_square(secret: str, square: Square) -> str:
    """Content of a square. Raises ``InputError`` if its seal is wrong."""
    text = square.text.upper()
    part, seal = text[:-SEAL], text[-SEAL:]
    own = _seal(secret, square.place, part)
    if len(text) > LONGEST_PART or not hmac.compare_digest(seal.encode(), own.encode()):
        raise InputError(FOREIGN)
    return part


def unpack_text(parts: Sequence[str]) -> str:
    """Return the JSON of the report from all its parts in order. Raises ``InputError``."""
    text = "".join(parts)
    unpacking = zlib.decompressobj()
    try:
        packed = base64.b32decode(text + "=" * (-len(text) % 8))
        written = unpacking.decompress(packed, LARGEST_INPUT).decode()
    except (binascii.Error, zlib.error, ValueError):
        raise InputError(NO_SQUARES) from None
    if not unpacking.eof:
        raise InputError(NO_SQUARES)
    return written


def unpack(parts: Sequence[str]) -> Report:
    return Report.read(parse_json(unpack_text(parts), "squares"))
