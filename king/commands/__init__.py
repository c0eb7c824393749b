"""Verbs of ``python -m king``, in ``boards``, ``halls``, ``hands``, ``robots`` and ``sheets``. Each
verb has two functions: ``VERB_arguments(parser)`` and ``run_VERB(arguments) -> exit status``.
"""

import json
from json.encoder import encode_basestring


def print_json(answer: object) -> None:
    print(indented(answer))


def indented(value: object, end: str = "\n") -> str:
    """Write JSON as ``json.dumps(value, ensure_ascii=False, indent=1)`` does, in half the time,
    because ``dumps`` makes a generator for each list and object if it indents. ``end`` ends a line
    and indents the next.
    """
    if type(value) is str:
        return encode_basestring(value)
    if type(value) is int:
        return str(value)
    if not value or not isinstance(value, (dict, list, tuple)):
        return json.dumps(value, ensure_ascii=False)
    inner = f"{end} "
    if isinstance(value, dict):
        parts = [
            f"{encode_basestring(str(key))}: {indented(part, inner)}" for key, part in value.items()
        ]
        return f"{{{inner}{f',{inner}'.join(parts)}{end}}}"
    parts = [indented(part, inner) for part in value]
    return f"[{inner}{f',{inner}'.join(parts)}{end}]"
