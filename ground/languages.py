"""Language of a page for its reader, and the languages in which a page is offered.

Every catalogue has the texts for players: phone, public pages, screens, papers and rules. Languages
in ``AT_THE_DESK`` also have the pages of those who run an evening.
"""

import re
from collections.abc import Sequence

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

AT_THE_DESK = frozenset({"en", "it", "fr", "pt", "pt-br"})
"""Languages whose catalogue has every sentence. Other catalogues have only the players'
sentences."""
_DESK = re.compile(r"/(desk|accounts|api)/|/live/[^/]+/speaker/|/simultaneous/[^/]+/hall/", re.I)
"""Pages of those who run an evening, a hall or a program. All other pages are for players."""


def languages_for(path: str) -> Sequence[tuple[str, str]]:
    """Languages that the page at this path is offered in, with their own names."""
    return [
        (code, name)
        for code, name in settings.LANGUAGES
        if code in AT_THE_DESK or not _DESK.match(path)
    ]


def names_a_language(request: HttpRequest) -> bool:
    """Whether the reader has chosen a language, or the browser sends one."""
    header = request.META.get("HTTP_ACCEPT_LANGUAGE", "").strip()
    return settings.LANGUAGE_COOKIE_NAME in request.COOKIES or header not in ("", "*")


def languages_read(request: HttpRequest) -> list[str]:
    """Languages of the reader: the page's own first, then those of the browser, including languages
    that the site does not have. If the page is in English only because the reader's language is
    missing, English comes after that language.
    """
    own = translation.get_language() or ""
    if not names_a_language(request):
        return [own.partition("-")[0]]
    codes = [own, *_accepted_codes(request)]
    if own != _preferred_language(request):
        codes = [_preferred_language(request), *_accepted_codes(request), own]
    return list(dict.fromkeys(code.partition("-")[0] for code in codes))


def language_of(request: HttpRequest) -> str:
    """Language of the reader: that of the cookie, else the first of the browser's that the site
    has, else English. If the browser names none, it is the site's own. Pages of the desk skip
    languages that only players' pages have.
    """
    preference = _preferred_language(request)
    offered = dict(languages_for(request.path_info))
    if preference in offered:
        return preference
    return next(
        (code for code in map(_site_language, _accepted_codes(request)) if code in offered), "en"
    )


def _preferred_language(request: HttpRequest) -> str:
    if not names_a_language(request):
        return str(settings.KING_LANGUAGE)
    return translation.get_language_from_request(request)


def _accepted_codes(request: HttpRequest) -> list[str]:
    preferences = parse_accept_lang_header(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
    return [code for code, _quality in preferences]


def _site_language(code: str) -> str:
    """Language of the site for the browser's, ``pt`` for ``pt-pt``; empty if the site does not have
    it.
    """
    try:
        return translation.get_supported_language_variant(code)
    except LookupError:
        return ""
