"""The documents of a simultaneous event, each with what it proves.

An ``Invitation`` seals the boards: its seed deals nothing without the release key, of which it
carries the SHA-256. A ``Report`` is sealed with the secret of its hall, and its ``code``, told
before anybody sees another hall's figures, holds the hall to it. A ``Result`` names seed, key and
the digest of each report, so that anybody deals and ranks again.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Annotated, Any, ClassVar

from king.boards import DealtBoard, bare_document, deal_boards
from king.dealing import (
    MOST_ROUNDS,
    MOST_SPARES,
    Digest,
    Document,
    canonical_json,
    parse_seed,
    seed_sha256,
)
from king.reading import InputError, JsonObject, Node, among, between
from king.rulesets import read_ruleset, read_settings
from king.rulesets.base import RuleSet
from king.rulesets.settings import Settings
from king.sheet.row import Row
from king.sheet.rulings import Ruling, RulingKind
from king.standing.standing_settings import StandingSettings
from king.words import Phrase, gettext_noop

EVENT, INVITATION, REPORT, RESULT = (
    "king-event-1",
    "king-invitation-1",
    "king-hall-1",
    "king-result-1",
)
MOST_HALLS = 10_000
LONGEST_NAME = 120
KEY_LETTERS, CODE_LETTERS = 26, 12
DATUM = gettext_noop("the release key of the event, 26 letters told when play begins")
METHODS_OF_EVENTS = ("percent", "boards")
"""Place points mean nothing in a field of thousands."""

USUAL_STANDING: Mapping[str, object] = {"method": "percent", "tiebreaks": [], "by_wind": True}

LETTERS = gettext_noop("{count} letters from A to Z, found {found}")
OTHER_SEED = gettext_noop("The seed is not the one that the document carries the SHA-256 of")
NO_KEY_ANNOUNCED = gettext_noop("The document does not carry the SHA-256 of a release key")
OTHER_RULES = gettext_noop("The document is of the rule system {expected}, not {found}")
NO_TEAMS = gettext_noop("players or pairs: teams meet in their own hall")
PUBLISHED = gettext_noop("The document is not written as its fields are, so its commitment is lost")
TWICE = gettext_noop("each hall once, by number and by name")
NAME = gettext_noop("a name of 1 to {most} letters")
NO_TEXT = gettext_noop("expected text in UTF-8 and whole numbers only")


def letters(source: bytes, count: int) -> str:
    """So many letters of these bytes, which are many more than the letters can tell apart."""
    number, spelled = int.from_bytes(source, "big"), ""
    for _ in range(count):
        number, letter = divmod(number, 26)
        spelled += chr(ord("A") + letter)
    return spelled


def read_letters(text: str, count: int) -> str:
    """As a person types them, in groups and in small letters. Raises ``InputError``."""
    spelled = "".join(text.split()).replace("-", "").upper()
    if len(spelled) != count or not (spelled.isascii() and spelled.isalpha()):
        raise InputError(Phrase(LETTERS, count=count, found=len(spelled)))
    return spelled


def in_groups(spelled: str) -> str:
    """
    >>> in_groups("ABCDEFGHIJKL")
    'ABCD EFGH IJKL'
    """
    return " ".join(spelled[at : at + 4] for at in range(0, len(spelled), 4))


def release_key(entropy: bytes) -> str:
    return letters(hashlib.sha256(entropy).digest(), KEY_LETTERS)


def word_seal(secret: str, word: str) -> str:
    """By which the centre knows that a hall says this: 64 hex digits."""
    return hmac.digest(bytes.fromhex(secret), word.encode(), "sha256").hex()


def page_key(secret: str) -> str:
    """Of the address of a hall's own page at the centre."""
    return word_seal(secret, "page")[:24]


def _code(node: Node) -> str:
    try:
        return read_letters(node.text(), CODE_LETTERS)
    except InputError as error:
        raise error.within(node.source, node.place) from None


def name_of(node: Node) -> str:
    name = " ".join(node.text().split())
    if not name or len(name) > LONGEST_NAME:
        raise node.fail(Phrase(NAME, most=LONGEST_NAME))
    return name


def _form(node: Node) -> Mapping[str, object]:
    return dict(node.object())


HallNumber = Annotated[int, between(1, MOST_HALLS)]
RoundNumber = Annotated[int, between(1, MOST_ROUNDS)]
Form = Annotated[Mapping[str, object], _form]
Name = Annotated[str, name_of]


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Occasion(JsonObject):
    """``opens`` and ``closes``: when the key is told and when the last code counts, as text.
    ``centre``: the address of the event's page, where it has one.
    """

    ALWAYS: ClassVar[tuple[str, ...]] = ("form",)

    event: Name
    date: str
    ruleset: Annotated[RuleSet, read_ruleset]
    settings: Form = field(default_factory=dict)
    standing: Form = field(default_factory=dict)
    opens: str | None = None
    closes: str | None = None
    regulation: str | None = None
    centre: str | None = None


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Terms(Occasion):
    """The part that centre and halls share, locked once it is published."""

    document: Annotated[Document, Document.read]
    seed: Digest

    @property
    def rules_in_force(self) -> Settings:
        return self.ruleset.configure(self.settings)

    @property
    def standing_in_force(self) -> StandingSettings:
        return StandingSettings.from_json(Node({**USUAL_STANDING, **self.standing}, "standing", ""))

    @property
    def commitment(self) -> str:
        return self.document.commitment

    def verify(self, node: Node) -> None:
        """Raises ``InputError`` with the place of what does not fit together."""
        if self.ruleset.sides == "teams":
            raise node["ruleset"].fail(NO_TEAMS)
        read_settings(self.ruleset, node.get("settings"))
        if (standing := node.get("standing")) is not None:
            StandingSettings.from_json(standing)
            if (method := standing.get("method")) is not None:
                method.choice(METHODS_OF_EVENTS)
        document = node["document"]
        if self.document.ruleset != self.ruleset.code:
            fields = {"expected": self.document.ruleset, "found": self.ruleset.code}
            raise document["ruleset"].wrong(Phrase(OTHER_RULES, fields))
        if self.document.published is not None:
            raise document.wrong(PUBLISHED)
        if self.document.datum is None or self.document.datum_sha256 is None:
            raise document.wrong(NO_KEY_ANNOUNCED)
        if not self.document.opens(parse_seed(self.seed)):
            raise node["seed"].wrong(OTHER_SEED)

    def verify_key(self, text: str) -> str:
        """The key as it is; ``InputError`` where it is mistyped or another."""
        key = read_letters(text, KEY_LETTERS)
        self.document.verify_datum(key)
        return key

    def deal(self, key: str) -> tuple[DealtBoard, ...]:
        """The boards of every round, once the key is told."""
        datum, seed = self.verify_key(key), parse_seed(self.seed)
        return deal_boards(self.ruleset, self.document, seed, datum, self.document.rounds)


@dataclass(frozen=True, slots=True, repr=False)
class Hall(JsonObject):
    """``code``: the closing code that it told in time."""

    number: HallNumber
    name: Name
    secret: Digest
    code: Annotated[str | None, _code] = None


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Correction(JsonObject):
    """The centre's arbiter over a report, which itself stays as it was written: a ``row`` in place
    of the report's, or a ``ruling``; a fouled board of no ``table`` is that of the whole hall.
    """

    hall: HallNumber
    round: RoundNumber
    reason: str
    arbiter: str
    table: int | None = None
    row: Row | None = None
    ruling: Ruling | None = None

    def verify(self, node: Node) -> None:
        if (self.row is None) == (self.ruling is None):
            raise node.fail(gettext_noop("one of the keys 'row' and 'ruling'"))
        fouled = self.ruling is not None and self.ruling.kind is RulingKind.FOULED
        if self.table is None and not (fouled and self.ruling and self.ruling.hand):
            raise node.fail(
                gettext_noop("the key 'table', but for a hand fouled in the whole hall")
            )


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Event(Terms):
    """The centre's own file, with every hall's secret: published once nothing is secret any more."""

    halls: tuple[Hall, ...]
    corrections: tuple[Correction, ...] = ()
    form: Annotated[str, among([EVENT])] = EVENT

    @classmethod
    def read(cls, node: Node) -> Event:
        event = cls.from_json(node)
        event.verify(node)
        halls = event.halls
        if not halls:
            raise node["halls"].fail(gettext_noop("at least one hall"))
        for values in {hall.number for hall in halls}, {hall.name.casefold() for hall in halls}:
            if len(values) < len(halls):
                raise node["halls"].fail(TWICE)
        numbers = {hall.number for hall in halls}
        for correction, place in zip(event.corrections, _listed(node, "corrections"), strict=True):
            correction.verify(place)
            if correction.hall not in numbers:
                raise place["hall"].fail(gettext_noop("a hall of the event"))
        return event

    def invitation(self, number: int) -> Invitation:
        hall = next((hall for hall in self.halls if hall.number == number), None)
        if hall is None:
            raise InputError(gettext_noop("expected a hall of the event"), place=f"hall {number}")
        return Invitation(
            **_shared(self, Terms), hall=hall.number, name=hall.name, secret=hall.secret
        )


def _shared(value: Occasion, part: type[Occasion]) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in fields(part)}


def _listed(node: Node, key: str) -> list[Node]:
    return node[key].list() if node.has(key) else []


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Plan(Occasion):
    """An event before anything is drawn: the halls by their names."""

    halls: tuple[Name, ...]
    rounds: Annotated[int, between(1, MOST_ROUNDS)] = 1
    spares: Annotated[int, between(0, MOST_SPARES)] = 0

    def draw(self, entropy: bytes) -> tuple[Event, str]:
        """Event and release key, all made of 32 secret bytes and of nothing else."""

        def secret(purpose: str) -> bytes:
            return hmac.digest(entropy, purpose.encode(), "sha256")

        key, seed = release_key(secret("key")), secret("seed")
        document = bare_document(
            self.ruleset,
            range(1, self.rounds + 1),
            seed_sha256(seed),
            event=self.event,
            date=self.date,
            datum=DATUM,
            datum_sha256=hashlib.sha256(key.encode()).hexdigest(),
            spares=self.spares,
            settings=self.ruleset.configure(self.settings),
        )
        halls = tuple(
            Hall(number, name, secret(f"hall {number}").hex())
            for number, name in enumerate(self.halls, 1)
        )
        event = Event(**_shared(self, Occasion), document=document, seed=seed.hex(), halls=halls)
        return event, key


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Invitation(Terms):
    hall: HallNumber
    name: Name
    secret: Digest
    form: Annotated[str, among([INVITATION])] = INVITATION

    @classmethod
    def read(cls, node: Node) -> Invitation:
        invitation = cls.from_json(node)
        invitation.verify(node)
        return invitation

    def report(self, evening: Report) -> Report:
        """The evening sealed as this hall's."""
        own = replace(
            evening, event=self.event, hall=self.hall, commitment=self.commitment, content=None
        )
        return replace(own, mac=own.sealed_with(self.secret))


@dataclass(frozen=True, slots=True, repr=False)
class SpareTaken(JsonObject):
    """In the whole hall the ``spare`` was played in place of the board."""

    round: RoundNumber
    board: Annotated[int, between(1, 999)]
    spare: Annotated[int, between(1, 999)]


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Report(JsonObject):
    """A hall's evening, without boards.

    ``night``: in the form of ``load_night``. ``house``: names of house players, who are in no
    field. ``cards``: numbers of membership cards by name. ``seal``: the last of the hall's log.
    ``written``: when, as ISO text. ``content``: the canonical text as it was read, where it says
    more than the fields. ``source``: the file that it was read from.
    """

    ALWAYS: ClassVar[tuple[str, ...]] = ("form",)

    event: str
    hall: HallNumber
    commitment: Digest
    written: str
    night: Form
    spares: tuple[SpareTaken, ...] = ()
    house: tuple[Name, ...] = ()
    cards: Mapping[str, str] = field(default_factory=dict)
    seal: Digest | None = None
    mac: Digest | None = None
    form: Annotated[str, among([REPORT])] = REPORT
    content: str | None = field(default=None, compare=False)
    source: str = field(default="", compare=False)

    @classmethod
    def read(cls, node: Node) -> Report:
        report = cls.from_json(node)
        try:
            text = canonical_json(
                {key: value for key, value in node.object().items() if key != "mac"}
            )
        except (TypeError, UnicodeEncodeError):
            raise node.wrong(NO_TEXT) from None
        return replace(report, content=text, source=node.source)

    @property
    def canonical(self) -> str:
        """Without its seal, which is made of it."""
        if self.content is not None:
            return self.content
        return canonical_json({key: value for key, value in self.as_json().items() if key != "mac"})

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.canonical.encode()).hexdigest()

    @property
    def code(self) -> str:
        return letters(bytes.fromhex(self.digest), CODE_LETTERS)

    def sealed_with(self, secret: str) -> str:
        return hmac.digest(bytes.fromhex(secret), self.canonical.encode(), "sha256").hex()

    def is_sealed_with(self, secret: str) -> bool:
        return hmac.compare_digest(self.mac or "", self.sealed_with(secret))
