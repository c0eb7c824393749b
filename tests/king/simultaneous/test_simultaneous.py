"""A simultaneous event of small halls: every figure is worked out by hand, and compared with a
second implementation.

A table's sheet is ``SAME`` except for its first hand (Kings and Jacks, −2 each) and its last (sans
atout, 2 a trick). The ten others make N 1, E −1, S −5, W −5:

Q −3 −3 −3 −3; KH S −8; 8D W −8; NC −4 −3 −3 −3; MIS the same; U2 −4 −4; four times D 4 3 3 3.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from king.reading import InputError, Node
from king.rulesets import find_ruleset
from king.sheet import ruling_kinds
from king.sheet.row import Row
from king.sheet.rulings import Ruling
from king.simultaneous import qr_codes
from king.simultaneous.commitment import name_digests
from king.simultaneous.documents import (
    Correction,
    Event,
    Invitation,
    Plan,
    Report,
    SpareTaken,
    in_groups,
    read_letters,
)
from king.simultaneous.fields import luck, read_fields
from king.simultaneous.merging import EventResult, Merging, doubts_alone, merge
from tests.king.sheets import winds
from tests.ranked_again import COUNTS, VALUES, ranked

LAB12 = find_ruleset("lab12")
ENTROPY = bytes(range(32))
HALLS = ("Genova", "Savona", "Imperia")


SAME = [
    {"hand": 2, "units": winds(1, 1, 1, 1)},
    {"hand": 3, "units": winds(0, 0, 1, 0)},
    {"hand": 4, "units": winds(0, 0, 0, 1)},
    {"hand": 5, "units": winds(4, 3, 3, 3)},
    {"hand": 6, "units": winds(4, 3, 3, 3)},
    {"hand": 7, "units": winds(1, 1, 0, 0)},
    *({"hand": hand, "units": winds(4, 3, 3, 3), "trump": "S"} for hand in (8, 9, 10, 11)),
]
GENOVA = (3, 1, 4, 0), (4, 3, 3, 3)
"""N 1 − 6 + 8 = 3, E −1 − 2 + 6 = 3, S −5 − 8 + 6 = −7, W −5 − 0 + 6 = 1."""
SAVONA = (0, 4, 2, 2), (1, 6, 3, 3)
"""N 1 − 0 + 2 = 3, E −1 − 8 + 12 = 3, S −5 − 4 + 6 = −3, W −5 − 4 + 6 = −3."""
IMPERIA = (2, 2, 2, 2), (2, 4, 4, 3)
"""N 1 − 4 + 4 = 1, E −1 − 4 + 8 = 3, S −5 − 4 + 8 = −1, W −5 − 4 + 6 = −3."""


def rows_of(kings: tuple[int, ...], tricks: tuple[int, ...]) -> list[dict[str, Any]]:
    return [{"hand": 1, "units": winds(*kings)}, *SAME, {"hand": 12, "units": winds(*tricks)}]


def night(kings: tuple[int, ...], tricks: tuple[int, ...], **more: Any) -> dict[str, Any]:
    seats = {wind: f"Player {wind}" for wind in "NESW"}
    sheet = {"table": 1, "seats": seats, "rows": rows_of(kings, tricks)}
    return {"ruleset": "lab12", "rounds": [{"round": 1, "sheets": [sheet]}], **more}


def an_event(method: str = "percent", rounds: int = 1, **fields: Any) -> Event:
    plan = Plan(
        event="Simultaneo d'autunno",
        date="2026-11-27",
        ruleset=LAB12,
        halls=HALLS,
        rounds=rounds,
        spares=1,
        standing={"method": method},
    )
    return replace(plan.draw(ENTROPY)[0], **fields)


(KEY,) = Plan(event="x", date="", ruleset=LAB12, halls=HALLS).draw(ENTROPY)[1]


def a_report(event: Event, hall: int, evening: Mapping[str, Any], **fields: Any) -> Report:
    written = fields.pop("written", "2026-11-27T23:40")
    unsealed = Report(event="", hall=1, commitment="", written=written, night=evening, **fields)
    return event.invitation(hall).report(unsealed)


def sealed_unread(event: Event, hall: int, evening: Mapping[str, Any]) -> Report:
    """Report sealed by a program that does not check its contents."""
    report = Report(
        event=event.event, hall=hall, commitment=event.commitment, written="", night=evening
    )
    return replace(report, mac=report.sealed_with(event.invitation(hall).secret))


def in_time(event: Event, *reports: Report) -> Event:
    codes = {report.hall: report.code for report in reports}
    return replace(
        event, halls=tuple(replace(hall, code=codes.get(hall.number)) for hall in event.halls)
    )


def files(*reports: Report) -> list[Report]:
    return [replace(report, source=f"{place}.king") for place, report in enumerate(reports, 1)]


def percents(result: EventResult) -> dict[str, str]:
    """Percentages by wind and hall: ``{"N1": "75"}`` is North of hall 1."""
    return {
        f"{wind}{line.hall}": str(line.percent)
        for wind, lines in result.winds.items()
        for line in lines
    }


def by_wind(**winds: str) -> dict[str, str]:
    return {
        f"{wind}{hall}": percent
        for wind, figures in winds.items()
        for hall, percent in enumerate(figures.split(), 1)
    }


def codes_of(result: EventResult) -> list[str]:
    return [doubt.code for doubt in result.doubts]


def three(event: Event) -> list[Report]:
    return [
        a_report(event, hall, night(*figures))
        for hall, figures in enumerate((GENOVA, SAVONA, IMPERIA), 1)
    ]


# -- the standings


def test_all_tables_of_a_wind_are_one_field() -> None:
    """The three halls have N 3 3 1 (the two level ones get 3 of 4); E 3 3 3; S −7 −3 −1; W 1 −3 −3."""
    event = an_event()
    reports = three(event)
    result = merge(in_time(event, *reports), files(*reports))
    assert percents(result) == by_wind(N="75 75 0", E="50 50 50", S="0 50 100", W="100 25 25")
    overall = [(line.rank, line.hall, str(line.percent)) for line in result.overall]
    assert overall[:4] == [(1, 3, "100"), (1, 1, "100"), (3, 1, "75"), (3, 2, "75")]
    assert [line.rank for line in result.overall[4:]] == [5, 5, 5, 5, 9, 9, 11, 11]
    assert [line.state for line in result.halls] == ["in_field"] * 3
    assert result.doubts == ()


def test_board_by_board_only_the_boards_that_differ_move_anybody() -> None:
    """Everybody has 50 on each of ten boards, 500 together. North: hand 1 is −6 0 −4, so 0 100 50;
    hand 12 is 8 2 4, so 100 0 50.

    East: −2 −8 −4 and 6 12 8 cancel out likewise. South: −8 −4 −4 make 0 75 75, and 6 6 8 make 25
    25 100: together 525, 600 and 675 of 1,200. West: 0 −4 −4 make 100 25 25, and 50 each: 650, 575,
    575.
    """
    event = an_event("boards")
    reports = three(event)
    result = merge(in_time(event, *reports), files(*reports))
    assert percents(result) == by_wind(
        N="50 50 50", E="50 50 50", S="175/4 50 225/4", W="325/6 575/12 575/12"
    )


def late_percents(result: EventResult) -> dict[str, str]:
    return {line.name[-1]: str(line.percent) for line in result.late}


def test_a_late_hall_is_compared_with_the_field_and_takes_nobodys_place() -> None:
    """The field is Genova and Savona: N 3 3, E 3 3, S −7 −3, W 1 −3. Imperia is compared with both:
    its N 1 beats none, E 3 equals both, S −1 beats both, W −3 equals one, 1 of 4. In the field its
    South would be first.
    """
    event = an_event()
    reports = three(event)
    result = merge(in_time(event, *reports[:2]), files(*reports))
    assert percents(result) == {
        "N1": "50", "N2": "50", "E1": "50", "E2": "50", "S1": "0", "S2": "100", "W1": "100", "W2": "0"
    }  # fmt: skip
    assert late_percents(result) == {"N": "0", "E": "50", "S": "100", "W": "25"}
    assert [line.rank for line in result.late] == [None] * 4
    assert [(line.rank, line.hall, line.name) for line in result.winds["S"]] == [
        (1, 2, "Player S"),
        (2, 1, "Player S"),
    ]
    # 100 100 · 50 50 50 50 · 0 0
    assert [line.rank for line in result.overall] == [1, 1, 3, 3, 3, 3, 7, 7]
    assert {line.hall for line in result.overall} == {1, 2}
    assert [line.state for line in result.halls] == ["in_field", "in_field", "late"]
    assert str(result.halls[2].message).startswith("Imperia gave no closing code in time")


def test_a_hall_that_was_added_late_has_no_place_whatever_code_it_told() -> None:
    event = an_event()
    reports = three(event)
    on_time = in_time(event, *reports)
    *others, third = on_time.halls
    event = replace(on_time, halls=(*others, replace(third, late=True)))
    result = merge(Event.read(Node(event.as_json(), "", "")), files(*reports))
    assert late_percents(result) == {"N": "0", "E": "50", "S": "100", "W": "25"}
    assert {line.hall for line in result.overall} == {1, 2}
    assert result.halls[2].state == "late"
    assert str(result.halls[2].message).startswith("Imperia was added after another hall had")


FOULED = by_wind(N="75 75 0", E="75 75 0", S="0 75 75", W="100 0 50")
"""Per cents if hand 1 is fouled at Imperia. The means of the two other halls are N −3, E −5, S −6,
W −2, so Imperia has N 1 − 3 + 4 = 2, E −1 − 5 + 8 = 2, S −5 − 6 + 8 = −3, W −5 − 2 + 6 = −1, against
3 3, 3 3, −7 −3, 1 −3."""


def test_a_fouled_board_is_worth_the_mean_of_the_whole_field() -> None:
    event = an_event()
    ruling = {"round": 1, "table": 1, "kind": "fouled", "hand": 1, "average": True}
    fouled = a_report(event, 3, night(*IMPERIA, rulings=[ruling]))
    reports = [*three(event)[:2], fouled]
    result = merge(in_time(event, *reports), files(*reports))
    assert percents(result) == FOULED
    assert result.doubts == ()


def test_a_fouled_board_that_a_hall_says_is_void_counts_nothing_at_the_centre_either() -> None:
    """Imperia has without hand 1 N 1 + 4 = 5, E −1 + 8 = 7, S −5 + 8 = 3, W −5 + 6 = 1."""
    event = an_event()
    ruling = {"round": 1, "table": 1, "kind": "fouled", "hand": 1, "average": False}
    void = a_report(event, 3, night(*IMPERIA, rulings=[ruling]))
    unsaid = a_report(event, 3, night(*IMPERIA, rulings=[{**ruling, "average": None}]))
    reports = [*three(event)[:2], void]
    result = merge(in_time(event, *reports), files(*reports))
    totals = {line.name[-1]: line.total for line in result.overall if line.hall == 3}
    assert totals == {"N": 5, "E": 7, "S": 3, "W": 1}
    assert result.doubts == ()
    assert void.code != unsaid.code


def test_where_no_other_table_has_the_board_it_is_void() -> None:
    event = an_event()
    ruling = {"round": 1, "table": 1, "kind": "fouled", "hand": 1, "average": True}
    report = a_report(event, 1, night(*IMPERIA, rulings=[ruling]))
    (north, *_others) = merge(in_time(event, report), files(report)).winds["N"]
    assert north.total == 5


def test_the_mean_of_the_field_is_of_the_rows_as_they_were_played() -> None:
    """South of Savona took four kings and jacks but pays for eight: N 1 − 0 + 2 = 3, E −1 − 0 + 12
    = 11, S −5 − 16 + 6 = −15, W −5 − 0 + 6 = 1. Imperia's are 2, 2, −3, −1 as in ``FOULED``,
    because the mean leaves the ruling out (§13.3).
    """
    event = an_event()
    offence = {"round": 1, "table": 1, "kind": "illegal_play", "hand": 1, "offender": "S"}
    fouled = {"round": 1, "table": 1, "kind": "fouled", "hand": 1}
    reports = [
        a_report(event, 1, night(*GENOVA)),
        a_report(event, 2, night(*SAVONA, rulings=[offence])),
        a_report(event, 3, night(*IMPERIA, rulings=[fouled])),
    ]
    event = in_time(event, *reports)
    result = merge(event, files(*reports))
    # N 3 3 2; E 3 11 2; S −7 −15 −3; W 1 1 −1.
    assert percents(result) == by_wind(N="75 75 0", E="50 100 0", S="50 0 100", W="75 75 0")
    totals = {line.name[-1]: line.total for line in result.overall if line.hall == 3}
    assert totals == {"N": 2, "E": 2, "S": -3, "W": -1}


def test_the_page_of_a_board_has_what_was_made_and_the_mean_of_what_was_played() -> None:
    event = an_event()
    offence = {"round": 1, "table": 1, "kind": "illegal_play", "hand": 1, "offender": "S"}
    reports = [
        a_report(event, 1, night(*GENOVA)),
        a_report(event, 2, night(*SAVONA, rulings=[offence])),
    ]
    merging = Merging(in_time(event, *reports), files(*reports))
    boards = json.loads(json.dumps(merging.boards))
    first, second, *_others = fields = read_fields(boards, LAB12)
    assert first.columns["S"].times == {-8: 1, -16: 1}
    assert (first.columns["S"].mean, first.columns["N"].mean) == (-6, -3)
    # The second hand has no ruling, so its played results are not stored separately.
    assert second.columns["S"].mean == -3
    assert "played" not in boards["1"]["2"]
    # The means −3 −5 −6 −2 average −4, so South's −6 is −2; N 1, E −1, W 2.
    assert luck(LAB12, fields[:1]) == {"N": 1, "E": -1, "S": -2, "W": 2}


def test_the_centre_may_rule_a_board_fouled_in_a_whole_hall() -> None:
    event = an_event()
    reports = three(event)
    ruling = Ruling(ruling_kinds.FOULED, 1)
    correction = Correction(
        hall=3, round=1, reason="A packet wrongly made.", arbiter="Neri", ruling=ruling
    )
    event = replace(in_time(event, *reports), corrections=(correction,))
    assert percents(merge(event, files(*reports))) == FOULED


def test_a_spare_is_in_no_field_and_worth_the_mean_of_the_board() -> None:
    event = an_event()
    spare = [{"round": 1, "board": 1, "spare": 13}]
    evening = night((8, 0, 0, 0), IMPERIA[1])
    report = Report.from_json({**a_report(event, 3, evening).as_json(), "spares": spare})
    reports = [*three(event)[:2], event.invitation(3).report(report)]
    assert percents(merge(in_time(event, *reports), files(*reports))) == FOULED


def test_board_by_board_a_fouled_board_is_worth_fifty_and_the_others_compare_without_it() -> None:
    """North: hand 1 is −6 0, so 0 100, and Imperia gets 50; hand 12 is 100 0 50 as before: all have
    600 of 1,200. South: −8 −4 make 0 100 50, and hand 12 makes 25 25 100: 525, 625, 650.
    """
    event = an_event("boards")
    ruling = {"round": 1, "table": 1, "kind": "fouled", "hand": 1}
    reports = [*three(event)[:2], a_report(event, 3, night(*IMPERIA, rulings=[ruling]))]
    by_place = percents(merge(in_time(event, *reports), files(*reports)))
    assert [by_place[place] for place in ("N1", "N2", "N3")] == ["50", "50", "50"]
    assert [by_place[place] for place in ("S1", "S2", "S3")] == ["175/4", "625/12", "325/6"]


def test_house_players_are_in_no_field() -> None:
    event = an_event()
    reports = [*three(event)[:2], a_report(event, 3, night(*IMPERIA), house=("Player N",))]
    by_place = percents(merge(in_time(event, *reports), files(*reports)))
    assert (by_place["N1"], by_place["N2"], by_place.get("N3")) == ("50", "50", None)
    assert by_place["S3"] == "100"


def test_a_correction_by_the_centre_leaves_the_report_as_it_was_written() -> None:
    """Savona wrote one of North's tricks for East. With 2 tricks North has 5 points, alone on top."""
    event = an_event()
    reports = three(event)
    row = Row(12, units=winds(2, 5, 3, 3))
    correction = Correction(
        hall=2, round=1, table=1, reason="Seen on the sheet.", arbiter="Neri", row=row
    )
    event = replace(in_time(event, *reports), corrections=(correction,))
    result = merge(event, files(*reports))
    assert percents(result) | by_wind(N="50 100 0", E="75 0 75") == percents(result)
    assert result.halls[1].digest == reports[1].digest
    nowhere = replace(event, corrections=(replace(correction, table=9),))
    assert codes_of(merge(nowhere, files(*reports))) == ["nowhere"]


def test_a_sheet_that_is_not_whole_is_named_and_moves_nobody() -> None:
    event = an_event()
    evening = night(*IMPERIA)
    evening["rounds"][0]["sheets"][0]["rows"].pop()
    reports = [*three(event)[:2], a_report(event, 3, evening)]
    result = merge(in_time(event, *reports), files(*reports))
    assert codes_of(result) == ["open_sheet"]
    assert percents(result)["N1"] == "50"


# -- which report of a hall counts


def test_of_two_files_the_one_counts_that_fits_the_closing_code() -> None:
    event = an_event()
    reports = three(event)
    newer = a_report(event, 3, night(*GENOVA), written="2026-11-28T09:00")
    event = in_time(event, *reports)
    result = merge(event, files(*reports, newer))
    assert result.halls[2].digest == reports[2].digest
    assert codes_of(result) == ["other_code"]
    assert str(result.doubts[0].message) == (
        f"4.king: Imperia gave the closing code {in_groups(reports[2].code)}, and this report has "
        f"{in_groups(newer.code)}"
    )
    assert merge(event, files(*reports, reports[2])).doubts == ()


def test_of_two_files_of_a_hall_that_told_no_code_the_newest_counts() -> None:
    event = an_event()
    older, newer = (
        a_report(event, 1, night(*figures), written=f"2026-11-27T{time}")
        for figures, time in ((SAVONA, "23:10"), (GENOVA, "23:40"))
    )
    for order in (older, newer), (newer, older):
        result = merge(event, files(*order))
        assert (result.halls[0].digest, codes_of(result)) == (newer.digest, ["older_file"])


def test_a_report_that_was_changed_or_is_another_halls_is_refused_and_named() -> None:
    event = an_event()
    report = a_report(event, 1, night(*GENOVA))
    changed = replace(report, night=night(*SAVONA))
    borrowed = replace(a_report(event, 2, night(*GENOVA)), hall=1)
    other = replace(event, documents=(replace(event.documents[0], spares=0),))
    cases = {
        "other_secret": [changed, borrowed, replace(report, mac=None)],
        "other_boards": [a_report(other, 1, night(*GENOVA))],
        "other_event": [a_report(replace(event, event="Another"), 1, night(*GENOVA))],
        "no_such_hall": [replace(report, hall=9)],
    }
    for code, refused in cases.items():
        for one in refused:
            result = merge(event, files(one))
            assert codes_of(result) == [code]
            assert result.overall == ()
    states = [line.state for line in merge(in_time(event, report), files(changed)).halls]
    assert states == ["refused", "missing", "missing"]
    assert merge(in_time(event, report), []).halls[0].state == "awaited"


def test_a_report_of_other_rules_is_refused_with_its_place_and_holds_up_no_other() -> None:
    event = an_event()
    good, *_ = three(event)
    settings = {"positive_penalty": -20}
    cases = [
        (night(*SAVONA, settings=settings), "night.settings: expected the rules and settings"),
        ({**night(*SAVONA), "ruleset": "lab13"}, "night.ruleset: expected the rules and settings"),
        (
            {"ruleset": "lab12", "rounds": [{"round": 7, "sheets": []}]},
            "night.rounds[0].round: expected a partita",
        ),
        ({"ruleset": "lab12"}, "night: expected the key 'rounds'"),
    ]
    for evening, message in cases:
        bad = sealed_unread(event, 2, evening)
        salted = bad.salted(event.halls[1].secret or "") if "rounds" in evening else None
        result = merge(in_time(event, good, *filter(None, [salted])), files(good, bad))
        assert codes_of(result) == ["not_read"]
        assert message in str(result.doubts[0].message)
        assert [line.state for line in result.halls] == ["in_field", "refused", "missing"]
        assert {line.hall for line in result.overall} == {1}


def test_one_card_under_two_names_in_a_hall_is_named() -> None:
    event = an_event()
    cards = {"Player N": "GE-0123", "Player E": "GE-0124", "Player S": "GE-0123"}
    report = a_report(event, 1, night(*GENOVA), cards=cards)
    result = merge(in_time(event, report), files(report))
    assert [str(doubt.message) for doubt in result.doubts if doubt.code == "card_twice"] == [
        "Genova: one player's card was used under more than one name: Player N, Player S"
    ]


def test_one_card_in_two_halls_is_named() -> None:
    event = an_event()
    reports = [
        a_report(event, hall, night(*figures), cards={"Player N": "GE-0123"})
        for hall, figures in enumerate((GENOVA, SAVONA), 1)
    ]
    result = merge(in_time(event, *reports), files(*reports))
    assert [str(doubt.message) for doubt in result.doubts] == [
        "One player's card was used in more than one hall: Player N (Genova), Player N (Savona)"
    ]


# -- the closing code


def test_the_same_sheets_tell_the_same_code_whenever_and_wherever_they_are_written() -> None:
    """A laptop restored from a backup writes at another time, with another seal of its log, and
    reads sheets, rows and rulings in another order.
    """
    event = an_event()
    evening = two_tables()
    first = a_report(event, 3, evening, seal="1" * 64, cards={"Player 1N": "2" * 32})
    sheets = evening["rounds"][0]["sheets"]
    turned = [{**sheet, "rows": sheet["rows"][::-1]} for sheet in reversed(sheets)]
    again = {
        "rounds": [{"sheets": turned, "round": 1}],
        "rulings": [{**ruling, "reason": "In other words."} for ruling in evening["rulings"][::-1]],
        "ruleset": "lab12",
        "name": "Another name of the evening",
    }
    later = a_report(event, 3, again, written="2026-11-28T09:00", seal="3" * 64)
    assert later.code == first.code
    assert later.mac != first.mac
    # Each of the hall's two tables has a penalty.
    assert codes_of(merge(in_time(event, first), files(first, later))) == ["points_given"] * 2


def two_tables() -> dict[str, Any]:
    (sheet,) = night(*IMPERIA)["rounds"][0]["sheets"]
    sheets = [
        {
            **sheet,
            "table": table,
            "seats": {wind: f"Player {table}{wind}" for wind in "NESW"},
            "rows": rows,
        }
        for table, rows in ((1, sheet["rows"]), (2, rows_of(*SAVONA)))
    ]
    rulings = [
        {"round": 1, "table": table, "kind": "adjustment", "offender": "N", "points": {"N": "-1"}}
        for table in (1, 2)
    ]
    return {
        "ruleset": "lab12",
        "rounds": [{"round": 1, "sheets": sheets}],
        "rulings": rulings,
    }


def ruled_points(points: int, offender: str = "N") -> dict[str, Any]:
    ruling = {"kind": "adjustment", "offender": offender, "points": {offender: points}}
    return {"round": 1, "table": 1, **ruling}


def test_a_hall_that_gives_itself_more_points_than_a_sheet_can_make_is_not_in_the_field() -> None:
    """Twelve hands of Labyrinth make 117 at most; with 1,000 more Genova's North would have 1,003."""
    event = an_event()
    reports = three(event)
    reports[0] = a_report(event, 1, night(*GENOVA, rulings=[ruled_points(1000)]))
    result = merge(in_time(event, *reports), files(*reports))
    assert "open_sheet" in codes_of(result)
    assert "117" in str(result.doubts[0].message)
    without = [reports[1], reports[2]]
    others = merge(in_time(event, *without), files(*without))
    alone = percents(others)
    assert {
        place: percent for place, percent in percents(result).items() if place[1] != "1"
    } == alone


def test_the_points_that_a_hall_gives_are_named_to_the_centre_and_refuse_nothing() -> None:
    """A hall's arbiter may rule as any arbiter; the centre's arbiter sees a list of the points
    given.
    """
    event = an_event()
    reports = three(event)
    reports[0] = a_report(
        event, 1, night(*GENOVA, rulings=[ruled_points(4), ruled_points(-5, "E")])
    )
    result = merge(in_time(event, *reports), files(*reports))
    (doubt,) = result.doubts
    assert (doubt.code, doubt.hall) == ("points_given", 1)
    assert "table 1: the hall's arbiter gave points beside the sheet: N 4; E −5" in str(
        doubt.message
    )
    assert result.halls[0].state == "in_field"
    assert doubts_alone(event.invitation(1), reports[0]) == ()


@pytest.mark.parametrize(
    ("spare", "message"),
    [
        ((1, 1, 99), "partita 1: spare 99 in place of board 1"),
        ((1, 1, 12), "partita 1: spare 12 in place of board 1"),
        ((1, 13, 13), "partita 1: spare 13 in place of board 13"),
        ((2, 1, 13), "partita 2: spare 13 in place of board 1"),
    ],
)
def test_a_spare_that_the_event_does_not_have_is_a_doubt(
    spare: tuple[int, int, int], message: str
) -> None:
    """The event has one partita of twelve boards with one spare, 13."""
    event = an_event()
    fields = dict(zip(("round", "board", "spare"), spare, strict=True))
    reports = three(event)
    reports[0] = a_report(event, 1, night(*GENOVA), spares=(SpareTaken(**fields),))
    result = merge(in_time(event, *reports), files(*reports))
    (doubt,) = result.doubts
    assert (doubt.code, doubt.hall) == ("no_such_spare", 1)
    assert message in str(doubt.message)
    assert doubts_alone(event.invitation(1), reports[0]) == (doubt,)


def test_one_spare_is_played_in_place_of_one_board_alone() -> None:
    event = an_event()
    spares = tuple(SpareTaken(round=1, board=board, spare=13) for board in (4, 5))
    report = a_report(event, 1, night(*GENOVA), spares=spares)
    (doubt,) = doubts_alone(event.invitation(1), report)
    assert doubt.code == "no_such_spare"
    assert "spare 13 in place of board 5" in str(doubt.message)


def test_a_spare_of_the_event_is_none() -> None:
    event = an_event()
    spares = (SpareTaken(round=1, board=4, spare=13),)
    report = a_report(event, 1, night(*GENOVA), spares=spares, house=("Player N",))
    assert doubts_alone(event.invitation(1), report) == ()


def test_a_house_player_who_sat_nowhere_is_a_doubt() -> None:
    event = an_event()
    report = a_report(event, 1, night(*GENOVA), house=("Nessuno Mai", "Player N"))
    (doubt,) = doubts_alone(event.invitation(1), report)
    assert doubt.code == "house_nowhere"
    assert "Nessuno Mai" in str(doubt.message)


@pytest.mark.parametrize(("fouled", "is_doubt"), [(3, False), (4, True), (12, True)])
def test_many_boards_said_to_be_spoiled_are_a_doubt(fouled: int, is_doubt: bool) -> None:
    """Up to a quarter of a sheet, three of twelve, is plausible."""
    event = an_event()
    rulings = [
        {"round": 1, "table": 1, "kind": "fouled", "hand": hand} for hand in range(1, 1 + fouled)
    ]
    reports = three(event)
    reports[0] = a_report(event, 1, night(*GENOVA, rulings=rulings))
    result = merge(in_time(event, *reports), files(*reports))
    assert codes_of(result) == ["many_spoiled"] * is_doubt
    if is_doubt:
        assert f"{fouled} of 12 hands are said to be spoiled" in str(result.doubts[0].message)


def test_a_gap_in_the_numbers_of_tables_is_one_doubt() -> None:
    """Table 9999 follows table 1: there are two sheets, and 9,997 tables are missing."""
    event = an_event()
    evening = night(*GENOVA)
    sheets = evening["rounds"][0]["sheets"]
    far = {"table": 9999, "seats": {wind: f"Far {wind}" for wind in "NESW"}}
    sheets.append({**far, "rows": rows_of(*SAVONA)})
    (doubt,) = doubts_alone(event.invitation(1), a_report(event, 1, evening))
    assert doubt.code == "missing_sheet"
    assert "the sheets of tables 2 to 9998 are missing" in str(doubt.message)


def test_of_many_gaps_the_first_are_told() -> None:
    """The twenty tables with even numbers are missing, and the others have equal sheets. Each kind
    of doubt is listed ten times at most.
    """
    event = an_event()
    evening = night(*GENOVA)
    (sheet,) = evening["rounds"][0]["sheets"]
    evening["rounds"][0]["sheets"] = [
        {**sheet, "table": table, "seats": {wind: f"{wind} {table}" for wind in "NESW"}}
        for table in range(1, 41, 2)
    ]
    doubts = doubts_alone(event.invitation(1), a_report(event, 1, evening))
    assert [doubt.code for doubt in doubts] == ["missing_sheet"] * 10 + ["same_sheet"] * 10
    assert "the sheet of table 2 is missing" in str(doubts[0].message)


def test_one_paper_typed_at_two_tables_or_copied_from_another_hall_is_a_doubt() -> None:
    event, evening = an_event(rounds=2), night(*GENOVA)
    sheets, rows = evening["rounds"][0]["sheets"], rows_of(*GENOVA)
    second = {"table": 2, "seats": {wind: f"Second {wind}" for wind in "NESW"}}
    sheets.append({**second, "rows": rows[::-1]})
    # The second partita had other cards, so its equal rows are not the same paper.
    evening["rounds"].append({"round": 2, "sheets": [sheets[0], {**second, "rows": rows[:3]}]})
    first = a_report(event, 1, evening)
    (doubt, _open) = doubts_alone(event.invitation(1), first)
    assert (doubt.code, str(doubt.message)) == (
        "same_sheet",
        "Genova, partita 1, table 2: all 12 rows are the same as those of table 1: is it the same paper?",
    )
    copied = a_report(event, 2, night(*GENOVA))
    doubts = merge(in_time(event, first, copied), files(first, copied)).doubts
    assert [str(doubt.message) for doubt in doubts if doubt.hall == 2][-1] == (
        "Savona, partita 1, table 1: all 12 rows are the same as those of table 1 of Genova: is it the same paper?"
    )


def test_whatever_was_played_is_in_the_code() -> None:
    event = an_event()
    evening = night(*IMPERIA, rulings=[{"round": 1, "table": 1, "kind": "fouled", "hand": 1}])
    sheet = evening["rounds"][0]["sheets"][0]
    spare = {"round": 1, "board": 1, "spare": 13}
    other_row = [{"hand": 1, "units": winds(2, 2, 1, 3)}, *sheet["rows"][1:]]
    others = [
        ({}, {"house": ("Player N",)}),
        ({"rulings": []}, {}),
        ({"rounds": [{"round": 1, "sheets": [{**sheet, "rows": other_row}]}]}, {}),
        ({"rounds": [{"round": 1, "sheets": [{**sheet, "table": 2}]}]}, {}),
        ({"rounds": [{"round": 1, "sheets": [{**sheet, "first_dealer": "E"}]}]}, {}),
        (
            {
                "rounds": [
                    {"round": 1, "sheets": [{**sheet, "seats": {**sheet["seats"], "N": "Other"}}]}
                ]
            },
            {},
        ),
    ]
    codes = {a_report(event, 3, evening).code}
    codes |= {a_report(event, 3, evening | night_, **fields).code for night_, fields in others}
    with_spare = Report.from_json(
        {**a_report(event, 3, evening).as_json(), "spares": [spare], "mac": None}
    )
    codes.add(event.invitation(3).report(with_spare).code)
    codes.add(a_report(event, 2, evening).code)
    assert len(codes) == len(others) + 3


def test_a_count_of_none_is_another_row_than_no_count() -> None:
    """A blind declarer may take no trick personally, so the count 0 differs from a missing count."""
    event, evening = an_event(), night(*IMPERIA)
    sheet = evening["rounds"][0]["sheets"][0]
    codes = set()
    for extra in (
        {},
        {"blind_tricks": None},
        {"blind_tricks": 0},
        {"blind": False},
        {"blind": True},
    ):
        rows = [{**sheet["rows"][0], **extra}, *sheet["rows"][1:]]
        other = {"rounds": [{"round": 1, "sheets": [{**sheet, "rows": rows}]}]}
        codes.add(a_report(event, 3, evening | other).code)
    assert len(codes) == 3


def test_who_is_forgotten_leaves_the_code_as_it_was_told() -> None:
    """Only the digest of the name and a number remain. A hall's own report may not forget anybody."""
    event = an_event()
    report = a_report(event, 3, two_tables())
    form = json.loads(json.dumps(report.published().as_json()).replace("Player 1N", "Person 7"))
    digest = name_digests(report.salts)["Player 1N"]
    form["salts"].pop("Person 7")
    form["forgotten"] = {"Person 7": digest}
    published = in_time(event, report).published({3: report.digest})
    forgotten = Report.read(Node(form, "", ""))
    result = merge(published, files(forgotten))
    assert (result.halls[2].state, result.halls[2].digest) == ("in_field", report.digest)
    assert "Person 7" in {line.name for line in result.overall}
    assert "Player 1N" not in json.dumps(result.as_json())
    sealed = replace(forgotten, salts={}, content=None)
    sealed = replace(sealed, mac=sealed.sealed_with(event.halls[2].secret or ""))
    assert codes_of(merge(in_time(event, report), files(sealed))) == ["not_read"]


def test_a_published_event_ranks_again_without_secret_card_or_seal() -> None:
    """Published files cannot be used to report for a hall. An invented report of the late hall,
    whose code is unknown, does not count, as if its code were wrong.
    """
    event = an_event()
    reports = [
        a_report(event, hall, night(*figures), cards={"Player N": f"{hall}" * 32}, seal="4" * 64)
        for hall, figures in enumerate((GENOVA, SAVONA, IMPERIA), 1)
    ]
    event = in_time(event, *reports[:2])
    own = merge(event, files(*reports), [KEY])
    published = event.published({report.hall: report.digest for report in reports})
    forms = [report.published().as_json() for report in reports]
    text = json.dumps([published.as_json(), *forms])
    for hall in event.halls:
        assert hall.secret
        assert hall.secret not in text
    assert not any(word in text for word in ("11111111", "44444444", '"mac"', '"cards"', '"seal"'))
    again = [Report.read(Node(form, "", "")) for form in forms]
    result = merge(Event.read(Node(published.as_json(), "", "")), files(*again), [KEY])
    assert result.as_json() == own.as_json()

    invented = replace(again[2], night=night(*GENOVA), written="2026-11-29T09:00")
    for place, one in (2, invented), (0, replace(invented, hall=1, night=night(*SAVONA))):
        result = merge(published, files(*again, one), [KEY])
        assert result.halls[place].digest == reports[place].digest
        assert (result.overall, result.late) == (own.overall, own.late)
        assert len(result.doubts) == 1


def test_a_sheet_or_a_partita_that_is_left_out_is_named() -> None:
    """Table 2 is missing in the first partita, table 3 in the second."""
    event = an_event(rounds=3)
    by_table = {1: IMPERIA, 2: GENOVA, 3: SAVONA}

    def at(number: int, *tables: int) -> dict[str, Any]:
        seats = {wind: f"Player {wind}" for wind in "NESW"}
        return {
            "round": number,
            "sheets": [
                {
                    "table": table,
                    "seats": {w: f"{n} {table}" for w, n in seats.items()},
                    "rows": rows_of(*by_table[table]),
                }
                for table in tables
            ],
        }

    evening = {"ruleset": "lab12", "rounds": [at(1, 1, 3), at(2, 1, 2)]}
    report = a_report(event, 1, evening)
    result = merge(in_time(event, report), files(report))
    assert [(doubt.code, str(doubt.message)) for doubt in result.doubts] == [
        (
            "missing_sheet",
            "Genova, partita 1: the sheet of table 2 is missing; its players get nothing for it",
        ),
        (
            "missing_sheet",
            "Genova, partita 2: the sheet of table 3 is missing; its players get nothing for it",
        ),
        ("missing_round", "Genova: partita 3 is missing; its players get nothing for it"),
    ]


# -- files


def test_each_partita_has_a_key_of_its_own() -> None:
    event = an_event(rounds=2)
    first, second = Plan(event="x", date="", ruleset=LAB12, halls=HALLS, rounds=2).draw(ENTROPY)[1]
    assert {board.round_number for board in event.deal(first)} == {1}
    assert {board.round_number for board in event.deal(second)} == {2}
    both = event.deal(first, second)
    assert len(both) == 24
    assert len({board.deal for board in both}) == 24
    assert event.opened_by(second)[1].rounds == (2,)
    with pytest.raises(InputError, match="the release key of partita 2 is missing"):
        merge(event, [], [first])
    assert merge(event, [], [second, first]).keys == (first, second)
    # One seal for all of it, and a seal for each partita.
    assert len({event.commitment, *(document.commitment for document in event.documents)}) == 3


def test_no_card_exists_before_the_key_and_a_wrong_key_is_refused() -> None:
    invitation = Invitation.read(Node(an_event().invitation(1).as_json(), "hall.king", ""))
    typed = f" {in_groups(KEY).lower()} "
    boards = invitation.deal(typed)
    assert [(board.board, board.contract) for board in boards][:2] == [(1, "KJ"), (2, "Q")]
    assert len(boards) == 12
    for wrong, message in (
        (KEY[:-1], "26 letters from A to Z, found 25"),
        (
            KEY[:-1] + ("A" if KEY[-1] != "A" else "B"),
            "does not match the SHA-256",
        ),
    ):
        with pytest.raises(InputError, match=message):
            invitation.deal(wrong)
        with pytest.raises(InputError, match=message):
            merge(an_event(), [], [wrong])
    with pytest.raises(InputError, match="found 3"):
        read_letters("A1C", 12)
    published = merge(an_event(), [], [KEY])
    assert (published.seed, published.keys) == (an_event().seed, (KEY,))
    assert merge(an_event(), []).seed is None


def test_key_seed_and_secrets_say_nothing_of_one_another() -> None:
    event = an_event()
    secrets = [event.seed, *(hall.secret for hall in event.halls), ENTROPY.hex(), KEY]
    assert len(set(secrets)) == 6
    assert an_event() == event
    text = json.dumps(event.invitation(1).as_json())
    assert KEY not in text
    assert event.halls[1].secret not in text


def test_every_document_is_read_as_it_is_written() -> None:
    event = in_time(an_event(opens="21:00", closes="24:00"), three(an_event())[0])
    assert Event.read(Node(event.as_json(), "", "")) == event
    invitation = event.invitation(2)
    assert Invitation.read(Node(invitation.as_json(), "", "")) == invitation
    report = three(event)[0]
    read = Report.read(Node(report.as_json(), "", "")).salted(event.halls[0].secret or "")
    assert (read, read.digest, read.code) == (report, report.digest, report.code)
    reports = three(event)
    result = merge(in_time(event, *reports[:2]), files(*reports), [KEY])
    assert EventResult.from_json(result.as_json()).as_json() == result.as_json()


def test_a_report_says_more_than_its_fields_and_all_of_it_is_sealed() -> None:
    event = an_event()
    form = three(event)[0].as_json() | {"photograph": "sheet 1"}
    assert codes_of(merge(event, files(Report.read(Node(form, "", ""))))) == ["other_secret"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": "00" * 32}, "seed: The seed does not match"),
        ({"ruleset": "lab13"}, "documents[0].ruleset: The document is of the rule system lab13"),
        ({"ruleset": "pt_pareado"}, "ruleset: expected players or pairs"),
        ({"standing": {"method": "places"}}, "standing.method: expected one of percent boards"),
        ({"standing": {"methods": 1}}, "standing.methods: no such setting"),
        ({"settings": {"positive_penalty": "x"}}, "settings"),
        (
            {"halls": [{"number": 1, "name": " ", "secret": "0" * 64}]},
            "halls[0].name: expected a name",
        ),
        (
            {"halls": [{"number": 1, "name": "A", "secret": "0"}]},
            "halls[0].secret: expected a SHA-256",
        ),
        (
            {"halls": [{"number": 1, "name": name, "secret": "0" * 64} for name in "AB"]},
            "halls: expected each hall once",
        ),
        (
            {"halls": [{"number": 1, "name": "A", "secret": "0" * 64, "code": "ABC"}]},
            "halls[0].code: 12 letters from A to Z, found 3",
        ),
        (
            {"corrections": [{"hall": 1, "round": 1, "reason": "", "arbiter": ""}]},
            "corrections[0]: expected one of the keys 'row' and 'ruling'",
        ),
        (
            {
                "corrections": [
                    {"hall": 1, "round": 1, "reason": "", "arbiter": "", "row": {"hand": 1}}
                ]
            },
            "corrections[0]: expected the key 'table'",
        ),
        ({"form": "king-event-1"}, "form: expected one of king-event-2"),
        ({"documents": []}, "documents: expected at least one document"),
    ],
)
def test_an_event_that_does_not_fit_together_is_refused_with_its_place(
    change: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError) as refused:
        Event.read(Node(an_event().as_json() | change, "event.json", ""))
    assert f"event.json: {message}" in str(refused.value)


def test_a_document_without_a_release_key_is_refused() -> None:
    form = an_event().as_json()
    del form["documents"][0]["datum_sha256"]
    with pytest.raises(InputError, match="does not contain the SHA-256 of a release key"):
        Event.read(Node(form, "event.json", ""))


# -- second implementation, from the figures of the rules alone


@st.composite
def a_sheet(draw: st.DrawFn) -> dict[int, list[int]]:
    """Units of each wind, by hand."""
    return {
        hand: [takers.count(wind) for wind in range(4)]
        for hand in VALUES
        for takers in [
            draw(
                st.lists(
                    st.integers(0, 3), min_size=COUNTS.get(hand, 13), max_size=COUNTS.get(hand, 13)
                )
            )
        ]
    }


halls = st.tuples(
    st.lists(a_sheet(), min_size=1, max_size=2),
    st.booleans(),
    st.none() | st.sampled_from([1, 5, 12]),
)


def the_night(sheets: list[dict[int, list[int]]], fouled: int | None) -> dict[str, Any]:
    def rows(sheet: dict[int, list[int]]) -> list[dict[str, Any]]:
        return [
            {"hand": hand, "units": winds(*counts)} | ({"trump": "H"} if 8 <= hand < 12 else {})
            for hand, counts in sheet.items()
        ]

    listed = [
        {"table": at, "seats": {wind: f"{wind}{at}" for wind in "NESW"}, "rows": rows(sheet)}
        for at, sheet in enumerate(sheets, 1)
    ]
    rulings = [
        {"round": 1, "table": at, "kind": "fouled", "hand": fouled}
        for at in range(1, len(sheets) + 1)
        if fouled
    ]
    return {"ruleset": "lab12", "rounds": [{"round": 1, "sheets": listed}], "rulings": rulings}


@given(st.lists(halls, min_size=3, max_size=3), st.sampled_from(["percent", "boards"]))
def test_the_ranking_is_what_counting_every_pair_makes(played: list[Any], method: str) -> None:
    event = an_event(method)
    reports = [
        a_report(event, hall, the_night(sheets, fouled))
        for hall, (sheets, _told, fouled) in enumerate(played, 1)
    ]
    with_code = [report for report, (_, code, _) in zip(reports, played, strict=True) if code]
    event = in_time(event, *with_code)
    result = merge(event, files(*reports))
    again = ranked(event.as_json(), [report.as_json() for report in reports])
    places = {
        (wind, line.hall, line.name): (line.rank or 0, line.percent)
        for wind, lines in [("", result.late), ("", result.overall), *result.winds.items()]
        for line in lines
    }
    assert places == again
    assert {doubt.code for doubt in result.doubts} <= {"same_sheet"}


MADE = GENOVA, SAVONA, IMPERIA
RULES = "firsts", "seconds", "thirds", "dropped", "raw_points", "counted_points", "best_sheet"


@given(
    st.lists(
        st.lists(
            st.tuples(st.sampled_from(MADE), st.permutations(range(4))), min_size=2, max_size=2
        ),
        min_size=3,
        max_size=3,
    ),
    st.sampled_from(["percent", "boards"]),
    st.lists(st.sampled_from(RULES), unique=True),
    st.none() | st.just(1),
)
def test_nothing_of_the_field_changes_with_a_late_hall(
    halls: list[Any], method: str, rules: list[str], best: int | None
) -> None:
    """There are two partite. Each sheet is one of three with its winds rotated, so that many are
    level.
    """
    standing = {"method": method, "tiebreaks": rules, "count_best": best}
    event = an_event(method, rounds=2, standing=standing)
    reports = [a_report(event, hall, two_partite(partite)) for hall, partite in enumerate(halls, 1)]
    event = in_time(event, *reports[:2])
    with_it, without = merge(event, files(*reports)), merge(event, files(*reports[:2]))
    assert {line.hall for line in with_it.late} == {3}
    assert with_it.overall == without.overall
    assert with_it.winds == without.winds


def two_partite(partite: list[Any]) -> dict[str, Any]:
    rounds = []
    for number, ((kings, tricks), order) in enumerate(partite, 1):
        (sheet,) = night(kings, tricks)["rounds"][0]["sheets"]
        rows = [
            {**row, "units": winds(*(list(row["units"].values())[place] for place in order))}
            for row in sheet["rows"]
        ]
        rounds.append({"round": number, "sheets": [{**sheet, "rows": rows}]})
    return {"ruleset": "lab12", "rounds": rounds}


def test_a_late_hall_s_better_sheet_takes_no_first_place_of_a_tie_break() -> None:
    """Genova's and Savona's North have 3 each and neither beats the other. Imperia, which is late,
    has 5. Both keep one first place in the tie-break, with Imperia and without.
    """
    standing = {"method": "percent", "tiebreaks": ["firsts"]}
    event = an_event(standing=standing)
    better = night((1, 1, 3, 3), (5, 3, 3, 2))
    reports = [*three(event)[:2], a_report(event, 3, better)]
    result = merge(in_time(event, *reports[:2]), files(*reports))
    assert [(line.rank, line.tiebreak) for line in result.winds["N"]] == [(1, "tied"), (1, "tied")]
    alone = merge(in_time(event, *reports[:2]), files(*reports[:2]))
    assert (result.overall, result.winds) == (alone.overall, alone.winds)


# -- squares

SECRET = an_event().halls[1].secret or ""


def test_a_report_goes_through_squares_and_is_sealed_as_it_was() -> None:
    report = a_report(an_event(), 2, night(*SAVONA))
    packed = qr_codes.pack(report, SECRET)
    assert all(len(square.text) <= qr_codes.LONGEST_PART for square in packed)
    assert [str(square.place) for square in packed] == [
        f"{report.code[:6]}-{number}-{len(packed)}" for number in range(1, len(packed) + 1)
    ]
    read = [
        qr_codes.Square(qr_codes.Place.read(str(square.place).lower()), square.text.lower())
        for square in packed
    ]
    copy = qr_codes.unpack([qr_codes.open_square(SECRET, square) for square in read])
    assert (copy.salted(SECRET).digest, copy.mac) == (report.digest, report.mac)


def test_a_part_of_another_report_or_hall_is_refused_alone() -> None:
    own = qr_codes.pack(a_report(an_event(), 2, night(*SAVONA)), SECRET)[0]
    other = qr_codes.pack(a_report(an_event(), 2, night(*GENOVA)), SECRET)[0]
    another_halls = an_event().halls[2].secret or ""
    with pytest.raises(InputError, match="does not belong to a report of this hall"):
        qr_codes.open_square(SECRET, qr_codes.Square(own.place, other.text))
    with pytest.raises(InputError, match="does not belong to a report of this hall"):
        qr_codes.open_square(another_halls, own)
    for place in ("ABCDEF-3-2", "ABCDEF-0-1", "ABC-1-1", "ABCDEF-1", "ABCDEF-1-100", ""):
        with pytest.raises(InputError, match="does not belong to a report of this hall"):
            qr_codes.Place.read(place)


@pytest.mark.parametrize("parts", [["AAAA"], ["1"], [], ["É"]])
def test_what_is_no_report_is_no_square(parts: list[str]) -> None:
    with pytest.raises(InputError, match="photograph each QR code again"):
        qr_codes.unpack(parts)


def test_a_part_that_is_missing_is_no_report() -> None:
    square = qr_codes.pack(a_report(an_event(), 2, night(*SAVONA)), SECRET)[0]
    part = qr_codes.open_square(SECRET, square)
    with pytest.raises(InputError, match="photograph each QR code again"):
        qr_codes.unpack([part[:-20]])
