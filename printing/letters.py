"""Mails stored as rows, so that each is sent once; a refusal is stored in the mail server's words."""

from __future__ import annotations

import smtplib
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, TypeVar

from django.conf import settings
from django.core import mail
from django.core.mail import EmailMessage
from django.db.models import Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from printing.models import Letter
from wording.sentences import refusal

Row = TypeVar("Row", bound=Letter)
State, Failure = Letter.State, Letter.Failure

UNSURE_AFTER = timedelta(minutes=5)
"""A mail that is still being sent after this long belongs to a worker that stopped: it may have arrived."""


def mail_is_set() -> bool:
    return bool(settings.EMAIL_HOST and settings.DEFAULT_FROM_EMAIL)


def refuse_without_server() -> None:
    if not mail_is_set():
        raise refusal(
            _("No mail server is configured, so nothing can be sent. Copy the text instead."),
            "no_mail_server",
        )


def repeatable(rows: QuerySet[Row]) -> QuerySet[Row]:
    """Letters that may be sent again. The others have arrived, or are still with the worker."""
    now = timezone.now()
    # One of the time to come: the machine's clock was put back.
    recent = Q(changed_at__gt=now - UNSURE_AFTER, changed_at__lte=now)
    unsure = Q(state=State.SENDING) & ~recent
    return rows.filter(Q(state__in=[State.FAILED, State.QUEUED]) | unsure)


def queue(rows: Sequence[Row], *columns: str) -> None:
    """Queue these mails for the worker. ``columns`` names further columns that were changed and
    have to be stored.
    """
    for row in rows:
        row.state, row.failure, row.answer = State.QUEUED, "", ""
        row.changed_at = timezone.now()
    if rows:
        changed = ["state", "failure", "answer", "changed_at", *columns]
        type(rows[0])._default_manager.bulk_update(rows, changed)


# --- in the worker


def send_waiting(
    rows: QuerySet[Row],
    write: Callable[[Row], EmailMessage],
    language: Callable[[Row], str],
) -> None:
    """Send all waiting mails on one connection. Each is claimed first, so that no second worker
    sends it too.
    """
    waiting = rows.filter(state=State.QUEUED)
    if not (letters := list(waiting)):
        return
    connection = _to_the_mail_server()
    try:
        connection.open()
        for letter in letters:
            if waiting.filter(pk=letter.pk).update(state=State.SENDING, changed_at=timezone.now()):
                with translation.override(language(letter)):
                    _send(letter, write, connection)
    except OSError as error:
        failure, answer = reason_of(error)
        fail(waiting, failure, answer)
    finally:
        connection.close()


def _to_the_mail_server() -> Any:
    """Connection to the mail server, which Django 6.1 calls a mailer."""
    mailers = getattr(mail, "mailers", None)
    return mail.get_connection() if mailers is None else mailers.default


def fail(rows: QuerySet[Any], failure: str, answer: str = "") -> None:
    rows.update(state=State.FAILED, failure=failure, answer=answer, changed_at=timezone.now())


def _send(letter: Row, write: Callable[[Row], EmailMessage], connection: Any) -> None:
    failure, answer = "", ""
    try:
        connection.send_messages([write(letter)])
    except OSError as error:
        failure, answer = reason_of(error)
    letter.state = State.FAILED if failure else State.SENT
    letter.failure, letter.answer = failure, answer
    letter.changed_at = timezone.now()
    letter.save(update_fields=["state", "failure", "answer", "changed_at"])
    if failure == Failure.AWAY:
        connection.close()
        connection.open()


def reason_of(error: OSError) -> tuple[str, str]:
    """Reason of a failure: one for a person, and the server's own words."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, words = next(iter(error.recipients.values()))
        return Failure.RECIPIENT, _answer(code, words)
    if isinstance(error, smtplib.SMTPResponseException):
        failure = {
            smtplib.SMTPSenderRefused: Failure.SENDER,
            smtplib.SMTPAuthenticationError: Failure.LOGIN,
        }
        return failure.get(type(error), Failure.SERVER), _answer(error.smtp_code, error.smtp_error)
    if isinstance(error, smtplib.SMTPException) and not isinstance(
        error, smtplib.SMTPServerDisconnected
    ):
        return Failure.SERVER, str(error)[:300]
    return Failure.AWAY, str(error.strerror or error)[:300]


def _answer(code: int, words: bytes | str) -> str:
    return f"{code} {words.decode(errors='replace') if isinstance(words, bytes) else words}"[:300]
