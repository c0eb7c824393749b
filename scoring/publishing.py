"""Standings as they are posted: numbered, frozen, and when something changed, with what changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from scoring.errata import ABSENT, OVERALL, WIND, Change, Figures
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


def changes_between(posted: Mapping[str, Any], now: Mapping[str, Any]) -> tuple[Change, ...]:
    """The lines that differ: those of the overall standing, of the partite in order, and of the evening by wind.

    Figures alone count, so that a sentence worded anew is no correction.
    """
    before, after = _lines(posted), _lines(now)
    keys = [*after, *(key for key in before if key not in after)]
    return tuple(
        Change(place, entry, before.get((place, entry)), after.get((place, entry)))
        for place, entry in keys
        if before.get((place, entry)) != after.get((place, entry))
    )


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
        tournament, "published", sentence, author=author, number=publication.number, round=rounds[-1].number,
        standing=standing_digest(publication), **evidence(rows),
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
    """What was posted and is no longer so: a partita added since corrects nothing, a posted partita's line does.

    What a rest is worth is the mean of the other partite (A21), so that it moves with each one that is added.
    """
    if last is None:
        return ()
    posted = {f"round {each['round']}" for each in last.standings["rounds"]}
    added = {f"round {each['round']}" for each in standings["rounds"]} - posted
    changes = changes_between(last.standings, standings)
    if added:
        resting = _rests(last.standings) & _rests(standings)
        stays = {OVERALL, *added}
        return tuple(
            change for change in changes
            if change.place not in stays and not change.place.startswith(WIND)
            and (change.place, change.entry) not in resting
        )  # fmt: skip
    overall = tuple(change for change in changes if change.place == OVERALL)
    return overall or changes


def _rests(standings: Mapping[str, Any]) -> set[tuple[str, str]]:
    """Who sat out which partita."""
    return {(f"round {each['round']}", line["entry"]) for each in standings["rounds"] for line in each.get("byes", ())}


def _lines(standings: Mapping[str, Any]) -> dict[tuple[str, str], Figures]:
    """Every line's figures by where it stands and whose it is."""
    lines = {(OVERALL, line["entry"]): _figures(line) for line in standings["overall"]}
    for each in standings["rounds"]:
        place = f"round {each['round']}"
        ranked = [line for wind in each["winds"].values() for line in wind]
        for line in [*ranked, *each.get("unranked", ()), *each.get("byes", ())]:
            lines[place, line["entry"]] = _figures(line)
    for wind, ranked in standings["winds"].items():
        lines |= {(f"{WIND}{wind}", line["entry"]): _figures(line) for line in ranked}
    return lines


def _figures(line: Mapping[str, Any]) -> Figures:
    return tuple(str(line.get(key) if line.get(key) is not None else ABSENT)
                 for key in ("rank", "match_points", "total"))  # type: ignore[return-value]  # fmt: skip
