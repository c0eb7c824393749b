"""A page on the home screen of a phone (Web App Manifest)."""

from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static

GROUND, ACCENT = "#f6f5f1", "#1e3a5f"
"""The same two colours as ``--king-ground`` and ``--king-accent`` of the style sheet, in light."""

SIZES = (192, 512)


def manifest(request: HttpRequest, name: str, start: str) -> JsonResponse:
    """Web app manifest. ``start`` is the page that the icon opens; every page of the site belongs
    to the app.
    """
    icons = [
        {
            "src": static(f"king/icon-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size in SIZES
        for purpose in ("any", "maskable")
    ]
    form = {
        "name": name,
        "short_name": name,
        "id": start,
        "start_url": start,
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": ACCENT,
        "icons": icons,
    }
    return JsonResponse(form, content_type="application/manifest+json")
