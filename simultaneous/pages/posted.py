"""The standing at the desk of the centre: as it is now, the postings so far, comments on boards."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from frame import page
from frame.page import Context, DeskRequest
from simultaneous import centre
from simultaneous.event_file import terms_of
from simultaneous.lines import standing_lines
from simultaneous.models import Event
from simultaneous.pages.desk import event_page, event_press, find_event
from simultaneous.ranking import is_behind, post
from wording.naming import contract_name


@page.staff_only
@page.fresh_get_or_post
def standing(request: DeskRequest, code: str) -> HttpResponse:
    """Everybody sees it once the event is closed; until then halls that have told their code."""
    found = find_event(code)
    postings = list(found.postings.defer("boards").order_by("-number"))
    context: Context = {
        "postings": [(one, len(one.changes.get("lines", ()))) for one in postings],
        "is_behind": is_behind(found),
    }
    if postings:
        postings[0].event = found
        asked = {name: request.GET.get(name, "") for name in ("page", "wind", "hall")}
        context |= standing_lines(postings[0], search=request.GET.get("q", ""), **asked)
    return event_page(request, found, "simultaneous/posted.html", "centre_standing", **context)


@page.staff_only
@event_press
def post_now(request: DeskRequest, event: Event) -> str:
    posting = post(event=event, author=request.user)
    return _("Standing no. %(number)s is made of what is here now.") % {"number": posting.number}


@page.staff_only
@page.fresh_get_or_post
def comments(request: DeskRequest, code: str) -> HttpResponse:
    found = find_event(code)
    if not found.is_closed:
        raise Http404
    terms = terms_of(found)
    texts = {(one.round, one.board): one.text for one in found.comments.all()}
    names: dict[int, list[str]] = {}
    for plan in terms.ruleset.schedule(terms.rules_in_force):
        name = contract_name(plan.contract) if plan.contract else ""
        names.setdefault(plan.board, []).append(name)
    boards = [
        {
            "round": round_number,
            "board": board,
            "name": ", ".join(filter(None, contracts)),
            "text": texts.get((round_number, board), ""),
        }
        for round_number in terms.document.rounds
        for board, contracts in names.items()
    ]
    context = {"boards": boards, "many": len(terms.document.rounds) > 1}
    return event_page(request, found, "simultaneous/comments.html", "centre_comments", **context)


@page.staff_only
@event_press
def comment(request: DeskRequest, event: Event) -> str:
    round_number, board = (
        page.number_or_none_such(page.text_of(request, name)) for name in ("round", "board")
    )
    terms = terms_of(event)
    if round_number not in terms.document.rounds or not 1 <= board <= terms.document.highest:
        raise Http404
    text = page.text_of(request, "text")
    centre.comment(event, round_number, board, text, author=request.user)
    return _("The comment on board %(board)s is kept.") % {"board": board}
