"""People of the halls: found at the centre without a roster, told what is stored about them, and
forgotten in every text, JSON, page and file; also people of the roster whose evenings took part.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import reverse

from ground import guards, personal_data
from ground.names import search_text
from king.simultaneous.documents import card_digest
from people.erasure import forget, stored_data
from scoring.log_check import check_log
from simultaneous import centre, hall, people, public_results, ranking
from simultaneous.event_file import event_of, read_salted
from simultaneous.models import Event, Participation, Report
from tests.raw_rows import places_with
from tests.simultaneous.events import (
    a_hall,
    as_file,
    in_play,
    keys_of,
    night_of,
    report_of,
    send,
)
from tests.simultaneous.halls import (
    an_event,
    at_the_centre,
    code_of,
    joined,
    result_of,
    whole_evening,
)
from tournaments.models import LogEntry, Player

pytestmark = pytest.mark.django_db
Desk = Callable[..., Client]

NAME, OTHER = "Player 2-1N", "Player 3-1N"
OWN = ("report", "result")
"""Columns of a hall's own evening that contain its players' names."""
PHONE, ADDRESS = "010 123 456", "savona@example.org"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def event() -> Event:
    """Three halls; Savona's first North is in a correction, in a doubt and in two publications."""
    event = in_play(plan={"rounds": 2})
    seed = event.terms["seed"]
    for number, name in ((1, "Player 1-1N"), (2, NAME), (3, OTHER)):
        card = "GE-0007" if number > 1 else "GE-0001"
        send(event, number, 2, cards={name: card_digest(seed, card)})
    ranking.publish_event(event=centre.close_event(event))
    row = {"hand": 1, "units": {"N": 8, "E": 0, "S": 0, "W": 0}}
    centre.correct(
        a_hall(event, 2),
        round_number=1,
        table_number=1,
        row=row,
        reason=f"{NAME} showed the sheet.",
        arbiter="Neri",
    )
    publication = ranking.publish_event(event=event)
    own = a_hall(event, 2)
    event.halls.filter(pk=own.pk).update(contact=NAME, phone=PHONE, email=ADDRESS)
    own.drafts.create(round_number=1, table_number=1, sheet={"seats": {"N": NAME}, "rows": []})
    letter = own.letters.model(hall=own, kind="reminder", changed_at=publication.made_at)
    letter.text, letter.address, letter.answer = f"Dear {NAME}", ADDRESS, f"550 no {NAME}"
    letter.save()
    assert NAME in json.dumps(publication.result["doubts"])
    assert NAME in json.dumps(publication.changes)
    return Event.objects.get(pk=event.pk)


def pages(event: Event) -> Iterator[tuple[str, str]]:
    """Public pages of a closed event."""
    client = Client()
    names = [("public_standing",), ("public_standing", "?wind=N"), ("public_boards",)]
    names += [("event_file",), ("result_file",), ("reports_file",), ("public",)]
    for name, *query in names:
        address = reverse(f"simultaneous:{name}", args=[event.code]) + "".join(query)
        content = client.get(address).content
        yield name, "".join(unpacked(content))
    for publication in event.publications.all():
        address = reverse("simultaneous:public_posted", args=[event.code, publication.number])
        yield "public_posted", client.get(address).content.decode()
    for number in (1, 2, 3):
        address = reverse("simultaneous:public_hall", args=[event.code, number])
        yield "public_hall", client.get(address).content.decode()


def unpacked(content: bytes) -> list[str]:
    if not content.startswith(b"PK"):
        return [content.decode()]
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return [archive.read(name).decode() for name in archive.namelist()]


def test_somebody_is_found_whatever_the_letters_and_told_what_is_held(
    desk: Desk, event: Event
) -> None:
    page = desk("organizer").get("/desk/simultaneous/people/", {"q": "player 2-1n"})
    assert [guest.name for guest in page.context["guests"]] == [NAME]
    key = a_hall(event, 2).pk
    answer = desk("organizer").get(
        "/desk/simultaneous/people/held.json", {"guest": f"{key}|{NAME}"}
    )
    data = json.loads(answer.content)
    assert [sheet["partita"] for sheet in data["reports"][0]["sheets"]] == [1, 2]
    assert data["reports"][0]["card"] == "as a digest"
    assert {line["posting"] for line in data["lines"]} == {1, 2}
    assert data["corrections"] == [{"partita": 1, "reason": f"{NAME} showed the sheet."}]
    assert data["typed"] == [{"partita": 1, "table": 1}]
    assert data["contact"] == {"phone": PHONE, "email": ADDRESS}
    assert [letter["address"] for letter in data["letters"]] == [ADDRESS]
    nobody = {"guest": f"{key}|Nobody"}
    assert desk("organizer").get("/desk/simultaneous/people/held.json", nobody).status_code == 404
    assert desk("arbiter").get("/desk/simultaneous/people/").status_code == 403


def test_who_is_forgotten_is_in_no_row_page_or_file_and_everything_still_fits(
    desk: Desk, event: Event, tmp_path: Path
) -> None:
    before = {
        line.name: line.rank
        for line in public_results.last_publication(event).lines.filter(wind="")
    }
    assert any(NAME in text for _name, text in pages(event))
    guest = f"{a_hall(event, 2).pk}|{NAME}"
    press = "/desk/simultaneous/people/forget/?q=player"
    refused = desk("organizer").post(press, {"guest": guest, "reason": " "})
    assert refused.status_code == 422
    done = desk("organizer").post(press, {"guest": guest, "reason": "A letter of 3 November."})
    assert done.status_code == 302
    line = LogEntry.objects.filter(tournament=None, kind="forgotten").get()
    number = line.fields["player"]
    words = (NAME, PHONE, ADDRESS)
    assert places_with(*words) == set()
    assert {name for name, text in pages(event) if NAME in text} == set()
    assert any(number in text for _name, text in pages(event))
    # Other people and all places stay, and the log and every code still fit.
    assert any(OTHER in text for _name, text in pages(event))
    after = {
        line.name: line.rank
        for line in public_results.last_publication(event).lines.filter(wind="")
    }
    assert after == {number if name == NAME else name: rank for name, rank in before.items()}
    assert check_log(None).faults == ()
    assert_repeated(event, tmp_path)
    # Standings computed from the same reports are not published again.
    assert ranking.publish_event(event=event) == event.publications.order_by("-number").first()


def test_every_place_at_the_centre_that_names_people_is_filled_and_left_without_the_name(
    event: Event,
) -> None:
    own = a_hall(event, 2)
    event.comments.create(round=1, board=1, text=f"{NAME} ducked.")
    with guards.guards_off(connection):
        own.reports.update(reason=f"{NAME} rang up.")
        own.corrections.update(revoked_because=f"{NAME} was right.", arbiter=NAME)
    declared = {place for names in personal_data.reports() for place in names.places}
    columns = {tuple(place.split(".")[:3]) for place in declared}
    tables = {
        f"{apps.get_model(app, model)._meta.db_table}.{column}" for app, model, column in columns
    }
    of_a_hall = {f"simultaneous_participation.{name}" for name in OWN}
    words = (NAME, search_text(NAME), PHONE, ADDRESS)
    assert tables - places_with(*words) == of_a_hall, "those are another test's"
    people.forget_guests([people.Guest(own, NAME)], reason="Asked by letter.", author=None)
    assert places_with(*words) == set()


def test_who_is_forgotten_is_in_no_free_text_of_the_event_either() -> None:
    """The name was in a comment on a board and in a reason about another hall."""
    event = in_play("Torino", "Cuneo", "Asti", name="The second event")
    for number in (1, 2):
        send(event, number)
    centre.take_code(a_hall(event, 3), "A" * 12)
    centre.take_code(a_hall(event, 3), "B" * 12, reason=f"{NAME} rang up for {OTHER}.")
    event = centre.close_event(event)
    centre.comment(event, 1, 1, f"{NAME} ducked.\nWell done.")
    content = as_file(report_of(event, 3))
    reason = f"{NAME} brought the file of {OTHER}."
    centre.take_report(event, content, "late.king", reason=reason)
    ranking.publish_event(event=event)
    board = reverse("simultaneous:public_board", args=[event.code, 1, 1])
    assert f"{NAME} ducked." in Client().get(board).content.decode()
    guest = people.Guest(a_hall(event, 2), NAME)
    data = people.stored_data(guest)
    assert data["comments"] == [{"partita": 1, "board": 1, "text": f"{NAME} ducked.\nWell done."}]
    number = people.forget_guests([guest], reason="Asked by letter.", author=None)
    of_this_event = [
        *event.comments.values_list("text", flat=True),
        *Report.objects.filter(hall__event=event).values_list("reason", flat=True),
        str([*LogEntry.objects.filter(fields__event=event.name).values("fields")]),
    ]
    assert not any(NAME in text for text in of_this_event)
    assert f"{number} ducked.\nWell done." in of_this_event
    assert f"{number} brought the file of {OTHER}." in of_this_event
    assert f"{number} rang up for {OTHER}." in of_this_event[-1]
    assert f"{number} ducked." in Client().get(board).content.decode()
    assert check_log(None).faults == ()


def test_a_result_that_was_read_before_a_name_was_taken_away_is_honest(
    event: Event, tmp_path: Path
) -> None:
    """The reports that are published now have a number instead of the name."""
    earlier = ranking.result_of(public_results.last_publication(event)).as_json()
    people.forget_guests(
        [people.Guest(a_hall(event, 2), NAME)], reason="Asked by letter.", author=None
    )
    event = Event.objects.get(pk=event.pk)
    assert_repeated(event, tmp_path)
    assert repeated(event, tmp_path, earlier) == (0, [])
    # Changes of other names or of points are still found.
    for change in ({"name": "Somebody Else"}, {"percent": "99"}):
        lines = [line | change if line["name"] == OTHER else line for line in earlier["overall"]]
        assert repeated(event, tmp_path, earlier | {"overall": lines}) == (1, ["overall"])


def assert_repeated(event: Event, folder: Path) -> None:
    """Assert that the published files give the published result."""
    result = ranking.result_of(public_results.last_publication(event)).as_json()
    assert repeated(event, folder, result) == (0, [])


def repeated(event: Event, folder: Path, result: object) -> tuple[int, list[str]]:
    """Run ``king merge --against`` for the result on the files published now; return its exit
    status and output.
    """
    for name, document in (
        ("event.json", event_of(event)),
        ("result.json", result),
    ):
        (folder / name).write_bytes(public_results.as_file(document))
    publication = public_results.last_publication(event)
    with zipfile.ZipFile(io.BytesIO(public_results.reports_file(publication))) as archive:
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
        env={"PYTHONPATH": str(ROOT)},
    )
    return done.returncode, json.loads(done.stdout)["differs"]


def test_a_namesake_of_another_hall_keeps_the_name(desk: Desk) -> None:
    event = in_play()
    for number in (1, 2):
        night = night_of(event, number)
        night["rounds"][0]["sheets"][0]["seats"]["N"] = "Anna Rossi"
        send(event, number, night)
    event = centre.close_event(event)
    ranking.publish_event(event=event)
    guest = people.Guest(a_hall(event, 2), "Anna Rossi")
    number = people.forget_guests([guest], reason="Asked by letter.", author=None)
    names = {
        line.hall.number: line.name
        for line in public_results.last_publication(event)
        .lines.filter(wind="N")
        .select_related("hall")
    }
    assert names == {1: "Anna Rossi", 2: number}
    assert [one.hall.number for one in people.find_guests("rossi anna")] == [1]


def test_a_person_of_the_roster_is_told_of_and_forgotten_in_events_too() -> None:
    """This installation is both Genova's hall and the centre."""
    event = an_event()
    participation = whole_evening(joined(event))
    participation = hall.close_hall(participation=participation, author=None)
    at_the_centre(event, participation)
    send(event, 2)
    ranking.publish_event(event=centre.close_event(Event.objects.get(pk=event.pk)))
    result = result_of(event)
    hall.end(participation=participation, author=None, result=result, code=code_of(result))
    tournament = participation.tournament
    tournament.closed_at = tournament.created_at
    type(tournament).objects.filter(pk=tournament.pk).update(closed_at=tournament.created_at)
    player = Player.objects.get(surname="Rossi001")
    name = player.spoken_name
    data = stored_data(player)["simultaneous"]
    assert {one["hall"] for one in data} == {"Genova"}
    assert [len(one["sheets"]) for one in data if "sheets" in one] == [2]
    assert [len(one["reports"]) for one in data if "reports" in one] == [1]
    digest = hall.report_of(participation).digest
    forget(player=player, author=None)
    assert places_with(name) == set()
    participation = Participation.objects.get()
    assert hall.report_of(participation).digest == digest
    assert hall.digest_is_found(participation)
    assert Report.objects.get(hall__number=1).digest == digest
    assert check_log(None).faults == ()


def test_a_card_finds_a_person_of_the_roster_in_another_hall(event: Event) -> None:
    player = Player.objects.create(surname="Neri", given_name="Ugo", card_number="GE-0007")
    assert {one["hall"] for one in stored_data(player)["simultaneous"]} == {"Savona", "Imperia"}
    forget(player=player, author=None)
    assert places_with(NAME, OTHER) == set()


def test_of_a_pair_the_partner_keeps_the_name() -> None:
    event = an_event(plan={"ruleset": "lab_coppie"})
    participation = whole_evening(joined(event))
    participation = hall.close_hall(participation=participation, author=None)
    at_the_centre(event, participation)
    ranking.publish_event(event=centre.close_event(Event.objects.get(pk=event.pk)))
    digest = Report.objects.get().digest
    result = result_of(event)
    hall.end(participation=participation, author=None, result=result, code=code_of(result))
    tournament = participation.tournament
    type(tournament).objects.filter(pk=tournament.pk).update(closed_at=tournament.created_at)
    assert places_with("Anna Rossi001") >= {f"simultaneous_participation.{name}" for name in OWN}
    forget(player=Player.objects.get(surname="Rossi001"), author=None)
    assert places_with("Anna Rossi001") == set()
    assert places_with("Anna Rossi002") >= {f"simultaneous_participation.{name}" for name in OWN}
    published_copy = read_salted(Report.objects.get()).published()
    assert replace(published_copy, known=None).digest == digest


def test_two_spellings_forgotten_in_one_press_leave_a_code_that_fits(tmp_path: Path) -> None:
    """The person's name is spelled differently in each partita, so the standings have two lines."""
    event = in_play(plan={"rounds": 2})
    night = night_of(event, 2)
    for partita, name in zip(night["rounds"], ("Anna Rossi", "Rossi  Anna"), strict=True):
        partita["sheets"][0]["seats"]["N"] = name
    send(event, 2, night)
    send(event, 1)
    ranking.publish_event(event=centre.close_event(event))
    assert_repeated(Event.objects.get(pk=event.pk), tmp_path)
    own = a_hall(event, 2)
    guests = [people.Guest(own, name) for name in ("Anna Rossi", "Rossi Anna")]
    number = people.forget_guests(guests, reason="Asked by letter.", author=None)
    names = {name for name in read_salted(own.reports.get()).names if "Player" not in name}
    assert names == {number, f"{number}-2"}
    assert places_with("Rossi") == set()
    assert_repeated(Event.objects.get(pk=event.pk), tmp_path)


def test_who_has_the_name_in_a_longer_one_keeps_it(tmp_path: Path) -> None:
    event = in_play()
    longer = {"E": "De Rossi Anna", "S": "Rossi Anna-Lia", "W": "Rossi Anna Maria"}
    night = night_of(event, 2)
    night["rounds"][0]["sheets"][0]["seats"] |= {"N": "Rossi Anna", **longer}
    send(event, 2, night)
    event = centre.close_event(event)
    ranking.publish_event(event=event)
    centre.comment(event, 1, 1, "Rossi Anna led, De Rossi Anna ducked.")
    guest = people.Guest(a_hall(event, 2), "Rossi Anna")
    assert len(people.stored_data(guest)["lines"]) == 2
    number = people.forget_guests([guest], reason="Asked by letter.", author=None)
    assert read_salted(Report.objects.get()).names == {number, *longer.values()}
    lines = {line.name for line in public_results.last_publication(event).lines.filter(wind="")}
    assert lines == {number, *longer.values()}
    assert event.comments.get().text == f"{number} led, De Rossi Anna ducked."


def test_equals_stand_as_anybody_ranks_them_after_a_name_is_taken_away(tmp_path: Path) -> None:
    """Both halls played the same cards alike, so every line is level with another."""
    event = in_play()
    night = night_of(event, 1)
    for number, word in ((1, "Bruna"), (2, "Zita")):
        sheet = night["rounds"][0]["sheets"][0]
        sheet["seats"] = {wind: f"{word} {wind}" for wind in sheet["seats"]}
        send(event, number, night)
    event = centre.close_event(event)
    ranking.publish_event(event=event)
    guest = people.Guest(a_hall(event, 2), "Zita N")
    people.forget_guests([guest], reason="Asked by letter.", author=None)
    assert_repeated(event, tmp_path)


def test_of_a_pair_each_is_found_and_forgotten_alone(tmp_path: Path) -> None:
    """After the first partner is forgotten, nothing stored about the pair has that name; then the
    second follows.
    """
    event = an_event(plan={"ruleset": "lab_coppie"})
    participation = whole_evening(joined(event))
    participation = hall.close_hall(participation=participation, author=None)
    at_the_centre(event, participation)
    ranking.publish_event(event=centre.close_event(Event.objects.get(pk=event.pk)))
    [guest] = people.find_guests("rossi001")
    assert guest.name == "Anna Rossi001"
    assert [sheet["place"] for sheet in people.stored_data(guest)["reports"][0]["sheets"]] == [
        "NS"
    ] * 2
    first = people.forget_guests([guest], reason="Asked by letter.", author=None)
    remaining = [one.name for one in people.find_guests("rossi002")]
    assert remaining == ["Anna Rossi002"]
    second = people.forget_guests(people.find_guests("rossi002"), reason="Too.", author=None)
    report = read_salted(Report.objects.get())
    assert f"{first} – {second}" in report.names
    assert "Rossi002" not in json.dumps(report.published().as_json())
    remaining = places_with("Rossi001", "Rossi002")
    assert not any(place.startswith("simultaneous_report.") for place in remaining)
    assert_repeated(Event.objects.get(pk=event.pk), tmp_path)
