"""A small evening as a club plays it: four tables, two partite, from the roster to the published
standings.

One sheet is typed on a phone, one is copied at the desk with the keyboard, and the others come
through the services. The published figures are compared with sums computed here from the values of the
hands alone.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Sheet
from scoring.sheet_steps import hand_in
from tests.browser.following import follow, paste_into, press_of
from tests.browser.pages import at_the_desk, dot, keys_of, tap
from tests.evenings import fill, night_file, sheet_of
from tournaments.models import Round, Seat, Tournament

PASSWORD = "quattro-venti-12"
ROSTER = Path(__file__).parent.parent / "data" / "roster.xlsx"
WHO_CAME = """D'Amico Fabrizio
Olcese Łukasz
Şahin Salvatore
Tassara Désirée
Nuñez Davide
Müller Teresa
Rossi José
De André Bruno
Lo Presti Laura
Dell'Orto Noemi
Merlo Zoë
Vassallo Niccolò
Kowalska Giulia
Caviglia Ana
Zunino Beatrice
Repetto Tommaso"""
TABLES = 4
WORTH = {"KJ": -2, "Q": -3, "KH": -8, "8D": -8, "NC": -1, "MIS": -1, "U2": -4, "D": 1, "SA": 2}
"""Points of one unit of each hand (R1)."""
FOR_A_PLACE = (10, 6, 4, 3)
"""Match points of the four places of a wind; level players share the sum of their places (R1b)."""
Row = Mapping[str, Any]


def rows_of(number: int, table: int) -> list[Row]:
    [sheet] = [
        paper for paper in night_file()["rounds"][number - 1]["sheets"] if paper["table"] == table
    ]
    return list(sheet["rows"])


def points_of(row: Row) -> dict[str, int]:
    """Points of each wind in a hand. The tricks that a buyer promised count for the seller,
    whatever the buyer took (R1).
    """
    points = {wind: WORTH[row["contract"]] * row["units"][wind] for wind in "NESW"}
    if sale := row.get("sale"):
        points[sale["seller"]] += sale["price"]
        points[sale["buyer"]] -= sale["price"]
    return points


def total_of(number: int, table: int, wind: str) -> int:
    return sum(points_of(row)[wind] for row in rows_of(number, table))


def match_points(totals: Mapping[str, int]) -> dict[str, Fraction]:
    """Match points by name for one wind's totals; level players share the match points of their
    places.
    """
    return {
        name: Fraction(
            sum(
                FOR_A_PLACE[sum(total > mine for total in totals.values()) :][
                    : list(totals.values()).count(mine)
                ]
            ),
            list(totals.values()).count(mine),
        )
        for name, mine in totals.items()
    }


def expected(round_: Round) -> dict[str, dict[str, tuple[int, Fraction]]]:
    """Expected total and match points of everybody, by wind and name."""
    winds = {}
    for wind in "NESW":
        totals = {
            seat.player.full_name: total_of(round_.number, seat.table.number, wind)
            for seat in Seat.objects.filter(round=round_, wind=wind).select_related(
                "player", "table"
            )
        }
        earned = match_points(totals)
        winds[wind] = {name: (totals[name], earned[name]) for name in totals}
    return winds


def number(text: str) -> Fraction:
    """A number as Italians read it: ``−3,5``."""
    return Fraction(text.strip().replace("−", "-").replace(",", "."))


def published(page: Page, partita: int) -> dict[str, dict[str, tuple[int, Fraction]]]:
    """Standings of a partita by wind, as on the public page."""
    lists = page.locator(f"#partita-{partita} .wind-list")
    expect(lists).to_have_count(4)
    return {
        wind: {
            row.locator("th").inner_text().strip(): (
                int(number(row.locator("td.num").nth(-2).inner_text())),
                number(row.locator("td.num").nth(-1).inner_text()),
            )
            for row in lists.nth(place).locator("tbody tr").all()
        }
        for place, wind in enumerate("NESW")
    }


def go_on(desk: Page, evening: Tournament, *pressed: str) -> None:
    """Follow the next step from the evening's page, then press these buttons."""
    desk.goto(f"/desk/{evening.code}/")
    follow(desk.locator(".btn-next").first)
    for selector in pressed:
        follow(desk.locator(selector).first)


@pytest.fixture
def evening(transactional_db: None, page: Page) -> Tournament:
    """Set up on the laptop: the first account, a new evening, the roster from its workbook, and
    sixteen entries.
    """
    page.goto("/")
    page.fill("[name=username]", "anna")
    page.fill("[name=password1]", PASSWORD)
    page.fill("[name=password2]", PASSWORD)
    follow(page.locator("main form .btn-primary"))
    page.wait_for_url("**/desk/")
    page.goto("/desk/new/")
    page.fill("[name=name]", "Venerdì del re")
    page.press("[name=name]", "Enter")
    page.wait_for_url(re.compile(r"/desk/\w{6}/players/$"))
    tournament = Tournament.objects.get()
    page.goto("/desk/roster/import/")
    page.set_input_files("[name=file]", ROSTER)
    for _look_then_import in range(2):
        follow(page.locator("main .btn-primary"))
    page.wait_for_url("**/desk/roster/")
    page.goto(f"/desk/{tournament.code}/players/")
    paste_into(page, WHO_CAME)
    follow(page.locator("#list-preview .btn-next"))
    expect(page.locator("#entry-rows .entry")).to_have_count(4 * TABLES)
    assert {entry.title for entry in tournament.entries.all()} == set(WHO_CAME.splitlines())
    return tournament


def seat_and_seal(desk: Page, evening: Tournament) -> Round:
    """Prepare the next partita with one button and start it."""
    go_on(desk, evening)
    expect(desk.locator(".table-card")).to_have_count(TABLES)
    follow(desk.locator("form:has([name=without_paper]) button"))
    follow(desk.locator(press_of("start")))
    expect(desk.locator(".notice-success")).to_be_visible()
    round_ = evening.rounds.order_by("-number")[0]
    assert round_.stage == Round.Stage.PLAYING
    return round_


def tap_row(phone: Page, row: Row) -> None:
    """Enter a hand as a captain does: trump and sale, then each wind's count; the last is proposed."""
    expect(dot(phone, row["hand"])).to_have_attribute("aria-current", "step")
    if trump := row.get("trump"):
        tap(phone, f"[data-field=trump][data-value={trump}]")
    if sale := row.get("sale"):
        buyer = f"[data-pick=buyer][data-value={sale['buyer']}]"
        price = f"[data-pick=price][data-value='{sale['price']}']"
        tap(phone, "[data-field=sale]", buyer, price, "[data-act=sold]")
    tap(phone, *keys_for_units(row))


def keys_for_units(row: Row) -> Iterator[str]:
    if row["contract"] in {
        "KH",
        "8D",
        "U2",
    }:  # One king, one eight, two tricks: the taker is tapped once per unit.
        for wind, units in row["units"].items():
            yield from [f"[data-column={wind}]"] * units
        return
    yield from (f"[data-number='{row['units'][wind]}']" for wind in "NES")
    yield "[data-act=accept]"


def play_on_the_phone(phone: Page, sheet: Sheet) -> None:
    phone.goto("/t/")
    phone.fill("[name=code]", sheet.table.place.code.upper())
    with phone.expect_navigation():
        phone.press("[name=code]", "Enter")
    for row in rows_of(sheet.table.round.number, sheet.table.number):
        tap_row(phone, row)
    at_the_desk(phone, 12)
    expect(phone.locator(".phone-check.holds")).to_be_visible()
    phone.locator("[data-act=hand-in]").click()
    expect(phone.locator(".phone-state")).to_be_visible()


def copy_at_the_desk(desk: Page, sheet: Sheet) -> None:
    round_ = sheet.table.round
    desk.goto(f"/desk/{round_.tournament.code}/play/{round_.number}/{sheet.table.number}/")
    for row in rows_of(round_.number, sheet.table.number):
        for key in keys_of(dict(row)):
            desk.keyboard.press(key)
    expect(desk.locator("#close-sheet")).to_be_focused()
    with desk.expect_navigation():
        desk.keyboard.press("Enter")
    expect(desk.locator("#messages .notice-success")).to_be_attached()


def bring_in(round_: Round, *tables: int) -> None:
    """Enter and hand in the sheets of other tables, as their phones would."""
    for table in tables:
        rows = {
            row["hand"]: {key: value for key, value in row.items() if key != "hand"}
            for row in rows_of(round_.number, table)
        }
        hand_in(sheet=fill(sheet_of(round_, table), rows), by="phone")


def close_partita(desk: Page, round_: Round) -> None:
    """Close all complete sheets with one button, then the partita."""
    address = f"/desk/{round_.tournament.code}/play/{round_.number}/"
    desk.goto(address)
    follow(desk.locator("main form .btn-primary").first)
    expect(desk.locator(".notice-success")).to_be_visible()
    assert not Sheet.objects.filter(table__round=round_).exclude(state=Sheet.State.CLOSED).exists()
    desk.goto(address)
    follow(desk.locator(".hall-buttons button").first)
    desk.wait_for_url("**/standings/")
    round_.refresh_from_db()
    assert round_.stage == Round.Stage.PROVISIONAL


def meetings(evening: Tournament) -> list[frozenset[int]]:
    seats = Seat.objects.filter(round__tournament=evening).order_by("table")
    tables = [
        list(group) for _table, group in itertools.groupby(seats, key=lambda seat: seat.table_id)
    ]
    return [
        frozenset(pair)
        for table in tables
        for pair in itertools.combinations([s.entry_id for s in table], 2)
    ]


@pytest.mark.journey
def test_a_small_evening_from_the_roster_to_the_published_standings(
    page: Page, phone: Page, evening: Tournament
) -> None:
    first = seat_and_seal(page, evening)
    sealed = phone.goto(f"/live/{evening.code}/1/boards/1/")
    assert sealed is not None
    assert sealed.status == 404
    play_on_the_phone(phone, sheet_of(first, 1))
    copy_at_the_desk(page, sheet_of(first, 2))
    bring_in(first, 3, 4)
    close_partita(page, first)

    phone.goto(f"/live/{evening.code}/standings/")
    assert published(phone, 1) == expected(first)

    second = seat_and_seal(page, evening)
    assert len(set(meetings(evening))) == len(meetings(evening)) == 2 * TABLES * 6
    seats = Seat.objects.filter(round__tournament=evening).values_list("entry", "wind").distinct()
    assert seats.count() == 4 * TABLES
    phone.goto(f"/t/{sheet_of(first, 1).table.place.code}/1/")
    phone.locator("[data-act=what-comes]").click()
    phone.wait_for_url("**/2/")
    expect(dot(phone, 1)).to_have_attribute("aria-current", "step")
    bring_in(second, 1, 2, 3, 4)
    close_partita(page, second)
    go_on(page, evening)
    page.locator("summary", has_text="prima che scada").click()
    follow(page.locator(press_of("official")))
    expect(page.locator(".notice-success").first).to_be_visible()

    phone.goto(f"/live/{evening.code}/standings/")
    assert [published(phone, 1), published(phone, 2)] == [expected(first), expected(second)]
    sums = [
        {name: line for wind in expected(round_).values() for name, line in wind.items()}
        for round_ in (first, second)
    ]
    overall = {
        row.locator(".name").inner_text().strip(): (
            int(number(row.locator("td.num").nth(-1).inner_text())),
            number(row.locator("td.num").nth(-2).inner_text()),
        )
        for row in phone.locator("#overall tbody tr").all()
    }
    assert overall == {
        name: (total + sums[1][name][0], earned + sums[1][name][1])
        for name, (total, earned) in sums[0].items()
    }
    assert [earned for _total, earned in overall.values()] == sorted(
        (e for _t, e in overall.values()), reverse=True
    )
    assert set(evening.rounds.values_list("stage", flat=True)) == {Round.Stage.OFFICIAL}
