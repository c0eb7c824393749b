"""Tasks that differ between Windows, macOS and Linux. No other module uses functions that only one
of them has. Standard library only, because the settings use it before Django is loaded.
"""

import contextlib
import ctypes
import errno
import gc
import math
import os
import select
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

try:
    import fcntl
    import pwd
    import resource
except ImportError:
    import msvcrt

WINDOWS = os.name == "nt"

ENDINGS = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    if hasattr(signal, name)
)
"""Signals that ask a program to end: Ctrl-C, a polite kill, the closing of its window."""

APART: dict[str, Any] = {"creationflags": 0x200} if WINDOWS else {"start_new_session": True}
"""Arguments to start a child that Ctrl-C in the terminal does not reach; 0x200 is
CREATE_NEW_PROCESS_GROUP."""

BEHIND: dict[str, Any] = {"creationflags": 0x4000} if WINDOWS else {}
"""Arguments to start a child below the usual priority; 0x4000 is BELOW_NORMAL_PRIORITY_CLASS.
Elsewhere the child itself gives way."""

MOST_CONNECTIONS = 400 if WINDOWS else 1500
"""Most connections of one process, each held by somebody's phone. Windows waits for 512 sockets at
most."""

_PLAIN = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""How a file is opened that another account may have replaced by a link or a pipe."""

_FAR = 2**30
"""Position of the locked byte, beyond all content: on Windows nobody else can read a locked
byte."""


def python_command() -> list[str]:
    """Return the beginning of a command for another process with this Python. A Python for Windows
    that came with the program reads no variables, so the option says which letters it writes.
    """
    return [sys.executable, *(("-X", "utf8") if sys.flags.utf8_mode else ())]


def boot_session() -> str | None:
    """Name of the machine's current session since boot, or None if the system has none."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return None


def is_locked(path: Path) -> bool:
    """Whether a process has this file locked with :func:`lock`. A link leads to no other file."""
    try:
        file = os.open(path, os.O_RDWR | _PLAIN)
    except OSError:
        return False
    try:
        lock(file)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False


def read_small(path: Path, limit: int) -> bytes:
    """Content of a file that another account may have put there: a plain one, never a link, never
    one that makes its reader wait, and no longer than ``limit``. Raises ``OSError``.
    """
    file = os.open(path, os.O_RDONLY | _PLAIN)
    try:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise OSError(errno.EINVAL, "not a plain file", str(path))
        content = os.read(file, limit + 1)
    finally:
        os.close(file)
    if len(content) > limit:
        raise OSError(errno.EFBIG, "too long", str(path))
    return content


def lock(file: int, *, wait: bool = False) -> None:
    """Lock an open file until this process closes it or ends. Raises ``BlockingIOError`` if another
    process has it.
    """
    if not WINDOWS:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    while True:
        os.lseek(file, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]  # on Windows alone
        except OSError:
            if not wait:
                raise BlockingIOError from None
            time.sleep(0.05)
        else:
            os.lseek(file, 0, os.SEEK_SET)
            return


def keep_to_the_owner() -> None:
    """Make files that this process writes readable by its own account only. On Windows the rights
    of their folder do so.
    """
    if not WINDOWS:
        os.umask(0o077)


def close_to_others(path: Path) -> None:
    """Take other accounts' access from an existing file or folder. Files that belong to another
    account or have just been deleted are skipped.
    """
    with contextlib.suppress(OSError):
        mode = path.lstat().st_mode
        if not WINDOWS and mode & 0o077 and not path.is_symlink():
            path.chmod(mode & 0o700)


def as_owner_of(path: Path) -> dict[str, Any]:
    """Arguments for ``subprocess`` that start a child as the account that owns a folder, with that
    account's group and no other, if this process may choose. Raises ``OSError``.
    """
    if WINDOWS:
        return {}
    about = path.lstat()
    if os.geteuid() != 0 or about.st_uid == 0:
        return {"umask": 0o077}
    return {"umask": 0o077, "user": about.st_uid, "group": about.st_gid, "extra_groups": []}


def is_administrator() -> bool:
    """Whether this process may give files to other accounts."""
    return not WINDOWS and os.geteuid() == 0


def give_to(path: Path, account: str) -> None:
    """Make an account the owner of a file or folder; "" leaves it as it is. Raises ``KeyError`` if
    there is no such account.
    """
    if account and not WINDOWS:
        entry = pwd.getpwnam(account)
        os.chown(path, entry.pw_uid, entry.pw_gid)


def open_to_group(path: Path, account: str) -> None:
    """Let the group of an account read a file or folder that stays another's; "" leaves its group.
    Raises ``KeyError`` if there is no such account.
    """
    if not WINDOWS:
        if account:
            os.chown(path, -1, pwd.getpwnam(account).pw_gid)
        path.chmod(0o750 if path.is_dir() else 0o640)


def account_exists(name: str) -> bool:
    if WINDOWS:
        return True
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def make_readable(folder: Path) -> None:
    """Make a folder and its contents readable by all, because a web server has another account."""
    for path in (folder, *folder.rglob("*")) if not WINDOWS else ():
        if not path.is_symlink():  # what that leads to is somebody's own
            path.chmod(0o755 if path.is_dir() else 0o644)


def put_first(draft: Path, path: Path) -> None:
    """Rename a complete file to its final name. Raises ``FileExistsError`` if the name is taken."""
    if WINDOWS:
        draft.rename(path)
    else:
        os.link(draft, path)


def sync_folder(folder: Path) -> None:
    """Write the names in the folder to the disk. Windows writes them with the files."""
    if WINDOWS:
        return
    entries = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(entries)
    finally:
        os.close(entries)


def open_many_files() -> None:
    """Raise the limit of open files to allow for all connections. Windows has no such limit."""
    if not WINDOWS:
        _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 2 * MOST_CONNECTIONS
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(
                resource.RLIMIT_NOFILE, (wanted if hard < 0 else min(hard, wanted), hard)
            )


_M_TRIM_THRESHOLD, _M_ARENA_MAX = -1, -8
"""Numbers of glibc's ``mallopt``."""


def give_memory_back() -> None:
    """Keep one heap for all threads and give back the memory that is free at its end. By default
    glibc gives each thread a heap, which keeps the memory that the largest paper once needed. Call
    it before the first thread starts. Does nothing on other systems.
    """
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError, OSError):
            library = ctypes.CDLL(None)
            library.mallopt(_M_ARENA_MAX, 1)
            library.mallopt(_M_TRIM_THRESHOLD, 2**17)


def available_memory() -> int | None:
    """Bytes that programs can still take; None on a system that is not asked."""
    if WINDOWS:
        status = (
            ctypes.c_uint64 * 8
        )()  # MEMORYSTATUSEX: its length first, then figures of 64 bits
        status[0] = ctypes.sizeof(status)
        known = ctypes.windll.kernel32.GlobalMemoryStatusEx(status)  # type: ignore[attr-defined,unused-ignore]
        return int(status[2]) if known else None
    with contextlib.suppress(OSError):
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return 1024 * int(line.split()[1])
    return None


def limit(*, seconds: int, memory: int) -> None:
    if not WINDOWS:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def limit_memory(memory: int) -> None:
    if not WINDOWS:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def limit_work(seconds: int) -> None:
    """Let this process work so many seconds from now on. The system ends it after more, unless a
    later call has come.
    """
    if not WINDOWS:
        used = math.ceil(time.process_time())
        with contextlib.suppress(ValueError, OSError):
            _soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
            resource.setrlimit(resource.RLIMIT_CPU, (used + seconds, hard))


def give_way(steps: int = 19) -> None:
    """Lower this process's priority, so that everything else on the machine goes first; by fewer
    steps, so that it gets a share of a busy machine too.
    """
    if not WINDOWS:
        os.nice(steps)


def when_forked(call: Callable[[], None]) -> None:
    """Have each process that is forked from this one call a function before it does anything else.
    Windows forks none.
    """
    if not WINDOWS:
        os.register_at_fork(after_in_child=call)


def claim(listening: socket.socket) -> None:
    """Set the socket options before a port is taken. A port that was just released must be free;
    one that another program has must not.

    On Windows the option that Linux needs for the first would let two programs share a port.
    """
    if WINDOWS:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)  # type: ignore[attr-defined]
    else:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


_FIRST_HANDED = 3


def handed_sockets() -> list[int]:
    """File descriptors of the listening sockets that systemd, or a program that follows its
    protocol, has handed to this very process (``LISTEN_PID``, ``LISTEN_FDS``); else none. A child
    that is started later does not take them for its own.
    """
    if WINDOWS or os.environ.get("LISTEN_PID") != str(os.getpid()):
        return []
    count = int(os.environ.get("LISTEN_FDS") or 0)
    for name in ("LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"):
        os.environ.pop(name, None)
    handed = list(range(_FIRST_HANDED, _FIRST_HANDED + count))
    for number in handed:
        os.set_inheritable(number, False)
    return handed


def run_in_processes(
    work: Callable[[], int | None], count: int, starter: int | None, when_asked: Callable[[], None]
) -> int:
    """Run ``work`` in ``count`` processes until a signal, or until ``starter`` (a pipe) is closed;
    returns the exit status.

    Signals reach all processes at once. They also end whenever this process does, because its end
    of a pipe closes. A process that is killed is replaced; one that fails by itself ends all.
    Windows has a single process, with its threads.
    """
    if WINDOWS or count == 1:
        return work() or 0
    signals = []
    running: set[int] = set()

    def ask_to_stop(number: int, _frame: FrameType | None) -> None:
        signals.append(number)
        for pid in running:
            os.kill(pid, signal.SIGTERM)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, ask_to_stop)
    parent = os.pipe()
    # Objects loaded by now stay: keep the collector from scanning them, and so from copying pages.
    gc.freeze()
    running.update(_fork(work, parent) for _process in range(count))
    status = 0
    while running and not signals and not status:
        if select.select([starter] if starter is not None else [], [], [], 0.2)[0]:
            break
        for pid in list(running):
            ended, how = os.waitpid(pid, os.WNOHANG)
            if ended:
                running.discard(pid)
                status = status or max(os.waitstatus_to_exitcode(how), 0)
                if os.WIFSIGNALED(how):
                    running.add(_fork(work, parent))
    when_asked()
    for pid in running:
        os.kill(pid, signal.SIGTERM)
    for pid in running:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, 0)
    return status


def _fork(work: Callable[[], int | None], parent: tuple[int, int]) -> int:
    # The handlers of this process would only write a signal down: until the child has its own, a
    # signal ends it.
    held_back = signal.pthread_sigmask(signal.SIG_BLOCK, ENDINGS)
    pid = os.fork()
    if not pid:
        for number in ENDINGS:
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, held_back)
    if pid:
        return pid
    status = 1
    try:
        os.close(parent[1])
        threading.Thread(target=_end_with, args=(parent[0],), name="parent", daemon=True).start()
        status = work() or 0
    except Exception:  # noqa: BLE001 - said in the terminal, whatever it is
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(status)


SECONDS_TO_END = 12
"""Seconds after which a process without a parent ends, whatever holds it up."""


def _end_with(parent: int) -> None:
    os.read(parent, 1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(SECONDS_TO_END)
    os._exit(1)


class Forked(NamedTuple):
    """Processes forked from this one. They end when ``pipe`` is closed, however that happens."""

    pids: list[int]
    pipe: int


def may_fork() -> bool:
    """Whether a child can share the memory that this process has loaded. With a second thread it
    cannot: a lock that the thread holds would never be released in the child. On macOS the system's
    libraries may not be used in a forked child.
    """
    return sys.platform == "linux" and threading.active_count() == 1


def fork_detached(works: Sequence[Callable[[], int | None]]) -> Forked:
    """Run each of ``works`` in a forked process that Ctrl-C in the terminal does not reach."""

    def apart(work: Callable[[], int | None]) -> int | None:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        return work()

    sys.stdout.flush()
    sys.stderr.flush()
    gc.collect()
    # Objects loaded by now stay: keep the collector from scanning them, and so from copying pages.
    gc.freeze()
    reading, writing = parent = os.pipe()
    pids = [_fork(partial(apart, work), parent) for work in works]
    os.close(reading)
    return Forked(pids, writing)


def in_a_fork(work: Callable[[], str]) -> str:
    """Do the work and return its result. A forked child does it if possible, so that the memory it
    takes is freed. Raises ``ChildProcessError`` if the child fails; the child has then printed the
    reason.
    """
    if not may_fork():
        return work()
    sys.stdout.flush()
    sys.stderr.flush()
    reading, writing = os.pipe()
    parent = os.pipe()

    def answer() -> None:
        os.close(reading)
        with os.fdopen(writing, "w", encoding="utf-8") as pipe:
            pipe.write(work())

    pid = _fork(answer, parent)
    for end in (writing, parent[0]):
        os.close(end)
    try:
        with os.fdopen(reading, encoding="utf-8") as pipe:
            answer_of_child = pipe.read()
        _pid, how = os.waitpid(pid, 0)
    finally:
        os.close(parent[1])
    if how:
        raise ChildProcessError("a child failed")
    return answer_of_child


def start_detached(program: Sequence[str], **streams: Any) -> subprocess.Popen[bytes]:
    """Start a program that Ctrl-C in the terminal does not reach."""
    return subprocess.Popen(program, **streams, **APART)


def end_with_its_children(process: "subprocess.Popen[str]") -> None:
    """End at once a program that was started :data:`APART` and still runs, with whatever it has
    started itself.
    """
    if WINDOWS:
        process.kill()
    else:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
