"""The settings of which no sheet is scored: which card is legal, what may be said before play, when a deal is void.

They are announced like the others, stand on the card of the hands in short, and are what ``king play`` judges by.
"""

from __future__ import annotations

from king.rulesets.setting import Setting, setting
from king.words import gettext_noop

SETTINGS_OF_PLAY: tuple[tuple[str, Setting], ...] = (
    setting(
        "blind",
        "flag",
        gettext_noop("Blind declarations"),
        gettext_noop("Whether a declaration made before seeing the cards is asked for: its tricks count twice (O5)."),
    ),
    setting(
        "blind_counts",
        "choice",
        gettext_noop("Blind declarations between pairs"),
        gettext_noop("Whose tricks count twice when one of a pair declares before seeing the cards (O5)."),
        {
            "declarer": gettext_noop("those that the declarer took himself"),
            "side": gettext_noop("those of his pair"),
        },
    ),
    setting(
        "book_unopened",
        "flag",
        gettext_noop("No auction at all"),
        gettext_noop("Whether the owner may book the hand unplayed without opening the auction (O12)."),
    ),
    setting(
        "queens_replayed",
        "flag",
        gettext_noop("Queens, one each"),
        gettext_noop("Whether the hand of the queens is played again when every player takes one (O16)."),
    ),
    setting(
        "first_trick_ban",
        "flag",
        gettext_noop("Nothing that counts on the first trick"),
        gettext_noop("Whether no penalty card may be discarded on the first trick (O7, A27)."),
    ),
    setting(
        "forced_card",
        "choice",
        gettext_noop("The king of hearts and the 8 of diamonds"),
        gettext_noop("When their holder has to part with them (A28)."),
        {
            "free": gettext_noop("never: discarding is free"),
            "when_void": gettext_noop("as soon as he cannot follow suit"),
            "when_led": gettext_noop("as soon as he cannot follow suit, or hearts are led"),
        },
    ),
    setting(
        "forced_card_on_own_lead",
        "flag",
        gettext_noop("The king of hearts led by its holder"),
        gettext_noop(
            "Where it is played on any lead of hearts: whether its holder who leads a heart must lead it (A28)."
        ),
    ),
    setting(
        "restricted_lead",
        "choice",
        gettext_noop("Leading the suit that counts"),
        gettext_noop("When hearts, or diamonds, may be led by who holds another suit (A29)."),
        {
            "until_cut": gettext_noop("once one has been discarded"),
            "never": gettext_noop("never"),
            "card": gettext_noop("never; in the hand of the king of hearts, that card alone"),
            "free": gettext_noop("always"),
        },
    ),
    setting(
        "trump_after_ruff",
        "flag",
        gettext_noop("Trumps after a ruff"),
        gettext_noop("Whether trumps may be led only once somebody has ruffed (O8)."),
    ),
    setting(
        "declarer_dummy",
        "flag",
        gettext_noop("The declarer's partner is dummy"),
        gettext_noop("Whether the partner of who declares lays his cards on the table (O9)."),
    ),
    setting(
        "domino_opener",
        "choice",
        gettext_noop("Who opens Domino"),
        gettext_noop("Who lays the first card (O4)."),
        {
            "leader": gettext_noop("who leads, with any card of the opening rank"),
            "holder": gettext_noop("who holds the opening card, with it"),
        },
    ),
    setting(
        "domino_start",
        "choice",
        gettext_noop("The opening card of Domino"),
        gettext_noop("Its rank opens every suit (O4)."),
        {
            "7S": gettext_noop("the 7 of spades"),
            "7H": gettext_noop("the 7 of hearts"),
            "7D": gettext_noop("the 7 of diamonds"),
            "7C": gettext_noop("the 7 of clubs"),
        },
    ),
    setting(
        "domino_redeal",
        "choice",
        gettext_noop("Domino dealt again"),
        gettext_noop("Whether a player with too many aces and kings may void a deal made at the table (O3, A24)."),
        {
            "none": gettext_noop("no"),
            "fixed": gettext_noop("yes, each time with as many"),
            "rising": gettext_noop("yes, the same player each time with one more"),
        },
    ),
    setting(
        "redeal_extremes",
        "count",
        gettext_noop("Aces and kings for a new deal"),
        gettext_noop("From how many aces and kings in one hand a Domino may be dealt again (A23)."),
        None,
        1,
        8,
    ),
)
"""In the order of a form."""
