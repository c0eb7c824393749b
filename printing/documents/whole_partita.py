"""All the paper of a partita as one file, in the order of its use: seats, table cards, score sheets, slips.

A table card stays on its table all evening, and a signing slip with its player: they are in it only where asked for.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from pypdf import PdfReader, PdfWriter

from printing.documents import entry_lists, score_sheets, seating_papers, slips
from printing.options import Options
from printing.paper import Progress
from tournaments.models import Tournament

Part = tuple[Callable[[Any, Progress | None], bytes], Any]
"""How a part is drawn, and what is drawn."""


def gather(tournament: Tournament, options: Options) -> list[Part]:
    """Every part with its content; refused like the part that cannot be made yet."""
    # Printing it posts it: whoever reads it on the wall reads a seating that holds.
    parts: list[Part] = [
        (seating_papers.render_seating, replace(seating_papers.gather_seating(tournament, options), published=True))
    ]
    if options.table_cards:
        parts.append((seating_papers.render_table_cards, seating_papers.gather_table_cards(tournament, options)))
    if options.signing_slips:
        parts.append((entry_lists.render_signing_slips, entry_lists.gather_signing_slips(tournament, options)))
    return [*parts, (score_sheets.render, score_sheets.gather(tournament, options))]


def gather_with_slips(tournament: Tournament, options: Options) -> list[Part]:
    """The same, and at the end the slips of the boards."""
    return [*gather(tournament, options), (slips.render, slips.gather(tournament, options))]


def render(parts: Iterable[Part], progress: Progress | None = None) -> bytes:
    """One file; progress is that of the part being drawn."""
    whole, paper = PdfWriter(), io.BytesIO()
    for draw, content in parts:
        whole.append(PdfReader(io.BytesIO(draw(content, progress))), import_outline=False)
    whole.write(paper)
    return paper.getvalue()
