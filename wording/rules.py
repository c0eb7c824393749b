"""A rule system and its settings in words. The words are made from the settings that the program
computes with.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _, ngettext

from king.cards import Wind
from king.rulesets.base import Chooser, HandPlan, Order, Owner, RuleSet, Scoring
from king.rulesets.contracts import Contract, Family
from king.rulesets.setting import Setting
from king.rulesets.settings import Settings
from king.sheet.full_sheet import sum_changes
from king.sheet.sale import AskedSale, OfferAuction, open_sale, sold_contract
from king.standing.matchpoints import MATCH_SCALE, METHODS, TIES
from king.standing.standing_settings import COUNTS, StandingSetting, StandingSettings
from king.standing.tiebreaks import AFTER_PLAY, TIEBREAKS
from wording.naming import NOTHING, contract_name, join_words, number, term, wind_name
from wording.sentences import say

# --- settings
# ----------------------------------------------------------------------------------------------------


def setting_value(setting: Setting | StandingSetting, value: object, between: str = " ") -> str:
    """Value of a setting in words. A stored value that does not fit is shown as it is. ``between``
    separates the values of a scale.
    """
    if value is None:
        return _("as usual")
    parts = value if isinstance(value, list) else [value]
    texts = (_part(setting, part) for part in parts)
    return (between if setting.kind == "scale" else ", ").join(texts) or NOTHING


def _part(setting: Setting | StandingSetting, value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if setting.kind == "wind":
        return wind_name(str(value))
    if str(value) in setting.labels:
        return _(setting.labels[str(value)])
    try:
        if setting.kind == "steps":
            least, worth = map(number, value)
            return _("from %(least)s: %(worth)s") % {"least": least, "worth": worth}
        return (
            number(Fraction(str(value)))
            if setting.kind in ("number", "scale", "count", "bye")
            else str(value)
        )
    except (TypeError, ValueError, ZeroDivisionError):
        return str(value)


def setting_sentence(rules: RuleSet, settings: Settings, key: str) -> str:
    """Value of a setting in words; empty if the setting changes nothing in this system."""
    values = (setting_value(s, getattr(settings, key)) for s in rules.settings if s.key == key)
    return next(values, "")


def unusual(
    rules: RuleSet, settings: Settings, but: tuple[str, ...] = ()
) -> Iterator[tuple[str, str]]:
    """Title and value of each setting that differs from the published system's, except the keys
    ``but``.
    """
    usual = {setting.key: setting.default for setting in rules.root.settings}
    for setting in rules.settings:
        value = getattr(settings, setting.key)
        if setting.key not in but and value != usual.get(setting.key, setting.default):
            yield _(setting.title), setting_value(setting, value)


def deck_words(rules: RuleSet) -> str:
    return {
        36: _("Decks of 36 cards, from the ace down to the six."),
        32: _("Decks of 32 cards, from the ace down to the seven."),
    }.get(rules.deck, "")


# --- standings
# ---------------------------------------------------------------------------------------------------


def scale_words(standing: StandingSettings, rules: RuleSet) -> str:
    method = _(METHODS[standing.method].title)
    if not METHODS[standing.method].has_scale:
        return method + "."
    if standing.method == "places" and rules.sides == "pairs":
        method = _("Place points by line")
    if standing.is_match:
        return match_words(standing)
    words = _("%(method)s: %(tail)s each.")
    if standing.places:
        words = _("%(method)s: %(scale)s, then %(tail)s for every later place.")
    scale = ", ".join(map(number, standing.places))
    return words % {"method": method, "scale": scale, "tail": number(standing.tail)}


def match_words(standing: StandingSettings) -> str:
    """Sentence on the worth of a match won, drawn and lost, if a table seats two sides (rules
    §13.14).
    """
    comparison = standing.comparison(None)
    won, drawn, lost = (comparison.value(place) for place in (1, 2, 3))
    if len(comparison.scale) != len(MATCH_SCALE):
        lost = drawn
        drawn = {"top": won, "bottom": lost}.get(standing.ties, (won + lost) / 2)
    worths = {"won": number(won), "drawn": number(drawn), "lost": number(lost)}
    sentence = _("Each table is a match: won %(won)s, drawn %(drawn)s, lost %(lost)s match points.")
    return sentence % worths


def ties_words(standing: StandingSettings) -> str:
    if not METHODS[standing.method].has_scale or standing.is_match:
        return ""
    return _sentence(_(TIES[standing.ties]))


def overall_words(standing: StandingSettings) -> str:
    best = standing.count_best
    counted = [_("The match points of all partite are added.")]
    if METHODS[standing.method].summed:
        counted = [
            _(
                "The points that each player made at the table are added; the place of the sum in "
                "its wind is worth match points."
            )
        ]
        if best is not None:
            counted.append(_("The best %(count)d sheets count.") % {"count": best})
    elif best is not None:
        sentence = ngettext(
            "The match points of the best partita count.",
            "The match points of the best %(count)d partite are added.",
            best,
        )
        counted = [sentence % {"count": best}]
    sat_out = _("A partita sat out is worth the mean of the other results.")
    if standing.bye_points is not None:
        points = {"points": number(standing.bye_points)}
        sat_out = _("A partita sat out is worth %(points)s.") % points
    return " ".join(filter(None, (*counted, sat_out, tiebreak_words(standing))))


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def tiebreak_words(standing: StandingSettings) -> str:
    titles = (_(TIEBREAKS[code].title) for code in standing.tiebreaks if code not in AFTER_PLAY)
    order = ", ".join(titles)
    return _("Ties are broken in this order: %(order)s.") % {"order": order} if order else ""


def season_words(
    standing: StandingSettings, counts: str, rules: RuleSet | None, prizes: str
) -> list[tuple[str, str]]:
    """Titles and texts of a season's regulation; ``counts`` is a code of ``COUNTS``."""
    partite = counts == "partite"
    worth = f"{scale_words(standing, rules)} {ties_words(standing)}" if rules else ""
    regulation = (
        (_("What counts"), _(COUNTS[counts]).capitalize() + "."),
        (_("What a result is worth"), worth),
        (_("The standings"), overall_words(standing) if partite else _place_rules(standing)),
        (_("Attendance"), _attendance(standing, partite)),
        (_("Prizes"), prizes),
    )
    return [(title, words) for title, words in regulation if words]


def _place_rules(standing: StandingSettings) -> str:
    counted = _("All evenings are added.")
    if standing.count_best is not None:
        counted = ngettext(
            "The best evening counts.",
            "The best %(count)d evenings are added.",
            standing.count_best,
        ) % {"count": standing.count_best}
    return " ".join(filter(None, (counted, tiebreak_words(standing))))


def _attendance(standing: StandingSettings, partite: bool) -> str:
    sentences = []
    if standing.minimum_evenings > 1:
        sentences.append(
            _("A place requires %(count)d evenings.") % {"count": standing.minimum_evenings}
        )
    if standing.missed_points is not None:
        of_partite = _("Each partita of an evening missed is worth %(points)s.")
        sentence = of_partite if partite else _("An evening missed is worth %(points)s.")
        sentences.append(sentence % {"points": number(standing.missed_points)})
    if standing.late_points is not None and partite:
        sentence = _("A partita missed by coming late or leaving is worth %(points)s.")
        sentences.append(sentence % {"points": number(standing.late_points)})
    return " ".join(sentences)


# --- choosing a hand
# ---------------------------------------------------------------------------------------------


def choosing_rules(rules: RuleSet, settings: Settings) -> list[str]:
    if rules.order is Order.FIXED:
        return []
    sentences = [_chooser_rules(rules), *_quotas(rules, settings)]
    # Some hands have to be played by each chooser and others by nobody in particular (R2, R4).
    bound = {code for quota in rules.quotas for code in quota.contracts}
    unbound = rules.counts.keys() - bound - {rules.last}
    if bound and unbound and rules.scoring is not Scoring.SOLOIST:
        sentences.append(
            _("A deal that a pair or player needs for these cannot be used for another hand.")
        )
    if rules.pool_is_larger:
        sentences.append(
            _("A match has %(count)d of the %(pool)d hands that may be chosen.")
            % {"pool": len(rules.rows), "count": rules.length}
        )
    if settings.no_trumps_before > 1 and any(contract.trump for contract in rules.played):
        sentences.append(
            _(
                "No hand with trumps is chosen before hand %(hand)d, as long as another may be chosen."
            )
            % {"hand": settings.no_trumps_before}
        )
    if rules.last is not None:
        sentences.append(
            _("%(hand)s is not chosen: it closes the match.")
            % {"hand": contract_name(rules.contract(rules.last))}
        )
    if rules.third_counts:
        sentences.append(
            _(
                "If the partner takes a hand that was not proposed and the pair loses it, it counts %(times)d times."
            )
            % {"times": rules.third}
        )
    if rules.trump_in_proposals:
        sentences += _proposed_declarations(rules)
    return sentences


def _proposed_declarations(rules: RuleSet) -> list[str]:
    """Sentences on proposals of a hand with trumps: when the trump may be named, and when another
    such hand is a third option (R7).
    """
    declarations = [
        code for code in rules.counts if rules.contract(code).trump and rules.counts[code] > 1
    ]
    sentence = _(
        "%(hand)s: the trump is said in a proposal only if both hands are of this kind; beside "
        "another hand it is said once the partner turns to it, who may still leave it. Another "
        "one may be the third option while two are left."
    )
    return [sentence % {"hand": contract_name(rules.contract(code))} for code in declarations]


def _chooser_rules(rules: RuleSet) -> str:
    if rules.chooser is Chooser.SOLOIST:
        return _(
            "The soloist, who sees their own hand and the dummy's, chooses among the hands that they have not played."
        )
    if rules.chooser is Chooser.LEFT_OF_DEALER:
        words = {key: term(rules, key) for key in ("positive", "negative")}
        return (
            _(
                "The player on the dealer's left says %(positive)s or %(negative)s; their partner "
                "says which negative hand, or which trump."
            )
            % words
        )
    if rules.order is Order.PROPOSED:
        return _(
            "The dealer proposes two of the hands that are left, one after the other; the "
            "dealer's partner takes one of them, or any other that is left."
        )
    if rules.chooser is Chooser.LEADER:
        return _(
            "The player who leads, having seen their cards, chooses among the hands that are left."
        )
    return _("The dealer, having seen their cards, chooses among the hands that are left.")


def _quotas(rules: RuleSet, settings: Settings) -> list[str]:
    sentences = []
    for quota in rules.quotas:
        most = quota.limit(settings)
        names = [contract_name(rules.contract(code)) for code in quota.contracts]
        if len(names) == 1 and rules.scoring is Scoring.SOLOIST and most == 1:
            continue
        sentence = ngettext(
            "%(hands)s: each player %(count)d.", "%(hands)s: each player %(count)d.", most
        )
        if rules.by_side:
            sentence = ngettext(
                "%(hands)s: each pair %(count)d.", "%(hands)s: each pair %(count)d.", most
            )
        sentences.append(sentence % {"count": most, "hands": join_words(names)})
    if rules.scoring is Scoring.SOLOIST:
        sentences.insert(0, _("Every soloist plays each negative hand once."))
    return sentences


# --- selling a hand (§2.1, §2.2, §2.4, §2.5, §11.10), worded from the sale that the desk judges by
# ------------------


def sale_rules(rules: RuleSet, settings: Settings) -> list[str]:
    code = sold_contract(rules)
    if code is None:
        return []
    # The owner of the hand changes nothing in what is said here.
    sale = open_sale(rules, rules.contract(code), Wind.N, settings)
    if isinstance(sale, OfferAuction):
        sentences = _auction(sale, settings)
    else:
        sentences = _asked_sale_rules(rules, sale)
    sentences.append(
        _("The buyer names the trump suit, or plays without trumps.")
        if settings.allow_no_trump
        else _("The buyer names the trump suit.")
    )
    tricks, nulls = (
        setting_sentence(rules, settings, key) for key in ("sale_settlement", "null_settlement")
    )
    if nulls:
        nulls = _("In a hand played down: %(settlement)s") % {"settlement": nulls}
    return [*sentences, *(_sentence(words) for words in (tricks, nulls) if words)]


def _asked_sale_rules(rules: RuleSet, sale: AskedSale) -> list[str]:
    """Sentences on a sale in which the owner asks a price (§2.1, §2.2, §11.10)."""
    first = _(
        "The first in turn after the seller who takes the hand at that price, or more, has it unless another bids more."
    )
    if sale.fixed:
        first = _("The first in turn after the seller who takes the hand at that price has it.")
    asks = _("The dealer may ask a price in tricks, and may not lower it.")
    if rules.owner is Owner.LEFT_OF_DEALER:
        asks = _("The player on the dealer's left may ask a price in tricks, and may not lower it.")
    return [
        asks,
        first,
        _("If nobody takes it, the owner declares."),
    ]


def _auction(auction: OfferAuction, settings: Settings) -> list[str]:
    """Sentences on an auction in which the others bid (§2.4, §2.5, §11.5)."""
    ladder = ", ".join(
        " = ".join(say(auction.words(bid)) for bid in step) for step in auction.steps
    )
    sentences = [
        _("The others bid in turn, each bid higher than the last: %(ladder)s.") % {"ladder": ladder}
    ]
    sentences.append(
        _("A player who has passed is out.")
        if settings.pass_is_final
        else _("A player who has passed may bid again.")
    )
    if settings.preference:
        sentences.append(
            _("A player earlier in turn may take a bid over by saying exactly the same.")
        )
    sentences.append(_("When one bidder is left, the owner accepts, refuses, or asks for more."))
    if settings.buyer_may_turn and auction.contract.nulls is not None:
        points = {"points": number(auction.contract.value)}
        sentences.append(
            _(
                "The buyer of a hand for tricks may play it down: the buyer then owes the seller "
                "%(points)s points for each trick offered."
            )
            % points
        )
    if auction.contract.nulls is not None:
        sentences.append(
            _(
                "At any time the owner may say “%(ultimatum)s” to all: a player who offers "
                "%(most)s has the hand, and the owner cannot refuse; if nobody does, the owner "
                "plays it down. There is no going back."
            )
            % {
                "ultimatum": say(auction.ultimatum_words),
                "most": number(auction.ultimatum.number),
            }
        )
        if settings.preference:
            sentences.append(
                _(
                    "They answer in any order; if several accept, the first in turn after the owner has it."
                )
            )
    return sentences


# --- what a score sheet has beside counts and points
# -------------------------------------------------------------


def notes_heading(rules: RuleSet, settings: Settings) -> str:
    shared = rules.scoring is Scoring.SHARED
    words = _("Partner, trump") if shared else _("Trump")
    if sold_contract(rules) is not None:
        words = f"{words}, {term(rules, 'sale')}"
        if rules.by_side and settings.sale_counts == "buyer":
            words = _("%(notes)s, buyer's tricks") % {"notes": words}
    if shared:
        words = _("%(partner)s; card") % {"partner": words}
    if rules.start_named:
        words = _("%(trump)s; Domino from") % {"trump": words}
    if not settings.blind or rules.order is Order.FIXED:
        return words
    blind = term(rules, "blind")
    if _asks_own(rules, settings):
        blind = _("%(blind)s, own tricks") % {"blind": blind}
    return f"{words}, {blind}"


def _asks_own(rules: RuleSet, settings: Settings) -> bool:
    """Whether a blind declaration needs the declarer's own tricks. In games of pairs the partners'
    tricks are counted together.
    """
    return rules.by_side and settings.blind_counts == "declarer"


def bonus_words(contract: Contract, rules: RuleSet, settings: Settings) -> str:
    if contract.family is not Family.DOMINO or not rules.domino_bonus:
        return ""
    points = {"points": number(rules.domino_bonus, signed=True)}
    if settings.domino_bonus_to == "closer":
        if settings.domino_winners == "round":
            return (
                _("%(points)s to the pair that goes out; if both do, to the one with fewer cards")
                % points
            )
        return _("%(points)s to the pair that goes out") % points
    return _("%(points)s to the pair with fewer cards") % points


def tick_boxes(plan: HandPlan, rules: RuleSet, settings: Settings) -> list[str]:
    if plan.contract is None:
        return [term(rules, "third")] if rules.third_counts else []
    labels = [term(rules, "down")] if plan.contract.nulls is not None else []
    if plan.contract.sale and rules.unplayed is not None:
        own, other = rules.unplayed
        labels.append(f"{own}-{other}-{other}-{other}")
    if settings.blind and plan.contract.trump:
        blind = term(rules, "blind")
        if _asks_own(rules, settings):
            blind = _("%(blind)s, own:") % {"blind": blind}
        labels.insert(0, blind)
    return labels


def worth(contract: Contract, by_unit: bool) -> str:
    if not by_unit or contract.units is None or contract.places:
        return number(contract.total, signed=True)
    value = number(contract.value, signed=True)
    return value if contract.units == 1 else f"{contract.units} × {value}"


def sum_notes(rules: RuleSet, settings: Settings) -> list[str]:
    slams, blind = sum_changes(rules, settings)
    notes = [
        _("%(points)s for each slam") % {"points": number(slam, signed=True)} for slam in slams
    ]
    return notes + ([_("plus tricks taken blind")] if blind else [])
