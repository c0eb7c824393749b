"""The site as an installed app, so that its commands are found."""

from django.apps import AppConfig
from django.conf import settings
from django.utils import translation

from ground import periodic_jobs, personal_data, secrets
from king_tournament import field_sentences

# Before any model or form is read: a field takes its sentences when it is made.
field_sentences.use_ours()


class SiteConfig(AppConfig):
    name = "king_tournament"

    def ready(self) -> None:
        """Declare what this app contributes, and activate the site's language for commands and
        workers. A page has its reader's.
        """
        from king_tournament.webhooks import next_to_tell, tell_waiting

        translation.activate(settings.KING_LANGUAGE)
        periodic_jobs.declare(tell_waiting, next_to_tell)
        personal_data.declare(
            personal_data.Own(("king_tournament.Answered.answer",), _empty_answers)
        )
        secrets.declare(
            secrets.Key(
                ("sessions.Session.session_key", "sessions.Session.session_data"),
                opens="the desk, in a browser that is signed in",
                in_copies=False,
            ),
            secrets.Key(
                ("king_tournament.ApiToken.digest",), opens="the desk to a program", in_copies=False
            ),
            secrets.Key(
                ("king_tournament.Webhook.secret", "king_tournament.Webhook.url"),
                opens="a program that is told the news",
                in_copies=False,
            ),
            secrets.Key(
                ("king_tournament.Answered.answer", "king_tournament.Answered.key"),
                opens="answers to one program, with names and cards as it may see them",
                in_copies=False,
            ),
            secrets.Key(
                ("king_tournament.Attempt.subject", "king_tournament.Attempt.address"),
                opens="nothing itself: passwords and codes that were tried, from where",
                in_copies=False,
            ),
            secrets.Key(("auth.User.password",), opens="an account", in_copies=True),
        )


def _empty_answers(_person: personal_data.Named) -> None:
    """Empty the stored answers, because they contain names. The rows stay, so that a step is not
    done twice.
    """
    from king_tournament.models import Answered

    Answered.objects.update(answer={})
