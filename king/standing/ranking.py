"""Ranking of results (rules §6): each round by wind, the evening overall and by wind; and the
places that can still be reached.

A standing is a function of results and settings. It is never stored as the truth.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple, Self

from king.exact import as_fraction, exact_sum, plain
from king.movements.seating import draw_order
from king.reading import picked
from king.standing.matchpoints import METHODS, place_points, ranks
from king.standing.round_results import (
    EVERYBODY,
    Compared,
    Problem,
    RoundResults,
    RoundStanding,
    Seat,
    bye_points,
    compare_round,
    earned_in_round,
    evenings_of,
    in_sentence,
    meetings_of,
    missed_points,
    problems_of,
    ranked_wind,
    repeated_rounds,
    round_standing,
    seat_order,
)
from king.standing.standing_settings import StandingSettings
from king.standing.tiebreaks import (
    OF_MATCHES,
    TIEBREAKS,
    Meeting,
    Placing,
    Record,
    Settled,
    place,
)
from king.words import Phrase, alphabetical, gettext_noop, listed

Split = tuple[tuple[Compared, ...], tuple[Compared, ...]]
"""The results of an entry that count, and those left out."""

Records = Mapping[str, Sequence[Compared]]
"""The results of each entry."""

Placed = dict[str, tuple[Fraction, tuple[Phrase, ...]]]
"""Match points of each entry, with the reason."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standing. ``total`` is the sum of all the entry's sheets, dropped ones
    included. ``match_points`` is the sum of the counted results and of what was ``carried`` along.
    """

    rank: int
    entry: str
    match_points: Fraction
    total: Fraction
    counted: tuple[Compared, ...]
    dropped: tuple[Compared, ...]
    tiebreak: str | None
    explanation: tuple[Phrase, ...]
    settled: Settled | None = None
    carried: Fraction = Fraction(0)

    KEYS: ClassVar[tuple[str, ...]] = (
        "rank",
        "entry",
        "match_points",
        "total",
        "tiebreak",
        "carried",
    )
    """Parts of its form that hold one figure or word."""

    @property
    def by_round(self) -> list[Compared]:
        """Counted and dropped results, sorted by round."""
        return sorted((*self.counted, *self.dropped), key=lambda result: result.round)

    @property
    def rests(self) -> dict[int, Fraction]:
        """Match points of each round that the entry sat out, whether it counts or not."""
        return {one.round: one.match_points for one in self.by_round if one.rested}

    def as_json(self) -> dict[str, Any]:
        results = {
            key: [_as_result(one) for one in part]
            for key, part in (("counted", self.counted), ("dropped", self.dropped))
        }
        names = "rank", "entry", "match_points", "total", "tiebreak", "explanation"
        more = [name for name in ("settled", "carried") if getattr(self, name)]
        return picked(self, *names, *more) | results

    @classmethod
    def from_json(cls, form: Mapping[str, Any], sat_out: Collection[int] = ()) -> Self:
        """Read a published line; its reasons are its English sentences. ``sat_out`` are the rounds
        that were sat out, for old forms in which results did not say so.
        """
        counted, dropped = (
            tuple(_result_again(form["entry"], one, sat_out) for one in form.get(key, ()))
            for key in ("counted", "dropped")
        )
        settled = form.get("settled")
        return cls(
            rank=form["rank"],
            entry=form["entry"],
            match_points=Fraction(form["match_points"]),
            total=Fraction(form["total"]),
            counted=counted,
            dropped=dropped,
            tiebreak=form.get("tiebreak"),
            explanation=tuple(map(Phrase, form.get("explanation", ()))),
            settled=None if settled is None else Settled.published(settled),
            carried=Fraction(form.get("carried", 0)),
        )


def _result_again(entry: str, form: Mapping[str, Any], sat_out: Collection[int]) -> Compared:
    rested = form.get("rested", False) or form["round"] in sat_out
    return Compared.from_json({**form, "entry": entry}, RoundResults.from_json(form), rested=rested)


def says_once(figures: Iterable[tuple[Fraction | None, Fraction | None]]) -> bool:
    """Whether in every line the match points equal the points of the sheets, so that one column
    shows both. ``figures`` are pairs of match points and points, one a line.
    """
    return all(total is not None and points == total for points, total in figures)


def _as_result(one: Compared) -> dict[str, Any]:
    rested = {"rested": True} if one.rested else {}
    return one.of.as_json() | {"match_points": str(one.match_points)} | rested


@dataclass(frozen=True, slots=True)
class Standings:
    """Standings of the rounds, overall, and by wind; entries outside them; and problems.
    ``too_few`` has the entries that came too rarely, with how often they came.
    """

    rounds: tuple[RoundStanding, ...]
    overall: tuple[Line, ...]
    winds: Mapping[Seat, tuple[Line, ...]]
    unranked: tuple[str, ...] = ()
    changed_winds: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = field(default=())
    ranked_at: Mapping[str, Seat] = field(default_factory=dict)
    changed_by: str = ""
    settled: tuple[Settled, ...] = ()
    unfit: tuple[Settled, ...] = ()
    too_few: tuple[tuple[str, int], ...] = ()

    @property
    def carries(self) -> bool:
        return any(line.carried for line in self.overall)

    @property
    def raw(self) -> bool:
        """Whether in every line match points are the points of the sheets, so that they are shown
        once.
        """
        return says_once((line.match_points, line.total) for line in self.overall)

    def __str__(self) -> str:
        return "\n".join(
            f"{line.rank:>2} {line.entry:<25} {line.match_points!s:>6} {line.total!s:>6}"
            for line in self.overall
        )

    def as_json(self) -> dict[str, Any]:
        more = {
            **picked(
                self, "unranked", "changed_winds", "ranked_at", "settled", "unfit", "problems"
            ),
            "changed_by": self.changed_by if self.ranked_at else "",
            "too_few": [{"entry": entry, "evenings": evenings} for entry, evenings in self.too_few],
        }
        answer = picked(self, "rounds", "overall", "winds")
        return answer | {key: value for key, value in more.items() if value}

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> Self:
        """Read published standings, of any version of the program."""
        rounds = tuple(map(RoundStanding.from_json, form["rounds"]))
        sat_out = defaultdict[str, set[int]](set)
        for round_ in rounds:
            for bye in round_.byes:
                sat_out[bye.result.entry].add(round_.number)

        def read(lines: Iterable[Mapping[str, Any]]) -> tuple[Line, ...]:
            return tuple(Line.from_json(line, sat_out.get(line["entry"], ())) for line in lines)

        return cls(
            rounds=rounds,
            overall=read(form["overall"]),
            winds={wind: read(lines) for wind, lines in form["winds"].items()},
            unranked=tuple(form.get("unranked", ())),
            changed_winds=tuple(form.get("changed_winds", ())),
            problems=tuple(map(Problem.published, form.get("problems", ()))),
            ranked_at=form.get("ranked_at", {}),
            changed_by=form.get("changed_by", ""),
            settled=tuple(map(Settled.published, form.get("settled", ()))),
            unfit=tuple(map(Settled.published, form.get("unfit", ()))),
            too_few=tuple((one["entry"], one["evenings"]) for one in form.get("too_few", ())),
        )


def standings(
    rounds: Iterable[RoundResults], settings: StandingSettings | None = None
) -> Standings:
    """Rank the rounds and the whole (rules §6, A18–A21, A37).

    The order of the input does not matter. Wrong results never raise: an entry twice in a round, a
    seat taken twice and a round given twice are in ``problems``, and everything else is ranked (an
    entry's second result of a round is left out).
    """
    # Example: two partite, Anna first and second at North. Each partita compares all Norths and gives
    # her match points; the overall adds them up over all winds, and her wind's list among Norths only.
    # Step 1: compare each round, then add what missed rounds are worth (``records``, by entry).
    chosen = settings or StandingSettings()
    played = sorted(rounds, key=lambda round_: round_.number)
    problems = [problem for results in played for problem in problems_of(results)]
    compared, earned, everybody = _compare_rounds(played, chosen)
    came = {entry: len(evenings_of(own)) for entry, own in everybody.items()}
    records = {
        entry: [*own, *missed_points(played, own, entry, chosen)]
        for entry, own in everybody.items()
        if came[entry] >= chosen.minimum_evenings
    }
    # Step 2: name those who are not ranked, because they came too rarely or are house players.
    too_few = sorted(everybody.keys() - records, key=alphabetical)
    unranked = {result.entry for results in played for result in results.results} - everybody.keys()
    # Step 3: rank within each wind, if most kept theirs, and overall.
    sat, changed = _winds_sat(records, chosen)
    winds = _by_wind(records, sat, changed, chosen)
    overall = _rank(records, chosen, "overall")
    # Step 4: a tie settled after play counts only if a line used it. Others no longer fit.
    used = {line.settled for lines in (overall, *winds.values()) for line in lines}
    return Standings(
        rounds=tuple(
            round_standing(*of_round, chosen)
            for of_round in zip(played, compared, earned, strict=True)
        ),
        overall=overall,
        winds=winds,
        unranked=tuple(sorted(unranked, key=alphabetical)),
        changed_winds=changed,
        problems=(*problems, *repeated_rounds(played)),
        ranked_at={entry: sat[entry][0] for entry in changed if entry in sat} if winds else {},
        changed_by=chosen.changed_winds if winds and changed else "",
        settled=tuple(settlement for settlement in chosen.settled if settlement in used),
        unfit=tuple(settlement for settlement in chosen.settled if settlement not in used),
        too_few=tuple((entry, came[entry]) for entry in too_few),
    )


def _compare_rounds(
    played: Sequence[RoundResults], settings: StandingSettings
) -> tuple[list[list[Compared]], list[list[Compared]], dict[str, list[Compared]]]:
    """Compared results of each round, points of its byes, and all results by entry; the first two
    in the order of ``played``.
    """
    records: dict[str, list[Compared]] = {}
    # Byes come second: a rest may be worth the mean of the entry's other results.
    compared = [compare_round(round_, settings) for round_ in played]
    _collect(compared, records)
    earned = [bye_points(round_, records, settings) for round_ in played]
    _collect(earned, records)
    return compared, earned, records


def _collect(rounds: Iterable[Iterable[Compared]], records: dict[str, list[Compared]]) -> None:
    for one in chain.from_iterable(rounds):
        records.setdefault(one.result.entry, []).append(one)


@dataclass(frozen=True)
class PointsSoFar:
    """Points of rounds that are added one after the other. No earlier round is compared or added up
    again. ``before`` is None before the first. ``rests``: somebody sat out.
    """

    settings: StandingSettings
    played: RoundResults | None = None
    earned: Sequence[Compared] = ()
    before: Self | None = None
    rests: bool = False

    def and_then(self, played: RoundResults) -> Self:
        rests = self.rests or bool([result for result in played.results if result.bye])
        earned = earned_in_round(played, self.settings)
        return replace(self, played=played, earned=earned, before=self, rests=rests)

    @property
    def figures(self) -> dict[str, tuple[Fraction, Fraction]]:
        """Match points and total of each entry, as in the overall standing, without places and
        reasons.
        """
        by_sums = METHODS[self.settings.method].summed or self.settings.count_best is not None
        if by_sums or self.rests:
            return self._of_all([*self._rounds()])
        return {
            entry: (as_fraction(points), as_fraction(total))
            for entry, (points, total) in self._sums.items()
        }

    def _rounds(self) -> Iterator[tuple[RoundResults, Sequence[Compared]]]:
        if self.before is not None:
            yield from self.before._rounds()
        if self.played is not None:
            yield self.played, self.earned

    @cached_property
    def _sums(self) -> Mapping[str, tuple[Fraction | int, Fraction | int]]:
        """Match points and total of each entry: those of this round added to the earlier ones."""
        if self.before is None:
            return {}
        sums = dict(self.before._sums)
        brought = dict(self.settings.carried)
        earned = plain([one.match_points for one in self.earned])
        totals = plain([one.result.total or 0 for one in self.earned])
        for one, points, total in zip(self.earned, earned, totals, strict=True):
            entry = one.result.entry
            points_before, total_before = sums.get(entry) or (brought.get(entry, 0), 0)
            sums[entry] = points_before + points, total_before + total
        return sums

    def _of_all(
        self, rounds: Sequence[tuple[RoundResults, Sequence[Compared]]]
    ) -> dict[str, tuple[Fraction, Fraction]]:
        """Match points and total of each entry, computed from all its results, because some may be
        left out and a rest is worth their mean.
        """
        records: dict[str, list[Compared]] = {}
        _collect((earned for _played, earned in rounds), records)
        _collect([bye_points(played, records, self.settings) for played, _ in rounds], records)
        points = _earnings(records, records, self.settings)[1]
        return {entry: (points[entry], _sheets(own)) for entry, own in records.items()}


COUNTED_ALL = gettext_noop("Match points: {terms} = {match_points}.")
COUNTED_POINTS = gettext_noop("Points: {terms} = {match_points}.")
COUNTED_BEST = gettext_noop(
    "The best {count} results count. Match points: {terms} = {match_points}."
)
PLACE_OF_SUM = gettext_noop(
    "{wind}, by the sum {sum}: place {rank} of {field}, match points {match_points}."
)
PLACE_OF_ALL_SUMS = gettext_noop(
    "By the sum {sum}: place {rank} of {field}, match points {match_points}."
)
CARRIED = gettext_noop("With the {carried} brought from the qualification: {match_points}.")
LEFT_OUT_POINTS = gettext_noop("Left out: partita {round}, points {match_points}.")
LEFT_OUT = gettext_noop("Left out: partita {round}, match points {match_points}.")
LEFT_OUT_EVENING = gettext_noop("Left out: points {match_points}.")


RANKED_AT: Mapping[str, str] = {
    "most": gettext_noop(
        "Sat at more than one wind; ranked at {wind}, where most hands were played."
    ),
    "even": gettext_noop(
        "Sat as long at one wind as at another; ranked at {wind}, the first of them."
    ),
    "first": gettext_noop("Sat at more than one wind; ranked at {wind}, the first of them."),
}


def _winds_sat(
    records: Records, settings: StandingSettings
) -> tuple[dict[str, tuple[Seat, str]], tuple[str, ...]]:
    several, known = [], {}
    for entry, own in records.items():
        played = (one.result for one in sorted(own, key=_round_number) if not one.result.bye)
        shares = [share for result in played for share in result.shares]
        winds = {wind for wind, _part in shares}
        if len(winds) > 1:
            several.append(entry)
        if winds:
            known[entry] = ranked_wind(shares, settings.changed_winds)
    known = {entry: choice for entry, choice in known.items() if choice[0] != EVERYBODY}
    return known, tuple(sorted(several, key=alphabetical))


def _by_wind(
    records: Records,
    sat: Mapping[str, tuple[Seat, str]],
    changed: Sequence[str],
    settings: StandingSettings,
) -> dict[Seat, tuple[Line, ...]]:
    if settings.by_wind is False or (settings.by_wind is None and 2 * len(changed) >= len(sat)):
        return {}
    winds = {}
    for wind in sorted({wind for wind, _why in sat.values()}, key=seat_order):
        own = {entry: records[entry] for entry in sat if sat[entry][0] == wind}
        lines = _rank(own, settings, wind, settings.winds_by, records)
        winds[wind] = tuple(
            _reason_with_wind(line, *sat[line.entry]) if line.entry in changed else line
            for line in lines
        )
    return winds


def _reason_with_wind(line: Line, wind: Seat, why: str) -> Line:
    where = Phrase(RANKED_AT[why], wind=in_sentence(wind))
    return replace(line, explanation=(*line.explanation, where))


def _rank(
    records: Records,
    settings: StandingSettings,
    standing: str,
    by: str = "match_points",
    among: Records | None = None,
) -> tuple[Line, ...]:
    """Rank these entries. Their sums are compared with those of all entries in ``among``."""
    # Step 1: drop the results that do not count, and add up the others.
    split, earned, by_sum = _earnings(records, records if among is None else among, settings)
    # Step 2: look up what tie-breaks need besides results: lots, an earlier standing, matches.
    drawn = settings.lot_order
    if settings.lot_seed is not None:
        drawn = draw_order(records, settings.lot_seed, "lot")
    lots = {entry: place for place, entry in enumerate(drawn, start=1)}
    earlier = {entry: place for place, entry in enumerate(settings.previous, start=1)}
    met = _meetings_by_round(records, settings)
    # Step 3: one record an entry. A place in a field of two counts only if it is the first.
    compared = [
        Record(
            entry=entry,
            points=earned[entry] if by == "match_points" else _sheets(own),
            ranks=tuple(
                [
                    one.rank
                    for one in split[entry][0]
                    if one.rank is not None and (one.rank == 1 or one.field > 2)
                ]
            ),
            totals=_totals(own),
            counted=_totals(split[entry][0]),
            dropped=_points(split[entry][1]),
            earlier_place=earlier.get(entry),
            lot=lots.get(entry),
            met=tuple(
                met[one.round][entry] for one in split[entry][0] if entry in met.get(one.round, ())
            )
            if met
            else (),
        )
        for entry, own in records.items()
    ]
    # Step 4: order the records by points, then rule by rule, then by settlements after play.
    rules = [TIEBREAKS[code] for code in settings.tiebreaks]
    settled = [settlement for settlement in settings.settled if settlement.standing == standing]
    return tuple(
        _line(placing, *split[placing.record.entry], settings, by_sum.get(placing.record.entry))
        for placing in place(compared, rules, settled)
    )


def _meetings_by_round(
    records: Records, settings: StandingSettings
) -> dict[int, dict[str, Meeting]]:
    """Meetings by round and entry; empty if no tie-break uses them."""
    if set(OF_MATCHES).isdisjoint(settings.tiebreaks):
        return {}
    rounds = {one.round: one.of for own in records.values() for one in own}
    return {number: meetings_of(played) for number, played in rounds.items()}


def _earnings(
    records: Records,
    among: Records,
    settings: StandingSettings,
) -> tuple[dict[str, Split], dict[str, Fraction], Placed]:
    """Counted and dropped results, match points, and, if sums are ranked, match points with their
    reasons; each by entry.
    """
    split = {entry: _split_counted(own, settings.count_best) for entry, own in records.items()}
    by_sum: Placed = {}
    if METHODS[settings.method].summed:
        everybody = {
            entry: _split_counted(own, settings.count_best) for entry, own in among.items()
        }
        by_sum = _places_of_sums(everybody, settings)
    carried = dict(settings.carried)
    earned = {
        entry: by_sum[entry][0] if by_sum else _points(counted)
        for entry, (counted, _dropped) in split.items()
    }
    for entry, brought in carried.items():
        if entry in earned:
            earned[entry] += brought
    return split, earned, by_sum


def _places_of_sums(split: Mapping[str, Split], settings: StandingSettings) -> Placed:
    """Match points of each entry, with the reason: the place of its sum within its wind, by the
    scale (S1, A18). An entry that sat in several winds has a sum in each. A partita that was sat
    out belongs to the first of them.
    """
    sums: dict[Seat, dict[str, Fraction]] = {}
    for entry, (counted, _) in split.items():
        first = next((one.result.wind for one in counted if one.result.wind), EVERYBODY)
        for one in counted:
            field_of = sums.setdefault(one.result.wind or first, {})
            field_of[entry] = field_of.get(entry, Fraction(0)) + one.match_points
    placed: Placed = dict.fromkeys(split, (Fraction(0), ()))
    for wind in sorted(sums, key=seat_order):
        totals = list(sums[wind].values())
        points = place_points(totals, settings.comparison(None))
        template = PLACE_OF_ALL_SUMS if wind == EVERYBODY else PLACE_OF_SUM
        here = {"wind": in_sentence(wind), "field": len(totals)}
        for entry, total, rank, earned in zip(
            sums[wind], totals, ranks(totals), points, strict=True
        ):
            before, why = placed[entry]
            phrase = Phrase(template, here, sum=total, rank=rank, match_points=earned)
            placed[entry] = before + earned, (*why, phrase)
    return placed


def _totals(results: Iterable[Compared]) -> tuple[Fraction, ...]:
    return tuple([one.result.total for one in results if one.result.total is not None])


def _sheets(results: Iterable[Compared]) -> Fraction:
    return exact_sum(_totals(results))


def _points(results: Iterable[Compared]) -> Fraction:
    return exact_sum([one.match_points for one in results])


def _split_counted(own: Sequence[Compared], best: int | None) -> Split:
    """Split results into those that count and those left out, both by round. Of equal results the
    later is left out.
    """
    if best is None and len(set(map(_round_number, own))) == len(own):
        return tuple(sorted(own, key=_round_number)), ()
    ordered = sorted(own, key=lambda one: (-one.match_points, one.round))
    best = len(ordered) if best is None else best
    counted, dropped = (
        sorted(part, key=_round_number) for part in (ordered[:best], ordered[best:])
    )
    return tuple(counted), tuple(dropped)


_round_number = attrgetter("of.number")


def _line(
    placing: Placing,
    counted: tuple[Compared, ...],
    dropped: tuple[Compared, ...],
    settings: StandingSettings,
    by_sum: tuple[Fraction, tuple[Phrase, ...]] | None,
) -> Line:
    record = placing.record
    by_round = sorted((*counted, *dropped), key=_round_number) if dropped else counted
    why = [one.phrase for one in by_round]
    for one in dropped:
        whole = one.of.evening is not None and one.of.partita is None
        template = LEFT_OUT_EVENING if whole else LEFT_OUT if by_sum is None else LEFT_OUT_POINTS
        why.append(one.of.say(template, match_points=one.match_points))
    terms = listed([one.match_points for one in counted] or [Fraction(0)], " + ")
    points = _points(counted)
    in_points = COUNTED_POINTS if settings.method == "raw" or by_sum is not None else COUNTED_ALL
    template = COUNTED_BEST if dropped and by_sum is None else in_points
    if len(counted) != 1 or dropped:
        why.append(Phrase(template, count=len(counted), terms=terms, match_points=points))
    points, places = (points, ()) if by_sum is None else by_sum
    why += places
    if carried := dict(settings.carried).get(record.entry, Fraction(0)):
        points += carried
        why.append(Phrase(CARRIED, carried=carried, match_points=points))
    return Line(
        rank=placing.rank,
        entry=record.entry,
        match_points=points,
        total=exact_sum(record.totals),
        counted=counted,
        dropped=dropped,
        tiebreak=placing.decided_by,
        explanation=(*why, *placing.explanation),
        settled=placing.settled,
        carried=carried,
    )


# Points and places that each of a season can still come to (T-39).


class Reach(NamedTuple):
    """Best points that an entry can still reach, and the best place that these may give."""

    entry: str
    points: Fraction
    most: Fraction
    best_place: int


def has_a_most(settings: StandingSettings) -> bool:
    """Whether a round can bring only a limited number of points. It cannot be known for points of
    the sheets, or if a result can take points away (a negative value).
    """
    worths = (*settings.comparison(None).scale, settings.tail)
    missed = settings.missed_points or 0, settings.late_points or 0
    return METHODS[settings.method].points is place_points and min(*worths, *missed) >= 0


def reach(standing: Standings, settings: StandingSettings, to_come: int) -> tuple[Reach, ...]:
    """Best points that each entry of the overall standing can reach if it wins all ``to_come``
    rounds.

    An entry that has more than that is safe. Empty if there is no most.
    """
    if not has_a_most(settings):
        return ()
    worths = (*settings.comparison(None).scale, settings.tail)
    rests = {
        (one.result.entry, one.round)
        for round_ in standing.rounds
        for one in round_.byes
        if settings.bye_points is None
    }

    def points(line: Line, more: Sequence[Fraction]) -> Fraction:
        """Match points of the line if these results are added. A rest that is worth the mean of the
        other results (A21) changes with them.
        """
        own = (*line.counted, *line.dropped)
        played = [*(one.match_points for one in own if one.result.total is not None), *more]
        mean = sum(played, Fraction(0)) / len(played) if played else Fraction(0)
        others = [
            mean if (line.entry, one.round) in rests else one.match_points
            for one in own
            if one.result.total is None
        ]
        return sum(sorted((*played, *others), reverse=True)[: settings.count_best], Fraction(0))

    least = [
        min(points(line, [min(worths)] * came) for came in range(to_come + 1))
        for line in standing.overall
    ]
    most = [points(line, [max(worths)] * to_come) for line in standing.overall]
    return tuple(
        Reach(line.entry, line.match_points, mine, 1 + sum(theirs > mine for theirs in least))
        for line, mine in zip(standing.overall, most, strict=True)
    )
