"""Programs: what everybody may read, a table's own sheet under its code, the schema and its
documentation.
"""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

import ground.addresses  # noqa: F401 - makes <code:…> known
from king_tournament.api import views
from king_tournament.attempts import counted_code

app_name = "api"
_EVENING = "tournaments/<code:code>/"
urlpatterns = [
    path("", views.root, name="root"),
    path("tournaments/", views.tournaments, name="tournaments"),
    path(_EVENING, views.tournament, name="tournament"),
    path(_EVENING + "entries/", views.entries, name="entries"),
    path(_EVENING + "rounds/", views.rounds, name="rounds"),
    path(_EVENING + "rounds/<int:number>/tables/", views.tables, name="tables"),
    path(_EVENING + "rounds/<int:number>/tables/<int:table>/sheet/", views.sheet, name="sheet"),
    path(_EVENING + "rounds/<int:number>/sheets/", views.sheets, name="sheets"),
    path(_EVENING + "rounds/<int:number>/boards/", views.boards, name="boards"),
    path(_EVENING + "standings/", views.publications, name="publications"),
    path(_EVENING + "standings/last/", views.last_standing, name="last_standing"),
    path(_EVENING + "standings/<int:number>/", views.standing, name="standing"),
    path("circuits/", views.circuits, name="circuits"),
    path("circuits/<code:code>/", views.circuit, name="circuit"),
    path("circuits/<code:code>/standings/", views.season_postings, name="season_postings"),
    path(
        "circuits/<code:code>/standings/<int:number>/", views.season_posting, name="season_posting"
    ),
    path("tables/<code:code>/", counted_code(views.place), name="place"),
    path(
        "tables/<code:code>/rounds/<int:number>/",
        counted_code(views.table_sheet),
        name="table_sheet",
    ),
    path("tables/<code:code>/rounds/<int:number>/rows/", counted_code(views.rows), name="rows"),
    path(
        "tables/<code:code>/rounds/<int:number>/hand-in/",
        counted_code(views.hand_in),
        name="hand_in",
    ),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path(
        "docs/",
        SpectacularSwaggerSplitView.as_view(url_name="api:schema", template_name="api/docs.html"),
        name="docs",
    ),
    path("<path:rest>", views.not_there),
]
