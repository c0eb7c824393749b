"""Context of the captain's page: keys of the partita, the sheet as the desk has it, who sits there,
its words.
"""

import functools
import hashlib
from collections.abc import Sequence
from dataclasses import replace

from django.conf import settings as site
from django.shortcuts import resolve_url
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _

from king.cards import RANKS, SIDES, WINDS, Side, Wind
from king.rulesets.base import RuleSet
from king.rulesets.contracts import Family
from king_tournament.sheet.keys import Shown, contract_keys, hand_keys
from king_tournament.sheet.state import state_of
from scoring.models import Sheet
from scoring.rows import draws_dealer, partner_follows
from scoring.scored_sheets import rules_at
from wording import naming
from wording.play_rules import first_question, first_said, follow_suit, special_rules, what_counts
from wording.rules import choosing_rules, sale_rules
from wording.sentences import contract_meaning

PARTS = (
    "state",
    "rows",
    "hand_in",
    "call",
    "seats",
    "first_dealer",
    "sign",
    "fault",
    "was_handed_in",
)
"""Names of the addresses at which the phone asks the desk."""


def page_of(sheet: Sheet) -> Shown:
    table = sheet.table
    rules, settings = rules_at(sheet)
    boards = partner_follows(sheet)
    address = {"code": table.place.code, "number": table.round.number}
    return {
        "key": f"{table.place.code}:{table.round.number}:{sheet.pk}",
        "sheet_key": sheet.pk,
        "version": page_version(),
        "urls": {name: resolve_url(f"captain:{name}", **address) for name in PARTS}
        | {"worker": resolve_url("captain:worker")},
        "columns": [str(column) for column in rules.columns],
        "ranks": {str(rank): naming.rank_letter(rank) for rank in RANKS},
        "places": _places(sheet.tournament.language),
        "contracts": contract_keys(rules, settings, boards=boards),
        "hands": hand_keys(rules, settings, boards=boards),
        "hands_by_dealer": _hands_by_dealer(sheet),
        "drawn": rules.drawn(settings),
        "play": _rules_of_play(sheet),
        "choosing": choosing_rules(rules, settings),
        "texts": {
            key: str(sentence)
            for key, sentence in (
                TEXTS | own_words(rules) | lead_texts(rules, sheet.tournament.language)
            ).items()
        }
        | {
            "dealer_how": gettext(rules.first_dealer_by),
            "dealer_question": first_question(rules),
            "dealer_is": first_said(rules, "{wind}"),
        },
        "row_figure": "running"
        if rules.by_difference
        else "sum"
        if rules.sums_say_something
        else "",
        "sheet": state_of(sheet),
    }


def _hands_by_dealer(sheet: Sheet) -> Shown | None:
    """Hands for each wind that may be drawn to deal first, so that the table can go on while it is
    offline.
    """
    if not draws_dealer(sheet.tournament):
        return None
    rules, settings = rules_at(sheet)
    return {
        wind.value: hand_keys(rules, replace(settings, first_dealer=wind)) for wind in rules.winds
    }


def _rules_of_play(sheet: Sheet) -> dict[str, list[str]]:
    """Rules of each contract: its meaning and count, then special rules of play, as on the card of
    the hands.
    """
    rules, settings = rules_at(sheet)
    pre_dealt = sheet.tournament.plays_boards
    by_contract = {}
    for code in rules.counts:
        contract = rules.contract(code)
        general = [] if contract.family is Family.DOMINO else [follow_suit()]
        special = special_rules(contract, rules, settings, pre_dealt=pre_dealt)
        by_contract[code] = [
            gettext("%(setting)s: %(value)s.")
            % {"setting": contract_meaning(contract), "value": what_counts(contract)},
            *general,
            *special,
            *(sale_rules(rules, settings) if contract.sale else ()),
        ]
    return by_contract


@functools.cache
def page_version() -> str:
    """Version of the page, computed from its scripts, because a phone may still show a page from
    before an update.
    """
    king = site.BASE_DIR / "static/king"
    scripts = sorted(
        [*king.glob("phone/*.js"), king / "countdown.js", king / "outbox.js", king / "key_guard.js"]
    )
    return hashlib.sha256(b"".join(script.read_bytes() for script in scripts)).hexdigest()[:8]


def _places(paper: str) -> Shown:
    """Facts on winds and sides for the page. Their letters are those on the table's documents."""
    badges = {
        wind: {
            "wind": wind.value,
            "letter": naming.wind_letter(wind, paper),
            "word": naming.wind_name(wind),
        }
        for wind in WINDS
    }
    places: list[tuple[Wind | Side, Sequence[Wind]]] = [(wind, (wind,)) for wind in WINDS]
    places += [(side, side.winds) for side in SIDES]
    return {
        str(place): {
            "winds": [badges[wind] for wind in winds],
            "word": naming.column_name(place),
            "letter": naming.column_letters(place, paper),
        }
        for place, winds in places
    }


def own_words(rules: RuleSet) -> dict[str, str]:
    """Texts in the game's own tradition (§12.9)."""
    return {
        "offer_up": naming.term(rules, "up"),
        "offer_null": naming.term(rules, "nulls"),
        "one_null": naming.term(rules, "null"),
        "price_nulls": _("For how many %(nulls)s") % {"nulls": naming.term(rules, "nulls")},
        "sale": naming.term_explained(rules, "sale"),
        "third": naming.term_heading(rules, "third"),
    }


def lead_texts(rules: RuleSet, paper: str) -> dict[str, str | Promise]:
    if not rules.sums_say_something:
        return {
            "row_holds": _("every unit is counted"),
            "sum_column": "",
            "sum_holds": _("Every hand is there, and what was counted in each is whole."),
        }
    if not rules.by_difference:
        return {"sum_column": "Σ"}
    first = Side(str(rules.columns[0]))
    letters = naming.column_letters(first, paper)
    return {
        "row_holds": _("%(side)s leads by") % {"side": naming.side_name(first)} + " {sum}",
        "sum_column": f"{letters} ±",
        "sum_holds": _("The sheet holds"),
    }


TEXTS: dict[str, str | Promise] = {
    "accept": _("{wind}: {n}. That is right"),
    "accept_rest": _("The others: 0. That is right"),
    "agree": _("I agree with the sheet"),
    "already_played": _("Already played"),
    "arbiter": _("Arbiter"),
    "as_usual": _("Played as usual"),
    "average_moves": _("Hand {n}: the average of the other tables, which may still change"),
    "away": _("No answer from the desk. Everything is kept here ({n} to send)."),
    "brought": _("The rows from this phone's old page are here now. Still to send: {n}."),
    "brought_other": _(
        "The old page brought rows of another sheet. They are not taken here, and stay on the old "
        "page."
    ),
    "buyer": _("Who bought it"),
    "call": _("Call the arbiter"),
    "call_asked": _("The desk sees your table at once, and somebody comes."),
    "call_back": _("Take the call back"),
    "call_failed": _("The desk does not answer. Raise a hand: the arbiter will see you."),
    "call_now": _("Call"),
    "cancel": _("Back"),
    "check_proposal": _("One number is left: check whether it is right"),
    "check_rest": _("Nothing is left for the others: check whether that is right"),
    "choose": _("Choose the hand"),
    "choose_hand": _("Choose the hand that is played"),
    "clear": _("Take the last number back, or empty the hand"),
    "conflict": _("This hand was entered on two phones. Choose the right one."),
    "conflict_at": _("Hand {n} is on two phones: choose"),
    "dealer_again": _("Choose again"),
    "dealt_again": _("Dealt again"),
    "done": _("Done"),
    "empty_row": _("empty"),
    "enter_counts": _("Enter the tricks or cards"),
    "hand_dot": _("Hand {n}: {state}"),
    "help_key": _("The rule of this hand"),
    "hand_in": _("Hand in"),
    "hand_in_anyway": _("Hand in and ask the arbiter"),
    "hand_in_other": _("It is a different paper: hand it in"),
    "hand_in_unsigned": _("Hand in without these signatures and call the arbiter"),
    "handing_in": _("Handing in …"),
    "hands": _("Hands"),
    "holder_question": _("Who holds this phone?"),
    "hands_missing": _("Still to enter: hand {hands}"),
    "keep": _("Keep"),
    "keep_anyway": _("Keep it as it is"),
    "mine": _("This phone"),
    "misdeal": _(
        "Before the first card everybody counts the hand: as many cards as on the slip, the small "
        "paper in the "
        "packet, and the checksum that stands there. If something does not agree, nobody plays: "
        "call the "
        "arbiter. The packet is put right from its slip, "
        "and the board stays the same as at the other tables. After the first card the arbiter "
        "decides what the hand "
        "is worth."
    ),
    "misdeal_key": _("What to do with wrong cards"),
    "misdeal_title": _("Are the cards right?"),
    "owner_plays": _("Who declares …"),
    "moved_gone": _(
        "Continue at {address}, in the page that has just opened. If nothing opened, everything "
        "is still here: check the address and try again."
    ),
    "moved_how": _(
        "Ask the desk, or look at the hall's screen. The sheet opens at the new address with all "
        "that is on this "
        "phone; this page keeps it too."
    ),
    "moved_key": _("Another address?"),
    "moved_label": _("The desk's address"),
    "moved_open": _("Open the sheet there"),
    "moved_title": _("Does the desk have another address?"),
    "net_off": _("no desk · {n}"),
    "net_sending": _("sending · {n}"),
    "net_unkept": _("nothing kept"),
    "next": _("Next hand"),
    "not_reached": _(
        "The desk does not answer. Everything is kept on this phone; try again in a moment."
    ),
    "not_sold": _("Not sold"),
    "not_taken": _("Typed on this phone but not accepted by the desk:"),
    "offline": _("The desk does not answer. Carry on: everything is kept here ({n} to send)."),
    "no_card": _("None named"),
    "no_trump": _("NT"),
    "colon": _(": "),
    "one_to_sign": _("One of these has to sign: {winds}"),
    "open_again": _(
        "This sheet was handed in and is open again. Check it, then hand it in once more."
    ),
    "own_code": _("Signing code, on this player's own slip"),
    "partner": _("Partner"),
    "partner_missing": _("The partner is missing: who held the named card?"),
    "price": _("For how many tricks"),
    "proposed": _("Perhaps:"),
    "read": _("Close the message"),
    "refused": _("The desk did not accept this row. Your entry is still here."),
    "row_holds": _("total {sum}, right"),
    "seats_confirm": _(
        "{one} plays {wind_of_one}, {other} plays {wind_of_other}. Is that how you sit?"
    ),
    "seats_moved": _(
        "Other players sit at these winds now: check each number before you keep this hand."
    ),
    "seats_right": _("We sit as the seating says"),
    "seats_said": _("as the table says"),
    "seats_so": _("We sit like this"),
    "seats_told": _(
        "The desk knows, and the arbiter is called. Enter each number under the wind where it was "
        "played."
    ),
    "seats_unwritten": _(
        "If nobody has played a card yet, just change places: then there is nothing to report."
    ),
    "seats_written": _(
        "Hands already entered stay under their wind; the arbiter decides about them."
    ),
    "sending": _("On this phone, being sent …"),
    "sign_as": _("{wind} agrees with every row of this sheet"),
    "rulings": _("Rulings"),
    "sheet": _("Sheet"),
    "signatures": _("Signatures"),
    "sit_otherwise": _("We sit differently"),
    "sit_so": _("Do you sit as above? If not, tap the names."),
    "sit_tap": _("If you sit differently, tap the two winds that are exchanged."),
    "sold": _("Sold to {buyer} for {price}"),
    "sold_question": _("Sold?"),
    "state_closed": _("Sheet closed by the desk"),
    "state_handed_in": _("Sheet handed in. Thank you"),
    "still_to_sign": _("Still to sign: {winds}"),
    "storage_fails": _(
        "This phone cannot store anything. Stay on this page until every hand is at the desk."
    ),
    "sum_holds": _("The sheet holds: total {sum}"),
    "sum_holds_beside": _("The sheet holds: {sum}"),
    "sum_ruled": _(
        "The arbiter has decided: the rows make {sum}, not {expected}, and the sheet stands as it is"
    ),
    "sum_with_rulings": _("With the rulings, {ruled}, the total is {total}."),
    "sum_wrong": _("The total is {sum}; it should be {expected}"),
    "take_back": _("Take it back"),
    "tap_winner": _("Tap who took it"),
    "tap_winners": _("One tap for each: who took it?"),
    "table_title": _("Who sits at this table"),
    "theirs": _("The other phone"),
    "this_phone": _("this phone"),
    "to_what_comes": _("Go to what comes next"),
    "to_choose": _("To be chosen"),
    "total": _("Total"),
    "totals": _("Totals and hand-in"),
    "waiting_rows": _("Still on this phone only: {n}"),
    "where_conflict": _("two versions"),
    "where_confirmed": _("confirmed"),
    "where_desk": _("at the desk"),
    "where_empty": _("to be entered"),
    "where_phone": _("on this phone"),
    "where_typed": _("being stored on this phone"),
    "where_wrong": _("at the desk, to be checked"),
    "with_partner": _("with {wind}"),
    "wind_signed": _("{wind} has signed"),
    "wind_signs": _("{wind} signs"),
}
"""Every sentence that the captain's page may have to say, also while the desk does not answer."""
