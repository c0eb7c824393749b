"""Sheets and publications as stored. Rows are versions and decisions are rows, so nothing is
overwritten.
"""

from __future__ import annotations

import datetime
import uuid
from typing import Any

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from deals.models import WindChoice
from ground.guards import (
    Author,
    StandingsField,
    account,
    check_constraint,
    creation,
    moment,
    steady_moment,
    stored_author,
    unique_constraint,
    write,
)
from king.sheet.ruling_kinds import KINDS, LONGEST_CODE, RulingKind
from tournaments.models import Player, Round, Table, Tournament
from wording.errata import Erratum, Written, written_anew


class SheetQuerySet(models.QuerySet["Sheet"]):
    def hold(self) -> None:
        """Lock the sheets, always in the same order, until the transaction ends, and count the
        change. Every change to sheets starts with it.
        """
        keys = list(
            self.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True)
        )
        Sheet.objects.filter(pk__in=keys).update(revision=F("revision") + 1)


class Sheet(models.Model):
    class State(models.TextChoices):
        OPEN = "open"
        HANDED_IN = "handed_in"
        CLOSED = "closed"

    class Paper(models.TextChoices):
        UNITS = "units", _("tricks and cards")
        POINTS = "points", _("points")

    table = models.OneToOneField(Table, models.CASCADE, related_name="sheet")
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    handed_in_at = moment()
    # The account or the phone.
    handed_in_by = models.CharField(max_length=150, blank=True)
    # Handed in for the arbiter to look at, with signatures missing.
    handed_in_unsigned = models.BooleanField(default=False)
    closed_at = moment()
    closed_by = account()
    # Kind of the paper sheet, once somebody at the desk has chosen it.
    paper = models.CharField(max_length=10, choices=Paper, blank=True)
    # Wind that was drawn to deal first at this table.
    first_dealer = models.CharField(max_length=1, choices=WindChoice, blank=True)
    # Opened again after its partita was closed, until a standing is published.
    reopened_at = moment()

    # One more with each change of the sheet, its rows, signatures, rulings and calls.
    revision = models.PositiveIntegerField(default=0, db_default=0, editable=False)

    objects = SheetQuerySet.as_manager()

    # All versions of its rows, in their order, once they were read under its lock.
    versions: list[HandResult] | None = None

    class Meta:
        verbose_name = _("score sheet")
        ordering = ["table_id"]
        constraints = [
            check_constraint(
                "closed_sheet_has_time",
                ~Q(state="closed") | Q(closed_at__isnull=False),
                _("A closed sheet says when it was closed."),
            ),
            check_constraint(
                "handed_in_sheet_has_time",
                ~Q(state="handed_in") | Q(handed_in_at__isnull=False),
                _("A sheet that was handed in says when."),
            ),
        ]

    @property
    def round(self) -> Round:
        return self.table.round

    @property
    def tournament(self) -> Tournament:
        return self.round.tournament

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN

    @property
    def is_handed_in(self) -> bool:
        return self.state == self.State.HANDED_IN

    @property
    def is_closed(self) -> bool:
        return self.state == self.State.CLOSED


class HandResultQuerySet(models.QuerySet["HandResult"]):
    def current(self, at: datetime.datetime | None = None) -> HandResultQuerySet:
        newer = HandResult.objects.filter(
            sheet=OuterRef("sheet"), hand=OuterRef("hand"), version__gt=OuterRef("version")
        )
        if at is None:
            return self.filter(~Exists(newer))
        return self.filter(~Exists(newer.filter(created_at__lte=at)), created_at__lte=at)

    def written(self) -> HandResultQuerySet:
        """The versions in force of rows that are not empty."""
        return self.current().filter(content__isnull=False)


class HandResult(models.Model):
    """A version of a row, never changed. ``content`` is the row as ``king.sheet.row.Row.as_json``
    writes it, without ``hand``; None is an emptied row. ``client_id`` is made where the row is
    typed, so that sending it twice changes nothing.
    """

    class Origin(models.TextChoices):
        PHONE = "phone", _("phone")
        DESK = "desk", _("desk")
        PROGRAM = "program", _("program")

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="results")
    hand = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField()
    content = models.JSONField(null=True)
    client_id = models.UUIDField(default=uuid.uuid4, unique=True)
    origin = models.CharField(max_length=10, choices=Origin, default=Origin.DESK)
    # The phone's own mark.
    device = models.CharField(max_length=60, blank=True)
    author = account()
    created_at = creation()

    objects = HandResultQuerySet.as_manager()

    class Meta:
        verbose_name = _("version of a row")
        ordering = ["sheet_id", "hand", "version"]
        constraints = [
            unique_constraint(
                "hand_version_once",
                ["sheet", "hand", "version"],
                _("This row has just been changed by somebody else."),
            ),
            check_constraint(
                "hand_and_version_from_1",
                Q(hand__gte=1) & Q(version__gte=1),
                _("Hands and versions are numbered from 1."),
            ),
        ]


class Signature(models.Model):
    """Agreement of a wind with exactly the rows of this hash. A later change needs a new signature."""

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="signatures")
    wind = models.CharField(max_length=1, choices=WindChoice)
    content_hash = models.CharField(max_length=64)
    # The player, if signed with a personal code.
    player = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="+")
    device = models.CharField(max_length=60, blank=True)
    created_at = creation()

    class Meta:
        verbose_name = _("signature")
        ordering = ["sheet_id", "created_at"]
        constraints = [
            unique_constraint(
                "signed_once_for_the_same_rows",
                ["sheet", "wind", "content_hash"],
                _("This wind has already signed these rows."),
            )
        ]


class RulingQuerySet(models.QuerySet["Ruling"]):
    def standing(self, at: datetime.datetime | None = None) -> RulingQuerySet:
        if at is None:
            return self.filter(revoked_at__isnull=True)
        return self.filter(Q(revoked_at__isnull=True) | Q(revoked_at__gt=at), created_at__lte=at)


class Revocable(models.Model):
    """A decision with a reason. A revoked decision stays stored, with the account that revoked it
    and the reason.
    """

    reason = models.TextField()
    created_at = creation()
    revoked_at = moment()
    revoked_because = models.TextField(blank=True)

    class Meta:
        abstract = True

    def revoke(self, author: Author, reason: str) -> None:
        """Mark the row as revoked. Each model declares its own ``revoked_by``, because the reverse
        name on the account differs.
        """
        write(
            self,
            revoked_at=timezone.now(),
            revoked_because=reason,
            revoked_by=stored_author(author),
        )


def ruling_choices() -> list[tuple[str, str | Promise]]:
    """Code and label of each kind of ruling. They are computed, so that a new kind needs no
    migration.
    """
    of_the_game = [(kind.code, _(kind.label)) for kind in KINDS.values()]
    return [*of_the_game, *Ruling.Kind.choices]


class Ruling(Revocable):
    """A ruling on a sheet.

    ``accepted`` changes no points: it allows the sheet to be closed although a check fails. Its
    effect has the ``hash`` of the accepted rows and the ``problems`` that remained. ``seats`` says
    that players sat in each other's winds from a hand on (``scoring.scored_sheets``). Its effect
    has the pairs of ``winds``, and in ``follows`` whether the points go with the winds or with the
    players.
    """

    class Kind(models.TextChoices):
        """Kinds that the game does not know. The others are in ``king.sheet.ruling_kinds``."""

        ACCEPTED = "accepted", _("sheet accepted as it is")
        SEATS = "seats", _("wrong winds")

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="rulings")
    kind = models.CharField(max_length=LONGEST_CODE, choices=ruling_choices)
    hand = models.PositiveSmallIntegerField(null=True, blank=True)
    # A wind, or a pair: NS, EW.
    offender = models.CharField(max_length=2, blank=True)
    # policy, points as exact numbers in text, average, offenders, scope.
    effect = models.JSONField(default=dict, blank=True)
    article = models.CharField(max_length=60, blank=True)
    # The call of the table that led to it.
    call = models.ForeignKey("Call", models.SET_NULL, null=True, blank=True, related_name="rulings")
    arbiter = account("rulings", blank=False)
    revoked_by = account("revoked_rulings")

    objects = RulingQuerySet.as_manager()

    class Meta:
        verbose_name = _("ruling")
        ordering = ["sheet_id", "created_at", "pk"]
        constraints = [
            check_constraint("ruling_has_reason", ~Q(reason=""), _("A ruling needs a reason.")),
            check_constraint(
                "revocation_has_reason",
                Q(revoked_at__isnull=True) | ~Q(revoked_because=""),
                _("Revoking a ruling needs a reason."),
            ),
        ]

    @property
    def kind_at_table(self) -> RulingKind | None:
        """Kind of the ruling in ``king``, or None if it changes nothing on the sheet."""
        return KINDS.get(self.kind)

    @property
    def offenders(self) -> tuple[str, ...]:
        return tuple(self.effect.get("offenders", ())) or (
            (self.offender,) if self.offender else ()
        )

    @property
    def is_average(self) -> bool:
        """Whether the hand is worth the average of the other tables, even if that still changes
        (§3.4).
        """
        kind = self.kind_at_table
        return kind is not None and kind.replaces_row and bool(self.effect.get("average"))


class Call(models.Model):
    table = models.ForeignKey(Table, models.CASCADE, related_name="calls")
    hand = models.PositiveSmallIntegerField(null=True, blank=True)
    # The table's own words.
    text = models.TextField(blank=True)
    device = models.CharField(max_length=60, blank=True)
    made_at = creation()
    taken_by = account("taken_calls")
    taken_at = moment()
    done_at = moment()
    done_by = account("settled_calls")

    class Meta:
        verbose_name = _("call of the arbiter")
        ordering = ["made_at", "pk"]
        constraints = [
            unique_constraint(
                "one_open_call_a_table",
                ["table"],
                _("This table has already called the arbiter."),
                Q(done_at__isnull=True),
            ),
            check_constraint(
                "taken_call_has_time",
                Q(taken_by__isnull=True) | Q(taken_at__isnull=False),
                _("A call that somebody has taken says when."),
            ),
        ]


class SeatReport(models.Model):
    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="seat_reports")
    # A player's key for each wind.
    players = models.JSONField()
    device = models.CharField(max_length=60, blank=True)
    author = account()
    created_at = creation()

    class Meta:
        verbose_name = _("report of the seats")
        ordering = ["sheet_id", "created_at", "pk"]


class Protest(models.Model):
    """A protest. Its text never changes, and its answer is written once."""

    class Outcome(models.TextChoices):
        UPHELD = "upheld", pgettext_lazy("outcome of a protest", "upheld")
        REJECTED = "rejected", pgettext_lazy("outcome of a protest", "rejected")
        WITHDRAWN = "withdrawn", pgettext_lazy("outcome of a protest", "withdrawn")

    publication = models.ForeignKey("Publication", models.CASCADE, related_name="protests")
    table = models.ForeignKey(Table, models.CASCADE, related_name="protests")
    hand = models.PositiveSmallIntegerField(null=True, blank=True)
    who = models.CharField(max_length=120)
    text = models.TextField(max_length=500)
    call = models.ForeignKey(
        "Call", models.SET_NULL, null=True, blank=True, related_name="protests"
    )
    author = account("protests_entered")
    made_at = creation()
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True)
    answer = models.TextField(max_length=500, blank=True)
    ruling = models.ForeignKey(
        "Ruling", models.SET_NULL, null=True, blank=True, related_name="protests"
    )
    answered_at = moment()
    answered_by = account("protests_answered")

    class Meta:
        verbose_name = _("protest")
        ordering = ["made_at", "pk"]
        constraints = [
            check_constraint(
                "protest_has_who_and_words",
                ~Q(who="") & ~Q(text=""),
                _("A protest says who protests, and what against."),
            ),
            check_constraint(
                "answered_protest_has_outcome_and_time",
                Q(outcome="", answered_at__isnull=True)
                | (~Q(outcome="") & Q(answered_at__isnull=False)),
                _("A protest that was answered has an outcome and says when."),
            ),
        ]


class Publication(models.Model):
    """A standing as published, with its number. A later change makes a new publication, which lists
    the changes.
    """

    class State(models.TextChoices):
        PROVISIONAL = "provisional"
        OFFICIAL = "official"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="publications")
    number = models.PositiveIntegerField()
    after_round = models.ForeignKey(Round, models.SET_NULL, null=True, related_name="publications")
    state = models.CharField(max_length=12, choices=State, default=State.PROVISIONAL)
    # JSON as `king standings` answers it.
    standings = StandingsField()
    # Changes since the previous one.
    erratum = models.TextField(blank=True)
    # The same by list, below the desk's own words. Publishing writes these two always: they are nullable
    # for the copies of databases made before.
    corrections: Any = models.JSONField(null=True, blank=True)
    # Whose entry each name in it is.
    named: Any = models.JSONField(null=True, blank=True)
    # The evening's setting when this was published.
    protest_minutes = models.PositiveSmallIntegerField(default=0)
    created_at = creation()
    created_steady = steady_moment()
    author = account()

    # Names put right, by publishing or since: ``scoring.publishing.spelling`` says them of a copy.
    written: Written = ()

    class Meta:
        verbose_name = _("published standings")
        ordering = ["tournament_id", "number"]
        constraints = [
            unique_constraint(
                "publication_number_once",
                ["tournament", "number"],
                _("Standings with this number have already been published."),
            ),
            check_constraint(
                "publication_number_from_1",
                Q(number__gte=1),
                _("Publications are numbered from 1."),
            ),
        ]

    @property
    def is_official(self) -> bool:
        return self.state == self.State.OFFICIAL

    @property
    def correction(self) -> Erratum:
        written = self.corrections.get("written", ())
        return Erratum(
            self.corrections["words"],
            self.corrections["lists"],
            tuple((was, now) for was, now in written),
        )

    @property
    def written_anew(self) -> list[str]:
        return written_anew(self.written)

    @property
    def repeats(self) -> int | None:
        """Number of the publication whose figures this one repeats with corrected names; the time
        for protests is that one's.
        """
        number: int | None = self.corrections.get("repeats")
        return number


class RobotsMean(models.Model):
    """Robots' means on the boards of a publication. Everybody who may read the publication may read
    them.
    """

    publication = models.OneToOneField(Publication, models.CASCADE, related_name="robots")
    # In the form of ``scoring.robot_means``, one for each hand that a board was played as.
    means = models.JSONField(default=list)

    class Meta:
        verbose_name = _("robots' mean")


class FinalHold(models.Model):
    """Hold on the final standing until the prize-giving. While it is in force the standing may be
    shown place by place (``scoring.reveals``): then ``publication`` is the standing, and ``steps``
    are its places as JSON of ``king.standing.reveal.Step``. ``version`` counts the steps taken.
    With ``remote`` a secret address can take steps too.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="final_holds")
    held_at = creation()
    held_by = account("holds_made")
    released_at = moment()
    released_steady = steady_moment()
    released_by = account("holds_released")
    publication = models.ForeignKey(Publication, models.CASCADE, null=True, related_name="+")
    steps = models.JSONField(default=list)
    shown = models.PositiveSmallIntegerField(default=0)
    rehearsal = models.BooleanField(default=False)
    paused = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0)
    remote = models.CharField(max_length=32, blank=True)

    class Meta:
        verbose_name = _("final standing held back")
        ordering = ["tournament_id", "held_at", "pk"]
        constraints = [
            unique_constraint(
                "one_hold_in_force",
                ["tournament"],
                _("The final standing is already held back."),
                Q(released_at__isnull=True),
            ),
            check_constraint(
                "nothing_shown_of_no_standing",
                Q(publication__isnull=False) | Q(shown=0),
                _("Nothing is shown where no standing is."),
            ),
        ]


class Redeal(models.Model):
    """A deal made void before a card was played. It is kept, because the next one of the same
    player depends on it.
    """

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="redeals")
    hand = models.PositiveSmallIntegerField()
    wind = models.CharField(max_length=1, choices=WindChoice)
    player = models.ForeignKey(Player, models.PROTECT, related_name="redeals")
    extremes = models.PositiveSmallIntegerField()
    # Which time it is that this player voids this hand: 1, 2 …
    time_voided = models.PositiveSmallIntegerField()
    author = account()
    created_at = creation()

    class Meta:
        verbose_name = _("re-deal")
        ordering = ["sheet_id", "hand", "created_at", "pk"]
        constraints = [
            unique_constraint(
                "redeal_counted_once",
                ["sheet", "hand", "player", "time_voided"],
                _("This deal has just been written down by somebody else."),
            ),
            check_constraint(
                "redeal_has_up_to_8_extremes",
                Q(extremes__lte=8),
                _("A hand holds up to eight aces and kings."),
            ),
        ]


class Settlement(Revocable):
    """A tie settled by the desk. ``places`` maps the key of each tied entry to its place among
    them. A draw has its ``seed``; an earlier standing has its name in ``source``.
    """

    class Kind(models.TextChoices):
        LOT = "lot"
        PLAY_OFF = "play_off"
        PREVIOUS = "previous"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="settlements")
    # overall, or a wind or a side.
    standing = models.CharField(max_length=10)
    kind = models.CharField(max_length=10, choices=Kind)
    # An entry's key and its place among them, best first.
    places = models.JSONField()
    seed = models.CharField(max_length=64, blank=True)
    source = models.CharField(max_length=120, blank=True)
    arbiter = account("settlements", blank=False)
    revoked_by = account("revoked_settlements")

    class Meta:
        verbose_name = _("settled tie")
        ordering = ["tournament_id", "created_at", "pk"]
        constraints = [
            check_constraint(
                "settlement_has_reason", ~Q(reason=""), _("A settled tie needs a reason.")
            ),
            check_constraint(
                "drawn_lot_has_seed", ~Q(kind="lot") | ~Q(seed=""), _("A draw has its seed.")
            ),
            check_constraint(
                "settlement_revoked_because",
                Q(revoked_at__isnull=True) | ~Q(revoked_because=""),
                _("Revoking needs a reason."),
            ),
        ]
