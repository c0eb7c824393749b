"""Number of entries in the hall, whether they fill the tables, and what can be done if not (A21)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Count, QuerySet
from django.utils.translation import gettext_lazy as _, gettext_noop, ngettext

from king.cards import SIDES, Wind
from king.movements.seating import draw_order
from tournaments.models import Entry, Round, Tournament, WindPolicy
from wording.naming import column_lazily, count_words
from wording.sentences import Sentence, refusal

ENTRY_SIZES = {"pairs": 2, "teams": 4}
"""Number of players in an entry, by the sides of the rule system; one for all others."""


def entry_size(tournament: Tournament) -> int:
    return ENTRY_SIZES.get(tournament.rules.sides, 1)


def tables_of_a_meeting(tournament: Tournament) -> int:
    """Number of tables at which one meeting is played: two for teams of four, with the same boards
    (R11), else one.
    """
    return 2 if tournament.rules.sides == "teams" else 1


def keeps_winds(tournament: Tournament) -> bool:
    """Whether players keep their wind. A team has a pair in each direction, so it has no wind to
    keep.
    """
    return tournament.wind_policy == WindPolicy.KEEP and tournament.rules.sides != "teams"


def sits_in_turn(tournament: Tournament) -> bool:
    return tournament.wind_policy == WindPolicy.IN_TURN


def draws_first(tournament: Tournament) -> bool:
    return tournament.wind_policy != WindPolicy.REDRAW and not sits_in_turn(tournament)


def seats_of_entries(tournament: Tournament) -> tuple[Wind, ...]:
    """Winds by which entries are drawn: four players, two pairs (N and E), two teams, or three
    soloists.
    """
    rules = tournament.rules
    if rules.by_side:
        return tuple(side.winds[0] for side in SIDES)
    return tuple(Wind(column) for column in rules.columns)


class FullTables:
    """Number of full tables, and the entries beyond them. ``seats`` entries meet at ``tables_each``
    tables.
    """

    playing: int
    seats: int
    tables_each: int

    @property
    def tables(self) -> int:
        return self.playing // self.seats * self.tables_each

    @property
    def over(self) -> int:
        return self.playing % self.seats


@dataclass(frozen=True)
class HeadCount(FullTables):
    """Count of the entries in the hall: players, pairs or teams, as ``sides`` (of the rule system)
    says.

    ``seats`` entries meet at ``tables_each`` tables. ``over`` are those beyond the last full table;
    ``missing`` would complete one more. ``by_wind`` counts drawn entries; if winds are kept, each
    wind needs as many as the others (``even``). ``incomplete`` has the numbers of entries that lack
    a player. ``fillers`` are those of the ``playing`` who only complete tables and are not counted
    as people of the hall; ``house`` counts those of them who may leave if somebody is left over.
    """

    playing: int
    seats: int
    by_wind: Mapping[Wind, int]
    undrawn: int
    keeps_winds: bool
    sides: str = "individual"
    tables_each: int = 1
    incomplete: tuple[int, ...] = ()
    house: int = 0
    fillers: int = 0

    @property
    def people(self) -> int:
        return self.playing - self.fillers

    @property
    def missing(self) -> int:
        return -self.playing % self.seats

    @property
    def even(self) -> bool:
        return (
            not self.keeps_winds
            or self.undrawn == self.playing
            or len(set(self.by_wind.values())) == 1
        )

    @property
    def ready(self) -> bool:
        return self.playing >= self.seats and self.over == 0 and self.even and not self.incomplete

    @property
    def offers(self) -> list[dict[str, Any]]:
        """Ways to full tables: a number of house players who enter (``house``) or leave
        (``house_go``), or of entries that sit out (``sit_out``).
        """
        if self.over == 0 or self.playing == 0:
            return []
        offers = [self._offer("house", self.missing, self.tables + self.tables_each)]
        if self.tables and self.house >= self.over:
            offers.append(self._offer("house_go", self.over, self.tables))
        if self.tables:
            offers.append(self._offer("sit_out", self.over, self.tables))
        return offers

    def _offer(self, kind: str, count: int, tables: int) -> dict[str, Any]:
        who = ngettext("%(count)s house player", "%(count)s house players", count)
        if kind == "sit_out":
            who = ngettext("%(count)s player", "%(count)s players", count)
        sentence = self._sentence(kind, {"who": who % {"count": count}} | self._at(tables))
        return {"kind": kind, "count": count, "sentence": sentence}

    def _at(self, tables: int) -> dict[str, object]:
        at = ngettext("%(count)s table", "%(count)s tables", tables)
        if self.seats == 3:
            at = ngettext("%(count)s table of three", "%(count)s tables of three", tables)
        return {"tables": tables, "at": at % {"count": tables}}

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        sentences = []
        if self.incomplete:
            numbers = ", ".join(map(str, self.incomplete))
            fields = {"count": len(self.incomplete), "numbers": numbers}
            sentences.append(self._sentence("incomplete", fields))
        if self.playing < self.seats:
            fields = {"playing": self.playing, "seats": self.seats}
            sentences.append(self._sentence("too_few", fields))
        elif self.over:
            short = ngettext("%(count)s player short", "%(count)s players short", self.missing)
            fields = {"playing": self.playing, "short": short % {"count": self.missing}}
            sentences.append(
                self._sentence("over", fields | self._at(self.tables + self.tables_each))
            )
        if not self.even and not self.over:
            sentences.append(self.uneven)
        return tuple(sentences)

    @property
    def uneven(self) -> Sentence:
        lines = [
            (wind.side if self.sides == "pairs" else wind, count)
            for wind, count in self.by_wind.items()
        ]
        return self._sentence("uneven", {"winds": count_words(lines)})

    def _sentence(self, what: str, fields: Mapping[str, object]) -> Sentence:
        words = _WORDS["soloist"] if self.seats == 3 else _WORDS.get(self.sides, _PLAYERS)
        return Sentence(words[what], fields)


_PLAYERS = {
    "too_few": gettext_noop("%(playing)s in the hall: a table needs %(seats)s."),
    "over": gettext_noop("%(playing)s in the hall: %(short)s of %(at)s."),
    "house": gettext_noop("Add %(who)s: %(at)s."),
    "house_go": gettext_noop("Let %(who)s go: %(at)s."),
    "sit_out": gettext_noop("Let %(who)s sit out, drawn by lot: %(at)s."),
    "incomplete": gettext_noop("Entries without a player: %(count)s (%(numbers)s)."),
    "uneven": gettext_noop(
        "The winds are not equally full (%(winds)s): move an entry to another wind, or add house players."
    ),
}
_WORDS = {
    "pairs": _PLAYERS
    | {
        "too_few": gettext_noop("Pairs in the hall: %(playing)s. A table needs %(seats)s."),
        "over": gettext_noop("%(playing)s pairs in the hall: one short of %(at)s."),
        "house": gettext_noop("Add a house pair: %(at)s."),
        "house_go": gettext_noop("Let the house pair go: %(at)s."),
        "sit_out": gettext_noop("Let a pair sit out, drawn by lot: %(at)s."),
        "incomplete": gettext_noop(
            "Pairs that lack a partner: %(count)s (entries %(numbers)s). Add the partner, or join two of them."
        ),
        "uneven": gettext_noop(
            "The lines are not equally long (%(winds)s): move a pair to the other line, or add a house pair."
        ),
    },
    "teams": _PLAYERS
    | {
        "too_few": gettext_noop("Teams in the hall: %(playing)s. A match needs %(seats)s."),
        "over": gettext_noop("%(playing)s teams in the hall: one short of %(at)s."),
        "house": gettext_noop("Add a house team: %(at)s."),
        "house_go": gettext_noop("Let the house team go: %(at)s."),
        "sit_out": gettext_noop("Let a team sit out, drawn by lot: %(at)s."),
        "incomplete": gettext_noop(
            "Teams without four players yet: %(count)s (entries %(numbers)s). Add who is missing."
        ),
    },
    "soloist": _PLAYERS
    | {"too_few": gettext_noop("%(playing)s in the hall: a table of three needs %(seats)s.")},
}


def head_count(tournament: Tournament) -> HeadCount:
    """Count the entries in the hall. Takes one query; two if entries are pairs or teams, or if
    somebody is left over.
    """
    winds = list(tournament.entries.playing().values_list("wind", "wind_number", "fills"))
    seats = seats_of_entries(tournament)
    drawn = Counter(wind for wind, number, _fills in winds if number is not None)
    return HeadCount(
        playing=len(winds),
        seats=len(seats),
        by_wind={wind: drawn[wind.value] for wind in seats},
        undrawn=sum(number is None for _wind, number, _fills in winds),
        keeps_winds=keeps_winds(tournament),
        sides=tournament.rules.sides,
        tables_each=tables_of_a_meeting(tournament),
        incomplete=incomplete_entries(tournament),
        house=fillers_in_the_hall(tournament).count() if len(winds) % len(seats) else 0,
        fillers=sum(fills for _wind, _number, fills in winds),
    )


def fillers_in_the_hall(tournament: Tournament) -> QuerySet[Entry]:
    """Entries that complete tables and may leave, because they have no seat in a partita in play."""
    return tournament.entries.fillers().exclude(seats__round__stage=Round.Stage.PLAYING)


def incomplete_entries(tournament: Tournament) -> tuple[int, ...]:
    size = entry_size(tournament)
    if size == 1:
        return ()
    entries = (
        tournament.entries.playing()
        .annotate(players_there=Count("members"))
        .filter(players_there__lt=size)
    )
    return tuple(entries.order_by("number").values_list("number", flat=True))


def lacks_players(entry: Entry, count: int) -> ValidationError:
    return refusal(
        _("Entry %(number)s, %(player)s, needs %(count)s players."),
        "entry_incomplete",
        number=entry.number,
        player=entry.title,
        count=count,
    )


def by_lot(
    tournament: Tournament, entries: Sequence[Entry], round_number: int, seed: str
) -> tuple[Entry, ...]:
    """Entries that sit out, drawn among those who have sat out least. If winds are kept, each wind
    gives its surplus. The lots are ``king.movements.draw_order`` of the numbers with the purpose
    ``out <partita>``. Raises ``ValidationError`` if a wind has too few.
    """
    seats = seats_of_entries(tournament)
    tables = len(entries) // len(seats)
    notes = tournament.rounds.filter(started_at__isnull=False).values_list(
        "seating_note", flat=True
    )
    out_before = Counter(number for note in notes for number in note.get("sitting_out", ()))
    numbers = [str(entry.number) for entry in entries]
    drawn = draw_order(numbers, bytes.fromhex(seed), f"out {round_number}")
    lots = {int(number): place for place, number in enumerate(drawn)}
    # Entries that complete tables leave first.
    order = sorted(
        entries,
        key=lambda entry: (not entry.fills, out_before[entry.number], lots[entry.number]),
    )
    if not keeps_winds(tournament):
        return tuple(order[: len(entries) - tables * len(seats)])
    chosen = []
    for wind in seats:
        line = [entry for entry in order if entry.wind == wind.value]
        if len(line) < tables:
            raise refusal(
                _(
                    "%(wind)s has %(count)s in the hall, but one for each of %(tables)s tables is "
                    "needed: move an entry to that wind, or add house players."
                ),
                "wind_too_small",
                wind=column_lazily(wind),
                count=len(line),
                tables=tables,
            )
        chosen += line[: len(line) - tables]
    return tuple(chosen)
