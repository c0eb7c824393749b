"""Rows as typed: versions, repeated requests, conflicts, refusals. No typed row is lost."""

from __future__ import annotations

import random
import uuid
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone, translation
from hypothesis import HealthCheck, given, settings, strategies as st

from king.rulesets import RULESETS
from king.sheet.checks import check_row
from king.sheet.row import Problem
from scoring.models import HandResult, Sheet
from scoring.rows import RowConflict
from scoring.scored_sheets import read_row, rules_at, scored_sheet
from tests.captain.asking import KINGS_AND_JACKS
from tests.evenings import a_round, a_sheet, a_tournament, good_rows
from tests.scoring.phones import by_phone
from tests.services import examples
from tournaments.models import LogEntry, Round

pytestmark = pytest.mark.django_db

ANOTHER = {"contract": "KJ", "units": {"N": 4, "E": 0, "S": 4, "W": 0}}


def typed(
    sheet: Sheet, hand: int = 1, content: dict[str, Any] | None = None, **fields: Any
) -> HandResult:
    return by_phone(sheet, hand, content, **fields)


def row_problems(result: HandResult) -> tuple[Problem, ...]:
    ruleset, settings = rules_at(result.sheet)
    row = read_row(result.hand, result.content)
    assert row is not None
    return check_row(ruleset, row, settings)


def refusal(error: pytest.ExceptionInfo[ValidationError]) -> str:
    with translation.override("en"):
        return " ".join(error.value.messages)


@pytest.mark.database
def test_a_row_is_stored_as_it_was_typed() -> None:
    sheet = a_sheet()
    result = typed(sheet, content=KINGS_AND_JACKS)
    assert (result.version, result.content, result.origin, result.device) == (
        1,
        KINGS_AND_JACKS,
        "phone",
        "p1",
    )
    assert scored_sheet(sheet).sheet == {"N": -6, "E": -2, "S": -8, "W": 0}


@pytest.mark.database
def test_a_change_is_a_new_version_and_the_old_one_stays() -> None:
    sheet = a_sheet()
    typed(sheet, content=KINGS_AND_JACKS)
    result = typed(sheet, content=ANOTHER, based_on=1)
    assert result.version == 2
    assert list(sheet.results.values_list("version", "content")) == [
        (1, KINGS_AND_JACKS),
        (2, ANOTHER),
    ]


@pytest.mark.database
def test_the_same_row_again_makes_no_version() -> None:
    sheet = a_sheet()
    first = typed(sheet, content=KINGS_AND_JACKS)
    assert typed(sheet, content=KINGS_AND_JACKS, based_on=0, device="another phone") == first
    assert sheet.results.count() == 1


@pytest.mark.database
def test_a_resend_answers_with_what_the_first_sending_stored() -> None:
    sheet = a_sheet()
    mark = uuid.uuid4()
    first = typed(sheet, content=KINGS_AND_JACKS, client_id=mark)
    typed(sheet, content=ANOTHER)
    assert typed(sheet, content=KINGS_AND_JACKS, client_id=str(mark)) == first
    assert typed(sheet, content=None, client_id=mark) == first
    assert sheet.results.count() == 2


@pytest.mark.database
def test_a_resend_after_the_sheet_was_closed_is_still_answered() -> None:
    sheet = a_sheet()
    mark = uuid.uuid4()
    first = typed(sheet, content=KINGS_AND_JACKS, client_id=mark)
    Sheet.objects.filter(pk=sheet.pk).update(state="closed", closed_at=timezone.now())
    assert typed(sheet, content=KINGS_AND_JACKS, client_id=mark) == first


@pytest.mark.database
def test_a_mark_of_another_row_is_refused_and_not_taken_for_this_one() -> None:
    sheet = a_sheet()
    mark = uuid.uuid4()
    typed(sheet, content=KINGS_AND_JACKS, client_id=mark)
    with pytest.raises(ValidationError) as error:
        typed(sheet, hand=2, content={"units": {"N": 4, "E": 0, "S": 0, "W": 0}}, client_id=mark)
    assert error.value.code == "client_id_used_elsewhere"


@pytest.mark.database
def test_a_mark_that_is_no_uuid_is_refused() -> None:
    with pytest.raises(ValidationError) as error:
        typed(a_sheet(), content=KINGS_AND_JACKS, client_id="'; drop table")
    assert error.value.code == "bad_client_id"


@pytest.mark.database
def test_a_row_typed_over_a_version_that_was_not_seen_is_a_conflict_with_the_one_in_force() -> None:
    sheet = a_sheet()
    current = typed(sheet, content=KINGS_AND_JACKS, device="p1")
    with pytest.raises(RowConflict) as conflict:
        typed(sheet, content=ANOTHER, based_on=0, device="p2")
    assert conflict.value.current == current
    assert "Hand 1" in refusal(conflict)
    assert typed(sheet, content=ANOTHER, based_on=1, device="p2").version == 2


@pytest.mark.database
def test_an_emptied_row_is_a_version_without_content() -> None:
    sheet = a_sheet()
    typed(sheet, content=KINGS_AND_JACKS)
    result = typed(sheet, content=None, based_on=1)
    assert (result.version, result.content) == (2, None)
    assert scored_sheet(sheet).rows == ()


def test_a_row_with_a_queen_missing_is_kept_and_says_so() -> None:
    sheet = a_sheet()
    result = typed(
        sheet, hand=2, content={"contract": "Q", "units": {"N": 1, "E": 1, "S": 1, "W": 0}}
    )
    assert [
        (problem.code, problem.expected, problem.found) for problem in row_problems(result)
    ] == [("units_short", "4", "3")]


def test_a_row_half_written_is_kept() -> None:
    result = typed(a_sheet(), hand=5, content={"units": {"N": 13, "E": None}})
    assert result.content == {"contract": "NC", "units": {"N": 13}}
    assert "units_missing" in {problem.code for problem in row_problems(result)}


def test_the_contract_of_a_fixed_order_need_not_be_sent() -> None:
    result = typed(a_sheet(), hand=3, content={"units": {"N": 0, "E": 0, "S": 1, "W": 0}})
    assert result.content is not None
    assert result.content["contract"] == "KH"


@pytest.mark.parametrize("count", [-1, "3", 1.5, True, 10**12, [1], {}])
def test_what_is_no_count_is_refused_naming_hand_and_wind(count: Any) -> None:
    sheet = a_sheet()
    with pytest.raises(ValidationError) as error:
        typed(sheet, content={"units": {"N": 8, "E": count, "S": 0, "W": 0}})
    assert error.value.code == "bad_count"
    assert refusal(error).startswith("Hand 1, East: “")
    assert sheet.results.count() == 0


@pytest.mark.database
@pytest.mark.parametrize(
    "content",
    [
        [1, 2],
        "KJ",
        {"units": [3, 1, 4, 0]},
        {"contract": 7, "units": {}},
        {"units": {"N": 8}, "sale": "N to E"},
        {"units": {"N": 8}, "trump": {"suit": "S"}},
        {"units": {"N": 8}, "third": "yes"},
        {"units": {f"seat {number}": 1 for number in range(500)}},
        {"units": {"N": 8}, "trump": "S" * 5000},
    ],
)
def test_a_form_that_cannot_be_read_is_refused_in_one_sentence(content: Any) -> None:
    sheet = a_sheet()
    with pytest.raises(ValidationError) as error:
        typed(sheet, content=content)
    assert error.value.code == "unreadable_row"
    assert len(refusal(error)) < 300
    assert sheet.results.count() == 0


@pytest.mark.database
@pytest.mark.parametrize("hand", [0, -3, 13, 10**9])
def test_a_hand_that_the_sheet_does_not_have_is_refused(hand: int) -> None:
    with pytest.raises(ValidationError) as error:
        typed(a_sheet(), hand=hand, content=KINGS_AND_JACKS)
    assert error.value.code == "no_such_hand"
    assert "1 to 12" in refusal(error)


@pytest.mark.parametrize("code", sorted(RULESETS))
def test_no_system_stores_a_hand_after_its_last(code: str) -> None:
    sheet = a_sheet(code)
    for hand in (0, RULESETS[code].length + 1):
        with pytest.raises(ValidationError) as error:
            typed(sheet, hand=hand, content={"units": {"N": 1}})
        assert error.value.code == "no_such_hand"
        with pytest.raises(ValidationError):
            typed(sheet, hand=hand)
    assert not sheet.results.exists()
    assert typed(sheet, hand=RULESETS[code].length, content={"units": {"N": 1}}).version == 1


@pytest.mark.parametrize("code", sorted(RULESETS))
def test_what_was_counted_where_there_is_no_column_stays_a_problem_of_the_sheet(code: str) -> None:
    sheet = a_sheet(code)
    first = RULESETS[code].hands[0]
    result = typed(sheet, content={"contract": first, "units": {"N": 1, "X": 2}})
    assert result.content is not None
    assert result.content["units"]["X"] == 2
    problems = {(problem.code, problem.found) for problem in scored_sheet(sheet).problems}
    assert ("wind_unknown", "X") in problems
    assert not scored_sheet(sheet).closable


def set_state(sheet: Sheet, state: str = "open", stage: str = "playing") -> Sheet:
    now = timezone.now()
    Sheet.objects.filter(pk=sheet.pk).update(state=state, handed_in_at=now, closed_at=now)
    Round.objects.filter(pk=sheet.table.round_id).update(stage=stage)
    return Sheet.objects.get(pk=sheet.pk)


@pytest.mark.parametrize(
    ("state", "stage", "origin", "code"),
    [
        ("closed", "playing", "phone", "sheet_closed"),
        ("closed", "playing", "desk", "sheet_closed"),
        ("handed_in", "playing", "phone", "sheet_handed_in"),
        ("open", "provisional", "phone", "sheet_handed_in"),
        ("open", "official", "desk", "round_official"),
        ("open", "seating", "desk", "round_not_started"),
    ],
)
def test_who_may_not_change_a_row_is_told_who_can(
    state: str, stage: str, origin: str, code: str
) -> None:
    sheet = set_state(a_sheet(), state, stage)
    with pytest.raises(ValidationError) as error:
        typed(sheet, content=KINGS_AND_JACKS, origin=origin)
    assert error.value.code == code
    assert sheet.results.count() == 0


@pytest.mark.parametrize(("state", "stage"), [("handed_in", "playing"), ("open", "provisional")])
def test_the_desk_may_correct_what_a_phone_may_not(state: str, stage: str) -> None:
    sheet = set_state(a_sheet(), state, stage)
    assert typed(sheet, content=KINGS_AND_JACKS, origin="desk").version == 1


def test_a_correction_after_the_hand_in_stands_in_the_log() -> None:
    sheet = a_sheet()
    typed(sheet, content=KINGS_AND_JACKS)
    assert not LogEntry.objects.exists()
    set_state(sheet, "handed_in")
    typed(sheet, content=ANOTHER, origin="desk")
    line = LogEntry.objects.get()
    assert (line.kind, line.fields["table"], line.fields["hand"], line.fields["version"]) == (
        "row_corrected",
        1,
        1,
        2,
    )


def test_a_chosen_hand_needs_its_contract_written() -> None:
    sheet = Sheet.objects.get(table__round=a_round(a_tournament("lab_chiamata"), boards=False))
    result = typed(sheet, content={"units": {"N": 4, "E": 0, "S": 0, "W": 0}})
    assert [problem.code for problem in row_problems(result)] == ["contract_missing"]
    result = typed(
        sheet, content={"contract": "Q", "chooser": "N", "units": {"N": 4, "E": 0, "S": 0, "W": 0}}
    )
    assert row_problems(result) == ()


ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(["enter", "resend", "clear"]), st.integers(1, 12), st.integers(0, 2**16)
    ),
    max_size=25,
)


@pytest.mark.database
@settings(
    max_examples=examples(30),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(actions=ACTIONS)
def test_any_order_of_typing_resending_and_clearing_ends_with_the_last_versions(
    actions: list[Any],
) -> None:
    sheet = a_sheet()
    last: dict[int, Any] = {}
    versions: dict[int, list[Any]] = {}
    sent_rows: list[tuple[int, Any, uuid.UUID]] = []
    for verb, hand, seed in actions:
        if verb == "resend" and sent_rows:
            again, content, mark = sent_rows[seed % len(sent_rows)]
            typed(sheet, hand=again, content=content, client_id=mark)
            continue
        content = None if verb == "clear" else good_rows(random.Random(seed))[hand]
        mark = uuid.uuid4()
        changes = hand not in last or last[hand] != content
        typed(
            sheet, hand=hand, content=content, client_id=mark, based_on=len(versions.get(hand, []))
        )
        if changes:
            versions.setdefault(hand, []).append(content)
            sent_rows.append((hand, content, mark))
        last[hand] = content
    stored: dict[int, list[Any]] = {}
    for result in sheet.results.order_by("hand", "version"):
        stored.setdefault(result.hand, []).append(result.content)
    assert stored == versions
    assert {result.hand: result.content for result in sheet.results.current()} == last
