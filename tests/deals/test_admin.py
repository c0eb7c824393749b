"""Django's admin shows that boards are sealed, and nothing from which a card could be learnt."""

from __future__ import annotations

import datetime

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from deals import services
from deals.models import BoardSet
from king.rulesets import find_ruleset


@pytest.fixture
def sealed(db: None) -> BoardSet:
    rules = find_ruleset("lab12")
    return services.seal(
        ruleset=rules,
        settings=rules.defaults,
        round_number=1,
        event="Venerdì",
        date=datetime.date(2026, 11, 20),
        author=None,
    )


@pytest.fixture
def root(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    return client


def test_even_a_superuser_reads_neither_seed_nor_cards(root: Client, sealed: BoardSet) -> None:
    board = sealed.boards.first()
    assert board is not None
    pages = [
        reverse("admin:deals_boardset_changelist"),
        reverse("admin:deals_boardset_change", args=[sealed.pk]),
        reverse("admin:deals_board_changelist"),
        reverse("admin:deals_board_change", args=[board.pk]),
    ]
    for page in pages:
        answer = root.get(page)
        assert answer.status_code == 200
        text = answer.content.decode()
        assert sealed.seed not in text
        assert board.owners not in text
    assert sealed.commitment in root.get(pages[1]).content.decode()


def test_sealed_rows_are_neither_added_nor_changed_nor_deleted(
    root: Client, sealed: BoardSet
) -> None:
    board = sealed.boards.first()
    assert board is not None
    for page in (
        reverse("admin:deals_boardset_add"),
        reverse("admin:deals_board_add"),
        reverse("admin:deals_boardset_delete", args=[sealed.pk]),
        reverse("admin:deals_board_delete", args=[board.pk]),
    ):
        assert root.post(page).status_code == 403
    assert (
        root.post(reverse("admin:deals_board_change", args=[board.pk]), {"dealer": "S"}).status_code
        == 403
    )
    assert sealed.boards.count() == 12


def test_the_cards_cannot_be_searched_for(root: Client, sealed: BoardSet) -> None:
    answer = root.get(reverse("admin:deals_board_changelist"), {"owners__startswith": "N"})
    assert answer.status_code in (302, 400)
    answer = root.get(
        reverse("admin:deals_boardset_changelist"), {"seed__startswith": sealed.seed[0]}
    )
    assert answer.status_code in (302, 400)
