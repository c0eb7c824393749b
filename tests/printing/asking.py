"""Documents as the desk orders them, read in English unless told otherwise, and the messages of a
refused order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from printing.document_context import Options
from printing.document_list import DOCUMENTS, Together
from tests.printing.pages import PageText, read_pages
from tournaments.models import Tournament


def printed(
    key: str, tournament: Tournament, language: str = "en", **options: Any
) -> list[PageText]:
    document = DOCUMENTS[key]
    with translation.override(language):
        return read_pages(document.render(document.gather(tournament, Options.read(options)), None))


def all_of(pages: list[PageText]) -> str:
    return "".join(page.squeezed for page in pages)


def refusal(key: str, tournament: Tournament, **options: Any) -> str:
    with translation.override("en"):
        with pytest.raises(ValidationError) as refused:
            DOCUMENTS[key].gather(tournament, Options.read(options))
        return " ".join(refused.value.messages)


OF_EVERY_SYSTEM = {"score_sheets", "standings", "summary_card", "table_cards", "redeal_log"}
"""Documents that differ in each system; the others are tested with one system of each shape."""
NAMING_THE_HANDS = OF_EVERY_SYSTEM | {
    "slips",
    "labels",
    "master_diagrams",
    "hand_records",
    "results",
}
"""The same, with the documents that name a system's hands but are otherwise alike in all systems."""


def papers_of(
    evening: Tournament, keys: Collection[str] = tuple(DOCUMENTS), **options: object
) -> Iterator[tuple[str, bytes]]:
    """Yield the key and PDF of each of these documents that the evening has."""
    chosen = Options.read({"base_url": "http://192.168.178.120:8000", **options})
    for key, document in DOCUMENTS.items():
        if document.extension != "pdf" or key not in keys:
            continue
        try:
            gathered = document.gather(evening, chosen)
        except ValidationError:
            continue
        if not isinstance(gathered, Together):
            yield key, document.render(gathered)
