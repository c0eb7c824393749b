"""Documents as the desk asks for them, read in English unless told otherwise; and the words of one
that is refused.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from printing.document_list import DOCUMENTS
from printing.occasion import Options
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
