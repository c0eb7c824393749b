"""Standings of an event from its rows: every rank is computed again by a second implementation, and
the file, byte for byte, by ``king merge``.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache

from king.simultaneous.documents import in_groups
from simultaneous import centre, public_results, ranking
from simultaneous.event_file import event_of
from simultaneous.models import Event, EventPublication
from tests.ranked_again import VALUES, Ranking, field_points, ranked, tables_of
from tests.simultaneous.events import (
    a_hall,
    as_file,
    drawn,
    files_of,
    in_play,
    keys_of,
    night_of,
    report_of,
    send,
)

pytestmark = pytest.mark.django_db


def ranked_as_published(publication: EventPublication) -> Ranking:
    return {
        (line.wind, line.hall.number, line.name): (line.rank or 0, Fraction(line.percent))
        for line in publication.lines.select_related("hall")
    }


def eventful(method: str) -> Event:
    """Two partite in five halls: one is late, one has a board fouled at a table and a house player,
    one has a correction by the centre, one took a spare, and one told no code for its newer report.
    """
    plan = {"rounds": 2, "standing": {"method": method}}
    event = in_play("Genova", "Savona", "Imperia", "La Spezia", "Alba", plan=plan)
    fouled = [{"round": 1, "table": 2, "kind": "fouled", "hand": 4}]
    send(event, 1, night_of(event, 1, 3, rulings=fouled), house=["Player 1-1N"])
    send(event, 2, 2, in_time=False)
    send(event, 3, 2, spares=[{"round": 2, "board": 7, "spare": 13}])
    send(event, 4, 4)
    send(event, 4, night_of(event, 9, 4), in_time=False, written="2026-11-28T09:00")
    correct(event, 4, 3, row={"hand": 1, "units": {"N": 8, "E": 0, "S": 0, "W": 0}})
    correct(event, 3, None, ruling={"kind": "fouled", "hand": 12})
    return event


def correct(event: Event, hall: int, table: int | None, **what: Any) -> None:
    reasons = {"reason": "Seen on the sheet.", "arbiter": "Neri"}
    centre.correct(a_hall(event, hall), round_number=1, table_number=table, **reasons, **what)


@pytest.mark.parametrize("method", ["percent", "boards"])
def test_every_rank_is_what_a_second_program_makes_of_the_published_files(method: str) -> None:
    event = centre.close_event(eventful(method))
    publication = ranking.publish_event(event=event)
    assert ranked_as_published(publication) == ranked(*files_of(event))
    assert publication.lines.filter(wind="").count() == 3 * 4 + 2 * 4 + 2 * 4 + 4 * 4 - 1
    states = {line["name"]: line["state"] for line in publication.result["halls"]}
    assert states == {
        "Genova": "in_field",
        "Savona": "late",
        "Imperia": "in_field",
        "La Spezia": "in_field",
        "Alba": "missing",
    }


@pytest.mark.parametrize("method", ["percent", "boards"])
def test_the_result_file_is_byte_for_byte_what_king_merge_makes(
    method: str, tmp_path: Path
) -> None:
    event = centre.close_event(eventful(method))
    publication = ranking.publish_event(event=event)
    (tmp_path / "event.json").write_bytes(public_results.as_file(event_of(event)))
    with zipfile.ZipFile(io.BytesIO(public_results.reports_file(publication))) as folder:
        folder.extractall(tmp_path)
        names = folder.namelist()
    assert names == sorted(names)
    keys = [word for key in keys_of(event) for word in ("--key", key)]
    command = [sys.executable, "-m", "king", "merge", "event.json", *names, *keys]
    root = Path(__file__).parents[2]
    merged = subprocess.run(
        command, cwd=tmp_path, capture_output=True, check=False, env={"PYTHONPATH": str(root)}
    )
    code = in_groups(ranking.code_of_result(publication))
    assert merged.stderr.decode() == f"king merge: code of the result {code}\n"
    made_again = json.loads(merged.stdout)
    assert [doubt["code"] for doubt in made_again.pop("doubts")] == ["other_code"]
    assert public_results.as_file(made_again) == public_results.as_file(
        ranking.result_of(publication)
    )
    assert made_again["seed"] == event.terms["seed"]


def test_the_boards_say_how_often_each_number_of_points_was_made_in_all_halls() -> None:
    event = eventful("percent")
    publication = ranking.publish_event(event=event)
    rounds = tables_of(*files_of(event))
    for number, tables in rounds.items():
        for hand in VALUES:
            for wind in "NESW":
                points = [str(one) for one in field_points(tables, hand, wind)]
                expected = {one: points.count(one) for one in points}
                assert publication.boards[str(number)][str(hand)][wind] == expected


def test_while_the_event_is_in_play_a_standing_gives_way_to_the_next() -> None:
    event = eventful("percent")
    first = ranking.publish_event(event=event)
    centre.comment(event, 1, 1, "Look.")  # not part of any standings
    second = ranking.publish_event(event=event)
    assert (first.number, second.number, second.provisional) == (1, 2, True)
    assert list(event.publications.all()) == [second]
    assert public_results.last_publication(event) is None
    centre.close_event(event)
    third = ranking.publish_event(event=event)
    assert list(event.publications.all()) == [third]
    assert (third.number, third.provisional, third.changes) == (3, False, {})


def test_from_the_close_on_each_standing_stays_and_says_what_it_changed() -> None:
    """A correction in the second hall gives North all eight kings and jacks."""
    event = in_play()
    for number in (1, 2, 3):
        send(event, number, 2)
    first = ranking.publish_event(event=centre.close_event(event))
    before = {line.name: line for line in first.lines.filter(wind="", hall__number=2)}
    units = {"N": 8, "E": 0, "S": 0, "W": 0}
    _event, reports = files_of(event)
    was = reports[1]["night"]["rounds"][0]["sheets"][0]["rows"][0]["units"]
    correct(event, 2, 1, row={"hand": 1, "units": units})
    second = ranking.publish_event(event=event)
    assert list(event.publications.all()) == [first, second]
    by_name = {line["name"]: line for line in second.changes["lines"]}
    assert {line["hall"] for line in by_name.values()} == {2}
    for wind in "NESW":
        if units[wind] != was.get(wind, 0):
            name = f"Player 2-1{wind}"
            difference = -2 * (units[wind] - was.get(wind, 0))
            assert by_name[name]["before"] == before[name].total
            assert int(by_name[name]["after"]) == int(by_name[name]["before"]) + difference
    ranks = [
        {(line.hall_id, line.name): line.rank for line in publication.lines.filter(wind="")}
        for publication in (first, second)
    ]
    moved = sum(ranks[0][entry] != ranks[1][entry] for entry in ranks[0])
    assert second.changes["places"] == moved


def test_the_lines_of_a_hall_whose_report_comes_after_the_close_have_come() -> None:
    event = in_play()
    send(event, 1)
    later = report_of(event, 2)
    centre.take_code(a_hall(event, 2), later.code)
    first = ranking.publish_event(event=centre.close_event(event))
    assert [line["state"] for line in first.result["halls"]] == ["in_field", "awaited", "missing"]
    centre.take_report(event, as_file(later), "later.king", reason="It came by post.")
    publication = ranking.publish_event(event=event)
    assert [(line["hall"], line["before"]) for line in publication.changes["lines"]] == [
        (2, None)
    ] * 4


def test_what_changes_nothing_is_not_published_a_second_time() -> None:
    event = in_play()
    send(event, 1)
    first = ranking.publish_event(event=centre.close_event(event))
    centre.comment(event, 1, 1, "Look.")  # not part of any standings
    event.refresh_from_db()
    assert ranking.is_behind(event)
    assert ranking.publish_event(event=event) == first
    event.refresh_from_db()
    assert not ranking.is_behind(event)
    official = ranking.publish_event(event=event, official=True)
    assert (official.number, official.official) == (2, True)


def test_a_ranking_that_another_one_has_overtaken_is_not_published(monkeypatch: Any) -> None:
    event = in_play()
    send(event, 1)
    merged = ranking.Merging

    def overtaken(*files: Any) -> Any:
        slow = merged(*files)
        monkeypatch.undo()
        send(event, 2)
        ranking.publish_event(event=event)
        return slow

    monkeypatch.setattr(ranking, "Merging", overtaken)
    publication = ranking.publish_event(event=event)
    assert publication.lines.filter(wind="").count() == 8
    assert event.publications.get() == publication


def test_ten_changes_within_a_minute_make_one_ranking_and_the_last_is_in_the_next(
    settings: Any, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = True
    event = in_play(*(f"Hall {number}" for number in range(1, 11)))

    def ask() -> None:
        with django_capture_on_commit_callbacks(execute=True):
            ranking.ask(event)

    for number in range(1, 11):
        send(event, number)
        ask()
    publication = event.publications.get()
    assert publication.number == 1
    assert publication.lines.filter(wind="").count() == 4
    event.refresh_from_db()
    assert ranking.is_behind(event)
    cache.clear()  # as after a minute
    ask()
    publication = event.publications.get()
    assert publication.number == 2
    assert publication.lines.filter(wind="").count() == 40
    ask()
    assert event.publications.get() == publication


def test_the_close_does_not_wait_for_the_minute(
    settings: Any, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = True
    event = in_play()
    send(event, 1)
    for provisional in (True, False):
        with django_capture_on_commit_callbacks(execute=True):
            ranking.ask(event)
        assert event.publications.get().provisional is provisional
        centre.close_event(event)


def test_before_the_key_is_told_there_is_nothing_to_rank() -> None:
    event = drawn()
    assert not ranking.is_behind(event)
