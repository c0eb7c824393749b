"""Two people of an evening with the same name have different marks, the same on every page and
paper.
"""

from __future__ import annotations

import datetime
import re

import pytest
from django.test import Client
from django.utils import timezone

from king_tournament.sheet.state import state_of
from scoring.models import Sheet
from scoring.round_steps import start_round
from scoring.standing import display_names
from tests.evenings import closed, entered
from tests.printing.asking import all_of, printed
from tests.printing.pages import squeezed
from tournaments.board_steps import seal_boards
from tournaments.entries import enter_new_player, remove_entry
from tournaments.models import EntryMember, Player, Tournament, marked
from tournaments.namesakes import Named, marks_of
from tournaments.roster import save_player
from tournaments.round_seating import plan_round
from tournaments.seat_changes import publish_seating
from tournaments.substitutes import substitute
from tournaments.wind_draw import draw_winds

MARKS = ["Rossi Mario (L009)", "Rossi Mario (L010)"]


@pytest.mark.parametrize(
    ("first", "second", "marks"),
    [
        (("L009", "Nervi"), ("L010", "Nervi"), ("L009", "L010")),
        (("L009", "Nervi"), ("", "Nervi"), ("L009", "2")),
        (("L009", "Nervi"), ("", "Savona"), ("L009", "Savona")),
        (("", "Nervi"), ("", "Savona"), ("Nervi", "Savona")),
        (("", "Nervi"), ("", "Nervi"), ("1", "2")),
        (("", ""), ("", ""), ("1", "2")),
        (("2", ""), ("", ""), ("1", "2")),
    ],
)
def test_the_mark_is_the_card_else_a_club_of_ones_own_else_the_number(
    first: tuple[str, str], second: tuple[str, str], marks: tuple[str, str]
) -> None:
    people = [
        Named(number, "Rossi", "Mario", *facts, number)
        for number, facts in enumerate((first, second), 1)
    ]
    assert tuple(marks_of([*people, Named(3, "Rossi", "Maria", "", "", 3)]).values()) == marks


@pytest.fixture
def evening(db: None) -> Tournament:
    """Sixteen players with two called Rossi Mario. The evening is today's, so that the hall's
    screens show it.
    """
    evening = entered(14, date=timezone.localdate(), planned_rounds=1)
    for card in ("L009", "L010"):
        enter_new_player(
            tournament=evening,
            surname="Rossi",
            given_name="Mario",
            card_number=card,
            club="Genova",
            author=None,
        )
    return evening


def test_every_face_of_the_evening_tells_them_apart_alike(
    evening: Tournament, client: Client, organizer: Client
) -> None:
    draw_winds(tournament=evening, author=None)
    round_ = plan_round(tournament=evening, author=None)
    publish_seating(round=round_, author=None)
    seal_boards(round=round_, author=None)
    start_round(round=round_, author=None)
    code = evening.code
    faces = {
        address: organizer.get(address).content.decode()
        for address in (f"/desk/{code}/players/", f"/desk/{code}/play/1/")
    }
    for address in (f"/live/{code}/", "/s/seating/"):
        faces[address] = client.get(address).content.decode()
    for face, text in faces.items():
        assert [mark for mark in MARKS if mark not in text] == [], face
    for key in ("seating", "score_sheets"):
        text = all_of(printed(key, evening))
        assert [mark for mark in MARKS if squeezed(mark) not in text] == [], key
    sheets = Sheet.objects.filter(table__round=round_).select_related("table__round__tournament")
    names = [name for sheet in sheets for name in state_of(sheet)["seats"]["names"].values()]
    assert (
        sorted(name for name in names if name.startswith("Rossi Mario") and "\n" not in name)
        == MARKS
    )

    closed(round_)
    for name in ("standings/", "overall.csv", "seats.csv", ""):
        address = f"/live/{code}/{name}"
        text = client.get(address).content.decode()
        assert [mark for mark in MARKS if mark not in text] == [], name
        assert not re.search(r"Rossi Mario(?! \(L0)", text), name
    text = all_of(printed("standings", evening))
    assert [mark for mark in MARKS if squeezed(mark) not in text] == []


@pytest.mark.parametrize(
    ("own", "mark"),
    [
        ({"card_number": "L011", "club": "Nervi"}, "L011"),
        ({"club": "Nervi"}, "Nervi"),
        ({}, "{pk}"),
        ({"given_name": "Annamaria", "card_number": "L011"}, ""),
    ],
)
def test_a_substitute_without_an_entry_had_the_name_of_somebody_entered(
    evening: Tournament, own: dict[str, str], mark: str
) -> None:
    draw_winds(tournament=evening, author=None)
    round_ = plan_round(tournament=evening, author=None)
    publish_seating(round=round_, author=None)
    seal_boards(round=round_, author=None)
    start_round(round=round_, author=None)
    player = Player.objects.create(**{"surname": "Rossi001", "given_name": "Anna"} | own)
    seat = round_.seats.get(player__surname="Rossi002")
    substitute(seat=seat, player=player, from_hand=5, author=None)
    name = marked(player.full_name, mark.format(pk=player.pk))
    assert round_.seats.get(player=player).name == name
    page = Client().get(f"/live/{evening.code}/")
    assert name in page.content.decode()


def test_a_standing_wrote_the_number_of_a_namesake_twice(evening: Tournament) -> None:
    players = EntryMember.objects.filter(player__surname="Rossi").order_by("pk")
    for member, card in zip(players, ("L009", ""), strict=True):
        member.player.card_number = card
        save_player(player=member.player, author=None)
    entries = evening.entries.with_players().filter(number__gt=14)
    names = sorted(display_names(entries).values())
    assert names == ["Rossi Mario (16)", "Rossi Mario (L009)"]


def test_a_mark_is_there_from_the_moment_there_are_two_until_there_is_one(
    evening: Tournament,
) -> None:
    first, second = EntryMember.objects.filter(player__surname="Rossi").order_by("pk")
    assert [first.name, second.name] == MARKS
    assert second.entry.title == MARKS[1]
    player = second.player
    player.given_name = "Maria"
    save_player(player=player, author=None)
    assert [member.mark for member in evening.members.exclude(mark="")] == []
    player.given_name = "mario"
    save_player(player=player, author=None)
    assert [*evening.members.exclude(mark="").values_list("mark", flat=True)] == ["L009", "L010"]
    remove_entry(entry=first.entry, author=None)
    second.refresh_from_db()
    assert second.mark == ""


def test_a_namesake_in_another_evening_changes_nothing(db: None) -> None:
    for number, day in enumerate((20, 21)):
        evening = entered(date=datetime.date(2026, 11, day))
        enter_new_player(
            tournament=evening,
            surname="Rossi",
            given_name="Mario",
            card_number=f"L{number}",
            author=None,
        )
    assert Player.objects.filter(memberships__mark="").count() == 2
