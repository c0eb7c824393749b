"""The command ``king``, run in this process with standard streams in memory."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

from king.__main__ import main


class _Standard(io.TextIOWrapper):
    """A standard stream in memory."""

    def __init__(self, text: str = "") -> None:
        super().__init__(io.BytesIO(text.encode(errors="surrogatepass")), encoding="utf-8")

    def text(self) -> str:
        self.flush()
        return self.buffer.getvalue().decode()


def ask(*argv: str, text: str = "") -> tuple[int, str, str]:
    """Run the command; return exit status, standard output and standard error."""
    streams = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = _Standard(text), _Standard(), _Standard()
    try:
        status = main(list(argv))
        return status, sys.stdout.text(), sys.stderr.text()
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams


def answered(verb: str, document: Any) -> tuple[int, Any, str]:
    """Run the verb on a document; return exit status, answer (None if there is none) and standard
    error.
    """
    text = document if isinstance(document, str) else json.dumps(document)
    status, out, err = ask(verb, "-", text=text)
    return status, json.loads(out) if out else None, err
