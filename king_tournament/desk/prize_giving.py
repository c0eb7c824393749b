"""The prize-giving: results held, prizes, diplomas, mails, the end; and the held standing read out
place by place.
"""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh

from frame import page
from frame.page import DeskRequest
from ground.addresses import outside_address, public_address
from ground.roles import ORGANIZER, holds
from king_tournament.desk.documents import ask_for
from king_tournament.desk.standings import make_official
from king_tournament.live.hall import control, control_part, is_over, pressed, square
from printing import mailing
from printing import services as printing_services
from printing.documents.prize_giving import gather_prize_list, groups
from printing.occasion import Options
from scoring import reveals
from scoring.models import FinalHold
from scoring.publishing import final_hold
from scoring.round_steps import open_protests, protests_may_come
from tournaments import services
from tournaments.models import Round, Tournament
from tournaments.roster import who_could_agree


@page.organizer_only
@require_http_methods(["GET", "POST"])
def close(request: DeskRequest, code: str) -> HttpResponse:
    found = page.find_tournament(code)
    if request.method == "POST":
        with page.saying_no(request):
            return _end(request, found)
    blockers = services.closing_blockers(found)
    hold = final_hold.hold_in_force(found)
    context = {
        "blockers": blockers,
        "reason": request.POST.get("reason", ""),
        "prizes": services.prizes_of(found),
        "awaits": final_hold.awaits_prize_giving(found),
        "hold": hold,
        "all_shown": hold is not None and reveals.all_shown(hold),
        "may_hold": not final_hold.final_is_posted(found),
        "provisional": [
            round_.number
            for round_ in found.rounds.filter(stage=Round.Stage.PROVISIONAL).order_by("number")
        ],
        "shown": final_hold.shown_publications(found).defer("standings").first(),
        "due": _is_due(found),
        **_called_up(found),
        **_to_send(request, found),
    }
    return page.desk_page(request, "desk/evening/close.html", found, step="prizes", **context)


def _is_due(tournament: Tournament) -> bool:
    return not open_protests(tournament).exists() and protests_may_come(tournament) is None


def _called_up(tournament: Tournament) -> dict[str, Any]:
    try:
        paper = gather_prize_list(tournament, Options())
    except ValidationError as error:
        return {"called": (), "not_yet": page.refusals(error)}
    return {"called": groups(paper), "not_yet": ()}


def _to_send(request: DeskRequest, tournament: Tournament) -> dict[str, Any]:
    """Nothing before everybody may see a standing."""
    posted = mailing.posted_results(tournament)
    if posted is None:
        return {}
    mails = list(tournament.mailings.select_related("player").order_by("player__search", "player"))
    known = {mail.player_id for mail in mails}
    again = set(printing_services.repeatable_mails(tournament).values_list("pk", flat=True))
    link = _public_page(request, tournament)
    return {
        "text": mailing.results_text(posted, link),
        "link": link,
        "mail_is_set": mailing.mail_is_set(),
        "is_final": mailing.is_final(tournament, posted),
        "unsent": [player for pk, player in mailing.recipients(posted).items() if pk not in known],
        "could_agree": who_could_agree(tournament).count(),
        "failed": sum(mail.state in (mail.State.FAILED, mail.State.QUEUED) for mail in mails),
        "sent": sum(mail.state == mail.State.SENT for mail in mails),
        "mails": [(mail, mail.pk in again) for mail in mails if mail.state != mail.State.SENT],
    }


def _public_page(request: DeskRequest, tournament: Tournament) -> str:
    address = outside_address(request)
    return address + reverse("live:evening", args=[tournament.code]) if address else ""


def _send(request: DeskRequest, found: Tournament) -> None:
    again = page.read_number(request.POST.get("again", ""), 11)
    if again is not None:
        count = printing_services.mail_again(
            mailing=get_object_or_404(found.mailings, pk=again), author=request.user
        )
    else:
        count = printing_services.mail_results(
            tournament=found, link=_public_page(request, found), author=request.user
        )
    if count:
        sentence = ngettext(
            "%(count)d mail is on its way.", "%(count)d mails are on their way.", count
        )
        messages.success(request, sentence % {"count": count})
    else:
        messages.info(request, _("There is nobody left to send them to."))


def _end(request: DeskRequest, found: Tournament) -> HttpResponse:
    step, reason = request.POST.get("step", ""), request.POST.get("reason", "")
    if step == "open":
        services.open_tournament_again(tournament=found, author=request.user, reason=reason)
    elif step == "hold":
        final_hold.hold_final(tournament=found, author=request.user)
    elif step == "release":
        final_hold.release_final(tournament=found, author=request.user)
    elif step == "prizes":
        services.set_prizes(
            tournament=found,
            author=request.user,
            places=page.number_or_none_such(request.POST.get("places", "")),
            **{kind: kind in request.POST for kind in ("winds", "best", "newcomers")},
        )
    elif step == "send":
        _send(request, found)
    elif step in ("prize_list", "diplomas", "results"):
        job = ask_for(request, found, step)
        return redirect("desk:print_file", found.code, job.pk)
    elif step == "official":
        make_official(
            request,
            found,
            list(found.rounds.filter(stage=Round.Stage.PROVISIONAL).order_by("number")),
        )
    else:
        final_hold.close_evening(
            tournament=found, author=request.user, still_held="still_held" in request.POST
        )
        # An account that had the role for this evening alone no longer has it.
        return redirect(
            "desk:tournament" if holds(request.user, ORGANIZER) else "live:evening", found.code
        )
    return redirect("desk:close", found.code)


# --- the held standing, read out place by place


USUAL_PLACES = 3


@page.staff_only
@never_cache
@require_http_methods(["GET", "POST"])
def reveal(request: DeskRequest, code: str) -> HttpResponse:
    tournament, error = page.find_tournament(code), ""
    hold = reveals.reveal_of(tournament)
    if (
        request.method == "POST"
        and hold is not None
        and request.POST.get("step") in reveals.PRESSED
    ):
        hold, error = pressed(request, hold, request.user)
        if not error and not request.htmx:
            return redirect(request.path)
    elif request.method == "POST":
        with page.saying_no(request):
            return _take_step(request, tournament)
    if request.htmx and (hold is None or is_over(hold)):
        return HttpResponseClientRefresh()
    if request.htmx and hold is not None:
        shown = {**control(request, hold, error), "at_desk": True}
        # To begin anew takes the whole page.
        anew = shown["disturbed"] and request.GET.get("mark") != shown["mark"]
        return HttpResponseClientRefresh() if anew else control_part(request, shown)
    return _page(request, tournament, hold, error)


def _page(
    request: DeskRequest, tournament: Tournament, hold: FinalHold | None, error: str
) -> HttpResponse:
    context: dict[str, Any] = {
        "held": final_hold.hold_in_force(tournament),
        "awaits": final_hold.awaits_prize_giving(tournament),
        **_places(request, tournament, hold),
    }
    if hold is not None and not is_over(hold):
        key = reveals.remote_key(hold)
        address = (
            public_address(request) + reverse("live:speaker", args=[tournament.code, key])
            if key
            else ""
        )
        context |= {
            "at_desk": True,
            "remote": address,
            "square": square(address) if key else "",
            **control(request, hold, error),
        }
        context.pop("tournament")
    return page.desk_page(
        request, "desk/standing/reveal.html", tournament, step="prizes", **context
    )


def _places(
    request: DeskRequest, tournament: Tournament, hold: FinalHold | None
) -> dict[str, str | int]:
    """How many places are offered: as typed, as rehearsed, or as the evening's prizes say."""
    prizes = services.prizes_of(tournament)
    found = {"winds": USUAL_PLACES if prizes["winds"] else 0, "overall": int(prizes["places"])}
    steps = hold.steps if hold is not None else ()
    for name in found if steps else ():
        found[name] = max(
            (
                step["rank"]
                for step in steps
                if (step["standing"] == "overall") == (name == "overall")
            ),
            default=0,
        )
    return {name: request.POST.get(name, places) for name, places in found.items()}


def _take_step(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    step = request.POST.get("step")
    if step in ("begin", "rehearse"):
        winds, overall = (
            page.number_or_none_such(request.POST.get(name, "")) for name in ("winds", "overall")
        )
        reveals.begin_reveal(
            tournament=tournament,
            author=request.user,
            winds=winds,
            overall=overall,
            rehearsal=step == "rehearse",
        )
    elif step == "end":
        reveals.end_reveal(tournament=tournament, author=request.user)
    elif step == "release":
        final_hold.release_final(tournament=tournament, author=request.user)
        messages.success(request, _("The final standing is no longer held back."))
    elif step in ("remote", "no_remote"):
        reveals.set_remote(tournament=tournament, author=request.user, given=step == "remote")
    else:
        raise page.no_such_step()
    return redirect(request.path)
