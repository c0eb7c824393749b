"""The second half of the night: boards, printing, play, sheets, rulings, standings, the log."""

from __future__ import annotations

from django.urls import path

from king_tournament.desk import (
    backup_views,
    board_cards_views,
    boards_views,
    call_views,
    history_views,
    judge_views,
    log_views,
    paper_views,
    play_views,
    print_views,
    redeal_views,
    ruling_views,
    seat_report_views,
    sheet_rows,
    sheet_views,
    standing_views,
)

urlpatterns = [
    path("<slug:code>/boards/<int:number>/", boards_views.boards, name="boards"),
    path("<slug:code>/boards/<int:number>/type/<int:hand>/", board_cards_views.type_board, name="type_board"),
    path("<slug:code>/boards/<int:number>/import/", board_cards_views.import_boards, name="import_boards"),
    path("<slug:code>/boards/<int:number>/export/", board_cards_views.export_boards, name="export_boards"),
    path("<slug:code>/print/", print_views.print_page, name="print"),
    path("<slug:code>/print/queue/", print_views.print_queue, name="print_queue"),
    path("<slug:code>/print/<int:pk>/", print_views.print_file, name="print_file"),
    path("<slug:code>/print/<int:pk>/again/", print_views.print_again, name="print_again"),
    path("<slug:code>/calls/", call_views.calls, name="calls"),
    path("<slug:code>/table/", play_views.find_typed_table, name="find_typed_table"),
    path("<slug:code>/table/<int:table>/", play_views.find_table, name="find_table"),
    path("<slug:code>/play/<int:number>/", play_views.play, name="play"),
    path("<slug:code>/play/<int:number>/look/", play_views.look, name="look"),
    path("<slug:code>/play/<int:number>/<int:table>/", sheet_views.sheet, name="sheet"),
    path("<slug:code>/play/<int:number>/<int:table>/rows/", sheet_rows.rows, name="rows"),
    path("<slug:code>/play/<int:number>/<int:table>/rows/<int:hand>/", sheet_views.row_story, name="row_story"),
    path("<slug:code>/play/<int:number>/<int:table>/state/", sheet_rows.sheet_state, name="sheet_state"),
    path("<slug:code>/play/<int:number>/<int:table>/reading/", paper_views.reading, name="reading"),
    path(
        "<slug:code>/play/<int:number>/<int:table>/reading/figures/", paper_views.reading_figures,
        name="reading_figures",
    ),
    path("<slug:code>/play/<int:number>/<int:table>/readings/", paper_views.readings, name="readings"),
    path("<slug:code>/play/<int:number>/<int:table>/history/", history_views.history, name="history"),
    path("<slug:code>/play/<int:number>/<int:table>/seats/", seat_report_views.seats, name="seat_report"),
    path("<slug:code>/play/<int:number>/<int:table>/rule/", ruling_views.rule, name="rule"),
    path("<slug:code>/play/<int:number>/<int:table>/redeals/", redeal_views.redeals, name="redeals"),
    path("<slug:code>/play/<int:number>/<int:table>/judge/<int:hand>/", judge_views.judge_hand, name="judge"),
    path("<slug:code>/rulings/", ruling_views.rulings, name="rulings"),
    path("<slug:code>/rulings/annul/", ruling_views.annul, name="annul_hand"),
    path("<slug:code>/rulings/new/", ruling_views.find_ruling, name="find_ruling"),
    path("<slug:code>/rulings/<int:pk>/revoke/", ruling_views.revoke, name="revoke_ruling"),
    path("<slug:code>/standings/", standing_views.standings, name="standings"),
    path("<slug:code>/standings/<slug:kind>/", standing_views.download, name="standings_file"),
    path("<slug:code>/copy/", backup_views.copy, name="copy"),
    path("<slug:code>/log/", log_views.log, name="log"),
    path("<slug:code>/log/paper/", log_views.log_paper, name="log_paper"),
]
