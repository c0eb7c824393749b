"""Held standing that is shown place by place: steps as they were at the beginning, and how many are
visible. A rehearsal is visible only at the desk. Each step names the ``version`` that its author
saw, so that of two at the same moment one counts.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _, gettext_noop

from ground.guards import Author, write
from king.standing.reveal import reveal_steps
from scoring.models import FinalHold, Publication
from scoring.publishing import last_publication, read_publication
from scoring.publishing.final_hold import awaits_prize_giving, hold_in_force
from scoring.publishing.review import may_have_changed
from scoring.standing import display_names, hand_by_hand, standing_settings
from tournaments.log import LogKind, record
from tournaments.models import Tournament
from tournaments.services import MOST_PLACES
from wording.sentences import refusal

BEGUN = gettext_noop("Standings no. %(number)s are shown place by place: %(steps)s steps.")
REHEARSED = gettext_noop(
    "Standings no. %(number)s are rehearsed place by place, only at the desk: %(steps)s steps."
)
ENDED = gettext_noop(
    "The standings are no longer shown place by place; %(shown)s of %(steps)s steps had been shown."
)
REHEARSAL_ENDED = gettext_noop("The rehearsal of the prize-giving is over.")
REMOTE_GIVEN = gettext_noop(
    "A phone may show the standings place by place, at an address of its own."
)
REMOTE_TAKEN = gettext_noop(
    "The address for a phone that shows the standings place by place is no longer valid."
)
PRESSED = {
    "next": gettext_noop("Step %(step)s of %(steps)s was shown."),
    "back": gettext_noop("The last step was taken back: %(step)s of %(steps)s are shown."),
    "all_back": gettext_noop("Every step was taken back: %(step)s of %(steps)s are shown."),
    "pause": gettext_noop("The prize-giving pauses after step %(step)s of %(steps)s."),
    "go_on": gettext_noop("The prize-giving goes on after step %(step)s of %(steps)s."),
}
AT_THE_REMOTE = "next", "back", "pause", "go_on"
LOOKED = (BEGUN, REHEARSED, *PRESSED.values())
"""Lines that are written only where the standing is still the one that the steps were made of."""


def reveal_of(tournament: Tournament) -> FinalHold | None:
    hold = hold_in_force(tournament)
    return hold if hold and hold.publication_id is not None else None


def all_shown(hold: FinalHold) -> bool:
    """Whether every place has been shown, so that only the whole standing is left."""
    return bool(hold.steps) and not hold.rehearsal and hold.shown == len(hold.steps)


def public_reveal(tournament: Tournament) -> FinalHold | None:
    hold = reveal_of(tournament)
    return None if not hold or hold.rehearsal or is_disturbed(hold) else hold


def is_disturbed(hold: FinalHold) -> bool:
    """Whether the standing may differ from the one that the steps were made of. Two queries if the
    log's last line was only a preview of the standing, because then nothing has happened since.
    """
    tournament = hold.tournament
    last = tournament.publications.order_by("-number").values_list("pk", flat=True).first()
    if last != hold.publication_id:
        return True
    if tournament.log.order_by("-sequence").values_list("sentence", flat=True).first() in LOOKED:
        return False
    return may_have_changed(tournament)


def begin_reveal(
    *,
    tournament: Tournament,
    author: Author,
    winds: int,
    overall: int,
    rehearsal: bool = False,
) -> FinalHold:
    """Begin a reveal of so many places of each wind, and overall. After a rehearsal it may be the
    prize-giving or another rehearsal. A prize-giving has to be ended first, unless the standing has
    changed.

    In a large hall computing the steps takes seconds, and is done without a lock. If anything was
    written meanwhile it is refused.
    """
    last_line = _last_line(tournament)
    publication, steps = _worked_out(tournament, winds, overall)
    with transaction.atomic():
        locked = tournament.lock()
        hold = hold_in_force(locked)
        if not hold or _last_line(locked) != last_line:
            raise refusal(_("Something was written meanwhile: start again."), "written_meanwhile")
        if hold.publication_id is not None and not hold.rehearsal and not is_disturbed(hold):
            raise refusal(_("It is already being shown: reload the page."), "reveal_on")
        write(
            hold,
            publication=publication,
            steps=steps,
            rehearsal=rehearsal,
            shown=0,
            paused=False,
            version=hold.version + 1,
        )
        sentence = REHEARSED if rehearsal else BEGUN
        record(
            locked, LogKind.REVEAL, sentence, author, number=publication.number, steps=len(steps)
        )
    return hold


def _last_line(tournament: Tournament) -> int | None:
    return tournament.log.order_by("-sequence").values_list("sequence", flat=True).first()


def _worked_out(
    tournament: Tournament, winds: int, overall: int
) -> tuple[Publication, list[dict[str, Any]]]:
    published = last_publication(tournament)
    if not published or not awaits_prize_giving(tournament):
        raise refusal(
            _("No final standings are held back, so there is nothing to show."), "nothing_held"
        )
    if not (0 <= winds <= MOST_PLACES and 0 <= overall <= MOST_PLACES):
        raise refusal(
            _("Up to %(most)s places are shown: write a number from 0."),
            "no_places",
            most=MOST_PLACES,
        )
    if may_have_changed(tournament):
        raise refusal(
            _(
                "The standings have changed since they were published: publish them again, then begin."
            ),
            "standing_changed",
        )
    read = read_publication(tournament, published)
    if read.standings is None:
        raise refusal(_("These standings can only be read on their page."), "posted_unreadable")
    by_total = standing_settings(tournament).winds_by == "raw_points"
    moments = hand_by_hand(tournament)
    steps = reveal_steps(
        read.standings, moments, winds=winds, overall=overall, winds_by_total=by_total
    )
    if not steps:
        raise refusal(_("Nobody has such a place: choose more places."), "no_steps")
    players = {
        name: [member.name for member in entry.members.all()]
        for name, entry in read.entries.items()
        if entry.name
    }

    def numbers(names: Iterable[str]) -> list[int | None]:
        return [read.entries[name].number if name in read.entries else None for name in names]

    details = [
        {
            "players": [players.get(line.entry, []) for line in step.lines],
            "numbers": numbers(line.entry for line in step.lines),
            "below_numbers": numbers(step.below),
            "raw": read.standings.raw,
        }
        for step in steps
    ]
    return published, [step.as_json() | more for step, more in zip(steps, details, strict=True)]


def steps_as_spelled(hold: FinalHold) -> list[dict[str, Any]]:
    """Steps with the names that were corrected since. Two queries."""
    if not hold.steps:
        return []
    entries = {entry.number: entry for entry in hold.tournament.entries.with_players()}
    names = display_names(entries.values())

    def now(was: str, number: int | None) -> str:
        return names[entries[number].pk] if number in entries else was

    spelled = []
    for step in hold.steps:
        own = step.get("numbers") or [None] * len(step["lines"])
        below = step.get("below_numbers") or [None] * len(step["below"])
        lines = [
            line | {"entry": now(line["entry"], number)}
            for line, number in zip(step["lines"], own, strict=True)
        ]
        players = [
            [member.name for member in entries[number].members.all()]
            if people and number in entries
            else people
            for people, number in zip(step["players"], own, strict=True)
        ]
        names_below = [now(*one) for one in zip(step["below"], below, strict=True)]
        spelled.append(step | {"lines": lines, "players": players, "below": names_below})
    return spelled


@transaction.atomic
def press(*, hold: FinalHold, step: str, version: int, author: Author) -> FinalHold:
    """Take a step of the reveal. Refused if the author saw another state, or if the standing has
    changed. ``author`` None is the speaker's phone.
    """
    # A rehearsal changes nothing that anybody may see, and is not counted.
    locked = Tournament.objects.select_for_update().get(pk=hold.tournament_id)
    now = reveal_of(locked)
    if now is None or now.pk != hold.pk:
        raise refusal(_("The standings are no longer shown place by place."), "reveal_over")
    if now.version != version:
        raise refusal(
            _(
                "Somebody else has taken this step meanwhile, so nothing was done twice: this is how things stand now."
            ),
            "pressed_meanwhile",
        )
    if is_disturbed(now):
        raise refusal(
            _(
                "The standings have changed, so nothing more of them is shown: publish them again "
                "if needed, and start again."
            ),
            "reveal_disturbed",
        )
    shown_steps, paused = {
        "next": (now.shown + 1, False),
        "back": (now.shown - 1, now.paused),
        "all_back": (0, now.paused),
        "pause": (now.shown, True),
        "go_on": (now.shown, False),
    }.get(step, (-1, False))
    if not 0 <= shown_steps <= len(now.steps):
        raise refusal(_("There is no such step: use the buttons of this page."), "no_step")
    write(now, shown=shown_steps, paused=paused, version=now.version + 1)
    if not now.rehearsal:
        record(
            locked, LogKind.REVEAL, PRESSED[step], author, step=shown_steps, steps=len(now.steps)
        )
    return now


@transaction.atomic
def end_reveal(*, tournament: Tournament, author: Author) -> None:
    locked = tournament.lock()
    hold = reveal_of(locked)
    if not hold:
        return
    fields = {} if hold.rehearsal else {"shown": hold.shown, "steps": len(hold.steps)}
    record(locked, LogKind.REVEAL, REHEARSAL_ENDED if hold.rehearsal else ENDED, author, **fields)
    write(
        hold,
        publication=None,
        steps=[],
        rehearsal=False,
        remote="",
        shown=0,
        paused=False,
        version=hold.version + 1,
    )


@transaction.atomic
def set_remote(*, tournament: Tournament, author: Author, given: bool) -> FinalHold:
    locked = tournament.lock()
    hold = reveal_of(locked)
    if not hold:
        raise refusal(_("The standings are no longer shown place by place."), "reveal_over")
    write(hold, remote=secrets.token_hex(16) if given else "")
    record(locked, LogKind.REVEAL, REMOTE_GIVEN if given else REMOTE_TAKEN, author)
    return hold


def remote_key(hold: FinalHold) -> str:
    """Secret key of the remote address, empty if there is none. It cannot be computed from the
    database alone.
    """
    if not hold.remote:
        return ""
    return salted_hmac(
        "scoring.reveals", f"{hold.pk} {hold.remote}", algorithm="sha256"
    ).hexdigest()[:32]


def reveal_with_key(tournament: Tournament, key: str) -> FinalHold | None:
    hold = reveal_of(tournament)
    return hold if hold and hold.remote and constant_time_compare(key, remote_key(hold)) else None
