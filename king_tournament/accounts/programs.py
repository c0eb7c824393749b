"""Tokens, with which programs sign in, and webhooks, which call them."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from frame.page import DeskRequest, tell
from ground import roles
from ground.roles import ORGANIZER, ROLES, SHORT_NAMES, evenings_of
from king_tournament.accounts import services
from king_tournament.accounts.views import EveningField, RolesField, moment, status_of
from king_tournament.models import ApiToken, Webhook
from tournaments.models import Tournament
from wording.sentences import refusal


def held_anywhere(user: Any) -> frozenset[str]:
    """Roles that the account holds always or in any evening."""
    return roles.roles_held_by(user).union(*evenings_of(user).values())


class _NamedForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("What the program is called"),
        max_length=60,
        help_text=gettext_lazy("So that you know later which one to end."),
    )
    evening = EveningField(required=False, empty_label=gettext_lazy("every evening"))


class TokenForm(_NamedForm):
    """Form of a token, limited to roles that the account holds, in one evening or in all."""

    roles = RolesField()

    def __init__(self, data: Any, user: Any) -> None:
        super().__init__(data)
        own_roles = held_anywhere(user)
        self.fields["roles"].choices = [  # type: ignore[attr-defined]
            (role, words) for role, words in ROLES.items() if role in own_roles
        ]


class WebhookForm(_NamedForm):
    """Form of a webhook, limited to evenings that the account organizes, or all."""

    url = forms.CharField(
        label=gettext_lazy("Address that is called"),
        max_length=500,
        help_text=gettext_lazy("http:// or https://; a machine in your own network is possible."),
    )
    field_order = ("name", "url")

    def __init__(self, data: Any, user: Any) -> None:
        super().__init__(data, prefix="webhook")
        if not roles.holds(user, ORGANIZER):
            evening: Any = self.fields["evening"]
            own = [code for code, roles in evenings_of(user).items() if ORGANIZER in roles]
            evening.queryset = evening.queryset.filter(code__in=own)
            evening.required, evening.empty_label = True, None

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"]
        try:
            parts = urlsplit(url)
            plain = url.isascii() and url.isprintable() and " " not in url and parts.port != 0
        except ValueError:
            plain = False
        if (
            not plain
            or parts.scheme not in ("http", "https")
            or not parts.hostname
            or parts.username
        ):
            raise refusal(gettext_lazy("This is not an address that can be called."), "no_address")
        return url


@login_required
@require_http_methods(["GET", "POST"])
def tokens(request: DeskRequest) -> HttpResponse:
    """Page of the account's tokens: make and end them. Accounts that manage accounts see and end
    all.
    """
    form = TokenForm(request.POST or None, request.user)
    if not roles.visits(request.user) and form.is_valid():
        return _page(request, key=services.make_token(user=request.user, **form.cleaned_data))
    return _page(request, form)


@login_required
@require_POST
def make_webhook(request: DeskRequest) -> HttpResponse:
    form = WebhookForm(request.POST, request.user)
    if not roles.visits(request.user) and form.is_valid():
        return _page(request, secret=services.make_webhook(user=request.user, **form.cleaned_data))
    return _page(request, webhook_form=form)


@login_required
@require_POST
def end_token(request: DeskRequest, pk: int) -> HttpResponse:
    token = get_object_or_404(seen_by(request.user, ApiToken.objects), pk=pk)
    services.end_token(token=token, by=request.user)
    tell(request, _("The token “%(name)s” has ended."), name=token.name)
    return redirect("tokens")


@login_required
@require_POST
def end_webhook(request: DeskRequest, pk: int) -> HttpResponse:
    webhook = get_object_or_404(seen_by(request.user, Webhook.objects), pk=pk)
    services.end_webhook(webhook=webhook, by=request.user)
    tell(request, _("The webhook “%(name)s” has ended."), name=webhook.name)
    return redirect("tokens")


# --- the page


def seen_by(user: Any, rows: Any) -> Any:
    rows = rows.select_related("user")
    return rows if roles.holds(user, ORGANIZER) else rows.filter(user=user.pk)


def _page(
    request: HttpRequest,
    form: TokenForm | None = None,
    webhook_form: WebhookForm | None = None,
    **shown_once: str,
) -> HttpResponse:
    if roles.visits(request.user):
        return redirect("first_account")
    names = dict(Tournament.objects.values_list("code", "name"))
    makes_webhooks = ORGANIZER in held_anywhere(request.user)
    context = {
        "form": form or TokenForm(None, request.user),
        "token_heads": (_("Name"), _("Account"), _("Roles"), _("Evening"), _("Last used"), END),
        "tokens": [
            _line(token, names, _roles(token.roles), moment(token.last_used_at), "end_token")
            for token in seen_by(request.user, ApiToken.objects)
        ],
        "webhook_form": (webhook_form or WebhookForm(None, request.user))
        if makes_webhooks
        else None,
        "webhook_heads": (_("Name"), _("Account"), _("Address"), _("Evening"), _("Answered"), END),
        "webhooks": [
            _line(hook, names, hook.url, _answered(hook), "end_webhook")
            for hook in seen_by(request.user, Webhook.objects)
        ],
        **shown_once,
    }
    status = max(status_of(form), status_of(webhook_form))
    answer = render(request, "accounts/tokens.html", context, status=status)
    answer["Cache-Control"] = "no-store"
    return answer


END = gettext_lazy("End it")


def _line(row: Any, names: dict[str, str], what: str, last: str, end: str) -> dict[str, Any]:
    evening = names.get(row.evening, row.evening) or _("every evening")
    return {
        "name": row.name,
        "cells": (row.user.get_username(), what, evening, last),
        "end": resolve_url(end, row.pk),
        "ended": row.ended_at and moment(row.ended_at),
    }


def _roles(roles: Iterable[str]) -> str:
    return ", ".join(str(SHORT_NAMES[role]) for role in ROLES if role in roles)


def _answered(hook: Webhook) -> str:
    if not hook.answer:
        return moment(None)
    why = dict(Webhook.Failure.choices).get(hook.answer, hook.answer)
    answer = f"{why} · {moment(hook.answered_at)}"
    if hook.given_up:
        return answer + " · " + _("given up")
    if hook.failures:
        return answer + " · " + _("will be tried again")
    return answer
