"""Units that are counted for each wind at the end of a hand (§0, §13.13): cards with their weights,
tricks, places, or cards left. A unit is one row here, with all its sentences and effects;
``custom_unit`` reads those of a club.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from king.cards import DECK_52, DECKS, Card, Rank, Suit
from king.words import gettext_noop, ngettext_lazy


class Tricks(NamedTuple):
    """Weights of tricks: ``each`` trick, plus an extra weight for the ``nth`` (1 is the first, −1
    the last). With ``last``, each of the last tricks counts one; the contract's units say how many,
    two or three.
    """

    each: int = 0
    nth: Mapping[int, int] = {}
    last: bool = False

    def weight(self, before: int, after: int, units: int | None) -> int:
        """Weight of a trick by its place: the number of tricks ``before`` and ``after`` it."""
        own = self.nth.get(before + 1, 0) + self.nth.get(-after - 1, 0)
        return self.each + own + (self.last and after < (units or 0))


NO_TRICKS = Tricks()


class Sentences(NamedTuple):
    """Sentences for a wrong count: one or many missing, one or many too many. ``several`` names the
    holders of a card that only one player can have taken; it is empty if there are several such
    cards.
    """

    one_missing: str
    many_missing: str
    one_over: str
    many_over: str
    several: str


@dataclass(frozen=True)
class Unit:
    """A unit. Fields have no defaults, so that a new unit has to say everything.

    ``cards`` has the weight of each card that counts; ``tricks`` has the weights of tricks.
    ``of_layout``: it is counted in Domino, as cards left or places of going out. ``meaning``
    explains a hand in which it is avoided. ``counted`` has the forms for one and for many. ``ban``
    is the setting that keeps its cards off the first trick (O7). ``restricted`` is the suit that
    may not be led freely (R1); ``forced`` is the card that its holder has to get rid of at the
    first chance (R1). ``one_each``: a hand may be played again if each player took one (O16).
    """

    key: str
    heading: str
    meaning: str
    counted: tuple[str, str]
    wrong: Sentences
    cards: Mapping[Card, int]
    tricks: Tricks
    ban: str
    restricted: Suit | None
    forced: Card | None
    one_each: bool
    of_layout: bool

    def __post_init__(self) -> None:
        if self.of_layout is bool(self.cards or self.tricks != NO_TRICKS):
            raise ValueError(f"{self.key}: either cards or tricks count, or it is of the layout")

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        return self.key

    @property
    def every_trick(self) -> bool:
        return self.tricks.each > 0

    def within(self, other: Unit) -> bool:
        """Whether each of these units is also one of the other: a king is one of kings and jacks,
        and the last tricks are tricks.
        """
        if not self.cards:
            return not self.of_layout and not self.every_trick and other.every_trick
        return self.key != other.key and all(
            weight <= other.cards.get(card, 0) for card, weight in self.cards.items()
        )

    @property
    def forced_heart(self) -> bool:
        """Whether the unit is a heart that has to be discarded: the king."""
        return self.forced is not None and self.forced.suit is Suit.HEARTS

    @property
    def scattered(self) -> bool:
        """Whether a suit has cards that count and cards that do not."""
        return any(len(ranks) < len(Rank) for ranks in self._by_suit.values())

    @property
    def _by_suit(self) -> Mapping[Suit, list[Rank]]:
        suits: dict[Suit, list[Rank]] = {}
        for card in self.cards:
            suits.setdefault(card.suit, []).append(card.rank)
        return suits

    def taken(self, cards: Iterable[Card], before: int, after: int, units: int | None) -> int:
        """Units in a trick with these cards. ``before``, ``after`` and ``units`` are those of
        ``Tricks.weight``.
        """
        own = sum(self.cards.get(card, 0) for card in cards) if self.cards else 0
        return own + self.tricks.weight(before, after, units)

    def dealt(self, deck: int, cards_each: int) -> int | None:
        """Number of these units in each deal. None if the contract says it (the last tricks), or if
        it cannot be known (cards left).
        """
        if self.of_layout or self.tricks.last:
            return None
        tricks = self.tricks.each * cards_each + sum(self.tricks.nth.values())
        return tricks + sum(self.cards.get(card, 0) for card in DECKS[deck])

    @cached_property
    def _heavy(self) -> bool:
        return any(weight != 1 for weight in (*self.cards.values(), *self.tricks.nth.values()))

    def most(self, units: int, cards_each: int) -> int:
        """Highest count of one player: no more than their cards or tricks, unless some weigh more
        than one.
        """
        return units if self._heavy else min(units, cards_each)

    def may_be(self, count: int, deck: int) -> bool:
        """Whether one player can have this count. For example not 1, if each card weighs 2."""
        if not self._heavy or self.every_trick:
            return True
        some = {0}
        own = [self.cards.get(card, 0) for card in DECKS[deck]]
        for weight in filter(None, (*own, *self.tricks.nth.values())):
            some |= {other + weight for other in some}
        return count in some


OWN = Sentences(
    gettext_noop("{contract}: one is missing of {unit} ({found} of {expected})"),
    gettext_noop("{contract}: {count} are missing of {unit} ({found} of {expected})"),
    gettext_noop("{contract}: one too many of {unit} ({found} of {expected})"),
    gettext_noop("{contract}: {count} too many of {unit} ({found} of {expected})"),
    "",
)
"""Sentences for a unit of a club's own."""
TO_AVOID = gettext_noop("To avoid: {units}")


def _ranks(*ranks: Rank) -> Mapping[Card, int]:
    return {card: 1 for card in DECK_52 if card.rank in ranks}


_HEARTS = {card: 1 for card in DECK_52 if card.suit is Suit.HEARTS}
_KING_OF_HEARTS = Card(Suit.HEARTS, Rank.KING)
_EIGHT_OF_DIAMONDS = Card(Suit.DIAMONDS, Rank.EIGHT)

# it.wikipedia asks for consent to a ban three times: for kings, jacks and queens, for the king of hearts and the 8 of
# diamonds, for hearts (§12.4).
_FIGURES, _CARDS = "first_trick_ban_figures", "first_trick_ban_cards"

KINGS_AND_JACKS = Unit(
    key="kings_and_jacks",
    heading=gettext_noop("kings and jacks"),
    meaning=gettext_noop("No kings and jacks"),
    counted=ngettext_lazy("%(count)d king or jack", "%(count)d kings and jacks"),
    wrong=Sentences(
        gettext_noop("{contract}: one king or jack is missing ({found} of {expected})"),
        gettext_noop("{contract}: {count} kings and jacks are missing ({found} of {expected})"),
        gettext_noop("{contract}: one king or jack too many ({found} of {expected})"),
        gettext_noop("{contract}: {count} kings and jacks too many ({found} of {expected})"),
        "",
    ),
    cards=_ranks(Rank.KING, Rank.JACK),
    tricks=NO_TRICKS,
    ban=_FIGURES,
    restricted=None,
    forced=None,
    one_each=False,
    of_layout=False,
)

KINGS = Unit(
    key="kings",
    heading=gettext_noop("kings"),
    meaning=gettext_noop("No kings"),
    counted=ngettext_lazy("%(count)d king", "%(count)d kings"),
    wrong=Sentences(
        gettext_noop("{contract}: one king is missing ({found} of {expected})"),
        gettext_noop("{contract}: {count} kings are missing ({found} of {expected})"),
        gettext_noop("{contract}: one king too many ({found} of {expected})"),
        gettext_noop("{contract}: {count} kings too many ({found} of {expected})"),
        "",
    ),
    cards=_ranks(Rank.KING),
    tricks=NO_TRICKS,
    ban=_FIGURES,
    restricted=None,
    forced=None,
    one_each=False,
    of_layout=False,
)

JACKS = Unit(
    key="jacks",
    heading=gettext_noop("jacks"),
    meaning=gettext_noop("No jacks"),
    counted=ngettext_lazy("%(count)d jack", "%(count)d jacks"),
    wrong=Sentences(
        gettext_noop("{contract}: one jack is missing ({found} of {expected})"),
        gettext_noop("{contract}: {count} jacks are missing ({found} of {expected})"),
        gettext_noop("{contract}: one jack too many ({found} of {expected})"),
        gettext_noop("{contract}: {count} jacks too many ({found} of {expected})"),
        "",
    ),
    cards=_ranks(Rank.JACK),
    tricks=NO_TRICKS,
    ban=_FIGURES,
    restricted=None,
    forced=None,
    one_each=False,
    of_layout=False,
)

QUEENS = Unit(
    key="queens",
    heading=gettext_noop("queens"),
    meaning=gettext_noop("No queens"),
    counted=ngettext_lazy("%(count)d queen", "%(count)d queens"),
    wrong=Sentences(
        gettext_noop("{contract}: one queen is missing ({found} of {expected})"),
        gettext_noop("{contract}: {count} queens are missing ({found} of {expected})"),
        gettext_noop("{contract}: one queen too many ({found} of {expected})"),
        gettext_noop("{contract}: {count} queens too many ({found} of {expected})"),
        "",
    ),
    cards=_ranks(Rank.QUEEN),
    tricks=NO_TRICKS,
    ban=_FIGURES,
    restricted=None,
    forced=None,
    one_each=True,
    of_layout=False,
)

KING_OF_HEARTS = Unit(
    key="king_of_hearts",
    heading=gettext_noop("king of hearts"),
    meaning=gettext_noop("No king of hearts"),
    counted=ngettext_lazy("%(count)d king of hearts", "%(count)d kings of hearts"),
    wrong=Sentences(
        gettext_noop("{contract}: nobody has the king of hearts"),
        gettext_noop("{contract}: nobody has the king of hearts ({found})"),
        gettext_noop("{contract}: the king of hearts is there twice"),
        gettext_noop("{contract}: the king of hearts is there {found} times"),
        gettext_noop("{contract}: the king of hearts is written for {holders}; only one took it"),
    ),
    cards={_KING_OF_HEARTS: 1},
    tricks=NO_TRICKS,
    ban=_CARDS,
    restricted=Suit.HEARTS,
    forced=_KING_OF_HEARTS,
    one_each=False,
    of_layout=False,
)

EIGHT_OF_DIAMONDS = Unit(
    key="eight_of_diamonds",
    heading=gettext_noop("8 of diamonds"),
    meaning=gettext_noop("No 8 of diamonds"),
    counted=ngettext_lazy("%(count)d eight of diamonds", "%(count)d eights of diamonds"),
    wrong=Sentences(
        gettext_noop("{contract}: nobody has the 8 of diamonds"),
        gettext_noop("{contract}: nobody has the 8 of diamonds ({found})"),
        gettext_noop("{contract}: the 8 of diamonds is there twice"),
        gettext_noop("{contract}: the 8 of diamonds is there {found} times"),
        gettext_noop("{contract}: the 8 of diamonds is written for {holders}; only one took it"),
    ),
    cards={_EIGHT_OF_DIAMONDS: 1},
    tricks=NO_TRICKS,
    ban=_CARDS,
    restricted=Suit.DIAMONDS,
    forced=_EIGHT_OF_DIAMONDS,
    one_each=False,
    of_layout=False,
)

HEARTS = Unit(
    key="hearts",
    heading=gettext_noop("hearts"),
    meaning=gettext_noop("No hearts"),
    counted=ngettext_lazy("%(count)d heart", "%(count)d hearts"),
    wrong=Sentences(
        gettext_noop("{contract}: one heart is missing ({found} of {expected})"),
        gettext_noop("{contract}: {count} hearts are missing ({found} of {expected})"),
        gettext_noop("{contract}: one heart too many ({found} of {expected})"),
        gettext_noop("{contract}: {count} hearts too many ({found} of {expected})"),
        "",
    ),
    cards=_HEARTS,
    tricks=NO_TRICKS,
    ban="first_trick_ban_hearts",
    restricted=Suit.HEARTS,
    forced=None,
    one_each=False,
    of_layout=False,
)

TRICKS = Unit(
    key="tricks",
    heading=gettext_noop("tricks"),
    meaning=gettext_noop("No tricks"),
    counted=ngettext_lazy("%(count)d trick", "%(count)d tricks"),
    wrong=Sentences(
        gettext_noop("{contract}: one trick is missing ({found} of {expected})"),
        gettext_noop("{contract}: {count} tricks are missing ({found} of {expected})"),
        gettext_noop("{contract}: one trick too many ({found} of {expected})"),
        gettext_noop("{contract}: {count} tricks too many ({found} of {expected})"),
        "",
    ),
    cards={},
    tricks=Tricks(each=1),
    ban="",
    restricted=None,
    forced=None,
    one_each=False,
    of_layout=False,
)

LAST_TRICKS = Unit(
    key="last_tricks",
    heading=gettext_noop("last two tricks"),
    meaning=gettext_noop("Not the last two tricks"),
    counted=ngettext_lazy("%(count)d of the last tricks", "%(count)d of the last tricks"),
    wrong=Sentences(
        gettext_noop("{contract}: one of the last two tricks is missing ({found} of {expected})"),
        gettext_noop(
            "{contract}: {count} of the last two tricks are missing ({found} of {expected})"
        ),
        gettext_noop("{contract}: one last trick too many ({found} of {expected})"),
        gettext_noop("{contract}: {count} last tricks too many ({found} of {expected})"),
        "",
    ),
    cards={},
    tricks=Tricks(last=True),
    ban="",
    restricted=None,
    forced=None,
    one_each=False,
    of_layout=False,
)

CARDS_LEFT = Unit(
    key="cards_left",
    heading=gettext_noop("cards left"),
    meaning=gettext_noop("The layout game, until no cards are left"),
    counted=ngettext_lazy("%(count)d card left", "%(count)d cards left"),
    wrong=Sentences(  # Domino has no fixed number of units; a house edition may give it one.
        gettext_noop("{contract}: one card is missing ({found} of {expected})"),
        gettext_noop("{contract}: {count} cards are missing ({found} of {expected})"),
        gettext_noop("{contract}: one card too many ({found} of {expected})"),
        gettext_noop("{contract}: {count} cards too many ({found} of {expected})"),
        "",
    ),
    cards={},
    tricks=NO_TRICKS,
    ban="",
    restricted=None,
    forced=None,
    one_each=False,
    of_layout=True,
)

PLACES = Unit(
    key="places",
    heading=gettext_noop("places"),
    meaning=gettext_noop("The layout game, points by the order of going out"),
    counted=ngettext_lazy("place %(count)d", "place %(count)d"),
    wrong=Sentences(
        gettext_noop("{contract}: the places add up to {found}, not {expected}"),
        gettext_noop("{contract}: the places add up to {found}, not {expected}"),
        gettext_noop("{contract}: the places add up to {found}, not {expected}"),
        gettext_noop("{contract}: the places add up to {found}, not {expected}"),
        "",
    ),
    cards={},
    tricks=NO_TRICKS,
    ban="",
    restricted=None,
    forced=None,
    one_each=False,
    of_layout=True,
)

UNITS: Mapping[str, Unit] = {
    unit.key: unit for unit in vars().copy().values() if isinstance(unit, Unit)
}
"""Every published unit by its key, as files name it."""

BANS = tuple(dict.fromkeys(unit.ban for unit in UNITS.values() if unit.ban))
"""Settings that may keep a unit's cards off the first trick, each once."""
