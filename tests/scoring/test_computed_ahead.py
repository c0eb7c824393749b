"""A publication is computed before the lock, and is what it would be if it were computed under it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction

from scoring.decisions import rule
from scoring.decisions.redeals import record_redeal
from scoring.log_check import check_log
from scoring.models import Publication, Sheet
from scoring.publishing import drafted, last_publication, publish
from scoring.publishing.ahead import TRIES, Basis
from scoring.round_steps import (
    close_round,
    drafted_at_close,
    make_official,
    make_results_official,
    start_round,
)
from scoring.rows import enter_row
from scoring.sheet_steps import (
    close_ready_sheets,
    close_sheet,
    hand_in,
    reopen_sheet,
    take_back,
)
from scoring.standing import tournament_standings
from scoring.standings_cache import forget
from tests.at_once import by_somebody_else, meanwhile, read_under_the_lock
from tests.evenings import SYSTEMS, demo, fill, sheet_of
from tournaments.entries import set_unranked
from tournaments.models import LogEntry, Player, Round, Tournament
from tournaments.roster import save_player
from tournaments.round_seating import plan_round
from tournaments.seat_changes import publish_seating
from tournaments.services import change_settings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

DOMINO = 8
"""Hand of lab13 that a player may have dealt again."""


@pytest.fixture
def evening() -> Iterator[Tournament]:
    """Evening with one partita closed and published."""
    forget()
    lab13 = {"ruleset": "lab13", "pre_dealt": False, "language": "en"}
    evening = demo(stage="finished", seed=12, tables=2, rounds=1, **lab13)
    yield change_settings(tournament=evening, author=None, planned_rounds=2, protest_minutes=0)
    forget()


def second_partita(evening: Tournament) -> Round:
    round_ = plan_round(tournament=evening, author=None)
    publish_seating(round=round_, author=None)
    start_round(round=round_, author=None)
    return Round.objects.select_related("tournament").get(pk=round_.pk)


def copy_rows(evening: Tournament, sheet: Sheet) -> None:
    """Fill the sheet with the rows of its table in the first partita."""
    before = sheet_of(evening.rounds.get(number=1), sheet.table.number)
    fill(sheet, dict(before.results.current().values_list("hand", "content")))


@pytest.fixture
def ready(evening: Tournament) -> Round:
    """Second partita, in play, with all sheets closed. Each table has written what it wrote in the
    first.
    """
    round_ = second_partita(evening)
    for sheet in Sheet.objects.filter(table__round=round_).select_related("table"):
        copy_rows(evening, sheet)
        hand_in(sheet=sheet, by="phone")
        close_sheet(sheet=sheet, author=None)
    return round_


def penalize(evening: Tournament) -> None:
    sheet = sheet_of(evening.rounds.get(number=1), 1)
    rule(
        sheet=sheet,
        kind="adjustment",
        offender=str(evening.rules.column("N")),
        effect={"points": "-5"},
        reason=f"Late, ruling {1 + sheet.rulings.count()}.",
        arbiter=None,
    )


def correct_a_row(evening: Tournament) -> None:
    sheet = sheet_of(evening.rounds.get(number=1), 2)
    row = sheet.results.current().filter(content__contract="Q").first()
    content = row.content | {"units": dict(zip("NESW", (4, 0, 0, 0), strict=True))}
    if row.content["units"]["N"] == 4:
        content["units"] = dict(zip("NESW", (0, 4, 0, 0), strict=True))
    reopen_sheet(sheet=sheet, author=None, reason="Wrong.")
    enter_row(sheet=sheet, hand=row.hand, content=content, origin="desk")
    close_sheet(sheet=sheet, author=None)


def rename(evening: Tournament) -> None:
    player = Player.objects.filter(memberships__tournament=evening).order_by("pk")[0]
    player.surname = "Ottocaratteri"
    save_player(player=player, author=None)


def leave_out(evening: Tournament) -> None:
    set_unranked(entry=evening.entries.order_by("number")[0], unranked=True, author=None)


def allow_protests(evening: Tournament) -> None:
    change_settings(tournament=evening, author=None, protest_minutes=45)


CHANGES = (penalize, correct_a_row, rename, leave_out, allow_protests)


def what_it_says(publication: Publication) -> list[Any]:
    names = (
        "number after_round_id state standings named erratum corrections protest_minutes".split()
    )
    publication.refresh_from_db()
    return [getattr(publication, name) for name in names]


def is_right(evening: Tournament, publication: Publication) -> bool:
    """Whether the publication has the standings as they are, and the log has it as it is."""
    with transaction.atomic():  # nothing is cached
        now = tournament_standings(Tournament.objects.get(pk=evening.pk))
    publication.refresh_from_db()
    assert not check_log(evening).faults
    return (
        publication.standings["overall"] == now.as_json()["overall"]
        and publication.named == {name: entry.pk for name, entry in now.entries.items()}
        and publication.protest_minutes
        == Tournament.objects.values_list("protest_minutes", flat=True).get(pk=evening.pk)
    )


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_between_computing_and_writing_is_in_the_publication(
    evening: Tournament, change: Any
) -> None:
    by_somebody_else(penalize, evening)
    with meanwhile(evening, change):
        publication = publish(tournament=evening, author=None)
    assert publication.number == 2
    assert is_right(evening, publication)


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_while_a_partita_is_being_closed_is_in_its_publication(
    evening: Tournament, ready: Round, change: Any
) -> None:
    with meanwhile(evening, change):
        close_round(round=ready, author=None)
    publication = last_publication(evening)
    assert publication is not None
    assert publication.after_round == ready
    assert is_right(evening, publication)


def test_another_publication_that_came_first_is_answered_and_none_is_added(
    evening: Tournament,
) -> None:
    by_somebody_else(penalize, evening)
    with meanwhile(evening, lambda there: publish(tournament=there, author=None)):
        publication = publish(tournament=evening, author=None)
    assert publication.number == 2
    assert evening.publications.count() == 2
    assert is_right(evening, publication)


def test_a_sheet_opened_again_while_a_publication_is_computed_stops_it(
    evening: Tournament,
) -> None:
    by_somebody_else(penalize, evening)

    def reopen(there: Tournament) -> None:
        reopen_sheet(sheet=sheet_of(there.rounds.get(), 2), author=None, reason="Wrong.")

    with meanwhile(evening, reopen), pytest.raises(ValidationError) as refused:
        publish(tournament=evening, author=None)
    assert refused.value.code == "sheets_open"
    assert evening.publications.count() == 1


def test_changes_each_time_end_in_a_publication_that_has_them_all(evening: Tournament) -> None:
    changes = [penalize] * (TRIES + 1)
    with meanwhile(evening, *changes):
        publication = publish(tournament=evening, author=None)
    assert publication.number == 2
    assert is_right(evening, publication)


@pytest.mark.parametrize("official", [make_official, None])
def test_results_that_a_ruling_has_just_changed_are_not_made_official(
    evening: Tournament, official: Any
) -> None:
    round_ = evening.rounds.get()

    def press() -> None:
        if official is None:
            make_results_official(tournament=evening, rounds=[round_], author=None, early="1")
        else:
            official(round=round_, author=None)

    with meanwhile(evening, penalize), pytest.raises(ValidationError) as refused:
        press()
    assert refused.value.code == "standing_changed"
    assert Round.objects.get(pk=round_.pk).stage == "provisional"
    publish(tournament=evening, author=None)
    press()
    assert Round.objects.get(pk=round_.pk).stage == "official"


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_while_it_is_computed_is_in_the_publication(
    evening: Tournament, change: Any
) -> None:
    by_somebody_else(penalize, evening)
    # First they are read for the standings, then for the log.
    readings = iter((False, True))

    def has_ranked(sql: str) -> bool:
        return 'FROM "scoring_handresult"' in sql and next(readings, False)

    with meanwhile(evening, change, when=has_ranked):
        publication = publish(tournament=evening, author=None)
    assert is_right(evening, publication)


def test_a_deal_that_is_voided_meanwhile_is_in_the_line_of_the_log(evening: Tournament) -> None:
    by_somebody_else(penalize, evening)
    second = second_partita(evening)

    def void(_there: Tournament) -> None:
        record_redeal(sheet=sheet_of(second, 1), hand=DOMINO, wind="S", extremes=4, author=None)

    with meanwhile(evening, void):
        publication = publish(tournament=evening, author=None)
    assert is_right(evening, publication)


def test_a_row_of_a_partita_that_counts_moves_the_numbers_and_one_in_play_does_not(
    evening: Tournament, ready: Round
) -> None:
    first = evening.rounds.get(number=1)
    for round_ in (first, ready):
        reopen_sheet(sheet=sheet_of(round_, 1), author=None, reason="Wrong.")
    units = {"units": {"N": 1, "E": 0, "S": 0, "W": 0}}

    def moved(round_: Round, closing: Round | None = None) -> bool:
        before = Basis.of(evening, closing)
        enter_row(sheet=sheet_of(round_, 1), hand=3, content=units, origin="desk")
        return Basis.of(evening, closing) != before

    assert (moved(first), moved(ready), moved(ready, closing=ready)) == (True, False, True)


# --- under the lock nothing is computed


def test_nothing_of_the_sheets_is_read_under_the_lock_of_a_publication(
    evening: Tournament,
) -> None:
    by_somebody_else(penalize, evening)
    with read_under_the_lock() as read:
        publish(tournament=evening, author=None)
    assert not read
    by_somebody_else(penalize, evening)
    with read_under_the_lock() as read, transaction.atomic():
        publish(tournament=evening, author=None)
    assert read, "within a transaction it is computed there"


def test_rows_that_a_hall_writes_meanwhile_do_not_make_it_begin_again(
    evening: Tournament,
) -> None:
    by_somebody_else(penalize, evening)
    second = second_partita(evening)

    def type_a_row(_there: Tournament) -> None:
        units = {"units": {"N": 1, "E": 0, "S": 0, "W": 0}}
        enter_row(sheet=sheet_of(second, 1), hand=3, content=units, origin="phone")

    with meanwhile(evening, type_a_row) as asked:
        publication = publish(tournament=evening, author=None)
    assert len(asked) == 1
    assert is_right(evening, publication)


def test_nothing_of_the_sheets_is_read_while_a_partita_closes_or_becomes_official(
    evening: Tournament, ready: Round
) -> None:
    with read_under_the_lock() as read:
        close_round(round=ready, author=None)
    assert not read
    publication = last_publication(evening)
    assert publication is not None
    assert is_right(evening, publication)
    with read_under_the_lock() as read:
        make_results_official(tournament=evening, rounds=evening.rounds.all(), author=None)
    assert not read
    assert not check_log(evening).faults


def test_a_step_within_a_transaction_uses_what_was_computed_before_it(
    evening: Tournament, ready: Round
) -> None:
    ahead = drafted_at_close(ready)
    with read_under_the_lock() as read, transaction.atomic():
        close_round(round=ready, author=None, ahead=ahead)
    assert not read
    by_somebody_else(penalize, evening)
    outdated = drafted(evening)
    by_somebody_else(penalize, evening)
    assert outdated is not None
    with transaction.atomic():
        publication = publish(tournament=evening, author=None, ahead=outdated)
    assert publication.number == 3
    assert is_right(evening, publication)


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_it_is_the_publication_that_a_transaction_computes(ruleset: str) -> None:
    evening = demo(stage="finished", seed=5, ruleset=ruleset, language="en")
    for step in (penalize, rename):
        step(evening)
        with transaction.atomic():
            there = what_it_says(publish(tournament=evening, author=None))
            line = LogEntry.objects.filter(tournament=evening).last()
            transaction.set_rollback(True)
        ahead = what_it_says(publish(tournament=evening, author=None))
        assert ahead == there
        own = LogEntry.objects.filter(tournament=evening).last()
        assert line is not None
        assert own is not None
        assert (own.kind, own.state, own.sentence) == (line.kind, line.state, line.sentence)
        rows = "number", "rows", "last_row"
        # A team with a name of its own is not renamed with a player, so nothing is published then.
        assert [own.fields.get(row) for row in rows] == [line.fields.get(row) for row in rows]
        assert not check_log(evening).faults


def test_sheets_that_are_ready_are_closed_one_by_one_and_one_taken_back_stays_open(
    evening: Tournament,
) -> None:
    round_ = second_partita(evening)
    for sheet in Sheet.objects.filter(table__round=round_).select_related("table"):
        copy_rows(evening, sheet)
        hand_in(sheet=sheet, by="phone")

    def nothing(_there: Tournament) -> None:
        pass

    def take_back_the_second(_there: Tournament) -> None:
        take_back(sheet=sheet_of(round_, 2), author=None)

    with meanwhile(evening, nothing, take_back_the_second) as asked:
        closed = close_ready_sheets(round=round_, author=None)
    assert len(asked) == 2
    assert [sheet.table.number for sheet in closed] == [1]
    assert [sheet_of(round_, table).state for table in (1, 2)] == ["closed", "open"]


def reopened(evening: Tournament) -> Sheet:
    sheet = sheet_of(evening.rounds.get(), 2)
    reopen_sheet(sheet=sheet, author=None, reason="To look at it.")
    return sheet_of(evening.rounds.get(), 2)


def test_a_sheet_closed_as_it_was_loses_its_mark_and_no_standing_is_computed_under_the_lock(
    evening: Tournament,
) -> None:
    sheet = reopened(evening)
    with read_under_the_lock("scoring_settlement") as read:
        close_sheet(sheet=sheet, author=None)
    assert not read
    sheet.refresh_from_db()
    assert (sheet.state, sheet.reopened_at) == ("closed", None)


def test_a_sheet_keeps_its_mark_if_a_ruling_comes_while_it_is_being_closed(
    evening: Tournament,
) -> None:
    sheet = reopened(evening)
    with meanwhile(evening, penalize):
        close_sheet(sheet=sheet, author=None)
    sheet.refresh_from_db()
    assert sheet.state == "closed"
    assert sheet.reopened_at is not None
