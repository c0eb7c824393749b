"""A copy of everything that this installation has stored: one file, whole at any moment of play.

The copy is made by the database itself, so tables that write meanwhile are in it with whole rows or
not at all. It is a zip with the database and a note of what it is; the cards of sealed boards are in it, so who may not
see them is not handed one. The keys by which somebody is signed in stay behind: with another's key the next partita's
cards could be read.
"""

from __future__ import annotations

import hashlib
import io
import json
import logging
import os
import re
import sqlite3
import tempfile
import zipfile
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import IO

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from deals.models import BoardSet
from tournaments.boards import check_may_open_cards
from tournaments.log import record
from tournaments.models import Round, Tournament

logger = logging.getLogger(__name__)

DATABASE, NOTE = "king.sqlite3", "copy.json"
WITHOUT_KEYS = "DELETE FROM django_session; DELETE FROM authtoken_token; DELETE FROM king_tournament_attempt; VACUUM"
"""Browsers and programs that are signed in; what is deleted can be read in the file until it is written anew."""

KEPT = 20
"""How many copies of its own the installation keeps; the oldest goes when another comes."""


@dataclass(frozen=True, slots=True)
class Note:
    """What a copy says of itself."""

    made_at: str
    sha256: str
    evenings: int

    @property
    def moment(self) -> datetime:
        """When it was made."""
        return datetime.fromisoformat(self.made_at)


# --- making one


def check_can_copy() -> None:
    """Refuse where another program keeps the data and has its own way to copy it."""
    if connection.vendor != "sqlite":
        raise ValidationError(
            _("This installation keeps its data in PostgreSQL: copy it with pg_dump and bring it back with "
              "pg_restore."),
            code="not_sqlite",
        )  # fmt: skip


def write_copy(to: IO[bytes]) -> Note:
    """Write a copy as it stands at this moment."""
    check_can_copy()
    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix="copy-") as folder:
        database = Path(folder) / DATABASE
        with closing(opened(database_file())) as source, closing(opened(database)) as copy:
            source.backup(copy)
            # One file, without a write-ahead log beside it.
            copy.execute("PRAGMA journal_mode = DELETE")
            copy.executescript(WITHOUT_KEYS)
            evenings = copy.execute("SELECT count(*) FROM tournaments_tournament").fetchone()[0]
        note = Note(timezone.now().isoformat(), digest_of(database), evenings)
        with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.write(database, DATABASE)
            packed.writestr(NOTE, json.dumps(asdict(note)))
    return note


def database_file() -> str:
    return str(connection.settings_dict["NAME"])


def opened(path: str | Path) -> sqlite3.Connection:
    """The file as SQLite has it, with the one function of Django's that constraints of the tables ask for."""
    opened = sqlite3.connect(path, timeout=30)
    opened.create_function("REGEXP", 2, lambda pattern, text: re.search(pattern, str(text)) is not None)
    return opened


def digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def copy_for(*, tournament: Tournament, author: AbstractBaseUser) -> IO[bytes]:
    """A copy to be taken away, with a line in the log; refused to who may not see cards that it holds."""
    packed = io.BytesIO()
    write_copy(packed)
    packed.seek(0)
    # Looked at afterwards: boards that were sealed while the copy was written may be in it.
    sealed = sealed_rounds()
    for round_ in sealed:
        check_may_open_cards(author, round_.tournament, round_.board_set)
    sentence, kind = gettext_noop("A copy of everything was downloaded."), "backup"
    if sealed:
        sentence = gettext_noop("A copy of everything was downloaded, with cards that are sealed.")
        kind = "cards_opened"
    record(tournament, kind, sentence, author=author)
    return packed


def sealed_rounds() -> list[Round]:
    """The partite of all evenings whose cards are in the database and not everybody's yet."""
    rounds = Round.objects.filter(board_set__isnull=False).exclude(board_set__state=BoardSet.State.REVEALED)
    return list(rounds.select_related("board_set", "tournament"))


# --- keeping them


def folder() -> Path:
    """Where the installation keeps its own copies; for its owner's eyes only, as sealed cards are in them."""
    place = Path(settings.DATA_DIR) / "backups"
    place.mkdir(mode=0o700, exist_ok=True)
    return place


def file_name(what: str = "") -> str:
    """``king-2026-11-20-213005-partita-1.zip``: sorted by name is sorted by time."""
    moment = timezone.localtime().strftime("%Y-%m-%d-%H%M%S")
    return "-".join(filter(None, ("king", moment, slugify(what)))) + ".zip"


def keep_copy(what: str) -> Path | None:
    """A copy in the installation's own folder; what stands in the way is written to the terminal, and nothing waits.

    The file appears under its name only when it is whole.
    """
    if connection.vendor != "sqlite":
        return None
    try:
        path = folder() / file_name(what)
        draft = path.with_suffix(".part")
        with os.fdopen(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "w+b") as file:
            write_copy(file)
        draft.replace(path)
        for old in sorted(folder().glob("king-*.zip"))[:-KEPT]:
            old.unlink(missing_ok=True)
    except (OSError, sqlite3.Error) as error:
        logger.warning("no copy was kept: %s", error)
        return None
    return path


@dataclass(frozen=True, slots=True)
class Kept:
    """A copy in the installation's folder."""

    name: str
    at: datetime
    size: int


def kept_copies() -> list[Kept]:
    """The copies that the installation has kept, the newest first."""
    found = []
    for path in sorted(folder().glob("king-*.zip"), reverse=True):
        about = path.stat()
        moment = datetime.fromtimestamp(about.st_mtime, tz=timezone.get_current_timezone())
        found.append(Kept(path.name, moment, about.st_size))
    return found
