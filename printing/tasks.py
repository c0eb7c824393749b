"""Long tasks: documents of print jobs, mails of an evening, the robots' mean of its boards. A worker
runs them if there is a broker, else a thread of the web process. In both cases rows of the database
say what is left to do.
"""

import datetime
import logging
import time
from collections.abc import Iterable

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from ground import monotonic_clock
from ground.task_queue import do_here, hand_over, task
from printing import mailing
from printing.document_context import Options
from printing.document_list import Document, find_document
from printing.models import PrintJob
from printing.paper import Progress
from scoring.robot_means import make_means, waiting
from wording.naming import play_with_cards_of


@task("printing.send_results")
def send_results(tournament_pk: int) -> None:
    """Send the results of an evening by mail. A second worker with the same task sends only what
    the first has not begun.
    """
    mailing.send(tournament_pk)


@task("printing.play_boards")
def play_boards(publication_pk: int) -> None:
    """Have robots play the boards of a publication. A second worker with the same task finds them
    played and does nothing.
    """
    publication = waiting().select_related("tournament").filter(pk=publication_pk).first()
    if publication is not None:
        make_means(publication)


SECONDS_TO_PLAY = 300
"""Time for which no other process has robots play the same boards."""


AT_ONCE = 3


def play_due() -> None:
    """Have robots play the boards of standings that were published since, or are no longer held
    back.
    """
    for publication in waiting()[:AT_ONCE]:
        if monotonic_clock.claim(f"robots-{publication.pk}", SECONDS_TO_PLAY):
            hand_over(play_boards, publication.pk)


def next_to_play() -> datetime.datetime | None:
    return timezone.now() if waiting().exists() else None


logger = logging.getLogger(__name__)


def unfinished_papers() -> list[int]:
    """Primary keys of the documents that were waiting or in progress when the program ended.

    Asked once at the start, before anybody can ask for a document. With a broker there are none,
    because it keeps unfinished tasks and gives them to the next worker.
    """
    if settings.CELERY_BROKER_URL:
        return []
    unfinished = PrintJob.objects.filter(state__in=PrintJob.UNFINISHED).order_by("pk")
    return list(unfinished.values_list("pk", flat=True))


def make_papers(jobs: Iterable[int]) -> None:
    """Make these documents in a thread of this process."""
    for key in jobs:
        do_here(make_print, key)


SECONDS_BETWEEN_REPORTS = 0.5
"""How often progress is written down at most: a page takes a millisecond, a write several."""


@task("printing.make_print")
def make_print(job_pk: int) -> None:
    """Make the document of a job. Acknowledged afterwards, so that a worker that stops leaves it to
    the next one. A failure is stored on the job and not raised, because the queue would only retry
    the same.
    """
    started = PrintJob.objects.filter(pk=job_pk).exclude(state=PrintJob.State.DONE)
    if not started.update(state=PrintJob.State.RUNNING, error="", done_pages=0, all_pages=0):
        return
    job = PrintJob.objects.select_related("tournament").get(pk=job_pk)
    play_with_cards_of(job.tournament.language, job.tournament.card_letters)
    with translation.override(job.language), timezone.override(job.tournament.zone):
        try:
            document = find_document(job.document)
            gathered = document.gather(job.tournament, Options.read(job.options))
            content = document.render(gathered, _reporter(job.pk))
        except ValidationError as refusal:
            _fail(job, " ".join(refusal.messages))
        except Exception:
            logger.exception("print job %s (%s) failed", job.pk, job.document)
            _fail(
                job,
                _(
                    "The document could not be made because of an error in the program. Try again; if it "
                    "fails again, report job number %(number)d."
                )
                % {"number": job.pk},
            )
        else:
            _store(job, document, content)


def _reporter(job_pk: int) -> Progress:
    last = 0.0

    def report(done: int, count: int) -> None:
        nonlocal last
        now = time.monotonic()
        if done == count or now - last >= SECONDS_BETWEEN_REPORTS:
            last = now
            PrintJob.objects.filter(pk=job_pk).update(done_pages=done, all_pages=count)

    return report


def _fail(job: PrintJob, sentence: str) -> None:
    PrintJob.objects.filter(pk=job.pk).update(
        state=PrintJob.State.FAILED, error=sentence, finished_at=timezone.now()
    )


def _store(job: PrintJob, document: Document, content: bytes) -> None:
    """Store the file first, then the row that names it."""
    with transaction.atomic():
        locked = PrintJob.objects.select_for_update().filter(pk=job.pk).first()
        if locked is None or locked.state == PrintJob.State.DONE:
            return
        if locked.file:
            locked.file.delete(save=False)
        locked.file.save(
            f"{locked.pk}-{document.key}.{document.extension}", ContentFile(content), save=False
        )
        locked.state, locked.finished_at = PrintJob.State.DONE, timezone.now()
        locked.save(update_fields=["file", "state", "finished_at"])


# --- what was handed over and is not made

PATIENCE = datetime.timedelta(seconds=45)
"""How long a job waits for whoever was to make it: a process may have ended, a broker may be away."""

SECONDS_OF_A_CLAIM = 60
"""Nobody else takes up the same job meanwhile; making it twice would do no harm, only take time."""


def rescue(jobs: Iterable[PrintJob]) -> None:
    """Make the jobs here that no worker takes."""
    for job in jobs:
        waits = job.state in PrintJob.UNFINISHED and is_late(job)
        if waits and monotonic_clock.claim(f"print-here-{job.pk}", SECONDS_OF_A_CLAIM):
            do_here(make_print, job.pk)


def is_late(job: PrintJob) -> bool:
    """Whether the job has waited too long. One from the future was asked for before the machine's
    clock was set back, and counts as late.
    """
    return abs(timezone.now() - job.created_at) > PATIENCE
