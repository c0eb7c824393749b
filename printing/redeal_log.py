"""The re-deal log of a table that deals its own Domino: who voids a deal, with how many aces and kings (A24, §7)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.core.exceptions import ValidationError
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from reportlab.lib.units import mm

from king.redeal import EXTREMES, deals_again, threshold
from king.rulesets import Settings
from king.winds import Wind
from printing.occasion import Occasion, find_round, occasion_of, seated_tables
from printing.options import Options
from printing.paper import HEADING, PORTRAIT, Box, Pen, Progress, body_of, heading, make_document
from printing.ruled_list import Column, draw_list, in_parts, lines_that_fit
from printing.wording import wind_name
from scoring.models import Redeal
from tournaments.models import Tournament

_RULE, _ROW = 16 * mm, 10 * mm

Line = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RedealLog:
    """What is written down already; the rest of the page is for the pen."""

    occasion: Occasion
    settings: Settings
    lines: tuple[Line, ...]


def may_deal_again(tournament: Tournament) -> bool:
    """Whether some Domino of the evening may be dealt again: one that its table deals, where the settings allow it."""
    rules = tournament.rules
    return not tournament.plays_boards and deals_again(rules, rules.configure(tournament.settings))


def gather(tournament: Tournament, options: Options) -> RedealLog:
    """The deals voided in the partita; refused where no deal may be."""
    round_ = find_round(tournament, options.round)
    settings = tournament.rules.configure(tournament.settings)
    if round_.board_set_id is not None or not may_deal_again(tournament):
        raise ValidationError(
            gettext_lazy("At this evening no Domino may be dealt again, so there is no log of re-deals to print."),
            code="no_redeals",
        )
    seated_tables(round_, options.table)
    found = Redeal.objects.filter(sheet__table__round=round_).select_related("player", "sheet__table")
    if options.table is not None:
        found = found.filter(sheet__table__number=options.table)
    return RedealLog(occasion_of(tournament, round_), settings, tuple(map(_line, found.order_by("created_at", "pk"))))


def _line(each: Redeal) -> Line:
    at = formats.time_format(timezone.localtime(each.created_at), "H:i")
    place = (str(each.sheet.table.number), str(each.hand), wind_name(Wind(each.wind)), each.player.full_name)
    return (*place, str(each.extremes), str(each.time_voided), at, "")


def render(log: RedealLog, progress: Progress | None = None) -> bytes:
    """As many lines as fill the page, below those that are written already."""
    most = lines_that_fit(Box(0, 0, 0, body_of(PORTRAIT).height - HEADING - _RULE), _ROW)
    blank = most - len(log.lines) % most
    lines = (*log.lines, *[("",) * 8] * blank)
    pages = [partial(_draw_page, log, part) for part in in_parts(lines, most)]
    return make_document(pages, log.occasion.footing(), title=_("Re-deal log"), progress=progress)


def rule_words(settings: Settings) -> str:
    """How many aces and kings void a deal, the first time and every time after."""
    needed = [threshold(settings, times) for times in range(EXTREMES)]
    first = needed[0]
    words = _("Before a card is played, a player with %(count)s aces and kings may void the deal of a Domino.") % {
        "count": first
    }
    if needed[1] != first:
        rising = ", ".join(str(each) for each in needed[1:] if each is not None and each <= EXTREMES)
        words += " " + _("The same player again only with %(counts)s.") % {"counts": rising}
    return words


def _draw_page(log: RedealLog, part: tuple[Line, ...], pen: Pen) -> None:
    rest = heading(pen, _("Re-deal log"), log.occasion.subject)
    rule, body = rest.rows(_RULE, rest.height - _RULE)
    pen.text(rule, rule_words(log.settings), 11, paragraph=True, upright="top")
    columns = (
        Column(pgettext("column of a list", "Table"), 13 * mm, "right", bold=True),
        Column(_("Hand"), 13 * mm, "right"), Column(_("Wind"), 20 * mm), Column(_("Player"), 58 * mm),
        Column(_("Aces and kings"), 18 * mm, "right"), Column(_("Time he voids it"), 18 * mm, "right"),
        Column(_("at"), 16 * mm, "right"), Column(_("Signature"), 34 * mm),
    )  # fmt: skip
    draw_list(pen, body, columns, part, _ROW, ruled=True)
