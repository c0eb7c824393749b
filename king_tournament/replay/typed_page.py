"""The page of a hand that somebody typed for the judge: made of its address alone."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from frame.link_preview import LinkPreview, link_preview
from ground.addresses import readers_address
from king.cards import Wind
from king_tournament.replay.hand_page import step_of
from king_tournament.replay.typed_hand import KEYS, HandRecord, NoHand, TypedHand
from night.lookups import read_number
from wording.naming import contract_name, unit_name
from wording.sentences import say

LONGEST_NUMBER = 3
ADDRESS = "replay:typed_hand"


class Finding(NamedTuple):
    """A rule that the card before ``at`` breaks, in words."""

    at: int
    place: str
    wind: Wind
    sentence: str


def link_to(record: HandRecord) -> str | None:
    """Address that shows the hand to anybody. None if no link can tell it: a house edition's own
    contract, or cards that nobody can have played.
    """
    query = record.query
    try:
        if query is None or not TypedHand(record).states:
            return None
    except NoHand:
        return None
    return f"{resolve_url(ADDRESS)}?{query}"


@never_cache
@require_safe
def typed_hand(request: HttpRequest) -> HttpResponse:
    try:
        record = HandRecord.read(request.GET.dict())
        hand = TypedHand(record)
        step = step_of(hand, read_number(request.GET.get("at", ""), LONGEST_NUMBER) or 0)
    except NoHand:
        return render(request, "replay/no_hand.html", status=404)
    query = {key: value for key, value in request.GET.items() if key in KEYS}
    url = f"{request.path}?{urlencode(query)}"
    title = " + ".join(map(contract_name, record.contracts))
    end = hand.states[-1]
    context = {
        "hand": hand,
        "title": title,
        "url": url,
        "winds": hand.deal.winds,
        "counts": [
            (unit_name(contract.unit), end.units_of(contract).values())
            for contract in record.contracts
        ],
        "step": step | {"broken": [say(one.phrase) for one in hand.breaches.get(step["at"], ())]},
        "findings": list(_findings(hand)),
        "preview": _preview(request, title, url),
    }
    return render(request, "replay/typed_hand.html", context)


def _findings(hand: TypedHand) -> list[Finding]:
    words = _("Lap %(number)s") if hand.is_domino else _("Trick %(number)s")
    return [
        Finding(
            at,
            words % {"number": (at - 1) // len(hand.deal.winds) + 1},
            breach.wind,
            say(breach.phrase),
        )
        for at, breaches in hand.breaches.items()
        for breach in breaches
    ]


def _preview(request: HttpRequest, title: str, url: str) -> LinkPreview | None:
    words = _("A hand card by card")
    preview = link_preview(request, title, [words], static("king/icon-512.png"))
    site = readers_address(request)
    return preview and preview._replace(url=site + url if site else "")
