"""Making the document of a print job, here and now or in the worker; sending mails, in the worker."""

import logging
import time

from celery import shared_task
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from printing import mailing
from printing.document_list import Document, find_document
from printing.models import PrintJob
from printing.occasion import Options


@shared_task(name="printing.make_print")
def make_print(job_pk: int) -> None:
    """Acknowledged after it is done, so a worker that stops leaves it to the next one."""
    make(job_pk)


@shared_task(name="printing.send_results")
def send_results(tournament_pk: int) -> None:
    """Given to a second worker, it sends only what the first had not begun."""
    mailing.send(tournament_pk)


logger = logging.getLogger(__name__)

SECONDS_BETWEEN_REPORTS = 0.5
"""How often progress is written down at most: a page takes a millisecond, a write several."""


def make(job_pk: int) -> None:
    """A failure leaves a sentence on the job and raises nothing: the queue would only try the same thing again."""
    started = PrintJob.objects.filter(pk=job_pk).exclude(state=PrintJob.State.DONE)
    if not started.update(state=PrintJob.State.RUNNING, error="", done_pages=0, all_pages=0):
        return
    job = PrintJob.objects.select_related("tournament").get(pk=job_pk)
    with translation.override(job.language), timezone.override(job.tournament.zone):
        try:
            document = find_document(job.document)
            gathered = document.gather(job.tournament, Options.read(job.options))
            content = document.render(gathered, _Reporter(job.pk))
        except ValidationError as refusal:
            _fail(job, " ".join(refusal.messages))
        except Exception:
            logger.exception("print job %s (%s) failed", job.pk, job.document)
            _fail(job, _("The document could not be made because of an error in the program. Try again; if it "
                         "fails again, report job number %(number)d.") % {"number": job.pk})  # fmt: skip
        else:
            _store(job, document, content)


class _Reporter:
    def __init__(self, job_pk: int) -> None:
        self.job_pk = job_pk
        self.last = 0.0

    def __call__(self, done: int, count: int) -> None:
        now = time.monotonic()
        if done == count or now - self.last >= SECONDS_BETWEEN_REPORTS:
            self.last = now
            PrintJob.objects.filter(pk=self.job_pk).update(done_pages=done, all_pages=count)


def _fail(job: PrintJob, sentence: str) -> None:
    PrintJob.objects.filter(pk=job.pk).update(state=PrintJob.State.FAILED, error=sentence, finished_at=timezone.now())


def _store(job: PrintJob, document: Document, content: bytes) -> None:
    """The file first, then the row that names it."""
    with transaction.atomic():
        held = PrintJob.objects.select_for_update().filter(pk=job.pk).first()
        if held is None or held.state == PrintJob.State.DONE:
            return
        if held.file:
            held.file.delete(save=False)
        held.file.save(f"{held.pk}-{document.key}.{document.extension}", ContentFile(content), save=False)
        held.state, held.finished_at = PrintJob.State.DONE, timezone.now()
        held.save(update_fields=["file", "state", "finished_at"])
