"""The club's roster: a file becomes a preview, the preview becomes players; and finding a player by a few letters."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import IO, Any

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet, TextField, Value
from django.db.models.functions import Replace
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from tournaments.entries import enter_many
from tournaments.log import record
from tournaments.matching import Judged, RosterIndex, Status, judge_all
from tournaments.models import Entry, EntryMember, Player, Tournament
from tournaments.names import cleaned, folded
from tournaments.roster_columns import RosterRow, read_rows
from tournaments.roster_file import read_file
from tournaments.wording import Sentence

FORM = 1


@dataclass(frozen=True)
class RosterPreview:
    """What a file would do to the roster, line by line; nothing has been written yet.

    ``as_json`` keeps it between two requests; ``import_roster`` judges every line again before it writes.
    """

    filename: str
    sheet: str
    notes: tuple[Sentence, ...]
    lines: tuple[Judged, ...]
    shown: tuple[Status, ...]
    """The status of each line when a person looked at it."""

    def _with(self, status: Status) -> tuple[Judged, ...]:
        return tuple(judged for judged in self.lines if judged.status is status)

    @cached_property
    def new(self) -> tuple[Judged, ...]:
        """People that the roster has not got."""
        return self._with(Status.NEW)

    @cached_property
    def known(self) -> tuple[Judged, ...]:
        """People that it has."""
        return self._with(Status.KNOWN)

    @cached_property
    def doubtful(self) -> tuple[Judged, ...]:
        """Lines for a person to decide."""
        return self._with(Status.DOUBTFUL)

    @cached_property
    def refused(self) -> tuple[Judged, ...]:
        """Lines that cannot be imported."""
        return self._with(Status.REFUSED)

    def as_json(self) -> dict[str, Any]:
        """The preview as it was shown: the lines as read, and the status that each had."""
        return {
            "form": FORM,
            "filename": self.filename,
            "sheet": self.sheet,
            "notes": [note.as_json() for note in self.notes],
            "lines": [
                [status.value, judged.row.as_json()] for status, judged in zip(self.shown, self.lines, strict=True)
            ],
        }

    @classmethod
    def from_json(cls, form: Any) -> RosterPreview:
        """Read :meth:`as_json` and judge the lines against the roster of now; raises ``ValidationError``."""
        try:
            if form["form"] != FORM:
                raise ValueError(form["form"])
            rows = [RosterRow.from_json(row) for _status, row in form["lines"]]
            shown = tuple(Status(status) for status, _row in form["lines"])
            notes = tuple(Sentence.from_json(note) for note in form["notes"])
            filename, sheet = str(form["filename"]), str(form["sheet"])
        except (KeyError, TypeError, ValueError, AttributeError):
            sentence = _("The preview of the roster has been lost. Choose the file again.")
            raise ValidationError(sentence, code="preview_lost") from None
        return cls(filename, sheet, notes, judge_all(rows, RosterIndex.load()), shown)


@dataclass(frozen=True)
class RosterImport:
    """What an import did: the players added, how many were known, whom it entered, and the lines left aside."""

    added: tuple[Player, ...]
    known: int
    entered: tuple[Entry, ...]
    left: tuple[Judged, ...]


def read_roster(file: IO[bytes], filename: str) -> RosterPreview:
    """Read an .xlsx or .csv and compare it with the roster; two queries whatever its length.

    Raises ``ValidationError`` where the file as a whole cannot be used; a bad line is a line of the preview.
    """
    roster_file = read_file(file, filename)
    sheet, notes, rows = read_rows(roster_file, filename)
    lines = judge_all(rows, RosterIndex.load())
    shown = tuple(judged.status for judged in lines)
    return RosterPreview(cleaned(filename)[:200], sheet, (*roster_file.notes, *notes), lines, shown)


@transaction.atomic
def import_roster(
    *,
    preview: RosterPreview,
    accepted_lines: Collection[int] | None = None,
    author: AbstractBaseUser | None,
    tournament: Tournament | None = None,
) -> RosterImport:
    """Add the accepted lines to the roster, all or none; with a tournament, enter them and the known ones too.

    ``accepted_lines`` are numbers of lines of the file; None accepts every new line and no doubtful one. Each line is
    judged again: one that has become known is not added twice, one that has become doubtful meanwhile is left.
    """
    lines = judge_all([judged.row for judged in preview.lines], RosterIndex.lock_and_load())
    before = {judged.line: status for judged, status in zip(preview.lines, preview.shown, strict=True)}
    new = {line for line, status in before.items() if status is Status.NEW}
    chosen = new if accepted_lines is None else set(accepted_lines)
    adding = [
        judged
        for judged in lines
        if judged.line in chosen
        and judged.status in (Status.NEW, Status.DOUBTFUL)
        and (judged.status is Status.NEW or before[judged.line] is Status.DOUBTFUL)
    ]
    added = _add_players(adding)
    known = [judged for judged in lines if judged.status is Status.KNOWN]
    done = {judged.line for judged in (*adding, *known)}
    left = tuple(judged for judged in lines if judged.line not in done)
    entered: tuple[Entry, ...] = ()
    if tournament is not None:
        wanted = [judged for judged in known if accepted_lines is None or judged.line in chosen]
        entered = _enter(tournament, added, wanted, author)
        sentence = gettext_noop(
            "Roster “%(file)s”: %(added)s players added, %(known)s already known, %(entered)s entered, %(left)s left."
        )
        record(
            tournament, "roster", sentence, author=author,
            file=preview.filename, added=len(added), known=len(known), entered=len(entered), left=len(left),
        )  # fmt: skip
    return RosterImport(added, len(known), entered, left)


def _add_players(adding: Collection[Judged]) -> tuple[Player, ...]:
    try:
        with transaction.atomic():
            return tuple(Player.objects.bulk_create([judged.player for judged in adding], batch_size=500))
    except IntegrityError:
        sentence = _("The roster has changed meanwhile: somebody got one of these cards. Look at the preview again.")
        raise ValidationError(sentence, code="roster_changed") from None


def _enter(
    tournament: Tournament, added: Collection[Player], known: Collection[Judged], author: AbstractBaseUser | None
) -> tuple[Entry, ...]:
    numbers = [judged.member.pk for judged in known if judged.member is not None]
    players = [*Player.objects.filter(pk__in=numbers), *added]
    present = set(tournament.members.values_list("player_id", flat=True))
    return enter_many(
        tournament=tournament, players=[player for player in players if player.pk not in present], author=author
    )


@transaction.atomic
def save_player(*, player: Player, author: AbstractBaseUser | None) -> Player:
    """Store what was put right of a member. Another name is said in every open evening that the member has entered.

    Its results follow the person; what was printed with the old name is out of date.
    """
    was = Player.objects.select_for_update().filter(pk=player.pk).first()
    player.save()
    if was is not None and was.full_name != player.full_name:
        sentence = gettext_noop("Name put right on the roster: %(was)s is now %(player)s.")
        for tournament in Tournament.objects.filter(closed_at=None, members__player=player).distinct().order_by("pk"):
            record(tournament, "renamed", sentence, author=author, was=was.full_name, player=player.full_name)
    return player


def players_for(tournament: Tournament | None) -> QuerySet[Player]:
    """The roster as an evening may draw on it: without those entered already, and for a real evening without the
    invented people whom trial evenings alone have."""
    people = Player.objects.filter(is_house=False)
    if tournament is None:
        return people
    if not tournament.is_demo:
        seats = EntryMember.objects.filter(player=OuterRef("pk"))
        people = people.exclude(
            Exists(seats.filter(tournament__is_demo=True)), ~Exists(seats.filter(tournament__is_demo=False))
        )
    return people.exclude(memberships__tournament=tournament)


def find_players(text: str, tournament: Tournament | None = None, limit: int = 8) -> list[Player]:
    """Players each of whose typed words begins a word of name or card; without those entered in the tournament.

    Accents, capitals and apostrophes do not count: ``nicc`` finds Niccolò, ``amico`` and ``d'am`` find D'Amico. A
    surname of two words may be typed as one: ``lopresti`` finds Lo Presti.
    """
    words = folded(cleaned(text[:200])).split()[:6]
    if not words:
        return []
    people = found = players_for(tournament)
    for word in words:
        found = found.filter(search__contains=f" {word}")
    meant = list(found[:limit])
    if not meant and len(words) == 1:
        in_one = people.annotate(in_one=Replace("search", Value(" "), Value(""), output_field=TextField()))
        meant = list(in_one.filter(in_one__startswith=words[0])[:limit])
    return meant
