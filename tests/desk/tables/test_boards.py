"""The boards at the desk: sealing, dealing again before printing only, and no cards on any page
before the partita is closed.
"""

from __future__ import annotations

import hashlib
from html import unescape

import pytest
from django.test import Client

from deals.services import mark_printed
from king.cards import SUITS
from tests.evenings import a_round, a_tournament, in_play, played, sealed_round
from tournaments.models import Round
from wording.naming import ranks_label

pytestmark = pytest.mark.django_db


def boards_page(round_: Round) -> str:
    return f"/desk/{round_.tournament.code}/boards/{round_.number}/"


def hands_of(round_: Round) -> set[str]:
    """Suits of all hands as a page would write them, if they are long enough to be unmistakable."""
    lines = {
        ranks_label(card.rank for card in hand if card.suit is suit)
        for board in round_.board_set.boards.all()
        for hand in board.deal.hands.values()
        for suit in SUITS
    }
    return {line for line in lines if len(line) > 8}


def test_sealing_shows_the_commitment_short_and_whole(organizer: Client) -> None:
    round_ = a_round(a_tournament(), started=False, boards=False)
    assert organizer.post(f"{boards_page(round_)}seal/").status_code == 302
    round_.refresh_from_db()
    page = organizer.get(boards_page(round_)).content.decode()
    assert round_.board_set.commitment in page
    assert f">{round_.board_set.commitment[:12]}<" in page
    assert "by organizer" in page


def test_the_sealed_document_is_told_as_it_was_sealed(organizer: Client) -> None:
    """The page shows the document as JSON, which checkers of the commitment need. The Domino board
    and its spares have three extremes at most (A23).
    """
    round_ = sealed_round(a_tournament("lab13"))
    page = unescape(organizer.get(boards_page(round_)).content.decode())
    assert '{"boards":[8,14,15,16],"contract":"DOM","max_extremes":3}' in page


@pytest.mark.parametrize("make", [sealed_round, lambda evening: in_play()])
def test_before_the_end_no_card_and_no_seed_is_on_any_page(organizer: Client, make) -> None:
    round_ = Round.objects.select_related("board_set", "tournament").get(pk=make(a_tournament()).pk)
    code = round_.tournament.code
    for path in (
        "boards/1/",
        "play/1/",
        "play/1/1/",
        "standings/",
        "log/",
        "print/",
        "rulings/",
        "",
    ):
        page = organizer.get(f"/desk/{code}/{path}").content.decode()
        assert round_.board_set.seed not in page
        assert not [line for line in hands_of(round_) if line in page]


def test_after_the_end_every_hand_and_every_result_is_there(organizer: Client) -> None:
    round_ = played()
    page = organizer.get(boards_page(round_)).content.decode()
    assert round_.board_set.seed in page
    assert all(line in page for line in hands_of(round_))
    # The ruling of hand 5 gives all thirteen hearts to South at table 1.
    fifth = page[page.index('id="board-5"') : page.index('id="board-6"')]
    row = fifth[fifth.index("/play/1/1/") :].partition("</tr>")[0]
    assert [part.partition("<")[0].strip() for part in row.split('class="num">')[1:]] == [
        "0",
        "0",
        "−13",
        "0",
    ]


def test_other_boards_are_sealed_while_nothing_is_printed_and_the_log_says_so(
    organizer: Client,
) -> None:
    round_ = sealed_round(a_tournament(), started=False)
    before = round_.board_set.commitment
    organizer.post(f"{boards_page(round_)}again/", {"reason": "Mazzo sbagliato."})
    round_ = Round.objects.select_related("board_set", "tournament").get(pk=round_.pk)
    assert round_.board_set.commitment != before
    line = round_.tournament.log.filter(kind="boards").latest("sequence")
    assert (line.fields["before"], line.fields["reason"]) == (before, "Mazzo sbagliato.")


def test_printed_boards_stay(organizer: Client) -> None:
    round_ = sealed_round(a_tournament(), started=False)
    mark_printed(board_set=round_.board_set)
    answer = organizer.post(f"{boards_page(round_)}again/", {"reason": "Mazzo sbagliato."})
    assert answer.status_code == 422
    assert "have been printed" in answer.content.decode()
    assert (
        f'{boards_page(round_)}again/"' not in organizer.get(boards_page(round_)).content.decode()
    )
    assert Round.objects.get(pk=round_.pk).board_set_id == round_.board_set_id


def test_boards_that_wait_for_a_public_number_are_dealt_when_it_is_typed(organizer: Client) -> None:
    round_ = a_round(a_tournament(), started=False, boards=False)
    organizer.post(f"{boards_page(round_)}seal/", {"datum": "Lotto, ruota di Genova"})
    page = organizer.get(boards_page(round_)).content.decode()
    assert "Lotto, ruota di Genova" in page
    assert "not dealt yet" in page
    organizer.post(f"{boards_page(round_)}datum/", {"value": "12 33 41 7 90"})
    round_.refresh_from_db()
    assert round_.board_set.boards.in_use().count() == 12
    assert round_.board_set.datum_value == "12 33 41 7 90"


def test_a_number_whose_hash_was_published_is_refused_where_it_is_another(
    organizer: Client,
) -> None:
    round_ = a_round(a_tournament(), started=False, boards=False)
    digest = hashlib.sha256(b"12 33").hexdigest()
    organizer.post(
        f"{boards_page(round_)}seal/",
        {"datum": "The arbiter's number", "datum_sha256": digest},
    )
    assert digest in organizer.get(boards_page(round_)).content.decode()
    answer = organizer.post(f"{boards_page(round_)}datum/", {"value": "12 34"})
    assert answer.status_code == 422
    assert "This value does not match the SHA-256 in the sealed document" in answer.content.decode()
    organizer.post(f"{boards_page(round_)}datum/", {"value": "12 33"})
    round_.refresh_from_db()
    assert round_.board_set.boards.in_use().count() == 12


def test_a_public_number_described_at_length_is_refused_and_not_cut(organizer: Client) -> None:
    round_ = a_round(a_tournament(), started=False, boards=False)
    answer = organizer.post(f"{boards_page(round_)}seal/", {"datum": "x" * 201})
    assert answer.status_code == 422
    assert "in at most 200 characters" in answer.content.decode()
    assert f'value="{"x" * 201}"' in answer.content.decode()
    round_.refresh_from_db()
    assert round_.board_set is None


def test_a_spare_takes_the_place_of_a_spoiled_board_nobody_has_played(organizer: Client) -> None:
    round_ = sealed_round(a_tournament())
    cards = round_.board_set.boards.in_use().get(number=7).owners
    assert (
        organizer.post(f"{boards_page(round_)}replace/", {"board": "7", "reason": ""}).status_code
        == 422
    )
    organizer.post(f"{boards_page(round_)}replace/", {"board": "7", "reason": "Una carta caduta."})
    assert round_.board_set.boards.in_use().get(number=7).owners != cards
    page = organizer.get(boards_page(round_)).content.decode()
    assert "hand 7: Una carta caduta." in page


def test_a_second_press_takes_no_second_spare(organizer: Client) -> None:
    round_ = sealed_round(a_tournament())
    page = organizer.get(boards_page(round_)).content.decode()
    assert 'name="last_dealt" value="12"' in page
    spoiled = {"board": "7", "reason": "Una carta caduta.", "last_dealt": "12"}
    assert organizer.post(f"{boards_page(round_)}replace/", spoiled).status_code == 302
    answer = organizer.post(f"{boards_page(round_)}replace/", spoiled)
    assert answer.status_code == 422
    assert "Board 7 has just been replaced: spare 13 is in its place." in answer.content.decode()
    assert (
        organizer.post(f"{boards_page(round_)}replace/", spoiled | {"last_dealt": "13"}).status_code
        == 302
    )
    assert round_.board_set.boards.in_use().get(number=7).dealt_as == 14


def test_a_spoiled_board_that_is_named_in_letters_is_asked_for_as_a_number(
    organizer: Client,
) -> None:
    round_ = sealed_round(a_tournament())
    answer = organizer.post(
        f"{boards_page(round_)}replace/", {"board": "tre", "reason": "Una carta caduta."}
    )
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Type the number of the hand whose packet is spoiled." in page
    assert 'value="tre"' in page
    assert 'value="Una carta caduta."' in page


def test_a_board_that_a_table_has_played_is_not_replaced(organizer: Client) -> None:
    round_ = in_play()
    answer = organizer.post(
        f"{boards_page(round_)}replace/", {"board": "7", "reason": "Una carta caduta."}
    )
    assert answer.status_code == 422
    assert "has been played at these tables: 1, 2" in answer.content.decode()


def test_before_the_seating_the_page_says_what_comes_first(organizer: Client) -> None:
    evening = a_tournament(planned_rounds=2)
    page = organizer.get(f"/desk/{evening.code}/boards/2/").content.decode()
    assert f'href="/desk/{evening.code}/play/2/"' in page
