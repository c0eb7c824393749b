"""What a partita needs on paper before its first card: a few documents of the many, asked for together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.utils.translation import get_language

from printing import services
from printing.documents import Document, find_document
from printing.models import PrintJob
from printing.outdated import is_outdated, people_changed_at
from tournaments.models import Round, Tournament

NEEDED = ("slips", "score_sheets", "table_cards", "seating")
OF_A_PART = ("table", "board", "blank")
"""Choices that make less of a document than the partita needs."""


@dataclass(frozen=True)
class Needed:
    """One of these documents: ``job`` is the last that was asked for, whole; ``withheld`` why this account cannot."""

    document: Document
    job: PrintJob | None
    outdated: bool
    withheld: str

    @property
    def missing(self) -> bool:
        """Whether it is still to be asked for, here."""
        return not self.withheld and (self.job is None or self.outdated)


def papers_needed(
    tournament: Tournament, round_: Round | None, withheld: Callable[[Document], str]
) -> tuple[Needed, ...]:
    """The documents of a partita whose seats are published and whose boards are sealed; none once it has started."""
    if round_ is None or round_.stage != Round.Stage.SEATING or round_.seating_published_at is None:
        return ()
    if tournament.plays_boards and round_.board_set is None:
        return ()
    wanted = [find_document(key) for key in NEEDED if key != "slips" or tournament.plays_boards]
    jobs = PrintJob.objects.filter(tournament=tournament, document__in=NEEDED).exclude(state=PrintJob.State.FAILED)
    whole = [job for job in jobs if not any(job.options.get(name) for name in OF_A_PART)]
    changed_at = people_changed_at(tournament)
    found = []
    for document in wanted:
        job = _last(document, round_, whole)
        found.append(Needed(document, job, job is not None and is_outdated(job, changed_at), withheld(document)))
    return tuple(found)


def _last(document: Document, round_: Round, jobs: Sequence[PrintJob]) -> PrintJob | None:
    """The newest of that document; a card on a table stays there all evening, the rest is of one partita."""
    of_this = (job for job in jobs if job.document == document.key)
    return next((job for job in of_this if _round_of(document, job) in (None, round_.number)), None)


def _round_of(document: Document, job: PrintJob) -> int | None:
    return job.options.get("round") if document.scope == "round" else None


def ask_for_needed(
    papers: Iterable[Needed], round_: Round, *, address: str, author: AbstractBaseUser
) -> list[ValidationError]:
    """Ask for those that are missing, each as it usually is; what is refused, in sentences."""
    refused = []
    for each in papers:
        if not each.missing:
            continue
        usual = {"round": round_.number, "base_url": address}
        options = {name: value for name, value in usual.items() if name in each.document.options}
        try:
            services.request_document(
                tournament=round_.tournament, document=each.document.key, options=options, author=author,
                language=get_language(),
            )  # fmt: skip
        except ValidationError as error:
            refused.append(error)
    return refused
