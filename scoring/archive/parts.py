"""Which rows belong to an evening, and which stay where they are, each said once; rows as JSON and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import Field, ForeignKey, JSONField, Model, QuerySet
from django.utils.translation import gettext_lazy as _

from deals.models import Board, BoardSet
from scoring.clock import ClockChange
from scoring.models import (
    Call,
    FinalHold,
    HandResult,
    Protest,
    Publication,
    Reading,
    Redeal,
    Ruling,
    SeatReport,
    Settlement,
    Sheet,
    Signature,
)
from tournaments.circuits import Circuit, SeasonPosting
from tournaments.models import Entry, EntryMember, LogEntry, Place, Player, Round, Seat, Table, Tournament

Keys = Mapping[type[Model], Mapping[int, int]]
"""By model the keys of rows in the file, each with the key that its row has here."""


def _players(row: Any, keys: Keys) -> None:
    row.players = {wind: keys[Player][player] for wind, player in row.players.items()}


def _named(row: Any, keys: Keys) -> None:
    row.named = row.named and {name: keys[Entry][key] for name, key in row.named.items() if key in keys[Entry]}


def _places(row: Any, keys: Keys) -> None:
    row.places = [[keys[Entry][key], place] for key, place in row.places if key in keys[Entry]]


@dataclass(frozen=True)
class Part:
    """The rows of a model; ``way`` leads to their evening or circuit. Columns that ``stay`` are secrets, marks of
    devices and what is one installation's own. ``rename`` puts new keys into JSON that holds keys.
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
        going = (field for field in self.model._meta.concrete_fields if field.related_model is not User)
        return [field for field in going if not field.primary_key and field.name not in self.stay]

    def rows(self, owner: Model) -> QuerySet[Any]:
        """In the order in which they were written."""
        return self.model._base_manager.filter(**{self.way: owner.pk}).order_by("pk")


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
    Part(ClockChange, "round__tournament"),
    Part(Sheet, "table__round__tournament"),
    Part(HandResult, SHEET, stay=("client_id", "device")),
    Part(Signature, SHEET, stay=("device",)),
    Part(Call, "table__round__tournament", stay=("device",)),
    Part(Ruling, SHEET),
    Part(Reading, SHEET, stay=("client_id",)),
    Part(SeatReport, SHEET, stay=("device",), rename=_players),
    Part(Redeal, SHEET),
    Part(Publication, "tournament", rename=_named),
    Part(Protest, "table__round__tournament"),
    Part(FinalHold, "tournament", stay=("remote",)),
    Part(Settlement, "tournament", rename=_places),
    Part(LogEntry, "tournament"),
)
"""An evening, each row after those that it names."""
CIRCUIT = Part(Circuit, "pk")
POSTINGS = Part(SeasonPosting, "circuit", rename=_named)

STAYS = {
    "printing.PrintJob": "a document is made anew from the rows",
    "printing.Mailing": "who got a mail from one installation has got none from another",
    "scoring.Qualification": "a final goes out as an evening of its own, and who was to play in it is in it",
    "king_tournament.Screen": "a browser in one hall",
}
"""The models with a way to an evening that do not go along, each with its reason."""


def as_forms(part: Part, owner: Model) -> list[dict[str, Any]]:
    """The rows as the file has them: their columns, and their key as ``pk``. One query."""
    columns = part.columns
    return [
        {"pk": row.pk, **{column.attname: _plain(getattr(row, column.attname)) for column in columns}}
        for row in part.rows(owner)
    ]


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, bool | int | float | str | list | dict) else str(value)


def read_rows(part: Part, forms: Iterable[Any], keys: Keys) -> Iterator[tuple[int, Any]]:
    """The rows of a file, not saved, by the key that they have there. Raises ``ValidationError`` for the first one that
    is none."""
    columns = {column.attname: column for column in part.columns}
    for number, form in enumerate(forms, 1):
        params = {"kind": part.model._meta.verbose_name, "number": number}
        if not isinstance(form, dict) or not isinstance(form.get("pk"), int):
            raise ValidationError(_("Row %(number)s of “%(kind)s” is no row."), "archive_row", params)
        for name in form.keys() - columns.keys() - {"pk"}:
            sentence = _("“%(kind)s” has the column “%(column)s”, which this version of the program does not know: the "
                         "file is from a newer one. Update the program, then take the file in.")  # fmt: skip
            raise ValidationError(sentence, "archive_newer", params | {"column": str(name)[:40]})
        try:
            values = {name: _read(columns[name], value, keys) for name, value in form.items() if name != "pk"}
            row = part.model(**values)
            if part.rename is not None:
                part.rename(row, keys)
        except (ValidationError, LookupError, TypeError, ValueError, AttributeError) as error:
            reason = error.messages[0] if isinstance(error, ValidationError) else str(error)[:100]
            sentence = _("Row %(number)s of “%(kind)s” cannot be read: %(reason)s")
            raise ValidationError(sentence, "archive_row", params | {"reason": reason}) from None
        yield form["pk"], row


def _read(column: Field[Any, Any], value: Any, keys: Keys) -> Any:
    if isinstance(column, ForeignKey):
        related: type[Model] = column.related_model
        return None if value is None else keys[related][value]
    empty = (value is None and column.null) or (value == "" and column.empty_strings_allowed)
    return value if empty or (isinstance(column, JSONField) and value in ([], {})) else column.clean(value, None)


def insert(part: Part, rows: list[Any]) -> None:
    """Write the rows as they are, the moments of their making too, in a few queries; they have their keys then."""
    fields = [field for field in part.model._meta.concrete_fields if not field.primary_key]
    size = connection.ops.bulk_batch_size(fields, rows) if rows else 1
    for start in range(0, len(rows), size):
        some = rows[start : start + size]
        # As ``bulk_create`` does it, and raw: that one would say of every row that it was made now.
        made = part.model._base_manager._insert(  # type: ignore[attr-defined]
            some, fields=fields, using=connection.alias, raw=True, returning_fields=[part.model._meta.pk]
        )
        for row, (key,) in zip(some, made, strict=True):
            row.pk = key
