"""The pages of ``docs/`` that players read, as web pages: one for each rule system, and those that they point to."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import get_language
from markdown_it import MarkdownIt
from markdown_it.token import Token

from king.rulesets import RULESETS
from king_tournament.rulebook_examples import draw_examples

ABOUT = ("rules", "settings", "variants", "glossary", "play")
"""The documents beside the systems' own pages that these refer to."""

LANGUAGES = {"en": "", "it": "it"}
"""The languages that the pages are written in, with the folder of each inside ``docs/``."""

FIGURE = re.compile(r"[−+]?[0-9]+([.,][0-9]+)?")


def is_page(name: str) -> bool:
    """Whether there is such a page: a system's code, or one of ``ABOUT``."""
    return name in RULESETS or name in ABOUT


def page_html(name: str) -> SafeString:
    """The page as HTML in the reader's language; its links lead to the other pages, or nowhere.

    Raises ``KeyError`` where there is no such page.
    """
    language = (get_language() or "en").partition("-")[0]
    return _drawn(name, language if language in LANGUAGES else "en")


@lru_cache(maxsize=64)
def _drawn(name: str, language: str) -> SafeString:
    if not is_page(name):
        raise KeyError(name)
    folder = "systems" if name in RULESETS else ""
    text = (settings.BASE_DIR / "docs" / LANGUAGES[language] / folder / f"{name}.md").read_text(encoding="utf-8")
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    for place, token in enumerate(tokens):
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{int(token.tag[1]) + 1}"  # the page has a title of its own
        if token.type == "heading_open":
            token.attrSet("id", slugify(tokens[place + 1].content))
        if token.type == "table_open":
            token.attrSet("class", "table-plain")
        if token.type in ("table_open", "fence"):
            # Wider than a phone they scroll by themselves, which the keyboard must be able to do as well.
            token.attrSet("tabindex", "0")
        _lead_on(token.children or (), folder)
    _align_figures(tokens)
    draw_examples(tokens)
    # The renderer escapes every text, and raw HTML is switched off.
    return mark_safe(reader.renderer.render(tokens, reader.options, {}))


def _align_figures(tokens: list[Token]) -> None:
    """A column of figures is read from the right, as everywhere on the site; Markdown alone would set it left."""
    columns: list[list[tuple[Token, str]]] = []
    for token, after in pairwise(tokens):
        if token.type == "table_open":
            columns = []
        elif token.type == "tr_open":
            place = 0
        elif token.type in ("th_open", "td_open"):
            if place == len(columns):
                columns.append([])
            columns[place].append((token, after.content))
            place += 1
        elif token.type == "table_close":
            for column in columns:
                _set_figures_right(column)


def _set_figures_right(column: list[tuple[Token, str]]) -> None:
    written = [text for cell, text in column if cell.type == "td_open" and text not in ("", "–")]
    if written and all(FIGURE.fullmatch(text) for text in written):
        for cell, _text in column:
            cell.attrSet("class", "num")


def _lead_on(tokens: Iterable[Token], folder: str) -> None:
    for token in tokens:
        if token.type == "link_open":
            token.attrSet("href", _address(str(token.attrGet("href") or ""), folder))


def _address(link: str, folder: str) -> str:
    """A link between documents as an address of the site; one to any other place stays as it is."""
    if link.startswith("#") or "://" in link:
        return link
    path, _hash, anchor = link.partition("#")
    stem = posixpath.normpath(posixpath.join(folder, path)).removeprefix("systems/").removesuffix(".md")
    if not is_page(stem):
        return reverse("rulebook:all")
    address = reverse("rulebook:page", args=[stem])
    return f"{address}#{anchor}" if anchor else address
