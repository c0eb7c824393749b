"""The public pages of pairs, of differences and of chosen hands: their additions to the usual pages."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from king.cards import Side, Wind
from king_tournament.live.sheet_page import places_of
from scoring.models import HandResult, Sheet
from scoring.publishing import publish
from scoring.round_steps import close_round, start_round
from scoring.rows import enter_row
from scoring.sheet_steps import close_sheet, hand_in
from tests.evenings import a_round, a_tournament, demo, fill
from tests.live.addresses import get_anew
from tests.markup import flat
from tests.printing.asking import printed
from tests.printing.pages import squeezed
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
COMPARED = "tables that played the same hand are compared here, whole sheets in the standings"


def finished(ruleset: str, **more: object) -> Tournament:
    return demo(
        stage="finished", seed=5, ruleset=ruleset, tables=2, rounds=1, language="en", **more
    )


def page(client: Client, name: str, *where: object) -> str:
    answer = client.get(reverse(name if ":" in name else f"live:{name}", args=where))
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_pair_is_shown_at_its_line_and_not_at_one_of_its_winds(english: Client) -> None:
    tournament = finished("lab_coppie")
    entry = tournament.entries.get(number=1)
    seats = entry.seats.order_by("wind")
    [(table, place)] = places_of(entry, [tournament.rounds.get()])[tournament.rounds.get().pk]
    assert {seat.wind for seat in seats} == {str(wind) for wind in place.winds}
    text = page(english, "entry", tournament.code, 1)
    assert f"Table {table}" in text
    for wind in place.winds:
        assert f'wind-{wind.lower()}" aria-hidden="true"' in text


def test_pairs_are_listed_by_line_and_boards_give_the_points_of_each_side(english: Client) -> None:
    tournament = demo(
        stage="finished", seed=5, ruleset="squadre", tables=2, rounds=2, language="en"
    )
    # An evening may rank its pairs by line.
    Tournament.objects.update(standing_settings={"method": "places"})
    publish(tournament=Tournament.objects.get(), author=None)
    standing = page(english, "standing", tournament.code)
    assert ("By line, over the whole evening" in standing, "By wind" in standing) == (True, False)
    assert "Partita 2 by line" in page(english, "screens:screen", tournament.code)
    assert "Points of each side, and in brackets what was counted: " in page(
        english, "board", tournament.code, 1, 1
    )


def test_a_team_is_shown_at_both_its_tables(english: Client) -> None:
    tournament = finished("pt_pareado")
    places = places_of(tournament.entries.get(number=1), [tournament.rounds.get()])[
        tournament.rounds.get().pk
    ]
    assert places == ((1, Side.NS), (2, Side.EW)) or places == ((1, Side.EW), (2, Side.NS))
    text = page(english, "entry", tournament.code, 1)
    assert "Table 1" in text
    assert "Table 2" in text


def test_a_player_alone_is_shown_at_his_wind(english: Client) -> None:
    tournament = finished("lab_chiamata")
    entry = tournament.entries.get(number=1)
    seat = entry.seats.get()
    [round_] = tournament.rounds.all()
    assert places_of(entry, [round_]) == {round_.pk: ((seat.table.number, Wind(seat.wind)),)}


def test_a_sheet_of_differences_has_one_running_score_and_no_sum_that_is_always_nothing(
    english: Client,
) -> None:
    tournament = finished("pt_duplas")
    sheet = get_anew(english, reverse("live:table", args=[tournament.code, 1, 1])).context["sheet"]
    lead = Fraction(0)
    for line in sheet["lines"]:
        lead += line["cells"][0][2]
        assert line["running"] == lead
    assert lead == sheet["scored"].scored.totals[Side.NS]
    text = page(english, "table", tournament.code, 1, 1)
    assert "North–South leads by" in text
    assert "Running total" not in text


def test_a_sheet_of_pairs_says_by_a_badge_who_dealt(english: Client) -> None:
    tournament = finished("lab_coppie")
    text = page(english, "table", tournament.code, 1, 1)
    assert "The badge before a hand says who dealt" in text
    assert "A shaded cell" not in text
    sheet = get_anew(english, reverse("live:table", args=[tournament.code, 1, 1])).context["sheet"]
    assert [line["dealer"] for line in sheet["lines"][:5]] == [
        Wind.N,
        Wind.E,
        Wind.S,
        Wind.W,
        Wind.N,
    ]


def test_a_difference_above_a_thousand_is_said_to_be_a_mesa(english: Client) -> None:
    # North-South win everything: 260 + 260 + 240 + 200 + 180 + 160 and 4 × 325, the 2,600 of R10.
    tournament = demo(
        stage="seated", seed=5, ruleset="pt_duplas", tables=1, rounds=1, language="en"
    )
    round_ = tournament.rounds.get()
    start_round(round=round_, author=None)
    sheet = Sheet.objects.get()
    units = {"V": 13, "C": 13, "M": 4, "H": 8, "2U": 2, "K": 1, "POS": 13}
    for hand, code in enumerate((*list(units)[:-1], *["POS"] * 4), 1):
        won = code == "POS"
        counts = {"NS": units[code] if won else 0, "EW": 0 if won else units[code]}
        content = {"contract": code, "units": counts, **({"trump": "S"} if won else {})}
        enter_row(
            sheet=sheet, hand=hand, content=content, origin=HandResult.Origin.DESK, device="desk"
        )
    hand_in(sheet=sheet, by="captain", author=None)
    close_sheet(sheet=sheet, author=None)
    close_round(round=round_, author=None)
    publish(tournament=tournament, author=None)
    answer = english.get(reverse("live:table", args=[tournament.code, 1, 1]))
    assert answer.context["sheet"]["scored"].scored.totals == {
        Side.NS: Fraction(2600),
        Side.EW: Fraction(-2600),
    }
    assert "Mesa for North–South" in answer.content.decode()


def test_where_hands_are_chosen_the_board_says_what_is_compared_with_what(english: Client) -> None:
    chosen = finished("lab_chiamata", pre_dealt=True)
    assert COMPARED in page(english, "board", chosen.code, 1, 1)
    fixed = finished("lab12")
    assert COMPARED not in page(english, "board", fixed.code, 1, 1)
    with translation.override("en"):
        note = squeezed("whole sheets in the standings")
        for tournament, has_note in ((chosen, True), (fixed, False)):
            papers = printed("hand_records", tournament)
            assert [note in paper.squeezed for paper in papers] == [has_note] * len(papers)


def test_a_list_where_nobody_declared_has_no_column_for_it(english: Client) -> None:
    tournament = finished("lab_chiamata", pre_dealt=True)
    for number in (1, 2, 3):
        answer = get_anew(english, reverse("live:board", args=[tournament.code, 1, number]))
        fields = answer.context["page"]["fields"]
        with_more = [
            field
            for field in fields
            if any(line["trump"] or line["extra"] or line["mark"] for line in field["lines"])
        ]
        assert answer.content.decode().count('<th scope="col" class="declared">') == len(with_more)


@pytest.mark.parametrize(("place", "first"), [("first", True), ("points", False)])
def test_who_won_a_match_outright_is_named_with_what_he_won_it_by(
    english: Client, place: str, first: bool
) -> None:
    """The winner is named whatever the points are, in standings, on the player's page and on paper
    (§13.15).
    """
    tournament = a_tournament(
        "rifki", settings={"king_tricks": 10, "king_place": place}, language="en"
    )
    round_ = a_round(tournament, boards=False)
    [sheet] = Sheet.objects.all()
    hand = {"contract": "POS", "trump": "S", "units": {"N": 1, "E": 1, "S": 1, "W": 10}}
    fill(sheet, {1: hand})
    hand_in(sheet=sheet, by="phone", author=None)
    close_sheet(sheet=sheet, author=None)
    close_round(round=round_, author=None)
    winner = sheet.table.seats.get(wind="W").entry
    sentence = f"{winner.title} has won the match outright: 10 tricks in hand 1, Koz."
    standing = flat(page(english, "standing", tournament.code))
    assert f"Partita 1, table 1: {sentence}" in standing
    assert ("They are first at their table, whatever the points." in standing) == first
    own = flat(page(english, "entry", tournament.code, winner.number))
    assert sentence.replace(winner.title, "West") in own
    assert squeezed(sentence) in "".join(
        sheet.squeezed for sheet in printed("standings", Tournament.objects.get())
    )
