"""Each document from the database to the page: names are whole, and margins are empty."""

from __future__ import annotations

import io
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from pypdf import PdfReader

from ground import guards
from king.cards import WINDS
from king.rulesets import find_ruleset
from king.words import alphabetical
from printing.document_context import Options, occasion_of
from printing.document_list import DOCUMENTS
from printing.documents import (
    hand_records,
    score_sheets,
    slips,
)
from printing.documents.standings_content import StandingsPaper
from scoring import standings_cache
from scoring.models import Publication
from scoring.publishing import publish
from scoring.round_steps import make_official
from scoring.standing import tournament_standings
from tests.evenings import SYSTEMS, demo, enter
from tests.printing.asking import all_of, printed, refusal
from tests.printing.pages import MM, letters_outside, read_pages, squeezed, within
from tests.services import thorough
from tournaments.models import Player, Round, Seat, Tournament
from wording.columns import PartitaLine
from wording.errata import Erratum
from wording.play_rules import special_rules

# §0 of the rules: expected running total of the twelve-hand sheet after each row.
CONTROL_TOTALS = ["−16", "−28", "−36", "−44", "−57", "−70", "−78", "−65", "−52", "−39", "−26", "0"]


@pytest.mark.parametrize("key", ["seating", "score_sheets"])
def test_every_name_is_there_whole(
    key: str, seated: Callable[..., Round], evening: Tournament
) -> None:
    seated(10)
    text = all_of(printed(key, evening))
    for player in Player.objects.all():
        name = player.full_name
        # The narrow cells of a score sheet abbreviate the longest name.
        is_short = key == "score_sheets" and len(name) > 30 and squeezed(name) not in text
        assert squeezed(player.short_name if is_short else name) in text


@pytest.mark.parametrize("layout", ["", "two_columns"])
def test_a_long_name_stays_in_its_cell_of_the_score_sheet(
    layout: str, seated: Callable[..., Round], evening: Tournament
) -> None:
    seated(1)
    player = Seat.objects.get(wind="N").player
    player.surname = "De Bartolomeis Castagnaro Degli Espositi"
    player.given_name = "Massimiliano Alessandro"
    player.save()
    [page] = printed("score_sheets", evening, layout=layout)
    assert squeezed("De Bartolomeis Castagnaro Degli Espositi M. A.") in page.squeezed
    # The cells of the names are 15.2 mm high, below the head of 14.3 mm and the page's margin.
    top = page.height - 10 * MM - 14.3 * MM
    words = within(page, 85 * MM, top - 15.2 * MM, 119 * MM, top)
    assert squeezed("Espositi M. A.") in squeezed(words)
    inside = [
        letter
        for letter in page.letters
        if top - 15.2 * MM < (letter.top + letter.bottom) / 2 < top
        and 80 * MM < letter.left < 220 * MM
    ]
    assert max(letter.top for letter in inside) <= top - 0.3 * MM
    assert min(letter.bottom for letter in inside) >= top - 14.9 * MM


@pytest.mark.parametrize(("language", "title"), [("en", "Seats,"), ("it", "Posti,")])
def test_a_paper_of_several_documents_says_its_title_and_its_language(
    language: str, title: str, seated: Callable[..., Round], evening: Tournament
) -> None:
    seated(1)
    document = DOCUMENTS["tables"]
    with translation.override(language):
        whole = document.render(document.gather(evening, Options(table_cards=True)), None)
        alone = DOCUMENTS["seating"]
        part = alone.render(alone.gather(evening, Options()), None)
    read, read_part = PdfReader(io.BytesIO(whole)), PdfReader(io.BytesIO(part))
    assert read.metadata is not None
    assert str(read.metadata.title).startswith(title)
    assert read.metadata.creator == "King"
    assert read.root_object["/Lang"] == read_part.root_object["/Lang"] == language


@pytest.mark.parametrize("key", ["score_sheets", "standings", "master_diagrams"])
def test_the_heading_of_a_page_names_its_partita_once(
    key: str, played: Callable[..., Round], evening: Tournament
) -> None:
    played(4)
    for page in printed(key, evening, round=1):
        head = squeezed(within(page, 0, page.height - 35 * MM, page.width, page.height))
        assert head.count("Partita1") == 1, head


@pytest.mark.at_length
@pytest.mark.parametrize("language", ["it", "en"] if thorough() else ["it"])
def test_nothing_stands_in_the_margin(
    language: str, played: Callable[..., Round], evening: Tournament
) -> None:
    evening.name = "Torneo di King del venerdì sera – Circolo Dopolavoro «Łukasz Şahin» di Genova Sampierdarena, terza"
    evening.save()
    played(3)
    options = Options.read({"base_url": "http://192.168.178.120:8000"})
    wrong = {}
    for key in sorted(set(DOCUMENTS) - {"workbook", "redeal_log"}):
        document = DOCUMENTS[key]
        with translation.override(language):
            pages = read_pages(document.render(document.gather(evening, options), None))
        assert pages
        outside = [letter for page in pages for letter in letters_outside(page)]
        if outside or not all(squeezed(evening.name) in page.squeezed for page in pages):
            wrong[key] = outside
    assert wrong == {}


@pytest.mark.at_length
def test_one_table_and_five_take_the_same_number_of_queries(
    played: Callable[..., Round], evening: Tournament
) -> None:
    counts = []
    for tables in (1, 5):
        with guards.guards_off(connection):
            evening.rounds.all().delete()
        played(tables)
        counts.append({key: queries_of(key, evening) for key in set(DOCUMENTS) - {"redeal_log"}})
    assert counts[0] == counts[1]


def queries_of(key: str, evening: Tournament) -> int:
    """Number of queries of a document, with empty caches."""
    standings_cache.forget()
    for cache in caches.all(initialized_only=True):
        cache.clear()
    with CaptureQueriesContext(connection) as queries:
        DOCUMENTS[key].gather(Tournament.objects.get(pk=evening.pk), Options())
    return len(queries)


# --- seating
# ---------------------------------------------------------------------------------------------------------


def test_the_list_by_name_is_alphabetical_with_accents_among_their_letters() -> None:
    names = [
        "Zunino Bea",
        "Ávila José",
        "Łukasz Ida",
        "Lo Presti Laura",
        "Şahin Zoë",
        "Rossi Ugo",
        "avila ana",
    ]
    assert sorted(names, key=alphabetical) == [
        "avila ana",
        "Ávila José",
        "Lo Presti Laura",
        "Łukasz Ida",
        "Rossi Ugo",
        "Şahin Zoë",
        "Zunino Bea",
    ]


def test_who_rests_and_who_sat_in_later_are_on_the_list(
    seated: Callable[..., Round], evening: Tournament
) -> None:
    round_ = seated(1)
    resting = enter(evening, "Riposo")
    round_.seating_note["sitting_out"] = [resting.number]
    round_.save()
    enter(evening, "Ritardo")
    seat = round_.seats.get(wind="S")
    guest = Player.objects.create(surname="Supplente", given_name="Ugo")
    Seat.objects.create(
        round=round_, table=seat.table, wind="S", entry=seat.entry, player=guest, from_hand=5
    )
    text = all_of(printed("seating", evening))
    assert "Riposo–rests" in text
    assert "Sittingout:Riposo" in text
    assert "Ritardo" not in text
    assert "SupplenteUgo(fromhand5)" in text
    assert "fromhand5SupplenteUgo" in text


def test_a_seating_that_is_not_published_says_so(
    seated: Callable[..., Round], evening: Tournament
) -> None:
    round_ = seated(1)
    assert "not yet published" not in printed("seating", evening)[0].text
    Round.objects.filter(pk=round_.pk).update(seating_published_at=None)
    assert "not yet published" in printed("seating", evening)[0].text


# --- score sheets
# ----------------------------------------------------------------------------------------------------


def test_a_sheet_is_one_page_a_table(seated: Callable[..., Round], evening: Tournament) -> None:
    seated(3)
    pages = printed("score_sheets", evening)
    assert [f"Table {number}" in page.text for number, page in enumerate(pages, start=1)] == [
        True
    ] * 3
    assert all(page.width > page.height for page in pages)
    assert len(printed("score_sheets", evening, table=2)) == 1


def test_the_control_totals_are_printed_row_by_row(
    seated: Callable[..., Round], evening: Tournament
) -> None:
    seated(1)
    (page,) = printed("score_sheets", evening)
    right = page.width - 10 * MM
    column = [
        letter
        for letter in page.letters
        if right - 17 * MM < letter.left < right and letter.bottom > 30 * MM
    ]
    lines: dict[int, str] = {}
    for sign in sorted(column, key=lambda letter: (-letter.line, letter.left)):
        lines[sign.line] = lines.get(sign.line, "") + sign.text
    totals = [line for line in lines.values() if line.strip("−0123456789") == ""]
    assert totals == CONTROL_TOTALS
    assert "must be 0" in page.text


@pytest.mark.parametrize("code", SYSTEMS)
def test_rows_are_tall_enough_for_a_pen_in_every_system(code: str, evening: Tournament) -> None:
    rules = find_ruleset(code)
    plans = rules.schedule()
    sheets = score_sheets.ScoreSheets(occasion_of(evening), rules, rules.defaults, (None,))
    seen: list[int] = []
    for page in read_pages(score_sheets.render(sheets).draw("")):
        # Numbers of the hands are in the first column. At the foot "11. …" begins the full name of a hand.
        foot = {
            letter.line for letter in page.letters if letter.right < 18 * MM and letter.text == "."
        }
        heights: dict[int, str] = {}
        for letter in page.letters:
            if letter.right < 18 * MM and letter.text.isdigit() and letter.line not in foot:
                heights[letter.line] = heights.get(letter.line, "") + letter.text
        ordered = sorted(heights, reverse=True)
        # Fifteen hands fit one page with slightly lower rows; heights are read to the nearest point.
        least = 9.3 if len(ordered) == 15 else 10
        assert all(above - below >= least * MM - 2 for above, below in pairwise(ordered))
        seen += [int(heights[line]) for line in ordered]
    assert seen == [plan.number for plan in plans]


def test_a_blank_sheet_for_emergencies_needs_no_partita(evening: Tournament) -> None:
    (page,) = printed("score_sheets", evening, blank=True)
    assert "No re e fanti" in page.text
    assert page.text.count("signature of") == 4


def test_a_substitute_is_named_beside_who_was_drawn(
    seated: Callable[..., Round], evening: Tournament
) -> None:
    round_ = seated(1)
    seat = round_.seats.get(wind="E")
    guest = Player.objects.create(surname="Supplente", given_name="Ugo")
    Seat.objects.create(
        round=round_, table=seat.table, wind="E", entry=seat.entry, player=guest, from_hand=5
    )
    text = all_of(printed("score_sheets", evening))
    assert squeezed(seat.player.full_name) + ",fromhand5SupplenteUgo" in text


# --- table cards
# -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fold", "pages"), [("tent", 3), ("flat", 2)])
def test_a_card_carries_number_winds_and_code(
    fold: str, pages: int, seated: Callable[..., Round], evening: Tournament
) -> None:
    seated(3)
    page_texts = printed("table_cards", evening, fold=fold, base_url="http://192.168.1.20:8000/")
    assert len(page_texts) == pages
    text = all_of(page_texts)
    for place in evening.places.all():
        assert text.count(place.code) == (2 if fold == "tent" else 1)
    for word in ("North", "East", "South", "West", "http://192.168.1.20:8000/t/"):
        assert word in text


def test_both_faces_of_a_tent_point_the_same_way_in_the_room(
    seated: Callable[..., Round], evening: Tournament
) -> None:
    seated(1)
    (page,) = printed("table_cards", evening)
    for upper in (True, False):
        half = [letter for letter in page.letters if (letter.bottom > page.height / 2) is upper]
        # The four letters in the badges are the tallest, apart from the table's number.
        tall = {
            letter.text: letter
            for letter in half
            if letter.top - letter.bottom > 8 * MM and letter.text in "NESW"
        }
        assert tall["N"].bottom > tall["E"].top > tall["S"].top
        assert tall["W"].right < tall["N"].left < tall["E"].left


def test_without_an_address_the_card_has_the_code_in_letters(
    seated: Callable[..., Round], evening: Tournament
) -> None:
    round_ = seated(1)
    text = all_of(printed("table_cards", evening))
    assert round_.tables.get().place.code in text
    assert "http" not in text


# --- standings
# -------------------------------------------------------------------------------------------------------


def test_a_standing_says_whether_it_was_published_and_under_which_number(
    played: Callable[..., Round], evening: Tournament, author: User
) -> None:
    round_ = played(2)
    assert "provisional no. 1" in printed("standings", evening)[0].text
    with guards.guards_off(connection):
        Publication.objects.all().delete()
    assert "draft, not published" in printed("standings", evening)[0].text
    number = publish(tournament=evening, author=author).number
    assert f"provisional no. {number}" in printed("standings", evening)[0].text
    make_official(round=round_, author=author)
    last = Publication.objects.order_by("-number").first()
    assert last is not None
    assert f"official no. {last.number}" in printed("standings", evening)[0].text


def test_four_winds_stand_on_one_page_up_to_twenty_five_tables(evening: Tournament) -> None:
    points = Fraction(-7, 3), Fraction(13, 3)
    for tables, pages in ((8, 1), (25, 1), (50, 2)):
        lists = {
            str(wind): [
                PartitaLine(rank, f"{wind} Degli Esposti Maria {rank}", str(wind), "1", *points)
                for rank in range(1, tables + 1)
            ]
            for wind in WINDS
        }
        paper = StandingsPaper(
            occasion_of(evening), 3, True, Erratum(), ((1, lists),), (1,), (), ()
        )
        page_texts = read_pages(DOCUMENTS["standings"].render(paper))
        assert len(page_texts) == pages
        text = all_of(page_texts)
        for lines in lists.values():
            for _rank, name, *_figures in lines:
                assert squeezed(name) in text
        assert "4,33" in text or "4.33" in text


def test_of_24_players_one_page_has_the_overall_standing_on_its_left_and_the_winds_on_its_right(
    db: None,
) -> None:
    evening = demo(stage="finished", seed=6, tables=6, rounds=2)
    whole, *partite = printed("standings", evening)
    assert ["Partita" in page.text.split("\n")[0] for page in partite] == [True, True]
    overall = [line.entry for line in tournament_standings(evening).standings.overall]
    split = 117 * MM
    left = squeezed(within(whole, 0, 0, split, whole.height))
    right = squeezed(within(whole, split, 0, whole.width, whole.height))
    assert [(squeezed(name) in left, squeezed(name) in right) for name in overall] == [
        (True, True)
    ] * 24
    assert [wind in right for wind in ("North", "East", "South", "West")] == [True] * 4
    assert letters_outside(whole) == []
    # It is filled to its foot, in type to be read on a wall: capitals of 8 points are a type of 11.
    assert min(sign.bottom for sign in whole.letters if sign.line > 18 * MM) < 30 * MM
    names = [
        sign.top - sign.bottom
        for sign in whole.letters
        if sign.text in "BCDEFGLMNPRTV" and sign.left < split
    ]
    assert sum(height > 8 for height in names) >= 24


def test_after_one_partita_a_small_evening_has_one_page_of_standings(db: None) -> None:
    assert len(printed("standings", demo(stage="finished", seed=4, tables=4, rounds=1))) == 1


def test_what_a_list_corrects_is_printed_on_it(evening: Tournament) -> None:
    erratum = (
        "Table 1 → table 2.\nIda, partita 1: points −3 (was 5)\nEva, partita 1: points 5 (was −3)"
    )
    paper = StandingsPaper(
        occasion_of(evening),
        4,
        False,
        Erratum(erratum, None),
        ((1, {"N": [PartitaLine(1, "Ida", "N", "1", None, None)]}),),
        (1,),
        (),
        (),
    )
    with translation.override("en"):
        (page,) = read_pages(DOCUMENTS["standings"].render(paper))
    note = "Table 1 › table 2. Ida, partita 1: points −3 (was 5); Eva, partita 1: points 5 (was −3)"
    assert squeezed(f"Corrects what was published before: {note}") in page.squeezed


def test_a_standing_says_under_which_commitments_its_boards_were_sealed_and_where_to_check_them(
    played: Callable[..., Round], evening: Tournament
) -> None:
    codes = [played(1).board_set.commitment[:12] for _ in range(2)]
    address = f"http://192.168.1.20:8000/live/{evening.code}/verify/"
    for page in printed("standings", evening, base_url="http://192.168.1.20:8000"):
        assert all(
            f"{code} (partita {number})" in page.text for number, code in enumerate(codes, start=1)
        )
        assert address in page.squeezed
    (first,) = printed("standings", evening, round=1)
    assert (codes[0] in first.text, codes[1] in first.text, "Check them" in first.text) == (
        True,
        False,
        False,
    )


def test_from_the_moment_a_set_is_sealed_slips_sheets_and_standings_carry_its_commitment(
    played: Callable[..., Round], evening: Tournament
) -> None:
    code = played(1).board_set.commitment[:12]
    on_paper = (
        "slips",
        "labels",
        "score_sheets",
        "standings",
        "hand_records",
    )
    for key in on_paper:
        assert all(code in page.text for page in printed(key, evening)), key


def test_before_a_partita_is_closed_there_is_no_standing(
    seated: Callable[..., Round], evening: Tournament
) -> None:
    seated(1)
    assert "No partita is closed yet" in refusal("standings", evening)


# --- cards that are still secret
# -------------------------------------------------------------------------------------


def test_hand_records_wait_until_the_set_is_revealed(
    seated: Callable[..., Round], evening: Tournament
) -> None:
    seated(1)
    assert "stay sealed until it is closed" in refusal("hand_records", evening)


def test_hand_records_show_all_four_hands_afterwards(
    played: Callable[..., Round], evening: Tournament
) -> None:
    round_ = played(1)
    text = all_of(printed("hand_records", evening))
    for board in round_.board_set.boards.all():
        for hand in board.deal.pbn.removeprefix("N:").split():
            for suit in filter(None, hand.split(".")):
                assert suit.replace("T", "10") in text
    assert len(hand_records.gather(evening, Options())["records"]) == 12


LATER = {"prize_list", "diplomas", "redeal_log", "results"}
"""Documents that are refused while an evening with boards is not over, or always."""


def test_only_the_slips_show_cards_of_a_sealed_set(
    seated: Callable[..., Round], evening: Tournament
) -> None:
    seated(1)
    for key, document in DOCUMENTS.items():
        if document.reveals_cards or key in (
            "hand_records",
            "standings",
            "workbook",
            *LATER,
        ):
            continue
        with CaptureQueriesContext(connection) as queries:
            document.gather(evening, Options())
        assert not any("owners" in query["sql"] for query in queries), key


def test_slips_come_from_the_boards_in_use_and_the_tables_of_the_seating(
    seated: Callable[..., Round], evening: Tournament
) -> None:
    round_ = seated(3)
    paper = slips.gather(evening, Options.read({"round": 1}))
    assert paper.rounds[0].tables == (1, 2, 3)
    assert [(b.number, b.deal) for b in paper.rounds[0].boards] == [
        (board.number, board.deal) for board in round_.board_set.boards.in_use()
    ]
    assert [b.dealer for b in paper.rounds[0].boards] == [WINDS[hand % 4] for hand in range(12)]
    assert slips.gather(evening, Options.read({"copies": "one"})).rounds[0].tables == (None,)
    assert slips.gather(evening, Options.read({"table": 2, "board": 5})).rounds[0].tables == (2,)


# --- the hands in short
# ----------------------------------------------------------------------------------------------


def test_the_summary_tells_the_rules_that_people_forget() -> None:
    rules = find_ruleset("lab12")
    with translation.override("en"):
        texts = {
            code: " ".join(special_rules(rules.contract(code), rules, rules.defaults))
            for code in rules.counts
        }
    assert "Hearts may not be led until one has been discarded" in texts["KH"]
    assert "must discard it" in texts["KH"]
    assert "must discard it" in texts["8D"]
    assert "Diamonds may not be led" in texts["8D"]
    assert "must discard" not in texts["NC"]
    assert "names the trump suit" in texts["D"]
    assert "may be sold" in texts["D"]
    assert "no trump" in texts["SA"]


def test_table_cards_of_one_table_are_one_page(
    seated: Callable[..., Round], evening: Tournament
) -> None:
    seated(3)
    [tent] = printed("table_cards", evening, table=2)
    assert "Table2" in tent.squeezed
    assert "Table1" not in tent.squeezed
    assert len(printed("table_cards", evening, table=2, fold="flat")) == 1
