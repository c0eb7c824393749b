"""A player's published evening, for page and paper: each of their hands beside those of the others
with the same cards.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _, ngettext

from king.cards import WINDS, Wind
from king.rulesets.base import RuleSet
from king.sheet.comparison import Beside, Field, Peers, apart, part_of, peers_of, scores
from king.sheet.points import Column
from scoring.publishing import ComparedEvening, PublishedStandings
from scoring.scored_sheets import ScoredTable
from tournaments.models import Entry, Round, Seat
from wording.naming import contract_name, number
from wording.results import big_win, why


class PlayedHand(NamedTuple):
    """A hand of the entry beside the others with the same cards. ``running`` is the sum of the
    differences so far. ``game`` is the first of the rows counted at once with it (§13.17).
    """

    round: int
    table: int
    number: int
    board: int
    game: int
    beside: Beside
    running: Fraction = Fraction(0)

    @property
    def name(self) -> str:
        contract = self.beside.contract
        return f"{self.number}" if contract is None else f"{self.number} {contract_name(contract)}"

    @property
    def why(self) -> tuple[str, ...]:
        return why(self.beside)

    @property
    def sentence(self) -> str:
        """The hand in words: ``Partita 1, hand 5 No hearts: −2, mean −4,33 (+2,33)``."""
        beside = self.beside
        return _("Partita %(round)d, hand %(hand)s: %(points)s, mean %(mean)s (%(difference)s)") % {
            "round": self.round,
            "hand": self.name,
            "points": number(beside.own.points),
            "mean": number(beside.mean),
            "difference": number(beside.difference, signed=True),
        }


class PlayedRound(NamedTuple):
    """A published partita of the entry: its hands, its place after the partita, and the names at
    its tables by table and wind.

    ``beside_sheet``: points of rulings beside the hands. ``revealed``: its boards may be seen.
    ``outright``: who won the match outright, and by what (R15).
    """

    number: int
    hands: tuple[PlayedHand, ...]
    place: int | None
    beside_sheet: Fraction
    mates: tuple[tuple[int, Mapping[Wind, tuple[Seat, ...]]], ...]
    revealed: bool
    outright: str = ""

    @property
    def is_at_several(self) -> bool:
        return len({hand.beside.own.column for hand in self.hands}) > 1


class PlayerEvening(NamedTuple):
    """An evening of one entry. With ``dealt`` all players of a wind held the same cards, and hands
    are compared with those. Otherwise each hand is compared with all hands of its kind.
    """

    entry: Entry
    rounds: tuple[PlayedRound, ...]
    dealt: bool
    ranked: int

    @property
    def hands(self) -> tuple[PlayedHand, ...]:
        return tuple(hand for round_ in self.rounds for hand in round_.hands)

    @property
    def best(self) -> tuple[PlayedHand, ...]:
        return self._apart(0)

    @property
    def worst(self) -> tuple[PlayedHand, ...]:
        return self._apart(1)

    @property
    def furthest(self) -> tuple[PlayedHand, ...]:
        """The three hands whose points are furthest from their means, above or below, in the order
        of play.
        """

        def distance(hand: PlayedHand) -> Fraction:
            gap = hand.beside.difference or Fraction(0)
            return max(gap, -gap)

        far = sorted((*self.best, *self.worst), key=distance, reverse=True)[:3]
        return tuple(hand for hand in self.hands if hand in far)

    def _apart(self, which: int) -> tuple[PlayedHand, ...]:
        hands = self.hands
        farthest = apart(hand.beside for hand in hands)[which]
        return tuple(next(hand for hand in hands if hand.beside is beside) for beside in farthest)

    @property
    def is_compared(self) -> bool:
        return any(hand.beside.difference is not None for hand in self.hands)

    @property
    def story(self) -> tuple[str, ...]:
        places = [
            _("After partita %(number)d: place %(place)d of %(count)d.")
            % {"number": round_.number, "place": round_.place, "count": self.ranked}
            for round_ in self.rounds
            if round_.place is not None
        ]
        return (*places, *(self._course() if self.is_compared else ()))

    def _course(self) -> Iterator[str]:
        hands = self.hands
        high, low = (choose(hands, key=lambda hand: hand.running) for choose in (max, min))
        beside = (hand for hand in hands if hand.beside.mean is not None)
        compared = len({(hand.round, hand.table, hand.game) for hand in beside})
        yield ngettext(
            "Over %(count)d hand %(sum)s against the mean.",
            "Over %(count)d hands %(sum)s against the mean.",
            compared,
        ) % {"count": compared, "sum": number(hands[-1].running, signed=True)}
        yield _(
            "Highest after hand %(after_high)d of partita %(of_high)d (%(high)s), lowest after hand %(after_low)d of "
            "partita %(of_low)d (%(low)s)."
        ) % {
            "after_high": high.number,
            "of_high": high.round,
            "high": number(high.running, signed=True),
            "after_low": low.number,
            "of_low": low.round,
            "low": number(low.running, signed=True),
        }


def gather_evening(
    entry: Entry, published: PublishedStandings, compared: ComparedEvening
) -> PlayerEvening:
    """Collect the published evening of an entry. Takes no query."""
    rounds = []
    running = Fraction(0)
    for round_ in published.rounds:
        own = [table for table in compared.tables[round_.pk] if _sits(entry, table)]
        if not own:
            continue
        hands = []
        for hand in sorted(
            hands_of(entry, round_, own, compared), key=lambda played: played.number
        ):
            running += hand.beside.difference or 0
            hands.append(hand._replace(running=running))
        total = sum(
            (
                result.total
                for table in own
                for result in table.entry_points()
                if result.entry == entry
            ),
            Fraction(0),
        )
        beside_sheet = total - sum((hand.beside.own.points for hand in hands), Fraction(0))
        rounds.append(
            PlayedRound(
                round_.number,
                tuple(hands),
                compared.places.get(round_.number, {}).get(entry.pk),
                beside_sheet,
                tuple((table.number, _seats(table)) for table in own),
                round_.board_set is not None and round_.board_set.is_revealed,
                " ".join(filter(None, (big_win(table.scored) for table in own))),
            )
        )
    dealt = all(round_.pk in compared.dealt for round_ in published.rounds)
    return PlayerEvening(
        entry, tuple(rounds), dealt, len(published.publication.standings["overall"])
    )


def _sits(entry: Entry, table: ScoredTable) -> bool:
    return any(seat.entry_id == entry.pk for seat in (*table.seats.values(), *table.substitutes))


def _seats(table: ScoredTable) -> dict[Wind, tuple[Seat, ...]]:
    seats = (*table.seats.values(), *table.substitutes)
    return {wind: tuple(seat for seat in seats if seat.wind == wind) for wind in WINDS}


def hands_of(
    entry: Entry, round_: Round, own: Iterable[ScoredTable], compared: ComparedEvening
) -> Iterator[PlayedHand]:
    """Yield the hands that the entry played; in a soloist's game, those that it played alone."""
    for table in own:
        rules = table.scored.ruleset
        plans = {plan.number: plan for plan in rules.schedule(table.scored.settings)}
        for board in compared.boards[round_.pk]:
            for field, result in board.at_table(table.number):
                for column in rules.columns:
                    part = part_of(rules, result, column)
                    if entry in table.entries(column, board.hand) and scores(rules, part):
                        peers = _peers(rules, round_, field, column, compared)
                        plan = plans.get(board.hand)
                        merged = plan is not None and rules.merged(plan)
                        yield PlayedHand(
                            round_.number,
                            result.table,
                            board.hand,
                            plan.board if plan else board.hand,
                            plan.together[0] if plan and merged else board.hand,
                            Beside(field.contract, part, peers, round_.pk in compared.dealt),
                        )


def _peers(
    rules: RuleSet, round_: Round, field: Field, column: Column, compared: ComparedEvening
) -> Peers:
    if round_.pk not in compared.dealt:
        return compared.pool.get(field.contract.code if field.contract is not None else "", Peers())
    return peers_of(rules, field, column)
