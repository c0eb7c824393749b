"""Every kind of ruling in every place: made at the desk, previewed, applied, shown in the log, on
the phone, in public, to programs and on paper, revoked, archived and restored.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from ground.roles import ARBITER
from king.reading import Node
from king.sheet.full_sheet import score
from king.sheet.ruling_kinds import KINDS, Offenders, RulingKind
from king.sheet.rulings import Ruling as KingRuling
from printing.document_context import Options
from printing.documents.workbook import gather
from scoring import decisions
from scoring.models import Ruling, Sheet
from scoring.night_file import read_night
from scoring.night_form import night_form
from scoring.night_import import load_night
from scoring.publishing import publish
from scoring.round_steps import close_round
from scoring.rows import enter_row
from scoring.scored_sheets import king_rows, scored_sheet, scored_table
from scoring.sheet_steps import accept_sheet, close_sheet
from tests.api.programs import Program, of
from tests.evenings import a_tournament, fill, sealed_round, sheet_of
from tests.ruling_forms import HAND, in_a_file, ruling_body, typed
from tests.seasons.moving import emptied, over, packed, taken_in
from tournaments.log import in_words
from tournaments.models import LogEntry, Round, Tournament
from wording.ruling_words import WORDS, ruling_words_by_code

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[2]
EVERY = pytest.mark.parametrize("kind", KINDS.values(), ids=str)
IN_ENGLISH = {"Accept-Language": "en"}


def ready(kind: RulingKind) -> Sheet:
    """A sheet in play on which such a ruling can be made."""
    round_ = sealed_round(a_tournament(planned_rounds=2))
    sheet = fill(sheet_of(round_))
    fill(sheet_of(round_, 2))
    spoil(sheet, kind)
    return sheet


def spoil(sheet: Sheet, kind: RulingKind) -> None:
    if kind.wrong_row:
        short = {"units": {"N": 0, "E": 3, "S": 0, "W": 0}}
        enter_row(sheet=sheet, hand=HAND, content=short, origin="desk")


def page_of(sheet: Sheet) -> str:
    return f"/desk/{sheet.tournament.code}/play/{sheet.round.number}/{sheet.table.number}/rule/"


def on_the_phone(client: Client, sheet: Sheet) -> dict[str, Any]:
    address = f"/t/{sheet.table.place.code}/{sheet.round.number}/state"
    state: dict[str, Any] = client.get(address, headers=IN_ENGLISH).json()
    return state


@EVERY
def test_it_is_previewed_made_shown_and_revoked(
    kind: RulingKind, arbiter: Client, client: Client, english_club: None
) -> None:
    sheet, words = ready(kind), WORDS[kind.code]
    before = scored_sheet(sheet)
    page = arbiter.get(page_of(sheet), headers=IN_ENGLISH).content.decode()
    assert str(words.choice) in page.replace("&#x27;", "'")
    form = {**typed(kind), "reason": "Seen by all."}
    looked = arbiter.post(page_of(sheet), form | {"preview": "1"})
    assert looked.status_code == 200
    assert not Ruling.objects.exists()
    assert arbiter.post(page_of(sheet), form).status_code == 302

    # It is stored as asked, and has the effect that the game gives it.
    ruling = Ruling.objects.get()
    rows = king_rows(scored_table(sheet).rows)
    ruled = score("lab12", rows, [KingRuling.from_json(in_a_file(kind))])
    assert [problem for problem in ruled.problems if problem.code.startswith("ruling_")] == []
    totals = scored_sheet(sheet).totals
    totals_shown = {effect["column"]: effect["after"] for effect in looked.context["effects"]}
    assert (ruling.kind, totals, totals_shown) == (kind.code, ruled.totals, ruled.totals)
    assert kind.warns is (ruled.totals == before.totals)

    # Log, desk and phone.
    line = LogEntry.objects.latest("pk")
    assert line.sentence in words.sentences.values()
    with translation.override("en"):
        assert "Seen by all." in in_words(line)
        assert "%(" not in in_words(line)
    listed = arbiter.get(f"/desk/{sheet.tournament.code}/rulings/", headers=IN_ENGLISH)
    assert kind.label in listed.content.decode().lower()
    rulings = on_the_phone(client, sheet)["rulings"]
    assert [one["reason"] for one in rulings] == ["Seen by all."]
    assert "arbiter decided" in rulings[0]["text"]
    assert words.bare or kind.label in rulings[0]["text"]

    number = str(ruling.pk)
    revoked = {"ruling": number, "reason": "Not so."}
    arbiter.post(f"/desk/{sheet.tournament.code}/rulings/revoke/", revoked)
    assert LogEntry.objects.latest("pk").sentence == words.revoked
    assert scored_sheet(sheet).totals == before.totals
    assert on_the_phone(client, sheet)["rulings"] == []


@EVERY
def test_everybody_and_the_paper_read_it(
    kind: RulingKind, client: Client, english_club: None
) -> None:
    sheet = ready(kind)
    evening, round_ = sheet.tournament, sheet.round
    decisions.rule(sheet=sheet, **ruling_body(kind), reason="Seen by all.", arbiter=None)
    finish(round_)
    address = reverse("live:table", args=[evening.code, 1, 1])
    page = client.get(address, headers=IN_ENGLISH).content.decode()
    assert "Seen by all." in page
    assert kind.label in page.lower()
    with translation.override("en"):
        book = openpyxl.load_workbook(io.BytesIO(gather(evening, Options()).draw()))
    cells = [str(cell.value) for row in book["P1 table 1"].iter_rows() for cell in row]
    [cell_text] = [cell for cell in cells if "Seen by all." in cell]
    assert cell_text.lower().startswith(kind.label)


def finish(round_: Round) -> None:
    for table in round_.tables.select_related("sheet"):
        if scored_sheet(table.sheet).closable:
            close_sheet(sheet=table.sheet, author=None)
        else:
            accept_sheet(sheet=table.sheet, author=None, reason="x")
    close_round(round=round_, author=None)
    if not round_.tournament.publications.exists():
        publish(tournament=round_.tournament, author=None)


@EVERY
def test_a_program_looks_at_it_makes_it_and_revokes_it(kind: RulingKind) -> None:
    sheet, program = ready(kind), Program(ARBITER)
    here = of(sheet.tournament, "rounds/1/tables/1/rulings/")
    before = scored_sheet(sheet).totals
    looked = program.post(f"{here}preview/", **ruling_body(kind))
    assert (looked.status_code, Ruling.objects.count()) == (200, 0)
    ruling_ids = program.post(f"{here}new/", **ruling_body(kind), reason="Seen by all.").json()[
        "rulings"
    ]
    table = program.client.get(f"/api/tables/{sheet.table.place.code}/rounds/1/").json()
    assert [(one["id"], one["kind"]) for one in table["rulings"]] == [(ruling_ids[0], kind.code)]
    assert table["totals"] == looked.json()["after"]
    after = program.post(of(sheet.tournament, f"rulings/{ruling_ids[0]}/revoke/"), reason="Not so.")
    assert after.json()["totals"] == {str(wind): str(points) for wind, points in before.items()}


def test_every_kind_goes_into_an_archive_and_into_a_file_and_back() -> None:
    round_ = sealed_round(a_tournament(), tables=len(KINDS))
    for number, kind in enumerate(KINDS.values(), start=1):
        sheet = fill(sheet_of(round_, number))
        spoil(sheet, kind)
        decisions.rule(sheet=sheet, **ruling_body(kind), reason="Seen by all.", arbiter=None)
    finish(round_)
    evening = over(round_.tournament)
    rulings, totals = rulings_of(evening), totals_of(evening)
    assert {kind for kind, *_rest in rulings} >= KINDS.keys()

    content, file = packed(evening), json.loads(json.dumps(night_form(evening)))
    emptied()
    [back] = taken_in(content)
    assert (rulings_of(back), totals_of(back)) == (rulings, totals)

    again = load_night(read_night(Node(file, "night", "")))
    of_the_game = [ruling for ruling in rulings if ruling[0] in KINDS]
    assert (rulings_of(again), totals_of(again)) == (of_the_game, totals)


def rulings_of(evening: Tournament) -> list[tuple[Any, ...]]:
    rows = Ruling.objects.filter(sheet__table__round__tournament=evening)
    rows = rows.order_by("sheet__table__number", "kind")
    return [
        (row.kind, row.hand, row.offenders, row.effect, row.reason)
        if row.kind in KINDS
        else (row.kind,)
        for row in rows
    ]


def totals_of(evening: Tournament) -> list[Any]:
    sheets = Sheet.objects.filter(table__round__tournament=evening).order_by("table__number")
    return [scored_sheet(sheet).totals for sheet in sheets]


# -- completeness


def test_a_kind_without_its_words_stops_the_program() -> None:
    rows = list(WORDS.values())
    for row in rows:
        with pytest.raises(LookupError, match=row.code):
            ruling_words_by_code([other for other in rows if other is not row])


def test_a_kind_says_for_each_case_what_was_ruled() -> None:
    with pytest.raises(LookupError, match="disqualification"):
        ruling_words_by_code(
            [
                type(row)(**{**vars(row), "sentences": {"hand": "x"}})
                if row.code == "disqualification"
                else row
                for row in WORDS.values()
            ]
        )


@EVERY
def test_the_log_says_who_and_in_which_hand(kind: RulingKind) -> None:
    asked_for = ("%(offender)s", kind.offenders.are_asked), ("%(hand)s", kind.of_a_hand)
    for sentence in (*WORDS[kind.code].sentences.values(), WORDS[kind.code].revoked):
        for field, is_asked in asked_for:
            assert not is_asked or field in sentence


def test_the_form_shows_a_field_for_the_kinds_that_ask_for_it(arbiter: Client) -> None:
    sheet = ready(next(iter(KINDS.values())))
    form = arbiter.get(page_of(sheet)).context["form"]
    kinds_by_field = {name: set(codes.split()) for name, codes in form.kinds_that_ask.items()}
    several = {kind.code for kind in KINDS.values() if kind.offenders is Offenders.SEVERAL}
    assert kinds_by_field["offender"] >= several
    asking = {
        code for name in ("policy", "points", "fouled", "scope") for code in kinds_by_field[name]
    }
    assert asking == {kind.code for kind in KINDS.values() if kind.effect is not None}


@pytest.mark.at_length
def test_a_kind_that_is_added_goes_all_these_ways() -> None:
    """The tests of this file and those of events pass in a run of their own with an invented kind."""
    environment = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
    environment["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    tests = ["tests/desk/test_every_ruling.py", "tests/simultaneous/test_every_ruling.py"]
    asked_for = ["-k", "late_sheet or archive", "-p", "no:cacheprovider", "-p", "no:xdist"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "tests.invented_ruling", *asked_for, *tests],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-3000:]
    assert "\n7 passed" in run.stdout
