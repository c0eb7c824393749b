"""Simultaneous events: at the centre, in a hall, and what everybody reads."""

from django.urls.resolvers import URLPattern

app_name = "simultaneous"
urlpatterns: list[URLPattern] = []
