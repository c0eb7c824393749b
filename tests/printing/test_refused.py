"""Paper that cannot be made: the refusal names what is missing, and nonsensical options are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from printing.document_context import Options
from printing.document_list import find_document
from tests.evenings import a_round
from tests.printing.asking import refusal
from tournaments.models import Round, Tournament


@pytest.mark.parametrize(
    ("key", "options", "sentence"),
    [
        ("seating", {}, "There is no partita yet"),
        ("score_sheets", {"round": 3}, "This tournament has no partita 3."),
        ("table_cards", {}, "The tables are not known before the seating"),
        ("slips", {}, "No boards are prepared yet"),
        ("labels", {}, "No boards are prepared yet"),
        ("standings", {}, "No partita is closed yet"),
        ("workbook", {}, "No partita has started yet"),
        ("receipts", {}, "Nobody is entered yet"),
    ],
)
def test_an_empty_evening_says_what_is_missing(
    key: str, options: dict[str, Any], sentence: str, evening: Tournament
) -> None:
    assert sentence in refusal(key, evening, **options)


@pytest.mark.parametrize(
    ("key", "options", "sentence"),
    [
        ("score_sheets", {"table": 9}, "There is no table 9 in partita 1."),
        ("slips", {"table": 9}, "There is no table 9 in partita 1."),
        ("slips", {"board": 99}, "Partita 1 has no board 99."),
        ("table_cards", {"table": 9}, "This tournament has no table 9."),
        ("standings", {"round": 1}, "No partita is closed yet"),
    ],
)
def test_what_does_not_exist_is_named(
    key: str,
    options: dict[str, Any],
    sentence: str,
    seated: Callable[..., Round],
    evening: Tournament,
) -> None:
    seated(1)
    assert sentence in refusal(key, evening, **options)


def test_a_partita_without_boards_is_named(evening: Tournament) -> None:
    a_round(evening, 1, started=False, boards=False)
    assert "Partita 1 has no boards yet" in refusal("slips", evening, round=1)


@pytest.mark.parametrize(
    "options",
    [
        {"round": "zero"},
        {"round": 0},
        {"table": "-1"},
        {"copies": "all"},
        {"fold": 3},
        {"colour": "red"},
        {"base_url": "javascript:alert(1)"},
        {"base_url": "http://" + "a" * 300},
        {"suits": "rainbow"},
    ],
)
def test_an_option_that_makes_no_sense_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Options.read(options)


def test_options_survive_being_stored() -> None:
    options = Options.read(
        {"round": "2", "table": "", "fold": "flat", "blank": "on", "base_url": "http://10.0.0.1/"}
    )
    assert options == Options(round=2, fold="flat", blank=True, base_url="http://10.0.0.1")
    assert Options.read(options.as_json()) == options


def test_a_document_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValidationError, match="diploma"):
        find_document("diploma")
