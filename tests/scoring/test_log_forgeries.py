"""Attacks by an intruder who has the database but not the key: the log shows everything that is
changed, added or deleted.
"""

from __future__ import annotations

import datetime
import gzip
import json
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from deals.models import BoardSet
from ground import guards
from people.erasure import forget
from people.merging import merge
from scoring.decisions import revoke_ruling, rule
from scoring.log_check import check_log, standing_digest
from scoring.models import HandResult, Publication, Ruling, Sheet
from scoring.publishing import publish
from scoring.round_steps import close_round, make_official, start_round, withdraw_official
from scoring.rows import enter_row
from scoring.sheet_steps import close_sheet, hand_in, reopen_sheet, sign_sheet
from scoring.wrong_winds import rule_seats
from tests.evenings import a_tournament, entered, fill, kept, rows_of
from tests.seasons.moving import emptied, over, packed, taken_in
from tests.services import some
from tournaments.board_steps import replace_board, seal_boards
from tournaments.entries import add_house_player, add_player
from tournaments.log import LogKind, counts, key_name, line_hash, record
from tournaments.log.verification import count_anew
from tournaments.models import LogEntry, Player, Round, Seat, Table, Tournament
from tournaments.roster import save_player
from tournaments.round_seating import plan_round
from tournaments.seat_changes import publish_seating, swap_seats
from tournaments.substitutes import substitute
from tournaments.wind_draw import draw_winds

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _folder(settings: Any, tmp_path: Any) -> None:
    settings.DATA_DIR = tmp_path


# --- an evening at each of its stages


def sheet_at(evening: Tournament, table: int) -> Sheet:
    return Sheet.objects.select_related("table__round__tournament").get(
        table__round__tournament=evening, table__number=table, table__round__number=1
    )


@kept
def before_play() -> Tournament:
    """Eight players and their boards; somebody has looked at the cards since."""
    evening = entered(8, seated=True, planned_rounds=1)
    seal_boards(round=evening.rounds.get(), author=None)
    record(evening, LogKind.CARDS_OPENED, "Somebody has looked at the cards.")
    return evening


@kept
def in_play() -> Tournament:
    """Table 1 is closed, with a ruling, a revoked one, and a row that was typed twice; table 2 is
    playing.
    """
    evening = before_play()
    start_round(round=evening.rounds.get(), author=None)
    sheet = sheet_at(evening, 1)
    rows = rows_of(sheet)
    other = rows[1]["units"]
    wrong = {
        **rows[1],
        "units": {"N": other["E"], "E": other["S"], "S": other["W"], "W": other["N"]},
    }
    enter_row(sheet=sheet, hand=1, content=wrong, origin="phone")
    fill(sheet, rows)
    rule(
        sheet=sheet,
        kind="adjustment",
        offender="N",
        effect={"points": "-5"},
        reason="Tardi.",
        arbiter=None,
    )
    gone = rule(
        sheet=sheet,
        kind="adjustment",
        offender="E",
        effect={"points": "-5"},
        reason="Tardi.",
        arbiter=None,
    )
    revoke_ruling(ruling=gone, author=None, reason="Il tram.")
    sign_sheet(sheet=sheet, wind="N")
    hand_in(sheet=sheet, by="phone")
    close_sheet(sheet=sheet, author=None)
    enter_row(
        sheet=sheet_at(evening, 2), hand=1, content=rows_of(sheet_at(evening, 2))[1], origin="phone"
    )
    record(evening, LogKind.CARDS_OPENED, "Somebody has looked at the cards.")
    return evening


@kept
def published() -> Tournament:
    evening = in_play()
    sheet = sheet_at(evening, 2)
    fill(sheet)
    hand_in(sheet=sheet, by="phone")
    close_sheet(sheet=sheet, author=None)
    close_round(round=evening.rounds.get(), author=None)
    return Tournament.objects.get(pk=evening.pk)


STAGES: dict[str, Callable[[], Tournament]] = {
    "before play": before_play,
    "in play": in_play,
    "published": published,
}


def faults(evening: Tournament) -> list[str]:
    with translation.override("en"):
        return [f"{fault.number}: {fault.reason}" for fault in check_log(evening).faults]


def run_check() -> str:
    out = StringIO()
    with translation.override("en"):
        call_command("check_log", stdout=out)
    return out.getvalue()


# --- the forgeries


def sql(statement: str, *values: Any) -> None:
    with guards.guards_off(connection), connection.cursor() as cursor:
        cursor.execute(statement, values)


def rewrite(evening: Tournament, first: int, key: str) -> None:
    """Rewrite every line from ``first`` on, sealing it with the intruder's key."""
    lines = list(evening.log.order_by("sequence"))
    before = lines[first - 2].hash if first > 1 else ""
    with override_settings(LOG_KEYS=[key]), guards.guards_off(connection):
        for line in lines[first - 1 :]:
            line.key, line.previous_hash, line.author_name = (
                key_name(key),
                before,
                "Somebody else",
            )
            line.hash = before = line_hash(line) or ""
            line.save()


def delete_the_log(evening: Tournament) -> None:
    sql("DELETE FROM tournaments_logentry WHERE tournament_id = %s", evening.pk)


def cut_before_the_cards_were_opened(evening: Tournament) -> None:
    line = evening.log.filter(kind=LogKind.CARDS_OPENED).latest("sequence")
    sql(
        "DELETE FROM tournaments_logentry WHERE tournament_id = %s AND sequence >= %s",
        evening.pk,
        line.sequence,
    )


def add_a_line(evening: Tournament) -> None:
    with override_settings(LOG_KEYS=["invented"]):
        record(evening, LogKind.CALL_TAKEN, "Nothing.")


def exchange_the_boards(evening: Tournament) -> None:
    """Replace boards, seal and seed by those of another evening, which were really dealt."""
    other = Tournament.objects.create(name=evening.name, date=evening.date)
    seal_boards(round=Round.objects.create(tournament=other, number=1), author=None)
    mine, other_set = evening.rounds.get().board_set, BoardSet.objects.get(round__tournament=other)
    assert mine is not None
    sql("DELETE FROM deals_board WHERE board_set_id = %s", mine.pk)
    sql("UPDATE deals_board SET board_set_id = %s WHERE board_set_id = %s", mine.pk, other_set.pk)
    for column in ("document", "commitment", "seed"):
        sql(
            f"UPDATE deals_boardset SET {column} = (SELECT {column} FROM deals_boardset WHERE id = %s) WHERE id = %s",
            other_set.pk,
            mine.pk,
        )


def exchange_two_cards(evening: Tournament) -> None:
    sql(
        "UPDATE deals_board SET owners = substr(owners, 52) || substr(owners, 1, 51) WHERE number = 1"
    )


def withdraw_a_board(evening: Tournament) -> None:
    sql(
        "UPDATE deals_board SET withdrawn_at = '2026-11-20 20:00', withdrawn_because = 'x' WHERE number = 1"
    )


def put_in_a_version(evening: Tournament) -> None:
    row = HandResult.objects.filter(sheet=sheet_at(evening, 1)).order_by("hand", "-version")[0]
    row.content["units"] = {"N": 0, "E": 0, "S": 0, "W": sum(row.content["units"].values())}
    HandResult.objects.create(
        sheet=row.sheet, hand=row.hand, version=row.version + 1, content=row.content
    )


def put_in_an_old_version(evening: Tournament) -> None:
    """Insert a version with the lowest key, so that it seems older than the closing of the sheet."""
    put_in_a_version(evening)
    row = HandResult.objects.latest("pk")
    sql("UPDATE scoring_handresult SET id = -1 WHERE id = %s", row.pk)


def delete_a_version(evening: Tournament) -> None:
    first = HandResult.objects.filter(sheet=sheet_at(evening, 1), hand=1, version=1)
    sql("DELETE FROM scoring_handresult WHERE id = %s", first.get().pk)


def change_units(evening: Tournament) -> None:
    row = HandResult.objects.filter(sheet=sheet_at(evening, 1)).latest("pk")
    sql(
        "UPDATE scoring_handresult SET content = json_set(content, '$.units.N', 9) WHERE id = %s",
        row.pk,
    )


def change_the_time_of_a_row(evening: Tournament) -> None:
    row = HandResult.objects.filter(sheet=sheet_at(evening, 1)).latest("pk")
    sql("UPDATE scoring_handresult SET created_at = '2026-01-01 20:00' WHERE id = %s", row.pk)


def exchange_seats(first: Seat, second: Seat) -> None:
    sql("UPDATE tournaments_seat SET player_id = NULL WHERE id = -1")
    with guards.guards_off(connection):
        Seat.objects.filter(pk=second.pk).delete()
        Seat.objects.filter(pk=first.pk).update(entry=second.entry_id, player=second.player_id)
        second.entry_id, second.player_id = first.entry_id, first.player_id
        second.save(force_insert=True)


def exchange_seats_at_the_table(evening: Tournament) -> None:
    exchange_seats(*Seat.objects.filter(round__tournament=evening, table__number=2, wind__in="NE"))


def exchange_seats_between_tables(evening: Tournament) -> None:
    exchange_seats(*Seat.objects.filter(round__tournament=evening, wind="N"))


def exchange_tables(evening: Tournament) -> None:
    one, two = Table.objects.filter(round__tournament=evening).order_by("number")
    for key, number in ((one.pk, 99), (two.pk, 1), (one.pk, 2)):
        sql("UPDATE tournaments_table SET number = %s WHERE id = %s", number, key)


def put_in_a_substitute(evening: Tournament) -> None:
    seat = Seat.objects.filter(round__tournament=evening, table__number=2, wind="N").get()
    stranger = Player.objects.create(surname="Nobody")
    Seat.objects.create(
        round=seat.round, table=seat.table, wind="N", entry=seat.entry, player=stranger, from_hand=3
    )


def put_in_a_ruling(evening: Tournament) -> None:
    effect = {"points": "50"}
    Ruling.objects.create(
        sheet=sheet_at(evening, 2), kind="adjustment", offender="N", effect=effect, reason="x"
    )


def put_in_a_ruling_at_a_closed_sheet(evening: Tournament) -> None:
    effect = {"points": "50"}
    Ruling.objects.create(
        sheet=sheet_at(evening, 1), kind="adjustment", offender="N", effect=effect, reason="x"
    )


def change_a_ruling(evening: Tournament) -> None:
    sql("UPDATE scoring_ruling SET effect = '{\"points\": \"50\"}' WHERE offender = 'N'")


def delete_a_ruling(evening: Tournament) -> None:
    sql("DELETE FROM scoring_ruling WHERE offender = 'N'")


def revoke_a_ruling_silently(evening: Tournament) -> None:
    sql(
        "UPDATE scoring_ruling SET revoked_at = '2026-11-20', revoked_because = 'x' WHERE offender = 'N'"
    )


def let_a_revoked_ruling_stand(evening: Tournament) -> None:
    sql("UPDATE scoring_ruling SET revoked_at = NULL, revoked_because = '' WHERE offender = 'E'")


def put_in_a_signature(evening: Tournament) -> None:
    sheet_at(evening, 1).signatures.create(wind="S", content_hash="0" * 64)


def delete_a_signature(evening: Tournament) -> None:
    sql("DELETE FROM scoring_signature")


def put_in_a_redeal(evening: Tournament) -> None:
    sheet = sheet_at(evening, 2)
    player = sheet.table.seats.get(wind="N").player
    sheet.redeals.create(hand=5, wind="N", player=player, extremes=8, time_voided=1)


def say_another_first_dealer(evening: Tournament) -> None:
    sql("UPDATE scoring_sheet SET first_dealer = 'W'")


def open_a_closed_sheet(evening: Tournament) -> None:
    sql("UPDATE scoring_sheet SET state = 'open' WHERE id = %s", sheet_at(evening, 1).pk)


def exchange_players_of_entries(evening: Tournament) -> None:
    one, two = evening.members.order_by("entry__number")[:2]
    other = Player.objects.create(surname="Nobody")
    for key, player in ((one.pk, other.pk), (two.pk, one.player_id), (one.pk, two.player_id)):
        sql("UPDATE tournaments_entrymember SET player_id = %s WHERE id = %s", player, key)


def exchange_names(evening: Tournament) -> None:
    one, two = Player.objects.order_by("pk")[:2]
    for player, name in ((one, two.surname), (two, one.surname)):
        sql("UPDATE tournaments_player SET surname = %s WHERE id = %s", name, player.pk)


def rename_a_player(evening: Tournament) -> None:
    sql("UPDATE tournaments_player SET surname = 'Bianchi' WHERE surname = 'Rossi001'")


def rank_nobody(evening: Tournament) -> None:
    sql("UPDATE tournaments_entry SET unranked = 1 WHERE number = 1")


def carry_points(evening: Tournament) -> None:
    sql("UPDATE tournaments_entry SET carried = '100' WHERE number = 1")


def change_the_settings(evening: Tournament) -> None:
    sql("UPDATE tournaments_tournament SET settings = '{\"redeals\": true}'")


def change_how_it_is_ranked(evening: Tournament) -> None:
    sql("UPDATE tournaments_tournament SET standing_settings = '{\"best_of\": 1}'")


def change_the_system(evening: Tournament) -> None:
    sql("UPDATE tournaments_tournament SET ruleset = 'assi'")


def make_it_a_trial(evening: Tournament) -> None:
    sql("UPDATE tournaments_tournament SET is_demo = 1")


def name_another_author(evening: Tournament) -> None:
    sql("UPDATE tournaments_logentry SET author_name = 'bruno' WHERE sequence = 2")


def name_another_author_under_an_invented_key(evening: Tournament) -> None:
    """Change an author but keep the seals, so that the next lines still fit."""
    sql(
        "UPDATE tournaments_logentry SET author_name = 'bruno', key = 'deadbeef' WHERE sequence = 2"
    )


def change_the_time_of_a_line(evening: Tournament) -> None:
    sql("UPDATE tournaments_logentry SET at = '2026-01-01 20:00' WHERE sequence = 2")


def take_a_line_out(evening: Tournament) -> None:
    sql("DELETE FROM tournaments_logentry WHERE sequence = 2")


def make_it_official(evening: Tournament) -> None:
    sql("UPDATE tournaments_round SET stage = 'official'")
    sql("UPDATE scoring_publication SET state = 'official'")


def change_what_was_published(evening: Tournament) -> None:
    sql("UPDATE scoring_publication SET standings = json_set(standings, '$.overall[0].rank', 2)")


def change_when_it_was_published(evening: Tournament) -> None:
    sql("UPDATE scoring_publication SET created_at = '2026-01-01 20:00'")


def change_the_time_for_protests(evening: Tournament) -> None:
    sql("UPDATE scoring_publication SET protest_minutes = 0")


def take_a_publication_away(evening: Tournament) -> None:
    sql("DELETE FROM scoring_publication")


def settle_a_tie(evening: Tournament) -> None:
    one, two = evening.entries.order_by("number")[:2]
    evening.settlements.create(
        standing="overall", kind="play_off", places=[[one.pk, 1], [two.pk, 2]], reason="x"
    )


AT_ANY_TIME = (
    delete_the_log,
    cut_before_the_cards_were_opened,
    add_a_line,
    exchange_the_boards,
    exchange_two_cards,
    withdraw_a_board,
    exchange_seats_at_the_table,
    exchange_seats_between_tables,
    exchange_tables,
    put_in_a_substitute,
    exchange_players_of_entries,
    exchange_names,
    rename_a_player,
    rank_nobody,
    carry_points,
    change_the_settings,
    change_how_it_is_ranked,
    change_the_system,
    make_it_a_trial,
    name_another_author,
    name_another_author_under_an_invented_key,
    change_the_time_of_a_line,
    take_a_line_out,
)
WHILE_IT_IS_PLAYED = (
    put_in_a_version,
    put_in_an_old_version,
    delete_a_version,
    change_units,
    change_the_time_of_a_row,
    put_in_a_ruling,
    put_in_a_ruling_at_a_closed_sheet,
    change_a_ruling,
    delete_a_ruling,
    revoke_a_ruling_silently,
    let_a_revoked_ruling_stand,
    put_in_a_signature,
    delete_a_signature,
    put_in_a_redeal,
    say_another_first_dealer,
    open_a_closed_sheet,
    make_it_official,
)
ONCE_PUBLISHED = (
    change_what_was_published,
    change_when_it_was_published,
    change_the_time_for_protests,
    take_a_publication_away,
    settle_a_tie,
)
FORGERIES = [
    *((stage, forged) for stage in STAGES for forged in AT_ANY_TIME),
    *((stage, forged) for stage in ("in play", "published") for forged in WHILE_IT_IS_PLAYED),
    *(("published", forged) for forged in ONCE_PUBLISHED),
]


@pytest.mark.parametrize(("stage", "forged"), some(FORGERIES))
def test_a_forgery_is_found(stage: str, forged: Callable[[Tournament], None]) -> None:
    evening = STAGES[stage]()
    count_anew()
    assert faults(evening) == []
    forged(evening)
    assert faults(evening) != []
    with pytest.raises(CommandError, match=evening.code):
        run_check()


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("lines", ["all", "the last four"])
@pytest.mark.parametrize("counted", [True, False])
def test_a_log_written_anew_is_found(stage: str, lines: str, counted: bool) -> None:
    """The intruder seals the rewritten lines with another key. The seal in the installation's
    folder differs too, if it is not lost.
    """
    evening = STAGES[stage]()
    if counted:
        count_anew()
    first = 1 if lines == "all" else evening.log.count() - 3
    rewrite(evening, first, "invented")
    assert faults(evening)[0].startswith(f"{first}: its key {key_name('invented')} is not here")
    seal = f"{evening.log.count()}: its seal is not the one kept outside the database"
    assert any(fault.startswith(seal) for fault in faults(evening)) == counted
    with pytest.raises(CommandError, match=evening.code):
        run_check()


def test_an_evening_taken_away_with_its_log_is_missed() -> None:
    evening = published()
    count_anew()
    emptied()
    out = StringIO()
    with translation.override("en"), pytest.raises(CommandError, match=evening.code):
        call_command("check_log", stdout=out)
    assert f"{evening.code}: its lines are counted outside the database" in out.getvalue()


def test_a_fault_says_where_and_since_which_line() -> None:
    evening = published()
    exchange_seats_at_the_table(evening)
    put_in_a_ruling_at_a_closed_sheet(evening)
    put_in_a_version(evening)
    closed, seated = (
        evening.log.filter(kind=kind).earliest("sequence").sequence
        for kind in ("sheet_closed", "seating")
    )
    fault_lines = faults(evening)
    assert (
        f"{seated}: seats, partita 1, table 2: no longer as this line has it, and no later line mentions a change"
        in fault_lines
    )
    assert any(
        "rulings, partita 1, table 1: no longer as this line has it" in fault
        for fault in fault_lines
    )
    assert (
        f"{closed}: partita 1, table 1: a row has had another version since it was closed, and no line says so"
        in fault_lines
    )


def test_a_ruling_put_in_is_found_after_the_next_one_too() -> None:
    """The line of a genuine ruling vouches only for that ruling."""
    evening = in_play()
    put_in_a_ruling(evening)
    rule(sheet=sheet_at(evening, 2), kind="warning", offender="N", reason="Lento.", arbiter=None)
    line = evening.log.latest("sequence").sequence
    assert f"{line}: rulings, partita 1, table 2: one exists that no line mentions" in faults(
        evening
    )


def test_seats_exchanged_are_found_after_the_partita_is_closed_and_published_too() -> None:
    evening = in_play()
    exchange_seats_at_the_table(evening)
    fill(sheet_at(evening, 2))
    hand_in(sheet=sheet_at(evening, 2), by="phone")
    close_sheet(sheet=sheet_at(evening, 2), author=None)
    close_round(round=evening.rounds.get(), author=None)
    line = evening.log.get(kind="sheet_handed_in", fields__table=2).sequence
    first = evening.log.get(kind="seating").sequence
    sentence = f"{line}: seats, partita 1, table 2: not as in line {first}, and no line between mentions a change"
    assert sentence in faults(evening)


# --- a genuine evening is clean at every stage


@pytest.mark.parametrize("stage", STAGES)
def test_an_honest_evening_is_clean(stage: str) -> None:
    evening = STAGES[stage]()
    count_anew()
    assert faults(evening) == []
    assert check_log(evening).warnings == ()
    assert "all lines hold" in run_check()


def test_the_chair_of_one_who_fills_a_table_is_taken_in_play_and_the_log_is_whole() -> None:
    evening = entered(7, planned_rounds=2)
    add_house_player(tournament=evening, author=None)
    draw_winds(tournament=evening, author=None)
    round_ = plan_round(tournament=evening, author=None)
    publish_seating(round=round_, author=None)
    seal_boards(round=Round.objects.get(pk=round_.pk), author=None)
    start_round(round=Round.objects.get(pk=round_.pk), author=None)
    late = add_player(surname="Tardi", given_name="Ugo")
    chair = round_.seats.get(entry__fills=True)
    substitute(seat=chair, player=late, from_hand=4, author=None)
    assert evening.entries.filter(members__player=late).exists()
    assert faults(evening) == []


def test_all_that_may_happen_to_an_evening_leaves_it_clean() -> None:
    """House players, exchanged seats, a replaced board, a substitute, a first dealer, wrong winds,
    a sheet opened again with an erratum, people renamed, merged, separated again and forgotten, and
    the evening closed.
    """
    evening = entered(6, planned_rounds=2)
    for _missing in range(2):
        add_house_player(tournament=evening, author=None)
    draw_winds(tournament=evening, author=None)
    round_ = plan_round(tournament=evening, author=None)
    seats = list(round_.seats.filter(wind="N").order_by("table__number"))
    swap_seats(round=round_, first=seats[0], second=seats[1], author=None)
    publish_seating(round=round_, author=None)
    round_ = Round.objects.get(pk=round_.pk)
    seal_boards(round=round_, author=None)
    replace_board(round=round_, number=3, reason="Vista.", author=None)
    assert faults(evening) == []
    start_round(round=round_, author=None)
    late = add_player(surname="Tardi", given_name="Ugo")
    substitute(
        seat=round_.seats.get(table__number=1, wind="N"), player=late, from_hand=4, author=None
    )
    for table in (1, 2):
        sheet = fill(sheet_at(evening, table))
        hand_in(sheet=sheet, by="phone")
        close_sheet(sheet=sheet, author=None)
    assert faults(evening) == []
    close_round(round=round_, author=None)
    make_official(round=round_, author=None)
    withdraw_official(round=round_, author=None, reason="Un errore.")
    sheet = reopen_sheet(sheet=sheet_at(evening, 1), author=None, reason="Nord e Sud scambiati.")
    assert faults(evening) == []
    units = sheet.results.current().get(hand=1).content["units"]
    other = {"N": units["E"], "E": units["N"], "S": units["W"], "W": units["S"]}
    enter_row(sheet=sheet, hand=1, content={"units": other}, origin="desk")
    rule_seats(
        sheet=sheet_at(evening, 2),
        winds=("S", "E"),
        hand=5,
        reason="Seduti male.",
        arbiter=None,
        follows="players",
    )
    close_sheet(sheet=sheet_at(evening, 1), author=None)
    publish(tournament=evening, author=None)
    assert faults(evening) == []
    player = Player.objects.get(surname="Rossi001")
    player.surname = "Rosso"
    save_player(player=player, author=None)
    assert faults(evening) == []
    again = add_player(surname="Rosso", given_name="Anna Maria")
    merge(player=again, gone=player, chosen={}, author=None)
    assert faults(evening) == []
    evening = Tournament.objects.get(pk=evening.pk)
    publish(tournament=evening, author=None)
    over(evening)
    save_player(player=_renamed("Rossi002"), author=None)
    assert faults(evening) == []
    forget(player=Player.objects.get(surname="Rossi003"), author=None)
    assert faults(evening) == []
    content = packed(Tournament.objects.get(pk=evening.pk))
    emptied()
    [new] = taken_in(content)
    assert faults(new) == []


def _renamed(surname: str) -> Player:
    player = Player.objects.get(surname=surname)
    player.surname = "Verdi"
    return player


# --- through an archive file


def changed_log(
    content: bytes, change: Callable[[list[dict[str, Any]], dict[str, Any]], None]
) -> bytes:
    """Change an archive file. ``change`` gets the lines of its single evening, and all its rows."""
    form = json.loads(gzip.decompress(content))
    rows = form["evenings"][0]["rows"]
    change(rows["logentry"], rows)
    return gzip.compress(json.dumps(form).encode())


def sealed_anew(
    lines: list[dict[str, Any]], code: str, first: int = 1, key: str = "invented"
) -> None:
    tournament = Tournament(code=code)
    before = lines[first - 2]["hash"] if first > 1 else ""
    with override_settings(LOG_KEYS=[key]):
        for form in lines[first - 1 :]:
            form |= {"key": key_name(key), "previous_hash": before}
            values = {
                name: form[name]
                for name in ("sequence", "kind", "sentence", "fields", "author_name", "key")
            }
            at = datetime.datetime.fromisoformat(form["at"])
            before = form["hash"] = line_hash(
                LogEntry(tournament=tournament, at=at, previous_hash=before, **values)
            )


def some_authors(lines: list[dict[str, Any]], rows: dict[str, Any]) -> None:
    """Change authors but keep the seals, so that the next lines still fit."""
    for line in lines[3:6]:
        line |= {"author_name": "bruno", "key": "deadbeef"}


def the_first_authors(lines: list[dict[str, Any]], rows: dict[str, Any]) -> None:
    for line in lines[:6]:
        line |= {"author_name": "bruno", "key": "deadbeef"}


def all_authors(lines: list[dict[str, Any]], rows: dict[str, Any]) -> None:
    for line in lines:
        line["author_name"] = "bruno"
    sealed_anew(lines, rows["tournament"][0]["code"])


def without_keys(lines: list[dict[str, Any]], rows: dict[str, Any]) -> None:
    for line in lines:
        line |= {"author_name": "bruno", "key": ""}


def a_changed_standing(lines: list[dict[str, Any]], rows: dict[str, Any]) -> None:
    """Change a publication, and forge the line that a name was removed from it, also in the line of
    the installation that took it in.
    """
    published = rows["publication"][-1]
    published["erratum"] = "Nothing."
    with translation.override("en"):
        digest = changed_digest(published)
    last = lines[-1]
    lines.insert(
        -1,
        {
            **last,
            "pk": last["pk"] + 1,
            "kind": "forgotten",
            "fields": {
                "lines": {},
                "standings": {str(published["number"]): digest},
                "player": "x",
                "count": 0,
            },
            "sentence": "A person's name was removed for good: %(player)s from now on. Lines changed: %(count)s.",
        },
    )
    last["sequence"] += 1
    sealed_anew(lines, rows["tournament"][0]["code"], first=len(lines) - 1)


def changed_digest(published: dict[str, Any]) -> str:
    values = {
        name: published[name]
        for name in ("number", "standings", "erratum", "corrections", "protest_minutes")
    }
    return standing_digest(
        Publication(**values, created_at=datetime.datetime.fromisoformat(published["created_at"]))
    )


IN_A_FILE = (some_authors, the_first_authors, all_authors, without_keys, a_changed_standing)


@kept
def closed() -> Tournament:
    return over(published())


@pytest.mark.parametrize("forged", IN_A_FILE)
def test_a_forged_archive_is_found_where_the_key_is(forged: Callable[..., None]) -> None:
    evening = closed()
    content = packed(evening)
    count_anew()
    emptied()
    [new] = taken_in(changed_log(content, forged))
    assert faults(new) != []
    with pytest.raises(CommandError, match=new.code):
        run_check()


@pytest.mark.parametrize(
    "forged", [some_authors, the_first_authors, without_keys, a_changed_standing]
)
def test_a_forged_archive_is_found_where_the_key_is_not(
    forged: Callable[..., None], settings: Any
) -> None:
    """One key may not alternate with another. A log that is wholly rewritten is not recognized
    here; the line of the import names its key.
    """
    content = changed_log(packed(closed()), forged)
    emptied()
    settings.LOG_KEYS = ["another installation's key"]
    [new] = taken_in(content)
    assert faults(new) != []


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tournaments_logentry SET author_name = 'bruno' WHERE sequence = 2 AND tournament_id = %s",
        "UPDATE tournaments_logentry SET author_name = 'bruno', key = 'deadbeef' WHERE sequence = 2 AND tournament_id = %s",
        "UPDATE scoring_publication SET erratum = 'Nothing.' WHERE tournament_id = %s",
    ],
)
def test_a_log_that_came_in_without_its_key_stays_as_it_came(change: str, settings: Any) -> None:
    content = packed(closed())
    emptied()
    settings.LOG_KEYS = ["another installation's key"]
    [new] = taken_in(content)
    assert faults(new) == []
    sql(change, new.pk)
    assert faults(new) != []


def test_a_person_forgotten_there_and_another_here_leave_the_log_as_it_is(settings: Any) -> None:
    evening = closed()
    forget(player=Player.objects.get(surname="Rossi003"), author=None)
    content = packed(evening)
    emptied()
    settings.LOG_KEYS = ["another installation's key"]
    [new] = taken_in(content)
    assert faults(new) == []
    forget(player=Player.objects.get(surname="Rossi004"), author=None)
    assert faults(new) == []


# --- the count outside the database


def test_the_count_is_written_once_the_line_is_there(
    django_capture_on_commit_callbacks: Any,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        evening = published_anew()
        assert counts.read(evening.code) is None
    count, last = counts.read(evening.code), evening.log.latest("sequence")
    assert count is not None
    assert (count.lines, count.seal) == (last.sequence, last.hash)
    assert counts.folder().stat().st_mode & 0o777 == 0o700


def published_anew() -> Tournament:
    evening = entered.__wrapped__(4)  # type: ignore[attr-defined]
    return Tournament.objects.get(pk=evening.pk)


def test_a_slower_process_does_not_put_the_count_back() -> None:
    counts.write("evening", 7, "b" * 64)
    counts.write("evening", 6, "a" * 64)
    count = counts.read("evening")
    assert count is not None
    assert count.lines == 7


def test_a_lost_or_broken_count_is_said_and_is_no_fault() -> None:
    evening = published()
    count_anew()
    [path] = [path for path in counts.folder().iterdir() if not path.name.startswith(".")]
    path.write_text(path.read_text()[:20])
    assert faults(evening) == []
    assert len(check_log(evening).warnings) == 1
    path.unlink()
    assert faults(evening) == []
    assert "The number of lines is not kept outside the database" in run_check()


def test_a_count_that_somebody_wrote_without_the_key_is_a_fault() -> None:
    evening = published()
    count_anew()
    with override_settings(LOG_KEYS=["a guess"]):
        counts.forget(evening.code)
        counts.write(evening.code, 1, evening.log.get(sequence=1).hash)
    assert faults(evening) == [
        f"{evening.log.count() + 1}: the count kept outside the database was changed"
    ]


def test_an_older_copy_put_back_by_hand_is_a_fault_until_its_owner_says_so() -> None:
    evening = published()
    line = evening.log.latest("sequence")
    count_anew()
    counts.write(evening.code, line.sequence + 3, "c" * 64)
    [fault] = faults(evening)
    assert fault.startswith(
        f"{line.sequence + 1}: it is missing: outside the database {line.sequence + 3} lines"
    )
    with translation.override("en"), pytest.raises(CommandError):
        call_command("check_log", stdout=StringIO())


@pytest.mark.django_db(transaction=True)
def test_its_owner_says_so_in_the_terminal() -> None:
    evening = a_tournament()
    record(evening, LogKind.CALL_TAKEN, "One.")
    counts.write(evening.code, 9, "c" * 64)
    counts.write("gone", 9, "c" * 64)
    out = StringIO()
    with translation.override("en"):
        call_command("check_log", older_copy=True, stdout=out)
    assert "all lines hold (2)" in out.getvalue()
    assert evening.log.latest("sequence").fields["count"] == 9


# --- the price


def test_a_row_costs_no_more_than_it_did() -> None:
    """Six queries: the gate, the sheet, its versions, the new version, and both ends of the
    transaction. No line and no digest is written.
    """
    evening = in_play()
    sheet, lines = sheet_at(evening, 2), evening.log.count()
    rows = rows_of(sheet)
    with CaptureQueriesContext(connection) as queries:
        enter_row(sheet=sheet, hand=2, content=rows[2], origin="phone")
    assert len(queries) == 6
    assert evening.log.count() == lines
