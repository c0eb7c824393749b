"""The standings at the desk: as the sheets say now, as they were posted, what changed between, and
why; protests.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from frame.night import PUBLISH, WINDS, gather, next_step
from frame.page import (
    Context,
    DeskRequest,
    desk_page,
    done_by_another,
    evening_press,
    evening_step,
    find_row,
    fresh_get,
    fresh_get_or_post,
    on_evening,
    organizer_only,
    own_step,
    read_number,
    saying_no,
    staff_only,
    tell,
    text_of,
)
from frame.standing_page import SHORT
from frame.visible import file_answer
from ground.addresses import public_address
from king.standing.round_results import RoundStanding
from king_tournament.desk.players.groups import WORDS
from king_tournament.live.downloads import folder_of
from printing.document_list import find_document
from printing.occasion import Options
from printing.spreadsheets import packed
from scoring import publishing, round_steps
from scoring.decisions import protests as protests_made
from scoring.models import Call, Protest, Ruling, Settlement, Sheet
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
from tournaments.models import Round, Table, Tournament
from wording import naming
from wording.errata import changes_between
from wording.results import ranked_at, settled, tiebreak_in_words
from wording.sentences import refusal

DOWNLOADS = {"pdf": "standings", "xlsx": "workbook"}


@staff_only
@fresh_get_or_post
@on_evening
def standings(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """``?look`` counts the partita in play too; ``?part`` is a list that a long page begins without."""

    rounds = list(tournament.rounds.order_by("number"))
    closed = [round_ for round_ in rounds if round_.is_closed]
    provisional = [round_ for round_ in closed if round_.stage == Round.Stage.PROVISIONAL]
    playing = next((round_ for round_ in rounds if round_.is_playing), None)
    looking = playing is not None and "look" in request.GET
    counted = [round_ for round_ in rounds if round_.is_closed or (looking and round_ == playing)]
    context: Context = {
        "closed": closed,
        "provisional": provisional,
        "playing": playing,
        "looking": looking,
        "may_settle": bool(provisional) and playing is None,
    }
    computed = tournament_standings(tournament, counted) if counted else None
    if computed:
        context |= _lists(tournament, computed)
        if not looking:
            context |= _ties(tournament, computed)
    part = request.GET.get("part", "")
    if computed and part and request.htmx:
        return _part(request, part, {"tournament": tournament, **context})
    if playing:
        states = Sheet.objects.filter(table__round=playing).order_by("table__number")
        sheets = list(states.values_list("table__number", "state"))
        missing = [number for number, state in sheets if state != Sheet.State.CLOSED]
        context |= {
            "missing": missing,
            "in_hand": len(sheets) - len(missing),
            "all_tables": len(sheets),
        }
    context |= _posted(request, tournament, computed, looking=looking)
    return desk_page(
        request,
        "desk/standing/standings.html",
        tournament,
        step="standings",
        number=closed[-1].number if closed else None,
        long=computed is not None and len(computed.standings.overall) > SHORT and part != "all",
        may_end_earlier=tournament.planned_rounds > (rounds[-1].number if rounds else 0),
        may_hold=tournament.closed_at is None and not final_hold.final_is_posted(tournament),
        hold=final_hold.hold_in_force(tournament),
        **_protests(request, tournament),
        **context,
    )


def _part(request: DeskRequest, part: str, context: Context) -> HttpResponse:
    if part == "winds":
        return render(request, "desk/standing/_by_wind.html", context)
    if part == "ties":
        return render(request, "desk/standing/_ties.html", context)
    for round_, standing, groups in context["rounds"]:
        if str(round_.number) == part:
            context |= {"round_": round_, "standing": standing, "groups": groups}
            return render(request, "desk/standing/_of_round.html", context)
    raise Http404


def _posted(
    request: DeskRequest,
    tournament: Tournament,
    computed: TournamentStandings | None,
    *,
    looking: bool,
) -> Context:
    """The postings, and how the standing as it is ``computed`` now differs from the last."""
    facts = gather(tournament)
    lines = {
        line.fields.get("number"): line for line in tournament.log.filter(kind=LogKind.PUBLISHED)
    }
    postings = list(
        tournament.publications.select_related("after_round", "author").order_by("-number")
    )
    last = postings[0] if postings else None
    review = under_review.under_review(tournament, last)
    changes: Sequence[Any] = ()
    # A posted partita that is back in play is no correction: it comes again when it is closed.
    if last and computed and not looking and not review.rounds:
        changes = changes_between(last.standings, computed.as_json())
    context: Context = {
        "facts": facts,
        "last": last,
        "publications": [(posting, lines.get(posting.number)) for posting in postings],
        "shown": final_hold.shown_publications(tournament).first() if facts.awaits else last,
        "changes": changes,
        "back": review.rounds,
        "averages": review.averages,
        "reopened": [sheet for sheet in facts.reopened if sheet.is_open],
        "awaits": facts.awaits,
    }
    coming = own_step(request, tournament, next_step(facts))
    here = resolve_url("desk:standings", tournament.code)
    settled = last is not None and not changes and not looking and not facts.awaits
    if settled and coming and coming.url != here and coming.key in (WINDS, PUBLISH):
        context["next_step"] = coming
    return context


def _lists(tournament: Tournament, computed: TournamentStandings) -> Context:
    """A line of ``rows`` has its match points by partita, each with whether it was left out; None
    where it did not play. The partite stand with the newest first.
    """
    standings = computed.standings
    rows = []
    for line in standings.overall:
        earned = {result.round: (result.match_points, False) for result in line.counted}
        earned |= {result.round: (result.match_points, True) for result in line.dropped}
        by_round = [earned.get(round_.number, (None, False)) for round_ in computed.rounds]
        rows.append((line, by_round, tiebreak_in_words(line.tiebreak)))
    by_number = {round_.number: round_ for round_ in computed.rounds}
    return {
        "computed": computed,
        "rows": rows,
        "rounds": [
            (by_number[standing.number], standing, _groups(standing))
            for standing in reversed(standings.rounds)
        ],
        "ranked_at": ranked_at(standings.ranked_at, standings.changed_by),
        "words": WORDS[tournament.rules.sides],
    }


def _groups(standing: RoundStanding) -> list[tuple[str, str, Sequence[Any]]]:
    """Compared lines: one group a table where every table dealt its own cards, else one a column,
    whose name comes second.
    """
    if standing.tables:
        title = _("Table %(number)s")
        return [(title % {"number": table}, "", lines) for table, lines in standing.tables.items()]
    return [
        (naming.column_name(column), str(column), lines) for column, lines in standing.winds.items()
    ]


def _ties(tournament: Tournament, computed: TournamentStandings) -> Context:
    kinds = [
        (
            Settlement.Kind.LOT,
            _("by a draw: the program draws their order, and anybody can repeat it"),
        ),
        (Settlement.Kind.PLAY_OFF, _("by a play-off: write the places below")),
        (
            Settlement.Kind.PREVIOUS,
            _("by an earlier standing: name it, and write their places in it"),
        ),
    ]
    return {
        "ties": [
            (tie, naming.standing_name(tie.standing), kinds)
            for tie in open_ties(computed.standings, computed.entries)
        ],
        "settlements": [
            {
                "row": row,
                "words": settled(tie),
                "unfit": tie in computed.standings.unfit,
                "numbers": ", ".join(map(str, sorted(numbers))),
            }
            for row, tie, numbers in all_settled(tournament, computed.entries)
        ],
    }


# --- the buttons


@staff_only
@evening_press
def publish(request: DeskRequest, tournament: Tournament) -> None:
    posted = publishing.publish(
        tournament=tournament,
        author=request.user,
        erratum=text_of(request, "erratum"),
    )
    number = posted.number
    sentence = _(
        "%(who)s had posted standing no. %(number)s already, at %(when)s. Nothing has changed since: no other is "
        "posted."
    )
    if not done_by_another(request, posted.author, posted.created_at, sentence, number=number):
        tell(request, _("Standing no. %(number)s is posted."), number=number)


hold = staff_only(
    evening_step(
        final_hold.hold_final,
        gettext_lazy("The final standing is held back until the prize-giving."),
    )
)


release = staff_only(
    evening_step(
        final_hold.release_final, gettext_lazy("The final standing is no longer held back.")
    )
)


@staff_only
@evening_press
def make_official(request: DeskRequest, tournament: Tournament) -> None:
    rounds = _chosen(request, tournament, Round.Stage.PROVISIONAL)
    round_steps.make_results_official(
        tournament=tournament, rounds=rounds, author=request.user, early=text_of(request, "early")
    )
    for round_ in rounds:
        tell(request, _("Partita %(round)s is official."), round=round_.number)


@staff_only
@evening_press
def withdraw_official(request: DeskRequest, tournament: Tournament) -> None:
    reason = text_of(request, "reason")
    for round_ in _chosen(request, tournament, Round.Stage.OFFICIAL):
        round_steps.withdraw_official(round=round_, author=request.user, reason=reason)
        tell(request, _("Partita %(round)s is provisional again."), round=round_.number)


@staff_only
@evening_press
def settle(request: DeskRequest, tournament: Tournament) -> str:
    typed = {
        read_number(name.removeprefix("place-"), 5): read_number(str(text), 5)
        for name, text in request.POST.items()
        if name.startswith("place-")
    }
    places = {number: place for number, place in typed.items() if number and place is not None}
    settle_tie(
        tournament=tournament,
        tie=text_of(request, "tie"),
        kind=text_of(request, "kind"),
        places=places,
        source=text_of(request, "source"),
        seed=text_of(request, "seed")[:200],
        reason=text_of(request, "reason"),
        arbiter=request.user,
    )
    return _("The tie is settled. Where the standing was posted already, post it again.")


@staff_only
@evening_press
def revoke_tie(request: DeskRequest, tournament: Tournament) -> str:
    settlement = find_row(tournament.settlements, text_of(request, "settlement"))
    if not settlement:
        raise refusal(_("No such tie was settled: load the page again."), "no_settlement")
    revoke_settlement(settlement=settlement, author=request.user, reason=text_of(request, "reason"))
    return _("It is revoked, and stays on record.")


@staff_only
@evening_press
def changed_winds(request: DeskRequest, tournament: Tournament) -> str:
    rank_changed_winds(tournament=tournament, by=text_of(request, "by"), author=request.user)
    return _("Kept. Where the standing was posted already, post it again.")


def _chosen(request: DeskRequest, tournament: Tournament, stage: str) -> list[Round]:
    """The partita named in the form, or every one that the step can still be taken for."""
    named = text_of(request, "round")
    chosen = [
        round_
        for round_ in closed_rounds(tournament)
        if round_.stage == stage and named in ("", str(round_.number))
    ]
    if not chosen:
        raise refusal(
            _("No such partita waits for this step: load the page again."), "no_round_to_change"
        )
    return chosen


# --- files


@staff_only
@fresh_get
@on_evening
def download(request: DeskRequest, tournament: Tournament, kind: str) -> HttpResponse:
    if kind not in DOWNLOADS:
        raise Http404
    document = find_document(DOWNLOADS[kind])
    title = f"{find_document('standings').title} {tournament.name}"
    name = slugify(title)[:100].strip("-") or document.key
    with saying_no(request):
        gathered = document.gather(tournament, Options(base_url=public_address(request)))
        return file_answer(
            document.render(gathered, None),
            f"{name}.{document.extension}",
            document.content_type,
            inline=kind == "pdf",
        )
    return redirect("desk:standings", tournament.code)


@organizer_only
@fresh_get
@on_evening
def folder(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Some 20 ms for each page of the evening."""

    name = slugify(f"{tournament.name} {tournament.code}")[:100]
    with saying_no(request):
        content = packed({f"{name}/{place}": part for place, part in folder_of(tournament).items()})
        return file_answer(content, f"{name}.zip", "application/zip")
    return redirect("desk:standings", tournament.code)


# --- protests: written down from a table or from its call, answered with an outcome and tied to a
# ruling


def _protests(request: DeskRequest, tournament: Tournament) -> Context:
    """Beside each protest stand the rulings of its table, one of which may be its answer. A new one
    begins with what was typed, or with the table's call.
    """
    protests = Protest.objects.filter(table__round__tournament=tournament).select_related(
        "table__round", "publication", "answered_by", "ruling"
    )
    rulings = Ruling.objects.standing().filter(sheet__table__protests__in=protests)
    of_table: dict[int, list[Ruling]] = {}
    if protests:
        for ruling in rulings.select_related("sheet").distinct().order_by("created_at", "pk"):
            of_table.setdefault(ruling.sheet.table_id, []).append(ruling)
    tables = Table.objects.filter(
        round__tournament=tournament, round__stage=Round.Stage.PROVISIONAL
    )
    typed: Mapping[str, Any] = request.POST
    call = find_row(_open_calls(tournament), request.GET.get("call", ""))
    if call and not typed:
        typed = {
            "table": str(call.table_id),
            "hand": call.hand or "",
            "text": call.text,
            "call": call.pk,
        }
    return {
        "protests": [(protest, of_table.get(protest.table_id, [])) for protest in protests],
        "protest_tables": tables.select_related("round").order_by("-round__number", "number"),
        "typed": typed,
    }


def _open_calls(tournament: Tournament) -> QuerySet[Call]:
    return Call.objects.filter(table__round__tournament=tournament, done_at=None)


@staff_only
@evening_press
def enter_protest(request: DeskRequest, tournament: Tournament) -> str:
    tables = Table.objects.filter(round__tournament=tournament).select_related("round__tournament")
    table = find_row(tables, text_of(request, "table"))
    if table is None:
        raise refusal(_("Choose the table that protests."), "no_table")
    typed = text_of(request, "hand").strip()
    hand = read_number(typed, 3)
    protest = protests_made.enter_protest(
        table=table,
        hand=hand if hand is not None else typed or None,
        who=text_of(request, "who"),
        text=text_of(request, "text"),
        author=request.user,
        call=find_row(_open_calls(tournament), text_of(request, "call")),
    )
    return _("The protest of %(who)s is written down.") % {"who": protest.who}


@staff_only
@evening_press
def answer_protest(request: DeskRequest, tournament: Tournament) -> str:
    protests = Protest.objects.filter(table__round__tournament=tournament)
    protest = find_row(protests, text_of(request, "protest"))
    if not protest:
        raise refusal(_("There is no such protest: load the page again."), "no_protest")
    rulings = Ruling.objects.filter(sheet__table__round__tournament=tournament).select_related(
        "sheet"
    )
    protests_made.answer_protest(
        protest=protest,
        outcome=text_of(request, "outcome"),
        answer=text_of(request, "answer"),
        ruling=find_row(rulings, text_of(request, "ruling")),
        author=request.user,
    )
    return _("The protest of %(who)s is answered.") % {"who": protest.who}
