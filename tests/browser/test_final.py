"""A circuit's final, from the published season to the diploma: qualifying, declining, three partite,
the winner.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pypdf
import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page, expect

from king.rulesets import RULESETS
from scoring.models import Sheet
from scoring.sheet_steps import close_sheet, hand_in
from seasons.season import publish_season
from tests.browser.following import follow
from tests.browser.pages import a_match, enter
from tests.seasons.season import the_season
from tournaments.models import Tournament


def play(desk: Page, final: Tournament, number: int, north: str) -> None:
    """Play a partita from seating to closing: the sheet through the table's service, all else at
    the desk.
    """
    desk.goto(f"/desk/{final.code}/")
    follow(desk.locator("main .btn-next"))
    desk.goto(f"/desk/{final.code}/play/{number}/")
    expect(desk.locator(".seats .name").first).to_have_text(north)
    expect(desk.locator("main")).not_to_contain_text("ripet")
    expect(desk.locator(".met")).to_have_count(0)
    follow(desk.locator("form:has([name=without_paper]) button"))
    desk.goto(f"/desk/{final.code}/play/{number}/")
    follow(desk.locator("main .btn-next"))
    sheet = Sheet.objects.select_related("table__round__tournament").get(
        table__round__tournament=final, table__round__number=number
    )
    enter(sheet, a_match(RULESETS["lab_chiamata"], ("NC", "MIS", "KJ")[number - 1]))
    desk.goto(f"/desk/{final.code}/")
    hand_in(sheet=sheet, by="captain", author=None)
    close_sheet(sheet=sheet, author=None)
    desk.goto(f"/desk/{final.code}/play/{number}/")
    follow(desk.locator("#close-round"))
    desk.wait_for_url("**/standings/")


@pytest.mark.at_length
@pytest.mark.django_db(transaction=True)
def test_a_final_goes_from_the_published_season_to_the_diploma(
    client: Client,
    sign_in: Callable[..., Page],
    watched: Callable[..., Page],
    accessible: Callable[[Page], list[str]],
    wrong_looks: Callable[[Page], list[str]],
) -> None:
    desk, visitor = sign_in("organizer", "arbiter"), watched()
    circuit = the_season()
    lines = publish_season(circuit=circuit, author=None).standings["overall"]
    going = [lines[0]["entry"], *(line["entry"] for line in lines[2:5])]

    # The second qualifier declines, so the fifth moves up.
    desk.goto(f"/desk/circuits/{circuit.code}/")
    follow(desk.get_by_role("link", name="La finale"))
    desk.fill("[name=carry]", "50")
    follow(desk.locator("main .btn-next"))
    follow(
        desk.locator("tr", has_text=lines[1]["entry"]).locator("form[action$='/decline/'] button")
    )
    expect(desk.locator("tbody").first.locator("th")).to_have_text(going)
    assert wrong_looks(desk) + accessible(desk) == []
    visitor.goto(f"/circuits/{circuit.code}/")
    expect(visitor.locator(".finalists li")).to_have_text(going)
    assert wrong_looks(visitor) + accessible(visitor) == []
    follow(desk.locator("main .btn-next"))
    desk.wait_for_url(re.compile(r"/desk/\w{6}/$"))
    final = Tournament.objects.exclude(made_of=None).get()

    # Three partite of called hands at one table, with another North each time. The page does not
    # report that players meet again.
    for number in (1, 2, 3):
        play(desk, final, number, going[number - 1])

    # The standings show the carried points; the winner is on the circuit's page and on the diploma.
    first = final.publications.latest("number").standings["overall"][0]
    expect(desk.locator("section:has(#overall) thead")).to_contain_text("Qualif.")
    assert wrong_looks(desk) + accessible(desk) == []
    desk.locator("section:has(#overall) summary").first.click()
    expect(desk.locator("section:has(#overall) details[open]")).to_contain_text(
        "dalla qualificazione"
    )
    visitor.reload()
    expect(visitor.locator(".finalists b")).to_have_text(first["entry"])
    visitor.goto(f"/live/{final.code}/")
    expect(visitor.locator(".occasion")).to_contain_text(circuit.name)
    assert wrong_looks(visitor) + accessible(visitor) == []
    desk.goto(f"/desk/{final.code}/close/")
    with desk.context.expect_event(
        "response", lambda answer: "pdf" in answer.headers["content-type"]
    ) as opened:
        desk.locator("[value=diplomas]").click()
    client.force_login(User.objects.get(username="anna"))
    paper = client.get(urlsplit(opened.value.url).path)
    page = pypdf.PdfReader(io.BytesIO(paper.getvalue())).pages[0].extract_text()
    assert "1° posto in finale" in page
    assert circuit.name in page
