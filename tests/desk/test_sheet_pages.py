"""Functions beside the sheet: proposals accepted with one click, the history, and the players' real
seats.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils.html import strip_tags

from king_tournament.demo import make_demo
from king_tournament.sheet.keys import contract_keys
from scoring.models import Ruling, Sheet
from scoring.round_steps import close_round
from scoring.rows import enter_row
from scoring.sheet_steps import close_sheet, hand_in, signed_winds
from scoring.wrong_winds import report_seats
from tests.desk.hall import place_of
from tests.evenings import a_tournament, fill, good_rows, sealed_round, sheet_of
from tournaments.models import LogEntry

pytestmark = pytest.mark.django_db


def typed_by(client: Client, sheet: Sheet, rows: dict[int, dict[str, Any]]) -> None:
    author = User.objects.get(pk=client.session["_auth_user_id"])
    for hand, content in rows.items():
        enter_row(sheet=sheet, hand=hand, content=content, origin="desk", author=author)


def controls(client: Client, sheet: Sheet) -> list[str]:
    """Visible texts of the control totals, row by row."""
    page = client.get(place_of(sheet)).content.decode()
    cells = re.findall(r'data-out="running">(.*?)</td>', page, re.DOTALL)
    seen = (re.sub(r"<span[^>]*\bhidden\b[^>]*>[^<]*</span>", "", cell) for cell in cells)
    return [" ".join(strip_tags(cell).split()) for cell in seen]


def test_the_control_total_stands_once_where_the_sheet_makes_it(
    organizer: Client, sheet: Sheet
) -> None:
    # §0: −16 after the kings and jacks, −28 after the queens, and so on.
    assert controls(organizer, sheet)[:3] == ["−16", "−28", "−36"]
    fill(sheet)
    assert " ".join(controls(organizer, sheet)) == "−16 −28 −36 −44 −57 −70 −78 −65 −52 −39 −26 0"
    enter_row(
        sheet=sheet, hand=1, content={"units": {"N": 7, "E": 0, "S": 0, "W": 0}}, origin="desk"
    )
    assert controls(organizer, sheet)[:2] == ["−14 −16", "−26 −28"]


# --- proposals and notes


def test_points_written_for_units_are_put_right_with_one_click(
    organizer: Client, sheet: Sheet
) -> None:
    # Queens cost 3 each (R1): 3, 3, 6 and 0 points are one, one and two queens.
    enter_row(
        sheet=sheet, hand=2, content={"units": {"N": 3, "E": 3, "S": 6, "W": 0}}, origin="desk"
    )
    page = organizer.get(place_of(sheet))
    [proposal] = next(row for row in page.context["grid"]["rows"] if row["hand"] == 2)["proposals"]
    assert f'value="{proposal["key"]}"' in page.content.decode()
    assert (
        organizer.post(place_of(sheet, "save/"), {"proposal": proposal["key"]}).status_code == 302
    )
    assert sheet.results.current().get(hand=2).content["units"] == {"N": 1, "E": 1, "S": 2, "W": 0}
    assert sheet.results.filter(hand=2).count() == 2


def test_a_proposal_that_no_longer_fits_changes_nothing(organizer: Client, sheet: Sheet) -> None:
    enter_row(
        sheet=sheet, hand=2, content={"units": {"N": 1, "E": 1, "S": 2, "W": 0}}, origin="desk"
    )
    assert (
        organizer.post(place_of(sheet, "save/"), {"proposal": "2-000000000000"}).status_code == 302
    )
    assert sheet.results.count() == 1


def test_a_buyer_who_cannot_pay_is_noted_beside_the_row_and_nowhere_else(
    organizer: Client, sheet: Sheet
) -> None:
    # West deals hand 8; East buys it for 6 and takes 2 tricks only (§2.3).
    sold = {
        "trump": "H",
        "units": {"N": 5, "E": 2, "S": 5, "W": 1},
        "sale": {"seller": "W", "buyer": "E", "price": 6},
    }
    enter_row(sheet=sheet, hand=8, content=sold, origin="desk")
    row = next(
        row for row in organizer.get(place_of(sheet)).context["grid"]["rows"] if row["hand"] == 8
    )
    assert (row["state"], len(row["notes"])) == ("entered", 1)
    assert "East" in row["notes"][0]
    look = f"/desk/{sheet.table.round.tournament.code}/play/1/look/"
    assert row["notes"][0] not in organizer.get(look, {"table": "1"}).content.decode()
    assert row["notes"][0] in organizer.get(look).content.decode()


def test_a_row_that_no_other_table_comes_near_is_said_with_its_hand(organizer: Client) -> None:
    """The warning names the hand. It used to name only the table, which has twelve rows."""
    round_ = sealed_round(a_tournament(), tables=6)
    for table in range(1, 7):
        units = (
            {"N": 13, "E": 0, "S": 0, "W": 0} if table == 6 else {"N": 2, "E": 4, "S": 3, "W": 4}
        )
        enter_row(sheet=sheet_of(round_, table), hand=5, content={"units": units}, origin="desk")
    look = f"/desk/{round_.tournament.code}/play/1/look/"
    words = " ".join(strip_tags(organizer.get(look).content.decode()).split())
    assert "Table 6, hand 5: North has 13" in words
    assert "Hand 5: North has 13" in strip_tags(
        organizer.get(look, {"table": "6"}).content.decode()
    )


# --- the history


def test_the_history_says_who_changed_what_and_an_older_version_is_taken_up(
    organizer: Client, sheet: Sheet
) -> None:
    enter_row(
        sheet=sheet,
        hand=2,
        content={"units": {"N": 1, "E": 1, "S": 2, "W": 0}},
        origin="phone",
        device="p7",
    )
    typed_by(organizer, sheet, {2: {"units": {"N": 2, "E": 1, "S": 1, "W": 0}}})
    page = organizer.get(place_of(sheet, "history/"))
    (newest, _title, changes, _words, _current), (oldest, *_rest) = page.context["lines"]
    assert (newest.author.get_username(), oldest.device) == ("organizer", "p7")
    assert changes == ["North: 1 → 2", "South: 2 → 1"]
    answer = organizer.post(
        place_of(sheet, "history/"), {"version": oldest.pk, "reason": "The phone was right."}
    )
    assert answer.status_code == 302
    assert sheet.results.current().get(hand=2).version == 3
    assert sheet.results.current().get(hand=2).content["units"] == {"N": 1, "E": 1, "S": 2, "W": 0}
    assert (
        LogEntry.objects.filter(kind="version_taken_up").get().fields["reason"]
        == "The phone was right."
    )


def test_a_version_is_not_taken_up_without_a_reason_nor_on_a_closed_sheet(
    organizer: Client, sheet: Sheet
) -> None:
    enter_row(
        sheet=sheet,
        hand=2,
        content={"units": {"N": 4, "E": 0, "S": 0, "W": 0}},
        origin="phone",
        device="p7",
    )
    fill(sheet, good_rows())
    old = sheet.results.get(hand=2, version=1)
    assert organizer.post(place_of(sheet, "history/"), {"version": old.pk}).status_code == 422
    close_sheet(sheet=hand_in(sheet=sheet, by="p7"), author=None)
    answer = organizer.post(place_of(sheet, "history/"), {"version": old.pk, "reason": "Why not."})
    assert answer.status_code == 422
    assert sheet.results.filter(hand=2).count() == 2


def test_the_whole_sheet_is_shown_as_it_was_at_any_moment(organizer: Client, sheet: Sheet) -> None:
    first = enter_row(
        sheet=sheet, hand=1, content={"units": {"N": 8, "E": 0, "S": 0, "W": 0}}, origin="desk"
    )
    enter_row(
        sheet=sheet, hand=1, content={"units": {"N": 0, "E": 8, "S": 0, "W": 0}}, origin="desk"
    )
    enter_row(
        sheet=sheet, hand=2, content={"units": {"N": 4, "E": 0, "S": 0, "W": 0}}, origin="desk"
    )
    then = organizer.get(place_of(sheet, "history/"), {"at": first.pk}).context["then"]
    assert then["rows"] == [(1, "North 8, East 0, South 0, West 0")]
    assert dict(then["totals"])["N"] == -16


def test_a_version_of_another_sheet_is_not_found(organizer: Client, sheet: Sheet) -> None:
    other = sheet_of(sheet.table.round, 2)
    foreign = enter_row(
        sheet=other, hand=1, content={"units": {"N": 8, "E": 0, "S": 0, "W": 0}}, origin="desk"
    )
    for key in (foreign.pk, "x", "٣", "9" * 30):
        assert (
            organizer.post(place_of(sheet, "history/"), {"version": key, "reason": "x"}).status_code
            == 404
        )
        assert organizer.get(place_of(sheet, "history/"), {"at": key}).context["then"] is None


# --- the players' seats


def test_two_in_each_others_winds_are_reported_shown_and_exchanged(
    arbiter: Client, sheet: Sheet
) -> None:
    seats = {seat.wind: seat.player_id for seat in sheet.table.seats.all()}
    report_seats(sheet=sheet, players=seats | {"N": seats["E"], "E": seats["N"]}, device="p1")
    page = arbiter.get(place_of(sheet, "seats/"))
    assert [belongs.wind for _sits, belongs in page.context["displaced"]] == ["N", "E"]
    look = arbiter.get(f"/desk/{sheet.table.round.tournament.code}/play/1/look/", {"table": "1"})
    assert [warning.code for warning in look.context["warnings"]] == ["seats_exchanged"] * 2
    assert f'href="{place_of(sheet, "seats/")}"' in look.content.decode()
    pressed = {"exchange": f"N:{seats['N']}-E:{seats['E']}"}
    assert f'value="{pressed["exchange"]}"' in page.content.decode()
    for _press in range(2):  # Pressed twice, or at two desks, it exchanges once.
        assert arbiter.post(place_of(sheet, "seats/exchange/"), pressed)["Location"] == place_of(
            sheet
        )
        assert arbiter.get(place_of(sheet, "seats/")).context["displaced"] == ()
        now = {seat.wind: seat.player_id for seat in sheet.table.seats.all()}
        assert now == seats | {"N": seats["E"], "E": seats["N"]}
    for nonsense in ("N-N", "", "N:1-Z:2", "x" * 5_000):
        assert (
            arbiter.post(place_of(sheet, "seats/exchange/"), {"exchange": nonsense}).status_code
            == 422
        )


def test_a_report_of_the_table_is_answered_they_sit_as_the_seating_says(
    arbiter: Client, sheet: Sheet
) -> None:
    seats = {seat.wind: seat.player_id for seat in sheet.table.seats.all()}
    report_seats(sheet=sheet, players=seats | {"N": seats["E"], "E": seats["N"]}, device="p1")
    arbiter.post(place_of(sheet, "seats/right/"))
    assert arbiter.get(place_of(sheet, "seats/")).context["displaced"] == ()
    assert {seat.wind: seat.player_id for seat in sheet.table.seats.all()} == seats


def test_wrong_winds_from_a_hand_are_ruled_only_after_what_they_do_to_the_prizes_was_read(
    arbiter: Client, sheet: Sheet
) -> None:
    """The partita is closed before the ruling. The figures are worked out in
    tests/scoring/takers.py.
    """
    round_ = sheet.table.round
    for paper in Sheet.objects.filter(table__round=round_):
        close_sheet(sheet=fill(paper), author=None)
    close_round(round=round_, author=None)
    page = place_of(sheet, "seats/")
    form = {
        "wind": "N",
        "other": "E",
        "hand": "8",
        "follows": "players",
        "reason": "Sedute scambiate.",
    }
    seen = {"seen": arbiter.get(page).context["seen"]}
    unread = arbiter.post(f"{page}rule/", {**form, **seen})
    assert not Ruling.objects.exists()
    assert "The prizes by wind" in unread.content.decode()
    assert [wind for wind, _before, _after in unread.context["by_wind"]] == ["N", "E", "S", "W"]
    assert unread.context["changes"]
    looked = {"looked_at": unread.context["looked_at"]}
    answer = arbiter.post(f"{page}rule/", {**form, **seen, **looked})
    assert answer["Location"] == page.removesuffix("seats/")
    answer = arbiter.get(page)
    assert [f"Hand {ruled.hand}: {words}" for ruled, words in answer.context["rulings"]] == [
        "Hand 8: North ↔ East from there on; the points follow the players"
    ]
    twice = arbiter.post(f"{page}rule/", {**form, **seen, **looked})
    assert (twice.status_code, Ruling.objects.count()) == (422, 1)
    names = {seat.wind: seat.player.full_name for seat in sheet.table.seats.all()}
    text = " ".join(strip_tags(arbiter.get(place_of(sheet)).content.decode()).split())
    assert f"{names['N']} from hand 8 {names['E']}" in text
    assert "After the wrong winds everybody has:" in text


def test_bad_words_for_wrong_winds_are_answered_and_what_was_typed_stays(
    arbiter: Client, sheet: Sheet
) -> None:
    for wrong in ({"wind": "N"}, {"wind": "N", "other": "E", "hand": "x"}, {"follows": "٣"}):
        for press in ("seats/winds/", "seats/rule/"):
            answer = arbiter.post(place_of(sheet, press), wrong)
            assert answer.status_code == 422
            assert answer.context["typed"].get("wind", "") == wrong.get("wind", "")


# --- signatures


def test_the_desk_signs_once_for_a_wind_who_has_lost_his_code_and_the_log_says_who_did(
    organizer: Client,
) -> None:
    sheet = fill(sheet_of(sealed_round(a_tournament(signatures="all"))))
    page = organizer.get(place_of(sheet))
    assert list(page.context["to_sign"]) == ["N", "E", "S", "W"]
    for _press in range(2):
        form = {"wind": "W", "seen": page.context["seen"]}
        assert organizer.post(place_of(sheet, "sign/"), form).status_code == 302
    [line] = LogEntry.objects.filter(kind="signed_at_desk")
    assert line.author.username == "organizer"
    assert signed_winds(sheet) == {"W"}
    assert (
        'value="W"'
        not in organizer.get(place_of(sheet)).content.decode().partition("lost the code")[2]
    )
    enter_row(
        sheet=sheet, hand=1, content={"units": {"N": 8, "E": 0, "S": 0, "W": 0}}, origin="phone"
    )
    late = {"wind": "N", "seen": page.context["seen"]}
    assert organizer.post(place_of(sheet, "sign/"), late).status_code == 422
    assert signed_winds(sheet) == frozenset()


@pytest.mark.parametrize("ruleset", ["lab_coppie", "squadre_terza", "pt_duplas"])
def test_the_desk_offers_the_hands_in_the_order_of_the_phone(
    organizer: Client, ruleset: str
) -> None:
    evening = make_demo(stage="playing", seed=1, tables=2, ruleset=ruleset)
    page = organizer.get(f"/desk/{evening.code}/play/1/2/").content.decode()
    row = page[page.rindex('data-field="contract"') :].split("</select>")[0]
    offered = re.findall(r'<option value="(\w+)"', row)
    assert offered == [*contract_keys(evening.rules, evening.configured)]
