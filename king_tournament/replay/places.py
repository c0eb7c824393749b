"""Addresses and layout of the pages on which a board is played again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils import translation

from frame.link_preview import occasion_line
from frame.page import Context
from frame.public import LiveRequest
from ground.languages import names_a_language
from king_tournament.replay.boards import PublishedBoard, find_board
from king_tournament.replay.games import Game

View = Callable[..., HttpResponse]


class Place(NamedTuple):
    """A board with the addresses of its pages. ``base`` is the layout of its site."""

    published: PublishedBoard
    url: str
    card_url: str
    board_url: str
    picture: str
    name: str
    occasion: str
    base: str
    context: Context

    def url_of(self, game: Game) -> str:
        return f"{self.url}?{urlencode({'g': game.text})}"


Page = Callable[[LiveRequest, Place], HttpResponse]


def _at(find: Callable[..., tuple[str, Place]]) -> Callable[[Page], View]:
    """Decorator that finds the board of the address by ``find``, and activates the language of its
    site if the reader asks for none.
    """

    def of(view: Page) -> View:
        @wraps(view)
        def found(request: LiveRequest, **where: Any) -> HttpResponse:
            language, place = find(**where)
            _speak_as(request, language)
            return view(request, place)

        return found

    return of


def _of_evening(code: str, number: int, board: int) -> tuple[str, Place]:
    tournament, round_, published = find_board(code, number, board)
    where = code, number, board
    return tournament.language, Place(
        published,
        resolve_url("replay:play", *where),
        resolve_url("replay:card", *where),
        resolve_url("live:board", *where),
        resolve_url("live:evening_picture", code),
        tournament.name,
        occasion_line(tournament),
        "live/base.html",
        {"tournament": tournament, "round": round_.number, "now": "boards"},
    )


def _of_event(code: str, round: int, number: int) -> tuple[str, Place]:
    # The app of events may be away.
    from king_tournament.replay.events import find_event_board

    publication, published = find_event_board(code, round, number)
    event, where = publication.event, (code, round, number)
    return event.language, Place(
        published,
        resolve_url("replay:event_play", *where),
        resolve_url("replay:event_card", *where),
        resolve_url("simultaneous:public_board", *where),
        resolve_url("simultaneous:event_picture", code),
        event.name,
        "",
        "simultaneous/public/base.html",
        {"event": event, "round": round, "now": "boards"},
    )


def _speak_as(request: HttpRequest, language: str) -> None:
    """Activate the language of the evening if the reader asks for none."""
    if not names_a_language(request):
        translation.activate(language)


of_evening, of_event = _at(_of_evening), _at(_of_event)
