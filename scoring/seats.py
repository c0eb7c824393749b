"""Who really sits where, as a table says of itself: kept, and shown to the arbiter, who exchanges the seats or not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from scoring.calls import call_arbiter
from scoring.models import SeatReport, Sheet
from scoring.rows import locked_sheet
from tournaments.log import record
from tournaments.models import Player, Round, Seat
from tournaments.names import cleaned


@dataclass(frozen=True)
class Displaced:
    """A wind where somebody else sits than the seating says; both by their seats."""

    wind: str
    sits: Seat
    belongs: Seat


@transaction.atomic
def report_seats(
    *, sheet: Sheet, players: Mapping[str, Player | int], device: str = "", author: AbstractBaseUser | None = None
) -> SeatReport:
    """Keep who sits at each wind. The same as the last report changes nothing; whoever it is, he sits at this table.

    Nothing is moved: ``tournaments.seating_changes.swap_seats`` is the arbiter's.
    """
    held = locked_sheet(sheet)
    if held.table.round.stage not in (Round.Stage.PLAYING, Round.Stage.PROVISIONAL):
        raise ValidationError(
            _("Partita %(round)s is not in play: its seats stay as they are."),
            code="round_not_in_play", params={"round": held.table.round.number},
        )
    said = {str(wind): _key(player) for wind, player in players.items()}
    seats = sitting_now(held)
    if sorted(said) != sorted(seats) or sorted(said.values()) != sorted(seat.player_id for seat in seats.values()):
        raise ValidationError(
            _(
                "At table %(table)s sit %(names)s: say which of them is at which wind, each once. "
                "If somebody else sits there, call the arbiter."
            ),
            code="other_players",
            params={
                "table": held.table.number, "names": ", ".join(seat.player.full_name for seat in seats.values()),
            },
        )
    last = held.seat_reports.order_by("-pk").first()
    if last is not None and last.players == said:
        return last
    report = SeatReport.objects.create(
        sheet=held, players=said, device=cleaned(device)[:60],
        author=author if author is not None and author.pk else None,
    )
    names = {seat.player_id: seat.player.full_name for seat in seats.values()}
    record(
        held.table.round.tournament, "seats_reported",
        gettext_noop("Partita %(round)s, table %(table)s: the table says that it sits so: %(seats)s."),
        author=author, round=held.table.round.number, table=held.table.number,
        seats=", ".join(f"{wind} {names[said[wind]]}" for wind in seats),
    )
    return report


@transaction.atomic
def tell_seats(*, sheet: Sheet, players: Mapping[str, Player | int], device: str = "") -> SeatReport:
    """A table's own phone says who sits where: kept, and the arbiter is called where somebody sits in another's seat.

    Rows already written stay under the wind that they were written for; what becomes of them the arbiter decides.
    """
    report = report_seats(sheet=sheet, players=players, device=device)
    elsewhere = displaced(report, sitting_now(sheet).values())
    if elsewhere:
        names = ", ".join(each.sits.player.full_name for each in elsewhere)
        call_arbiter(table=sheet.table, text=f"⇄ {names}", device=device)
    return report


def sitting_now(sheet: Sheet) -> dict[str, Seat]:
    """The seats of the table by wind, the last substitute where there is one."""
    seats = sheet.table.seats.select_related("player", "entry").order_by("from_hand")
    last = {seat.wind: seat for seat in seats}
    return {wind: last[wind] for wind in "NESW" if wind in last}


def displaced(report: SeatReport, seats: Iterable[Seat]) -> tuple[Displaced, ...]:
    """The winds where the report and the seating differ; nothing once the seats have been exchanged."""
    now = {seat.wind: seat for seat in sorted(seats, key=lambda seat: seat.from_hand)}
    by_player = {seat.player_id: seat for seat in now.values()}
    return tuple(
        Displaced(wind, by_player[report.players[wind]], now[wind])
        for wind in "NESW"
        if wind in now and report.players.get(wind) in by_player and report.players[wind] != now[wind].player_id
    )


def _key(player: object) -> int:
    if isinstance(player, Player):
        return player.pk
    try:
        return int(str(player))
    except ValueError:
        return 0
