"""Rights of each role at the desk, tried at every address, and the pages' links and buttons, which
match them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import Group
from django.db import connection, transaction
from django.test import Client
from django.urls import resolve

from ground.roles import ARBITER, DEALING, HELPER, ORGANIZER
from king_tournament.accounts import services
from scoring.publishing.final_hold import hold_final, release_final
from scoring.sheet_steps import close_sheet, hand_in
from tests.accounts import browser_of
from tests.desk.hall import SECOND_HALF, address
from tests.evenings import (
    a_tournament,
    enter,
    fill,
    held_evening,
    in_play,
    kept,
    played,
    sealed_round,
    sheet_of,
)
from tests.hidden import OF_ACCOUNTS, TABLES
from tournaments import services as tournaments_services
from tournaments.circuits import Circuit
from tournaments.models import Player, Tournament

pytestmark = pytest.mark.django_db
GET, POST = "get", "post"
OF_A_FINAL = "qualify", "make", "lot", "play-off", "take-back", "decline", "return"
OF_A_HALL = "open", "ask", "close", "send", "end", "fetch", "report", "squares", "square"
CLUB = {
    "home",
    "search_everywhere",
    "new",
    "demo",
    "rehearsal",
    "calls_everywhere",
    "people:roster",
    "people:add",
    "people:player",
    "people:import_roster",
    "people:undo",
    "people:person",
    "people:person_paper",
    "people:export",
    "people:forget",
    "people:duplicates",
    "people:merge",
    "people:grades",
    "people:members",
    "people:members_file",
    "people:consent",
    "people:enrol_again",
    "people:enrol",
    "people:pay",
    "people:unpaid",
    "people:leave",
    "rules",
    "rules_page",
    "editions",
    "edition_new",
    "edition_import",
    "edition",
    "edition_offer",
    "edition_withdraw",
    "edition_remove",
    "edition_export",
    "seasons:circuit",
    "seasons:circuit_final",
    *(f"seasons:circuit_final_{name}" for name in OF_A_FINAL),
    "seasons:circuit_archive",
    "seasons:archive_in",
    "simultaneous:join",
    "simultaneous:guests",
    "simultaneous:guests_export",
    "simultaneous:guests_forget",
}
"""Pages that do not belong to an evening."""
FOR_ARBITERS = {
    "home",
    "search_everywhere",
    "calls_everywhere",
    "rules",
    "rules_page",
    "people:person",
    "people:person_paper",
}
ORGANIZERS = CLUB - FOR_ARBITERS | {
    "close",
    "close_hold",
    "close_release",
    "close_official",
    "keep_prizes",
    "paper_of_the_end",
    "send_results",
    "end",
    "open_again",
    "remove",
    "prepare",
    "find_filler",
    "settings",
    "change_rules",
    "people:import_entries",
    "copy",
    "copy_file",
    "second_copy",
    "confirm_second",
    "seasons:archive",
    "standings_folder",
    "seasons:final",
    *(f"seasons:final_{name}" for name in OF_A_FINAL),
    *(f"simultaneous:hall_{name}" for name in OF_A_HALL),
}
CARDS = {"type_board", "import_boards", "export_boards", "list_decks", "list_ticks"}
PREPARERS = {
    "seal",
    "deal_with_datum",
    "deal_again",
    "put_aside",
    "replace_board",
    "blind",
    "play_blind",
}
BOARDS_AND_PAPER = {
    "boards",
    "print",
    "print_needed",
    "print_queue",
    "print_file",
    "print_again",
    "list_plan",
}
SHEETS = {
    "play",
    "find_table",
    "find_typed_table",
    "sheet",
    "save_sheet",
    "choose_paper",
    "first_dealer",
    "hand_in",
    "rows",
    "sheet_state",
}
CLUBS_OWN = {
    "change_rules",
    "copy",
    "copy_file",
    "second_copy",
    "confirm_second",
    "seasons:archive",
    "seasons:final",
    *(f"seasons:final_{name}" for name in OF_A_FINAL),
}
"""Pages at an evening's address that concern all evenings."""
SOMEWHERE = {"home", "search_everywhere", "rules", "rules_page"}
"""Pages that a role for any evening may open."""
OF_THE_CENTRE = re.compile(r"simultaneous:(centre|events)")
"""Pages of an event; tests/simultaneous/test_sealed_events.py tests their rights."""
OF_EVENINGS = [name for name in SECOND_HALF if not OF_THE_CENTRE.match(name)]
ALL = set(OF_EVENINGS)
MAY = {
    ORGANIZER: ALL - {"confirm_second"},
    ARBITER: ALL - ORGANIZERS - CARDS - PREPARERS,
    DEALING: SOMEWHERE
    | {"tournament", "search", "copy", "confirm_second"}
    | BOARDS_AND_PAPER
    | CARDS
    | PREPARERS,
    HELPER: SOMEWHERE | {"tournament", "search"} | SHEETS,
}


@kept
def _evenings() -> Tournament:
    seated = sealed_round(a_tournament(), started=False).tournament
    seated.entries.filter(number=1).update(present=False)
    enter(seated, "Tardi")
    tournaments_services.change_settings(
        tournament=in_play().tournament, author=None, round_minutes=60
    )
    last = played().tournament
    last.circuit = Circuit.objects.create(code="c2rcuit", name="Inverno")
    last.save(update_fields=["circuit"])
    return last


@pytest.fixture
def evenings() -> list[Tournament]:
    """Make three evenings: seated, in play, and with a partita played."""
    _evenings()
    return list(Tournament.objects.order_by("pk"))


def browser(*roles: str, evening: Tournament | None = None) -> Client:
    user = services.create_account(
        username=f"{roles}{evening}", password="x", roles=roles, evening=evening
    )
    return browser_of(user)


def addresses(evening: Tournament) -> Iterator[tuple[str, str]]:
    player = Player.objects.first()
    for name in OF_EVENINGS:
        yield name, address(name, evening, pk=player.pk if player else 1)


def status(client: Client, method: str, url: str, data: dict[str, str] | None = None) -> int:
    """Status of the answer; changes are rolled back."""
    with transaction.atomic():
        answer = getattr(client, method)(url, data or {})
        transaction.set_rollback(True)
    return answer.status_code


class LetIn(BaseException):
    """Raised when a request reads the evening's rows, so it passed the guard. Derives from
    BaseException, so that no view catches it.
    """


def stop_at_the_evening(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
) -> Any:
    if not set(TABLES.findall(sql)) <= OF_ACCOUNTS:
        raise LetIn
    return execute(sql, params, many, context)


def is_refused(client: Client, method: str, url: str) -> bool:
    """Whether the account is refused before any of the evening's rows is read, as by a guard above
    every other decorator. A request that passes is stopped there.
    """
    try:
        with connection.execute_wrapper(stop_at_the_evening):
            return getattr(client, method)(url).status_code == 403
    except LetIn:
        return False


def refused(client: Client, evening: Tournament) -> set[tuple[str, str]]:
    return {
        (name, method)
        for name, url in addresses(evening)
        for method in (GET, POST)
        if is_refused(client, method, url)
    }


def expected(may: set[str]) -> set[tuple[str, str]]:
    return {(name, method) for name in ALL for method in (GET, POST) if name not in may}


@pytest.mark.at_length
@pytest.mark.parametrize("role", [ARBITER, ORGANIZER, DEALING, HELPER])
def test_a_role_may_do_at_every_address_what_stands_here(
    role: str, evenings: list[Tournament]
) -> None:
    assert refused(browser(role), evenings[1]) == expected(MAY[role])


@pytest.mark.at_length
@pytest.mark.parametrize("role", [ORGANIZER, HELPER])
def test_a_role_for_one_evening_is_one_there_and_none_elsewhere(
    role: str, evenings: list[Tournament]
) -> None:
    client = browser(role, evening=evenings[1])
    assert refused(client, evenings[1]) == expected(MAY[role] - CLUB - CLUBS_OWN | SOMEWHERE)
    assert refused(client, evenings[2]) == expected(SOMEWHERE)


# --- links and buttons


class Offers(HTMLParser):
    """Collects the links and buttons of a page: method, address, data of the button."""

    def __init__(self, page: str, body: str) -> None:
        super().__init__()
        self.page, self.found, self.form = page, set(), (GET, page)
        self.feed(body)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        for name in ("href", "hx-get", "data-url"):
            if has.get(name) and (name != "href" or tag == "a"):
                self.found.add((GET, has[name], ""))
        if has.get("hx-post"):
            self.found.add((POST, has["hx-post"], ""))
        if tag == "form":
            self.form = ((has.get("method") or GET).lower(), has.get("action") or self.page)
            if has.get("role") == "search":
                self.found.add((*self.form, ""))
        if tag == "button" and has.get("type") != "button":
            sent = f"{has['name']}={has.get('value', '')}" if has.get("name") else ""
            self.found.add((self.form[0], has.get("formaction") or self.form[1], sent))


OFFERED_AT_OTHER_TIMES = {
    "confirm_second",  # when a second place was chosen before anything was sealed
    "rows",
    "sheet_state",
    "change_wind",
    "plan_seating",
    "draw_seats_again",
    "publish_seating",
    "whole_paper",  # before the seating is published
    "undo_players",
    "people:undo",
    "print_needed",  # before the start
    "print_again",
    "print_file",
    "print_queue",  # when something was printed
    "codes_read",  # when its codes lead to an old address
    "said",  # where hands are sold
    "exchange_here",
    "stand_up",  # when somebody has just taken the chair of a player who completes a table
    "sit_right",  # where a table has said that it sits otherwise
    "rule_winds",  # below the preview of the ruling
    "screens:reveal",  # when the final standing is held back and published
    "people:person_paper",  # of somebody who has played
    "save_sheet",  # from a form of another place of the page
    "first_dealer",  # where the first dealer is drawn
    "sign",
    "take_back",
    "close_sheet",
    "accept_sheet",
    "take_call",
    "end_call",  # as the sheet stands
    "open_board",  # before it was opened
    "seal",
    "deal_with_datum",
    "deal_again",
    "put_aside",
    "replace_board",
    "play_blind",  # as the boards stand
    "start",
    "post_seats",
    "make_paper",
    "cancel_seating",
    "undo_start",
    "close_ready",
    "close_round",
    "back_to_play",  # as the partita stands
    "screens:resume",
    "screens:resume_here",
    "screens:undo_clock",
    "screens:undo_clock_here",  # once the clock was changed
    "publish",
    "hold",
    "release",
    "close_hold",
    "close_release",
    "close_official",
    "make_official",
    "withdraw_official",
    "settle_tie",
    "revoke_tie",
    "changed_winds",
    "answer_protest",
    *(f"screens:reveal_{name}" for name in ("next", "back", "all_back", "pause", "go_on")),
    "screens:begin_reveal",
    "screens:end_reveal",
    "screens:remote",
    "reveal_release",  # as the standing stands
    "return",
    "unranked",
    "ranked",
    "paid",
    "unpaid",
    "name_entry",
    "join_entries",
    "earlier",
    "leave_entry",
    "sit_down",  # as the entries are
    "simultaneous:hall",  # of an evening that takes part in an event
}


def not_allowed(found: Iterable[tuple[str, str, str]], may: set[str]) -> set[tuple[str, str]]:
    """Offered addresses that are refused to this account, by the expectations of the tests above."""
    return {(name, method) for method, name, _sent in found} & (expected(may) | {("accounts", GET)})


def offers(
    client: Client, evening: Tournament, may: set[str]
) -> dict[tuple[str, str, str], tuple[str, str]]:
    """Links and buttons of the account's pages, by method, name and data sent; each with a page
    that has it. Pages that the account ``may`` open are not refused.
    """
    found: dict[tuple[str, str, str], tuple[str, str]] = {}
    for name, page in addresses(evening):
        answer = client.get(page)
        assert (answer.status_code == 403) == (name not in may), page
        if answer.status_code != 200 or "html" not in answer["Content-Type"]:
            continue
        for method, url, sent in Offers(page, answer.content.decode()).found:
            path = urlsplit(url)._replace(fragment="").geturl() if url.startswith("/") else page
            if path.startswith(("/desk/", "/accounts/")) and not path.startswith(
                "/accounts/logout"
            ):
                found.setdefault(
                    (method, resolve(urlsplit(path).path).view_name.removeprefix("desk:"), sent),
                    (path, page),
                )
    return found


@pytest.mark.at_length
@pytest.mark.parametrize(
    "role",
    [ARBITER, *(pytest.param(role, marks=pytest.mark.at_length) for role in (DEALING, HELPER))],
)
def test_the_pages_offer_a_role_what_it_may_do_and_nothing_else(
    role: str, evenings: list[Tournament]
) -> None:
    client = browser(role)
    found = [offer for evening in evenings for offer in offers(client, evening, MAY[role])]
    assert not_allowed(found, MAY[role]) == set()
    assert MAY[role] - {name for _method, name, _sent in found} <= OFFERED_AT_OTHER_TIMES


@pytest.mark.at_length
@pytest.mark.parametrize("role", [ORGANIZER, ARBITER])
def test_the_pages_offer_a_role_for_one_evening_nothing_beyond_it(
    role: str, evenings: list[Tournament]
) -> None:
    may = MAY[role] - CLUB - CLUBS_OWN | SOMEWHERE
    found = offers(browser(role, evening=evenings[1]), evenings[1], may)
    assert not_allowed(found, may) == set()


def test_a_helper_takes_no_step_of_the_arbiter_and_reads_no_ruling(
    evenings: list[Tournament],
) -> None:
    client, evening = browser(HELPER), evenings[2]
    page = client.get(f"/desk/{evening.code}/play/1/1/").content.decode()
    assert (
        "Cuori non risposto"
        in browser(ARBITER).get(f"/desk/{evening.code}/play/1/1/").content.decode()
    )
    assert "Cuori non risposto" not in page
    steps = ("take-back", "close", "accept", "reopen", "take-call", "end-call")
    assert {status(client, POST, f"/desk/{evening.code}/play/1/1/{step}/") for step in steps} == {
        403
    }
    presses = MAY[HELPER] - {"play", "sheet", "reading"}
    offered = {
        (name, sent)
        for method, name, sent in offers(client, evenings[1], MAY[HELPER])
        if method == POST and name in presses
    }
    assert offered == {
        ("hand_in", "on=1"),
        ("choose_paper", "paper=units"),
        ("choose_paper", "paper=points"),
    }
    assert status(client, POST, f"/desk/{evenings[1].code}/play/1/1/hand-in/") == 302


def test_a_helper_opens_no_closed_sheet_while_the_final_standing_is_held_back() -> None:
    evening = held_evening()
    helper, wall = browser(HELPER), f"/desk/{evening.code}/play/2/"
    asked = [helper.get(f"{wall}1/"), helper.get(f"{wall}1/state/"), helper.post(f"{wall}1/rows/")]
    assert [answer.status_code for answer in asked] == [403] * 3
    assert all("held back until the prize-giving" in answer.content.decode() for answer in asked)
    # The script of an open page shows the message instead of a sign-in page.
    assert all(answer.json()["code"] == "kept_shut" for answer in asked[1:])
    shown = helper.get(wall).content.decode()
    assert f'href="{wall}1/"' not in shown
    assert "held back until the prize-giving" in shown
    assert f'href="{wall}1/"' in browser(ARBITER).get(wall).content.decode()
    release_final(tournament=evening, author=None)
    assert helper.get(f"{wall}1/").status_code == 200


def test_a_helper_types_on_while_the_final_standing_will_be_held_back() -> None:
    """Helpers may work on open sheets; a closed sheet belongs to the desk."""
    evening = a_tournament(planned_rounds=1)
    round_ = sealed_round(evening, 2)
    hold_final(tournament=evening, author=None)
    first, last = (sheet_of(round_, table) for table in (1, 2))
    for sheet in (first, last):
        fill(sheet)
    close_sheet(sheet=hand_in(sheet=first, by="phone"), author=None)
    helper = browser(HELPER)
    page = helper.get(f"/desk/{evening.code}/play/1/2/")
    assert page.status_code == 200
    assert f"/desk/{evening.code}/play/1/1/" not in page.content.decode()
    assert helper.get(f"/desk/{evening.code}/play/1/1/").status_code == 403
    wall = helper.get(f"/desk/{evening.code}/play/1/").content.decode()
    assert [f'href="/desk/{evening.code}/play/1/{table}/"' in wall for table in (1, 2)] == [
        False,
        True,
    ]


# --- for one evening


@pytest.mark.at_length
def test_who_has_a_role_in_one_evening_finds_it_and_no_other(evenings: list[Tournament]) -> None:
    client = browser(ARBITER, evening=evenings[1])
    assert "/desk/" in client.get("/").content.decode()
    page = client.get("/desk/").content.decode()
    assert [evening.code in page for evening in evenings] == [False, True, False]
    assert "/desk/roster/" not in page
    assert (
        f'href="/desk/{evenings[1].code}/log/"'
        in client.get(f"/desk/{evenings[1].code}/").content.decode()
    )


def test_a_dealer_of_one_evening_sees_its_cards_alone(evenings: list[Tournament]) -> None:
    client = browser(DEALING, evening=evenings[1])
    sent = {"notation": "pbn"}
    answer = client.post(f"/desk/{evenings[1].code}/boards/1/export/", sent)
    assert (answer.status_code, b"[Deal " in answer.content) == (200, True)
    assert client.post(f"/desk/{evenings[0].code}/boards/1/export/", sent).status_code == 403


def test_a_role_ends_with_the_evening_and_does_not_come_back(evenings: list[Tournament]) -> None:
    evening = evenings[2]
    client = browser(ORGANIZER, evening=evening)
    evening.rounds.update(stage="official")
    answer = client.post(f"/desk/{evening.code}/close/end/", {"still_held": "1"})
    assert (answer.status_code, answer.url) == (302, f"/live/{evening.code}/")
    assert client.get(f"/desk/{evening.code}/").status_code == 403
    assert not Group.objects.filter(name__contains=evening.code).exists()
    tournaments_services.open_tournament_again(tournament=evening, author=None, reason="x")
    assert client.get(f"/desk/{evening.code}/").status_code == 403
