"""The addresses that the hall's televisions are opened at."""

from django.http import HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.http import require_safe

from frame.page import DeskRequest, desk_page, on_evening, staff_only
from ground.addresses import public_address
from screens.pages.screen import Role
from tournaments.models import Tournament


@staff_only
@require_safe
@on_evening
def addresses(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    address = public_address(request)
    links = {
        role: address + resolve_url("screens:hall", *(() if role == Role.FOLLOW else (role.value,)))
        for role in Role
    }
    return desk_page(
        request, "screens/addresses.html", tournament, addresses=links, address=address
    )
