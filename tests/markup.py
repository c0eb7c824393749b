"""Pages as a browser reads them."""

from __future__ import annotations

import re

from django.http import HttpResponse


def flat(page: str | HttpResponse) -> str:
    """Without the white space that no eye sees: at the edges of elements, and where a line ends."""
    text = page if isinstance(page, str) else page.content.decode()
    text = re.sub(r">\s+", ">", re.sub(r"\s+<", "<", " ".join(text.split())))
    return re.sub(r"\s+>", ">", text)
