"""An evening, optionally with seats and sealed boards, or with played sheets."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.evenings import a_tournament, closed, kept, sealed_round, write_the_draw
from tournaments.models import Player, Round, Tournament

NAMES = (
    ("Łukasz", "Wójcik-Brzęczyszczykiewicz"),
    ("Désirée", "Nuñez"),
    ("Zoë", "Şahin"),
    ("Maria Antonietta", "Degli Esposti Della Rovere di Montefiorino"),
    ("Fabrizio", "D'Amico"),
    ("Laura", "Lo Presti"),
    ("Teresa", "Müller"),
    ("José", "Ávila"),
)


@pytest.fixture
def evening(db: None) -> Tournament:
    """A tournament without a partita."""
    return a_tournament(name="Giovedì del re")


@pytest.fixture
def seated(evening: Tournament) -> Callable[..., Round]:
    """Make the next partita at so many tables with its boards sealed. The first players have long
    names.
    """

    def make(tables: int = 2, *, started: bool = False) -> Round:
        return _seated(evening, tables, started)

    return make


@kept
def _seated(tournament: Tournament, tables: int, started: bool) -> Round:
    round_ = sealed_round(tournament, tables, started=started)
    for player, (given, surname) in zip(Player.objects.order_by("pk"), NAMES, strict=False):
        player.given_name, player.surname = given, surname
        player.save()
    return write_the_draw(round_)


@pytest.fixture
def played(seated: Callable[..., Round]) -> Callable[..., Round]:
    """Make the next partita, played and closed, with its boards revealed."""

    def make(tables: int = 2) -> Round:
        return closed(seated(tables, started=True))

    return make
