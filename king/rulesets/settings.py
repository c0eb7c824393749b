"""What a tournament may decide for itself where the published rules are silent, contradictory or leave a choice.

Each setting is announced before play. A system has its own defaults (A1–A39); the registry at the end drives the
form, its help and the reading of a file, so that a new setting is written here and nowhere else. Those that only say
which card is legal, or what happens before a card is played, are in ``king.rulesets.settings_of_play``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction

from king.rulesets.setting import LARGEST_PENALTY, Setting, SettingError, setting
from king.rulesets.settings_of_play import SETTINGS_OF_PLAY
from king.winds import Direction, Wind
from king.words import Phrase, gettext_noop

NO_SETTING = gettext_noop("one of the settings {keys}")

__all__ = ["LARGEST_PENALTY", "SETTINGS", "Setting", "SettingError", "Settings", "configured"]


@dataclass(frozen=True, slots=True)
class Settings:
    """The decisions in force at a tournament, one field for each setting, already checked.

    Made by ``RuleSet.configure``; the values here are those of the Genoese club's game (R1).
    """

    sale_settlement: str = "full"
    null_settlement: str = "capped"
    cappotto: str = "none"
    cappotto_misere: bool = False
    cappotto_others: str = "zero"
    score_error_policy: str = "debit_abs"
    positive_penalty: Fraction = Fraction(-5)
    domino_penalty: str = "as_positive"
    domino_winners: str = "one"
    domino_bonus_to: str = "closer"
    first_dealer: Wind = Wind.N
    direction: Direction = Direction.CLOCKWISE
    leader: str = "next_in_turn"
    leader_after_sale: str = "unchanged"
    sale_procedure: str = "ascending"
    bid_order: str = "equal"
    pass_is_final: bool = False
    preference: bool = True
    frustrated_at: int = 3
    buyer_may_turn: bool = False
    allow_no_trump: bool = False
    max_declarations_per_player: int = 1
    penalty_cap: int = 0
    offenders_pay: str = "share"
    blind: bool = False
    blind_counts: str = "declarer"
    book_unopened: bool = False
    queens_replayed: bool = False
    first_trick_ban: bool = False
    forced_card: str = "when_void"
    forced_card_on_own_lead: bool = False
    restricted_lead: str = "until_cut"
    trump_after_ruff: bool = False
    declarer_dummy: bool = False
    domino_opener: str = "leader"
    domino_start: str = "7D"
    domino_redeal: str = "none"
    redeal_extremes: int = 4
    quick_game: bool = False

    def as_json(self) -> dict[str, object]:
        """Every setting by its key, numbers as text, in the form that ``RuleSet.configure`` reads again."""
        answer: dict[str, object] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            answer[field.name] = value if isinstance(value, (bool, int)) else str(value)
        return answer


def configured(defaults: Settings, given: Mapping[str, object]) -> Settings:
    """``defaults`` with the ``given`` values; None stands for the default. Raises ``SettingError``."""
    changes: dict[str, object] = {}
    for key, value in given.items():
        if key not in SETTINGS:
            raise SettingError(key, value, Phrase(NO_SETTING, {"keys": " ".join(SETTINGS)}))
        if value is not None:
            changes[key] = SETTINGS[key].read(value)
    return replace(defaults, **changes) if changes else defaults  # type: ignore[arg-type]


SETTINGS: Mapping[str, Setting] = dict(
    [
        setting(
            "sale_settlement",
            "choice",
            gettext_noop("Settlement of a sale"),
            gettext_noop("What happens when the buyer takes fewer tricks than the price (A9)."),
            {
                "full": gettext_noop("in full: the buyer hands over the agreed tricks and may go below zero"),
                "double": gettext_noop(
                    "double: a buyer who is short hands over what he has and pays two for each missing"
                ),
                "capped": gettext_noop("capped: a buyer who is short hands over what he has, the rest is forgiven"),
            },
        ),
        setting(
            "null_settlement",
            "choice",
            gettext_noop("Settlement of a sale for nulls"),
            gettext_noop("How the buyer of a hand played down pays (A33)."),
            {
                "fixed": gettext_noop("the full price in points"),
                "capped": gettext_noop("the price in points, but no more than he scored"),
                "absorb": gettext_noop("he takes over as many of the seller's tricks as he offered"),
            },
        ),
        setting(
            "cappotto",
            "choice",
            gettext_noop("Slam (cappotto)"),
            gettext_noop(
                "When one player, or one pair, takes all the hearts or, where that is so too, all the tricks of the "
                "hand without tricks (O1)."
            ),
            {
                "none": gettext_noop("no slam: all the negative points count"),
                "plus13": gettext_noop("the taker gains as much as he would have lost, the others nothing"),
                "plus14": gettext_noop(
                    "the taker gains that and one more, the others pay so that the hand keeps its sum"
                ),
            },
        ),
        setting(
            "cappotto_misere",
            "flag",
            gettext_noop("Slam without tricks too"),
            gettext_noop("Whether who takes all the tricks of the hand without tricks has made a slam (O1, A26)."),
        ),
        setting(
            "cappotto_others",
            "choice",
            gettext_noop("The opponents in a slam"),
            gettext_noop("What the other pair scores in a slam of the first kind (A26)."),
            {"zero": gettext_noop("nothing"), "minus13": gettext_noop("as much as the taker gains, taken away")},
        ),
        setting(
            "score_error_policy",
            "choice",
            gettext_noop("Errors of the scorekeeper"),
            gettext_noop("What the dealer of a wrong row is charged when the table cannot agree on the facts (A13)."),
            {
                "debit_abs": gettext_noop("the difference, always against the dealer"),
                "rebalance": gettext_noop("the difference, whichever way restores the sum"),
                "correct_only": gettext_noop("nothing: the difference stays on the sheet"),
            },
        ),
        setting(
            "positive_penalty",
            "number",
            gettext_noop("Penalty for an illegal play in a positive hand"),
            gettext_noop("Points taken from the offender for each infraction, kept apart from the sheet (A14, A16)."),
        ),
        setting(
            "penalty_cap",
            "count",
            gettext_noop("Limit of such penalties"),
            gettext_noop("How many illegal plays of one player cost points in a match; 0 for no limit (A16)."),
            None,
            0,
            20,
        ),
        setting(
            "offenders_pay",
            "choice",
            gettext_noop("Several offenders in a negative hand"),
            gettext_noop("Who pays its points where more than one made an illegal play in it (§3.1)."),
            {
                "share": gettext_noop("they share the points of the hand"),
                "each": gettext_noop("each pays all of them: the first in the row, the others beside the sheet"),
            },
        ),
        setting(
            "domino_penalty",
            "choice",
            gettext_noop("Illegal play in Domino"),
            gettext_noop("The rules do not say; whether it costs what it costs in a positive hand (A17)."),
            {
                "as_positive": gettext_noop("as in a positive hand"),
                "none": gettext_noop("nothing but the arbiter's ruling"),
            },
        ),
        setting(
            "domino_winners",
            "choice",
            gettext_noop("Winners of Domino"),
            gettext_noop("Whether the hand ends with the first player out, or the round is finished (O2)."),
            {
                "one": gettext_noop("the first player out alone"),
                "round": gettext_noop("all who go out in the same round, who share the points"),
            },
        ),
        setting(
            "domino_bonus_to",
            "choice",
            gettext_noop("The bonus of Domino between pairs"),
            gettext_noop("Which pair receives the ten points (A25)."),
            {
                "closer": gettext_noop("the pair of the player who went out"),
                "smaller": gettext_noop("the pair with fewer cards left"),
            },
        ),
        setting(
            "first_dealer",
            "wind",
            gettext_noop("First dealer"),
            gettext_noop(
                "The same wind at every table, or the boards cannot be compared; where each table draws, until it has "
                "said who was drawn (A4)."
            ),
            {
                "N": gettext_noop("North"),
                "E": gettext_noop("East"),
                "S": gettext_noop("South"),
                "W": gettext_noop("West"),
            },
        ),
        setting(
            "direction",
            "choice",
            gettext_noop("Direction of play"),
            gettext_noop("Which way the deal, the turn and the bids go (A2)."),
            {"clockwise": gettext_noop("clockwise"), "anticlockwise": gettext_noop("anticlockwise")},
        ),
        setting(
            "leader",
            "choice",
            gettext_noop("Who leads"),
            gettext_noop("Who plays the first card of a hand; the same at every table (A3)."),
            {
                "next_in_turn": gettext_noop("the player after the dealer"),
                "left_in_declarations": gettext_noop(
                    "the player after the dealer; in declarations the one on his left"
                ),
                "dealer": gettext_noop("the dealer"),
                "dealer_partner": gettext_noop("the dealer's partner"),
            },
        ),
        setting(
            "leader_after_sale",
            "choice",
            gettext_noop("Who leads after a sale"),
            gettext_noop("No source says (A12)."),
            {
                "unchanged": gettext_noop("whoever leads without a sale"),
                "after_buyer": gettext_noop("the player after the buyer"),
            },
        ),
        setting(
            "sale_procedure",
            "choice",
            gettext_noop("How a declaration is sold"),
            gettext_noop("Bids that rise, a fixed price, or an auction (A10)."),
            {
                "ascending": gettext_noop("the dealer asks a price, the others outbid one another"),
                "fixed_price": gettext_noop("the dealer asks a price, the first who wants it takes it"),
                "auction": gettext_noop("the others offer, up or down, and the owner accepts or refuses"),
            },
        ),
        setting(
            "bid_order",
            "choice",
            gettext_noop("Rank of the bids for nulls"),
            gettext_noop("Whether one null equals three tricks up or stands above them (A30)."),
            {
                "equal": gettext_noop("equal: three up and one null are one rank"),
                "null_above": gettext_noop("above: one null beats three up"),
            },
        ),
        setting(
            "pass_is_final",
            "flag",
            gettext_noop("A pass is final"),
            gettext_noop("Whether a player who passed in the auction is out of it (A31)."),
        ),
        setting(
            "preference",
            "flag",
            gettext_noop("Preference"),
            gettext_noop("Whether an earlier bidder may match a later bid exactly and go before it (O13)."),
        ),
        setting(
            "frustrated_at",
            "count",
            gettext_noop("Failed auction"),
            gettext_noop("The best offer, in tricks, up to which the owner may book the hand unplayed (A32)."),
            None,
            0,
            8,
        ),
        setting(
            "buyer_may_turn",
            "flag",
            gettext_noop("The buyer may play down"),
            gettext_noop(
                "Whether who bought a hand for tricks may play it down: he then owes the seller the points of the "
                "tricks that he offered (§11.6)."
            ),
        ),
        setting(
            "allow_no_trump",
            "flag",
            gettext_noop("Declarations without trump"),
            gettext_noop("Whether who declares may name no trump (A11, O6)."),
        ),
        setting(
            "max_declarations_per_player",
            "count",
            gettext_noop("Declarations for each player"),
            gettext_noop("How many declarations one player may choose in a match (A34)."),
            None,
            1,
            4,
        ),
        setting(
            "quick_game",
            "flag",
            gettext_noop("Quick game"),
            gettext_noop(
                "Whether the first six hands are played two by two, the first with the sixth, the second with the "
                "fifth, the third with the fourth: each keeps its row and its points (O15)."
            ),
        ),
        *SETTINGS_OF_PLAY,
    ]
)
"""Every setting by its key, without a default: the default is the system's."""
