"""A mail server on this machine that records the messages it receives."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller

from ground.addresses import port_is_free


class Post:
    """Handler that records messages. It refuses the addresses in ``unknown``."""

    def __init__(self) -> None:
        self.unknown: set[str] = set()
        self.messages: list[EmailMessage] = []

    async def handle_RCPT(
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        if address in self.unknown:
            return "550 5.1.1 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.messages.append(message)
        return "250 taken"

    @property
    def to(self) -> list[str]:
        return sorted(str(message["To"]) for message in self.messages)


def free_port() -> int:
    return next(port for port in range(18_025, 19_000) if port_is_free(port))


@contextmanager
def mail_server(settings: Any) -> Iterator[Controller]:
    """Yield a mail server, not started yet, that the site's settings point to. Its ``handler`` is a
    ``Post``.
    """
    controller = Controller(Post(), hostname="127.0.0.1", port=free_port())
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS = (
        "127.0.0.1",
        controller.port,
        False,
    )
    settings.DEFAULT_FROM_EMAIL = "King <club@example.org>"
    yield controller
    if controller.server is not None:
        controller.stop()
