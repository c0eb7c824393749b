"""Asking for a document, making it, trying again. The row of a job is the truth; the queue only wakes the worker."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop
from kombu.exceptions import OperationalError

from deals.models import Board, BoardSet
from deals.services import mark_printed
from printing.documents import Document, find_document
from printing.making import make
from printing.models import PrintJob
from printing.options import Options
from printing.slips import rounds_with_boards
from printing.tasks import make_print
from tournaments.boards import check_may_open_cards
from tournaments.log import record
from tournaments.models import Tournament

logger = logging.getLogger(__name__)


def request_document(
    *,
    tournament: Tournament,
    document: str,
    options: Mapping[str, Any] | Options | None = None,
    author: AbstractBaseUser | None,
    language: str | None = None,
) -> PrintJob:
    """Ask for a document. A short one is ready on return; a long one is made by the worker.

    What stands in the way (no seating yet, no such table) is refused at once, before anything is queued. From the
    moment slips are asked for, their boards count as printed: cards may be on paper before anybody looks again.
    """
    wanted = find_document(document)
    chosen = options if isinstance(options, Options) else Options.read(options or {})
    if not chosen.base_url and "base_url" in wanted.options and settings.KING_ADDRESS:
        chosen = replace(chosen, base_url=settings.KING_ADDRESS)
    chosen = _fixed_round(wanted, tournament, chosen)
    with transaction.atomic():
        job = _create(tournament, wanted, chosen, author, _spoken(language))
    if not wanted.long:
        make(job.pk)
        job.refresh_from_db()
    return job


def _spoken(language: str | None) -> str:
    """The language asked for where the site speaks it, else the one in use."""
    known = dict(settings.LANGUAGES)
    current = translation.get_language() or settings.LANGUAGE_CODE
    return next((each for each in (language, current) if each in known), settings.LANGUAGE_CODE)


def _fixed_round(document: Document, tournament: Tournament, options: Options) -> Options:
    """A document of "the latest partita" keeps to the one that is the latest now, also when it is made again later."""
    if document.scope != "round" or options.round is not None or document.reveals_cards or options.blank:
        return options
    latest = tournament.rounds.order_by("-number").values_list("number", flat=True).first()
    return replace(options, round=latest)


def _create(
    tournament: Tournament, document: Document, options: Options, author: AbstractBaseUser | None, language: str
) -> PrintJob:
    document.gather(tournament, options)
    if document.reveals_cards:
        _note_printed(tournament, document, options, author)
    job = PrintJob.objects.create(
        tournament=tournament,
        document=document.key,
        options=options.as_json(),
        language=language,
        created_by=author if author is not None and author.pk else None,
    )
    if document.long:
        transaction.on_commit(partial(enqueue, job.pk))
    return job


PRINTED: Mapping[str, str] = {
    "slips": gettext_noop("Deal slips of partita %(round)s were printed for all tables."),
    "deck_lists": gettext_noop("Deck-order lists of partita %(round)s were printed."),
    "master_diagrams": gettext_noop("The master diagrams of partita %(round)s were printed."),
    "tick_list": gettext_noop("The tick list of partita %(round)s, with its checksums, was printed."),
}
"""What the log says of paper with cards on it."""


def _note_printed(
    tournament: Tournament, document: Document, options: Options, author: AbstractBaseUser | None
) -> None:
    """The sets whose cards go onto paper, marked and written into the log."""
    for round in rounds_with_boards(tournament, options):
        mark_printed(board_set=round.board_set)
        sentence = PRINTED[document.key]
        if document.key == "slips" and options.board is not None:
            sentence = gettext_noop("Deal slips of partita %(round)s, board %(board)s, were printed.")
        elif document.key == "slips" and options.copies == "one":
            sentence = gettext_noop("One set of deal slips of partita %(round)s was printed.")
        elif document.key == "slips" and options.table is not None:
            sentence = gettext_noop("Deal slips of partita %(round)s were printed for table %(table)s.")
        record(
            tournament, "slips_printed", sentence, author=author,
            round=round.number, table=options.table, board=options.board,
        )  # fmt: skip


def enqueue(job_pk: int) -> bool:
    """Wake the worker for a job; False where the queue is away, and then the job waits for ``try_again``."""
    try:
        make_print.delay(job_pk)
    except (OperationalError, OSError):
        logger.warning("print job %s waits: the queue cannot be reached", job_pk)
        return False
    return True


def try_again(*, job: PrintJob, author: AbstractBaseUser | None) -> PrintJob:
    """Make a job again from the start: after a failure, or when the worker stopped in the middle of it.

    A job that is done stays as it is. Two presses are harmless: whoever makes it second finds it done.
    """
    with transaction.atomic():
        held = PrintJob.objects.select_for_update().get(pk=job.pk)
        if held.state == PrintJob.State.DONE:
            return held
        held.state, held.error, held.done_pages, held.all_pages = PrintJob.State.QUEUED, "", 0, 0
        held.save(update_fields=["state", "error", "done_pages", "all_pages"])
    if find_document(held.document).long:
        enqueue(held.pk)
    else:
        make(held.pk)
    held.refresh_from_db()
    return held


def file_name(job: PrintJob) -> str:
    """What the file is called when it is saved: document, evening, partita and table."""
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


def open_file(*, job: PrintJob, by: AbstractBaseUser | None) -> Any:
    """The finished file for whoever asks, open for reading; paper with cards that are still sealed is guarded.

    Such a file opens for those alone who may see its cards (``tournaments.boards.may_open_cards``), and the log says
    who opened it and when. Refused too where the file is not ready, or its boards have changed since.
    """
    sealed = _sealed_sets(job)
    for board_set in sealed:
        check_may_open_cards(by, job.tournament, board_set)
    file = stored_file(job)
    if sealed:
        record_opening(job=job, author=by)
    return file


def record_opening(*, job: PrintJob, author: AbstractBaseUser | None) -> None:
    """The log says that somebody looked at paper with sealed cards on it: which file, and who."""
    sentence = gettext_noop("“%(file)s” was opened, with cards that are sealed: print job %(job)s.")
    record(job.tournament, "cards_opened", sentence, author=author, file=file_name(job), job=job.pk)


def _sealed_sets(job: PrintJob) -> list[BoardSet]:
    """The sets whose cards are in the file and are for the dealing role alone."""
    if not find_document(job.document).reveals_cards:
        return []
    return [board_set for board_set in _sets_of(job) if not board_set.is_revealed]


def _sets_of(job: PrintJob) -> list[BoardSet]:
    number = Options.read(job.options).round
    rounds = job.tournament.rounds.filter(board_set__isnull=False).select_related("board_set")
    return [each.board_set for each in rounds if number in (None, each.number)]


def _boards_have_changed(job: PrintJob) -> bool:
    """Whether a board in the file was replaced since; a printed set is never dealt again as a whole."""
    if not find_document(job.document).reveals_cards:
        return False
    replaced = Board.objects.withdrawn().filter(board_set__in=_sets_of(job), withdrawn_at__gt=job.created_at)
    board = Options.read(job.options).board
    return (replaced if board is None else replaced.filter(number=board)).exists()


def stored_file(job: PrintJob) -> Any:
    """The finished file, open for reading; refuses where it is not ready, no longer there, or out of date.

    Whether who asks may have it is not looked at here: pages call :func:`open_file`.
    """
    if job.state == PrintJob.State.DONE and job.file and job.file.storage.exists(job.file.name):
        if _boards_have_changed(job):
            raise ValidationError(
                gettext_lazy("The boards have changed since this was printed: throw the old paper away and ask for it "
                             "again."),
                code="boards_changed",
            )  # fmt: skip
        return job.file.open("rb")
    raise ValidationError(
        gettext_lazy("This document is not ready: wait for it, or ask for it again."), code="not_ready"
    )
