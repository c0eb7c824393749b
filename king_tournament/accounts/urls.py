"""Signing in and out, the first account, and everybody's."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from king_tournament.accounts import programs, views

urlpatterns = [
    path("", views.accounts, name="accounts"),
    path("first", views.first_account, name="first_account"),
    path("first/look", views.first_look, name="first_look"),
    path("login", views.Login.as_view(), name="login"),
    path("logout", LogoutView.as_view(), name="logout"),
    path("tokens", programs.tokens, name="tokens"),
    path("tokens/<int:pk>/end", programs.end_token, name="end_token"),
    path("tokens/webhook", programs.make_webhook, name="make_webhook"),
    path("tokens/webhook/<int:pk>/end", programs.end_webhook, name="end_webhook"),
    path("password", views.change_password, name="change_password"),
    path("<int:pk>", views.account, name="account"),
]
