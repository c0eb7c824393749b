"""Queue of long tasks. A Celery worker runs them if there is a broker, else a thread of this
process. Celery itself is loaded only in workers and if there is a broker; a club's laptop has
neither.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import connections

if TYPE_CHECKING:
    from celery import Celery

logger = logging.getLogger(__name__)


class Task:
    """A function that can be queued, with the name by which a worker knows it."""

    def __init__(self, name: str, function: Callable[..., None]) -> None:
        self.name, self.function = name, function
        self.__doc__ = function.__doc__

    def __call__(self, *arguments: Any) -> None:
        self.function(*arguments)


_tasks: list[Task] = []
_apps: list[Celery] = []
_one_thread = threading.Lock()


def task(name: str) -> Callable[[Callable[..., None]], Task]:
    """Decorator: declare a long task. Its arguments must go through JSON."""

    def declare(function: Callable[..., None]) -> Task:
        declared = Task(name, function)
        with _one_thread:
            _tasks.append(declared)
            for app in _apps:
                app.task(name=name)(function)
        return declared

    return declare


def celery_app() -> Celery:
    """Return Celery's application with all tasks declared so far and later; settings begin with
    ``CELERY_``.
    """
    from celery import Celery

    with _one_thread:
        if not _apps:
            app = Celery("king_tournament")
            app.config_from_object("django.conf:settings", namespace="CELERY")
            for declared in _tasks:
                app.task(name=declared.name)(declared.function)
            _apps.append(app)
        return _apps[0]


def hand_over(task: Task, *arguments: Any, after: float = 0) -> None:
    """Queue the task and return at once; ``after`` is in seconds. An unreachable broker is no
    error, because the request is stored in its row.
    """
    if settings.CELERY_TASK_ALWAYS_EAGER:
        if not after:
            task(*arguments)
    elif settings.CELERY_BROKER_URL:
        _send(task, arguments, after)
    elif after:
        timer = threading.Timer(after, do_here, (task, *arguments))
        timer.daemon = True
        timer.start()
    else:
        do_here(task, *arguments)


def _send(task: Task, arguments: tuple[Any, ...], after: float) -> None:
    from kombu.exceptions import OperationalError

    try:
        celery_app().send_task(task.name, arguments, countdown=after or None)
    except (OperationalError, OSError):
        logger.warning("%s waits: the queue cannot be reached", task.name)


_handed_over: dict[str, SimpleQueue[tuple[Task, tuple[Any, ...]]]] = {}
_starting = threading.Lock()
_done = threading.Condition()
_unfinished = Counter[str]()
"""Tasks of each queue that are not done."""


def do_here(task: Task, *arguments: Any) -> None:
    """Run the task in this process: one after another, in a thread for each of Celery's queues. A
    thread starts with its first task.
    """
    if settings.CELERY_TASK_ALWAYS_EAGER:
        task(*arguments)
        return
    queue = settings.CELERY_TASK_ROUTES.get(task.name, {}).get(
        "queue", settings.CELERY_TASK_DEFAULT_QUEUE
    )
    with _starting:
        if queue not in _handed_over:
            _handed_over[queue] = SimpleQueue()
            work = threading.Thread(
                target=_do_one_after_another, args=(queue,), name=f"work of {queue}", daemon=True
            )
            work.start()
    _count(queue, 1)
    _handed_over[queue].put((task, arguments))


def _count(queue: str, more: int) -> None:
    with _done:
        _unfinished[queue] += more
        _done.notify_all()


def is_working() -> bool:
    """Whether a thread of this process has a task to do."""
    return any(_unfinished.values())


def finish() -> None:
    """Wait until the threads of this process have done every task. A program calls it before it
    ends.
    """
    with _done:
        _done.wait_for(lambda: not is_working())


def _do_one_after_another(queue: str) -> None:
    while True:
        task, arguments = _handed_over[queue].get()
        try:
            task(*arguments)
        except Exception:
            logger.exception("%s failed", task.name)
        finally:
            connections.close_all()
            _count(queue, -1)
