"""Two users at two computers take the same step: the second one is told that it was done already,
and by whom.
"""

from __future__ import annotations

import html

import pytest
from django.test import Client

from ground.roles import ARBITER
from scoring.calls import call_arbiter
from scoring.models import Publication
from scoring.sheet_steps import seen_of
from tests.accounts import signed_in
from tests.evenings import a_tournament, fill, sealed_round, sheet_of
from tournaments.models import Round


@pytest.fixture
def anna(db: None) -> Client:
    return signed_in("anna", ARBITER)


@pytest.fixture
def bruno(db: None) -> Client:
    return signed_in("bruno", ARBITER)


@pytest.fixture
def hall(db: None) -> Round:
    return sealed_round(a_tournament())


def table_page(hall: Round, table: int = 1) -> str:
    return f"/desk/{hall.tournament.code}/play/{hall.number}/{table}/"


def pressed(client: Client, address: str, **fields: object) -> str:
    """Send the form; return the text of the page that follows."""
    page = client.post(address, fields, follow=True).content.decode()
    return " ".join(html.unescape(page).split())


def test_the_same_sheet_closed_by_both(anna: Client, bruno: Client, hall: Round) -> None:
    sheet = fill(sheet_of(hall))
    address = f"{table_page(hall)}close/"
    seen = seen_of(sheet)
    assert "The sheet of table 1 is closed." in pressed(anna, address, seen=seen, on="2")
    text = pressed(bruno, address, seen=seen, on="2")
    assert "anna had closed the sheet of table 1 already, at " in text
    assert "The sheet of table 1 is closed." not in text
    sheet.refresh_from_db()
    assert sheet.closed_by.get_username() == "anna"
    assert "The sheet of table 1 is closed." in pressed(anna, address, seen=seen)


def test_the_same_hand_ruled_on_by_both(anna: Client, bruno: Client, hall: Round) -> None:
    sheet = fill(sheet_of(hall))
    ruling = {
        "kind": "illegal_play",
        "hand": "1",
        "offender": ["N"],
        "seen": seen_of(sheet),
    }
    address = f"{table_page(hall)}rule/"
    assert "The ruling is made." in pressed(anna, address, **ruling, reason="Rifiuto.")
    text = pressed(bruno, address, **ruling, reason="Nord non ha risposto.")
    assert "while you were reading it: ruling on hand 1 by anna, " in text
    assert "anna has already made this very ruling." in pressed(
        bruno, address, **ruling, reason="Rifiuto."
    )
    assert sheet.rulings.count() == 1


def test_a_row_written_while_the_other_was_about_to_close(
    anna: Client, bruno: Client, hall: Round
) -> None:
    sheet = fill(sheet_of(hall))
    seen = seen_of(sheet)
    row = sheet.results.current().get(hand=12)
    typed = {"hand": "12", "based_on": str(row.version), "N": "13", "E": "0", "S": "0", "W": "0"}
    anna.post(f"{table_page(hall)}rows/", typed)
    text = pressed(bruno, f"{table_page(hall)}close/", seen=seen)
    assert "while you were reading it: hand 12, by anna, " in text


def test_the_same_partita_closed_by_both(anna: Client, bruno: Client, hall: Round) -> None:
    for table in hall.tables.all():
        sheet = fill(sheet_of(hall, table.number))
        pressed(anna, f"{table_page(hall, table.number)}close/", seen=seen_of(sheet))
    address = f"/desk/{hall.tournament.code}/play/1/close/"
    assert "Partita 1 is closed; its standings are published." in pressed(anna, address)
    text = pressed(bruno, address)
    assert "anna had closed partita 1 already, at " in text
    assert "Partita 1 is closed; its standings are published." not in text


def test_the_same_standing_published_by_both(anna: Client, bruno: Client, hall: Round) -> None:
    for table in hall.tables.all():
        sheet = fill(sheet_of(hall, table.number))
        pressed(anna, f"{table_page(hall, table.number)}close/", seen=seen_of(sheet))
    pressed(anna, f"/desk/{hall.tournament.code}/play/1/close/")
    text = pressed(bruno, f"/desk/{hall.tournament.code}/standings/publish/")
    assert "anna had already published standings no. 1, at " in text
    assert "Standings no. 1 are published." not in text
    assert Publication.objects.count() == 1


def test_the_same_call_taken_and_settled_by_both(anna: Client, bruno: Client, hall: Round) -> None:
    call = call_arbiter(table=sheet_of(hall).table, hand=3)
    page = table_page(hall)
    read = {"call": call.pk, "taken_by": ""}
    assert "The table sees that you are on the way." in pressed(anna, f"{page}take-call/", **read)
    text = pressed(bruno, f"{page}take-call/", **read)
    assert "anna is on the way to table 1 already, since " in text
    call.refresh_from_db()
    assert call.taken_by.get_username() == "anna"
    # Bruno has read that Anna is on the way, and takes over.
    read["taken_by"] = call.taken_by_id
    pressed(bruno, f"{page}take-call/", **read)
    call.refresh_from_db()
    assert call.taken_by.get_username() == "bruno"
    assert "The call is settled." in pressed(anna, f"{page}end-call/", **read)
    assert "anna had settled the call of table 1 already, at " in pressed(
        bruno, f"{page}end-call/", **read
    )
