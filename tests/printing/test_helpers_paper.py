"""Paper for those who put the cards together: nothing to search, nothing to count twice, no card on
the plan.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from king.rulesets import find_ruleset
from printing.documents.card_papers import (
    BOARDS_ON_A_PAGE,
    TABLES_ON_A_PAGE,
    DealingPlan,
    plan_steps,
)
from printing.occasion import occasion_of
from tests.evenings import SYSTEMS
from tests.printing.asking import printed
from tests.printing.pages import letters_outside, rows_of
from tests.printing.test_slips import checksum_by_hand
from tournaments.models import Round, Tournament

RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]


# --- deck-order lists


def test_a_deck_list_names_every_card_in_order_and_the_wind_of_each_run(
    seated: Callable[..., Round], evening: Tournament
) -> None:
    round_ = seated(1)
    board = round_.board_set.boards.get(number=1)
    (page,) = printed("deck_lists", evening, board=1)
    lines = [line.split() for line in rows_of(page)]
    suits = [line for line in lines if line == RANKS]
    assert len(suits) == 4
    # Below each line of ranks stand the letters of the winds, one for each run, and "× n" where it
    # has n cards.
    winds = [
        line
        for line in lines
        if line and set(line) <= {"N", "E", "S", "W", "×", *"23456789"} and line != RANKS
    ]
    dealt = ""
    for line in winds:
        words = " ".join(line).replace("× ", "×").split()
        for place, word in enumerate(words):
            if word in "NESW":
                following = words[place + 1] if place + 1 < len(words) else ""
                dealt += word * (int(following[1:]) if following.startswith("×") else 1)
    assert dealt == board.owners


def test_a_deck_list_says_how_many_cards_and_which_checksum_each_pile_has(
    seated: Callable[..., Round], evening: Tournament
) -> None:
    round_ = seated(1)
    text = " ".join(page.text for page in printed("deck_lists", evening))
    for board in round_.board_set.boards.all():
        hands = board.deal.pbn.removeprefix("N:").split()
        for name, hand in zip(("North", "East", "South", "West"), hands, strict=True):
            assert f"{name} 13 cards, checksum {checksum_by_hand(hand):02d}" in text


# --- tick list


def test_a_tick_list_has_every_packet_with_its_count_and_checksum(
    seated: Callable[..., Round], evening: Tournament
) -> None:
    round_ = seated(3)
    lines = [line for page in printed("tick_list", evening) for line in rows_of(page)]
    names = ("North", "East", "South", "West")
    packets = [line.split() for line in lines if any(f"{name} 13 " in line for name in names)]
    expected = [
        (name, f"{checksum_by_hand(hand):02d}")
        for board in round_.board_set.boards.order_by("number")
        for name, hand in zip(names, board.deal.pbn.removeprefix("N:").split(), strict=True)
    ]
    assert [(words[-3], words[-1]) for words in packets] == expected


def test_the_master_diagrams_have_all_four_hands_of_each_board_and_their_checksums(
    seated: Callable[..., Round], evening: Tournament
) -> None:
    round_ = seated(2)
    found = printed("master_diagrams", evening, round=1)
    text = "".join(page.squeezed for page in found)
    assert len(found) == 2
    for board in round_.board_set.boards.in_use():
        for hand in board.deal.pbn.removeprefix("N:").split():
            for suit in filter(None, hand.split(".")):
                assert suit.replace("T", "10") in text
        checks = "·".join(
            f"{name}{board.deal.checksum(wind)}"
            for wind, name in zip("NESW", ("North", "East", "South", "West"), strict=True)
        )
        assert checks in text
    assert all("sealed:forwhopreparestheboards" in page.squeezed for page in found)


def test_a_tick_list_goes_on_over_pages_for_a_big_hall(
    seated: Callable[..., Round], evening: Tournament
) -> None:
    seated(TABLES_ON_A_PAGE + 1)
    pages = printed("tick_list", evening)
    assert len(pages) == 2 * -(-12 // BOARDS_ON_A_PAGE)
    assert not any(letters_outside(page) for page in pages)
    assert len(printed("tick_list", evening, copies="one", board=3)) == 1


# --- the plan


def test_the_next_hand_is_dealt_while_one_is_played_with_the_decks_of_the_hand_before() -> None:
    steps = plan_steps([None] * 12)
    assert [(step.while_playing, step.prepare, step.decks, step.collect) for step in steps[:4]] == [
        (None, 1, "A", None),
        (1, 2, "B", None),
        (2, 3, "A", 1),
        (3, 4, "B", 2),
    ]
    on_the_tables: dict[str, int] = {}
    for step in steps:
        # The set that is dealt is never the one in play.
        if step.while_playing is not None:
            assert (
                on_the_tables[step.decks] != step.while_playing
                if step.decks in on_the_tables
                else True
            )
        on_the_tables[step.decks] = step.prepare


@pytest.mark.parametrize(
    ("tables", "at_once", "in_turn"), [(1, 12, 2), (8, 96, 16), (100, 1200, 200)]
)
@pytest.mark.django_db
def test_the_decks_are_twelve_a_table_at_once_and_two_in_turn(
    tables: int, at_once: int, in_turn: int, evening: Tournament
) -> None:
    plan = DealingPlan(occasion_of(evening), tables, plan_steps([None] * 12))
    assert (plan.decks_at_once, plan.decks_in_turn, plan.packets) == (at_once, in_turn, 4 * tables)


def test_the_plan_can_be_printed_before_a_card_is_dealt(
    evening: Tournament, seated: Callable[..., Round]
) -> None:
    round_ = seated(2)
    round_.board_set = None
    round_.save()
    (page,) = printed("dealing_plan", evening)
    assert "Decks: 4 in two sets" in page.text.replace("\r\n", " ")
    assert "No kings and jacks" in page.text


@pytest.mark.parametrize("code", SYSTEMS)
def test_every_system_has_its_plan_and_its_lists(
    code: str, seated: Callable[..., Round], evening: Tournament
) -> None:
    evening.ruleset = code
    evening.save()
    seated(1)
    for key in ("deck_lists", "tick_list", "dealing_plan"):
        for page in printed(key, evening):
            assert not letters_outside(page)
    assert find_ruleset(code).length == len(plan_steps(find_ruleset(code).schedule()))
