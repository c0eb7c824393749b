"""A report as the text of a few squares, which a phone with a network photographs from the screen of
a laptop without one.

Squares hold capital letters and digits in little room, so a part is base32 without padding, of zlib
over the canonical JSON of the report with its seal.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Sequence

from king.dealing import canonical_json
from king.reading import LARGEST_INPUT, InputError, parse_json
from king.simultaneous.documents import Report
from king.words import gettext_noop

LONGEST_PART = 1_800
"""Letters: what the camera of a phone still reads from a screen."""
MOST_PARTS = 99

NO_SQUARES = gettext_noop("The parts are not those of one report: photograph each square again")


def pack(report: Report) -> list[str]:
    form = json.loads(report.canonical) | {"mac": report.mac}
    packed = base64.b32encode(zlib.compress(canonical_json(form).encode(), 9))
    text = packed.decode().rstrip("=")
    return [text[at : at + LONGEST_PART] for at in range(0, len(text), LONGEST_PART)]


def unpack_text(parts: Sequence[str]) -> str:
    """The JSON of the report, of all its parts in order. Raises ``InputError``."""
    text = "".join(parts).upper()
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
