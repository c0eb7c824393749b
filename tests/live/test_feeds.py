"""Public pages outside the browser: link previews with tags, picture and text; calendar, feed and
home screen.
"""

from __future__ import annotations

import datetime
import io
import re
import xml.etree.ElementTree as ET
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.test.utils import override_settings
from django.utils import timezone
from PIL import Image

from king_tournament.live.downloads import folder_of
from people.erasure import forget
from people.members import agree_to_page
from printing import link_pictures
from scoring.publishing.final_hold import change_evening, hold_final, release_final
from scoring.round_steps import make_official
from seasons.season import publish_season
from simultaneous import centre, ranking
from tests.accounts import account
from tests.evenings import a_tournament, played, published_round, sealed_round
from tests.simultaneous.events import in_play, reported
from tournaments.circuits import Circuit
from tournaments.models import Tournament
from tournaments.roster import save_player
from tournaments.services import close_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_club")]
SITE = "https://king.example.org"
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(autouse=True)
def site(settings: Any) -> None:
    settings.KING_ADDRESS = SITE


@pytest.fixture
def evening() -> Tournament:
    """An evening in a circuit, with the first of two partite published."""
    evening = a_tournament(
        planned_rounds=2, name="Friday, “third” & last", place="Genoa", date=timezone.localdate()
    )
    evening.circuit = Circuit.objects.create(code="c2rcuit", name="Winter")
    evening.save(update_fields=["circuit"])
    published_round(evening)
    return evening


def tags(client: Client, address: str) -> dict[str, str]:
    page = client.get(address)
    assert page.status_code == 200, address
    pairs = re.findall(
        r'<meta\s+(?:property|name)="([^"]+)"\s+content="([^"]*)"', page.content.decode()
    )
    return dict(pairs)


def words_of(picture: bytes) -> str:
    with Image.open(io.BytesIO(picture)) as opened:
        assert (opened.format, opened.size) == ("PNG", (1200, 630))
        return str(opened.info["Description"])


def winner(evening: Tournament) -> str:
    return str(evening.publications.last().standings["overall"][0]["entry"])


# --- tags and pictures


@pytest.mark.parametrize("page", ["", "standings/", "standings/1/", "players/1/"])
def test_a_page_says_title_words_and_picture_with_whole_addresses(
    english: Client, evening: Tournament, page: str
) -> None:
    address = f"/live/{evening.code}/{page}"
    meta = tags(english, address)
    assert meta["og:url"] == SITE + address
    assert min(map(len, map(meta.get, ("og:title", "og:description", "og:image:alt")))) > 4
    assert (meta["og:image:width"], meta["og:image:height"]) == ("1200", "630")
    assert meta["og:image"].startswith(f"{SITE}/live/{evening.code}/")
    picture = english.get(urlsplit(meta["og:image"]).path)
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/png")
    assert "Friday, “third” & last" in words_of(picture.content)


def test_the_picture_of_a_standing_is_its_podium_and_a_player_s_is_the_own_evening(
    english: Client, evening: Tournament
) -> None:
    live = f"/live/{evening.code}/"
    podium = words_of(english.get(f"{live}standings/1/picture.png").content)
    first = evening.publications.last().standings["overall"][:3]
    assert all(line["entry"].split()[0] in podium for line in first)
    assert "Standings after partita 1" in podium
    own = words_of(english.get(f"{live}players/3/picture.png").content)
    assert evening.entries.get(number=3).title in own
    assert " of 8" in own
    assert "Partita 1" in own


def test_before_a_standing_the_picture_says_what_the_evening_is(english: Client) -> None:
    evening = a_tournament(name="Friday", place="Genoa", timetable="play at 21")
    picture_words = words_of(english.get(f"/live/{evening.code}/picture.png").content)
    assert [word for word in ("Friday", "Genoa", "play at 21") if word not in picture_words] == []
    assert english.get(f"/live/{evening.code}/standings/1/picture.png").status_code == 404
    assert english.get(f"/live/{evening.code}/players/77/picture.png").status_code == 404


def test_a_picture_is_drawn_once_and_anew_when_the_publication_changes(
    english: Client, evening: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished, drawn = link_pictures._Pen.finished, []

    def counted(pen: link_pictures._Pen, words: str) -> bytes:
        drawn.append(words)
        return finished(pen, words)

    monkeypatch.setattr(link_pictures._Pen, "finished", counted)
    address = f"/live/{evening.code}/picture.png"
    first = english.get(address)
    again = english.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert Client(headers={"Accept-Language": "en"}).get(address).content == first.content
    sheet = sealed_round(evening, 2).tables.get(number=1).sheet
    assert sheet is not None
    assert english.get(address)["ETag"] == first["ETag"]
    before = len(drawn)
    change_evening(tournament=evening, author=None, name="Another name")
    renamed = english.get(address, headers={"If-None-Match": first["ETag"]})
    assert renamed.status_code == 200
    assert "Another name" in words_of(renamed.content)
    assert len(drawn) == before + 1


def test_without_an_address_of_its_own_the_site_says_words_and_no_address(
    english: Client, evening: Tournament
) -> None:
    with override_settings(KING_ADDRESS="", ALLOWED_HOSTS=["*", "testserver"]):
        known = tags(english, f"/live/{evening.code}/")
        assert known["og:url"] == f"http://testserver/live/{evening.code}/"
        proxied = Client(headers={"Accept-Language": "en", "X-Forwarded-For": "203.0.113.9"})
        unknown = tags(Client(headers={"Accept-Language": "en"}), f"/live/{evening.code}/")
    with override_settings(KING_ADDRESS="", ALLOWED_HOSTS=["*"]):
        host = {"HTTP_HOST": "10.99.98.97"}
        page = proxied.get(f"/live/{evening.code}/", **host).content.decode()
    assert 'property="og:title"' in page
    assert "og:image" not in page
    assert "10.99.98.97" not in page
    assert unknown["og:title"] == known["og:title"]


def test_nothing_held_back_is_in_a_tag_a_picture_a_text_a_calendar_or_a_feed(
    english: Client, evening: Tournament
) -> None:
    live = f"/live/{evening.code}/"
    hold_final(tournament=evening, author=None)
    addresses = [
        live,
        f"{live}standings/",
        f"{live}players/1/",
        f"{live}picture.png",
        f"{live}players/1/picture.png",
        "/live/evenings.ics",
        "/live/standings.atom",
        "/circuits/c2rcuit/",
        "/circuits/c2rcuit/picture.png",
        "/circuits/c2rcuit/evenings.ics",
    ]
    before = {address: english.get(address).content for address in addresses}
    published_round(evening)
    for address in addresses[3:]:
        if address != "/circuits/c2rcuit/":
            assert english.get(address).content == before[address], address
    for address in addresses:
        assert "no. 2" not in flat_words(english, address), address
    assert english.get(f"{live}standings/2/picture.png").status_code == 404
    release_final(tournament=evening, author=None)
    for address in (f"{live}picture.png", f"{live}players/1/picture.png", "/live/standings.atom"):
        assert english.get(address).content != before[address], address
    assert english.get(f"{live}standings/2/picture.png").status_code == 200


def flat_words(client: Client, address: str) -> str:
    content = client.get(address).content
    return words_of(content) if content.startswith(b"\x89PNG") else content.decode()


def test_a_forgotten_name_leaves_every_one_of_them(english: Client, evening: Tournament) -> None:
    number = next(
        entry.number for entry in evening.entries.with_players() if entry.title == winner(evening)
    )
    player = evening.entries.get(number=number).members.get().player
    player.surname = "Zanetti"
    save_player(player=player, author=None)
    publish_season(circuit=evening.circuit, author=None)
    live = f"/live/{evening.code}/"
    addresses = [
        live,
        f"{live}standings/",
        f"{live}players/{number}/",
        f"{live}picture.png",
        f"{live}standings/1/picture.png",
        f"{live}players/{number}/picture.png",
        "/live/standings.atom",
        "/circuits/c2rcuit/",
        "/circuits/c2rcuit/picture.png",
    ]
    for address in addresses:
        assert player.full_name in flat_words(english, address), address
    make_official(round=evening.rounds.get(), author=None)
    close_tournament(tournament=evening, author=None)
    forget(player=player, author=account("forgetter", "organizer"))
    for address in addresses:
        assert player.full_name not in flat_words(english, address), address


@override_settings(PLAYER_PAGES=True)
def test_a_person_s_picture_is_there_while_the_page_is(
    english: Client, evening: Tournament
) -> None:
    player = evening.entries.get(number=1).members.get().player
    agree_to_page(player=player, agreed=True, author=None)
    player.refresh_from_db()
    address = f"/players/{player.page_code}/"
    meta = tags(english, address)
    assert meta["og:image"] == f"{SITE}{address}picture.png"
    picture = english.get(f"{address}picture.png")
    assert player.full_name in words_of(picture.content)
    assert picture["X-Robots-Tag"] == "noindex"
    again = english.get(f"{address}picture.png", headers={"If-None-Match": picture["ETag"]})
    assert again.status_code == 304
    agree_to_page(player=player, agreed=False, author=None)
    assert english.get(f"{address}picture.png").status_code == 404


# --- the text to send


def test_what_is_sent_is_ten_lines_with_the_link(english: Client, evening: Tournament) -> None:
    page = english.get(f"/live/{evening.code}/standings/").content.decode()
    [text] = re.findall(r"<textarea[^>]*id=\"share-text\"[^>]*>(.*?)</textarea>", page, re.DOTALL)
    lines = text.split("\n")
    assert len(lines) == 10
    assert lines[0] == "Friday, “third” &amp; last"
    assert "provisional no. 1" in lines[1]
    first = evening.publications.last().standings["overall"][0]
    assert lines[2].startswith(f"1. {first['entry']} ")
    assert lines[-1] == f"{SITE}/live/{evening.code}/standings/"


def test_the_folder_that_is_sent_round_has_no_tag_button_or_address_of_them(
    evening: Tournament,
) -> None:
    for name, content in folder_of(evening).items():
        assert b"og:" not in content, name
        assert b"manifest" not in content or not name.endswith(".html"), name
        assert b"picture.png" not in content, name
        assert SITE.encode() not in content or not name.endswith(".html"), name


# --- an event of many halls


@pytest.mark.parametrize("page", ["", "standing/", "halls/1/"])
def test_an_event_of_many_halls_is_sent_round_as_an_evening_is(english: Client, page: str) -> None:
    event = reported(in_play(name="Autumn, all halls"), 1, 2)
    event_page = f"/simultaneous/{event.code}/"
    before = tags(english, event_page)
    assert before["og:title"] == "Autumn, all halls"
    assert "Player" not in flat_words(english, event_page)
    assert "Player" not in words_of(english.get(f"{event_page}picture.png").content)
    publication = ranking.publish_event(event=centre.close_event(event))
    [first] = publication.lines.filter(wind="", place=1)
    address = event_page + page
    meta = tags(english, address)
    assert (meta["og:url"], meta["og:image"]) == (SITE + address, f"{SITE}{event_page}picture.png")
    assert first.name in meta["og:description"]
    picture = english.get(f"{event_page}picture.png")
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/png")
    assert first.name.split()[1] in words_of(picture.content)
    if page != "halls/1/":
        page_text = english.get(address).content.decode()
        [text] = re.findall(
            r"<textarea[^>]*id=\"share-text\"[^>]*>(.*?)</textarea>", page_text, re.DOTALL
        )
        assert text.split("\n")[-1] == SITE + address
        assert len(text.split("\n")) <= 10


# --- calendars


def unfolded(content: bytes) -> list[str]:
    """Lines of a calendar, unfolded and checked by the rules of RFC 5545, 3.1."""
    text = content.decode()
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    for line in content.split(b"\r\n"):
        assert len(line) <= 75, line
        line.decode()  # No letter is cut.
    return text.replace("\r\n ", "").split("\r\n")[:-1]


def events(lines: list[str]) -> list[dict[str, str]]:
    assert (lines[0], lines[-1]) == ("BEGIN:VCALENDAR", "END:VCALENDAR")
    assert "VERSION:2.0" in lines
    assert any(line.startswith("PRODID:") for line in lines)
    entries: list[dict[str, str]] = []
    for line in lines:
        if line == "BEGIN:VEVENT":
            entries.append({})
        elif entries:
            name, _colon, value = line.partition(":")
            key = name.partition(";")[0]
            assert key not in entries[-1] or key == "END", line
            entries[-1][key] = value
    return entries


@pytest.mark.parametrize("address", ["/live/evenings.ics", "/circuits/c2rcuit/evenings.ics"])
def test_a_calendar_keeps_the_rules_of_its_format(
    english: Client, evening: Tournament, address: str
) -> None:
    change_evening(
        tournament=evening,
        author=None,
        place="Circolo “Perché no”, via Garibaldi; là dove c'è l'acqua, città di Genova è già là",
        timetable="entries until 20:45\\play at 21",
    )
    answer = english.get(address)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    [event] = events(unfolded(answer.content))
    assert event["UID"] == f"{evening.code}@king"
    assert re.fullmatch(r"\d{8}T\d{6}Z", event["DTSTAMP"])
    assert event["DTSTART"] == f"{evening.date:%Y%m%d}"
    assert event["DTEND"] == f"{evening.date + datetime.timedelta(days=1):%Y%m%d}"
    assert event["SUMMARY"] == "Friday\\, “third” & last"
    assert event["LOCATION"] == (
        "Circolo “Perché no”\\, via Garibaldi\\; là dove c'è l'acqua\\, città di Genova è già là"
    )
    assert event["DESCRIPTION"].startswith("entries until 20:45\\\\play at 21\\n")
    assert event["URL"] == f"{SITE}/live/{evening.code}/"
    again = english.get(address, headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


def test_an_evening_that_is_put_off_stays_the_same_event(
    english: Client, evening: Tournament
) -> None:
    [before] = events(unfolded(english.get("/live/evenings.ics").content))
    later = evening.date + datetime.timedelta(days=7)
    change_evening(tournament=evening, author=None, date=later)
    [after] = events(unfolded(english.get("/live/evenings.ics").content))
    assert after["UID"] == before["UID"]
    assert (before["DTSTART"], after["DTSTART"]) == (f"{evening.date:%Y%m%d}", f"{later:%Y%m%d}")
    assert after["DTSTAMP"] >= before["DTSTAMP"]


def test_a_trial_evening_is_in_no_calendar_and_no_feed(
    english: Client, finished: Tournament
) -> None:
    assert finished.is_demo
    assert events(unfolded(english.get("/live/evenings.ics").content)) == []
    assert ET.fromstring(english.get("/live/standings.atom").content).findall(f"{ATOM}entry") == []


def components(lines: list[str]) -> list[str]:
    """Names of the components directly within the calendar, after checking that each ends where it
    began.
    """
    opened: list[str] = []
    names = []
    for line in lines:
        name, _colon, value = line.partition(":")
        if name == "BEGIN":
            opened.append(value)
            names += [value] if len(opened) == 2 else []
        elif name == "END":
            assert opened.pop() == value
    assert opened == []
    return names


def test_the_calendar_of_a_circuit_without_an_evening_is_one(english: Client) -> None:
    """It is valid: a calendar has at least one component (RFC 5545, 3.6), and a time zone has these
    properties (3.6.5).
    """
    Circuit.objects.create(code="c2rcuit", name="Winter")
    lines = unfolded(english.get("/circuits/c2rcuit/evenings.ics").content)
    assert components(lines) == ["VTIMEZONE"]
    zone = {line.partition(":")[0] for line in lines}
    assert {"TZID", "DTSTART", "TZOFFSETFROM", "TZOFFSETTO"} <= zone
    assert english.get("/circuits/c2rcuit/").status_code == 200


def test_a_calendar_with_an_evening_has_nothing_but_it(
    english: Client, evening: Tournament
) -> None:
    lines = unfolded(english.get("/circuits/c2rcuit/evenings.ics").content)
    assert components(lines) == ["VEVENT"]


# --- the feed


def test_the_feed_without_a_publication_is_one(english: Client) -> None:
    """It is valid: a feed has an id, a title, a time of change, and an author if an entry has none
    (RFC 4287, 4.1.1).
    """
    Circuit.objects.create(code="c2rcuit", name="Winter")
    feed = ET.fromstring(english.get("/live/standings.atom").content)
    for name in ("id", "title", "updated", "author"):
        assert len(feed.findall(f"{ATOM}{name}")) == 1, name
    assert feed.findall(f"{ATOM}entry") == []


def test_the_feed_keeps_the_rules_of_its_format(english: Client, evening: Tournament) -> None:
    publish_season(circuit=evening.circuit, author=None)
    answer = english.get("/live/standings.atom")
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ET.fromstring(answer.content)
    assert feed.tag == f"{ATOM}feed"
    for one in (feed, *feed.findall(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            assert len(one.findall(f"{ATOM}{name}")) == 1, name
        moment = datetime.datetime.fromisoformat(one.find(f"{ATOM}updated").text)
        assert moment.tzinfo is not None
    assert feed.find(f"{ATOM}author/{ATOM}name").text == "King"
    [own] = [link for link in feed.findall(f"{ATOM}link") if link.get("rel") == "self"]
    assert own.get("href") == f"{SITE}/live/standings.atom"
    entries = feed.findall(f"{ATOM}entry")
    assert [entry.find(f"{ATOM}title").text for entry in entries] == [
        "Winter · provisional no. 1",
        "Friday, “third” & last · provisional no. 1",
    ]
    links = [entry.find(f"{ATOM}link").get("href") for entry in entries]
    assert links == [
        f"{SITE}/circuits/c2rcuit/standings/1/",
        f"{SITE}/live/{evening.code}/standings/1/",
    ]
    ids = [entry.find(f"{ATOM}id").text for entry in entries]
    assert len({*ids}) == 2
    assert all(re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", one) for one in ids)
    assert winner(evening) in entries[1].find(f"{ATOM}summary").text
    with override_settings(KING_ADDRESS="https://elsewhere.example.org"):
        moved = ET.fromstring(english.get("/live/standings.atom").content)
    assert [entry.find(f"{ATOM}id").text for entry in moved.findall(f"{ATOM}entry")] == ids
    again = english.get("/live/standings.atom", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


def test_a_standing_kept_for_the_prize_giving_is_dated_when_it_was_shown(english: Client) -> None:
    evening = played(1).tournament
    hold_final(tournament=evening, author=None)
    published_round(evening)
    release_final(tournament=evening, author=None)
    published = evening.publications.latest("number")
    [released] = evening.final_holds.values_list("released_at", flat=True)
    assert published.created_at < released
    feed = ET.fromstring(english.get("/live/standings.atom").content)
    entry = feed.findall(f"{ATOM}entry")[0]
    assert "no. 2" in entry.find(f"{ATOM}title").text
    for name in ("updated", "published"):
        moment = datetime.datetime.fromisoformat(entry.find(f"{ATOM}{name}").text)
        assert moment == released, name


# --- on a home screen


def test_the_manifest_of_public_pages_and_of_a_table_open_where_they_were_kept(
    english: Client,
) -> None:
    evening = played(2).tournament
    sealed_round(evening, 2)
    code = evening.places.first().code
    for page, start in (
        (f"/live/{evening.code}/", "/live/"),
        (f"/t/{code}/2/", f"/t/{code}/"),
    ):
        page_text = english.get(page).content.decode()
        [address] = re.findall(r'<link rel="manifest"\s+href="([^"]+)"', page_text)
        assert 'name="theme-color"' in page_text
        assert 'rel="apple-touch-icon"' in page_text
        answer = english.get(address)
        assert answer["Content-Type"] == "application/manifest+json"
        form = answer.json()
        assert (form["start_url"], form["scope"], form["display"]) == (start, "/", "standalone")
        style = (settings.BASE_DIR / "static/king/king.css").read_text(encoding="utf-8")
        assert f"--king-ground: {form['background_color']};" in style
        assert f"--king-accent: {form['theme_color']};" in style
        assert {icon["sizes"] for icon in form["icons"]} == {"192x192", "512x512"}
        assert english.get(form["start_url"]).status_code in (200, 302)
