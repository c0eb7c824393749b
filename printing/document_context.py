"""Options of a document, and the facts of its evening that every document prints, read in a fixed
number of queries.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Literal, NamedTuple, get_args, get_type_hints

from django.core.exceptions import ValidationError
from django.utils import formats, timezone
from django.utils.translation import gettext as _, gettext_lazy

from king.cards import WINDS, Wind
from printing.names import PaperNames, names_of
from printing.paper import PORTRAIT, Footing, Page, Progress, make_document
from scoring.scored_sheets import sat
from tournaments.models import Round, Seat, Table, Tournament
from wording.naming import short_form
from wording.sentences import refusal


class Options(NamedTuple):
    """Options of a document; each document reads those that it knows.

    ``round``, ``table``, ``board``: None for all. ``copies``: slips for every table, or one set
    that is used for all. ``order``: slips by table, or by board. ``fold``: table cards as a tent of
    one A4, or two flat ones on it. ``suits``: black and grey, two colours or four. ``blank``: an
    empty score sheet for emergencies. ``layout``: score sheets with one column of points a player,
    or with two, for points lost and won (S3). ``base_url``: address of the site for QR codes, as
    phones in the hall reach it. ``table_cards``, ``signing_slips``: whether a partita's whole set
    of documents includes them.
    """

    round: int | None = None
    table: int | None = None
    board: int | None = None
    copies: Literal["tables", "one"] = "tables"
    order: Literal["table", "board"] = "table"
    fold: Literal["tent", "flat"] = "tent"
    suits: Literal["grey", "two", "four"] = "grey"
    blank: bool = False
    layout: Literal["usual", "two_columns"] = "usual"
    base_url: str = ""
    table_cards: bool = False
    signing_slips: bool = False

    @classmethod
    def read(cls, chosen: Mapping[str, Any]) -> Options:
        """Read the options of a document. Missing or empty ones get their defaults. Refused are
        options that no document knows, and impossible values.
        """
        return cls(
            **{
                key: _read(key, value)
                for key, value in chosen.items()
                if value not in (None, "") or key not in cls._fields
            }
        )

    def as_json(self) -> dict[str, Any]:
        plain = self._field_defaults
        return {key: value for key, value in self._asdict().items() if value != plain[key]}


def _read(key: str, value: Any) -> Any:
    """Read an option; its declared type tells the possible values."""
    text, params = str(value), {"key": key, "value": str(value)[:60]}
    kind = get_type_hints(Options).get(key)
    if kind is None:
        sentence = gettext_lazy("“%(key)s” is not an option of a document.")
        raise refusal(sentence, "unknown_option", **params)
    if kind is bool:
        return text.lower() in ("true", "on", "1", "yes")
    if kind is str:
        address = text.rstrip("/")
        if address.startswith(("http://", "https://")) and len(address) <= 200:
            return address
        sentence = gettext_lazy(
            "“%(value)s” is not an address for a QR code: it begins with http:// or https://."
        )
        raise refusal(sentence, "no_address", **params)
    if kind == int | None:
        if text.isdecimal() and 1 <= int(text[:9]) <= 9999:
            return int(text)
        sentence = gettext_lazy(
            "“%(value)s” is not the number of a partita, table or board: type a whole number from 1."
        )
        raise refusal(sentence, "no_number", **params)
    if value not in get_args(kind):
        sentence = gettext_lazy(
            "“%(value)s” is not possible for “%(key)s”: choose one of %(allowed)s."
        )
        params["allowed"] = ", ".join(get_args(kind))
        raise refusal(sentence, "not_allowed", **params)
    return text


class Occasion(NamedTuple):
    tournament: str
    date: date
    place: str
    round: int | None
    commitment: str
    printed_at: datetime
    names: PaperNames = PaperNames()

    @property
    def subject(self) -> str:
        return " · ".join(filter(None, (self.evening, self.partita)))

    @property
    def evening(self) -> str:
        """Name and date of the evening. The partita is left out, because the title names it."""
        return f"{self.tournament} · {formats.date_format(self.date, 'SHORT_DATE_FORMAT')}"

    @property
    def partita(self) -> str:
        return _("Partita %(number)d") % {"number": self.round} if self.round else ""

    def footing(self, state: str = "") -> Footing:
        return Footing(self.subject, self.printed_at, state, self.commitment)


class Printed(NamedTuple):
    """A document ready to be drawn: its pages, which make no query, and their footers."""

    occasion: Occasion
    pages: Iterable[Page]
    state: str = ""
    size: tuple[float, float] = PORTRAIT
    suits: str = "grey"
    prepare: Page | None = None
    footed: bool = True

    def draw(self, title: str, progress: Progress | None = None) -> bytes:
        return make_document(
            [*self.pages],
            self.occasion.footing(self.state),
            title,
            self.size,
            self.suits,
            self.prepare,
            self.footed,
            progress=progress,
        )


class SeatedTable(NamedTuple):
    """A table of a partita with its people by wind, each from a hand on: first the player drawn,
    later substitutes. ``code`` is that of the table's card. ``titles`` has names of pairs and teams
    by the winds of their players. ``first_dealer`` is known once the table has said it. At winds in
    ``filled`` sits a player who only completes the table.
    """

    number: int
    code: str
    seats: Mapping[Wind, Sequence[tuple[str, int]]]
    titles: Mapping[Wind, str] = {}
    first_dealer: Wind | None = None
    short: Mapping[str, str] = {}
    filled: frozenset[Wind] = frozenset()

    def name(self, wind: Wind, *, short: bool = False) -> str:
        """Names of the players at this wind: ``Anna Rossi, from hand 5 Ugo Bianchi``. ``short``
        shortens given names to initials.
        """
        sitters = [
            (self.short.get(name, name) if short else name, hand)
            for name, hand in self.seats.get(wind, ())
        ]
        return ", ".join(
            name if hand == 1 else _("from hand %(hand)d %(name)s") % {"hand": hand, "name": name}
            for name, hand in sitters
        )


def occasion_of(
    tournament: Tournament, round: Round | None = None, at: datetime | None = None
) -> Occasion:
    board_set = round.board_set if round is not None else None
    return Occasion(
        tournament=tournament.name,
        date=tournament.date,
        place=tournament.place,
        round=round.number if round is not None else None,
        commitment=short_form(board_set.commitment) if board_set is not None else "",
        printed_at=at or timezone.now(),
        names=names_of(tournament),
    )


def find_round(tournament: Tournament, number: int | None) -> Round:
    rounds = tournament.rounds.select_related("board_set").order_by("-number")
    round = rounds.first() if number is None else rounds.filter(number=number).first()
    if round is not None:
        return round
    sentence = gettext_lazy("This tournament has no partita %(number)s.")
    if number is None:
        sentence = gettext_lazy(
            "There is no partita yet: prepare the seating of the first one, then print."
        )
    raise refusal(sentence, "no_round", number=number)


def check_plays_boards(tournament: Tournament, round: Round) -> None:
    if round.board_set is None and not tournament.plays_boards:
        raise refusal(
            gettext_lazy(
                "Partita %(round)s is played without boards: every table deals its own cards."
            ),
            "no_boards",
            round=round.number,
        )


def seated_tables(
    round: Round, names: PaperNames, table: int | None = None
) -> tuple[SeatedTable, ...]:
    """Return the tables of the round, or the one with the number ``table``, with their players.
    Three queries. Refused if there are none.
    """
    rows = Table.objects.filter(round=round).select_related("place", "sheet").order_by("number")
    if table is not None:
        rows = rows.filter(number=table)
    seats: dict[int, list[Seat]] = {}
    for seat in sat(Seat.objects.filter(table__in=rows)):
        seats.setdefault(seat.table_id, []).append(seat)
    tables = tuple(_seated_table(row, seats.get(row.pk, ()), names) for row in rows)
    if tables:
        return tables
    if table is None:
        raise refusal(
            gettext_lazy("Partita %(round)s has no seating yet: prepare it, then print."),
            "no_seating",
            round=round.number,
        )
    raise no_table(round, table)


def no_table(round: Round, table: int) -> ValidationError:
    return refusal(
        gettext_lazy("There is no table %(table)s in partita %(round)s."),
        "no_table",
        table=table,
        round=round.number,
    )


def no_board(round: Round, options: Options) -> ValidationError:
    return refusal(
        gettext_lazy("Partita %(round)s has no board %(board)s."),
        "no_board",
        round=round.number,
        board=options.board or "",
    )


def _seated_table(row: Table, sitting: Iterable[Seat], names: PaperNames) -> SeatedTable:
    seats: dict[Wind, list[tuple[str, int]]] = {wind: [] for wind in WINDS}
    titles: dict[Wind, str] = {}
    filled: set[Wind] = set()
    for seat in sitting:
        seats[Wind(seat.wind)].append((names.of(seat.player), seat.from_hand))
        if seat.fills:
            filled.add(Wind(seat.wind))
        if seat.entry.name:
            titles.setdefault(Wind(seat.wind), names.title(seat.entry))
    sheet = getattr(row, "sheet", None)
    first_dealer = Wind(sheet.first_dealer) if sheet is not None and sheet.first_dealer else None
    return SeatedTable(
        row.number, row.place.code, seats, titles, first_dealer, names.short, frozenset(filled)
    )
