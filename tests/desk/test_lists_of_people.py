"""The lists of tests/data/lists through each way into the desk: pasted, dropped as a file, imported."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.tournaments.expected_lists import FOLDER, LISTS, TABLES, TEXTS, reasons, written
from tournaments.models import Player, Tournament
from tournaments.pasted_lists import PastedLine
from tournaments.roster import Status

pytestmark = pytest.mark.usefixtures("in_english")

Make = Callable[..., Tournament]


def entered_and_asked(lines: Sequence[PastedLine]) -> tuple[list[str], list[tuple[str, str]]]:
    entered = [written(line.rows[0]) for line in lines if line.outcome == "new"]
    doubts = [
        (written(line.rows[0]), str(line.reason)) for line in lines if line.outcome == "doubtful"
    ]
    return entered, doubts


@pytest.mark.parametrize("name", [name for name in TEXTS if name.endswith((".txt", ".vcf"))])
def test_pasted_into_the_players_of_an_evening(
    name: str, organizer: Client, make_evening: Make
) -> None:
    evening = make_evening(0)
    text = (FOLDER / name).read_text()
    page = organizer.post(f"/desk/{evening.code}/players/paste/", {"text": text, "look": "1"})
    entered, doubts = entered_and_asked(page.context["report"])
    expected = LISTS[name]
    assert entered == expected.people
    assert [who for who, _why in doubts] == [
        who for who, _why in doubts if who in dict(reasons(expected))
    ]
    assert len(doubts) == len(expected.doubts)
    organizer.post(f"/desk/{evening.code}/players/paste/", {"text": text, "enter": "1"})
    assert evening.entries.count() == len(expected.people)


@pytest.mark.parametrize("name", [name for name in TABLES if name in TEXTS])
def test_cells_pasted_into_the_players_of_an_evening(
    name: str, organizer: Client, make_evening: Make
) -> None:
    """A dropped file is read as if its cells had been pasted."""
    evening = make_evening(0)
    file = SimpleUploadedFile(name, (FOLDER / name).read_bytes())
    page = organizer.post(f"/desk/{evening.code}/players/paste/", {"file": file})
    entered, doubts = entered_and_asked(page.context["report"])
    assert entered == LISTS[name].people
    assert len(doubts) == len(LISTS[name].doubts)
    assert set(dict(doubts)) <= set(dict(reasons(LISTS[name])))


@pytest.mark.parametrize("name", TEXTS)
def test_dropped_as_a_file_and_imported_with_everybody_entered(
    name: str, organizer: Client, make_evening: Make
) -> None:
    evening = make_evening(0)
    file = SimpleUploadedFile(name, (FOLDER / name).read_bytes())
    page = organizer.post(f"/desk/{evening.code}/import/", {"file": file})
    preview = page.context["preview"]
    new = [written(line.row) for line in preview.of(Status.NEW)]
    assert new == LISTS[name].people
    doubtful = preview.of(Status.DOUBTFUL)
    assert len(doubtful) == len(LISTS[name].doubts)
    organizer.post(
        f"/desk/{evening.code}/import/",
        {"preview": page.context["signed"], "enter_all": "on"},
    )
    assert evening.entries.count() == len(LISTS[name].people)
    assert Player.objects.filter(is_house=False).count() == len(LISTS[name].people)


def test_whoever_is_kept_out_is_entered_by_one_press(organizer: Client, make_evening: Make) -> None:
    evening = make_evening(0)
    known = Player.objects.create(surname="Gallo", given_name="Eva")
    text = (FOLDER / "poll-emoji.txt").read_text()
    address = f"/desk/{evening.code}/players/paste/"
    page = organizer.post(address, {"text": text, "look": "1"})
    page_text = page.content.decode()
    assert page_text.count("not coming") == 2
    assert "perhaps" in page_text
    press = {"line-5": str(known.pk), "line-8": "new"}
    organizer.post(address, {"text": text, "enter": "1", **press})
    titles = [entry.title for entry in evening.entries.order_by("number")]
    assert titles == ["Verdi Ugo", "Neri Lia", "Gallo Eva", "Costa Iva"]


def test_a_second_look_does_not_enter_those_who_were_kept_out(
    organizer: Client, make_evening: Make
) -> None:
    evening = make_evening(0)
    text = (FOLDER / "poll-title-maybe.txt").read_text()
    address = f"/desk/{evening.code}/players/paste/"
    page = organizer.post(address, {"text": text, "enter": "1"})
    waiting = page.context["paste"].initial["text"]
    assert "Assenti (2):" in waiting
    organizer.post(address, {"text": waiting, "enter": "1"})
    assert evening.entries.count() == 3


def test_a_member_who_does_not_come_is_not_entered_with_the_others_of_a_file(
    organizer: Client, make_evening: Make
) -> None:
    evening = make_evening(0)
    for name in ("Mario", "Ugo"):
        Player.objects.create(surname="Rossi", given_name=name)
    file = SimpleUploadedFile("soci.csv", b"Cognome;Nome;Presente\nRossi;Mario;x\nRossi;Ugo;\n")
    address = f"/desk/{evening.code}/import/"
    page = organizer.post(address, {"file": file})
    organizer.post(address, {"preview": page.context["signed"], "enter_all": "on"})
    assert [entry.title for entry in evening.entries.all()] == ["Rossi Mario"]
