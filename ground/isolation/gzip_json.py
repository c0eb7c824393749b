"""Unpacking of an archive file in a separate process (``ground.isolation``), because 43 kB can unpack
to nested lists that take two gigabytes.
"""

import gzip
import io
import json
import math
import zlib
from typing import Any

from ground.isolation import ReadError, answer, ask

MOST_UNPACKED = 100_000_000
MOST_LISTS, MOST_VALUES = 1_500_000, 6_000_000
"""Limits of a file. A season of six evenings, each with four partite at 250 tables, has 61 MB, 0.8
million lists and 4 million values. A program that reads the text again needs some 60 bytes for each
value."""
SECONDS_OF_WORK = 10
SECONDS_TO_WAIT = 40


def text_of(content: bytes) -> bytes:
    """Text of the JSON, checked for incomplete characters and for numbers like NaN. Raises
    ``ReadError``.
    """
    return ask("ground.isolation.gzip_json", content, SECONDS_TO_WAIT)


def read(content: bytes) -> bytes:
    # Some browsers unpack what they load down.
    packed = content.startswith(b"\x1f\x8b")
    try:
        text = (
            gzip.GzipFile(fileobj=io.BytesIO(content)).read(MOST_UNPACKED + 1)
            if packed
            else content
        )
    except (OSError, EOFError, zlib.error):
        raise ReadError("file_damaged") from None
    if len(text) > MOST_UNPACKED:
        raise ReadError("file_too_large_unpacked")
    lists = text.count(b"[") + text.count(b"{")
    if lists > MOST_LISTS or lists + text.count(b",") > MOST_VALUES:
        raise ReadError("file_too_large_unpacked")
    try:
        content_read = json.loads(text, parse_constant=_refuse_number, parse_float=_finite)
        if b"\\u" in text:
            json.dumps(content_read, ensure_ascii=False).encode()  # half a letter is refused here
    except (ValueError, RecursionError):
        raise ReadError("no_json") from None
    return text


def _refuse_number(name: str) -> Any:
    raise ValueError(name)


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(text)
    return number


if __name__ == "__main__":
    answer(read, SECONDS_OF_WORK)
