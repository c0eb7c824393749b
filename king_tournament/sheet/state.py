"""A sheet as it stands, in one shape for all who show it, and whether anything is new since: every phone asks that
every two seconds. Mostly nothing is: that answer needs one query, compiled once, before sessions, languages and
accounts."""

import hashlib
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django.db.models import Count, F, Manager, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from king.cards import SIDES
from king.rulesets.base import RuleSet, Scoring
from king.sheet.full_sheet import ScoredRow, ScoredSheet
from king.sheet.row import Problem
from king.sheet.suggestions import Suggestion, suggest_sheet
from king_tournament.sheet.keys import choice_now, content_keyed
from scoring.calls import open_call
from scoring.clock import clock_of
from scoring.models import Call, ClockChange, HandResult, Ruling, SeatReport, Sheet, Signature
from scoring.remembered import KEY, Asked
from scoring.scored_sheets import InForce, missing_hands, read_sheet, rules_at
from scoring.sheet_steps import hash_of_rows, missing_for_captains, signed_winds
from scoring.wrong_winds import displaced, players_there, sitting_now
from tournaments.models import Player, Seat, SignaturePolicy
from wording import naming
from wording.sentences import say

POLL = re.compile(r"/t/([0-9A-Za-z]{1,12})/([0-9]{1,4})/state")


class PhonePoll:
    """204 for the phone that knows everything already."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        found = POLL.fullmatch(request.path_info) if request.method == "GET" else None
        if found is not None:
            stamp, now = request.GET.get("stamp"), stamp_at(found[1].lower(), int(found[2]))
            if now is not None and stamp == now.text:
                return HttpResponse(status=204, headers={"Cache-Control": "no-store"})
        return self.get_response(request)


@dataclass(frozen=True, slots=True)
class Stamp:
    """``text`` changes whenever anything that phone or desk shows of the sheet does. A page asks for the stamp first
    and then reads the rows: newer rows under an older stamp are asked for once more, older rows under a newer one would
    stay."""

    text: str
    state: str
    first_dealer: str
    signatures: str
    seat_report: int | None
    rulings: int | None
    """How many there are, revoked ones too."""
    call: int | None
    """The open call of the arbiter."""


def stamp_of(sheet: Sheet) -> Stamp:
    found = stamp_at(sheet.table.place.code, sheet.table.round.number)
    if found is None:
        raise Sheet.DoesNotExist
    return found


def stamp_at(code: str, number: int) -> Stamp | None:
    """One query; None where there is no sheet."""
    facts = next(iter(_of_place.facts(code, number)), None)
    if facts is None:
        return None
    return Stamp(hashlib.sha256(repr(facts).encode()).hexdigest()[:16], *facts[:6])


def _facts(code: str, number: int) -> QuerySet[Any, Any]:
    changes = ClockChange.objects.filter(round=OuterRef("table__round")).order_by("-pk")
    open_calls = Call.objects.filter(table=OuterRef("table"), done_at=None).order_by()
    facts = Sheet.objects.filter(table__place__code=code, table__round__number=number).values_list(
        "state", "first_dealer", "table__round__tournament__signatures", _of_sheet(SeatReport.objects, Max("pk")),
        _of_sheet(Ruling.objects, Count("pk")), _first(open_calls, "pk"), "pk", "table__round__stage", "handed_in_at",
        "table__round__minutes", "table__round__hand_minutes", _first(changes, "pk"),
        _of_sheet(HandResult.objects, Max("pk")),
        _of_sheet(Ruling.objects, Count("revoked_at")),
        _of_sheet(Signature.objects, Count("pk")), _who_sits(),
        _first(open_calls, "taken_by"), _first(open_calls, "hand"), _who_is_gone(),
    )  # fmt: skip
    return facts.order_by()


_of_place = Asked(_facts, "the code", 9_876)


def _of_sheet(rows: Manager[Any], fact: Max | Count) -> Subquery:
    mine = rows.filter(sheet=OuterRef("pk")).order_by().values("sheet")
    return Subquery(mine.annotate(fact=fact).values("fact"))


def _who_sits() -> Subquery:
    """Changes when two exchange their seats or a substitute sits in; a name put right is not in it."""
    seats = Seat.objects.filter(table=OuterRef("table")).order_by().values("table")
    return Subquery(seats.annotate(fact=Sum(F("pk") * F("player"))).values("fact"))


def _who_is_gone() -> Subquery:
    gone = Q(entry__present=False) | Q(entry__withdrawn_at__isnull=False)
    seats = Seat.objects.filter(gone, table=OuterRef("table")).order_by().values("table")
    return Subquery(seats.annotate(fact=Sum("pk")).values("fact"))


def _first(rows: QuerySet[Any], field: str) -> Subquery:
    return Subquery(rows.values(fact=F(field))[:1])


# --- the sheet


Shown = dict[str, Any]


def state_of(sheet: Sheet) -> dict[str, Any]:
    now = stamp_of(sheet)
    rules, settings = rules_at(sheet)
    results, scored, averages = read_sheet(sheet, has_rulings=bool(now.rulings))
    shown = {row.hand: row for row in scored.rows}
    leads = leads_of(scored)
    seen = hash_of_rows((hand, result.content) for hand, result in results.items() if result.content is not None)

    def row_of(hand: int, result: InForce) -> Shown:
        problems = [problem for problem in scored.problems if problem.hand == hand]
        return row_shown(result.version, content_keyed(rules, result.content), shown.get(hand), problems, leads)

    rows, at = [row.row for row in scored.rows], sheet.handed_in_at
    suggested = suggest_sheet(rules, rows, settings) if scored.problems else {}
    return {
        **sheet_shown(sheet, scored),
        "stamp": now.text,
        "made_at": time.time(),
        "state": now.state,
        "first_dealer": now.first_dealer,
        "seats": seats_of(rules, sheet, now, is_over=scored.complete),
        "rows": {str(hand): row_of(hand, result) for hand, result in results.items()},
        "total_sum": "" if not rules.sums_say_something or leads else naming.number(sum(scored.totals.values())),
        "complete": scored.complete,
        "big_win": scored.big_win,
        "choice": choice_now(rules, settings, rows),
        "suggestions": {str(hand): list(map(_suggestion, hints)) for hand, hints in suggested.items()},
        "call": None if now.call is None else _call(sheet),
        "clock": None if (clock := clock_of(sheet)) is None else clock.facts,
        # After a copy was put back the phone may know what the desk had.
        "handed_in": None if at is None else {"at": at.timestamp(), "here": bool(sheet.handed_in_by)},
        "seen": seen,
        "signing": None if now.signatures == SignaturePolicy.NONE else _signing(sheet, seen),
        "moving": [hand for hand, average in averages.items() if average.waiting],
    }


def _suggestion(suggestion: Suggestion) -> dict[str, Any]:
    rows = [row.as_json() for row in suggestion.rows]
    return {"text": say(suggestion.phrase), "rows": [{"hand": row.pop("hand"), "content": row} for row in rows]}


def _call(sheet: Sheet) -> dict[str, Any] | None:
    call = open_call(sheet.table)
    if call is None:
        return None
    who = "" if call.taken_by is None else call.taken_by.get_username()
    text = _("%(who)s is coming") % {"who": who} if who else _("The arbiter is called")
    return {"id": call.pk, "hand": call.hand, "text": text}


def _signing(sheet: Sheet, seen: str) -> dict[str, Any]:
    return {
        "signed": sorted(signed_winds(sheet, seen)),
        "missing": {captain: list(winds) for captain, winds in missing_for_captains(sheet).items()},
        "whose_phone": sheet.table.round.tournament.signatures == SignaturePolicy.ONE,
    }


def row_shown(
    version: int, content: Any, row: ScoredRow | None, problems: Iterable[Problem], leads: Mapping[int, str]
) -> Shown:
    """``running``: the sums so far, or by how much the first side leads."""
    shown = {"version": version, "content": content, "problems": _unruled(problems)}
    if row is None:
        return shown
    points = {str(column): naming.number(worth) for column, worth in row.points.items()}
    running = leads.get(row.hand) or naming.number(row.running)
    return {**shown, "points": points, "sum": naming.number(row.sum), "running": running}


def sheet_shown(sheet: Sheet, scored: ScoredSheet) -> Shown:
    return {
        "totals": {str(column): naming.number(points) for column, points in scored.totals.items()},
        "sum": naming.number(scored.sum),
        "expected_sum": naming.number(scored.expected_sum),
        "problems": _unruled(scored.problems),
        "missing": list(missing_hands(sheet, scored)),
    }


def _unruled(problems: Iterable[Problem]) -> list[Shown]:
    return [
        {"code": problem.code, "hand": problem.hand, "text": say(problem.phrase)}
        for problem in problems if not problem.ruled
    ]  # fmt: skip


def leads_of(scored: ScoredSheet) -> dict[int, str]:
    """By how much the first side leads after each hand entered; nothing where points are sums."""
    if not scored.ruleset.by_difference:
        return {}
    first, lead, found = scored.ruleset.columns[0], Fraction(0), {}
    for row in sorted(scored.rows, key=lambda row: row.hand):
        lead += row.points[first]
        found[row.hand] = naming.number(lead, signed=True)
    return found


def seats_of(rules: RuleSet, sheet: Sheet, stamp: Stamp, *, is_over: bool) -> dict[str, Any]:
    """One query, and two more where the table has said how it sits or there are rulings. A wind has the name of whoever
    sits there by the table's own word: counts are written for the wind where he plays. While a hand is missing an empty
    chair is called so."""
    alone, facts = rules.scoring is Scoring.SOLOIST, tuple(_seated.facts(sheet.table_id))
    is_over = is_over or stamp.state == Sheet.State.CLOSED
    if stamp.seat_report is None and not stamp.rulings:
        return _as_seated(facts, alone, is_over, get_language())
    now = sitting_now(sheet, has_rulings=bool(stamp.rulings))
    report = sheet.seat_reports.order_by("-pk").first() if stamp.seat_report is not None else None
    elsewhere = displaced(report, now.values()) if report is not None else ()
    seating = {wind: seat.player for wind, seat in now.items()}
    moved = [place.wind for place in elsewhere]
    gone = () if is_over else _empty_winds(facts)
    return _seats_shown(players_there(now, elsewhere), seating, moved, alone, gone)


_seated = Asked(
    lambda table: (
        Seat.objects.filter(table=table).order_by("from_hand").values_list(
            "wind", "player", "player__surname", "player__given_name", "from_hand", "entry__present",
            "entry__withdrawn_at",
        )
    ),
    KEY,
)  # fmt: skip


@lru_cache(maxsize=4096)
def _as_seated(seats: tuple[tuple[Any, ...], ...], alone: bool, is_over: bool, language: str) -> Shown:
    last = {seat[0]: seat for seat in seats}
    players = {
        wind: Player(pk=last[wind][1], surname=last[wind][2], given_name=last[wind][3])
        for wind in "NESW" if wind in last
    }  # fmt: skip
    return _seats_shown(players, players, [], alone, () if is_over else _empty_winds(seats))


def _empty_winds(seats: Iterable[tuple[Any, ...]]) -> list[str]:
    """As ``Seat.is_empty`` has it."""
    last = {wind: (hand, present, withdrawn) for wind, _key, _name, _given, hand, present, withdrawn in seats}
    return [
        wind for wind, (hand, present, withdrawn) in last.items()
        if hand == 1 and (not present or withdrawn is not None)
    ]  # fmt: skip


def _seats_shown(
    sitting: Mapping[str, Player], seating: Mapping[str, Player], elsewhere: list[str], alone: bool,
    empty: Iterable[str] = (),
) -> Shown:  # fmt: skip
    chairs = {wind: _("empty chair") for wind in empty}
    short = {wind: pgettext("the chair", "empty") for wind in empty}
    names = {wind: player.full_name for wind, player in sitting.items()} | chairs
    dummy = _("and the dummy")
    sides = {side.value: [names[wind.value] for wind in side.winds if wind.value in names] for side in SIDES}
    return {
        "players": {wind: player.pk for wind, player in sitting.items()},
        "seating": {wind: player.pk for wind, player in seating.items()},
        "short": _short_names(sitting) | short,
        "names": names | {side: "\n".join(of_side) for side, of_side in sides.items()},
        "elsewhere": elsewhere,
        "alone": {wind: {wind: f"{name}\n{dummy}"} for wind, name in names.items()} if alone else {},
    }


def _short_names(sitting: Mapping[str, Player]) -> dict[str, str]:
    """Whole where two would read alike."""
    taken = Counter(player.short_name for player in sitting.values())
    return {
        wind: player.short_name if taken[player.short_name] == 1 else player.full_name
        for wind, player in sitting.items()
    }
