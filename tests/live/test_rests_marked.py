"""The figure of a partita that a player sat out is in round brackets in every view of an evening,
with a line that explains them. In these tests a rest is worth an odd figure, so that it can be
found in every view, alone or in a sum.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client
from django.test.html import parse_html
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from frame.standing_page import StandingPage
from king_tournament.live.downloads import folder_of
from printing.document_context import Options
from printing.document_list import DOCUMENTS
from printing.mailing import mail_for, published_results, results_text
from printing.models import Mailing
from scoring.publishing import PublishedStandings, compared_evening, publish, tables_as_published
from scoring.publishing.final_hold import hold_final
from screens.pages.screen import Role
from screens.reveals import begin_reveal, press
from seasons.season import publish_season
from simultaneous import centre, ranking
from simultaneous.models import Event, EventPublication
from tests.accounts import signed_in
from tests.evenings import entered, kept, sat_out
from tests.live.addresses import every_address
from tests.printing.pages import texts_of
from tests.simultaneous import events
from tournaments.circuits import Circuit
from tournaments.models import Player, Seat, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_club")]

WORTH = {"bye_points": "777/100"}
SHOWS = re.compile(r"(?<!worth )(?<!sitting out: )(?:\d[.,]77(?!\d)|\d77/100)")
"""Figures that contain a rest: alone, in a sum, or as a fraction in JSON. The evening's rules may name it unmarked."""
MARKED = re.compile(r"\(7[.,]77\)|\brests\b|\"rest(ed|s)\"")
SAID = re.compile(r"[Ss]at out|\brests\b|did not play|\"rest(ed|s)\"")


@kept
def an_odd_evening() -> Tournament:
    """Nine players play two partite, and one rests in each. The evening is in a circuit whose
    season is published too.
    """
    circuit = Circuit.objects.create(name="Inverno", settings=WORTH)
    evening = entered(9, drawn=True, planned_rounds=2, standing_settings=WORTH)
    Tournament.objects.filter(pk=evening.pk).update(circuit=circuit, place="Genova")
    for player in Player.objects.all():
        player.page_code, player.page_agreed_at = f"page{player.pk:06}", timezone.now()
        player.emails_agreed, player.email = True, f"{player.pk}@example.org"
        player.save()
    for _partita in range(2):
        sat_out(Tournament.objects.get(pk=evening.pk))
    publish_season(circuit=Circuit.objects.get(), author=None)
    return Tournament.objects.get(pk=evening.pk)


def resters(evening: Tournament) -> list[Player]:
    numbers = [number for one in evening.rounds.all() for number in one.seating_note["sitting_out"]]
    return list(Player.objects.filter(memberships__entry__number__in=numbers))


def words_of(body: bytes, kind: str = "") -> str:
    """Text of an answer of any type."""
    if body.startswith(b"%PDF"):
        return "\n".join(texts_of(body))
    if body.startswith(b"PK"):
        try:
            sheets = load_workbook(io.BytesIO(body)).worksheets
        except KeyError:
            return ""  # a folder of pages, which are read one by one
        rows = (row for sheet in sheets for row in sheet.iter_rows(values_only=True))
        return "\n".join(" ".join(str(cell) for cell in row if cell is not None) for row in rows)
    text = body.decode("utf-8", "replace")
    if "html" in kind or text.lstrip().startswith("<"):
        text = re.sub(r"<(script|style|head)\b.*?</\1>", " ", text, flags=re.DOTALL)
        return re.sub(r"<[^>]+>", " ", text)
    return text


def unmarked(faces: dict[str, str]) -> dict[str, list[str]]:
    """Views with a rest that is not marked or not explained, each with the text around it."""
    wrong = {}
    for name, text in faces.items():
        rests = SHOWS.findall(text)
        if rests and not (MARKED.search(text) and SAID.search(text)):
            wrong[name] = [
                " ".join(text[max(0, m.start() - 60) : m.end() + 30].split())
                for m in SHOWS.finditer(text)
            ][:3]
    return wrong


def showing(faces: dict[str, str]) -> set[str]:
    return {name for name, text in faces.items() if SHOWS.search(text)}


def pages_of_the_site(client: Client, evening: Tournament) -> dict[str, str]:
    circuit = Circuit.objects.get()
    player = resters(evening)[0]
    texts = {}
    entry = player.memberships.get(tournament=evening).entry_id
    number = evening.entries.get(pk=entry).number
    more = [
        reverse("live:entry", args=[evening.code, number]),
        reverse("live:player_paper", args=[evening.code, number]),
        reverse("seasons:public", args=[circuit.code]),
        reverse("seasons:posted", args=[circuit.code, 1]),
        reverse("seasons:name", args=[circuit.code]) + f"?of={player.full_name}",
        *(
            reverse("seasons:file", args=[circuit.code, kind])
            for kind in ("pdf", "xlsx", "csv", "json")
        ),
        *(
            reverse("seasons:file", args=[circuit.code, 1, kind])
            for kind in ("pdf", "xlsx", "csv", "json")
        ),
        reverse("people:public", args=[player.page_code]),
        reverse("people:public_paper", args=[player.page_code]),
        reverse("people:player", args=[player.pk]),
        *(reverse("live:csv_list", args=[evening.code, key]) for key in ("winds", "partita-2")),
        f"/api/tournaments/{evening.code}/standings/last/",
    ]
    for address in {*every_address(evening), *more}:
        answer = client.get(address)
        if answer.status_code == 200 and not answer.streaming:
            kind = answer.get("Content-Type", "")
            texts[address] = words_of(answer.content, kind)
    return texts


def test_no_page_of_the_site_shows_a_partita_that_was_sat_out_without_its_mark(
    settings: Any,
) -> None:
    settings.PLAYER_PAGES = True
    evening = an_odd_evening()
    texts = pages_of_the_site(signed_in("anna", "organizer", "arbiter"), evening)
    assert unmarked(texts) == {}
    code = evening.code
    assert showing(texts) >= {
        f"/live/{code}/",
        f"/live/{code}/standings/",
        f"/live/{code}/overall.csv",
        f"/live/{code}/partita-1.csv",
        f"/live/{code}/winds.csv",
        f"/live/{code}/screen/overall/",
        f"/desk/{code}/standings/",
        f"/desk/{code}/close/",
        f"/api/tournaments/{code}/standings/last/",
    }


def papers(evening: Tournament) -> Iterator[tuple[str, str]]:
    for key, document in DOCUMENTS.items():
        for partita in (None, 1) if key == "standings" else (None,):
            options = Options.read({"round": partita} if partita else {})
            try:
                body = document.render(document.gather(evening, options), None)
            except ValidationError:
                continue  # the document is refused
            yield f"{key} {partita or ''}".strip(), words_of(body)


@pytest.mark.usefixtures("in_english")
def test_no_paper_shows_a_partita_that_was_sat_out_without_its_mark() -> None:
    texts = dict(papers(an_odd_evening()))
    assert unmarked(texts) == {}
    lists = {"standings", "standings 1", "results", "workbook"}
    assert showing(texts) == lists | {"prize_list", "diplomas"}


@pytest.mark.usefixtures("in_english")
def test_the_standing_of_a_partita_on_paper_lists_who_rested_under_a_heading() -> None:
    evening = an_odd_evening()
    (number,) = evening.rounds.get(number=1).seating_note["sitting_out"]
    heading, _, below = dict(papers(evening))["standings 1"].partition("Sitting this partita out")
    assert (evening.entries.get(number=number).title in below, below != "") == (True, True)
    assert evening.entries.get(number=number).title not in heading


@pytest.mark.usefixtures("in_english")
def test_the_folder_the_mails_and_the_text_to_copy_mark_it_too() -> None:
    evening = an_odd_evening()
    published = published_results(evening)
    assert published is not None
    texts = {name: words_of(body) for name, body in folder_of(evening).items()}
    output = io.StringIO()
    call_command("export_results", evening.code, stdout=output)
    texts |= {"text": results_text(published, ""), "export_results": output.getvalue()}
    compared = compared_evening(published, tables_as_published(published))
    for player in resters(evening):
        row = Mailing(tournament=evening, player=player, address=player.email, link="")
        texts[f"mail {player.pk}"] = str(mail_for(row, published, compared).body)
    assert unmarked(texts) == {}
    assert showing(texts) >= {
        "index.html",
        "standings.html",
        "standings.pdf",
        "text",
        "export_results",
        *(f"mail {player.pk}" for player in resters(evening)),
    }


def seat_of_who_sat_out_before(evening: Tournament) -> Seat:
    """Seat in partita 2 of the player who sat out partita 1, so that all of this player's sums
    include the rest.
    """
    [number] = evening.rounds.get(number=1).seating_note["sitting_out"]
    return Seat.objects.get(round__tournament=evening, round__number=2, entry__number=number)


def looked_at(desk: Client, seat: Seat) -> dict[str, str]:
    """Previews of a ruling and of an exchange of winds."""
    code, table = seat.round.tournament.code, seat.table.number
    page, api = f"/desk/{code}/play/2/{table}/", f"/api/tournaments/{code}/rounds/2/tables/{table}/"
    ruling = {"kind": "adjustment", "offender": seat.wind, "reason": "Ritardo."}
    other = "E" if seat.wind == "N" else "N"
    exchange = {"wind": seat.wind, "other": other, "hand": 8, "follows": "players"}
    answers = {
        "rule": desk.post(f"{page}rule/", {**ruling, "points": "-100", "preview": "1"}),
        "winds": desk.post(f"{page}seats/winds/", exchange),
        "api winds": desk.post(f"{api}winds/preview/", exchange, content_type="application/json"),
        "api rule": desk.post(
            f"{api}rulings/preview/",
            {"kind": "adjustment", "offender": seat.wind, "effect": {"points": "-100"}},
            content_type="application/json",
        ),
    }
    for name, answer in answers.items():
        assert answer.status_code == 200, (name, answer.content)
    return {name: words_of(answer.content) for name, answer in answers.items()}


def test_what_a_ruling_would_change_marks_it_and_so_does_the_correction() -> None:
    evening = an_odd_evening()
    seat = seat_of_who_sat_out_before(evening)
    desk = signed_in("anna", "organizer", "arbiter")
    texts = looked_at(desk, seat)
    assert unmarked(texts) == {}
    assert showing(texts) == set(texts)
    page = f"/desk/{evening.code}/play/2/{seat.table.number}/rule/"
    form = {"kind": "adjustment", "offender": seat.wind, "points": "-100", "reason": "Ritardo."}
    seen = desk.get(page).context["seen"]
    assert desk.post(page, {**form, "seen": seen}).status_code == 302
    evening = Tournament.objects.get(pk=evening.pk)
    standings = f"/desk/{evening.code}/standings/"
    changes = words_of(b"<p>" + corrections_on(desk, standings))
    assert SHOWS.search(changes)
    assert MARKED.search(changes)
    publish(tournament=evening, author=None, erratum="Ritardo.")
    published = evening.publications.last()
    lines = [line for line in published.erratum.splitlines() if SHOWS.search(line)]
    assert lines
    assert [line for line in lines if not MARKED.search(line)] == []
    faces = [
        standings,
        *(f"/{place}/{evening.code}/standings/" for place in ("live", "api/tournaments")),
    ]
    texts = {face: words_of(desk.get(face).content) for face in faces}
    assert unmarked(texts) == {}
    assert showing(texts) == {*faces}


def corrections_on(desk: Client, standings: str) -> bytes:
    [listed] = re.findall(
        rb'<ul class="changes">(.*?)</ul>', desk.get(standings).content, re.DOTALL
    )
    return bytes(listed)


def test_a_held_standing_read_out_place_by_place_marks_it() -> None:
    evening = entered(9, drawn=True, planned_rounds=1, standing_settings=WORTH)
    hold_final(tournament=evening, author=None)
    sat_out(evening)
    hold = begin_reveal(tournament=evening, author=None, winds=0, overall=9)
    desk = signed_in("anna", "organizer")
    addresses = [reverse("screens:screen", args=[evening.code, Role.FOLLOW])]
    addresses += [reverse("screens:reveal", args=[evening.code]), f"/live/{evening.code}/"]
    seen = set()
    for _step in hold.steps:
        hold = press(hold=hold, step="next", version=hold.version, author=None)
        texts = {place: words_of(desk.get(place).content, "html") for place in addresses}
        assert unmarked(texts) == {}
        seen |= showing(texts)
    assert seen == {*addresses}
    page = desk.get(addresses[0]).content.decode()
    lines = re.findall(r'<li class="reveal-line">(.*?)</li>', page, re.DOTALL)
    (rests,) = [line for line in lines if "P1 (7.77)" in line]
    assert '<span class="rests quiet">P1 (7.77)</span>' in rests


def an_event_in_which_one_sat_out() -> EventPublication:
    """Publication of an event of two partite and two halls, in one of which another player sat in
    the second partita.
    """
    event = events.in_play("Genova", "Torino", plan={"rounds": 2})
    night = events.night_of(event, 1)
    second = night["rounds"][1]["sheets"][0]["seats"]
    second["N"] = "Somebody else"
    events.send(event, 1, night)
    events.send(event, 2)
    return ranking.publish_event(event=centre.close_event(Event.objects.get(pk=event.pk)))


HALF = re.compile(r"Player 1-1N|Somebody else")


def test_an_event_of_many_halls_marks_who_did_not_play_one_of_its_partite() -> None:
    publication = an_event_in_which_one_sat_out()
    [line] = publication.lines.filter(wind="", name="Player 1-1N")
    desk = signed_in("anna", "organizer", "arbiter")
    code = publication.event.code
    pages = [
        f"/simultaneous/{code}/{tail}" for tail in ("", "standing/", "halls/1/", "booklet.pdf")
    ]
    pages += [reverse("simultaneous:certificate", args=[code, line.pk])]
    for address in pages:
        answer = desk.get(address)
        assert answer.status_code == 200, address
        text = words_of(answer.content)
        assert HALF.search(text), address
        assert re.search(r"P[12] \(0\)", text), address
        assert SAID.search(text), address


def test_the_list_of_the_seats_says_who_sat_out() -> None:
    evening = an_odd_evening()
    address = reverse("live:csv_list", args=[evening.code, "seats"])
    text = Client().get(address, headers={"accept-language": "en"}).content.decode("utf-8-sig")
    rows = {row[1]: row[2:] for row in csv.reader(io.StringIO(text)) if row[0] != "No."}
    assert len(rows) == 9
    names = {player.full_name for player in resters(evening)}
    assert {name for name, places in rows.items() if "Sat out" in places} == names
    assert sum(places.count("Sat out") for places in rows.values()) == 2


def page_of(address: str) -> str:
    return Client().get(address, headers={"accept-language": "en"}).content.decode()


def test_a_mark_stands_beside_its_name_and_takes_no_column_of_the_short_standing() -> None:
    evening = an_odd_evening()
    page = page_of(f"/live/{evening.code}/")
    short = page.partition('<ol class="short-list">')[2].partition("</ol>")[0]
    lines = [
        [part for part in parse_html(line).children if not isinstance(part, str)]
        for line in re.findall(r"<li>(.*?)</li>", short, re.DOTALL)
    ]
    assert 'class="rests' in short
    assert {len(parts) for parts in lines} == {3}


def test_the_note_of_the_brackets_stands_only_where_brackets_are() -> None:
    published = cast(
        "PublishedStandings", SimpleNamespace(settings=SimpleNamespace(bye_points=Fraction(7)))
    )
    lines: list[dict[str, Any]] = [{"rank": rank, "rests": {}} for rank in range(1, 10)]
    page = StandingPage(published, lines, (), (), (), "")
    lines[8]["rests"] = {2: Fraction(7)}
    assert (bool(page.rests_note), page.first_rests_note) == (True, "")
    lines[0]["rests"] = {1: Fraction(7)}
    assert page.first_rests_note == page.rests_note


def test_a_player_s_page_says_which_partita_was_sat_out() -> None:
    evening = an_odd_evening()
    for round_ in evening.rounds.all():
        (number,) = round_.seating_note["sitting_out"]
        page = page_of(reverse("live:entry", args=[evening.code, number]))
        part = page.partition(f'aria-labelledby="round-{round_.number}"')[2].partition(
            "</section>"
        )[0]
        assert "Sits this partita out." in part
        assert "Has no seat" not in page


def test_the_hall_reads_who_sat_a_partita_out_beside_its_winds() -> None:
    evening = an_odd_evening()
    (number,) = evening.rounds.get(number=2).seating_note["sitting_out"]
    page = page_of(reverse("screens:screen", args=[evening.code, Role.WINDS]))
    last = page.partition("Sitting this partita out")[2].partition("</section>")[0]
    assert evening.entries.get(number=number).title in last
    assert "(7.77)" in last


def test_a_program_reads_who_sits_a_partita_out_once_the_seats_are_published() -> None:
    evening = an_odd_evening()
    desk = signed_in("anna", "organizer")
    address = f"/api/tournaments/{evening.code}/rounds/"
    [first, *_later] = desk.get(address).json()["results"]
    noted = evening.rounds.get(number=1).seating_note["sitting_out"]
    assert first["resting"] == noted
    assert len(noted) > 0
    evening.rounds.update(
        stage="seating", seating_published_at=None, started_at=None, closed_at=None
    )
    assert desk.get(address).json()["results"][0]["resting"] == []
