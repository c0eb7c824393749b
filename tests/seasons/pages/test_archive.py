"""Archive files at the desk: exported from the page of a closed evening, imported through a page
about its people.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from seasons.archive import archive_of
from tests.evenings import kept, played
from tests.seasons.moving import emptied, over
from tournaments.circuits import Circuit
from tournaments.log import LogKind
from tournaments.models import Player, Tournament

pytestmark = pytest.mark.django_db
IN = "/desk/archive/"


@kept
def closed() -> Tournament:
    return over(played().tournament)


def looked_at(client: Client, content: bytes) -> Any:
    return client.post(IN, {"file": SimpleUploadedFile("evening.king", content)})


def answers(page: Any) -> dict[str, str]:
    """Fields of the page as it would be sent unchanged."""
    fields = {
        f"line-{line}": "new" if player is None else str(player)
        for line, player in page.context["chosen"].items()
    }
    return fields | {"kept": page.context["kept"]}


def test_a_closed_evening_offers_its_file_and_one_that_is_open_does_not(organizer: Client) -> None:
    evening = played().tournament
    url = reverse("seasons:archive", args=[evening.code])
    assert url not in organizer.get(f"/desk/{evening.code}/").content.decode()
    answer = organizer.post(url, follow=True)
    assert "è aperta" in answer.content.decode() or "is not closed" in answer.content.decode()
    over(evening)
    assert url in organizer.get(f"/desk/{evening.code}/").content.decode()
    answer = organizer.post(url)
    assert (answer.status_code, answer.content[:2]) == (200, b"\x1f\x8b")
    assert evening.log.order_by("sequence").last().kind == LogKind.ARCHIVED


def test_a_file_comes_in_over_the_page_of_its_people(organizer: Client) -> None:
    """One of the people has a local player's name in reverse order, so the page asks, and the
    answer decides.
    """
    evening = closed()
    name = Player.objects.filter(memberships__tournament=evening).order_by("pk")[0]
    content = archive_of(owner=evening, author=None)
    emptied()
    ours = Player.objects.create(surname=name.given_name or name.surname, given_name=name.surname)
    page = looked_at(organizer, content)
    assert page.status_code == 200
    assert not Tournament.objects.filter(code=evening.code).exists()
    [first] = page.context["asked"]
    assert (first.line, [member.pk for member in first.candidates]) == (name.pk, [ours.pk])
    unsaid = organizer.post(IN, answers(page))
    assert (unsaid.status_code, answers(unsaid)) == (422, answers(page))
    answer = organizer.post(IN, answers(page) | {f"line-{name.pk}": str(ours.pk)})
    assert (answer.status_code, answer.url) == (302, f"/desk/{evening.code}/")
    assert ours.memberships.get().tournament.code == evening.code
    again = looked_at(organizer, content)
    assert (again.status_code, evening.code in again.context["form"].errors["file"][0]) == (
        422,
        True,
    )


def test_a_circuit_goes_out_and_comes_in_at_its_page(organizer: Client) -> None:
    circuit = Circuit.objects.create(name="Inverno")
    url = reverse("seasons:circuit_archive", args=[circuit.code])
    assert organizer.post(url).status_code == 302
    evening = played().tournament
    evening.circuit = circuit
    evening.save(update_fields=["circuit"])
    over(evening)
    assert url in organizer.get(f"/desk/circuits/{circuit.code}/").content.decode()
    content = organizer.post(url).content
    emptied()
    answer = organizer.post(IN, answers(looked_at(organizer, content)), follow=True)
    assert answer.redirect_chain == [(f"/desk/circuits/{circuit.code}/", 302)]
    assert Tournament.objects.get(code=evening.code).circuit == Circuit.objects.get()


@pytest.mark.parametrize(
    "content", [b"", b"PK\3\4", b"\x1f\x8bhalf", b'{"form": "king-archive-2"}']
)
def test_another_file_is_refused_beside_the_field(organizer: Client, content: bytes) -> None:
    answer = looked_at(organizer, content)
    assert answer.status_code == 422
    assert answer.context["form"].errors["file"]


def test_a_page_that_lost_its_file_asks_for_it_again(organizer: Client) -> None:
    for kept_under in ("", "§", "0" * 32, "a" * 5000):
        assert organizer.post(IN, {"kept": kept_under}).url == IN


def test_namesakes_are_asked_about_and_the_page_s_own_suggestion_is_accepted(
    organizer: Client,
) -> None:
    """Equal names alone do not mean the same person. One button chooses for all, and its choice is
    accepted.
    """
    evening = closed()
    Player.objects.update(card_number="")
    content = archive_of(owner=evening, author=None)
    names = list(
        Player.objects.filter(is_house=False, memberships__tournament=evening).values_list(
            "surname", "given_name"
        )
    )
    emptied()
    ours = {
        Player.objects.create(surname=surname, given_name=given_name).pk
        for surname, given_name in names
    }
    page = looked_at(organizer, content)
    assert len(page.context["asked"]) == len(names)
    assert page.context["chosen"] == {}
    unsaid = organizer.post(IN, answers(page))
    assert (unsaid.status_code, Tournament.objects.filter(code=evening.code).exists()) == (
        422,
        False,
    )
    same = organizer.post(IN, answers(page) | {"same": "1"})
    assert (same.status_code, set(same.context["chosen"].values())) == (200, ours)
    assert not Tournament.objects.filter(code=evening.code).exists()
    assert organizer.post(IN, answers(same)).status_code == 302
    assert (
        set(
            Player.objects.filter(memberships__tournament__code=evening.code).values_list(
                "pk", flat=True
            )
        )
        == ours
    )
