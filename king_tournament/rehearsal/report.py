"""The report of a rehearsal: for the terminal as it goes, for the desk's page in a file, in each
reader's language.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from ground import system
from ground.folder import InUse, held
from king_tournament.installation.backup import refusal_of
from wording.sentences import Sentence

WAYS = ("faults", "plain")
STEP, RIGHT, WRONG = "step", "right", "wrong"
SECONDS_TO_START = 30


def folder() -> Path:
    """Beside the evenings' own files, which it never touches."""
    return Path(settings.DATA_DIR) / "rehearsal"


@dataclass
class Report:
    """``say`` gets each line in words."""

    say: Callable[[str, str], None] = lambda kind, sentence: None
    lines: list[dict[str, Any]] = field(default_factory=list)
    begun: float = field(default_factory=time.time)
    done: int = 0
    all: int = 1
    ended: float | None = None

    def step(self, sentence: str, **fields: object) -> None:
        self._add(STEP, sentence, fields)

    def right(self, sentence: str, **fields: object) -> None:
        self._add(RIGHT, sentence, fields)

    def wrong(self, sentence: str, **fields: object) -> None:
        self._add(WRONG, sentence, fields)

    def holds(self, good: object, right: str, wrong: str, **fields: object) -> None:
        self._add(RIGHT if good else WRONG, right if good else wrong, fields)

    def _add(self, kind: str, sentence: str, fields: Mapping[str, object]) -> None:
        kept = {
            key: value if isinstance(value, int) else str(value) for key, value in fields.items()
        }
        self.lines.append({"kind": kind, "sentence": sentence, "fields": kept})
        self.say(kind, str(Sentence(sentence, kept)))
        self.write()

    def end(self) -> int:
        self.ended = time.time()
        self.write()
        return sum(line["kind"] == WRONG for line in self.lines)

    def write(self) -> None:
        """Whole or not at all: a page reads it at any moment."""
        draft = folder() / "report.part"
        kept = {key: getattr(self, key) for key in ("lines", "begun", "done", "all", "ended")}
        draft.write_text(json.dumps(kept), encoding="utf-8")
        os.replace(draft, folder() / "report.json")


def last_report() -> dict[str, Any] | None:
    try:
        kept = json.loads((folder() / "report.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    running = kept["ended"] is None and (
        time.time() - kept["begun"] < SECONDS_TO_START or is_at_work()
    )
    lines = [
        {"kind": line["kind"], "text": str(Sentence(line["sentence"], line["fields"]))}
        for line in kept["lines"]
    ]
    return {
        "running": running,
        "broken_off": kept["ended"] is None and not running,
        "begun": datetime.fromtimestamp(kept["begun"], tz=timezone.get_current_timezone()),
        "seconds": round((kept["ended"] or time.time()) - kept["begun"]),
        "share": round(100 * kept["done"] / kept["all"]),
        "now": lines[-1]["text"] if lines else "",
        "right": [line["text"] for line in lines if line["kind"] == RIGHT],
        "wrong": [line["text"] for line in lines if line["kind"] == WRONG],
    }


def is_at_work() -> bool:
    try:
        with held(folder(), ""):
            return False
    except InUse:
        return True
    except FileNotFoundError:
        return False


def start(*, faults: bool) -> None:
    """A process of its own, so that the page answers at once. Refused while another is under
    way.
    """
    last = last_report()
    if last is not None and last["running"]:
        raise ValidationError(
            _("A rehearsal is under way already: wait until it is over."), code="under_way"
        )
    program = [
        sys.executable,
        str(settings.BASE_DIR / "manage.py"),
        "rehearse",
        *(["--faults"] if faults else []),
    ]
    try:
        folder().mkdir(exist_ok=True)
        Report().write()
        with open(folder() / "terminal.txt", "wb") as said:
            system.start_apart(program, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
    except OSError as error:
        raise refusal_of(error, folder()) from None
