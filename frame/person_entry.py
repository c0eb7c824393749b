"""Parts of the pages that enter people: who is meant, the answers to doubtful lines, and undoing
it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core import signing
from django.http import QueryDict
from django.shortcuts import resolve_url
from django.utils.translation import gettext as _, pgettext, pgettext_lazy

from frame import page
from frame.page import DeskRequest
from ground.names import like_name
from king.words import card_key
from night import lookups
from tournaments.list_reading.answers import Says
from tournaments.list_reading.rows import RosterRow
from tournaments.models import Entry, Tournament
from tournaments.roster import Member, RosterIndex

UNDO = "desk.players"


def offer_undo(request: DeskRequest, tournament: Tournament, sentence: str, **entered: Any) -> None:
    signed = signing.dumps({"evening": tournament.code, **entered}, salt=UNDO, compress=True)
    page.say_with_undo(
        request, sentence, resolve_url("desk:undo_players", tournament.code), made=signed
    )


def tell_who_sits_down(request: DeskRequest, filled: Iterable[tuple[Entry, Entry]]) -> None:
    """Tell the user who took whose seat. ``filled`` has each newcomer and the entry whose seat it
    was.
    """
    for came, leaver in filled:
        fields = {"player": came.title, "gone": leaver.title}
        page.tell(request, _("%(player)s sits in the seat of %(gone)s."), **fields)


def who_is_meant(typed: Mapping[str, str], somebody_new: str) -> list[Member]:
    """Members of the roster with this name, ignoring accents, order and one letter. Empty if the
    user said that the person is ``somebody_new``.
    """
    surname, given_name = typed["surname"], typed["given_name"]
    if like_name(somebody_new) == like_name(surname, given_name):
        return []
    card = card_key(typed["card_number"])
    index = RosterIndex.load()
    return [] if card and card in index.by_card else index.alike(surname, given_name)


def player_choices(typed: QueryDict) -> dict[int, int | None]:
    """Player chosen for each doubtful line, by the line's place; None for somebody new."""
    choices = {}
    for name, value in typed.items():
        place = lookups.read_number(name.removeprefix("line-"), 11)
        player = lookups.read_number(str(value), 11)
        if (
            name.startswith("line-")
            and place is not None
            and (value == "new" or player is not None)
        ):
            choices[place] = player
    return choices


KEPT_OUT = {
    Says.NO: pgettext_lazy("a player of a list", "not coming"),
    Says.PERHAPS: pgettext_lazy("a player of a list", "perhaps"),
    Says.RESERVE: pgettext_lazy("a player of a list", "reserve"),
}


def excluded_label(rows: Sequence[RosterRow]) -> str:
    """Label of the option to enter players whom their list leaves out; empty for others."""
    return next((str(KEPT_OUT[row.says]) for row in rows if row.says in KEPT_OUT), "")


def roster_values(row: RosterRow) -> list[str]:
    """Values of a row that are stored for somebody new, or compared with the roster."""
    card = _("card") + f" {row.card_number}" if row.card_number else ""
    parts = (row.full_name, card, row.club, row.email, agreement_of(row))
    return [part for part in parts if part]


def agreement_of(row: RosterRow) -> str:
    """Words on whether the row agrees to e-mails; empty if it does not say."""
    agreed = {True: pgettext("to receive e-mails", "agreed"), False: _("does not agree to e-mails")}
    return "" if row.emails_agreed is None else agreed[row.emails_agreed]
