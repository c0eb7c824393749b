"""Backup of everything stored, consistent at any moment of play because the database makes it: a
zip with the database and a note. It contains the cards of sealed boards, but no sessions and
tokens, because with somebody else's the cards of the next partita could be read.
"""

import contextlib
import hashlib
import io
import json
import logging
import os
import re
import sqlite3
import time
import zipfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO, Any, NamedTuple

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _, gettext_noop

from ground import system
from ground.copies import (
    CopyFile,
    _copies_in,
    chooser_of_second_folder,
    copy_files,
    folder,
    forget_second_folder,
    is_copy_due,
    note_second_folder,
    say_waits,
    second_folder,
)
from ground.folder import trouble_of
from ground.program import site_command
from ground.secrets import models_of_no_copy, sealed_now
from ground.trouble import trouble
from scoring.models import Sheet
from tournaments.log import LogKind, record
from tournaments.models import LogEntry, Round, Tournament
from wording.sentences import refusal

logger = logging.getLogger(__name__)

DATABASE, NOTE = "king.sqlite3", "copy.json"
ALL_FOR, HOURLY_FOR = timedelta(hours=2), timedelta(days=2)
"""How long every copy is kept, and then the last of each hour; after that the last of each day stays."""

BETWEEN_COPIES = timedelta(minutes=10)
"""While tables play."""

BROUGHT_BACK = gettext_noop(
    "Restored from the copy of %(when)s; what was written after it is missing."
)
BEFORE_RESTORING, BEFORE_MERGING = KEPT = ("before-restoring", "before-merging")
"""Copies that are kept until somebody takes them away."""

UNREADABLE = _(
    "No copy could be made because the database cannot be read (%(reason)s). Try once more; if it "
    "happens again, run “%(doctor)s” in a terminal: it says what is wrong."
)


class Note(NamedTuple):
    made_at: str
    sha256: str
    evenings: int

    @property
    def moment(self) -> datetime:
        return datetime.fromisoformat(self.made_at)


def refusal_of(error: OSError, place: Path) -> ValidationError:
    return refusal(_(trouble_of(error)) % {"place": place}, "not_written")


# --- making one


def can_copy() -> bool:
    """Whether the data of this installation is in a file of its own."""
    return connection.vendor == "sqlite"


def check_can_copy() -> None:
    if not can_copy():
        raise refusal(
            _(
                "This installation keeps its data in PostgreSQL: copy it with pg_dump and restore it with pg_restore."
            ),
            "not_sqlite",
        )


def write_copy(to: IO[bytes]) -> Note:
    check_can_copy()
    # Made in memory, because a backup to another disk matters most when this one is full.
    with closing(open_database(":memory:")) as copy:
        try:
            read_into(copy)
            copy.executescript(_key_deletions())
            evenings = copy.execute("SELECT count(*) FROM tournaments_tournament").fetchone()[0]
        except sqlite3.Error as error:
            raise refusal(
                trouble() or UNREADABLE % {"reason": error, "doctor": site_command("doctor")},
                "not_read",
            ) from None
        content = copy.serialize()
    note = Note(timezone.now().isoformat(), hashlib.sha256(content).hexdigest(), evenings)
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(DATABASE, content)
        packed.writestr(NOTE, json.dumps(note._asdict()))
    return note


def _key_deletions() -> str:
    """Statements that delete all sessions and tokens. Deleted rows stay readable in the file until
    it is rewritten.
    """
    tables = sorted(apps.get_model(model)._meta.db_table for model in models_of_no_copy())
    return "".join(f"DELETE FROM {table}; " for table in tables) + "VACUUM"  # noqa: S608


def read_into(copy: sqlite3.Connection) -> None:
    path = Path(database_file()).resolve()
    ways = [("rw", ""), ("rw", "PRAGMA locking_mode = EXCLUSIVE")]
    if not path.with_name(f"{path.name}-wal").exists():
        ways.append(("ro&immutable=1", ""))  # Nothing is on its way into the file.
    for number, (mode, before) in enumerate(ways, 1):
        try:
            # Never a new file where the database is gone.
            with closing(
                sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True, timeout=30)
            ) as source:
                source.execute(before)
                source.backup(copy)
            return
        except sqlite3.OperationalError:
            if number == len(ways):
                raise


def database_file() -> str:
    return str(connection.settings_dict["NAME"])


def open_database(path: str | Path) -> sqlite3.Connection:
    """Open a database with the one function of Django's that constraints of the tables need."""
    opened = sqlite3.connect(path, timeout=30)
    opened.create_function(
        "REGEXP", 2, lambda pattern, text: re.search(pattern, str(text)) is not None
    )
    return opened


def digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def copy_for(*, tournament: Tournament | None, author: User) -> IO[bytes]:
    """Make a backup for the user. Refused to those who may not see cards that it contains. Each
    evening and event with sealed cards gets a log line before the backup is handed out. Without a
    ``tournament`` it was asked for on an event's page, and the line is the installation's.
    """
    logged = _log_taking(author, set())
    evenings = {row if isinstance(row, Tournament) else None for row in logged}
    if tournament not in evenings:
        sentence = gettext_noop("A copy of everything was downloaded.")
        record(tournament, LogKind.BACKUP, sentence, author=author)
    packed = io.BytesIO()
    write_copy(packed)
    packed.seek(0)
    # Boards that were sealed while it was written may be in it.
    _log_taking(author, logged)
    return packed


def _log_taking(author: User, logged: set[Any]) -> set[Any]:
    """Log the backup in all evenings and events with sealed cards, unless they are in ``logged``;
    returns what is sealed.
    """
    sealed = _sealed_rows(author)
    for row, (evening, title) in sealed.items():
        if row in logged:
            continue
        sentence = gettext_noop("A copy of everything was downloaded, with cards that are sealed.")
        fields: dict[str, Any] = {}
        if evening is None:
            sentence = gettext_noop(
                "A copy of everything was downloaded, with cards of “%(event)s” that are sealed."
            )
            fields = {"event": title}
        record(evening, LogKind.CARDS_OPENED, sentence, author=author, **fields)
    return logged | sealed.keys()


Place = tuple[Tournament | None, str]
"""The evening whose log tells of what is sealed, None for the installation's; and what it is called."""


def _sealed_rows(author: User) -> dict[Any, Place]:
    """Sealed things by evening or event. Refused to those who may not see one of them."""
    for sealed, row in sealed_now():
        sealed.check(author, row)
    return sealed_places()


def sealed_places() -> dict[Any, Place]:
    places: dict[Any, Place] = {}
    for sealed, row in sealed_now():
        evening = sealed.evening(row)
        places[evening or row] = evening, sealed.title(row)
    return places


# --- keeping them


def choose_second_folder(*, place: str, author: User) -> None:
    """Choose a second folder for backups, on a stick or another disk; an empty ``place`` ends it.

    The log of each open evening notes it, or the installation's if none is open. Backups are put
    into a folder of their own there. If the stick is missing, that folder is missing too; so
    nothing is written to the mount point on this disk.
    """
    check_can_copy()
    _sealed_rows(author)
    chosen = Path(place).expanduser() / "king-copies"
    try:
        if place:
            _check_elsewhere(chosen.parent)
            chosen.mkdir(exist_ok=True)
            note_second_folder(chosen, author.username)
            say_waits(False)
        else:
            forget_second_folder()
    except OSError as error:
        raise refusal_of(error, chosen.parent) from None
    sentence = gettext_noop("Safety copies are put in %(place)s too.")
    if not place:
        sentence = gettext_noop("Safety copies are no longer put in a second place.")
    evenings: list[Tournament | None] = [*Tournament.objects.filter(closed_at__isnull=True)]
    for tournament in evenings or [None]:
        record(tournament, LogKind.BACKUP, sentence, author=author, place=str(chosen))


def confirm_second_folder(*, author: User) -> None:
    """Confirm the second folder for what is sealed now, by an account that may see it."""
    place = second_folder()
    if place is not None:
        choose_second_folder(place=str(place.parent), author=author)


def may_fill_second_folder(user: User | None) -> bool:
    """Whether the account may see everything that is sealed now. Only then may backups go to a
    folder of its choice.
    """
    sealed = [*sealed_now()]
    if sealed and (user is None or not user.is_active):
        return False
    try:
        for kind, row in sealed:
            kind.check(user, row)
    except ValidationError:
        return False
    return True


def _second_folder_waits() -> bool:
    """Whether the second folder has to be confirmed, because it was chosen by an account that may
    not see everything that is sealed now.
    """
    chooser = User.objects.filter(username=chooser_of_second_folder()).first()
    return not may_fill_second_folder(chooser)


def _check_elsewhere(place: Path) -> None:
    if not place.is_absolute() or not place.is_dir():
        sentence = _(
            "There is no folder %(place)s: write the whole path of one that exists, such as /media/stick."
        )
        raise refusal(sentence, "no_folder", place=place)
    if place.resolve().is_relative_to(settings.DATA_DIR):
        raise refusal(
            _("That folder is the installation's own: choose one on a stick or another disk."),
            "own_folder",
        )


def file_name(what: str = "") -> str:
    """File name of a backup: ``king-2026-11-20-213005-partita-1.zip``. Sorting by name sorts by
    time.
    """
    moment = timezone.localtime().strftime("%Y-%m-%d-%H%M%S")
    return "-".join(filter(None, ("king", moment, slugify(what)))) + ".zip"


def keep_copy(what: str) -> Path | None:
    """Make a backup in the own folder and in the second one. Returns the path of one that is
    completely on disk. A problem is printed in the terminal. The second folder is skipped while
    something is sealed and an account that may see it has not confirmed the folder.
    """
    if not can_copy():
        return None
    packed, begun, second = io.BytesIO(), time.time(), second_folder()
    try:
        write_copy(packed)
    except ValidationError as error:
        logger.warning("no copy was kept: %s", "; ".join(error.messages))
        return None
    # Boards sealed while the backup was written may be in it.
    try:
        if second is not None:
            waits = _second_folder_waits()
            say_waits(waits)
            if waits:
                second = None
            else:
                _log_second_folder(second)
    except (DatabaseError, OSError) as error:
        logger.warning("no copy is put in %s, for the log cannot say so: %s", second, error)
        second = None
    name, copies = file_name(what), []
    for place in filter(None, (folder(), second)):
        try:
            if place == folder():
                place.mkdir(mode=0o700, exist_ok=True)
            _thin(place)
            copies.append(_write_whole(packed.getvalue(), place / name, begun))
        except OSError as error:
            logger.warning("no copy was kept in %s: %s", place, error.strerror)
    return copies[0] if copies else None


@transaction.atomic
def _log_second_folder(place: Path) -> None:
    """Log once for each place what its backups contain, because it may have been chosen before
    anything was sealed, by somebody who plays.
    """
    if not place.is_dir():
        return
    for evening, title in sealed_places().values():
        lines = LogEntry.objects.filter(
            tournament=evening, kind=LogKind.CARDS_OPENED, fields__place=str(place)
        )
        fields: dict[str, Any] = {"place": str(place)}
        sentence = gettext_noop(
            "Safety copies are put in %(place)s too, with cards that are sealed."
        )
        if evening is None:
            lines = lines.filter(fields__event=title)
            fields["event"] = title
            sentence = gettext_noop(
                "Safety copies are put in %(place)s too, with cards of “%(event)s” that are sealed."
            )
        if not lines.exists():
            record(evening, LogKind.CARDS_OPENED, sentence, **fields)


def _write_whole(content: bytes, path: Path, begun: float) -> Path:
    """Write a file under a temporary name and rename it when it is completely on disk. Its time is
    that of its content.
    """
    draft = path.with_suffix(f".{os.getpid()}.part")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.utime(draft, (begun, begun))
        draft.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
    system.sync_folder(path.parent)
    return path


def _thin(place: Path) -> None:
    """Delete old backups: keep all of two hours, the last of each hour for two days, then the last
    of each day. Old drafts are deleted.
    """
    now, spans = timezone.now(), set()
    for draft in _copies_in(place, "king-*.part"):
        if now - draft.at > ALL_FOR:
            (place / draft.name).unlink(missing_ok=True)
    for copy in _copies_in(place):
        age, moment = now - copy.at, timezone.localtime(copy.at)
        if age < ALL_FOR or any(what in copy.name for what in KEPT):
            continue
        span = moment.strftime("%Y-%m-%d %H" if age < HOURLY_FOR else "%Y-%m-%d")
        if span in spans:
            (place / copy.name).unlink(missing_ok=True)
        spans.add(span)


def copy_if_due() -> Path | None:
    """Make a backup if a sheet was closed since the last one, if an app says that one is due, or
    every ten minutes while tables play.
    """
    # The last in either place, so that a full disk does not fill the other one too.
    copied = [copy.at for _place, copy in last_copies() if copy is not None]
    now, last = timezone.now(), max(copied, default=datetime.min.replace(tzinfo=UTC))
    playing = Round.objects.filter(stage=Round.Stage.PLAYING, tournament__closed_at=None)
    if now - last >= BETWEEN_COPIES and playing.exists():
        return keep_copy("")
    closed = Sheet.objects.filter(closed_at__gt=last, closed_at__lte=now)
    return keep_copy("") if closed.exists() or is_copy_due(last, now) else None


def changed_since_copy() -> bool:
    """Whether the database's file was written since the last copy in the own folder."""
    copied = max((copy.at for copy in copy_files()), default=None)
    if copied is None:
        return True
    path = Path(database_file())
    for file in (path, path.with_name(f"{path.name}-wal")):
        with contextlib.suppress(FileNotFoundError):
            about = file.stat()
            if about.st_size and about.st_mtime > copied.timestamp():
                return True
    return False


def last_copies() -> list[tuple[Path, CopyFile | None]]:
    """Times of the last backups, shown on every page of the desk. No query. A backup from the
    future was made before the clock was set back, and is ignored.
    """
    if not can_copy():
        return []
    now, places = timezone.now(), filter(None, (folder(), second_folder()))
    return [
        (place, next((copy for copy in _copies_in(place) if copy.at <= now), None))
        for place in places
    ]
