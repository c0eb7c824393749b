"""The app as Django installs it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DealsConfig(AppConfig):
    name = "deals"
    verbose_name = _("deals")
