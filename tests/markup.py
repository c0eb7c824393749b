"""Pages as a browser reads them, and their words."""

from __future__ import annotations

import re

from django.http import HttpResponse
from django.test import Client


def page_at(client: Client, address: str) -> str:
    """The page at an address, which must be there."""
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def flat(page: str | HttpResponse) -> str:
    """Page without invisible white space: at the edges of elements and at line ends."""
    text = page if isinstance(page, str) else page.content.decode()
    text = re.sub(r">\s+", ">", re.sub(r"\s+<", "<", " ".join(text.split())))
    return re.sub(r"\s+>", ">", text)


def text_of(page: str) -> str:
    """Words of the page, without its picture."""
    return " ".join(
        re.sub(r"<[^>]*>", " ", re.sub(r"<svg.*?</svg>", " ", page, flags=re.DOTALL)).split()
    )


# Words that no card player says; HMAC stands in the recipes by which a draw is repeated, which a
# page folds.
MACHINE_WORDS = re.compile(
    r"\bimpront[ae]\b|\bcartell\w+ (?:\.xlsx|excel|di calcolo)|\bpredispo|\bin direzione\b",
    re.IGNORECASE,
)
