"""Rows as they are typed: every change makes a new version, and sending a row twice changes
nothing. Also history, first dealers and void deals.
"""

import json
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import wraps
from typing import Any, ParamSpec

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _, gettext_noop

from deals.models import Board, WindChoice
from ground.guards import Author, stored_author, write
from ground.names import clean_text, read_reason
from king.cards import WINDS, Wind
from king.reading import InputError, Node
from king.rulesets.base import HandPlan, Scoring
from king.sheet.checks import CardRefused, check_row, partner_by_card
from king.sheet.row import Difference, Row, row_differences
from scoring.models import HandResult, Sheet
from scoring.scored_sheets import plans_of, read_row, rules_at, scored_sheet
from tournaments.board_steps import board_of
from tournaments.log import LogKind, record_at
from tournaments.models import LogEntry, Tournament
from wording.naming import column_lazily, columns_lazily
from wording.sentences import Sentence, refusal, say_error_lazily

LARGEST_COUNT = 99
"""Largest count in a row, more than any deck holds. A larger number is a slip of the keyboard, not
a result."""

LONGEST_ROW = 1000
"""Most characters of a stored row. A full row with a sale has about two hundred."""

Given = ParamSpec("Given")

AT_DESK = (HandResult.Origin.DESK, HandResult.Origin.PROGRAM)


class RowConflict(ValidationError):
    """Error: somebody else has changed the row since it was read. ``current`` is the version in
    force.
    """

    def __init__(self, current: HandResult) -> None:
        super().__init__(
            _(
                "Hand %(hand)s was changed by somebody else while you were typing. Look at what "
                "is there now, and save again if yours is right."
            ),
            code="row_conflict",
            params={"hand": current.hand, "version": current.version},
        )
        self.current = current


def locked_sheet(sheet: Sheet) -> Sheet:
    """Lock the sheet until the end of the transaction, and count the change. Every change to a
    sheet starts with it.
    """
    Sheet.objects.filter(pk=sheet.pk).update(revision=F("revision") + 1)
    # Read after the wait: what was joined to a row that somebody else held would be as it was
    # before.
    return Sheet.objects.select_related("table__round__tournament", "table__place").get(pk=sheet.pk)


def retry_on_integrity_error(enter: Callable[Given, HandResult]) -> Callable[Given, HandResult]:
    """Decorator: call ``enter`` again after an integrity error. If two requests insert the same
    client id, one fails; the second call finds the other's row.
    """

    @wraps(enter)
    def entered(*args: Given.args, **kwargs: Given.kwargs) -> HandResult:
        try:
            return enter(*args, **kwargs)
        except IntegrityError:
            return enter(*args, **kwargs)

    return entered


@retry_on_integrity_error
@transaction.atomic
def enter_row(
    *,
    sheet: Sheet,
    hand: Any,
    content: Mapping[str, Any] | None,
    origin: str,
    client_id: uuid.UUID | str | None = None,
    based_on: int | None = None,
    device: str = "",
    author: Author = None,
) -> HandResult:
    """Store a row and return the version in force.

    ``content`` is the row as ``king.sheet.row.Row.as_json`` writes it, without ``hand``; None
    empties it. A row with problems (a queen missing) is stored all the same. Content equal to the
    current version makes no new version.

    ``client_id`` is made where the row was typed. If it comes again, the answer is the version that
    was stored the first time. ``based_on`` is the version that the typist saw, 0 for an empty row,
    None if nobody looked. Raises ``RowConflict`` if another version with other content has come
    since.
    """
    identity = read_identity(client_id) or uuid.uuid4()
    numbers = [hand] if based_on is None else [hand, based_on]
    if any(isinstance(number, bool) or not isinstance(number, int) for number in numbers):
        raise refusal(
            _(
                "A row needs the numbers of its hand and of the version it was typed over. Reload the page."
            ),
            "unreadable_row",
        )
    locked = locked_sheet(sheet)
    first, current = _resend_and_current(locked, hand, identity)
    if first:
        return first
    tournament = locked.tournament
    check_open(locked, origin)
    stored = with_partner(locked, hand, read_content(tournament, hand, content), current)
    _check_not_won(locked, hand, stored)
    if current and current.content == stored:
        return current
    if current and based_on is not None and based_on < current.version:
        raise RowConflict(current)
    version = current.version + 1 if current else 1
    result = write_version(locked, hand, version, stored, identity, origin, device, author)
    locked.versions = [*(locked.versions or ()), result]
    if version > 1 and locked.handed_in_at:
        record_at(
            locked.table,
            LogKind.ROW_CORRECTED,
            gettext_noop(
                "Partita %(round)s, table %(table)s: hand %(hand)s was corrected (version %(version)s)."
            ),
            author,
            hand=hand,
            version=version,
        )
    return result


def _check_not_won(sheet: Sheet, hand: int, content: Mapping[str, Any] | None) -> None:
    """Refuse a hand after the one that won the match outright (§13.15)."""
    if content is None or not rules_at(sheet)[1].king_tricks:
        return
    scored = scored_sheet(sheet)
    if scored.won_with is not None and hand > scored.won_with:
        raise refusal(
            AFTER_END, "match_won", hand=scored.won_with, wind=column_lazily(scored.winner)
        )


AFTER_END = _(
    "%(wind)s has won the match outright with hand %(hand)s: no other hand is played. If that "
    "hand is wrong, put it right first."
)


@transaction.atomic
def enter_new_sheets(
    *, sheets: Iterable[tuple[Sheet, Mapping[int, dict[str, Any] | None]]], origin: str
) -> None:
    filled = [(sheet, rows) for sheet, rows in sheets if rows]
    for sheet, _rows in filled:
        check_open(sheet, origin)
    Sheet.objects.filter(pk__in=[sheet.pk for sheet, _rows in filled]).hold()
    HandResult.objects.bulk_create(
        HandResult(
            sheet=sheet,
            hand=hand,
            version=1,
            content=content,
            client_id=uuid.uuid4(),
            origin=origin,
        )
        for sheet, rows in filled
        for hand, content in rows.items()
    )


def read_content(
    tournament: Tournament, hand: int, content: Mapping[str, Any] | None
) -> dict[str, Any] | None:
    """Read a row into king's own form, without ``hand``; None for an emptied row. Raises
    ``ValidationError`` for a form that cannot be read. A row that is readable but wrong is
    accepted.
    """
    plans = tournament.plans
    if hand not in plans:
        raise refusal(
            _("This sheet has no hand %(hand)s: its hands are numbered from 1 to %(last)s."),
            "no_such_hand",
            hand=hand,
            last=len(plans),
        )
    if content is None:
        return None
    if not isinstance(content, Mapping):
        raise _unreadable(hand, _("a row is a hand and the tricks or cards of each wind"))
    form = {
        str(key): value for key, value in content.items() if key != "hand" and value is not None
    }
    contract = plans[hand].contract
    if contract is not None:
        form.setdefault("contract", contract.code)
    _check_counts(hand, form.get("units"))
    try:
        row = Row.from_json(Node({"hand": hand, **form}, "", ""))
    except InputError as error:
        raise _unreadable(hand, say_error_lazily(error)) from None
    stored = {key: value for key, value in row.as_json().items() if key != "hand"}
    if len(json.dumps(stored)) > LONGEST_ROW:
        raise _unreadable(hand, _("it is too long for a row of a sheet"))
    if not all(text.isprintable() for text in _texts(stored)):
        raise _unreadable(hand, _("it holds characters that cannot be shown"))
    return stored


def partner_follows(sheet: Sheet) -> bool:
    """Whether the named card determines the partner. It does only if the board is stored (R5,
    §12.5).
    """
    round_ = sheet.round
    shared = round_.tournament.rules.scoring is Scoring.SHARED
    return shared and Board.objects.in_use().filter(board_set=round_.board_set_id).exists()


def with_partner(
    sheet: Sheet,
    hand: int,
    content: dict[str, Any] | None,
    current: HandResult | None = None,
) -> dict[str, Any] | None:
    """Fill in the partner: if the board is stored, it is the player who holds the named card (R5,
    §12.5).

    Another partner is refused (§13.5), unless it was only carried over from the ``current`` row
    while another card was entered. Rows that do not yet say how the hand ended are left as they
    are: filling in the partner before the hand is played would tell the typist where the card lies.
    """
    round_ = sheet.round
    row = read_row(hand, content)
    if row is None or content is None or row.card is None or round_.board_set_id is None:
        return content
    ruleset, settings = rules_at(sheet)
    number = board_of(round_.tournament, hand)
    board = Board.objects.in_use().filter(board_set=round_.board_set_id, number=number).first()
    whose = {problem.code for problem in check_row(ruleset, row, settings)} - {
        "partner_missing",
        "partner_unknown",
    }
    if board is None or whose:
        return content
    try:
        partner = partner_by_card(ruleset, row, board.deal, settings)
    except CardRefused as error:
        raise refusal(
            _("Hand %(hand)s: %(problem)s."),
            "own_card",
            hand=hand,
            problem=Sentence.of(error.phrase),
        ) from None
    if partner is None:
        return content
    before = (current.content or {}).get("partner") if current else None
    if row.partner not in (None, str(partner), before):
        raise refusal(
            _("Hand %(hand)s: %(partner)s is not a partner: %(holder)s holds the named card."),
            "wrong_partner",
            hand=hand,
            partner=column_lazily(Wind(row.partner)) if row.partner in WINDS else row.partner,
            holder=column_lazily(partner),
        )
    return content | {"partner": str(partner)}


def _texts(value: Any) -> Iterator[str]:
    """All texts of a row, keys included, because a database may refuse some characters."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in (*value.keys(), *value.values()):
            yield from _texts(part)


def read_identity(client_id: uuid.UUID | str | None) -> uuid.UUID | None:
    if client_id is None or isinstance(client_id, uuid.UUID):
        return client_id
    try:
        return uuid.UUID(client_id)
    except (ValueError, AttributeError, TypeError):
        raise refusal(
            _(
                "The mark that this row was sent with cannot be read: expected a UUID. Reload the page and save again."
            ),
            "bad_client_id",
        ) from None


def _resend_and_current(
    sheet: Sheet, hand: int, identity: uuid.UUID
) -> tuple[HandResult | None, HandResult | None]:
    """Return the version that was sent with this mark before, and the version in force; each may be
    None. All versions are stored on the sheet object, because every answer shows them.
    """
    own_or_sent = Q(sheet=sheet) | Q(client_id=identity)
    versions = list(HandResult.objects.filter(own_or_sent).order_by("version"))
    first = next((result for result in versions if result.client_id == identity), None)
    if first and (first.sheet_id, first.hand) != (sheet.pk, hand):
        raise refusal(
            _(
                "This mark was already used for another row of a sheet. Reload the page and save again."
            ),
            "client_id_used_elsewhere",
        )
    sheet.versions = versions
    current = next((result for result in reversed(versions) if result.hand == hand), None)
    for result in filter(None, (first, current)):
        result.sheet = sheet
    return first, current


def write_version(
    sheet: Sheet,
    hand: int,
    version: int,
    content: dict[str, Any] | None,
    identity: uuid.UUID | None,
    origin: str,
    device: str,
    author: Author,
) -> HandResult:
    return HandResult.objects.create(
        sheet=sheet,
        hand=hand,
        version=version,
        content=content,
        client_id=identity or uuid.uuid4(),
        origin=origin,
        device=clean_text(device)[:60],
        author=stored_author(author),
    )


def check_open(sheet: Sheet, origin: str) -> None:
    round_, at_desk = sheet.round, origin in AT_DESK
    params = {"table": sheet.table.number, "round": round_.number}
    if round_.is_seating:
        raise refusal(
            _("Partita %(round)s has not started yet: nothing can be entered at table %(table)s."),
            "round_not_started",
            **params,
        )
    if round_.is_official:
        raise refusal(
            _(
                "Partita %(round)s is official and can no longer change. The arbiter can make it provisional again."
            ),
            "round_official",
            **params,
        )
    if sheet.is_closed:
        raise refusal(
            _(
                "The sheet of table %(table)s, partita %(round)s, is closed. The desk can reopen it, with a "
                "reason."
            ),
            "sheet_closed",
            **params,
        )
    if not at_desk and (sheet.is_handed_in or round_.is_closed):
        raise refusal(
            _(
                "The sheet of table %(table)s, partita %(round)s, has been handed in. Ask the desk to change it."
            ),
            "sheet_handed_in",
            **params,
        )


def _check_counts(hand: int, units: Any) -> None:
    if not isinstance(units, Mapping):
        return
    for key, count in units.items():
        if count is None or (
            isinstance(count, int) and not isinstance(count, bool) and 0 <= count <= LARGEST_COUNT
        ):
            continue
        place = WindChoice(key).label if key in WindChoice.values else str(key)[:20]
        raise refusal(
            _(
                "Hand %(hand)s, %(place)s: “%(found)s” is not a number of tricks or cards. Write a whole number, 0 or more."
            ),
            "bad_count",
            hand=hand,
            place=place,
            found=str(count)[:20],
        )


def _unreadable(hand: int, reason: Any) -> ValidationError:
    return refusal(
        _("Hand %(hand)s cannot be read: %(reason)s."), "unreadable_row", hand=hand, reason=reason
    )


def draws_dealer(tournament: Tournament) -> bool:
    return tournament.rules.dealer_drawn and not tournament.plays_boards


@transaction.atomic
def say_first_dealer(
    *, sheet: Sheet, wind: str, seen: str | None = None, device: str = "", author: Author = None
) -> Sheet:
    """Store the first dealer. A phone sends it before the first row, and may replace the answer
    that it has ``seen``. The desk (an ``author``) may correct it later: rows whose chooser and
    seller follow from the old dealer get the new ones, and are checked again.
    """
    locked = locked_sheet(sheet)
    if not draws_dealer(locked.tournament):
        raise refusal(
            _("The same wind deals first at every table this evening."), "one_dealer_for_all"
        )
    players = locked.tournament.rules.players
    if wind not in players:
        raise refusal(
            _("Say which wind deals first: %(winds)s."),
            "no_such_wind",
            winds=columns_lazily(players),
        )
    if locked.first_dealer == wind:
        return locked
    check_open(locked, HandResult.Origin.PHONE if author is None else HandResult.Origin.DESK)
    rows = list(locked.results.written())
    if author is None:
        _check_phone(locked, seen, entered=bool(rows))
    before = plans_of(locked)
    write(locked, first_dealer=wind)
    after = plans_of(locked)
    for row in rows:
        content = _with_new_deal(row.content or {}, before[row.hand], after[row.hand])
        if content != row.content:
            write_version(
                locked,
                row.hand,
                row.version + 1,
                content,
                None,
                HandResult.Origin.DESK,
                device,
                author,
            )
    record_at(
        locked.table,
        LogKind.FIRST_DEALER,
        gettext_noop("Partita %(round)s, table %(table)s: %(wind)s deals first."),
        author,
        wind=wind,
    )
    sheet.first_dealer = wind
    return locked


def _check_phone(locked: Sheet, seen: str | None, *, entered: bool) -> None:
    if entered:
        raise refusal(
            _(
                "Hands have already been entered: only the desk can now change who dealt first. Call the arbiter."
            ),
            "rows_entered",
        )
    if seen is not None and seen != locked.first_dealer:
        raise refusal(
            _(
                "Another phone has just said that %(wind)s deals first. If that is wrong, say it again."
            ),
            "dealer_said",
            wind=column_lazily(locked.first_dealer),
        )


def _with_new_deal(content: Mapping[str, Any], before: HandPlan, after: HandPlan) -> dict[str, Any]:
    changed = dict(content)
    if before.chooser is not None and content.get("chooser") == str(before.chooser):
        changed["chooser"] = str(after.chooser)
    sale = content.get("sale") or {}
    if before.owner is not None and sale.get("seller") == str(before.owner):
        changed["sale"] = {**sale, "seller": str(after.owner)}
    return changed


def sheet_history(sheet: Sheet) -> tuple[tuple[HandResult, tuple[Difference, ...], bool], ...]:
    """Versions of rows in the order of writing, with changes to the previous version, and whether
    each is in force.
    """
    versions = list(sheet.results.select_related("author").order_by("created_at", "pk"))
    last = {
        result.hand: result.version
        for result in sorted(versions, key=lambda version: version.version)
    }
    before: dict[int, Row | None] = {}
    history = []
    for result in versions:
        row = read_row(result.hand, result.content)
        changes = row_differences(before.get(result.hand), row)
        history.append((result, changes, result.version == last[result.hand]))
        before[result.hand] = row
    return tuple(history)


def sheet_events(sheet: Sheet) -> tuple[LogEntry, ...]:
    lines = sheet.tournament.log.filter(
        fields__round=sheet.round.number, fields__table=sheet.table.number
    )
    return tuple(lines.select_related("author").order_by("sequence"))


@transaction.atomic
def take_up_version(*, result: HandResult, author: Author, reason: str) -> HandResult:
    """Store a new version with the content of an old one, so that the history shows it. If the old
    one is in force already, return it.
    """
    reason = read_reason(reason)
    sheet = locked_sheet(result.sheet)
    old = HandResult.objects.get(pk=result.pk)
    before = sheet.results.filter(hand=old.hand).latest("version")
    if before.pk == old.pk:
        return before
    row = enter_row(
        sheet=sheet,
        hand=old.hand,
        content=old.content,
        origin=HandResult.Origin.DESK,
        author=author,
        based_on=before.version,
    )
    if row.pk == before.pk:
        raise refusal(
            _(
                "Hand %(hand)s: version %(old)s says the same as version %(version)s, which is in force."
            ),
            "same_version",
            hand=old.hand,
            old=old.version,
            version=before.version,
        )
    record_at(
        sheet.table,
        LogKind.VERSION_TAKEN_UP,
        gettext_noop(
            "Partita %(round)s, table %(table)s: hand %(hand)s is as in version %(old)s again (version %(version)s). "
            "Reason: %(reason)s"
        ),
        author,
        hand=old.hand,
        old=old.version,
        version=row.version,
        reason=reason,
    )
    return row
