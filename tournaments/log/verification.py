"""Verification of a log against its own seals, and against the count that is kept outside the
database.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import Max
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.log import LogKind, code_of, counts, digest_of, line_hash
from tournaments.models import LogEntry, Tournament


class Fault(NamedTuple):
    """A fault of the log: the number of a line, the line if it exists, and the reason."""

    number: int
    line: LogEntry | None
    reason: str | Promise


class Chain(NamedTuple):
    """Result of checking a log, up to its last line or to the first that does not follow the one
    before.

    ``unknown`` are keys that are missing here, with the number of lines that each sealed. For those
    lines the order is known to be intact and, if there is no fault, that they are as they were
    imported. In ``changed`` lines a person's name was removed: a later line has their new digest.
    ``warnings`` are no faults.
    """

    lines: tuple[LogEntry, ...]
    faults: tuple[Fault, ...]
    unknown: tuple[tuple[str, int], ...]
    changed: int = 0
    warnings: tuple[str | Promise, ...] = ()

    @property
    def fault(self) -> Fault | None:
        return self.faults[0] if self.faults else None

    @property
    def seal(self) -> str:
        return self.lines[-1].hash if self.lines else ""


def content_digest(entry: LogEntry) -> str:
    content = [
        entry.previous_hash,
        entry.hash,
        entry.sequence,
        entry.kind,
        entry.sentence,
        entry.fields,
    ]
    content += [entry.author_name, entry.at.isoformat(), entry.state]
    return digest_of(content)


def is_proven(line: LogEntry) -> bool:
    return line.hash == line_hash(line)


def attested(lines: Iterable[LogEntry], what: str, keys: Mapping[int, str]) -> dict[int, Any]:
    """Values that later lines of the log confirm as changed, by number; the last line counts.
    ``what`` names them: digests of ``lines`` or ``standings`` that changed when a person's name was
    removed or lines were imported; or ``last_rows`` of imported lines, whose rows had other primary
    keys.

    A line sealed with a key of this installation is trusted. If its key is missing here, it is
    trusted about anything sealed with the same key, because whoever could forge one could forge the
    other. ``keys`` are the keys of the things that are confirmed.
    """
    return {
        int(number): value
        for line in lines
        if line.kind in (LogKind.FORGOTTEN, LogKind.TAKEN_IN)
        for number, value in line.fields.get(what, {}).items()
        if is_proven(line) or (line_hash(line) is None and keys.get(int(number)) == line.key)
    }


def keys_of(lines: Iterable[LogEntry]) -> dict[int, str]:
    return {line.sequence: line.key for line in lines}


def check_chain(tournament: Tournament | None) -> Chain:
    written = list(LogEntry.objects.filter(tournament=tournament).order_by("sequence"))
    for line in written:
        line.tournament = tournament  # not asked for line by line
    lines: list[LogEntry] = []
    faults = []
    # Digests that a sealed later line gives for lines that were changed with permission.
    vouched = {
        number: digest
        for line in written
        if line.kind in (LogKind.FORGOTTEN, LogKind.TAKEN_IN) and is_proven(line)
        for number, digest in attested([line], "lines", {}).items()
    }
    unknown: dict[str, int] = {}
    unproven: dict[str, list[LogEntry]] = {}
    changed = 0
    for number, line in enumerate(written, 1):
        # Three cases. The seal fits. It does not fit, but a later line vouches for the content: counted
        # as changed. Or the key is missing here (``sealed`` is None): the line is from another
        # installation, and only a line that vouches for it proves it.
        sealed, vouch = line_hash(line), vouched.get(number) == content_digest(line)
        if sealed not in (None, line.hash) and vouch:
            sealed, changed = line.hash, changed + 1
        # After a line that does not fit nothing is certain, so the check stops there.
        fault = _fault(number, line, lines[-1] if lines else None, sealed)
        if fault is not None:
            faults.append(fault)
            break
        if sealed is None:
            unknown[line.key] = unknown.get(line.key, 0) + 1
            if not vouch:
                unproven.setdefault(line.key, []).append(line)
        lines.append(line)
    faults += [_unproven(key, group) for key, group in unproven.items()]
    return Chain(tuple(lines), in_order(faults), tuple(unknown.items()), changed)


def in_order(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    return tuple(sorted(faults, key=lambda fault: fault.number))


def _unproven(key: str, lines: list[LogEntry]) -> Fault:
    first, last = lines[0], lines[-1].sequence
    sentence = _(
        "its key %(key)s is not here, as far as line %(last)s, and no sealed line vouches for it: "
        "the log was written anew, or that key has to be put into the file log_key on a line of its own"
    )
    return Fault(first.sequence, first, sentence % {"key": key or "–", "last": last})


def _fault(
    number: int, line: LogEntry, before: LogEntry | None, sealed: str | None
) -> Fault | None:
    if line.sequence != number:
        return Fault(
            number,
            None,
            _("it is missing: line %(next)s follows the one before it") % {"next": line.sequence},
        )
    if not line.key or sealed not in (None, line.hash):
        return Fault(number, line, _("it is not as it was written"))
    if line.previous_hash != (before.hash if before else ""):
        return Fault(number, line, _("it does not follow the line that is before it now"))
    return None


def check_count(
    tournament: Tournament | None, lines: Iterable[LogEntry]
) -> tuple[Fault | None, str | Promise]:
    """Fault of the number of lines, and warnings. If the file of the count is lost, nothing proves
    how many lines there were.
    """
    here, count = {line.sequence: line for line in lines}, counts.read(code_of(tournament))
    if count is None:
        lost = _(
            "The number of lines is not kept outside the database: its file is lost, or none was written yet"
        )
        return None, lost if here else ""
    if not counts.is_sealed(count):
        return Fault(len(here) + 1, None, _("the count kept outside the database was changed")), ""
    if count.lines > len(here):
        return Fault(
            len(here) + 1,
            None,
            _(
                "it is missing: outside the database %(count)s lines are counted. Lines were "
                "removed, or an older copy of the database was put back by hand"
            )
            % {"count": count.lines},
        ), ""
    if here[count.lines].hash != count.seal:
        return Fault(
            count.lines,
            here[count.lines],
            _("its seal is not the one kept outside the database, %(seal)s")
            % {"seal": count.seal[:12]},
        ), ""
    return None, ""


def lost_evenings() -> list[str]:
    """Codes of evenings that have a count outside the database but no row in it."""
    return sorted(
        set(counts.codes()) - {code_of(None), *Tournament.objects.values_list("code", flat=True)}
    )


def count_anew() -> None:
    """Restart the counts of lines from the lines in the database, after a backup was restored."""
    counts.forget_all()
    last = (
        LogEntry.objects.values("tournament")
        .annotate(last=Max("sequence"))
        .values_list("tournament", "last")
    )
    for evening, sequence in last:
        line = LogEntry.objects.select_related("tournament").get(
            tournament=evening, sequence=sequence
        )
        counts.write(code_of(line.tournament), line.sequence, line.hash)
