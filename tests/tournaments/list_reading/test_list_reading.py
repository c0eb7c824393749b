"""People read from lists: each kind of line and cell that once produced a wrong person, lost one,
or revealed a phone number.
"""

from __future__ import annotations

import csv
import io
import re
import time
import zipfile
from collections import Counter
from collections.abc import Iterable

import pytest
from django.core.exceptions import ValidationError
from openpyxl import Workbook

from ground.names import split_name
from tests.tournaments.workbooks import archive, text, workbook
from tournaments.list_reading.answers import Says
from tournaments.list_reading.files import read_list
from tournaments.list_reading.lines import read_text
from tournaments.list_reading.rows import Known, Reading
from tournaments.list_reading.vocabulary import consent_of, is_error
from tournaments.name_similarity import spellings

pytestmark = pytest.mark.usefixtures("in_english")


def knowing(*names: str, cards: dict[str, str] | None = None, clubs: tuple[str, ...] = ()) -> Known:
    return Known(
        spellings=frozenset().union(*(spellings(name) for name in names)),
        cards={card: name.lower().split() for card, name in (cards or {}).items()},
        clubs=frozenset(clubs),
    )


def pasted(*lines: str, known: Known | None = None) -> Reading:
    return read_text("\n".join(lines), known or Known())


def names(reading: Reading) -> list[tuple[str, str]]:
    """Names of the people without doubts."""
    return [(row.surname, row.given_name) for row in reading.rows if not row.faults]


def doubtful(reading: Reading) -> list[tuple[str, str]]:
    return [(row.surname, row.given_name) for row in reading.rows if row.faults and not row.fatal]


def sheet(file: io.BytesIO, name: str = "soci.xlsx", known: Known | None = None) -> Reading:
    answer = read_list(file, name, known or Known())
    return answer.readings[answer.sheets[0].name]


def table(*lines: str) -> Reading:
    return sheet(text(*lines), "soci.csv")


# --- a message


@pytest.mark.parametrize(
    "number",
    [
        "3391234567",
        "339 1234567",
        "339/1234567",
        "339-123.4567",
        "+39 339 123 4567",
        "0039 339 1234567",
        "02-1234567",
        "(055) 123456",
        "tel. 339 123 45 67",
        "cell: 3391234567",
        "12 34 56",
    ],
)
@pytest.mark.parametrize(
    "line", ["4 Sala Pia {}", "Sala Pia {}", "{} Sala Pia", "Sala Pia - {}", "Sala Pia ({})"]
)
def test_a_telephone_number_is_neither_a_name_nor_a_card(line: str, number: str) -> None:
    [row] = pasted(line.format(number)).rows
    assert (row.surname, row.given_name, row.card_number) == ("Sala", "Pia", "")
    stored = row.player()
    assert not any(
        letter.isdigit() for letter in f"{stored.full_name}{stored.card_number}{stored.club}"
    )


@pytest.mark.parametrize(
    "date", ["3/4/1960", "3.4.60", "1960-04-03", "nata il 3-4-1960", "3 aprile 1960", "1960"]
)
def test_a_date_of_birth_is_neither_a_name_nor_a_card(date: str) -> None:
    reading = pasted(f"Sala Pia {date}")
    assert [(row.surname, row.given_name, row.card_number) for row in reading.rows] == [
        ("Sala", "Pia", "")
    ]
    assert [part.text for part in reading.left_over] == [date]


@pytest.mark.parametrize(
    "mark", ["1.", "1)", "1°", "1ª", "#1", "n. 1", "1 -", "1", "1\N{COMBINING ENCLOSING KEYCAP}"]
)
def test_a_place_in_the_list_is_no_card(mark: str) -> None:
    reading = pasted(f"{mark} Sala Pia")
    assert [(row.full_name, row.card_number, row.faults) for row in reading.rows] == [
        ("Sala Pia", "", ())
    ]


def test_places_with_a_gap_and_a_second_list_are_places_and_a_number_that_is_none_is_asked_about() -> (
    None
):
    reading = pasted(
        "1 Bo Ida",
        "2 Re Ivo",
        "4 Bo Eva",
        "Secondo turno:",
        "1 Re Ada",
        "92 Fichi Anna",
        "3 Bo Ugo",
    )
    assert {row.card_number for row in reading.rows} == {""}
    assert doubtful(reading) == [("Fichi", "Anna")]


@pytest.mark.parametrize(
    "line", ["92,Fichi,Anna", "92 Fichi Anna", "Fichi Anna 92", "Fichi Anna (92)"]
)
def test_a_number_that_may_be_a_card_makes_nobody_by_itself(line: str) -> None:
    [row] = pasted(line).rows
    assert (row.surname, row.given_name, row.card_number) == ("Fichi", "Anna", "")
    assert "92" in str(row.faults[0])
    [known] = pasted(line, known=knowing("Fichi Anna", cards={"92": "Fichi Anna"})).rows
    assert (known.card_number, known.faults) == ("92", ())


@pytest.mark.parametrize(
    "line",
    [
        "Verdi Ugo - arriva tardi",
        "Verdi Ugo – arriva tardi",
        "Verdi Ugo (forse)",
        "Verdi Ugo ✅",
        "Verdi Ugo 🎉 forse",
        "Verdi Ugo: porta il vino",
        "Verdi Ugo, arriva tardi",
        "Verdi Ugo forse",
        "✅ Verdi Ugo",
        "- Verdi Ugo",
        "[x] Verdi Ugo",
        "*Verdi Ugo*",
        "[26/11/26, 18:03] Ada: Verdi Ugo",
        "26/11/26, 18:03 - Ada: 1) Verdi Ugo",
    ],
)
def test_what_follows_the_name_is_a_note(line: str) -> None:
    reading = pasted(line)
    assert names(reading) == [("Verdi", "Ugo")]
    assert names(pasted(line, known=knowing("Ugo Verdi"))) == [("Verdi", "Ugo")]


@pytest.mark.parametrize(
    "line",
    [
        "Verdi Ugo - non viene",
        "Verdi Ugo (assente)",
        "❌ Verdi Ugo",
        "~Verdi Ugo~",
        "Verdi Ugo +1",
        "Verdi Ugo con la moglie",
        "Verdi Ugo - Sala Pia",
        "Verdi Ugo (forse) Sala",
        "Verdi Ugo - arriva con Gino",
        "Verdi2 Ugo",
        "Verdi Ugo @ugo",
        "Verdi U.",
        "Verdi",
        "Confermo anche io",
        "ci sono anche io",
    ],
)
def test_a_line_that_is_not_all_accounted_for_is_asked_about(line: str) -> None:
    assert names(pasted(line)) == []
    assert doubtful(pasted(line))


def test_a_known_member_with_more_behind_the_name_is_asked_about_as_that_member() -> None:
    [row] = pasted("Verdi Ugo porta Gino", known=knowing("Verdi Ugo")).rows
    assert (row.full_name, len(row.faults)) == ("Verdi Ugo", 1)


@pytest.mark.parametrize("between", [" e ", " + ", "/", " & ", " con ", "+"])
def test_several_people_on_a_line_are_several_people(between: str) -> None:
    reading = pasted(f"1 Bianchi Ada{between}Re Ivo")
    assert names(reading) == [("Bianchi", "Ada"), ("Re", "Ivo")]
    assert len({row.key for row in reading.rows}) == 2


@pytest.mark.parametrize(
    "line", ["Bianchi e Re", "Ada e Ivo Bianchi", "Bianchi Ada, Re Ivo", "Bianchi Ada; Re Ivo"]
)
def test_several_people_who_cannot_be_told_apart_are_asked_about(line: str) -> None:
    assert names(pasted(line)) == []
    assert doubtful(pasted(line))


@pytest.mark.parametrize(
    "line",
    [
        "Lista di giovedì 26/11",
        "Riserve:",
        "Ciao a tutti!",
        "Grazie",
        "28 novembre ore 21",
        "Totale: 32",
        "-----",
        "🎉🎉",
        "Elenco soci, aggiornato al 3 marzo",
        "Giovedì 26",
        "In attesa:",
    ],
)
def test_a_heading_is_left_over_and_nobody(line: str) -> None:
    reading = pasted(line, "Rossi Mario")
    assert [row.full_name for row in reading.rows] == ["Rossi Mario"]
    assert [(str(part.place), part.text) for part in reading.left_over if part.whole] == [
        ("line 1", line)
    ]
    assert str(reading.balance()) == f"2 cells = 1 read (people: 1) + 1 left over: line 1: {line}"


def test_those_under_a_heading_of_the_absent_and_of_reserves_are_asked_about() -> None:
    reading = pasted(
        "Rossi Mario", "Assenti:", "Verdi Ugo", "Riserve:", "Sala Pia", "Tavolo 2", "Neri Lia"
    )
    assert names(reading) == [("Rossi", "Mario"), ("Neri", "Lia")]
    assert [str(fault) for row in reading.rows for fault in row.faults] == [
        "It is under “Assenti:”.",
        "It is under “Riserve:”.",
    ]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Dott. Verdi Ugo", ("Verdi", "Ugo")),
        ("Dott.ssa Sala Pia", ("Sala", "Pia")),
        ("Ing. Re Ivo", ("Re", "Ivo")),
        ("Sig.ra Bo Ida", ("Bo", "Ida")),
        ("Prof Neri Lia", ("Neri", "Lia")),
        ("Verdi Ugo, avv.", ("Verdi", "Ugo")),
        ("Rossi Jr. Mario", ("Rossi Jr.", "Mario")),
        ("Rossi Mario III", ("Rossi III", "Mario")),
        ("Van den Berg Piet", ("Van den Berg", "Piet")),
        ("Ter Horst Jan", ("Ter Horst", "Jan")),
        ("Abd el-Rahman Karim", ("Abd el-Rahman", "Karim")),
        ("D'Amico Ada", ("D'Amico", "Ada")),
        ("Della Valle di Sotto Pia", ("Della Valle di Sotto", "Pia")),
        ("De la Cruz Ana", ("De la Cruz", "Ana")),
        ("Ortega y Gasset José", ("Ortega y Gasset", "José")),
        ("dos Santos Rui", ("dos Santos", "Rui")),
    ],
)
def test_titles_are_no_part_of_a_name_and_particles_and_suffixes_are(
    line: str, name: tuple[str, str]
) -> None:
    assert names(pasted(line)) == [name]


@pytest.mark.parametrize(
    ("whole", "name"),
    [
        ("Piet van den Berg", ("van den Berg", "Piet")),
        ("Mario Rossi Jr.", ("Rossi Jr.", "Mario")),
        ("Karim Abd el-Rahman", ("Abd el-Rahman", "Karim")),
        ("Rossi M.", ("Rossi", "M.")),
    ],
)
def test_the_name_first_is_told_apart_likewise(whole: str, name: tuple[str, str]) -> None:
    assert split_name(whole, given_first=True) == name


def test_the_message_of_a_chat_as_it_comes() -> None:
    known = knowing("Rossi Mario", "Verdi Ugo", "Neri Lia", "Sala Pia")
    reading = pasted(
        "Lista di giovedì 26/11",
        "1 Rossi Mario ✅",
        "2 Verdi Ugo - arriva tardi",
        "3 Neri Lia (forse)",
        "",
        "Riserve:",
        "4 Sala Pia 3391234567",
        "5 Gallo Eva 3387654321",
        "92,Fichi,Anna",
        "6 Bianchi Ada e Re Ivo",
        known=known,
    )
    assert names(reading) == [
        ("Rossi", "Mario"),
        ("Verdi", "Ugo"),
        ("Neri", "Lia"),
    ]
    assert doubtful(reading) == [
        ("Sala", "Pia"),
        ("Gallo", "Eva"),
        ("Fichi", "Anna"),
        ("Bianchi", "Ada"),
        ("Re", "Ivo"),
    ]
    assert {row.says for row in reading.rows if row.faults} == {Says.RESERVE}
    assert [part.text for part in reading.left_over if part.whole] == [
        "Lista di giovedì 26/11",
        "Riserve:",
    ]


@pytest.mark.at_length
@pytest.mark.parametrize("part", ["1", "1 ", "(", "[x", "Ab e ", "a@", "12/", "tel ", " - ", "x\t"])
def test_a_line_without_end_takes_no_time(part: str) -> None:
    """Forty thousand digits used to keep a pattern busy for more than a minute."""
    begun = time.process_time()
    assert pasted((part * 40_000)[:40_000] + "x").filled
    assert time.process_time() - begun < 5


# --- cells: the heading and its blocks


def test_two_blocks_side_by_side_are_both_read() -> None:
    reading = table("Cognome;Nome;;Cognome;Nome", "Rossi;Mario;;Bianchi;Anna", "Verdi;Ugo;;;")
    assert names(reading) == [("Rossi", "Mario"), ("Bianchi", "Anna"), ("Verdi", "Ugo")]
    numbered = table("N.;Giocatore;N.;Giocatore", "1;Rossi Mario;3;Bianchi Anna", "2;Verdi Ugo;;")
    assert [(row.full_name, row.card_number) for row in numbered.rows] == [
        ("Rossi Mario", ""),
        ("Bianchi Anna", ""),
        ("Verdi Ugo", ""),
    ]


def test_a_heading_of_two_levels_is_read_as_one() -> None:
    reading = table("Giocatore;;Circolo", "Cognome;Nome;", "Rossi;Mario;Nervi")
    assert [(row.surname, row.given_name, row.club) for row in reading.rows] == [
        ("Rossi", "Mario", "Nervi")
    ]


def test_a_title_a_repeated_heading_and_a_total_are_nobody() -> None:
    reading = table(
        "Elenco, al 3 marzo", "Cognome;Nome", "Rossi;Mario", "Cognome;Nome", "Verdi;Ugo", "Totale;2"
    )
    assert names(reading) == [("Rossi", "Mario"), ("Verdi", "Ugo")]
    assert [row.line for row in reading.rows if row.faults] == [6]
    assert [part.text for part in reading.left_over if part.whole] == ["Elenco, al 3 marzo"]


def test_more_cells_than_headings_are_asked_about_and_an_unread_column_is_named() -> None:
    reading = table("Cognome;Nome;Telefono", "Rossi;Mario;339;x", "Verdi;Ugo;3391234567")
    assert names(reading) == [("Verdi", "Ugo")]
    assert (
        str(reading.balance())
        == "10 cells = 6 read (people: 2) + 4 left over: Telefono (3); cell D2: x"
    )


def test_entities_are_letters_and_no_separators() -> None:
    assert names(
        table("Cognome;Nome;Circolo", "Spudi&#263;;Ivan;A", "D&apos;Amico;Zo&euml;;R&amp;D")
    ) == [
        ("Spudić", "Ivan"),
        ("D'Amico", "Zoë"),
    ]


@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
def test_the_separator_is_that_of_the_heading(separator: str) -> None:
    lines = (
        "Soci, ottobre; novembre | tutti",
        separator.join(("Cognome", "Nome")),
        separator.join(("Rossi", "Mario")),
    )
    assert names(table(*lines)) == [("Rossi", "Mario")]


def test_the_declared_separator_is_obeyed() -> None:
    assert names(table("sep=|", "Cognome|Nome", "Rossi|Mario")) == [("Rossi", "Mario")]


@pytest.mark.parametrize(
    "heading",
    [
        "Apelido;Nome;Cartão;E-mail;Consentimento",
        "Nome de família;Nome;Cartão;E-mail;Consentimento",
        "Cognome;Nome;Tessera;E-mail;Consenso",
        "Nom;Prénom;N° de licence;Courriel;Consentement",
        "Name;Vorname;Mitgliedsnummer;E-Mail-Adresse;Einwilligung",
        "Apellidos;Nombre;N.º de socio;Correo electrónico;Consentimiento",
        "Last name;First name;Card no.;Mail;Consent",
    ],
)
def test_headings_of_six_languages(heading: str) -> None:
    [row] = table(heading, "Silva;Ana;0012;a@x.it;oui").rows
    assert (
        row.surname,
        row.given_name,
        row.card_number,
        row.email,
        row.emails_agreed,
        row.faults,
    ) == (
        "Silva",
        "Ana",
        "0012",
        "a@x.it",
        True,
        (),
    )


def test_one_column_of_names_without_a_heading_is_a_list() -> None:
    assert names(table("Rossi Mario", "Verdi Ugo")) == [("Rossi", "Mario"), ("Verdi", "Ugo")]
    with pytest.raises(ValidationError):
        table("Rossi;Mario", "Verdi;Ugo")


# --- cells: values


@pytest.mark.parametrize(
    "error",
    [
        *(
            "#N/A",
            "#N/D",
            "#NV",
            "#REF!",
            "#RIF!",
            "#BEZUG!",
            "#¡REF!",
            "#VALUE!",
            "#VALORE!",
            "#VALOR!",
            "#¡VALOR!",
        ),
        *(
            "#WERT!",
            "#VALEUR!",
            "#DIV/0!",
            "#¡DIV/0!",
            "#NAME?",
            "#NOME?",
            "#NOM?",
            "#¿NOMBRE?",
            "#NULL!",
            "#NULLO!",
        ),
        *("#ZAHL!", "#NUM!", "#SPILL!", "#CALC!", "Err:502", "#####"),
    ],
)
def test_an_error_of_any_language_is_no_value(error: str) -> None:
    assert is_error(error)
    reading = table(
        "Tessera;Cognome;Nome", f"{error};Rossi;Mario", f"12;{error};Ugo", f"13;Neri;{error}"
    )
    assert [(row.card_number, row.surname, row.given_name) for row in reading.rows] == [
        ("", "Rossi", "Mario"),
        ("12", "", "Ugo"),
        ("13", "Neri", ""),
    ]
    assert names(reading) == []


@pytest.mark.parametrize("value", ["12", "#12", "Rossi", "#1"])
def test_what_is_no_error_is_a_value(value: str) -> None:
    assert not is_error(value)


@pytest.mark.parametrize(
    ("cell", "agreed"),
    [
        ("✓", True),
        ("✅", True),
        ("x", True),
        ("VERO", True),
        ("TRUE", True),
        ("WAHR", True),
        ("Sì, acconsento", True),
        ("Acconsento", True),
        ("autorizzo", True),
        ("j'accepte", True),
        ("sim", True),
        ("1", True),
        ("no", False),
        ("FALSO", False),
        ("☐", False),
        ("❌", False),
        ("non acconsento", False),
        ("nein", False),
        ("0", False),
        ("da chiedere", None),
        ("forse", None),
        ("sì e no", None),
        ("12/3/2025", None),
    ],
)
def test_consent_is_what_the_words_say(cell: str, agreed: bool | None) -> None:
    assert consent_of(cell) is agreed
    reading = table("Cognome;Nome;Consenso", f"Rossi;Mario;{cell}", "Verdi;Ugo;")
    assert [row.emails_agreed for row in reading.rows] == [agreed, None]
    assert [part.text for part in reading.left_over] == ([] if agreed is not None else [cell])


@pytest.mark.parametrize(
    "card",
    [
        "14/03/2026",
        "2026-03-14",
        "mar-25",
        "3 maggio",
        "3391234567",
        "+39 333 123456",
        "1,2E+11",
        "in arrivo",
    ],
)
def test_a_card_that_is_none_is_asked_about_and_never_stored(card: str) -> None:
    [first, second] = table("Tessera;Cognome;Nome", f"{card};Rossi;Mario", "1-25;Verdi;Ugo").rows
    assert (first.card_number, len(first.faults)) == ("", 1)
    assert (second.card_number, second.faults) == ("1-25", ())


def test_long_cards_of_one_length_are_cards() -> None:
    cards = [
        row.card_number
        for row in table("Tessera;Cognome;Nome", "10234567;Re;Ivo", "10234999;Bo;Ida").rows
    ]
    assert cards == ["10234567", "10234999"]


@pytest.mark.parametrize("header", ["N.", "Nr.", "#", "N°"])
def test_a_rising_column_counts_the_lines_unless_it_is_headed_as_cards(header: str) -> None:
    people = ("1;Rossi;Mario", "2;Verdi;Ugo", "5;Sala;Pia")
    assert {row.card_number for row in table(f"{header};Cognome;Nome", *people).rows} == {""}
    assert [row.card_number for row in table("Tessera;Cognome;Nome", *people).rows] == [
        "1",
        "2",
        "5",
    ]


def test_a_number_in_a_cell_of_names_is_taken_off_it() -> None:
    reading = table("Cognome;Nome", "Neri 3391234567;Lia", "Sala;Pia ✓", "Bo 2;Ida", "Re;Ivo e Ada")
    assert names(reading) == [("Neri", "Lia"), ("Sala", "Pia")]
    assert doubtful(reading) == [("Bo", "Ida"), ("Re", "Ivo e Ada")]


# --- workbooks


def workbook_file(fill: object) -> io.BytesIO:
    book = Workbook()
    fill(book)  # type: ignore[operator]
    file = io.BytesIO()
    book.save(file)
    file.seek(0)
    return file


def changed(file: io.BytesIO, part: str, old: bytes, new: bytes) -> io.BytesIO:
    with zipfile.ZipFile(file) as whole:
        parts = {name: whole.read(name) for name in whole.namelist()}
    assert old in parts[part]
    return archive({**parts, part: parts[part].replace(old, new)})


PEOPLE = [("Cognome", "Nome"), ("Rossi", "Mario"), ("Verdi", "Ugo")]


def test_a_merged_value_holds_for_all_its_cells_and_is_counted_once() -> None:
    def fill(book: Workbook) -> None:
        for row in [
            ("Circolo", "Cognome", "Nome"),
            ("A", "Rossi", "Mario"),
            (None, "Verdi", "Ugo"),
            (None, "Re", "Ivo"),
        ]:
            book.active.append(row)
        book.active.merge_cells("A2:A3")
        book.active.append(("Sezione B",))
        book.active.merge_cells("A5:C5")

    reading = sheet(workbook_file(fill))
    assert [row.club for row in reading.rows] == ["A", "A", ""]
    assert (
        str(reading.balance()) == "11 cells = 10 read (people: 3) + 1 left over: cell A5: Sezione B"
    )


def test_a_card_keeps_the_zeros_it_is_shown_with() -> None:
    def fill(book: Workbook) -> None:
        book.active.append(("Tessera", "Cognome", "Nome"))
        for place, (code, number) in enumerate(
            (("00000", 45), ('"GE-"000', 7), ("General", 46), ("0000", 12345)), 2
        ):
            book.active.append((number, "Rossi", f"A{'d' * place}a"))
            book.active.cell(place, 1).number_format = code

    assert [row.card_number for row in sheet(workbook_file(fill)).rows] == [
        "00045",
        "GE-007",
        "46",
        "12345",
    ]


def test_the_open_visible_sheet_is_read_first_and_a_hidden_one_last() -> None:
    def fill(book: Workbook) -> None:
        book.active.title = "vecchio"
        book.active.sheet_state = "hidden"
        for title, people in (("altri", 3), ("soci", 2), ("note", 0)):
            added = book.create_sheet(title)
            for row in [PEOPLE[0], *[PEOPLE[1]] * people] if people else [("appunti",)]:
                added.append(row)
        for row in [PEOPLE[0], *[PEOPLE[1]] * 5]:
            book["vecchio"].append(row)
        book.active = 2

    answer = read_list(workbook_file(fill), "soci.xlsx", Known())
    assert [each.name for each in answer.sheets] == ["soci", "altri", "vecchio", "note"]
    assert "altri, vecchio" in str(answer.notes[0])


def test_people_on_hidden_lines_are_asked_about_and_hidden_columns_said() -> None:
    def fill(book: Workbook) -> None:
        for row in PEOPLE:
            book.active.append(row)
        book.active.row_dimensions[3].hidden = True
        book.active.column_dimensions["B"].hidden = True

    reading = sheet(workbook_file(fill))
    assert (names(reading), doubtful(reading)) == ([("Rossi", "Mario")], [("Verdi", "Ugo")])
    assert [str(note) for note in reading.notes] == [
        "Hidden lines: 3. You are asked about them.",
        "Hidden columns were read too: Nome.",
    ]


def test_errors_and_formulas_without_a_value_are_named() -> None:
    def fill(book: Workbook) -> None:
        for row in [("Tessera", *PEOPLE[0]), (1, "Rossi", "=B1"), ("#N/A", "Verdi", "Ugo")]:
            book.active.append(row)
        book.active["A3"].data_type = "e"

    reading = sheet(workbook_file(fill))
    assert names(reading) == []
    assert [(str(part.place), part.text) for part in reading.left_over] == [
        ("cell C2", "="),
        ("cell A3", "#N/A"),
    ]
    assert str(reading.balance()) == "9 cells = 9 read (people: 2), none left over."


def test_booleans_dates_and_excels_escapes() -> None:
    def fill(book: Workbook) -> None:
        from datetime import date

        book.active.append(("Tessera", "Cognome", "Nome", "Consenso"))
        book.active.append((date(2026, 3, 14), "Rossi_x000D_\n", "Mario_x0020_", True))
        book.active.append(("1-25", "Verdi", "Ugo", False))

    first, second = sheet(workbook_file(fill)).rows
    assert (first.card_number, first.surname, first.given_name, first.emails_agreed) == (
        "",
        "Rossi",
        "Mario",
        True,
    )
    assert (second.card_number, second.emails_agreed, second.faults) == ("1-25", False, ())
    assert len(first.faults) == 1


def strict() -> io.BytesIO:
    with zipfile.ZipFile(workbook(PEOPLE)) as whole:
        parts = {name: whole.read(name) for name in whole.namelist()}
    transitional = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return archive(
        {
            name: part.replace(transitional, b"http://purl.oclc.org/ooxml/spreadsheetml/main")
            for name, part in parts.items()
        }
    )


def broken_styles() -> io.BytesIO:
    return changed(
        workbook(PEOPLE), "xl/styles.xml", b"<fonts", b'<x:bad xmlns:x="y" val="99"/><fonts'
    )


def broken_family() -> io.BytesIO:
    return changed(workbook(PEOPLE), "xl/styles.xml", b'<family val="2"', b'<family val="99"')


def broken_properties() -> io.BytesIO:
    return changed(
        workbook(PEOPLE), "docProps/core.xml", b"Z</dcterms:created>", b"nowhen</dcterms:created>"
    )


def no_styles_at_all() -> io.BytesIO:
    with zipfile.ZipFile(workbook(PEOPLE)) as whole:
        return archive(
            {name: whole.read(name) for name in whole.namelist() if "styles" not in name}
        )


def open_document() -> io.BytesIO:
    cells = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>'
            for cell in row
        )
        + "</table:table-row>"
        for row in PEOPLE
    )
    space = "urn:oasis:names:tc:opendocument:xmlns"
    content = (
        f'<office:document-content xmlns:office="{space}:office:1.0" xmlns:table="{space}:table:1.0" '
        f'xmlns:text="{space}:text:1.0"><office:body><office:spreadsheet><table:table table:name="Soci">{cells}'
        "</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    return archive(
        {
            "mimetype": b"application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": content.encode(),
            "META-INF/manifest.xml": b'<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        }
    )


@pytest.mark.parametrize(
    "file",
    [strict, broken_styles, broken_family, broken_properties, no_styles_at_all, open_document],
)
def test_a_workbook_that_other_readers_refuse_is_read(file: object) -> None:
    assert names(sheet(file())) == [("Rossi", "Mario"), ("Verdi", "Ugo")]  # type: ignore[operator]


def test_every_cell_is_somewhere() -> None:
    """Each cell is counted once, and each of its words is a person's or left over, whatever the
    lines contain.
    """
    cells = ["", "Rossi", "Mario", "3391234567", "#N/D", "Totale", "✓", "a@x.it", "Cognome"]
    for shift in range(len(cells)):
        rows = [
            [cells[(line * 5 + place * shift + shift) % len(cells)] for place in range(5)]
            for line in range(6)
        ]
        lines = io.StringIO()
        csv.writer(lines, delimiter=";").writerows([("Tessera", "Cognome", "Nome", "Note"), *rows])
        reading = sheet(io.BytesIO(lines.getvalue().encode()), "soci.csv")
        filled = 4 + sum(map(bool, [cell for row in rows for cell in row]))
        assert reading.filled == filled
        assert (reading.headings, reading.of_headings) == ({1}, 4)
        texts = [(row.line, text) for row in reading.rows for text in row.texts]
        texts += [(part.line, part.text) for part in reading.left_over]
        for line, row in enumerate(rows, start=2):
            lost = Counter(words_in(row)) - Counter(
                words_in(text for place, text in texts if place == line)
            )
            assert not lost, (line, row)
        assert all(
            part.text == rows[part.line - 2][part.column or 0] for part in reading.cells_left
        )


def words_in(texts: Iterable[str]) -> list[str]:
    return [word for text in texts for word in re.findall(r"\w+", text)]


@pytest.mark.parametrize(
    "note", ["arriva tardi", "moglie di Ugo", "non fumatore", "cert. medico scaduto"]
)
def test_most_notes_in_a_column_keep_nobody_out(note: str) -> None:
    reading = table("Cognome;Nome;Note", f"Rossi;Mario;{note}")
    assert names(reading) == [("Rossi", "Mario")]
    assert [part.text for part in reading.left_over] == [note]


@pytest.mark.parametrize(
    "note", ["non viene", "assente", "rinuncia", "riserva", "con la moglie", "+1"]
)
def test_a_note_in_a_column_that_says_who_comes_is_asked_about(note: str) -> None:
    assert doubtful(table("Cognome;Nome;Note", f"Rossi;Mario;{note}")) == [("Rossi", "Mario")]


@pytest.mark.parametrize(
    "line",
    [
        *("Gentile Mario", "Est Ada", "Nord Ugo", "Assente Carlo", "Forse Lina", "Mai Lin"),
        *("Capitano Anna", "Corso Luca", "Strada Luca 12/3/1960", "King Stephen", "Nono Marina"),
        *("Dott. Out Primo ore 21", "LO PRESTI LAURA", "EO Kim", "Abd el-Rahman Karim", "No Zoë"),
    ],
)
def test_words_of_a_list_are_surnames_too(line: str) -> None:
    reading = pasted("Rossi Mario", line, "Verdi Ugo")
    assert [row.faults for row in reading.rows] == [(), (), ()]


def test_a_yes_without_a_heading_is_no_consent_to_e_mails() -> None:
    """It is an answer about the evening, but used to be read as consent."""
    reading = pasted("Rossi Mario;sì", "Verdi Ugo;no", "Neri Lia;sì")
    assert [row.emails_agreed for row in reading.rows] == [None, None, None]
    assert doubtful(reading) == [("Verdi", "Ugo")]


def test_a_column_that_counts_evenings_says_nothing_of_this_one() -> None:
    reading = table("Cognome;Nome;Presenza", "Rossi;Mario;12", "Verdi;Ugo;3", "Neri;Lia;0")
    assert len(names(reading)) == 3


def test_a_message_of_a_chat_that_is_no_list_is_left_over() -> None:
    reading = pasted(
        "26/11/26, 21:03 - Ada: a che ora si comincia?",
        "26/11/26, 21:04 - Ada: verdi ugo",
        "26/11/26, 21:05 - Ada: Neri Lia ✅",
        "26/11/26, 21:06 - Ugo Verdi: ok grazie",
    )
    assert names(reading) == [("Neri", "Lia"), ("Verdi", "Ugo")]
    assert doubtful(reading) == [("verdi", "ugo")]
    assert [part.text for part in reading.left_over if part.whole] == [
        "26/11/26, 21:03 - Ada: a che ora si comincia?"
    ]


@pytest.mark.parametrize(
    "lines",
    [
        ("Assenti: Gallo", "Re Ivo"),
        ("Assenti:", "Genova:", "Gallo Eva", "Re Ivo"),
        ("Non vengono", "Circolo Nervi", "Gallo Eva", "Re Ivo"),
        ("Gallo Eva e Re Ivo ❌",),
        ("Forse:", "- Gallo Eva", "", "- Re Ivo"),
        ("👎", "Gallo Eva", "Re Ivo"),
        ("Gallo Eva ❓", "Re Ivo (lista d'attesa)"),
        ("Riserva: Gallo Eva, Re Ivo",),
    ],
)
def test_nobody_of_a_part_that_does_not_say_yes_is_taken_for_somebody_who_comes(
    lines: tuple[str, ...],
) -> None:
    reading = pasted(*lines)
    assert names(reading) == []
    assert [row.surname for row in reading.rows] == ["Gallo", "Re"]
    assert all(row.says for row in reading.rows)


@pytest.mark.parametrize("line", ["Domenica Rossi", "Sabato Ugo", "Rossi Domenica"])
def test_a_day_in_a_name_that_stands_first_is_no_title(line: str) -> None:
    assert len(names(pasted(line, "Verdi Ugo"))) == 2


def test_a_place_in_the_list_ends_what_a_heading_on_one_line_holds_for() -> None:
    reading = pasted("1. Rossi Mario", "Riserva: Sala Pia", "2. Verdi Ugo")
    assert names(reading) == [("Rossi", "Mario"), ("Verdi", "Ugo")]
    assert doubtful(reading) == [("Sala", "Pia")]
