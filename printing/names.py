"""Names on paper: in letters that the typeface has, and no two people alike."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _, ngettext

from printing.paper import drawable, lacking
from tournaments.models import Entry, Player, Tournament, marked
from tournaments.namesakes import Named, marks_of


class PaperNames(NamedTuple):
    """Names of an evening's people and entries, by key. ``real`` has the names that a text may
    contain, and what is printed for them.
    """

    people: Mapping[int, str] = {}
    spoken: Mapping[int, str] = {}
    titles: Mapping[int, str] = {}
    spoken_titles: Mapping[int, str] = {}
    real: Mapping[str, str] = {}
    short: Mapping[str, str] = {}
    """By the whole name with the surname first: with initials of the given names, ``Rossi M. A.``, of
    those alone whom that tells from everybody else."""

    def of(self, player: Player) -> str:
        return self.people.get(player.pk) or people_on_paper([player])[player.pk]

    def title(self, entry: Entry) -> str:
        return self.titles.get(entry.pk, entry.title)

    def spoken_title(self, entry: Entry) -> str:
        return self.spoken_titles.get(entry.pk, entry.spoken_title)

    def written(self, text: str) -> str:
        """A text that may contain names, such as a reason or a line of the log, with the names as
        printed.
        """
        if lacking(text):
            for name, on_paper in self.real.items():
                text = text.replace(name, on_paper)
        return text

    def published(self, entries: Mapping[str, Entry]) -> dict[str, str]:
        """Printed name for each name in a standing. A name that no entry has any more stays as it
        is.
        """
        names = {}
        for name, entry in entries.items():
            bare = name.removesuffix(f" ({entry.number})")
            if bare in (entry.title, entry.plain_title):
                names[name] = self.title(entry)
            elif bare in (entry.spoken_title, entry.plain_spoken_title):
                names[name] = self.spoken_title(entry)
            else:
                names[name] = self.title(entry) if lacking(name) else name
        return names


def names_of(tournament: Tournament) -> PaperNames:
    """Names on paper of everybody in the evening, substitutes included. Three queries."""
    entries = list(tournament.entries.order_by("number").with_players())
    members = [member for entry in entries for member in entry.members.all()]
    numbers = {member.player_id: member.entry.number for member in members}
    substitutes = Player.objects.filter(seats__round__tournament=tournament).exclude(
        memberships__tournament=tournament
    )
    players = [*(member.player for member in members), *substitutes]
    marks = {member.player_id: member.mark for member in members if member.mark}
    people, spoken = (
        people_on_paper(players, numbers, spoken=way, marks=marks) for way in (False, True)
    )
    real = {
        name: on_paper[player.pk]
        for player in players
        for name, on_paper in ((player.full_name, people), (player.spoken_name, spoken))
        if lacking(name)
    }
    longest_first = dict(sorted(real.items(), key=lambda pair: -len(pair[0])))
    return PaperNames(
        people,
        spoken,
        titles_of(entries, people),
        titles_of(entries, spoken),
        longest_first,
        _short_names(players, people, marks),
    )


def _short_names(
    players: Iterable[Player], people: Mapping[int, str], marks: Mapping[int, str]
) -> dict[str, str]:
    short = {
        player.pk: marked(player.short_name, marks.get(player.pk, ""))
        for player in players
        if not player.name_for_paper
    }
    times = Counter(map(_looks, short.values()))
    return {
        people[key]: name
        for key, name in short.items()
        if times[_looks(name)] == 1 and not lacking(name)
    }


def _title(entry: Entry, people: Mapping[int, str]) -> str:
    """Name of a pair or team; the players' names if it has none that can be printed."""
    if entry.name and not lacking(entry.name):
        return entry.name
    return " – ".join(people[member.player_id] for member in entry.members.all())


def titles_of(entries: Iterable[Entry], people: Mapping[int, str]) -> dict[int, str]:
    titles = {entry.pk: _title(entry, people) for entry in entries}
    times = Counter(map(_looks, titles.values()))
    for entry in entries:
        if times[_looks(titles[entry.pk])] > 1:
            titles[entry.pk] += f" ({_('no. %(number)d') % {'number': entry.number}})"
    return titles


def season_names(entries: Mapping[str, Entry]) -> dict[str, str]:
    """Printed name for each name in the standing of a season. A name that was corrected since stays
    as it was published.
    """
    people = people_on_paper(
        member.player for entry in entries.values() for member in entry.members.all()
    )
    names = {}
    for name, entry in entries.items():
        bare = re.sub(r" \(\d+\)$", "", name)
        is_right = lacking(name) or bare in (entry.plain_title, entry.title)
        names[name] = _title(entry, people) if is_right else name
    times = Counter(map(_looks, names.values()))
    return {
        name: title if times[_looks(title)] == 1 or lacking(name) else name
        for name, title in names.items()
    }


def people_on_paper(
    players: Iterable[Player],
    numbers: Mapping[int, int] | None = None,
    *,
    spoken: bool = False,
    marks: Mapping[int, str] | None = None,
) -> dict[int, str]:
    """Names on paper, by key of the player.

    A name that looks like another one is followed by a mark: the one in ``marks``, which the
    evening has, else the card, the club, or the number in ``numbers`` (the entry's; otherwise the
    roster's). If no letter of a name can be printed, card or number stand alone.
    """
    people = {player.pk: player for player in players}
    names = {key: _readable(player, spoken) for key, player in people.items()}

    def drawn(text: str) -> str:
        return "" if lacking(text) else text

    alike = marks_of(
        Named(
            key,
            _looks(names[key]),
            "",
            drawn(player.card_number),
            drawn(player.club),
            (numbers or {}).get(key, key),
        )
        for key, player in people.items()
    )
    on_paper = {}
    for key, player in people.items():
        mark = drawn((marks or {}).get(key, "")) or alike.get(key, "")
        if names[key]:
            on_paper[key] = marked(names[key], mark)
            continue
        alone = _("card %(card)s") % {"card": player.card_number}
        if not player.card_number or lacking(alone):
            alone = _("no. %(number)d") % {"number": (numbers or {}).get(key, key)}
        on_paper[key] = str(capfirst(alone))
    return on_paper


def _readable(player: Player, spoken: bool) -> str:
    """Printable name. Empty if nothing of it can be printed. A word with a missing letter is left
    out; of other signs only the sign.
    """
    if player.name_for_paper:
        return player.name_for_paper
    name = player.spoken_name if spoken else player.full_name
    missing = lacking(name)
    if not missing:
        return name
    letters = "".join(sign for sign in missing if unicodedata.category(sign)[0] in "LM")
    signs = "".join(sign for sign in missing if sign not in letters)
    words = re.sub(f"[{re.escape(signs)}]", " ", name).split() if signs else name.split()
    return " ".join(word for word in words if not any(letter in word for letter in letters))


def _looks(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", drawable(name)).casefold().split())


# --- said where a name is entered


def lacks_paper_name(player: Player) -> bool:
    return not player.is_house and not player.name_for_paper and bool(lacking(player.full_name))


def without_letters(players: Iterable[Player]) -> list[Player]:
    """Players whose name cannot be printed, and who have no name for paper yet."""
    return [player for player in players if lacks_paper_name(player)]


def said_of_letters(names: Iterable[str]) -> str:
    """Sentence for a preview of names with letters that cannot be printed; empty if there are none."""
    unwritten = [name for name in names if lacking(name)]
    if not unwritten:
        return ""
    return ngettext(
        "Paper does not have the letters of %(count)d name: %(names)s. After entering it, write "
        "on the player's page how it should be printed.",
        "Paper does not have the letters of %(count)d names: %(names)s. After entering them, "
        "write on each player's page how it should be printed.",
        len(unwritten),
    ) % {
        "count": len(unwritten),
        "names": ", ".join(unwritten[:10]) + (" …" if len(unwritten) > 10 else ""),
    }
