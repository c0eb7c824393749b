"""Protests at the desk: from a table's call to the answer and its ruling."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.calls import call_arbiter
from scoring.decisions import revoke_ruling
from scoring.decisions.protests import enter_protest
from scoring.models import Call, Protest, Ruling
from tests.evenings import played, sheet_of
from tests.markup import text_of
from tournaments.models import Table

pytestmark = pytest.mark.django_db


def test_the_call_of_a_table_becomes_a_protest_at_the_desk_and_is_settled(arbiter: Client) -> None:
    round_ = played()
    call = call_arbiter(table=sheet_of(round_).table, hand=4, text="Wrong trump written")
    page = f"/desk/{round_.tournament.code}/standings/"
    assert (
        ">Wrong trump written</textarea>" in arbiter.get(page, {"call": call.pk}).content.decode()
    )
    typed = {
        "table": call.table_id,
        "hand": "4",
        "who": "Bo Ugo",
        "text": "Wrong trump written",
        "call": call.pk,
    }
    assert arbiter.post(f"{page}protest/", {**typed, "who": ""}).status_code == 422
    assert arbiter.post(f"{page}protest/", typed).status_code == 302
    protest = Protest.objects.get()
    assert (protest.call, protest.hand, protest.table) == (
        call,
        4,
        Table.objects.get(pk=call.table_id),
    )
    assert Call.objects.get().done_at is not None
    ruling = Ruling.objects.get()
    form = {
        "protest": protest.pk,
        "outcome": "upheld",
        "answer": "Spades it was.",
    }
    assert arbiter.post(f"{page}answer/", {**form, "answer": ""}).status_code == 422
    assert arbiter.post(f"{page}answer/", {**form, "ruling": ruling.pk}).status_code == 302
    protest.refresh_from_db()
    assert (protest.outcome, protest.ruling, protest.answered_by.get_username()) == (
        "upheld",
        ruling,
        "arbiter",
    )
    assert b"Bo Ugo" in arbiter.get(f"/desk/{round_.tournament.code}/rulings/").content


def test_a_ruling_that_was_revoked_meanwhile_answers_no_protest(arbiter: Client) -> None:
    round_ = played()
    ruling, page = Ruling.objects.get(), f"/desk/{round_.tournament.code}/standings/"
    protest = enter_protest(table=ruling.sheet.table, who="Bo Ugo", text="No revoke.", author=None)
    revoke_ruling(ruling=ruling, author=None, reason="Two winds saw it.")
    form = {
        "protest": protest.pk,
        "outcome": "upheld",
        "answer": "Right.",
        "ruling": ruling.pk,
    }
    answer = arbiter.post(f"{page}answer/", form)
    assert answer.status_code == 422
    assert "That ruling has been revoked" in answer.content.decode()
    protest.refresh_from_db()
    assert (protest.answered_at, protest.ruling) == (None, None)


def test_a_protest_of_another_table_leaves_the_call_that_the_page_came_from(
    arbiter: Client,
) -> None:
    round_ = played()
    call = call_arbiter(table=sheet_of(round_, 1).table, hand=4, text="Wrong trump written")
    typed = {
        "table": sheet_of(round_, 2).table_id,
        "who": "Bo Ugo",
        "text": "A revoke",
        "call": call.pk,
    }
    assert (
        arbiter.post(f"/desk/{round_.tournament.code}/standings/protest/", typed).status_code == 302
    )
    assert Protest.objects.get().call is None
    assert Call.objects.get().done_at is None


@pytest.mark.parametrize(
    ("press", "typed", "words"),
    [
        ("protest", {}, "Choose the table that protests."),
        (
            "protest",
            {"table": "9" * 30, "who": "x", "text": "y"},
            "Choose the table that protests.",
        ),
        ("protest", {"table": "²"}, "Choose the table that protests."),
        ("answer", {"protest": "x"}, "There is no such protest: reload the page."),
    ],
)
def test_garbage_is_refused_in_words(
    arbiter: Client, press: str, typed: dict[str, str], words: str
) -> None:
    round_ = played()
    page = f"/desk/{round_.tournament.code}/standings/"
    answer = arbiter.post(f"{page}{press}/", typed)
    assert answer.status_code == 422
    assert words in text_of(answer.content.decode())
    assert not Protest.objects.exists()
    assert arbiter.get(f"/desk/{round_.tournament.code}/standings/?call=x").status_code == 200


def test_the_time_for_protests_is_set_with_the_evening(organizer: Client) -> None:
    evening = played().tournament
    page = f"/desk/{evening.code}/settings/"
    form = organizer.get(page).context["form"]
    typed = {field.html_name: field.value() for field in form if field.value() not in (None, False)}
    new_form = {**typed, "protest_minutes": "45", "official_by_itself": "on"}
    answer = organizer.post(page, new_form)
    assert answer.status_code == 302, answer.context["form"].errors
    evening.refresh_from_db()
    assert (evening.protest_minutes, evening.official_by_itself) == (45, True)
    assert organizer.post(page, {**new_form, "protest_minutes": "2000"}).status_code == 422
