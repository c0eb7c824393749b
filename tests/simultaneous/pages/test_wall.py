"""The pages of the centre: the event and its steps, the wall of halls, sheets and corrections; a
hall's own page, and its report as QR codes.
"""

from __future__ import annotations

import datetime
import io
import json
import re
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone, translation
from django.utils.formats import date_format

from king.simultaneous import qr_codes
from king.simultaneous.documents import in_groups
from simultaneous import centre
from simultaneous.models import Event
from simultaneous.pages.wall import hall_lines
from simultaneous.ranking import publish_event
from tests.simultaneous.events import (
    DATE,
    a_hall,
    as_file,
    drawn,
    in_play,
    keys_of,
    night_of,
    planned,
    report_of,
    reported,
    send,
)
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db
Desk = Callable[..., Client]
PLAN = {
    "name": "Simultaneo",
    "date": DATE.isoformat(),
    "ruleset": "lab12",
    "settings_of": "lab12",
    "rounds": "2",
    "spares": "1",
    "method": "boards",
    "grace_minutes": "20",
    "language": "it",
    "settings.first_dealer": "E",
}


def at(event: Event, rest: str = "") -> str:
    return f"/desk/simultaneous/{event.code}/{rest}"


def text(answer: Any) -> str:
    content: str = answer.content.decode()
    return content


def text_after(client: Client, address: str, data: dict[str, Any] | None = None) -> str:
    """Send the form; return the text of the page that follows."""
    return text(client.post(address, data or {}, follow=True, headers={"Accept-Language": "en"}))


# -- planning


def test_an_event_is_planned_on_its_form(desk: Desk) -> None:
    answer = desk("organizer").post("/desk/simultaneous/new/", PLAN)
    event = Event.objects.get()
    assert answer.headers["Location"] == at(event)
    assert event.plan["standing"] == {"method": "boards"}
    assert event.plan["settings"] == {"first_dealer": "E"}
    assert event.plan["rounds"] == 2
    assert event.grace_minutes == 20
    assert desk("organizer").get(at(event, "terms/")).status_code == 200


def test_fields_of_another_system_are_not_taken_for_its_own(desk: Desk) -> None:
    desk("organizer").post("/desk/simultaneous/new/", PLAN | {"settings_of": "pt_ind"})
    assert Event.objects.get().plan["settings"] == {}


def test_the_form_shows_the_settings_of_the_system_that_is_chosen(desk: Desk) -> None:
    page = text(desk("organizer").get("/desk/simultaneous/new/?ruleset=lab13"))
    assert 'name="settings_of" value="lab13"' in page.replace("\n", " ").replace("  ", " ")
    assert "pt_pareado" not in page


def test_a_plan_that_cannot_be_is_said_on_its_form(desk: Desk) -> None:
    answer = desk("organizer").post(
        "/desk/simultaneous/new/",
        PLAN | {"opens_at": "2026-11-27T21:00", "closes_at": "2026-11-27T20:00"},
        headers={"Accept-Language": "en"},
    )
    assert answer.status_code == 422
    assert "The event closes after it opens." in text(answer)


def test_a_drawn_event_keeps_its_terms_whatever_is_sent(desk: Desk) -> None:
    event = drawn()
    desk("organizer").post(at(event, "terms/"), PLAN | {"language": "en"})
    changed = Event.objects.get()
    assert (changed.name, changed.language) == ("Simultaneo d'autunno", "en")
    assert changed.plan == event.plan


# -- step by step


def test_an_event_goes_from_halls_to_its_key(desk: Desk) -> None:
    event = planned()
    runs = desk("organizer", "arbiter", "dealing")
    assert "4 halls" in text_after(runs, at(event, "halls/"), {"names": "Alassio"})
    assert "Draw seed and key" in text(runs.get(at(event), headers={"Accept-Language": "en"}))
    page = text_after(runs, at(event, "draw/"))
    [key] = keys_of(event)
    assert Event.objects.get().commitment in page
    assert key not in page
    assert in_groups(key) in text_after(runs, at(event, "key/"))


def test_the_page_says_what_the_clock_of_the_computer_says_where_that_matters(desk: Desk) -> None:
    """The page shows the clock before a key is told early, and if it was changed after a key was
    told.
    """
    event = drawn(opens_at=timezone.now() + datetime.timedelta(days=1))
    with translation.override("en"):
        says = f"says {date_format(timezone.localtime(), 'SHORT_DATE_FORMAT')}"

    def page() -> str:
        return text(desk("dealing").get(at(event), headers={"Accept-Language": "en"}))

    assert says in page()
    centre.tell_key(event, reason="Everybody is here.")
    assert says not in page()
    day = datetime.timedelta(days=1)
    Event.objects.filter(pk=event.pk).update(released_at=timezone.now() - day)
    assert says in page()
    assert "was set forward after the first key was given" in page()
    Event.objects.filter(pk=event.pk).update(released_at=timezone.now() + day)
    assert "was set back after the first key was given" in page()


def test_keys_are_told_one_after_the_other_and_the_button_says_which(desk: Desk) -> None:
    event = drawn(plan={"rounds": 2})
    runs = desk("organizer", "dealing")
    first, second = map(in_groups, keys_of(event))
    page = text(runs.get(at(event), headers={"Accept-Language": "en"}))
    assert "Give the key of partita 1" in page
    page = text_after(runs, at(event, "key/"))
    assert (first in page, second in page) == (True, False)
    assert "Give the key of partita 2" in page
    page = text_after(runs, at(event, "key/"))
    assert (first in page, second in page) == (True, True)
    assert "Give the key of partita" not in page


def test_each_hall_has_its_invitation_and_all_of_them_are_one_file(desk: Desk) -> None:
    """Only the dealing role may download them, each time with a line in the installation's log."""
    event = drawn()
    runs = desk("dealing")
    assert desk("organizer").post(at(event, "invitations/")).status_code == 403
    one = runs.post(at(event, "hall/2/invitation/"))
    assert json.loads(one.content)["name"] == "Savona"
    with zipfile.ZipFile(io.BytesIO(runs.post(at(event, "invitations/")).content)) as archive:
        *files, pages = archive.namelist()
        assert len(files) == 3
        addresses = [line.split("\t") for line in archive.read(pages).decode().splitlines()]
        assert archive.read(files[1]) == one.content
    assert [(int(number), name) for number, name, _page in addresses] == list(
        event.halls.values_list("number", "name")
    )
    for (_number, _name, page), hall in zip(addresses, event.halls.all(), strict=True):
        assert page.endswith(f"/hall/{hall.number}/{hall.page_key}/")
    handed = LogEntry.objects.filter(tournament=None, fields__has_key="halls", author__isnull=False)
    assert [line.fields["halls"] for line in handed.order_by("sequence")] == [
        "Savona",
        "Genova, Savona, Imperia",
    ]


def test_a_hall_s_link_is_shown_to_the_dealing_role_alone(desk: Desk) -> None:
    event = drawn()
    key = a_hall(event, 1).page_key
    assert key not in text(desk("organizer").get(at(event, "hall/1/")))
    assert key in text(desk("organizer", "dealing").get(at(event, "hall/1/")))


def test_an_invitation_names_the_public_page_where_there_is_one(desk: Desk, settings: Any) -> None:
    settings.KING_ADDRESS = "https://king.example.org"
    event = planned()
    desk("dealing").post(at(event, "draw/"))
    terms = Event.objects.get().terms
    assert terms["centre"] == f"https://king.example.org/simultaneous/{event.code}/"


# -- the wall


def test_after_the_close_the_centre_asks_an_arbiter_s_reason_for_a_report(desk: Desk) -> None:
    event = centre.close_event(in_play())
    file = {"reports": SimpleUploadedFile("savona.king", as_file(report_of(event, 2)))}
    organizer = desk("organizer")
    page = text_after(organizer, at(event, "reports/"), file | {"reason": "Mine."})
    assert "savona.king: The event is closed" in page
    assert not a_hall(event, 2).reports.exists()
    file = {"reports": SimpleUploadedFile("savona.king", as_file(report_of(event, 2)))}
    page = text_after(desk("arbiter"), at(event, "reports/"), file | {"reason": "It came by post."})
    assert "Savona: the report is here." in page
    assert a_hall(event, 2).reports.get().reason == "It came by post."


def test_after_the_close_the_wall_and_programs_say_who_is_late_and_who_is_missing(
    desk: Desk,
) -> None:
    event = in_play("Genova", "Savona", "Imperia", "Alba")
    send(event, 1)
    send(event, 2, in_time=False)
    centre.take_code(a_hall(event, 3), "A" * 12)
    organizer = desk("organizer")

    def said_now() -> tuple[list[str], list[str]]:
        with translation.override("en"):
            words = [line["words"] for line in hall_lines(Event.objects.get(pk=event.pk))]
        answer = Client().get(f"/api/simultaneous/{event.code}/halls/").json()
        return words, [hall["state"] for hall in answer["results"]]

    assert said_now() == (
        ["code and report", "no closing code yet", "report awaited", "nothing heard yet"],
        ["in_field", "open", "awaited", "open"],
    )
    publish_event(event=centre.close_event(event))
    assert said_now() == (
        ["code and report", "late, without a place", "report awaited", "did not report"],
        ["in_field", "late", "awaited", "missing"],
    )
    publication = Event.objects.get(pk=event.pk).publications.get()
    assert [line["state"] for line in publication.result["halls"]] == said_now()[1]
    assert organizer.get(at(event)).status_code == 200


def test_codes_and_reports_are_taken_at_the_centre(desk: Desk) -> None:
    event = in_play()
    runs = desk("organizer", "arbiter")
    report = report_of(event, 2)
    page = text_after(runs, at(event, "code/"), {"number": "2", "code": in_groups(report.code)})
    assert "report awaited" in page
    files = [
        SimpleUploadedFile("savona.king", as_file(report)),
        SimpleUploadedFile("photo.jpg", b"\xff\xd8"),
    ]
    page = text_after(runs, at(event, "reports/"), {"reports": files})
    assert "Savona: the report is here." in page
    assert "photo.jpg: " in page
    assert "code and report" in page


@pytest.mark.parametrize(
    ("language", "message"), [("en", "At most 100 files"), ("it", "Al massimo 100 file")]
)
def test_more_files_than_the_server_takes_are_refused_with_their_number(
    desk: Desk, language: str, message: str
) -> None:
    event = in_play()
    files = [SimpleUploadedFile(f"{number}.king", b"{}") for number in range(150)]
    answer = desk("organizer").post(
        at(event, "reports/"), {"reports": files}, headers={"Accept-Language": language}
    )
    assert answer.status_code == 413
    assert message in text(answer)


def test_many_reports_are_said_to_be_here_by_their_number(desk: Desk) -> None:
    event = in_play(*(f"Hall {number}" for number in range(1, 13)))
    files = [
        SimpleUploadedFile(f"{number}.king", as_file(report_of(event, number)))
        for number in range(1, 13)
    ]
    page = text_after(
        desk("organizer"),
        at(event, "reports/"),
        {"reports": [*files, SimpleUploadedFile("photo.jpg", b"\xff")]},
    )
    assert "12 reports are here." in page
    assert "photo.jpg: " in page


def test_a_second_code_is_asked_a_reason_for(desk: Desk) -> None:
    event = reported(in_play(), 1)
    runs = desk("organizer", "arbiter")
    data = {"number": "1", "code": "A" * 12}
    answer = runs.post(at(event, "code/"), data, headers={"Accept-Language": "en"})
    assert answer.status_code == 422
    assert "has given another closing code" in text(answer)
    assert 'name="reason"' in text(answer)
    text_after(runs, at(event, "code/"), data | {"reason": "Misheard."})
    assert a_hall(event, 1).code == "A" * 12
    assert "the report has another code" in text(
        runs.get(at(event), headers={"Accept-Language": "en"})
    )


def test_an_organizer_who_is_no_arbiter_replaces_no_code(desk: Desk) -> None:
    event = reported(in_play(), 1)
    data = {"number": "1", "code": "A" * 12, "reason": "Mine."}
    assert desk("organizer").post(at(event, "code/"), data).status_code == 422
    assert a_hall(event, 1).code != "A" * 12


def test_the_wall_renews_itself_when_something_has_changed(desk: Desk) -> None:
    event = in_play()
    runs, htmx = desk("organizer"), {"HX-Request": "true", "Accept-Language": "en"}
    revision = Event.objects.get(pk=event.pk).revision
    assert runs.get(at(event, f"?revision={revision}"), headers=htmx).status_code == 204
    centre.take_joined(a_hall(event, 1))
    answer = runs.get(at(event, f"?revision={revision}"), headers=htmx)
    assert "has joined" in text(answer)
    assert "<html" not in text(answer)


def test_halls_can_be_shown_by_what_is_awaited_of_them(desk: Desk) -> None:
    event = reported(in_play(), 1)
    page = text(desk("arbiter").get(at(event, "?show=open")))
    assert ("/hall/2/" in page, "/hall/1/" in page) == (True, False)


def test_a_hundred_halls_stand_on_a_page_of_the_wall(desk: Desk) -> None:
    event = in_play(*(f"Hall {number}" for number in range(1, 131)))
    runs = desk("organizer")
    pages = [text(runs.get(at(event), {"show": "open", "page": page})) for page in (1, 2)]
    lines = [set(re.findall(r'href="[^"]*/hall/(\d+)/"', page)) for page in pages]
    assert [len(one) for one in lines] == [100, 30]
    assert not lines[0] & lines[1]
    assert "?show=open&amp;page=2" in pages[0]
    # It renews itself with the same selection.
    assert "show=open&amp;page=2" in pages[1].partition('id="wall"')[2].partition(">")[0]
    mails = text(runs.get(at(event, "mail/"), {"kind": "invitation", "page": 2}))
    assert len(set(re.findall(r'href="[^"]*/hall/(\d+)/"', mails))) == 30


def test_many_halls_cost_no_more_queries(desk: Desk, django_assert_max_num_queries: Any) -> None:
    many = reported(in_play(*map(str, range(60))), 1, 2, 3)
    runs = desk("organizer")
    runs.get(at(many))
    with django_assert_max_num_queries(16):
        runs.get(at(many))


# -- sheets


def test_a_row_is_corrected_with_a_look_before(desk: Desk) -> None:
    event = reported(in_play(), 1)
    arbiter = desk("arbiter")
    page = at(event, "hall/1/1/1/")
    units = {"units_N": 4, "units_E": 0, "units_S": 0, "units_W": 0}
    data = {"kind": "row", "arbiter": "Neri", **units}
    look = arbiter.post(f"{page}?hand=2", data, headers={"HX-Request": "true"})
    assert look.status_code == 200
    assert "<table" in text(look)
    assert not event.corrections.exists()
    wrong = arbiter.post(f"{page}?hand=2", data | {"units_N": 3}, headers={"HX-Request": "true"})
    assert "field-error" in text(wrong)
    assert arbiter.post(f"{page}correct/?hand=2", data).status_code == 422
    arbiter.post(f"{page}correct/?hand=2", data | {"reason": "Seen on the sheet."})
    correction = event.corrections.get()
    assert correction.row["units"] == {"N": 4, "E": 0, "S": 0, "W": 0}
    assert "N4 E0 S0 O0" in text(arbiter.get(at(event, "corrections/")))
    arbiter.post(at(event, "corrections/revoke/"), {"correction": correction.pk, "reason": "No."})
    assert event.corrections.get().revoked_because == "No."


@pytest.mark.parametrize(("language", "suit"), [("en", "clubs"), ("it", "fiori")])
def test_the_trump_of_a_row_is_asked_for_in_the_reader_s_words(
    desk: Desk, language: str, suit: str
) -> None:
    event = reported(in_play(), 1)
    page = desk("arbiter").get(
        at(event, "hall/1/1/1/?hand=8"), headers={"Accept-Language": language}
    )
    assert suit in text(page)


@pytest.mark.parametrize(
    ("data", "ruling"),
    [
        ({"kind": "fouled"}, {"kind": "fouled", "hand": 2}),
        (
            {
                "kind": "fouled-points",
                "points_N": "-3",
                "points_E": "-3",
                "points_S": "-3",
                "points_W": "-3",
            },
            {"kind": "fouled", "hand": 2, "points": dict.fromkeys("NESW", "-3")},
        ),
        (
            {"kind": "illegal_play", "offender": "E"},
            {"kind": "illegal_play", "hand": 2, "offender": "E"},
        ),
    ],
)
def test_a_ruling_stands_over_a_report(desk: Desk, data: Any, ruling: Any) -> None:
    event = reported(in_play(), 1)
    form = data | {"arbiter": "Neri", "reason": "Seen."}
    answer = desk("arbiter").post(at(event, "hall/1/1/1/correct/?hand=2"), form)
    assert answer.status_code == 302
    assert event.corrections.get().ruling == ruling


def one_packet_wrongly_made() -> Event:
    """Event in which the third hall has a wrong packet."""
    event = in_play()
    for number in (1, 2, 3):
        night = night_of(event, number, tables=4)
        for sheet in night["rounds"][0]["sheets"]:
            units = (8, 0, 0, 0) if number == 3 else (0, 2, 3, 3)
            sheet["rows"][0]["units"] = dict(zip("NESW", units, strict=True))
        send(event, number, night)
    return event


def test_a_hall_with_a_board_far_from_the_field_is_to_be_looked_at(desk: Desk) -> None:
    event, arbiter = one_packet_wrongly_made(), desk("arbiter")
    publish_event(event=event)
    page = text(arbiter.get(at(event, "?show=doubtful"), headers={"Accept-Language": "en"}))
    assert "To be looked at 1" in page
    assert ("/hall/3/" in page, "/hall/1/" in page) == (True, False)
    foul = {"hall": "3", "partita": "1", "hand": "1", "reason": "The packet was wrong."}
    arbiter.post(at(event, "doubtful/foul/"), foul)
    publish_event(event=event)
    page = text(arbiter.get(at(event, "?show=doubtful"), headers={"Accept-Language": "en"}))
    assert "To be looked at 0" in page


def test_a_board_far_from_the_field_is_shown_and_ruled_in_the_whole_hall(desk: Desk) -> None:
    event, arbiter = one_packet_wrongly_made(), desk("arbiter")
    publish_event(event=event)
    page = text(arbiter.get(at(event, "doubtful/")))
    assert ("Imperia" in page, "Genova" in page) == (True, False)
    foul = {"hall": "3", "partita": "1", "hand": "1", "reason": "The packet was wrong."}
    arbiter.post(at(event, "doubtful/foul/"), foul)
    correction = event.corrections.get()
    assert (correction.table_number, correction.ruling) == (None, {"kind": "fouled", "hand": 1})


def test_sheets_are_drawn_once_no_code_can_come_any_more(desk: Desk) -> None:
    event = reported(in_play(), 1, 2, 3, tables=3)
    runs = desk("organizer")
    assert "hall/1/1/" not in text(runs.get(at(event, "lot/")))
    publish_event(event=centre.close_event(event))
    drawn_sheets = text(runs.get(at(event, "lot/"))).count(f"/desk/simultaneous/{event.code}/hall/")
    assert drawn_sheets == 5


# -- the standings


def test_the_standing_is_made_now_and_what_it_corrects_is_listed(desk: Desk) -> None:
    event = reported(in_play(), 1, 2, 3)
    runs = desk("organizer", "arbiter")
    assert "No standings yet" in text(
        runs.get(at(event, "standing/"), headers={"Accept-Language": "en"})
    )
    page = text_after(runs, at(event, "standing/post/"))
    assert "Player 2-1N" in page
    centre.close_event(event)
    text_after(runs, at(event, "standing/post/"))
    row = {"hand": 2, "units": {"N": 4, "E": 0, "S": 0, "W": 0}}
    centre.correct(
        a_hall(event, 1),
        round_number=1,
        table_number=1,
        row=row,
        reason="Seen.",
        arbiter="Neri",
    )
    page = text_after(runs, at(event, "standing/post/"))
    assert "lines corrected" in page
    assert f"/simultaneous/{event.code}/standing/" in page


def test_a_hall_sees_the_standing_so_far_once_its_report_fits_its_code() -> None:
    event = reported(in_play(), 2, 3)
    publish_event(event=event)
    client, report = Client(), report_of(event, 1)
    assert "Player 2-1N" not in text(client.get(own(event, 1)))
    client.post(own(event, 1, "code/"), {"code": report.code})
    assert "Player 2-1N" not in text(client.get(own(event, 1)))
    assert a_hall(event, 1).standing_read_at is None
    file = SimpleUploadedFile("genova.king", as_file(report))
    client.post(own(event, 1, "report/"), {"report": file})
    assert "Player 2-1N" in text(client.get(own(event, 1)))
    assert a_hall(event, 1).standing_read_at is not None


def test_the_arbiter_who_replaces_a_code_sees_that_the_standing_was_read(desk: Desk) -> None:
    event = reported(in_play(), 1, 2)
    publish_event(event=event)
    english = {"Accept-Language": "en"}
    said_so = "The hall has been able to read the others' figures since"
    page = text(desk("arbiter").get(at(event, "hall/1/"), headers=english))
    assert said_so not in page
    Client().get(own(event, 1))
    page = text(desk("arbiter").get(at(event, "hall/1/"), headers=english))
    assert said_so in page


def test_boards_are_commented_on_once_the_event_is_closed(desk: Desk) -> None:
    event = reported(in_play(), 1)
    runs = desk("organizer")
    assert runs.get(at(event, "comments/")).status_code == 404
    centre.close_event(event)
    keep = {"round": "1", "board": "3", "text": "The king of hearts fell at once."}
    assert "fell at once" in text_after(runs, at(event, "comments/keep/"), keep)
    assert runs.post(at(event, "comments/keep/"), keep | {"board": "99"}).status_code == 404


def test_what_is_wrong_with_a_report_is_said_on_the_page_of_its_hall(desk: Desk) -> None:
    event = reported(in_play(), 2)
    centre.take_report(event, as_file(report_of(event, 2, 2)), "second.king")
    page = text(desk("arbiter").get(at(event, "hall/2/"), headers={"Accept-Language": "en"}))
    assert "second.king: Savona gave the closing code" in page


# -- a hall's own page


def own(event: Event, number: int, rest: str = "") -> str:
    return f"/simultaneous/{event.code}/hall/{number}/{a_hall(event, number).page_key}/{rest}"


def test_a_hall_does_all_it_needs_on_its_own_page() -> None:
    event, client = in_play(), Client()
    report = report_of(event, 2)
    assert json.loads(client.post(own(event, 2, "invitation/")).content)["hall"] == 2
    page = text_after(client, own(event, 2, "code/"), {"code": report.code})
    assert in_groups(report.code) in page
    file = SimpleUploadedFile("savona.king", as_file(report))
    page = text_after(client, own(event, 2, "report/"), {"report": file})
    assert "The centre has your report." in page
    other = SimpleUploadedFile("genova.king", as_file(report_of(event, 1)))
    answer = client.post(own(event, 2, "report/"), {"report": other})
    assert answer.status_code == 422
    assert not a_hall(event, 1).reports.exists()


@pytest.mark.parametrize("capitals", [False, True])
def test_a_report_comes_as_squares_in_whichever_order(capitals: bool) -> None:
    event, client = in_play(), Client()
    report = report_of(event, 2, 20)
    parts = qr_codes.pack(report, a_hall(event, 2).secret)
    assert len(parts) == 2
    for number in (2, 1):
        part = parts[number - 1]
        address = f"/simultaneous/{event.code}/r/2/{part.place}/{part.text}/"
        address = address.upper() if capitals else address.lower()
        page = text(client.get(address, headers={"Accept-Language": "en"}))
        assert f"Part {number} of 2 of the report of Savona" in page.replace("\n", " ")
        assert not a_hall(event, 2).reports.exists()
        assert client.post(address).status_code == 200
    assert a_hall(event, 2).reports.get().digest == report.digest


def test_a_foreign_part_is_refused_and_spoils_no_set() -> None:
    """Foreign parts come from somebody without the hall's secret, or from another report of the
    hall.
    """
    event, client = in_play(), Client()
    report = report_of(event, 2, 20)
    secret = a_hall(event, 2).secret
    one, other = (qr_codes.pack(each, secret) for each in (report, report_of(event, 2, 19)))
    forged = qr_codes.pack(report_of(event, 3, 20), a_hall(event, 3).secret)

    def send_part(place: object, text: str) -> int:
        return client.post(f"/simultaneous/{event.code}/r/2/{place}/{text}/").status_code

    assert send_part(one[0].place, one[0].text) == 200
    assert send_part(one[1].place, forged[1].text) == 422
    assert send_part(one[0].place, other[0].text) == 422
    assert send_part(other[1].place, other[1].text) == 200
    assert not a_hall(event, 2).reports.exists()
    assert send_part(one[1].place, one[1].text) == 200
    assert a_hall(event, 2).reports.get().digest == report.digest


@pytest.mark.parametrize(
    "place", ["ABCDEF-0-2", "ABCDEF-3-2", "2", "x-y", "1-2", "ABCDEF-1-100", "ABC-1-2"]
)
def test_a_part_of_nothing_is_not_there(place: str) -> None:
    event = in_play()
    assert Client().get(f"/simultaneous/{event.code}/r/2/{place}/ABC/").status_code == 404


def test_the_hour_is_said_of_the_night_after_midnight_too_and_the_day_of_before(
    desk: Desk,
) -> None:
    event = drawn()
    midnight = timezone.make_aware(
        datetime.datetime.combine(event.date + datetime.timedelta(days=1), datetime.time(0, 41))
    )
    event.halls.filter(number=1).update(joined_at=midnight, code="A" * 12, code_at=midnight)
    before = timezone.localtime() - datetime.timedelta(days=9)
    event.halls.filter(number=2).update(joined_at=before)
    page = text(desk("organizer").get(at(event), headers={"Accept-Language": "en"}))
    assert page.count("00:41") + page.count("12:41 a.m.") == 2
    with translation.override("en"):
        assert date_format(before, "MONTH_DAY_FORMAT") in page
