#!/usr/bin/env python
"""Django's command line for this project: ``python manage.py help``."""

import contextlib
import os
import sys
import tempfile
from pathlib import Path

OF_NO_INSTALLATION = (["new_club"], ["every_club"])
"""Commands for a machine of many installations; each installation has a folder of its own."""


def main() -> None:
    """Run one command, with the project's settings unless told otherwise."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "king_tournament.settings")
    from ground.unused_libraries import leave_out

    if sys.argv[1:2] != ["shell"]:  # where anything may be imported
        leave_out()
    from django.core.management import execute_from_command_line

    from king_tournament.installation.translations import compile_catalogues

    # Before anything is loaded: Django reads a catalogue once, and on the first start there is none
    # yet.
    compile_catalogues(Path(__file__).parent / "locale")
    with contextlib.ExitStack() as stack:
        if sys.argv[1:2] in OF_NO_INSTALLATION:
            # The settings make keys in the folder that they are given.
            nowhere = tempfile.TemporaryDirectory(prefix="king-")
            os.environ["KING_DATA_DIR"] = stack.enter_context(nowhere)
        # The usage of a command names the program as it was typed.
        program = os.environ.get("KING_PROGRAM") or sys.argv[0]
        execute_from_command_line([program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
