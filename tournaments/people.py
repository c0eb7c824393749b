"""The club's roster, as stored."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.names import search_text


class SearchField(models.TextField):
    """The words by which a player is found. Filled on every way into the table, ``bulk_create`` among them."""

    def pre_save(self, instance: Player, add: bool) -> str:
        """Compute it from the row that is being written."""
        text = search_text(instance.surname, instance.given_name, instance.card_number)
        setattr(instance, self.attname, text)
        return text


class Player(models.Model):
    """A person on the club's roster, or one of its house players."""

    card_number = models.CharField(_("card number"), max_length=30, blank=True)
    surname = models.CharField(_("surname"), max_length=80)
    given_name = models.CharField(_("name"), max_length=80, blank=True)
    club = models.CharField(_("club"), max_length=80, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    is_house = models.BooleanField(
        _("house player"), default=False, help_text=_("Sits in to complete a table and is not ranked.")
    )
    search = SearchField(
        _("searched text"), editable=False, default="",
        help_text=_("Surname, name and card without accents or capitals."),
    )  # fmt: skip

    class Meta:
        verbose_name, verbose_name_plural = _("player"), _("players")
        ordering: ClassVar = ["search", "pk"]  # as ``king.alphabet`` has it: Łukasz among the L
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["card_number"],
                condition=~Q(card_number=""),
                name="player_card_number_once",
                violation_error_message=_("Another player of the roster has this card number."),
            ),
            models.CheckConstraint(
                condition=~Q(surname=""),
                name="player_has_surname",
                violation_error_message=_("A player needs a surname."),
            ),
        ]

    def __str__(self) -> str:
        return self.full_name

    @property
    def full_name(self) -> str:
        """Name and surname, as said aloud."""
        return f"{self.given_name} {self.surname}".strip()

    @property
    def short_name(self) -> str:
        """Where there is little room: the surname whole, of the given names their initials."""
        initials = [f"{name[0]}." for name in self.given_name.split()]
        return " ".join([*initials, self.surname]).strip()

    @property
    def sorted_name(self) -> str:
        """Surname first, as lists sort it."""
        return f"{self.surname} {self.given_name}".strip()
