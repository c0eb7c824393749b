"""The way in for rows, whoever sends them: a phone, a program, the desk. Each is answered alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from king_tournament.sheet.shared_commit import stored_together
from scoring.models import HandResult, Sheet
from scoring.remembered import Prepared
from scoring.rows import RowConflict, enter_row

Facts = dict[str, Any]


def find_by_card(code: str, number: int) -> Sheet:
    """The sheet that a table's card opens; ``Sheet.DoesNotExist`` where there is none, or the evening is over. From
    here on the request says its times in the evening's own zone."""
    found = _opened.first(code, number) if number <= LARGEST_NUMBER else None
    if found is None:
        raise Sheet.DoesNotExist
    timezone.activate(found.table.round.tournament.zone)
    return found


LARGEST_NUMBER = 9999
"""An address may have any number."""

_opened = Prepared(
    lambda code, number: (
        Sheet.objects.filter(table__place__code=code, table__round__number=number)
        .filter(table__round__tournament__closed_at=None)
        .select_related("table__round__tournament", "table__place").order_by()[:1]
    ),
    "the code", LARGEST_NUMBER,
)  # fmt: skip


_keys = Prepared(
    lambda code, number: (
        Sheet.objects.filter(table__place__code=code, table__round__number=number)
        .filter(table__round__tournament__closed_at=None).only("pk").order_by()[:1]
    ),
    "the code", LARGEST_NUMBER,
)  # fmt: skip


def find_key_by_card(code: str, number: int) -> Sheet:
    """The same, and nothing is read of it yet: a row reads the sheet when its turn to write has come."""
    found = _keys.first(code, number) if number <= LARGEST_NUMBER else None
    if found is None:
        raise Sheet.DoesNotExist
    return found


def enter_sent(sheet: Sheet, body: Mapping[str, Any]) -> HandResult:
    """A table's row, with a phone's rights whatever sends it: once the sheet is handed in, the desk writes."""
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
    """A row with its version, as it is stored."""
    return {"version": result.version, "content": result.content}


def answer_to(
    enter: Callable[[], HandResult | None],
    now: Callable[[HandResult | None], Facts],
    shown: Callable[[HandResult], Facts] = as_stored,
) -> tuple[int, Facts]:
    """Status and answer to a row: 200 with its version, 409 with the one that came between, 422 with the reason.

    The same row again answers the same. Each comes with the sheet as it is ``now``.
    """
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
    """A service's refusal: its sentences, each once, and the code of the first."""
    first = error.error_list[0] if hasattr(error, "error_list") else error
    code = getattr(first, "code", None) or "refused"
    return {"message": " ".join(dict.fromkeys(map(str, error.messages))), "code": str(code)}
