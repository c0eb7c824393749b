"""Lists for helpers and the arbiter: every card in order, nothing left to count, and no sealed
cards without the right to see them.
"""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from deals.models import BoardSet
from king.rulesets import find_ruleset
from king_tournament.desk.lists import LISTS, TABLES_ACROSS
from scoring.models import Sheet
from tests.accounts import signed_in
from tests.evenings import (
    SYSTEMS,
    a_round,
    a_tournament,
    closed,
    demo,
    enter,
    in_play,
    put_in_play,
    sealed_round,
)
from tests.king.by_definition import checksum_by_hand
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db
NAMES = ("North", "East", "South", "West")


def opened(client: Client, evening: Tournament, name: str, number: int | None = 1) -> Any:
    part = f"{number}/" if number else ""
    answer = client.get(f"/desk/{evening.code}/lists/{part}{name}/")
    assert answer.status_code == 200
    return answer


def rows(client: Client, evening: Tournament, name: str, number: int | None = 1) -> list[Any]:
    tables = opened(client, evening, name, number).context["tables"]
    return [row for _columns, rows in tables for row in rows]


# --- with cards


def test_a_deck_list_names_every_card_in_order_and_the_wind_of_each_run(dealer: Client) -> None:
    round_ = sealed_round(a_tournament(), started=False)
    boards = opened(dealer, round_.tournament, "decks").context["boards"]
    assert len(boards) == 12
    for deck_list, board in zip(boards, round_.board_set.boards.order_by("number"), strict=True):
        ranks = [
            [card.rank.label for run in runs for card in run.cards]
            for _suit, runs in deck_list["suits"]
        ]
        assert ranks == [["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]] * 4
        dealt = "".join(
            run.wind * len(run.cards) for _suit, runs in deck_list["suits"] for run in runs
        )
        assert dealt == board.owners
        hands = board.deal.pbn.removeprefix("N:").split()
        assert deck_list["checks"] == [
            f"{name} 13 cards, checksum {checksum_by_hand(hand):02d}"
            for name, hand in zip(NAMES, hands, strict=True)
        ]


def test_a_tick_list_has_every_packet_with_its_count_and_checksum_and_a_box_a_table(
    dealer: Client,
) -> None:
    round_ = sealed_round(a_tournament(), TABLES_ACROSS + 1, started=False)
    first, second = opened(dealer, round_.tournament, "ticks").context["tables"]
    assert [column for column in first[0] + second[0] if column.isdecimal()] == [
        str(number) for number in range(1, TABLES_ACROSS + 2)
    ]
    expected = [
        (name, "13", f"{checksum_by_hand(hand):02d}", *[False] * TABLES_ACROSS)
        for board in round_.board_set.boards.order_by("number")
        for name, hand in zip(NAMES, board.deal.pbn.removeprefix("N:").split(), strict=True)
    ]
    packets = [row for row in first[1] if len(row) > 1]
    assert len(first[1]) - len(packets) == 12
    assert [
        (row[0].rpartition("</span> ")[2].removesuffix("</span>"), *row[1:]) for row in packets
    ] == (expected)
    assert [row[:3] for row in first[1]] == [row[:3] for row in second[1]]


@pytest.mark.parametrize("name", ["decks", "ticks"])
def test_sealed_cards_open_for_the_dealing_role_alone_and_the_log_says_who_looked(
    name: str, dealer: Client
) -> None:
    round_ = sealed_round(a_tournament(), started=False)
    evening = round_.tournament
    Tournament.objects.update(blind=True)
    organizer = signed_in("anna", "organizer", "arbiter")
    for reader in (organizer, signed_in("aiuto", "helper")):
        assert reader.get(f"/desk/{evening.code}/lists/1/{name}/").status_code == 403
    assert not evening.log.filter(kind="cards_opened").exists()
    assert BoardSet.objects.get().state == BoardSet.State.SEALED
    page = organizer.get(f"/desk/{evening.code}/print/").content.decode()
    assert f"/lists/1/{name}/" not in page
    assert "The cards are sealed" in page
    answer = opened(dealer, evening, name)
    assert "no-store" in answer["Cache-Control"]
    line = evening.log.get(kind="cards_opened")
    assert line.author_name == "mazziere"
    assert BoardSet.objects.get().state == BoardSet.State.PRINTED
    closed(put_in_play(Round.objects.get()))
    opened(organizer, evening, name)
    assert evening.log.filter(kind="cards_opened").count() == 1


@pytest.mark.parametrize("name", ["decks", "ticks"])
def test_where_no_board_is_sealed_there_is_no_list_of_cards_and_the_page_says_why(
    name: str, dealer: Client
) -> None:
    round_ = a_round(a_tournament(), 1, boards=False, started=False)
    address = f"/desk/{round_.tournament.code}/lists/1/{name}/"
    answer = dealer.get(address, follow=True)
    assert answer.redirect_chain == [(f"/desk/{round_.tournament.code}/print/", 302)]
    assert "no boards yet" in answer.content.decode()


# --- the plan


def test_the_next_hand_is_dealt_while_one_is_played_with_the_decks_of_the_hand_before(
    dealer: Client,
) -> None:
    round_ = a_round(a_tournament(), 2, boards=False, started=False)
    answer = opened(dealer, round_.tournament, "plan")
    assert "Decks: 4 in two sets, A and B" in answer.content.decode()
    assert "24 if every hand is prepared" in answer.content.decode()
    [(_columns, steps)] = answer.context["tables"]
    assert [(step[0], step[2], step[3]) for step in steps[:4]] == [
        ("before the start", "A", "sorted decks"),
        ("Hand 1", "B", "sorted decks"),
        ("Hand 2", "A", "cards of: Hand 1"),
        ("Hand 3", "B", "cards of: Hand 2"),
    ]
    assert [step[1].partition(" · ")[0] for step in steps] == [
        f"Hand {number}" for number in range(1, 13)
    ]


@pytest.mark.parametrize("code", SYSTEMS)
def test_every_system_has_its_lists(code: str, dealer: Client) -> None:
    evening = a_tournament(code, pre_dealt=True)
    rules = find_ruleset(code)
    sealed_round(evening, 2 if rules.sides == "teams" else 1, started=False)
    short = "Decks of 32 cards, from the ace down to the seven."
    for name in ("decks", "plan"):
        answer = opened(dealer, evening, name)
        assert (short in answer.content.decode()) == (rules.deck == 32), name
    assert rows(dealer, evening, "ticks")


# --- without cards


@pytest.mark.parametrize(
    ("ruleset", "count"),
    [("lab12", "16 entries"), ("lab_coppie", "8 pairs"), ("pt_pareado", "4 teams")],
)
def test_the_entry_list_counts_what_enters_and_names_everybody(
    organizer: Client, ruleset: str, count: str
) -> None:
    evening = demo(stage="entries", seed=4, ruleset=ruleset, tables=4)
    page = html.unescape(opened(organizer, evening, "entries", None).content.decode())
    assert count in page
    for entry in evening.entries.with_players():
        assert entry.title in page


def test_the_entry_list_says_who_is_here_and_has_paid_the_fee(organizer: Client) -> None:
    evening = a_tournament(fee="2,50 €")
    rossi, verdi = enter(evening, "Rossi", fee_paid=True), enter(evening, "Verdi")
    verdi.present = False
    verdi.save()
    answer = opened(organizer, evening, "entries", None)
    assert "paid 2,50 €" in answer.content.decode()
    [(_columns, lines)] = answer.context["tables"]
    assert [(line[3], line[0], line[1], line[6]) for line in lines] == [
        (rossi.title, rossi.present, True, "" if rossi.present else "not here yet"),
        (verdi.title, False, False, "not here yet"),
    ]


def test_the_checklist_knows_what_the_desk_has(organizer: Client) -> None:
    round_ = in_play()
    before = rows(organizer, round_.tournament, "delivery")
    assert [row[2:4] for row in before] == [["", False], ["", False]]
    second = Sheet.objects.filter(table__round=round_, table__number=2)
    second.update(state=Sheet.State.HANDED_IN, handed_in_at=timezone.now())
    answer = opened(organizer, round_.tournament, "delivery")
    assert "1 of 2 in" in answer.content.decode()
    assert [bool(row[2]) for row in answer.context["tables"][0][1]] == [False, True]


def test_the_whole_log_is_on_one_list_with_its_seals(organizer: Client) -> None:
    evening = in_play().tournament
    answer = opened(organizer, evening, "log", None)
    [(_columns, lines)] = answer.context["tables"]
    assert [line[0] for line in lines] == [
        str(line.sequence) for line in evening.log.order_by("pk")
    ]
    assert "All lines are as they were written." in answer.content.decode()
    assert all(len(line[-1]) == 12 for line in lines)


def test_who_only_deals_reads_of_the_evening_nothing_but_what_belongs_to_the_packets(
    dealer: Client,
) -> None:
    evening = in_play().tournament
    page = dealer.get(f"/desk/{evening.code}/print/").content.decode()
    for name, about in LISTS.items():
        part = "1/" if about.get("of_round") else ""
        address = f"/desk/{evening.code}/lists/{part}{name}/"
        if "address" in about:
            address = f"/desk/{evening.code}/{name}/"
        allowed = name in ("decks", "ticks", "plan")
        assert (address in page) == allowed, name
        assert dealer.get(address).status_code == (200 if allowed else 403), name
