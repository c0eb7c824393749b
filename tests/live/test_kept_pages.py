"""Public pages are rendered once and cached: the same for everybody, and never older than the
evening.
"""

from __future__ import annotations

import gzip
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.template import Template
from django.test import Client
from django.test.signals import template_rendered
from django.test.utils import override_settings

from frame import page_cache
from printing.document_context import Printed
from printing.documents import workbook
from scoring.decisions import rule
from scoring.publishing import publish
from scoring.publishing.final_hold import change_evening, hold_final, release_final
from scoring.round_steps import make_official, take_back_to_play
from scoring.rows import enter_row
from scoring.sheet_steps import close_sheet, reopen_sheet
from seasons.season import change_circuit, publish_season, season_of
from tests.accounts import signed_in
from tests.evenings import a_tournament, demo, published_round, sheet_of
from tests.live.addresses import page_text
from tournaments.circuits import Circuit
from tournaments.models import Player, Tournament
from tournaments.roster import save_player
from tournaments.services import close_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_club")]


@pytest.fixture
def desk() -> Client:
    return signed_in("anna", "organizer")


def publish_an_erratum(evening: Tournament) -> int:
    rule(
        sheet=sheet_of(evening.rounds.get(number=1), 1),
        kind="adjustment",
        offender="N",
        effect={"points": "-5"},
        reason="Late.",
        arbiter=None,
    )
    return publish(tournament=evening, author=None).number


@pytest.mark.parametrize(
    "page", ["", "standings/", "screen/", "players/1/", "1/tables/1/", "1/boards/1/"]
)
def test_a_page_is_made_once_and_then_costs_one_small_query(
    english: Client, finished: Tournament, page: str, django_assert_num_queries
) -> None:
    address = f"/live/{finished.code}/{page}"
    first = english.get(address)
    with django_assert_num_queries(1):
        second = english.get(address)
    assert second.content == first.content
    assert (second["Content-Type"], second["X-Frame-Options"]) == (
        "text/html; charset=utf-8",
        "DENY",
    )
    assert "default-src 'self'" in second["Content-Security-Policy"]
    assert (second["Content-Language"], second["Cache-Control"]) == ("en", "no-cache")


def test_who_has_the_page_is_told_so_and_it_travels_compressed(
    english: Client, finished: Tournament
) -> None:
    address = f"/live/{finished.code}/standings/"
    plain = english.get(address)
    packed = english.get(address, headers={"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    whole = gzip.decompress(packed.content)
    assert re.sub(rb"\s+", b" ", whole) == re.sub(rb"\s+", b" ", plain.content)
    again = english.get(address, headers={"If-None-Match": packed["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    head = english.head(address)
    assert (head.status_code, head.content, head["ETag"]) == (200, b"", packed["ETag"])
    assert int(head["Content-Length"]) == len(whole)


@pytest.mark.parametrize(
    "file", ["standings.pdf", "results.xlsx", "players/1/evening.pdf", "1/hands.pdf"]
)
def test_a_file_of_a_published_standing_is_made_once_for_everybody(
    english: Client, finished: Tournament, file: str, django_assert_num_queries: Any
) -> None:
    first = english.get(f"/live/{finished.code}/{file}")
    with django_assert_num_queries(1):
        second = Client(headers={"Accept-Language": "en"}).get(f"/live/{finished.code}/{file}")
    assert (second.content, second["Content-Disposition"]) == (
        first.content,
        first["Content-Disposition"],
    )
    again = english.get(f"/live/{finished.code}/{file}", headers={"If-None-Match": second["ETag"]})
    assert again.status_code == 304
    change_evening(tournament=finished, author=None, name="Another name of it")
    renamed = english.get(f"/live/{finished.code}/{file}")
    assert renamed.content != first.content
    publish_an_erratum(finished)
    assert english.get(f"/live/{finished.code}/{file}").content != renamed.content


PAPER = (
    (Printed, "standings.pdf"),
    (workbook.Evening, "results.xlsx"),
    (Printed, "players/1/evening.pdf"),
    (Printed, "1/hands.pdf"),
)


@pytest.mark.parametrize("cookie", ["", "sessionid=invented"])
@pytest.mark.parametrize(("document", "file"), PAPER)
@pytest.mark.django_db(transaction=True)
def test_a_paper_is_drawn_once_and_few_wait_for_it(
    monkeypatch: pytest.MonkeyPatch, document: Any, file: str, cookie: str
) -> None:
    """Further readers are told to come back while the paper is still being drawn. A hundred
    requests for one paper used to take every thread, and a phone waited up to eleven seconds.
    """
    evening = demo(stage="finished", seed=12, tables=3, rounds=1, language="en")
    page_cache.forget()
    drawn: list[str] = []
    draw = document.draw
    start, answers = threading.Barrier(8), []
    semaphore = threading.Semaphore(0)

    def draw_when_others_are_told(*arguments: Any) -> bytes:
        drawn.append(file)
        for _reader in range(8 - page_cache.MOST_WAITING):
            assert semaphore.acquire(timeout=30)
        content: bytes = draw(*arguments)
        return content

    monkeypatch.setattr(document, "draw", draw_when_others_are_told)

    def ask(number: int) -> None:
        headers = {"Accept-Language": "en"} | ({"Cookie": f"{cookie}{number}"} if cookie else {})
        reader = Client(headers=headers)
        start.wait()
        answers.append(reader.get(f"/live/{evening.code}/{file}"))
        semaphore.release()
        connection.close()

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    ready = [answer for answer in answers if answer.status_code == 200]
    later = [answer for answer in answers if answer.status_code == 503]
    assert (len(ready), len(later)) == (page_cache.MOST_WAITING, 8 - page_cache.MOST_WAITING)
    assert len({answer.content for answer in ready}) == 1
    assert drawn == [file]
    assert all(answer["Refresh"] == answer["Retry-After"] == "3" for answer in later)


def names_asked() -> Iterator[str]:
    yield from (f"10.1.2.{number}" for number in range(1, 20))
    yield from (f"invented{number}.local" for number in range(10))
    yield from (f"127.0.0.1:{port}" for port in range(9000, 9010))


def test_invented_names_have_no_page_made_anew(finished: Tournament) -> None:
    templates: list[str] = []

    def note(sender: object, template: Template, **_more: object) -> None:
        if template.name == "live/standing.html":
            templates.append(template.name)

    template_rendered.connect(note)
    try:
        for name in names_asked():
            page_text(
                Client(headers={"Accept-Language": "en", "Host": name}),
                f"/live/{finished.code}/standings/",
            )
    finally:
        template_rendered.disconnect(note)
    assert templates == ["live/standing.html"]


@pytest.mark.parametrize("file", ["standings.pdf", "result.json"])
def test_a_file_has_never_an_address_that_a_reader_invented(
    finished: Tournament, file: str
) -> None:
    contents = set()
    for name in ("10.99.98.97", "invented.local", "172.16.0.9:81"):
        client = Client(headers={"Accept-Language": "en", "Host": name})
        answer = client.get(f"/live/{finished.code}/{file}")
        assert answer.status_code == 200
        contents.add(answer.content)
    [content] = contents
    assert name.encode() not in content


def test_a_row_and_a_name_put_right_are_shown_at_once(english: Client, playing: Tournament) -> None:
    address = f"/live/{playing.code}/"
    before = page_text(english, address)
    sheet = next(
        paper
        for number in range(1, 5)
        for paper in [sheet_of(playing.rounds.get(), number)]
        if paper.state == "open"
    )
    hand = max(sheet.results.values_list("hand", flat=True), default=0)
    enter_row(sheet=sheet, hand=hand, content=None, origin="desk")
    after = page_text(english, address)
    assert after.count("cell-entered") == before.count("cell-entered") - 1
    player = Player.objects.filter(seats__round__tournament=playing)[0]
    player.surname = "Changedname"
    save_player(player=player, author=None)
    assert "Changedname" in page_text(english, address)


def test_a_name_put_right_after_the_evening_was_closed_is_shown_at_once(
    english: Client, finished: Tournament
) -> None:
    for round_ in finished.rounds.order_by("number"):
        make_official(round=round_, author=None)
    close_tournament(tournament=finished, author=None)
    page = f"/live/{finished.code}/1/tables/1/"
    player = Player.objects.filter(seats__table__number=1, seats__round__number=1)[0]
    assert player.full_name in page_text(english, page)
    player.surname = "Changedname"
    save_player(player=player, author=None)
    assert "Changedname" in page_text(english, page)


def test_nothing_of_a_standing_that_is_held_back_comes_from_what_was_kept(english: Client) -> None:
    evening = a_tournament(planned_rounds=2)
    published_round(evening)
    pages = [
        f"/live/{evening.code}/{page}"
        for page in ("", "standings/", "screen/", "players/1/", "2/tables/1/")
    ]
    hold_final(tournament=evening, author=None)
    published_round(evening)
    prizes = "The final standings will be read out at the prize-giving."
    for _time in range(2):
        assert all(
            "Standings no. 2" not in page_text(english, page) and prizes in page_text(english, page)
            for page in pages
        )
    release_final(tournament=evening, author=None)
    assert all(
        "Standings no. 2" in page_text(english, page) and prizes not in page_text(english, page)
        for page in pages
    )


def test_what_becomes_of_a_standing_is_on_its_page_at_once(english: Client) -> None:
    evening = a_tournament(planned_rounds=2)
    round_ = published_round(evening)
    page = f"/live/{evening.code}/standings/"
    assert "provisional" in page_text(english, page)
    sheet = sheet_of(round_, 1)
    reopen_sheet(sheet=sheet, author=None, reason="A trick miscounted.")
    assert "the sheet has been opened again" in page_text(english, page)
    close_sheet(sheet=sheet, author=None)
    assert "the sheet has been opened again" not in page_text(english, page)
    make_official(round=round_, author=None)
    assert "official" in page_text(english, page)


def test_an_average_that_can_move_no_more_is_off_the_page_of_a_partita_back_in_play(
    english: Client,
) -> None:
    round_ = published_round(a_tournament(planned_rounds=2))
    page = f"/live/{round_.tournament.code}/standings/"
    rule(
        sheet=sheet_of(round_, 1),
        kind="fouled",
        hand=1,
        effect={"average": True},
        reason="Fouled.",
        arbiter=None,
    )
    take_back_to_play(round=round_, author=None, reason="Table 2 counts again.")
    settled = page_text(english, page)
    reopen_sheet(sheet=sheet_of(round_, 2), author=None, reason="A trick miscounted.")
    moving = page_text(english, page)
    assert ("average" in settled, "average" in moving) == (False, True)
    close_sheet(sheet=sheet_of(round_, 2), author=None)
    assert "average" not in page_text(english, page)


def test_an_erratum_takes_the_place_of_what_was_kept(english: Client, finished: Tournament) -> None:
    page, number = (
        f"/live/{finished.code}/standings/",
        finished.publications.latest("number").number,
    )
    assert f"Standings no. {number}," in page_text(english, page)
    assert publish_an_erratum(finished) == number + 1
    assert "These standings correct the ones before." in page_text(english, page)
    assert f"replaced by no. {number + 1}" in page_text(english, f"{page}{number}/")


def test_a_page_of_somebody_signed_in_and_everybodys_are_never_mixed(
    english: Client, desk: Client, finished: Tournament
) -> None:
    for address in (f"/live/{finished.code}/", f"/live/{finished.code}/standings/"):
        for client, name in ((desk, True), (english, False), (desk, True), (english, False)):
            page = client.get(address)
            assert ("anna" in page.content.decode()) is name
            assert (f"/desk/{finished.code}/" in page.content.decode()) is name
        assert "csrf" not in page.content.decode().lower()
        assert not page.cookies


@pytest.mark.parametrize(
    ("query", "headers"),
    [
        ("", {"HX-Request": "%74rue", "HX-Request-URI-AutoEncoded": "true"}),
        ("?planted", {}),
        ("?q=planted&q=", {}),
    ],
)
def test_whoever_asks_first_changes_nothing_for_the_others(
    english: Client, finished: Tournament, query: str, headers: dict[str, str]
) -> None:
    address = f"/live/{finished.code}/"
    assert english.get(address + query, headers=headers).status_code == 200
    for page in (page_text(english, address), page_text(english, address + "?q=")):
        assert ("</html>" in page, "planted" in page) == (True, False)


def test_the_screen_says_where_phones_reach_it_now(
    english: Client, finished: Tournament, settings: Any
) -> None:
    for place in ("http://192.168.1.20:8000", "http://10.0.0.7:8000"):
        settings.KING_ADDRESS = place
        assert place in page_text(english, f"/live/{finished.code}/screen/")


def test_each_reader_has_his_language_and_chooses_it_without_a_token(finished: Tournament) -> None:
    address = f"/live/{finished.code}/standings/"
    reader = Client(headers={"Accept-Language": "en"}, enforce_csrf_checks=True)
    assert "Overall" in page_text(reader, address)
    answer = reader.post("/i18n/setlang/", {"language": "it", "next": address})
    assert (answer.status_code, answer["Location"]) == (302, address)
    assert "Overall" not in page_text(reader, address)
    assert "Overall" in page_text(Client(headers={"Accept-Language": "en"}), address)


@pytest.mark.django_db(transaction=True)
def test_many_who_ask_at_one_moment_have_the_page_made_once(playing: Tournament) -> None:
    templates: list[str] = []

    def note(sender: object, template: Template, **_more: object) -> None:
        if template.name == "live/evening.html":
            templates.append(template.name)

    start, answers = threading.Barrier(8), []

    def ask() -> None:
        start.wait()
        answers.append(Client().get(f"/live/{playing.code}/").content)
        connection.close()

    template_rendered.connect(note)
    try:
        threads = [threading.Thread(target=ask) for _number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        template_rendered.disconnect(note)
    assert (len(answers), len(set(answers)), templates) == (8, 1, ["live/evening.html"])


def test_while_a_page_is_in_the_making_whoever_asks_has_the_last_one(
    english: Client, playing: Tournament
) -> None:
    """The second request comes on the same thread, so waiting would never end. The lock is on a
    file, so other processes respect it too.
    """
    address, meanwhile = f"/live/{playing.code}/", []
    before = page_text(english, address)

    def ask(sender: object, template: Template, **_more: object) -> None:
        if template.name == "live/evening.html":
            meanwhile.append(page_text(Client(headers={"Accept-Language": "en"}), address))

    sheet = next(
        paper
        for number in range(1, 5)
        for paper in [sheet_of(playing.rounds.get(), number)]
        if paper.state == "open"
    )
    hand = max(sheet.results.values_list("hand", flat=True))
    enter_row(sheet=sheet, hand=hand, content=None, origin="desk")
    template_rendered.connect(ask)
    try:
        after = page_text(english, address)
    finally:
        template_rendered.disconnect(ask)
    assert meanwhile == [before]
    assert after.count("cell-entered") == before.count("cell-entered") - 1
    assert page_text(english, address) == after


def test_a_page_that_is_not_there_leaves_no_lock(english: Client, playing: Tournament) -> None:
    places = settings.DATA_DIR / "cache"
    before = set(places.glob("*.lock"))
    assert english.get(f"/live/{playing.code}/1/hands.pdf").status_code == 404
    assert set(places.glob("*.lock")) == before


def test_where_nothing_can_be_kept_pages_are_made_for_each(
    english: Client, finished: Tournament, tmp_path: Path, settings
) -> None:
    (tmp_path / "full").touch()
    pages = settings.CACHES["pages"] | {"LOCATION": tmp_path / "full" / "pages"}
    with override_settings(CACHES=settings.CACHES | {"pages": pages}):
        assert [english.get(f"/live/{finished.code}/").status_code for _time in range(2)] == [
            200,
            200,
        ]


def some_evenings(count: int = 2) -> Circuit:
    circuit = Circuit.objects.create(name="Re Cuori", settings={"method": "places"})
    for number in range(count):
        published_round(
            a_tournament(
                name=f"Evening {number + 1}", date=f"2026-01-{number + 10}", circuit=circuit
            )
        )
    return circuit


@pytest.mark.parametrize(
    ("page", "evenings"),
    [
        ("", 1),
        ("", 3),
        ("standings/1/", 1),
        ("standing.pdf", 1),
        ("standings/1/standing.xlsx", 1),
        ("standing.json", 1),
    ],
)
def test_a_page_of_a_season_is_made_once_and_costs_two_questions_however_many_evenings_there_are(
    english: Client, page: str, evenings: int, django_assert_num_queries: Any
) -> None:
    circuit = some_evenings(evenings)
    publish_season(circuit=circuit, author=None)
    address = f"/circuits/{circuit.code}/{page}"
    first = english.get(address, headers={"Accept-Encoding": "gzip"})
    with django_assert_num_queries(2):
        second = Client(headers={"Accept-Language": "en", "Accept-Encoding": "gzip"}).get(address)
    assert (second.content, second["Content-Encoding"]) == (first.content, "gzip")
    assert english.get(address, headers={"If-None-Match": second["ETag"]}).status_code == 304


def test_whatever_moves_a_season_is_on_its_page_at_once(english: Client) -> None:
    circuit = some_evenings()
    address, evening = f"/circuits/{circuit.code}/", circuit.tournaments.earliest("date")
    before = page_text(english, address)
    number = publish_an_erratum(evening)
    corrected = page_text(english, address)
    assert corrected != before
    assert f"its standings no. {number} count." in corrected
    assert "standings/1/" not in corrected
    publish_season(circuit=circuit, author=None)
    assert "standings/1/" in page_text(english, address)
    change_circuit(circuit=circuit, author=None, prizes="A silver spoon")
    assert "A silver spoon" in page_text(english, address)
    player = Player.objects.filter(memberships__tournament=evening)[0]
    change_circuit(circuit=circuit, author=None, guests=[player])
    assert "Guests, who play without a place" in page_text(english, address)
    player.surname = "Changedname"
    save_player(player=player, author=None)
    assert "Changedname" in page_text(english, address)
    change_evening(tournament=evening, author=None, circuit=None)
    assert "After 1 evening." in page_text(english, address)


def test_a_final_standing_kept_for_the_prize_giving_comes_into_the_season_with_its_release(
    english: Client,
) -> None:
    circuit = Circuit.objects.create(name="Re Cuori")
    evening = a_tournament(planned_rounds=2, circuit=circuit)
    published_round(evening)
    hold_final(tournament=evening, author=None)
    published_round(evening)
    pages = f"/circuits/{circuit.code}/", f"/live/{evening.code}/screen/season/"
    rounds = f"/circuits/{circuit.code}/standing.json"
    for page in pages:
        page_text(english, page)
    assert len(english.get(rounds).json()["rounds"]) == 1
    texts = [page_text(english, page) for page in pages]
    release_final(tournament=evening, author=None)
    assert len(english.get(rounds).json()["rounds"]) == 2
    assert [page_text(english, page) for page in pages] != texts


def test_the_screen_of_a_season_follows_the_other_evenings_too(english: Client) -> None:
    circuit = some_evenings()
    tonight = a_tournament(name="Tonight", date="2026-02-01", circuit=circuit)
    address = f"/live/{tonight.code}/screen/season/"
    page = page_text(english, address)
    assert "Re Cuori · after 2 evenings" in " ".join(page.split())
    line = season_of(circuit).standings.overall[0]
    assert f'<span class="name" translate="no">{line.entry}</span>' in page.replace("\n    ", "")
    stamp = re.search(r'data-stamp="(\w+)"', page)
    assert stamp is not None
    assert english.get(address, {"stamp": stamp[1]}).status_code == 204
    publish_an_erratum(circuit.tournaments.earliest("date"))
    renewed = english.get(address, {"stamp": stamp[1]})
    assert renewed.status_code == 200
    assert "Corrected evenings" in renewed.content.decode()
