"""Pages of the rule systems: a list, and each page of ``docs/``, with its worked examples as sheets
instead of JSON.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import get_language, gettext as _, gettext_lazy
from django.views.decorators.http import require_GET

from frame.page import Context
from king.commands.sheets import scored
from king.reading import Node
from king.rulesets import RULESETS
from king.rulesets.base import Owner, RuleSet, UnknownRuleSet
from king.rulesets.contracts import TERMS
from king.sheet.rulings import Ruling
from king.standing.standing_settings import EDITION, settings_on
from king.words import folded
from king_tournament.live.sheet_page import figures_of
from tournaments.editions import find_rules, offered_rules
from wording import naming
from wording.naming import column_name, number
from wording.play_rules import trump_rules
from wording.rules import choosing_rules, setting_value
from wording.ruling_words import label_of

if TYPE_CHECKING:
    from markdown_it.token import Token

ABOUT: Mapping[str, Promise] = {
    "rules": gettext_lazy("Rules by their labels"),
    "settings": gettext_lazy("What may be agreed otherwise"),
    "variants": gettext_lazy("Optional rules"),
    "seasons": gettext_lazy("A circuit and its season"),
    "simultaneous": gettext_lazy("One event in many halls"),
    "grades": gettext_lazy("The grade of a player"),
    "glossary": gettext_lazy("The words of the game"),
    "play": gettext_lazy("A hand card by card"),
}
"""The documents beside the systems' own pages that these refer to, as a list of links names them."""

FIGURE = re.compile(r"[−+]?[0-9]+([.,][0-9]+)?")


def is_page(name: str) -> bool:
    return name in RULESETS or name in ABOUT


def page_html(name: str) -> SafeString:
    """HTML of a page of ``docs/``, in the reader's language or else in English. Links to other
    pages of the book work; others are removed. Raises ``KeyError`` for an unknown page.
    """
    return _render_page(name, get_language() or "en")


@lru_cache(maxsize=128)
def _render_page(name: str, language: str) -> SafeString:
    if not is_page(name):
        raise KeyError(name)
    folder = "systems" if name in RULESETS else ""
    written = [
        settings.BASE_DIR / "docs" / place / folder / f"{name}.md"
        for place in (language, language.partition("-")[0], "")
    ]
    page = next(path for path in written if path.exists())
    text = page.read_text(encoding="utf-8")
    if language == "pt-br":
        text = _brazilian(text)
    # Here: most processes never show a rule.
    from markdown_it import MarkdownIt

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
            # Wider than a phone they scroll by themselves, which the keyboard must be able to do as
            # well.
            token.attrSet("tabindex", "0")
        for link in token.children or ():
            if link.type == "link_open":
                link.attrSet("href", _address(str(link.attrGet("href") or ""), folder))
    _align_figures(tokens)
    draw_examples(tokens)
    # The renderer escapes every text, and raw HTML is switched off.
    html = str(reader.renderer.render(tokens, reader.options, {}))
    spoken = language if page in written[:2] else "en"
    return mark_safe(f'<div lang="{spoken}">{html}</div>')


def _brazilian(text: str) -> str:
    """Text with the Brazilian word for East. There is one set of Portuguese pages: East is *Este*
    in Portugal and *Leste* in Brazil (§13.16). A line that has both explains that and stays.

    >>> _brazilian("Joga Este.\\n*Este* em Portugal, *Leste* no Brasil.")
    'Joga Leste.\\n*Este* em Portugal, *Leste* no Brasil.'
    """
    lines = text.split("\n")
    return "\n".join(
        line if "Leste" in line else re.sub(r"\bEste\b", "Leste", line) for line in lines
    )


def _align_figures(tokens: list[Token]) -> None:
    """Align columns of figures to the right. Markdown would align them to the left."""
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
                written = [
                    text
                    for cell, text in column
                    if cell.type == "td_open" and text not in ("", "–")
                ]
                if written and all(FIGURE.fullmatch(text) for text in written):
                    for cell, _text in column:
                        cell.attrSet("class", "num")


def _address(link: str, folder: str) -> str:
    if link.startswith("#") or "://" in link:
        return link
    path, _hash, anchor = link.partition("#")
    stem = (
        posixpath.normpath(posixpath.join(folder, path))
        .removeprefix("systems/")
        .removesuffix(".md")
    )
    if not is_page(stem):
        return resolve_url("rulebook:all")
    address = resolve_url("rulebook:page", stem)
    return f"{address}#{anchor}" if anchor else address


# The worked examples of the pages on the rule systems, as a player reads them: a sheet in place of
# its JSON. A page writes an example as two blocks, the sheet that ``king score`` reads and what it
# must answer. The first is drawn as a table of what ``king`` makes of it now; both stay on the
# page, folded, where the second was.


def draw_examples(tokens: list[Token]) -> None:
    waiting: Token | None = None
    number = 0
    for place, token in enumerate(tokens):
        if token.type != "fence" or token.info.strip() != "json":
            continue
        read = json.loads(token.content)
        if "ruleset" in read and "rows" in read:
            answer = next((later for later in tokens[place + 1 :] if later.type == "fence"), None)
            expected = _language_of(answer)
            waiting = None
            if expected is not None:
                number += 1
                tokens[place], waiting = _example_drawn(_table(number, read, expected)), token
        elif waiting is not None:
            tokens[place] = _example_drawn(
                render_to_string(
                    "rulebook/_blocks.html", {"blocks": (waiting.content, token.content)}
                )
            )
            waiting = None


def _language_of(token: Token | None) -> Context | None:
    if token is None or token.info.strip() != "json":
        return None
    read = json.loads(token.content)
    return read if "ruleset" not in read else None


def _example_drawn(html: str) -> Token:
    from markdown_it.token import Token

    return Token("html_block", "", 0, content=html, block=True)


def _table(number: int, example: Mapping[str, Any], expected: Mapping[str, Any]) -> str:
    sheet = scored(Node(dict(example), "example", ""))
    rulings = [Ruling.from_json(ruling) for ruling in example.get("rulings", ())]
    written = {row.hand for row in sheet.rows}
    context = figures_of(sheet, {ruling.hand for ruling in rulings})
    context |= {
        "number": number,
        "sheet": sheet,
        "lines": [line for line in context["lines"] if line["number"] in written],
        "has_sum": sheet.ruleset.expected_sum is not None and not context["leader"],
        "rulings": [_ruling_in_words(ruling) for ruling in rulings],
        "agrees": _agrees(expected, sheet.as_json()),
    }
    return render_to_string("rulebook/_example.html", context)


def _ruling_in_words(ruling: Ruling) -> str:
    words = [label_of(ruling.kind.code)]
    if ruling.hand is not None:
        words[0] = _("Hand %(hand)s: %(problem)s") % {"hand": ruling.hand, "problem": words[0]}
    if ruling.offender is not None:
        words.append(column_name(ruling.offender))
    return " · ".join(words)


def _agrees(expected: Any, answer: Any) -> bool:
    """Whether the answer has all that the page says of it. The page may leave parts out."""
    if isinstance(expected, dict):
        return all(key in answer and _agrees(expected[key], answer[key]) for key in expected)
    if (
        isinstance(expected, list)
        and expected
        and isinstance(expected[0], dict)
        and "hand" in expected[0]
    ):
        rows = {row["hand"]: row for row in answer}
        return all(row["hand"] in rows and _agrees(row, rows[row["hand"]]) for row in expected)
    return bool(expected == answer)


@require_GET
def all_systems(request: HttpRequest) -> HttpResponse:
    return render(request, "rulebook/all.html", systems_of_site())


def systems_of_site() -> Context:
    systems = [figures(rules) for rules in offered_rules().values()]
    return {
        "published": [system for system in systems if system["rules"].base is None],
        "editions": [system for system in systems if system["rules"].base is not None],
        "about": list(ABOUT.items()),
    }


@require_GET
def system_page(request: HttpRequest, code: str) -> HttpResponse:
    return render(request, "rulebook/page.html", page_of(code))


def page_of(code: str) -> Context:
    if code in ABOUT:
        return {"article": page_html(code), "page_title": ABOUT[code]}
    try:
        rules = find_rules(code)
    except UnknownRuleSet:
        raise Http404 from None
    root = rules.root.code
    return {
        **figures(rules),
        "root": rules.root,
        "article": page_html(root) if is_page(root) else "",
        "page_title": naming.system_title(rules),
        "changes": changes_in_words(rules),
    }


def figures(rules: RuleSet) -> Context:
    return {
        "rules": rules,
        "title": naming.system_title(rules),
        "expected": number(rules.expected_sum) if rules.expected_sum is not None else "",
        "contracts": [(rules.contract(code), times) for code, times in rules.counts.items()],
        "terms": _foreign_terms(rules),
    }


def _foreign_terms(rules: RuleSet) -> list[tuple[str, str]]:
    """Words of the game with their meanings, without those that explain themselves: “plus (en plus)”."""
    terms = []
    for key, word in rules.terms.items():
        meaning = _(TERMS[key])
        if key == "ultimatum":  # "ou nulos" alone is no word
            word, meaning = f"8 {word}", f"8 {meaning}"
        own, readers = ({*folded(words).split()} for words in (word, meaning))
        if not own <= readers and not readers <= own:
            terms.append((word, meaning))
    return terms


def shape_in_words(rules: RuleSet, base: RuleSet) -> list[str]:
    sentences = []
    if (rules.deck, rules.at_table) != (base.deck, base.at_table):
        table = {"players": rules.at_table, "deck": rules.deck, "each": rules.cards_each}
        sentences.append(_("%(players)d at a table with %(deck)d cards, %(each)d each.") % table)
    chosen = "order", "chooser", "quotas", "last", "match_hands"
    if any(getattr(rules, name) != getattr(base, name) for name in chosen):
        own = choosing_rules(rules, rules.defaults)
        sentences += own or [_("The hands are played in their order.")]
    if rules.owner is not base.owner:
        sentences += (
            trump_rules(rules)
            if rules.owner is Owner.LEFT_OF_DEALER
            else [_("The dealer names the trump suit.")]
        )
    return sentences


def changes_in_words(rules: RuleSet) -> list[str]:
    base = rules.base
    if base is None:
        return []
    sentences = []
    for contract in rules.contracts:
        before = base.find_contract(contract.code)
        name = naming.contract_name(contract)
        if before is None or before.unit != contract.unit:
            sentences.append(_("%(contract)s is the club's own invention.") % {"contract": name})
            continue
        if before.name != contract.name:
            sentences.append(
                _("%(before)s is called %(after)s.") % {"before": before.name, "after": name}
            )
        if before.value != contract.value:
            was, now = (number(version.value, signed=True) for version in (before, contract))
            sentences.append(
                _("%(contract)s: %(after)s each instead of %(before)s.")
                % {"contract": name, "before": was, "after": now}
            )
    sentences += [
        _("%(before)s is called %(after)s.") % {"before": base.terms[key], "after": word}
        for key, word in rules.terms.items()
        if word != base.terms.get(key, word)
    ]
    if rules.hands != base.hands:
        sentences.append(_("The hands: %(hands)s.") % {"hands": " ".join(rules.hands)})
    sentences += shape_in_words(rules, base)
    changed = [
        (
            _(setting.title),
            setting_value(setting, rules.standing[setting.key], "\N{NO-BREAK SPACE}· "),
        )
        for setting in settings_on(EDITION)
        if rules.standing != base.standing and setting.key in rules.standing
    ]
    changed += [
        (_(setting.title), setting_value(setting, value))
        for setting in rules.settings
        if (value := getattr(rules.defaults, setting.key)) != getattr(base.defaults, setting.key)
    ]
    return sentences + [
        _("%(setting)s: %(value)s.") % {"setting": title, "value": value}
        for title, value in changed
    ]
