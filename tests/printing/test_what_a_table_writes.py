"""The paper of a table has a place for everything that counts and states the right sums; the
standings on the wall name pairs by their line.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from king.cards import Wind
from king.rulesets import find_ruleset
from scoring import decisions
from scoring.models import Sheet
from scoring.publishing import publish
from scoring.scored_sheets import scored_sheet
from tests.evenings import SYSTEMS, demo
from tests.printing.asking import all_of, printed, refusal
from tests.printing.pages import MM, Letter, PageText, letters_outside, squeezed, within
from tournaments.models import Round, Tournament
from tournaments.services import change_settings

pytestmark = pytest.mark.django_db


def an_evening(code: str, stage: str = "seated") -> Tournament:
    tournament = demo(stage=stage, seed=4, ruleset=code, tables=2, rounds=1)
    tournament.name = "Friday"
    tournament.save(update_fields=["name"])
    return tournament


def beside(page: PageText, hand: str) -> str:
    """Text printed where the table writes the counts and points of a hand."""
    lines: dict[int, list[Letter]] = {}
    for letter in page.letters:
        lines.setdefault(letter.line, []).append(letter)
    hand_line = next(
        line for line in lines.values() if squeezed(hand) in "".join(letter.text for letter in line)
    )
    foot = hand_line[0].bottom
    return within(page, 87 * MM, foot - 5 * MM, 220 * MM, foot + 5 * MM)


def test_in_domino_the_cards_of_each_partner_have_their_own_place() -> None:
    # R6: ten points go to the pair of the player who closed, which one count per pair does not show.
    page = printed("score_sheets", an_evening("squadre"))[0]
    assert [beside(page, hand) for hand in ("No donne", "Domino", "Dichiarazione")] == [
        "",
        "N S E W",
        "",
    ]
    assert "+10 to the pair that goes out" in " ".join(page.text.split())


@pytest.mark.parametrize(("code", "named"), [("lab_coppie", True), ("squadre_terza", False)])
def test_the_first_card_of_domino_is_written_where_its_chooser_may_name_it(
    code: str, named: bool
) -> None:
    # S2 names the first card (§11.9); in it.wikipedia's pairs the holder of the 7 begins.
    page = printed("score_sheets", an_evening(code))[0]
    assert ("Trump; Domino from" in " ".join(page.text.split())) is named


@pytest.mark.parametrize(
    ("code", "words"),
    [("itwiki13", "dealerEast·the7ofdiamondsopens"), ("lab13", "dealerWest·Northleads")],
)
def test_the_slip_of_a_domino_named_a_leader_where_the_holder_of_a_card_begins(
    code: str, words: str
) -> None:
    # R3: the holder of the 7 begins, whoever deals. R1b: the leader, left of the dealer of hand 8, begins
    # with any 7.
    [page] = printed("slips", an_evening(code), copies="one", board=8)
    assert page.squeezed.count("Domino") == 4
    assert page.squeezed.count(words) == 4
    assert ("leads" in page.text) == (code == "lab13")


@pytest.mark.parametrize(
    ("code", "apart"), [("lab_coppie", True), ("squadre_terza", True), ("pirandello", False)]
)
def test_a_domino_that_is_chosen_says_so_on_the_list(code: str, apart: bool) -> None:
    page = printed("score_sheets", an_evening(code))[0]
    assert ("each player's cards" in page.text) == apart


def test_the_sum_of_a_sheet_says_what_a_slam_adds_to_it(evening: Tournament) -> None:
    pairs = an_evening("lab_coppie")
    # O1d: 26; with a slam in hearts 52, or 39 if the other pair loses 13.
    sheet = printed("score_sheets", pairs)[0].squeezed
    assert "mustbe26" in sheet
    assert "+26foreachslam" in sheet
    card = printed("summary_card", pairs)[0].squeezed
    assert "togethermake26.Eachslamadds26." in card
    other = demo(stage="entries", seed=4, ruleset="lab_coppie", tables=1)
    change_settings(tournament=other, author=None, settings={"cappotto_others": "minus13"})
    other.refresh_from_db()
    assert "+13foreachslam" in printed("score_sheets", other, blank=True)[0].squeezed
    # O1a: +14 and three times −9 make −13 as usual.
    change_settings(tournament=evening, author=None, settings={"cappotto": "plus14"})
    evening.refresh_from_db()
    assert "slam" not in printed("score_sheets", evening, blank=True)[0].text
    change_settings(tournament=evening, author=None, settings={"cappotto": "plus13"})
    evening.refresh_from_db()
    sheet = printed("score_sheets", evening, blank=True)[0].squeezed
    assert "mustbe0" in sheet
    assert "+26foreachslam" in sheet


@pytest.mark.parametrize("code", SYSTEMS)
def test_a_blind_declaration_has_its_box_and_is_not_taken_for_an_error_in_the_sum(
    code: str,
) -> None:
    rules = find_ruleset(code)
    evening = demo(stage="entries", seed=4, ruleset=code, tables=2)
    [page] = printed("score_sheets", evening, blank=True)[:1]
    word = rules.terms.get("blind", "blind")  # S0: "al buio"
    assert word not in page.text  # off by default everywhere (§11.8)
    if all(setting.key != "blind" for setting in rules.settings):
        return
    change_settings(tournament=evening, author=None, settings={"blind": True})
    evening.refresh_from_db()
    pages = printed("score_sheets", evening, blank=True)
    words = " ".join(pages[0].text.split())
    if rules.order == "fixed":
        # O5: each declaration has the word; the sum below may have it too.
        words = " ".join(" ".join(page.text for page in pages).split())
        declared = sum(1 for plan in rules.schedule() if plan.contract and plan.contract.trump)
        assert words.replace("taken blind", "").count(word) == declared
    else:
        assert f", {word}" in words.replace("taken blind", "")
    adds = rules.scoring in ("sum", "shared")
    everything = " ".join(" ".join(page.text.split()) for page in pages)
    assert ("plus tricks taken blind" in everything) == adds


@pytest.mark.parametrize(("code", "words"), [("squadre", "line"), ("itwiki13", "wind")])
def test_the_standings_of_pairs_are_by_line(code: str, words: str) -> None:
    tournament = demo(stage="finished", seed=4, ruleset=code, tables=2, rounds=2)
    # An evening may rank its pairs by line.
    Tournament.objects.update(standing_settings={"method": "places"})
    tournament.refresh_from_db()
    pages = printed("standings", tournament)
    titles = ["Overallstanding", f"Partita1by{words}", f"Partita2by{words}"]
    assert [
        page.squeezed.startswith(title) for page, title in zip(pages, titles, strict=False)
    ] == [True] * 3
    assert f"Placepointsby{words}" in printed("announcement", tournament)[0].squeezed


def test_a_list_of_one_table_does_not_name_it_in_every_line() -> None:
    [first, *_rest] = printed("standings", an_evening("lab_coppie", "finished"))
    assert "Table1" in first.squeezed
    assert "Tbl." not in first.text


def test_a_winner_with_as_many_points_as_match_points_was_called_up_without_his_match_points(
    played: Callable[..., Round], evening: Tournament, author: User
) -> None:
    round_ = played(2)
    for number, total in ((1, 10), (2, -100)):
        sheet = Sheet.objects.get(table__round=round_, table__number=number)
        points = total - scored_sheet(sheet).totals[Wind.N]
        decisions.rule(
            sheet=sheet,
            kind="adjustment",
            offender="N",
            effect={"points": str(points)},
            reason="Punti",
            arbiter=author,
        )
    publish(tournament=evening, author=author)
    # §6: the first of two Norths has 10 match points, here with 10 points on the sheet.
    assert "BestatNorth" in all_of(printed("prize_list", evening))
    assert "10matchpoints(+10)" in all_of(printed("prize_list", evening))
    assert "10matchpoints(+10)" in all_of(printed("diplomas", evening))


def test_where_the_first_dealer_is_drawn_the_sheet_has_boxes_for_him_and_names_no_dealer_before() -> (
    None
):
    # A4, S2: at each table the player who draws the lowest card deals first. In a fixed order North
    # deals hand 1 and East hand 2.
    drawn, fixed = an_evening("lab_coppie", "playing"), an_evening("lab12")
    Sheet.objects.filter(table__round__tournament=drawn, table__number=2).update(first_dealer="")
    page, other = printed("score_sheets", drawn, table=2)[0], printed("score_sheets", fixed)[0]
    assert "The player who draws the lowest card deals first." in " ".join(page.text.split())
    assert "deals first" not in other.text
    dealers = [
        sum(line.split().count("East") for line in paper.text.splitlines())
        for paper in (page, other)
    ]
    # East deals three of twelve hands; otherwise the name is only beside East's signature.
    assert dealers == [1, 4]
    sheet = Sheet.objects.get(table__round__tournament=drawn, table__number=2)
    Sheet.objects.filter(pk=sheet.pk).update(first_dealer="E")
    again = printed("score_sheets", drawn, table=2)[0]
    # East deals hands 1, 5, 9 and 13 of fifteen.
    assert sum(line.split().count("East") for line in again.text.splitlines()) == 1 + 4


def test_the_rifki_sheet_says_who_chooses_has_quota_boxes_by_player_and_its_columns_in_turn() -> (
    None
):
    """Each player has three negative hands and two with trumps, whoever declares first. Play goes
    to the right (§13.18).
    """
    evening = an_evening("rifki", "playing")
    page = printed("score_sheets", evening, table=2)[0]
    text = " ".join(page.text.split())
    assert "Chooses" in text
    assert "Dealer" not in text
    assert text.count("− − − + +") == 4
    assert find_ruleset("rifki").columns == (Wind.N, Wind.W, Wind.S, Wind.E)
    sheet = Sheet.objects.get(table__round__tournament=evening, table__number=2)
    Sheet.objects.filter(pk=sheet.pk).update(first_dealer="N")
    again = printed("score_sheets", evening, table=2)[0]
    first = next(line for line in again.text.splitlines() if line.split()[:1] == ["1"])
    assert "West" in first.split()


def test_the_log_of_deals_voided_asks_for_the_reason_where_no_domino_is_played() -> None:
    page = printed("redeal_log", an_evening("rifki", "playing"))[0]
    text = " ".join(page.text.split())
    assert "Reason" in text
    assert "Aces and kings" not in text
    assert [text.index(f"{number}. ") for number in (1, 2, 3)]


def test_all_at_once_is_a_line_of_its_own_and_a_game_without_trumps_has_no_column_of_them() -> None:
    """One of fourteen games has all bans at once, 6 × −16 = −96, and its own dealer (§13.17)."""
    evening = an_evening("russian")
    card = " ".join(printed("summary_card", evening)[0].text.split())
    assert card.count("Все подряд") == 1
    assert "−96" in card
    assert "+96" in card
    line = card[card.index("7–12") : card.index("Брать взятки")]
    for words in (
        "South" if "South" in line else "S",
        "8 tricks, −2 each",
        "1 king of hearts, −16",
    ):
        assert words in line
    assert "Hearts may not be led while holding another suit." in line
    assert "of 14 hands" in " ".join(printed("announcement", evening)[0].text.split())
    first, second = (page.text for page in printed("score_sheets", evening)[:2])
    assert "Trump" not in first
    assert "7–12: Все подряд" in first
    assert "19–24: Брать все подряд" in second
    assert "…" not in first + second  # "Две последние" and "Брать последние" are not cut
    assert "Trump" in printed("score_sheets", an_evening("lab12"))[0].text


FIRST_DEALER = {
    "lab_coppie": "The player who draws the lowest card deals first.",  # S2
    # S3
    "pt_duplas": "Cards are turned up in turn, and the player who gets the king of hearts deals first; "
    "in Brazil, that player names the first dealer.",
    "fr10": "The first dealer is drawn by lot.",  # S4
}


@pytest.mark.parametrize("code", [*FIRST_DEALER, "itwiki_scelta"])
def test_card_announcement_and_sheet_say_how_a_table_finds_its_first_dealer(code: str) -> None:
    # A4: it.wikipedia does not say who deals first.
    evening = an_evening(code)
    evening.pre_dealt = False
    evening.save(update_fields=["pre_dealt"])
    for key in ("summary_card", "announcement", "score_sheets"):
        text = " ".join(printed(key, evening)[0].text.split())
        sentences = re.findall(r"deals first|The first dealer is", text)
        assert len(sentences) == (code in FIRST_DEALER), key
        assert FIRST_DEALER.get(code, "") in text, key


def test_the_page_of_a_soloist_says_who_deals_who_leads_and_where_the_dummy_is() -> None:
    # §11.4: the soloist sits on the dealer's left, and the dealer's partner leads.
    pages = [
        " ".join(page.text.split())
        for page in printed("score_sheets", an_evening("pt_fu"), table=1)
    ]
    assert [
        "North alone: West deals, East leads, then the dummy, South, is laid open." in pages[0],
        "East alone: North deals, South leads, then the dummy, West, is laid open." in pages[1],
        "South alone: East deals, West leads, then the dummy, North, is laid open." in pages[2],
    ] == [True] * 3


def test_the_names_of_a_score_sheet_are_of_one_size(db: None) -> None:
    for page in printed("score_sheets", demo(stage="seated", seed=4, tables=8)):
        # The strip of names is 25 to 39 mm below the edge. Letters of the badges are larger.
        strip = [
            sign
            for sign in page.letters
            if page.height - sign.top > 25 * MM
            and page.height - sign.bottom < 39 * MM
            and sign.left > 85 * MM
        ]
        assert len({round(sign.end - sign.start, 1) for sign in strip if sign.text == "a"}) == 1


@pytest.mark.parametrize("code", ["pt_ind", "fr10"])
def test_the_portuguese_block_has_two_columns_a_player_lost_and_won(code: str) -> None:
    """S3 has one running column per player, or two, negative and positive; the organizer chooses
    the layout.
    """
    evening = an_evening(code)
    usual, block = (
        printed("score_sheets", evening, table=1, layout=layout)[0]
        for layout in ("usual", "two_columns")
    )
    assert [usual.text.split().count(word) for word in ("points", "lost", "won")] == [4, 0, 0]
    assert [block.text.split().count(word) for word in ("lost", "won")] == [4, 4]
    assert block.text.count("in all") == 4
    assert letters_outside(block) == []


@pytest.mark.parametrize("code", ["squadre", "pt_duplas", "pt_fu", "lab_coppie"])
def test_between_pairs_and_with_a_dummy_there_are_no_two_columns(code: str) -> None:
    message = refusal("score_sheets", an_evening(code), layout="two_columns")
    assert message == "Two columns per player are for games in which every player scores alone."
