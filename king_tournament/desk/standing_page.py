"""The page of the standings as lists for its template: notices, what comes next, tables, ties,
files.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from frame.outline import Button
from frame.page import Context
from frame.parts import Link, Notice
from frame.standing_page import standing_page
from king.standing.standing_settings import StandingSettings
from king_tournament.live import standing_tables
from king_tournament.templatetags.king import protest_time
from scoring.models import FinalHold, Protest, Publication, Ruling, Settlement
from scoring.publishing import Posted
from scoring.publishing.under_review import UnderReview
from scoring.standing import TournamentStandings, all_settled, open_ties
from tournaments.models import Round, Tournament
from wording import naming
from wording.errata import erratum_of
from wording.results import ranked_at, settled
from wording.sentences import say

MOST_CHANGES = 12
"""Of a correction, as the page says them; the correction itself names each."""


def _clock(moment: datetime) -> str:
    return date_format(localtime(moment), "TIME_FORMAT")


# --- notices


def notices(
    tournament: Tournament,
    *,
    playing: Round | None,
    looking: bool,
    states: Sequence[tuple[int, bool]],
    review: UnderReview,
) -> Iterator[Notice]:
    """``states``: the tables of the partita in play, each with whether its sheet is closed."""
    code = tournament.code
    if playing:
        yield _in_play(playing, states, looking=looking)
    opened = [sheet for sheet in review.sheets if sheet.is_open]
    if opened:
        yield Notice(
            [_("These sheets were reopened; close each of them, then post the standing again:")],
            links=[sheet_link(code, sheet.round, sheet.table) for sheet in opened],
        )
    for average in review.averages:
        sentence = _(
            "Partita %(round)s, table %(table)s, hand %(hand)s is worth the average of the other tables and moves "
            "with them."
        )
        fields = {"round": average.round, "table": average.table, "hand": average.hand}
        yield Notice([sentence % fields])
    for number in review.rounds:
        sentence = _(
            "Partita %(number)s was returned to play: what was posted of it stays, marked, until it is closed again."
        )
        link = Link(_("Go to its tables"), reverse("desk:play", args=[code, number]))
        yield Notice([sentence % {"number": number}], links=[link])


def _in_play(playing: Round, states: Sequence[tuple[int, bool]], *, looking: bool) -> Notice:
    code, number = playing.tournament.code, playing.number
    here = reverse("desk:standings", args=[code])
    missing = [table for table, is_closed in states if not is_closed]
    counts = {"closed": len(states) - len(missing), "all": len(states)}
    if missing:
        texts = [_("%(closed)s of %(all)s sheets are closed. Missing:") % counts]
        title = _("table %(number)s")
        links = [
            Link(title % {"number": table}, reverse("desk:sheet", args=[code, number, table]))
            for table in missing
        ]
    else:
        texts = [_("Every sheet is closed.")]
        close = _("Close partita %(number)s") % {"number": number}
        links = [Link(close, reverse("desk:play", args=[code, number]))]
    if looking:
        computed = _(
            "Computed over %(closed)s of %(all)s sheets, to look at: it is posted nowhere and will change."
        )
        texts.insert(0, computed % counts)
        button = Button(_("Back to the posted standing"), here)
    else:
        button = Button(_("Look at it as it would be now"), f"{here}?look=1")
    title = _("Partita %(number)s is in play") % {"number": number}
    return Notice(texts, title, links, [button], "warning" if looking else "info")


def sheet_link(code: str, round_number: int, table: int) -> Link:
    title = _("partita %(round_number)s, table %(number)s")
    return Link(
        title % {"round_number": round_number, "number": table},
        reverse("desk:sheet", args=[code, round_number, table]),
    )


def held_notice(
    tournament: Tournament,
    hold: FinalHold | None,
    *,
    awaits: bool,
    leads: bool,
    may_end_earlier: bool,
) -> Notice | None:
    """``leads``: nothing else comes before showing it."""
    code = tournament.code
    if not hold or (tournament.closed_at and not awaits):
        return None
    release = reverse("desk:release", args=[code])
    said, links = "", []
    if hold.held_by:
        said = _("%(who)s decided this at %(when)s.") % {
            "who": hold.held_by.get_username(),
            "when": _clock(hold.held_at),
        }
    if awaits:
        texts = [
            said,
            _(
                "The hall's screen, the public pages, their files and the programs say that it will be read at the "
                "prize-giving; this page and what is printed here show everything."
            ),
        ]
        buttons = [
            Button(
                _("Show it place by place"),
                reverse("screens:reveal", args=[code]),
                "next" if leads else "quiet",
            ),
            Button(_("Show it to everybody all at once"), release, fields=()),
        ]
    else:
        later = _(
            "It will be, when partita %(number)s is closed: until then everything is posted as usual."
        )
        texts = [said, later % {"number": tournament.planned_rounds}]
        if may_end_earlier:
            texts.append(
                _(
                    "If the evening ends earlier, lower the number of partite before the last one is closed: its "
                    "standing is then held back instead."
                )
            )
            links = [Link(_("Settings"), reverse("desk:settings", args=[code]))]
        buttons = [Button(_("Show it as soon as it is posted"), release, fields=())]
    title = _("The final standing is held back until the prize-giving.")
    return Notice([*filter(None, texts)], title, links, buttons, "info")


# --- what comes next


def correction(tournament: Tournament, changes: Sequence[Any], opened: Sequence[Any]) -> Context:
    """Of a posting that holds no more: the sheet that has to be closed first, or the address that
    posts anew.
    """
    shown = {
        "changes": changes[:MOST_CHANGES],
        "count": len(changes) if len(changes) > MOST_CHANGES else 0,
    }
    if not opened:
        return {**shown, "publish": reverse("desk:publish", args=[tournament.code])}
    first = opened[0]
    title = _("First close partita %(round_number)s, table %(number)s")
    sheet = reverse("desk:sheet", args=[tournament.code, first.round, first.table])
    fields = {"round_number": first.round, "number": first.table}
    return {**shown, "first": [Button(title % fields, sheet, "next")]}


def official(
    address: str,
    provisional: Sequence[Round],
    shown: Publication | None,
    *,
    in_all: bool,
    waits: bool,
    alone: bool,
) -> Context:
    """``in_all``: no partita is still to come, so that one button makes all of them official;
    ``waits``: something else comes first; ``alone``: of a partita by itself.
    """
    time = protest_time(shown)
    early = shown.number if shown and time and time["left"] else ""
    led = not (waits or early)
    sent = (("early", early),) if early else ()
    buttons = []
    if in_all and (len(provisional) > 1 or not alone):
        kind = "next" if led else "quiet"
        buttons = [Button(_("Make the results official"), address, kind, sent, sign="official")]
    if alone:
        title = _("Make partita %(number)s official")
        kind = "next" if led and in_all and len(provisional) == 1 else "quiet"
        buttons += [
            Button(
                title % {"number": round_.number},
                address,
                kind,
                (*sent, ("round", round_.number)),
                sign="official",
            )
            for round_ in provisional
        ]
    return {"time": time, "early": early, "buttons": buttons}


def files(tournament: Tournament, **shown: bool) -> Iterator[Button]:
    """``shown`` says of which kinds there is one now."""
    code = tournament.code
    if shown["computed"]:
        pdf, xlsx = (reverse("desk:standings_file", args=[code, kind]) for kind in ("pdf", "xlsx"))
        yield Button(_("PDF"), pdf, sign="print")
        yield Button(_("Workbook (.xlsx)"), xlsx)
    if shown["posted"]:
        yield Button(_("Web pages (.zip)"), reverse("desk:standings_folder", args=[code]))
    if shown["final"]:
        yield Button(_("Set up its final"), reverse("seasons:final", args=[code]))


# --- tables


def lists(tournament: Tournament, computed: TournamentStandings, *, whole: bool) -> Context:
    """``whole``: long lists too, each line with why it is where it is. The partite stand with the
    newest first.
    """
    standings = computed.standings
    unposted = Publication(
        tournament=tournament,
        standings=computed.as_json(),
        corrections=erratum_of("", ()).as_json(),
    )
    posted = Posted(unposted, standings, computed.entries, computed.rounds, (), StandingSettings())
    page = standing_page(posted)._replace(at_desk=True, whole=whole)
    shown = standing_tables.tables(tournament, page)
    states = {
        round_.number: "current" if round_.is_playing else round_.stage
        for round_ in computed.rounds
    }
    for round_ in shown["rounds"]:
        round_["state"] = states[round_["number"]]
    return {
        **shown,
        "computed": computed,
        "long": page.is_long,
        "problems": [say(problem.phrase) for problem in standings.problems],
        "big_wins": [_big_win(win) for win in computed.big_wins],
        "unranked": ", ".join(standings.unranked),
        "rounds": shown["rounds"][::-1],
        "ranked_at": ranked_at(standings.ranked_at, standings.changed_by),
        "ranked_by": [_ranked_by(tournament, standings.changed_by)],
    }


def _ranked_by(tournament: Tournament, by: str) -> Button:
    url = reverse("desk:changed_winds", args=[tournament.code])
    if by == "first":
        return Button(_("Rank them where they played most"), url, "small", (("by", "most"),))
    return Button(_("Rank them where they started"), url, "small", (("by", "first"),))


def _big_win(win: Any) -> str:
    sentence = _("Mesa, partita %(number)s, table %(table)s: %(who)s, %(points)s.")
    return sentence % {
        "number": win.round,
        "table": win.table,
        "who": ", ".join(win.entries),
        "points": naming.number(win.total),
    }


# --- ties


def ties(
    tournament: Tournament, computed: TournamentStandings, typed: Any, *, may_settle: bool
) -> Context:
    """``typed`` are the fields of a form that was refused: they stand in it again."""
    kinds = [
        (
            Settlement.Kind.LOT,
            _("by a draw: the program draws their order, and anybody can repeat it"),
        ),
        (Settlement.Kind.PLAY_OFF, _("by a play-off: write the places below")),
        (
            Settlement.Kind.PREVIOUS,
            _("by an earlier standing: name it, and write their places in it"),
        ),
    ]
    shared = _("%(where)s, place %(rank)s is shared:")
    place = _("Place of %(name)s")
    none: Context = {}
    return {
        "ties": [
            {
                "key": tie.key,
                "title": " ".join(
                    (
                        shared % {"where": naming.standing_name(tie.standing), "rank": tie.rank},
                        ", ".join(entry.title for entry in tie.entries),
                    )
                ),
                "kinds": kinds,
                "typed": typed if typed.get("tie") == tie.key else none,
                "places": [
                    {
                        "name": f"place-{entry.number}",
                        "label": place % {"name": entry.title},
                        "value": typed.get(f"place-{entry.number}", "")
                        if typed.get("tie") == tie.key
                        else "",
                    }
                    for entry in tie.entries
                ],
            }
            for tie in (open_ties(computed.standings, computed.entries) if may_settle else ())
        ],
        "settlements": [
            {
                "row": row,
                "words": settled(tie),
                "unfit": tie in computed.standings.unfit,
                "numbers": ", ".join(map(str, sorted(numbers))),
                "may_revoke": may_settle and row.revoked_at is None,
                "typed": typed.get("settlement") == str(row.pk),
            }
            for row, tie, numbers in all_settled(tournament, computed.entries)
        ],
    }


# --- protests


def protest_words(tournament: Tournament, *, running: bool, awaits: bool) -> Iterator[str]:
    if awaits:
        yield _("The final standing has its time for protests from when everybody sees it.")
    elif not running:
        yield _("There is no time for protests running.")
    if tournament.official_by_itself:
        yield _(
            "Once it is over and no protest is open, the results become official by themselves."
        )


def protest(row: Protest, rulings: Iterable[Ruling]) -> Context:
    table, hand = row.table, _("hand %(hand)s")
    place = [row.table.round.tournament.code, table.round.number, table.number]
    against = _("against standing no. %(number)s") % {"number": row.publication.number}
    sheet = _("Partita %(round)s, table %(table)s")
    asked = {"hand": row.hand} if row.hand else {}
    facts = [hand % asked] if asked else []
    return {
        "row": row,
        "sheet": Link(
            sheet % {"round": table.round.number, "table": table.number},
            reverse("desk:sheet", args=place),
        ),
        "facts": [*facts, against, _clock(row.made_at)],
        "sign": "confirmed" if row.outcome else "waiting",
        "state": row.get_outcome_display() if row.outcome else pgettext("a protest", "open"),
        "rule_url": reverse("desk:rule", args=place, query=asked),
        "rulings": [
            (
                ruling.pk,
                ", ".join(
                    filter(
                        None,
                        (
                            ruling.get_kind_display(),
                            hand % {"hand": ruling.hand} if ruling.hand else "",
                            _clock(ruling.created_at),
                        ),
                    )
                ),
            )
            for ruling in rulings
        ],
    }
