"""The filled button is what comes next, and is never refused: pressed on each page in each state of
an evening.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from itertools import chain

import pytest
from django.contrib.messages import ERROR, get_messages
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.models import Sheet
from scoring.publishing.final_hold import hold_final, release_final
from scoring.round_steps import close_round, make_results_official, start_round
from scoring.sheet_steps import close_sheet, hand_in, reopen_sheet
from tests.evenings import fill
from tests.services import thorough
from tournaments import entries
from tournaments.board_steps import seal_boards
from tournaments.models import Player, Round, Tournament
from tournaments.round_seating import plan_round
from tournaments.seat_changes import publish_seating, withdraw_seating
from tournaments.wind_draw import draw_winds

pytestmark = pytest.mark.django_db


class Filled(HTMLParser):
    """The filled links, and the filled buttons with what their forms would send."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.presses: list[tuple[str, dict[str, str]]] = []
        self.form: dict[str, str] | None = None
        self.fields: dict[str, str] = {}
        self.filled: list[dict[str, str]] = []
        self.lacks = False
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        filled = "btn-primary" in given.get("class", "").split()
        if tag == "a" and filled:
            self.links.append(given["href"])
        elif tag == "form":
            self.form, self.fields, self.filled, self.lacks = given, {}, [], False
        elif tag == "button" and filled and self.form is not None:
            self.filled.append(given)
        elif tag in ("input", "select", "textarea") and self.form is not None:
            self.lacks |= "required" in given and not given.get("value")
            is_sent = given.get("type") not in ("checkbox", "radio", "file") or "checked" in given
            if "name" in given and is_sent and "disabled" not in given:
                self.fields[given["name"]] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag != "form" or self.form is None:
            return
        for button in self.filled:
            if self.form.get("method") == "post" and not self.lacks:
                sent = self.fields | (
                    {button["name"]: button.get("value", "")} if "name" in button else {}
                )
                self.presses.append((button.get("formaction") or self.form.get("action", ""), sent))
        self.form = None


def filled_words(page: str) -> list[str]:
    words = re.findall(r'class="btn btn-primary[^>]*>(.*?)</(?:a|button)>', page, re.DOTALL)
    return [" ".join(word.split()) for word in words]


def pages_of(evening: Tournament) -> Iterator[str]:
    for name in (
        "tournament",
        "players",
        "winds",
        "print",
        "standings",
        "close",
        "rulings",
    ):
        yield reverse(f"desk:{name}", args=[evening.code])
    yield reverse("screens:reveal", args=[evening.code])
    for number in range(1, evening.planned_rounds + 1):
        yield reverse("desk:play", args=[evening.code, number])
    for round_ in evening.rounds.all():
        yield reverse("desk:play", args=[evening.code, round_.number])
        if evening.plays_boards:
            yield reverse("desk:boards", args=[evening.code, round_.number])
        for table in round_.tables.order_by("number")[: 2 if thorough() else 1]:
            yield reverse("desk:sheet", args=[evening.code, round_.number, table.number])
            yield reverse("desk:who_sits", args=[evening.code, round_.number, table.number])


class PutBack(Exception):
    pass


def errors_in(answer: HttpResponse) -> list[str]:
    return [str(m) for m in get_messages(answer.wsgi_request) if m.level == ERROR]


def refusals(client: Client, evening: Tournament) -> list[str]:
    """What many pages offer is pressed once, and a page that was looked at needs no second look."""
    pages, presses, links = set(), {}, {}
    for page in pages_of(evening):
        answer = client.get(page)
        if answer.status_code == 200:
            pages.add(page)
            filled = Filled(answer.content.decode())
            links |= {link.partition("#")[0]: page for link in filled.links}
            for action, sent in filled.presses:
                sent.pop("csrfmiddlewaretoken", None)
                presses[action.partition("#")[0] or page, tuple(sent.items())] = page
    refused = []
    for link in links.keys() - pages:
        followed = client.get(link, follow=True)
        if followed.status_code != 200 or errors_in(followed):
            refused.append(f"{links[link]}: {link}")
    for (action, sent), page in presses.items():
        try:
            with transaction.atomic():
                pressed = client.post(action, dict(sent))
                if pressed.status_code >= 400 or errors_in(pressed):
                    answer = f"{pressed.status_code} {errors_in(pressed)}"
                    refused.append(f"{page}: {action} {sent} {answer}")
                raise PutBack
        except PutBack:
            client.cookies.pop("messages", None)
    return refused


def absent(evening: Tournament, *numbers: int) -> None:
    for number in numbers:
        entries.set_present(entry=evening.entries.get(number=number), present=False, author=None)


def came(evening: Tournament, count: int = 1) -> None:
    for _place in range(count):
        player = Player.objects.create(surname=f"Tardi{Player.objects.count()}")
        entries.enter_player(tournament=evening, player=player, author=None)


def sealed(evening: Tournament) -> Round:
    round_ = evening.rounds.order_by("-number").first()
    if evening.plays_boards:
        seal_boards(round=round_, author=None)
    return evening.rounds.get(pk=round_.pk)


def planned(evening: Tournament) -> Round:
    return plan_round(tournament=evening, author=None)


def in_play(evening: Tournament) -> Round:
    publish_seating(round=planned(evening), author=None)
    return start_round(round=sealed(evening), author=None)


def sheets(round_: Round) -> list[Sheet]:
    return list(
        Sheet.objects.filter(table__round=round_).select_related("table__round__tournament")
    )


def played(evening: Tournament) -> Round:
    round_ = in_play(evening)
    for sheet in sheets(round_):
        close_sheet(sheet=fill(sheet), author=None)
    return close_round(round=round_, author=None)


def back(evening: Tournament, number: int) -> None:
    entries.set_present(entry=evening.entries.get(number=number), present=True, author=None)


def until_seats_are_posted(evening: Tournament) -> Iterator[str]:
    yield "nobody is entered"
    came(evening, 3)
    yield "three players"
    came(evening, 14)
    yield "one too many"
    absent(evening, 17)
    yield "four tables"
    draw_winds(tournament=evening, author=None)
    yield "drawn"
    came(evening)
    yield "drawn, and one too many"
    absent(evening, 18)
    planned(evening)
    yield "planned"
    came(evening)
    yield "planned, and somebody has no seat"
    absent(evening, 3)
    yield "planned, one came and one left"
    absent(evening, 19)
    yield "planned, and somebody left"
    sealed(evening)
    yield "sealed, and somebody left"
    back(evening, 3)
    yield "sealed"
    came(evening)
    yield "sealed, and somebody has no seat"
    absent(evening, 20)


def until_tables_play(evening: Tournament) -> Iterator[str]:
    publish_seating(round=evening.rounds.get(), author=None)
    yield "posted"
    came(evening)
    yield "posted, and somebody has no seat"
    absent(evening, 21)
    absent(evening, 3)
    yield "posted, and somebody left"
    back(evening, 3)
    withdraw_seating(round=evening.rounds.get(), author=None, reason="Un tavolo di più.")
    yield "taken back"
    publish_seating(round=evening.rounds.get(), author=None)
    start_round(round=evening.rounds.get(), author=None)
    yield "in play"


def until_the_first_partita_is_over(evening: Tournament) -> Iterator[str]:
    absent(evening, 3)
    yield "an empty chair in play"
    back(evening, 3)
    first, *others = sheets(evening.rounds.get())
    fill(first)
    yield "a sheet is whole"
    hand_in(sheet=first, by="p1")
    yield "a sheet is handed in"
    close_sheet(sheet=first, author=None)
    yield "a sheet is closed"
    for sheet in others:
        close_sheet(sheet=fill(sheet), author=None)
    yield "every sheet is closed"
    close_round(round=evening.rounds.get(), author=None)
    yield "the first partita is closed"
    reopen_sheet(sheet=first, author=None, reason="Una riga.")
    yield "a sheet is open again"
    close_sheet(sheet=first, author=None)
    yield "a sheet was corrected"
    absent(evening, 4)
    yield "the first partita is closed, and somebody left"
    back(evening, 4)


def until_the_evening_is_official(evening: Tournament) -> Iterator[str]:
    hold_final(tournament=evening, author=None)
    played(Tournament.objects.get(pk=evening.pk))
    yield "the last partita is closed, its standing held"
    release_final(tournament=evening, author=None)
    yield "the final standing is shown"
    make_results_official(tournament=evening, rounds=evening.rounds.all(), author=None, early="2")
    yield "official"


@pytest.mark.at_length
@pytest.mark.parametrize(
    "more", [{}, {"wind_policy": "redraw"}], ids=["winds kept", "winds drawn anew"]
)
def test_no_filled_button_is_refused_in_any_state_of_an_evening(
    organizer: Client, make_evening: Callable[..., Tournament], more: dict[str, object]
) -> None:
    """One evening of two partite, with what goes wrong on the way put right again."""
    evening = make_evening(0, planned_rounds=2, **more)
    states = chain(
        until_seats_are_posted(evening),
        until_tables_play(evening),
        until_the_first_partita_is_over(evening),
        until_the_evening_is_official(evening),
    )
    refused = {
        state: refusals(organizer, Tournament.objects.get(pk=evening.pk)) for state in states
    }
    assert {state for state in refused if refused[state]} == set(), refused


def test_the_players_page_leads_to_the_seating_that_no_longer_fits_and_does_not_promise_to_publish_it(
    organizer: Client, make_evening: Callable[..., Tournament]
) -> None:
    evening = make_evening(8, drawn=True)
    planned(evening)
    came(evening)
    page = organizer.get(reverse("desk:players", args=[evening.code])).content.decode()
    assert filled_words(page) == ["Correct the seating"]
