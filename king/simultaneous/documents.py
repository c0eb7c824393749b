"""Documents of a simultaneous event, and what each of them proves.

An ``Invitation`` seals the boards: its seed deals no partita without that partita's release key, of
which it has the SHA-256. A ``Report`` is sealed with the secret of its hall. Its ``code``, told
before anybody sees another hall's figures, commits the hall to what was played. A ``Result`` names
seed, keys and the digest of each report, so that anybody can deal and rank again.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Mapping
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
from king.sheet.rulings import Ruling
from king.simultaneous.commitment import (
    name_digests,
    played_form,
    redact_texts,
    salts_of,
    seated_names,
)
from king.standing.standing_settings import StandingSettings
from king.words import Phrase, card_key, gettext_noop

EVENT, INVITATION, REPORT, RESULT = (
    "king-event-2",
    "king-invitation-2",
    "king-hall-2",
    "king-result-2",
)
MOST_HALLS = 10_000
LONGEST_NAME = 120
KEY_LETTERS, CODE_LETTERS = 26, 12
DATUM = gettext_noop("the release key of the partita, 26 letters given when it begins")
METHODS_OF_EVENTS = ("percent", "boards")
"""Methods for events. Place points are missing, because they mean nothing in a field of
thousands."""

USUAL_STANDING: Mapping[str, object] = {"method": "percent", "tiebreaks": [], "by_wind": True}

LETTERS = gettext_noop("{count} letters from A to Z, found {found}")
OTHER_SEED = gettext_noop("The seed does not match the SHA-256 in the document")
NO_KEY_ANNOUNCED = gettext_noop("The document does not contain the SHA-256 of a release key")
ROUND_TWICE = gettext_noop("each partita in only one document")
KEY_MISSING = gettext_noop("the release key of partita {rounds} is missing")
NO_SECRET = gettext_noop("the file has no secret of this hall: it is a published one")
FORGOTTEN = gettext_noop(
    "no forgotten names: only the centre forgets names, in the copies that it publishes"
)
OTHER_RULES = gettext_noop("The document is of the rule system {expected}, not {found}")
NO_TEAMS = gettext_noop("players or pairs: teams meet in their own hall")
PUBLISHED = gettext_noop("The document is not written as its fields are, so its commitment is lost")
TWICE = gettext_noop("each hall once, by number and by name")
NAME = gettext_noop("a name of 1 to {most} letters")
NO_TEXT = gettext_noop("expected text in UTF-8 and whole numbers only")


def letters(source: bytes, count: int) -> str:
    """Convert bytes to ``count`` letters. The bytes have far more information than the letters can
    show.
    """
    number, spelled = int.from_bytes(source, "big"), ""
    for _ in range(count):
        number, letter = divmod(number, 26)
        spelled += chr(ord("A") + letter)
    return spelled


def read_letters(text: str, count: int) -> str:
    """Read ``count`` letters as a person types them, also in groups or in small letters. Raises
    ``InputError``.
    """
    spelled = "".join(text.split()).replace("-", "").upper()
    if len(spelled) != count or not (spelled.isascii() and spelled.isalpha()):
        raise InputError(Phrase(LETTERS, count=count, found=len(spelled)))
    return spelled


def in_groups(spelled: str) -> str:
    """Split a code into groups of four letters.

    >>> in_groups("ABCDEFGHIJKL")
    'ABCD EFGH IJKL'
    """
    return " ".join(spelled[at : at + 4] for at in range(0, len(spelled), 4))


def release_key(entropy: bytes) -> str:
    return letters(hashlib.sha256(entropy).digest(), KEY_LETTERS)


def word_seal(secret: str, word: str) -> str:
    """Seal of a word with the hall's secret: 64 hex digits. It proves to the centre that the hall
    sent the word.
    """
    return hmac.digest(bytes.fromhex(secret), word.encode(), "sha256").hex()


def page_key(secret: str) -> str:
    """Secret part of the address of a hall's own page at the centre."""
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


def _documents(node: Node) -> tuple[Document, ...]:
    documents = tuple(map(Document.read, node.list()))
    if not documents:
        raise node.fail(gettext_noop("at least one document"))
    return documents


HallNumber = Annotated[int, between(1, MOST_HALLS)]
RoundNumber = Annotated[int, between(1, MOST_ROUNDS)]
Form = Annotated[Mapping[str, object], _form]
Name = Annotated[str, name_of]


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Occasion(JsonObject):
    """Time and rules of an event. ``opens`` is the time when the key is told, ``closes`` is the
    last moment at which a closing code counts, both as text. ``centre`` is the address of the
    event's page, if it has one.
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
    """Terms that centre and halls share, fixed once published. ``documents`` has one a partita, in
    order, all with the same seed, each with the SHA-256 of the release key that deals its partita.
    """

    documents: Annotated[tuple[Document, ...], _documents]
    seed: Digest

    @property
    def rules_in_force(self) -> Settings:
        return self.ruleset.configure(self.settings)

    @property
    def standing_in_force(self) -> StandingSettings:
        return StandingSettings.from_json(Node({**USUAL_STANDING, **self.standing}, "standing", ""))

    @property
    def rounds(self) -> tuple[int, ...]:
        return tuple(number for document in self.documents for number in document.rounds)

    @property
    def commitment(self) -> str:
        """Commitment of the single document, or the SHA-256 of the list of commitments as canonical
        JSON.
        """
        commitments = [document.commitment for document in self.documents]
        if len(commitments) == 1:
            return commitments[0]
        return hashlib.sha256(canonical_json(commitments).encode()).hexdigest()

    def verify(self, node: Node) -> None:
        """Check that the terms fit together. Raises ``InputError`` with the place of the first that
        does not.
        """
        if self.ruleset.sides == "teams":
            raise node["ruleset"].fail(NO_TEAMS)
        read_settings(self.ruleset, node.get("settings"))
        if (standing := node.get("standing")) is not None:
            StandingSettings.from_json(standing)
            if (method := standing.get("method")) is not None:
                method.choice(METHODS_OF_EVENTS)
        for document, place in zip(self.documents, node["documents"].list(), strict=True):
            if document.ruleset != self.ruleset.code:
                fields = {"expected": self.ruleset.code, "found": document.ruleset}
                raise place["ruleset"].wrong(Phrase(OTHER_RULES, fields))
            if document.published is not None:
                raise place.wrong(PUBLISHED)
            if document.datum is None or document.datum_sha256 is None:
                raise place.wrong(NO_KEY_ANNOUNCED)
            if not document.opens(parse_seed(self.seed)):
                raise node["seed"].wrong(OTHER_SEED)
        if len(set(self.rounds)) < len(self.rounds):
            raise node["documents"].fail(ROUND_TWICE)

    def opened_by(self, text: str) -> tuple[str, Document]:
        """Return the key in its canonical form and the document that it opens. Raises
        ``InputError`` for a key that is mistyped or opens none.
        """
        key = read_letters(text, KEY_LETTERS)
        refused: InputError | None = None
        for document in self.documents:
            try:
                document.verify_datum(key)
            except InputError as error:
                refused = refused or error
            else:
                return key, document
        assert refused is not None
        raise refused

    def verify_keys(self, keys: Iterable[str]) -> tuple[str, ...]:
        """Return the keys in the order of the documents, whatever the order in which they were
        typed. Raises ``InputError`` if one is missing.
        """
        opened = {document: key for key, document in map(self.opened_by, keys)}
        missing = [number for one in self.documents if one not in opened for number in one.rounds]
        if missing:
            raise InputError(Phrase(KEY_MISSING, rounds=" ".join(map(str, missing))))
        return tuple(opened[document] for document in self.documents)

    def deal(self, *keys: str) -> tuple[DealtBoard, ...]:
        """Deal the boards of each partita for which a key is given, in the order of the keys."""
        seed = parse_seed(self.seed)
        return tuple(
            board
            for key, document in map(self.opened_by, keys)
            for board in deal_boards(self.ruleset, document, seed, key, document.rounds)
        )


@dataclass(frozen=True, slots=True, repr=False)
class Hall(JsonObject):
    """A hall of an event. ``secret`` seals its reports and is in no published file. ``code`` is the
    closing code that the hall told in time. ``digest``, in a published file, identifies the report
    that counts if there is no code to tell. ``late``: the hall was added after another hall had
    reported, so that it has no place.
    """

    number: HallNumber
    name: Name
    secret: Digest | None = None
    code: Annotated[str | None, _code] = None
    digest: Digest | None = None
    late: bool = False


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Correction(JsonObject):
    """Correction of a report by the centre's arbiter; the report itself is not changed. It is a
    ``row`` instead of the report's, or a ``ruling``. A fouled board without ``table`` is fouled in
    the whole hall.
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
        fouled = self.ruling is not None and self.ruling.kind.replaces_row
        if self.table is None and not (fouled and self.ruling and self.ruling.hand):
            raise node.fail(
                gettext_noop("the key 'table', but for a hand fouled in the whole hall")
            )


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Event(Terms):
    """The centre's own file with every hall's secret. The version for publication (``published``)
    has none.
    """

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
        place = f"hall {number}"
        hall = next((hall for hall in self.halls if hall.number == number), None)
        if hall is None:
            raise InputError(gettext_noop("expected a hall of the event"), place=place)
        if hall.secret is None:
            raise InputError(NO_SECRET, place=place)
        return Invitation(
            **_shared(self, Terms), hall=hall.number, name=hall.name, secret=hall.secret
        )

    def published(self, digests: Mapping[int, str]) -> Event:
        """The event for publication: without secrets, and with the digest of the report that counts
        for each hall.
        """
        halls = tuple(
            replace(hall, secret=None, digest=digests.get(hall.number)) for hall in self.halls
        )
        return replace(self, halls=halls)


def _shared(value: Occasion, part: type[Occasion]) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in fields(part)}


def _listed(node: Node, key: str) -> list[Node]:
    return node[key].list() if node.has(key) else []


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Plan(Occasion):
    """An event before anything is drawn, with the names of its halls."""

    halls: tuple[Name, ...]
    rounds: Annotated[int, between(1, MOST_ROUNDS)] = 1
    spares: Annotated[int, between(0, MOST_SPARES)] = 0

    def draw(self, entropy: bytes) -> tuple[Event, tuple[str, ...]]:
        """Draw the event and its release keys, one a partita. Everything follows from the 32 secret
        bytes.
        """

        def secret(purpose: str) -> bytes:
            return hmac.digest(entropy, purpose.encode(), "sha256")

        seed, rounds = secret("seed"), range(1, self.rounds + 1)
        keys = tuple(release_key(secret(f"key {number}")) for number in rounds)
        documents = tuple(
            bare_document(
                self.ruleset,
                [number],
                seed_sha256(seed),
                event=self.event,
                date=self.date,
                datum=DATUM,
                datum_sha256=hashlib.sha256(key.encode()).hexdigest(),
                spares=self.spares,
                settings=self.ruleset.configure(self.settings),
            )
            for number, key in zip(rounds, keys, strict=True)
        )
        halls = tuple(
            Hall(number, name, secret(f"hall {number}").hex())
            for number, name in enumerate(self.halls, 1)
        )
        event = Event(**_shared(self, Occasion), documents=documents, seed=seed.hex(), halls=halls)
        return event, keys


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
        """Complete the evening as this hall's report and seal it. Raises ``InputError`` if it
        cannot be read.
        """
        own = replace(
            evening, event=self.event, hall=self.hall, commitment=self.commitment, content=None
        ).salted(self.secret)
        return replace(own, mac=own.sealed_with(self.secret))


@dataclass(frozen=True, slots=True, repr=False)
class SpareTaken(JsonObject):
    """A spare board that the whole hall played instead of another."""

    round: RoundNumber
    board: Annotated[int, between(1, 999)]
    spare: Annotated[int, between(1, 999)]


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Report(JsonObject):
    """A hall's evening, without boards.

    ``night`` has the form of ``load_night``. ``house``: names of house players, who are in no
    field. ``written``: time as ISO text. ``seal``: the last seal of the hall's log. ``cards``:
    digests of membership cards by name (``card_digest``). ``salts``: salts by name, only in a
    published copy; elsewhere they are computed from the hall's secret. ``forgotten``: digests of
    names that the centre removed, by the text that replaces them. ``content``: the canonical text
    that was read, if it says more than the fields. ``source``: the file that it was read from.
    ``known``: the digest, if already computed.
    """

    ALWAYS: ClassVar[tuple[str, ...]] = ("form",)
    BESIDE: ClassVar[frozenset[str]] = frozenset(("mac", "salts", "forgotten"))

    event: str
    hall: HallNumber
    commitment: Digest
    written: str
    night: Form
    spares: tuple[SpareTaken, ...] = ()
    house: tuple[Name, ...] = ()
    cards: Mapping[str, str] = field(default_factory=dict)
    seal: Digest | None = None
    salts: Mapping[str, str] = field(default_factory=dict)
    forgotten: Mapping[str, str] = field(default_factory=dict)
    mac: Digest | None = None
    form: Annotated[str, among([REPORT])] = REPORT
    content: str | None = field(default=None, compare=False)
    source: str = field(default="", compare=False)
    known: str | None = field(default=None, compare=False)

    @classmethod
    def read(cls, node: Node) -> Report:
        report = cls.from_json(node)
        try:
            text = canonical_json(
                {key: value for key, value in node.object().items() if key not in cls.BESIDE}
            )
        except (TypeError, UnicodeEncodeError):
            raise node.wrong(NO_TEXT) from None
        return replace(report, content=text, source=node.source)

    def as_json(self) -> dict[str, Any]:
        """JSON of the report. A sealed one is written without salts, because its readers have the
        secret.
        """
        form = JsonObject.as_json(self)
        if self.mac is not None:
            form.pop("salts", None)
        return form

    @property
    def canonical(self) -> str:
        """Return the text over which the seal is computed."""
        if self.content is not None:
            return self.content
        written = JsonObject.as_json(self).items()
        return canonical_json({key: value for key, value in written if key not in self.BESIDE})

    @property
    def names(self) -> set[str]:
        """Names of all who sat at a table, and of house players."""
        return {*seated_names(self._night), *self.house}

    @property
    def _night(self) -> Node:
        return Node(self.night, self.source, "night")

    def salted(self, secret: str) -> Report:
        """Return the report with the salts of its names. Raises ``InputError`` if the night cannot
        be read.
        """
        salts = salts_of(secret, self.names - self.forgotten.keys())
        return replace(self, salts=salts, known=None)

    @property
    def digest(self) -> str:
        """SHA-256 of the evening as played. It needs the salts. Raises ``InputError`` if the night
        cannot be read.
        """
        if self.known is not None:
            return self.known
        played = played_form(
            self.event,
            self.hall,
            self.commitment,
            self._night,
            [spare.as_json() for spare in self.spares],
            self.house,
            {**name_digests(self.salts), **self.forgotten},
        )
        try:
            return hashlib.sha256(canonical_json(played).encode()).hexdigest()
        except (TypeError, UnicodeEncodeError):
            raise self._night.wrong(NO_TEXT) from None

    @property
    def code(self) -> str:
        return letters(bytes.fromhex(self.digest), CODE_LETTERS)

    def forgetting(self, redact: Callable[[str], str]) -> Report:
        """Return the report with other names in place of those that ``redact`` changes. The digest
        of each old name takes the place of its salt, so that the code that was told still fits.
        Needs the salts; afterwards the seal is invalid.
        """
        digests = {**name_digests(self.salts), **self.forgotten}
        gone = {name: redact(name) for name in self.names if redact(name) != name}
        if not gone:
            return self
        words = redact_texts(self.night, redact)
        return replace(
            self,
            night=words,
            house=tuple(map(redact, self.house)),
            cards={name: card for name, card in self.cards.items() if redact(name) == name},
            salts={name: salt for name, salt in self.salts.items() if name not in gone},
            forgotten={
                gone.get(name, name): sealed
                for name, sealed in digests.items()
                if name in gone or name in self.forgotten
            },
            content=None,
            known=self.digest,
        )

    def published(self) -> Report:
        """Return the report for publication: the evening as played, with the salts of its names,
        without cards and seals.
        """
        return replace(self, cards={}, seal=None, mac=None, content=None)

    def sealed_with(self, secret: str) -> str:
        return hmac.digest(bytes.fromhex(secret), self.canonical.encode(), "sha256").hex()

    def is_sealed_with(self, secret: str) -> bool:
        return hmac.compare_digest(self.mac or "", self.sealed_with(secret))


def card_digest(seed: str, card: str) -> str:
    """Digest of a card number, salted with the event's seed, so that cards can be matched but not
    read, however they are written.
    """
    return _salted_card(seed, card_key(card))


def card_digests(seed: str, card: str) -> frozenset[str]:
    """Digests that this card may have in reports of any version. Early versions digested it letter
    by letter.
    """
    return frozenset({card_digest(seed, card), _salted_card(seed, card)})


def _salted_card(seed: str, card: str) -> str:
    return hmac.digest(bytes.fromhex(seed), f"card:{card}".encode(), "sha256").hex()[:32]
