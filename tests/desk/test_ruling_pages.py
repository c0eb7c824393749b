"""Rulings at the desk: previewed, stored, revoked with a reason."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.models import Ruling, Sheet
from scoring.rows import enter_row
from scoring.scored_sheets import scored_sheet
from tests.evenings import (
    a_tournament,
    fill,
    good_rows,
    in_play,
    played,
    sealed_round,
    sheet_of,
    the_ruling,
)
from tests.markup import flat
from tournaments.models import Round

pytestmark = pytest.mark.django_db
ROW = {"N": 3, "E": 4, "S": 5, "W": 1}


@pytest.fixture
def sheet() -> Sheet:
    """A valid sheet with 3 4 5 1 units in hand 5 (no hearts) and in hand 12 (no trump)."""
    rows = good_rows() | {5: {"contract": "NC", "units": ROW}, 12: {"contract": "SA", "units": ROW}}
    return fill(sheet_of(sealed_round(a_tournament())), rows)


def rule_page(sheet: Sheet) -> str:
    round_ = sheet.table.round
    return f"/desk/{round_.tournament.code}/play/{round_.number}/{sheet.table.number}/rule/"


def change(answer: Any) -> dict[str, int]:
    return {str(effect["column"]): effect["difference"] for effect in answer.context["effects"]}


ILLEGAL = {"kind": "illegal_play", "hand": "5", "offender": "W"}


def opened(client: Client, page: str) -> tuple[Any, Any]:
    form = client.get(page).context["form"]
    return form["hand"].value(), form["kind"].value()


def test_the_form_opens_on_the_row_that_is_wrong(arbiter: Client, sheet: Sheet) -> None:
    assert opened(arbiter, rule_page(sheet)) == (None, "illegal_play")
    for hand in (9, 7):  # one trick of thirteen is missing in each
        enter_row(
            sheet=sheet,
            hand=hand,
            content={"units": {"N": 3, "E": 4, "S": 5, "W": 0}},
            origin="desk",
        )
    assert opened(arbiter, rule_page(sheet)) == (7, "score_error")
    # A hand given in the address stays; it is not a score error if it adds up.
    assert opened(arbiter, rule_page(sheet) + "?hand=9") == ("9", "score_error")
    assert opened(arbiter, rule_page(sheet) + "?hand=5") == ("5", "illegal_play")
    assert opened(arbiter, rule_page(sheet) + "?kind=warning") == (7, "warning")


def test_the_page_of_a_wrong_row_opens_with_its_effect_and_says_why_the_sum_may_close(
    arbiter: Client, sheet: Sheet
) -> None:
    """Misère (hand 6, dealt by East) has twelve tricks of thirteen, so a point is missing and the
    sheet makes 1. Only East is charged for it (§3.2).
    """
    misere = {"units": {"N": 3, "E": 4, "S": 5, "W": 0}}
    enter_row(sheet=sheet, hand=6, content=misere, origin="desk")
    answer = arbiter.get(rule_page(sheet), headers={"Accept-Language": "en"})
    assert change(answer) == {"N": 0, "E": -1, "S": 0, "W": 0}
    page = flat(answer)
    assert "can be closed, although its rows make 1, not 0: the ruling and its reason" in page
    # The reason is right below the kind, and is marked as required.
    positions = [page.index(f'name="{name}"') for name in ("kind", "reason", "hand", "article")]
    assert positions == sorted(positions)
    assert "Reason (required)" in page
    assert not Ruling.objects.exists()


def test_a_preview_shows_before_and_after_and_stores_nothing(arbiter: Client, sheet: Sheet) -> None:
    # No hearts, a heart costs 1 (R1): West, who took one, takes all thirteen (§3.1).
    answer = arbiter.post(
        rule_page(sheet), ILLEGAL | {"preview": "1"}, headers={"HX-Request": "true"}
    )
    assert change(answer) == {"N": 3, "E": 4, "S": 5, "W": -12}
    assert b"<html" not in answer.content
    assert not Ruling.objects.exists()


def test_a_preview_shows_the_row_the_sheet_and_the_sums_old_beside_new(
    arbiter: Client, sheet: Sheet
) -> None:
    # No hearts: 3 4 5 1 at −1 each become 0 0 0 −13. The row sums to −13 before and after (I2), the
    # sheet to 0.
    answer = arbiter.post(
        rule_page(sheet), ILLEGAL | {"preview": "1"}, headers={"Accept-Language": "en"}
    )
    (row,) = answer.context["rows"]
    assert (row["before"], row["after"]) == ((-3, -4, -5, -1, -13), (0, 0, 0, -13, -13))
    assert (answer.context["total_before"], answer.context["total_after"]) == (0, 0)
    assert "known once the sheet is closed" in answer.content.decode()


def test_a_penalty_beside_the_sheet_says_why_the_total_is_not_nought(
    arbiter: Client, sheet: Sheet
) -> None:
    form = {"kind": "adjustment", "offender": "N", "points": "-2", "preview": "1"}
    answer = arbiter.post(rule_page(sheet), form, headers={"Accept-Language": "en"})
    assert "its rows make 0, and what is ruled beside them makes the total −2." in flat(answer)


def test_an_annulled_row_says_why_a_sum_that_is_not_nought_may_close(
    arbiter: Client, sheet: Sheet
) -> None:
    # Without hand 5 (no hearts), thirteen at −1 (R1), the other eleven rows sum to 13.
    form = {"kind": "fouled", "hand": "5", "fouled": "annul", "preview": "1"}
    answer = arbiter.post(rule_page(sheet), form, headers={"Accept-Language": "en"})
    assert "can be closed: its rows make 13 and not 0, because a row is worth what" in flat(answer)
    other = form | {"kind": "adjustment", "hand": "", "offender": "N", "points": "-2"}
    answer = arbiter.post(rule_page(sheet), other, headers={"Accept-Language": "en"})
    assert "because a row is worth" not in flat(answer)


@pytest.mark.parametrize(
    ("scope", "out_of"), [("evening", "the whole evening"), ("partita", "this partita")]
)
def test_a_disqualification_on_an_open_sheet_says_in_words_what_it_does(
    scope: str, out_of: str, arbiter: Client, sheet: Sheet
) -> None:
    south = sheet.table.seats.get(wind="S").entry.title
    form = {"kind": "disqualification", "offender": "S", "scope": scope, "preview": "1"}
    answer = arbiter.post(rule_page(sheet), form, headers={"Accept-Language": "en"})
    page = flat(answer)
    assert f"{south}: no place and no match points in {out_of}; those behind move up." in page
    assert answer.context["changes"] == []
    assert "place –" not in page
    assert "known once the sheet is closed" in page


def test_who_leaves_a_published_standing_is_no_dash_in_it(arbiter: Client) -> None:
    sheet = sheet_of(played(), 2)
    south = sheet.table.seats.get(wind="S").entry.title
    form = {"kind": "disqualification", "offender": "S", "scope": "evening", "preview": "1"}
    answer = arbiter.post(rule_page(sheet), form, headers={"Accept-Language": "en"})
    after = {place: after for place, name, _, after in answer.context["changes"] if name == south}
    assert after["Overall"] == "no longer in the list"
    assert after["Partita 1"].startswith("no place, total ")


def test_what_four_fields_lack_is_said_once(arbiter: Client, sheet: Sheet) -> None:
    form = {"kind": "fouled", "hand": "2", "fouled": "typed", "preview": "1"}
    answer = arbiter.post(rule_page(sheet), form, headers={"HX-Request": "true"})
    assert len(answer.context["lacks"]) == 1


def test_a_preview_on_a_published_partita_names_the_lines_of_the_standing_that_change(
    arbiter: Client,
) -> None:
    round_ = played()
    north = sheet_of(round_, 2).table.seats.get(wind="N").entry.title
    form = {"kind": "adjustment", "offender": "N", "points": "-100", "preview": "1"}
    answer = arbiter.post(rule_page(sheet_of(round_, 2)), form, headers={"Accept-Language": "en"})
    # §6: the North with 100 points less than the other is second and has 6 match points.
    after = {
        place: after for place, entry, _before, after in answer.context["changes"] if entry == north
    }
    assert {"Partita 1", "Overall"} <= set(after)
    assert after["Partita 1"].startswith("place 2, 6 match points")
    assert "The standing" in answer.content.decode()


def test_in_a_negative_hand_the_offender_takes_all(arbiter: Client, sheet: Sheet) -> None:
    answer = arbiter.post(
        rule_page(sheet), ILLEGAL | {"reason": "Cuori non risposto.", "article": "§3.1"}
    )
    assert answer.status_code == 302
    ruling = Ruling.objects.get()
    assert (ruling.arbiter.username, ruling.article, ruling.reason) == (
        "arbiter",
        "§3.1",
        "Cuori non risposto.",
    )
    row = next(row for row in scored_sheet(sheet).rows if row.hand == 5)
    assert {str(column): points for column, points in row.points.items()} == {
        "N": 0,
        "E": 0,
        "S": 0,
        "W": -13,
    }


def test_a_difference_that_was_ruled_is_not_called_a_sheet_that_adds_up(
    arbiter: Client, sheet: Sheet
) -> None:
    enter_row(
        sheet=sheet, hand=5, content={"contract": "NC", "units": {**ROW, "W": 0}}, origin="desk"
    )
    arbiter.post(
        rule_page(sheet), {"kind": "score_error", "hand": "5", "reason": "Nessuno ricorda."}
    )
    page = arbiter.get(
        rule_page(sheet).removesuffix("rule/"), headers={"Accept-Language": "en"}
    ).content.decode()
    # The heart that is not written costs 1, so the rows sum to 1 instead of 0.
    assert "every difference is ruled: the rows make 1, not 0" in page
    assert "adds up" not in page


def test_in_a_positive_hand_five_points_are_lost_beside_the_sheet(
    arbiter: Client, sheet: Sheet
) -> None:
    answer = arbiter.post(
        rule_page(sheet), {**ILLEGAL, "hand": "12", "offender": "E", "preview": "1"}
    )
    assert change(answer) == {"N": 0, "E": -5, "S": 0, "W": 0}


def test_a_score_error_is_charged_to_the_dealer_as_the_policy_says(arbiter: Client) -> None:
    # Twelve tricks in the hand without tricks (R1): one point too few is handed out; East deals
    # hand 6.
    rows = good_rows() | {6: {"contract": "MIS", "units": {"N": 12, "E": 0, "S": 0, "W": 0}}}
    sheet = fill(sheet_of(sealed_round(a_tournament())), rows)
    form = {"kind": "score_error", "hand": "6", "preview": "1"}
    assert change(arbiter.post(rule_page(sheet), form)) == {"N": 0, "E": -1, "S": 0, "W": 0}
    only = arbiter.post(rule_page(sheet), form | {"policy": "correct_only"})
    assert change(only) == {"N": 0, "E": 0, "S": 0, "W": 0}
    assert only.context["after"].closable


def test_an_adjustment_takes_the_points_that_are_typed(arbiter: Client, sheet: Sheet) -> None:
    form = {"kind": "adjustment", "offender": "N", "points": "−2,5", "preview": "1"}
    assert {
        wind: str(points) for wind, points in change(arbiter.post(rule_page(sheet), form)).items()
    } == {
        "N": "-5/2",
        "E": "0",
        "S": "0",
        "W": "0",
    }


def test_a_fouled_board_is_worth_the_mean_of_the_other_tables(arbiter: Client) -> None:
    round_ = sealed_round(a_tournament(), 3)
    for table, hearts in enumerate([(13, 0, 0, 0), (1, 4, 4, 4), (3, 4, 4, 2)], 1):
        units = dict(zip("NESW", hearts, strict=True))
        fill(sheet_of(round_, table), good_rows() | {5: {"contract": "NC", "units": units}})
    form = {"kind": "fouled", "hand": "5", "fouled": "mean", "preview": "1"}
    # Tables 2 and 3 have −1 −4 −4 −4 and −3 −4 −4 −2: the mean is −2 −4 −4 −3 (§3.4).
    answer = arbiter.post(rule_page(sheet_of(round_)), form)
    assert change(answer) == {"N": 11, "E": -4, "S": -4, "W": -3}
    annulled = arbiter.post(rule_page(sheet_of(round_)), form | {"fouled": "annul"})
    assert change(annulled) == {"N": 13, "E": 0, "S": 0, "W": 0}
    typed = form | {
        "fouled": "typed",
        "points_N": "-4",
        "points_E": "-3",
        "points_S": "-3",
        "points_W": "-3",
    }
    assert change(arbiter.post(rule_page(sheet_of(round_)), typed)) == {
        "N": 9,
        "E": -3,
        "S": -3,
        "W": -3,
    }


def test_the_sheet_the_wall_and_the_list_say_that_an_average_may_still_move(
    arbiter: Client,
) -> None:
    round_ = sealed_round(a_tournament(), 3)
    for table in (1, 2):
        fill(sheet_of(round_, table), good_rows() | {5: {"contract": "NC", "units": ROW}})
    form = {"kind": "fouled", "hand": "5", "fouled": "mean", "reason": "Due mazzi scambiati."}
    arbiter.post(rule_page(sheet_of(round_)), form)
    assert Ruling.objects.get().effect == {"average": True}
    here, english = f"/desk/{round_.tournament.code}", {"Accept-Language": "en"}
    sheet, wall, rulings = (
        arbiter.get(here + path, headers=english).content.decode()
        for path in ("/play/1/1/", "/play/1/", "/rulings/")
    )
    # Only table 2 has written the hand: 3 4 5 1 hearts at −1 each. Tables 2 and 3 are both open.
    sentence = "verage of the other tables: North −3, East −4, South −5, West −1; it may still change until tables 2 and 3"
    assert sentence in sheet
    assert sentence in rulings
    assert "hand 5: the average of the other tables, which may still change" in wall


def test_several_offenders_are_ticked_together_and_share_the_hand(
    arbiter: Client, sheet: Sheet
) -> None:
    # §3.1, No hearts: −13 shared by two is −6.5 each, where they had −3 and −1.
    answer = arbiter.post(rule_page(sheet), ILLEGAL | {"offender": ["N", "W"], "preview": "1"})
    assert {wind: float(points) for wind, points in change(answer).items()} == {
        "N": -3.5,
        "E": 4,
        "S": 5,
        "W": -5.5,
    }
    arbiter.post(
        rule_page(sheet), ILLEGAL | {"offender": ["N", "W"], "reason": "Si sono passati le carte."}
    )
    ruling = Ruling.objects.get()
    assert ruling.offenders == ("N", "W")
    code = sheet.table.round.tournament.code
    names = [seat.player.full_name for seat in sheet.table.seats.filter(wind__in="NW")]
    page = arbiter.get(f"/desk/{code}/rulings/").content.decode()
    assert all(name in page for name in names)


def test_a_warning_is_counted_beside_the_name_and_on_the_page_of_the_player(
    organizer: Client, sheet: Sheet
) -> None:
    for reason in ("Parla durante il gioco.", "Ancora."):
        organizer.post(
            rule_page(sheet),
            {"kind": "warning", "offender": "E", "article": "Art. 15", "reason": reason},
        )
    english = {"Accept-Language": "en"}
    player = sheet.table.seats.get(wind="E").player
    assert (
        f"{player.full_name} · 2 warnings"
        in organizer.get(rule_page(sheet), headers=english).content.decode()
    )
    page = organizer.get(f"/desk/roster/{player.pk}/", headers=english).content.decode()
    assert page.count("Art. 15, Conduct") == 2
    assert "Parla durante il gioco." in page
    other = sheet.table.seats.get(wind="N").player
    assert (
        "Parla durante il gioco." not in organizer.get(f"/desk/roster/{other.pk}/").content.decode()
    )


def test_a_disqualification_asks_from_what_and_is_in_the_list(
    arbiter: Client, sheet: Sheet
) -> None:
    form = {"kind": "disqualification", "offender": "S", "reason": "Ha visto le carte."}
    assert "scope" in arbiter.post(rule_page(sheet), form).context["form"].errors
    assert "hand" in arbiter.post(rule_page(sheet), form | {"scope": "hand"}).context["form"].errors
    assert arbiter.post(rule_page(sheet), form | {"scope": "evening"}).status_code == 302
    page = arbiter.get(
        f"/desk/{sheet.table.round.tournament.code}/rulings/", headers={"Accept-Language": "en"}
    )
    assert "from the evening" in page.content.decode()


def test_the_regulation_of_the_evening_is_chosen_from_and_read_in_the_readers_language(
    arbiter: Client, sheet: Sheet
) -> None:
    for language, sentence in (
        ("en", "The arbiter judges on the spot"),
        ("it", "arbitro decide sul momento"),
    ):
        page = arbiter.get(rule_page(sheet), headers={"Accept-Language": language}).content.decode()
        assert '<option value="Art. 5">' in page
        assert sentence in page
        assert "Art. 8" not in page  # Domino, which Labyrinth's twelve hands have not.


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"kind": "illegal_play", "hand": "5", "reason": "x"}, "offender"),
        ({"kind": "illegal_play", "offender": "N", "reason": "x"}, "hand"),
        ({"kind": "adjustment", "offender": "N", "reason": "x"}, "points"),
        (
            {"kind": "fouled", "hand": "5", "fouled": "typed", "points_N": "1", "reason": "x"},
            "points_E",
        ),
        (ILLEGAL | {"reason": ""}, "reason"),
        ({"kind": "adjustment", "offender": ["N", "E"], "points": "-1", "reason": "x"}, "offender"),
    ],
)
def test_what_is_missing_is_said_beside_its_field_and_the_rest_stays(
    fields: dict[str, str], field: str, arbiter: Client, sheet: Sheet
) -> None:
    answer = arbiter.post(rule_page(sheet), fields)
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert answer.context["form"]["kind"].value() == fields["kind"]
    assert not Ruling.objects.exists()


def test_the_very_same_ruling_is_not_made_twice(arbiter: Client, sheet: Sheet) -> None:
    arbiter.post(rule_page(sheet), ILLEGAL | {"reason": "Cuori."})
    answer = arbiter.post(rule_page(sheet), ILLEGAL | {"reason": "Cuori."})
    assert " has already made this very ruling." in answer.content.decode()
    assert Ruling.objects.count() == 1


def test_a_ruling_is_revoked_with_a_reason_and_stays_on_the_list(
    arbiter: Client, sheet: Sheet
) -> None:
    arbiter.post(rule_page(sheet), ILLEGAL | {"reason": "Cuori non risposto."})
    code = sheet.table.round.tournament.code
    ruling = Ruling.objects.get()
    url = f"/desk/{code}/rulings/revoke/"
    typed = {"ruling": ruling.pk, "reason": "Aveva ragione Ovest."}
    assert arbiter.post(url, typed | {"reason": " "}).status_code == 422
    assert arbiter.post(url, typed).status_code == 302
    ruling.refresh_from_db()
    assert (ruling.revoked_by.username, ruling.revoked_because) == (
        "arbiter",
        "Aveva ragione Ovest.",
    )
    page = arbiter.get(f"/desk/{code}/rulings/").content.decode()
    assert "Cuori non risposto." in page
    assert "Aveva ragione Ovest." in page


def test_after_the_publication_a_ruling_changes_the_standing_and_the_desk_publishes_a_correction(
    organizer: Client,
) -> None:
    round_ = played()
    sheet = sheet_of(round_, 2)
    code = round_.tournament.code
    organizer.post(
        rule_page(sheet),
        {"kind": "adjustment", "offender": "N", "points": "-50", "reason": "Ritardo."},
    )
    page = organizer.get(f"/desk/{code}/standings/").content.decode()
    assert "The standings have changed since they were published" in page
    organizer.post(f"/desk/{code}/standings/publish/", {"erratum": "Penalità a Nord del tavolo 2."})
    published = round_.tournament.publications.latest("number")
    assert published.number == 2
    assert published.erratum.startswith("Penalità a Nord del tavolo 2.\n")
    assert "have changed since" not in organizer.get(f"/desk/{code}/standings/").content.decode()


def test_in_an_official_partita_nothing_is_ruled(arbiter: Client) -> None:
    round_ = played()
    Round.objects.filter(pk=round_.pk).update(stage=Round.Stage.OFFICIAL)
    answer = arbiter.post(rule_page(sheet_of(round_)), {**ILLEGAL, "hand": "3", "reason": "Tardi."})
    assert "Partita 1 is official." in answer.content.decode()
    assert Ruling.objects.get() == the_ruling(round_)


def test_the_list_leads_to_the_form_of_a_table(arbiter: Client) -> None:
    round_ = in_play()
    code = round_.tournament.code
    answer = arbiter.get(f"/desk/{code}/rulings/new/?table=2")
    assert answer.url == f"/desk/{code}/play/1/2/rule/"


def test_a_hand_that_time_ran_out_for_is_taken_out_at_every_table(
    arbiter: Client, sheet: Sheet
) -> None:
    code = sheet.table.round.tournament.code
    assert "Annul a hand at every table" in arbiter.get(f"/desk/{code}/rulings/").content.decode()
    answer = arbiter.post(
        f"/desk/{code}/rulings/annul/", {"hand": "12", "reason": "The hall closes."}
    )
    assert answer.status_code == 302
    # A38: Sans Atout, worth 26, counts at no table, so a sheet is expected to sum to 26 less.
    assert set(Ruling.objects.values_list("hand", "kind")) == {(12, "fouled")}
    assert Ruling.objects.count() == Sheet.objects.filter(table__round=sheet.table.round).count()
    assert scored_sheet(sheet).expected_sum == -26


@pytest.mark.parametrize(
    ("typed", "status"),
    [
        ({"hand": "12"}, 422),
        ({"hand": "13", "reason": "x"}, 404),
        ({"hand": "0012345", "reason": "x"}, 404),
        ({"hand": "٣", "reason": "x"}, 404),
        ({}, 404),
    ],
)
def test_a_hand_is_taken_out_only_with_a_reason_and_where_the_match_has_it(
    arbiter: Client, sheet: Sheet, typed: dict[str, str], status: int
) -> None:
    answer = arbiter.post(f"/desk/{sheet.table.round.tournament.code}/rulings/annul/", typed)
    assert answer.status_code == status
    assert not Ruling.objects.exists()


def test_a_revocation_without_a_reason_is_refused_on_the_whole_page(
    arbiter: Client, sheet: Sheet
) -> None:
    arbiter.post(rule_page(sheet), ILLEGAL | {"reason": "Fuori colore."})
    code = sheet.table.round.tournament.code
    answer = arbiter.post(
        f"/desk/{code}/rulings/revoke/", {"ruling": Ruling.objects.get().pk, "reason": " "}
    )
    assert answer.status_code == 422
    # The page still offers the other tables and hands.
    assert (list(answer.context["tables"]), len(answer.context["hands"])) == ([1, 2], 12)
