"""Paper at the desk in a real browser: a sheet in points, an impossible number, the sums of a
second reading.
"""

from __future__ import annotations

from playwright.sync_api import Page, expect

from king.sheet.full_sheet import score
from king.sheet.paper_points import points_of_row
from king.sheet.row import Row
from scoring.rows import enter_row
from tests.browser.following import follow
from tests.browser.pages import RULES, SUIT_KEYS, WIND_KEYS, place_of, press_all
from tests.evenings import a_tournament, fill, night_file, sealed_round, sheet_of


def in_points(desk: Page) -> None:
    follow(
        desk.get_by_role("button", name="punti")
    )  # Waits for the page's scripts, which handle the keys.
    expect(desk.locator(".in-points")).to_be_visible()


def focused(desk: Page) -> str:
    return str(desk.evaluate("document.activeElement.name || document.activeElement.id"))


def copied(desk: Page, row: Row) -> int:
    """Type a row as its paper has it in points, accepting the values that the page proposes. Return
    the number of keys.
    """
    count = press_all(desk, SUIT_KEYS[row.trump]) if row.trump else 0
    if row.sale:
        count += press_all(desk, WIND_KEYS[str(row.sale.buyer)], *str(row.sale.price))
        if focused(desk) == f"h{row.hand}-price":
            count += press_all(desk, "Enter")
    for place, points in points_of_row(RULES, row).items():
        if focused(desk) != f"h{row.hand}-{place}":
            break  # The rest is zero, and the cursor has moved on.
        if desk.locator(f'[name="h{row.hand}-{place}"]').get_attribute("data-proposed") is not None:
            return count + press_all(desk, "Enter")
        figure = abs(points) if points < 0 and RULES.contract(row.contract).value < 0 else points
        count += press_all(desk, *str(figure))
        if focused(desk) == f"h{row.hand}-{place}":
            count += press_all(desk, "Space")
    return count


def test_a_whole_sheet_of_points_is_copied_from_paper_in_sixty_keys(desk: Page) -> None:
    round_ = sealed_round(a_tournament())
    [lines] = [sheet for sheet in night_file()["rounds"][0]["sheets"] if sheet["table"] == 3]
    rows = [Row.from_json(row) for row in lines["rows"]]
    desk.goto(place_of(round_))
    in_points(desk)
    keys = sum(copied(desk, row) for row in rows)
    expect(desk.locator("#close-sheet")).to_be_focused()
    expect(desk.locator("#sheet-saved")).to_have_text("Tutto è salvato.")
    assert keys <= 60, keys
    typed = {result.hand: result.content["units"] for result in sheet_of(round_).results.current()}
    assert typed == {row.hand: dict(row.units) for row in rows}
    totals = score(RULES, rows).totals
    shown_totals = [desk.locator(f'[data-total="{wind}"]').inner_text() for wind in "NESW"]
    assert shown_totals == [str(totals[wind]).replace("-", "−") for wind in RULES.columns]


def test_points_that_cannot_be_stay_in_their_cell_and_hold_the_sheet_open(desk: Page) -> None:
    round_ = sealed_round(a_tournament())
    fill(sheet_of(round_))
    desk.goto(place_of(round_))
    in_points(desk)
    north = desk.locator('[name="h2-N"]')
    north.focus()
    press_all(desk, "7")
    expect(desk.locator('[name="h2-E"]')).to_be_focused()
    desk.keyboard.press("ArrowDown")
    problem = desk.locator("#problems-2")
    expect(problem).to_contain_text(
        "Nord: −7 non può essere in «No donne», dove ciascuna vale −3: −6 o −9"
    )
    expect(north).to_have_value("7")
    # Another row is saved meanwhile; the message stays as long as the typed number.
    desk.locator('[name="h1-N"]').focus()
    before = desk.locator('tr[data-hand="1"] [data-points="N"]').inner_text()
    press_all(desk, "1")
    press_all(desk, "6")
    desk.locator('[name="h3-N"]').focus()
    expect(desk.locator('tr[data-hand="1"] [data-points="N"]')).not_to_have_text(before)
    expect(problem).to_contain_text("−7")
    # The sheet cannot be closed with it.
    desk.locator("#close-sheet").click()
    expect(north).to_be_focused()
    expect(desk.locator("#sheet-trouble")).to_contain_text("mano 2")
    assert sheet_of(round_).state == "open"


def values_in(desk: Page, hand: int) -> str:
    return " ".join(desk.locator(f'[name="h{hand}-{wind}"]').input_value() for wind in "NESW")


def type_row(desk: Page, hand: int, counts: str) -> None:
    for wind, count in zip("NESW", counts, strict=True):
        desk.locator(f'[name="h{hand}-{wind}"]').fill(count)
    desk.locator('[name="h8-N"]').focus()


def test_a_wrong_row_of_a_phone_is_not_changed_by_looking_at_it_in_units(desk: Page) -> None:
    round_ = sealed_round(a_tournament())
    units = {
        "N": 1,
        "E": 1,
        "S": 1,
        "W": 1,
    }  # Four of eight kings and jacks, at −2 each: 2 2 2 2 as points.
    enter_row(sheet=sheet_of(round_), hand=1, content={"units": units}, origin="phone")
    desk.goto(place_of(round_))
    in_points(desk)
    assert values_in(desk, 1) == "2 2 2 2"
    follow(desk.get_by_role("button", name="prese e carte", exact=True))
    expect(desk.locator('tr[data-hand="1"] [data-points="N"]')).to_have_text("−2")
    assert values_in(desk, 1) == "1 1 1 1"
    assert sheet_of(round_).results.get().content["units"] == units


def test_units_typed_while_the_sheet_took_points_were_trapped_there(desk: Page) -> None:
    round_ = sealed_round(a_tournament())
    desk.goto(place_of(round_))
    in_points(desk)
    expect(desk.locator(".notice", has_text="Qui si scrivono punti")).to_be_visible()
    # Units typed as points: four queens are refused; hearts are the same either way.
    type_row(desk, 2, "2110")
    type_row(desk, 5, "4324")
    expect(desk.locator("#problems-2")).to_contain_text("Nord: −2 non può essere")
    desk.reload()
    expect(desk.locator("#problems-2")).to_contain_text("Nord: −2 non può essere")
    # Eight kings and jacks are taken as the points of four. The button is pressed with a row half
    # typed.
    type_row(desk, 1, "2222")
    desk.locator('[name="h8-N"]').fill("4")
    follow(desk.locator('[data-notes="1"]').get_by_role("button", name="Sembrano prese e carte"))
    expect(desk.locator(".in-points")).to_have_count(0)
    expect(desk.locator('tr[data-hand="1"] [data-points="N"]')).to_have_text("−4")
    expect(desk.locator('tr[data-hand="2"] [data-points="N"]')).to_have_text("−6")
    assert [values_in(desk, hand) for hand in (1, 2, 5, 8)] == [
        "2 2 2 2",
        "2 1 1 0",
        "4 3 2 4",
        "4   ",
    ]
    stored = {
        result.hand: list(result.content["units"].values())
        for result in sheet_of(round_).results.current()
    }
    assert stored == {1: [2, 2, 2, 2], 2: [2, 1, 1, 0], 5: [4, 3, 2, 4]}
    # The unfinished row is read as points again; the rows already converted do not change.
    in_points(desk)
    assert [values_in(desk, hand) for hand in (1, 2, 8)] == ["4 4 4 4", "6 3 3 0", "4   "]


def test_a_minus_in_a_hand_that_only_costs_is_not_needed(desk: Page) -> None:
    round_ = sealed_round(a_tournament())
    desk.goto(place_of(round_))
    in_points(desk)
    expect(desk.locator('tr[data-hand="2"] [data-sign]')).to_have_text("−")
    expect(desk.locator('tr[data-hand="8"] [data-sign]')).to_have_text("+")
    desk.locator('[name="h2-N"]').focus()
    press_all(desk, *"-9")
    expect(desk.locator('[name="h2-N"]')).to_have_value("9")
    expect(desk.locator('[name="h2-E"]')).to_be_focused()


def test_a_minus_behind_a_whole_number_stayed_in_its_cell(desk: Page) -> None:
    round_ = sealed_round(a_tournament(ruleset="lab13"))
    desk.goto(place_of(round_))
    in_points(desk)
    # Domino: the player who went out has a plus, and gains the points that the three others lose.
    desk.locator('[name="h8-N"]').focus()
    press_all(desk, *"-2-3-4")
    expect(desk.locator('[name="h8-N"]')).to_have_value("−2")
    expect(desk.locator('[name="h8-E"]')).to_have_value("−3")
    expect(desk.locator('[name="h8-S"]')).to_have_value("−4")
    desk.keyboard.press("+")
    expect(desk.locator('[name="h8-W"]')).to_be_focused()
    press_all(desk, "9", "Enter")
    expect(desk.locator('tr[data-hand="8"] [data-points="W"]')).to_have_text("9")
    assert sheet_of(round_).results.get().content["units"] == {"N": 2, "E": 3, "S": 4, "W": 0}


def test_the_other_side_of_a_difference_is_proposed_with_its_sign(desk: Page) -> None:
    round_ = sealed_round(a_tournament(ruleset="squadre"))
    desk.goto(place_of(round_))
    in_points(desk)
    desk.locator('[name="h2-NS"]').focus()
    press_all(desk, *"-6")
    expect(desk.locator('[name="h2-EW"]')).to_have_value("6")
    desk.keyboard.press("Enter")
    expect(desk.locator('tr[data-hand="2"] [data-points="NS"]')).to_have_text("−6")
    assert sheet_of(round_).results.get().content["units"] == {"NS": 3, "EW": 1}
