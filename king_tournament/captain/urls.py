"""The phone at a table: find the table by its code, then one page for the whole partita."""

from django.urls import path

from king_tournament.attempts import counted_code

from . import views

app_name = "captain"

urlpatterns = [
    path("", counted_code(views.find), name="find"),
    path("worker.js", views.worker, name="worker"),
    path("<str:code>/", counted_code(views.place), name="place"),
    path("<str:code>/<int:number>/", counted_code(views.sheet), name="sheet"),
    path("<str:code>/<int:number>/state", views.state, name="state"),
    path("<str:code>/<int:number>/rows", counted_code(views.enter), name="rows"),
    path("<str:code>/<int:number>/hand-in", counted_code(views.hand_in), name="hand_in"),
    path("<str:code>/<int:number>/call", counted_code(views.call), name="call"),
    path("<str:code>/<int:number>/fault", counted_code(views.fault), name="fault"),
    path("<str:code>/<int:number>/seats", counted_code(views.seats), name="seats"),
    path(
        "<str:code>/<int:number>/first-dealer",
        counted_code(views.first_dealer),
        name="first_dealer",
    ),
    path(
        "<str:code>/<int:number>/was-handed-in",
        counted_code(views.was_handed_in),
        name="was_handed_in",
    ),
    path("<str:code>/<int:number>/sign", counted_code(views.sign), name="sign"),
]
