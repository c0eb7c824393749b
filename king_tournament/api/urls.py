"""Programs: what everybody may read, a table's own sheet under its code, the schema and its
documentation.
"""

from django.apps import apps
from django.urls import URLPattern
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from ground.addresses import at
from king_tournament.api import token_steps, views
from king_tournament.api.steps import (
    club,
    evening as evenings,
    play,
    reading,
    season,
    steps_of,
    table,
)
from king_tournament.attempts import counted_code


def _people() -> list[URLPattern]:
    """Addresses of the roster, empty if the app ``people`` is not installed."""
    if not apps.is_installed("people"):
        return []
    from king_tournament.api.steps import people

    roster = steps_of(evenings.CLUB, people.ROSTER_STEPS)
    return [*roster, *steps_of(people.PERSON, people.PERSON_STEPS)]


app_name = "api"
urlpatterns = [
    at("", views.root, "root"),
    at("token/", token_steps.token, "token"),
    at("tokens/", token_steps.tokens, "tokens"),
    at("tokens/<int:number>/end/", token_steps.token_end, "token_end"),
    at("tournaments/", views.tournaments, "tournaments"),
    *steps_of(evenings.CLUB, evenings.CLUB_STEPS),
    at("tournaments/<code:code>/", views.tournament, "tournament"),
    at("tournaments/<code:code>/entries/", views.entries, "entries"),
    at("tournaments/<code:code>/rounds/", views.rounds, "rounds"),
    at("tournaments/<code:code>/rounds/<int:number>/tables/", views.tables, "tables"),
    at(
        "tournaments/<code:code>/rounds/<int:number>/tables/<int:table>/sheet/",
        views.sheet,
        "sheet",
    ),
    at("tournaments/<code:code>/rounds/<int:number>/sheets/", views.sheets, "sheets"),
    at("tournaments/<code:code>/rounds/<int:number>/boards/", views.boards, "boards"),
    at("tournaments/<code:code>/standings/", views.publications, "publications"),
    at("tournaments/<code:code>/standings/last/", views.last_standing, "last_standing"),
    at("tournaments/<code:code>/standings/<int:number>/", views.standing, "standing"),
    at("circuits/", views.circuits, "circuits"),
    at("circuits/<code:code>/", views.circuit, "circuit"),
    at("circuits/<code:code>/standings/", views.season_postings, "season_postings"),
    at("circuits/<code:code>/standings/<int:number>/", views.season_posting, "season_posting"),
    at("tables/<code:code>/", counted_code(views.place), "place"),
    at("tables/<code:code>/rounds/<int:number>/", counted_code(views.table_sheet), "table_sheet"),
    at("tables/<code:code>/rounds/<int:number>/rows/", counted_code(views.rows), "rows"),
    at("tables/<code:code>/rounds/<int:number>/hand-in/", counted_code(views.hand_in), "hand_in"),
    at("schema/", SpectacularAPIView.as_view(), "schema"),
    at(
        "docs/",
        SpectacularSwaggerSplitView.as_view(url_name="api:schema", template_name="api/docs.html"),
        "docs",
    ),
    at("tournaments/<code:code>/print/<int:number>/", reading.job, "job"),
    at("tournaments/<code:code>/print/<int:number>/file/", reading.job_file, "job_file"),
    at("tournaments/<code:code>/protests/", reading.protests, "protests"),
    at("tournaments/<code:code>/log/", reading.log, "log"),
    at("tournaments/<code:code>/rulings/", reading.rulings, "rulings"),
    at("tournaments/<code:code>/calls/", reading.calls, "calls"),
    at("tournaments/<code:code>/ties/", reading.ties, "ties"),
    at("tournaments/<code:code>/settlements/", reading.settlements, "settlements"),
    at("people/", reading.people, "people"),
    at("editions/", reading.editions, "editions"),
    *steps_of(evenings.EVENING, play.PLANNING_STEPS),
    *steps_of(evenings.EVENING, evenings.EVENING_STEPS),
    *steps_of(evenings.ENTRY, evenings.ENTRY_STEPS),
    *steps_of(play.ROUND, play.ROUND_STEPS),
    *steps_of(play.SHEET, play.SHEET_STEPS),
    *steps_of(play.RULING, play.RULING_STEPS),
    *steps_of(play.PROTEST, play.PROTEST_STEPS),
    *steps_of(play.SETTLEMENT, play.SETTLEMENT_STEPS),
    *steps_of(play.ROUND, table.SITTING_STEPS),
    *steps_of(play.SHEET, table.TABLE_STEPS),
    *steps_of(reading.JOB, reading.JOB_STEPS),
    *steps_of(evenings.CLUB, club.EDITIONS_STEPS),
    *steps_of(club.EDITION, club.EDITION_STEPS),
    *_people(),
    *steps_of(evenings.EVENING, season.FINAL_STEPS),
    *steps_of(season.CIRCUIT, season.CIRCUIT_STEPS),
    at("<path:rest>", views.not_there),
]
