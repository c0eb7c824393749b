"""A list read into the roster: looked at line by line, then written."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import IO, Any, NamedTuple

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _, gettext_noop

from ground.names import clean_text
from tournaments.entries import enter_many
from tournaments.list_reading.files import read_list
from tournaments.list_reading.rows import RosterRow
from tournaments.log import LogKind, record
from tournaments.models import Entry, Player, Tournament
from tournaments.roster import Judged, RosterIndex, Status, judge_all
from wording.sentences import refusal

FORM = 4
MOST_LINES_CHOSEN_FROM = 6_000
"""Lines of all sheets together that a preview keeps, so that another sheet can be chosen without sending the file."""


class PreviewedSheet(NamedTuple):
    name: str
    hidden: bool
    notes: tuple[str, ...]
    balance: str
    cut: tuple[str, ...]
    rows: tuple[RosterRow, ...]
    shown: tuple[Status, ...]
    """The status of each line when a person looked at it."""


class RosterPreview(NamedTuple):
    """Preview of what a file would change in the roster, line by line. Nothing is written yet.

    ``as_json`` stores it between two requests; ``import_roster`` judges every line again before it
    writes.
    """

    filename: str
    notes: tuple[str, ...]
    sheets: tuple[PreviewedSheet, ...]
    """Those with people, the one that is shown first."""
    lines: tuple[Judged, ...]

    @property
    def chosen(self) -> PreviewedSheet:
        return self.sheets[0]

    @property
    def sheet(self) -> str:
        return self.chosen.name

    def of(self, status: Status) -> tuple[Judged, ...]:
        return tuple(judged for judged in self.lines if judged.status is status)

    def of_sheet(self, name: str) -> RosterPreview:
        """Preview of the file's sheet with this name, or of the present sheet if it has none."""
        sheets = tuple(sorted(self.sheets, key=lambda sheet: sheet.name != name))
        return self._replace(sheets=sheets, lines=judge_all(sheets[0].rows, RosterIndex.load()))

    def as_json(self) -> dict[str, Any]:
        sheets = [
            sheet._asdict() | {"rows": [row.as_json() for row in sheet.rows]}
            for sheet in self.sheets
        ]
        return {"form": FORM, "filename": self.filename, "notes": self.notes, "sheets": sheets}

    @classmethod
    def from_json(cls, form: Any) -> RosterPreview:
        """Read back a preview that this program signed. One of another version is refused."""
        if not isinstance(form, dict) or form.get("form") != FORM:
            raise refusal(
                _("The preview of the roster has been lost. Choose the file again."), "preview_lost"
            )
        sheets = tuple(
            PreviewedSheet(
                **sheet
                | {
                    "rows": tuple(map(RosterRow.from_json, sheet["rows"])),
                    "shown": tuple(map(Status, sheet["shown"])),
                }
            )
            for sheet in form["sheets"]
        )
        lines = judge_all(sheets[0].rows, RosterIndex.load())
        return cls(form["filename"], form["notes"], sheets, lines)


class RosterImport(NamedTuple):
    """Result of an import: players added, the number already known, those entered, and the lines
    left out.
    """

    added: tuple[Player, ...]
    known: int
    entered: tuple[Entry, ...]
    left: tuple[Judged, ...]


def read_roster(file: IO[bytes], filename: str) -> RosterPreview:
    """Read a file. Two queries whatever its length. Raises ``ValidationError`` if the file cannot
    be used at all; a bad line is part of the preview.
    """
    index = RosterIndex.load()
    answer = read_list(file, filename, index.known)
    sheets: list[PreviewedSheet] = []
    lines: tuple[Judged, ...] = ()
    for sheet in answer.sheets:
        reading = answer.readings.get(sheet.name)
        rows_before = sum(len(other.rows) for other in sheets)
        if reading is None or (
            rows_before and rows_before + len(reading.rows) > MOST_LINES_CHOSEN_FROM
        ):
            continue
        judged = judge_all(reading.rows, index)
        lines = lines or judged
        sheets.append(
            PreviewedSheet(
                sheet.name,
                sheet.hidden,
                tuple(map(str, reading.notes)),
                str(reading.balance()),
                tuple(map(str, reading.cut())),
                reading.rows,
                tuple(line.status for line in judged),
            )
        )
    notes = tuple(map(str, answer.notes))
    return RosterPreview(clean_text(filename)[:200], notes, tuple(sheets), lines)


@transaction.atomic
def import_roster(
    *,
    preview: RosterPreview,
    accepted_lines: Collection[int] | None = None,
    author: User | None,
    tournament: Tournament | None = None,
    choices: Mapping[int, int] | None = None,
) -> RosterImport:
    """Add the accepted lines to the roster, all or none; with a tournament, enter them and the
    known players too.

    ``accepted_lines`` are keys of lines; None accepts every new line and no doubtful one.
    ``choices`` are the candidates of doubtful lines. Each line is judged again; one that became
    doubtful meanwhile is left out.
    """
    judged_now = judge_all([judged.row for judged in preview.lines], RosterIndex.lock_and_load())
    lines = [_apply_choice(judged, (choices or {}).get(judged.key)) for judged in judged_now]
    chosen, adding = _chosen(preview, lines, accepted_lines)
    try:
        with transaction.atomic():
            added = Player.objects.bulk_create([judged.player for judged in adding], batch_size=500)
    except IntegrityError:
        raise refusal(
            _(
                "The roster has changed meanwhile: somebody received one of these cards. Look at the preview again."
            ),
            "roster_changed",
        ) from None
    known = [judged for judged in lines if judged.status is Status.KNOWN]
    done = {judged.key for judged in (*adding, *known)}
    rest = tuple(judged for judged in lines if judged.key not in done)
    entered: tuple[Entry, ...] = ()
    if tournament is not None:
        keys = {
            judged.member.pk
            for judged in known
            if judged.member is not None
            and (accepted_lines is None or judged.key in chosen | set(choices or ()))
        }
        present = tournament.members.values("player")
        players = Player.objects.filter(pk__in=keys).exclude(pk__in=present)
        entered = enter_many(tournament=tournament, players=[*players, *added], author=author)
        record(
            tournament,
            LogKind.ROSTER,
            gettext_noop(
                "Roster “%(file)s”: %(added)s players added, %(known)s already known, %(entered)s entered, %(left)s left."
            ),
            author=author,
            file=preview.filename,
            added=len(added),
            known=len(known),
            entered=len(entered),
            left=len(rest),
        )
    return RosterImport(tuple(added), len(known), entered, rest)


def _chosen(
    preview: RosterPreview, lines: Sequence[Judged], accepted_lines: Collection[int] | None
) -> tuple[set[int], list[Judged]]:
    before = {
        judged.key: status
        for judged, status in zip(preview.lines, preview.chosen.shown, strict=True)
    }
    chosen = {line for line, status in before.items() if status is Status.NEW}
    if accepted_lines is not None:
        chosen = set(accepted_lines)
    return chosen, [
        judged
        for judged in lines
        if judged.key in chosen
        and judged.status in (Status.NEW, Status.DOUBTFUL)
        and (judged.status is Status.NEW or before[judged.key] is Status.DOUBTFUL)
    ]


def _apply_choice(judged: Judged, pk: int | None) -> Judged:
    member = next((candidate for candidate in judged.candidates if candidate.pk == pk), None)
    if judged.status is not Status.DOUBTFUL or member is None:
        return judged
    return judged._replace(status=Status.KNOWN, member=member)
