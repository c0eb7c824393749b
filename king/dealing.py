"""Dealing: turns a sealed secret into the boards of a round, always the same on every machine.

The contract ``king-deal-1`` is defined in docs/dealing.md, with a program that anybody can check it
with.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, NamedTuple

from king.cards import DECK_SIZES, DECKS, WINDS, Deal, Wind, number_of_deals
from king.reading import InputError, JsonObject, Node, among, between
from king.words import Phrase, gettext_noop

NO_TEXT = gettext_noop("expected text in UTF-8 and whole numbers only")
NO_JSON = gettext_noop("expected JSON: {reason}")
NO_SEED = gettext_noop("expected 64 hex digits (256 bits), found {count} characters")
NO_DATUM = gettext_noop(
    "the document announces a public datum, and its value is needed to deal: {datum}"
)
OTHER_DATUM = gettext_noop(
    "the value does not match the SHA-256 in the document: {expected}, not {found}"
)

ALGORITHM = "king-deal-1"
SEED_BYTES = 32
MOST_ROUNDS = 99
MOST_BOARDS = 999
MOST_SPARES = 99
DOMINO_EXTREMES = 3
"""The most aces and kings that a hand of a Domino board may hold (R1b, A23)."""

_CANDIDATE_BYTES = 12
_EXTREME_PLACES = {
    size: tuple(place for place, card in enumerate(deck) if card.is_extreme)
    for size, deck in DECKS.items()
}


def _rounds(node: Node) -> tuple[int, ...]:
    if isinstance(node.value, int):
        return tuple(range(1, node.integer(1, MOST_ROUNDS) + 1))
    rounds = tuple(item.integer(1, MOST_ROUNDS) for item in node.list())
    if not rounds or len(set(rounds)) != len(rounds):
        raise node.fail(gettext_noop("at least one round, each once"))
    return rounds


def is_digest(text: str) -> bool:
    return len(text) == 64 and not set(text) - set("0123456789abcdef")


def _digest(node: Node) -> str:
    if not is_digest(node.text().lower()):
        raise node.fail(gettext_noop("a SHA-256 of 64 hex digits"))
    return node.text().lower()


def _deck(node: Node) -> int:
    if node.integer() not in DECK_SIZES:
        raise node.fail(gettext_noop("52, 36 or 32"))
    return node.integer()


BoardNumber = Annotated[int, between(1, MOST_BOARDS)]
Digest = Annotated[str, _digest]


@dataclass(frozen=True, slots=True, repr=False)
class BoardFilter(JsonObject):
    """Filter: on each of these ``boards``, in every round, no hand has more than ``max_extremes``
    aces and kings.
    """

    ALWAYS = ("max_extremes",)

    contract: str | None
    boards: tuple[BoardNumber, ...]
    # Eight aces and kings: with two at most for each hand there are still deals, with one there are
    # none.
    max_extremes: Annotated[int, between(2, 8)] = DOMINO_EXTREMES

    def accepts(self, deal: Deal) -> bool:
        owners = [deal.owners[place] for place in _EXTREME_PLACES[deal.size]]
        return all(owners.count(wind) <= self.max_extremes for wind in "NESW")


@dataclass(frozen=True, slots=True, repr=False)
class Document(JsonObject):
    """Facts that an organizer publishes, or commits to, before play.

    ``rounds``: numbers of the rounds that the seed deals. ``datum``: description of the public
    datum, not its value. ``datum_sha256``: hash of the value, if somebody knew it already.
    ``spares``: number of spare boards for each round. ``published``: the canonical text that was
    read, if it says the same in another form, so that its commitment stays the same.
    """

    # The rarer ones are not mentioned where there are none, so that a commitment stays its own.
    ALWAYS = ("event", "date", "filter", "datum", "deck", "algorithm")

    ruleset: str
    rounds: Annotated[tuple[int, ...], _rounds]
    boards: BoardNumber
    seed_sha256: Digest
    event: str | None = None
    date: str | None = None
    filter: BoardFilter | None = None
    datum: str | None = None
    deck: Annotated[int, _deck] = 52
    players: Annotated[int, between(3, 4)] = 4
    algorithm: Annotated[str, among([ALGORITHM])] = ALGORITHM
    spares: Annotated[int, between(0, MOST_SPARES)] = 0
    datum_sha256: Digest | None = None
    published: str | None = field(default=None, compare=False)

    @property
    def highest(self) -> int:
        return self.boards + self.spares

    @property
    def canonical(self) -> str:
        return self.published if self.published is not None else canonical_json(self.as_json())

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.canonical.encode()).hexdigest()

    def opens(self, seed: bytes) -> bool:
        return hmac.compare_digest(self.seed_sha256, seed_sha256(seed))

    def verify_datum(self, value: str) -> None:
        """Check the value of the datum. Raises ``InputError`` if one is announced and missing, or
        differs from the document's.
        """
        if self.datum is not None and not value:
            raise InputError(Phrase(NO_DATUM, datum=self.datum), place="datum")
        digest = hashlib.sha256(value.encode()).hexdigest()
        if self.datum_sha256 is not None and digest != self.datum_sha256:
            raise InputError(
                Phrase(OTHER_DATUM, expected=self.datum_sha256, found=digest), place="datum"
            )

    @classmethod
    def read(cls, node: Node) -> Document:
        """Read a document. ``rounds`` may be a list, or a number n for the rounds 1 to n. Raises
        ``InputError``.
        """
        document = cls.from_json(node)
        try:
            text = canonical_json(node.value)
        except (TypeError, UnicodeEncodeError):
            raise InputError(NO_TEXT, source=node.source) from None
        return document if text == document.canonical else replace(document, published=text)

    @classmethod
    def parse(cls, text: str, source: str = "document") -> Document:
        try:
            value = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InputError(Phrase(NO_JSON, reason=str(error)), source=source) from None
        return cls.read(Node(value, source, ""))


def canonical_json(value: Any) -> str:
    """Return ``value`` as canonical JSON: sorted keys, no spaces. Raises ``UnicodeEncodeError`` for
    a text that UTF-8 cannot encode.

    >>> canonical_json({"b": 1, "a": "è"})
    '{"a":"è","b":1}'
    """
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    text.encode()
    return text


def parse_seed(text: str) -> bytes:
    digits = text.strip().lower()
    if not is_digest(digits):
        raise InputError(Phrase(NO_SEED, count=len(digits)), source="seed")
    return bytes.fromhex(digits)


def seed_sha256(seed: bytes) -> str:
    return hashlib.sha256(seed).hexdigest()


def board_key(seed: bytes, datum: str = "") -> bytes:
    return hmac.digest(seed, datum.encode(), "sha256")


def deal_board(
    seed: bytes,
    datum: str,
    round_number: int,
    board: int,
    board_filter: BoardFilter | None = None,
    deck: int = 52,
    players: int = 4,
) -> Deal:
    """Deal one board. Rounds and boards are numbered from 1. The filter applies only to the boards
    that it names.
    """
    return _deal(board_key(seed, datum), round_number, board, board_filter, deck, players)


def deal_round(
    document: Document, seed: bytes, datum: str, round_number: int
) -> tuple[tuple[int, Deal], ...]:
    if round_number not in document.rounds:
        rounds = " ".join(map(str, document.rounds))
        raise InputError(f"round {round_number}: the document covers the rounds {rounds}")
    key = board_key(seed, datum)
    return tuple(
        (board, _deal_cards(document, key, round_number, board))
        for board in range(1, document.boards + 1)
    )


def _deal_cards(document: Document, key: bytes, round_number: int, board: int) -> Deal:
    shape = document.deck, document.players
    return _deal(key, round_number, board, document.filter, *shape)


def _deal(
    key: bytes,
    round_number: int,
    board: int,
    board_filter: BoardFilter | None,
    deck: int,
    players: int,
) -> Deal:
    deals = number_of_deals(deck, players)
    bound = (1 << 8 * _CANDIDATE_BYTES) // deals * deals
    condition = board_filter if board_filter is not None and board in board_filter.boards else None
    counter = 0
    while True:
        digest = hmac.digest(key, b"%d|%d|%d" % (round_number, board, counter), "sha256")
        candidate = int.from_bytes(digest[:_CANDIDATE_BYTES], "big")
        counter += 1
        if candidate < bound:
            deal = Deal.numbered(candidate % deals, deck, players)
            if condition is None or condition.accepts(deal):
                return deal


def deal_spare(document: Document, seed: bytes, datum: str, round_number: int, number: int) -> Deal:
    if round_number not in document.rounds or not document.boards < number <= document.highest:
        raise InputError(
            f"round {round_number}, board {number}: the document announces no such spare"
        )
    return _deal_cards(document, board_key(seed, datum), round_number, number)


class Difference(NamedTuple):
    """A board that differs from what the seed deals.

    ``wind``: the first hand that differs. ``dealt`` and ``found``: cards of that hand that only one
    side has. All three are empty if the seed deals no such board. ``spare``: the spare whose cards
    they are or should be.
    """

    round_number: int
    board: int
    wind: Wind | None
    dealt: tuple[str, ...]
    found: tuple[str, ...]
    spare: int | None = None

    @property
    def phrase(self) -> Phrase:
        if self.wind is None and self.spare is None:
            template = gettext_noop("Partita {round} has no board {board}")
        elif self.wind is None:
            template = gettext_noop(
                "Partita {round}, board {board}: there is no spare {spare}, or it is already used"
            )
        elif self.spare is None:
            template = gettext_noop(
                "Partita {round}, board {board}, {wind}: the seed deals {dealt}, here it is {found}"
            )
        else:
            template = gettext_noop(
                "Partita {round}, board {board}: the cards are those of spare {spare}, but "
                "nothing says that it was used"
            )
        return Phrase(
            template,
            round=self.round_number,
            board=self.board,
            spare=self.spare,
            wind=self.wind,
            dealt=" ".join(self.dealt),
            found=" ".join(self.found),
        )


Placed = tuple[int, int, Deal]
"""A deal with its round and board."""


def verify(
    document: Document,
    seed: bytes,
    datum: str,
    boards: Iterable[Placed],
    replaced: Mapping[tuple[int, int], int] | None = None,
) -> Difference | None:
    """First board that differs from what the seed deals, or None. ``replaced`` has the spare used
    by (round, board).
    """
    return next(differences(document, seed, datum, boards, replaced), None)


def differences(
    document: Document,
    seed: bytes,
    datum: str,
    boards: Iterable[Placed],
    replaced: Mapping[tuple[int, int], int] | None = None,
) -> Iterator[Difference]:
    key = board_key(seed, datum)
    used: set[tuple[int, int]] = set()
    for round_number, board, deal in boards:
        spare = (replaced or {}).get((round_number, board))
        spares = range(document.boards + 1, document.highest + 1)
        if spare is not None and ((round_number, spare) in used or spare not in spares):
            yield Difference(round_number, board, None, (), (), spare)
            continue
        number = board if spare is None else spare
        used.add((round_number, number))
        if round_number not in document.rounds or not 1 <= board <= number <= document.highest:
            yield Difference(round_number, board, None, (), ())
            continue
        expected = _deal_cards(document, key, round_number, number)
        if deal != expected:
            dealt = ((n, _deal_cards(document, key, round_number, n)) for n in spares)
            alike = next((n for n, spare_deal in dealt if spare_deal == deal), None)
            yield _difference(round_number, board, expected, deal)._replace(spare=alike)


def _difference(round_number: int, board: int, expected: Deal, deal: Deal) -> Difference:
    hands: Mapping[Wind, frozenset[Any]] = deal.hands
    for wind in WINDS:
        dealt = expected.hand(wind)
        if hands[wind] != frozenset(dealt):
            only_dealt = tuple(str(card) for card in dealt if card not in hands[wind])
            only_found = tuple(str(card) for card in deal.hand(wind) if card not in dealt)
            return Difference(round_number, board, wind, only_dealt, only_found)
    raise AssertionError("two deals differ in no hand")
