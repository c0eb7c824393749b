"""Seatings published and taken back, seats exchanged by hand, substitutes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from tests.tournaments.seats import Make, drawn, meetings, repeated
from tournaments import seating, services
from tournaments.log import first_broken_line
from tournaments.models import Player, Round, Seat

pytestmark = pytest.mark.django_db


def test_a_published_seating_is_withdrawn_before_it_is_planned_or_drawn_again(make_evening: Make, author: User) -> None:
    tournament = drawn(make_evening, author, 16)
    planned = seating.plan_round(tournament=tournament, author=author)
    published = seating.publish_seating(round=planned, author=author)
    assert seating.publish_seating(round=planned, author=author).seating_published_at == published.seating_published_at
    for refuse in (seating.plan_round, services.draw_winds):
        with pytest.raises(ValidationError) as refused:
            refuse(tournament=tournament, author=author)
        assert refused.value.code == "seating_published"
    with pytest.raises(ValidationError) as refused:
        seating.withdraw_seating(round=planned, author=author, reason=" \n")
    assert refused.value.code == "reason_missing"
    seating.withdraw_seating(round=planned, author=author, reason="un tavolo di più")
    assert tournament.log.get(kind="seating_withdrawn").fields["reason"] == "un tavolo di più"
    services.draw_winds(tournament=tournament, author=author)
    assert Seat.objects.filter(round=planned).count() == 0
    assert seating.plan_round(tournament=tournament, author=author).pk == planned.pk


def test_publishing_names_everybody_who_has_no_seat_or_is_gone(make_evening: Make, author: User) -> None:
    tournament = drawn(make_evening, author, 16)
    planned = seating.plan_round(tournament=tournament, author=author)
    services.enter_new_player(tournament=tournament, surname="Tardi", given_name="Ivo", author=author)
    services.withdraw(entry=tournament.entries.get(number=1), reason="", author=author)
    with pytest.raises(ValidationError) as refused:
        seating.publish_seating(round=planned, author=author)
    assert {problem.code for problem in refused.value.error_list} == {"entry_without_seat", "seated_and_gone"}
    assert any("Ivo Tardi" in message for message in refused.value.messages)


def test_a_started_partita_keeps_its_seating(make_evening: Make, author: User, seat: Callable[..., Round]) -> None:
    tournament = drawn(make_evening, author, 16)
    played = seat(tournament)
    for refuse in (seating.cancel_round, seating.publish_seating):
        with pytest.raises(ValidationError):
            refuse(round=played, author=author)
    with pytest.raises(ValidationError):
        seating.withdraw_seating(round=played, author=author, reason="un tavolo di più")
    first, second = played.seats.all()[:2]
    with pytest.raises(ValidationError):
        seating.swap_seats(round=played, first=first, second=second, author=author)


def test_a_swap_across_winds_and_a_meeting_again_are_warned_about_and_done(
    make_evening: Make, author: User, seat: Callable[..., Round]
) -> None:
    tournament = drawn(make_evening, author, 16)
    first = seat(tournament)
    second = seating.plan_round(tournament=tournament, author=author)
    north = second.seats.get(table__number=1, wind="N")
    old_east = first.seats.get(table__number=1, wind="E").player
    there = second.seats.get(player=old_east)
    east = second.seats.get(table__number=1, wind="E")
    swap = seating.swap_seats(round=second, first=east, second=there, author=author)
    assert len(swap.warnings) == 1
    assert "meet again" in swap.warnings[0].text
    second.refresh_from_db()
    assert second.seating_note["changed_by_hand"]
    assert second.seating_note["repeats"] == repeated(first, second)
    south = second.seats.get(table__number=2, wind="S")
    across = seating.swap_seats(round=second, first=north, second=south, author=author)
    assert any("change wind" in warning.text for warning in across.warnings)
    assert second.seats.get(table__number=1, wind="N").player == south.player
    assert second.seats.count() == 16
    assert tournament.log.filter(kind="seats_exchanged").count() == 2
    assert first_broken_line(tournament) is None


def test_a_substitute_is_a_further_row_and_the_entry_keeps_the_seat(make_evening: Make, author: User) -> None:
    tournament = drawn(make_evening, author, 16)
    planned = seating.plan_round(tournament=tournament, author=author)
    chair = planned.seats.get(table__number=1, wind="S")
    helper = Player.objects.create(surname="Riserva", given_name="Ada")
    later = seating.substitute(seat=chair, player=helper, from_hand=7, author=author)
    assert (later.entry, later.from_hand, later.player) == (chair.entry, 7, helper)
    assert Seat.objects.first_sitting().get(table=chair.table, wind="S").player == chair.player
    back = seating.substitute(seat=chair, player=chair.player, from_hand=10, author=author)
    assert back.from_hand == 10
    corrected = Player.objects.create(surname="Riserva", given_name="Ugo")
    assert seating.substitute(seat=chair, player=corrected, from_hand=7, author=author).pk == later.pk


def test_a_substitute_who_sits_elsewhere_or_from_no_hand_is_refused(make_evening: Make, author: User) -> None:
    tournament = drawn(make_evening, author, 16)
    planned = seating.plan_round(tournament=tournament, author=author)
    chair = planned.seats.get(table__number=1, wind="S")
    seated = planned.seats.get(table__number=2, wind="N").player
    helper = Player.objects.create(surname="Riserva", given_name="Ada")
    for player, hand, code in (
        (seated, 3, "sits_elsewhere"), (helper, 0, "no_such_hand"), (helper, 13, "no_such_hand"),
        (chair.player, 4, "sits_there"),
    ):  # fmt: skip
        with pytest.raises(ValidationError) as refused:
            seating.substitute(seat=chair, player=player, from_hand=hand, author=author)
        assert refused.value.code == code


def test_a_planned_partita_is_cancelled_and_its_sealed_boards_put_aside(make_evening: Make, author: User) -> None:
    tournament = drawn(make_evening, author, 16)
    planned = seating.plan_round(tournament=tournament, author=author)
    services.seal_boards(round=planned, author=author)
    seating.cancel_round(round=planned, author=author)
    assert tournament.rounds.count() == 0
    assert seating.plan_round(tournament=tournament, author=author).board_set is None


def test_seats_exchanged_by_hand_count_for_the_partite_after(
    make_evening: Make, author: User, seat: Callable[..., Round]
) -> None:
    tournament = drawn(make_evening, author, 32, planned_rounds=4)
    first = seating.plan_round(tournament=tournament, author=author)
    easts = list(first.seats.filter(wind="E").order_by("table__number")[:2])
    swap = seating.swap_seats(round=first, first=easts[0], second=easts[1], author=author)
    assert swap.warnings == ()
    seating.publish_seating(round=first, author=author)
    Round.objects.filter(pk=first.pk).update(stage="provisional", started_at=timezone.now(), closed_at=timezone.now())
    rounds = [first, *(seat(tournament) for _ in range(3))]
    assert repeated(*rounds) == 0


def test_who_took_over_a_seat_has_met_the_table_and_who_was_relieved_has_too(
    make_evening: Make, author: User, seat: Callable[..., Round]
) -> None:
    tournament = drawn(make_evening, author, 36, planned_rounds=3)
    resting = tournament.entries.filter(wind_number=9)
    first = seating.plan_round(tournament=tournament, author=author, sitting_out=resting)
    seating.publish_seating(round=first, author=author)
    Round.objects.filter(pk=first.pk).update(stage="playing", started_at=timezone.now())
    chair = first.seats.get(table__number=1, wind="E")
    helper = resting.get(wind="E").players.get()
    seating.substitute(seat=chair, player=helper, from_hand=5, author=author)
    Round.objects.filter(pk=first.pk).update(stage="provisional", closed_at=timezone.now())
    second = seat(tournament)
    met_first = {chair.player_id, helper.pk}
    others = set(first.seats.filter(table__number=1).exclude(wind="E").values_list("player_id", flat=True))
    assert not {frozenset((one, other)) for one in met_first for other in others} & set(meetings(second))
