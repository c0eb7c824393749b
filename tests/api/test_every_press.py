"""Each button of the desk has a step in the API, or a reason for having none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.api.programs import steps
from tests.evenings import a_tournament, published_round

pytestmark = pytest.mark.django_db

STEPS = {
    # an evening
    "desk:new": "tournaments/new/",
    "desk:settings": "tournaments/{code}/settings/",
    "desk:remove": "tournaments/{code}/remove/",
    "desk:keep_prizes": "tournaments/{code}/prizes/",
    "desk:send_results": "tournaments/{code}/results/send/",
    "desk:close_hold": "tournaments/{code}/standings/hold/",
    "desk:close_release": "tournaments/{code}/standings/release/",
    "desk:close_official": "tournaments/{code}/standings/official/",
    "desk:end": "tournaments/{code}/close/",
    "desk:open_again": "tournaments/{code}/open/",
    "desk:paper_of_the_end": "tournaments/{code}/print/",
    "desk:print": "tournaments/{code}/print/",
    "desk:print_needed": "tournaments/{code}/print/",
    "desk:print_again": "tournaments/{code}/print/{number}/again/",
    # people
    "desk:enter": "tournaments/{code}/entries/known/",
    "desk:enter_last_time": "tournaments/{code}/entries/known/",
    "desk:enter_new": "tournaments/{code}/entries/new/",
    "desk:paste": "tournaments/{code}/entries/enter/",
    "people:import_entries": "tournaments/{code}/entries/enter/",
    "desk:undo_players": "tournaments/{code}/entries/{number}/remove/",
    "desk:all_absent": "tournaments/{code}/entries/presence/",
    "desk:add_house": "tournaments/{code}/entries/house/",
    "desk:present": "tournaments/{code}/entries/{number}/presence/",
    "desk:absent": "tournaments/{code}/entries/{number}/presence/",
    "desk:paid": "tournaments/{code}/entries/{number}/fee/",
    "desk:unpaid": "tournaments/{code}/entries/{number}/fee/",
    "desk:ranked": "tournaments/{code}/entries/{number}/ranking/",
    "desk:unranked": "tournaments/{code}/entries/{number}/ranking/",
    "desk:withdraw_entry": "tournaments/{code}/entries/{number}/withdraw/",
    "desk:return": "tournaments/{code}/entries/{number}/return/",
    "desk:remove_entry": "tournaments/{code}/entries/{number}/remove/",
    "desk:name_entry": "tournaments/{code}/entries/{number}/name/",
    "desk:join_entries": "tournaments/{code}/entries/{number}/join/",
    "desk:earlier": "tournaments/{code}/entries/{number}/order/",
    "desk:leave_entry": "tournaments/{code}/entries/{number}/leave/",
    # winds and seats
    "desk:draw": "tournaments/{code}/draw/",
    "desk:type_winds": "tournaments/{code}/draw/type/",
    "desk:change_wind": "tournaments/{code}/entries/{number}/wind/",
    "desk:prepare": "tournaments/{code}/rounds/{number}/prepare/",
    "desk:make_paper": "tournaments/{code}/print/",
    "desk:plan_seating": "tournaments/{code}/rounds/{number}/plan/",
    "desk:draw_seats_again": "tournaments/{code}/rounds/{number}/draw-again/",
    "desk:swap_seats": "tournaments/{code}/rounds/{number}/exchange/",
    "desk:exchange_here": "tournaments/{code}/rounds/{number}/exchange/",
    "desk:fill_seats": "tournaments/{code}/rounds/{number}/fill/",
    "desk:cancel_seating": "tournaments/{code}/rounds/{number}/cancel/",
    "desk:withdraw_seating": "tournaments/{code}/rounds/{number}/withdraw/",
    "desk:post_seats": "tournaments/{code}/rounds/{number}/publish/",
    "desk:sit_here": "tournaments/{code}/rounds/{number}/sit/",
    "desk:sit_down": "tournaments/{code}/rounds/{number}/sit/",
    "desk:is_here": "tournaments/{code}/entries/{number}/presence/",
    "desk:sit_right": "tournaments/{code}/rounds/{number}/tables/{table}/as-seated/",
    "desk:look_at_winds": "tournaments/{code}/rounds/{number}/tables/{table}/winds/preview/",
    "desk:rule_winds": "tournaments/{code}/rounds/{number}/tables/{table}/winds/rule/",
    # boards
    "desk:seal": "tournaments/{code}/rounds/{number}/boards/seal/",
    "desk:deal_with_datum": "tournaments/{code}/rounds/{number}/boards/datum/",
    "desk:deal_again": "tournaments/{code}/rounds/{number}/boards/again/",
    "desk:put_aside": "tournaments/{code}/rounds/{number}/boards/aside/",
    "desk:replace_board": "tournaments/{code}/rounds/{number}/boards/replace/",
    "desk:type_board": "tournaments/{code}/rounds/{number}/boards/type/",
    "desk:import_boards": "tournaments/{code}/rounds/{number}/boards/import/",
    "desk:blind": "tournaments/{code}/boards/blind/",
    "desk:play_blind": "tournaments/{code}/boards/blind/",
    # play
    "desk:start": "tournaments/{code}/rounds/{number}/start/",
    "desk:undo_start": "tournaments/{code}/rounds/{number}/undo-start/",
    "desk:close_ready": "tournaments/{code}/rounds/{number}/close-ready/",
    "desk:close_round": "tournaments/{code}/rounds/{number}/close/",
    "desk:back_to_play": "tournaments/{code}/rounds/{number}/back-to-play/",
    "screens:pause": "tournaments/{code}/rounds/{number}/clock/",
    "screens:resume": "tournaments/{code}/rounds/{number}/clock/",
    "screens:extra_time": "tournaments/{code}/rounds/{number}/clock/",
    "screens:undo_clock": "tournaments/{code}/rounds/{number}/clock/undo/",
    "screens:pause_here": "tournaments/{code}/rounds/{number}/clock/",
    "screens:resume_here": "tournaments/{code}/rounds/{number}/clock/",
    "screens:begin_here": "tournaments/{code}/rounds/{number}/clock/",
    "screens:extra_time_here": "tournaments/{code}/rounds/{number}/clock/",
    "screens:undo_clock_here": "tournaments/{code}/rounds/{number}/clock/undo/",
    "desk:rows": "tournaments/{code}/rounds/{number}/tables/{table}/rows/",
    "desk:save_sheet": "tournaments/{code}/rounds/{number}/tables/{table}/rows/",
    "desk:history": "tournaments/{code}/rounds/{number}/tables/{table}/rows/take-up/",
    "desk:first_dealer": "tournaments/{code}/rounds/{number}/tables/{table}/first-dealer/",
    "desk:hand_in": "tournaments/{code}/rounds/{number}/tables/{table}/hand-in/",
    "desk:take_back": "tournaments/{code}/rounds/{number}/tables/{table}/take-back/",
    "desk:sign": "tournaments/{code}/rounds/{number}/tables/{table}/sign/",
    "desk:close_sheet": "tournaments/{code}/rounds/{number}/tables/{table}/close/",
    "desk:accept_sheet": "tournaments/{code}/rounds/{number}/tables/{table}/accept/",
    "desk:reopen_sheet": "tournaments/{code}/rounds/{number}/tables/{table}/reopen/",
    "desk:take_call": "tournaments/{code}/rounds/{number}/tables/{table}/call/take/",
    "desk:end_call": "tournaments/{code}/rounds/{number}/tables/{table}/call/end/",
    "desk:redeals": "tournaments/{code}/rounds/{number}/tables/{table}/redeals/new/",
    # rulings and standings
    "desk:rule": "tournaments/{code}/rounds/{number}/tables/{table}/rulings/new/",
    "desk:judge": "tournaments/{code}/rounds/{number}/tables/{table}/rulings/new/",
    "desk:annul_hand": "tournaments/{code}/rounds/{number}/annul/",
    "desk:revoke_ruling": "tournaments/{code}/rulings/{number}/revoke/",
    "desk:publish": "tournaments/{code}/standings/publish/",
    "desk:hold": "tournaments/{code}/standings/hold/",
    "desk:release": "tournaments/{code}/standings/release/",
    "desk:reveal_release": "tournaments/{code}/standings/release/",
    "desk:make_official": "tournaments/{code}/standings/official/",
    "desk:withdraw_official": "tournaments/{code}/standings/provisional/",
    "desk:settle_tie": "tournaments/{code}/standings/settle-tie/",
    "desk:revoke_tie": "tournaments/{code}/settlements/{number}/revoke/",
    "desk:changed_winds": "tournaments/{code}/standings/changed-winds/",
    "desk:enter_protest": "tournaments/{code}/rounds/{number}/tables/{table}/protests/new/",
    "desk:answer_protest": "tournaments/{code}/protests/{number}/answer/",
    "screens:begin_reveal": "tournaments/{code}/reveal/begin/",
    "screens:end_reveal": "tournaments/{code}/reveal/end/",
    "screens:reveal_next": "tournaments/{code}/reveal/press/",
    "screens:reveal_back": "tournaments/{code}/reveal/press/",
    "screens:reveal_all_back": "tournaments/{code}/reveal/press/",
    "screens:reveal_pause": "tournaments/{code}/reveal/press/",
    "screens:reveal_go_on": "tournaments/{code}/reveal/press/",
    # seasons
    "seasons:circuit": "circuits/{code}/settings/",
    "seasons:final_qualify": "tournaments/{code}/final/qualify/",
    "seasons:final_make": "tournaments/{code}/final/make/",
    "seasons:final_lot": "tournaments/{code}/final/settle/",
    "seasons:final_play-off": "tournaments/{code}/final/settle/",
    "seasons:final_take-back": "tournaments/{code}/final/take-back/",
    "seasons:final_decline": "tournaments/{code}/final/decline/",
    "seasons:final_return": "tournaments/{code}/final/decline/",
    "seasons:circuit_final_qualify": "circuits/{code}/final/qualify/",
    "seasons:circuit_final_make": "circuits/{code}/final/make/",
    "seasons:circuit_final_lot": "circuits/{code}/final/settle/",
    "seasons:circuit_final_play-off": "circuits/{code}/final/settle/",
    "seasons:circuit_final_take-back": "circuits/{code}/final/take-back/",
    "seasons:circuit_final_decline": "circuits/{code}/final/decline/",
    "seasons:circuit_final_return": "circuits/{code}/final/decline/",
    # the club
    "desk:edition_new": "editions/new/",
    "desk:edition_import": "editions/new/",
    "desk:edition": "editions/new/",
    "desk:change_rules": "editions/new/",
    "desk:edition_offer": "editions/{code}/offer/",
    "desk:edition_withdraw": "editions/{code}/offer/",
    "desk:edition_remove": "editions/{code}/remove/",
    "people:add": "people/new/",
    "people:player": "people/{number}/change/",
    "people:merge": "people/{number}/merge/",
    "people:duplicates": "people/{number}/apart/",
    "people:consent": "people/agree/",
}
"""Step of the API that does the same, by the name of the desk's address."""

NO_STEP = {
    "A trial: nobody's evening": ["desk:demo", "desk:rehearsal"],
    "A copy of everything is taken by a person": [
        "desk:copy_file",
        "desk:second_copy",
        "desk:confirm_second",
    ],
    "A file is taken away or brought by a person": [
        "desk:export_boards",
        "seasons:archive_in",
        "seasons:archive",
        "seasons:circuit_archive",
    ],
    "The club's books: no evening, no season": [
        "people:enrol_again",
        "people:enrol",
        "people:pay",
        "people:unpaid",
        "people:leave",
    ],
    "Nothing brings the name back: a person types it": ["people:forget"],
    "The roster's file is looked at on the page; a list of an evening is `entries/enter/`": [
        "people:import_roster",
        "people:undo",
    ],
    "Only a page has it": [
        "desk:codes_read",
        "desk:choose_paper",
        "desk:said",
        "screens:remote",
    ],
    "A page: it is posted to only by its own buttons, which have addresses below it": [
        "desk:boards",
        "desk:close",
        "desk:copy",
        "desk:entry",
        "desk:play",
        "desk:rulings",
        "desk:sheet",
        "desk:standings",
        "desk:who_sits",
        "desk:winds",
        "people:members",
        "screens:reveal",
        "seasons:circuit_final",
        "seasons:final",
    ],
    "Sealed cards are opened before a person's eyes": ["desk:open_board"],
    "Takes back what a person has just pressed": ["desk:stand_up"],
}
"""Addresses without a step, by their reason."""
OTHERS = ("simultaneous:",)
"""Namespaces without steps: an event's centre exchanges files with programs."""


def presses() -> Iterator[tuple[str, str]]:
    """Yield name and path of each page of the desk."""

    def walk(patterns: Any, before: str, space: str) -> Iterator[tuple[str, str]]:
        for one in patterns:
            if isinstance(one, URLResolver):
                yield from walk(one.url_patterns, before + str(one.pattern), one.namespace or space)
            elif isinstance(one, URLPattern):
                yield f"{space}:{one.name}", before + str(one.pattern)

    addresses = walk(get_resolver().url_patterns, "", "")
    return ((name, address) for name, address in addresses if address.startswith("desk/"))


def test_each_button_of_the_desk_is_a_step_or_says_why_not() -> None:
    evening = published_round(a_tournament()).tournament
    desk = Client()
    desk.force_login(User.objects.create_superuser("chief"))
    values = {"code": evening.code, "kind": "csv"}
    pressed = set()
    for name, address in presses():
        if name.startswith(OTHERS):
            continue
        filled = re.sub(r"<(?:\w+:)?(\w+)>", lambda part: values.get(part[1], "1"), address)
        # No page accepts this method, so the answer lists the methods that are allowed.
        answer = desk.generic("PURGE", f"/{filled}")
        if answer.status_code != 405 or "POST" in answer.headers["Allow"]:
            pressed.add(name)
    without = {name for names in NO_STEP.values() for name in names}
    assert pressed - set(STEPS) - without == set()
    assert (set(STEPS) | without) - pressed == set()
    assert set(STEPS) & without == set()
    assert set(STEPS.values()) - set(steps()) == set()
