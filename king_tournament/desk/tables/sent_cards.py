"""Cards of the wall as a browser gets them: all at first, then those that it does not have yet.

The address by which the wall asks again has a mark of every card that the browser shows. A mark is
made from the values that the card's template is given, so a card is sent if and only if it would be
drawn differently. Cards are cached in each process as long as their table is the same.
"""

import base64
import hashlib
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone, translation

from frame.page import Context
from king import __version__
from king_tournament.desk.tables.cards import card_of
from scoring.models import Call
from scoring.scored_sheets import ScoredTable
from screens.clock import Clock
from tournaments.models import Round

CARD = "desk/tables/_card.html"
NOT_DRAWN = ("table", "empty")
"""Rows of the database that a card keeps for its view. The template is not given them."""
MARK = 4
"""Letters of a mark, each one of 64."""
MOST_WALLS = 4
"""Most walls of which a process keeps the cards: of each partita in each language."""


class _Card(NamedTuple):
    table: ScoredTable
    call: tuple[object, ...]
    clock: Clock | None
    card: Context
    digest: str


@dataclass
class _Wall:
    """Cards by table, and how those without a form look, by digest."""

    cards: Mapping[int, _Card] = field(default_factory=dict)
    looks: dict[str, str] = field(default_factory=dict)


_walls: OrderedDict[tuple[object, ...], _Wall] = OrderedDict()
_changing = threading.Lock()


def _key(round_: Round) -> tuple[object, ...]:
    return round_.pk, translation.get_language(), timezone.get_current_timezone_name()


def cards_of_wall(
    round_: Round,
    tables: Iterable[ScoredTable],
    calls: Mapping[int, Call],
    clocks: Mapping[int | None, Clock],
) -> list[Context]:
    """Cards of these tables, each with its ``digest``. The caller may change them, and calls
    ``seal`` on those that it has changed.
    """
    key = _key(round_)
    last = _walls.get(key) or _Wall()
    cards = {}
    for table in tables:
        place = table.table.pk
        call, clock = calls.get(place), clocks.get(place)
        what = _what_a_card_says(call)
        card = last.cards.get(place)
        if card is None or card.table is not table or (card.call, card.clock) != (what, clock):
            made = card_of(table, call, clock)
            card = _Card(table, what, clock, made, digest_of(made))
        cards[place] = card
    digests = {card.digest for card in cards.values()}
    looks = {digest: look for digest, look in last.looks.copy().items() if digest in digests}
    with _changing:
        _walls[key] = _Wall(cards, looks)
        _walls.move_to_end(key)
        while len(_walls) > MOST_WALLS:
            _walls.popitem(last=False)
    return [{**card.card, "digest": card.digest} for card in cards.values()]


def _what_a_card_says(call: Call | None) -> tuple[object, ...]:
    if call is None:
        return ()
    return call.pk, call.hand, call.text, call.made_at, call.taken_by and call.taken_by.username


def _drawn(card: Context) -> dict[str, Any]:
    return {name: value for name, value in card.items() if name not in (*NOT_DRAWN, "digest")}


def digest_of(card: Context) -> str:
    """Digest of everything that the template of a card is given."""
    drawn = repr(sorted(_drawn(card).items()))
    return base64.urlsafe_b64encode(
        hashlib.blake2b(drawn.encode(), digest_size=12).digest()
    ).decode()


def seal(card: Context) -> None:
    """Renew the digest of a card that was changed."""
    card["digest"] = digest_of(card)


def draw(request: HttpRequest, round_: Round, card: Context, *, alone: bool = False) -> str:
    """HTML of a card. ``alone`` takes the place of the card that the browser shows."""
    wall = _walls.get(_key(round_))
    has_form, digest = bool(card.get("ways")), card["digest"]
    look = None if wall is None or alone or has_form else wall.looks.get(digest)
    if look is None:
        given = {"card": _drawn(card), "alone": alone}
        # The forms of a card need a token of the reader's own; other cards are everybody's.
        look = render_to_string(CARD, given, request if has_form else None)
        if wall is not None and not alone and not has_form:
            wall.looks[digest] = look
    return look


# --- what a browser has


def marks_of(round_: Round, cards: Sequence[Context]) -> str:
    """Marks of a wall: of what all its cards depend on, then of each card in their order."""
    numbers = [card["number"] for card in cards]
    common = repr((__version__, _key(round_), round_.stage, numbers))
    first = hashlib.blake2b(common.encode(), digest_size=2 * MARK).hexdigest()
    return first + "".join(card["digest"][:MARK] for card in cards)


def changed_cards(cards: Sequence[Context], marks: str, shown: str) -> list[Context] | None:
    """Cards that look different from those with the marks ``shown``; ``marks`` are those of now.
    None if the browser shows another wall, so that it needs the whole one.
    """
    start = len(marks) - MARK * len(cards)
    if len(shown) != len(marks) or shown[:start] != marks[:start]:
        return None
    places = range(start, len(marks), MARK)
    return [
        card
        for card, at in zip(cards, places, strict=True)
        if shown[at : at + MARK] != marks[at : at + MARK]
    ]
