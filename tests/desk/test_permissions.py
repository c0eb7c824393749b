"""Permissions at the desk: the same questions to every page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from king_tournament.accounts.roles import ORGANIZER
from king_tournament.desk import urls
from tournaments.circuits import Circuit
from tournaments.editions import create_edition
from tournaments.models import Player, Tournament

HOUSE = "club_of_the_harbour"
FIRST_HALF = [
    pattern.name for pattern in urls.urlpatterns[: [route.name for route in urls.urlpatterns].index("substitute") + 1]
]


@pytest.fixture
def addresses(make_evening) -> dict[str, str]:
    """An address for every page of the first half of the night, of an evening that has them all."""
    evening = make_evening(8, seated=True)
    Circuit.objects.create(code="c2rcuit", name="Inverno")
    changes = {"values": {"KH": "-13"}}
    create_edition(base="lab12", name="Harbour", changes=changes, author=None, code=HOUSE)
    player = Player.objects.first()
    assert player is not None
    # The address that takes the evening away comes last.
    return {name: address(name, evening, player) for name in sorted(FIRST_HALF, key="remove".__eq__)}


def address(name: str, evening: Tournament, player: Player) -> str:
    [pattern] = [route for route in urls.urlpatterns if route.name == name]
    code = HOUSE if name.startswith("edition") else "lab12" if name == "rules_page" else evening.code
    code = "c2rcuit" if name.startswith("circuit") else code
    values = {"code": code, "number": 1, "pk": player.pk, "kind": "pdf"}
    return reverse(f"desk:{name}", kwargs={key: values[key] for key in pattern.pattern.converters})


def answers(client: Client, addresses: dict[str, str]) -> Iterator[tuple[str, str, int, str]]:
    for name, url in addresses.items():
        for method in ("get", "post"):
            answer = getattr(client, method)(url)
            yield name, method, answer.status_code, answer.get("Location", "")


def test_a_stranger_is_asked_to_sign_in_wherever_he_goes(stranger: Client, addresses: dict[str, str]) -> None:
    assert [
        (name, method)
        for name, method, status, place in answers(stranger, addresses)
        if status != 302 or not place.startswith("/accounts/login")
    ] == []


def test_an_account_without_a_role_reads_why_not(without_role: Client, addresses: dict[str, str]) -> None:
    assert [(name, method) for name, method, status, _ in answers(without_role, addresses) if status != 403] == []


@pytest.mark.at_length
def test_an_organizer_is_refused_nowhere(organizer: Client, addresses: dict[str, str]) -> None:
    assert {status for _name, _method, status, _ in answers(organizer, addresses)} <= {200, 302, 405, 422}


def test_a_stranger_changes_nothing(stranger: Client, addresses: dict[str, str]) -> None:
    before = Tournament.objects.get().log.count()
    list(answers(stranger, addresses))
    assert Tournament.objects.get().log.count() == before


def test_the_desk_of_an_evening_that_is_not_there_is_a_page_that_says_so(organizer: Client) -> None:
    assert organizer.get("/desk/zzzzzz/").status_code == 404
    assert organizer.get("/desk/zzzzzz/seating/1/").status_code == 404


def test_a_button_pressed_after_the_session_has_ended_leads_back_to_its_page(stranger: Client, make_evening) -> None:
    evening = make_evening(4)
    get_user_model().objects.create_user("anna", password="seven blue boats").groups.add(
        Group.objects.get_or_create(name=ORGANIZER)[0]
    )
    by_button, by_script = {"accept": "text/html,*/*;q=0.8"}, {"accept": "*/*"}
    answer = stranger.post(f"/desk/{evening.code}/players/enter/", {"q": "Rossi"}, headers=by_script, follow=True)
    assert "so nothing was saved" not in answer.content.decode()
    answer = stranger.post(f"/desk/{evening.code}/players/enter/", {"q": "Rossi"}, headers=by_button, follow=True)
    assert "so nothing was saved" in answer.content.decode()
    signed_in = {"username": "anna", "password": "seven blue boats", "next": answer.context["next"]}
    answer = stranger.post("/accounts/login", signed_in, follow=True)
    assert (answer.status_code, answer.request["PATH_INFO"]) == (200, f"/desk/{evening.code}/players/")


@pytest.mark.parametrize(
    ("sent_to", "above"),
    [
        ("players/enter/", "players/"), ("players/paste/", "players/"), ("winds/draw/", "winds/"),
        ("seating/1/plan/", "seating/1/"), ("rulings/5/revoke/", "rulings/"), ("print/5/again/", "print/"),
        ("play/1/1/rows/", "play/1/1/"),
    ],
)  # fmt: skip
def test_an_address_where_only_buttons_send_leads_to_the_page_above_it(
    organizer: Client, make_evening, sent_to: str, above: str
) -> None:
    desk = f"/desk/{make_evening(4).code}/"
    answer = organizer.get(desk + sent_to)
    assert (answer.status_code, answer.url) == (302, desk + above)


def test_what_is_sent_to_a_page_that_takes_nothing_is_still_refused(organizer: Client, make_evening) -> None:
    assert organizer.post(f"/desk/{make_evening(4).code}/players/").status_code == 405


def test_too_much_at_once_says_so_and_that_nothing_has_changed(organizer: Client, make_evening) -> None:
    evening = make_evening(4)
    before = evening.log.count()
    for sent in ({"text": "x" * 3_000_000}, {f"x{number}": "1" for number in range(1_100)}):
        answer = organizer.post(f"/desk/{evening.code}/players/paste/", sent)
        assert answer.status_code == 413
        assert "Shorten it, or send it in parts." in answer.content.decode()
    assert evening.log.count() == before


def test_a_click_after_the_session_has_ended_leads_to_signing_in_and_back(stranger: Client, make_evening) -> None:
    evening = make_evening(4)
    page = f"http://testserver/desk/{evening.code}/players/"
    answer = stranger.post(
        f"/desk/{evening.code}/players/1/", {"action": "absent"},
        headers={"HX-Request": "true", "HX-Current-URL": page},
    )  # fmt: skip
    assert answer["HX-Redirect"] == f"/accounts/login?next=/desk/{evening.code}/players/"
    assert b"<form" not in answer.content
