"""Tables of docs/settings.md in each language, written by `make docs` from the declared settings.

The words of an existing row stay. A new value gets the sentence of its declaration. A new setting
gets a section with its title, its help and its table; add the sources by hand.
"""

from __future__ import annotations

import re
from pathlib import Path

import django
from django.utils import translation
from django.utils.translation import gettext

from king.rulesets import RULESETS
from king.rulesets.setting import Setting
from king.rulesets.settings import SETTINGS
from king.words import MINUS

DOCS = Path("docs")


def regenerated(page: str, tongue: str) -> str:
    """Return the page with every table rewritten from the declarations and the systems' defaults."""
    with translation.override(tongue):
        last = ""
        for key, setting in SETTINGS.items():
            if f"### `{key}`\n" not in page:
                page = _with_section(page, setting, after=last)
            start = page.index(f"### `{key}`\n")
            head = page.index(_head_of(page), start)
            end = page.index("\n\n", head)
            page = page[:head] + table(setting, page[head:end]) + page[end:]
            last = key
    return page


def _head_of(page: str) -> str:
    """Header row of every table, copied from the page's first setting."""
    heads = re.search(r"^\|.*\|$", page[page.index("### `") :], re.MULTILINE)
    assert heads
    return heads[0]


def _word_for_sources(page: str) -> str:
    """Word that opens the last paragraph of a setting, such as ``Sources:``."""
    entry = re.split(r"^##", page[page.index("### `") + 3 :], maxsplit=1, flags=re.MULTILINE)[0]
    return entry.strip().rpartition("\n\n")[2].partition(":")[0] + ":"


def table(setting: Setting, written: str) -> str:
    """Return the table of a setting, keeping the words of ``written``, its table on the page."""
    rows = dict(re.findall(r"^\| `(.+?)` \| (.*) \|[^|]*\|$", written, re.MULTILINE))
    default_in: dict[str, list[str]] = {}
    for code, ruleset in RULESETS.items():
        for own in ruleset.settings:
            if own.key == setting.key:
                default_in.setdefault(_value(own.default), []).append(code)
    values = _words(setting) or dict.fromkeys(default_in, "")
    order = [value for value in rows if value in values] + [
        value for value in values if value not in rows
    ]
    lines = [
        f"| `{value}` | {rows.get(value) or values[value] or value} | {' '.join(default_in.get(value, ['–']))} |"
        for value in order
    ]
    return "\n".join([written.splitlines()[0], "|---|---|---|", *lines])


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value).replace("-", MINUS)


def _words(setting: Setting) -> dict[str, str]:
    """Words for each value of a setting, in the active language; empty for a number."""
    if setting.kind == "flag":
        return {"false": gettext("no"), "true": gettext("yes")}
    return {value: gettext(words) for value, words in setting.labels.items()}


def _with_section(page: str, setting: Setting, after: str) -> str:
    """Return the page with a new section after that of the setting ``after``."""
    before = page.index(f"### `{after}`\n")
    end = re.compile(r"^##", re.MULTILINE).search(page, before + 3)
    place = end.start() if end else len(page)
    entry = f"{gettext(setting.title)}. {gettext(setting.help)}"
    sources = _word_for_sources(page)
    section = f"### `{setting.key}`\n\n{entry}\n\n{_head_of(page)}\n\n{sources} \n\n"
    return page[:place] + section + page[place:]


if __name__ == "__main__":
    django.setup()
    for path in (DOCS / "settings.md", *sorted(DOCS.glob("*/settings.md"))):
        tongue = "en" if path.parent == DOCS else path.parent.name
        path.write_text(regenerated(path.read_text(encoding="utf-8"), tongue), encoding="utf-8")
