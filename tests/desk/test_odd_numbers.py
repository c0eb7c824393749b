"""An odd number of people: two cards at the foot of *Players*, with the one chosen that affects
fewest; names of players who complete a table and who rest; the worth of a rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.html import strip_tags

from night.evenings import with_progress
from printing.document_context import Options
from printing.document_list import DOCUMENTS
from scoring.models import Sheet
from scoring.round_steps import start_round
from scoring.rows import enter_row
from tests.accounts import signed_in
from tests.desk.filled import Filled, filled_words
from tests.evenings import closed, fill_quickly, good_rows, sat_out
from tests.printing.pages import texts_of
from tournaments.entries import (
    add_filler,
    add_house_player,
    add_player,
    enter_pair,
    enter_player,
    set_present,
    set_unranked,
)
from tournaments.head_count import head_count
from tournaments.models import Entry, Player, Round, Seat, Tournament
from tournaments.odd_numbers import Way, choices
from tournaments.seat_changes import publish_seating

pytestmark = pytest.mark.django_db

Evening = Callable[..., Tournament]


def players_page(client: Client, evening: Tournament) -> str:
    return client.get(f"/desk/{evening.code}/players/").content.decode()


def prepare(client: Client, evening: Tournament, **fields: object) -> str:
    answer = client.post(f"/desk/{evening.code}/prepare/1/", fields, follow=True)
    return answer.content.decode()


def resting(evening: Tournament) -> list[int]:
    return evening.rounds.get().seating_note["sitting_out"]


# --- the cards


@pytest.mark.parametrize(
    ("people", "first", "how_many", "tables"),
    [
        (5, Way.REST, 1, 1),
        (6, Way.FILL, 2, 2),
        (7, Way.FILL, 1, 2),
        (21, Way.REST, 1, 5),
        (22, Way.FILL, 2, 6),
        (23, Way.FILL, 1, 6),
    ],
)
def test_the_choice_that_touches_fewest_comes_first(
    people: int, first: Way, how_many: int, tables: int, make_evening: Evening
) -> None:
    options = choices(head_count(make_evening(people)))
    assert (options[0].way, options[0].how_many, options[0].tables) == (first, how_many, tables)
    assert {choice.way for choice in options} == {Way.FILL, Way.REST}


@pytest.mark.parametrize("people", [3, 4, 8, 24])
def test_a_hall_of_full_tables_or_of_none_is_not_asked(people: int, make_evening: Evening) -> None:
    assert choices(head_count(make_evening(people))) == ()


@pytest.mark.parametrize(
    ("people", "checked", "words"),
    [
        (23, "house", "A member completes the tables"),
        (21, "lot", "1 sits this partita out"),
        (5, "lot", "1 sits this partita out"),
    ],
)
def test_the_foot_of_the_page_has_two_cards_with_the_first_chosen(
    people: int, checked: str, words: str, organizer: Client, make_evening: Evening
) -> None:
    page = players_page(organizer, make_evening(people))
    foot = page[page.index('id="odd"') :]
    assert re.search(rf"<strong[^>]*>{people}</strong> in the hall", foot)
    assert re.findall(r'value="(\w+)" checked', foot) == [checked]
    assert words in foot
    assert foot.count('name="way"') == 2
    assert filled_words(page) == ["Prepare partita 1"]


@pytest.mark.parametrize(("partite", "has_worth"), [(2, False), (3, True)])
def test_the_card_does_not_say_what_a_rest_is_worth_where_it_asks(
    partite: int, has_worth: bool, organizer: Client, make_evening: Evening
) -> None:
    """In an evening of two partite the worth of a rest has to be chosen, so the card does not state
    it (rules 13.10).
    """
    page = players_page(organizer, make_evening(21, planned_rounds=partite))
    card = page.split('value="lot"')[1].split("</label>")[0]
    assert ("worth the mean" in card) == has_worth
    assert ("say what it is worth" in page) != has_worth


def test_five_are_not_seated_with_three_who_fill_unless_somebody_says_so(
    organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(5, planned_rounds=3)
    [(action, form)] = Filled(players_page(organizer, evening)).presses
    organizer.post(action, form)
    assert evening.rounds.get().tables.count() == 1
    assert len(resting(evening)) == 1
    assert evening.entries.count() == 5


def test_a_closed_evening_has_no_empty_foot_under_its_players(
    organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(9, drawn=True, planned_rounds=1)
    assert "hall-foot" in players_page(organizer, evening)
    sat_out(evening)
    Tournament.objects.filter(pk=evening.pk).update(closed_at=timezone.now())
    assert "hall-foot" not in players_page(organizer, evening)


def test_other_pages_lead_to_the_question_and_prepare_nothing(
    organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(23)
    page = organizer.get(f"/desk/{evening.code}/", follow=True).content.decode()
    assert Filled(page).presses == []
    assert f"/desk/{evening.code}/players/#odd" in Filled(page).links
    assert "23 in the hall: who completes the tables, who rests?" in page


def test_an_arbiter_goes_step_by_step(make_evening: Evening) -> None:
    evening = make_evening(23)
    page = players_page(signed_in("arbiter", "arbiter"), evening)
    assert 'id="odd"' not in page
    assert f'href="/desk/{evening.code}/winds/"' in page


# --- players who complete a table


def test_a_member_named_completes_the_table_and_is_not_ranked(
    organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(23)
    add_player(surname="Canepa", given_name="Ugo")
    prepare(organizer, evening, way="house", playing=23, filler="canepa")
    entry = evening.entries.get(members__player__surname="Canepa")
    assert (entry.unranked, entry.fills, entry.number) == (True, True, 24)
    assert evening.rounds.get().tables.count() == 6
    assert evening.log.filter(kind="house_player").get().fields["player"] == "Canepa Ugo"


def test_where_nobody_is_named_a_house_player_comes(
    organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(23)
    prepare(organizer, evening, way="house", playing=23, filler="")
    assert evening.entries.get(fills=True).title == "Jolly 1"


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("Nessuno", "Nobody who is free is called “Nessuno”"),
        ("Canepa", "Several names begin with"),
        ("Rossi001", "Nobody who is free is called “Rossi001”"),
    ],
)
def test_a_name_that_nobody_free_has_is_refused_and_still_there(
    typed: str, message: str, organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(23)
    for name in ("Ugo", "Ida"):
        add_player(surname="Canepa", given_name=name)
    page = prepare(organizer, evening, way="house", playing=23, filler=typed)
    assert message in page
    assert f'value="{typed}"' in page
    assert not evening.rounds.exists()
    assert evening.entries.count() == 23


def test_members_who_are_free_are_offered_for_the_field(
    organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(23)
    add_player(surname="Canepa", given_name="Ugo", card_number="17")
    answer = organizer.get(f"/desk/{evening.code}/players/fillers/", {"filler": "can"})
    assert re.findall(r'value="([^"]*)"', answer.content.decode()) == ["Canepa Ugo 17"]
    prepare(organizer, evening, way="house", playing=23, filler="Canepa Ugo 17")
    assert evening.entries.get(fills=True).title == "Canepa Ugo"


def test_whoever_fills_is_no_person_of_the_hall(organizer: Client, make_evening: Evening) -> None:
    evening = make_evening(23)
    add_filler(tournament=evening, player=None, author=None)
    page = players_page(organizer, evening)
    assert re.search(r"<strong[^>]*>23</strong> in the hall", page)
    assert "1 completes a table" in page
    assert "Prepare partita 1 (23 in the hall, 6 tables)" in page


def test_whoever_fills_is_counted_in_no_list_of_the_evenings(
    organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(7, planned_rounds=3)
    prepare(organizer, evening, way="house", playing=7, filler="")
    publish_seating(round=evening.rounds.get(), author=None)
    assert evening.entries.count() == 8
    assert [line["evening"].players for line in organizer.get("/desk/").context["lines"]] == [7]
    assert with_progress(Tournament.objects.all()).get().entered == 7


def test_whoever_fills_makes_room_for_one_who_comes(
    organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(23)
    add_house_player(tournament=evening, author=None)
    late = add_player(surname="Tardi", given_name="Ida")
    enter_player(tournament=evening, player=late, author=None)
    page = players_page(organizer, evening)
    assert "Jolly 1 makes room" in page
    [(action, form)] = Filled(page).presses
    organizer.post(action, form)
    assert evening.rounds.get().tables.count() == 6
    assert not evening.rounds.get().seats.filter(player__is_house=True).exists()


def test_whoever_is_ranked_again_fills_no_more(make_evening: Evening) -> None:
    evening = make_evening(23)
    entry = add_filler(tournament=evening, player=add_player(surname="Canepa"), author=None)
    set_unranked(entry=entry, unranked=False, author=None)
    assert not Entry.objects.get(pk=entry.pk).fills


# --- players who rest


def test_who_rests_is_said_by_name_and_draws_no_wind_before_the_others(
    organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(21, planned_rounds=3)
    prepare(organizer, evening, way="lot", playing=21, resting=7, worth="average")
    assert resting(evening) == [7]
    assert evening.rounds.get().tables.count() == 5
    winds = evening.entries.exclude(number=7).values_list("wind", flat=True)
    assert sorted(winds) == sorted("NESW" * 5)
    assert evening.entries.get(number=7).wind_number == 6


def test_a_lot_is_told_only_where_one_was_drawn(organizer: Client, make_evening: Evening) -> None:
    named, drawn = make_evening(5, planned_rounds=3), make_evening(5, planned_rounds=3)
    page = prepare(organizer, named, way="lot", playing=5, resting=4)
    assert named.rounds.get().seating_note["lot_seed"] == ""
    assert "by lot, seed" not in page
    (line,) = named.log.filter(kind="sitting_out")
    assert (line.fields["seed"], "by lot" in line.sentence) == ("", False)
    assert "by lot, seed" in prepare(organizer, drawn, way="lot", playing=5)
    (line,) = drawn.log.filter(kind="sitting_out")
    assert line.fields["seed"] == drawn.rounds.get().seating_note["lot_seed"] != ""


def test_all_who_rest_are_named_or_none(organizer: Client, make_evening: Evening) -> None:
    evening = make_evening(23, planned_rounds=3)
    page = prepare(organizer, evening, way="lot", playing=23, resting=[7, "", ""], worth="average")
    assert "3 rest, but 1 are named" in page
    assert not evening.rounds.exists()


def test_with_two_partite_the_press_asks_what_a_rest_is_worth(
    organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(21, planned_rounds=2)
    [(action, form)] = Filled(players_page(organizer, evening)).presses
    question = organizer.post(action, form).content.decode()
    assert "What is the one that they sit out worth?" in question
    assert not evening.rounds.exists()
    [(action, form)] = Filled(question).presses
    assert form["worth"] == "average"
    organizer.post(action, form)
    assert len(resting(evening)) == 1
    evening.refresh_from_db()
    assert evening.standing_settings["bye_points"] == "average"


@pytest.mark.parametrize(
    ("worth", "points", "bye_points"), [("zero", "", "zero"), ("points", "4,5", "4.5")]
)
def test_a_rest_may_be_worth_something_else(
    worth: str, points: str, bye_points: str, organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(21, planned_rounds=2)
    prepare(organizer, evening, way="lot", playing=21, worth=worth, points=points)
    evening.refresh_from_db()
    assert evening.standing_settings["bye_points"] == bye_points
    assert evening.rounds.count() == 1


def test_points_that_are_no_number_are_refused(organizer: Client, make_evening: Evening) -> None:
    evening = make_evening(21, planned_rounds=2)
    page = prepare(organizer, evening, way="lot", playing=21, worth="points", points="molti")
    assert "Write how many points a partita sat out is worth." in page
    assert not Round.objects.exists()


def test_with_three_partite_the_mean_is_told_at_the_press(
    organizer: Client, make_evening: Evening
) -> None:
    page = players_page(organizer, make_evening(21, planned_rounds=3))
    assert re.search(r'value="average" selected *>\s*the mean of their partite', page)
    assert "no points" in page


def test_no_house_player_is_made_by_looking(organizer: Client, make_evening: Evening) -> None:
    players_page(organizer, make_evening(23))
    assert not Player.objects.filter(is_house=True).exists()


# --- latecomers


def in_play_with_a_filler(client: Client, evening: Tournament) -> Entry:
    """Start a partita with Jolly 1 at a table; then Canepa comes late. Return Canepa's entry."""
    prepare(client, evening, way="house", playing=7, filler="")
    publish_seating(round=evening.rounds.get(), author=None)
    start_round(round=Round.objects.get(tournament=evening), author=None)
    late = add_player(surname="Canepa", given_name="Ugo")
    return enter_player(tournament=evening, player=late, author=None)


def seat_of_the_filler(evening: Tournament) -> Seat:
    return Seat.objects.get(round__tournament=evening, player__is_house=True)


def test_in_play_the_players_page_leads_to_the_chair_of_one_who_fills(
    organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(7)
    entry = in_play_with_a_filler(organizer, evening)
    seat = seat_of_the_filler(evening)
    wind = {"N": "North", "E": "East", "S": "South", "W": "West"}[seat.wind]
    words = f"Canepa Ugo sits in the seat of Jolly 1 (table {seat.table.number}, {wind})"
    page = players_page(organizer, evening)
    assert filled_words(page) == [words]
    assert words in organizer.get(f"/desk/{evening.code}/play/1/").content.decode()
    [(action, form)] = Filled(page).presses
    organizer.post(action, form)
    taken_seat = Seat.objects.get(pk=seat.pk)
    assert (taken_seat.entry, taken_seat.player.surname) == (entry, "Canepa")
    assert not evening.entries.get(fills=True).present
    assert head_count(evening).playing == 8


def test_from_a_later_hand_he_sits_in_and_plays_for_himself_in_the_next_partita(
    organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(7, planned_rounds=2)
    entry = in_play_with_a_filler(organizer, evening)
    seat = seat_of_the_filler(evening)
    sheet = Sheet.objects.select_related("table__round__tournament").get(table=seat.table)
    for hand in (1, 2):
        enter_row(sheet=sheet, hand=hand, content=good_rows()[hand], origin="desk")
    [(action, form)] = Filled(players_page(organizer, evening)).presses
    organizer.post(action, form)
    later = Seat.objects.get(round__tournament=evening, player__surname="Canepa")
    assert (later.from_hand, later.entry.fills) == (3, True)
    entry.refresh_from_db()
    assert (entry.wind, entry.is_playing) == (seat.wind, True)
    assert (head_count(evening).playing, head_count(evening).even) == (8, True)


def undo_of(page: str) -> tuple[str, dict[str, str]]:
    """Address and data of the *Undo* beside the message."""
    [form] = re.findall(r'<form class="undo"[^>]*>.*?</form>', page, re.DOTALL)
    [action] = re.findall(r'action="([^"]*)"', form)
    return action, dict(re.findall(r'name="(?!csrf)(\w+)" value="([^"]*)"', form))


@pytest.mark.parametrize("written", [(), (1, 2)])
def test_whoever_took_the_chair_by_mistake_gives_it_back(
    written: tuple[int, ...], organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(7, planned_rounds=2)
    late = in_play_with_a_filler(organizer, evening)
    before = Seat.objects.filter(round__tournament=evening).order_by("pk").values_list()
    seats = [*before]
    seat = seat_of_the_filler(evening)
    filler = evening.entries.get(fills=True)
    sheet = Sheet.objects.select_related("table__round__tournament").get(table=seat.table)
    for hand in written:
        enter_row(sheet=sheet, hand=hand, content=good_rows()[hand], origin="desk")
    [(action, form)] = Filled(players_page(organizer, evening)).presses
    address, fields = undo_of(organizer.post(action, form, follow=True).content.decode())
    assert [*before.all()] != seats
    page = organizer.post(address, fields, follow=True).content.decode()
    assert [*before.all()] == seats
    assert evening.entries.get(pk=filler.pk).is_playing
    late.refresh_from_db()
    assert late.is_playing
    assert late.wind_number is not None
    assert filler.wind == evening.entries.get(pk=filler.pk).wind
    assert filled_words(page)[0].startswith("Canepa Ugo sits in the seat of Jolly 1")


@pytest.mark.parametrize("written", [(), (1, 2)])
def test_a_chair_in_which_he_has_played_is_not_given_back(
    written: tuple[int, ...], organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(7, planned_rounds=2)
    in_play_with_a_filler(organizer, evening)
    seat = seat_of_the_filler(evening)
    sheet = Sheet.objects.select_related("table__round__tournament").get(table=seat.table)
    for hand in written:
        enter_row(sheet=sheet, hand=hand, content=good_rows()[hand], origin="desk")
    [(action, form)] = Filled(players_page(organizer, evening)).presses
    address, fields = undo_of(organizer.post(action, form, follow=True).content.decode())
    played = len(written) + 1
    enter_row(sheet=sheet, hand=played, content=good_rows()[played], origin="desk")
    seats = [*Seat.objects.filter(round__tournament=evening).values_list()]
    answer = organizer.post(address, fields, follow=True)
    assert "It can no longer be undone" in answer.content.decode()
    assert [*Seat.objects.filter(round__tournament=evening).values_list()] == seats


def test_a_chair_whose_hands_are_all_written_is_offered_to_nobody(
    organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(7)
    in_play_with_a_filler(organizer, evening)
    fill_quickly(Round.objects.get(tournament=evening))
    assert "sits in the seat of" not in players_page(organizer, evening)


def test_a_partita_that_is_seated_gives_the_chair_too(
    organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(7)
    prepare(organizer, evening, way="house", playing=7, filler="")
    late = add_player(surname="Canepa", given_name="Ugo")
    enter_player(tournament=evening, player=late, author=None)
    [(action, form)] = Filled(players_page(organizer, evening)).presses
    assert "/late/" in action
    organizer.post(action, form)
    assert not Seat.objects.filter(round__tournament=evening, player__is_house=True).exists()
    [words] = filled_words(players_page(organizer, evening))
    assert words == "Print and publish the seats of partita 1"


# --- after the seats are planned


def seated_pairs(client: Client, make: Evening) -> tuple[Tournament, Round]:
    """Publish the seats of four tables of pairs; then one pair leaves."""
    evening = make(0, ruleset="lab_coppie", planned_rounds=3)
    for number in range(8):
        couple = [
            Player.objects.create(surname=f"Rossi{number}{place}", given_name="Anna")
            for place in "ab"
        ]
        enter_pair(tournament=evening, players=couple, author=None)
    prepare(client, evening)
    round_ = evening.rounds.get()
    publish_seating(round=round_, author=None)
    set_present(entry=evening.entries.get(number=3), present=False, author=None)
    return evening, round_


def test_an_odd_number_of_pairs_is_asked_about_once_seats_are_published_too(
    organizer: Client, make_evening: Evening
) -> None:
    """Both ways are buttons beside the seats and cards at the foot of the players."""
    evening, round_ = seated_pairs(organizer, make_evening)
    empty = round_.seats.filter(entry__number=3).first()
    assert empty is not None
    tables = organizer.get(f"/desk/{evening.code}/play/1/").content.decode()
    assert re.findall(r'name="way" value="(\w+)"', tables) == ["house", "lot"]
    assert f"A house pair completes table {empty.table.number}" in tables
    assert "One pair sits this partita out" in tables
    page = players_page(organizer, evening)
    assert 'id="odd"' in page
    assert 'name="again"' in page


def test_a_house_pair_takes_the_empty_chairs_and_nobody_else_moves(
    organizer: Client, make_evening: Evening
) -> None:
    evening, round_ = seated_pairs(organizer, make_evening)
    before = set(round_.seats.exclude(entry__number=3).values_list("table", "wind", "player"))
    prepare(organizer, evening, way="house", playing=7, again=1)
    after = set(round_.seats.exclude(entry__fills=True).values_list("table", "wind", "player"))
    assert after == before
    assert round_.seats.filter(entry__fills=True).count() == 2
    round_.refresh_from_db()
    assert round_.seating_published_at


def test_a_pair_rests_and_the_published_seats_are_taken_back(
    organizer: Client, make_evening: Evening
) -> None:
    evening, round_ = seated_pairs(organizer, make_evening)
    page = players_page(organizer, evening)
    offered = re.findall(
        r'<option value="(\d+)"', page[page.index('name="resting"') :].split("</select>")[0]
    )
    gone = evening.entries.get(number=3)
    other_line = evening.entries.exclude(wind=gone.wind).values_list("number", flat=True)
    assert set(map(int, offered)) == set(other_line)
    prepare(organizer, evening, way="lot", playing=7, again=1, resting=offered[0])
    round_.refresh_from_db()
    assert (round_.tables.count(), resting(evening)) == (3, [int(offered[0])])
    assert round_.seating_published_at is None
    assert evening.log.filter(kind="seating_withdrawn").exists()


def test_who_rests_is_chosen_in_a_list_that_is_never_shut(
    organizer: Client, make_evening: Evening
) -> None:
    """The step-by-step page asks for a name or the lot; sent unchanged, it uses the lot."""
    evening = make_evening(5, planned_rounds=3)
    draw = organizer.post(f"/desk/{evening.code}/winds/draw/")
    assert draw.status_code == 302
    page = organizer.get(f"/desk/{evening.code}/play/1/").content.decode()
    form = page[: page.index("</form>", page.index('name="out"'))].rpartition("<form")[2]
    assert "<details" not in form
    pressed = organizer.post(f"/desk/{evening.code}/play/1/plan/", {"over": "lot", "out": ""})
    assert pressed.status_code == 302
    assert len(resting(evening)) == 1


# --- seats and rests on the desk's pages


def play_with_rests(client: Client, evening: Tournament, **fields: object) -> Round:
    prepare(client, evening, way="lot", worth="average", **fields)
    publish_seating(round=evening.rounds.get(), author=None)
    return start_round(round=Round.objects.get(tournament=evening), author=None)


def row_of(page: str, number: int) -> str:
    (row,) = re.findall(rf'<li id="entry-{number}".*?</li>', page, re.DOTALL)
    return " ".join(strip_tags(row.partition("<form")[0]).split())


def test_the_list_of_players_says_the_table_of_the_partita_and_who_rests(
    organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(21, planned_rounds=3, drawn=True)
    rests = evening.entries.get(wind="N", wind_number=1).number
    round_ = play_with_rests(organizer, evening, playing=21, resting=rests)
    page = players_page(organizer, evening)
    for seat in round_.seats.select_related("entry", "table"):
        row = row_of(page, seat.entry.number)
        assert row.endswith(f" {seat.wind} {seat.table.number}"), row
    assert row_of(page, rests).endswith(" rests")


def test_between_two_partite_the_list_of_players_has_no_table_of_the_last(
    organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(8, planned_rounds=3)
    prepare(organizer, evening, way="", playing=8)
    publish_seating(round=evening.rounds.get(), author=None)
    start_round(round=Round.objects.get(tournament=evening), author=None)
    round_ = Round.objects.select_related("tournament").get()
    fill_quickly(round_)
    closed(round_)
    page = players_page(organizer, evening)
    assert [row_of(page, number)[-2:] for number in range(1, 9)] == [
        f" {entry.wind}" for entry in evening.entries.order_by("number")
    ]


def test_the_wall_in_play_says_who_rests_and_who_came_without_a_seat(
    organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(9, planned_rounds=3)
    play_with_rests(organizer, evening, playing=9, resting=4)
    late = add_player(surname="Canepa", given_name="Ugo")
    enter_player(tournament=evening, player=late, author=None)
    page = organizer.get(f"/desk/{evening.code}/play/1/").content.decode()
    words = " ".join(strip_tags(page).split())
    assert f"Sitting out: {evening.entries.get(number=4).title}" in words
    assert "Canepa Ugo is in the hall and has no seat." in words


def test_nobody_is_short_of_tables_while_a_partita_is_in_play(
    organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(8)
    prepare(organizer, evening)
    publish_seating(round=evening.rounds.get(), author=None)
    start_round(round=Round.objects.get(tournament=evening), author=None)
    set_present(entry=evening.entries.get(number=8), present=False, author=None)
    assert [str(sentence) for sentence in head_count(evening).sentences] == [
        "7 in the hall: 1 player short of 2 tables."
    ]
    assert "short of" not in players_page(organizer, evening)


@pytest.mark.parametrize("by_name", [True, False])
def test_a_member_who_completes_a_table_is_marked_wherever_seats_are_shown(
    by_name: bool, organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(7)
    add_player(surname="Canepa", given_name="Ugo", card_number="17")
    name = "Canepa Ugo" if by_name else ""
    prepare(organizer, evening, way="house", playing=7, filler=name)
    title = evening.entries.get(fills=True).title
    seat = Seat.objects.get(entry__fills=True, round__tournament=evening)
    with translation.override("en"):
        document = DOCUMENTS["seating"]
        [by_names, by_tables] = texts_of(document.render(document.gather(evening, Options())))
    assert [page.count("completes the table") for page in (by_names, by_tables)] == [1, 1]
    publish_seating(round=evening.rounds.get(), author=None)
    desk, live = f"/desk/{evening.code}/play/1/", f"/live/{evening.code}/"
    pages = [desk, f"{desk}{seat.table.number}/", f"{live}1/tables/{seat.table.number}/", live]
    pages += [
        f"{live}?q={title.split()[0]}",
        reverse("screens:screen", args=[evening.code, "seating"]),
    ]
    assert marked_in(organizer, desk) == [title]
    start_round(round=Round.objects.get(tournament=evening), author=None)
    for address in pages:
        marked = marked_in(organizer, address)
        assert {*marked} == {title}, address


def marked_in(client: Client, address: str) -> list[str]:
    """Names that are marked as completing a table."""
    page = client.get(address, headers={"accept-language": "en"}).content.decode()
    before = [part.rpartition("<small")[0] for part in page.split('class="quiet fills"')[:-1]]
    return [
        re.findall(r">\s*([^<>\s][^<>]*?)\s*<", part.rpartition('translate="no"')[2])[0]
        for part in before
    ]


@pytest.mark.parametrize(
    ("people", "columns"), [(5, [5]), (11, [11]), (23, [8, 8, 7]), (40, [14, 14, 12])]
)
def test_the_columns_of_the_list_are_even(
    people: int, columns: list[int], organizer: Client, make_evening: Evening
) -> None:
    page = players_page(organizer, make_evening(people, drawn=False))
    lists = re.findall(r'<ul class="entry-list">(.*?)</ul>', page, re.DOTALL)
    assert [part.count('<li id="entry-') for part in lists] == columns


def test_a_hall_of_which_somebody_rests_is_no_hall_of_tables_that_are_not_full(
    organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(9, planned_rounds=3)
    assert "9 in the hall, tables not full" in players_page(organizer, evening)
    page = prepare(organizer, evening, way="lot", playing=9, worth="average")
    assert "9 in the hall" in page
    assert "tables not full" not in page


def test_three_people_are_told_to_wait_or_to_choose_a_game_for_three(
    organizer: Client, make_evening: Evening
) -> None:
    evening = make_evening(3)
    page = players_page(organizer, evening)
    words = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert (
        "A table needs four: wait for the fourth, or play a game for three (King-FU, three players; King for three)."
        in words
    )
    settings = f"/desk/{evening.code}/settings/"
    assert f'href="{settings}#id_ruleset"' in page
    assert 'id="id_ruleset"' in organizer.get(settings).content.decode()
    arbiter = players_page(signed_in("lia", "arbiter"), evening)
    assert "wait for the fourth" in arbiter
    assert "#id_ruleset" not in arbiter


@pytest.mark.parametrize(("people", "more"), [(2, {}), (4, {}), (3, {"ruleset": "king_three"})])
def test_nobody_else_is_told_of_games_for_three(
    people: int, more: dict[str, str], organizer: Client, make_evening: Evening
) -> None:
    page = players_page(organizer, make_evening(people, **more))
    assert "wait for the fourth" not in page
