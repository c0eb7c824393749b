"""Pages beside the sheet: cards dealt again, the history of every row."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from frame.page import (
    Context,
    DeskRequest,
    fresh_get_or_post,
    get_or_post,
    number_or_none_such,
    round_page,
    show_refusals,
    staff_only,
    tell,
    text_of,
)
from king.cards import WINDS
from king.play.domino import deals_again, threshold
from king.play.misdeal import may_be_claimed
from king.rulesets.base import RuleSet
from king.rulesets.contracts import Family
from king.rulesets.settings import Settings
from king_tournament.desk.tables.seat_panel import address_of, on_sheet
from king_tournament.sheet.fields import row_in_words
from night.lookups import find_row
from scoring.decisions.redeals import record_redeal
from scoring.models import Sheet
from scoring.rows import sheet_events, sheet_history, take_up_version
from scoring.scored_sheets import plans_of, scored_table
from scoring.wrong_winds import sitting_now
from tournaments.log import in_words
from tournaments.models import Round
from wording import naming
from wording.play_rules import misdeal_words
from wording.sentences import say


@staff_only
@get_or_post
@on_sheet
def redeals(request: DeskRequest, sheet: Sheet) -> HttpResponse:
    round_ = sheet.round
    if request.method == "GET":
        return _redeals_page(request, round_, sheet)
    typed = {name: request.POST.get(name, "")[:10] for name in ("hand", "wind", "extremes")}
    with show_refusals(request):
        redeal = record_redeal(
            sheet=sheet,
            wind=typed["wind"],
            author=request.user,
            hand=number_or_none_such(typed["hand"]),
            extremes=number_or_none_such(typed["extremes"] or "0"),
        )
        tell(
            request,
            _("Written down: %(player)s voids the deal of hand %(hand)s. Deal again."),
            player=redeal.player.full_name,
            hand=redeal.hand,
        )
        return redirect(address_of(sheet.table, "redeals"))
    return _redeals_page(request, round_, sheet, typed)


def _redeals_page(
    request: DeskRequest, round_: Round, sheet: Sheet, typed: dict[str, str] | None = None
) -> HttpResponse:
    ruleset, settings = round_.tournament.rules, round_.tournament.configured
    sitting = sitting_now(sheet)
    typed = typed or {}
    hands = voidable_hands(ruleset, settings)
    needed = threshold(settings, 0) if ruleset.has_domino else None
    return round_page(
        request,
        "desk/sheet/redeals.html",
        round_,
        table_number=sheet.table.number,
        typed=typed,
        deals_again=deals_again(ruleset, settings),
        hands=hands,
        seats=sitting,
        winds=[wind for wind in WINDS if wind in sitting],
        voided=sheet.redeals.select_related("player", "author").order_by("created_at", "pk"),
        needed=needed,
        claims=list(misdeal_words(ruleset, settings)),
        rising=settings.domino_redeal == "rising",
    )


def voidable_hands(ruleset: RuleSet, settings: Settings) -> list[int]:
    """Numbers of the hands that a misdeal can void: Dominoes, and hands that may be claimed or
    become such.
    """
    codes = {
        contract.code
        for contract in ruleset.played
        if contract.family is Family.DOMINO or may_be_claimed(settings, contract)
    }
    return [
        plan.number
        for plan in ruleset.schedule(settings)
        if codes and (not plan.contract or plan.contract.code in codes)
    ]


@staff_only
@fresh_get_or_post
@on_sheet
def history(request: DeskRequest, sheet: Sheet) -> HttpResponse:
    round_ = sheet.round
    if request.method == "GET":
        return _history_page(request, round_, sheet)
    old = find_row(sheet.results, text_of(request, "version"))
    if not old:
        raise Http404
    with show_refusals(request):
        row = take_up_version(result=old, author=request.user, reason=text_of(request, "reason"))
        tell(
            request,
            _("Hand %(hand)s is as in version %(old)s again."),
            hand=row.hand,
            old=old.version,
        )
        return redirect(address_of(sheet.table, "history"))
    return _history_page(request, round_, sheet)


def _history_page(request: DeskRequest, round_: Round, sheet: Sheet) -> HttpResponse:
    ruleset = round_.tournament.rules
    plans = plans_of(sheet)
    titles = {
        hand: naming.contract_name(plan.contract) if plan.contract else ""
        for hand, plan in plans.items()
    }
    lines = [
        (
            result,
            titles.get(result.hand, ""),
            [say(change.phrase) for change in changes],
            row_in_words(result, ruleset),
            current,
        )
        for result, changes, current in reversed(sheet_history(sheet))
    ]
    return round_page(
        request,
        "desk/sheet/history.html",
        round_,
        table=scored_table(sheet),
        sheet=sheet,
        lines=lines,
        then=_sheet_then(sheet, request.GET.get("at", "")),
        events=[(event, in_words(event)) for event in reversed(sheet_events(sheet))],
        editable=not sheet.is_closed and not round_.is_official,
        typed_version=text_of(request, "version"),
        reason=text_of(request, "reason"),
    )


def _sheet_then(sheet: Sheet, key: str) -> Context | None:
    moment = find_row(sheet.results, key)
    if moment is None:
        return None
    ruleset = sheet.tournament.rules
    table = scored_table(sheet, at=moment.created_at)
    return {
        "at": moment.created_at,
        "rows": [
            (hand, row_in_words(result, ruleset)) for hand, result in sorted(table.rows.items())
        ],
        "totals": table.scored.totals.items(),
    }
