"""Addresses of the public pages: the evenings, one evening, its standings, tables and boards, the
hall's screen.
"""

from ground.addresses import at
from king_tournament.live import downloads, feeds, views

app_name = "live"
urlpatterns = [
    at("", views.front_page, "front"),
    at("evenings.ics", feeds.calendar),
    at("standings.atom", feeds.feed),
    at("<code:code>/", views.evening),
    at("<code:code>/picture.png", feeds.evening_picture),
    at("<code:code>/standings/", views.standing),
    at("<code:code>/standings/<int:number>/", views.standing, "posted"),
    at("<code:code>/standings/<int:number>/picture.png", feeds.evening_picture),
    at("<code:code>/standings/<int:number>/winds/", views.standing_part, "winds"),
    at("<code:code>/standings/<int:number>/partita/<int:round>/", views.standing_part, "partita"),
    at("<code:code>/standings.pdf", downloads.standings_paper),
    at("<code:code>/results.xlsx", downloads.results_workbook),
    at("<code:code>/result.json", downloads.result),
    at("<code:code>/<slug:key>.csv", downloads.csv_list),
    at("<code:code>/players/<int:number>/", views.entry),
    at("<code:code>/players/<int:number>/picture.png", feeds.player_picture),
    at("<code:code>/players/<int:number>/evening.pdf", downloads.player_paper),
    at("<code:code>/boards/", views.boards),
    at("<code:code>/verify/", views.verify, "verify_last"),
    at("<code:code>/verify/<int:number>/", views.verify),
    at("<code:code>/<int:number>/tables/<int:table>/", views.table),
    at("<code:code>/<int:number>/boards/<int:board>/", views.board),
    at("<code:code>/<int:number>/boards.pbn", downloads.boards_file),
    at("<code:code>/<int:number>/hands.pdf", downloads.hand_records_paper, "hand_records"),
    at("<code:code>/<int:number>/document.json", downloads.sealed_document, "document"),
]
