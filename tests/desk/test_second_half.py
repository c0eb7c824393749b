"""Pages of the night's second half: rights, answers to garbage, number of queries."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client

from scoring.models import Sheet
from tests.desk.hall import SECOND_HALF, address, questions, questions_of_pages, sample
from tests.evenings import a_tournament, in_play, kept, played, sealed_round, the_ruling
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
ANSWERS = (200, 204, 302, 403, 404, 405, 409, 422)
LONG = "x" * 5_000
HUGE = "99999999999999999999"
# Forms of different pages are sent as one, since no page reads fields of both.
GARBAGE = [
    {},
    {
        "reason": LONG,
        "document": LONG,
        "hand": LONG,
        "kind": LONG,
        "table": LONG,
        "stamp": LONG,
    },
    {
        "reason": "\0",
        "document": "slips",
        "round": HUGE,
        "table": HUGE,
        "copies": "\0",
        "board": "-1",
    },
    {
        "document": "slips",
        "table": "٣",
        "round": "1",
        "order": "up",
        "suits": "pink",
        "base_url": "javascript:1",
    }
    | {
        "hand": "3",
        "N": "x",
        "E": "-1",
        "S": "1e9",
        "W": "٣",
        "trump": "Ω",
        "buyer": "Q",
        "price": "x",
    },
    {"document": "score_sheets", "round": "1", "table": "7000", "blank": "on", "base_url": "\0"}
    | {"hand": "3", "N": HUGE, "client_id": "no", "based_on": HUGE},
    {"hand": "8", "N": "1", "trump": "\0", "price": "2"},
    {
        "h1-N": "x",
        "h2-N": "\0",
        "h8-price": "x",
        "h99-N": "1",
        "h٣-N": "1",
        "h-": "1",
        "h3-based_on": HUGE,
    }
    | {
        "kind": "fouled",
        "hand": "3",
        "fouled": "typed",
        "points_N": "1/0",
        "points_E": "nan",
        "reason": "x",
    },
    {"hand": HUGE, "N": "1", "client_id": "00000000-0000-4000-8000-000000000000"}
    | {"kind": "adjustment", "offender": "Q", "points": HUGE, "reason": "\0", "preview": "1"},
    {"kind": "score_error", "hand": "1", "policy": "none", "reason": "x", "preview": "1"},
    {"kind": "fouled", "hand": "3", "fouled": "mean", "preview": "1"},
    {"round": HUGE},
    {"round": "x", "reason": ""},
    {"erratum": LONG},
    {"erratum": "\0"},
    {"board": HUGE, "reason": "\0"},
    {"value": "\0"},
    {"blind": "yes"},
    {"anyway": "1"},
    {"reason": "\0"},
    {"reason": " "},
    {"look": "1", "page": "x", "kind": "play", "partita": HUGE},
]


@pytest.fixture
def evenings() -> list[Tournament]:
    """Make three evenings: seated, in play, and played to the end."""
    _evenings()
    return list(Tournament.objects.order_by("pk"))


@kept
def _evenings() -> Tournament:
    sealed_round(a_tournament(), started=False)
    in_play()
    return played().tournament


def answers(client: Client, evening: Tournament) -> Iterator[tuple[str, str, int, str]]:
    for name in SECOND_HALF:
        for method in ("get", "post"):
            answer = getattr(client, method)(address(name, evening))
            yield name, method, answer.status_code, answer.get("Location", "")


def test_a_stranger_signs_in_first(stranger: Client, evenings: list[Tournament]) -> None:
    for evening in evenings:
        assert [
            (name, method)
            for name, method, status, place in answers(stranger, evening)
            if status != 302 or not place.startswith("/accounts/login")
        ] == []


def test_an_account_without_a_role_reads_why_not(
    without_role: Client, evenings: list[Tournament]
) -> None:
    assert {status for _name, _method, status, _ in answers(without_role, evenings[2])} == {403}


@pytest.mark.at_length
@pytest.mark.parametrize("name", SECOND_HALF)
def test_garbage_is_answered_with_a_page(
    name: str, organizer: Client, evenings: list[Tournament]
) -> None:
    organizer.raise_request_exception = False
    addresses = [address(name, evening) for evening in evenings[1:]]
    for place, garbage in sample(GARBAGE, SECOND_HALF.index(name)):
        url = addresses[place % 2]
        headers = {"HX-Request": "true"} if place % 3 else {}
        for method in (organizer.get, organizer.post) if place % 4 == 0 else (organizer.post,):
            answer = method(url, garbage, headers=headers)
            assert answer.status_code in ANSWERS, (name, garbage, answer.status_code)


@pytest.mark.parametrize(
    "path",
    [
        "boards/0/",
        "boards/99/",
        "play/0/",
        f"play/{HUGE}/",
        f"play/1/{HUGE}/",
        "play/1/77/rule/",
        "print/77/",
        f"play/1/1/rows/{HUGE}/",
        "play/1/1/rows/77/",
        "rulings/revoke/",
        "standings/doc/",
    ],
)
def test_what_is_not_there_is_not_found(
    path: str, organizer: Client, evenings: list[Tournament]
) -> None:
    for evening in evenings[1:]:
        answer = (
            organizer.post(f"/desk/{evening.code}/{path}")
            if "revoke" in path
            else organizer.get(f"/desk/{evening.code}/{path}")
        )
        assert answer.status_code == 404


def test_the_pages_of_a_closed_partita_offer_no_step_that_would_be_refused(
    organizer: Client, evenings: list[Tournament]
) -> None:
    page = organizer.get(address("sheet", evenings[2])).content.decode()
    assert 'id="close-sheet"' not in page
    assert '/reopen/"' in page


PAGES = [
    "boards/1/",
    "print/",
    "print/queue/",
    "calls/",
    "play/1/",
    "play/1/look/",
    "play/1/1/",
    "play/1/1/state/",
    "play/1/1/rule/",
    "play/1/1/rows/3/",
    "rulings/",
    "standings/",
    "standings/?look=1",
    "log/",
]


@pytest.mark.at_length
def test_one_table_in_play_or_thirty(organizer: Client) -> None:
    evenings = [in_play(tables).tournament for tables in (1, 30)]
    Sheet.objects.update(state=Sheet.State.HANDED_IN, handed_in_at="2026-11-20T20:00Z")
    asked = questions_of_pages(organizer, evenings, PAGES)
    assert {page: numbers for page, numbers in asked.items() if len(set(numbers)) > 1} == {}
    assert {page: numbers for page, numbers in asked.items() if max(numbers) > 34} == {}


@pytest.mark.at_length
def test_one_table_played_or_eight(organizer: Client) -> None:
    evenings = [played(tables).tournament for tables in (1, 8)]
    pages = ["boards/1/", "standings/", "play/1/", "rulings/"]
    asked = questions_of_pages(organizer, evenings, pages)
    assert {page: numbers for page, numbers in asked.items() if len(set(numbers)) > 1} == {}


@pytest.mark.at_length
def test_the_wall_alone_costs_the_same_for_any_number_of_tables(organizer: Client) -> None:
    urls = [address("play", in_play(tables).tournament) for tables in (1, 30)]
    small, large = (questions(organizer, url, **{"HX-Request": "true"}) for url in urls)
    assert small == large


def test_a_ruling_of_another_evening_is_not_revoked_here(organizer: Client) -> None:
    here, there = played(), played()
    answer = organizer.post(
        address("revoke_ruling", here.tournament),
        {"ruling": the_ruling(there).pk, "reason": "Errore."},
    )
    assert answer.status_code == 404
    assert the_ruling(there).revoked_at is None
