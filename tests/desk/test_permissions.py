"""Answers of the desk other than a page: unknown evening, ended session, redirects, requests that
are too large.
"""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.test import Client

from ground.roles import ORGANIZER


def test_the_desk_of_an_evening_that_is_not_there_is_a_page_that_says_so(organizer: Client) -> None:
    assert organizer.get("/desk/zzzzzz/").status_code == 404
    assert organizer.get("/desk/zzzzzz/play/1/").status_code == 404


def test_a_button_pressed_after_the_session_has_ended_leads_back_to_its_page(
    stranger: Client, make_evening
) -> None:
    evening = make_evening(4)
    get_user_model().objects.create_user("anna", password="seven blue boats").groups.add(
        Group.objects.get_or_create(name=ORGANIZER)[0]
    )
    by_button, by_script = {"accept": "text/html,*/*;q=0.8"}, {"accept": "*/*"}
    answer = stranger.post(
        f"/desk/{evening.code}/players/enter/", {"q": "Rossi"}, headers=by_script, follow=True
    )
    assert "so nothing was saved" not in answer.content.decode()
    answer = stranger.post(
        f"/desk/{evening.code}/players/enter/", {"q": "Rossi"}, headers=by_button, follow=True
    )
    assert "so nothing was saved" in answer.content.decode()
    signed_in = {"username": "anna", "password": "seven blue boats", "next": answer.context["next"]}
    answer = stranger.post("/accounts/login", signed_in, follow=True)
    assert (answer.status_code, answer.request["PATH_INFO"]) == (
        200,
        f"/desk/{evening.code}/players/",
    )


@pytest.mark.parametrize(
    ("sent_to", "above"),
    [
        ("players/enter/", "players/"),
        ("players/paste/", "players/"),
        ("winds/draw/", "winds/"),
        ("play/1/plan/", "play/1/"),
        ("rulings/revoke/", "rulings/"),
        ("print/5/again/", "print/"),
        ("play/1/1/rows/", "play/1/1/"),
    ],
)
def test_an_address_where_only_buttons_send_leads_to_the_page_above_it(
    organizer: Client, make_evening, sent_to: str, above: str
) -> None:
    desk = f"/desk/{make_evening(4).code}/"
    answer = organizer.get(desk + sent_to)
    assert (answer.status_code, answer.url) == (302, desk + above)


def test_what_is_sent_to_a_page_that_takes_nothing_is_still_refused(
    organizer: Client, make_evening
) -> None:
    assert organizer.post(f"/desk/{make_evening(4).code}/players/").status_code == 405


def test_too_much_at_once_says_so_and_that_nothing_has_changed(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(4)
    before = evening.log.count()
    for form in ({"text": "x" * 3_000_000}, {f"x{number}": "1" for number in range(1_100)}):
        answer = organizer.post(f"/desk/{evening.code}/players/paste/", form)
        assert answer.status_code == 413
        assert "Shorten it, or send it in parts." in answer.content.decode()
    assert evening.log.count() == before


def test_a_click_after_the_session_has_ended_leads_to_signing_in_and_back(
    stranger: Client, make_evening
) -> None:
    evening = make_evening(4)
    page = f"http://testserver/desk/{evening.code}/players/"
    answer = stranger.post(
        f"/desk/{evening.code}/players/1/absent/",
        headers={"HX-Request": "true", "HX-Current-URL": page},
    )
    assert answer["HX-Redirect"] == f"/accounts/login?next=/desk/{evening.code}/players/"
    assert b"<form" not in answer.content
