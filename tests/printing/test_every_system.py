"""The paper of every rule system: names are whole, every hand is there, and so are each system's
own parts.
"""

from __future__ import annotations

import datetime
import io
from itertools import pairwise

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import translation
from openpyxl import load_workbook

from frame.command import HouseCommand
from king.rulesets import find_ruleset
from king.rulesets.base import Order
from printing.document_context import Options
from printing.document_list import DOCUMENTS
from printing.documents.score_sheets import tick_list
from scoring.standing import tournament_standings
from tests.evenings import SHAPES, SYSTEMS, demo
from tests.printing.asking import OF_EVERY_SYSTEM
from tests.printing.pages import MM, PageText, letters_outside, read_pages, squeezed, within
from tournaments.editions import create_edition
from tournaments.models import Seat, Tournament
from tournaments.services import create_tournament
from wording.sentences import say

pytestmark = pytest.mark.django_db

BOARDS_ONLY = {
    "partita",
    "slips",
    "labels",
    "master_diagrams",
    "hand_records",
}
"""Documents of boards, which are refused if a partita has none."""
REDEALS = {"lab_coppie"}
"""Systems whose tables deal a Domino themselves and may deal it again."""


def pages(key: str, tournament: Tournament, **options: object) -> list[PageText]:
    """Pages of the document, read back."""
    document = DOCUMENTS[key]
    with translation.override("en"):
        pdf = document.render(document.gather(tournament, Options.read(options)), None)
    return read_pages(pdf)


def pages_if_any(key: str, tournament: Tournament) -> list[PageText] | None:
    """Pages of the document, or None if it is refused."""
    try:
        return pages(key, tournament)
    except ValidationError:
        return None


def text_of(page_texts: list[PageText]) -> str:
    return "".join(page.squeezed for page in page_texts)


@pytest.mark.at_length
@pytest.mark.parametrize("code", SYSTEMS)
def test_every_document_of_an_evening_is_printed_with_everybody_on_it(code: str) -> None:
    tables = 2 if find_ruleset(code).sides == "teams" else 1
    tournament = demo(stage="finished", seed=4, ruleset=code, tables=tables, rounds=1)
    names = [
        seat.player
        for seat in Seat.objects.filter(round__tournament=tournament).select_related("player")
    ]
    printed = set()
    for key, document in DOCUMENTS.items():
        if document.extension != "pdf" or not (code in SHAPES or key in OF_EVERY_SYSTEM):
            continue
        page_texts = pages_if_any(key, tournament)
        if page_texts is None:
            assert (key == "redeal_log" and code not in REDEALS) or (
                key in BOARDS_ONLY and not tournament.plays_boards
            )
            continue
        printed.add(key)
        assert [letter for page in page_texts for letter in letters_outside(page)] == []
        text = text_of(page_texts)
        if key in ("score_sheets", "seating"):
            for player in names:
                assert squeezed(player.full_name) in text
        if key in ("receipts", "standings"):
            for entry in tournament.entries.all():
                assert squeezed(entry.title) in text
    assert {"score_sheets", "summary_card", "standings", "table_cards"} <= printed
    if code in SHAPES:
        assert {"receipts", "seating"} <= printed
        assert (printed >= BOARDS_ONLY) == tournament.plays_boards


@pytest.mark.parametrize("code", SYSTEMS)
def test_the_card_of_the_hands_tells_each_hand_and_how_it_is_chosen(code: str) -> None:
    tournament = demo(stage="entries", seed=4, ruleset=code, tables=2)
    rules = find_ruleset(code)
    [page] = pages("summary_card", tournament)
    assert letters_outside(page) == []
    with translation.override("en"):
        names = {say(rules.contract(row).title) for row in (*rules.rows, *rules.counts)}
    for name in names:
        assert squeezed(name) in page.squeezed
    text = " ".join(page.text.split())
    has_choice = (
        "chooses among" in text or "proposes two of the hands" in text or "Posi or Neg" in text
    )
    assert has_choice == (rules.order is not Order.FIXED)
    assert ("closes the match" in text) == (rules.last is not None)


def test_pairs_have_two_columns_and_a_running_difference() -> None:
    tournament = demo(stage="seated", seed=4, ruleset="squadre", tables=1)
    [page] = pages("score_sheets", tournament)
    heading = within(page, 267 * MM, page.height / 2, 287 * MM, page.height)
    assert "RunningNorth–South" in squeezed(heading)
    assert "equal and opposite" in page.text
    assert "Row total" not in page.text
    assert page.text.count("points") >= 2


def test_chosen_hands_have_a_list_to_tick_with_each_pairs_share() -> None:
    tournament = demo(stage="seated", seed=4, ruleset="lab_coppie", tables=1)
    rules, settings = tournament.rules, tournament.configured
    ticks = {
        contract.code: [str(box or "") for box in boxes]
        for contract, boxes in tick_list(rules, settings)
    }
    # R2: each pair has one Domino, two declarations, one Sans Atout. The seven negatives are played once,
    # by either pair.
    assert ticks["DOM"] == ["NS", "EW"]
    assert ticks["D"] == ["NS", "NS", "EW", "EW"]
    assert ticks["KJ"] == [""]
    assert sum(map(len, ticks.values())) == 15
    [page] = pages("score_sheets", tournament)
    assert "Dichiarazione +13" in page.text
    assert "must be 26" in page.text


def test_a_hand_that_closes_the_match_is_not_to_be_ticked() -> None:
    tournament = demo(stage="entries", seed=4, ruleset="lab_chiamata", tables=1)
    ticks = tick_list(tournament.rules, tournament.configured)
    boxes_of = {contract.code: list(map(str, boxes)) for contract, boxes in ticks}
    assert "SA" not in boxes_of
    assert boxes_of["D"] == ["N", "E", "S", "W"]
    assert tick_list(find_ruleset("lab12"), find_ruleset("lab12").defaults) == []


def test_each_soloist_has_a_page_with_his_own_hands() -> None:
    tournament = demo(stage="seated", seed=4, ruleset="pt_fu", tables=1)
    page_texts = pages("score_sheets", tournament)
    assert len(page_texts) == 3
    assert all("Soloist" in page.text and "Posi 13 × +25" in page.text for page in page_texts)
    # Each soloist plays a whole set, so each page has its sum, not only the last one.
    assert all("Total" in page.text for page in page_texts)
    assert all(
        page.text.count("signature of") == (3 if page is page_texts[-1] else 0)
        for page in page_texts
    )
    ticks = tick_list(tournament.rules, tournament.configured, tournament.rules.columns[0])
    assert [len(boxes) for _contract, boxes in ticks] == [1, 1, 1, 1, 1, 1, 2]


def test_a_portuguese_positive_hand_says_what_it_is_worth_played_down_and_has_room_to_say_so() -> (
    None
):
    tournament = demo(stage="seated", seed=4, ruleset="pt_ind", tables=1)
    [page] = pages("score_sheets", tournament)
    # R8: each of the four positive hands may be played down (+325, −75 per trick) or booked 4-3-3-3;
    # no negative hand may.
    assert page.squeezed.count("parabaixo:+325,−75each") == 4
    assert page.text.count("4-3-3-3") == 4
    [short] = pages("score_sheets", demo(stage="seated", seed=4, ruleset="fr32", tables=1))
    assert short.squeezed.count("négative:+200,−75each") == 4
    assert "4-3-3-3" not in short.text
    assert "must be −300" in short.text


def test_a_table_of_three_has_a_card_without_west_and_says_where_the_dummy_lies() -> None:
    tournament = demo(stage="seated", seed=4, ruleset="pt_fu", tables=1)
    [page] = pages("table_cards", tournament)
    assert "West" not in page.text
    assert page.text.count("South") == 2
    assert "The dummy lies opposite the soloist" in page.text.replace("\n", " ").replace("\r", "")


def test_points_that_count_by_themselves_are_printed_once() -> None:
    tournament = demo(stage="finished", seed=4, ruleset="pt_fu", tables=1, rounds=1)
    assert all("Match points" not in page.text for page in pages("standings", tournament))


def test_a_third_option_has_a_box_and_a_secret_partner_has_room() -> None:
    third = demo(stage="seated", seed=4, ruleset="squadre_terza", tables=1)
    third.name = "Friday"  # the evening's default name, the system's, also contains the term
    third.save(update_fields=["name"])
    assert pages("score_sheets", third)[0].text.count("uscita di terza") == 13
    partner = demo(stage="seated", seed=4, ruleset="pirandello", tables=1)
    [sheet] = pages("score_sheets", partner)
    heading = within(sheet, 220 * MM, sheet.height / 2, 248 * MM, sheet.height)
    assert "Partner,trump,vendita" in squeezed(heading)
    # R5: each of the twelve chosen hands has three possible partners, and so has Sans Atout, where a
    # partner may be named.
    column = [sign for sign in sheet.letters if 221 * MM < sign.left < 247 * MM]
    boxes = [sign for sign in column if sign.bottom > 25 * MM]
    assert len([sign for sign in boxes if sign.text in "NESW"]) == 13 * 3


def test_the_card_says_what_binds_those_who_choose() -> None:
    bound = "A deal that a pair or player needs for these"
    trump = "beside another hand it is said once the partner turns to it"
    for code, binds, third in (
        ("lab_coppie", True, False),
        ("lab_chiamata", True, False),
        ("pirandello", True, False),
        ("squadre_terza", False, True),
        ("pt_duplas", False, False),
        ("lab12", False, False),
    ):
        [page] = pages("summary_card", demo(stage="entries", seed=4, ruleset=code, tables=2))
        text = " ".join(page.text.split())
        assert (bound in text, trump in text) == (binds, third), code


def test_the_card_of_the_hands_says_what_may_be_led_in_the_hand_of_the_king_of_hearts() -> None:
    """In France only the king may not be led and nobody must lead it (§11.2); in Portugal its
    holder must lead it (§11.7).
    """
    barred, owed = (
        "may not be led, unless it is the last card",
        "A holder who leads a heart must lead it.",
    )
    for code, french in (("fr10", True), ("fr32", True), ("pt_ind", False)):
        [page] = pages("summary_card", demo(stage="entries", seed=4, ruleset=code, tables=1))
        text = " ".join(page.text.split())
        assert (barred in text, owed in text, "must discard it" in text) == (
            french,
            not french,
            not french,
        ), code


def test_teams_are_named_on_their_sheets_and_at_their_tables() -> None:
    tournament = demo(stage="seated", seed=4, ruleset="pt_pareado", tables=2)
    titles = [entry.name for entry in tournament.entries.all()]
    for page in pages("score_sheets", tournament):
        assert all(squeezed(title) in page.squeezed for title in titles)
    by_table = pages("seating", tournament)[-1]
    assert (
        f"{titles[0]} – {titles[1]}" in by_table.text
        or f"{titles[1]} – {titles[0]}" in by_table.text
    )
    assert "Mesa above" in pages("score_sheets", tournament)[0].text


def test_the_workbook_has_every_sheet_of_pairs() -> None:
    tournament = demo(stage="finished", seed=4, ruleset="lab_coppie", tables=2, rounds=1)
    document = DOCUMENTS["workbook"]
    with translation.override("en"):
        book = load_workbook(
            io.BytesIO(document.render(document.gather(tournament, Options.read({})), None))
        )
    cells = {
        str(cell.value) for sheet in book for row in sheet.iter_rows() for cell in row if cell.value
    }
    for entry in tournament.entries.all():
        assert entry.title in cells


def test_an_evening_under_a_house_edition_is_played_and_printed(db: None) -> None:
    edition = create_edition(
        base="lab13",
        name="Circolo del Porto",
        author=None,
        changes={"values": {"KH": "-13"}, "hands": ["KH", "DOM", "Q", "D", "SA"]},
    )
    tournament = demo(stage="finished", seed=4, ruleset=edition.code, tables=2, rounds=1)
    [page] = pages("summary_card", tournament)
    assert "Circolo del Porto" in page.text
    # −13 + 0 − 12 + 13 + 26 = 14, with its control totals.
    sheet = pages("score_sheets", tournament)[0]
    assert "must be 14" in sheet.text
    board_set = tournament.rounds.get().board_set
    assert board_set.ruleset == edition.code
    domino = board_set.boards.get(number=2)
    assert domino.contract == "DOM"
    assert max(domino.deal.extremes(wind) for wind in "NESW") <= 3


def test_the_standing_of_teams_names_both_tables_of_a_match_and_has_no_empty_column() -> None:
    tournament = demo(stage="finished", seed=4, ruleset="pt_pareado", tables=4, rounds=1)
    [page] = pages("standings", tournament)
    assert page.squeezed.count("1–2") == page.squeezed.count("3–4") == 2
    totals = [line.total for line in tournament_standings(tournament).standings.overall]
    assert len(set(totals)) == len(totals)
    # Of two teams with equal match points only the lower one names the tie-break.
    assert page.text.count(" against ") == 2
    assert page.squeezed.count("differenceofpoints") == 2


def test_what_decided_between_equals_stands_beside_the_second_of_them_alone() -> None:
    tournament = demo(stage="finished", seed=4, ruleset="lab12", tables=4, rounds=1)
    standings = tournament_standings(tournament).standings
    parted = [
        line
        for lines in (standings.overall, *standings.winds.values())
        for above, line in pairwise(lines)
        if line.match_points == above.match_points and line.rank != above.rank
    ]
    assert parted
    assert pages("standings", tournament)[-1].text.count(" against ") == len(parted)


def test_the_name_that_a_club_gave_its_edition_is_translated_nowhere(client: Client) -> None:
    """“Cards” is also a word of the catalogue."""
    create_edition(
        base="lab12", code="harbour", name="Cards", changes={"values": {"NC": -2}}, author=None
    )
    tournament = create_tournament(
        name="Giovedì", date=datetime.date(2026, 11, 19), ruleset="harbour", author=None
    )
    out, document = io.StringIO(), DOCUMENTS["summary_card"]
    with translation.override("it"):
        HouseCommand(stdout=out).say_evening(tournament)
        card = read_pages(document.render(document.gather(tournament, Options()), None))[0].text
        page = client.get(reverse("live:evening", args=[tournament.code])).content.decode()
    assert (", Cards: " in out.getvalue(), "Cards" in card, " · Cards" in page) == (
        True,
        True,
        True,
    )


def test_the_card_of_the_hands_says_who_deals_or_how_often_each_is_played() -> None:
    [fixed] = pages("summary_card", demo(stage="entries", seed=4, ruleset="lab12", tables=1))
    assert "Dealer" in fixed.text
    [chosen] = pages("summary_card", demo(stage="entries", seed=4, ruleset="pt_duplas", tables=1))
    assert "Times" in chosen.text
    # R10: six negative hands are played once each, the positive one four times.
    assert (chosen.squeezed.count("×1"), chosen.squeezed.count("×4")) == (6, 1)


@pytest.mark.parametrize("key", ["announcement", "summary_card"])
def test_where_cards_are_taken_out_of_the_deck_the_paper_says_which(key: str) -> None:
    sentence = squeezed("Decks of 32 cards, from the ace down to the seven.")
    assert (
        sentence in pages(key, demo(stage="seated", seed=4, ruleset="fr32", tables=1))[0].squeezed
    )
    assert (
        "32cards"
        not in pages(key, demo(stage="seated", seed=4, ruleset="fr10", tables=1))[0].squeezed
    )
