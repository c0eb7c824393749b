"""Steps for events between the usual ones: pairs, substitutes, wrong winds, calls, void deals, the
clock, ties, house editions, the roster.
"""

from __future__ import annotations

from typing import Any

import pytest

from ground.roles import ARBITER
from people.models import TwoPeople
from scoring.models import Redeal, Ruling
from tests.api.programs import Program, of
from tests.evenings import a_round, a_sheet, a_tournament, put_in_play
from tests.scoring.takers import NORTHS, tied_evening
from tournaments.models import Entry, Player, Round, Seat, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tied(db: None) -> Tournament:
    return tied_evening()


def read(program: Program, address: str) -> list[Any]:
    return program.client.get(f"/api/{address}").json()["results"]


def test_a_pair_is_made_of_single_entries_ordered_named_and_left(organizer: Program) -> None:
    evening = a_tournament("lab_coppie")
    known = Player.objects.create(surname="Bianchi", given_name="Ada")
    first, second = (
        organizer.post(of(evening, "entries/new/"), surname=name).json()["entries"][0]
        for name in ("Rossi", "Verdi")
    )
    here = of(evening, f"entries/{first}/")
    assert organizer.post(f"{here}join/", other=second).status_code == 200
    named = organizer.post(f"{here}name/", name="I Grifoni").json()
    assert named["players"] == ["Rossi", "Verdi"]
    keys = {one.surname: one.pk for one in Player.objects.all()}
    turned = organizer.post(f"{here}order/", players=[keys["Verdi"], keys["Rossi"]])
    assert turned.json()["players"] == ["Verdi", "Rossi"]
    assert organizer.post(f"{here}leave/", player=keys["Verdi"]).json()["players"] == ["Rossi"]
    joined = organizer.post(of(evening, "entries/known/"), player=known.pk, entry=first)
    assert joined.json()["entries"] == [first]
    assert Entry.objects.get(number=first).members.count() == 2
    nobody = organizer.post(of(evening, "entries/known/"), player=10**6)
    assert (nobody.status_code, nobody.json()["code"]) == (404, "not_found")


def test_somebody_sits_down_before_hand_1_and_later_as_a_substitute(organizer: Program) -> None:
    round_ = a_round(a_tournament())
    one, other = (Player.objects.create(surname=name) for name in ("Nuovi", "Tardi"))
    sit = of(round_.tournament, "rounds/1/sit/")
    assert organizer.post(sit, table=1, wind="N", player=one.pk).status_code == 200
    later = organizer.post(sit, table=1, wind="E", player=other.pk, from_hand=5)
    assert later.status_code == 200, later.json()
    seats = Seat.objects.filter(table__round=round_)
    assert seats.get(wind="N").player == one
    assert [seat.from_hand for seat in seats.filter(wind="E").order_by("from_hand")] == [1, 5]
    assert organizer.post(sit, table=1, wind="S").status_code == 200
    assert seats.get(wind="S").player.is_house
    assert organizer.post(sit, table=9, wind="N", player=one.pk).status_code == 404
    twice = organizer.post(sit, table=1, wind="W", player=one.pk)
    assert (twice.status_code, twice.json()["message"] != "") == (422, True)


def test_wrong_winds_are_looked_at_and_ruled_on(tied: Tournament, organizer: Program) -> None:
    here = of(tied, "rounds/1/tables/1/winds/")
    form = {"wind": "N", "other": "E", "hand": 3, "follows": "players"}
    looked = organizer.post(f"{here}preview/", **form).json()["changes"]
    assert {"Player 1", "Player 2"} <= {line["entry"] for line in looked}
    assert not Ruling.objects.exists()
    assert organizer.post(f"{here}rule/", **form).json()["place"] == {"field": "reason"}
    [ruling_id] = organizer.post(f"{here}rule/", **form, reason="seen").json()["rulings"]
    [listed] = read(organizer, of(tied, "rulings/"))
    assert (listed["id"], listed["kind"], listed["table"]) == (ruling_id, "seats", 1)
    organizer.post(of(tied, f"rulings/{ruling_id}/revoke/"), reason="no")
    assert read(organizer, of(tied, "rulings/"))[0]["revoked_because"] == "no"


def test_a_call_is_made_taken_and_settled(organizer: Program) -> None:
    evening = a_sheet().table.round.tournament
    here = of(evening, "rounds/1/tables/1/call/")
    assert organizer.post(f"{here}take/").json()["code"] == "no_call"
    new_call = organizer.post(here, hand=3, text="a card too many").json()
    assert (new_call["table"], new_call["hand"], new_call["taken_by"]) == (1, 3, None)
    assert organizer.post(f"{here}take/").json()["taken_by"] == organizer.user.username
    assert [call["id"] for call in read(organizer, of(evening, "calls/"))] == [new_call["id"]]
    assert organizer.post(f"{here}end/").json()["done_at"]
    assert read(organizer, of(evening, "calls/")) == []


def test_a_deal_is_made_void_and_an_earlier_row_taken_up(organizer: Program) -> None:
    evening = a_tournament("lab13", pre_dealt=False)
    put_in_play(a_round(evening, boards=False, started=False))
    here = of(evening, "rounds/1/tables/1/")
    assert organizer.post(f"{here}redeals/new/", hand=8, wind="N", extremes=4).status_code == 200
    assert Redeal.objects.get().extremes == 4
    rows = [{"units": {"N": 13}}, {"units": {"N": 8, "E": 5}}]
    for version, content in enumerate(rows):
        row = {"hand": 1, "content": content, "based_on": version}
        assert organizer.post(f"{here}rows/", rows=[row]).status_code == 200
    again = organizer.post(f"{here}rows/take-up/", hand=1, version=1, reason="a slip").json()
    assert (again["rows"][0]["version"], again["rows"][0]["written"]["units"]["N"]) == (3, 13)


def test_the_clock_is_stopped_and_that_is_taken_back(organizer: Program) -> None:
    sheet = a_sheet(round_minutes=60)
    Round.objects.update(minutes=60)
    here = of(sheet.table.round.tournament, "rounds/1/clock/")
    own = f"/api/tables/{sheet.table.place.code}/rounds/1/"
    assert organizer.post(here, kind="pause").status_code == 200
    assert organizer.client.get(own).json()["clock"]["stands"] == "paused"
    assert organizer.post(f"{here}undo/").status_code == 200
    assert organizer.client.get(own).json()["clock"]["stands"] == ""


def test_a_tie_is_listed_settled_and_opened_again(tied: Tournament, organizer: Program) -> None:
    assert NORTHS in [tie["tie"] for tie in read(organizer, of(tied, "ties/"))]
    form = {"tie": NORTHS, "kind": "play_off", "places": {"1": 2, "5": 1}, "reason": "one hand"}
    assert organizer.post(of(tied, "standings/settle-tie/"), **form).status_code == 200
    assert NORTHS not in [tie["tie"] for tie in read(organizer, of(tied, "ties/"))]
    [settled] = read(organizer, of(tied, "settlements/"))
    revoked = organizer.post(of(tied, f"settlements/{settled['id']}/revoke/"), reason="wrong")
    assert (revoked.json()["revoked_because"], revoked.status_code) == ("wrong", 200)
    assert NORTHS in [tie["tie"] for tie in read(organizer, of(tied, "ties/"))]


def test_a_house_edition_is_kept_played_and_then_stays(organizer: Program) -> None:
    form = {"code": "friday", "name": "Friday", "base": "lab12", "settings": {"cappotto": "plus13"}}
    answer = organizer.post("editions/new/", form={"form": "king-ruleset-1", **form})
    assert answer.status_code == 200, answer.json()
    [listed] = read(organizer, "editions/")
    assert listed == answer.json()
    code = listed["code"]
    assert organizer.post(f"editions/{code}/offer/", offered=False).json()["offered"] is False
    organizer.post(f"editions/{code}/offer/", offered=True)
    evening = {"name": "x", "date": "2026-11-20", "ruleset": code}
    assert organizer.post("tournaments/new/", **evening).status_code == 200
    assert organizer.post(f"editions/{code}/remove/").json()["code"] == "edition_used"
    assert Program(ARBITER).post(f"editions/{code}/remove/").status_code == 403


def test_the_roster_is_put_right_merged_and_told_apart(organizer: Program) -> None:
    first = organizer.post("people/new/", surname="Rossi", card_number="R-1").json()
    other = organizer.post("people/new/", surname="Rosso", given_name="Ada", club="Pra").json()
    assert organizer.post("people/new/", surname="Verdi", card_number="R-1").status_code == 422
    assert organizer.post("people/new/", given_name="x").json()["place"] == {"field": "surname"}
    changed = organizer.post(f"people/{first['id']}/change/", given_name="Anna").json()
    assert (changed["name"], changed["card_number"]) == ("Rossi Anna", "R-1")
    assert {one["id"] for one in read(organizer, "people/?q=ross")} == {first["id"], other["id"]}
    form = {"other": other["id"], "apart": True}
    assert organizer.post(f"people/{first['id']}/apart/", **form).status_code == 200
    assert TwoPeople.objects.count() == 1
    organizer.post(f"people/{first['id']}/apart/", **{**form, "apart": False})
    agreed = organizer.post("people/agree/", players=[first["id"]], agreed=True).json()
    assert agreed == {"players": []}, "there is no address"
    gone = {"gone": other["id"], "take": ["club"]}
    merged = organizer.post(f"people/{first['id']}/merge/", **gone).json()
    assert (merged["name"], merged["club"]) == ("Rossi Anna", "Pra")
    assert Player.objects.count() == 1
    assert Program(ARBITER).post("people/new/", surname="x").status_code == 403


def test_results_are_sent_by_the_organizer_alone_and_not_before_they_are_published(
    organizer: Program,
) -> None:
    evening = a_tournament()
    refused = organizer.post(of(evening, "results/send/"))
    assert (refused.status_code, refused.json()["message"] != "") == (422, True)
    assert Program(ARBITER).post(of(evening, "results/send/")).status_code == 403
