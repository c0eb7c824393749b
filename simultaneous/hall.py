"""An evening as the hall of an event: joined with the invitation, opened with the key, closed with
its report, ended when the event is closed everywhere (docs/simultaneous.md).
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, gettext_noop

from deals import services as deals
from ground.guards import Author, write
from ground.isolation import ReadError, gzip_json
from ground.names import read_reason
from king.reading import InputError, Node, parse_json
from king.rulesets.base import RuleSet
from king.simultaneous.documents import (
    CODE_LETTERS,
    INVITATION,
    Invitation,
    Report,
    SpareTaken,
    card_digest,
    in_groups,
    read_letters,
)
from scoring.models import Protest, Sheet
from scoring.night_form import names_of, night_form
from scoring.round_steps import open_tables
from simultaneous import event_result
from simultaneous.event_file import form_in
from simultaneous.models import Participation
from tournaments import board_steps
from tournaments.editions import import_edition
from tournaments.house_rules import Edition
from tournaments.log import LogKind, record
from tournaments.models import Round, Tournament
from tournaments.services import create_tournament
from wording.sentences import refusal, say_error_lazily

LARGEST_INVITATION, LARGEST_RESULT = 200_000, 20_000_000
"""Bytes: an invitation has two thousand, with an edition some more; a result of 4,000 players two million."""


def invitation_of(participation: Participation) -> Invitation:
    return Invitation.from_json(Node(participation.invitation, "", ""))


def _read_invitation(content: bytes) -> Node:
    """Read an invitation. A file of another form is refused before its keys are looked at."""
    try:
        is_small = len(content) <= LARGEST_INVITATION
        node = form_in(gzip_json.text_of(content), INVITATION) if is_small else None
    except ReadError:
        node = None
    if node is None:
        sentence = _(
            "This is not an invitation: choose the file that the centre sent to your hall."
        )
        raise refusal(sentence, "other_file")
    return node


# --- joined


def join(*, invitation: bytes, author: Author, **own: Any) -> Participation:
    """Create an evening under the terms of the event. ``own`` are the club's other settings. It is
    blind by default, because whoever prints its slips sees the cards of all halls. Refused if this
    hall has joined: ``params["evening"]`` is the code of that evening.
    """
    node = _read_invitation(invitation)
    try:
        terms = Invitation.read(node)
    except InputError as error:
        raise refusal(
            _("The invitation cannot be read: %(problem)s."),
            "invitation_not_read",
            problem=say_error_lazily(error),
        ) from None
    try:
        return _join(terms, json.loads(gzip_json.text_of(invitation)), author, **own)
    except IntegrityError:
        evening = Participation.objects.get(secret=terms.secret).tournament
        raise refusal(
            _("“%(event)s” is already here: this is its evening."),
            "joined_already",
            event=terms.event,
            evening=evening.code,
        ) from None


@transaction.atomic
def _join(
    terms: Invitation, invitation: Mapping[str, Any], author: Author, **own: Any
) -> Participation:
    if terms.rounds != tuple(range(1, len(terms.rounds) + 1)):
        raise refusal(_("The partite of this event do not begin with the first."), "rounds_differ")
    tournament = create_tournament(
        author=author,
        name=terms.event,
        date=_date_of(terms),
        ruleset=_store_rules(terms.ruleset, author),
        settings=dict(terms.settings),
        pre_dealt=True,
        planned_rounds=len(terms.rounds),
        **{"blind": True, **own},
    )
    for document in terms.documents:
        for number in document.rounds:
            round_ = Round.objects.create(tournament=tournament, number=number)
            board_steps.seal_as_announced(
                round=round_, document=document, seed=terms.seed, author=author
            )
    write(tournament, held_for=terms.event)
    participation = Participation.objects.create(
        tournament=tournament, invitation=invitation, secret=terms.secret
    )
    _note(participation, gettext_noop("Joined “%(event)s” as hall %(hall)s, %(name)s."), author)
    return participation


def _date_of(terms: Invitation) -> datetime.date:
    try:
        return datetime.date.fromisoformat(terms.date)
    except ValueError:
        raise refusal(
            _("The invitation does not give a day: %(date)s."), "no_date", date=terms.date[:40]
        ) from None


def _store_rules(rules: RuleSet, author: Author) -> str:
    """Code of the rules on this site. If another edition has that code, it is not changed."""
    if rules.base is None:
        return rules.code
    form = rules.as_json()
    if Edition.objects.filter(code=rules.code, form=form).exists():
        return rules.code
    return import_edition(text=json.dumps(form), author=author).code


def _note(participation: Participation, sentence: str, author: Author, **fields: object) -> None:
    terms = participation.invitation
    own = {"event": terms["event"], "hall": terms["hall"], "name": terms["name"]}
    record(participation.tournament, LogKind.SIMULTANEOUS, sentence, author, **own, **fields)


def _lock_participation(participation: Participation) -> Participation:
    """Lock the participation until the end of the transaction. Refused once the event is over for
    this hall.
    """
    tournament = participation.tournament.lock()
    fresh = Participation.objects.get(pk=participation.pk)
    fresh.tournament = tournament
    if fresh.ended_at is not None:
        raise refusal(_("The event is over for this hall."), "event_over")
    return fresh


# --- opened


@transaction.atomic
def open_hall(*, participation: Participation, key: str, author: Author) -> tuple[int, ...]:
    """Deal the partite of this key and return their numbers. A second time changes nothing."""
    participation = _lock_participation(participation)
    try:
        letters, document = invitation_of(participation).opened_by(key)
    except InputError:
        raise refusal(
            _(
                "This is not the key of a partita of the event: a key has 26 letters. Type it again, letter by letter."
            ),
            "wrong_key",
        ) from None
    dealt = []
    rounds = participation.tournament.rounds.filter(number__in=document.rounds)
    for round_ in rounds.order_by("number"):
        if not is_dealt(round_):
            board_steps.deal_with_datum(round=round_, value=letters, author=author)
            dealt.append(round_.number)
    if participation.opened_at is None:
        write(participation, opened_at=timezone.now())
    if dealt:
        _note(
            participation,
            gettext_noop(
                "The key of partita %(partite)s of “%(event)s” was typed: its boards are dealt."
            ),
            author,
            partite=", ".join(map(str, dealt)),
        )
    return document.rounds


def is_dealt(round_: Round) -> bool:
    return round_.board_set is not None and round_.board_set.boards.exists()


def waiting_for_key(participation: Participation) -> list[int]:
    """Numbers of the partite that are not dealt yet."""
    rounds = participation.tournament.rounds.select_related("board_set").order_by("number")
    return [round_.number for round_ in rounds if not is_dealt(round_)]


# --- closed


def never_started(participation: Participation) -> tuple[int, ...]:
    """Numbers of the last partite, which have not started, of an evening that was broken off. With
    a reason the report leaves them out.
    """
    stages = dict(participation.tournament.rounds.values_list("number", "stage"))
    seating = tuple(sorted(at for at, stage in stages.items() if stage == Round.Stage.SEATING))
    return seating if len(seating) < len(stages) else ()


def closing_blockers(
    participation: Participation, *, left_out: Sequence[int] = ()
) -> tuple[ValidationError, ...]:
    """Reasons why the hall cannot be closed yet, each with its ``round`` and, if it has one, its
    ``table``.
    """
    tournament = participation.tournament
    if participation.opened_at is None:
        return (refusal(_("The key has not been typed: nothing was played."), "not_opened"),)
    blockers = []
    for round_ in tournament.rounds.exclude(number__in=left_out).order_by("number"):
        if not round_.is_closed:
            sentence = _("Partita %(round)s is not closed.")
            blockers.append(refusal(sentence, "round_not_closed", round=round_.number))
            continue
        blockers += [
            refusal(
                _("Partita %(round)s, table %(table)s: the sheet is open again."),
                "sheet_open",
                round=round_.number,
                table=table,
            )
            for table in open_tables(round_)
        ]
    protests = Protest.objects.filter(table__round__tournament=tournament, answered_at=None)
    blockers += [
        refusal(
            _("Partita %(round)s, table %(table)s: a protest is waiting for its answer."),
            "protest_open",
            round=protest.table.round.number,
            table=protest.table.number,
        )
        for protest in protests.select_related("table__round").order_by("made_at")
    ]
    return tuple(blockers)


@transaction.atomic
def close_hall(
    *, participation: Participation, author: Author, reason: str | None = None
) -> Participation:
    """Write the report, once. A second click returns the same code, whatever was corrected since.
    With a ``reason`` it leaves out the partite that never started.
    """
    sheets = Sheet.objects.filter(table__round__tournament=participation.tournament)
    sheets.hold()
    participation = _lock_participation(participation)
    if participation.code:
        return participation
    left_out = () if reason is None else never_started(participation)
    if blockers := closing_blockers(participation, left_out=left_out):
        raise ValidationError(list(blockers))
    tournament = participation.tournament
    if left_out:
        write(tournament, planned_rounds=left_out[0] - 1)
        _note(
            participation,
            gettext_noop(
                "The hall breaks off: the report for “%(event)s” leaves out partita %(rounds)s. "
                "Reason: %(reason)s"
            ),
            author,
            rounds=", ".join(map(str, left_out)),
            reason=read_reason(reason or ""),
        )
    unsealed = Report(
        event="",
        hall=1,
        commitment="",
        written=timezone.localtime().isoformat(timespec="seconds"),
        seal=tournament.log.order_by("sequence").values_list("hash", flat=True).last(),
        **_evening_of(participation),
    )
    report = invitation_of(participation).report(unsealed)
    write(
        participation,
        report=json.dumps(report.as_json(), ensure_ascii=False),
        code=report.code,
        reported_at=timezone.now(),
    )
    line = gettext_noop("The report for “%(event)s” was written: closing code %(code)s.")
    _note(participation, line, author, code=report.code)
    return participation


def report_of(participation: Participation) -> Report:
    return Report.read(parse_json(participation.report, "")).salted(participation.secret)


def _evening_of(participation: Participation) -> dict[str, Any]:
    """The evening in the form of a night, with the rules exactly as the event has them, because the
    centre compares them word for word.
    """
    tournament, terms = participation.tournament, participation.invitation
    rules = {"ruleset": terms["ruleset"], "settings": terms.get("settings", {})}
    names = names_of(tournament)
    entries = list(tournament.entries.with_players())
    single = tournament.rules.sides == "individual"
    return {
        "night": night_form(tournament) | rules,
        "spares": tuple(_spares(tournament)),
        "house": tuple(sorted(names[entry.pk] for entry in entries if entry.unranked)),
        "cards": {
            names[entry.pk] if single else member.player.spoken_name: card_digest(
                terms["seed"], member.player.card_number
            )
            for entry in entries
            for member in entry.members.all()
            if member.player.card_number
        },
    }


def _spares(tournament: Tournament) -> Iterator[SpareTaken]:
    for round_ in tournament.rounds.select_related("board_set").order_by("number"):
        if round_.board_set is not None:
            boards = round_.board_set.boards.in_use().filter(dealt_as__gt=0)
            for board in boards.order_by("number"):
                if board.dealt_as != board.number:
                    yield SpareTaken(round_.number, board.number, board.dealt_as)


class Differs(NamedTuple):
    """A table whose sheet now differs from the report. ``hands`` is empty if only decisions differ."""

    round: int
    table: int
    hands: tuple[int, ...]


def differences(participation: Participation) -> list[Differs]:
    """Tables whose sheets were corrected here after the closing code. The centre's arbiter has to
    be told of them.
    """
    reported = report_of(participation).as_json()["night"]
    now = json.loads(json.dumps(night_form(participation.tournament)))
    before, after = _by_table(reported), _by_table(now)
    differs = []
    for round_, table in sorted({*before, *after}):
        (old_rows, *old), (new_rows, *new) = (
            night.get((round_, table), ({}, None)) for night in (before, after)
        )
        hands = [
            hand
            for hand in sorted({*old_rows, *new_rows})
            if old_rows.get(hand) != new_rows.get(hand)
        ]
        if hands or old != new:
            differs.append(Differs(round_, table, tuple(hands)))
    return differs


def _by_table(night: Mapping[str, Any]) -> dict[tuple[int, int], Sequence[Any]]:
    """Content of each sheet by partita and table: rows by hand, other fields, and rulings."""
    tables: dict[tuple[int, int], Sequence[Any]] = {}
    for round_ in night["rounds"]:
        for sheet in round_["sheets"]:
            place = round_["round"], sheet["table"]
            rows = {row["hand"]: row for row in sheet["rows"]}
            rest = {key: value for key, value in sheet.items() if key != "rows"}
            ruled = [
                ruling
                for ruling in night.get("rulings", ())
                if (ruling["round"], ruling["table"]) == place
            ]
            tables[place] = rows, rest, ruled
    return tables


def mark_sent(*, participation: Participation) -> None:
    """Note that the centre has confirmed the report."""
    Participation.objects.filter(pk=participation.pk, sent_at=None).update(sent_at=timezone.now())


# --- ended


def end(
    *,
    participation: Participation,
    author: Author,
    result: bytes | None = None,
    code: str = "",
    reason: str = "",
) -> Participation:
    """End the event for this hall; rows and cards become public. ``code`` is that of the result, as
    the centre told it. Without a ``result`` it needs a ``reason``, and the event's time must be
    over.
    """
    # The file is read apart, which takes seconds: nobody who writes waits for that.
    own = None if result is None else _own_part(invitation_of(participation), result, code)
    return _end_evening(participation, author, own, reason)


@transaction.atomic
def _end_evening(
    participation: Participation, author: Author, own: Mapping[str, Any] | None, reason: str
) -> Participation:
    participation = _lock_participation(participation)
    tournament = participation.tournament
    playing = tournament.rounds.filter(stage=Round.Stage.PLAYING).first()
    if playing is not None:
        sentence = _("Partita %(round)s is in play: its cards would be shown to everybody.")
        raise refusal(sentence, "round_in_play", round=playing.number)
    if own is None:
        if timezone.now() < must_be_over(participation):
            sentence = _("The event is not over yet: without its result its cards stay closed.")
            raise refusal(sentence, "too_early")
        reason = read_reason(reason)
        line = gettext_noop("“%(event)s” was ended here without its result. Reason: %(reason)s")
    else:
        write(participation, result=own)
        line = gettext_noop(
            "“%(event)s” has closed: hands and cards are shown. Code of the result: %(code)s"
        )
    write(participation, ended_at=timezone.now())
    write(tournament, held_for="")
    for round_ in tournament.rounds.select_related("board_set").order_by("number"):
        if round_.is_closed and round_.board_set is not None:
            deals.reveal(board_set=round_.board_set)
        elif not round_.is_closed:
            # Everybody can deal these boards by now.
            write(round_, board_set=None)
    tournament.rounds.filter(stage=Round.Stage.SEATING, tables=None).delete()
    _note(participation, line, author, reason=reason, code=in_groups((own or {}).get("code", "")))
    return participation


def must_be_over(participation: Participation) -> datetime.datetime:
    """Time when the last closing code counts: as the invitation says, else the end of the evening's
    day.
    """
    terms = participation.invitation
    try:
        closes = datetime.datetime.fromisoformat(terms.get("closes") or "")
    except ValueError:
        day = participation.tournament.date + datetime.timedelta(days=1)
        closes = datetime.datetime.combine(day, datetime.time())
    return closes if timezone.is_aware(closes) else timezone.make_aware(closes)


def _own_part(terms: Invitation, content: bytes, code: str) -> dict[str, Any]:
    """Part of a result that concerns this hall; ``of`` is the number of lines of a list. The code
    proves that the file was not changed.
    """
    try:
        letters = read_letters(code, CODE_LETTERS)
    except InputError:
        sentence = _(
            "Type the code of the result, 12 letters, as the centre gives it: it tells the hall "
            "that nobody has changed the file."
        )
        raise refusal(sentence, "no_result_code") from None
    try:
        part = event_result.part_of(content, terms.hall)
    except ReadError as error:
        if str(error) == event_result.OTHER_FILE:
            sentence = _(
                "This is not a result of an event: choose the file that the centre published."
            )
            raise refusal(sentence, "other_file") from None
        sentence = _("The result cannot be read; the fault is at: %(place)s.")
        raise refusal(sentence, "result_not_read", place=str(error)) from None
    if part.pop("commitment") != terms.commitment:
        raise refusal(
            _("This is the result of “%(found)s”, played with other boards."),
            "other_event",
            found=part["event"],
        )
    keys, seed = part.pop("keys"), part.pop("seed")
    if not keys or seed is None:
        sentence = _("This result is provisional: it has no key, so the event has not closed.")
        raise refusal(sentence, "not_closed_yet")
    if part["code"] != letters:
        sentence = _(
            "This is not the result that was announced: its code is %(found)s. The file was "
            "changed, or a correction has made another one: ask the centre for its current code."
        )
        raise refusal(sentence, "other_result", found=in_groups(part["code"]))
    try:
        terms.verify_keys(keys)
        fits = seed == terms.seed
    except InputError:
        fits = False
    if not fits:
        raise refusal(_("Seed and key of this result are not those of the event."), "other_seed")
    return part


def digest_is_found(participation: Participation) -> bool:
    line = (participation.result or {}).get("hall") or {}
    return bool(participation.report) and line.get("digest") == report_of(participation).digest
