"""Programs send one small JSON object, and nothing else gets further than this.

Apart from ``refusals``, which imports the framework's views while these look for the parser.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser

LARGEST_BODY = 20_000
"""Bytes. A row of a sheet has about two hundred."""


class TooLarge(APIException):
    """More than any row can be."""

    status_code = 413
    default_code = "too_large"


class SmallJSONParser(JSONParser):
    """JSON, refused where it is larger or deeper than anything that a table can mean."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The body as a value; ``ParseError`` or ``TooLarge`` where there is none."""
        request = (parser_context or {}).get("request")
        try:
            length = int(request.META.get("CONTENT_LENGTH") or 0) if request is not None else 0
        except ValueError:
            length = 0
        if length > LARGEST_BODY:
            raise TooLarge(_("This is more than a row of a sheet can be."))
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError(_("This is nested too deeply to be a row of a sheet.")) from None


def object_of(body: Any) -> dict[str, Any]:
    """The body as an object; refused where it is something else."""
    if not isinstance(body, dict):
        raise ParseError(_("Send a JSON object: {“hand”: 1, “content”: …}."))
    return body
