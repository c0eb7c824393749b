"""Refusals of unreadable input are in the reader's language, and name the place as the file has it."""

from __future__ import annotations

import pytest
from django.utils import translation

from king.reading import InputError, Node
from king.rulesets import read_ruleset
from king.sheet.row import Row
from wording.sentences import say_error


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("it", "night.json: rows[2].contract: atteso: un testo; trovato: 5"),
        ("en", "night.json: rows[2].contract: expected text, found 5"),
    ],
)
def test_a_value_of_the_wrong_kind_is_named_with_its_place(language: str, message: str) -> None:
    with pytest.raises(InputError) as refused:
        Row.from_json(Node({"hand": 1, "contract": 5}, "night.json", "rows[2]"))
    with translation.override(language):
        assert say_error(refused.value) == message


def test_a_missing_field_of_a_whole_file_is_said_to_be_missing_at_the_top() -> None:
    with pytest.raises(InputError) as refused:
        read_ruleset(Node({"base": "lab12"}, "edition.json", ""))
    assert str(refused.value) == "edition.json: the top: expected the key 'code'"
    with translation.override("it"):
        assert say_error(refused.value) == "edition.json: all'inizio: manca il campo 'code'"


def test_an_error_seen_from_outside_keeps_its_words() -> None:
    inner = InputError("expected text", place="name")
    outer = inner.within("night.json", "teams[0]")
    assert (str(outer), outer.phrase) == ("night.json: teams[0]: name: expected text", inner.phrase)
