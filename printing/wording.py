"""Numbers, winds, cards, contracts and sentences as a person reads them, on paper and on the screen alike.

Everything here is text in the active language: no HTML, no fonts, no database. The same value reads the same on the
score sheet, the desk, the phone and the hall screen because all of them ask here.

Numbers carry a true minus sign (U+2212) and the language's decimal separator; thirds are rounded to two places
for reading, and :func:`exact` gives the fraction behind them.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.formats import get_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from king.cards import Card, Rank, Suit
from king.contracts import Contract, Unit
from king.deal import CHECKSUM_RULE
from king.rounds import EVERYBODY
from king.rulesets import HandPlan, RuleSet
from king.sheet import ScoredSheet
from king.tiebreaks import TITLES, Settled
from king.winds import Side, Wind
from king.words import MINUS, Phrase

NOTHING = "\N{EN DASH}"
"""What stands where there is no number: absent is not zero."""

Number = int | Fraction | Decimal


# --- numbers -----------------------------------------------------------------------------------------------------


def number(value: Number | None, *, places: int = 2, fixed: bool = False, signed: bool = False) -> str:
    """``-13/3`` as ``−4,33``; whole numbers bare unless ``fixed``; ``signed`` puts ``+`` before what is above zero.

    Rounding is half away from zero on the exact value. ``None`` is an en dash.
    """
    if value is None:
        return NOTHING
    if isinstance(value, int) and not fixed:
        return f"{MINUS if value < 0 else '+' if signed and value else ''}{abs(value)}"
    scaled = Fraction(value) * 10**places
    units = int((abs(scaled) + Fraction(1, 2)).__floor__())
    whole, rest = divmod(units, 10**places)
    decimals = f"{rest:0{places}d}" if places else ""
    if not fixed:
        decimals = decimals.rstrip("0")
    text = f"{whole}{get_format('DECIMAL_SEPARATOR')}{decimals}" if decimals else str(whole)
    if units == 0:
        return text
    return MINUS + text if value < 0 else "+" + text if signed else text


def exact(value: Number) -> str:
    """The fraction itself: ``13/3``, ``−13/3``; a whole number as it is."""
    fraction = Fraction(value)
    sign = MINUS if fraction < 0 else ""
    size = abs(fraction)
    return f"{sign}{size.numerator}" + (f"/{size.denominator}" if size.denominator > 1 else "")


def is_rounded(value: Number | None, places: int = 2) -> bool:
    """Whether :func:`number` hides something, so that the page owes the reader :func:`exact`."""
    return value is not None and (Fraction(value) * 10**places).denominator != 1


def percentage(value: Number | None, *, places: int = 1) -> str:
    """A share of one as ``54,2 %``."""
    if value is None:
        return NOTHING
    return f"{number(Fraction(value) * 100, places=places, fixed=True)}\N{NO-BREAK SPACE}%"


# --- winds -------------------------------------------------------------------------------------------------------

_WINDS: Mapping[Wind, Promise] = {Wind.N: _("North"), Wind.E: _("East"), Wind.S: _("South"), Wind.W: _("West")}
_SIDES: Mapping[Side, Promise] = {Side.NS: _("North–South"), Side.EW: _("East–West")}


def wind_name(wind: Wind | str) -> str:
    """The wind in words, ``Ovest``: the only form that may stand beside digits."""
    return str(_WINDS[Wind(wind)])


def wind_letter(wind: Wind | str) -> str:
    """The letter for the inside of a badge, ``O`` for West in Italian; never for running text."""
    return {
        Wind.N: pgettext("letter of the wind", "N"),
        Wind.E: pgettext("letter of the wind", "E"),
        Wind.S: pgettext("letter of the wind", "S"),
        Wind.W: pgettext("letter of the wind", "W"),
    }[Wind(wind)]


def side_name(side: Side | str) -> str:
    """A pair's axis in words, ``Nord–Sud``."""
    return str(_SIDES[Side(side)])


def column_name(column: Wind | Side | str) -> str:
    """The heading of a score column or of a list: a wind, a side, or everybody where all compare with all."""
    if column == EVERYBODY:
        return gettext("Everybody")
    return side_name(column) if column in (Side.NS, Side.EW) else wind_name(column)


def ranked_at(winds: Mapping[str, str], by: str) -> str:
    """Where whoever sat at more than one wind is ranked, and by what the arbiter chose; nothing where nobody did."""
    if not winds:
        return ""
    names = ", ".join(f"{name} ({column_name(wind)})" for name, wind in winds.items())
    if by == "first":
        return gettext("Sat at more than one wind, and ranked at the one where they set out: %(names)s.") % {
            "names": names
        }  # fmt: skip
    return gettext(
        "Sat at more than one wind, and ranked at the one where they played most hands (half and half: where they set "
        "out): %(names)s."
    ) % {"names": names}


def standing_name(standing: str) -> str:
    """The overall standing, or that of a wind or a side."""
    return gettext("Overall") if standing == "overall" else column_name(standing)


def settled(tie: Settled) -> str:
    """A tie settled after play: where, how, who is before whom, and why."""
    return gettext("%(standing)s, %(how)s: %(order)s. %(reason)s") % {
        "standing": standing_name(tie.standing),
        "how": gettext(TITLES[tie.kind]),
        "order": ", ".join(f"{place}. {name}" for name, place in tie.places),
        "reason": tie.reason,
    }


def settled_notes(ties: Iterable[Settled], unfit: Iterable[Settled]) -> str:
    """What a standing says of its ties: those settled after play, and those that no longer apply."""
    said = [gettext("Settled after play: %(tie)s") % {"tie": settled(tie)} for tie in ties]
    said += [
        gettext("No longer applies, for exactly these are not level any more: %(tie)s") % {"tie": settled(tie)}
        for tie in unfit
    ]
    return " ".join(said)


# --- cards -------------------------------------------------------------------------------------------------------

_SUITS: Mapping[Suit, Promise] = {
    Suit.SPADES: _("spades"),
    Suit.HEARTS: _("hearts"),
    Suit.DIAMONDS: _("diamonds"),
    Suit.CLUBS: _("clubs"),
}
_RANKS: Mapping[Rank, Promise] = {
    Rank.ACE: _("ace"),
    Rank.KING: _("king"),
    Rank.QUEEN: _("queen"),
    Rank.JACK: _("jack"),
}


def drawn_place(wind: Wind, sides: str) -> str:
    """What an entry draws: a wind; a pair its line; a team whether it is the first or the second of a meeting."""
    if sides == "teams":
        return gettext("First of the meeting") if wind is Wind.N else gettext("Second of the meeting")
    return side_name(wind.side) if sides == "pairs" else wind_name(wind)


def suit_name(suit: Suit | str) -> str:
    """A suit in words: ``cuori``."""
    return str(_SUITS[Suit(suit)])


def card_name(card: Card) -> str:
    """A card in words, for those who listen to the page: ``re di cuori``."""
    rank = str(_RANKS.get(card.rank, card.rank.label))
    return gettext("%(rank)s of %(suit)s") % {"rank": rank, "suit": suit_name(card.suit)}


def card_label(card: Card) -> str:
    """A card as people write it: ``♥K``, ``♦10``."""
    return f"{card.suit.symbol}{card.rank.label}"


def card_written(text: str) -> str:
    """A card of a row as people write it; what is no card as it was typed."""
    try:
        return card_label(Card.parse(text))
    except ValueError:
        return text[:12]


def ranks_label(ranks: Iterable[Rank]) -> str:
    """The cards of one suit, high to low, ``A K 10 4``; an en dash for a void."""
    return " ".join(rank.label for rank in sorted(ranks, key=lambda rank: -rank.power)) or NOTHING


def checksum_rule() -> str:
    """How whoever holds a packet counts the two digits that its slip says: for slips, lists and the captain's phone."""
    return phrase(Phrase(CHECKSUM_RULE))


# --- contracts ---------------------------------------------------------------------------------------------------


def contract_name(contract: Contract) -> str:
    """What a hand is called: the name its rule system gives it, in the reader's language."""
    return gettext(contract.name)


def unit_name(unit: Unit | str) -> str:
    """What a hand counts, the heading of its column: ``re e fanti``."""
    return gettext(Unit(unit).heading)


def unit_count(unit: Unit | str, count: int) -> str:
    """A number of what the hand counts: ``3 prese``, ``1 donna``."""
    return {
        Unit.KINGS_AND_JACKS: ngettext("%(count)d king or jack", "%(count)d kings and jacks", count),
        Unit.QUEENS: ngettext("%(count)d queen", "%(count)d queens", count),
        Unit.KING_OF_HEARTS: ngettext("%(count)d king of hearts", "%(count)d kings of hearts", count),
        Unit.EIGHT_OF_DIAMONDS: ngettext("%(count)d eight of diamonds", "%(count)d eights of diamonds", count),
        Unit.HEARTS: ngettext("%(count)d heart", "%(count)d hearts", count),
        Unit.TRICKS: ngettext("%(count)d trick", "%(count)d tricks", count),
        Unit.LAST_TRICKS: ngettext("%(count)d of the last tricks", "%(count)d of the last tricks", count),
        Unit.CARDS_LEFT: ngettext("%(count)d card left", "%(count)d cards left", count),
    }[Unit(unit)] % {"count": count}


def board_title(number: int, contracts: Sequence[Contract], hands: Sequence[int] = ()) -> str:
    """``Hand 3 · No hearts``; ``Hands 3 and 4 · No hearts, No king of hearts`` where one board is for both (O15).

    ``number`` is the board's own, which is the hand's wherever each hand has a board to itself.
    """
    if len(hands) > 1:
        title = gettext("Hands %(first)d and %(last)d") % {"first": hands[0], "last": hands[-1]}
    else:
        title = gettext("Hand %(number)d") % {"number": hands[0] if hands else number}
    return f"{title} · {', '.join(map(contract_name, contracts))}" if contracts else title


def played_with(plan: HandPlan) -> str:
    """``with hand 4``, for a row whose cards are played for another row too (O15); empty for any other."""
    others = [str(hand) for hand in plan.together if hand != plan.number]
    return gettext("with hand %(hand)s") % {"hand": ", ".join(others)} if others else ""


# --- sentences ---------------------------------------------------------------------------------------------------


class _Sentence(string.Formatter):
    """``str.format`` with every field worded in the active language; ``{points:+}`` writes the sign of a number."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Number) and not isinstance(value, bool):
            return number(value, signed=format_spec == "+")
        return format(in_words(value), format_spec)


def big_win(scored: ScoredSheet) -> str:
    """A difference so large that the match is a "Mesa" (R10): for whom, and by how much; nothing where it is none."""
    if not scored.big_win:
        return ""
    winner = max(scored.totals, key=lambda column: scored.totals[column])
    said = {"side": column_name(winner), "points": number(scored.totals[winner])}
    return gettext("Mesa for %(side)s: %(points)s.") % said


def phrase(said: Phrase) -> str:
    """A sentence of the game in the active language; its fields are numbers, winds, cards … and stay typed."""
    sentence = gettext(said.template)
    return _Sentence().vformat(sentence, (), said.fields) if said.fields else sentence


def in_words(value: object) -> str:
    """Any value of the game as text: numbers, winds, sides, suits, cards, contracts, sentences, and lists of them."""
    match value:
        case Phrase():
            return phrase(value)
        case Wind() | Side():
            return column_name(value)
        case Suit():
            return suit_name(value)
        case Rank():
            return value.label
        case Card():
            return card_label(value)
        case Contract():
            return contract_name(value)
        case Unit():
            return unit_name(value)
        case bool() | str():
            return str(value)
        case int() | Fraction() | Decimal() | None:
            return number(value)
        case Sequence() | frozenset():
            return joined(in_words(one) for one in value)
    return str(value)


def system_title(rules: RuleSet) -> str:
    """A rule system's name in the reader's language; an edition's is the club's own."""
    return rules.name if rules.base is not None else gettext(rules.name)


def joined(words: Iterable[str]) -> str:
    """``Nord, Est e Sud``."""
    listed = list(words)
    if len(listed) < 2:
        return "".join(listed)
    return gettext("%(list)s and %(last)s") % {"list": ", ".join(listed[:-1]), "last": listed[-1]}
