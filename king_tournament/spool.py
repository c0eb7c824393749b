"""The print queue as a folder: kombu's filesystem transport, made safe for several processes and for a sudden end.

The library writes a message under the name that the reader looks for, and deletes it before the work is done: a worker
can read half of one, and one that dies loses what it was doing. Here a message appears whole or not at all, and stays
in the worker's own folder until it is acknowledged; the next worker takes up what a dead one held.

    queue/            messages that wait: <moment>_<uuid>.<queue>.msg
    queue/taken/<w>/  what worker <w> is doing; its ``lock`` file is locked for as long as that process lives
    queue/control/    which queue listens to which exchange
"""

from __future__ import annotations

import fcntl
import os
import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import filesystem
from kombu.transport.virtual import BrokerState
from kombu.utils.json import dumps, loads


def _write_whole(path: Path, text: str) -> None:
    """Write a file so that another process sees all of it or none."""
    draft = path.with_name(f".{uuid.uuid4().hex}")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


class Channel(filesystem.Channel):
    """Where messages are put and taken; see the module for the folders."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.folder = Path(self.transport_options["folder"])
        for folder in (self.folder, self.folder / "taken", self.control_folder):
            folder.mkdir(parents=True, exist_ok=True)
        self._own: Path | None = None
        self._own_lock: int | None = None
        self._taken: dict[str, Path] = {}

    @property
    def control_folder(self) -> Path:
        """Where the bindings are; the library asks for it by this name."""
        return Path(self.transport_options["folder"]) / "control"

    data_folder_in = data_folder_out = property(lambda self: str(self.folder))

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:
        # The clock of the calendar, not of this boot: what waited through a restart keeps its place.
        _write_whole(self.folder / f"{time.time_ns():020d}_{uuid.uuid4()}.{queue}.msg", dumps(payload))

    def _get(self, queue: str) -> Any:
        for name in sorted(os.listdir(self.folder)):
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            taken = self._own_folder() / name
            try:
                (self.folder / name).rename(taken)
            except FileNotFoundError:
                continue  # another worker was faster
            payload = loads(taken.read_text(encoding="utf-8"))
            self._taken[payload["properties"]["delivery_tag"]] = taken
            return payload
        raise Empty

    def basic_consume(self, *args: Any, **kwargs: Any) -> Any:
        """Listen to a queue, beginning with what workers that are gone left undone."""
        self._take_up_from_the_dead()
        return super().basic_consume(*args, **kwargs)

    def basic_ack(self, delivery_tag: str, multiple: bool = False) -> None:
        """Forget a message: its work is done."""
        super().basic_ack(delivery_tag, multiple)
        self._forget(delivery_tag)

    def basic_reject(self, delivery_tag: str, requeue: bool = False) -> None:
        """Give a message back, or drop it."""
        super().basic_reject(delivery_tag, requeue)
        self._forget(delivery_tag)

    def _restore(self, message: Any) -> None:
        super()._restore(message)
        self._forget(message.delivery_tag)

    def close(self) -> None:
        """Give back what is not done and leave no folder behind."""
        super().close()
        if self._own is not None and self._own_lock is not None:
            if not self._taken:
                (self._own / "lock").unlink(missing_ok=True)
                self._own.rmdir()
            os.close(self._own_lock)
            self._own = self._own_lock = None

    def _forget(self, delivery_tag: str) -> None:
        if taken := self._taken.pop(delivery_tag, None):
            taken.unlink(missing_ok=True)

    def _own_folder(self) -> Path:
        if self._own is None:
            own = self.folder / "taken" / uuid.uuid4().hex
            draft = own.with_name(f".{own.name}")
            draft.mkdir()
            self._own_lock = os.open(draft / "lock", os.O_CREAT | os.O_RDWR, 0o600)
            fcntl.flock(self._own_lock, fcntl.LOCK_EX)
            draft.rename(own)
            self._own = own
        return self._own

    def _take_up_from_the_dead(self) -> None:
        for folder in (self.folder / "taken").glob("[!.]*"):
            if folder == self._own:
                continue
            try:
                lock = os.open(folder / "lock", os.O_RDWR)
            except OSError:
                continue
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                for message in folder.glob("*.msg"):
                    message.rename(self.folder / message.name)
                (folder / "lock").unlink()
                folder.rmdir()
            except OSError:
                pass  # its worker lives, or another one is tidying up
            finally:
                os.close(lock)

    def get_table(self, exchange: str) -> list[Any]:
        """Which queues listen to ``exchange``."""
        try:
            rows = loads(self._exchange_file(exchange).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return []
        return [filesystem.exchange_queue_t(*row) for row in rows]

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        row = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        with open(self.control_folder / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            table = self.get_table(exchange)
            if row not in table:
                _write_whole(self._exchange_file(exchange), dumps([row, *table]))


class Transport(filesystem.Transport):
    """What ``CELERY_BROKER_TRANSPORT`` names when the queue is a folder."""

    Channel = Channel

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The library shares one memory of what is bound among all folders of a process: the second folder would be
        # taken for bound already, and its messages would go nowhere.
        self.state = BrokerState()
