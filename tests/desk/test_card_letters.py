"""The letters of the pack in use, a setting of the evening (§13.16), appear on dealt, judged, typed
and printed cards.
"""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client

from king.cards import Rank
from printing.models import PrintJob
from printing.services import request_document, stored_file
from printing.tasks import make_print
from scoring.rows import enter_row
from tests.evenings import a_tournament, sealed_round, sheet_of
from tests.printing.pages import read_pages
from tournaments.models import Round, Tournament
from tournaments.services import change_settings, create_tournament
from wording.naming import play_with_cards_of, rank_letter

pytestmark = pytest.mark.django_db
HONOURS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)


@pytest.fixture
def in_play() -> Round:
    """Partita in play of an evening whose cards have the letters of the Italian words."""
    return sealed_round(a_tournament(card_letters="ARDF"))


@pytest.fixture
def author() -> User:
    return User.objects.create(username="who runs the evening")


def letters(page: str, around: str) -> set[str]:
    """Letters of court cards and aces in the parts that match a pattern."""
    return {letter.strip() for letter in re.findall(around, page)} - set("2345678910") - {"10"}


def test_the_arbiters_keys_and_his_list_have_the_letters_of_the_pack(
    arbiter: Client, in_play: Round
) -> None:
    sheet = sheet_of(in_play)
    enter_row(sheet=sheet, hand=1, content={"units": {"E": 8}}, origin="desk")
    place = f"/desk/{in_play.tournament.code}/play/1/1/judge/1/"
    arbiter.post(f"{place}open/")
    page = arbiter.get(place).content.decode()
    keys = letters(page, r'<button class="card-key[^>]*>\s*([^<]+)</button>')
    assert keys == set("ARDF")
    kings = re.findall(r'name="add"\s+value="(.K)"', page)
    judged = arbiter.post(place, {"cards": "", "add": kings[0]}).context["judged"]
    assert judged["text"].endswith("R")
    assert "K" not in judged["text"]
    [line] = (
        arbiter.post(place, {"cards": f"{kings[0][0]}F"}).context["judged"]["text"].splitlines()
    )
    assert line.endswith("F")


def test_the_list_of_the_decks_and_a_board_that_is_typed_have_them(
    dealer: Client, in_play: Round
) -> None:
    Round.objects.update(stage=Round.Stage.SEATING, started_at=None)
    code = in_play.tournament.code
    page = dealer.get(f"/desk/{code}/lists/1/decks/").content.decode()
    assert letters(page, r"<b>([^<]+)</b>") >= set("ARDF")
    assert letters(page, r"<b>([^<]+)</b>") & set("KQJ") == set()
    words = dealer.get(f"/desk/{code}/boards/1/type/1/").context["words"]
    assert "".join(words["letters"][rank] for rank in HONOURS) == "ARDF"
    assert [words["read"][letter] for letter in "RDFVB\N{CYRILLIC CAPITAL LETTER DE}"] == list(
        "KQJJJQ"
    )


def test_the_slips_print_them(author: User, in_play: Round, settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    job = request_document(
        tournament=in_play.tournament, document="slips", options={"round": 1}, author=author
    )
    make_print(job.pk)
    with stored_file(PrintJob.objects.get(pk=job.pk)) as file:
        pages = read_pages(file.read())
    printed = {
        letter.text for page in pages for letter in page.letters if letter.top - letter.bottom > 12
    }
    assert printed & set("ARDFKQJV") == set("ARDF")


def test_the_evening_is_asked_for_them_and_they_change_also_after_the_start(
    admin_client: Client, author: User, in_play: Round
) -> None:
    form = admin_client.get(f"/desk/{in_play.tournament.code}/settings/").context["form"]
    assert form["card_letters"].value() == "ARDF"
    assert not form.fields["card_letters"].disabled
    assert [choice for choice, _words in form.fields["card_letters"].choices] == [
        "",
        "AKQJ",
        "ARDV",
        "ARDF",
        "AKDB",
        "\N{CYRILLIC CAPITAL LETTER TE}\N{CYRILLIC CAPITAL LETTER KA}"
        "\N{CYRILLIC CAPITAL LETTER DE}\N{CYRILLIC CAPITAL LETTER VE}",
    ]
    change_settings(tournament=in_play.tournament, author=author, card_letters="AKDB")
    evening = Tournament.objects.get()
    assert evening.log.latest("sequence").fields["changes"] == [["card_letters", "ARDF", "AKDB"]]
    page = admin_client.get(f"/desk/{evening.code}/log/").content.decode()
    assert "lettere sulle carte" in page
    assert "A K D B" in page


def test_letters_of_no_pack_are_refused(author: User) -> None:
    fields = {"name": "Giovedì", "date": date(2026, 11, 19), "author": author}
    with pytest.raises(ValidationError) as refused:
        create_tournament(**fields, card_letters="XYZW")
    assert [error.code for error in refused.value.error_dict["card_letters"]] == [
        "card_letters_unknown"
    ]


def test_the_letters_of_the_evening_go_before_those_of_its_language() -> None:
    play_with_cards_of("fr", "AKQJ")
    assert "".join(map(rank_letter, HONOURS)) == "AKQJ"
    play_with_cards_of("fr")
    assert "".join(map(rank_letter, HONOURS)) == "ARDV"
    play_with_cards_of(None)
