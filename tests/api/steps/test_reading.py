"""Reading through the API, checked against the schema, the database and an independent calculation."""

from __future__ import annotations

import hashlib
import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import jsonschema
import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator

from deals.services import public_record, reveal
from king.dealing import Document, canonical_json, deal_spare
from king.reading import Node
from king.rulesets import RULESETS
from king_tournament.accounts.services import make_token
from printing.services import request_document
from scoring.decisions import rule
from scoring.models import FinalHold, HandResult, Sheet
from scoring.round_steps import replace_board
from scoring.rows import enter_row
from scoring.sheet_steps import accept_sheet
from scoring.wrong_winds import rule_seats
from seasons.season import publish_season
from tests.accounts import account
from tests.evenings import a_round, a_sheet, a_tournament, demo, fill, fill_quickly, sealed_round
from tests.services import some
from tests.simultaneous.events import in_play, reported
from tournaments.circuits import Circuit
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db


def base(tournament: Tournament) -> str:
    return f"/api/tournaments/{tournament.code}/"


# --- the schema
# ------------------------------------------------------------------------------------------------------


def the_schema() -> dict[str, Any]:
    return SchemaGenerator().get_schema(request=None, public=True)


def test_the_schema_is_made_without_a_warning(capsys) -> None:
    GENERATOR_STATS.reset()
    the_schema()
    assert not GENERATOR_STATS
    assert capsys.readouterr().err == ""


def test_fields_whose_names_say_little_are_described_by_what_they_hold(english: Client) -> None:
    schema = english.get("/api/schema/?format=json").json()
    shapes = schema["components"]["schemas"]
    pages = {
        parameter["description"]
        for methods in schema["paths"].values()
        for parameter in methods.get("get", {}).get("parameters", [])
        if parameter["name"] == "page"
    }
    assert all("page" in text or "hundred at a time" in text for text in pages)
    assert len(pages) == 2
    assert "draw" in shapes["DrawShape"]["properties"]["seed"]["description"]
    assert "`meant`" in shapes["LineShape"]["properties"]["key"]["description"]
    same = [
        shape["properties"]["other_paper"]["description"]
        for shape in shapes.values()
        if "other_paper" in shape.get("properties", {})
    ]
    assert same
    assert all("same_sheet" in description for description in same)
    clock = shapes["ClockShape"]["properties"]
    assert "0:00" in clock["zero"]["description"]
    assert "stood still" in clock["stands_at"]["description"]
    assert "Empty" in clock["stands"]["description"]


def test_the_schema_and_its_documentation_are_served_without_another_site(english: Client) -> None:
    assert english.get("/api/schema/?format=json").json()["info"]["title"] == "King"
    page = english.get("/api/docs/").content.decode()
    linked = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert len(linked) == 5
    assert all(
        address.startswith(("/static/drf_spectacular_sidecar/", "/api/docs/?"))
        for address in linked
    )


def strict(shape: Any) -> Any:
    """Convert an OpenAPI 3.0 schema to a strict JSON Schema: ``nullable`` becomes a type,
    references resolve, and properties that are not named are forbidden.
    """
    if isinstance(shape, list):
        return [strict(part) for part in shape]
    if not isinstance(shape, dict):
        return shape
    strict_shape = {key: strict(value) for key, value in shape.items() if key != "nullable"}
    if "properties" in strict_shape:
        strict_shape["additionalProperties"] = False
    if shape.get("nullable"):
        return {"anyOf": [strict_shape, {"type": "null"}]}
    return strict_shape


def test_every_answer_has_the_shape_that_the_schema_says(
    english: Client, finished: Tournament
) -> None:
    schema = strict(the_schema())
    headers = desk_token("organizer")
    job = request_document(tournament=finished, document="standings", author=None)
    place, circuit = finished.places.get(number=1), a_season(finished)
    event = reported(in_play(), 1)
    publish_season(circuit=circuit, author=None)
    checked = 0
    for path, methods in schema["paths"].items():
        if "get" not in methods or path in ("/api/", "/api/schema/") or path.endswith("/file/"):
            continue
        codes = {"tables": place.code, "circuits": circuit.code, "simultaneous": event.code}
        code = codes.get(path.split("/")[2], finished.code)
        address = path.format(code=code, number=job.pk if "/print/" in path else 1, table=2)
        answer = english.get(address, headers=headers)
        assert answer.status_code == 200, address
        answer_schema = methods["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        jsonschema.validate(answer.json(), {**answer_schema, "components": schema["components"]})
        checked += 1
    assert checked >= 19


@pytest.mark.parametrize("ruleset", some(sorted(RULESETS), 6))
def test_standings_and_sheets_of_every_system_have_the_shape_that_the_schema_says(
    ruleset: str, english: Client
) -> None:
    evening = demo(stage="finished", seed=5, ruleset=ruleset, tables=2, rounds=2, language="en")
    schema = strict(the_schema())
    headers = desk_token("organizer")
    there = f"/api/tournaments/{evening.code}"
    for address, shape in (
        (f"{there}/standings/last/", "StandingShape"),
        (f"{there}/rounds/1/tables/1/sheet/", "SheetShape"),
    ):
        answer = english.get(address, headers=headers).json()
        answer_schema = {
            "$ref": f"#/components/schemas/{shape}",
            "components": schema["components"],
        }
        jsonschema.validate(answer, answer_schema)


def test_rulings_of_every_kind_have_the_shape_that_the_schema_says(
    chief: User, english: Client
) -> None:
    round_ = sealed_round(a_tournament())
    sheet = fill(round_.tables.get(number=1).sheet)
    ruled = {"sheet": sheet, "reason": "x", "arbiter": chief}
    rule(**ruled, kind="adjustment", offender="N", effect={"points": "-9/2"})
    rule(**ruled, kind="fouled", hand=2, effect={"average": True})
    rule(**ruled, kind="fouled", hand=3, effect={"points": {"N": 2, "E": "1/2", "S": 0, "W": 0}})
    rule(**ruled, kind="illegal_play", hand=4, effect={"offenders": ["N", "E"]})
    wrong = {"contract": "KJ", "units": {"N": 3, "E": 1, "S": 3, "W": 0}}
    enter_row(sheet=sheet, hand=1, content=wrong, origin="desk")
    rule(**ruled, kind="score_error", hand=1, effect={"policy": "correct_only"})
    rule(**ruled, kind="disqualification", offender="W", effect={"scope": "evening"})
    rule_seats(sheet=sheet, winds=("S", "W"), hand=6, follows="players", reason="x", arbiter=chief)
    accept_sheet(sheet=sheet, author=chief, reason="x")
    answer = english.get(
        f"/api/tournaments/{round_.tournament.code}/rulings/", headers=desk_token("organizer")
    ).json()
    assert len({ruling["kind"] for ruling in answer["results"]}) == 7
    schema = strict(the_schema())
    answer_schema = {
        "$ref": "#/components/schemas/PageOfListedRulings",
        "components": schema["components"],
    }
    jsonschema.validate(answer, answer_schema)


def test_each_state_that_a_program_reads_is_enumerated() -> None:
    """The schema enumerates each state, so the compiler of a typed language reports a missing case."""
    shapes = the_schema()["components"]["schemas"]
    states = {
        f"{name}.{field}": shape["properties"][field].get("enum")
        for name, shape in shapes.items()
        for field in {"state", "stage", "outcome", "stands", "counts", "kind"}
        & set(shape.get("properties", {}))
    }
    assert [where for where, values in states.items() if not values] == []
    assert states["SheetShape.state"] == ["open", "handed_in", "closed"]
    assert states["RoundShape.stage"] == ["seating", "playing", "provisional", "official"]
    assert states["TableShape.state"] == ["waiting", "current", "desk", "closed"]


def test_a_document_may_be_a_workbook_too() -> None:
    file = the_schema()["paths"]["/api/tournaments/{code}/print/{number}/file/"]["get"]
    assert set(file["responses"]["200"]["content"]) == {
        "application/pdf",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    }


def free_objects(shape: Any, place: str = "") -> Iterator[str]:
    """Yield the places where the schema allows any object."""
    if isinstance(shape, dict):
        inner = shape.get("additionalProperties")
        properties = shape.get("properties") or (isinstance(inner, dict) and inner)
        if shape.get("type") == "object" and not properties:
            yield place
        for name, part in shape.items():
            yield from free_objects(part, f"{place}.{name}")
    elif isinstance(shape, list):
        for part in shape:
            yield from free_objects(part, place)


def test_readers_who_ask_for_the_schema_together_all_get_it() -> None:
    """Concurrent first requests all get the schema. It is built once per process, and others used
    to meet it half built.
    """
    code = """
import threading, django
django.setup()
from django.test import RequestFactory
from drf_spectacular.views import SpectacularAPIView
ready, said = threading.Barrier(6), []
def ask():
    ready.wait()
    said.append(SpectacularAPIView.as_view()(RequestFactory().get("/api/schema/")).status_code)
readers = [threading.Thread(target=ask) for _ in range(6)]
for reader in readers: reader.start()
for reader in readers: reader.join()
print(said)
"""
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    assert process.stdout.split("\n")[0] == str([200] * 6)


def test_an_object_is_typed_or_is_a_file_of_a_form_of_its_own() -> None:
    """Every object in the schema is typed or is a documented file. `content`, `standings` and
    `options` used to allow any object, so a generated client could not tell a wrong row from a
    right one.
    """
    free = free_objects(the_schema()["components"]["schemas"])
    assert {place.replace(".properties", "") for place in free} == {
        ".BoardSetShape.document",  # docs/dealing.md
        ".ClubEditionsNewBody.form",  # king/README.md: a house edition
        ".EditionShape.form",
        ".EventShape.documents.items",  # docs/simultaneous.md
        ".SaidByHall.report",
    }


# --- answers
# ----------------------------------------------------------------------------------------------------


def test_the_root_leads_on(english: Client) -> None:
    for address in english.get("/api/").json().values():
        assert english.get(address).status_code == 200


def test_evenings_are_asked_by_date(english: Client) -> None:
    a_tournament(name="one", date="2026-11-19")
    a_tournament(name="other", date="2026-11-20", card_letters="ARDF")
    answer = english.get("/api/tournaments/", {"date": "2026-11-20"}).json()
    assert [evening["name"] for evening in answer["results"]] == ["other"]
    assert (answer["results"][0]["language"], answer["results"][0]["card_letters"]) == (
        "it",
        "ARDF",
    )
    refused = english.get("/api/tournaments/", {"date": "20/11"})
    assert (refused.status_code, refused.json()["message"]) == (
        400,
        "A date is written 2026-11-20.",
    )


def test_the_sheets_of_a_closed_partita_add_up(english: Client, finished: Tournament) -> None:
    for number in (1, 2):
        sheets = english.get(f"{base(finished)}rounds/{number}/sheets/").json()["results"]
        assert [sheet["table"] for sheet in sheets] == [1, 2, 3]
        for sheet in sheets:
            assert sheet["standing"] == 2
            # The twelve hands of the club sum to zero (I3).
            assert sum(Fraction(row["sum"]) for row in sheet["rows"]) == 0
            for wind, total in sheet["totals"].items():
                rows = sum(Fraction(row["points"][wind]) for row in sheet["rows"])
                assert rows + Fraction(sheet["adjustments"][wind]) == Fraction(total)


def test_no_hand_is_missing_after_the_one_that_wins_the_match_outright(english: Client) -> None:
    """A match won outright (R15) is over and complete after its first hand."""
    sheet = a_sheet("rifki", settings={"king_tricks": 10})
    units = {"N": 1, "E": 1, "S": 1, "W": 10}
    content = {"contract": "POS", "trump": "S", "chooser": "W", "units": units}
    enter_row(sheet=sheet, hand=1, content=content, origin=HandResult.Origin.DESK)
    desk = desk_token("arbiter")
    answer = english.get(
        base(Tournament.objects.get()) + "rounds/1/tables/1/sheet/", headers=desk
    ).json()
    assert (answer["complete"], answer["missing"]) == (True, [])


def test_a_standing_is_the_frozen_one(english: Client, finished: Tournament) -> None:
    published = finished.publications.latest("number")
    last = english.get(f"{base(finished)}standings/last/").json()
    assert last["standings"] == published.standings
    assert (last["number"], last["state"], last["after_round"]) == (2, "provisional", 2)
    listed = english.get(f"{base(finished)}standings/").json()["results"]
    assert [standing["number"] for standing in listed] == [2, 1]


def a_season(evening: Tournament) -> Circuit:
    evening.circuit = Circuit.objects.create(name="Re Cuori", settings={"count_best": 1})
    evening.save()
    return evening.circuit


def test_a_season_is_the_one_that_export_season_prints_and_says_where_it_comes_from(
    english: Client, finished: Tournament
) -> None:
    circuit = a_season(finished)
    Circuit.objects.create(name="Without an evening")
    Tournament.objects.create(name="To come", date="2126-06-01", ruleset="lab12", circuit=circuit)
    listed = english.get("/api/circuits/").json()["results"]
    assert [(season["code"], season["url"]) for season in listed] == [
        (circuit.code, f"http://testserver/api/circuits/{circuit.code}/")
    ]
    output = io.StringIO()
    call_command("export_season", circuit.code, stdout=output)
    exported, season_answer = (
        json.loads(output.getvalue()),
        english.get(f"/api/circuits/{circuit.code}/").json(),
    )
    without = ("entry", "explanation")  # The command writes the given name first.
    assert [
        {key: line[key] for key in line if key not in without}
        for line in season_answer["standings"]["overall"]
    ] == [{key: line[key] for key in line if key not in without} for line in exported["overall"]]
    assert (season_answer["official"], season_answer["settings"]) == (False, {"count_best": 1})
    assert [(evening["code"], evening["standing"]) for evening in season_answer["evenings"]] == [
        (finished.code, 2),
        (Tournament.objects.get(name="To come").code, None),
    ]


def test_of_a_season_nothing_is_read_before_it_is_published_and_then_as_it_was(
    english: Client, finished: Tournament
) -> None:
    circuit = a_season(finished)
    assert english.get(f"/api/circuits/{circuit.code}/standings/").json()["results"] == []
    assert english.get(f"/api/circuits/{circuit.code}/standings/1/").status_code == 404
    published = publish_season(circuit=circuit, author=None)
    season = english.get(f"/api/circuits/{circuit.code}/standings/1/").json()
    assert (season["standings"], season["evenings"]) == (published.standings, {finished.code: 2})
    FinalHold.objects.create(tournament=finished)
    current = english.get(f"/api/circuits/{circuit.code}/").json()
    assert [round_["round"] for round_ in current["standings"]["rounds"]] == [1]
    Tournament.objects.create(
        name="A coppie", date="2026-01-01", ruleset="lab_coppie", circuit=circuit
    )
    assert english.get(f"/api/circuits/{circuit.code}/").json() == current


def test_a_board_whose_place_a_spare_took_says_under_which_number_it_was_dealt(
    english: Client,
) -> None:
    """A board gives the number under which it was dealt. Without it, dealing again from the seed
    would give other cards where a spare was used (issue 4).
    """
    tournament = demo(stage="seated", seed=4, tables=2, rounds=1, language="en")
    round_ = tournament.rounds.get()
    replace_board(round=round_, number=5, reason="Fell on the floor.", author=None)
    reveal(board_set=round_.board_set)
    answer = english.get(f"{base(tournament)}rounds/1/boards/").json()
    numbers = {board["number"]: board["dealt_as"] for board in answer["boards"]}
    assert numbers == {number: number for number in range(1, 13)} | {5: 13}
    document = Document.read(Node(answer["document"], "document", ""))
    spare = deal_spare(document, bytes.fromhex(answer["seed"]), "", 1, numbers[5])
    assert answer["boards"][4]["deal"] == spare.pbn


def test_boards_prove_themselves_once_they_are_revealed(
    english: Client, finished: Tournament
) -> None:
    answer = english.get(f"{base(finished)}rounds/1/boards/").json()
    assert (
        hashlib.sha256(canonical_json(answer["document"]).encode()).hexdigest()
        == answer["commitment"]
    )
    assert (
        hashlib.sha256(bytes.fromhex(answer["seed"])).hexdigest()
        == answer["document"]["seed_sha256"]
    )
    assert len(answer["boards"]) == 12


def test_a_sealed_set_shows_its_commitment_alone(english: Client) -> None:
    tournament = a_tournament()
    a_round(tournament)
    answer = english.get(f"{base(tournament)}rounds/1/boards/").json()
    assert (answer["seed"], answer["boards"]) == (None, [])
    assert answer["document"] == public_record(tournament.rounds.get().board_set)["document"]


# --- rights
# ---------------------------------------------------------------------------------------------------


def desk_token(role: str) -> dict[str, str]:
    return {
        "Authorization": f"Token {make_token(user=account(role, role), name=role, roles=[role])}",
        "Accept-Language": "en",
    }


@pytest.mark.parametrize(
    ("role", "status"), [("organizer", 200), ("arbiter", 200), ("dealing", 404)]
)
def test_sheets_in_play_are_for_the_desk_alone(role: str, status: int, english: Client) -> None:
    tournament = a_tournament()
    fill_quickly(a_round(tournament))
    for tail in ("rounds/1/sheets/", "rounds/1/tables/1/sheet/"):
        public = english.get(base(tournament) + tail)
        assert (public.status_code, public.json()["code"]) == (404, "not_shown_yet")
    headers = desk_token(role)
    assert english.get(f"{base(tournament)}rounds/1/sheets/", headers=headers).status_code == status


@pytest.mark.parametrize("role", ["organizer", "arbiter", "dealing"])
def test_no_token_opens_sealed_boards(role: str, english: Client) -> None:
    tournament = a_tournament()
    a_round(tournament)
    headers = desk_token(role)
    answer = english.get(f"{base(tournament)}rounds/1/boards/", headers=headers).json()
    assert (answer["seed"], answer["boards"]) == (None, [])


def test_a_wrong_token_is_refused_in_words(english: Client) -> None:
    answer = english.get(
        "/api/tournaments/", headers={"Authorization": "Token nonsense", "Accept-Language": "en"}
    )
    assert answer.status_code == 401
    assert answer.json() == {
        "message": "There is no such token, or it has ended.",
        "code": "authentication_failed",
    }


def test_no_table_code_stands_in_what_everybody_may_read(
    english: Client, finished: Tournament
) -> None:
    text = b"".join(
        english.get(base(finished) + tail).content
        for tail in ("", "rounds/", "rounds/1/tables/", "rounds/1/sheets/", "entries/")
    ).decode()
    assert not [place.code for place in finished.places.all() if place.code in text]


# --- queries
# ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tables", [1, 30])
def test_lists_take_the_same_queries_for_one_table_and_for_thirty(
    tables: int, english: Client, django_assert_num_queries
) -> None:
    tournament = a_tournament()
    fill_quickly(a_round(tournament, tables))
    headers = desk_token("arbiter")
    with django_assert_num_queries(7):
        answer = english.get(f"{base(tournament)}rounds/1/tables/")
    assert answer.json()["count"] == tables
    with django_assert_num_queries(5):
        english.get(f"{base(tournament)}entries/")
    with django_assert_num_queries(11):
        english.get(f"{base(tournament)}rounds/1/sheets/", headers=headers)
    Round.objects.update(stage="seating")
    with django_assert_num_queries(3):
        english.get(f"{base(tournament)}rounds/")


@pytest.mark.parametrize("number", [1, 30])
def test_the_evenings_take_the_same_queries_for_one_and_for_thirty(
    number: int, english: Client, django_assert_num_queries
) -> None:
    for _ in range(number):
        a_round(a_tournament())
    with django_assert_num_queries(2):
        answer = english.get("/api/tournaments/")
    assert answer.json()["count"] == number


def test_long_answers_come_in_pages(english: Client) -> None:
    tournament = a_tournament()
    a_round(tournament, 20)
    first = english.get(f"{base(tournament)}entries/", {"page_size": 30}).json()
    assert (first["count"], len(first["results"]), first["previous"]) == (80, 30, None)
    second = english.get(first["next"]).json()
    assert [entry["number"] for entry in second["results"]] == list(range(31, 61))
    beyond = english.get(f"{base(tournament)}entries/", {"page": 99})
    assert (beyond.status_code, beyond.json()["code"]) == (404, "not_found")


# --- refusals
# --------------------------------------------------------------------------------------------------------


def test_a_refusal_speaks_the_language_of_the_reader(finished: Tournament) -> None:
    answers = {
        language: Client(headers={"Accept-Language": language}).get("/api/tournaments/zzzzzz/")
        for language in ("en", "it")
    }
    assert {answer.status_code for answer in answers.values()} == {404}
    assert answers["en"].json() == {
        "message": "There is no evening with the code “zzzzzz”.",
        "code": "not_found",
    }
    assert "zzzzzz" in answers["it"].json()["message"]
    assert answers["it"].json()["message"] != answers["en"].json()["message"]


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("get", "nothing/", 404, "not_found"),
        ("post", "nothing", 404, "not_found"),
        ("delete", "tournaments/", 405, "method_not_allowed"),
        ("get", "tournaments/zzz/rounds/1/boards/", 404, "not_found"),
        ("get", "tournaments/zzz/rounds/99999999999999999999999/tables/", 404, "not_found"),
        ("get", "tables/zzzzzz/", 404, "not_found"),
        ("get", "tables/zzzzzz/rounds/1/", 410, "gone"),
    ],
)
def test_every_refusal_is_a_sentence_and_a_code(
    method: str, path: str, status: int, code: str, english: Client
) -> None:
    answer = getattr(english, method)(f"/api/{path}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"]


def test_a_program_that_has_run_away_is_told_to_wait(english: Client, monkeypatch) -> None:
    from django.core.cache import cache
    from rest_framework.throttling import AnonRateThrottle

    monkeypatch.setattr(AnonRateThrottle, "THROTTLE_RATES", {"anon": "2/min"})
    cache.clear()
    answers = [english.get("/api/tournaments/") for _ in range(3)]
    italian = english.get("/api/tournaments/", headers={"Accept-Language": "it"})
    cache.clear()
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["code"] == "throttled"
    assert int(answers[2].headers["Retry-After"]) > 0
    assert (
        answers[2]
        .json()["message"]
        .startswith("Too many requests came from this address. Try again in ")
    )
    # Half of the message used to be English.
    assert italian.json()["message"].startswith(
        "Da questo indirizzo sono arrivate troppe richieste. Riprova tra "
    )


def test_every_operation_says_in_the_schema_that_it_may_be_asked_too_often_and_what_it_takes() -> (
    None
):
    schema = the_schema()
    operations = [
        operation for methods in schema["paths"].values() for operation in methods.values()
    ]
    own = [operation for operation in operations if operation["operationId"] != "schema_retrieve"]
    assert [
        operation["operationId"] for operation in own if "429" not in operation["responses"]
    ] == []
    limits = {
        (parameter["schema"].get("minimum"), parameter["schema"].get("maximum"))
        for operation in own
        for parameter in operation.get("parameters", ())
        if parameter["name"] == "page_size"
    }
    assert limits == {(1, 200)}
    assert schema["components"]["schemas"]["RowShape"]["properties"]["hand"]["minimum"] == 1


@pytest.mark.parametrize("size", ["null", "", "0", "-1", "201", "1.5", "９", "9" * 5000])
@pytest.mark.parametrize("path", ["tournaments/", "circuits/"])
def test_a_size_of_a_page_that_is_none_is_refused(english: Client, path: str, size: str) -> None:
    answer = english.get(f"/api/{path}", {"page_size": size})
    assert (answer.status_code, answer.json()["message"]) == (400, "A page has 1 to 200 items.")


def test_a_whole_hall_behind_one_address_is_not_held_up() -> None:
    from django.conf import settings as site

    # Two hundred phones, each polling every four seconds.
    assert site.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] == {"anon": "3000/min"}
    assert Sheet.objects.count() == 0
