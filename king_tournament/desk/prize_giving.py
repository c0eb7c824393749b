"""The prize-giving: results held, prizes, diplomas, mails, the end; and the held standing read out
place by place.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, resolve_url
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from frame.outline import Button
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
from frame.parts import Link
from ground.addresses import outside_address
from ground.roles import ORGANIZER, holds
from king_tournament.desk import standing_page as page
from king_tournament.desk.documents import ask_for
from printing import mailing
from printing import services as printing_services
from printing.documents.prize_giving import gather_prize_list, groups
from printing.models import Mailing
from printing.occasion import Options
from printing.pictures import as_svg, podium
from scoring.publishing import final_hold
from scoring.round_steps import open_protests, protests_may_come
from screens import reveals
from tournaments import services
from tournaments.models import Round, Tournament
from tournaments.roster import who_could_agree


@organizer_only
@get_or_post
@on_evening
def close(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    called: list[Context] = []
    prizes = services.prizes_of(tournament)
    not_yet: Sequence[str] = ()
    try:
        called = groups(gather_prize_list(tournament, Options()))
    except ValidationError as error:
        not_yet = refusals(error)
    sending = _to_send(request, tournament)
    acts = [*_acts(tournament, called=bool(called), unsent=sending.get("unsent", 0))]
    if any(act["key"] == "mails" for act in acts):
        sending["mail_buttons"] = []
    first = called[0]["lines"] if called and prizes["places"] else ()
    context: Context = {
        "called": called,
        "not_yet": not_yet,
        "podium": as_svg(podium(first), "podium-title", "called-0") if first else "",
        "prizes": prizes,
        "prize_choices": [
            {"name": name, "title": title, "given": prizes[name]}
            for name, title in (
                ("winds", _("The best of each wind")),
                ("best", _("The best single partita")),
                ("newcomers", _("The best of those who play their first evening")),
            )
        ],
        "acts": acts,
        "awaits": final_hold.awaits_prize_giving(tournament),
        **sending,
    }
    return desk_page(request, "desk/evening/close.html", tournament, step="prizes", **context)


def _acts(tournament: Tournament, *, called: bool, unsent: int) -> Iterator[Context]:
    """The steps that are left, in their order: show, make official, send, close. The first that can
    be done now leads.
    """
    awaits = final_hold.awaits_prize_giving(tournament)
    shown = _showing(tournament, awaits=awaits, called=called)
    if shown:
        yield shown
    provisional = list(tournament.rounds.filter(stage=Round.Stage.PROVISIONAL).order_by("number"))
    if provisional:
        due = not open_protests(tournament).exists() and protests_may_come(tournament) is None
        yield {
            "key": "official",
            "title": _("Official results"),
            "official": page.official(
                reverse("desk:close_official", args=[tournament.code]),
                provisional,
                final_hold.shown_publications(tournament).defer("standings").first(),
                in_all=True,
                waits=awaits or not due,
                alone=False,
            ),
        }
    if tournament.closed_at:
        return
    blockers = services.closing_blockers(tournament)
    leads_to_mails = unsent > 0 and not awaits and not blockers
    if leads_to_mails:
        send = reverse("desk:send_results", args=[tournament.code])
        yield {
            "key": "mails",
            "title": _("Send the results"),
            "buttons": [Button(_send_title(unsent), send, "next", ())],
        }
    yield _closing(tournament, blockers, awaits=awaits, leads=not leads_to_mails)


def _showing(tournament: Tournament, *, awaits: bool, called: bool) -> Context | None:
    hold = final_hold.hold_in_force(tournament)
    release = reverse("desk:close_release", args=[tournament.code])
    act = {"key": "hold", "title": _("The final standing")}
    if awaits:
        all_shown = hold is not None and reveals.all_shown(hold)
        reveal = reverse("screens:reveal", args=[tournament.code])
        one_by_one = Button(
            _("Show it place by place"),
            reveal,
            "next" if called and not all_shown else "quiet",
        )
        at_once = Button(
            _("Show it to everybody all at once"),
            release,
            "next" if called and all_shown else "quiet",
            (),
        )
        text = _("It is held back: players, the hall's screen and the public pages do not see it.")
        return {**act, "texts": [text], "buttons": [one_by_one, at_once]}
    if tournament.closed_at:
        return None
    if hold:
        text = _("It will be held back when the last partita is closed.")
        return {
            **act,
            "texts": [text],
            "buttons": [Button(_("Show it as soon as it is posted"), release, fields=())],
        }
    if final_hold.final_is_posted(tournament):
        return None
    text = _("The close of the last partita asks whether everybody sees it at once.")
    title = _("Hold the final standing back until the prize-giving")
    button = Button(title, reverse("desk:close_hold", args=[tournament.code]), fields=())
    return {**act, "texts": [text], "buttons": [button]}


def _closing(
    tournament: Tournament, blockers: Iterable[ValidationError], *, awaits: bool, leads: bool
) -> Context:
    act = {"key": "close", "title": _("Close the evening")}
    refused = [sentence for blocker in blockers for sentence in blocker.messages]
    if refused:
        return {**act, "blockers": refused}
    end = reverse("desk:end", args=[tournament.code])
    texts = [
        _(
            "A closed evening does not change any more: its players, seats and results stay as they are."
        )
    ]
    played = tournament.rounds.count()
    if played < tournament.planned_rounds:
        given_up = _("%(played)s of %(planned)s partite have been played; the others are given up.")
        texts.append(given_up % {"played": played, "planned": tournament.planned_rounds})
    button = Button(act["title"], end, "next" if leads else "quiet", ())
    if awaits:
        texts.append(
            _("The final standing is still held back, and closing the evening does not show it.")
        )
        button = Button(_("Close the evening all the same"), end, fields=(("still_held", 1),))
    return {**act, "texts": texts, "buttons": [button]}


def _to_send(request: DeskRequest, tournament: Tournament) -> Context:
    """Nothing before everybody may see a standing."""
    posted = mailing.posted_results(tournament)
    if not posted:
        return {}
    mails = list(tournament.mailings.select_related("player").order_by("player__search", "player"))
    known = {mail.player_id for mail in mails}
    link = _public_page(request, tournament)
    with translation.override(tournament.language):
        context: Context = {"text": mailing.results_text(posted, link), "link": link}
    if not mailing.mail_is_set():
        sentence = _(
            "No mail server is set. Whoever looks after the installation sets KING_MAIL_HOST and KING_MAIL_FROM; until "
            "then, copy the text."
        )
        return {**context, "mail_words": [sentence]}
    if not mailing.is_final(tournament, posted):
        sentence = _("Mails go out once, when the last partita is posted or the evening is closed.")
        return {**context, "mail_words": [sentence]}
    again = set(printing_services.repeatable_mails(tournament).values_list("pk", flat=True))
    send = reverse("desk:send_results", args=[tournament.code])
    unsent = sum(pk not in known for pk in mailing.recipients(posted))
    return {
        **context,
        "unsent": unsent,
        "could_agree": _could_agree(tournament),
        "mail_words": [*_mails_in_words(mails, unsent)],
        "mails": [
            _mail_line(mail, send, again=mail.pk in again)
            for mail in mails
            if mail.state != mail.State.SENT
        ],
        "mail_buttons": [*_mail_buttons(mails, unsent, send)],
    }


def _mails_in_words(mails: Collection[Mailing], unsent: int) -> Iterator[str]:
    if sent := sum(mail.state == mail.State.SENT for mail in mails):
        sentence = ngettext(
            "%(counter)s player has the results.", "%(counter)s players have the results.", sent
        )
        yield sentence % {"counter": sent}
    if not mails and not unsent:
        yield _(
            "Nobody of this evening has an address and has agreed to e-mails. Both are in the roster."
        )


def _mail_buttons(mails: Collection[Mailing], unsent: int, send: str) -> Iterator[Button]:
    failed = sum(mail.state in (mail.State.FAILED, mail.State.QUEUED) for mail in mails)
    if unsent:
        yield Button(_send_title(unsent), send, fields=())
    elif failed > 1:
        yield Button(_("Try all of them again"), send, fields=())


def _send_title(unsent: int) -> str:
    title = ngettext(
        "Send to %(counter)s player who agreed", "Send to %(counter)s players who agreed", unsent
    )
    return title % {"counter": unsent}


def _could_agree(tournament: Tournament) -> Link | None:
    count = who_could_agree(tournament).count()
    if not count:
        return None
    title = ngettext(
        "%(counter)s player has an address and has not agreed: choose",
        "%(counter)s players have an address and have not agreed: choose",
        count,
    )
    return Link(
        title % {"counter": count}, reverse("people:consent", query={"evening": tournament.code})
    )


def _mail_line(mail: Mailing, send: str, *, again: bool) -> Context:
    try_again = Button(_("Try again"), send, "small", (("again", mail.pk),))
    return {
        "mail": mail,
        "sign": "wrong" if mail.state == mail.State.FAILED else "waiting",
        "words": _mail_words(mail, again=again),
        "answer": mail.answer if mail.state == mail.State.FAILED else "",
        "again": [try_again] if again else [],
    }


def _mail_words(mail: Mailing, *, again: bool) -> str:
    if mail.state == mail.State.FAILED:
        return str(mail.get_failure_display())
    if mail.state == mail.State.SENDING and again:
        return _("The program stopped while it was being sent: it may have arrived.")
    return str(mail.get_state_display())


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
    """Every place has been read out: everybody may see the standing, and the prizes follow."""
    final_hold.release_final(tournament=tournament, author=request.user)
    tell(request, _("The final standing is no longer held back."))
    gives_prizes = holds(request.user, ORGANIZER, evening=tournament.code)
    return redirect("desk:close" if gives_prizes else "desk:standings", tournament.code)
