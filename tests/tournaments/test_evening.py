"""Every partita seats each person once, and its certificate counts its meetings, whatever changes
the plan.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from hypothesis import HealthCheck, given, settings, strategies as st

from tests.services import examples
from tests.tournaments.attempts import attempt
from tournaments import entries as tournaments_entries, round_seating
from tournaments.entries import add_house_player, enter_new_player, return_to_play
from tournaments.log.verification import check_chain
from tournaments.models import Round, Tournament
from tournaments.seat_changes import publish_seating, swap_seats
from tournaments.wind_draw import change_wind, draw_winds

pytestmark = pytest.mark.django_db


def play(planned: Round, author: User) -> None:
    """Publish the seating and mark the partita as played."""
    publish_seating(round=planned, author=author)
    now = timezone.now()
    Round.objects.filter(pk=planned.pk).update(
        stage=Round.Stage.PROVISIONAL, started_at=now, closed_at=now
    )


def happen(tournament: Tournament, author: User, event: str, place: int) -> None:
    """Apply an event between two partite."""
    entries = list(tournament.entries.order_by("number"))
    entry = entries[place % len(entries)]
    if event == "leaves":
        attempt(lambda: tournaments_entries.withdraw(entry=entry, reason="", author=author))
    elif event == "returns":
        attempt(lambda: return_to_play(entry=entry, author=author))
    elif event == "late":
        enter_new_player(
            tournament=tournament, surname=f"Tardi{len(entries)}", given_name="", author=author
        )
    elif event == "house":
        add_house_player(tournament=tournament, author=author)
    else:
        attempt(lambda: change_wind(entry=entry, wind="NESW"[place % 4], author=author))


EVENTS = st.lists(
    st.tuples(st.sampled_from(["leaves", "returns", "late", "house", "wind"]), st.integers(0, 40)),
    max_size=4,
)


@settings(
    max_examples=examples(12),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    players=st.integers(4, 26),
    policy=st.sampled_from(["keep", "rotate", "redraw"]),
    evening=st.lists(EVENTS, min_size=2, max_size=3),
    swaps=st.integers(0, 20),
)
def test_everybody_has_one_seat_and_the_certificate_counts_the_meetings(
    make_evening: Callable[..., Tournament],
    author: User,
    players: int,
    policy: str,
    evening: list[list[tuple[str, int]]],
    swaps: int,
) -> None:
    tournament = make_evening(players, planned_rounds=len(evening), wind_policy=policy)
    draw_winds(tournament=tournament, author=author)
    met: Counter[tuple[int, int]] = Counter()
    for events in evening:
        planned, refusal = attempt(
            lambda: round_seating.plan_round(
                tournament=tournament, author=author, sit_out_by_lot=True
            )
        )
        assert (planned is None) == bool(refusal)
        if planned is None:
            break
        rows = list(planned.seats.select_related("entry"))
        if swaps % 3 == 0:
            attempt(
                lambda rows=rows, planned=planned: swap_seats(
                    round=planned, first=rows[0], second=rows[swaps % len(rows)], author=author
                )
            )
        here = {entry.number for entry in tournament.entries.playing()}
        resting = set(planned.seating_note["sitting_out"])
        seated = [seat.entry.number for seat in planned.seats.select_related("entry")]
        assert len(seated) == len(set(seated)) == 4 * planned.tables.count()
        assert set(seated) | resting == here
        assert not set(seated) & resting
        pairs = [
            tuple(sorted(pair))
            for table in planned.tables.all()
            for pair in combinations(table.seats.values_list("entry__number", flat=True), 2)
        ]
        planned.refresh_from_db()
        assert planned.seating_note["repeats"] == sum(1 for pair in pairs if met[pair])
        assert all(str(sentence) for sentence in round_seating.certificate(planned))
        met.update(pairs)
        play(planned, author)
        for event, place in events:
            happen(tournament, author, event, place)
    assert check_chain(tournament).fault is None
