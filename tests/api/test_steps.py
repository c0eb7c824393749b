"""Steps of an evening through the API: rights, repeated and concurrent requests, refusals."""

from __future__ import annotations

import base64
import re

import pytest
from django.test import Client
from django.utils import timezone

from deals.transfer import dealt_set
from ground.roles import ARBITER, DEALING, HELPER, ORGANIZER, evening_role
from king.notation import NOTATIONS
from king_tournament.models import Answered
from scoring.decisions import rule
from scoring.models import Protest, Publication, Ruling, Sheet
from tests.api.programs import Program, of, steps
from tests.at_once import read_under_the_lock
from tests.evenings import (
    a_round,
    a_sheet,
    a_tournament,
    demo,
    fill,
    good_rows,
    held_evening,
    published_round,
    sealed_round,
    sheet_of,
)
from tournaments.circuits import Circuit
from tournaments.models import Entry, Player, Round, Tournament

pytestmark = pytest.mark.django_db


EVENING = {"name": "Friday", "date": "2026-11-20", "ruleset": "lab12"}


def test_an_evening_is_made_with_the_settings_that_king_declares(organizer: Program) -> None:
    answer = organizer.post(
        "tournaments/new/",
        **EVENING,
        settings={"cappotto": "plus13"},
        standing_settings={"scale": ["10", "13/2"], "count_best": 3},
    )
    assert answer.status_code == 200
    evening = Tournament.objects.get(code=answer.json()["code"])
    assert (evening.settings, evening.created_by) == ({"cappotto": "plus13"}, organizer.user)
    assert evening.standing_settings == {"scale": ["10", "13/2"], "count_best": 3}


@pytest.mark.parametrize("size", [500_000, 3_000_000])
def test_a_body_of_any_size_is_refused_in_json(size: int, organizer: Program) -> None:
    answer = organizer.post("tournaments/new/", name="x" * size)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_a_player_who_is_not_on_the_roster_is_refused_in_words_of_the_roster(
    organizer: Program,
) -> None:
    player = Player.objects.create(surname="Rossi", given_name="Anna")
    answer = organizer.post(f"people/{player.pk}/merge/", {"Accept-Language": "en"}, gone=9999)
    assert answer.status_code == 404
    assert answer.json()["message"] == "Nobody on the roster has this key."


def test_a_wrong_setting_is_refused_with_its_place(organizer: Program) -> None:
    answer = organizer.post("tournaments/new/", **EVENING, settings={"cappotto": "plus15"})
    assert answer.status_code == 422
    assert answer.json()["place"] == {"field": "settings.cappotto"}
    misspelt = organizer.post("tournaments/new/", **EVENING, planed_rounds=3)
    assert (misspelt.json()["code"], misspelt.json()["place"]) == (
        "unknown_field",
        {"field": "planed_rounds"},
    )
    assert not Tournament.objects.exists()


def test_the_same_key_makes_one_evening_and_another_body_none(organizer: Program) -> None:
    key = {"Idempotency-Key": "friday"}
    first, again = (organizer.post("tournaments/new/", key, **EVENING) for _ in range(2))
    assert (first.json(), first.status_code) == (again.json(), 200)
    other = organizer.post("tournaments/new/", key, **{**EVENING, "name": "Saturday"})
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")
    assert Tournament.objects.count() == 1


def test_a_refused_step_leaves_its_key_free(organizer: Program) -> None:
    evening, key = a_tournament(), {"Idempotency-Key": "draw"}
    assert organizer.post(of(evening, "draw/"), key).status_code == 422
    for surname in ("A", "B", "C", "D"):
        organizer.post(of(evening, "entries/new/"), surname=surname)
    assert organizer.post(of(evening, "draw/"), key).json()["winds"].keys() == {"1", "2", "3", "4"}


def test_a_forgotten_name_is_in_no_kept_answer_and_the_step_is_not_done_again(
    organizer: Program,
) -> None:
    evening, key = a_tournament(date=timezone.localdate()), {"Idempotency-Key": "rossi"}
    body = {"present": False, "text": "Vattelapesca Ugo"}
    assert organizer.post(of(evening, "entries/enter/"), key, **body).status_code == 200
    assert "Vattelapesca" in str(Answered.objects.get().answer)
    Tournament.objects.update(closed_at=timezone.now())
    player = Player.objects.get()
    typed = {"typed": player.full_name}
    organizer.client.post(f"/desk/roster/{player.pk}/forget/", typed)
    assert "Vattelapesca" not in str(list(Answered.objects.values()))
    Tournament.objects.update(closed_at=None)
    again = organizer.post(of(evening, "entries/enter/"), key, **body)
    assert (again.status_code, again.json()["code"]) == (422, "answer_gone")
    assert Entry.objects.count() == 1


def test_another_revision_is_refused_and_nothing_is_done(organizer: Program) -> None:
    evening = a_tournament()
    seen = organizer.client.get(f"/api/{of(evening)}").json()["revision"]
    first = organizer.post(of(evening, "entries/new/"), {"If-Match": f'"{seen}"'}, surname="Rossi")
    assert first.status_code == 200
    assert first["ETag"] != f'"{seen}"'
    late = organizer.post(of(evening, "entries/new/"), {"If-Match": f'"{seen}"'}, surname="Verdi")
    assert (late.status_code, late.json()["code"]) == (412, "changed_meanwhile")
    now = organizer.post(of(evening, "entries/new/"), {"If-Match": first["ETag"]}, surname="Verdi")
    assert now.status_code == 200
    assert Entry.objects.count() == 2


def test_a_list_is_looked_at_and_then_entered(organizer: Program) -> None:
    evening = a_tournament()
    known = [Player.objects.create(surname="Rossi", given_name=name) for name in ("Anna", "Ada")]
    text = "Rossi A.\nVerdi Bruno"
    looked = organizer.post(of(evening, "entries/preview/"), text=text).json()["lines"]
    assert [line["outcome"] for line in looked] == ["doubtful", "new"]
    assert {one["id"] for one in looked[0]["candidates"]} == {player.pk for player in known}
    assert not Entry.objects.exists()
    people_meant = {str(looked[0]["key"]): known[1].pk}
    lines = organizer.post(of(evening, "entries/enter/"), text=text, meant=people_meant).json()[
        "lines"
    ]
    assert [line["entry"] for line in lines] == [1, 2]
    assert Entry.objects.get(number=1).title == "Rossi Ada"


def test_what_keeps_a_start_back_is_named_each_with_its_code(organizer: Program) -> None:
    round_ = a_round(a_tournament(), started=False)
    Round.objects.update(seating_published_at=None, board_set=None)
    answer = organizer.post(of(round_.tournament, "rounds/1/start/"))
    assert answer.status_code == 422
    assert [problem["code"] for problem in answer.json()["problems"]] == [
        "seating_not_published",
        "boards_not_sealed",
    ]
    assert answer.json()["place"] == {"round": 1}


def other_boards(notation: str) -> tuple[bytes, list[str]]:
    """File with boards from another dealer, and the owners of their cards."""
    board_set = sealed_round(a_tournament(), started=False).board_set
    owners = [board.owners for board in board_set.boards.order_by("number")]
    return NOTATIONS[notation].write(dealt_set(board_set)), owners


@pytest.mark.parametrize(
    ("notation", "key"), [("pbn", "pbn"), ("dlm", "pbn"), ("dup", "file"), ("bri", "file")]
)
def test_boards_of_a_file_are_sent_as_text_or_in_base64(
    organizer: Program, notation: str, key: str
) -> None:
    round_ = a_round(a_tournament(), started=False, boards=False)
    content, owners = other_boards(notation)
    body = base64.encodebytes(content).decode() if key == "file" else content.decode("iso-8859-1")
    answer = organizer.post(of(round_.tournament, "rounds/1/boards/import/"), **{key: body})
    assert answer.status_code == 200
    round_.refresh_from_db()
    assert [board.owners for board in round_.board_set.boards.order_by("number")] == owners


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "boards_once"),
        ({"pbn": "x", "file": "eA=="}, "boards_once"),
        ({"file": "no base64!"}, "no_base64"),
        ({"file": base64.b64encode(b"MZ\0\0").decode()}, "encoding"),
    ],
)
def test_boards_that_are_no_file_are_refused_with_a_code(
    organizer: Program, body: dict[str, str], code: str
) -> None:
    round_ = a_round(a_tournament(), started=False, boards=False)
    answer = organizer.post(of(round_.tournament, "rounds/1/boards/import/"), **body)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    round_.refresh_from_db()
    assert round_.board_set is None


def test_the_desk_types_a_sheet_and_closes_it(organizer: Program) -> None:
    evening = a_sheet().table.round.tournament
    here = of(evening, "rounds/1/tables/1/")
    rows = [{"hand": hand, "content": row} for hand, row in good_rows().items()]
    assert organizer.post(f"{here}rows/", rows=rows).json()["sum"] == "0"
    late = [{**rows[0], "content": None, "based_on": 0}]
    conflict = organizer.post(f"{here}rows/", rows=late)
    assert (conflict.status_code, conflict.json()["current"]["version"]) == (409, 1)
    assert conflict.json()["place"] == {"hand": 1}
    assert organizer.post(f"{here}hand-in/").json()["state"] == "handed_in"
    assert organizer.post(f"{here}close/").json()["state"] == "closed"
    assert organizer.post(f"{here}reopen/").json()["place"] == {"field": "reason"}
    assert organizer.post(f"{here}reopen/", reason="a slip").json()["state"] == "open"


def test_a_program_says_that_the_same_rows_are_another_paper(organizer: Program) -> None:
    round_ = a_round(a_tournament(), 2)
    for table in (1, 2):
        fill(sheet_of(round_, table), good_rows())
    first, second = (of(round_.tournament, f"rounds/1/tables/{table}/") for table in (1, 2))
    assert organizer.post(f"{first}close/").json()["state"] == "closed"
    for press in ("hand-in/", "close/"):
        refusal = organizer.post(f"{second}{press}")
        assert (refusal.status_code, refusal.json()["code"]) == (422, "same_sheet")
        assert organizer.post(f"{second}{press}", other_paper="yes").status_code == 422
        assert sheet_of(round_, 2).is_open is (press == "hand-in/")
        assert organizer.post(f"{second}{press}", other_paper=True).status_code == 200


def test_rows_are_entered_all_or_none(organizer: Program) -> None:
    evening = a_sheet().table.round.tournament
    rows = [{"hand": 1, "content": good_rows()[1]}, {"hand": 13, "content": None}]
    refused = organizer.post(of(evening, "rounds/1/tables/1/rows/"), rows=rows)
    assert (refused.status_code, refused.json()["code"]) == (422, "no_such_hand")
    assert not Sheet.objects.get().results.exists()


def test_a_ruling_is_looked_at_made_and_revoked(organizer: Program) -> None:
    sheet = fill(a_sheet())
    here = of(sheet.table.round.tournament, "rounds/1/tables/1/rulings/")
    ruling = {"kind": "adjustment", "offender": "N", "effect": {"points": "-9/2"}}
    looked = organizer.post(f"{here}preview/", **ruling).json()
    before, after = looked["before"]["N"], looked["after"]["N"]
    assert not Ruling.objects.exists()
    ruling_ids = organizer.post(f"{here}new/", **ruling, reason="late").json()["rulings"]
    assert ruling_ids == [Ruling.objects.get().pk]
    table = organizer.client.get(f"/api/tables/{sheet.table.place.code}/rounds/1/").json()
    assert table["totals"]["N"] == after
    assert table["rulings"][0]["id"] == ruling_ids[0]
    revoke = of(sheet.table.round.tournament, f"rulings/{ruling_ids[0]}/revoke/")
    assert organizer.post(revoke, reason="not late").json()["totals"]["N"] == before


def test_a_protest_is_written_down_and_answered(organizer: Program) -> None:
    round_ = published_round(a_tournament())
    evening = round_.tournament
    here = of(evening, "rounds/1/tables/1/protests/new/")
    protest = organizer.post(here, who="Rossi", text="The eighth hand.", hand=8).json()
    answered = organizer.post(
        of(evening, f"protests/{protest['id']}/answer/"), outcome="rejected", answer="It is right."
    )
    assert (answered.json()["outcome"], answered.json()["hand"]) == ("rejected", 8)
    listed = organizer.client.get(f"/api/{of(evening, 'protests/')}").json()["results"]
    assert listed == [answered.json()]
    assert Protest.objects.get().answered_by == organizer.user


def test_a_document_is_asked_for_and_its_file_fetched(organizer: Program) -> None:
    evening = demo(stage="finished", seed=12, tables=2, rounds=1, language="en")
    job = organizer.post(of(evening, "print/"), document="standings").json()
    assert job["state"] == "done"
    file = organizer.client.get(job["file"])
    assert b"".join(file.streaming_content).startswith(b"%PDF")
    assert Client().get(job["file"]).status_code == 401


def test_sealed_cards_are_as_closed_as_at_the_desk(organizer: Program) -> None:
    round_ = sealed_round(a_tournament(blind=True), started=False)
    address = of(round_.tournament, "print/")
    refused = organizer.post(address, document="slips", round=1)
    assert (refused.status_code, refused.json()["code"]) == (422, "withheld")
    dealer = Program(DEALING)
    assert dealer.post(address, document="slips", round=1).status_code == 200
    assert dealer.post(address, document="standings").json()["code"] == "withheld"


def test_the_log_is_a_feed(organizer: Program) -> None:
    evening = a_tournament()
    organizer.post(of(evening, "entries/new/"), surname="Rossi")
    address = f"/api/{of(evening, 'log/')}"
    lines = organizer.client.get(address).json()["results"]
    last = lines[-1]
    assert (last["kind"], last["author"]) == ("entry", organizer.user.username)
    assert organizer.client.get(address, {"after": last["number"]}).json()["results"] == []
    later = organizer.client.get(address, {"after": last["number"] - 1}).json()["results"]
    assert later == [last]
    assert organizer.client.get(address, {"after": "x"}).status_code == 400
    assert Program(HELPER).client.get(address).status_code == 403


# --- a season


def test_a_season_is_published_and_its_final_made(organizer: Program) -> None:
    evening = demo(stage="finished", seed=12, tables=2, rounds=1, language="en")
    evening.circuit = Circuit.objects.create(name="Re Cuori")
    evening.save()
    here = f"circuits/{evening.circuit.code}/"
    ruled = organizer.post(f"{here}settings/", settings={"count_best": 1}, name="Re Cuori")
    assert ruled.json()["settings"] == {"count_best": 1}
    wrong = organizer.post(f"{here}settings/", settings={"count_best": 0})
    assert wrong.json()["place"] == {"field": "settings.count_best"}
    assert organizer.post(f"{here}final/qualify/", places=4).json()["code"] == "nothing_posted"
    assert organizer.post(f"{here}final/make/", name="x", date="2026-12-01").status_code == 404
    first, again = (organizer.post(f"{here}post/").json() for _ in range(2))
    assert (first["number"], again) == (1, first)
    field = organizer.post(f"{here}final/qualify/", places=4, carry=50).json()
    for tie in field["ties"]:
        field = organizer.post(f"{here}final/settle/", tie=tie["tie"], seed="ab" * 16).json()
    first_four = [one["entry"] for one in field["candidates"][:4]]
    assert [one["order"] for one in field["candidates"][:4]] == [1, 2, 3, 4]
    declined = organizer.post(f"{here}final/decline/", entry=first_four[0]).json()
    assert declined["candidates"][0]["entry"] == first_four[1]
    final = organizer.post(f"{here}final/make/", name="Final", date="2026-12-01").json()
    assert (final["name"], final["entered"]) == ("Final", 4)
    late = organizer.post(f"{here}final/take-back/")
    assert (late.status_code, late.json()["code"]) == (422, "final_made")
    of_one = Program(evening_role(ORGANIZER, evening.code))
    assert of_one.post(f"{here}post/").status_code == 403
    assert of_one.post(of(evening, "final/qualify/"), places=4).status_code == 403


def test_a_held_standing_is_read_out_and_the_evening_closed(organizer: Program) -> None:
    evening = held_evening()
    prizes = {"places": 2, "winds": False, "best": False, "newcomers": False}
    assert organizer.post(of(evening, "prizes/"), **prizes).status_code == 200
    begun = organizer.post(of(evening, "reveal/begin/"), winds=0, overall=2).json()
    answer = organizer.post(of(evening, "reveal/press/"), step="next", version=begun["version"])
    assert answer.json()["shown"] == 1
    stale = organizer.post(of(evening, "reveal/press/"), step="next", version=begun["version"])
    assert stale.status_code == 422
    last = f"/api/{of(evening, 'standings/last/')}"
    kept_back = Publication.objects.order_by("number").last().number
    assert organizer.client.get(last).json()["number"] == kept_back - 1
    assert organizer.post(of(evening, "reveal/end/")).status_code == 200
    assert organizer.post(of(evening, "standings/release/")).status_code == 200
    assert organizer.client.get(last).json()["number"] == kept_back
    official = organizer.post(of(evening, "standings/official/"), early=kept_back)
    assert official.status_code == 200, official.json()
    assert organizer.post(of(evening, "close/")).json()["closed_at"]
    refused = organizer.post(of(evening, "entries/new/"), surname="Rossi")
    assert refused.json()["code"] == "tournament_closed"


# --- every step


NOT_THERE = re.compile(r"/(rulings|protests|settlements|print)/\{")
"""Steps on rows that the tests' evening does not have."""


def filled(path: str, evening: Tournament) -> str:
    circuit = Circuit.objects.get_or_create(name="Re Cuori")[0]
    code = circuit.code if path.startswith("circuits/") else evening.code
    return path.format(code=code, number=1, table=1)


def test_no_step_is_done_for_a_stranger_or_for_an_account_without_a_role() -> None:
    evening = published_round(a_tournament()).tournament
    before = evening.log.count()
    nobody, elsewhere = Program(), Program(evening_role(ORGANIZER, "another"))
    for path in steps():
        address = filled(path, evening)
        assert Client().post(f"/api/{address}", "{}", "application/json").status_code == 401, path
        if NOT_THERE.search(path):
            continue
        for program in (nobody, elsewhere):
            assert program.post(address).status_code == 403, path
    assert evening.log.count() == before


@pytest.mark.parametrize(
    ("role", "open_to_it"),
    [
        (HELPER, {"rows", "first-dealer", "hand-in"}),
        (
            DEALING,
            {"seal", "datum", "again", "aside", "import", "replace", "type", "print", "blind"},
        ),
    ],
)
def test_a_role_opens_its_own_steps_alone(role: str, open_to_it: set[str]) -> None:
    evening = published_round(a_tournament()).tournament
    program = Program(role)
    opened = {
        path.rstrip("/").rpartition("/")[2]
        for path in steps()
        if not NOT_THERE.search(path) and program.post(filled(path, evening)).status_code != 403
    }
    assert opened == open_to_it


def test_an_arbiter_neither_makes_nor_ends_an_evening() -> None:
    evening, arbiter = a_tournament(), Program(evening_role(ARBITER, "x"), ARBITER)
    for tail in ("settings/", "remove/", "close/", "open/", "rounds/1/prepare/"):
        assert arbiter.post(of(evening, tail), reason="x").status_code == 403, tail
    assert arbiter.post("tournaments/new/", **EVENING).status_code == 403
    assert arbiter.post(of(evening, "entries/new/"), surname="Rossi").status_code == 200


def test_a_role_of_one_evening_makes_no_other() -> None:
    evening = a_tournament()
    program = Program(evening_role(ORGANIZER, evening.code))
    assert program.post(of(evening, "settings/"), place="Genoa").json()["place"] == "Genoa"
    assert program.post("tournaments/new/", **EVENING).status_code == 403


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_what_a_program_publishes_is_computed_before_its_transaction(organizer: Program) -> None:
    evening = demo(stage="finished", seed=12, tables=2, rounds=1, language="en")
    at = f"tournaments/{evening.code}/"
    rule(
        sheet=sheet_of(evening.rounds.get()),
        kind="adjustment",
        offender="N",
        effect={"points": "-5"},
        reason="Late.",
        arbiter=None,
    )
    with read_under_the_lock("scoring_handresult") as read:
        published = organizer.post(f"{at}standings/publish/", erratum="Late.")
        official = organizer.post(f"{at}standings/official/", early=2)
    assert (published.status_code, official.status_code) == (200, 200)
    assert not read
    assert evening.publications.last().erratum.startswith("Late.")
