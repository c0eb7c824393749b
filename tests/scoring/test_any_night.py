"""A night's file of any house edition is loaded, or refused with a sentence (§13.6)."""

from __future__ import annotations

from contextlib import suppress

import pytest

from king.reading import InputError, Node
from scoring.models import Sheet
from scoring.night_file import read_night
from scoring.night_import import NightRefused, load_night
from tests.king.forms import Forms

pytestmark = pytest.mark.django_db


def test_a_night_of_any_edition_is_loaded_or_refused_in_a_sentence() -> None:
    loaded, refused = 0, list[str]()
    for seed in range(160):
        forms = Forms(seed)
        seats = {wind: f"Giocatore {wind}" for wind in "NESW"}
        sheet = {"table": 1, "seats": seats, "rows": [forms.row() for _ in range(seed % 2)]}
        night = {"name": "Prova", "date": "2026-11-20", "ruleset": forms.edition()}
        night |= {"settings": forms.settings() if forms.some() else {}}
        night |= {"rounds": [{"round": 1, "sheets": [sheet]}], "rulings": []}
        with suppress(InputError):
            written = read_night(Node(night, "night.json", ""))
            try:
                load_night(written)
                loaded += 1
            except NightRefused as error:
                refused.append(str(error))
    # None has a whole sheet, so each is refused with what is missing.
    assert loaded == 0
    assert len(refused) > 10
    assert all(refused)
    assert not Sheet.objects.exists()
