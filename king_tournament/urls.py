"""The site map: one prefix for each kind of reader."""

from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from king_tournament.accounts import views as accounts
from king_tournament.installation.observed import metrics, ready
from king_tournament.installation.trouble import health
from king_tournament.live import season
from king_tournament.live import views as live

handler400 = "king_tournament.middleware.bad_request"
handler404 = "king_tournament.middleware.not_found"
handler500 = "king_tournament.installation.trouble.server_error"

urlpatterns = [
    path("", accounts.front, name="front"),
    path("accounts/", include("king_tournament.accounts.urls")),
    path("desk/", include("king_tournament.desk.urls")),
    path("t/", include("king_tournament.captain.urls")),
    path("screen/", live.any_screen, name="any_screen"),
    path("screen/slides/<int:pk>.jpg", live.slide_picture, name="slide_picture"),
    path("live/", include("king_tournament.live.urls")),
    path("circuits/<code:code>/", season.circuit, name="circuit"),
    path("circuits/<code:code>/winds/", season.season_list, {"part": "winds"}, name="season_winds"),
    path("circuits/<code:code>/reach/", season.season_list, {"part": "reach"}, name="season_reach"),
    path("circuits/<code:code>/name/", season.season_name, name="season_name"),
    path("circuits/<code:code>/standings/<int:number>/", season.posted, name="season_posted"),
    path("circuits/<code:code>/standing.<slug:kind>", season.standing_file, name="season_file"),
    path(
        "circuits/<code:code>/standings/<int:number>/standing.<slug:kind>",
        season.standing_file,
        name="season_file",
    ),
    path("players/<code:code>/", season.person, name="person"),
    path("players/<code:code>/evenings.pdf", season.person_paper, name="person_paper"),
    path("rules/", include("king_tournament.rulebook.urls")),
    path("api/", include("king_tournament.api.urls")),
    # The public pages are made once for everybody, with no token of anybody's: nobody is harmed by
    # another language.
    path("i18n/setlang/", csrf_exempt(set_language), name="set_language"),
    path("health", health, name="health"),
    path("ready", ready, name="ready"),
    path("metrics", metrics, name="metrics"),
]
