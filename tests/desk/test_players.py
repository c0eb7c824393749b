"""Players at the desk: finding, entering, presence, leaving and coming back; lists and files."""

from __future__ import annotations

import html
import io
import json
import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook

from people.lists import RosterPreview, import_roster, read_roster
from scoring.models import Sheet
from tests.desk.hall import desk, undone
from tests.tournaments.seats import Make
from tournaments.circuits import Circuit
from tournaments.entries import add_house_player, set_present, withdraw
from tournaments.models import Entry, Player, Tournament
from tournaments.roster import Status, players_of_last_time
from tournaments.round_seating import plan_round
from tournaments.seat_changes import publish_seating
from tournaments.wind_draw import draw_winds

HTMX = {"HX-Request": "true"}
ROSTER = Path(__file__).parent.parent / "data" / "roster.xlsx"


@pytest.mark.parametrize("letters", ["nicc", "d'am", "damico nic", "AMICO", "ge-12"])
def test_a_player_is_found_by_a_few_letters_without_accents(
    letters: str, organizer: Client, evening: Tournament, niccolo: Player
) -> None:
    answer = organizer.get(desk(evening, "players/find/"), {"q": letters}, headers=HTMX)
    assert list(answer.context["found"]) == [niccolo]


@pytest.mark.parametrize(
    ("letters", "name"),
    [("muell", "Müller Teresa"), ("teresa mueller", "Müller Teresa"), ("goeth", "Göthe Ada")],
)
def test_two_letters_stand_for_an_umlaut_where_nobody_is_spelt_with_both(
    letters: str, name: str, organizer: Client, evening: Tournament
) -> None:
    for written in ("Müller Teresa", "Göthe Ada", "Suero Ugo", "Suro Ada"):
        surname, given_name = written.split()
        Player.objects.create(surname=surname, given_name=given_name)
    found = organizer.get(desk(evening, "players/find/"), {"q": letters}).context["found"]
    assert [player.full_name for player in found] == [name]
    found = organizer.get(desk(evening, "players/find/"), {"q": "suero"}).context["found"]
    assert [player.full_name for player in found] == ["Suero Ugo"]


def test_who_is_entered_already_is_not_offered_but_named(
    organizer: Client, evening: Tournament, niccolo: Player
) -> None:
    organizer.post(desk(evening, "players/enter/"), {"q": "nicc", "player": niccolo.pk})
    answer = organizer.get(desk(evening, "players/find/"), {"q": "nicc"}, headers=HTMX)
    assert answer.context["found"] == []
    assert "D&#x27;Amico Niccolò is already entered." in answer.content.decode()


def test_one_who_is_entered_and_not_here_comes_in_by_name_and_enter(
    organizer: Client, evening: Tournament, niccolo: Player
) -> None:
    organizer.post(desk(evening, "players/enter/"), {"q": "nicc"})
    entry = evening.entries.get(number=9)
    organizer.post(desk(evening, f"players/{entry.number}/absent/"))
    results = organizer.get(desk(evening, "players/find/"), {"q": "nicc"}, headers=HTMX)
    assert results.context["found"] == [niccolo]
    assert "not here" in results.content.decode()
    answer = organizer.post(desk(evening, "players/enter/"), {"q": "nicc"}, headers=HTMX)
    assert answer.status_code == 200
    assert "D&#x27;Amico Niccolò is here." in answer.content.decode()
    entry.refresh_from_db()
    assert entry.present
    assert evening.entries.count() == 9
    assert organizer.post(desk(evening, "players/enter/"), {"q": "nicc"}).status_code == 422


def test_one_who_withdrew_comes_back_by_his_menu_only(
    organizer: Client, evening: Tournament, niccolo: Player
) -> None:
    organizer.post(desk(evening, "players/enter/"), {"q": "nicc"})
    withdraw(entry=evening.entries.get(number=9), reason="", author=None)
    answer = organizer.get(desk(evening, "players/find/"), {"q": "nicc"}, headers=HTMX)
    assert answer.context["found"] == []


def test_enter_takes_the_only_one_whom_the_letters_mean(
    organizer: Client, evening: Tournament, niccolo: Player
) -> None:
    answer = organizer.post(desk(evening, "players/enter/"), {"q": "nicc"}, headers=HTMX)
    assert answer.status_code == 200
    assert evening.entries.get(number=9).players.get() == niccolo


def test_a_list_older_than_the_letters_enters_nobody_by_mistake(
    organizer: Client, evening: Tournament, niccolo: Player
) -> None:
    rossi = Player.objects.create(surname="Zunino")
    answer = organizer.post(
        desk(evening, "players/enter/"), {"q": "nicc", "player": rossi.pk}, headers=HTMX
    )
    assert answer.status_code == 200
    assert evening.entries.get(number=9).players.get() == niccolo


def test_letters_that_mean_several_enter_nobody_and_stay(
    organizer: Client, evening: Tournament
) -> None:
    Player.objects.create(surname="Parodi", given_name="Ugo")
    Player.objects.create(surname="Parodi", given_name="Ada")
    answer = organizer.post(desk(evening, "players/enter/"), {"q": "paro"})
    assert answer.status_code == 422
    assert 'value="paro"' in answer.content.decode()
    assert evening.entries.count() == 8


def test_a_new_player_is_entered_in_place_and_a_wrong_one_keeps_what_was_typed(
    organizer: Client, evening: Tournament, niccolo: Player
) -> None:
    typed = {"surname": "Èvoli", "given_name": "Zoë", "card_number": "GE-12", "club": ""}
    answer = organizer.post(desk(evening, "players/new/"), typed)
    assert answer.status_code == 422
    assert "Niccolò" in answer.content.decode()
    assert 'value="Èvoli"' in answer.content.decode()
    assert (
        organizer.post(desk(evening, "players/new/"), typed | {"card_number": "GE-13"}).status_code
        == 302
    )
    assert evening.entries.get(number=9).title == "Èvoli Zoë"


def test_a_pasted_list_answers_every_line_and_keeps_those_that_entered_nobody(
    organizer: Client, evening: Tournament, niccolo: Player
) -> None:
    Player.objects.create(surname="Rossi", given_name="Mario", card_number="1")
    Player.objects.create(surname="Rossi", given_name="Mario", card_number="2")
    text = "Damico Niccolo\nMario Rossi\nBianchi Ugo\n12"
    answer = organizer.post(desk(evening, "players/paste/"), {"text": text, "enter": "1"})
    assert [line.outcome for line in answer.context["report"]] == [
        "entered",
        "doubtful",
        "new",
        "refused",
    ]
    assert answer.context["paste"].initial["text"] == "Mario Rossi\n12"
    assert evening.entries.count() == 10


def test_the_answers_to_a_list_were_scrolled_out_of_sight_by_the_search_field(
    organizer: Client, evening: Tournament
) -> None:
    assert "autofocus" in organizer.get(desk(evening, "players/")).content.decode()
    answered = organizer.post(
        desk(evening, "players/paste/"), {"text": "Bianchi Ugo\n12", "enter": "1"}
    )
    assert [line.text for line, *_more in answered.context["report_lines"]] == ["12"]
    assert "autofocus" not in answered.content.decode()


def test_the_names_were_below_the_lines_of_a_list_that_was_entered_whole(
    organizer: Client, evening: Tournament
) -> None:
    text = {"text": "Lista di giovedì\nBianchi Ugo\nVerdi Ada"}
    looked = organizer.post(desk(evening, "players/paste/"), text | {"look": "1"})
    assert "Enter 2 players" in looked.content.decode()
    [_title, line, _other] = looked.context["report_lines"]
    [stored] = line[2]
    assert (line[0].outcome, stored) == ("new", ["Bianchi Ugo"])
    assert "new player" in looked.content.decode()
    entered = organizer.post(desk(evening, "players/paste/"), text | {"enter": "1"})
    assert entered.context["report_lines"] == []
    assert "data-autofocus" in entered.content.decode()


def test_an_empty_club_begins_with_three_equal_ways(
    organizer: Client, arbiter: Client, make_evening
) -> None:
    """An organizer's file goes to the club's roster, an arbiter's to the evening alone."""
    empty = make_evening()
    for reader, place in ((organizer, "import/"), (arbiter, "players/paste/")):
        page = reader.get(desk(empty, "players/")).content.decode()
        tiles = page[page.index("ways-first") : page.index('id="entries"')]
        assert f'action="{desk(empty, place)}"' in tiles
        for words in ("Load the members' file", "Paste a list", "Write the names"):
            assert words in " ".join(tiles.split())
    full = make_evening(4)
    assert "ways-first" not in organizer.get(desk(full, "players/")).content.decode()


def test_everybody_of_the_last_time_is_entered_with_one_press_and_taken_back(
    organizer: Client, make_evening
) -> None:
    before = make_evening(5)
    add_house_player(tournament=before, author=None)
    set_present(entry=before.entries.get(number=2), present=False, author=None)
    evening = make_evening()
    page = organizer.get(desk(evening, "players/")).content.decode()
    assert "Everybody from last time (4)" in page
    text = organizer.post(desk(evening, "players/last-time/"), follow=True).content.decode()
    numbers = [1, 3, 4, 5]
    names = list(before.entries.filter(number__in=numbers).values_list("players__pk", flat=True))
    assert sorted(evening.entries.values_list("players__pk", flat=True)) == sorted(names)
    assert evening.entries.filter(present=True).count() == 4
    assert "Everybody from last time" not in text
    organizer.post(desk(evening, "players/last-time/"))
    assert evening.entries.count() == 4
    undone(organizer, text)
    assert (evening.entries.count(), Player.objects.filter(is_house=False).count()) == (0, 5)


def test_the_last_time_is_that_of_the_same_circuit(organizer: Client, make_evening) -> None:
    circuit = Circuit.objects.create(name="Inverno")
    make_evening(4, circuit=circuit)
    make_evening(6)
    make_evening(8, is_demo=True)
    assert len(players_of_last_time(make_evening())) == 6
    assert len(players_of_last_time(make_evening(circuit=circuit))) == 4
    assert len(players_of_last_time(make_evening(is_demo=True))) == 0


def test_a_list_that_enters_nobody_is_no_success(organizer: Client, evening: Tournament) -> None:
    answer = organizer.post(desk(evening, "players/paste/"), {"text": "12\nRossi", "enter": "1"})
    assert [line.outcome for line in answer.context["report"]] == ["refused", "doubtful"]
    assert [(message.level_tag, str(message)) for message in answer.context["messages"]] == [
        ("warning", "The list entered nobody: each line below says why.")
    ]
    assert answer.context["paste"].initial["text"] == "12\nRossi"


def test_letters_that_mean_several_who_are_all_entered_name_none_of_them(
    organizer: Client, evening: Tournament
) -> None:
    for given_name in ("Ada", "Ida"):
        player = Player.objects.create(surname="Zunino", given_name=given_name)
        organizer.post(desk(evening, "players/enter/"), {"player": player.pk})
    answer = organizer.post(desk(evening, "players/enter/"), {"q": "zun"})
    assert answer.status_code == 422
    assert "Everybody whose name begins with “zun” is already entered." in answer.content.decode()


def test_present_withdrawn_returned_unranked_removed(
    organizer: Client, evening: Tournament
) -> None:
    def say(number: int, action: str, **more: str) -> Entry | None:
        organizer.post(desk(evening, f"players/{number}/{action}/"), more, headers=HTMX)
        return Entry.objects.filter(tournament=evening, number=number).first()

    assert say(1, "absent").present is False
    assert say(1, "present").present is True
    gone = say(2, "withdraw", reason="febbre")
    assert (gone.withdrawn_because, gone.withdrawn_at is None) == ("febbre", False)
    assert say(2, "return").withdrawn_at is None
    assert say(3, "unranked").unranked is True
    assert say(3, "ranked").unranked is False
    assert say(4, "remove") is None


def test_what_more_can_be_said_of_an_entry_comes_when_its_menu_is_opened(
    organizer: Client, evening: Tournament
) -> None:
    assert "reason-" not in organizer.get(desk(evening, "players/")).content.decode()
    menu = organizer.get(desk(evening, "players/3/"), headers=HTMX).content.decode()
    assert 'id="reason-3"' in menu
    assert "<table" not in menu


def test_without_a_script_the_menu_of_an_entry_is_the_page_with_it_open(
    organizer: Client, evening: Tournament
) -> None:
    page = organizer.get(desk(evening, "players/3/")).content.decode()
    row = page.partition('id="entry-3"')[2].partition('id="entry-')[0]
    assert 'id="reason-3"' in row
    assert "open>" in " ".join(row.partition('id="menu-3"')[2].partition(">")[0].split()) + ">"
    assert page.count('name="reason"') == 1


def test_a_refusal_stands_in_the_row_it_speaks_of(organizer: Client, make_evening) -> None:
    evening = make_evening(8, seated=True)
    answer = organizer.post(desk(evening, "players/3/remove/"), headers=HTMX)
    assert answer.status_code == 422
    row = answer.content.decode().partition('id="entry-3"')[2].partition('id="entry-')[0]
    assert "has been given a seat" in row


def test_what_is_missing_to_full_tables_is_said(organizer: Client, evening: Tournament) -> None:
    organizer.post(desk(evening, "players/8/absent/"))
    page = organizer.get(desk(evening, "players/"))
    assert (page.context["count"].over, page.context["count"].missing) == (3, 1)


def test_a_house_player_makes_room_in_its_published_seat(
    organizer: Client, make_evening: Make
) -> None:
    evening = make_evening(7)
    house = add_house_player(tournament=evening, author=None)
    draw_winds(tournament=evening, author=None)
    round_ = plan_round(tournament=evening, author=None)
    seat = round_.seats.get(entry=house)
    publish_seating(round=round_, author=None)
    organizer.post(desk(evening, "players/new/"), {"surname": "Tardi", "given_name": "Ida"})
    late = evening.entries.get(number=9)
    page = organizer.post(desk(evening, f"play/1/late/{late.pk}/"), follow=True).content.decode()
    assert "Tardi Ida sits in the seat of Jolly 1, who leaves." in page
    seat.refresh_from_db()
    assert seat.entry.title == "Tardi Ida"
    assert seat.entry.wind == seat.wind
    round_.refresh_from_db()
    assert round_.seating_published_at is not None


def test_the_answer_to_a_click_carries_the_list_the_message_and_the_steps(
    organizer: Client, evening: Tournament
) -> None:
    text = organizer.post(desk(evening, "players/1/absent/"), headers=HTMX).content.decode()
    assert text.count('hx-swap-oob="true"') == 2
    assert "<html" not in text
    assert '<section id="entries"' in text


# --- did you mean


@pytest.mark.parametrize("letters", ["d'amicco", "nicolo damico", "damico nicolo", "GE-12 x"])
def test_a_name_typed_with_another_letter_is_asked_about(
    letters: str, organizer: Client, evening: Tournament, niccolo: Player
) -> None:
    page = organizer.get(desk(evening, "players/find/"), {"q": letters}, headers=HTMX)
    near = [niccolo] if "x" not in letters else []
    assert (page.context["found"], page.context["near"]) == ([], near)
    assert ("Did you mean …?" in page.content.decode()) is bool(near)
    organizer.post(desk(evening, "players/enter/"), {"q": letters})
    assert evening.entries.count() == 8


@pytest.mark.parametrize(
    ("surname", "given_name"),
    [("Damico", "Niccolo"), ("Niccolò", "D'Amico"), ("D'Amico", "Nicolò"), ("DAMICO", "niccolò")],
)
@pytest.mark.parametrize("page", ["evening", "roster"])
def test_a_new_person_with_nearly_a_known_name_is_made_only_where_somebody_says_so(
    page: str,
    surname: str,
    given_name: str,
    organizer: Client,
    evening: Tournament,
    niccolo: Player,
) -> None:
    address = desk(evening, "players/new/") if page == "evening" else "/desk/roster/new/"
    typed = {"surname": surname, "given_name": given_name}
    question = organizer.post(address, typed)
    assert (question.status_code, [member.pk for member in question.context["meant"]]) == (
        422,
        [niccolo.pk],
    )
    assert Player.objects.count() == 9
    assert (
        organizer.post(address, typed | {"somebody_new": f"{surname} {given_name}"}).status_code
        == 302
    )
    assert Player.objects.count() == 10


def test_a_list_is_looked_at_and_says_who_is_meant_before_anybody_is_entered(
    organizer: Client, evening: Tournament, niccolo: Player
) -> None:
    text = "D'Amico Nicolò\nBianchi Ugo\nDamico Nicola"
    page = organizer.post(desk(evening, "players/paste/"), {"text": text, "look": "1"})
    assert [line.outcome for line in page.context["report"]] == ["doubtful", "new", "new"]
    assert (evening.entries.count(), Player.objects.count()) == (8, 9)
    assert f'name="line-1" value="{niccolo.pk}"' in " ".join(page.content.decode().split())
    organizer.post(
        desk(evening, "players/paste/"),
        {"text": text, "line-1": niccolo.pk, "awaited": "on", "enter": "1"},
    )
    assert [(entry.title, entry.present) for entry in evening.entries.filter(number__gt=8)] == [
        ("D'Amico Niccolò", False),
        ("Bianchi Ugo", False),
        ("Damico Nicola", False),
    ]


def test_a_long_list_is_the_roster_and_finds_nobody_in_the_hall(
    organizer: Client, evening: Tournament
) -> None:
    for count, awaited in ((40, False), (41, True)):
        text = "\n".join(f"Neri A{'d' * number}a" for number in range(count))
        page = organizer.post(desk(evening, "players/paste/"), {"text": text, "look": "1"})
        assert (
            page.context["looked"].items()
            >= {"text": text, "entering": count, "awaited": awaited}.items()
        )


# --- undone in the message


def test_everybody_is_absent_with_one_press_and_back_with_another(
    organizer: Client, evening: Tournament
) -> None:
    organizer.post(desk(evening, "players/3/absent/"))
    text = organizer.post(desk(evening, "players/absent/"), headers=HTMX).content.decode()
    assert evening.entries.playing().count() == 0
    undone(organizer, text)
    assert [entry.number for entry in evening.entries.filter(present=False)] == [3]


def test_what_a_list_a_name_and_a_new_player_have_entered_is_taken_back(
    organizer: Client, evening: Tournament, niccolo: Player
) -> None:
    for page, typed in (
        ("players/paste/", {"text": "Bianchi Ugo\nDamico Niccolo", "enter": "1"}),
        ("players/enter/", {"q": "nicc"}),
        ("players/new/", {"surname": "Verdi"}),
    ):
        text = organizer.post(desk(evening, page), typed, follow=True).content.decode()
        assert evening.entries.count() > 8
        assert "Taken back: " in undone(organizer, text)
        assert (evening.entries.count(), Player.objects.count()) == (8, 9)


def test_who_withdrew_and_who_was_removed_is_back_with_the_messages_undo(
    organizer: Client, evening: Tournament
) -> None:
    text = organizer.post(desk(evening, "players/2/withdraw/"), headers=HTMX).content.decode()
    undone(organizer, text)
    assert evening.entries.get(number=2).withdrawn_at is None
    text = organizer.post(desk(evening, "players/4/remove/"), headers=HTMX).content.decode()
    undone(organizer, text)
    assert evening.entries.get(players__surname="Rossi004").number == 9


def test_an_import_is_taken_back_but_for_who_has_a_seat(organizer: Client, make_evening) -> None:
    evening = make_evening(0)
    preview = organizer.post(desk(evening, "import/"), {"file": uploaded()})
    done = {"preview": preview.context["signed"], "enter_all": "on"}
    text = organizer.post(desk(evening, "import/"), done, follow=True).content.decode()
    assert (Player.objects.count(), evening.entries.count()) == (40, 40)
    other = make_evening(0)
    stays = Player.objects.first()
    organizer.post(desk(other, "players/enter/"), {"player": stays.pk})
    undone(organizer, text)
    assert (list(Player.objects.all()), evening.entries.count()) == ([stays], 0)
    preview = organizer.post("/desk/roster/import/", {"file": uploaded()})
    text = organizer.post(
        "/desk/roster/import/", {"preview": preview.context["signed"]}, follow=True
    ).content.decode()
    assert Player.objects.count() == 40
    assert "39 players are no longer on the roster." in undone(organizer, text)
    assert list(Player.objects.all()) == [stays]


def test_an_undo_made_up_takes_nothing_back(organizer: Client, evening: Tournament) -> None:
    for address in (desk(evening, "players/undo/"), "/desk/roster/undo/"):
        answer = organizer.post(address, {"made": "x"}, follow=True).content.decode()
        assert re.search(r"cannot be undone from here|can no longer be undone", answer)
    assert evening.entries.count() == 8


def test_a_doubtful_line_of_a_file_is_the_player_who_was_meant(
    organizer: Client, make_evening, niccolo: Player
) -> None:
    evening = make_evening(0)
    preview = organizer.post(
        desk(evening, "import/"), {"file": uploaded(b"Cognome;Nome\nD'Amico;Nicolo\n", "soci.csv")}
    )
    [doubtful] = preview.context["preview"].of(Status.DOUBTFUL)
    form = {
        "preview": preview.context["signed"],
        f"line-{doubtful.line}": niccolo.pk,
        "enter_all": "on",
    }
    organizer.post(desk(evening, "import/"), form)
    assert (Player.objects.count(), evening.entries.get().players.get()) == (1, niccolo)


# --- files


def uploaded(content: bytes | None = None, name: str = "roster.xlsx") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, ROSTER.read_bytes() if content is None else content)


def test_a_roster_is_looked_at_before_anything_is_written(organizer: Client, make_evening) -> None:
    evening = make_evening(0)
    preview = organizer.post(desk(evening, "import/"), {"file": uploaded(), "enter_all": "on"})
    assert preview.status_code == 200
    assert len(preview.context["preview"].of(Status.NEW)) == 40
    assert Player.objects.count() == 0
    left_out = [judged.line for judged in preview.context["preview"].of(Status.NEW)[:8]]
    answer = organizer.post(
        desk(evening, "import/"),
        {"preview": preview.context["signed"], "leave": left_out, "enter_all": "on"},
    )
    assert answer.status_code == 302
    assert (Player.objects.count(), evening.entries.count()) == (32, 32)


def test_a_preview_has_doubts_first_and_folds_those_who_are_known(
    organizer: Client, niccolo: Player
) -> None:
    text = b"Cognome;Nome\nBianchi;Ugo\nD'Amico;Niccol\xc3\xb2\nDamico;Niccolo\n"
    page = organizer.post("/desk/roster/import/", {"file": uploaded(text, "soci.csv")})
    written = " ".join(page.content.decode().split())
    assert "<h1>3 members: 1 new, 1 already there, 1 doubtful</h1>" in written
    assert re.findall(
        r'<details class="fold import-group" ?(open)?> .*? id="group-(\w+)"', written
    ) == [
        ("open", "doubtful"),
        ("open", "new"),
        ("", "known"),
    ]


def test_a_file_that_is_refused_has_to_be_chosen_again(organizer: Client) -> None:
    refused = organizer.post(
        "/desk/roster/import/", {"file": SimpleUploadedFile("soci.csv", b"Colore\nrosso\n")}
    )
    assert (
        refused.status_code,
        "put right; choose the file again." in refused.content.decode(),
    ) == (422, True)


def test_importing_twice_adds_nobody_twice_and_enters_who_was_known(
    organizer: Client, make_evening
) -> None:
    first = organizer.post("/desk/roster/import/", {"file": uploaded()})
    organizer.post("/desk/roster/import/", {"preview": first.context["signed"]})
    evening = make_evening(0)
    again = organizer.post(desk(evening, "import/"), {"file": uploaded(), "enter_all": "on"})
    assert len(again.context["preview"].of(Status.KNOWN)) == 40
    organizer.post(
        desk(evening, "import/"), {"preview": again.context["signed"], "enter_all": "on"}
    )
    assert (Player.objects.count(), evening.entries.count()) == (40, 40)


def test_a_doubtful_line_stays_out_unless_it_is_ticked(organizer: Client, niccolo: Player) -> None:
    text = b"Cognome;Nome\nDamico;Niccolo\nBianchi;Ugo\n"
    preview = organizer.post("/desk/roster/import/", {"file": uploaded(text, "soci.csv")})
    [doubtful] = preview.context["preview"].of(Status.DOUBTFUL)
    organizer.post("/desk/roster/import/", {"preview": preview.context["signed"]})
    assert set(Player.objects.values_list("surname", flat=True)) == {"D'Amico", "Bianchi"}
    organizer.post(
        "/desk/roster/import/", {"preview": preview.context["signed"], "accept": doubtful.line}
    )
    assert Player.objects.filter(surname="Damico").count() == 1


def test_a_refused_import_shows_the_preview_again_with_what_was_chosen(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(0)
    preview = organizer.post(desk(evening, "import/"), {"file": uploaded(), "enter_all": "on"})
    assert organizer.post(desk(evening, "close/end/")).status_code == 302
    answer = organizer.post(
        desk(evening, "import/"),
        {"preview": preview.context["signed"], "leave": ["3"], "enter_all": "on"},
    )
    assert answer.status_code == 422
    assert answer.context["chosen"] == {
        "accept": set(),
        "leave": {3},
        "enter_all": True,
        "meant": {},
    }
    assert Player.objects.count() == 0


# --- the roster


def test_a_player_of_the_roster_is_added_found_and_put_right(organizer: Client) -> None:
    organizer.post(
        "/desk/roster/new/", {"surname": " Nuñez ", "given_name": "Davide", "card_number": "7"}
    )
    player = Player.objects.get(surname="Nuñez")
    assert [person.pk for person in organizer.get("/desk/roster/?q=nunez").context["page"]] == [
        player.pk
    ]
    assert (
        organizer.post("/desk/roster/new/", {"surname": "Altro", "card_number": "7"}).status_code
        == 422
    )
    organizer.post(
        f"/desk/roster/{player.pk}/",
        {"surname": "Nuñez", "given_name": "Davide", "card_number": "8"},
    )
    assert Player.objects.get(pk=player.pk).card_number == "8"


def test_wishes_for_the_seating_are_typed_by_name(organizer: Client) -> None:
    anna, _ada, bruno = Player.objects.bulk_create(
        Player(surname=surname, given_name=name)
        for surname, name in [("Rossi", "Anna"), ("Rossi", "Ada"), ("Boi", "Bruno")]
    )
    page = f"/desk/roster/{anna.pk}/"
    typed = {
        "surname": "Rossi",
        "given_name": "Anna",
        "at_wind": "N",
        "at_table": "2",
        "never_with": "Bruno Boi\n",
    }
    assert organizer.post(page, typed).status_code == 302
    anna.refresh_from_db()
    assert (anna.at_wind, anna.at_table, list(anna.apart.all())) == ("N", 2, [bruno])
    assert "Boi Bruno" in organizer.get(page).content.decode()
    for wrong, answer in {
        "Verdi": "Nobody on the roster is called “Verdi”.",
        "Rossi": "More than one person on the roster fits “Rossi”",
        "Rossi Anna": "” is this same player.",
    }.items():
        refused = organizer.post(page, typed | {"never_with": wrong})
        assert (refused.status_code, answer in html.unescape(refused.content.decode())) == (
            422,
            True,
        )
    assert list(anna.apart.all()) == [bruno]
    assert organizer.post(page, typed | {"at_table": "0"}).status_code == 422


def test_who_leaves_in_the_middle_of_a_partita_leaves_a_chair_to_fill(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(8, seated=True)
    evening.rounds.update(stage="playing", started_at="2026-11-20T20:30:00Z")
    Sheet.objects.bulk_create(Sheet(table=table) for table in evening.rounds.get().tables.all())
    answer = organizer.post(desk(evening, "players/3/withdraw/"), headers=HTMX)
    assert "has an empty chair at table" in answer.content.decode()


def test_the_roster_and_the_members_list_no_invented_player_of_a_trial_evening(
    organizer: Client, make_evening, niccolo: Player
) -> None:
    make_evening(2, is_demo=True)
    page = organizer.get("/desk/roster/")
    assert ([player.pk for player in page.context["page"]], page.context["invented"]) == (
        [niccolo.pk],
        2,
    )
    assert len(organizer.get("/desk/roster/?trial=1").context["page"].object_list) == 2
    assert not organizer.get("/desk/roster/members/?q=ross").context["found"]


def test_the_roster_had_a_cedilla_after_the_z(organizer: Client) -> None:
    for surname in ("Traverso", "Şahin", "Zeni", "Sala", "de Luca"):
        Player.objects.create(surname=surname, given_name="Ada")
    page = organizer.get("/desk/roster/").context["page"]
    assert [player.surname for player in page] == ["de Luca", "Şahin", "Sala", "Traverso", "Zeni"]


def test_the_entry_fee_is_ticked_and_the_page_and_the_list_say_who_has_not_paid(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(4, fee="10,50 € a testa")
    add_house_player(tournament=evening, author=None)
    page = f"/desk/{evening.code}/players/"
    assert "4 have not paid: 42,00 € a testa" in organizer.get(page).content.decode()
    organizer.post(f"/desk/{evening.code}/players/2/paid/")
    assert "3 have not paid: 31,50 € a testa" in organizer.get(page).content.decode()
    [(_columns, lines)] = organizer.get(f"/desk/{evening.code}/lists/entries/").context["tables"]
    assert [line[2] for line in lines if line[1]] == ["2"]
    organizer.post(f"/desk/{evening.code}/players/2/unpaid/")
    assert evening.log.filter(kind="fee").count() == 2
    assert "4 have not paid: 42,00 €" in organizer.get(page).content.decode()


def test_a_fee_of_two_amounts_is_counted_in_heads_and_an_evening_without_one_has_no_column(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(4, fee="10 €, soci 8 €")
    page = organizer.get(f"/desk/{evening.code}/players/").content.decode()
    assert " ".join(page.split()).count("4 have not paid </p>") == 1
    free = make_evening(0)
    assert '/paid/"' not in organizer.get(f"/desk/{free.code}/players/").content.decode()


@pytest.mark.django_db
def test_a_column_of_the_file_says_who_agreed_to_e_mails_and_the_preview_carries_it() -> None:
    people = (
        "Rossi;Anna;a@example.org;sì",
        "Bianchi;Ada;b@example.org;no",
        "Verdi;Ugo;u@example.org;",
    )
    file = io.BytesIO("\n".join(["Cognome;Nome;E-mail;Consenso", *people]).encode())
    preview = RosterPreview.from_json(
        json.loads(json.dumps(read_roster(file, "soci.csv").as_json()))
    )
    import_roster(preview=preview, accepted_lines={2, 3, 4}, author=None)
    assert list(Player.objects.filter(emails_agreed=True).values_list("surname", flat=True)) == [
        "Rossi"
    ]


# --- the preview comes first


def test_a_list_sent_without_its_preview_is_only_looked_at(
    organizer: Client, evening: Tournament
) -> None:
    page = organizer.post(desk(evening, "players/paste/"), {"text": "Bianchi Ugo"})
    assert [line.outcome for line in page.context["report"]] == ["new"]
    assert (evening.entries.count(), Player.objects.count()) == (8, 8)


def test_the_preview_of_a_list_shows_all_that_will_be_stored_and_ends_with_what_was_not_read(
    organizer: Client, evening: Tournament
) -> None:
    text = "Iscritti:\nTessera;Cognome;Nome;Circolo;E-mail;Consenso\n00077;Verdi;Ida;Nervi;ida@example.org;sì"
    page = organizer.post(desk(evening, "players/paste/"), {"text": text, "look": "1"})
    page_text = " ".join(html.unescape(page.content.decode()).split())
    for stored in ("00077", "Nervi", "ida@example.org", "agreed"):
        assert stored in page_text
    assert "13 cells = 12 read (people: 1) + 1 left over: line 1: Iscritti:" in page_text
    organizer.post(desk(evening, "players/paste/"), {"text": text, "enter": "1"})
    player = Player.objects.get(surname="Verdi")
    assert (player.card_number, player.club, player.email, player.emails_agreed) == (
        "00077",
        "Nervi",
        "ida@example.org",
        True,
    )


def test_a_telephone_number_in_a_list_is_on_no_public_page(
    organizer: Client, client: Client, evening: Tournament
) -> None:
    organizer.post(desk(evening, "players/paste/"), {"text": "Sala Pia 3391234567", "enter": "1"})
    assert Player.objects.get(surname="Sala").full_name == "Sala Pia"
    assert "3391234567" not in organizer.get(desk(evening, "players/")).content.decode()
    assert "3391234567" not in client.get(f"/live/{evening.code}/").content.decode()


def test_the_box_finds_the_name_before_a_note_and_offers_no_number_as_a_name(
    organizer: Client, evening: Tournament, niccolo: Player
) -> None:
    find = desk(evening, "players/find/")
    assert list(organizer.get(find, {"q": "D'Amico Niccolò - arriva tardi"}).context["found"]) == [
        niccolo
    ]
    page = organizer.get(find, {"q": "Sala Pia 3391234567"}, headers=HTMX)
    assert page.context["typed"] == {"surname": "Sala", "given_name": "Pia", "card_number": ""}
    assert 'data-given-name="Pia"' in page.content.decode()
    refused = organizer.post(
        desk(evening, "players/new/"), {"surname": "Sala", "given_name": "Pia 3391234567"}
    )
    assert "is not part of a name" in html.unescape(refused.content.decode())
    assert organizer.post("/desk/roster/new/", {"surname": "Sala 3391234567"}).status_code == 422
    assert Player.objects.filter(surname__startswith="Sala").count() == 0


def two_sheets() -> bytes:
    book = Workbook()
    for sheet, surname in ((book.active, "Rossi"), (book.create_sheet("vecchi"), "Antico")):
        sheet.append(("Cognome", "Nome"))
        sheet.append((surname, "Mario"))
    book["vecchi"].sheet_state = "hidden"
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_another_sheet_of_a_file_is_chosen_on_its_preview_and_never_stored_unseen(
    organizer: Client,
) -> None:
    page = organizer.post("/desk/roster/import/", {"file": uploaded(two_sheets())})
    assert (page.context["preview"].sheet, "hidden" in page.content.decode()) == ("Sheet", True)
    other = organizer.post(
        "/desk/roster/import/", {"preview": page.context["signed"], "sheet": "vecchi"}
    )
    assert [line.row.surname for line in other.context["preview"].lines] == ["Antico"]
    assert Player.objects.count() == 0
    organizer.post("/desk/roster/import/", {"preview": other.context["signed"], "sheet": "vecchi"})
    assert Player.objects.get().surname == "Antico"


def test_two_blocks_of_one_line_are_two_choices_of_a_preview(organizer: Client) -> None:
    content = b"Cognome;Nome;;Cognome;Nome\nRossi;Mario;;Bianchi;\n"
    page = organizer.post("/desk/roster/import/", {"file": uploaded(content, "soci.csv")})
    assert 'name="line-100002"' in " ".join(page.content.decode().split())
    organizer.post(
        "/desk/roster/import/",
        {"preview": page.context["signed"], "leave": "2", "line-100002": "new"},
    )
    assert [player.surname for player in Player.objects.all()] == ["Bianchi"]


# --- agreement to e-mails for several at once


def test_several_agree_to_e_mails_with_one_press_and_it_is_taken_back(
    organizer: Client, evening: Tournament
) -> None:
    ada, ida = (
        Player.objects.create(surname="Bo", given_name=name, email=f"{name}@x.it")
        for name in ("Ada", "Ida")
    )
    Player.objects.create(surname="Bo", given_name="Eva")
    organizer.post(desk(evening, "players/enter/"), {"player": ada.pk})
    roster = " ".join(organizer.get("/desk/roster/").content.decode().split())
    assert "2 players have an address but have not agreed to e-mails; nobody has." in roster
    consent = "/desk/roster/consent/"
    assert list(organizer.get(consent).context["people"]) == [ada, ida]
    assert list(organizer.get(f"{consent}?evening={evening.code}").context["people"]) == [ada]
    text = organizer.post(consent, {"player": [ada.pk, ida.pk]}, follow=True).content.decode()
    assert "2 players agree to e-mails." in text
    assert Player.objects.filter(emails_agreed=True).count() == 2
    assert [str(line.fields["players"]) for line in evening.log.filter(kind="emails_agreed")] == [
        "Bo Ada"
    ]
    undone(organizer, text)
    assert Player.objects.filter(emails_agreed=True).count() == 0
    assert "Nobody was chosen." in organizer.post(consent, {}, follow=True).content.decode()


def sheets_of_pairs(first: tuple[str, ...], second: tuple[str, ...]) -> io.BytesIO:
    book = Workbook()
    for sheet, line in zip(
        (book.active, book.create_sheet("Riserve")), (first, second), strict=True
    ):
        sheet.append(line)
    book.active.title = "Coppie"
    file = io.BytesIO()
    book.save(file)
    file.seek(0)
    file.name = "coppie.xlsx"
    return file


def test_a_file_of_pairs_says_what_it_read_and_lets_another_sheet_be_chosen(
    organizer: Client, make_evening: Make
) -> None:
    pairs = make_evening(0, ruleset="pt_duplas")
    first = ("Abbà Ida", "Boi Ugo 333 1234567")
    file = sheets_of_pairs(first, ("Est Ada", "Fo Leo"))
    answer = organizer.post(desk(pairs, "players/paste/"), {"file": file})
    text = " ".join(html.unescape(answer.content.decode()).split())
    assert "2 cells = 2 read (people: 2), none left over." in text
    assert "333 1234567" in text
    assert "Read “Riserve” instead" in text
    form = {"sheets": answer.context["looked"]["signed"], "sheet": "1", "text": "whatever"}
    other = organizer.post(desk(pairs, "players/paste/"), form)
    assert other.context["looked"]["text"] == "Est Ada\tFo Leo"
    assert "Read “Coppie” instead" in html.unescape(other.content.decode())
    forged = organizer.post(desk(pairs, "players/paste/"), form | {"sheets": "x"})
    assert "choose it again" in html.unescape(forged.content.decode())
    assert pairs.entries.count() == 0
