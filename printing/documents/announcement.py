"""The announcement: one page for the wall that says what the evening is and how it is counted (§7,
point 1).

Only times, fee, arbiter and prizes are the organizer's words; the rest follows from the settings.
"""

from dataclasses import dataclass
from functools import partial

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from king.rulesets.base import RuleSet
from king.rulesets.settings import Settings
from king.standing.standing_settings import StandingSettings
from printing.lists import Column, Listing, put, words
from printing.occasion import Occasion, Options, occasion_of
from printing.paper import Box, Pen, Progress, make_document
from scoring.standing import standing_settings
from tournaments.models import Tournament, WindPolicy
from wording.naming import contract_name, system_title
from wording.playing import what_counts
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
_LARGEST, _SMALLEST = 22.0, 6.0


@dataclass(frozen=True, slots=True)
class Announcement:
    occasion: Occasion
    rules: RuleSet
    settings: Settings
    standing: StandingSettings
    evening: Tournament
    address: str


def gather(tournament: Tournament, options: Options) -> Announcement:
    rules = tournament.rules
    return Announcement(
        occasion=occasion_of(tournament),
        rules=rules,
        settings=rules.configure(tournament.settings),
        standing=standing_settings(tournament),
        evening=tournament,
        address=f"{options.base_url}/live/{tournament.code}/" if options.base_url else "",
    )


# --- in words


def paragraphs(paper: Announcement) -> list[tuple[str, str]]:
    found = [
        (_("Entry fee"), paper.evening.fee),
        (_("Game"), game_words(paper)),
        (_("Cards"), cards_words(paper)),
        (_("Lines") if paper.rules.sides == "pairs" else _("Winds"), winds_words(paper)),
        (_("Sale"), " ".join(sale_rules(paper.rules, paper.settings))),
        (_("Match points"), scale_words(paper.standing, paper.rules)),
        (_("Equal results"), ties_words(paper.standing)),
        (_("Overall"), overall_words(paper.standing)),
        (_("Penalties"), " ".join(penalties(paper.rules, paper.settings))),
        (_("House rules"), "; ".join(house_rules(paper))),
        (_("Arbiter"), paper.evening.arbiter),
        (_("Prizes"), paper.evening.prizes),
    ]
    return [(title, words) for title, words in found if words]


def game_words(paper: Announcement) -> str:
    sides = {
        "individual": _("everybody for himself"),
        "pairs": _("in pairs"),
        "teams": _("in teams of four"),
        "soloist": _("three at a table, each in turn alone with a dummy"),
    }[paper.rules.sides]
    name = system_title(paper.rules)
    if paper.rules.base is not None:
        name = _("%(edition)s, from “%(rules)s”") % {
            "edition": name,
            "rules": system_title(paper.rules.root),
        }
    # Some systems say it in their name already: “Portuguese, pairs”.
    what = name if sides.split()[-1] in name else f"{name}, {sides}"
    hands, rounds = len(paper.rules.schedule(paper.settings)), paper.evening.planned_rounds
    partite = ngettext("%(count)d partita", "%(count)d partite", rounds) % {"count": rounds}
    length = ngettext("of %(count)d hand", "of %(count)d hands", hands) % {"count": hands}
    return f"{what}: {partite} {length}."


def house_rules(paper: Announcement) -> list[str]:
    usual = {contract.code: contract for contract in paper.rules.root.contracts}
    hands = [paper.rules.contract(code) for code in paper.rules.counts]
    found = [
        f"{contract_name(hand)}: {what_counts(hand)}"
        for hand in hands
        if usual.get(hand.code, hand) != hand
    ]
    settings = unusual(paper.rules, paper.settings, SAID_ELSEWHERE)
    return [*found, *(f"{title}: {value}" for title, value in settings)]


def cards_words(paper: Announcement) -> str:
    dealt = _("Every table deals its own.")
    if paper.evening.plays_boards:
        dealt = _(
            "The same at every table, dealt beforehand and sealed until the partita is closed."
        )
    elif paper.rules.dealer_drawn:
        dealt += " " + _(paper.rules.first_dealer_by)
    return " ".join(filter(None, (deck_words(paper.rules), dealt)))


def winds_words(paper: Announcement) -> str:
    if paper.rules.sides == "teams":
        return _("The order of the teams is drawn by lot.")
    if paper.rules.sides == "pairs":
        return _lines_words(WindPolicy(paper.evening.wind_policy))
    policy = {
        WindPolicy.KEEP: _("Drawn by lot and kept for the whole evening."),
        WindPolicy.ROTATE: _(
            "Drawn by lot, then rotated, so that everybody has each wind equally often."
        ),
        WindPolicy.REDRAW: _("Drawn by lot anew for each partita."),
        WindPolicy.IN_TURN: _(
            "North is in turn the best placed of the qualification, the second, the third."
        ),
    }
    return policy[WindPolicy(paper.evening.wind_policy)]


def _lines_words(policy: WindPolicy) -> str:
    return {
        WindPolicy.KEEP: _(
            "North–South or East–West, drawn by lot and kept for the whole evening."
        ),
        WindPolicy.ROTATE: _(
            "Everybody meets everybody in turn, as often North–South as East–West."
        ),
        WindPolicy.REDRAW: _("North–South or East–West, drawn by lot anew for each partita."),
        WindPolicy.IN_TURN: _(
            "North–South is in turn the better placed pair of the qualification and the other."
        ),
    }[policy]


# --- onto paper


def render(paper: Announcement, progress: Progress | None = None) -> bytes:
    footing = paper.occasion.footing()
    return make_document(
        [partial(_draw, paper)], footing, title=_("Announcement"), progress=progress
    )


def _draw(paper: Announcement, pen: Pen) -> None:
    head, rest = pen.body.rows(_HEAD, pen.body.height - _HEAD)
    _draw_head(pen, head, paper)
    foot = _FOOT if paper.address else 0
    body = Box(rest.x, rest.y + foot, rest.width, rest.height - foot)
    put(pen, body, _grown(paragraphs(paper), body))
    if foot:
        _draw_way(pen, Box(rest.x, rest.y, rest.width, foot), paper.address)


def _draw_head(pen: Pen, box: Box, paper: Announcement) -> None:
    kind, name, when, where = box.rows(8 * mm, 18 * mm, 11 * mm, 9 * mm)
    day = formats.date_format(paper.occasion.date, "l j F Y")
    pen.text(kind, _("Tournament of King"), 13, grey=0.3)
    pen.text(name, paper.occasion.tournament, 42, bold=True)
    pen.text(when, " · ".join(filter(None, (day, paper.evening.timetable))), 22, bold=True)
    pen.text(where, paper.occasion.place, 18)
    pen.line(box.x, box.y + 2 * mm, box.right, box.y + 2 * mm, 1.2)


def _grown(found: list[tuple[str, str]], body: Box) -> Flowable:
    """In the largest type in which all of it fits."""
    size = _LARGEST
    while size > _SMALLEST:
        lines = [
            (words(title, min(_LABEL_SIZE, size * 0.85), grey=0.3), words(said, size))
            for title, said in found
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
    pen.qr(address, box.right - side, box.y, side)
    words = Box(box.x, box.y, box.width - side - 4 * mm, side)
    upper, lower = words.rows(side / 2, side / 2)
    said_there = _("Seats, progress and standings of the evening on the phone:")
    pen.text(upper.inset(0, 1 * mm), said_there, 11, grey=0.2, align="right", upright="bottom")
    pen.text(lower.inset(0, 1 * mm), address, 11, bold=True, align="right", upright="top")
