"""Pictures of links, the calendar of the evenings and the feed of published standings, to be
subscribed to; and the manifest that puts the public pages on a home screen.
"""

import datetime
from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import NAMESPACE_OID, uuid5

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils import timezone, translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.html import format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from frame import home_screen
from frame.calendar_file import calendar_file
from frame.link_preview import first_lines
from frame.page_cache import cached_page, render_once, standing_revision
from frame.public import file_answer
from frame.publication_cache import compared_of, last_page, published_page
from ground.addresses import readers_address
from king.standing.ranking import Standings
from king_tournament.live.race import podium_drawing
from night.evenings import with_change
from night.lookups import find_evening
from night.visibility import find_publication
from printing.documents.person_paper import picture_of_evening
from printing.link_pictures import draw_link_picture
from scoring.models import Publication
from scoring.player_evening import gather_evening
from scoring.publishing import read_back
from scoring.publishing.final_hold import annotate_shown_at, visible_publications
from scoring.publishing.spelling import with_current_names
from scoring.standings_cache import cached_by_revision, digest, numbers_of
from seasons.models import SeasonPublication
from tournaments.models import Tournament
from wording.naming import system_title
from wording.rests import plain_foot, with_marks
from wording.results import place_words, points_in_words, publication_words

FILE = "king.png", "image/png"


@cached_page(standing_revision, is_paper=True, own_language=True)
@require_safe
def evening_picture(request: HttpRequest, code: str, number: int | None = None) -> HttpResponse:
    """Picture of the evening's link: the podium of a published standing, the latest if no number is
    given. Before the first one it shows what the evening is.
    """
    numbers = numbers_of(
        code
    )  # Before the rest is read: what comes meanwhile is not kept under it.
    tournament = find_evening(code)
    publication = find_publication(tournament, number)

    def draw() -> bytes:
        if publication is None:
            subtitle = tournament.place, tournament.timetable, system_title(tournament.rules)
            day = date_format(tournament.date, "DATE_FORMAT")
            return draw_link_picture(tournament.name, day, [*filter(None, subtitle)])
        page = published_page(tournament, publication)
        drawing = podium_drawing(page)
        lines = () if drawing else first_lines(page.published.frozen)
        below = _picture_caption(tournament, page.published.publication)
        if drawing and (note := plain_foot(line["rests"] for line in page.overall[:3])):
            below = f"{below} · {note}"
        return draw_link_picture(tournament.name, below, lines, drawing)

    content = render_once(f"picture {code} {number}", numbers.published if numbers else "", draw)
    return file_answer(content, *FILE, inline=True)


def _picture_caption(tournament: Tournament, publication: Publication) -> str:
    count = len(publication.standings["rounds"])
    after = ngettext(
        "Standings after partita %(counter)s", "Standings after %(counter)s partite", count
    )
    day = date_format(tournament.date, "DATE_FORMAT")
    return f"{day} · {after % {'counter': count}}"


@cached_page(standing_revision, is_paper=True, own_language=True)
@require_safe
def player_picture(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Picture of a player's link: their evening hand by hand, and their place. Before a standing is
    published it shows when the evening is.
    """
    numbers = numbers_of(code)
    tournament = find_evening(code)
    entry = tournament.entries.filter(number=number).with_players().first()
    if entry is None:
        raise Http404
    page = last_page(tournament)

    def draw() -> bytes:
        overall, _rounds = page.of_entry(entry) if page else (None, None)
        played = gather_evening(entry, page.published, compared_of(page)) if page else None
        lines, words = [], [tournament.name, date_format(tournament.date, "DATE_FORMAT")]
        if page and overall:
            lines.append(place_words(overall["rank"], len(page.overall)))
            points = points_in_words(overall["match_points"], overall["total"], page.raw)
            lines.append(with_marks(points, overall["rests"]))
            words += filter(None, [plain_foot([overall["rests"]])])
        drawing = picture_of_evening(played) if played else None
        return draw_link_picture(entry.title, " · ".join(words), lines, drawing)

    content = render_once(
        f"picture of a player {code} {number}", numbers.published if numbers else "", draw
    )
    return file_answer(content, *FILE, inline=True)


# --- to subscribe to

DAYS_BACK = 366
"""How long an evening stays in the calendar."""


@conditional_page
@cache_control(no_cache=True)
@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    since = timezone.localdate() - datetime.timedelta(days=DAYS_BACK)
    evenings = with_change(Tournament.objects.filter(date__gte=since)).order_by("date", "pk")
    with translation.override(settings.KING_LANGUAGE):
        content = calendar_file(_("King evenings"), evenings, readers_address(request))
    return file_answer(content, "king.ics", "text/calendar; charset=utf-8", inline=True)


NEWEST = 20
"""Entries of the feed."""


class Entry(NamedTuple):
    """Entry of the feed. ``key`` identifies it for ever, whatever the address of the site;
    ``facts`` change with its content.
    """

    title: str
    lines: Sequence[str]
    path: str
    at: datetime.datetime
    key: str


class StandingsFeed(Feed):  # type: ignore[type-arg]
    """Published standings of evenings that are no trial, and of circuits; the newest first."""

    feed_type = Atom1Feed
    author_name = "King"

    def get_object(self, request: HttpRequest) -> str:
        return readers_address(request) or f"{request.scheme}://{request.get_host()}"

    def title(self) -> str:
        return _("King standings")

    def link(self, site: str) -> str:
        return site + resolve_url("live:front")

    def feed_url(self, site: str) -> str:
        return site + resolve_url("live:feed")

    def items(self, site: str) -> list[tuple[str, Entry]]:
        evenings = map(_evening_entry, _publications())
        entries = sorted(
            (*evenings, *map(_season_entry, _season_publications())),
            key=lambda entry: entry.at,
            reverse=True,
        )
        return [(site, entry) for entry in entries[:NEWEST]]

    def item_title(self, item: tuple[str, Entry]) -> str:
        return item[1].title

    def item_description(self, item: tuple[str, Entry]) -> str:
        return format_html_join(mark_safe("<br>"), "{}", ((line,) for line in item[1].lines))

    def item_link(self, item: tuple[str, Entry]) -> str:
        return "".join((item[0], item[1].path))

    def item_guid(self, item: tuple[str, Entry]) -> str:
        return uuid5(NAMESPACE_OID, item[1].key).urn

    def item_pubdate(self, item: tuple[str, Entry]) -> datetime.datetime:
        return item[1].at

    def item_updateddate(self, item: tuple[str, Entry]) -> datetime.datetime:
        return item[1].at


def _publications() -> QuerySet[Any]:
    publications = annotate_shown_at(visible_publications().filter(tournament__is_demo=False))
    return publications.select_related("tournament").order_by("-shown_at", "-pk")[:NEWEST]


def _season_publications() -> QuerySet[SeasonPublication]:
    publications = SeasonPublication.objects.exclude(circuit__tournaments__is_demo=True)
    return publications.select_related("circuit").order_by("-created_at", "-pk")[:NEWEST]


def _evening_entry(publication: Any) -> Entry:
    tournament = publication.tournament
    return Entry(
        f"{tournament.name} · {publication_words(publication.number, publication.is_official)}",
        first_lines(read_back(with_current_names(publication)), 3),
        resolve_url("live:posted", tournament.code, publication.number),
        publication.shown_at,
        f"king {tournament.code} {publication.number} {publication.created_at.isoformat()}",
    )


def _season_entry(publication: SeasonPublication) -> Entry:
    circuit = publication.circuit
    return Entry(
        f"{circuit.name} · {publication_words(publication.number, publication.official)}",
        first_lines(Standings.from_json(publication.standings), 3),
        resolve_url("seasons:posted", circuit.code, publication.number),
        publication.created_at,
        f"king {circuit.code} {publication.number} {publication.created_at.isoformat()}",
    )


@conditional_page
@cache_control(no_cache=True)
@require_safe
def feed(request: HttpRequest) -> HttpResponse:
    """Feed of published standings. It is made again when a standing is published, shown, made
    official or spelled otherwise.
    """
    facts = [
        *_publications().values_list("pk", "state", "tournament__posted_revision"),
        *_season_publications().values_list("pk", "circuit__revision"),
    ]
    site, write = readers_address(request), StandingsFeed()
    with translation.override(settings.KING_LANGUAGE):
        content = cached_by_revision(
            digest(repr(facts)), lambda: write(request).content, "feed", site
        )
    return file_answer(content, "king.atom", "application/atom+xml; charset=utf-8", inline=True)


# --- on a home screen


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    return home_screen.manifest(request, "King", resolve_url("live:front"))
