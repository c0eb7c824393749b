"""Rulings as the lines of a list: of an evening, or of a person over all of them."""

from collections.abc import Collection, Iterable
from typing import Any

from scoring.models import Ruling
from scoring.scored_sheets import averages_now
from scoring.standing import rulings_on, standing_settings
from tournaments.models import Player, Tournament
from wording import naming
from wording.regulation import Article, article_named, articles
from wording.rests import Rests, foot
from wording.ruling_words import effect_in_words


def shown_rulings(rulings: Collection[Ruling], tournament: Tournament) -> Iterable[dict[str, Any]]:
    """Yield each ruling as a line of a list, with its effect in words."""
    plans, policy = tournament.plans, tournament.configured.score_error_policy
    averages = averages_now(rulings)
    regulation = regulation_of(tournament)
    for ruling in rulings:
        plan = plans.get(ruling.hand or 0)
        seats = [seat for seat in ruling.sheet.table.seats.all() if seat.from_hand == 1]
        yield {
            "ruling": ruling,
            "contract": naming.contract_name(plan.contract)
            if plan is not None and plan.contract is not None
            else "",
            "offenders": [
                (
                    column,
                    ", ".join(seat.name for seat in seats if seat.wind in column.winds),
                )
                for place in ruling.offenders
                if (column := tournament.rules.column(place)) is not None
            ],
            "effect": effect_in_words(ruling, policy, averages.get(ruling.pk)),
            "article": article_named(ruling.article, regulation),
        }


def rulings_of(player: Player) -> list[dict[str, Any]]:
    evenings: dict[Tournament, list[Ruling]] = {}
    for ruling in rulings_on(player):
        evenings.setdefault(ruling.sheet.tournament, []).append(ruling)
    return [
        line
        for tournament, rulings in evenings.items()
        for line in shown_rulings(rulings, tournament)
    ]


def regulation_of(tournament: Tournament) -> tuple[Article, ...]:
    return articles(tournament.rules, tournament.configured, boards=tournament.plays_boards)


def rests_note(tournament: Tournament, rests: Iterable[Rests]) -> str:
    """Footnote on partite that were sat out, for the preview of a ruling."""
    return foot(rests, standing_settings(tournament).bye_points)
