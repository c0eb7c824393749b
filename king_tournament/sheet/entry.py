"""Entry of rows, for every sender."""

from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from king_tournament.sheet.state import numbers_at
from scoring.models import HandResult, Sheet
from scoring.rows import RowConflict, enter_row
from wording.naming import play_with_cards_of
from wording.sentences import refusal

Facts = dict[str, Any]


def find_by_card(code: str, number: int) -> Sheet:
    """Find the sheet by the code on the table's card, and switch the request to the evening's time
    zone, language and card letters. Raises ``Sheet.DoesNotExist``, also if the evening is over.
    """
    sheets = Sheet.objects.select_related("table__round__tournament", "table__place")
    sheet = sheets.get(pk=key_by_card(code, number).pk)
    timezone.activate(sheet.tournament.zone)
    play_with_cards_of(sheet.tournament.language, sheet.tournament.card_letters)
    return sheet


def key_by_card(code: str, number: int) -> Sheet:
    """Find the sheet's primary key alone, for callers that read the sheet while locking it. Raises
    as :func:`find_by_card` does.
    """
    numbers = numbers_at(code, number)
    if numbers is None:
        raise Sheet.DoesNotExist
    return Sheet(pk=numbers[0])


def enter_submitted_row(sheet: Sheet, body: Mapping[str, Any]) -> HandResult:
    """Store a row that was sent, with a phone's rights: once the sheet is handed in, only the desk
    may write.
    """
    if "content" not in body:
        raise refusal(
            _("The row has no “content”. Send the row, or null to empty it."), "content_missing"
        )
    return enter_row(
        sheet=sheet,
        hand=body.get("hand"),
        content=body["content"],
        client_id=body.get("client_id"),
        based_on=body.get("based_on"),
        origin=HandResult.Origin.PHONE,
        device=str(body.get("device") or "")[:60],
    )


def stored_row(result: HandResult) -> Facts:
    return {"version": result.version, "content": result.content}


def answer_to(
    enter: Callable[[], HandResult | None],
    now: Callable[[HandResult | None], Facts],
    form_of: Callable[[HandResult], Facts] = stored_row,
) -> tuple[int, Facts]:
    """Status and body for a submitted row: 200 with its version, 409 with the version that came
    between, 422 with the reason. The same row again gets the same answer. Each has the sheet as it
    is ``now``.
    """
    try:
        stored = enter()
    except RowConflict as conflict:
        return 409, {
            **refusal_words(conflict),
            "current": form_of(conflict.current),
            "sheet": now(None),
        }
    except ValidationError as refusal:
        return 422, {**refusal_words(refusal), "sheet": now(None)}
    if not stored:
        return 200, {"version": 0, "sheet": now(stored)}
    return 200, {"hand": stored.hand, "version": stored.version, "sheet": now(stored)}


def refusal_words(error: ValidationError) -> Facts:
    first = error.error_list[0] if hasattr(error, "error_list") else error
    code = getattr(first, "code", None) or "refused"
    return {"message": " ".join(dict.fromkeys(map(str, error.messages))), "code": str(code)}
