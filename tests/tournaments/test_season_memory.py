"""The draw that takes earlier evenings and wishes into account; every figure is counted from the
seats.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations

import pytest
from django.contrib.auth.models import User
from django.utils import translation

from king.movements.local_search import Costs, settle
from king.movements.seating import Lots
from people.merging import merge
from tournaments import services
from tournaments.circuits import Circuit
from tournaments.entries import enter_many
from tournaments.models import Player, Round, Seat, Tournament, WindPolicy
from tournaments.round_seating import certificate, plan_round
from tournaments.wind_draw import draw_winds, exchanges

DRAWN = [WindPolicy.KEEP, WindPolicy.ROTATE, WindPolicy.REDRAW]
NOW = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
Evening = Callable[..., Tournament]


@pytest.fixture
def people(db: None) -> list[Player]:
    return Player.objects.bulk_create(
        Player(surname=f"Rossi{number:03}", given_name="Anna") for number in range(42)
    )


@pytest.fixture
def season(author: User) -> Callable[..., Tournament]:
    """Make evenings of a circuit with their partite seated and marked as played."""
    circuit = Circuit.objects.create(name="Inverno")

    def make(day: int, players: Sequence[Player], rounds: int = 2, **fields: object) -> Tournament:
        tournament = services.create_tournament(
            author=author,
            name=f"Sera {day}",
            date=datetime.date(2026, 1, day),
            planned_rounds=rounds,
            **fields,
        )
        tournament.circuit = circuit
        tournament.save(update_fields=["circuit"])
        enter_many(tournament=tournament, players=players, author=author)
        if tournament.wind_policy != WindPolicy.REDRAW:
            draw_winds(tournament=tournament, author=author, seed=f"{day:032x}")
        for number in range(1, rounds + 1):
            round = plan_round(
                tournament=tournament, author=author, seed=f"{64 * day + number:032x}"
            )
            assert round.number == number
            Round.objects.filter(pk=round.pk).update(
                stage=Round.Stage.PROVISIONAL, started_at=NOW, closed_at=NOW
            )
        return tournament

    return make


def meetings(*evenings: Tournament) -> Counter[frozenset[int]]:
    met: Counter[frozenset[int]] = Counter()
    tables: dict[int, list[int]] = {}
    for table, player in Seat.objects.filter(round__tournament__in=evenings).values_list(
        "table", "player"
    ):
        tables.setdefault(table, []).append(player)
    for sitters in tables.values():
        met.update(frozenset(two) for two in combinations(sitters, 2))
    return met


def winds(*evenings: Tournament) -> dict[int, Counter[str]]:
    had: dict[int, Counter[str]] = {}
    for player, wind in Seat.objects.filter(round__tournament__in=evenings).values_list(
        "player", "wind"
    ):
        had.setdefault(player, Counter())[wind] += 1
    return had


def certificate_text(tournament: Tournament, number: int) -> str:
    with translation.override("en"):
        return " ".join(
            str(sentence) for sentence in certificate(tournament.rounds.get(number=number))
        )


def test_entries_that_cost_nothing_stay_where_they_were_drawn() -> None:
    costs = Costs([{} for _ in range(8)], [[0]] * 8, [0] * 8)
    assert settle([[0, 1, 2, 3], [4, 5, 6, 7]], costs, Lots(b"seed", "test")) == list(range(8))


def test_two_who_should_not_meet_are_parted_by_one_exchange() -> None:
    together: list[dict[int, int]] = [{} for _ in range(8)]
    together[0][1] = together[1][0] = 5
    at = settle(
        [[0, 1, 2, 3], [4, 5, 6, 7]], Costs(together, [[0]] * 8, [0] * 8), Lots(b"seed", "test")
    )
    assert sorted(at) == list(range(8))
    assert (at.index(0) < 4) != (at.index(1) < 4)
    assert sum(place != entry for place, entry in enumerate(at)) == 2


def test_exchanges_lead_from_one_order_to_the_other() -> None:
    order = [7, 3, 9, 1]
    for first, second in exchanges(order, [9, 1, 7, 3]):
        order = [{first: second, second: first}.get(number, number) for number in order]
    assert order == [9, 1, 7, 3]


@pytest.mark.at_length
@pytest.mark.django_db
@pytest.mark.parametrize("policy", DRAWN)
def test_four_evenings_give_each_wind_equally_often_and_hardly_anybody_meets_twice(
    season: Evening, people: list[Player], policy: str
) -> None:
    # 32 players, two partite of 48 meetings an evening. By lot alone 37 of the third evening's 96
    # meetings would be repeated, because each player has met 12 of 31. In four evenings of two partite
    # each player has each wind twice.
    evenings = [season(day, people[:32], wind_policy=policy) for day in range(1, 4)]
    met = meetings(*evenings)
    assert sum(met.values()) == 3 * 96
    assert sum(met.values()) - len(met) <= 12
    evenings.append(season(4, people[:32], wind_policy=policy))
    assert {frozenset(had.values()) for had in winds(*evenings).values()} == {frozenset({2})}


@pytest.mark.django_db
def test_the_certificate_counts_what_the_season_repeats(
    season: Evening, people: list[Player]
) -> None:
    # Eight players at two tables have 12 meetings. Each has met 3 others, so a second evening has to
    # repeat some.
    first, second = season(1, people[:8], rounds=1), season(2, people[:8], rounds=1)
    again = len(meetings(first).keys() & meetings(second).keys())
    assert again == 4  # a table of four has at least two pairs from the earlier tables: 2 + 2
    assert (
        "4 of the 12 meetings of this partita are not the first of the season."
        in certificate_text(second, 1)
    )
    assert "season" not in certificate_text(first, 1)


@pytest.mark.django_db
def test_the_log_tells_how_the_draw_became_the_seating(
    season: Evening, people: list[Player]
) -> None:
    season(1, people[:16])
    second = season(2, people[:16])
    drawn, settled = (second.log.get(kind=kind).fields for kind in ("draw", "draw_settled"))
    slots = {
        int(number): slot for number, slot in (pair.split("=") for pair in drawn["winds"].split())
    }
    for exchange in settled["exchanged"].split():
        one, other = map(int, exchange.split("-"))
        slots[one], slots[other] = slots[other], slots[one]
    assert slots == {
        entry.number: f"{entry.wind}{entry.wind_number}" for entry in second.entries.all()
    }


@pytest.mark.django_db
@pytest.mark.parametrize("policy", DRAWN)
def test_wishes_are_kept(season: Evening, people: list[Player], policy: str) -> None:
    lame, sister, brother = people[0], people[1], people[2]
    Player.objects.filter(pk=lame.pk).update(at_wind="N", at_table=3)
    sister.apart.add(brother)
    evening = season(1, people[:16], rounds=3, wind_policy=policy)
    seats = Seat.objects.filter(round__tournament=evening)
    assert set(seats.filter(player=lame).values_list("wind", "table__number")) == {("N", 3)}
    assert meetings(evening)[frozenset({sister.pk, brother.pk})] == 0
    assert all(
        "Wishes for the seating: 3, all kept." in certificate_text(evening, number)
        for number in (1, 2, 3)
    )


@pytest.mark.django_db
def test_a_wish_that_cannot_be_kept_is_said_with_its_table(
    season: Evening, people: list[Player]
) -> None:
    people[0].apart.add(people[1])  # with a single table they meet anyway
    evening = season(1, people[:4], rounds=1)
    assert (
        "Wishes for the seating: 1, of which 0 are kept. Look at the tables: 1."
        in certificate_text(evening, 1)
    )


@pytest.mark.django_db
def test_members_of_one_club_sit_apart_where_the_evening_asks(
    season: Evening, people: list[Player]
) -> None:
    for number, one in enumerate(people[:16]):
        Player.objects.filter(pk=one.pk).update(club=f"Circolo {number // 4}")
    evening = season(1, people[:16], mates_apart=True)
    club = dict(Player.objects.values_list("pk", "club"))
    assert all(len({club[player] for player in two}) == 2 for two in meetings(evening))
    assert "Meetings of members of one club: 0." in certificate_text(evening, 1)


@pytest.mark.at_length
@pytest.mark.django_db
@pytest.mark.parametrize("evenings", [1, 4])
def test_what_is_remembered_costs_as_many_questions_after_many_evenings(
    season: Evening,
    people: list[Player],
    author: User,
    evenings: int,
    django_assert_max_num_queries: Callable[..., object],
) -> None:
    for day in range(1, evenings + 1):
        season(day, people[:16])
    last = services.create_tournament(
        author=author, name="Ultima", date=datetime.date(2026, 2, 1), circuit=Circuit.objects.get()
    )
    enter_many(tournament=last, players=people[:16], author=author)
    with django_assert_max_num_queries(33):  # type: ignore[attr-defined]
        draw_winds(tournament=last, author=author)
    assert last.log.filter(kind="draw_settled").exists()


@pytest.mark.django_db
def test_the_one_who_stays_takes_over_whom_the_other_should_not_meet(
    people: list[Player], author: User
) -> None:
    stays, gone, other = people[:3]
    stays.apart.add(other, gone)
    gone.apart.add(other)
    merge(player=stays, gone=gone, chosen={}, author=author)
    assert list(stays.apart.all()) == [other]
    assert list(other.apart.all()) == [stays]
