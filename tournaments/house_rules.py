"""House editions as they are stored, and rule systems, each read only once from its form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from ground.guards import account, check_constraint, creation
from king.rulesets import find_ruleset, read_ruleset
from king.rulesets.base import RuleSet


def rules_by(code: str, form: Mapping[str, Any] | None) -> RuleSet:
    """The rule system with this code. ``form`` is an edition as it was when it was chosen, None for
    a published system. Editions are cached, so that scoring many sheets reads one once.
    """
    return find_ruleset(code) if form is None else _read(json.dumps(form, sort_keys=True))


@lru_cache(maxsize=256)
def _read(form: str) -> RuleSet:
    return read_ruleset(json.loads(form))


class Edition(models.Model):
    """A house edition: a published system, or another edition, with the club's own changes. Once a
    tournament has chosen it, it is not edited: a change makes a new edition with its own code. The
    tournament keeps the form that it chose, whatever happens to this row.
    """

    code = models.CharField(max_length=40, unique=True, editable=False)
    name = models.CharField(max_length=80)
    # JSON as king.rulesets.read_ruleset reads it.
    form = models.JSONField()
    made_from = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="revisions"
    )
    is_offered = models.BooleanField(default=True)
    created_at = creation()
    created_by = account()

    class Meta:
        ordering = ["name", "code"]
        constraints = [
            check_constraint(
                "edition_has_name", ~models.Q(name=""), _("A house edition needs a name.")
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> RuleSet:
        return rules_by(self.code, self.form)
