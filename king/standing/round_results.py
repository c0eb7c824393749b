"""A round: its results, the comparison within each field, and problems in the results.

A field is a wind of the round (all Norths), or a table if the method compares tables.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple, Self

from king.cards import SIDES, WINDS, Side, Wind
from king.exact import exact_sum, plain
from king.reading import JsonObject, Node, as_json, picked
from king.standing.matchpoints import METHODS, Method, places_of, shares
from king.standing.standing_settings import StandingSettings, bounded
from king.standing.tiebreaks import Meeting
from king.words import Phrase, alphabetical, gettext_noop

EVERYBODY = "all"
"""Name of a field in which all results are compared: of teams, and of soloists who were dealt their
own cards."""

Seat = str
"""A wind, a side ("NS", "EW"), ``EVERYBODY`` or whatever label the fields have."""


WHOLE = Fraction(1)
"""Weight of a round at one wind."""


class BoardResult(NamedTuple):
    """A hand of a sheet, for the method that compares by board.

    ``board`` is shared by all results that are compared; it has the number and, if hands are
    chosen, the contract. ``points`` are after penalties; None is compared with nothing and is worth
    the mean of its field. ``wind`` is set if it differs from the result's. ``apart``: compared with
    the field without being part of it.
    """

    board: str
    points: Fraction | None
    wind: Seat | None = None
    apart: bool = False

    def as_json(self) -> dict[str, Any]:
        more = {key: value for key in ("wind", "apart") if (value := getattr(self, key))}
        return picked(self, "board", "points") | more

    @classmethod
    def from_json(cls, node: Node) -> Self:
        points, wind = node.get("points"), node.get("wind")
        return cls(
            node["board"].text(),
            None if points is None else bounded(points),
            None if wind is None else wind.choice((*WINDS, *SIDES)),
            node.has("apart") and node["apart"].boolean(),
        )

    @classmethod
    def published(cls, form: Mapping[str, Any]) -> Self:
        """Read a board from published standings, which need no check."""
        points = None if form["points"] is None else Fraction(form["points"])
        return cls(form["board"], points, form.get("wind"), form.get("apart", False))


@dataclass(frozen=True, slots=True)
class Result:
    """An entry's result in a round: total of its sheet after penalties, seat, and whether it is
    ranked.

    An unranked entry (a house player, "Jolly") takes no place and moves nobody down: the field is
    compared without it. ``total`` None: the sheet is not in yet; it earns nothing, but counts in
    the size of the field that matchpoints expect. ``bye``: the entry did not play; table, wind and
    total are None. ``sat``: hands played at each wind, in order of play, if it changed wind within
    the round. ``place``: a place that was decided elsewhere, as an evening's standing is one round
    of a season. ``boards``: results by board, if boards are compared. ``apart``: it is compared as
    if it alone had joined its field, so that it moves nobody. ``won``: it won the match outright
    and is first at its table, whatever its total (R15). ``out``: it is disqualified, so that its
    opponents have won.
    """

    entry: str
    table: int | str | None
    wind: Seat | None
    total: Fraction | None
    ranked: bool = True
    bye: bool = False
    sat: tuple[tuple[Seat, int], ...] = ()
    place: int | None = None
    boards: tuple[BoardResult, ...] = ()
    apart: bool = False
    won: bool = False
    out: bool = False

    @property
    def shares(self) -> tuple[tuple[Seat, Fraction], ...]:
        if not self.sat:
            return ((str(self.wind), WHOLE),)
        hands = sum(played for _wind, played in self.sat)
        return tuple((wind, Fraction(played, hands)) for wind, played in self.sat)


@dataclass(frozen=True, slots=True)
class RoundResults:
    """Results of a round. ``tables`` is the number of totals that each field should have, if some
    cannot be had (Neuberg).

    In a season rounds are numbered consecutively. ``evening`` is the number of the evening, and
    ``partita`` the one within it; None if the evening as a whole is the round.
    """

    number: int
    results: tuple[Result, ...]
    tables: int | None = None
    evening: int | None = None
    partita: int | None = None

    def say(self, template: str, **fields: object) -> Phrase:
        sentence = Phrase(template, fields, round=self.partita or self.number)
        if self.evening is None:
            return sentence
        return Phrase(OF_EVENING, evening=self.evening, sentence=sentence)

    def as_json(self) -> dict[str, Any]:
        places = {"round": self.number, "evening": self.evening, "partita": self.partita}
        return {key: number for key, number in places.items() if number is not None}

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> Self:
        """Read a round from published standings, without its results."""
        return cls(form["round"], (), evening=form.get("evening"), partita=form.get("partita"))


@dataclass(frozen=True, slots=True)
class Problem(JsonObject):
    code: str
    round: int
    entries: tuple[str, ...]
    phrase: Phrase

    @classmethod
    def published(cls, form: Mapping[str, Any]) -> Self:
        """Read a problem from published standings; its sentence stays English."""
        entries = tuple(form["entries"])
        return cls(form["code"], form["round"], entries, Phrase(form["message"]))


class Compared(NamedTuple):
    """A result after comparison: place within the ``field``, how many share it, match points. Rank
    None: no place. ``rested``: the entry was here and sat the round out (A21).
    """

    of: RoundResults
    result: Result
    rank: int | None
    shared: int
    field: int
    match_points: Fraction
    phrase: Phrase
    rested: bool = False

    @property
    def round(self) -> int:
        return self.of.number

    def as_json(self) -> dict[str, Any]:
        more = {
            key: as_json(value)
            for key in ("sat", "boards", "won")
            if (value := getattr(self.result, key))
        }
        entry, total = self.result.entry, self.result.total
        return {
            "rank": self.rank,
            "match_points": str(self.match_points),
            "entry": entry,
            "total": None if total is None else str(total),
            **more,
        }

    @classmethod
    def from_json(
        cls,
        form: Mapping[str, Any],
        of: RoundResults,
        *,
        wind: Seat | None = None,
        table: int | str | None = None,
        rested: bool = False,
    ) -> Self:
        """Read a published result. The size of its field and the sentence are not stored."""
        total = form.get("total")
        result = Result(
            form["entry"],
            table,
            wind,
            None if total is None else Fraction(total),
            bye=rested,
            sat=tuple((seat, hands) for seat, hands in form.get("sat", ())),
            boards=tuple(map(BoardResult.published, form.get("boards", ()))),
            won=form.get("won", False),
        )
        points = Fraction(form["match_points"])
        return cls(of, result, form.get("rank"), 0, 0, points, Phrase(""), rested)

    def at(self, winds: Mapping[str, Seat | None]) -> Self:
        """Return the result with the wind that ``winds`` gives for its entry."""
        return self._replace(result=replace(self.result, wind=winds.get(self.result.entry)))


class RoundStanding(NamedTuple):
    """Standing of a round: each wind best first (each table too, if tables are compared), and
    entries without a place.
    """

    of: RoundResults
    winds: Mapping[Seat, tuple[Compared, ...]]
    tables: Mapping[str, tuple[Compared, ...]]
    unranked: tuple[Result, ...]
    byes: tuple[Compared, ...]

    @property
    def number(self) -> int:
        return self.of.number

    def as_json(self) -> dict[str, Any]:
        more = {
            "tables": as_json(self.tables),
            "unranked": [
                picked(result, "entry", "wind", "total") | ({"out": True} if result.out else {})
                for result in self.unranked
            ],
            "byes": [
                {"entry": one.result.entry, "match_points": str(one.match_points)}
                for one in self.byes
            ],
        }
        answer = self.of.as_json() | picked(self, "winds")
        return answer | {key: value for key, value in more.items() if value}

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> Self:
        """Read a published round. Results name their table if tables are compared."""
        of = RoundResults.from_json(form)
        tables = {
            label: tuple(Compared.from_json(line, of, table=_label(label)) for line in lines)
            for label, lines in form.get("tables", {}).items()
        }
        sits = {one.result.entry: one.result.table for own in tables.values() for one in own}
        winds = {
            wind: tuple(
                Compared.from_json(line, of, wind=wind, table=sits.get(line["entry"]))
                for line in lines
            )
            for wind, lines in form["winds"].items()
        }
        at = {one.result.entry: one.result.wind for own in winds.values() for one in own}
        return cls(
            of,
            winds,
            {label: tuple(one.at(at) for one in own) for label, own in tables.items()},
            tuple(map(_unranked_results, form.get("unranked", ()))),
            tuple(Compared.from_json(bye, of, rested=True) for bye in form.get("byes", ())),
        )


def _label(table: str) -> int | str:
    return int(table) if table.isdecimal() else table


def _unranked_results(form: Mapping[str, Any]) -> Result:
    total = None if form["total"] is None else Fraction(form["total"])
    out = form.get("out", False)
    return Result(form["entry"], None, form["wind"], total, ranked=False, out=out)


def seat_order(seat: Seat) -> tuple[int, str]:
    """Sort key of winds and sides: N E S W, NS EW, then other labels."""
    known = [*(wind.value for wind in WINDS), *(side.value for side in SIDES)]
    return (known.index(seat) if seat in known else len(known), seat)


def ranked_wind(sat: Iterable[tuple[Seat, Fraction | int]], choice: str) -> tuple[Seat, str]:
    """Wind at which an entry is ranked, and the reason: ``most``, ``first`` or ``even``. ``sat``
    lists the winds in order of play.

    With ``most`` it is the wind at which the entry played most; among equals (``even``) the
    earliest. With ``first`` it is the wind at which the entry began.

    >>> ranked_wind([("N", 1), ("E", 2), ("N", 1)], "most"), ranked_wind([("S", 5), ("W", 7)], "first")
    (('N', 'even'), ('S', 'first'))
    """
    parts: dict[Seat, list[Fraction | int]] = {}
    for wind, part in sat:
        parts.setdefault(wind, []).append(part)
    if len(parts) == 1:
        return next(iter(parts)), "first" if choice == "first" else "most"
    if choice == "first":
        return next(iter(parts)), "first"
    played = plain(exact_sum(own) for own in parts.values())
    most = [wind for wind, part in zip(parts, played, strict=True) if part == max(played)]
    return most[0], "most" if len(most) == 1 else "even"


def in_sentence(seat: Seat | None) -> object:
    """Convert the letters of winds and sides to objects, so that sentences show their names."""
    if seat in WINDS:
        return Wind(seat)
    return Side(seat) if seat in SIDES else seat


def once_each(results: Sequence[Result]) -> list[Result]:
    """Keep one result an entry: the first by seat, whatever the order of the input."""
    if len({result.entry for result in results}) == len(results):
        return list(results)
    first: dict[str, Result] = {}
    for result in sorted(
        results, key=lambda r: (r.bye, str(r.table), str(r.wind), r.total is None, r.total or 0)
    ):
        first.setdefault(result.entry, result)
    return list(first.values())


# --- what is wrong
# ---------------------------------------------------------------------------------------------------

ENTRY_TWICE = gettext_noop("Partita {round}: {entry} has {times} results; one is counted.")
SEAT_TWICE = gettext_noop(
    "Partita {round}: table {table}, {wind} has more than one result: {entries}."
)
ROUND_TWICE = gettext_noop("Partita {round} is given {times} times.")


def problems_of(played: RoundResults) -> list[Problem]:
    """Problems: entries with two results, and seats with two entries. ``EVERYBODY`` is no seat,
    because teams share a match.
    """
    entries = Counter(result.entry for result in played.results)
    seats = defaultdict[tuple[str, str | None], list[str]](list)
    for result in played.results:
        if result.table is not None and result.wind not in (None, EVERYBODY):
            seats[str(result.table), result.wind].append(result.entry)
    number, problems = played.number, []
    for entry, times in entries.items():
        if times > 1:
            phrase = Phrase(ENTRY_TWICE, round=number, entry=entry, times=times)
            problems.append(Problem("entry_twice", number, (entry,), phrase))
    for (table, wind), sitting in seats.items():
        if len(sitting) > 1:
            names = tuple(sorted(sitting))
            seat = {"table": table, "wind": in_sentence(wind), "entries": ", ".join(names)}
            phrase = Phrase(SEAT_TWICE, seat, round=number)
            problems.append(Problem("seat_twice", number, names, phrase))
    return sorted(problems, key=lambda problem: (problem.code, problem.entries))


def repeated_rounds(played: Sequence[RoundResults]) -> tuple[Problem, ...]:
    times = Counter(results.number for results in played)
    return tuple(
        Problem("round_twice", number, (), Phrase(ROUND_TWICE, round=number, times=count))
        for number, count in times.items()
        if count > 1
    )


# --- the comparison
# --------------------------------------------------------------------------------------------------

PLACE = gettext_noop(
    "Partita {round}, {wind}: place {rank} of {field}, match points {match_points}."
)
PLACE_SHARED = gettext_noop(
    "Partita {round}, {wind}: place {rank} of {field}, shared by {shared}, match points "
    "{match_points}."
)
PLACE_OF_ALL = gettext_noop(
    "Partita {round}: place {rank} of {field}, match points {match_points}."
)
PLACE_OF_ALL_SHARED = gettext_noop(
    "Partita {round}: place {rank} of {field}, shared by {shared}, match points {match_points}."
)
PLACE_BY_POINTS = gettext_noop("Partita {round}: place {rank} of {field}, points {match_points}.")
PLACE_BY_POINTS_SHARED = gettext_noop(
    "Partita {round}: place {rank} of {field}, shared by {shared}, points {match_points}."
)
PLACE_ALONE = gettext_noop(
    "Partita {round}, {wind}: nobody to compare with, match points {match_points}."
)
PLACE_AT_TABLE = gettext_noop(
    "Partita {round}, table {table}: place {rank} of {field}, match points {match_points}."
)
MATCH_WON = gettext_noop("Partita {round}: match won, match points {match_points}.")
MATCH_DRAWN = gettext_noop("Partita {round}: match drawn, match points {match_points}.")
MATCH_LOST = gettext_noop("Partita {round}: match lost, match points {match_points}.")
PLACE_AT_TABLE_SHARED = gettext_noop(
    "Partita {round}, table {table}: place {rank} of {field}, shared by {shared}, match points "
    "{match_points}."
)
WON_AT_TABLE = gettext_noop(
    "Partita {round}, table {table}: won the match outright, place {rank} of {field}, match "
    "points {match_points}."
)
POINTS_OF_SHEET = gettext_noop(
    "Partita {round}, {wind}: place {rank} of {field}, points {match_points}."
)
BY_BOARD = gettext_noop(
    "Partita {round}: {match_points} per cent, the mean of {boards} boards; place {rank} of "
    "{field}."
)
APART = gettext_noop("{sentence} Compared with the field but not in it.")
NO_SHEET = gettext_noop("Partita {round}, {wind}: the sheet is not in, no match points yet.")
BYE_MEAN = gettext_noop(
    "Partita {round}: did not play, match points {match_points}, the mean of the other partite."
)
BYE_FIXED = gettext_noop("Partita {round}: did not play, match points {match_points}.")
OF_EVENING = gettext_noop("Evening {evening}. {sentence}")
EVENING_PLACE = gettext_noop("Place {rank} of {field}, points {match_points}.")
EVENING_PLACE_SHARED = gettext_noop(
    "Place {rank} of {field}, shared by {shared}, points {match_points}."
)
EVENING_MISSED = gettext_noop("Did not come, points {match_points}.")
PARTITA_MISSED = gettext_noop("Partita {round}: came late or left, points {match_points}.")


def compare_round(played: RoundResults, settings: StandingSettings) -> list[Compared]:
    return [
        one
        for field in _fields(played, settings)
        for one in _places_in_field(played, field, settings)
        if one.result.ranked
    ]


def earned_in_round(played: RoundResults, settings: StandingSettings) -> list[Compared]:
    """Match points of each result as in ``compare_round``, without places and sentences, which
    saves time.
    """
    return [
        Compared(played, result, None, 0, 0, points, _UNSAID)
        for field in _fields(played, settings)
        for result, points in (
            *zip(field.scored, field.earned, strict=True),
            *((result, NO_POINTS) for result in field.waiting),
        )
        if result.ranked
    ]


_UNSAID = Phrase("")
NO_POINTS = Fraction(0)


class _Field(NamedTuple):
    """Results that are compared with one another. ``totals`` are those by which the ``scored``
    results are compared, ``earned`` their match points. ``waiting`` results have no sheet yet.
    """

    scored: Sequence[Result]
    totals: Sequence[Fraction]
    earned: Sequence[Fraction]
    waiting: Sequence[Result]


def _fields(played: RoundResults, settings: StandingSettings) -> list[_Field]:
    method = METHODS[settings.method]
    there = [result for result in once_each(played.results) if not result.bye]
    compared = [result for result in there if result.ranked]
    if method.is_match:
        compared = [result for result in there if result.ranked or not result.out]
    fields: dict[str, list[Result]] = {}
    for result in compared:
        fields.setdefault(str(result.table if method.by_table else result.wind), []).append(result)
    worth = worth_of_boards(compared) if method.by_board else {}
    return [_field(played, results, settings, worth) for results in fields.values()]


def worth_of_boards(results: Iterable[Result]) -> dict[str, Fraction]:
    """Mean worth of each entry's boards in ``percent``. Each board is compared with all results at
    the same wind. A result without boards counts as one board, the whole sheet.
    """
    played = {result.entry: result for result in results if result.total is not None}
    fields: dict[tuple[Seat | None, str], list[Fraction]] = {}
    for result in played.values():
        for one in _boards(result):
            field = fields.setdefault((one.wind or result.wind, one.board), [])
            if one.points is not None and not (one.apart or result.apart):
                field.append(one.points)
    share = {key: shares(field) for key, field in fields.items()}
    means = {}
    for entry, result in played.items():
        boards = _boards(result)
        points: dict[int, int] = {}
        for one in boards:
            own, others = 1, 1
            if one.points is not None:
                apart = one.apart or result.apart
                own, others = share[one.wind or result.wind, one.board](one.points, apart)
            points[others] = points.get(others, 0) + own
        # In hundredths of twice the others, board by board; whole numbers as long as can be.
        worth = sum((Fraction(50 * own, others) for others, own in points.items()), Fraction(0))
        means[entry] = worth / len(boards)
    return means


def _boards(result: Result) -> Sequence[BoardResult]:
    total = result.total if result.place is None else Fraction(-result.place)
    return result.boards or (BoardResult("", total),)


def _field(
    played: RoundResults,
    results: Sequence[Result],
    settings: StandingSettings,
    worth: Mapping[str, Fraction],
) -> _Field:
    scored = [result for result in results if result.total is not None]
    totals = [result.total for result in scored if result.total is not None]
    method = METHODS[settings.method]
    if method.by_board:
        totals = [worth[result.entry] for result in scored]
    elif method.by_order and all(result.place is not None for result in scored):
        totals = [Fraction(-(result.place or 0)) for result in scored]
    if method.by_table:
        totals = _winner_first(scored, totals)
    earned = (
        totals if method.by_board else _points_earned(played, results, scored, totals, settings)
    )
    return _Field(scored, totals, earned, [result for result in results if result.total is None])


def _places_in_field(
    played: RoundResults, field: _Field, settings: StandingSettings
) -> list[Compared]:
    method = METHODS[settings.method]
    compared = []
    whole = played.evening is not None and played.partita is None
    inside = sum([not result.apart for result in field.scored])
    for result, (rank, shared), points in zip(
        field.scored, _places(field), field.earned, strict=True
    ):
        size = inside + result.apart
        phrase = played.say(
            _place_template(method, result, (rank, shared, size), whole),
            wind=in_sentence(result.wind),
            table=result.table,
            rank=rank,
            field=size,
            shared=shared,
            match_points=points,
            boards=len(result.boards),
        )
        if result.apart:
            phrase = Phrase(APART, sentence=phrase)
        compared.append(Compared(played, result, rank, shared, size, points, phrase))
    for result in field.waiting:
        phrase = played.say(NO_SHEET, wind=in_sentence(result.wind))
        compared.append(Compared(played, result, None, 0, inside, NO_POINTS, phrase))
    return compared


def _winner_first(scored: Sequence[Result], totals: Sequence[Fraction]) -> list[Fraction]:
    """Totals in which the outright winner of the match is above all others (§13.15)."""
    return [
        max(totals) + 1 if result.won else total
        for result, total in zip(scored, totals, strict=True)
    ]


def _places(field: _Field) -> Iterator[tuple[int, int]]:
    """Rank of each scored result, and how many share it. One apart is ranked as if it alone had
    joined the field.
    """
    totals = plain(field.totals)
    inside = [total for result, total in zip(field.scored, totals, strict=True) if not result.apart]
    known = dict(zip(inside, places_of(inside), strict=True))
    for result, total in zip(field.scored, totals, strict=True):
        if total in known:
            rank, shared = known[total]
            yield rank, shared + result.apart
        else:
            yield 1 + sum(other > total for other in inside), 1


def _points_earned(
    played: RoundResults,
    results: Sequence[Result],
    scored: Sequence[Result],
    totals: Sequence[Fraction],
    settings: StandingSettings,
) -> list[Fraction]:
    """Points of each scored result, in their order. A result apart is compared as if it alone had
    joined the field.
    """
    method = METHODS[settings.method]
    inside = sum([not result.apart for result in results])
    comparison = settings.comparison(expected=max(inside, played.tables or 0))
    field = [total for result, total in zip(scored, totals, strict=True) if not result.apart]
    earned = iter(method.points(field, comparison))
    joining = {
        total: method.points([*field, total], comparison)[-1]
        for total in {total for result, total in zip(scored, totals, strict=True) if result.apart}
    }
    return [
        joining[total] if result.apart else next(earned)
        for result, total in zip(scored, totals, strict=True)
    ]


def _place_template(
    method: Method, result: Result, place: tuple[int, int, int], whole_evening: bool
) -> str:
    rank, shared, field_size = place
    if whole_evening:
        return EVENING_PLACE if shared == 1 else EVENING_PLACE_SHARED
    if method.by_board and result.boards:
        return BY_BOARD
    if method.summed and result.wind != EVERYBODY:
        return POINTS_OF_SHEET
    if method.by_table and result.won:
        return WON_AT_TABLE
    if method.is_match and field_size <= 2:
        return MATCH_DRAWN if shared > 1 else MATCH_WON if rank == 1 else MATCH_LOST
    if method.by_table:
        return PLACE_AT_TABLE if shared == 1 else PLACE_AT_TABLE_SHARED
    if result.wind == EVERYBODY and method.code in ("raw", "sum_then_places"):
        return PLACE_BY_POINTS if shared == 1 else PLACE_BY_POINTS_SHARED
    if result.wind == EVERYBODY:
        return PLACE_OF_ALL if shared == 1 else PLACE_OF_ALL_SHARED
    if field_size == 1:
        return PLACE_ALONE
    return PLACE if shared == 1 else PLACE_SHARED


def meetings_of(played: RoundResults) -> dict[str, Meeting]:
    """Meetings by entry, at tables where two entries sat and both have a total."""
    tables = defaultdict[str, list[Result]](list)
    for result in once_each(played.results):
        if not result.bye and result.table is not None:
            tables[str(result.table)].append(result)
    met = {}
    for one, *others in tables.values():
        other = others[0] if len(others) == 1 else one
        if other is not one and one.total is not None and other.total is not None:
            met[one.entry] = Meeting(other.entry, one.total, other.total)
            met[other.entry] = Meeting(one.entry, other.total, one.total)
    return met


def bye_points(
    played: RoundResults, records: Mapping[str, Sequence[Compared]], settings: StandingSettings
) -> list[Compared]:
    """Points of each bye of a round (A21): a fixed number, or the mean of the entry's rounds at a
    table.
    """
    rests = {result.entry for result in played.results if result.bye}
    earned = []
    for result in once_each(played.results) if rests else ():
        if not result.bye or not result.ranked:
            continue
        points, template = settings.bye_points, BYE_FIXED
        if points is None:
            results = records.get(result.entry, ())
            own = [one.match_points for one in results if one.result.total is not None]
            points, template = exact_sum(own) / (len(own) or 1), BYE_MEAN
        phrase = played.say(template, match_points=points)
        earned.append(Compared(played, result, None, 0, 0, points, phrase, rested=True))
    return earned


def missed_points(
    played: Sequence[RoundResults], own: Sequence[Compared], entry: str, settings: StandingSettings
) -> list[Compared]:
    """Points of the rounds in which this entry has no result, whether it missed the whole evening
    or one round.
    """
    there, evenings = {one.round for one in own}, evenings_of(own)
    missed = []
    for round_ in played:
        late = evening_of(round_) in evenings
        points = settings.late_points if late else settings.missed_points
        if round_.number not in there and points is not None:
            phrase = round_.say(PARTITA_MISSED if late else EVENING_MISSED, match_points=points)
            result = Result(entry, None, None, None, bye=True)
            missed.append(Compared(round_, result, None, 0, 0, points, phrase))
    return missed


def evening_of(played: RoundResults) -> int:
    """Number of the round's evening. A round that names no evening is an evening of its own."""
    return played.number if played.evening is None else played.evening


def evenings_of(own: Iterable[Compared]) -> set[int]:
    return {evening_of(one.of) for one in own}


def round_standing(
    played: RoundResults,
    compared: Sequence[Compared],
    byes: Sequence[Compared],
    settings: StandingSettings,
) -> RoundStanding:
    """Make the standing of a round: best first, equals by name, results without a sheet last."""
    by_name = sorted(compared, key=lambda one: alphabetical(one.result.entry))
    winds, tables = defaultdict[str, list[Compared]](list), defaultdict[str, list[Compared]](list)
    for one in sorted(by_name, key=lambda one: (one.rank is None, one.rank)):
        winds[str(one.result.wind)].append(one)
        if METHODS[settings.method].by_table:
            tables[str(one.result.table)].append(one)
    unranked = [result for result in played.results if not result.ranked]
    if unranked:
        unranked = [result for result in once_each(played.results) if not result.ranked]
    return RoundStanding(
        of=played,
        winds={wind: tuple(winds[wind]) for wind in sorted(winds, key=seat_order)},
        tables={
            table: tuple(tables[table])
            for table in sorted(tables, key=lambda table: (len(table), table))
        },
        unranked=tuple(sorted(unranked, key=lambda result: alphabetical(result.entry))),
        byes=tuple(sorted(byes, key=lambda one: alphabetical(one.result.entry))),
    )
