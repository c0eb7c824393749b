"""The site as an installed app, so that its commands are found."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "king_tournament"
    verbose_name = "King"
