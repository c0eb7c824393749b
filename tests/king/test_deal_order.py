"""Big Deal's order, tested by properties and against a second implementation from its definition."""

from __future__ import annotations

import itertools
from math import comb

import pytest
from hypothesis import given, strategies as st

from king.cards import Deal, number_of_deals, number_of_owners, owners_of_number

D52 = 53_644_737_765_488_792_839_237_440_000
D32 = comb(32, 8) * comb(24, 8) * comb(16, 8)


def rank_by_definition(chosen: list[int], size: int) -> int:
    """Lexicographic rank of a set: the number of sets before it, in the combinatorial number system."""
    count = len(chosen)
    after = sum(comb(size - 1 - place, count - i) for i, place in enumerate(chosen))
    return comb(size, count) - 1 - after


def number_by_definition(owners: str) -> int:
    """Number of a deal: North's rank, then East's among the remaining cards, then South's, as
    digits of a mixed-radix number.
    """
    cards = list(range(len(owners)))
    hand = len(owners) // 4
    digits = []
    for wind in "NES":
        digits.append(
            rank_by_definition(
                [i for i, card in enumerate(cards) if owners[card] == wind], len(cards)
            )
        )
        cards = [card for card in cards if owners[card] != wind]
    north, east, south = digits
    return (north * comb(3 * hand, hand) + east) * comb(2 * hand, hand) + south


def test_there_are_as_many_deals_as_the_binomials_say() -> None:
    assert number_of_deals(52) == D52 == comb(52, 13) * comb(39, 13) * comb(26, 13)
    assert D52 < 2**96 < 2 * D52
    assert number_of_deals(32) == D32 == 99_561_092_450_391_000


def test_deal_zero_gives_north_the_spades_and_the_last_gives_him_the_clubs() -> None:
    assert (
        Deal.numbered(0).pbn
        == "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    )
    assert (
        Deal.numbered(D52 - 1).pbn
        == "N:...AKQJT98765432 ..AKQJT98765432. .AKQJT98765432.. AKQJT98765432..."
    )


def test_after_deal_zero_south_and_west_change_their_red_and_black_aces() -> None:
    # South's set is the lowest digit: its second set has ♣A in place of ♦2.
    assert (
        Deal.numbered(1).pbn
        == "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT9876543.A ..2.KQJT98765432"
    )
    # After a full cycle of South's digit East's set changes: ♦A in place of ♥2.
    assert Deal.numbered(comb(26, 13)).pbn == (
        "N:AKQJT98765432... .AKQJT9876543.A. .2.KQJT98765432. ...AKQJT98765432"
    )
    # After a full cycle of East's digit North's set changes: ♥A in place of ♠2.
    assert Deal.numbered(comb(39, 13) * comb(26, 13)).pbn == (
        "N:AKQJT9876543.A.. 2.KQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    )


def test_a_toy_order_is_the_order_of_itertools() -> None:
    # With North's and East's cards fixed, South's sets come in the order of combinations().
    base = number_of_owners("N" * 8 + "E" * 8 + "S" * 8 + "W" * 8)
    for step, south in enumerate(itertools.islice(itertools.combinations(range(16), 8), 3000)):
        tail = "".join("S" if place in south else "W" for place in range(16))
        assert owners_of_number(base + step, 32) == "N" * 8 + "E" * 8 + tail


@given(st.integers(0, D52 - 1))
def test_every_number_comes_back_from_its_deal(number: int) -> None:
    owners = owners_of_number(number)
    assert number_of_owners(owners) == number == number_by_definition(owners)


@given(st.integers(0, D32 - 1))
def test_every_number_of_the_short_deck_comes_back_from_its_deal(number: int) -> None:
    owners = owners_of_number(number, 32)
    assert number_of_owners(owners) == number == number_by_definition(owners)


@given(st.permutations("N" * 13 + "E" * 13 + "S" * 13 + "W" * 13))
def test_every_deal_comes_back_from_its_number(owners: list[str]) -> None:
    text = "".join(owners)
    assert owners_of_number(number_of_owners(text)) == text


@pytest.mark.parametrize("number", [-1, D52])
def test_a_number_outside_the_deals_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="expected 0 to 53644737765488792839237439999"):
        owners_of_number(number)
