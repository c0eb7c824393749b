"""Sheets as they were entered: rows are versions, decisions are rows, nothing is overwritten; and what was posted."""

from __future__ import annotations

import datetime
import uuid
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from deals.models import WindChoice
from scoring.clock import ClockChange  # noqa: F401 (Django looks here for the rows of an app)
from scoring.finals.models import Qualification  # noqa: F401 (Django looks here for the rows of an app)
from tournaments.circuits.standings_field import StandingsField
from tournaments.models import Player, Round, Table, Tournament
from wording.errata import Erratum


class Sheet(models.Model):
    class State(models.TextChoices):
        OPEN = "open", _("open")
        HANDED_IN = "handed_in", _("handed in")
        CLOSED = "closed", _("closed")

    class Paper(models.TextChoices):
        UNITS = "units", _("units")
        POINTS = "points", _("points")

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="sheet", verbose_name=_("table"))
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    handed_in_at = models.DateTimeField(_("handed in at"), null=True, blank=True)
    handed_in_by = models.CharField(
        _("handed in by"), max_length=150, blank=True, help_text=_("The account or the phone."),
    )  # fmt: skip
    handed_in_unsigned = models.BooleanField(
        _("handed in unsigned"), default=False,
        help_text=_("For the arbiter, before everybody who should had signed it."),
    )  # fmt: skip
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, verbose_name=_("closed by"),
    )  # fmt: skip
    paper = models.CharField(
        _("paper"), max_length=10, choices=Paper, blank=True,
        help_text=_("What its paper has, once somebody at the desk said so."),
    )  # fmt: skip
    first_dealer = models.CharField(
        _("first dealer"), max_length=1, choices=WindChoice, blank=True,
        help_text=_("Who was drawn to deal first at this table."),
    )  # fmt: skip
    reopened_at = models.DateTimeField(
        _("reopened at"), null=True, blank=True,
        help_text=_("Opened again after its partita was closed, until a standing is posted."),
    )  # fmt: skip

    class Meta:
        verbose_name, verbose_name_plural = _("score sheet"), _("score sheets")
        ordering: ClassVar = ["table"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~Q(state="closed") | Q(closed_at__isnull=False),
                name="closed_sheet_has_time",
                violation_error_message=_("A closed sheet says when it was closed."),
            ),
            models.CheckConstraint(
                condition=~Q(state="handed_in") | Q(handed_in_at__isnull=False),
                name="handed_in_sheet_has_time",
                violation_error_message=_("A sheet that was handed in says when."),
            ),
        ]

    def __str__(self) -> str:
        return str(self.table)


class HandResultQuerySet(models.QuerySet["HandResult"]):
    def current(self, at: datetime.datetime | None = None) -> HandResultQuerySet:
        """The rows in force, now or at a moment gone by: the last version of each hand."""
        newer = HandResult.objects.filter(
            sheet=OuterRef("sheet"), hand=OuterRef("hand"), version__gt=OuterRef("version")
        )
        if at is None:
            return self.filter(~Exists(newer))
        return self.filter(~Exists(newer.filter(created_at__lte=at)), created_at__lte=at)


class HandResult(models.Model):
    """One version of one row of a sheet, written once.

    ``content`` is the row as ``king.sheet.row.Row.as_json`` writes it (without ``hand``); None is a row that was
    emptied. ``client_id`` is made where the row was typed, so that sending it twice changes nothing.
    """

    class Origin(models.TextChoices):
        PHONE = "phone", _("phone")
        DESK = "desk", _("desk")
        PROGRAM = "program", _("program")

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="results", verbose_name=_("sheet"))
    hand = models.PositiveSmallIntegerField(_("hand"))
    version = models.PositiveIntegerField(_("version"))
    content = models.JSONField(_("content"), null=True)
    client_id = models.UUIDField(_("mark of the sending"), default=uuid.uuid4, unique=True)
    origin = models.CharField(_("origin"), max_length=10, choices=Origin, default=Origin.DESK)
    device = models.CharField(_("device"), max_length=60, blank=True, help_text=_("The phone's own mark."))
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, verbose_name=_("author"),
    )  # fmt: skip
    created_at = models.DateTimeField(_("made at"), auto_now_add=True)

    objects = HandResultQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("version of a row"), _("versions of rows")
        ordering: ClassVar = ["sheet", "hand", "version"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["sheet", "hand", "version"],
                name="hand_version_once",
                violation_error_message=_("This row has just been changed by somebody else."),
            ),
            models.CheckConstraint(
                condition=Q(hand__gte=1) & Q(version__gte=1),
                name="hand_and_version_from_1",
                violation_error_message=_("Hands and versions are numbered from 1."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sheet} · {self.hand} v{self.version}"

    def row_form(self) -> dict[str, Any] | None:
        return None if self.content is None else {"hand": self.hand, **self.content}


class Signature(models.Model):
    """A wind agrees with exactly the rows whose hash it carries; a later change asks again."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="signatures", verbose_name=_("sheet"))
    wind = models.CharField(_("wind"), max_length=1, choices=WindChoice)
    content_hash = models.CharField(_("hash of the rows"), max_length=64)
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+", verbose_name=_("player"),
        help_text=_("Who signed with a code of his own."),
    )  # fmt: skip
    device = models.CharField(_("device"), max_length=60, blank=True)
    created_at = models.DateTimeField(_("made at"), auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("signature"), _("signatures")
        ordering: ClassVar = ["sheet", "created_at"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["sheet", "wind", "content_hash"],
                name="signed_once_for_the_same_rows",
                violation_error_message=_("This wind has already signed these rows."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.sheet} {self.wind}"


class RulingQuerySet(models.QuerySet["Ruling"]):
    def standing(self, at: datetime.datetime | None = None) -> RulingQuerySet:
        if at is None:
            return self.filter(revoked_at__isnull=True)
        return self.filter(Q(revoked_at__isnull=True) | Q(revoked_at__gt=at), created_at__lte=at)


class Ruling(models.Model):
    """A decision of the arbiter on a sheet. A revoked one stays, with who revoked it and why.

    ``accepted`` changes no point: the sheet may be closed though a check of it fails. Its effect is the ``hash`` of
    the rows that were accepted and the ``problems`` that stood. ``seats`` says that players sat in each other's winds
    from a hand on (``scoring.scored_sheets``): its effect is the pairs of ``winds`` and what the points ``follows``.
    """

    class Kind(models.TextChoices):
        ILLEGAL_PLAY = "illegal_play", _("illegal play")
        SCORE_ERROR = "score_error", _("score error")
        ADJUSTMENT = "adjustment", _("adjustment")
        FOULED = "fouled", _("fouled board")
        WARNING = "warning", _("warning")
        DISQUALIFICATION = "disqualification", _("disqualification")
        ACCEPTED = "accepted", _("sheet accepted as it is")
        SEATS = "seats", _("wrong winds")

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="rulings", verbose_name=_("sheet"))
    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    hand = models.PositiveSmallIntegerField(_("hand"), null=True, blank=True)
    offender = models.CharField(_("offender"), max_length=2, blank=True, help_text=_("A wind, or a pair: NS, EW."))
    effect = models.JSONField(
        _("what was ruled"), default=dict, blank=True,
        help_text=_("policy, points as exact numbers in text, average, offenders, scope."),
    )  # fmt: skip
    article = models.CharField(_("article"), max_length=60, blank=True)
    call = models.ForeignKey(
        "scoring.Call", null=True, blank=True, on_delete=models.SET_NULL, related_name="rulings",
        verbose_name=_("call of the arbiter"), help_text=_("The call of the table that led to it."),
    )  # fmt: skip
    reason = models.TextField(_("reason"))
    arbiter = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="rulings",
        verbose_name=_("arbiter"),
    )  # fmt: skip
    created_at = models.DateTimeField(_("made at"), auto_now_add=True)
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True)
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="revoked_rulings",
        verbose_name=_("revoked by"),
    )  # fmt: skip
    revoked_because = models.TextField(_("revoked because"), blank=True)

    objects = RulingQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("ruling"), _("rulings")
        ordering: ClassVar = ["sheet", "created_at", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~Q(reason=""),
                name="ruling_has_reason",
                violation_error_message=_("A ruling needs a reason."),
            ),
            models.CheckConstraint(
                condition=Q(revoked_at__isnull=True) | ~Q(revoked_because=""),
                name="revocation_has_reason",
                violation_error_message=_("Revoking a ruling needs a reason."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sheet} {self.kind}"

    @property
    def offenders(self) -> tuple[str, ...]:
        """Everybody who is meant: one as a rule, several where they erred together."""
        return tuple(self.effect.get("offenders", ())) or ((self.offender,) if self.offender else ())

    @property
    def is_average(self) -> bool:
        """Whether a fouled row is worth the average of the other tables, whatever that becomes (§3.4)."""
        return self.kind == self.Kind.FOULED and bool(self.effect.get("average"))

    def ruling_form(self) -> dict[str, Any]:
        """The ruling in the form of ``king score``; what an average comes to is for the reader of the tables to add."""
        form: dict[str, Any] = {"kind": self.kind, **self.effect}
        form.pop("average", None)
        if self.hand is not None:
            form["hand"] = self.hand
        if self.offender:
            form["offender"] = self.offender
        return form


class Call(models.Model):
    """A table calls the arbiter: from which hand, who is on the way, when it was settled."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="calls", verbose_name=_("table"))
    hand = models.PositiveSmallIntegerField(_("hand"), null=True, blank=True)
    text = models.TextField(_("text"), blank=True, help_text=_("What the table says about it."))
    device = models.CharField(_("device"), max_length=60, blank=True)
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="taken_calls",
        verbose_name=_("taken by"),
    )  # fmt: skip
    taken_at = models.DateTimeField(_("taken at"), null=True, blank=True)
    done_at = models.DateTimeField(_("done at"), null=True, blank=True)
    done_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="settled_calls",
        verbose_name=_("done by"),
    )  # fmt: skip

    class Meta:
        verbose_name, verbose_name_plural = _("call of the arbiter"), _("calls of the arbiter")
        ordering: ClassVar = ["made_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(done_at__isnull=True),
                name="one_open_call_a_table",
                violation_error_message=_("This table has already called the arbiter."),
            ),
            models.CheckConstraint(
                condition=Q(taken_by__isnull=True) | Q(taken_at__isnull=False),
                name="taken_call_has_time",
                violation_error_message=_("A call that somebody has taken says when."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.made_at:%H:%M}"


class Reading(models.Model):
    """A paper sheet as one person read it: the rows, and where they were typed the totals and the names beside it.

    The first reading is usually the rows as they were entered. A second one, typed without looking at the first,
    shows where the two differ. ``same_reader``: whoever made it had read this sheet before.
    """

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="readings", verbose_name=_("sheet"))
    number = models.PositiveSmallIntegerField(_("number"))
    rows = models.JSONField(
        _("rows"), help_text=_("Each hand's row by its number, in the form of a version's content."),
    )  # fmt: skip
    totals = models.JSONField(
        _("totals"), default=dict, blank=True, help_text=_("The paper's totals by column, exact, as text."),
    )  # fmt: skip
    names = models.JSONField(
        _("names"), default=dict, blank=True, help_text=_("Who sits where by the paper: a name for a wind."),
    )  # fmt: skip
    client_id = models.UUIDField(_("mark of the sending"), default=uuid.uuid4, unique=True)
    reader = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="readings",
        verbose_name=_("reader"),
    )  # fmt: skip
    reader_name = models.CharField(_("reader name"), max_length=150, blank=True)
    same_reader = models.BooleanField(_("same reader"), default=False)
    created_at = models.DateTimeField(_("made at"), auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("reading of a sheet"), _("readings of sheets")
        ordering: ClassVar = ["sheet", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["sheet", "number"],
                name="reading_number_once",
                violation_error_message=_("Somebody else has just read this sheet."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.sheet} · {self.number}"


class SeatReport(models.Model):
    """Who really sits at the four winds, as the table itself says; what to do about it is for the arbiter."""

    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="seat_reports", verbose_name=_("sheet"))
    players = models.JSONField(_("players"), help_text=_("A player's key for each wind."))
    device = models.CharField(_("device"), max_length=60, blank=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, verbose_name=_("author"),
    )  # fmt: skip
    created_at = models.DateTimeField(_("made at"), auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("report of the seats"), _("reports of the seats")
        ordering: ClassVar = ["sheet", "created_at", "pk"]

    def __str__(self) -> str:
        return f"{self.sheet} · {self.created_at:%H:%M}"


class Protest(models.Model):
    """A protest of somebody at a table. It stays as it was written; its answer is written once."""

    class Outcome(models.TextChoices):
        UPHELD = "upheld", pgettext_lazy("outcome of a protest", "upheld")
        REJECTED = "rejected", pgettext_lazy("outcome of a protest", "rejected")
        WITHDRAWN = "withdrawn", pgettext_lazy("outcome of a protest", "withdrawn")

    publication = models.ForeignKey(
        "scoring.Publication", on_delete=models.CASCADE, related_name="protests", verbose_name=_("posted standing"),
    )  # fmt: skip
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="protests", verbose_name=_("table"))
    hand = models.PositiveSmallIntegerField(_("hand"), null=True, blank=True)
    who = models.CharField(_("who protests"), max_length=120)
    text = models.TextField(_("text"), max_length=500)
    call = models.ForeignKey(
        "scoring.Call", null=True, blank=True, on_delete=models.SET_NULL, related_name="protests",
        verbose_name=_("call of the arbiter"),
    )  # fmt: skip
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="protests_entered",
        verbose_name=_("author"),
    )  # fmt: skip
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome, blank=True)
    answer = models.TextField(_("answer"), max_length=500, blank=True)
    ruling = models.ForeignKey(
        "scoring.Ruling", null=True, blank=True, on_delete=models.SET_NULL, related_name="protests",
        verbose_name=_("ruling"),
    )  # fmt: skip
    answered_at = models.DateTimeField(_("answered at"), null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="protests_answered",
        verbose_name=_("answered by"),
    )  # fmt: skip

    class Meta:
        verbose_name, verbose_name_plural = _("protest"), _("protests")
        ordering: ClassVar = ["made_at", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~Q(who="") & ~Q(text=""),
                name="protest_has_who_and_words",
                violation_error_message=_("A protest says who protests, and what against."),
            ),
            models.CheckConstraint(
                condition=Q(outcome="", answered_at__isnull=True) | (~Q(outcome="") & Q(answered_at__isnull=False)),
                name="answered_protest_has_outcome_and_time",
                violation_error_message=_("A protest that was answered has an outcome and says when."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.who}"


class Publication(models.Model):
    """A standing as it was posted, with its number; a later change makes another, which says what changed."""

    class State(models.TextChoices):
        PROVISIONAL = "provisional", _("provisional")
        OFFICIAL = "official", _("official")

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="publications", verbose_name=_("tournament"),
    )  # fmt: skip
    number = models.PositiveIntegerField(_("number"))
    after_round = models.ForeignKey(
        Round, null=True, on_delete=models.SET_NULL, related_name="publications", verbose_name=_("after partita"),
    )  # fmt: skip
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.PROVISIONAL)
    standings = StandingsField(_("standings"), help_text=_("In the form of king standings' answer."))
    erratum = models.TextField(_("erratum"), blank=True, help_text=_("What changed since the one before."))
    corrections = models.JSONField(
        _("corrections"), null=True, blank=True, help_text=_("The same by list, below the desk's own words.")
    )
    named = models.JSONField(_("names"), null=True, blank=True, help_text=_("Whose entry each name in it is."))
    protest_minutes = models.PositiveSmallIntegerField(
        _("minutes for protests"), default=0, help_text=_("As the evening had it when this was posted.")
    )
    created_at = models.DateTimeField(_("made at"), auto_now_add=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, verbose_name=_("author"),
    )  # fmt: skip

    class Meta:
        verbose_name, verbose_name_plural = _("posted standing"), _("posted standings")
        ordering: ClassVar = ["tournament", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="publication_number_once",
                violation_error_message=_("A standing with this number has already been posted."),
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1),
                name="publication_number_from_1",
                violation_error_message=_("Publications are numbered from 1."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.number}"

    @property
    def correction(self) -> Erratum:
        """What it corrects, list by list; one posted before there were lists has it all as one text."""
        kept = self.corrections
        return Erratum(self.erratum, None) if kept is None else Erratum(kept["words"], kept["lists"])


class FinalHold(models.Model):
    """The last standing of an evening is kept for the prize-giving: who held it back and when, who released it.

    While it is held it may be shown place by place (``scoring.reveals``): ``publication`` is then the standing, and
    ``steps`` are its places in the form of ``king.standings.reveal.Step``. ``version`` counts what was pressed. With
    ``remote`` an address is made that presses too.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="final_holds", verbose_name=_("tournament"))
    held_at = models.DateTimeField(_("held at"), auto_now_add=True)
    held_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="holds_made",
        verbose_name=_("held by"),
    )  # fmt: skip
    released_at = models.DateTimeField(_("released at"), null=True, blank=True)
    released_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="holds_released",
        verbose_name=_("released by"),
    )  # fmt: skip
    publication = models.ForeignKey(
        Publication, models.CASCADE, null=True, related_name="+", verbose_name=_("posted standing"),
    )  # fmt: skip
    steps = models.JSONField(_("steps"), default=list)
    shown = models.PositiveSmallIntegerField(_("steps shown"), default=0)
    rehearsal = models.BooleanField(_("rehearsal"), default=False)
    paused = models.BooleanField(_("paused"), default=False)
    version = models.PositiveIntegerField(_("version"), default=0)
    remote = models.CharField(_("remote control"), max_length=32, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("final standing held back"), _("final standings held back")
        ordering: ClassVar = ["tournament", "held_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(released_at__isnull=True),
                name="one_hold_in_force",
                violation_error_message=_("The final standing is already held back."),
            ),
            models.CheckConstraint(
                condition=Q(publication__isnull=False) | Q(shown=0),
                name="nothing_shown_of_no_standing",
                violation_error_message=_("Nothing is shown where no standing is."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.held_at:%H:%M}"


class Redeal(models.Model):
    """One deal made void before a card was played. It stays: the next one of the same player depends on it."""

    sheet = models.ForeignKey(
        "scoring.Sheet", on_delete=models.CASCADE, related_name="redeals", verbose_name=_("sheet"),
    )  # fmt: skip
    hand = models.PositiveSmallIntegerField(_("hand"))
    wind = models.CharField(_("wind"), max_length=1, choices=WindChoice)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="redeals", verbose_name=_("player"))
    extremes = models.PositiveSmallIntegerField(_("aces and kings"))
    time_voided = models.PositiveSmallIntegerField(
        _("how many times"), help_text=_("Which time it is that this player voids this hand: 1, 2 …"),
    )  # fmt: skip
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, verbose_name=_("author"),
    )  # fmt: skip
    created_at = models.DateTimeField(_("made at"), auto_now_add=True)

    class Meta:
        verbose_name, verbose_name_plural = _("re-deal"), _("re-deals")
        ordering: ClassVar = ["sheet", "hand", "created_at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["sheet", "hand", "player", "time_voided"],
                name="redeal_counted_once",
                violation_error_message=_("This deal has just been written down by somebody else."),
            ),
            models.CheckConstraint(
                condition=Q(extremes__lte=8),
                name="redeal_has_up_to_8_extremes",
                violation_error_message=_("A hand holds up to eight aces and kings."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sheet} {self.hand} {self.wind}: {self.extremes}"


class Settlement(models.Model):
    """Who is before whom among entries that were level, by a draw, a play-off or an earlier standing.

    ``places`` has each entry's key with its place among them. A draw has its ``seed``, an earlier standing its name in
    ``source``. A revoked one stays, with who revoked it and why.
    """

    class Kind(models.TextChoices):
        LOT = "lot", _("draw")
        PLAY_OFF = "play_off", _("play-off")
        PREVIOUS = "previous", _("earlier standing")

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="settlements", verbose_name=_("tournament"),
    )  # fmt: skip
    standing = models.CharField(_("standing"), max_length=10, help_text=_("overall, or a wind or a side."))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    places = models.JSONField(_("places"), help_text=_("An entry's key and its place among them, best first."))
    seed = models.CharField(_("seed"), max_length=64, blank=True)
    source = models.CharField(_("earlier standing"), max_length=120, blank=True)
    reason = models.TextField(_("reason"))
    arbiter = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="settlements",
        verbose_name=_("arbiter"),
    )  # fmt: skip
    created_at = models.DateTimeField(_("made at"), auto_now_add=True)
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True)
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="revoked_settlements",
        verbose_name=_("revoked by"),
    )  # fmt: skip
    revoked_because = models.TextField(_("revoked because"), blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("settled tie"), _("settled ties")
        ordering: ClassVar = ["tournament", "created_at", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~Q(reason=""),
                name="settlement_has_reason",
                violation_error_message=_("A settled tie needs a reason."),
            ),
            models.CheckConstraint(
                condition=~Q(kind="lot") | ~Q(seed=""),
                name="drawn_lot_has_seed",
                violation_error_message=_("A draw has its seed."),
            ),
            models.CheckConstraint(
                condition=Q(revoked_at__isnull=True) | ~Q(revoked_because=""),
                name="settlement_revoked_because",
                violation_error_message=_("Revoking needs a reason."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.standing} · {self.kind}"
