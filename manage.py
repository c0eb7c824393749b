#!/usr/bin/env python
"""Django's command line for this project: ``python manage.py help``."""

import os
import sys
from pathlib import Path


def main() -> None:
    """Run one command, with the project's settings unless told otherwise."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "king_tournament.settings")
    from ground.unused_libraries import leave_out

    leave_out()
    from django.core.management import execute_from_command_line

    from king_tournament.installation.translations import compile_catalogues

    # Before anything is loaded: Django reads a catalogue once, and on the first start there is none
    # yet.
    compile_catalogues(Path(__file__).parent / "locale")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
