"""The prize-giving: results held, prizes, diplomas, mails, the end; and the held standing read out
place by place.
"""

from collections.abc import Sequence

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, resolve_url
from django.utils import translation
from django.utils.translation import gettext as _, ngettext

from frame.page import (
    Context,
    DeskRequest,
    desk_page,
    evening_press,
    evening_step,
    get_or_post,
    no_such_step,
    number_of,
    number_or_none_such,
    on_evening,
    organizer_only,
    refusals,
    staff_only,
    tell,
    text_of,
)
from ground.addresses import outside_address
from ground.roles import ORGANIZER, holds
from king_tournament.desk import standing_page as page
from king_tournament.desk.documents import ask_for
from printing import letters, mailing, services as printing_services
from printing.document_context import Options
from printing.documents.prize_giving import gather_prize_list, groups, rests_note
from printing.pictures import as_svg, podium
from scoring.publishing import final_hold
from scoring.round_steps import open_protests, protests_may_come
from screens import reveals
from seasons.qualifying import corrected_since
from tournaments import services
from tournaments.models import Round, Tournament
from tournaments.roster import who_could_agree


@organizer_only
@get_or_post
@on_evening
def close(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    called: list[Context] = []
    rests = ""
    prizes = services.prizes_of(tournament)
    not_yet: Sequence[str] = ()
    try:
        paper = gather_prize_list(tournament, Options())
        called, rests = groups(paper), rests_note(paper)
    except ValidationError as error:
        not_yet = refusals(error)
    first = called[0]["lines"] if called and prizes["places"] else ()
    context: Context = {
        "called": called,
        "rests_note": rests,
        "not_yet": not_yet,
        "podium": as_svg(podium(first), "podium-title", "called-0") if first else "",
        "prizes": prizes,
        "corrected_since": corrected_since(tournament),
        **_acts(tournament),
        **_to_send(request, tournament),
    }
    return desk_page(request, "desk/evening/close.html", tournament, step="prizes", **context)


def _acts(tournament: Tournament) -> Context:
    """Context of the steps that are left, in order: show, make official, send, close."""
    awaits = final_hold.awaits_prize_giving(tournament)
    hold = final_hold.hold_in_force(tournament)
    provisional = list(tournament.rounds.filter(stage=Round.Stage.PROVISIONAL).order_by("number"))
    official = None
    if provisional:
        due = not open_protests(tournament).exists() and protests_may_come(tournament) is None
        official = page.official(
            resolve_url("desk:close_official", tournament.code),
            provisional,
            final_hold.shown_publications(tournament).defer("standings").first(),
            in_all=True,
            waits=awaits or not due,
            alone=False,
        )
    blockers = () if tournament.closed_at else services.closing_blockers(tournament)
    return {
        "awaits": awaits,
        "hold": hold,
        "all_shown": awaits and hold is not None and reveals.all_shown(hold),
        "final_is_published": final_hold.final_is_published(tournament),
        "official": official,
        "blockers": [sentence for blocker in blockers for sentence in blocker.messages],
        "played": tournament.rounds.count(),
    }


def _to_send(request: DeskRequest, tournament: Tournament) -> Context:
    """Context of the mails. Empty until everybody may see a standing."""
    published = mailing.published_results(tournament)
    if not published:
        return {}
    mails = list(tournament.mailings.select_related("player").order_by("player__search", "player"))
    known = {mail.player_id for mail in mails}
    link = _public_page(request, tournament)
    with translation.override(tournament.language):
        context: Context = {"text": mailing.results_text(published, link), "link": link}
    return {
        **context,
        "mail_is_set": letters.mail_is_set(),
        "is_final": mailing.is_final(tournament, published),
        "unsent": sum(pk not in known for pk in mailing.recipients(published)),
        "could_agree": who_could_agree(tournament).count(),
        "mails": mails,
        "sent": [mail for mail in mails if mail.state == mail.State.SENT],
        "failed": [mail for mail in mails if mail.state in (mail.State.FAILED, mail.State.QUEUED)],
        "again": set(letters.repeatable(tournament.mailings.all()).values_list("pk", flat=True)),
    }


def _public_page(request: DeskRequest, tournament: Tournament) -> str:
    address = outside_address(request)
    return address + resolve_url("live:evening", tournament.code) if address else ""


@organizer_only
@evening_press
def send(request: DeskRequest, tournament: Tournament) -> None:
    again = number_of(request, "again", 11)
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
        tell(request, sentence, count=count)
    else:
        messages.info(request, _("There is nobody left to send them to."))


@organizer_only
@evening_press
def keep_prizes(request: DeskRequest, tournament: Tournament) -> None:
    services.set_prizes(
        tournament=tournament,
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


@staff_only
@evening_press
def release_read(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Release the standing after every place has been read out. The prizes follow."""
    final_hold.release_final(tournament=tournament, author=request.user)
    tell(request, _("The final standings are no longer held back."))
    gives_prizes = holds(request.user, ORGANIZER, evening=tournament.code)
    return redirect("desk:close" if gives_prizes else "desk:standings", tournament.code)
