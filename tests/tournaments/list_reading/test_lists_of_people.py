"""Each list in tests/data/lists is read as a club's secretary would expect, by every way in. The
balance of cells adds up for these lists and for random ones.
"""

from __future__ import annotations

import io
import json
import random
import re
from collections import Counter

import pytest
from django.core.management import call_command
from hypothesis import HealthCheck, given, settings, strategies as st

from king.words import folded
from people.lists import read_roster
from tests.services import examples
from tests.tournaments.attempts import attempt
from tests.tournaments.expected_lists import (
    FOLDER,
    LISTS,
    MESSAGES,
    TEXTS,
    WORKBOOKS,
    fits,
    written,
)
from tournaments.list_reading.files import read_list
from tournaments.list_reading.lines import read_text
from tournaments.list_reading.rows import Known, Reading
from tournaments.pasted_lists import list_texts
from tournaments.roster import Status

pytestmark = pytest.mark.usefixtures("in_english")


def reading_of(name: str) -> Reading:
    with (FOLDER / name).open("rb") as file:
        answer = read_list(file, name, Known())
    return answer.readings[answer.sheets[0].name]


@pytest.mark.parametrize("name", LISTS)
def test_people_doubts_and_left_overs_are_those_of_the_secretary(name: str) -> None:
    expected, reading = LISTS[name], reading_of(name)
    assert [written(row) for row in reading.rows if not row.faults] == expected.people
    doubts = [(written(row), " ".join(map(str, row.faults))) for row in reading.rows if row.faults]
    assert fits(doubts, expected), doubts
    cut = [part.text for part in reading.left_over if not part.whole]
    assert sorted(cut) == sorted(expected.cut)


@pytest.mark.parametrize("name", LISTS)
def test_the_last_line_is_a_balance_of_the_cells(name: str) -> None:
    expected, balance = LISTS[name], str(reading_of(name).balance())
    people = len(expected.people) + len(expected.doubts)
    begin, _, which = balance.partition(" left over: ")
    leftovers = which.split("; ") if which else []
    assert sorted(leftovers) == sorted(expected.leftovers)
    counted = re.fullmatch(
        r"(\d+) cells = (\d+) read \(people: (\d+)\)(?: \+ (\d+)|, none left over\.)", begin
    )
    assert counted is not None, balance
    filled, read, persons, left_count = (int(figure or 0) for figure in counted.groups())
    assert (filled, persons) == (expected.filled, people)
    assert filled == read + left_count


# --- the other ways in


@pytest.mark.parametrize("name", TEXTS)
def test_read_by_the_command(name: str, db: None, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("read_people", str(FOLDER / name))
    answer = json.loads(capsys.readouterr().out)
    expected = LISTS[name]
    people = [f"{who['surname']}|{who['given']}" for who in answer["people"]]
    assert people == ["|".join(who.split("|")[:2]) for who in expected.people]
    assert len(answer["doubtful"]) == len(expected.doubts)


@pytest.mark.at_length
@pytest.mark.django_db
@pytest.mark.parametrize("name", WORKBOOKS)
def test_a_workbook_by_the_other_ways_in(name: str) -> None:
    with (FOLDER / name).open("rb") as file:
        preview = read_roster(file, name)
    assert [written(line.row) for line in preview.of(Status.NEW)] == LISTS[name].people
    with (FOLDER / name).open("rb") as file:
        text = list_texts(file, name)[0].text
    reading = read_text(text, Known())
    assert [written(row) for row in reading.rows if not row.faults] == LISTS[name].people
    assert sum(bool(row.faults) for row in reading.rows) == len(LISTS[name].doubts)


# --- the balance adds up, whatever the list


def tokens(text: str) -> Counter[str]:
    return Counter(map(folded, re.findall(r"[^\W_]+", text)))


def accounts_for(reading: Reading, lines: dict[int, str]) -> None:
    """Check that every word of a line belongs to a person of that line, or is listed as unused or
    cut off, and that rejected people have a reason.
    """
    assert all(row.faults for row in reading.rows if row.says)
    for number, line in lines.items():
        coverage = Counter[str]()
        for row in reading.rows:
            if row.line == number and not row.fatal:
                coverage += tokens(" ".join(row.texts))
        for part in reading.left_over:
            if part.line == number:
                coverage += tokens(part.text)
        people = sum(row.line == number for row in reading.rows)
        joints = Counter(
            dict.fromkeys(
                ("e", "ed", "and", "et", "con", "y", "com", "mit", "und", "with", "avec"), people
            )
        )
        assert not tokens(line) - coverage - joints, (line, coverage)


@pytest.mark.parametrize("name", [name for name in MESSAGES if name.endswith(".txt")])
def test_every_word_of_a_message_is_somebodys_or_is_named(name: str) -> None:
    text = (FOLDER / name).read_text()
    if "BEGIN:VCARD" in text:
        return
    accounts_for(read_text(text, Known()), dict(enumerate(text.splitlines(), 1)))


PIECES = [
    *("Rossi Mario", "Verdi Ugo", "Neri Lia", "De Luca Anna", "Sala Pia", "ROSSI Ada", "Bo I."),
    *("forse", "non viene", "✅", "❌", "arriva tardi", "(C)", "ris.", "riserva", "con marito"),
    *("Assenti:", "Riserve", "Presenti (3)", "Tavolo 2", "N", "E", "S", "O", "1.", "2)", "12"),
    *("333 1234567", "a@x.it", "3/4/1960", "58,33%", "21.30", "€ 10,00", "Dott.", "Circolo Nervi"),
    *(" - ", " / ", " e ", ",", ":", "(", ")", "→", " x ", "al posto di", "grazie", "ciao"),
    *("20/11/26, 21:03 - Ugo Verdi:", "[20/11/26, 21:03] Ada:", "ci sono", "+1", "?"),
]


@settings(max_examples=examples(500), suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(
    st.lists(st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map(" ".join), max_size=6)
)
def test_every_word_of_a_random_message_is_somebodys_or_is_named(lines: list[str]) -> None:
    reading = read_text("\n".join(lines), Known())
    filled = [line for line in lines if line.strip()]
    if not all(line.count(",") > 1 for line in filled):  # lines with commas may be split into cells
        assert reading.filled == len(filled)
    accounts_for(reading, dict(enumerate(lines, 1)))


HEADERS = (
    "Cognome",
    "Nome",
    "Tessera",
    "Note",
    "Presente",
    "Squadra",
    "Riserva",
    "Telefono",
    "Stato",
)
CELLS = (
    *("", "", "Rossi", "Mario", "Verdi Ugo", "12", "x", "no", "forse", "sì", "3391234567", "-"),
    *("Dott. Sala", "arriva tardi", "#N/D", "Assenti", "a@x.it", "Totale", "12/3/1960", "attivo"),
)


@settings(max_examples=examples(500), suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 6), st.integers(0, 6))
def test_every_cell_of_a_random_table_is_counted_once(seed: int, columns: int, rows: int) -> None:
    chance = random.Random(seed)
    grid = [["Cognome", *chance.choices(HEADERS, k=columns)]]
    grid += [chance.choices(CELLS, k=columns + 1) for _row in range(rows)]
    content = "\n".join(";".join(row) for row in grid).encode()
    answer, refusal = attempt(lambda: read_list(io.BytesIO(content), "soci.csv", Known()))
    if answer is None:
        assert "no players below it" in refusal[0]
        return
    filled = sum(bool(cell) for row in grid for cell in row)
    assert answer.readings[""].filled == filled


def test_the_last_answer_of_each_person_counts_in_the_message_of_a_whole_season() -> None:
    """A chat of 180 lines in which ten people answer."""
    lines = [
        f"{1 + day % 28}/11/26, 21:{minute:02} - Socio{'abcdefghij'[minute % 10]} Ugo: {word}"
        for day, word in enumerate(("ci sono", "non vengo", "forse"))
        for minute in range(60)
    ]
    reading = read_text("\n".join(lines), Known())
    assert len(reading.rows) == 10
    assert {row.says for row in reading.rows} == {"perhaps"}
