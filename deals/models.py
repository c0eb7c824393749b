"""Board sets and boards as stored, and the rule who may see their cards."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Length, Replace
from django.db.models.lookups import Exact
from django.utils.translation import gettext_lazy as _

from ground.guards import account, check_constraint, creation, moment, unique_constraint
from ground.roles import holds_dealing
from king.cards import WINDS, Deal
from wording.sentences import refusal


class WindChoice(models.TextChoices):
    N = "N", _("North")
    E = "E", _("East")
    S = "S", _("South")
    W = "W", _("West")


class BoardSet(models.Model):
    """Boards of one partita, dealt from one secret seed or transcribed, sealed until the partita is
    closed. Each partita has a seed of its own, so that publishing the first seed does not give away
    the second partita's cards.
    """

    class State(models.TextChoices):
        SEALED = "sealed", _("sealed")
        PRINTED = "printed", _("printed")
        REVEALED = "revealed", _("revealed")

    ruleset = models.CharField(max_length=60)
    round_number = models.PositiveSmallIntegerField()
    # Document that is published before play; its hash is the commitment.
    document = models.JSONField()
    commitment = models.CharField(max_length=64)
    # Secret until the set is revealed; 64 hex digits.
    seed = models.CharField(max_length=64, blank=True)
    # Salt of boards typed in or read from a file, 64 hex digits; secret until the reveal.
    salt = models.CharField(max_length=64, blank=True)
    datum_value = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.SEALED)
    sealed_at = creation()
    sealed_by = account()
    printed_at = moment()
    revealed_at = moment()

    class Meta:
        verbose_name = _("set of boards")
        constraints = [
            check_constraint(
                "boardset_state_known",
                Q(state__in=["sealed", "printed", "revealed"]),
                _("A board set is sealed, printed or revealed."),
            ),
            check_constraint(
                "boardset_reveal_has_time",
                ~Q(state="revealed") | Q(revealed_at__isnull=False),
                _("A revealed board set says when it was revealed."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset} · {self.round_number} · {self.commitment[:12]}"

    @property
    def is_sealed(self) -> bool:
        return self.state == self.State.SEALED

    @property
    def is_revealed(self) -> bool:
        return self.state == self.State.REVEALED

    @property
    def is_dealt_by_seed(self) -> bool:
        return bool(self.seed)


class BoardQuerySet(models.QuerySet["Board"]):
    def in_use(self) -> BoardQuerySet:
        return self.filter(withdrawn_at__isnull=True)

    def withdrawn(self) -> BoardQuerySet:
        return self.filter(withdrawn_at__isnull=False)

    def revealed(self) -> BoardQuerySet:
        return self.filter(board_set__state=BoardSet.State.REVEALED)


def _others_hold(wind: str, cards: int) -> Exact:
    others = Length(Replace(F("owners"), Value(wind), Value("")))
    return Exact(others, Value(cards))


class Board(models.Model):
    """One hand dealt beforehand: the owner of each card, the dealer, and the contract if the order
    is fixed.
    """

    class Origin(models.TextChoices):
        GENERATED = "generated"
        TRANSCRIBED = "transcribed"
        IMPORTED = "imported"

    board_set = models.ForeignKey(BoardSet, models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField()
    # The number under which it was dealt: its own, or that of the spare which took its place.
    dealt_as = models.PositiveSmallIntegerField()
    contract = models.CharField(max_length=20, blank=True)
    dealer = models.CharField(max_length=1, choices=WindChoice)
    # The wind of each card, in the order of the deck.
    owners = models.CharField(max_length=52)
    origin = models.CharField(max_length=12, choices=Origin, default=Origin.GENERATED)
    withdrawn_at = moment()
    withdrawn_because = models.CharField(max_length=200, blank=True)

    objects = BoardQuerySet.as_manager()

    class Meta:
        verbose_name = _("board")
        ordering = ["board_set_id", "number"]
        constraints = [
            unique_constraint(
                "board_number_once_in_set",
                ["board_set", "number"],
                _("This set already has a board with this number."),
                Q(withdrawn_at__isnull=True),
            ),
            unique_constraint(
                "board_dealt_once_in_set",
                ["board_set", "dealt_as"],
                _("This spare has already taken the place of a board."),
                Q(origin="generated"),
            ),
            check_constraint(
                "board_dealer_is_a_wind",
                Q(dealer__in=[wind.value for wind in WINDS]),
                _("The dealer of a board is North, East, South or West."),
            ),
            check_constraint(
                "board_hands_are_equal",
                Q(owners__regex=r"^[NESW]+$")
                & (
                    Q(*[_others_hold(wind.value, 39) for wind in WINDS])
                    | Q(*[_others_hold(wind.value, 27) for wind in WINDS])
                    | Q(*[_others_hold(wind.value, 24) for wind in WINDS])
                    # Three players who share 36 cards have 12 each; West then has none.
                    | Q(
                        Q(owners__regex=r"^[NES]{36}$"), *[_others_hold(wind, 24) for wind in "NES"]
                    )
                ),
                _(
                    "Each wind of a board holds 13 cards of 52, 9 of 36 or 8 of 32; of three, 12 "
                    "of 36."
                ),
            ),
        ]

    @property
    def deal(self) -> Deal:
        return Deal(self.owners)


# Right to see a card: the one rule, asked by everything that reads cards. While a set is sealed or
# printed its cards are for the dealing role alone, whatever else an account may do: an organizer
# who plays runs the evening without it. Once the set is revealed they are for everybody.


def may_see_cards(user: Any, board_set: BoardSet, evening: str = "") -> bool:
    """Whether the user may see the cards. ``user`` None is anybody. ``evening`` is the code of the
    evening that plays the set.
    """
    return board_set.is_revealed or holds_dealing(user, evening)


def check_may_see_cards(user: Any, board_set: BoardSet, evening: str = "") -> None:
    if not may_see_cards(user, board_set, evening):
        raise refusal(
            _(
                "The boards of partita %(round)s stay sealed until it is closed: until then only "
                "the dealing role may see their cards. Ask somebody who has that role."
            ),
            "cards_sealed",
            round=board_set.round_number,
        )
