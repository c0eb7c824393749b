"""The site map: one prefix for each kind of reader."""

from django.contrib import admin
from django.urls import include, path

from king_tournament.accounts import views as accounts
from king_tournament.installation.trouble import health

handler400 = "king_tournament.middleware.bad_request"
handler404 = "king_tournament.middleware.not_found"
handler500 = "king_tournament.installation.trouble.server_error"

urlpatterns = [
    path("", accounts.front, name="front"),
    path("accounts/", include("king_tournament.accounts.urls")),
    path("desk/", include("king_tournament.desk.urls")),
    path("t/", include("king_tournament.captain.urls")),
    path("live/", include("king_tournament.live.urls")),
    path("rules/", include("king_tournament.rulebook.urls")),
    path("api/", include("king_tournament.api.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("health", health, name="health"),
    path("admin/login/", accounts.sign_in_to_administration),
    path("admin/", admin.site.urls),
]
