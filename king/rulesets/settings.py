"""Settings of a tournament: decisions on which the published rules are silent, contradictory or
leave a choice, each declared once.

Forms, their help, files and docs/settings.md are made from the declarations. The defaults of a
system (A1–A39) are in its file.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any

from king.cards import Direction, Suit, Wind
from king.reading import picked
from king.rulesets.setting import Setting, SettingError, setting
from king.rulesets.units import Unit
from king.words import Phrase, gettext_noop as _

NO_SETTING = _("one of the settings {keys}")

EARLIER = {
    "first_trick_ban": (
        "first_trick_ban_figures",
        "first_trick_ban_cards",
        "first_trick_ban_hearts",
    )
}
"""Keys of files and evenings of earlier versions, with the settings that each of them sets."""


# -- in which systems a setting changes something


def _sold(rules: Any) -> bool:
    return any(contract.sale for contract in rules.played)


def _sold_to_others(rules: Any) -> bool:
    return _sold(rules) and not rules.sale_within_pair


def _sold_down(rules: Any) -> bool:
    return _sold(rules) and any(contract.nulls for contract in rules.played)


def _booked_unplayed(rules: Any) -> bool:
    return rules.unplayed is not None


def _without_soloist(rules: Any) -> bool:
    """Whether the system has no soloist, from whom dealer and leader would follow (R12, §11.4)."""
    return bool(rules.scoring != "soloist")


def _added_up(rules: Any) -> bool:
    """Whether an error of the scorekeeper shows in the sum of a row. By difference, rows always add
    up.
    """
    return rules.scoring in ("sum", "shared")


def _slam(rules: Any) -> bool:
    return any(contract.cappotto for contract in rules.played)


def _domino(rules: Any) -> bool:
    return bool(rules.has_domino)


def _trump(rules: Any) -> bool:
    return any(contract.trump for contract in rules.played)


def _trump_of_a_pair(rules: Any) -> bool:
    return rules.by_side and _trump(rules)


def _called_with_trumps(rules: Any) -> bool:
    """Whether each player calls their own hands, some to avoid and some with trumps."""
    called = rules.order == "called" and _without_soloist(rules)
    return called and _trump(rules) and any(contract.value < 0 for contract in rules.played)


def _counts(rules: Any, what: Callable[[Unit], object]) -> bool:
    return any(what(contract.unit) for contract in rules.played)


def _banned(setting: str) -> Callable[[Any], bool]:
    return lambda rules: _counts(rules, lambda unit: unit.ban == setting)


def _restricted(rules: Any) -> bool:
    return _counts(rules, lambda unit: unit.restricted)


def _restricted_hearts(rules: Any) -> bool:
    return _counts(rules, lambda unit: unit.restricted is Suit.HEARTS)


def _forced_heart(rules: Any) -> bool:
    return _counts(rules, lambda unit: unit.forced_heart)


@dataclass(frozen=True, slots=True, repr=False)
class Settings:
    """The decisions in force at a tournament, already checked by ``RuleSet.configure``."""

    sale_settlement: str = setting(
        "full",
        _("Settlement of a sale"),
        _("The outcome when the buyer takes fewer tricks than the price (A9)."),
        {
            "full": _("in full: the buyer hands over the agreed tricks and may go below zero"),
            "double": _(
                "double: a buyer who is short hands over what they have and pays two for each "
                "missing"
            ),
            "capped": _(
                "capped: a buyer who is short hands over what they have, the rest is forgiven"
            ),
        },
        where=_sold_to_others,
    )
    sale_counts: str = setting(
        "side",
        _("The tricks that pay for a sale between pairs"),
        _(
            "No source says whether a buyer pays with the tricks of the pair or with their own "
            "(§12.1)."
        ),
        {"side": _("those of the buyer's pair"), "buyer": _("only those that the buyer took")},
        where=lambda rules: rules.by_side and _sold_to_others(rules),
    )
    null_settlement: str = setting(
        "capped",
        _("Settlement of a sale for nulls"),
        _("How the buyer of a hand played down pays (A33)."),
        {
            "fixed": _("the full price in points"),
            "capped": _("the price in points, but no more than the buyer scored"),
            "absorb": _("the buyer takes over as many of the seller's tricks as were offered"),
        },
        where=_sold_down,
    )
    cappotto: str = setting(
        "none",
        _("Slam (cappotto)"),
        _(
            "What happens when one player, or one pair, takes all the hearts or, if the next "
            "setting says so, all the tricks of the hand without tricks (O1)."
        ),
        {
            "none": _("no slam: all the negative points count"),
            "plus13": _("the taker gains as much as they would have lost, the others nothing"),
            "plus14": _(
                "the taker gains that and one more, the others pay so that the hand keeps its sum"
            ),
        },
        where=_slam,
    )
    cappotto_misere: bool = setting(
        False,
        _("Slam without tricks too"),
        _(
            "Whether a pair that takes all tricks of the hand without tricks makes a slam (O1, "
            "A26)."
        ),
        where=lambda rules: rules.by_side and _slam(rules),
    )
    cappotto_others: str = setting(
        "zero",
        _("The opponents in a slam"),
        _("The other pair's score in a slam of the first kind (A26)."),
        {"zero": _("nothing"), "minus13": _("minus what the taker gains")},
        where=lambda rules: rules.by_side and rules.scoring == "sum" and _slam(rules),
    )
    score_error_policy: str = setting(
        "debit_abs",
        _("Errors of the scorekeeper"),
        _(
            "What the dealer is charged for a wrong row when the table cannot agree on the facts "
            "(A13)."
        ),
        {
            "debit_abs": _("the difference, always against the dealer"),
            "rebalance": _("the difference, whichever way restores the sum"),
            "correct_only": _("nothing: the difference stays on the sheet"),
        },
        where=_added_up,
    )
    positive_penalty: Fraction = setting(
        Fraction(-5),
        _("Penalty for an illegal play in a positive hand"),
        _(
            "Points taken from the offender for each infraction, kept apart from the sheet (A14, "
            "A16)."
        ),
    )
    penalty_cap: int = setting(
        0,
        _("Limit of such penalties"),
        _("How many illegal plays by one player cost points in a match; 0 for no limit (A16)."),
        least=0,
        most=20,
    )
    offenders_pay: str = setting(
        "share",
        _("Several offenders in a negative hand"),
        _(
            "The players who pay the points of the hand when more than one made an illegal play "
            "in it (§3.1)."
        ),
        {
            "share": _("they share the points of the hand"),
            "each": _("each pays all of them: the first in the row, the others beside the sheet"),
        },
    )
    domino_penalty: str = setting(
        "as_positive",
        _("Illegal play in Domino"),
        _("Whether it costs what it costs in a positive hand; the rules do not say (A17)."),
        {"as_positive": _("as in a positive hand"), "none": _("nothing but the arbiter's ruling")},
        where=_domino,
    )
    domino_winners: str = setting(
        "one",
        _("Winners of Domino"),
        _("Whether the hand ends with the first player out, or the round is finished (O2)."),
        {
            "one": _("only the first player out"),
            "round": _("all who go out in the same round, who share the points"),
        },
        where=_domino,
    )
    domino_bonus_to: str = setting(
        "closer",
        _("The bonus of Domino between pairs"),
        _("Which pair receives the ten points (A25)."),
        {
            "closer": _("the pair of the player who went out"),
            "smaller": _("the pair with fewer cards left"),
        },
        where=lambda rules: rules.domino_bonus != 0,
    )
    first_dealer: Wind = setting(
        Wind.N,
        _("First dealer"),
        _(
            "The same wind at every table, or the boards cannot be compared; if each table draws, "
            "it stands until the table says who was drawn (A4)."
        ),
        {"N": _("North"), "E": _("East"), "S": _("South"), "W": _("West")},
        where=_without_soloist,
    )
    direction: Direction = setting(
        Direction.CLOCKWISE,
        _("Direction of play"),
        _("Which way the deal, the turn and the bids go (A2)."),
        {"clockwise": _("clockwise"), "anticlockwise": _("anticlockwise")},
    )
    leader: str = setting(
        "next_in_turn",
        _("Who leads"),
        _("The player who leads the first card of a hand; the same at every table (A3)."),
        {
            "next_in_turn": _("the player after the dealer"),
            "left_in_declarations": _(
                "the player after the dealer; in declarations the player on the dealer's left"
            ),
            "dealer": _("the dealer"),
            "dealer_partner": _("the dealer's partner"),
        },
        where=_without_soloist,
    )
    leader_after_sale: str = setting(
        "unchanged",
        _("Who leads after a sale"),
        _("No source says (A12)."),
        {
            "unchanged": _("the player who leads when there is no sale"),
            "after_buyer": _("the player after the buyer"),
        },
        where=_sold,
    )
    sale_procedure: str = setting(
        "ascending",
        _("How a declaration is sold"),
        _("Bids that rise, a fixed price, or an auction (A10)."),
        {
            "ascending": _("the dealer asks a price, the others outbid one another"),
            "fixed_price": _("the dealer asks a price, the first who wants it takes it"),
            "auction": _("the others offer, up or down, and the owner accepts or refuses"),
        },
        where=_sold_to_others,
    )
    bid_order: str = setting(
        "equal",
        _("Rank of the bids for nulls"),
        _("Whether one null equals three tricks up or stands above them (A30)."),
        {
            "equal": _("equal: three up and one null are one rank"),
            "null_above": _("above: one null beats three up"),
        },
        where=_sold_down,
    )
    pass_is_final: bool = setting(
        False,
        _("A pass is final"),
        _("Whether a player who passed in the auction is out of it (A31)."),
        where=_sold_down,
    )
    preference: bool = setting(
        True,
        _("Preference"),
        _(
            "Whether an earlier bidder may match a later bid exactly and take precedence over it "
            "(O13)."
        ),
        where=_sold_down,
    )
    frustrated_at: int = setting(
        3,
        _("Failed auction"),
        _("The best offer, in tricks, up to which the owner may book the hand unplayed (A32)."),
        where=_booked_unplayed,
        least=0,
        most=8,
    )
    buyer_may_turn: bool = setting(
        False,
        _("The buyer may play down"),
        _(
            "Whether a player who bought a hand for tricks may play it down: the buyer then owes "
            "the seller the points of the tricks offered (§11.6)."
        ),
        where=_sold_down,
    )
    allow_no_trump: bool = setting(
        False,
        _("Declarations without trump"),
        _("Whether the declarer may name no trump (A11, O6)."),
        where=_trump,
    )
    max_declarations_per_player: int = setting(
        1,
        _("Declarations for each player"),
        _("How many declarations one player may choose in a match (A34)."),
        where=lambda rules: any(
            quota.setting == "max_declarations_per_player" for quota in rules.quotas
        ),
        least=1,
        most=4,
    )
    quick_game: bool = setting(
        False,
        _("Quick game"),
        _(
            "Whether the first six hands are played two by two, the first with the sixth, the "
            "second with the fifth, "
            "the third with the fourth: each keeps its row and its points (O15)."
        ),
        where=lambda rules: rules.may_be_quick,
    )
    # The settings of play: which card is legal, what may be said before play, when a deal is void.
    # No sheet shows them; they stand on the card of the hands in short, and ``king play`` judges by
    # them.

    blind: bool = setting(
        False,
        _("Blind declarations"),
        _(
            "Whether the sheet asks for declarations made before seeing the cards: their tricks "
            "count twice (O5)."
        ),
        where=_trump,
    )
    blind_counts: str = setting(
        "declarer",
        _("Blind declarations between pairs"),
        _("The tricks that count twice when one of a pair declares before seeing the cards (O5)."),
        {
            "declarer": _("only those that the declarer took"),
            "side": _("those of the declarer's pair"),
        },
        where=_trump_of_a_pair,
    )
    book_unopened: bool = setting(
        False,
        _("No auction at all"),
        _("Whether the owner may book the hand unplayed without opening the auction (O12)."),
        where=_booked_unplayed,
    )
    queens_replayed: bool = setting(
        False,
        _("Queens, one each"),
        _("Whether the hand of the queens is played again when every player takes one (O16)."),
        where=lambda rules: len(rules.columns) == 4 and _counts(rules, lambda unit: unit.one_each),
    )
    first_trick_ban_figures: bool = setting(
        False,
        _("First trick without kings, jacks, queens"),
        _(
            "Whether a king, a jack or a queen that counts may not be discarded on the first "
            "trick (O7, A27)."
        ),
        where=_banned("first_trick_ban_figures"),
    )
    first_trick_ban_cards: bool = setting(
        False,
        _("First trick without the king of hearts, the 8 of diamonds"),
        _(
            "Whether the king of hearts, or the 8 of diamonds, may not be discarded on the first "
            "trick of its hand "
            "(O7, A27)."
        ),
        where=_banned("first_trick_ban_cards"),
    )
    first_trick_ban_hearts: bool = setting(
        False,
        _("First trick without hearts"),
        _("Whether no heart may be discarded on the first trick where hearts count (O7, A27)."),
        where=_banned("first_trick_ban_hearts"),
    )
    forced_card: str = setting(
        "when_void",
        _("The king of hearts and the 8 of diamonds"),
        _("When their holder has to part with them (A28)."),
        {
            "free": _("never: discarding is free"),
            "when_void": _("as soon as the holder cannot follow suit"),
            "when_led": _("as soon as the holder cannot follow suit, or hearts are led"),
        },
        where=lambda rules: _counts(rules, lambda unit: unit.forced),
    )
    forced_card_on_own_lead: bool = setting(
        False,
        _("The king of hearts led by its holder"),
        _(
            "Whether a holder who leads a heart must lead the king, where it has to be played on "
            "any lead of hearts (A28)."
        ),
        where=_forced_heart,
    )
    restricted_lead: str = setting(
        "until_cut",
        _("Leading the suit that counts"),
        _("When hearts, or diamonds, may be led by a player who holds another suit (A29)."),
        {
            "until_cut": _("once one has been discarded"),
            "never": _("never"),
            "card": _("never; in the hand of the king of hearts, only that card"),
            "free": _("always"),
        },
        where=_restricted,
    )
    trump_after_ruff: bool = setting(
        False,
        _("Trumps after a ruff"),
        _("Whether trumps may be led only once somebody has ruffed (O8)."),
        where=_trump,
    )
    must_ruff: bool = setting(
        False,
        _("Ruffing is a duty"),
        _("Whether a player who cannot follow suit has to play a trump if they hold one (R15)."),
        where=_trump,
    )
    must_overruff: bool = setting(
        False,
        _("Overruffing is a duty"),
        _(
            "Whether a player who ruffs after another trump has been played has to play a higher "
            "one if they hold one (R15)."
        ),
        where=_trump,
    )
    discards: str = setting(
        "free",
        _("Discarding the cards that count"),
        _("What a player who cannot follow suit has to part with in a negative hand (R15)."),
        {
            "free": _("nothing but what another setting says"),
            "counted": _("a card that counts, if they hold one"),
            "hearts": _(
                "a card that counts; in the hand of the king of hearts, any heart if they hold one"
            ),
        },
        where=lambda rules: _counts(rules, lambda unit: unit.cards),
    )
    plays_under: bool = setting(
        False,
        _("A card that counts goes under a higher one"),
        _(
            "Whether a player who follows suit has to play a card that counts when a higher one "
            "of the suit is already on the table (R15)."
        ),
        where=lambda rules: _counts(rules, lambda unit: unit.scattered),
    )
    highest_heart: bool = setting(
        False,
        _("Nothing but hearts"),
        _(
            "Whether a leader who holds nothing but hearts before one has fallen has to lead the "
            "highest (R15)."
        ),
        where=_restricted_hearts,
    )
    misdeal_trump: bool = setting(
        False,
        _("Misdeal without an honour"),
        _(
            "Whether a player who holds no card above the ten may have a hand with trumps dealt "
            "again, where the cards are "
            "dealt at the table (R15)."
        ),
        where=_trump,
    )
    misdeal_king: bool = setting(
        False,
        _("Misdeal with a lone king or ace of hearts"),
        _(
            "Whether a player whose only heart is the king or the ace may have the hand of the "
            "king of hearts dealt again, "
            "where the cards are dealt at the table (R15)."
        ),
        where=_forced_heart,
    )
    no_trumps_before: int = setting(
        0,
        _("No trumps in the first hands"),
        _(
            "The first hand that may be chosen with trumps, as long as another may be chosen "
            "before it; 0 for any (R15)."
        ),
        where=_called_with_trumps,
        least=0,
        most=13,
    )
    king_tricks: int = setting(
        0,
        _("Tricks that win the match"),
        _(
            "A player who takes this many tricks in a hand with trumps has won, and the match "
            "ends there; 0 if nobody can win like this (R15)."
        ),
        where=lambda rules: _trump(rules) and not rules.by_side and _without_soloist(rules),
        least=0,
        most=13,
    )
    king_place: str = setting(
        "first",
        _("Place of a player who won the match outright"),
        _("What the points decide at the table of a match that was won outright (§13.15)."),
        {
            "first": _("the winner is first at the table, the points decide the other places"),
            "points": _("the points decide every place"),
        },
        where=lambda rules: _trump(rules) and not rules.by_side and _without_soloist(rules),
    )
    declarer_dummy: bool = setting(
        False,
        _("The declarer's partner is dummy"),
        _("Whether the declarer's partner lays their cards on the table (O9)."),
        where=_trump_of_a_pair,
    )
    domino_opener: str = setting(
        "leader",
        _("Who opens Domino"),
        _("The player who lays the first card (O4)."),
        {
            "leader": _("the player who leads, with any card of the opening rank"),
            "holder": _("the player who holds the opening card, with it"),
        },
        where=_domino,
    )
    domino_start: str = setting(
        "D7",
        _("The opening card of Domino"),
        _("Its rank opens every suit (O4)."),
        {
            "S7": _("the 7 of spades"),
            "H7": _("the 7 of hearts"),
            "D7": _("the 7 of diamonds"),
            "C7": _("the 7 of clubs"),
            "SJ": _("the jack of spades"),
            "HJ": _("the jack of hearts"),
            "DJ": _("the jack of diamonds"),
            "CJ": _("the jack of clubs"),
        },
        where=_domino,
    )
    domino_ace: str = setting(
        "low",
        _("The ace in Domino"),
        _("The end of its suit at which it is laid (A22, §13.13)."),
        {"low": _("low, under the two"), "high": _("high, above the king")},
        where=_domino,
    )
    domino_redeal: str = setting(
        "none",
        _("Domino dealt again"),
        _(
            "Whether a player with too many aces and kings may void a deal made at the table (O3, "
            "A24)."
        ),
        {
            "none": _("no"),
            "fixed": _("yes, each time with as many"),
            "rising": _("yes, the same player each time with one more"),
        },
        where=_domino,
    )
    redeal_extremes: int = setting(
        4,
        _("Aces and kings for a new deal"),
        _("The number of aces and kings in one hand from which a Domino may be dealt again (A23)."),
        where=_domino,
        least=1,
        most=8,
    )

    def __post_init__(self) -> None:
        for key, declared in SETTINGS.items():
            object.__setattr__(self, key, declared.read(getattr(self, key)))

    def __repr__(self) -> str:
        values = self.as_json()
        other = (key for key, usual in SETTINGS.items() if getattr(self, key) != usual.default)
        return f"Settings({', '.join(f'{key}={values[key]!r}' for key in other)})"

    def as_json(self) -> dict[str, Any]:
        """Settings in the form that ``RuleSet.configure`` reads. Numbers are texts."""
        return picked(self, *SETTINGS)


SETTINGS: Mapping[str, Setting] = {
    field.name: replace(field.metadata["setting"], key=field.name) for field in fields(Settings)
}
"""Every setting by its key, with the club's default; ``RuleSet.settings`` has those of a system with its own."""


def configure_settings(defaults: Settings, values: Mapping[str, object]) -> Settings:
    """Return ``defaults`` with these ``values`` by key; keys of earlier versions are accepted. None
    leaves the default. Raises ``SettingError``.
    """
    changes: dict[str, Any] = {}
    for written, value in values.items():
        for key in EARLIER.get(written, (written,)):
            if key not in SETTINGS:
                raise SettingError(key, value, Phrase(NO_SETTING, keys=" ".join(SETTINGS)))
            if value is not None:
                changes[key] = value
    return replace(defaults, **changes) if changes else defaults
