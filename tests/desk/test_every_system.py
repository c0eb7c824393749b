"""The desk's pages under every rule system: sheets, standings, boards, void deals."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from king.play.domino import EXTREMES
from king_tournament.sheet.fields import content_of, row_fields, row_in_words, values_of
from scoring.models import HandResult, Redeal, Sheet
from scoring.rows import enter_row
from scoring.sheet_steps import reopen_sheet
from tests.desk.hall import questions
from tests.evenings import SHAPES, SYSTEMS, demo
from tests.markup import flat
from tournaments.models import Tournament


def evening_of(code: str, stage: str, tables: int = 2) -> Tournament:
    return demo(stage=stage, seed=7, ruleset=code, tables=tables, rounds=1, language="en")


@pytest.mark.parametrize("code", SHAPES)
def test_every_page_of_a_played_evening_opens(code: str, organizer: Client) -> None:
    evening = evening_of(code, "finished")
    sheet = [f"play/1/1/{name}" for name in ("", "rows/1/", "rule/", "redeals/")]
    for page in (
        "",
        "players/",
        "winds/",
        "play/1/",
        "boards/1/",
        "play/1/",
        *sheet,
        "standings/",
        "rulings/",
        "log/",
        "print/",
        "settings/",
    ):
        assert organizer.get(f"/desk/{evening.code}/{page}").status_code == 200, page
    computed = organizer.get(f"/desk/{evening.code}/standings/").context["computed"]
    assert computed.standings.problems == ()
    assert len(computed.standings.overall) == evening.entries.count()


@pytest.mark.at_length
def test_where_no_board_is_dealt_no_page_of_the_evening_speaks_of_boards(organizer: Client) -> None:
    evening = evening_of("lab_coppie", "finished")
    for page in (
        "",
        "players/",
        "winds/",
        "play/1/",
        "play/1/",
        "play/1/1/",
        "standings/",
        "rulings/",
        "print/",
        "log/",
    ):
        text = re.sub(
            r"<[^>]*>", " ", organizer.get(f"/desk/{evening.code}/{page}").content.decode()
        )
        mentions = re.findall(r".{,60}\bboards\b.{,60}", text, re.IGNORECASE)
        assert not mentions, (page, mentions)


@pytest.mark.parametrize("code", SYSTEMS)
def test_every_row_goes_through_the_desks_fields_and_back(code: str, organizer: Client) -> None:
    evening = evening_of(code, "finished")
    sheet = Sheet.objects.get(table__round__tournament=evening, table__number=1)
    rules = evening.rules
    settings = rules.configure(evening.settings)
    plans = {plan.number: plan for plan in rules.schedule(settings)}
    fields = row_fields(rules, settings)
    for result in sheet.results.current():
        values = values_of(result.content, rules)
        row = fields[result.hand]
        known = {"trump", "buyer", "price", "contract"}
        known |= {count["field"] for _column, counts in row["counts"] for count in counts}
        known |= {odd["field"] for odd in row["odd"]}
        assert set(values) <= known
        again = content_of(values, plans[result.hand], rules, settings, None)
        assert values_of(again, rules) == values
        assert row_in_words(result, rules)
        # A sheet in points shows the same row, and reads back the same counts.
        plan = plans[result.hand]
        points = values_of(result.content, rules, settings, hand=result.hand, paper="points")
        assert set(points) == set(values)
        same = content_of(points, plan, rules, settings, result.content, paper="points")
        assert values_of(same, rules, settings) == values


@pytest.mark.parametrize("code", SYSTEMS)
def test_a_sheet_saved_as_it_is_shown_changes_no_row(code: str, organizer: Client) -> None:
    evening = evening_of(code, "finished")
    sheet = Sheet.objects.get(table__round__tournament=evening, table__number=1)
    reopen_sheet(sheet=sheet, author=None, reason="Once more.")
    url = f"/desk/{evening.code}/play/1/1/"
    rows = organizer.get(url).context["grid"]["rows"]
    before = {result.hand: result.content for result in sheet.results.current()}
    typed = {
        f"h{row['hand']}-{name}": value
        for row in rows
        for name, value in {**row["values"], "based_on": str(row["version"])}.items()
    }
    assert organizer.post(f"{url}save/", typed).status_code == 302
    after = {result.hand: result.content for result in sheet.results.current()}
    assert {hand: values_of(content, evening.rules) for hand, content in after.items()} == {
        hand: values_of(content, evening.rules) for hand, content in before.items()
    }
    assert sheet.results.count() == len(before)


def send(client: Client, sheet: Sheet, hand: int, **fields: str) -> Any:
    url = f"/desk/{sheet.table.round.tournament.code}/play/1/{sheet.table.number}/rows/"
    answer = client.post(url, {"hand": hand, **fields})
    return answer.status_code, json.loads(answer.content)


def open_sheet(code: str) -> Sheet:
    """The empty sheet of table 1 in a partita that has just started."""
    evening = evening_of(code, "playing", tables=2)
    sheet = Sheet.objects.select_related("table__round__tournament").get(
        table__round__tournament=evening, table__number=1
    )
    HandResult.objects.filter(sheet=sheet).delete()
    Sheet.objects.filter(pk=sheet.pk).update(
        state=Sheet.State.OPEN, closed_at=None, handed_in_at=None
    )
    return Sheet.objects.select_related("table__round__tournament").get(pk=sheet.pk)


def test_pairs_count_by_side_and_their_domino_by_wind(organizer: Client) -> None:
    sheet = open_sheet("lab_coppie")
    status, answer = send(organizer, sheet, 1, contract="NC", NS="4", EW="9")
    row = answer["sheet"]["rows"]["1"]
    assert (status, row["points"], row["problems"]) == (200, {"NS": "−4", "EW": "−9"}, [])
    status, answer = send(organizer, sheet, 2, contract="DOM", N="0", E="1", S="2", W="5")
    # The pairs keep two and six cards: the difference of four is won by one and lost by the other (R2).
    assert (status, answer["sheet"]["rows"]["2"]["points"]) == (200, {"NS": "4", "EW": "−4"})
    assert sheet.results.current().get(hand=2).content["chooser"] == "EW"


def test_the_card_that_domino_begins_with_is_named_on_the_row(organizer: Client) -> None:
    sheet = open_sheet("lab_coppie")
    _status, answer = send(
        organizer, sheet, 1, contract="DOM", N="0", E="1", S="2", W="5", start="HQ"
    )
    assert answer["sheet"]["rows"]["1"]["problems"] == []
    result = sheet.results.current().get(hand=1)
    assert (
        result.content["start"],
        values_of(result.content, sheet.table.round.tournament.rules)["start"],
    ) == ("HQ", "HQ")
    page = organizer.get(f"/desk/{sheet.table.round.tournament.code}/play/1/1/").content.decode()
    assert '<option value="HQ" selected>♥Q</option>' in flat(page)
    story = organizer.get(
        f"/desk/{sheet.table.round.tournament.code}/play/1/1/rows/1/"
    ).content.decode()
    assert "first card ♥Q" in story


def test_what_may_be_chosen_next_is_said_with_the_reasons_why_the_rest_may_not(
    organizer: Client,
) -> None:
    sheet = open_sheet("lab_coppie")
    _status, answer = send(organizer, sheet, 1, contract="NC", NS="4", EW="9")
    choice = answer["sheet"]["choice_words"]
    assert choice["hand"] == 2
    assert choice["refused"] == ["No cuori has been played already"]
    page = organizer.get(f"/desk/{sheet.table.round.tournament.code}/play/1/1/").content.decode()
    assert "No cuori has been played already" in page
    assert "May be chosen now:" in page


def test_a_third_option_doubles_what_was_lost_and_one_running_score_says_who_leads(
    organizer: Client,
) -> None:
    sheet = open_sheet("squadre_terza")
    _status, answer = send(organizer, sheet, 1, contract="NC", NS="9", EW="4", third="yes")
    plain = send(organizer, sheet, 1, contract="NC", NS="9", EW="4", third="", based_on="1")[1]
    doubled, single = (reply["sheet"]["rows"]["1"]["points"]["NS"] for reply in (answer, plain))
    assert (doubled, single) == ("−10", "−5")
    assert plain["sheet"]["rows"]["1"]["running"] == "−5"


def test_portuguese_hands_are_played_down_sold_for_nulls_or_not_played(organizer: Client) -> None:
    sheet = open_sheet("pt_ind")
    _status, answer = send(organizer, sheet, 7, N="3", E="3", S="3", W="4", direction="down")
    # In a hand played down everybody starts from 325 and loses 75 for every trick (R8).
    assert answer["sheet"]["rows"]["7"]["points"] == {"N": "100", "E": "100", "S": "100", "W": "25"}
    _status, answer = send(organizer, sheet, 8, N="3", E="3", S="3", W="4", unplayed="yes")
    assert sheet.results.current().get(hand=8).content["unplayed"] is True
    send(organizer, sheet, 9, N="3", E="3", S="3", W="4", buyer="S", price="2", polarity="null")
    assert sheet.results.current().get(hand=9).content["sale"]["polarity"] == "null"


def test_a_soloist_scores_alone_and_a_secret_partner_shares(organizer: Client) -> None:
    _status, answer = send(
        organizer, open_sheet("pt_fu"), 1, contract="POS", trump="S", N="9", E="1", S="3"
    )
    # Five tricks more than the defenders, at 25 each, count for the soloist alone (R12).
    assert answer["sheet"]["rows"]["1"]["points"] == {"N": "125", "E": "0", "S": "0"}
    sheet = open_sheet("pirandello")
    send(organizer, sheet, 1, contract="NC", partner="E", N="4", E="2", S="3", W="4")
    assert sheet.results.current().get(hand=1).content["partner"] == "E"


def test_sans_atout_of_pirandello_is_shared_where_a_partner_is_written_and_whole_where_none_is(
    organizer: Client,
) -> None:
    sheet = open_sheet("pirandello")
    tricks = {"N": "4", "E": "2", "S": "3", "W": "4"}
    _status, answer = send(organizer, sheet, 13, **tricks)
    # R5, SA at +2: without a named partner no points are shared, and the row is complete.
    row = answer["sheet"]["rows"]["13"]
    assert (row["points"], row["problems"]) == ({"N": "8", "E": "4", "S": "6", "W": "8"}, [])
    _status, answer = send(organizer, sheet, 13, partner="S", **tricks)
    # North deals hand 13 (anticlockwise, first North): N + S 14, 7 each; E + W 12, 6 each.
    row = answer["sheet"]["rows"]["13"]
    assert (row["points"], row["problems"]) == ({"N": "7", "E": "6", "S": "7", "W": "6"}, [])
    page = organizer.get(f"/desk/{sheet.table.round.tournament.code}/play/1/1/").content.decode()
    assert 'name="h13-partner"' in page


def test_a_soloists_row_is_asked_for_by_player_and_nothing_says_that_the_sheet_adds_up(
    organizer: Client,
) -> None:
    sheet = open_sheet("pt_fu")
    # A row by seat from a program: South is alone, the dummy has North's letter, and North has the
    # free place (§11.4).
    enter_row(
        sheet=sheet,
        hand=17,
        origin="program",
        content={
            "contract": "POS",
            "trump": "H",
            "chooser": "S",
            "units": {"N": 2, "E": 4, "S": 3, "W": 4},
        },
    )
    enter_row(
        sheet=sheet,
        hand=9,
        origin="program",
        content={"contract": "2U", "chooser": "E", "units": {"NS": 0, "EW": 2}},
    )
    page = organizer.get(f"/desk/{sheet.table.round.tournament.code}/play/1/1/")
    grid = page.context["grid"]
    assert [str(column) for column in grid["columns"]] == ["N", "E", "S"]
    values = {
        row["hand"]: {place: row["values"].get(place) for place in "NES"} for row in grid["rows"]
    }
    assert values[17] == {"N": "4", "E": "4", "S": "5"}
    # In counts by side only the soloist's belongs to a single player.
    assert values[9] == {"N": None, "E": "2", "S": None}
    whole = evening_of("pt_fu", "finished")
    closed = organizer.get(f"/desk/{whole.code}/play/1/1/")
    assert "adds up" not in closed.content.decode()
    assert (
        closed.context["grid"]["verdict"]
        == "Every hand is there, and what was counted in each is whole."
    )


def test_the_soloists_columns_are_marked_and_change_from_set_to_set(organizer: Client) -> None:
    evening = evening_of("pt_fu", "playing")
    rules = evening.rules
    rows = row_fields(rules, rules.configure(evening.settings))
    # R12: North has hands 1 to 8, East 9 to 16, South 17 to 24; the dummy is opposite.
    assert [tuple(map(str, rows[hand]["alone"])) for hand in (1, 8, 9, 17)] == [
        ("NS", "N"),
        ("NS", "N"),
        ("EW", "E"),
        ("NS", "S"),
    ]
    page = organizer.get(f"/desk/{evening.code}/play/1/1/").content.decode()
    # A count and the points of each of the 24 rows.
    assert page.count(' alone"') == 48
    other = evening_of("lab_coppie", "playing")
    assert ' alone"' not in organizer.get(f"/desk/{other.code}/play/1/1/").content.decode()


def test_a_difference_above_a_thousand_is_a_mesa(organizer: Client) -> None:
    sheet = open_sheet("pt_duplas")
    hands = [
        ("V", "0", "13"),
        ("C", "0", "13"),
        ("H", "0", "8"),
        ("M", "0", "4"),
        ("2U", "0", "2"),
        ("K", "0", "1"),
    ]
    answer: dict[str, Any] = {}
    for hand, (contract, ours, theirs) in enumerate(hands, 1):
        _status, answer = send(organizer, sheet, hand, contract=contract, NS=ours, EW=theirs)
    for hand in range(7, 11):
        _status, answer = send(organizer, sheet, hand, contract="POS", trump="S", NS="13", EW="0")
    assert "Mesa for North–South" in answer["sheet"]["verdict"] or answer["sheet"]["missing"] == []
    page = organizer.get(f"/desk/{sheet.table.round.tournament.code}/play/1/1/")
    assert "Mesa for North–South" in page.context["grid"]["verdict"]


@pytest.mark.at_length
@pytest.mark.parametrize(
    "fields",
    [
        {"contract": "XX", "NS": "1"},
        {"contract": "\0", "NS": "\0"},
        {"partner": "Q"},
        {"third": "x" * 300},
        {"direction": "sideways", "NS": "1"},
        {"polarity": "null", "price": "-1", "buyer": "NS"},
        {"N": "٣", "NS": "4"},
        {"contract": "DOM", "NS": "4", "EW": "9", "N": "1"},
        {"unplayed": "yes"},
        {"blind": "yes", "direction": "\0"},
    ],
)
@pytest.mark.parametrize("code", ["lab_coppie", "pt_ind", "pt_fu"])
def test_garbage_in_a_row_is_answered_in_words(
    code: str, fields: dict[str, str], organizer: Client
) -> None:
    organizer.raise_request_exception = False
    sheet = open_sheet(code)
    status, answer = send(organizer, sheet, 7, **fields)
    assert status in (200, 422)
    assert answer.get("message") or "sheet" in answer
    page = organizer.post(
        f"/desk/{sheet.table.round.tournament.code}/play/1/1/",
        {f"h7-{name}": value for name, value in fields.items()},
    )
    assert page.status_code in (200, 302, 422)


@pytest.mark.at_length
def test_a_sheet_of_any_system_costs_the_same_few_queries_with_two_tables_and_with_eight(
    organizer: Client,
) -> None:
    small, large = (evening_of("squadre_terza", "playing", tables) for tables in (2, 8))
    for page in ("play/1/1/", "play/1/", "players/", "winds/"):
        assert questions(organizer, f"/desk/{small.code}/{page}") == questions(
            organizer, f"/desk/{large.code}/{page}"
        )


# --- void deals of Domino


def test_a_deal_is_voided_with_four_then_five_and_each_is_kept(organizer: Client) -> None:
    sheet = open_sheet("lab_coppie")
    url = f"/desk/{sheet.table.round.tournament.code}/play/1/1/redeals/"
    typed = {"hand": "1", "wind": "E", "extremes": "4"}
    assert organizer.post(url, typed | {"extremes": "3"}).status_code == 422
    assert organizer.post(url, typed).status_code == 302
    refused = organizer.post(url, typed)
    assert refused.status_code == 422
    assert "now it takes 5 aces and kings" in refused.content.decode()
    assert organizer.post(url, typed | {"extremes": "5"}).status_code == 302
    assert list(Redeal.objects.values_list("wind", "extremes", "time_voided")) == [
        ("E", 4, 1),
        ("E", 5, 2),
    ]
    assert len(organizer.get(url).context["voided"]) == 2
    sheet_page = organizer.get(
        f"/desk/{sheet.table.round.tournament.code}/play/1/1/"
    ).content.decode()
    assert url in sheet_page


@pytest.mark.parametrize(
    "typed",
    [
        {},
        {"hand": "x"},
        {"hand": "99", "wind": "N", "extremes": "8"},
        {"hand": "1", "wind": "Q"},
        {"hand": "1", "wind": "N", "extremes": str(EXTREMES + 1)},
        {"hand": "1", "wind": "N", "extremes": "-4"},
    ],
)
def test_a_deal_that_cannot_be_voided_is_refused_in_words(
    typed: dict[str, str], organizer: Client
) -> None:
    sheet = open_sheet("lab_coppie")
    url = f"/desk/{sheet.table.round.tournament.code}/play/1/1/redeals/"
    assert organizer.post(url, typed).status_code == 422
    assert not Redeal.objects.exists()


def test_boards_dealt_beforehand_are_voided_by_nobody(organizer: Client) -> None:
    evening = evening_of("lab13", "playing")
    url = f"/desk/{evening.code}/play/1/1/redeals/"
    assert "they cannot be voided" in organizer.get(url).content.decode()
    assert organizer.post(url, {"hand": "9", "wind": "N", "extremes": "8"}).status_code == 422


def test_an_evening_without_boards_starts_without_a_word_of_boards(organizer: Client) -> None:
    for ruleset, boards in (("lab_coppie", False), ("lab12", True)):
        tournament = demo(
            stage="seated", seed=4, ruleset=ruleset, tables=1, rounds=1, language="en"
        )
        page = organizer.get(
            f"/desk/{tournament.code}/play/1/", headers={"Accept-Language": "en"}
        ).content.decode()
        assert "Start partita 1" in page
        assert ("The boards are dealt and sealed" in page) == boards


def test_the_desk_asks_who_deals_first_and_shows_the_dealers_that_follow(organizer: Client) -> None:
    sheet = open_sheet("lab_coppie")
    page = f"/desk/{sheet.table.round.tournament.code}/play/1/1/"
    assert f'action="{page}first-dealer/"' in organizer.get(page).content.decode()
    state = organizer.get(f"{page}state/")
    organizer.post(f"{page}first-dealer/", {"wind": "W"})
    assert state.json()["first_dealer"] != organizer.get(f"{page}state/").json()["first_dealer"]
    assert [row["plan"].dealer for row in organizer.get(page).context["grid"]["rows"][:5]] == [
        "W",
        "N",
        "E",
        "S",
        "W",
    ]
    assert organizer.post(f"{page}first-dealer/", {"wind": "Q"}).status_code == 422
    fixed = open_sheet("lab12")
    assert (
        b'first-dealer/"'
        not in organizer.get(f"/desk/{fixed.table.round.tournament.code}/play/1/1/").content
    )


# --- misdeals and a match won outright (R15)


def test_a_misdeal_is_written_down_where_the_game_has_it(organizer: Client) -> None:
    sheet = open_sheet("rifki")
    url = f"/desk/{sheet.table.round.tournament.code}/play/1/1/redeals/"
    page = organizer.get(url, headers={"Accept-Language": "en"}).content.decode()
    assert "Koz: A player who holds no card above the ten may have the cards dealt again." in page
    assert organizer.post(url, {"hand": "1", "wind": "E", "extremes": ""}).status_code == 302
    [redeal] = Redeal.objects.all()
    assert (redeal.wind, redeal.extremes, redeal.time_voided) == ("E", 0, 1)
    line = sheet.table.round.tournament.log.order_by("-sequence").first()
    assert "claims a misdeal in hand %(hand)s" in line.sentence


def test_a_misdeal_is_claimed_nowhere_else(organizer: Client) -> None:
    sheet = open_sheet("lab_chiamata")
    url = f"/desk/{sheet.table.round.tournament.code}/play/1/1/redeals/"
    assert organizer.post(url, {"hand": "1", "wind": "E", "extremes": ""}).status_code == 422
    assert not Redeal.objects.exists()


def test_a_match_that_is_won_outright_is_whole_and_says_who_won(organizer: Client) -> None:
    sheet = open_sheet("rifki")
    evening = sheet.table.round.tournament
    Tournament.objects.filter(pk=evening.pk).update(settings={"king_tricks": 10})
    content = {
        "contract": "POS",
        "trump": "S",
        "chooser": "E",
        "units": {"N": 1, "E": 10, "S": 1, "W": 1},
    }
    enter_row(sheet=sheet, hand=1, content=content, origin=HandResult.Origin.DESK)
    page = organizer.get(
        f"/desk/{evening.code}/play/1/1/", headers={"Accept-Language": "en"}
    ).content.decode()
    assert "East has won the match outright: 10 tricks in hand 1, Koz." in flat(page)


def test_no_hand_is_asked_or_taken_after_the_one_that_won_the_match(organizer: Client) -> None:
    """Neither the rows nor the choice of hands offer a later hand. The refusal names the winning
    hand, which may still be corrected.
    """
    sheet = open_sheet("rifki")
    evening = sheet.table.round.tournament
    Tournament.objects.filter(pk=evening.pk).update(settings={"king_tricks": 10})
    won = {"contract": "POS", "trump": "S", "units": {"N": 1, "E": 1, "S": 1, "W": 10}}
    desk = HandResult.Origin.DESK
    enter_row(sheet=sheet, hand=2, content=won, origin=desk)
    enter_row(
        sheet=sheet,
        hand=1,
        content={"contract": "K", "units": {"N": 1, "E": 0, "S": 0, "W": 0}},
        origin=desk,
    )
    with pytest.raises(ValidationError, match="2"):
        enter_row(sheet=sheet, hand=3, content=won, origin=desk)
    enter_row(sheet=sheet, hand=3, content=None, origin=desk)
    page = flat(organizer.get(f"/desk/{evening.code}/play/1/1/").content.decode())
    hands = re.findall(r'<tr data-hand="(\d+)"[^>]*?(hidden)?>', page)
    assert [hand for hand, hidden in hands if not hidden] == ["1", "2"]
    assert "May be chosen now" not in page
    enter_row(
        sheet=sheet, hand=2, content={**won, "units": {"N": 2, "E": 1, "S": 1, "W": 9}}, origin=desk
    )
    enter_row(sheet=sheet, hand=3, content=won, origin=desk)
