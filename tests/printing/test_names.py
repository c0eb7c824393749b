"""Names on paper use only letters of its typeface, and two people of an evening never look alike."""

from __future__ import annotations

import pytest
from django.utils import translation

from people import paper as people_paper
from people.evenings import person_of
from printing.document_context import Options
from printing.document_list import DOCUMENTS
from printing.names import people_on_paper, said_of_letters, season_names
from scoring.publishing import publish
from seasons import paper as seasons_paper
from seasons.season import publish_season, season_of
from tests.evenings import demo, kept
from tests.printing.asking import all_of, printed
from tests.printing.pages import squeezed, texts_of
from tournaments.circuits import Circuit
from tournaments.models import Player, Tournament

pytestmark = pytest.mark.django_db

PRINTABLE = (
    "Zoë Ångström",
    "Петров Пётр",
    "Łukasz Wójcik",
    "D’Amico Niccolò",
    "Nguyễn Thị",
    "Παπαδόπουλος Άννα",
)
UNPRINTABLE = (
    "李 小龍",
    "محمد علي",
    "כהן דוד",
    "ไทย สมชาย",
    "ラムチャラン 王",
    "김 민준",
    "Rossi 🎉 Anna",
)


def called(name: str, **facts: str) -> Player:
    surname, _space, given_name = name.partition(" ")
    return Player.objects.create(surname=surname, given_name=given_name, **facts)


@kept
def finished() -> Tournament:
    """A published evening of two tables. Two of its players have Chinese names, two have the same
    name, one has an emoji.
    """
    evening = demo(stage="finished", seed=4, tables=2, language="en")
    people = list(
        Player.objects.filter(memberships__tournament=evening).order_by(
            "memberships__entry__number"
        )
    )
    names = (
        ("李", "小龍", ""),
        ("陳", "港生", "00045"),
        ("Rossi", "Mario", "17"),
        ("Rossi", "Mario", ""),
        ("Neri 🎉", "Ada", ""),
    )
    for player, (surname, given_name, card) in zip(people, names, strict=False):
        player.surname, player.given_name, player.card_number = surname, given_name, card
        player.save()
    publish(tournament=evening, author=None)
    return evening


# --- one name


@pytest.mark.parametrize("name", PRINTABLE)
def test_a_name_whose_letters_paper_has_stays(name: str) -> None:
    player = called(name)
    assert people_on_paper([player]) == {player.pk: name}
    assert said_of_letters([name]) == ""


@pytest.mark.parametrize("name", UNPRINTABLE)
def test_a_name_whose_letters_paper_lacks_is_said_and_is_no_question_marks(name: str) -> None:
    player = called(name, card_number="00045")
    with translation.override("en"):
        [paper] = people_on_paper([player]).values()
        assert name in said_of_letters(["Verdi Anna", name])
    assert paper == ("Rossi Anna" if name.startswith("Rossi") else "Card 00045")
    player.name_for_paper = "Li Xiaolong"
    assert people_on_paper([player]) == {player.pk: "Li Xiaolong"}


def test_who_looks_like_another_has_card_club_or_number_after_the_name() -> None:
    people = [
        called("Rossi Mario", card_number="17", club="Genova"),
        called("Rossi Mario", club="Torino"),
        called("rossi  mario"),
        called("Rossi Maria"),
        called("王 Anna"),
        called("李 Anna"),
        called("李 小龍"),
        called("王 五", name_for_paper="Rossi Maria"),
    ]
    numbers = {player.pk: number for number, player in enumerate(people, start=1)}
    with translation.override("en"):
        papers = list(people_on_paper(people, numbers).values())
    assert papers == [
        "Rossi Mario (17)",
        "Rossi Mario (Torino)",
        "rossi  mario (3)",
        "Rossi Maria (4)",
        "Anna (5)",
        "Anna (6)",
        "No. 7",
        "Rossi Maria (8)",
    ]


# --- every paper


PAPERS = (
    "receipts",
    "draw_result",
    "seating",
    "score_sheets",
    "standings",
    "results",
)


@pytest.mark.parametrize("key", PAPERS)
def test_no_paper_writes_question_marks_for_a_name(key: str) -> None:
    evening = finished()
    before = all_of(printed(key, evening))
    assert "??" not in before
    assert "Card00045" in before
    assert "NeriAda" in before
    Player.objects.filter(surname="李").update(name_for_paper="Li Xiaolong")
    assert "LiXiaolong" in all_of(printed(key, evening))


@pytest.mark.parametrize("key", ["receipts", "seating", "score_sheets", "standings", "results"])
def test_two_namesakes_are_told_apart_on_each_paper(key: str) -> None:
    text = all_of(printed(key, finished()))
    assert "RossiMario(17)" in text
    assert "RossiMario(4)" in text


def test_prizes_and_diplomas_call_by_the_name_for_paper() -> None:
    evening = finished()
    evening.called_up = {"places": 8, "winds": True}
    evening.save()
    for key in ("prize_list", "diplomas"):
        text = all_of(printed(key, evening))
        assert "??" not in text
        assert "Card00045" in text
        assert "RossiMario(17)" in text or "MarioRossi(17)" in text


def test_a_person_s_own_papers_name_the_table_mates() -> None:
    evening = finished()
    player = Player.objects.filter(memberships__tournament=evening).get(surname="李")
    Player.objects.filter(pk=player.pk).update(name_for_paper="Li Xiaolong")
    player.refresh_from_db()
    with translation.override("en"):
        text = squeezed(
            " ".join(texts_of(people_paper.render(people_paper.gather(person_of(player)))))
        )
    assert "LiXiaolong" in text
    assert "??" not in text


def test_a_season_on_paper_tells_them_apart_too() -> None:
    evening, circuit = finished(), Circuit.objects.create(name="Inverno")
    evening.circuit = circuit
    evening.save()
    season = season_of(circuit)
    publication = publish_season(circuit=circuit, author=None)
    with translation.override("en"):
        for paper in (
            seasons_paper.render(season),
            seasons_paper.render(season, publication),
        ):
            text = squeezed(" ".join(texts_of(paper)))
            assert "??" not in text
            assert "Card00045" in text
            assert "RossiMario(17)" in text
    entries = {
        name: entry
        for sitting in season.sittings.values()
        for name, entry in sitting.entries.items()
    }
    assert len(set(season_names(entries).values())) == 8


def test_a_published_name_that_was_put_right_since_is_as_it_is_spelled_now_and_the_paper_says_so() -> (
    None
):
    evening = finished()
    player = (
        Player.objects.filter(memberships__tournament=evening)
        .exclude(surname__in=("李", "陳", "Rossi"))
        .first()
    )
    assert player is not None
    published = f"{player.surname} {player.given_name}"
    Player.objects.filter(pk=player.pk).update(surname="Zanzibar")
    text = all_of(printed("results", evening))
    published, now = published.replace(" 🎉", ""), f"Zanzibar {player.given_name}"
    note = squeezed(f"{published} is now written {now}.")
    assert note in text
    assert squeezed(published) not in text.replace(note, "")
    assert squeezed(now) in text.replace(note, "")


def test_the_name_of_a_pair_that_paper_lacks_gives_way_to_its_players() -> None:
    evening = demo(stage="finished", seed=4, tables=2, language="en", ruleset="lab_coppie")
    entry = evening.entries.order_by("number").first()
    assert entry is not None
    entry.name = "北京"
    entry.save()
    players = " – ".join(
        player.full_name for player in entry.players.order_by("memberships__place")
    )
    text = all_of(printed("receipts", evening))
    assert "??" not in text
    assert squeezed(players) in text


def test_every_document_of_names_goes_through_the_names_of_paper() -> None:
    """No document contains a letter that the typeface lacks."""
    evening = finished()
    with translation.override("en"):
        for key, document in DOCUMENTS.items():
            if key in ("workbook", "partita", "redeal_log", "signing_slips", "wind_slips"):
                continue
            gathered = document.gather(evening, Options())
            assert "??" not in squeezed(" ".join(texts_of(document.render(gathered, None)))), key
