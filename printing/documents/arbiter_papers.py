"""The arbiter's papers that are filled in: the incident form, the log of re-deals (§7)."""

from collections.abc import Sequence

from django.utils import formats, timezone
from django.utils.translation import gettext as _, gettext_lazy, pgettext
from reportlab.lib.units import mm

from king.cards import Wind
from king.play.domino import EXTREMES, deals_again, threshold
from king.rulesets.base import RuleSet
from king.rulesets.contracts import Family
from king.rulesets.settings import Settings
from printing.document_context import Options, Printed, find_round, occasion_of, seated_tables
from printing.lists import WIDTH, Column, Listing, list_pages, room_below, tick_box, words
from printing.paper import Box, Pen
from scoring.models import Redeal
from tournaments.models import Tournament
from wording.naming import wind_name
from wording.play_rules import misdeal_words
from wording.regulation import penalties
from wording.sentences import refusal


def incident_form(tournament: Tournament, options: Options) -> Printed:
    """Return the form for an incident, printed twice on a page to be cut apart."""
    occasion = occasion_of(tournament)

    def draw(pen: Pen) -> None:
        upper, lower = pen.body.rows(0, 0)
        for half in (upper, lower):
            _draw_form(pen, half.inset(0, 3 * mm), tournament, occasion.subject)
        pen.cut(upper.x, upper.y, upper.right, upper.y)

    return Printed(occasion, [draw])


def incidents(rules: RuleSet) -> list[str]:
    errors = [
        _("revoke"),
        _("suit led too early"),
        _("card not discarded when obliged"),
        _("card taken back"),
        _("cards shown"),
        _("looked at an old trick"),
        _("played out of turn"),
    ]
    contracts = [rules.contract(code) for code in rules.counts]
    if any(contract.family is Family.DOMINO for contract in contracts):
        errors.append(_("Domino: passed with a playable card"))
    if any(contract.sale for contract in contracts):
        errors.append(_("sale disputed"))
    return [
        *errors,
        _("row does not add up"),
        _("wrong cards on a board"),
        _("wrong seat"),
        _("other"),
    ]


def _draw_form(pen: Pen, box: Box, tournament: Tournament, subject: str) -> None:
    rules = tournament.rules
    head, place, who, what, story, cost, ruling, sign = box.rows(
        11 * mm, 9 * mm, 10 * mm, 24 * mm, 26 * mm, 17 * mm, 19 * mm, 0
    )
    title, evening = head.columns(70 * mm, 0)
    pen.text(title, _("Incident"), 16, bold=True)
    pen.text(evening, subject, 9, grey=0.2, align="right")
    for blank, cell in place.across((_("Partita"), _("Table"), _("Hand"), _("Time"))):
        label, line = cell.columns(16 * mm, 0)
        pen.text(label, blank, 9, grey=0.3)
        pen.rule(line.less(right=4 * mm), 1.5 * mm, 0.4)
    label, winds = who.columns(30 * mm, 0)
    pen.text(label, _("Who made the error"), 9, grey=0.3)
    for wind, cell in winds.across(rules.players):
        tick, badge, word = cell.columns(6 * mm, 7 * mm, 0)
        tick_box()(pen, tick)
        pen.badge(wind, badge.square(6 * mm))
        pen.text(word, wind_name(wind), 10)
    errors = incidents(rules)
    for cell, error in zip(what.grid(3, -(-len(errors) // 3)), errors, strict=False):
        tick_box(3.4 * mm)(pen, cell)
        pen.text(cell.less(left=4.2 * mm, right=0.2 * mm), error, 9, paragraph=True)
    _draw_lines(pen, story, _("What happened, as the table tells it"), 3)
    pen.frame(cost.inset(0, 1 * mm), 0.3, fill=0.94, grey=0.5)
    costs = " ".join(penalties(rules, tournament.configured))
    pen.text(cost.inset(2 * mm), costs, 9, paragraph=True)
    _draw_lines(pen, ruling, _("Ruling, points and reason"), 2)
    signer_name = _("arbiter")
    if tournament.arbiter:
        signer_name = _("arbiter: %(name)s") % {"name": tournament.arbiter}
    for signer, cell in sign.across((_("heard: the table"), signer_name)):
        line = cell.less(right=6 * mm)
        pen.rule(line, 4.5 * mm)
        pen.text(line._replace(height=4 * mm), signer, 9, grey=0.3)


def _draw_lines(pen: Pen, box: Box, title: str, count: int) -> None:
    label, *lines = box.rows(4.5 * mm, *[0] * count)
    pen.text(label, title, 9, grey=0.3)
    for line in lines:
        pen.rule(line, 0.5 * mm, 0.3, 0.4)


_PEN_ROW = 10 * mm
"""The height of a row to be written by pen."""


def may_deal_again(tournament: Tournament) -> bool:
    """Whether tables deal their own hands and the settings allow a hand to be dealt again."""
    rules = tournament.rules
    return not tournament.plays_boards and deals_again(rules, tournament.configured)


def redeal_log(tournament: Tournament, options: Options) -> Printed:
    rules, round_ = tournament.rules, find_round(tournament, options.round)
    settings = tournament.configured
    if round_.board_set_id is not None or not may_deal_again(tournament):
        raise refusal(
            gettext_lazy(
                "No hand may be dealt again this evening, so there is no log of re-deals to print."
            ),
            "no_redeals",
        )
    occasion = occasion_of(tournament, round_)
    voids = rules.has_domino and threshold(settings, 0) is not None
    seated_tables(round_, occasion.names, options.table)
    redeals = Redeal.objects.filter(sheet__table__round=round_)
    if options.table is not None:
        redeals = redeals.filter(sheet__table__number=options.table)
    lines: list[Sequence[str]] = [
        (
            str(redeal.sheet.table.number),
            str(redeal.hand),
            wind_name(Wind(redeal.wind)),
            occasion.names.of(redeal.player),
            *([str(redeal.extremes)] if voids else [""]),
            str(redeal.time_voided),
            formats.time_format(timezone.localtime(redeal.created_at), "H:i"),
            "",
        )
        for redeal in redeals.select_related("player", "sheet__table").order_by("created_at", "pk")
    ]
    sentences = [*misdeal_words(rules, settings)]
    if voids:
        sentences.insert(0, rule_words(settings))
    if len(sentences) > 1:
        sentences = [f"{mark}. {sentence}" for mark, sentence in enumerate(sentences, start=1)]
    # If there are several reasons, each line has the number of its own.
    rule = [words(sentence, 11, below=2 * mm) for sentence in sentences]
    columns = (
        Column(pgettext("column of a list", "Table"), 13 * mm, "right", bold=True),
        Column(_("Hand"), 13 * mm, "right"),
        Column(_("Wind"), 20 * mm),
        Column(_("Player")),
        Column(_("Aces and kings") if voids else _("Reason"), 18 * mm, "right"),
        Column(_("Time they void it"), 18 * mm, "right"),
        Column(_("at"), 16 * mm, "right"),
        Column(_("Signature"), 34 * mm),
    )
    most = int((room_below(rule) - Listing(columns, ()).above) / _PEN_ROW)
    lines += [("",) * len(columns)] * (most - len(lines) % most)
    table = Listing(columns, lines, ruled=True).table(WIDTH, _PEN_ROW, fixed=True)
    return Printed(occasion, list_pages([table], _("Re-deal log"), occasion.subject, above=rule))


def rule_words(settings: Settings) -> str:
    needed = [threshold(settings, times) for times in range(EXTREMES)]
    first = needed[0]
    rule = _(
        "Before a card is played, a player with %(count)s aces and kings may void the deal of a Domino."
    ) % {"count": first}
    if needed[1] != first:
        rising = [str(count) for count in needed[1:] if count is not None and count <= EXTREMES]
        again = _("The same player again only with %(counts)s.") % {"counts": ", ".join(rising)}
        rule += f" {again}"
    return rule
