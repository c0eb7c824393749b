"""People of a table on its phones: seats, the phone that hands in, the awaited signature."""

from __future__ import annotations

import uuid

import pytest
from django.contrib.auth.models import User
from django.test import Client

from king_tournament.sheet.state import stamp_of
from scoring.decisions import rule
from scoring.models import SeatReport, Sheet
from scoring.sheet_steps import close_sheet, signed_winds
from scoring.wrong_winds import report_seats
from tests.captain.asking import KINGS_AND_JACKS, address, ask
from tests.evenings import a_round, a_sheet, a_tournament, fill, own_code, put_in_play, sealed_round
from tests.scoring.takers import TAKERS, rows
from tournaments.models import Entry, Player, Tournament
from tournaments.seat_changes import swap_seats
from tournaments.substitutes import substitute

pytestmark = pytest.mark.django_db


def people(sheet: Sheet) -> dict[str, int]:
    return {seat.wind: seat.player_id for seat in sheet.table.seats.all()}


def exchanged(sheet: Sheet) -> dict[str, int]:
    seats = people(sheet)
    return seats | {"N": seats["E"], "E": seats["N"]}


def send(client: Client, sheet: Sheet, shown_pk: int) -> int:
    """Send a row to the address of ``sheet``, from a page that showed the sheet with key ``shown_pk``."""
    form = {
        "hand": 1,
        "content": KINGS_AND_JACKS,
        "client_id": str(uuid.uuid4()),
        "based_on": 0,
        "sheet": shown_pk,
    }
    return ask(client, sheet, "rows", form).status_code


def test_a_table_that_sits_otherwise_is_answered_with_its_own_names_and_the_arbiter_is_called(
    client: Client,
) -> None:
    sheet = a_sheet()
    answer = ask(client, sheet, "seats", {"players": exchanged(sheet), "device": "p1"}).json()
    assert answer["sheet"]["seats"]["elsewhere"] == ["N", "E"]
    assert answer["sheet"]["seats"]["names"]["N"] == "Player 2"
    assert answer["sheet"]["seats"]["names"]["NS"] == "Player 2\nPlayer 3"
    assert answer["sheet"]["call"]["hand"] is None
    assert sheet.seat_reports.get().device == "p1"
    assert people(sheet)["N"] == Player.objects.get(surname="Player 1").pk


@pytest.mark.parametrize("change", [{"present": False}, {"withdrawn_at": "2026-11-19T21:00:00Z"}])
def test_an_empty_chair_is_called_so_until_somebody_sits_in_it(
    client: Client, change: dict[str, object]
) -> None:
    sheet = a_sheet()
    before = stamp_of(sheet)
    seat = sheet.table.seats.get(wind="S")
    Entry.objects.filter(pk=seat.entry_id).update(**change)
    Tournament.objects.filter(pk=seat.entry.tournament_id).count_change(
        is_published=True
    )  # as every service does
    assert stamp_of(sheet) != before
    seats = client.get(address(sheet, "state")).json()["seats"]
    assert (seats["names"]["S"], seats["short"]["S"]) == ("posto vuoto", "vuoto")
    assert seats["names"]["NS"] == "Player 1\nposto vuoto"
    substitute(seat=seat, player=Player.objects.create(surname="Riserva"), from_hand=2, author=None)
    assert client.get(address(sheet, "state")).json()["seats"]["names"]["S"] == "Riserva"


def test_no_chair_is_empty_on_a_sheet_that_is_whole(client: Client) -> None:
    sheet = fill(a_sheet())
    Entry.objects.filter(seats__table=sheet.table).update(present=False)
    assert client.get(address(sheet, "state")).json()["seats"]["names"]["S"] == "Player 3"


def test_a_table_that_sits_right_calls_nobody(client: Client) -> None:
    sheet = a_sheet()
    answer = ask(client, sheet, "seats", {"players": people(sheet)})
    assert (answer.status_code, answer.json()["sheet"]["call"]) == (200, None)


@pytest.mark.parametrize(
    "players", [None, [], "N", {}, {"N": [1]}, {"N": 1, "E": 1, "S": 1, "W": 1}]
)
def test_people_who_do_not_sit_there_are_refused_with_a_sentence(
    client: Client, players: object
) -> None:
    sheet = a_sheet()
    answer = ask(client, sheet, "seats", {"players": players})
    assert answer.status_code == 422
    assert "Player 1" in answer.json()["message"]
    assert not SeatReport.objects.exists()


def test_seats_said_exchanged_or_taken_over_change_what_the_phones_ask_for(
    admin_user: User,
) -> None:
    sheet = a_sheet()
    seen = [stamp_of(sheet).text]
    report_seats(sheet=sheet, players=exchanged(sheet))
    seen.append(stamp_of(sheet).text)
    seats = {seat.wind: seat for seat in sheet.table.seats.all()}
    swap_seats(round=sheet.table.round, first=seats["N"], second=seats["E"], author=admin_user)
    seen.append(stamp_of(sheet).text)
    late = Player.objects.create(surname="Late")
    substitute(seat=sheet.table.seats.get(wind="S"), player=late, from_hand=2, author=admin_user)
    seen.append(stamp_of(sheet).text)
    assert len(set(seen)) == 4


def test_the_captains_own_signature_is_not_another_winds(client: Client) -> None:
    sheet = fill(a_sheet(signatures="one"))
    seen = client.get(address(sheet, "state")).json()["seen"]
    signing = ask(
        client, sheet, "sign", {"wind": "N", "seen": seen, "own_code": own_code(sheet, "N")}
    ).json()["sheet"]["signing"]
    assert signing["missing"] == {"": [], "N": ["E", "S", "W"], "E": [], "S": [], "W": []}
    refused = ask(client, sheet, "hand-in", {"captain": "N"})
    assert refused.status_code == 422
    assert refused.json()["sheet"]["state"] == "open"
    assert ask(client, sheet, "hand-in", {"captain": "E"}).json()["sheet"]["state"] == "handed_in"


def test_a_captain_who_is_no_wind_is_nobody(client: Client) -> None:
    sheet = fill(a_sheet())
    assert ask(client, sheet, "hand-in", {"captain": ["N"]}).json()["sheet"]["state"] == "handed_in"


def test_a_page_of_a_start_that_was_taken_back_writes_nothing(client: Client) -> None:
    sheet = a_sheet()
    before, round_ = sheet.pk, sheet.table.round
    sheet.delete()
    put_in_play(round_)
    after = Sheet.objects.get()
    assert send(client, after, before) == 422
    assert send(client, after, after.pk) == 200
    assert after.results.count() == 1


def test_another_tables_phone_does_not_write_here(client: Client) -> None:
    one, other = Sheet.objects.filter(table__round=a_round(a_tournament(), 2)).order_by(
        "table__number"
    )
    assert send(client, one, other.pk) == 422
    assert not one.results.exists()
    assert not other.results.exists()


def test_a_row_that_is_worth_an_average_says_that_it_may_still_move(client: Client) -> None:
    one, other = Sheet.objects.filter(table__round=sealed_round(a_tournament())).order_by(
        "table__number"
    )
    for sheet in (one, other):
        fill(sheet)
    rule(
        sheet=one,
        kind="fouled",
        hand=5,
        effect={"average": True},
        reason="Due mazzi scambiati.",
        arbiter=None,
    )
    assert client.get(address(one, "state")).json()["moving"] == [5]
    assert client.get(address(other, "state")).json()["moving"] == []
    close_sheet(sheet=other, author=None)
    assert client.get(address(one, "state")).json()["moving"] == []


def test_after_a_ruling_the_phone_has_sheet_rulings_and_total_and_the_ruling_is_named(
    client: Client,
) -> None:
    """North made 10 points (tests/scoring/takers.py); the arbiter takes 2 away."""
    sheet = fill(a_sheet(), rows(TAKERS[1]))
    english = {"accept-language": "en"}
    before = client.get(address(sheet, "state"), headers=english).json()
    assert (before["before_rulings"], before["rulings"]) == ({}, [])
    assert (before["total_sum"], before["ruled_sum"]) == ("0", "")
    rule(
        sheet=sheet,
        kind="adjustment",
        hand=1,
        offender="N",
        effect={"points": "-2"},
        reason="Una carta scoperta.",
        arbiter=None,
    )
    state = client.get(address(sheet, "state"), headers=english).json()
    assert state["before_rulings"] == {
        "N": {"sheet": "10", "adjustment": "−2"},
        "E": {"sheet": "−12", "adjustment": ""},
        "S": {"sheet": "−3", "adjustment": ""},
        "W": {"sheet": "5", "adjustment": ""},
    }
    assert (state["totals"]["N"], state["sum"], state["expected_sum"]) == ("8", "0", "0")
    # The sheet's own sum is right; the points that the arbiter took are shown beside it.
    assert (state["ruled_sum"], state["total_sum"]) == ("−2", "−2")
    assert state["rulings"] == [
        {
            "hand": 1,
            "text": "The arbiter decided: −2 for North, hand 1",
            "reason": "Una carta scoperta.",
        }
    ]
    assert state["settled"]


def test_a_sum_that_the_arbiter_ruled_on_is_settled_though_it_is_not_nought(
    client: Client,
) -> None:
    """One queen of the hand is not written, so the sheet's sum is 3. A ruling on the hand settles
    it.
    """
    missing = {"contract": "Q", "units": {"N": 0, "E": 3, "S": 0, "W": 0}}
    sheet = fill(a_sheet(), rows(TAKERS[1]) | {2: missing})
    assert not client.get(address(sheet, "state")).json()["settled"]
    rule(sheet=sheet, kind="score_error", hand=2, reason="Nessuno ricorda.", arbiter=None)
    state = client.get(address(sheet, "state"), headers={"accept-language": "en"}).json()
    assert (state["sum"], state["expected_sum"], state["problems"]) == ("3", "0", [])
    assert state["settled"]
    assert state["rulings"][0]["text"] == (
        "The arbiter decided: score error, hand 2 (the difference, always against the dealer)"
    )


def signs(client: Client, sheet: Sheet, wind: str, code: str = "", **more: object):
    seen = client.get(address(sheet, "state")).json()["seen"]
    return ask(client, sheet, "sign", {"wind": wind, "seen": seen, "own_code": code, **more})


def test_all_four_were_signed_by_whoever_held_the_phone_and_now_each_needs_a_code_of_his_own(
    client: Client,
) -> None:
    sheet = fill(a_sheet(signatures="all"))
    codes = {wind: own_code(sheet, wind) for wind in "NESW"}
    for code in ("", codes["N"], "no digits"):
        refused = signs(client, sheet, "E", code)
        assert refused.status_code == 422
        assert "Player 2" in refused.json()["message"]
    assert not sheet.signatures.exists()
    page = (
        client.get(address(sheet)).content.decode()
        + client.get(address(sheet, "state")).content.decode()
    )
    assert [code for code in codes.values() if f'"{code}"' in page] == []
    for wind, code in codes.items():
        assert signs(client, sheet, wind, f" {code[:2]} {code[2:]} ").status_code == 200
    assert {signature.wind: signature.player_id for signature in sheet.signatures.all()} == people(
        sheet
    )


def test_a_player_who_says_that_he_sits_elsewhere_signs_once_all_the_same(client: Client) -> None:
    sheet = fill(a_sheet(signatures="all"))
    code = own_code(sheet, "N")
    assert signs(client, sheet, "N", code).status_code == 200
    ask(client, sheet, "seats", {"players": exchanged(sheet)})
    refused = signs(client, sheet, "E", code)
    assert refused.status_code == 422
    assert [signature.wind for signature in sheet.signatures.all()] == ["N"]


def test_signing_codes_are_not_tried_out(client: Client) -> None:
    sheet = fill(a_sheet(signatures="all"))
    right = own_code(sheet, "E")
    for wrong in [f"{number:05d}" for number in range(9) if f"{number:05d}" != right][:8]:
        assert signs(client, sheet, "E", wrong).status_code == 422
    assert signs(client, sheet, "E", right).status_code == 422
    assert signs(client, sheet, "S", own_code(sheet, "S")).status_code == 200
    assert not sheet.signatures.filter(wind="E").exists()


@pytest.mark.parametrize("field", ["own_code", "proof", "seen", "wind"])
def test_half_a_letter_in_a_signature_is_refused_and_no_error_of_the_program(
    client: Client, field: str
) -> None:
    """JSON can contain half of an emoji, which can be neither hashed nor stored."""
    sheet = fill(a_sheet(signatures="all"))
    form = {"wind": "E", "seen": client.get(address(sheet, "state")).json()["seen"]}
    client.raise_request_exception = False
    assert ask(client, sheet, "sign", {**form, field: "\ud83c"}).status_code == 422


def test_a_phone_gives_a_signature_back_without_the_code_and_only_that_one(client: Client) -> None:
    sheet = fill(a_sheet(signatures="all"))
    proof = signs(client, sheet, "E", own_code(sheet, "E")).json()["proof"]
    sheet.signatures.all().delete()
    assert signs(client, sheet, "S", proof=proof).status_code == 422
    assert signs(client, sheet, "E", proof=proof).status_code == 200
    assert signed_winds(sheet) == {"E"}


def test_where_nobody_is_asked_to_sign_no_code_is_either(client: Client) -> None:
    sheet = fill(a_sheet())
    assert signs(client, sheet, "E").status_code == 200
