"""The game for programs that import it: systems are named by their codes, and arguments are plain
values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from king.boards import DealtBoard, bare_document, deal_boards
from king.cards import Card
from king.dealing import Difference, differences, parse_seed, seed_sha256
from king.movements.fixed_winds import plan_keep
from king.movements.rotation import plan_redrawn, plan_rotating
from king.movements.seating import Movement
from king.reading import InputError, Node
from king.rulesets import find_ruleset
from king.rulesets.base import RuleSet, Scoring
from king.rulesets.settings import Settings
from king.sheet.checks import NO_TRUMP, TRUMPS
from king.sheet.full_sheet import ScoredSheet, score
from king.sheet.points import Column, counted_places
from king.sheet.row import Problem, Row, Sale
from king.sheet.rulings import Ruling, read_kind
from king.standing.ranking import Standings, standings as rank
from king.standing.round_results import Result, RoundResults
from king.standing.standing_settings import StandingSettings

Sold = tuple[str, str, int] | tuple[str, str, int, str]
"""Seller, buyer and price, and ``null`` for an offer of nulls."""


class Sheet:
    """A score sheet. ``row`` and ``rule`` return a new sheet with one more.

    >>> sheet = Sheet("lab12").row(1, N=3, E=1, S=4)
    >>> sheet = sheet.row(9, "S", N=2, E=6, S=3, W=2, sold=("N", "E", 4))
    >>> print(sheet)
    lab12         N      E      S      W
     1 KJ        -6     -2     -8      0
     9 D          6      2      3      2
    total         0      0     -5      2
    """

    def __init__(
        self,
        ruleset: RuleSet | str,
        settings: Settings | Mapping[str, object] | None = None,
        rows: Iterable[Row] = (),
        rulings: Iterable[Ruling] = (),
    ) -> None:
        self.ruleset = find_ruleset(ruleset)
        self.settings = self.ruleset.configure(settings)
        self.rows, self.rulings = tuple(rows), tuple(rulings)

    def row(
        self,
        hand: int,
        *words: str,
        sold: Sold | None = None,
        partner: str | None = None,
        **units: int,
    ) -> Sheet:
        """Return the sheet with one more row. Counts are by wind or by side; missing ones are 0.

        ``words``: first the contract, if it is chosen; then, as they apply, the trump or ``NT``,
        ``up`` or ``down``, ``third``, ``unplayed``, ``blind``, the card named. Raises
        ``InputError`` for any other word.
        """
        schedule = self.ruleset.schedule(self.settings)
        plan = schedule[hand - 1] if hand in range(1, len(schedule) + 1) else None
        fields: dict[str, Any] = {"partner": partner, "sale": Sale(*sold) if sold else None}
        if plan is not None and plan.contract is None and words:
            fields |= {"contract": words[0], "chooser": plan.chooser}
            words = words[1:]
        for word in words:
            if word in ("third", "unplayed", "blind"):
                fields[word] = True
            elif word in ("up", "down"):
                fields["direction"] = word
            elif word in (*TRUMPS, NO_TRUMP):
                fields["trump"] = word
            else:
                field = "card" if self.ruleset.scoring is Scoring.SHARED else "start"
                fields[field] = str(Card.parse(word))
        row = Row(hand, units=units, **fields)
        if units:
            none = dict.fromkeys(map(str, counted_places(self.ruleset, row)), 0)
            row = Row(hand, units=none | units, **fields)
        return Sheet(self.ruleset, self.settings, (*self.rows, row), self.rulings)

    def rule(
        self, kind: str, hand: int | None = None, offender: str | None = None, **more: Any
    ) -> Sheet:
        """Return the sheet with a ruling of a kind of ``king.sheet.ruling_kinds``:
        ``illegal_play``, ``score_error`` and so on.
        """
        ruling = Ruling(read_kind(Node(kind, "Sheet.rule", "kind")), hand, offender, **more)
        return Sheet(self.ruleset, self.settings, self.rows, (*self.rulings, ruling))

    @cached_property
    def scored(self) -> ScoredSheet:
        return score(self.ruleset, self.rows, self.rulings, self.settings)

    @property
    def totals(self) -> Mapping[Column, Fraction]:
        return self.scored.totals

    @property
    def problems(self) -> tuple[Problem, ...]:
        return self.scored.problems

    def __str__(self) -> str:
        return str(self.scored)

    def __repr__(self) -> str:
        return f"<Sheet {self.ruleset.code}: {len(self.rows)} of {self.ruleset.length} hands>"


def deal(ruleset: RuleSet | str, seed: str, round: int = 1) -> tuple[DealtBoard, ...]:
    """Deal the boards of a round from a seed of 64 hex digits. The same seed always gives the same
    boards.
    """
    rules, secret = find_ruleset(ruleset), parse_seed(seed)
    document = bare_document(rules, (round,), seed_sha256(secret))
    return deal_boards(rules, document, secret, "", (round,))


def verify(
    ruleset: RuleSet | str, seed: str, boards: Iterable[DealtBoard], round: int = 1
) -> Difference | None:
    """Return the first board that differs from the seed's, or None."""
    rules, secret = find_ruleset(ruleset), parse_seed(seed)
    document = bare_document(rules, (round,), seed_sha256(secret))
    placed = ((round, board.board, board.deal) for board in boards)
    return next(differences(document, secret, "", placed), None)


def seat(players: int, rounds: int, policy: str = "keep", seed: bytes | None = None) -> Movement:
    """Plan the seating of the rounds. Winds are kept (``keep``), rotated (``rotate``) or drawn anew
    (``redraw``). Raises ``InputError`` for numbers that the policy cannot seat.

    >>> seat(32, 4).certificate.meetings_repeated
    0
    """
    if policy == "rotate":
        return plan_rotating(players, rounds, seed)
    if policy == "redraw":
        return plan_redrawn(players, rounds, seed or b"")
    if policy != "keep" or players % 4:
        raise InputError(
            f"{policy}, {players} players: winds that keep need a multiple of four; else rotate or redraw"
        )
    return plan_keep(players // 4, rounds, seed)


def standings(
    rounds: Iterable[RoundResults | Sequence[tuple[str, int, str, int | Fraction]]],
    **settings: object,
) -> Standings:
    """Rank the rounds. A round may be a list of results, each with entry, table, wind and total.
    ``settings`` are those of ``king standings``.

    >>> print(standings([[("Rossi", 1, "N", 25), ("Verdi", 2, "N", 12)]], scale=[10, 6]))
     1 Rossi                         10     25
     2 Verdi                          6     12
    """
    results = (
        played
        if isinstance(played, RoundResults)
        else RoundResults(
            number,
            tuple(
                Result(entry, table, wind, Fraction(total)) for entry, table, wind, total in played
            ),
        )
        for number, played in enumerate(rounds, start=1)
    )
    return rank(results, StandingSettings.from_json(Node(settings, "settings", "")))
