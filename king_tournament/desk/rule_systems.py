"""The rule systems as a list to choose from: by who plays, the club's own editions last."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from king.rulesets import RuleSet

WHO_PLAYS = {
    "individual": gettext_lazy("Four players"),
    "pairs": gettext_lazy("Two pairs"),
    "teams": gettext_lazy("Two teams at two tables"),
    "soloist": gettext_lazy("Three players and a dummy"),
}
HOUSE = gettext_lazy("House editions")

Choices = list[tuple[str, list[tuple[str, str]]]]


def grouped(systems: Mapping[str, RuleSet]) -> Choices:
    """The systems of a form, in the order given, under the heading of who plays them."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for code, rules in systems.items():
        heading = str(HOUSE if rules.base is not None else WHO_PLAYS[rules.sides])
        groups.setdefault(heading, []).append((code, title(rules)))
    last = str(HOUSE)
    return sorted(groups.items(), key=lambda group: group[0] == last)


def title(rules: RuleSet) -> str:
    """The name of a system in the reader's language; an edition's is the club's own."""
    return rules.name if rules.base is not None else _(rules.name)
