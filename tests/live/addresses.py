"""Every public address of an evening, so that secrets can be looked for in all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from frame import page_cache
from scoring import standings_cache
from scoring.models import FinalHold
from screens.pages.screen import Role
from tests.printing.pages import texts_of
from tournaments.models import Place, Player, Tournament

CSV_LISTS = "overall", "partita-1", "partita-2", "seats", "tables"


def addresses(tournament: Tournament) -> list[str]:
    """Public addresses of an evening, with those for programs, that could reveal something of its
    first partita.
    """
    code, base = tournament.code, f"/api/tournaments/{tournament.code}/"
    pages = [
        reverse(f"live:{name}", args=[code])
        for name in (
            "evening",
            "standing",
            "boards",
            "standings_paper",
            "results_workbook",
            "result",
            "evening_picture",
        )
    ]
    pages += [reverse(name) for name in ("live:calendar", "live:feed")]
    pages += [reverse("live:csv_list", args=[code, key]) for key in CSV_LISTS]
    pages += [
        reverse(f"live:{name}", args=[code, 1])
        for name in (
            "boards_file",
            "hand_records",
            "document",
            "entry",
            "player_paper",
            "player_picture",
        )
    ]
    pages += [reverse(f"live:{name}", args=[code, 1, 1]) for name in ("table", "board")]
    pages += [reverse("screens:screen", args=[code, role]) for role in Role.values]
    pages += [
        base + tail
        for tail in (
            "",
            "entries/",
            "rounds/",
            "rounds/1/tables/",
            "rounds/1/sheets/",
            "rounds/1/tables/1/sheet/",
            "rounds/1/boards/",
            "standings/",
            "standings/last/",
        )
    ]
    agreed = (
        Player.objects.filter(memberships__tournament=tournament)
        .exclude(page_code="")
        .values_list("page_code")
    )
    pages += [
        reverse(name, args=code)
        for code in agreed
        for name in ("people:public", "people:public_paper", "people:public_picture")
    ]
    return pages


def everything_said(client: Client, tournament: Tournament) -> str:
    return "\n".join(
        client.get(address).content.decode("utf-8", "replace") for address in addresses(tournament)
    )


def page_text(client: Client, address: str) -> str:
    """Return the page at an address; it must answer 200."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def get_anew(client: Client, address: str, query: dict[str, str] | None = None, **more: Any) -> Any:
    """Get a page with empty caches, so that its view runs and the answer has the template's context."""
    page_cache.forget()
    standings_cache.forget()
    return client.get(address, query or {}, **more)


# --- all addresses, and places of standings that are revealed step by step

MASKED = (
    rb'data-stamp="\w+"|stamp=\w+|made_at": [\d.]+|"revision":\d+|data-left>[\d:]+'
    rb"|csrfmiddlewaretoken.{0,120}|X-CSRFToken.{0,90}"
)
"""Parts that differ each time: stamps, tokens, the server's clock, the time left for protests, revisions."""


def patterns(
    resolver: URLResolver | None = None, before: str = ""
) -> Iterator[tuple[str, URLPattern]]:
    """Yield the route and pattern of every address of the site."""
    for pattern in (resolver or get_resolver()).url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern, route)
        else:
            yield route, pattern


def every_address(evening: Tournament) -> list[str]:
    """Every address of the site, filled with values of this evening. New addresses are included
    automatically; a new kind of parameter has to be added to ``values``.
    """
    place = Place.objects.filter(tournament=evening).first() or evening
    values = {
        "table": "1",
        "board": "1",
        "hand": "1",
        "pk": "1",
        "kind": "pdf",
        "key": "0" * 32,
        "rest": "x",
        "object_id": "1",
        "app_label": "scoring",
        "content_type_id": "1",
        "url": "x",
        "reason": "x",
        "role": "overall",
        "line": "1",
        "place": "1-2",
        "part": "A",
        "partita": "1",
    }
    paths = []
    for number, (route, _pattern) in product("12", patterns()):
        code = place.code if route.startswith(("t/", "api/tables/")) else evening.code
        code = {"rules/": evening.ruleset}.get(route[:6], code)
        here = values | {"code": code, "number": number, "round": number}
        route = re.sub(
            r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)",
            lambda name, here=here: here[name[1] or name[2]],
            route,
        )
        paths.append("/" + re.sub(r"[\^$]|\\Z", "", route).replace("\\.", "."))
    # One route serves several lists.
    paths += [reverse("live:csv_list", args=[evening.code, key]) for key in CSV_LISTS]
    paths += [reverse("screens:screen", args=[evening.code, role]) for role in Role.values]
    paths += [f"/live/{evening.code}/?q=player", f"/live/{evening.code}/?q=1", "/live/?page=1"]
    return sorted({*paths})


def masked(body: bytes) -> bytes:
    """Answer without the parts that differ each time. A PDF gives its words without times of day."""
    if body.startswith(b"%PDF"):
        words = "\n".join(texts_of(body))
        return re.sub(r"\d\d[:.]\d\d", "", words).encode()
    return re.sub(MASKED, b"", body, flags=re.DOTALL)


def places_on(page: str) -> list[tuple[str, str, str]]:
    """List, place and name of every line that a page shows, in the page's order."""
    places = []
    for part in re.findall(r'<li class="reveal-list">(.*?)</ul>', page, re.DOTALL):
        title = re.search(r"<h2>(.*?)</h2>", part, re.DOTALL)
        assert title is not None
        words = re.sub(r"<[^>]*>", " ", title[1]).split()[-1]
        places += [
            (words, *line)
            for line in re.findall(
                r'rank">(\d+)</b>\s*<span class="reveal-name">\s*<span class="name" translate="no">(.*?)</span>',
                part,
            )
        ]
    return places


NAMES = {"N": "North", "E": "East", "S": "South", "W": "West", "overall": "Overall"}


def places_shown(hold: FinalHold) -> list[tuple[str, str, str]]:
    """List, place and entry of every revealed line, latest step first, as in ``places_on``."""
    return [
        (NAMES[step["standing"]], str(step["rank"]), line["entry"])
        for step in reversed(hold.steps[: hold.shown])
        for line in step["lines"]
    ]
