"""The arbiter's papers: rulings, the incident form, re-deals, the delivery checklist, the log
(§7).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Prefetch
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext
from reportlab.lib.units import mm

from king.cards import WINDS, Side, Wind
from king.play.domino import EXTREMES, deals_again, threshold
from king.rulesets.base import Order, RuleSet
from king.rulesets.contracts import Contract, Family
from king.rulesets.settings import Settings
from printing.lists import Cell, Column, Listing, height_of, list_pages, tick_box, words
from printing.names import PaperNames
from printing.occasion import Occasion, Options, SeatedTable, find_round, occasion_of, seated_tables
from printing.paper import (
    HEADING,
    LANDSCAPE,
    MARGIN,
    PORTRAIT,
    Box,
    Pen,
    Progress,
    body_of,
    make_document,
)
from scoring.log_check import check_log
from scoring.models import HandResult, Redeal, Ruling, Sheet
from scoring.scored_sheets import averages_now, rules_in_force
from tournaments.log import in_words
from tournaments.models import Seat, Tournament
from wording.naming import column_name, contract_name, short_form, wind_name
from wording.regulation import (
    Article,
    article_named,
    articles,
    cost_in_words,
    effect_in_words,
    penalties,
)

_WIDE, _ROW = body_of(LANDSCAPE).width, 9 * mm


@dataclass(frozen=True, slots=True)
class Lines:
    """``said`` stands above them."""

    occasion: Occasion
    lines: tuple[tuple[str, ...], ...]
    said: str = ""
    articles: tuple[Article, ...] = ()
    """Those that the rulings name, each once."""


def gather_rulings_list(tournament: Tournament, options: Options) -> Lines:
    round_ = find_round(tournament, options.round) if options.round is not None else None
    found = Ruling.objects.filter(sheet__table__round__tournament=tournament)
    if round_ is not None:
        found = found.filter(sheet__table__round=round_)
    seats = Prefetch("sheet__table__seats", Seat.objects.first_sitting().select_related("player"))
    found = found.select_related("sheet__table__round", "arbiter", "revoked_by").prefetch_related(
        seats
    )
    ruleset, settings = rules_in_force(tournament)
    planned = {plan.number: plan.contract for plan in ruleset.schedule(settings)}
    rulings = list(found.order_by("created_at", "pk"))
    chosen, averages = _chosen(ruleset, rulings), averages_now(rulings)
    occasion, lines = occasion_of(tournament, round_), []
    for ruling in rulings:
        contract = planned.get(ruling.hand or 0) or chosen.get((ruling.sheet_id, ruling.hand))
        kind = [
            str(ruling.get_kind_display()),
            effect_in_words(ruling, settings.score_error_policy, averages.get(ruling.pk)),
            cost_in_words(ruling, contract, settings),
            ruling.article,
        ]
        said, reason = "; ".join(filter(None, kind)), ruling.reason
        if ruling.revoked_because:
            reason = _("%(reason)s (revoked: %(why)s)") % {
                "reason": reason,
                "why": ruling.revoked_because,
            }
            said = _("revoked: %(ruling)s") % {"ruling": said}
        at = formats.time_format(timezone.localtime(ruling.created_at), "H:i")
        place = _place(ruling, contract_name(contract) if contract is not None else "")
        arbiter = ruling.arbiter.get_username() if ruling.arbiter is not None else ""
        lines.append(
            (
                at,
                place,
                _offender(ruling, occasion.names),
                said,
                occasion.names.written(reason),
                arbiter,
            )
        )
    regulation = articles(ruleset, settings, boards=tournament.plays_boards)
    named = {article_named(ruling.article, regulation) for ruling in rulings}
    applied = tuple(article for article in regulation if article in named)
    return Lines(occasion, tuple(lines), articles=applied)


def _chosen(
    ruleset: RuleSet, rulings: Sequence[Ruling]
) -> dict[tuple[int, int | None], Contract | None]:
    """By sheet and hand, where the table chose it."""
    if ruleset.order is Order.FIXED:
        return {}
    rows = HandResult.objects.current().filter(
        sheet__in={ruling.sheet_id for ruling in rulings}, content__isnull=False
    )
    return {
        (sheet, hand): ruleset.find_contract((content or {}).get("contract"))
        for sheet, hand, content in rows.values_list("sheet", "hand", "content")
    }


def _place(ruling: Ruling, contract: str) -> str:
    table = ruling.sheet.table
    fields = {"round": table.round.number, "table": table.number, "hand": ruling.hand}
    if ruling.hand is None:
        return _("P%(round)s · tbl. %(table)s") % fields
    place = _("P%(round)s · tbl. %(table)s · hand %(hand)s") % fields
    return f"{place} · {contract}" if contract else place


def _offender(ruling: Ruling, names: PaperNames) -> str:
    said = []
    for place in ruling.offenders:
        winds = Side(place).winds if place in tuple(Side) else (place,)
        people = [
            names.of(seat.player) for seat in ruling.sheet.table.seats.all() if seat.wind in winds
        ]
        said.append(f"{column_name(place)}: {', '.join(people)}")
    return "; ".join(said)


def render_rulings_list(rulings: Lines, progress: Progress | None = None) -> bytes:
    count, subject = len(rulings.lines), rulings.occasion.subject
    said = ngettext("%(count)d ruling", "%(count)d rulings", count) % {"count": count}
    name = rulings.occasion.arbiter
    arbiter = _("Arbiter: %(name)s") % {"name": name} if name else ""
    columns = (
        Column(_("Time"), 14 * mm),
        Column(_("Where"), 44 * mm, paragraph=True),
        Column(_("Who"), 46 * mm, paragraph=True),
        Column(_("Ruling"), 58 * mm, paragraph=True),
        Column(_("Reason"), size=0.9, paragraph=True),
        Column(_("Arbiter"), 30 * mm, size=0.9),
    )
    made = Listing(columns, rulings.lines, air=1.2 * mm).table(_WIDE, _ROW)
    nothing = words(_("The arbiter has ruled on nothing."), 12, grey=0.2)
    about = " · ".join(filter(None, (subject, arbiter)))
    pages = list_pages(
        [made if rulings.lines else nothing], _("Rulings"), about, said, size=LANDSCAPE
    )
    if rulings.articles:
        titles = (
            Column(_("Article"), 20 * mm, bold=True),
            Column(_("Title"), 62 * mm, paragraph=True),
            Column(_("Text"), paragraph=True),
        )
        applied = Listing(
            titles,
            [(article.label, article.title, article.text) for article in rulings.articles],
            air=1.2 * mm,
        )
        pages += list_pages(
            [applied.table(_WIDE, _ROW)], _("The articles applied"), subject, size=LANDSCAPE
        )
    footing = rulings.occasion.footing()
    return make_document(pages, footing, title=_("Rulings"), size=LANDSCAPE, progress=progress)


def gather_incident_form(
    tournament: Tournament, options: Options
) -> tuple[Occasion, RuleSet, Settings]:
    rules = tournament.rules
    return occasion_of(tournament), rules, rules.configure(tournament.settings)


def render_incident_form(
    form: tuple[Occasion, RuleSet, Settings], progress: Progress | None = None
) -> bytes:
    return make_document(
        [partial(_draw, *form)], form[0].footing(), title=_("Incident form"), progress=progress
    )


def incidents(rules: RuleSet) -> list[str]:
    found = [
        _("revoke"),
        _("suit led too early"),
        _("card not discarded when obliged"),
        _("card taken back"),
        _("cards shown"),
        _("old trick looked at"),
        _("played out of turn"),
    ]
    contracts = [rules.contract(code) for code in rules.counts]
    if any(contract.family is Family.DOMINO for contract in contracts):
        found.append(_("Domino: passed with a playable card"))
    if any(contract.sale for contract in contracts):
        found.append(_("sale disputed"))
    return [
        *found,
        _("row does not add up"),
        _("wrong cards on a board"),
        _("wrong seat"),
        _("other"),
    ]


def _draw(occasion: Occasion, rules: RuleSet, settings: Settings, pen: Pen) -> None:
    half = (pen.size[1] - 2 * MARGIN - 8 * mm) / 2
    for place in range(2):
        low = pen.size[1] - MARGIN - (place + 1) * half
        _draw_form(
            pen,
            Box(MARGIN, low, pen.size[0] - 2 * MARGIN, half).inset(0, 3 * mm),
            occasion,
            rules,
            settings,
        )
    middle = pen.size[1] - MARGIN - half
    pen.cut(MARGIN, middle, pen.size[0] - MARGIN, middle)


def _draw_form(pen: Pen, box: Box, occasion: Occasion, rules: RuleSet, settings: Settings) -> None:
    head, place, who, what, story, cost, ruling, sign = box.rows(
        11 * mm, 9 * mm, 10 * mm, 24 * mm, 26 * mm, 17 * mm, 19 * mm, box.height - 116 * mm
    )
    title, evening = head.columns(70 * mm, head.width - 70 * mm)
    pen.text(title, _("Incident"), 16, bold=True)
    pen.text(evening, occasion.subject, 9, grey=0.2, align="right")
    _draw_blanks(pen, place, (_("Partita"), _("Table"), _("Hand"), _("Time")))
    label, *cells = who.columns(
        30 * mm, *[(who.width - 30 * mm) / len(rules.players)] * len(rules.players)
    )
    pen.text(label, _("Who erred"), 9, grey=0.3)
    for wind, cell in zip(rules.players, cells, strict=True):
        _draw_wind(pen, cell, wind)
    _draw_ticks(pen, what, incidents(rules), 4)
    _draw_lines(pen, story, _("What happened, as the table tells it"), 3)
    pen.frame(cost.inset(0, 1 * mm), 0.3, fill=0.94, grey=0.5)
    pen.text(cost.inset(2 * mm, 2 * mm), " ".join(penalties(rules, settings)), 9, paragraph=True)
    _draw_lines(pen, ruling, _("Ruling, points and reason"), 2)
    _draw_signatures(pen, sign, occasion.arbiter)


def _draw_blanks(pen: Pen, box: Box, titles: tuple[str, ...]) -> None:
    wide = box.width / len(titles)
    for title, cell in zip(titles, box.columns(*[wide] * len(titles)), strict=True):
        label, line = cell.columns(16 * mm, wide - 16 * mm)
        pen.text(label, title, 9, grey=0.3)
        pen.line(line.x, line.y + 1.5 * mm, line.right - 4 * mm, line.y + 1.5 * mm, 0.4)


def _draw_wind(pen: Pen, cell: Box, wind: Wind) -> None:
    tick, badge, word = cell.columns(6 * mm, 7 * mm, cell.width - 13 * mm)
    tick_box()(pen, tick)
    pen.badge(wind, badge.x, badge.y + badge.height / 2 - 3 * mm, 6 * mm)
    pen.text(word, wind_name(wind), 10)


def _draw_ticks(pen: Pen, box: Box, said: list[str], across: int) -> None:
    down = -(-len(said) // across)
    wide, high = box.width / across, box.height / down
    draw = tick_box(side=3.4 * mm)
    for place, incident in enumerate(said):
        row, column = divmod(place, across)
        cell = Box(box.x + column * wide, box.top - (row + 1) * high, wide, high)
        draw(pen, cell)
        pen.text(Box(cell.x + 5 * mm, cell.y, wide - 8 * mm, high), incident, 9, paragraph=True)


def _draw_lines(pen: Pen, box: Box, title: str, count: int) -> None:
    label, *lines = box.rows(4.5 * mm, *[(box.height - 4.5 * mm) / count] * count)
    pen.text(label, title, 8, grey=0.3)
    for line in lines:
        pen.line(line.x, line.y + 0.5 * mm, line.right, line.y + 0.5 * mm, 0.3, 0.4)


def _draw_signatures(pen: Pen, box: Box, arbiter: str) -> None:
    titles = (
        _("heard: the table"),
        _("arbiter: %(name)s") % {"name": arbiter} if arbiter else _("arbiter"),
    )
    for title, cell in zip(titles, box.columns(box.width / 2, box.width / 2), strict=True):
        line = Box(cell.x, cell.y, cell.width - 6 * mm, cell.height)
        pen.line(line.x, line.y + 4.5 * mm, line.right, line.y + 4.5 * mm, 0.5)
        pen.text(Box(line.x, line.y, line.width, 4 * mm), title, 7.5, grey=0.3)


_PEN_ROW = 10 * mm
"""The height of a row to be written by pen."""


def may_deal_again(tournament: Tournament) -> bool:
    """A Domino that its table deals, where the settings allow it."""
    rules = tournament.rules
    return not tournament.plays_boards and deals_again(rules, rules.configure(tournament.settings))


def gather_redeal_log(tournament: Tournament, options: Options) -> Lines:
    round_ = find_round(tournament, options.round)
    settings = tournament.rules.configure(tournament.settings)
    if round_.board_set_id is not None or not may_deal_again(tournament):
        raise ValidationError(
            gettext_lazy(
                "At this evening no Domino may be dealt again, so there is no log of re-deals to print."
            ),
            code="no_redeals",
        )
    occasion = occasion_of(tournament, round_)
    seated_tables(round_, occasion.names, options.table)
    found = Redeal.objects.filter(sheet__table__round=round_).select_related(
        "player", "sheet__table"
    )
    if options.table is not None:
        found = found.filter(sheet__table__number=options.table)
    lines = tuple(
        (
            str(redeal.sheet.table.number),
            str(redeal.hand),
            wind_name(Wind(redeal.wind)),
            occasion.names.of(redeal.player),
            str(redeal.extremes),
            str(redeal.time_voided),
            formats.time_format(timezone.localtime(redeal.created_at), "H:i"),
            "",
        )
        for redeal in found.order_by("created_at", "pk")
    )
    return Lines(occasion, lines, rule_words(settings))


def render_redeal_log(log: Lines, progress: Progress | None = None) -> bytes:
    columns = (
        Column(pgettext("column of a list", "Table"), 13 * mm, "right", bold=True),
        Column(_("Hand"), 13 * mm, "right"),
        Column(_("Wind"), 20 * mm),
        Column(_("Player")),
        Column(_("Aces and kings"), 18 * mm, "right"),
        Column(_("Time he voids it"), 18 * mm, "right"),
        Column(_("at"), 16 * mm, "right"),
        Column(_("Signature"), 34 * mm),
    )
    rule, body = words(log.said, 11, below=4 * mm), body_of(PORTRAIT)
    room = body.height - HEADING - height_of([rule], body.width) - Listing(columns, ()).above
    most = int(room / _PEN_ROW)
    listing = Listing(
        columns, (*log.lines, *[("",) * 8] * (most - len(log.lines) % most)), ruled=True
    )
    table = listing.table(body.width, _PEN_ROW, fixed=True)
    pages = list_pages([table], _("Re-deal log"), log.occasion.subject, above=[rule])
    return make_document(pages, log.occasion.footing(), title=_("Re-deal log"), progress=progress)


def rule_words(settings: Settings) -> str:
    needed = [threshold(settings, times) for times in range(EXTREMES)]
    first = needed[0]
    said = _(
        "Before a card is played, a player with %(count)s aces and kings may void the deal of a Domino."
    ) % {"count": first}
    if needed[1] != first:
        rising = ", ".join(
            str(count) for count in needed[1:] if count is not None and count <= EXTREMES
        )
        said += " " + _("The same player again only with %(counts)s.") % {"counts": rising}
    return said


@dataclass(frozen=True, slots=True)
class Delivery:
    table: int
    names: str
    handed_in_at: datetime | None = None
    closed: bool = False

    @property
    def cells(self) -> tuple[Cell, ...]:
        came = self.handed_in_at
        at = "" if came is None else formats.time_format(timezone.localtime(came), "H:i")
        return (
            str(self.table),
            self.names,
            at,
            tick_box(self.closed),
            tick_box(),
            tick_box(self.closed),
            "",
        )


def gather_delivery(
    tournament: Tournament, options: Options
) -> tuple[Occasion, Sequence[Delivery]]:
    round_ = find_round(tournament, options.round)
    sheets = {
        sheet.table.number: sheet
        for sheet in Sheet.objects.filter(table__round=round_).select_related("table")
    }
    occasion = occasion_of(tournament, round_)
    tables = seated_tables(round_, occasion.names)
    return occasion, [_delivery_line(table, sheets.get(table.number)) for table in tables]


def _delivery_line(table: SeatedTable, sheet: Any) -> Delivery:
    seated = [name for wind in WINDS for name, _hand in table.seats[wind][:1]]
    names = " · ".join(dict.fromkeys(table.titles.values()) or seated)
    if sheet is None:
        return Delivery(table.number, names)
    return Delivery(table.number, names, sheet.handed_in_at, sheet.state == Sheet.State.CLOSED)


def render_delivery(
    checklist: tuple[Occasion, Sequence[Delivery]], progress: Progress | None = None
) -> bytes:
    occasion, lines = checklist
    came = sum(line.handed_in_at is not None or line.closed for line in lines)
    said = _("%(came)d of %(all)d in") % {"came": came, "all": len(lines)}
    columns = (
        Column(pgettext("column of a list", "Table"), 13 * mm, "right", bold=True, size=1.2),
        Column(_("Names"), size=0.85, paragraph=True),
        Column(_("in at"), 16 * mm, "right"),
        Column(_("sum right"), 15 * mm),
        Column(pgettext("of a sheet", "signed"), 15 * mm),
        Column(_("closed"), 14 * mm),
        Column(_("Note"), 26 * mm),
    )
    listing = Listing(columns, [line.cells for line in lines], ruled=True)
    table = listing.table(body_of(PORTRAIT).width, _PEN_ROW)
    pages = list_pages([table], _("Delivery checklist"), occasion.subject, said)
    return make_document(
        pages, occasion.footing(), title=_("Delivery checklist"), progress=progress
    )


_DRAWN = re.compile(
    "(\\d+)(?=\N{NO-BREAK SPACE}[^\\W\\d][^,\N{NO-BREAK SPACE}]*\N{NO-BREAK SPACE}\\d)"
)
"""An entry's number before what it drew: the wall of figures of a draw is read with the names."""


def gather_evening_log(tournament: Tournament, options: Options) -> Lines:
    chain = check_log(tournament)
    if chain.fault is None:
        checked = _("All lines are as they were written. Seal of the last one: %(seal)s") % {
            "seal": chain.seal
        }
        if chain.changed:
            checked += ". " + _(
                "From %(count)s of them a person's name was taken away since, as a later line says."
            ) % {"count": chain.changed}
    else:
        checked = " ".join(
            _("Line %(number)s does not hold: %(reason)s.")
            % {"number": fault.number, "reason": fault.reason}
            for fault in chain.faults
        )
    occasion, lines, before = occasion_of(tournament), [], None
    titles = {
        str(entry.number): occasion.names.title(entry)
        for entry in tournament.entries.with_players()
    }
    for entry in tournament.log.order_by("sequence"):
        at = timezone.localtime(entry.at)
        moment = formats.time_format(at, "H:i:s")
        if at.date() != before:
            moment = f"{formats.date_format(at, 'SHORT_DATE_FORMAT')} {moment}"
        before = at.date()
        said = _DRAWN.sub(
            lambda drawn: titles.get(drawn[1], drawn[1]), occasion.names.written(in_words(entry))
        )
        lines.append((str(entry.sequence), moment, entry.author_name, said, short_form(entry.hash)))
    return Lines(occasion, tuple(lines), checked)


def render_evening_log(log: Lines, progress: Progress | None = None) -> bytes:
    said = ngettext("%(count)d line", "%(count)d lines", len(log.lines)) % {"count": len(log.lines)}
    columns = (
        Column(_("Line"), 12 * mm, "right", bold=True),
        Column(_("Time"), 34 * mm, "right", size=0.9),
        Column(_("Who"), 30 * mm, size=0.9),
        Column(_("What"), size=0.9, paragraph=True),
        Column(_("Seal"), 28 * mm, size=0.8),
    )
    table = Listing(columns, log.lines, air=0.8 * mm).table(_WIDE, 7 * mm)
    checked = words(log.said, 9, grey=0.2, below=2 * mm)
    pages = list_pages(
        [table],
        _("Log of the evening"),
        log.occasion.subject,
        said,
        size=LANDSCAPE,
        above=[checked],
    )
    return make_document(
        pages, log.occasion.footing(), title=_("Log"), size=LANDSCAPE, progress=progress
    )
