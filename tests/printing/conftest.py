"""An evening with boards, seats and, where a test asks for it, played sheets."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from deals.services import reveal, seal
from scoring.models import Sheet
from scoring.round_steps import close_round
from tests.evenings import a_round, a_tournament, fill_and_close, kept, put_in_play, write_the_draw
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
def author(db: None) -> User:
    """An account at the desk."""
    return User.objects.create_user("direzione")


@pytest.fixture
def evening(db: None) -> Tournament:
    """A tournament without a partita."""
    return a_tournament(name="Giovedì del re")


@pytest.fixture
def seated(evening: Tournament) -> Callable[..., Round]:
    """The next partita at so many tables, its seats taken and its boards sealed; the first players have long names."""

    def make(tables: int = 2, *, started: bool = False) -> Round:
        return _seated(evening, tables, started)

    return make


@kept
def _seated(tournament: Tournament, tables: int, started: bool) -> Round:
    round_ = a_round(tournament, tables, started=False, boards=False)
    for player, (given, surname) in zip(Player.objects.order_by("pk"), NAMES, strict=False):
        player.given_name, player.surname = given, surname
        player.save()
    rules = tournament.rules
    round_.board_set = seal(
        ruleset=rules, settings=rules.configure(), round_number=round_.number, event=tournament.name,
        date=tournament.date, author=None,
    )  # fmt: skip
    round_.save()
    write_the_draw(round_)
    return put_in_play(round_) if started else round_


@pytest.fixture
def played(seated: Callable[..., Round], author: User) -> Callable[..., Round]:
    """The next partita, played to the end and closed, its boards revealed."""

    def make(tables: int = 2) -> Round:
        return _played(seated(tables, started=True), author)

    return make


@kept
def _played(round_: Round, author: User) -> Round:
    fill_and_close(round_)
    assert not Sheet.objects.filter(table__round=round_).exclude(state=Sheet.State.CLOSED).exists()
    close_round(round=round_, author=author)
    reveal(board_set=round_.board_set)
    round_.refresh_from_db()
    return round_
