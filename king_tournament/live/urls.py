"""Addresses of the public pages: the evenings, one evening, its standings, tables and boards, the
hall's screen.
"""

from django.urls import path

import ground.addresses  # noqa: F401 - makes <code:…> known
from king_tournament.live import downloads, views

app_name = "live"
urlpatterns = [
    path("", views.front_page, name="front"),
    path("<code:code>/", views.evening, name="evening"),
    path("<code:code>/standings/", views.standing, name="standing"),
    path("<code:code>/standings/<int:number>/", views.standing, name="posted"),
    path("<code:code>/standings/<int:number>/winds/", views.standing_part, name="winds"),
    path(
        "<code:code>/standings/<int:number>/partita/<int:round>/",
        views.standing_part,
        name="partita",
    ),
    path("<code:code>/standings.pdf", downloads.standings_paper, name="standings_paper"),
    path("<code:code>/results.xlsx", downloads.results_workbook, name="results_workbook"),
    path("<code:code>/result.json", downloads.result, name="result"),
    path("<code:code>/<slug:key>.csv", downloads.csv_list, name="csv_list"),
    path("<code:code>/players/<int:number>/", views.entry, name="entry"),
    path(
        "<code:code>/players/<int:number>/evening.pdf", downloads.player_paper, name="player_paper"
    ),
    path("<code:code>/boards/", views.boards, name="boards"),
    path("<code:code>/verify/", views.verify, name="verify_last"),
    path("<code:code>/verify/<int:number>/", views.verify, name="verify"),
    path("<code:code>/<int:number>/tables/<int:table>/", views.table, name="table"),
    path("<code:code>/<int:number>/boards/<int:board>/", views.board, name="board"),
    path("<code:code>/<int:number>/boards.pbn", downloads.boards_file, name="boards_file"),
    path("<code:code>/<int:number>/hands.pdf", downloads.hand_records_paper, name="hand_records"),
    path("<code:code>/<int:number>/document.json", downloads.sealed_document, name="document"),
]
