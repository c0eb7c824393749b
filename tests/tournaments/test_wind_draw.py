"""The draw of winds, by the program and from slips."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from king.cards import Wind
from tournaments import entries
from tournaments.entries import add_house_player, enter_new_player, set_present
from tournaments.models import Round, Tournament, WindPolicy
from tournaments.wind_draw import change_wind, draw_winds, read_slot, type_winds

pytestmark = pytest.mark.django_db
SEED = "00112233445566778899aabbccddeeff"


def drawn(tournament: Tournament) -> dict[int, str]:
    return {
        entry.number: f"{entry.wind}{entry.wind_number}"
        for entry in tournament.entries.filter(wind_number__gt=0)
    }


def test_anybody_can_repeat_the_draw_from_the_seed(
    make_evening: Callable[..., Tournament], author: User
) -> None:
    tournament = make_evening(16)
    draw_winds(tournament=tournament, author=author, seed=SEED)
    # The published rule: ascending HMAC-SHA256(seed, "winds|" + number), dealt round the table.
    key = bytes.fromhex(SEED)
    order = sorted(
        range(1, 17),
        key=lambda number: hmac.new(key, f"winds|{number}".encode(), hashlib.sha256).digest(),
    )
    assert drawn(tournament) == {
        number: f"{'NESW'[place % 4]}{place // 4 + 1}" for place, number in enumerate(order)
    }
    tournament.refresh_from_db()
    assert tournament.draw_seed == SEED
    assert tournament.log.filter(kind="draw").get().fields["seed"] == SEED


def test_each_draw_has_a_fresh_seed_of_its_own(
    make_evening: Callable[..., Tournament], author: User
) -> None:
    tournament = make_evening(16)
    draw_winds(tournament=tournament, author=author)
    tournament.refresh_from_db()
    first, winds = tournament.draw_seed, drawn(tournament)
    draw_winds(tournament=tournament, author=author)
    tournament.refresh_from_db()
    assert tournament.draw_seed != first
    assert len(tournament.draw_seed) == 32
    assert set(drawn(tournament).values()) == set(winds.values())
    again = tournament.log.filter(kind="draw").last()
    assert again is not None
    assert "again" in again.sentence


@pytest.mark.parametrize("players", [4, 5, 8, 30, 200])
def test_each_wind_is_drawn_equally_often(
    make_evening: Callable[..., Tournament], author: User, players: int
) -> None:
    tournament = make_evening(players)
    draw_winds(tournament=tournament, author=author)
    sizes = Counter(slip[0] for slip in drawn(tournament).values())
    assert max(sizes.values()) - min(sizes.values()) == (1 if players % 4 else 0)
    for wind, size in sizes.items():
        assert sorted(int(slip[1:]) for slip in drawn(tournament).values() if slip[0] == wind) == [
            *range(1, size + 1)
        ]


def test_who_is_not_in_the_hall_draws_nothing(
    make_evening: Callable[..., Tournament], author: User
) -> None:
    tournament = make_evening(10)
    set_present(entry=tournament.entries.get(number=1), present=False, author=author)
    entries.withdraw(entry=tournament.entries.get(number=2), reason="", author=author)
    draw_winds(tournament=tournament, author=author)
    assert set(drawn(tournament)) == {*range(3, 11)}


@pytest.mark.parametrize("seed", ["xyz", "00", "g" * 32, SEED + "0"])
def test_a_seed_that_cannot_be_read_is_refused(
    make_evening: Callable[..., Tournament], author: User, seed: str
) -> None:
    tournament = make_evening(4)
    with pytest.raises(ValidationError) as refused:
        draw_winds(tournament=tournament, author=author, seed=seed)
    assert refused.value.code == "seed_unreadable"


def test_three_players_are_no_table(make_evening: Callable[..., Tournament], author: User) -> None:
    with pytest.raises(ValidationError) as refused:
        draw_winds(tournament=make_evening(3), author=author)
    assert refused.value.code == "too_few_to_draw"


def test_the_winds_are_not_drawn_again_once_play_has_started(
    make_evening: Callable[..., Tournament], author: User
) -> None:
    tournament = make_evening(4)
    draw_winds(tournament=tournament, author=author)
    tournament.rounds.create(number=1, stage=Round.Stage.PLAYING, started_at=timezone.now())
    for refuse in (
        lambda: draw_winds(tournament=tournament, author=author),
        lambda: type_winds(
            tournament=tournament, author=author, winds={1: "N1", 2: "E1", 3: "S1", 4: "W1"}
        ),
    ):
        with pytest.raises(ValidationError) as refused:
            refuse()
        assert refused.value.code == "play_has_started"


def test_slips_drawn_by_hand_are_typed_as_they_are_written(
    make_evening: Callable[..., Tournament], author: User
) -> None:
    tournament = make_evening(8)
    slips = {1: "n1", 2: "E 2", 3: "S-1", 4: "o1", 5: "N2", 6: "E1", 7: "S2", 8: "W2"}
    type_winds(tournament=tournament, author=author, winds=slips)
    assert drawn(tournament) == {
        1: "N1",
        2: "E2",
        3: "S1",
        4: "W1",
        5: "N2",
        6: "E1",
        7: "S2",
        8: "W2",
    }
    tournament.refresh_from_db()
    assert tournament.draw_seed == ""


def test_everything_wrong_with_typed_slips_is_said_at_once(
    make_evening: Callable[..., Tournament], author: User
) -> None:
    tournament = make_evening(8)
    slips = {1: "N1", 2: "N1", 3: "X4", 5: "E1", 6: "S1", 7: "W1", 8: "W9", 12: "E2"}
    with pytest.raises(ValidationError) as refused:
        type_winds(tournament=tournament, author=author, winds=slips)
    codes = {problem.code for problem in refused.value.error_list}
    assert codes >= {"slip_twice", "slip_unreadable", "slip_missing", "entry_unknown"}
    assert any("X4" in message for message in refused.value.messages)
    assert drawn(tournament) == {}


@pytest.mark.parametrize(
    ("slips", "code"),
    [
        ("N1 N2 E1 E2 S1 S2 W1 N3", "winds_uneven"),
        ("N1 N3 E1 E2 S1 S2 W1 W2", "slip_numbers"),
        ("N1 N1 E1 E2 S1 S2 W1 W2", "slip_twice"),
    ],
)
def test_each_wind_has_the_numbers_from_one_to_the_tables(
    make_evening: Callable[..., Tournament], author: User, slips: str, code: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        type_winds(
            tournament=make_evening(8), author=author, winds=dict(enumerate(slips.split(), 1))
        )
    assert code in {problem.code for problem in refused.value.error_list}


def test_a_late_entry_takes_the_wind_that_is_short(
    make_evening: Callable[..., Tournament], author: User
) -> None:
    tournament = make_evening(7)
    draw_winds(tournament=tournament, author=author)
    late = enter_new_player(tournament=tournament, surname="Tardi", given_name="Ivo", author=author)
    assert (late.wind, late.wind_number) == ("W", 2)
    ninth = add_house_player(tournament=tournament, author=author)
    assert (ninth.wind, ninth.wind_number) == ("N", 3)


def test_the_arbiter_may_move_one_entry_to_another_wind(
    make_evening: Callable[..., Tournament], author: User
) -> None:
    tournament = make_evening(8)
    draw_winds(tournament=tournament, author=author)
    entries.withdraw(entry=tournament.entries.filter(wind="N").first(), reason="", author=author)
    mover = tournament.entries.filter(wind="S").first()
    moved = change_wind(entry=mover, wind=Wind.N, author=author)
    assert moved.wind == "N"
    assert Counter(slip[0] for slip in drawn(tournament).values()) == {
        "N": 2,
        "E": 2,
        "S": 1,
        "W": 2,
    }


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("N1", (Wind.N, 1)),
        ("o3", (Wind.W, 3)),
        ("L 2", (Wind.E, 2)),
        ("N0", None),
        ("N", None),
        ("1N", None),
        ("N99999", None),
        ("", None),
        ("N٣", None),
    ],
)
def test_slips_are_read_in_the_players_languages(text: str, slot: tuple[Wind, int] | None) -> None:
    assert read_slot(text) == slot


@pytest.mark.parametrize("policy", WindPolicy.values)
def test_a_closed_evening_keeps_the_winds_that_it_was_played_with(
    make_evening: Callable[..., Tournament], author: User, policy: str
) -> None:
    tournament = make_evening(4, wind_policy=policy)
    draw_winds(tournament=tournament, author=author)
    now = timezone.now()
    tournament.rounds.create(number=1, stage=Round.Stage.OFFICIAL, started_at=now, closed_at=now)
    Tournament.objects.update(closed_at=now)
    before, lines = drawn(tournament), tournament.log.count()
    mover = tournament.entries.get(wind="N")
    for refuse in (
        lambda: change_wind(entry=mover, wind=Wind.E, author=author),
        lambda: draw_winds(tournament=tournament, author=author),
        lambda: type_winds(
            tournament=tournament, author=author, winds={1: "N1", 2: "E1", 3: "S1", 4: "W1"}
        ),
    ):
        with pytest.raises(ValidationError) as refused:
            refuse()
        assert refused.value.code == "tournament_closed"
    assert (drawn(tournament), tournament.log.count()) == (before, lines)
