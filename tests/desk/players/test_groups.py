"""Pairs, teams and tables of three at the desk: entering, combining, counting, drawing, seating."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.desk.hall import undone
from tournaments.entries import add_house_player, enter_pair, enter_player
from tournaments.models import Entry, Player, Tournament

EVENING = Callable[..., Tournament]


@pytest.fixture
def roster(db: None) -> list[Player]:
    names = ("Rossi", "Bianchi", "Verdi", "Neri", "Costa", "Parodi", "Canepa", "Repetto")
    return [Player.objects.create(surname=surname, given_name="Anna") for surname in names]


def titles(evening: Tournament) -> list[list[str]]:
    entries = evening.entries.order_by("number").prefetch_related("members__player")
    return [[member.player.surname for member in entry.members.all()] for entry in entries]


def test_a_second_player_joins_the_pair_that_waits_for_a_partner(
    organizer: Client, make_evening: EVENING, roster: list[Player]
) -> None:
    evening = make_evening(ruleset="lab_coppie")
    for letters in ("ross", "bianc", "verd"):
        assert (
            organizer.post(f"/desk/{evening.code}/players/enter/", {"q": letters}).status_code
            == 302
        )
    assert titles(evening) == [["Rossi", "Bianchi"], ["Verdi"]]
    page = organizer.get(f"/desk/{evening.code}/players/")
    assert [value for value, _words in page.context["into_choices"]] == ["2", "new"]
    assert page.context["count"].incomplete == (2,)
    organizer.post(f"/desk/{evening.code}/players/enter/", {"q": "neri", "into": "new"})
    organizer.post(f"/desk/{evening.code}/players/enter/", {"q": "costa", "into": "2"})
    assert titles(evening) == [["Rossi", "Bianchi"], ["Verdi", "Costa"], ["Neri"]]


def test_a_new_partner_comes_onto_the_roster_and_into_the_pair(
    organizer: Client, make_evening: EVENING, roster: list[Player]
) -> None:
    evening = make_evening(ruleset="squadre")
    organizer.post(f"/desk/{evening.code}/players/enter/", {"q": "rossi"})
    organizer.post(
        f"/desk/{evening.code}/players/new/",
        {"surname": "Olivieri", "given_name": "Ugo", "into": "1"},
    )
    assert titles(evening) == [["Rossi", "Olivieri"]]


def test_whoever_joined_a_pair_leaves_it_with_the_undo_of_the_message(
    organizer: Client, make_evening: EVENING, roster: list[Player]
) -> None:
    evening = make_evening(ruleset="lab_coppie")
    organizer.post(f"/desk/{evening.code}/players/enter/", {"q": "rossi"}, follow=True)
    for page, typed in (("enter", {"q": "bianc"}), ("new", {"surname": "Olivieri", "into": "1"})):
        text = organizer.post(
            f"/desk/{evening.code}/players/{page}/", typed, follow=True
        ).content.decode()
        assert len(titles(evening)[0]) == 2
        assert ("Rossi Anna – Bianchi Anna are entered, number 1." in text) == (page == "enter")
        undone(organizer, text)
        assert (titles(evening), Player.objects.count()) == ([["Rossi"]], 8)


def test_a_list_of_pairs_and_one_of_teams_are_answered_line_by_line(
    organizer: Client, make_evening: EVENING, roster: list[Player]
) -> None:
    pairs, teams = make_evening(ruleset="lab_coppie"), make_evening(ruleset="pt_pareado")
    text = "I Grifoni: Rossi – Bianchi\nVerdi – Neri\nCosta"
    answer = organizer.post(f"/desk/{pairs.code}/players/paste/", {"text": text, "enter": "1"})
    assert [str(line.outcome) for line in answer.context["report"]] == [
        "entered",
        "entered",
        "refused",
    ]
    assert titles(pairs) == [["Rossi", "Bianchi"], ["Verdi", "Neri"]]
    assert "2 pairs of the list are entered." in answer.content.decode()
    assert answer.context["paste"].initial["text"] == "Costa"
    text = "Genova: Rossi, Bianchi, Verdi, Neri\nPorto: Costa, Parodi, Canepa, Repetto"
    organizer.post(f"/desk/{teams.code}/players/paste/", {"text": text, "enter": "1"})
    assert [entry.name for entry in teams.entries.order_by("number")] == ["Genova", "Porto"]


def test_a_file_of_pairs_is_put_into_the_field_and_enters_nobody_yet(
    organizer: Client, make_evening: EVENING, roster: list[Player]
) -> None:
    evening = make_evening(ruleset="lab_coppie")
    file = SimpleUploadedFile(
        "coppie.csv", b"Coppia;Giocatore 1;Giocatore 2\nI Grifoni;Rossi;Bianchi\n"
    )
    answer = organizer.post(f"/desk/{evening.code}/players/paste/", {"file": file})
    text = answer.context["paste"].initial["text"]
    assert text.split("\n")[1] == "I Grifoni\tRossi\tBianchi"
    assert not evening.entries.exists()
    broken = SimpleUploadedFile("coppie.xlsx", b"PK\3\4broken")
    assert (
        organizer.post(f"/desk/{evening.code}/players/paste/", {"file": broken}).status_code == 422
    )
    organizer.post(f"/desk/{evening.code}/players/paste/", {"text": text, "enter": "yes"})
    assert titles(evening) == [["Rossi", "Bianchi"]]
    assert Entry.objects.get(tournament=evening).name == "I Grifoni"


def test_a_pair_is_named_turned_round_split_and_joined(
    organizer: Client, make_evening: EVENING, roster: list[Player]
) -> None:
    evening = make_evening(ruleset="lab_coppie")
    rossi, bianchi, verdi, *_rest = roster
    enter_pair(tournament=evening, players=[rossi, bianchi], author=None)
    enter_player(tournament=evening, player=verdi, author=None)
    url = f"/desk/{evening.code}/players/1/"
    organizer.post(f"{url}name/", {"name": "I Grifoni"})
    organizer.post(f"{url}earlier/", {"player": bianchi.pk})
    assert titles(evening)[0] == ["Bianchi", "Rossi"]
    assert Entry.objects.get(tournament=evening, number=1).name == "I Grifoni"
    organizer.post(f"{url}leave/", {"player": rossi.pk})
    organizer.post(f"{url}join/", {"joining": "2"})
    assert titles(evening) == [["Bianchi", "Verdi"]]


@pytest.mark.parametrize(
    ("press", "typed"),
    [
        ("join", {"joining": "1"}),
        ("join", {"joining": "x"}),
        ("join", {}),
        ("earlier", {"player": "0"}),
        ("leave", {"player": ""}),
        ("leave", {"player": "٣"}),
        ("name", {"name": "\0" * 300}),
    ],
)
def test_a_pair_that_cannot_be_changed_so_stays_and_the_page_says_why(
    press: str,
    typed: dict[str, str],
    organizer: Client,
    make_evening: EVENING,
    roster: list[Player],
) -> None:
    evening = make_evening(ruleset="lab_coppie")
    enter_pair(tournament=evening, players=roster[:2], author=None)
    answer = organizer.post(
        f"/desk/{evening.code}/players/1/{press}/", typed, headers={"HX-Request": "true"}
    )
    assert answer.status_code in (200, 422)
    assert titles(evening) == [["Rossi", "Bianchi"]]


@pytest.mark.parametrize(
    ("ruleset", "entries", "tables"), [("lab_coppie", 3, 2), ("pt_pareado", 3, 4), ("pt_fu", 5, 2)]
)
def test_an_odd_hall_is_completed_by_one_house_entry(
    ruleset: str, entries: int, tables: int, organizer: Client, make_evening: EVENING
) -> None:
    evening = make_evening(ruleset=ruleset)
    for _place in range(entries):
        add_house_player(tournament=evening, author=None)
    for name in ("winds/", "play/1/", ""):
        assert organizer.get(f"/desk/{evening.code}/{name}").status_code == 200
    before = organizer.get(f"/desk/{evening.code}/players/").context["count"]
    assert (before.offers[0]["kind"], before.offers[0]["count"]) == ("house", 1)
    add_house_player(tournament=evening, author=None)
    after = organizer.get(f"/desk/{evening.code}/players/").context["count"]
    assert (after.ready, after.tables, after.playing) == (True, tables, entries + 1)


@pytest.mark.parametrize("ruleset", ["lab_coppie", "pt_pareado", "pt_fu", "squadre_terza"])
def test_from_the_entries_to_the_published_seats(
    ruleset: str, organizer: Client, make_evening: EVENING
) -> None:
    evening = make_evening(ruleset=ruleset)
    for _place in range(6 if ruleset == "pt_fu" else 4):
        add_house_player(tournament=evening, author=None)
    assert organizer.post(f"/desk/{evening.code}/winds/draw/").status_code == 302
    assert organizer.get(f"/desk/{evening.code}/winds/").context["draw"]["repeats"]
    assert organizer.post(f"/desk/{evening.code}/play/1/plan/").status_code == 302
    page = organizer.get(f"/desk/{evening.code}/play/1/")
    assert page.context["certificate"][0]
    tables = {"pt_fu": 2, "pt_pareado": 4}.get(ruleset, 2)
    assert len(page.context["cards"]) == tables
    assert {len(card["seats"]) for card in page.context["cards"]} == {
        3 if ruleset == "pt_fu" else 4
    }
    assert (
        organizer.post(f"/desk/{evening.code}/play/1/post/", {"without_paper": "1"}).status_code
        == 302
    )


def test_exchanging_two_of_different_pairs_takes_their_partners_along(
    organizer: Client, make_evening: EVENING
) -> None:
    evening = make_evening(ruleset="lab_coppie")
    for _place in range(4):
        add_house_player(tournament=evening, author=None)
    organizer.post(f"/desk/{evening.code}/winds/draw/")
    organizer.post(f"/desk/{evening.code}/play/1/plan/")
    round_ = evening.rounds.get()
    one, other = (
        round_.seats.get(table__number=1, wind="N"),
        round_.seats.get(table__number=2, wind="S"),
    )
    assert (
        organizer.post(
            f"/desk/{evening.code}/play/1/swap/", {"seat": [one.pk, other.pk]}
        ).status_code
        == 302
    )
    for table, entry in ((1, other.entry), (2, one.entry)):
        sitting = round_.seats.filter(table__number=table, wind__in="NS")
        assert {seat.entry_id for seat in sitting} == {entry.pk}
