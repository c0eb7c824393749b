"""Plays the evening of ``evening.py`` through the client that openapi-generator makes."""

from __future__ import annotations

import inspect
from typing import Any

import king_client
from evening import main


class Client:
    def __init__(self, site: str) -> None:
        self.settings = king_client.Configuration(host=site)
        self.sign_in("")

    def sign_in(self, token: str) -> None:
        self.settings.access_token = token or None
        connection = king_client.ApiClient(self.settings)
        self.operations = [king_client.TournamentsApi(connection), king_client.TokenApi(connection)]

    def call(self, operation: str, form: dict[str, Any] | None = None, **where: Any) -> Any:
        methods = (getattr(group, operation, None) for group in self.operations)
        method = next(filter(None, methods))
        parameters = inspect.signature(method).parameters
        if form is not None:
            [body] = [name for name in parameters if name.endswith("_body")]
            model = getattr(king_client, "".join(map(str.capitalize, body.split("_"))))
            where[body] = model.from_dict(form)
        return method(**where).to_dict()


main(Client)
