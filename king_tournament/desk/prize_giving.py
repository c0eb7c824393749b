"""The prize-giving: results held, prizes, diplomas, mails, the end; and the held standing read out
place by place.
"""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django_htmx.http import HttpResponseClientRefresh

from frame.page import (
    Context,
    DeskRequest,
    desk_page,
    evening_press,
    evening_step,
    fresh_get_or_post,
    get_or_post,
    no_such_step,
    number_or_none_such,
    on_evening,
    organizer_only,
    read_number,
    refusals,
    staff_only,
    text_of,
)
from ground.addresses import outside_address, public_address
from ground.roles import ORGANIZER, holds
from king_tournament.desk.documents import ask_for
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


@organizer_only
@get_or_post
@on_evening
def close(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    blockers = services.closing_blockers(tournament)
    hold = final_hold.hold_in_force(tournament)
    context: Context = {
        "blockers": blockers,
        "prizes": services.prizes_of(tournament),
        "awaits": final_hold.awaits_prize_giving(tournament),
        "hold": hold,
        "all_shown": hold is not None and reveals.all_shown(hold),
        "may_hold": not final_hold.final_is_posted(tournament),
        "provisional": [
            round_.number
            for round_ in tournament.rounds.filter(stage=Round.Stage.PROVISIONAL).order_by("number")
        ],
        "shown": final_hold.shown_publications(tournament).defer("standings").first(),
        "due": not open_protests(tournament).exists() and protests_may_come(tournament) is None,
        **_to_send(request, tournament),
    }
    try:
        context["called"] = groups(gather_prize_list(tournament, Options()))
    except ValidationError as error:
        context["not_yet"] = refusals(error)
    return desk_page(request, "desk/evening/close.html", tournament, step="prizes", **context)


def _to_send(request: DeskRequest, tournament: Tournament) -> Context:
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


@organizer_only
@evening_press
def send(request: DeskRequest, tournament: Tournament) -> None:
    again = read_number(text_of(request, "again"), 11)
    if again is not None:
        mail = get_object_or_404(tournament.mailings, pk=again)
        count = printing_services.mail_again(mailing=mail, author=request.user)
    else:
        link = _public_page(request, tournament)
        count = printing_services.mail_results(
            tournament=tournament, link=link, author=request.user
        )
    if count:
        sentence = ngettext(
            "%(count)d mail is on its way.", "%(count)d mails are on their way.", count
        )
        messages.success(request, sentence % {"count": count})
    else:
        messages.info(request, _("There is nobody left to send them to."))


@organizer_only
@evening_press
def keep_prizes(request: DeskRequest, tournament: Tournament) -> None:
    services.set_prizes(
        tournament=tournament,
        author=request.user,
        places=number_or_none_such(text_of(request, "places")),
        **{kind: kind in request.POST for kind in ("winds", "best", "newcomers")},
    )


PAPERS = ("prize_list", "diplomas", "results")


@organizer_only
@evening_press
def paper(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    document = text_of(request, "document")
    if document not in PAPERS:
        raise no_such_step()
    job = ask_for(request, tournament, document)
    return redirect("desk:print_file", tournament.code, job.pk)


@organizer_only
@evening_press
def end(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    final_hold.close_evening(
        tournament=tournament, author=request.user, still_held="still_held" in request.POST
    )
    # An account that had the role for this evening alone no longer has it.
    name = "desk:tournament" if holds(request.user, ORGANIZER) else "live:evening"
    return redirect(name, tournament.code)


open_again = organizer_only(evening_step(services.open_tournament_again, "", "reason"))


# --- the held standing, read out place by place


USUAL_PLACES = 3


@staff_only
@fresh_get_or_post
@on_evening
def reveal(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """A POST presses the remote control of the held standing that is read out."""
    error = ""
    hold = reveals.reveal_of(tournament)
    if hold and request.POST.get("step") in reveals.PRESSED:
        hold, error = pressed(request, hold, request.user)
        if not error and not request.htmx:
            return redirect(request.path)
    if request.htmx and (hold is None or is_over(hold)):
        return HttpResponseClientRefresh()
    here = reverse("desk:reveal", args=[tournament.code])
    if request.htmx and hold:
        keys = {**control(request, hold, error), "here": here, "at_desk": True}
        # To begin anew takes the whole page.
        anew = keys["disturbed"] and request.GET.get("mark") != keys["mark"]
        return HttpResponseClientRefresh() if anew else control_part(request, keys)
    context: Context = {
        "held": final_hold.hold_in_force(tournament),
        "awaits": final_hold.awaits_prize_giving(tournament),
        **_places(request, tournament, hold),
    }
    if hold and not is_over(hold):
        context |= {**control(request, hold, error), "here": here, "at_desk": True}
        context.pop("tournament")
        if key := reveals.remote_key(hold):
            speaker = reverse("live:speaker", args=[tournament.code, key])
            context["remote"] = public_address(request) + speaker
            context["square"] = square(context["remote"])
    return desk_page(request, "desk/standing/reveal.html", tournament, step="prizes", **context)


def _places(
    request: DeskRequest, tournament: Tournament, hold: FinalHold | None
) -> dict[str, str | int]:
    """How many places are offered: as typed, as rehearsed, or as the evening's prizes say."""
    prizes = services.prizes_of(tournament)
    offered = {"winds": USUAL_PLACES if prizes["winds"] else 0, "overall": int(prizes["places"])}
    steps = hold.steps if hold else ()
    for name in offered if steps else ():
        offered[name] = max(
            (
                step["rank"]
                for step in steps
                if (step["standing"] == "overall") == (name == "overall")
            ),
            default=0,
        )
    return {name: request.POST.get(name, places) for name, places in offered.items()}


@staff_only
@evening_press
def begin_reveal(request: DeskRequest, tournament: Tournament) -> None:
    winds, overall = (
        number_or_none_such(request.POST.get(name, "")) for name in ("winds", "overall")
    )
    reveals.begin_reveal(
        tournament=tournament,
        author=request.user,
        winds=winds,
        overall=overall,
        rehearsal="rehearse" in request.POST,
    )


end_reveal = staff_only(evening_step(reveals.end_reveal))


@staff_only
@evening_press
def remote(request: DeskRequest, tournament: Tournament) -> None:
    """A new address for the phone of whoever reads it out, or none any more."""
    reveals.set_remote(
        tournament=tournament,
        author=request.user,
        given="take_back" not in request.POST,
    )
