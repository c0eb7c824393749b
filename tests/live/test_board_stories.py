"""A board's story: the range of results, what the best did differently, the luck of the cards."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from king.cards import WINDS
from printing.tasks import play_due
from scoring.robot_means import means_of
from tests.evenings import demo, nearly_alike
from tests.live.addresses import get_anew
from tests.markup import text_of
from tests.printing.asking import printed

pytestmark = pytest.mark.django_db


def test_a_board_says_how_far_apart_the_tables_were_and_what_the_best_did_otherwise(
    english: Client,
) -> None:
    evening = nearly_alike()
    # King of hearts: North has −8 and 0, the mean and the median −4; South took it at no table.
    text = text_of(get_anew(english, f"/live/{evening.code}/1/boards/3/").content.decode())
    assert "North: from −8 to 0, mean −4, median −4" in text
    assert (
        "Best at table 2: king of hearts: avoided; taken with these cards at 1 of 2 tables; East 1"
        in text
    )
    assert "South: 0 at every table" in text
    # East's declaration: East has 1 trick, and 2 more at the table of the sale; West has 7, or 6 less 2.
    text = text_of(get_anew(english, f"/live/{evening.code}/1/boards/10/").content.decode())
    assert "Declared: hearts 1, spades 1; sold at 1 of 2 tables" in text
    assert "East: from 1 to 3, mean 2, median 2" in text
    assert (
        "Best at table 2: declarer West: spades (the same at 1 of 2 tables); 1 trick, on average 1; Sold by East to West"
        in text
    )
    assert (
        "Best at table 1: declarer East: hearts (the same at 1 of 2 tables); 7 tricks, on average 6.5"
        in text
    )


def test_the_luck_of_the_cards_is_told_of_the_board_and_of_the_partita(english: Client) -> None:
    evening = nearly_alike()
    text = text_of(get_anew(english, f"/live/{evening.code}/1/boards/3/").content.decode())
    # North and East each took it once at two tables: −4, −4, 0, 0, compared with the mean of −2.
    assert "Dealt on this board North −2, East −2, South +2, West +2" in text
    assert "In the whole partita North" in text
    assert "In all partite" not in text


def test_the_pictures_of_a_board_have_names_and_words_and_show_the_table_asked_for(
    english: Client,
) -> None:
    evening = nearly_alike()
    address = f"/live/{evening.code}/1/boards/3/"
    plain, table_page = (
        get_anew(english, address, {"table": table} if table else {}).content.decode()
        for table in ("", "1")
    )
    for page in (plain, table_page):
        drawn = re.findall(r'<svg[^>]*class="picture".*?</svg>', page, re.DOTALL)
        assert len(drawn) == 2
        for picture in drawn:
            for key in re.findall(r'aria-(?:labelledby|describedby)="([\w-]+)"', picture):
                assert page.count(f' id="{key}"') == 1
            assert "rgb(" not in picture
    # Each wind's circle of table 1 is filled.
    circles = [
        re.findall(r"<circle[^>]*fill: var\(--king-accent\)", page) for page in (plain, table_page)
    ]
    assert [len(matches) for matches in circles] == [0, 4]
    for table in ("99", "-1", "x", "9" * 30, "²"):
        assert english.get(address, {"table": table}).status_code == 200


def test_a_players_hand_leads_to_his_place_on_the_board(english: Client) -> None:
    evening = nearly_alike()
    page = get_anew(english, f"/live/{evening.code}/players/5/").content.decode()
    assert f"/live/{evening.code}/1/boards/3/?table=2" in page


@pytest.mark.at_length
@pytest.mark.parametrize(
    "code", ["lab12", "lab_coppie", "pt_pareado", "pirandello", "pt_fu", "lab_chiamata"]
)
def test_boards_of_every_kind_of_system_tell_their_story(code: str, english: Client) -> None:
    evening = demo(
        stage="finished", seed=5, ruleset=code, tables=4, rounds=1, language="en", pre_dealt=True
    )
    answer = get_anew(english, f"/live/{evening.code}/1/boards/1/")
    page = answer.context["page"]
    assert (page["luck"] is None) == (code == "pt_fu")
    for field in page["fields"]:
        compared = len([line for line in field["lines"] if line["compares"]])
        assert bool(field["stories"]) == (compared > 1)


def test_hand_records_have_the_spread_and_the_luck_of_each_board() -> None:
    evening = nearly_alike()
    papers = printed("hand_records", evening, board=3)
    assert len(papers) == 1
    assert "luck−2−2+2+2" in papers[0].squeezed
    # The paper has the picture with its column names; the paper of the whole set has no room for it.
    every = printed("hand_records", evening)
    assert ["NorthEastSouthWest" in page.squeezed for page in (papers[0], every[0])] == [
        True,
        False,
    ]


def test_the_robots_mean_stands_below_the_hall_s_as_a_yardstick(english: Client) -> None:
    evening = nearly_alike()
    address = f"/live/{evening.code}/1/boards/3/"
    before = get_anew(english, address)
    assert b"Robots" not in before.content
    play_due()
    means = means_of(evening.publications.get())[1, 3, "KH"]
    page = get_anew(english, address)
    row = re.search(r'<th scope="row">Robots</th>(.*?)</tr>', page.content.decode(), re.DOTALL)
    assert row
    figures = [float(figure.replace("−", "-")) for figure in text_of(row[1]).split()]
    assert figures == pytest.approx([float(means[wind]) for wind in WINDS], abs=0.006)
    assert "A yardstick, not a measure of luck" in text_of(page.content.decode())
    boards = english.get(f"/api/tournaments/{evening.code}/rounds/1/boards/").json()["boards"]
    robots_mean = {
        "hand": 3,
        "contract": "KH",
        "points": {str(wind): str(means[wind]) for wind in WINDS},
    }
    assert boards[2]["robots"] == [robots_mean]
    (paper, *_more) = printed("hand_records", evening, round=1, board=3)
    assert "robots" in paper.squeezed
    assert "ayardstick,notameasureofluck" in paper.squeezed


def test_where_each_table_chose_each_hand_has_a_mean_of_its_own(english: Client) -> None:
    evening = demo(
        stage="finished", seed=4, ruleset="pirandello", tables=3, rounds=1, pre_dealt=True
    )
    play_due()
    page = get_anew(english, f"/live/{evening.code}/1/boards/2/")
    fields = page.context["page"]["fields"]
    assert len(fields) > 1
    robots = [dict(field["figures"])["Robots"] for field in fields]
    assert all(len(mean) == 4 for mean in robots)
    assert len(set(robots)) == len(fields)


def test_a_game_with_a_dummy_says_that_it_has_no_robots(english: Client) -> None:
    evening = demo(stage="finished", seed=4, ruleset="pt_fu", tables=2, rounds=1, pre_dealt=True)
    play_due()
    text = text_of(get_anew(english, f"/live/{evening.code}/1/boards/2/").content.decode())
    assert "There is no mean of robots: they cannot play with a dummy" in text
