"""Sentences and buttons around the rows of a sheet, as lists that a template only draws."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from frame.page import Context
from king_tournament.desk.tables.sitting import address_of
from scoring.models import Call, Ruling, Sheet
from tournaments.models import Round
from wording.sentences import say

STATES = {Sheet.State.CLOSED: "closed", Sheet.State.HANDED_IN: "desk", Sheet.State.OPEN: "current"}
QUIET, FILLED = "btn-quiet", "btn-primary btn-next"


def _sheet_of(round_: Round, table: int) -> str:
    return reverse("desk:sheet", args=[round_.tournament.code, round_.number, table])


def _press(id: str, words: str, url: str, kind: str = QUIET) -> Context:
    return {"id": id, "words": words, "url": url, "kind": kind}


# --- the foot: what is done with the sheet, and the way to the other tables


def foot_of(sheet: Sheet, grid: Context, others: Context, *, runs: bool) -> Context:
    round_ = sheet.table.round
    foot: Context = {"table_links": _table_links(round_, others), "missing": None}
    if round_.is_playing:
        foot["missing"] = _missing(round_, others["missing"])
    if round_.is_official:
        return foot
    if sheet.state == Sheet.State.CLOSED:
        return foot | {"onward": _onward(round_, others) if round_.is_playing else None}
    is_open = sheet.state == Sheet.State.OPEN
    return foot | {
        "presses": _presses(sheet, grid, others, runs=runs),
        "may_be_as_it_is": is_open and grid["complete"] and not grid["closable"],
        "rule_url": address_of(sheet.table, "rule") if runs else "",
    }


def _presses(sheet: Sheet, grid: Context, others: Context, *, runs: bool) -> list[Context]:
    hand_in = address_of(sheet.table, "hand_in")
    is_handed_in = sheet.state == Sheet.State.HANDED_IN
    if not runs:
        words = _("Hand it in to the arbiter")
        return [] if is_handed_in else [_press("hand-in", words, hand_in, FILLED)]
    close = _("Close the sheet")
    if others["any_open"] and sheet.table.round.is_playing:
        close = _("Close and go to table %(number)s") % {"number": others["after"]}
    kind = FILLED if grid["closable"] else QUIET
    presses = [_press("close-sheet", close, address_of(sheet.table, "close_sheet"), kind)]
    if is_handed_in:
        words, url = _("Give it back to the table"), address_of(sheet.table, "take_back")
        return [*presses, _press("take-back", words, url)]
    return [*presses, _press("hand-in", _("Mark as handed in"), hand_in)]


def _onward(round_: Round, others: Context) -> Context:
    if others["any_open"]:
        words = _("Go to table %(number)s") % {"number": others["after"]}
        return {
            "url": _sheet_of(round_, others["after"]),
            "words": words,
            "caret": "data-autofocus",
        }
    url = reverse("desk:play", args=[round_.tournament.code, round_.number])
    return {"url": url, "words": _("Every sheet is closed: go to the tables")}


def _table_links(round_: Round, others: Context) -> list[Context]:
    before, after = others["before"], others["after"]
    is_one = before == after
    wall = reverse("desk:play", args=[round_.tournament.code, round_.number])
    links = [{"url": wall, "words": _("All tables"), "keys": "Escape", "shortcut": "Escape"}]
    named = _("Table %(number)s")
    if before and not is_one:
        words = named % {"number": before}
        link = {"url": _sheet_of(round_, before), "words": words, "keys": "k", "shortcut": "k"}
        links.insert(0, link | {"rel": "prev"})
    if after:
        words = named % {"number": after}
        keys = "j k" if is_one else "j"
        link = {"url": _sheet_of(round_, after), "words": words, "keys": keys, "shortcut": "j"}
        links.append(link | {"rel": "next"})
    return links


def _missing(round_: Round, numbers: Sequence[int]) -> Context:
    words = _("No other sheet is missing.")
    if numbers:
        count = len(numbers)
        words = ngettext(
            "One other sheet is missing:", "%(counter)s other sheets are missing:", count
        ) % {"counter": count}
    return {
        "words": words,
        "tables": [(number, _sheet_of(round_, number)) for number in numbers],
    }


# --- above and below the rows


def call_shown(call: Call | None, sheet: Sheet, reader: Any) -> Context | None:
    if call is None:
        return None
    round_, table = sheet.table.round, sheet.table
    said = []
    if call.hand:
        said.append(_("Hand %(hand)s.") % {"hand": call.hand})
    if call.taken_by:
        said.append(_("%(who)s is on the way.") % {"who": call.taken_by.get_username()})
    presses = [_press("end-call", _("It is settled"), address_of(table, "end_call"))]
    if call.taken_by_id != reader.pk:
        presses.insert(0, _press("take-call", _("I am going"), address_of(table, "take_call")))
    standings = reverse("desk:standings", args=[round_.tournament.code])
    return {
        "pk": call.pk,
        "taken_by": call.taken_by_id or "",
        "when": call.made_at,
        "said": " ".join(said),
        "text": call.text,
        "presses": presses,
        "protest_url": f"{standings}?call={call.pk}#protests"
        if round_.stage == Round.Stage.PROVISIONAL
        else "",
    }


def below_of(sheet: Sheet, grid: Context, still_open: Any, *, runs: bool) -> Context:
    """Under the rows: how the sheet came to where it is, and what is rarely done with it."""
    round_ = sheet.table.round
    if round_.is_official:
        return {}
    if sheet.state == Sheet.State.CLOSED:
        is_posted_open = runs and round_.is_closed and sheet.reopened_at
        return {
            "said": _closed_said(sheet),
            "again": _posting_again(round_, still_open) if is_posted_open else None,
            "may_reopen": runs,
        }
    opened_again = sheet.handed_in_at and sheet.state == Sheet.State.OPEN
    return {
        "may_accept": runs and not grid["closable"],
        "open_again": sheet.handed_in_at if opened_again else None,
        "said": _("Handed in at %(when)s by %(who)s.")
        % {"when": _time(sheet.handed_in_at), "who": sheet.handed_in_by}
        if sheet.handed_in_at and not opened_again
        else "",
    }


def _time(moment: datetime, form: str = "TIME_FORMAT") -> str:
    return date_format(timezone.localtime(moment), form)


def _closed_said(sheet: Sheet) -> str:
    if sheet.closed_at is None:
        return ""
    when = _time(sheet.closed_at, "SHORT_DATETIME_FORMAT")
    if sheet.closed_by is None:
        return _("Closed %(when)s.") % {"when": when}
    return _("Closed %(when)s, by %(who)s.") % {
        "when": when,
        "who": sheet.closed_by.get_username(),
    }


def _posting_again(round_: Round, still_open: Any) -> Context:
    code = round_.tournament.code
    if not still_open:
        return {
            "url": reverse("desk:standings", args=[code]),
            "words": _("Post the standing again"),
        }
    words = _("Go to table %(number)s of partita %(round_number)s, also open again")
    return {
        "url": reverse("desk:sheet", args=[code, still_open.round, still_open.table]),
        "words": words % {"number": still_open.table, "round_number": still_open.round},
    }


def rulings_shown(sheet: Sheet, rulings: Iterable[Ruling]) -> Context:
    """The rulings that stand, and the pages where more is done about them."""
    round_ = sheet.table.round
    lines = []
    for ruling in rulings:
        hand = _("hand %(hand)s") % {"hand": ruling.hand} if ruling.hand else ""
        kind = capfirst(ruling.get_kind_display())
        lines.append(
            {
                "title": ", ".join(filter(None, (kind, hand))),
                "offenders": ruling.offenders,
                "reason": ruling.reason,
                "article": ruling.article,
            }
        )
    pages = []
    if sheet.state == Sheet.State.CLOSED and not round_.is_official:
        words = _("Make another ruling") if lines else _("Make a ruling on this sheet")
        pages.append((words, address_of(sheet.table, "rule")))
    if lines:
        url = reverse("desk:rulings", args=[round_.tournament.code])
        pages.append((_("All rulings, and revoking one"), url))
    return {"lines": lines, "pages": pages}


def keys_help(grid: Context, units_only: Any) -> list[str]:
    help_ = [
        _(
            "Digits go from wind to wind by themselves. The last wind is proposed: Enter, or the same digit, takes it."
        ),
        _("Where nothing is left for the winds behind, Enter ends the row: the others get 0."),
        _(
            "A 1 that may become 10 to 13 waits for its second digit: the space bar says that it is a 1."
        ),
    ]
    if grid["paper"] == Sheet.Paper.POINTS:
        help_.append(
            _(
                "Points are typed as the paper has them: where a hand only costs (−) the sign may be left out, where it may "
                "go either way (±) it is needed."
            )
        )
    if units_only:
        help_.append(say(units_only))
    if grid["any_sale"]:
        help_.append(_("Sold: in a count, the letter of the buyer's wind, then the price."))
    return [
        *help_,
        _(
            "Enter goes to the next hand, the arrows go anywhere, Esc puts back what stood there. A row is saved when you "
            "leave it. A whole row typed again from its first place is a new row."
        ),
        _(
            "Esc goes back to all tables, j and k to the next and the previous table that needs something, g and a number "
            "to that table."
        ),
    ]
