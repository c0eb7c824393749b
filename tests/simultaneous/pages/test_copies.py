"""Backups of a centre: made after each step, and refused to anybody who might play, with a line in
the log.
"""

from __future__ import annotations

import datetime
import io
import os
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from night import backup
from simultaneous import centre, hall
from tests.real_servers import ROOT
from tests.simultaneous.events import a_hall, as_file, drawn, in_play, planned, report_of
from tests.simultaneous.halls import an_event, joined, whole_evening
from tournaments.log import LogKind, in_words, record
from tournaments.models import LogEntry, Tournament
from tournaments.services import create_tournament

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.sqlite,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="copies are of SQLite alone"),
]


@pytest.fixture
def folder(settings: Any, tmp_path: Any) -> Any:
    settings.DATA_DIR = tmp_path
    return tmp_path


def account(*roles: str) -> User:
    user = User.objects.create_user("-".join(roles))
    user.groups.set(Group.objects.get_or_create(name=role)[0] for role in roles)
    return user


def an_evening() -> Tournament:
    return create_tournament(
        name="Another evening", date=timezone.localdate(), ruleset="lab12", author=None
    )


def refused(step: Callable[[], object]) -> str:
    with pytest.raises(ValidationError) as caught:
        step()
    return str(caught.value.error_list[0].code)


def lines() -> list[str]:
    with translation.override("en"):
        return [in_words(line) for line in LogEntry.objects.filter(tournament=None).order_by("pk")]


def test_whoever_may_play_takes_no_copy_of_an_event_that_is_drawn(
    folder: Any, in_english: None
) -> None:
    """A backup contains the seed, the keys and every hall's secret, a week before the evening."""
    evening, event = an_evening(), drawn()
    organizer, dealing = account("organizer"), account("organizer", "dealing")
    assert refused(lambda: backup.copy_for(tournament=evening, author=organizer)) == "event_sealed"
    elsewhere = folder.parent / "stick"
    elsewhere.mkdir(exist_ok=True)
    choose = backup.choose_second_folder
    assert refused(lambda: choose(place=str(elsewhere), author=organizer)) == "event_sealed"
    before = lines()
    assert backup.copy_for(tournament=evening, author=dealing).read(2) == b"PK"
    assert lines()[len(before) :] == [
        f"A copy of everything was downloaded, with cards of “{event.name}” that are sealed."
    ]
    choose(place=str(elsewhere), author=dealing)
    backup.keep_copy("")
    backup.keep_copy("")
    sentences = [line for line in lines() if line.startswith("Safety copies are put in")]
    assert len(sentences) == 1
    assert event.name in sentences[0]
    centre.close_event(centre.tell_key(event))
    assert backup.copy_for(tournament=evening, author=organizer).read(2) == b"PK"


def test_a_place_that_was_chosen_before_the_draw_waits_for_the_dealing_role(
    folder: Any, in_english: None, desk: Callable[..., Client]
) -> None:
    """Nothing was sealed when the organizer, who plays in a hall, chose it."""
    stick = folder.parent / "chosen-before"
    stick.mkdir()
    evening = an_evening()
    desk("organizer").post(reverse("desk:second_copy", args=[evening.code]), {"place": str(stick)})
    there = stick / "king-copies"

    def take_copies() -> int:
        """Delete the backups in the folder and return how many there were."""
        copies = [*there.iterdir()]
        for copy in copies:
            copy.unlink()
        return len(copies)

    assert take_copies() == 1
    event = drawn()
    assert backup.keep_copy("draw") is not None
    assert take_copies() == 0
    assert not LogEntry.objects.filter(kind="cards_opened").exists()
    page = reverse("desk:copy", args=[evening.code])
    press = reverse("desk:confirm_second", args=[evening.code])
    for roles in ("organizer",), ("dealing",), ("organizer", "dealing"):
        text = desk(*roles).get(page).content.decode()
        assert 'class="notice notice-warning"' in text
        assert (press in text) is ("dealing" in roles)
        assert str(there) not in text  # the page does not say whether the stick is plugged in
    assert desk("organizer").post(press).status_code == 403
    assert take_copies() == 0
    assert desk("dealing").post(press).status_code == 302
    assert take_copies() == 1
    assert LogEntry.objects.filter(kind="cards_opened", fields__event=event.name).exists()
    assert press not in desk("dealing").get(page).content.decode()
    # The confirmation ends when its user loses the role.
    User.objects.get(username="dealing").groups.clear()
    backup.keep_copy("later")
    assert take_copies() == 0
    centre.close_event(centre.tell_key(event))
    backup.keep_copy("closed")
    assert take_copies() == 1


def test_a_centre_without_an_evening_has_its_copies_on_the_event_s_page(
    folder: Any, desk: Callable[..., Client]
) -> None:
    """The installation's log has a line. While boards are sealed only the dealing role may take one."""
    stick = folder.parent / "stick-of-a-centre"
    stick.mkdir()
    event = drawn()
    assert not Tournament.objects.exists()
    page = reverse("simultaneous:centre_copy", args=[event.code])
    both = desk("organizer", "dealing")
    assert (
        page in both.get(reverse("simultaneous:centre_event", args=[event.code])).content.decode()
    )
    assert desk("arbiter").get(page).status_code == 403
    before = lines()
    answer = desk("organizer").post(f"{page}file/", headers={"Accept-Language": "en"})
    assert answer.status_code == 422
    assert "only the dealing role hands out" in " ".join(answer.content.decode().split())
    assert desk("organizer").post(f"{page}second/", {"place": str(stick)}).status_code == 422
    assert not [*stick.iterdir()]
    assert lines() == before
    answer = both.post(f"{page}file/")
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as packed:
        assert backup.DATABASE in packed.namelist()
    assert both.post(f"{page}second/", {"place": str(stick)}).headers["Location"] == page
    assert len([*(stick / "king-copies").iterdir()]) == 1
    place = stick / "king-copies"
    assert lines()[len(before) :] == [
        f"A copy of everything was downloaded, with cards of “{event.name}” that are sealed.",
        f"Safety copies are put in {place} too.",
        f"Safety copies are put in {place} too, with cards of “{event.name}” that are sealed.",
    ]
    centre.close_event(centre.tell_key(event))
    before = lines()
    assert b"".join(desk("organizer").post(f"{page}file/").streaming_content)[:2] == b"PK"
    assert lines()[len(before) :] == ["A copy of everything was downloaded."]


def test_the_second_place_of_a_centre_is_confirmed_on_the_event_s_page(
    folder: Any, desk: Callable[..., Client]
) -> None:
    stick = folder.parent / "chosen-at-a-centre"
    stick.mkdir()
    event = planned()
    page = reverse("simultaneous:centre_copy", args=[event.code])
    desk("organizer").post(f"{page}second/", {"place": str(stick)})
    centre.draw(event)
    there = stick / "king-copies"
    for copy in there.iterdir():
        copy.unlink()
    backup.keep_copy("draw")
    assert not [*there.iterdir()]
    assert f"{page}confirm/" in desk("dealing").get(page).content.decode()
    assert f"{page}confirm/" not in desk("organizer").get(page).content.decode()
    assert desk("dealing").post(f"{page}confirm/").status_code == 302
    assert len([*there.iterdir()]) == 1


def due_after(step: Callable[[], object]) -> bool:
    """Whether a backup is due after the step, given one that was made just before it."""
    assert backup.keep_copy("") is not None
    step()
    return backup.copy_if_due() is not None


def test_a_copy_follows_each_step_of_a_centre(folder: Any) -> None:
    event = planned()
    assert not due_after(lambda: None)
    assert due_after(lambda: centre.draw(event))
    assert due_after(lambda: centre.tell_key(event))
    assert due_after(lambda: centre.close_event(event))
    assert due_after(lambda: centre.make_official(event))


def test_codes_and_reports_make_one_copy_a_minute(folder: Any, monkeypatch: Any) -> None:
    event = in_play()
    assert backup.keep_copy("") is not None
    centre.take_code(a_hall(event, 1), "A" * 12)
    centre.take_report(event, as_file(report_of(event, 2)), "b.king")
    assert backup.copy_if_due() is None
    later = timezone.now() + datetime.timedelta(seconds=61)
    monkeypatch.setattr(backup.timezone, "now", lambda: later)
    assert backup.copy_if_due() is not None


def test_a_copy_follows_the_close_of_a_hall(folder: Any) -> None:
    participation = whole_evening(joined(an_event()))
    assert backup.keep_copy("") is not None
    assert backup.copy_if_due() is None
    hall.close_hall(participation=participation, author=None)
    assert backup.copy_if_due() is not None


@pytest.mark.at_length
def test_a_centre_without_an_evening_keeps_what_was_there_before_an_older_copy(
    tmp_path: Path,
) -> None:
    """Its reports are in the backup made before restoring, revisions of its pages are not reused,
    and the log has a line.
    """
    event = in_play()
    with (tmp_path / "older.zip").open("wb") as file:
        backup.write_copy(file)
    centre.take_code(a_hall(event, 1), "A" * 12)
    assert not Tournament.objects.exists()
    with (tmp_path / "newer.zip").open("wb") as file:
        backup.write_copy(file)
    place = tmp_path / "place"
    place.mkdir()
    with zipfile.ZipFile(tmp_path / "newer.zip") as newer:
        (place / "king.sqlite3").write_bytes(newer.read(backup.DATABASE))
    environment = {"PATH": os.environ["PATH"], "KING_DATA_DIR": str(place)}
    done = subprocess.run(
        [sys.executable, "manage.py", "restore", str(tmp_path / "older.zip")],
        cwd=ROOT,
        env={**environment, "DJANGO_SETTINGS_MODULE": "king_tournament.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len([*(place / "backups").glob("king-*-before-restoring.zip")]) == 1
    with closing(sqlite3.connect(place / "king.sqlite3")) as database:
        [(revision,)] = database.execute("SELECT revision FROM simultaneous_event").fetchall()
        sentences = database.execute(
            "SELECT sentence FROM tournaments_logentry WHERE tournament_id IS NULL"
        ).fetchall()
    assert revision > 10_000_000
    assert sentences[-1][0] == backup.BROUGHT_BACK


def test_a_centre_that_was_brought_back_says_so_until_the_close() -> None:
    event, client = in_play(), Client()
    client.force_login(account("organizer", "arbiter"))

    def says_so(code: str) -> bool:
        answer = client.get(reverse("simultaneous:centre_event", args=[code]))
        return "27/11/2026 21:40" in answer.content.decode()

    assert not says_so(event.code)
    record(None, LogKind.BACKUP, backup.BROUGHT_BACK, when="2026-11-27 21:40:00")
    assert says_so(event.code)
    assert not says_so(in_play(name="Another").code)
    centre.close_event(event)
    assert not says_so(event.code)
