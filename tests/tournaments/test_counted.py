"""The watch of the phones' tests finds a service that writes without raising the revision."""

from __future__ import annotations

import pytest

from tests.counted import Watch

EVENING = 'UPDATE "tournaments_tournament" SET "revision" = ("tournaments_tournament"."revision" + %s) WHERE …'
SHEET = 'UPDATE "scoring_sheet" SET "revision" = ("scoring_sheet"."revision" + %s) WHERE …'
SEAT = 'UPDATE "tournaments_seat" SET "player_id" = %s WHERE …'
ROW = 'INSERT INTO "scoring_handresult" ("sheet_id") VALUES (%s)'


def seen(*statements: str) -> list[str]:
    watch = Watch()
    for sql in statements:
        watch(lambda *_asked: None, sql, (), False, {})
    return watch.uncounted


@pytest.mark.parametrize(("written", "gate"), [(SEAT, EVENING), (ROW, SHEET)])
def test_a_change_without_its_gate_is_found(written: str, gate: str) -> None:
    begin, end = 'SAVEPOINT "s1"', 'RELEASE SAVEPOINT "s1"'
    assert len(seen(begin, written, end)) == 1
    assert seen(begin, gate, written, end) == []
    assert seen(begin, 'SAVEPOINT "s2"', written, 'RELEASE SAVEPOINT "s2"', gate, end) == []
    # Each service is checked separately.
    assert len(seen(begin, gate, end, begin, written, end)) == 1


def test_the_gate_of_a_sheet_is_none_for_the_seats() -> None:
    assert len(seen('SAVEPOINT "s1"', SHEET, SEAT, 'RELEASE SAVEPOINT "s1"')) == 1
