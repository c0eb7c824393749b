"""A player's evening: each hand compared with the mean, with reasons, and the course of places;
picture and text show only what is published.
"""

from __future__ import annotations

import re

import pytest
from django.test import Client

from scoring.publishing import publish
from scoring.publishing.final_hold import hold_final
from scoring.rows import enter_row
from scoring.sheet_steps import close_sheet, reopen_sheet
from tests.evenings import (
    SYSTEMS,
    a_tournament,
    closed,
    demo,
    nearly_alike,
    played,
    sealed_round,
    sheet_of,
)
from tests.live.addresses import get_anew
from tests.markup import text_of
from tests.printing.pages import read_pages
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def page_of(client: Client, evening: Tournament, number: int) -> str:
    answer = get_anew(client, f"/live/{evening.code}/players/{number}/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_each_hand_stands_beside_the_mean_of_all_who_held_the_same_cards(english: Client) -> None:
    evening = nearly_alike()
    first, second = (text_of(page_of(english, evening, number)) for number in (1, 5))
    # North took the king at one table of two: −8 and 0, with a mean of −4.
    assert (
        "Partita 1, hand 3 No re di cuori: −8, mean −4 (−4) king of hearts: taken; avoided with these cards at 1 of 2 tables"
        in first
    )
    assert (
        "Partita 1, hand 3 No re di cuori: 0, mean −4 (+4) king of hearts: avoided; taken with these cards at 1 of 2 tables"
        in second
    )
    assert "Over 12 hands −4 against the mean. Highest after hand 1 of partita 1 (0)" in first
    # It is in the three furthest hands, in the picture's words, and in the text to send.
    assert first.count("(−4)") == 3
    assert "Furthest above the mean" not in first


def test_why_is_what_was_declared_sold_and_taken(english: Client) -> None:
    evening = nearly_alike()
    # East declares hand 10. West took 7 at one table; at the other, as buyer, 6 less the 2 that pass to
    # East. The mean of 7 and 4 is 11/2.
    west = text_of(page_of(english, evening, 8))
    sentence = (
        "hand 10 Dichiarazione: 4, mean 5.5 (−1.5) as declarer: spades "
        "(the same at 1 of 2 tables); 6 tricks, on average 6.5"
    )
    assert sentence in west
    assert "Sold by East to West for 2: West took 6 tricks and pays 2" in west
    # East took 1 at both tables, and gets 2 more for the sale: 1 and 3, with a mean of 2.
    east = text_of(page_of(english, evening, 6))
    assert (
        "hand 10 Dichiarazione: 3, mean 2 (+1) declarer West: spades (the same at 1 of 2 tables); 1 trick, on average 1"
        in east
    )


def test_the_place_after_each_partita_and_who_sat_at_the_table(english: Client) -> None:
    evening = demo(stage="finished", seed=12, tables=3, rounds=2, language="en")
    answer = get_anew(english, f"/live/{evening.code}/players/1/")
    text = text_of(answer.content.decode())
    first, last = (
        evening.publications.order_by("number")[at].standings["overall"] for at in (0, 1)
    )
    name = evening.entries.get(number=1).title
    for number, lines in ((1, first), (2, last)):
        [place] = [line["rank"] for line in lines if line["entry"] == name]
        assert f"After partita {number}: place {place} of 12." in text
    mates = {
        seat.entry.number
        for seat in evening.rounds.get(number=1).seats.select_related("entry")
        if seat.table.seats.filter(entry__number=1).exists()
    }
    linked = set(
        map(int, re.findall(rf"/live/{evening.code}/players/(\d+)/\"", answer.content.decode()))
    )
    assert mates - {1} <= linked
    assert len(mates) == 4


def test_the_picture_is_named_told_in_words_and_has_the_colours_of_the_page(
    english: Client,
) -> None:
    page = page_of(english, nearly_alike(), 1)
    [drawn] = re.findall(r'<svg[^>]*class="picture".*?</svg>', page, re.DOTALL)
    assert 'role="img"' in drawn
    for name in ("aria-labelledby", "aria-describedby"):
        [key] = re.findall(rf'{name}="([\w-]+)"', drawn)
        assert page.count(f' id="{key}"') == 1
    assert not re.search(r"rgb\(|<style|<script|<title| id=", drawn)
    assert {"var(--king-ink)", "var(--king-accent)"} <= set(
        re.findall(r"var\(--king-[\w-]+\)", drawn)
    )


def test_what_is_corrected_later_waits_for_its_publication(english: Client) -> None:
    evening = nearly_alike()
    before = text_of(page_of(english, evening, 1))
    sheet = sheet_of(evening.rounds.get(), 1)
    reopen_sheet(sheet=sheet, author=None, reason="Typed wrong.")
    row = sheet.results.current().get(hand=3)
    content = {"contract": "KH", "units": {"N": 0, "E": 1, "S": 0, "W": 0}}
    enter_row(sheet=sheet, hand=3, content=content, origin="desk", based_on=row.version)
    close_sheet(sheet=sheet, author=None)
    seen = text_of(page_of(english, evening, 1))
    assert "−8, mean −4 (−4)" in before
    assert "−8, mean −4 (−4)" in seen
    publish(tournament=evening, author=None)
    assert "−8, mean −4 (−4)" not in text_of(page_of(english, evening, 1))


def test_of_a_standing_that_is_held_back_nothing_is_told(english: Client) -> None:
    evening = a_tournament(planned_rounds=1)
    hold_final(tournament=evening, author=None)
    round_ = sealed_round(evening, 2)
    closed(round_)
    page = page_of(english, evening, 1)
    assert "The final standings will be read out at the prize-giving." in page
    assert not re.search(r'class="picture"|own-hands|against the mean', page)
    assert get_anew(english, f"/live/{evening.code}/players/1/evening.pdf").status_code == 404


@pytest.mark.parametrize("number", [99, 12345])
def test_nobody_has_no_evening(english: Client, number: int) -> None:
    evening = played().tournament
    for tail in ("", "evening.pdf"):
        assert english.get(f"/live/{evening.code}/players/{number}/{tail}").status_code == 404


def test_the_paper_says_the_same_and_is_made_once(
    english: Client, django_assert_num_queries
) -> None:
    evening = nearly_alike()
    first = english.get(f"/live/{evening.code}/players/1/evening.pdf")
    [page] = read_pages(first.content)
    name = evening.entries.get(number=1).title
    for sentence in (
        name,
        "3Noredicuori",
        "takenavoidedwiththesecardsat1of2tables",
        "Over12hands−4againstthemean",
        "Partita1",
    ):
        assert sentence.replace(" ", "") in page.squeezed.replace(";", "").replace(":", ""), (
            sentence
        )
    with django_assert_num_queries(1):
        assert english.get(f"/live/{evening.code}/players/1/evening.pdf").content == first.content


@pytest.mark.parametrize("code", SYSTEMS)
def test_every_system_has_such_an_evening(code: str, english: Client) -> None:
    evening = demo(stage="finished", seed=5, ruleset=code, tables=2, rounds=1, language="en")
    entry = evening.entries.order_by("number")[0]
    answer = get_anew(english, f"/live/{evening.code}/players/{entry.number}/")
    played_evening = answer.context["played"]
    frozen = answer.context["overall"]
    if code != "pt_pareado":  # a team's match points are converted
        own = sum(hand.beside.own.points for hand in played_evening.hands) + sum(
            round_.beside_sheet for round_ in played_evening.rounds
        )
        assert own == frozen["total"]
    assert {hand.round for hand in played_evening.hands} == {1}
    assert all(hand.why for hand in played_evening.hands)
    assert (
        english.get(f"/live/{evening.code}/players/{entry.number}/evening.pdf").status_code == 200
    )
    if not evening.plays_boards:
        assert not re.search(r"\bboards?\b", text_of(answer.content.decode()), re.IGNORECASE)


def test_the_tables_card_leads_to_the_evenings_of_who_sat_there(english: Client) -> None:
    evening = nearly_alike()
    place = evening.rounds.get().tables.get(number=1).place
    page = english.get(f"/t/{place.code}/").content.decode()
    assert [f"/live/{evening.code}/players/{number}/" in page for number in range(1, 7)] == [
        True
    ] * 4 + [False] * 2


def test_a_card_leads_nowhere_before_the_standing_is_published(english: Client) -> None:
    evening = a_tournament(planned_rounds=1)
    hold_final(tournament=evening, author=None)
    round_ = sealed_round(evening, 2)
    closed(round_)
    page = english.get(f"/t/{round_.tables.get(number=1).place.code}/").content.decode()
    assert "/players/" not in page


def test_what_is_counted_at_once_is_one_hand_of_the_player(english: Client) -> None:
    """A sheet of 24 rows has fourteen games (§13.17)."""
    evening = demo(stage="finished", seed=4, ruleset="russian", tables=2, rounds=1, language="en")
    number = evening.entries.first().number
    assert "Over 14 hands " in text_of(page_of(english, evening, number))
