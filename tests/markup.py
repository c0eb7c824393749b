"""A page as a browser reads it, and its text."""

from __future__ import annotations

import re

from django.http import HttpResponse
from django.test import Client


def page_at(client: Client, address: str) -> str:
    """Return the page at an address; it must answer 200."""
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def flat(page: str | HttpResponse) -> str:
    """Page without insignificant white space: at the edges of elements and at line ends."""
    text = page if isinstance(page, str) else page.content.decode()
    text = re.sub(r">\s+", ">", re.sub(r"\s+<", "<", " ".join(text.split())))
    return re.sub(r"\s+>", ">", text)


def text_of(page: str) -> str:
    """Text of the page without tags and without SVG pictures."""
    return " ".join(
        re.sub(r"<[^>]*>", " ", re.sub(r"<svg.*?</svg>", " ", page, flags=re.DOTALL)).split()
    )


# Technical words that players do not use. HMAC is allowed: it occurs in the folded recipes for
# repeating a draw.
MACHINE_WORDS = re.compile(
    r"\bimpront[ae]\b|\bcartell\w+ (?:\.xlsx|excel|di calcolo)|\bpredispo|\bin direzione\b",
    re.IGNORECASE,
)
