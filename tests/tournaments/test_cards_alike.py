"""A membership card stays the same in any spelling: case, blanks and kinds of dash are ignored."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from ground import guards
from king.words import card_key
from people.merging import pairs_to_look_at
from people.pages.roster import PlayerForm
from tests.evenings import entered
from tournaments.entries import enter_new_player
from tournaments.list_reading.rows import RosterRow
from tournaments.models import Player
from tournaments.name_similarity import Likeness
from tournaments.roster import RosterIndex, Status, find_players, judge, judge_all

ALIKE = ("GE-0123", "ge-0123", "GE–0123", "GE 0123", " Ge\N{NON-BREAKING HYPHEN}0123 ", "GE0123")


@pytest.fixture
def mario(db: None) -> Player:
    return Player.objects.create(surname="Rossi", given_name="Mario", card_number="GE–0123")


@pytest.mark.parametrize("card", ALIKE)
def test_the_form_refuses_a_card_that_is_another_s(mario: Player, author: User, card: str) -> None:
    evening = entered()
    with pytest.raises(ValidationError) as refused:
        enter_new_player(
            tournament=evening, surname="Bianchi", given_name="Ugo", card_number=card, author=author
        )
    assert refused.value.code == "card_taken"
    form = PlayerForm({"surname": "Bianchi", "given_name": "Ugo", "card_number": card})
    assert [*form.errors] == ["__all__"]
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(surname="Bianchi", given_name="Ugo", card_number=card)
    assert Player.objects.get().card_number == "GE–0123"


@pytest.mark.parametrize("card", ALIKE)
def test_a_list_finds_whose_card_it_is(mario: Player, author: User, card: str) -> None:
    judged = judge(RosterRow(1, card, "Rossi", "Mario", "", ""), RosterIndex.load())
    assert (judged.status, judged.member and judged.member.pk) == (Status.KNOWN, mario.pk)
    assert find_players(card) == [mario]


def test_two_lines_with_one_card_are_asked_about(db: None) -> None:
    rows = [
        RosterRow(1, "GE-0123", "Rossi", "Mario", "", ""),
        RosterRow(2, "ge–0123", "Bianchi", "Ugo", "", ""),
    ]
    first, second = judge_all(rows, RosterIndex.load())
    assert (first.status, second.status) == (Status.NEW, Status.DOUBTFUL)
    assert second.without_card


@pytest.mark.parametrize(("first", "second"), [("1-23", "12-3"), ("0123", "123"), ("A1", "A2")])
def test_other_cards_stay_others(db: None, first: str, second: str) -> None:
    for card in (first, second):
        Player.objects.create(surname="Rossi", card_number=card)
    assert Player.objects.count() == 2


def test_a_card_that_is_taken_away_or_given_keeps_its_key(mario: Player) -> None:
    Player.objects.filter(pk=mario.pk).update(card_number="")
    other = Player.objects.create(surname="Verdi", card_number="GE 0123")
    other.card_number = ""
    other.save(update_fields=["card_number"])
    mario.card_number = "ge0123"
    mario.save()
    assert Player.objects.get(pk=mario.pk).card_key == card_key("GE-0123")


@pytest.mark.at_length
@pytest.mark.django_db(transaction=True)
def test_two_who_had_one_card_before_are_kept_and_shown() -> None:
    before = [("tournaments", "0001_initial")]
    guards.take_off(connection)
    MigrationExecutor(connection).migrate(before)
    then = MigrationExecutor(connection).loader.project_state(before).apps
    people = then.get_model("tournaments", "Player").objects
    for name, card in (("Rossi", "GE-0123"), ("Verdi", ""), ("Bianchi", "ge 0123"), ("Neri", "7")):
        # Insert by SQL, because a historical model's ``save`` is not ``Player.save``.
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO tournaments_player (surname, given_name, card_number, club, email,"
                " emails_agreed, is_house, search) VALUES (%s, '', %s, '', '', %s, %s, '')",
                [name, card, False, False],
            )
    assert people.count() == 4
    call_command("migrate", verbosity=0)

    keys = dict(Player.objects.values_list("surname", "card_key"))
    rossi, bianchi = (Player.objects.get(surname=name) for name in ("Rossi", "Bianchi"))
    assert (keys["Rossi"], keys["Verdi"], keys["Neri"]) == ("ge0123", "", "7")
    assert (rossi.card_number, bianchi.card_number) == ("GE-0123", "ge 0123")
    assert pairs_to_look_at() == [(rossi.pk, bianchi.pk, Likeness.CARD)]

    bianchi.club = "Nervi"
    bianchi.full_clean()
    bianchi.save()
    rossi.card_number = "GE-0124"
    rossi.save()
    bianchi.save()
    assert bianchi.card_key == "ge0123"
    assert pairs_to_look_at() == []


@pytest.mark.parametrize(
    ("list_", "card"),
    [("Cognome;Nome;Tessera\nUno;Ada;{card}\n", "GE–0123"), ("Uno Ada tessera {card}", "GE−0123")],
)
def test_a_list_keeps_a_card_with_the_dash_that_a_telephone_writes(
    db: None, tmp_path: Path, list_: str, card: str
) -> None:
    file = tmp_path / ("list.csv" if ";" in list_ else "list.txt")
    file.write_text(list_.format(card=card), encoding="utf-8")
    output = io.StringIO()
    call_command("read_people", str(file), stdout=output)
    read = json.loads(output.getvalue())
    assert [person["card"] for person in read["people"]] == [card]
    assert read["doubtful"] == []
    assert card not in [cell["text"] for cell in read["left_over"]]


def test_what_is_left_over_is_shown_as_it_was_typed(db: None, tmp_path: Path) -> None:
    """A date is not a card number, and a workbook's time is not a telephone number."""
    file = tmp_path / "list.csv"
    file.write_text("Cognome;Nome;Tessera;Ora\nUno;Ada;2026-03-12;0,8958333333\n", encoding="utf-8")
    output = io.StringIO()
    call_command("read_people", str(file), stdout=output)
    leftovers = {cell["text"]: cell["why"] for cell in json.loads(output.getvalue())["left_over"]}
    assert leftovers["2026-03-12"]
    assert leftovers["0,8958333333"] == leftovers["Ora"]
