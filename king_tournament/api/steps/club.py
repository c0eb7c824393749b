"""Steps of the club, of no evening: its house editions."""

import json
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.serializers import DictField

from king_tournament.api.steps import Answer, Scope, Step, first_of
from king_tournament.api.steps.answers import EditionShape
from king_tournament.api.steps.evening import GONE
from king_tournament.api.steps.season import CLUB
from tournaments import editions
from tournaments.house_rules import Edition

EDITION = Scope(
    "edition",
    "editions/<code:code>/",
    lambda _request, key: first_of(Edition.objects.filter(code=key.pop("code").lower())),
    EditionShape,
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
        author="",
        **CLUB,
    ),
    Step(
        "remove/",
        _("Delete a house edition that nobody has played"),
        editions.remove_edition,
        author="",
        answer=GONE,
        **CLUB,
    ),
)
