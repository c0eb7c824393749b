"""The clock at the desk: minutes in the evening's form, its line on the wall of tables, its
buttons, by role.
"""

from __future__ import annotations

import json
import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ground.roles import HELPER
from king_tournament.desk.evening.forms import TournamentForm
from scoring.sheet_steps import hand_in
from screens.clock import clocks_of
from tests.accounts import signed_in
from tests.desk.hall import play_page
from tests.evenings import a_round, a_tournament, fill, in_play, sheet_of
from tests.markup import page_at
from tournaments.models import Round, Tournament
from tournaments.services import freeze

pytestmark = pytest.mark.django_db


@pytest.fixture
def playing(db: None) -> Round:
    """Two tables, ten minutes into an hour."""
    round_ = a_round(a_tournament(round_minutes=60), 2, boards=False)
    Round.objects.update(minutes=60, started_at=timezone.now() - timedelta(minutes=10))
    return Round.objects.select_related("tournament").get(pk=round_.pk)


def clocks_on(page: str) -> list[dict[str, Any]]:
    """Data that the page's scripts count from, one dictionary per clock: first the hall's, then the
    tables'.
    """
    return [json.loads(unescape(facts)) for facts in re.findall(r'data-clock="([^"]+)"', page)]


def press(client: Client, round_: Round, step: str, **more: object) -> str:
    at = f"{play_page(round_)}{more.pop('table')}/" if "table" in more else play_page(round_)
    answer = client.post(f"{at}{step}/", more, follow=True)
    assert answer.status_code in (200, 422)
    return answer.content.decode()


def minutes_of(round_: Round) -> float:
    clock = clocks_of(round_)[None]
    return (clock.zero - round_.started_at) / timedelta(minutes=1)


# --- the evening's form


def test_a_plain_evening_is_not_asked_for_minutes_and_has_no_clock_anywhere(
    organizer: Client,
) -> None:
    assert not {"round_minutes", "hand_minutes"} & {field.name for field in TournamentForm().first}
    round_ = in_play()
    for address in (
        play_page(round_),
        f"{play_page(round_)}1/",
        f"/live/{round_.tournament.code}/",
        f"/live/{round_.tournament.code}/screen/",
    ):
        assert "data-clock" not in page_at(organizer, address)
    assert "no time is set" in press(organizer, round_, "pause").lower()


def test_the_minutes_may_be_changed_in_the_middle_of_play_and_hold_from_the_start(
    organizer: Client, playing: Round
) -> None:
    address = f"/desk/{playing.tournament.code}/settings/"
    form = TournamentForm(tournament=playing.tournament)
    typed = {name: value for name, value in form.initial.items() if value not in (None, False)}
    answer = organizer.post(address, {**typed, "round_minutes": "75", "hand_minutes": "6"})
    assert answer.status_code == 302
    playing.refresh_from_db()
    assert (minutes_of(playing), playing.hand_minutes) == (75, 6)
    assert organizer.post(address, {**typed, "round_minutes": "0"}).status_code == 422
    refused = organizer.post(address, {**typed, "round_minutes": "", "hand_minutes": "6"})
    assert refused.status_code == 422
    assert "a hand no more than the partita" in refused.content.decode()
    assert (
        organizer.post(address, {**typed, "round_minutes": "", "hand_minutes": ""}).status_code
        == 302
    )
    assert "data-clock" not in page_at(organizer, play_page(playing))


def test_the_minutes_may_be_changed_where_the_start_has_frozen_the_rules(
    organizer: Client, playing: Round
) -> None:
    evening = freeze(tournament=playing.tournament, author=None)
    address = f"/desk/{evening.code}/settings/"
    typed = {
        name: value for name, value in TournamentForm(tournament=evening).initial.items() if value
    }
    assert (
        organizer.post(address, {**typed, "round_minutes": "75", "hand_minutes": "6"}).status_code
        == 302
    )
    playing.refresh_from_db()
    assert (minutes_of(playing), playing.hand_minutes) == (75, 6)
    assert 'name="round_minutes" value="75"' in page_at(organizer, address)


def test_the_next_evening_has_the_minutes_of_the_last(organizer: Client) -> None:
    last = a_tournament(round_minutes=50)
    assert TournamentForm(like=last).initial["round_minutes"] == 50


# --- the buttons


def test_the_wall_pauses_goes_on_gives_time_and_takes_the_last_back(
    organizer: Client, playing: Round
) -> None:
    assert [clock["own"] for clock in clocks_on(page_at(organizer, play_page(playing)))] == [
        False,
        False,
        False,
    ]
    page = press(organizer, playing, "pause")
    assert {clock["stands"] for clock in clocks_on(page)} == {"paused"}
    assert "Go on" in page
    assert "(all, paused," in page
    press(organizer, playing, "resume")
    press(organizer, playing, "extra", minutes=5)
    page = press(organizer, playing, "extra", minutes=-1)
    assert round(minutes_of(playing)) == 64
    assert "(all, −1 min," in page
    last = playing.clock_changes.last()
    press(organizer, playing, "undo-clock", change=last.pk)
    press(organizer, playing, "undo-clock", change=last.pk)
    assert round(minutes_of(playing)) == 65


def test_a_table_that_comes_late_begins_on_its_own_page(organizer: Client, playing: Round) -> None:
    page = page_at(organizer, f"{play_page(playing)}2/")
    assert "Start this table now" in page
    page = press(organizer, playing, "begin", table=2)
    assert "Undo" in page
    assert "(table 2, the table begins," in page
    hall, _first, second = clocks_on(page_at(organizer, play_page(playing)))
    assert round((second["zero"] - hall["zero"]) / 60_000) == 10
    assert (second["own"], hall["own"]) == (True, False)
    # A table cannot end the pause of the whole hall.
    page = press(organizer, playing, "pause")
    page = page_at(organizer, f"{play_page(playing)}2/")
    assert "Go on" not in page
    assert '/pause/"' not in page


def test_a_table_that_has_handed_in_stands_as_it_stood_and_is_not_changed(
    organizer: Client, playing: Round
) -> None:
    hand_in(sheet=fill(sheet_of(playing)), by="phone")
    page = page_at(organizer, f"{play_page(playing)}1/")
    assert "handed in" in page
    assert "Start this table now" not in page
    assert "Give the sheet back first" in press(organizer, playing, "extra", minutes=5, table=1)


@pytest.mark.parametrize(
    ("press", "form", "status"),
    [
        ("faster", {}, 404),
        ("begin", {}, 404),
        ("9/pause", {}, 404),
        ("extra", {}, 422),
        ("extra", {"minutes": "60"}, 422),
        ("undo-clock", {"change": "x"}, 302),
    ],
)
def test_what_no_button_sends_changes_nothing(
    organizer: Client, playing: Round, press: str, form: dict[str, str], status: int
) -> None:
    assert organizer.post(f"{play_page(playing)}{press}/", form).status_code == status
    assert not playing.clock_changes.exists()


def test_a_helper_sees_the_clock_and_has_no_button(playing: Round) -> None:
    helper = signed_in("helper", HELPER)
    for address in (play_page(playing), f"{play_page(playing)}1/"):
        page = page_at(helper, address)
        assert clocks_on(page)
        assert '/pause/"' not in page
    assert helper.post(f"{play_page(playing)}pause/").status_code == 403
    assert not Tournament.objects.get().log.filter(kind="clock").exists()


def test_the_wall_of_another_desk_hears_of_a_change(
    arbiter: Client, organizer: Client, playing: Round
) -> None:
    stamp = re.search(r"stamp=(\w+)", page_at(organizer, play_page(playing)))[1]
    poll = {"path": play_page(playing), "data": {"stamp": stamp}, "headers": {"HX-Request": "true"}}
    assert organizer.get(**poll).status_code == 204
    press(arbiter, playing, "pause")
    assert '"stands": "paused"' in unescape(organizer.get(**poll).content.decode())


def test_the_page_of_a_sheet_hears_of_it_with_its_figures(
    organizer: Client, playing: Round
) -> None:
    state = f"{play_page(playing)}1/state/"
    stamp = organizer.get(state).json()["stamp"]
    assert organizer.get(state, {"stamp": stamp}).status_code == 204
    press(organizer, playing, "extra", minutes=5, table=2)
    answer = organizer.get(state, {"stamp": stamp})
    assert (answer.status_code, answer.json()["clock"]["own"]) == (200, False)
