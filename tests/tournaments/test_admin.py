"""The roster is corrected in Django's admin; evenings and their log are only looked at."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tournaments import round_seating
from tournaments.models import Player, Tournament
from tournaments.wind_draw import draw_winds

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def root() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    return client


def test_every_list_opens(
    root: Client, make_evening: Callable[..., Tournament], author: User
) -> None:
    tournament = make_evening(8)
    draw_winds(tournament=tournament, author=author)
    round_seating.plan_round(tournament=tournament, author=author)
    for name in (
        "player",
        "circuit",
        "tournament",
        "entry",
        "place",
        "round",
        "table",
        "seat",
        "logentry",
    ):
        assert root.get(reverse(f"admin:tournaments_{name}_changelist")).status_code == 200
    row = tournament.log.first()
    assert row is not None
    assert root.get(reverse("admin:tournaments_logentry_change", args=[row.pk])).status_code == 200


def test_the_log_is_neither_changed_nor_deleted(
    root: Client, make_evening: Callable[..., Tournament]
) -> None:
    row = make_evening(4).log.first()
    assert row is not None
    assert root.post(reverse("admin:tournaments_logentry_delete", args=[row.pk])).status_code == 403
    change = reverse("admin:tournaments_logentry_change", args=[row.pk])
    assert root.post(change, {"sentence": "x"}).status_code == 403
    assert root.post(reverse("admin:tournaments_logentry_add")).status_code == 403


def test_a_player_is_corrected_and_found_without_accents(root: Client) -> None:
    player = Player.objects.create(surname="Vasallo", given_name="Niccolò")
    answer = root.post(
        reverse("admin:tournaments_player_change", args=[player.pk]),
        {
            "surname": "Vassallo",
            "given_name": "Niccolò",
            "card_number": "",
            "club": "",
            "email": "",
        },
    )
    assert answer.status_code == 302
    assert (
        "Vassallo"
        in root.get(
            reverse("admin:tournaments_player_changelist"), {"q": "niccolo"}
        ).content.decode()
    )
