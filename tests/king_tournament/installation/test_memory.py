"""Memory as reported by ``doctor``."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from django.utils import translation

from ground import system
from king_tournament.installation.checks import findings, memory
from tests.evenings import entered

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(sys.platform != "linux", reason="read from Linux's own figures"),
]


def figures(sentence: str) -> list[int]:
    return [int(figure.replace(",", "")) for figure in re.findall(r"\d[\d,]*", sentence)]


def test_free_memory_is_less_than_all_of_it() -> None:
    total = re.search(r"MemTotal: +(\d+)", Path("/proc/meminfo").read_text())
    assert total is not None
    free = system.available_memory()
    assert free is not None
    assert 0 < free <= 1024 * int(total[1])


def test_the_largest_open_evening_says_how_many_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KING_WEB_PROCESSES", "1")
    with translation.override("en"):
        usual, enough = memory()
        assert enough
        entered(9)
        entered(4)
        three, _enough = memory()
    assert figures(usual)[0] == 8
    assert figures(three)[0] == 3  # nine players


def test_too_little_memory_is_said_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KING_WEB_PROCESSES", "1000000")
    with translation.override("en"):
        [sentence, *_others] = findings(with_trial=False)[0][1]
    assert "needs some 68000057 MB" in sentence
    assert sentence.endswith("End other programs, or start with KING_WEB_PROCESSES=1.")
