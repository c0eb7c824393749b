"""Seating of successive partite, with all changes that an evening makes to a plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone, translation

from king.movements.seating import draw_order
from king.rulesets import RULESETS
from tests.tournaments.seats import SEED, Make, drawn, repeated, tables
from tournaments import entries, round_seating
from tournaments.entries import add_house_player, enter_new_player, enter_pair, fillers_leave
from tournaments.head_count import HeadCount, head_count
from tournaments.models import Player, Round
from tournaments.wind_draw import change_wind, draw_winds

pytestmark = pytest.mark.django_db


def test_in_the_first_partita_each_slip_sits_at_the_table_of_its_number(
    make_evening: Make, author: User
) -> None:
    tournament = drawn(make_evening, author, 32)
    planned = round_seating.plan_round(tournament=tournament, author=author)
    for row in planned.seats.select_related("table", "entry"):
        assert (row.wind, row.table.number) == (row.entry.wind, row.entry.wind_number)
    assert planned.tables.count() == 8
    assert tournament.places.count() == 8
    assert planned.seating_published_at is None


def test_the_only_partita_that_is_known_without_a_repeat_is_said_in_the_singular(
    make_evening: Make, author: User
) -> None:
    planned = round_seating.plan_round(
        tournament=drawn(make_evening, author, 8, planned_rounds=2), author=author
    )
    with translation.override("en"):
        sentences = [str(sentence) for sentence in round_seating.certificate(planned)]
    assert (
        sentences[-1]
        == "With these tables one partita without a repeated meeting is known; the most possible is 1."
    )


@pytest.mark.parametrize(
    ("players", "partite"), [(16, 4), (20, 5), (24, 5), (28, 7), (32, 8), (40, 9), (44, 5)]
)
def test_with_winds_kept_nobody_meets_twice_and_north_never_moves(
    make_evening: Make, author: User, seat: Callable[..., Round], players: int, partite: int
) -> None:
    tournament = drawn(make_evening, author, players, planned_rounds=partite)
    rounds = [seat(tournament) for _ in range(partite)]
    assert repeated(*rounds) == 0
    wind_of = {entry.number: entry.wind for entry in tournament.entries.all()}
    for planned in rounds:
        assert planned.seating_note["repeats"] == 0
        assert all(
            wind_of[number] == wind for table in tables(planned) for wind, number in table.items()
        )
        assert [table["N"] for table in tables(planned)] == [
            table["N"] for table in tables(rounds[0])
        ]
    assert tournament.places.count() == players // 4


def test_the_plain_club_evening_moves_one_two_and_three_tables(
    make_evening: Make, author: User, seat: Callable[..., Round]
) -> None:
    tournament = drawn(make_evening, author, 32)
    first, second = (tables(seat(tournament)) for _ in range(2))
    for number in range(8):
        assert second[number] == {
            "N": first[number]["N"],
            "E": first[(number + 1) % 8]["E"],
            "S": first[(number + 2) % 8]["S"],
            "W": first[(number + 3) % 8]["W"],
        }


@pytest.mark.parametrize(("players", "partite"), [(16, 5), (20, 4), (24, 5), (28, 6), (32, 6)])
def test_with_winds_rotated_nobody_meets_twice_and_the_winds_go_round(
    make_evening: Make, author: User, seat: Callable[..., Round], players: int, partite: int
) -> None:
    tournament = drawn(make_evening, author, players, planned_rounds=partite, wind_policy="rotate")
    rounds = [seat(tournament) for _ in range(partite)]
    assert repeated(*rounds) == 0
    winds = Counter((row.player_id, row.wind) for planned in rounds for row in planned.seats.all())
    for player in Player.objects.all():
        counts = [winds[player.pk, wind] for wind in "NESW"]
        assert max(counts) - min(counts) <= 1


def test_winds_drawn_anew_are_drawn_for_each_partita_and_logged(
    make_evening: Make, author: User, seat: Callable[..., Round]
) -> None:
    tournament = drawn(make_evening, author, 32, planned_rounds=3, wind_policy="redraw")
    rounds = [seat(tournament) for _ in range(3)]
    assert repeated(*rounds) == 0
    seeds = [line.fields["seed"] for line in tournament.log.filter(kind="draw")]
    assert seeds[0] == SEED
    assert len(set(seeds)) == len(seeds) == 3
    order = draw_order([str(number) for number in range(1, 33)], bytes.fromhex(seeds[2]), "winds")
    expected = {int(number): "NESW"[place % 4] for place, number in enumerate(order)}
    assert {
        number: wind for table in tables(rounds[2]) for wind, number in table.items()
    } == expected


def test_three_tables_cannot_avoid_repeats_and_the_page_can_say_so(
    make_evening: Make, author: User, seat: Callable[..., Round]
) -> None:
    tournament = drawn(make_evening, author, 12)
    first, second = seat(tournament), seat(tournament)
    assert second.seating_note["repeats"] == repeated(first, second) > 0
    with translation.override("en"):
        assert any(
            "no more than 1 partite" in str(sentence)
            for sentence in round_seating.certificate(second)
        )


def test_a_late_table_is_seated_without_a_repeat_and_norths_stay(
    make_evening: Make, author: User, seat: Callable[..., Round]
) -> None:
    tournament = drawn(make_evening, author, 28, planned_rounds=4)
    rounds = [seat(tournament)]
    for number in range(4):
        enter_new_player(
            tournament=tournament, surname=f"Tardi{number}", given_name="Ivo", author=author
        )
    rounds += [seat(tournament) for _ in range(2)]
    assert tournament.places.count() == 8
    assert repeated(*rounds) == 0
    assert [table["N"] for table in tables(rounds[1])][:7] == [
        table["N"] for table in tables(rounds[0])
    ]


def test_after_a_withdrawal_a_house_player_takes_the_slip_and_nobody_meets_twice(
    make_evening: Make, author: User, seat: Callable[..., Round]
) -> None:
    tournament = drawn(make_evening, author, 32, planned_rounds=3)
    rounds = [seat(tournament)]
    entries.withdraw(entry=tournament.entries.get(number=5), reason="febbre", author=author)
    house = add_house_player(tournament=tournament, author=author)
    rounds += [seat(tournament), seat(tournament)]
    assert repeated(*rounds) == 0
    assert rounds[1].seats.filter(entry=house).count() == 1


def test_a_hall_that_makes_no_full_tables_is_refused_with_what_can_be_done(
    make_evening: Make, author: User
) -> None:
    tournament = drawn(make_evening, author, 30)
    with pytest.raises(ValidationError) as refused:
        round_seating.plan_round(tournament=tournament, author=author)
    assert refused.value.code == "tables_not_full"
    count = head_count(tournament)
    assert (count.playing, count.tables, count.over, count.missing, count.ready) == (
        30,
        7,
        2,
        2,
        False,
    )
    assert [(offer["kind"], offer["count"]) for offer in count.offers] == [
        ("house", 2),
        ("sit_out", 2),
    ]
    assert tournament.rounds.count() == 0


def test_a_house_player_makes_room_for_who_comes_late(make_evening: Make, author: User) -> None:
    tournament = drawn(make_evening, author, 14)
    house = [add_house_player(tournament=tournament, author=author) for _ in range(2)]
    late = enter_new_player(tournament=tournament, surname="Tardi", given_name="Ida", author=author)
    count = head_count(tournament)
    assert [(offer["kind"], offer["count"]) for offer in count.offers] == [
        ("house", 3),
        ("house_go", 1),
        ("sit_out", 1),
    ]
    assert late.wind != house[1].wind
    gone = fillers_leave(tournament=tournament, count=1, author=author)
    assert gone == (house[1],)
    assert head_count(tournament).ready
    assert tournament.entries.get(pk=late.pk).wind == house[1].wind
    round_seating.plan_round(tournament=tournament, author=author)


@pytest.mark.parametrize(
    ("playing", "house", "leaves"),
    [(9, 0, False), (9, 1, True), (9, 2, True), (10, 1, False), (10, 2, True)],
)
def test_house_players_may_go_where_there_are_as_many_of_them_as_players_too_many(
    playing: int, house: int, leaves: bool
) -> None:
    count = HeadCount(playing, 4, {}, playing, keeps_winds=False, house=house)
    assert ("house_go" in {offer["kind"] for offer in count.offers}) == leaves


def test_a_house_player_who_sits_in_a_partita_in_play_is_not_let_go(
    make_evening: Make, author: User
) -> None:
    tournament = drawn(make_evening, author, 7)
    add_house_player(tournament=tournament, author=author)
    round = round_seating.plan_round(tournament=tournament, author=author)
    Round.objects.filter(pk=round.pk).update(stage=Round.Stage.PLAYING, started_at=timezone.now())
    enter_new_player(tournament=tournament, surname="Tardi", given_name="Ida", author=author)
    assert "house_go" not in [offer["kind"] for offer in head_count(tournament).offers]
    with pytest.raises(ValidationError) as refused:
        fillers_leave(tournament=tournament, count=1, author=author)
    assert refused.value.code == "no_house_players"


def test_house_players_complete_the_tables(make_evening: Make, author: User) -> None:
    tournament = drawn(make_evening, author, 30)
    for _ in range(2):
        add_house_player(tournament=tournament, author=author)
    assert head_count(tournament).ready
    planned = round_seating.plan_round(tournament=tournament, author=author)
    assert planned.tables.count() == 8
    assert {entry.wind for entry in tournament.entries.filter(unranked=True)} == {"S", "W"}


@pytest.mark.parametrize("policy", ["keep", "rotate", "redraw"])
def test_who_sits_out_is_drawn_by_a_recorded_seed_and_nobody_twice(
    make_evening: Make, author: User, seat: Callable[..., Round], policy: str
) -> None:
    tournament = drawn(make_evening, author, 34, planned_rounds=4, wind_policy=policy)
    rounds = [seat(tournament, sit_out_by_lot=True) for _ in range(4)]
    rested = [number for planned in rounds for number in planned.seating_note["sitting_out"]]
    assert len(rested) == len(set(rested)) == 8
    assert repeated(*rounds) == 0
    lines = list(tournament.log.filter(kind="sitting_out"))
    assert [line.fields["seed"] for line in lines] == [
        planned.seating_note["lot_seed"] for planned in rounds
    ]


def test_the_lots_of_sitting_out_can_be_repeated_from_the_log(
    make_evening: Make, author: User
) -> None:
    tournament = drawn(make_evening, author, 33, wind_policy="rotate")
    planned = round_seating.plan_round(
        tournament=tournament, author=author, sit_out_by_lot=True, seed=SEED
    )
    order = draw_order([str(number) for number in range(1, 34)], bytes.fromhex(SEED), "out 1")
    assert planned.seating_note["sitting_out"] == [int(order[0])]


def test_a_wind_too_few_is_said_and_moving_an_entry_mends_it(
    make_evening: Make, author: User
) -> None:
    tournament = drawn(make_evening, author, 16)
    for wind in ("N", "N", "E", "S"):
        leaver = tournament.entries.filter(wind=wind, withdrawn_at=None).first()
        entries.withdraw(entry=leaver, reason="", author=author)
    count = head_count(tournament)
    assert (count.playing, count.even, count.ready) == (12, False, False)
    with pytest.raises(ValidationError) as refused:
        round_seating.plan_round(tournament=tournament, author=author)
    assert refused.value.code == "winds_uneven"
    change_wind(entry=tournament.entries.filter(wind="W").first(), wind="N", author=author)
    assert round_seating.plan_round(tournament=tournament, author=author).tables.count() == 3


def test_before_the_draw_nobody_is_seated(make_evening: Make, author: User) -> None:
    with pytest.raises(ValidationError) as refused:
        round_seating.plan_round(tournament=make_evening(8), author=author)
    assert refused.value.code == "winds_not_drawn"


def test_no_more_partite_are_planned_than_the_evening_has(
    make_evening: Make, author: User, seat: Callable[..., Round]
) -> None:
    tournament = drawn(make_evening, author, 16, planned_rounds=1)
    seat(tournament)
    with pytest.raises(ValidationError) as refused:
        round_seating.plan_round(tournament=tournament, author=author)
    assert refused.value.code == "all_rounds_there"


def test_planning_again_replaces_a_plan_that_nobody_has_seen(
    make_evening: Make, author: User
) -> None:
    tournament = drawn(make_evening, author, 16)
    first = round_seating.plan_round(tournament=tournament, author=author)
    codes = list(tournament.places.values_list("code", flat=True))
    for number in range(4):
        enter_new_player(
            tournament=tournament, surname=f"Tardi{number}", given_name="", author=author
        )
    again = round_seating.plan_round(tournament=tournament, author=author)
    assert again.pk == first.pk
    assert again.seats.count() == 20
    assert list(tournament.places.values_list("code", flat=True))[:4] == codes


def test_two_hundred_players_are_seated_in_a_few_queries(
    make_evening: Make,
    author: User,
    seat: Callable[..., Round],
    django_assert_max_num_queries: Callable[..., object],
) -> None:
    tournament = drawn(make_evening, author, 200, planned_rounds=4)
    seat(tournament)
    with django_assert_max_num_queries(40):  # type: ignore[attr-defined]
        second = round_seating.plan_round(tournament=tournament, author=author)
    assert second.seats.count() == 200


def test_pairs_sit_on_their_axis_and_east_west_moves_on(
    make_evening: Make, author: User, seat: Callable[..., Round]
) -> None:
    system = next((code for code, rules in RULESETS.items() if rules.sides == "pairs"), None)
    assert system is not None
    tournament = make_evening(0, ruleset=system, planned_rounds=3)
    people = Player.objects.bulk_create(
        Player(surname=f"Coppia{number:02}") for number in range(16)
    )
    for place in range(0, 16, 2):
        enter_pair(tournament=tournament, players=people[place : place + 2], author=author)
    draw_winds(tournament=tournament, author=author, seed=SEED)
    rounds = [seat(tournament) for _ in range(3)]
    opponents: Counter[frozenset[int]] = Counter()
    for planned in rounds:
        assert planned.tables.count() == 4
        for table in tables(planned):
            assert table["N"] == table["S"]
            assert table["E"] == table["W"]
            opponents[frozenset((table["N"], table["E"]))] += 1
    assert set(opponents.values()) == {1}
