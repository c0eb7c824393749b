"""The log of the evening in sentences, with the proof that nobody changed a line of it, nor what it speaks of."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from king_tournament.desk.page import DeskRequest, desk_page, find_tournament, read_number, staff_only
from printing.document_list import find_document
from printing.occasion import Options
from scoring.log_check import check_log
from tournaments.log import LogGroup, LogKind, in_words, kinds_of

LINES_ON_A_PAGE = 60


@staff_only
@never_cache
@require_GET
def log(request: DeskRequest, code: str) -> HttpResponse:
    """Newest first; one kind of line alone where asked."""
    tournament = find_tournament(code)
    chosen = request.GET.get("kind", "")
    lines = tournament.log.order_by("-sequence")
    if chosen in LogGroup.values:
        lines = lines.filter(kind__in=kinds_of(chosen))
    paper_lines, paper_seal = request.GET.get("lines", "").strip(), request.GET.get("seal", "").strip()
    page = Paginator(lines, LINES_ON_A_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "page": page,
        "lines": [(entry, in_words(entry), _group(entry.kind)) for entry in page],
        "groups": [
            (group.value, group.label)
            for group in LogGroup
            if group != LogGroup.BOARDS
            or tournament.plays_boards
            or tournament.log.filter(kind__in=kinds_of(group)).exists()
        ],
        "chosen": chosen if chosen in LogGroup.values else "",
        "query": f"kind={chosen}&" if chosen in LogGroup.values else "",
        "chain": check_log(tournament, paper_lines=read_number(paper_lines, 6) or None, paper_seal=paper_seal),
        "paper_lines": paper_lines,
        "paper_seal": paper_seal,
    }
    return desk_page(request, "desk/evening/log.html", tournament, **context)


@staff_only
@never_cache
@require_GET
def log_paper(request: DeskRequest, code: str) -> HttpResponse:
    document = find_document("log")
    content = document.render(document.gather(find_tournament(code), Options()), None)
    answer = HttpResponse(content, content_type=document.content_type)
    answer["Content-Disposition"] = f'inline; filename="log-{code}.pdf"'
    return answer


def _group(kind: str) -> str:
    """A line of another version may be of a kind that is not known here."""
    return next((str(known.group.label) for known in LogKind if known == kind), kind)
