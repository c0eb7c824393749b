"""The clock of a partita: moments computed from rows, changes, rights, and undo."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone, translation

from scoring.models import Sheet
from scoring.round_steps import close_round, start_round, take_back_to_play, undo_start
from scoring.sheet_steps import close_sheet, hand_in, take_back
from screens.clock import (
    Clock,
    change_clock,
    changes_of,
    clock_at,
    clock_of,
    clocks_of,
    in_force,
    time_in_figures,
    undo_clock_change,
)
from screens.models import ClockChange
from tests.evenings import a_round, a_tournament, closed, fill, put_in_play, sheet_of
from tournaments.log import in_words
from tournaments.models import LogEntry, Round, Tournament
from tournaments.services import change_settings

NINE = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)


def at(minutes: float) -> datetime:
    """Moment so many minutes after nine in the evening."""
    return NINE + timedelta(minutes=minutes)


def change(
    kind: str, minute: float, *, table: int | None = None, minutes: int = 0, **more: int
) -> ClockChange:
    return ClockChange(kind=kind, at=at(minute), table_id=table, seconds=60 * minutes, **more)


def an_hour(*changes: ClockChange, **options: object) -> Clock:
    return clock_at(NINE, changes, seconds=3600, **options)


def minutes_left(clock: Clock, now: float) -> float:
    return clock.time_left(at(now)) / timedelta(minutes=1)


# --- moments by hand


def test_an_hour_is_over_after_an_hour_and_goes_on_below_nothing() -> None:
    clock = an_hour()
    assert (clock.zero, clock.stands) == (at(60), "")
    assert [minutes_left(clock, now) for now in (0, 17.5, 60, 62)] == [60, 42.5, 0, -2]


def test_a_pause_puts_the_end_off_by_just_its_length() -> None:
    paused = an_hour(change("pause", 10))
    assert (paused.stands_at, paused.stands) == (at(10), "paused")
    assert [minutes_left(paused, now) for now in (10, 14, 500)] == [50, 50, 50]
    gone_on = an_hour(change("pause", 10), change("resume", 17))
    assert (gone_on.zero, gone_on.stands) == (at(67), "")


def test_everybodys_pause_and_a_tables_own_each_end_by_themselves_and_count_once() -> None:
    both = [change("pause", 10, table=5), change("pause", 12), change("resume", 20)]
    assert an_hour(*both).stands_at == at(10)
    assert an_hour(*both, change("resume", 30, table=5)).zero == at(80)


def test_extra_time_moves_the_end_and_may_be_taken_away() -> None:
    assert an_hour(change("extra", 5, minutes=10), change("extra", 50, minutes=-3)).zero == at(67)
    assert minutes_left(an_hour(change("extra", 61, minutes=5)), 62) == 3


def test_a_table_that_begins_late_has_all_its_minutes_and_no_pause_of_before() -> None:
    before = [change("pause", 2), change("resume", 7), change("extra", 8, minutes=5)]
    assert an_hour(*before, change("begin", 12, table=3)).zero == at(12 + 60 + 5)
    # It sits down during the hall's pause, so its clock stands at its full time.
    late = an_hour(change("pause", 10), change("begin", 12, table=3))
    assert (late.stands_at, minutes_left(late, 15)) == (at(12), 60)
    assert an_hour(
        change("pause", 10), change("begin", 12, table=3), change("resume", 15)
    ).zero == at(12 + 60 + 3)


def test_a_table_that_handed_in_keeps_what_it_had_left_whatever_comes_later() -> None:
    handed_in = at(50)
    later = [change("extra", 51, minutes=10), change("pause", 52), change("resume", 55)]
    clock = an_hour(*later, stopped=handed_in)
    assert (clock.stands, minutes_left(clock, 90)) == ("stopped", 10)
    assert minutes_left(an_hour(stopped=at(64)), 90) == -4
    assert (
        minutes_left(an_hour(change("pause", 40), change("resume", 55), stopped=handed_in), 90)
        == 20
    )


def test_a_change_that_was_taken_back_has_never_been() -> None:
    pause, resume = change("pause", 10, pk=1), change("resume", 15, pk=2)
    undone = ClockChange(kind="undo", at=at(16), undoes_id=2, pk=3)
    assert in_force([pause, resume, undone]) == [pause]


@pytest.mark.parametrize(
    ("seconds", "figures"),
    [
        (2530, "42:10"),
        (5400, "90:00"),
        (0.4, "0:01"),
        (0, "+0:00"),
        (-0.4, "+0:00"),
        (-125, "+2:05"),
    ],
)
def test_the_time_in_figures(seconds: float, figures: str) -> None:
    assert time_in_figures(timedelta(seconds=seconds)) == figures


# --- changes by the desk


@pytest.fixture
def playing(db: None) -> Round:
    """Two tables in play since nine, an hour for the partita and five minutes for a hand."""
    round_ = a_round(a_tournament(round_minutes=60, hand_minutes=5), 2, boards=False)
    Round.objects.update(started_at=NINE, minutes=60, hand_minutes=5)
    return again(round_)


def again(round_: Round) -> Round:
    return Round.objects.select_related("tournament").get(pk=round_.pk)


@pytest.fixture
def when(monkeypatch: pytest.MonkeyPatch):
    """Return a function that sets the server's clock: ``when(10)`` is ten past nine."""
    return lambda minutes: monkeypatch.setattr(timezone, "now", lambda: at(minutes))


def refusal(**what: object) -> str:
    with pytest.raises(ValidationError) as refused:
        change_clock(author=None, **what)
    return str(refused.value.error_list[0].code)


def test_the_start_starts_the_clock_with_the_minutes_of_the_evening(db: None) -> None:
    round_ = a_round(a_tournament(round_minutes=45), 1, started=False, boards=False)
    Tournament.objects.update(pre_dealt=False)
    Round.objects.update(seating_published_at=NINE)
    started = start_round(round=again(round_), author=None)
    assert clocks_of(again(started))[None].zero == started.started_at + timedelta(minutes=45)


def test_without_minutes_there_is_no_clock_and_no_query_for_one(
    db: None, django_assert_num_queries
) -> None:
    round_ = again(a_round(a_tournament(), 1))
    with django_assert_num_queries(0):
        assert clocks_of(round_) == {}
    assert clock_of(sheet_of(round_)) is None
    assert refusal(round=round_, kind="pause") == "no_clock"


def test_desk_phone_and_screen_read_the_same_of_a_table(
    playing: Round, when, django_assert_num_queries
) -> None:
    sheet = sheet_of(playing, 2)
    when(10)
    change_clock(round=playing, kind="pause", author=None)
    when(14)
    change_clock(round=playing, kind="resume", author=None)
    change_clock(round=playing, kind="extra", table=sheet.table, minutes=5, author=None)
    with django_assert_num_queries(2):
        clocks = clocks_of(playing)
    assert {key and key == sheet.table_id: clock.zero for key, clock in clocks.items()} == {
        None: at(64),
        False: at(64),
        True: at(69),
    }
    with django_assert_num_queries(1):
        assert clock_of(sheet) == clocks[sheet.table_id]
    assert (clocks[None].own, clocks[sheet.table_id].own) == (False, True)


def test_each_change_is_a_line_of_the_log_with_its_author(playing: Round, when) -> None:
    author = User.objects.create_user("anna")
    table = playing.tables.get(number=2)
    when(3)
    change_clock(round=playing, kind="begin", table=table, author=author)
    change_clock(round=playing, kind="pause", author=author)
    extra = change_clock(round=playing, kind="extra", table=table, minutes=-2, author=author)
    assert (extra.author, extra.at) == (author, at(3))
    undo_clock_change(change=extra, author=author)
    with translation.override("en"):
        lines = [in_words(line) for line in LogEntry.objects.filter(kind="clock")]
    assert lines == [
        "Partita 1, table 2 begins now and has its own clock.",
        "Partita 1, all tables: the clock is paused.",
        "Partita 1, table 2: −2 min of extra time.",
        "Partita 1, table 2: the extra time (−2 min) is taken back.",
    ]
    assert set(LogEntry.objects.filter(kind="clock").values_list("author_name", flat=True)) == {
        "anna"
    }


def test_a_second_press_changes_nothing(playing: Round) -> None:
    assert change_clock(round=playing, kind="resume", author=None) is None
    assert change_clock(round=playing, kind="pause", author=None) is not None
    assert change_clock(round=playing, kind="pause", author=None) is None
    assert change_clock(round=playing, kind="resume", author=None) is not None
    assert change_clock(round=playing, kind="resume", author=None) is None
    assert playing.clock_changes.count() == 2


def test_the_last_change_is_taken_back_by_a_further_row_and_then_the_one_before(
    playing: Round, when
) -> None:
    when(10)
    change_clock(round=playing, kind="extra", minutes=5, author=None)
    when(20)
    change_clock(round=playing, kind="pause", author=None)
    when(30)
    last = changes_of(playing)[-1]
    undo_clock_change(change=last, author=None)
    assert undo_clock_change(change=last, author=None) is None
    assert (clocks_of(playing)[None].zero, clocks_of(playing)[None].stands) == (at(65), "")
    undo_clock_change(change=changes_of(playing)[-1], author=None)
    assert (clocks_of(playing)[None].zero, changes_of(playing)) == (at(60), [])
    assert playing.clock_changes.count() == 4


def test_a_clock_that_does_not_run_is_not_changed(playing: Round) -> None:
    table = playing.tables.get(number=1)
    hand_in(sheet=fill(sheet_of(playing)), by="phone")
    for kind in ("pause", "begin", "extra"):
        assert refusal(round=playing, kind=kind, table=table, minutes=1) == "sheet_not_open"
    take_back(sheet=sheet_of(playing), author=None)
    change = change_clock(round=playing, kind="pause", table=table, author=None)
    hand_in(sheet=sheet_of(playing), by="phone")
    close_sheet(sheet=sheet_of(playing), author=None)
    fill_and_close_the_rest(playing)
    close_round(round=playing, author=None)
    assert refusal(round=playing, kind="pause") == "round_closed"
    with pytest.raises(ValidationError):
        undo_clock_change(change=change, author=None)


def fill_and_close_the_rest(round_: Round) -> None:
    hand_in(sheet=fill(sheet_of(round_, 2)), by="phone")
    close_sheet(sheet=sheet_of(round_, 2), author=None)


@pytest.mark.parametrize("minutes", [0, 241, -61, -1000])
def test_extra_time_within_reason(playing: Round, minutes: int) -> None:
    assert refusal(round=playing, kind="extra", minutes=minutes) == "no_extra_time"
    assert change_clock(round=playing, kind="extra", minutes=-60, author=None) is not None


def test_a_table_that_handed_in_shows_how_it_stood_and_runs_again_when_it_is_given_back(
    playing: Round, when
) -> None:
    sheet = fill(sheet_of(playing))
    when(50)
    hand_in(sheet=sheet, by="phone")
    when(55)
    change_clock(round=playing, kind="extra", minutes=10, author=None)
    stood = clock_of(sheet_of(playing))
    assert (stood.stands, stood.standing_time) == ("stopped", "10:00")
    take_back(sheet=sheet_of(playing), author=None)
    assert (clock_of(sheet_of(playing)).zero, clock_of(sheet_of(playing)).stands) == (at(70), "")


def test_a_closed_partita_stands_as_it_was_closed_and_runs_again_when_it_is_taken_back(
    playing: Round, when
) -> None:
    when(65)
    closed(playing)
    hall = clocks_of(again(playing))[None]
    assert (hall.stands, hall.standing_time) == ("stopped", "+5:00")
    change_settings(tournament=playing.tournament, author=None, round_minutes=90)
    assert clocks_of(again(playing))[None] == hall
    take_back_to_play(round=playing, author=None, reason="x")
    assert clocks_of(again(playing))[None].zero == at(60)


def test_a_start_that_is_taken_back_takes_its_clock_along(playing: Round, when) -> None:
    when(5)
    change_clock(round=playing, kind="pause", author=None)
    when(6)
    undo_start(round=playing, author=None, reason="x")
    assert clocks_of(again(playing)) == {}
    assert refusal(round=playing, kind="pause") == "round_not_started"
    when(20)
    put_in_play(again(playing))
    assert (clocks_of(again(playing))[None].zero, changes_of(again(playing))) == (at(80), [])


def test_a_time_that_is_set_while_the_partita_is_in_play_counts_from_its_start(
    playing: Round, when
) -> None:
    when(20)
    change_settings(tournament=playing.tournament, author=None, round_minutes=75, hand_minutes=None)
    clock = clocks_of(again(playing))[None]
    assert (clock.zero, clock.hand_seconds) == (at(75), 0)
    change_settings(tournament=playing.tournament, author=None, round_minutes=None)
    assert clocks_of(again(playing)) == {}


def test_a_machine_whose_clock_is_set_back_keeps_its_rows_in_order(playing: Round, when) -> None:
    when(10)
    change_clock(round=playing, kind="pause", author=None)
    when(-30)
    gone_on = change_clock(round=playing, kind="resume", author=None)
    assert gone_on.at == at(10)
    assert clocks_of(playing)[None].zero == at(60)
    Round.objects.update(
        started_at=at(20)
    )  # started again, before the machine's clock was set back
    assert change_clock(round=playing, kind="pause", author=None).at == at(20)
    assert clocks_of(again(playing))[None].stands_at == at(20)


@pytest.mark.parametrize("minutes", [(0, None), (1441, None), (None, 5), (60, 61), (60, 0)])
def test_minutes_that_no_partita_has_are_refused(
    db: None, minutes: tuple[int | None, int | None]
) -> None:
    evening = a_tournament()
    with pytest.raises(ValidationError) as refused:
        change_settings(
            tournament=evening, author=None, round_minutes=minutes[0], hand_minutes=minutes[1]
        )
    assert "da 1 a 1440 minuti" in " ".join(refused.value.messages)


@pytest.mark.parametrize(
    "wrong",
    [{"kind": "extra"}, {"kind": "pause", "seconds": 5}, {"kind": "undo"}, {"kind": "begin"}],
)
def test_the_database_refuses_what_is_no_change(playing: Round, wrong: dict[str, object]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        ClockChange.objects.create(round=playing, at=NINE, **wrong)


def test_a_partita_whose_clock_was_changed_can_be_taken_away_with_its_seating(
    playing: Round,
) -> None:
    change = change_clock(round=playing, kind="pause", author=None)
    undo_clock_change(change=change, author=None)
    Sheet.objects.all().delete()
    playing.delete()
    assert not ClockChange.objects.exists()
