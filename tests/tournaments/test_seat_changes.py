"""Seatings published and withdrawn, seats exchanged by hand, substitutes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from tests.tournaments.seats import Make, drawn, meetings, repeated, tables
from tournaments import entries, round_seating
from tournaments.board_steps import seal_boards
from tournaments.entries import enter_new_player, enter_pair
from tournaments.head_count import head_count
from tournaments.log.verification import check_chain
from tournaments.models import Entry, Player, Round, Seat
from tournaments.seat_changes import (
    cancel_round,
    empty_chairs,
    empty_seats,
    fill_empty_seats,
    publish_seating,
    seating_problems,
    swap_seats,
    withdraw_seating,
)
from tournaments.substitutes import substitute, take_seat
from tournaments.wind_draw import draw_winds

pytestmark = pytest.mark.django_db


def test_a_published_seating_is_withdrawn_before_it_is_planned_or_drawn_again(
    make_evening: Make, author: User
) -> None:
    tournament = drawn(make_evening, author, 16)
    planned = round_seating.plan_round(tournament=tournament, author=author)
    published = publish_seating(round=planned, author=author)
    assert (
        publish_seating(round=planned, author=author).seating_published_at
        == published.seating_published_at
    )
    for refuse in (round_seating.plan_round, draw_winds):
        with pytest.raises(ValidationError) as refused:
            refuse(tournament=tournament, author=author)
        assert refused.value.code == "seating_published"
    with pytest.raises(ValidationError) as refused:
        withdraw_seating(round=planned, author=author, reason=" \n")
    assert refused.value.code == "reason_missing"
    withdraw_seating(round=planned, author=author, reason="un tavolo di più")
    assert tournament.log.get(kind="seating_withdrawn").fields["reason"] == "un tavolo di più"
    draw_winds(tournament=tournament, author=author)
    assert Seat.objects.filter(round=planned).count() == 0
    assert round_seating.plan_round(tournament=tournament, author=author).pk == planned.pk


def test_publishing_names_everybody_who_has_no_seat_or_is_gone(
    make_evening: Make, author: User
) -> None:
    tournament = drawn(make_evening, author, 16)
    planned = round_seating.plan_round(tournament=tournament, author=author)
    enter_new_player(tournament=tournament, surname="Tardi", given_name="Ivo", author=author)
    entries.withdraw(entry=tournament.entries.get(number=1), reason="", author=author)
    with pytest.raises(ValidationError) as refused:
        publish_seating(round=planned, author=author)
    assert {problem.code for problem in refused.value.error_list} == {
        "entry_without_seat",
        "seated_and_gone",
    }
    assert any("Tardi Ivo" in message for message in refused.value.messages)


def test_a_started_partita_keeps_its_seating(
    make_evening: Make, author: User, seat: Callable[..., Round]
) -> None:
    tournament = drawn(make_evening, author, 16)
    played = seat(tournament)
    for refuse in (cancel_round, publish_seating):
        with pytest.raises(ValidationError):
            refuse(round=played, author=author)
    with pytest.raises(ValidationError):
        withdraw_seating(round=played, author=author, reason="un tavolo di più")
    first, second = played.seats.all()[:2]
    with pytest.raises(ValidationError):
        swap_seats(round=played, first=first, second=second, author=author)


def test_a_swap_across_winds_and_a_meeting_again_are_warned_about_and_done(
    make_evening: Make, author: User, seat: Callable[..., Round]
) -> None:
    tournament = drawn(make_evening, author, 16)
    first = seat(tournament)
    second = round_seating.plan_round(tournament=tournament, author=author)
    north = second.seats.get(table__number=1, wind="N")
    old_east = first.seats.get(table__number=1, wind="E").player
    there = second.seats.get(player=old_east)
    east = second.seats.get(table__number=1, wind="E")
    warnings = swap_seats(round=second, first=east, second=there, author=author)
    assert len(warnings) == 1
    assert "meet again" in warnings[0].template
    second.refresh_from_db()
    assert second.seating_note["repeats"] == repeated(first, second)
    south = second.seats.get(table__number=2, wind="S")
    across = swap_seats(round=second, first=north, second=south, author=author)
    assert any("change wind" in warning.template for warning in across)
    assert second.seats.get(table__number=1, wind="N").player == south.player
    assert second.seats.count() == 16
    assert tournament.log.filter(kind="seats_exchanged").count() == 2
    assert check_chain(tournament).fault is None


def test_a_substitute_is_a_further_row_and_the_entry_keeps_the_seat(
    make_evening: Make, author: User
) -> None:
    tournament = drawn(make_evening, author, 16)
    planned = round_seating.plan_round(tournament=tournament, author=author)
    chair = planned.seats.get(table__number=1, wind="S")
    helper = Player.objects.create(surname="Riserva", given_name="Ada")
    later = substitute(seat=chair, player=helper, from_hand=7, author=author)
    assert (later.entry, later.from_hand, later.player) == (chair.entry, 7, helper)
    assert Seat.objects.first_sitting().get(table=chair.table, wind="S").player == chair.player
    back = substitute(seat=chair, player=chair.player, from_hand=10, author=author)
    assert back.from_hand == 10
    corrected = Player.objects.create(surname="Riserva", given_name="Ugo")
    assert substitute(seat=chair, player=corrected, from_hand=7, author=author).pk == later.pk


def test_a_substitute_who_sits_elsewhere_or_from_no_hand_is_refused(
    make_evening: Make, author: User
) -> None:
    tournament = drawn(make_evening, author, 16)
    planned = round_seating.plan_round(tournament=tournament, author=author)
    chair = planned.seats.get(table__number=1, wind="S")
    seated = planned.seats.get(table__number=2, wind="N").player
    helper = Player.objects.create(surname="Riserva", given_name="Ada")
    for player, hand, code in (
        (seated, 3, "sits_elsewhere"),
        (helper, 0, "no_such_hand"),
        (helper, 13, "no_such_hand"),
        (chair.player, 4, "sits_there"),
    ):
        with pytest.raises(ValidationError) as refused:
            substitute(seat=chair, player=player, from_hand=hand, author=author)
        assert refused.value.code == code


def test_a_planned_partita_is_cancelled_and_its_sealed_boards_put_aside(
    make_evening: Make, author: User
) -> None:
    tournament = drawn(make_evening, author, 16)
    planned = round_seating.plan_round(tournament=tournament, author=author)
    seal_boards(round=planned, author=author)
    cancel_round(round=planned, author=author)
    assert tournament.rounds.count() == 0
    assert round_seating.plan_round(tournament=tournament, author=author).board_set is None


def test_seats_exchanged_by_hand_count_for_the_partite_after(
    make_evening: Make, author: User, seat: Callable[..., Round]
) -> None:
    tournament = drawn(make_evening, author, 32, planned_rounds=4)
    first = round_seating.plan_round(tournament=tournament, author=author)
    easts = list(first.seats.filter(wind="E").order_by("table__number")[:2])
    warnings = swap_seats(round=first, first=easts[0], second=easts[1], author=author)
    assert warnings == ()
    publish_seating(round=first, author=author)
    Round.objects.filter(pk=first.pk).update(
        stage="provisional", started_at=timezone.now(), closed_at=timezone.now()
    )
    rounds = [first, *(seat(tournament) for _ in range(3))]
    assert repeated(*rounds) == 0


def test_who_took_over_a_seat_has_met_the_table_and_who_was_relieved_has_too(
    make_evening: Make, author: User, seat: Callable[..., Round]
) -> None:
    tournament = drawn(make_evening, author, 36, planned_rounds=3)
    resting = tournament.entries.filter(wind_number=9)
    first = round_seating.plan_round(tournament=tournament, author=author, sitting_out=resting)
    publish_seating(round=first, author=author)
    Round.objects.filter(pk=first.pk).update(stage="playing", started_at=timezone.now())
    chair = first.seats.get(table__number=1, wind="E")
    helper = resting.get(wind="E").players.get()
    substitute(seat=chair, player=helper, from_hand=5, author=author)
    Round.objects.filter(pk=first.pk).update(stage="provisional", closed_at=timezone.now())
    second = seat(tournament)
    met_first = {chair.player_id, helper.pk}
    others = set(
        first.seats.filter(table__number=1).exclude(wind="E").values_list("player_id", flat=True)
    )
    assert not {frozenset((one, other)) for one in met_first for other in others} & set(
        meetings(second)
    )


def test_who_comes_sits_where_another_left_also_when_the_seats_are_published_and_nobody_else_moves(
    make_evening: Make, author: User
) -> None:
    tournament = drawn(make_evening, author, 16)
    planned = round_seating.plan_round(tournament=tournament, author=author)
    publish_seating(round=planned, author=author)
    before = tables(planned)
    gone = tournament.entries.get(number=7)
    entries.withdraw(entry=gone, reason="", author=author)
    came = enter_new_player(tournament=tournament, surname="Tardi", given_name="Ivo", author=author)
    assert [(one.number, other.number) for one, other in empty_seats(planned)] == [(17, 7)]
    fill_empty_seats(round=planned, author=author)
    assert tables(planned) == [
        {wind: 17 if who == 7 else who for wind, who in sat.items()} for sat in before
    ]
    assert planned.seats.get(entry=came).player.surname == "Tardi"
    came.refresh_from_db()
    assert came.wind == gone.wind
    assert seating_problems(planned) == ()
    assert fill_empty_seats(round=planned, author=author) == ()
    assert tournament.log.get(kind="seats_exchanged").fields["gone"] == gone.title


def test_no_seat_is_filled_while_more_left_than_came(make_evening: Make, author: User) -> None:
    tournament = drawn(make_evening, author, 16)
    planned = round_seating.plan_round(tournament=tournament, author=author)
    before = tables(planned)
    for number in (7, 8):
        entries.withdraw(entry=tournament.entries.get(number=number), reason="", author=author)
    enter_new_player(tournament=tournament, surname="Tardi", given_name="Ivo", author=author)
    assert fill_empty_seats(round=planned, author=author) == ()
    assert tables(planned) == before


def test_a_pair_sits_in_the_chairs_of_a_pair_the_first_in_the_first_one(
    make_evening: Make, author: User
) -> None:
    tournament = make_evening(0, ruleset="lab_coppie")

    def pair(name: str) -> Entry:
        two = [
            Player.objects.create(surname=f"{name}{number}", given_name="Anna") for number in (1, 2)
        ]
        return enter_pair(tournament=tournament, players=two, author=author)

    first, *_others = (pair(name) for name in ("Aceto", "Bosio", "Conti", "Dardi"))
    draw_winds(tournament=tournament, author=author)
    planned = round_seating.plan_round(tournament=tournament, author=author)
    chairs = {
        seat.player.surname: (seat.table_id, seat.wind)
        for seat in planned.seats.filter(entry=first)
    }
    entries.withdraw(entry=first, reason="", author=author)
    came = pair("Elisi")
    fill_empty_seats(round=planned, author=author)
    assert {
        seat.player.surname: (seat.table_id, seat.wind) for seat in planned.seats.filter(entry=came)
    } == {
        "Elisi1": chairs["Aceto1"],
        "Elisi2": chairs["Aceto2"],
    }


# --- somebody else from hand 1


def chair_of(round_: Round, number: int) -> Seat:
    return round_.seats.get(entry__number=number, from_hand=1)


def published(make_evening: Make, author: User, players: int = 8) -> Round:
    tournament = drawn(make_evening, author, players)
    return publish_seating(
        round=round_seating.plan_round(tournament=tournament, author=author), author=author
    )


def test_who_plays_from_hand_1_has_the_seat_the_wind_and_an_entry_of_his_own(
    make_evening: Make, author: User
) -> None:
    round_ = published(make_evening, author)
    gone = round_.tournament.entries.get(number=3)
    entries.set_present(entry=gone, present=False, author=author)
    assert [chair.entry for chair in empty_chairs(round_)] == [gone]
    lines = round_.tournament.log.count()
    newcomer = Player.objects.create(surname="Subentra", given_name="Ivo")
    seat = take_seat(seat=chair_of(round_, 3), player=newcomer, author=author)
    assert (seat.player, seat.entry.number, seat.entry.title) == (newcomer, 9, "Subentra Ivo")
    assert (seat.entry.wind, seat.entry.wind_number) == (gone.wind, gone.wind_number)
    gone.refresh_from_db()
    assert (gone.present, gone.wind_number, gone.seats.count()) == (False, None, 0)
    assert empty_chairs(round_) == []
    assert seating_problems(round_) == ()
    assert round_.tournament.log.count() == lines + 1
    assert round_.tournament.log.last().fields["gone"] == "Rossi003 Anna"
    take_seat(seat=chair_of(round_, 9), player=newcomer, author=author)
    assert round_.tournament.log.count() == lines + 1


def test_an_entry_that_waits_takes_the_seat_and_rests_no_more(
    make_evening: Make, author: User
) -> None:
    tournament = drawn(make_evening, author, 9)
    resting = tournament.entries.order_by("-wind_number").first()
    round_ = round_seating.plan_round(tournament=tournament, sitting_out=[resting], author=author)
    number = next(entry.number for entry in tournament.entries.all() if entry != resting)
    take_seat(seat=chair_of(round_, number), player=resting.players.get(), author=author)
    round_.refresh_from_db()
    assert chair_of(round_, resting.number).player == resting.players.get()
    assert round_.seating_note["sitting_out"] == []
    assert tournament.entries.count() == 9


def test_the_first_player_may_have_his_seat_back(make_evening: Make, author: User) -> None:
    round_ = published(make_evening, author)
    first = chair_of(round_, 3).player
    seat = take_seat(
        seat=chair_of(round_, 3), player=Player.objects.create(surname="Subentra"), author=author
    )
    take_seat(seat=seat, player=first, author=author)
    back = chair_of(round_, 3)
    assert (back.player, back.entry.present, seat.wind) == (first, True, back.wind)
    assert not round_.tournament.entries.get(number=9).present
    assert empty_chairs(round_) == []


def test_who_sat_in_later_was_there_from_hand_1(make_evening: Make, author: User) -> None:
    round_ = published(make_evening, author)
    chair, helper = chair_of(round_, 3), Player.objects.create(surname="Jolly 9", is_house=True)
    substitute(seat=chair, player=helper, from_hand=7, author=author)
    other = Player.objects.create(surname="Altri")
    substitute(seat=chair, player=other, from_hand=9, author=author)
    take_seat(seat=chair, player=helper, author=author)
    sitting = Seat.objects.filter(table=chair.table, wind=chair.wind).values_list(
        "player__surname", "from_hand"
    )
    assert list(sitting) == [("Jolly 9", 1), ("Altri", 9)]
    own = Entry.objects.get(members__player=helper)
    assert own.unranked
    assert set(
        round_.seats.filter(table=chair.table, wind=chair.wind).values_list("entry", flat=True)
    ) == {own.pk}


def test_who_sits_at_another_table_takes_no_seat_here(make_evening: Make, author: User) -> None:
    round_ = published(make_evening, author)
    one, other = chair_of(round_, 1), chair_of(round_, 2)
    with pytest.raises(ValidationError) as refused:
        take_seat(seat=one, player=other.player, author=author)
    assert refused.value.code == "sits_elsewhere"
    with pytest.raises(ValidationError) as refused:
        take_seat(
            seat=one,
            player=Player.objects.create(surname="Tardi"),
            read=other.player_id,
            author=author,
        )
    assert refused.value.code == "seats_changed"


def pairs(make_evening: Make, author: User, count: int) -> Round:
    tournament = make_evening(0, ruleset="lab_coppie")
    for name in ("Aceto", "Bosio", "Conti", "Dardi", "Elisi")[:count]:
        two = [
            Player.objects.create(surname=f"{name}{number}", given_name="Anna") for number in (1, 2)
        ]
        enter_pair(tournament=tournament, players=two, author=author)
    draw_winds(tournament=tournament, author=author)
    return round_seating.plan_round(
        tournament=tournament, sit_out_by_lot=count % 2 == 1, author=author
    )


def test_in_a_pair_the_one_who_never_played_is_no_longer_of_it(
    make_evening: Make, author: User
) -> None:
    round_ = pairs(make_evening, author, 4)
    pair = round_.tournament.entries.with_players().get(number=1)
    entries.set_present(entry=pair, present=False, author=author)
    assert len(empty_chairs(round_)) == 2
    chair = round_.seats.get(player__surname="Aceto2")
    newcomer = Player.objects.create(surname="Subentra", given_name="Ivo")
    take_seat(seat=chair, player=newcomer, author=author)
    pair = round_.tournament.entries.with_players().get(number=1)
    assert (pair.title, pair.present) == ("Aceto1 Anna – Subentra Ivo", True)
    assert round_.seats.get(player=newcomer).entry == pair
    assert empty_chairs(round_) == []


def test_in_a_pair_the_one_who_has_played_stays_of_it(make_evening: Make, author: User) -> None:
    first = pairs(make_evening, author, 4)
    publish_seating(round=first, author=author)
    Round.objects.filter(pk=first.pk).update(
        stage="provisional", started_at=timezone.now(), closed_at=timezone.now()
    )
    second = round_seating.plan_round(tournament=first.tournament, author=author)
    take_seat(
        seat=second.seats.get(player__surname="Aceto2"),
        player=Player.objects.create(surname="Terzi"),
        author=author,
    )
    pair = second.tournament.entries.with_players().get(number=1)
    assert pair.title == "Aceto1 Anna – Aceto2 Anna – Terzi"


def test_a_pair_that_waits_sits_down_whole(make_evening: Make, author: User) -> None:
    round_ = pairs(make_evening, author, 5)
    waiting = round_.tournament.entries.get(number__in=round_.seating_note["sitting_out"])
    seated = round_.seats.exclude(entry=waiting).first().entry
    chairs = {(seat.table_id, seat.wind) for seat in round_.seats.filter(entry=seated)}
    take_seat(
        seat=round_.seats.filter(entry=seated).first(),
        player=waiting.players.first(),
        author=author,
    )
    assert {(seat.table_id, seat.wind) for seat in round_.seats.filter(entry=waiting)} == chairs
    assert not round_.seats.filter(entry=seated).exists()


# --- a substitute for somebody who is not there


def test_the_stand_in_of_somebody_absent_counts_as_present(
    make_evening: Make, author: User
) -> None:
    round_ = published(make_evening, author)
    tournament, gone = round_.tournament, round_.tournament.entries.get(number=3)
    entries.set_present(entry=gone, present=False, author=author)
    assert head_count(tournament).playing == 7
    chair, helper = chair_of(round_, 3), Player.objects.create(surname="Subentra")
    substitute(seat=chair, player=helper, from_hand=5, author=author)
    count = head_count(tournament)
    assert (count.playing, count.ready) == (8, True)
    assert seating_problems(round_) == ()
    assert empty_chairs(round_) == []
    assert Seat.objects.get(player=helper).entry == gone


def test_a_stand_in_who_was_ticked_as_not_here_is_here(make_evening: Make, author: User) -> None:
    round_ = published(make_evening, author)
    tournament = round_.tournament
    helper = Player.objects.create(surname="Subentra")
    awaited = entries.enter_player(tournament=tournament, player=helper, author=author)
    for entry in (awaited, tournament.entries.get(number=3)):
        entries.set_present(entry=entry, present=False, author=author)
    substitute(seat=chair_of(round_, 3), player=helper, from_hand=5, author=author)
    awaited.refresh_from_db()
    assert awaited.present
    assert seating_problems(round_) == ()


def test_two_who_come_for_two_of_one_wind_have_a_number_each(
    make_evening: Make, author: User
) -> None:
    round_ = published(make_evening, author, 16)
    tournament = round_.tournament
    for number in tournament.entries.filter(wind="S").values_list("number", flat=True)[:2]:
        entries.set_present(
            entry=tournament.entries.get(number=number), present=False, author=author
        )
    for surname in ("Uno", "Due"):
        enter_new_player(tournament=tournament, surname=surname, author=author)
    assert len(fill_empty_seats(round=round_, author=author)) == 2
    assert tournament.entries.playing().filter(wind="S").count() == 4
