"""A partita from its start to official results: obstacles to each step, its effects, and its undo."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone, translation

from scoring.decisions import rule
from scoring.decisions.redeals import record_redeal
from scoring.models import Publication, Sheet
from scoring.publishing import publish, standing_changed
from scoring.publishing.final_hold import hold_final
from scoring.round_steps import (
    close_round,
    make_official,
    open_tables,
    start_blockers,
    start_round,
    undo_start,
    withdraw_official,
)
from scoring.rows import enter_row, say_first_dealer
from scoring.sheet_steps import close_sheet, reopen_sheet, sign_sheet
from scoring.wrong_winds import rank_changed_winds, report_seats
from tests.evenings import a_round, a_tournament, closed, fill, good_rows, put_in_play
from tournaments.log.verification import check_chain
from tournaments.models import LogEntry, Player, Round, Tournament

pytestmark = pytest.mark.django_db


def closed_round(tournament: Tournament | None = None, tables: int = 2) -> Round:
    return closed(a_round(tournament or a_tournament(), tables))


def codes(error: pytest.ExceptionInfo[ValidationError]) -> list[str]:
    return [fault.code for fault in error.value.error_list]


def test_a_partita_starts_with_a_sheet_for_every_table_and_frozen_settings() -> None:
    round_ = a_round(a_tournament(), tables=3, started=False)
    assert start_blockers(round_) == ()
    start_round(round=round_, author=None)
    start_round(round=round_, author=None)
    round_.refresh_from_db()
    assert (round_.stage, Sheet.objects.count()) == ("playing", 3)
    assert round_.started_at is not None
    assert Tournament.objects.get().is_frozen
    assert LogEntry.objects.filter(kind="round_started").count() == 1


def test_everything_that_blocks_a_start_is_said_at_once() -> None:
    tournament = a_tournament()
    put_in_play(a_round(tournament, started=False))
    second = a_round(tournament, started=False, boards=False)
    second.seating_published_at = None
    second.save()
    with pytest.raises(ValidationError) as error:
        start_round(round=second, author=None)
    assert codes(error) == ["seating_not_published", "boards_not_sealed", "previous_not_closed"]
    assert not Sheet.objects.filter(table__round=second).exists()


def test_a_game_that_is_dealt_at_the_table_starts_without_boards() -> None:
    tournament = a_tournament("lab_chiamata")
    assert not tournament.rules.pre_dealt
    assert (
        start_round(round=a_round(tournament, started=False, boards=False), author=None).stage
        == "playing"
    )


def test_boards_that_wait_for_a_public_datum_block_the_start() -> None:
    round_ = a_round(a_tournament(), started=False)
    round_.board_set.document = {"datum": "the first number drawn tonight"}
    round_.board_set.save()
    assert [blocker.code for blocker in start_blockers(round_)] == ["boards_not_dealt"]


def test_a_start_by_mistake_is_taken_back_while_nothing_was_typed() -> None:
    round_ = start_round(round=a_round(a_tournament(), started=False), author=None)
    assert (
        undo_start(round=round_, author=None, reason="Two players are missing.").stage == "seating"
    )
    assert not Sheet.objects.exists()
    assert not Tournament.objects.get().is_frozen
    start_round(round=round_, author=None)
    enter_row(sheet=Sheet.objects.get(), hand=1, content=good_rows()[1], origin="phone")
    with pytest.raises(ValidationError) as error:
        undo_start(round=round_, author=None, reason="Again.")
    assert error.value.code == "rows_entered"


def say_the_seats(sheet: Sheet) -> None:
    report_seats(
        sheet=sheet, players={seat.wind: seat.player_id for seat in sheet.table.seats.all()}
    )


def draw_the_dealer(sheet: Sheet) -> None:
    say_first_dealer(sheet=sheet, wind="E")


def sign(sheet: Sheet) -> None:
    sign_sheet(sheet=sheet, wind="S")


def void_a_deal(sheet: Sheet) -> None:
    record_redeal(sheet=sheet, hand=8, wind="S", extremes=4, author=None)


@pytest.mark.parametrize(
    ("step", "code", "reason"),
    [
        (say_the_seats, "seats_reported", "Seats have been reported at tables 2"),
        (sign, "signed", "Somebody has signed at tables 2"),
        (draw_the_dealer, "dealer_drawn", "The first dealer has been drawn at tables 2"),
        (void_a_deal, "deal_voided", "Deals have been voided at tables 2"),
    ],
)
def test_a_start_stays_while_a_sheet_holds_anything(
    step: Callable[[Sheet], object], code: str, reason: str
) -> None:
    # Tables deal their own cards: fr10 draws its first dealer, lab13 has a Domino that may be voided.
    tournament = a_tournament("lab13" if step is void_a_deal else "fr10", pre_dealt=False)
    round_ = start_round(
        round=a_round(tournament, tables=2, started=False, boards=False), author=None
    )
    step(Sheet.objects.get(table__number=2))
    with pytest.raises(ValidationError) as error, translation.override("en"):
        undo_start(round=round_, author=None, reason="Two players are missing.")
    assert error.value.code == code
    with translation.override("en"):
        assert error.value.messages == [f"{reason}: the start of partita 1 cannot be taken back."]
    assert Sheet.objects.count() == 2


def test_a_partita_is_not_closed_while_sheets_are_open_and_the_tables_are_named() -> None:
    round_ = a_round(a_tournament(), tables=4)
    sheets = list(Sheet.objects.order_by("table__number"))
    close_sheet(sheet=fill(sheets[1]), author=None)
    assert open_tables(round_) == (1, 3, 4)
    with pytest.raises(ValidationError) as error:
        close_round(round=round_, author=None)
    assert error.value.params["numbers"] == (1, 3, 4)
    with translation.override("en"):
        assert "1, 3, 4" in error.value.messages[0]
    assert not Publication.objects.exists()


def test_closing_a_partita_reveals_the_boards_and_publishes_a_provisional_standing() -> None:
    round_ = closed_round()
    close_round(round=round_, author=None)
    round_.refresh_from_db()
    assert (round_.stage, round_.board_set.is_revealed) == ("provisional", True)
    published = Publication.objects.get()
    assert (published.number, published.state, published.after_round, published.erratum) == (
        1,
        "provisional",
        round_,
        "",
    )
    assert len(published.standings["overall"]) == 8
    assert not standing_changed(round_.tournament)


def test_a_partita_that_has_not_started_is_not_closed() -> None:
    with pytest.raises(ValidationError) as error:
        close_round(round=a_round(a_tournament(), started=False), author=None)
    assert error.value.code == "round_not_started"


def test_a_ruling_after_publication_makes_a_numbered_correction_that_says_what_changed() -> None:
    round_ = closed_round()
    winner = Publication.objects.get().standings["rounds"][0]["winds"]["N"][0]
    sheet = next(
        sheet
        for sheet in Sheet.objects.all()
        if sheet.table.seats.filter(
            wind="N", entry__members__player__surname=winner["entry"]
        ).exists()
    )
    rule(
        sheet=sheet,
        kind="adjustment",
        offender="N",
        effect={"points": -100},
        reason="Showed a card.",
        arbiter=None,
    )
    assert standing_changed(round_.tournament)
    with pytest.raises(ValidationError) as error:
        make_official(round=round_, author=None)
    assert error.value.code == "standing_changed"
    with translation.override("en"):
        correction = publish(
            tournament=round_.tournament, author=None, erratum="After the protest of table 1."
        )
    assert correction.number == 2
    lines = correction.erratum.splitlines()
    assert lines[0] == "After the protest of table 1."
    total, now = (
        str(points).replace("-", "−")
        for points in (int(winner["total"]), int(winner["total"]) - 100)
    )
    [sentence] = [
        line for line in lines[1:] if line.startswith(f"{winner['entry']}, overall standings: ")
    ]
    assert sentence.endswith(f"points {now} (was {total})")
    assert Publication.objects.get(number=1).standings["rounds"][0]["winds"]["N"][0] == winner
    assert publish(tournament=round_.tournament, author=None) == correction


def test_a_published_standing_is_not_published_again_while_a_sheet_is_reopened() -> None:
    round_ = closed_round()
    sheet = Sheet.objects.get(table__number=2)
    reopen_sheet(sheet=sheet, author=None, reason="Two rows were swapped.")
    with pytest.raises(ValidationError) as error:
        publish(tournament=round_.tournament, author=None)
    assert error.value.code == "sheets_open"
    with pytest.raises(ValidationError) as error:
        make_official(round=round_, author=None)
    assert error.value.code == "sheets_open"
    close_sheet(sheet=sheet, author=None)
    assert make_official(round=round_, author=None).stage == "official"


def test_an_official_partita_makes_its_standing_official_and_both_can_be_taken_back() -> None:
    round_ = closed_round()
    make_official(round=round_, author=None)
    make_official(round=round_, author=None)
    assert Publication.objects.get().state == "official"
    with pytest.raises(ValidationError) as error:
        reopen_sheet(sheet=Sheet.objects.first(), author=None, reason="A protest.")
    assert error.value.code == "round_official"
    withdraw_official(round=round_, author=None, reason="A late protest was admitted.")
    assert (Round.objects.get().stage, Publication.objects.get().state) == (
        "provisional",
        "provisional",
    )
    reopen_sheet(sheet=Sheet.objects.first(), author=None, reason="A protest.")


def test_what_is_official_is_not_taken_back_under_a_closed_evening() -> None:
    round_ = closed_round()
    make_official(round=round_, author=None)
    Tournament.objects.update(closed_at=timezone.now())
    with pytest.raises(ValidationError) as error:
        withdraw_official(round=round_, author=None, reason="A late protest.")
    assert error.value.code == "tournament_closed"


def test_a_closed_evening_publishes_no_standing_and_holds_none_back() -> None:
    tournament = a_tournament(planned_rounds=2)
    make_official(round=closed_round(tournament), author=None)
    Tournament.objects.update(closed_at=timezone.now())
    player = Player.objects.first()
    player.surname = "Written wrong before"
    player.save()
    lines = LogEntry.objects.count()
    for step in (
        lambda: publish(tournament=tournament, author=None),
        lambda: hold_final(tournament=tournament, author=None),
    ):
        with pytest.raises(ValidationError) as error:
            step()
        assert error.value.code == "tournament_closed"
    assert (Publication.objects.count(), LogEntry.objects.count()) == (1, lines)


def test_an_evening_closed_without_a_partita_keeps_its_way_of_ranking() -> None:
    tournament = a_tournament(closed_at=timezone.now())
    with pytest.raises(ValidationError) as error:
        rank_changed_winds(tournament=tournament, by="first", author=None)
    assert error.value.code == "tournament_closed"


def test_the_standing_is_official_only_when_every_partita_in_it_is() -> None:
    tournament = a_tournament()
    first, second = closed_round(tournament), closed_round(tournament)
    make_official(round=second, author=None)
    assert Publication.objects.get(number=2).state == "provisional"
    make_official(round=first, author=None)
    assert Publication.objects.get(number=2).state == "official"


def test_a_second_partita_adds_to_the_standing_without_correcting_it() -> None:
    tournament = a_tournament()
    closed_round(tournament)
    closed_round(tournament)
    numbers = list(
        Publication.objects.order_by("number").values_list(
            "number", "after_round__number", "erratum"
        )
    )
    assert numbers == [(1, 1, ""), (2, 2, "")]


def test_nothing_is_published_before_a_partita_is_closed() -> None:
    with pytest.raises(ValidationError) as error:
        publish(tournament=a_round(a_tournament()).tournament, author=None)
    assert error.value.code == "nothing_to_publish"


def test_the_log_of_an_evening_is_whole() -> None:
    tournament = a_tournament()
    make_official(round=closed_round(tournament), author=None)
    assert check_chain(tournament).fault is None
    kinds = set(LogEntry.objects.values_list("kind", flat=True))
    assert {
        "sheet_handed_in",
        "sheet_closed",
        "round_closed",
        "published",
        "round_official",
    } <= kinds
