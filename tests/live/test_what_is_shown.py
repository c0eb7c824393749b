"""Public view of an evening: what it shows, and above all what it does not show yet."""

from __future__ import annotations

import datetime
import html
import io
import re

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from ground import guards
from scoring import decisions
from scoring.models import HandResult, Sheet
from scoring.publishing import publish
from scoring.round_steps import make_official, take_back_to_play
from scoring.rows import enter_row
from scoring.sheet_steps import close_sheet, reopen_sheet
from scoring.standing import tournament_standings
from tests.evenings import (
    a_round,
    a_tournament,
    closed,
    demo,
    enter,
    fill_quickly,
    played,
    put_in_play,
)
from tests.live.addresses import everything_said, get_anew
from tests.printing.pages import texts_of
from tournaments.entries import add_player, enter_player
from tournaments.models import Player, Round, Seat, Tournament
from tournaments.roster import save_player
from tournaments.seat_changes import withdraw_seating
from tournaments.substitutes import substitute

pytestmark = pytest.mark.django_db


# --- seats
# -----------------------------------------------------------------------------------------------------------


def test_a_seating_that_is_not_published_is_nowhere(english: Client) -> None:
    tournament = a_tournament()
    a_round(tournament, 2, started=False)
    Round.objects.update(seating_published_at=None)
    tournament.entries.update(wind="N")
    assert english.get(reverse("live:table", args=[tournament.code, 1, 1])).status_code == 404
    assert english.get(f"/api/tournaments/{tournament.code}/rounds/1/tables/").status_code == 404
    assert english.get(reverse("live:evening", args=[tournament.code])).context["hall"] is None
    assert {
        entry["wind"]
        for entry in english.get(f"/api/tournaments/{tournament.code}/entries/").json()["results"]
    } == {None}


def test_a_seating_taken_back_disappears_again(english: Client) -> None:
    tournament = a_tournament()
    a_round(tournament, started=False)
    page = reverse("live:evening", args=[tournament.code])
    assert english.get(page).context["hall"] is not None
    withdraw_seating(round=Round.objects.get(), author=None, reason="Two came late.")
    assert english.get(page).context["hall"] is None


def test_who_comes_after_the_seats_are_drawn_is_found_and_sent_to_the_desk(english: Client) -> None:
    tournament = a_tournament()
    put_in_play(a_round(tournament, 2, started=False))
    late = add_player(surname="Canepa", given_name="Ugo")
    entry = enter_player(tournament=tournament, player=late, author=None)
    answer = english.get(reverse("live:evening", args=[tournament.code]), {"q": "canepa"})
    page = answer.content.decode()
    assert f'href="{reverse("live:entry", args=[tournament.code, entry.number])}"' in page
    assert "is entered, and has no seat in this partita: ask the desk" in page
    assert "Nobody called" not in page


def test_where_do_i_sit_is_answered_by_name_without_accents_and_by_table(english: Client) -> None:
    tournament = a_tournament()
    a_round(tournament, 2, started=False)
    seat = Seat.objects.get(table__number=2, wind="E")
    Player.objects.filter(pk=seat.player_id).update(surname="D'Amicò", given_name="Zoë")
    page = reverse("live:evening", args=[tournament.code])
    for wanted in ("zoe", "DAmico", "amico zo", "d'amico"):
        [found] = english.get(page, {"q": wanted}).context["found"]
        assert (found["name"], found["table"], found["wind"]) == ("D'Amicò Zoë", 2, "E"), wanted
    assert [person["table"] for person in english.get(page, {"q": "2"}).context["found"]] == [
        2,
        2,
        2,
        2,
    ]
    answer = english.get(page, {"q": "<b>nobody"})
    assert "Nobody called “&lt;b&gt;nobody” has a seat" in answer.content.decode()


def test_a_name_a_letter_off_is_asked_about(english: Client) -> None:
    tournament = a_tournament()
    a_round(tournament, 2, started=False)
    seat = Seat.objects.get(table__number=2, wind="E")
    Player.objects.filter(pk=seat.player_id).update(surname="Rossi", given_name="Ada")
    answer = english.get(reverse("live:evening", args=[tournament.code]), {"q": "rosi"})
    assert [person["name"] for person in answer.context["found"]] == ["Rossi Ada"]
    assert "Did you mean" in answer.content.decode()


def test_after_the_partita_the_search_is_for_ones_name_and_leads_to_the_person(
    english: Client,
) -> None:
    round_ = played(2)
    tournament = round_.tournament
    gone = enter(tournament, "Left Early")
    address = reverse("live:evening", args=[tournament.code])
    page = english.get(address).content.decode()
    assert "Find your name" in page
    assert "Where do I sit?" not in page
    answer = english.get(address, {"q": "left"})
    assert answer.headers["Location"] == reverse("live:entry", args=[tournament.code, gone.number])
    part = english.get(address, {"q": "left"}, headers={"HX-Request": "true"}).content.decode()
    assert "sits out" not in part
    assert f'href="{answer.headers["Location"]}"' in part
    assert "Nobody here is called" in english.get(address, {"q": "qqqq"}).content.decode()


def test_who_sits_out_is_found_too(english: Client) -> None:
    tournament = a_tournament()
    round_ = a_round(tournament, started=False)
    enter(tournament, "Resting")
    round_.seating_note = {"sitting_out": [5]}
    round_.save()
    [found] = english.get(
        reverse("live:evening", args=[tournament.code]), {"q": "resting"}
    ).context["found"]
    assert found["table"] is None


def test_a_substitute_stands_beside_whom_he_replaced(english: Client) -> None:
    tournament = a_tournament()
    round_ = a_round(tournament)
    seat = Seat.objects.get(wind="S")
    other = Player.objects.create(surname="Late", given_name="Ugo")
    Seat.objects.create(
        round=round_, table=seat.table, wind="S", entry=seat.entry, player=other, from_hand=5
    )
    page = english.get(reverse("live:evening", args=[tournament.code])).content.decode()
    assert re.search(
        r"Player 3 from hand 5 Late Ugo", re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page))
    )


# --- points
# ----------------------------------------------------------------------------------------------------------


def test_no_point_of_a_partita_in_play_is_shown_to_anybody(
    english: Client, playing: Tournament
) -> None:
    text = everything_said(english, playing)
    assert "hands entered" in text
    for word in ("points", "totals", "expected_sum"):
        assert f'"{word}"' not in text, word
    assert (
        get_anew(english, reverse("live:table", args=[playing.code, 1, 1])).context["sheet"] is None
    )
    assert get_anew(english, reverse("live:standing", args=[playing.code])).context["page"] is None


def test_a_closed_sheet_waits_for_its_partita(english: Client) -> None:
    tournament = a_tournament()
    round_ = a_round(tournament, 2)
    fill_quickly(round_)
    Sheet.objects.filter(table__number=1).update(state="closed", closed_at=timezone.now())
    assert (
        get_anew(english, reverse("live:table", args=[tournament.code, 1, 1])).context["sheet"]
        is None
    )


def test_progress_counts_the_hands_that_stand_there(english: Client) -> None:
    tournament = a_tournament()
    round_ = a_round(tournament, 1)
    sheet = Sheet.objects.get()
    for hand, content in ((1, {"units": {"N": 8}}), (2, {"units": {"E": 4}}), (2, None)):
        enter_row(sheet=sheet, hand=hand, content=content, origin="phone")
    [table] = english.get(reverse("live:evening", args=[tournament.code])).context["hall"].tables
    assert (table["entered"], table["state"], round_.number) == ({1}, "current", 1)


def test_the_published_standing_is_shown_to_the_letter(
    english: Client, finished: Tournament
) -> None:
    published = finished.publications.latest("number").standings
    page = english.get(reverse("live:standing", args=[finished.code])).context["page"]
    assert [
        (line["rank"], line["name"], str(line["match_points"]), str(line["total"]))
        for line in page.overall
    ] == [
        (line["rank"], line["entry"], line["match_points"], line["total"])
        for line in published["overall"]
    ]
    for round_page, frozen in zip(page.rounds, published["rounds"], strict=True):
        assert [
            [(line["rank"], line["name"], str(line["total"])) for line in group["lines"]]
            for group in round_page["groups"]
        ] == [
            [(line["rank"], line["entry"], line["total"]) for line in lines]
            for lines in frozen["winds"].values()
        ]


def test_every_place_says_why_in_the_language_of_the_reader(finished: Tournament) -> None:
    url = reverse("live:standing", args=[finished.code])
    [english, italian] = [
        get_anew(Client(headers={"Accept-Language": language}), url).context["page"].overall
        for language in ("en", "it")
    ]
    frozen = finished.publications.latest("number").standings["overall"]
    for line, same, published in zip(english, italian, frozen, strict=True):
        assert len(line["why"]) == len(same["why"]) == len(published["explanation"])
        # The sum of match points has the words of the publication; a place is said with the wind's name.
        assert set(published["explanation"][2:]) <= set(line["why"])
        assert set(line["why"]).isdisjoint(same["why"])


def test_a_ruling_after_the_publication_shows_when_it_is_published_in_turn(
    english: Client, finished: Tournament
) -> None:
    sheet = Sheet.objects.get(table__round__number=2, table__number=3)
    address = reverse("live:table", args=[finished.code, 2, 3])
    before = english.get(address).context["sheet"]["scored"].scored.totals
    decisions.rule(
        sheet=sheet,
        kind="adjustment",
        offender="N",
        effect={"points": "-5"},
        reason="Came late.",
        arbiter=None,
    )
    answer = english.get(address)
    assert answer.context["sheet"]["scored"].scored.totals == before
    assert "Came late." not in answer.content.decode()
    assert "Came late." not in everything_said(english, finished)
    publish(tournament=finished, author=None, erratum="A penalty at table 3.")
    after = english.get(address)
    assert after.context["sheet"]["scored"].scored.totals["N"] == before["N"] - 5
    assert "Came late." in after.content.decode()


def test_a_row_corrected_after_the_publication_shows_when_it_is_published_in_turn(
    english: Client, finished: Tournament
) -> None:
    sheet = Sheet.objects.get(table__round__number=2, table__number=2)
    address = reverse("live:board", args=[finished.code, 2, 1])
    [before] = [
        line
        for line in english.get(address).context["page"]["fields"][0]["lines"]
        if line["table"] == 2
    ]
    reopen_sheet(sheet=sheet, author=None, reason="Two columns were exchanged.")
    units = {"N": 0, "E": 0, "S": 0, "W": 0} | {
        "W" if before["cells"][3]["units"] != "8" else "N": 8
    }
    enter_row(sheet=sheet, hand=1, content={"units": units}, origin="desk")
    close_sheet(sheet=sheet, author=None)
    [public_line] = [
        line
        for line in english.get(address).context["page"]["fields"][0]["lines"]
        if line["table"] == 2
    ]
    assert public_line == before
    publish(tournament=finished, author=None)
    [after] = [
        line
        for line in english.get(address).context["page"]["fields"][0]["lines"]
        if line["table"] == 2
    ]
    assert [cell["units"] for cell in after["cells"]] == [str(units[wind]) for wind in "NESW"]


def test_a_clock_set_back_during_the_evening_hides_no_sheet(
    english: Client, finished: Tournament
) -> None:
    address = reverse("live:table", args=[finished.code, 1, 2])
    before = english.get(address).context["sheet"]["scored"].scored.totals
    with guards.guards_off(connection):
        HandResult.objects.update(created_at=timezone.now() + datetime.timedelta(hours=1))
    assert get_anew(english, address).context["sheet"]["scored"].scored.totals == before


def test_a_standing_that_was_replaced_says_by_which(english: Client, finished: Tournament) -> None:
    page = english.get(reverse("live:posted", args=[finished.code, 1])).content.decode()
    assert "replaced by no. 2" in page
    assert english.get(reverse("live:posted", args=[finished.code, 3])).status_code == 404


def test_an_erratum_is_read_on_the_standing(english: Client, finished: Tournament) -> None:
    decisions.rule(
        sheet=Sheet.objects.filter(table__round__number=1).first(),
        kind="adjustment",
        offender="E",
        effect={"points": "-9"},
        reason="Spoke.",
        arbiter=None,
    )
    publish(tournament=finished, author=None, erratum="Read the list again.")
    assert (
        "Read the list again."
        in english.get(reverse("live:standing", args=[finished.code])).content.decode()
    )


def test_whoever_reads_a_standing_is_told_of_a_newer_one(
    english: Client, finished: Tournament
) -> None:
    address = reverse("live:standing", args=[finished.code])
    assert english.get(address, {"seen": "2"}, headers={"HX-Request": "true"}).status_code == 204
    assert (
        "no. 2"
        in english.get(address, {"seen": "1"}, headers={"HX-Request": "true"}).content.decode()
    )


def test_a_player_reads_the_whole_evening_on_one_page(
    english: Client, finished: Tournament
) -> None:
    standings = tournament_standings(finished)
    line = standings.standings.overall[0]
    entry = standings.entries[line.entry]
    context = english.get(reverse("live:entry", args=[finished.code, entry.number])).context
    assert context["overall"]["rank"] == 1
    assert [table for _round, [(table, _wind)], _line in context["rounds"]] == list(
        entry.seats.order_by("round__number").values_list("table__number", flat=True)
    )
    assert (
        sum(line["match_points"] for _round, _seat, line in context["rounds"]) == line.match_points
    )


# --- files
# ----------------------------------------------------------------------------------------------------


def test_the_standing_on_paper_is_the_published_one_though_the_sheets_have_moved_on(
    english: Client, finished: Tournament
) -> None:
    first = finished.publications.latest("number").standings["overall"][0]["entry"]
    decisions.rule(
        sheet=Sheet.objects.filter(table__round__number=2).first(),
        kind="adjustment",
        offender="N",
        effect={"points": "-100"},
        reason="Anything.",
        arbiter=None,
    )
    answer = english.get(reverse("live:standings_paper", args=[finished.code]))
    text = "\n".join(texts_of(answer.content))
    assert "provisional no. 2" in text
    assert first in text


def test_the_workbook_has_the_published_sheets_and_no_other(
    english: Client, finished: Tournament
) -> None:
    finished.planned_rounds = 3
    finished.save()
    round_ = a_round(finished, 3)
    fill_quickly(round_)
    answer = english.get(reverse("live:results_workbook", args=[finished.code]))
    titles = load_workbook(io.BytesIO(answer.content)).sheetnames
    assert [title for title in titles if re.match(r"P[12] table", title)]
    assert not [title for title in titles if title.startswith("P3")]


def test_before_the_first_standing_there_is_nothing_to_take_away(
    english: Client, playing: Tournament
) -> None:
    for name in ("standings_paper", "results_workbook"):
        assert english.get(reverse(f"live:{name}", args=[playing.code])).status_code == 404


# --- pages that renew themselves
# -------------------------------------------------------------------------------------


def test_a_page_that_shows_how_it_stands_is_sent_nothing(
    english: Client, playing: Tournament
) -> None:
    address = reverse("live:evening", args=[playing.code])
    stamp = get_anew(english, address).context["stamp"]
    asks = {"HX-Request": "true"}
    assert english.get(address, {"stamp": stamp}, headers=asks).status_code == 204
    assert (
        english.get(reverse("screens:screen", args=[playing.code]), {"stamp": stamp}).status_code
        == 204
    )
    sheet = Sheet.objects.filter(state="open").last()
    enter_row(sheet=sheet, hand=12, content={"units": {"N": 13}}, origin="phone")
    answer = english.get(address, {"stamp": stamp}, headers=asks)
    assert answer.status_code == 200
    assert "<html" not in answer.content.decode()


@pytest.mark.parametrize("change", ["name", "seating", "official", "substitute"])
def test_whatever_the_public_may_see_changes_the_stamp(english: Client, change: str) -> None:
    tournament = a_tournament()
    round_ = a_round(tournament)
    closed(round_)
    address = reverse("live:evening", args=[tournament.code])
    before = english.get(address).context["stamp"]
    if change == "name":
        save_player(player=Player(pk=Player.objects.first().pk, surname="Another"), author=None)
    elif change == "seating":
        a_round(tournament, started=False)
    elif change == "official":
        make_official(round=round_, author=None)
    else:
        take_back_to_play(round=round_, author=None, reason="Somebody else played.")
        before = get_anew(english, address).context["stamp"]
        other = Player.objects.create(surname="X")
        substitute(seat=Seat.objects.first(), player=other, from_hand=2, author=None)
    assert english.get(address).context["stamp"] != before


@pytest.mark.parametrize("ruleset", ["pt_pareado", "pt_fu"])
def test_teams_and_soloists_stand_in_one_list_that_is_no_table(client, ruleset: str) -> None:
    evening = demo(stage="finished", seed=4, ruleset=ruleset, tables=4, rounds=1)
    page = client.get(
        f"/live/{evening.code}/standings/", headers={"Accept-Language": "en"}
    ).content.decode()
    assert "Table all" not in page
    # Two teams play a match (§13.14); for soloists the points of the sheets count.
    assert ("match points" in page.casefold()) is (ruleset == "pt_pareado")
    assert evening.entries.first().title in html.unescape(page)


def test_a_team_is_led_to_both_its_tables_on_the_side_where_it_sat(english: Client) -> None:
    evening = demo(stage="finished", seed=4, ruleset="pt_pareado", tables=2, rounds=1)
    team = evening.entries.order_by("number").first()
    [(_round, seats, _line)] = english.get(f"/live/{evening.code}/players/{team.number}/").context[
        "rounds"
    ]
    # R11: a team sits North-South at one table and East-West at the other.
    assert [number for number, _side in seats] == [1, 2]
    assert {side for _number, side in seats} == {"NS", "EW"}


def test_where_tables_deal_their_own_cards_no_page_of_boards_is_offered(english: Client) -> None:
    dealt = demo(stage="seated", seed=4, ruleset="lab13", tables=1)
    loose = demo(stage="seated", seed=4, ruleset="pt_fu", tables=1)
    boards = f"/live/{dealt.code}/boards/", f"/live/{loose.code}/boards/"
    pages = [english.get(f"/live/{evening.code}/").content.decode() for evening in (dealt, loose)]
    assert [address in page for address, page in zip(boards, pages, strict=True)] == [True, False]


def test_the_hall_says_by_wind_only_of_lists_by_wind_and_says_raw_points_once(
    english: Client,
) -> None:
    for ruleset, by_wind in (("lab12", True), ("pt_fu", False)):
        evening = demo(stage="finished", seed=4, ruleset=ruleset, tables=2, rounds=1, language="en")
        page = english.get(f"/live/{evening.code}/screen/")
        assert ("by wind" in page.content.decode()) is by_wind
        assert page.context["screen"]["standing"].raw is not by_wind


def test_on_a_soloists_sheet_the_shaded_cells_are_the_soloists(english: Client) -> None:
    evening = demo(stage="finished", seed=4, ruleset="pt_fu", tables=1, rounds=1)
    answer = english.get(f"/live/{evening.code}/1/tables/1/")
    shaded = [line["shaded"] for line in answer.context["sheet"]["lines"]]
    assert shaded == ["N"] * 8 + ["E"] * 8 + ["S"] * 8
    assert "marks the soloist" in answer.content.decode()
