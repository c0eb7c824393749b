"""The captain's page of pairs, of a secret partner and of differences, on a small phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from scoring.models import HandResult, Sheet
from scoring.rows import enter_row
from scoring.scored_sheets import scored_sheet
from tests.browser.pages import at_the_desk, dot
from tests.evenings import a_sheet

pytestmark = pytest.mark.django_db(transaction=True)


def opened(phone: Page, ruleset: str, *rows: dict[str, object], **fields: object) -> Sheet:
    sheet = a_sheet(ruleset, **fields)
    for hand, content in enumerate(rows, 1):
        enter_row(
            sheet=sheet,
            hand=hand,
            content=content,
            origin=HandResult.Origin.PHONE,
            device="another",
        )
    phone.goto(f"/t/{sheet.table.place.code}/")
    expect(phone.locator(".phone-dot").first).to_be_visible()
    return sheet


def test_the_phone_asks_for_the_partner_and_then_shows_him(phone: Page) -> None:
    sheet = opened(phone, "pirandello")
    expect(phone.locator(".phone-voices")).to_have_text(
        "Nord sceglie e chiama una carta: chi la tiene è il compagno"
    )
    phone.locator("[data-contract=MIS]").click()
    expect(phone.locator(".phone-missing")).to_have_text(
        "Manca il compagno: chi teneva la carta chiamata?"
    )
    phone.locator("[data-field=partner][data-value=S]").click()
    expect(phone.locator(".phone-hand p")).to_contain_text("con Sud")
    # Nine and four make thirteen: nothing is left for the two others.
    for column, count in (("N", 9), ("S", 4)):
        phone.locator(f"[data-column={column}]").click()
        phone.locator(f"[data-number='{count}']").click()
    phone.locator("[data-act=accept]").click()
    at_the_desk(phone, 1)
    content = HandResult.objects.get(sheet=sheet, hand=1).content
    assert (content["partner"], content["units"]) == ("S", {"N": 9, "E": 0, "S": 4, "W": 0})


def test_the_partner_in_sans_atout_may_be_named_and_taken_back(phone: Page) -> None:
    sheet = opened(phone, "pirandello")
    dot(phone, 13).click()
    south = phone.locator("[data-field=partner][data-value=S]")
    for column, count in (("N", 9), ("S", 4)):
        phone.locator(f"[data-column={column}]").click()
        phone.locator(f"[data-number='{count}']").click()
    south.click()
    expect(phone.locator(".phone-hand p")).to_contain_text("con Sud")
    south.click()
    expect(phone.locator(".phone-hand p")).not_to_contain_text("con Sud")
    # R5: the hand is complete without the partner.
    south.click()
    phone.locator("[data-act=accept]").click()
    at_the_desk(phone, 13)
    content = HandResult.objects.get(sheet=sheet, hand=13).content
    assert (content["partner"], content["units"]) == ("S", {"N": 9, "E": 0, "S": 4, "W": 0})


def test_rows_that_came_by_wind_are_shown_by_pair_and_need_nothing(phone: Page) -> None:
    opened(
        phone,
        "lab_coppie",
        {"contract": "Q", "units": {"N": 1, "E": 0, "S": 2, "W": 1}, "chooser": "NS"},
    )
    dot(phone, 1).click()
    expect(phone.locator("[data-column=NS] .phone-count")).to_have_text("3")
    expect(phone.locator("[data-column=EW] .phone-count")).to_have_text("1")
    expect(phone.locator("[data-act=next]")).to_be_enabled()


def test_differences_have_one_running_score_and_pairs_hear_who_speaks(phone: Page) -> None:
    rows = (
        {"contract": "H", "units": {"NS": 1, "EW": 7}},
        {"contract": "C", "units": {"NS": 9, "EW": 4}},
    )
    opened(phone, "pt_duplas", *rows)
    # Hand 3: South deals, West on South's left names the kind, East chooses.
    expect(phone.locator(".phone-voices")).to_have_text("Ovest dice Posi o Neg, Est sceglie")
    phone.locator("[data-act=totals]").click()
    expect(phone.locator(".phone-totals thead .num")).to_have_text("N–S ±")
    sums = phone.locator(".phone-totals tbody .phone-sum")
    expect(sums.nth(0)).to_have_text("+180")
    expect(sums.nth(1)).to_have_text("+80")


def test_the_phone_takes_the_card_that_domino_begins_with_in_the_letters_of_the_pack(
    phone: Page,
) -> None:
    """Domino's first card is chosen in the letters of the pack (§13.16). An Italian pack has an F,
    the fante, for the jack.
    """
    sheet = opened(phone, "lab_coppie", card_letters="ARDF")
    phone.locator("[data-dealer=N]").click()
    phone.locator("[data-contract=DOM]").click()
    phone.locator("[data-field=start]").click()
    phone.locator("[data-pick=suit][data-value=H]").click()
    expect(phone.locator("[data-pick=rank]")).to_have_text([*"ARDF", "10", *"98765432"])
    phone.locator("[data-pick=rank][data-value=J]").click()
    phone.locator("[data-act=card]").click()
    expect(phone.locator("[data-field=start]")).to_have_text("F")
    for number in ("0", "1", "2", "5"):
        phone.locator(f"[data-number='{number}']").click()
    phone.locator("[data-act=keep]").click()
    at_the_desk(phone, 1)
    assert HandResult.objects.get(sheet=sheet, hand=1).content["start"] == "HJ"


def test_the_phone_asks_who_deals_first_and_the_dealers_follow(phone: Page) -> None:
    sheet = opened(phone, "lab_coppie")
    expect(phone.locator(".phone-contracts")).to_have_count(0)
    phone.context.set_offline(True)
    phone.locator("[data-dealer=W]").click()
    # S2, clockwise: West deals and proposes, East decides. The page knows it while offline.
    expect(phone.locator(".phone-voices")).to_have_text(
        "Ovest ne propone due, Est sceglie una di quelle o una terza"
    )
    phone.locator("[data-contract=KJ]").click()
    phone.locator("[data-number='5']").click()
    phone.locator("[data-act=accept]").click()
    phone.context.set_offline(False)
    at_the_desk(phone, 1)
    sheet.refresh_from_db()
    assert (sheet.first_dealer, HandResult.objects.get(sheet=sheet, hand=1).content["chooser"]) == (
        "W",
        "EW",
    )
    expect(phone.locator(".phone-voices")).to_have_text(
        "Nord ne propone due, Sud sceglie una di quelle o una terza"
    )
    phone.locator("#phone-who").click()
    expect(phone.locator("[data-holder]")).to_have_count(4)
    expect(phone.locator("[data-dealer]")).to_have_count(0)


def test_a_hand_that_may_not_be_chosen_says_why(phone: Page) -> None:
    opened(phone, "lab_coppie", {"contract": "KJ", "units": {"NS": 8, "EW": 0}})
    phone.locator("[data-contract=KJ]").click()
    expect(phone.locator(".phone-missing")).to_have_text("No re e fanti: già giocata")
    expect(phone.locator("[data-field=third]")).to_have_count(0)


def test_a_third_option_stands_beside_the_hand_that_it_doubles(phone: Page) -> None:
    sheet = opened(phone, "squadre_terza")
    phone.locator("[data-field=third]").click()
    phone.locator("[data-contract=NC]").click()
    expect(phone.locator(".phone-hand p")).to_contain_text("Uscita di terza")
    phone.locator("[data-number='9']").click()
    phone.locator("[data-act=accept]").click()
    at_the_desk(phone, 1)
    assert HandResult.objects.get(sheet=sheet, hand=1).content["third"] is True
    # North's pair chose it and took 9 against 4: −5, doubled (R7).
    phone.locator("[data-act=totals]").click()
    expect(phone.locator(".phone-totals tbody .phone-sum").first).to_have_text("−10")


def test_a_called_game_says_once_who_chooses(phone: Page) -> None:
    opened(phone, "lab_chiamata")
    expect(phone.locator(".phone-hand p")).to_contain_text("sceglie Nord")
    assert phone.locator("main").inner_text().count("sceglie Nord") == 1


def test_two_with_no_card_left_in_domino_were_kept_without_a_word(phone: Page) -> None:
    opened(phone, "lab13")
    dot(phone, 8).click()
    expect(dot(phone, 8)).to_have_attribute("aria-current", "step")
    note, main = phone.locator(".phone-missing"), phone.locator(".phone-buttons button").last
    for number in ("0", "0"):
        phone.locator(f"[data-number='{number}']").click()
    expect(note).to_have_text("Domino: 2 giocatori sono senza carte; chiude uno solo")
    for number in ("3", "5"):
        phone.locator(f"[data-number='{number}']").click()
    expect(main).to_have_attribute("data-act", "keep-anyway")
    expect(main).not_to_have_class(re.compile("btn-primary"))
    phone.locator("[data-column=E]").click()
    phone.locator("[data-number='4']").click()
    expect(note).not_to_contain_text("Domino")
    expect(main).to_have_attribute("data-act", "keep")
    phone.locator("[data-column=N]").click()
    phone.locator("[data-number='1']").click()
    expect(note).to_contain_text("Domino: ")
    expect(main).to_have_attribute("data-act", "keep-anyway")
    main.click()
    expect(dot(phone, 8)).to_have_attribute("data-state", "wrong")


def a_count_each(phone: Page, **counts: int) -> None:
    for column, count in counts.items():
        phone.locator(f"[data-column={column}]").click()
        phone.locator(f"[data-number='{count}']").click()


def test_the_buyer_of_a_hand_may_play_it_down_where_the_evening_says_so(phone: Page) -> None:
    """South sells hand 7 to West for three plus, and West plays it down, so no trump is asked for
    (§11.6).
    """
    sheet = a_sheet("fr10", settings={"buyer_may_turn": True})
    phone.goto(f"/t/{sheet.table.place.code}/")
    dot(phone, 7).click()
    phone.locator("[data-field=sale]").click()
    expect(phone.locator("[data-pick=turned]")).to_have_count(0)
    for pick, value in (("polarity", "positive"), ("buyer", "W"), ("price", "3")):
        phone.locator(f"[data-pick={pick}][data-value='{value}']").click()
    expect(phone.locator("[data-pick=turned][aria-pressed=true]")).to_have_text(
        "Il compratore la gioca a prendere"
    )
    phone.locator("[data-pick=turned][data-value=true]").click()
    phone.locator("[data-act=sold]").click()
    expect(phone.locator("[data-field=trump]")).to_have_count(0)
    a_count_each(phone, N=4, E=3, S=1)
    phone.locator("[data-act=accept]").click()
    at_the_desk(phone, 7)
    content = HandResult.objects.get(sheet=sheet, hand=7).content
    assert (content["direction"], content["sale"]["price"], content["sale"]["polarity"]) == (
        "down",
        3,
        "positive",
    )
    # S 325 − 75 + 75, W 325 − 5 × 75 − 75.
    assert {
        str(wind): int(points) for wind, points in scored_sheet(sheet).rows[0].points.items()
    } == {
        "N": 25,
        "E": 100,
        "S": 325,
        "W": -125,
    }


def test_the_declarers_own_tricks_of_a_blind_declaration_are_asked_for_between_pairs(
    phone: Page,
) -> None:
    """North declares hand 9 blind; of the pair's 8 tricks North took 5. The score is 8 to 5, and 5
    more (§11.8).
    """
    sheet = a_sheet("squadre", settings={"blind": True})
    phone.goto(f"/t/{sheet.table.place.code}/")
    dot(phone, 9).click()
    phone.locator("[data-field=trump][data-value=H]").click()
    phone.locator("[data-field=owner]").click()
    phone.locator("[data-act=blind-5]").click()
    expect(phone.locator("[data-field=owner]")).to_have_text("al buio")
    a_count_each(phone, NS=8)
    phone.locator("[data-act=accept]").click()
    at_the_desk(phone, 9)
    content = HandResult.objects.get(sheet=sheet, hand=9).content
    assert (content["blind"], content["blind_tricks"]) == (True, 5)
    [row] = scored_sheet(sheet).rows
    assert dict(row.points) == {"NS": 8, "EW": -8}


def test_a_match_won_outright_ends_on_the_phone_also_while_the_desk_is_silent(phone: Page) -> None:
    sheet = a_sheet("rifki", settings={"king_tricks": 10})
    phone.goto(f"/t/{sheet.table.place.code}/")
    phone.locator("[data-dealer=N]").click()
    phone.locator("[data-contract=POS]").click()
    phone.context.set_offline(True)
    phone.locator("[data-value=S]").first.click()
    for column, count in (("N", 10), ("E", 3)):
        phone.locator(f"[data-column={column}]").click()
        phone.locator(f"[data-number='{count}']").click()
    phone.locator("[data-act=accept]").click()
    expect(phone.locator(".phone-dot[data-hand]")).to_have_count(1)
    expect(phone.locator("[data-act=hand-in]")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.locator(".phone-won")).to_have_text(
        "Nord ha vinto la partita: 10 prese nella mano 1, Koz."
    )
    expect(phone.locator("tbody tr")).to_have_count(1)


def test_rifki_asks_by_name_who_declares_first_and_the_dealer_follows(phone: Page) -> None:
    """The deal goes to the right, so the player before West deals (§13.18)."""
    sheet = a_sheet("rifki")
    phone.goto(f"/t/{sheet.table.place.code}/")
    expect(phone.locator(".phone-tosign")).to_have_text("Chi dichiara per primo a questo tavolo?")
    west = phone.locator("[data-drawn=W]")
    expect(west).to_contain_text("Player 4")
    west.click()
    expect(phone.locator(".phone-hand p")).to_contain_text("mazziere Nord · sceglie Ovest")
    expect(phone.locator(".phone-missing")).to_contain_text("Dichiara per primo Ovest")
    phone.reload()
    expect(phone.locator(".phone-hand p")).to_contain_text("sceglie Ovest")
    expect(phone.locator(".phone-net")).to_have_class("phone-net is-quiet")
    sheet.refresh_from_db()
    assert sheet.first_dealer == "N"


def test_one_queen_each_is_said_as_it_is_typed_and_the_hand_is_dealt_again(phone: Page) -> None:
    sheet = a_sheet("rifki")
    phone.goto(f"/t/{sheet.table.place.code}/")
    phone.locator("[data-drawn=W]").click()
    phone.locator("[data-contract=M]").click()
    for column in "NWS":
        phone.locator(f"[data-column={column}]").click()
        phone.locator("[data-number='1']").click()
    expect(phone.locator(".phone-missing")).to_contain_text("ognuno ne ha presa una")
    phone.locator("[data-act=dealt-again]").click()
    expect(phone.locator("[data-contract=M]")).to_be_visible()
    assert not HandResult.objects.filter(sheet=sheet).exists()


def test_who_has_taken_all_his_hands_of_a_kind_is_said_with_their_number(phone: Page) -> None:
    """West has declared hands 1, 5 and 9, the three negative ones that a player has; two with
    trumps remain.
    """
    opened(phone, "rifki")
    sheet = Sheet.objects.get()
    for hand, contract in ((1, "V"), (5, "C"), (9, "K")):
        units = {"V": 13, "C": 13, "K": 1}[contract]
        content = {"contract": contract, "units": {"N": units, "E": 0, "S": 0, "W": 0}}
        enter_row(sheet=sheet, hand=hand, content=content, origin=HandResult.Origin.DESK)
    for hand in (*range(2, 5), *range(6, 9), *range(10, 13)):
        content = {"contract": "POS", "trump": "S", "units": {"N": 4, "E": 3, "S": 3, "W": 3}}
        enter_row(sheet=sheet, hand=hand, content=content, origin=HandResult.Origin.DESK)
    phone.reload()
    dot(phone, 13).click()
    expect(phone.locator("[data-contract=M] .phone-times")).to_have_text("Ovest: 3 di 3")
    # The totals explain each name once: tricks, trumps, hearts, the king.
    phone.locator("[data-act=totals]").click()
    expect(phone.locator(".phone-gloss")).to_have_count(4)


def test_the_russian_game_has_fourteen_hands_and_all_at_once_is_one_with_all_its_bans(
    phone: Page,
) -> None:
    """Hands 7–12 share one dot, and their help lists all bans (§13.17)."""
    opened(phone, "russian")
    expect(phone.locator(".phone-strip .phone-dot")).to_have_count(14)
    phone.locator(".phone-dot", has_text="7–12").click()
    expect(phone.locator("[data-row]")).to_have_text(["7", "8", "9", "10", "11", "12"])
    phone.locator("[data-act=help]").click()
    help_ = phone.locator(".phone-overlay")
    expect(help_.locator("h2")).to_have_text("7–12 Все подряд")
    for words in (
        "8 prese a −2",
        "8 cuori a −2",
        "1 re di cuori, −16",
        "attaccare a cuori",
        "deve scartarla",
    ):
        expect(help_).to_contain_text(words)


def test_all_at_once_has_a_sum_of_its_own_in_the_totals(phone: Page) -> None:
    """The sum over its six rows is −96; until all six are there, only the name is shown (§13.17)."""
    sheet = opened(phone, "russian")
    units = {"V": 8, "C": 8, "H": 8, "M": 4, "2U": 2, "K": 1}
    for hand, (contract, count) in enumerate(units.items(), 7):
        content = {"contract": contract, "units": {"N": count, "E": 0, "S": 0, "W": 0}}
        enter_row(sheet=sheet, hand=hand, content=content, origin=HandResult.Origin.PHONE)
    phone.reload()
    phone.locator("[data-act=totals]").click()
    first, second = phone.locator(".phone-game").all()
    expect(first.locator("td")).to_have_text(["−96", "0", "0", "0", "−96"])
    expect(second.locator("td")).to_have_count(0)


def test_a_contradiction_is_said_after_its_row_and_where_the_sheet_would_hold(phone: Page) -> None:
    """A hand without tricks cannot have all the hearts (§13.2). The list of problems below a sheet
    of 24 rows is easily missed, so the problem shows at the row and under the totals.
    """
    opened(phone, "russian")
    dot(phone, 7).click()
    for column, count in (("N", 0), ("E", 8)):
        phone.locator(f"[data-column={column}]").click()
        phone.locator(f"[data-number='{count}']").click()
    phone.locator("[data-act=accept]").click()
    phone.locator("[data-column=N]").click()
    phone.locator("[data-number='8']").click()
    phone.locator("[data-act=accept]").click()
    expect(phone.locator(".phone-missing.is-wrong")).to_contain_text("8 · Черви")
    phone.locator("[data-act=totals]").click()
    expect(phone.locator("footer .phone-check.is-wrong button")).to_contain_text("8 · Черви")


def test_sold_and_kept_are_two_keys_and_8_or_nulls_is_one_that_says_how_it_came_to_it(
    phone: Page,
) -> None:
    """Nobody offers 8, so the owner plays down: 325 − 75 t (§11.5)."""
    sheet = a_sheet("pt_ind")
    phone.goto(f"/t/{sheet.table.place.code}/")
    dot(phone, 7).click()
    expect(phone.locator("[data-field=sale]")).to_have_text("Vendita")
    phone.locator("[data-act=help]").click()
    for words in ("3 = 1 nulo", "8 ou nulos"):
        expect(phone.locator(".phone-overlay")).to_contain_text(words)
    phone.locator("[data-act=help-back]").click()
    phone.locator("[data-field=owner]").click()
    expect(phone.locator(".phone-overlay [data-pick]")).to_have_count(0)
    expect(phone.locator("[data-act=direction-ultimatum]")).to_contain_text("8 ou nulos")
    phone.locator("[data-act=direction-ultimatum]").click()
    expect(phone.locator("[data-field=owner]")).to_have_text("▼ Para baixo")
    a_count_each(phone, N=4, E=3, S=1)
    phone.locator("[data-act=accept]").click()
    at_the_desk(phone, 7)
    assert HandResult.objects.get(sheet=sheet, hand=7).content["direction"] == "down"


def test_a_debt_that_is_forgiven_is_said_on_the_phone(phone: Page) -> None:
    """South sells to West for 5, capped, and West takes only 3 (§2.3). North has 5, East 3, South 2."""
    sheet = a_sheet("pt_ind")
    phone.goto(f"/t/{sheet.table.place.code}/")
    dot(phone, 7).click()
    phone.locator("[data-field=trump][data-value=S]").click()
    phone.locator("[data-field=sale]").click()
    for pick, value in (("polarity", "positive"), ("buyer", "W"), ("price", "5")):
        phone.locator(f"[data-pick={pick}][data-value='{value}']").click()
    phone.locator("[data-act=sold]").click()
    a_count_each(phone, N=5, E=3, S=2)
    phone.locator("[data-act=accept]").click()
    expect(phone.locator(".phone-missing")).to_contain_text("condonato")
    dot(phone, 7).click()
    expect(phone.locator(".phone-rowline")).to_contain_text("condonato")
