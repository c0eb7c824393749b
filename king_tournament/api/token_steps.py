"""Tokens for programs that make their own: by an account's name and password, under the limits of
signing in, and by the rules of the tokens' page.
"""

from typing import Any

from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _, gettext_lazy
from rest_framework.exceptions import APIException, NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import (
    CharField,
    ChoiceField,
    DateTimeField,
    IntegerField,
    ListField,
    Serializer,
)

from ground.roles import ROLES
from king_tournament import attempts
from king_tournament.accounts import services
from king_tournament.accounts.programs import TokenForm, held_anywhere, seen_by
from king_tournament.api.refusals import object_of
from king_tournament.api.shapes import paginate
from king_tournament.api.steps import first_of
from king_tournament.api.steps.bodies import Body, text
from king_tournament.api.views import BAD, operation
from king_tournament.models import ApiToken, Attempt


class WrongPassword(APIException):
    status_code = 401
    default_code = "wrong_password"
    auth_header = "Bearer"


class TooManyAttempts(APIException):
    status_code = 429
    default_code = "too_many"


class TokenBody(Body):
    """An account, and the limits of the token that is made for it."""

    name = CharField(max_length=150, help_text=gettext_lazy("The account's name."))
    password = CharField(max_length=4096, trim_whitespace=False)
    program = text(gettext_lazy("What the program is called, on the page of the tokens."), 60)
    roles = ListField(
        child=ChoiceField(choices=list(ROLES)),
        required=False,
        help_text=gettext_lazy("No more than these; without it, all that the account has."),
    )
    evening = text(gettext_lazy("An evening's code; without it, every evening."), 12)


class NewTokenShape(Serializer):
    """A token, which is shown once: `Authorization: Bearer …`."""

    token = CharField()
    program = CharField()
    roles = ListField(child=ChoiceField(choices=list(ROLES)))
    evening = CharField(allow_blank=True, help_text=gettext_lazy("Its code; empty: every evening."))


class TokenShape(Serializer):
    """A token as the page of the tokens has it; never the key."""

    id = IntegerField(source="pk")
    program = CharField(source="name")
    account = CharField(source="user.username")
    roles = ListField(child=ChoiceField(choices=list(ROLES)))
    evening = CharField(allow_blank=True, help_text=gettext_lazy("Its code; empty: every evening."))
    made_at = DateTimeField()
    last_used_at = DateTimeField(allow_null=True)
    ended_at = DateTimeField(allow_null=True)


@operation(
    gettext_lazy("Make a token with a name and a password"),
    NewTokenShape,
    body=TokenBody,
    by_card=True,
    refused=(*BAD, 401, 422),
)
def token(request: Request) -> Response:
    """Signs in once, as on the page, and answers with the token, which is kept nowhere."""
    body = TokenBody(data=object_of(request.data))
    body.is_valid(raise_exception=True)
    sent = body.validated_data
    user = _signed_in(request, sent["name"], sent["password"])
    data = {
        "name": sent.get("program") or "API",
        "roles": sent.get("roles") or sorted(held_anywhere(user)),
        "evening": sent.get("evening", ""),
    }
    form = TokenForm(data, user)
    if not form.is_valid():
        errors = form.errors.as_data()
        raise ValidationError(
            {{"name": "program"}.get(name, name): errors[name] for name in errors}
        )
    answer = {
        "token": services.make_token(user=user, **form.cleaned_data),
        "program": data["name"],
        "roles": sorted(data["roles"]),
        "evening": data["evening"],
    }
    return Response(NewTokenShape(answer).data, headers={"Cache-Control": "no-store"})


def _signed_in(request: Request, name: str, password: str) -> Any:
    attempt = attempts.begin(Attempt.Kind.SIGN_IN, request, name)
    if attempt is None:
        raise TooManyAttempts(_("Too many attempts. Wait five minutes, then try again."))
    user = authenticate(request, username=name, password=password)
    if user is None:
        raise WrongPassword(_("There is no such account, or this is not its password."))
    attempts.forget_misses(attempt)
    return user


@operation(gettext_lazy("The tokens of programs"), TokenShape, paged=True, refused=(401, 403, 404))
def tokens(request: Request) -> Response:
    """One's own; an organizer sees everybody's."""
    return paginate(request, seen_by(_known(request), ApiToken.objects), TokenShape)


@operation(gettext_lazy("End a token"), TokenShape, body=Body, refused=(*BAD, 401, 403, 404, 422))
def token_end(request: Request, number: int) -> Response:
    """End a token; it may be the one of this request. It signs nobody in any more."""
    user = _known(request)
    Body(data=object_of(request.data)).is_valid(raise_exception=True)
    ended = first_of(
        seen_by(user, ApiToken.objects).filter(pk=number), gettext_lazy("There is no such token.")
    )
    services.end_token(token=ended, by=user)
    return Response(TokenShape(ended).data)


def _known(request: Request) -> Any:
    if not request.user.is_authenticated:
        raise NotAuthenticated
    return request.user
