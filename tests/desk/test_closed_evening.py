"""A closed evening can only be read: no page of the desk has a button that would be refused or that
changes the evening.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import Resolver404, resolve

from king_tournament.demo import make_demo
from scoring.models import Sheet
from scoring.publishing.final_hold import release_final
from scoring.round_steps import make_results_official
from tests.accounts import signed_in
from tests.desk.filled import errors_in
from tests.evenings import entered
from tests.live.addresses import every_address
from tournaments.models import Tournament
from tournaments.services import close_tournament

pytestmark = pytest.mark.django_db

STAYS = {
    "desk:open_again": "the way to change something again",
    "desk:paper_of_the_end": "makes a paper",
    "desk:make_paper": "makes papers",
    "desk:export_boards": "a file to take away",
    "desk:copy_file": "a copy to take away",
    "desk:second_copy": "a place for the copies of every evening",
    "desk:send_results": "sends what stands",
    "desk:said": "asks what a sale was worth; nothing is written down",
    "desk:judge": "asks the judge, who writes nothing down",
    "desk:settings": "the circuit alone: which season counts the evening is no part of it",
    "desk:remove": "takes a trial evening, or one with nothing in it, away as a whole",
    "seasons:archive": "a file to take away",
    "desk:print": "makes a paper",
    "seasons:final_qualify": "shows who would play in another evening, a final",
}
"""Buttons that a closed evening keeps, each with its reason."""
FORMS_ALONE = {"desk:rule", "desk:type_board", "desk:import_boards", "people:import_entries"}
ONLY_READ = "The evening is closed: it can only be read."
OF_EVERY_PAGE = {"logout", "set_language"}
NOT_TRIED = {
    "desk:open_again",
    "desk:print",
    "desk:remove",
    "desk:second_copy",
    "desk:settings",
    "seasons:final_qualify",
}
"""Buttons of ``STAYS`` that need typed input, or would end the state in which the others are tried."""


class Presses(HTMLParser):
    """Collects the addresses and data that the buttons of a page send."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str, str]] = []
        self.form: dict[str, str] = {}
        self.forms: dict[str, dict[str, str]] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attributes}
        if tag == "form":
            self.form = values
            self.forms[values.get("id", "")] = values
        if "hx-post" in values:
            self.found.append((values["hx-post"], values.get("name", ""), values.get("value", "")))
        elif tag == "button" and values.get("type", "submit") == "submit":
            form = self.forms.get(values["form"], {}) if "form" in values else self.form
            if form.get("method") == "post":
                action = values.get("formaction") or form.get("action", "")
                self.found.append((action, values.get("name", ""), values.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = {}


def named(address: str) -> str:
    """Name of an address in the site map."""
    try:
        return resolve(re.sub(r"[?#].*", "", address)).view_name
    except Resolver404:
        return address


def pages_of_the_desk(desk: Client, evening: Tournament) -> dict[str, str]:
    pages = {}
    for address in every_address(evening):
        if not address.startswith(f"/desk/{evening.code}/"):
            continue
        answer = desk.get(address)
        kind = answer.get("Content-Type", "")
        if answer.status_code == 200 and not answer.streaming and kind.startswith("text/html"):
            pages[address] = answer.content.decode()
    return pages


def presses(pages: dict[str, str]) -> dict[tuple[str, str, str], str]:
    """Buttons of these pages, except those of every page, each with a page that has it."""
    pages_of_presses = {}
    for address, page in pages.items():
        for action, name, value in Presses(page).found:
            if named(action or address) not in OF_EVERY_PAGE:
                pages_of_presses[action or address, name, value] = address
    return pages_of_presses


def closed(evening: Tournament) -> Tournament:
    release_final(tournament=evening, author=None)
    if rounds := evening.rounds.all():
        early = str(evening.publications.count())
        make_results_official(tournament=evening, rounds=rounds, author=None, early=early)
    return close_tournament(tournament=Tournament.objects.get(pk=evening.pk), author=None)


def finished() -> Tournament:
    return make_demo(seed=4, tables=1, rounds=1, language="it", stage="finished")


def of_pairs() -> Tournament:
    return make_demo(
        seed=4, tables=1, rounds=1, language="it", stage="finished", ruleset="lab_coppie"
    )


def nobody_played() -> Tournament:
    """Nine players entered and their winds drawn, but no partita."""
    return entered(9, drawn=True, fee="5 €")


def what_it_is(evening: Tournament) -> list[object]:
    """Stored state of the evening, except its log and its papers."""
    here = {"table__round__tournament": evening}
    rows = Tournament.objects.filter(pk=evening.pk).values("closed_at", "settings", "draw_seed")
    querysets = [
        rows,
        evening.entries.values(),
        evening.rounds.values(),
        evening.publications.values(),
    ]
    return [list(one) for one in (*querysets, Sheet.objects.filter(**here).values())]


@pytest.mark.parametrize(
    "make", [finished, of_pairs, nobody_played], ids=lambda make: make.__name__
)
def test_every_page_of_a_closed_evening_is_read_only_and_says_so(
    make: Callable[[], Tournament],
) -> None:
    evening = closed(make())
    desk = signed_in("anna", "organizer", "arbiter", "dealing")
    desk.cookies["django_language"] = "en"
    pages = pages_of_the_desk(desk, evening)
    assert f"/desk/{evening.code}/players/" in pages
    pages_of_presses = presses(pages)
    assert {
        press: page for press, page in pages_of_presses.items() if named(press[0]) not in STAYS
    } == {}
    assert "desk:open_again" in {named(action) for action, _name, _value in pages_of_presses}
    assert silent(pages, evening) == set()
    assert leading_nowhere(pages) == set()
    before = what_it_is(evening)
    once = {named(press[0]): press for press in pages_of_presses}
    for action, name, value in (once[each] for each in once.keys() - NOT_TRIED):
        answer = desk.post(action, {name: value} if name else {})
        assert answer.status_code < 400, action
        assert errors_in(answer) == [], action
        desk.cookies.pop("messages", None)
        assert what_it_is(evening) == before, action


def silent(pages: dict[str, str], evening: Tournament) -> set[str]:
    """Whole pages without exactly one link for opening the evening again, or without the note that
    it is closed.
    """
    again = f'href="/desk/{evening.code}/close/#open-title"'
    return {
        address
        for address, page in pages.items()
        if page.lstrip().lower().startswith("<!doctype")
        and (page.count(again) != 1 or (ONLY_READ not in page and "/settings/" not in address))
    }


def leading_nowhere(pages: dict[str, str]) -> set[tuple[str, str]]:
    """Links to pages that are only a form, from which a closed evening redirects, and links to
    missing parts of a page.
    """
    dead_links = set()
    for address, page in pages.items():
        for link in re.findall(r'href="(/[^"]*)"', page):
            place, _hash, part = link.partition("#")
            if named(link) in FORMS_ALONE or (
                part and place in pages and f'id="{part}"' not in pages[place]
            ):
                dead_links.add((address, link))
    return dead_links


def test_whoever_may_not_open_a_closed_evening_again_is_not_led_there() -> None:
    evening = closed(entered(1))
    arbiter = signed_in("lia", "arbiter")
    arbiter.cookies["django_language"] = "en"
    page = arbiter.get(f"/desk/{evening.code}/players/").content.decode()
    assert ONLY_READ in page
    assert "#open-title" not in page
