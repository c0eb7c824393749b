"""Notations of boards, by their code. If a notation cannot represent a set, it raises an
``InputError`` with the reason.

Duplicating machines read DUP, DLM and BRI (``machines``) or PBN (``pbn``), viewers read PBN and
``lin``, people read the text of ``files``. ``read_boards`` reads all of them except the text for
people, by means of ``reading``; ``typed_cards`` reads cards that a person types.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from king.boards import DealtSet
from king.notation import files, lin, machines, pbn
from king.notation.reading import BoardFile, Reader, read_file


class Notation(NamedTuple):
    code: str
    name: str
    extension: str
    media_type: str
    write: Callable[[DealtSet], bytes]


NOTATIONS: Mapping[str, Notation] = {
    notation.code: notation
    for notation in (
        Notation("pbn", "Portable Bridge Notation 2.1", "pbn", "application/x-pbn", pbn.write),
        Notation("dlm", "Duplimate DLM", "dlm", "text/plain", machines.write_dlm),
        Notation("dup", "Duplimate DUP", "dup", "application/octet-stream", machines.write_dup),
        Notation("bri", "BRI", "bri", "application/octet-stream", machines.write_bri),
        Notation("lin", "LIN", "lin", "text/plain", lin.write),
        Notation("text", "Text", "txt", "text/plain; charset=utf-8", files.write_text),
        Notation("line", "One PBN deal a line", "txt", "text/plain", files.write_lines),
    )
}

READERS = (
    Reader("dup", machines.is_dup, machines.read_dup, of_bytes=True),
    Reader("bri", machines.is_bri, machines.read_bri, of_bytes=True),
    Reader("dlm", machines.is_dlm, machines.read_dlm),
    Reader("lin", lin.is_lin, lin.read),
    Reader("line", files.are_lines, files.read_lines),
    Reader("pbn", lambda raw: True, pbn.read, names_hands=True),
)
"""Readers in the order in which they are tried. PBN is last: a file that no other reader recognizes
is read as PBN, and gets its problems."""

FULL_DECK_ONLY = ("dlm", "dup", "bri", "lin")


def read_boards(raw: bytes) -> BoardFile:
    """Read all boards of a file in any notation. Returns the boards or all problems."""
    return read_file(raw, READERS)
