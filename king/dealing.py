"""Dealing: a sealed secret becomes the boards of a round, the same on every machine for ever.

The algorithm ``king-deal-1``, which anybody can repeat with the standard library of any language:

1. ``seed``: 32 bytes of the operating system's entropy. A document names event, date, rule system, algorithm, rounds,
   boards per round, filter, deck, the description of the public datum (or null) and the SHA-256 of the seed. The
   commitment is the SHA-256 of that document as canonical JSON; it is published before play.
2. ``key`` = HMAC-SHA256(seed, the public datum's value in UTF-8, or nothing).
3. Candidate for round r, board b, counter c = 0, 1, 2 …: the first 12 bytes, big endian, of HMAC-SHA256(key,
   ``"{r}|{b}|{c}"`` in ASCII). A candidate of D or more is rejected (D: the number of deals), and so is one whose deal
   the published filter rejects. The first that stands is the board's number in Big Deal's order.
4. After the round document, seed and datum are published; ``verify`` repeats the whole.

A document may announce ``spares``: so many boards more in each round, numbered after the last one. When a board is
spoiled the next spare takes its place, and nobody chooses which. A spare is dealt under its own number.

A deck of 32 cards has D = C(32,8)·C(24,8)·C(16,8), far under 2**96, so that few candidates would stand. There the
candidate is rejected from the greatest multiple of D up to 2**96 on, and the number is its remainder by D. For 52 cards
that multiple is D itself, and the remainder the candidate: one rule for both decks.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from king.cards import WINDS, Wind
from king.deal import DECK_SIZES, DECKS, Deal, number_of_deals
from king.reading import InputError, Node
from king.words import Phrase, gettext_noop

NO_TEXT = gettext_noop("expected text in UTF-8 and whole numbers only")
NO_JSON = gettext_noop("expected JSON: {reason}")
NO_SEED = gettext_noop("expected 64 hex digits (256 bits), found {count} characters")

ALGORITHM = "king-deal-1"
SEED_BYTES = 32
MOST_ROUNDS = 99
MOST_BOARDS = 999
MOST_SPARES = 99
DOMINO_EXTREMES = 3
"""The most aces and kings that a hand of a Domino board may hold (R1b, A23)."""

_CANDIDATE_BYTES = 12
_EXTREME_PLACES = {
    size: tuple(place for place, card in enumerate(deck) if card.is_extreme) for size, deck in DECKS.items()
}


@dataclass(frozen=True, slots=True)
class BoardFilter:
    """No hand of these ``boards`` (of every round) has more than ``max_extremes`` aces and kings."""

    contract: str | None
    boards: tuple[int, ...]
    max_extremes: int = DOMINO_EXTREMES

    def accepts(self, deal: Deal) -> bool:
        """Whether no hand holds too many aces and kings."""
        held = [deal.owners[place] for place in _EXTREME_PLACES[deal.size]]
        return all(held.count(wind) <= self.max_extremes for wind in "NESW")

    def as_json(self) -> dict[str, Any]:
        """``{"contract": "DOM", "boards": [8], "max_extremes": 3}``."""
        return {"contract": self.contract, "boards": list(self.boards), "max_extremes": self.max_extremes}

    @classmethod
    def from_json(cls, node: Node) -> BoardFilter:
        """Read the form of :meth:`as_json`; raises ``InputError`` with the place."""
        contract = node.get("contract")
        limit = node.get("max_extremes")
        return cls(
            contract=contract.text() if contract else None,
            boards=tuple(item.integer(1, MOST_BOARDS) for item in node["boards"].list()),
            # Eight aces and kings: with two at most for each hand there are still deals, with one there are none.
            max_extremes=limit.integer(2, 8) if limit else DOMINO_EXTREMES,
        )


@dataclass(frozen=True, slots=True)
class Document:
    """Facts that an organizer publishes, or only commits to, before play.

    ``rounds`` are the numbers of the rounds that the seed deals: a club seals one set for each partita, so that opening
    one tells nothing of the next. ``datum`` describes the public datum ("the first number drawn tonight"), not its
    value. ``spares`` is how many boards stand by in each round; a document without any does not mention them.
    ``published`` is the canonical text as it was read where it says the same in another way, so that its commitment
    stays its own.
    """

    ruleset: str
    rounds: tuple[int, ...]
    boards: int
    seed_sha256: str
    event: str | None = None
    date: str | None = None
    filter: BoardFilter | None = None
    datum: str | None = None
    deck: int = 52
    algorithm: str = ALGORITHM
    spares: int = 0
    published: str | None = field(default=None, compare=False)

    def as_json(self) -> dict[str, Any]:
        """The document's fields for JSON; ``spares`` only where it announces some."""
        fields: dict[str, Any] = {
            "event": self.event,
            "date": self.date,
            "ruleset": self.ruleset,
            "algorithm": self.algorithm,
            "rounds": list(self.rounds),
            "boards": self.boards,
            "filter": self.filter.as_json() if self.filter else None,
            "datum": self.datum,
            "deck": self.deck,
            "seed_sha256": self.seed_sha256,
        }
        return fields | {"spares": self.spares} if self.spares else fields

    @property
    def highest(self) -> int:
        """The highest number that a board of a round can have, spares included."""
        return self.boards + self.spares

    @property
    def canonical(self) -> str:
        """Canonical JSON: keys sorted, no spaces, no escapes beyond JSON's own."""
        return self.published if self.published is not None else canonical_json(self.as_json())

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.canonical.encode()).hexdigest()

    def opens(self, seed: bytes) -> bool:
        return hmac.compare_digest(self.seed_sha256, seed_sha256(seed))

    @classmethod
    def from_json(cls, node: Node) -> Document:
        """Read a document; ``rounds`` may be a list or a number n, which means 1 to n. Raises ``InputError``."""
        algorithm = node.get("algorithm")
        if algorithm is not None:
            algorithm.choice((ALGORITHM,))
        deck = node.get("deck")
        condition = node.get("filter")
        spares = node.get("spares")
        document = cls(
            ruleset=node["ruleset"].text(),
            rounds=_read_rounds(node["rounds"]),
            boards=node["boards"].integer(1, MOST_BOARDS),
            seed_sha256=_read_digest(node["seed_sha256"]),
            filter=BoardFilter.from_json(condition) if condition else None,
            deck=deck.integer() if deck else 52,
            event=_optional_text(node, "event"),
            date=_optional_text(node, "date"),
            datum=_optional_text(node, "datum"),
            spares=spares.integer(0, MOST_SPARES) if spares else 0,
        )
        if document.deck not in DECK_SIZES:
            raise node["deck"].fail(gettext_noop("52 or 32"))
        try:
            text = canonical_json(node.value)
        except (TypeError, UnicodeEncodeError):
            raise InputError(NO_TEXT, source=node.source) from None
        return document if text == document.canonical else replace(document, published=text)

    @classmethod
    def parse(cls, text: str, source: str = "document") -> Document:
        """Read a document from its JSON text; ``source`` is its name in errors."""
        try:
            value = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InputError(Phrase(NO_JSON, {"reason": str(error)}), source=source) from None
        return cls.from_json(Node(value, source, ""))


def _optional_text(node: Node, key: str) -> str | None:
    found = node.get(key)
    return found.text() if found else None


def _read_rounds(node: Node) -> tuple[int, ...]:
    if isinstance(node.value, int):
        return tuple(range(1, node.integer(1, MOST_ROUNDS) + 1))
    rounds = tuple(item.integer(1, MOST_ROUNDS) for item in node.list())
    if not rounds or len(set(rounds)) != len(rounds):
        raise node.fail(gettext_noop("at least one round, each once"))
    return rounds


def _read_digest(node: Node) -> str:
    text = node.text().lower()
    if len(text) != 64 or set(text) - set("0123456789abcdef"):
        raise node.fail(gettext_noop("a SHA-256 of 64 hex digits"))
    return text


def canonical_json(value: Any) -> str:
    """``value`` as canonical JSON; ``UnicodeEncodeError`` where a text cannot be UTF-8.

    >>> canonical_json({"b": 1, "a": "è"})
    '{"a":"è","b":1}'
    """
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    text.encode()
    return text


def parse_seed(text: str) -> bytes:
    """The 32 bytes of a seed from its 64 hex digits; raises ``InputError``."""
    digits = text.strip().lower()
    if len(digits) != 2 * SEED_BYTES or set(digits) - set("0123456789abcdef"):
        raise InputError(Phrase(NO_SEED, {"count": len(digits)}), source="seed")
    return bytes.fromhex(digits)


def seed_sha256(seed: bytes) -> str:
    """The SHA-256 of the seed's 32 bytes in hex, which the document shows without showing the seed."""
    return hashlib.sha256(seed).hexdigest()


def board_key(seed: bytes, datum: str = "") -> bytes:
    """The key of all boards: HMAC-SHA256 of the public datum's value under the seed."""
    return hmac.digest(seed, datum.encode(), "sha256")


def deal_board(
    seed: bytes, datum: str, round_number: int, board: int, board_filter: BoardFilter | None = None, deck: int = 52
) -> Deal:
    """The deal of one board; the filter counts where it covers the board. Rounds and boards start at 1."""
    return _deal(board_key(seed, datum), round_number, board, board_filter, deck)


def deal_round(document: Document, seed: bytes, datum: str, round_number: int) -> tuple[tuple[int, Deal], ...]:
    """Every board of a round with its number, in order. The round must be one of the document's."""
    if round_number not in document.rounds:
        rounds = " ".join(map(str, document.rounds))
        raise InputError(f"round {round_number}: the document covers the rounds {rounds}")
    key = board_key(seed, datum)
    return tuple(
        (board, _deal(key, round_number, board, document.filter, document.deck))
        for board in range(1, document.boards + 1)
    )


def _deal(key: bytes, round_number: int, board: int, board_filter: BoardFilter | None, deck: int) -> Deal:
    deals = number_of_deals(deck)
    bound = (1 << 8 * _CANDIDATE_BYTES) // deals * deals
    condition = board_filter if board_filter is not None and board in board_filter.boards else None
    counter = 0
    while True:
        digest = hmac.digest(key, b"%d|%d|%d" % (round_number, board, counter), "sha256")
        candidate = int.from_bytes(digest[:_CANDIDATE_BYTES], "big")
        counter += 1
        if candidate < bound:
            deal = Deal.numbered(candidate % deals, deck)
            if condition is None or condition.accepts(deal):
                return deal


def deal_spare(document: Document, seed: bytes, datum: str, round_number: int, number: int) -> Deal:
    if round_number not in document.rounds or not document.boards < number <= document.highest:
        raise InputError(f"round {round_number}, board {number}: the document announces no such spare")
    return deal_board(seed, datum, round_number, number, document.filter, document.deck)


@dataclass(frozen=True, slots=True)
class Difference:
    """A board that is not what the seed deals.

    ``wind`` is the first hand that differs; ``dealt`` and ``found`` are the cards of it that only the seed's deal, and
    only the other one, has there; all three empty where the seed deals no such board. ``spare`` is the number of the
    spare whose cards they are or should be, where there is one.
    """

    round_number: int
    board: int
    wind: Wind | None
    dealt: tuple[str, ...]
    found: tuple[str, ...]
    spare: int | None = None

    @property
    def phrase(self) -> Phrase:
        fields: dict[str, object] = {"round": self.round_number, "board": self.board, "spare": self.spare}
        if self.wind is None and self.spare is not None:
            template = gettext_noop("Round {round}, board {board}: there is no spare {spare}, or it is used already")
            return Phrase(template, fields)
        if self.wind is None:
            return Phrase(gettext_noop("Round {round} has no board {board}"), fields)
        fields |= {"wind": self.wind, "dealt": " ".join(self.dealt), "found": " ".join(self.found)}
        template = gettext_noop("Round {round}, board {board}, {wind}: the seed deals {dealt}, here it is {found}")
        if self.spare is not None:
            template = gettext_noop(
                "Round {round}, board {board}: the cards are those of spare {spare}, and nothing says that it was used"
            )
        return Phrase(template, fields)


Placed = tuple[int, int, Deal]
"""A deal with its round and board."""


def verify(
    document: Document,
    seed: bytes,
    datum: str,
    boards: Iterable[Placed],
    replaced: Mapping[tuple[int, int], int] | None = None,
) -> Difference | None:
    """The first board that is not what the seed deals, or None; ``replaced`` has the spare used by (round, board)."""
    return next(differences(document, seed, datum, boards, replaced), None)


def differences(
    document: Document,
    seed: bytes,
    datum: str,
    boards: Iterable[Placed],
    replaced: Mapping[tuple[int, int], int] | None = None,
) -> Iterator[Difference]:
    """Every board that ``verify`` would stumble over, in the order given."""
    key = board_key(seed, datum)
    used: set[tuple[int, int]] = set()
    for round_number, board, deal in boards:
        spare = (replaced or {}).get((round_number, board))
        if spare is not None and ((round_number, spare) in used or not document.boards < spare <= document.highest):
            yield Difference(round_number, board, None, (), (), spare)
            continue
        number = board if spare is None else spare
        used.add((round_number, number))
        if round_number not in document.rounds or not 1 <= board <= number <= document.highest:
            yield Difference(round_number, board, None, (), ())
            continue
        expected = _deal(key, round_number, number, document.filter, document.deck)
        if deal != expected:
            found = _difference(round_number, board, expected, deal)
            spares = range(document.boards + 1, document.highest + 1)
            alike = (n for n in spares if _deal(key, round_number, n, document.filter, document.deck) == deal)
            yield replace(found, spare=next(alike, None))


def _difference(round_number: int, board: int, expected: Deal, found: Deal) -> Difference:
    hands: Mapping[Wind, frozenset[Any]] = found.hands
    for wind in WINDS:
        dealt = expected.hand(wind)
        if hands[wind] != frozenset(dealt):
            only_dealt = tuple(str(card) for card in dealt if card not in hands[wind])
            only_found = tuple(str(card) for card in found.hand(wind) if card not in dealt)
            return Difference(round_number, board, wind, only_dealt, only_found)
    raise AssertionError("two deals differ in no hand")
