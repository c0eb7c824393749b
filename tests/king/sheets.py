"""A sheet without problems and variants of it; random matches."""

from __future__ import annotations

from king.cards import DECKS, Deal, Suit, number_of_deals
from king.match import Match
from king.rulesets import find_ruleset, units
from king.sheet.checks import check_row
from king.sheet.row import Row

LAB12 = find_ruleset("lab12")
WHOLE = {
    "KJ": (3, 1, 4, 0),
    "Q": (1, 1, 1, 1),
    "KH": (0, 1, 0, 0),
    "8D": (1, 0, 0, 0),
    "NC": (3, 4, 2, 4),
    "MIS": (4, 6, 2, 1),
    "U2": (1, 1, 0, 0),
    "DOM": (0, 5, 3, 2),
    "D": (1, 5, 5, 2),
    "SA": (3, 3, 2, 5),
}


def winds(north, east, south, west):
    """Map the four values to the winds, in order."""
    return {"N": north, "E": east, "S": south, "W": west}


def whole_sheet(ruleset=LAB12):
    """A sheet without problems."""
    return [
        Row(number, code, winds(*WHOLE[code]), trump="S" if code == "D" else None)
        for number, code in enumerate(ruleset.hands, 1)
    ]


def changed(hand, **changes):
    """The whole sheet of twelve hands with some fields of one row changed."""
    rows = whole_sheet()
    fields = {
        key: getattr(rows[hand - 1], key) for key in ("hand", "contract", "units", "trump", "sale")
    }
    rows[hand - 1] = Row(**(fields | changes))
    return rows


def only_problem(ruleset, row, **settings):
    problems = check_row(ruleset, row, ruleset.configure(settings))
    assert len(problems) == 1, problems
    return problems[0]


OF_UNIT = {
    units.HEARTS: lambda card: card.suit is Suit.HEARTS,
    units.QUEENS: lambda card: card.rank == "Q",
    units.KINGS_AND_JACKS: lambda card: card.rank in "KJ",
    units.KINGS: lambda card: card.rank == "K",
    units.JACKS: lambda card: card.rank == "J",
    units.KING_OF_HEARTS: lambda card: str(card) == "HK",
    units.EIGHT_OF_DIAMONDS: lambda card: str(card) == "D8",
}


def fallen(ruleset, settings, board, rng):
    """Rows of a board that counts several kinds of unit, from cards taken in random tricks."""
    cards = list(DECKS[ruleset.deck])
    rng.shuffle(cards)
    each = len(ruleset.winds)
    # Sometimes one player takes nearly all tricks.
    weights = rng.choices((1, 9), k=each)
    takers = rng.choices(list(map(str, ruleset.winds)), weights, k=ruleset.cards_each)
    for plan in ruleset.played_on(board, settings):
        unit, count = plan.contract.unit, plan.contract.units
        if unit is units.TRICKS:
            owners = takers
        elif unit is units.LAST_TRICKS:
            owners = takers[-count:]
        else:
            counted = (place for place, card in enumerate(cards) if OF_UNIT[unit](card))
            owners = [takers[place // each] for place in counted]
        counts = {str(wind): owners.count(str(wind)) for wind in ruleset.winds}
        yield Row(plan.number, plan.contract.code, counts)


def played(code, rng):
    """Play a whole match with random legal moves; claim every misdeal."""
    match = Match(code)
    rules = match.ruleset
    deals = number_of_deals(rules.deck, len(rules.winds))
    while match.step != "over":
        if match.step == "deal":
            match.deal(Deal.numbered(rng.randrange(deals), rules.deck, len(rules.winds)))
        elif match.misdeals:
            match.misdeal(rng.choice(match.misdeals))
        else:
            word = rng.choice(match.legal())
            # Before the first offer the owner may book the hand as unplayed, which is not a call.
            step = "declare" if word == "unplayed" else match.step
            getattr(match, step)(word)
    return match
