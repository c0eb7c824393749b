"""An evening made at the laptop with the keyboard, from the empty desk to the published seating."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.following import follow, paste_into
from tournaments.models import Entry, Player, Tournament

ROSTER = Path(__file__).parent.parent / "data" / "roster.xlsx"


@pytest.fixture
def desk(sign_in: Callable[..., Page]) -> Page:
    """The laptop of an organizer, signed in."""
    return sign_in("organizer")


def test_from_a_new_evening_to_the_published_seating(
    desk: Page, wrong_looks: Callable[[Page], list[str]]
) -> None:
    desk.goto("/desk/")
    assert wrong_looks(desk) == []
    expect(desk.locator("[name=name]")).to_be_focused()
    desk.locator("details.more summary").first.click()
    assert wrong_looks(desk) == []
    desk.fill("[name=name]", "Venerdì del re")
    desk.press("[name=name]", "Enter")
    desk.wait_for_url(re.compile(r"/desk/\w{6}/players/$"))
    assert wrong_looks(desk) == []
    evening = Tournament.objects.get()

    desk.goto(f"/desk/{evening.code}/import/")
    desk.set_input_files("[name=file]", ROSTER)
    follow(desk.locator("main form .btn-primary"))
    expect(desk.locator("[name=preview]")).to_be_attached()
    assert wrong_looks(desk) == []
    desk.check("#enter-all")
    follow(desk.locator("main .btn-primary"))
    desk.wait_for_url("**/players/")
    assert evening.entries.count() == 40
    assert wrong_looks(desk) == []

    desk.goto(f"/desk/{evening.code}/winds/")
    assert wrong_looks(desk) == []
    follow(desk.locator("main .btn-primary"))
    expect(desk.locator(".by-wind")).to_be_visible()
    assert wrong_looks(desk) == []

    desk.goto(f"/desk/{evening.code}/play/1/")
    follow(desk.locator(".btn-next"))
    expect(desk.locator(".table-card")).to_have_count(10)
    assert wrong_looks(desk) == []
    follow(desk.locator(".btn-next"))
    expect(desk.locator(".notice-success")).to_be_visible()
    assert evening.rounds.get().seating_published_at is not None
    assert wrong_looks(desk) == []


def test_players_are_entered_one_after_another_without_the_mouse(desk: Page, make_players) -> None:
    evening = make_players("D'Amico Niccolò", "Parodi Ada", "Parodi Ugo", "Zunino Bea")
    desk.goto(f"/desk/{evening.code}/players/")
    expect(desk.locator("#player-search")).to_be_focused()
    desk.keyboard.type("damic")
    expect(desk.locator(".found-player")).to_have_count(1)
    desk.keyboard.press("Enter")
    expect(desk.locator("#entry-rows .entry")).to_have_count(1)
    expect(desk.locator("#player-search")).to_be_focused()
    expect(desk.locator("#player-search")).to_have_value("")
    desk.keyboard.type("paro")
    expect(desk.locator(".found-player")).to_have_count(2)
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Enter")
    expect(desk.locator("#entry-rows .entry")).to_have_count(2)
    assert [entry.title for entry in Entry.objects.order_by("number")] == [
        "D'Amico Niccolò",
        "Parodi Ugo",
    ]


@pytest.mark.journey
def test_one_box_takes_a_list_pasted_a_file_dropped_and_a_name_that_is_asked_about(
    desk: Page, make_players, wrong_looks
) -> None:
    evening = make_players("Vassallo Niccolò")
    desk.goto(f"/desk/{evening.code}/players/")
    paste_into(desk, "Vasallo Niccolò\nBianchi Ugo")
    assert wrong_looks(desk) == []
    desk.locator("#list-preview [value=new]").check()
    follow(desk.locator("#list-preview .btn-next"))
    expect(desk.locator("#entry-rows .entry-who")).to_have_text(["Bianchi Ugo", "Vasallo Niccolò"])
    follow(desk.locator(".undo button"))
    expect(desk.locator("#entry-rows")).to_have_count(0)

    desk.keyboard.type("vasallo niccolo")
    suggestions = desk.locator("#found [form=who-is-meant]")
    expect(suggestions).to_have_text(["Vassallo Niccolò"])
    desk.keyboard.press("Enter")
    expect(desk.locator(".notice-error")).to_be_visible()
    suggestions.click()
    expect(desk.locator("#entry-rows .entry-who")).to_have_text(["Vassallo Niccolò"])
    expect(desk.locator("#player-search")).to_have_value("")

    with desk.expect_navigation():
        desk.evaluate("""() => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File(["Cognome;Nome\\nNeri;Ada\\n"], "soci.csv", { type: "text/csv" }));
            document.querySelector("[data-drop]").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
        }""")
    expect(desk.get_by_role("row", name="Neri Ada")).to_be_visible()
    assert Player.objects.count() == 1


def test_found_names_push_nothing_and_arrows_reach_whom_you_meant(desk: Page, make_players) -> None:
    evening = make_players("Rossi Ada", "Zunino Bea")
    desk.goto(f"/desk/{evening.code}/players/")
    place = desk.locator("#entries").bounding_box()
    expect(desk.locator("#found")).to_be_hidden()
    desk.keyboard.type("rosi")
    suggestion = desk.locator("#found .found-player", has_text="Rossi Ada")
    expect(suggestion).to_be_visible()
    assert desk.locator("#entries").bounding_box() == place
    desk.keyboard.press("ArrowDown")
    expect(suggestion).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.locator("#entry-rows .entry-who")).to_have_text(["Rossi Ada"])
    expect(desk.locator("#player-search")).to_be_focused()
    expect(desk.locator("#player-search")).to_have_value("")
    # In the empty field the arrow key shows the latest players.
    desk.keyboard.press("ArrowDown")
    expect(desk.locator(".found-player", has_text="Zunino Bea")).to_be_focused()
    desk.keyboard.press("Escape")


def test_the_search_in_the_head_says_whom_you_meant_while_you_type(
    desk: Page, make_players, wrong_looks: Callable[[Page], list[str]]
) -> None:
    evening = make_players("Rossi Ada", entered=True)
    desk.goto(f"/desk/{evening.code}/")
    desk.keyboard.press("/")
    desk.keyboard.type("rosi")
    suggestion = desk.locator("#site-found a", has_text="Rossi Ada").first
    expect(suggestion).to_be_visible()
    assert wrong_looks(desk) == []
    desk.keyboard.press("ArrowDown")
    expect(suggestion).to_be_focused()
    desk.keyboard.press("Escape")
    expect(suggestion).to_be_hidden()
    expect(desk.locator("#site-search")).to_be_focused()


def test_a_list_that_comes_after_the_arrows_leaves_them_on_their_player(
    desk: Page, make_players
) -> None:
    evening = make_players("Abate Ada", "Parodi Ada", "Parodi Ugo")
    delayed_routes: list[Route] = []

    def hold(route: Route) -> None:
        delayed_routes.append(route)

    desk.route(re.compile("q=(paro|aba)$"), hold)
    desk.goto(f"/desk/{evening.code}/players/")
    ugo = desk.locator(".found-player", has_text="Parodi Ugo")
    with desk.expect_request(re.compile("q=paro$")):
        desk.fill("#player-search", "paro")
    for _player in range(3):
        desk.keyboard.press("ArrowDown")
    expect(ugo).to_be_focused()
    delayed_routes.pop().continue_()
    expect(desk.locator(".found-player")).to_have_count(2)
    expect(ugo).to_be_focused()
    # If the focused player is not in the new list, typing goes on in the field.
    with desk.expect_request(re.compile("q=aba$")):
        desk.fill("#player-search", "aba")
    desk.keyboard.press("ArrowDown")
    delayed_routes.pop().continue_()
    expect(desk.locator(".found-player")).to_have_text(["Abate Ada"])
    expect(desk.locator("#player-search")).to_be_focused()


def test_enter_pressed_before_the_list_has_come_enters_whom_the_letters_mean(
    desk: Page, make_players
) -> None:
    evening = make_players("Abate Ada", "Zunino Bea")
    desk.goto(f"/desk/{evening.code}/players/")
    expect(desk.locator(".found-player")).to_have_count(2)
    expect(desk.locator("#player-search")).to_be_focused()
    desk.keyboard.type("zun")
    desk.keyboard.press("Enter")
    expect(desk.locator("#entry-rows .entry")).to_have_count(1)
    assert Entry.objects.get().title == "Zunino Bea"


def test_enter_in_the_reason_withdraws_that_player_and_no_other(desk: Page, make_players) -> None:
    evening = make_players("Abate Ada", "Zunino Bea", entered=True)
    desk.goto(f"/desk/{evening.code}/players/")
    desk.locator("#menu-2 summary").press("Enter")
    desk.fill("#reason-2", "febbre")
    desk.press("#reason-2", "Enter")
    expect(desk.locator("#entry-2 .tag")).to_contain_text("febbre")
    gone = Entry.objects.get(withdrawn_at__isnull=False)
    assert (gone.number, gone.withdrawn_because) == (2, "febbre")


def test_two_players_are_pressed_and_change_places(desk: Page, make_players) -> None:
    evening = make_players(*(f"Rossi{number} Anna" for number in range(8)), entered=True)
    desk.goto(f"/desk/{evening.code}/winds/")
    follow(desk.locator("main .btn-primary"))
    desk.goto(f"/desk/{evening.code}/play/1/")
    follow(desk.locator(".btn-next"))
    names = desk.locator(".seats .name")
    expect(names).to_have_count(8)
    first, fifth = names.nth(0).inner_text(), names.nth(4).inner_text()
    names.nth(0).click()
    follow(names.nth(4))
    expect(names.nth(0)).to_have_text(fifth)
    expect(names.nth(4)).to_have_text(first)
    # The keyboard does the same.
    boxes = desk.locator("[type=checkbox][name=seat]")
    boxes.nth(0).press("Space")
    with desk.expect_navigation():
        boxes.nth(4).press("Space")
    expect(names.nth(0)).to_have_text(first)


@pytest.fixture
def make_players(db: None) -> Callable[..., Tournament]:
    """Make an evening, and players from "Surname Name"; ``entered`` enters them all."""
    from tournaments import services as tournaments_services
    from tournaments.entries import enter_many

    def make(*names: str, entered: bool = False) -> Tournament:
        evening = tournaments_services.create_tournament(
            name="Prova", date="2026-11-20", author=None
        )
        people = [Player(surname=name.split()[0], given_name=name.split()[1]) for name in names]
        people = Player.objects.bulk_create(people)
        if entered:
            enter_many(tournament=evening, players=people, author=None)
        return evening

    return make


def test_a_name_typed_while_the_last_player_is_still_being_entered_is_his_own(
    desk: Page, make_players
) -> None:
    evening = make_players("Abate Ada", "Parodi Ugo", "Zunino Bea")
    delayed_routes: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if delayed_routes:
            route.continue_()
        delayed_routes.append(route)

    desk.route(re.compile("/players/enter/$"), hold_the_first)
    desk.goto(f"/desk/{evening.code}/players/")
    field = desk.locator("#player-search")
    expect(field).to_be_focused()
    with desk.expect_request(re.compile("/players/enter/$")):
        desk.keyboard.type("zun")
        desk.keyboard.press("Enter")
    desk.keyboard.type("parodi")
    desk.keyboard.press("Enter")
    delayed_routes[0].continue_()
    expect(desk.locator("#entry-rows .entry")).to_have_count(2)
    expect(field).to_have_value("")
    assert [entry.title for entry in Entry.objects.order_by("number")] == [
        "Zunino Bea",
        "Parodi Ugo",
    ]


def test_letters_that_enter_nobody_are_still_in_the_field(desk: Page, make_players) -> None:
    evening = make_players("Abate Ada", "Zunino Bea")
    desk.goto(f"/desk/{evening.code}/players/")
    field = desk.locator("#player-search")
    expect(field).to_be_focused()
    desk.keyboard.type("zumino")
    desk.keyboard.press("Enter")
    expect(desk.locator(".notice-error")).to_contain_text("zumino")
    expect(field).to_have_value("zumino")
    desk.keyboard.type("zun")
    desk.keyboard.press("Enter")
    expect(desk.locator("#entry-rows .entry")).to_have_count(1)
    assert [entry.title for entry in Entry.objects.all()] == ["Zunino Bea"]


def test_enter_in_an_empty_field_enters_nobody(desk: Page, make_players) -> None:
    evening = make_players("Abate Ada", "Zunino Bea")
    desk.goto(f"/desk/{evening.code}/players/")
    expect(desk.locator(".found-player")).to_have_count(2)
    expect(desk.locator("#player-search")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.locator(".notice-error")).to_be_visible()
    assert not Entry.objects.exists()
