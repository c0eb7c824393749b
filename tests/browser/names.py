"""Names as a page shows them: words broken over two lines, and names cut short."""

from __future__ import annotations

from django.conf import settings
from playwright.sync_api import Page

LOCALES = {
    {"en": "en-GB", "pt": "pt-PT", "pt-br": "pt-BR"}.get(code, f"{code}-{code.upper()}"): code
    for code, _name in settings.LANGUAGES
}
"""Browser locale of each language of the site, with the site's code for it."""


def broken_words(page: Page, selector: str) -> list[str]:
    """Words in the elements' own first text that begin on one line and end on another."""
    return page.evaluate(BROKEN_WORDS, selector)


def cut_short(page: Page, selector: str) -> list[str]:
    """Texts of the elements that have less room than they need."""
    return page.evaluate(CUT_SHORT, selector)


BROKEN_WORDS = """(selector) => {
  const broken = [];
  for (const name of document.querySelectorAll(selector)) {
    const text = name.firstChild;
    for (const word of text.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (range.getClientRects().length > 1) broken.push(word[0]);
    }
  }
  return broken;
}"""

CUT_SHORT = """(selector) => [...document.querySelectorAll(selector)]
    .filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent)"""
