"""The facts of a night, read in a few queries for any number of tables."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from printing.models import PrintJob
from scoring.holding import awaits_prize_giving
from scoring.models import Sheet
from scoring.reopened import Reopened, reopened_sheets
from tournaments.head_count import seats_of_entries, tables_of_a_meeting
from tournaments.models import Round, Tournament, WindPolicy
from tournaments.seating_changes import seating_problems

PAPER_OF_A_ROUND = frozenset({"slips", "labels", "score_sheets", "seating"})
"""The documents that are printed anew for each partita."""


@dataclass(frozen=True)
class RoundFacts:
    """How far a partita is. ``boards``: the state of its set, empty where there is none. ``unfit``: why the seats
    of a partita that has not started do not fit who is in the hall, in sentences."""

    number: int
    stage: str = Round.Stage.SEATING
    tables: int = 0
    published: bool = False
    boards: str = ""
    printed: bool = False
    handed_in: int = 0
    closed: int = 0
    unfit: tuple[str, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether the partita is closed."""
        return self.stage in (Round.Stage.PROVISIONAL, Round.Stage.OFFICIAL)


@dataclass(frozen=True)
class NightFacts:
    """An evening in numbers. ``playing``: entries in the hall; ``undrawn``: those of them without a wind;
    ``draws_each_round``: planning a partita draws its winds. ``seats`` entries, which are players, pairs or teams as
    ``sides`` says, meet at ``tables_each`` tables.

    ``posted`` is the number of the standing that hangs on the wall, 0 before the first; ``reopened`` the sheets that
    were opened again since. ``awaits``: the final standing is there and is kept for the prize-giving.
    """

    code: str
    planned: int
    entries: int = 0
    playing: int = 0
    undrawn: int = 0
    pre_dealt: bool = True
    draws_each_round: bool = False
    sides: str = "individual"
    seats: int = 4
    tables_each: int = 1
    rounds: tuple[RoundFacts, ...] = ()
    posted: int = 0
    is_over: bool = False
    reopened: tuple[Reopened, ...] = ()
    awaits: bool = False

    def round(self, number: int) -> RoundFacts | None:
        """The partita of that number, None before it is seated."""
        return next((each for each in self.rounds if each.number == number), None)

    @property
    def current(self) -> int:
        """The partita that the desk works on: the first that is not closed; the last one when all are."""
        for number in range(1, self.planned + 1):
            found = self.round(number)
            if found is None or not found.is_over:
                return number
        return self.planned

    @property
    def is_corrected(self) -> bool:
        """Whether sheets were opened again and all of them are closed: the standing is to be posted again."""
        return bool(self.reopened) and not any(each.is_open for each in self.reopened)

    @property
    def played(self) -> int:
        """How many partite are over."""
        return sum(each.is_over for each in self.rounds)

    @property
    def must_draw(self) -> bool:
        """Whether somebody in the hall needs a wind before a partita can be planned."""
        return bool(self.undrawn) and not self.draws_each_round

    @property
    def over(self) -> int:
        """How many entries are left when the tables are full."""
        return self.playing % self.seats

    @property
    def tables(self) -> int:
        """Full tables."""
        return self.playing // self.seats * self.tables_each


def gather(tournament: Tournament) -> NightFacts:
    """The facts of an evening; the same few queries whatever its size."""
    in_hall = Q(present=True, withdrawn_at__isnull=True)
    counted = tournament.entries.aggregate(
        entries=Count("pk", filter=Q(withdrawn_at__isnull=True)),
        playing=Count("pk", filter=in_hall),
        undrawn=Count("pk", filter=in_hall & Q(wind_number__isnull=True)),
    )
    posted = tournament.publications.order_by("-number").values_list("number", flat=True).first()
    return NightFacts(
        code=tournament.code,
        planned=tournament.planned_rounds,
        pre_dealt=tournament.plays_boards,
        draws_each_round=tournament.wind_policy == WindPolicy.REDRAW,
        sides=tournament.rules.sides,
        seats=len(seats_of_entries(tournament)),
        tables_each=tables_of_a_meeting(tournament),
        rounds=_rounds(tournament),
        posted=posted or 0,
        is_over=tournament.closed_at is not None,
        reopened=reopened_sheets(tournament),
        awaits=awaits_prize_giving(tournament),
        **counted,
    )


def _rounds(tournament: Tournament) -> tuple[RoundFacts, ...]:
    found = tournament.rounds.select_related("board_set").order_by("number")
    # A join from tables to their one sheet multiplies nothing, so that plain counts hold.
    found = found.annotate(
        table_count=Count("tables"),
        handed_in=Count("tables", filter=Q(tables__sheet__state=Sheet.State.HANDED_IN)),
        sheets_closed=Count("tables", filter=Q(tables__sheet__state=Sheet.State.CLOSED)),
    )
    printed = _printed_rounds(tournament)
    return tuple(
        RoundFacts(
            number=each.number,
            stage=each.stage,
            tables=each.table_count,
            published=each.seating_published_at is not None,
            boards=each.board_set.state if each.board_set is not None else "",
            printed=each.number in printed,
            handed_in=each.handed_in,
            closed=each.sheets_closed,
            unfit=_unfit(each),
        )
        for each in found
    )


def _unfit(round: Round) -> tuple[str, ...]:
    """Asked only of the one partita that is seated and not in play: who came or left since is not in it."""
    if not round.table_count or round.stage != Round.Stage.SEATING:  # type: ignore[attr-defined]
        return ()
    return tuple(sentence for problem in seating_problems(round) for sentence in problem.messages)


def _printed_rounds(tournament: Tournament) -> set[int]:
    jobs = PrintJob.objects.filter(tournament=tournament, document__in=PAPER_OF_A_ROUND)
    options = jobs.exclude(state=PrintJob.State.FAILED).values_list("options", flat=True)
    return {option["round"] for option in options if isinstance(option, dict) and isinstance(option.get("round"), int)}
