"""The buttons of a table's sheet: save, hand in, sign, close, reopen, answer a call."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, resolve_url
from django.utils.html import format_html
from django.utils.translation import gettext as _

from frame.page import (
    Context,
    DeskRequest,
    refusals,
    sheets_too,
    staff_only,
    tell,
    tell_if_done,
    text_of,
)
from king_tournament.desk.sheet.views import enter_typed, fields_of, other_tables, sheet_page
from king_tournament.desk.tables.seat_panel import address_of, sheet_press
from king_tournament.sheet.fields import content_of, row_in_words
from king_tournament.sheet.grid import find_proposal
from night.lookups import find_row
from scoring import sheet_steps
from scoring.calls import end_call, open_call, take_call
from scoring.duplicate_paper import SAME_SHEET
from scoring.models import Call, HandResult, Sheet
from scoring.rows import RowConflict, enter_row, say_first_dealer
from scoring.scored_sheets import plans_of, rules_at, scored_table


@sheets_too
@sheet_press
def save(request: DeskRequest, sheet: Sheet) -> HttpResponse | None:
    """Save the whole sheet, for browsers without JavaScript. Then apply the page's proposal, if
    asked to.
    """
    refused = save_all(request, sheet)
    if refused:
        return sheet_page(request, sheet, refused)
    if "proposal" in request.POST:
        _take_proposal(request, sheet)
    else:
        tell(request, _("The sheet of table %(table)s is saved."), table=sheet.table.number)
    return None


def _take_proposal(request: DeskRequest, sheet: Sheet) -> None:
    """Save the rows of the proposal, unless they have changed and it no longer applies."""
    ruleset, settings = rules_at(sheet)
    rows = scored_table(sheet).rows
    proposal = find_proposal(scored_table(sheet), request.POST["proposal"])
    for hand, values in (proposal["rows"] if proposal else {}).items():
        row = rows.get(hand)
        plan = plans_of(sheet)[hand]
        enter_row(
            sheet=sheet,
            hand=hand,
            based_on=row.version if row else None,
            content=content_of(values, plan, ruleset, settings, row.content if row else None),
            origin=HandResult.Origin.DESK,
            device=request.META.get("REMOTE_ADDR", ""),
            author=request.user,
        )


def save_all(request: DeskRequest, sheet: Sheet) -> dict[int, Context]:
    """Save all rows of the form. Returns the refused ones by hand, with their sentences and what
    was typed.
    """
    refused: dict[int, Context] = {}
    ruleset = sheet.tournament.rules
    current = {result.hand: result for result in sheet.results.current()}
    for hand in plans_of(sheet):
        typed = fields_of(request, f"h{hand}-")
        if not typed:
            continue
        try:
            enter_typed(request, sheet, hand, typed, current.get(hand))
        except RowConflict as conflict:
            words = row_in_words(conflict.current, ruleset)
            standing = _("At the desk now: %(row)s") % {"row": words}
            refused[hand] = {
                "messages": [*refusals(conflict), standing],
                "values": typed,
                "version": conflict.current.version,
            }
        except ValidationError as error:
            refused[hand] = {"messages": refusals(error), "values": typed}
    return refused


@contextmanager
def asking_of_paper(request: DeskRequest) -> Iterator[None]:
    """Context manager that adds a button for the answer if a step asks whether one paper was typed
    twice.
    """
    try:
        yield
    except ValidationError as refused:
        request.asks_of_paper = getattr(refused, "code", None) == SAME_SHEET
        raise


@sheets_too
@sheet_press
def hand_in(request: DeskRequest, sheet: Sheet) -> str:
    with asking_of_paper(request):
        sheet_steps.hand_in(
            sheet=sheet,
            by=request.user.get_username(),
            author=request.user,
            with_problems="anyway" in request.POST,
            other_paper="other_paper" in request.POST,
        )
    return _("The sheet of table %(table)s is handed in.") % {"table": sheet.table.number}


@sheets_too
@sheet_press
def paper(request: DeskRequest, sheet: Sheet) -> None:
    """Choose whether units or points are typed, as on the paper."""
    sheet_steps.choose_paper(sheet=sheet, paper=text_of(request, "paper"))
    request.session["paper"] = sheet.paper


@sheets_too
@sheet_press
def first_dealer(request: DeskRequest, sheet: Sheet) -> None:
    say_first_dealer(sheet=sheet, wind=text_of(request, "wind"), author=request.user)


@staff_only
@sheet_press
def take_back(request: DeskRequest, sheet: Sheet) -> str:
    sheet_steps.take_back(sheet=sheet, author=request.user)
    return _("The sheet has been given back to table %(table)s.") % {"table": sheet.table.number}


@staff_only
@sheet_press
def close(request: DeskRequest, sheet: Sheet) -> HttpResponse | None:
    """Close the sheet. With ``on``, go to the next open sheet, if there is one."""
    with asking_of_paper(request):
        closed = sheet_steps.close_sheet(
            sheet=sheet,
            author=request.user,
            seen=request.POST.get("seen"),
            other_paper="other_paper" in request.POST,
        )
    others = other_tables(request, sheet)
    goes_on = "on" in request.POST and others["any_open"] and sheet.round.is_playing
    after = others["after"] if goes_on else None
    _say_closed(request, closed, moves_on=after is not None)
    if after is None:
        return None
    place = sheet.tournament.code, sheet.round.number, after
    return redirect(f"{resolve_url('desk:sheet', *place)}?closed={sheet.table.number}")


def _say_closed(request: DeskRequest, closed: Sheet, *, moves_on: bool) -> None:
    table = closed.table.number
    sentence = _("%(who)s had closed the sheet of table %(table)s already, at %(when)s.")
    if tell_if_done(request, closed.closed_by, closed.closed_at, sentence, table=table):
        return
    words: str = _("The sheet of table %(table)s is closed.") % {"table": table}
    if moves_on:
        link = address_of(closed.table, "sheet"), _("Look at it again")
        words = format_html('{} <a href="{}">{}</a>', words, *link)
    messages.success(request, words)


@staff_only
@sheet_press
def accept(request: DeskRequest, sheet: Sheet) -> None:
    accepted = sheet_steps.accept_sheet(
        sheet=sheet,
        author=request.user,
        reason=text_of(request, "reason"),
        seen=request.POST.get("seen"),
    )
    who, table = accepted.arbiter, sheet.table.number
    sentence = _(
        "%(who)s had accepted and closed the sheet of table %(table)s already, at %(when)s."
    )
    if not tell_if_done(request, who, accepted.created_at, sentence, table=table):
        sentence = _("The sheet of table %(table)s is accepted as it is and closed.")
        tell(request, sentence, table=table)


@staff_only
@sheet_press
def sign(request: DeskRequest, sheet: Sheet) -> None:
    sheet_steps.sign_at_the_desk(
        sheet=sheet,
        wind=text_of(request, "wind"),
        author=request.user,
        seen=request.POST.get("seen"),
    )


@staff_only
@sheet_press
def reopen(request: DeskRequest, sheet: Sheet) -> HttpResponse:
    """Reopen the sheet. The page then has its cursor in the first row, because something is to be
    changed.
    """
    sheet_steps.reopen_sheet(sheet=sheet, author=request.user, reason=text_of(request, "reason"))
    tell(request, _("The sheet of table %(table)s is open again."), table=sheet.table.number)
    if sheet.round.is_closed:
        sentence = _("The published standings are marked: everybody can read that they may change.")
        messages.info(request, sentence)
    return redirect(f"{address_of(sheet.table, 'sheet')}?open")


def _call_read(request: DeskRequest, sheet: Sheet) -> Call | None:
    """The table's open call. None if the page showed another call, or if it is settled; a message
    says so.
    """
    call = open_call(sheet.table)
    read = text_of(request, "call")
    if call and read in ("", str(call.pk)):
        return call
    settled = find_row(sheet.table.calls.filter(done_at__isnull=False), read)
    if settled:
        _say_settled(request, settled)
    return None


def _say_settled(request: DeskRequest, call: Call) -> None:
    sentence = _("%(who)s had settled the call of table %(table)s already, at %(when)s.")
    table = call.table.number
    if not tell_if_done(request, call.done_by, call.done_at, sentence, table=table):
        messages.info(request, _("The call is settled already."))


@staff_only
@sheet_press
def go_to_call(request: DeskRequest, sheet: Sheet) -> None:
    """Note that the arbiter goes to the table. The field ``taken_by`` names the person whom the
    page already showed on the way; the call is taken over only from that person.
    """
    call = _call_read(request, sheet)
    if call is None:
        return
    sentence = _("%(who)s is on the way to table %(table)s already, since %(when)s.")
    is_shown = text_of(request, "taken_by") == str(call.taken_by_id)
    if not is_shown and tell_if_done(
        request, call.taken_by, call.taken_at, sentence, table=sheet.table.number
    ):
        return
    take_call(call=call, author=request.user)
    tell(request, _("The table sees that you are on the way."))


@staff_only
@sheet_press
def settle_call(request: DeskRequest, sheet: Sheet) -> None:
    call = _call_read(request, sheet)
    if call:
        end_call(call=call, author=request.user)
        tell(request, _("The call is settled."))
