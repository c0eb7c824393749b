"""Clients that other people's programs make from the schema of the running site: each plays an
evening and reads its standing back.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from scoring.models import Publication
from tests.accounts import PASSWORD
from tests.evenings import NIGHT
from tests.services import Missing, java
from tournaments.models import Tournament

pytestmark = [pytest.mark.at_length, pytest.mark.django_db(transaction=True)]

PROGRAMS = Path(__file__).parent / "clients"


def run(*command: object, **options: Any) -> str:
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, check=False, timeout=300, **options
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def by_openapi_generator(schema: Path, folder: Path) -> None:
    """A program in Java, which its package brings along."""
    try:
        java()
    except Missing as reason:
        pytest.skip(str(reason))
    program = Path(sys.executable).parent / "openapi-generator-cli"
    made = ["-g", "python", "-i", schema, "-o", folder, "--package-name", "king_client"]
    run(program, "generate", *made)


def by_openapi_python_client(schema: Path, folder: Path) -> None:
    made = ["--path", schema, "--output-path", folder / "king_client", "--meta", "none"]
    run(sys.executable, "-m", "openapi_python_client", "generate", *made)


@pytest.mark.parametrize("make", [by_openapi_generator, by_openapi_python_client])
def test_a_client_that_is_made_from_the_schema_plays_an_evening(
    make: Any, chief: User, live_server: Any, tmp_path: Path
) -> None:
    schema = tmp_path / "schema.json"
    described = Client().get("/api/schema/?format=json", headers={"Accept-Language": "en"})
    schema.write_bytes(described.content)
    make(schema, tmp_path / "client")
    program = PROGRAMS / f"{make.__name__}.py"
    told = run(
        *(sys.executable, "-W", "ignore", program, live_server.url, "chief", PASSWORD, NIGHT),
        env={**os.environ, "PYTHONPATH": str(tmp_path / "client")},
    )
    answer = json.loads(told)
    by_program = Tournament.objects.get(code=answer["code"])
    # The same file as ``load_night`` reads it, which test_night_import works out by hand.
    call_command("load_night", str(NIGHT), stdout=io.StringIO())
    by_file = Tournament.objects.exclude(pk=by_program.pk).get()
    expected = Publication.objects.filter(tournament=by_file).order_by("number").last().standings
    assert len(answer["standings"]["overall"]) == 32
    assert answer["standings"] == json.loads(json.dumps(expected))
