"""The phone at a table: find the table by its code, then one page for the whole partita."""

from django.urls import path

from . import views

app_name = "captain"

urlpatterns = [
    path("", views.find, name="find"),
    path("worker.js", views.worker, name="worker"),
    path("<str:code>/", views.place, name="place"),
    path("<str:code>/<int:number>/", views.sheet, name="sheet"),
    path("<str:code>/<int:number>/state", views.state, name="state"),
    path("<str:code>/<int:number>/rows", views.enter, name="rows"),
    path("<str:code>/<int:number>/hand-in", views.hand_in, name="hand_in"),
    path("<str:code>/<int:number>/call", views.call, name="call"),
    path("<str:code>/<int:number>/fault", views.fault, name="fault"),
    path("<str:code>/<int:number>/seats", views.seats, name="seats"),
    path("<str:code>/<int:number>/was-handed-in", views.was_handed_in, name="was_handed_in"),
    path("<str:code>/<int:number>/sign", views.sign, name="sign"),
]
