"""A club's own edition of a rule system, as stored. What an edition may change ``king.rulesets.edition`` knows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar

from django.conf import settings as site_settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from king.rulesets import RuleSet, find_ruleset, read_ruleset


def rules_by(code: str, form: Mapping[str, Any] | None) -> RuleSet:
    """The rule system of a code; ``form`` is what a house edition was when it was chosen, None for a published one.

    Read once for each form, so that scoring a hundred sheets reads an edition no more often than one.
    """
    return find_ruleset(code) if form is None else _read(json.dumps(form, sort_keys=True))


@lru_cache(maxsize=256)
def _read(form: str) -> RuleSet:
    return read_ruleset(json.loads(form))


class Edition(models.Model):
    """A house edition: a published system, or another edition, with changes of the club's own.

    Once a tournament has chosen it, it is not edited: a change makes a new edition with a code of its own. The
    tournament keeps the form that it chose, whatever becomes of this row.
    """

    code = models.CharField(_("code"), max_length=40, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=80)
    form = models.JSONField(_("edition in full"), help_text=_("As king.rulesets.read_ruleset reads it."))
    made_from = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="revisions", verbose_name=_("made from")
    )
    is_offered = models.BooleanField(_("offered for new evenings"), default=True)
    created_at = models.DateTimeField(_("made at"), auto_now_add=True)
    created_by = models.ForeignKey(
        site_settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, verbose_name=_("made by"),
    )  # fmt: skip

    class Meta:
        verbose_name, verbose_name_plural = _("house edition"), _("house editions")
        ordering: ClassVar = ["name", "code"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~models.Q(name=""),
                name="edition_has_name",
                violation_error_message=_("A house edition needs a name."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> RuleSet:
        """The rule system that it is."""
        return rules_by(self.code, self.form)
