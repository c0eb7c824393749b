"""The recipes of CONTRIBUTING.md work: the paths that they name exist, and following them adds what
they promise.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RECIPES = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SYSTEM, SETTING, RULING, COLUMN, DOCUMENT, SERVICE, STEP, FIELD = (
    textwrap.dedent(block) for block in re.findall(r"```python\n(.*?)```", RECIPES, re.DOTALL)
)

RULING_WORDS = """
RulingWords(
    code="slow_play",
    choice="Slow play. It costs the penalty of a positive hand.",
    short="Slow play",
    sentences={"": "Hand %(hand)s: slow play of %(offender)s. %(reason)s"},
    revoked="Hand %(hand)s: no slow play of %(offender)s. %(reason)s",
    effect=nothing_more,
    bare=False,
),
"""

MADE = {"king/rulesets/lab_double.py", "docs/systems/lab_double.md", "printing/documents/clubs.py"}
"""New files of the recipes."""

ADDED = {
    "king/rulesets/__init__.py": [
        (
            "from king.rulesets.lab_coppie ",
            "from king.rulesets.lab_double import LAB_DOUBLE\nfrom king.rulesets.lab_coppie ",
        ),
    ],
    "king/rulesets/settings.py": [
        ("    def as_json(self)", f"{textwrap.indent(SETTING, '    ')}\n    def as_json(self)"),
    ],
    "king/sheet/ruling_kinds.py": [
        ("KINDS: Mapping[str, RulingKind] =", f"{RULING}\n\nKINDS: Mapping[str, RulingKind] ="),
    ],
    "wording/ruling_words.py": [
        ("_ROWS = (\n", f"_ROWS = (\n{textwrap.indent(RULING_WORDS, '    ')}"),
    ],
    "wording/columns.py": [
        (
            "\nSTANDING: Declared =",
            f"{COLUMN.rstrip()}\n\nSTANDING: Declared =",
        ),
    ],
    "printing/document_list.py": [
        ("    arbiter_papers,\n", "    arbiter_papers,\n    clubs,\n"),
        (
            '        Document(\n            "results"',
            '        Document("clubs", _("Clubs"), _("Members."), "tournament",\n'
            '                 clubs.clubs),\n        Document(\n            "results"',
        ),
    ],
    "king_tournament/desk/document_table.py": [
        ("GROUP_OF = {", 'GROUP_OF = {"clubs": EVENING,'),
    ],
    "tournaments/services.py": [
        (
            "@transaction.atomic\ndef set_prizes(",
            f"{SERVICE}\n\n@transaction.atomic\ndef set_prizes(",
        )
    ],
    "king_tournament/api/steps/evening.py": [
        ("EVENING_STEPS = (\n", f"EVENING_STEPS = (\n{textwrap.indent(STEP.rstrip(), '    ')},\n"),
    ],
    "king_tournament/desk/urls.py": [
        (
            '    at("<slug:code>/remove/"',
            '    at("<slug:code>/clubs/", players.clubs),\n    at("<slug:code>/remove/"',
        ),
    ],
    "king_tournament/desk/players/views.py": [
        (
            "@staff_only\n@require_GET\n@on_evening\ndef find(",
            "@staff_only\n@require_GET\n@on_evening\n"
            "def clubs(request: DeskRequest, tournament: Tournament) -> HttpResponse:\n"
            '    return desk_page(request, "desk/players/clubs.html", tournament, step=PLAYERS)\n\n\n'
            "@staff_only\n@require_GET\n@on_evening\ndef find(",
        ),
    ],
}
"""Changes of the recipes by file: the old text and the new one."""

PAGE = '{% extends "desk/base.html" %}{% block main %}<main id="content" tabindex="-1"><h1>Clubs</h1></main>{% endblock %}'

ASKED = """
import json, django
django.setup()
from king.rulesets import RULESETS
from king.sheet.full_sheet import score
from king.sheet.row import Row
from king.sheet.ruling_kinds import KINDS
from king.sheet.rulings import Ruling
from king_tournament.desk.evening.edition_form import EditionForm
from king_tournament.api.king_shapes import StandingLineShape
from tests.api.programs import steps
from tests.docs.setting_tables import DOCS, regenerated
from tests.evenings import good_rows
from wording.columns import PAGE, Ranked, columns_at
from wording.ruling_words import WORDS, label_of
rules = RULESETS["lab_double"]
form = EditionForm(base=rules)
page = regenerated((DOCS / "settings.md").read_text(encoding="utf-8"), "en")
rows = [Row.from_json({"hand": hand, **content}) for hand, content in good_rows().items()]
slow = Ruling.from_json({"kind": "slow_play", "hand": 12, "offender": "N"})
ruled = score("lab12", rows, [slow])
print(json.dumps({
    "hands": rules.length,
    "makes": str(rules.expected_sum),
    "offered": sorted(code for code, each in RULESETS.items() if "last_card_shown" in {s.key for s in each.settings}),
    "field": str(form["settings.last_card_shown"].label),
    "columns": [one.key for one in columns_at(PAGE, Ranked(()))],
    "told": list(StandingLineShape().fields),
    "kinds": {code: label_of(code) for code in KINDS},
    "choice": WORDS["slow_play"].choice,
    "problems": [problem.code for problem in ruled.problems],
    "fined": str(ruled.totals["N"] - score("lab12", rows).totals["N"]),
    "step": steps()["tournaments/{code}/hall/"]["operationId"],
    "entry": page.split("### `last_card_shown`")[1].split("###")[0],
}))
"""


def test_what_the_recipes_name_is_there() -> None:
    named = set(
        re.findall(r"[`= ]((?:king|king_tournament|printing|tests|docs|locale)/[\w./]*\w)", RECIPES)
    )
    assert [path for path in sorted(named - MADE) if not (ROOT / path).exists()] == []
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = {
        name
        for line in re.findall(r"(?:^|`)make ([a-z ]+\b)", RECIPES, re.MULTILINE)
        for name in line.split()
    }
    assert [
        name for name in sorted(targets) if not re.search(rf"^{name}:", makefile, re.MULTILINE)
    ] == []


@pytest.fixture
def walked(tmp_path: Path, migrated: Path) -> Path:
    """Folder of a copy of the program in which all recipes have been followed."""
    copied = {"king", "wording", "tournaments", "printing", "king_tournament", "templates"}
    for place in ROOT.iterdir():
        if place.name in copied:
            shutil.copytree(
                place, tmp_path / place.name, ignore=shutil.ignore_patterns("__pycache__")
            )
        elif place.name == "manage.py":  # Python looks for modules where a link leads
            shutil.copy(place, tmp_path)
        elif place.name != "var" and not place.name.startswith("."):
            (tmp_path / place.name).symlink_to(place)
    for name, changes in ADDED.items():
        text = (tmp_path / name).read_text(encoding="utf-8")
        for before, after in changes:
            assert before in text
            text = text.replace(before, after, 1)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "king/rulesets/lab_double.py").write_text(SYSTEM, encoding="utf-8")
    (tmp_path / "printing/documents/clubs.py").write_text(DOCUMENT, encoding="utf-8")
    (tmp_path / "templates/desk/players/clubs.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / ".pytest_cache/d").mkdir(parents=True)
    (tmp_path / ".pytest_cache/d/migrated").symlink_to(migrated.parent)
    return tmp_path


def run(folder: Path, *program: str) -> str:
    settings = {"DJANGO_SETTINGS_MODULE": "tests.settings", "KING_THOROUGH": ""}
    environment = {**os.environ, **settings}
    done = subprocess.run(
        [sys.executable, *program],
        check=False,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=400,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_system_is_a_file_and_a_line_a_setting_and_a_column_one_declaration_a_ruling_two_rows(
    walked: Path,
) -> None:
    said = json.loads(run(walked, "-c", ASKED))
    assert (said["hands"], said["field"]) == (13, "The last card is shown")
    # Thirteen more tricks at 2 points each, in a game that summed to 0.
    assert said["makes"] == "26"
    assert "lab_double" in said["offered"]
    assert "partite_counted" in said["columns"]
    assert said["told"][-1] == "partite_counted"
    assert said["kinds"]["slow_play"] == "slow play"
    assert said["choice"].startswith("Slow play. ")
    assert (said["problems"], said["fined"]) == ([], "-5")  # A14
    assert said["step"] == "tournament_hall"
    assert "| `false` | no | lab12 lab13 lab_double " in said["entry"]
    assert (
        said["entry"]
        .strip()
        .startswith("The last card is shown. Whether the dealer shows their last card before")
    )


def test_a_new_column_makes_one_migration(walked: Path) -> None:
    models = walked / "tournaments/models.py"
    text = models.read_text(encoding="utf-8")
    before = "    is_demo = models"
    assert before in text
    field = textwrap.indent(FIELD, "    ")
    models.write_text(text.replace(before, f"{field}{before}", 1), encoding="utf-8")
    told = run(walked, "manage.py", "makemigrations", "tournaments", "-n", "hall")
    assert "+ Add field hall to tournament" in told


@pytest.mark.at_length
def test_what_was_added_turns_no_test_red(walked: Path) -> None:
    """The run has the tests of each system for the new one, those that compare all systems, and
    those of every document and every page.
    """
    match = "test_a_match_of_legal_steps_ends_in_a_sheet_that_closes_and_its_record_plays_it_again"
    asked = [
        "tests/king/rulesets/test_rulesets.py",
        "tests/king/test_invariants.py",
        "tests/king/test_redeal.py",
        "tests/king/test_quick_game.py",
        "tests/king/rulesets/test_edition.py::test_every_system_can_have_an_edition_that_changes_nothing[lab_double]",
        "tests/king/sheet/test_rulings.py::test_no_illegal_play_and_no_disqualification_pays_its_offender[lab_double]",
        f"tests/king/test_library.py::{match}[False-lab_double]",
        "tests/wording/test_columns.py",
        "tests/desk/test_every_ruling.py::test_it_is_previewed_made_shown_and_revoked[slow_play]",
        "tests/desk/test_every_ruling.py::test_everybody_and_the_paper_read_it[slow_play]",
        "tests/printing/test_documents.py::test_nothing_stands_in_the_margin[it]",
        "tests/desk/test_print.py::test_every_document_is_made_and_opens[clubs]",
        "tests/desk/test_print.py::test_every_document_stands_on_the_page",
        "tests/desk/test_second_half.py::test_garbage_is_answered_with_a_page[clubs]",
        "tests/desk/test_second_half.py::test_a_stranger_signs_in_first",
    ]
    run(walked, "-m", "pytest", "-q", "-p", "no:xdist", *asked)
