"""Command ``manage.py read_people``: the people of a list as JSON, without storing anything."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.workbooks import text, workbook
from tournaments.models import Player

pytestmark = pytest.mark.django_db
MESSAGE = """Lista di giovedì 26/11
1 Rossi Mario ✅
2 Ugo Verdi - arriva tardi
4 Sala Pia 3391234567
92,Fichi,Anna
6 Bianchi Ada e Re Ivo
1 Rossi Mario
"""


def read(
    path: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> dict[str, list[dict[str, object]]]:
    path.write_bytes(content)
    call_command("read_people", str(path))
    answer: dict[str, list[dict[str, object]]] = json.loads(capsys.readouterr().out)
    assert set(answer) == {"people", "doubtful", "left_over", "sheets", "chosen"}
    for person in answer["people"]:
        assert set(person) == {"surname", "given", "card", "club", "email", "consent", "line"}
    for person in answer["doubtful"]:
        assert set(person) == {
            "surname",
            "given",
            "card",
            "club",
            "email",
            "consent",
            "line",
            "why",
        }
    for part in answer["left_over"]:
        assert set(part) == {"place", "text", "why"}
    return answer


def test_a_message_is_read_with_the_roster_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for surname, given_name, card in (("Rossi", "Mario", "7"), ("Verdi", "Ugo", "")):
        Player.objects.create(surname=surname, given_name=given_name, card_number=card)
    answer = read(tmp_path / "lista.txt", MESSAGE.encode(), capsys)
    assert [
        (who["surname"], who["given"], who["card"], who["line"]) for who in answer["people"]
    ] == [
        ("Rossi", "Mario", "7", 2),
        ("Verdi", "Ugo", "", 3),
        ("Sala", "Pia", "", 4),
        ("Bianchi", "Ada", "", 6),
        ("Re", "Ivo", "", 6),
    ]
    assert [(who["surname"], who["card"], who["line"]) for who in answer["doubtful"]] == [
        ("Fichi", "", 5)
    ]
    assert {"Lista di giovedì 26/11", "arriva tardi", "3391234567", "1 Rossi Mario"} <= {
        part["text"] for part in answer["left_over"]
    }
    assert "3391234567" not in json.dumps([answer["people"], answer["doubtful"]])
    assert Player.objects.count() == 2


def test_a_file_says_consent_and_what_was_left_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = "Cognome;Nome;E-mail;Consenso", "Rossi;Mario;a@x.it;sì", "Verdi;Ugo;;boh", "Sala;Pia;;"
    answer = read(tmp_path / "soci.csv", text(*lines).getvalue(), capsys)
    assert [(who["email"], who["consent"]) for who in answer["people"]] == [
        ("a@x.it", True),
        ("", None),
        ("", None),
    ]
    assert [part["text"] for part in answer["left_over"]] == ["boh"]
    assert (answer["sheets"], answer["chosen"]) == ([], "")


def test_a_card_that_differs_by_its_zeros_is_asked_about(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Player.objects.create(surname="Rossi", given_name="Mario", card_number="45")
    rows = [("Tessera", "Cognome", "Nome"), ("00045", "Rossi", "Mario"), ("00046", "Verdi", "Ugo")]
    answer = read(tmp_path / "soci.xlsx", workbook(rows).getvalue(), capsys)
    assert [(who["surname"], who["card"]) for who in answer["people"]] == [("Verdi", "00046")]
    assert [(who["surname"], who["card"]) for who in answer["doubtful"]] == [("Rossi", "00045")]
    assert (answer["sheets"], answer["chosen"]) == (["Soci"], "Soci")


@pytest.mark.parametrize(
    "content", [None, b"", b"%PDF-1.7", b"PK\x03\x04 broken", b"Quota;Telefono\n1;2\n"]
)
def test_a_file_that_cannot_be_read_at_all_is_one_line_and_status_two(
    tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "soci.csv"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CommandError) as refused:
        call_command("read_people", str(path))
    assert refused.value.returncode == 2
    assert "\n" not in str(refused.value)
