"""A program with a role that calls the API, and the list of all steps that need a role."""

from __future__ import annotations

import json
from typing import Any

from django.contrib.auth.models import User
from drf_spectacular.generators import SchemaGenerator

from tests.accounts import account, browser_of
from tournaments.models import Tournament

OPEN = ("/api/tables/", "/api/simultaneous/", "/api/token")


class Program:
    """API client of a new account with these roles."""

    def __init__(self, *roles: str) -> None:
        self.user = account(f"program {User.objects.count()}", *roles)
        self.client = browser_of(self.user)

    def post(self, address: str, _headers: dict[str, str] | None = None, **body: Any) -> Any:
        return self.client.post(
            f"/api/{address}", json.dumps(body), "application/json", headers=_headers or {}
        )


def of(evening: Tournament, tail: str = "") -> str:
    return f"tournaments/{evening.code}/{tail}"


def steps() -> dict[str, Any]:
    """Return the POST operations that need a role, by path below ``/api/``."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
    return {
        path.removeprefix("/api/"): methods["post"]
        for path, methods in schema["paths"].items()
        if "post" in methods and not path.startswith(OPEN)
    }
