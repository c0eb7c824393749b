"""The way in for rows, whoever sends them. With ``synchronous=FULL`` each commit waits for the disk, and SQLite has one
writer: the threads of a process queue, and the first writes what all have brought. Processes take turns by a lock of
the system, which wakes the next at once; SQLite's own way is to sleep and look again."""

import contextlib
import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.models import HandResult, Sheet
from scoring.remembered import Prepared
from scoring.rows import RowConflict, enter_row
from tournaments import system

Facts = dict[str, Any]


def find_by_card(code: str, number: int) -> Sheet:
    """``Sheet.DoesNotExist`` also where the evening is over. From here on the request says its times in the evening's
    zone."""
    found = _found(_opened, code, number)
    timezone.activate(found.table.round.tournament.zone)
    return found


LARGEST_NUMBER = 9999
"""An address may have any number."""


def _of_card(code: str, number: int) -> QuerySet[Sheet]:
    sheets = Sheet.objects.filter(table__place__code=code, table__round__number=number)
    return sheets.filter(table__round__tournament__closed_at=None).order_by()


_opened = Prepared(
    lambda code, number: _of_card(code, number).select_related("table__round__tournament", "table__place")[:1],
    "the code", LARGEST_NUMBER,
)  # fmt: skip
_keys = Prepared(lambda code, number: _of_card(code, number).only("pk")[:1], "the code", LARGEST_NUMBER)


def _found(sheets: Prepared[Sheet], code: str, number: int) -> Sheet:
    found = sheets.first(code, number) if number <= LARGEST_NUMBER else None
    if found is None:
        raise Sheet.DoesNotExist
    return found


def find_key_by_card(code: str, number: int) -> Sheet:
    """The key alone: a row reads the sheet when its turn to write has come."""
    return _found(_keys, code, number)


def enter_sent(sheet: Sheet, body: Mapping[str, Any]) -> HandResult:
    """With a phone's rights whatever sends it: once the sheet is handed in, the desk writes."""
    if "content" not in body:
        raise ValidationError(_("The row has no “content”. Send the row, or null to empty it."), code="content_missing")
    return stored_together(
        lambda: enter_row(
            sheet=sheet,
            hand=body.get("hand"),
            content=body["content"],
            client_id=body.get("client_id"),
            based_on=body.get("based_on"),
            origin=HandResult.Origin.PHONE,
            device=str(body.get("device") or "")[:60],
        )
    )


def as_stored(result: HandResult) -> Facts:
    return {"version": result.version, "content": result.content}


def answer_to(
    enter: Callable[[], HandResult | None],
    now: Callable[[HandResult | None], Facts],
    shown: Callable[[HandResult], Facts] = as_stored,
) -> tuple[int, Facts]:
    """200 with the row's version, 409 with the one that came between, 422 with the reason. The same row again answers
    the same. Each comes with the sheet as it is ``now``."""
    try:
        stored = enter()
    except RowConflict as conflict:
        return 409, {**in_words(conflict), "current": shown(conflict.current), "sheet": now(None)}
    except ValidationError as refusal:
        return 422, {**in_words(refusal), "sheet": now(None)}
    if stored is None:
        return 200, {"version": 0, "sheet": now(stored)}
    return 200, {"hand": stored.hand, "version": stored.version, "sheet": now(stored)}


def in_words(error: ValidationError) -> Facts:
    first = error.error_list[0] if hasattr(error, "error_list") else error
    code = getattr(first, "code", None) or "refused"
    return {"message": " ".join(dict.fromkeys(map(str, error.messages))), "code": str(code)}


# --- many rows in one commit


Stored = TypeVar("Stored")


class Waiting:
    def __init__(self, write: Callable[[], Any]) -> None:
        self.write = write
        self.is_done = False
        self.stored: Any = None
        self.error: BaseException | None = None

    def do(self) -> None:
        """A transaction of its own, or a savepoint in the one that there is. A refusal is its sender's."""
        self.stored = self.error = None
        try:
            self.stored = self.write()
        except ValidationError as refusal:
            self.error = refusal


_waiting: deque[Waiting] = deque()
_turn = threading.Lock()


def stored_together(write: Callable[[], Stored]) -> Stored:
    """Returns once it is committed. ``write`` is atomic in itself, and may run in another thread, whose language is
    another's: it says nothing but in lazy sentences."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return write()
    mine = Waiting(write)
    _waiting.append(mine)
    with _turn:
        if not mine.is_done:
            with _turn_of_the_process():
                together = [_waiting.popleft() for _place in range(len(_waiting))]
                # Not among them: a thread that was ended in its turn had taken it along and written nothing.
                _commit(together if mine in together else [*together, mine])
    if mine.error is not None:
        raise mine.error
    stored: Stored = mine.stored
    return stored


def _commit(together: list[Waiting]) -> None:
    """A fault that is no refusal leaves nothing of any, and then each is written alone. A database that is held by
    another program is waited for once: all are told."""
    has_begun = False
    try:
        # One alone is atomic in itself.
        with transaction.atomic() if len(together) > 1 else contextlib.nullcontext():
            has_begun = True
            for waiting in together:
                waiting.do()
    except Exception as fault:  # noqa: BLE001  each is written alone; what is wrong is raised in its sender's thread
        for waiting in together:
            waiting.error = fault
            try:
                if has_begun and len(together) > 1:
                    waiting.do()
            except Exception as error:  # noqa: BLE001
                waiting.error = error
    for waiting in together:
        waiting.is_done = True


@contextlib.contextmanager
def _turn_of_the_process() -> Iterator[None]:
    file = None
    try:
        with contextlib.suppress(OSError):  # a full disk says so when it is written to
            file = os.open(Path(settings.DATA_DIR) / "writer.lock", os.O_RDWR | os.O_CREAT, 0o600)
            system.lock(file, wait=True)
        yield
    finally:
        if file is not None:
            os.close(file)
