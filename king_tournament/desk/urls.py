"""The desk: the evenings, then one evening's pages in the order of the night; ``urls_play`` has its second half."""

from __future__ import annotations

from django.urls import path

from king_tournament.desk import (
    call_views,
    edition_views,
    import_views,
    player_views,
    roster_views,
    seating_views,
    tournament_views,
    wind_views,
)
from king_tournament.desk.urls_play import urlpatterns as play_patterns

app_name = "desk"
urlpatterns = [
    path("", tournament_views.home, name="home"),
    path("new/", tournament_views.new, name="new"),
    path("demo/", tournament_views.demo, name="demo"),
    path("calls/", call_views.calls, name="calls_everywhere"),
    path("roster/", roster_views.roster, name="roster"),
    path("roster/new/", roster_views.add, name="roster_add"),
    path("roster/import/", import_views.import_roster, name="roster_import"),
    path("roster/<int:pk>/", roster_views.player, name="roster_player"),
    path("rules/", edition_views.rules, name="rules"),
    path("rules/<slug:code>/", edition_views.rules_page, name="rules_page"),
    path("editions/", edition_views.editions, name="editions"),
    path("editions/new/", edition_views.new, name="edition_new"),
    path("editions/import/", edition_views.import_file, name="edition_import"),
    path("editions/<slug:code>/", edition_views.edition, name="edition"),
    path("editions/<slug:code>/decide/", edition_views.decide, name="edition_decide"),
    path("editions/<slug:code>/edition.json", edition_views.export, name="edition_export"),
    path("<slug:code>/", tournament_views.tournament, name="tournament"),
    path("<slug:code>/close/", tournament_views.close, name="close"),
    path("<slug:code>/remove/", tournament_views.remove_trial, name="remove_trial"),
    path("<slug:code>/settings/", tournament_views.settings, name="settings"),
    path("<slug:code>/players/", player_views.players, name="players"),
    path("<slug:code>/players/find/", player_views.find, name="find_players"),
    path("<slug:code>/players/enter/", player_views.enter, name="enter"),
    path("<slug:code>/players/new/", player_views.enter_new, name="enter_new"),
    path("<slug:code>/players/paste/", player_views.paste, name="paste"),
    path("<slug:code>/players/house/", player_views.add_house, name="add_house"),
    path("<slug:code>/players/<int:number>/", player_views.entry, name="entry"),
    path("<slug:code>/import/", import_views.import_entries, name="import"),
    path("<slug:code>/winds/", wind_views.winds, name="winds"),
    path("<slug:code>/winds/draw/", wind_views.draw, name="draw"),
    path("<slug:code>/winds/type/", wind_views.type_in, name="type_winds"),
    path("<slug:code>/winds/change/", wind_views.change, name="change_wind"),
    path("<slug:code>/seating/<int:number>/", seating_views.seating, name="seating"),
    path("<slug:code>/seating/<int:number>/plan/", seating_views.plan, name="plan_seating"),
    path("<slug:code>/seating/<int:number>/swap/", seating_views.swap, name="swap_seats"),
    path("<slug:code>/seating/<int:number>/publish/", seating_views.publish, name="publish_seating"),
    path("<slug:code>/seating/<int:number>/withdraw/", seating_views.withdraw, name="withdraw_seating"),
    path("<slug:code>/seating/<int:number>/substitute/", seating_views.substitute, name="substitute"),
    *play_patterns,
]
