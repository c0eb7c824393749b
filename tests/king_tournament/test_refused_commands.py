"""A command that cannot do what it was asked prints one line, in the installation's language."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation
from django.utils.translation import gettext

from king.rulesets import RULESETS

ROOT = Path(__file__).parents[2]
UNKNOWN = "There is no rule system %(code)s. There are: %(codes)s"


def refused(folder: Path, *words: str) -> str:
    """Standard error of a command that fails in an installation without tables."""
    variables = {key: value for key, value in os.environ.items() if key in {"PATH", "HOME", "LANG"}}
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env={**variables, "KING_DATA_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    return done.stderr


@pytest.mark.at_length
def test_an_unknown_rule_system_is_refused_in_one_sentence_without_the_name_of_an_exception(
    tmp_path: Path,
) -> None:
    with translation.override("it"):
        sentence = gettext(UNKNOWN) % {"code": "lab99", "codes": ", ".join(RULESETS)}
    assert refused(tmp_path, "demo", "--seed", "1", "--ruleset", "lab99") == f"{sentence}\n"


@pytest.mark.at_length
def test_the_first_command_of_an_installation_ended_in_a_traceback(tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    file.write_text(json.dumps({"ruleset": "lab99", "rounds": []}))
    error = refused(tmp_path / "new", "load_night", str(file))
    assert error.startswith(f"{file}: ruleset: ")
    assert error.endswith("'lab99'\n")
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "reason"), [("nowhere.json", "there is no such file"), ("", "it is a folder")]
)
def test_why_a_file_is_not_opened_is_no_english_of_the_system(
    db: None, tmp_path: Path, name: str, reason: str
) -> None:
    with translation.override("it"), pytest.raises(CommandError) as refusal:
        call_command("load_night", str(tmp_path / name))
    with translation.override("it"):
        sentence = gettext("cannot be opened: {reason}").format(reason=gettext(reason))
    assert str(refusal.value) == f"{tmp_path / name}: {sentence}"
