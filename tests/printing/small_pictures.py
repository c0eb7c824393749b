"""The small picture of each document on the desk's page of prints, for ``make papers``: its first
page as drawn for a demonstration, in Italian.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from printing.document_context import Options
from printing.document_list import DOCUMENTS
from tests.evenings import demo
from tournaments.models import Tournament

FOLDER = Path(__file__).parents[2] / "static" / "king" / "papers"
DOTS = 300
"""Longer side of a picture in pixels, enough to recognize the page."""


def first_page(key: str, evening: Tournament) -> bytes | None:
    """PDF of the document, or None if the evening has no such document."""
    document = DOCUMENTS[key]
    try:
        with translation.override("it"):
            return document.render(document.gather(evening, Options.read({"round": 1})))
    except ValidationError:
        return None


@pytest.mark.django_db
def draw_small_pictures() -> None:
    FOLDER.mkdir(exist_ok=True)
    # Only a table that deals its own Domino has a log of re-deals.
    evenings = [
        demo(stage="finished", seed=4, ruleset=code, tables=4, rounds=1, language="it")
        for code in ("lab12", "lab_coppie")
    ]
    for key, document in DOCUMENTS.items():
        if document.extension != "pdf":
            continue
        pdf = next(filter(None, (first_page(key, evening) for evening in evenings)))
        command = ["pdftoppm", "-gray", "-scale-to", str(DOTS), "-singlefile", "-png", "-"]
        subprocess.run([*command, str(FOLDER / key)], input=pdf, check=True)
