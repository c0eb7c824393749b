"""The rule systems, for everybody."""

from __future__ import annotations

from django.urls import path

from king_tournament import rulebook_views

app_name = "rulebook"
urlpatterns = [
    path("", rulebook_views.all_systems, name="all"),
    path("<slug:code>/", rulebook_views.system_page, name="page"),
]
