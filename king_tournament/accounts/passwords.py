"""Passwords that are refused, each with what to write in its place."""

from typing import Any

from django.contrib.auth import password_validation
from django.utils.translation import gettext as _, ngettext


class LongEnough(password_validation.MinimumLengthValidator):
    def get_error_message(self) -> str:
        sentence = ngettext(
            "The password is too short: type at least %(least)d character.",
            "The password is too short: type at least %(least)d characters.",
            self.min_length,
        )
        return sentence % {"least": self.min_length}

    def get_help_text(self) -> str:
        return ngettext(
            "At least %(least)d character.", "At least %(least)d characters.", self.min_length
        ) % {"least": self.min_length}


class _ListedPasswordValidator(password_validation.CommonPasswordValidator):
    """Django's validator, which holds 20,000 passwords in memory."""

    def get_error_message(self) -> str:
        return _("Too many people use this password: choose another, of two or three words.")


class CommonPasswordValidator:
    """Validator that reads the list anew for each password, in 10 ms, and does not keep it. Threads
    share this validator, so each call has its own list.
    """

    def validate(self, password: str, user: Any = None) -> None:
        _ListedPasswordValidator().validate(password, user)

    def get_help_text(self) -> str:
        return _("No word that everybody uses.")


class NameAsPasswordValidator(password_validation.UserAttributeSimilarityValidator):
    def get_error_message(self) -> Any:
        return _("The password is too much like your name: choose another.")

    def get_help_text(self) -> str:
        return _("Not your name.")
