"""Evenings to measure: partite that are over and published, and one in play whose phones may write."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tournaments.models import Tournament


class Evening(NamedTuple):
    """An evening in play. ``cards`` are the codes on its tables' cards."""

    code: str
    round: int
    cards: list[str]


def over(tables: int, rounds: int) -> Tournament:
    """Make an evening whose partite are all played, closed and published."""
    from king_tournament import demo

    demo.PEOPLE = [(f"Cognome{number}", f"Nome{number}") for number in range(4 * tables)]
    demo.MOST_TABLES = max(demo.MOST_TABLES, tables)
    return demo.make_demo(
        stage="finished", seed=tables, tables=tables, rounds=rounds, language="it"
    )


def in_play(tables: int, rounds_over: int) -> Evening:
    """Make an evening with published standings and a further partita that has just started."""
    from deals import services as deals
    from scoring.round_steps import start_round
    from tournaments.board_steps import seal_boards
    from tournaments.models import Place, Tournament
    from tournaments.round_seating import plan_round
    from tournaments.seat_changes import publish_seating

    code = over(tables, rounds_over).code
    Tournament.objects.filter(code=code).update(planned_rounds=rounds_over + 1)
    evening = Tournament.objects.get(code=code)
    round_ = plan_round(tournament=evening, author=None)
    if evening.plays_boards:
        seal_boards(round=round_, author=None)
    publish_seating(round=round_, author=None)
    round_.refresh_from_db()
    if round_.board_set:
        deals.mark_printed(board_set=round_.board_set)
    start_round(round=round_, author=None)
    places = Place.objects.filter(tournament=evening).order_by("number")
    return Evening(code, round_.number, list(places.values_list("code", flat=True)))
