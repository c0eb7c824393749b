"""The addresses that the hall's televisions are opened at."""

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from frame import page
from frame.page import DeskRequest
from ground.addresses import public_address
from screens.pages.screen import Role


@page.staff_only
@require_safe
def addresses(request: DeskRequest, code: str) -> HttpResponse:
    tournament = page.find_tournament(code)
    address = public_address(request)
    shown = {
        role: address + reverse("screens:hall", args=() if role == Role.FOLLOW else (role.value,))
        for role in Role
    }
    return page.desk_page(
        request, "screens/addresses.html", tournament, addresses=shown, address=address
    )
