"""The front door, signing in, and the accounts page."""

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import (
    AuthenticationForm,
    BaseUserCreationForm,
    PasswordChangeForm,
    SetPasswordForm,
)
from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.contrib.auth.views import LoginView
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from frame.page import DeskRequest, tell
from frame.setting_fields import grouped
from ground import roles
from ground.addresses import is_from_this_machine
from ground.roles import ORGANIZER, RESET, ROLES, SHORT_NAMES, VISITOR, evenings_of, role_required
from king_tournament import attempts
from king_tournament.accounts import services
from king_tournament.demo import Stage, make_demo
from king_tournament.desk.evening.views import STAGES
from king_tournament.live.views import front_page
from king_tournament.models import Attempt
from scoring.log_check import check_log
from tournaments.editions import offered_rules
from tournaments.log import in_words
from tournaments.models import LogEntry, Tournament
from wording.sentences import refusal

LINES = 40
"""Of the log of the accounts, on their page; the command checks them all."""


def _attempt(request: HttpRequest | None, name: str) -> Attempt:
    attempt = attempts.begin(Attempt.Kind.SIGN_IN, request, name)
    if not attempt:
        raise refusal(
            gettext_lazy("Too many attempts. Wait five minutes, then try again."), "too_many"
        )
    return attempt


class SignInForm(AuthenticationForm):
    error_messages = {
        "invalid_login": gettext_lazy(
            "This name and this password do not match: type both again. Capitals matter."
        ),
        "inactive": gettext_lazy("This account may no longer sign in: ask the organizer."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = gettext_lazy("Name of the account")

    def clean(self) -> dict[str, Any]:
        attempt = _attempt(self.request, self.cleaned_data.get("username", ""))
        cleaned = super().clean()
        attempts.forget_misses(attempt)
        return cleaned


DIFFERENT = gettext_lazy("The two passwords differ: type both again.")


class OwnPasswordForm(PasswordChangeForm):
    error_messages = {
        "password_mismatch": DIFFERENT,
        "password_incorrect": gettext_lazy("This is not your password now: type it again."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password2"].help_text = ""


class FirstAccountForm(BaseUserCreationForm):
    error_messages = {"password_mismatch": DIFFERENT}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = gettext_lazy("Name of the account")
        self.fields["username"].help_text = gettext_lazy(
            "Letters and digits, no spaces. You type it when you sign in."
        )
        self.fields["username"].error_messages["unique"] = gettext_lazy(
            "There is an account with this name: choose another."
        )
        self.fields["password1"].help_text = gettext_lazy(
            "At least 8 characters; no common word, and not your name."
        )
        self.fields["password2"].help_text = ""


class FarFirstAccountForm(FirstAccountForm):
    """Form of the first account for a person who is not at the machine of the site."""

    word = forms.CharField(
        label=gettext_lazy("Word from the terminal"),
        max_length=40,
        help_text=gettext_lazy(
            "The program shows it where it was started. It is also in the file first_word of the "
            "folder where everything is kept."
        ),
    )
    field_order = ("word",)

    def __init__(self, data: Any, request: HttpRequest) -> None:
        # The link that ``new_club`` prints brings the word along.
        super().__init__(data, initial={"word": request.GET.get("word", "")})
        self.request = request
        self.fields["username"].widget.attrs.pop("autofocus", None)
        brought = bool(request.GET.get("word"))
        self.fields["username" if brought else "word"].widget.attrs["autofocus"] = True
        self.fields["word"].widget.attrs |= {
            "autocapitalize": "none",
            "autocomplete": "off",
        }

    def clean_word(self) -> str:
        attempt = _attempt(self.request, "the first account")
        word: str = self.cleaned_data["word"]
        if not constant_time_compare(word.lower(), services.first_word()):
            raise refusal(
                gettext_lazy("This is not the word that the terminal shows."), "wrong_word"
            )
        attempts.forget_misses(attempt)
        return word


class RolesField(forms.MultipleChoiceField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label=gettext_lazy("Roles"),
            choices=list(ROLES.items()),
            widget=forms.CheckboxSelectMultiple,
            error_messages={"required": gettext_lazy("Choose at least one role.")},
            **kwargs,
        )


class EveningField(forms.ModelChoiceField):
    def __init__(self, **kwargs: Any) -> None:
        evenings = Tournament.objects.filter(closed_at=None).order_by("-date", "-pk")
        super().__init__(
            evenings, to_field_name="code", label=gettext_lazy("For the evening"), **kwargs
        )

    def label_from_instance(self, evening: Tournament) -> str:
        return f"{evening.name} · {date_format(evening.date, 'SHORT_DATE_FORMAT')}"


class AccountForm(FirstAccountForm):
    roles = RolesField()
    evening = EveningField(
        required=False, empty_label=gettext_lazy("every evening, until you take them back")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The page begins with who is there already: the form below it does not take the reader to
        # itself.
        self.fields["username"].widget.attrs.pop("autofocus", None)


class RolesForm(forms.Form):
    username = forms.CharField(
        label=gettext_lazy("Name of the account"),
        max_length=150,
        required=False,
        validators=[UnicodeUsernameValidator()],
    )
    roles = RolesField(required=False)
    active = forms.BooleanField(label=gettext_lazy("May sign in"), required=False)


class EveningRolesForm(forms.Form):
    evening = EveningField(empty_label=None)
    roles = RolesField()


def front(request: HttpRequest) -> HttpResponse:
    if not request.user.is_authenticated and not services.any_account_exists():
        return first_account(request)
    return front_page(request)


class Login(LoginView):
    template_name = "accounts/login.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not services.any_account_exists():
            return redirect("first_account")
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        answer = super().form_valid(form)
        if not self.request.user.groups.filter(name=RESET).exists():
            return answer
        messages.warning(
            self.request, _("Somebody else has set this password. Choose one that only you know.")
        )
        return redirect("change_password")


@require_http_methods(["GET", "HEAD", "POST"])
def first_account(request: HttpRequest) -> HttpResponse:
    if services.any_account_exists():
        return redirect("login")
    is_here = is_from_this_machine(request)
    form = (
        FirstAccountForm(request.POST or None)
        if is_here
        else FarFirstAccountForm(request.POST or None, request)
    )
    if form.is_valid():
        try:
            user = services.create_first_account(
                username=form.cleaned_data["username"], password=form.cleaned_data["password1"]
            )
        except services.FirstAccountExists:
            messages.error(
                request,
                _("Somebody made the first account a moment ago. Sign in, or ask them for one."),
            )
            return redirect("login")
        login(request, user)
        tell(request, _("The account is made and you are signed in."))
        return redirect("desk:home")
    if not is_here:
        services.first_word()
    context = {
        "form": form,
        "stages": STAGES,
        "systems": grouped(offered_rules()),
        "is_here": is_here,
    }
    return render(request, "accounts/first.html", context, status=status_of(form))


@require_POST
def first_look(request: HttpRequest) -> HttpResponse:
    stage = request.POST.get("stage", "")
    ruleset = request.POST.get("ruleset", "lab12")
    if not is_from_this_machine(request) or stage not in STAGES or ruleset not in offered_rules():
        return redirect("front")
    try:
        visitor = services.open_visit()
    except services.FirstAccountExists:
        return redirect("login")
    login(request, visitor)
    evening = make_demo(
        stage=Stage(stage), seed=1, author=visitor, ruleset=ruleset, language=get_language()
    )
    tell(request, _("A trial evening with invented players is ready."))
    return redirect("desk:tournament", evening.code)


@role_required(ORGANIZER)
@require_http_methods(["GET", "POST"])
def accounts(request: HttpRequest) -> HttpResponse:
    if roles.visits(request.user):
        return redirect("first_account")
    form = AccountForm(request.POST or None)
    if form.is_valid():
        typed = {name: form.cleaned_data[name] for name in ("username", "roles", "evening")}
        user = services.create_account(
            **typed, password=form.cleaned_data["password1"], by=request.user
        )
        tell(request, _("The account “%(name)s” is made."), name=user.get_username())
        return redirect("accounts")
    users = User.objects.exclude(groups__name=VISITOR).order_by("-is_active", "username")
    written = LogEntry.objects.filter(tournament=None).order_by("-sequence")[:LINES]
    context = {
        "form": form,
        "heads": (_("Name"), _("Roles"), _("Last signed in")),
        "accounts": [
            {
                "name": user.get_username(),
                "url": resolve_url("account", user.pk),
                "cells": (_roles_in_words(user), moment(user.last_login)),
            }
            for user in users.prefetch_related("groups")
        ],
        "chain": check_log(None),
        "log": [(entry, in_words(entry)) for entry in written],
    }
    return render(request, "accounts/accounts.html", context, status=status_of(form))


def moment(at: datetime | None) -> str:
    if at is None:
        return _("never")
    return date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")


def _roles_in_words(user: User) -> str:
    if not user.is_active:
        return _("closed")
    groups = {group.name for group in user.groups.all()}
    always = [str(name) for role, name in SHORT_NAMES.items() if role in groups]
    words = [", ".join(always)] if always else []
    for evening, own_roles in _evenings_of(user):
        words.append(f"{evening.name}{_(': ')}{', '.join(name for _role, name in own_roles)}")
    if RESET in groups:
        words.append(_("password set by somebody else"))
    return _("; ").join(words)


def _evenings_of(user: Any) -> list[tuple[Tournament, list[tuple[str, str]]]]:
    own_evenings = evenings_of(user)
    evenings = (
        Tournament.objects.filter(code__in=own_evenings).order_by("-date", "-pk")
        if own_evenings
        else ()
    )
    return [
        (evening, [(role, str(SHORT_NAMES[role])) for role in own_evenings[evening.code]])
        for evening in evenings
    ]


@role_required(ORGANIZER)
@require_http_methods(["GET", "POST"])
def account(request: HttpRequest, pk: int) -> HttpResponse:
    user = get_object_or_404(User.objects.exclude(groups__name=VISITOR), pk=pk)
    if "new_password1" in request.POST:
        return _set_password(request, user)
    if "for-evening" in request.POST or "take" in request.POST:
        return _change_evening_roles(request, user)
    form = _roles_form(user, request.POST or None)
    if form.is_valid():
        try:
            services.change_account(user=user, by=request.user, **form.cleaned_data)
        except services.LastOrganizer:
            form.add_error(
                None, _("This is the last organizer. Make somebody else an organizer first.")
            )
        except ValidationError as error:
            form.add_error(None, error)
        else:
            tell(request, _("The account “%(name)s” is changed."), name=user.get_username())
            return redirect("accounts")
    return _account_page(request, user, status_of(form), form=form)


def _roles_form(user: Any, data: Any = None) -> RolesForm:
    roles = [group.name for group in user.groups.all()]
    return RolesForm(
        data, initial={"username": user.username, "roles": roles, "active": user.is_active}
    )


def _account_page(request: HttpRequest, user: Any, status: int, **forms: Any) -> HttpResponse:
    context = {
        "account": user,
        "form": _roles_form(user),
        "password_form": SetPasswordForm(user),
        "evening_form": EveningRolesForm(prefix="for"),
        "evenings": _evenings_of(user),
        "is_reset": user.groups.filter(name=RESET).exists(),
        **forms,
    }
    return render(request, "accounts/account.html", context, status=status)


def _change_evening_roles(request: HttpRequest, user: Any) -> HttpResponse:
    role, _at, code = request.POST.get("take", "").partition("@")
    form = EveningRolesForm(request.POST, prefix="for")
    if role:
        evening = get_object_or_404(Tournament, code=code)
        added = set()
    elif form.is_valid():
        evening = form.cleaned_data["evening"]
        added = set(form.cleaned_data["roles"])
    else:
        return _account_page(request, user, 422, evening_form=form)
    roles = ({*evenings_of(user).get(evening.code, ())} | added) - {role}
    try:
        services.change_evening_roles(user=user, evening=evening, roles=roles, by=request.user)
    except ValidationError as error:
        form.add_error(None, error)
        return _account_page(request, user, 422, evening_form=form)
    tell(request, _("The account “%(name)s” is changed."), name=user.get_username())
    return redirect("account", user.pk)


def _set_password(request: HttpRequest, user: Any) -> HttpResponse:
    if user == request.user:
        return redirect("change_password")
    form = SetPasswordForm(user, request.POST)
    if form.is_valid():
        services.reset_password(
            user=user, password=form.cleaned_data["new_password1"], by=request.user
        )
        tell(request, _("The password of “%(name)s” is set."), name=user.get_username())
        return redirect("accounts")
    return _account_page(request, user, 422, password_form=form)


@login_required
@require_http_methods(["GET", "POST"])
def change_password(request: DeskRequest) -> HttpResponse:
    form = OwnPasswordForm(request.user, request.POST or None)
    if form.is_valid():
        update_session_auth_hash(request, form.save())
        services.password_is_own(request.user)
        tell(request, _("Your password is changed."))
        return redirect("front")
    return render(request, "accounts/password.html", {"form": form}, status=status_of(form))


def status_of(form: object) -> int:
    return 422 if getattr(form, "errors", None) else 200
