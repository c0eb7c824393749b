"""The paper of a posted standing, made while its readers still look at the page."""

from urllib.parse import urlsplit
from wsgiref.util import setup_testing_defaults

from celery import shared_task
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest

FILES = "standings.pdf", "results.xlsx"


@shared_task(name="frame.make_posted_paper", expires=600)
def make_posted_paper(code: str, address: str, language: str) -> None:
    """Ask as a reader at ``address`` (``http://host:port``) would: the answer is kept."""
    site = urlsplit(address)
    for file in FILES:
        asked = {
            "PATH_INFO": f"/live/{code}/{file}",
            "REMOTE_ADDR": "127.0.0.1",
            "wsgi.url_scheme": site.scheme,
            "HTTP_HOST": site.netloc,
            "HTTP_ACCEPT_LANGUAGE": language,
            "HTTP_ACCEPT_ENCODING": "gzip",
        }
        setup_testing_defaults(asked)
        WSGIHandler().get_response(WSGIRequest(asked))
