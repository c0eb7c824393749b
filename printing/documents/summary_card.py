"""The hand summary: the contracts on one page, their worth and what is special in their play."""

from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.units import mm

from king.rulesets.base import Order, RuleSet
from king.rulesets.settings import Settings
from printing.lists import Column, Listing, height_of, put, with_badges, words
from printing.occasion import Options, Printed, occasion_of
from printing.paper import Pen, heading
from tournaments.models import Tournament
from wording.naming import contract_name, number, played_with, runs, system_title, term_heading
from wording.playing import general_rules, special_rules, what_counts
from wording.rules import sale_rules

_ROOM_FOR_GENERAL_RULES = 44 * mm


def summary_card(tournament: Tournament, options: Options) -> Printed:
    rules, occasion = tournament.rules, occasion_of(tournament)
    settings = tournament.configured
    draw = partial(_draw, occasion.subject, rules, settings, tournament.plays_boards)
    return Printed(occasion, [draw])


def _draw(subject: str, rules: RuleSet, settings: Settings, pre_dealt: bool, pen: Pen) -> None:
    rest = heading(pen, _("The hands in short"), subject, system_title(rules))
    general = " ".join(general_rules(rules, settings, pre_dealt=pre_dealt))
    below = [words(general, 10.5, below=3 * mm)]
    if sale := " ".join(sale_rules(rules, settings)):
        below += [words(term_heading(rules, "sale"), 10.5, bold=True), words(sale, 10.5)]
    fixed = rules.order is Order.FIXED
    hands = _("Hand") if fixed else pgettext("how often a hand is played", "Times")
    columns = (
        Column(hands, 17 * mm, bold=True, size=1.5),
        Column(_("Dealer") if fixed else "", 20 * mm),
        Column(_("Contract"), 48 * mm, bold=True, size=1.2),
        Column(size=0.95, paragraph=True),
        Column(_("In all"), 20 * mm, "right", bold=True, size=1.5),
    )
    schedule = rules.schedule(settings)
    lines = []
    for code, times in rules.counts.items():
        contract = rules.contract(code)
        plans = [plan for plan in schedule if plan.contract and plan.contract.code == code]
        # No hand has the same dealer everywhere where each table draws (A4).
        drawn = rules.dealer_drawn and not pre_dealt
        dealers = [plan.dealer for plan in plans if plan.dealer is not None and not drawn]
        special = list(special_rules(contract, rules, settings, pre_dealt=pre_dealt))
        # In the quick game, or all at once (O15, R16).
        if beside := next(filter(None, map(played_with, plans)), ""):
            special.insert(0, f"{beside[:1].upper()}{beside[1:]}.")
        cells = (
            runs(plan.number for plan in plans) or f"×\N{NARROW NO-BREAK SPACE}{times}",
            with_badges(dealers, "", 13),
            (contract_name(contract), what_counts(contract)),
            " ".join(special),
            number(contract.total, signed=True),
        )
        lines.append((plans[0].number if plans and fixed else 0, cells))
    listing = Listing(columns, [cells for _first, cells in sorted(lines, key=lambda line: line[0])])
    low = max(_ROOM_FOR_GENERAL_RULES, 4 * mm + height_of(below, rest.width))
    height = min(24 * mm, (rest.height - low - listing.above) / len(lines))
    rest = put(pen, rest, listing.table(rest.width, height, fixed=True))
    put(pen, rest.inset(0, 3 * mm), *below)
