"""The filled button is the next step and is never refused: each one is pressed on each page in each
state of an evening.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from scoring.models import Sheet
from scoring.publishing.final_hold import hold_final, release_final
from scoring.round_steps import close_round, make_results_official, start_round
from scoring.sheet_steps import close_sheet, hand_in, reopen_sheet
from tests.desk.filled import Filled, errors_in, filled_words
from tests.evenings import closed, fill, fill_quickly
from tests.services import thorough
from tournaments import entries
from tournaments.board_steps import seal_boards
from tournaments.models import Player, Round, Tournament
from tournaments.round_seating import plan_round
from tournaments.seat_changes import publish_seating, withdraw_seating
from tournaments.wind_draw import draw_winds

pytestmark = pytest.mark.django_db


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


def refusals(client: Client, evening: Tournament) -> list[str]:
    """Press the filled buttons of all pages; return their refusals. A button that many pages have
    is pressed once, and a page is visited once.
    """
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


def until_seats_are_published(evening: Tournament) -> Iterator[str]:
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
    yield "published"
    came(evening)
    yield "published, and somebody has no seat"
    absent(evening, 21)
    absent(evening, 3)
    yield "published, and somebody left"
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
    """The evening has two partite, and troubles on the way that are put right again."""
    evening = make_evening(0, planned_rounds=2, **more)
    states = chain(
        until_seats_are_published(evening),
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
    assert filled_words(page) == ["Seat partita 1 again"]


# --- an odd number of players: no page contradicts another

DECIDES = re.compile(r"/(?:prepare/\d+|players/house/\w+|play/\d+/(?:plan|late/\d+|fill))/$")
"""Buttons that decide which players rest and which complete a table."""


def decisions(client: Client, evening: Tournament, partita: int = 1) -> set[tuple[str, str]]:
    """Filled buttons of all pages that decide this, each with its way, and ("ask", link) for pages
    that link to the question. Buttons for another partita's seats are left out.
    """
    found, other = set(), f"/play/{3 - partita}/"
    for page in dict.fromkeys(pages_of(evening)):
        answer = client.get(page)
        if answer.status_code != 200:
            continue
        filled = Filled(answer.content.decode())
        for action, sent in filled.presses:
            if DECIDES.search(action) and other not in action:
                found.add((action, sent.get("way", "")))
        found |= {("ask", link) for link in filled.links if link.endswith("#odd")}
    return found


def asked_and_pressed(
    client: Client, evening: Tournament, partita: int, way: str, *, odd: bool
) -> None:
    """Every page has the same decision or links to it. The filled button then seats the players,
    and the page of the seats does not ask again while the paper is being made.
    """
    found = decisions(client, evening, partita)
    presses = {one for one in found if one[0] != "ask"}
    assert presses == {(f"/desk/{evening.code}/prepare/{partita}/", way)}
    assert (presses != found) == odd
    page = client.get(reverse("desk:players", args=[evening.code])).content.decode()
    while not evening.rounds.filter(number=partita, tables__isnull=False).exists():
        [(action, sent)] = Filled(page).presses
        page = client.post(action, sent, follow=True).content.decode()
    assert decisions(client, evening, partita) == set()
    page = client.get(reverse("desk:play", args=[evening.code, partita])).content.decode()
    assert filled_words(page) == []


def seated(evening: Tournament, partita: int) -> tuple[int, int, int]:
    """Numbers of tables, of players who rest, and of players who complete a table."""
    round_ = evening.rounds.get(number=partita)
    filling = evening.entries.filter(fills=True, seats__round=round_).count()
    return round_.tables.count(), len(round_.seating_note.get("sitting_out", ())), filling


@pytest.mark.parametrize(
    ("people", "first", "second"),
    [
        (5, (1, 1, 0), (2, 0, 2)),
        (21, (5, 1, 0), (6, 0, 2)),
        (22, (6, 0, 2), (6, 0, 1)),
        (23, (6, 0, 1), (6, 0, 0)),
        (24, (6, 0, 0), (6, 1, 0)),
    ],
)
def test_no_page_of_an_odd_evening_contradicts_another(
    people: int,
    first: tuple[int, int, int],
    second: tuple[int, int, int],
    organizer: Client,
    make_evening: Callable[..., Tournament],
) -> None:
    """One more player comes during the first partita and plays the second. By rule 13.10 the way
    that affects fewest people is proposed, and players who complete a table make room.
    """
    evening = make_evening(people, planned_rounds=2)
    _tables, rest, fill = first
    way = "house" if fill else "lot" if rest else ""
    asked_and_pressed(organizer, evening, 1, way, odd=bool(rest or fill))
    assert seated(evening, 1) == first
    publish_seating(round=evening.rounds.get(), author=None)
    round_ = start_round(round=Round.objects.select_related("tournament").get(), author=None)
    assert decisions(organizer, evening) == set()
    came(evening)
    newest = evening.entries.get(number=people + fill + 1)
    late = {(f"/desk/{evening.code}/play/1/late/{newest.pk}/", "")}
    assert decisions(organizer, evening) == (late if fill else set())
    fill_quickly(round_)
    closed(round_)
    evening = Tournament.objects.get(pk=evening.pk)
    asked_and_pressed(organizer, evening, 2, "lot" if second[1] else "house", odd=True)
    assert seated(evening, 2) == second
