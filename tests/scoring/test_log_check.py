"""The log proves its contents: lines are sealed with a key, and compared with the rows and
standings that they mention, and with the paper.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import override_settings
from django.utils import translation

from ground import guards
from scoring.log_check import check_log, publication_line
from scoring.models import HandResult, Publication
from scoring.publishing import publish
from scoring.round_steps import undo_start
from scoring.rows import enter_row
from scoring.sheet_steps import accept_sheet, close_sheet, reopen_sheet
from tests.evenings import a_sheet, a_tournament, played
from tournaments.log import key_name, line_hash, record
from tournaments.models import LogEntry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Tournament:
    return played().tournament


def run_check(code: str | None = None, **options: object) -> str:
    out = StringIO()
    with translation.override("en"):
        call_command("check_log", *filter(None, [code]), stdout=out, **options)
    return out.getvalue()


def test_a_line_is_sealed_by_hmac_sha256_with_a_key_that_only_its_owner_reads() -> None:
    tournament = a_tournament()
    line = record(tournament, "note", "Line %(place)s.", place=3)
    [key] = settings.LOG_KEYS
    name = hashlib.sha256(f"king log {key}".encode()).hexdigest()[:8]
    content = [
        tournament.code,
        name,
        "",
        1,
        "note",
        "Line %(place)s.",
        {"place": 3},
        "",
        line.at.isoformat(),
    ]
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    assert line.hash == hmac.new(key.encode(), text, hashlib.sha256).hexdigest()
    file = Path(settings.DATA_DIR, "log_key")
    assert file.read_text() == key
    assert file.stat().st_mode & 0o777 == 0o600
    assert key not in "".join(map(str, LogEntry.objects.values().get().values()))


def test_whoever_rewrites_a_line_without_the_key_is_found_at_that_line(evening: Tournament) -> None:
    with override_settings(LOG_KEYS=["a guess"]), guards.guards_off(connection):
        line = evening.log.get(kind="ruled")
        line.fields["reason"] = "Another."
        seal = line_hash(line)
        assert seal is None
        line.key = key_name("a guess")
        LogEntry.objects.filter(pk=line.pk).update(
            fields=line.fields, key=line.key, hash=line_hash(line)
        )
    fault = check_log(evening).fault
    assert fault is not None
    assert fault.number == line.sequence


def test_a_line_without_a_key_after_one_with_a_key_is_a_fault(evening: Tournament) -> None:
    last = evening.log.latest("sequence")
    line = LogEntry(
        tournament=evening,
        sequence=last.sequence + 1,
        kind="note",
        sentence="Nothing.",
        at=last.at,
        previous_hash=last.hash,
    )
    line.hash = line_hash(line) or ""
    line.save()
    fault = check_log(evening).fault
    assert fault is not None
    assert fault.number == line.sequence


def test_a_key_that_is_not_here_is_a_fault_that_names_it_and_the_chain_is_checked_all_the_same(
    evening: Tournament,
) -> None:
    name, count = evening.log.first().key, evening.log.count()
    with override_settings(LOG_KEYS=["another"]):
        record(evening, "note", "After.")
        assert check_log(evening).unknown == ((name, count),)
        with translation.override("en"):
            [fault] = check_log(evening).faults
        assert fault.number == 1
        assert f"its key {name} is not here, as far as line {count}" in fault.reason
        with pytest.raises(CommandError, match=evening.code):
            run_check(evening.code)
    with override_settings(LOG_KEYS=["another", *settings.LOG_KEYS]):
        assert check_log(evening).unknown == ()


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (
            "UPDATE scoring_handresult SET content = json_set(content, '$.units.N', 9) WHERE hand = 3",
            "sheet_handed_in",
        ),
        ("DELETE FROM scoring_handresult WHERE hand = 3", "sheet_handed_in"),
        ("UPDATE scoring_publication SET erratum = 'Nothing.'", "published"),
    ],
)
def test_what_the_log_speaks_of_was_changed_and_its_line_is_named(
    evening: Tournament, change: str, kind: str
) -> None:
    assert check_log(evening).fault is None
    with guards.guards_off(connection), connection.cursor() as cursor:
        cursor.execute(change)
    fault = check_log(evening).fault
    assert fault is not None
    assert fault.line == evening.log.filter(kind=kind).order_by("sequence").first()


def test_a_correction_made_by_the_rules_leaves_the_earlier_lines_true(evening: Tournament) -> None:
    first = HandResult.objects.filter(hand=1).first()
    sheet = reopen_sheet(sheet=first.sheet, author=None, reason="North and South were exchanged.")
    units = first.content["units"]
    enter_row(
        sheet=sheet,
        hand=1,
        content={"units": {**units, "N": units["S"], "S": units["N"]}},
        origin="desk",
    )
    close_sheet(sheet=sheet, author=None)
    publish(tournament=evening, author=None)
    assert check_log(evening).fault is None


def test_lines_cut_off_at_the_end_show_by_the_published_standing_and_by_the_paper(
    evening: Tournament,
) -> None:
    line = publication_line(Publication.objects.get())
    assert line == evening.log.get(kind="published")
    with guards.guards_off(connection):
        evening.log.filter(sequence__gte=line.sequence).delete()
    assert check_log(evening).fault.number == line.sequence
    with guards.guards_off(connection):
        Publication.objects.all().delete()
    assert check_log(evening).fault is None
    with pytest.raises(CommandError, match=evening.code):
        run_check(evening.code, lines=line.sequence, seal=line.hash[:12])


def test_the_count_and_the_seal_of_a_paper_are_checked(evening: Tournament) -> None:
    line = publication_line(Publication.objects.get())
    answer = run_check(evening.code, lines=line.sequence, seal=line.hash[:12])
    assert (
        f"all lines hold ({evening.log.count()}), last seal {evening.log.latest('sequence').hash[:12]}"
        in answer
    )
    with pytest.raises(CommandError):
        run_check(evening.code, lines=line.sequence - 1, seal=line.hash[:12])
    with pytest.raises(CommandError, match="all three"):
        run_check(evening.code, lines=line.sequence)
    with pytest.raises(CommandError, match="no evening with the code nobody"):
        run_check("nobody")


def test_every_evening_is_checked_where_none_is_named(evening: Tournament) -> None:
    record(a_tournament(name="Venerdì"), "note", "One.")
    assert run_check().count("all lines hold") == 2


def test_a_start_after_which_something_was_ruled_is_not_taken_back() -> None:
    sheet = a_sheet()
    accept_sheet(sheet=sheet, author=None, reason="Nobody came.")
    with pytest.raises(ValidationError) as error:
        undo_start(round=sheet.table.round, author=None, reason="Nobody came.")
    assert error.value.code == "ruled"
