"""Commands of the site as its reader types them, for the sentences that name one."""

import os
import sys
from pathlib import Path

_ROOT = Path(__file__).parent.parent


def installed_name() -> str:
    """Name of the installed command that started the program; empty in a checkout."""
    return os.environ.get("KING_PROGRAM", "")


def site_command(words: str) -> str:
    """Return how the command is typed: with the installed name, or in the folder of the checkout
    with the Python that has the libraries.
    """
    python = Path(sys.executable)
    typed = python.relative_to(_ROOT) if python.is_relative_to(_ROOT) else "python"
    return f"{installed_name() or f'{typed} manage.py'} {words}"


def start_command(port: int) -> str:
    """Return how the site is started on this port."""
    if name := installed_name():
        return f"{name} run --port {port}"
    return f"python start.py --port {port} (make run PORT={port})"
