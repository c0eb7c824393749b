"""Plays the evening of ``evening.py`` through the client that openapi-python-client makes."""

from __future__ import annotations

import importlib
from typing import Any, get_type_hints

import king_client
from evening import main


class Client:
    def __init__(self, site: str) -> None:
        self.site = site
        self.sign_in("")

    def sign_in(self, token: str) -> None:
        about: dict[str, Any] = {
            "base_url": self.site,
            "raise_on_unexpected_status": True,
            "timeout": 60,
        }
        if token:
            self.client = king_client.AuthenticatedClient(token=token, **about)
        else:
            self.client = king_client.Client(**about)

    def call(self, operation: str, form: dict[str, Any] | None = None, **where: Any) -> Any:
        group = "token" if operation == "token" else "tournaments"
        module = importlib.import_module(f"king_client.api.{group}.{operation}")
        if form is not None:
            hint = get_type_hints(module.sync_detailed)["body"]
            [model] = [
                kind for kind in getattr(hint, "__args__", (hint,)) if hasattr(kind, "from_dict")
            ]
            where["body"] = model.from_dict(form)
        answer = module.sync_detailed(client=self.client, **where)
        if answer.status_code != 200:
            raise SystemExit(f"{operation}: {answer.content.decode()}")
        return answer.parsed.to_dict()


main(Client)
