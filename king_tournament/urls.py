"""The site map: one prefix for each kind of reader."""

from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from ground.trouble import health
from king_tournament.accounts import views as accounts
from king_tournament.installation.monitoring import metrics, ready
from king_tournament.live.feeds import manifest

handler400 = "king_tournament.middleware.bad_request"
handler404 = "king_tournament.middleware.not_found"
handler500 = "ground.trouble.server_error"

urlpatterns = [
    path("", accounts.front, name="front"),
    path("accounts/", include("king_tournament.accounts.urls")),
    path("", include("people.urls")),
    path("", include("seasons.urls")),
    path("", include("screens.urls")),
    path("", include("simultaneous.urls")),
    path("desk/", include("king_tournament.desk.urls")),
    path("t/", include("king_tournament.captain.urls")),
    path("live/", include("king_tournament.live.urls")),
    path("", include("king_tournament.replay.urls")),
    path("rules/", include("king_tournament.rulebook.urls")),
    path("api/", include("king_tournament.api.urls")),
    # The public pages are made once for everybody, with no token of anybody's: nobody is harmed by
    # another language.
    path("i18n/setlang/", csrf_exempt(set_language), name="set_language"),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("health", health, name="health"),
    path("ready", ready, name="ready"),
    path("metrics", metrics, name="metrics"),
]
