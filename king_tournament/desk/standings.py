"""The standings at the desk: as the sheets say now, as they were published, what changed between,
and why; protests.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import gettext as _, gettext_lazy

from frame.page import (
    Context,
    DeskRequest,
    desk_page,
    evening_press,
    evening_step,
    fresh_get,
    fresh_get_or_post,
    on_evening,
    organizer_only,
    own_step,
    show_refusals,
    staff_only,
    tell,
    tell_if_done,
    text_of,
)
from frame.public import file_answer
from ground.addresses import public_address
from king_tournament.desk import standing_page as page
from king_tournament.live.downloads import folder_of
from king_tournament.templatetags.king import protest_time
from night.facts import gather
from night.lookups import find_row, read_number
from night.next_steps import PUBLISH, WINDS, next_step
from printing.document_context import Options
from printing.document_list import find_document
from printing.spreadsheets import zip_files
from scoring import publishing, round_steps
from scoring.decisions import protests as protests_made
from scoring.models import Call, Protest, Publication, Ruling, Sheet
from scoring.publishing import final_hold, review as sheet_review
from scoring.publishing.spelling import corrected_names, with_current_names
from scoring.standing import closed_rounds, revoke_settlement, settle_tie, tournament_standings
from scoring.wrong_winds import rank_changed_winds
from seasons.qualifying import corrected_since
from tournaments.log import LogKind
from tournaments.models import Round, Table, Tournament
from wording.errata import Written, changes_between, written_anew
from wording.sentences import refusal

DOWNLOADS = {"pdf": "standings", "xlsx": "workbook"}


@staff_only
@fresh_get_or_post
@on_evening
def standings(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Page of the standing. ``?look`` counts the partita in play too. ``?part`` loads a list that a
    long page leaves out at first.
    """

    rounds = list(tournament.rounds.order_by("number"))
    closed = [round_ for round_ in rounds if round_.is_closed]
    provisional = [round_ for round_ in closed if round_.is_provisional]
    playing = next((round_ for round_ in rounds if round_.is_playing), None)
    looking = playing is not None and "look" in request.GET
    counted = [round_ for round_ in rounds if round_.is_closed or (looking and round_ == playing)]
    part = request.GET.get("part", "")
    context: Context = {
        "tournament": tournament,
        "looking": looking,
        "playing": playing,
        "begun": len(rounds),
        "nothing_yet": not counted and not playing,
        "and_look": "&look=1" if looking else "",
        "may_rank_anew": bool(provisional) or looking,
        "official_rounds": [round_.number for round_ in closed if round_.is_official],
    }
    computed = tournament_standings(tournament, counted) if counted else None
    if computed:
        context |= page.lists(tournament, computed, whole=part == "all")
        if not looking:
            may_settle = bool(provisional) and playing is None
            context |= page.ties(tournament, computed, may_settle=may_settle)
            context["fold_ties"] = (
                context["long"] and context["ties"] and not request.POST.get("tie")
            )
    if computed and part and request.htmx:
        return _part(request, part, context)
    context |= _publication_context(tournament, context)
    context |= _next(request, tournament, closed, provisional, context)
    context |= _protests(request, tournament)
    del context["tournament"]
    context["corrected_since"] = corrected_since(tournament)
    return desk_page(
        request,
        "desk/standing/standings.html",
        tournament,
        step="standings",
        number=closed[-1].number if closed else None,
        **context,
    )


def _part(request: DeskRequest, part: str, context: Context) -> HttpResponse:
    if part == "ties":
        return render(request, "desk/standing/_ties.html", context)
    tables = {str(round_["number"]): round_["tables"] for round_ in context["rounds"]}
    tables["winds"] = context["winds"]
    if part not in tables:
        raise Http404
    return render(request, "desk/standing/_tables.html", {"tables": tables[part]})


def _publication_context(tournament: Tournament, page_context: Context) -> Context:
    """Context of the publications, with the differences between the current standing and the last
    one.
    """
    facts = gather(tournament)
    publications = list(
        tournament.publications.select_related("after_round", "author").order_by("-number")
    )
    computed = page_context.get("computed")
    read = publications
    if publications:
        everybody = computed.entries.values() if computed else tournament.entries.with_players()
        entries = {entry.pk: entry for entry in everybody}
        read = [with_current_names(publication, entries) for publication in publications]
    last = read[0] if read else None
    review = sheet_review.under_review(tournament, last)
    changes: Sequence[Any] = ()
    put_right: Written = ()
    # A published partita that is back in play is no correction: it comes again when it is closed.
    if last and computed and not page_context["looking"] and not review.rounds:
        changes = changes_between(publishing.read_back(last), computed.standings)
        entry_keys = {name: entry.pk for name, entry in computed.entries.items()}
        put_right = corrected_names(publications[0], entry_keys)
    return {
        "facts": facts,
        "last": last,
        "review": review,
        "opened": [sheet for sheet in facts.reopened if sheet.is_open],
        "shown_state": _state_of(last, facts.awaits) if last and computed else "",
        "publications": _publication_seals(tournament, read, awaits=facts.awaits),
        "awaits": facts.awaits,
        "changes": changes,
        "put_right": () if changes or tournament.closed_at else written_anew(put_right),
        "back": review.rounds,
    }


def _state_of(publication: Publication, is_on_hold: bool) -> str:
    return "held" if is_on_hold else publication.state


def _publication_seals(
    tournament: Tournament, publications: Sequence[Publication], *, awaits: bool
) -> list[tuple[Publication, str, Any]]:
    """Each publication with its state in the desk's words and the log line that seals it."""
    seals = {
        line.fields.get("number"): line for line in tournament.log.filter(kind=LogKind.PUBLISHED)
    }
    on_hold = set[int]()
    if awaits:
        visible = set(final_hold.shown_publications(tournament).values_list("pk", flat=True))
        on_hold = {publication.pk for publication in publications} - visible
    return [
        (
            publication,
            _state_of(publication, publication.pk in on_hold),
            seals.get(publication.number),
        )
        for publication in publications
    ]


def _next(
    request: DeskRequest,
    tournament: Tournament,
    closed: Sequence[Round],
    provisional: Sequence[Round],
    page_context: Context,
) -> Context:
    """Next step, and everything that is shown beside the standing."""
    facts, last, changes, opened = (
        page_context[key] for key in ("facts", "last", "changes", "opened")
    )
    looking, playing, computed = (
        page_context["looking"],
        page_context["playing"],
        page_context.get("computed"),
    )
    context: Context = {}
    coming = own_step(request, tournament, next_step(facts))
    here = resolve_url("desk:standings", tournament.code)
    settled = last is not None and not changes and not looking and not facts.awaits
    if settled and coming and coming.url != here and coming.key in (WINDS, PUBLISH):
        context["next_step"] = coming
    public = final_hold.shown_publications(tournament).first() if facts.awaits else last
    until = protest_time(public)
    may_publish = bool(closed) and not looking and not last and not changes
    if provisional and not (changes or may_publish or looking or opened):
        context["official"] = page.official(
            f"{here}official/",
            provisional,
            public,
            in_all=not playing,
            waits="next_step" in context or facts.awaits,
            alone=True,
        )
    sheets = Sheet.objects.filter(table__round=playing).order_by("table__number")
    states = list(sheets.values_list("table__number", "state")) if playing else []
    missing = [number for number, state in states if state != Sheet.State.CLOSED]
    hold = final_hold.hold_in_force(tournament)
    return {
        **context,
        "protests_until": until,
        "sheet_count": len(states),
        "closed_count": len(states) - len(missing),
        "missing": missing,
        "review_open": [sheet for sheet in page_context["review"].sheets if sheet.is_open],
        "may_publish": may_publish,
        "hold": None if tournament.closed_at and not facts.awaits else hold,
        "leads": not (changes or opened or "next_step" in context),
        "final_is_published": final_hold.final_is_published(tournament),
        "many": computed is not None and len(computed.standings.overall) > 4,
    }


# --- the buttons


@staff_only
@evening_press
def publish(request: DeskRequest, tournament: Tournament) -> None:
    publication = publishing.publish(
        tournament=tournament,
        author=request.user,
        erratum=text_of(request, "erratum"),
    )
    number = publication.number
    sentence = _(
        "%(who)s had already published standings no. %(number)s, at %(when)s. Nothing has changed "
        "since, so there is no new publication."
    )
    if not tell_if_done(
        request, publication.author, publication.created_at, sentence, number=number
    ):
        tell(request, _("Standings no. %(number)s are published."), number=number)


hold = staff_only(
    evening_step(
        final_hold.hold_final,
        gettext_lazy("The final standings are held back until the prize-giving."),
    )
)


release = staff_only(
    evening_step(
        final_hold.release_final, gettext_lazy("The final standings are no longer held back.")
    )
)


@staff_only
@evening_press
def make_official(request: DeskRequest, tournament: Tournament) -> None:
    rounds = _chosen_rounds(request, tournament, Round.Stage.PROVISIONAL)
    round_steps.make_results_official(
        tournament=tournament, rounds=rounds, author=request.user, early=text_of(request, "early")
    )
    for round_ in rounds:
        tell(request, _("Partita %(round)s is official."), round=round_.number)


@staff_only
@evening_press
def withdraw_official(request: DeskRequest, tournament: Tournament) -> None:
    reason = text_of(request, "reason")
    for round_ in _chosen_rounds(request, tournament, Round.Stage.OFFICIAL):
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
    return _("The tie is settled. If the standings were already published, publish them again.")


@staff_only
@evening_press
def revoke_tie(request: DeskRequest, tournament: Tournament) -> str:
    settlement = find_row(tournament.settlements, text_of(request, "settlement"))
    if not settlement:
        raise refusal(_("No such tie was settled: reload the page."), "no_settlement")
    revoke_settlement(settlement=settlement, author=request.user, reason=text_of(request, "reason"))
    return _("It is revoked, and stays on record.")


@staff_only
@evening_press
def changed_winds(request: DeskRequest, tournament: Tournament) -> str:
    rank_changed_winds(tournament=tournament, by=text_of(request, "by"), author=request.user)
    return _("Saved. If the standings were already published, publish them again.")


def _chosen_rounds(request: DeskRequest, tournament: Tournament, stage: str) -> list[Round]:
    """The partita named in the form, or all that the step applies to."""
    number = text_of(request, "round")
    chosen = [
        round_
        for round_ in closed_rounds(tournament)
        if round_.stage == stage and number in ("", str(round_.number))
    ]
    if not chosen:
        raise refusal(
            _("No such partita waits for this step: reload the page."), "no_round_to_change"
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
    with show_refusals(request), translation.override(tournament.language):
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
    """Zip with the evening as a folder of pages. Takes some 20 ms for each page."""

    name = slugify(f"{tournament.name} {tournament.code}")[:100]
    with show_refusals(request), translation.override(tournament.language):
        content = zip_files(
            {f"{name}/{place}": part for place, part in folder_of(tournament).items()}
        )
        return file_answer(content, f"{name}.zip", "application/zip")
    return redirect("desk:standings", tournament.code)


# --- protests: written down from a table or from its call, answered with an outcome and tied to a
# ruling


def _protests(request: DeskRequest, tournament: Tournament) -> Context:
    """Protests, each with the rulings of its table, one of which may be the answer. The form of a
    new one starts with what was typed, or with the table's call.
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
        "protests": [(protest, of_table.get(protest.table_id, ())) for protest in protests],
        "protest_tables": [
            (str(table.pk), table)
            for table in tables.select_related("round").order_by("-round__number", "number")
        ],
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
        raise refusal(_("There is no such protest: reload the page."), "no_protest")
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
