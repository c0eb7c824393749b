"""The notations that boards travel in, by their code; a set that one cannot hold is an
``InputError`` that says why.

Duplicating machines read DUP and DLM (``files``) or PBN (``pbn``), viewers PBN and LIN, people
``text``; ``typed`` reads what a person types.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from king.boards import DealtSet
from king.notation import files, pbn


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
        Notation("dlm", "Duplimate DLM", "dlm", "text/plain", files.write_dlm),
        Notation("dup", "Duplimate DUP", "dup", "application/octet-stream", files.write_dup),
        Notation("bri", "BRI", "bri", "application/octet-stream", files.write_bri),
        Notation("lin", "LIN", "lin", "text/plain", files.write_lin),
        Notation("text", "Text", "txt", "text/plain; charset=utf-8", files.write_text),
        Notation("line", "One PBN deal a line", "txt", "text/plain", files.write_lines),
    )
}
