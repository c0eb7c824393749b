"""Requests of a phone to the desk and their answers, without a browser."""

from __future__ import annotations

import datetime
import json
import time
import uuid

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given, settings, strategies as st

from king_tournament.models import Attempt
from scoring.calls import call_arbiter, end_call
from scoring.models import HandResult, Sheet
from scoring.round_steps import undo_start
from scoring.sheet_steps import close_sheet, hand_in
from tests.captain.asking import KINGS_AND_JACKS, address, ask, send, sign
from tests.evenings import a_round, a_sheet, a_tournament, fill, put_in_play
from tests.services import examples
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db


def test_the_code_of_the_card_leads_to_the_sheet_in_play(client: Client) -> None:
    sheet = a_sheet()
    answer = client.get(f"/t/{sheet.table.place.code}/")
    assert answer.status_code == 302
    assert answer.url == address(sheet)


def test_while_others_play_a_closed_sheet_leads_to_where_the_next_one_opens(client: Client) -> None:
    sheet = a_sheet()
    close_sheet(sheet=fill(sheet), author=None)
    card = f"/t/{sheet.table.place.code}/"
    assert client.get(card).url == address(sheet)
    answer = client.get(f"{card}?next", headers={"Accept-Language": "en"})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert f'hx-get="{card}?next"' in page
    assert "The sheet of partita 1 is closed" in page
    assert f'href="{address(sheet)}"' in page


def test_a_code_typed_with_blanks_and_capitals_is_the_same_code(client: Client) -> None:
    code = a_sheet().table.place.code
    answer = client.post("/t/", {"code": f" {code[:3].upper()} {code[3:]} "})
    assert answer.status_code == 302
    assert answer.url == f"/t/{code}/"


@pytest.mark.parametrize(
    "before", ["http://192.168.1.20:8000/t/", "HTTPS://king.club/T/", "king.club/t/"]
)
@pytest.mark.parametrize("after", ["", "/", "/3/", "?x=1#top"])
def test_a_whole_address_in_the_code_box_is_its_code(
    client: Client, before: str, after: str
) -> None:
    code = a_sheet().table.place.code
    answer = client.post("/t/", {"code": f"{before}{code}{after}"})
    assert answer.status_code == 302
    assert answer.url == f"/t/{code}/"


def test_a_wrong_code_is_said_and_stays_in_the_field(client: Client) -> None:
    answer = client.post("/t/", {"code": "zzz999"})
    assert answer.status_code == 404
    assert "zzz999" in answer.content.decode()
    assert client.get("/t/zzz999/").status_code == 404


def test_before_the_start_the_card_says_to_wait(client: Client) -> None:
    round_ = a_round(a_tournament(), started=False)
    answer = client.get(f"/t/{round_.tables.get().place.code}/", headers={"Accept-Language": "en"})
    assert "has not started yet" in answer.content.decode()


def test_the_page_that_waits_is_told_where_the_sheet_is_once_it_is_there(client: Client) -> None:
    sheet = a_sheet()
    answer = client.get(f"/t/{sheet.table.place.code}/", headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Redirect"]) == (200, address(sheet))


def test_after_the_last_partita_the_card_sends_to_the_results(client: Client) -> None:
    sheet = a_sheet(planned_rounds=1)
    Round.objects.update(stage=Round.Stage.PROVISIONAL)
    answer = client.get(
        f"/t/{sheet.table.place.code}/", headers={"Accept-Language": "en"}
    ).content.decode()
    assert "the last of the evening" in answer
    assert f"/live/{sheet.table.round.tournament.code}/" in answer


def test_between_two_partite_the_card_says_which_one_is_closed(client: Client) -> None:
    sheet = a_sheet()
    Round.objects.update(stage=Round.Stage.PROVISIONAL)
    answer = client.get(f"/t/{sheet.table.place.code}/", headers={"Accept-Language": "en"})
    assert "Partita 1 is closed" in answer.content.decode()


def test_a_row_comes_back_with_its_points_and_the_sum(client: Client) -> None:
    answer = send(client, a_sheet()).json()
    assert answer["sheet"]["rows"]["1"]["points"] == {"N": "−6", "E": "−2", "S": "−8", "W": "0"}
    assert answer["sheet"]["rows"]["1"]["sum"] == "−16"
    assert answer["sheet"]["missing"] == list(range(2, 13))


def test_the_same_row_sent_twice_is_stored_once(client: Client) -> None:
    sheet = a_sheet()
    identity = str(uuid.uuid4())
    first, second = (send(client, sheet, client_id=identity).json() for _ in range(2))
    assert first["version"] == second["version"] == 1
    assert HandResult.objects.count() == 1


def test_a_row_changed_meanwhile_is_answered_with_what_stands_there(client: Client) -> None:
    sheet = a_sheet()
    send(client, sheet)
    other = {"contract": "KJ", "units": {"N": 0, "E": 4, "S": 4, "W": 0}}
    answer = send(client, sheet, content=other, based_on=0)
    assert answer.status_code == 409
    assert answer.json()["current"] == {"version": 1, "content": KINGS_AND_JACKS}
    assert HandResult.objects.count() == 1


def test_a_queen_missing_is_stored_and_said(client: Client) -> None:
    sheet = a_sheet()
    answer = send(
        client, sheet, hand=2, content={"contract": "Q", "units": {"N": 1, "E": 1, "S": 1, "W": 0}}
    )
    assert answer.status_code == 200
    [problem] = answer.json()["sheet"]["rows"]["2"]["problems"]
    assert problem["code"] == "units_short"


def test_a_phone_that_shows_the_last_partita_cannot_write(client: Client) -> None:
    sheet = a_sheet()
    Round.objects.update(stage=Round.Stage.PROVISIONAL)
    put_in_play(a_round(sheet.table.round.tournament, started=False))
    answer = send(client, sheet)
    assert answer.status_code == 422
    assert answer.json()["message"]
    assert HandResult.objects.count() == 0


def test_the_desk_is_asked_only_for_what_is_new(client: Client) -> None:
    sheet = a_sheet()
    stamp = client.get(address(sheet, "state")).json()["stamp"]
    assert client.get(address(sheet, "state"), {"stamp": stamp}).status_code == 204
    send(client, sheet)
    assert client.get(address(sheet, "state"), {"stamp": stamp}).status_code == 200


def test_asking_for_news_costs_few_queries(client: Client, django_assert_max_num_queries) -> None:
    sheet = fill(a_sheet())
    stamp = client.get(address(sheet, "state")).json()["stamp"]
    with django_assert_max_num_queries(5):
        client.get(address(sheet, "state"), {"stamp": stamp})


def test_hand_in_twice_is_handed_in_once(client: Client) -> None:
    sheet = fill(a_sheet())
    first, second = (
        client.post(
            address(sheet, "hand-in"), json.dumps({"device": "a"}), content_type="application/json"
        )
        for _ in range(2)
    )
    assert (first.status_code, second.status_code) == (200, 200)
    assert second.json()["sheet"]["state"] == "handed_in"


def test_hand_in_with_hands_missing_names_them(client: Client) -> None:
    sheet = a_sheet()
    answer = client.post(address(sheet, "hand-in"), json.dumps({}), content_type="application/json")
    assert answer.status_code == 422
    assert "12" in answer.json()["message"]


def test_a_closed_sheet_refuses_the_phone_and_says_so(client: Client) -> None:
    sheet = fill(a_sheet())
    hand_in(sheet=sheet, by="phone")
    close_sheet(sheet=sheet, author=None)
    answer = send(client, sheet, based_on=1)
    assert answer.status_code == 422
    assert answer.json()["sheet"]["state"] == "closed"


def test_the_page_carries_the_words_for_every_count(client: Client) -> None:
    sheet = a_sheet()
    answer = client.get(address(sheet), headers={"Accept-Language": "en"})
    queens = answer.context["page"]["contracts"]["Q"]
    assert queens["words"]["3"] == "No donne: one queen is missing (3 of 4)"
    assert "4" not in queens["words"]


def test_the_arbiter_is_called_once_and_the_table_may_take_it_back(client: Client) -> None:
    sheet = a_sheet()
    for _ in range(2):
        answer = ask(client, sheet, "call", {"hand": 3, "device": "a"})
        assert answer.json()["sheet"]["call"]["hand"] == 3
    assert sheet.table.calls.filter(done_at=None).count() == 1
    assert ask(client, sheet, "call", {"back": True}).json()["sheet"]["call"] is None


def test_a_call_made_since_the_phone_showed_another_is_not_taken_back(client: Client) -> None:
    sheet = a_sheet()
    shown_call = ask(client, sheet, "call", {"hand": 3, "device": "a"}).json()["sheet"]["call"]
    end_call(call=sheet.table.calls.get(), author=None)
    now = call_arbiter(table=sheet.table, hand=4)
    back = {"back": True, "call": shown_call["id"]}
    assert ask(client, sheet, "call", back).json()["sheet"]["call"]["id"] == now.pk
    assert (
        ask(client, sheet, "call", {"back": True, "call": now.pk}).json()["sheet"]["call"] is None
    )


def test_a_signature_holds_for_the_rows_that_it_saw(client: Client) -> None:
    sheet = fill(a_sheet(signatures="all"))
    seen = client.get(address(sheet, "state")).json()["seen"]
    assert sign(client, sheet, "N", seen).json()["sheet"]["signing"]["signed"] == ["N"]
    other = {"contract": "KJ", "units": {"N": 8, "E": 0, "S": 0, "W": 0}}
    changed = send(client, sheet, content=other, based_on=1).json()["sheet"]["signing"]
    assert changed["signed"] == []
    refused = sign(client, sheet, "E", seen)
    assert refused.status_code == 422
    assert refused.json()["message"]


def test_hand_in_waits_for_the_signatures_that_the_evening_asks_for(client: Client) -> None:
    sheet = fill(a_sheet(signatures="all"))
    refused = ask(client, sheet, "hand-in", {})
    assert refused.status_code == 422
    seen = refused.json()["sheet"]["seen"]
    for wind in "NESW":
        assert sign(client, sheet, wind, seen).status_code == 200
    assert ask(client, sheet, "hand-in", {}).json()["sheet"]["state"] == "handed_in"


def test_points_typed_for_units_are_proposed_as_units(client: Client) -> None:
    sheet = a_sheet()
    typed = {"contract": "KJ", "units": {"N": 6, "E": 2, "S": 8, "W": 0}}
    [first, *_] = send(client, sheet, content=typed).json()["sheet"]["suggestions"]["1"]
    assert first["rows"] == [{"hand": 1, "content": KINGS_AND_JACKS}]


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.floats(allow_nan=False),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
BODIES = ANYTHING | st.fixed_dictionaries(
    {"hand": ANYTHING, "content": ANYTHING, "client_id": ANYTHING, "based_on": ANYTHING}
)


@given(body=BODIES)
@settings(
    max_examples=examples(60),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_whatever_a_phone_sends_is_answered_with_a_sentence(client: Client, body: object) -> None:
    sheet = Sheet.objects.first() or a_sheet()
    for name in ("rows", "hand-in", "call", "sign"):
        answer = client.post(
            address(sheet, name), json.dumps(body), content_type="application/json"
        )
        assert answer.status_code in (200, 409, 422)
        if answer.status_code != 200:
            assert answer.json()["message"]
    assert (
        client.post(address(sheet, "rows"), b"\xff{", content_type="application/json").status_code
        == 422
    )


def test_wrong_codes_are_counted_and_then_slow_down_but_a_table_that_plays_plays_on(
    client: Client,
) -> None:
    first, second = a_sheet(), a_sheet()
    assert client.get(address(first)).status_code == 200
    for number in range(20):
        ways = (
            f"/t/none{number}/",
            f"/t/none{number}/1/",
            f"/t/none{number}/1/state",
            f"/api/tables/none{number}/",
        )
        assert client.get(ways[number % 4]).status_code in (404, 410)
    for right in (address(second), address(second, "state"), f"/t/{second.table.place.code}/"):
        answer = client.get(right, headers={"accept": "text/html", "accept-language": "en"})
        assert answer.status_code == 429
        assert "Wait five minutes" in answer.content.decode()
    assert client.post("/t/", {"code": second.table.place.code}).status_code == 429
    assert send(client, second).status_code == 429
    assert client.get(address(first)).status_code == 200
    assert send(client, first).status_code == 200
    assert client.get(address(second), REMOTE_ADDR="192.168.1.9").status_code == 200


def test_a_clock_set_back_makes_the_wait_for_a_code_no_longer(client: Client) -> None:
    """Attempts that lie in the future after the clock was set back do not count. The wait of five
    minutes used to become two hours.
    """
    for number in range(20):
        client.get(f"/t/none{number}/")
    right = address(a_sheet())
    assert client.get(right).status_code == 429
    Attempt.objects.update(at=timezone.now() + datetime.timedelta(hours=2))
    assert client.get(right).status_code == 200


def test_a_phone_that_was_left_with_an_old_card_is_one_wrong_code(client: Client) -> None:
    for _ in range(60):
        client.get("/t/older2/1/state")
    assert client.get(address(a_sheet())).status_code == 200


def test_the_desk_sees_that_codes_are_guessed(client: Client, admin_client: Client) -> None:
    sheet = a_sheet()
    page = reverse("desk:play", args=[sheet.table.round.tournament.code, sheet.table.round.number])
    for number in range(12):
        client.get(f"/t/none{number}/", REMOTE_ADDR="192.168.1.66")
    page_text = admin_client.get(page, headers={"accept-language": "en"}).content.decode()
    assert "somebody tried 12 codes that no table has, from 192.168.1.66" in page_text


def test_the_codes_of_a_closed_evening_open_nothing(client: Client) -> None:
    sheet = a_sheet()
    Tournament.objects.update(closed_at=timezone.now())
    assert client.get(address(sheet)).status_code == 302
    assert client.get(address(sheet, "state")).status_code == 410
    assert send(client, sheet).status_code == 410
    code, number = sheet.table.place.code, sheet.table.round.number
    assert client.get(f"/api/tables/{code}/rounds/{number}/").status_code == 410


def test_an_error_of_a_phones_page_is_one_line_that_the_desk_reads(
    client: Client, admin_client: Client
) -> None:
    sheet = a_sheet()
    for _sent_twice in range(2):
        ask(client, sheet, "fault", {"fault": "x is null · phone.js:40", "version": "0123abcd"})
    evening = sheet.table.round.tournament
    assert evening.log.filter(kind="page_fault").count() == 1
    answer = admin_client.get(f"/desk/{evening.code}/log/", headers={"Accept-Language": "en"})
    page = answer.content.decode()
    assert "an error on a phone&#x27;s page (version 0123abcd): x is null · phone.js:40" in page


def test_a_phone_that_saw_another_sheet_hands_in_no_empty_one(client: Client) -> None:
    answer = ask(client, a_sheet(), "hand-in", {"seen": "nothing of ours"})
    assert (answer.status_code, answer.json()["code"]) == (422, "sheet_changed")


def test_phones_that_report_without_end_write_five_lines(client: Client) -> None:
    sheet = a_sheet()
    for number in range(8):
        ask(client, sheet, "fault", {"fault": f"{number}" * 10_000, "version": None})
    lines = sheet.table.round.tournament.log.filter(kind="page_fault")
    assert [len(line.fields["fault"]) for line in lines] == [200] * 5


def test_a_phone_that_knows_of_a_hand_in_that_a_copy_lacks_tells_the_desk(client: Client) -> None:
    sheet = fill(a_sheet())
    now = time.time()
    for nonsense in (None, True, "now", 1e300, float("nan"), now + 3600, 0):
        ask(client, sheet, "was-handed-in", {"at": nonsense})
        sheet.refresh_from_db()
        assert sheet.handed_in_at is None
    answer = ask(client, sheet, "was-handed-in", {"at": now}).json()
    assert answer["sheet"]["handed_in"] == {"at": pytest.approx(now), "here": False}
    ask(client, sheet, "was-handed-in", {"at": now})
    assert sheet.table.round.tournament.log.filter(kind="hand_in_lost").count() == 1
    handed = ask(client, sheet, "hand-in", {"device": "0f"}).json()["sheet"]
    assert (handed["state"], handed["handed_in"]["here"]) == ("handed_in", True)


@pytest.mark.parametrize("name", ["rows", "hand-in", "state", "api"])
def test_a_start_taken_back_while_a_phone_asks_is_told_as_one_taken_back_before(
    client: Client, name: str
) -> None:
    sheet = a_sheet()
    taken_back = []

    def take_back(execute, sql, params, many, context):
        answered = execute(sql, params, many, context)
        if not taken_back and sql.lstrip().startswith("SELECT") and "scoring_sheet" in sql:
            taken_back.append(True)
            undo_start(round=sheet.table.round, author=None, reason="Too early.")
        return answered

    client.raise_request_exception = False
    with connection.execute_wrapper(take_back):
        if name == "state":
            answer = client.get(address(sheet, "state"))
        elif name == "rows":
            answer = send(client, sheet)
        elif name == "api":
            row = {"hand": 1, "content": KINGS_AND_JACKS, "based_on": 0}
            way = f"/api/tables/{sheet.table.place.code}/rounds/1/rows/"
            answer = client.post(way, json.dumps(row), content_type="application/json")
        else:
            answer = ask(client, sheet, name, {})
    assert (taken_back, answer.status_code) == ([True], 410)
    assert answer.json()["message"].endswith("il segnatavolo giusto.")
