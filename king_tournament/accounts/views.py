"""The front door, signing in, and the accounts page."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import get_user_model, login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.views import LoginView, redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from king_tournament.accounts import services
from king_tournament.accounts.forms import AccountForm, FirstAccountForm, RolesForm, SignInForm
from king_tournament.accounts.roles import ORGANIZER, SHORT_NAMES, VISITOR, role_required, visits
from king_tournament.demo import Stage, make_demo
from king_tournament.desk.rule_systems import grouped
from king_tournament.desk.tournament_views import STAGES
from king_tournament.live.views import front_page
from tournaments.services import offered_rules


def front(request: HttpRequest) -> HttpResponse:
    """The evenings; on an installation without any account, the form that makes the first one."""
    if not request.user.is_authenticated and not services.any_account_exists():
        return first_account(request)
    return front_page(request)


class Login(LoginView):
    """Sign in. Someone already signed in goes on to where they were going."""

    template_name = "accounts/login.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """On an installation without any account there is nobody to sign in: make the first one."""
        if not services.any_account_exists():
            return redirect("first_account")
        return super().dispatch(request, *args, **kwargs)


def sign_in_to_administration(request: HttpRequest) -> HttpResponse:
    """The administration has no door of its own: one page signs in, and counts."""
    if request.user.is_authenticated:
        raise PermissionDenied(_("Your account does not have the role that this page needs."))
    return redirect_to_login(request.GET.get("next") or reverse("admin:index"))


@require_http_methods(["GET", "POST"])
def first_account(request: HttpRequest) -> HttpResponse:
    """Make the first account and sign in with it; once there is one, this page leads to signing in."""
    if services.any_account_exists():
        return redirect("login")
    form = FirstAccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user = services.create_first_account(
                username=form.cleaned_data["username"], password=form.cleaned_data["password1"]
            )
        except services.FirstAccountExists:
            messages.error(request, _("Somebody made the first account a moment ago. Sign in, or ask them for one."))
            return redirect("login")
        login(request, user)
        messages.success(request, _("The account is made and you are signed in."))
        return redirect("desk:home")
    context = {"form": form, "stages": STAGES, "systems": grouped(offered_rules())}
    return render(request, "accounts/first.html", context, status=_status(form))


@require_POST
def first_look(request: HttpRequest) -> HttpResponse:
    """A trial evening for whoever has no account yet: signed in as a visitor until the first account is made."""
    stage, ruleset = request.POST.get("stage", ""), request.POST.get("ruleset", "lab12")
    if stage not in STAGES or ruleset not in offered_rules():
        return redirect("front")
    try:
        visitor = services.open_visit()
    except services.FirstAccountExists:
        return redirect("login")
    login(request, visitor)
    made = make_demo(stage=Stage(stage), seed=1, author=visitor, ruleset=ruleset, language=get_language())
    messages.success(request, _("A trial evening with invented players is ready."))
    return redirect("desk:tournament", made.code)


@role_required(ORGANIZER)
@require_http_methods(["GET", "POST"])
def accounts(request: HttpRequest) -> HttpResponse:
    """Everybody who may sign in, and the form that adds one."""
    if visits(request.user):
        return redirect("first_account")
    form = AccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        user = services.create_account(
            username=form.cleaned_data["username"],
            password=form.cleaned_data["password1"],
            roles=form.cleaned_data["roles"],
            by=request.user,
        )
        messages.success(request, _("The account “%(name)s” is made.") % {"name": user.get_username()})
        return redirect("accounts")
    users = get_user_model().objects.exclude(groups__name=VISITOR).order_by("-is_active", "username")
    rows = [
        (user, [name for role, name in SHORT_NAMES.items() if role in {group.name for group in user.groups.all()}])
        for user in users.prefetch_related("groups")
    ]
    return render(request, "accounts/accounts.html", {"form": form, "rows": rows}, status=_status(form))


@role_required(ORGANIZER)
@require_http_methods(["GET", "POST"])
def account(request: HttpRequest, pk: int) -> HttpResponse:
    """What one account may do."""
    user = get_object_or_404(get_user_model().objects.exclude(groups__name=VISITOR), pk=pk)
    held = [group.name for group in user.groups.all()]
    form = RolesForm(request.POST or None, initial={"roles": held, "active": user.is_active})
    if request.method == "POST" and form.is_valid():
        try:
            services.change_account(
                user=user, roles=form.cleaned_data["roles"], active=form.cleaned_data["active"], by=request.user
            )
        except services.LastOrganizer:
            form.add_error(None, _("This is the last organizer. Make somebody else an organizer first."))
        else:
            messages.success(request, _("The account “%(name)s” is changed.") % {"name": user.get_username()})
            return redirect("accounts")
    return render(request, "accounts/account.html", {"form": form, "account": user}, status=_status(form))


@login_required
@require_http_methods(["GET", "POST"])
def change_password(request: HttpRequest) -> HttpResponse:
    """Change one's own password and stay signed in."""
    form = PasswordChangeForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        update_session_auth_hash(request, form.save())
        messages.success(request, _("Your password is changed."))
        return redirect("front")
    return render(request, "accounts/password.html", {"form": form}, status=_status(form))


def _status(form: object) -> int:
    """422 for a form that comes back with something to put right, so that programs and htmx see it."""
    return 422 if getattr(form, "errors", None) else 200
