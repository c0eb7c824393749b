"""The line of steps, computed from facts alone: steps done, the next step, and its obstacles."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import translation

from night.facts import NightFacts, RoundFacts
from night.next_steps import (
    BOARDS,
    PLAY,
    PLAYERS,
    PRINT,
    PRIZES,
    PUBLISH,
    STANDINGS,
    STEPS,
    TABLES,
    WINDS,
    next_step,
    reminders,
    steps_of,
)
from scoring.publishing.review import Reopened

EMPTY = NightFacts(code="abc234", planned=2)
ENTERED = replace(EMPTY, entries=32, playing=32, undrawn=32)
DRAWN = replace(ENTERED, undrawn=0)
SEATED = RoundFacts(1, tables=8)
PUBLISHED = SEATED._replace(published=True)
SEALED = PUBLISHED._replace(boards="sealed")
PRINTED = SEALED._replace(printed=True)
PLAYING = PRINTED._replace(stage="playing")
PROVISIONAL = PLAYING._replace(stage="provisional", closed=8, boards="revealed")
OFFICIAL = PROVISIONAL._replace(stage="official")


def with_rounds(*rounds: RoundFacts) -> NightFacts:
    return replace(DRAWN, rounds=rounds)


@pytest.mark.parametrize(
    ("facts", "step", "page"),
    [
        (EMPTY, PLAYERS, "/desk/abc234/players/"),
        (replace(ENTERED, playing=3), PLAYERS, "/desk/abc234/players/"),
        (ENTERED, WINDS, "/desk/abc234/prepare/1/"),
        (replace(ENTERED, draws_first=False), WINDS, "/desk/abc234/prepare/1/"),
        (DRAWN, WINDS, "/desk/abc234/prepare/1/"),
        (with_rounds(SEATED), WINDS, "/desk/abc234/play/1/"),
        (with_rounds(PUBLISHED), BOARDS, "/desk/abc234/boards/1/"),
        (replace(with_rounds(PUBLISHED), pre_dealt=False), PRINT, "/desk/abc234/print/"),
        (with_rounds(SEALED), PRINT, "/desk/abc234/print/"),
        (with_rounds(PRINTED), PLAY, "/desk/abc234/play/1/"),
        (with_rounds(PLAYING), PLAY, "/desk/abc234/play/1/"),
        (with_rounds(PROVISIONAL), WINDS, "/desk/abc234/prepare/2/"),
        (with_rounds(SEATED._replace(boards="sealed")), PRINT, "/desk/abc234/play/1/"),
        (with_rounds(PROVISIONAL, PUBLISHED._replace(number=2)), BOARDS, "/desk/abc234/boards/2/"),
        (with_rounds(OFFICIAL, PROVISIONAL._replace(number=2)), PUBLISH, "/desk/abc234/close/"),
        (with_rounds(OFFICIAL, OFFICIAL._replace(number=2)), PUBLISH, "/desk/abc234/close/"),
    ],
)
def test_the_night_leads_from_the_players_to_the_closed_evening(
    facts: NightFacts, step: str, page: str
) -> None:
    suggestion = next_step(facts)
    assert suggestion is not None
    assert (suggestion.key, suggestion.url) == (step, page)


def test_a_closed_evening_has_no_next_step() -> None:
    assert next_step(replace(with_rounds(OFFICIAL), is_over=True)) is None


def test_every_partita_is_shown_in_the_same_four_steps() -> None:
    for facts in (
        EMPTY,
        ENTERED,
        with_rounds(PLAYING),
        with_rounds(OFFICIAL, SEATED._replace(number=2)),
    ):
        for number in (1, 2):
            assert tuple(step.key for step in steps_of(facts, number)) == STEPS


def test_the_steps_shown_are_those_of_the_first_partita_that_is_not_over() -> None:
    assert with_rounds(PLAYING).current == 1
    assert with_rounds(PROVISIONAL).current == 2
    assert with_rounds(OFFICIAL, OFFICIAL._replace(number=2)).current == 2


def test_one_player_too_many_is_said_before_the_round_starts() -> None:
    step = next_step(replace(ENTERED, playing=33, undrawn=33))
    assert step is not None
    assert (step.url, step.does) == ("/desk/abc234/players/#odd", False)
    assert "33" in step.title


def test_a_partita_in_play_says_how_many_tables_are_missing() -> None:
    step = next_step(with_rounds(PLAYING._replace(closed=5, handed_in=2)))
    assert step is not None
    assert [blocker.text[:2] for blocker in step.blockers] == ["1 ", "2 "]
    assert {blocker.url for blocker in step.blockers} == {"/desk/abc234/play/1/"}


def test_when_every_sheet_is_closed_the_partita_is_closed_next_and_nothing_blocks_it() -> None:
    step = next_step(with_rounds(PLAYING._replace(closed=8)))
    assert step is not None
    assert (step.key, step.blockers) == (PLAY, ())


def test_play_may_start_without_a_printer() -> None:
    step = next_step(with_rounds(SEALED))
    assert step is not None
    assert step.other is not None
    assert step.other.url == "/desk/abc234/play/1/"


def test_a_provisional_partita_is_remembered_while_the_next_one_goes_on() -> None:
    assert [reminder.url for reminder in reminders(with_rounds(PROVISIONAL))] == [
        "/desk/abc234/standings/"
    ]
    assert reminders(with_rounds(OFFICIAL)) == ()
    # At the end the next step itself mentions them.
    assert reminders(with_rounds(PROVISIONAL, PROVISIONAL._replace(number=2))) == ()


def states(facts: NightFacts, number: int = 1) -> dict[str, str]:
    return {step.key: step.state for step in steps_of(facts, number)}


def test_no_step_is_in_progress_before_anything_began() -> None:
    words = [(step.key, step.words) for step in steps_of(ENTERED)]
    assert words == [
        (PLAYERS, "32 in sala"),
        (TABLES, "da fare"),
        ("standings", ""),
        ("prizes", ""),
    ]
    assert [step.words for step in steps_of(EMPTY)] == ["da fare", "", "", ""]


def test_rulings_are_offered_once_a_partita_has_begun() -> None:
    assert [facts.has_begun for facts in (EMPTY, with_rounds(PRINTED), with_rounds(PLAYING))] == [
        False,
        False,
        True,
    ]


def test_each_step_has_its_state() -> None:
    over = with_rounds(OFFICIAL, OFFICIAL._replace(number=2))
    for facts, expected in (
        (EMPTY, ("current", "waiting", "waiting", "waiting")),
        (ENTERED, ("done", "current", "waiting", "waiting")),
        (with_rounds(PLAYING), ("done", "current", "waiting", "waiting")),
        (with_rounds(PROVISIONAL), ("done", "done", "current", "waiting")),
        (with_rounds(OFFICIAL), ("done", "done", "official", "waiting")),
        (over, ("done", "done", "official", "current")),
        (replace(over, is_over=True), ("done", "done", "official", "closed")),
    ):
        assert states(facts) == dict(zip(STEPS, expected, strict=True))
    assert states(with_rounds(OFFICIAL), 2)[TABLES] == "current"
    held_facts = replace(over, published=2, awaits=True)
    with translation.override("en"):
        notes = [
            step.note
            for facts in (held_facts, replace(held_facts, awaits=False))
            for step in steps_of(facts)
        ]
    assert [note for note in notes if note.startswith("no. 2")] == [
        "no. 2 ready, held back",
        "no. 2 published",
    ]


def test_each_step_leads_to_its_page_and_the_tables_to_the_seats_until_they_are_planned() -> None:
    def pages(facts: NightFacts) -> dict[str, str]:
        return {
            step.key: (step.url or "").removeprefix("/desk/abc234/") for step in steps_of(facts)
        }

    fixed = {PLAYERS: "players/", STANDINGS: "standings/", PRIZES: "close/"}
    assert pages(EMPTY) == pages(DRAWN) == fixed | {TABLES: "play/1/"}
    assert pages(with_rounds(SEATED)) == pages(with_rounds(PLAYING)) == fixed | {TABLES: "play/1/"}
    assert pages(with_rounds(PROVISIONAL)) == fixed | {TABLES: "play/2/"}


def test_an_odd_pair_is_said_before_the_seating_and_two_pairs_are_a_table() -> None:
    pairs = replace(DRAWN, sides="pairs", seats=2, entries=5, playing=5)
    assert (pairs.over, pairs.tables) == (1, 2)
    with translation.override("en"):
        step = next_step(pairs)
        assert step is not None
        assert step.title == "5 pairs in the hall: who completes the tables, who rests?"
        assert next_step(replace(pairs, entries=1, playing=1)).title == "Enter the pairs"


def test_teams_meet_at_two_tables_and_three_soloists_are_a_table() -> None:
    assert replace(DRAWN, sides="teams", seats=2, tables_each=2, playing=6).tables == 6
    assert replace(DRAWN, sides="soloist", seats=3, playing=12).tables == 4


def test_a_corrected_sheet_leads_to_the_standing_and_is_said_in_whole_sentences() -> None:
    corrected = (Reopened(1, 3, is_open=False),)
    over = replace(with_rounds(PROVISIONAL, PROVISIONAL._replace(number=2)), reopened=corrected)
    with translation.override("en"):
        step = next_step(over)
        assert step is not None
        assert (step.title, step.url, step.blockers) == (
            "Publish the standings again",
            "/desk/abc234/standings/",
            (),
        )
        assert [(note.text, note.url) for note in reminders(over)] == [
            (
                "Partita 1, table 3: the sheet was corrected after the standings were published.",
                None,
            )
        ]
        amid = reminders(replace(with_rounds(OFFICIAL), reopened=corrected))
        assert [(note.url, note.action) for note in amid] == [
            ("/desk/abc234/standings/", "Publish the standings again")
        ]


def test_a_standing_held_for_the_prize_giving_is_shown_before_the_evening_is_closed() -> None:
    official = with_rounds(OFFICIAL, OFFICIAL._replace(number=2))
    with translation.override("en"):
        held_step, official_step = next_step(replace(official, awaits=True)), next_step(official)
        assert held_step is not None
        assert official_step is not None
        assert [str(step.title) for step in (held_step, official_step)] == [
            "Prize-giving",
            "Close the evening",
        ]
    assert held_step.url == official_step.url == "/desk/abc234/close/"
