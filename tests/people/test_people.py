"""A person over all published evenings, and forgetting a person while the log stays valid."""

from __future__ import annotations

import datetime
import json
from fractions import Fraction

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import Count
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from ground import guards
from people.erasure import forget, redaction, stored_data
from people.evenings import person_of, seasons_of
from people.members import agree_to_page
from people.merging import merge
from people.paper import best_hands
from scoring.decisions import rule
from scoring.log_check import check_log
from scoring.models import Ruling
from scoring.publishing import last_publication, read_publication, standing_changed
from scoring.publishing.final_hold import hold_final
from tests.evenings import (
    a_tournament,
    closed,
    enter,
    nearly_alike,
    played,
    player_of,
    sealed_round,
    sheet_of,
)
from tests.seasons.season import the_season
from tournaments.entries import remove_entry
from tournaments.log import LogKind, record
from tournaments.log.verification import check_chain, content_digest
from tournaments.models import Entry, LogEntry, Player, Tournament
from tournaments.roster import save_player

pytestmark = pytest.mark.django_db


def over(evening: Tournament) -> Tournament:
    Tournament.objects.filter(pk=evening.pk).update(closed_at=timezone.now())
    return Tournament.objects.get(pk=evening.pk)


def published_with(surname: str, given_name: str) -> tuple[Tournament, Player]:
    """Make an evening of eight with published standings; the player of entry 1 has this name."""
    evening = a_tournament()
    round_ = sealed_round(evening)
    player = player_of(evening, 1)
    player.surname, player.given_name = surname, given_name
    save_player(player=player, author=None)
    closed(round_)
    return evening, player


def everything_stored() -> str:
    rows = (row for model in apps.get_models() for row in model._default_manager.values())
    return "\n".join(json.dumps(row, default=str, ensure_ascii=False) for row in rows)


def test_a_share_is_the_part_of_the_others_left_behind_by_wind_too() -> None:
    evening = nearly_alike()
    # The North of table 2 did not take the king, and sat with entries 6, 7 and 8.
    person = person_of(player_of(evening, 5))
    assert person.by_wind == (("N", 1, Fraction(1)),)
    assert [
        (partita.number, partita.wind, partita.place, partita.count) for partita in person.best
    ] == [(1, "N", 1, 2)]
    assert {mate.pk: times for mate, times in person.mates} == {
        player_of(evening, entry).pk: 1 for entry in (6, 7, 8)
    }
    assert person_of(player_of(evening, 1)).by_wind == (("N", 1, Fraction(0)),)
    [published] = person.evenings
    line = next(
        line
        for line in read_publication(evening, last_publication(evening)).standings.overall
        if line.rank == 1
    )
    assert published.count == 8
    assert (published.place == 1) == (line.entry == player_of(evening, 5).full_name)
    with translation.override("en"):
        sentences = [hand.sentence for _partita, hand in best_hands(person)]
    assert sentences == ["Partita 1, hand 3 No re di cuori: 0, mean −4 (+4)"]


def test_a_standing_held_for_the_prize_giving_is_in_nobodys_evenings() -> None:
    evening = a_tournament(planned_rounds=1)
    hold_final(tournament=evening, author=None)
    round_ = sealed_round(evening)
    closed(round_)
    player = player_of(evening, 1)
    assert last_publication(evening) is not None
    assert person_of(player).evenings == ()
    assert person_of(player).mates == ()
    assert list(seasons_of(player)) == []


@pytest.mark.at_length
def test_six_evenings_ask_no_more_than_one_and_the_season_has_its_place() -> None:
    the_season()
    people = (
        Player.objects.annotate(evenings=Count("memberships"))
        .filter(is_house=False)
        .order_by("evenings", "pk")
    )
    few, many = people.first(), people.last()
    assert few.evenings < many.evenings == 6
    list(seasons_of(many))  # computed once for everybody
    counts = []
    for player in (few, many):
        with CaptureQueriesContext(connection) as queries:
            person = person_of(player)
            list(seasons_of(player))
        counts.append(len(queries))
        assert len(person.evenings) == player.evenings
    assert counts[0] == counts[1]
    [(_circuit, place, count, _points)] = seasons_of(many)
    assert 1 <= place <= count


# --- forgotten


def test_a_name_is_found_in_any_case_and_a_surname_alone_only_as_it_is_written() -> None:
    redact = redaction({"Yiğit Re": "Player 17", "Re": "Player 17"}, {"Rossi": "Player 17"})
    assert redact(
        {"YİĞİT  RE": ["Yiğit Re,", "re di cuori", 3, "Rossini", "Rossi’s", "rossi"]}
    ) == {"Player 17": ["Player 17,", "re di cuori", 3, "Rossini", "Player 17’s", "rossi"]}


def test_a_forgotten_name_is_nowhere_and_log_papers_and_places_hold() -> None:
    evening, player = published_with("Vattelapesca", "Hugo")
    player.given_name, player.email, player.card_number = "Ugo", "ugo@example.org", "V-77"
    player.at_wind, player.at_table = "N", 1
    save_player(player=player, author=None)
    player.apart.add(Player.objects.exclude(pk=player.pk)[0])
    agree_to_page(player=player, agreed=True, author=User.objects.create_user("desk"))
    gone = enter(evening, "Passante")
    rule(
        sheet=sheet_of(evening.rounds.get()),
        kind="warning",
        hand=1,
        offender="N",
        effect={},
        reason="Vattelapesca talked, as VATTELAPESCA Ugo does",
        arbiter=User.objects.get(),
    )
    data = stored_data(Player.objects.get(pk=player.pk))
    assert data["person"]["surname"] == "Vattelapesca"
    assert data["person"]["page_agreed_by"] == "desk"
    assert (
        data["person"]["at_wind"],
        data["person"]["at_table"],
        len(data["person"]["apart"]),
    ) == ("N", 1, 1)
    assert [ruling["reason"] for ruling in data["rulings"]] == [
        "Vattelapesca talked, as VATTELAPESCA Ugo does"
    ]
    evening = over(evening)
    before, count = evening.log.last(), evening.log.count()
    names = [line["entry"] for line in last_publication(evening).standings["overall"]]
    plan = forget(player=player, author=None)
    stored = everything_stored()
    assert [
        word
        for word in ("Vattelapesca", "ugo@example.org", "V-77")
        if word.casefold() in stored.casefold()
    ] == []
    assert (
        Ruling.objects.get(kind="warning").reason == f"{plan.number} talked, as {plan.number} does"
    )
    row = Player.objects.get(pk=player.pk)
    assert (row.at_wind, row.at_table, row.apart.count()) == ("", None, 0)
    assert check_log(evening, paper_lines=count, paper_seal=before.hash[:12]).fault is None
    assert not standing_changed(evening)
    published = read_publication(evening, last_publication(evening))
    assert published.standings is not None
    now = [line["entry"] for line in last_publication(evening).standings["overall"]]
    assert now == [plan.number if name == "Vattelapesca Hugo" else name for name in names] != names
    assert person_of(Player.objects.get(pk=player.pk)).evenings[0].count == len(names)
    assert gone.title in stored  # other players are not changed


def test_who_has_the_name_in_a_longer_one_keeps_it() -> None:
    evening, player = published_with("Vattela", "Anna")
    Player.objects.create(surname="De Vattela", given_name="Anna")
    evening.arbiter, evening.prizes = "De Vattela Anna", "A ham for Anna Vattela."
    evening.save()
    evening = over(evening)
    plan = forget(player=player, author=None)
    evening = type(evening).objects.get(pk=evening.pk)
    assert (evening.arbiter, evening.prizes) == ("De Vattela Anna", f"A ham for {plan.number}.")


def test_whoever_was_made_of_two_rows_is_forgotten_under_both_names() -> None:
    evening, gone = published_with("Vattelapesca", "Hugo")
    agree_to_page(player=gone, agreed=True, author=None)
    stays = Player.objects.create(surname="Vattelappesca", given_name="Ugo")
    merge(player=stays, gone=gone, chosen={"given_name": "Hughetto"}, author=None)
    evening = over(evening)
    forget(player=Player.objects.get(pk=stays.pk), author=None)
    stored = everything_stored()
    assert [
        word
        for word in ("Vattelapesca", "Vattelappesca", "Hughetto")
        if word.casefold() in stored.casefold()
    ] == []
    assert check_log(evening).fault is None


def test_a_changed_line_passes_only_with_the_word_of_a_line_that_is_sealed() -> None:
    evening, player = published_with("Vattelapesca", "Ugo")
    over(evening)
    forget(player=player, author=None)
    changed = int(next(iter(evening.log.get(kind=LogKind.FORGOTTEN).fields["lines"])))
    line = evening.log.get(sequence=changed)
    chain = check_chain(evening)
    assert (chain.fault, chain.changed) == (
        None,
        len(evening.log.get(kind=LogKind.FORGOTTEN).fields["lines"]),
    )
    with guards.guards_off(connection):
        LogEntry.objects.filter(pk=line.pk).update(fields=line.fields | {"number": 99})
        assert check_chain(evening).fault.number == changed
        # An intruder's own line about forgetting has no valid key.
        with override_settings(LOG_KEYS=["a guess"]):
            line.refresh_from_db()
            lines = {str(changed): content_digest(line)}
            record(evening, LogKind.FORGOTTEN, "-", player="-", count=1, lines=lines, standings={})
        assert check_chain(evening).fault.number == changed


def test_where_two_are_called_the_same_only_what_is_surely_his_is_changed() -> None:
    evening = played().tournament
    one, other = player_of(evening, 1), player_of(evening, 5)
    for player in (one, other):
        Player.objects.filter(pk=player.pk).update(
            surname="Doppi", given_name="Leo", search="doppi leo"
        )
    lines = {
        entry: record(evening, LogKind.FEE, "%(player)s", player="Doppi Leo", number=entry)
        for entry in (1, 5)
    }
    over(evening)
    number = forget(player=Player.objects.get(pk=one.pk), author=None).number
    assert [LogEntry.objects.get(pk=line.pk).fields["player"] for line in lines.values()] == [
        number,
        "Doppi Leo",
    ]
    assert Player.objects.get(pk=other.pk).full_name == "Doppi Leo"
    assert check_log(evening).fault is None


def test_nobody_is_forgotten_in_an_evening_that_is_not_over() -> None:
    evening = a_tournament(date=timezone.localdate())
    entry = enter(evening, "Vattelapesca")
    player = entry.players.get()
    with pytest.raises(ValidationError) as refused:
        forget(player=player, author=None)
    assert refused.value.code == "still_playing"
    # An evening that was never closed counts as over if it is long past and no partita is in play.
    Tournament.objects.filter(pk=evening.pk).update(
        date=timezone.localdate() - datetime.timedelta(days=9)
    )
    assert not forget(player=player, author=None).gone


def test_who_is_in_no_evening_goes_altogether_and_out_of_the_log() -> None:
    evening = a_tournament()
    entry = enter(evening, "Vattelapesca")
    player = entry.players.get()
    record(evening, LogKind.ENTRY, "%(player)s", player=player.full_name, number=entry.number)
    remove_entry(entry=Entry.objects.get(pk=entry.pk), author=None)
    assert forget(player=player, author=None).gone
    assert "vattelapesca" not in everything_stored().casefold()
    assert check_log(evening).fault is None
