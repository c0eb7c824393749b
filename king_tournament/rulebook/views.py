"""The rule systems to read: all of them in a list, each on its page, house editions with what they change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from king.reading import Node
from king.rulesets.base import RuleSet, UnknownRuleSet
from king.standings.matchpoints import TIES
from king.standings.standing_settings import StandingSettings
from king_tournament.rulebook.rule_pages import ABOUT, is_page, page_html
from tournaments.editions import find_rules, offered_rules
from wording import naming
from wording.figures import number

TITLES: Mapping[str, Promise] = {
    "rules": gettext_lazy("Rules by their labels"),
    "settings": gettext_lazy("What may be settled otherwise"),
    "variants": gettext_lazy("Optional rules"),
    "seasons": gettext_lazy("A circuit and its season"),
    "grades": gettext_lazy("The grade of a player"),
    "glossary": gettext_lazy("The words of the game"),
    "play": gettext_lazy("A hand card by card"),
}
"""The documents of ``ABOUT``, as a list of links names them."""


@require_GET
def all_systems(request: HttpRequest) -> HttpResponse:
    return render(request, "rulebook/all.html", systems_of_site())


def systems_of_site() -> dict[str, Any]:
    found = [figures(rules) for rules in offered_rules().values()]
    return {
        "published": [system for system in found if system["rules"].base is None],
        "editions": [system for system in found if system["rules"].base is not None],
        "about": [(name, TITLES[name]) for name in ABOUT],
    }


@require_GET
def system_page(request: HttpRequest, code: str) -> HttpResponse:
    return render(request, "rulebook/page.html", page_of(code))


def page_of(code: str) -> dict[str, Any]:
    """What the page of a code shows; 404 where nothing has that code."""
    if code in ABOUT:
        return {"article": page_html(code), "page_title": TITLES[code]}
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


def figures(rules: RuleSet) -> dict[str, Any]:
    """A system in figures, computed from its values."""
    return {
        "rules": rules,
        "title": naming.system_title(rules),
        "expected": number(rules.expected_sum) if rules.expected_sum is not None else "",
        "contracts": [(rules.contract(code), times) for code, times in rules.counts.items()],
    }


def changes_in_words(rules: RuleSet) -> list[str]:
    base = rules.base
    if base is None:
        return []
    found = []
    for contract in rules.contracts:
        before = base.find_contract(contract.code)
        name = naming.contract_name(contract)
        if before is None or before.unit != contract.unit:
            found.append(_("%(contract)s is of the club's own making.") % {"contract": name})
        elif before.value != contract.value:
            was, now = (number(version.value, signed=True) for version in (before, contract))
            fields = {"contract": name, "before": was, "after": now}
            found.append(_("%(contract)s: %(after)s each instead of %(before)s.") % fields)
    if rules.hands != base.hands:
        found.append(_("The hands: %(hands)s.") % {"hands": " ".join(rules.hands)})
    found += _match_points_in_words(rules, base)
    own = {setting.key: setting for setting in rules.settings}
    after, usual = rules.defaults.as_json(), base.defaults.as_json()
    for key, setting in own.items():
        if after[key] != usual[key]:
            value = _(setting.labels[str(after[key])]) if str(after[key]) in setting.labels else _plain(after[key])
            found.append(_("%(setting)s: %(value)s.") % {"setting": _(setting.title), "value": value})
    return found


def _match_points_in_words(rules: RuleSet, base: RuleSet) -> list[str]:
    if rules.standing == base.standing:
        return []
    scale = StandingSettings.from_json(Node(dict(rules.standing), "", ""))
    found = []
    if scale.scale is not None:
        points = "\N{NO-BREAK SPACE}· ".join(map(number, scale.scale))
        found.append(_("Match points of the places: %(points)s.") % {"points": points})
    if "tail" in rules.standing:
        found.append(_("Every later place: %(points)s.") % {"points": number(scale.tail)})
    if "ties" in rules.standing:
        found.append(_("Equal results: %(ties)s.") % {"ties": _(TIES[scale.ties])})
    return found


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)
