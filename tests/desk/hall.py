"""The address of every page of the second half of the night, and what nobody means to send there."""

from __future__ import annotations

from django.urls import reverse

from king_tournament.desk.urls import urlpatterns
from tests.services import thorough
from tournaments.models import Tournament

SECOND_HALF = [str(pattern.name) for pattern in urlpatterns]


def address(name: str, evening: Tournament, *, pk: int = 1) -> str:
    """A page of the evening: table 1 and hand 1 of its first partita."""
    [pattern] = [route for route in urlpatterns if route.name == name]
    values = {"code": evening.code, "number": 1, "table": 1, "hand": 1, "pk": pk, "kind": "pdf"}
    return reverse(f"desk:{name}", kwargs={key: values[key] for key in pattern.pattern.converters})


def sample(garbage: list[dict[str, object]], page: int) -> list[tuple[int, dict[str, object]]]:
    """A third of it in the long run, else a fifth; another one for each page, so that every piece is sent somewhere."""
    parts = 3 if thorough() else 5
    return [(place, piece) for place, piece in enumerate(garbage) if place % parts == page % parts]
