"""Choice of the next hand: the hands that may be chosen now, the chooser, and the reasons against
the others (R2, R4, R5, R7, R10, R12).

A contract may be chosen while the hands that remain can still take all that must yet be played
(``king.rulesets.base.Remaining``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from king.cards import Wind
from king.reading import Refused
from king.rulesets.base import Chooser, HandPlan, Order, Remaining, RuleSet
from king.rulesets.contracts import Contract, Family
from king.rulesets.settings import Settings
from king.sheet.points import Column, Hand, place_row
from king.sheet.row import Row
from king.words import Phrase, gettext_noop

PROPOSALS = 2
"""Number of hands that a dealer proposes to the partner (R2, R7)."""


class ChoiceRefused(Refused):
    """Error: the rules forbid the choice. ``allowed`` are the contracts that may be chosen."""


class Option(NamedTuple):
    """A contract that may be asked for. ``left`` is the number left of it, ``own`` the number of
    these that the chooser may still take. ``quota`` is the number of its kind that each chooser
    has, set if this one has had them all. ``reason`` says why it may not be chosen.
    """

    contract: Contract
    left: int
    reason: Phrase | None = None
    own: int = 0
    quota: int | None = None

    @property
    def allowed(self) -> bool:
        return self.reason is None


class Proposal(NamedTuple):
    contract: str
    trump: str | None = None


@dataclass(frozen=True)
class Choice:
    """Choice of the next hand.

    ``column`` is the player or pair that chooses. ``speaker`` is the wind that speaks first, and
    ``decider`` the wind that names the hand: the same wind, or two partners. Both are None if no
    source says who sits where.
    """

    ruleset: RuleSet
    plan: HandPlan
    column: Column | None
    speaker: Wind | None
    decider: Wind | None
    options: tuple[Option, ...]

    @property
    def allowed(self) -> tuple[Contract, ...]:
        return tuple(option.contract for option in self.options if option.allowed)

    def option(self, code: str) -> Option:
        for option in self.options:
            if option.contract.code == code:
                return option
        raise self._refused(NO_SUCH, code=code)

    def _refused(self, template: str, **fields: object) -> ChoiceRefused:
        return ChoiceRefused(Phrase(template, fields), self.allowed)

    def verify(self, code: str) -> Contract:
        option = self.option(code)
        if option.reason is not None:
            raise ChoiceRefused(option.reason, self.allowed)
        return option.contract

    def verify_word(self, family: Family) -> None:
        """Check that the speaker may say "Posi", or "Neg": that some hand of this family may be
        chosen (R10).

        Raises ``ChoiceRefused`` with the reason.
        """
        of_family = [option for option in self.options if option.contract.family is family]
        if any(option.allowed for option in of_family):
            return
        reasons = [option.reason for option in of_family if option.reason is not None]
        # That a pair has taken all its hands of a kind says more than that one of them is played.
        reason = next((reason for reason in reasons if reason.template != PLAYED), *reasons[:1])
        raise ChoiceRefused(reason, self.allowed)

    def verify_named(self, family: Family, code: str) -> Contract:
        """Check that the decider names a hand of the family that was said. Raises
        ``ChoiceRefused``.
        """
        self.verify_word(family)
        contract = self.verify(code)
        if contract.family is not family:
            term = self.ruleset.term(family)
            allowed = tuple(contract for contract in self.allowed if contract.family is family)
            phrase = Phrase(HAS_SAID, who=self.speaker, contract=contract.title, said=term)
            raise ChoiceRefused(phrase, allowed)
        return contract

    def verify_proposals(self, proposals: tuple[Proposal, ...]) -> None:
        """Check two different proposals that may be chosen, or one if only one is left. Raises
        ``ChoiceRefused``.

        A trump may be named only if every proposed hand is a declaration and at least two are left
        (§11.1), and in no other system (R2). A declaration proposed beside another hand is proposed
        without trump.
        """
        # A hand is good for one proposal however often it is left, unless trumps are said.
        different = sum(
            option.own if self.ruleset.trump_in_proposals and option.contract.trump else 1
            for option in self.options
            if option.allowed
        )
        least = min(PROPOSALS, different)
        if not len(proposals) == len(set(proposals)) == least:
            raise self._refused(TWO_PROPOSALS, count=least)
        contracts = [self.verify(proposal.contract) for proposal in proposals]
        for proposal, contract in zip(proposals, contracts, strict=True):
            if proposal.trump is None:
                continue
            if not self.ruleset.trump_in_proposals:
                raise self._refused(NO_WORD_OF_TRUMP)
            if least < PROPOSALS or not all(contract.trump for contract in contracts):
                raise self._refused(NO_TRUMP_SAID, contract=contract.title)
        twice = len(set(contracts)) < least
        if twice and self.option(contracts[0].code).own < least:
            raise self._refused(LAST_DECLARATION, contract=contracts[0].title)

    def is_third(
        self, proposals: tuple[Proposal, ...], answer: Proposal, named_suit: str | None = None
    ) -> bool:
        """Whether the partner's answer is a third option. Raises ``ChoiceRefused`` if it may not be
        given.

        Any hand that may be chosen can be a third option, and must then be played. ``named_suit``
        is the trump that the dealer named for a declaration proposed without one, after their
        partner had turned to it: the partner may still leave it for any hand (§11.1). Another
        declaration is a third option only while two are left (R7).
        """
        contract = self.verify(answer.contract)
        suit = named_suit if contract.trump else None
        trumps = [
            proposal.trump or suit for proposal in proposals if proposal.contract == answer.contract
        ]
        if any(trump in (None, answer.trump) for trump in trumps):
            return False
        if trumps and self.option(answer.contract).left < 2:
            raise self._refused(LAST_DECLARATION, contract=contract.title)
        return True


def next_choice(
    ruleset: RuleSet, rows: Iterable[Row], settings: Settings | None = None
) -> Choice | None:
    """Choice of the first hand that is not on the sheet; None if all are.

    In a fixed order, and for a forced last hand, a single option is allowed.
    """
    settings = settings or ruleset.defaults
    hands = [place_row(ruleset, row, settings) for row in rows]
    written = {hand.row.hand for hand in hands}
    plan = next((plan for plan in ruleset.schedule(settings) if plan.number not in written), None)
    if plan is None:
        return None
    state = _remaining(ruleset, hands, settings)
    limits = {code: quota.limit(settings) for quota in ruleset.quotas for code in quota.contracts}
    options = tuple(
        option._replace(quota=limits.get(option.contract.code))
        if option.reason is not None and option.reason.template == QUOTA
        else option
        for option in (_option(ruleset, plan, state, code) for code in ruleset.counts)
    )
    options = _without_trumps(options, plan, settings)
    speaker, decider = voices(ruleset, plan)
    return Choice(ruleset, plan, plan.chooser, speaker, decider, options)


def _without_trumps(
    options: tuple[Option, ...], plan: HandPlan, settings: Settings
) -> tuple[Option, ...]:
    """Exclude hands with trumps from the first hands, as long as others may be chosen (R15)."""
    first = settings.no_trumps_before
    if plan.number >= first:
        return options
    others = tuple(
        option._replace(reason=Phrase(TRUMPS_LATER, contract=option.contract.title, hand=first))
        if option.contract.trump and option.allowed
        else option
        for option in options
    )
    return others if any(option.allowed for option in others) else options


def completable(ruleset: RuleSet, hands: Iterable[Hand], settings: Settings) -> bool:
    return _remaining(ruleset, hands, settings).completable()


def is_proposed(ruleset: RuleSet, plan: HandPlan) -> bool:
    return ruleset.third is not None and plan.contract is None


def is_worded(ruleset: RuleSet, plan: HandPlan) -> bool:
    """Whether one partner says positive or negative and the other names the hand (R10)."""
    chosen = ruleset.order is Order.PROPOSED and plan.contract is None
    return chosen and ruleset.chooser is Chooser.LEFT_OF_DEALER


def voices(ruleset: RuleSet, plan: HandPlan) -> tuple[Wind | None, Wind | None]:
    alone = ruleset.chooser is Chooser.SOLOIST
    if ruleset.order is Order.FIXED or plan.contract is not None or plan.dealer is None or alone:
        return (plan.chooser, plan.chooser) if isinstance(plan.chooser, Wind) else (None, None)
    speaker = ruleset.speaker(plan.dealer, plan.leader)
    return speaker, speaker.partner if ruleset.order is Order.PROPOSED else speaker


def _remaining(ruleset: RuleSet, hands: Iterable[Hand], settings: Settings) -> Remaining:
    """Return the remainder of the match after these hands."""
    played = list(hands)
    state = Remaining.of(ruleset, settings, frozenset(hand.row.hand for hand in played))
    for hand in played:
        chosen = hand.plan and (hand.plan.contract is None or ruleset.order is Order.FIXED)
        if chosen and hand.contract is not None and hand.contract.code in state.left:
            state.take(hand.chooser, hand.contract.code)
    return state


def _option(ruleset: RuleSet, plan: HandPlan, state: Remaining, code: str) -> Option:
    contract = ruleset.contract(code)
    deals_left, chooser = max(0, state.left[code]), plan.chooser
    if plan.contract is not None:
        due = plan.contract.code == code
        reason = None if due else Phrase(SCHEDULED, contract=plan.contract.title)
        return Option(contract, deals_left or int(due), reason, deals_left or int(due))
    own, template = deals_left, ""
    if deals_left == 0:
        template = CLOSES if code == ruleset.last else PLAYED
    elif chooser is not None:
        if code in state.quota_of:
            own = min(deals_left, max(0, state.allowance[chooser, state.quota_of[code]]))
        if own == 0:
            template = QUOTA
        elif not state.after(chooser, code).completable():
            template = NO_ROOM
    if not template:
        return Option(contract, deals_left, None, own)
    deals = 0 if chooser is None else state.deals[chooser]
    return Option(
        contract, deals_left, Phrase(template, contract=contract.title, who=chooser, deals=deals)
    )


SCHEDULED = gettext_noop("This hand is {contract}")
PLAYED = gettext_noop("{contract} has been played already")
CLOSES = gettext_noop("{contract} closes the match and cannot be chosen")
QUOTA = gettext_noop("{who} has chosen all the hands of this kind that are due: {contract}")
NO_ROOM = gettext_noop(
    "{contract}: {who} has {deals} hands left to choose, and they are needed for others"
)
TRUMPS_LATER = gettext_noop("{contract}: no hand with trumps is chosen before hand {hand}")
HAS_SAID = gettext_noop("{contract}: {who} has said {said}")
NO_SUCH = gettext_noop("There is no contract {code} here")
TWO_PROPOSALS = gettext_noop("Different hands are proposed, as many as {count}")
NO_TRUMP_SAID = gettext_noop(
    "{contract}: the trump is said only where both hands proposed are declarations"
)
NO_WORD_OF_TRUMP = gettext_noop("Two hands are proposed, and no trump is said with them")
LAST_DECLARATION = gettext_noop("{contract}: only one is left, and it has been proposed")
