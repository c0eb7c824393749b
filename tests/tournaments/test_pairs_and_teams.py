"""Pairs, teams of four and tables of three: entered, counted, drawn and seated so that nobody meets
twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone, translation

from tournaments import entries as tournaments_entries, round_seating
from tournaments.entries import add_house_player, enter_pair, enter_player
from tournaments.entry_members import (
    join_entries,
    join_entry,
    leave_entry,
    name_entry,
    order_members,
)
from tournaments.head_count import HeadCount, head_count
from tournaments.models import Entry, Player, Round, Tournament
from tournaments.seat_changes import publish_seating, swap_seats
from tournaments.substitutes import substitute
from tournaments.wind_draw import draw_winds, type_winds

pytestmark = pytest.mark.usefixtures("in_english")

Make = Callable[..., Tournament]
SEED = "5" * 32


def people(count: int, word: str = "Rossi") -> list[Player]:
    return Player.objects.bulk_create(
        Player(surname=f"{word}{n:03}", given_name="Anna") for n in range(count)
    )


def with_entries(
    make: Make, author: User, ruleset: str, count: int, **fields: object
) -> Tournament:
    """Make a tournament with so many pairs or teams, their winds drawn."""
    tournament = make(0, ruleset=ruleset, **fields)
    size = {"lab_coppie": 2, "pt_pareado": 4, "pt_fu": 1}[ruleset]
    players = people(size * count)
    for place in range(0, len(players), size):
        together = players[place : place + size]
        if size == 1:
            enter_player(tournament=tournament, player=together[0], author=author)
        else:
            enter_pair(tournament=tournament, players=together, author=author)
    draw_winds(tournament=tournament, author=author, seed=SEED)
    return tournament


def play(tournament: Tournament, author: User, **options: object) -> Round:
    """Plan and publish the next partita, and mark it as played."""
    planned = round_seating.plan_round(tournament=tournament, author=author, **options)
    publish_seating(round=planned, author=author)
    Round.objects.filter(pk=planned.pk).update(
        stage=Round.Stage.OFFICIAL, started_at=timezone.now(), closed_at=timezone.now()
    )
    planned.refresh_from_db()
    return planned


def tables(round_: Round) -> list[dict[str, int]]:
    """Entry number at each wind, for each table."""
    return [
        {seat.wind: seat.entry.number for seat in table.seats.select_related("entry")}
        for table in round_.tables.order_by("number")
    ]


def meetings(rounds: list[Round], each: int = 1) -> Counter[frozenset[int]]:
    """Number of times that two entries sat at one table. Of a match between teams only the first
    table counts.
    """
    met: Counter[frozenset[int]] = Counter()
    for round_ in rounds:
        for table in tables(round_)[::each]:
            met.update(frozenset(pair) for pair in combinations(set(table.values()), 2))
    return met


# -- members


def test_a_team_has_its_four_in_the_order_in_which_they_sit_and_reserves_after_them(
    make_evening: Make, author: User
) -> None:
    tournament = make_evening(0, ruleset="pt_pareado")
    players = people(6)
    team = enter_pair(tournament=tournament, players=players, name="Portello", author=author)
    assert (team.title, team.members.count()) == ("Portello", 6)
    turned = order_members(entry=team, players=players[::-1], author=author)
    assert [member.player for member in turned.members.all()] == players[::-1]
    with pytest.raises(ValidationError, match="each once"):
        order_members(entry=team, players=players[:3], author=author)
    with pytest.raises(ValidationError, match="4 players and up to 2 reserves; these are 7"):
        join_entry(entry=team, player=people(1, "Bianchi")[0], author=author)
    assert leave_entry(entry=team, player=players[0], author=author).members.count() == 5
    named = name_entry(entry=team, name="  ", author=author)
    assert named.title.startswith("Rossi005 Anna – Rossi004 Anna")


def test_two_who_come_alone_become_a_pair_and_the_count_says_who_lacks_a_partner(
    make_evening: Make, author: User
) -> None:
    tournament = make_evening(0, ruleset="lab_coppie")
    first, second, third = (
        enter_player(tournament=tournament, player=player, author=author) for player in people(3)
    )
    count = head_count(tournament)
    assert count.incomplete == (1, 2, 3)
    assert not count.ready
    assert "lack a partner: 3 (entries 1, 2, 3)" in str(count.sentences[0])
    pair = join_entries(first=first, second=third, author=author)
    assert pair.title == "Rossi000 Anna – Rossi002 Anna"
    assert list(tournament.entries.values_list("number", flat=True)) == [1, 2]
    with pytest.raises(ValidationError, match="already entered"):
        join_entry(entry=second, player=pair.members.all()[0].player, author=author)
    with pytest.raises(ValidationError, match="two different entries"):
        join_entries(first=second, second=second, author=author)


@pytest.mark.parametrize(
    ("ruleset", "entries", "sentence", "offered"),
    [
        ("lab_coppie", 1, "Pairs in the hall: 1. A table needs 2.", ["Add a house pair: 1 table."]),
        (
            "lab_coppie",
            5,
            "5 pairs in the hall: one short of 3 tables.",
            ["Add a house pair: 3 tables.", "Let a pair sit out, drawn by lot: 2 tables."],
        ),
        (
            "pt_pareado",
            3,
            "3 teams in the hall: one short of 4 tables.",
            ["Add a house team: 4 tables.", "Let a team sit out, drawn by lot: 2 tables."],
        ),
        (
            "pt_fu",
            8,
            "8 in the hall: 1 player short of 3 tables of three.",
            [
                "Add 1 house player: 3 tables of three.",
                "Let 2 players sit out, drawn by lot: 2 tables of three.",
            ],
        ),
    ],
)
def test_the_count_says_what_is_missing_and_what_may_be_done(
    make_evening: Make, author: User, ruleset: str, entries: int, sentence: str, offered: list[str]
) -> None:
    tournament = make_evening(0, ruleset=ruleset)
    size = {"lab_coppie": 2, "pt_pareado": 4, "pt_fu": 1}[ruleset]
    players = people(size * entries)
    for place in range(0, len(players), size):
        enter = enter_pair if size > 1 else enter_player
        who = {"players": players[place : place + size]} if size > 1 else {"player": players[place]}
        enter(tournament=tournament, author=author, **who)
    count = head_count(tournament)
    assert sentence in " ".join(map(str, count.sentences))
    assert [str(offer["sentence"]) for offer in count.offers] == offered
    if entries >= count.seats:
        draw_winds(tournament=tournament, author=author, seed=SEED)
    with pytest.raises(ValidationError, match=sentence.split(",")[0].split(":")[0]):
        round_seating.plan_round(tournament=tournament, author=author)


def test_a_head_count_reads_as_one_says_it() -> None:
    remarks = {}
    with translation.override("it"):
        for playing in (15, 14):
            hall = HeadCount(
                playing, seats=4, by_wind={}, undrawn=playing, keeps_winds=False, house=playing
            )
            remarks[playing] = [
                str(remark)
                for remark in (*hall.sentences, *(offer["sentence"] for offer in hall.offers))
            ]
    assert remarks == {
        15: [
            "Siete in 15: manca 1 giocatore per 4 tavoli.",
            "Aggiungi 1 Jolly: 4 tavoli.",
            "Fai uscire 3 Jolly: 3 tavoli.",
            "Fai riposare 3 giocatori, a sorte: 3 tavoli.",
        ],
        14: [
            "Siete in 14: mancano 2 giocatori per 4 tavoli.",
            "Aggiungi 2 Jolly: 4 tavoli.",
            "Fai uscire 2 Jolly: 3 tavoli.",
            "Fai riposare 2 giocatori, a sorte: 3 tavoli.",
        ],
    }


@pytest.mark.parametrize(("ruleset", "size"), [("lab12", 1), ("lab_coppie", 2), ("pt_pareado", 4)])
def test_a_house_entry_is_as_large_as_the_others_and_is_not_ranked(
    make_evening: Make, author: User, ruleset: str, size: int
) -> None:
    tournament = make_evening(0, ruleset=ruleset)
    first, second = (add_house_player(tournament=tournament, author=author) for _ in range(2))
    assert [entry.members.count() for entry in (first, second)] == [size, size]
    assert first.unranked
    assert tournament.members.values("player").distinct().count() == 2 * size


# -- pairs


def test_pairs_stay_in_their_line_and_meet_every_pair_of_the_other_once(
    make_evening: Make, author: User
) -> None:
    tournament = with_entries(make_evening, author, "lab_coppie", 12, planned_rounds=7)
    rounds = [play(tournament, author) for _ in range(6)]
    assert max(meetings(rounds).values()) == 1
    north = {table["N"] for table in tables(rounds[0])}
    for round_ in rounds:
        assert {table["N"] for table in tables(round_)} == north
        assert all(
            table["N"] == table["S"] and table["E"] == table["W"] for table in tables(round_)
        )
        # North-South stay at their table all evening.
        assert [table["N"] for table in tables(round_)] == [
            table["N"] for table in tables(rounds[0])
        ]
    sentences = [str(sentence) for sentence in round_seating.certificate(rounds[2])]
    assert "No two pairs meet a second time." in sentences
    assert any(
        "12 pairs in lines that stay can play 6 partite without a repeated meeting" in one
        for one in sentences
    )
    seventh = play(tournament, author)
    assert "no more than 6 partite" in str(round_seating.certificate(seventh)[0])


def test_pairs_whose_sides_rotate_meet_all_others_and_change_sides(
    make_evening: Make, author: User
) -> None:
    tournament = with_entries(
        make_evening, author, "lab_coppie", 6, planned_rounds=5, wind_policy="rotate"
    )
    rounds = [play(tournament, author) for _ in range(5)]
    met = meetings(rounds)
    assert len(met) == 15
    assert set(met.values()) == {1}
    norths = Counter(table["N"] for round_ in rounds for table in tables(round_))
    assert all(2 <= norths[number] <= 3 for number in range(1, 7))


def test_a_pair_too_many_sits_out_and_another_the_next_time(
    make_evening: Make, author: User
) -> None:
    tournament = with_entries(make_evening, author, "lab_coppie", 7, planned_rounds=3)
    rounds = [play(tournament, author, sit_out_by_lot=True, seed=SEED) for _ in range(3)]
    out = [round_.seating_note["sitting_out"] for round_ in rounds]
    assert [len(numbers) for numbers in out] == [1, 1, 1]
    assert len({number for numbers in out for number in numbers}) == 3
    assert max(meetings(rounds).values()) == 1


@pytest.mark.parametrize(
    ("ruleset", "policy", "count", "longest"),
    [
        ("lab_coppie", "rotate", 7, 7),
        ("lab_coppie", "keep", 7, 4),
        ("lab_coppie", "rotate", 5, 5),
        ("pt_pareado", "keep", 3, 3),
        ("pt_pareado", "keep", 5, 5),
    ],
)
def test_while_each_rests_once_nobody_meets_anybody_twice(
    make_evening: Make, author: User, ruleset: str, policy: str, count: int, longest: int
) -> None:
    """Rests in turn are taken into account (13.14): three teams play 3 partite, not 1; a search
    finds all 21 meetings of seven pairs, three per partita. Rests are drawn by lot each time.
    """
    tournament = with_entries(
        make_evening, author, ruleset, count, planned_rounds=longest + 1, wind_policy=policy
    )
    each = 2 if ruleset == "pt_pareado" else 1
    rounds = [play(tournament, author, sit_out_by_lot=True) for _ in range(longest)]
    assert max(meetings(rounds, each).values()) == 1
    text = " ".join(map(str, round_seating.certificate(rounds[-1])))
    assert f"{count} " in text
    assert f"{longest} partite without a repeated meeting" in text
    more = play(tournament, author, sit_out_by_lot=True)
    assert max(meetings([*rounds, more], each).values()) == 2
    text = " ".join(map(str, round_seating.certificate(more)))
    assert f"can play no more than {longest} partite" in text


def test_when_a_pair_leaves_the_others_still_meet_nobody_twice(
    make_evening: Make, author: User
) -> None:
    tournament = with_entries(make_evening, author, "lab_coppie", 10, planned_rounds=4)
    rounds = [play(tournament, author), play(tournament, author)]
    for wind in "NE":
        gone = tournament.entries.playing().filter(wind=wind).order_by("number")[0]
        tournaments_entries.withdraw(entry=gone, reason="tired", author=author)
    rounds += [play(tournament, author), play(tournament, author)]
    assert max(meetings(rounds).values()) == 1


def test_a_pair_without_partner_is_not_seated(make_evening: Make, author: User) -> None:
    tournament = make_evening(0, ruleset="lab_coppie")
    players = people(3)
    enter_pair(tournament=tournament, players=players[:2], author=author)
    enter_player(tournament=tournament, player=players[2], author=author)
    draw_winds(tournament=tournament, author=author, seed=SEED)
    with pytest.raises(ValidationError, match="Entry 2, Rossi002 Anna, needs 2 players"):
        round_seating.plan_round(tournament=tournament, author=author)


def test_a_reserve_sits_in_and_the_result_stays_with_the_pair(
    make_evening: Make, author: User
) -> None:
    tournament = make_evening(0, ruleset="lab_coppie")
    players = people(5)
    enter_pair(tournament=tournament, players=players[:3], author=author)
    enter_pair(tournament=tournament, players=players[3:], author=author)
    draw_winds(tournament=tournament, author=author, seed=SEED)
    planned = round_seating.plan_round(tournament=tournament, author=author)
    seat = planned.seats.get(player=players[1])
    row = substitute(seat=seat, player=players[2], from_hand=9, author=author)
    assert (row.entry.number, row.wind, row.from_hand) == (1, seat.wind, 9)


# -- teams


def test_a_match_is_two_tables_and_each_team_sits_one_way_at_each(
    make_evening: Make, author: User
) -> None:
    tournament = with_entries(make_evening, author, "pt_pareado", 4, planned_rounds=3)
    rounds = [play(tournament, author) for _ in range(3)]
    for round_ in rounds:
        seating = tables(round_)
        assert len(seating) == 4
        for first, second in zip(seating[::2], seating[1::2], strict=True):
            assert (first["N"], first["E"]) == (second["E"], second["N"])
            assert first["N"] == first["S"] != first["E"] == first["W"]
        players = list(round_.seats.values_list("player", flat=True))
        assert len(set(players)) == len(players) == 16
    team = tournament.entries.get(number=1)
    sitting = [member.player for member in team.members.all()]
    winds = {
        seat.player: seat.wind
        for seat in rounds[0].seats.filter(entry=team).select_related("player")
    }
    assert [winds[player] for player in sitting] == ["N", "S", "E", "W"]
    met = meetings(rounds, each=2)
    assert len(met) == 6
    assert set(met.values()) == {1}, "a round robin of four teams"
    sentences = [str(sentence) for sentence in round_seating.certificate(rounds[1])]
    assert "No two teams meet a second time." in sentences
    assert any("two tables with the same boards" in one for one in sentences)


@pytest.mark.parametrize("teams", [2, 6, 8])
def test_every_team_meets_every_other_once(make_evening: Make, author: User, teams: int) -> None:
    tournament = with_entries(make_evening, author, "pt_pareado", teams, planned_rounds=teams - 1)
    rounds = [play(tournament, author) for _ in range(teams - 1)]
    met = meetings(rounds, each=2)
    assert len(met) == teams * (teams - 1) // 2
    assert set(met.values()) == {1}


def test_an_odd_number_of_teams_rests_one_at_a_time(make_evening: Make, author: User) -> None:
    tournament = with_entries(make_evening, author, "pt_pareado", 5, planned_rounds=5)
    rounds = [play(tournament, author, sit_out_by_lot=True, seed=SEED) for _ in range(5)]
    out = Counter(number for round_ in rounds for number in round_.seating_note["sitting_out"])
    assert out == Counter(range(1, 6))
    assert max(meetings(rounds, each=2).values()) <= 2


# -- three players


@pytest.mark.parametrize("tables_of_three", [3, 4, 5])
def test_at_tables_of_three_nobody_meets_twice(
    make_evening: Make, author: User, tables_of_three: int
) -> None:
    tournament = with_entries(
        make_evening, author, "pt_fu", 3 * tables_of_three, planned_rounds=tables_of_three
    )
    rounds = [play(tournament, author) for _ in range(tables_of_three)]
    assert all(set(table) == {"N", "E", "S"} for round_ in rounds for table in tables(round_))
    assert max(meetings(rounds).values()) == 1


@pytest.mark.parametrize("policy", ["rotate", "redraw"])
def test_three_change_winds_and_still_meet_nobody_twice(
    make_evening: Make, author: User, policy: str
) -> None:
    tournament = with_entries(
        make_evening, author, "pt_fu", 15, planned_rounds=3, wind_policy=policy
    )
    rounds = [play(tournament, author) for _ in range(3)]
    assert max(meetings(rounds).values()) == 1
    if policy == "rotate":
        winds = {
            entry.number: set(entry.seats.values_list("wind", flat=True))
            for entry in Entry.objects.all()
        }
        assert set(map(len, winds.values())) == {3}


def test_a_match_that_an_exchange_has_broken_is_not_published(
    make_evening: Make, author: User
) -> None:
    tournament = with_entries(make_evening, author, "pt_pareado", 4, planned_rounds=3)
    planned = round_seating.plan_round(tournament=tournament, author=author)
    first, second = (planned.seats.get(table__number=number, wind="N") for number in (1, 3))
    swap_seats(round=planned, first=first, second=second, author=author)
    with pytest.raises(
        ValidationError, match="At tables 1, 2, 3, 4 sit teams whose match is not whole"
    ):
        publish_seating(round=planned, author=author)


def test_slips_of_pairs_name_the_line(make_evening: Make, author: User) -> None:
    tournament = make_evening(0, ruleset="lab_coppie")
    players = people(8)
    for place in range(0, 8, 2):
        enter_pair(tournament=tournament, players=players[place : place + 2], author=author)
    drawn = type_winds(
        tournament=tournament, author=author, winds={1: "NS1", 2: "eo 2", 3: "EW1", 4: "n2"}
    )
    assert [(entry.number, entry.wind, entry.wind_number) for entry in drawn] == [
        (1, "N", 1),
        (3, "E", 1),
        (4, "N", 2),
        (2, "E", 2),
    ]
