"""The time for protests, twenty minutes from the publication: protests are answered, then results
become official.
"""

from __future__ import annotations

import datetime

import pytest
from django.core.cache import caches
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone

from ground import guards
from scoring.calls import call_arbiter
from scoring.decisions import rule
from scoring.decisions.protests import answer_protest, enter_protest
from scoring.models import Protest, Publication
from scoring.publishing import publish
from scoring.publishing.final_hold import hold_final, release_final
from scoring.round_steps import (
    become_official,
    make_due_official,
    make_official,
    next_official,
    open_protests,
    protests_until,
    withdraw_official,
)
from tests.evenings import a_round, a_sheet, a_tournament, played, real_minutes_ago, sheet_of
from tournaments.models import LogEntry, Round, Tournament

pytestmark = pytest.mark.django_db
MINUTES = datetime.timedelta(minutes=1)


@pytest.fixture
def round_() -> Round:
    return played()


def by_itself(round_: Round) -> Tournament:
    Tournament.objects.filter(pk=round_.tournament_id).update(official_by_itself=True)
    return Tournament.objects.get(pk=round_.tournament_id)


def published_before(minutes: int) -> None:
    """Make the latest publication so many minutes older."""
    last = Publication.objects.latest("number")
    with guards.guards_off(connection):
        Publication.objects.filter(pk=last.pk).update(
            created_at=timezone.now() - minutes * MINUTES, created_steady=real_minutes_ago(minutes)
        )
    caches["pages"].clear()  # cached pages contain the end of the time


def a_protest(round_: Round, **more: object) -> Protest:
    fields = {
        "table": sheet_of(round_).table,
        "who": "Bo Ugo",
        "text": "Hand 5 was no revoke.",
        "author": None,
    } | more
    return enter_protest(**fields)


def test_a_published_standing_has_twenty_minutes_for_protests_unless_the_evening_says_otherwise(
    round_: Round,
) -> None:
    first = Publication.objects.get()
    assert protests_until(first) == first.created_at + 20 * MINUTES
    Tournament.objects.update(protest_minutes=35)
    assert protests_until(first) == first.created_at + 20 * MINUTES
    sheet = sheet_of(round_)
    rule(
        sheet=sheet,
        kind="adjustment",
        offender="N",
        effect={"points": "-5"},
        reason="Late.",
        arbiter=None,
    )
    second = publish(tournament=Tournament.objects.get(), author=None)
    assert protests_until(second) == second.created_at + 35 * MINUTES


def test_a_protest_keeps_the_results_from_being_official_until_it_is_answered(
    round_: Round,
) -> None:
    protest = a_protest(round_, hand=5)
    with pytest.raises(ValidationError) as error:
        make_official(round=round_, author=None)
    assert error.value.code == "protest_open"
    assert list(open_protests(round_.tournament)) == [protest]
    answer_protest(protest=protest, outcome="rejected", answer="Two winds saw it.", author=None)
    assert make_official(round=round_, author=None).stage == "official"
    with pytest.raises(ValidationError) as error:
        answer_protest(protest=protest, outcome="upheld", answer="Again.", author=None)
    assert error.value.code == "protest_answered"
    assert [
        *LogEntry.objects.filter(kind__startswith="protest_")
        .order_by("sequence")
        .values_list("kind", flat=True)
    ] == ["protest_made", "protest_answered"]


def test_a_protest_is_tied_to_the_ruling_that_answers_it_and_to_no_other_tables(
    round_: Round,
) -> None:
    protest = a_protest(round_)
    at_two = rule(
        sheet=sheet_of(round_, 2),
        kind="adjustment",
        offender="N",
        effect={"points": "-5"},
        reason="Late.",
        arbiter=None,
    )
    with pytest.raises(ValidationError) as error:
        answer_protest(
            protest=protest, outcome="upheld", answer="Right.", author=None, ruling=at_two
        )
    assert error.value.code == "ruling_elsewhere"
    ruling = rule(
        sheet=sheet_of(round_),
        kind="adjustment",
        offender="S",
        effect={"points": "5"},
        reason="Given back.",
        arbiter=None,
    )
    assert (
        answer_protest(
            protest=protest, outcome="upheld", answer="Right.", author=None, ruling=ruling
        ).ruling
        == ruling
    )


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"who": " "}, "protest_without_words"),
        ({"text": ""}, "protest_without_words"),
        ({"hand": 13}, "no_such_hand"),
        ({"hand": "x"}, "no_such_hand"),
    ],
)
def test_a_protest_says_who_and_what_and_names_a_hand_of_the_sheet(
    round_: Round, wrong: dict, code: str
) -> None:
    with pytest.raises(ValidationError) as error:
        a_protest(round_, **wrong)
    assert error.value.code == code


def test_there_is_nothing_to_protest_against_before_a_standing_is_published_nor_once_it_is_official(
    round_: Round,
) -> None:
    make_official(round=round_, author=None)
    with pytest.raises(ValidationError) as error:
        a_protest(round_)
    assert error.value.code == "round_official"
    second = a_round(round_.tournament)
    with pytest.raises(ValidationError) as error:
        a_protest(second)
    assert error.value.code == "round_not_provisional"


def test_by_a_press_unless_the_evening_says_by_itself(round_: Round) -> None:
    published_before(21)
    assert not become_official(round_.tournament)
    assert become_official(by_itself(round_))
    assert Round.objects.get(pk=round_.pk).stage == "official"
    assert Publication.objects.get().state == "official"
    assert "its time for protests is over" in LogEntry.objects.get(kind="round_official").sentence


def test_not_by_itself_while_the_time_runs_or_a_protest_is_open(round_: Round) -> None:
    evening = by_itself(round_)
    published_before(19)
    assert not become_official(evening)
    protest = a_protest(round_)
    published_before(21)
    assert not become_official(evening)
    answer_protest(protest=protest, outcome="withdrawn", answer="He saw the row.", author=None)
    assert become_official(evening)


def test_also_where_nobody_looks_and_at_a_moment_that_is_known_before(round_: Round) -> None:
    assert next_official() is None  # by default a person makes them official
    evening = by_itself(round_)
    published_before(15)
    moment = next_official()
    assert moment is not None
    assert abs(moment - timezone.now() - 5 * MINUTES) < datetime.timedelta(seconds=30)
    make_due_official()
    assert Round.objects.get(pk=round_.pk).stage == "provisional"
    protest = a_protest(round_)
    assert next_official() is None  # the answer to the protest is awaited first
    answer_protest(protest=protest, outcome="withdrawn", answer="He saw the row.", author=None)
    published_before(21)
    assert next_official() <= timezone.now()
    make_due_official()
    assert Round.objects.get(pk=round_.pk).stage == "official"
    assert next_official() is None
    assert Tournament.objects.get(pk=evening.pk).log.filter(kind="round_official").count() == 1


def test_the_moment_is_by_both_clocks(round_: Round) -> None:
    """The machine's clock was set an hour forward; by the monotonic clock ten minutes are left."""
    by_itself(round_)
    last = Publication.objects.latest("number")
    with guards.guards_off(connection):
        Publication.objects.filter(pk=last.pk).update(
            created_at=timezone.now() - 70 * MINUTES, created_steady=real_minutes_ago(10)
        )
    moment = next_official()
    assert moment is not None
    assert abs(moment - timezone.now() - 10 * MINUTES) < datetime.timedelta(seconds=30)
    make_due_official()
    assert Round.objects.get(pk=round_.pk).stage == "provisional"


def test_not_by_itself_while_the_sheets_say_something_else_than_the_standing(round_: Round) -> None:
    evening = by_itself(round_)
    rule(
        sheet=sheet_of(round_),
        kind="adjustment",
        offender="N",
        effect={"points": "-5"},
        reason="Late.",
        arbiter=None,
    )
    published_before(21)
    assert not become_official(evening)
    publish(tournament=evening, author=None)
    assert not become_official(evening)
    published_before(21)
    assert become_official(evening)


def test_what_the_arbiter_takes_back_does_not_become_official_by_itself_again(
    round_: Round,
) -> None:
    evening = by_itself(round_)
    published_before(21)
    become_official(evening)
    withdraw_official(round=Round.objects.get(pk=round_.pk), author=None, reason="A late protest.")
    assert not become_official(evening)
    assert a_protest(round_).answered_at is None


def test_a_standing_held_back_has_its_time_from_the_prize_giving(round_: Round) -> None:
    Tournament.objects.update(planned_rounds=1)
    evening = by_itself(round_)
    with guards.guards_off(connection):
        Publication.objects.all().delete()
    hold_final(tournament=evening, author=None)
    published = publish(tournament=evening, author=None)
    published_before(60)
    published.refresh_from_db()
    assert protests_until(published) is None
    assert not become_official(evening)
    release_final(tournament=evening, author=None)
    released = evening.final_holds.get().released_at
    assert protests_until(published) == released + 20 * MINUTES


def test_whoever_looks_after_the_time_finds_the_results_official_without_a_worker(
    round_: Round, client: Client
) -> None:
    evening = by_itself(round_)
    page = f"/live/{evening.code}/standings/"
    published_before(15)
    page_text = client.get(page).content.decode()
    assert "Reclami fino alle" in page_text
    [until] = [int(text.split('"')[0]) for text in page_text.split('data-until="')[1:]]
    assert 120 <= until - timezone.now().timestamp() <= 300  # with a tolerance for a busy machine
    published_before(21)
    page_text = client.get(page).content.decode()
    assert Round.objects.get(pk=round_.pk).stage == "official"
    assert "data-until" not in page_text


def test_a_ruling_made_while_the_table_is_calling_is_tied_to_the_call() -> None:
    sheet = a_sheet()
    before = rule(
        sheet=sheet,
        kind="adjustment",
        offender="N",
        effect={"points": "-5"},
        reason="Late.",
        arbiter=None,
    )
    call = call_arbiter(table=sheet.table, hand=3)
    ruling = rule(
        sheet=sheet,
        kind="adjustment",
        offender="E",
        effect={"points": "-5"},
        reason="Late.",
        arbiter=None,
    )
    assert (before.call, ruling.call) == (None, call)
    assert list(call.rulings.all()) == [ruling]


@pytest.mark.database
def test_the_database_keeps_a_protest_as_it_was_made_and_its_answer(round_: Round) -> None:
    protest = a_protest(round_)
    for change in ({"text": "Another."}, {"who": "Another"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Protest.objects.update(**change)
    with pytest.raises(IntegrityError), transaction.atomic():
        Protest.objects.all().delete()
    answer_protest(protest=protest, outcome="rejected", answer="No.", author=None)
    with pytest.raises(IntegrityError), transaction.atomic():
        Protest.objects.update(outcome="upheld")


def test_the_evenings_settings_have_the_time_for_protests() -> None:
    evening = a_tournament()
    assert (evening.protest_minutes, evening.official_by_itself) == (20, False)
