"""Two phones, a desk and a bad network, in any order: every row arrives at the desk exactly once,
and no row is emptied.

The phones are simple models: each keeps typed rows with their marks and the versions that they
replace, sends the oldest first, and forgets a row only after the desk's answer. The network loses
requests and answers.
"""

from __future__ import annotations

import contextlib
import json
import random
import threading
import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from hypothesis import HealthCheck, given, settings, strategies as st

from scoring.models import HandResult, Sheet
from scoring.rows import RowConflict, enter_row, sheet_history, take_up_version
from scoring.sheet_steps import hand_in, reopen_sheet, take_back
from tests.evenings import a_round, a_sheet, a_tournament, good_rows
from tests.services import examples
from tournaments.log.verification import check_chain
from tournaments.models import LogEntry, Tournament

pytestmark = pytest.mark.database
HANDS = range(1, 13)


@dataclass
class Typed:
    """A row on a phone, with a mark that is made once, when it is typed."""

    hand: int
    content: dict[str, Any]
    based_on: int
    mark: str = field(default_factory=lambda: str(uuid.uuid4()))


@dataclass
class Phone:
    """Storage of one phone, which survives reloads and a flat battery."""

    name: str
    sheet: Sheet
    known: dict[int, int] = field(default_factory=dict)
    queue: list[Typed] = field(default_factory=list)
    delivered: list[Typed] = field(default_factory=list)
    dropped: list[Typed] = field(default_factory=list)

    def type_row(self, hand: int, content: dict[str, Any]) -> None:
        self.queue.append(Typed(hand, content, self.known.get(hand, 0)))

    def send(self, *, answer_lost: bool = False, keep_mine: bool = True) -> None:
        """Send the oldest row. If the answer is lost the row stays, and is sent again with the same
        mark.
        """
        if not self.queue:
            return
        row = self.queue[0]
        try:
            result = enter_row(
                sheet=self.sheet,
                hand=row.hand,
                content=row.content,
                origin="phone",
                client_id=row.mark,
                based_on=row.based_on,
                device=self.name,
            )
        except RowConflict as conflict:
            if not answer_lost:
                self._choose(row, conflict.current, keep_mine)
            return
        except ValidationError:
            return  # the sheet is handed in: the typed row stays here until the desk reopens it
        if not answer_lost:
            self.known[row.hand] = result.version
            self.delivered.append(self.queue.pop(0))

    def _choose(self, row: Typed, current: HandResult, keep_mine: bool) -> None:
        self.known[row.hand] = current.version
        self.queue.pop(0)
        if keep_mine:
            self.queue.insert(0, Typed(row.hand, row.content, current.version))
        else:
            self.dropped.append(row)

    def look(self) -> None:
        """Poll the current version of each row."""
        for result in self.sheet.results.current():
            self.known[result.hand] = result.version


def any_row(hand: int, chance: random.Random) -> dict[str, Any]:
    return good_rows(random.Random(chance.randrange(5)))[hand]


STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["type"] * 4
            + ["send"] * 5
            + ["lost", "theirs", "look", "hand_in", "hand_in_twice", "give_back", "reopen"]
            + ["desk", "take_up"]
        ),
        st.integers(0, 1),
        st.integers(1, 4),
    ),
    min_size=15,
    max_size=60,
)


@contextlib.contextmanager
def allowing(code: str) -> Iterator[None]:
    """Suppress a refusal with this code."""
    try:
        yield
    except ValidationError as refusal:
        if refusal.code != code:
            raise


def take_step(step: str, phone: Phone, hand: int, chance: random.Random) -> None:
    sheet = phone.sheet
    if step == "type":
        phone.type_row(hand, any_row(hand, chance))
    elif step in ("send", "lost", "theirs"):
        phone.send(answer_lost=step == "lost", keep_mine=step != "theirs")
    elif step == "look":
        phone.look()
    elif step.startswith("hand_in"):
        for _ in range(1 + step.endswith("twice")):
            with allowing("hands_missing"):
                hand_in(sheet=sheet, by=phone.name, with_problems=True)
    elif step == "give_back":
        take_back(sheet=sheet, author=None)
    elif step == "reopen":
        reopen_sheet(sheet=sheet, author=None, reason="Looked at again.")
    elif step == "desk":
        enter_row(sheet=sheet, hand=hand, content=any_row(hand, chance), origin="desk")
    elif (old := sheet.results.filter(hand=hand).order_by("version").first()) is not None:
        with allowing("same_version"):
            take_up_version(result=old, author=None, reason="The first was right.")


def written(content: dict[str, Any] | None) -> str:
    """Row as text, independent of the order of its keys."""
    return json.dumps(content, sort_keys=True)


def check(sheet: Sheet, phones: list[Phone], before: dict[int, tuple]) -> dict[int, tuple]:
    """Check that no stored version has changed or disappeared, and that version numbers have no
    gaps.
    """
    now = {
        line.pk: (line.hand, line.version, str(line.client_id), written(line.content))
        for line in sheet.results.all()
    }
    assert before.items() <= now.items()
    for hand in HANDS:
        versions = sorted(
            version for number, version, _mark, _content in now.values() if number == hand
        )
        assert versions == list(range(1, len(versions) + 1))
    marks = Counter(mark for _hand, _version, mark, _content in now.values())
    assert set(marks.values()) <= {1}
    contents = {(hand, content) for hand, _version, _mark, content in now.values()}
    for phone in phones:
        assert all((row.hand, written(row.content)) in contents for row in phone.delivered)
    return now


@pytest.mark.django_db
@settings(
    max_examples=examples(25),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=STEPS, seed=st.integers(0, 10**6))
def test_whatever_happens_every_row_is_at_the_desk_exactly_once_and_nothing_is_emptied(
    steps, seed
) -> None:
    chance = random.Random(seed)
    sheet = a_sheet(name=f"Evening {uuid.uuid4()}")
    phones = [Phone("p1", sheet), Phone("p2", sheet)]
    versions: dict[int, tuple] = {}
    for step, which, hand in steps:
        take_step(step, phones[which], hand, chance)
        versions = check(sheet, phones, versions)
    take_back(sheet=sheet, author=None)
    for phone in phones:
        for _ in range(3 * len(steps)):
            phone.send()
        assert phone.queue == []
    versions = check(sheet, phones, versions)
    assert len(sheet_history(sheet)) == len(versions)
    assert not sheet.results.filter(content__isnull=True).exists()
    assert check_chain(sheet.table.round.tournament).fault is None


@pytest.mark.django_db
def test_a_row_sent_many_times_and_rows_out_of_order_are_stored_once_each() -> None:
    sheet = a_sheet()
    rows = [Typed(hand, good_rows()[hand], 0) for hand in HANDS]
    sendings = rows * 4
    random.Random(7).shuffle(sendings)
    for row in sendings:
        enter_row(
            sheet=sheet,
            hand=row.hand,
            content=row.content,
            client_id=row.mark,
            based_on=0,
            origin="phone",
        )
    assert sorted(str(result.client_id) for result in sheet.results.all()) == sorted(
        row.mark for row in rows
    )
    assert set(sheet.results.values_list("version", flat=True)) == {1}


@pytest.mark.at_length
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seed", range(3))
def test_two_phones_at_the_same_moment_lose_nothing_and_double_nothing(seed: int) -> None:
    """Two tables have two phones each, all sending at once, and half of the answers are lost."""
    a_round(a_tournament(), 2)
    phones = [Phone(f"p{number}", sheet) for sheet in Sheet.objects.all() for number in (1, 2)]
    errors: list[BaseException] = []

    def play(phone: Phone, chance: random.Random) -> None:
        try:
            for hand in HANDS:
                phone.type_row(hand, any_row(hand, chance))
                phone.send(answer_lost=chance.random() < 0.5, keep_mine=chance.random() < 0.5)
            for _ in range(200):
                phone.send(keep_mine=chance.random() < 0.5)
            hand_in(sheet=phone.sheet, by=phone.name, with_problems=True)
        except Exception as error:  # noqa: BLE001 - a thread's crash must reach the test
            errors.append(error)
        finally:
            connection.close()

    threads = [
        threading.Thread(target=play, args=(phone, random.Random(10 * seed + number)))
        for number, phone in enumerate(phones)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=600)
    assert not any(thread.is_alive() for thread in threads)
    assert errors == []
    for sheet in Sheet.objects.all():
        mine = [phone for phone in phones if phone.sheet == sheet]
        check(sheet, mine, {})
        assert set(sheet.results.current().values_list("hand", flat=True)) == set(HANDS)
        assert all(phone.queue == [] or sheet.state != "open" for phone in mine)
    assert LogEntry.objects.filter(kind="sheet_handed_in").count() == 2
    assert check_chain(Tournament.objects.get()).fault is None
