"""Backups as pages show them: which exist, and what this account may do."""

from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest

from ground.copies import copy_files, second_folder, second_waits
from ground.program import installed_name, site_command
from ground.roles import ORGANIZER, holds
from ground.trouble import trouble
from night.backup import can_copy, last_copies, may_fill_second_folder


def page_of_copies(request: HttpRequest, user: User) -> dict[str, Any]:
    """Context of ``desk/_safety_copy.html``: existing backups, and what this account may do."""
    second = second_folder()
    return {
        "can_copy": can_copy(),
        "kept": copy_files(),
        "second": request.POST.get("place", second.parent if second else ""),
        "may_confirm": second_waits() and may_fill_second_folder(user),
        "is_organizer": holds(user, ORGANIZER),
        "is_installed": bool(installed_name()),
        "restore": site_command("restore king-….zip"),
    }


def trouble_of_installation(request: HttpRequest) -> dict[str, Any]:
    """Context for the desk's templates: the state of the installation, read only if it is shown."""
    return {
        "installation_trouble": trouble,
        "last_copies": last_copies,
        "second_copy_waits": second_waits,
    }
