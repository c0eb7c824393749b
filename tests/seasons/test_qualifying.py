"""A final made from standings (rules §6, §7.15): qualifiers, carried points, seats, the winner."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from king.movements.seating import draw_order
from king.rulesets.lab12 import LAB12
from people.erasure import forget
from people.merging import merge
from scoring.models import Sheet
from scoring.publishing import publish, read_publication, standing_changed
from scoring.round_steps import close_round, start_round
from scoring.sheet_steps import close_sheet, hand_in
from scoring.standing import tournament_standings
from seasons.models import Qualification
from seasons.qualifying import (
    corrected_since,
    decline,
    make_final,
    qualified,
    qualify,
    settle,
    take_back,
)
from tests.accounts import signed_in
from tests.evenings import a_tournament, enter, fill, played, rows_of
from tests.seasons.season import DATE, equal, final_of, play, the_qualification
from tournaments.models import Player, Round, Tournament, WindPolicy
from tournaments.round_seating import certificate, plan_round
from tournaments.seat_changes import publish_seating
from tournaments.services import remove_unplayed

pytestmark = pytest.mark.django_db


def names(qualification: Qualification) -> list[str]:
    return [candidate.name for candidate in qualified(qualification).first]


def entered(final: Tournament) -> list[tuple[int, str]]:
    return [(entry.number, entry.title) for entry in final.entries.order_by("number")]


def seats(round_: Round) -> dict[int, str]:
    """Entry numbers of North, East, South and West, by table."""
    by_table: dict[int, dict[str, int]] = {}
    for table, wind, number in round_.seats.values_list("table__number", "wind", "entry__number"):
        by_table.setdefault(table, {})[wind] = number
    return {table: " ".join(str(at[wind]) for wind in "NESW") for table, at in by_table.items()}


def refusal(call: object, **arguments: object) -> str:
    with pytest.raises(ValidationError) as refused:
        call(**arguments)  # type: ignore[operator]
    return str(refused.value.error_list[0].code)


def test_the_first_four_of_the_published_season_qualify_in_its_order() -> None:
    qualification = the_qualification()
    published = qualification.circuit.publications.get()  # type: ignore[union-attr]
    assert names(qualification) == [line["entry"] for line in published.standings["overall"][:4]]
    assert qualified(qualification).ties == []


def test_who_declines_is_followed_by_the_next_and_may_change_his_mind() -> None:
    qualification = the_qualification()
    before = [candidate.name for candidate in qualified(qualification).candidates]
    second = qualified(qualification).first[1]
    decline(qualification=qualification, entry=second.entry, declines=True, author=None)
    qualification.refresh_from_db()
    assert names(qualification) == [before[0], *before[2:5]]
    assert qualified(qualification).candidates[-1].name == before[1]
    decline(qualification=qualification, entry=second.entry, declines=False, author=None)
    qualification.refresh_from_db()
    assert names(qualification) == before[:4]


def test_the_final_has_the_qualified_in_order_called_hands_and_no_boards() -> None:
    qualification = the_qualification()
    final = final_of(qualification)
    assert entered(final) == list(enumerate(names(qualification), start=1))
    assert (final.ruleset, final.planned_rounds, final.plays_boards) == ("lab_chiamata", 3, False)
    assert final.wind_policy == WindPolicy.IN_TURN
    assert final.circuit is None  # its partite do not count for the season
    assert final_of(qualification) == final


def test_who_declines_a_final_that_is_made_is_replaced_and_everybody_numbered_anew() -> None:
    qualification = the_qualification(carry=50)
    five = qualified(qualification).candidates[:5]
    final = final_of(qualification)
    final.entries.filter(number=3).update(fee_paid=True)
    enter(final, "Jolly 1")
    decline(qualification=qualification, entry=five[1].entry, declines=True, author=None)
    assert entered(final) == [
        *enumerate((five[at].name for at in (0, 2, 3, 4)), start=1),
        (5, "Jolly 1"),
    ]
    assert final.entries.get(fee_paid=True).number == 2
    carried = [
        Fraction(share)
        for share in final.entries.order_by("number").values_list("carried", flat=True)[:4]
    ]
    assert carried == [five[at].points / 2 for at in (0, 2, 3, 4)]


def test_nobody_is_replaced_once_the_final_is_seated() -> None:
    qualification = the_qualification()
    first = qualified(qualification).first[0]
    plan_round(tournament=final_of(qualification), author=None)
    code = refusal(
        decline, qualification=qualification, entry=first.entry, declines=True, author=None
    )
    assert code == "final_seated"


def test_a_tie_at_the_cut_is_drawn_from_a_seed_that_anybody_can_use() -> None:
    """Three players share the fourth place of the published season, and one of them qualifies."""
    qualification = the_qualification()
    published = qualification.circuit.publications.get()  # type: ignore[union-attr]
    level = [line["entry"] for line in published.standings["overall"][3:6]]
    equal(qualification, 4, 3)
    [tie] = qualified(qualification).ties
    assert {candidate.name for candidate in tie.candidates} == set(level)
    assert (
        refusal(make_final, qualification=qualification, name="Finale", date=DATE, author=None)
        == "ties_open"
    )
    seed = "00112233445566778899aabbccddeeff"
    settle(qualification=qualification, tie=tie.key, seed=seed, author=None)
    qualification.refresh_from_db()
    assert names(qualification)[3] == draw_order(level, bytes.fromhex(seed), "lot")[0]
    assert qualified(qualification).ties == []
    assert refusal(settle, qualification=qualification, tie=tie.key, author=None) == "tie_not_open"


def test_a_play_off_may_leave_two_level_whom_the_cut_does_not_part() -> None:
    qualification = the_qualification()
    equal(qualification, 4, 3)
    [tie] = qualified(qualification).ties
    first, second, third = (candidate.entry.pk for candidate in tie.candidates)
    equals = dict.fromkeys((first, second, third), 1)
    assert (
        refusal(settle, qualification=qualification, tie=tie.key, places=equals, author=None)
        == "places_missing"
    )
    settle(
        qualification=qualification,
        tie=tie.key,
        places={first: 2, second: 2, third: 1},
        author=None,
    )
    qualification.refresh_from_db()
    assert qualified(qualification).ties == []
    assert qualified(qualification).first[3].entry.pk == third


def test_north_is_in_turn_the_first_the_second_and_the_third_and_nobody_is_said_to_meet_again() -> (
    None
):
    final = final_of(the_qualification())
    orders, notes = [], []
    for _partita in range(3):
        round_ = plan_round(tournament=final, author=None)
        orders.append(seats(round_)[1])
        notes.append(
            (round_.seating_note["repeats"], [str(sentence) for sentence in certificate(round_)])
        )
        publish_seating(round=round_, author=None)
        start_round(round=round_, author=None)
        Round.objects.filter(pk=round_.pk).update(stage=Round.Stage.PROVISIONAL)
    assert orders == ["1 2 3 4", "2 3 4 1", "3 4 1 2"]
    assert notes[0] == notes[1] == notes[2]
    assert notes[0][0] == 0
    assert "ripet" not in " ".join(notes[0][1])


def test_two_semifinals_are_as_strong_as_one_another() -> None:
    """Seeds are dealt back and forth: 1 4 5 8 and 2 3 6 7 have equal sums."""
    final = final_of(the_qualification(places=8))
    assert seats(plan_round(tournament=final, author=None)) == {1: "1 4 5 8", 2: "2 3 6 7"}


def test_the_clubs_final_is_as_its_regulation_has_it() -> None:
    """G, Regolamento Re di Cuori: three partite of called hands; ties are decided by firsts,
    seconds and thirds in the final, then by the place in the tournament. A24: the same player needs
    ever more aces and kings to void a Domino again.
    """
    final = final_of(the_qualification())
    assert (final.ruleset, final.planned_rounds, final.pre_dealt) == ("lab_chiamata", 3, False)
    assert final.standing_settings == {"tiebreaks": ["firsts", "seconds", "thirds", "previous"]}
    with_domino = make_final(
        qualification=the_qualification(places=8),
        name="Finale",
        date=DATE,
        ruleset="lab13",
        author=None,
    )
    assert with_domino.rules.configure(with_domino.settings).domino_redeal == "rising"
    assert (with_domino.planned_rounds, with_domino.standing_settings) == (
        3,
        final.standing_settings,
    )


@pytest.mark.parametrize("code", ["itwiki13", "itwiki_scelta", "pt_ind", "fr10"])
def test_any_other_final_begins_with_the_rules_of_its_own_system(code: str) -> None:
    """The Genoese regulation does not apply to other games, so the organizer chooses (§12.3)."""
    qualification = the_qualification()
    last = Tournament.objects.latest("date", "pk")
    final = make_final(
        qualification=qualification, name="Finale", date=DATE, ruleset=code, author=None
    )
    assert final.rules.configure(final.settings) == final.rules.defaults
    assert (final.standing_settings, final.pre_dealt, final.planned_rounds) == (
        {},
        None,
        last.planned_rounds,
    )


def test_a_season_of_another_game_ends_in_a_final_of_that_game() -> None:
    qualification = the_qualification()
    Tournament.objects.update(ruleset="itwiki13")
    assert final_of(qualification).ruleset == "itwiki13"


@pytest.mark.parametrize("carry", [0, 50, 100])
def test_a_share_of_the_points_goes_along_exactly_and_the_line_says_so(carry: int) -> None:
    qualification = the_qualification(carry=carry)
    brought = {
        candidate.name: candidate.points * carry / 100
        for candidate in qualified(qualification).first
    }
    final = final_of(qualification)
    play(final)
    lines = {line.entry: line for line in tournament_standings(final).standings.overall}
    for name, line in lines.items():
        assert line.carried == brought[name]
        assert line.match_points == brought[name] + sum(
            result.match_points for result in line.counted
        )
        assert any(
            phrase.fields.get("carried") == brought[name] for phrase in line.explanation
        ) == bool(carry)
    assert sorted(result.match_points for line in lines.values() for result in line.counted) == [
        1,
        3,
        6,
        10,
    ]
    published = read_publication(final, publish(tournament=final, author=None))
    assert published.standings is not None
    assert published.publication.standings["overall"] == [line.as_json() for line in lines.values()]
    assert not standing_changed(final)


def test_level_finalists_with_as_many_firsts_are_ranked_by_the_qualification() -> None:
    """Two tables have equal results, so players with equal match points are in the season's order."""
    final = final_of(the_qualification(places=8))
    play(final)
    lines = tournament_standings(final).standings.overall
    numbers = {entry.title: entry.number for entry in final.entries.all()}
    by_points = [(line.match_points, numbers[line.entry]) for line in lines]
    assert all(one[0] > other[0] or one[1] < other[1] for one, other in pairwise(by_points))
    assert {line.tiebreak for line in lines} == {"previous"}


PLACES = ((2, 1, 3, 4), (3, 4, 1, 2), (3, 4, 2, 1))
"""Places of four finalists in three partite. With 10, 6, 3 and 1 points for a place they end with
12, 12, 19 and 17; of the first two only the second has won a partita.
"""


def test_the_firsts_of_level_finalists_come_before_the_qualification() -> None:
    final = final_of(the_qualification())
    Tournament.objects.filter(pk=final.pk).update(ruleset="lab12")
    final.refresh_from_db()
    for places in PLACES:
        round_ = plan_round(tournament=final, author=None)
        publish_seating(round=round_, author=None)
        start_round(round=round_, author=None)
        fill_in_order(round_, places)
        close_round(round=Round.objects.get(pk=round_.pk), author=None)
    lines = tournament_standings(final).standings.overall
    numbers = {entry.title: entry.number for entry in final.entries.all()}
    assert [(numbers[line.entry], line.match_points) for line in lines] == [
        (3, 19),
        (4, 17),
        (2, 12),
        (1, 12),
    ]
    assert [line.tiebreak for line in lines[2:]] == ["firsts", "firsts"]


def fill_in_order(round_: Round, places: Sequence[int]) -> None:
    """Close the sheet of the only table with these places of its entries, by their numbers."""
    sheet = Sheet.objects.get(table__round=round_)
    rows = rows_of(sheet)
    values = {contract.code: contract.value for contract in LAB12.contracts}
    totals = {
        wind: sum(values[row["contract"]] * row["units"][wind] for row in rows.values())
        for wind in "NESW"
    }
    best_first = sorted(totals, key=lambda wind: -totals[wind])
    source = {
        seat.wind: best_first[places[seat.entry.number - 1] - 1] for seat in round_.seats.all()
    }
    for row in rows.values():
        row["units"] = {wind: row["units"][other] for wind, other in source.items()}
    hand_in(sheet=fill(sheet, rows), by="phone")
    close_sheet(sheet=sheet, author=None)


def test_an_evenings_own_final_is_made_of_its_published_standing() -> None:
    evening = played(2).tournament
    qualification = qualify(source=evening, places=4, carry=0, author=None)
    final = final_of(qualification)
    published = evening.publications.get()
    assert [name for _number, name in entered(final)] == [
        line["entry"] for line in published.standings["overall"][:4]
    ]
    assert final.made_of == qualification


def published_of_sides(ruleset: str, count: int) -> Tournament:
    """Make an evening of pairs or teams whose published standings have them in the order of their
    numbers.
    """
    evening = a_tournament(ruleset, name="Coppie")
    size = 4 if ruleset == "pt_pareado" else 2
    for number in range(1, count + 1):
        entry = evening.entries.create(number=number)
        for place in range(1, size + 1):
            player = Player.objects.create(surname=f"Rossi{number}{place}")
            entry.members.create(tournament=evening, player=player, place=place)
    entries = list(evening.entries.order_by("number"))
    overall = [
        {"entry": one.title, "rank": one.number, "match_points": "7", "total": "0"}
        for one in entries
    ]
    frozen = {"rounds": [], "winds": {}, "overall": overall}
    named = {one.title: one.pk for one in entries}
    evening.publications.create(number=1, standings=frozen, named=named)
    return evening


def test_pairs_go_into_the_final_as_pairs() -> None:
    evening = published_of_sides("lab_coppie", 2)
    final = final_of(qualify(source=evening, places=2, carry=0, author=None))
    assert final.ruleset == "lab_coppie"
    assert [name for _number, name in entered(final)] == ["Rossi11 – Rossi12", "Rossi21 – Rossi22"]
    plan_round(tournament=final, author=None)
    assert refusal(qualify, source=evening, places=4, carry=0, author=None) == "final_seated"


@pytest.mark.parametrize("ruleset", ["lab_coppie", "pt_pareado"])
def test_in_a_final_of_four_sides_each_meets_each_in_three_partite(ruleset: str) -> None:
    """Three partite are what its tables can play, and the last one is between the first two (13.14)."""
    final = final_of(qualify(source=published_of_sides(ruleset, 4), places=4, carry=0, author=None))
    assert final.planned_rounds == 3
    met, text = [], ""
    for _number in range(3):
        planned = plan_round(tournament=final, author=None)
        publish_seating(round=planned, author=None)
        tables = planned.seats.values_list("table__number", "entry__number")
        met.append({frozenset(who for at, who in tables if at == table) for table, _ in tables})
        text += " ".join(map(str, certificate(planned)))
        Round.objects.filter(pk=planned.pk).update(
            stage=Round.Stage.OFFICIAL, started_at=timezone.now(), closed_at=timezone.now()
        )
    assert met == [
        {frozenset({1, 4}), frozenset({2, 3})},
        {frozenset({1, 3}), frozenset({2, 4})},
        {frozenset({1, 2}), frozenset({3, 4})},
    ]
    assert "repeated" not in text.replace("without a repeated meeting", "")


@pytest.mark.parametrize("places", [3, 6, 8])
def test_a_final_of_pairs_takes_what_its_tables_play_out(places: int) -> None:
    evening = published_of_sides("lab_coppie", 9)
    with pytest.raises(ValidationError) as refused:
        qualify(source=evening, places=places, carry=0, author=None)
    assert refused.value.error_dict["places"][0].code == "not_played_out"


def test_a_finalist_who_was_made_of_two_rows_of_the_roster_is_still_the_one() -> None:
    qualification = the_qualification()
    second = qualified(qualification).first[1]
    player = second.entry.members.get().player
    twin = Player.objects.create(surname="Doppione")
    merge(player=twin, gone=player, chosen={}, author=None)
    assert qualified(qualification).first[1].who == {twin.pk}


def test_a_forgotten_finalist_keeps_his_place_under_a_number() -> None:
    qualification = the_qualification()
    second = qualified(qualification).first[1]
    [player] = [member.player for member in second.entry.members.all()]
    Tournament.objects.update(date=datetime.date(2026, 1, 1), closed_at=timezone.now())
    forget(player=player, author=None)
    published = qualification.circuit.publications.get()  # type: ignore[union-attr]
    assert second.name not in str(published.standings) + str(published.named)
    finalist = qualified(qualification).first[1]
    assert (finalist.who, finalist.name) == (
        {player.pk},
        published.standings["overall"][1]["entry"],
    )


def test_a_qualification_made_by_mistake_is_taken_back_as_long_as_no_evening_is_made_of_it() -> (
    None
):
    qualification = the_qualification()
    final = final_of(qualification)
    assert refusal(take_back, qualification=qualification, author=None) == "final_made"
    remove_unplayed(tournament=final)
    qualification.refresh_from_db()
    take_back(qualification=qualification, author=None)
    assert not Qualification.objects.exists()


def test_nothing_published_nobody_qualifies() -> None:
    assert (
        refusal(qualify, source=a_tournament(), places=4, carry=0, author=None) == "nothing_posted"
    )


@pytest.mark.at_length
def test_sixteen_qualify_with_as_many_questions_as_four() -> None:
    counts = []
    for places in (4, 16):
        qualification = the_qualification(places=places)
        with CaptureQueriesContext(connection) as queries:
            qualified(Qualification.objects.get(pk=qualification.pk))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 6


def test_a_qualification_corrected_after_the_final_was_seated_is_told_at_the_final() -> None:
    """The final's pages of tables, standings and closing say so, and so does the source; the seats
    stay.
    """
    organizer = signed_in("organizer", "organizer")
    evening = published_of_sides("lab_coppie", 5)
    final = final_of(qualify(source=evening, places=4, carry=0, author=None))
    plan_round(tournament=final, author=None)
    pages = [
        f"/desk/{final.code}/play/1/",
        f"/desk/{final.code}/standings/",
        f"/desk/{final.code}/close/",
        f"/desk/{evening.code}/final/",
    ]
    words = "The qualification was corrected after this final was seated"
    assert all(words not in organizer.get(page).content.decode() for page in pages)
    first = evening.publications.get()
    lines = first.standings["overall"]
    again = [lines[place] | {"rank": rank} for rank, place in enumerate((0, 1, 2, 4, 3), start=1)]
    evening.publications.create(
        number=2, standings={**first.standings, "overall": again}, named=first.named
    )
    for page in pages:
        text = organizer.get(page).content.decode()
        assert words in text, page
        assert "4. Rossi51 – Rossi52" in text
    assert entered(final)[3] == (4, "Rossi41 – Rossi42")


def test_a_standing_published_again_that_moves_no_finalist_is_not_told() -> None:
    evening = published_of_sides("lab_coppie", 5)
    final = final_of(qualify(source=evening, places=2, carry=0, author=None))
    plan_round(tournament=final, author=None)
    first = evening.publications.get()
    evening.publications.create(number=2, standings=first.standings, named=first.named)
    assert corrected_since(final) == ""
