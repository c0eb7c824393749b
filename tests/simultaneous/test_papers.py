"""The booklet of an event and the certificate of a line, read back by pdftotext."""

from __future__ import annotations

import random
import re
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from king.cards import SUITS, WINDS
from king.rulesets import RULESETS
from king_tournament.demo_hands import deal_hands, play_match
from simultaneous import centre, papers, public_results, ranking
from simultaneous.event_file import terms_of
from simultaneous.models import EventPublication
from tests.printing.pages import texts_of
from tests.ranked_again import VALUES, field_points, ranked, tables_of
from tests.services import some
from tests.simultaneous.events import files_of, in_play, keys_of, send

pytestmark = pytest.mark.django_db

ADDRESS = "https://king.example.it/simultaneous/abc234/"


@pytest.fixture
def publication() -> EventPublication:
    event = in_play(plan={"rounds": 2})
    for number in (1, 2, 3):
        send(event, number, 3)
    centre.comment(event, 1, 12, "Throw the long suit.\nThen the short one.")
    return ranking.publish_event(event=centre.close_event(event))


def text_of(pdf: bytes, folder: Path) -> str:
    (folder / "paper.pdf").write_bytes(pdf)
    command = ["pdftotext", "-layout", str(folder / "paper.pdf"), "-"]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout


def booklet(publication: EventPublication) -> bytes:
    with translation.override("en"):
        return papers.booklet(publication, ADDRESS)


def test_cover_first_places_and_every_board_are_in_the_booklet(
    publication: EventPublication, tmp_path: Path
) -> None:
    pdf = booklet(publication)
    pages = text_of(pdf, tmp_path).rstrip("\f").split("\f")
    assert len(pages) == len(texts_of(pdf)) == 2 + 24 / 2
    cover, standing, *boards = pages
    for words in (publication.event.name, ADDRESS, publication.event.commitment, "3 halls"):
        assert words in cover
    again = ranked(*files_of(publication.event))
    first = [name for (wind, _hall, name), (rank, _) in again.items() if not wind and rank <= 10]
    for name in first:
        assert name in standing
    whole = " ".join(boards)
    for number in (1, 2):
        for hand in VALUES:
            assert f"Partita {number} · Board {hand} · " in whole
    assert "Throw the long suit." in whole
    assert "Then the short one." in whole


def test_a_board_says_how_often_what_was_made_and_the_luck_of_its_cards(
    publication: EventPublication, tmp_path: Path
) -> None:
    """Luck is the mean of a wind minus the mean of all four."""
    text = text_of(booklet(publication), tmp_path)
    own = text[text.index("Partita 2 · Board 1 ·") : text.index("Partita 2 · Board 2 ·")]
    tables = tables_of(*files_of(publication.event))[2]
    points = {wind: field_points(tables, 1, wind) for wind in "NESW"}
    for wind, made_by_it in points.items():
        for one in set(made_by_it):
            assert re.search(f"{str(one).replace('-', '−')} +{made_by_it.count(one)} ", own), wind
    means = {
        wind: sum(made_by_it) / Fraction(len(made_by_it)) for wind, made_by_it in points.items()
    }
    usual = sum(means.values()) / 4
    luck = re.search("Luck of the cards: (.*)", own)
    assert luck is not None
    figures = [float(one.replace("−", "-")) for one in re.findall(r"[+−]?[0-9.]+", luck[1])]
    expected = [float(means[wind] - usual) for wind in "NESW"]
    assert figures == pytest.approx(expected, abs=0.0051)


def test_the_cards_of_every_board_are_those_that_were_dealt(
    publication: EventPublication, tmp_path: Path
) -> None:
    text = re.sub(r"\s", "", text_of(booklet(publication), tmp_path))
    own = re.split(r"Partita\d·Board", text)[1:]
    dealt = terms_of(publication.event).deal(*keys_of(publication.event))
    for board, words in zip(dealt, own, strict=True):
        for wind in board.deal.winds:
            for suit in SUITS:
                assert "".join(rank.label for rank in board.deal.suit(wind, suit)) in words


def test_a_certificate_has_the_place_the_name_the_hall_and_the_per_cent(
    publication: EventPublication, client: Client
) -> None:
    event = publication.event
    line = publication.lines.get(wind="E", place=1)
    address = reverse("simultaneous:certificate", args=[event.code, line.pk])
    [page] = texts_of(client.get(address).content)
    again = ranked(*files_of(event))
    rank, percent = again["E", line.hall.number, line.name]
    assert rank == 1
    for words in ("1° posto a Est", line.name, line.hall.name, event.name, "su 9 in 3 sale"):
        assert words in page
    hundredths = int(percent * 100 + Fraction(1, 2))
    assert f"{hundredths // 100},{hundredths % 100:02} %" in page.replace("\N{NO-BREAK SPACE}", " ")


def test_a_line_of_a_standing_that_was_replaced_has_no_certificate(
    publication: EventPublication, client: Client
) -> None:
    event = publication.event
    old = publication.lines.get(wind="", place=1)
    row = {"hand": 1, "units": {"N": 8, "E": 0, "S": 0, "W": 0}}
    hall = event.halls.select_related("event").get(number=2)
    reasons = {"reason": "Seen.", "arbiter": "Neri"}
    centre.correct(hall, round_number=1, table_number=1, row=row, **reasons)
    ranking.publish_event(event=event)
    address = reverse("simultaneous:certificate", args=[event.code, old.pk])
    assert client.get(address).status_code == 404


OF_A_SHAPE = {
    (rules.order, rules.sides, rules.scoring, rules.at_table): code
    for code, rules in RULESETS.items()
    if rules.sides != "teams"
}


@pytest.mark.parametrize("code", some(list(OF_A_SHAPE.values())))
def test_a_system_of_every_shape_has_its_boards_and_its_booklet(
    code: str, client: Client, tmp_path: Path
) -> None:
    """Each of three halls plays one table with legal matches."""
    rules = RULESETS[code]
    event = in_play(plan={"ruleset": code, "spares": 0, "standing": {"method": "boards"}})
    for number in (1, 2, 3):
        chance = random.Random(number)
        rows = play_match(rules, rules.defaults, deal_hands(rules, chance), chance)
        winds = WINDS[: rules.at_table]
        sheet = {
            "table": 1,
            "seats": {str(wind): f"Player {wind}{number}" for wind in winds},
            "rows": [row.as_json() for row in rows],
        }
        night = {"ruleset": code, "rounds": [{"round": 1, "sheets": [sheet]}]}
        send(event, number, night)
    publication = ranking.publish_event(event=centre.close_event(event))
    assert publication.result.get("doubts", []) == []
    tables = [
        sum(field.times for field in board["fields"])
        for board in public_results.boards_of(publication)
    ]
    hands = {plan.board: 0 for plan in rules.schedule()}
    for plan in rules.schedule():
        hands[plan.board] += 3
    assert tables == list(hands.values())
    for board in public_results.boards_of(publication)[::6]:
        assert sum(board["luck"].values()) == 0
        place = [event.code, board["round"], board["number"]]
        answer = client.get(reverse("simultaneous:public_board", args=place))
        assert answer.status_code == 200
    for name in ("public", "public_standing", "public_boards"):
        answer = client.get(reverse(f"simultaneous:{name}", args=[event.code]))
        assert answer.status_code == 200
    assert "Board 1" in text_of(booklet(publication), tmp_path)
