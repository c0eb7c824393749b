"""A person at home who plays a published board again, through the forms of its page."""

from __future__ import annotations

import re
from typing import Any

from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from deals.models import Board
from frame.publication_cache import last_page
from ground import monotonic_clock
from king.robots.home import alone
from king_tournament.replay import robot_games
from king_tournament.replay.boards import find_board, published_board
from king_tournament.replay.games import Game, secret_of
from tournaments.models import Tournament

LEGAL = re.compile(r'is-legal"\s+name="card"\s+value="(\w+)"')
DIM = re.compile(r'name="card"\s+value="(\w+)"\s+data-why="([^"]+)"')
GAME = re.compile(r'name="g" value="([^"]+)"')


def address(evening: Tournament, board: int, name: str = "play") -> str:
    return reverse(f"replay:{name}", args=[evening.code, 1, board])


def pending(evening: Tournament) -> None:
    """Claim the robots' thirty games of every board, so that no test plays them; they take ten
    seconds per board.
    """
    page = last_page(evening)
    round_ = evening.rounds.get(number=1)
    round_.tournament = evening
    for board in Board.objects.in_use().filter(board_set=round_.board_set_id):
        published = published_board(round_, board, page)
        for way in published.ways if published else ():
            key = robot_games.key_of(robot_games.game_question(published, way))
            monotonic_clock.claim(robot_games.claim_of(key), 600)


def thirty_played(evening: Tournament, board: int, text: str) -> None:
    """Have robots play the games by rule of thumb alone, and store the result where the worker does."""
    published = find_board(evening.code, 1, board)[2]
    way = Game.read(published, text).way
    secret = secret_of(published, way)
    games = alone(way.rules, published.deal, way.declared.leader, secret, work=0)
    results = [{wind.value: units for wind, units in game.items()} for game in games]
    cache.set(robot_games.key_of(robot_games.game_question(published, way)), results)


def press(client: Client, page: str, where: str, card: str) -> Any:
    return client.post(f"{where}card/", {"g": GAME.search(page)[1], "card": card})


def play_out(client: Client, where: str, *, most: int = 60, query: str = "") -> tuple[str, str]:
    """Play the last legal card until the hand is over, at most ``most`` times; return the page and
    its address.
    """
    address, page = where, client.get(where + query).content.decode()
    for _press in range(most):
        if 'id="numbers"' in page:
            break
        legal = LEGAL.findall(page)
        answer = press(client, page, where, legal[-1] if legal else "")
        assert answer.status_code == 302, answer.content.decode()
        address = answer["Location"]
        page = client.get(address).content.decode()
    return page, address
