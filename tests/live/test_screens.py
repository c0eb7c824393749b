"""The hall's screens: a browser makes itself known, the desk gives it a role, and a role shows what
is public.
"""

from __future__ import annotations

import datetime
import io
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.utils import timezone
from PIL import Image

from king_tournament import screens
from king_tournament.accounts.services import create_account
from king_tournament.installation import backup
from king_tournament.models import Screen, Slide
from scoring.publishing.final_hold import change_evening, hold_final, release_final
from scoring.round_steps import close_round
from tests.evenings import (
    a_round,
    a_sheet,
    a_tournament,
    closed,
    fill,
    fill_and_close,
    played,
    put_in_play,
    sealed_round,
    sheet_of,
)
from tournaments.models import Round, Tournament
from tournaments.services import remove_unplayed

pytestmark = pytest.mark.django_db
Desk = Callable[..., Client]


@pytest.fixture
def desk() -> Desk:
    def ask(*roles: str, evening: Tournament | None = None) -> Client:
        create_account(username="anna", password="x", roles=roles, evening=evening)
        client = Client(headers={"Accept-Language": "en"})
        client.force_login(User.objects.get(username="anna"))
        return client

    return ask


def television(**headers: str) -> Client:
    """A browser of the hall that takes part in what forms must carry."""
    client = Client(headers={"Accept-Language": "en"}, enforce_csrf_checks=True)
    client.get("/screen/")
    client.defaults["HTTP_X_CSRFTOKEN"] = client.cookies["csrftoken"].value
    return client


def asked(browser: Client) -> dict[str, Any]:
    answer = browser.post("/screen/")
    assert answer.status_code == 200
    return answer.json()


def shown(client: Client, evening: Tournament, role: str) -> str:
    answer = client.get(f"/live/{evening.code}/screen/{role}/")
    assert answer.status_code == 200
    return answer.content.decode()


# --- a browser that is opened at /screen


def test_a_browser_shows_a_code_of_four_digits_and_keeps_it(english: Client) -> None:
    assert english.get("/screen", follow=True).status_code == 200
    assert not Screen.objects.exists()  # To look is not to be one.
    browser = television()
    first = asked(browser)
    assert len(first["code"]) == 4
    assert set(first["code"]) <= set("23456789")
    assert asked(browser) == first
    assert asked(television())["code"] != first["code"]
    assert browser.cookies["king_screen"]["httponly"]
    assert browser.cookies["king_screen"].value not in Screen.objects.values_list(
        "secret", flat=True
    )


def test_a_browser_without_the_token_of_its_page_is_no_screen() -> None:
    assert Client(enforce_csrf_checks=True).post("/screen/").status_code == 403
    assert not Screen.objects.exists()


def test_strangers_open_no_more_screens_than_a_hall_has_and_closed_ones_are_soon_forgotten() -> (
    None
):
    for _screen in range(screens.MOST_FROM_ONE_ADDRESS):
        asked(television())
    refused = television().post("/screen/")
    assert refused.status_code == 429
    assert "Too many screens" in refused.json()["refusal"]
    Screen.objects.update(seen_at=timezone.now() - datetime.timedelta(minutes=11))
    kept = Screen.objects.first()
    screens.give(screen=kept, tournament=a_tournament(), role="clock", name="Bar", light=False)
    asked(television())
    assert Screen.objects.count() == 2
    assert Screen.objects.filter(pk=kept.pk).exists()


@pytest.mark.parametrize("addresses", [10, screens.MOST_WAITING])
def test_from_many_addresses_too_there_is_an_end_and_the_halls_own_television_is_let_in(
    addresses: int,
) -> None:
    """Ten strangers with twenty screens each had shut it out."""
    now = timezone.now()
    Screen.objects.bulk_create(
        Screen(
            code=f"{number:04}",
            secret=str(number),
            address=f"10.0.0.{number % addresses}",
            seen_at=now,
        )
        for number in range(screens.MOST_WAITING)
    )
    browser = television()
    for _time in range(2):
        assert len(asked(browser)["code"]) == 4
    assert Screen.objects.filter(tournament=None).count() == screens.MOST_WAITING


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(
    connection.vendor != "sqlite", reason="PostgreSQL is copied by its own programs"
)
def test_a_safety_copy_keeps_the_role_and_not_the_address(tmp_path: Path) -> None:
    asked(television())
    Screen.objects.update(role="overall")
    assert Screen.objects.get().address == "127.0.0.1"
    with (tmp_path / "copy.zip").open("wb") as file:
        backup.write_copy(file)
    with zipfile.ZipFile(tmp_path / "copy.zip") as packed:
        packed.extract(backup.DATABASE, tmp_path)
    with closing(sqlite3.connect(tmp_path / backup.DATABASE)) as copy:
        assert copy.execute("SELECT role, address FROM king_tournament_screen").fetchall() == [
            ("overall", "")
        ]


# --- what the desk says of it


def test_the_desk_gives_a_role_changes_it_and_takes_it_away(desk: Desk) -> None:
    evening, browser, other = a_tournament(), television(), television()
    code, waiting = asked(browser)["code"], asked(other)
    client, page = desk("organizer"), f"/desk/{evening.code}/screens/"
    assert f'value="{code}"' in client.get(page).content.decode()
    client.post(
        page, {"code": f" {code[:2]} {code[2:]}", "role": "seating", "name": "Bar", "light": "on"}
    )
    assert asked(browser) == {
        "code": code,
        "shown": f"/live/{evening.code}/screen/seating/",
        "light": True,
    }
    assert asked(other) == waiting
    client.post(page, {"code": code, "role": "follow", "name": "Hall door"})
    assert asked(browser) == {
        "code": code,
        "shown": f"/live/{evening.code}/screen/",
        "light": False,
    }
    assert "Screen Hall door" in client.get(page).content.decode()
    client.post(page, {"code": code, "role": "follow", "name": "Hall door", "take_away": "1"})
    assert asked(browser) == {"code": code, "shown": "", "light": False}


def test_a_wrong_code_and_a_wrong_role_are_said_beside_the_field(desk: Desk) -> None:
    evening = a_tournament()
    answer = desk("arbiter").post(
        f"/desk/{evening.code}/screens/", {"code": "2222", "role": "dancing"}
    )
    assert answer.status_code == 422
    assert "No screen has the code “2222”" in answer.content.decode()
    assert answer.context["form"].errors.keys() == {"code", "role"}


def test_a_screen_that_is_silent_is_said_to_be(desk: Desk) -> None:
    evening, code = a_tournament(), asked(television())["code"]
    Screen.objects.update(tournament=evening)
    client = desk("organizer")
    assert "silent since" not in client.get(f"/desk/{evening.code}/screens/").content.decode()
    Screen.objects.update(seen_at=timezone.now() - datetime.timedelta(minutes=5))
    page = client.get(f"/desk/{evening.code}/screens/").content.decode()
    assert "silent since" in page
    assert f'value="{code}"' in page


def test_who_runs_one_evening_takes_no_screen_of_another(desk: Desk) -> None:
    mine, other = a_tournament(), a_tournament(name="Venerdì")
    browser = television()
    code = asked(browser)["code"]
    Screen.objects.update(tournament=other, role="overall")
    client = desk("organizer", evening=mine)
    assert code not in client.get(f"/desk/{mine.code}/screens/").content.decode()
    refused = client.post(f"/desk/{mine.code}/screens/", {"code": code, "role": "clock"})
    assert refused.status_code == 422
    assert asked(browser)["shown"] == f"/live/{other.code}/screen/overall/"


def test_an_evening_that_is_taken_away_leaves_its_screens_waiting() -> None:
    evening, browser = a_tournament(), television()
    asked(browser)
    Screen.objects.update(tournament=evening)
    remove_unplayed(tournament=evening)
    assert asked(browser)["shown"] == ""


# --- what a role shows


NOTHING = {
    "seating": "The seating of the next partita will be shown here.",
    "progress": "How far each table has got will be shown here during play.",
    "winds": "The results will be shown here when a standing is posted.",
    "overall": "The results will be shown here when a standing is posted.",
    "last": "The results will be shown here when a standing is posted.",
    "slides": "Messages and pictures of the club will be shown here.",
    "season": "This evening belongs to no circuit: its settings can name one.",
    "clock": "This evening has no clock: its settings can give it one.",
}


def test_a_role_says_what_will_be_there_until_it_has_something(english: Client) -> None:
    evening = a_tournament()
    for role, sentence in NOTHING.items():
        assert sentence in shown(english, evening, role), role
    assert "<svg" in shown(english, evening, "phones")
    assert english.get(f"/live/{evening.code}/screen/dancing/").status_code == 404


def test_a_partita_in_play_without_a_row_has_no_last_results_and_its_screen_says_so(
    english: Client,
) -> None:
    evening = a_tournament()
    round_ = sealed_round(evening, 2)
    assert NOTHING["last"] in shown(english, evening, "last")
    fill(sheet_of(round_, 2), {3: {"units": {"N": 8}}})
    assert "Table 2, hand 3" in shown(english, evening, "last")


def test_a_clock_that_the_evening_does_not_have_is_said_to_whoever_wants_it_on_a_screen(
    english: Client, desk: Desk
) -> None:
    evening, browser = a_tournament(), television()
    code = asked(browser)["code"]
    client, page = desk("organizer"), f"/desk/{evening.code}/screens/"
    given = client.post(page, {"code": code, "role": "clock"}, follow=True).content.decode()
    assert NOTHING["clock"] in given
    Tournament.objects.filter(pk=evening.pk).update(round_minutes=45)
    given = client.post(page, {"code": code, "role": "clock"}, follow=True).content.decode()
    assert NOTHING["clock"] not in given
    evening.refresh_from_db()
    assert "The clock of the partita will be shown here when it starts." in shown(
        english, evening, "clock"
    )


def test_seats_and_tables_are_shown_from_their_hour_on(english: Client) -> None:
    evening = a_tournament()
    round_ = a_round(evening, 2, started=False)
    assert "Player 7" in shown(english, evening, "seating")
    assert NOTHING["progress"] in shown(english, evening, "progress")
    put_in_play(round_)
    assert "Player 7" in shown(english, evening, "seating")
    assert "waiting" in shown(english, evening, "progress")
    fill(sheet_of(round_, 2), {3: {"units": {"N": 8}}})
    assert "1 / 12" in shown(english, evening, "progress")


def test_last_results_say_which_hands_are_written_and_no_point_before_a_standing_counts_it(
    english: Client,
) -> None:
    evening = a_tournament(planned_rounds=2)
    round_ = sealed_round(evening, 2)
    fill(sheet_of(round_, 2))
    page = shown(english, evening, "last")
    assert "Table 2, hand 12" in page
    assert "results by table" not in page
    assert "Player" not in page
    fill_and_close(round_)
    assert "results by table" not in shown(english, evening, "last")
    close_round(round=round_, author=None)
    page = shown(english, evening, "last")
    assert "Partita 1: results by table" in page
    assert all(f"Player {number}" in page for number in range(1, 9))
    assert page.index('"table-number">2<') < page.index('"table-number">1<')  # Handed in last.


@pytest.mark.parametrize("role", ["winds", "overall", "last", "follow"])
def test_a_standing_that_is_held_back_is_on_no_screen(english: Client, role: str) -> None:
    evening = played().tournament
    hold_final(tournament=evening, author=None)
    last = sealed_round(evening, 2)
    closed(last)
    address = f"/live/{evening.code}/screen/" + ("" if role == "follow" else f"{role}/")
    page = english.get(address).content.decode()
    assert "The final standing will be read at the prize-giving." in page
    assert "Partita 1" in page or "after partita 1" in page
    assert "Partita 2" not in page.partition('class="welcome"')[2]
    release_final(tournament=evening, author=None)
    page = english.get(address).content.decode()
    assert "Partita 2" in page or "Overall after 2 partite" in page


def test_a_screen_with_a_role_asks_at_the_price_of_a_stamp(
    english: Client, finished: Tournament, django_assert_num_queries: Any
) -> None:
    address = f"/live/{finished.code}/screen/overall/"
    stamp = english.get(address).context["stamp"]
    with django_assert_num_queries(1):
        assert english.get(address, {"stamp": stamp}).status_code == 204
    part = english.get(address, {"stamp": ""})
    with django_assert_num_queries(1):
        assert english.get(address, {"stamp": "older"}).content == part.content
    assert b"<html" not in part.content
    browser = television()
    asked(browser)
    with django_assert_num_queries(1):
        asked(browser)


# --- slides


def picture(
    kind: str = "PNG", size: tuple[int, int] = (3000, 1000), **options: Any
) -> SimpleUploadedFile:
    kept = io.BytesIO()
    Image.new("RGB", size, "navy").save(kept, kind, **options)
    return SimpleUploadedFile("club.png", kept.getvalue())


@pytest.fixture
def slides(desk: Desk, settings: Any, tmp_path: Path) -> Callable[..., Any]:
    settings.MEDIA_ROOT = tmp_path
    evening, client = a_tournament(), desk("organizer")
    return lambda **typed: client.post(f"/desk/{evening.code}/slides/", typed)


def test_a_slide_is_a_message_or_a_picture_and_changes_the_screens_at_once(
    english: Client, slides: Callable[..., Any]
) -> None:
    evening = Tournament.objects.get()
    stamp = english.get(f"/live/{evening.code}/screen/slides/").context["stamp"]
    slides(title="Pause", text="Coffee\nat the bar <b>")
    slides(picture=picture())
    page = english.get(f"/live/{evening.code}/screen/slides/", {"stamp": stamp}).content.decode()
    assert "Pause" in page
    assert "at the bar &lt;b&gt;" in page
    first, second = Slide.objects.all()
    assert f'src="/screen/slides/{second.pk}.jpg"' in page
    answer = english.get(f"/screen/slides/{second.pk}.jpg")
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/jpeg", "nosniff")
    assert Image.open(io.BytesIO(answer.getvalue())).size == (1920, 640)
    assert english.get(f"/screen/slides/{first.pk}.jpg").status_code == 404
    file = Path(second.picture.path)
    for number in ("9" * 30, "9" * 5000):
        assert slides(remove=number).status_code == 302
    slides(remove=str(second.pk))
    assert not file.exists()
    assert list(Slide.objects.all()) == [first]


def test_what_lies_behind_a_picture_is_not_kept(slides: Callable[..., Any]) -> None:
    exif = Image.Exif()
    exif[0x010E] = "Where the photographer lives"
    hidden = picture("JPEG", exif=exif).read() + b"<script>alert(1)</script>"
    assert b"photographer" in hidden
    slides(picture=SimpleUploadedFile("club.jpg", hidden))
    kept = Path(Slide.objects.get().picture.path).read_bytes()
    assert b"photographer" not in kept
    assert b"script" not in kept


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({}, "__all__", "A slide has a title, a text or a picture."),
        (
            {"picture": SimpleUploadedFile("a.png", b"<svg onload=alert(1)>")},
            "picture",
            "This file is no picture",
        ),
        (
            {"picture": SimpleUploadedFile("a.gif", b"GIF89a" + bytes(40))},
            "picture",
            "This file is no picture",
        ),
        ({"title": "x" * 81}, "title", "80"),
    ],
)
def test_what_is_no_slide_is_refused_beside_its_field(
    slides: Callable[..., Any], typed: dict[str, Any], field: str, sentence: str
) -> None:
    answer = slides(**typed)
    assert answer.status_code == 422
    assert sentence in str(answer.context["slide_form"].errors[field])
    assert not Slide.objects.exists()


@pytest.mark.parametrize("note", [b"\x01\x01", b"\x01\x3e"])
def test_a_picture_whose_notes_the_library_cannot_write_again_is_refused(
    slides: Callable[..., Any], note: bytes
) -> None:
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, "hi"
    turned = exif.tobytes().replace(
        b"\x01\x0e\0\2", note + b"\0\2"
    )  # A text where there should be a number.
    answer = slides(picture=picture("JPEG", exif=turned))
    assert answer.status_code == 422
    assert "This file is no picture" in answer.content.decode()


def test_a_picture_cut_short_or_too_large_is_refused(
    slides: Callable[..., Any], monkeypatch: Any
) -> None:
    whole = picture().read()
    assert slides(picture=SimpleUploadedFile("a.png", whole[: len(whole) // 2])).status_code == 422
    many = io.BytesIO()
    Image.new("1", (8_000, 8_000)).save(many, "PNG")
    assert "points" in slides(picture=SimpleUploadedFile("a.png", many.getvalue())).content.decode()
    monkeypatch.setattr(screens, "LARGEST_FILE", 100)
    assert "8 MB" in slides(picture=picture()).content.decode()


# --- the evening's own time


def test_an_evening_says_its_times_in_its_own_zone_and_the_next_request_in_the_sites(
    english: Client,
) -> None:
    evening = played().tournament
    posted = evening.publications.get()
    here, there = (
        posted.created_at.astimezone(zone).strftime("%H:%M")
        for zone in (
            timezone.get_default_timezone(),
            datetime.timezone(datetime.timedelta(hours=9)),
        )
    )
    address = f"/live/{evening.code}/standings/"
    assert here in english.get(address).content.decode()
    change_evening(tournament=evening, author=None, time_zone="Asia/Tokyo")
    page = english.get(address).content.decode()
    assert there in page
    assert here not in page
    assert 'data-zone="Asia/Tokyo"' in shown(english, evening, "seating")
    assert timezone.get_current_timezone_name() == "Europe/Rome"


def test_a_phone_reads_the_clock_in_the_evenings_zone_too(english: Client) -> None:
    sheet = a_sheet()
    round_, place = sheet.table.round, sheet.table.place
    Round.objects.update(minutes=60, started_at=timezone.now())
    change_evening(tournament=round_.tournament, author=None, time_zone="Asia/Tokyo")
    round_.refresh_from_db()
    assert round_.started_at is not None
    ends = (round_.started_at + datetime.timedelta(hours=1)).astimezone(
        datetime.timezone(datetime.timedelta(hours=9))
    )
    state = english.get(f"/t/{place.code}/{round_.number}/state").json()
    assert state["clock"]["until"] == f"{ends:%H:%M}"
    assert (
        f'"until": "{ends:%H:%M}"'
        in english.get(f"/t/{place.code}/{round_.number}/").content.decode()
    )
    assert timezone.get_current_timezone_name() == "Europe/Rome"


@pytest.mark.parametrize("name", ["Rome", "Europe", "../etc/passwd", "Mars/Olympus"])
def test_a_time_zone_that_is_none_is_refused_in_words(desk: Desk, name: str) -> None:
    evening = a_tournament()
    client, page = desk("organizer"), f"/desk/{evening.code}/settings/"
    typed = {
        key: value
        for key, value in client.get(page).context["form"].initial.items()
        if value not in (None, False)
    }
    answer = client.post(page, typed | {"time_zone": name})
    assert answer.status_code == 422
    assert f"There is no time zone “{name}”" in answer.context["form"].errors["time_zone"][0]
    assert client.post(page, typed | {"time_zone": "Atlantic/Azores"}).status_code == 302
    assert Tournament.objects.get().zone == "Atlantic/Azores"
