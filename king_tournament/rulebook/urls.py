"""The rule systems, for everybody."""

from django.urls import path

from king_tournament.rulebook import views

app_name = "rulebook"
urlpatterns = [
    path("", views.all_systems, name="all"),
    path("<slug:code>/", views.system_page, name="page"),
]
