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

TOO_LONG = """() => {
  const away = ".visually-hidden, .skip-link, table, .phone-strip, pre, select, script, svg, .name, .wind";
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Set();
  while (words.nextNode()) {
    const text = words.currentNode, inside = text.parentElement;
    if (!text.data.trim() || !inside.checkVisibility() || inside.closest(away)) continue;
    let place = inside;
    while (getComputedStyle(place).display.startsWith("inline") && !place.matches("button, .btn")) {
      place = place.parentElement;
    }
    const { left, right } = place.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const line of range.getClientRects()) {
      if (line.width && (line.right > Math.min(right, innerWidth) + 1 || line.left < Math.max(left, 0) - 1)) {
        found.add(text.data.trim().slice(0, 80));
      }
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) found.add("the page is wider than the phone");
  return [...found];
}"""
"""Texts that overflow their place. Tables scroll and names are cut on purpose, so both are left out."""
