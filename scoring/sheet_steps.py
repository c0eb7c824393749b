"""A sheet from hand to hand: signed by the table, handed in, closed or accepted by the desk,
reopened with a reason.
"""

import contextlib
import datetime
import hmac
from collections.abc import Collection, Iterable
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.formats import time_format
from django.utils.translation import gettext, gettext_lazy as _, gettext_noop

from deals.models import WindChoice
from ground.guards import Author, stored_author, write
from ground.names import clean_text, read_reason
from king.sheet.full_sheet import ScoredSheet
from scoring.duplicate_paper import check_other_paper
from scoring.log_check import evidence, evidence_by_table, sha256_of
from scoring.models import HandResult, Publication, Ruling, Sheet, Signature
from scoring.publishing import Changed
from scoring.publishing.ahead import Basis, computed_ahead
from scoring.publishing.review import changed_before_closing, unmark_if_as_published
from scoring.rows import locked_sheet
from scoring.scored_sheets import missing_hands, scored_round, scored_sheet
from tournaments.log import LogKind, record_all, record_at
from tournaments.models import Player, Round, SignaturePolicy, Tournament
from wording.naming import columns_lazily
from wording.sentences import SheetRefused, refusal

HANDED_IN = gettext_noop("Partita %(round)s: table %(table)s handed in its sheet (%(by)s).")
FROM_A_FILE = "load_night"
CLOSED = gettext_noop("Partita %(round)s: the sheet of table %(table)s was closed.")


def content_hash(sheet: Sheet) -> str:
    return hash_of_rows(sheet.results.written().values_list("hand", "content"))


def hash_of_rows(rows: Iterable[tuple[int, Any]]) -> str:
    """Hash of rows that the caller has read. Confirmations name it, so that nobody agrees to rows
    that are newer than those on their screen.
    """
    return sha256_of(sorted(rows, key=lambda row: row[0]))


def seen_of(sheet: Sheet) -> str:
    return seen_as(content_hash(sheet), sheet.rulings.standing().values_list("pk", flat=True))


def seen_as(rows: str, rulings: Iterable[int]) -> str:
    return "-".join([rows[:16], *map(str, sorted(rulings))])


def check_seen(sheet: Sheet, seen: str | None) -> None:
    if seen is not None and seen != seen_of(sheet):
        raise sheet_changed(sheet)


def sheet_changed(sheet: Sheet) -> ValidationError:
    return refusal(
        _(
            "The sheet of table %(table)s was changed while you were reading it: %(change)s. Look at it again, then "
            "decide."
        ),
        "sheet_changed",
        table=sheet.table.number,
        change=_last_change(sheet),
    )


def _last_change(sheet: Sheet) -> str:
    """Description of the newest change: a row, or a ruling that was made or revoked, with author
    and time.
    """
    row = sheet.results.select_related("author").order_by("-created_at", "-pk").first()
    rulings = sheet.rulings.select_related("arbiter", "revoked_by")
    newest = rulings.order_by("-created_at").first()
    revoked = rulings.filter(revoked_at__isnull=False).order_by("-revoked_at").first()
    changes: list[tuple[datetime.datetime, User | None, str, int | None]] = []
    if row:
        words = gettext("hand %(hand)s, by %(who)s, %(when)s")
        changes.append((row.created_at, row.author, words, row.hand))
    if newest:
        words = gettext("ruling by %(who)s, %(when)s")
        if newest.hand:
            words = gettext("ruling on hand %(hand)s by %(who)s, %(when)s")
        changes.append((newest.created_at, newest.arbiter, words, newest.hand))
    if revoked and revoked.revoked_at:
        words = gettext("ruling revoked by %(who)s, %(when)s")
        changes.append((revoked.revoked_at, revoked.revoked_by, words, None))
    if not changes:
        return gettext("it is empty now")
    at, author, words, hand = max(changes, key=lambda change: change[0])
    who = author.get_username() if author else gettext("the table")
    when = time_format(timezone.localtime(at), "TIME_FORMAT")
    return words % {"who": who, "when": when, "hand": hand}


def is_accepted(sheet: Sheet) -> bool:
    accepted = sheet.rulings.standing().filter(kind=Ruling.Kind.ACCEPTED)
    hashes = [effect.get("hash") for effect in accepted.values_list("effect", flat=True)]
    return bool(hashes) and content_hash(sheet) in hashes


def _check_in_play(sheet: Sheet) -> None:
    round_ = sheet.round
    if round_.stage in (Round.Stage.SEATING, Round.Stage.OFFICIAL):
        raise refusal(
            _("Partita %(round)s is not in play: its sheets can be neither handed in nor closed."),
            "round_not_in_play",
            round=round_.number,
        )


def _check_sound(sheet: Sheet, scored: ScoredSheet) -> None:
    _check_complete(sheet, scored)
    if not scored.closable:
        raise _has_problems(
            sheet,
            scored,
            _(
                "The sheet of table %(table)s cannot be closed: put each of these right, rule on it, or accept the sheet "
                "as it is, with a reason."
            ),
        )


def _has_problems(sheet: Sheet, scored: ScoredSheet, sentence: Any) -> SheetRefused:
    refused = refusal(sentence, "sheet_has_problems", table=sheet.table.number)
    return SheetRefused(refused, [problem for problem in scored.problems if not problem.ruled])


def _check_complete(sheet: Sheet, scored: ScoredSheet) -> None:
    missing = missing_hands(sheet, scored)
    if missing:
        raise refusal(
            _(
                "The sheet of table %(table)s is not complete. Hands missing: %(hands)s. Enter them, then hand it in."
            ),
            "hands_missing",
            table=sheet.table.number,
            hands=", ".join(map(str, missing)),
            missing=missing,
        )


def signed_winds(sheet: Sheet, now: str | None = None) -> frozenset[str]:
    signatures = sheet.signatures.filter(content_hash=content_hash(sheet) if now is None else now)
    return frozenset(signatures.values_list("wind", flat=True))


def missing_signatures(sheet: Sheet, captain: str | None = None) -> tuple[str, ...]:
    """Winds that have yet to sign. If one opponent is enough and nobody has signed, return every
    opponent. ``captain`` is the wind whose phone hands in; if somebody else has to sign, the
    captain's own signature does not count.
    """
    if sheet.tournament.signatures == SignaturePolicy.NONE:
        return ()
    missing = missing_for_captains(sheet)
    return missing.get(captain or "", missing[""])


def missing_for_captains(sheet: Sheet) -> dict[str, tuple[str, ...]]:
    """Winds that have yet to sign (``missing_signatures``), for each wind whose phone may hand in.
    The key "" is for an unknown captain.
    """
    policy, signed = sheet.tournament.signatures, signed_winds(sheet)
    seated = frozenset(sheet.table.seats.values_list("wind", flat=True))
    sitting = [wind for wind in WindChoice.values if wind in seated]
    missing: dict[str, tuple[str, ...]] = dict.fromkeys(("", *sitting), ())
    for captain in missing:
        others = tuple(wind for wind in sitting if wind != captain)
        if policy == SignaturePolicy.ALL:
            missing[captain] = tuple(wind for wind in sitting if wind not in signed)
        elif policy == SignaturePolicy.ONE and signed.isdisjoint(others):
            missing[captain] = others
    return missing


def _check_signed(sheet: Sheet, missing: Collection[str]) -> None:
    if not missing:
        return
    sentence = _("The sheet of table %(table)s is not signed yet. Still to sign: %(winds)s.")
    if sheet.tournament.signatures == SignaturePolicy.ONE:
        sentence = _(
            "The sheet of table %(table)s is not signed yet. One of these has to sign: %(winds)s."
        )
    raise refusal(
        sentence,
        "signatures_missing",
        table=sheet.table.number,
        winds=columns_lazily(missing),
        missing=missing,
    )


def signing_code(tournament: Tournament, player: Player) -> str:
    """Five digits that a player gets on a slip, and signs with at any seat of this evening."""
    return f"{int(_seal_facts(tournament, 'code', player.pk), 16) % 100_000:05d}"


def proof_of(sheet: Sheet, player: Player, wind: str, seen: str) -> str:
    """Receipt of a signature for the phone. After a backup was restored it gives this signature
    back without the code.
    """
    return _seal_facts(sheet.tournament, "proof", sheet.pk, player.pk, wind, seen)


def _seal_facts(tournament: Tournament, *facts: object) -> str:
    text = " ".join(map(str, (tournament.code, *facts)))
    return hmac.new(tournament.signing_secret.encode(), text.encode(), "sha256").hexdigest()


def gives_back(sheet: Sheet, player: Player, wind: str, seen: str, proof: str) -> bool:
    return constant_time_compare(proof, proof_of(sheet, player, wind, seen))


@transaction.atomic
def choose_paper(*, sheet: Sheet, paper: str) -> Sheet:
    locked = locked_sheet(sheet)
    if paper not in Sheet.Paper.values:
        raise refusal(_("A paper has tricks and cards, or points."), "unknown_paper")
    if locked.paper != paper:
        write(locked, paper=paper)
    sheet.paper = paper
    return locked


@transaction.atomic
def sign_at_the_desk(
    *, sheet: Sheet, wind: str, author: User, seen: str | None = None
) -> Signature:
    sheet = locked_sheet(sheet)
    check_seen(sheet, seen)
    if wind in signed_winds(sheet):
        return sheet.signatures.get(wind=wind, content_hash=content_hash(sheet))
    signature = sign_sheet(sheet=sheet, wind=wind, device=author.get_username())
    record_at(
        sheet.table,
        LogKind.SIGNED_AT_DESK,
        gettext_noop(
            "Partita %(round)s, table %(table)s: %(wind)s signed at the desk, without a code."
        ),
        author,
        wind=wind,
    )
    return signature


@transaction.atomic
def sign_sheet(
    *,
    sheet: Sheet,
    wind: str,
    device: str = "",
    seen: str | None = None,
    player: Player | None = None,
) -> Signature:
    """Sign the rows for a wind. Signing the same rows twice is one signature. ``player`` has shown
    their own code, and signs at a single wind, whatever seats the table reports. ``seen`` is the
    ``content_hash`` of the rows that the wind saw, because nobody can agree to rows that they have
    not seen.
    """
    if wind not in WindChoice.values:
        raise refusal(
            _("“%(wind)s” is not a wind: North, East, South or West signs."),
            "wind_unknown",
            wind=str(wind)[:20],
        )
    locked = locked_sheet(sheet)
    if locked.is_closed:
        raise refusal(
            _("The sheet of table %(table)s is closed: it can no longer be signed."),
            "sheet_closed",
            table=locked.table.number,
        )
    now = content_hash(locked)
    if seen is not None and seen != now:
        raise refusal(
            _(
                "A row of table %(table)s was changed while you were reading. Look at the sheet again, then sign."
            ),
            "rows_changed",
            table=locked.table.number,
        )
    if player:
        # Otherwise a player who claims to sit elsewhere could sign for everybody.
        signed = (
            locked.signatures.filter(content_hash=now, player=player).exclude(wind=wind).first()
        )
        if signed:
            raise refusal(
                _("%(player)s has signed this sheet already, as %(wind)s."),
                "signed_elsewhere",
                player=player.full_name,
                wind=WindChoice(signed.wind).label,
            )
    known = {"device": clean_text(device)[:60], "player": player}
    return Signature.objects.get_or_create(
        sheet=locked, wind=wind, content_hash=now, defaults=known
    )[0]


@transaction.atomic
def hand_in(
    *,
    sheet: Sheet,
    by: str,
    author: Author = None,
    with_problems: bool = False,
    captain: str | None = None,
    seen: str | None = None,
    other_paper: bool = False,
) -> Sheet:
    """Hand in a sheet. ``by`` is the name of the account or phone; ``captain`` is the wind whose
    phone it is. The desk (an ``author``) needs no signatures, because they are on paper.

    ``with_problems`` hands in a sheet that does not add up or is not signed, so that the arbiter
    looks at it. ``seen`` is the ``content_hash`` of the rows that the table saw. ``other_paper``
    hands in a sheet though all its rows equal those of another table.
    """
    locked = locked_sheet(sheet)
    if not locked.is_open:
        return locked
    _check_in_play(locked)
    if seen is not None and seen != content_hash(locked):
        raise sheet_changed(locked)
    scored = scored_sheet(locked)
    _check_complete(locked, scored)
    if not scored.closable and not with_problems:
        raise _has_problems(
            locked,
            scored,
            _(
                "The sheet of table %(table)s does not add up. Put it right, or hand it in as it is and call the arbiter."
            ),
        )
    if not (other_paper or with_problems):
        check_other_paper(locked)
    unsigned = () if author is not None else missing_signatures(locked, captain)
    if not with_problems:
        _check_signed(locked, unsigned)
    _store_hand_in(locked, by, unsigned)
    locked.save(update_fields=["state", "handed_in_at", "handed_in_by", "handed_in_unsigned"])
    sentence = HANDED_IN
    if not scored.closable:
        sentence = gettext_noop(
            "Partita %(round)s: table %(table)s handed in its sheet, with problems (%(by)s)."
        )
    elif unsigned:
        sentence = gettext_noop(
            "Partita %(round)s: table %(table)s handed in its sheet, not signed by all (%(by)s)."
        )
    proof = evidence(locked.results.all())
    record_at(
        locked.table, LogKind.SHEET_HANDED_IN, sentence, author, by=locked.handed_in_by, **proof
    )
    return locked


def _store_hand_in(locked: Sheet, by: str, unsigned: Collection[str]) -> None:
    locked.state, locked.handed_in_at, locked.handed_in_by = (
        Sheet.State.HANDED_IN,
        timezone.now(),
        clean_text(by)[:150],
    )
    locked.handed_in_unsigned = bool(unsigned)


def _shut(locked: Sheet, author: Author) -> None:
    locked.state, locked.closed_at, locked.closed_by = (
        Sheet.State.CLOSED,
        timezone.now(),
        stored_author(author),
    )


@transaction.atomic
def close_all_sheets(*, round: Round) -> None:
    """Close all sheets of a partita that nobody else is writing to. Checks each as ``close_sheet``
    does, but reads all rows at once.
    """
    Sheet.objects.filter(table__round=round).hold()
    rows = evidence_by_table(HandResult.objects.filter(sheet__table__round=round))
    sheets, lines = [], []
    for scored in scored_round(round):
        locked = scored.sheet
        _check_in_play(locked)
        _check_sound(locked, scored.scored)
        _store_hand_in(locked, FROM_A_FILE, missing_signatures(locked))
        _shut(locked, None)
        sheets.append(locked)
        place = round.number, locked.table.number
        fields = {"round": place[0], "table": place[1], **rows.get(place, {})}
        lines += [
            (LogKind.SHEET_HANDED_IN, HANDED_IN, fields | {"by": FROM_A_FILE}),
            (LogKind.SHEET_CLOSED, CLOSED, fields),
        ]
    Sheet.objects.bulk_update(
        sheets, ["state", "handed_in_at", "handed_in_by", "handed_in_unsigned", "closed_at"]
    )
    record_all(round.tournament, lines)


@transaction.atomic
def tell_handed_in(*, sheet: Sheet, at: object) -> Sheet:
    """Store the report of a phone that a sheet was handed in ``at`` a timestamp, which the desk
    lost by restoring a backup. ``handed_in_by`` stays empty, because nobody has handed in the rows
    that are here now. An impossible time is ignored.
    """
    locked = locked_sheet(sheet)
    when = _moment(at)
    started = locked.table.round.started_at
    if not locked.is_open or locked.handed_in_at or when is None:
        return locked
    if started is None or not started <= when <= timezone.now():
        return locked
    write(locked, handed_in_at=when)
    record_at(
        locked.table,
        LogKind.HAND_IN_LOST,
        gettext_noop(
            "Partita %(round)s: a phone at table %(table)s knows that its sheet had been handed "
            "in, but here it is open again. The table should check it and hand it in once more."
        ),
    )
    return locked


def _moment(at: object) -> datetime.datetime | None:
    if isinstance(at, bool) or not isinstance(at, int | float):
        return None
    try:
        return datetime.datetime.fromtimestamp(at, datetime.UTC)
    except (OverflowError, ValueError, OSError):
        return None


@transaction.atomic
def take_back(*, sheet: Sheet, author: Author) -> Sheet:
    locked = locked_sheet(sheet)
    if locked.is_closed:
        raise refusal(
            _("The sheet of table %(table)s is closed. Reopen it, with a reason."),
            "sheet_closed",
            table=locked.table.number,
        )
    if locked.is_handed_in:
        write(locked, state=Sheet.State.OPEN)
        record_at(
            locked.table,
            LogKind.SHEET_TAKEN_BACK,
            gettext_noop(
                "Partita %(round)s: the sheet of table %(table)s was given back to the table."
            ),
            author,
        )
    return locked


def close_sheet(
    *, sheet: Sheet, author: Author, seen: str | None = None, other_paper: bool = False
) -> Sheet:
    """Close a sheet. Doing it twice changes nothing. With ``seen`` (``seen_of``) a sheet that has
    changed since is not closed. ``other_paper`` closes it though its rows all equal those of
    another table.
    """

    @transaction.atomic
    def write(changed: Changed | None) -> Sheet:
        locked = locked_sheet(sheet)
        if locked.is_closed:
            return locked
        _check_in_play(locked)
        check_seen(locked, seen)
        if not is_accepted(locked):
            _check_sound(locked, scored_sheet(locked))
            if not other_paper:
                check_other_paper(locked)
        write_closed(locked, author, changed)
        return locked

    return computed_ahead(lambda: changed_before_closing(sheet), write)


def close_ready_sheets(
    *, round: Round, author: Author, tables: Collection[int] | None = None
) -> tuple[Sheet, ...]:
    """Close the sheets that are ready. With ``tables``, close only those, so that a sheet that
    became ready meanwhile is looked at first. A sheet that the desk took from paper is signed on
    the paper.

    Each sheet is closed in a transaction of its own, so that phones can write between two of them;
    a sheet that its table has taken back meanwhile stays open.
    """
    ready = Sheet.objects.filter(table__round=round, state=Sheet.State.HANDED_IN)
    if tables is not None:
        ready = ready.filter(table__number__in=tables)
    keys = ready.order_by("table__number").values_list("pk", flat=True)
    closed = (_close_if_ready(key, author) for key in list(keys))
    return tuple(sheet for sheet in closed if sheet is not None)


def _close_if_ready(key: int, author: Author) -> Sheet | None:
    with contextlib.suppress(ValidationError), transaction.atomic():
        held = Sheet.objects.select_for_update(of=("self",)).filter(pk=key).order_by().first()
        if held is None or held.state != Sheet.State.HANDED_IN:
            return None
        sheet = Sheet.objects.select_related("table__round__tournament").get(pk=key)
        if not (sheet.handed_in_unsigned and missing_signatures(sheet)):
            return close_sheet(sheet=sheet, author=author)
    return None


@transaction.atomic
def accept_sheet(*, sheet: Sheet, author: Author, reason: str, seen: str | None = None) -> Ruling:
    """Accept a sheet in spite of failed checks, because a wrong check must never stop an evening.
    The acceptance is a ruling that changes no points and applies to exactly these rows. With
    ``seen`` (``seen_of``) a sheet that has changed since is not accepted.
    """
    reason = read_reason(reason)
    locked = locked_sheet(sheet)
    _check_in_play(locked)
    if not locked.is_closed:
        check_seen(locked, seen)
    scored = scored_sheet(locked)
    now = content_hash(locked)
    standing = locked.rulings.standing().filter(kind=Ruling.Kind.ACCEPTED)
    accepted = next((ruling for ruling in standing if ruling.effect.get("hash") == now), None)
    if accepted is None:
        wrong = [
            {"code": problem.code, "hand": problem.hand, "message": str(problem.phrase)}
            for problem in scored.problems
            if not problem.ruled
        ]
        missing = list(missing_hands(locked, scored))
        effect = {"hash": now, "problems": wrong, "missing": missing}
        accepted = Ruling.objects.create(
            sheet=locked,
            kind=Ruling.Kind.ACCEPTED,
            reason=reason,
            arbiter=stored_author(author),
            effect=effect,
        )
        record_at(
            locked.table,
            LogKind.SHEET_ACCEPTED,
            gettext_noop(
                "Partita %(round)s: the sheet of table %(table)s was accepted as it is (%(problems)s problems, "
                "%(missing)s hands missing). Reason: %(reason)s"
            ),
            author,
            problems=len(wrong),
            missing=len(missing),
            reason=reason,
        )
    if not locked.is_closed:
        write_closed(locked, author)
    return accepted


def write_closed(locked: Sheet, author: Author, ahead: Changed | None = None) -> None:
    """Store the sheet as closed. The caller has locked it, and has checked or declared that it is
    right. ``ahead`` is ``changed_before_closing``, if nothing was written since.
    """
    round_ = locked.table.round
    changed = None
    if ahead is not None:
        round_.tournament.lock()
        changed = ahead.at(Basis.of(round_.tournament, held=1))
    _shut(locked, author)
    if Publication.objects.filter(
        after_round=round_
    ).exists():  # what is published says that the sheet was open again
        Tournament.objects.filter(pk=round_.tournament_id).count_change(is_published=True)
    locked.save(update_fields=["state", "closed_at", "closed_by"])
    record_at(locked.table, LogKind.SHEET_CLOSED, CLOSED, author, **evidence(locked.results.all()))
    unmark_if_as_published(locked, changed)


@transaction.atomic
def reopen_sheet(*, sheet: Sheet, author: Author, reason: str) -> Sheet:
    reason = read_reason(reason)
    locked = locked_sheet(sheet)
    if locked.table.round.is_official:
        raise refusal(
            _(
                "Partita %(round)s is official. Make it provisional again first, with a reason; then reopen the sheet."
            ),
            "round_official",
            round=locked.table.round.number,
        )
    if locked.is_open:
        return locked
    reopened_at = timezone.now() if locked.table.round.is_closed else locked.reopened_at
    write(locked, state=Sheet.State.OPEN, reopened_at=reopened_at)
    record_at(
        locked.table,
        LogKind.SHEET_REOPENED,
        gettext_noop(
            "Partita %(round)s: the sheet of table %(table)s was reopened. Reason: %(reason)s"
        ),
        author,
        reason=reason,
    )
    return locked
