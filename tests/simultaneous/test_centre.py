"""The steps of an event at its centre, and what refuses them."""

from __future__ import annotations

import pytest

from king.simultaneous.merging import merge
from simultaneous.event_file import event_of, report_files
from tests.simultaneous.events import in_play, reported

pytestmark = pytest.mark.django_db


def test_rows_become_the_library_s_own_forms_and_rank() -> None:
    event = reported(in_play(), 1, 2, 3)
    result = merge(event_of(event), report_files(event), event.key)
    assert result.doubts == ()
    assert len(result.overall) == 12
    assert result.commitment == event.commitment
