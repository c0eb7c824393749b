"""Documents that a partita needs: the last file with each, and why it has to be made again."""

import datetime
from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from ground.addresses import leads_nowhere
from printing.document_list import DOCUMENTS, Document, find_document
from printing.models import PrintJob
from printing.services import changes_of, is_outdated
from tournaments.models import Round, SignaturePolicy, Tournament

WHOLE = ("partita", "tables")
"""The files that hold all of it; the second without the slips."""

NEEDED = ("slips", "score_sheets", "table_cards", "seating", "signing_slips")

OF_THE_EVENING = ("table_cards", "signing_slips")
"""Papers that stay on the table or with the player: the option of that name says that a file of all holds them."""

OF_A_PART = ("table", "board", "blank")
"""Choices that make less of a document than the partita needs."""


def jobs_of(tournament: Tournament) -> list[PrintJob]:
    jobs = PrintJob.objects.filter(tournament=tournament, document__in=(*NEEDED, *WHOLE))
    jobs = jobs.exclude(state=PrintJob.State.FAILED)
    return [job for job in jobs if not any(job.options.get(name) for name in OF_A_PART)]


def last_of(
    document: Document,
    round_: Round,
    jobs: Iterable[PrintJob],
    changes: Mapping[str, datetime.datetime],
    address: str,
) -> tuple[PrintJob | None, str]:
    """Last file that has the whole document, and the reason why it must be made again. None and ""
    if there is no such file.
    """
    job = next((job for job in jobs if _holds(job, document, round_)), None)
    return job, why_outdated(job, changes, address, document.key) if job else ""


def _holds(job: PrintJob, document: Document, round_: Round) -> bool:
    """Whether the job is that document, or a file that includes it. Some documents are of the whole
    evening, the others of one partita.
    """
    if document.key in OF_THE_EVENING:
        return job.document == document.key or bool(job.options.get(document.key))
    holding = (document.key, *WHOLE[: 1 if document.key == "slips" else 2])
    return job.document in holding and job.options.get("round") in (None, round_.number)


def why_outdated(
    job: PrintJob, changes: Mapping[str, datetime.datetime], address: str, paper: str = ""
) -> str:
    """Reason why a document, or the part ``paper`` of a file, has to be made again; empty if it is
    up to date. ``address`` is where phones reach this site now.
    """
    key = paper or job.document
    if is_outdated(job, key, changes):
        if key == "table_cards":
            return _("There are more tables now: make it again.")
        return _("Names or seats have changed since: make it again.")
    printed = job.options.get("base_url", "")
    document = DOCUMENTS.get(key)
    has_codes = printed and document is not None and "base_url" in document.options
    if has_codes and leads_nowhere(printed, address):
        return _("Its codes lead to the old address %(address)s: make it again.") % {
            "address": printed
        }
    return ""


def held_too(round_: Round, address: str) -> dict[str, bool]:
    """Documents of the evening, by key: true if the file of the whole partita has an up-to-date one
    that no other file has.
    """
    tournament = round_.tournament
    changes = changes_of(round_.tournament)
    # It takes the place of those that were made before for the same partita, perhaps never printed.
    others = [
        job
        for job in jobs_of(tournament)
        if job.document not in WHOLE or job.options.get("round") != round_.number
    ]
    hold_backs = {}
    for key in OF_THE_EVENING:
        job, outdated = last_of(find_document(key), round_, others, changes, address)
        hold_backs[key] = job is None or bool(outdated)
    if tournament.signatures == SignaturePolicy.NONE:
        hold_backs["signing_slips"] = False
    return hold_backs


def whole_paper(round_: Round, *, with_slips: bool) -> PrintJob | None:
    document = WHOLE[0] if with_slips else WHOLE[1]
    jobs = PrintJob.objects.filter(tournament=round_.tournament, document=document)
    return next((job for job in jobs if job.options.get("round") == round_.number), None)
