"""Paper for the entries and the draw: slips for the hat, the result by wind, receipts, payments."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError

from printing.document_context import Options
from printing.document_list import DOCUMENTS, documents_of
from scoring.sheet_steps import signing_code
from tests.evenings import a_tournament, demo, enter
from tests.printing.asking import printed
from tests.printing.pages import letters_outside, squeezed
from tournaments.models import Player, Round, Tournament
from tournaments.wind_draw import draw_winds


@pytest.mark.parametrize(("entries", "tables"), [(8, 2), (13, 4), (4, 1)])
def test_there_is_a_slip_for_each_wind_and_number(
    entries: int, tables: int, evening: Tournament
) -> None:
    for number in range(entries):
        enter(evening, f"Rossi{number}")
    text = "".join(page.squeezed for page in printed("wind_slips", evening, "it"))
    for word in ("Nord", "Est", "Sud", "Ovest"):
        numbers = sorted(map(int, re.findall(rf"{word}(\d+)", text)))
        assert numbers == [*range(1, tables + 1)]


def test_fifty_tables_of_slips_stand_inside_the_margins(evening: Tournament) -> None:
    for number in range(200):
        enter(evening, f"Rossi{number}")
    pages = printed("wind_slips", evening, "it")
    assert len(pages) == 7
    assert [letter for page in pages for letter in letters_outside(page)] == []


def test_pairs_draw_a_line_and_a_number(db: None) -> None:
    evening = a_tournament("lab_coppie")
    for number in range(4):
        enter(evening, f"Coppia{number}")
    [page] = printed("wind_slips", evening, "it")
    assert "Nord–Sud2" in page.squeezed
    assert "Est–Ovest2" in page.squeezed


def test_an_evening_without_entries_has_nothing_to_draw(evening: Tournament) -> None:
    for key in ("wind_slips", "draw_result", "receipts", "signing_slips"):
        with pytest.raises(ValidationError):
            DOCUMENTS[key].gather(evening, Options())


def test_the_result_names_everybody_beside_what_he_drew_and_the_seed(evening: Tournament) -> None:
    for number in range(8):
        enter(evening, f"Rossi{number}")
    draw_winds(tournament=evening, author=None, seed="0123456789abcdef0123456789abcdef")
    evening.refresh_from_db()
    [page] = printed("draw_result", evening, "it")
    for entry in evening.entries.all():
        assert f"{entry.wind_number}{entry.title}" in page.squeezed
    assert "0123456789abcdef0123456789abcdef" in page.squeezed


def test_a_draw_by_hand_says_so(seated: Callable[..., Round], evening: Tournament) -> None:
    seated(2)
    [page] = printed("draw_result", evening, "it")
    assert "Sorteggioamano." in page.squeezed
    for player in Player.objects.all():
        assert squeezed(player.full_name) in page.squeezed


def test_everybody_but_house_players_has_a_receipt_with_the_fee(evening: Tournament) -> None:
    Tournament.objects.filter(pk=evening.pk).update(fee="3 €")
    evening.refresh_from_db()
    for name in ("Şahin", "Łukasz"):
        enter(evening, name)
    jolly = enter(evening, "Jolly")
    Player.objects.filter(entries=jolly).update(is_house=True)
    [page] = printed("receipts", evening, "it")
    assert page.squeezed.count("3€") == 2
    assert "Şahin" in page.squeezed
    assert "Łukasz" in page.squeezed
    assert "Jolly" not in page.squeezed


def test_everybody_has_a_signing_slip_of_his_own_where_signatures_count(
    evening: Tournament,
) -> None:
    for number in range(49):
        enter(evening, f"Rossi{number:02}")
    assert "signing_slips" not in {document.key for document in documents_of(evening)}
    evening.signatures = "all"
    assert "signing_slips" in {document.key for document in documents_of(evening)}
    pages = printed("signing_slips", evening, "it")
    assert len(pages) == 3
    assert [letter for page in pages for letter in letters_outside(page)] == []
    text = "".join(page.squeezed for page in pages)
    for player in Player.objects.all():
        assert squeezed(player.full_name + signing_code(evening, player)) in text


def test_teams_draw_a_place_in_the_order_and_no_wind(db: None) -> None:
    evening = demo(stage="seated", seed=4, ruleset="pt_pareado", tables=4)
    [result], [slips] = printed("draw_result", evening), printed("wind_slips", evening)
    for page in (result, slips):
        assert "Firstofthemeeting" in page.squeezed
        assert "Secondofthemeeting" in page.squeezed
        assert not {word for word in ("North", "East", "Draw of the winds") if word in page.text}
    for entry in evening.entries.all():
        assert f"{entry.wind_number}{squeezed(entry.name)}" in result.squeezed


@pytest.mark.parametrize(
    ("ruleset", "key"), [("lab12", "draw_result"), ("lab12", "seating"), ("lab_coppie", "seating")]
)
def test_what_hangs_on_the_wall_of_a_small_evening_is_in_large_letters(
    db: None, ruleset: str, key: str
) -> None:
    evening = demo(stage="seated", seed=4, ruleset=ruleset, tables=4)
    for page in printed(key, evening):
        capitals = [
            letter.top - letter.bottom for letter in page.letters if letter.text in "BCDEFGLMNPRTV"
        ]
        # Names of 16 points have capitals of 11. Smaller ones belong to a heading, a badge or the foot
        # of the page.
        assert sum(height > 11 for height in capitals) >= 16


def test_the_announcement_of_an_evening_with_little_to_say_is_in_large_letters(
    evening: Tournament,
) -> None:
    [page] = printed("announcement", evening)
    capitals = [
        letter.top - letter.bottom
        for letter in page.letters
        # Without the page's foot, which has the date of printing.
        if letter.text in "BDEFLPT" and letter.left > 130 and letter.bottom > 60
    ]
    # The type used to be thirteen points at most; a capital's height is 0.714 of the type size.
    assert len(capitals) > 4
    assert min(capitals) > 13 * 0.73


def test_no_page_of_the_seating_is_left_with_the_last_two_names(db: None) -> None:
    evening = demo(stage="seated", seed=4, ruleset="lab12", tables=16)
    by_name = [page for page in printed("seating", evening) if "Seating by name" in page.text]
    assert len(by_name) == 1
    assert letters_outside(by_name[0]) == []
    for player in Player.objects.all():
        assert squeezed(player.full_name) in by_name[0].squeezed
