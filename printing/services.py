"""Requests for documents and mails, retries, and whether a document is out of date. The row of a
job has the truth.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone, translation
from django.utils.text import slugify
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop

from deals.models import Board, BoardSet
from deals.services import mark_printed
from ground.personal_data import Named
from ground.task_queue import hand_over
from printing.document_context import Options
from printing.document_list import Document, find_document
from printing.documents.slips import Slips, gather, rounds_with_boards
from printing.letters import queue, refuse_without_server, repeatable
from printing.mailing import is_final, published_results, recipients
from printing.models import Mailing, PrintJob
from printing.tasks import make_print, send_results
from tournaments.board_steps import check_may_open_cards
from tournaments.log import LogKind, record
from tournaments.models import Player, Tournament
from wording.sentences import refusal


def request_document(
    *,
    tournament: Tournament,
    document: str,
    options: Mapping[str, Any] | Options | None = None,
    author: User | None,
    language: str | None = None,
) -> PrintJob:
    """Ask for a document. A short one is ready on return; a long one is made by the worker.

    If something is missing (no seating yet, no such table) it is refused at once. Once slips are
    asked for, their boards count as printed, because the cards may be on paper before anybody
    checks.
    """
    entry = find_document(document)
    chosen = options if isinstance(options, Options) else Options.read(options or {})
    if not chosen.base_url and "base_url" in entry.options:
        chosen = chosen._replace(base_url=settings.KING_ADDRESS or "")
    chosen = _fixed_round(entry, tournament, chosen)
    spoken = language if language in dict(settings.LANGUAGES) else tournament.language
    with transaction.atomic():
        job = _create(tournament, entry, chosen, author, spoken)
    if not entry.long:
        make_print(job.pk)
        job.refresh_from_db()
    return job


def _fixed_round(document: Document, tournament: Tournament, options: Options) -> Options:
    """Replace "the latest partita" by its number, so that making the document again later gives the
    same one.
    """
    if document.scope != "round" or document.reveals_cards or options.round or options.blank:
        return options
    latest = tournament.rounds.order_by("-number").values_list("number", flat=True).first()
    return options._replace(round=latest)


def _create(
    tournament: Tournament, document: Document, options: Options, author: User | None, language: str
) -> PrintJob:
    document.gather(tournament, options)
    if document.reveals_cards and not document.kept_closed:
        _note_printed(tournament, document, options, author)
    job = PrintJob.objects.create(
        tournament=tournament,
        document=document.key,
        options=options.as_json(),
        language=language,
        created_by=author if author is not None and author.pk else None,
    )
    if document.long:
        transaction.on_commit(partial(hand_over, make_print, job.pk))
    return job


PRINTED: Mapping[str, str] = {
    "slips": gettext_noop("Deal slips of partita %(round)s were printed for all tables."),
    "master_diagrams": gettext_noop("The master diagrams of partita %(round)s were printed."),
    "partita": gettext_noop(
        "All paper of partita %(round)s, with the deal slips of all tables, was printed."
    ),
}
"""Sentences of the log on paper with cards on it."""


def _note_printed(
    tournament: Tournament, document: Document, options: Options, author: User | None
) -> None:
    sentence, fields = PRINTED[document.key], {"table": options.table, "board": options.board}
    if document.key == "slips" and options.board is not None:
        sentence = gettext_noop("Deal slips of partita %(round)s, board %(board)s, were printed.")
    elif document.key == "slips" and options.copies == "one":
        sentence = gettext_noop("One set of deal slips of partita %(round)s was printed.")
    elif document.key == "slips" and options.table is not None:
        sentence = gettext_noop("Deal slips of partita %(round)s were printed for table %(table)s.")
    for round in rounds_with_boards(tournament, options):
        assert round.board_set is not None
        mark_printed(board_set=round.board_set)
        fields["round"] = round.number
        record(tournament, LogKind.SLIPS_PRINTED, sentence, author=author, **fields)


def try_again(*, job: PrintJob, author: User | None) -> PrintJob:
    """Queue a job again that failed or whose worker stopped. A job that is done stays done, so that
    a second click is harmless.
    """
    with transaction.atomic():
        locked = PrintJob.objects.select_for_update().get(pk=job.pk)
        if locked.state == PrintJob.State.DONE:
            return locked
        locked.state, locked.error = PrintJob.State.QUEUED, ""
        locked.done_pages = locked.all_pages = 0
        locked.save(update_fields=["state", "error", "done_pages", "all_pages"])
    if find_document(locked.document).long:
        hand_over(make_print, locked.pk)
    else:
        make_print(locked.pk)
    locked.refresh_from_db()
    return locked


def file_name(job: PrintJob) -> str:
    document = find_document(job.document)
    options = Options.read(job.options)
    with translation.override(job.language):
        parts = [str(document.title), job.tournament.name]
        if options.round is not None:
            parts.append(_("partita %(number)d") % {"number": options.round})
        if options.table is not None:
            parts.append(_("table %(number)d") % {"number": options.table})
    name = slugify(" ".join(parts))[:100].strip("-") or document.key
    return f"{name}.{document.extension}"


def open_file(*, job: PrintJob, by: User | None) -> Any:
    """Open the finished file for reading. Documents with sealed cards are guarded.

    Such a file opens only for those who may see its cards
    (``tournaments.board_steps.may_open_cards``), and the log notes who opened it and when. The
    first opening of a file that was made in advance counts as printing. Also refused if the file is
    not ready, or if its boards have changed since.
    """
    sealed = _sealed_sets(job)
    for board_set in sealed:
        check_may_open_cards(by, job.tournament, board_set)
    file = stored_file(job)
    document = find_document(job.document)
    if document.kept_closed and any(board_set.is_sealed for board_set in sealed):
        _note_printed(job.tournament, document, Options.read(job.options), by)
    if sealed:
        record_opening(job=job, author=by)
    return file


def record_opening(*, job: PrintJob, author: User | None) -> None:
    sentence = gettext_noop("“%(file)s” was opened, with cards that are sealed: print job %(job)s.")
    fields = {"file": file_name(job), "job": job.pk}
    record(job.tournament, LogKind.CARDS_OPENED, sentence, author=author, **fields)


OPENED: Mapping[str, str] = {
    "decks": gettext_noop(
        "The deck-order lists of partita %(round)s were opened, with cards that are sealed."
    ),
    "ticks": gettext_noop(
        "The tick list of partita %(round)s was opened, with checksums that are sealed."
    ),
}


@transaction.atomic
def open_card_list(
    *, tournament: Tournament, document: str, options: Options, author: User | None
) -> Slips:
    """Boards of a partita for a list with cards. While they are sealed it is guarded like a file
    with cards: the log says who opened it, and the set counts as printed.
    """
    [round] = rounds_with_boards(tournament, options)
    assert round.board_set is not None
    if not round.board_set.is_revealed:
        check_may_open_cards(author, tournament, round.board_set)
        mark_printed(board_set=round.board_set)
        kind = LogKind.CARDS_OPENED
        record(tournament, kind, OPENED[document], author=author, round=round.number)
    return gather(tournament, options)


def _sealed_sets(job: PrintJob) -> list[BoardSet]:
    if not find_document(job.document).reveals_cards:
        return []
    return [board_set for board_set in _sets_of(job) if not board_set.is_revealed]


def _sets_of(job: PrintJob) -> list[BoardSet]:
    number = Options.read(job.options).round
    rounds = job.tournament.rounds.filter(board_set__isnull=False).select_related("board_set")
    return [
        round_.board_set
        for round_ in rounds
        if round_.board_set and number in (None, round_.number)
    ]


def boards_have_changed(job: PrintJob) -> bool:
    """Whether a board was replaced after the file was asked for. Of a file that was made in
    advance, whether the whole set was sealed anew.
    """
    document, sets = find_document(job.document), _sets_of(job)
    if not document.reveals_cards:
        return False
    if document.kept_closed and not (
        sets and all(board_set.sealed_at < job.created_at for board_set in sets)
    ):
        return True
    replaced = Board.objects.withdrawn().filter(board_set__in=sets, withdrawn_at__gt=job.created_at)
    board = Options.read(job.options).board
    return (replaced if board is None else replaced.filter(number=board)).exists()


def stored_file(job: PrintJob) -> Any:
    """File of a finished job. Refused if it is not ready, gone or out of date. It checks no rights:
    pages use ``open_file``.
    """
    is_there = job.file and job.file.storage.exists(str(job.file.name))
    if job.state != PrintJob.State.DONE or not is_there:
        raise refusal(
            gettext_lazy("This document is not ready: wait for it, or ask for it again."),
            "not_ready",
        )
    if boards_have_changed(job):
        raise refusal(
            gettext_lazy(
                "The boards have changed since this was printed: throw the old paper away and ask for it "
                "again."
            ),
            "boards_changed",
        )
    return job.file.open("rb")


NAMES = (
    LogKind.ENTRY,
    LogKind.HOUSE_PLAYER,
    LogKind.RETURN,
    LogKind.SUBSTITUTE,
    LogKind.ROSTER,
    LogKind.RENAMED,
    LogKind.MERGED,
)
SEATS = (
    *NAMES,
    LogKind.WITHDRAWAL,
    LogKind.DRAW,
    LogKind.WIND,
    LogKind.SEATING,
    LogKind.SEATING_WITHDRAWN,
    LogKind.SEATS_EXCHANGED,
    LogKind.SITTING_OUT,
)
"""The kinds of line of the log after which paper that names people, or where they sit, may be wrong."""

WITH_NAMES: Mapping[str, tuple[str, ...]] = {
    "receipts": SEATS,
    "draw_result": SEATS,
    "seating": SEATS,
    "score_sheets": SEATS,
    "partita": SEATS,
    "tables": SEATS,
    "signing_slips": NAMES,
    "table_cards": ("table_cards",),
}
"""What makes a document wrong, by its key: a signing slip stays right wherever its player sits, and there may be too
few table cards."""


def changes_of(tournament: Tournament) -> dict[str, datetime]:
    """Time of the log's last line of each kind in ``SEATS``. For table cards, the time when the
    number of tables last rose.
    """
    lines = tournament.log.filter(kind__in=SEATS)
    changes = dict(lines.order_by().values_list("kind").annotate(Max("at")))
    seatings, most = lines.filter(kind=LogKind.SEATING).order_by("sequence"), 0
    for at, tables in seatings.values_list("at", "fields__tables"):
        if tables is not None and tables > most:
            most, changes["table_cards"] = tables, at
    return changes


def is_outdated(job: PrintJob, paper: str, changes: Mapping[str, datetime]) -> bool:
    return job.state == PrintJob.State.DONE and any(
        job.created_at < changes[kind] for kind in WITH_NAMES.get(paper, ()) if kind in changes
    )


# --- mails


@transaction.atomic
def mail_results(*, tournament: Tournament, link: str, author: User | None) -> int:
    """Queue the mails and return their number. Mails that may or may not have been sent wait for
    ``mail_again``.
    """
    tournament = tournament.lock()
    players = _who_may_get_mail(tournament)
    rows = tournament.mailings.select_for_update()
    known = set(rows.values_list("player", flat=True))
    usual = {"tournament": tournament, "link": link, "created_by": author}
    Mailing.objects.bulk_create(
        Mailing(player=player, changed_at=timezone.now(), **usual)
        for pk, player in players.items()
        if pk not in known
    )
    waiting = rows.filter(state__in=[Mailing.State.QUEUED, Mailing.State.FAILED])
    return _queue_mails(tournament, waiting, author)


@transaction.atomic
def mail_again(*, mailing: Mailing, author: User | None) -> int:
    tournament = mailing.tournament.lock()
    _who_may_get_mail(tournament)
    rows = repeatable(tournament.mailings.select_for_update()).filter(pk=mailing.pk)
    return _queue_mails(tournament, rows, author)


def _who_may_get_mail(tournament: Tournament) -> dict[int, Player]:
    refuse_without_server()
    published = published_results(tournament)
    if published is None or not is_final(tournament, published):
        raise refusal(
            gettext_lazy(
                "There are no final standings that everybody may see yet: publish or show them, then send them."
            ),
            "nothing_to_send",
        )
    return recipients(published)


def _queue_mails(tournament: Tournament, rows: QuerySet[Mailing], author: User | None) -> int:
    agreed = rows.filter(player__emails_agreed=True).exclude(player__email="")
    mails = list(agreed.select_related("player"))
    for mail in mails:
        mail.address = mail.player.email
    queue(mails, "address")
    if mails:
        sentence = gettext_noop(
            "Results handed to the mail server for players who agreed: %(count)s."
        )
        record(tournament, LogKind.RESULTS_SENT, sentence, author=author, count=len(mails))
        transaction.on_commit(partial(hand_over, send_results, tournament.pk))
    return len(mails)


@transaction.atomic
def forget_paper(person: Named) -> int:
    """Delete the mails to a person and all documents of their evenings, with files. Returns the
    number of documents.
    """
    Mailing.objects.filter(player=person.player).delete()
    entered = Q(tournament__members__player=person.player)
    here = entered | Q(tournament__rounds__seats__player=person.player)
    jobs = PrintJob.objects.filter(pk__in=PrintJob.objects.filter(here).values("pk"))
    for job in jobs:
        if job.file:
            transaction.on_commit(partial(job.file.delete, save=False))
    gone, _models = jobs.delete()
    return gone
