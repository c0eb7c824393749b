"""The two pages that say how the evening is played. The announcement, for the wall: what the
evening is and how it is counted (§7, point 1). The hands in short: all contracts on one page, with
their worth and special rules.

Only times, fee, arbiter and prizes are the organizer's words. The rest follows from the settings.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.utils.translation import gettext as _, ngettext, pgettext
from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from king.cards import WINDS
from king.rulesets.base import Order, RuleSet
from king.rulesets.contracts import TOGETHER
from king.rulesets.settings import Settings
from printing.document_context import Occasion, Options, Printed, occasion_of
from printing.lists import Column, Listing, draw_story, even_row, height_of, with_badges, words
from printing.paper import Box, Pen, heading
from scoring.standing import standing_settings
from tournaments.models import Tournament, WindPolicy
from wording.naming import (
    contract_name,
    day_in_full,
    merged_name,
    number,
    played_with,
    runs,
    system_title,
    term_explained,
)
from wording.play_rules import general_rules, special_rules, what_counts
from wording.regulation import penalties
from wording.rules import deck_words, overall_words, sale_rules, scale_words, ties_words, unusual

SALE = ("sale_procedure", "sale_settlement", "null_settlement")
SAID_ELSEWHERE = (
    *SALE,
    "positive_penalty",
    "penalty_cap",
    "offenders_pay",
    "domino_penalty",
    "score_error_policy",
)
_LABEL, _AIR, _HEAD, _FOOT = 38 * mm, 1.1 * mm, 50 * mm, 34 * mm
_LABEL_SIZE = 13.0
_LARGEST, _SMALLEST = 22.0, 8.0


def announcement(tournament: Tournament, options: Options) -> Printed:
    occasion, text = occasion_of(tournament), paragraphs(tournament)
    address = f"{options.base_url}/live/{tournament.code}/" if options.base_url else ""
    return Printed(occasion, [partial(_draw, occasion, tournament.timetable, text, address)])


# --- in words


def paragraphs(evening: Tournament) -> list[tuple[str, str]]:
    rules, settings, standing = evening.rules, evening.configured, standing_settings(evening)
    words = {
        _("Entry fee"): evening.fee,
        _("Game"): game_words(evening, rules, settings),
        _("Cards"): cards_words(evening, rules),
        _("Lines") if rules.sides == "pairs" else _("Winds"): winds_words(evening, rules),
        term_explained(rules, "sale"): " ".join(sale_rules(rules, settings)),
        _("Match points"): scale_words(standing, rules),
        _("Equal results"): ties_words(standing),
        _("Overall"): overall_words(standing),
        _("Penalties"): " ".join(penalties(rules, settings)),
        _("House rules"): _("; ").join(house_rules(rules, settings)),
        _("Arbiter"): evening.arbiter,
        _("Prizes"): evening.prizes,
    }
    return [(title, text) for title, text in words.items() if text]


def game_words(evening: Tournament, rules: RuleSet, settings: Settings) -> str:
    sides = {
        "individual": _("every player alone"),
        "pairs": _("in pairs"),
        "teams": _("in teams of four"),
        "soloist": _("three at a table, each in turn alone with a dummy"),
    }[rules.sides]
    if len(rules.winds) == 3:
        sides = _("three at a table, every player alone")
    name = system_title(rules)
    if rules.base is not None:
        names = {"edition": name, "rules": system_title(rules.root)}
        name = _("%(edition)s, from “%(rules)s”") % names
    # Some systems say it in their name already: “Portuguese, pairs”.
    what = name if sides.split()[-1] in name else f"{name}, {sides}"
    hands, rounds = rules.games, evening.planned_rounds
    partite = ngettext("%(count)d partita", "%(count)d partite", rounds) % {"count": rounds}
    length = ngettext("of %(count)d hand", "of %(count)d hands", hands) % {"count": hands}
    return f"{what}{_(': ')}{partite} {length}."


def house_rules(rules: RuleSet, settings: Settings) -> list[str]:
    usual = {contract.code: contract for contract in rules.root.contracts}
    hands = [rules.contract(code) for code in rules.counts]
    changed = [hand for hand in hands if usual.get(hand.code, hand) != hand]
    return [
        *(f"{contract_name(hand)}{_(': ')}{what_counts(hand)}" for hand in changed),
        *(f"{title}{_(': ')}{value}" for title, value in unusual(rules, settings, SAID_ELSEWHERE)),
    ]


def cards_words(evening: Tournament, rules: RuleSet) -> str:
    dealt = _("Every table deals its own.")
    if evening.plays_boards:
        dealt = _(
            "The same at every table, dealt beforehand and sealed until the partita is closed."
        )
    elif rules.dealer_drawn:
        dealt += " " + _(rules.first_dealer_by)
    return " ".join(filter(None, (deck_words(rules), dealt)))


def winds_words(evening: Tournament, rules: RuleSet) -> str:
    policy = WindPolicy(evening.wind_policy)
    if rules.by_side and policy == WindPolicy.IN_TURN:
        return _("By the places in the qualification: nothing is drawn.")
    if rules.sides == "teams":
        return _("The order of the teams is drawn by lot.")
    if rules.sides == "pairs":
        return _lines_words(policy)
    return {
        WindPolicy.KEEP: _("Drawn by lot and kept for the whole evening."),
        WindPolicy.ROTATE: _(
            "Drawn by lot, then rotated, so that everybody has each wind equally often."
        ),
        WindPolicy.REDRAW: _("Drawn by lot again for each partita."),
        WindPolicy.IN_TURN: _(
            "North is in turn the best placed in the qualification, the second, the third."
        ),
    }[policy]


def _lines_words(policy: WindPolicy) -> str:
    return {
        WindPolicy.KEEP: _(
            "North–South or East–West, drawn by lot and kept for the whole evening."
        ),
        WindPolicy.ROTATE: _(
            "Everybody meets everybody in turn, as often North–South as East–West."
        ),
        WindPolicy.REDRAW: _("North–South or East–West, drawn by lot again for each partita."),
    }[policy]


# --- onto paper


def _draw(
    occasion: Occasion, times: str, paragraphs: list[tuple[str, str]], address: str, pen: Pen
) -> None:
    foot = _FOOT if address else 0
    head, body = pen.body.less(bottom=foot).rows(_HEAD, 0)
    kind, name, when, where = head.rows(8 * mm, 18 * mm, 11 * mm, 9 * mm)
    day = day_in_full(occasion.date)
    pen.text(kind, _("Tournament of King"), 13, grey=0.3)
    pen.text(name, occasion.tournament, 42, bold=True)
    pen.text(when, " · ".join(filter(None, (day, times))), 22, bold=True)
    pen.text(where, occasion.place, 18)
    pen.rule(head, 2 * mm, 1.2)
    draw_story(pen, body, _grown(paragraphs, body))
    if foot:
        _draw_way(pen, pen.body._replace(height=foot), address)


def _grown(paragraphs: list[tuple[str, str]], body: Box) -> Flowable:
    """Return the paragraphs in the largest type in which all of them fit on the page."""
    size = _LARGEST
    while size > _SMALLEST:
        lines = [
            (words(title, min(_LABEL_SIZE, size * 0.85), grey=0.3), words(text, size))
            for title, text in paragraphs
        ]
        top = [("VALIGN", (0, 0), (-1, -1), "TOP")]
        table = Listing((Column(width=_LABEL), Column()), lines, air=_AIR, style=top).table(
            body.width, 0, size
        )
        if table.wrap(body.width, body.height)[1] <= body.height:
            break
        size -= 0.25
    return table


def _draw_way(pen: Pen, box: Box, address: str) -> None:
    side = box.height - 4 * mm
    text, square = box._replace(height=side).columns(0, side)
    pen.qr(address, square)
    upper, lower = text.less(right=4 * mm).rows(0, 0)
    words = _("Seats, progress and standings of the evening on the phone:")
    pen.text(upper.inset(0, 1 * mm), words, 11, grey=0.2, align="right", upright="bottom")
    pen.text(lower.inset(0, 1 * mm), address, 11, bold=True, align="right", upright="top")


# --- the hands in short

_ROOM_FOR_GENERAL_RULES = 44 * mm


def summary_card(tournament: Tournament, options: Options) -> Printed:
    occasion = occasion_of(tournament)
    return Printed(occasion, [partial(_draw_hands, occasion.subject, tournament)])


def _merged_lines(
    rules: RuleSet, settings: Settings, pre_dealt: bool
) -> list[tuple[int, Sequence[Any]]]:
    """Return a line for each hand in which everything counts at once: its worth, what counts, and
    all bans (§13.17).
    """
    lines: list[tuple[int, Sequence[Any]]] = []
    for plan in rules.schedule(settings):
        if not rules.merged(plan) or plan.number != plan.together[0]:
            continue
        contracts = [rules.contract(code) for code in rules.merged(plan).split(TOGETHER)]
        bans = dict.fromkeys(
            sentence
            for contract in contracts
            for sentence in special_rules(contract, rules, settings, pre_dealt=pre_dealt)
        )
        drawn = rules.dealer_drawn and not pre_dealt
        cells = (
            f"{plan.together[0]}–{plan.together[-1]}",
            with_badges([plan.dealer] if plan.dealer and not drawn else [], "", 13),
            (merged_name(rules, plan), ""),
            " ".join([f"{'; '.join(map(what_counts, contracts))}.", *bans]),
            number(sum(contract.total for contract in contracts), signed=True),
        )
        lines.append((plan.number, cells))
    return lines


def _draw_hands(subject: str, tournament: Tournament, pen: Pen) -> None:
    rules, settings, pre_dealt = tournament.rules, tournament.configured, tournament.plays_boards
    rest = heading(pen, _("The hands in short"), subject, system_title(rules))
    general = " ".join(general_rules(rules, settings, pre_dealt=pre_dealt))
    below = [words(general, 10.5, below=3 * mm)]
    if sale := " ".join(sale_rules(rules, settings)):
        below += [words(term_explained(rules, "sale"), 10.5, bold=True), words(sale, 10.5)]
    fixed = rules.order is Order.FIXED
    hands = _("Hand") if fixed else pgettext("how often a hand is played", "Times")
    columns = (
        Column(hands, 17 * mm, bold=True, size=1.5),
        Column(_("Dealer") if fixed else "", 27 * mm),
        Column(_("Contract"), 46 * mm, bold=True, size=1.2),
        Column(size=0.95, paragraph=True),
        Column(_("In all"), 20 * mm, "right", bold=True, size=1.5),
    )
    schedule = [plan for plan in rules.schedule(settings) if not rules.merged(plan)]
    lines = _merged_lines(rules, settings, pre_dealt)
    for code, times in rules.counts.items():
        contract = rules.contract(code)
        plans = [plan for plan in schedule if plan.contract and plan.contract.code == code]
        if fixed and not plans:
            continue
        # No hand has the same dealer everywhere where each table draws (A4).
        drawn = rules.dealer_drawn and not pre_dealt
        dealers = [plan.dealer for plan in plans if plan.dealer is not None and not drawn]
        if len(dealers) > len(WINDS):
            # Each wind once: more badges are too small to read.
            dealers = [*dict.fromkeys(dealers)]
        special = list(special_rules(contract, rules, settings, pre_dealt=pre_dealt))
        # Only in the quick game, or if all counts at once (O15, R16).
        if beside := next(filter(None, (played_with(rules, plan) for plan in plans)), ""):
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
    room = rest.height - low - listing.above
    size = next((size for size in (10, 9.5) if sum(listing.needs(rest.width, size)) <= room), 9)
    height = even_row(listing.needs(rest.width, size), room, 24 * mm)
    rest = draw_story(pen, rest, listing.table(rest.width, height, size))
    draw_story(pen, rest.inset(0, 3 * mm), *below)
