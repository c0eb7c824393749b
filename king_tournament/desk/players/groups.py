"""Pairs and teams at the desk: put together player by player, named, ordered, joined; and the words
for them.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _, gettext_lazy, ngettext_lazy

from frame.page import Context
from king.cards import SIDES, Wind
from night.lookups import read_number
from tournaments.head_count import entry_size, seats_of_entries
from tournaments.models import Entry, Tournament
from tournaments.pasted_lists import MOST_LINES
from wording.sentences import refusal


class PasteForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("The list"),
        max_length=200 * MOST_LINES,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
        help_text=gettext_lazy(
            "One player a line: “Rossi Mario” or “Mario Rossi”, with or without the card number. "
            "Players who are not on the roster are added to it."
        ),
    )


PLAYERS = {
    "entries": gettext_lazy("Players"),
    "one": gettext_lazy("Player"),
    "new": gettext_lazy("a new entry"),
    "house": gettext_lazy("Add a house player"),
    "empty": gettext_lazy(
        "Type the first letters of a name and press Enter. You can also paste a list or import a roster's file."
    ),
    "press": ngettext_lazy("Enter %(count)s player", "Enter %(count)s players", "count"),
    "entered": ngettext_lazy(
        "%(count)s player of the list is entered.",
        "%(count)s players of the list are entered.",
        "count",
    ),
    "paste": PasteForm.base_fields["text"].help_text,
}
PAIRS = {
    "entries": gettext_lazy("Pairs"),
    "one": gettext_lazy("Pair"),
    "new": gettext_lazy("a new pair"),
    "house": gettext_lazy("Add a house pair"),
    "empty": gettext_lazy(
        "Type the first letters of a name and press Enter; the next player joins the first."
    ),
    "press": ngettext_lazy("Enter %(count)s pair", "Enter %(count)s pairs", "count"),
    "entered": ngettext_lazy(
        "%(count)s pair of the list is entered.",
        "%(count)s pairs of the list are entered.",
        "count",
    ),
    "paste": gettext_lazy(
        "One pair a line: “Rossi – Bianchi”. The pair's name, if it has one, stands before a "
        "colon: “I Grifoni: Rossi – Bianchi”. Players who are not on the roster are added to it."
    ),
}
TEAMS = {
    "entries": gettext_lazy("Teams"),
    "one": gettext_lazy("Team"),
    "new": gettext_lazy("a new team"),
    "house": gettext_lazy("Add a house team"),
    "empty": gettext_lazy(
        "Type the first letters of a name and press Enter; the next three players join the first."
    ),
    "press": ngettext_lazy("Enter %(count)s team", "Enter %(count)s teams", "count"),
    "entered": ngettext_lazy(
        "%(count)s team of the list is entered.",
        "%(count)s teams of the list are entered.",
        "count",
    ),
    "paste": gettext_lazy(
        "One team a line: “Genova: Rossi, Bianchi, Verdi, Neri”. The first two are the pair that "
        "sits North-South, the next two East-West; up to two reserves may follow. Players who are "
        "not on the roster are added to it."
    ),
}
WORDS: Mapping[str, Mapping[str, Any]] = {
    "individual": PLAYERS,
    "soloist": PLAYERS,
    "pairs": PAIRS,
    "teams": TEAMS,
}


def words_of(tournament: Tournament, entries: Iterable[Entry]) -> Context:
    """Context of the list of entries: words, sizes and labels of its players, pairs or teams. The
    players of ``entries`` must be prefetched.
    """
    size = entry_size(tournament)
    return {
        "words": WORDS[tournament.rules.sides],
        "size": size,
        # Labels by the player's place in the team.
        "seats_of": dict(enumerate((wind for side in SIDES for wind in side.winds), start=1))
        if tournament.rules.sides == "teams"
        else {},
        "into_choices": _into_choices(tournament, entries, size) if size > 1 else (),
        "drawn_labels": drawn_labels(tournament),
    }


def _into_choices(
    tournament: Tournament, entries: Iterable[Entry], size: int
) -> list[tuple[str, str]]:
    """Entries that the next player can join: the last incomplete one first, a new one at the end."""
    words = _("no. %(number)s, %(title)s (%(count)s of %(size)s)")
    choices = [
        (
            str(entry.number),
            words
            % {
                "number": entry.number,
                "title": entry.title,
                "count": len(entry.members.all()),
                "size": size,
            },
        )
        for entry in entries
        if not entry.withdrawn_at and len(entry.members.all()) < size
    ]
    return [*reversed(choices), ("new", str(WORDS[tournament.rules.sides]["new"]))]


def drawn_labels(tournament: Tournament) -> Context:
    """Badges of entries by drawn wind, or by line for pairs. Empty for teams, which have none."""
    sides = tournament.rules.sides
    if sides == "teams":
        return {}
    return {
        wind.value: wind.side if sides == "pairs" else wind for wind in seats_of_entries(tournament)
    }


def seat_headings(tournament: Tournament) -> dict[Wind, str]:
    if tournament.rules.sides != "teams":
        return {}
    first, second = seats_of_entries(tournament)
    return {first: _("First of the meeting"), second: _("Second of the meeting")}


def paste_form(tournament: Tournament, data: QueryDict | None = None, text: str = "") -> PasteForm:
    form = PasteForm(data, initial={"text": text})
    form.fields["text"].help_text = str(WORDS[tournament.rules.sides]["paste"])
    return form


def in_words(tournament: Tournament, key: str, count: int) -> str:
    words: str = WORDS[tournament.rules.sides][key] % {"count": count}
    return words


# --- putting together


def entry_named(tournament: Tournament, into: str) -> Entry | None:
    """Entry with that number; None for a new one. If the page names none, the last incomplete one."""
    size = entry_size(tournament)
    if size == 1 or into == "new":
        return None
    if (number := read_number(into, 5)) is not None:
        match = tournament.entries.filter(number=number).first()
        if not match:
            raise refusal(_("There is no entry %(number)s."), "no_entry", number=number)
        return match
    waiting = tournament.entries.playing().order_by("-number").prefetch_related("members")
    return next((entry for entry in waiting if len(entry.members.all()) < size), None)
