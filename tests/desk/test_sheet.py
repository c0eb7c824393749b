"""The sheet at the desk: every row is a version, errors are explained beside their row, and no
typed value is lost.
"""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils.html import strip_tags

from king.rulesets import find_ruleset
from king_tournament.sheet.fields import content_of, row_fields, values_of
from scoring.decisions import rule
from scoring.models import HandResult, Sheet
from scoring.rows import enter_row
from scoring.sheet_steps import close_sheet
from tests.desk.hall import place_of
from tests.evenings import a_tournament, fill, good_rows, in_play, played, sealed_round, sheet_of
from tests.markup import flat
from tournaments.models import Round

pytestmark = pytest.mark.django_db
RULES = find_ruleset("lab12")
SETTINGS = RULES.configure()
PLANS = {plan.number: plan for plan in RULES.schedule()}


def send(
    client: Client, sheet: Sheet, hand: int, *, client_id: str = "", based_on: int = 0, **typed: str
) -> Any:
    fields = {
        "hand": str(hand),
        "client_id": client_id or str(uuid.uuid4()),
        "based_on": str(based_on),
        **typed,
    }
    return client.post(place_of(sheet, "rows/"), fields)


def test_a_row_answers_with_its_points(organizer: Client, sheet: Sheet) -> None:
    # Kings and jacks cost 2 each (R1): eight of them make −16.
    answer = send(organizer, sheet, 1, N="2", E="0", S="5", W="1")
    row = answer.json()["sheet"]["rows"]["1"]
    assert (answer.status_code, answer.json()["version"]) == (200, 1)
    assert row["points"] == {"N": "−4", "E": "0", "S": "−10", "W": "−2"}
    assert (row["sum"], row["running"], row["problems"]) == ("−16", "−16", [])


def test_a_missing_queen_is_said_and_the_row_is_kept(organizer: Client, sheet: Sheet) -> None:
    answer = send(organizer, sheet, 2, N="1", E="1", S="1", W="0")
    row = answer.json()["sheet"]["rows"]["2"]
    assert [problem["text"] for problem in row["problems"]] == [
        "No donne: one queen is missing (3 of 4)"
    ]
    assert (row["sum"], row["sum_wrong"]) == ("−9", True)
    assert sheet.results.get(hand=2).content["units"] == {"N": 1, "E": 1, "S": 1, "W": 0}


def test_nothing_is_red_that_the_arbiter_has_ruled_on(organizer: Client, sheet: Sheet) -> None:
    """A queen is missing, so from hand 2 on every control total is 3 above the printed one."""
    missing = {"contract": "Q", "units": {"N": 1, "E": 1, "S": 1, "W": 0}}
    fill(sheet, good_rows() | {2: missing})
    page = flat(organizer.get(place_of(sheet)))
    assert page.count("sum-wrong") == 3
    rule(sheet=sheet, kind="score_error", hand=2, reason="Nessuno ricorda.", arbiter=None)
    page = flat(organizer.get(place_of(sheet)))
    assert "sum-wrong" not in page
    assert "every difference is ruled: the rows make 3, not 0." in page


def test_a_sale_hands_over_the_price(organizer: Client, sheet: Sheet) -> None:
    # West deals hand 8 and sells it to East for 4 tricks: West's 2 become 6, East's 6 become 2 (§2.3).
    answer = send(organizer, sheet, 8, trump="H", N="2", E="6", S="3", W="2", buyer="E", price="4")
    assert answer.json()["sheet"]["rows"]["8"]["points"] == {"N": "2", "E": "2", "S": "3", "W": "6"}
    content = sheet.results.get(hand=8).content
    assert content["sale"] == {"seller": "W", "buyer": "E", "price": 4}
    assert content["trump"] == "H"


def test_the_same_row_sent_twice_is_one_version(organizer: Client, sheet: Sheet) -> None:
    mark = str(uuid.uuid4())
    first = send(organizer, sheet, 1, client_id=mark, N="8", E="0", S="0", W="0")
    second = send(organizer, sheet, 1, client_id=mark, N="8", E="0", S="0", W="0")
    assert first.json()["version"] == second.json()["version"] == 1
    assert sheet.results.count() == 1


def test_over_an_older_version_both_are_shown_and_nothing_is_overwritten(
    organizer: Client, sheet: Sheet
) -> None:
    enter_row(
        sheet=sheet,
        hand=1,
        content={"units": {"N": 8, "E": 0, "S": 0, "W": 0}},
        origin="phone",
        device="p1",
    )
    answer = send(organizer, sheet, 1, based_on=0, N="0", E="8", S="0", W="0")
    assert answer.status_code == 409
    current = answer.json()["current"]
    assert current["content"] == {"N": "8", "E": "0", "S": "0", "W": "0", "contract": "KJ"}
    assert current["words"].startswith("North 8, East 0")
    assert sheet.results.count() == 1
    again = send(organizer, sheet, 1, based_on=current["version"], N="0", E="8", S="0", W="0")
    assert again.json()["version"] == 2


def test_what_is_no_count_is_named_with_its_wind(organizer: Client, sheet: Sheet) -> None:
    answer = send(organizer, sheet, 3, N="1", E="x", S="0", W="0")
    assert answer.status_code == 422
    assert "Hand 3, East: “x” is not a number of tricks or cards" in answer.json()["message"]
    price = send(organizer, sheet, 8, N="1", price="four", buyer="E")
    assert "Hand 8: the price “four” is not a number of tricks." in price.json()["message"]


def test_an_empty_row_where_nothing_was_makes_no_version(organizer: Client, sheet: Sheet) -> None:
    assert send(organizer, sheet, 5, N="", E="", S="", W="").json()["version"] == 0
    assert not sheet.results.exists()


def test_a_row_that_is_cleared_is_an_emptied_version(organizer: Client, sheet: Sheet) -> None:
    send(organizer, sheet, 5, N="13", E="0", S="0", W="0")
    assert send(organizer, sheet, 5, based_on=1, N="", E="", S="", W="").json()["version"] == 2
    assert sheet.results.current().get(hand=5).content is None


def test_a_closed_sheet_takes_no_row_and_says_so(organizer: Client) -> None:
    sheet = sheet_of(played())
    answer = send(organizer, sheet, 1, based_on=1, N="8", E="0", S="0", W="0")
    assert answer.status_code == 422
    assert "is closed" in answer.json()["message"]
    assert answer.json()["sheet"]["state"] == "closed"


def test_the_state_is_sent_only_when_it_changed(organizer: Client, sheet: Sheet) -> None:
    stamp = organizer.get(place_of(sheet, "state/")).json()["stamp"]
    assert organizer.get(place_of(sheet, "state/"), {"stamp": stamp}).status_code == 204
    send(organizer, sheet, 1, N="8", E="0", S="0", W="0")
    assert organizer.get(place_of(sheet, "state/"), {"stamp": stamp}).status_code == 200


# --- without a script


def whole_form(rows: dict[int, dict[str, Any]], version: int = 0) -> dict[str, str]:
    fields = {}
    for hand, content in rows.items():
        typed = {
            **{wind: str(count) for wind, count in content["units"].items()},
            "based_on": str(version),
        }
        typed |= {"trump": content["trump"]} if "trump" in content else {}
        fields |= {f"h{hand}-{name}": value for name, value in typed.items()}
    return fields


def test_without_a_script_the_whole_sheet_is_one_form(organizer: Client, sheet: Sheet) -> None:
    answer = organizer.post(place_of(sheet, "save/"), whole_form(good_rows()))
    assert answer.status_code == 302
    assert {result.hand: result.content for result in sheet.results.current()} == good_rows()
    assert (
        "Every hand is there and the sheet adds up: 0."
        in organizer.get(place_of(sheet)).content.decode()
    )


def test_a_sheet_that_adds_up_says_what_the_rulings_made_of_its_total(
    organizer: Client, sheet: Sheet
) -> None:
    fill(sheet)
    rule(
        sheet=sheet,
        kind="adjustment",
        offender="N",
        effect={"points": "-2"},
        reason="Una carta scoperta.",
        arbiter=None,
    )
    page = flat(organizer.get(place_of(sheet)))
    assert "the sheet adds up: 0. With the rulings, −2, the total is −2." in page


def test_without_a_script_a_row_that_is_refused_comes_back_as_it_was_typed(
    organizer: Client, sheet: Sheet
) -> None:
    fields = whole_form(good_rows()) | {"h4-N": "one"}
    answer = organizer.post(place_of(sheet, "save/"), fields)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="one"' in page
    assert "Hand 4, North: “one” is not a number of tricks or cards" in page
    assert sheet.results.count() == 11


def test_without_a_script_a_conflict_shows_what_stands_there_and_a_second_save_takes_yours(
    organizer: Client, sheet: Sheet
) -> None:
    enter_row(
        sheet=sheet, hand=2, content={"units": {"N": 4, "E": 0, "S": 0, "W": 0}}, origin="phone"
    )
    mine = {"h2-N": "0", "h2-E": "4", "h2-S": "0", "h2-W": "0", "h2-based_on": "0"}
    page = organizer.post(place_of(sheet, "save/"), mine)
    assert page.status_code == 422
    assert "At the desk now: North 4, East 0, South 0, West 0" in page.content.decode()
    assert 'name="h2-based_on" value="1"' in page.content.decode()
    assert organizer.post(place_of(sheet, "save/"), mine | {"h2-based_on": "1"}).status_code == 302
    assert sheet.results.current().get(hand=2).content["units"]["E"] == 4


# --- the sheet's steps


def step(client: Client, sheet: Sheet, name: str, **fields: str) -> Any:
    answer = client.post(f"{place_of(sheet)}{name.replace('_', '-')}/", fields)
    sheet.refresh_from_db()
    return answer


def test_a_sheet_is_taken_in_given_back_closed_and_reopened_with_a_reason(
    organizer: Client, sheet: Sheet
) -> None:
    fill(sheet)
    step(organizer, sheet, "hand_in")
    assert (sheet.state, sheet.handed_in_by) == ("handed_in", "organizer")
    step(organizer, sheet, "take_back")
    assert sheet.state == "open"
    step(organizer, sheet, "close")
    assert (sheet.state, sheet.closed_by.username) == ("closed", "organizer")
    assert step(organizer, sheet, "reopen", reason=" ").status_code == 422
    assert sheet.state == "closed"
    step(organizer, sheet, "reopen", reason="La riga 3 è di Est.")
    assert sheet.state == "open"
    assert (
        sheet.table.round.tournament.log.get(kind="sheet_reopened").fields["reason"]
        == "La riga 3 è di Est."
    )


def test_a_sheet_with_a_queen_missing_is_not_closed_and_the_page_says_why(
    organizer: Client, sheet: Sheet
) -> None:
    rows = good_rows()
    rows[2] = {"contract": "Q", "units": {"N": 1, "E": 1, "S": 1, "W": 0}}
    fill(sheet, rows)
    answer = step(organizer, sheet, "close")
    assert answer.status_code == 422
    assert "Hand 2: No donne: one queen is missing (3 of 4)" in answer.content.decode()
    assert sheet.state == "open"
    quiet, filled = (
        f'class="btn {look}" id="close-sheet"' for look in ("btn-quiet", "btn-primary btn-next")
    )
    assert quiet in organizer.get(place_of(sheet)).content.decode()
    step(organizer, sheet, "hand_in")
    assert sheet.state == "open"
    step(organizer, sheet, "hand_in", anyway="on")
    assert sheet.state == "handed_in"
    fill(sheet, good_rows())
    assert filled in organizer.get(place_of(sheet)).content.decode()


def test_before_the_start_there_is_no_sheet_and_the_way_leads_to_the_tables(
    organizer: Client,
) -> None:
    round_ = sealed_round(a_tournament(), started=False)
    answer = organizer.get(f"/desk/{round_.tournament.code}/play/1/1/")
    assert (answer.status_code, answer.url) == (302, f"/desk/{round_.tournament.code}/play/1/")


def test_the_story_of_a_row_names_who_typed_each_version_and_where(
    organizer: Client, sheet: Sheet
) -> None:
    enter_row(
        sheet=sheet,
        hand=3,
        content={"units": {"N": 1, "E": 0, "S": 0, "W": 0}},
        origin="phone",
        device="a1b2",
    )
    send(organizer, sheet, 3, based_on=1, N="0", E="1", S="0", W="0")
    story = organizer.get(
        place_of(sheet, "rows/3/"), headers={"HX-Request": "true"}
    ).content.decode()
    assert "<html" not in story
    first, second = (
        story.index("North 0, East 1, South 0, West 0"),
        story.index("North 1, East 0, South 0, West 0"),
    )
    assert first < second
    words = " ".join(strip_tags(story).split())
    assert "organizer 127.0.0.1" in words
    assert "phone a1b2" in words
    assert "<html" in organizer.get(place_of(sheet, "rows/3/")).content.decode()


def test_an_official_partita_shows_its_sheets_and_changes_nothing(organizer: Client) -> None:
    round_ = played()
    Round.objects.filter(pk=round_.pk).update(stage=Round.Stage.OFFICIAL)
    sheet = sheet_of(round_)
    page = organizer.get(place_of(sheet)).content.decode()
    assert '/reopen/"' not in page
    assert step(organizer, sheet, "reopen", reason="Perché.").status_code == 422
    assert sheet.state == "closed"


# --- the meaning of the fields


def test_every_good_row_goes_through_the_fields_and_back() -> None:
    for hand, content in good_rows().items():
        typed = values_of(content, RULES)
        assert content_of(typed, PLANS[hand], RULES, SETTINGS, None) == content


def test_what_the_page_has_no_field_for_stays() -> None:
    typed = {"N": "3", "E": "3", "S": "3", "W": "4", "trump": "S"}
    content = content_of(
        typed, PLANS[8], RULES, SETTINGS, {"contract": "D", "units": {"N": 13}, "blind": True}
    )
    assert content == {
        "contract": "D",
        "units": {"N": 3, "E": 3, "S": 3, "W": 4},
        "trump": "S",
        "blind": True,
    }


def test_a_blind_declaration_between_pairs_is_typed_with_the_declarers_own_tricks() -> None:
    """A sheet with two columns asks how many of the pair's tricks were the declarer's (§11.8)."""
    squadre = find_ruleset("squadre")
    settings = squadre.configure({"blind": True})
    plan = squadre.schedule(settings)[8]
    [blind] = [
        choice for choice in row_fields(squadre, settings)[9]["odd"] if choice["field"] == "blind"
    ]
    assert [value for value, _words in blind["options"]] == ["yes", *map(str, range(14))]
    typed = {"NS": "8", "EW": "5", "trump": "S", "blind": "5"}
    content = content_of(typed, plan, squadre, settings, None)
    assert content == {
        "contract": "D",
        "units": {"NS": 8, "EW": 5},
        "trump": "S",
        "blind": True,
        "blind_tricks": 5,
    }
    assert values_of(content, squadre) == {**typed, "contract": "D"}
    assert content_of({**typed, "blind": ""}, plan, squadre, settings, content) == {
        "contract": "D",
        "units": {"NS": 8, "EW": 5},
        "trump": "S",
    }


def test_a_price_that_is_no_number_is_refused_with_its_hand() -> None:
    with pytest.raises(ValidationError) as refusal:
        content_of({"price": "3½"}, PLANS[9], RULES, SETTINGS, None)
    assert refusal.value.code == "bad_price"


def test_rows_from_the_desk_say_so(organizer: Client) -> None:
    sheet = sheet_of(in_play())
    send(organizer, sheet, 1, based_on=1, N="8", E="0", S="0", W="0")
    newest = HandResult.objects.filter(sheet=sheet, hand=1).latest("version")
    assert (newest.origin, newest.author.username) == ("desk", "organizer")


def test_which_sheets_are_missing_is_on_every_sheets_page(organizer: Client) -> None:
    round_ = sealed_round(a_tournament(), 3)
    page = f"/desk/{round_.tournament.code}/play/1/"
    text = organizer.get(f"{page}1/").content.decode()
    assert "2 other sheets are missing:" in text
    assert f'href="{page}3/">3</a>' in text
    for table in (2, 3):
        close_sheet(sheet=fill(sheet_of(round_, table)), author=None)
    assert "No other sheet is missing." in organizer.get(f"{page}1/").content.decode()
