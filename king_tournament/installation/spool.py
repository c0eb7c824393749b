"""The print queue as a folder, safe for several processes and for a sudden end, on every system: a message appears
whole or not at all, and stays in the worker's own folder until it is acknowledged; the next worker takes up what a dead
one held. kombu's own transport deletes it before the work is done, and needs another library on Windows."""

import logging
import os
import re
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty
from typing import Any, NamedTuple

from kombu.exceptions import ChannelError
from kombu.transport import virtual
from kombu.utils.json import dumps, loads

from tournaments import system

logger = logging.getLogger(__name__)

UNREADABLE = (ValueError, TypeError, KeyError)
"""Errors raised where a file is empty, or is not what this module writes."""


class Binding(NamedTuple):
    routing_key: str
    pattern: str
    queue: str


def _lock_of(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.lock")


def _write_whole(path: Path, text: str) -> None:
    """Another process, also after a power cut, sees all of it or none."""
    draft = path.with_name(f".{uuid.uuid4().hex}")
    with draft.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


class Channel(virtual.Channel):
    """Its folders::

    queue/                 messages that wait: <moment>_<uuid>.<queue>.msg
    queue/taken/<w>/       what worker <w> is doing
    queue/taken/<w>.lock   locked for as long as that process lives, and from before its folder is there
    queue/control/         which queue listens to which exchange
    """

    supports_fanout = True

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        connection: Any = self.connection
        self.folder = Path(connection.client.transport_options["folder"])
        for folder in (self.folder, self.folder / "taken", self.folder / "control"):
            folder.mkdir(parents=True, exist_ok=True)
        self._own: Path | None = None
        self._own_lock: int | None = None
        self._taken: dict[str, Path] = {}

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]  # named in two ways above
        # The clock of the calendar, not of this boot: what waited through a restart keeps its place.
        _write_whole(self.folder / f"{time.time_ns():020d}_{uuid.uuid4()}.{queue}.msg", dumps(payload))

    def _put_fanout(self, exchange: str, payload: Any, routing_key: str, **kwargs: Any) -> None:
        for binding in self.get_table(exchange):
            self._put(binding.queue, payload, **kwargs)

    def _waiting(self, queue: str) -> list[str]:
        return sorted(name for name in os.listdir(self.folder) if name.partition(".")[2] == f"{queue}.msg")

    def _size(self, queue: str) -> int:
        return len(self._waiting(queue))

    def _purge(self, queue: str) -> int:
        waiting = self._waiting(queue)
        for name in waiting:
            (self.folder / name).unlink(missing_ok=True)
        return len(waiting)

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        for name in self._waiting(queue):
            taken = self._own_folder() / name
            try:
                (self.folder / name).rename(taken)
            except (FileNotFoundError, PermissionError):
                continue  # another worker was faster
            try:
                payload = loads(taken.read_text(encoding="utf-8"))
                self._taken[payload["properties"]["delivery_tag"]] = taken
            except UNREADABLE:
                # Given back, it would stop the next worker too. The site makes what it asked for (desk/documents.py).
                logger.warning("a message of the print queue cannot be read and is dropped: %s", name)
                taken.unlink(missing_ok=True)
                continue
            return payload
        raise Empty

    def basic_consume(self, *args: Any, **kwargs: Any) -> Any:
        self._take_up_from_the_dead()
        return super().basic_consume(*args, **kwargs)

    def basic_ack(self, delivery_tag: str, multiple: bool = False) -> None:
        super().basic_ack(delivery_tag, multiple)
        self._forget(delivery_tag)

    def basic_reject(self, delivery_tag: str, requeue: bool = False) -> None:
        super().basic_reject(delivery_tag, requeue)
        self._forget(delivery_tag)

    def _restore(self, message: Any) -> None:
        super()._restore(message)
        self._forget(message.delivery_tag)

    def close(self) -> None:
        super().close()
        if self._own is not None and self._own_lock is not None:
            if not self._taken:
                self._own.rmdir()
            os.close(self._own_lock)
            if not self._taken:
                _lock_of(self._own).unlink(missing_ok=True)
            self._own = self._own_lock = None

    def _forget(self, delivery_tag: str) -> None:
        if taken := self._taken.pop(delivery_tag, None):
            taken.unlink(missing_ok=True)

    def _own_folder(self) -> Path:
        if self._own is None:
            own = self.folder / "taken" / uuid.uuid4().hex
            self._own_lock = os.open(_lock_of(own), os.O_CREAT | os.O_RDWR, 0o600)
            system.lock(self._own_lock)
            own.mkdir()
            self._own = own
        return self._own

    def _take_up_from_the_dead(self) -> None:
        for folder in (self.folder / "taken").iterdir():
            if folder == self._own or not folder.is_dir():
                continue
            try:
                lock = os.open(_lock_of(folder), os.O_RDWR)
            except OSError:
                continue
            try:
                system.lock(lock)
                for message in folder.glob("*.msg"):
                    message.rename(self.folder / message.name)
                folder.rmdir()
            except OSError:
                continue  # its worker lives, or another one is tidying up
            finally:
                os.close(lock)
            with suppress(OSError):
                _lock_of(folder).unlink()

    def get_table(self, exchange: str) -> list[Any]:
        try:
            return [Binding(*row) for row in loads(self._exchange_file(exchange).read_text(encoding="utf-8"))]
        except (FileNotFoundError, *UNREADABLE):
            return []  # the next listener writes it anew

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        row = Binding(routing_key or "", pattern or "", queue or "")
        with self._bindings_locked():
            table = self.get_table(exchange)
            if row not in table:
                _write_whole(self._exchange_file(exchange), dumps([row, *table]))

    def _delete(self, queue: str, exchange: str, *args: Any, **kwargs: Any) -> None:
        self._purge(queue)
        with self._bindings_locked():
            table = [binding for binding in self.get_table(exchange) if binding.queue != queue]
            _write_whole(self._exchange_file(exchange), dumps(table))

    @contextmanager
    def _bindings_locked(self) -> Iterator[None]:
        with open(self.folder / "control" / "lock", "w") as lock:
            system.lock(lock.fileno(), wait=True)
            yield

    def _exchange_file(self, exchange: str) -> Path:
        if not re.fullmatch(r"[A-Za-z0-9_-][A-Za-z0-9._-]*", exchange):
            raise ChannelError(f"no name of an exchange: {exchange!r}")
        return self.folder / "control" / f"{exchange}.exchange"


class Transport(virtual.Transport):
    implements = virtual.Transport.implements.extend(
        asynchronous=False, exchange_type=frozenset({"direct", "topic", "fanout"})
    )
    Channel = Channel
    default_port = 0
    driver_type = driver_name = "filesystem"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.state = virtual.BrokerState()

    def driver_version(self) -> str:
        return ""
