"""A pair typed in one line, and the people who may be found for a real evening."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client

from king.rulesets import RULESETS
from king_tournament.captain.page import page_of
from king_tournament.demo import make_demo
from scoring.rows import enter_row
from tests.evenings import a_round, a_sheet, a_tournament
from tournaments.entries import enter_pair
from tournaments.models import Player, Tournament
from tournaments.pasted_lists import enter_pasted

pytestmark = pytest.mark.django_db

Evening = Callable[..., Tournament]


@pytest.fixture
def pairs() -> Tournament:
    for surname, given_name in (("Ferrero", "Ida"), ("Gallo", "Ugo"), ("Ferrero Gallo", "Noè")):
        Player.objects.create(surname=surname, given_name=given_name)
    return a_tournament("lab_coppie")


@pytest.mark.parametrize(
    "typed", ["Ferrero Ida – Gallo Ugo", "Ferrero Ida - Gallo Ugo", "Ferrero Ida / Gallo Ugo"]
)
def test_a_pair_typed_in_one_line_is_found_and_entered_as_a_pair(
    organizer: Client, pairs: Tournament, typed: str
) -> None:
    """Both names are found. Only Ferrero used to be, and the name after the dash was ignored."""
    place = f"/desk/{pairs.code}/players"
    results = organizer.get(f"{place}/find/", {"q": typed}).content.decode()
    assert "Ferrero Ida – Gallo Ugo" in results
    organizer.post(f"{place}/enter/", {"q": typed, "pair": "1"})
    assert [entry.title for entry in pairs.entries.with_players()] == ["Ferrero Ida – Gallo Ugo"]


def people_said(organizer: Client, evening: Tournament) -> str:
    page = organizer.get(f"/desk/{evening.code}/players/").content.decode()
    match = re.search(r'id="head-count".*?<strong[^>]*>(\d+)</strong>', page, re.S)
    assert match is not None
    return match[1]


def test_the_players_page_counts_people(organizer: Client) -> None:
    """Six pairs are twelve people, four teams sixteen."""
    pairs = a_tournament("lab_coppie")
    for pair in range(6):
        members = [Player.objects.create(surname=f"Rossi {pair}", given_name=one) for one in "AB"]
        enter_pair(tournament=pairs, players=members, author=None)
    assert people_said(organizer, pairs) == "12"
    assert (
        people_said(organizer, make_demo(stage="entries", seed=6, ruleset="pt_pareado", tables=4))
        == "16"
    )


CHOSEN = [
    code
    for code, rules in RULESETS.items()
    if None in [hand.contract for hand in rules.schedule(rules.defaults)]
]


@pytest.mark.parametrize("code", CHOSEN)
def test_hands_to_choose_from_have_one_order_on_desk_and_phone(
    organizer: Client, code: str
) -> None:
    """The order stays after one of them is played, so no key moves."""
    sheet = a_sheet(code)
    evening = sheet.table.round.tournament
    wanted = list(dict.fromkeys(RULESETS[code].rows))
    hands = RULESETS[code].schedule(RULESETS[code].defaults)
    first = next(hand.number for hand in hands if hand.contract is None)
    for played in (None, wanted[0], wanted[-1]):
        if played is not None:
            enter_row(sheet=sheet, hand=first, content={"contract": played}, origin="desk")
        phone = json.loads(json.dumps(page_of(sheet)))["contracts"]
        desk = organizer.get(f"/desk/{evening.code}/play/1/{sheet.table.number}/").content.decode()
        lists = re.findall(r'<select[^>]*data-field="contract".*?</select>', desk, re.S)
        assert len(lists) > 1
        for options in lists:
            assert re.findall(r'<option value="(\w+)"', options) == wanted
        assert list(phone) == wanted


def test_one_name_of_three_words_is_no_pair(organizer: Client, pairs: Tournament) -> None:
    organizer.post(f"/desk/{pairs.code}/players/enter/", {"q": "Ferrero Gallo Noè"})
    [entry] = pairs.entries.with_players()
    assert entry.title == "Ferrero Gallo Noè"


def test_the_people_of_a_trial_evening_never_sit_in_a_real_one(organizer: Client) -> None:
    """A pasted name of such a person makes a new player. Neither the players page nor the form of
    substitutes finds the name.
    """
    trial = make_demo(stage="entries", seed=1, tables=1)
    invented = Player.objects.filter(memberships__tournament=trial)
    person = invented.first()
    assert person is not None
    evening = a_tournament()
    [line] = enter_pasted(tournament=evening, text=person.full_name, author=None)
    assert line.entry is not None
    assert line.entry.members.get().player not in invented
    another = invented.exclude(surname=person.surname)[0]
    for of_trial in (True, False):
        place = a_round(a_tournament(is_demo=of_trial), 1).tournament.code
        for field in ("play/1/1/seats", "players"):
            query = {"q": another.surname, "wind": "N"}
            results = organizer.get(f"/desk/{place}/{field}/find/", query).content.decode()
            assert (another.full_name in results) == of_trial, field


def test_whoever_sits_in_for_a_partner_is_told_that_the_result_stays_with_the_pair(
    organizer: Client,
) -> None:
    """From any hand on, the pair keeps the result. For hand 1 the page used to say that it is the
    substitute's.
    """
    evening = make_demo(stage="seated", seed=1, ruleset="lab_coppie", tables=1, rounds=1)
    pair = evening.rounds.get().seats.get(wind="N").entry.title
    page = organizer.get(f"/desk/{evening.code}/play/1/1/seats/").content.decode()
    assert "the result is theirs" not in page
    assert f"From hand 1 or from a later one: the result stays with {pair}." in unescape(page)
