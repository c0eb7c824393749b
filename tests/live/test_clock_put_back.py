"""Public pages after the machine's clock is set back by an hour, and while it is wrong for a second."""

from __future__ import annotations

import datetime
import time
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ground import guards, monotonic_clock
from scoring.models import Publication
from scoring.rows import enter_row
from tests.evenings import demo, good_rows, played, real_minutes_ago, sheet_of
from tests.live.addresses import masked
from tournaments.models import Round, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_club")]

HOUR = datetime.timedelta(hours=1)


class Clock:
    """Shifts the machine's clock; the monotonic clock runs on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        self.now, self.time = timezone.now, time.time

    def put(self, by: datetime.timedelta) -> None:
        self.monkeypatch.setattr(timezone, "now", lambda: self.now() + by)
        self.monkeypatch.setattr(time, "time", lambda: self.time() + by.total_seconds())


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def pages_of(evening: Tournament) -> list[str]:
    """Public pages that show a partita in play."""
    return [
        reverse("live:evening", args=[evening.code]),
        reverse("live:table", args=[evening.code, 1, 3]),
        f"/live/{evening.code}/screen/",
        f"/live/{evening.code}/screen/progress/",
        "/s/progress/",
    ]


def test_a_row_is_on_every_page_at_once_after_the_clock_was_put_back(
    clock: Clock, reader: Client, settings: Any
) -> None:
    settings.PAGES_STAY_SECONDS = 1
    evening = demo(stage="playing", seed=5, tables=3, rounds=2, language="en")
    day_before = evening.date - datetime.timedelta(days=1)
    Tournament.objects.filter(pk=evening.pk).update(date=day_before)
    pages = pages_of(evening)
    before = {page: masked(reader.get(page).content) for page in pages}
    clock.put(-HOUR)
    sheet = sheet_of(evening.rounds.get(number=1), 3)
    entered = set(sheet.results.values_list("hand", flat=True))
    hand, content = next(row for row in good_rows().items() if row[0] not in entered)
    enter_row(sheet=sheet, hand=hand, content=content, origin="desk")
    after = {page: masked(reader.get(page).content) for page in pages}
    assert [page for page in pages if after[page] == before[page]] == []
    caches["pages"].clear()
    anew = {page: masked(reader.get(page).content) for page in pages}
    assert after == anew


def test_a_page_with_a_time_for_protests_is_made_anew_after_the_clock_was_put_back(
    clock: Clock, reader: Client
) -> None:
    evening = played().tournament
    page = reverse("live:standing", args=[evening.code])
    countdowns = []
    for by in (6, 0, 6, 0):
        clock.put(by * HOUR)
        countdowns.append("data-until" in reader.get(page).content.decode())
    assert countdowns == [False, True, False, True]


def posted_at(mark: str) -> None:
    with guards.guards_off(connection):
        Publication.objects.update(created_steady=mark)


def test_six_hours_for_a_second_make_no_standing_official(clock: Clock, reader: Client) -> None:
    round_ = played()
    Tournament.objects.update(official_by_itself=True)
    page = reverse("live:standing", args=[round_.tournament.code])
    for by in (0, 6, 0):
        clock.put(by * HOUR)
        assert "provisional" in reader.get(page).content.decode()
        assert Round.objects.get(pk=round_.pk).stage == "provisional"
    # The time has passed by both clocks, so the cached page is replaced.
    clock.put(6 * HOUR)
    reader.get(page)
    posted_at(real_minutes_ago(21))
    caches["pages"].clear()
    reader.get(page)
    assert Round.objects.get(pk=round_.pk).stage == "official"


def test_a_page_kept_while_the_clock_alone_is_past_the_time_gives_way_when_it_has_passed(
    clock: Clock, reader: Client
) -> None:
    round_ = played()
    Tournament.objects.update(official_by_itself=True)
    page = reverse("live:standing", args=[round_.tournament.code])
    posted_at(real_minutes_ago(19))
    clock.put(6 * HOUR)
    reader.get(page)
    assert Round.objects.get(pk=round_.pk).stage == "provisional"
    posted_at(real_minutes_ago(21))
    clock.put(6 * HOUR + datetime.timedelta(minutes=2))
    reader.get(page)
    assert Round.objects.get(pk=round_.pk).stage == "official"


def test_after_a_restart_the_time_for_protests_is_that_since_the_start(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, reader: Client
) -> None:
    round_ = played()
    Tournament.objects.update(official_by_itself=True)
    posted_at("another-session 12.5")
    page = reverse("live:standing", args=[round_.tournament.code])
    clock.put(HOUR)
    monkeypatch.setattr(monotonic_clock, "_STARTED", time.monotonic() - 60 * 19)
    reader.get(page)
    assert Round.objects.get(pk=round_.pk).stage == "provisional"
    monkeypatch.setattr(monotonic_clock, "_STARTED", time.monotonic() - 60 * 21)
    caches["pages"].clear()
    reader.get(page)
    assert Round.objects.get(pk=round_.pk).stage == "official"


def test_a_claim_of_before_the_clock_was_put_back_holds_nobody_up(clock: Clock) -> None:
    """Claims protect polls of halls to their centre, standings of an event, and papers without a
    worker.
    """
    assert monotonic_clock.claim("a-name", 60)
    assert not monotonic_clock.claim("a-name", 60)
    clock.put(-HOUR)
    assert monotonic_clock.claim("a-name", 60)
    assert not monotonic_clock.claim("a-name", 60)
