"""Addresses and layout of the pages on which a board is played again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import NamedTuple
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
    """A board and where its pages are; ``base`` is the layout of its site."""

    posted: PublishedBoard
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


def of_evening(view: Callable[[LiveRequest, Place], HttpResponse]) -> View:
    @wraps(view)
    def found(request: LiveRequest, code: str, number: int, board: int) -> HttpResponse:
        tournament, round_, posted = find_board(code, number, board)
        _speak_as(request, tournament.language)
        where = code, number, board
        place = Place(
            posted,
            resolve_url("replay:play", *where),
            resolve_url("replay:card", *where),
            resolve_url("live:board", *where),
            resolve_url("live:evening_picture", code),
            tournament.name,
            occasion_line(tournament),
            "live/base.html",
            {"tournament": tournament, "round": round_.number, "now": "boards"},
        )
        return view(request, place)

    return found


def of_event(view: Callable[[LiveRequest, Place], HttpResponse]) -> View:
    @wraps(view)
    def found(request: LiveRequest, code: str, round: int, number: int) -> HttpResponse:
        # The app of events may be away.
        from king_tournament.replay.events import find_event_board

        posting, posted = find_event_board(code, round, number)
        event = posting.event
        _speak_as(request, event.language)
        where = code, round, number
        place = Place(
            posted,
            resolve_url("replay:event_play", *where),
            resolve_url("replay:event_card", *where),
            resolve_url("simultaneous:public_board", *where),
            resolve_url("simultaneous:event_picture", code),
            event.name,
            "",
            "simultaneous/public/base.html",
            {"event": event, "round": round, "now": "boards"},
        )
        return view(request, place)

    return found


def _speak_as(request: HttpRequest, language: str) -> None:
    """A reader who names no language reads the evening's own."""
    if not names_a_language(request):
        translation.activate(language)
