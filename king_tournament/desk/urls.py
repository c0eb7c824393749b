"""The desk: the evenings, then one evening's pages in the order of the night."""

from __future__ import annotations

from django.urls import path

from king_tournament.desk.documents import views as documents
from king_tournament.desk.evening import editions, log
from king_tournament.desk.evening import views as evening
from king_tournament.desk.players import lists
from king_tournament.desk.players import views as players
from king_tournament.desk.sheet import judging, paper, rulings, said
from king_tournament.desk.sheet import views as sheet
from king_tournament.desk.standing import reveal
from king_tournament.desk.standing import views as standing
from king_tournament.desk.tables import boards, clock, prepare, seats, wall, wrong_winds

app_name = "desk"
urlpatterns = [
    path("", evening.home, name="home"),
    path("new/", evening.new, name="new"),
    path("demo/", evening.demo, name="demo"),
    path("calls/", wall.calls, name="calls_everywhere"),
    path("search/", evening.search, name="search_everywhere"),
    path("rehearsal/", evening.rehearsal, name="rehearsal"),
    path("roster/", lists.roster, name="roster"),
    path("roster/new/", lists.add, name="roster_add"),
    path("roster/undo/", lists.undo, name="roster_undo"),
    path("roster/import/", lists.import_roster, name="roster_import"),
    path("roster/<int:pk>/", lists.player, name="roster_player"),
    path("rules/", editions.rules, name="rules"),
    path("rules/<slug:code>/", editions.rules_page, name="rules_page"),
    path("editions/", editions.editions, name="editions"),
    path("editions/new/", editions.new, name="edition_new"),
    path("editions/import/", editions.import_file, name="edition_import"),
    path("editions/<slug:code>/", editions.edition, name="edition"),
    path("editions/<slug:code>/decide/", editions.decide, name="edition_decide"),
    path("editions/<slug:code>/edition.json", editions.export, name="edition_export"),
    path("<slug:code>/", evening.tournament, name="tournament"),
    path("<slug:code>/search/", evening.search_evening, name="search"),
    path("<slug:code>/close/", evening.close, name="close"),
    path("<slug:code>/remove/", evening.remove, name="remove"),
    path("<slug:code>/settings/", evening.settings, name="settings"),
    path("<slug:code>/players/", players.players, name="players"),
    path("<slug:code>/players/find/", players.find, name="find_players"),
    path("<slug:code>/players/enter/", players.enter, name="enter"),
    path("<slug:code>/players/new/", players.enter_new, name="enter_new"),
    path("<slug:code>/players/paste/", players.paste, name="paste"),
    path("<slug:code>/players/undo/", players.undo, name="undo_players"),
    path("<slug:code>/players/absent/", players.all_absent, name="all_absent"),
    path("<slug:code>/players/house/", players.add_house, name="add_house"),
    path("<slug:code>/players/<int:number>/", players.entry, name="entry"),
    path("<slug:code>/prepare/<int:number>/", prepare.prepare, name="prepare"),
    path("<slug:code>/prepare/<int:number>/paper/", prepare.paper, name="whole_paper"),
    path("<slug:code>/import/", lists.import_entries, name="import"),
    path("<slug:code>/winds/", seats.winds, name="winds"),
    path("<slug:code>/winds/draw/", seats.draw, name="draw"),
    path("<slug:code>/winds/type/", seats.type_in, name="type_winds"),
    path("<slug:code>/winds/change/", seats.change, name="change_wind"),
    path("<slug:code>/seating/<int:number>/", seats.seating, name="seating"),
    path("<slug:code>/seating/<int:number>/plan/", seats.plan, name="plan_seating"),
    path("<slug:code>/seating/<int:number>/swap/", seats.swap, name="swap_seats"),
    path("<slug:code>/seating/<int:number>/publish/", seats.publish, name="publish_seating"),
    path("<slug:code>/seating/<int:number>/fill/", seats.fill, name="fill_seats"),
    path("<slug:code>/seating/<int:number>/withdraw/", seats.withdraw, name="withdraw_seating"),
    path("<slug:code>/seating/<int:number>/substitute/", seats.substitute, name="substitute"),
    path("<slug:code>/boards/<int:number>/", boards.boards, name="boards"),
    path("<slug:code>/boards/<int:number>/type/<int:hand>/", boards.type_board, name="type_board"),
    path("<slug:code>/boards/<int:number>/import/", boards.import_boards, name="import_boards"),
    path("<slug:code>/boards/<int:number>/export/", boards.export_boards, name="export_boards"),
    path("<slug:code>/print/", documents.print_page, name="print"),
    path("<slug:code>/print/queue/", documents.print_queue, name="print_queue"),
    path("<slug:code>/print/<int:pk>/", documents.print_file, name="print_file"),
    path("<slug:code>/print/<int:pk>/again/", documents.print_again, name="print_again"),
    path("<slug:code>/calls/", wall.calls, name="calls"),
    path("<slug:code>/table/", wall.find_typed_table, name="find_typed_table"),
    path("<slug:code>/table/<int:table>/", wall.find_table, name="find_table"),
    path("<slug:code>/play/<int:number>/", wall.play, name="play"),
    path("<slug:code>/play/<int:number>/clock/", clock.clock, name="clock"),
    path("<slug:code>/play/<int:number>/look/", wall.look, name="look"),
    path("<slug:code>/play/<int:number>/<int:table>/", sheet.sheet, name="sheet"),
    path("<slug:code>/play/<int:number>/<int:table>/rows/", sheet.rows, name="rows"),
    path("<slug:code>/play/<int:number>/<int:table>/rows/<int:hand>/", sheet.row_story, name="row_story"),
    path("<slug:code>/play/<int:number>/<int:table>/state/", sheet.sheet_state, name="sheet_state"),
    path("<slug:code>/play/<int:number>/<int:table>/reading/", paper.reading, name="reading"),
    path(
        "<slug:code>/play/<int:number>/<int:table>/reading/figures/",
        paper.reading_figures,
        name="reading_figures",
    ),
    path("<slug:code>/play/<int:number>/<int:table>/readings/", paper.readings, name="readings"),
    path("<slug:code>/play/<int:number>/<int:table>/history/", paper.history, name="history"),
    path("<slug:code>/play/<int:number>/<int:table>/seats/", wrong_winds.seats, name="seat_report"),
    path("<slug:code>/play/<int:number>/<int:table>/rule/", rulings.rule, name="rule"),
    path("<slug:code>/play/<int:number>/<int:table>/redeals/", paper.redeals, name="redeals"),
    path("<slug:code>/play/<int:number>/<int:table>/judge/<int:hand>/", judging.judge_hand, name="judge"),
    path("<slug:code>/play/<int:number>/<int:table>/said/<int:hand>/", said.said, name="said"),
    path("<slug:code>/rulings/", rulings.rulings, name="rulings"),
    path("<slug:code>/rulings/annul/", rulings.annul, name="annul_hand"),
    path("<slug:code>/rulings/new/", rulings.find_ruling, name="find_ruling"),
    path("<slug:code>/rulings/<int:pk>/revoke/", rulings.revoke, name="revoke_ruling"),
    path("<slug:code>/standings/", standing.standings, name="standings"),
    path("<slug:code>/reveal/", reveal.reveal, name="reveal"),
    path("<slug:code>/standings/folder/", standing.folder, name="standings_folder"),
    path("<slug:code>/standings/<slug:kind>/", standing.download, name="standings_file"),
    path("<slug:code>/copy/", evening.copy, name="copy"),
    path("<slug:code>/log/", log.log, name="log"),
    path("<slug:code>/log/paper/", log.log_paper, name="log_paper"),
]
