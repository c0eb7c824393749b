"""The forms of signing in and of accounts."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, BaseUserCreationForm
from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from king_tournament import attempts
from king_tournament.accounts.roles import ROLES
from king_tournament.models import Attempt
from tournaments.models import Tournament


class SignInForm(AuthenticationForm):
    """Sign in; who tries many passwords waits."""

    def clean(self) -> dict[str, Any]:
        """Count the attempt, and refuse before the password is even looked at when there were too many."""
        attempt = attempts.begin(Attempt.Kind.SIGN_IN, self.request, self.cleaned_data.get("username", ""))
        if attempt is None:
            raise ValidationError(_("Too many attempts. Wait five minutes, then try again."), code="too_many")
        cleaned = super().clean()
        attempts.came_in(attempt)
        return cleaned


class _AccountForm(BaseUserCreationForm):
    """Name and password, typed twice, with Django's own checks."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name of the account")
        self.fields["username"].help_text = _("Letters and digits, no spaces. You type it when you sign in.")


class FirstAccountForm(_AccountForm):
    """The account of whoever starts the installation."""


class _RolesField(forms.MultipleChoiceField):
    def __init__(self, **kwargs: Any) -> None:
        needed = {"required": _("Choose at least one role.")}
        super().__init__(
            label=_("Roles"), choices=list(ROLES.items()), widget=forms.CheckboxSelectMultiple, error_messages=needed,
            **kwargs,
        )  # fmt: skip


class _EveningField(forms.ModelChoiceField):
    def __init__(self, **kwargs: Any) -> None:
        evenings = Tournament.objects.filter(closed_at=None).order_by("-date", "-pk")
        super().__init__(evenings, to_field_name="code", label=_("For the evening"), **kwargs)

    def label_from_instance(self, evening: Tournament) -> str:
        return f"{evening.name} · {date_format(evening.date, 'SHORT_DATE_FORMAT')}"


class AccountForm(_AccountForm):
    roles = _RolesField()
    evening = _EveningField(required=False, empty_label=_("every evening, until you take them back"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The page begins with who is there already: the form below it does not take the reader to itself.
        self.fields["username"].widget.attrs.pop("autofocus", None)


class RolesForm(forms.Form):
    roles = _RolesField(required=False)
    active = forms.BooleanField(label=_("May sign in"), required=False)


class EveningRolesForm(forms.Form):
    evening = _EveningField(empty_label=None)
    roles = _RolesField()
