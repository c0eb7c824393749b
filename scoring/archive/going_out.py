"""Evenings that are over as one file: JSON, packed with gzip."""

from __future__ import annotations

import gzip
import json
from collections.abc import Collection, Iterable
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from scoring.archive.parts import CIRCUIT, PARTS, POSTINGS, as_forms
from scoring.models import FinalHold
from scoring.people.forgetting import number_of
from scoring.season import season_of
from scoring.standing import tournament_standings
from tournaments.circuits import Circuit
from tournaments.log import LogKind, record
from tournaments.models import Player, Tournament
from tournaments.people.merging import held_rows

FORM = "king-archive-1"


@transaction.atomic
def archive_of(*, owner: Tournament | Circuit, author: User | None) -> bytes:
    """The evening, or the circuit with its evenings, with all that was entered, ruled, posted and logged.

    Refused while an evening is not over: its cards, or its last standing, would be in the file. Each log says that the
    evening went out.
    """
    circuit = owner if isinstance(owner, Circuit) else None
    wanted = {"pk": owner.pk} if circuit is None else {"circuit": circuit}
    evenings = list(Tournament.objects.select_for_update().filter(**wanted).order_by("date", "pk"))
    _check_over(evenings)
    for evening in evenings:
        record(evening, LogKind.ARCHIVED, gettext_noop("The evening went out as an archive file."), author=author)
    people = Player.objects.filter(pk__in=_players_of(evenings, circuit)).order_by("pk")
    content = {
        "form": FORM,
        "made_at": timezone.now().isoformat(),
        "people": [
            {
                "pk": player.pk, "surname": player.surname, "given_name": player.given_name, "club": player.club,
                "card_number": player.card_number, "is_house": player.is_house,
                "forgotten": player.surname == number_of(player),
            } for player in people
        ],
        "circuit": circuit and {
            "row": as_forms(CIRCUIT, circuit)[0],
            "guests": sorted(circuit.guests.values_list("pk", flat=True)),
            "postings": as_forms(POSTINGS, circuit),
            "figures": season_figures(circuit),
        },
        "evenings": [
            {"rows": {part.name: as_forms(part, evening) for part in PARTS}, "figures": evening_figures(evening)}
            for evening in evenings
        ],
    }  # fmt: skip
    return gzip.compress(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode())


def _check_over(evenings: Collection[Tournament]) -> None:
    """Refuse evenings that may not go out, each with its reason."""
    if not evenings:
        raise ValidationError(_("The circuit has no evening yet: there is nothing to put into a file."), "no_evening")
    kept = set(FinalHold.objects.filter(tournament__in=evenings, released_at=None).values_list("tournament", flat=True))
    open_ones = _("“%(evening)s” is not closed: its cards and results may still change. Close it first.")
    held_back = _("“%(evening)s” keeps its final standing for the prize-giving: show it to everybody first.")
    refused = [
        ValidationError(held_back if evening.closed_at else open_ones, "not_over", {"evening": evening.name})
        for evening in evenings if evening.closed_at is None or evening.pk in kept
    ]  # fmt: skip
    if refused:
        raise ValidationError(refused)


def _players_of(evenings: Iterable[Tournament], circuit: Circuit | None) -> set[int]:
    """Everybody whom a row of the evenings names, and the circuit's guests."""
    keys = set() if circuit is None else set(circuit.guests.values_list("pk", flat=True))
    models = {part.model._meta.label: part for part in PARTS}
    for held in held_rows():
        if held.model in models:
            rows = models[held.model].model._base_manager.filter(**{f"{held.evening}__in": evenings})
            for named in rows.order_by().values_list(held.column, flat=True):
                keys.update([named[key] for key in held.keys if key in named] if held.keys else [named])
    return keys - {None}


# What the results come to, without names, for the other side to compare: people may be called otherwise there.


def evening_figures(evening: Tournament) -> list[list[list[Any]]] | None:
    """Rank, match points and total of each line of each standing; None where nothing was played."""
    try:
        return _figures(tournament_standings(evening, spoken=True).as_json())
    except ValidationError:
        return None


def season_figures(circuit: Circuit) -> list[list[list[Any]]] | None:
    try:
        return _figures(season_of(circuit, spoken=True).as_json())
    except ValidationError:
        return None


def _figures(answer: Any) -> list[list[list[Any]]]:
    of_rounds = (lines for round_ in answer["rounds"] for lines in round_["winds"].values())
    lists = answer["overall"], *answer["winds"].values(), *of_rounds
    return [sorted(([line[key] for key in ("rank", "match_points", "total")] for line in lines), key=str)
            for lines in lists]  # fmt: skip
