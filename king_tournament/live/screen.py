"""The hall's screen: pages that turn by themselves, made of what everybody may see."""

from __future__ import annotations

import io
from dataclasses import dataclass

import segno
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from king_tournament.addresses import public_address
from king_tournament.live.hall import Hall, hall_of
from king_tournament.live.standing_page import RoundLists, StandingPage, standing_page
from king_tournament.live.visible import last_posted, seated_rounds
from scoring.holding import awaits_prize_giving
from scoring.reopened import UnderReview, under_review
from tournaments.models import Round, Tournament


@dataclass(frozen=True)
class Screen:
    """What turns: the hall of the partita that is being seated or played, the last standing posted.

    ``last`` are the lists by wind of the partita posted last; the seats leave the screen when its results come.
    """

    tournament: Tournament
    hall: Hall | None
    playing: bool
    standing: StandingPage | None
    last: RoundLists | None
    awaits: bool
    review: UnderReview
    address: str
    square: SafeString


def screen_of(tournament: Tournament, request: HttpRequest) -> Screen:
    """The screen as of now."""
    round_ = seated_rounds(tournament).last()
    hall = None
    if round_ is not None and not round_.is_closed:
        round_.tournament = tournament
        hall = hall_of(round_)
    posted = last_posted(tournament)
    standing = standing_page(posted) if posted is not None else None
    address = public_address(request) + reverse("live:evening", args=[tournament.code])
    return Screen(
        tournament=tournament,
        hall=hall,
        playing=hall is not None and hall.round.stage == Round.Stage.PLAYING,
        standing=standing,
        last=standing.rounds[-1] if standing is not None and standing.rounds else None,
        awaits=awaits_prize_giving(tournament),
        review=under_review(tournament, posted.publication if posted is not None else None),
        address=address,
        square=_square(address),
    )


def _square(address: str) -> SafeString:
    """The address as a QR code: black on white whatever the theme, or no camera reads it."""
    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        drawn, kind="svg", xmldecl=False, svgns=True, border=2, dark="#000", light="#fff", omitsize=True
    )
    return mark_safe(drawn.getvalue().decode())
