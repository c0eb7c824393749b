"""Operations: /ready, /metrics, log lines in JSON, a shared cache, migrations while old code runs."""

from __future__ import annotations

import json
import logging
import os
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.db import DatabaseError, connection, migrations, models
from django.db.migrations.state import ModelState, ProjectState
from django.test import Client

from ground.trouble import JSONFormatter
from king_tournament.installation import monitoring, web
from king_tournament.management.commands.rolling_check import breaks_old_code
from tests import services
from tests.evenings import a_sheet

pytestmark = pytest.mark.django_db


def test_ready_once_database_and_tables_are_there() -> None:
    answer = Client().get("/ready")
    assert (answer.status_code, answer.json()) == (200, {"database": True, "migrations": True})


def test_not_ready_while_a_migration_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitoring, "_applied", [])
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'scoring'")
    answer = Client().get("/ready")
    assert (answer.status_code, answer.json()["migrations"]) == (503, False)


def test_ready_without_the_broker(settings: Any) -> None:
    """Rows are saved without a broker; queued work waits in its own rows."""
    settings.CELERY_BROKER_URL = "amqp://guest@127.0.0.1:9//"
    assert Client().get("/ready").status_code == 200


def test_not_ready_from_when_it_is_asked_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rolling restart used to take the stopping server for the new one, and stop the other server
    too.
    """
    monkeypatch.setattr(monitoring, "is_stopping", threading.Event())
    assert Client().get("/ready").status_code == 200
    monitoring.is_stopping.set()
    answer = Client().get("/ready")
    assert (answer.status_code, answer.json()["ending"]) == (503, True)


def read(client: Client, **headers: str) -> dict[str, float]:
    text = client.get("/metrics", **headers).content.decode()
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _blank, value in lines}


def test_metrics_count_answers_rows_and_their_time() -> None:
    sheet, client = a_sheet(), Client()
    before = read(client)
    body = {"hand": 1, "content": {"units": {"N": 13, "E": 0, "S": 0, "W": 0}}, "based_on": 0}
    address = f"/t/{sheet.table.place.code}/{sheet.table.round.number}/rows"
    assert (
        client.post(address, json.dumps(body), content_type="application/json").status_code == 200
    )
    client.get("/no/such/page")
    after = read(client)
    rows = 'king_requests_total{status="200",view="captain:rows"}'
    assert after[rows] == before.get(rows, 0) + 1
    assert after["king_row_seconds_count"] == before["king_row_seconds_count"] + 1
    assert 'king_requests_total{status="404",view="none"}' in after
    assert (before["king_rows"], after["king_rows"]) == (0, 1)
    assert after["king_queue_length"] >= 0
    assert sheet.table.place.code not in str(after)


@pytest.mark.parametrize(
    ("environ", "status"),
    [
        ({}, 200),
        ({"REMOTE_ADDR": "192.168.1.20"}, 403),
        ({"HTTP_X_FORWARDED_FOR": "8.8.8.8"}, 403),
    ],
)
def test_metrics_are_for_this_machine(environ: dict[str, str], status: int) -> None:
    assert Client().get("/metrics", **environ).status_code == status


def test_on_a_full_disk_a_process_counts_for_itself_and_lives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    files = [tmp_path / f"{kind}_{os.getpid()}.db" for kind in ("counter", "histogram")]
    web._make_room_for_figures()
    assert [file.read_bytes() for file in files] == [bytes(2**20)] * 2
    files[1].unlink()
    files[1].symlink_to("/dev/full")
    web._make_room_for_figures()
    assert "PROMETHEUS_MULTIPROC_DIR" not in os.environ
    assert list(tmp_path.iterdir()) == []


def test_or_for_whoever_has_the_token(settings: Any) -> None:
    settings.KING_METRICS_TOKEN = "a long token"
    far = {"REMOTE_ADDR": "8.8.8.8"}
    assert (
        Client().get("/metrics", HTTP_AUTHORIZATION="Bearer a long token", **far).status_code == 200
    )
    assert Client().get("/metrics", HTTP_AUTHORIZATION="Bearer another", **far).status_code == 403
    assert Client().get("/metrics").status_code == 403


def test_an_answer_carries_its_mark_and_a_visitors_own_is_not_believed(settings: Any) -> None:
    assert Client().get("/health", HTTP_X_REQUEST_ID="abc")["X-Request-ID"] != "abc"
    settings.KING_PROXIES = 1
    assert Client().get("/health", HTTP_X_REQUEST_ID="abc")["X-Request-ID"] == "abc"
    assert "\n" not in Client().get("/health", HTTP_X_REQUEST_ID='x"\n')["X-Request-ID"]


def test_a_line_of_json_is_one_line(caplog: pytest.LogCaptureFixture, settings: Any) -> None:
    settings.LOG_FORMAT = "json"
    sheet = a_sheet()
    with caplog.at_level(logging.INFO, logger="king.requests"):
        Client().get(f"/t/{sheet.table.place.code}/1/state")
    lines = [
        JSONFormatter().format(record)
        for record in caplog.records
        if record.name == "king.requests"
    ]
    facts = json.loads(lines[0])
    assert (facts["method"], facts["view"], facts["status"]) == ("GET", "captain:state", 200)
    assert sheet.table.place.code not in lines[0]
    assert "127.0.0.1" not in lines[0]
    try:
        raise DatabaseError("two\nlines")
    except DatabaseError:
        record = logging.LogRecord("king", logging.ERROR, "", 1, "failed", (), sys.exc_info())
    line = JSONFormatter().format(record)
    assert "\n" not in line
    assert "DatabaseError" in json.loads(line)["traceback"]


def shared(address: str) -> dict[str, Any]:
    return {
        "default": {
            "BACKEND": "king_tournament.installation.shared_cache.SharedCache",
            "LOCATION": address,
            "KEY_PREFIX": "king-test",
            "OPTIONS": {"socket_connect_timeout": 1},
        }
    }


def test_a_shared_cache_that_is_away_is_an_empty_one(settings: Any) -> None:
    settings.CACHES = shared("redis://127.0.0.1:9/0")
    cache = caches["default"]
    cache.set("page", "kept")
    assert cache.get("page", "nothing") == "nothing"
    assert cache.add("claim", True)
    cache.clear()


def test_clearing_takes_what_is_ours_and_nothing_else(settings: Any) -> None:
    try:
        address = services.redis_url()
    except services.Missing as missing:
        pytest.skip(str(missing))
    settings.CACHES = shared(address)
    cache = caches["default"]
    client = cache._cache.get_client(None, write=True)
    client.set("king-test-other", "the queue's")
    cache.set("page", "kept")
    cache.clear()
    assert (cache.get("page"), client.get("king-test-other")) == (None, b"the queue's")
    client.delete("king-test-other")


KEPT = (
    "evening",
    [
        ("id", models.AutoField(primary_key=True)),
        ("name", models.CharField(max_length=50, null=True)),
    ],
)


@pytest.mark.parametrize(
    ("step", "allowed"),
    [
        (migrations.AddField("evening", "hall", models.CharField(max_length=9, null=True)), True),
        (
            migrations.AddField("evening", "hall", models.CharField(max_length=9, db_default="")),
            True,
        ),
        (migrations.AddField("evening", "hall", models.CharField(max_length=9, default="")), False),
        (
            migrations.AlterField("evening", "name", models.CharField(max_length=80, null=True)),
            True,
        ),
        (
            migrations.AlterField("evening", "name", models.CharField(max_length=40, null=True)),
            False,
        ),
        (migrations.AlterField("evening", "name", models.CharField(max_length=50)), False),
        (migrations.AlterField("evening", "name", models.TextField(null=True)), False),
        (migrations.RemoveField("evening", "name"), False),
        (migrations.RenameField("evening", "name", "title"), False),
        (migrations.DeleteModel("evening"), False),
        (migrations.CreateModel("hall", [("id", models.AutoField(primary_key=True))]), True),
        (
            migrations.SeparateDatabaseAndState(
                state_operations=[migrations.RenameModel("evening", "Night")]
            ),
            True,
        ),
        (
            migrations.SeparateDatabaseAndState(
                database_operations=[migrations.RemoveField("evening", "name")]
            ),
            False,
        ),
    ],
)
def test_a_migration_that_old_code_cannot_work_with_is_said(step: Any, allowed: bool) -> None:
    for said_so in (False, True):
        before = ProjectState()
        before.add_model(ModelState("club", *KEPT))
        migration = type(
            "Migration", (migrations.Migration,), {"operations": [step], "after_old_code": said_so}
        )
        problems = list(breaks_old_code([migration("0002_next", "club")], before))
        assert (problems == []) == (allowed or said_so)
