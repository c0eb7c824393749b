"""Files up to the size limit are read; larger ones are refused at once, with their line."""

from __future__ import annotations

import random

import pytest

from king.notation.reading import LARGEST_FILE, MOST_PROBLEMS
from tests.king.deals import game, problems


def test_ten_megabytes_of_noise_are_refused_at_once() -> None:
    noise = random.Random(7).randbytes(1024) * 10_240
    assert problems(noise) == [
        "line 1: The file is larger than 4 MB; a set of boards is far smaller, so it is not read"
    ]


@pytest.mark.parametrize("line", ["noise\n", '[Board "', "{", "[", '[a "\\', '"\\"', "\n[x\n"])
def test_noise_up_to_the_limit_stops_early(line: str) -> None:
    messages = problems((line * LARGEST_FILE)[:LARGEST_FILE])
    assert 1 <= len(messages) <= MOST_PROBLEMS + 1


@pytest.mark.parametrize(
    "deal", ["N:" + "A" * 4_000_000, "N:x... " + "A.K." * 900_000, "N: " + " " * 4_000_000]
)
def test_a_deal_of_four_megabytes_is_refused_at_once(deal: str) -> None:
    (message,) = problems(game("1", deal))
    assert message.startswith(
        "line 4: A deal is written N:…, that is, a first seat and then four hands separated by spaces; found 'N:"
    )
    assert len(message) < 200
