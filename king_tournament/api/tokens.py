"""Signing in of programs by a token of the tokens' page, under its limits."""

import hashlib
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import TokenAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from ground.roles import limit
from king_tournament.models import ApiToken

NOTED_EVERY = timedelta(minutes=1)
"""How often the last use is written down at most."""


def digest_of(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


class LimitedTokenAuthentication(TokenAuthentication):
    """Authentication by ``Authorization: Bearer …``, which generated clients send, or by ``Token
    …``.
    """

    def authenticate(self, request: Request) -> Any:
        scheme, *_key = get_authorization_header(request).split(maxsplit=1) or [b""]
        self.keyword = "Token" if scheme.lower() == b"token" else "Bearer"
        return super().authenticate(request)

    def authenticate_credentials(self, key: str) -> Any:
        tokens = ApiToken.objects.select_related("user").filter(ended_at=None)
        token = tokens.filter(digest=digest_of(key), user__is_active=True).first()
        if token is None:
            raise AuthenticationFailed(_("There is no such token, or it has ended."))
        now = timezone.now()
        used = token.last_used_at
        if used is None or not now - NOTED_EVERY <= used <= now:
            ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
        limit(token.user, token.roles, token.evening)
        return token.user, token


class BearerScheme(OpenApiAuthenticationExtension):
    """Token in the schema, of a kind that every client generator knows."""

    target_class = LimitedTokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}
