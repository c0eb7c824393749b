"""Rules of play in short, both those of a hand and those of all hands, for the card of the hands
and the phone (``king.play.tricks``).
"""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from king.cards import Direction, Rank, Suit
from king.play.domino import threshold
from king.play.tricks import (
    DominoAce,
    DominoOpener,
    PlayRules,
    RestrictedLead,
    play_rules,
)
from king.rulesets.base import Chooser, Order, Owner, RuleSet, Scoring
from king.rulesets.contracts import Contract, Family
from king.rulesets.settings import Settings
from king.sheet.full_sheet import sum_changes
from king.sheet.points import may_be_slam, slam_points
from wording.naming import card_name, contract_name, number, unit_count, unit_name
from wording.regulation import illegal_play
from wording.rules import choosing_rules, deck_words


def what_counts(contract: Contract) -> str:
    """Units that count in the contract, as text: ``4 queens, −3 each``; ``1 king of hearts, −8``;
    ``cards left, −1 each`` for Domino.
    """
    if contract.places:
        return _("by the order of going out: %(points)s") % {"points": each_worth(contract)}
    points = number(contract.value, signed=True)
    if contract.units == 1:
        return f"{unit_count(contract.unit, 1)}, {points}"
    units = unit_name(contract.unit)
    if contract.units is not None:
        units = unit_count(contract.unit, contract.units)
    return _("%(units)s, %(points)s each") % {"units": units, "points": points}


def each_worth(contract: Contract) -> str:
    """Points of each unit: ``−3``; for a Domino by places ``+200, +150, +100, +50``."""
    return ", ".join(number(points, signed=True) for points in contract.places or (contract.value,))


def follow_suit() -> str:
    return _("The highest card takes the trick; suit must be followed.")


def special_rules(
    contract: Contract, rules: RuleSet, settings: Settings, *, pre_dealt: bool = True
) -> Iterator[str]:
    """Sentences on rules of play that are special to the contract. ``pre_dealt``: cards are dealt
    beforehand, so that no table deals again.
    """
    play = play_rules(rules, settings)
    if contract.family is Family.DOMINO:
        yield from _domino_rules(contract, rules, settings, play, pre_dealt)
    elif contract.family is Family.POSITIVE:
        yield from _positive_rules(contract, rules, settings, play)
    else:
        yield from _lead_rules(contract, play)
        yield from _discard_rules(contract, rules, play)
        if contract.unit.one_each and settings.queens_replayed:
            yield _("If every player takes one, the hand is played again.")
            yield from _new_choice_rules(rules)
        yield from _slam_rules(contract, rules, settings)
    if not pre_dealt:
        yield from _misdeals_of(contract, rules, settings)


def _new_choice_rules(rules: RuleSet) -> Iterator[str]:
    """Yield the rule on choosing again after a new deal, if the cards are seen before the choice
    (§13.8).
    """
    if rules.order is Order.CALLED:
        yield _("The cards are dealt again, and the chooser chooses again.")


def _misdeals_of(contract: Contract, rules: RuleSet, settings: Settings) -> Iterator[str]:
    if contract.trump and settings.misdeal_trump:
        yield _("A player who holds no card above the ten may have the cards dealt again.")
        yield from _new_choice_rules(rules)
    if contract.unit.forced_heart and settings.misdeal_king:
        yield _("A player whose only heart is the king or the ace may have the cards dealt again.")
        yield from _new_choice_rules(rules)


def misdeal_words(rules: RuleSet, settings: Settings) -> Iterator[str]:
    for contract in rules.played:
        sentences = [*_misdeals_of(contract, rules, settings)]
        if contract.unit.one_each and settings.queens_replayed:
            sentences.insert(0, _("If every player takes one, the hand is played again."))
            sentences += _new_choice_rules(rules)
        if sentences:
            yield f"{contract_name(contract)}{_(': ')}{' '.join(sentences)}"


def _lead_rules(contract: Contract, play: PlayRules) -> Iterator[str]:
    suit, lead = contract.unit.restricted, play.restricted_lead
    forced = contract.unit.forced
    if suit is Suit.HEARTS and play.highest_heart and lead is not RestrictedLead.FREE:
        yield _("A player who holds nothing but hearts before one has fallen leads the highest.")
    if suit is None or lead is RestrictedLead.FREE:
        return
    if lead is RestrictedLead.CARD and forced is not None:
        sentence = _("The %(card)s may not be led, unless it is the last card in the hand.")
        yield sentence % {"card": card_name(forced)}
    elif lead in (RestrictedLead.NEVER, RestrictedLead.CARD):
        yield (
            _("Diamonds may not be led while holding another suit.")
            if suit is Suit.DIAMONDS
            else _("Hearts may not be led while holding another suit.")
        )
    elif suit is Suit.DIAMONDS:
        yield _(
            "Diamonds may not be led until one has been discarded, unless the player holds nothing else."
        )
    else:
        yield _(
            "Hearts may not be led until one has been discarded, unless the player holds nothing else."
        )


def _forced_rules(contract: Contract, rules: RuleSet, play: PlayRules) -> Iterator[str]:
    forced = contract.unit.forced
    if forced is not None and play.forced_when_void:
        sentence = _("A player who cannot follow suit and holds the %(card)s must discard it.")
        yield sentence % {"card": card_name(forced)}
        if rules.void_proved:
            yield _("To prove the void, the hand is shown.")
    if contract.unit.forced_heart and play.forced_when_led:
        yield _("It must be played at the first chance, on a lead of hearts too.")
        if play.holder_leads_it:
            yield _("A holder who leads a heart must lead it.")


def _discard_rules(contract: Contract, rules: RuleSet, play: PlayRules) -> Iterator[str]:
    yield from _forced_rules(contract, rules, play)
    if play.discards_hearts and contract.unit.forced_heart:
        yield _("A player who cannot follow suit discards a heart if they hold one.")
    if play.bans_on_first_trick(contract.unit):
        yield _("No card that counts may be discarded on the first trick.")
    elif contract.unit.cards and not contract.unit.forced:
        yield (
            _("A player who cannot follow suit discards a card that counts if they hold one.")
            if play.discards_counted
            else _("Nobody has to discard a card that counts.")
        )
    if play.plays_under and contract.unit.scattered:
        yield _(
            "A card that counts must be played when a higher one of its suit is already on the table."
        )


def _positive_rules(
    contract: Contract, rules: RuleSet, settings: Settings, play: PlayRules
) -> Iterator[str]:
    if not contract.unit.every_trick:
        yield from _lead_rules(contract, play)
        yield from _forced_rules(contract, rules, play)
    if not contract.trump:
        yield _("There is no trump suit.")
    elif contract.sale and rules.sale_within_pair:
        yield _("The dealer names the trump suit, or cedes this to their partner.")
    elif settings.allow_no_trump:
        yield _("The declarer names the trump suit, or plays without trumps.")
    else:
        yield _("The declarer names the trump suit.")
    if contract.trump:
        yield from trump_rules(rules)
    if contract.trump and play.trump_after_ruff:
        yield _("Trumps may not be led until somebody has ruffed.")
    if contract.trump and play.must_ruff:
        yield _("A player who cannot follow suit plays a trump if they hold one.")
    if contract.trump and play.must_overruff:
        yield _("A player who ruffs after another trump plays a higher one if they hold one.")
    if contract.trump and settings.king_tricks:
        yield from _outright_rules(settings)
    if contract.trump and settings.blind:
        yield (
            _(
                "If it is declared before seeing the cards, the tricks of the declarer's pair count twice."
            )
            if rules.by_side and settings.blind_counts == "side"
            else _("If it is declared before seeing the cards, the declarer's tricks count twice.")
        )
    if contract.trump and settings.declarer_dummy and rules.by_side:
        yield _("The declarer's partner lays their cards on the table.")
    if contract.sale:
        yield (
            _("The hand is not sold to the opponents.")
            if rules.sale_within_pair
            else _("The hand may be sold before the first card.")
        )
        if settings.leader_after_sale == "after_buyer":
            yield _("After a sale the player after the buyer leads.")
    if rules.unplayed is not None and contract.sale:
        # A hand may be booked without play (A32, O12).
        own, other = rules.unplayed
        booked = _(
            "When nobody offers more than %(most)d, its owner may book it unplayed: %(own)d "
            "tricks for the owner, %(other)d for each of the others."
        )
        if settings.book_unopened:
            booked = _(
                "Its owner may book it unplayed, %(own)d tricks for the owner, %(other)d for each of the others."
            )
        yield booked % {"own": own, "other": other, "most": settings.frustrated_at}
    if contract.nulls is not None:
        yield _("Played down: %(bonus)s to everybody, %(points)s for each trick.") % {
            "bonus": number(contract.nulls.bonus, signed=True),
            "points": number(contract.nulls.value, signed=True),
        }


def _outright_rules(settings: Settings) -> Iterator[str]:
    yield _("A player who takes %(count)d tricks wins the match, which ends there.") % {
        "count": settings.king_tricks
    }
    if settings.king_place == "first":
        yield _("They are first at their table, whatever the points.")
    yield _("A player with an illegal play in the hand wins nothing in this way.")


def trump_rules(rules: RuleSet) -> Iterator[str]:
    if rules.owner is Owner.LEFT_OF_DEALER:
        yield _("The declarer is the player on the dealer's left.")
    if rules.trump_named_by:
        yield _(rules.trump_named_by)


def _slam_rules(contract: Contract, rules: RuleSet, settings: Settings) -> Iterator[str]:
    if not may_be_slam(contract, settings) or contract.units is None:
        return
    gain, others, _all = slam_points(rules, contract, settings)
    points = {"points": number(gain, signed=True), "others": number(others, signed=True)}
    if rules.by_side:
        yield _("A pair that takes them all gains %(points)s.") % points
        if others:
            yield _("The other pair gets %(others)s.") % points
    else:
        yield _("A player who takes them all gains %(points)s.") % points
        if others and rules.sums_say_something:
            yield _("Each of the others gets %(others)s.") % points


def _domino_rules(
    contract: Contract, rules: RuleSet, settings: Settings, play: PlayRules, pre_dealt: bool
) -> Iterator[str]:
    if play.domino_opener is DominoOpener.HOLDER:
        yield _("The holder of the %(card)s opens with it.") % {
            "card": card_name(play.domino_start)
        }
    else:
        yield (
            _("The leader opens with any jack, or passes the turn on.")
            if play.domino_start.rank is Rank.JACK
            else _("The leader opens with any seven, or passes the turn on.")
        )
    if rules.start_named:
        yield _(
            "The chooser may name another card: its holder opens with it, and its rank opens "
            "every suit."
        )
    yield (
        _("Then a card next to one on the table, or another jack.")
        if play.domino_start.rank is Rank.JACK
        else _("Then a card next to one on the table, or another seven.")
    )
    yield _("Aces are high.") if play.domino_ace is DominoAce.HIGH else _("Aces are low.")
    yield _("A player who can play must play.")
    if contract.places:
        yield _("The hand is played until only one player has cards.")
    elif not rules.by_side:
        yield _("Each card left costs a point; the player who goes out wins them all.")
    elif rules.domino_bonus:
        sentence = _("The pair with fewer cards left scores the difference, plus %(points)s.")
        if settings.domino_bonus_to == "closer":
            sentence = _(
                "The pair that goes out scores the others' cards less its own, plus %(points)s."
            )
        yield sentence % {"points": number(rules.domino_bonus)}
        if settings.domino_bonus_to == "closer" and settings.domino_winners == "round":
            yield _(
                "If both pairs go out in the same round, the one with fewer cards gets the "
                "%(points)s; if equal, nobody does."
            ) % {"points": number(rules.domino_bonus)}
    else:
        yield _("The pair with fewer cards left wins the difference, the other loses it.")
    needed = threshold(settings, 0)
    if needed is not None and not pre_dealt:
        sentence = _("With %(count)d aces and kings a player may void the deal.")
        if settings.domino_redeal == "rising":
            sentence = _(
                "With %(count)d aces and kings a player may void the deal; the same player again "
                "with one more."
            )
        yield sentence % {"count": needed}


def first_question(rules: RuleSet) -> str:
    """Question for each table before its first row: who deals, leads or declares first (A4)."""
    if rules.chooser is Chooser.LEADER:
        return _("Who declares first at this table?")
    if rules.leader_drawn:
        return _("Who leads first at this table?")
    return _("Who deals first at this table?")


def first_said(rules: RuleSet, wind: str) -> str:
    sentence = _("%(wind)s deals first")
    if rules.leader_drawn:
        sentence = _("%(wind)s leads first")
    if rules.chooser is Chooser.LEADER:
        sentence = _("%(wind)s declares first")
    return sentence % {"wind": wind}


def general_rules(rules: RuleSet, settings: Settings, *, pre_dealt: bool = True) -> Iterator[str]:
    if deck := deck_words(rules):
        yield deck
    yield (
        _("The turn goes to the left.")
        if settings.direction is Direction.CLOCKWISE
        else _("The turn goes to the right.")
    )
    if rules.dealer_drawn and not pre_dealt:
        yield _(rules.first_dealer_by)
    if rules.scoring is not Scoring.SOLOIST:
        yield {
            "next_in_turn": _("The player after the dealer leads."),
            "left_in_declarations": _(
                "The player after the dealer leads; in declarations the player on the dealer's left."
            ),
            "dealer": _("The dealer leads."),
            "dealer_partner": _("The dealer's partner leads."),
        }[settings.leader]
    yield follow_suit()
    yield from choosing_rules(rules, settings)
    yield from _system_rules(rules)
    if rules.score_kept_by:
        yield _(rules.score_kept_by)
    if rules.expected_sum is not None and not rules.by_difference:
        total = number(rules.expected_sum)
        yield _("All points of a sheet together make %(sum)s.") % {"sum": total}
        slams, blind = sum_changes(rules, settings)
        for slam in slams:
            yield _("Each slam adds %(points)s.") % {"points": number(slam)}
        if blind:
            yield _("Tricks taken blind come on top.")
    yield from illegal_play(settings)


def _system_rules(rules: RuleSet) -> Iterator[str]:
    if rules.scoring is Scoring.SHARED:
        yield _(
            "The dealer names a card that they do not hold: the player who has it is their "
            "partner, and what each pair makes is halved between its two players."
        )
    elif rules.scoring is Scoring.SOLOIST:
        yield _(
            "One player plays with a dummy against the two others: the player on the soloist's "
            "right deals, the one on the left leads, then the dummy is laid open. Only the "
            "soloist scores: what the soloist's side counts less what the others count."
        )
        yield _("Each plays %(count)d hands in a row.") % {"count": rules.set_length}
    elif rules.by_difference:
        yield _(
            "A pair scores what it counts less what the opponents count; they score the opposite."
        )
        if rules.sides == "teams":
            yield _("A team's result is what its two pairs make at the two tables, added.")
        if rules.big_win is not None:
            points = number(rules.big_win)
            yield _("A difference above %(points)s is a Mesa.") % {"points": points}
