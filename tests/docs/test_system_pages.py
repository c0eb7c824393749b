"""The pages on the rule systems agree with the code, and have an entry for every system, setting,
variant and label.
"""

from __future__ import annotations

import io
import re
import tokenize
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation
from django.utils.translation import gettext

from king.cards import WINDS, Side
from king.commands.sheets import scored
from king.play.tricks import PlayRules, play_rules
from king.reading import Node
from king.rulesets import RULESETS
from king.rulesets.base import Order, Scoring
from king.rulesets.contracts import (
    FRENCH_TERMS,
    ITALIAN_TERMS,
    PORTUGUESE_TERMS,
    TERMS,
    Family,
)
from king.rulesets.settings import SETTINGS
from king.sheet.comparison import TableOfMatch, matches
from king.sheet.full_sheet import ScoredSheet
from king.sheet.row import Row
from king.standing.standing_settings import STANDING_SETTINGS, StandingSettings
from king_tournament.rulebook.views import ABOUT
from tests.docs.reading import (
    DOCS,
    OF_PLAYERS,
    ROOT,
    TONGUES,
    document,
    examples,
    headings,
    in_each_language,
    in_each_of_its_languages,
    pages_of,
    section,
    section_of,
)
from tests.docs.setting_tables import regenerated
from wording.naming import wind_name
from wording.sentences import contract_meaning

HEADINGS = (
    "Who plays",
    "The hands",
    "Dealing",
    "What may be played",
    "The sheet",
    "Penalties",
    "Standings",
    "Where the source is silent",
    "Worked example",
)
"""Beginnings of the headings of every page, in this order."""


LABEL = re.compile(r"(?<![\w.:])(?:[RAOI]\d{1,2}[abcd]?|T-\d\d|§\d(?:\.\d)?b?)(?![\w-]|\.\w)")
RANGE = re.compile(r"(?<![\w.:])([RAOI])(\d{1,2})–\1(\d{1,2})(?!\w)")


def page_of(code: str, tongue: str = "en") -> str:
    """Page of a system, empty if it does not exist."""
    return document(f"systems/{code}", tongue)


def table(text: str, like: str = "") -> list[dict[str, str]]:
    """Rows of the first table of the text, without code marks and with ASCII minus signs. Columns
    have the headings of ``like``, the English table.
    """
    (head, *rows), (named, *_rows) = cells(text), cells(like or text)
    plain = [[cell.replace("`", "").replace("−", "-").strip() for cell in row] for row in rows]
    assert len(head) == len(named)
    assert all(len(row) == len(head) for row in plain), plain
    return [dict(zip(named, row, strict=True)) for row in plain]


def cells(text: str) -> list[list[str]]:
    """Cells of the first table of a text, with its headings first."""
    lines = [line for line in text.split("\n\n") if line.lstrip().startswith("|")]
    assert lines, "no table"
    head, _line, *rows = [
        [cell.strip() for cell in line.strip("| ").split(" |")]
        for line in lines[0].strip().splitlines()
    ]
    return [head, *rows]


def wind(cell: str, tongue: str) -> str:
    """Letter in the code of a wind that is given by its letter or its name in a language."""
    with translation.override(tongue):
        return next((w.value for w in WINDS if cell in (w.value, wind_name(w))), cell)


def number(cell: str) -> Fraction | None:
    """Figure in a table's cell; None for –."""
    return None if cell == "–" else Fraction(cell)


# -- the pages of the systems


@in_each_language
def test_every_system_has_a_page_and_every_page_a_system(tongue):
    assert set(pages_of(tongue)) == set(RULESETS)


@pytest.mark.parametrize("tongue", OF_PLAYERS)
def test_a_language_for_players_has_the_pages_of_its_own_tradition(tongue):
    """Other systems' pages fall back to English."""
    assert OF_PLAYERS[tongue]
    assert set(OF_PLAYERS[tongue]) <= set(pages_of(tongue)) <= set(RULESETS)


def test_every_document_that_the_site_shows_is_there_in_its_languages():
    names = [*ABOUT, "systems/README", *(f"systems/{code}" for code in RULESETS)]
    assert [
        (name, tongue) for name in names for tongue in TONGUES if not document(name, tongue)
    ] == []


@in_each_of_its_languages
def test_a_page_tells_everything_in_the_same_order(code, tongue):
    text = page_of(code, tongue)
    with translation.override(tongue):
        assert text.startswith(f"# {translation.gettext(RULESETS[code].name)} (`{code}`)\n")
    assert len(headings(text)) == len(headings(page_of(code)))
    if tongue == "en":
        positions = [text.find(f"\n## {heading}") for heading in HEADINGS]
        assert -1 not in positions, HEADINGS[positions.index(-1)]
        assert positions == sorted(positions)


@in_each_of_its_languages
def test_the_table_of_hands_has_the_figures_of_the_system(code, tongue):
    ruleset = RULESETS[code]
    written = section_of(f"systems/{code}", "The hands", tongue)
    rows = table(written, section_of(f"systems/{code}", "The hands", "en"))
    plans = ruleset.schedule()
    codes = ruleset.rows if ruleset.order is Order.FIXED else tuple(ruleset.counts)
    assert [row["code"] for row in rows] == list(codes)
    for place, row in enumerate(rows):
        contract = ruleset.contract(row["code"])
        assert row["name"] == contract.name  # the name is not translated (§12.9)
        if tongue == "en":
            assert row["what is counted"] == contract.unit.heading
        assert (number(row["units"]), number(row["each"]), number(row["total"])) == (
            contract.units,
            contract.value,
            contract.total,
        )
        if ruleset.order is Order.FIXED:
            plan = plans[place]
            assert (row["hand"], wind(row["dealer"], tongue)) == (str(plan.number), plan.dealer)
            if contract.family is Family.DOMINO and ruleset.defaults.domino_opener == "holder":
                # R3: the holder of the 7 begins, not the player after the dealer.
                opener = play_rules(ruleset).domino_start
                assert f"{opener.suit.symbol}{opener.rank.label}" in row["leader"]
            else:
                assert wind(row["leader"], tongue) == plan.leader
            if ruleset.scoring is not Scoring.DIFFERENCE:
                assert number(row["running"]) == plan.control
        else:
            assert int(row["times"]) == ruleset.counts[contract.code]


@in_each_of_its_languages
def test_the_page_names_the_sum_of_a_sheet(code, tongue):
    expected = RULESETS[code].expected_sum
    text = section_of(f"systems/{code}", "The sheet", tongue).replace("−", "-")
    if expected is None:
        assert re.search(r"\*\*[^*\d]+\*\*", text)
        assert not re.search(r"\*\*[+-]?\d+\*\*", text)
    else:
        assert re.search(rf"\*\*\+?{re.escape(str(expected))}\*\*", text)


def sheets(code: str, tongue: str = "en") -> list[ScoredSheet]:
    """Scored sheets of the page's examples."""
    return [scored(Node(example, f"{code}.md", "")) for example, _ in examples(code, tongue)]


def differences(expected: Any, answer: Any, place: str = "") -> list[str]:
    """Places at which an answer differs from the page. Keys that the page leaves out may have any
    value.
    """
    if isinstance(expected, dict):
        return [
            line
            for key in expected
            for line in differences(expected[key], answer[key], f"{place}.{key}")
        ]
    if (
        isinstance(expected, list)
        and expected
        and isinstance(expected[0], dict)
        and "hand" in expected[0]
    ):
        rows = {row["hand"]: row for row in answer}
        return [
            d
            for row in expected
            for d in differences(row, rows[row["hand"]], f"{place}[hand {row['hand']}]")
        ]
    return (
        [] if expected == answer else [f"{place}: the page says {expected}, the program {answer}"]
    )


@in_each_of_its_languages
def test_the_worked_example_comes_out_as_the_page_has_it(code, tongue):
    for (example, expected), sheet in zip(
        examples(code, tongue), sheets(code, tongue), strict=True
    ):
        assert sheet.ruleset.root.code == code
        assert {"rows", "problems"} & set(expected), example
        assert differences(expected, sheet.as_json()) == []


@in_each_of_its_languages
def test_the_example_is_the_same_in_every_language(code, tongue):
    assert examples(code, tongue) == examples(code, "en")


@in_each_language
def test_the_two_tables_of_the_example_of_teams_make_what_the_page_adds_up(tongue):
    first, second = sheets("pt_pareado", tongue)
    line = re.search(
        r"^\S+ A\s?: .* = \*\*(\d+)\*\*\.$", page_of("pt_pareado", tongue), re.MULTILINE
    )
    assert line
    (match,) = matches(
        [
            TableOfMatch(1, {Side.NS: "A", Side.EW: "B"}, first.totals),
            TableOfMatch(2, {Side.NS: "B", Side.EW: "A"}, second.totals),
        ]
    )
    assert match.results["A"] == int(line[1])


# -- the names


TRADITIONS = (ITALIAN_TERMS, PORTUGUESE_TERMS, FRENCH_TERMS)


def glossary(english: str, tongue: str) -> list[dict[str, str]]:
    written, like = (section_of("glossary", english, each) for each in (tongue, "en"))
    return table(written, like)


@in_each_language
def test_the_glossary_has_every_hands_name_beside_what_its_sources_say(tongue):
    rows = glossary("The names of the hands", tongue)
    with translation.override(tongue):
        played = {
            (contract.code, contract.name, contract_meaning(contract))
            for ruleset in RULESETS.values()
            for contract in ruleset.played
        }
    assert {(row["code"], row["name"], row["in other words"]) for row in rows} == played
    assert len(rows) == len(played)
    assert all(re.search(r"[^\W\d]", row["sources"]) for row in rows)


@in_each_language
def test_the_glossary_has_every_traditions_words_of_the_table(tongue):
    rows = glossary("The words of the table", tongue)
    assert [next(iter(row.values())) for row in rows] == list(TERMS)
    for row in rows:
        key, meaning, *words, sources = row.values()
        with translation.override(tongue):
            assert meaning == gettext(TERMS[key])
        assert words == [words_of.get(key, "–") for words_of in TRADITIONS]
        assert sources


# -- the index


SIDES = {
    "four players": ({"individual"}, 4),
    "two pairs": ({"pairs"}, 4),
    "two teams": ({"teams"}, 4),
    "three players": ({"individual", "soloist"}, 3),
}
ORDERS = {"fixed": Order.FIXED, "called": Order.CALLED, "chosen by partners": Order.PROPOSED}


def index(tongue: str) -> dict[str, dict[str, str]]:
    rows = table(document("systems/README", tongue), document("systems/README", "en"))
    return {re.sub(r"\[(\w+)\]\(\1\.md\)", r"\1", row["code"]): row for row in rows}


@in_each_language
def test_a_word_of_the_tables_is_the_same_wherever_the_english_one_is(tongue):
    variants: dict[str, set[str]] = {}
    for code, row in index(tongue).items():
        for column in ("who plays", "order"):
            variants.setdefault(index("en")[code][column], set()).add(row[column])
        written = (section_of(f"systems/{code}", "The hands", each) for each in (tongue, "en"))
        own, english = (cells(part)[1:] for part in written)
        column = cells(section_of(f"systems/{code}", "The hands", "en"))[0].index("what is counted")
        for mine, theirs in zip(own, english, strict=True):
            variants.setdefault(theirs[column], set()).add(mine[column])
    assert {word: forms for word, forms in variants.items() if len(forms) > 1} == {}


@in_each_language
def test_the_index_has_every_system_with_its_figures(tongue):
    rows = index(tongue)
    assert list(rows) == list(RULESETS)
    for code, ruleset in RULESETS.items():
        row = rows[code]
        if tongue == "en":
            sides, players = SIDES[row["who plays"]]
            assert (ruleset.sides in sides, len(ruleset.players)) == (True, players)
            assert ORDERS[row["order"]] is ruleset.order
        assert int(row["hands"]) == ruleset.length
        assert number(row["sheet makes"]) == ruleset.expected_sum
        assert row["label"] in explained(tongue)


@pytest.mark.parametrize(
    "page", sorted(DOCS.rglob("*.md")), ids=lambda page: str(page.relative_to(DOCS))
)
def test_the_links_of_the_pages_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


# -- the settings


@in_each_language
def test_the_tables_of_the_settings_are_as_declared_and_each_entry_has_title_and_sources(tongue):
    page = document("settings", tongue)
    assert page == regenerated(page, tongue), "make docs"
    for key, setting in SETTINGS.items():
        entry = section(page, f"`{key}`").strip()
        sources = entry.rpartition("\n\n")[2]
        assert re.match(rf"{_sources_word(page)}\s?: \S", sources), key
        with translation.override(tongue):
            assert entry.replace("*", "").startswith(gettext(setting.title)), key


def _sources_word(page: str) -> str:
    """Pattern of the page's word for "Sources", read from its first entry."""
    first = section(page, f"`{next(iter(SETTINGS))}`").strip()
    return re.escape(first.rpartition("\n\n")[2].partition(":")[0].strip())


def test_a_setting_that_the_page_lacks_gets_an_entry_behind_the_one_declared_before():
    page = document("settings", "en")
    entry = section(page, "`cappotto_misere`")
    without = page.replace(f"### `cappotto_misere`{entry}", "")
    assert "### `cappotto_misere`\n" not in without
    lines = (
        regenerated(without, "en").split("### `cappotto_misere`\n")[1].split("###")[0].split("\n")
    )
    assert lines[1].startswith("Slam without tricks too. Whether a pair that takes all tricks")
    assert lines[5:7] == [
        "| `false` | no | lab_coppie squadre squadre_terza |",
        "| `true` | yes | – |",
    ]
    assert lines[8] == "Sources: "
    assert regenerated(without, "en").index("### `cappotto_misere`\n") > page.index(
        "### `cappotto`\n"
    )


@in_each_language
@pytest.mark.parametrize("key", STANDING_SETTINGS)
def test_every_setting_of_a_standing_has_an_entry_with_its_default(key, tongue):
    text = section(section_of("settings", "The settings of the standings", tongue), f"`{key}`")
    default = getattr(StandingSettings(), key)
    value = " ".join(default) if isinstance(default, tuple) else str(default).lower()
    assert re.search(rf"\w\s?:\s`{re.escape(value or 'none')}`", text)
    setting = STANDING_SETTINGS[key]
    for word in setting.labels if setting.kind != "flag" else ():
        assert f"`{word}`" in text


@in_each_language
def test_the_page_has_no_entry_for_a_setting_that_does_not_exist(tongue):
    entries = re.findall(r"^### `(\w+)`", document("settings", tongue), re.MULTILINE)
    assert set(entries) == {*SETTINGS, *STANDING_SETTINGS}


# -- the variants


@in_each_language
def test_every_variant_has_its_line_and_names_settings_that_exist(tongue):
    rows = table(document("variants", tongue), document("variants", "en"))
    assert [row["variant"] for row in rows] == [
        "O1a",
        "O1b",
        "O1c",
        "O1d",
        "O2",
        "O3",
        "O3b",
        *(f"O{number}" for number in range(4, 17)),
    ]
    choices = {choice for setting in SETTINGS.values() for choice in setting.choices}
    known = {
        *SETTINGS,
        *choices,
        *PlayRules.__dataclass_fields__,
        *Row.__dataclass_fields__,
        "down",
    }
    for line in document("variants", tongue).splitlines():
        if re.match(r"\| O\d", line):
            cell = line.split(" | ")[2]
            names = re.findall(r"`(\w+)", cell)
            assert set(names) <= known, line


# -- the labels


def labels_of(text: str) -> set[str]:
    """Every label that a text cites, with ranges written out."""
    ranged = {
        f"{letter}{number}"
        for letter, first, last in RANGE.findall(text)
        for number in range(int(first), int(last) + 1)
    }
    return set(LABEL.findall(text)) | ranged


def explained(tongue: str = "en") -> set[str]:
    """Labels that the page of rules explains: first cells of table rows."""
    labels = {
        match[1]
        for match in re.finditer(r"^\| ([^ |]+) \|", document("rules", tongue), re.MULTILINE)
    }
    return {label for label in labels if LABEL.fullmatch(label)}


@in_each_language
def test_the_same_labels_are_explained_in_every_language(tongue):
    assert explained(tongue) == explained("en")


def citations_in(module: Path) -> set[str]:
    """Labels in the strings and comments of a module."""
    tokens = tokenize.generate_tokens(io.StringIO(module.read_text(encoding="utf-8")).readline)
    return {
        label
        for token in tokens
        if token.type in (tokenize.STRING, tokenize.COMMENT)
        for label in labels_of(token.string)
    }


@pytest.mark.parametrize(
    "module", sorted((ROOT / "king").rglob("*.py")), ids=lambda path: path.stem
)
def test_every_label_that_the_game_cites_is_explained(module):
    assert citations_in(module) <= explained()


@pytest.mark.parametrize(
    "page", sorted(DOCS.rglob("*.md")), ids=lambda page: str(page.relative_to(DOCS))
)
def test_every_label_that_a_page_cites_is_explained(page):
    place = page.relative_to(DOCS).parts[0]
    tongue = place if place in TONGUES else "en"
    assert labels_of(page.read_text(encoding="utf-8")) <= explained(tongue)


def test_the_reader_of_labels_finds_them_and_nothing_else():
    text = (
        "(R1b, A13) rules §6, A18–A20, I4; see §2.1 and T-38, not N:A87.KQ5 nor A87.2 nor ♥A, §9b"
    )
    assert labels_of(text) == {"R1b", "A13", "§6", "A18", "A19", "A20", "I4", "§2.1", "T-38", "§9b"}


def test_a_page_that_is_wrong_is_found_out():
    expected = {"rows": [{"hand": 1, "points": {"N": "-6"}}], "sum": "0"}
    answer = {"rows": [{"hand": 1, "points": {"N": "-8"}}], "sum": "0"}
    assert differences(expected, answer) == [
        ".rows[hand 1].points.N: the page says -6, the program -8"
    ]
