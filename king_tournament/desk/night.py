"""The night as a line of steps, from a few facts: what is done, what comes next, and what stands in its way.

Pure, so that a step is tested without a database; ``night_facts`` reads the facts. One partita goes through seven
steps; then the next one, until all that were planned have been played.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from deals.models import BoardSet
from king_tournament.desk.night_facts import NightFacts, RoundFacts
from scoring.models import Publication
from tournaments.head_count import HeadCount
from tournaments.models import Round

PLAYERS, WINDS, BOARDS, PRINT, PLAY, STANDINGS, PUBLISH = STEPS = (
    "players", "winds", "boards", "print", "play", "standings", "publish",
)  # fmt: skip

TITLES: dict[str, str | Promise] = {
    PLAYERS: gettext_lazy("Players"),
    WINDS: gettext_lazy("Winds and seats"),
    BOARDS: gettext_lazy("Boards"),
    PRINT: gettext_lazy("Printing"),
    PLAY: gettext_lazy("Play"),
    STANDINGS: gettext_lazy("Standings"),
    PUBLISH: gettext_lazy("Official results"),
}


@dataclass(frozen=True)
class Step:
    """One step of the line, as ``_steps.html`` draws it."""

    key: str
    state: str
    url: str | None = None
    note: str = ""
    blocked: bool = False

    @property
    def title(self) -> str | Promise:
        """The step in words."""
        return TITLES[self.key]


@dataclass(frozen=True)
class Blocker:
    """Something that is missing, with the page where it is put right and, where it is not plain, what is done there."""

    text: str
    url: str | None = None
    action: str = ""


@dataclass(frozen=True)
class NextStep:
    """The one filled button of the page; ``blockers`` are said above it. ``other`` is another way on, less usual."""

    key: str
    title: str
    url: str
    blockers: tuple[Blocker, ...] = ()
    action: str = ""
    other: Blocker | None = None


# --- the line


def steps_of(facts: NightFacts, number: int | None = None) -> tuple[Step, ...]:
    """The steps of one partita, of the current one unless told otherwise: no boards where none are dealt."""
    number = number or facts.current
    round = facts.round(number) or RoundFacts(number)
    seated = facts.round(number) is not None
    return (
        _players(facts, round),
        _winds(facts, round),
        *([_boards(facts, round, seated)] if facts.pre_dealt else []),
        _print(facts, round),
        _play(facts, round, seated),
        _standings(facts, round),
        _publish(facts, round),
    )


def _url(name: str, facts: NightFacts, *more: int) -> str:
    return reverse(f"desk:{name}", args=[facts.code, *more])


def _players(facts: NightFacts, round: RoundFacts) -> Step:
    note = _in_the_hall(facts)
    if facts.over and not round.published:
        note = _("%(count)s in the hall, %(over)s over") % {"count": facts.playing, "over": facts.over}
    state = "done" if facts.playing >= facts.seats else "current"
    return Step(PLAYERS, state, _url("players", facts), note if facts.entries else "")


def _in_the_hall(facts: NightFacts) -> str:
    fields = {"count": facts.playing}
    if facts.sides == "pairs":
        return ngettext("%(count)s pair in the hall", "%(count)s pairs in the hall", facts.playing) % fields
    if facts.sides == "teams":
        return ngettext("%(count)s team in the hall", "%(count)s teams in the hall", facts.playing) % fields
    return ngettext("%(count)s in the hall", "%(count)s in the hall", facts.playing) % fields


def _winds(facts: NightFacts, round: RoundFacts) -> Step:
    url = _url("winds", facts)
    if facts.playing < facts.seats and not round.tables:
        return Step(WINDS, "waiting", url)
    if round.published:
        note = ngettext("%(count)s table", "%(count)s tables", round.tables) % {"count": round.tables}
        return Step(WINDS, "done", _url("seating", facts, round.number), note)
    if round.tables:
        return Step(WINDS, "current", _url("seating", facts, round.number), _("not published"))
    if facts.must_draw:
        return Step(WINDS, "current", url)
    note = "" if facts.draws_each_round else _("winds drawn")
    return Step(WINDS, "current", _url("seating", facts, round.number), note)


def _boards(facts: NightFacts, round: RoundFacts, seated: bool) -> Step:
    if not seated:
        return Step(BOARDS, "waiting")
    url = _url("boards", facts, round.number)
    if round.boards:
        return Step(BOARDS, "done", url, str(BoardSet.State(round.boards).label))
    return Step(BOARDS, "current" if round.published else "waiting", url)


def _print(facts: NightFacts, round: RoundFacts) -> Step:
    url = _url("print", facts)
    if round.printed or round.boards in (BoardSet.State.PRINTED, BoardSet.State.REVEALED):
        return Step(PRINT, "done", url)
    if round.stage != Round.Stage.SEATING:
        return Step(PRINT, "done", url, _("nothing printed"))
    ready = round.published and (round.boards or not facts.pre_dealt)
    return Step(PRINT, "current" if ready else "waiting", url)


def _play(facts: NightFacts, round: RoundFacts, seated: bool) -> Step:
    if not seated:
        return Step(PLAY, "waiting")
    url = _url("play", facts, round.number)
    if round.is_over:
        return Step(PLAY, "done", url)
    if round.stage == Round.Stage.PLAYING:
        note = _("%(closed)s of %(tables)s sheets closed") % {"closed": round.closed, "tables": round.tables}
        return Step(PLAY, "current", url, note)
    return Step(PLAY, "waiting", url)


def _standings(facts: NightFacts, round: RoundFacts) -> Step:
    if not round.is_over:
        return Step(STANDINGS, "waiting", _url("standings", facts) if facts.rounds else None)
    note = _("no. %(number)s posted") % {"number": facts.posted} if facts.posted else ""
    return Step(STANDINGS, "done", _url("standings", facts), note)


def _publish(facts: NightFacts, round: RoundFacts) -> Step:
    if round.stage == Round.Stage.OFFICIAL:
        return Step(PUBLISH, "official", _url("standings", facts))
    if round.stage == Round.Stage.PROVISIONAL:
        state_word = str(Publication.State.PROVISIONAL.label)
        return Step(PUBLISH, "current", _url("standings", facts), state_word)
    return Step(PUBLISH, "waiting")


# --- what comes next


def next_step(facts: NightFacts) -> NextStep | None:
    """What the desk does next; None when the evening is closed."""
    if facts.is_over:
        return None
    round = facts.round(facts.current) or RoundFacts(facts.current)
    if round.is_over:
        return _after_the_last(facts)
    for ask in (_seat_next, _prepare_next, _play_next):
        step = ask(facts, round)
        if step is not None:
            return step
    return None


def _seat_next(facts: NightFacts, round: RoundFacts) -> NextStep | None:
    if round.published:
        return None
    fields = {"round": round.number}
    if round.tables:
        title = _("Publish the seating of partita %(round)s") % fields
        missing = tuple(_unfit(facts, round))
        url = _url("seating", facts, round.number)
        return NextStep(WINDS, title, url, missing, _("Put the seating right") if missing else "")
    if facts.playing < facts.seats:
        return NextStep(PLAYERS, str(ENTER[facts.sides]), _url("players", facts))
    if facts.must_draw:
        return NextStep(WINDS, _("Draw the winds"), _url("winds", facts), tuple(_uneven(facts)))
    title = _("Seat partita %(round)s") % fields
    return NextStep(WINDS, title, _url("seating", facts, round.number), tuple(_uneven(facts)))


ENTER = {
    "individual": gettext_lazy("Enter the players"),
    "pairs": gettext_lazy("Enter the pairs"),
    "teams": gettext_lazy("Enter the teams"),
    "soloist": gettext_lazy("Enter the players"),
}


def _uneven(facts: NightFacts) -> Iterable[Blocker]:
    if facts.sides != "individual":
        hall = HeadCount(facts.playing, facts.seats, {}, 0, False, facts.sides, facts.tables_each)
        yield from (Blocker(str(sentence), _url("players", facts)) for sentence in hall.sentences)
    elif facts.over:
        missing = 4 - facts.over
        text = ngettext(
            "Players in the hall: %(playing)s. One more completes the tables.",
            "Players in the hall: %(playing)s. %(missing)s more complete the tables.",
            missing,
        )
        yield Blocker(text % {"playing": facts.playing, "missing": missing}, _url("players", facts))


def _unfit(facts: NightFacts, round: RoundFacts) -> Iterable[Blocker]:
    """Who came or left since the seats were planned; a substitute or another plan puts it right."""
    yield from (Blocker(each, _url("seating", facts, round.number)) for each in round.unfit)


def _prepare_next(facts: NightFacts, round: RoundFacts) -> NextStep | None:
    if round.stage != Round.Stage.SEATING:
        return None
    fields, missing = {"round": round.number}, tuple(_unfit(facts, round))
    if facts.pre_dealt and not round.boards:
        title = _("Prepare and seal the boards of partita %(round)s") % fields
        return NextStep(BOARDS, title, _url("boards", facts, round.number), missing)
    play = _url("play", facts, round.number)
    if not round.printed and round.boards != BoardSet.State.PRINTED:
        title = _("Print slips and score sheets of partita %(round)s") % fields
        other = Blocker(_("Start partita %(round)s without printing") % fields, play)
        return NextStep(PRINT, title, _url("print", facts), missing, other=other)
    return NextStep(PLAY, _("Start partita %(round)s") % fields, play, missing)


def _play_next(facts: NightFacts, round: RoundFacts) -> NextStep | None:
    play = _url("play", facts, round.number)
    if round.tables and round.closed == round.tables:
        return NextStep(PLAY, _("Close partita %(round)s") % {"round": round.number}, play)
    waiting = round.tables - round.closed - round.handed_in
    missing = []
    if waiting:
        text = ngettext("%(count)s table is still playing.", "%(count)s tables are still playing.", waiting)
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


def _after_the_last(facts: NightFacts) -> NextStep:
    provisional = [each.number for each in facts.rounds if each.stage != Round.Stage.OFFICIAL]
    if facts.is_corrected:
        # The standing's own page says what changed; ``reminders`` say which sheets.
        return NextStep(PUBLISH, _("Post the standing again"), _url("standings", facts))
    if provisional:
        text = _("Make the results official")
        missing = tuple(
            Blocker(_("Partita %(round)s is provisional.") % {"round": number}, _url("standings", facts))
            for number in provisional
        )
        missing = (*_reopened(facts), *missing)
        return NextStep(PUBLISH, text, _url("standings", facts), missing, text)
    if facts.awaits:
        other = Blocker(_("Close the evening"), _url("close", facts))
        return NextStep(PUBLISH, _("Show the final standing to everybody"), _url("standings", facts), other=other)
    return NextStep(PUBLISH, _("Close the evening"), _url("close", facts))


def _reopened(facts: NightFacts) -> Iterable[Blocker]:
    """Sheets opened again since the standing was posted, each with what is to be done about it."""
    for each in facts.reopened:
        fields = {"round": each.round, "table": each.table}
        if each.is_open:
            text = _("Partita %(round)s, table %(table)s: the sheet is open again, and the posted standing may change.")
            yield Blocker(text % fields, _url("sheet", facts, each.round, each.table))
        else:
            text = _("Partita %(round)s, table %(table)s: the sheet was corrected after the standing was posted.")
            yield Blocker(text % fields, _url("standings", facts), _("Post the standing again"))


def reminders(facts: NightFacts) -> tuple[Blocker, ...]:
    """What may be done beside the next step: sheets opened again, earlier partite that are still provisional."""
    current = facts.round(facts.current)
    if current is not None and current.is_over:
        # The next step itself leads to them.
        return tuple(replace(each, url=None) for each in _reopened(facts)) if facts.is_corrected else ()
    return (*_reopened(facts), *(
        Blocker(
            _("Partita %(round)s is provisional: make it official when the time for protests is over.")
            % {"round": each.number},
            _url("standings", facts),
        )
        for each in facts.rounds
        if each.stage == Round.Stage.PROVISIONAL and each.number < facts.current
    ))  # fmt: skip
