#!/usr/bin/env python3
# -*- coding: utf-8 -*-
"""King, started: ``python start.py``, or this file double-clicked. It needs nothing but Python 3.11
or later.

The first start makes a virtual environment in ``.venv`` and installs the libraries into it, each
the very file whose hash is in ``requirements.lock``: from the folder ``wheels`` where there is one,
else from the internet. Where a folder ``libraries`` has them already, it makes none. Then, and on
every later start, the site runs until Ctrl-C or until the window is closed. ``--port 9000`` takes
another port; ``--install`` only prepares; KING_NO_BROWSER=1 opens no browser.

Written so that any older Python can read it, and says what is missing.
"""

import filecmp
import locale
import os
import shutil
import signal
import subprocess
import sys

ROOT = os.path.dirname(os.path.abspath(__file__))
WHEELS = os.path.join(ROOT, "wheels")
LOCK = os.path.join(ROOT, "requirements.lock")
INSTALLED = os.path.join(ROOT, ".venv", ".installed")
WINDOWS = os.name == "nt"
PYTHON = os.path.join(ROOT, ".venv", *(("Scripts", "python.exe") if WINDOWS else ("bin", "python")))
# An archive for Windows brings Python and the libraries along.
COMPLETE = os.path.isdir(os.path.join(ROOT, "libraries"))

SAYS = {
    "old": (
        "King needs Python 3.11 or later, and this is %d.%d. Get one from https://www.python.org/downloads/ and start "
        "again.",
        "King vuole Python 3.11 o successivo, e questo è il %d.%d. Scaricane uno da https://www.python.org/downloads/ "
        "e riavvia.",
    ),
    "environment": (
        "Preparing: a virtual environment in .venv",
        "Preparo: un ambiente virtuale in .venv",
    ),
    "no_environment": (
        "No virtual environment could be made in %s: look at the disk and at the rights there. On Debian and Ubuntu: "
        "apt install python3-venv",
        "In %s non si è potuto fare un ambiente virtuale: guarda il disco e i permessi. Su Debian e Ubuntu: "
        "apt install python3-venv",
    ),
    "libraries": (
        "Preparing: installing the libraries (only this once; it needs the internet)",
        "Preparo: installo le librerie (solo questa volta; serve internet)",
    ),
    "wheels": (
        "Preparing: installing the libraries from the folder wheels (only this once)",
        "Preparo: installo le librerie dalla cartella wheels (solo questa volta)",
    ),
    "no_libraries": (
        "The libraries could not be installed; what is in the way is above. With the internet, start again.",
        "Non si sono potute installare le librerie; sopra c'è scritto perché. Con internet, riavvia.",
    ),
    "not_in_wheels": (
        "The folder wheels does not have every library for this system and Python %d.%d; what is missing is above. Use "
        "another Python, or take the folder away and start with the internet.",
        "La cartella wheels non ha tutte le librerie per questo sistema e Python %d.%d; sopra c'è scritto che cosa "
        "manca. Usa un altro Python, oppure togli la cartella e avvia con internet.",
    ),
    "enter": ("Press Enter to close this window.", "Premi Invio per chiudere questa finestra."),
}


def sentence_of(name, *values):
    """Sentence in English or Italian. No library that could translate it is installed yet."""
    language = (
        os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    )
    if not language:
        try:
            language = locale.getlocale()[0] or ""
        except ValueError:
            language = ""
    sentence = SAYS[name][language.lower().startswith("it")]
    return sentence % values if values else sentence


def say(sentence):
    """Print a line at once, in letters that the terminal has."""
    letters = sys.stdout.encoding or "ascii"
    try:
        sentence = sentence.encode(letters, "replace").decode(letters)
    except UnicodeError:  # Python 2, whose sentences are bytes
        pass
    sys.stdout.write(sentence + "\n")
    sys.stdout.flush()


def give_up(sentence):
    """Print a last line and end. A window that would close waits until it has been read."""
    say(sentence)
    if WINDOWS and sys.stdin is not None and sys.stdin.isatty():
        say(sentence_of("enter"))
        sys.stdin.readline()
    sys.exit(1)


def install():
    """Make the environment and install the libraries of the lock, unless they are there already."""
    # A Python that was replaced by another leaves an environment that cannot start.
    works = os.path.exists(PYTHON) and subprocess.call([PYTHON, "-c", "import pip"]) == 0
    # By content: an archive unpacked over an older folder has files of older dates.
    if works and os.path.exists(INSTALLED) and filecmp.cmp(LOCK, INSTALLED, shallow=False):
        return
    if not works:
        say(sentence_of("environment"))
        if subprocess.call([sys.executable, "-m", "venv", "--clear", os.path.join(ROOT, ".venv")]):
            give_up(sentence_of("no_environment", ROOT))
    from_wheels = os.path.isdir(WHEELS)
    say(sentence_of("wheels" if from_wheels else "libraries"))
    command = [
        PYTHON,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--require-hashes",
        "-r",
        LOCK,
    ]
    if subprocess.call(command + (["--no-index", "--find-links", WHEELS] if from_wheels else [])):
        give_up(
            sentence_of("not_in_wheels", *sys.version_info[:2])
            if from_wheels
            else sentence_of("no_libraries")
        )
    shutil.copyfile(LOCK, INSTALLED)


def main():
    """Prepare, then become the program that runs the evening."""
    if sys.version_info < (3, 11):
        give_up(sentence_of("old", *sys.version_info[:2]))
    os.chdir(ROOT)
    if not COMPLETE:
        install()
    if "--install" in sys.argv:
        return
    python = [sys.executable, "-X", "utf8"] if COMPLETE else [PYTHON]
    # One kind of letters in every file and terminal, as on the systems that have no other.
    os.environ["PYTHONUTF8"] = "1"
    command = python + ["manage.py", "run_night", "--browser"] + sys.argv[1:]
    if not WINDOWS:
        os.execv(python[0], command)
    # Windows cannot put one program in another's place; Ctrl-C reaches both, and this one waits for
    # the other.
    signal.signal(signal.SIGINT, lambda number, frame: None)
    if subprocess.call(command):
        give_up("")


if __name__ == "__main__":
    main()
