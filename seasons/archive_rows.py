"""Rows of an archive: declares once which rows belong to an evening and which stay, and converts
rows to JSON and back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.apps import apps
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import Field, ForeignKey, JSONField, Model
from django.utils.translation import gettext_lazy as _

from deals.models import Board, BoardSet
from ground.secrets import key_places
from scoring import models as scoring
from seasons.models import SeasonPublication
from tournaments.circuits import Circuit
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
from wording.sentences import refusal

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


class Part(NamedTuple):
    """Rows of a model. ``way`` is the path to their evening or circuit. Columns that ``stay`` are
    marks of devices and what belongs to one installation. ``rename`` replaces primary keys within
    JSON.
    """

    model: type[Model]
    way: str
    stay: tuple[str, ...] = ()
    rename: Callable[[Any, Keys], None] | None = None

    @property
    def name(self) -> str:
        return str(self.model._meta.model_name)

    @property
    def columns(self) -> dict[str, Field[Any, Any]]:
        keys = key_places()
        return {
            field.attname: field
            for field in self.model._meta.concrete_fields
            if not field.primary_key
            and field.related_model is not User
            and field.name not in (*self.stay, *COUNTED_HERE)
            and f"{self.model._meta.label}.{field.name}" not in keys
        }

    def rows(self, owner: Model) -> list[dict[str, Any]]:
        rows = self.model._base_manager.filter(**{self.way: owner.pk})
        return list(rows.order_by("pk").values("pk", *self.columns))


OF_SUBJECTS = {"screens.ClockChange": "round__tournament"}
SHEET = "sheet__table__round__tournament"
PARTS = (
    Part(Tournament, "pk", stay=("circuit",)),
    Part(BoardSet, "round__tournament"),
    Part(Board, "board_set__round__tournament"),
    Part(Entry, "tournament"),
    Part(EntryMember, "tournament"),
    Part(Place, "tournament"),
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
    Part(scoring.Publication, "tournament", stay=("created_steady",), rename=_named),
    Part(scoring.Protest, "table__round__tournament"),
    Part(scoring.FinalHold, "tournament", stay=("released_steady",)),
    Part(scoring.Settlement, "tournament", rename=_places),
    Part(LogEntry, "tournament"),
)
"""An evening, each row after those that it names."""
CIRCUIT = Part(Circuit, "pk")
PUBLICATIONS = Part(SeasonPublication, "circuit", rename=_named)

STAYS = {
    "printing.PrintJob": "a document is made anew from the rows",
    "printing.Mailing": "who got a mail from one installation has got none from another",
    "scoring.RobotsMean": "robots play the boards again where the evening is taken in",
    "simultaneous.Participation": "an evening elsewhere is no hall of the event: it has not its secret",
    "seasons.Qualification": "a final goes out as an evening of its own, and who was to play in it is in it",
}
"""The models with a way to an evening that do not go along, each with its reason."""


def read_rows(part: Part, forms: Iterable[Any], keys: Keys) -> Iterator[tuple[int, Any]]:
    """Yield each row, unsaved, with its key in the file. Raises ``ValidationError`` for the first
    invalid one.
    """
    columns = part.columns
    for number, form in enumerate(forms, 1):
        place = {"kind": part.model._meta.verbose_name, "number": number}
        if not isinstance(form, dict) or not isinstance(form.get("pk"), int):
            raise refusal(_("Row %(number)s of “%(kind)s” is not a row."), "archive_row", **place)
        values = {name: value for name, value in form.items() if name != "pk"}
        for name in values.keys() - columns.keys():
            raise refusal(
                _(
                    "“%(kind)s” has the column “%(column)s”, which this version of the program does "
                    "not know: the file is from a newer one. Update the program, then load the file."
                ),
                "archive_newer",
                column=str(name)[:40],
                **place,
            )
        try:
            row = part.model(
                **{name: _read(columns[name], value, keys) for name, value in values.items()}
            )
            if part.rename is not None:
                part.rename(row, keys)
        except (ValidationError, LookupError, TypeError, ValueError, AttributeError) as error:
            reason = error.messages[0] if isinstance(error, ValidationError) else str(error)[:100]
            sentence = _("Row %(number)s of “%(kind)s” cannot be read: %(reason)s")
            raise refusal(sentence, "archive_row", reason=reason, **place) from None
        yield form["pk"], row


def _read(column: Field[Any, Any], value: Any, keys: Keys) -> Any:
    if isinstance(column, ForeignKey):
        related = column.related_model
        return None if value is None else keys[related][value]
    if (value is None and column.null) or (value == "" and column.empty_strings_allowed):
        return value
    if isinstance(column, JSONField) and value in ([], {}):
        return value
    return column.clean(value, None)


def insert(part: Part, rows: list[Any]) -> None:
    """Insert the rows unchanged, creation times included, in a few queries. They get their primary
    keys.
    """
    fields = [field for field in part.model._meta.concrete_fields if not field.primary_key]
    size = connection.ops.bulk_batch_size(fields, rows) if rows else 1
    for start in range(0, len(rows), size):
        batch = rows[start : start + size]
        # Like ``bulk_create``, but raw, because that would set the creation time to now.
        keys = part.model._base_manager._insert(  # type: ignore[attr-defined]
            batch,
            fields=fields,
            using=connection.alias,
            raw=True,
            returning_fields=[part.model._meta.pk],
        )
        for row, (key,) in zip(batch, keys, strict=True):
            row.pk = key
