"""The hand summary: the contracts on one page, their worth and what is special in their play
(``king.play.tricks``).
"""

from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.units import mm

from king.cards import Direction, Suit
from king.play.domino import threshold
from king.play.tricks import (
    FORCED_CARD,
    RESTRICTED_SUIT,
    DominoOpener,
    PlayRules,
    RestrictedLead,
    play_rules,
)
from king.rulesets.base import HandPlan, Order, RuleSet, Scoring
from king.rulesets.contracts import Contract, Family, Unit
from king.rulesets.settings import Settings
from king.sheet.full_sheet import sum_changes
from king.sheet.points import may_be_slam, slam_points
from printing.documents.score_sheets import what_counts
from printing.lists import Cell, Column, Listing, height_of, put, with_badges, words
from printing.occasion import Occasion, Options, occasion_of
from printing.paper import Pen, Progress, heading, make_document
from tournaments.models import Tournament
from wording.naming import card_name, contract_name, number, played_with, system_title
from wording.regulation import illegal_play
from wording.rules import choosing_rules, deck_words, sale_rules

_ROOM_FOR_GENERAL_RULES = 44 * mm


@dataclass(frozen=True, slots=True)
class SummaryRow:
    contract: Contract
    hands: tuple[HandPlan, ...]
    times: int


@dataclass(frozen=True, slots=True)
class Summary:
    occasion: Occasion
    rows: tuple[SummaryRow, ...]
    settings: Settings
    rules: PlayRules
    system: RuleSet
    pre_dealt: bool = True

    @property
    def dealer_drawn(self) -> bool:
        """No hand has the same dealer everywhere (A4)."""
        return self.system.dealer_drawn and not self.pre_dealt


def gather(tournament: Tournament, options: Options) -> Summary:
    rules = tournament.rules
    settings = rules.configure(tournament.settings)
    return summary_of(rules, settings, occasion_of(tournament), tournament.plays_boards)


def summary_of(
    rules: RuleSet, settings: Settings, occasion: Occasion, pre_dealt: bool = True
) -> Summary:
    plans = rules.schedule(settings)
    found = (
        SummaryRow(
            rules.contract(code),
            tuple(
                plan for plan in plans if plan.contract is not None and plan.contract.code == code
            ),
            times,
        )
        for code, times in rules.counts.items()
    )
    rows = tuple(
        sorted(found, key=lambda row: row.hands[0].number if rules.order is Order.FIXED else 0)
    )
    return Summary(occasion, rows, settings, play_rules(rules, settings), rules, pre_dealt)


def render(summary: Summary, progress: Progress | None = None) -> bytes:
    return make_document(
        [partial(_draw, summary)],
        summary.occasion.footing(),
        title=_("The hands in short"),
        progress=progress,
    )


def _draw(summary: Summary, pen: Pen) -> None:
    rest = heading(
        pen, _("The hands in short"), summary.occasion.subject, system_title(summary.system)
    )
    below = [words(" ".join(general_rules(summary)), 10.5, below=3 * mm)]
    if sale := " ".join(sale_rules(summary.system, summary.settings)):
        auction = summary.settings.sale_procedure == "auction"
        below += [
            words(_("The auction") if auction else _("The sale"), 10.5, bold=True),
            words(sale, 10.5),
        ]
    fixed = summary.system.order is Order.FIXED
    columns = (
        Column(
            _("Hand") if fixed else pgettext("how often a hand is played", "Times"),
            17 * mm,
            bold=True,
            size=1.5,
        ),
        Column(_("Dealer") if fixed else "", 20 * mm),
        Column(_("Contract"), 48 * mm, bold=True, size=1.2),
        Column(size=0.95, paragraph=True),
        Column(_("In all"), 20 * mm, "right", bold=True, size=1.5),
    )
    listing = Listing(columns, [_cells(line, summary) for line in summary.rows])
    room = (
        rest.height
        - max(_ROOM_FOR_GENERAL_RULES, 4 * mm + height_of(below, rest.width))
        - listing.above
    )
    height = min(24 * mm, room / len(summary.rows))
    rest = put(pen, rest, listing.table(rest.width, height, fixed=True))
    put(pen, rest.inset(0, 3 * mm), *below)


def _cells(line: SummaryRow, summary: Summary) -> tuple[Cell, ...]:
    beside = played_with(line.hands[0]) if line.hands else ""  # in the quick game (O15)
    dealers = [
        plan.dealer for plan in line.hands if plan.dealer is not None and not summary.dealer_drawn
    ]
    said = [
        f"{beside[:1].upper()}{beside[1:]}." if beside else "",
        *special_rules(line.contract, summary),
    ]
    return (
        _hands(line),
        with_badges(dealers, "", 13),
        (contract_name(line.contract), what_counts(line.contract)),
        " ".join(filter(None, said)),
        number(line.contract.total, signed=True),
    )


def _hands(line: SummaryRow) -> str:
    if not line.hands:
        return f"×\N{NARROW NO-BREAK SPACE}{line.times}"
    first, last = line.hands[0].number, line.hands[-1].number
    return str(first) if first == last else f"{first}–{last}"


def special_rules(contract: Contract, summary: Summary) -> list[str]:
    if contract.family is Family.DOMINO:
        return _domino_rules(summary)
    if contract.family is Family.POSITIVE:
        return _positive_rules(contract, summary)
    said = [*_lead_rules(contract, summary.rules), *_discard_rules(contract, summary)]
    if contract.unit is Unit.QUEENS and summary.settings.queens_replayed:
        said.append(_("If every player takes one, the hand is played again."))
    return [*said, *_slam_rules(contract, summary)]


def _lead_rules(contract: Contract, rules: PlayRules) -> list[str]:
    if contract.unit not in RESTRICTED_SUIT or rules.restricted_lead is RestrictedLead.FREE:
        return []
    diamonds = RESTRICTED_SUIT[contract.unit] is Suit.DIAMONDS
    if rules.restricted_lead is RestrictedLead.CARD and contract.unit in FORCED_CARD:
        barred = {"card": card_name(FORCED_CARD[contract.unit])}
        return [_("The %(card)s may not be led, unless it is the last card in the hand.") % barred]
    if rules.restricted_lead in (RestrictedLead.NEVER, RestrictedLead.CARD):
        return [
            _("Diamonds may not be led while holding another suit.")
            if diamonds
            else _("Hearts may not be led while holding another suit.")
        ]
    if diamonds:
        return [
            _(
                "Diamonds may not be led until one has been discarded, unless one holds nothing else."
            )
        ]
    return [_("Hearts may not be led until one has been discarded, unless one holds nothing else.")]


def _discard_rules(contract: Contract, summary: Summary) -> list[str]:
    rules = summary.rules
    said = []
    if contract.unit in FORCED_CARD and rules.forced_when_void:
        said.append(
            _("A player who cannot follow suit and holds the %(card)s must discard it.")
            % {"card": card_name(FORCED_CARD[contract.unit])}
        )
        if summary.system.void_proved:
            said.append(_("To prove the void, the hand is shown."))
    if contract.unit is Unit.KING_OF_HEARTS and rules.forced_when_led:
        said.append(_("It must be played at the first chance, on a lead of hearts too."))
        if rules.holder_leads_it:
            said.append(_("Its holder who leads a heart leads it."))
    if rules.bans_on_first_trick(contract.unit):
        said.append(_("No card that counts may be discarded on the first trick."))
    elif contract.unit in (Unit.KINGS_AND_JACKS, Unit.QUEENS, Unit.HEARTS):
        said.append(_("Nobody has to discard a card that counts."))
    return said


def _positive_rules(contract: Contract, summary: Summary) -> list[str]:
    said = []
    if contract.trump:
        said.append(_named_by(contract, summary))
        if summary.rules.trump_after_ruff:
            said.append(_("Trumps may not be led until somebody has ruffed."))
        if summary.settings.blind:
            said.append(
                _(
                    "Declared before seeing the cards, the tricks of the declarer's pair count twice."
                )
                if summary.system.by_side and summary.settings.blind_counts == "side"
                else _("Declared before seeing the cards, the declarer's tricks count twice.")
            )
        if summary.settings.declarer_dummy and summary.system.by_side:
            said.append(_("The declarer's partner lays his cards on the table."))
    else:
        said.append(_("There is no trump suit."))
    if contract.sale:
        said.append(
            _("The hand is not sold to the opponents.")
            if summary.system.sale_within_pair
            else _("The hand may be sold before the first card.")
        )
        if summary.settings.leader_after_sale == "after_buyer":
            said.append(_("After a sale the player after the buyer leads."))
    if summary.system.unplayed is not None and contract.sale:
        said.append(_unplayed_words(summary))
    if contract.nulls is not None:
        points = {
            "bonus": number(contract.nulls.bonus, signed=True),
            "points": number(contract.nulls.value, signed=True),
        }
        said.append(_("Played down: %(bonus)s to everybody, %(points)s for each trick.") % points)
    return said


def _named_by(contract: Contract, summary: Summary) -> str:
    if contract.sale and summary.system.sale_within_pair:
        return _("The dealer names the trump suit, or his partner where he cedes it to him.")
    if summary.settings.allow_no_trump:
        return _("The declarer names the trump suit, or plays without trumps.")
    return _("The declarer names the trump suit.")


def _unplayed_words(summary: Summary) -> str:
    """A hand may be booked without play (A32, O12)."""
    assert summary.system.unplayed is not None
    own, other = summary.system.unplayed
    fields = {"own": own, "other": other, "most": summary.settings.frustrated_at}
    if summary.settings.book_unopened:
        return (
            _("Its owner may book it unplayed, %(own)d tricks his, %(other)d each other's.")
            % fields
        )
    return (
        _(
            "When nobody offers more than %(most)d, its owner may book it unplayed: %(own)d tricks his, %(other)d each "
            "other's."
        )
        % fields
    )


def _slam_rules(contract: Contract, summary: Summary) -> list[str]:
    if not may_be_slam(contract, summary.settings) or contract.units is None:
        return []
    gain, others, _all = slam_points(summary.system, contract, summary.settings)
    points = {"points": number(gain, signed=True), "others": number(others, signed=True)}
    if summary.system.by_side:
        told = [_("A pair that takes them all gains %(points)s.")]
        told += [_("The other pair has %(others)s.")] if others else []
    else:
        told = [_("A player who takes them all gains %(points)s.")]
        told += (
            [_("Each of the others has %(others)s.")]
            if others and summary.system.sums_say_something
            else []
        )
    return [sentence % points for sentence in told]


def _domino_rules(summary: Summary) -> list[str]:
    rules, system = summary.rules, summary.system
    if rules.domino_opener is DominoOpener.HOLDER:
        said = [
            _("The holder of the %(card)s opens with it.") % {"card": card_name(rules.domino_start)}
        ]
    else:
        said = [_("The leader opens with any seven, or passes the turn on.")]
    if system.start_named:
        said.append(
            _(
                "The chooser may name another card: its holder opens with it, and its rank opens every suit."
            )
        )
    said.append(
        _(
            "Then a card next to one on the table, or another seven. Aces are low. A player who can play must play."
        )
    )
    if not system.by_side:
        said.append(_("Each card left costs a point; who closes wins them all."))
    elif system.domino_bonus:
        points = {"points": number(system.domino_bonus)}
        said.append(
            _("The pair that closes scores the others' cards less its own, plus %(points)s.")
            % points
            if summary.settings.domino_bonus_to == "closer"
            else _("The pair with fewer cards left scores the difference, plus %(points)s.")
            % points
        )
    else:
        said.append(_("The pair with fewer cards left wins the difference, the other loses it."))
    needed = threshold(summary.settings, 0)
    if needed is not None and not summary.pre_dealt:
        said.append(
            _(
                "With %(count)d aces and kings a player may void the deal; the same player again with one more."
            )
            % {"count": needed}
            if summary.settings.domino_redeal == "rising"
            else _("With %(count)d aces and kings a player may void the deal.") % {"count": needed}
        )
    return said


def _system_rules(summary: Summary) -> list[str]:
    system = summary.system
    if system.scoring is Scoring.SHARED:
        return [
            _(
                "The dealer names a card that he does not hold: who has it is his partner, and what each pair makes "
                "is halved between its two."
            )
        ]
    if system.scoring is Scoring.SOLOIST:
        return [
            _(
                "One plays with a dummy against the two others: the one on his right deals, the one on his left "
                "leads, then the dummy is laid open. Only the soloist scores: what his side counts less what the "
                "others count."
            ),
            _("Each plays %(count)d hands in a row.") % {"count": system.set_length},
        ]
    if system.by_difference:
        said = [
            _(
                "A pair scores what it counts less what the opponents count; they score the opposite."
            )
        ]
        if system.sides == "teams":
            said.append(_("A team's result is what its two pairs make at the two tables, added."))
        if system.big_win is not None:
            said.append(
                _("A difference above %(points)s is a Mesa.") % {"points": number(system.big_win)}
            )
        return said
    return []


def general_rules(summary: Summary) -> list[str]:
    turn = (
        _("The turn goes to the left.")
        if summary.settings.direction is Direction.CLOCKWISE
        else _("The turn goes to the right.")
    )
    leads = {
        "next_in_turn": _("The player after the dealer leads."),
        "left_in_declarations": _(
            "The player after the dealer leads; in declarations the one on the dealer's left."
        ),
        "dealer": _("The dealer leads."),
        "dealer_partner": _("The dealer's partner leads."),
    }[summary.settings.leader]
    said = list(filter(None, (deck_words(summary.system), turn)))
    if summary.dealer_drawn:
        said.append(_(summary.system.first_dealer_by))
    if summary.system.scoring is not Scoring.SOLOIST:
        said.append(leads)
    said.append(_("The highest card takes the trick; suit must be followed."))
    said += [*choosing_rules(summary.system, summary.settings), *_system_rules(summary)]
    if summary.system.score_kept_by:
        said.append(_(summary.system.score_kept_by))
    if summary.system.expected_sum is not None and not summary.system.by_difference:
        said.append(
            _("All points of a sheet together make %(sum)s.")
            % {"sum": number(summary.system.expected_sum)}
        )
        slams, blind = sum_changes(summary.system, summary.settings)
        said += [_("Each slam adds %(points)s.") % {"points": number(slam)} for slam in slams]
        said += [_("Tricks taken blind come on top.")] if blind else []
    return [*said, *illegal_play(summary.settings)]
