"""The list of entries: a row for each, what can be pressed in it, who is in the hall."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser
from django.utils.translation import gettext as _, ngettext

from frame.page import Context, DeskRequest
from ground.roles import ORGANIZER, holds
from king.cards import Side, Wind
from king.words import alphabetical
from king_tournament.desk.players.groups import words_of
from king_tournament.desk.players.odd_number_panel import odd_number_context
from night.next_steps import LATE, PLAYERS, NextStep
from printing.names import without_letters
from tournaments.editions import offered_rules
from tournaments.head_count import HeadCount, head_count
from tournaments.models import Entry, Round, Tournament
from wording.naming import system_title

FIRST_SCREEN = 11
"""Lines of the list that fit a laptop below its head; a longer list stands in even columns."""
COLUMNS = 3


class Place(NamedTuple):
    """Seat of an entry: a badge, if it has one, and the table or what is shown instead."""

    badge: Wind | Side | None
    words: str


def entries_shown(
    request: DeskRequest,
    tournament: Tournament,
    step: NextStep | None,
    *,
    refused: Mapping[int, Sequence[str]] | None = None,
    opened: int | None = None,
    reason: str = "",
) -> Context:
    """Rows of the list, in the same number of queries for four entries and four hundred. An entry's
    menu is rendered only if it is ``opened`` or ``refused``.
    """
    entries = list(tournament.entries.order_by("number").with_players())
    words = words_of(tournament, entries)
    count = head_count(tournament)
    odd = odd_number_context(request, tournament, step, count, entries)
    three = _games_for_three(tournament, count)
    by_name = sorted(entries, key=lambda entry: alphabetical(entry.title))
    columns = min(COLUMNS, -(-len(by_name) * words["size"] // FIRST_SCREEN)) or 1
    lines = -(-len(by_name) // columns) or 1
    return {
        **words,
        "columns": [by_name[first : first + lines] for first in range(0, len(by_name), lines)],
        "places": _places(tournament, entries, words["drawn_labels"]),
        "count": count,
        "hall_people": _people(entry for entry in entries if _is_here(entry) and not entry.fills),
        "hall_says": " · ".join(_hall(tournament, entries, count)),
        "odd": odd,
        "hall_sentences": ()
        if odd or three or (step and step.key == LATE) or not _waits_for_tables(tournament)
        else count.sentences,
        "for_three": three,
        "not_on_paper": without_letters(
            member.player for entry in entries for member in entry.members.all()
        ),
        "refused": refused,
        "opened": opened,
        "reason": reason,
        **({} if odd else _step_shown(request.user, tournament, step)),
    }


def _places(
    tournament: Tournament, entries: Sequence[Entry], labels: Mapping[str, Wind | Side]
) -> dict[int, Place]:
    """Seat or rest of each entry, by number, in the partita that is seated or in play. Before the
    first partita it is the drawn slip, between two partite only the wind.
    """
    last = tournament.rounds.filter(tables__isnull=False).order_by("number").last()
    if last is None or last.is_closed:
        return {
            entry.number: Place(labels.get(entry.wind), "" if last else str(entry.wind_number))
            for entry in entries
            if entry.wind_number
        }
    tables: dict[int, list[int]] = defaultdict(list)
    winds: dict[int, str] = {}
    seats = last.seats.select_related("table", "entry").order_by("from_hand", "table__number")
    for seat in seats:
        winds.setdefault(seat.entry.number, seat.wind)
        if seat.table.number not in tables[seat.entry.number]:
            tables[seat.entry.number].append(seat.table.number)
    single = tournament.rules.sides not in ("pairs", "teams")
    places = {
        entry.number: Place(
            Wind(winds[entry.number]) if single else labels.get(entry.wind),
            ", ".join(map(str, tables[entry.number])),
        )
        for entry in entries
        if entry.number in winds
    }
    resting = last.seating_note.get("sitting_out", ())
    return places | {number: Place(None, _("rests")) for number in resting if number not in winds}


def _waits_for_tables(tournament: Tournament) -> bool:
    """Whether a partita is still to be seated and none is in play. While one is in play nobody is
    missing.
    """
    stages = [*tournament.rounds.started().values_list("stage", flat=True)]
    return Round.Stage.PLAYING not in stages and len(stages) < tournament.planned_rounds


def _games_for_three(tournament: Tournament, count: HeadCount) -> str:
    """Names of games for three players, if exactly three are waiting for a fourth. Empty once the
    rules are fixed.
    """
    if count.playing != 3 or count.seats != 4 or tournament.is_frozen or tournament.closed_at:
        return ""
    games = [system_title(rules) for rules in offered_rules().values() if len(rules.columns) == 3]
    return "; ".join(games)


# --- above the list


def _hall(tournament: Tournament, entries: list[Entry], count: HeadCount) -> list[str]:
    gone = _people(entry for entry in entries if entry.withdrawn_at is not None)
    absent = _people(entry for entry in entries if not entry.present and entry.withdrawn_at is None)
    fillers = _people(entry for entry in entries if _is_here(entry) and entry.fills)
    away = ngettext("%(counter)s not here", "%(counter)s not here", absent)
    withdrawn = ngettext("%(counter)s withdrawn", "%(counter)s withdrawn", gone)
    fill = ngettext("%(counter)s completes a table", "%(counter)s complete the tables", fillers)
    full = ngettext("%(tables)s full table", "%(tables)s full tables", count.tables)
    fee = f"{_('Entry fee')} {tournament.fee}: {_unpaid(tournament.fee, entries)}"
    parts = {
        away % {"counter": absent}: absent,
        withdrawn % {"counter": gone}: gone,
        fill % {"counter": fillers}: fillers,
        full % {"tables": count.tables}: count.playing and not count.over,
        fee: tournament.fee and entries,
    }
    return [words for words, holds_now in parts.items() if holds_now]


def _is_here(entry: Entry) -> bool:
    return entry.present and entry.withdrawn_at is None


def _people(entries: Iterable[Entry]) -> int:
    """Count people: a pair is two."""
    return sum(len(entry.members.all()) for entry in entries)


def _unpaid(fee: str, entries: Sequence[Entry]) -> str:
    """Sentence on unpaid fees: ``3 have not paid: 30 €``. Counts players in the hall, house players
    excepted; the sum is given if the fee is a single amount.
    """
    here = [
        entry
        for entry in entries
        if entry.present and not entry.withdrawn_at and not entry.fee_paid
    ]
    count = sum(not all(member.player.is_house for member in entry.members.all()) for entry in here)
    if not count:
        return _("everybody here has paid")
    words = ngettext("%(count)d has not paid", "%(count)d have not paid", count) % {"count": count}
    amounts = re.findall(r"\d+(?:[.,]\d+)?", fee)
    if len(amounts) != 1:
        return words
    total = str(Decimal(amounts[0].replace(",", ".")) * count)
    return f"{words}{_(': ')}{fee.replace(amounts[0], total.replace('.', ',') if ',' in amounts[0] else total)}"


def _step_shown(user: AbstractUser, tournament: Tournament, step: NextStep | None) -> Context:
    """Context of the next step: pressed here (``forward``), or a link to its page (``onward``)."""
    if step is None or step.key == PLAYERS:
        return {}
    if step.does and (step.key == LATE or holds(user, ORGANIZER, evening=tournament.code)):
        return {"forward": step}
    return {"onward": step}
