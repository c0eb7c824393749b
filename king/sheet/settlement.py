"""Effect of a sale on the score: tricks or points that pass from the buyer to the seller (§2.3,
§2.6). Under every model their sum stays the same, so a row's sum never changes (A8).
"""

from fractions import Fraction

from king.rulesets.contracts import Nulls


def settle_tricks(model: str, seller: int, buyer: int, price: int) -> tuple[int, int]:
    """Tricks of seller and buyer after a sale for ``price`` tricks, from those they took.

    ``full``: the price is paid, and the buyer may go below zero. ``double``: a buyer who is short
    pays all they have, and owes two for each missing trick (it.wikipedia, note 2). ``capped``: a
    buyer pays all they have, and no more (Portugal).

    >>> settle_tricks("full", 2, 6, 4)
    (6, 2)
    >>> settle_tricks("double", 1, 2, 4), settle_tricks("capped", 1, 2, 4)
    ((7, -4), (3, 0))
    """
    if buyer >= price or model == "full":
        return seller + price, buyer - price
    if model == "double":
        owed = 2 * (price - buyer)
        return seller + buyer + owed, -owed
    return seller + buyer, 0


def settle_nulls(
    model: str, nulls: Nulls, seller: int, buyer: int, price: int
) -> tuple[Fraction, Fraction]:
    """Points of seller and buyer after a sale for ``price`` nulls, from the tricks they took.

    ``fixed``: the buyer pays the points of so many nulls. ``capped``: no more than the buyer
    scored, and nothing if that is below zero (Portugal). ``absorb``: the buyer takes over so many
    of the seller's tricks, if there are as many (France).

    >>> portuguese = Nulls(Fraction(325), Fraction(-75))
    >>> [tuple(map(int, settle_nulls(m, portuguese, 4, 1, 2))) for m in ("fixed", "capped", "absorb")]
    [(175, 100), (175, 100), (175, 100)]
    """
    seller_points = nulls.bonus + nulls.value * seller
    buyer_points = nulls.bonus + nulls.value * buyer
    if model == "absorb":
        paid = -nulls.value * max(0, min(price, seller))
    else:
        paid = -nulls.value * price
        if model == "capped":
            paid = min(paid, max(Fraction(0), buyer_points))
    return seller_points + paid, buyer_points - paid
