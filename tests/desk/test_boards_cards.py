"""Boards with their cards at the desk: typed, read from a file, taken away; and the dealer's role."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from deals.transfer import dealt_set
from king.cards import SUITS, WINDS, Deal
from king.notation import NOTATIONS, pbn
from tests.evenings import a_round, a_tournament, played, sealed_round
from tests.king.deals import DEAL
from tournaments.board_steps import set_blind
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def bare(db: None) -> Round:
    """A planned partita without boards."""
    return a_round(a_tournament(), started=False, boards=False)


def boards_page(round_: Round, tail: str = "") -> str:
    return f"/desk/{round_.tournament.code}/boards/{round_.number}/{tail}"


def grid(deal: Deal) -> dict[str, str]:
    """Fields of the deal as it is typed: one for each suit of each hand, with the ten as 10."""
    return {
        f"{wind}_{suit}": "".join(rank.label for rank in deal.suit(wind, suit))
        for wind in WINDS
        for suit in SUITS
    }


# --- typed in


def test_a_board_is_typed_suit_by_suit_and_the_next_one_follows(
    organizer: Client, bare: Round
) -> None:
    page = organizer.get(boards_page(bare, "type/1/")).content.decode()
    assert page.count("data-suit=") == 16
    answer = organizer.post(boards_page(bare, "type/1/"), grid(DEAL))
    assert answer["Location"] == boards_page(bare, "type/2/")
    bare.refresh_from_db()
    assert bare.board_set.boards.get().owners == DEAL.owners


def test_a_card_that_is_missing_and_one_that_is_double_are_named_and_what_was_typed_stays(
    organizer: Client, bare: Round
) -> None:
    # North's ace of spades is typed as a second queen.
    answer = organizer.post(boards_page(bare, "type/1/"), grid(DEAL) | {"N_S": "qk3"})
    page = answer.content.decode()
    assert answer.status_code == 422
    text = " ".join(answer.context["refused"])
    assert "♠Q" in text
    assert "♠A" in text
    assert 'name="N_S" data-suit="S" value="qk3"' in page
    assert 'name="W_H" data-suit="H" value="87642"' in page
    bare.refresh_from_db()
    assert bare.board_set is None


def test_nothing_is_replaced_without_a_reason_and_the_page_shows_no_card_of_what_is_there(
    organizer: Client, bare: Round
) -> None:
    organizer.post(boards_page(bare, "type/1/"), grid(DEAL))
    text = organizer.get(boards_page(bare, "type/1/")).content.decode()
    assert "87642" not in text
    other = Deal.of({wind: tuple(DEAL.hands[wind.after()]) for wind in WINDS})
    assert organizer.post(boards_page(bare, "type/1/"), grid(other)).status_code == 422
    bare.refresh_from_db()
    assert bare.board_set.boards.in_use().get().owners == DEAL.owners
    organizer.post(boards_page(bare, "type/1/"), grid(other) | {"reason": "Turned by a seat."})
    assert bare.board_set.boards.in_use().get().owners == other.owners


def test_where_the_organizer_plays_cards_are_typed_by_the_dealing_role_alone(
    organizer: Client, dealer: Client, bare: Round
) -> None:
    set_blind(tournament=bare.tournament, blind=True, author=None)
    answer = organizer.post(boards_page(bare, "type/1/"), grid(DEAL))
    assert answer.status_code == 422
    assert "it needs the dealing role" in answer.content.decode()
    assert dealer.post(boards_page(bare, "type/1/"), grid(DEAL)).status_code == 302


@pytest.mark.parametrize("typed", ["\0", "x" * 5000, "AKQJT98765432AKQ", "٣", "1", "..", "<b>"])
def test_anything_typed_is_answered_with_a_sentence(
    organizer: Client, bare: Round, typed: str
) -> None:
    answer = organizer.post(boards_page(bare, "type/1/"), grid(DEAL) | {"N_S": typed})
    assert (answer.status_code, bool(answer.context["refused"])) == (422, True)


def test_a_hand_that_there_is_not_is_not_found(organizer: Client, bare: Round) -> None:
    assert organizer.get(boards_page(bare, "type/13/")).status_code == 404


# --- read from a file


def pbn_of(round_: Round) -> bytes:
    return pbn.write(dealt_set(round_.board_set))


def upload(client: Client, round_: Round, content: bytes, name: str = "boards.pbn"):
    return client.post(boards_page(round_, "import/"), {"file": SimpleUploadedFile(name, content)})


def test_a_file_is_looked_at_first_and_taken_on_a_second_press(
    organizer: Client, bare: Round
) -> None:
    written = sealed_round(a_tournament(), started=False)
    answer = upload(organizer, bare, pbn_of(written))
    assert answer.status_code == 200
    assert "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 12" in answer.content.decode()
    bare.refresh_from_db()
    assert bare.board_set is None
    organizer.post(boards_page(bare, "import/"), {"signed": answer.context["signed"]})
    bare.refresh_from_db()
    assert [board.owners for board in bare.board_set.boards.order_by("number")] == [
        board.owners for board in written.board_set.boards.order_by("number")
    ]
    assert bare.tournament.log.latest("sequence").fields["commitment"] == bare.board_set.commitment


@pytest.mark.parametrize("notation", ["dlm", "dup", "bri", "lin", "line"])
def test_the_file_of_a_machine_is_taken_in_the_same_two_presses(
    organizer: Client, bare: Round, notation: str
) -> None:
    written = sealed_round(a_tournament(), started=False)
    content = NOTATIONS[notation].write(dealt_set(written.board_set))
    answer = upload(organizer, bare, content, f"mani.{notation}")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 12" in page
    assert "The file gives neither the round nor the hand" in page
    assert ("The boards have no numbers" in page) is (notation in ("bri", "line"))
    organizer.post(boards_page(bare, "import/"), {"signed": answer.context["signed"]})
    bare.refresh_from_db()
    assert [board.owners for board in bare.board_set.boards.order_by("number")] == [
        board.owners for board in written.board_set.boards.order_by("number")
    ]


def test_the_page_names_the_notations_it_reads(organizer: Client, bare: Round) -> None:
    page = organizer.get(boards_page(bare, "import/")).content.decode()
    assert "(PBN, DLM, DUP, BRI or LIN)" in page
    assert 'accept=".pbn,.dlm,.dup,.bri,.lin,.txt,application/x-pbn,text/plain"' in page


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda text: text.replace(b'[Board "2"]', b'[Board "1"]'), "Line"),
        (
            lambda text: text[: text.index(b"[Event ", text.index(b'[Board "9"]'))],
            "boards are missing: 10, 11, 12",
        ),
        (lambda text: text[: len(text) // 2], "Line"),
        (lambda text: b"\0" * 10_000, "Line"),
        (lambda text: b"", "Line"),
    ],
)
def test_a_spoiled_file_is_refused_by_line_and_nothing_is_taken_by_half(
    organizer: Client, bare: Round, spoil, message: str
) -> None:
    written = sealed_round(a_tournament(), started=False)
    answer = upload(organizer, bare, spoil(pbn_of(written)))
    assert answer.status_code == 422
    assert "Nothing was used from this file." in answer.content.decode()
    assert any(message in problem for problem in answer.context["problems"])
    assert not answer.context["signed"]
    bare.refresh_from_db()
    assert bare.board_set is None


def test_a_preview_of_another_partita_or_of_nobodys_making_is_not_taken(
    organizer: Client, bare: Round
) -> None:
    written = sealed_round(a_tournament(), started=False)
    signed = upload(organizer, bare, pbn_of(written)).context["signed"]
    other = a_round(a_tournament(), started=False, boards=False)
    for code, round_ in ((signed, other), (signed[:-2] + "xx", bare), ("", bare)):
        answer = organizer.post(boards_page(round_, "import/"), {"signed": code})
        assert answer.status_code == 422
        assert "The preview has been lost. Choose the file again." in answer.content.decode()
        round_.refresh_from_db()
        assert round_.board_set is None


def test_no_file_is_a_sentence(organizer: Client, bare: Round) -> None:
    answer = organizer.post(boards_page(bare, "import/"))
    assert "Choose a file." in answer.content.decode()


# --- taken away


@pytest.mark.parametrize("notation", ["pbn", "dlm", "dup", "bri", "lin"])
def test_before_the_reveal_a_file_is_for_the_dealing_role_and_the_log_says_who_took_it(
    organizer: Client, dealer: Client, notation: str
) -> None:
    round_ = sealed_round(a_tournament(), started=False)
    refused = organizer.post(boards_page(round_, "export/"), {"notation": notation}, follow=True)
    assert "stay sealed until it is closed" in refused.content.decode()
    file = dealer.post(boards_page(round_, "export/"), {"notation": notation})
    assert file["Content-Disposition"].endswith(f'.{notation}"')
    line = round_.tournament.log.latest("sequence")
    assert (line.kind, line.author_name) == ("boards_exported", "mazziere")
    assert Round.objects.select_related("board_set").get(pk=round_.pk).board_set.state == "printed"
    assert "mazziere" in organizer.get(boards_page(round_)).content.decode()


def test_after_the_reveal_an_organizer_takes_them_too(organizer: Client) -> None:
    round_ = played()
    file = organizer.post(boards_page(round_, "export/"), {"notation": "pbn"})
    assert b'[Deal "N:' in file.content


def test_an_unknown_notation_is_a_sentence(dealer: Client) -> None:
    round_ = sealed_round(a_tournament(), started=False)
    answer = dealer.post(boards_page(round_, "export/"), {"notation": "xyz"}, follow=True)
    assert "There is no notation" in answer.content.decode()


# --- boards put aside, and the dealer's role


def test_boards_are_put_aside_with_a_reason_and_others_can_be_typed(organizer: Client) -> None:
    round_ = sealed_round(a_tournament(), started=False)
    assert organizer.post(f"{boards_page(round_)}aside/", {"reason": " "}).status_code == 422
    organizer.post(f"{boards_page(round_)}aside/", {"reason": "Tonight we deal by hand."})
    round_.refresh_from_db()
    assert round_.board_set is None
    assert boards_page(round_, "type/1/") in organizer.get(boards_page(round_)).content.decode()


def test_who_only_deals_finds_the_evening_its_boards_and_its_paper_and_nothing_else(
    dealer: Client,
) -> None:
    evening: Tournament = sealed_round(a_tournament(), started=False).tournament
    assert f"/desk/{evening.code}/" in dealer.get("/desk/").content.decode()
    assert dealer.get(f"/desk/{evening.code}/")["Location"] == f"/desk/{evening.code}/boards/1/"
    for path in ("boards/1/", "print/", "boards/1/type/1/", "boards/1/import/"):
        page = dealer.get(f"/desk/{evening.code}/{path}")
        assert page.status_code == 200
        for closed in ("players/", "winds/", "log/", "standings/", "calls/"):
            assert f'"/desk/{evening.code}/{closed}"' not in page.content.decode(), (path, closed)
            assert dealer.get(f"/desk/{evening.code}/{closed}").status_code == 403


def test_who_opened_a_file_of_slips_stands_in_the_log(
    dealer: Client, django_capture_on_commit_callbacks
) -> None:
    evening = sealed_round(a_tournament(), started=False).tournament
    with django_capture_on_commit_callbacks(execute=True):
        dealer.post(f"/desk/{evening.code}/print/", {"document": "slips", "round": "1"})
    job = evening.print_jobs.get()
    assert not evening.log.filter(kind="cards_opened").exists()
    assert b"".join(
        dealer.get(f"/desk/{evening.code}/print/{job.pk}/").streaming_content
    ).startswith(b"%PDF")
    line = evening.log.get(kind="cards_opened")
    assert (line.author_name, line.fields["job"]) == ("mazziere", job.pk)
