"""A circuit's season from its evenings: a file is loaded, and its standings are compared with an
independent computation.
"""

from __future__ import annotations

import datetime
import io
import json
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection, transaction
from django.db.models import Q
from django.test.utils import CaptureQueriesContext

from scoring.decisions import rule
from scoring.models import FinalHold, Sheet
from scoring.publishing import publish
from scoring.publishing.final_hold import close_evening, last_visible, release_final
from scoring.round_steps import make_official
from seasons.models import SeasonPublication
from seasons.season import publish_season, season_of
from tests.evenings import published_evening
from tests.seasons.season import DATES, season_file, the_season
from tournaments.circuits import Circuit
from tournaments.models import LogEntry, Player, Tournament

pytestmark = pytest.mark.django_db

VALUES = {"KJ": -2, "Q": -3, "KH": -8, "8D": -8, "NC": -1, "MIS": -1, "U2": -4, "D": 1, "SA": 2}
SCALE = (10, 6, 4, 3, 2, 1)


# --- second implementation of the season, from the text of §6 alone


def totals_of(partita: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """Points by wind and player: counts times values, with sold tricks handed over."""
    totals: dict[str, dict[str, int]] = {wind: {} for wind in "NESW"}
    for sheet in partita["sheets"]:
        points = dict.fromkeys("NESW", 0)
        for row in sheet["rows"]:
            for wind in "NESW":
                points[wind] += VALUES[row["contract"]] * row["units"][wind]
            if "sale" in row:
                points[row["sale"]["seller"]] += row["sale"]["price"]
                points[row["sale"]["buyer"]] -= row["sale"]["price"]
        for wind, player in sheet["seats"].items():
            totals[wind][player] = points[wind]
    return totals


def by_hand(
    season: Mapping[str, Any], penalties: Mapping[tuple[str, int, str], int] = {}
) -> dict[str, dict[str, Any]]:
    """Rank, match points and total of each player, with counted and dropped results as (date,
    partita, match points).

    "By wind 10, 6, 4, 3, 2, 1 and 1 for all later places; tied players share the average of the
    places they occupy. 12 turns in 6 evenings, best 9 count; tie-breaks there: more 1st, 2nd, 3rd
    places; then discarded score." (§6)
    """
    by_player: dict[str, list[tuple[str, int, Fraction, int, int]]] = {}
    for evening in season["evenings"]:
        for partita in evening["night"]["rounds"]:
            for totals in totals_of(partita).values():
                points = {
                    player: total + penalties.get((evening["date"], partita["round"], player), 0)
                    for player, total in totals.items()
                }
                for player, total in points.items():
                    better = sum(other > total for other in points.values())
                    equal = sum(other == total for other in points.values())
                    places = [SCALE[at] if at < 6 else 1 for at in range(better, better + equal)]
                    by_player.setdefault(player, []).append(
                        (
                            evening["date"],
                            partita["round"],
                            Fraction(sum(places), equal),
                            better + 1,
                            total,
                        )
                    )
    lines, keys = {}, {}
    for player, results in by_player.items():
        best_first = sorted(results, key=lambda one: (-one[2], one[0], one[1]))
        counted, dropped = sorted(best_first[:9]), sorted(best_first[9:])
        places = Counter(one[3] for one in results)
        keys[player] = (
            sum(one[2] for one in counted),
            places[1],
            places[2],
            places[3],
            sum(one[2] for one in dropped),
        )
        lines[player] = {
            "match_points": keys[player][0],
            "total": Fraction(sum(one[4] for one in results)),
            "counted": [one[:3] for one in counted],
            "dropped": [one[:3] for one in dropped],
        }
    for player, line in lines.items():
        line["rank"] = 1 + sum(other > keys[player] for other in keys.values())
    return lines


def exported(code: str) -> dict[str, Any]:
    output = io.StringIO()
    call_command("export_season", code, stdout=output)
    return json.loads(output.getvalue())


def in_figures(answer: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    def results(listed: list[dict[str, str]]) -> list[tuple[str, int, Fraction]]:
        return [(one["date"], one["partita"], Fraction(one["match_points"])) for one in listed]

    return {
        line["entry"]: {
            "rank": line["rank"],
            "match_points": Fraction(line["match_points"]),
            "total": Fraction(line["total"]),
            "counted": results(line["counted"]),
            "dropped": results(line["dropped"]),
        }
        for line in answer["overall"]
    }


def test_a_season_of_six_evenings_is_the_one_worked_out_with_a_pencil(tmp_path: Path) -> None:
    (tmp_path / "season.json").write_text(json.dumps(season_file()))
    output = io.StringIO()
    call_command("load_season", str(tmp_path / "season.json"), stdout=output)
    code = output.getvalue().split()[-1]
    assert Circuit.objects.get().code == code
    assert (
        list(Tournament.objects.order_by("date").values_list("circuit__code", flat=True))
        == [code] * 6
    )
    assert Player.objects.count() == 42
    answer, expected = exported(code), by_hand(season_file())
    assert len(expected) == 42
    assert in_figures(answer) == expected
    assert [line["rank"] for line in answer["overall"]] == sorted(
        line["rank"] for line in expected.values()
    )
    decided = Counter(line["tiebreak"] for line in answer["overall"])
    assert decided["firsts"]
    assert sum(len(line["dropped"]) for line in expected.values()) > 20
    assert any(len(line["counted"]) < 9 for line in expected.values())
    first = answer["overall"][0]
    assert first["counted"][0]["evening"] in range(1, 7)
    assert any(sentence.startswith("Evening 1. Partita 1, ") for sentence in first["explanation"])


def test_a_correction_in_the_second_evening_moves_the_season() -> None:
    """The leader loses thirty points in the second evening. The season follows once that evening's
    erratum is published.
    """
    circuit = the_season()
    before = in_figures(season_of(circuit, spoken=True).as_json())
    leader = next(name for name, line in before.items() if line["rank"] == 1)
    evening = circuit.tournaments.get(date=DATES[1])
    seat = next(
        seat
        for seat in evening.rounds.get(number=1).seats.select_related("player", "table")
        if seat.player.spoken_name == leader
    )
    sheet = Sheet.objects.get(table=seat.table)
    rule(
        sheet=sheet,
        kind="adjustment",
        offender=seat.wind,
        effect={"points": "-30"},
        reason="Late.",
        arbiter=None,
    )
    assert in_figures(season_of(circuit, spoken=True).as_json()) == before
    publish(tournament=evening, author=None)
    after = in_figures(season_of(circuit, spoken=True).as_json())
    assert after == by_hand(season_file(), {(DATES[1], 1, leader): -30})
    assert after != before


def test_a_published_season_stays_as_it_was_and_the_next_says_what_it_corrects() -> None:
    """No. 1 has five evenings; no. 2 adds the sixth and corrects nothing; no. 3 follows an erratum
    of the second evening.
    """
    circuit = the_season()
    last = circuit.tournaments.get(date=DATES[5])
    Tournament.objects.filter(pk=last.pk).update(circuit=None)
    first = publish_season(circuit=circuit, author=None)
    assert publish_season(circuit=circuit, author=None) == first
    Tournament.objects.filter(pk=last.pk).update(circuit=circuit)
    second = publish_season(circuit=circuit, author=None)
    assert (first.number, first.erratum, second.number, second.erratum, second.official) == (
        1,
        "",
        2,
        "",
        False,
    )
    evening = circuit.tournaments.get(date=DATES[1])
    leader = second.standings["overall"][0]["entry"]
    seat = next(
        seat
        for seat in evening.rounds.get(number=1).seats.select_related("player", "table")
        if seat.player.full_name == leader
    )
    sheet = Sheet.objects.get(table=seat.table)
    rule(
        sheet=sheet,
        kind="adjustment",
        offender=seat.wind,
        effect={"points": "-30"},
        reason="Late.",
        arbiter=None,
    )
    assert publish_season(circuit=circuit, author=None) == second
    publish(tournament=evening, author=None)
    third = publish_season(circuit=circuit, author=None)
    lines = third.erratum.splitlines()
    assert third.number == 3
    assert lines[0].startswith("Serata 2, 29 gennaio 2026, ")
    assert any(line.startswith(f"{leader}: ") for line in lines[1:])
    assert evening.circuit is not None
    second.refresh_from_db()
    assert second.standings["overall"][0]["entry"] == leader
    assert LogEntry.objects.filter(kind="season_posted").count() == 3
    with pytest.raises(DatabaseError), transaction.atomic():
        SeasonPublication.objects.filter(number=1).update(erratum="Nothing")


def test_a_season_without_a_standing_is_not_published() -> None:
    with pytest.raises(ValidationError):
        publish_season(circuit=Circuit.objects.create(name="Inverno"), author=None)


def test_the_season_is_asked_for_in_as_many_questions_for_six_evenings_as_for_two() -> None:
    circuit = the_season()
    season_of(circuit)
    with CaptureQueriesContext(connection) as six:
        season_of(circuit)
    Tournament.objects.filter(date__gt=DATES[1]).update(circuit=None)
    with CaptureQueriesContext(connection) as two:
        assert len(season_of(circuit).standings.rounds) == 4
    assert len(six) == len(two) <= 9


def test_a_name_put_right_after_an_evening_is_still_one_competitor() -> None:
    circuit = the_season()
    Player.objects.filter(surname="Rossi", given_name="Anna").update(surname="De Rossi")
    names = {line.entry for line in season_of(circuit, spoken=True).standings.overall}
    assert len(names) == 42
    assert "Anna De Rossi" in names
    assert "Anna Rossi" not in names


def test_a_guest_of_the_circuit_has_no_place_and_pushes_nobody_down() -> None:
    circuit = the_season()
    circuit.guests.add(Player.objects.get(surname="Rossi", given_name="Anna"))
    season = season_of(circuit, spoken=True)
    assert season.standings.unranked == ("Anna Rossi",)
    file = season_file()
    for evening in file["evenings"]:
        for round_ in evening["night"]["rounds"]:
            for sheet in round_["sheets"]:
                sheet["seats"] = {
                    wind: name for wind, name in sheet["seats"].items() if name != "Anna Rossi"
                }
    assert in_figures(season.as_json()) == by_hand(file)


def test_where_places_count_an_evening_counts_once_it_is_over() -> None:
    """An evening's first place is worth 32, whatever its points. An evening with a partita to come
    does not count yet.
    """
    circuit = the_season()
    circuit.counts, circuit.settings = "evenings", {"scale": [32, 27, 22, 17], "tail": 0}
    circuit.save()
    season = season_of(circuit)
    assert [sitting.evening for sitting in season.sittings.values()] == [1, 2, 3, 4, 5, 6]
    for number, sitting in season.sittings.items():
        first = sitting.publication.standings["overall"][0]["entry"]
        placed = next(
            round_ for round_ in season.standings.rounds if round_.number == number
        ).winds["all"]
        assert first in [line.result.entry for line in placed if line.rank == 1]
    last = circuit.tournaments.get(date=DATES[5])
    Tournament.objects.filter(pk=last.pk).update(planned_rounds=3)
    assert [sitting.evening for sitting in season_of(circuit).sittings.values()] == [1, 2, 3, 4, 5]


def test_a_season_stays_that_of_its_first_published_evening_and_pairs_stand_apart() -> None:
    circuit = the_season()
    before = exported(circuit.code)
    pairs = Tournament.objects.create(
        name="A coppie", date="2026-01-01", ruleset="lab_coppie", circuit=circuit
    )
    assert season_of(circuit).apart == (pairs,)
    assert exported(circuit.code) == before


def test_only_evenings_that_count_are_numbered() -> None:
    circuit = the_season()
    Tournament.objects.create(name="Rinviata", date="2026-01-01", circuit=circuit)
    assert {sitting.evening for sitting in season_of(circuit).sittings.values()} == {
        1,
        2,
        3,
        4,
        5,
        6,
    }


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"settings": {"count_best": 0}}, r"settings\.count_best: "),
        ({"settings": {"best": 9}}, r"settings\.best: "),
        ({"counts": "sheets"}, r"counts: "),
        ({"evenings": []}, r"evenings: "),
        ({"evenings": [{"date": "2026-13-01", "night": {}}]}, r"evenings\[0\]\.date: "),
        ({"evenings": [{"date": "2026-01-15", "night": {}}]}, r"evenings\[0\]\.night: .*'ruleset'"),
    ],
)
def test_a_season_that_cannot_be_read_says_where_and_stores_nothing(
    tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    (tmp_path / "season.json").write_text(json.dumps(season_file() | change))
    with pytest.raises(CommandError, match=words):
        call_command("load_season", str(tmp_path / "season.json"))
    assert not Circuit.objects.exists()
    assert not Tournament.objects.exists()


def test_a_season_whose_evening_cannot_be_stored_stores_none_of_them(tmp_path: Path) -> None:
    file = season_file()
    file["evenings"] = file["evenings"][:2]
    file["evenings"][1]["night"]["rounds"][1]["sheets"][0]["rows"] = []
    (tmp_path / "season.json").write_text(json.dumps(file))
    with pytest.raises(CommandError, match="29 gennaio 2026: partita 2, tavolo 1: "):
        call_command("load_season", str(tmp_path / "season.json"))
    assert not Circuit.objects.exists()
    assert not Tournament.objects.exists()


def test_no_such_circuit() -> None:
    with pytest.raises(CommandError, match="abc"):
        exported("abc")


def test_an_evening_closed_with_its_final_standing_held_back_has_no_place_yet() -> None:
    """The standings after its first partita are public, but no place of the evening is."""
    circuit = the_season()
    circuit.counts, circuit.settings = "evenings", {"scale": [32, 27, 22, 17], "tail": 0}
    circuit.save()
    last = circuit.tournaments.get(date=DATES[5])
    assert [
        issue.after_round.number
        for issue in last.publications.order_by("number")
        if issue.after_round
    ] == [1, 2]
    for round_ in last.rounds.order_by("number"):
        make_official(round=round_, author=None)
    FinalHold.objects.create(tournament=last)
    close_evening(tournament=last, author=None, still_held=True)
    assert last_round_visible(last) == 1
    assert len(season_of(circuit).sittings) == 5
    release_final(tournament=last, author=None)
    assert last_round_visible(last) == 2
    assert len(season_of(circuit).sittings) == 6


def last_round_visible(evening: Tournament) -> int | None:
    """Partita after which the standings that everybody may see were made."""
    [publication], _held = last_visible(Q(tournament=evening))
    return publication.after_round and int(publication.after_round.number)


def test_a_published_season_says_which_evening_counts_no_more() -> None:
    """After no. 1 the fifth evening leaves the season; then the sixth replaces the fourth. The
    regulation does not change.
    """
    circuit = the_season()
    fifth, sixth = (circuit.tournaments.get(date=DATES[number]) for number in (4, 5))
    Tournament.objects.filter(pk=sixth.pk).update(circuit=None)
    publish_season(circuit=circuit, author=None)
    Tournament.objects.filter(pk=fifth.pk).update(circuit=None)
    gone = publish_season(circuit=circuit, author=None).erratum
    assert gone == "La serata del 12 marzo 2026 non conta più."
    Tournament.objects.filter(pk=circuit.tournaments.get(date=DATES[3]).pk).update(circuit=None)
    Tournament.objects.filter(pk=sixth.pk).update(circuit=circuit)
    other = publish_season(circuit=circuit, author=None).erratum
    assert "regolamento" not in other


def test_an_evening_that_goes_on_past_midnight_is_still_to_come() -> None:
    circuit = the_season()
    last = circuit.tournaments.get(date=DATES[5])
    Tournament.objects.filter(pk=last.pk).update(planned_rounds=3)
    season = season_of(circuit)
    days = {day: season.to_come(last.date + datetime.timedelta(days=day)) for day in (0, 1, 2)}
    assert days == {0: 1, 1: 1, 2: 0}


def test_two_evenings_of_one_day_stand_in_the_order_of_the_calendar() -> None:
    circuit = Circuit.objects.create(name="Due in un giorno")
    players = Player.objects.bulk_create(Player(surname=f"Rossi{number}") for number in range(4))
    fields = {"circuit": circuit, "date": datetime.date(2026, 3, 1)}
    evenings = [
        published_evening(players, [[3, 1, -1, -3]], **fields),
        published_evening(players, [[-3, -1, 1, 3]], **fields),
    ]
    publications, _held = last_visible(Q(tournament__circuit=circuit))
    assert [publication.tournament for publication in publications] == evenings
