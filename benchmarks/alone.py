"""A free port and an environment that do not lead to the club's own site. Needs no Django."""

import random

from ground.addresses import port_is_free

OF_THE_CLUB = (
    "DATABASE_URL",
    "CELERY_BROKER_URL",
    "CELERY_RESULT_BACKEND",
    "KING_QUEUE",
    "KING_ADDRESS",
    "KING_HOSTS",
    "KING_HTTPS",
    "KING_PROXIES",
    "SECRET_KEY",
    "KING_LOG_KEY",
    "DEBUG",
)
"""Variables that would lead to what is the club's: empty, each is as if it were not set."""

SECONDS_TO_COME_UP = 120


def free_port() -> int:
    """Below those that the system gives to connections, so that none takes it meanwhile."""
    chosen = (
        port
        for port in random.SystemRandom().sample(range(15_000, 30_000), 100)
        if port_is_free(port)
    )
    port = next(chosen, None)
    if port is None:
        raise OSError("no free port")
    return port
