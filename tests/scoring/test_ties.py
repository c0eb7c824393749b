"""Ties that every tie-break leaves open, settled after play.

One partita has two tables of lab12 with equal sheets, so the two players of each wind share places
1 and 2 of their wind (8 match points each, §6), and every rule of A37 leaves them level. N makes
10, E −12, S −3, W 5 (worked out in tests/scoring/takers.py). Overall all eight have 8 match points
and one shared first place; points put the two Norths first (1, 1), then West (3, 3), South (5, 5)
and East (7, 7).
"""

from __future__ import annotations

import hashlib
import hmac

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from printing.document_context import Options
from printing.document_list import find_document
from scoring.models import Settlement
from scoring.publishing import publish, read_publication, standing_changed
from scoring.round_steps import make_official
from scoring.sheet_steps import close_sheet, reopen_sheet
from scoring.standing import open_ties, revoke_settlement, settle_tie, tournament_standings
from tests.accounts import signed_in
from tests.evenings import fill, sheet_of
from tests.printing.asking import printed
from tests.scoring.takers import NORTHS, TAKERS, rows, tied_evening
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Tournament:
    return tied_evening()


def settle(
    evening: Tournament, kind: str = "play_off", tie: str = NORTHS, **more: object
) -> Settlement:
    options = {"places": {1: 2, 5: 1}, "reason": "Una mano secca.", **more}
    return settle_tie(tournament=evening, tie=tie, kind=kind, arbiter=None, **options)


def first_places(evening: Tournament) -> list[tuple[int, str, str | None]]:
    lines = tournament_standings(evening).standings.overall
    return [(line.rank, line.entry, line.tiebreak) for line in lines][:3]


def refused(evening: Tournament, **more: object) -> str:
    with pytest.raises(ValidationError) as error:
        settle(evening, **more)
    return error.value.code


def test_what_is_open_is_listed_by_standing_and_place(evening: Tournament) -> None:
    evening_standings = tournament_standings(evening)
    ties = open_ties(evening_standings.standings, evening_standings.entries)
    assert [(tie.key, tie.rank) for tie in ties] == [
        (NORTHS, 1),
        ("overall:4-8", 3),
        ("overall:3-7", 5),
        ("overall:2-6", 7),
        ("N:1-5", 1),
        ("E:2-6", 1),
        ("S:3-7", 1),
        ("W:4-8", 1),
    ]


def test_a_play_off_settles_the_place_and_the_wind_s_own_tie_stays_open(
    evening: Tournament,
) -> None:
    settle(evening)
    assert first_places(evening) == [
        (1, "Player 5", "play_off"),
        (2, "Player 1", "play_off"),
        (3, "Player 4", "tied"),
    ]
    assert [line.rank for line in tournament_standings(evening).standings.winds["N"]] == [1, 1]


def test_a_draw_can_be_repeated_from_its_seed_by_the_rule_that_the_page_tells(
    evening: Tournament,
) -> None:
    """The order is that of the HMAC-SHA256 of “lot|number” with the seed as key, computed without
    the program's draw.
    """
    seed = "00112233445566778899aabbccddeeff"
    settlement = settle(evening, "lot", seed=seed)
    ticket = {
        n: hmac.new(bytes.fromhex(seed), f"lot|{n}".encode(), hashlib.sha256).digest()
        for n in (1, 5)
    }
    expected = sorted(ticket, key=lambda number: ticket[number])
    by_key = {entry.pk: entry.number for entry in evening.entries.all()}
    assert [(by_key[key], place) for key, place in settlement.places] == [
        (expected[0], 1),
        (expected[1], 2),
    ]
    assert settlement.seed == seed
    assert [line[1] for line in first_places(evening)[:2]] == [
        f"Player {number}" for number in expected
    ]
    fresh = settle(evening, "lot", tie="N:1-5")
    assert len(fresh.seed) == 32
    assert evening.log.filter(kind="tie_settled").count() == 2


def test_an_earlier_standing_is_named_and_gives_the_places(evening: Tournament) -> None:
    assert refused(evening, kind="previous") == "source_missing"
    settle(evening, "previous", source="Qualificazione", places={1: 3, 5: 7}, reason="Regolamento.")
    assert first_places(evening)[0] == (1, "Player 1", "previous")
    why = [str(phrase) for phrase in tournament_standings(evening).standings.overall[0].explanation]
    assert why[-2:] == [
        "Level with Player 5; earlier standings: place 3 against 7.",
        "Settled after play: Qualificazione: Regolamento.",
    ]


def test_what_cannot_settle_is_refused(evening: Tournament) -> None:
    assert refused(evening, tie="overall:1-2") == "tie_not_open"
    assert refused(evening, kind="coin") == "settled_how"
    assert refused(evening, places={1: 1, 5: 1}) == "places_missing"
    assert refused(evening, places={1: 1}) == "places_missing"
    assert refused(evening, reason=" ") == "reason_missing"
    assert refused(evening, kind="lot", seed="lucky") == "seed_unreadable"
    settle(evening)
    assert refused(evening) == "tie_not_open"
    publish(tournament=evening, author=None)
    make_official(round=evening.rounds.get(), author=None)
    assert refused(evening, tie="N:1-5") == "standing_official"


def test_a_correction_after_which_they_are_not_level_leaves_the_settlement_without_effect_and_says_so(
    evening: Tournament,
) -> None:
    """Hand 12 of table 1 goes to East instead of North, so Player 1 falls from 10 to −16."""
    settle(evening)
    sheet = sheet_of(evening.rounds.get())
    reopen_sheet(sheet=sheet, author=None, reason="Letta male.")
    fill(sheet, rows(TAKERS[1][:11] + "E"))
    close_sheet(sheet=sheet, author=None)
    standings = tournament_standings(evening).standings
    assert [settlement.kind for settlement in standings.unfit] == ["play_off"]
    assert standings.settled == ()
    sentence = "No longer applies, because exactly these are no longer level: Overall, play-off: 1. Player 5, 2. Player 1."
    assert sentence in printed("standings", evening, "en")[-1].text.replace("\r\n", " ")


def test_a_revoked_settlement_stays_on_record_and_the_place_is_shared_again(
    evening: Tournament,
) -> None:
    settlement = settle(evening)
    revoke_settlement(settlement=settlement, author=None, reason="Non valeva.")
    assert first_places(evening)[0] == (1, "Player 1", "tied")
    assert Settlement.objects.get().revoked_because == "Non valeva."


@pytest.mark.database
def test_page_paper_workbook_and_published_standing_say_how_it_was_settled(
    evening: Tournament,
) -> None:
    settlement = settle(evening)
    assert standing_changed(evening)
    published = publish(tournament=evening, author=None)
    revoke_settlement(settlement=settlement, author=None, reason="Non valeva.")
    assert [line.tiebreak for line in read_publication(evening, published).standings.overall][
        :2
    ] == ["play_off"] * 2
    sentence = "Overall, play-off: 1. Player 5, 2. Player 1. Una mano secca."
    client = Client(headers={"accept-language": "en"})
    assert sentence in client.get(f"/live/{evening.code}/standings/").content.decode()
    arbiter = signed_in("arbiter", "arbiter")
    assert sentence in arbiter.get(f"/desk/{evening.code}/standings/").content.decode()
    settle(evening)
    assert sentence in printed("standings", evening, "en")[0].text.replace("\r\n", " ")
    workbook = find_document("workbook")
    assert workbook.gather(evening, Options()).standings.settled[0].reason == "Una mano secca."


def test_the_desk_settles_a_tie_and_revokes_it(evening: Tournament) -> None:
    arbiter = signed_in("arbiter", "arbiter")
    page = f"/desk/{evening.code}/standings/"
    typed = {
        "tie": NORTHS,
        "kind": "play_off",
        "place-1": "2",
        "place-5": "x",
        "reason": "P.",
    }
    wrong = arbiter.post(f"{page}settle-tie/", typed)
    assert wrong.status_code == 422
    assert 'name="place-1" type="number" min="1" value="2"' in wrong.content.decode()
    assert arbiter.post(f"{page}settle-tie/", {**typed, "place-5": "1"}).status_code == 302
    assert first_places(evening)[0] == (1, "Player 5", "play_off")
    gone = {"settlement": "٣", "reason": "No."}
    assert arbiter.post(f"{page}revoke-tie/", gone).status_code == 422
    assert (
        arbiter.post(
            f"{page}revoke-tie/", {**gone, "settlement": str(Settlement.objects.get().pk)}
        ).status_code
        == 302
    )
    assert first_places(evening)[0] == (1, "Player 1", "tied")
