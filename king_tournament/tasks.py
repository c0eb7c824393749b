"""The paper of a posted standing, made in the worker while its readers still look at the page."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit
from wsgiref.util import setup_testing_defaults

from celery import shared_task
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.utils import timezone

from printing.models import PrintJob

FILES = "standings.pdf", "results.xlsx"
WAITED_FOR = timedelta(minutes=2)
"""A print of the desk that is older may be one whose worker stopped."""


@shared_task(name="king_tournament.make_posted_paper", bind=True, expires=600, max_retries=None)
def make_posted_paper(self: Any, code: str, address: str, language: str) -> None:
    """Ask as a reader at ``address`` (``http://host:port``) would: the answer is kept. The desk's paper goes first."""
    desk = PrintJob.objects.filter(state__in=[PrintJob.State.QUEUED, PrintJob.State.RUNNING])
    if desk.filter(created_at__gt=timezone.now() - WAITED_FOR).exists():
        raise self.retry(countdown=2)
    site = urlsplit(address)
    for file in FILES:
        asked = {
            "PATH_INFO": f"/live/{code}/{file}", "REMOTE_ADDR": "127.0.0.1", "wsgi.url_scheme": site.scheme,
            "HTTP_HOST": site.netloc, "HTTP_ACCEPT_LANGUAGE": language, "HTTP_ACCEPT_ENCODING": "gzip",
        }  # fmt: skip
        setup_testing_defaults(asked)
        WSGIHandler().get_response(WSGIRequest(asked))
