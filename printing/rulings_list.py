"""The rulings of the evening, those in force and those revoked, for the arbiter's folder (§7, document 11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db.models import Prefetch
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.lib.units import mm

from king.contracts import Contract
from king.rulesets import RuleSet
from king.rulesets.base import Order
from king.winds import Side
from printing.articles import Article, article_named, articles
from printing.occasion import Occasion, find_round, occasion_of
from printing.options import Options
from printing.paper import HEADING, LANDSCAPE, Pen, Progress, body_of, heading, make_document
from printing.ruled_list import HEAD, Column, draw_list, in_parts
from printing.ruling_words import cost_in_words, effect_in_words
from printing.wording import column_name, contract_name
from scoring.models import HandResult, Ruling
from scoring.reading import averages_now, rules_in_force
from tournaments.models import Seat, Tournament

_ROW = 14 * mm
_MOST = int((body_of(LANDSCAPE).height - HEADING - HEAD) / _ROW)


@dataclass(frozen=True, slots=True)
class RulingLine:
    """A ruling as it is kept; ``revoked`` is why it was revoked, where it was."""

    at: datetime
    place: str
    kind: str
    offender: str
    reason: str
    arbiter: str
    revoked: str = ""


@dataclass(frozen=True, slots=True)
class RulingsList:
    """All rulings, in the order in which they were made; ``articles`` are those that they name, each once."""

    occasion: Occasion
    lines: tuple[RulingLine, ...]
    arbiter: str = ""
    articles: tuple[Article, ...] = ()


def gather(tournament: Tournament, options: Options) -> RulingsList:
    """The rulings of the evening, or of one partita, in a fixed number of queries; an evening may have none."""
    round_ = find_round(tournament, options.round) if options.round is not None else None
    found = Ruling.objects.filter(sheet__table__round__tournament=tournament)
    if round_ is not None:
        found = found.filter(sheet__table__round=round_)
    seats = Prefetch("sheet__table__seats", Seat.objects.first_sitting().select_related("player"))
    found = found.select_related("sheet__table__round", "arbiter", "revoked_by").prefetch_related(seats)
    ruleset, settings = rules_in_force(tournament)
    planned = {plan.number: plan.contract for plan in ruleset.schedule(settings)}
    rulings = list(found.order_by("created_at", "pk"))
    chosen, averages = _chosen(ruleset, rulings), averages_now(rulings)
    lines = []
    for ruling in rulings:
        contract = planned.get(ruling.hand or 0) or chosen.get((ruling.sheet_id, ruling.hand))
        kind = [
            str(ruling.get_kind_display()),
            effect_in_words(ruling, settings.score_error_policy, averages.get(ruling.pk)),
            cost_in_words(ruling, contract, settings), ruling.article,
        ]  # fmt: skip
        lines.append(
            RulingLine(
                at=ruling.created_at,
                place=_place(ruling, contract_name(contract) if contract is not None else ""),
                kind="; ".join(filter(None, kind)),
                offender=_offender(ruling),
                reason=ruling.reason,
                arbiter=ruling.arbiter.get_username() if ruling.arbiter is not None else "",
                revoked=ruling.revoked_because,
            )
        )
    regulation = articles(ruleset, settings, boards=tournament.plays_boards)
    named = {article_named(ruling.article, regulation) for ruling in rulings}
    applied = tuple(article for article in regulation if article in named)
    return RulingsList(occasion_of(tournament, round_), tuple(lines), tournament.arbiter, applied)


def _chosen(ruleset: RuleSet, rulings: Sequence[Ruling]) -> dict[tuple[int, int | None], Contract | None]:
    """What was played in the hands of these sheets, where the table chose it: by sheet and hand."""
    if ruleset.order is Order.FIXED:
        return {}
    rows = HandResult.objects.current().filter(sheet__in={ruling.sheet_id for ruling in rulings}, content__isnull=False)
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


def _offender(ruling: Ruling) -> str:
    said = []
    for place in ruling.offenders:
        winds = Side(place).winds if place in tuple(Side) else (place,)
        names = [seat.player.full_name for seat in ruling.sheet.table.seats.all() if seat.wind in winds]
        said.append(f"{column_name(place)}: {', '.join(names)}")
    return "; ".join(said)


def render(rulings: RulingsList, progress: Progress | None = None) -> bytes:
    """A line a ruling; an evening without any has a page that says so."""
    pages = [partial(_draw_page, rulings, part) for part in in_parts(rulings.lines, _MOST)]
    if rulings.articles:
        pages += [partial(_draw_articles, rulings, part) for part in in_parts(rulings.articles, _MOST)]
    footing = rulings.occasion.footing()
    return make_document(pages, footing, title=_("Rulings"), size=LANDSCAPE, progress=progress)


def _draw_page(rulings: RulingsList, part: Sequence[RulingLine], pen: Pen) -> None:
    count = len(rulings.lines)
    said = ngettext("%(count)d ruling", "%(count)d rulings", count) % {"count": count}
    arbiter = _("Arbiter: %(name)s") % {"name": rulings.arbiter} if rulings.arbiter else ""
    rest = heading(pen, _("Rulings"), " · ".join(filter(None, (rulings.occasion.subject, arbiter))), said)
    if not part:
        pen.text(rest.rows(12 * mm)[0], _("The arbiter has ruled on nothing."), 12, grey=0.2)
        return
    columns = (
        Column(_("Time"), 14 * mm), Column(_("Where"), 44 * mm, paragraph=True),
        Column(_("Who"), 46 * mm, paragraph=True), Column(_("Ruling"), 58 * mm, paragraph=True),
        Column(_("Reason"), 85 * mm, size=9, paragraph=True), Column(_("Arbiter"), 30 * mm, size=9),
    )  # fmt: skip
    draw_list(pen, rest, columns, [_cells(line) for line in part], _ROW)


def _draw_articles(rulings: RulingsList, part: Sequence[Article], pen: Pen) -> None:
    rest = heading(pen, _("The articles applied"), rulings.occasion.subject)
    columns = (
        Column(_("Article"), 20 * mm, bold=True), Column(_("Title"), 62 * mm, paragraph=True),
        Column(_("Text"), 195 * mm, paragraph=True),
    )  # fmt: skip
    draw_list(pen, rest, columns, [(each.label, each.title, each.text) for each in part], _ROW)


def _cells(line: RulingLine) -> tuple[str, ...]:
    reason = line.reason
    if line.revoked:
        reason = _("%(reason)s (revoked: %(why)s)") % {"reason": reason, "why": line.revoked}
    kind = _("revoked: %(ruling)s") % {"ruling": line.kind} if line.revoked else line.kind
    moment = formats.time_format(timezone.localtime(line.at), "H:i")
    return moment, line.place, line.offender, kind, reason, line.arbiter
