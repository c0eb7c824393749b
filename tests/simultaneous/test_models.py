"""Database constraints on events."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import JSONField, Value

from simultaneous.models import Correction
from tests.simultaneous.events import in_play

pytestmark = [pytest.mark.django_db, pytest.mark.database]

ROW = {"hand": 1, "units": {"N": 1}}
RULING = {"kind": "warning", "offender": "N"}
NULL = Value(None, JSONField())
"""JSON's null, which is a value, unlike SQL's NULL."""


@pytest.mark.parametrize(
    ("row", "ruling", "is_kept"),
    [
        (ROW, None, True),
        (None, RULING, True),
        (ROW, RULING, False),
        (None, None, False),
        (NULL, RULING, False),
        (ROW, NULL, False),
    ],
)
def test_a_correction_is_a_row_or_a_ruling(row: Any, ruling: Any, is_kept: bool) -> None:
    """The constraint used to require JSON's null instead of SQL's NULL, which Django 6.1 reported."""
    event = in_play()
    about = {"round_number": 1, "reason": "x", "arbiter": "Anna", "event": event}
    refused = pytest.raises(IntegrityError, match="correction_is_row_or_ruling")
    with nullcontext() if is_kept else refused, transaction.atomic():
        Correction.objects.create(row=row, ruling=ruling, hall=event.halls.get(number=1), **about)
    assert Correction.objects.count() == is_kept
