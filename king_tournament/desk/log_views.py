"""The log of the evening in sentences, with the proof that nobody changed a line of it, nor what it speaks of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from king_tournament.desk.page import desk_page, find_tournament, staff_only
from printing.documents import find_document
from printing.log_words import in_words
from printing.options import Options
from scoring.log_check import check_log
from tournaments.models import LogEntry

LINES_ON_A_PAGE = 60

OPENINGS = ("cards_opened", "board_opened", "boards_exported")
"""The kinds of line that say who looked at cards before they were everybody's."""

GROUPS: Mapping[str, tuple[str | Promise, frozenset[str]]] = {
    "evening": (
        gettext_lazy("The evening and its rules"),
        frozenset({"tournament", "settings", "freeze", "tournament_closed", "tournament_opened", "backup"}),
    ),
    "players": (
        gettext_lazy("Players"),
        frozenset({"entry", "house_player", "presence", "ranking", "withdrawal", "return", "roster", "renamed"}),
    ),
    "seats": (
        gettext_lazy("Winds and seats"),
        frozenset({"draw", "wind", "seating", "seating_published", "seating_withdrawn", "seats_exchanged",
                   "seats_reported", "first_dealer", "sitting_out", "substitute", "round_cancelled"}),
    ),
    "boards": (
        gettext_lazy("Boards"),
        frozenset({"boards", "board_replaced", "board_typed", "dealing_given", "password_reset",
                   "slips_printed", *OPENINGS}),
    ),
    "play": (
        gettext_lazy("Play and sheets"),
        frozenset({"round_started", "start_undone", "round_closed", "sheet_handed_in", "sheet_taken_back",
                   "sheet_closed", "sheet_reopened", "row_corrected", "sheet_read", "version_taken_up",
                   "arbiter_called", "call_taken", "call_ended", "redeal", "round_taken_back", "page_fault",
                   "hand_in_lost"}),
    ),
    "rulings": (
        gettext_lazy("Rulings"),
        frozenset({"ruled", "ruling_revoked", "sheet_accepted", "protest_made", "protest_answered"}),
    ),
    "standings": (
        gettext_lazy("Standings"),
        frozenset({"published", "round_official", "official_withdrawn", "final_held", "final_released",
                   "changed_winds", "tie_settled", "settlement_revoked"}),
    ),
}  # fmt: skip
"""What a reader looks for, and the kinds of line that belong to it."""


@dataclass(frozen=True)
class LogLine:
    """A line as it is read."""

    entry: LogEntry
    sentence: str
    group: str | Promise


@staff_only
@never_cache
@require_GET
def log(request: HttpRequest, code: str) -> HttpResponse:
    """Newest first; one kind of line alone where asked."""
    tournament = find_tournament(code)
    chosen = request.GET.get("kind", "")
    lines = tournament.log.order_by("-sequence")
    if chosen in GROUPS:
        lines = lines.filter(kind__in=GROUPS[chosen][1])
    paper_lines, paper_seal = request.GET.get("lines", "").strip(), request.GET.get("seal", "").strip()
    page = Paginator(lines, LINES_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "lines": [LogLine(entry, in_words(entry), _group(entry.kind)) for entry in page],
        "groups": [
            (key, title)
            for key, (title, kinds) in GROUPS.items()
            if key != "boards" or tournament.plays_boards or tournament.log.filter(kind__in=kinds).exists()
        ],
        "chosen": chosen if chosen in GROUPS else "",
        "query": f"kind={chosen}&" if chosen in GROUPS else "",
        "chain": check_log(tournament, paper_lines=_number(paper_lines), paper_seal=paper_seal),
        "paper_lines": paper_lines,
        "paper_seal": paper_seal,
    }
    return desk_page(request, "desk/log.html", tournament, **context)


def _number(text: str) -> int | None:
    """The number of lines on a paper; what is none asks for nothing."""
    return int(text) if text.isascii() and text.isdigit() and 0 < len(text) < 7 and int(text) else None


@staff_only
@never_cache
@require_GET
def log_paper(request: HttpRequest, code: str) -> HttpResponse:
    """The whole log as a document, made on the spot."""
    document = find_document("log")
    content = document.render(document.gather(find_tournament(code), Options()), None)
    answer = HttpResponse(content, content_type=document.content_type)
    answer["Content-Disposition"] = f'inline; filename="log-{code}.pdf"'
    return answer


def _group(kind: str) -> str | Promise:
    return next((title for title, kinds in GROUPS.values() if kind in kinds), kind)
