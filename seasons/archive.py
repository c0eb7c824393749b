"""An evening or a season as one file, JSON packed with gzip, which another installation can import
with the same results (``archive_import``). This module writes the file, and reads it as far as its
form.
"""

import gzip
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, gettext_noop

from ground.isolation import ReadError
from ground.isolation.gzip_json import MOST_UNPACKED, text_of
from ground.names import same_name
from king.reading import InputError, Node
from king.words import card_key
from scoring.models import FinalHold
from scoring.standing import TournamentStandings, tournament_standings
from seasons.archive_rows import CIRCUIT, PARTS, PUBLICATIONS
from seasons.season import Season, season_of
from tournaments.circuits import Circuit
from tournaments.list_reading.rows import MOST_LENGTH, RosterRow
from tournaments.log import LogKind, record
from tournaments.models import Player, Tournament
from tournaments.name_similarity import likeness
from tournaments.player_columns import player_rows
from tournaments.roster import Judged, RosterIndex, Status, judge, number_of
from wording.sentences import Sentence, refusal, say_error_lazily

FORM = "king-archive-1"

MOST_BYTES = 15_000_000
"""Of a file, packed: six evenings of 250 tables and four partite have 6.5 MB, and 61 MB unpacked. The server takes
16 MB in one request."""
MOST_PEOPLE, MOST_EVENINGS = 10_000, 200
"""Of a file: each person of it is looked for on the roster."""


# --- going out


@transaction.atomic
def archive_of(*, owner: Tournament | Circuit, author: User | None) -> bytes:
    """Archive of the evenings. Refused while an evening is not over, because the file would have
    its cards or its last standing.
    """
    circuit = owner if isinstance(owner, Circuit) else None
    conditions = {"circuit": circuit} if circuit else {"pk": owner.pk}
    evenings = list(
        Tournament.objects.select_for_update().filter(**conditions).order_by("date", "pk")
    )
    _check_over(evenings)
    for evening in evenings:
        sentence = gettext_noop("The evening went out as an archive file.")
        record(evening, LogKind.ARCHIVED, sentence, author=author)
    people = Player.objects.filter(pk__in=_players_of(evenings, circuit)).order_by("pk")
    names = ("pk", "surname", "given_name", "name_for_paper", "club", "card_number", "is_house")
    content = {
        "form": FORM,
        "made_at": timezone.now().isoformat(),
        "people": [
            {name: getattr(player, name) for name in names}
            | {"forgotten": player.surname == number_of(player)}
            for player in people
        ],
        "circuit": circuit
        and {
            "row": CIRCUIT.rows(circuit)[0],
            "guests": sorted(circuit.guests.values_list("pk", flat=True)),
            "postings": PUBLICATIONS.rows(circuit),
            "figures": season_figures(circuit),
        },
        "evenings": [
            {
                "rows": {part.name: part.rows(evening) for part in PARTS},
                "figures": evening_figures(evening),
            }
            for evening in evenings
        ],
    }
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), default=str).encode()
    packed = gzip.compress(text)
    if len(packed) > MOST_BYTES or len(text) > MOST_UNPACKED:
        raise too_large()
    return packed


def _check_over(evenings: Collection[Tournament]) -> None:
    if not evenings:
        raise refusal(
            _("The circuit has no evening yet: there is nothing to put into a file."), "no_evening"
        )
    holds = FinalHold.objects.filter(tournament__in=evenings, released_at=None)
    on_hold = set(holds.values_list("tournament", flat=True))
    still_open = _(
        "“%(evening)s” is not closed: its cards and results may still change. Close it first."
    )
    held_back = _(
        "“%(evening)s” holds its final standings back for the prize-giving: show them to everybody first."
    )
    refused = [
        refusal(held_back if evening.closed_at else still_open, "not_over", evening=evening.name)
        for evening in evenings
        if evening.closed_at is None or evening.pk in on_hold
    ]
    if refused:
        raise ValidationError(refused)
    for evening in evenings:
        evening.check_own()


def _players_of(evenings: Iterable[Tournament], circuit: Circuit | None) -> set[int]:
    keys = set(circuit.guests.values_list("pk", flat=True)) if circuit else set()
    models = {part.model._meta.label: part.model for part in PARTS}
    for holder in player_rows():
        if holder.model in models:
            rows = models[holder.model]._base_manager.filter(**{f"{holder.evening}__in": evenings})
            for value in rows.order_by().values_list(holder.column, flat=True):
                keys.update(map(value.get, holder.keys) if holder.keys else [value])
    return keys - {None}


# Figures of the results, without names, for the other side to compare: people may be called
# otherwise there.


def evening_figures(evening: Tournament) -> list[list[list[Any]]] | None:
    """Rank, match points and total of each line of each standing. None if nothing was played."""
    return _figures(lambda: tournament_standings(evening, spoken=True))


def season_figures(circuit: Circuit) -> list[list[list[Any]]] | None:
    return _figures(lambda: season_of(circuit, spoken=True))


def _figures(make: Callable[[], TournamentStandings | Season]) -> list[list[list[Any]]] | None:
    try:
        answer = make().as_json()
    except ValidationError:
        return None
    of_rounds = (lines for round_ in answer["rounds"] for lines in round_["winds"].values())
    return [
        sorted(([line["rank"], line["match_points"], line["total"]] for line in lines), key=str)
        for lines in (answer["overall"], *answer["winds"].values(), *of_rounds)
    ]


# --- read


class Person(NamedTuple):
    """A person in the file, named as there. ``row.line`` is their key in it."""

    row: RosterRow
    is_house: bool
    forgotten: bool
    name_for_paper: str


class Archive(NamedTuple):
    """Contents of a file, checked only for their form. Rows are read when they are stored.
    ``named`` are its evenings.
    """

    made_at: str
    people: Sequence[Person]
    circuit: Node | None
    evenings: Sequence[Node]
    named: Sequence[str]

    def judged(self, index: RosterIndex) -> list[Judged]:
        """People of the file compared with the roster: known by the card, new if nobody has the
        name, else doubtful. No player is two people of a file, so one that was found by card is not
        offered to anybody else.
        """
        people = [
            Judged(person.row, Status.NEW, ()) if person.forgotten else judge(person.row, index)
            for person in self.people
            if not person.is_house
        ]
        times = Counter(map(_by_card, people))
        sure = {member for member, count in times.items() if member and count == 1}
        return [_judge_person(person, sure) for person in people]


def _by_card(person: Judged) -> int | None:
    """Key of the roster's player with the same card, if the names are alike too, else None. Clubs
    number their cards alike, so that the card alone proves nothing.
    """
    row, member = person.row, person.member
    if not row.card_number or member is None:
        return None
    if card_key(row.card_number) != card_key(member.card_number):
        return None
    alike = likeness((row.surname, row.given_name), (member.surname, member.given_name))
    return None if alike is None else member.pk


_SAME_NAME = gettext_noop("The roster has this name: say whether it is the same person.")


def _judge_person(person: Judged, sure: Collection[int]) -> Judged:
    if _by_card(person) in sure:
        return person
    candidates = tuple(member for member in person.candidates if member.pk not in sure)
    if not candidates:
        return person._replace(status=Status.NEW, member=None, candidates=())
    reasons = (Sentence(_SAME_NAME),) if person.status is Status.KNOWN else person.reasons
    return person._replace(
        status=Status.DOUBTFUL, member=None, candidates=candidates, reasons=reasons
    )


def first_guess(judged: Iterable[Judged]) -> dict[int, int | None]:
    """Player of the roster for each key in the file, None for somebody new. Doubtful people are
    left out.
    """
    return {
        person.line: person.member.pk if person.member else None
        for person in judged
        if person.status is not Status.DOUBTFUL
    }


def same_names(judged: Iterable[Judged]) -> dict[int, int | None]:
    """Player of the roster for each doubtful person, if exactly one player has the name, and nobody
    else of the file can be that player.
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
    """Read the file. Raises ``ValidationError`` if it cannot be used, with what is wrong, where,
    and what to do, or if one of its evenings exists here already.
    """
    document = Node(_unpack(content), "", "")
    try:
        if not isinstance(document.value, dict) or document["form"].value != FORM:
            raise _not_one()
        people = document["people"].list()
        if len(people) > MOST_PEOPLE or len(document["evenings"].list()) > MOST_EVENINGS:
            raise too_large()
        evenings = document["evenings"].list()
        tournaments = [evening["rows"]["tournament"].list()[0] for evening in evenings]
        archive = Archive(
            document["made_at"].text()[:40],
            [*map(_read_person, people)],
            document.get("circuit"),
            evenings,
            [row["name"].text() for row in tournaments],
        )
        if not evenings:
            raise _not_one()
        _check_not_here(archive, [row["code"].text() for row in tournaments])
    except InputError as error:
        raise refusal(say_error_lazily(error), "archive_form") from None
    except LookupError:
        raise _not_one() from None
    return archive


def _check_not_here(archive: Archive, codes: Collection[str]) -> None:
    here = Tournament.objects.filter(code__in=codes).first()
    if here is not None:
        raise refusal(
            _("“%(evening)s”, code %(code)s, is already here: an evening can be loaded only once."),
            "archive_here",
            evening=here.name,
            code=here.code,
        )
    if archive.circuit is None:
        return
    name, code = (archive.circuit["row"][key].text() for key in ("name", "code"))
    if Circuit.objects.filter(Q(name=name) | Q(code=code)).exists():
        raise refusal(
            _(
                "The circuit “%(circuit)s” is already here. If the file has a different one of "
                "that name, rename the one that is here first."
            ),
            "archive_here",
            circuit=name,
        )


def _unpack(content: bytes) -> Any:
    if len(content) > MOST_BYTES:
        raise too_large()
    try:
        return json.loads(text_of(content))
    except ReadError as error:
        if str(error) == "no_json":
            raise _not_one() from None
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
        _("The file is larger than %(most)s MB: load the evenings one by one."),
        "archive_too_large",
        most=MOST_BYTES // 1_000_000,
    )


def _not_one() -> ValidationError:
    return refusal(
        _(
            "This is not an archive file of this program, or it is one of another version. Choose "
            "the file that “Archive file” made, or update the program."
        ),
        "archive_form",
    )


def _read_person(node: Node) -> Person:
    names = ("card_number", "surname", "given_name", "club", "name_for_paper")
    texts = {name: node[name].text() for name in names}
    for name, text in texts.items():
        if len(text) > MOST_LENGTH.get(name, 80) or (name == "surname" and not text):
            raise node[name].fail(gettext_noop("a name short enough for the roster"))
    paper = texts.pop("name_for_paper")
    row = RosterRow(node["pk"].integer(1), **texts, email="")  # type: ignore[arg-type]
    return Person(row, node["is_house"].boolean(), node["forgotten"].boolean(), paper)
