"""An evening corrected, ruled on, reopened and published in any order: its standings always follow from
its rows and rulings.

The test keeps a plain record beside the evening: rows by table and hand, rulings in force, seats.
After every step the site's standings are compared with those that the game computes from this record
alone, and all rows ever written must still be in the database.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from king.reading import Node
from king.sheet.full_sheet import ScoredSheet, score
from king.sheet.row import Row
from king.sheet.rulings import Ruling as KingRuling
from king.standing.ranking import standings
from king.standing.round_results import EVERYBODY, Result, RoundResults, ranked_wind
from king.standing.standing_settings import StandingSettings
from scoring import decisions, round_steps
from scoring.decisions import revoke_ruling
from scoring.models import HandResult, Publication, Ruling, Sheet
from scoring.publishing import publish
from scoring.round_steps import close_round, take_back_to_play
from scoring.rows import enter_row
from scoring.scored_sheets import PLAYERS, WINDS_STAY, king_form
from scoring.sheet_steps import close_sheet, reopen_sheet
from scoring.standing import display_names, tournament_standings
from scoring.wrong_winds import rule_seats
from tests.evenings import SHAPES, demo
from tests.services import examples, thorough
from tournaments.log.verification import check_chain
from tournaments.models import LogEntry, Player, Round, Seat
from tournaments.substitutes import substitute

METHOD = {
    "lab12": "places",
    "lab_coppie": "matches",
    "pt_pareado": "matches",
    "pt_fu": "raw",
    "rifki": "tables",
    "russian": "places",
    "russian_khvalenki": "places",
    "king_three": "places",
}
"""Ranking method of each system: by wind with the same boards, within the table without, and teams and soloists by
points."""
TIES_OF_MATCHES = ["match", "difference", "firsts", "dropped", "raw_points", "lot"]
"""Tie-breaks of matches: the match between level sides, the difference of points, then the usual ones (§13.14)."""


TABLES = st.sampled_from([(1, 1), (1, 2), (2, 1), (2, 2)])
"""A random partita and table."""
HANDS = st.integers(1, 10)
"""A random hand that every system has."""
WHY = "Looked at again."
FOLLOWS = (PLAYERS, WINDS_STAY)


def turned(units: dict[str, Any], steps: int) -> dict[str, Any]:
    """The same counts moved on by some places, which keeps the row's sum."""
    places = list(units)
    return {
        place: units[places[(number + steps) % len(places)]] for number, place in enumerate(places)
    }


class AnyOrder(RuleBasedStateMachine):
    """Random steps on an evening of two tables and two partite, which begins with both partite
    played.
    """

    code: str
    compared = 0

    def __init__(self) -> None:
        super().__init__()
        self.undone = transaction.atomic()
        self.undone.__enter__()
        self.evening = demo(
            stage="finished", seed=5, ruleset=self.code, tables=2, rounds=2, language="en"
        )
        self.rules = self.evening.rules
        self.sheets = {
            (sheet.table.round.number, sheet.table.number): sheet.pk
            for sheet in Sheet.objects.filter(table__round__tournament=self.evening).select_related(
                "table__round"
            )
        }
        self.rows = {
            (*place, result.hand): result.content
            for place, key in self.sheets.items()
            for result in HandResult.objects.filter(sheet=key).current()
        }
        self.ruled: dict[int, tuple[tuple[int, int], dict[str, Any]]] = {
            ruling.pk: (place, {**king_form(ruling, {}), "average": ruling.is_average})
            for place, key in self.sheets.items()
            for ruling in Ruling.objects.filter(sheet=key).standing()
            if ruling.kind != Ruling.Kind.ACCEPTED
        }
        seats = Seat.objects.filter(round__tournament=self.evening, from_hand=1).select_related(
            "round", "table"
        )
        self.seats = {
            (seat.round.number, seat.table.number, seat.wind): seat.entry_id for seat in seats
        }
        self.entries = {
            entry.pk: entry for entry in self.evening.entries.prefetch_related("members__player")
        }
        self.names = display_names(self.entries.values())
        self.ever: dict[type, dict[int, tuple]] = {}

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.undone.__exit__(None, None, None)

    # --- steps

    def sheet(self, place: tuple[int, int]) -> Sheet:
        return Sheet.objects.select_related("table__round__tournament").get(pk=self.sheets[place])

    def round(self, number: int) -> Round:
        return Round.objects.select_related("tournament").get(
            tournament=self.evening, number=number
        )

    @contextlib.contextmanager
    def perhaps(self) -> Iterator[None]:
        """Try a step that may not be allowed now: suppress a refusal and roll its writes back."""
        with contextlib.suppress(ValidationError), transaction.atomic():
            yield

    @rule(place=TABLES, hand=HANDS, steps=st.integers(0, 3))
    def correct_a_row(self, place: tuple[int, int], hand: int, steps: int) -> None:
        content = self.rows[*place, hand]
        content = {**content, "units": turned(content.get("units", {}), steps)}
        with self.perhaps():
            sheet = reopen_sheet(sheet=self.sheet(place), author=None, reason=WHY)
            result = enter_row(sheet=sheet, hand=hand, content=content, origin="desk")
            self.rows[*place, hand] = result.content
        with self.perhaps():
            close_sheet(sheet=self.sheet(place), author=None)

    @rule(place=TABLES)
    def close_a_sheet(self, place: tuple[int, int]) -> None:
        with self.perhaps():
            close_sheet(sheet=self.sheet(place), author=None)

    @rule(place=TABLES, hand=HANDS, column=st.integers(0, 2))
    def rule_an_illegal_play(self, place: tuple[int, int], hand: int, column: int) -> None:
        self.make_a_ruling(place, kind="illegal_play", hand=hand, offender=self.column(column))

    @rule(place=TABLES, points=st.integers(-30, 30), column=st.integers(0, 2))
    def adjust(self, place: tuple[int, int], points: int, column: int) -> None:
        effect = {"points": str(Fraction(points, 2))}
        self.make_a_ruling(place, kind="adjustment", offender=self.column(column), effect=effect)

    @rule(place=TABLES, hand=HANDS)
    def rule_the_hand_void(self, place: tuple[int, int], hand: int) -> None:
        self.make_a_ruling(place, kind="fouled", hand=hand)

    @rule(place=TABLES, hand=HANDS)
    def rule_the_hand_worth_the_average(self, place: tuple[int, int], hand: int) -> None:
        self.make_a_ruling(place, kind="fouled", hand=hand, effect={"average": True})

    @rule(place=TABLES, hand=HANDS)
    def rule_on_two_who_erred_together(self, place: tuple[int, int], hand: int) -> None:
        both = {"offenders": [self.column(0), self.column(1)]}
        self.make_a_ruling(place, kind="illegal_play", hand=hand, effect=both)

    @rule(place=TABLES, column=st.integers(0, 2))
    def warn(self, place: tuple[int, int], column: int) -> None:
        self.make_a_ruling(place, kind="warning", offender=self.column(column))

    @precondition(
        lambda self: "disqualification" not in self.kinds()
    )  # substitutions after a disqualification are tested elsewhere
    @rule(
        place=TABLES,
        hand=HANDS,
        winds=st.sampled_from(["NE", "EN", "SE", "WN"]),
        follows=st.sampled_from(FOLLOWS),
    )
    def rule_wrong_winds(self, place: tuple[int, int], hand: int, winds: str, follows: str) -> None:
        with self.perhaps():
            ruling = rule_seats(
                sheet=self.sheet(place),
                winds=(winds[0], winds[1]),
                hand=hand,
                follows=follows,
                reason=WHY,
                arbiter=None,
            )
            self.ruled[ruling.pk] = (
                place,
                {"kind": "seats", "hand": hand, **ruling.effect, "average": False},
            )

    def kinds(self) -> set[str]:
        return {form["kind"] for _place, form in self.ruled.values()}

    @precondition(lambda self: "seats" not in self.kinds())
    @rule(
        place=TABLES,
        hand=HANDS,
        column=st.integers(0, 2),
        scope=st.sampled_from(["hand", "partita", "evening"]),
    )
    def disqualify(self, place: tuple[int, int], hand: int, column: int, scope: str) -> None:
        fields = {"hand": hand} if scope == "hand" else {}
        self.make_a_ruling(
            place,
            kind="disqualification",
            offender=self.column(column),
            effect={"scope": scope},
            **fields,
        )

    @rule(place=TABLES, hand=HANDS)
    def rule_a_score_error(self, place: tuple[int, int], hand: int) -> None:
        self.make_a_ruling(place, kind="score_error", hand=hand)

    def column(self, number: int) -> str:
        return str(self.rules.columns[number % len(self.rules.columns)])

    def make_a_ruling(self, place: tuple[int, int], **ruling: Any) -> None:
        with self.perhaps():
            decision = decisions.rule(sheet=self.sheet(place), reason=WHY, arbiter=None, **ruling)
            self.ruled[decision.pk] = (
                place,
                {**king_form(decision, {}), "average": decision.is_average},
            )

    @precondition(lambda self: self.ruled)
    @rule(choice=st.integers(0, 100))
    def revoke_a_ruling(self, choice: int) -> None:
        key = sorted(self.ruled)[choice % len(self.ruled)]
        with self.perhaps():
            revoke_ruling(ruling=Ruling.objects.get(pk=key), author=None, reason=WHY)
            del self.ruled[key]

    @rule()
    def take_the_last_partita_back_to_play(self) -> None:
        with self.perhaps():
            take_back_to_play(round=self.round(2), author=None, reason=WHY)

    @rule(table=st.integers(1, 2), wind=st.sampled_from("NESW"), hand=st.integers(1, 8))
    def somebody_sits_in(self, table: int, wind: str, hand: int) -> None:
        seat = Seat.objects.filter(
            round=self.round(2), table__number=table, wind=wind, from_hand=1
        ).first()
        if seat is None:  # a table of three has no such seat
            return
        with self.perhaps():
            substitute(
                seat=seat,
                player=Player.objects.create(surname="Riserva"),
                from_hand=hand,
                author=None,
            )

    @rule()
    def close_the_last_partita(self) -> None:
        with self.perhaps():
            close_round(round=self.round(2), author=None)

    @rule()
    def publish_standings(self) -> None:
        with self.perhaps():
            publish(tournament=self.evening, author=None)

    @rule(number=st.integers(1, 2))
    def make_official(self, number: int) -> None:
        with self.perhaps():
            round_steps.make_official(round=self.round(number), author=None)

    @rule(number=st.integers(1, 2))
    def withdraw_official(self, number: int) -> None:
        with self.perhaps():
            round_steps.withdraw_official(round=self.round(number), author=None, reason=WHY)

    # --- invariants

    @invariant()
    def the_standing_is_what_the_rows_and_rulings_make(self) -> None:
        standings_now = tournament_standings(self.evening).as_json()
        assert standings_now == standings(self.results(), self.standing_settings()).as_json()
        type(self).compared += 1

    def standing_settings(self) -> StandingSettings:
        method = METHOD[self.code]
        ties = {"tiebreaks": TIES_OF_MATCHES} if method == "matches" else {}
        return StandingSettings.from_json(Node({"method": method, "by_wind": True} | ties, "", ""))

    def results(self) -> list[RoundResults]:
        rounds = []
        for number in (1, 2):
            if not self.round(number).is_closed:
                continue
            raw, listed = METHOD[self.code] == "raw" or self.rules.sides == "teams", {}
            for table in (1, 2):
                for entry, (points, sat) in self.points_made(number, table).items():
                    field = EVERYBODY if raw else ranked_wind(sat, "most")[0]
                    # A team's two tables are one match, listed under the first table.
                    key = (entry, 1 if self.rules.sides == "teams" else table)
                    before = listed[key].total if key in listed else Fraction(0)
                    moved = () if raw or len(sat) == 1 else tuple(sat)
                    out = self.is_out(entry, number)
                    ranked = not out and not self.entries[entry].unranked
                    listed[key] = Result(
                        self.names[entry],
                        key[1],
                        field,
                        before + points,
                        ranked,
                        sat=moved,
                        out=out,
                    )
            rounds.append(RoundResults(number, tuple(listed.values())))
        return rounds

    def is_out(self, entry: int, number: int) -> bool:
        """Whether the entry is disqualified from the partita or from the whole evening."""
        out = [
            self.seats[*place, wind]
            for place, form in self.ruled.values()
            if form["kind"] == "disqualification"
            and (form["scope"], place[0]) in [("partita", number), ("evening", 1), ("evening", 2)]
            for wind in form["offender"]
        ]
        return entry in out

    def points_made(
        self, number: int, table: int
    ) -> dict[int, tuple[Fraction, list[tuple[str, int]]]]:
        """Points of each entry at a table, and its hands by column. Rulings without a hand count
        for the first hand's players.
        """
        who = {hand: self.sitting(number, table, hand) for hand in range(1, self.rules.length + 1)}
        changes = [hand for hand in who if hand == 1 or who[hand] != who[hand - 1]]
        whole = self.scored(number, table)
        shares: dict[int, tuple[Fraction, list[tuple[str, int]]]] = {}
        for first, after in zip(changes, [*changes[1:], self.rules.length + 1], strict=True):
            hands = range(first, after)
            charged = self.scored(number, table, hands=hands).adjustments
            for column in whole.totals:
                points = charged[column] + sum(
                    row.points[column] for row in whole.rows if row.hand in hands
                )
                for entry in dict.fromkeys(who[first][wind] for wind in str(column)):
                    before, sat = shares.get(entry, (Fraction(0), []))
                    shares[entry] = before + points, [*sat, (str(column), len(hands))]
        return shares

    def sitting(self, number: int, table: int, hand: int) -> dict[str, int]:
        """Entry that gets the points of each wind in a hand, after the rulings on wrong winds in
        their order.
        """
        seats = {
            wind: entry for (*place, wind), entry in self.seats.items() if place == [number, table]
        }
        for _key, (place, form) in sorted(self.ruled.items()):
            if place == (number, table) and form["kind"] == "seats" and hand >= form["hand"]:
                for one, other in form["winds"] if form["follows"] == PLAYERS else ():
                    seats[one], seats[other] = seats[other], seats[one]
        return seats

    def average(self, number: int, table: int, hand: int) -> dict[str, str] | None:
        """The other table's row in points, if it has the same hand and is valid and not fouled
        itself (§3.4).
        """
        there = (number, 3 - table)
        if any(
            (form["kind"], form.get("hand")) == ("fouled", hand)
            for place, form in self.ruled.values()
            if place == there
        ):
            return None
        other = self.scored(*there, averages=False)
        contracts = {
            (self.rows[number, at_table, hand] or {}).get("contract") for at_table in (1, 2)
        }
        if len(contracts) > 1 or any(problem.hand == hand for problem in other.problems):
            return None
        return {
            str(column): str(points)
            for row in other.rows
            if row.hand == hand
            for column, points in row.points.items()
        }

    def scored(
        self, number: int, table: int, *, averages: bool = True, hands: range = range(1, 100)
    ) -> ScoredSheet:
        """Sheet as the game scores it, with the rulings of these hands."""
        rows = [
            Row.from_json({"hand": hand, **content})
            for (*place, hand), content in sorted(self.rows.items(), key=lambda item: item[0])
            if place == [number, table] and content is not None
        ]
        rulings = []
        for _key, (place, form) in sorted(self.ruled.items()):
            if (
                place == (number, table)
                and form["kind"] != "seats"
                and (form.get("hand") or 1) in hands
            ):
                points = (
                    self.average(number, table, form["hand"])
                    if averages and form["average"]
                    else None
                )
                ruling = {key: value for key, value in form.items() if key != "average"}
                rulings.append(
                    KingRuling.from_json(ruling | ({"points": points} if points else {}))
                )
        return score(self.rules, rows, rulings, self.rules.configure(self.evening.settings))

    @invariant()
    def nothing_that_was_written_is_gone(self) -> None:
        now = {
            HandResult: {
                result.pk: (result.sheet_id, result.hand, result.version, repr(result.content))
                for result in HandResult.objects.filter(sheet__in=self.sheets.values())
            },
            Ruling: {
                ruling.pk: (ruling.sheet_id, repr(king_form(ruling, {})), ruling.reason)
                for ruling in Ruling.objects.filter(sheet__in=self.sheets.values())
            },
            Publication: {
                published.pk: (published.number, repr(published.standings), published.erratum)
                for published in self.evening.publications.all()
            },
            LogEntry: {
                entry.pk: (entry.sequence, entry.sentence, entry.hash)
                for entry in self.evening.log.all()
            },
        }
        for model, rows in now.items():
            assert self.ever.get(model, {}).items() <= rows.items()
        self.ever = now
        assert check_chain(self.evening).fault is None


@pytest.mark.at_length
@pytest.mark.django_db
@pytest.mark.parametrize("code", SHAPES if thorough() else SHAPES[:1])
def test_after_every_step_the_standing_is_what_was_written_and_nothing_is_gone(code: str) -> None:
    machine = type(f"AnyOrder_{code}", (AnyOrder,), {"code": code})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples(5),
            stateful_step_count=15,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )
    assert machine.compared > 0
