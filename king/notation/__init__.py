"""The notations that boards travel in, by their code: a new one is a module and a line here.

Every writer takes a ``DealtSet`` and gives bytes; a set that a notation cannot hold is an ``InputError`` that says
why. Duplicating machines read DUP and DLM or PBN, viewers PBN and LIN, people ``text``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from king.boards import DealtSet
from king.notation import bri, dlm, dup, lin, pbn, text


@dataclass(frozen=True, slots=True)
class Notation:
    """A way to write boards: its code, its name, the file's extension and media type, and who writes it."""

    code: str
    name: str
    extension: str
    media_type: str
    write: Callable[[DealtSet], bytes]


NOTATIONS: Mapping[str, Notation] = {
    notation.code: notation
    for notation in (
        Notation("pbn", "Portable Bridge Notation 2.1", "pbn", "application/x-pbn", pbn.write),
        Notation("dlm", "Duplimate DLM", "dlm", "text/plain", dlm.write),
        Notation("dup", "Duplimate DUP", "dup", "application/octet-stream", dup.write),
        Notation("bri", "BRI", "bri", "application/octet-stream", bri.write),
        Notation("lin", "LIN", "lin", "text/plain", lin.write),
        Notation("text", "Text", "txt", "text/plain; charset=utf-8", text.write),
        Notation("line", "One PBN deal a line", "txt", "text/plain", text.write_lines),
    )
}
