"""The standings at the desk: as the sheets say now, as they were posted, what changed between, and
why; protests.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from frame import page
from frame.night import PUBLISH, WINDS, NextStep, NightFacts, gather, next_step
from frame.page import DeskRequest
from frame.standing_page import SHORT
from ground.addresses import public_address
from king.standing.ranking import Line
from king.standing.round_results import RoundStanding
from king_tournament.desk.players.groups import WORDS
from king_tournament.live.downloads import folder_of
from printing.document_list import find_document
from printing.occasion import Options
from printing.spreadsheets import packed
from scoring import publishing, round_steps
from scoring.decisions import protests as protests_made
from scoring.models import Call, Protest, Publication, Ruling, Settlement, Sheet
from scoring.publishing import final_hold, under_review
from scoring.standing import (
    TournamentStandings,
    all_settled,
    closed_rounds,
    open_ties,
    revoke_settlement,
    settle_tie,
    tournament_standings,
)
from scoring.wrong_winds import rank_changed_winds
from tournaments.log import LogKind
from tournaments.models import LogEntry, Round, Table, Tournament
from wording import naming
from wording.errata import changes_between
from wording.results import ranked_at, settled, tiebreak_in_words

DOWNLOADS = {"pdf": "standings", "xlsx": "workbook"}


@page.staff_only
@never_cache
@require_http_methods(["GET", "POST"])
def standings(request: DeskRequest, code: str) -> HttpResponse:
    tournament = page.find_tournament(code)
    if request.method == "POST":
        return _take_step(request, tournament)
    return _page(request, tournament)


def _page(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    rounds = list(tournament.rounds.order_by("number"))
    closed = [round_ for round_ in rounds if round_.is_closed]
    playing = next((round_ for round_ in rounds if round_.stage == Round.Stage.PLAYING), None)
    looking = playing is not None and "look" in request.GET
    counted = [*closed, playing] if looking and playing is not None else closed
    found = tournament_standings(tournament, counted) if counted else None
    may_settle = playing is None and any(
        round_.stage == Round.Stage.PROVISIONAL for round_ in closed
    )
    part = request.GET.get("part", "")
    if found is not None and request.htmx and part:
        return _lists(request, tournament, found, part, may_settle)
    facts, publications = gather(tournament), list(_posted(tournament))
    last = publications[0][0] if publications else None
    posted = last is not None and found is not None and not looking
    # A posted partita that is back in play is no correction: it comes again when it is closed.
    review = under_review.under_review(tournament, last)
    back = review.rounds
    changes = (
        changes_between(last.standings, found.as_json())
        if posted and last and found and not back
        else ()
    )
    context: dict[str, Any] = {
        "found": found,
        "raw": found is not None and found.standings.raw,
        "shown": final_hold.shown_publications(tournament).first() if facts.awaits else last,
        "closed": closed,
        "provisional": _of_stage(closed, Round.Stage.PROVISIONAL),
        "playing": playing,
        "looking": looking,
        "last": last,
        "ranked_at": ranked_at(found.standings.ranked_at, found.standings.changed_by)
        if found
        else "",
        **(_ties(request, tournament, found) if found and not looking else {}),
        "may_settle": may_settle,
        "rows": list(_rows(found)) if found else [],
        "rounds": list(_newest_first(tournament, found)) if found else [],
        "words": WORDS[tournament.rules.sides],
        "sides": tournament.rules.sides,
        "long": found is not None and len(found.standings.overall) > SHORT and part != "all",
        "changes": changes,
        "publications": publications,
        "reopened": [sheet for sheet in facts.reopened if sheet.is_open],
        "back": back,
        "averages": review.averages,
        "awaits": facts.awaits,
        "hold": final_hold.hold_in_force(tournament),
        "may_end_earlier": tournament.planned_rounds > (rounds[-1].number if rounds else 0),
        "may_hold": tournament.closed_at is None and not final_hold.final_is_posted(tournament),
        "erratum": request.POST.get("erratum", ""),
        **_protests(request, tournament),
        "reason": request.POST.get("reason", ""),
    }
    if playing is not None:
        sheets = Sheet.objects.filter(table__round=playing).order_by("table__number")
        states = list(sheets.values_list("table__number", "state"))
        context["missing"] = [number for number, state in states if state != Sheet.State.CLOSED]
        context["in_hand"], context["all_tables"] = (
            len(states) - len(context["missing"]),
            len(states),
        )
    if last is not None and not changes and not looking and not facts.awaits:
        context["next_step"] = _elsewhere(request, tournament, facts)
    number = closed[-1].number if closed else None
    template = "desk/standing/standings.html"
    return page.desk_page(
        request, template, tournament, step="standings", number=number, facts=facts, **context
    )


def _lists(
    request: DeskRequest,
    tournament: Tournament,
    found: TournamentStandings,
    part: str,
    may_settle: bool,
) -> HttpResponse:
    """Lists that the page begins without."""
    context: dict[str, Any] = {
        "tournament": tournament,
        "found": found,
        "raw": found.standings.raw,
        "words": WORDS[tournament.rules.sides],
        "sides": tournament.rules.sides,
    }
    if part == "winds":
        return render(request, "desk/standing/_by_wind.html", context)
    if part == "ties":
        context |= {**_ties(request, tournament, found), "may_settle": may_settle}
        return render(request, "desk/standing/_ties.html", context)
    for round_, standing, groups in _newest_first(tournament, found):
        if str(round_.number) == part:
            context |= {"round_": round_, "standing": standing, "groups": groups}
            return render(request, "desk/standing/_of_round.html", context)
    raise Http404


def _elsewhere(request: DeskRequest, tournament: Tournament, facts: NightFacts) -> NextStep | None:
    coming = page.own_step(request, tournament, next_step(facts))
    leads_on = coming is not None and coming.url != request.path and coming.key in (WINDS, PUBLISH)
    return coming if leads_on else None


def _posted(tournament: Tournament) -> Iterable[tuple[Publication, LogEntry | None]]:
    lines = {
        line.fields.get("number"): line for line in tournament.log.filter(kind=LogKind.PUBLISHED)
    }
    for publication in tournament.publications.select_related("after_round", "author").order_by(
        "-number"
    ):
        yield publication, lines.get(publication.number)


def _rows(
    found: TournamentStandings,
) -> Iterable[tuple[Line, list[tuple[int, Fraction | None, bool]], str]]:
    """The lines of the overall standing, with their match points partita by partita (None: it did
    not play).
    """
    for line in found.standings.overall:
        earned = {result.round: (result.match_points, False) for result in line.counted}
        earned |= {result.round: (result.match_points, True) for result in line.dropped}
        by_round = [
            (round_.number, *earned.get(round_.number, (None, False))) for round_ in found.rounds
        ]
        yield line, by_round, tiebreak_in_words(line.tiebreak)


def _ties(
    request: DeskRequest, tournament: Tournament, found: TournamentStandings
) -> dict[str, Any]:
    kinds = {
        Settlement.Kind.LOT: _(
            "by a draw: the program draws their order, and anybody can repeat it"
        ),
        Settlement.Kind.PLAY_OFF: _("by a play-off: write the places below"),
        Settlement.Kind.PREVIOUS: _(
            "by an earlier standing: name it, and write their places in it"
        ),
    }
    typed = request.POST
    return {
        "ties": [
            (tie, naming.standing_name(tie.standing), list(kinds.items()))
            for tie in open_ties(found.standings, found.entries)
        ],
        "settlements": [
            {
                "row": row,
                "words": settled(what),
                "unfit": what in found.standings.unfit,
                "numbers": ", ".join(str(number) for number in sorted(numbers)),
            }
            for row, what, numbers in all_settled(tournament, found.entries)
        ],
        "tie_typed": typed,
        "typed_places": {number: str(place) for number, place in _places(typed).items()},
    }


def _places(typed: Mapping[str, Any]) -> dict[int, int]:
    found = {}
    for name, text in typed.items():
        number, place = (
            page.read_number(name.removeprefix("place-"), 5),
            page.read_number(str(text), 5),
        )
        if name.startswith("place-") and number is not None and place is not None:
            found[number] = place
    return found


def _newest_first(
    tournament: Tournament, found: TournamentStandings
) -> Iterable[tuple[Round, RoundStanding, list[Any]]]:
    """Each partita with its lists; a line stands beside the address of its sheet, None where it has
    none.
    """
    by_number = {round_.number: round_ for round_ in found.rounds}
    for standing in reversed(found.standings.rounds):
        # Made here: each table stands in every list.
        links = {
            table: reverse("desk:sheet", args=[tournament.code, standing.number, table])
            for table in {one.result.table for lines in standing.winds.values() for one in lines}
            if table
        }
        groups = [
            (label, column, [(one, links.get(one.result.table)) for one in lines])
            for label, column, lines in _groups(standing)
        ]
        yield by_number[standing.number], standing, groups


def _groups(standing: RoundStanding) -> Iterable[tuple[str, str, Iterable[Any]]]:
    """Groups of compared lines: one a table where every table dealt its own cards, else one a
    column.

    Each with its name in words, and with the column's own where it is one.
    """
    if standing.tables:
        for table, lines in standing.tables.items():
            yield _("Table %(number)s") % {"number": table}, "", lines
        return
    for column, lines in standing.winds.items():
        yield naming.column_name(column), str(column), lines


# --- steps


def _take_step(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    step, reason = request.POST.get("step"), request.POST.get("reason", "")
    with page.saying_no(request):
        if step == "publish":
            made = publishing.publish(
                tournament=tournament, author=request.user, erratum=request.POST.get("erratum", "")
            )
            messages.success(
                request, _("Standing no. %(number)s is posted.") % {"number": made.number}
            )
        elif step == "protest":
            _enter_protest(request, tournament)
        elif step == "answer":
            _answer_protest(request, tournament)
        elif step == "hold":
            final_hold.hold_final(tournament=tournament, author=request.user)
            messages.success(request, _("The final standing is held back until the prize-giving."))
        elif step == "release":
            final_hold.release_final(tournament=tournament, author=request.user)
            messages.success(request, _("The final standing is no longer held back."))
        elif step == "official":
            make_official(
                request, tournament, _chosen(request, tournament, Round.Stage.PROVISIONAL)
            )
        elif step == "withdraw":
            for round_ in _chosen(request, tournament, Round.Stage.OFFICIAL):
                round_steps.withdraw_official(round=round_, author=request.user, reason=reason)
                messages.success(
                    request, _("Partita %(round)s is provisional again.") % {"round": round_.number}
                )
        elif step == "settle_tie":
            settle_tie(
                tournament=tournament,
                tie=request.POST.get("tie", ""),
                kind=request.POST.get("kind", ""),
                places=_places(request.POST),
                source=request.POST.get("source", ""),
                seed=request.POST.get("seed", "")[:200],
                reason=reason,
                arbiter=request.user,
            )
            messages.success(
                request,
                _("The tie is settled. Where the standing was posted already, post it again."),
            )
        elif step == "revoke_tie":
            found = page.find_row(tournament.settlements, request.POST.get("settlement", ""))
            if found is None:
                raise ValidationError(
                    _("No such tie was settled: load the page again."), code="no_settlement"
                )
            revoke_settlement(settlement=found, author=request.user, reason=reason)
            messages.success(request, _("It is revoked, and stays on record."))
        elif step == "changed_winds":
            rank_changed_winds(
                tournament=tournament, by=request.POST.get("by", ""), author=request.user
            )
            messages.success(
                request, _("Kept. Where the standing was posted already, post it again.")
            )
        else:
            raise page.no_such_step()
        return redirect("desk:standings", tournament.code)
    return _page(request, tournament)


def make_official(request: DeskRequest, tournament: Tournament, rounds: Sequence[Round]) -> None:
    early = request.POST.get("early", "")
    round_steps.make_results_official(
        tournament=tournament, rounds=rounds, author=request.user, early=early
    )
    for round_ in rounds:
        messages.success(request, _("Partita %(round)s is official.") % {"round": round_.number})


def _of_stage(rounds: Iterable[Round], stage: str) -> list[Round]:
    return [round_ for round_ in rounds if round_.stage == stage]


def _chosen(request: DeskRequest, tournament: Tournament, stage: str) -> list[Round]:
    """The partita named in the form, or every one that the step can still be taken for."""
    text = request.POST.get("round", "")
    chosen = [
        round_
        for round_ in _of_stage(closed_rounds(tournament), stage)
        if text in ("", str(round_.number))
    ]
    if not chosen:
        raise ValidationError(
            _("No such partita waits for this step: load the page again."),
            code="no_round_to_change",
        )
    return chosen


# --- files


@page.staff_only
@never_cache
@require_GET
def download(request: DeskRequest, code: str, kind: str) -> HttpResponse:
    tournament = page.find_tournament(code)
    if kind not in DOWNLOADS:
        raise Http404
    document = find_document(DOWNLOADS[kind])
    with page.saying_no(request):
        content = document.render(
            document.gather(tournament, Options(base_url=public_address(request))), None
        )
        name = (
            slugify(f"{find_document('standings').title} {tournament.name}")[:100].strip("-")
            or document.key
        )
        file_name = f"{name}.{document.extension}"
        return page.file_answer(content, file_name, document.content_type, inline=kind == "pdf")
    return redirect("desk:standings", tournament.code)


@page.organizer_only
@never_cache
@require_GET
def folder(request: DeskRequest, code: str) -> HttpResponse:
    """Some 20 ms for each page of the evening."""
    tournament = page.find_tournament(code)
    name = slugify(f"{tournament.name} {tournament.code}")[:100]
    with page.saying_no(request):
        content = packed({f"{name}/{place}": part for place, part in folder_of(tournament).items()})
        return page.file_answer(content, f"{name}.zip", "application/zip")
    return redirect("desk:standings", tournament.code)


# --- protests: written down from a table or from its call, answered with an outcome and tied to a
# ruling


def _protests(request: DeskRequest, tournament: Tournament) -> dict[str, Any]:
    """Beside each protest stand the rulings of its table, one of which may be its answer."""
    tables = Table.objects.filter(
        round__tournament=tournament, round__stage=Round.Stage.PROVISIONAL
    )
    found = Protest.objects.filter(table__round__tournament=tournament).select_related(
        "table__round", "publication", "answered_by", "ruling"
    )
    rulings = (
        Ruling.objects.standing()
        .filter(sheet__table__protests__in=found)
        .select_related("sheet")
        .distinct()
    )
    of_table: dict[int, list[Ruling]] = {}
    for ruling in rulings.order_by("created_at", "pk") if found else ():
        of_table.setdefault(ruling.sheet.table_id, []).append(ruling)
    return {
        "protests": [(protest, of_table.get(protest.table_id, [])) for protest in found],
        "outcomes": Protest.Outcome.choices,
        "protest_tables": list(tables.select_related("round").order_by("-round__number", "number")),
        "typed": _typed(request, tournament),
    }


def _typed(request: DeskRequest, tournament: Tournament) -> dict[str, str]:
    if request.method == "POST":
        return {
            name: request.POST.get(name, "") for name in ("table", "hand", "who", "text", "call")
        }
    call = page.find_row(_open_calls(tournament), request.GET.get("call", ""))
    if call is None:
        return {}
    return {
        "table": str(call.table_id),
        "hand": str(call.hand or ""),
        "text": call.text,
        "call": str(call.pk),
    }


def _open_calls(tournament: Tournament) -> QuerySet[Call]:
    return Call.objects.filter(table__round__tournament=tournament, done_at=None)


def _enter_protest(request: DeskRequest, tournament: Tournament) -> None:
    tables = Table.objects.filter(round__tournament=tournament).select_related("round__tournament")
    table = page.find_row(tables, request.POST.get("table", ""))
    if table is None:
        raise ValidationError(_("Choose the table that protests."), code="no_table")
    typed = request.POST.get("hand", "").strip()
    hand = page.read_number(typed, 3)
    made = protests_made.enter_protest(
        table=table,
        hand=hand if hand is not None else typed or None,
        who=request.POST.get("who", ""),
        text=request.POST.get("text", ""),
        author=request.user,
        call=page.find_row(_open_calls(tournament), request.POST.get("call", "")),
    )
    messages.success(request, _("The protest of %(who)s is written down.") % {"who": made.who})


def _answer_protest(request: DeskRequest, tournament: Tournament) -> None:
    protests = Protest.objects.filter(table__round__tournament=tournament)
    protest = page.find_row(protests, request.POST.get("protest", ""))
    if protest is None:
        raise ValidationError(
            _("There is no such protest: load the page again."), code="no_protest"
        )
    rulings = Ruling.objects.filter(sheet__table__round__tournament=tournament).select_related(
        "sheet"
    )
    protests_made.answer_protest(
        protest=protest,
        outcome=request.POST.get("outcome", ""),
        answer=request.POST.get("answer", ""),
        ruling=page.find_row(rulings, request.POST.get("ruling", "")),
        author=request.user,
    )
    messages.success(request, _("The protest of %(who)s is answered.") % {"who": protest.who})
