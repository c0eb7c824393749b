"""Who may see a card, and when: the one rule, asked by everything that reads cards.

While a set is sealed or printed its cards are for the dealing role alone, whatever else an account may do: an
organizer who plays runs the evening without it. Once the set is revealed they are for everybody.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from deals.models import BoardSet

DEALING = "dealing"
"""The group of those who prepare the boards. Nothing implies it, not even a superuser's flag."""


def holds_dealing(user: Any) -> bool:
    """Whether the account is one of those who prepare the boards; None and strangers are not."""
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    return bool(user.groups.filter(name=DEALING).exists())


def may_see_cards(user: Any, board_set: BoardSet) -> bool:
    """Whether the account (None: anybody at all) may see a card of the set now."""
    return board_set.is_revealed or holds_dealing(user)


def check_may_see_cards(user: Any, board_set: BoardSet) -> None:
    """Refuse where :func:`may_see_cards` says no."""
    if not may_see_cards(user, board_set):
        raise ValidationError(
            _("The boards of partita %(round)s stay sealed until it is closed: before that their cards are for the "
              "dealing role alone. Ask whoever holds it."),
            code="cards_sealed", params={"round": board_set.round_number},
        )  # fmt: skip
