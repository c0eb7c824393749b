"""The words and pictures with which the pages of an evening are sent round."""

from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.utils.translation import gettext as _

from frame.link_preview import LinkPreview, first_lines, link_preview, occasion_line
from frame.standing_page import StandingPage
from scoring.player_evening import PlayerEvening
from tournaments.models import Entry, Tournament
from wording.rests import with_marks
from wording.results import place_words, points_in_words, publication_words


def preview_of_evening(
    request: HttpRequest, tournament: Tournament, page: StandingPage | None
) -> LinkPreview | None:
    """Preview of the evening's link: what the evening is, and its standing. Each publication has
    its own picture, so that no messenger shows an earlier one.
    """
    lines = [occasion_line(tournament)]
    picture = resolve_url("live:evening_picture", tournament.code)
    if page:
        publication = page.published.publication
        lines[0] += f" · {publication_words(publication.number, publication.is_official)}"
        lines += first_lines(page.published.frozen)
        picture = resolve_url("live:evening_picture", tournament.code, publication.number)
    return link_preview(request, tournament.name, lines, picture)


def preview_of_entry(
    request: HttpRequest, entry: Entry, page: StandingPage | None, played: PlayerEvening | None
) -> LinkPreview | None:
    """Preview of an entry's link: its place, and the hands furthest from the mean."""
    tournament = entry.tournament
    lines = [f"{tournament.name} · {occasion_line(tournament)}"]
    overall = page.of_entry(entry)[0] if page else None
    if page and overall:
        place = place_words(overall["rank"], len(page.overall))
        points = points_in_words(overall["match_points"], overall["total"], page.raw)
        lines.append(f"{place}{_(': ')}{with_marks(points, overall['rests'])}")
    lines += [hand.sentence for hand in played.furthest] if played else []
    picture = resolve_url("live:player_picture", tournament.code, entry.number)
    return link_preview(request, entry.title, lines, picture)
