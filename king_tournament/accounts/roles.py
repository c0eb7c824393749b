"""The roles of the people at the desk, and the one way to ask for them.

Three, apart on purpose: an organizer who plays must be able to run the evening without being able to see a card.
Nothing implies ``dealing``, not even a superuser's flag.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_htmx.http import HttpResponseClientRedirect

from deals.access import DEALING

ORGANIZER = "organizer"
ARBITER = "arbiter"

VISITOR = "visitor"
"""The group, no role, of whoever looks around before this installation has an account."""

ROLES = {
    ORGANIZER: gettext_lazy("Organizer: runs the evening, from the entries to the prizes"),
    ARBITER: gettext_lazy("Arbiter: rules, corrects sheets, closes a partita"),
    DEALING: gettext_lazy("Dealing: may see the boards before they are played"),
}

SHORT_NAMES = {
    ORGANIZER: gettext_lazy("organizer"),
    ARBITER: gettext_lazy("arbiter"),
    DEALING: gettext_lazy("dealing"),
}


def roles_held_by(user: Any) -> frozenset[str]:
    """The roles of ``user``; empty for a stranger. One query, remembered on the user object for the request."""
    if not user.is_authenticated or not user.is_active:
        return frozenset()
    if not hasattr(user, "_king_roles"):
        groups = set(user.groups.values_list("name", flat=True))
        user._king_visits = VISITOR in groups
        held = groups & set(ROLES)
        user._king_roles = frozenset(held | {ORGANIZER, ARBITER} if user.is_superuser else held)
    return user._king_roles


def visits(user: Any) -> bool:
    """Whether ``user`` only looks around, with no account of anybody's; no query beside the one of the roles."""
    return bool(roles_held_by(user)) and user._king_visits


def holds(user: Any, *roles: str) -> bool:
    """Whether ``user`` holds at least one of ``roles``."""
    return bool(roles_held_by(user) & set(roles))


def _to_signing_in(request: HttpRequest) -> HttpResponse:
    """To the page for signing in, and back. A fragment asked for by htmx takes the whole page there, not its place.

    What a button sent is not sent again from there: whoever signs in reads that it was not saved. The script of a sheet
    keeps its rows and says so itself.
    """
    htmx = getattr(request, "htmx", None)
    if request.method == "POST" and (htmx or "text/html" in request.headers.get("Accept", "")):
        messages.warning(request, _("You had been signed out, so nothing was saved. Sign in, then do it once more."))
    if not htmx:
        return redirect_to_login(request.get_full_path())
    try:
        back = htmx.current_url_abs_path or "/"
    except ValueError:  # no browser sends such an address
        back = "/"
    return HttpResponseClientRedirect(redirect_to_login(back).url)


def role_required(*roles: str) -> Callable[..., Any]:
    """Let a view be used by holders of one of ``roles``; a stranger signs in first, others read why not (403)."""

    def guard(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                return _to_signing_in(request)
            if not holds(request.user, *roles):
                raise PermissionDenied(_("Your account does not have the role that this page needs."))
            return view(request, *args, **kwargs)

        return guarded

    return guard


def roles_of_reader(request: HttpRequest) -> dict[str, Any]:
    """For templates: ``{% if "arbiter" in roles %}``, and ``visiting``."""
    user = getattr(request, "user", None)
    if user is None:
        return {"roles": frozenset(), "visiting": False}
    return {"roles": roles_held_by(user), "visiting": visits(user)}
