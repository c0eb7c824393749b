"""A club's file becomes a preview, and the preview becomes players."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import translation
from hypothesis import HealthCheck, given, settings, strategies as st

from people.lists import RosterPreview, import_roster, read_roster
from tests.services import examples
from tests.tournaments.attempts import attempt
from tests.tournaments.workbooks import HEADER, MEMBERS, text, workbook
from tournaments.entries import enter_player
from tournaments.models import Player, Tournament
from tournaments.roster import Status, find_players

pytestmark = pytest.mark.django_db
CLUB = Path(__file__).parent.parent / "data" / "roster.xlsx"


def statuses(preview: RosterPreview) -> list[str]:
    return [judged.status.value for judged in preview.lines]


def read(*rows: tuple[object, ...]) -> RosterPreview:
    """Read rows as a text file, which needs no separate process as a workbook does."""
    lines = io.StringIO()
    csv.writer(lines, delimiter=";").writerows(rows)
    return read_roster(io.BytesIO(lines.getvalue().encode()), "soci.csv")


def read_workbook(*rows: tuple[object, ...]) -> RosterPreview:
    return read_roster(workbook(rows), "soci.xlsx")


@pytest.mark.database
def test_the_clubs_forty_members_are_new_and_then_known(author: User) -> None:
    with CLUB.open("rb") as file:
        preview = read_roster(file, "roster.xlsx")
    assert statuses(preview) == ["new"] * 40
    assert Player.objects.count() == 0
    imported = import_roster(preview=preview, author=author)
    assert (len(imported.added), imported.known, imported.left) == (40, 0, ())
    assert Player.objects.get(card_number="119").spoken_name == "Łukasz Olcese"
    assert Player.objects.get(card_number="104").email == "socio104@example.org"
    with CLUB.open("rb") as file:
        again = read_roster(file, "roster.xlsx")
    assert statuses(again) == ["known"] * 40
    assert import_roster(preview=again, author=author).added == ()
    assert Player.objects.count() == 40


def test_a_preview_is_kept_between_two_requests_as_json(author: User) -> None:
    with CLUB.open("rb") as file:
        document = json.loads(json.dumps(read_roster(file, "roster.xlsx").as_json()))
    preview = RosterPreview.from_json(document)
    assert statuses(preview) == ["new"] * 40
    assert len(import_roster(preview=preview, author=author).added) == 40


@pytest.mark.database
def test_importing_the_same_preview_twice_adds_nobody_twice(author: User) -> None:
    document = read(HEADER, *MEMBERS).as_json()
    import_roster(preview=RosterPreview.from_json(document), author=author)
    second = import_roster(preview=RosterPreview.from_json(document), author=author)
    assert (second.added, second.known) == ((), len(MEMBERS))
    assert Player.objects.count() == len(MEMBERS)


@pytest.mark.parametrize(
    "form", [None, [], "x", {}, {"form": 1, "lines": [[1]]}, {"form": 1, "lines": 3}]
)
def test_a_preview_that_cannot_be_read_back_is_asked_for_again(form: object) -> None:
    with pytest.raises(ValidationError) as refused:
        RosterPreview.from_json(form)
    assert refused.value.code == "preview_lost"


@pytest.mark.parametrize(
    "header",
    [
        ("Tessera", "Cognome", "Nome", "Circolo", "E-mail"),
        ("Card", "Surname", "Name", "Club", "Email"),
        ("NUMBER", "Last name", "First name", "CLUB", "e-mail"),
        ("N. tessera", "cognome", "NOME", "Società", "Posta elettronica"),
    ],
)
def test_headers_are_understood_in_italian_and_english(header: tuple[str, ...]) -> None:
    [judged] = read(header, (7, "Rossi", "Mario", "Nervi", "m@example.org")).lines
    row = judged.row
    assert (row.card_number, row.surname, row.given_name, row.club, row.email) == (
        "7",
        "Rossi",
        "Mario",
        "Nervi",
        "m@example.org",
    )


def test_one_column_for_surname_and_name_is_told_apart_and_said_so() -> None:
    with translation.override("en"):
        preview = read(
            ("Giocatore", "Circolo"), ("Lo Presti Laura", "Nervi"), ("De André, Bruno", "Nervi")
        )
    assert [(line.row.surname, line.row.given_name) for line in preview.lines] == [
        ("Lo Presti", "Laura"),
        ("De André", "Bruno"),
    ]
    assert "one column" in preview.chosen.notes[0]


def test_a_column_that_counts_the_lines_is_not_taken_for_the_cards() -> None:
    """A club's list began with a column "N." of 1, 2, 3, and the members' card numbers were lost."""
    names = [("Rossi", "Mario"), ("Bianchi", "Ada"), ("Verdi", "Ugo")]
    beside = read(
        ("N.", "Cognome", "Nome", "Tessera n."),
        *((n, *name, n + 500) for n, name in enumerate(names, 1)),
    )
    assert [line.row.card_number for line in beside.lines] == ["501", "502", "503"]
    assert beside.chosen.notes == ()
    with translation.override("en"):
        alone = read(("N.", "Cognome", "Nome"), *((n, *name) for n, name in enumerate(names, 1)))
    assert [line.row.card_number for line in alone.lines] == ["", "", ""]
    assert "“N.”" in alone.chosen.notes[0]
    cards = read(
        ("N.", "Cognome", "Nome"), *((n, *name) for n, name in zip((30, 7, 12), names, strict=True))
    )
    assert [line.row.card_number for line in cards.lines] == ["30", "7", "12"]
    named = read(("Tessera", "Cognome", "Nome"), *((n, *name) for n, name in enumerate(names, 1)))
    assert [line.row.card_number for line in named.lines] == ["1", "2", "3"]


def test_the_clubs_title_may_stand_above_the_headers() -> None:
    preview = read(("Circolo del Re, soci 2026",), (), ("Cognome", "Nome"), ("Rossi", "Mario"))
    assert [judged.line for judged in preview.lines] == [4]


def test_a_file_without_names_says_which_headers_it_has_and_which_are_wanted() -> None:
    with pytest.raises(ValidationError) as refused:
        read(("Quota", "Telefono"), (12, "010"))
    assert refused.value.code == "roster_without_names"
    assert "Quota, Telefono" in refused.value.messages[0]
    assert "Cognome / Surname" in refused.value.messages[0]


def test_headers_without_players_are_an_empty_roster() -> None:
    with pytest.raises(ValidationError) as refused:
        read(HEADER)
    assert refused.value.code == "roster_empty"


def test_an_empty_workbook_is_empty() -> None:
    with pytest.raises(ValidationError) as refused:
        read()
    assert refused.value.code == "file_empty"


def test_the_same_name_in_another_club_is_doubtful_and_in_the_same_club_known() -> None:
    Player.objects.create(surname="Rossi", given_name="Mario", club="Nervi")
    preview = read(
        HEADER, (None, "Rossi", "Mario", "Labyrinth", None), (None, "ROSSI", "mario", "Nervi", None)
    )
    assert statuses(preview) == ["doubtful", "known"]
    assert "Rossi Mario (Nervi)" in preview.lines[0].reason


def test_the_same_name_with_another_card_is_doubtful() -> None:
    Player.objects.create(surname="Rossi", given_name="Mario", card_number="7")
    [judged] = read(HEADER, (8, "Rossi", "Mario", None, None)).lines
    assert judged.status is Status.DOUBTFUL


@pytest.mark.database
@pytest.mark.parametrize(
    ("surname", "given_name"),
    [("Vassallo", "Niccolo"), ("Niccolò", "Vassallo"), ("VASSALLO", "Niccolo'")],
)
def test_a_name_that_differs_by_accents_or_order_is_doubtful(surname: str, given_name: str) -> None:
    Player.objects.create(surname="Vassallo", given_name="Niccolò")
    [judged] = read(HEADER, (None, surname, given_name, None, None)).lines
    assert judged.status is Status.DOUBTFUL
    assert "Vassallo Niccolò" in judged.reason


@pytest.mark.parametrize(
    ("surname", "given_name"), [("Vasallo", "Niccolò"), ("Nicolò", "Vassallo")]
)
def test_a_name_one_letter_off_in_a_file_is_that_member_or_somebody_new(
    author: User, evening: Tournament, surname: str, given_name: str
) -> None:
    vassallo = Player.objects.create(surname="Vassallo", given_name="Niccolò")
    preview = read(("Cognome", "Nome"), (surname, given_name))
    assert statuses(preview) == ["doubtful"]
    line = preview.lines[0].line
    assert import_roster(preview=preview, author=author).added == ()
    done = import_roster(
        preview=preview, author=author, tournament=evening, choices={line: vassallo.pk}
    )
    assert (done.added, [entry.players.get() for entry in done.entered]) == ((), [vassallo])
    assert len(import_roster(preview=preview, accepted_lines={line}, author=author).added) == 1


def test_the_same_card_is_the_same_member_also_under_a_longer_name() -> None:
    Player.objects.create(surname="Rossi", given_name="José", card_number="108")
    [judged] = read(HEADER, (108, "Rossi", "José María", "Altro", None)).lines
    assert judged.status is Status.KNOWN


def test_a_card_that_belongs_to_somebody_else_is_doubtful_and_never_given_twice(
    author: User,
) -> None:
    Player.objects.create(surname="Rossi", given_name="José", card_number="108")
    preview = read(HEADER, (108, "Bianchi", "Ugo", None, None))
    assert statuses(preview) == ["doubtful"]
    assert "Rossi José" in preview.lines[0].reason
    copy = RosterPreview.from_json(preview.as_json())
    [added] = import_roster(preview=copy, accepted_lines={2}, author=author).added
    assert (added.surname, added.card_number) == ("Bianchi", "")


def test_a_person_twice_in_the_file_is_doubtful_the_second_time() -> None:
    mario, again, ugo = (1, "Rossi", "Mario"), (None, "Rossi", "Mario"), (1, "Bianchi", "Ugo")
    preview = read(HEADER, mario, again, ugo)
    assert statuses(preview) == ["new", "doubtful", "doubtful"]
    assert "2" in preview.lines[1].reason


def test_doubtful_lines_are_imported_only_where_somebody_accepts_them(author: User) -> None:
    Player.objects.create(surname="Rossi", given_name="Mario", club="Nervi")
    preview = read(
        HEADER, (None, "Rossi", "Mario", "Labyrinth", None), (None, "Bianchi", "Ugo", None, None)
    )
    default = import_roster(preview=preview, author=author)
    assert [player.surname for player in default.added] == ["Bianchi"]
    assert [judged.line for judged in default.left] == [2]
    accepted = import_roster(preview=preview, accepted_lines=[2], author=author)
    assert [player.club for player in accepted.added] == ["Labyrinth"]


def test_a_line_without_a_name_is_refused_and_the_others_go_on(author: User) -> None:
    preview = read(
        HEADER,
        (7, None, None, "Nervi", None),
        (8, "Rossi", "Mario", None, None),
        (9, "", "-", None, None),
    )
    assert statuses(preview) == ["refused", "new", "refused"]
    imported = import_roster(preview=preview, accepted_lines=[2, 3, 4], author=author)
    assert [player.surname for player in imported.added] == ["Rossi"]


def test_a_bad_address_is_doubtful_and_the_player_is_added_without_it(author: User) -> None:
    preview = read(HEADER, (7, "Rossi", "Mario", None, "rossi(at)example"))
    assert statuses(preview) == ["doubtful"]
    assert "rossi(at)example" in preview.lines[0].reason
    [added] = import_roster(preview=preview, accepted_lines=[2], author=author).added
    assert added.email == ""


def test_a_formula_without_a_value_is_named_by_its_column() -> None:
    preview = read_workbook(HEADER, (7, "Rossi", "=B1", None, None), (8, "=B1", "=C1", None, None))
    assert statuses(preview) == ["doubtful", "refused"]
    assert "Nome" in preview.lines[0].reason
    assert "formula" in preview.lines[0].reasons[0].template


def test_a_name_too_long_for_the_roster_is_refused() -> None:
    assert statuses(read(HEADER, (7, "R" * 81, "Mario", None, None))) == ["refused"]


def test_reasons_are_worded_when_they_are_read() -> None:
    [judged] = read(HEADER, (7, "Rossi", "Mario", None, None)).lines
    with translation.override("en"):
        assert judged.reason == "Not on the roster yet."


def test_numbers_and_dates_in_cells_are_read_as_people_read_them() -> None:
    [judged] = read_workbook(HEADER, (101.0, "Rossi", "Mario", None, None)).lines
    assert judged.row.card_number == "101"


@pytest.mark.database
@pytest.mark.at_length
def test_five_thousand_members_take_a_few_queries(
    author: User, django_assert_max_num_queries: object
) -> None:
    letters = "abcdefghij"
    surnames = (
        "".join(letters[int(digit)] for digit in str(number)) for number in range(10_001, 15_001)
    )
    rows = [f"{number};Cognome{surname};Nome;Nervi;" for number, surname in enumerate(surnames, 1)]
    file = text("Tessera;Cognome;Nome;Circolo;E-mail", *rows)
    with django_assert_max_num_queries(2):  # type: ignore[operator]
        preview = read_roster(file, "soci.csv")
    with django_assert_max_num_queries(100):  # type: ignore[operator]
        assert len(import_roster(preview=preview, author=author).added) == 5_000
    file.seek(0)
    assert len(read_roster(file, "soci.csv").of(Status.KNOWN)) == 5_000


def test_an_import_into_a_tournament_enters_the_new_and_the_known(
    author: User, evening: Tournament
) -> None:
    Player.objects.create(surname="Rossi", given_name="José", card_number="108")
    preview = read(HEADER, *MEMBERS)
    imported = import_roster(preview=preview, author=author, tournament=evening)
    assert len(imported.added) == len(MEMBERS) - 1
    assert len(imported.entered) == len(MEMBERS)
    assert import_roster(preview=preview, author=author, tournament=evening).entered == ()
    assert evening.log.filter(kind="roster").count() == 2


def test_a_card_given_away_between_preview_and_import_stops_nothing_by_half(author: User) -> None:
    preview = read(HEADER, (7, "Rossi", "Mario", None, None), (8, "Bianchi", "Ugo", None, None))
    Player.objects.create(surname="Verdi", given_name="Ida", card_number="7")
    imported = import_roster(preview=preview, author=author)
    assert [player.surname for player in imported.added] == ["Bianchi"]
    assert [(judged.line, judged.status) for judged in imported.left] == [(2, Status.DOUBTFUL)]


CELLS = st.one_of(
    st.none(),
    st.text(max_size=40),
    st.integers(),
    st.floats(allow_nan=True),
    st.booleans(),
    st.datetimes(),
    st.sampled_from(
        ["=A1", "#N/A", "\ufffdformula", "108", "Rossi", "x" * 3000, "a@b", "'", "\ud800", "\0"]
    ),
)


@pytest.mark.database
@settings(
    max_examples=examples(60),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(st.tuples(CELLS, CELLS, CELLS, CELLS, CELLS), min_size=1, max_size=6))
def test_whatever_the_cells_of_a_text_hold_every_line_gets_an_answer(
    rows: list[tuple[object, ...]],
) -> None:
    lines = "\r\n".join(
        ";".join('"' + str(cell).replace('"', '""') + '"' for cell in row) for row in rows
    )
    file = io.BytesIO(b"Tessera;Cognome;Nome;Circolo;E-mail\r\n" + lines.encode("utf-8", "ignore"))
    preview, refusal = attempt(lambda: read_roster(file, "soci.csv"))
    assert (preview is None) == bool(refusal)
    if preview is None:
        return
    copy = RosterPreview.from_json(json.loads(json.dumps(preview.as_json())))
    imported = import_roster(
        preview=copy, accepted_lines={line.line for line in copy.lines}, author=None
    )
    assert len(imported.added) + imported.known + len(imported.left) == len(copy.lines)
    assert all(player.surname for player in imported.added)
    assert all(line.reason for line in copy.lines)


@settings(
    max_examples=examples(20),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(st.tuples(CELLS, CELLS, CELLS, CELLS, CELLS), min_size=1, max_size=4))
def test_whatever_the_cells_of_a_workbook_hold_every_line_gets_an_answer(
    rows: list[tuple[object, ...]],
) -> None:
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    writable = [
        tuple(
            ILLEGAL_CHARACTERS_RE.sub("", cell.encode("utf-8", "ignore").decode())
            if isinstance(cell, str)
            else cell
            for cell in row
        )
        for row in rows
    ]
    preview, refusal = attempt(lambda: read_workbook(HEADER, *writable))
    assert (preview is None) == bool(refusal)
    assert all(judged.reason for judged in (preview.lines if preview else ()))


@settings(max_examples=examples(40), deadline=None)
@given(st.binary(max_size=300))
def test_no_bytes_at_all_are_too_much_for_the_reader(content: bytes) -> None:
    for start in (b"", b"PK\x03\x04", b"Cognome;Nome\n"):
        file = io.BytesIO(start + content)
        preview, refusal = attempt(lambda file=file: read_roster(file, "file"))
        assert (preview is None) == bool(refusal)


@pytest.mark.database
@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("nicc", ["Niccolò Vassallo"]),
        ("VASS", ["Niccolò Vassallo"]),
        ("nic vas", ["Niccolò Vassallo"]),
        ("damico", ["Fabrizio D'Amico"]),
        ("d'am", ["Fabrizio D'Amico"]),
        ("amico", ["Fabrizio D'Amico"]),
        ("luk", ["Łukasz Olcese"]),
        ("sahin", ["Salvatore Şahin"]),
        ("muller", ["Teresa Müller"]),
        ("andré", ["Bruno De André"]),
        ("118", ["Laura Lo Presti"]),
        ("lopresti", ["Laura Lo Presti"]),
        ("DEAN", ["Bruno De André"]),
        ("presti", ["Laura Lo Presti"]),
        ("prestilaura", []),
        ("assallo", []),
        ("", []),
        ("  ", []),
        ("%", []),
        ("_", []),
        ("ro", ["José Rossi"]),
    ],
)
def test_a_player_is_found_by_the_beginning_of_any_word(
    author: User, typed: str, found: list[str]
) -> None:
    import_roster(preview=read(HEADER, *MEMBERS), author=author)
    assert [player.spoken_name for player in find_players(typed)] == found


@pytest.mark.database
def test_who_is_entered_is_not_offered_again(author: User, evening: Tournament) -> None:
    import_roster(preview=read(HEADER, MEMBERS[0]), author=author, tournament=evening)
    assert find_players("damico", evening) == []
    assert len(find_players("damico")) == 1


@pytest.mark.database
def test_invented_people_are_not_offered_for_a_real_evening(
    author: User, evening: Tournament
) -> None:
    trial = Tournament.objects.create(
        name="Prova", date=evening.date, ruleset="lab12", is_demo=True
    )
    import_roster(preview=read(HEADER, *MEMBERS[:2]), author=author, tournament=trial)
    known = Player.objects.get(search__contains=" damico")
    assert find_players("damico", evening) == []
    another_trial = Tournament.objects.create(
        name="Prova 2", date=evening.date, ruleset="lab12", is_demo=True
    )
    assert find_players("damico", another_trial) == [known]
    earlier = Tournament.objects.create(name="Ieri", date=evening.date, ruleset="lab12")
    enter_player(tournament=earlier, player=known, author=author)
    assert find_players("damico", evening) == [known]


def test_a_new_name_is_found_after_a_correction(author: User) -> None:
    player = Player.objects.create(surname="Rossi", given_name="Mario")
    player.surname = "Verdi"
    player.save()
    assert find_players("verdi mario") == [player]
    assert find_players("rossi") == []


def test_the_roster_is_in_the_order_of_an_alphabet_that_knows_its_letters() -> None:
    for surname in (
        "Zunino",
        "Łukasz",
        "Şahin",
        "Éluard",
        "Lo Presti",
        "D’Amico",
        "sala",
        "Dapelo",
    ):
        Player.objects.create(surname=surname)
    in_order = ["D’Amico", "Dapelo", "Éluard", "Lo Presti", "Łukasz", "Şahin", "sala", "Zunino"]
    assert [player.surname for player in Player.objects.all()] == in_order
