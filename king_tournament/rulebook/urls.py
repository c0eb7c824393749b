"""The rule systems, for everybody."""

from ground.addresses import at
from king_tournament.rulebook import views

app_name = "rulebook"
urlpatterns = [
    at("", views.all_systems, "all"),
    at("<slug:code>/", views.system_page, "page"),
]
