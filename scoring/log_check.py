"""The log held against what it speaks of: lines about sheets and standings carry a digest of the rows behind them."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from scoring.models import HandResult, Publication
from tournaments.log import Chain, Fault, LogKind, attested, check_chain
from tournaments.models import LogEntry, Tournament

Place = tuple[int, int]
"""A sheet by partita and table."""


class _Version(NamedTuple):
    place: Place
    key: int
    hand: int
    version: int
    content: Any


def evidence(rows: QuerySet[HandResult]) -> dict[str, Any]:
    """The digest of the rows in force, and the newest by its key: the clock may be set back. One query."""
    return _evidence([version for versions in _versions(rows).values() for version in versions])


def evidence_by_table(rows: QuerySet[HandResult]) -> dict[Place, dict[str, Any]]:
    return {place: _evidence(versions) for place, versions in _versions(rows).items()}


def _evidence(versions: Collection[_Version]) -> dict[str, Any]:
    return {"rows": _digest(versions), "last_row": max((version.key for version in versions), default=0)}


def standing_digest(publication: Publication) -> str:
    return sha256_of([publication.number, publication.standings, publication.erratum, publication.corrections])


def posting_line(publication: Publication) -> LogEntry | None:
    lines = LogEntry.objects.filter(tournament=publication.tournament_id, kind=LogKind.PUBLISHED)
    return lines.filter(fields__number=publication.number).order_by("sequence").first()


def check_log(tournament: Tournament, *, paper_lines: int | None = None, paper_seal: str = "") -> Chain:
    """``paper_lines`` and ``paper_seal`` are read from a posted standing: the number of lines, and how the seal begins.
    Three queries."""
    chain = check_chain(tournament)
    by_place = _versions(HandResult.objects.filter(sheet__table__round__tournament=tournament))
    posted = {publication.number: publication for publication in tournament.publications.all()}
    changed, moved = attested(chain.lines, "standings"), attested(chain.lines, "last_rows")
    faults = [chain.fault, *(
        _fault(line, by_place, posted, changed, moved.get(line.sequence, line.fields.get("last_row", 0)))
        for line in chain.lines
    )]  # fmt: skip
    if chain.fault is None:
        faults += [_unsaid(chain.lines, posted), _unlike_paper(chain.lines, paper_lines, paper_seal.strip().lower())]
    return replace(chain, fault=min(filter(None, faults), key=lambda fault: fault.number, default=None))


def _fault(
    line: LogEntry,
    rows: Mapping[Place, list[_Version]],
    posted: Mapping[int, Publication],
    changed: Mapping[int, str],
    last_row: int,
) -> Fault | None:
    """Lines older than these claims are passed over. ``changed`` are the digests of standings from which a person's
    name was taken away since, ``last_row`` the newest row that the line knows."""
    if "rows" not in line.fields:
        return None
    standing = None
    if line.kind == "published":
        standing = posted.get(line.fields["number"])
        digest = changed.get(line.fields["number"], line.fields["standing"])
        if standing is None or standing_digest(standing) != digest:
            return Fault(line.sequence, line, _("standing no. %(number)s is not as it was posted") % line.fields)
    then = [
        version
        for place, versions in rows.items()
        if _is_about(line, standing, place)
        for version in versions
        if version.key <= last_row
    ]
    if _digest(then) != line.fields["rows"]:
        return Fault(line.sequence, line, _("the rows that it is about are not as they were then"))
    return None


def _is_about(line: LogEntry, standing: Publication | None, place: Place) -> bool:
    if standing is not None:
        return place[0] in {round_["round"] for round_ in standing.standings["rounds"]}
    return place == (line.fields["round"], line.fields["table"])


def _unsaid(lines: Collection[LogEntry], posted: Iterable[int]) -> Fault | None:
    said = {line.fields.get("number") for line in lines if line.kind == "published"}
    missing = sorted(set(posted) - said)
    if not missing:
        return None
    sentence = _("it is missing: standing no. %(number)s was posted, and no line says so")
    return Fault(len(lines) + 1, None, sentence % {"number": missing[0]})


def _unlike_paper(lines: Collection[LogEntry], count: int | None, seal: str) -> Fault | None:
    if count is None:
        return None
    if count > len(lines):
        return Fault(len(lines) + 1, None, _("it is missing: the paper says that there were %(count)s lines")
                     % {"count": count})  # fmt: skip
    line = list(lines)[count - 1]
    if line.hash.startswith(seal):
        return None
    return Fault(count, line, _("its seal is not the one on the paper, %(seal)s") % {"seal": seal})


def _versions(rows: QuerySet[HandResult]) -> dict[Place, list[_Version]]:
    found: dict[Place, list[_Version]] = defaultdict(list)
    place = "sheet__table__round__number", "sheet__table__number"
    for round_, table, *facts in rows.order_by("pk").values_list(*place, "pk", "hand", "version", "content"):
        found[round_, table].append(_Version((round_, table), *facts))
    return found


def _digest(versions: Iterable[_Version]) -> str:
    in_force: dict[tuple[Place, int], _Version] = {}
    for version in versions:
        last = in_force.get((version.place, version.hand))
        if last is None or version.version > last.version:
            in_force[version.place, version.hand] = version
    return sha256_of([[*place, hand, row.version, row.content] for (place, hand), row in sorted(in_force.items())])


def sha256_of(content: Any) -> str:
    """Of a form of JSON, in hex."""
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
