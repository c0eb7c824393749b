"""Sleep of an installation. A web server that was handed its socket ends after some time without a
request, and the next request starts it again. Before it ends, it notes the work that will be due
meanwhile.
"""

import struct
import time
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connections
from django.utils import timezone

from ground import due
from ground.periodic_jobs import next_due
from ground.task_queue import is_working

_SECONDS = struct.Struct("d")


class LastAsked:
    """Time of the last request to this installation, for all its processes. It is stored in a file
    of the data folder, in seconds of the clock that nobody can set.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / "asked"

    def note(self) -> None:
        """Note a request. A full disk does not prevent that once the file exists, because its eight
        bytes are overwritten.
        """
        with suppress(OSError):
            mode = "r+b" if self._path.exists() else "wb"
            with self._path.open(mode, buffering=0) as file:
                file.write(_SECONDS.pack(time.monotonic()))

    def seconds_since(self) -> float:
        """Seconds since the last request; 0 if nothing can be read."""
        try:
            [noted] = _SECONDS.unpack(self._path.read_bytes())
        except (OSError, struct.error):
            return 0.0
        return max(0.0, time.monotonic() - float(noted))

    def is_long_ago(self) -> bool:
        """Whether the server may end by now. Never while this process works on something."""
        if is_working():
            self.note()
        seconds = 60 * settings.KING_IDLE_MINUTES
        return bool(seconds) and self.seconds_since() >= seconds


def note_what_is_due(*, after_work: bool = False) -> None:
    """Write down when this installation has to be woken next. ``after_work``: all that is due was
    done a moment ago. Work that cannot be done now is then not tried each minute.
    """
    try:
        moment = next_due()
    except (DatabaseError, OSError):
        if not after_work:
            return  # without a note it is woken
        moment = timezone.now()
    finally:
        connections.close_all()
    database = settings.DATABASES["default"]
    path = Path(database["NAME"]) if database["ENGINE"].endswith("sqlite3") else None
    due.note(
        Path(settings.DATA_DIR),
        None if moment is None else moment.timestamp(),
        database=path,
        after_work=after_work,
    )
