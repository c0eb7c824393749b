"""Scripts and style sheets joined into one file work as they did in parts. Node runs the scripts."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from king_tournament.installation.whole_files import whole_script, whole_sheet
from tests.services import Missing, node

ROOT = Path(__file__).parents[3]
MODULES = {
    "king/first.js": 'console.log("first");\nexport const a = 1,\n  unused = 0;\n',
    "king/parts/second.js": """\
// A comment.
import { a } from "../first.js";

/* Another
   one. */
console.log("second");
const hidden = a + 1;
export function b() {
  return hidden; // behind a statement
}
export class Counter {
  count = () => b() + `${a}`;
}
export async function later() {
  return a;
}
""",
    "king/page.js": """\
import "./first.js";
import {
  b,
  Counter as Meter,
  later,
} from "./parts/second.js";

const hidden = "https://king.club"; // of the same name as another's
export let shown = b();
console.log(hidden, shown, new Meter().count(), typeof later().then, "a".replace(/^\\s*\\/\\//, ""));
""",
}


def run_by_node(script: str, folder: Path) -> str:
    """Run a module in Node; return its output."""
    try:
        program = node()
    except Missing as reason:
        pytest.skip(str(reason))
    place = folder / "page.mjs"
    place.write_text(script)
    done = subprocess.run([program, place], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_script_in_one_piece_runs_each_module_once_and_in_order(tmp_path: Path) -> None:
    whole = whole_script("king/page.js", MODULES.__getitem__)
    assert run_by_node(whole, tmp_path) == "first\nsecond\nhttps://king.club 2 21 function a\n"


def test_comments_and_indentation_are_left_out() -> None:
    whole = whole_script("king/page.js", MODULES.__getitem__)
    assert "A comment" not in whole
    assert "Another" not in whole
    assert "\n  " not in whole


@pytest.mark.parametrize(
    "text",
    [
        'import all from "./first.js";\n',
        'import * as all from "./first.js";\n',
        'export * from "./first.js";\n',
        "export default 1;\n",
        "const a = 1;\nexport { a };\n",
        'const later = () => import("./first.js");\n',
        "const text = `two\n  // lines`;\n",
        'const text = "two \\\n  lines";\n',
        'import { x } from "./loose.js";\n',
        'import "./other.js";\n',
    ],
)
def test_a_form_that_is_not_read_is_refused(text: str) -> None:
    files = MODULES | {
        "king/other.js": text,
        "king/loose.js": "export let x = 1;\n",
        "king/entry.js": 'import "./other.js";\n',
    }
    with pytest.raises(ValueError, match=r"king/"):
        whole_script("king/entry.js", files.__getitem__)


def test_a_style_sheet_carries_those_that_it_imports_and_their_licences() -> None:
    files = {
        "king/library.css": "/*! Licence */\na { color: red }\n",
        "king/site.css": '/* The site. */\n@import url("library.css");\n\nb {\n  color: blue; /* sky */\n}\n',
        "king/page.css": '@import url("site.css");\nc { background: url("icon.svg") }\n',
    }
    assert whole_sheet("king/page.css", files.__getitem__) == (
        "/*! Licence */\na { color: red }\nb {\ncolor: blue; \n}\n"
        'c { background: url("icon.svg") }\n'
    )


def test_a_style_sheet_of_another_folder_is_refused() -> None:
    """The URLs in it would be resolved relative to the importing sheet."""
    with pytest.raises(ValueError, match=r"other/a\.css"):
        whole_sheet("king/page.css", {"king/page.css": '@import url("other/a.css");\n'}.__getitem__)


def test_every_script_and_style_sheet_of_the_house_can_be_made_whole() -> None:
    def read(name: str) -> str:
        return Path(str(finders.find(name))).read_text(encoding="utf-8")

    names = [file.relative_to(ROOT / "static").as_posix() for file in ROOT.glob("static/king/**/*")]
    scripts = [whole_script(name, read) for name in names if name.endswith(".js")]
    sheets = [whole_sheet(name, read) for name in names if name.endswith(".css")]
    assert len(scripts) > 30
    assert len(sheets) > 6
    assert [text for text in sheets if ".btn-primary{" in text]
    assert [text[:80] for text in scripts if "\nimport " in text or "\nexport " in text] == []
    assert [text[:80] for text in sheets if "@import" in text] == []
