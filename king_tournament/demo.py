"""A whole evening to look at, at any stage, made through the services that the screens call.

The same seed makes the same evening: names, winds, boards, every card played. Only the codes are new each time, as they
are the keys to its pages. Its boards come from that seed too, which is why a demonstration is marked as one.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from deals import services as deals
from deals.models import BoardSet
from king.contracts import Family
from king.row import Row
from king.rulesets import RuleSet
from king_tournament.demo_people import CLUB, PEOPLE, demo_cards, demo_players, demo_teams
from king_tournament.demo_play import dealt_at_the_table, play_match, spoiled
from scoring import services as scoring
from scoring.models import HandResult, Sheet
from tournaments import seating
from tournaments import services as tournaments
from tournaments.head_count import entry_size, seats_of_entries, tables_of_a_meeting
from tournaments.models import Player, Round, Table, Tournament

MOST_TABLES = len(PEOPLE) // 4
MOST_ROUNDS = 4
LONGEST_NAME = 120


class Stage(StrEnum):
    """How far the evening has got."""

    ENTRIES = "entries"
    """Everybody is entered; the winds are not drawn."""
    SEATED = "seated"
    """Winds drawn, the first seating published, its boards sealed."""
    PLAYING = "playing"
    """The first partita half way: sheets closed, handed in, doubtful and unfinished."""
    FINISHED = "finished"
    """Every partita closed, the standings posted, one ruling made."""


SHORT_STAGES = {
    Stage.ENTRIES: gettext_lazy("entries"),
    Stage.SEATED: gettext_lazy("seated"),
    Stage.PLAYING: gettext_lazy("in play"),
    Stage.FINISHED: gettext_lazy("finished"),
}
"""How far it was brought, in the name of the evening."""


@transaction.atomic
def make_demo(
    *,
    stage: str,
    seed: int,
    author: AbstractBaseUser | None = None,
    ruleset: str = "lab12",
    tables: int = 8,
    rounds: int = 2,
    language: str | None = None,
    pre_dealt: bool | None = None,
    settings: Mapping[str, object] | None = None,
) -> Tournament:
    """Make the evening; raises ``ValidationError`` for a stage or a size that it cannot have, ``InputError`` for an
    unknown rule system.

    ``language`` is that of the tournament's name and of what was written by hand, such as the ruling's reason; None
    for the language in force. ``ruleset`` may be a house edition's code; ``pre_dealt`` and ``settings`` as
    ``create_tournament`` has them.
    """
    rules = _checked(stage, ruleset, tables, rounds)
    with translation.override(language or translation.get_language()):
        tournament = tournaments.create_tournament(
            name=_name(rules, stage, seed),
            date=timezone.localdate(),
            place=_("Club room (demonstration)"),
            ruleset=rules.code,
            settings=settings,
            planned_rounds=rounds,
            author=author,
            is_demo=True,
            pre_dealt=pre_dealt,
        )
        evening = _Evening(tournament, rules, seed, author)
        evening.enter_everybody(tables)
        if stage != Stage.ENTRIES:
            first = evening.seat_next_round()
            if stage == Stage.PLAYING:
                evening.play_half(first)
            if stage == Stage.FINISHED:
                evening.play_out(first)
                for _number in range(1, rounds):
                    evening.play_out(evening.seat_next_round())
    return Tournament.objects.get(pk=evening.tournament.pk)


@transaction.atomic
def remove_demo(*, tournament: Tournament) -> None:
    """Take a demonstration away with all it left; the invented people too, once no evening has them.

    Refused for an evening that is none: what was played is kept.
    """
    if not tournament.is_demo:
        raise ValidationError(
            gettext_lazy("“%(tournament)s” is no demonstration: it is kept."),
            code="not_a_demo", params={"tournament": tournament.name},
        )  # fmt: skip
    board_sets = list(tournament.rounds.filter(board_set__isnull=False).values_list("board_set", flat=True))
    Table.objects.filter(round__tournament=tournament).delete()
    tournament.rounds.all().delete()
    BoardSet.objects.filter(pk__in=board_sets).delete()
    tournament.delete()
    invented = Player.objects.filter(card_number__in=demo_cards(), club=CLUB)
    invented.filter(memberships__isnull=True, seats__isnull=True).delete()


def _checked(stage: str, ruleset: str, tables: int, rounds: int) -> RuleSet:
    """The rule system, once everything asked for is possible."""
    if stage not in tuple(Stage):
        raise ValidationError(
            gettext_lazy("A demonstration is at one of the stages %(stages)s, not %(stage)s."),
            code="demo_stage", params={"stages": ", ".join(Stage), "stage": stage[:40]},
        )  # fmt: skip
    if not 1 <= tables <= MOST_TABLES or not 1 <= rounds <= MOST_ROUNDS:
        raise ValidationError(
            gettext_lazy("A demonstration has 1 to %(tables)s tables and 1 to %(rounds)s partite."),
            code="demo_size", params={"tables": MOST_TABLES, "rounds": MOST_ROUNDS},
        )  # fmt: skip
    rules = tournaments.find_rules(ruleset)
    if rules.sides == "teams" and tables % 2:
        raise ValidationError(
            gettext_lazy("Teams meet at two tables each: a demonstration of theirs has an even number of tables."),
            code="demo_size",
        )
    return rules


def _name(rules: RuleSet, stage: str, seed: int) -> str:
    """A name that tells trial evenings apart: number, system, how far it was brought."""
    title = rules.name if rules.base is not None else _(rules.name)
    fields = {"number": seed, "rules": title, "stage": SHORT_STAGES[Stage(stage)]}
    return (_("Trial %(number)s · %(rules)s · %(stage)s") % fields)[:LONGEST_NAME]


@dataclass
class _Evening:
    """An evening being made: what every step needs to know."""

    tournament: Tournament
    rules: RuleSet
    seed: int
    author: AbstractBaseUser | None

    def chance(self, purpose: str) -> random.Random:
        """Chance of its own for each purpose, so that one more draw somewhere changes nothing elsewhere."""
        return random.Random(f"king demonstration|{self.seed}|{purpose}")

    def digest(self, purpose: str) -> bytes:
        """32 bytes for a seed that a service wants."""
        return hashlib.sha256(f"king demonstration|{self.seed}|{purpose}".encode()).digest()

    # -- before play

    def enter_everybody(self, tables: int) -> None:
        """As many single players, pairs or teams as so many tables take; a team has a name of its own."""
        entries = tables // tables_of_a_meeting(self.tournament) * len(seats_of_entries(self.tournament))
        size = entry_size(self.tournament)
        players = demo_players(size * entries, self.chance("people"))
        if size == 1:
            tournaments.enter_many(tournament=self.tournament, players=players, author=self.author)
            return
        names = demo_teams(entries, self.chance("teams")) if self.rules.sides == "teams" else [""] * entries
        for place, name in enumerate(names):
            together = players[place * size : (place + 1) * size]
            tournaments.enter_pair(tournament=self.tournament, players=together, name=name, author=self.author)

    def seat_next_round(self) -> Round:
        """The next partita with its seating published and its boards, where it has any, sealed.

        Before the first the winds are drawn.
        """
        if not self.tournament.rounds.exists():
            draw = self.digest("draw").hex()[:32]
            tournaments.draw_winds(tournament=self.tournament, author=self.author, seed=draw)
        round_ = seating.plan_round(tournament=self.tournament, author=self.author)
        if self.tournament.plays_boards:
            boards = self.digest(f"boards {round_.number}")
            tournaments.seal_boards(round=round_, author=self.author, demo_seed=boards)
        seating.publish_seating(round=round_, author=self.author)
        return Round.objects.get(pk=round_.pk)

    # -- play

    def _started(self, round_: Round) -> tuple[Sheet, ...]:
        """The sheets of the partita once it is in play, its boards on the tables."""
        if round_.board_set is not None:
            deals.mark_printed(board_set=round_.board_set)
        scoring.start_round(round=round_, author=self.author)
        return tuple(Sheet.objects.filter(table__round=round_).select_related("table").order_by("table__number"))

    def _rows(self, sheet: Sheet, round_: Round) -> tuple[Row, ...]:
        """What this table makes of the boards that all tables have, or of the cards that it deals itself."""
        chance = self.chance(f"play {round_.number} {sheet.table.number}")
        if round_.board_set is None:
            boards = dealt_at_the_table(self.rules, self.chance(f"deal {round_.number} {sheet.table.number}"))
        else:
            boards = {board.number: board.deal for board in round_.board_set.boards.in_use()}
        return play_match(self.rules, tournaments.configured(self.tournament), boards, chance)

    def _enter(self, sheet: Sheet, rows: tuple[Row, ...]) -> None:
        for row in rows:
            content = {key: value for key, value in row.as_json().items() if key != "hand"}
            scoring.enter_row(
                sheet=sheet, hand=row.hand, content=content, origin=HandResult.Origin.PHONE, device=_captain(sheet)
            )

    def _hand_in(self, sheet: Sheet, *, with_problems: bool = False) -> None:
        for wind in sheet.table.seats.values_list("wind", flat=True).distinct():
            scoring.sign_sheet(sheet=sheet, wind=wind, device=_captain(sheet))
        scoring.hand_in(sheet=sheet, by=_captain(sheet), with_problems=with_problems)

    def play_out(self, round_: Round) -> None:
        """The whole partita, closed; in the first one the arbiter had to rule once."""
        for sheet in self._started(round_):
            rows = self._rows(sheet, round_)
            self._enter(sheet, rows)
            self._hand_in(sheet)
            if round_.number == 1 and sheet.table.number == 1:
                self._rule(sheet, rows)
            scoring.close_sheet(sheet=sheet, author=self.author)
        scoring.close_round(round=round_, author=self.author)

    def play_half(self, round_: Round) -> None:
        """Half an evening: a sheet closed, one handed in, one that does not add up and calls the arbiter, some open."""
        sheets = self._started(round_)
        for sheet, progress in zip(sheets, half_way(len(sheets), self.rules.length), strict=True):
            rows = self._rows(sheet, round_)[: progress.hands]
            if progress.wrong:
                rows = (*rows[:-1], self._spoiled(rows[-1], sheet))
            self._enter(sheet, rows)
            if progress.handed_in:
                self._hand_in(sheet, with_problems=progress.wrong)
            if progress.closed:
                scoring.close_sheet(sheet=sheet, author=self.author)

    def _spoiled(self, row: Row, sheet: Sheet) -> Row:
        contract = self.rules.contract(row.contract or "")
        return spoiled(row, contract, self.chance(f"slip {sheet.table.number}"))

    def _rule(self, sheet: Sheet, rows: tuple[Row, ...]) -> None:
        """Somebody revoked: who errs pays, and takes all points of a negative hand, where the match has any (§3.1)."""
        negative = [row for row in rows if self.rules.contract(row.contract or "").family is Family.NEGATIVE]
        chance = self.chance("ruling")
        scoring.rule(
            sheet=sheet,
            kind="illegal_play",
            hand=chance.choice(negative or rows).hand,
            offender=chance.choice(self.rules.columns).value,
            article="§3.1",
            reason=_("Did not follow suit in the fifth trick; found when the hand was over."),
            arbiter=self.author,
        )


@dataclass(frozen=True)
class Progress:
    """How far a table has got in a partita half played; ``wrong`` is its last row."""

    hands: int
    wrong: bool = False
    handed_in: bool = False
    closed: bool = False


def half_way(tables: int, length: int) -> tuple[Progress, ...]:
    """How far each of the tables has got in a match of ``length`` hands; somebody is always still playing."""
    closed = Progress(length, handed_in=True, closed=True)
    called = Progress(length, handed_in=True, wrong=True)
    doubtful = Progress(length // 2 + 1, wrong=True)
    playing = [Progress(max(1, length - 3 - table % 5)) for table in range(tables)]
    if tables < 4:
        return (closed, called)[: tables - 1] + tuple(playing[:1])
    return (closed, Progress(length, handed_in=True), called, playing[0], doubtful, *playing[1:])[:tables]


def _captain(sheet: Sheet) -> str:
    return _("captain of table %(table)s") % {"table": sheet.table.number}
