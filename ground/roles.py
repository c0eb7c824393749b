"""Roles of the people at the desk. There are four. An organizer who plays must be able to run the
evening without seeing a card, so nothing implies ``dealing``, not even a superuser's flag. A role
is held always, or in one evening until it is closed.
"""

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _, gettext_lazy
from django_htmx.http import HttpResponseClientRedirect

DEALING = "dealing"
"""The group of those who prepare the boards. Nothing implies it, not even a superuser's flag."""

ORGANIZER = "organizer"
ARBITER = "arbiter"
HELPER = "helper"

VISITOR = "visitor"
"""Group of people who look around before this installation has an account. It is not a role."""

RESET = "password-reset"
"""Group of accounts whose password somebody else has set, until the owner changes it. It is not a
role."""

ROLES = {
    ORGANIZER: gettext_lazy("Organizer: runs the evening, from the entries to the prizes"),
    ARBITER: gettext_lazy(
        "Arbiter: enters and seats players, rules, corrects sheets, closes a partita"
    ),
    DEALING: gettext_lazy("Dealing: may see the boards before they are played"),
    HELPER: gettext_lazy("Helper: types sheets, and sees nothing else"),
}

SHORT_NAMES = {
    ORGANIZER: gettext_lazy("organizer"),
    ARBITER: gettext_lazy("arbiter"),
    DEALING: gettext_lazy("dealing"),
    HELPER: gettext_lazy("helper"),
}


def evening_role(role: str, code: str) -> str:
    return f"{role}@{code}"


def _groups_of(user: Any) -> frozenset[str]:
    """Names of the user's groups; empty for inactive accounts and strangers. Takes one query,
    cached on the user object for the request.
    """
    if not user.is_authenticated or not user.is_active:
        return frozenset()
    if not hasattr(user, "_king_groups"):
        user._king_groups = frozenset(user.groups.values_list("name", flat=True))
    groups: frozenset[str] = user._king_groups
    return groups


def roles_held_by(user: Any, evening: str = "") -> frozenset[str]:
    groups = _groups_of(user)
    roles = frozenset(
        role for role in ROLES if not groups.isdisjoint((role, evening_role(role, evening)))
    )
    if user.is_superuser and user.is_active:
        roles |= {ORGANIZER, ARBITER}
    return roles & may_act_as(user, evening)


def limit(user: Any, roles: Iterable[str], evening: str) -> None:
    """Restrict this request to the token's roles and, if it names one, to its tournament."""
    user._king_limit = frozenset(roles), evening


def may_act_as(user: Any, evening: str) -> frozenset[str]:
    """Roles that this request may use: all, unless a program signed in with a token for fewer roles
    or for another evening.
    """
    roles, only = getattr(user, "_king_limit", (frozenset(ROLES), ""))
    return roles if only in ("", evening) else frozenset()


def evenings_of(user: Any) -> dict[str, list[str]]:
    """Roles held in one evening only, by the evening's code."""
    evenings: dict[str, list[str]] = {}
    for role in ROLES:
        for name in sorted(_groups_of(user)):
            if name.startswith(evening_role(role, "")):
                evenings.setdefault(name.removeprefix(evening_role(role, "")), []).append(role)
    return evenings


def visits(user: Any) -> bool:
    return VISITOR in _groups_of(user)


def holds(user: Any, *roles: str, evening: str = "") -> bool:
    return bool(roles_held_by(user, evening) & set(roles))


def _evening_of(request: HttpRequest) -> str:
    match = request.resolver_match
    if match is None or not match.route.startswith(("desk/<slug:code>/", "live/<code:code>/")):
        return ""
    return str(match.kwargs["code"]).lower()


def _login_redirect(request: HttpRequest) -> HttpResponse:
    """Redirect to the login page. A fragment for htmx redirects the whole page. A form is not sent
    again afterwards: the page says that nothing was saved. The script of a sheet keeps its rows and
    says so itself.
    """
    htmx = getattr(request, "htmx", None)
    if request.method == "POST" and (htmx or "text/html" in request.headers.get("Accept", "")):
        messages.warning(
            request,
            _("You had been signed out, so nothing was saved. Sign in, then do it again."),
        )
    if not htmx:
        return redirect_to_login(request.get_full_path())
    try:
        back = htmx.current_url_abs_path or "/"
    except ValueError:  # no browser sends such an address
        back = "/"
    return HttpResponseClientRedirect(redirect_to_login(back).url)


def role_required(*roles: str, always: bool = False, anywhere: bool = False) -> Callable[..., Any]:
    """Require one of these roles. Strangers are sent to the login page; others read the reason
    (403). On an evening's page a role in that evening is enough, unless it has to be held
    ``always``. With ``anywhere``, a role in any evening is enough.
    """

    def guard(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                return _login_redirect(request)
            evening = "" if always else _evening_of(request)
            if not holds(request.user, *roles, evening=evening) and not (
                anywhere and evenings_of(request.user)
            ):
                raise PermissionDenied(
                    _("Your account does not have the role that this page needs.")
                )
            return view(request, *args, **kwargs)

        return guarded

    return guard


def roles_of_reader(request: HttpRequest) -> dict[str, Any]:
    """Context for templates: ``roles`` in the page's evening; ``club_roles`` are held in every
    evening.
    """
    user = getattr(request, "user", None)
    if user is None:
        return {"roles": frozenset(), "club_roles": frozenset(), "visiting": False}
    roles = roles_held_by(user, _evening_of(request))
    return {
        "roles": roles,
        "club_roles": roles_held_by(user),
        "runs": bool(roles & {ORGANIZER, ARBITER}),
        "at_the_desk": bool(roles or evenings_of(user)),
        "visiting": visits(user),
    }


def holds_role(user: Any, role: str, evening: str) -> bool:
    """Whether the user holds the role, always or in the evening with this code. False for None and
    for strangers.
    """
    if user is None or not user.is_authenticated or not user.is_active:
        return False
    if role not in may_act_as(user, evening):
        return False
    return bool(user.groups.filter(name__in=[role, evening_role(role, evening)]).exists())


def holds_dealing(user: Any, evening: str = "") -> bool:
    return holds_role(user, DEALING, evening)
