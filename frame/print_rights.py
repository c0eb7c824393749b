"""Rights to print: documents that an account may have, and the sentence that says why not. Page and
API use the same.
"""

from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from night.visibility import sees_results
from printing.document_list import Document
from tournaments.board_steps import may_open_cards
from tournaments.models import Round, Tournament

CARDS_SEALED = gettext_lazy(
    "The cards are sealed: only the dealing role may open their slips. Ask somebody who has that "
    "role."
)

OF_THE_PACKETS = ("slips", "master_diagrams", "labels")
"""Papers that the dealing role prints. The rest shows results, or the codes that open tables' sheets."""


def may_print(user: Any, document: Document, tournament: Tournament) -> bool:
    return sees_results(user, tournament) or document.key in OF_THE_PACKETS


def why_withheld(
    user: Any, document: Document, tournament: Tournament, round_: Round | None
) -> str:
    """Reason why an account may not have this document. Empty if it may."""
    if not may_print(user, document, tournament):
        return _(
            "Your role may print only what goes with the packets: ask an organizer or an arbiter "
            "for this one."
        )
    if not document.reveals_cards or not round_ or not round_.board_set:
        return ""
    if may_open_cards(user, round_.tournament, round_.board_set):
        return ""
    return str(CARDS_SEALED)
