"""Names that may belong to one person."""

from __future__ import annotations

import random
import string
import time

import pytest

from tournaments.name_similarity import (
    Likeness,
    Name,
    keys_asked,
    keys_under,
    likely_pairs,
    likeness,
)

ALIKE = [
    ("Rossi Mario", ("Rossi", "Mario"), ("ROSSI", "mario"), Likeness.SAME),
    ("the other order", ("Rossi", "Mario"), ("Mario", "Rossi"), Likeness.ORDER),
    ("the other order of three", ("De Angelis", "Ada"), ("Ada", "De Angelis"), Likeness.ORDER),
    ("split elsewhere", ("De", "Angelis Ada"), ("De Angelis", "Ada"), Likeness.SPELLING),
    ("an accent", ("Vassallo", "Niccolò"), ("Vassallo", "Niccolo'"), Likeness.SPELLING),
    ("an apostrophe", ("D'Angelo", "Ugo"), ("D’Angelo", "Ugo"), Likeness.SPELLING),
    ("none", ("D'Angelo", "Ugo"), ("Dangelo", "Ugo"), Likeness.SPELLING),
    ("a blank for it", ("D'Angelo", "Ugo"), ("D Angelo", "Ugo"), Likeness.SPELLING),
    ("a blank", ("De Angelis", "Ada"), ("Deangelis", "Ada"), Likeness.SPELLING),
    ("a blank and the order", ("De Angelis", "Ada"), ("Ada", "Deangelis"), Likeness.ORDER),
    ("another letter", ("Vassallo", "Ugo"), ("Vassello", "Ugo"), Likeness.LETTER),
    ("one less", ("Vassallo", "Ugo"), ("Vassalo", "Ugo"), Likeness.LETTER),
    ("two exchanged", ("Rossi", "Mario"), ("Rosis", "Mario"), Likeness.LETTER),
    ("a letter and the order", ("Rossi", "Mario"), ("Mario", "Rosi"), Likeness.LETTER),
    ("no name", ("Rossi", "Mario"), ("Rossi", ""), Likeness.INITIAL),
    ("an initial", ("Rossi", "Mario"), ("Rossi", "M."), Likeness.INITIAL),
    ("an initial first", ("Rossi", "Mario"), ("M.", "Rossi"), Likeness.INITIAL),
    ("two initials", ("Rossi", "Maria Grazia"), ("Rossi", "M.G."), Likeness.INITIAL),
    ("the second of two", ("Rossi", "Maria Grazia"), ("Rossi", "Maria G."), Likeness.INITIAL),
]
UNLIKE = [
    (("Rossi", "Mario"), ("Rossi", "Carlo")),
    (("Rossi", "M."), ("Rossi", "Anna")),
    (("Rossi", "A."), ("Rossi", "B.")),
    (("Rossi", "Mario"), ("Rossini", "Mario")),
    (("Jolly 1", ""), ("Jolly 2", "")),
    (("Rossi001", "Anna"), ("Rossi002", "Anna")),
    (("Rossi", "Maria"), ("Rossi", "Maria Grazia")),
    (("???", ""), ("!!!", "")),
]


@pytest.mark.parametrize(
    ("first", "second", "how"), [line[1:] for line in ALIKE], ids=[line[0] for line in ALIKE]
)
def test_names_of_one_person_are_alike_whichever_is_asked_about(
    first: Name, second: Name, how: Likeness
) -> None:
    assert (likeness(first, second), likeness(second, first)) == (how, how)
    assert keys_asked(first) & keys_under(second)
    assert keys_asked(second) & keys_under(first)
    assert likely_pairs([(1, first), (2, ("Bianchi", "Elsa")), (3, second)]) == [(1, 3, how)]


@pytest.mark.parametrize(("first", "second"), UNLIKE)
def test_names_of_two_people_are_not(first: Name, second: Name) -> None:
    assert likeness(first, second) is None
    assert likeness(second, first) is None


def test_the_surest_pairs_come_first_and_a_surname_that_fits_many_says_nothing() -> None:
    rossi = [
        (number, ("Rossi", name))
        for number, name in enumerate(("Ada", "Bice", "Carlo", "Dino"), start=1)
    ]
    people = [
        *rossi,
        (5, ("Rossi", "")),
        (6, ("Costa", "")),
        (7, ("Costa", "Ugo")),
        (8, ("Ada", "Rossi")),
    ]
    assert likely_pairs(people) == [(1, 8, Likeness.ORDER), (6, 7, Likeness.INITIAL)]


def test_five_thousand_names_are_compared_in_well_under_two_seconds() -> None:
    """A tenth of the names occurs again with a letter missing, and each such pair is found."""
    chance = random.Random("a large roster")
    words = ["".join(chance.choices(string.ascii_lowercase, k=7)) for _person in range(9_000)]
    people = [(number, (words[2 * number], words[2 * number + 1])) for number in range(4_500)]
    again = [
        (4_500 + number, (words[20 * number], words[20 * number + 1][:-1])) for number in range(450)
    ]
    began = time.process_time()
    pairs = likely_pairs([*people, *again])
    assert time.process_time() - began < 2
    assert {(10 * number, 4_500 + number, Likeness.LETTER) for number in range(450)} <= set(pairs)
