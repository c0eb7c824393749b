"""Progress of the evening in numbers, which are read at once."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.db.models import Count, Q

from printing.models import PrintJob
from scoring.latecomers import Chair, chairs_for_latecomers
from scoring.models import Sheet
from scoring.publishing.final_hold import awaits_prize_giving
from scoring.publishing.review import Reopened, reopened_sheets
from tournaments.head_count import (
    FullTables,
    draws_first,
    seats_of_entries,
    tables_of_a_meeting,
)
from tournaments.models import Round, Tournament
from tournaments.seat_changes import empty_seats, seating_problems

PAPER_OF_A_ROUND = frozenset({"slips", "labels", "score_sheets", "seating", "partita", "tables"})
"""The documents that are printed anew for each partita."""

CARDS, SHEETS = "table_cards", "score_sheets"
"""The papers with a code by which a table opens its sheet. All paper of a partita holds its sheets, and may hold the
cards."""


Paper = Iterable[tuple[str, Mapping[str, Any]]]
"""Papers that were printed, the newest first: documents with their options."""


class RoundFacts(NamedTuple):
    """Progress of a partita. ``boards`` is the state of its set, empty if there is none. ``unfit``
    has sentences on why seats do not match who is in the hall, before the start. ``newcomers`` may
    take seats of people who left. ``late`` are latecomers, each with the chair of a player who
    completes a table.
    """

    number: int
    stage: str = Round.Stage.SEATING
    tables: int = 0
    published: bool = False
    boards: str = ""
    printed: bool = False
    handed_in: int = 0
    closed: int = 0
    unfit: tuple[str, ...] = ()
    newcomers: tuple[str, ...] = ()
    late: tuple[Chair, ...] = ()

    @property
    def is_over(self) -> bool:
        return self.stage in (Round.Stage.PROVISIONAL, Round.Stage.OFFICIAL)


@dataclass(frozen=True)
class NightFacts(FullTables):
    """An evening in numbers.

    ``playing``: entries in the hall. ``fillers``: those of them who only complete tables.
    ``undrawn``: entries without a wind; with ``draws_first`` they need one before a partita is
    planned. ``seats`` entries (players, pairs or teams, as ``sides`` says) meet at ``tables_each``
    tables.

    ``published`` is the number of the published standing, 0 before the first; ``reopened`` are sheets
    that were opened again since. ``awaits``: the final standing is held for the prize-giving.
    ``codes``: addresses of the codes on the tables, while there is a partita to play. ``event``:
    progress as a hall of an event: ``joined``, ``opened`` or ``closed``.
    """

    code: str
    planned: int
    entries: int = 0
    playing: int = 0
    fillers: int = 0
    undrawn: int = 0
    pre_dealt: bool = True
    draws_first: bool = True
    sides: str = "individual"
    seats: int = 4
    tables_each: int = 1
    rounds: tuple[RoundFacts, ...] = ()
    published: int = 0
    is_over: bool = False
    reopened: tuple[Reopened, ...] = ()
    awaits: bool = False
    codes: frozenset[str] = frozenset()
    event: str = ""

    @property
    def people(self) -> int:
        return self.playing - self.fillers

    def round(self, number: int) -> RoundFacts | None:
        return next((round_ for round_ in self.rounds if round_.number == number), None)

    @property
    def current(self) -> int:
        """The partita that the desk works on: the first that is not closed, or the last one."""
        over = {round_.number for round_ in self.rounds if round_.is_over}
        return min({*range(1, self.planned + 1)} - over, default=self.planned)

    @property
    def is_corrected(self) -> bool:
        """Whether sheets were opened again and all are closed, so that the standing has to be
        published again.
        """
        return bool(self.reopened) and not any(sheet.is_open for sheet in self.reopened)

    @property
    def played(self) -> int:
        return sum(round_.is_over for round_ in self.rounds)

    @property
    def has_begun(self) -> bool:
        return any(round_.stage != Round.Stage.SEATING for round_ in self.rounds)

    @property
    def must_draw(self) -> bool:
        return bool(self.undrawn) and self.draws_first


def gather(tournament: Tournament) -> NightFacts:
    """Read the evening in numbers. The number of queries does not grow with the evening's size."""
    counted = tournament.entries.filter(withdrawn_at=None).aggregate(
        entries=Count("pk"),
        playing=Count("pk", filter=Q(present=True)),
        undrawn=Count("pk", filter=Q(present=True, wind_number=None)),
        fillers=Count("pk", filter=Q(present=True, fills=True)),
    )
    publication = (
        tournament.publications.order_by("-number").values_list("number", flat=True).first()
    )
    paper = _paper(tournament)
    facts = NightFacts(
        code=tournament.code,
        planned=tournament.planned_rounds,
        pre_dealt=tournament.plays_boards,
        draws_first=draws_first(tournament),
        sides=tournament.rules.sides,
        seats=len(seats_of_entries(tournament)),
        tables_each=tables_of_a_meeting(tournament),
        rounds=tuple(_rounds(tournament, paper)),
        published=publication or 0,
        is_over=tournament.closed_at is not None,
        reopened=reopened_sheets(tournament),
        awaits=awaits_prize_giving(tournament),
        event=_event(tournament),
        **counted,
    )
    to_play = not facts.is_over and facts.played < facts.planned
    return replace(facts, codes=_codes(paper, facts.current)) if to_play else facts


def _event(tournament: Tournament) -> str:
    hall: Any = getattr(tournament, "participation", None)
    if hall is None:
        return ""
    if hall.code or hall.ended_at:
        return "closed"
    return "opened" if hall.opened_at else "joined"


def _rounds(tournament: Tournament, paper: Paper) -> Iterator[RoundFacts]:
    rounds = tournament.rounds.select_related("board_set").order_by("number")
    # A join from tables to their one sheet multiplies nothing, so that plain counts hold.
    rounds = rounds.annotate(
        table_count=Count("tables"),
        handed_in=Count("tables", filter=Q(tables__sheet__state=Sheet.State.HANDED_IN)),
        sheets_closed=Count("tables", filter=Q(tables__sheet__state=Sheet.State.CLOSED)),
    )
    printed = {
        number
        for document, options in paper
        if document in PAPER_OF_A_ROUND and isinstance(number := options.get("round"), int)
    }
    for round_ in rounds:
        # Asked only of the one partita that is seated and not in play: it lacks newcomers, and
        # holds those who left.
        waits = round_.table_count and round_.stage == Round.Stage.SEATING
        problems = seating_problems(round_) if waits else ()
        unfit = tuple(sentence for problem in problems for sentence in problem.messages)
        sits = waits or round_.stage == Round.Stage.PLAYING
        yield RoundFacts(
            number=round_.number,
            stage=round_.stage,
            tables=round_.table_count,
            published=round_.seating_published_at is not None,
            boards=round_.board_set.state if round_.board_set is not None else "",
            printed=round_.number in printed,
            handed_in=round_.handed_in,
            closed=round_.sheets_closed,
            unfit=unfit,
            newcomers=tuple(came.title for came, _left in empty_seats(round_)) if unfit else (),
            late=chairs_for_latecomers(round_) if sits else (),
        )


def _paper(tournament: Tournament) -> Paper:
    jobs = PrintJob.objects.filter(tournament=tournament, document__in=PAPER_OF_A_ROUND | {CARDS})
    return jobs.exclude(state=PrintJob.State.FAILED).values_list("document", "options")


def _codes(paper: Paper, number: int) -> frozenset[str]:
    """Return the newest cards of all tables and the newest score sheets of the partita."""
    newest: dict[str, str] = {}
    for document, options in paper:
        if options.get("table") or options.get("blank"):
            continue
        address = str(options.get("base_url", ""))
        if document == CARDS or options.get(CARDS):
            newest.setdefault(CARDS, address)
        if document in (SHEETS, "partita", "tables") and options.get("round") in (None, number):
            newest.setdefault(SHEETS, address)
    return frozenset(filter(None, newest.values()))
