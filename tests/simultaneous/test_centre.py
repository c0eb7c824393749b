"""The steps of an event at its centre, and their refusals."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone, translation

from ground import monotonic_clock
from king.simultaneous import documents
from king.simultaneous.documents import Invitation, Report, in_groups
from king.simultaneous.merging import merge
from simultaneous import centre, ranking
from simultaneous.event_file import event_of, invitation_of, reports_of
from simultaneous.models import Event
from simultaneous.pages.wall import hall_lines
from tests.simultaneous.events import (
    HALLS,
    a_hall,
    as_file,
    drawn,
    files_of,
    in_play,
    keys_of,
    night_of,
    over,
    planned,
    report_of,
    reported,
)
from tournaments.log import LogKind, in_words
from tournaments.models import LogEntry

pytestmark = [pytest.mark.django_db, pytest.mark.database]
HOUR = datetime.timedelta(hours=1)


@contextmanager
def refused(code: str) -> Iterator[None]:
    with pytest.raises(ValidationError) as caught:
        yield
    assert [error.code for error in caught.value.error_list] == [code]


def lines() -> list[str]:
    rows = LogEntry.objects.filter(tournament=None, kind=LogKind.SIMULTANEOUS)
    with translation.override("en"):
        return [in_words(row) for row in rows.order_by("sequence")]


# -- planning and drawing


def test_an_event_is_drawn_once_and_its_terms_are_locked_then() -> None:
    event = planned()
    centre.change_event(event, name="Simultaneo d'inverno", plan=event.plan | {"rounds": 2})
    drawn_event = centre.draw(event)
    assert drawn_event.terms["event"] == "Simultaneo d'inverno"
    assert [one["rounds"] for one in drawn_event.terms["documents"]] == [[1], [2]]
    assert drawn_event.commitment == event_of(drawn_event).commitment
    with refused("drawn_already"):
        centre.draw(event)
    with refused("event_drawn"):
        centre.change_event(event, name="Another")
    later = timezone.now() + HOUR
    assert centre.change_event(event, closes_at=later, language="en").closes_at == later


def test_two_draws_have_nothing_in_common() -> None:
    one, other = drawn(), drawn()
    assert keys_of(one) != keys_of(other)
    assert one.terms["seed"] != other.terms["seed"]


@pytest.mark.parametrize(
    "plan",
    [
        {"ruleset": "nobody"},
        {"ruleset": "pt_pareado"},
        {"standing": {"method": "places"}},
        {"settings": {"first_dealer": "X"}},
        {"rounds": 0},
    ],
)
def test_a_plan_that_cannot_be_drawn_is_refused_while_it_is_written(plan: dict[str, Any]) -> None:
    with refused("plan_not_read"):
        planned(plan=plan)


def test_an_event_closes_after_it_opens() -> None:
    now = timezone.now()
    with refused("closes_before_it_opens"):
        planned(opens_at=now, closes_at=now)


def test_halls_are_added_up_to_the_close_and_each_has_a_secret_of_its_own() -> None:
    event = drawn()
    (later,) = centre.add_halls(event, "  Alassio ,  Circolo \n\n")
    assert (later.number, later.name) == (4, "Alassio , Circolo")
    invitation = Invitation.read(_node(invitation_of(a_hall(event, 4)).as_json()))
    assert (invitation.hall, invitation.commitment) == (4, event.commitment)
    assert len(set(event.halls.values_list("secret", flat=True))) == 4
    centre.close_event(centre.tell_key(event))
    with refused("event_closed"):
        centre.add_halls(event, "Bergeggi")


def test_a_hall_that_comes_after_the_first_key_is_an_arbiter_s_to_add_and_says_so() -> None:
    event = centre.tell_key(drawn(plan={"rounds": 2}))
    with refused("hall_late"):
        centre.add_halls(event, "Alassio", reason=" ")
    (later,) = centre.add_halls(event, "Alassio", reason="Its entry was mislaid.")
    assert later.added_at is not None
    assert not later.without_place
    assert lines()[-1] == (
        "Halls of “Simultaneo d'autunno” were added by an arbiter after the first key was given: "
        "Alassio. Reason: Its entry was mislaid."
    )
    centre.tell_key(event)
    publication = ranking.publish_event(event=centre.close_event(reported(event, 1, 2, 4)))
    assert [line["state"] for line in publication.result["halls"]] == [
        "in_field",
        "in_field",
        "missing",
        "in_field",
    ]


@pytest.mark.parametrize("known", ["a code", "a report"])
def test_a_hall_that_is_added_when_another_has_reported_has_no_place(known: str) -> None:
    """The new hall may know the other's figures. The published files give the same standings."""
    event = in_play()
    if known == "a code":
        centre.take_code(a_hall(event, 1), report_of(event, 1).code)
    else:
        centre.take_report(event, as_file(report_of(event, 1)), "hall-1.king")
    (later,) = centre.add_halls(event, "Alassio", reason="A club that nobody knows.")
    assert later.without_place
    assert "have no place: Alassio. Reason: A club that nobody knows." in lines()[-1]
    event = centre.close_event(reported(event, 1, 2, 4))
    publication = ranking.publish_event(event=event)
    by_number = {line["hall"]: line for line in publication.result["halls"]}
    assert [by_number[number]["state"] for number in (1, 2, 3, 4)] == [
        "in_field",
        "in_field",
        "missing",
        "late",
    ]
    template = "{hall} was added after another hall had reported: it is compared with the field but has no place in it."
    assert str(by_number[4]["message"]) == template.format(hall="Alassio")
    assert {line.hall.number for line in publication.lines.filter(rank=None)} == {4}
    assert not publication.lines.filter(hall__number=4, rank__isnull=False).exists()
    result = ranking.result_of(publication)
    published, reports = files_of(event)
    assert published["halls"][3]["late"] is True
    again = merge(
        documents.Event.read(_node(published)), [Report.from_json(_node(one)) for one in reports]
    )
    assert again.published.as_json() == replace(result, seed=None, keys=()).as_json()


def test_a_report_of_many_more_tables_than_the_hall_said_is_a_doubt() -> None:
    event = in_play()
    for number, tables in ((1, 2), (2, 4), (3, None)):
        centre.take_opened(a_hall(event, number), tables)
        centre.take_report(event, as_file(report_of(event, number, 5)), "hall.king")
    sentence = "Genova said that 2 tables play, and its report has 5: ask for their sheets"
    assert [str(doubt) for doubt in centre.doubts_of(a_hall(event, 1))] == [sentence]
    assert centre.doubts_of(a_hall(event, 2)) == []
    assert centre.doubts_of(a_hall(event, 3)) == []
    ranking.publish_event(event=Event.objects.get(pk=event.pk))
    assert [line["doubtful"] for line in hall_lines(event)] == [True, False, False]


def _node(form: Any) -> Any:
    from king.reading import Node

    return Node(form, "", "")


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ("GENOVA", "hall_twice"),
        ("Alba\nalba", "hall_twice"),
        ("x" * 121, "hall_name_long"),
        (" \n", "no_halls"),
    ],
)
def test_halls_that_cannot_be_are_refused(names: str, code: str) -> None:
    event = planned()
    with refused(code):
        centre.add_halls(event, names)
    assert event.halls.count() == len(HALLS)


def test_a_hall_written_by_mistake_goes_until_it_takes_part() -> None:
    event = in_play()
    centre.remove_hall(a_hall(event, 2))
    centre.take_joined(a_hall(event, 3))
    with refused("hall_takes_part"):
        centre.remove_hall(a_hall(event, 3))
    assert list(event.halls.values_list("number", flat=True)) == [1, 3]


def test_a_hall_that_sends_report_after_report_is_sent_to_the_centre() -> None:
    """Each report would be stored, and read for all standings."""
    event, chief = in_play(), User.objects.create_user("chief")
    most = centre.MOST_REPORTS
    for number in range(most + 1):
        night = night_of(event, 1)
        night["rounds"][0]["sheets"][0]["seats"]["N"] = f"Player {number}"
        content = as_file(report_of(event, 1, night))
        if number < most:
            centre.take_report(event, content, "API")
    with refused("reports_many"):
        centre.take_report(event, content, "API")
    centre.take_report(event, as_file(report_of(event, 2)), "API")
    centre.take_report(event, content, "report.king", author=chief)
    assert a_hall(event, 1).reports.count() == most + 1


def test_a_hall_that_never_came_stays_named_once_the_event_is_closed() -> None:
    """The official result would be a different one without it."""
    event = centre.close_event(reported(in_play(), 1, 2))
    ranking.publish_event(event=centre.make_official(event))
    with refused("event_closed"):
        centre.remove_hall(a_hall(event, 3))
    publication = ranking.publish_event(event=Event.objects.get(pk=event.pk))
    assert [line["state"] for line in publication.result["halls"]] == ["in_field"] * 2 + ["missing"]


# -- the key


def test_the_key_is_told_before_its_time_only_for_a_reason() -> None:
    with refused("not_drawn"):
        centre.tell_key(planned())
    event = drawn(opens_at=timezone.now() + HOUR)
    with refused("too_early"):
        centre.tell_key(event, reason=" ")
    open_event = centre.tell_key(event, reason="A rehearsal in Savona.")
    assert open_event.state == Event.State.RELEASED
    assert lines()[-1] == (
        "The key of partita 1 of “Simultaneo d'autunno” was given before its time: A rehearsal in "
        "Savona."
    )
    assert centre.tell_key(event).released_at == open_event.released_at


def test_each_partita_has_its_key_told_when_it_begins() -> None:
    event = drawn(plan={"rounds": 2})
    centre.tell_key(event)
    assert [key.round for key in Event.objects.get(pk=event.pk).told_keys] == [1]
    centre.tell_key(event)
    again = Event.objects.get(pk=event.pk)
    assert [key.round for key in again.told_keys] == [1, 2]
    assert lines()[-1] == "The key of partita 2 of “Simultaneo d'autunno” was given."
    before = len(lines())
    centre.tell_key(event)
    assert len(lines()) == before


def test_without_an_hour_the_day_is_the_time_of_the_key() -> None:
    event = drawn(date=timezone.localdate() + 2 * datetime.timedelta(days=1))
    with refused("too_early"):
        centre.tell_key(event)


# -- messages from halls


def test_a_code_is_taken_as_it_is_typed_and_a_second_is_an_arbiter_s() -> None:
    event = in_play()
    hall = a_hall(event, 1)
    assert centre.take_code(hall, " abcd-efgh ijkl").code == "ABCDEFGHIJKL"
    assert centre.take_code(hall, "ABCDEFGHIJKL").code_at == a_hall(event, 1).code_at
    with refused("code_told"):
        centre.take_code(hall, "B" * 12)
    assert centre.take_code(hall, "B" * 12, reason="Misheard.").code == "B" * 12
    assert "before “ABCD EFGH IJKL”: Misheard." in lines()[-1]


@pytest.mark.parametrize("text", ["", "ABC", "ABCDEFGHIJK1", "É" * 12])
def test_other_letters_are_no_code(text: str) -> None:
    with refused("code_not_read"):
        centre.take_code(a_hall(in_play(), 1), text)


def test_a_late_code_is_an_arbiter_s_within_the_grace_and_nobody_s_afterwards() -> None:
    """Reading pages does not close an event; the job does once the grace is over."""
    event = over(in_play(opens_at=timezone.now() - HOUR), 29)
    with refused("code_late"):
        centre.take_code(a_hall(event, 1), "A" * 12)
    centre.close_due()
    assert centre.refresh_standing(event).state == Event.State.RELEASED
    hall = centre.take_code(a_hall(event, 1), "A" * 12, reason="Told at 23.40, typed now.")
    assert hall.code == "A" * 12
    event = over(event, 31)
    assert centre.refresh_standing(event).state == Event.State.RELEASED
    with refused("code_too_late"):
        centre.take_code(a_hall(event, 2), "B" * 12, reason="Told at 23.40, typed now.")
    centre.close_due()
    assert Event.objects.get(pk=event.pk).state == Event.State.CLOSED


def test_the_moment_of_the_close_is_known_before() -> None:
    assert centre.next_close() is None
    event = in_play(opens_at=timezone.now() - HOUR)
    assert centre.next_close() == event.last_code_at
    over(event, 31)
    assert centre.next_close() <= timezone.now()
    centre.close_due()
    assert centre.next_close() is None


def test_a_clock_that_jumps_ahead_closes_nothing() -> None:
    """The key was told a moment ago, but by the machine's clock it was five hours ago."""
    event = in_play(opens_at=timezone.now() - 6 * HOUR)
    Event.objects.filter(pk=event.pk).update(
        released_at=timezone.now() - 5 * HOUR, closes_at=timezone.now() - 2 * HOUR
    )
    centre.close_due()
    assert Event.objects.get(pk=event.pk).state == Event.State.RELEASED


def told_by_a_wrong_clock(event: Event, wrong: datetime.timedelta, *, ago: float) -> Event:
    """Set the telling of the first key to so many hours ago, recorded with a clock that was wrong
    by ``wrong``.
    """
    session, seconds = monotonic_clock.mark().split()
    Event.objects.filter(pk=event.pk).update(
        released_at=timezone.now() - ago * HOUR + wrong,
        released_steady=f"{session} {float(seconds) - ago * 3600:.3f}",
    )
    return Event.objects.get(pk=event.pk)


@pytest.mark.parametrize("slow", [0, 1, 24])
def test_an_event_closes_at_its_time_whatever_the_clock_said_as_the_key_was_told(
    slow: int,
) -> None:
    """A slow clock was corrected since, and does not delay the close by a day."""
    event = in_play(opens_at=timezone.now() - 3 * HOUR)
    event = over(told_by_a_wrong_clock(event, -slow * HOUR, ago=3), 31)
    centre.close_due()
    assert Event.objects.get(pk=event.pk).state == Event.State.CLOSED


def test_a_clock_that_was_moved_since_the_first_key_is_said() -> None:
    event = in_play(opens_at=timezone.now() - 3 * HOUR)
    assert centre.clock_moved(event) == 0
    assert centre.clock_moved(told_by_a_wrong_clock(event, -24 * HOUR, ago=1)) == 24 * 60
    assert centre.clock_moved(told_by_a_wrong_clock(event, HOUR, ago=1)) == -60
    assert centre.clock_moved(told_by_a_wrong_clock(event, HOUR / 30, ago=1)) == 0
    Event.objects.filter(pk=event.pk).update(released_steady="another-session 5.000")
    assert centre.clock_moved(Event.objects.get(pk=event.pk)) == 0
    event = told_by_a_wrong_clock(event, -24 * HOUR, ago=1)
    assert centre.clock_moved(centre.close_event(event)) == 0


def test_no_key_is_told_after_the_last_code_which_would_close_the_event_at_once() -> None:
    """That happens if a clock is a day fast, or an evening takes longer than planned."""
    event = drawn(
        plan={"rounds": 2}, opens_at=timezone.now() - 26 * HOUR, closes_at=timezone.now() - HOUR
    )
    with refused("key_too_late"):
        centre.tell_key(event, reason="All are here.")
    centre.change_event(event, closes_at=timezone.now() + HOUR)
    event = over(centre.tell_key(event), 0)
    with refused("key_too_late"):
        centre.tell_key(event)
    centre.change_event(event, closes_at=timezone.now() + HOUR)
    assert centre.tell_key(event).next_key is None


def test_an_event_with_a_key_that_nobody_was_told_is_closed_by_a_press_alone() -> None:
    event = drawn(plan={"rounds": 2}, opens_at=timezone.now() - HOUR)
    event = over(centre.tell_key(event), 31)
    centre.close_due()
    assert Event.objects.get(pk=event.pk).state == Event.State.RELEASED
    centre.change_event(event, closes_at=timezone.now() + HOUR)
    event = over(centre.tell_key(event), 31)
    centre.close_due()
    assert Event.objects.get(pk=event.pk).state == Event.State.CLOSED


def test_an_event_that_closed_too_early_is_opened_again_while_a_key_is_untold() -> None:
    event = centre.close_event(centre.tell_key(drawn(plan={"rounds": 2})))
    with refused("reason_missing"):
        centre.open_again(event, reason=" ")
    centre.open_again(event, reason="The clock was wrong.")
    assert lines()[-1] == (
        "The simultaneous event “Simultaneo d'autunno” was opened again: The clock was wrong."
    )
    event = centre.tell_key(event)
    assert event.state == Event.State.RELEASED
    with refused("not_closed"):
        centre.open_again(event, reason="Once more.")
    event = centre.close_event(event)
    with refused("all_told"):
        centre.open_again(event, reason="Once more.")


def test_an_event_without_an_hour_is_closed_by_nobody_but_a_press() -> None:
    event = in_play()
    centre.close_due()
    assert Event.objects.get(pk=event.pk).state == Event.State.RELEASED


def test_who_replaces_a_code_is_told_that_the_hall_has_read_the_standing() -> None:
    event = reported(in_play(), 1)
    centre.note_reading(a_hall(event, 1))
    first = a_hall(event, 1).standing_read_at
    centre.note_reading(a_hall(event, 1))
    assert a_hall(event, 1).standing_read_at == first is not None
    centre.take_code(a_hall(event, 1), "B" * 12, reason="Mistyped.")
    assert "the hall had read the standing" in lines()[-1]
    assert lines()[-1].endswith(": Mistyped.")


def test_nothing_is_taken_before_the_key_nor_a_code_after_the_close() -> None:
    event = drawn()
    report = report_of(event, 1)
    for step in (
        lambda: centre.take_code(a_hall(event, 1), "A" * 12),
        lambda: centre.take_report(event, as_file(report), "a.king"),
        lambda: centre.take_opened(a_hall(event, 1)),
        lambda: centre.close_event(event),
    ):
        with refused("not_released"):
            step()
    centre.close_event(centre.tell_key(event))
    with refused("event_closed"):
        centre.take_code(a_hall(event, 1), "A" * 12, reason="It was told in time.")


def test_after_the_close_a_report_is_an_arbiter_s_to_take_with_a_reason_and_a_line() -> None:
    """An invented report of a hall without a code, sealed with its secret, cannot replace the true
    one.
    """
    event = in_play()
    true = report_of(event, 1)
    centre.take_report(event, as_file(true), "true.king")
    event = centre.close_event(event)
    invented = as_file(report_of(event, 1, 2))
    for source in ("invented.king", "API"):
        with refused("event_closed"):
            centre.take_report(event, invented, source, hall=a_hall(event, 1), reason=" ")
    assert a_hall(event, 1).digest == true.digest
    before = len(lines())
    late = report_of(event, 2)
    stored_report = centre.take_report(event, as_file(late), "late.king", reason="It came by post.")
    assert (stored_report.digest, stored_report.reason) == (late.digest, "It came by post.")
    assert lines()[before:] == [
        "The report of hall “Savona” of “Simultaneo d'autunno” was accepted by an arbiter after the "
        f"close: closing code {in_groups(late.code)}, digest {late.digest[:12]}…. Reason: It came "
        "by post."
    ]


def test_joined_and_opened_stay_as_they_were_said_first() -> None:
    event = in_play()
    for step, field in ((centre.take_joined, "joined_at"), (centre.take_opened, "opened_at")):
        step(a_hall(event, 1))
        first = getattr(a_hall(event, 1), field)
        step(a_hall(event, 1))
        assert getattr(a_hall(event, 1), field) == first is not None


Change = Callable[[Event], bytes]


def _of_another_event(event: Event) -> bytes:
    return as_file(report_of(in_play(name="Another"), 1))


def _of_other_boards(event: Event) -> bytes:
    return as_file(report_of(in_play(), 1))


def _of_no_hall(event: Event) -> bytes:
    return as_file(replace(report_of(event, 1), hall=9, content=None))


def _changed(event: Event) -> bytes:
    return as_file(replace(report_of(event, 1), written="2026-11-27T23:41", content=None))


def _with_somebody_forgotten(event: Event) -> bytes:
    return as_file(replace(report_of(event, 1), forgotten={"Player 1-1N": "1" * 64}))


def _of_another_rule(event: Event) -> bytes:
    return as_file(report_of(event, 1, night_of(event, 1) | {"ruleset": "lab13"}))


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (_of_another_event, "report_of_another_event"),
        (_of_other_boards, "report_of_other_boards"),
        (_of_no_hall, "no_such_hall"),
        (_changed, "report_seal"),
        (_with_somebody_forgotten, "report_seal"),
        (_of_another_rule, "report_not_read"),
        (lambda event: b"{", "report_not_read"),
        (lambda event: b"\xff", "report_not_read"),
        (lambda event: b"[]", "report_not_read"),
        (lambda event: b" " * (centre.LARGEST_REPORT + 1), "report_large"),
    ],
)
def test_a_report_that_does_not_fit_is_refused_and_not_stored(make: Change, code: str) -> None:
    event = in_play()
    with refused(code):
        centre.take_report(event, make(event), "a.king")
    assert not a_hall(event, 1).reports.exists()


def test_the_same_sheets_twice_change_nothing() -> None:
    """The same holds if a restored laptop writes them at another time, with another seal."""
    event = in_play()
    first = centre.take_report(event, as_file(report_of(event, 1)), "a.king")
    revision = Event.objects.get(pk=event.pk).revision
    for own in ({}, {"written": "2026-11-28T09:00", "seal": "1" * 64}):
        again = as_file(report_of(event, 1, **own))
        assert centre.take_report(event, again, "b.king").pk == first.pk
    assert Event.objects.get(pk=event.pk).revision == revision


def test_rows_become_the_library_s_own_forms_and_rank() -> None:
    event = reported(in_play(), 1, 2, 3)
    result = merge(event_of(event), reports_of(event), keys_of(event))
    assert result.doubts == ()
    assert len(result.overall) == 12
    assert result.commitment == event.commitment


# -- corrections

ROW = {"hand": 2, "units": {"N": 4, "E": 0, "S": 0, "W": 0}}
WHY = {"reason": "Seen on the sheet.", "arbiter": "Neri"}


def totals(event: Event, number: int = 1) -> dict[str, Any]:
    sheet = centre.sheets_of(a_hall(event, number))[0]
    return {str(column): points for column, points in sheet.scored().totals.items()}


def test_a_row_is_corrected_and_the_correction_revoked() -> None:
    event = reported(in_play(), 1, 2)
    before = totals(event)
    correction = centre.correct(a_hall(event, 1), round_number=1, table_number=1, row=ROW, **WHY)
    assert totals(event) != before
    assert event_of(event).corrections[0].row.units == ROW["units"]
    centre.revoke_correction(correction, reason="The wrong hand.")
    assert totals(event) == before
    assert event_of(event).corrections == ()
    with refused("revoked_already"):
        centre.revoke_correction(correction, reason="Again.")


def test_a_board_is_fouled_in_a_whole_hall() -> None:
    event = reported(in_play(), 1, 2, tables=2)
    ruling = {"kind": "fouled", "hand": 3}
    centre.correct(a_hall(event, 1), round_number=1, ruling=ruling, **WHY)
    assert [sheet.averaged for sheet in centre.sheets_of(a_hall(event, 1))] == [{3}, {3}]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"row": {"hand": 2, "units": {"N": 3, "E": 0, "S": 0, "W": 0}}}, "correction_not_scored"),
        ({"row": {"hand": 99, "units": {}}}, "correction_not_scored"),
        ({"row": {"units": {}}}, "correction_not_read"),
        ({"ruling": {"kind": "nothing"}}, "correction_not_read"),
        ({"row": ROW, "ruling": {"kind": "fouled", "hand": 1}}, "correction_not_read"),
        ({"row": ROW, "table_number": None}, "correction_not_read"),
        ({"row": ROW, "table_number": 7}, "no_such_sheet"),
        ({"row": ROW, "reason": " "}, "reason_missing"),
    ],
)
def test_a_correction_that_cannot_be_scored_is_refused(change: dict[str, Any], code: str) -> None:
    event = reported(in_play(), 1)
    with refused(code):
        centre.correct(a_hall(event, 1), **{"round_number": 1, "table_number": 1, **WHY} | change)
    assert not event.corrections.exists()


def test_without_a_report_there_is_nothing_to_correct() -> None:
    with refused("no_report"):
        centre.correct(a_hall(in_play(), 1), round_number=1, table_number=1, row=ROW, **WHY)


# -- the end


def test_an_event_is_closed_by_hand_and_then_official() -> None:
    event = reported(in_play(), 1)
    with refused("not_closed"):
        centre.make_official(event)
    event = centre.close_event(event)
    assert centre.make_official(event).state == Event.State.OFFICIAL
    with refused("event_official"):
        centre.correct(a_hall(event, 1), round_number=1, table_number=1, row=ROW, **WHY)
    with refused("event_official"):
        centre.take_report(event, as_file(report_of(event, 2)), "late.king", reason="By post.")


def test_a_comment_is_written_changed_and_taken_away() -> None:
    event = planned()
    for text in ("A lead of hearts.", "A lead of spades."):
        centre.comment(event, 1, 3, text)
    assert [one.text for one in event.comments.all()] == ["A lead of spades."]
    with refused("comment_long"):
        centre.comment(event, 1, 3, "x" * 1201)
    centre.comment(event, 1, 3, " ")
    assert not event.comments.exists()


def test_the_log_says_each_step_and_neither_key_nor_seed_nor_a_secret() -> None:
    event = reported(in_play(), 1)
    centre.make_official(centre.close_event(event))
    assert len(lines()) == 8
    secrets = [*keys_of(event), event.terms["seed"], *event.halls.values_list("secret", flat=True)]
    text = "\n".join(lines()) + str(list(LogEntry.objects.values_list("fields", flat=True)))
    assert [secret for secret in secrets if secret in text] == []
