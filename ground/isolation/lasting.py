"""A process that stays for further questions: lines of JSON, each answered with one. It ends by itself
after a minute without a question, and at once when the process that asks has ended.

``Lasting`` is the side that asks; ``answer_all`` runs in the process.
"""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from ground import system
from ground.isolation import ReadError

SECONDS_TO_WAIT = 4.0
"""Most seconds to wait for an answer, of each of two processes. A stop of the site waits as long as
for both."""
SECONDS_IDLE = 60.0
SECONDS_OF_WORK = 4
"""Most seconds of work for a question."""
MOST_MEMORY = 256 * 2**20
STEPS_BEHIND = 10
"""Steps of priority below the site. The lowest would get nothing of a machine that is busy, and
somebody waits."""
SIZE = 65_536

ENDED = "the process has ended or was late"


class Lasting:
    """A process that runs ``python -m module``, which calls ``answer_all``. It is started when a
    question comes, belongs to the process that asks, and is asked one question at a time.
    """

    def __init__(self, module: str) -> None:
        self.module = module
        self.process: subprocess.Popen[bytes] | None = None
        self._one_at_a_time = threading.Lock()
        system.when_forked(self._forget)

    def ask(self, question: Any, seconds: float | None = None) -> Any:
        """Return the answer to a question. A process that ends or is late is started anew once.
        Raises ``ReadError``.
        """
        line = json.dumps(question).encode() + b"\n"
        wait = SECONDS_TO_WAIT if seconds is None else seconds
        reason = ENDED
        with self._one_at_a_time:
            for _attempt in range(2):
                try:
                    answered = self._exchange(line, wait)
                except (OSError, ValueError) as error:
                    self.end()
                    reason = str(error) or ENDED
                except BaseException:  # its answer would be taken for that of the next question
                    self.end()
                    raise
                else:
                    if "error" in answered:
                        raise ReadError(answered["error"])
                    return answered["answer"]
        raise ReadError(reason)

    def end(self) -> None:
        """End the process at once, if there is one. The next question starts another."""
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            _close(process)

    def _exchange(self, line: bytes, seconds: float) -> Any:
        """Raises ``OSError`` if the process cannot be started, ends or is late."""
        if self.process is None or self.process.poll() is not None:
            self._start()
        process = self.process
        assert process is not None
        # Windows waits for no pipe with a limit of time: whoever is late is ended.
        limit = threading.Timer(seconds, process.kill)
        limit.daemon = True
        limit.start()
        try:
            return json.loads(_exchanged(process, line))
        finally:
            limit.cancel()

    def _start(self) -> None:
        self.end()
        self.process = subprocess.Popen(
            [*system.python_command(), "-m", self.module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd=Path(__file__).resolve().parents[2],
            **system.BEHIND,
        )
        # Waits for its end, so that none is left behind as a zombie.
        threading.Thread(target=self.process.wait, name=self.module, daemon=True).start()

    def _forget(self) -> None:
        """Leave the child to the process that this one was forked from; it ends with that one's pipe."""
        process, self.process = self.process, None
        self._one_at_a_time = threading.Lock()
        if process is not None:
            _close(process)
            process.returncode = 0


def _exchanged(process: subprocess.Popen[bytes], line: bytes) -> bytes:
    questions, answers = _pipes(process)
    rest = memoryview(line)
    while rest:
        rest = rest[questions.write(rest) :]
    answer = b""
    while not answer.endswith(b"\n"):
        piece = answers.read(SIZE)
        if not piece:
            raise OSError(ENDED)
        answer += piece
    return answer


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def _close(process: subprocess.Popen[bytes]) -> None:
    for pipe in _pipes(process):
        pipe.close()


# --- in the process


def answer_all(read: Callable[[Any], Any], seconds_idle: float = SECONDS_IDLE) -> None:
    """Answer each question by ``read``, within the limits, until none comes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C: the site ends, and this one with it
    system.give_way(STEPS_BEHIND)
    system.give_memory_back()
    system.limit_memory(MOST_MEMORY)
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()
    status = 1
    try:
        while True:
            line = lines.get(timeout=seconds_idle)
            system.limit_work(SECONDS_OF_WORK)
            sys.stdout.buffer.write(json.dumps(_answer(read, line)).encode() + b"\n")
            sys.stdout.flush()
    except queue.Empty:
        status = 0
    finally:
        # Without the usual end of a Python, which would wait for the thread that listens.
        os._exit(status)


def _listen(lines: "queue.SimpleQueue[bytes]") -> None:
    for line in sys.stdin.buffer:
        lines.put(line)
    os._exit(0)


def _answer(read: Callable[[Any], Any], line: bytes) -> dict[str, Any]:
    try:
        return {"answer": read(json.loads(line))}
    except MemoryError:
        raise  # what fills the memory is freed with the process alone
    except Exception as error:  # noqa: BLE001 - whatever it is, the next question may do better
        return {"error": f"{type(error).__name__}: {error}"}
