"""The list of entries: a row for each, what can be pressed in it, who is in the hall."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

from django.contrib.auth.models import AbstractUser
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from frame.night import PLAYERS, NextStep
from frame.page import Context, DeskRequest
from ground.roles import ARBITER, ORGANIZER, holds
from king.words import alphabetical
from king_tournament.desk.players.groups import words_of
from printing.names import without_letters
from tournaments.head_count import HeadCount, head_count
from tournaments.models import Entry, EntryMember, Tournament

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
    rows = []
    for entry in sorted(entries, key=lambda entry: alphabetical(entry.title)):
        row = entry_row(tournament, entry, words)
        row["wrong"] = (refused or {}).get(entry.number, ())
        row["opened"] = entry.number == opened
        if row["opened"] or row["wrong"]:
            row["menu"] = entry_menu(request, tournament, entry, words["size"], reason)
        rows.append(row)
    return {
        **words,
        "columns": _columns(rows, words["size"]),
        "count": count,
        "hall_says": " · ".join(_hall(tournament, entries, count)),
        "offers": _offers(tournament, count, words["size"]),
        "list_buttons": _list_buttons(tournament, count, str(words["words"]["house"])),
        "not_on_paper": _not_on_paper(request.user, tournament, entries),
        **_step_shown(request.user, tournament, step),
    }


def _columns(rows: list[Context], size: int) -> list[list[Context]]:
    lines = max(FIRST_SCREEN // size, -(-len(rows) // COLUMNS))
    return [rows[first : first + lines] for first in range(0, len(rows), lines)]


# --- above the list


def _hall(tournament: Tournament, entries: list[Entry], count: HeadCount) -> list[str]:
    gone = sum(entry.withdrawn_at is not None for entry in entries)
    absent = sum(not entry.present and entry.withdrawn_at is None for entry in entries)
    withdrawn = ngettext("%(counter)s withdrawn", "%(counter)s withdrawn", gone)
    full = ngettext("%(tables)s full table", "%(tables)s full tables", count.tables)
    fee = f"{_('Entry fee')} {tournament.fee}: {_unpaid(tournament.fee, entries)}"
    parts = {
        f"{absent} {_('not here')}": absent,
        withdrawn % {"counter": gone}: gone,
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


def _offers(tournament: Tournament, count: HeadCount, size: int) -> list[Context]:
    """Ways to full tables; the one without an address is chosen when the partita is seated."""
    urls = {
        "house": reverse("desk:fill_tables", args=[tournament.code]),
        "house_go": reverse("desk:make_room", args=[tournament.code]),
    }
    return [
        {
            "words": _offered(offer) if size == 1 else offer["sentence"],
            "url": urls.get(offer["kind"]),
        }
        for offer in count.offers
    ]


def _offered(offer: Context) -> str:
    number = offer["count"]
    words = {
        "house": ngettext(
            "Add %(counter)s house player: %(tables)s",
            "Add %(counter)s house players: %(tables)s",
            number,
        ),
        "house_go": ngettext(
            "%(counter)s house player makes room: %(tables)s",
            "%(counter)s house players make room: %(tables)s",
            number,
        ),
        "sit_out": ngettext(
            "Or %(counter)s player sits out (%(tables)s): you choose it when the partita is seated.",
            "Or %(counter)s players sit out (%(tables)s): you choose it when the partita is seated.",
            number,
        ),
    }
    return words[offer["kind"]] % {
        "counter": number,
        "tables": offer["sentence"].fields["at"],
    }


def _list_buttons(tournament: Tournament, count: HeadCount, house: str) -> list[tuple[str, str]]:
    buttons = [(house, reverse("desk:add_house", args=[tournament.code]))]
    if count.playing:
        buttons.append((_("All absent"), reverse("desk:all_absent", args=[tournament.code])))
    return buttons


def _not_on_paper(
    user: AbstractUser, tournament: Tournament, entries: list[Entry]
) -> list[tuple[str, str]]:
    """Names, each with the page where it is mended, for who may open that."""
    may_mend = holds(user, ORGANIZER, evening=tournament.code)
    players = without_letters(member.player for entry in entries for member in entry.members.all())
    return [
        (player.full_name, reverse("people:player", args=[player.pk]) if may_mend else "")
        for player in players
    ]


def _step_shown(user: AbstractUser, tournament: Tournament, step: NextStep | None) -> Context:
    """The next step is pressed here (``forward``), or leads to its page (``onward``)."""
    if step is None or step.key == PLAYERS:
        return {}
    if step.does and holds(user, ORGANIZER, evening=tournament.code):
        return {"forward": step}
    return {"onward": step}


# --- a row, and its menu


def entry_row(tournament: Tournament, entry: Entry, words: Context) -> Context:
    size, members = words["size"], list(entry.members.all())
    url = _address(tournament, entry)
    is_alone = size == 1
    return {
        "number": entry.number,
        "called": entry.title,
        "title": entry.title if is_alone else entry.name,
        "name": entry.name,
        "members": [] if is_alone else _members(members, words["seats_of"], size),
        "lacks": _lacks(entry, len(members), size),
        "tags": _tags(entry),
        "away": bool(entry.withdrawn_at or not entry.present),
        "place": entry.wind_number,
        "badge": words["drawn_labels"].get(entry.wind),
        "returns": f"{url}return/" if entry.withdrawn_at else "",
        "toggles": _toggles(tournament, entry, url),
        "menu_title": f"{_('More')}: {entry.title}",
        "url": url,
    }


def _address(tournament: Tournament, entry: Entry) -> str:
    return f"{reverse('desk:players', args=[tournament.code])}{entry.number}/"


def _members(
    members: list[EntryMember], seats_of: Sequence[str], size: int
) -> list[tuple[str, str, str]]:
    """Badge of the seat, name, whether a reserve: badges where the places of a team are seats."""
    reserve = _("reserve")
    return [
        (
            seats_of[member.place - 1] if seats_of and member.place <= size else "",
            member.player.full_name,
            reserve if seats_of and member.place > size else "",
        )
        for member in members
    ]


def _lacks(entry: Entry, count: int, size: int) -> str:
    if count >= size or entry.withdrawn_at:
        return ""
    if size == 2:
        return _("without a partner")
    return _("%(count)s of %(size)s") % {"count": count, "size": size}


def _tags(entry: Entry) -> list[str]:
    tags = [_("not ranked")] if entry.unranked else []
    if entry.withdrawn_at:
        because = f": {entry.withdrawn_because}" if entry.withdrawn_because else ""
        tags.append(f"{_('withdrawn')}{because}")
    return tags


def _toggles(tournament: Tournament, entry: Entry, url: str) -> list[Context]:
    here = {
        True: ("absent", "confirmed", _("here"), _("Here. Press if not.")),
        False: ("present", "blocked", _("not here"), _("Not here. Press when they arrive.")),
    }
    paid = {
        True: ("unpaid", "confirmed", _("paid"), ""),
        False: ("paid", "waiting", _("to pay"), ""),
    }
    shown = [] if entry.withdrawn_at else [("presence", entry.present, here)]
    if tournament.fee:
        shown.append(("fee", entry.fee_paid, paid))
    toggles = []
    for kind, pressed, states in shown:
        step, sign, words, title = states[pressed]
        toggles.append(
            {
                "kind": kind,
                "pressed": pressed,
                "url": f"{url}{step}/",
                "sign": sign,
                "words": words,
                "title": title,
            }
        )
    return toggles


def entry_menu(
    request: DeskRequest, tournament: Tournament, entry: Entry, size: int, reason: str = ""
) -> Context:
    """``fields`` with a button each, ``presses``, ``members`` of a pair or team, ``pages``."""
    url, members = _address(tournament, entry), list(entry.members.all())
    withdraws = _field(url, "withdraw", "reason", entry, reason)
    fields = [] if entry.withdrawn_at else [withdraws]
    if size > 1:
        fields.append(_field(url, "name", "name", entry, entry.name))
        fields.append(_field(url, "join", "joining", entry, ""))
    ranking = (_("Rank again"), "ranked") if entry.unranked else (_("Play unranked"), "unranked")
    return {
        "fields": fields,
        "presses": [
            _press(url, ranking[1], ranking[0]),
            _press(url, "remove", _("Remove"), kind="btn-revoke"),
        ],
        "members": [_member_shown(url, members, place) for place in range(len(members))]
        if size > 1
        else [],
        "pages": _pages(request.user, members),
    }


def _field(url: str, step: str, name: str, entry: Entry, value: str) -> Context:
    labels = {
        "withdraw": (_("Withdraws, because"), _("Withdraw"), 200),
        "name": (_("Name, if it has one"), _("Name it"), 160),
        "join": (_("The players of entry no. … join it"), _("Join the two"), 5),
    }
    label, words, longest = labels[step]
    return {
        "id": f"{name}-{entry.number}",
        "name": name,
        "label": label,
        "longest": longest,
        "value": value,
        "url": f"{url}{step}/",
        "words": words,
    }


def _press(url: str, step: str, words: str, *, kind: str = "btn-quiet", title: str = "") -> Context:
    return {"url": f"{url}{step}/", "words": words, "kind": kind, "title": title}


def _member_shown(url: str, members: list[EntryMember], place: int) -> Context:
    player = members[place].player
    name = {"player": player.full_name}
    presses = []
    if place:
        title = _("%(player)s: a place earlier") % name
        presses.append(_press(url, "earlier", "↑", title=title))
    if len(members) > 1:
        title = _("Remove %(player)s") % name
        presses.append(_press(url, "leave", "×", kind="btn-revoke", title=title))
    return {"name": player.full_name, "key": player.pk, "presses": presses}


def _pages(user: AbstractUser, members: list[EntryMember]) -> list[tuple[str, str]]:
    if not holds(user, ORGANIZER, ARBITER):
        return []
    words = _("All evenings of %(player)s")
    return [
        (words % {"player": player.full_name}, reverse("people:person", args=[player.pk]))
        for player in (member.player for member in members)
        if not player.is_house
    ]
