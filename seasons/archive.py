"""An evening or a season as one file, JSON packed with gzip, which another installation takes in
with the same results. Which rows belong to an evening, and which stay where they are, is each said
once.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, connection, transaction
from django.db.models import Field, ForeignKey, JSONField, Model, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from deals.models import Board, BoardSet
from ground.apart import NotRead
from ground.apart.packed import MOST_UNPACKED, text_of
from ground.names import same_name
from king.movements.seating import draw_order
from king.reading import InputError, Node
from king.standing.standing_settings import StandingSettings
from scoring import models as scoring
from scoring.log_check import unlike
from scoring.publishing import entries_of, frozen_results
from scoring.standing import TournamentStandings, display_names, tournament_standings
from seasons.models import SeasonPosting
from seasons.season import Season, season_names, season_of
from tournaments.circuits import Circuit
from tournaments.likeness import likeness
from tournaments.list_reading.rows import MOST_LENGTH, RosterRow
from tournaments.log import LogKind, record
from tournaments.log.checking import attested, content_digest, is_proven, keys_of
from tournaments.log.parts import PEOPLE, SEATS, read_people, read_seats
from tournaments.models import (
    Entry,
    EntryMember,
    LogEntry,
    Place,
    Player,
    Round,
    Seat,
    Table,
    Tournament,
)
from tournaments.player_columns import held_rows
from tournaments.roster import Judged, RosterIndex, Status, judge, number_of
from wording.sentences import Sentence, refusal, say_error_lazily

Keys = Mapping[type[Model], Mapping[int, int]]
"""By model the keys of rows in the file, each with the key that its row has here."""


def _players(row: Any, keys: Keys) -> None:
    row.players = {wind: keys[Player][player] for wind, player in row.players.items()}


def _named(row: Any, keys: Keys) -> None:
    row.named = {name: keys[Entry][key] for name, key in row.named.items() if key in keys[Entry]}


def _places(row: Any, keys: Keys) -> None:
    row.places = [[keys[Entry][key], place] for key, place in row.places if key in keys[Entry]]


COUNTED_HERE = ("revision", "posted_revision", "withdrawn_revision")
"""Columns of any model that count the changes made in this installation."""


@dataclass(frozen=True)
class Part:
    """The rows of a model; ``way`` leads to their evening or circuit. Columns that ``stay`` are
    secrets, marks of devices and what is one installation's own. ``rename`` puts new keys into JSON
    that holds keys.
    """

    model: type[Model]
    way: str
    stay: tuple[str, ...] = ()
    rename: Callable[[Any, Keys], None] | None = None

    @property
    def name(self) -> str:
        return str(self.model._meta.model_name)

    @property
    def columns(self) -> list[Field[Any, Any]]:
        going = (
            field for field in self.model._meta.concrete_fields if field.related_model is not User
        )
        return [
            field
            for field in going
            if not field.primary_key and field.name not in (*self.stay, *COUNTED_HERE)
        ]

    def rows(self, owner: Model) -> QuerySet[Any]:
        return self.model._base_manager.filter(**{self.way: owner.pk}).order_by("pk")


OF_SUBJECTS = {"screens.ClockChange": "round__tournament"}
SHEET = "sheet__table__round__tournament"
PARTS = (
    Part(Tournament, "pk", stay=("circuit", "signing_secret")),
    Part(BoardSet, "round__tournament"),
    Part(Board, "board_set__round__tournament"),
    Part(Entry, "tournament"),
    Part(EntryMember, "tournament"),
    Part(Place, "tournament", stay=("code",)),
    Part(Round, "tournament"),
    Part(Table, "round__tournament"),
    Part(Seat, "round__tournament"),
    *(
        Part(apps.get_model(label), way)
        for label, way in OF_SUBJECTS.items()
        if apps.is_installed(label.partition(".")[0])
    ),
    Part(scoring.Sheet, "table__round__tournament"),
    Part(scoring.HandResult, SHEET, stay=("client_id", "device")),
    Part(scoring.Signature, SHEET, stay=("device",)),
    Part(scoring.Call, "table__round__tournament", stay=("device",)),
    Part(scoring.Ruling, SHEET),
    Part(scoring.SeatReport, SHEET, stay=("device",), rename=_players),
    Part(scoring.Redeal, SHEET),
    Part(scoring.Publication, "tournament", rename=_named),
    Part(scoring.Protest, "table__round__tournament"),
    Part(scoring.FinalHold, "tournament", stay=("remote",)),
    Part(scoring.Settlement, "tournament", rename=_places),
    Part(LogEntry, "tournament"),
)
"""An evening, each row after those that it names."""
CIRCUIT = Part(Circuit, "pk")
POSTINGS = Part(SeasonPosting, "circuit", rename=_named)

STAYS = {
    "printing.PrintJob": "a document is made anew from the rows",
    "printing.Mailing": "who got a mail from one installation has got none from another",
    "seasons.Qualification": "a final goes out as an evening of its own, and who was to play in it is in it",
}
"""The models with a way to an evening that do not go along, each with its reason."""


def as_forms(part: Part, owner: Model) -> list[dict[str, Any]]:
    columns = part.columns
    return [
        {
            "pk": row.pk,
            **{column.attname: _plain(getattr(row, column.attname)) for column in columns},
        }
        for row in part.rows(owner)
    ]


def _plain(value: Any) -> Any:
    return (
        value
        if value is None or isinstance(value, bool | int | float | str | list | dict)
        else str(value)
    )


def read_rows(part: Part, forms: Iterable[Any], keys: Keys) -> Iterator[tuple[int, Any]]:
    """The rows, not saved, by their key in the file. Raises ``ValidationError`` for the first one
    that is none.
    """
    columns = {column.attname: column for column in part.columns}
    for number, form in enumerate(forms, 1):
        params = {"kind": part.model._meta.verbose_name, "number": number}
        if not isinstance(form, dict) or not isinstance(form.get("pk"), int):
            raise refusal(_("Row %(number)s of “%(kind)s” is no row."), "archive_row", **params)
        for name in form.keys() - columns.keys() - {"pk"}:
            raise refusal(
                _(
                    "“%(kind)s” has the column “%(column)s”, which this version of the program does not know: the "
                    "file is from a newer one. Update the program, then take the file in."
                ),
                "archive_newer",
                **(params | {"column": str(name)[:40]}),
            )
        try:
            values = {
                name: _read(columns[name], value, keys)
                for name, value in form.items()
                if name != "pk"
            }
            row = part.model(**values)
            if part.rename is not None:
                part.rename(row, keys)
        except (ValidationError, LookupError, TypeError, ValueError, AttributeError) as error:
            reason = error.messages[0] if isinstance(error, ValidationError) else str(error)[:100]
            raise refusal(
                _("Row %(number)s of “%(kind)s” cannot be read: %(reason)s"),
                "archive_row",
                **(params | {"reason": reason}),
            ) from None
        yield form["pk"], row


def _read(column: Field[Any, Any], value: Any, keys: Keys) -> Any:
    if isinstance(column, ForeignKey):
        related: type[Model] = column.related_model
        return None if value is None else keys[related][value]
    empty = (value is None and column.null) or (value == "" and column.empty_strings_allowed)
    return (
        value
        if empty or (isinstance(column, JSONField) and value in ([], {}))
        else column.clean(value, None)
    )


def insert(part: Part, rows: list[Any]) -> None:
    """Write the rows as they are, the moments of their making too, in a few queries; they have
    their keys then.
    """
    fields = [field for field in part.model._meta.concrete_fields if not field.primary_key]
    size = connection.ops.bulk_batch_size(fields, rows) if rows else 1
    for start in range(0, len(rows), size):
        some = rows[start : start + size]
        # As ``bulk_create`` does it, and raw: that one would say of every row that it was made now.
        keys = part.model._base_manager._insert(  # type: ignore[attr-defined]
            some,
            fields=fields,
            using=connection.alias,
            raw=True,
            returning_fields=[part.model._meta.pk],
        )
        for row, (key,) in zip(some, keys, strict=True):
            row.pk = key


# --- going out

FORM = "king-archive-1"


@transaction.atomic
def archive_of(*, owner: Tournament | Circuit, author: User | None) -> bytes:
    """Refused while an evening is not over: its cards, or its last standing, would be in the
    file.
    """
    circuit = owner if isinstance(owner, Circuit) else None
    wanted = {"pk": owner.pk} if circuit is None else {"circuit": circuit}
    evenings = list(Tournament.objects.select_for_update().filter(**wanted).order_by("date", "pk"))
    _check_over(evenings)
    for evening in evenings:
        record(
            evening,
            LogKind.ARCHIVED,
            gettext_noop("The evening went out as an archive file."),
            author=author,
        )
    people = Player.objects.filter(pk__in=_players_of(evenings, circuit)).order_by("pk")
    content = {
        "form": FORM,
        "made_at": timezone.now().isoformat(),
        "people": [
            {
                "pk": player.pk,
                "surname": player.surname,
                "given_name": player.given_name,
                "name_for_paper": player.name_for_paper,
                "club": player.club,
                "card_number": player.card_number,
                "is_house": player.is_house,
                "forgotten": player.surname == number_of(player),
            }
            for player in people
        ],
        "circuit": circuit
        and {
            "row": as_forms(CIRCUIT, circuit)[0],
            "guests": sorted(circuit.guests.values_list("pk", flat=True)),
            "postings": as_forms(POSTINGS, circuit),
            "figures": season_figures(circuit),
        },
        "evenings": [
            {
                "rows": {part.name: as_forms(part, evening) for part in PARTS},
                "figures": evening_figures(evening),
            }
            for evening in evenings
        ],
    }
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    packed = gzip.compress(text)
    if len(packed) > MOST_BYTES or len(text) > MOST_UNPACKED:
        raise too_large()
    return packed


def _check_over(evenings: Collection[Tournament]) -> None:
    if not evenings:
        raise refusal(
            _("The circuit has no evening yet: there is nothing to put into a file."), "no_evening"
        )
    kept = set(
        scoring.FinalHold.objects.filter(tournament__in=evenings, released_at=None).values_list(
            "tournament", flat=True
        )
    )
    open_ones = _(
        "“%(evening)s” is not closed: its cards and results may still change. Close it first."
    )
    held_back = _(
        "“%(evening)s” keeps its final standing for the prize-giving: show it to everybody first."
    )
    refused = [
        refusal(held_back if evening.closed_at else open_ones, "not_over", evening=evening.name)
        for evening in evenings
        if evening.closed_at is None or evening.pk in kept
    ]
    if refused:
        raise ValidationError(refused)


def _players_of(evenings: Iterable[Tournament], circuit: Circuit | None) -> set[int]:
    keys = set() if circuit is None else set(circuit.guests.values_list("pk", flat=True))
    models = {part.model._meta.label: part for part in PARTS}
    for held in held_rows():
        if held.model in models:
            rows = models[held.model].model._base_manager.filter(
                **{f"{held.evening}__in": evenings}
            )
            for named in rows.order_by().values_list(held.column, flat=True):
                keys.update(
                    [named[key] for key in held.keys if key in named] if held.keys else [named]
                )
    return keys - {None}


# Figures of the results, without names, for the other side to compare: people may be called
# otherwise there.


def evening_figures(evening: Tournament) -> list[list[list[Any]]] | None:
    """Rank, match points and total of each line of each standing; None where nothing was played."""
    return _figures(lambda: tournament_standings(evening, spoken=True))


def season_figures(circuit: Circuit) -> list[list[list[Any]]] | None:
    return _figures(lambda: season_of(circuit, spoken=True))


def _figures(make: Callable[[], TournamentStandings | Season]) -> list[list[list[Any]]] | None:
    try:
        answer = make().as_json()
    except ValidationError:
        return None
    of_rounds = (lines for round_ in answer["rounds"] for lines in round_["winds"].values())
    lists = answer["overall"], *answer["winds"].values(), *of_rounds
    return [
        sorted(
            ([line[key] for key in ("rank", "match_points", "total")] for line in lines), key=str
        )
        for lines in lists
    ]


# --- taken in

MOST_BYTES = 15_000_000
"""Of a file, packed: six evenings of 250 tables and four partite have 6.5 MB, and 61 MB unpacked. The server takes
16 MB in one request."""
MOST_PEOPLE, MOST_EVENINGS = 10_000, 200
"""Of a file: each person of it is looked for on the roster."""

_NOT_ONE = _(
    "This is no archive file of this program, or one of another version. Choose the file that “Archive file” "
    "made, or update the program."
)


@dataclass(frozen=True)
class Person:
    """Somebody of the file, as he is named there; ``row.line`` is his key in it."""

    row: RosterRow
    is_house: bool
    forgotten: bool
    name_for_paper: str = ""


@dataclass(frozen=True)
class Archive:
    """The words of a file, read as far as its form goes: the rows are read when they are
    written.
    """

    made_at: str
    people: tuple[Person, ...]
    circuit: Node | None
    evenings: tuple[Node, ...]

    @property
    def named(self) -> list[str]:
        return [evening["rows"]["tournament"].list()[0]["name"].text() for evening in self.evenings]

    def judged(self, index: RosterIndex) -> list[Judged]:
        """Known by the card, new where the roster has no such name, else doubtful. Nobody is two
        people of one file, so the player whom a card names is offered to nobody else.
        """
        people = [
            Judged(person.row, Status.NEW, ()) if person.forgotten else judge(person.row, index)
            for person in self.people
            if not person.is_house
        ]
        meant = Counter(
            person.member.pk for person in people if _by_card(person) and person.member is not None
        )
        sure = {key for key, times in meant.items() if times == 1}
        return [_judged(person, sure) for person in people]


def _by_card(person: Judged) -> bool:
    """Clubs number their cards alike: the names have to be alike too."""
    row, member = person.row, person.member
    if (
        member is None
        or not row.card_number
        or row.card_number.casefold() != member.card_number.casefold()
    ):
        return False
    return likeness((row.surname, row.given_name), (member.surname, member.given_name)) is not None


_SAME_NAME = gettext_noop("The roster has this name: say whether it is the same person.")


def _judged(person: Judged, sure: Collection[int]) -> Judged:
    if _by_card(person) and person.member is not None and person.member.pk in sure:
        return person
    candidates = tuple(member for member in person.candidates if member.pk not in sure)
    if not candidates:
        return person._replace(status=Status.NEW, member=None, candidates=())
    reasons = (Sentence(_SAME_NAME),) if person.status is Status.KNOWN else person.reasons
    return person._replace(
        status=Status.DOUBTFUL, member=None, candidates=candidates, reasons=reasons
    )


def first_guess(judged: Sequence[Judged]) -> dict[int, int | None]:
    """By the key in the file: a player of the roster, None for somebody new; not those who are
    doubtful.
    """
    return {
        person.line: person.member.pk if person.member else None
        for person in judged
        if person.status is not Status.DOUBTFUL
    }


def same_names(judged: Sequence[Judged]) -> dict[int, int | None]:
    """The one player of the roster who has the name of a doubtful person, whom nobody else of the
    file can be.
    """
    alike = {
        person.line: [
            member.pk
            for member in person.candidates
            if same_name(member.surname, member.given_name)
            == same_name(person.row.surname, person.row.given_name)
        ]
        for person in judged
        if person.status is Status.DOUBTFUL
    }
    times = Counter(key for keys in alike.values() for key in keys)
    return {line: keys[0] for line, keys in alike.items() if len(keys) == 1 and times[keys[0]] == 1}


def read_archive(content: bytes) -> Archive:
    """Raises ``ValidationError`` with what is wrong, where, and what to do; also where an evening
    is here already.
    """
    document = Node(_unpacked(content), "", "")
    try:
        if not isinstance(document.value, dict) or document["form"].value != FORM:
            raise refusal(_NOT_ONE, "archive_form")
        if (
            len(document["people"].list()) > MOST_PEOPLE
            or len(document["evenings"].list()) > MOST_EVENINGS
        ):
            raise too_large()
        people = tuple(map(_read_person, document["people"].list()))
        archive = Archive(
            document["made_at"].text()[:40],
            people,
            document.get("circuit"),
            tuple(document["evenings"].list()),
        )
        codes = [
            evening["rows"]["tournament"].list()[0]["code"].text() for evening in archive.evenings
        ]
        here = Tournament.objects.filter(code__in=codes).first()
        if not codes:
            raise refusal(_NOT_ONE, "archive_form")
        if here is not None:
            raise refusal(
                _("“%(evening)s”, code %(code)s, is here already: an evening is taken in once."),
                "archive_here",
                evening=here.name,
                code=here.code,
            )
        if archive.circuit is not None:
            name, code = (archive.circuit["row"][key].text() for key in ("name", "code"))
            if Circuit.objects.filter(Q(name=name) | Q(code=code)).exists():
                raise refusal(
                    _(
                        "The circuit “%(circuit)s” is here already. If the file has another one of that name, rename "
                        "the one that is here first."
                    ),
                    "archive_here",
                    circuit=name,
                )
    except InputError as error:
        raise refusal(say_error_lazily(error), "archive_form") from None
    except LookupError:
        raise refusal(_NOT_ONE, "archive_form") from None
    return archive


def _unpacked(content: bytes) -> Any:
    if len(content) > MOST_BYTES:
        raise too_large()
    try:
        return json.loads(text_of(content))
    except NotRead as error:
        if str(error) == "no_json":
            raise refusal(_NOT_ONE, "archive_form") from None
        if str(error) == "file_damaged":
            raise refusal(
                _(
                    "The file is damaged: part of it is missing or was changed. Make it again, or copy it again."
                ),
                "archive_damaged",
            ) from None
        raise too_large() from None


def too_large() -> ValidationError:
    return refusal(
        _("The file is larger than %(most)s MB: take the evenings in one by one."),
        "archive_too_large",
        most=MOST_BYTES // 1_000_000,
    )


def _read_person(node: Node) -> Person:
    names = ("card_number", "surname", "given_name", "club", "name_for_paper")
    texts = {name: node[name].text() for name in names}
    for name, text in texts.items():
        if len(text) > MOST_LENGTH.get(name, 80) or (name == "surname" and not text):
            raise node[name].fail(gettext_noop("a name of a length that the roster has room for"))
    paper = texts.pop("name_for_paper")
    row = RosterRow(node["pk"].integer(1), **texts, email="")  # type: ignore[arg-type]
    return Person(row, node["is_house"].boolean(), node["forgotten"].boolean(), paper)


@transaction.atomic
def take_in(
    *, archive: Archive, said: Mapping[int, int | None], author: User | None
) -> list[Tournament]:
    """``said`` has the form of ``first_guess``. Refused where somebody is nobody or two, where a
    row is none, and where the results computed here are not those of the file.
    """
    try:
        keys: dict[type[Model], dict[int, int]] = {Player: _people(archive, said)}
        spelt = _spell_as_in_the_file(archive, keys[Player])
        named = {keys[Player][person.row.line]: person.row.full_name for person in archive.people}
        circuit = None if archive.circuit is None else _circuit(archive.circuit, keys)
        evenings, entries = [], dict[int, int]()
        for node in archive.evenings:
            evenings.append(_evening(node, circuit, keys, named, archive.made_at, author))
            entries |= keys[Entry]
        if circuit is not None and archive.circuit is not None:
            _write(POSTINGS, archive.circuit["postings"], keys | {Entry: entries})
            _compare(circuit.name, archive.circuit, season_figures(circuit))
        _spell_as_here(spelt, circuit, evenings)
    except InputError as error:
        raise refusal(say_error_lazily(error), "archive_form") from None
    except (IntegrityError, DataError, LookupError, TypeError, ValueError, AttributeError):
        raise refusal(
            _(
                "The rows of the file do not fit together: it was changed after it was made, or part of it is "
                "missing. Make it again."
            ),
            "archive_rows",
        ) from None
    return evenings


def _compare(name: str, node: Node, figures: Any) -> None:
    if node["figures"].value != figures:
        raise refusal(
            _(
                "“%(name)s”: the results that its sheets make here are not those of the file. Either the file was "
                "changed after it was made, or this program counts otherwise: make it again with the version that "
                "is here."
            ),
            "archive_results",
            name=name,
        )


def _people(archive: Archive, said: Mapping[int, int | None]) -> dict[int, int]:
    index = RosterIndex.lock_and_load()
    known = {member.pk for member in index.members}
    house = dict(Player.objects.filter(is_house=True).values_list("surname", "pk"))
    players, taken, cards, new = {}, set(), set(index.by_card), []
    for person in archive.people:
        key, row = person.row.line, person.row
        meant = house.get(row.surname) if person.is_house else said.get(key)
        if not person.is_house and (key not in said or (meant is not None and meant not in known)):
            raise refusal(
                _("Say of %(player)s who it is: one of the roster, or somebody new."),
                "archive_who",
                player=row.full_name,
            )
        if meant is None:
            player = row.player("" if row.card_number.casefold() in cards else row.card_number)
            player.is_house, player.name_for_paper = person.is_house, person.name_for_paper
            cards.add(player.card_number.casefold())
            new.append((key, player))
        elif meant in taken:
            raise refusal(
                _(
                    "%(player)s and somebody else of the file cannot both be the same person of the roster."
                ),
                "archive_twice",
                player=row.full_name,
            )
        else:
            taken.add(meant)
            players[key] = meant
    Player.objects.bulk_create([player for _key, player in new])
    return players | {key: player.pk for key, player in new}


# Lots and earlier standings go by names. The results are compared while the roster's own people are
# spelt as in the file; then they have their own names back, and so have the settings that name
# them.


def _spell_as_in_the_file(archive: Archive, keys: Mapping[int, int]) -> list[Player]:
    """The players whose name is another here, as they are here."""
    here = Player.objects.in_bulk([keys[person.row.line] for person in archive.people])
    spelt = []
    for person in archive.people:
        player, row = here[keys[person.row.line]], person.row
        if (player.surname, player.given_name) != (row.surname, row.given_name):
            Player.objects.filter(pk=player.pk).update(
                surname=row.surname, given_name=row.given_name
            )
            spelt.append(player)
    return spelt


def _spell_as_here(
    spelt: Collection[Player], circuit: Circuit | None, evenings: Sequence[Tournament]
) -> None:
    if not spelt:
        return
    before = _names_in(evenings)
    for player in spelt:
        Player.objects.filter(pk=player.pk).update(
            surname=player.surname, given_name=player.given_name
        )
    now = _names_in(evenings)
    names = {name: now[key] for key, name in before.items()}
    if circuit is not None:
        lots = {
            name: now[key[0], True, key[2]]
            for key, name in before.items()
            if key[:2] == ("season", False)
        }
        circuit.settings = _respelt(circuit.settings, names, lots)
        circuit.save(update_fields=["settings"])
    for evening in evenings:
        lots = {name: now[key] for key, name in before.items() if key[:2] == (evening.pk, False)}
        settings = _respelt(evening.standing_settings, names, lots)
        if settings != evening.standing_settings:
            Tournament.objects.filter(pk=evening.pk).update(standing_settings=settings)


def _names_in(evenings: Iterable[Tournament]) -> dict[tuple[object, bool, object], str]:
    """Every name by which a standing may call an entry: of an evening or of the season, with the
    given name first or not, by what it names.
    """
    entries = entries_of(evening.pk for evening in evenings)
    every = [entry for own in entries.values() for entry in own.values()]
    names: dict[tuple[object, bool, object], str] = {}
    for spoken in (False, True):
        for evening, own in entries.items():
            names |= {
                (evening, spoken, key): name
                for key, name in display_names(own.values(), spoken).items()
            }
        names |= {
            ("season", spoken, who): name for who, name in season_names(every, spoken).items()
        }
        for entry in every:
            names["alone", spoken, entry.pk] = entry.spoken_title if spoken else entry.title
    return names


def _respelt(
    settings: Mapping[str, Any], names: Mapping[str, str], lots: Mapping[str, str]
) -> dict[str, Any]:
    """A seed would draw other lots from other names, so the lots that it drew are written out."""
    respelt = dict(settings)
    if respelt.get("lot_seed") is not None:
        seed = StandingSettings.from_json(
            Node({"lot_seed": respelt.pop("lot_seed")}, "", "")
        ).lot_seed
        respelt["lot_order"] = list(
            dict.fromkeys(lots[name] for name in draw_order(lots, seed or b"", "lot"))
        )
    elif respelt.get("lot_order"):
        respelt["lot_order"] = list(
            dict.fromkeys(names.get(name, name) for name in respelt["lot_order"])
        )
    if respelt.get("previous"):
        respelt["previous"] = list(
            dict.fromkeys(names.get(name, name) for name in respelt["previous"])
        )
    return respelt


def _circuit(node: Node, keys: dict[type[Model], dict[int, int]]) -> Circuit:
    circuit: Circuit = next(row for _key, row in read_rows(CIRCUIT, [node["row"].value], keys))
    circuit.full_clean(validate_unique=False)
    circuit.save(force_insert=True)
    keys[Circuit] = {node["row"]["pk"].integer(): circuit.pk}
    circuit.guests.set([keys[Player][key.integer()] for key in node["guests"].list()])
    return circuit


def _evening(
    node: Node,
    circuit: Circuit | None,
    keys: dict[type[Model], dict[int, int]],
    named: Mapping[int, str],
    made_at: str,
    author: User | None,
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
    _seal(evening, keys[scoring.HandResult], named, made_at, author)
    _compare(evening.name, node, evening_figures(evening))
    return evening


def _write(part: Part, forms: Node, keys: dict[type[Model], dict[int, int]]) -> None:
    """The rows of a part; where one may name an earlier one of its own kind, they are written one
    after another.
    """
    own = keys[part.model] = {}
    read = read_rows(part, [form.value for form in forms.list()], keys)
    if any(column.related_model is part.model for column in part.columns):
        for key, row in read:
            insert(part, [row])
            own[key] = row.pk
        return
    rows = list(read)
    insert(part, [row for _key, row in rows])
    own.update({key: row.pk for key, row in rows})


def _seal(
    evening: Tournament,
    rows: Mapping[int, int],
    named: Mapping[int, str],
    made: str,
    author: User | None,
) -> None:
    """The rows of sheets have other keys here: the line has for each one that speaks of them which
    was the newest then. People may be called otherwise: it says how, where the file's own names
    (``named``, by key here) were right.
    """
    lines = list(evening.log.order_by("sequence"))
    moved = attested(lines, "last_rows", keys_of(lines))
    newest = {
        line.sequence: moved.get(line.sequence, line.fields["last_row"])
        for line in lines
        if "last_row" in line.fields
    }
    state: dict[str, str] = {}
    for part, there in (
        (PEOPLE, read_people(evening, named=named)),
        (SEATS, read_seats(evening, named=named)),
    ):
        if not any(unlike(part, lines, there)):
            state |= {
                f"{part.name} {place}": value
                for place, value in part.read(evening, (None, None)).items()
            }
    record(
        evening,
        LogKind.TAKEN_IN,
        gettext_noop("The evening came in from an archive file of %(made)s."),
        author=author,
        made=made[:10],
        state=state,
        lines=_vouched(lines),
        last_rows={
            str(line): max((new for old, new in rows.items() if old <= last), default=0)
            for line, last in newest.items()
        },
    )


def _vouched(lines: Iterable[LogEntry]) -> dict[str, str]:
    """Lines whose keys are not here are from now on as they came in. None, where others are proven:
    a log is that as a whole or not at all; nor where the keys take turns, for another one begins
    where an evening was taken in.
    """
    lines = list(lines)
    turns = [
        line
        for before, line in pairwise(lines)
        if line.key != before.key and line.kind != LogKind.TAKEN_IN
    ]
    if turns or any(map(is_proven, lines)):
        return {}
    return {str(line.sequence): content_digest(line) for line in lines}
