"""Services of a tournament: creating and changing it, sealing its boards."""

from __future__ import annotations

import datetime
import hashlib
import hmac
import json
from collections.abc import Callable
from math import comb

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from deals import services as deals
from deals.models import BoardSet
from tournaments import services
from tournaments.board_steps import deal_boards_again, deal_with_datum, seal_boards
from tournaments.log.verification import check_chain
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def make(author: User, **fields: object) -> Tournament:
    options = {"name": "Venerdì", "date": datetime.date(2026, 11, 20), **fields}
    return services.create_tournament(author=author, **options)  # type: ignore[arg-type]


def test_a_tournament_keeps_only_the_settings_that_differ_from_its_system(author: User) -> None:
    tournament = make(
        author, settings={"sale_settlement": "full", "positive_penalty": "-7", "first_dealer": None}
    )
    assert tournament.settings == {"positive_penalty": "-7"}
    assert tournament.ruleset == "lab12"
    assert check_chain(tournament).fault is None


def test_every_wrong_field_of_a_new_tournament_is_named(author: User) -> None:
    with pytest.raises(ValidationError) as refused:
        make(
            author,
            name=" ",
            ruleset="lab99",
            standing_settings={"scale": "ten"},
            planned_rounds=0,
            wind_policy="mix",
        )
    assert {"name", "ruleset", "standing_settings", "wind_policy"} <= set(
        refused.value.message_dict
    )
    assert Tournament.objects.count() == 0


def test_a_setting_that_does_not_exist_or_cannot_be_is_named(author: User) -> None:
    for settings, word in (({"sale_settlement": "half"}, "half"), ({"colour": "red"}, "colour")):
        with pytest.raises(ValidationError) as refused:
            make(author, settings=settings)
        assert word in refused.value.message_dict["settings"][0]


def test_settings_change_until_the_first_partita_starts_and_then_say_what_is_frozen(
    author: User,
) -> None:
    tournament = make(author)
    services.change_settings(tournament=tournament, author=author, ruleset="lab13", name="Sabato")
    services.freeze(tournament=tournament, author=author)
    frozen = services.freeze(tournament=tournament, author=author)
    assert frozen.is_frozen
    assert tournament.log.filter(kind="freeze").count() == 1
    with pytest.raises(ValidationError) as refused:
        services.change_settings(
            tournament=tournament, author=author, ruleset="lab12", place="Nervi"
        )
    assert refused.value.code == "settings_frozen"
    changed = services.change_settings(
        tournament=tournament, author=author, place="Nervi", ruleset="lab13"
    )
    assert (changed.place, changed.ruleset, changed.name) == ("Nervi", "lab13", "Sabato")


def test_a_refused_change_leaves_everything_as_it_was(author: User) -> None:
    tournament = make(author)
    with pytest.raises(ValidationError):
        services.change_settings(
            tournament=tournament, author=author, name="Altro", planned_rounds=99
        )
    tournament.refresh_from_db()
    assert (tournament.name, tournament.planned_rounds) == ("Venerdì", 2)


def test_partite_that_are_there_are_not_planned_away(author: User) -> None:
    tournament = make(author)
    for number in (1, 2):
        tournament.rounds.create(number=number)
    with pytest.raises(ValidationError) as refused:
        services.change_settings(tournament=tournament, author=author, planned_rounds=1)
    assert "planned_rounds" in refused.value.message_dict


# --- boards


def hand_rank(cards: list[int], among: list[int]) -> int:
    """Rank of a sorted hand among all hands of these cards, in lexicographic order."""
    places = sorted(among.index(card) for card in cards)
    rank, before, size, count = 0, -1, len(among), len(cards)
    for index, place in enumerate(places):
        rank += sum(
            comb(size - skipped - 1, count - index - 1) for skipped in range(before + 1, place)
        )
        before = place
    return rank


def big_deal_number(owners: str) -> int:
    """Number of a deal in Big Deal's order, computed from its definition."""
    remaining, number = list(range(52)), 0
    for wind in "NES":
        hand = [card for card in remaining if owners[card] == wind]
        number = number * comb(len(remaining), 13) + hand_rank(hand, remaining)
        remaining = [card for card in remaining if card not in hand]
    return number


DEALS = comb(52, 13) * comb(39, 13) * comb(26, 13)


def board_number(
    seed: str, datum: str, round_number: int, board: int, fits: Callable[[int], bool]
) -> int:
    """Number of a board's deal by the published algorithm, with only the standard library."""
    key = hmac.new(bytes.fromhex(seed), datum.encode(), hashlib.sha256).digest()
    for counter in range(10_000):
        message = f"{round_number}|{board}|{counter}".encode("ascii")
        number = int.from_bytes(hmac.new(key, message, hashlib.sha256).digest()[:12], "big")
        if number < DEALS and fits(number):
            return number
    raise AssertionError("no candidate stands")


def test_the_boards_in_the_database_are_dealt_again_from_the_seed(author: User) -> None:
    tournament = make(author)
    board_set = seal_boards(round=tournament.rounds.create(number=2), author=author)
    boards = list(board_set.boards.all())
    assert [board.number for board in boards] == [*range(1, 13)]
    for board in boards:
        assert big_deal_number(board.owners) == board_number(
            board_set.seed, "", 2, board.number, lambda _: True
        )
    assert [board.contract for board in boards] == [
        "KJ",
        "Q",
        "KH",
        "8D",
        "NC",
        "MIS",
        "U2",
        *["D"] * 4,
        "SA",
    ]
    assert "".join(board.dealer for board in boards) == "NESW" * 3


def test_the_commitment_is_the_hash_of_the_published_document(author: User) -> None:
    tournament = make(author)
    board_set = seal_boards(round=tournament.rounds.create(number=1), author=author)
    record = deals.public_record(board_set)
    text = json.dumps(record["document"], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert record["commitment"] == hashlib.sha256(text.encode()).hexdigest()
    assert (
        record["document"]["seed_sha256"]
        == hashlib.sha256(bytes.fromhex(board_set.seed)).hexdigest()
    )
    assert record["document"]["event"] == "Venerdì"
    assert tournament.log.filter(kind="boards").get().fields["commitment"] == board_set.commitment


def test_the_seed_is_public_only_after_the_reveal(author: User) -> None:
    tournament = make(author)
    board_set = seal_boards(round=tournament.rounds.create(number=1), author=author)
    assert board_set.seed not in json.dumps(deals.public_record(board_set))
    assert board_set.seed not in json.dumps([line.fields for line in tournament.log.all()])
    revealed = deals.reveal(board_set=board_set)
    assert deals.public_record(revealed)["seed"] == board_set.seed


def test_a_domino_board_leaves_nobody_with_four_aces_and_kings(author: User) -> None:
    tournament = make(author, ruleset="lab13")
    for number in range(1, 6):
        board_set = seal_boards(round=tournament.rounds.create(number=number), author=author)
        board = board_set.boards.get(number=8)
        assert board.contract == "DOM"
        # ♠A ♠K, ♥A ♥K, ♦A ♦K, ♣A ♣K in the order of the deck.
        ends = [board.owners[place] for suit in range(4) for place in (13 * suit, 13 * suit + 1)]
        assert max(map(ends.count, "NESW")) <= 3


def test_each_partita_has_a_seed_of_its_own(author: User) -> None:
    tournament = make(author)
    seeds = {
        seal_boards(round=tournament.rounds.create(number=number), author=author).seed
        for number in (1, 2)
    }
    assert len(seeds) == 2


def test_a_partita_is_sealed_once(author: User) -> None:
    seated = make(author).rounds.create(number=1)
    seal_boards(round=seated, author=author)
    with pytest.raises(ValidationError) as refused:
        seal_boards(round=seated, author=author)
    assert refused.value.code == "boards_sealed"


def test_boards_are_dealt_again_only_before_they_are_printed(author: User) -> None:
    tournament = make(author)
    seated = tournament.rounds.create(number=1)
    first = seal_boards(round=seated, author=author)
    second = deal_boards_again(round=seated, author=author, reason="settings")
    assert second.commitment != first.commitment
    assert tournament.log.last().fields["before"] == first.commitment  # type: ignore[union-attr]
    deals.mark_printed(board_set=second)
    with pytest.raises(ValidationError) as refused:
        deal_boards_again(round=seated, author=author)
    assert refused.value.code == "boards_printed"
    seated.refresh_from_db()
    assert seated.board_set == second


def test_a_public_datum_is_announced_before_and_logged_when_the_boards_are_dealt(
    author: User,
) -> None:
    tournament = make(author)
    seated = tournament.rounds.create(number=1)
    waiting = seal_boards(
        round=seated, author=author, datum_description="lotto di Genova, primo estratto"
    )
    assert waiting.document["datum"] == "lotto di Genova, primo estratto"
    assert waiting.boards.count() == 0
    dealt = deal_with_datum(round=seated, value="77", author=author)
    for board in dealt.boards.all():
        assert big_deal_number(board.owners) == board_number(
            dealt.seed, "77", 1, board.number, lambda _: True
        )
    assert tournament.log.last().fields["value"] == "77"  # type: ignore[union-attr]


def test_the_first_dealer_of_the_settings_deals_the_first_board(author: User) -> None:
    tournament = make(author, settings={"first_dealer": "S", "direction": "anticlockwise"})
    board_set = seal_boards(round=tournament.rounds.create(number=1), author=author)
    assert "".join(board.dealer for board in board_set.boards.all()) == "SENW" * 3


def test_boards_sealed_under_other_rules_are_put_aside_and_printed_ones_hold_the_rules(
    author: User,
) -> None:
    tournament = make(author)
    seated = tournament.rounds.create(number=1)
    seal_boards(round=seated, author=author)
    services.change_settings(tournament=tournament, author=author, ruleset="lab13")
    seated.refresh_from_db()
    assert seated.board_set is None
    deals.mark_printed(board_set=seal_boards(round=seated, author=author))
    with pytest.raises(ValidationError) as refused:
        services.change_settings(
            tournament=tournament, author=author, settings={"first_dealer": "E"}
        )
    assert refused.value.code == "boards_printed"
    assert BoardSet.objects.count() == 2
