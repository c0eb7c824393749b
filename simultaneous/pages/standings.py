"""The standing at the desk of the centre: as it is now, the publications so far, comments on
boards.
"""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from frame import page
from frame.page import Context, DeskRequest
from king.simultaneous.documents import in_groups
from simultaneous import centre
from simultaneous.event_file import terms_of
from simultaneous.lines import rounds_of, standing_lines
from simultaneous.models import Event, EventPublication
from simultaneous.pages.desk import event_page, event_press, on_event
from simultaneous.public_results import boards_of
from simultaneous.ranking import code_of_result, is_behind, publish_event


@page.staff_only
@page.fresh_get_or_post
@on_event
def standing(request: DeskRequest, event: Event) -> HttpResponse:
    """Standing at the desk. Others see it once the event is closed; before, only halls that have
    told their code.
    """
    publications = list(event.publications.defer("boards").order_by("-number"))
    context: Context = {"publications": publications, "is_behind": is_behind(event)}
    if publications:
        context |= standing_lines(publications[0], request.GET.dict())
        if event.is_closed:
            context["result_code"] = in_groups(code_of_result(publications[0]))
    return event_page(
        request, event, "simultaneous/publications.html", "centre_standing", **context
    )


@page.staff_only
@event_press
def publish_now(request: DeskRequest, event: Event) -> str:
    publication = publish_event(event=event, author=request.user)
    return _("Standings no. %(number)s are made from what is here now.") % {
        "number": publication.number
    }


@page.staff_only
@page.fresh_get_or_post
@on_event
def comments(request: DeskRequest, event: Event) -> HttpResponse:
    if not event.is_closed:
        raise Http404
    context = {
        "boards": boards_of(EventPublication(event=event)),
        "many": len(rounds_of(event)) > 1,
    }
    return event_page(request, event, "simultaneous/comments.html", "centre_comments", **context)


@page.staff_only
@event_press
def comment(request: DeskRequest, event: Event) -> str:
    round_number, board = (
        page.number_or_none_such(page.text_of(request, name)) for name in ("round", "board")
    )
    terms = terms_of(event)
    highest = terms.documents[0].highest
    if round_number not in terms.rounds or not 1 <= board <= highest:
        raise Http404
    text = page.text_of(request, "text")
    centre.comment(event, round_number, board, text, author=request.user)
    return _("The comment on board %(board)s is saved.") % {"board": board}
