"""Entries of a tournament: numbers, refusals, house players, withdrawals and returns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from tournaments import entries
from tournaments.entries import (
    add_house_player,
    enter_many,
    enter_new_player,
    enter_pair,
    enter_player,
    remove_entry,
    return_to_play,
    set_all_present,
    set_present,
    set_unranked,
    undo_entering,
    withdraw,
)
from tournaments.log.verification import check_chain
from tournaments.models import Entry, EntryMember, Player, Seat, Tournament
from tournaments.wind_draw import draw_winds

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def mario(db: None) -> Player:
    return Player.objects.create(surname="Rossi", given_name="Mario", card_number="7")


def test_entries_are_numbered_in_the_order_they_come(
    evening: Tournament, mario: Player, author: User
) -> None:
    first = enter_player(tournament=evening, player=mario, author=author)
    second = enter_new_player(
        tournament=evening, surname="Bianchi", given_name="Ugo", author=author
    )
    assert (first.number, second.number) == (1, 2)
    assert (second.title, second.spoken_title) == ("Bianchi Ugo", "Ugo Bianchi")
    assert check_chain(evening).fault is None


def test_a_player_enters_once_and_the_refusal_says_under_which_number(
    evening: Tournament, mario: Player, author: User
) -> None:
    enter_player(tournament=evening, player=mario, author=author)
    with pytest.raises(ValidationError) as refused:
        enter_player(tournament=evening, player=mario, author=author)
    assert refused.value.code == "already_entered"
    assert "Rossi Mario" in refused.value.messages[0]
    assert evening.entries.count() == 1


def test_the_database_itself_refuses_a_second_entry(
    evening: Tournament, mario: Player, author: User
) -> None:
    entry = enter_player(tournament=evening, player=mario, author=author)
    second = Entry.objects.create(tournament=evening, number=9)
    with pytest.raises(IntegrityError), transaction.atomic():
        EntryMember.objects.create(tournament=evening, entry=second, player=mario)
    assert entry.members.count() == 1


def test_the_same_player_may_enter_another_tournament(
    make_evening: Callable[..., Tournament], mario: Player, author: User
) -> None:
    for name in ("venerdì", "sabato"):
        tournament = make_evening(name=name)
        assert enter_player(tournament=tournament, player=mario, author=author).number == 1


def test_a_new_player_with_somebodys_card_is_refused_with_that_name(
    evening: Tournament, mario: Player, author: User
) -> None:
    with pytest.raises(ValidationError) as refused:
        enter_new_player(
            tournament=evening,
            surname="Bianchi",
            given_name="Ugo",
            card_number=" 7 ",
            author=author,
        )
    assert refused.value.code == "card_taken"
    assert "Rossi Mario" in refused.value.messages[0]
    assert not Player.objects.filter(surname="Bianchi").exists()


def test_a_new_player_needs_a_name(evening: Tournament, author: User) -> None:
    with pytest.raises(ValidationError):
        enter_new_player(tournament=evening, surname=" ", given_name="", author=author)
    assert Player.objects.count() == 0


def test_house_players_are_numbered_unranked_and_used_again_another_evening(
    make_evening: Callable[..., Tournament], author: User
) -> None:
    friday, saturday = make_evening(name="venerdì"), make_evening(name="sabato")
    names = [add_house_player(tournament=friday, author=author).title for _ in range(2)]
    again = add_house_player(tournament=saturday, author=author)
    assert names == ["Jolly 1", "Jolly 2"]
    assert again.title == "Jolly 1"
    assert again.unranked
    assert Player.objects.filter(is_house=True).count() == 2


def test_an_entry_that_withdraws_keeps_its_number_and_leaves_its_slip_to_a_late_one(
    make_evening: Callable[..., Tournament], mario: Player, author: User
) -> None:
    tournament = make_evening(8)
    draw_winds(tournament=tournament, author=author)
    leaver = tournament.entries.get(number=3)
    slip = (leaver.wind, leaver.wind_number)
    gone = entries.withdraw(entry=leaver, reason="febbre", author=author)
    assert (gone.number, gone.wind, gone.wind_number, gone.withdrawn_because) == (
        3,
        slip[0],
        None,
        "febbre",
    )
    late = enter_player(tournament=tournament, player=mario, author=author)
    assert (late.number, late.wind, late.wind_number) == (9, *slip)
    with pytest.raises(ValidationError) as refused:
        entries.withdraw(entry=leaver, reason="", author=author)
    assert refused.value.code == "already_withdrawn"


def test_an_entry_that_returns_gets_its_own_wind_back_where_it_is_free(
    make_evening: Callable[..., Tournament], author: User
) -> None:
    tournament = make_evening(8)
    draw_winds(tournament=tournament, author=author)
    leaver = tournament.entries.get(number=3)
    entries.withdraw(entry=leaver, reason="", author=author)
    back = return_to_play(entry=leaver, author=author)
    assert (back.wind, back.wind_number, back.withdrawn_at) == (
        leaver.wind,
        leaver.wind_number,
        None,
    )


def test_a_withdrawn_player_who_enters_again_is_told_to_return(
    evening: Tournament, mario: Player, author: User
) -> None:
    entry = enter_player(tournament=evening, player=mario, author=author)
    entries.withdraw(entry=entry, reason="", author=author)
    with pytest.raises(ValidationError) as refused:
        enter_player(tournament=evening, player=mario, author=author)
    assert refused.value.code == "entered_and_withdrawn"


def test_who_comes_to_the_hall_after_the_draw_gets_a_free_slip(
    make_evening: Callable[..., Tournament], author: User
) -> None:
    tournament = make_evening(9)
    away = set_present(entry=tournament.entries.get(number=9), present=False, author=author)
    draw_winds(tournament=tournament, author=author)
    here = set_present(entry=away, present=True, author=author)
    assert (here.wind, here.wind_number) == ("N", 3)


def test_an_entry_that_has_a_seat_is_not_removed(
    make_evening: Callable[..., Tournament], author: User
) -> None:
    tournament = make_evening(4)
    entry = tournament.entries.get(number=1)
    seated = tournament.rounds.create(number=1)
    table = seated.tables.create(number=1, place=tournament.places.create(number=1))
    Seat.objects.create(
        round=seated, table=table, wind="N", entry=entry, player=entry.players.get()
    )
    with pytest.raises(ValidationError) as refused:
        remove_entry(entry=entry, author=author)
    assert refused.value.code == "entry_seated"
    remove_entry(entry=tournament.entries.get(number=2), author=author)
    assert sorted(tournament.entries.values_list("number", flat=True)) == [1, 3, 4]


def test_a_removed_number_is_given_again_only_when_it_was_the_last(
    make_evening: Callable[..., Tournament], mario: Player, author: User
) -> None:
    tournament = make_evening(4)
    remove_entry(entry=tournament.entries.get(number=2), author=author)
    assert enter_player(tournament=tournament, player=mario, author=author).number == 5


def test_a_pair_is_one_entry_of_two_players(
    evening: Tournament, mario: Player, author: User
) -> None:
    ugo = Player.objects.create(surname="Bianchi", given_name="Ugo")
    pair = enter_pair(tournament=evening, players=[mario, ugo], author=author)
    assert pair.title == "Rossi Mario – Bianchi Ugo"
    with pytest.raises(ValidationError) as refused:
        enter_pair(tournament=evening, players=[mario, mario], author=author)
    assert refused.value.code == "pair_needs_two"


def test_entering_two_hundred_players_takes_a_few_queries(
    evening: Tournament, author: User, django_assert_max_num_queries: Callable[..., object]
) -> None:
    people = Player.objects.bulk_create(Player(surname=f"Rossi{number}") for number in range(200))
    with django_assert_max_num_queries(25):  # type: ignore[attr-defined]
        assert len(enter_many(tournament=evening, players=people, author=author)) == 200


def test_every_change_of_an_entry_stands_in_the_log_with_its_author(
    make_evening: Callable[..., Tournament], author: User
) -> None:
    tournament = make_evening(4)
    entry = tournament.entries.get(number=1)
    set_unranked(entry=entry, unranked=True, author=author)
    set_present(entry=entry, present=False, author=author)
    entries.withdraw(entry=entry, reason="100% sicuro", author=author)
    last = tournament.log.last()
    assert last is not None
    assert (last.kind, last.author_name) == ("withdrawal", "direzione")
    assert last.sentence % last.fields == "Entry 1, Rossi001 Anna, withdraws. Reason: 100% sicuro"
    assert check_chain(tournament).fault is None


def test_everybody_is_absent_at_once_and_back_again_but_who_has_left(
    evening: Tournament, author: User
) -> None:
    people = Player.objects.bulk_create(Player(surname=f"Parodi{number}") for number in range(4))
    new_entries = enter_many(tournament=evening, players=people, author=author)
    set_present(entry=new_entries[0], present=False, author=author)
    withdraw(entry=new_entries[1], reason="", author=author)
    numbers = set_all_present(tournament=evening, present=False, author=author)
    assert numbers == (3, 4)
    assert evening.entries.playing().count() == 0
    assert set_all_present(tournament=evening, present=True, numbers=numbers, author=author) == (
        3,
        4,
    )
    assert [entry.number for entry in evening.entries.playing()] == [3, 4]


def test_entering_is_taken_back_but_for_those_to_whom_something_happened(
    evening: Tournament, author: User
) -> None:
    people = Player.objects.bulk_create(Player(surname=f"Parodi{number}") for number in range(3))
    new_entries = enter_many(tournament=evening, players=people, author=author)
    withdraw(entry=new_entries[1], reason="", author=author)
    keys, added = [entry.pk for entry in new_entries], [player.pk for player in people[1:]]
    result = undo_entering(tournament=evening, entries=keys, players=added, author=author)
    assert result == (2, ("Parodi1",))
    assert [entry.number for entry in evening.entries.all()] == [2]
    assert set(Player.objects.values_list("surname", flat=True)) == {"Parodi0", "Parodi1"}
    assert undo_entering(tournament=evening, entries=keys, players=added, author=author) == (
        0,
        ("Parodi1",),
    )


@pytest.mark.at_length
def test_an_evening_of_the_most_tables_is_read_with_its_players(
    make_evening: Callable[..., Tournament], django_assert_max_num_queries: Callable[..., Any]
) -> None:
    # A thousand players, because SQLite accepts only 999 parameters in one query.
    evening = make_evening(1000)
    with django_assert_max_num_queries(2):
        assert len({entry.title for entry in evening.entries.with_players()}) == 1000
