"""Order of entries that are level on match points (rules A37). Each rule decides only among entries
that the earlier rules left level.

- ``firsts``, ``seconds``, ``thirds``: such places over the results that count, none of those left out
  (rules §13.12); a shared first place is a first place (Labyrinth, Re Cuori circuit).
- ``dropped``: match points of the results left out (Labyrinth, Re Cuori circuit).
- ``raw_points``: points of all sheets (rules A37); ``counted_points``: of those that count.
- ``best_sheet``: points of the best single sheet (a common prize of an evening).
- ``previous``: the place in an earlier standing (Labyrinth, final table).
- ``lot``: a draw, seeded or by hand (rules A37).

Where a table seats two sides it is a match (rules §13.14):

- ``match``: the one between two level entries, where they met exactly once. Rivals of one wind never meet.
- ``difference``: points made less points given, over the matches that count.

Second and third places count in fields of three and more.

A tie that every rule leaves may be settled after play (``Settled``): by a draw among exactly those,
by a play-off, or by their places in a standing that is named.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, Self

from king.exact import exact_sum
from king.reading import picked
from king.words import MINUS, Phrase, alphabetical, gettext_noop, listed


class Meeting(NamedTuple):
    """A meeting at a table of two, as one of them sees it: the rival, the own total and the
    rival's.
    """

    rival: str
    own: Fraction
    theirs: Fraction


class Record(NamedTuple):
    """An entry to be ordered: the points that rank it, and the data of the tie-breaks: places in
    the results that count, points left out, points of all sheets and of those ``counted``. ``met``
    has a meeting for each match that counts.
    """

    entry: str
    points: Fraction
    ranks: tuple[int, ...] = ()
    totals: tuple[Fraction, ...] = ()
    counted: tuple[Fraction, ...] = ()
    dropped: Fraction = Fraction(0)
    earlier_place: int | None = None
    lot: int | None = None
    met: tuple[Meeting, ...] = ()


Value = Fraction | int | None


class TieBreak(NamedTuple):
    """A tie-break rule: code, title, the compared value (None comes after every number) and its
    sentence. ``between`` compares two entries with each other.
    """

    code: str
    title: str
    value: Callable[[Record], Value]
    sentence: str
    fewer_is_better: bool = False
    between: Callable[[Record, Record], tuple[Value, Value] | None] | None = None

    def among(self, group: Sequence[Record]) -> Self:
        """Return the rule for this group of level entries. A rule between two entries applies only
        to a group of two.
        """
        if self.between is None:
            return self
        values = self.between(*group) if len(group) == 2 else None
        of = {} if values is None else dict(zip((one.entry for one in group), values, strict=True))
        return self._replace(value=lambda record: of.get(record.entry), between=None)


def _match_between(one: Record, other: Record) -> tuple[Value, Value] | None:
    met = [meeting for meeting in one.met if meeting.rival == other.entry]
    return (met[0].own, met[0].theirs) if len(met) == 1 else None


def _places(rank: int) -> Callable[[Record], Value]:
    return lambda record: record.ranks.count(rank)


TIEBREAKS: Mapping[str, TieBreak] = {
    rule.code: rule
    for rule in (
        TieBreak(
            "match",
            gettext_noop("the match between them"),
            lambda record: None,
            gettext_noop("Level with {others}; the match between them: {own} against {theirs}."),
            between=_match_between,
        ),
        TieBreak(
            "difference",
            gettext_noop("difference of points"),
            lambda record: exact_sum([one.own - one.theirs for one in record.met]),
            gettext_noop("Level with {others}; difference of points: {own} against {theirs}."),
        ),
        TieBreak(
            "firsts",
            gettext_noop("first places"),
            _places(1),
            gettext_noop("Level with {others}; first places: {own} against {theirs}."),
        ),
        TieBreak(
            "seconds",
            gettext_noop("second places"),
            _places(2),
            gettext_noop("Level with {others}; second places: {own} against {theirs}."),
        ),
        TieBreak(
            "thirds",
            gettext_noop("third places"),
            _places(3),
            gettext_noop("Level with {others}; third places: {own} against {theirs}."),
        ),
        TieBreak(
            "dropped",
            gettext_noop("the results that do not count"),
            lambda record: record.dropped,
            gettext_noop(
                "Level with {others}; match points that do not count: {own} against {theirs}."
            ),
        ),
        TieBreak(
            "raw_points",
            gettext_noop("points made at the table"),
            lambda record: exact_sum(record.totals),
            gettext_noop("Level with {others}; points made at the table: {own} against {theirs}."),
        ),
        TieBreak(
            "counted_points",
            gettext_noop("points made at the table, in the partite that count"),
            lambda record: exact_sum(record.counted),
            gettext_noop(
                "Level with {others}; points made at the table, in the partite that count: {own} "
                "against {theirs}."
            ),
        ),
        TieBreak(
            "best_sheet",
            gettext_noop("best sheet"),
            lambda record: max(record.totals, default=None),
            gettext_noop("Level with {others}; best sheet: {own} against {theirs}."),
        ),
        TieBreak(
            "previous",
            gettext_noop("earlier standings"),
            lambda record: record.earlier_place,
            gettext_noop("Level with {others}; earlier standings: place {own} against {theirs}."),
            True,
        ),
        TieBreak(
            "lot",
            gettext_noop("draw"),
            lambda record: record.lot,
            gettext_noop(
                "Level with {others}; the draw put this entry {own}, the others {theirs}."
            ),
            True,
        ),
    )
}
"""The rules by code."""

SETTLED_BY: Mapping[str, tuple[str, str]] = {
    "lot": (
        gettext_noop("draw"),
        gettext_noop("Level with {others}; drawn {own}, the others {theirs}."),
    ),
    "play_off": (
        gettext_noop("play-off"),
        gettext_noop("Level with {others}; in the play-off {own} against {theirs}."),
    ),
    "previous": (gettext_noop("earlier standings"), TIEBREAKS["previous"].sentence),
}
"""Ways to settle a tie after play, by code: title, and the sentence for each entry concerned."""

PLACED = (*SETTLED_BY, *(rule.code for rule in TIEBREAKS.values() if rule.fewer_is_better))
"""Rules that look at a place in another standing, about which the figures say nothing."""

TITLES: Mapping[str, str] = {code: rule.title for code, rule in TIEBREAKS.items()} | {
    code: title for code, (title, _sentence) in SETTLED_BY.items()
}
"""Title of the rule that decided, by the code in a line of a standing."""

TIED = "tied"
"""Code in place of a rule's, if every rule left the entry level with another."""

NOTHING = "–"
"""Sign for a value that an entry does not have."""

_LEVEL = "Level with "
_TOLD: Sequence[tuple[re.Pattern[str], str]] = [
    (
        re.compile(
            re.escape(sentence)
            .replace(r"\{others\}", ".*")
            .replace(r"\{own\}", "(?P<own>[^;,. ]+)")
            .replace(r"\{theirs\}", ".*")
        ),
        code,
    )
    for code, sentence in (
        *((rule.code, rule.sentence) for rule in TIEBREAKS.values()),
        *((code, sentence) for code, (_title, sentence) in SETTLED_BY.items()),
    )
]
"""Pattern of each rule's English sentence, with its code. Published standings store these
sentences."""


class Parting(NamedTuple):
    """The rule that separates a line from another one with equal points: its code and the two
    values, each None if there is nothing to compare.
    """

    code: str
    own: Fraction | None = None
    theirs: Fraction | None = None


def separating_reason(one: Iterable[object], other: Iterable[object]) -> Parting | None:
    """Rule that separates two lines of equal points, read from their reasons in phrases or in
    English. None if nothing did.
    """
    for (code, own), (_code, theirs) in zip(_reason_rules(one), _reason_rules(other), strict=False):
        if own != theirs:
            return Parting(code, own, theirs)
    return None


def _reason_rules(reasons: Iterable[object]) -> Iterator[tuple[str, Fraction | None]]:
    for reason in map(str, reasons):
        if reason.startswith(_LEVEL):
            for pattern, code in _TOLD:
                if match := pattern.fullmatch(reason):
                    own = match["own"].replace(MINUS, "-")
                    yield code, None if own == NOTHING else Fraction(own)
                    break


Reasoned = tuple[Fraction | None, int | None, Iterable[object]]
"""Points, rank and reasons of a line of a standing."""


def partings(lines: Iterable[Reasoned]) -> list[Parting | None]:
    """Rule that separates each line from the line above it. None if their points differ, ``TIED``
    if they share the place.
    """
    answer: list[Parting | None] = []
    above: Reasoned | None = None
    for line in lines:
        parting = None
        if above is not None and line[0] == above[0]:
            parting = Parting(TIED) if line[1] == above[1] else separating_reason(line[2], above[2])
        answer.append(parting)
        above = line
    return answer


SENTENCE_BECAUSE = gettext_noop("Settled after play: {reason}")


class Settled(NamedTuple):
    """A tie settled after play, in the overall ``standing`` or in that of a wind, with the reason.

    ``places`` are those of the entries among themselves; equal ones stay tied. It applies only to
    exactly these entries: if others are tied with them, or some are not tied any more, it is
    ignored.
    """

    standing: str
    kind: str
    places: tuple[tuple[str, int], ...]
    reason: str

    def as_json(self) -> dict[str, Any]:
        return picked(self, "standing", "kind", "reason") | {"places": dict(self.places)}

    @classmethod
    def published(cls, form: Mapping[str, Any]) -> Self:
        """Read a settled tie from published standings."""
        return cls(form["standing"], form["kind"], tuple(form["places"].items()), form["reason"])

    def fits(self, group: Sequence[Record]) -> bool:
        return {record.entry for record in group} == {entry for entry, _place in self.places}

    def as_rule(self) -> TieBreak:
        title, sentence = SETTLED_BY[self.kind]
        places = dict(self.places)
        return TieBreak(
            self.kind, title, lambda record: places[record.entry], sentence, fewer_is_better=True
        )


AFTER_PLAY = ("previous", "lot")
"""Rules that need data which exist only after play."""

DEFAULT_TIEBREAKS: tuple[str, ...] = ("firsts", "seconds", "thirds", "dropped", "raw_points", "lot")
"""The order of A37."""

OF_MATCHES = ("match", "difference")
"""Tie-breaks of a table that seats two sides, which come first there (rules §13.14)."""

MATCH_TIEBREAKS: tuple[str, ...] = (*OF_MATCHES, "firsts", "dropped", "raw_points", "lot")

SENTENCE_TIED = gettext_noop("Level with {others} on every rule: the place is shared.")

_NAMES_SHOWN = 4


class Placing(NamedTuple):
    """Place of a record: its rank (1-2-2-4), the rule that decided it (None, a code or ``TIED``),
    and the explanation.

    ``settled`` is what settled its tie after play.
    """

    record: Record
    rank: int
    decided_by: str | None
    explanation: tuple[Phrase, ...]
    settled: Settled | None = None


def place(
    records: Sequence[Record], rules: Sequence[TieBreak], settled: Sequence[Settled] = ()
) -> tuple[Placing, ...]:
    """Place the records. A tie that the rules leave is ordered by the last settlement that fits
    (``settled``). Equals are sorted by name.
    """
    placings: list[Placing] = []
    by_name = sorted(records, key=lambda record: alphabetical(record.entry))
    for group in _partition(by_name, [record.points for record in by_name]):
        placings += _separate(group, tuple(rules), len(placings) + 1, None, settled)
    return tuple(placings)


def _separate(
    group: list[Record],
    rules: tuple[TieBreak, ...],
    rank: int,
    last: str | None,
    settled: Sequence[Settled],
) -> list[Placing]:
    """Place the records of a tied group, rule by rule. ``last`` is the rule that set the group
    apart from others.
    """
    if len(group) == 1:
        return [Placing(group[0], rank, last, ())]
    if not rules:
        if fitting := [settlement for settlement in settled if settlement.fits(group)]:
            because = Phrase(SENTENCE_BECAUSE, reason=fitting[-1].reason)
            placed = _separate(group, (fitting[-1].as_rule(),), rank, last, ())
            return [
                placing._replace(explanation=(*placing.explanation, because), settled=fitting[-1])
                for placing in placed
            ]
        others = ((record, _names(_rivals(record, group))) for record in group)
        return [
            Placing(record, rank, TIED, (Phrase(SENTENCE_TIED, others=names),))
            for record, names in others
        ]
    rule = rules[0].among(group)
    values = [rule.value(record) for record in group]
    parts = _partition(group, values, fewer_is_better=rule.fewer_is_better)
    if len(parts) == 1:
        return _separate(group, rules[1:], rank, last, settled)
    placings: list[Placing] = []
    worth = {record.entry: value for record, value in zip(group, values, strict=True)}
    rivals = _Others([record for part in parts for record in part], worth)
    for part in parts:
        for placing in _separate(part, rules[1:], rank + len(placings), rule.code, settled):
            own = _value_text(worth[placing.record.entry])
            names, theirs = rivals.than(placing.record)
            because = Phrase(rule.sentence, others=names, own=own, theirs=theirs)
            placings.append(placing._replace(explanation=(because, *placing.explanation)))
    return placings


def _partition(
    records: Sequence[Record], values: Iterable[Value], *, fewer_is_better: bool = False
) -> list[list[Record]]:
    """Groups of equal value, the best first; None comes after every number."""
    groups: dict[tuple[int, int], list[Record]] = {}
    last = []
    for record, value in zip(records, values, strict=True):
        if value is None:
            last.append(record)
        else:
            groups.setdefault(value.as_integer_ratio(), []).append(record)
    best_first = sorted(groups, key=lambda ratio: Fraction(*ratio), reverse=not fewer_is_better)
    return [groups[ratio] for ratio in best_first] + ([last] if last else [])


class _Others:
    """Names and values of the rivals of each record in a group. They are computed once for all but
    the first few records, for which they differ.
    """

    def __init__(self, ordered: Sequence[Record], worth: Mapping[str, Value]) -> None:
        self.ordered, self.worth = ordered, worth
        self.first = {record.entry for record in ordered[: _NAMES_SHOWN + 2]}
        self.of_the_rest = self._of(_rivals(ordered[-1], ordered))

    def than(self, record: Record) -> tuple[str, Phrase]:
        if record.entry in self.first:
            return self._of(_rivals(record, self.ordered))
        return self.of_the_rest

    def _of(self, rivals: Sequence[Record]) -> tuple[str, Phrase]:
        values = (_value_text(self.worth[one.entry]) for one in rivals[:_NAMES_SHOWN])
        return _names(rivals), listed(values, ", ")


def _rivals(record: Record, ordered: Sequence[Record]) -> list[Record]:
    """First few of the others: a thousand tied entries do not need a thousand names each."""
    first = ordered[: _NAMES_SHOWN + 2]
    return [other for other in first if other is not record][: _NAMES_SHOWN + 1]


def _names(rivals: Sequence[Record]) -> str:
    names = ", ".join(rival.entry for rival in rivals[:_NAMES_SHOWN])
    return f"{names} …" if len(rivals) > _NAMES_SHOWN else names


def _value_text(value: Value) -> object:
    return NOTHING if value is None else value
