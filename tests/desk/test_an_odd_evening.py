"""An evening of twenty-one, from the question of the rest to the standings. One player rests in
partita 1, one comes late and plays from partita 2, and one takes the chair of a player who only
completed a table.
"""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from printing.document_context import Options
from printing.document_list import DOCUMENTS
from printing.mailing import published_results, results_text
from scoring.publishing import publish
from scoring.round_steps import start_round
from tests.accounts import signed_in
from tests.desk.filled import Filled
from tests.evenings import closed, entered, fill_quickly
from tests.printing.pages import texts_of
from tournaments.entries import add_player
from tournaments.models import Entry, Round, Tournament
from tournaments.seat_changes import publish_seating

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_club", "in_english")]
RESTS, LATE, LATER, FILLS = "Rossi007 Anna", "Canepa Ugo", "Dellepiane Ida", "Zunino Rita"


def page_of(client: Client, address: str) -> str:
    return client.get(address, follow=True).content.decode()


def words_of(page: str) -> str:
    page = re.sub(r"<(script|style|head|svg)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return " ".join(strip_tags(re.sub("<", " <", page)).split())


def press(client: Client, page: str, **more: object) -> str:
    """Press the only filled button of the page; return the page after it."""
    [(action, form)] = Filled(page).presses
    return client.post(action, form | more, follow=True).content.decode()


def come(client: Client, evening: Tournament, surname: str, given_name: str) -> None:
    """Add a player and enter them by the desk's field for names."""
    player = add_player(surname=surname, given_name=given_name)
    client.post(f"/desk/{evening.code}/players/enter/", {"q": surname, "player": player.pk})


def put_in_play(evening: Tournament, number: int) -> Round:
    publish_seating(round=evening.rounds.get(number=number), author=None)
    return start_round(round=Round.objects.get(tournament=evening, number=number), author=None)


def play(evening: Tournament, number: int) -> None:
    round_ = Round.objects.select_related("tournament").get(tournament=evening, number=number)
    fill_quickly(round_)
    closed(round_)


def in_play_with_a_late_one() -> Tournament:
    """Start partita 1 with twenty of 21 players at five tables; then the 22nd comes."""
    evening = entered(21, planned_rounds=2)
    desk = signed_in("at the start", "organizer")
    resting = evening.entries.get(members__player__surname="Rossi007").number
    question = press(desk, page_of(desk, f"/desk/{evening.code}/players/"), resting=resting)
    press(desk, question)
    put_in_play(evening, 1)
    come(desk, evening, *LATE.split())
    return Tournament.objects.get(pk=evening.pk)


def played_and_published() -> Tournament:
    """Play and publish both partite. Two people complete the sixth table of partita 2; before its
    first hand the 23rd player comes and takes the chair of one of them.
    """
    evening = in_play_with_a_late_one()
    desk = signed_in("at the end", "organizer")
    play(evening, 1)
    add_player(surname="Zunino", given_name="Rita")
    form = {"way": "house", "playing": 22, "filler": ["zunino", ""]}
    desk.post(f"/desk/{evening.code}/prepare/2/", form)
    put_in_play(evening, 2)
    come(desk, evening, *LATER.split())
    press(desk, page_of(desk, f"/desk/{evening.code}/players/"))
    play(evening, 2)
    publish(tournament=Tournament.objects.get(pk=evening.pk), author=None)
    return Tournament.objects.get(pk=evening.pk)


def entry_of(evening: Tournament, name: str) -> Entry:
    return evening.entries.get(members__player__surname=name.split()[0])


def english(address: str) -> str:
    """Text of a public page or file in English."""
    answer = Client().get(address, headers={"accept-language": "en"})
    assert answer.status_code == 200, address
    text = answer.content.decode("utf-8-sig")
    return words_of(text) if "<html" in text else text


def paper(evening: Tournament, key: str, **options: int) -> str:
    document = DOCUMENTS[key]
    pages = texts_of(document.render(document.gather(evening, Options.read(options))))
    return " ".join(" ".join(pages).split())


def test_in_play_every_face_says_who_rests_and_who_came_without_a_seat(organizer: Client) -> None:
    evening = in_play_with_a_late_one()
    desk, live = f"/desk/{evening.code}/", f"/live/{evening.code}/"
    wall = words_of(page_of(organizer, f"{desk}play/1/"))
    assert f"Sitting out: {RESTS}" in wall
    assert f"{LATE} is in the hall and has no seat." in wall
    players = words_of(page_of(organizer, f"{desk}players/"))
    assert f"{RESTS} rests" in players
    assert "short of" not in players
    assert f"Sitting out: {RESTS}" in english(live)
    assert f"{RESTS} sits out this partita" in english(f"{live}?q=Rossi007")
    assert f"{LATE} is entered, and has no seat in this partita" in english(f"{live}?q=Canepa")
    screen = english(reverse("screens:screen", args=[evening.code, "seating"]))
    assert f"{RESTS} sits out" in screen
    seats = paper(evening, "seating", round=1)
    assert f"{RESTS} – rests" in seats
    assert LATE not in seats
    sheets = paper(evening, "score_sheets", round=1)
    assert RESTS not in sheets
    assert "Rossi001" in sheets
    [first] = organizer.get(f"/api/tournaments/{evening.code}/rounds/").json()["results"]
    assert first["resting"] == [entry_of(evening, RESTS).number]


def worth(evening: Tournament) -> str:
    """Match points for the rest in partita 1: the mean of the player's own partite, which is
    partita 2 alone (A21).
    """
    published = Client().get(f"/api/tournaments/{evening.code}/standings/last/").json()["standings"]
    lines = [line for winds in published["rounds"][1]["winds"].values() for line in winds]
    [points] = [line["match_points"] for line in lines if line["entry"] == RESTS]
    assert published["rounds"][0]["byes"] == [{"entry": RESTS, "match_points": points}]
    return str(points)


NOTE = "In round brackets: a partita sat out, worth the mean of the other partite."


def test_the_published_standing_marks_the_rest_on_every_face(organizer: Client) -> None:
    evening = played_and_published()
    code, points = evening.code, worth(evening)
    mark = f"P1 ({points})"
    faces = {
        "standing": english(f"/live/{code}/standings/"),
        "desk": words_of(page_of(organizer, f"/desk/{code}/standings/")),
        "screen": english(reverse("screens:screen", args=[code, "overall"])),
        "player": english(f"/live/{code}/players/{entry_of(evening, RESTS).number}/"),
        "paper": paper(evening, "standings"),
    }
    assert {name for name, text in faces.items() if f"({points})" not in text} == set()
    assert {name for name, text in faces.items() if NOTE not in text} == set()
    published = published_results(evening)
    assert published is not None
    lines = [line for line in results_text(published, "").splitlines() if RESTS in line]
    assert [line for line in lines if line.endswith(mark)]
    table = csv.DictReader(io.StringIO(english(f"/live/{code}/overall.csv")))
    assert {row["Name"]: row["Sat out"] for row in table if row["Sat out"]} == {RESTS: mark}
    assert f",rests,{RESTS},,,{points}" in english(f"/live/{code}/partita-1.csv")
    # Latecomers count the partite that they played; players who complete a table are not ranked.
    standings = organizer.get(f"/api/tournaments/{code}/standings/last/").json()["standings"]
    played = {
        line["entry"]: [each["round"] for each in line["counted"]] for line in standings["overall"]
    }
    assert len(played) == 23
    assert {name for name, rounds in played.items() if rounds != [1, 2]} == {LATE, LATER}
    assert played[LATE] == played[LATER] == [2]
    assert standings["unranked"] == [FILLS]
    for role in ("overall", "winds", "follow"):
        english(reverse("screens:screen", args=[code, role]))
    assert f"Not ranked: {FILLS}" in english(f"/live/{code}/standings/")
    assert f"{FILLS} completes the table" in paper(evening, "seating", round=2)
    # The latecomer took the chair of the other player who completed the table.
    assert "Jolly" not in paper(evening, "seating", round=2)
    assert not evening.entries.get(members__player__is_house=True).present
