"""The site as an installed app, so that its commands are found."""

from django.apps import AppConfig
from django.conf import settings
from django.utils import translation

from king_tournament import field_sentences

# Before any model or form is read: a field takes its sentences when it is made.
field_sentences.use_ours()


class SiteConfig(AppConfig):
    name = "king_tournament"

    def ready(self) -> None:
        """Commands and workers speak as the site does; a page, as its reader."""
        translation.activate(settings.KING_LANGUAGE)
