"""The desk's steps with boards: each is in the log, none is possible too late, and an organizer who
plays sees no card.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser, Group, User
from django.core.exceptions import ValidationError
from django.utils import timezone, translation

from deals import services as deals
from deals.models import BoardSet
from deals.services import verify_set
from king.notation import pbn
from king.notation.reading import LARGEST_FILE
from tests.accounts import account
from tests.king.deals import HANDS
from tournaments import board_steps
from tournaments.board_steps import (
    export_boards,
    import_boards,
    preview_boards,
    put_boards_aside,
    seal_boards,
    set_blind,
    transcribe_board,
)
from tournaments.log.verification import check_chain
from tournaments.models import LogEntry, Round, Tournament


@pytest.fixture
def dealer(db: None) -> User:
    """An account with only the dealing role."""
    return account("mazziere", "dealing")


@pytest.fixture
def organizer(author: User) -> User:
    """The author's account as an organizer, who may play."""
    author.groups.add(Group.objects.get_or_create(name="organizer")[0])
    return author


@pytest.fixture
def partita(evening: Tournament) -> Round:
    """A partita without boards."""
    return evening.rounds.create(number=1)


def started(round_: Round) -> Round:
    round_.refresh_from_db()
    round_.stage, round_.started_at = Round.Stage.PLAYING, timezone.now()
    round_.save()
    return round_


def closed(round_: Round) -> Round:
    round_.refresh_from_db()
    round_.stage, round_.started_at, round_.closed_at = (
        Round.Stage.PROVISIONAL,
        timezone.now(),
        timezone.now(),
    )
    round_.save()
    if round_.board_set is not None:
        deals.reveal(board_set=round_.board_set)
    return Round.objects.get(pk=round_.pk)


def last_line(tournament: Tournament) -> LogEntry:
    line = tournament.log.order_by("sequence").last()
    assert line is not None
    assert check_chain(tournament).fault is None
    return line


def read_line(line: LogEntry) -> str:
    with translation.override("en"):
        return translation.gettext(line.sentence) % line.fields


def refusal(step: Callable[..., object], **arguments: object) -> str:
    with pytest.raises(ValidationError) as refused:
        step(**arguments)
    return str(refused.value.code)


# --- spares


def test_every_set_is_sealed_with_three_spares(partita: Round, author: User) -> None:
    assert seal_boards(round=partita, author=author).document["spares"] == 3


def test_a_spoiled_board_is_replaced_before_play_and_during_it_and_the_log_says_which_spare_and_why(
    partita: Round, author: User
) -> None:
    board_set = seal_boards(round=partita, author=author)
    board_steps.replace_board(round=partita, number=4, reason="a card was seen", author=author)
    line = last_line(partita.tournament)
    assert read_line(line) == "Partita 1: spare 13 replaced board 4. Reason: a card was seen"
    assert line.author == author
    board_steps.replace_board(round=started(partita), number=4, reason="again", author=author)
    assert verify_set(board_set).holds
    assert (
        refusal(
            board_steps.replace_board,
            round=closed(partita),
            number=4,
            reason="too late",
            author=author,
        )
        == "round_started"
    )


def test_a_partita_without_boards_has_none_to_replace(partita: Round, author: User) -> None:
    assert (
        refusal(board_steps.replace_board, round=partita, number=1, reason="wet", author=author)
        == "boards_missing"
    )


# --- boards put aside


def test_boards_are_put_aside_only_before_printing_and_with_a_reason(
    partita: Round, author: User
) -> None:
    board_set = seal_boards(round=partita, author=author)
    assert refusal(put_boards_aside, round=partita, author=author, reason=" ") == "reason_missing"
    put_boards_aside(round=partita, author=author, reason="we deal by hand tonight")
    partita.refresh_from_db()
    assert partita.board_set is None
    assert BoardSet.objects.filter(pk=board_set.pk).exists()
    assert board_set.commitment in read_line(last_line(partita.tournament))
    deals.mark_printed(board_set=seal_boards(round=partita, author=author))
    assert (
        refusal(put_boards_aside, round=partita, author=author, reason="again") == "boards_printed"
    )


# --- typing


def test_boards_dealt_by_hand_are_typed_in_one_by_one_and_each_stands_in_the_log(
    partita: Round, dealer: User
) -> None:
    for number in (1, 2):
        transcribe_board(round=partita, number=number, hands=HANDS, author=dealer)
    partita.refresh_from_db()
    assert partita.board_set is not None
    assert [board.contract for board in partita.board_set.boards.order_by("number")] == ["KJ", "Q"]
    assert partita.board_set.commitment in read_line(last_line(partita.tournament))
    assert partita.tournament.log.filter(kind="board_typed").count() == 2
    transcribe_board(round=partita, number=2, hands=HANDS, author=dealer)
    assert partita.tournament.log.filter(kind="board_typed").count() == 2


def test_a_typed_board_takes_the_place_of_a_dealt_one_only_with_a_reason(
    partita: Round, dealer: User
) -> None:
    seal_boards(round=partita, author=dealer)
    typed = {"round": partita, "number": 3, "hands": HANDS, "author": dealer}
    assert refusal(transcribe_board, **typed) == "board_there"
    transcribe_board(**typed, reason="two packets were exchanged at every table")
    assert "two packets were exchanged" in read_line(last_line(partita.tournament))


def test_boards_typed_in_after_the_partita_are_shown_at_once(partita: Round, author: User) -> None:
    transcribe_board(round=closed(partita), number=1, hands=HANDS, author=None)
    partita.refresh_from_db()
    assert partita.board_set is not None
    assert partita.board_set.is_revealed
    transcribe_board(round=partita, number=2, hands=HANDS, author=author)
    assert partita.board_set.boards.revealed().count() == 2


def test_a_board_that_the_match_does_not_have_is_refused(partita: Round, dealer: User) -> None:
    assert (
        refusal(transcribe_board, round=partita, number=13, hands=HANDS, author=dealer)
        == "no_board"
    )
    partita.refresh_from_db()
    assert partita.board_set is None


# --- files


def a_file(round_: Round, author: User) -> bytes:
    """PBN of boards from another dealer."""
    from deals.transfer import dealt_set

    other = Tournament.objects.create(name="Elsewhere", date=round_.tournament.date)
    return pbn.write(dealt_set(seal_boards(round=other.rounds.create(number=1), author=author)))


def test_a_file_is_looked_at_and_then_taken_whole(partita: Round, dealer: User) -> None:
    preview = preview_boards(round=partita, file=a_file(partita, dealer))
    assert preview.problems == ()
    assert BoardSet.objects.count() == 1
    board_set = import_boards(round=partita, preview=preview, author=dealer)
    assert board_set.boards.in_use().count() == 12
    assert board_set.commitment in read_line(last_line(partita.tournament))
    assert refusal(import_boards, round=partita, preview=preview, author=dealer) == "boards_sealed"


def test_a_file_looked_at_for_one_partita_is_not_taken_for_another(
    partita: Round, dealer: User
) -> None:
    preview = preview_boards(round=partita, file=a_file(partita, dealer))
    second = partita.tournament.rounds.create(number=2)
    assert (
        refusal(import_boards, round=second, preview=preview, author=dealer) == "preview_of_another"
    )


def test_who_takes_the_boards_as_a_file_stands_in_the_log(
    partita: Round, dealer: User, organizer: User
) -> None:
    seal_boards(round=partita, author=organizer)
    for sealed_to in (organizer, None, AnonymousUser()):
        assert refusal(export_boards, round=partita, notation="pbn", by=sealed_to) == "cards_sealed"
    assert not partita.tournament.log.filter(kind="boards_exported").exists()
    made = export_boards(round=partita, notation="pbn", by=dealer)
    line = last_line(partita.tournament)
    assert (line.kind, line.author, line.fields["file"]) == (
        "boards_exported",
        dealer,
        made.file_name,
    )
    assert export_boards(round=closed(partita), notation="lin", by=None).content
    assert last_line(partita.tournament) == line


# --- an organizer who plays


def test_at_first_an_organizer_may_print_the_slips_alone(partita: Round, organizer: User) -> None:
    assert not partita.tournament.blind
    board_set = seal_boards(round=partita, author=organizer)
    assert board_steps.may_open_cards(organizer, partita.tournament, board_set)


def test_an_organizer_opens_slips_only_where_nobody_at_the_desk_plays(
    partita: Round, organizer: User, dealer: User
) -> None:
    tournament = set_blind(tournament=partita.tournament, blind=True, author=organizer)
    board_set = seal_boards(round=partita, author=organizer)
    assert not board_steps.may_open_cards(organizer, tournament, board_set)
    assert board_steps.may_open_cards(dealer, tournament, board_set)
    assert (
        refusal(set_blind, tournament=tournament, blind=False, author=organizer) == "cards_sealed"
    )
    tournament = set_blind(tournament=tournament, blind=False, author=dealer)
    assert board_steps.may_open_cards(organizer, tournament, board_set)
    for stranger in (None, AnonymousUser(), User.objects.create_user("passer-by")):
        assert not board_steps.may_open_cards(stranger, tournament, board_set)
    assert read_line(last_line(tournament)) == "From now on organizers too may open the deal slips."


def test_before_boards_are_sealed_the_organizer_decides_and_playing_again_is_always_possible(
    evening: Tournament, organizer: User
) -> None:
    assert set_blind(tournament=evening, blind=True, author=organizer).blind
    assert not set_blind(tournament=evening, blind=False, author=organizer).blind
    assert set_blind(tournament=evening, blind=True, author=organizer).blind
    lines = evening.log.count()
    set_blind(tournament=evening, blind=True, author=organizer)
    assert evening.log.count() == lines


def test_an_organizer_who_plays_neither_types_cards_nor_reads_them_from_a_file(
    partita: Round, organizer: User, dealer: User
) -> None:
    typed = {"round": partita, "number": 1, "hands": HANDS}
    set_blind(tournament=partita.tournament, blind=True, author=organizer)
    partita.refresh_from_db()
    assert refusal(transcribe_board, **typed, author=organizer) == "cards_sealed"
    preview = preview_boards(round=partita, file=a_file(partita, dealer))
    assert (
        refusal(import_boards, round=partita, preview=preview, author=organizer) == "cards_sealed"
    )
    set_blind(tournament=partita.tournament, blind=False, author=organizer)
    transcribe_board(**typed, author=organizer)


def test_a_file_that_is_read_without_end_holds_nobody_up(partita: Round) -> None:
    """Four million empty lines used to keep a thread of the site busy for five seconds."""
    assert (
        refusal(preview_boards, round=partita, file=b"\n" * LARGEST_FILE) == "file_takes_too_long"
    )
