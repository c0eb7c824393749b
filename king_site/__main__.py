"""Command ``king-site``, for ``pip install 'duplicate-king[site]'``.

``king-site run [--port 9000]`` does what ``make run`` does in a checkout; ``king-site web`` and
``king-site worker`` are the web server and the worker of docs/federation.md; every other word is a
command of the site, ``king-site doctor`` for example. The data are in the folder that
``KING_DATA_DIR`` names, or else where the system keeps those of an account's programs.
"""

import importlib.util
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from king import __version__

SITE = Path(__file__).resolve().parent / "site"
MANAGE = str(SITE / "manage.py")
WINDOWS = os.name == "nt"

BEGUN = {
    "run": [MANAGE, "run_night", "--browser"],
    "web": ["-m", "king_tournament.installation.web"],
    "worker": ["-m", "celery", "--app", "king_tournament", "worker"],
}
"""Arguments of Python, by the first word."""

HELP = """\
king-site run [--port 9000]    run the site of a club on this machine, until Ctrl-C
king-site doctor               look over the installation and say what is wrong
king-site backup [FILE]        make a safety copy of everything
king-site restore FILE         put a copy in the place of what is stored
king-site demo                 make an invented evening
king-site web, king-site worker
                               web server and worker of a federation
king-site --version            the version
king-site help                 all other commands

The data are in {folder} (KING_DATA_DIR names another folder).
"""


def data_folder(variables: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Folder of the data where ``KING_DATA_DIR`` names none.

    >>> data_folder({"XDG_DATA_HOME": "/home/anna/data"}, "linux").as_posix()
    '/home/anna/data/duplicate-king'
    """
    if platform == "win32":
        base = Path(variables.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(variables.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "duplicate-king"


def main() -> None:
    """Become the site's program, so that signals and the terminal are its own."""
    first, rest = sys.argv[1:2], sys.argv[2:]
    if first in ([], ["-h"], ["--help"]):
        sys.stdout.write(
            HELP.format(folder=os.environ.get("KING_DATA_DIR") or data_folder(os.environ))
        )
        return
    if first == ["--version"]:
        sys.stdout.write(f"{__version__}\n")
        return
    if importlib.util.find_spec("django") is None:
        sys.exit(
            "The libraries of the site are not installed: pip install 'duplicate-king[site]'\n"
            "Le librerie del sito non sono installate: pip install 'duplicate-king[site]'"
        )
    begun = BEGUN.get(first[0], [MANAGE, *first])
    program = [sys.executable, *begun, *rest]
    places = [str(SITE), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {
        "KING_DATA_DIR": str(data_folder(os.environ)),
        "DJANGO_SETTINGS_MODULE": "king_tournament.settings",
        **os.environ,
        "KING_PROGRAM": "king-site",
        "PYTHONPATH": os.pathsep.join(places),
        # One kind of letters in every file and terminal, as on the systems that have no other.
        "PYTHONUTF8": "1",
    }
    if not WINDOWS:
        os.execve(sys.executable, program, environment)
    # Windows cannot put one program in another's place; Ctrl-C reaches both, and this one waits.
    signal.signal(signal.SIGINT, lambda _number, _frame: None)
    sys.exit(subprocess.call(program, env=environment))


if __name__ == "__main__":
    main()
