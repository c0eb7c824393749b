"""Demonstration evenings are made by the services, played by the rules, and the same for the same
seed.
"""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import translation

from deals.models import BoardSet
from deals.services import verify_set
from king.cards import Deal
from king.rulesets import RULESETS
from king.sheet.full_sheet import score
from king_tournament.demo import (
    MOST_TABLES,
    PEOPLE,
    Stage,
    half_way,
    make_demo,
    make_season,
    remove_demo,
    remove_season,
)
from king_tournament.demo_hands import play_match, spoil_row
from scoring.decisions import annul_hand
from scoring.models import HandResult, Publication, Ruling, Sheet, Signature
from scoring.publishing import publish
from scoring.scored_sheets import scored_round, scored_sheet
from seasons.season import season_of
from tests.evenings import SYSTEMS, a_tournament
from tournaments.circuits import Circuit
from tournaments.editions import create_edition, import_edition
from tournaments.log.verification import check_chain
from tournaments.models import Player, Round, Seat, Tournament

ROOT = Path(__file__).parents[2]

# -- play, without a database


def some_boards(deck: int, count: int, winds: str = "NESW") -> dict[int, Deal]:
    chance = random.Random(20261120)
    boards = {}
    for number in range(1, count + 1):
        owners = [winds[place % len(winds)] for place in range(deck)]
        chance.shuffle(owners)
        boards[number] = Deal("".join(owners))
    return boards


@pytest.mark.parametrize("code", RULESETS)
def test_a_match_played_by_the_rules_is_a_sheet_without_a_problem_in_every_system(
    code: str,
) -> None:
    ruleset = RULESETS[code]
    boards = some_boards(ruleset.deck, ruleset.length, "".join(ruleset.winds))
    rows = play_match(ruleset, ruleset.defaults, boards, random.Random(1))
    scored = score(ruleset, rows)
    assert scored.problems == ()
    assert scored.closable
    if ruleset.expected_sum is not None and ruleset.third is None:
        assert scored.residual == 0


@pytest.mark.parametrize("code", ["pt_ind", "fr10", "fr32"])
def test_some_positive_hands_are_played_down_and_some_of_them_sold_for_a_null(code: str) -> None:
    ruleset = RULESETS[code]
    boards = some_boards(ruleset.deck, ruleset.length)
    down = []
    for seed in range(12):
        rows = play_match(ruleset, ruleset.defaults, boards, random.Random(seed))
        assert score(ruleset, rows).problems == ()
        down += [row for row in rows if row.direction == "down"]
    assert {row.contract for row in down} == {"POS"}
    assert {row.sale.polarity if row.sale else None for row in down} == {None, "null"}
    assert {row.trump for row in down} == {None}


def test_the_same_chance_plays_the_same_match_and_another_chance_another() -> None:
    ruleset = RULESETS["lab12"]
    boards = some_boards(52, 12)
    first, again, other = (
        play_match(ruleset, ruleset.defaults, boards, random.Random(n)) for n in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_who_declares_names_the_longest_suit_of_his_own_hand() -> None:
    ruleset = RULESETS["lab12"]
    boards = some_boards(52, 12)
    for row in play_match(ruleset, ruleset.defaults, boards, random.Random(3)):
        if row.contract == "D":
            dealer = ruleset.schedule()[row.hand - 1].dealer
            hand = boards[row.hand].hand(row.sale.buyer if row.sale else dealer)
            longest = max(sum(card.suit == suit for card in hand) for suit in "SHDC")
            assert sum(card.suit == row.trump for card in hand) == longest


@pytest.mark.parametrize("code", ["lab13", "itwiki13", "pt_ind"])
def test_a_spoiled_row_never_adds_up(code: str) -> None:
    ruleset = RULESETS[code]
    boards = some_boards(ruleset.deck, ruleset.length)
    for row in play_match(ruleset, ruleset.defaults, boards, random.Random(1)):
        wrong = spoil_row(row, ruleset.contract(row.contract or ""), random.Random(1))
        assert {problem.code for problem in score(ruleset, [wrong]).problems} <= {
            "units_short",
            "domino_closers",
        }
        assert score(ruleset, [wrong]).problems != ()


@pytest.mark.parametrize("tables", range(1, MOST_TABLES + 1))
def test_half_way_somebody_is_always_still_playing(tables: int) -> None:
    progress = half_way(tables, 12)
    assert len(progress) == tables
    assert any(1 <= table["hands"] < 12 for table in progress)


def test_the_invented_people_are_all_different() -> None:
    assert len(set(PEOPLE)) == len(PEOPLE) == 4 * MOST_TABLES


# -- evenings


def rows_of(tournament: Tournament) -> list[tuple[int, int, int, object]]:
    return list(
        HandResult.objects.filter(sheet__table__round__tournament=tournament)
        .order_by("sheet__table__round__number", "sheet__table__number", "hand", "version")
        .values_list("sheet__table__round__number", "sheet__table__number", "hand", "content")
    )


def seats_of(tournament: Tournament) -> list[tuple[int, int, str, str]]:
    seats = Seat.objects.filter(round__tournament=tournament).select_related(
        "player", "table", "round"
    )
    return sorted(
        (seat.round.number, seat.table.number, seat.wind, seat.player.full_name) for seat in seats
    )


@pytest.mark.django_db
def test_at_the_stage_of_entries_all_are_in_the_hall_and_no_wind_is_drawn() -> None:
    tournament = make_demo(stage="entries", seed=7)
    assert tournament.is_demo
    assert tournament.entries.playing().count() == 32
    assert not tournament.entries.exclude(wind="").exists()
    assert not tournament.rounds.exists()


@pytest.mark.django_db
def test_at_the_stage_of_seating_everybody_has_a_place_and_the_boards_are_sealed_and_unprinted() -> (
    None
):
    tournament = make_demo(stage="seated", seed=7, tables=4)
    round_ = tournament.rounds.get()
    assert round_.stage == Round.Stage.SEATING
    assert round_.seating_published_at is not None
    assert round_.board_set.state == BoardSet.State.SEALED
    assert len({name for _round, _table, _wind, name in seats_of(tournament)}) == 16


@pytest.mark.django_db
def test_half_way_sheets_are_closed_handed_in_doubtful_and_unfinished() -> None:
    tournament = make_demo(stage="playing", seed=7)
    round_ = tournament.rounds.get()
    assert round_.stage == Round.Stage.PLAYING
    sheets = list(Sheet.objects.filter(table__round=round_).order_by("table__number"))
    states = [sheet.state for sheet in sheets]
    assert states == ["closed", "handed_in", "handed_in", "open", "open", "open", "open", "open"]
    scored = [scored_sheet(sheet) for sheet in sheets]
    assert [len(sheet.problems) for sheet in scored] == [0, 0, 1, 0, 1, 0, 0, 0]
    assert [sheet.complete for sheet in scored] == [
        True,
        True,
        True,
        False,
        False,
        False,
        False,
        False,
    ]
    assert len({len(sheet.rows) for sheet in scored[3:]}) > 2


@pytest.mark.at_length
@pytest.mark.django_db
def test_a_finished_evening_has_closed_partite_a_ruling_and_a_published_standing() -> None:
    tournament = make_demo(stage="finished", seed=7, tables=3)
    assert [round_.stage for round_ in tournament.rounds.order_by("number")] == [
        "provisional",
        "provisional",
    ]
    for round_ in tournament.rounds.all():
        assert round_.board_set.state == BoardSet.State.REVEALED
        for table in scored_round(round_):
            assert table.scored.closable
            assert table.scored.sum == 0
    assert Ruling.objects.filter(sheet__table__round__tournament=tournament).count() == 1
    assert Publication.objects.filter(tournament=tournament).count() == 2
    assert check_chain(tournament).fault is None
    published = Publication.objects.filter(tournament=tournament).latest("number").standings
    assert len(published["overall"]) == 12


@pytest.mark.at_length
@pytest.mark.django_db
def test_the_same_seed_makes_the_same_evening_and_another_seed_another() -> None:
    first, again, other = (make_demo(stage="playing", seed=seed, tables=4) for seed in (3, 3, 4))
    assert seats_of(first) == seats_of(again) != seats_of(other)
    assert rows_of(first) == rows_of(again) != rows_of(other)
    boards = [
        list(
            tournament.rounds.get()
            .board_set.boards.order_by("number")
            .values_list("owners", flat=True)
        )
        for tournament in (first, again, other)
    ]
    assert boards[0] == boards[1] != boards[2]
    assert first.code != again.code


@pytest.mark.at_length
@pytest.mark.django_db
def test_a_later_seating_is_the_same_too_where_meetings_have_to_repeat() -> None:
    first, again = (make_demo(stage="finished", seed=9, tables=3) for _ in range(2))
    assert seats_of(first) == seats_of(again)
    assert rows_of(first) == rows_of(again)


@pytest.mark.django_db
def test_the_invented_people_come_onto_the_roster_once() -> None:
    for seed in (1, 2):
        make_demo(stage="entries", seed=seed, tables=MOST_TABLES)
    assert Player.objects.count() == len(PEOPLE)
    assert not Player.objects.exclude(card_number__startswith="DEMO-").exists()


@pytest.mark.at_length
@pytest.mark.django_db
@pytest.mark.parametrize("code", sorted(set(SYSTEMS) - {"lab12"}))
def test_every_system_can_be_shown(code: str) -> None:
    tournament = make_demo(stage="finished", seed=5, ruleset=code, tables=2, rounds=1)
    for table in scored_round(tournament.rounds.get()):
        assert table.scored.closable


@pytest.mark.django_db
def test_a_house_edition_of_declarations_alone_can_be_shown() -> None:
    create_edition(
        base="lab12",
        code="harbour",
        name="Harbour club",
        changes={"hands": ["D", "SA"]},
        author=None,
    )
    tournament = make_demo(
        stage="finished", seed=3, ruleset="harbour", tables=2, rounds=1, language="en"
    )
    [ruling] = Ruling.objects.filter(sheet__table__round__tournament=tournament)
    assert (ruling.kind, ruling.hand in (1, 2)) == ("illegal_play", True)


@pytest.mark.django_db
def test_a_pair_is_entered_together_and_sits_opposite() -> None:
    tournament = make_demo(stage="seated", seed=5, ruleset="lab_coppie", tables=2)
    assert tournament.entries.count() == 4
    for entry in tournament.entries.all():
        assert sorted(entry.seats.values_list("wind", flat=True)) in (["N", "S"], ["E", "W"])


@pytest.mark.django_db
def test_teams_have_a_name_four_players_and_an_even_number_of_tables() -> None:
    tournament = make_demo(stage="playing", seed=5, ruleset="pt_pareado", tables=4)
    assert [entry.members.count() for entry in tournament.entries.all()] == [4] * 4
    assert len({entry.name for entry in tournament.entries.all()}) == 4
    with pytest.raises(ValidationError) as refused:
        make_demo(stage="entries", seed=5, ruleset="pt_pareado", tables=3)
    assert refused.value.code == "demo_size"


@pytest.mark.django_db
def test_tables_without_boards_deal_their_own_cards_and_the_same_seed_deals_them_again() -> None:
    first, again = (
        make_demo(stage="finished", seed=5, ruleset="lab_chiamata", tables=2, rounds=1)
        for _ in range(2)
    )
    assert not BoardSet.objects.exists()
    assert rows_of(first) == rows_of(again)
    assert signed(first) == {"N", "E", "S", "W"}


def signed(tournament: Tournament) -> set[str]:
    return set(
        Signature.objects.filter(sheet__table__round__tournament=tournament).values_list(
            "wind", flat=True
        )
    )


@pytest.mark.django_db
def test_three_players_sign_and_nobody_for_the_empty_chair() -> None:
    assert signed(make_demo(stage="finished", seed=5, ruleset="pt_fu", tables=1, rounds=1)) == {
        "N",
        "E",
        "S",
    }


@pytest.mark.django_db
def test_what_an_organizer_makes_stands_in_the_log_under_that_name(
    django_user_model: type[User],
) -> None:
    author = django_user_model.objects.create_user("delia")
    tournament = make_demo(stage="seated", seed=7, tables=1, author=author)
    assert set(tournament.log.values_list("author_name", flat=True)) == {"delia"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"stage": "later"}, "demo_stage"),
        ({"tables": 0}, "demo_size"),
        ({"tables": 17}, "demo_size"),
        ({"rounds": 9}, "demo_size"),
    ],
)
def test_an_evening_that_cannot_be_is_refused_and_leaves_nothing(
    change: dict[str, object], code: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        make_demo(**{"stage": "entries", "seed": 1} | change)
    assert refused.value.code == code
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_the_command_tells_what_it_made_and_ends_with_the_code() -> None:
    out = io.StringIO()
    call_command("demo", "--stage", "finished", "--seed", "7", "--tables", "2", stdout=out)
    tournament = Tournament.objects.get()
    assert out.getvalue().split()[-1] == tournament.code
    assert len(out.getvalue().splitlines()) == 4


@pytest.mark.django_db
def test_a_demonstration_taken_away_leaves_nothing_and_the_other_stays() -> None:
    other = make_demo(stage="playing", seed=1, tables=2)
    gone = make_demo(stage="finished", seed=2, tables=2)
    before = rows_of(other)
    call_command("demo", "--remove", gone.code, stdout=io.StringIO())
    assert list(Tournament.objects.all()) == [other]
    assert rows_of(other) == before
    assert (Player.objects.count(), BoardSet.objects.count(), Ruling.objects.count()) == (8, 1, 0)
    remove_demo(tournament=other)
    assert (Player.objects.count(), BoardSet.objects.count(), HandResult.objects.count()) == (
        0,
        0,
        0,
    )


@pytest.mark.django_db
def test_an_evening_that_is_no_demonstration_is_never_taken_away() -> None:
    evening = a_tournament()
    with translation.override("en"), pytest.raises(CommandError, match="is not a demonstration"):
        call_command("demo", "--remove", evening.code)
    with translation.override("en"), pytest.raises(CommandError, match="no evening and no circuit"):
        call_command("demo", "--remove", "nobody")
    assert Tournament.objects.get() == evening


@pytest.mark.django_db
def test_the_command_refuses_an_unknown_system_in_a_sentence() -> None:
    sentence = "no rule system lab99. There are: lab12, lab13,"
    with translation.override("en"), pytest.raises(CommandError, match=sentence):
        call_command("demo", "--seed", "7", "--ruleset", "lab99")


def test_the_stages_are_those_of_an_evening_in_order() -> None:
    assert list(Stage) == ["entries", "seated", "playing", "finished"]


@pytest.mark.at_length
@pytest.mark.django_db
@pytest.mark.parametrize("code", ["pt_ind", "fr10", "lab12", "lab13", "itwiki13", "squadre"])
def test_an_evening_of_the_quick_game_is_played_to_its_end(code: str) -> None:
    tournament = make_demo(
        stage="finished", seed=5, ruleset=code, tables=2, rounds=1, settings={"quick_game": True}
    )
    round_ = tournament.rounds.get()
    rules = tournament.rules
    # There are three deals fewer than rows, all announced, and every sheet is complete and closed.
    assert (
        round_.board_set.boards.count() == round_.board_set.document["boards"] == rules.length - 3
    )
    assert verify_set(round_.board_set).holds
    for sheet in Sheet.objects.filter(table__round=round_):
        scored = scored_sheet(sheet)
        assert sheet.state == Sheet.State.CLOSED
        assert (scored.complete, scored.residual, scored.sum) == (True, 0, rules.expected_sum)


@pytest.mark.django_db
def test_a_hand_of_the_quick_game_is_annulled_with_the_other_of_its_cards() -> None:
    tournament = make_demo(
        stage="playing", seed=5, ruleset="pt_ind", tables=1, rounds=1, settings={"quick_game": True}
    )
    rulings = annul_hand(round=tournament.rounds.get(), hand=4, reason="Time is up.", arbiter=None)
    assert sorted(ruling.hand for ruling in rulings) == [3, 4]
    scored = scored_sheet(Sheet.objects.get())
    assert [row.expected for row in scored.rows if row.hand in (3, 4)] == [0, 0]


@pytest.mark.at_length
def test_the_first_command_of_a_new_installation_ended_in_a_traceback(tmp_path: Path) -> None:
    """Before the first ``make run`` there are no tables, so any command has to create them. It used
    to end in a traceback.
    """
    variables = {key: value for key, value in os.environ.items() if key in {"PATH", "HOME", "LANG"}}
    place = variables | {"KING_DATA_DIR": str(tmp_path / "kept")}

    def manage(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", *words]
        return subprocess.run(
            command, cwd=ROOT, env=place, capture_output=True, text=True, check=False
        )

    process = manage("demo", "--stage", "entries", "--tables", "1", "--seed", "1")
    assert (process.returncode, process.stderr) == (0, "")
    exported = manage("export_results", process.stdout.split()[-1])
    assert json.loads(exported.stdout)["rounds"] == []


@pytest.mark.at_length
@pytest.mark.django_db
def test_a_season_of_six_evenings_to_which_people_come_and_go() -> None:
    """There are eight seats and eighteen people, and the last evening has not begun. The output's
    last word is the circuit's code.
    """
    output = io.StringIO()
    call_command(
        "demo",
        "--season",
        "--seed",
        "4",
        "--tables",
        "2",
        "--rounds",
        "1",
        "--stage",
        "entries",
        stdout=output,
    )
    circuit = Circuit.objects.get(code=output.getvalue().split()[-1])
    assert circuit.tournaments.count() == circuit.planned_evenings == 6
    season = season_of(circuit)
    assert len(season.standings.rounds) == 5
    came = [len(line.counted) for line in season.standings.overall]
    assert min(came) < 5
    assert 8 < len(came) <= 18


EDITIONS = ROOT / "docs" / "editions"


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "total"), [("barbu", 20), ("trex", 0)])
def test_another_game_read_from_a_file_is_played_to_a_published_standing(game, total) -> None:
    """A match of Barbu sums to 4 × (−130 + 65 + 70), one of Trex to 4 × (−500 + 500)."""
    edition = import_edition(text=(EDITIONS / f"{game}.json").read_text(), author=None)
    evening = make_demo(stage="finished", seed=5, ruleset=edition.code, tables=2, rounds=1)
    sheets = [table.scored for table in scored_round(evening.rounds.get())]
    assert [sheet.closable for sheet in sheets] == [True, True]
    for sheet in sheets:
        assert sum(added_row for row in sheet.rows for added_row in row.points.values()) == total
    publication = Publication.objects.filter(tournament=evening).last() or publish(
        tournament=evening, author=None
    )
    assert publication.state


@pytest.mark.django_db
def test_a_season_is_taken_away_with_all_its_evenings_by_its_own_code() -> None:
    other = make_demo(stage="entries", seed=1, tables=1)
    circuit = make_season(stage="entries", seed=2, tables=1, rounds=1, ruleset="lab12")
    output = io.StringIO()
    with translation.override("it"):
        call_command("demo", "--remove", circuit.code, stdout=output)
    # The participle agrees with "dimostrazione", not with the name of a circuit or an evening.
    assert output.getvalue() == f"Dimostrazione tolta: {circuit.name}.\n"
    assert [*Tournament.objects.all()] == [other]
    assert not Circuit.objects.exists()


@pytest.mark.django_db
def test_a_season_with_an_evening_that_is_no_demonstration_stays_whole() -> None:
    circuit = make_season(stage="entries", seed=2, tables=1, rounds=1, ruleset="lab12")
    a_tournament(circuit=circuit)
    with pytest.raises(ValidationError):
        remove_season(circuit=circuit)
    assert circuit.tournaments.count() == 7


@pytest.mark.django_db
@pytest.mark.parametrize(("ruleset", "counts"), [("lab_coppie", False), ("squadre_terza", True)])
def test_a_demonstration_has_third_options_where_they_change_the_points(
    ruleset: str, counts: bool
) -> None:
    evening = make_demo(stage="finished", seed=4, tables=2, rounds=2, ruleset=ruleset)
    rows = HandResult.objects.filter(sheet__table__round__tournament=evening)
    assert rows.filter(content__third=True).exists() == counts
    assert Sheet.objects.filter(table__round__tournament=evening, state="closed").count() == 4


@pytest.mark.django_db
def test_a_demonstration_says_who_deals_first_where_each_table_draws_it() -> None:
    evening = make_demo(stage="playing", seed=4, tables=3, rounds=1, ruleset="lab_coppie")
    first = Sheet.objects.filter(table__round__tournament=evening)
    assert all(first.values_list("first_dealer", flat=True))
