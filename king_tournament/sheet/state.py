"""State of a sheet in one form for all who show it, and whether it has changed. Every phone asks
that every two seconds, mostly in vain.
"""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.db import connection
from django.utils.translation import gettext as _, pgettext

from king.cards import SIDES
from king.rulesets.base import RuleSet, Scoring
from king.rulesets.settings import Settings
from king.sheet.full_sheet import ScoredRow, ScoredSheet
from king.sheet.plausibility import notes_of
from king.sheet.row import Problem
from king.sheet.suggestions import Suggestion, suggest_sheet
from king_tournament.sheet.keys import Shown, choice_now, content_keyed
from scoring.calls import open_call
from scoring.models import Call, Ruling, SeatReport, Sheet
from scoring.scored_sheets import (
    Average,
    VersionInForce,
    missing_hands,
    read_sheet,
    rules_at,
    rulings_of,
)
from scoring.sheet_steps import hash_of_rows, missing_for_captains, signed_winds
from scoring.standings_cache import cached_for_sheet
from scoring.wrong_winds import displaced, seats_there, seats_under, sitting_now
from screens.clock import clock_of
from tournaments.models import Seat, SignaturePolicy
from wording import naming
from wording.results import big_win
from wording.ruling_words import decision_in_words
from wording.sentences import say


class Stamp(NamedTuple):
    """State of a sheet in short. ``text`` changes whenever phone or desk would show something else
    of the sheet. A page reads the stamp before the rows: newer rows under an older stamp are only
    fetched once more, but older rows under a newer stamp would stay.
    """

    text: str
    state: str
    first_dealer: str
    signatures: str


def stamp_of(sheet: Sheet) -> Stamp:
    facts = (
        Sheet.objects.filter(pk=sheet.pk)
        .values_list(*NUMBERS, "state", "first_dealer", SIGNATURES)
        .get()
    )
    return Stamp(_text(facts[:3]), *facts[3:])


def stamp_held(sheet: Sheet) -> Stamp:
    """Stamp of a locked sheet. No query, because nobody else has written to it since."""
    tournament = sheet.table.round.tournament
    numbers = sheet.pk, sheet.revision, tournament.posted_revision
    return Stamp(_text(numbers), sheet.state, sheet.first_dealer, tournament.signatures)


AT_A_TABLE = """
SELECT sheet.id, sheet.revision, evening.posted_revision
FROM scoring_sheet AS sheet
JOIN tournaments_table AS four ON four.id = sheet.table_id
JOIN tournaments_place AS place ON place.id = four.place_id
JOIN tournaments_round AS partita ON partita.id = four.round_id
JOIN tournaments_tournament AS evening ON evening.id = partita.tournament_id
WHERE place.code = %s AND partita.number = %s AND evening.closed_at IS NULL
"""
"""Written out: every phone asks for it every two seconds."""

LARGEST_NUMBER = 9999
"""Of a partita; an address may have any number."""


def numbers_at(code: str, number: int) -> tuple[int, int, int] | None:
    """Numbers of the sheet in play at the table with this code: its key, its revision, and the
    revision of what is published. None if there is no such table.
    """
    if number > LARGEST_NUMBER:
        return None
    with connection.cursor() as cursor:
        cursor.execute(AT_A_TABLE, [code, number])
        numbers: tuple[int, int, int] | None = cursor.fetchone()
    return numbers


def stamp_at(code: str, number: int) -> str | None:
    numbers = numbers_at(code, number)
    return None if numbers is None else _text(numbers)


NUMBERS = "pk", "revision", "table__round__tournament__posted_revision"
SIGNATURES = "table__round__tournament__signatures"


def _text(numbers: Iterable[int]) -> str:
    return "_".join(map(str, numbers))


# --- the sheet


def state_of(sheet: Sheet, now: Stamp | None = None) -> Shown:
    """State of a sheet as JSON. ``now`` is a stamp that was read before the rows; it is read here
    if missing.
    """
    now = now or stamp_of(sheet)
    rules, settings = rules_at(sheet)
    beside = _beside(sheet)
    rulings = beside.rulings
    results, scored, averages = read_sheet(sheet, rulings)
    scored_rows = {row.hand: row for row in scored.rows}
    leads = leads_of(scored)
    seal = hash_of_rows(
        (hand, result.content) for hand, result in results.items() if result.content is not None
    )

    def row_of(hand: int, result: VersionInForce) -> Shown:
        problems = [problem for problem in scored.problems if problem.hand == hand]
        content, row = content_keyed(rules, result.content), scored_rows.get(hand)
        note = "" if problems else _sale_sentence(rules, settings, row)
        return row_shown(result.version, content, row, problems, leads) | {"note": note}

    rows = [row.row for row in scored.rows]
    at = sheet.handed_in_at
    suggested = suggest_sheet(rules, rows, settings) if scored.problems else {}
    return {
        **sheet_shown(sheet, scored),
        "stamp": now.text,
        "made_at": time.time(),
        "state": now.state,
        "first_dealer": now.first_dealer,
        "seats": seats_of(
            rules,
            sitting_now(sheet, beside.seats),
            beside.report,
            is_over=scored.complete or now.state == Sheet.State.CLOSED,
        ),
        "rows": {str(hand): row_of(hand, result) for hand, result in results.items()},
        "games": dict(_games(rules, settings, scored)),
        "before_rulings": before_rulings(scored),
        "rulings": [*_decisions(rulings, settings.score_error_policy, averages)],
        **sums_with_rulings(scored),
        "complete": scored.complete,
        "big_win": big_win(scored),
        "won_with": scored.won_with,
        "choice": choice_now(rules, settings, rows),
        "suggestions": {
            str(hand): list(map(_suggestion, hints)) for hand, hints in suggested.items()
        },
        "call": _call(beside.call),
        "clock": None if (clock := clock_of(sheet)) is None else clock.facts,
        # After a copy was put back the phone may know what the desk had.
        "handed_in": None
        if at is None
        else {"at": at.timestamp(), "here": bool(sheet.handed_in_by)},
        "seen": seal,
        "signing": None if now.signatures == SignaturePolicy.NONE else _signing(sheet, seal),
        "moving": [hand for hand, average in averages.items() if average.waiting],
    }


class _Beside(NamedTuple):
    """Rulings, seats, report of the seats and open call, which stand beside the rows of a sheet."""

    rulings: Sequence[Ruling]
    seats: Sequence[Seat]
    report: SeatReport | None
    call: Call | None


def _beside(sheet: Sheet) -> _Beside:
    """Read what stands beside the rows. Four queries; none for the next row of a table if nobody
    has ruled, called or sat down there since the last.
    """

    def read() -> _Beside:
        rulings = rulings_of(sheet)
        seats = seats_under(sheet, rulings)
        report = sheet.seat_reports.order_by("-pk").first()
        return _Beside(rulings, seats, report, open_call(sheet.table))

    if sheet.versions is None:
        return read()
    # A row that is written counts as a change of its sheet and is a version more. Whatever else
    # happens at the table is a change of the sheet or of the evening alone.
    others = sheet.revision - len(sheet.versions)
    numbers = sheet.tournament.pk, sheet.tournament.revision, others
    return cached_for_sheet(sheet.pk, numbers, read)


def _games(rules: RuleSet, settings: Settings, scored: ScoredSheet) -> Iterator[tuple[str, Shown]]:
    """Yield the sums of rows that are counted at once (R16), with the number of the first. Games
    with a missing row are left out.
    """
    rows = {row.hand: row for row in scored.rows}
    for plan in rules.schedule(settings):
        first = plan.together[0] if rules.merged(plan) else None
        if plan.number != first or any(hand not in rows for hand in plan.together):
            continue
        game = [rows[hand] for hand in plan.together]
        points = {
            str(column): naming.number(sum(row.points[column] for row in game))
            for column in rules.columns
        }
        yield str(first), {"points": points, "sum": naming.number(sum(row.sum for row in game))}


def _sale_sentence(rules: RuleSet, settings: Settings, row: ScoredRow | None) -> str:
    """Sentence on whether the buyer was short, and how the debt was settled."""
    if row is None or row.row.sale is None:
        return ""
    notes = notes_of(rules, row.row, settings)
    return " ".join(f"{say(note.phrase)}." for note in notes if note.code == "buyer_short")


def _decisions(
    rulings: Iterable[Ruling], usual_policy: str, averages: Mapping[int, Average]
) -> Iterator[Shown]:
    for ruling in rulings:
        words = decision_in_words(ruling, usual_policy, averages.get(ruling.hand or 0))
        yield {"hand": ruling.hand, "text": words, "reason": ruling.reason}


def _suggestion(suggestion: Suggestion) -> Shown:
    rows = [row.as_json() for row in suggestion.rows]
    return {
        "text": say(suggestion.phrase),
        "rows": [{"hand": row.pop("hand"), "content": row} for row in rows],
    }


def _call(call: Call | None) -> Shown | None:
    if not call:
        return None
    who = "" if not call.taken_by else call.taken_by.get_username()
    text = _("%(who)s is coming") % {"who": who} if who else _("The arbiter is called")
    return {"id": call.pk, "hand": call.hand, "text": text}


def _signing(sheet: Sheet, seal: str) -> Shown:
    return {
        "signed": sorted(signed_winds(sheet, seal)),
        "missing": {captain: list(winds) for captain, winds in missing_for_captains(sheet).items()},
        "whose_phone": sheet.table.round.tournament.signatures == SignaturePolicy.ONE,
    }


def row_shown(
    version: int,
    content: Any,
    row: ScoredRow | None,
    problems: Iterable[Problem],
    leads: Mapping[int, str],
) -> Shown:
    """Row as shown to players. ``running`` is the totals so far, or how much the first side leads
    by.
    """
    facts = {"version": version, "content": content, "problems": _open_problems(problems)}
    if not row:
        return facts
    points = {str(column): naming.number(worth) for column, worth in row.points.items()}
    running = leads.get(row.hand) or naming.number(row.running)
    return {**facts, "points": points, "sum": naming.number(row.sum), "running": running}


def sheet_shown(sheet: Sheet, scored: ScoredSheet) -> Shown:
    return {
        "totals": {str(column): naming.number(points) for column, points in scored.totals.items()},
        "sum": naming.number(scored.sum),
        "expected_sum": naming.number(scored.expected_sum),
        "problems": _open_problems(scored.problems),
        "missing": list(missing_hands(sheet, scored)),
        "settled": scored.closable,
    }


def before_rulings(scored: ScoredSheet) -> Shown:
    """Points of each column on the sheet, and what rulings added beside it; empty if they added
    nothing.
    """
    if not any(scored.adjustments.values()):
        return {}
    return {
        str(column): {
            "sheet": naming.number(scored.sheet[column]),
            "adjustment": naming.number(adjusted, signed=True) if adjusted else "",
        }
        for column, adjusted in scored.adjustments.items()
    }


def sums_with_rulings(scored: ScoredSheet) -> Shown:
    """Sum of the totals, and what rulings added beside the sheet. Each is empty if it says nothing,
    for example if one side leads the other.
    """
    rules = scored.ruleset
    added = sum(scored.adjustments.values())
    if not rules.sums_say_something or rules.by_difference:
        return {"total_sum": "", "ruled_sum": ""}
    return {
        "total_sum": naming.number(sum(scored.totals.values())),
        "ruled_sum": naming.number(added, signed=True) if added else "",
    }


def _open_problems(problems: Iterable[Problem]) -> list[Shown]:
    return [
        {"code": problem.code, "hand": problem.hand, "text": say(problem.phrase)}
        for problem in problems
        if not problem.ruled
    ]


def leads_of(scored: ScoredSheet) -> dict[int, str]:
    """Lead of the first side after each hand that is entered. Empty if points are sums."""
    if not scored.ruleset.by_difference:
        return {}
    first = scored.ruleset.columns[0]
    lead = Fraction(0)
    leads = {}
    for row in sorted(scored.rows, key=lambda row: row.hand):
        lead += row.points[first]
        leads[row.hand] = naming.number(lead, signed=True)
    return leads


def seats_of(
    rules: RuleSet, now: Mapping[str, Seat], report: SeatReport | None, *, is_over: bool
) -> Shown:
    """Names by wind, as the players of the table report them, because counts are written for the
    wind where a player plays. A chair is called empty as long as a hand is missing.
    """
    elsewhere = displaced(report, now.values())
    sitting = seats_there(now, elsewhere)
    names = {wind: seat.name for wind, seat in sitting.items()}
    counts = Counter(seat.short_name for seat in sitting.values())
    # Whole where two would read alike.
    short = {
        wind: seat.short_name if counts[seat.short_name] == 1 else seat.name
        for wind, seat in sitting.items()
    }
    for wind, seat in now.items():
        if seat.is_empty and not is_over:
            names[wind], short[wind] = _("empty chair"), pgettext("the chair", "empty")
    sides = {
        side.value: "\n".join(names[wind.value] for wind in side.winds if wind.value in names)
        for side in SIDES
    }
    soloists = names if rules.scoring is Scoring.SOLOIST else {}
    dummy = _("and the dummy")
    return {
        "players": {wind: seat.player_id for wind, seat in sitting.items()},
        "seating": {wind: seat.player_id for wind, seat in now.items()},
        "short": short,
        "names": names | sides,
        "elsewhere": [belongs.wind for _sits, belongs in elsewhere],
        "alone": {wind: {wind: f"{name}\n{dummy}"} for wind, name in soloists.items()},
    }
