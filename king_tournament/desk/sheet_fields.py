"""The fields of a row of the sheet: where its counts go, what else may have happened in it, which contracts it may be.

What each contract counts and asks for is described once, for the phone, in ``king_tournament.captain.keys``; the desk
shows the same as fields. No rule is known here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from king.contracts import Family
from king.deal import DECKS
from king.rulesets import RuleSet, Settings
from king.rulesets.base import HandPlan, Scoring
from king.winds import SIDES, WINDS, Side, Wind
from king_tournament.captain.keys import contract_keys, hand_keys
from printing import wording

YES = "yes"
FLAGS = ("third", "unplayed", "blind")
CHOICES = ("partner", "direction", "polarity", "start")
"""What happens now and then, beside counts, trump and sale; by the names of ``king.row.Row``."""


@dataclass(frozen=True)
class CountField:
    """A count: its field, how it is called, the contracts for which it is written there."""

    field: str
    label: str
    contracts: tuple[str, ...]

    @property
    def letter(self) -> str:
        """The letters of its place."""
        return letter_of(self.field)


@dataclass(frozen=True)
class OddField:
    """A choice that a row offers now and then: ``options`` by value in words, for some contracts alone.

    ``sign`` says in the row itself that it is so, while the fields are put away.
    """

    field: str
    label: str
    options: tuple[tuple[str, str], ...]
    contracts: tuple[str, ...]
    sign: str = ""


@dataclass(frozen=True)
class RowFields:
    """The fields of one hand. ``counts`` are grouped by the column under which they stand."""

    counts: tuple[tuple[Wind | Side, tuple[CountField, ...]], ...]
    odd: tuple[OddField, ...]
    buyers: tuple[Wind, ...]
    sold: tuple[str, ...]
    trumped: tuple[str, ...]
    chooses: str
    """Who chooses the hand, where it is not who deals it."""
    alone: tuple[Wind | Side, ...] = ()
    """The columns of the soloist, where one plays with a dummy: his side's count, his own points."""

    @property
    def usual(self) -> tuple[OddField, ...]:
        """What every hand says: with whom its chooser plays."""
        return tuple(each for each in self.odd if each.field == "partner")

    @property
    def rare(self) -> tuple[OddField, ...]:
        """What happens in few hands, put away until it does."""
        return tuple(each for each in self.odd if each.field != "partner")

    @property
    def rare_for(self) -> tuple[str, ...]:
        """The contracts in which it may."""
        return tuple(dict.fromkeys(code for each in self.rare for code in each.contracts))

    @property
    def places(self) -> tuple[str, ...]:
        """The names of all count fields."""
        return tuple(each.field for _column, group in self.counts for each in group)


def _deals(plan: HandPlan) -> bool:
    """Whether who chooses is who deals, or that player's pair: the badge of the dealer says it."""
    if plan.dealer is None or plan.chooser is None:
        return False
    return plan.chooser in (plan.dealer, plan.dealer.side)


def letter_of(place: str) -> str:
    """The letter of a wind, or both of a side's winds."""
    return "–".join(map(wording.wind_letter, Side(place).winds)) if place in SIDES else wording.wind_letter(place)


class SheetFields:
    """The fields of every hand of a match under a system with its settings."""

    def __init__(self, rules: RuleSet, settings: Settings) -> None:
        self.rules, self.settings = rules, settings

    @cached_property
    def contracts(self) -> dict[str, dict[str, Any]]:
        """What each contract counts and asks for, by its code."""
        return contract_keys(self.rules, self.settings)

    @cached_property
    def columns(self) -> tuple[Wind | Side, ...]:
        """Where counts stand: a column for each wind, or for each side where sides are counted."""
        places = {place for keys in self.contracts.values() for place in keys["columns"]}
        return SIDES if places & set(SIDES) else WINDS

    @cached_property
    def rows(self) -> dict[int, RowFields]:
        """The fields of each hand by its number."""
        plans = self.rules.schedule(self.settings)
        return {plan.number: self._row(plan, keys) for plan, keys in zip(plans, self._hands, strict=True)}

    @cached_property
    def _hands(self) -> list[dict[str, Any]]:
        return hand_keys(self.rules, self.settings)

    def _row(self, plan: HandPlan, keys: Mapping[str, Any]) -> RowFields:
        codes = tuple(self.contracts) if plan.contract is None else (plan.contract.code,)
        sold = tuple(code for code in codes if "prices" in self._odd(code))
        return RowFields(
            counts=tuple((column, self._counts(plan.number, column, codes)) for column in self.columns),
            odd=tuple(self._odd_fields(plan, keys, codes, sold)),
            buyers=tuple(Wind(buyer) for buyer in keys["buyers"]) if sold else (),
            sold=sold,
            trumped=tuple(code for code in codes if self.rules.contract(code).trump),
            chooses="" if _deals(plan) else str(keys["chooses"]),
            alone=self._alone(plan),
        )

    def _alone(self, plan: HandPlan) -> tuple[Wind | Side, ...]:
        if self.rules.scoring is not Scoring.SOLOIST or not isinstance(plan.chooser, Wind):
            return ()
        return (plan.chooser.side, plan.chooser)

    def _odd(self, code: str) -> Mapping[str, Any]:
        return self.contracts[code]["odd"] or {}

    def _counts(self, hand: int, column: Wind | Side, codes: tuple[str, ...]) -> tuple[CountField, ...]:
        """Under a side stand its own count and, for what is counted by wind (Domino), one for each of its winds."""
        places = (column, *column.winds) if isinstance(column, Side) else (column,)
        fields = []
        for place in places:
            counted = tuple(code for code in codes if str(place) in self.contracts[code]["columns"])
            if counted:
                label = _("Hand %(hand)s, %(place)s") % {"hand": hand, "place": wording.column_name(place)}
                fields.append(CountField(str(place), label, counted))
        return tuple(fields)

    def _odd_fields(
        self, plan: HandPlan, keys: Mapping[str, Any], codes: tuple[str, ...], sold: tuple[str, ...]
    ) -> list[OddField]:
        found = []
        if keys["partners"]:
            partners = tuple((wind, wording.wind_name(wind)) for wind in keys["partners"])
            found.append(OddField("partner", _("Partner"), partners, codes))
        if keys["third"]:
            found.append(OddField("third", _("Third option"), ((YES, _("yes")),), codes, sign="3"))
        dominoes = tuple(code for code in codes if self.rules.contract(code).family is Family.DOMINO)
        if dominoes and self.rules.start_named:
            cards = tuple((str(card), wording.card_label(card)) for card in DECKS[self.rules.deck])
            found.append(OddField("start", _("First card"), cards, dominoes, sign="1."))
        flags: dict[str, tuple[str, tuple[tuple[str, str], ...], str, list[str]]] = {}
        for code in codes:
            for flag in self._odd(code).get("flags", ()):
                value = flag["value"] if isinstance(flag["value"], str) else YES
                title, short = _flag_words(str(flag["key"]), str(flag["sign"]))
                options: tuple[tuple[str, str], ...] = ((value, short),)
                if "tricks" in flag:
                    title = _("Declared blind, the declarer himself took")
                    options += tuple((str(own), str(own)) for own in flag["tricks"])
                flags.setdefault(flag["key"], (title, options, flag["sign"], []))[3].append(code)
        found += [
            OddField(key, title, options, tuple(where), sign) for key, (title, options, sign, where) in flags.items()
        ]
        nulls = tuple(code for code in sold if "null_prices" in self._odd(code))
        if nulls:
            found.append(OddField("polarity", _("Sold for nulls"), (("null", _("yes")),), nulls, sign="▼"))
        return found


def _flag_words(key: str, sign: str) -> tuple[str, str]:
    """How a field is called and what it says when it is so."""
    return {
        "direction": (_("Played down"), _("yes")),
        "unplayed": (_("Not played"), sign),
        "blind": (_("Declared blind"), _("yes")),
    }[key]
