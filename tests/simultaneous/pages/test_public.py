"""Public pages of an event: its halls and its seal before the close, everything afterwards."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ground import periodic_jobs
from king.cards import SUITS
from king.simultaneous.documents import in_groups
from simultaneous import centre, public_results, ranking
from simultaneous.event_file import terms_of
from simultaneous.models import Event, EventPublication
from simultaneous.sealed_events import SEALED_EVENTS
from tests.ranked_again import against, field_points, ranked, tables_of
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

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_club")]


class Rows(HTMLParser):
    """Collects the cells of every table row of a page, and its links."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.links: list[str] = []
        self.in_cell = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self.in_cell = True
        if tag == "a":
            self.links.append(dict(attrs).get("href") or "")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self.in_cell = False

    def handle_data(self, text: str) -> None:
        if self.in_cell:
            self.rows[-1][-1] = f"{self.rows[-1][-1]} {text}".strip()


def page(client: Client, name: str, event: Event, *place: Any, **query: Any) -> str:
    answer = client.get(reverse(f"simultaneous:{name}", args=[event.code, *place]), query)
    assert answer.status_code == 200, answer.content
    return str(answer.content.decode())


def lines(text: str) -> list[list[str]]:
    return [row for row in Rows(text).rows if row and row[0].isdigit()]


def published(event: Event) -> EventPublication:
    return ranking.publish_event(event=centre.close_event(event))


@pytest.fixture
def event() -> Event:
    """Three halls of two tables and two partite; one of the halls is late."""
    event = in_play(plan={"rounds": 2})
    for number in (1, 2, 3):
        send(event, number, 2, in_time=number < 3)
    return event


def test_place_per_cent_and_partite_are_what_a_second_program_makes(
    client: Client, event: Event
) -> None:
    published(event)
    again = ranked(*files_of(event))
    for wind in ("", "N", "E", "S", "W"):
        standing_lines = lines(page(client, "public_standing", event, wind=wind))
        expected = {
            (name, hall): (rank, percent)
            for (of, hall, name), (rank, percent) in again.items()
            if of == wind and rank
        }
        halls = {"Genova": 1, "Savona": 2, "Imperia": 3}
        assert len(standing_lines) == len(expected)
        for rank, who, percent, *_rest in standing_lines:
            *name, hall = who.split()
            place, exact = expected[" ".join(name), halls[hall]]
            assert int(rank) == place
            assert abs(float(percent) - float(exact)) < 0.0051


def test_a_late_hall_has_a_list_of_its_own_and_neither_place_nor_certificate(
    client: Client, event: Event
) -> None:
    publication = published(event)
    late = publication.lines.filter(late=True)
    assert {line.hall.name for line in late} == {"Imperia"}
    for query in ({"wind": "late"}, {"hall": "3"}):
        text = page(client, "public_standing", event, **query)
        rows = [row for row in Rows(text).rows if row and row[0] == "–"]
        assert len(rows) == 8
        assert "gave no closing code before the cards were shown" in text
        assert "certificates/" not in text
    for name, *place in ("public_standing",), ("public",), ("public_boards",):
        assert "Player 3-1N" not in page(client, name, event, *place)
    own = page(client, "public_hall", event, 3)
    assert "it gave no closing code in time" in own
    assert "certificates/" not in own
    first = late.first()
    assert first is not None
    address = reverse("simultaneous:certificate", args=[event.code, first.pk])
    assert client.get(address).status_code == 404
    result = json.loads(page(client, "result_file", event))
    assert {line["hall"] for line in result["late"]} == {3}
    assert not any("rank" in line for line in result["late"])
    assert 3 not in {line["hall"] for lines in result["winds"].values() for line in lines}


def test_two_hundred_and_fifty_lines_are_three_pages_and_each_is_found_at_once(
    client: Client,
) -> None:
    event = in_play(*(f"Hall {number}" for number in range(1, 6)))
    for number in range(1, 6):
        night = night_of(event, number, 13)
        if number == 5:  # 50 lines
            night["rounds"][0]["sheets"] = night["rounds"][0]["sheets"][:10]
            house = [f"Player 5-1{wind}" for wind in "NE"]
        else:
            house = []
        send(event, number, night, house=house)
    publication = published(event)
    count = publication.lines.filter(wind="").count()
    assert count == 4 * 52 + 38
    sizes = [len(lines(page(client, "public_standing", event, page=at))) for at in (1, 2, 3)]
    assert sizes == [100, 100, 46]
    own = page(client, "public_standing", event, hall="5")
    assert len(lines(own)) == 38
    last = publication.lines.filter(wind="", hall__number=5).order_by("place").last()
    assert last is not None
    link = next(link for link in Rows(own).links if link.endswith(f"#place-{last.place}"))
    there = client.get(reverse("simultaneous:public_standing", args=[event.code]) + link)
    assert f'id="place-{last.place}" class="sought"' in there.content.decode()


def test_a_name_is_found_whatever_its_accents(client: Client) -> None:
    event = in_play()
    night = night_of(event, 1)
    night["rounds"][0]["sheets"][0]["seats"]["N"] = "D'Amico Niccolò"
    send(event, 1, night)
    send(event, 2)
    published(event)
    for typed in ("damico", "niccolo d", "AMICO"):
        found_lines = lines(page(client, "public_standing", event, q=typed))
        assert [line[1] for line in found_lines] == ["D'Amico Niccolò Genova"]
    assert "There is no such line" in page(client, "public_standing", event, q="Zzz")


def test_the_place_in_the_hall_stands_beside_that_over_all_halls(
    client: Client, event: Event
) -> None:
    published(event)
    again = ranked(*files_of(event))
    percents = {
        name: percent for (of, hall, name), (_, percent) in again.items() if (of, hall) == ("", 2)
    }
    for local, name, overall, at_wind, *_rest in lines(page(client, "public_hall", event, 2)):
        assert int(local) == 1 + sum(other > percents[name] for other in percents.values())
        assert int(overall) == again["", 2, name][0]
        assert at_wind.split() == [name[-1], str(again[name[-1], 2, name][0])]


def test_a_board_has_its_hands_and_what_was_made_of_it(client: Client, event: Event) -> None:
    published(event)
    centre.comment(event, 2, 12, "Take the long suit.")
    text = page(client, "public_board", event, 2, 12)
    assert "Take the long suit." in text
    tables = tables_of(*files_of(event))[2]
    rows = [row for row in Rows(text).rows if len(row) == 3 and row[1].isdigit()]
    expected = []
    for wind in "NESW":
        points = field_points(tables, 12, wind)
        for one in sorted(set(points), reverse=True):
            rivals = [*points]
            rivals.remove(one)
            percent = f"{float(against(one, rivals)):.1f}"
            expected.append([str(one), str(points.count(one)), percent])
    assert rows == expected
    deal = terms_of(event).deal(*keys_of(event))[-1].deal
    hands = [
        re.sub("<.*?>", " ", hand).split()
        for hand in re.findall('<ul class="hand" translate="no">.*?</ul>', text)
    ]
    dealt = [
        [rank.label for suit in SUITS for rank in deal.suit(wind, suit)] for wind in deal.winds
    ]
    assert [[rank for rank in hand if rank != "–"] for hand in hands] == dealt


PUBLIC = (
    ("public_standing",),
    ("public_posted", 1),
    ("public_hall", 1),
    ("public_boards",),
    ("public_board", 1, 1),
    ("booklet",),
    ("event_file",),
    ("result_file",),
    ("reports_file",),
)


@pytest.mark.parametrize("signed_in", [False, True])
def test_before_the_close_nobody_sees_a_card_a_row_a_name_or_a_figure(
    client: Client, event: Event, signed_in: bool, admin_user: Any
) -> None:
    if signed_in:
        client.force_login(admin_user)
    publication = ranking.publish_event(event=event)
    line = publication.lines.first()
    assert line is not None
    for name, *place in (*PUBLIC, ("certificate", line.pk)):
        answer = client.get(reverse(f"simultaneous:{name}", args=[event.code, *place]))
        assert answer.status_code == 404
    seen = {f"/simultaneous/{event.code}/", "/simultaneous/"}
    waiting = list(seen)
    while waiting:
        address = waiting.pop()
        answer = client.get(address)
        text = answer.content.decode()
        assert answer.status_code == 200
        assert "Player" not in text
        assert event.terms["seed"] not in text
        for link in Rows(text).links:
            if link.startswith("/simultaneous/") and link not in seen:
                seen.add(link)
                waiting.append(link)
    assert f"/simultaneous/{event.code}/document.json" in seen


def test_the_key_is_told_when_it_is_told_and_the_commitment_before(client: Client) -> None:
    event = drawn()
    before = page(client, "public", event)
    assert event.commitment in before
    [key] = map(in_groups, keys_of(event))
    assert key not in before
    centre.tell_key(event)
    assert key in page(client, "public", event)
    seal = json.loads(page(client, "public_document", event))
    assert seal == {"commitment": event.commitment, "documents": event.terms["documents"]}


def test_a_planned_event_is_nobodys_yet(client: Client) -> None:
    event = centre.plan_event(name="Secret", date=timezone.localdate(), plan={"ruleset": "lab12"})
    assert client.get(reverse("simultaneous:public", args=[event.code])).status_code == 404
    assert event.name not in client.get(reverse("simultaneous:public_events")).content.decode()


def test_after_the_close_seed_key_and_files_are_there(client: Client, event: Event) -> None:
    publication = published(event)
    text = page(client, "public", event)
    assert event.terms["seed"] in text
    for key in keys_of(event):
        assert f"--key {key}" in text
    zipped = client.get(reverse("simultaneous:reports_file", args=[event.code])).content
    with zipfile.ZipFile(io.BytesIO(zipped)) as folder:
        contents = [json.loads(folder.read(name)) for name in folder.namelist()]
    assert contents == files_of(event)[1]
    result = json.loads(page(client, "result_file", event))
    assert result == ranking.result_of(publication).as_json()
    assert json.loads(page(client, "event_file", event)) == files_of(event)[0]


def test_a_key_that_nobody_was_told_and_the_seed_stand_nowhere_after_an_early_close(
    client: Client, desk: Callable[..., Client]
) -> None:
    event = centre.tell_key(drawn(plan={"rounds": 2}))
    send(event, 1)
    publication = published(event)
    event = publication.event
    [told_key, untold_key] = keys_of(event)
    places = [("public",), ("public_boards",), ("public_board", 1, 1), ("public_hall", 1)]
    for name, *place in places:
        text = page(client, name, event, *place)
        assert event.terms["seed"] not in text
        assert untold_key not in text
        assert in_groups(untold_key) not in text
    assert told_key in page(client, "public", event)
    result = json.loads(page(client, "result_file", event))
    assert "seed" not in result
    assert "keys" not in result
    assert [board["round"] for board in public_results.boards_of(publication)] == [1] * 12
    last = reverse("simultaneous:public_board", args=[event.code, 2, 1])
    assert client.get(last).status_code == 404
    assert [*SEALED_EVENTS.rows()] == [event]
    again = reverse("simultaneous:centre_open_again", args=[event.code])
    assert (
        again
        in desk("arbiter")
        .get(reverse("simultaneous:centre_event", args=[event.code]))
        .content.decode()
    )
    desk("arbiter").post(again, {"reason": "The clock was wrong."})
    assert not Event.objects.get(pk=event.pk).is_closed
    event = centre.tell_key(event)
    text = page(client, "result_file", published(event).event)
    assert json.loads(text)["seed"] == event.terms["seed"]
    assert json.loads(text)["keys"] == [told_key, untold_key]
    assert not [*SEALED_EVENTS.rows()]


def test_the_keys_of_an_event_are_no_keys_of_the_keyboard(client: Client, event: Event) -> None:
    published(event)
    address = reverse("simultaneous:public", args=[event.code])
    text = client.get(address, headers={"accept-language": "it"}).content.decode()
    assert "Tasti rapidi" not in text
    assert "<dt>Chiavi di apertura</dt>" in text


def test_event_reports_and_result_are_of_one_standing_while_the_next_is_being_made(
    client: Client, event: Event, tmp_path: Path
) -> None:
    """A late report and a correction do not change the files until the event is ranked again."""
    published(event)
    first = [client.get(reverse(f"simultaneous:{name}", args=[event.code])) for name in FILES]
    assert merged_again(event, tmp_path / "first", first) == []
    content = as_file(report_of(event, 2, 1))
    centre.take_report(event, content, "second.king", reason="By post.")
    row = {"hand": 1, "units": {"N": 8, "E": 0, "S": 0, "W": 0}}
    reasons = {"reason": "Seen.", "arbiter": "Neri"}
    centre.correct(a_hall(event, 1), round_number=1, table_number=1, row=row, **reasons)
    between = [client.get(reverse(f"simultaneous:{name}", args=[event.code])) for name in FILES]
    assert merged_again(event, tmp_path / "between", between) == []
    assert [one.content for one in between] == [one.content for one in first]
    ranking.publish_event(event=event)
    then = [client.get(reverse(f"simultaneous:{name}", args=[event.code])) for name in FILES]
    assert merged_again(event, tmp_path / "then", then) == []
    assert json.loads(then[0].content)["corrections"] != []


FILES = ("event_file", "result_file", "reports_file")


def merged_again(event: Event, folder: Path, answers: list[Any]) -> list[str]:
    """Differences that ``king merge --against`` finds in the three published files."""
    folder.mkdir()
    own, result, reports = (answer.content for answer in answers)
    (folder / "event.json").write_bytes(own)
    (folder / "result.json").write_bytes(result)
    with zipfile.ZipFile(io.BytesIO(reports)) as archive:
        archive.extractall(folder)
        names = archive.namelist()
    keys = [word for key in keys_of(event) for word in ("--key", key)]
    command = [sys.executable, "-m", "king", "merge", "event.json", *names, *keys]
    done = subprocess.run(
        [*command, "--against", "result.json"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(Path(__file__).parents[3])},
    )
    differs: list[str] = json.loads(done.stdout)["differs"]
    return differs


def test_a_page_of_a_closed_event_is_asked_for_once(client: Client, event: Event) -> None:
    published(event)
    address = reverse("simultaneous:public_boards", args=[event.code])
    first = client.get(address)
    again = client.get(address, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    centre.comment(event, 1, 1, "Look.")
    board = reverse("simultaneous:public_board", args=[event.code, 1, 1])
    assert "Look." in client.get(board).content.decode()


def test_past_its_time_an_event_is_closed_by_the_job_and_not_by_who_looks(
    client: Client, event: Event, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = True
    centre.change_event(event, closes_at=timezone.now(), grace_minutes=0)
    address = reverse("simultaneous:public_standing", args=[event.code])
    with django_capture_on_commit_callbacks(execute=True):
        assert client.get(address).status_code == 404
        assert client.get(address).status_code == 404
        periodic_jobs.run_due()
    assert len(lines(page(client, "public_standing", event))) == 16


def test_between_the_close_and_its_standing_the_page_says_that_it_is_being_made(
    client: Client, event: Event
) -> None:
    centre.close_event(event)
    for name in ("public", "public_standing", "public_boards"):
        assert "every report is being ranked" in page(client, name, event)
    ranking.publish_event(event=event)
    assert len(lines(page(client, "public_standing", event))) == 16


def test_what_nobody_meant_to_ask_finds_nothing_and_breaks_nothing(
    client: Client, event: Event
) -> None:
    published(event)
    whole = lines(page(client, "public_standing", event))
    for query in ({"page": "x"}, {"wind": "Z"}, {"hall": "9" * 30}, {"hall": "−1"}, {"q": "\0"}):
        assert lines(page(client, "public_standing", event, **query)) == whole
    assert lines(page(client, "public_standing", event, q="%")) in ([], whole)
    huge = 10**30
    for name, place in (
        ("public_posted", [huge]),
        ("public_hall", [huge]),
        ("public_board", [huge, 1]),
        ("certificate", [huge]),
        ("certificate", [0]),
    ):
        address = reverse(f"simultaneous:{name}", args=[event.code, *place])
        assert client.get(address).status_code == 404


def test_an_earlier_standing_says_what_counts_now_and_what_was_corrected(
    client: Client, event: Event
) -> None:
    published(event)
    row = {"hand": 1, "units": {"N": 8, "E": 0, "S": 0, "W": 0}}
    reasons = {"reason": "Seen.", "arbiter": "Neri"}
    centre.correct(a_hall(event, 2), round_number=1, table_number=1, row=row, **reasons)
    second = ranking.publish_event(event=event)
    assert "have been replaced by no. 2" in page(client, "public_posted", event, 1)
    text = page(client, "public_posted", event, 2)
    for line in second.changes["lines"]:
        assert f'{line["name"]} <span class="quiet">Savona</span>' in text


def test_the_evenings_lead_to_the_events_where_there_is_one(client: Client) -> None:
    address = reverse("simultaneous:public_events")
    assert address not in client.get(reverse("live:front")).content.decode()
    in_play()
    assert address in client.get(reverse("live:front")).content.decode()
