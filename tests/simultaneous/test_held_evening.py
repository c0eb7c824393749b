"""Secrecy of a hall's evening: while an event is in play only the desk sees its rows or cards.

Every address gives every reader the same answer, whichever hands made up a sheet's total, and no
answer contains a card. A table reads its own sheet.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.test import Client

from deals.models import BoardSet
from frame import page_cache
from ground import guards
from king_tournament.live.downloads import folder_of
from people.evenings import person_of
from people.members import agree_to_page
from people.paper import best_hands
from printing.document_context import Options
from printing.documents import hand_records, workbook
from printing.mailing import results_text
from scoring import standings_cache
from scoring.decisions import rule
from scoring.models import HandResult, Ruling, Sheet
from scoring.publishing import last_publication, read_publication
from scoring.standing import hand_by_hand, tournament_standings
from seasons.archive import archive_of
from simultaneous import hall
from simultaneous.models import Event, Participation
from tests.hidden import Answers, answers, differences, papers_made, readers_of, secrets
from tests.simultaneous.halls import (
    an_event,
    at_the_centre,
    code_of,
    joined,
    result_of,
    whole_evening,
)
from tournaments.models import Tournament
from tournaments.services import change_settings

pytestmark = pytest.mark.django_db


def held_evening(**own: object) -> Tournament:
    """Evening of a hall with both partite played and published, a player with a public page, and an
    arbiter's warning.
    """
    participation = whole_evening(joined(an_event(), circuit="Inverno", **own))
    tournament = participation.tournament
    player = tournament.entries.get(number=1).members.get().player
    agree_to_page(player=player, agreed=True, author=None)
    sheet = Sheet.objects.filter(table__round__number=2).order_by("table__number").first()
    rule(sheet=sheet, kind="warning", hand=3, offender="S", reason="Lento.", arbiter=None)
    return Tournament.objects.get(pk=tournament.pk)


def same_totals_otherwise_made(tournament: Tournament) -> None:
    """Exchange, at each table, the counts of two hands of the same worth, and change the reason of
    the arbiter's warning.
    """
    before = tournament_standings(tournament).as_json()
    with guards.guards_off(connection):
        for sheet in Sheet.objects.filter(table__round__tournament=tournament):
            rows = [row for row in sheet.results.order_by("hand") if row.content["contract"] == "D"]
            one, other = next(
                (one, other)
                for one in rows
                for other in rows
                if one.content["units"] != other.content["units"]
            )
            HandResult.objects.filter(pk=one.pk).update(
                content=one.content | {"units": other.content["units"]}
            )
            HandResult.objects.filter(pk=other.pk).update(
                content=other.content | {"units": one.content["units"]}
            )
        Ruling.objects.update(reason="Presto.")
    forget()
    assert tournament_standings(tournament).as_json() == before


def forget() -> None:
    page_cache.forget()
    standings_cache.forget()


def asked(
    tournament: Tournament, readers: dict[str, Client], files: bool
) -> tuple[Answers, Answers]:
    """Answers of the readers, first as they are, then with the totals made up by other hands."""
    first = told(tournament, readers, files)
    with transaction.atomic():
        same_totals_otherwise_made(tournament)
        other = told(tournament, readers, files, before=first)
        transaction.set_rollback(True)
    forget()
    return first, other


def told(
    tournament: Tournament, readers: dict[str, Client], files: bool, before: Answers | None = None
) -> Answers:
    """Answers of the readers; everything written meanwhile, even papers, is rolled back."""
    forget()
    with transaction.atomic():
        if files:
            papers_made(readers, tournament)
        found = answers(readers, tournament, files, before)
        transaction.set_rollback(True)
    return found


@pytest.mark.at_length
def test_no_address_tells_of_a_row_or_a_card_before_the_event_closes() -> None:
    tournament = held_evening()
    hidden = set().union(*(secrets(board_set) for board_set in BoardSet.objects.all())) - {""}
    first, other = asked(tournament, readers_of(tournament), files=True)
    assert len(first) > 900
    differing = differences(first, other)
    assert {place for place in differing if place[0] not in ("captain", "desk")} == set()
    assert {reader for reader, _address in differing} == {"captain", "desk"}
    named = {
        place
        for place, text in first.items()
        if place[0] not in ("desk", "dealing")
        for secret in hidden
        if secret in text
    }
    assert named == set()


@pytest.mark.at_length
def test_once_it_has_closed_the_same_addresses_tell_it(reader: Client) -> None:
    tournament = held_evening()
    participation = tournament.participation
    event_result = result_of_closed(participation)
    code = code_of(event_result)
    hall.end(participation=participation, result=event_result, code=code, author=None)
    tournament = Tournament.objects.get(pk=tournament.pk)
    first, other = asked(tournament, {"stranger": reader}, files=False)
    differing = {address for _reader, address in differences(first, other)}
    code = tournament.code
    for address in (
        f"/live/{code}/1/tables/1/",
        f"/live/{code}/1/boards/5/",
        f"/api/tournaments/{code}/rounds/2/sheets/",
    ):
        assert address in differing
    hidden = secrets(tournament.rounds.get(number=2).board_set)
    assert any(secret in first["stranger", f"/live/{code}/2/boards.pbn"] for secret in hidden)


def result_of_closed(participation: Participation) -> bytes:
    event = Event.objects.get()
    at_the_centre(event, hall.close_hall(participation=participation, author=None))
    return result_of(event)


def both_ways(tournament: Tournament, made: Callable[[], object]) -> tuple[object, object]:
    first = made()
    same_totals_otherwise_made(tournament)
    return first, made()


def test_what_is_sent_round_says_nothing_of_the_hands() -> None:
    tournament = held_evening()
    published = last_publication(tournament)
    player = tournament.entries.get(number=1).members.get().player
    first, other = both_ways(
        tournament,
        lambda: (
            folder_of(tournament),
            results_text(read_publication(tournament, published), ""),
            best_hands(person_of(player)),
            hand_by_hand(tournament),
            workbook.gather(tournament, Options()).sheets,
        ),
    )
    assert first == other
    assert len(first[0]) > 20
    with pytest.raises(ValidationError) as refused:
        hand_records.gather(tournament, Options(round=1))
    assert refused.value.error_list[0].code == "boards_sealed"


def test_the_archive_waits_for_the_event() -> None:
    tournament = held_evening()
    tournament.rounds.update(stage="official")
    Tournament.objects.update(closed_at="2026-11-27T23:50Z")
    with pytest.raises(ValidationError) as refused:
        archive_of(owner=tournament, author=None)
    assert refused.value.error_list[0].code == "held_for_event"


def test_a_standing_board_by_board_keeps_the_boards_to_itself() -> None:
    tournament = held_evening(standing_settings={"method": "boards"})
    assert "boards" in str(last_publication(tournament).standings["rounds"])
    readers = readers_of(tournament)
    code, circuit = tournament.code, tournament.circuit.code
    for address in (
        f"/api/tournaments/{code}/standings/last/",
        f"/api/tournaments/{code}/standings/2/",
        f"/api/circuits/{circuit}/",
        f"/circuits/{circuit}/standing.json",
    ):
        answer = readers["stranger"].get(address)
        assert answer.status_code == 200
        assert '"boards"' not in answer.content.decode()


def test_own_settings_of_a_held_evening_stay_changeable() -> None:
    tournament = held_evening()
    change_settings(tournament=tournament, author=None, place="Boccadasse")
    assert Tournament.objects.get(pk=tournament.pk).place == "Boccadasse"
