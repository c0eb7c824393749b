"""Standings as they are posted: numbered, frozen, and when something changed, with what changed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from scoring.errata import OVERALL, Change, changes_between, erratum_of, of_round
from scoring.log_check import evidence, standing_digest
from scoring.models import HandResult, Publication, Sheet
from scoring.standing import CLOSED_STAGES, closed_rounds, tournament_standings
from tournaments.log import record
from tournaments.models import Round, Tournament


def last_publication(tournament: Tournament) -> Publication | None:
    """The standing that hangs on the wall."""
    return tournament.publications.order_by("-number").first()


def standing_changed(tournament: Tournament) -> bool:
    """Whether the sheets now say something else than the standing posted last; True where none was posted."""
    last = last_publication(tournament)
    return last is None or bool(changes_between(last.standings, tournament_standings(tournament).as_json()))


def changes_since_posted(tournament: Tournament) -> tuple[Change, ...]:
    """What an erratum would say today; nothing before the first publication."""
    last = last_publication(tournament)
    return () if last is None else changes_between(last.standings, tournament_standings(tournament).as_json())


@transaction.atomic
def publish(*, tournament: Tournament, author: AbstractBaseUser | None, erratum: str = "") -> Publication:
    """Post the standing over every closed partita, with the next number.

    After the first one, what changed since is written on it, below ``erratum``, the desk's own words. Where nothing
    changed and no partita was added, the last one is returned. Refused while a sheet of a closed partita is open.
    """
    Tournament.objects.select_for_update().only("pk").get(pk=tournament.pk)
    rounds = closed_rounds(tournament)
    if not rounds:
        raise ValidationError(
            _("No partita is closed yet, so there is no standing to post."), code="nothing_to_publish"
        )
    _check_all_sheets_closed(tournament)
    last = last_publication(tournament)
    standings = json.loads(json.dumps(tournament_standings(tournament, rounds).as_json()))
    corrections = _corrections(last, standings)
    new_round = last is None or last.after_round_id != rounds[-1].pk
    # What was opened again is posted with this, or is as it was.
    take_marks_off(tournament)
    if last is not None and not new_round and not changes_between(last.standings, standings):
        return last
    state = _state_of(rounds)
    publication = Publication.objects.create(
        tournament=tournament,
        number=last.number + 1 if last else 1,
        after_round=rounds[-1],
        state=state,
        standings=standings,
        erratum="\n".join([*filter(None, [erratum.strip()]), *map(str, corrections)]),
        corrections=erratum_of(erratum.strip(), corrections).as_json(),
        author=author,
        protest_minutes=0 if state == Publication.State.OFFICIAL else tournament.protest_minutes,
    )
    sentence = gettext_noop("Standing no. %(number)s was posted, after partita %(round)s.")
    if corrections:
        sentence = gettext_noop(
            "Standing no. %(number)s was posted, after partita %(round)s: it corrects what was posted before."
        )
    rows = HandResult.objects.filter(sheet__table__round__in=rounds)
    record(
        tournament,
        "published",
        sentence,
        author=author,
        number=publication.number,
        round=rounds[-1].number,
        standing=standing_digest(publication),
        **evidence(rows),
    )
    return publication


def take_marks_off(tournament: Tournament) -> None:
    """Nothing is waited for any more of sheets that were opened again.

    A sheet that somebody writes in at this moment keeps its mark: who waits for it here holds the tournament, which
    that writer's log line waits for.
    """
    marked = Sheet.objects.filter(table__round__tournament=tournament, reopened_at__isnull=False)
    free = [sheet.pk for sheet in marked.select_for_update(of=("self",), skip_locked=True).only("pk")]
    Sheet.objects.filter(pk__in=free).update(reopened_at=None)


def _check_all_sheets_closed(tournament: Tournament) -> None:
    open_sheets = Sheet.objects.filter(table__round__tournament=tournament, table__round__stage__in=CLOSED_STAGES)
    open_sheets = open_sheets.exclude(state=Sheet.State.CLOSED).select_related("table__round")
    places = [(sheet.table.round.number, sheet.table.number) for sheet in open_sheets.order_by("table__round", "table")]
    if places:
        raise ValidationError(
            _("Reopened and not closed again (partita/table): %(places)s. Close each of them, then post the standing."),
            code="sheets_open",
            params={"places": ", ".join(f"{round_}/{table}" for round_, table in places), "open": places},
        )


def _state_of(rounds: list[Round]) -> str:
    official = all(round_.stage == Round.Stage.OFFICIAL for round_ in rounds)
    return Publication.State.OFFICIAL if official else Publication.State.PROVISIONAL


def _corrections(last: Publication | None, standings: Mapping[str, Any]) -> tuple[Change, ...]:
    """What was posted and is no longer so, on every list that shows it.

    A partita added since corrects nothing: of the lists over the evening only what the posted partite gave counts. What
    a rest is worth is the mean of the other partite (A21), so that it moves with each one that is added.
    """
    if last is None:
        return ()
    posted = {of_round(each["round"]) for each in last.standings["rounds"]}
    added = {of_round(each["round"]) for each in standings["rounds"]} - posted
    changes = changes_between(last.standings, standings)
    if not added:
        return changes
    resting = _rests(last.standings) & _rests(standings)
    return (*_of_posted_partite(last, standings, resting), *(
        change for change in changes
        if change.place in posted and (change.place, change.entry) not in resting
    ))  # fmt: skip


def _of_posted_partite(
    last: Publication, standings: Mapping[str, Any], resting: set[tuple[str, str]]
) -> Iterator[Change]:
    """What the overall list of a longer evening shows of its posted partite, where their own lists had others."""
    changed: dict[str, list[tuple[int, str, str]]] = {}
    before = {(number, entry): value for number, entry, value in _match_points(last.standings)}
    for number, entry, value in _match_points(standings):
        was = before.get((number, entry), value)
        if was != value and (of_round(number), entry) not in resting:
            changed.setdefault(entry, []).append((number, was, value))
    for line in standings["overall"]:
        if line["entry"] in changed:
            yield Change(OVERALL, line["entry"], ("", "", ""), ("", "", ""), tuple(changed[line["entry"]]))


def _match_points(standings: Mapping[str, Any]) -> Iterator[tuple[int, str, str]]:
    for each in standings["rounds"]:
        for line in (*(line for lines in each["winds"].values() for line in lines), *each.get("byes", ())):
            yield each["round"], line["entry"], line["match_points"]


def _rests(standings: Mapping[str, Any]) -> set[tuple[str, str]]:
    """Who sat out which partita."""
    return {(of_round(each["round"]), line["entry"]) for each in standings["rounds"] for line in each.get("byes", ())}
