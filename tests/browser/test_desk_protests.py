"""A protest at the desk, in a real browser: from its time limit and its ruling to the corrected
standings on paper.
"""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from scoring.calls import call_arbiter
from scoring.models import Protest
from tests.browser.following import follow, press_of
from tests.evenings import played, sheet_of
from tests.printing.asking import printed
from tests.printing.pages import squeezed


def test_a_protest_inside_its_time_becomes_a_ruling_and_the_paper_names_what_it_changed(
    sign_in: Callable[..., Page],
) -> None:
    desk = sign_in("organizer", "arbiter")
    round_ = played()
    sheet = sheet_of(round_, 2)
    call_arbiter(table=sheet.table, hand=4, text="Nord ha mostrato una carta")
    standings = f"/desk/{round_.tournament.code}/standings/"
    desk.goto(f"/desk/{round_.tournament.code}/play/1/2/")
    follow(desk.get_by_role("link", name="Annotala come reclamo"))
    countdown = desk.get_by_role("region", name="Reclami").locator("[data-left]")
    first = countdown.inner_text()
    expect(countdown).not_to_have_text(first)
    assert 10 <= int(first.split(":")[0]) <= 20
    desk.fill("#protest-who", "Bo Ugo")
    follow(desk.locator(press_of("protest")))
    follow(desk.locator("#protests .panel a.btn"))
    desk.locator("[name=kind][value=adjustment]").check()
    desk.locator("[name=offender][value=N]").check()
    desk.fill("[name=points]", "-5")
    desk.fill("[name=reason]", "Carta mostrata.")
    follow(desk.locator("#ruling .btn-primary"))
    desk.goto(standings)
    desk.locator("#protests select[name=outcome]").select_option("upheld")
    desk.locator("#protests select[name=ruling]").select_option(index=1)
    desk.fill("#protests [name=answer]", "Due l'hanno vista.")
    follow(desk.locator(press_of("answer")))
    desk.fill("[name=erratum]", "Dopo il reclamo del tavolo 2.")
    follow(desk.locator(press_of("publish")))
    assert Protest.objects.get().ruling == sheet.rulings.get()
    expect(desk.locator("#protests")).to_contain_text("accolto")
    paper = printed("standings", round_.tournament, "it")
    sentence = squeezed(
        "Corregge quanto pubblicato prima: Dopo il reclamo del tavolo 2. Player 5: "
    )
    assert all(sentence in page.squeezed for page in paper)
