"""Two people at the desk at once: on SQLite they take turns, on PostgreSQL rows are locked."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from deals.models import BoardSet
from people.lists import import_roster, read_roster
from tests.at_once import at_once
from tests.evenings import entered
from tests.tournaments.workbooks import HEADER, workbook
from tournaments import round_seating
from tournaments.board_steps import seal_boards
from tournaments.entries import enter_player
from tournaments.log.verification import check_chain
from tournaments.models import Entry, Player, Round, Seat, Tournament
from tournaments.seat_changes import swap_seats

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.fixture
def evening() -> Tournament:
    return entered(16, drawn=True)


def test_two_plans_at_once_are_one_partita_with_one_seat_for_each(evening: Tournament) -> None:
    answers = at_once(*[lambda: round_seating.plan_round(tournament=evening, author=None)] * 4)
    assert all(isinstance(answer, Round | ValidationError) for answer in answers)
    assert any(isinstance(answer, Round) for answer in answers)
    assert evening.rounds.count() == 1
    assert Seat.objects.filter(round__tournament=evening).count() == 16
    assert evening.places.count() == 4
    assert check_chain(evening).fault is None


def test_a_player_entered_from_two_laptops_at_once_is_entered_once(evening: Tournament) -> None:
    player = Player.objects.create(surname="Bianchi")
    answers = at_once(*[lambda: enter_player(tournament=evening, player=player, author=None)] * 3)
    assert sum(isinstance(answer, Entry) for answer in answers) == 1
    refusals = [answer for answer in answers if isinstance(answer, ValidationError)]
    assert [refusal.code for refusal in refusals] == ["already_entered"] * 2


def test_different_players_entered_at_once_get_different_numbers(evening: Tournament) -> None:
    people = Player.objects.bulk_create(Player(surname=f"Bianchi{number}") for number in range(6))
    answers = at_once(
        *[
            lambda player=player: enter_player(tournament=evening, player=player, author=None)
            for player in people
        ]
    )
    assert sorted(answer.number for answer in answers) == [17, 18, 19, 20, 21, 22]
    assert len({(answer.wind, answer.wind_number) for answer in answers}) == 6
    assert check_chain(evening).fault is None


def test_boards_sealed_twice_at_once_are_sealed_once(evening: Tournament) -> None:
    planned = round_seating.plan_round(tournament=evening, author=None)
    answers = at_once(*[lambda: seal_boards(round=planned, author=None)] * 3)
    assert sum(isinstance(answer, BoardSet) for answer in answers) == 1
    assert [answer.code for answer in answers if isinstance(answer, ValidationError)] == [
        "boards_sealed"
    ] * 2
    assert BoardSet.objects.count() == 1


def test_a_roster_imported_by_two_clicks_at_once_is_imported_once(evening: Tournament) -> None:
    rows = [
        HEADER,
        *((None, f"Verdi{chr(97 + number)}", "Ida", "Nervi", None) for number in range(20)),
    ]
    preview = read_roster(workbook(rows), "soci.xlsx")
    answers = at_once(*[lambda: import_roster(preview=preview, author=None)] * 3)
    assert sorted(len(answer.added) for answer in answers) == [0, 0, 20]
    assert Player.objects.filter(surname__startswith="Verdi").count() == 20


def test_opposite_swaps_at_once_leave_everybody_with_a_seat(evening: Tournament) -> None:
    planned = round_seating.plan_round(tournament=evening, author=None)
    first, second = planned.seats.filter(wind="E").order_by("table__number")[:2]
    at_once(
        lambda: swap_seats(round=planned, first=first, second=second, author=None),
        lambda: swap_seats(round=planned, first=second, second=first, author=None),
    )
    assert (
        planned.seats.count() == len(set(planned.seats.values_list("player_id", flat=True))) == 16
    )
    assert {
        seat.player_id for seat in planned.seats.filter(wind="E").order_by("table__number")[:2]
    } == {
        first.player_id,
        second.player_id,
    }
