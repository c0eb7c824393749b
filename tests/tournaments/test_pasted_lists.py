"""Lists of players pasted from messages and spreadsheets."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from hypothesis import HealthCheck, given, settings, strategies as st

from tests.services import examples
from tests.tournaments.attempts import attempt
from tournaments.models import Player, Tournament
from tournaments.pasted_lists import enter_pasted

pytestmark = pytest.mark.django_db


@pytest.fixture
def roster(db: None) -> None:
    for card, surname, given_name, club in (
        ("101", "D'Amico", "Fabrizio", "Dopolavoro"),
        ("118", "Lo Presti", "Laura", "Nervi"),
        ("135", "Vassallo", "Niccolò", "Nervi"),
        ("137", "De André", "Bruno", "Nervi"),
        ("200", "Rossi", "Mario", "Nervi"),
        ("201", "Rossi", "Mario", "Labyrinth"),
    ):
        Player.objects.create(card_number=card, surname=surname, given_name=given_name, club=club)


def paste(tournament: Tournament, author: User, *lines: str) -> list[tuple[str, str]]:
    answers = enter_pasted(tournament=tournament, text="\n".join(lines), author=author)
    return [
        (answer.outcome.value, answer.player.spoken_name if answer.player else "")
        for answer in answers
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Vassallo Niccolò",
        "Niccolò Vassallo",
        "Vassallo, Niccolò",
        "VASSALLO Niccolo'",
        "135 Vassallo Niccolò",
        "Niccolò Vassallo 135",
        "Vassallo Niccolò (135)",
        "#135 Vassallo",
        "3. Vassallo Niccolò",
        "3) niccolo vassallo",
        "135\tVassallo\tNiccolò\tNervi",
        "Vassallo;Niccolò;135",
        "  Vassallo   Niccolò  ",
        "135",
    ],
)
def test_a_member_is_found_however_the_line_is_written(
    roster: None, evening: Tournament, author: User, line: str
) -> None:
    if line == "135":
        assert paste(evening, author, line) == [("refused", "")]
    else:
        assert paste(evening, author, line) == [("entered", "Niccolò Vassallo")]
        assert evening.entries.get().number == 1


def test_each_line_is_answered(roster: None, evening: Tournament, author: User) -> None:
    lines = (
        "Lo Presti Laura",
        "",
        "Laura Lo Presti",
        "Verdi Ida",
        "Rossi Mario",
        "Rossi",
        "Boh",
        "Bruno D.",
    )
    answers = paste(evening, author, *lines)
    assert answers == [
        ("entered", "Laura Lo Presti"),
        ("already", "Laura Lo Presti"),
        ("new", "Ida Verdi"),
        ("doubtful", ""),
        ("doubtful", ""),
        ("doubtful", ""),
        ("doubtful", ""),
    ]
    assert paste(evening, author, "Presti Laura Lo") == [("already", "Laura Lo Presti")]
    assert evening.entries.count() == 2


def test_a_doubtful_line_says_whom_it_may_mean(
    roster: None, evening: Tournament, author: User
) -> None:
    twice, initial = enter_pasted(
        tournament=evening, text="Mario Rossi\nDe André B.", author=author
    )
    assert {player.card_number for player in twice.candidates} == {"200", "201"}
    assert [player.card_number for player in initial.candidates] == ["137"]


def test_a_card_tells_namesakes_apart(roster: None, evening: Tournament, author: User) -> None:
    [answer] = enter_pasted(tournament=evening, text="201 Mario Rossi", author=author)
    assert answer.player is not None
    assert answer.player.club == "Labyrinth"


def test_a_card_of_somebody_else_is_doubtful(
    roster: None, evening: Tournament, author: User
) -> None:
    assert paste(evening, author, "101 Verdi Ida", "999 Vassallo Niccolò") == [
        ("doubtful", ""),
        ("doubtful", ""),
    ]


def test_line_numbers_are_not_card_numbers(evening: Tournament, author: User) -> None:
    paste(evening, author, "1 Rossi Mario", "2 Bianchi Ugo", "3 Verdi Ida")
    assert set(Player.objects.values_list("card_number", flat=True)) == {""}


def test_new_players_keep_card_and_club(evening: Tournament, author: User) -> None:
    paste(evening, author, "77\tVerdi\tIda\tNervi\tida@example.org")
    player = Player.objects.get()
    assert (player.card_number, player.spoken_name) == ("77", "Ida Verdi")
    assert (player.club, player.email) == ("Nervi", "ida@example.org")


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["1\tVassallo Niccolò\tCircolo Nervi"], [("Vassallo", "Niccolò", "Nervi")]),
        (["Vassallo Niccolò\tSturla"], [("Vassallo", "Niccolò", "Nervi")]),
        (["Parodi Matteo\tCircolo Sturla"], [("Parodi", "Matteo", "Circolo Sturla")]),
        (["De Marchi\tIda\tNervi"], [("De Marchi", "Ida", "Nervi")]),
        (
            ["Nervi\tParodi Matteo", "Nervi\tVerdi Ida"],
            [("Parodi", "Matteo", "Nervi"), ("Verdi", "Ida", "Nervi")],
        ),
        (
            ["Parodi Matteo;Nervi", "Verdi Ida;"],
            [("Parodi", "Matteo", "Nervi"), ("Verdi", "Ida", "")],
        ),
        (
            ["1. Parodi Ugo\tNervi", "2. Verdi Ida\tNervi"],
            [("Parodi", "Ugo", "Nervi"), ("Verdi", "Ida", "Nervi")],
        ),
        (
            ["901\tVerdi\tMarco", "–\tBianchi\tAnna"],
            [("Verdi", "Marco", ""), ("Bianchi", "Anna", "")],
        ),
        (["901;Verdi;Marco", "Bianchi;Anna"], [("Verdi", "Marco", ""), ("Bianchi", "Anna", "")]),
        (["Verdi Bianchi\tNiccolò"], [("Verdi Bianchi", "Niccolò", "")]),
        (
            ["N.\tNome\tCognome\tCircolo", "1\tMatteo\tParodi\tPunta Vagno"],
            [("Parodi", "Matteo", "Punta Vagno")],
        ),
    ],
)
def test_cells_of_a_spreadsheet_are_columns_and_a_club_is_no_part_of_a_name(
    roster: None,
    evening: Tournament,
    author: User,
    lines: list[str],
    expected: list[tuple[str, str, str]],
) -> None:
    answers = enter_pasted(tournament=evening, text="\n".join(lines), author=author)
    people = [line.player for line in answers if line.player is not None]
    assert [(player.surname, player.given_name, player.club) for player in people] == expected


def test_a_line_of_headings_is_told_and_enters_nobody(
    roster: None, evening: Tournament, author: User
) -> None:
    heading = "Tessera\tCognome\tNome\tCircolo\tE-mail"
    assert paste(
        evening, author, heading, "135\tVassallo\tNiccolò\tNervi\t", "77\tVerdi\tIda\tNervi\tx@y.it"
    ) == [
        ("headings", ""),
        ("entered", "Niccolò Vassallo"),
        ("new", "Ida Verdi"),
    ]
    added = Player.objects.get(surname="Verdi")
    assert (added.card_number, added.club, added.email) == ("77", "Nervi", "x@y.it")


def test_the_same_new_name_twice_is_asked_about(evening: Tournament, author: User) -> None:
    assert paste(evening, author, "Verdi Ida", "Ida Verdi") == [
        ("new", "Ida Verdi"),
        ("doubtful", ""),
    ]


@pytest.mark.parametrize(
    "line", ["Vasallo Niccolò", "Niccolò Vassalo", "VASSALLO NICOLÒ", "Lo Presto Laura"]
)
def test_a_name_one_letter_off_is_asked_about_and_never_made_silently(
    roster: None, evening: Tournament, author: User, line: str
) -> None:
    [looked] = enter_pasted(tournament=evening, text=line, author=author, looking=True)
    assert (looked.outcome, len(looked.candidates), looked.may_be_new) == ("doubtful", 1, True)
    assert paste(evening, author, line) == [("doubtful", "")]
    assert (Player.objects.count(), evening.entries.count()) == (6, 0)


def test_who_is_asked_about_is_that_player_or_somebody_new_as_a_person_says(
    roster: None, evening: Tournament, author: User
) -> None:
    vassallo = Player.objects.get(card_number="135")
    text = "Vasallo Niccolò\nRossi Marco\nRossi Mari"
    answers = enter_pasted(
        tournament=evening, text=text, author=author, meant={1: vassallo.pk, 3: None}
    )
    assert [line.outcome for line in answers] == ["entered", "doubtful", "new"]
    assert [entry.title for entry in evening.entries.order_by("number")] == [
        "Vassallo Niccolò",
        "Rossi Mari",
    ]


def test_two_lines_that_are_said_to_be_one_player_enter_him_once(
    roster: None, evening: Tournament, author: User
) -> None:
    vassallo = Player.objects.get(card_number="135")
    text = "Vasallo Niccolò\nVassalo Niccolò\nNiccolò Vassallo"
    answers = enter_pasted(
        tournament=evening, text=text, author=author, meant={1: vassallo.pk, 2: vassallo.pk}
    )
    assert [line.outcome for line in answers] == ["entered", "already", "already"]
    assert [entry.title for entry in evening.entries.all()] == ["Vassallo Niccolò"]


def test_an_empty_list_and_one_too_long_are_refused_as_a_whole(
    evening: Tournament, author: User
) -> None:
    for text, code in ((" \n\n", "list_empty"), ("Rossi Mario\n" * 501, "list_too_long")):
        with pytest.raises(ValidationError) as refused:
            enter_pasted(tournament=evening, text=text, author=author)
        assert refused.value.code == code


@settings(
    max_examples=examples(60),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(text=st.text(max_size=120))
def test_whatever_is_pasted_every_line_with_something_on_it_gets_an_answer(
    roster: None, evening: Tournament, author: User, text: str
) -> None:
    answers, refusal = attempt(lambda: enter_pasted(tournament=evening, text=text, author=author))
    assert bool(answers) != bool(refusal)
    assert all(str(answer.reason) for answer in answers or ())
