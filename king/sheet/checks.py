"""Checks of rows and sheets: all problems that show that a row cannot be true (§0, §3.3, O15).

A problem never stops the scoring. A hand that is missing is no problem, because a sheet may be
partial.
"""

from collections import Counter
from collections.abc import Iterator

from king.cards import DECKS, SIDES, WINDS, Deal, Wind
from king.reading import Refused
from king.rulesets.base import Order, Owner, RuleSet, Scoring
from king.rulesets.contracts import Contract, Family
from king.rulesets.settings import Settings
from king.sheet.choice import PROPOSALS, completable, next_choice
from king.sheet.consistency import contradictions
from king.sheet.points import (
    Hand,
    asks_blind_tricks,
    counts_buyer,
    place_row,
    side_units,
)
from king.sheet.row import (
    MANY_CLOSED,
    NOBODY_CLOSED,
    Problem,
    Row,
    Sale,
    closers_problem,
    units_problem,
)
from king.words import Phrase, gettext_noop, listed

TRUMPS = ("S", "H", "D", "C")
NO_TRUMP = "NT"


def check_row(ruleset: RuleSet, row: Row, settings: Settings | None = None) -> tuple[Problem, ...]:
    return tuple(row_problems(place_row(ruleset, row, settings)))


def row_problems(hand: Hand) -> Iterator[Problem]:
    yield from _contract_problems(hand)
    yield from _choice_problems(hand)
    contract, row = hand.contract, hand.row
    if contract is None:
        return
    if row.unplayed:
        yield from _unplayed_problems(hand, contract)
    else:
        yield from _unit_problems(hand, contract)
        yield from _direction_problems(hand, contract)
    yield from _trump_problems(hand, contract)
    if row.start is not None:
        yield from _start_problems(hand, row.start, contract)
    if row.blind:
        yield from _blind_problems(hand, contract)
    if row.sale is not None:
        yield from _sale_problems(hand, contract, row.sale)


def _problem(
    hand: Hand,
    code: str,
    expected: object,
    found: object,
    template: str,
    wind: object = None,
    **fields: object,
) -> Problem:
    who = Wind(found) if isinstance(found, str) and found in WINDS else found
    titles = {} if hand.contract is None else {"contract": hand.contract.title}
    return Problem.of(code, hand.row.hand, expected, who, template, wind, **titles | fields)


# -- the contract and who chose it


def _contract_problems(hand: Hand) -> Iterator[Problem]:
    ruleset, written = hand.ruleset, hand.row.contract
    planned = hand.plan and hand.plan.contract
    expected = planned.code if planned else listed(ruleset.counts)
    if written is None:
        if planned is None:
            yield _problem(hand, "contract_missing", expected, None, CONTRACT_MISSING)
    elif written not in ruleset.counts:
        yield _problem(hand, "contract_unknown", expected, written, CONTRACT_UNKNOWN)
    elif planned is not None and written != planned.code:
        titles = {"planned": planned.title, "written": ruleset.contract(written).title}
        yield _problem(
            hand, "contract_unexpected", expected, written, CONTRACT_UNEXPECTED, **titles
        )
    elif planned is None and hand.plan and written == ruleset.last:
        yield _problem(hand, "contract_unexpected", None, written, CONTRACT_LAST)


def _choice_problems(hand: Hand) -> Iterator[Problem]:
    ruleset, row, plan = hand.ruleset, hand.row, hand.plan
    fixed = ruleset.order is Order.FIXED
    chosen = not fixed and not (plan and plan.contract)
    if row.chooser is not None and not fixed:
        column, due, who = ruleset.column(row.chooser), plan and plan.chooser, row.chooser
        if column is None:
            expected = listed(ruleset.columns)
            yield _problem(hand, "chooser_unknown", expected, who, CHOOSER_UNKNOWN)
        elif due and column != due:
            yield _problem(hand, "chooser_unexpected", due, who, CHOOSER_UNEXPECTED, who)
    if row.third and (ruleset.third is None or not chosen):
        yield _problem(hand, "third_not_allowed", None, None, THIRD_NOT_ALLOWED)
    yield from _partner_problems(hand, chosen)


def _partner_problems(hand: Hand, chosen: bool) -> Iterator[Problem]:
    partner, card = hand.row.partner, hand.row.card
    if hand.ruleset.scoring is not Scoring.SHARED:
        if partner is not None:
            yield _problem(hand, "partner_unexpected", None, partner, PARTNER_UNEXPECTED, partner)
        if card is not None:
            yield _problem(hand, "card_unexpected", None, card, CARD_UNEXPECTED)
        return
    if card is not None:
        yield from _card_problems(hand, "card_unknown", card, CARD_UNKNOWN)
    others = listed(wind for wind in hand.ruleset.winds if wind != hand.dealer)
    if partner is None:
        if chosen:
            yield _problem(hand, "partner_missing", others, None, PARTNER_MISSING)
    elif partner not in WINDS or partner == hand.dealer:
        yield _problem(hand, "partner_unknown", others, partner, PARTNER_UNKNOWN)


def _card_problems(hand: Hand, code: str, card: str, template: str) -> Iterator[Problem]:
    deck = [str(card) for card in DECKS[hand.ruleset.deck]]
    if card not in deck:
        yield _problem(hand, code, f"{deck[0]}..{deck[-1]}", card, template)


class CardRefused(Refused):
    """Error: the dealer may not name this card."""


def partner_by_card(
    ruleset: RuleSet, row: Row, deal: Deal, settings: Settings | None = None
) -> Wind | None:
    """The dealer's partner: the holder of the card that the dealer named (R5, §12.5); None if no
    card was named.

    Raises ``CardRefused`` if the dealer holds it.
    """
    card = next((card for card in deal.deck if str(card) == row.card), None)
    if ruleset.scoring is not Scoring.SHARED or card is None:
        return None
    holder = deal.holder(card)
    if holder == place_row(ruleset, row, settings).dealer:
        raise CardRefused(Phrase(CARD_OWN, wind=holder, card=card))
    return holder


# -- the counts


def _unit_problems(hand: Hand, contract: Contract) -> Iterator[Problem]:
    units, places = hand.row.units, hand.places
    for place in units:
        if place not in places:
            yield _problem(hand, "wind_unknown", listed(places), place, WIND_UNKNOWN)
    for place in places:
        most = contract.units
        if most is None:
            most = hand.ruleset.cards_each * (2 if place in SIDES else 1)
        count = units.get(place)
        if count is None:
            yield _problem(hand, "units_missing", f"0..{most}", None, UNITS_MISSING, place)
        elif not 0 <= count <= most:
            yield _problem(hand, "units_range", f"0..{most}", count, UNITS_RANGE, place, most=most)
        elif not contract.unit.may_be(count, hand.ruleset.deck):
            yield _problem(hand, "units_impossible", None, count, UNITS_IMPOSSIBLE, place)
    if contract.units is None:
        yield from _domino_problems(hand, contract)
        return
    if contract.places and all(place in units for place in places):
        if sorted(units.values()) != [*range(1, len(contract.places) + 1)]:
            last = len(contract.places)
            written = listed((units[place] for place in places), ", ")
            yield _problem(hand, "places_repeated", f"1..{last}", written, PLACES_ONCE, last=last)
        return
    total = sum(units.get(place, 0) for place in places)
    one_each = contract.unit.one_each and set(units.values()) == {1} and len(units) == 4
    if total != contract.units:
        holders = [place for place in places if units.get(place, 0) > 0]
        yield units_problem(hand.row.hand, contract, total, holders)
    elif hand.settings.queens_replayed and one_each:
        called = hand.ruleset.order is Order.CALLED
        template = QUEENS_CHOSEN_ANEW if called else QUEENS_ONE_EACH
        yield _problem(hand, "queens_one_each", None, "1-1-1-1", template)


def _domino_problems(hand: Hand, contract: Contract) -> Iterator[Problem]:
    """Problems with going out: exactly one hand has to be empty, or at least one if the round is
    finished (I1, O2).
    """
    units = hand.row.units
    if any(place not in units for place in hand.places):
        return
    if hand.places == SIDES:
        yield from _domino_side_problems(hand)
        return
    closers = sum(units[wind] == 0 for wind in hand.ruleset.winds)
    problem = closers_problem(hand.row.hand, contract, closers, hand.settings.domino_winners)
    if problem is not None:
        yield problem


def _domino_side_problems(hand: Hand) -> Iterator[Problem]:
    """Problems of a Domino written by side: no split of the cards left among the hands lets a
    player go out.

    A side with one empty hand has at most one whole hand left; a side without an empty hand has at
    least a card in each. If going out earns a bonus, the counts of the sides do not say who gets it
    (§13.7).
    """
    low, high = sorted(side_units(hand.row).values())
    to_closer = hand.ruleset.domino_bonus and hand.settings.domino_bonus_to == "closer"
    if low > hand.ruleset.cards_each:
        yield _problem(hand, "domino_closers", 1, 0, NOBODY_CLOSED)
    elif hand.settings.domino_winners == "one" and (low < 1 or high < 2):
        yield _problem(hand, "domino_closers", 1, 2, MANY_CLOSED)
    elif to_closer:
        yield _problem(hand, "domino_closers", 1, None, CLOSER_UNKNOWN)


# -- trump, direction, a hand not played


def _needs_trump(hand: Hand, contract: Contract) -> bool:
    return contract.trump and not hand.row.unplayed and hand.nulls is None


def _trump_problems(hand: Hand, contract: Contract) -> Iterator[Problem]:
    trump, no_trump = hand.row.trump, hand.settings.allow_no_trump
    allowed = listed((*TRUMPS, NO_TRUMP) if no_trump else TRUMPS)
    if not _needs_trump(hand, contract):
        if trump is not None:
            yield _problem(hand, "trump_unexpected", None, trump, TRUMP_UNEXPECTED)
    elif trump not in (*TRUMPS, NO_TRUMP, None):
        yield _problem(hand, "trump_unknown", allowed, trump, TRUMP_UNKNOWN)
    # If a hand may be played without trump, a missing trump means that.
    elif trump is None and not no_trump:
        yield _problem(hand, "trump_missing", allowed, None, TRUMP_MISSING)
    elif trump == NO_TRUMP and not no_trump:
        yield _problem(hand, "trump_no_trump", allowed, trump, TRUMP_NO_TRUMP)


def _blind_problems(hand: Hand, contract: Contract) -> Iterator[Problem]:
    """Problems of a blind declaration. It is possible only for a hand with a trump that was not
    sold, and only for clubs that play it (O5).
    """
    if hand.row.sale is not None or not _needs_trump(hand, contract):
        yield _problem(hand, "blind_not_allowed", None, None, BLIND_NOT_ALLOWED)
    elif not hand.settings.blind:
        yield _problem(hand, "blind_not_allowed", None, None, BLIND_IS_OFF)
    elif hand.chooser in SIDES and asks_blind_tricks(hand):
        own, most = hand.row.blind_tricks, side_units(hand.row)[hand.chooser]
        if own not in range(most + 1):
            fields = {"side": hand.chooser, "most": most}
            yield _problem(hand, "blind_tricks", f"0..{most}", own, BLIND_TRICKS, **fields)


def _direction_problems(hand: Hand, contract: Contract) -> Iterator[Problem]:
    direction = hand.row.direction
    if direction is None:
        return
    if direction not in ("up", "down"):
        yield _problem(hand, "direction_unknown", "up down", direction, DIRECTION_UNKNOWN)
    elif contract.nulls is None and (direction == "down" or contract.family is not Family.POSITIVE):
        yield _problem(hand, "direction_not_allowed", None, direction, DIRECTION_NOT_ALLOWED)


def _unplayed_problems(hand: Hand, contract: Contract) -> Iterator[Problem]:
    if hand.ruleset.unplayed is None or not contract.sale:
        yield _problem(hand, "unplayed_not_allowed", None, None, UNPLAYED_NOT_ALLOWED)
        return
    own, other = hand.ruleset.unplayed
    winds = hand.ruleset.winds
    booked = {str(wind): own if wind == hand.owner else other for wind in winds}
    if hand.row.units and hand.row.units != booked:
        expected, counted = (
            " ".join(f"{place}{count}" for place, count in units.items())
            for units in (booked, hand.row.units)
        )
        yield _problem(hand, "unplayed_units", expected, counted, UNPLAYED_UNITS)
    direction = hand.row.direction
    if direction is not None:
        yield _problem(hand, "direction_not_allowed", None, direction, DIRECTION_NOT_ALLOWED)


def _start_problems(hand: Hand, card: str, contract: Contract) -> Iterator[Problem]:
    """Problems of the card that begins a Domino. Some systems let its chooser name one (R2)."""
    if hand.ruleset.start_named and contract.family is Family.DOMINO:
        yield from _card_problems(hand, "start_unknown", card, START_UNKNOWN)
    else:
        yield _problem(hand, "start_not_allowed", None, card, START_NOT_ALLOWED)


# -- the sale


def _sale_problems(hand: Hand, contract: Contract, sale: Sale) -> Iterator[Problem]:
    if not contract.sale or hand.row.unplayed:
        yield _problem(hand, "sale_not_allowed", None, None, SALE_NOT_ALLOWED)
        return
    ruleset, owner, seller, buyer = hand.ruleset, hand.owner, sale.seller, sale.buyer
    deals = ruleset.owner is Owner.DEALER
    places = (*WINDS, *SIDES) if ruleset.by_side else ruleset.winds
    if seller not in places:
        template = SELLER_UNKNOWN if deals else OWNER_UNKNOWN
        yield _problem(hand, "sale_seller", owner or listed(ruleset.winds), seller, template)
    elif owner is not None and seller not in (owner, owner.side):
        template = SELLER_NOT_DEALER if deals else SELLER_NOT_OWNER
        yield _problem(hand, "sale_seller", owner, seller, template, seller)
    if buyer not in places:
        expected = listed(wind for wind in ruleset.winds if wind != seller)
        yield _problem(hand, "sale_buyer", expected, buyer, BUYER_UNKNOWN)
    elif buyer == seller:
        yield _problem(hand, "sale_to_self", None, buyer, SALE_TO_SELF, buyer)
    elif ruleset.sale_within_pair and ruleset.column(buyer) != ruleset.column(seller):
        yield _problem(hand, "sale_to_opponents", None, buyer, SALE_TO_OPPONENTS, buyer)
    yield from _buyer_problems(hand, sale)
    yield from _price_problems(hand, contract, sale)


def _buyer_problems(hand: Hand, sale: Sale) -> Iterator[Problem]:
    """Problems of a sale that the buyer pays with their own tricks: the buyer has to be a player,
    and their tricks have to be written (§12.1).
    """
    if hand.sold is None or not counts_buyer(hand):
        return
    side, buyer, own = hand.sold[1], sale.buyer, sale.tricks
    if buyer not in WINDS:
        yield _problem(hand, "sale_buyer", listed(side.winds), buyer, BUYER_UNKNOWN)
    elif hand.places == SIDES:
        most = side_units(hand.row)[side]
        if own not in range(most + 1):
            expected, wind = f"0..{most}", Wind(buyer)
            yield _problem(hand, "sale_tricks", expected, own, SALE_TRICKS, wind, most=most)


def _price_problems(hand: Hand, contract: Contract, sale: Sale) -> Iterator[Problem]:
    """Problems of the price: a number of tricks; with nulls, the ladder of offers ends at 8 up, or
    2 null (§2.4).
    """
    polarity, null, direction = sale.polarity, sale.polarity == "null", hand.row.direction
    if polarity not in (None, "positive", "null") or (null and contract.nulls is None):
        allowed = "positive null" if contract.nulls else "positive"
        yield _problem(hand, "sale_polarity", allowed, polarity, SALE_POLARITY)
        return
    if contract.nulls is not None and direction in ("up", "down"):
        sold, template = ("down", SOLD_DOWN) if null else ("up", SOLD_UP)
        if direction != sold and not (hand.settings.buyer_may_turn and hand.turned):
            yield _problem(hand, "sale_polarity", sold, direction, template)
    most = most_for_sale(contract, null)
    if sale.price not in range(1, most + 1):
        yield _problem(hand, "sale_price", f"1..{most}", sale.price, SALE_PRICE, most=most)


def most_for_sale(contract: Contract, null: bool) -> int:
    """Highest possible price: all tricks. If there are nulls, 8 tricks up, or as many nulls as are
    worth no more than 8 tricks.
    """
    if contract.nulls is None:
        return contract.units or 0
    most = min(8, contract.units or 0)
    return int(most * contract.value / -contract.nulls.value) if null else most


# -- the sheet


def sheet_problems(ruleset: RuleSet, hands: list[Hand], settings: Settings) -> Iterator[Problem]:
    """Problems of the sheet as a whole. ``hands`` are in order, without repetitions."""
    for hand in hands:
        if hand.plan is None:
            numbers = f"1..{ruleset.length}"
            yield _problem(hand, "hand_unknown", numbers, hand.row.hand, HAND_UNKNOWN)
    yield from contradictions(hands)
    if ruleset.order is Order.FIXED:
        return
    problems = [*_repeated_contracts(ruleset, hands), *_exceeded_quotas(ruleset, hands, settings)]
    yield from problems
    yield from _early_trumps(ruleset, hands, settings)
    yield from _thirds_of_nothing(ruleset, hands)
    sound = not problems and all(
        hand.plan and not [*_contract_problems(hand), *_choice_problems(hand)] for hand in hands
    )
    if sound and not completable(ruleset, hands, settings):
        last = hands[-1].row.hand if hands else None
        yield Problem.of("choice_impossible", last, None, None, CHOICE_IMPOSSIBLE)


def repeated_hand(hand: Hand) -> Problem:
    return _problem(hand, "hand_repeated", 1, 2, HAND_REPEATED)


def _repeated_contracts(ruleset: RuleSet, hands: list[Hand]) -> Iterator[Problem]:
    times = Counter[str]()
    for hand in hands:
        code = hand.row.contract
        if code not in ruleset.counts:
            continue
        times[code] += 1
        most = ruleset.counts[code]
        if times[code] > most:
            yield _problem(hand, "contract_repeated", most, times[code], CONTRACT_REPEATED)


def _exceeded_quotas(ruleset: RuleSet, hands: list[Hand], settings: Settings) -> Iterator[Problem]:
    for quota in ruleset.quotas:
        most = quota.limit(settings)
        times = Counter[object]()
        for hand in hands:
            who = hand.chooser
            if who is None or hand.contract is None or hand.row.contract not in quota.contracts:
                continue
            times[who] += 1
            if times[who] > most:
                yield _problem(hand, "quota_exceeded", most, times[who], QUOTA_EXCEEDED, who)


def _early_trumps(ruleset: RuleSet, hands: list[Hand], settings: Settings) -> Iterator[Problem]:
    """Problems of hands with trumps that were chosen before they were allowed (R15)."""
    first = settings.no_trumps_before
    for place, hand in enumerate(hands):
        contract = hand.contract
        if contract is None or not contract.trump or hand.row.hand >= first:
            continue
        choice = next_choice(ruleset, [before.row for before in hands[:place]], settings)
        if choice and choice.plan is hand.plan and contract not in choice.allowed:
            yield _problem(hand, "trump_too_early", first, hand.row.hand, TRUMP_TOO_EARLY)


def _thirds_of_nothing(ruleset: RuleSet, hands: list[Hand]) -> Iterator[Problem]:
    """Problems of third options. A third option is a hand other than the two proposed (R7), or a
    second declaration (§11.1).
    """
    contracts_left = Counter(ruleset.counts)
    for hand in hands:
        other_trump = any(
            ruleset.contract(code).trump and contracts_left[code] > 1 for code in +contracts_left
        )
        if (
            hand.row.third
            and ruleset.third_counts
            and len(+contracts_left) <= PROPOSALS
            and not other_trump
        ):
            yield _problem(hand, "third_not_allowed", None, None, NO_THIRD_LEFT)
        contracts_left[hand.row.contract or ""] -= 1


CONTRACT_MISSING = gettext_noop("Which contract was played is not written")
CONTRACT_UNKNOWN = gettext_noop("There is no contract {found} in this game")
CONTRACT_UNEXPECTED = gettext_noop("This hand is {planned}, not {written}")
CONTRACT_LAST = gettext_noop("{contract} is the last hand and cannot be chosen")
CONTRACT_REPEATED = gettext_noop(
    "{contract} has been played already ({found} times, {expected} allowed)"
)
QUOTA_EXCEEDED = gettext_noop(
    "{contract}: {wind} has chosen such hands {found} times, {expected} allowed"
)
TRUMP_TOO_EARLY = gettext_noop("{contract}: hands with trumps may be chosen from hand {expected}")
CHOOSER_UNKNOWN = gettext_noop("{found} is not a player who could choose")
CHOOSER_UNEXPECTED = gettext_noop("This hand is for {expected} to choose, not for {found}")
THIRD_NOT_ALLOWED = gettext_noop("There are no third options here")
NO_THIRD_LEFT = gettext_noop(
    "{contract}: all the hands that were left had been proposed, so it is not a third option"
)
PARTNER_MISSING = gettext_noop("The dealer's partner is not written")
PARTNER_UNKNOWN = gettext_noop("{found} cannot be the dealer's partner")
PARTNER_UNEXPECTED = gettext_noop("There are no secret partners in this game")
CARD_UNEXPECTED = gettext_noop("No card is named to find a partner in this game")
CARD_UNKNOWN = gettext_noop("{found} is not a card of this deck")
CARD_OWN = gettext_noop("{wind} holds {card}: the dealer must name a card that they do not hold")
WIND_UNKNOWN = gettext_noop("{found} is none of {expected}")
UNITS_MISSING = gettext_noop("{contract}: nothing is written for {wind}")
UNITS_RANGE = gettext_noop("{contract}: {wind} has {found}; from 0 to {most} is possible")
UNITS_IMPOSSIBLE = gettext_noop("{contract}: {wind} has {found}, which no cards can make")
PLACES_ONCE = gettext_noop("{contract}: each of the places from 1 to {last} is written once")
QUEENS_ONE_EACH = gettext_noop(
    "{contract}: every player has taken one, so the hand is played again"
)
QUEENS_CHOSEN_ANEW = gettext_noop(
    "{contract}: every player has taken one, so the cards are dealt again and the chooser chooses "
    "again"
)
CLOSER_UNKNOWN = gettext_noop(
    "{contract}: the cards of the two sides do not say who went out; write the four winds"
)
TRUMP_MISSING = gettext_noop("{contract}: the trump suit is not written")
TRUMP_UNKNOWN = gettext_noop("{contract}: {found} is not a trump suit")
TRUMP_UNEXPECTED = gettext_noop("{contract}: there is no trump in this hand")
TRUMP_NO_TRUMP = gettext_noop("{contract}: a suit must be named; no trump is not allowed")
DIRECTION_UNKNOWN = gettext_noop("A hand is played up or down, not {found}")
DIRECTION_NOT_ALLOWED = gettext_noop("{contract}: there is no choice of up or down in this hand")
UNPLAYED_NOT_ALLOWED = gettext_noop("{contract}: this hand cannot be booked without play")
UNPLAYED_UNITS = gettext_noop("{contract}: booked without play it is {expected}, not {found}")
BLIND_NOT_ALLOWED = gettext_noop("{contract}: this hand cannot be declared blind")
START_NOT_ALLOWED = gettext_noop("{contract}: no first card is named in this hand")
START_UNKNOWN = gettext_noop("{contract}: the hand cannot begin with {found}")
BLIND_TRICKS = gettext_noop(
    "{contract}: declared blind; write how many of the {most} tricks of {side} were taken by the "
    "declarer"
)
BLIND_IS_OFF = gettext_noop(
    "{contract}: the settings have no blind declarations; empty the row and enter it without"
)
SALE_NOT_ALLOWED = gettext_noop("{contract}: this hand cannot be sold")
SELLER_UNKNOWN = gettext_noop("The seller is not written; it is the dealer, {expected}")
SELLER_NOT_DEALER = gettext_noop("The dealer sells, {expected}, not {found}")
OWNER_UNKNOWN = gettext_noop(
    "The seller is not written; it is the player on the dealer's left, {expected}"
)
SELLER_NOT_OWNER = gettext_noop("The player on the dealer's left sells, {expected}, not {found}")
BUYER_UNKNOWN = gettext_noop("The buyer is not written; it is one of {expected}")
SALE_TO_SELF = gettext_noop("{found} cannot buy their own hand")
SALE_TO_OPPONENTS = gettext_noop("A declaration cannot be sold to the opponents")
SALE_TRICKS = gettext_noop(
    "{contract}: sold; write how many of the pair's {most} tricks were taken by {wind}"
)
SALE_POLARITY = gettext_noop(
    "An offer is for tricks or, where they are played, for nulls; not for {found}"
)
SOLD_DOWN = gettext_noop("A hand sold for nulls is played down")
SOLD_UP = gettext_noop("A hand sold for tricks is played up")
SALE_PRICE = gettext_noop("The price is from 1 to {most}")
CHOICE_IMPOSSIBLE = gettext_noop(
    "From here on too few hands are left for all that each player must still choose"
)
HAND_UNKNOWN = gettext_noop("There is no hand {found} on this sheet; they are {expected}")
HAND_REPEATED = gettext_noop("This hand is written twice; only the first row is counted")
