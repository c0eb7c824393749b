"""Thirty games of robots alone at one hand: the points of the fourth robot in a person's place.
They are asked for when somebody begins, made once by the worker in a separate process, and cached.
If the cache loses them, they are made again.
"""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
from collections.abc import Mapping
from typing import Any

from django.core.cache import cache

from ground import isolation, monotonic_clock
from ground.task_queue import hand_over, task
from king.cards import Wind
from king_tournament.replay.boards import PublishedBoard, Way
from king_tournament.replay.games import hand_content, secret_of

logger = logging.getLogger(__name__)

SECONDS_TO_WAIT = 300
SECONDS_OF_A_CLAIM = 600
MOST_ASKED_FOR = 3
"""Hands at once, whoever asks: mails and the standing of an event stand in the same queue."""

_START = secrets.token_hex(4)
"""Name of this start of the program, which its processes share if they are forked. Claims carry it,
because games that were asked for before a stop are lost, and their claims lie in the cache."""


def game_question(published: PublishedBoard, way: Way) -> dict[str, Any]:
    """Input that the games follow from."""
    return {
        **hand_content(published, way),
        "owners": published.deal.owners,
        "secret": secret_of(published, way).hex(),
    }


def key_of(question: Mapping[str, Any]) -> str:
    return "replay-" + hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()


def claim_of(key: str) -> str:
    """Name of the claim to the games with this key, which this start of the program has handed over."""
    return f"claim-{_START}-{key}"


def ask(published: PublishedBoard, way: Way) -> list[dict[Wind, int]] | None:
    """Return the units of each game; None while they are being played."""
    question = game_question(published, way)
    key = key_of(question)
    games = cache.get(key)
    if games is None:
        _order_games(key, question)
        games = cache.get(key)
        if games is None:
            return None
    return [{Wind(wind): count for wind, count in game.items()} for game in games]


def _order_games(key: str, question: dict[str, Any]) -> None:
    """Hand the games over to a worker, unless somebody did so or too many are asked for. Readers
    may then ask again.
    """
    for number in range(MOST_ASKED_FOR):
        if monotonic_clock.claim(place := f"thirty-{_START}-{number}", SECONDS_OF_A_CLAIM):
            if monotonic_clock.claim(claim_of(key), SECONDS_OF_A_CLAIM):
                hand_over(play_thirty, key, question, place)
            else:
                cache.delete(place)
            return


@task("king_tournament.play_thirty")
def play_thirty(key: str, question: dict[str, Any], place: str) -> None:
    """Play thirty games and cache the result. A second worker with the same task plays the same
    games. ``place`` is released afterwards. If the machine is too busy, nothing is cached; the page
    does without, and a later reader asks again.
    """
    content = json.dumps(question).encode()
    try:
        answer = isolation.ask("ground.isolation.robots", content, SECONDS_TO_WAIT)
    except isolation.ReadError as error:
        logger.warning("Thirty games were not played: %s", error)
        return
    finally:
        cache.delete(place)
    cache.set(key, json.loads(answer), None)
