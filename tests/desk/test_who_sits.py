"""The panel "Who sits here": ways to fill an empty chair, and substitutes from hand 1 or from a
later hand.
"""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

from people.evenings import person_of
from printing.mailing import recipients
from printing.models import PrintJob
from printing.services import changes_of, is_outdated
from scoring.models import Sheet
from scoring.publishing import last_publication, read_publication
from scoring.round_steps import close_round
from scoring.rows import enter_row
from scoring.sheet_steps import accept_sheet, close_sheet
from scoring.standing import tournament_standings
from seasons.season import season_of
from tests.evenings import a_tournament, fill, good_rows, sealed_round, sheet_of
from tournaments import entries
from tournaments.circuits import Circuit
from tournaments.models import Entry, LogEntry, Player, Round, Seat
from tournaments.round_seating import plan_round
from tournaments.seat_changes import publish_seating
from tournaments.wind_draw import draw_winds

pytestmark = pytest.mark.django_db


def desk(sheet: Sheet, more: str = "") -> str:
    return f"/desk/{sheet.table.round.tournament.code}/{more}"


def of_table(sheet: Sheet, more: str = "") -> str:
    return desk(sheet, f"play/{sheet.table.round.number}/{sheet.table.number}/{more}")


def words(answer) -> str:
    return " ".join(strip_tags(answer.content.decode()).split())


def absent(client: Client, sheet: Sheet, wind: str = "S") -> Seat:
    seat = sheet.table.seats.select_related("entry", "player").get(wind=wind)
    client.post(desk(sheet, f"players/{seat.entry.number}/absent/"))
    return seat


def buttons(answer) -> list[str]:
    text = re.sub(r"\s+", " ", answer.content.decode())
    ways = text.partition('<div class="ways">')[2].partition("</div>")[0]
    return [" ".join(title.split()) for title in re.findall(r"<(?:button|a) [^>]*>([^<]+)</", ways)]


def pressed(client: Client, page: str, title: str):
    """Press the button with this title, as a browser does."""
    for form in re.findall(r"<form[^>]*>.*?</form>", client.get(page).content.decode(), re.DOTALL):
        if title in form:
            fields = re.findall(r'name="([^"]+)"\s+value="([^"]*)"', form)
            return client.post(re.search(r'action="([^"]+)"', form)[1], dict(fields), follow=True)
    raise AssertionError(title)


# --- an empty chair


def test_a_seated_player_who_is_marked_absent_leaves_an_empty_chair_on_wall_and_sheet(
    organizer: Client, sheet: Sheet
) -> None:
    wall, stamp = desk(sheet, "play/1/"), organizer.get(desk(sheet, "play/1/")).context["stamp"]
    assert "empty chair" not in words(organizer.get(wall))
    seat = absent(organizer, sheet)
    for page in (wall, of_table(sheet), of_table(sheet, "seats/")):
        answer = organizer.get(page)
        assert "empty chair" in words(answer)
        assert buttons(answer) == [
            "House player plays",
            f"{seat.player.full_name} is here after all",
            "Somebody else …",
        ]
    news = organizer.get(wall, {"stamp": stamp}, headers={"HX-Request": "true"})
    assert news.status_code == 200
    assert "empty chair" in words(news)


def test_marking_absent_says_at_once_which_table_has_an_empty_chair(
    organizer: Client, sheet: Sheet
) -> None:
    seat = sheet.table.seats.select_related("entry", "player").get(wind="S")
    answer = organizer.post(
        desk(sheet, f"players/{seat.entry.number}/absent/"),
        headers={"HX-Request": "true"},
    )
    assert f"{seat.player.full_name} has an empty chair at table 1 of partita 1" in words(answer)
    assert f'href="{of_table(sheet, "seats/")}?wind=S"' in answer.content.decode()


@pytest.mark.parametrize("action", ["absent", "withdraw"])
def test_who_waits_takes_the_empty_chair_with_one_press(
    organizer: Client, sheet: Sheet, action: str
) -> None:
    seat = sheet.table.seats.select_related("entry", "player").get(wind="S")
    organizer.post(desk(sheet, f"players/{seat.entry.number}/{action}/"))
    waiting = entries.enter_new_player(
        tournament=sheet.table.round.tournament, surname="Attende", author=None
    )
    wall = desk(sheet, "play/1/")
    assert buttons(organizer.get(wall))[0] == "Attende plays"
    done = pressed(organizer, wall, "Attende plays")
    assert done.request["PATH_INFO"] == wall
    assert sheet.table.seats.get(wind="S").entry == waiting
    assert "empty chair" not in words(organizer.get(wall))
    assert LogEntry.objects.filter(kind="substitute").count() == 1


def test_paper_that_names_who_signs_is_out_of_date_once_somebody_else_sits(
    organizer: Client, sheet: Sheet
) -> None:
    absent(organizer, sheet)
    evening = sheet.table.round.tournament
    job = PrintJob.objects.create(tournament=evening, document="signing_slips", state="done")
    assert not is_outdated(job, "signing_slips", changes_of(evening))
    pressed(organizer, of_table(sheet), "House player plays")
    assert is_outdated(job, "signing_slips", changes_of(evening))


def test_a_house_player_takes_the_empty_chair_and_is_not_ranked(
    organizer: Client, sheet: Sheet
) -> None:
    absent(organizer, sheet)
    pressed(organizer, of_table(sheet), "House player plays")
    seat = sheet.table.seats.select_related("entry", "player").get(wind="S")
    assert (seat.player.is_house, seat.entry.unranked, seat.from_hand) == (True, True, 1)


def test_who_is_here_after_all_sits_down_again(organizer: Client, sheet: Sheet) -> None:
    seat = absent(organizer, sheet)
    pressed(organizer, desk(sheet, "play/1/"), "is here after all")
    seat.entry.refresh_from_db()
    assert seat.entry.present
    assert "empty chair" not in words(organizer.get(of_table(sheet)))


def test_after_hand_4_the_empty_chair_asks_for_a_substitute_from_hand_5(
    organizer: Client, sheet: Sheet
) -> None:
    for hand in range(1, 5):
        enter_row(sheet=sheet, hand=hand, content=good_rows()[hand], origin="desk")
    seat = absent(organizer, sheet)
    assert buttons(organizer.get(of_table(sheet)))[0] == "House player sits in from hand 5"
    pressed(organizer, of_table(sheet), "House player sits in from hand 5")
    later = sheet.table.seats.select_related("player").get(wind="S", from_hand=5)
    assert (later.player.is_house, later.entry) == (True, seat.entry)
    assert "empty chair" not in words(organizer.get(of_table(sheet)))


def test_nobody_is_missing_where_every_hand_is_written(organizer: Client, sheet: Sheet) -> None:
    fill(sheet)
    absent(organizer, sheet)
    assert "empty chair" not in words(organizer.get(of_table(sheet)))
    assert "empty chair" not in words(organizer.get(desk(sheet, "play/1/")))


def test_the_chairs_of_a_pair_that_left_are_both_empty(organizer: Client) -> None:
    sheet = sheet_of(sealed_round(a_tournament(ruleset="lab_coppie")))
    seat = absent(organizer, sheet, "N")
    sheet.table.seats.filter(wind="S").update(entry=seat.entry)
    assert organizer.get(desk(sheet, "play/1/")).content.decode().count('class="chair-empty"') == 2


def test_a_team_that_waits_fills_its_chairs_at_both_tables(organizer: Client, make_evening) -> None:
    evening = make_evening(0, ruleset="pt_pareado")
    for name in ("Aquile", "Balene", "Cervi"):
        four = [Player.objects.create(surname=f"{name}{number}") for number in range(1, 5)]
        entries.enter_pair(tournament=evening, players=four, name=name, author=None)
    draw_winds(tournament=evening, author=None)
    round_ = publish_seating(
        round=plan_round(tournament=evening, sit_out_by_lot=True, author=None), author=None
    )
    waiting = evening.entries.get(number__in=round_.seating_note["sitting_out"])
    gone = evening.entries.exclude(pk=waiting.pk).first()
    organizer.post(f"/desk/{evening.code}/players/{gone.number}/absent/")
    page = f"/desk/{evening.code}/play/1/"
    assert words(organizer.get(page)).count("empty chair") == 4
    pressed(organizer, page, f"{waiting.title} plays")
    assert round_.seats.filter(entry=waiting).count() == 4
    assert "empty chair" not in words(organizer.get(page))


# --- changes


def test_each_of_the_four_names_has_its_changes_on_the_sheet_and_the_panel_comes_as_a_fragment(
    arbiter: Client, sheet: Sheet
) -> None:
    page = arbiter.get(of_table(sheet)).content.decode()
    for wind in "NESW":
        assert f'hx-get="{of_table(sheet, "seats/")}?wind={wind}"' in page
    part = arbiter.get(
        of_table(sheet, "seats/"), {"wind": "E"}, headers={"HX-Request": "true"}
    ).content.decode()
    assert part.lstrip().startswith("<section")
    assert len(re.findall(r'<details name="changes" data-caret open>', part)) == 1
    assert "substitute" not in arbiter.get(desk(sheet, "play/1/")).content.decode()


def test_somebody_else_from_hand_1_has_the_result(arbiter: Client, sheet: Sheet) -> None:
    fill(sheet)
    seat = sheet.table.seats.select_related("player").get(wind="W")
    late = Player.objects.create(surname="Èvoli", given_name="Zoë")
    results = arbiter.get(
        of_table(sheet, "seats/find/"), {"q": "evo", "wind": "W"}, headers={"HX-Request": "true"}
    )
    assert list(results.context["candidates"]) == [late]
    sits = {"wind": "W", "read": seat.player_id, "q": "evo", "player": late.pk, "from_hand": "1"}
    answer = arbiter.post(of_table(sheet, "seats/sit/"), sits, follow=True)
    assert "Èvoli Zoë plays from hand 1, and the result is theirs." in words(answer)
    assert sheet.table.seats.get(wind="W").player == late


def test_somebody_else_from_hand_7_is_a_substitute(arbiter: Client, sheet: Sheet) -> None:
    seat = sheet.table.seats.get(wind="W")
    late = Player.objects.create(surname="Èvoli", given_name="Zoë")
    sits = {"wind": "W", "read": seat.player_id, "q": "evo", "from_hand": "7"}
    assert arbiter.post(of_table(sheet, "seats/sit/"), sits).status_code == 302
    row = Seat.objects.get(player=late)
    assert (row.entry, row.from_hand, row.wind) == (seat.entry, 7, "W")
    assert "from hand 7 Èvoli Zoë" in words(arbiter.get(of_table(sheet)))


def test_half_written_it_is_refused_and_what_was_typed_stays(arbiter: Client, sheet: Sheet) -> None:
    wrong = {"wind": "W", "q": "nobody at all", "from_hand": "7"}
    for more in (
        {},
        {"from_hand": "x"},
        {"wind": "Z"},
        {"from_hand": "99", "player": Player.objects.first().pk},
    ):
        answer = arbiter.post(of_table(sheet, "seats/sit/"), wrong | more)
        assert answer.status_code == 422
    answer = arbiter.post(of_table(sheet, "seats/sit/"), wrong)
    text = answer.content.decode()
    assert "Choose who sits there" in text
    assert 'value="nobody at all"' in text
    assert re.search(r'name="from_hand"[^>]*value="7"', text)


# --- players who never came


def test_the_man_who_never_came_is_in_no_standing_no_mail_and_no_season(organizer: Client) -> None:
    evening = a_tournament(
        circuit=Circuit.objects.create(code="inverno", name="Inverno"), planned_rounds=1
    )
    round_ = sealed_round(evening)
    sheets = list(Sheet.objects.filter(table__round=round_).order_by("table__number"))
    seat = absent(organizer, sheets[0])
    gone, name = seat.player, seat.player.full_name
    Player.objects.filter(pk=gone.pk).update(email="mai@example.org", emails_agreed=True)
    came = Player.objects.create(surname="Venuto", email="venuto@example.org", emails_agreed=True)
    organizer.post(
        of_table(sheets[0], "seats/sit/"),
        {"wind": "S", "read": gone.pk, "player": came.pk, "from_hand": "1"},
    )
    for sheet in sheets:
        close_sheet(sheet=fill(sheet), author=None)
    close_round(round=round_, author=None)
    standing = tournament_standings(evening).standings
    ranked = [line.entry for line in standing.overall]
    assert len(ranked) == 8
    assert name not in ranked
    assert "Venuto" in ranked
    assert name not in str(last_publication(evening).standings)
    assert {
        player.pk
        for player in recipients(read_publication(evening, last_publication(evening))).values()
    } == {came.pk}
    assert person_of(gone).evenings == ()
    season = season_of(evening.circuit)
    assert name not in str(season.as_json())
    assert "Venuto" in str(season.as_json())


def test_who_was_absent_and_for_whom_nobody_played_a_hand_has_no_result(
    organizer: Client, sheet: Sheet
) -> None:
    seat = absent(organizer, sheet)
    accept_sheet(sheet=sheet, author=None, reason="Mancava il quarto.")
    standing = tournament_standings(seat.entry.tournament, [sheet.table.round]).standings
    assert seat.player.full_name not in str(standing.as_json())
    present = sheet.table.seats.select_related("player").get(wind="N")
    assert present.player.full_name in str(standing.as_json())


def test_who_left_after_some_hands_keeps_the_result_of_his_seat(
    organizer: Client, sheet: Sheet
) -> None:
    fill(sheet)
    seat = absent(organizer, sheet)
    close_sheet(sheet=sheet, author=None)
    standing = tournament_standings(seat.entry.tournament, [sheet.table.round]).standings
    assert seat.player.full_name in str(standing.as_json())
    assert Round.objects.get().stage == Round.Stage.PLAYING
    assert Entry.objects.get(pk=seat.entry_id).present is False
