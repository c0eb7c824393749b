"""Two rows of one person at the desk: listed, asked about when a name is typed, and merged."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ground.roles import ORGANIZER, ROLES
from people.models import Merge, TwoPeople
from tests.accounts import signed_in
from tests.evenings import a_tournament, enter, played
from tournaments.models import Entry, Player, Tournament

LIST = "/desk/roster/duplicates/"


def text_of(answer: object) -> str:
    return answer.content.decode()


@pytest.fixture
def two(db: None) -> tuple[Player, Player]:
    """Mario Rossi twice: with a card, and as his name was typed in an evening that was played."""
    first = Player.objects.create(
        surname="Rossi", given_name="Mario", card_number="GE-7", club="Nervi"
    )
    second = played().tournament.entries.get(number=1).players.get()
    second.surname, second.given_name, second.email = "Mario", "Rossi", "mario@example.org"
    second.save()
    return first, second


def test_a_pair_is_listed_copied_and_merged(
    organizer: Client, two: tuple[Player, Player], settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    first, second = two
    page = text_of(organizer.get(LIST))
    assert "the order of surname and name" in page
    [address] = re.findall(r'href="(/desk/roster/\d+/merge/\?with=\d+)"', page)
    page = text_of(organizer.get(address))
    assert "Giovedì" in page
    assert "Published standings keep the names" in page
    # Proposed are the name of the row with a card, and the only e-mail address.
    checked = re.findall(r'name="(\w+)" value="(\d+)" checked', page)
    assert dict(checked) == {
        "name": str(first.pk),
        "card": str(first.pk),
        "club": str(first.pk),
        "email": str(second.pk),
    }

    answer = organizer.post(
        address.partition("?")[0], {"with": max(first.pk, second.pk), **dict(checked)}, follow=True
    )
    assert "are one person now: Rossi Mario" in text_of(answer)
    person = Player.objects.exclude(surname__startswith="Player").get()
    assert (person.full_name, person.card_number, person.email) == (
        "Rossi Mario",
        "GE-7",
        "mario@example.org",
    )
    assert Entry.objects.get(number=1).players.get() == person

    [copy] = (tmp_path / "backups").iterdir()
    assert copy.name in text_of(answer)


@pytest.mark.sqlite
def test_nobody_is_merged_where_no_copy_can_be_made(
    organizer: Client, two: tuple[Player, Player], settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path / "gone"
    first, second = two
    keys = dict.fromkeys(("name", "card", "club", "email"), first.pk)
    answer = organizer.post(f"/desk/roster/{first.pk}/merge/", {"with": second.pk, **keys})
    assert answer.status_code == 422
    assert "so they are not merged" in text_of(answer)
    assert not Merge.objects.exists()


def test_two_people_are_asked_about_once(organizer: Client, two: tuple[Player, Player]) -> None:
    form = {"first": two[1].pk, "second": two[0].pk}
    page = text_of(organizer.post(LIST, form, follow=True))
    assert "you will not be asked again" in page
    assert "Nobody seems to be here twice" in page
    assert TwoPeople.objects.count() == 1
    assert "the order of surname and name" in text_of(
        organizer.post(LIST, form | {"again": "1"}, follow=True)
    )


def test_what_forbids_a_merge_is_said_before_and_after(organizer: Client, make_evening) -> None:
    first, second = make_evening(2).entries.order_by("number")
    [one, other] = first.players.get(), second.players.get()
    address = f"/desk/roster/{one.pk}/merge/"
    page = text_of(organizer.get(f"{address}?with={other.pk}"))
    assert "Both are in “Venerdì del re”" in page
    assert "Merge them into one person" not in page
    keys = dict.fromkeys(("name", "card", "club", "email"), one.pk)
    answer = organizer.post(address, {"with": other.pk, **keys})
    assert answer.status_code == 422
    assert "so they are two people" in text_of(answer)
    assert Player.objects.count() == 2


@pytest.mark.parametrize(
    "form", [{}, {"with": "x"}, {"with": "99999999999"}, {"with": "own"}, {"with": "other"}]
)
def test_a_merge_that_says_too_little_does_nothing(
    organizer: Client, two: tuple[Player, Player], form: dict[str, str]
) -> None:
    keys = {"own": str(two[0].pk), "other": str(two[1].pk)}
    answer = organizer.post(
        f"/desk/roster/{two[0].pk}/merge/", {name: keys.get(key, key) for name, key in form.items()}
    )
    assert answer.status_code == 422
    assert ("Merge them into one person" in text_of(answer)) == (form.get("with") == "other")
    assert not Merge.objects.exists()


def test_names_that_are_not_alike_are_merged_from_the_page_of_either(organizer: Client) -> None:
    bride = Player.objects.create(surname="Bianchi", given_name="Elsa")
    wife = Player.objects.create(surname="Rossi", given_name="Elsa")
    assert f"/desk/roster/{wife.pk}/merge/" in text_of(organizer.get(f"/desk/roster/{wife.pk}/"))
    page = text_of(organizer.get(f"/desk/roster/{wife.pk}/merge/?q=bian"))
    assert f"/desk/roster/{wife.pk}/merge/?with={bride.pk}" in page


def test_only_organizers_merge(organizer: Client, two: tuple[Player, Player]) -> None:
    merge_page = f"/desk/roster/{two[0].pk}/merge/"
    for role in sorted(set(ROLES) - {ORGANIZER}):
        reader = signed_in(role, role)
        for address in (LIST, merge_page):
            assert reader.get(address).status_code == 403
            assert reader.post(address, {"with": two[1].pk}).status_code == 403
    assert not Merge.objects.exists()
    for address in (LIST, merge_page):
        assert organizer.get(address).status_code == 200


# --- entering a name


@pytest.mark.parametrize(
    ("surname", "given_name"), [("Deangelis", "Ada"), ("Ada", "De Angelis"), ("De Angelis", "A.")]
)
def test_a_name_typed_for_somebody_new_is_asked_about(
    organizer: Client, evening: Tournament, surname: str, given_name: str
) -> None:
    known = Player.objects.create(surname="De Angelis", given_name="Ada", card_number="GE-9")
    answer = organizer.post(
        f"/desk/{evening.code}/players/new/", {"surname": surname, "given_name": given_name}
    )
    assert answer.status_code == 422
    assert [member.pk for member in answer.context["meant"]] == [known.pk]
    answer = organizer.get(f"/desk/{evening.code}/players/find/", {"q": f"{surname} {given_name}"})
    assert known in [*answer.context["found"], *answer.context.get("near", ())]


@pytest.mark.parametrize(
    "written", ["Deangelis;Ada", "Ada;De Angelis", "De Angelis;A.", "De Angelis;", "De Angeli;Ada"]
)
def test_a_file_asks_whether_a_line_is_a_player_and_names_the_card(
    organizer: Client, written: str
) -> None:
    known = Player.objects.create(surname="De Angelis", given_name="Ada", card_number="GE-9")
    file = SimpleUploadedFile("soci.csv", f"Cognome;Nome\n{written}\n".encode())
    page = text_of(organizer.post("/desk/roster/import/", {"file": file}))
    assert "De Angelis Ada (GE-9)" in page
    assert re.search(rf'name="line-2" value="{known.pk}"', page)


def test_a_pasted_line_asks_where_the_roster_has_no_name_to_the_surname(
    organizer: Client, evening: Tournament
) -> None:
    known = Player.objects.create(surname="Costa", given_name="U.")
    text = "Costa Ugo\nUgo Deangelis"
    spelt = Player.objects.create(surname="De Angelis", given_name="Ugo")
    answer = organizer.post(f"/desk/{evening.code}/players/paste/", {"text": text, "look": "1"})
    lines = answer.context["report"]
    assert [(line.outcome, [player.pk for player in line.candidates]) for line in lines] == [
        ("doubtful", [known.pk]),
        ("entered", []),
    ]
    assert "De Angelis Ugo" in str(lines[1].reason)
    assert spelt.memberships.count() == 0


# --- cost


def test_the_list_and_the_two_side_by_side_cost_the_same_for_many(organizer: Client) -> None:
    def questions(address: str) -> int:
        organizer.get(address)
        with CaptureQueriesContext(connection) as queries:
            assert organizer.get(address).status_code == 200
        return len(queries)

    def pair(number: int) -> tuple[Player, Player]:
        rossi = enter(a_tournament(), f"Costa{chr(97 + number)}", present=True).players.get()
        return rossi, Player.objects.create(surname=rossi.surname)

    first, second = pair(0)
    address = f"/desk/roster/{first.pk}/merge/?with={second.pk}"
    before = questions(LIST), questions(address)
    for number in range(1, 8):
        pair(number)
    for evening in Tournament.objects.exclude(members__player=first):
        entry = evening.entries.create(number=7)
        evening.members.create(entry=entry, player=first)
    assert (questions(LIST), questions(address)) == before
    assert max(before) <= 45
