"""Steps of the club, of no evening: its house editions."""

import json
from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.serializers import BooleanField, DictField

from king_tournament.api.steps import Answer, Key, Scope, Step
from king_tournament.api.steps.answers import EditionShape, GoneShape
from king_tournament.api.steps.evening import itself
from king_tournament.api.steps.season import CLUB
from tournaments import editions
from tournaments.house_rules import Edition


def _find_edition(_request: Request, key: Key) -> Edition:
    edition = Edition.objects.filter(code=key.pop("code").lower()).first()
    if edition is None:
        raise Http404
    return edition


EDITION = Scope(
    "edition",
    "editions/<code:code>/",
    _find_edition,
    lambda _edition: None,
    EditionShape,
    itself,
    lambda _edition: None,
)


def _import(*, form: dict[str, Any], author: Any) -> Edition:
    return editions.import_edition(text=json.dumps(form), author=author)


EDITIONS_STEPS = (
    Step(
        "editions/new/",
        _("Keep a house edition"),
        _import,
        {"form": DictField(help_text=_("As the file of an edition has it: `king rulesets`."))},
        answer=Answer(EditionShape),
        **CLUB,
    ),
)

EDITION_STEPS = (
    Step(
        "offer/",
        _("Offer a house edition for new evenings, or not"),
        editions.offer_edition,
        {"offered": BooleanField()},
        author="",
        **CLUB,
    ),
    Step(
        "remove/",
        _("Take a house edition away that nobody has played"),
        editions.remove_edition,
        author="",
        answer=Answer(GoneShape, lambda _row, _none: {"done": True}),
        **CLUB,
    ),
)
