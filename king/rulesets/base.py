"""Parts of a rule system: its contracts, their order, the dealer, and how units become points.

Systems differ in data, never in a branch over the code; schedule and sums are computed from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import NamedTuple, Self

from king.cards import SIDES, WINDS, Side, Wind
from king.reading import InputError, picked
from king.rulesets.contracts import ITALIAN_TERMS, TERMS, TOGETHER, Contract, Family
from king.rulesets.setting import Setting
from king.rulesets.settings import SETTINGS, Settings, configure_settings
from king.words import Phrase


class Scoring(StrEnum):
    SUM = "sum"
    """Each column gets its own units times the value."""
    DIFFERENCE = "difference"
    """Each side gets its own units less the opponents', times the value; the opponents get the
    negative (R6, R10)."""
    SHARED = "shared"
    """Scored as a sum for each wind, then halved between the partners of the hand (R5)."""
    SOLOIST = "soloist"
    """Only the soloist gets the difference (R12)."""


class Order(StrEnum):
    FIXED = "fixed"
    """The hand's number determines the contract."""
    CALLED = "called"
    """One player chooses the contract (R4, R5, R12)."""
    PROPOSED = "proposed"
    """Two partners choose the contract between them (R2, R7, R10)."""


class Chooser(StrEnum):
    DEALER = "dealer"
    LEFT_OF_DEALER = "left_of_dealer"
    LEADER = "leader"
    """The player who leads the hand (R15)."""
    SOLOIST = "soloist"


class Owner(StrEnum):
    """Player who owns a positive hand: they name its trump, or sell it."""

    DEALER = "dealer"
    LEFT_OF_DEALER = "left_of_dealer"


class Quota(NamedTuple):
    """A limit: each player, or pair, may choose at most ``most`` of these contracts. If ``setting``
    is given, that setting has the number.
    """

    contracts: tuple[str, ...]
    most: int
    setting: str | None = None

    def limit(self, settings: Settings) -> int:
        return int(getattr(settings, self.setting)) if self.setting else self.most


class Final(NamedTuple):
    """Settings of a club's final: the code of its game, the number of partite, settings of play,
    and the tie-breaks.
    """

    ruleset: str
    partite: int
    settings: Mapping[str, object]
    tiebreaks: tuple[str, ...]


class HandPlan(NamedTuple):
    """One row of a match before it is played.

    ``contract``, ``expected`` (its points over all columns) and ``control`` (the running total
    after it) are None if the hand will be chosen. ``chooser`` is the column that chooses. ``owner``
    is the player who names the trump, or sells the hand, if it is positive. ``board`` is the number
    of its cards. ``together`` lists the hands played with the same cards, itself included; more
    than one if the quick game merges hands (O15).
    """

    number: int
    contract: Contract | None
    dealer: Wind | None
    leader: Wind | None
    chooser: Wind | Side | None
    expected: Fraction | None
    control: Fraction | None
    board: int
    together: tuple[int, ...]
    owner: Wind | None


class UnknownRuleSet(InputError):
    """Error: no system has that code. The text names the codes that exist."""


@dataclass(frozen=True, repr=False)
class RuleSet:
    """One published system, or a house edition of one.

    Hands: ``hands`` has the codes of the contracts, in order if the order is fixed, else each as
    often as it may be chosen; ``V+C`` is a hand in which several are counted at once, a row each.
    ``match_hands`` is how many of a larger pool make a match; None if all are played. ``last`` is
    the contract that closes a chosen order automatically. ``unplayed`` has the tricks booked for
    the owner and for each other player if the hand is not played. ``merged_names`` has names of
    hands of several contracts, by their codes.

    Players: ``sides`` is individual, pairs, teams or soloist. ``deck`` is 52, 36 or 32 cards.
    ``at_table`` is how many are dealt cards, three or four, a dummy included. ``owner`` is who owns
    a positive hand. ``trump_named_by`` is a sentence on how its trump is found, if it is not named
    from the whole hand. ``third`` is the factor of a negative result after a third option.
    ``trump_in_proposals``: the proposer of a declaration may name its trump. ``start_named``: the
    chooser of Domino may name the card that opens it. ``set_length`` is how many hands a soloist
    plays in a row.

    The first dealer: ``first_dealer_by`` is a sentence on how each table finds its first dealer, if
    boards are not dealt beforehand (A4). ``leader_drawn``: the table finds who leads the first
    hand, and the player before them deals. ``in_turn``: columns of the sheet are in the order of
    play.

    Other rules: ``score_kept_by`` is a sentence on who keeps the score (A7). ``void_proved``: a
    player who has to discard a card shows their hand. These and ``first_dealer_by`` are empty if
    the source says nothing. ``max_extremes`` is the number of aces and kings that a Domino hand may
    hold. ``big_win`` is the difference above which a match is a "Mesa". ``final`` is how the club
    plays a final; any other begins with the system's own rules.

    Texts: ``note`` is for those who fill in a sheet. ``terms`` are the system's own words, by the
    keys of ``TERMS``. ``language`` is that of the country that plays the system.

    Editions: ``base`` and ``changes`` are what a house edition was made from. ``standing`` has its
    changes to the ranking, in the form of ``king standings``; published systems have none (A18).
    """

    code: str
    name: str
    source: str
    contracts: tuple[Contract, ...]
    hands: tuple[str, ...]
    order: Order = Order.FIXED
    sides: str = "individual"
    scoring: Scoring = Scoring.SUM
    deck: int = 52
    at_table: int = 4
    defaults: Settings = field(default_factory=Settings)
    last: str | None = None
    match_hands: int | None = None
    quotas: tuple[Quota, ...] = ()
    chooser: Chooser = Chooser.DEALER
    owner: Owner = Owner.DEALER
    third: int | None = None
    trump_in_proposals: bool = False
    first_dealer_by: str = ""
    leader_drawn: bool = False
    in_turn: bool = False
    merged_names: Mapping[str, str] = field(default_factory=dict)
    language: str = "it"
    trump_named_by: str = ""
    score_kept_by: str = ""
    void_proved: bool = False
    start_named: bool = False
    unplayed: tuple[int, int] | None = None
    domino_bonus: Fraction = Fraction(0)
    max_extremes: int | None = None
    pre_dealt: bool = True
    sale_within_pair: bool = False
    big_win: int | None = None
    set_length: int | None = None
    deals_in_a_row: int = 1
    final: Final | None = None
    note: str = ""
    terms: Mapping[str, str] = field(default_factory=lambda: ITALIAN_TERMS)
    base: RuleSet | None = None
    changes: Mapping[str, object] = field(default_factory=dict)
    standing: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for code in (*self.rows, self.last):
            if code is not None and code not in self._by_code:
                known = " ".join(self._by_code)
                raise InputError(f"RuleSet {self.code}: hands: expected of {known}, found {code!r}")

    def __hash__(self) -> int:
        return hash((self.code, self.hands))

    def __repr__(self) -> str:
        return f"<RuleSet {self.code}: {self.length} hands>"

    @cached_property
    def _by_code(self) -> dict[str, Contract]:
        return {contract.code: contract for contract in self.contracts}

    def contract(self, code: str) -> Contract:
        return self._by_code[code]

    def find_contract(self, code: str | None) -> Contract | None:
        return None if code is None else self._by_code.get(code)

    @cached_property
    def columns(self) -> tuple[Wind | Side, ...]:
        if self.by_side or not self.in_turn:
            return SIDES if self.by_side else self.players
        first = self.players[0]
        turn = range(len(self.players))
        return tuple(first.after(t, self.defaults.direction, self.winds) for t in turn)

    @property
    def by_side(self) -> bool:
        return self.sides in ("pairs", "teams")

    @property
    def by_difference(self) -> bool:
        return self.scoring is Scoring.DIFFERENCE

    @property
    def sums_say_something(self) -> bool:
        """Whether sums over the columns can check a sheet. They cannot if players score in turn
        (R12).
        """
        return self.scoring is not Scoring.SOLOIST

    @property
    def winds(self) -> tuple[Wind, ...]:
        """Winds that are dealt cards, in the order of the turn."""
        return WINDS[: self.at_table]

    @property
    def players(self) -> tuple[Wind, ...]:
        """Winds of real players: three with a dummy, else all, in games of pairs too."""
        return WINDS[:3] if self.scoring is Scoring.SOLOIST else self.winds

    @property
    def dealer_drawn(self) -> bool:
        return bool(self.first_dealer_by)

    def drawn(self, settings: Settings) -> dict[Wind, Wind]:
        """Map each possible first dealer to the player that a table looks for: the dealer, or the
        leader of that hand (§13.18).
        """
        leaders = {dealer: dealer for dealer in self.players}
        if self.leader_drawn:
            leaders |= {d: leader_of(d, settings, None, self.winds) or d for d in leaders}
        return leaders

    @property
    def third_counts(self) -> bool:
        """Whether a third option changes the points (R7). In the club's game for pairs it does not
        (R2).
        """
        return self.third is not None and self.third > 1

    @property
    def cards_each(self) -> int:
        return self.deck // self.at_table

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """Contract codes of all rows of the sheet, merged hands taken apart."""
        return tuple(code for hand in self.hands for code in hand.split(TOGETHER))

    @cached_property
    def length(self) -> int:
        """Number of rows of a whole sheet."""
        return self.match_hands or len(self.rows)

    @property
    def games(self) -> int:
        """Number of hands that are dealt. A hand with several rows counts once (§13.17)."""
        return self.match_hands or len(self.hands)

    def merged(self, plan: HandPlan) -> str:
        """Codes of all contracts counted at once in a hand, ``V+C+H``; empty for a hand of one or
        two rows.
        """
        return self.hands[plan.board - 1] if len(plan.together) > 2 else ""

    @property
    def pool_is_larger(self) -> bool:
        """Whether there are more hands to choose from than are played."""
        return self.length < len(self.rows)

    @cached_property
    def counts(self) -> dict[str, int]:
        return {code: self.rows.count(code) for code in dict.fromkeys(self.rows)}

    @cached_property
    def played(self) -> tuple[Contract, ...]:
        return tuple(self._by_code[code] for code in self.counts)

    def term(self, key: str) -> Phrase | str:
        """Word of ``TERMS`` in the system's tradition, else a phrase for the reader's language."""
        return self.terms.get(key) or Phrase(TERMS[key])

    @property
    def has_domino(self) -> bool:
        return any(contract.family is Family.DOMINO for contract in self.played)

    def counted_columns(self, contract: Contract) -> tuple[Wind | Side, ...]:
        """Columns in which units are written: the sheet's columns, but in Domino the winds, because
        it matters who went out.
        """
        return self.winds if contract.units is None else self.columns

    def column(self, place: str | None) -> Wind | Side | None:
        """Column of a wind or a side; None if this system has no such place."""
        if place in self.columns:
            return Wind(place) if place in WINDS else Side(place)
        if self.by_side and place in WINDS:
            return Wind(place).side
        return None

    # -- house editions

    @property
    def root(self) -> RuleSet:
        return self if self.base is None else self.base.root

    def as_json(self) -> object:
        if self.base is None:
            return self.code
        return picked(self, "base", "code", "name") | {"changes": dict(self.changes)}

    # -- settings

    @cached_property
    def settings(self) -> tuple[Setting, ...]:
        """Settings that change something in this system, each with the system's default."""
        return tuple(
            replace(setting, default=getattr(self.defaults, key), labels=self._possible(setting))
            for key, setting in SETTINGS.items()
            if setting.where(self)
        )

    def _possible(self, setting: Setting) -> Mapping[str, str]:
        """Values of the setting that this system can have. With three players nobody sits at West,
        and nobody sits opposite another.
        """
        gone = () if self.at_table == len(WINDS) else (Wind.W, "dealer_partner")
        return {value: label for value, label in setting.labels.items() if value not in gone}

    def configure(self, settings: Settings | Mapping[str, object] | None = None) -> Settings:
        """Settings in force. A setting that has no effect in this system is accepted, so that one
        form serves several systems.

        Raises ``SettingError`` with the key, the value found and the values allowed.
        """
        if isinstance(settings, Settings):
            return settings
        chosen = configure_settings(self.defaults, settings or {})
        if self.at_table < len(WINDS):
            for setting in self.settings:
                if setting.labels:
                    setting.read(getattr(chosen, setting.key))
        return chosen

    # -- the match

    def schedule(self, settings: Settings | None = None) -> tuple[HandPlan, ...]:
        settings = settings or self.defaults
        key = (settings.first_dealer, settings.direction, settings.leader, settings.quick_game)
        if key not in self._schedules:
            self._schedules[key] = self._planned(settings)
        return self._schedules[key]

    @cached_property
    def _schedules(self) -> dict[tuple[str, str, str, bool], tuple[HandPlan, ...]]:
        return {}

    @property
    def may_be_quick(self) -> bool:
        """Whether the first six hands may be merged two by two (O15)."""
        merged = [self.find_contract(code) for code in self.hands[: 2 * len(MERGED)]]
        families = [contract and contract.family for contract in merged]
        negative = families == [Family.NEGATIVE] * 2 * len(MERGED)
        return negative and self.order is Order.FIXED and self.deck == 52

    def _planned(self, settings: Settings) -> tuple[HandPlan, ...]:
        plans: list[HandPlan] = []
        control: Fraction | None = Fraction(0)
        merged = MERGED if settings.quick_game and self.may_be_quick else ()
        plays = [[self.hands[number - 1] for number in numbers] for numbers in merged]
        plays += [hand.split(TOGETHER) for hand in self.hands[2 * len(merged) : self.match_hands]]
        for board, codes in enumerate(plays, start=1):
            together = tuple(len(plans) + place for place in range(1, len(codes) + 1))
            dealer = self._dealer(board, together[0], settings)
            for number, code in zip(together, codes, strict=True):
                contract = self._planned_contract(number, code)
                expected = None if contract is None else self.expected(contract)
                control = None if control is None or expected is None else control + expected
                leader = leader_of(dealer, settings, contract, self.winds)
                sitting = contract, dealer, leader, self._chooser(number, dealer, leader)
                owner = self.owner_of(dealer)
                plans.append(HandPlan(number, *sitting, expected, control, board, together, owner))
        return tuple(plans)

    def played_on(self, board: int, settings: Settings | None = None) -> tuple[HandPlan, ...]:
        return tuple(plan for plan in self.schedule(settings) if plan.board == board)

    def _planned_contract(self, number: int, code: str) -> Contract | None:
        if self.order is Order.FIXED:
            return self._by_code[code]
        if self.last is not None and number == self.length:
            return self._by_code[self.last]
        return None

    def _dealer(self, board: int, number: int, settings: Settings) -> Wind:
        """Dealer of a hand. The deal passes on by one place each time (R1). In a soloist's game the
        soloist sits on the dealer's left (R12, §11.4).
        """
        if self.scoring is Scoring.SOLOIST:
            return self._soloist(number).after(-1)
        turns = (board - 1) // self.deals_in_a_row
        return settings.first_dealer.after(turns, settings.direction, self.winds)

    def _soloist(self, number: int) -> Wind:
        assert self.set_length is not None
        return WINDS[(number - 1) // self.set_length]

    def _chooser(self, number: int, dealer: Wind, leader: Wind | None) -> Wind | Side | None:
        if self.order is Order.FIXED:
            return None
        if self.scoring is Scoring.SOLOIST:
            return self._soloist(number)
        chooser = self.speaker(dealer, leader)
        return chooser.side if self.by_side else chooser

    def speaker(self, dealer: Wind, leader: Wind | None) -> Wind:
        """Player who chooses the hand, or speaks first. If the leader depends on the choice, the
        chooser sits next to the dealer.
        """
        if self.chooser is Chooser.LEFT_OF_DEALER:
            return dealer.after(1, winds=self.winds)
        if self.chooser is Chooser.LEADER:
            return leader or dealer.after(1, self.defaults.direction, self.winds)
        return dealer

    def owner_of(self, dealer: Wind | None) -> Wind | None:
        """Player who owns a positive hand of that dealer; None if the dealer is unknown."""
        if dealer is None or self.owner is Owner.DEALER:
            return dealer
        return dealer.after(1, winds=self.winds)

    def expected(self, contract: Contract) -> Fraction | None:
        """Points of a row of this contract over all columns, or None if the sum cannot be known
        beforehand (R12).
        """
        if self.scoring is Scoring.SOLOIST:
            return None
        return Fraction(0) if self.scoring is Scoring.DIFFERENCE else contract.total

    @cached_property
    def expected_sum(self) -> Fraction | None:
        """Sum of a complete sheet over all columns, not counting slams and blind declarations (I3).

        In the published systems a hand played down does not change it either; in an edition it
        depends on the value of nulls. None if the sum cannot be known, as with a pool larger than
        the match.
        """
        if self.pool_is_larger:
            return None
        expected = [self.expected(self._by_code[code]) for code in self.rows]
        known = [points for points in expected if points is not None]
        return sum(known, Fraction(0)) if len(known) == len(expected) else None


MERGED = ((1, 6), (2, 5), (3, 4))
"""The hands that the quick game plays as one, by their numbers in the long one (O15); their rows stand together."""


def leader_of(
    dealer: Wind,
    settings: Settings,
    contract: Contract | None,
    winds: tuple[Wind, ...] = WINDS,
) -> Wind | None:
    """Leader of this dealer's hand among the ``winds`` (A3). None if that depends on a contract
    that is not chosen yet.
    """
    if settings.leader == "dealer":
        return dealer
    if settings.leader == "left_in_declarations" and (contract is None or contract.trump):
        return None if contract is None else dealer.after(1, winds=winds)
    if settings.leader == "dealer_partner":
        return dealer.partner
    return dealer.after(1, settings.direction, winds)


# The remainder of a match where hands are chosen, and whether it can be played to its end. The hands
# that remain must take all that has yet to be played: a transport problem, so that every system's
# bookkeeping is the same few lines (for the Genoese pairs it is the rule r > q).


class Remaining(NamedTuple):
    """Hands left: contracts by code, deals by chooser, and what each chooser's quotas still allow
    (a quota is keyed by its first contract). ``spare``: some contracts will be left over.
    """

    left: Counter[str]
    deals: Counter[Wind | Side]
    allowance: Counter[tuple[Wind | Side, str]]
    quota_of: dict[str, str]
    spare: bool

    @classmethod
    def of(
        cls, ruleset: RuleSet, settings: Settings, written: frozenset[int] = frozenset()
    ) -> Self:
        """Hands left to choose at the start, less the deals of hands that are ``written``. A forced
        last hand is neither a deal nor a contract to choose.
        """
        state = cls(Counter(ruleset.counts), Counter(), Counter(), {}, ruleset.pool_is_larger)
        if ruleset.last is not None:
            state.left[ruleset.last] -= 1
        for plan in ruleset.schedule(settings):
            if plan.chooser is not None:
                state.deals[plan.chooser] += plan.contract is None and plan.number not in written
        for quota in ruleset.quotas:
            first = quota.contracts[0]
            state.quota_of.update(dict.fromkeys(quota.contracts, first))
            for chooser in state.deals:
                state.allowance[chooser, first] = quota.limit(settings)
        return state

    def take(self, chooser: Wind | Side | None, code: str) -> None:
        self.left[code] -= 1
        if chooser is not None and code in self.quota_of:
            self.allowance[chooser, self.quota_of[code]] -= 1

    def after(self, chooser: Wind | Side, code: str) -> Self:
        later = self._replace(
            left=self.left.copy(), deals=self.deals.copy(), allowance=self.allowance.copy()
        )
        later.deals[chooser] -= 1
        later.take(chooser, code)
        return later

    def completable(self) -> bool:
        """Whether the rest of the match can still be assigned to choosers.

        This is the cut condition of a transport problem. For every set of choosers, the hands that
        must be played have to fit into all deals of that set plus what the quotas of the others
        allow. Every contract has to find a deal; if contracts are left over, every deal has to find
        a contract.
        """
        needed = Counter[str]()
        for code, count in self.left.items():
            needed[self.quota_of.get(code, "")] += max(0, count)
        choosers = list(self.deals)
        moved = self.deals.total() if self.spare else needed.total()
        return all(
            moved
            <= sum(self.deals[chooser] for chooser in full)
            + sum(min(count, self._allowed(full, key, count)) for key, count in needed.items())
            for size in range(len(choosers) + 1)
            for full in combinations(choosers, size)
        )

    def _allowed(self, full: tuple[Wind | Side, ...], key: str, most: int) -> int:
        """Number of hands under a quota that the choosers other than ``full`` may still take;
        ``most`` if there is no quota.
        """
        others = [chooser for chooser in self.deals if chooser not in full]
        if not key:
            return most if others else 0
        return sum(max(0, self.allowance[chooser, key]) for chooser in others)


def can_be_played(ruleset: RuleSet, settings: Settings) -> bool:
    """Whether the match can be completed. In a house edition there may be more hands of a kind than
    the quotas let the players choose.
    """
    return ruleset.order is Order.FIXED or Remaining.of(ruleset, settings).completable()
