"""What a browser is told that a page of this site never does, so that whatever gets into one cannot do it either."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

CONTENT = "; ".join((
    "default-src 'self'",
    # Scripts are files of ours: none within a page, none made from a text.
    "script-src 'self'",
    "style-src 'self'",
    # How far a bar is filled is written on the bar.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
))  # fmt: skip

PERMISSIONS = ", ".join(
    f"{name}=()"
    for name in (
        "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer",
        "microphone", "midi", "payment", "usb",
    )
)  # fmt: skip


class PageHeaders:
    """Middleware: each page carries them; a document that a browser opens in its own reader does not."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The page, with its headers."""
        response = self.get_response(request)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers.setdefault("Content-Security-Policy", CONTENT)
            response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response
