"""Lists of pairs and teams: each line enters all of its players together, or none of them, with a
reason.
"""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from hypothesis import HealthCheck, given, settings, strategies as st
from openpyxl import Workbook

from tests.services import examples
from tests.tournaments.attempts import attempt
from tests.tournaments.expected_lists import FOLDER
from tournaments.list_reading.groups import read_groups
from tournaments.list_reading.rows import Known
from tournaments.models import Entry, Player, Tournament
from tournaments.pasted_lists import enter_pasted, list_texts

pytestmark = pytest.mark.usefixtures("in_english")

Make = Callable[..., Tournament]


@pytest.fixture
def pairs(make_evening: Make) -> Tournament:
    """An evening of pairs, and a roster with two Rossis."""
    for surname, first in (
        ("Rossi", "Mario"),
        ("Rossi", "Ugo"),
        ("Bianchi", "Anna"),
        ("De André", "Bruna"),
    ):
        Player.objects.create(surname=surname, given_name=first)
    return make_evening(0, ruleset="lab_coppie")


def paste(tournament: Tournament, author: User, *lines: str) -> list[tuple[str, str]]:
    """Outcome of each line, with its players in order or the reason of its refusal."""
    answers = enter_pasted(tournament=tournament, text="\n".join(lines), author=author)
    return [
        (str(answer.outcome.value), _players(answer.entry) if answer.entry else str(answer.reason))
        for answer in answers
    ]


def _players(entry: Entry) -> str:
    names = ", ".join(member.player.full_name for member in entry.members.select_related("player"))
    return f"{entry.name}: {names}" if entry.name else names


@pytest.mark.parametrize(
    "line",
    [
        "Rossi Mario – Bianchi Anna",
        "Mario Rossi - Anna Bianchi",
        "Rossi Mario / Bianchi",
        "Rossi, Mario & Bianchi, Anna",
        "Rossi Mario; Bianchi",
        "Rossi Mario\tBianchi Anna",
        "1. Rossi Mario + Bianchi",
        "Rossi Mario, Bianchi Anna",
        "[26/11/26, 18:03] Ada: 1) Rossi Mario – Bianchi Anna",
    ],
)
def test_a_pair_is_written_in_many_ways(pairs: Tournament, author: User, line: str) -> None:
    assert paste(pairs, author, line) == [("entered", "Rossi Mario, Bianchi Anna")]


def test_a_pair_may_have_a_name_and_new_players_come_onto_the_roster(
    pairs: Tournament, author: User
) -> None:
    result = paste(pairs, author, "I due del porto: Zunino Delfina – Viganò Cosimo")
    assert result == [("new", "I due del porto: Zunino Delfina, Viganò Cosimo")]
    assert Player.objects.filter(surname="Viganò").count() == 1


def test_one_player_who_is_not_sure_holds_his_partner_back(pairs: Tournament, author: User) -> None:
    [(outcome, reason)] = paste(pairs, author, "Rossi – Bianchi")
    assert outcome == "doubtful"
    assert reason.startswith("Rossi: ")
    assert not pairs.entries.exists()


def test_surnames_alone_are_enough_where_the_roster_has_one_of_each(
    pairs: Tournament, author: User
) -> None:
    assert paste(pairs, author, "Bianchi – De Andre") == [
        ("entered", "Bianchi Anna, De André Bruna")
    ]


@pytest.mark.parametrize(
    ("lines", "outcomes", "reason"),
    [
        (["Bianchi Anna"], ["refused"], "1 players on this line; an entry here has 2"),
        (["A B – C D – E F – G H – I L"], ["refused"], "5 players on this line"),
        (["Bianchi Anna – Anna Bianchi"], ["refused"], "twice on this line"),
        (
            ["Bianchi Anna – Neri Pia", "Anna Bianchi – Verdi Lea"],
            ["new", "doubtful"],
            "already on line 1",
        ),
        (["Neri Pia – Verdi Lea", "Blu Ugo – Neri Pia"], ["new", "doubtful"], "already on line 1"),
    ],
)
def test_a_line_that_cannot_be_says_why(
    pairs: Tournament, author: User, lines: list[str], outcomes: list[str], reason: str
) -> None:
    result = paste(pairs, author, *lines)
    assert [outcome for outcome, _ in result] == outcomes
    assert reason in result[-1][1]
    assert pairs.entries.count() == outcomes.count("new")


def test_the_same_list_again_changes_nothing(pairs: Tournament, author: User) -> None:
    lines = ["Rossi Mario – Bianchi", "Verdi Lea – Neri Pia"]
    paste(pairs, author, *lines)
    assert [outcome for outcome, _ in paste(pairs, author, *lines)] == ["already", "already"]
    assert [outcome for outcome, _ in paste(pairs, author, "Rossi Mario – De Andre")] == [
        "doubtful"
    ]
    assert pairs.entries.count() == 2


def test_a_team_and_its_reserves_in_one_line(make_evening: Make, author: User) -> None:
    teams = make_evening(0, ruleset="pt_pareado")
    result = paste(
        teams,
        author,
        "Portello: Abbà Ida, Boi Ugo, Calì Eva, Dini Pio",
        "Banchi: Est Ada; Fo Leo; Gai Mia; Ho Bo; Iva Zo",
        "Soli: Uno Ada, Due Bea, Tre Cea",
    )
    assert [outcome for outcome, _ in result] == ["new", "new", "refused"]
    assert [entry.title for entry in teams.entries.all()] == ["Portello", "Banchi"]
    assert teams.entries.get(name="Banchi").members.count() == 5


def workbook(*rows: tuple[str, ...]) -> io.BytesIO:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    file.seek(0)
    return file


def test_a_workbook_of_teams_is_a_list_with_a_player_a_cell(
    make_evening: Make, author: User
) -> None:
    teams = make_evening(0, ruleset="pt_pareado")
    file = workbook(
        ("Squadra", "Giocatore 1", "Giocatore 2", "Giocatore 3", "Giocatore 4"),
        ("Portello", "Abbà Ida", "Boi Ugo", "Calì Eva", "Dini Pio"),
        ("Nervi: mare", "Est Ada", "Fo Leo", "Gai Mia", "Ho Bo"),
    )
    text = list_texts(file, "squadre.xlsx")[0].text
    assert [outcome for outcome, _ in paste(teams, author, *text.splitlines())] == [
        "headings",
        "new",
        "new",
    ]
    assert [entry.title for entry in teams.entries.all()] == ["Portello", "Nervi: mare"]


def test_every_cell_of_pairs_is_read_or_named() -> None:
    text = "I Grifoni: Rossi Mario – Bianchi Anna 333 1234567\nNeri Pia ; ida@example.org"
    reading = read_groups(text, Known(), 2).reading
    assert str(reading.balance()) == (
        "5 cells = 4 read (people: 3) + 1 left over: line 2: ida@example.org"
    )
    assert [part.text for part in reading.left_over if not part.whole] == ["333 1234567"]


def test_a_text_of_pairs_without_headings(pairs: Tournament, author: User) -> None:
    file = io.BytesIO(b"Rossi Mario;Bianchi Anna\nNeri Pia;Verdi Lea\n")
    text = list_texts(file, "coppie.csv")[0].text
    assert [outcome for outcome, _ in paste(pairs, author, *text.splitlines())] == [
        "entered",
        "new",
    ]


@settings(
    max_examples=examples(40),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(text=st.text(max_size=120))
def test_any_text_is_answered_line_by_line_or_refused_in_a_sentence(
    pairs: Tournament, author: User, text: str
) -> None:
    answers, refusal = attempt(lambda: enter_pasted(tournament=pairs, text=text, author=author))
    assert (answers is None) == bool(refusal)
    for answer in answers or ():
        assert str(answer.reason)
        assert (answer.entry is not None) == (answer.outcome in ("entered", "new", "already"))


def file_of(name: str) -> io.BytesIO:
    return io.BytesIO((FOLDER / name).read_bytes())


def entered(tournament: Tournament, author: User, name: str) -> list[str]:
    """Enter a list of tests/data/lists; return the players of each entry, after its name if it has
    one.
    """
    text = list_texts(file_of(name), name)[0].text
    enter_pasted(tournament=tournament, text=text, author=author)
    return [_players(entry) for entry in tournament.entries.order_by("number")]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("pairs-with-percent.txt", ["Ugo Verdi, Lia Neri", "Pia Sala, Eva Gallo"]),
        ("pairs-slash-percent.txt", ["Verdi Ugo, Neri Lia", "Sala Pia, Gallo Eva"]),
        # Reserves are listed below the pairs and raise a doubt.
        ("pairs-numbered.txt", ["Rossi Mario, Verdi Ugo", "Neri Lia, Sala Pia"]),
        ("pairs-in-one-column.csv", ["Rossi Mario, Verdi Ugo", "Neri Lia, Sala Pia"]),
        # A pair's reserve is the third player of its entry.
        ("teams-reserve.csv", ["Alfa: Verdi Ugo, Neri Lia, Sala Pia"]),
    ],
)
def test_a_list_of_pairs_enters_both_partners(
    pairs: Tournament, author: User, name: str, expected: list[str]
) -> None:
    assert entered(pairs, author, name) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "teams.csv",
            [
                "Alfa: Verdi Ugo, Neri Lia, Sala Pia, Gallo Eva",
                "Beta: Re Ivo, Costa Iva, Fichi Anna, Bianchi Ada",
            ],
        ),
        (
            "teams-in-lines.txt",
            [
                "Alfa: Verdi Ugo, Neri Lia, Sala Pia, Gallo Eva, Re Ivo",
                "Beta: Costa Iva, Fichi Anna, Bianchi Ada, Rossi Mario",
            ],
        ),
        (
            "teams-in-blocks.txt",
            [
                "Alfa: Verdi Ugo, Neri Lia, Sala Pia, Gallo Eva, Re Ivo",
                "Beta: Costa Iva, Fichi Anna, Bianchi Ada, Rossi Mario",
            ],
        ),
    ],
)
def test_a_list_of_teams_enters_captains_and_reserves(
    make_evening: Make, author: User, name: str, expected: list[str]
) -> None:
    teams = make_evening(0, ruleset="pt_pareado")
    assert entered(teams, author, name) == expected


def test_cells_of_teams_that_are_no_players_are_left_over(make_evening: Make, author: User) -> None:
    teams = make_evening(0, ruleset="lab_coppie")
    lines = (
        "N.\tCoppia\tGiocatore 1\tTelefono\tRiserva\tGiocatore 2",
        "1\tGrifoni\tEst Ada\t333 1234567\tHo Bo\tFo Leo",
    )
    reading = read_groups("\n".join(lines), Known(), 2).reading
    assert str(reading.balance()) == "12 cells = 10 read (people: 3) + 2 left over: Telefono (2)"
    paste(teams, author, *lines)
    assert [_players(entry) for entry in teams.entries.all()] == ["Grifoni: Est Ada, Fo Leo, Ho Bo"]


def test_a_pair_whose_partner_does_not_come_is_asked_about(pairs: Tournament, author: User) -> None:
    lines = ("Coppia\tGiocatore 1\tGiocatore 2\tPresente", "Uno\tAbbà Ida\tBoi Ugo\tno")
    [_headings, (outcome, reason)] = paste(pairs, author, *lines)
    assert (outcome, "“Presente” is “no”" in reason) == ("doubtful", True)
    assert [
        outcome for outcome, _why in paste(pairs, author, "Non vengono:", "Est Ada – Fo Leo")
    ] == [
        "left_over",
        "doubtful",
    ]
    assert not pairs.entries.exists()
