"""Rows as they are typed: every change is a new version, a resend changes nothing, and nothing is overwritten."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from deals.models import WindChoice
from king.commands.reading import Node
from king.errors import InputError
from king.row import Row
from scoring.models import HandResult, Sheet
from scoring.reading import rules_in_force
from scoring.sentences import say_error_lazily
from tournaments.log import record
from tournaments.models import Round, Tournament
from tournaments.names import cleaned

LARGEST_COUNT = 99
"""More than any deck holds; a larger number in a row is a slip of the keyboard, not a result."""

LONGEST_ROW = 1000
"""Characters of a stored row; a full one with a sale has about two hundred."""

AT_DESK = (HandResult.Origin.DESK, HandResult.Origin.PROGRAM)


class RowConflict(ValidationError):
    """The row was changed by somebody else since it was read. ``current`` is the version in force."""

    def __init__(self, current: HandResult) -> None:
        super().__init__(
            _(
                "Hand %(hand)s was changed by somebody else while you were typing. "
                "Look at what stands there now, and save again if yours is right."
            ),
            code="row_conflict",
            params={"hand": current.hand, "version": current.version},
        )
        self.current = current


def locked_sheet(sheet: Sheet) -> Sheet:
    """The sheet as it is now, held until the end of the transaction: whoever else writes to it waits for its turn."""
    if connection.features.has_select_for_update:  # elsewhere the transaction itself has waited for its turn
        Sheet.objects.select_for_update().only("pk").get(pk=sheet.pk)
    # Read after the wait: what was joined to a row that somebody else held would be as it was before.
    return Sheet.objects.select_related("table__round__tournament").get(pk=sheet.pk)


@transaction.atomic
def enter_row(
    *,
    sheet: Sheet,
    hand: int,
    content: Mapping[str, Any] | None,
    origin: str,
    client_id: uuid.UUID | str | None = None,
    based_on: int | None = None,
    device: str = "",
    author: AbstractBaseUser | None = None,
) -> HandResult:
    """Store a version of a row and return the version in force.

    ``content`` is the row as ``king.sheet.Row.as_json`` writes it, without ``hand``; None empties it. A row with
    problems (a queen missing) is stored all the same: ``scoring.reading`` shows them. ``client_id``, made where the
    row was typed, makes a resend harmless: it answers with what the first one stored. ``based_on`` is the version
    that the typist was looking at, 0 for an empty row, None where nobody was looking; if another version has come
    since, with other content, ``RowConflict``. The same content as the version in force makes no new version.

    Refused: a form that cannot be read, a hand that the sheet does not have, a closed sheet, a partita that is not in
    play, and a phone's change once the sheet was handed in.
    """
    identity = read_identity(client_id)
    _check_numbers(hand, based_on)
    held = locked_sheet(sheet)
    first = _sent_before(held, hand, identity)
    if first is not None:
        return first
    tournament = held.table.round.tournament
    check_open(held, origin)
    stored = read_content(tournament, hand, content)
    current = held.results.filter(hand=hand).order_by("-version").first()
    if (current is None and stored is None) or (current is not None and current.content == stored):
        return current or write_version(held, hand, 1, stored, identity, origin, device, author)
    if current is not None and based_on is not None and based_on < current.version:
        raise RowConflict(current)
    version = current.version + 1 if current else 1
    result = write_version(held, hand, version, stored, identity, origin, device, author)
    if version > 1 and held.handed_in_at is not None:
        record(
            tournament,
            "row_corrected",
            gettext_noop("Partita %(round)s, table %(table)s: hand %(hand)s was corrected (version %(version)s)."),
            author=author,
            round=held.table.round.number,
            table=held.table.number,
            hand=hand,
            version=version,
        )
    return result


def _check_numbers(hand: object, based_on: object) -> None:
    """What a phone calls a hand or a version may be anything at all."""
    numbers = [hand] if based_on is None else [hand, based_on]
    if any(isinstance(number, bool) or not isinstance(number, int) for number in numbers):
        raise ValidationError(
            _("A row names its hand and the version it was typed over by a number. Load the page again."),
            code="unreadable_row",
        )


def read_content(tournament: Tournament, hand: int, content: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The row in king's own form without ``hand``, or None for an emptied row.

    Where the order of the hands is fixed the contract may be left out. Raises ``ValidationError`` where the form
    cannot be read; a row that can be read and is wrong is not refused.
    """
    ruleset, settings = rules_in_force(tournament)
    plan = {each.number: each for each in ruleset.schedule(settings)}
    if hand not in plan:
        raise ValidationError(
            _("This sheet has no hand %(hand)s: its hands are numbered from 1 to %(last)s."),
            code="no_such_hand",
            params={"hand": hand, "last": len(plan)},
        )
    if content is None:
        return None
    if not isinstance(content, Mapping):
        raise _unreadable(hand, _("a row is a contract and the count of each wind"))
    form = {str(key): value for key, value in content.items() if key != "hand" and value is not None}
    contract = plan[hand].contract
    if contract is not None:
        form.setdefault("contract", contract.code)
    _check_counts(hand, form.get("units"))
    try:
        row = Row.from_json(Node({"hand": hand, **form}, "", ""))
    except InputError as error:
        raise _unreadable(hand, say_error_lazily(error)) from None
    stored = {key: value for key, value in row.as_json().items() if key != "hand"}
    if len(json.dumps(stored)) > LONGEST_ROW:
        raise _unreadable(hand, _("it is too long to be a row of a sheet"))
    if not all(text.isprintable() for text in _texts(stored)):
        raise _unreadable(hand, _("it holds characters that cannot be shown"))
    return stored


def _texts(value: Any) -> Iterator[str]:
    """Every text of a row, keys too: a database may refuse what is no character at all."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in (*value.keys(), *value.values()):
            yield from _texts(each)


def read_identity(client_id: uuid.UUID | str | None) -> uuid.UUID | None:
    if client_id is None or isinstance(client_id, uuid.UUID):
        return client_id
    try:
        return uuid.UUID(client_id)
    except (ValueError, AttributeError, TypeError):
        raise ValidationError(
            _("The mark that this row was sent with cannot be read: expected a UUID. Reload the page and save again."),
            code="bad_client_id",
        ) from None


def _sent_before(sheet: Sheet, hand: int, identity: uuid.UUID | None) -> HandResult | None:
    """What this very sending stored the first time."""
    if identity is None:
        return None
    first = HandResult.objects.filter(client_id=identity).first()
    if first is not None and (first.sheet_id, first.hand) != (sheet.pk, hand):
        raise ValidationError(
            _("This row was already sent for another row of a sheet. Reload the page and save again."),
            code="client_id_used_elsewhere",
        )
    return first


def write_version(
    sheet: Sheet,
    hand: int,
    version: int,
    content: dict[str, Any] | None,
    identity: uuid.UUID | None,
    origin: str,
    device: str,
    author: AbstractBaseUser | None,
) -> HandResult:
    """The sheet's lock orders the versions; the constraints have the last word, also on a mark used twice at once."""
    try:
        with transaction.atomic():
            return HandResult.objects.create(
                sheet=sheet,
                hand=hand,
                version=version,
                content=content,
                client_id=identity or uuid.uuid4(),
                origin=origin,
                device=cleaned(device)[:60],
                author=author if author is not None and author.pk else None,
            )
    except IntegrityError:
        first = _sent_before(sheet, hand, identity)
        if first is None:
            raise RowConflict(sheet.results.filter(hand=hand).latest("version")) from None
        return first


def check_open(sheet: Sheet, origin: str) -> None:
    """Refuse a change that the sheet's state or the partita's stage does not allow, saying who can help."""
    round_, at_desk = sheet.table.round, origin in AT_DESK
    params = {"table": sheet.table.number, "round": round_.number}
    if round_.stage == Round.Stage.SEATING:
        raise ValidationError(
            _("Partita %(round)s has not started yet: nothing can be entered at table %(table)s."),
            code="round_not_started",
            params=params,
        )
    if round_.stage == Round.Stage.OFFICIAL:
        raise ValidationError(
            _("Partita %(round)s is official and does not change any more. The arbiter can take that back."),
            code="round_official",
            params=params,
        )
    if sheet.state == Sheet.State.CLOSED:
        raise ValidationError(
            _("The sheet of table %(table)s, partita %(round)s, is closed. The desk can reopen it, with a reason."),
            code="sheet_closed",
            params=params,
        )
    if not at_desk and (sheet.state == Sheet.State.HANDED_IN or round_.is_closed):
        raise ValidationError(
            _("The sheet of table %(table)s, partita %(round)s, has been handed in. Ask the desk to change it."),
            code="sheet_handed_in",
            params=params,
        )


def _check_counts(hand: int, units: Any) -> None:
    """Name the wind whose count is not a count: the slip that happens most often, said in the reader's language."""
    if not isinstance(units, Mapping):
        return
    for key, count in units.items():
        if count is None or (isinstance(count, int) and not isinstance(count, bool) and 0 <= count <= LARGEST_COUNT):
            continue
        raise ValidationError(
            _("Hand %(hand)s, %(place)s: “%(found)s” is not a count. Write a whole number, 0 or more."),
            code="bad_count",
            params={"hand": hand, "place": _place_name(str(key)), "found": str(count)[:20]},
        )


def _place_name(key: str) -> Any:
    return WindChoice(key).label if key in WindChoice.values else key[:20]


def _unreadable(hand: int, reason: Any) -> ValidationError:
    return ValidationError(
        _("Hand %(hand)s cannot be read: %(reason)s."), code="unreadable_row", params={"hand": hand, "reason": reason}
    )
