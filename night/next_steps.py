"""The four steps beside every page: which comes next, and what blocks it."""

from collections.abc import Iterable
from typing import NamedTuple

from django.shortcuts import resolve_url
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from deals.models import BoardSet
from night.facts import NightFacts, RoundFacts
from scoring.latecomers import Chair
from tournaments.head_count import (
    HeadCount,
)
from tournaments.models import Round
from wording.naming import column_name

PLAYERS, TABLES, STANDINGS, PRIZES = STEPS = ("players", "tables", "standings", "prizes")
WINDS, BOARDS, PRINT, PLAY, PUBLISH = "winds", "boards", "print", "play", "publish"
LATE = "late"

TITLES: dict[str, str | Promise] = {
    PLAYERS: gettext_lazy("Players"),
    TABLES: gettext_lazy("Tables"),
    STANDINGS: gettext_lazy("Standings"),
    PRIZES: gettext_lazy("Prize-giving"),
    # The documents are told apart more finely.
    WINDS: gettext_lazy("Winds and seats"),
    BOARDS: gettext_lazy("Boards"),
    PLAY: gettext_lazy("Play"),
}


class Step(NamedTuple):
    """One step of the line, as ``_steps.html`` draws it. It has no ``url`` if the reader may not go
    there.
    """

    key: str
    state: str
    url: str | None
    note: str = ""

    @property
    def title(self) -> str | Promise:
        return TITLES[self.key]

    @property
    def words(self) -> str:
        """Note beside the title. Empty if the state says it all; the step that comes next is not in
        progress yet.
        """
        return self.note or (_("to do") if self.state == "current" else "")


class Blocker(NamedTuple):
    """Something that is missing, with the page where it is fixed and, if not obvious, what to do
    there.
    """

    text: str
    url: str | None = None
    action: str = ""


class NextStep(NamedTuple):
    """The page's filled button. ``blockers`` are shown above it. ``other`` is a less usual
    alternative.

    ``does``: the button acts at once, by a POST, instead of opening a page.
    """

    key: str
    title: str
    url: str
    blockers: tuple[Blocker, ...] = ()
    action: str = ""
    other: Blocker | None = None
    does: bool = False


# --- the line


def steps_of(facts: NightFacts, number: int | None = None) -> tuple[Step, ...]:
    number = number or facts.current
    round = facts.round(number) or RoundFacts(number)
    prizes = "current" if facts.played >= facts.planned else "waiting"
    prize_giving = Step(PRIZES, "closed" if facts.is_over else prizes, _url("close", facts))
    return (_players(facts, round), _tables(facts, round), _standing(facts, round), prize_giving)


def _url(name: str, facts: NightFacts, *more: int) -> str:
    return resolve_url(f"desk:{name}", facts.code, *more)


def _players(facts: NightFacts, round: RoundFacts) -> Step:
    note = _in_the_hall(facts)
    if facts.over and (round.unfit or not round.tables):
        note = _("%(hall)s, tables not full") % {"hall": note}
    state = "done" if facts.playing >= facts.seats else "current"
    return Step(PLAYERS, state, _url("players", facts), note if facts.entries else "")


def _in_the_hall(facts: NightFacts) -> str:
    count = facts.people
    words = {
        "pairs": ngettext("%(count)s pair in the hall", "%(count)s pairs in the hall", count),
        "teams": ngettext("%(count)s team in the hall", "%(count)s teams in the hall", count),
    }
    usual = ngettext("%(count)s in the hall", "%(count)s in the hall", count)
    return words.get(facts.sides, usual) % {"count": count}


def _tables(facts: NightFacts, round: RoundFacts) -> Step:
    url = _url("play", facts, round.number)
    if not round.tables:
        return Step(TABLES, "waiting" if facts.playing < facts.seats else "current", url)
    if round.is_over:
        return Step(TABLES, "done", url)
    note = _tables_in_words(round.tables)
    if round.stage == Round.Stage.PLAYING:
        fields = {"closed": round.closed, "tables": round.tables}
        note = _("%(closed)s of %(tables)s sheets closed") % fields
    elif not round.published:
        note = _("not published")
    return Step(TABLES, "current", url, note)


def _tables_in_words(count: int) -> str:
    return ngettext("%(count)s table", "%(count)s tables", count) % {"count": count}


def _standing(facts: NightFacts, round: RoundFacts) -> Step:
    url = _url("standings", facts)
    if not round.is_over:
        return Step(STANDINGS, "waiting", url)
    note = _("no. %(number)s ready, held back") if facts.awaits else _("no. %(number)s published")
    state = "official" if round.stage == Round.Stage.OFFICIAL else "current"
    return Step(
        STANDINGS, state, url, note % {"number": facts.published} if facts.published else ""
    )


# --- what comes next


def next_step(facts: NightFacts) -> NextStep | None:
    if facts.is_over:
        return None
    round = facts.round(facts.current) or RoundFacts(facts.current)
    if round.is_over and facts.event == "opened":
        title = _("Close the hall of the event")
        return NextStep(PUBLISH, title, resolve_url("simultaneous:hall", facts.code))
    if round.is_over:
        return _final_step(facts)
    if round.newcomers:
        return _fill_next(facts, round)
    if round.late:
        return _late_next(facts, round)
    if round.tables and facts.event == "joined":
        title = _("Type the key of the event")
        return NextStep(BOARDS, title, resolve_url("simultaneous:hall", facts.code))
    if not round.published:
        return _seat_next(facts, round)
    if round.stage == Round.Stage.SEATING:
        return _prepare_next(facts, round)
    return _play_next(facts, round)


def _fill_next(facts: NightFacts, round: RoundFacts) -> NextStep:
    """Next step if as many people came as left: newcomers take the free seats, and nobody else
    moves.
    """
    other = Blocker(_("Correct the seating"), _url("play", facts, round.number))
    title, url = filling(round.newcomers), _url("fill_seats", facts, round.number)
    return NextStep(WINDS, title, url, _unfit(facts, round), other=other, does=True)


def _late_next(facts: NightFacts, round: RoundFacts) -> NextStep:
    """Next step if somebody came late: the first latecomer takes the chair of a player who only
    completes a table.
    """
    chair, play = round.late[0], _url("play", facts, round.number)
    words = _("See the tables") if round.stage == Round.Stage.PLAYING else _("Correct the seating")
    url = _url("sit_down", facts, round.number, chair.entry.pk)
    return NextStep(LATE, sitting_down(chair), url, other=Blocker(words, play), does=True)


def sitting_down(chair: Chair) -> str:
    return _("%(player)s sits in the seat of %(filler)s (table %(table)s, %(wind)s)") % {
        "player": chair.entry.title,
        "filler": chair.seat.name,
        "table": chair.seat.table.number,
        "wind": column_name(chair.seat.wind),
    }


def filling(newcomers: tuple[str, ...]) -> str:
    text = ngettext(
        "%(names)s sits in the empty seat", "%(names)s sit in the empty seats", len(newcomers)
    )
    return text % {"names": ", ".join(newcomers)}


def _seat_next(facts: NightFacts, round: RoundFacts) -> NextStep:
    seating, missing = _url("play", facts, round.number), _unfit(facts, round)
    if round.tables and not missing and (round.boards or not facts.pre_dealt):
        title = _("Print and publish the seats of partita %(round)s") % {"round": round.number}
        return NextStep(PRINT, title, seating)
    if round.tables:
        title = _("Publish the seating of partita %(round)s") % {"round": round.number}
        action = _("Correct the seating") if missing else ""
        return NextStep(WINDS, title, seating, missing, action)
    if facts.playing < facts.seats:
        return NextStep(PLAYERS, str(ENTER[facts.sides]), _url("players", facts))
    by_hand = Blocker(_("Step by step"), _url("winds", facts) if facts.must_draw else seating)
    if facts.over:
        title = _("%(hall)s: who completes the tables, who rests?")
        players = _url("players", facts) + ODD
        return NextStep(WINDS, title % {"hall": _in_the_hall(facts)}, players, other=by_hand)
    title = _("Prepare partita %(round)s (%(hall)s, %(tables)s)") % {
        "round": round.number,
        "hall": _in_the_hall(facts),
        "tables": _tables_in_words(facts.tables),
    }
    return NextStep(
        WINDS,
        title,
        _url("prepare", facts, round.number),
        tuple(_incomplete(facts)),
        other=by_hand,
        does=True,
    )


ODD = "#odd"
"""The part of *Players* that asks what becomes of an odd number."""


def is_odd(step: NextStep) -> bool:
    """Whether the step is the question about an odd number of players, which the next partita waits
    for.
    """
    return step.url.endswith(ODD)


ENTER = {
    "individual": gettext_lazy("Enter the players"),
    "pairs": gettext_lazy("Enter the pairs"),
    "teams": gettext_lazy("Enter the teams"),
    "soloist": gettext_lazy("Enter the players"),
}


def _incomplete(facts: NightFacts) -> Iterable[Blocker]:
    """Yield what is missing in pairs without a partner and teams of fewer than four."""
    if facts.sides != "individual":
        hall = HeadCount(facts.playing, facts.seats, {}, 0, False, facts.sides, facts.tables_each)
        yield from (Blocker(str(sentence), _url("players", facts)) for sentence in hall.sentences)


def _unfit(facts: NightFacts, round: RoundFacts) -> tuple[Blocker, ...]:
    seating = _url("play", facts, round.number)
    return tuple(Blocker(sentence, seating) for sentence in round.unfit)


def _prepare_next(facts: NightFacts, round: RoundFacts) -> NextStep:
    fields, missing = {"round": round.number}, _unfit(facts, round)
    if facts.pre_dealt and not round.boards:
        title = _("Prepare and seal the boards of partita %(round)s") % fields
        return NextStep(BOARDS, title, _url("boards", facts, round.number), missing)
    play = _url("play", facts, round.number)
    if not round.printed and round.boards != BoardSet.State.PRINTED:
        title = _("Print slips and score sheets of partita %(round)s") % fields
        other = Blocker(_("Start partita %(round)s without printing") % fields, play)
        return NextStep(PRINT, title, _url("print", facts), missing, other=other)
    return NextStep(PLAY, _("Start partita %(round)s") % fields, play, missing)


def _play_next(facts: NightFacts, round: RoundFacts) -> NextStep:
    play = _url("play", facts, round.number)
    if round.tables and round.closed == round.tables:
        return NextStep(PLAY, _("Close partita %(round)s") % {"round": round.number}, play)
    waiting = round.tables - round.closed - round.handed_in
    missing = []
    if waiting:
        text = ngettext(
            "%(count)s table is still playing.", "%(count)s tables are still playing.", waiting
        )
        missing.append(Blocker(text % {"count": waiting}, play))
    if round.handed_in:
        text = ngettext(
            "%(count)s sheet is handed in and waits for the desk.",
            "%(count)s sheets are handed in and wait for the desk.",
            round.handed_in,
        )
        missing.append(Blocker(text % {"count": round.handed_in}, play))
    title = _("Partita %(round)s is in play") % {"round": round.number}
    return NextStep(PLAY, title, play, tuple(missing), _("See the tables"))


def _final_step(facts: NightFacts) -> NextStep:
    if facts.is_corrected:
        # The standing's own page says what changed; ``reminders`` say which sheets.
        return NextStep(PUBLISH, _("Publish the standings again"), _url("standings", facts))
    close = _url("close", facts)
    if any(round_.stage != Round.Stage.OFFICIAL for round_ in facts.rounds) or facts.awaits:
        title, missing = _("Prize-giving"), tuple(_reopened_step(facts))
        return NextStep(PUBLISH, title, close, missing, title if missing else "")
    return NextStep(PUBLISH, _("Close the evening"), close)


def _reopened_step(facts: NightFacts) -> Iterable[Blocker]:
    for sheet in facts.reopened:
        fields = {"round": sheet.round, "table": sheet.table}
        if sheet.is_open:
            text = _(
                "Partita %(round)s, table %(table)s: the sheet is open again, and the published standings may change."
            )
            yield Blocker(text % fields, _url("sheet", facts, sheet.round, sheet.table))
        else:
            text = _(
                "Partita %(round)s, table %(table)s: the sheet was corrected after the standings were published."
            )
            yield Blocker(text % fields, _url("standings", facts), _("Publish the standings again"))


def reminders(facts: NightFacts) -> tuple[Blocker, ...]:
    reopened = tuple(_reopened_step(facts))
    current = facts.round(facts.current)
    if current is not None and current.is_over:
        # The next step itself leads to them.
        blockers = reopened if facts.is_corrected else ()
        return tuple(blocker._replace(url=None) for blocker in blockers)
    text = _(
        "Partita %(round)s is provisional: make it official when the time for protests is over."
    )
    provisional = (
        Blocker(text % {"round": round_.number}, _url("standings", facts))
        for round_ in facts.rounds
        if round_.stage == Round.Stage.PROVISIONAL and round_.number < facts.current
    )
    return (*reopened, *provisional)
