"""Restoring of a backup. It is checked to the last table before anything is replaced."""

import json
import shutil
import sqlite3
import tempfile
import time
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.apps import apps
from django.conf import settings
from django.core.cache import caches
from django.core.management import call_command
from django.db import DatabaseError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ground import guards
from ground.folder import FolderInUse, lock_folder
from night import backup
from night.backup import (
    BEFORE_RESTORING,
    BROUGHT_BACK,
    DATABASE,
    NOTE,
    Note,
    check_can_copy,
    open_database,
)
from tournaments.log import LogKind, record
from tournaments.log.verification import count_anew
from tournaments.models import Tournament
from wording.sentences import refusal

DAMAGED = _("This copy is damaged: its content is not what was written into it.")


class Restored(NamedTuple):
    note: Note
    before: Path | None
    """The data that stood there: a copy, or the file itself if it was damaged."""
    was_damaged: bool


def restore(path: Path) -> Restored:
    """Restore a backup. Refused while the site runs here, and for a file that is no complete backup
    of a known version. A damaged database is put aside.
    """
    check_can_copy()
    try:
        with lock_folder(settings.DATA_DIR, ""):
            return _replace_by(path)
    except FolderInUse as other:
        address = str(other)
    if address and not address.startswith("http://localhost:"):
        raise refusal(
            _(
                "The site %(address)s is running here: stop its socket and its service, such as "
                "“systemctl stop king-club@rossa.socket king-club@rossa.service”, then restore "
                "the copy."
            ),
            "running_by_socket",
            address=address,
        )
    sentence = _(
        "The program is running: stop it with Ctrl-C, wait fifteen seconds, then restore the copy."
    )
    raise refusal(sentence, "running")


def _replace_by(path: Path) -> Restored:
    own = Path(backup.database_file())
    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix="restore-") as place:
        database = Path(place) / DATABASE
        note = _unpack_database(path, database)
        _check(database)
        _bring_up_to_date(database)
        is_damaged = _is_damaged(own)
        before = None if is_damaged else _back_up_current()
        connection.close()
        if is_damaged:
            before = _put_aside(own)
        with closing(open_database(database)) as source, closing(open_database(own)) as target:
            source.backup(target)
            _count_on(target)
    for name in settings.CACHES:
        caches[name].clear()
    _write_down(note)
    count_anew()
    return Restored(note, before, is_damaged)


def _is_damaged(database: Path) -> bool:
    """Whether SQLite itself can no longer read what is there, so that no copy can be made of it."""
    if not database.exists():
        return False
    try:
        with closing(open_database(database)) as opened:
            return bool(opened.execute("PRAGMA quick_check").fetchone()[0] != "ok")
    except sqlite3.OperationalError:
        return False  # it is held, or may not be opened
    except sqlite3.DatabaseError:
        return True


def _put_aside(database: Path) -> Path:
    """Rename a damaged database, and its log of writes, for somebody who may save rows from them."""
    aside = database.with_name(f"{database.name}-damaged-{timezone.localtime():%Y-%m-%d-%H%M%S}")
    for end in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            database.with_name(database.name + end).rename(f"{aside}{end}")
    return aside


COUNTED = ("revision", "posted_revision", "withdrawn_revision")
"""Columns, wherever a row has them."""


def _count_on(database: sqlite3.Connection) -> None:
    """Raise all counters above those given out since the backup, so that phones and pages never see
    a number twice.
    """
    seconds = int(time.time()) - FIRST_SECOND
    with database:
        for model in apps.get_models():
            columns = [field.name for field in model._meta.fields if field.name in COUNTED]
            if columns:
                table = model._meta.db_table
                changes = ", ".join(f"{column} = MAX({column}, {seconds})" for column in columns)
                database.execute(f"UPDATE {table} SET {changes}")  # noqa: S608  names of our own and a number


FIRST_SECOND = 1_767_225_600
"""Of the year 2026: counted from here the seconds are more than any changes, and fit into the column."""


def _own_models() -> Iterator[type[Model]]:
    """Models of data that people entered. Accounts and attempts belong to the installation and are
    left out.
    """
    for model in apps.get_models():
        if not model.__module__.startswith(("django.", "king_tournament.")):
            yield model


def _back_up_current() -> Path | None:
    """Back up the current data and return the copy, or None if there is no data. Without that copy
    nothing may be restored over it.
    """
    try:
        # A centre of simultaneous events stores no evening, and a roster may come before the first.
        if not any(model._base_manager.exists() for model in _own_models()):
            return None
    except DatabaseError:
        return None
    copy = backup.keep_copy(BEFORE_RESTORING)
    if copy is None:
        raise refusal(
            _("The copy could not be written: check the disk and its free space."),
            "nothing_kept",
        )
    return copy


def _unpack_database(path: Path, to: Path) -> Note:
    try:
        with zipfile.ZipFile(path) as packed:
            form = json.loads(packed.read(NOTE))
            note = Note(str(form["made_at"]), str(form["sha256"]), int(form["evenings"]))
            datetime.fromisoformat(note.made_at)
            _unpack(packed, to)
    except FileNotFoundError:
        raise refusal(_("There is no file %(path)s."), "no_file", path=path) from None
    except PermissionError:
        raise refusal(
            _("The file %(path)s may not be read by this account."), "not_readable", path=path
        ) from None
    except (OSError, zipfile.BadZipFile, KeyError, ValueError, TypeError):
        raise refusal(_("This file is not a copy made by this program."), "no_copy") from None
    if backup.digest_of(to) != note.sha256:
        raise refusal(DAMAGED, "damaged")
    return note


def _unpack(packed: zipfile.ZipFile, to: Path) -> None:
    try:
        with packed.open(DATABASE) as source, to.open("wb") as target:
            shutil.copyfileobj(source, target)
    except (zipfile.BadZipFile, zlib.error):
        raise refusal(DAMAGED, "damaged") from None


def _check(database: Path) -> None:
    """Check that the database is whole by SQLite's own check, and of a version that this program
    can read. Refused otherwise.
    """
    try:
        with closing(open_database(database)) as copy:
            sound = copy.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            applied = set(copy.execute("SELECT app, name FROM django_migrations"))
    except sqlite3.Error:
        sound = False
        applied = set()
    if not sound or not applied:
        raise refusal(DAMAGED, "damaged")
    known = set(MigrationLoader(None).disk_migrations or ())
    if applied - known:
        raise refusal(
            _(
                "This copy was made by a newer version of the program: restore it with that version."
            ),
            "newer",
        )


def _bring_up_to_date(database: Path) -> None:
    """Migrate the restored database, and compare its schema with a new one. A trigger, view, table
    or rule that the program does not make could later do unseen what nobody at the desk did; so it
    is refused.
    """
    try:
        # An older version guards fewer columns; migrating puts the guards of this one on.
        with _open_database(database) as copy:
            guards.take_off(copy)
        ours = _schema_of_program()
        theirs = _schema_of(database)
        # Triggers and views act by themselves: unknown ones are found before the copy is touched.
        # The copy's tables may be those of an older version.
        unknown = {
            definition for definition in theirs - ours if definition[0] in ("trigger", "view")
        }
        if not unknown:
            _migrate(database)
            unknown = {*(_schema_of(database) ^ ours)}
    except (DatabaseError, sqlite3.Error):
        raise refusal(DAMAGED, "damaged") from None
    if unknown:
        sentence = _(
            "This copy is not as the program makes it (%(what)s): somebody has changed it. It is not used."
        )
        names = sorted({name for _kind, name, _sql in unknown})
        raise refusal(sentence, "not_ours", what=", ".join(names[:3]))


@cache
def _schema_of_program() -> frozenset[tuple[str, str, str]]:
    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix="restore-") as place:
        fresh = Path(place) / DATABASE
        _migrate(fresh)
        return _schema_of(fresh)


def _schema_of(database: Path) -> frozenset[tuple[str, str, str]]:
    """Every table, index, trigger and view with kind, name and definition, ignoring quotes and
    spaces.
    """
    with closing(open_database(database)) as copy:
        rows = copy.execute("SELECT type, name, coalesce(sql, '') FROM sqlite_master").fetchall()
    own = {("table", name) for name in ("sqlite_sequence", "sqlite_stat1", "sqlite_stat4")}
    return frozenset(
        (kind, name, "".join(sql.replace('"', "").split()).lower())
        for kind, name, sql in rows
        # Tables and indexes that SQLite makes for itself; nobody else can take such a name.
        if (kind, name) not in own
        and not (kind == "index" and name.startswith("sqlite_autoindex_") and not sql)
    )


def _migrate(database: Path) -> None:
    with _open_database(database) as another:
        call_command("migrate", database=another.alias, interactive=False, verbosity=0)


@contextmanager
def _open_database(database: Path) -> Iterator[BaseDatabaseWrapper]:
    another = connection.copy("copy")
    another.settings_dict["NAME"] = str(database)
    connections[another.alias] = another
    try:
        yield another
    finally:
        another.close()
        del connections[another.alias]


def _write_down(note: Note) -> None:
    when = timezone.localtime(note.moment).strftime("%Y-%m-%d %H:%M:%S")
    for tournament in (None, *Tournament.objects.filter(closed_at__isnull=True)):
        record(tournament, LogKind.BACKUP, BROUGHT_BACK, author=None, when=when)
