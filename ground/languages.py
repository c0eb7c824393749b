"""In which language somebody who asks for a page reads it."""

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header


def names_a_language(request: HttpRequest) -> bool:
    """Whether the switch was pressed in this browser, or the browser says what its owner reads."""
    named = request.META.get("HTTP_ACCEPT_LANGUAGE", "").strip()
    return settings.LANGUAGE_COOKIE_NAME in request.COOKIES or named not in ("", "*")


def languages_read(request: HttpRequest) -> list[str]:
    """The page's own first, then those that the browser names, also what the site does not speak."""
    named = parse_accept_lang_header(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
    codes = [translation.get_language() or "", *(code for code, _quality in named)]
    if not names_a_language(request):
        codes = codes[:1]
    return list(dict.fromkeys(code.partition("-")[0] for code in codes))


def language_of(request: HttpRequest) -> str:
    """The cookie's, else the first of the browser's that the site speaks, else English; the site's
    own for whoever names none.
    """
    if not names_a_language(request):
        return str(settings.KING_LANGUAGE)
    return translation.get_language_from_request(request)
