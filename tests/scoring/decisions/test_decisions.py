"""The arbiter's rulings: their effects, their requirements, revoking them (§3)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from king.cards import WINDS
from king.rulesets import find_ruleset
from king.sheet.full_sheet import score
from king.sheet.row import Row
from king.sheet.rulings import Ruling as KingRuling
from king_tournament.api.shapes import current_facts
from scoring.decisions import annul_hand, preview_ruling, preview_standing, revoke_ruling, rule
from scoring.models import Ruling, Sheet
from scoring.publishing import publish
from scoring.publishing.review import under_review
from scoring.round_steps import close_round
from scoring.rows import enter_row
from scoring.scored_sheets import scored_round, scored_sheet, scored_table
from scoring.sheet_steps import close_sheet, reopen_sheet
from scoring.standing import tournament_standings
from tests.evenings import a_round, a_sheet, a_tournament, fill, good_rows, rows_of
from tournaments.models import LogEntry, Round, Tournament
from wording.sentences import SheetRefused

pytestmark = pytest.mark.django_db


def winds(points: Any) -> dict[str, Fraction]:
    return {str(wind): value for wind, value in points.items()}


def ruled(sheet: Sheet, **fields: Any) -> Ruling:
    return rule(**({"sheet": sheet, "reason": "Seen by the arbiter.", "arbiter": None} | fields))


def queens(sheet: Sheet) -> Sheet:
    rows = good_rows()
    rows[2] = {"contract": "Q", "units": {"N": 1, "E": 1, "S": 2, "W": 0}}
    return fill(sheet, rows)


def test_an_illegal_play_in_a_negative_hand_gives_the_offender_all_its_points(
    arbiter: User,
) -> None:
    """The offender takes all points of a negative hand by Labyrinth's rule, −12 for the queens."""
    sheet = queens(a_sheet())
    before = scored_sheet(sheet)
    ruling = ruled(
        sheet,
        kind="illegal_play",
        hand=2,
        offender="E",
        article="Chi sbaglia paga",
        arbiter=arbiter,
    )
    after = scored_sheet(sheet)
    assert winds(after.rows[1].points) == {"N": 0, "E": -12, "S": 0, "W": 0}
    assert after.totals["E"] - before.totals["E"] == -12 - -3
    assert (after.sum, after.closable, ruling.arbiter) == (0, True, arbiter)
    assert sheet.results.filter(hand=2).get().content["units"] == {"N": 1, "E": 1, "S": 2, "W": 0}


def test_an_illegal_play_in_a_declaration_costs_five_beside_the_sheet() -> None:
    sheet = fill(a_sheet())
    before = scored_sheet(sheet)
    ruled(sheet, kind="illegal_play", hand=9, offender="S")
    after = scored_sheet(sheet)
    assert after.sheet == before.sheet
    assert winds(after.adjustments) == {"N": 0, "E": 0, "S": -5, "W": 0}
    assert sum(after.totals.values()) == -5
    assert after.closable


def test_a_score_error_is_charged_to_the_dealer_of_the_row() -> None:
    """Hand 6, dealt by East, has twelve tricks. East is charged 1, though the row gave out too few
    points (A13).
    """
    rows = good_rows()
    rows[6] = {"contract": "MIS", "units": {"N": 5, "E": 4, "S": 3, "W": 0}}
    sheet = fill(a_sheet(), rows)
    assert not scored_sheet(sheet).closable
    ruled(sheet, kind="score_error", hand=6, effect={"policy": "debit_abs"})
    scored = scored_sheet(sheet)
    assert winds(scored.adjustments) == {"N": 0, "E": -1, "S": 0, "W": 0}
    assert scored.closable


def test_a_preview_shows_before_and_after_and_stores_nothing() -> None:
    sheet = queens(a_sheet())
    before, after = preview_ruling(
        sheet=sheet, kind="adjustment", offender="W", effect={"points": "-9/2"}
    )
    assert after.totals["W"] - before.totals["W"] == Fraction(-9, 2)
    assert before == scored_sheet(sheet)
    assert not Ruling.objects.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "illegal_play", "hand": 2},
        {"kind": "illegal_play", "hand": None, "offender": "N"},
        {"kind": "illegal_play", "hand": 99, "offender": "N"},
        {"kind": "illegal_play", "hand": 2, "offender": "Q"},
        {"kind": "illegal_play", "hand": 2, "offender": "North by north-west"},
        {"kind": "adjustment", "offender": "N"},
        {"kind": "adjustment", "offender": "N", "effect": {"points": "a lot"}},
        {"kind": "adjustment", "effect": {"points": -5}},
        {"kind": "fouled", "hand": 2, "effect": {"points": {"N": "-3"}}},
        {"kind": "fouled", "hand": 2, "offender": "nobody", "effect": {}},
        {"kind": "score_error", "hand": 2},
        {"kind": "score_error", "hand": 2, "effect": {"policy": "guess"}},
        {"kind": "yellow card", "hand": 2, "offender": "N"},
    ],
)
def test_a_ruling_that_says_too_little_is_refused_and_changes_nothing(
    fields: dict[str, Any],
) -> None:
    sheet = queens(a_sheet())
    for attempt in (ruled, preview_ruling):
        with pytest.raises(ValidationError):
            attempt(**({"sheet": sheet} | fields))
    assert not Ruling.objects.exists()


def test_a_ruling_on_a_hand_that_is_not_entered_yet_is_refused() -> None:
    sheet = a_sheet()
    enter_row(sheet=sheet, hand=1, content=good_rows()[1], origin="desk")
    with pytest.raises(SheetRefused) as error:
        ruled(sheet, kind="illegal_play", hand=2, offender="E")
    assert [problem.code for problem in error.value.problems] == ["ruling_hand"]


def test_a_ruling_needs_a_reason() -> None:
    with pytest.raises(ValidationError) as error:
        ruled(queens(a_sheet()), kind="illegal_play", hand=2, offender="E", reason=" \n ")
    assert error.value.code == "reason_missing"


def test_a_second_click_does_not_rule_twice_and_a_second_infraction_may_be_ruled() -> None:
    sheet = fill(a_sheet())
    ruled(sheet, kind="illegal_play", hand=9, offender="S", reason="Revoked in trick 4.")
    with pytest.raises(ValidationError) as error:
        ruled(sheet, kind="illegal_play", hand=9, offender="S", reason="Revoked in trick 4.")
    assert error.value.code == "ruling_repeated"
    ruled(sheet, kind="illegal_play", hand=9, offender="S", reason="And again in trick 7.")
    assert scored_sheet(sheet).adjustments["S"] == -10


def test_a_revoked_ruling_stays_on_record_and_does_nothing(arbiter: User) -> None:
    sheet = queens(a_sheet())
    before = scored_sheet(sheet)
    ruling = ruled(sheet, kind="illegal_play", hand=2, offender="E")
    revoked = revoke_ruling(ruling=ruling, author=arbiter, reason="The jury upheld the appeal.")
    again = revoke_ruling(ruling=ruling, author=None, reason="A second click.")
    assert scored_sheet(sheet) == before
    assert (again.revoked_by, again.revoked_because) == (arbiter, "The jury upheld the appeal.")
    assert again.revoked_at == revoked.revoked_at
    assert list(LogEntry.objects.order_by("sequence").values_list("kind", flat=True)) == [
        "ruled",
        "ruling_revoked",
    ]


def test_a_ruling_that_a_closed_sheet_rests_on_is_not_revoked_under_it() -> None:
    rows = good_rows()
    rows[2] = {"contract": "Q", "units": {"N": 1, "E": 1, "S": 1, "W": 0}}
    sheet = fill(a_sheet(), rows)
    ruling = ruled(sheet, kind="score_error", hand=2)
    close_sheet(sheet=sheet, author=None)
    with pytest.raises(ValidationError) as error:
        revoke_ruling(ruling=ruling, author=None, reason="On reflection.")
    assert error.value.code == "sheet_needs_ruling"
    ruling.refresh_from_db()
    assert ruling.revoked_at is None


def test_a_closed_sheet_may_be_ruled_on_until_the_partita_is_official() -> None:
    sheet = fill(a_sheet())
    close_sheet(sheet=sheet, author=None)
    ruled(sheet, kind="adjustment", offender="N", effect={"points": -1})
    Round.objects.update(stage="provisional")
    ruled(sheet, kind="adjustment", offender="E", effect={"points": -1})
    Round.objects.update(stage="official")
    with pytest.raises(ValidationError) as error:
        ruled(sheet, kind="adjustment", offender="S", effect={"points": -1})
    assert error.value.code == "round_official"
    assert sheet.rulings.count() == 2


def queens_at(*takers: str) -> list[Sheet]:
    """Sheets of tables whose queens (hand 2, −3 each) were taken by the winds of a word; an empty
    word leaves the row out.
    """
    a_round(a_tournament(), tables=len(takers))
    sheets = list(Sheet.objects.order_by("table__number"))
    for sheet, word in zip(sheets, takers, strict=True):
        rows = good_rows()
        rows[2] = {"contract": "Q", "units": {wind.value: word.count(wind) for wind in WINDS}}
        fill(sheet, {hand: row for hand, row in rows.items() if hand != 2 or word})
    return sheets


def queens_row(sheet: Sheet) -> dict[str, Fraction]:
    return winds(scored_sheet(sheet).rows[1].points)


def take_queens(sheet: Sheet, takers: str) -> None:
    content = {"contract": "Q", "units": {wind.value: takers.count(wind) for wind in WINDS}}
    enter_row(sheet=sheet, hand=2, content=content, origin="desk")


def test_the_average_of_a_fouled_board_moves_with_a_correction_at_another_table() -> None:
    """−3 −3 −6 0 and −6 0 −6 0 average −4.5 −1.5 −6 0 (§3.4). With all four for East at table 2 it
    is −1.5 −7.5 −3 0.
    """
    sheets = queens_at("NESS", "NNSS", "WWWW")
    ruling = ruled(sheets[2], kind="fouled", hand=2, effect={"average": True})
    assert ruling.effect == {"average": True}
    assert queens_row(sheets[2]) == {"N": Fraction(-9, 2), "E": Fraction(-3, 2), "S": -6, "W": 0}
    take_queens(sheets[1], "EEEE")
    assert queens_row(sheets[2]) == {"N": Fraction(-3, 2), "E": Fraction(-15, 2), "S": -3, "W": 0}
    assert (scored_sheet(sheets[2]).sum, scored_sheet(sheets[2]).closable) == (0, True)
    assert [
        winds(table.scored.rows[1].points) for table in scored_round(sheets[0].table.round)
    ] == [
        {"N": -3, "E": -3, "S": -6, "W": 0},
        {"N": 0, "E": -12, "S": 0, "W": 0},
        queens_row(sheets[2]),
    ]


def test_an_average_ruled_before_every_table_has_played_is_in_the_end_that_of_all_the_others() -> (
    None
):
    """At first no other table has played, and the row counts 0. Then North has −12 alone, then
    North and South −6 each (§3.4).
    """
    sheets = queens_at("WWWW", "", "")
    ruled(sheets[0], kind="fouled", hand=2, effect={"average": True})
    assert (queens_row(sheets[0]), scored_sheet(sheets[0]).expected_sum) == (
        {"N": 0, "E": 0, "S": 0, "W": 0},
        12,
    )
    take_queens(sheets[1], "NNNN")
    assert queens_row(sheets[0]) == {"N": -12, "E": 0, "S": 0, "W": 0}
    take_queens(sheets[2], "SSSS")
    assert queens_row(sheets[0]) == {"N": -6, "E": 0, "S": -6, "W": 0}
    assert scored_table(sheets[0]).averages[2].waiting == (2, 3)
    for sheet in sheets[1:]:
        close_sheet(sheet=sheet, author=None)
    assert scored_table(sheets[0]).averages[2].waiting == ()


def test_a_table_that_is_ruled_fouled_too_is_no_part_of_the_average() -> None:
    """Two of four tables are fouled, so each gets the mean of the other two, −4.5 −1.5 −6 0 (§3.4)."""
    sheets = queens_at("NESS", "NNSS", "WWWW", "EEEE")
    ruled(sheets[2], kind="fouled", hand=2, effect={"average": True})
    ruled(sheets[3], kind="fouled", hand=2, effect={"average": True})
    both = {"N": Fraction(-9, 2), "E": Fraction(-3, 2), "S": -6, "W": 0}
    assert [queens_row(sheets[2]), queens_row(sheets[3])] == [both, both]
    assert scored_table(sheets[3]).averages[2].tables == (1, 2)


def test_an_average_is_read_as_it_was_at_a_moment_gone_by() -> None:
    sheets = queens_at("NNNN", "WWWW")
    ruled(sheets[1], kind="fouled", hand=2, effect={"average": True})
    then = timezone.now()
    take_queens(sheets[0], "SSSS")
    assert winds(scored_table(sheets[1], at=then).scored.rows[1].points) == {
        "N": -12,
        "E": 0,
        "S": 0,
        "W": 0,
    }
    assert queens_row(sheets[1]) == {"N": 0, "E": 0, "S": -12, "W": 0}


def test_a_program_reads_an_average_as_the_plain_figures_that_it_is_now() -> None:
    """The only other table gave North all four queens (§3.4)."""
    sheets = queens_at("NNNN", "WWWW")
    ruled(sheets[1], kind="fouled", hand=2, effect={"average": True})
    (ruling,) = current_facts(sheets[1])["rulings"]
    assert ruling["effect"] == {
        "average": True,
        "points": {"N": "-12", "E": "0", "S": "0", "W": "0"},
    }
    rows = [
        Row.from_json({"hand": hand, **row.content})
        for hand, row in scored_table(sheets[1]).rows.items()
    ]
    form = {"kind": ruling["kind"], "hand": ruling["hand"], "points": ruling["effect"]["points"]}
    assert (
        score(find_ruleset("lab12"), rows, [KingRuling.from_json(form)]).totals
        == scored_sheet(sheets[1]).totals
    )


def test_a_figure_that_was_stored_stays_as_it_is() -> None:
    sheets = queens_at("NNNN", "WWWW")
    ruled(
        sheets[1],
        kind="fouled",
        hand=2,
        effect={"points": {"N": "-12", "E": "0", "S": "0", "W": "0"}},
    )
    take_queens(sheets[0], "SSSS")
    assert queens_row(sheets[1]) == {"N": -12, "E": 0, "S": 0, "W": 0}


def test_a_correction_under_a_published_average_marks_the_standing_and_corrects_the_table_that_waited_for_it() -> (
    None
):
    """Table 3 has the mean of tables 1 and 2. When table 2 is corrected, North of table 3 gains 3
    points (§3.4).
    """
    sheets = queens_at("NESS", "NNSS", "WWWW")
    ruled(sheets[2], kind="fouled", hand=2, effect={"average": True})
    for sheet in sheets:
        close_sheet(sheet=sheet, author=None)
    round_ = sheets[0].table.round
    close_round(round=round_, author=None)
    published = publish(tournament=round_.tournament, author=None)
    reopen_sheet(sheet=sheets[1], author=None, reason="The captain has found the slip.")
    review = under_review(round_.tournament, published)
    assert [(average.round, average.table, average.hand) for average in review.averages] == [
        (1, 3, 2)
    ]
    take_queens(sheets[1], "EEEE")
    close_sheet(sheet=sheets[1], author=None)
    assert under_review(round_.tournament, published).averages == ()
    north = sheets[2].table.seats.get(wind="N").entry.title
    before, after = (
        {line["entry"]: Fraction(line["total"]) for line in standings["rounds"][0]["winds"]["N"]}[
            north
        ]
        for standings in (
            published.standings,
            publish(tournament=round_.tournament, author=None).standings,
        )
    )
    assert after - before == Fraction(-3, 2) - Fraction(-9, 2)


def test_a_preview_goes_on_to_the_places_and_match_points_of_the_wind_and_to_the_overall_standing() -> (
    None
):
    """The Norths of tables 2 and 3 have no queens and share 10 and 6. Five points less at table 2
    make it 6 and 10 (§6).
    """
    sheets = queens_at("NNNN", "EEEE", "SSSS")
    arguments: dict[str, Any] = {
        "sheet": sheets[1],
        "kind": "adjustment",
        "offender": "N",
        "effect": {"points": "-5"},
    }
    assert preview_standing(**arguments) == ()  # An open sheet has no place yet.
    for sheet in sheets:
        close_sheet(sheet=sheet, author=None)
    second, third = (sheet.table.seats.get(wind="N").entry.title for sheet in sheets[1:])
    before = scored_sheet(sheets[1]).totals["N"]
    here = {change.entry: (change.before, change.after) for change in preview_standing(**arguments)}
    assert here == {
        second: (("1", "8", str(before)), ("2", "6", str(before - 5))),
        third: (("1", "8", str(before)), ("1", "10", str(before))),
    }
    close_round(round=sheets[0].table.round, author=None)
    arguments["sheet"] = Sheet.objects.get(pk=sheets[1].pk)
    overall = {
        change.entry: change
        for change in preview_standing(**arguments)
        if change.place == "overall"
    }
    assert [overall[name].after[1] for name in (second, third)] == ["6", "10"]
    assert not Ruling.objects.exists()


@pytest.mark.parametrize(
    ("points", "code"),
    # Labyrinth, sales in full: seven negative hands make −78, and three declarations bought for 13 make
    # −13 each, −117 together.
    [
        ("0", "adjustment_zero"),
        ("-118", "adjustment_too_large"),
        ("235/2", "adjustment_too_large"),
        ("-117", None),
    ],
)
def test_an_adjustment_of_nothing_or_larger_than_a_sheet_can_be_is_asked_again(
    points: str, code: str | None
) -> None:
    sheet = fill(a_sheet())
    if code is None:
        ruled(sheet, kind="adjustment", offender="N", effect={"points": points})
        assert scored_sheet(sheet).adjustments["N"] == -117
        return
    with pytest.raises(ValidationError) as error:
        ruled(sheet, kind="adjustment", offender="N", effect={"points": points})
    assert error.value.code == code
    assert not Ruling.objects.exists()


def test_adjustments_in_parts_are_no_larger_than_one() -> None:
    """A sheet of Labyrinth makes 117 at most: after 100, 18 more are refused."""
    sheet = fill(a_sheet())
    ruled(sheet, kind="adjustment", offender="N", effect={"points": "100"})
    with pytest.raises(ValidationError):
        ruled(sheet, kind="adjustment", offender="N", effect={"points": "18"})
    ruled(sheet, kind="adjustment", offender="N", effect={"points": "17"})
    assert scored_sheet(sheet).adjustments["N"] == 117


def test_two_who_erred_in_one_hand_share_its_points_and_are_kept_as_one_ruling() -> None:
    """They share the queens' −12 (§3.1); the counts stay as written."""
    sheet = queens(a_sheet())
    ruling = ruled(sheet, kind="illegal_play", hand=2, effect={"offenders": ["E", "S"]})
    assert queens_row(sheet) == {"N": 0, "E": -6, "S": -6, "W": 0}
    assert (ruling.offender, ruling.offenders) == ("", ("E", "S"))
    assert LogEntry.objects.get().fields["offender"] == "E, S"
    alone = ruled(sheet, kind="warning", effect={"offenders": ["W"]})
    assert (alone.offender, alone.effect) == ("W", {})


def places_of(tournament: Tournament, number: int, wind: str = "N") -> list[tuple[int, str, int]]:
    """Table, match points and rank of each ranked line of a wind."""
    (round_results,) = [
        round_
        for round_ in tournament_standings(tournament).standings.rounds
        if round_.number == number
    ]
    return [
        (one.result.table, str(one.match_points), one.rank) for one in round_results.winds[wind]
    ]


def two_partite() -> list[Sheet]:
    """Sheets of two partite. In both, North is first at table 1, second at table 3 and third at
    table 2, with 0, −6 and −12 for queens.
    """
    queens_at("EEEE", "NNNN", "NNSS")
    tournament = Tournament.objects.get()
    sheets = list(Sheet.objects.order_by("table__number"))
    a_round(tournament, 3)
    for sheet in Sheet.objects.exclude(pk__in=[filled.pk for filled in sheets]):
        fill(
            sheet,
            {
                hand: row.content
                for hand, row in scored_table(sheets[sheet.table.number - 1]).rows.items()
            },
        )
    for sheet in Sheet.objects.order_by("pk"):
        close_sheet(sheet=sheet, author=None)
    for round_ in tournament.rounds.order_by("number"):
        close_round(round=round_, author=None)
    return sheets


def test_who_is_disqualified_from_a_partita_has_no_place_there_and_those_behind_move_up() -> None:
    """Without the North of table 1 the second gets 10 and the third 6, of 10 6 4 (§6). East of
    table 1 keeps the last place.
    """
    first = two_partite()[0]
    tournament = first.table.round.tournament
    assert places_of(tournament, 1) == [(1, "10", 1), (3, "6", 2), (2, "4", 3)]
    ruling = ruled(first, kind="disqualification", offender="N", effect={"scope": "partita"})
    assert places_of(tournament, 1) == [(3, "10", 1), (2, "6", 2)]
    assert places_of(tournament, 2) == [(1, "10", 1), (3, "6", 2), (2, "4", 3)]
    assert places_of(tournament, 1, "E")[-1] == (1, "4", 3)
    north = first.table.seats.get(wind="N").entry.title
    (line,) = [
        row for row in tournament_standings(tournament).standings.overall if row.entry == north
    ]
    assert line.match_points == 10  # from the other partita alone
    revoke_ruling(ruling=ruling, author=None, reason="The jury upheld the appeal.")
    assert places_of(tournament, 1)[0] == (1, "10", 1)


def test_who_is_disqualified_from_the_evening_is_in_no_standing_of_it() -> None:
    first = two_partite()[0]
    tournament = first.table.round.tournament
    arguments: dict[str, Any] = {
        "kind": "disqualification",
        "offender": "N",
        "effect": {"scope": "evening"},
    }
    north = first.table.seats.get(wind="N").entry.title
    places = {
        change.place: change.after
        for change in preview_standing(sheet=first, **arguments)
        if change.entry == north
    }
    assert places["overall"] is None
    ruled(first, **arguments)
    assert [places_of(tournament, number) for number in (1, 2)] == [[(3, "10", 1), (2, "6", 2)]] * 2
    standings = tournament_standings(tournament).standings
    assert (standings.unranked, north in {line.entry for line in standings.overall}) == (
        (north,),
        False,
    )


def test_a_disqualification_that_does_not_say_from_what_is_refused() -> None:
    sheet = queens(a_sheet())
    for effect in ({}, {"scope": "life"}, {"scope": "hand"}):
        with pytest.raises(ValidationError):
            ruled(sheet, kind="disqualification", offender="N", effect=effect)
    assert not Ruling.objects.exists()


def test_a_single_table_has_no_average_to_take() -> None:
    with pytest.raises(ValidationError) as error:
        ruled(fill(a_sheet()), kind="fouled", hand=2, effect={"average": True})
    assert error.value.code == "no_other_table"


def test_a_hand_that_not_everybody_could_play_is_annulled_at_every_table() -> None:
    """Time ran out, so Sans Atout is void and a sheet is checked against −26 instead of 0 (A38)."""
    round_ = a_round(a_tournament(), tables=2)
    first, second = Sheet.objects.order_by("table__number")
    fill(first)
    rows = good_rows()
    del rows[12]
    fill(second, rows)
    rulings = annul_hand(round=round_, hand=12, reason="The hall closes at midnight.", arbiter=None)
    assert [ruling.sheet for ruling in rulings] == [first, second]
    assert annul_hand(round=round_, hand=12, reason="A second click.", arbiter=None) == ()
    for sheet in (first, second):
        scored = scored_sheet(sheet)
        assert winds(scored.rows[11].points) == {"N": 0, "E": 0, "S": 0, "W": 0}
        assert (scored.sum, scored.expected_sum, scored.closable) == (-26, -26, True)
        assert close_sheet(sheet=sheet, author=None).state == "closed"
    assert first.results.get(hand=12).content["units"] == rows_of(first)[12]["units"]
    revoke_ruling(ruling=rulings[0], author=None, reason="They had played it.")
    assert scored_sheet(first).sum == 0
