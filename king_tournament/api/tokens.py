"""Signing in of programs by a token of the tokens' page, under its limits."""

import hashlib
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.authentication import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from ground.roles import limit
from king_tournament.models import ApiToken

NOTED_EVERY = timedelta(minutes=1)
"""How often the last use is written down at most."""


def digest_of(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


class LimitedTokenAuthentication(TokenAuthentication):
    def authenticate_credentials(self, key: str) -> Any:
        tokens = ApiToken.objects.select_related("user").filter(ended_at=None)
        token = tokens.filter(digest=digest_of(key), user__is_active=True).first()
        if token is None:
            raise AuthenticationFailed(_("There is no such token, or it has ended."))
        now = timezone.now()
        if token.last_used_at is None or token.last_used_at < now - NOTED_EVERY:
            ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
        limit(token.user, token.roles, token.evening)
        return token.user, token
