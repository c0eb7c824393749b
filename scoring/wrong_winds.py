"""Real seats: the reports of a table about its seats, and rulings on two players who sat in each
other's winds.
"""

from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _, gettext_noop

from ground.guards import Author, stored_author, write
from ground.names import clean_text, read_reason
from king.cards import Wind
from king.standing.standing_settings import STANDING_SETTINGS, StandingSettings
from scoring.calls import call_arbiter, end_call, open_call
from scoring.models import HandResult, Ruling, SeatReport, Sheet
from scoring.rows import locked_sheet
from scoring.scored_sheets import PLAYERS, WINDS_STAY, plans_of, really_sat, sat, seat_in
from scoring.sheet_steps import check_seen
from scoring.standing import (
    TournamentStandings,
    check_not_official,
    closed_rounds,
    tournament_standings,
)
from tournaments.log import LogKind, record, record_at
from tournaments.models import Player, Round, Seat, Tournament
from tournaments.seat_changes import swap_seats
from wording.sentences import Sentence, refusal

Displaced = tuple[Seat, Seat]
"""Two seats, by the seating: that of the player who sits at a wind, and that of the player to whom
the wind belongs."""


@transaction.atomic
def report_seats(
    *,
    sheet: Sheet,
    players: Mapping[str, Player | int | str],
    device: str = "",
    author: Author = None,
) -> SeatReport:
    """Store a table's report of its seats; one equal to the last changes nothing. Nobody is moved:
    the arbiter does that by ``exchange_seats``.
    """
    locked = locked_sheet(sheet)
    _check_stage(locked.table.round)
    by_wind = {str(wind): _key(player) for wind, player in players.items()}
    seats = sitting_now(locked)
    if sorted(by_wind) != sorted(seats) or sorted(by_wind.values()) != sorted(
        seat.player_id for seat in seats.values()
    ):
        sentence = _(
            "At table %(table)s sit %(names)s: say which of them is at which wind, each once. If somebody "
            "else sits there, call the arbiter."
        )
        there = ", ".join(seat.name for seat in seats.values())
        raise refusal(sentence, "other_players", table=locked.table.number, names=there)
    last = locked.seat_reports.order_by("-pk").first()
    if last and last.players == by_wind:
        return last
    report = SeatReport.objects.create(
        sheet=locked, players=by_wind, device=clean_text(device)[:60], author=stored_author(author)
    )
    names = {seat.player_id: seat.name for seat in seats.values()}
    line = gettext_noop(
        "Partita %(round)s, table %(table)s: the table says that it sits like this: %(seats)s."
    )
    sitting = ", ".join(f"{wind} {names[by_wind[wind]]}" for wind in seats)
    record_at(locked.table, LogKind.SEATS_REPORTED, line, author, seats=sitting)
    return report


@transaction.atomic
def tell_seats(
    *, sheet: Sheet, players: Mapping[str, Player | int | str], device: str = ""
) -> SeatReport:
    """Store a table's report of its seats, and call the arbiter if somebody sits elsewhere. Rows
    stay under the winds that they were written for; the arbiter decides to whom they belong.
    """
    report = report_seats(sheet=sheet, players=players, device=device)
    elsewhere = displaced(report, sitting_now(sheet).values())
    if elsewhere:
        names = ", ".join(sits.name for sits, _belongs in elsewhere)
        call_arbiter(table=sheet.table, text=f"⇄ {names}", device=device)
    return report


@transaction.atomic
def exchange_seats(
    *, round: Round, first: Seat, second: Seat, author: Author, read: tuple[int, int] | None = None
) -> tuple[Sentence, ...]:
    ruled = Ruling.objects.standing().filter(
        kind=Ruling.Kind.SEATS, sheet__table__in={first.table_id, second.table_id}
    )
    ruling = ruled.select_related("sheet__table").order_by("hand").first()
    if ruling:
        raise refusal(
            _(
                "Table %(table)s has a ruling of wrong winds (from hand %(hand)s on), which would move these players "
                "once more. Revoke it first; or leave the seats, and rule from which hand they changed again."
            ),
            "seats_ruled",
            table=ruling.sheet.table.number,
            hand=ruling.hand,
        )
    return swap_seats(round=round, first=first, second=second, author=author, read=read)


def seats_under(sheet: Sheet, rulings: Iterable[Ruling]) -> list[Seat]:
    """Seats of the table from each hand on, under these rulings: the sheet's valid ones, in the
    order in which they were made.
    """
    seats = Seat.objects.filter(table=sheet.table_id)
    return really_sat(seats.select_related("player", "entry").order_by(), rulings)


def sitting_now(
    sheet: Sheet, seats: Iterable[Seat] | None = None, hand: int = 0
) -> dict[str, Seat]:
    """Seats by wind for the next hand, or for this ``hand``. A substitute from hand 5 on sits there
    from hand 5. ``seats`` are the table's as ``sat`` reads them, if already read.
    """
    if seats is None:
        seats = sat(Seat.objects.filter(table=sheet.table_id))
    by_wind: dict[str, list[Seat]] = {wind: [] for wind in "NESW"}
    for seat in seats:
        by_wind[seat.wind].append(seat)
    hand = hand or _next_hand(sheet, by_wind.values())
    there_now = {wind: seat_in(there, hand) or there[0] for wind, there in by_wind.items() if there}
    # Nobody waits for a hand beside an empty chair.
    return {wind: by_wind[wind][-1] if seat.is_empty else seat for wind, seat in there_now.items()}


def _next_hand(sheet: Sheet, seats: Iterable[Sequence[Seat]]) -> int:
    """First hand that is not written. If nobody sat down later, every hand has the same seats, and
    1 is returned without a query.
    """
    if all(len(there) < 2 for there in seats):
        return 1
    written = set(HandResult.objects.filter(sheet=sheet).written().values_list("hand", flat=True))
    missing = plans_of(sheet).keys() - written
    return min(missing, default=sheet.tournament.rules.length)


def displaced(report: SeatReport | None, seats: Iterable[Seat]) -> tuple[Displaced, ...]:
    if report is None:
        return ()
    now = {seat.wind: seat for seat in sorted(seats, key=lambda seat: seat.from_hand)}
    by_player = {seat.player_id: seat for seat in now.values()}
    return tuple(
        (by_player[report.players[wind]], now[wind])
        for wind in "NESW"
        if wind in now
        and report.players.get(wind) in by_player
        and report.players[wind] != now[wind].player_id
    )


def seats_there(now: Mapping[str, Seat], elsewhere: Iterable[Displaced]) -> dict[str, Seat]:
    """Seats by wind, as the players of the table report them."""
    return {**now, **{belongs.wind: sits for sits, belongs in elsewhere}}


# --- wrong winds, from a hand on


def exchanged_names(
    sheet: Sheet, winds: tuple[str, str], hand: int, *, alone: bool
) -> list[tuple[str, str]]:
    """Names of each two players who change places by such a ruling."""
    there = sitting_now(sheet, hand=hand)
    return [
        (there[one].name, there[other].name)
        for one, other in _pairs(sheet.tournament, winds, alone=alone)
    ]


def _pairs(tournament: Tournament, winds: tuple[str, str], *, alone: bool) -> list[tuple[str, str]]:
    pairs = [winds]
    if tournament.rules.by_side and not alone:
        pairs.append((Wind(winds[0]).partner.value, Wind(winds[1]).partner.value))
    return pairs


def preview_exchange(
    *, sheet: Sheet, winds: tuple[str, str], hand: int, follows: str, alone: bool = False
) -> tuple[TournamentStandings, TournamentStandings]:
    tournament = sheet.tournament
    counted = list(
        {round_.pk: round_ for round_ in (*closed_rounds(tournament), sheet.round)}.values()
    )
    before = tournament_standings(tournament, counted)
    with transaction.atomic():
        _write_exchange(sheet, winds, hand, follows, reason="–", arbiter=None, alone=alone)
        after = tournament_standings(tournament, counted)
        transaction.set_rollback(True)
    return before, after


@transaction.atomic
def rule_seats(
    *,
    sheet: Sheet,
    winds: tuple[str, str],
    hand: int,
    follows: str,
    reason: str,
    arbiter: Author,
    seen: str | None = None,
    alone: bool = False,
) -> Ruling:
    """Rule that players sat in each other's winds from a hand on; works on a closed sheet too.
    ``follows`` says whose the points are from then on (``scoring.scored_sheets``). In pairs the
    partners have changed too, unless these two changed ``alone``; then the points stay with the
    winds. Seating and rows are not changed.
    """
    reason = read_reason(reason)
    locked = locked_sheet(sheet)
    check_seen(locked, seen)
    ruling = _write_exchange(
        locked, winds, hand, follows, reason=reason, arbiter=arbiter, alone=alone
    )
    names = {wind: seat.name for wind, seat in sitting_now(locked, hand=hand).items()}
    sentence = {PLAYERS: RULED_PLAYERS, WINDS_STAY: RULED_WINDS}[follows]
    seats = ", ".join(f"{wind} {names[wind]}" for pair in ruling.effect["winds"] for wind in pair)
    record_at(locked.table, LogKind.RULED, sentence, arbiter, hand=hand, reason=reason, seats=seats)
    if ruling.call:
        end_call(call=ruling.call, author=arbiter)
    return ruling


RULED_PLAYERS = gettext_noop(
    "Partita %(round)s, table %(table)s: wrong winds from hand %(hand)s on; the players sat "
    "%(seats)s. The points follow the players. Reason: %(reason)s"
)
RULED_WINDS = gettext_noop(
    "Partita %(round)s, table %(table)s: wrong winds from hand %(hand)s on; the players sat "
    "%(seats)s. The points follow the winds. Reason: %(reason)s"
)


def _write_exchange(
    sheet: Sheet,
    winds: tuple[str, str],
    hand: int,
    follows: str,
    *,
    reason: str,
    arbiter: Author,
    alone: bool = False,
) -> Ruling:
    _check_stage(sheet.round)
    rules = sheet.tournament.rules
    if not 1 <= hand <= rules.length:
        raise refusal(
            _("A partita has hands 1 to %(last)s: nobody can change winds from hand %(hand)s."),
            "no_such_hand",
            last=rules.length,
            hand=hand,
        )
    if follows not in (PLAYERS, WINDS_STAY):
        raise refusal(
            _("Say whether the points follow the players or the winds."), "follows_unknown"
        )
    there: dict[str, list[Seat]] = {}
    for seat in sat(sheet.table.seats.all()):
        there.setdefault(seat.wind, []).append(seat)
    if rules.by_side and alone and follows == PLAYERS:
        raise refusal(
            _(
                "If only one player of each pair has changed, the points stay with the winds: choose that."
            ),
            "points_of_pairs",
        )
    pairs = [winds]
    if all(wind in there for wind in winds):
        pairs = _pairs(sheet.tournament, winds, alone=alone)
    if winds[0] == winds[1] or any(wind not in there for pair in pairs for wind in pair):
        raise refusal(
            _("Choose two winds of this table: their players change places."), "two_seats"
        )
    entries = [seat_there.entry_id for wind in winds if (seat_there := seat_in(there[wind], hand))]
    if entries[0] == entries[1]:
        raise refusal(_("These two seats already belong to the same entry."), "same_entry")
    effect = {"winds": [list(pair) for pair in pairs], "follows": follows}
    if sheet.rulings.standing().filter(kind=Ruling.Kind.SEATS, hand=hand, effect=effect).exists():
        raise refusal(
            _(
                "This very ruling has already been made. If they changed back, say from which later hand."
            ),
            "ruling_repeated",
        )
    return Ruling.objects.create(
        sheet=sheet,
        kind=Ruling.Kind.SEATS,
        hand=hand,
        effect=effect,
        reason=reason,
        arbiter=stored_author(arbiter),
        call=open_call(sheet.table),
    )


def _check_stage(round_: Round) -> None:
    if round_.is_official:
        raise refusal(
            _(
                "Partita %(round)s is official. Make it provisional again first, with a reason; then rule."
            ),
            "round_official",
            round=round_.number,
        )
    if round_.is_seating:
        raise refusal(
            _("Partita %(round)s is not in play: its seats stay as they are."),
            "round_not_in_play",
            round=round_.number,
        )


@transaction.atomic
def rank_changed_winds(*, tournament: Tournament, by: str, author: Author) -> Tournament:
    locked = tournament.lock_open()
    if by not in STANDING_SETTINGS["changed_winds"].labels:
        raise refusal(_("Choose where they are ranked: reload the page."), "ranked_by_unknown")
    check_not_official(closed_rounds(locked))
    if locked.standing_settings.get("changed_winds", StandingSettings().changed_winds) == by:
        return locked
    write(locked, standing_settings={**locked.standing_settings, "changed_winds": by})
    line = {
        "most": gettext_noop(
            "Players who changed wind are ranked at the wind where they played most hands."
        ),
        "first": gettext_noop(
            "Players who changed wind are ranked at the wind where they started."
        ),
    }[by]
    record(locked, LogKind.CHANGED_WINDS, line, author)
    return locked


def _key(player: object) -> int:
    if isinstance(player, Player):
        return player.pk
    try:
        return int(str(player))
    except ValueError:
        return 0
