"""An archive file taken in: read, its people matched with the roster's, written whole or not at all."""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, transaction
from django.db.models import Model, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from king.reading import InputError, Node
from scoring.archive.going_out import FORM, evening_figures, season_figures
from scoring.archive.parts import CIRCUIT, PARTS, POSTINGS, Part, insert, read_rows
from scoring.models import HandResult
from scoring.publishing import frozen_results
from tournaments.circuits import Circuit
from tournaments.log import LogKind, attested, record
from tournaments.models import Entry, Player, Tournament
from tournaments.roster import Judged, RosterIndex, Status, judge
from tournaments.roster_files import MOST_LENGTH, RosterRow
from wording.sentences import say_error_lazily

MOST_BYTES = 1_500_000
"""Of a file, packed: six evenings of six tables have 0.1 MB. The desk keeps it in its page while people are matched."""
MOST_UNPACKED = 60_000_000


@dataclass(frozen=True)
class Person:
    """Somebody of the file, as he is named there; ``row.line`` is his key in it."""

    row: RosterRow
    is_house: bool
    forgotten: bool


@dataclass(frozen=True)
class Archive:
    """What a file says, read as far as its form goes: the rows are read when they are written."""

    made_at: str
    people: tuple[Person, ...]
    circuit: Node | None
    evenings: tuple[Node, ...]

    @property
    def named(self) -> list[str]:
        """What would come in, for whoever looks at it first."""
        return [evening["rows"]["tournament"].list()[0]["name"].text() for evening in self.evenings]

    def judged(self, index: RosterIndex) -> list[Judged]:
        """Each person beside the roster, without house players: one whom two of the file could be is asked about."""
        return [
            Judged(person.row, Status.NEW, ()) if person.forgotten else judge(person.row, index)
            for person in self.people if not person.is_house
        ]  # fmt: skip


def first_guess(judged: Sequence[Judged]) -> dict[int, int | None]:
    """Who each person surely is, by his key in the file: a player of the roster, or None for somebody new.

    Nobody is two people of one file.
    """
    meant = [person.member.pk for person in judged if person.member is not None]
    sure = (person for person in judged if person.member is None or meant.count(person.member.pk) == 1)
    return {
        person.line: person.member.pk if person.member else None
        for person in sure
        if person.status is not Status.DOUBTFUL
    }


def read_archive(content: bytes) -> Archive:
    """Raises ``ValidationError`` with what is wrong, where, and what to do; also where an evening is here already."""
    document = Node(_unpacked(content), "", "")
    try:
        if not isinstance(document.value, dict) or document["form"].value != FORM:
            raise ValidationError(_not_one(), "archive_form")
        people = tuple(map(_read_person, document["people"].list()))
        archive = Archive(
            document["made_at"].text()[:40], people, document.get("circuit"), tuple(document["evenings"].list())
        )
        _check_new(archive)
    except InputError as error:
        raise ValidationError(say_error_lazily(error), "archive_form") from None
    except LookupError:
        raise ValidationError(_not_one(), "archive_form") from None
    return archive


def _check_new(archive: Archive) -> None:
    """Refuse what is here already."""
    codes = [evening["rows"]["tournament"].list()[0]["code"].text() for evening in archive.evenings]
    here = Tournament.objects.filter(code__in=codes).first()
    if not codes:
        raise ValidationError(_not_one(), "archive_form")
    if here is not None:
        sentence = _("“%(evening)s”, code %(code)s, is here already: an evening is taken in once.")
        raise ValidationError(sentence, "archive_here", {"evening": here.name, "code": here.code})
    if archive.circuit is not None:
        name, code = (archive.circuit["row"][key].text() for key in ("name", "code"))
        if Circuit.objects.filter(Q(name=name) | Q(code=code)).exists():
            sentence = _("The circuit “%(circuit)s” is here already. If the file has another one of that name, rename "
                         "the one that is here first.")  # fmt: skip
            raise ValidationError(sentence, "archive_here", {"circuit": name})


def _not_one() -> Any:
    return _("This is no archive file of this program, or one of another version. Choose the file that “Archive file” "
             "made, or update the program.")  # fmt: skip


def _unpacked(content: bytes) -> Any:
    too_large = ValidationError(
        _("The file is larger than %(most)s MB: take the evenings in one by one."), "archive_too_large",
        {"most": MOST_BYTES / 1_000_000},
    )  # fmt: skip
    if len(content) > MOST_BYTES:
        raise too_large
    try:
        # Some browsers unpack what they load down.
        packed = content.startswith(b"\x1f\x8b")
        text = gzip.GzipFile(fileobj=io.BytesIO(content)).read(MOST_UNPACKED + 1) if packed else content
        if len(text) > MOST_UNPACKED:
            raise too_large
        found = json.loads(text)
        json.dumps(found, ensure_ascii=False, allow_nan=False).encode()  # half a letter, or no number, is refused here
        return found
    except (OSError, EOFError, zlib.error):
        damaged = _("The file is damaged: part of it is missing or was changed. Make it again, or copy it again.")
        raise ValidationError(damaged, "archive_damaged") from None
    except (ValueError, RecursionError):
        raise ValidationError(_not_one(), "archive_form") from None


def _read_person(node: Node) -> Person:
    texts = {name: node[name].text() for name in ("card_number", "surname", "given_name", "club")}
    long = next((name for name, text in texts.items() if len(text) > MOST_LENGTH[name]), None)
    if long is not None or not texts["surname"]:
        raise node[long or "surname"].fail(gettext_noop("a name of a length that the roster has room for"))
    row = RosterRow(node["pk"].integer(1), **texts, email="")  # type: ignore[arg-type]
    return Person(row, node["is_house"].boolean(), node["forgotten"].boolean())


@transaction.atomic
def take_in(*, archive: Archive, said: Mapping[int, int | None], author: User | None) -> list[Tournament]:
    """Write everything, with a line in each log. ``said`` is who each person is, as ``first_guess`` has it.

    Refused where somebody is nobody or two, where a row is none, and where the results computed here are not those of
    the file.
    """
    try:
        keys: dict[type[Model], dict[int, int]] = {Player: _people(archive, said)}
        circuit = None if archive.circuit is None else _circuit(archive.circuit, keys)
        evenings, entries = [], dict[int, int]()
        for node in archive.evenings:
            evenings.append(_evening(node, circuit, keys, archive.made_at, author))
            entries |= keys[Entry]
        if circuit is not None and archive.circuit is not None:
            _write(POSTINGS, archive.circuit["postings"], keys | {Entry: entries})
            _compare(circuit.name, archive.circuit, season_figures(circuit))
    except InputError as error:
        raise ValidationError(say_error_lazily(error), "archive_form") from None
    except (IntegrityError, DataError, LookupError, TypeError, ValueError, AttributeError):
        sentence = _("The rows of the file do not fit together: it was changed after it was made, or part of it is "
                     "missing. Make it again.")  # fmt: skip
        raise ValidationError(sentence, "archive_rows") from None
    return evenings


def _compare(name: str, node: Node, figures: Any) -> None:
    if node["figures"].value != figures:
        sentence = _("“%(name)s”: the results that its sheets make here are not those of the file. Either the file was "
                     "changed after it was made, or this program counts otherwise: make it again with the version that "
                     "is here.")  # fmt: skip
        raise ValidationError(sentence, "archive_results", {"name": name})


def _people(archive: Archive, said: Mapping[int, int | None]) -> dict[int, int]:
    """Who each person of the file is here; whoever is new goes on the roster, without a card that another one has."""
    index = RosterIndex.lock_and_load()
    known = {member.pk for member in index.members}
    house = dict(Player.objects.filter(is_house=True).values_list("surname", "pk"))
    found, taken, cards, new = {}, set(), set(index.by_card), []
    for person in archive.people:
        key, row = person.row.line, person.row
        meant = house.get(row.surname) if person.is_house else said.get(key)
        if not person.is_house and (key not in said or (meant is not None and meant not in known)):
            sentence = _("Say of %(player)s who it is: one of the roster, or somebody new.")
            raise ValidationError(sentence, "archive_who", {"player": row.full_name})
        if meant is None:
            player = row.player("" if row.card_number.casefold() in cards else row.card_number)
            player.is_house = person.is_house
            cards.add(player.card_number.casefold())
            new.append((key, player))
        elif meant in taken:
            sentence = _("%(player)s and somebody else of the file cannot both be the same person of the roster.")
            raise ValidationError(sentence, "archive_twice", {"player": row.full_name})
        else:
            taken.add(meant)
            found[key] = meant
    Player.objects.bulk_create([player for _key, player in new])
    return found | {key: player.pk for key, player in new}


def _circuit(node: Node, keys: dict[type[Model], dict[int, int]]) -> Circuit:
    found: Circuit = next(row for _key, row in read_rows(CIRCUIT, [node["row"].value], keys))
    found.full_clean(validate_unique=False)
    found.save(force_insert=True)
    keys[Circuit] = {node["row"]["pk"].integer(): found.pk}
    found.guests.set([keys[Player][key.integer()] for key in node["guests"].list()])
    return found


def _evening(
    node: Node, circuit: Circuit | None, keys: dict[type[Model], dict[int, int]], made: str, author: User | None
) -> Tournament:
    rows = node["rows"]
    for part in PARTS:
        _write(part, rows[part.name], keys)
    [key] = keys[Tournament].values()
    evening = Tournament.objects.get(pk=key)
    evening.circuit = circuit
    evening.save(update_fields=["circuit"])
    for publication in evening.publications.all():
        list(frozen_results(publication.standings, {}))
    _seal(evening, keys[HandResult], made, author)
    _compare(evening.name, node, evening_figures(evening))
    return evening


def _write(part: Part, forms: Node, keys: dict[type[Model], dict[int, int]]) -> None:
    """The rows of a part; where one may name an earlier one of its own kind, they are written one after another."""
    own = keys[part.model] = {}
    read = read_rows(part, [form.value for form in forms.list()], keys)
    if any(column.related_model is part.model for column in part.columns):
        for key, row in read:
            insert(part, [row])
            own[key] = row.pk
        return
    found = list(read)
    insert(part, [row for _key, row in found])
    own.update({key: row.pk for key, row in found})


def _seal(evening: Tournament, rows: Mapping[int, int], made: str, author: User | None) -> None:
    """The line that says so. The rows of sheets have other keys here: it has for each line that speaks of them which
    was the newest then; and it takes over what was said of standings with a key that may not be here.
    """
    lines = list(evening.log.order_by("sequence"))
    moved = attested(lines, "last_rows", by_anybody=True)
    newest = {line.sequence: moved.get(line.sequence, line.fields["last_row"])
              for line in lines if "last_row" in line.fields}  # fmt: skip
    record(
        evening, LogKind.TAKEN_IN, gettext_noop("The evening came in from an archive file of %(made)s."), author=author,
        made=made[:10],
        last_rows={str(line): max((new for old, new in rows.items() if old <= last), default=0)
                   for line, last in newest.items()},
        standings={str(number): digest for number, digest in attested(lines, "standings", by_anybody=True).items()},
    )  # fmt: skip
