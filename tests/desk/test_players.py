"""Players found, entered, present, gone and back; lists and files."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tournaments.models import Entry, Player, Tournament

HTMX = {"HX-Request": "true"}
ROSTER = Path(__file__).parent.parent / "data" / "roster.xlsx"


@pytest.fixture
def niccolo(db: None) -> Player:
    return Player.objects.create(surname="D'Amico", given_name="Niccolò", card_number="GE-12")


def desk(evening: Tournament, page: str) -> str:
    return f"/desk/{evening.code}/{page}"


@pytest.mark.parametrize("letters", ["nicc", "d'am", "damico nic", "AMICO", "ge-12"])
def test_a_player_is_found_by_a_few_letters_without_accents(
    letters: str, organizer: Client, evening: Tournament, niccolo: Player
) -> None:
    answer = organizer.get(desk(evening, "players/find/"), {"q": letters}, headers=HTMX)
    assert list(answer.context["found"]) == [niccolo]


def test_who_is_entered_already_is_not_offered_but_named(
    organizer: Client, evening: Tournament, niccolo: Player
) -> None:
    organizer.post(desk(evening, "players/enter/"), {"q": "nicc", "player": niccolo.pk})
    answer = organizer.get(desk(evening, "players/find/"), {"q": "nicc"}, headers=HTMX)
    assert answer.context["found"] == []
    assert "Niccolò D&#x27;Amico is entered already." in answer.content.decode()


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
    answer = organizer.post(desk(evening, "players/enter/"), {"q": "nicc", "player": rossi.pk}, headers=HTMX)
    assert answer.status_code == 200
    assert evening.entries.get(number=9).players.get() == niccolo


def test_letters_that_mean_several_enter_nobody_and_stay(organizer: Client, evening: Tournament) -> None:
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
    assert organizer.post(desk(evening, "players/new/"), typed | {"card_number": "GE-13"}).status_code == 302
    assert evening.entries.get(number=9).title == "Zoë Èvoli"


def test_a_pasted_list_answers_every_line_and_keeps_those_that_entered_nobody(
    organizer: Client, evening: Tournament, niccolo: Player
) -> None:
    Player.objects.create(surname="Rossi", given_name="Mario", card_number="1")
    Player.objects.create(surname="Rossi", given_name="Mario", card_number="2")
    answer = organizer.post(desk(evening, "players/paste/"), {"text": "Damico Niccolo\nMario Rossi\nBianchi Ugo\n12"})
    assert [line.outcome for line in answer.context["report"]] == ["entered", "doubtful", "new", "refused"]
    assert answer.context["paste"].initial["text"] == "Mario Rossi\n12"
    assert evening.entries.count() == 10


def test_the_answers_to_a_list_were_scrolled_out_of_sight_by_the_search_field(
    organizer: Client, evening: Tournament
) -> None:
    assert "autofocus" in organizer.get(desk(evening, "players/")).content.decode()
    answered = organizer.post(desk(evening, "players/paste/"), {"text": "Bianchi Ugo"}).content.decode()
    assert "The list, line by line" in answered
    assert "autofocus" not in answered


def test_an_empty_roster_begins_with_the_file_of_the_club(organizer: Client, arbiter: Client, make_evening) -> None:
    empty = make_evening()
    link = f'<a class="btn btn-quiet" href="{desk(empty, "import/")}">'
    assert link in organizer.get(desk(empty, "players/")).content.decode()
    assert link in organizer.get(desk(empty, "players/find/")).content.decode()
    assert link not in arbiter.get(desk(empty, "players/")).content.decode()
    full = make_evening(4)
    assert link not in organizer.get(desk(full, "players/")).content.decode()
    assert "Everybody on the roster is entered" in organizer.get(desk(full, "players/")).content.decode()


def test_a_list_that_enters_nobody_is_no_success(organizer: Client, evening: Tournament) -> None:
    answer = organizer.post(desk(evening, "players/paste/"), {"text": "12\nRossi"})
    assert [line.outcome for line in answer.context["report"]] == ["refused", "doubtful"]
    assert [(each.level_tag, str(each)) for each in answer.context["messages"]] == [
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


def test_present_withdrawn_returned_unranked_removed(organizer: Client, evening: Tournament) -> None:
    def say(number: int, action: str, **more: str) -> Entry | None:
        organizer.post(desk(evening, f"players/{number}/"), {"action": action, **more}, headers=HTMX)
        return Entry.objects.filter(tournament=evening, number=number).first()

    assert say(1, "absent").present is False
    assert say(1, "present").present is True
    gone = say(2, "withdraw", **{"reason-2": "febbre"})
    assert (gone.withdrawn_because, gone.withdrawn_at is None) == ("febbre", False)
    assert say(2, "return").withdrawn_at is None
    assert say(3, "unranked").unranked is True
    assert say(3, "ranked").unranked is False
    assert say(4, "remove") is None


def test_a_refusal_stands_in_the_row_it_speaks_of(organizer: Client, make_evening) -> None:
    evening = make_evening(8, seated=True)
    answer = organizer.post(desk(evening, "players/3/"), {"action": "remove"}, headers=HTMX)
    assert answer.status_code == 422
    row = answer.content.decode().partition('id="entry-3"')[2].partition("</tr>")[0]
    assert "has been given a seat" in row


def test_what_is_missing_to_full_tables_is_said_and_house_players_fill_them(
    organizer: Client, evening: Tournament
) -> None:
    organizer.post(desk(evening, "players/8/"), {"action": "absent"})
    page = organizer.get(desk(evening, "players/"))
    assert (page.context["count"].over, page.context["count"].missing) == (3, 1)
    organizer.post(desk(evening, "players/house/"), {"fill": "1"})
    count = organizer.get(desk(evening, "players/")).context["count"]
    assert (count.playing, count.over) == (8, 0)
    assert evening.entries.get(unranked=True).players.get().is_house


def test_a_house_player_makes_room_with_one_button(organizer: Client, make_evening) -> None:
    evening = make_evening(7)
    organizer.post(desk(evening, "players/house/"), {"fill": "1"})
    organizer.post(desk(evening, "players/new/"), {"surname": "Tardi", "given_name": "Ida"})
    page = organizer.get(desk(evening, "players/")).content.decode()
    assert "1 house player makes room: 2 tables" in page
    assert organizer.post(desk(evening, "players/house/"), {"go": "1"}).status_code == 302
    assert [entry.title for entry in evening.entries.filter(withdrawn_at__isnull=False)] == ["Jolly 1"]
    organizer.post(desk(evening, "players/house/"), {"go": "1"})  # A second click: nobody is left over any more.
    assert evening.entries.filter(withdrawn_at__isnull=False).count() == 1


def test_the_answer_to_a_click_carries_the_list_the_message_and_the_steps(
    organizer: Client, evening: Tournament
) -> None:
    text = organizer.post(desk(evening, "players/1/"), {"action": "absent"}, headers=HTMX).content.decode()
    assert text.count('hx-swap-oob="true"') == 2
    assert "<html" not in text
    assert '<section id="entries"' in text


# --- files


def uploaded(content: bytes | None = None, name: str = "roster.xlsx") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, ROSTER.read_bytes() if content is None else content)


def test_a_roster_is_looked_at_before_anything_is_written(organizer: Client, make_evening) -> None:
    evening = make_evening(0)
    preview = organizer.post(desk(evening, "import/"), {"file": uploaded(), "enter_all": "on"})
    assert preview.status_code == 200
    assert len(preview.context["preview"].new) == 40
    assert Player.objects.count() == 0
    left_out = [judged.line for judged in preview.context["preview"].new[:8]]
    answer = organizer.post(
        desk(evening, "import/"), {"preview": preview.context["signed"], "leave": left_out, "enter_all": "on"}
    )
    assert answer.status_code == 302
    assert (Player.objects.count(), evening.entries.count()) == (32, 32)


def test_importing_twice_adds_nobody_twice_and_enters_who_was_known(organizer: Client, make_evening) -> None:
    first = organizer.post("/desk/roster/import/", {"file": uploaded()})
    organizer.post("/desk/roster/import/", {"preview": first.context["signed"]})
    evening = make_evening(0)
    again = organizer.post(desk(evening, "import/"), {"file": uploaded(), "enter_all": "on"})
    assert len(again.context["preview"].known) == 40
    organizer.post(desk(evening, "import/"), {"preview": again.context["signed"], "enter_all": "on"})
    assert (Player.objects.count(), evening.entries.count()) == (40, 40)


def test_a_doubtful_line_stays_out_unless_it_is_ticked(organizer: Client, niccolo: Player) -> None:
    text = b"Cognome;Nome\nDamico;Niccolo\nBianchi;Ugo\n"
    preview = organizer.post("/desk/roster/import/", {"file": uploaded(text, "soci.csv")})
    [doubtful] = preview.context["preview"].doubtful
    organizer.post("/desk/roster/import/", {"preview": preview.context["signed"]})
    assert set(Player.objects.values_list("surname", flat=True)) == {"D'Amico", "Bianchi"}
    organizer.post("/desk/roster/import/", {"preview": preview.context["signed"], "accept": doubtful.line})
    assert Player.objects.filter(surname="Damico").count() == 1


def test_a_refused_import_shows_the_preview_again_with_what_was_chosen(organizer: Client, make_evening) -> None:
    evening = make_evening(0)
    preview = organizer.post(desk(evening, "import/"), {"file": uploaded(), "enter_all": "on"})
    organizer.post(desk(evening, "close/"))
    answer = organizer.post(
        desk(evening, "import/"), {"preview": preview.context["signed"], "leave": ["3"], "enter_all": "on"}
    )
    assert answer.status_code == 422
    assert answer.context["chosen"] == {"accept": set(), "leave": {3}, "enter_all": True}
    assert Player.objects.count() == 0


# --- the roster


def test_a_player_of_the_roster_is_added_found_and_put_right(organizer: Client) -> None:
    organizer.post("/desk/roster/new/", {"surname": " Nuñez ", "given_name": "Davide", "card_number": "7"})
    player = Player.objects.get(surname="Nuñez")
    assert [each.pk for each in organizer.get("/desk/roster/?q=nunez").context["page"]] == [player.pk]
    assert organizer.post("/desk/roster/new/", {"surname": "Altro", "card_number": "7"}).status_code == 422
    organizer.post(f"/desk/roster/{player.pk}/", {"surname": "Nuñez", "given_name": "Davide", "card_number": "8"})
    assert Player.objects.get(pk=player.pk).card_number == "8"


def test_who_leaves_in_the_middle_of_a_partita_leaves_a_chair_to_fill(organizer: Client, make_evening) -> None:
    evening = make_evening(8, seated=True)
    evening.rounds.update(stage="playing", started_at="2026-11-20T20:30:00Z")
    answer = organizer.post(desk(evening, "players/3/"), {"action": "withdraw"}, headers=HTMX)
    assert "let a substitute take over there" in answer.content.decode()


def test_the_roster_had_a_cedilla_after_the_z(organizer: Client) -> None:
    for surname in ("Traverso", "Şahin", "Zeni", "Sala", "de Luca"):
        Player.objects.create(surname=surname, given_name="Ada")
    page = organizer.get("/desk/roster/").context["page"]
    assert [player.surname for player in page] == ["de Luca", "Şahin", "Sala", "Traverso", "Zeni"]
