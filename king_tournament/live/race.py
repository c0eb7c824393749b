"""The evening of a published standing as a race: what the first had after each hand, and since when
they were ahead; and its podium.
"""

from reportlab.graphics.shapes import Drawing

from frame.page import Context
from frame.standing_page import StandingPage
from king.standing.ranking import Line
from king.standing.reveal import NOTHING, Figures, reveal_steps
from printing.pictures import as_svg, podium, races
from scoring.standing import hand_by_hand
from wording.rests import with_marks
from wording.results import deciding_hand, points_in_words

RUNNERS = 5


def podium_of(page: StandingPage) -> str:
    drawing = podium_drawing(page)
    return as_svg(drawing, "podium-title", "overall") if drawing else ""


def podium_drawing(page: StandingPage) -> Drawing | None:
    """Podium of the standing, or None if fewer than three have a place."""
    first = []
    for line in page.overall[:3]:
        points = points_in_words(line["match_points"], line["total"], page.raw)
        first.append((str(line["rank"]), line["name"], with_marks(points, line["rests"])))
    return podium(first) if len(first) == 3 else None


def race_of(page: StandingPage) -> Context | None:
    """Context of the race. None for a long standing, which would take seconds. None too if the
    sheets now give other figures than those published, because only the published ones are public.
    """
    standings = page.published.standings
    if page.is_long or standings is None or page.carries:
        return None
    tournament = page.published.publication.tournament
    moments = hand_by_hand(tournament, page.published.rounds, page.published.everybody)
    if not moments or not _gives(moments[-1].figures, standings.overall):
        return None
    runners = [line.entry for line in standings.overall[:RUNNERS]]
    running = {
        name: [moment.figures.get(name, NOTHING)[0] for moment in moments] for name in runners
    }
    steps = reveal_steps(standings, moments, winds=0, overall=1)
    decided = steps[-1].as_json()["hand"] if steps else None
    return {
        "picture": as_svg(races(running), "race-title", "race-words"),
        "since": deciding_hand(decided, tournament.rules),
        "hands": [f"{moment.round}.{moment.hand}" for moment in moments],
        "lines": running.items(),
    }


def _gives(figures: Figures, published: tuple[Line, ...]) -> bool:
    return all(
        figures.get(line.entry, NOTHING) == (line.match_points, line.total) for line in published
    )
