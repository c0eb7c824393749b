"""Two players in each other's winds from some hand on: their points, their ranking, and the record.

The sheets are those of tests/scoring/takers.py: at table 1 N 10, E −12, S −3, W 5; at table 2 N −7,
E 10, S 5, W −8. Players 1 to 4 sit N, E, S, W at table 1, players 5 to 8 at table 2. Without a ruling
Player 1 (10) is first North ahead of Player 5 (−7), and Player 6 (10) first East ahead of Player 2
(−12).
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError

from king.cards import Wind
from scoring.decisions import revoke_ruling, rule
from scoring.models import Ruling, Sheet
from scoring.publishing import publish, read_publication, standing_changed
from scoring.round_steps import close_round, make_official
from scoring.scored_sheets import scored_table
from scoring.sheet_steps import close_sheet
from scoring.standing import tournament_standings
from scoring.wrong_winds import exchanged_names, preview_exchange, rule_seats, sitting_now
from tests.evenings import a_round, a_tournament, fill
from tests.scoring.takers import TAKERS, rows
from tournaments.models import Player, Round, Seat, Tournament
from tournaments.substitutes import substitute

pytestmark = pytest.mark.django_db


def typed(round_: Round) -> Round:
    for sheet in Sheet.objects.filter(table__round=round_).select_related("table"):
        fill(sheet, rows(TAKERS[sheet.table.number]))
    return round_


def closed(round_: Round) -> Round:
    for sheet in Sheet.objects.filter(table__round=round_):
        close_sheet(sheet=sheet, author=None)
    return close_round(round=round_, author=None)


@pytest.fixture
def evening() -> Tournament:
    """An evening of one partita, closed and published."""
    return closed(typed(a_round(a_tournament(), 2))).tournament


def sheet_of(evening: Tournament, table: int = 1) -> Sheet:
    return Sheet.objects.get(table__round__tournament=evening, table__number=table)


def swapped(
    evening: Tournament, hand: int, follows: str = "players", winds: tuple[str, str] = ("N", "E")
) -> Ruling:
    return rule_seats(
        sheet=sheet_of(evening),
        winds=winds,
        hand=hand,
        follows=follows,
        reason="Sedute scambiate.",
        arbiter=None,
    )


def by_wind(evening: Tournament) -> dict[str, list[tuple[str, int]]]:
    winds = tournament_standings(evening).standings.winds
    return {
        wind: [(line.entry, int(line.total)) for line in lines] for wind, lines in winds.items()
    }


def test_the_points_follow_the_players_from_hand_8_on(evening: Tournament) -> None:
    """Player 1 has −16 − 13 at N, then 13 at E; Player 2 −12 − 13 at E, then 13 + 26 at N. Seven of
    twelve hands were before the change.
    """
    assert by_wind(evening)["N"] == [("Player 1", 10), ("Player 5", -7)]
    swapped(evening, 8)
    assert by_wind(evening) == {
        "N": [("Player 5", -7), ("Player 1", -16)],
        "E": [("Player 2", 14), ("Player 6", 10)],
        "S": [("Player 7", 5), ("Player 3", -3)],
        "W": [("Player 4", 5), ("Player 8", -8)],
    }


def test_from_hand_4_each_is_ranked_at_the_wind_where_he_played_nine_hands(
    evening: Tournament,
) -> None:
    """Player 1 has −16 at N, then −13 + 13 at E; Player 2 −12 at E, then −13 + 13 + 26 at N."""
    swapped(evening, 4)
    lines = by_wind(evening)
    assert lines["N"] == [("Player 2", 14), ("Player 5", -7)]
    assert lines["E"] == [("Player 6", 10), ("Player 1", -16)]


def test_half_and_half_or_where_the_arbiter_says_so_each_is_ranked_where_he_set_out(
    evening: Tournament,
) -> None:
    """From hand 7 on the winds are changed, six hands each way: −29 at N, then 13 at E; −25 at E,
    then 39 at N.
    """
    ruling = swapped(evening, 7)
    assert by_wind(evening)["N"] == [("Player 5", -7), ("Player 1", -16)]
    assert by_wind(evening)["E"] == [("Player 2", 14), ("Player 6", 10)]
    revoke_ruling(ruling=ruling, author=None, reason="Dalla quarta.")
    swapped(evening, 4)
    Tournament.objects.update(standing_settings={"changed_winds": "first"})
    lines = by_wind(Tournament.objects.get(pk=evening.pk))
    assert lines["N"] == [("Player 5", -7), ("Player 1", -16)]


def test_the_points_follow_the_winds_and_no_figure_moves_but_who_sat_there_is_on_record(
    evening: Tournament,
) -> None:
    before = tournament_standings(evening).as_json()
    swapped(evening, 8, "winds")
    assert tournament_standings(evening).as_json() == before
    table = scored_table(sheet_of(evening))
    assert [(seat.wind, seat.player.surname, seat.from_hand) for seat in table.substitutes] == [
        ("N", "Player 2", 8),
        ("E", "Player 1", 8),
    ]
    assert [entry.title for entry in table.entries(Wind.N, 9)] == ["Player 1"]


def test_from_hand_1_on_they_simply_sat_so_and_the_seating_stays_to_be_read(
    evening: Tournament,
) -> None:
    swapped(evening, 1)
    lines = by_wind(evening)
    assert lines["N"] == [("Player 2", 10), ("Player 5", -7)]
    assert lines["E"] == [("Player 6", 10), ("Player 1", -12)]
    assert sitting_now(sheet_of(evening))["N"].player.surname == "Player 2"
    assert Seat.objects.get(table__number=1, wind="N").player.surname == "Player 1"


def test_who_changed_back_from_a_later_hand_has_each_part_where_he_sat(evening: Tournament) -> None:
    """Winds are exchanged in hands 4 to 9. Player 1 has −16 at N, −13 at E, and 26 at N again;
    Player 2 has −12, −13 + 13, and 13.
    """
    swapped(evening, 4)
    swapped(evening, 10)
    lines = by_wind(evening)
    assert lines["N"] == [("Player 1", -3), ("Player 5", -7)]
    assert lines["E"] == [("Player 6", 10), ("Player 2", 1)]


def test_a_penalty_of_a_hand_is_of_whoever_sat_there_in_that_hand(evening: Tournament) -> None:
    """In hand 9, a declaration, North is fined 5, and Player 2 sat there. A fine of 1 without a
    hand stays with the player who is seated there.
    """
    rule(
        sheet=sheet_of(evening),
        kind="illegal_play",
        hand=9,
        offender="N",
        reason="Non risponde.",
        arbiter=None,
    )
    rule(
        sheet=sheet_of(evening),
        kind="adjustment",
        offender="N",
        effect={"points": "-1"},
        reason="R.",
        arbiter=None,
    )
    swapped(evening, 8)
    totals = {
        score.entry.title: score.total for score in scored_table(sheet_of(evening)).entry_points()
    }
    assert totals == {"Player 1": -17, "Player 2": 9, "Player 3": -3, "Player 4": 5}


def test_a_limit_of_penalties_for_the_partita_is_not_begun_anew_by_a_change_of_winds() -> None:
    """With a limit of one (A16) North is fined in hands 8 and 9, but the sheet has −5 once: −16 −
    13 − 5, then 13; −25, then 39 (I5).
    """
    evening = typed(a_round(a_tournament(settings={"penalty_cap": 1}), 2)).tournament
    for hand in (8, 9):
        rule(
            sheet=sheet_of(evening),
            kind="illegal_play",
            hand=hand,
            offender="N",
            reason="R.",
            arbiter=None,
        )
    swapped(evening, 9)
    table = scored_table(sheet_of(evening))
    totals = {score.entry.title: score.total for score in table.entry_points()}
    assert (totals["Player 1"], totals["Player 2"]) == (-21, 14)
    assert sum(totals.values()) == sum(table.scored.totals.values()) == -5


def test_a_substitute_who_sat_there_goes_along_and_his_entry_has_the_points(
    evening: Tournament,
) -> None:
    seat = Seat.objects.get(table__number=1, wind="N")
    late = seat.player.__class__.objects.create(surname="Tardi")
    Seat.objects.create(
        round=seat.round, table=seat.table, wind="N", entry=seat.entry, player=late, from_hand=5
    )
    swapped(evening, 8)
    assert sitting_now(sheet_of(evening))["E"].player == late
    totals = {
        score.entry.title: score.total for score in scored_table(sheet_of(evening)).entry_points()
    }
    assert (totals["Player 1"], totals["Player 2"]) == (-16, 14)


def test_what_was_published_keeps_its_figures_until_it_is_published_again_and_is_then_read_back(
    evening: Tournament,
) -> None:
    first = evening.publications.get()
    swapped(evening, 4)
    assert standing_changed(evening)
    assert read_publication(evening, first).standings.winds["N"][0].entry == "Player 1"
    second = publish(tournament=evening, author=None)
    again = read_publication(evening, second).standings
    assert [line.entry for line in again.winds["N"]] == ["Player 2", "Player 5"]
    assert again.as_json() == second.standings


def test_a_revoked_ruling_leaves_everything_as_it_was_and_stays_on_record(
    evening: Tournament,
) -> None:
    before = tournament_standings(evening).as_json()
    revoke_ruling(ruling=swapped(evening, 8), author=None, reason="Avevano ragione loro.")
    assert tournament_standings(evening).as_json() == before
    assert Ruling.objects.get(kind="seats").revoked_because == "Avevano ragione loro."
    assert [line.kind for line in evening.log.order_by("sequence")][-2:] == [
        "ruled",
        "ruling_revoked",
    ]


def test_looking_at_it_shows_the_winners_old_and_new_and_keeps_nothing(evening: Tournament) -> None:
    looked = preview_exchange(sheet=sheet_of(evening), winds=("N", "E"), hand=8, follows="players")
    winners = [standings.standings.winds["E"][0].entry for standings in looked]
    assert winners == ["Player 6", "Player 2"]
    assert not Ruling.objects.exists()
    assert not evening.log.filter(kind="ruled").exists()


def test_an_official_partita_and_what_says_nothing_are_refused(evening: Tournament) -> None:
    for winds, hand, follows, code in (
        (("N", "N"), 8, "players", "two_seats"),
        (("N", "Z"), 8, "players", "two_seats"),
        (("N", "E"), 13, "players", "no_such_hand"),
        (("N", "E"), 8, "", "follows_unknown"),
    ):
        with pytest.raises(ValidationError) as refused:
            swapped(evening, hand, follows, winds)
        assert refused.value.code == code
    swapped(evening, 8)
    with pytest.raises(ValidationError) as refused:
        swapped(evening, 8)
    assert refused.value.code == "ruling_repeated"
    publish(tournament=evening, author=None)
    make_official(round=evening.rounds.get(), author=None)
    with pytest.raises(ValidationError) as refused:
        swapped(evening, 9)
    assert refused.value.code == "round_official"


def test_pairs_go_together_and_a_pair_has_what_its_side_made_from_then_on() -> None:
    """In squadre hand 12 is the last declaration and hand 13 Sans Atout, where N–S take all 13
    tricks: +26 and −26.
    """
    round_ = a_round(a_tournament("squadre"), 1)
    table = round_.tables.get()
    pair = {"N": "S", "E": "W"}
    for wind, partner in pair.items():
        entry = Seat.objects.get(table=table, wind=wind).entry
        Seat.objects.filter(table=table, wind=partner).update(entry=entry)
    sheet = Sheet.objects.get(table=table)
    fill(
        sheet,
        {
            12: {"contract": "D", "trump": "S", "units": {"NS": 13, "EW": 0}},
            13: {"contract": "SA", "units": {"NS": 13, "EW": 0}},
        },
    )
    ruling = rule_seats(
        sheet=sheet,
        winds=("N", "E"),
        hand=13,
        follows="players",
        reason="Scambiati di linea.",
        arbiter=None,
    )
    assert ruling.effect["winds"] == [["N", "E"], ["S", "W"]]
    totals = {score.entry.number: score.total for score in scored_table(sheet).entry_points()}
    assert totals == {1: Fraction(13 - 26), 2: Fraction(-13 + 26)}


def a_table_of_pairs() -> Sheet:
    """Sheet of a table of pairs with hands 9 and 10 written."""
    round_ = a_round(a_tournament("squadre"), 1)
    table = round_.tables.get()
    for wind, partner in {"N": "S", "E": "W"}.items():
        entry = Seat.objects.get(table=table, wind=wind).entry
        Seat.objects.filter(table=table, wind=partner).update(entry=entry)
    sheet = Sheet.objects.get(table=table)
    fill(
        sheet,
        {
            hand: {"contract": "D", "trump": suit, "units": {"NS": 8, "EW": 5}}
            for hand, suit in ((9, "S"), (10, "H"))
        },
    )
    return sheet


def test_two_of_opposite_pairs_in_each_others_seats_are_written_and_move_no_points() -> None:
    """Their partners stayed, so neither pair is on a single side any more (13.14)."""
    sheet = a_table_of_pairs()
    before = {score.entry.number: score.total for score in scored_table(sheet).entry_points()}
    arguments = {"winds": ("N", "E"), "hand": 10, "alone": True}
    assert exchanged_names(sheet, ("N", "E"), 10, alone=True) == [("Player 1", "Player 2")]
    assert exchanged_names(sheet, ("N", "E"), 10, alone=False) == [
        ("Player 1", "Player 2"),
        ("Player 3", "Player 4"),
    ]
    with pytest.raises(ValidationError) as refused:
        rule_seats(sheet=sheet, follows="players", reason="x", arbiter=None, **arguments)
    assert refused.value.code == "points_of_pairs"
    ruling = rule_seats(
        sheet=sheet, follows="winds", reason="Distratti.", arbiter=None, **arguments
    )
    assert ruling.effect["winds"] == [["N", "E"]]
    assert {
        score.entry.number: score.total for score in scored_table(sheet).entry_points()
    } == before
    sitting = sitting_now(sheet, hand=10)
    assert [sitting[wind].name for wind in "NESW"] == [
        "Player 2",
        "Player 1",
        "Player 3",
        "Player 4",
    ]


def test_a_substitute_from_hand_5_sits_there_from_hand_5() -> None:
    sheet = a_table_of_pairs()
    seat = sheet.table.seats.get(wind="E")
    player = Player.objects.create(surname="Zunino", given_name="Ugo")
    substitute(seat=seat, player=player, from_hand=5, author=None)
    assert sitting_now(sheet)["E"].name == "Player 2"
    fill(
        sheet,
        {
            hand: {"contract": contract, "units": {"NS": 0, "EW": least}}
            for hand, contract, least in ((1, "KJ", 8), (2, "Q", 4), (3, "KH", 1), (4, "8D", 1))
        },
    )
    assert sitting_now(sheet)["E"].name == "Zunino Ugo"
