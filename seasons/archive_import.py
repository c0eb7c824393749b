"""The evenings of an archive file written here, with the results that the file says they have."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from django.contrib.auth.models import User
from django.db import DataError, IntegrityError, transaction
from django.db.models import Model
from django.utils.translation import gettext_lazy as _, gettext_noop

from king.movements.seating import draw_order
from king.reading import InputError, Node
from king.standing.standing_settings import StandingSettings
from king.words import card_key
from scoring.log_check import unlike
from scoring.models import HandResult
from scoring.publishing import entries_of, frozen_results
from scoring.standing import display_names
from seasons.archive import Archive, evening_figures, season_figures
from seasons.archive_rows import CIRCUIT, PARTS, PUBLICATIONS, Part, insert, read_rows
from seasons.season import season_names
from tournaments.circuits import Circuit
from tournaments.log import LogKind, line_hash, record
from tournaments.log.parts import PEOPLE, SEATS, read_people, read_seats
from tournaments.log.verification import attested, content_digest, is_proven, keys_of
from tournaments.models import Entry, LogEntry, Player, Tournament
from tournaments.roster import RosterIndex
from wording.sentences import refusal, say_error_lazily

NewKeys = dict[type[Model], dict[int, int]]


@transaction.atomic
def import_archive(
    *, archive: Archive, people: Mapping[int, int | None], author: User | None
) -> list[Tournament]:
    """Import an archive. ``people`` has the form of ``first_guess``. Refused if a person is
    unresolved or matched twice, if a row is invalid, or if the results computed here differ from
    those in the file.
    """
    try:
        keys: NewKeys = {Player: _people(archive, people)}
        respelt = _spell_as_in_the_file(archive, keys[Player])
        names = {keys[Player][person.row.line]: person.row.full_name for person in archive.people}
        circuit = None if archive.circuit is None else _circuit(archive.circuit, keys)
        evenings, entries = [], dict[int, int]()
        for node in archive.evenings:
            evening = _evening(node, circuit, keys)
            _seal(evening, keys[HandResult], names, archive.made_at, author)
            _compare(evening.name, node, evening_figures(evening))
            evenings.append(evening)
            entries |= keys[Entry]
        if circuit is not None and archive.circuit is not None:
            _write(PUBLICATIONS, archive.circuit["postings"], keys | {Entry: entries})
            _compare(circuit.name, archive.circuit, season_figures(circuit))
        if respelt:
            _spell_as_here(respelt, circuit, evenings)
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
                "“%(name)s”: the results that its sheets give here are not those of the file. "
                "Either the file was changed after it was made, or this program counts "
                "differently: make it again with the version that is here."
            ),
            "archive_results",
            name=name,
        )


# --- its people


def _people(archive: Archive, people: Mapping[int, int | None]) -> dict[int, int]:
    index = RosterIndex.lock_and_load()
    known = {member.pk for member in index.members}
    house = dict(Player.objects.filter(is_house=True).values_list("surname", "pk"))
    cards, used = set(index.by_card), set[int]()
    here, new = dict[int, int](), dict[int, Player]()
    for person in archive.people:
        key, row = person.row.line, person.row
        player_key = house.get(row.surname) if person.is_house else people.get(key)
        if not person.is_house and (
            key not in people or (player_key is not None and player_key not in known)
        ):
            raise refusal(
                _("Say who %(player)s is: somebody on the roster, or somebody new."),
                "archive_who",
                player=row.full_name,
            )
        if player_key in used:
            raise refusal(
                _(
                    "%(player)s and somebody else in the file cannot both be the same person on the roster."
                ),
                "archive_twice",
                player=row.full_name,
            )
        if player_key is not None:
            here[key] = player_key
            used.add(player_key)
            continue
        card = card_key(row.card_number)
        new[key] = row.player("" if card in cards else row.card_number)
        new[key].is_house, new[key].name_for_paper = person.is_house, person.name_for_paper
        cards.add(card)
    Player.objects.bulk_create(new.values())
    return here | {key: player.pk for key, player in new.items()}


# Lots and earlier standings go by names. The results are compared while the roster's own people are
# spelt as in the file; then they have their own names back, and so have the settings that name
# them.


def _spell_as_in_the_file(archive: Archive, keys: Mapping[int, int]) -> list[Player]:
    """Rename players to the spelling of the file. Returns those that were renamed, with the names
    that they have here.
    """
    here = Player.objects.in_bulk([keys[person.row.line] for person in archive.people])
    respelt = []
    for person in archive.people:
        player, row = here[keys[person.row.line]], person.row
        if (player.surname, player.given_name) != (row.surname, row.given_name):
            _rename(player.pk, row.surname, row.given_name)
            respelt.append(player)
    return respelt


def _rename(player: int, surname: str, given_name: str) -> None:
    Player.objects.filter(pk=player).update(surname=surname, given_name=given_name)


def _spell_as_here(
    respelt: Iterable[Player], circuit: Circuit | None, evenings: Sequence[Tournament]
) -> None:
    before = _names_in(evenings)
    for player in respelt:
        _rename(player.pk, player.surname, player.given_name)
    after = _names_in(evenings)
    names = {pair[way]: after[key][way] for way in (0, 1) for key, pair in before.items()}

    def lots(owner: object) -> dict[str, str]:
        return {pair[0]: after[key][1] for key, pair in before.items() if key[0] == owner}

    if circuit is not None:
        circuit.settings = _respelt(circuit.settings, names, lots("season"))
        circuit.save(update_fields=["settings"])
    for evening in evenings:
        settings = _respelt(evening.standing_settings, names, lots(evening.pk))
        if settings != evening.standing_settings:
            Tournament.objects.filter(pk=evening.pk).update(standing_settings=settings)


def _names_in(evenings: Iterable[Tournament]) -> dict[tuple[object, object], tuple[str, str]]:
    """Every name that a standing may have for an entry, of an evening or of the season. Each is in
    two spellings: surname first, and as spoken.
    """
    entries = entries_of(evening.pk for evening in evenings)
    every = [entry for own in entries.values() for entry in own.values()]
    names: dict[tuple[object, object], tuple[str, str]] = {}
    for evening, own in entries.items():
        spoken = display_names(own.values(), spoken=True)
        for key, title in display_names(own.values()).items():
            names[evening, key] = title, spoken[key]
    of_season = season_names(every, spoken=True)
    for who, title in season_names(every, spoken=False).items():
        names["season", who] = title, of_season[who]
    for entry in every:
        names["alone", entry.pk] = entry.plain_title, entry.plain_spoken_title
    return names


def _respelt(
    settings: Mapping[str, Any], names: Mapping[str, str], lots: Mapping[str, str]
) -> dict[str, Any]:
    """Settings in which names are replaced by those in ``names``. Lots that a seed drew are written
    out, because it would draw others from other names.
    """
    respelt = dict(settings)
    for key in ("lot_order", "previous"):
        if respelt.get(key):
            respelt[key] = list(dict.fromkeys(names.get(name, name) for name in respelt[key]))
    if respelt.get("lot_seed") is not None:
        typed = Node({"lot_seed": respelt.pop("lot_seed")}, "", "")
        drawn = draw_order(lots, StandingSettings.from_json(typed).lot_seed or b"", "lot")
        respelt["lot_order"] = list(dict.fromkeys(map(lots.get, drawn)))
    return respelt


# --- its rows


def _circuit(node: Node, keys: NewKeys) -> Circuit:
    circuit: Circuit = next(row for _key, row in read_rows(CIRCUIT, [node["row"].value], keys))
    circuit.full_clean(validate_unique=False)
    circuit.save(force_insert=True)
    keys[Circuit] = {node["row"]["pk"].integer(): circuit.pk}
    circuit.guests.set([keys[Player][key.integer()] for key in node["guests"].list()])
    return circuit


def _evening(node: Node, circuit: Circuit | None, keys: NewKeys) -> Tournament:
    rows = node["rows"]
    for part in PARTS:
        _write(part, rows[part.name], keys)
    [key] = keys[Tournament].values()
    evening = Tournament.objects.get(pk=key)
    evening.circuit = circuit
    evening.save(update_fields=["circuit"])
    for publication in evening.publications.all():
        list(frozen_results(publication.standings, {}))
    return evening


def _write(part: Part, forms: Node, keys: NewKeys) -> None:
    """Insert the rows of a part. If a row may refer to an earlier one of its kind, they are
    inserted one by one.
    """
    own = keys[part.model] = {}
    rows = read_rows(part, [form.value for form in forms.list()], keys)
    alone = any(column.related_model is part.model for column in part.columns.values())
    for batch in ([row] for row in rows) if alone else [list(rows)]:
        insert(part, [row for _key, row in batch])
        own.update({key: row.pk for key, row in batch})


def _seal(
    evening: Tournament,
    rows: Mapping[int, int],
    names: Mapping[int, str],
    day: str,
    author: User | None,
) -> None:
    """Seal the import with a line of the log. The rows of sheets have new primary keys here, so the
    line gives, for each earlier line that refers to rows, the newest row of that time. For people
    and seats that agree with the log under the names of the file (``names``, by key here), it gives
    their digests as they are here.
    """
    lines = list(evening.log.order_by("sequence"))
    _check_seals(evening, lines)
    moved = attested(lines, "last_rows", keys_of(lines))
    newest = {
        line.sequence: moved.get(line.sequence, line.fields["last_row"])
        for line in lines
        if "last_row" in line.fields
    }
    state: dict[str, str] = {}
    for part, there in (
        (PEOPLE, read_people(evening, names=names)),
        (SEATS, read_seats(evening, names=names)),
    ):
        if not any(unlike(part, lines, there)):
            digests = part.read(evening, (None, None))
            state |= {f"{part.name} {place}": digest for place, digest in digests.items()}
    record(
        evening,
        LogKind.TAKEN_IN,
        gettext_noop("The evening came in from an archive file of %(made)s."),
        author=author,
        made=day[:10],
        state=state,
        lines=_unverified_lines(lines),
        last_rows={
            str(line): max((new for old, new in rows.items() if old <= last), default=0)
            for line, last in newest.items()
        },
    )


def _check_seals(evening: Tournament, lines: Sequence[LogEntry]) -> None:
    """Refuse lines sealed with this installation's own key that were changed or do not follow the
    line before. Also refuse a log without its end, because a file is made after the line about it.
    Where a person's name was removed since, a later proven line has the new digest.
    """
    if not lines or lines[-1].kind != LogKind.ARCHIVED:
        raise refusal(
            _(
                "“%(name)s”: its log does not end with the line that says that this file was "
                "made: the end was removed afterwards. Make it again."
            ),
            "archive_log",
            name=evening.name,
        )
    since = attested(lines, "lines", keys_of(lines))
    before = ""
    for line in lines:
        if line.previous_hash != before and is_proven(line):
            raise refusal(
                _(
                    "“%(name)s”: line %(number)s of its log is sealed with a key of this "
                    "installation but does not follow the line before it: a line was removed from "
                    "the file after it was made. Make it again."
                ),
                "archive_log",
                name=evening.name,
                number=line.sequence,
            )
        before = line.hash
        if line_hash(line) not in (None, line.hash) and (
            since.get(line.sequence) != content_digest(line)
        ):
            raise refusal(
                _(
                    "“%(name)s”: line %(number)s of its log is sealed with a key of this "
                    "installation but is not as it was written: the file was changed after it was made. Make it again."
                ),
                "archive_log",
                name=evening.name,
                number=line.sequence,
            )


def _unverified_lines(lines: Sequence[LogEntry]) -> dict[str, str]:
    """Digest of each line, by its sequence number, if the keys of all lines are missing here; from
    now on they count as they were imported. Empty if some lines are proven, because a log is
    trusted as a whole or not at all. Empty too if keys alternate, because a new key begins only
    after an import.
    """
    turns = any(
        line.key != before.key and line.kind != LogKind.TAKEN_IN for before, line in pairwise(lines)
    )
    if turns or any(map(is_proven, lines)):
        return {}
    return {str(line.sequence): content_digest(line) for line in lines}
