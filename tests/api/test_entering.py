"""Rows and requests of a table sent by a program, which gets the same answers as a phone."""

from __future__ import annotations

import json
import uuid
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings, strategies as st

from scoring.models import HandResult, Sheet
from scoring.sheet_steps import close_sheet, hand_in
from screens.clock import change_clock
from tests.captain.asking import KINGS_AND_JACKS
from tests.evenings import (
    a_round,
    a_sheet,
    a_tournament,
    fill,
    good_rows,
    put_in_play,
    sheet_of,
)
from tests.services import examples
from tournaments.models import Round

pytestmark = pytest.mark.django_db


def address(sheet: Sheet, tail: str = "") -> str:
    return f"/api/tables/{sheet.table.place.code}/rounds/{sheet.table.round.number}/{tail}"


def send(client: Client, sheet: Sheet, **body: Any) -> Any:
    body = {
        "hand": 1,
        "content": KINGS_AND_JACKS,
        "client_id": str(uuid.uuid4()),
        "based_on": 0,
    } | body
    return client.post(address(sheet, "rows/"), json.dumps(body), content_type="application/json")


def test_a_row_is_stored_and_comes_back_with_its_points(english: Client) -> None:
    answer = send(english, a_sheet())
    assert answer.status_code == 200
    [row] = answer.json()["sheet"]["rows"]
    # Kings and jacks: two points each (R1).
    assert row["points"] == {"N": "-6", "E": "-2", "S": "-8", "W": "0"}
    assert (row["sum"], row["version"], answer.json()["sheet"]["missing"]) == (
        "-16",
        1,
        list(range(2, 13)),
    )


def test_a_whole_sheet_goes_in_and_is_handed_in(english: Client) -> None:
    sheet = a_sheet()
    for hand, content in good_rows().items():
        assert send(english, sheet, hand=hand, content=content).status_code == 200
    answer = english.post(
        address(sheet, "hand-in/"), json.dumps({"by": "table 1"}), content_type="application/json"
    )
    assert (answer.status_code, answer.json()["sheet"]["state"]) == (200, "handed_in")
    assert answer.json()["sheet"]["sum"] == "0"
    again = english.post(address(sheet, "hand-in/"), "{}", content_type="application/json")
    assert again.status_code == 200
    sheet.refresh_from_db()
    assert sheet.handed_in_by == "table 1"


def test_the_same_rows_at_two_tables_are_handed_in_as_another_paper(english: Client) -> None:
    round_ = a_round(a_tournament(), 2)
    for table in (1, 2):
        fill(sheet_of(round_, table), good_rows())
    close_sheet(sheet=sheet_of(round_, 1), author=None)
    sheet = sheet_of(round_, 2)
    for form, status in ({}, 422), ({"other_paper": "yes"}, 400), ({"other_paper": True}, 200):
        answer = english.post(
            address(sheet, "hand-in/"), json.dumps(form), content_type="application/json"
        )
        assert answer.status_code == status
        assert status != 422 or answer.json()["code"] == "same_sheet"


def test_the_same_row_sent_twice_is_stored_once(english: Client) -> None:
    sheet, identity = a_sheet(), str(uuid.uuid4())
    answers = [send(english, sheet, client_id=identity) for _ in range(2)]
    assert [answer.json()["version"] for answer in answers] == [1, 1]
    assert HandResult.objects.count() == 1


def test_a_row_changed_meanwhile_is_answered_with_what_stands_there(english: Client) -> None:
    sheet = a_sheet()
    send(english, sheet)
    answer = send(english, sheet, content={"units": {"E": 8}}, based_on=0)
    assert (answer.status_code, answer.json()["code"]) == (409, "row_conflict")
    assert answer.json()["current"] == {"version": 1, "content": KINGS_AND_JACKS}
    assert answer.json()["sheet"]["rows"][0]["version"] == 1
    assert HandResult.objects.count() == 1


def test_a_row_without_content_empties_nothing(english: Client) -> None:
    sheet = a_sheet()
    send(english, sheet)
    answer = english.post(
        address(sheet, "rows/"),
        json.dumps({"hand": 1, "based_on": 1}),
        content_type="application/json",
    )
    assert (answer.status_code, answer.json()["code"]) == (422, "content_missing")
    assert send(english, sheet, content=None, based_on=1).status_code == 200
    assert Sheet.objects.get().results.current().get().content is None


def test_a_table_that_is_not_in_the_partita_is_gone(english: Client) -> None:
    sheet = a_sheet()
    code = sheet.table.place.code
    for path in (f"/api/tables/{code}/rounds/2/rows/", "/api/tables/zzzzzz/rounds/1/rows/"):
        answer = english.post(path, "{}", content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (410, "gone")


def test_a_closed_sheet_refuses_and_shows_itself(english: Client) -> None:
    sheet = fill(a_sheet())
    hand_in(sheet=sheet, by="phone")
    close_sheet(sheet=sheet, author=None)
    answer = send(english, sheet, based_on=1)
    assert (answer.status_code, answer.json()["code"]) == (422, "sheet_closed")
    assert answer.json()["sheet"]["state"] == "closed"


def test_once_the_sheet_is_at_the_desk_a_program_has_no_more_rights_than_a_phone(
    english: Client,
) -> None:
    sheet = fill(a_sheet())
    hand_in(sheet=sheet, by="phone")
    assert send(english, sheet, based_on=1).json()["code"] == "sheet_handed_in"


def test_the_next_partita_does_not_open_the_last_ones_sheet(english: Client) -> None:
    sheet = a_sheet()
    Round.objects.update(stage="provisional")
    put_in_play(a_round(sheet.table.round.tournament, started=False))
    assert send(english, sheet).status_code == 422
    assert HandResult.objects.count() == 0
    place = english.get(f"/api/tables/{sheet.table.place.code}/").json()
    assert (place["rounds"], place["playing"]) == ([1, 2], 2)


def test_a_tables_code_opens_its_own_points_and_no_other_table(english: Client) -> None:
    tournament = a_tournament()
    a_round(tournament, 2)
    first, second = Sheet.objects.order_by("table__number")
    send(english, first)
    own = english.get(address(first)).json()
    assert own["totals"]["S"] == "-8"
    assert english.get(address(second)).json()["rows"] == []
    assert first.table.place.code not in english.get(address(second)).content.decode()


def test_a_sheet_with_a_hand_missing_is_not_handed_in(english: Client) -> None:
    sheet = a_sheet()
    send(english, sheet)
    answer = english.post(address(sheet, "hand-in/"), "{}", content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "hands_missing")
    assert "2, 3, 4" in answer.json()["message"]


def test_a_signed_in_browser_needs_nothing_more_than_the_code(admin_client: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = admin_client.cookies
    assert send(strict, a_sheet()).status_code == 200


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (b"\xff{", "application/json", 400),
        (b"[" * 15_000, "application/json", 400),
        (b"1" * 30_000, "application/json", 413),
        (b'{"hand": NaN, "content": null}', "application/json", 400),
        (b"[]", "application/json", 400),
        (b"", "application/json", 422),
        (b"hand=1", "application/x-www-form-urlencoded", 415),
        (b'{"hand": 1, "content": "\\ud800"}', "application/json", 422),
        (b'{"hand": 1, "content": null, "device": "\\ud800\\u0000"}', "application/json", 422),
        (b'{"hand": 1e400, "content": null}', "application/json", 422),
    ],
)
def test_what_is_no_row_is_refused_in_words(
    body: bytes, content_type: str, status: int, english: Client
) -> None:
    sheet = a_sheet()
    answer = english.post(address(sheet, "rows/"), body, content_type=content_type)
    assert answer.status_code == status
    if status != 200:
        assert answer.json()["message"]
        assert answer.json()["code"]


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=8)
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
ROWS = st.fixed_dictionaries(
    {
        "contract": ANYTHING,
        "units": st.dictionaries(st.sampled_from(["N", "E", "S", "W", "X"]), ANYTHING),
    },
    optional={"trump": ANYTHING, "sale": ANYTHING},
)
BODIES = ANYTHING | st.fixed_dictionaries(
    {"hand": st.integers(0, 13) | ANYTHING, "content": ROWS | ANYTHING},
    optional={"client_id": ANYTHING, "based_on": ANYTHING, "device": ANYTHING, "by": ANYTHING},
)


@given(body=BODIES)
@settings(
    max_examples=examples(80),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_whatever_a_program_sends_is_answered_with_a_sentence(
    english: Client, body: object
) -> None:
    sheet = Sheet.objects.first() or a_sheet()
    for tail in ("rows/", "hand-in/"):
        answer = english.post(
            address(sheet, tail), json.dumps(body), content_type="application/json"
        )
        assert answer.status_code in (200, 400, 409, 422)
        if answer.status_code != 200:
            assert answer.json()["message"]
            assert answer.json()["code"]
    assert english.get(address(sheet)).status_code == 200


@given(
    path=st.lists(
        st.text(max_size=6) | st.sampled_from(["tables", "tournaments", "rounds", "1"]), max_size=5
    )
)
@settings(
    max_examples=examples(60),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_whatever_address_is_asked_is_answered_in_json(english: Client, path: list[str]) -> None:
    answer = english.get("/api/x" + "/".join(path))
    assert answer.status_code in (404, 400)
    assert answer.json()["message"]


def test_a_tables_program_reads_its_clock_as_moments(english: Client) -> None:
    sheet = a_sheet(round_minutes=60)
    assert english.get(address(sheet)).json()["clock"] is None, "this partita began without a time"
    Round.objects.update(minutes=60)
    round_ = Round.objects.get()
    clock = english.get(address(sheet)).json()["clock"]
    assert datetime.fromisoformat(clock["zero"]) == round_.started_at + timedelta(minutes=60)
    assert (clock["stands_at"], clock["stands"]) == (None, "")
    paused = change_clock(round=round_, kind="pause", author=None)
    clock = english.get(address(sheet)).json()["clock"]
    assert (datetime.fromisoformat(clock["stands_at"]), clock["stands"]) == (paused.at, "paused")
