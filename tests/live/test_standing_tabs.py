"""The public standings: links and explanations of each place."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.markup import flat
from tests.scoring.takers import tied_evening
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_a_reason_stands_only_where_a_tie_was_broken_with_what_decided_there(
    english: Client,
) -> None:
    """All eight have 8 match points. Norths made 10, Wests 5, Souths −3, Easts −12, each the same
    as the other player of their wind (tests/scoring/test_ties.py).
    """
    page = flat(english.get(f"/live/{tied_evening().code}/standings/"))
    overall = page[page.index('id="overall"') : page.index('id="partita-1"')]
    lines = re.findall(r"<tr title.*?</tr>", overall)
    reasons = [re.findall(r'class="decided quiet">(.*?)<', line) for line in lines]
    assert reasons == [
        [],
        ["place shared"],
        ["points made at the table: 5 against 10"],
        ["place shared"],
        ["points made at the table: −3 against 5"],
        ["place shared"],
        ["points made at the table: −12 against −3"],
        ["place shared"],
    ]


def test_its_lists_are_tabs_by_address_and_each_name_leads_to_the_player(
    english: Client, finished: Tournament
) -> None:
    page = flat(english.get(f"/live/{finished.code}/standings/"))
    tabs = re.findall(r'<a href="#([^"]*)"', page[page.index('class="tabs"') :].split("</nav>")[0])
    assert tabs == [
        "overall",
        *(f"wind-{wind}" for wind in "nesw"),
        "partita-1",
        "partita-2",
        "race",
    ]
    assert all(len(re.findall(f' id="{tab}"', page)) == 1 for tab in tabs)
    names = re.findall(r'<a class="name" href="([^"]*)"', page)
    # Three tables have twelve players: in the overall list, by wind, and in each of two partite.
    assert len(names) == 4 * 12
    assert set(names) == {f"/live/{finished.code}/players/{number}/" for number in range(1, 13)}
    foot = page[page.index('class="standing-files"') :]
    assert re.findall(r'href="([^"]*)"', foot)[:2] == [
        f"/live/{finished.code}/standings.pdf",
        f"/live/{finished.code}/results.xlsx",
    ]
