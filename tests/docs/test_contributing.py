"""The recipes of CONTRIBUTING.md, walked: the paths that they name are there, and what they add is added."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[2]
RECIPES = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SYSTEM, SETTING = (textwrap.dedent(block) for block in re.findall(r"```python\n(.*?)```", RECIPES, re.DOTALL))

MADE = {"king/rulesets/lab_double.py", "docs/systems/lab_double.md"}
"""Files that the recipe of a rule system makes."""

IMPORT, END = "from king.rulesets.lab13 ", "    def as_json(self)"

ASKED = """
import json, django
django.setup()
from king.rulesets import RULESETS
from king_tournament.desk.evening.editions import EditionForm
from tests.docs.setting_tables import PAGES, regenerated
rules = RULESETS["lab_double"]
form = EditionForm(base=rules)
page = regenerated(PAGES["en"].read_text(encoding="utf-8"), "en")
print(json.dumps({
    "hands": rules.length,
    "makes": str(rules.expected_sum),
    "offered": sorted(code for code, each in RULESETS.items() if "last_card_shown" in {s.key for s in each.settings}),
    "field": str(form["setting_last_card_shown"].label),
    "entry": page.split("### `last_card_shown`")[1].split("###")[0],
}))
"""


def test_what_the_recipes_name_is_there() -> None:
    named = set(re.findall(r"[`= ]((?:king|king_tournament|printing|tests|docs|locale)/[\w./]*\w)", RECIPES))
    assert [
        path
        for path in sorted(named - {"docs/systems/lab_double.md", "king/rulesets/lab_double.py"})
        if not (ROOT / path).exists()
    ] == []
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = {name for line in re.findall(r"(?:^|`)make ([a-z ]+\b)", RECIPES, re.MULTILINE) for name in line.split()}
    assert [name for name in sorted(targets) if not re.search(rf"^{name}:", makefile, re.MULTILINE)] == []


def test_a_system_is_a_file_and_a_line_and_a_setting_one_declaration(tmp_path: Path) -> None:
    game = tmp_path / "king"
    shutil.copytree(ROOT / "king", game, ignore=shutil.ignore_patterns("__pycache__"))
    (game / "rulesets/lab_double.py").write_text(SYSTEM, encoding="utf-8")
    registry = game / "rulesets/__init__.py"
    text = registry.read_text(encoding="utf-8")
    text = text.replace("        LAB13,\n", "        LAB13,\n        LAB_DOUBLE,\n")
    text = text.replace(
        "from king.rulesets.lab13 ", "from king.rulesets.lab_double import LAB_DOUBLE\nfrom king.rulesets.lab13 "
    )
    registry.write_text(text, encoding="utf-8")
    settings = game / "rulesets/settings.py"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace(END, f"{textwrap.indent(SETTING, '    ')}\n{END}"), encoding="utf-8")
    for room in ROOT.iterdir():
        if room.is_dir() and room.name not in ("king", "var"):
            (tmp_path / room.name).symlink_to(room)
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    program = [sys.executable, "-c", ASKED]
    done = subprocess.run(
        program, check=False, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert (said["hands"], said["field"]) == (13, "The last card is shown")
    # Thirteen tricks more at 2 points each, in a game that made 0.
    assert said["makes"] == "26"
    assert "lab_double" in said["offered"]
    assert "| `false` | no | lab12 lab13 lab_double " in said["entry"]
    assert said["entry"].strip().startswith("The last card is shown. Whether the dealer shows his last card before")
