"""Reading of an event's result file, which may be packed, in a separate process; returns the part
of one hall. A result of four thousand players takes some hundred megabytes, which are freed when
the process ends.
"""

import gzip
import io
import json
import zlib
from collections.abc import Sequence
from typing import Any

from ground.isolation import ReadError, answer, ask
from king.reading import InputError, parse_json
from king.simultaneous.documents import RESULT
from king.simultaneous.merging import EventResult, ResultLine, result_code

MOST_UNPACKED = 20_000_000
SECONDS_OF_WORK, SECONDS_TO_WAIT = 20, 40
OTHER_FILE = "other_file"


def part_of(content: bytes, hall: int) -> dict[str, Any]:
    """Part of a result file that concerns one hall, read in a separate process.

    Keys: ``code``, ``event``, ``commitment``, ``seed``, ``keys``, ``method``; ``hall`` is the
    hall's own line; ``overall``, ``winds`` and ``late`` have its lines, each with the number ``of``
    all lines.

    Raises ``ReadError`` with ``OTHER_FILE``, or with the place of what cannot be read.
    """
    question = b"\n".join((str(hall).encode(), content))
    part: dict[str, Any] = json.loads(
        ask("simultaneous.event_result", question, SECONDS_TO_WAIT, late=OTHER_FILE)
    )
    return part


def read(content: bytes) -> bytes:
    head, _newline, packed = content.partition(b"\n")
    try:
        text = packed
        if packed.startswith(b"\x1f\x8b"):
            text = gzip.GzipFile(fileobj=io.BytesIO(packed)).read(MOST_UNPACKED + 1)
        if len(text) > MOST_UNPACKED:
            raise ReadError(OTHER_FILE)
        node = parse_json(text.decode(), "")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError, InputError):
        raise ReadError(OTHER_FILE) from None
    if not isinstance(node.value, dict) or node.value.get("form") != RESULT:
        raise ReadError(OTHER_FILE)
    try:
        result = EventResult.from_json(node)
    except InputError as error:
        raise ReadError(error.where) from None
    hall = int(head)
    line = next((line.as_json() for line in result.halls if line.hall == hall), None)
    return json.dumps(
        {
            "code": result_code(node.value),
            "event": result.event,
            "commitment": result.commitment,
            "seed": result.seed,
            "keys": result.keys,
            "method": result.method,
            "hall": line,
            "overall": _own_lines(result.overall, hall),
            "winds": {wind: _own_lines(lines, hall) for wind, lines in result.winds.items()},
            "late": _own_lines(result.late, hall),
        }
    ).encode()


def _own_lines(lines: Sequence[ResultLine], hall: int) -> dict[str, Any]:
    return {"of": len(lines), "lines": [line.as_json() for line in lines if line.hall == hall]}


if __name__ == "__main__":
    answer(read, SECONDS_OF_WORK)
