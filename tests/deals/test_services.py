"""Sealing, printing, revealing, dealing again."""

from __future__ import annotations

import datetime
import hashlib
import json

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from deals import services
from deals.models import Board, BoardSet
from king.dealing import Document, verify
from king.rulesets import RULESETS, find_ruleset
from tests.deals.sealing import dealt_again, sealed
from tests.king.by_definition import number_by_definition

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("code", sorted(RULESETS))
def test_every_system_gets_its_boards_and_they_open_their_commitment(code: str) -> None:
    rules = find_ruleset(code)
    board_set = sealed(code)
    boards = list(board_set.boards.all())
    assert [board.number for board in boards] == [*range(1, rules.schedule()[-1].board + 1)]
    assert {len(board.owners) for board in boards} == {rules.deck}
    text = json.dumps(board_set.document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert board_set.commitment == hashlib.sha256(text.encode()).hexdigest()
    document = Document.parse(text)
    assert (
        verify(document, bytes.fromhex(board_set.seed), "", ((1, b.number, b.deal) for b in boards))
        is None
    )


def test_in_a_called_order_the_boards_carry_no_contract_but_a_dealer() -> None:
    called = next(
        code
        for code, rules in RULESETS.items()
        if rules.order == "called" and rules.sides == "individual"
    )
    boards = sealed(called).boards.all()
    assert boards[0].contract == ""
    assert [board.dealer for board in boards][:4] == ["N", "E", "S", "W"] or len(
        {b.dealer for b in boards}
    ) == 4


def test_the_document_is_published_without_the_seed() -> None:
    board_set = sealed()
    record = services.public_record(board_set)
    assert set(record) == {"document", "commitment"}
    assert record["document"]["event"] == "Torneo dell’Epifania"
    assert record["document"]["date"] == "2027-01-06"
    assert board_set.seed not in json.dumps(record)


def test_a_public_datum_deals_the_boards_only_when_it_is_known() -> None:
    board_set = sealed(datum="first number drawn at Genoa")
    assert board_set.boards.count() == 0
    with pytest.raises(ValidationError) as refused:
        services.deal_with_datum(
            board_set=board_set,
            ruleset=find_ruleset("lab12"),
            settings=find_ruleset("lab12").defaults,
            value="  ",
        )
    assert refused.value.code == "datum_missing"
    dealt = services.deal_with_datum(
        board_set=board_set,
        ruleset=find_ruleset("lab12"),
        settings=find_ruleset("lab12").defaults,
        value=" 42 ",
    )
    for board in dealt.boards.all():
        assert board.deal.number == number_by_definition(
            bytes.fromhex(dealt.seed), "42", 1, board.number
        )
    with pytest.raises(ValidationError) as refused:
        services.deal_with_datum(
            board_set=dealt,
            ruleset=find_ruleset("lab12"),
            settings=find_ruleset("lab12").defaults,
            value="43",
        )
    assert refused.value.code == "no_datum_awaited"


def test_a_value_that_does_not_fit_the_hash_in_the_document_is_refused_and_nothing_is_dealt() -> (
    None
):
    board_set = sealed(datum="the arbiter's number", datum_sha256=hashlib.sha256(b"42").hexdigest())
    settings = find_ruleset("lab12").defaults
    with pytest.raises(ValidationError) as refused:
        services.deal_with_datum(
            board_set=board_set, ruleset=find_ruleset("lab12"), settings=settings, value="43"
        )
    assert refused.value.code == "datum_differs"
    board_set.refresh_from_db()
    assert (board_set.datum_value, board_set.boards.count()) == ("", 0)
    assert (
        services.deal_with_datum(
            board_set=board_set, ruleset=find_ruleset("lab12"), settings=settings, value=" 42 "
        ).boards.count()
        == 12
    )


@pytest.mark.parametrize(("datum", "digest"), [("a number", "42"), (None, "0" * 64)])
def test_a_hash_that_is_none_or_is_of_no_announced_number_seals_nothing(
    datum: str | None, digest: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        sealed(datum=datum, datum_sha256=digest)
    assert refused.value.code == "bad_datum_sha256"


@pytest.mark.database
def test_printing_is_noted_once_and_revealing_too() -> None:
    board_set = sealed()
    printed = services.mark_printed(board_set=board_set)
    assert services.mark_printed(board_set=board_set).printed_at == printed.printed_at
    revealed = services.reveal(board_set=board_set)
    assert services.reveal(board_set=board_set).revealed_at == revealed.revealed_at
    assert services.mark_printed(board_set=board_set).state == BoardSet.State.REVEALED
    assert services.public_record(revealed)["seed"] == board_set.seed


@pytest.mark.database
def test_dealing_again_makes_another_set_and_leaves_the_old_one_closed() -> None:
    first = sealed(first_dealer="S")
    second = dealt_again(first, first_dealer="S")
    assert second.seed != first.seed
    assert [board.dealer for board in second.boards.all()][:4] == ["S", "W", "N", "E"]
    first.refresh_from_db()
    assert first.state == BoardSet.State.SEALED
    services.mark_printed(board_set=second)
    with pytest.raises(ValidationError) as refused:
        dealt_again(second)
    assert refused.value.code == "boards_printed"


@pytest.mark.parametrize("number", [0, 100])
def test_a_partita_that_cannot_be_is_refused(number: int) -> None:
    rules = find_ruleset("lab12")
    with pytest.raises(ValidationError) as refused:
        services.seal(
            ruleset=rules,
            settings=rules.defaults,
            round_number=number,
            event="",
            date=datetime.date(2027, 1, 6),
            author=None,
        )
    assert refused.value.code == "round_out_of_range"


@pytest.mark.database
def test_no_two_sets_have_the_same_cards() -> None:
    dealt = {board.owners for _ in range(4) for board in sealed().boards.all()}
    assert len(dealt) == 48


@pytest.mark.database
@pytest.mark.parametrize(
    "wrong",
    [
        {"owners": "N" * 52},
        {"owners": "NESW" * 12},
        {"owners": "NESX" * 13},
        {"owners": "NESW" * 8 + "N"},
        {"dealer": "X"},
        {"number": 1},
    ],
)
def test_the_database_keeps_boards_that_cannot_be_out(wrong: dict[str, object]) -> None:
    board_set = sealed()
    fields = {"number": 99, "dealt_as": 99, "dealer": "N", "owners": "NESW" * 13, **wrong}
    with pytest.raises(IntegrityError), transaction.atomic():
        Board.objects.create(board_set=board_set, **fields)


def test_a_revealed_set_says_when() -> None:
    board_set = sealed()
    with pytest.raises(IntegrityError), transaction.atomic():
        BoardSet.objects.filter(pk=board_set.pk).update(state=BoardSet.State.REVEALED)


def test_only_revealed_sets_show_their_boards() -> None:
    closed, opened = sealed(), sealed()
    services.reveal(board_set=opened)
    assert set(Board.objects.revealed().values_list("board_set", flat=True)) == {opened.pk}
    assert closed.boards.in_use().count() == 12
    assert User.objects.count() == 0
