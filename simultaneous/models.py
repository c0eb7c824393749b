"""An event at its centre: its halls, reports, corrections and publications; and the evening with
which a hall takes part in one.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.db.models import F, Q, Value
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from ground.guards import (
    StandingsField,
    account,
    check_constraint,
    creation,
    moment,
    steady_moment,
    unique_constraint,
)
from ground.names import new_code
from king.simultaneous.documents import CODE_LETTERS, letters, page_key
from king.simultaneous.merging import HallState
from printing.models import Letter
from tournaments.models import Tournament, site_language


def new_event_code() -> str:
    return new_code(6)


class Event(models.Model):
    """A simultaneous event. ``plan`` is JSON of ``king.simultaneous.documents.Plan`` without its
    halls. After the draw, ``terms`` is JSON of ``Terms`` with the seed. Neither reveals a card
    without the keys.
    """

    class State(models.TextChoices):
        PLANNED = "planned", _("planned")
        OPEN = "open", _("open")
        RELEASED = "released", _("in play")
        CLOSED = "closed", pgettext_lazy("an event", "closed")
        OFFICIAL = "official", _("official")

    code = models.CharField(max_length=12, unique=True, default=new_event_code, editable=False)
    name = models.CharField(max_length=120)
    date = models.DateField()
    plan = models.JSONField()
    terms = models.JSONField(default=dict, blank=True)
    commitment = models.CharField(max_length=64, blank=True)
    # When the first key is told, and when the last closing code counts; for so many minutes after
    # that an arbiter may take one with a reason.
    opens_at = moment()
    closes_at = moment()
    grace_minutes = models.PositiveSmallIntegerField(default=30, db_default=30)
    drawn_at = moment()
    released_at = moment()
    released_steady = steady_moment()
    closed_at = moment()
    official_at = moment()
    # Language of its public pages and papers, for readers who name no other.
    language = models.CharField(max_length=10, default=site_language)
    created_at = creation()
    created_by = account()
    # One more with each change.
    revision = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    # The revision of which the newest standing was made.
    ranked_revision = models.PositiveIntegerField(default=0, db_default=0, editable=False)

    class Meta:
        ordering = ["-date", "-pk"]
        constraints = [
            check_constraint("event_has_name", ~Q(name=""), _("An event needs a name.")),
            check_constraint(
                "event_drawn_has_commitment",
                Q(drawn_at=None, commitment="") | Q(drawn_at__isnull=False) & ~Q(commitment=""),
                _("A drawn event has a commitment."),
            ),
            check_constraint(
                "event_steps_in_order",
                (Q(released_at=None) | Q(drawn_at__isnull=False))
                & (Q(closed_at=None) | Q(released_at__isnull=False))
                & (Q(official_at=None) | Q(closed_at__isnull=False)),
                _("An event is drawn, then its key told, then closed, then official."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def state(self) -> State:
        if self.official_at is not None:
            return self.State.OFFICIAL
        if self.closed_at is not None:
            return self.State.CLOSED
        if self.released_at is not None:
            return self.State.RELEASED
        return self.State.PLANNED if self.drawn_at is None else self.State.OPEN

    @property
    def is_closed(self) -> bool:
        """Whether everybody may see rows, and cards of each partita whose key is told."""
        return self.closed_at is not None

    @property
    def shows_seed(self) -> bool:
        """Whether the seed may be shown. It deals every partita, and so stays sealed while a key is
        untold.
        """
        return self.is_closed and self.next_key is None

    @property
    def told_keys(self) -> list[ReleaseKey]:
        return [key for key in self.keys.all() if key.told_at is not None]

    @property
    def next_key(self) -> ReleaseKey | None:
        """The next key to be told, or None."""
        return next((key for key in self.keys.all() if key.told_at is None), None)

    @property
    def last_code_at(self) -> datetime | None:
        """Latest time for an arbiter to accept a closing code. Then the event closes automatically."""
        if self.closes_at is None:
            return None
        return self.closes_at + timedelta(minutes=self.grace_minutes)

    def lock(self) -> Event:
        """Lock the event's row until the end of the transaction, and count the change. Every change
        starts with it.
        """
        Event.objects.filter(pk=self.pk).update(revision=F("revision") + 1)
        return Event.objects.get(pk=self.pk)


class ReleaseKey(models.Model):
    """Key that deals one partita of an event, 26 letters. Nobody sees it before it is told."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="keys")
    # The first one that it deals: of an event drawn by an earlier version all of them.
    round = models.PositiveSmallIntegerField()
    letters = models.CharField(max_length=26)
    told_at = moment()

    class Meta:
        ordering = ["event_id", "round"]
        constraints = [
            unique_constraint(
                "release_key_once", ["event", "round"], _("This partita has its key already.")
            ),
            check_constraint("release_key_has_letters", ~Q(letters=""), _("A key has letters.")),
        ]


def new_secret() -> str:
    return secrets.token_hex(32)


class HallQuerySet(models.QuerySet["Hall"]):
    def with_reports(self) -> HallQuerySet:
        """Halls with their reports, but without the content of the reports. Makes one more
        query.
        """
        return self.prefetch_related(models.Prefetch("reports", Report.objects.defer("content")))


class Hall(models.Model):
    event = models.ForeignKey(Event, models.CASCADE, related_name="halls")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=120)
    secret = models.CharField(max_length=64, default=new_secret, editable=False)
    # Person whom the centre writes to and calls.
    contact = models.CharField(max_length=120, blank=True, db_default="")
    phone = models.CharField(max_length=40, blank=True, db_default="")
    email = models.EmailField(blank=True, db_default="")
    # Told by the hall, 12 letters.
    code = models.CharField(max_length=12, blank=True)
    code_at = moment()
    # Times and tables as the hall's own program told them.
    joined_at = moment()
    opened_at = moment()
    tables = models.PositiveSmallIntegerField(null=True, blank=True)
    # When its invitation was taken by its link, and when it first read the others' figures.
    invitation_taken_at = moment()
    standing_read_at = moment()
    # Where it was added after the first key was told; ``without_place`` when another hall had
    # reported by then.
    added_at = moment()
    without_place = models.BooleanField(default=False, db_default=False)

    objects = HallQuerySet.as_manager()

    class Meta:
        ordering = ["event_id", "number"]
        constraints = [
            unique_constraint(
                "hall_number_once", ["event", "number"], _("A hall with this number is there.")
            ),
            unique_constraint(
                "hall_name_once", ["event", "name"], _("A hall with this name is there.")
            ),
            check_constraint("hall_has_name", ~Q(name=""), _("A hall needs a name.")),
            check_constraint(
                "hall_code_has_time",
                Q(code="", code_at=None) | ~Q(code="") & Q(code_at__isnull=False),
                _("A closing code says when it was told."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.number}"

    @property
    def page_key(self) -> str:
        """Secret part of the address of the hall's own page. It can be computed from the
        invitation.
        """
        return page_key(self.secret)

    @property
    def digest(self) -> str | None:
        """Digest of the report that counts: the one that fits the hall's code, or the last one if
        there is no code.
        """
        code = "" if self.without_place else self.code
        digests = [report.digest for report in self.reports.all() if code in ("", report.code)]
        return digests[-1] if digests else None

    @property
    def has_confirmed(self) -> bool:
        """Whether the report that fits the hall's code is here."""
        return any(report.code == self.code for report in self.reports.all())

    @property
    def is_in_field(self) -> bool:
        return self.has_confirmed and not self.without_place

    @property
    def state(self) -> str:
        """State as a ``HallState``. A hall without a code is ``OPEN`` until the event is closed."""
        has_reported = bool(self.reports.all())
        if self.is_in_field:
            return HallState.IN_FIELD
        if self.without_place and has_reported:
            return HallState.LATE
        if self.code:
            return HallState.REFUSED if has_reported else HallState.AWAITED
        if not self.event.is_closed:
            return self.OPEN
        return HallState.LATE if has_reported else HallState.MISSING

    OPEN = "open"
    STATES = (OPEN, *map(str, HallState))


class Report(models.Model):
    """A file that its hall has sealed. ``digest`` is of what was played. After the close only an
    arbiter may add one, with a ``reason``.
    """

    hall = models.ForeignKey(Hall, models.CASCADE, related_name="reports")
    received_at = creation()
    # The name of the file, or how it came.
    source = models.CharField(max_length=200)
    # JSON, as it came; a forgotten name has a number in its place.
    content = models.TextField()
    digest = models.CharField(max_length=64)
    reason = models.CharField(max_length=400, blank=True, db_default="")
    author = account()

    class Meta:
        ordering = ["hall_id", "received_at", "pk"]
        constraints = [
            unique_constraint("report_once", ["hall", "digest"], _("This report is here already.")),
        ]

    @property
    def code(self) -> str:
        return letters(bytes.fromhex(self.digest), CODE_LETTERS)


class Draft(models.Model):
    """A sheet that a hall with paper alone types on its own page, until its report is written.
    Table 0 says which spares the hall played. Only the hall's link and arbiters can read it.

    ``sheet`` has ``seats`` and ``rows`` in the form of a night's sheet, ``first_dealer`` if known,
    ``rulings`` without their place, and ``house``, the places of house players; or ``spares``.
    ``mark`` identifies the page that saved it last.
    """

    hall = models.ForeignKey(Hall, models.CASCADE, related_name="drafts")
    round_number = models.PositiveSmallIntegerField()
    table_number = models.PositiveSmallIntegerField()
    sheet = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1)
    mark = models.CharField(max_length=20, blank=True)
    saved_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["hall_id", "round_number", "table_number"]
        constraints = [
            unique_constraint(
                "draft_once",
                ["hall", "round_number", "table_number"],
                _("This sheet is there already."),
            ),
        ]

    @property
    def is_sheet(self) -> bool:
        """Whether anything is written on the sheet."""
        written = any(self.sheet.get("seats", {}).values()), self.sheet.get("rows")
        return self.table_number > 0 and any(written)


class HallLetter(Letter):
    """A mail to a hall, once of each kind and address."""

    class Kind(models.TextChoices):
        ANNOUNCEMENT = "announcement", _("announcement")
        INVITATION = "invitation", _("invitation")
        REMINDER = "reminder", _("reminder")
        STANDING = "standing", _("standing")

    hall = models.ForeignKey(Hall, models.CASCADE, related_name="letters")
    kind = models.CharField(max_length=12, choices=Kind)
    # A reminder's, as the organizer wrote it.
    text = models.TextField(blank=True, max_length=4000)
    # The address of this site, without which nothing can be linked to.
    home = models.CharField(max_length=250, blank=True)
    # Whether the link is that of the hall's own page, which speaks for the hall.
    own_page = models.BooleanField(default=False)

    class Meta:
        ordering = ["hall_id", "changed_at", "pk"]
        constraints = [
            unique_constraint(
                "hall_letter_once",
                ["hall", "kind", "address"],
                _("This address of the hall has this mail already."),
            ),
        ]


class Correction(models.Model):
    """A correction by the centre. ``row`` and ``ruling`` are JSON as in
    ``king.simultaneous.documents.Correction``.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="corrections")
    hall = models.ForeignKey(Hall, models.CASCADE, related_name="corrections")
    round_number = models.PositiveSmallIntegerField()
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    row = models.JSONField(null=True, blank=True)
    ruling = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=400)
    arbiter = models.CharField(max_length=150)
    author = account()
    made_at = creation()
    revoked_at = moment()
    revoked_because = models.CharField(max_length=400, blank=True)

    class Meta:
        ordering = ["event_id", "pk"]
        constraints = [
            check_constraint(
                "correction_is_row_or_ruling",
                Q(row__isnull=True, ruling__isnull=False)
                | Q(row__isnull=False, ruling__isnull=True),
                _("A correction is a row or a ruling."),
            ),
            check_constraint(
                "correction_has_reason", ~Q(reason=""), _("A correction has a reason.")
            ),
        ]


class EventPublication(models.Model):
    """A standing over all halls.

    During play the ``provisional`` one is replaced by the next, and only halls see it, each after
    its own report. After the close every one is kept, and ``changes`` lists the differences to the
    previous one.

    ``result`` is JSON of ``king.simultaneous.merging.EventResult`` without its lines, which are
    rows. ``boards``: by partita, board and column, how often each number of points was made.
    ``far_boards``: boards with unusual results in a hall, as ``FarBoard``; ``far``: the numbers of
    these halls. ``places``: hall, partita and table of each sheet. ``made_of``: the halls in
    published form, and the keys of the corrections and reports that were used; empty for standings
    of earlier versions.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="publications")
    number = models.PositiveIntegerField()
    provisional = models.BooleanField(default=False)
    official = models.BooleanField(default=False)
    result = StandingsField()
    boards = models.JSONField(default=dict)
    far = models.JSONField(default=list)
    far_boards = models.JSONField(default=list, db_default=Value([], models.JSONField()))
    places = models.JSONField(default=list, db_default=Value([], models.JSONField()))
    changes = models.JSONField(default=dict)
    made_of = models.JSONField(default=dict, db_default=Value({}, models.JSONField()))
    made_at = creation()
    author = account()

    class Meta:
        # The table's first name, which the version before reads too.
        db_table = "simultaneous_posting"
        ordering = ["event_id", "number"]
        constraints = [
            unique_constraint(
                "event_posting_number_once",
                ["event", "number"],
                _("Standings with this number have already been published."),
            ),
        ]


class PublicationLine(models.Model):
    """A line of a published standing. ``wind`` is empty in the overall standing. Exact numbers are
    text. ``place`` is the order of lines.

    Lines of a ``late`` hall follow the overall standing and have no ``rank``.
    """

    publication = models.ForeignKey(
        EventPublication, models.CASCADE, related_name="lines", db_column="posting_id"
    )
    wind = models.CharField(max_length=2, blank=True)
    place = models.PositiveIntegerField()
    rank = models.PositiveIntegerField(null=True)
    late = models.BooleanField(default=False, db_default=False)
    hall = models.ForeignKey(Hall, models.CASCADE, related_name="lines")
    name = models.CharField(max_length=250)
    search = models.TextField()
    percent = models.CharField(max_length=60)
    total = models.CharField(max_length=60)
    # Points earned, by partita.
    earned = models.JSONField(default=dict)
    tiebreak = models.CharField(max_length=60, blank=True)

    class Meta:
        db_table = "simultaneous_postedline"
        ordering = ["publication_id", "wind", "place"]
        constraints = [
            models.UniqueConstraint(
                fields=["publication", "wind", "place"], name="posted_line_place_once"
            ),
            check_constraint(
                "posted_line_ranked_or_late",
                Q(late=True, rank=None) | Q(late=False, rank__isnull=False),
                _("A line has a rank, or is late."),
            ),
        ]


class Comment(models.Model):
    """A comment on a board, shown in the booklet and on the board's page."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="comments")
    round = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField()
    text = models.TextField(max_length=1200)

    class Meta:
        ordering = ["event_id", "round", "board"]
        constraints = [
            unique_constraint(
                "comment_once", ["event", "round", "board"], _("The board has its comment.")
            ),
        ]


class Participation(models.Model):
    """An evening of this installation as the hall of an event. ``invitation`` and ``result`` have
    the forms of ``king.simultaneous``; ``report`` is JSON as it was sealed.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="participation")
    invitation = models.JSONField()
    # That of the invitation.
    secret = models.CharField(max_length=64)
    joined_at = creation()
    opened_at = moment()
    report = models.TextField(blank=True)
    # 12 letters of the report's digest.
    code = models.CharField(max_length=12, blank=True)
    reported_at = moment()
    # The centre has answered that it has the report.
    sent_at = moment()
    result: Any = models.JSONField(null=True, blank=True)
    ended_at = moment()

    class Meta:
        constraints = [
            check_constraint(
                "participation_steps_in_order",
                Q(reported_at=None, code="", report="") | ~Q(code="") & ~Q(report=""),
                _("A report has a closing code."),
            ),
            unique_constraint(
                "hall_joins_once", ["secret"], _("This invitation has its evening here already.")
            ),
        ]
