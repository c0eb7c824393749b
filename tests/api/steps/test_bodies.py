"""Bodies of API steps are generated from the service's signature: each of its parameters is sent,
and nothing else.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest
from rest_framework.serializers import BooleanField, CharField, IntegerField, ListField

from king_tournament.api.steps.bodies import fields_of_service, text
from tournaments.models import Player

GIVEN = ("entry", "author")


def service(
    *,
    entry: Any,
    author: Any,
    paid: bool,
    count: int | None = None,
    numbers: Collection[int] = (),
    reason: str,
    seen: str | None = None,
    who: Player | None = None,
) -> None:
    """Service with a parameter of every kind."""


def test_each_parameter_that_a_program_can_send_is_a_field() -> None:
    fields = fields_of_service(service, GIVEN, {})
    assert {name: type(field) for name, field in fields.items()} == {
        "paid": BooleanField,
        "count": IntegerField,
        "numbers": ListField,
        "reason": CharField,
    }
    assert {name for name, field in fields.items() if field.required} == {"paid", "reason"}


def test_a_field_with_words_or_another_name_of_its_own_stands_for_its_parameter() -> None:
    named = {"why": text("In a word.", 20, needed=True)}
    named["why"].source = "reason"
    fields = fields_of_service(service, GIVEN, named)
    assert "reason" not in fields
    assert fields["why"] is named["why"]


def test_a_parameter_that_nothing_fills_is_found_when_the_module_is_read() -> None:
    def takes_a_person(*, author: Any, who: Player) -> None: ...

    with pytest.raises(TypeError, match="takes who"):
        fields_of_service(takes_a_person, ("author",), {})


def test_a_field_that_the_service_does_not_take_is_found_too() -> None:
    with pytest.raises(TypeError, match="takes no colour"):
        fields_of_service(service, GIVEN, {"colour": text()})
