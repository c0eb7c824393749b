"""A list read into the roster: looked at line by line, then written."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import IO, Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from ground.names import cleaned
from tournaments.entries import enter_many
from tournaments.list_reading.files import Answer, read_list
from tournaments.list_reading.rows import Reading, RosterRow
from tournaments.log import LogKind, record
from tournaments.models import Entry, Player, Tournament
from tournaments.roster import Judged, RosterIndex, Status, judge_all
from wording.sentences import Sentence

FORM = 2


MOST_LINES_CHOSEN_FROM = 6_000
"""Lines of all sheets together that a preview keeps, so that another sheet can be chosen without sending the file."""


@dataclass(frozen=True)
class PreviewedSheet:
    name: str
    hidden: bool
    notes: tuple[Sentence, ...]
    conservation: Sentence
    rows: tuple[RosterRow, ...]
    shown: tuple[Status, ...]
    """The status of each line when a person looked at it."""


@dataclass(frozen=True)
class RosterPreview:
    """Effect that a file would have on the roster, line by line; nothing has been written yet.

    ``as_json`` keeps it between two requests; ``import_roster`` judges every line again before it
    writes.
    """

    filename: str
    notes: tuple[Sentence, ...]
    sheets: tuple[PreviewedSheet, ...]
    """Those with people, the one that is shown first."""
    lines: tuple[Judged, ...]
    answer: Answer | None = None
    """All that was read, where it was read just now."""

    @property
    def chosen(self) -> PreviewedSheet:
        return self.sheets[0]

    @property
    def shown(self) -> tuple[Status, ...]:
        return self.chosen.shown

    @property
    def sheet(self) -> str:
        return self.chosen.name

    def of(self, status: Status) -> tuple[Judged, ...]:
        return tuple(judged for judged in self.lines if judged.status is status)

    def of_sheet(self, name: str) -> RosterPreview:
        """The same file with another sheet; this one where it has no such sheet."""
        sheets = tuple(sorted(self.sheets, key=lambda sheet: sheet.name != name))
        return replace(self, sheets=sheets, lines=judge_all(sheets[0].rows, RosterIndex.load()))

    def as_json(self) -> dict[str, Any]:
        return {
            "form": FORM,
            "filename": self.filename,
            "notes": [note.as_json() for note in self.notes],
            "sheets": [
                {
                    "name": sheet.name,
                    "hidden": sheet.hidden,
                    "notes": [note.as_json() for note in sheet.notes],
                    "conservation": sheet.conservation.as_json(),
                    "lines": [
                        [status.value, row.as_json()]
                        for status, row in zip(sheet.shown, sheet.rows, strict=True)
                    ],
                }
                for sheet in self.sheets
            ],
        }

    @classmethod
    def from_json(cls, form: Any) -> RosterPreview:
        try:
            if form["form"] != FORM:
                raise ValueError(form["form"])
            sheets = tuple(
                PreviewedSheet(
                    name=str(sheet["name"]),
                    hidden=bool(sheet["hidden"]),
                    notes=tuple(Sentence.from_json(note) for note in sheet["notes"]),
                    conservation=Sentence.from_json(sheet["conservation"]),
                    rows=tuple(RosterRow.from_json(row) for _status, row in sheet["lines"]),
                    shown=tuple(Status(status) for status, _row in sheet["lines"]),
                )
                for sheet in form["sheets"]
            )
            filename, notes = (
                str(form["filename"]),
                tuple(Sentence.from_json(note) for note in form["notes"]),
            )
            rows = sheets[0].rows
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            sentence = _("The preview of the roster has been lost. Choose the file again.")
            raise ValidationError(sentence, code="preview_lost") from None
        return cls(filename, notes, sheets, judge_all(rows, RosterIndex.load()))


@dataclass(frozen=True)
class RosterImport:
    """Outcome of an import: the players added, how many were known, whom it entered, and the lines
    left aside.
    """

    added: tuple[Player, ...]
    known: int
    entered: tuple[Entry, ...]
    left: tuple[Judged, ...]


def read_roster(file: IO[bytes], filename: str, index: RosterIndex | None = None) -> RosterPreview:
    """Two queries whatever its length. Raises ``ValidationError`` where the file as a whole cannot
    be used; a bad line is a line of the preview.
    """
    index = index or RosterIndex.load()
    answer = read_list(file, filename, index.known)
    hidden = {sheet.name: sheet.hidden for sheet in answer.sheets}
    sheets: list[PreviewedSheet] = []
    lines: tuple[Judged, ...] = ()
    for name in (sheet.name for sheet in answer.sheets if sheet.name in answer.readings):
        reading = answer.readings[name]
        if (
            sheets
            and sum(len(sheet.rows) for sheet in sheets) + len(reading.rows)
            > MOST_LINES_CHOSEN_FROM
        ):
            continue
        judged = judge_all(reading.rows, index)
        lines = lines or judged
        sheets.append(_previewed(name, hidden[name], reading, judged))
    return RosterPreview(cleaned(filename)[:200], answer.notes, tuple(sheets), lines, answer)


def _previewed(
    name: str, hidden: bool, reading: Reading, judged: Sequence[Judged]
) -> PreviewedSheet:
    notes = (*reading.notes, *reading.parts_left())
    shown = tuple(line.status for line in judged)
    return PreviewedSheet(name, hidden, notes, reading.conservation(), reading.rows, shown)


@transaction.atomic
def import_roster(
    *,
    preview: RosterPreview,
    accepted_lines: Collection[int] | None = None,
    author: User | None,
    tournament: Tournament | None = None,
    meant: Mapping[int, int] | None = None,
) -> RosterImport:
    """Add the accepted lines to the roster, all or none; with a tournament, enter them and the
    known ones too.

    ``accepted_lines`` are keys of lines; None accepts every new line and no doubtful one. ``meant``
    says which candidate a doubtful line is. Each line is judged again: one that has become doubtful
    meanwhile is left.
    """
    judged_now = judge_all([judged.row for judged in preview.lines], RosterIndex.lock_and_load())
    lines = [_as_meant(judged, (meant or {}).get(judged.key)) for judged in judged_now]
    before = {
        judged.key: status for judged, status in zip(preview.lines, preview.shown, strict=True)
    }
    new = {line for line, status in before.items() if status is Status.NEW}
    chosen = new if accepted_lines is None else set(accepted_lines)
    adding = [
        judged
        for judged in lines
        if judged.key in chosen
        and judged.status in (Status.NEW, Status.DOUBTFUL)
        and (judged.status is Status.NEW or before[judged.key] is Status.DOUBTFUL)
    ]
    added = _add_players(adding)
    known = [judged for judged in lines if judged.status is Status.KNOWN]
    done = {judged.key for judged in (*adding, *known)}
    left = tuple(judged for judged in lines if judged.key not in done)
    entered: tuple[Entry, ...] = ()
    if tournament is not None:
        said = set(meant or ())
        wanted = [
            judged for judged in known if accepted_lines is None or judged.key in chosen | said
        ]
        entered = _enter(tournament, added, wanted, author)
        sentence = gettext_noop(
            "Roster “%(file)s”: %(added)s players added, %(known)s already known, %(entered)s entered, %(left)s left."
        )
        record(
            tournament,
            LogKind.ROSTER,
            sentence,
            author=author,
            file=preview.filename,
            added=len(added),
            known=len(known),
            entered=len(entered),
            left=len(left),
        )
    return RosterImport(added, len(known), entered, left)


def _as_meant(judged: Judged, pk: int | None) -> Judged:
    member = next((candidate for candidate in judged.candidates if candidate.pk == pk), None)
    if judged.status is not Status.DOUBTFUL or member is None:
        return judged
    return replace(judged, status=Status.KNOWN, member=member)


def _add_players(adding: Collection[Judged]) -> tuple[Player, ...]:
    try:
        with transaction.atomic():
            return tuple(
                Player.objects.bulk_create([judged.player for judged in adding], batch_size=500)
            )
    except IntegrityError:
        sentence = _(
            "The roster has changed meanwhile: somebody got one of these cards. Look at the preview again."
        )
        raise ValidationError(sentence, code="roster_changed") from None


def _enter(
    tournament: Tournament,
    added: Collection[Player],
    known: Collection[Judged],
    author: User | None,
) -> tuple[Entry, ...]:
    numbers = [judged.member.pk for judged in known if judged.member is not None]
    players = [*Player.objects.filter(pk__in=numbers), *added]
    present = set(tournament.members.values_list("player_id", flat=True))
    return enter_many(
        tournament=tournament,
        players=[player for player in players if player.pk not in present],
        author=author,
    )
