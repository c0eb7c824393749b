"""Stored sentences stay readable after they were reworded in the program."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from king.rulesets import find_ruleset
from tests.players_side import CATALOGUES, messages
from wording.earlier_sentences import REWORDED
from wording.log_lines import line_in_words
from wording.sentences import Sentence

FIELD = re.compile(r"%\((\w+)\)s|\{(\w+)\}")


@pytest.mark.parametrize("language", ["it", "fr", "pt"])
def test_each_reworded_sentence_is_said_in_every_language_of_the_desk(language) -> None:
    known = {message.id for message in messages(CATALOGUES[language]) if message.string}
    assert set(REWORDED.values()) - known == set()
    assert REWORDED.keys() & known == set()


def test_a_reworded_sentence_keeps_its_fields() -> None:
    changed = {
        stored: present
        for stored, present in REWORDED.items()
        if sorted(FIELD.findall(stored)) != sorted(FIELD.findall(present))
    }
    assert changed == {}


def test_a_line_of_the_log_that_was_written_before_is_in_the_readers_language() -> None:
    stored = "Standing no. %(number)s was posted, after partita %(round)s."
    with translation.override("it"):
        line = line_in_words(
            stored, {"number": 2, "round": 1}, find_ruleset, lambda fact: (fact, {})
        )
    assert line == "Pubblicata la classifica n. 2, dopo la partita 1."


def test_a_seating_plan_that_was_stored_before_is_in_the_readers_language() -> None:
    stored = [
        "The tables were searched with the {past} rounds already played counted in.",
        {"past": 2},
    ]
    with translation.override("it"):
        words = str(Sentence.from_json(stored))
    assert "2" in words
    assert "searched" not in words
