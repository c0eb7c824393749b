"""The evening as stored: people, tournaments, entries, partite, tables, seats; lines of the log."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Collection
from typing import Any

from django.conf import settings as site_settings
from django.db import models
from django.db.models import Case, Exists, F, OuterRef, Q, Subquery, When
from django.db.models.functions import Cast, Coalesce
from django.db.models.sql import Query
from django.utils.translation import gettext_lazy as _

from deals.models import BoardSet, WindChoice
from ground.guards import account, check_constraint, creation, moment, unique_constraint
from ground.names import new_code, search_text
from king.cards import PACKS
from king.rulesets.base import HandPlan, RuleSet
from king.rulesets.settings import Settings
from king.words import card_key
from tournaments.circuits import Circuit
from tournaments.house_rules import rules_by
from wording.sentences import refusal


def new_tournament_code() -> str:
    return new_code(6)


def site_language() -> str:
    return str(site_settings.KING_LANGUAGE)


def new_place_code() -> str:
    return new_code(6)


PARTNERS = " – "
"""Sign between the names of a pair."""


class WindPolicy(models.TextChoices):
    """Policy of the winds from one partita to the next (A20)."""

    KEEP = "keep", _("winds kept for the whole evening")
    ROTATE = "rotate", _("winds rotated, each equally often")
    REDRAW = "redraw", _("winds drawn anew for each partita")
    IN_TURN = "in_turn", _("in turn, by the order of entry: a final")


class SignaturePolicy(models.TextChoices):
    """Players who must agree with a sheet on a phone before its captain hands it in."""

    NONE = "none", _("nobody: the paper is signed, or nothing is")
    ONE = "one", _("one other wind")
    ALL = "all", _("all four winds")


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def count_change(self, *, is_published: bool = False, withdrawn: bool = False) -> None:
        """Increase the revision, and so lock the rows until the transaction ends. ``is_published``:
        a change to data that everybody may see. ``withdrawn``: less may be seen than before.
        """
        number = F("revision") + 1
        also = {"posted_revision": number} if is_published else {}
        self.update(
            revision=number, **also, **({"withdrawn_revision": number} if withdrawn else {})
        )


class Tournament(models.Model):
    code = models.CharField(max_length=12, unique=True, default=new_tournament_code, editable=False)
    name = models.CharField(_("name"), max_length=120)
    date = models.DateField(_("date"))
    place = models.CharField(_("place"), max_length=120, blank=True)
    # When the entries close, when play begins.
    timetable = models.CharField(_("hours"), max_length=160, blank=True)
    fee = models.CharField(_("entry fee"), max_length=60, blank=True)
    arbiter = models.CharField(_("arbiter"), max_length=120, blank=True)
    prizes = models.TextField(_("prizes"), max_length=600, blank=True)
    # Prizes: places overall, winds, best sheet, newcomer.
    called_up = models.JSONField(default=dict, blank=True)
    circuit = models.ForeignKey(
        Circuit,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="tournaments",
        verbose_name=_("circuit"),
    )
    ruleset = models.CharField(_("rule system"), max_length=60, default="lab12")
    # The house edition as it was when it was chosen.
    edition = models.JSONField(null=True, blank=True, editable=False)
    # The same cards at every table. Left open: as the rule system has it.
    pre_dealt = models.BooleanField(_("boards dealt beforehand"), null=True, blank=True)
    # Settings of the rule system that differ.
    settings = models.JSONField(_("settings"), default=dict, blank=True)
    # Scale, ties, tie-breaks, best of.
    standing_settings = models.JSONField(_("standing settings"), default=dict, blank=True)
    wind_policy = models.CharField(
        _("winds"), max_length=10, choices=WindPolicy, default=WindPolicy.KEEP
    )
    mates_apart = models.BooleanField(
        _("members of one club sit apart"), default=False, db_default=False
    )
    planned_rounds = models.PositiveSmallIntegerField(_("number of partite"), default=2)
    # Until a partita is closed its slips are opened by the dealing role alone, so that whoever runs
    # the evening may play in it.
    blind = models.BooleanField(_("the organizer sees no card"), default=False)
    signatures = models.CharField(
        _("signatures on the phone"),
        max_length=4,
        choices=SignaturePolicy,
        default=SignaturePolicy.NONE,
    )
    # Secret from which each player's signing code is computed.
    signing_secret = models.CharField(max_length=64, default=secrets.token_hex, editable=False)
    # How long a published standing may be protested against.
    protest_minutes = models.PositiveSmallIntegerField(_("minutes for protests"), default=20)
    # When the time for protests is over and none is open; otherwise the desk makes them official.
    official_by_itself = models.BooleanField(_("official by itself"), default=False)
    round_minutes = models.PositiveSmallIntegerField(
        _("minutes for a partita"), null=True, blank=True
    )
    hand_minutes = models.PositiveSmallIntegerField(_("minutes for a hand"), null=True, blank=True)
    # The recorded seed of the draw of winds.
    draw_seed = models.CharField(max_length=64, blank=True)
    frozen_at = moment()
    closed_at = moment()
    time_zone = models.CharField(_("time zone"), max_length=40, blank=True)
    # Language of its papers, screens and mails, and of public pages for readers who name no other.
    language = models.CharField(_("language"), max_length=10, default=site_language)
    # Ace, king, queen and jack on the cards in use; empty as its language's cards have them.
    card_letters = models.CharField(
        _("letters on the cards"),
        max_length=4,
        choices=[(pack, " ".join(pack)) for pack in PACKS],
        blank=True,
        default="",
        db_default="",
    )
    is_demo = models.BooleanField(default=False)
    # The event whose boards other halls play too. Until it closes, which empties this, settings and
    # boards stay as they came, and of rows and cards nothing is public.
    held_for = models.CharField(max_length=120, blank=True, default="", editable=False)
    created_at = creation()
    created_by = account()
    # One more with each change; the rows of its sheets have numbers of their own.
    revision = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    # The revision at which seats, rules or standings changed last.
    posted_revision = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    # The revision since which less is to be seen than before.
    withdrawn_revision = models.PositiveIntegerField(default=0, db_default=0, editable=False)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        verbose_name = _("tournament")
        ordering = ["-date", "-pk"]
        constraints = [
            check_constraint(
                "tournament_has_1_to_40_rounds",
                Q(planned_rounds__gte=1) & Q(planned_rounds__lte=40),
                _("A tournament has from 1 to 40 partite."),
            ),
            check_constraint(
                "tournament_has_up_to_a_day_for_protests",
                Q(protest_minutes__lte=1440),
                _("The time for protests is a day at most."),
            ),
            check_constraint(
                "tournament_has_time_for_its_hands",
                Q(round_minutes=None, hand_minutes=None)
                | Q(round_minutes__isnull=False, round_minutes__range=(1, 1440))
                & (
                    Q(hand_minutes=None)
                    | Q(hand_minutes__gte=1, hand_minutes__lte=F("round_minutes"))
                ),
                _("A partita has from 1 to 1440 minutes, a hand no more than the partita."),
            ),
            check_constraint("tournament_has_name", ~Q(name=""), _("A tournament needs a name.")),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> RuleSet:
        return rules_by(self.ruleset, self.edition)

    @property
    def configured(self) -> Settings:
        """The settings in force."""
        return self.rules.configure(self.settings)

    @property
    def plans(self) -> dict[int, HandPlan]:
        """Plans of the sheet's hands, by number."""
        rules = self.rules
        return {plan.number: plan for plan in rules.schedule(rules.configure(self.settings))}

    @property
    def plays_boards(self) -> bool:
        """Whether all tables have the same cards, dealt beforehand (A36)."""
        return self.rules.pre_dealt if self.pre_dealt is None else self.pre_dealt

    @property
    def last_started(self) -> Round | None:
        return self.rounds.started().order_by("-number").first()

    @property
    def zone(self) -> str:
        return self.time_zone or site_settings.TIME_ZONE

    @property
    def is_frozen(self) -> bool:
        return self.frozen_at is not None

    def lock(self) -> Tournament:
        """Lock the evening's row until the end of the transaction, and count the change. Every
        change starts with it.
        """
        Tournament.objects.filter(pk=self.pk).count_change()
        return Tournament.objects.get(pk=self.pk)

    def lock_open(self) -> Tournament:
        """Lock as ``lock`` does, for changes of entries, winds and seats. Refused once the evening
        is closed.
        """
        tournament = self.lock()
        if tournament.closed_at:
            raise refusal(
                _(
                    "“%(tournament)s” is closed and does not change any more. To put something "
                    "right, open it again."
                ),
                "tournament_closed",
                tournament=tournament.name,
            )
        return tournament

    def check_own(self) -> None:
        """Raise ``ValidationError`` while the evening's boards and rules are those of an event."""
        if self.held_for:
            raise refusal(
                _(
                    "The boards and rules of this evening are those of “%(event)s”: until it "
                    "closes they stay as they came."
                ),
                "held_for_event",
                event=self.held_for,
            )


class LogEntry(models.Model):
    """A line of a tournament's log, or of the installation's. Append-only; each has the hash of the
    one before.
    """

    # None: a line of the installation.
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, null=True, blank=True, related_name="log"
    )
    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    # The sentence to translate, with named fields.
    sentence = models.TextField()
    fields = models.JSONField(default=dict, blank=True)
    # Digests of what the line tells of, by part and place.
    state = models.JSONField(default=dict, blank=True)
    author = account("king_log_entries")
    author_name = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField()
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)
    # Which key sealed it.
    key = models.CharField(max_length=8, blank=True)

    class Meta:
        verbose_name = _("line of the log")
        ordering = ["tournament_id", "sequence"]
        constraints = [
            unique_constraint(
                "log_sequence_once",
                ["tournament", "sequence"],
                _("The log already has a line with this number."),
            ),
            check_constraint(
                "log_lines_are_chained",
                Q(sequence=1) | ~Q(previous_hash=""),
                _("Each line of the log carries the hash of the one before."),
            ),
            check_constraint(
                "log_hash_is_its_own",
                ~Q(hash=F("previous_hash")),
                _("A line of the log has a hash of its own."),
            ),
        ]


class SearchField(models.TextField):
    """Words by which a player is found, filled on every insert, ``bulk_create`` included."""

    def pre_save(self, instance: models.Model, add: bool) -> str:
        assert isinstance(instance, Player)
        text = search_text(instance.surname, instance.given_name, instance.card_number)
        setattr(instance, self.attname, text)
        return text


class CardKeyField(models.CharField):
    """Card in its form for comparison (``king.words.card_key``), filled on every insert."""

    def pre_save(self, instance: models.Model, add: bool) -> str:
        assert isinstance(instance, Player)
        instance.card_key = instance.key_of_card()
        return instance.card_key


class PlayerQuerySet(models.QuerySet["Player"]):
    def with_card(self, card: str) -> PlayerQuerySet:
        """Holders of this card, however it is written; none if the text is empty."""
        key = card_key(card)
        holders = Q(card_key=key) | Q(card_key__startswith=f"{key} ")
        return self.filter(holders) if key else self.none()

    def update(self, **changes: Any) -> int:
        if isinstance(card := changes.get("card_number"), str):
            changes.setdefault("card_key", card_key(card))
        return super().update(**changes)


class Player(models.Model):
    card_number = models.CharField(_("card number"), max_length=30, blank=True)
    # Longer than the card: folding may take a letter apart (ß, ﬃ).
    card_key = CardKeyField(max_length=200, blank=True, default="", db_default="", editable=False)
    surname = models.CharField(_("surname"), max_length=80)
    given_name = models.CharField(_("name"), max_length=80, blank=True)
    name_for_paper = models.CharField(
        _("name for paper"),
        max_length=80,
        blank=True,
        default="",
        db_default="",
        help_text=_("In the letters of the printed papers, where they have not those of the name."),
    )
    club = models.CharField(_("club"), max_length=80, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    emails_agreed = models.BooleanField(
        _("agreed to e-mails"),
        default=False,
        help_text=_("Results are sent only to players who said yes."),
    )
    # There while the player agrees to a public page.
    page_code = models.CharField(
        max_length=12, blank=True, default="", db_default="", editable=False
    )
    page_agreed_at = models.DateTimeField(null=True, blank=True, editable=False)
    page_agreed_by = models.CharField(
        max_length=150, blank=True, default="", db_default="", editable=False
    )
    at_wind = models.CharField(
        _("always at"), max_length=1, choices=WindChoice, blank=True, default="", db_default=""
    )
    at_table = models.PositiveSmallIntegerField(_("always at table"), null=True, blank=True)
    apart = models.ManyToManyField("self", blank=True)
    # Sits in to complete a table and is not ranked.
    is_house = models.BooleanField(_("house player"), default=False)
    search = SearchField(editable=False, default="")

    objects = PlayerQuerySet.as_manager()

    class Meta:
        verbose_name = _("player")
        ordering = ["search", "pk"]  # as ``king.words`` has it: Łukasz among the L
        constraints = [
            unique_constraint(
                "player_card_key_once",
                ["card_key"],
                _("Another player of the roster has this card number."),
                ~Q(card_key=""),
            ),
            models.UniqueConstraint(
                fields=["page_code"], condition=~Q(page_code=""), name="player_page_code_once"
            ),
            check_constraint("player_has_surname", ~Q(surname=""), _("A player needs a surname.")),
        ]

    def __str__(self) -> str:
        return self.full_name

    def save(self, *args: Any, **options: Any) -> None:
        fields = options.get("update_fields")
        if fields is not None and "card_number" in fields:
            options["update_fields"] = {*fields, "card_key"}
        super().save(*args, **options)

    def validate_constraints(self, exclude: Collection[str] | None = None) -> None:
        """Compute the card's key first, so that a form that asks only for the card can say whose
        card it is.
        """
        self.card_key = self.key_of_card()
        left_out = {*(exclude or ())}
        if "card_number" not in left_out:
            left_out.discard("card_key")
        super().validate_constraints(exclude=left_out)

    def key_of_card(self) -> str:
        """Key by which the card is compared. Two players of old data may share a card in two
        spellings: the second one's key then has a number appended after a blank, until one of the
        cards is corrected.
        """
        key = card_key(self.card_number)
        is_second = bool(key) and self.card_key.startswith(f"{key} ")
        return self.card_key if is_second and Player.objects.filter(card_key=key) else key

    @property
    def full_name(self) -> str:
        return f"{self.surname} {self.given_name}".strip()

    @property
    def public_code(self) -> str:
        return self.page_code if site_settings.PLAYER_PAGES else ""

    @property
    def spoken_name(self) -> str:
        return f"{self.given_name} {self.surname}".strip()

    @property
    def short_name(self) -> str:
        initials = [f"{name[0]}." for name in self.given_name.split()]
        return " ".join([self.surname, *initials])


class EntryQuerySet(models.QuerySet["Entry"]):
    def playing(self) -> EntryQuerySet:
        return self.filter(present=True, withdrawn_at__isnull=True)

    def fillers(self) -> EntryQuerySet:
        """Entries in the hall that only complete the tables."""
        return self.playing().filter(fills=True)

    def fillers_gone(self) -> EntryQuerySet:
        return self.filter(fills=True, present=False, withdrawn_at=None)

    def ranked(self) -> EntryQuerySet:
        return self.filter(unranked=False)

    def with_players(self) -> EntryQuerySet:
        return self.prefetch_related(joined_members("members"))


class Entry(models.Model):
    """A competitor of one tournament: a player, a pair or a team."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
    # Name of the pair or team, if it has one.
    name = models.CharField(max_length=160, blank=True)
    wind = models.CharField(max_length=1, choices=WindChoice, blank=True)
    # The number drawn with the wind: N1, N2 … which decides the first table.
    wind_number = models.PositiveSmallIntegerField(null=True, blank=True)
    present = models.BooleanField(default=True)
    unranked = models.BooleanField(default=False)
    # Completes the tables: a member or a house player who makes room for whoever comes.
    fills = models.BooleanField(default=False, db_default=False)
    fee_paid = models.BooleanField(default=False)
    withdrawn_at = moment()
    withdrawn_because = models.CharField(max_length=200, blank=True)
    carried = models.CharField(max_length=60, blank=True, default="", db_default="")
    players = models.ManyToManyField(Player, through="EntryMember", related_name="entries")

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("entry")
        ordering = ["tournament_id", "number"]
        constraints = [
            unique_constraint(
                "entry_number_once",
                ["tournament", "number"],
                _("Another entry of this tournament has this number."),
            ),
            unique_constraint(
                "entry_wind_number_once",
                ["tournament", "wind", "wind_number"],
                _("Another entry has drawn the same wind and number."),
                Q(wind_number__isnull=False),
            ),
            check_constraint(
                "entry_filler_is_unranked",
                Q(fills=False) | Q(unranked=True),
                _("Whoever completes a table is not ranked."),
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def is_playing(self) -> bool:
        return self.present and self.withdrawn_at is None

    @property
    def title(self) -> str:
        """Display name: the entry's own, or its players' names. Prefetch ``members__player``."""
        return self.name or PARTNERS.join(member.name for member in self.members.all())

    @property
    def spoken_title(self) -> str:
        return self.name or PARTNERS.join(member.spoken_name for member in self.members.all())

    @property
    def plain_title(self) -> str:
        """Name of the entry without the marks that tell namesakes of the evening apart."""
        return self.name or PARTNERS.join(member.player.full_name for member in self.members.all())

    @property
    def plain_spoken_title(self) -> str:
        return self.name or PARTNERS.join(
            member.player.spoken_name for member in self.members.all()
        )


def marked(name: str, mark: str) -> str:
    return f"{name} ({mark})" if mark else name


def joined_members(way: str) -> models.Prefetch[Any]:
    """Prefetch the members together with their players by a join. If players were fetched
    separately, SQLite would allow only 999 at once.
    """
    return models.Prefetch(way, EntryMember.objects.select_related("player"))


class EntryMember(models.Model):
    """A player in an entry. It repeats the tournament, so that the database can refuse a second
    entry of the player.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="members")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, models.PROTECT, related_name="memberships")
    place = models.PositiveSmallIntegerField(default=1)
    # Who is called as somebody else of the evening is told apart by it: ``tournaments.namesakes``.
    mark = models.CharField(max_length=80, blank=True, default="", db_default="", editable=False)

    class Meta:
        verbose_name = _("member of an entry")
        ordering = ["entry_id", "place"]
        constraints = [
            unique_constraint(
                "player_enters_tournament_once",
                ["tournament", "player"],
                _("This player is already entered in the tournament."),
            ),
            unique_constraint(
                "entry_place_once",
                ["entry", "place"],
                _("Another player has this place in the entry."),
            ),
        ]

    @property
    def name(self) -> str:
        return marked(self.player.full_name, self.mark)

    @property
    def spoken_name(self) -> str:
        return marked(self.player.spoken_name, self.mark)


class Place(models.Model):
    """A table's place in the hall for the evening. Its card stays there and has the code."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=12, unique=True, default=new_place_code, editable=False)

    class Meta:
        verbose_name = _("place of a table")
        ordering = ["tournament_id", "number"]
        constraints = [
            unique_constraint(
                "place_number_once",
                ["tournament", "number"],
                _("This tournament already has a table with this number."),
            )
        ]


class RoundQuerySet(models.QuerySet["Round"]):
    def started(self) -> RoundQuerySet:
        return self.exclude(stage="seating")


class Round(models.Model):
    """A partita: all hands of a sheet, at every table."""

    class Stage(models.TextChoices):
        SEATING = "seating", _("seating")
        PLAYING = "playing", _("playing")
        PROVISIONAL = "provisional", _("provisional")
        OFFICIAL = "official", _("official")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=12, choices=Stage, default=Stage.SEATING)
    board_set = models.OneToOneField(
        BoardSet, models.PROTECT, null=True, blank=True, related_name="round"
    )
    # The certificate of the seating.
    seating_note = models.JSONField(default=dict, blank=True)
    seating_published_at = moment()
    started_at = moment()
    closed_at = moment()
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    hand_minutes = models.PositiveSmallIntegerField(null=True, blank=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        verbose_name = _("partita")
        ordering = ["tournament_id", "number"]
        constraints = [
            unique_constraint(
                "round_number_once",
                ["tournament", "number"],
                _("This tournament already has a partita with this number."),
            ),
            check_constraint(
                "round_number_from_1", Q(number__gte=1), _("Partite are numbered from 1.")
            ),
            check_constraint(
                "round_in_play_has_started",
                Q(stage="seating") | Q(started_at__isnull=False),
                _("A partita in play says when it started."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.number}"

    @property
    def is_seating(self) -> bool:
        return self.stage == self.Stage.SEATING

    @property
    def is_playing(self) -> bool:
        return self.stage == self.Stage.PLAYING

    @property
    def is_provisional(self) -> bool:
        return self.stage == self.Stage.PROVISIONAL

    @property
    def is_official(self) -> bool:
        return self.stage == self.Stage.OFFICIAL

    @property
    def is_closed(self) -> bool:
        return self.is_provisional or self.is_official


class Table(models.Model):
    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    place = models.ForeignKey(Place, models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("table")
        ordering = ["round_id", "number"]
        constraints = [
            unique_constraint(
                "table_number_once",
                ["round", "number"],
                _("This partita already has a table with this number."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.number}"


class SeatQuerySet(models.QuerySet["Seat"]):
    def first_sitting(self) -> SeatQuerySet:
        """Seats as drawn, without substitutes. The result belongs to them."""
        return self.filter(from_hand=1)


class SeatManager(models.Manager["Seat"]):
    """Seats with the ``mark`` of their player, if two have the same name in the evening. A
    substitute without an entry who has an entry's name is marked by card, club or key.
    """

    def get_queryset(self) -> models.QuerySet[Seat]:
        seats = super().get_queryset()
        seats.query = _marked_seats().chain()
        return seats


_built = threading.local()


def _marked_seats() -> Query:
    """Query for all seats with their marks. Each thread builds it once, because a page asks for
    seats several times, and to build it takes longer than to answer it.
    """
    if not hasattr(_built, "marked_seats"):
        members = EntryMember.objects.filter(
            tournament__rounds=OuterRef("round"), player=OuterRef("player")
        )
        namesakes = EntryMember.objects.filter(
            tournament__rounds=OuterRef(OuterRef("round")),
            player__surname__iexact=OuterRef("surname"),
            player__given_name__iexact=OuterRef("given_name"),
        )
        own = Case(
            When(~Q(card_number=""), then=F("card_number")),
            When(~Q(club=""), then=F("club")),
            default=Cast("pk", models.CharField()),
            output_field=models.CharField(),
        )
        substitutes = Player.objects.filter(Exists(namesakes), pk=OuterRef("player"))
        # The second is looked for only where there is no member.
        of_substitutes = Subquery(substitutes.annotate(own=own).values("own"))
        mark = Coalesce(Subquery(members.values("mark")), of_substitutes)
        _built.marked_seats = models.QuerySet(Seat).annotate(mark=mark).query
    query: Query = _built.marked_seats
    return query


class Seat(models.Model):
    """A player at a wind of a table, from one hand on.

    A substitute is a further row with a later ``from_hand``; the first row keeps the result for its
    entry.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    wind = models.CharField(max_length=1, choices=WindChoice)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seats")
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    from_hand = models.PositiveSmallIntegerField(default=1)

    objects = SeatManager.from_queryset(SeatQuerySet)()

    class Meta:
        verbose_name = _("seat")
        ordering = ["table_id", "wind", "from_hand"]
        constraints = [
            unique_constraint(
                "seat_taken_once", ["table", "wind", "from_hand"], _("This seat is already taken.")
            ),
            unique_constraint(
                "player_sits_once_a_round",
                ["round", "player"],
                _("This player already sits at another table in this partita."),
                Q(from_hand=1),
            ),
            check_constraint(
                "seat_wind_known",
                Q(wind__in=["N", "E", "S", "W"]),
                _("A seat is North, East, South or West."),
            ),
            check_constraint(
                "seat_from_hand_1", Q(from_hand__gte=1), _("A player sits from hand 1 or later.")
            ),
        ]

    mark: str | None = None

    @property
    def name(self) -> str:
        """Name of the player, with the mark that tells namesakes apart, as all pages, papers and
        screens show it.
        """
        return marked(self.player.full_name, self.mark or "")

    @property
    def short_name(self) -> str:
        return marked(self.player.short_name, self.mark or "")

    @property
    def fills(self) -> bool:
        """Whether the player drawn for this seat only completes the table and is not ranked."""
        return self.entry.fills and self.from_hand == 1

    @property
    def is_empty(self) -> bool:
        """Whether nobody sits here although somebody was drawn for the seat. Meant for the last
        seat at a wind during play.
        """
        return self.from_hand == 1 and not self.entry.is_playing
