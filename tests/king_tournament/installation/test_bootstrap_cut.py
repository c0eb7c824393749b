"""The pages' cut version of Bootstrap keeps every rule that they may need."""

from __future__ import annotations

import re
from pathlib import Path

import bootstrap

from king_tournament.installation.bootstrap_cut import CLASSES, classes_of, cut

ROOT = Path(__file__).parents[3]
WHOLE = (Path(bootstrap.__file__).parent / "static/bootstrap/css/bootstrap.min.css").read_text()
MARKUP = [
    *(ROOT / "templates").rglob("*.*"),
    *(ROOT / "static/king").rglob("*.js"),
    *(ROOT / "king_tournament/templatetags").glob("*.py"),
]
"""Files that give elements their classes."""

SHEET = """@charset "UTF-8";/*!
 * Licence */:root{--a:1}.btn{color:red}.btn,.modal .btn:not(.active){color:blue}.modal{top:0}\
@media print{.modal{top:1px}.btn:is(a,b),.table{top:2px}}@media (width>1px){.modal{top:3px}}\
@keyframes turn{0%{top:0}to{top:1px}}a[href="."]{color:red}"""


def test_the_classes_are_those_that_markup_names() -> None:
    words = {word for file in MARKUP for word in re.findall(r"[\w-]+", file.read_text("utf-8"))}
    assert classes_of(WHOLE) & words == CLASSES


def test_a_rule_is_left_out_where_no_element_can_have_its_classes() -> None:
    assert cut(SHEET, {"btn"}) == (
        "/*!\n * Licence */\n"
        ":root{--a:1}\n"
        ".btn{color:red}\n"
        ".btn{color:blue}\n"
        "@media print{.btn:is(a,b){top:2px}}\n"
        "@keyframes turn{0%{top:0}to{top:1px}}\n"
        'a[href="."]{color:red}\n'
    )
    assert ".modal .btn:not(.active)" in cut(SHEET, {"btn", "modal"})
