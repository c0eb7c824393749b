"""Members of the club by year: enrolment, payment, list."""

from __future__ import annotations

import io
from datetime import date
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pypdf import PdfReader

from people.erasure import forget, stored_data
from people.models import Membership
from tournaments.models import Player

pytestmark = pytest.mark.django_db
MEMBERS = "/desk/roster/members/?year=2026"


def member(surname: str, year: int = 2026, fee: str | None = None) -> Membership:
    player = Player.objects.create(surname=surname, given_name="Anna", card_number=f"{surname} 1")
    return Membership.objects.create(
        player=player, year=year, fee=fee, paid_on=fee and date(2026, 1, 7)
    )


def post(client: Client, step: str, pk: int | None = None, **typed: str) -> str:
    path, _mark, year = MEMBERS.partition("?")
    press = f"{path}{step.replace('_', '-')}/?{year}"
    answer = client.post(press, {"pk": pk or "", **typed}, follow=True)
    assert answer.redirect_chain == [(MEMBERS, 302)] or answer.status_code == 422
    return answer.content.decode()


def test_a_year_takes_over_the_members_of_the_one_before_once(organizer: Client) -> None:
    old, both = member("Costa", 2025), member("Bruno", 2025)
    Membership.objects.create(player=both.player, year=2026)
    for _time in range(2):
        post(organizer, "last_year")
    assert set(Membership.objects.filter(year=2026).values_list("player", flat=True)) == {
        old.player_id,
        both.player_id,
    }


def test_a_player_is_found_enrolled_and_marked_paid_and_the_page_adds_up(organizer: Client) -> None:
    """Two of three have paid 30.50 each, 61.00 together, and the next member is asked for the same
    amount.
    """
    member("Costa", fee="30.50")
    member("Erba")
    player = Player.objects.create(surname="Dall'Orto")
    assert organizer.get(f"{MEMBERS}&q=dall").context["found"] == [player]
    post(organizer, "enrol", player.pk)
    post(organizer, "enrol", player.pk)
    own = Membership.objects.get(player=player)
    page = post(organizer, "pay", own.pk, fee="30.50", paid_on="2026-02-03")
    own.refresh_from_db()
    assert (own.fee, own.paid_on) == (Decimal("30.50"), date(2026, 2, 3))
    assert "61.00" in page or "61,00" in page
    assert page.count('name="fee"') == 1
    assert organizer.get(f"{MEMBERS}&q=dall").context["found"] == []


def test_many_members_of_one_name_hide_nobody_who_is_none(organizer: Client) -> None:
    """The search leaves out members before it cuts its result at 25; it used to do so afterwards."""
    for number in range(25):
        member(f"Costa {number:02}")
    Player.objects.create(surname="Costa", given_name="Zeno")
    players = organizer.get(f"{MEMBERS}&q=costa").context["found"]
    assert [player.given_name for player in players] == ["Zeno"]


@pytest.mark.parametrize(
    ("fee", "paid_on"),
    [
        ("", "2026-02-03"),
        ("-1", "2026-02-03"),
        ("1e9", "2026-02-03"),
        ("10", ""),
        ("10", "2026-02-30"),
        ("NaN", "2026-02-03"),
    ],
)
def test_what_is_no_amount_or_no_day_is_refused(organizer: Client, fee: str, paid_on: str) -> None:
    own = member("Costa")
    assert "Costa Anna" in post(organizer, "pay", own.pk, fee=fee, paid_on=paid_on)
    own.refresh_from_db()
    assert (own.fee, own.paid_on) == (None, None)


def test_who_has_paid_stays_until_the_payment_is_taken_back(organizer: Client) -> None:
    own = member("Costa", fee="30")
    post(organizer, "leave", own.pk)
    assert Membership.objects.get() == own
    post(organizer, "unpaid", own.pk)
    post(organizer, "leave", own.pk)
    assert not Membership.objects.exists()
    assert "notice-error" in post(organizer, "leave", own.pk)


def test_the_list_is_printed_and_goes_into_a_spreadsheet(organizer: Client) -> None:
    member("Costa", fee="30.50")
    member("=Erba")
    member("Ferri", 2025)
    url = reverse("people:members_file", args=["csv"]) + "?year=2026"
    lines = organizer.get(url).content.decode("utf-8-sig").splitlines()
    assert len(lines) == 3
    assert any(line.startswith("'=Erba") for line in lines)
    assert any("30.5" in line or "30,5" in line for line in lines)
    paper = organizer.get(reverse("people:members_file", args=["pdf"]) + "?year=2026").content
    text = PdfReader(io.BytesIO(paper)).pages[0].extract_text()
    assert [name in text for name in ("Costa Anna", "Erba Anna", "Ferri Anna")] == [
        True,
        True,
        False,
    ]
    assert organizer.get(reverse("people:members_file", args=["doc"])).status_code == 404


def test_the_roster_shows_the_members_of_a_year_alone(organizer: Client) -> None:
    member("Costa")
    member("Ferri", 2025)
    page = organizer.get("/desk/roster/?year=2026").content.decode()
    assert ("Costa Anna" in page, "Ferri Anna" in page) == (True, False)
    assert organizer.get("/desk/roster/?year=2026&q=ferri").context["page"].paginator.count == 0


def test_the_queries_do_not_grow_with_the_members(organizer: Client) -> None:
    counts = []
    for surname in ("Costa", "Erba", "Ferri"):
        member(surname)
        with CaptureQueriesContext(connection) as queries:
            organizer.get(MEMBERS)
        counts.append(len(queries))
    assert counts[0] == counts[2]


def test_a_person_is_told_of_the_fees_and_who_is_forgotten_leaves_them_to_the_books() -> None:
    own = member("Costa", fee="30.50")
    assert stored_data(own.player)["member"] == [
        {"year": 2026, "fee": "30.50", "paid_on": "2026-01-07"}
    ]
    forget(player=own.player, author=None)
    own.refresh_from_db()
    assert (own.player.surname, own.fee) == (f"Giocatore {own.player_id}", Decimal("30.50"))
