"""A disputed hand at the desk: the board is opened with a line in the log, its cards are judged,
and a ruling is prepared.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from deals.models import BoardSet
from king.cards import Card, Deal, Suit
from scoring.models import Sheet
from scoring.rows import enter_row
from tests.evenings import a_tournament, played, sealed_round, sheet_of
from tests.king.deals import SUITS_APART
from tournaments.models import Tournament
from wording.sentences import say

pytestmark = pytest.mark.django_db

# North holds every spade, East every heart, South every diamond, West every club.


def on_the_table(sheet: Sheet, hand: int, deal: Deal, units: dict[str, int], **row: Any) -> Sheet:
    """Give the hand's board this deal and enter the hand's row."""
    sheet.table.round.board_set.boards.filter(number=hand).update(owners=deal.owners)
    enter_row(sheet=sheet, hand=hand, content={"units": units, **row}, origin="desk")
    return sheet


@pytest.fixture
def sheet(db: None) -> Sheet:
    """Hand 1 (kings and jacks, North deals, East leads): each player holds one suit, and the row
    gives all eight to East.
    """
    sheet = sheet_of(sealed_round(a_tournament()))
    return on_the_table(sheet, 1, SUITS_APART, {"E": 8})


def page_of(sheet: Sheet, hand: int = 1) -> str:
    round_ = sheet.table.round
    return f"/desk/{round_.tournament.code}/play/{round_.number}/{sheet.table.number}/judge/{hand}/"


def opened(client: Client, sheet: Sheet, hand: int = 1) -> str:
    assert client.post(f"{page_of(sheet, hand)}open/").status_code == 302
    return page_of(sheet, hand)


def whole_hand() -> str:
    """Cards of a hand in which East leads hearts thirteen times and takes every trick, since nobody
    else has any.
    """
    return "\n".join(f"H{rank} D{rank} C{rank} S{rank}" for rank in "AKQJT98765432")


def test_the_board_is_opened_first_and_the_log_says_so(arbiter: Client, sheet: Sheet) -> None:
    page = arbiter.get(page_of(sheet)).content.decode()
    assert f'action="{page_of(sheet)}open/"' in page
    assert "card-key" not in page
    assert arbiter.post(page_of(sheet), {"cards": "HA"}).content.decode().count("card-key") == 0
    page = arbiter.get(opened(arbiter, sheet)).content.decode()
    assert page.count('class="card-key') == 52
    line = sheet.table.round.tournament.log.latest("sequence")
    assert (line.kind, line.author_name) == ("board_opened", "arbiter")


def test_where_the_organizer_plays_the_page_names_the_tables_that_are_waited_for(
    organizer: Client, sheet: Sheet
) -> None:
    Tournament.objects.update(blind=True)
    answer = organizer.post(f"{page_of(sheet)}open/", {"reason": "I want to."})
    assert answer.status_code == 422
    assert "on a sheet that was handed in. Still waiting for: 1, 2." in answer.content.decode()
    assert organizer.get(page_of(sheet)).status_code == 422
    assert "card-key" not in organizer.get(page_of(sheet)).content.decode()


def test_an_arbiter_who_deals_is_asked_for_a_reason_before_the_last_table(
    arbiter: Client, sheet: Sheet
) -> None:
    Tournament.objects.update(blind=True)
    User.objects.get(username="arbiter").groups.add(Group.objects.get_or_create(name="dealing")[0])
    page = arbiter.get(page_of(sheet)).content.decode()
    assert 'name="reason"' in page
    assert "These tables have not handed in their sheets: 1, 2." in page
    assert arbiter.post(f"{page_of(sheet)}open/").status_code == 422
    assert arbiter.post(f"{page_of(sheet)}open/", {"reason": "Fourteen cards."}).status_code == 302
    assert arbiter.get(page_of(sheet)).content.decode().count('class="card-key') == 52


def test_a_hand_that_was_not_played_here_stays_sealed(arbiter: Client, sheet: Sheet) -> None:
    answer = arbiter.post(f"{page_of(sheet, 2)}open/")
    assert answer.status_code == 422
    assert "Table 1 has not entered hand 2" in answer.content.decode()


def test_a_whole_legal_hand_gives_the_tricks_to_whom_they_went(
    arbiter: Client, sheet: Sheet
) -> None:
    judged = arbiter.post(opened(arbiter, sheet), {"cards": whole_hand()}).context["judged"]
    assert (judged["finished"], judged["findings"], judged["problems"]) == (True, [], [])
    assert {str(column): units for column, units, _written in judged["counts"]} == {
        "N": 0,
        "E": 8,
        "S": 0,
        "W": 0,
    }
    assert not judged["differs"]
    assert [won for (_wind, _card, won, _breaches), *_rest in judged["lines"]] == [True] * 13


def test_a_sheet_that_says_something_else_than_the_cards_is_said_to(
    arbiter: Client, sheet: Sheet
) -> None:
    enter_row(sheet=sheet, hand=1, content={"units": {"N": 1, "E": 7}}, origin="desk")
    answer = arbiter.post(opened(arbiter, sheet), {"cards": whole_hand()})
    assert answer.context["judged"]["differs"]
    assert "The sheet and the cards differ." in answer.content.decode()


def test_a_card_that_the_leaders_hand_does_not_hold_is_named_with_its_holder(
    arbiter: Client, sheet: Sheet
) -> None:
    answer = arbiter.post(opened(arbiter, sheet), {"cards": "SA"})
    [finding] = answer.context["judged"]["findings"]
    assert (finding["wind"], finding["place"]) == ("E", "Trick 1")
    assert finding["sentence"] == "♠A is not in the hand of East: North holds it"
    assert finding["sentence"] in answer.content.decode()


def test_a_suit_not_followed_is_named_with_its_rule_and_the_ruling_is_ready(
    arbiter: Client, sheet: Sheet
) -> None:
    # No hearts (hand 5, North deals again and East leads): West holds spades and throws a diamond
    # on them.
    deal = Deal.parse_pbn("N:AKQ.AKQ.AKQ.AKQJ JT9.JT9.JT9.T987 876.876.876.6543 5432.5432.5432.2")
    on_the_table(sheet, 5, deal, {"N": 13})
    answer = arbiter.post(opened(arbiter, sheet, 5), {"cards": "♠J ♠8 ♦5 ♠A"})
    [finding] = answer.context["judged"]["findings"]
    assert (finding["wind"], finding["sentence"]) == (
        "W",
        "♦5: West holds ♠, and the suit led has to be followed",
    )
    [link] = re.findall(r'href="([^"]*/rule/\?[^"]*)"', answer.content.decode())
    query = parse_qs(urlparse(link.replace("&amp;", "&")).query)
    assert query["offender"] == ["W"]
    assert query["kind"] == ["illegal_play"]
    form = arbiter.get(link.replace("&amp;", "&")).context["form"]
    assert (form["kind"].value(), form["hand"].value(), form["offender"].value()) == (
        "illegal_play",
        "5",
        "W",
    )
    assert (
        form["reason"].value() == "Trick 1: ♦5: West holds ♠, and the suit led has to be followed."
    )
    ruling_answer = arbiter.post(
        urlparse(link).path,
        {
            "kind": "illegal_play",
            "hand": "5",
            "offender": "W",
            "reason": form["reason"].value(),
        },
    )
    assert ruling_answer.status_code == 302
    assert sheet.rulings.get().offender == "W"


def test_a_tapped_card_is_added_and_the_last_one_taken_back(arbiter: Client, sheet: Sheet) -> None:
    page = opened(arbiter, sheet)
    judged = arbiter.post(page, {"cards": "", "add": "HA"}).context["judged"]
    assert (judged["text"], judged["turn"]) == ("♥A", "S")
    judged = arbiter.post(
        page, {"cards": judged["text"], "add": "DT"}, headers={"HX-Request": "true"}
    ).context["judged"]
    assert (judged["text"], judged["turn"]) == ("♥A ♦10", "W")
    states = {
        card: state
        for suits in judged["hands"].values()
        for _suit, cards in suits
        for card, state in cards
    }
    assert states[Card.parse("HA")] == states[Card.parse("DT")] == "played"
    # West has no hearts and may throw any club.
    assert {card.suit for card, state in states.items() if state == "legal"} == {Suit.CLUBS}
    assert (
        arbiter.post(page, {"cards": judged["text"], "undo": "1"}).context["judged"]["text"] == "♥A"
    )


def test_a_lead_from_the_wrong_hand_is_out_of_turn(arbiter: Client, sheet: Sheet) -> None:
    page = opened(arbiter, sheet)
    judged = arbiter.post(page, {"cards": "HA DA CA SA", "add": "SK", "led_by": "N"}).context[
        "judged"
    ]
    assert judged["text"] == "♥A ♦A ♣A ♠A\nN: ♠K"
    [finding] = judged["findings"]
    assert finding["sentence"] == "♠K: North plays out of turn; it is the turn of East"


def test_what_cannot_be_read_is_named_and_stays_in_the_field(arbiter: Client, sheet: Sheet) -> None:
    answer = arbiter.post(opened(arbiter, sheet), {"cards": "ha dx ca", "add": "SA"})
    assert answer.context["judged"]["text"] == "ha dx ca"
    [problem] = answer.context["judged"]["problems"]
    assert problem.startswith("Card 2: 'dx' is not a card")


def test_a_declaration_without_its_trump_asks_for_it(arbiter: Client, sheet: Sheet) -> None:
    on_the_table(sheet, 8, SUITS_APART, {"N": 13})
    page = opened(arbiter, sheet, 8)
    answer = arbiter.post(page, {"cards": "ha"})
    assert "judged" not in answer.context
    assert ">ha<" in answer.content.decode()
    leader = answer.context["known"].leader
    assert arbiter.post(page, {"cards": "", "trump": "S"}).context["judged"]["turn"] == leader
    # East holds only hearts, and North ruffs every one that East leads.
    judged = arbiter.post(page, {"cards": "HA DA CA SA", "trump": "S", "leader": "E"}).context[
        "judged"
    ]
    assert {str(column): units for column, units, _written in judged["counts"]} == {
        "N": 1,
        "E": 0,
        "S": 0,
        "W": 0,
    }


def test_in_domino_a_pass_with_a_card_to_lay_is_named(arbiter: Client, sheet: Sheet) -> None:
    sheet = sheet_of(sealed_round(a_tournament("lab13")))
    [hand] = [
        plan.number
        for plan in sheet.table.round.tournament.rules.schedule()
        if plan.contract is not None and plan.contract.family == "domino"
    ]
    on_the_table(sheet, hand, SUITS_APART, {"N": 0, "E": 4, "S": 4, "W": 4})
    page = opened(arbiter, sheet, hand)
    judged = arbiter.post(page, {"cards": "", "leader": "N", "pass": "1"}).context["judged"]
    [finding] = judged["findings"]
    assert finding["sentence"] == "North passes while holding cards that can be laid: ♠7"
    assert (judged["domino"], judged["turn"], finding["place"]) == (True, "E", "Lap 1")
    judged = arbiter.post(page, {"cards": "– ♥7", "leader": "N", "add": "D7"}).context["judged"]
    assert [wind for wind, *_laid in judged["lines"][0]] == ["N", "E", "S"]


def test_the_card_that_domino_begins_with_may_have_been_named(
    arbiter: Client, sheet: Sheet
) -> None:
    """The player who chooses Domino may name its first card (R2). West holds the clubs and lays the
    nine.
    """
    sheet = sheet_of(sealed_round(a_tournament("lab13")))
    on_the_table(sheet, 8, SUITS_APART, {"N": 0, "E": 4, "S": 4, "W": 4})
    page = opened(arbiter, sheet, 8)
    assert 'value="C9"' in arbiter.get(page).content.decode()
    judged = arbiter.post(page, {"cards": "C9", "start": "C9"}).context["judged"]
    assert ([wind for wind, *_laid in judged["lines"][0]], judged["findings"]) == (["W"], [])
    # From then on every suit must be opened with its nine.
    judged = arbiter.post(page, {"cards": "C9 S7", "start": "C9"}).context["judged"]
    assert [finding["sentence"] for finding in judged["findings"]] == [
        "♠7: its suit is opened by ♠9, which is not laid yet"
    ]
    [finding] = arbiter.post(page, {"cards": "C9", "leader": "W", "start": "no card"}).context[
        "judged"
    ]["findings"]
    assert finding["sentence"] == "♣9 cannot open the layout: it begins with 7"


def test_the_card_that_the_row_names_begins_the_domino_that_is_judged(
    arbiter: Client, sheet: Sheet
) -> None:
    """The row has a field for the first card (§11.9), so the judge does not ask again. West, who
    holds the clubs, begins with the nine.
    """
    sheet = sheet_of(sealed_round(a_tournament("lab_coppie")))
    on_the_table(
        sheet,
        1,
        SUITS_APART,
        {"N": 0, "E": 4, "S": 4, "W": 4},
        contract="DOM",
        chooser="NS",
        start="C9",
    )
    judged = arbiter.post(opened(arbiter, sheet), {"cards": "C9"}).context["judged"]
    assert ([wind for wind, *_laid in judged["lines"][0]], judged["findings"]) == (["W"], [])


def test_a_revealed_board_is_judged_without_opening_it(arbiter: Client) -> None:
    page = arbiter.get(page_of(sheet_of(played()), 3)).content.decode()
    assert page.count('class="card-key') == 52


def test_the_sheets_story_and_the_ruling_lead_to_the_cards(arbiter: Client, sheet: Sheet) -> None:
    round_ = sheet.table.round
    story = arbiter.get(f"/desk/{round_.tournament.code}/play/1/1/rows/1/").content.decode()
    assert page_of(sheet) in story


def test_a_hand_that_there_is_not_is_not_found(arbiter: Client, sheet: Sheet) -> None:
    assert arbiter.get(page_of(sheet, 13)).status_code == 404
    assert arbiter.get(page_of(sheet).replace("/1/1/judge", "/1/77/judge")).status_code == 404


def test_who_only_deals_judges_nothing(sheet: Sheet, without_role: Client) -> None:
    user = User.objects.get(username="curious")
    user.groups.add(Group.objects.get_or_create(name="dealing")[0])
    assert without_role.get(page_of(sheet)).status_code == 403


# --- the calls before the hand


def send_calls(client: Client, sheet: Sheet, hand: int, *calls: str, **form: str) -> Any:
    """Send these calls one after the other; return the last answer."""
    page = page_of(sheet, hand).replace("/judge/", "/said/")
    answer = client.get(page)
    for call in calls:
        state = {
            "calls": answer.context["calls"],
            "seller": str(answer.context["bidding"].sale.seller),
        }
        who, what = call.split(maxsplit=1)
        pressed = (
            {"owner": what}
            if what in ("accepts", "refuses", "haggles", "ultimatum")
            else {"add": what}
        )
        answer = client.post(page, {**state, "who": who, **pressed})
    return client.post(page, form) if form else answer


def test_a_disputed_sale_is_judged_call_by_call_and_held_against_the_sheet(
    arbiter: Client, sheet: Sheet
) -> None:
    """Hand 8 is West's, who asks two (§2.1). North takes it at two, so East may not; South goes to
    three.
    """
    enter_row(
        sheet=sheet,
        hand=8,
        origin="desk",
        content={
            "units": {"N": 3, "E": 3, "S": 3, "W": 4},
            "trump": "H",
            "sale": {"seller": "W", "buyer": "N", "price": 2},
        },
    )
    answer = send_calls(
        arbiter, sheet, 8, "W 2", "N 2", "E 2", "E pass", "S 3", "W 1", "N pass", "E pass"
    )
    problems = [problem and say(problem) for _who, _words, problem in answer.context["heard"]]
    assert [bool(problem) for problem in problems] == [
        False,
        False,
        True,
        False,
        False,
        True,
        False,
        False,
    ]
    assert problems[5] == "The price of 2 has been asked and cannot be changed"
    page = answer.content.decode()
    assert "South has the hand for 3." in page
    assert "The sheet says something else." in page


def test_a_disputed_ultimatum_binds_whoever_spoke_it(arbiter: Client) -> None:
    """South owns hand 7 and asks everybody for eight before any offer (§11.5). Nobody meets it, so
    South has to play the hand down and may not speak again.
    """
    sheet = sheet_of(sealed_round(a_tournament("pt_ind")))
    owner = str(sheet.table.round.tournament.rules.schedule()[6].dealer)
    answer = send_calls(
        arbiter, sheet, 7, f"{owner} ultimatum", "W pass", "N pass", "E pass", f"{owner} refuses"
    )
    assert (owner, answer.context["bidding"].sale.must_play_nulls) == ("S", True)
    page = answer.content.decode()
    assert "Nobody offers 8: South plays the hand down." in page
    assert "South may not speak any more." in page


def test_a_disputed_third_option_is_judged_as_the_pairs_stand(arbiter: Client) -> None:
    """The trump is not named if only one of the two proposed hands is a declaration (§11.1). The
    answer may be either of them, or a third hand.
    """
    sheet = sheet_of(sealed_round(a_tournament("squadre_terza")))
    form = {"first": "D", "second": "Q", "answer": "KJ"}
    well = send_calls(arbiter, sheet, 1, **form).context["verdict"]
    assert well[-1] == (
        True,
        "The answer is a third option: if that pair loses the hand, the difference counts double.",
    )
    [(well, why)] = send_calls(arbiter, sheet, 1, **form, first_trump="S").context["verdict"]
    assert (well, why) == (
        False,
        "Dichiarazione: the trump is said only where both hands proposed are declarations",
    )
    assert send_calls(arbiter, sheet, 1, **form | {"answer": "D"}).context["verdict"][-1] == (
        True,
        "The answer is one of them.",
    )
    assert send_calls(arbiter, sheet, 2).context["missing"] == 1


def test_of_a_hand_that_nobody_sells_or_proposes_nothing_was_said(
    arbiter: Client, sheet: Sheet
) -> None:
    assert arbiter.get(page_of(sheet, 1).replace("/judge/", "/said/")).status_code == 404
    rows = f"/desk/{sheet.table.round.tournament.code}/play/1/1/rows/"
    assert "/said/" not in arbiter.get(f"{rows}1/").content.decode()
    assert "/said/8/" in arbiter.get(f"{rows}8/").content.decode()


@pytest.mark.parametrize(
    "form",
    [
        {"calls": "\0,X 3,N 99999,N", "add": "3", "who": "?"},
        {"calls": "N 3," * 500, "seller": "Z"},
        {"owner": "ultimatum"},
        {"owner": "accepts", "seller": "N"},
        {"first": "?", "second": "\0", "answer": "D", "answer_trump": "X"},
    ],
)
@pytest.mark.parametrize("system", ["lab12", "squadre_terza", "fr10"])
def test_garbage_said_is_answered(arbiter: Client, system: str, form: dict[str, str]) -> None:
    evening = sheet_of(sealed_round(a_tournament(system)))
    page = page_of(evening, 9).replace("/judge/", "/said/")
    assert arbiter.post(page, form).status_code == 200


def test_the_defender_on_the_soloists_left_leads_the_hand_that_is_judged(
    arbiter: Client, sheet: Sheet
) -> None:
    """North alone plays hands 1 to 8: West deals and East leads. East alone plays from hand 9, and
    South leads (§11.4).
    """
    sheet = sheet_of(sealed_round(a_tournament("pt_fu", pre_dealt=True)))
    for hand, soloist, leader in ((1, "N", "E"), (9, "E", "S")):
        on_the_table(
            sheet, hand, SUITS_APART, {"N": 5, "E": 4, "S": 4}, contract="V", chooser=soloist
        )
        answer = arbiter.post(opened(arbiter, sheet, hand), {"cards": ""})
        assert (answer.context["known"].leader, answer.context["judged"]["turn"]) == (
            leader,
            leader,
        )


def test_a_disputed_posi_or_neg_is_judged_as_the_pairs_stand_and_held_against_the_sheet(
    arbiter: Client,
) -> None:
    """East, left of the dealer, says positive or negative, and West names the hand (S3, R10)."""
    sheet = sheet_of(sealed_round(a_tournament("pt_pareado")))
    content = {"contract": "V", "chooser": "EW", "units": {"NS": 5, "EW": 8}}
    enter_row(sheet=sheet, hand=1, content=content, origin="desk")
    assert send_calls(arbiter, sheet, 1).context["verdict"] == []
    for form, verdict in (
        ({"word": "negative"}, (True, "This may be said.")),
        ({"word": "negative", "answer": "V"}, (True, "This may be said, and the hand named.")),
        ({"word": "positive", "answer": "V"}, (False, "Não fazer vazas: East has said Posi")),
    ):
        context = send_calls(arbiter, sheet, 1, **form).context
        assert (context["verdict"], context["sheet_differs"]) == ([verdict], False)
    answer = send_calls(arbiter, sheet, 1, word="negative", answer="C")
    assert answer.context["sheet_differs"]
    assert "The sheet says something else." in answer.content.decode()
    assert send_calls(arbiter, sheet, 3, word="negative").context["missing"] == 2


# --- a link for others


def link_of(page: str) -> str:
    link = re.search(r'href="(/hand/[^"]+)"', page)
    return link[1].replace("&amp;", "&") if link else ""


def test_the_typed_cards_have_a_link_once_everybody_may_see_the_board(
    arbiter: Client, sheet: Sheet
) -> None:
    where = opened(arbiter, sheet)
    sealed = arbiter.post(where, {"cards": whole_hand()}).content.decode()
    assert "Every card was legal" in sealed
    assert link_of(sealed) == ""
    assert "Once the partita is closed, a link shows these cards to others." in sealed
    BoardSet.objects.update(state=BoardSet.State.REVEALED, revealed_at="2026-11-20T22:00Z")
    answer = Client(headers={"Accept-Language": "en"}).get(
        link_of(arbiter.post(where, {"cards": whole_hand()}).content.decode())
    )
    assert answer.status_code == 200
    assert dict(answer.context["counts"][0][1].mapping) == {"N": 0, "E": 8, "S": 0, "W": 0}
    assert "Every card was legal" in answer.content.decode()
    # Without a card typed there is nothing to show.
    assert link_of(arbiter.post(where, {"cards": ""}).content.decode()) == ""


def test_the_link_holds_the_cards_that_were_typed_and_no_other(
    arbiter: Client, sheet: Sheet
) -> None:
    where = opened(arbiter, sheet)
    BoardSet.objects.update(state=BoardSet.State.REVEALED, revealed_at="2026-11-20T22:00Z")
    # The cards make South throw the two of spades, which is North's.
    page = arbiter.post(where, {"cards": "HA S2 CA SA\nS: DK"}).content.decode()
    link = link_of(page)
    assert parse_qs(urlparse(link).query)["led"] == ["2S"]
    answer = Client(headers={"Accept-Language": "en"}).get(link)
    cards = {
        wind.value: [str(card) for _suit, cards_held in suits for card, _played in cards_held]
        for wind, suits in answer.context["step"]["hands"]
    }
    assert cards == {"N": ["SA"], "E": ["HA"], "S": ["S2", "DK"], "W": ["CA"]}
    # Only the board shows that it is not South's; the link alone does not.
    assert [finding.at for finding in answer.context["findings"]] == [5]
