"""Paper for the arbiter and for the collection of sheets: form, rulings, checklist, log of re-deals."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import translation

from printing.document_context import Options
from printing.document_list import DOCUMENTS
from scoring.decisions.redeals import record_redeal
from scoring.models import Sheet
from tests.evenings import SYSTEMS, a_round, a_tournament
from tests.printing.asking import printed
from tests.printing.pages import letters_outside, squeezed
from tournaments.models import Round, Tournament


@pytest.mark.parametrize("code", SYSTEMS)
@pytest.mark.parametrize("language", ["it", "en"])
def test_the_form_of_every_system_stays_on_its_page(code: str, language: str, db: None) -> None:
    evening = a_tournament(code)
    [page] = printed("incident_form", evening, language)
    assert letters_outside(page) == []


def test_the_form_says_what_this_evening_charges(db: None) -> None:
    plain = printed("incident_form", a_tournament())[0].squeezed
    assert plain.count("Inapositivehanditcosts5points.") == 2
    assert "Domino" not in plain
    dear = printed("incident_form", a_tournament(settings={"positive_penalty": "9"}))[0].squeezed
    assert dear.count("Inapositivehanditcosts9points.") == 2
    assert "passedwithaplayablecard" in printed("incident_form", a_tournament("lab13"))[0].squeezed


def test_a_void_deal_stands_in_the_log_with_what_the_next_one_takes(db: None, author: User) -> None:
    evening = a_tournament("lab13", pre_dealt=False)
    round_ = a_round(evening, 1, boards=False)
    sheet = Sheet.objects.get(table__round=round_)
    record_redeal(sheet=sheet, hand=8, wind="S", extremes=4, author=author)
    [page] = printed("redeal_log", evening)
    player = sheet.table.seats.get(wind="S").player.full_name
    assert squeezed(player) in page.squeezed
    # A24: the same player again needs five, then six, and so on up to eight.
    assert "with4acesandkings" in page.squeezed
    assert "5,6,7,8" in page.squeezed


def test_boards_dealt_beforehand_are_never_dealt_again(
    seated: Callable[..., Round], evening: Tournament
) -> None:
    seated(1)
    with (
        pytest.raises(ValidationError, match="si può ridare"),
        translation.override("en"),
    ):
        DOCUMENTS["redeal_log"].gather(evening, Options())


def test_at_a_table_of_three_nobody_at_west_errs(db: None) -> None:
    [page] = printed("incident_form", a_tournament("pt_fu"))
    assert page.text.count("South") == 2
    assert "West" not in page.text
