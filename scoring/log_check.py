"""Check of the log against the data. Lines about sheets and standings have digests of these."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Manager, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.models import HandResult, Publication, Redeal, Ruling, Settlement, Sheet
from tournaments.log import (
    WHOLE,
    WHOLE_IN,
    LogKind,
    Part,
    Scope,
    all_parts,
    canonical_json,
    digest_of,
    places_within,
    scope_of,
)
from tournaments.log.parts import by_place, in_scope
from tournaments.log.verification import (
    Chain,
    Fault,
    attested,
    check_chain,
    check_count,
    in_order,
    keys_of,
)
from tournaments.models import Entry, LogEntry, Round, Tournament

Place = tuple[int, int]
"""A sheet by partita and table."""

Read = Callable[[Tournament | None, Scope], dict[str, str]]


class _Version(NamedTuple):
    """A version of a row. ``facts`` begin with the numbers of partita, table, hand and version."""

    key: int
    facts: list[Any]


def evidence(rows: QuerySet[HandResult]) -> dict[str, Any]:
    """Digest of every version, and the newest version by key, because the clock may be set back.
    Takes one query.
    """
    return _evidence([version for versions in _versions(rows).values() for version in versions])


def evidence_by_table(rows: QuerySet[HandResult]) -> dict[Place, dict[str, Any]]:
    return {place: _evidence(versions) for place, versions in _versions(rows).items()}


def _evidence(versions: Collection[_Version]) -> dict[str, Any]:
    return {
        "rows": _digest(versions),
        "last_row": max((version.key for version in versions), default=0),
    }


def standing_digest(publication: Publication, standings: bytes | None = None) -> str:
    """Digest of what a publication shows. ``standings`` is the canonical JSON of its standings, if
    it was made before.
    """
    after = [
        publication.erratum,
        publication.corrections,
        publication.protest_minutes,
        publication.created_at.isoformat(),
    ]
    parts = [
        canonical_json(publication.number),
        canonical_json(publication.standings) if standings is None else standings,
        *map(canonical_json, after),
    ]
    return hashlib.sha256(b"[" + b",".join(parts) + b"]").hexdigest()


def publication_line(publication: Publication) -> LogEntry | None:
    lines = LogEntry.objects.filter(tournament=publication.tournament_id, kind=LogKind.PUBLISHED)
    return lines.filter(fields__number=publication.number).order_by("sequence").first()


# --- what else makes the result


def _by_table(rows: Manager[Any], table: str, *columns: str, counted: bool = False) -> Read:
    """Reader of rows by the ``table`` that they belong to; with ``counted``, the digest begins with
    their number.
    """
    place = f"{table}__round__number", f"{table}__number"

    def read(tournament: Tournament | None, scope: Scope) -> dict[str, str]:
        here = rows.filter(**{f"{table}__round__tournament": tournament}, **in_scope(scope, *place))
        places = by_place(here.order_by().values_list(*place, *columns))
        digests = {at: digest_of(facts) for at, facts in places.items()}
        if counted:
            return {at: f"{len(places[at])}:{digest}" for at, digest in digests.items()}
        return digests

    return read


def _stages(tournament: Tournament | None, scope: Scope) -> dict[str, str]:
    rounds = Round.objects.filter(tournament=tournament).started().order_by()
    stages = rounds.values_list("number", "stage", "publications__number", "publications__state")
    official = (
        [number, stage, stated if state == Publication.State.OFFICIAL else None]
        for number, stage, stated, state in stages
    )
    return {"": digest_of(sorted({str(facts) for facts in official}))}


def _ties(tournament: Tournament | None, _scope: Scope) -> dict[str, str]:
    numbers = dict(Entry.objects.filter(tournament=tournament).values_list("pk", "number"))
    facts = "standing", "kind", "places", "seed", "revoked_at"
    rows = Settlement.objects.filter(tournament=tournament).order_by("pk").values_list(*facts)
    ties = [
        [standing, kind, [[numbers.get(key), place] for key, place in places], seed, revoked]
        for standing, kind, places, seed, revoked in rows
    ]
    return {"": digest_of(ties)}


CLOSED = {LogKind.SHEET_HANDED_IN, LogKind.SHEET_CLOSED}

PARTS = (
    Part(
        "rulings",
        _("rulings"),
        # Their reasons stand in the lines themselves.
        _by_table(
            Ruling.objects,
            "sheet__table",
            "kind",
            "hand",
            "offender",
            "effect",
            "article",
            "created_at",
            "revoked_at",
            counted=True,
        ),
        changed_by={LogKind.RULED, LogKind.RULING_REVOKED, LogKind.SHEET_ACCEPTED},
        seen_by=CLOSED | {*WHOLE_IN},
        counted={LogKind.RULED, LogKind.SHEET_ACCEPTED},
    ),
    Part(
        "redeals",
        _("re-deals"),
        _by_table(
            Redeal.objects,
            "sheet__table",
            "hand",
            "wind",
            "extremes",
            "time_voided",
            counted=True,
        ),
        changed_by={LogKind.REDEAL},
        seen_by=CLOSED | {*WHOLE_IN},
        counted={LogKind.REDEAL},
    ),
    Part(
        "sheet",
        _("state of the sheet and first dealer"),
        _by_table(Sheet.objects, "table", "state", "first_dealer"),
        changed_by=CLOSED
        | {
            LogKind.ROUND_STARTED,
            LogKind.START_UNDONE,
            LogKind.SHEET_TAKEN_BACK,
            LogKind.SHEET_REOPENED,
            LogKind.FIRST_DEALER,
        },
    ),
    Part(
        "signatures",
        _("signatures"),
        # Includes sheets without signatures, because none may be added later.
        _by_table(Sheet.objects, "table", "signatures__wind", "signatures__content_hash"),
        changed_by={LogKind.SHEET_CLOSED},
        until={LogKind.SHEET_REOPENED, LogKind.START_UNDONE},
    ),
    Part(
        "stages",
        _("partite and standings, provisional or official"),
        _stages,
        changed_by={
            LogKind.ROUND_STARTED,
            LogKind.START_UNDONE,
            LogKind.ROUND_CLOSED,
            LogKind.ROUND_TAKEN_BACK,
            LogKind.ROUND_OFFICIAL,
            LogKind.OFFICIAL_WITHDRAWN,
            LogKind.PUBLISHED,
        },
    ),
    Part(
        "ties",
        _("settled ties"),
        _ties,
        changed_by={LogKind.TIE_SETTLED, LogKind.SETTLEMENT_REVOKED, LogKind.PUBLISHED},
    ),
)


# --- checked


def check_log(
    tournament: Tournament | None, *, paper_lines: int | None = None, paper_seal: str = ""
) -> Chain:
    """Check the log's chain, and that all that its lines speak of is unchanged.

    ``paper_lines`` and ``paper_seal`` are read from a printed standing: the number of lines, and
    the first letters of the seal. The number of queries does not grow with the tables. Without a
    tournament the log of accounts is checked.
    """
    # Step 1: the chain itself: numbers, seals, each line's link to the one before.
    chain = check_chain(tournament)
    faults, warnings = list(chain.faults), list[str | Promise]()
    # Step 2: rows and standings, each against the digest in the lines about it. Changes that a later
    # sealed line confirms (a forgotten name, an import) are no faults.
    by_place = {}
    by_number = {}
    if tournament is not None:
        rows = HandResult.objects.filter(sheet__table__round__tournament=tournament)
        by_place = _versions(rows)
        by_number = {
            publication.number: publication for publication in tournament.publications.all()
        }
    keys = {
        line.fields["number"]: line.key for line in chain.lines if line.kind == LogKind.PUBLISHED
    }
    changed = attested(chain.lines, "standings", keys)
    moved = attested(chain.lines, "last_rows", keys_of(chain.lines))
    for line in chain.lines:
        last_row = moved.get(line.sequence, line.fields.get("last_row", 0))
        faults += _faults_of_rows(line, by_place, by_number, changed, last_row)

    # Step 3: what is missing. Checked only if the chain is whole, because lines after its first fault
    # are not read: the count outside the database, standings without a line, the printed seal, other
    # parts of the result, and rows that came after their sheet was closed.
    if len(chain.lines) == LogEntry.objects.filter(tournament=tournament).count():
        fault, remark = check_count(tournament, chain.lines)
        faults += _unsaid(chain.lines, by_number)
        faults += _unlike_paper(chain.lines, paper_lines, paper_seal.strip().lower())
        faults += _unlike_parts(tournament, chain.lines)
        faults += _opened_silently(chain.lines, by_place)
        faults += [fault] if fault is not None else []
        warnings += [remark] if remark else []
        if not chain.lines and tournament is not None and fault is None:
            missing = _("it is missing: every evening has lines from its beginning on")
            faults.append(Fault(1, None, missing))
    return chain._replace(faults=in_order(faults), warnings=tuple(warnings))


def _faults_of_rows(
    line: LogEntry,
    rows: Mapping[Place, list[_Version]],
    by_number: Mapping[int, Publication],
    changed: Mapping[int, str],
    last_row: int,
) -> Iterator[Fault]:
    """Yield the faults of the rows and the standing that a line is about. ``changed`` has the new
    digests of standings from which a person's name was removed. ``last_row`` is the newest row that
    existed when the line was written.
    """
    if "rows" not in line.fields:
        return
    standing = None
    if line.kind == LogKind.PUBLISHED:
        number = line.fields["number"]
        standing = by_number.get(number)
        digest = changed.get(number, line.fields["standing"])
        if standing is None or standing_digest(standing) != digest:
            reason = _("standings no. %(number)s are not as they were published") % line.fields
            yield Fault(line.sequence, line, reason)
            return
    # Rows are only added, never changed. So the rows of that time are those up to ``last_row``.
    then = [
        version
        for place in _places_about(line, standing, rows)
        for version in rows[place]
        if version.key <= last_row
    ]
    if _digest(then) != line.fields["rows"]:
        reason = _("the rows that it concerns are not as they were then")
        if standing is None:
            sentence = _("%(place)s: the rows that it concerns are not as they were then")
            reason = sentence % {"place": say_place(scope_of(line.fields))}
        yield Fault(line.sequence, line, reason)


def _places_about(
    line: LogEntry, standing: Publication | None, rows: Collection[Place]
) -> list[Place]:
    """Places with rows that the line is about."""
    if standing:
        rounds = {round_["round"] for round_ in standing.standings["rounds"]}
        return [place for place in rows if place[0] in rounds]
    place = line.fields["round"], line.fields["table"]
    return [place] if place in rows else []


def _unsaid(lines: Collection[LogEntry], published: Iterable[int]) -> Iterator[Fault]:
    numbers = {line.fields.get("number") for line in lines if line.kind == LogKind.PUBLISHED}
    if missing := set(published) - numbers:
        sentence = _("it is missing: standings no. %(number)s were published, and no line says so")
        yield Fault(len(lines) + 1, None, sentence % {"number": min(missing)})


def _unlike_paper(lines: Sequence[LogEntry], count: int | None, seal: str) -> Iterator[Fault]:
    if count is None:
        return
    if count > len(lines):
        sentence = _("it is missing: the paper says that there were %(count)s lines")
        yield Fault(len(lines) + 1, None, sentence % {"count": count})
    elif not lines[count - 1].hash.startswith(seal):
        sentence = _("its seal is not the one on the paper, %(seal)s")
        yield Fault(count, lines[count - 1], sentence % {"seal": seal})


def _opened_silently(
    lines: Iterable[LogEntry], rows: Mapping[Place, list[_Version]]
) -> Iterator[Fault]:
    """Yield a fault for each row that is newer than its sheet's closing although no line says that
    the sheet was reopened.
    """
    # Find the last closing of each sheet that no reopening followed. Its rows must be all there are.
    closed = {}
    for line in lines:
        if line.kind == LogKind.SHEET_CLOSED:
            closed[scope_of(line.fields)] = line
        elif line.kind in (LogKind.SHEET_REOPENED, LogKind.START_UNDONE):
            closed.pop(scope_of(line.fields), None)
    for (round_, table), line in closed.items():
        versions = rows.get((round_ or 0, table or 0), ())
        if "rows" in line.fields and _digest(versions) != line.fields["rows"]:
            sentence = _(
                "%(place)s: a row has had another version since it was closed, and no line says so"
            )
            yield Fault(line.sequence, line, sentence % {"place": say_place((round_, table))})


def say_place(scope: Scope) -> str | Promise:
    round_, table = scope
    if round_ is None:
        return _("the evening")
    if table is None:
        return _("partita %(round)s") % {"round": round_}
    return _("partita %(round)s, table %(table)s") % {"round": round_, "table": table}


def _place_words(place: str) -> str | Promise:
    round_, _dot, table = place.partition(".")
    return say_place((int(round_) if round_.isdecimal() else None, int(table) if table else None))


Told = tuple[str, LogEntry]
"""Digest of a place, and the line that has it."""


def _unlike_parts(tournament: Tournament | None, lines: Collection[LogEntry]) -> Iterator[Fault]:
    for part in all_parts():
        if part.of_evenings is (tournament is not None):
            yield from unlike(part, lines, part.read(tournament, (None, None)))


def unlike(part: Part, lines: Collection[LogEntry], now: Mapping[str, str]) -> Iterator[Fault]:
    """Yield the faults of a part of the data whose digests by place are ``now`` these."""
    log_facts: dict[str, Told] = {}
    for line in lines:
        yield from _compare_line(part, line, log_facts)
    yield from _final_differences(part, log_facts, now, lines)


def _compare_line(part: Part, line: LogEntry, log_facts: dict[str, Told]) -> Iterator[Fault]:
    carried = part.carried(line)
    if line.kind in part.changed_by | part.until or (line.kind == LogKind.TAKEN_IN and carried):
        whole = log_facts.pop(WHOLE, None)
        before = {
            place: log_facts.pop(place) for place in places_within(log_facts, scope_of(line.fields))
        }
        if whole is not None:
            before[WHOLE] = whole
        for place, value in carried.items():
            most = _count(before[place][0] if place in before else "") + (line.kind in part.counted)
            if part.counted and _count(value) > most:
                yield Fault(
                    line.sequence,
                    line,
                    _("%(part)s, %(place)s: one exists that no line mentions")
                    % {"part": part.title, "place": _place_words(place)},
                )
        log_facts |= {place: (value, line) for place, value in carried.items()}
        return
    for place, value in carried.items():
        if place in log_facts and log_facts[place][0] != value:
            yield _differs(part, place, log_facts[place][1], line)
        log_facts.setdefault(place, (value, line))


def _count(value: str) -> int:
    return int(value.partition(":")[0] or 0) if ":" in value else 0


def _final_differences(
    part: Part, log_facts: dict[str, Told], now: Mapping[str, str], lines: Collection[LogEntry]
) -> Iterator[Fault]:
    whole = log_facts.pop(WHOLE, None)
    changed = [place for place, (value, _line) in log_facts.items() if now.get(place) != value]
    for place in changed:
        yield _differs(part, place, log_facts[place][1])
    partite = {place.partition(".")[0] for place in log_facts}
    untold = [
        place
        for place in now.keys() - log_facts.keys()
        if part.counted or (place.partition(".")[0] in partite and not part.until)
    ]
    for place in sorted(untold):
        yield Fault(
            len(lines) + 1,
            None,
            _("it is missing: %(part)s, %(place)s: one exists that no line mentions")
            % {"part": part.title, "place": _place_words(place)},
        )
    if whole is not None and not changed and not untold and whole[0] != digest_of(now):
        yield _differs(part, "", whole[1])


def _differs(part: Part, place: str, before: LogEntry, line: LogEntry | None = None) -> Fault:
    sentence = _(
        "%(part)s, %(place)s: no longer as this line has it, and no later line mentions a change"
    )
    if line is not None:
        sentence = _(
            "%(part)s, %(place)s: not as in line %(line)s, and no line between mentions a change"
        )
    words = {"part": part.title, "place": _place_words(place), "line": before.sequence}
    faulty = line or before
    return Fault(faulty.sequence, faulty, sentence % words)


def _versions(rows: QuerySet[HandResult]) -> dict[Place, list[_Version]]:
    versions = defaultdict(list)
    place = "sheet__table__round__number", "sheet__table__number"
    columns = "pk", *place, "hand", "version", "content", "origin", "created_at"
    for key, round_, table, *facts, at in rows.order_by("pk").values_list(*columns):
        version = _Version(key, [round_, table, *facts, at.isoformat()])
        versions[round_, table].append(version)
    return versions


def _digest(versions: Iterable[_Version]) -> str:
    facts = (version.facts for version in versions)
    return sha256_of(sorted(facts, key=lambda row: row[:4]))


def sha256_of(content: Any) -> str:
    """SHA-256 of a JSON value, in hex."""
    return hashlib.sha256(canonical_json(content)).hexdigest()
