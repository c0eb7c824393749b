"""Views of a board that is played again: its page, and the press of a card.

A press changes nothing here: it answers with the link of the game as it is then. So it needs no token
of anybody's. The page asks for none either, or a form sent to it would be answered that it was open
for too long, and not 405.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from frame.link_preview import LinkPreview, link_preview
from frame.page import Context
from frame.page_cache import SECONDS_UNTIL_AGAIN, Busy
from frame.public import LiveRequest
from ground.addresses import readers_address
from king.cards import Card, Wind
from king.play.tricks import IllegalPlay
from king_tournament.replay import robot_games
from king_tournament.replay.boards import PublishedBoard, Way
from king_tournament.replay.comparison import Compared, compare_game
from king_tournament.replay.games import Game, NoGame
from king_tournament.replay.hand_page import (
    cards_aloud,
    counts_of,
    ends_early,
    facts_of,
    hand_of,
    moves_of,
    step_of,
    table_of,
    ways_of,
)
from king_tournament.replay.places import Place, of_evening, of_event
from king_tournament.replay.queue import thinking
from night.lookups import read_number
from wording.naming import column_name, contract_name, number
from wording.sentences import say

COOKIE = "king_replay"
"""The game of this board that was played last in this browser."""
SECONDS_KEPT = 60 * 60 * 24 * 60
LONGEST_NUMBER = 5


@csrf_exempt
@never_cache
@require_safe
def _page(request: LiveRequest, place: Place) -> HttpResponse:
    published = place.published
    if published.refusal:
        return _message_page(request, place, published.refusal)
    text = request.GET.get("g", "")
    try:
        game = Game.read(published, text) if text else _new_game(request, published)
    except NoGame:
        return _unread(request, place)
    if game.over:
        return _result_page(request, place, game)
    stopped = None if text else _unfinished_game(request, place)
    return _game_page(request, place, game, stopped=stopped)


@csrf_exempt
@never_cache
@require_POST
def _card(request: LiveRequest, place: Place) -> HttpResponse:
    if place.published.refusal:
        return _message_page(request, place, place.published.refusal)
    try:
        game = Game.read(place.published, request.POST.get("g", ""))
    except NoGame:
        return _unread(request, place)
    try:
        with thinking(request):
            answered_game = _play_card(game, request.POST.get("card", ""))
    except IllegalPlay as illegal:
        return _game_page(request, place, game, refusal=f"{say(illegal.phrase)}.", status=422)
    except ValueError:
        return _game_page(
            request, place, game, refusal=_("That is not a card of your hand."), status=422
        )
    except Busy:
        sentence = _("Many are playing at this moment: press your card again.")
        response = _game_page(request, place, game, refusal=sentence, status=503)
        response["Retry-After"] = str(SECONDS_UNTIL_AGAIN)
        return response
    robot_games.ask(place.published, game.way)
    response = (
        _game_page(request, place, answered_game)
        if request.htmx
        else redirect(place.url_of(answered_game))
    )
    response.set_cookie(
        COOKIE,
        answered_game.text,
        max_age=SECONDS_KEPT,
        path=place.url,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


play, card = of_evening(_page), of_evening(_card)
event_play, event_card = of_event(_page), of_event(_card)


def _play_card(game: Game, text: str) -> Game:
    """Play a card as written. If the person has nothing to choose, only the robots play. Raises
    ``ValueError`` for a text that is no card of the person's hand: the judge's sentence would name
    the wind that holds it.
    """
    if game.over:
        return game
    if not game.is_own_turn:
        return game.answered()
    card = Card.parse(text)
    if card not in game.hand:
        raise ValueError(card)
    return game.play(card)


def _new_game(request: LiveRequest, published: PublishedBoard) -> Game:
    """New game of the board. The way is the one that the address names, that of the table it names,
    or the most frequent. The seat is the one it names, else the wind that names the trump if the
    reader has to, else the wind that leads.
    """
    table = read_number(request.GET.get("table", ""), LONGEST_NUMBER)
    way = (
        published.way(request.GET.get("way", ""))
        or _of_table(published, table)
        or published.ways[0]
    )
    game = Game(published, way, way.declared.leader)
    seat = request.GET.get("seat") or published.declarer or game.states[0].turn
    return Game(
        published, way, Wind(seat) if seat in published.ruleset.winds else way.declared.leader
    )


def _of_table(published: PublishedBoard, table: int | None) -> Way | None:
    return next((way for way in published.ways if table in way.tables), None)


def _unfinished_game(request: LiveRequest, place: Place) -> str | None:
    """Link to the game that this browser has not finished, or None."""
    try:
        game = Game.read(place.published, request.COOKIES.get(COOKIE, ""))
    except NoGame:
        return None
    return None if game.over else place.url_of(game)


# --- what is answered


def _game_page(
    request: LiveRequest,
    place: Place,
    game: Game,
    *,
    stopped: str | None = None,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "place": place,
        "game": game,
        "url": place.url_of(game),
        "begun": game.last_own >= 0,
        "facts": facts_of(game),
        "table": table_of(game),
        "hand": hand_of(game),
        "moves": moves_of(game, max(game.last_own, 0)),
        "said": cards_aloud(game),
        "ways": ways_of(place.published),
        "stopped": stopped,
        "refusal": refusal,
    }
    template = "replay/play.html#game" if request.htmx else "replay/play.html"
    return render(request, template, context | place.context, status=status)


def _result_page(request: LiveRequest, place: Place, game: Game) -> HttpResponse:
    at = read_number(request.GET.get("at", ""), LONGEST_NUMBER) or 0
    comparison = compare_game(game)
    context = {
        "place": place,
        "game": game,
        "url": place.url_of(game),
        "facts": facts_of(game),
        "compared": comparison,
        "is_own": request.COOKIES.get(COOKIE) == game.text,
        "counts": counts_of(game),
        "step": step_of(game, at),
        "ends_early": ends_early(game.state),
        "preview": _preview(request, place, game, comparison),
    }
    return render(request, "replay/end.html", context | place.context)


def _preview(
    request: LiveRequest, place: Place, game: Game, comparison: Compared
) -> LinkPreview | None:
    contract = contract_name(game.way.declared.contract)
    title = _("Board %(number)s played again") % {"number": place.published.number}
    lines = [f"{contract} · {column_name(comparison.column)}", number(comparison.own, signed=True)]
    if comparison.hall is not None:
        points = {"points": number(comparison.hall, signed=True)}
        lines.append(
            _("The halls: %(points)s on average") % points
            if "event" in place.context
            else _("The hall: %(points)s on average") % points
        )
    preview = link_preview(request, title, [*lines, place.name, place.occasion], place.picture)
    site = readers_address(request)
    return preview and preview._replace(url=site + place.url_of(game) if site else "")


def _unread(request: LiveRequest, place: Place) -> HttpResponse:
    sentence = _(
        "This link is not a game of this board: it was cut short or changed, or the standings have been corrected since."
    )
    return _message_page(request, place, sentence, status=404, again=True)


def _message_page(
    request: LiveRequest, place: Place, sentence: str, *, status: int = 200, again: bool = False
) -> HttpResponse:
    context: Context = {"place": place, "sentence": sentence, "again": again}
    return render(request, "replay/message.html", context | place.context, status=status)
