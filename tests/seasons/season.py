"""A season of six evenings, its qualification and its final."""

from __future__ import annotations

import datetime
import random
from typing import Any

from king.reading import Node
from scoring.round_steps import close_round, start_round
from seasons.models import Qualification
from seasons.qualifying import make_final, qualify
from seasons.season import load_season, publish_season, read_season
from tests.evenings import fill_and_close, kept, night_file
from tournaments.circuits import Circuit
from tournaments.models import Round, Tournament
from tournaments.round_seating import plan_round
from tournaments.seat_changes import publish_seating

PEOPLE = [
    f"{given_name} {surname}"
    for surname in ("Rossi", "Bruno", "Costa", "Dall'Orto", "Erba", "Ferri", "Gallo")
    for given_name in ("Anna", "Bice", "Carlo", "Dino", "Elsa", "Ivo")
]
DATES = ("2026-01-15", "2026-01-29", "2026-02-12", "2026-02-26", "2026-03-12", "2026-03-26")
GENOA = {
    "scale": [10, 6, 4, 3, 2, 1],
    "tail": 1,
    "ties": "share",
    "count_best": 9,
    "tiebreaks": ["firsts", "seconds", "thirds", "dropped"],
}


def season_file() -> dict[str, Any]:
    """42 people in six evenings of two partite, eight to ten tables each. The rows come from the
    sample night; lots decide who plays them.

    Winds are drawn each evening. The sheets have few different totals, so there are many ties.
    """
    chance = random.Random("a season of six evenings")
    rows = [sheet["rows"] for round_ in night_file()["rounds"] for sheet in round_["sheets"]]
    evenings = []
    for number, date in enumerate(DATES):
        tables = (8, 10, 9, 10, 8, 9)[number]
        here = chance.sample(PEOPLE, 4 * tables)
        rounds = []
        for partita in (1, 2):
            sheets = []
            for table in range(tables):
                seats = {
                    wind: here[4 * ((table + partita * place) % tables) + place]
                    for place, wind in enumerate("NESW")
                }
                sheets.append({"table": table + 1, "seats": seats, "rows": chance.choice(rows)})
            rounds.append({"round": partita, "sheets": sheets})
        evenings.append({"date": date, "night": {"ruleset": "lab12", "rounds": rounds}})
    return {"name": "Re Cuori", "settings": GENOA, "evenings": evenings}


@kept
def the_season() -> Circuit:
    return load_season(read_season(Node(season_file(), "season.json", "")))


DATE = datetime.date(2026, 12, 3)


@kept
def the_qualification(places: int = 4, carry: int = 0) -> Qualification:
    """Qualify players from the published season of six evenings."""
    circuit = the_season()
    publish_season(circuit=circuit, author=None)
    return qualify(source=circuit, places=places, carry=carry, author=None)


def final_of(qualification: Qualification) -> Tournament:
    return make_final(qualification=qualification, name="Finale", date=DATE, author=None)


def equal(qualification: Qualification, rank: int, count: int) -> None:
    """Publish standings in which ``count`` lines, from this rank on, share the rank."""
    published = qualification.circuit.publications.order_by("-number").first()  # type: ignore[union-attr]
    lines = published.standings["overall"]
    for line in lines[rank - 1 : rank - 1 + count]:
        line["rank"] = rank
    published.pk, published.number = None, published.number + 1
    published.save(force_insert=True)
    Qualification.objects.filter(pk=qualification.pk).update(number=published.number)
    qualification.refresh_from_db()


def play(final: Tournament) -> None:
    """Play one partita of lab12 instead of the final's own system, whose called hands another test
    enters.
    """
    Tournament.objects.filter(pk=final.pk).update(ruleset="lab12", planned_rounds=1)
    final.refresh_from_db()
    round_ = plan_round(tournament=final, author=None)
    publish_seating(round=round_, author=None)
    start_round(round=round_, author=None)
    fill_and_close(round_)
    close_round(round=Round.objects.get(pk=round_.pk), author=None)
