"""What is typed about people: a new player, a list, a file, a draw by hand."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from deals.models import WindChoice
from tournaments.models import Player
from tournaments.names import cleaned
from tournaments.pasted import MOST_LINES
from tournaments.roster import find_players
from tournaments.roster_files import MOST_LENGTH


class PlayerForm(forms.ModelForm):
    at_wind = forms.ChoiceField(label=_("Always at"), required=False, choices=[("", "–"), *WindChoice.choices])
    at_table = forms.IntegerField(label=_("Always at table"), required=False, min_value=1, max_value=250)
    never_with = forms.CharField(
        label=_("Never at a table with"), required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("One name of the roster a line."),
    )  # fmt: skip
    page_agreed = forms.BooleanField(
        label=_("Agrees to a public page"), required=False,
        help_text=_("Every posted evening with its place, for everybody who has the address. Ask the player first."),
    )  # fmt: skip

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        if self.instance.pk is not None:
            self.fields["never_with"].initial = "\n".join(other.full_name for other in self.instance.apart.all())
        self.fields["page_agreed"].initial = bool(self.instance.page_code)
        if not (settings.PLAYER_PAGES or self.instance.page_code):
            del self.fields["page_agreed"]

    class Meta:
        model = Player
        fields = ("surname", "given_name", "card_number", "club", "email", "emails_agreed", "at_wind", "at_table")

    WISHES = ("at_wind", "at_table", "never_with")
    """What a draw of single players heeds as far as it can."""

    def personal(self) -> list[forms.BoundField]:
        return [field for field in self if field.name not in self.WISHES]

    def wishes(self) -> list[forms.BoundField]:
        return [self[name] for name in self.WISHES]

    def has_wishes(self) -> bool:
        return any(field.value() or field.errors for field in self.wishes())

    def clean_never_with(self) -> list[Player]:
        """The people of these names; each must be one, and somebody else."""
        people = []
        for line in filter(None, map(cleaned, self.cleaned_data["never_with"].splitlines())):
            match find_players(line, limit=2):
                case [player] if player != self.instance:
                    people.append(player)
                case []:
                    raise forms.ValidationError(_("Nobody on the roster is called “%(name)s”."), params={"name": line})
                case [_player]:
                    raise forms.ValidationError(_("That is the player himself: “%(name)s”."), params={"name": line})
                case _more:
                    sentence = _("More than one on the roster fits “%(name)s”: write the whole name, or the card.")
                    raise forms.ValidationError(sentence, params={"name": line})
        return people

    def _cleaned(self, name: str) -> str:
        return cleaned(self.cleaned_data.get(name) or "")

    def clean(self) -> dict[str, Any]:
        """Blanks at the ends and invisible letters are nobody's name."""
        values = super().clean() or self.cleaned_data
        for name in ("surname", "given_name", "card_number", "club"):
            if name in values:
                values[name] = self._cleaned(name)
        if "surname" in values and not values["surname"]:
            self.add_error("surname", _("A player needs a surname."))
        return values


class NewPlayerForm(forms.Form):
    """A player who is not on the roster yet, entered in place."""

    surname = forms.CharField(label=_("Surname"), max_length=MOST_LENGTH["surname"])
    given_name = forms.CharField(label=_("Name"), max_length=MOST_LENGTH["given_name"], required=False)
    card_number = forms.CharField(label=_("Card number"), max_length=MOST_LENGTH["card_number"], required=False)
    club = forms.CharField(label=_("Club"), max_length=MOST_LENGTH["club"], required=False)


class PasteForm(forms.Form):
    text = forms.CharField(
        label=_("The list"),
        max_length=200 * MOST_LINES,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
        help_text=_(
            "One player a line: “Rossi Mario” or “Mario Rossi”, with or without the card number. "
            "Who is not on the roster is added to it."
        ),
    )


class RosterFileForm(forms.Form):
    file = forms.FileField(
        label=_("The roster's file, .xlsx or .csv"),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.xlsm,.csv,.txt"}),
    )


ROSTER_ORDER = ("search", "pk")
"""By name as people look it up: the searched text begins with the surname and the name, without accents or capitals."""
