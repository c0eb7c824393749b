"""Pairs and chosen hands on the phone: the player who chooses, the questions, the places of counts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.utils import translation

from king.rulesets import RULESETS, find_ruleset
from king_tournament.captain.page import page_of
from king_tournament.sheet.keys import content_keyed, contract_keys, hand_keys
from king_tournament.sheet.state import state_of
from scoring.models import HandResult
from scoring.rows import enter_row
from tests.evenings import a_sheet


def voices_of(code: str, hand: int) -> str:
    rules = find_ruleset(code)
    with translation.override("en"):
        return str(hand_keys(rules, rules.defaults)[hand - 1]["voices"])


def test_the_page_says_who_proposes_and_who_chooses() -> None:
    # R2, R7: the dealer proposes two hands, and the partner takes one of them or a third. In hand 2
    # the deal has passed to the left (E) at the club's pairs, to the right (W) in it.wikipedia's.
    # R10: the player left of the dealer names the kind, and that player's partner chooses the hand.
    assert voices_of("lab_coppie", 2) == "East proposes two, West chooses one of them or a third"
    assert voices_of("squadre_terza", 2) == "West proposes two, East chooses one of them or a third"
    assert voices_of("pt_duplas", 2) == "South says Posi or Neg, North chooses"
    assert voices_of("lab_chiamata", 2) == "East chooses"
    assert (
        voices_of("pirandello", 2)
        == "West chooses and names a card: the player who holds it is the partner"
    )


def test_where_the_hand_is_fixed_nobody_chooses() -> None:
    assert voices_of("pirandello", 13) == ""
    assert voices_of("lab_chiamata", 12) == ""
    assert voices_of("squadre", 9) == ""


@pytest.mark.parametrize(
    ("code", "has_third"), [("squadre_terza", True), ("lab_coppie", False), ("pt_duplas", False)]
)
def test_a_third_option_is_asked_for_only_where_it_can_count_double(
    code: str, has_third: bool
) -> None:
    rules = find_ruleset(code)
    assert {hand["third"] for hand in hand_keys(rules, rules.defaults)} == {has_third}


def test_counts_written_by_wind_stand_under_the_keys_of_their_pair() -> None:
    rules = find_ruleset("lab_coppie")
    queens = {"contract": "Q", "units": {"N": 1, "E": 0, "S": 2, "W": 1}}
    domino = {"contract": "DOM", "units": {"N": 0, "E": 1, "S": 2, "W": 5}}
    assert content_keyed(rules, queens) == {"contract": "Q", "units": {"NS": 3, "EW": 1}}
    assert content_keyed(rules, domino) == domino
    assert content_keyed(rules, None) is None
    assert content_keyed(find_ruleset("lab12"), queens) == queens


def test_the_three_players_of_king_fu_have_a_key_each_and_hear_who_deals_and_leads() -> None:
    rules = find_ruleset("pt_fu")
    with translation.override("en"):
        assert {
            tuple(keys["columns"]) for keys in contract_keys(rules, rules.defaults).values()
        } == {("N", "E", "S")}
        # §11.4: North alone, West deals, East leads.
        assert hand_keys(rules, rules.defaults)[0]["deals"] == "West deals · East leads"
    by_seat = {"contract": "M", "chooser": "S", "units": {"N": 1, "E": 0, "S": 2, "W": 1}}
    keyed = content_keyed(rules, by_seat)
    assert keyed is not None
    assert keyed["units"] == {"N": 1, "E": 0, "S": 3}


def test_what_is_said_when_nobody_or_more_than_one_went_out_of_domino() -> None:
    rules = find_ruleset("lab13")
    with translation.override("en"):
        notes = contract_keys(rules, rules.defaults)["DOM"]["closers"]
        together = contract_keys(rules, replace(rules.defaults, domino_winners="round"))["DOM"][
            "closers"
        ]
        queens = contract_keys(rules, rules.defaults)["Q"]["closers"]
    assert notes["0"] == "Domino: nobody went out; one player has no card left"
    assert notes["2"] == "Domino: 2 players have no card left; only one goes out"
    assert sorted(notes) == ["0", "2", "3", "4"]
    # O2: if the round is finished, several players may go out; at least one must.
    assert sorted(together) == ["0"]
    assert queens == {}


@pytest.mark.django_db
def test_a_row_of_a_pair_that_a_program_wrote_by_wind_is_not_empty_on_the_phone(
    client: Client,
) -> None:
    sheet = a_sheet("lab_coppie")
    content = {"contract": "Q", "units": {"N": 1, "E": 0, "S": 2, "W": 1}}
    enter_row(
        sheet=sheet, hand=1, content=content, origin=HandResult.Origin.PHONE, device="program"
    )
    page = client.get(f"/t/{sheet.table.place.code}/1/").context["page"]
    assert page["sheet"]["rows"]["1"]["content"]["units"] == {"NS": 3, "EW": 1}
    assert page["sheet"]["rows"]["1"]["points"] == {"NS": "−9", "EW": "−3"}


@pytest.mark.django_db
def test_a_sheet_of_differences_has_one_running_score_on_the_phone(client: Client) -> None:
    sheet = a_sheet("pt_duplas")
    for hand, code, north_south, east_west in ((1, "H", 1, 7), (2, "C", 9, 4), (3, "K", 0, 1)):
        content = {"contract": code, "units": {"NS": north_south, "EW": east_west}}
        enter_row(
            sheet=sheet, hand=hand, content=content, origin=HandResult.Origin.PHONE, device="table"
        )
    page = client.get(f"/t/{sheet.table.place.code}/1/", headers={"Accept-Language": "en"}).context[
        "page"
    ]
    # R10: (7 − 1) × 30 = +180, then (4 − 9) × 20 = −100, then the king for 160.
    assert [page["sheet"]["rows"][hand][page["row_figure"]] for hand in ("1", "2", "3")] == [
        "+180",
        "+80",
        "+240",
    ]
    assert page["sheet"]["total_sum"] == ""
    assert page["texts"]["sum_column"] == "N–S ±"
    assert page["texts"]["row_holds"] == "North–South leads by {sum}"
    assert page["texts"]["sum_holds"] == "The sheet holds"


@pytest.mark.django_db
def test_a_sheet_of_sums_has_its_sums_on_the_phone(client: Client) -> None:
    page = client.get(f"/t/{a_sheet('lab_coppie').table.place.code}/1/").context["page"]
    assert page["texts"]["sum_column"] == "Σ"
    assert "{sum}" in page["texts"]["sum_holds"]


def leaders_of(code: str) -> list[str]:
    """Leader of each hand as the help text names it, or the leader of its declaration if that
    differs.
    """
    rules = find_ruleset(code)
    with translation.override("en"):
        return [hand["leads_trump"] or hand["leads"] for hand in hand_keys(rules, rules.defaults)]


def test_the_question_mark_says_who_leads() -> None:
    # R1: the player on the left of the dealer, who is North, East, South, West in turn.
    assert leaders_of("lab12") == [
        f"{wind} leads." for wind in ("East", "South", "West", "North") * 3
    ]
    # R8: the dealer. R10: the dealer's partner.
    assert leaders_of("pt_ind")[:2] == ["North leads.", "East leads."]
    assert leaders_of("pt_duplas")[:2] == ["South leads.", "West leads."]


def test_a_declaration_has_its_own_leader_where_the_evening_says_so() -> None:
    """The deal and the lead go to the right (R3), but in declarations the player on the left may
    lead (A3).
    """
    rules = find_ruleset("itwiki_scelta")
    settings = replace(rules.defaults, leader="left_in_declarations")
    with translation.override("en"):
        first = hand_keys(rules, settings)[0]
    assert (first["leads"], first["leads_trump"]) == ("West leads.", "East leads.")


@pytest.mark.django_db
@pytest.mark.parametrize("code", RULESETS)
def test_every_hand_of_every_system_has_its_rule_on_the_phone(code: str) -> None:
    sheet = a_sheet(code)
    with translation.override("en"):
        page = page_of(sheet)
    assert page["play"].keys() == page["contracts"].keys()
    for contract in page["contracts"].values():
        counts, *play = page["play"][contract["code"]]
        # The number of units; for Domino the way it is played instead, since nobody follows suit.
        units = contract["units"]
        assert f": {units or 'cards left'}" in counts
        assert ("suit must be followed" in " ".join(play)) == (units is not None)


@pytest.mark.django_db
def test_what_is_counted_at_once_has_a_sum_of_its_own_once_all_is_written() -> None:
    """North takes everything in the six hands of 16 points each: −96 (§13.17)."""
    sheet = a_sheet("russian")
    units = {"V": 8, "C": 8, "H": 8, "M": 4, "2U": 2, "K": 1}
    for hand, (contract, count) in enumerate(units.items(), 7):
        assert state_of(sheet)["games"] == {}
        content = {"contract": contract, "units": {"N": count, "E": 0, "S": 0, "W": 0}}
        enter_row(sheet=sheet, hand=hand, content=content, origin=HandResult.Origin.PHONE)
    assert state_of(sheet)["games"] == {
        "7": {"points": {"N": "−96", "E": "0", "S": "0", "W": "0"}, "sum": "−96"}
    }


def test_what_is_counted_is_not_said_beside_a_name_that_has_its_words() -> None:
    """The unit is left out beside a name that contains it. “Não fazer vazas · vazas” used to take a
    second line on a phone 360 pixels wide.
    """
    titles = {}
    for code, language in (("pt_ind", "pt"), ("fr32", "fr"), ("russian", "ru")):
        rules = find_ruleset(code)
        with translation.override(language):
            keys = contract_keys(rules, rules.defaults)
            titles[code] = {keys[each]["title"]: keys[each]["beside"] for each in rules.counts}
    assert titles["pt_ind"] == {
        "Não fazer vazas": "",
        "Não fazer copas": "",
        "Não fazer mulheres": "damas",
        "Não fazer homens": "reis e valetes",
        "Não fazer o King": "rei de copas",
        "Não fazer as 2 últimas": "2 últimas vazas",
        "Posi": "vazas",
    }
    assert {title for title, beside in titles["fr32"].items() if beside} == {"Enchères"}
    assert titles["russian"]["Брать взятки"] == ""
    assert titles["russian"]["Кинг"] == "король червей"


def test_what_is_counted_is_not_said_beside_a_name_that_says_it() -> None:
    rules = find_ruleset("russian")
    titles = {}
    for language in ("ru", "it"):
        with translation.override(language):
            keys = contract_keys(rules, rules.defaults)
            titles[language] = [(keys[code]["title"], keys[code]["beside"]) for code in ("V", "H")]
    assert titles == {
        "ru": [("Взятки", ""), ("Мальчики", "короли и валеты")],
        "it": [("Взятки", "prese"), ("Мальчики", "re e fanti")],
    }
