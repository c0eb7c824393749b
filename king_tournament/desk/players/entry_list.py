"""The list of entries: a row for each, what can be pressed in it, who is in the hall."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

from django.contrib.auth.models import AbstractUser
from django.utils.translation import gettext as _, ngettext

from frame.night import LATE, PLAYERS, NextStep
from frame.page import Context, DeskRequest
from ground.roles import ORGANIZER, holds
from king.words import alphabetical
from king_tournament.desk.players.groups import words_of
from king_tournament.desk.players.odd import odd_shown
from printing.names import without_letters
from tournaments.editions import offered_rules
from tournaments.head_count import HeadCount, head_count
from tournaments.models import Entry, Tournament
from wording.naming import system_title

FIRST_SCREEN = 11
"""Lines of the list that fit a laptop below its head; a longer list goes on in even columns."""
COLUMNS = 3


def entries_shown(
    request: DeskRequest,
    tournament: Tournament,
    step: NextStep | None,
    *,
    refused: Mapping[int, Sequence[str]] | None = None,
    opened: int | None = None,
    reason: str = "",
) -> Context:
    """The same queries for four entries and four hundred. The menu of an entry is there where it is
    ``opened`` or ``refused``.
    """
    entries = list(tournament.entries.order_by("number").with_players())
    words = words_of(tournament, entries)
    count = head_count(tournament)
    odd = odd_shown(request, tournament, step, count, entries)
    three = _games_for_three(tournament, count)
    shown = sorted(entries, key=lambda entry: alphabetical(entry.title))
    lines = max(FIRST_SCREEN // words["size"], -(-len(shown) // COLUMNS))
    return {
        **words,
        "columns": [shown[first : first + lines] for first in range(0, len(shown), lines)],
        "count": count,
        "hall_says": " · ".join(_hall(tournament, entries, count)),
        "odd": odd,
        "hall_sentences": () if odd or three or (step and step.key == LATE) else count.sentences,
        "for_three": three,
        "not_on_paper": without_letters(
            member.player for entry in entries for member in entry.members.all()
        ),
        "refused": refused,
        "opened": opened,
        "reason": reason,
        **({} if odd else _step_shown(request.user, tournament, step)),
    }


def _games_for_three(tournament: Tournament, count: HeadCount) -> str:
    """In words, what three can play who wait for a fourth; none once the rules are fixed."""
    if count.playing != 3 or count.seats != 4 or tournament.is_frozen or tournament.closed_at:
        return ""
    games = [system_title(rules) for rules in offered_rules().values() if len(rules.columns) == 3]
    return "; ".join(games)


# --- above the list


def _hall(tournament: Tournament, entries: list[Entry], count: HeadCount) -> list[str]:
    gone = sum(entry.withdrawn_at is not None for entry in entries)
    absent = sum(not entry.present and entry.withdrawn_at is None for entry in entries)
    withdrawn = ngettext("%(counter)s withdrawn", "%(counter)s withdrawn", gone)
    fill = ngettext(
        "%(counter)s completes a table", "%(counter)s complete the tables", count.fillers
    )
    full = ngettext("%(tables)s full table", "%(tables)s full tables", count.tables)
    fee = f"{_('Entry fee')} {tournament.fee}: {_unpaid(tournament.fee, entries)}"
    parts = {
        f"{absent} {_('not here')}": absent,
        withdrawn % {"counter": gone}: gone,
        fill % {"counter": count.fillers}: count.fillers,
        full % {"tables": count.tables}: count.playing and not count.over,
        fee: tournament.fee and entries,
    }
    return [words for words, holds_now in parts.items() if holds_now]


def _unpaid(fee: str, entries: Sequence[Entry]) -> str:
    """``3 have not paid: 30 €``, of those in the hall but house players; the sum where the fee is
    one amount.
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
    return f"{words}: {fee.replace(amounts[0], total.replace('.', ',') if ',' in amounts[0] else total)}"


def _step_shown(user: AbstractUser, tournament: Tournament, step: NextStep | None) -> Context:
    """The next step is pressed here (``forward``), or leads to its page (``onward``)."""
    if step is None or step.key == PLAYERS:
        return {}
    if step.does and (step.key == LATE or holds(user, ORGANIZER, evening=tournament.code)):
        return {"forward": step}
    return {"onward": step}
