"""Robots' cards come from a process beside the site, and are those that this process would choose."""

from __future__ import annotations

import json
import logging
import os
import random
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from king.cards import Deal, Wind, number_of_deals
from king.play.declared import Declared
from king.reading import Refused, as_json
from king.robots.choice import WORK, numbers_of
from king.robots.home import played_on, robot_rules
from king.robots.rules import Rules
from king.rulesets import find_ruleset
from king.rulesets.base import RuleSet
from king.rulesets.contracts import Family
from king.rulesets.edition import make_edition
from king_tournament.replay import robot_cards
from king_tournament.replay.robot_cards import ask_for_cards
from tests.replay.home import LEGAL, address, play_out, press
from tournaments.models import Tournament

SECRET = bytes(range(32))
BOARD = 7
LARGEST = 30 * 2**10
"""Kilobytes of the process at most."""

HANDS = [
    ("lab13", Family.DOMINO),
    ("itwiki13", Family.DOMINO),
    ("lab12", Family.NEGATIVE),
    ("lab12", Family.POSITIVE),
    ("lab_coppie", Family.NEGATIVE),
    ("pt_duplas", Family.NEGATIVE),
    ("king_three", Family.NEGATIVE),
    ("rifki", Family.POSITIVE),
    ("fr32", Family.NEGATIVE),
    ("edition of lab12", Family.NEGATIVE),
]


@pytest.fixture(autouse=True)
def own_process() -> Iterator[None]:
    """Begin without a process, as a web process that nobody has asked for a card."""
    robot_cards.robots.end()
    yield
    robot_cards.robots.end()


def system_of(name: str) -> RuleSet:
    code = name.rpartition(" ")[2]
    ruleset = find_ruleset(code)
    if name == code:
        return ruleset
    return make_edition(ruleset, "own", "Own", {})


def hand_of(ruleset: RuleSet, family: Family, chance: random.Random) -> tuple[Declared, Rules]:
    contracts = [one for one in ruleset.contracts if one.family is family]
    while True:
        contract, leader = chance.choice(contracts), chance.choice(ruleset.winds)
        trump = chance.choice("SHDC") if contract.trump else None
        declared = Declared.from_json(
            ruleset,
            {"contract": contract.code, "leader": leader.value}
            | ({"trump": trump} if trump else {}),
        )
        try:
            return declared, robot_rules(ruleset, ruleset.defaults, declared)
        except Refused:
            contracts.remove(contract)


@pytest.mark.parametrize(("system", "family"), HANDS)
def test_the_cards_are_those_of_robots_in_this_process(system: str, family: Family) -> None:
    chance = random.Random(f"{system} {family}")
    ruleset = system_of(system)
    declared, rules = hand_of(ruleset, family, chance)
    shape = ruleset.deck, ruleset.at_table
    deal = Deal.numbered(chance.randrange(number_of_deals(*shape)), *shape)
    person = chance.choice(ruleset.winds)
    content = {
        "ruleset": as_json(ruleset),
        "settings": ruleset.defaults.as_json(),
        "declared": declared.as_json(),
    }

    def draws(wind: Wind, card: int) -> Iterator[int]:
        return numbers_of(SECRET, BOARD, wind, card)

    works = {wind: None if wind is person else WORK for wind in rules.seats}
    cards, own_cards = list[int](), 0
    while True:
        asked = ask_for_cards(
            {
                "hand": json.dumps(content),
                "owners": deal.owners,
                "secret": SECRET.hex(),
                "board": BOARD,
                "seat": person.value,
                "cards": cards,
            }
        )
        here, hand = played_on(
            rules, rules.hands(deal), declared.leader, draws, works=works, played=cards
        )
        assert asked == here
        if hand.over:
            break
        legal = hand.legal()
        card = chance.choice([bit for bit in range(64) if legal >> bit & 1])
        cards = [*here, card]
        own_cards += 1
        if own_cards % 4 == 0:
            # Stopped, and gone on with in another process: the same cards follow.
            robot_cards.robots.end()
    assert own_cards > 2


# --- the press of a card


def first_press(client: Client, evening: Tournament) -> Any:
    where = address(evening, 2)
    page = client.get(where).content.decode()
    legal = LEGAL.findall(page)
    return press(client, page, where, legal[0] if legal else "")


def test_no_process_runs_until_somebody_presses_a_card(
    english: Client, finished: Tournament
) -> None:
    assert english.get(address(finished, 2)).status_code == 200
    assert robot_cards.robots.process is None
    assert first_press(english, finished).status_code == 302
    assert robot_cards.robots.process is not None


def test_a_killed_process_costs_nobody_a_card(english: Client, finished: Tournament) -> None:
    assert first_press(english, finished).status_code == 302
    assert robot_cards.robots.process is not None
    robot_cards.robots.process.kill()
    page, _where = play_out(english, address(finished, 2), most=2)
    assert LEGAL.search(page)


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_process_that_stands_still_costs_nobody_a_card(
    english: Client, finished: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert first_press(english, finished).status_code == 302
    assert robot_cards.robots.process is not None
    os.kill(robot_cards.robots.process.pid, signal.SIGSTOP)
    monkeypatch.setattr("ground.isolation.lasting.SECONDS_TO_WAIT", 5.0)
    assert first_press(english, finished).status_code == 302


def test_without_robots_the_card_is_pressed_again_and_said_once(
    english: Client,
    finished: Tournament,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with monkeypatch.context() as without, caplog.at_level(logging.WARNING):
        without.setattr(sys, "executable", sys.executable + "-that-is-not-there")
        for _press in range(2):
            answer = first_press(english, finished)
            assert answer.status_code == 503
            assert answer["Retry-After"]
            assert "press your card again" in answer.content.decode()
    # Anybody who presses often enough could fill the terminal.
    assert [record.name for record in caplog.records] == [robot_cards.__name__]
    assert first_press(english, finished).status_code == 302


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="asks Linux")
def test_the_process_takes_little_memory(english: Client, finished: Tournament) -> None:
    play_out(english, address(finished, 12), most=6)
    assert robot_cards.robots.process is not None
    rollup = Path(f"/proc/{robot_cards.robots.process.pid}/smaps_rollup").read_text()
    [kilobytes] = re.findall(r"^Pss: +(\d+)", rollup, re.MULTILINE)
    assert 0 < int(kilobytes) < LARGEST
