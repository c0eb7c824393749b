"""The program of docs/api.md runs as a reader would run it."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from ground.roles import ORGANIZER
from king_tournament.accounts.services import create_first_account, make_token
from scoring.models import Publication
from tests.evenings import NIGHT
from tournaments.models import Tournament

DOCUMENT = Path(__file__).parents[2] / "docs" / "api.md"


@pytest.mark.django_db(transaction=True)
def test_the_program_of_the_documentation_runs_an_evening_to_its_published_standing(
    live_server, tmp_path: Path
) -> None:
    program, *_receiver = re.findall(
        r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.S
    )
    (tmp_path / "evening.py").write_text(program, encoding="utf-8")
    organizer = create_first_account(username="organizer", password="un re e una regina")
    token = make_token(user=organizer, name="evening.py", roles=[ORGANIZER])
    done = subprocess.run(
        [sys.executable, tmp_path / "evening.py", live_server.url, token, NIGHT],
        capture_output=True,
        check=False,
        text=True,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, "")
    by_program = Tournament.objects.get()
    # ``load_night`` reads the same file; test_night_import has its results worked out by hand.
    call_command("load_night", str(NIGHT), stdout=io.StringIO())
    by_file = Tournament.objects.exclude(pk=by_program.pk).get()
    published, expected = (
        Publication.objects.filter(tournament=evening).order_by("number").last().standings
        for evening in (by_program, by_file)
    )
    assert len(done.stdout.splitlines()) == 32
    assert published["winds"] == expected["winds"]
    assert published["overall"] == expected["overall"]
    assert json.dumps(published["rounds"]) == json.dumps(expected["rounds"])
