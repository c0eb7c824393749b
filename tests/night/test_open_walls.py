"""A wall that stays open gets the cards that changed, and then shows what a new page shows."""

from __future__ import annotations

import html
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ground.roles import HELPER, ORGANIZER
from king_tournament.desk.tables import sent_cards
from scoring import standings_cache
from scoring.calls import call_arbiter, end_call, take_call
from scoring.decisions import revoke_ruling, rule
from scoring.models import Sheet
from scoring.publishing.final_hold import hold_final
from scoring.round_steps import close_round, undo_start
from scoring.scored_sheets import ScoredTable, scored_round, scored_rounds
from scoring.sheet_steps import (
    close_sheet,
    hand_in,
    reopen_sheet,
    sign_at_the_desk,
    take_back,
)
from scoring.wrong_winds import exchange_seats, rule_seats
from screens.clock import change_clock
from tests.accounts import signed_in
from tests.desk.hall import play_page
from tests.evenings import a_tournament, fill, good_rows, sealed_round, sheet_of
from tests.markup import flat
from tournaments.entries import enter_new_player, set_present
from tournaments.models import Place, Round, Seat, Table
from tournaments.roster import save_player
from tournaments.substitutes import house_player_for, substitute

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

TABLES = 6
PART = re.compile(r"card-\d+|above-wall|below-wall|hall|wall-asks")
VOID = {"input", "br", "img", "link", "meta", "hr"}


class Elements(HTMLParser):
    """Elements of a page that the wall renews, by their id, as they are written."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.lines = page.splitlines(keepends=True)
        self.found: dict[str, str] = {}
        self._open: list[tuple[str, str, int]] = []
        self._page = page
        self.feed(page)

    def _at(self) -> int:
        line, column = self.getpos()
        return sum(map(len, self.lines[: line - 1])) + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self._open.append((tag, dict(attrs).get("id") or "", self._at()))

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        name, key, start = self._open.pop()
        assert name == tag, (name, tag, self.getpos())
        if PART.fullmatch(key):
            assert key not in self.found, f"{key} twice"
            self.found[key] = self._page[start : self._at() + len(f"</{tag}>")]


def as_seen(element: str) -> str:
    """Element without what differs from one reading to the next, and without the order to swap it."""
    text = flat(element.replace('hx-swap-oob="true"', ""))
    return re.sub(r'(name="csrfmiddlewaretoken" value=")\w+', r"\1", text)


@contextmanager
def new_process() -> Iterator[None]:
    """Context manager in which nothing of any evening is cached, as in a process that has started."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sent_cards, "_walls", OrderedDict())
        patch.setattr(standings_cache, "_remembered", OrderedDict())
        yield


class OpenWall:
    """A wall in a browser: the page at first, then what each answer puts into it."""

    def __init__(self, client: Client, round_: Round) -> None:
        self.client = client
        page = client.get(play_page(round_))
        assert page.status_code == 200
        self.shows = Elements(page.content.decode()).found

    def ask(self) -> list[str] | None:
        """Ask as the page does. Returns the keys of the cards that came, or None for a whole wall."""
        [asked] = re.findall(r'hx-get="([^"]+)"', self.shows["wall-asks"])
        answer = self.client.get(html.unescape(asked), headers={"HX-Request": "true"})
        if answer.status_code == 204:
            return []
        assert answer.status_code == 200
        news = Elements(answer.content.decode()).found
        if "HX-Retarget" in answer:
            assert (answer["HX-Retarget"], answer["HX-Reswap"]) == ("#tables", "outerHTML")
            self.shows = news
            return None
        for key, element in news.items():
            assert key in self.shows, f"{key} has no place in the page"
            is_swapped = 'hx-swap-oob="true"' in element.partition(">")[0]
            assert is_swapped == (key != "wall-asks")
        self.shows |= news
        return sorted(key for key in news if key.startswith("card-"))

    def seen(self) -> dict[str, str]:
        return {key: as_seen(element) for key, element in self.shows.items()}


def results_of(table: ScoredTable) -> tuple[object, ...]:
    """Return what a table makes and by which rows, rulings and averages."""
    rows = [(hand, stored.pk) for hand, stored in sorted(table.rows.items())]
    rulings = [ruling.pk for ruling in table.rulings]
    return table.number, table.sheet.state, table.scored, rows, rulings, table.averages


def row(round_: Round, table: int, hand: int) -> None:
    fill(sheet_of(round_, table), {hand: good_rows()[hand]})


def wrong_row(round_: Round, table: int) -> None:
    units = {"N": 12, "E": 0, "S": 0, "W": 0}
    fill(sheet_of(round_, table), {6: {"contract": "MIS", "units": units}})


def fouled(round_: Round, table: int) -> None:
    rule(
        sheet=sheet_of(round_, table),
        kind="fouled",
        hand=5,
        effect={"average": True},
        reason="Due dieci.",
        arbiter=arbiter(),
    )


def arbiter() -> User:
    return User.objects.get_or_create(username="Ada", is_superuser=True)[0]


def leave(round_: Round, table: int, wind: str, *, present: bool = False) -> None:
    seat = round_.seats.select_related("entry").get(table__number=table, wind=wind, from_hand=1)
    set_present(entry=seat.entry, present=present, author=None)


def seat_of(round_: Round, table: int, wind: str) -> Seat:
    seats = round_.seats.select_related("round__tournament", "table", "player", "entry")
    return seats.get(table__number=table, wind=wind, from_hand=1)


def sit_in(round_: Round, table: int, wind: str) -> None:
    row(round_, table, 1)
    seat = seat_of(round_, table, wind)
    seat.table.round = round_
    player = house_player_for(seat.table)
    substitute(seat=seat, player=player, from_hand=2, author=None)


def rename(round_: Round, table: int) -> None:
    player = seat_of(round_, table, "E").player
    player.surname = "Nuovo"
    save_player(player=player, author=None)


def exchange(round_: Round, table: int, other: int) -> None:
    seats = seat_of(round_, table, "N"), seat_of(round_, other, "N")
    exchange_seats(round=round_, first=seats[0], second=seats[1], author=None, read=None)


def wrong_winds(round_: Round, table: int) -> None:
    rule_seats(
        sheet=sheet_of(round_, table),
        winds=("N", "E"),
        hand=4,
        follows="players",
        alone=False,
        reason="Vento sbagliato.",
        arbiter=arbiter(),
        seen=None,
    )


def add_a_table(round_: Round) -> None:
    evening = round_.tournament
    place = Place.objects.create(tournament=evening, number=TABLES + 1)
    table = Table.objects.create(round=round_, place=place, number=TABLES + 1)
    Sheet.objects.create(table=table)
    evening.__class__.objects.filter(pk=evening.pk).count_change()


def call_of(round_: Round, table: int) -> object:
    return round_.tables.get(number=table).calls.get(done_at=None)


EVENTS: dict[str, tuple[Callable[[Round], object], list[int]]] = {
    "a row": (lambda round_: row(round_, 2, 1), [2]),
    "a row at the next table": (lambda round_: row(round_, 3, 1), [3]),
    "a wrong row": (lambda round_: wrong_row(round_, 2), [2]),
    "the row corrected": (lambda round_: row(round_, 2, 6), [2]),
    "a call": (lambda round_: call_arbiter(table=round_.tables.get(number=4), text="Vieni"), [4]),
    "more words of the call": (
        lambda round_: call_arbiter(table=round_.tables.get(number=4), hand=2, text="Presto"),
        [4],
    ),
    "the call taken": (lambda round_: take_call(call=call_of(round_, 4), author=arbiter()), [4]),
    "the call settled": (lambda round_: end_call(call=call_of(round_, 4), author=None), [4]),
    "a whole sheet": (lambda round_: fill(sheet_of(round_, 1)), [1]),
    "a signature": (
        lambda round_: sign_at_the_desk(sheet=sheet_of(round_, 1), wind="N", author=arbiter()),
        [],
    ),
    "a sheet handed in": (lambda round_: hand_in(sheet=sheet_of(round_, 1), by="a"), [1]),
    "a sheet taken back": (lambda round_: take_back(sheet=sheet_of(round_, 1), author=None), [1]),
    "a sheet closed": (
        lambda round_: close_sheet(sheet=sheet_of(round_, 1), author=None),
        # The key j leads to the next one.
        [1, 2],
    ),
    "a sheet unlocked": (
        lambda round_: reopen_sheet(sheet=sheet_of(round_, 1), author=None, reason="Letto male."),
        [1, 2],
    ),
    "a board worth the average": (lambda round_: fouled(round_, 1), [1]),
    "a row of that board elsewhere": (lambda round_: row(round_, 5, 5), [5]),
    "a closed sheet with the average of others": (
        lambda round_: close_sheet(sheet=fill(sheet_of(round_, 6)), author=None),
        [6],
    ),
    "a ruling": (
        lambda round_: rule(
            sheet=sheet_of(round_, 2),
            kind="adjustment",
            hand=1,
            offender="N",
            effect={"points": "-5"},
            reason="Tardi.",
            arbiter=arbiter(),
        ),
        [2],
    ),
    "the ruling revoked": (
        lambda round_: revoke_ruling(
            ruling=sheet_of(round_, 2).rulings.get(), author=arbiter(), reason="No."
        ),
        [2],
    ),
    "wrong winds": (lambda round_: wrong_winds(round_, 3), [3]),
    "seats exchanged": (lambda round_: exchange(round_, 2, 5), [2, 5]),
    "a player renamed": (lambda round_: rename(round_, 4), [4]),
    "a chair emptied": (lambda round_: leave(round_, 4, "S"), [4]),
    "somebody late": (
        lambda round_: enter_new_player(
            tournament=round_.tournament, author=None, surname="Tardi", given_name="Tino"
        ),
        [4],
    ),
    "somebody back": (lambda round_: leave(round_, 4, "S", present=True), [4]),
    "a substitute": (lambda round_: sit_in(round_, 4, "W"), [4]),
    "extra time of a table": (
        lambda round_: change_clock(
            round=round_, kind="extra", table=round_.tables.get(number=5), minutes=5, author=None
        ),
        [5],
    ),
    "the clock of all paused": (
        lambda round_: change_clock(round=round_, kind="pause", author=None),
        [1, 2, 3, 4, 5],
    ),
}
"""Events of a partita, and the tables whose cards they change."""


@pytest.fixture
def organizer(db: None) -> Client:
    """The browser of an organizer."""
    return signed_in("organizer", ORGANIZER)


@pytest.fixture
def hall(db: None) -> Round:
    round_ = sealed_round(a_tournament(planned_rounds=2, round_minutes=60), TABLES)
    Round.objects.filter(pk=round_.pk).update(minutes=60)
    return Round.objects.select_related("tournament").get(pk=round_.pk)


def test_after_each_event_an_open_wall_shows_what_a_new_page_of_a_new_process_shows(
    organizer: Client, hall: Round
) -> None:
    wall, of_another_process = OpenWall(organizer, hall), OpenWall(organizer, hall)
    for name, (happen, tables) in EVENTS.items():
        happen(Round.objects.select_related("tournament").get(pk=hall.pk))
        came = wall.ask()
        with new_process():
            page = OpenWall(organizer, hall)
            assert of_another_process.ask() == came, name
        assert came == [f"card-{table}" for table in tables], name
        partita = Round.objects.select_related("tournament").get(pk=hall.pk)
        kept, anew = scored_round(partita), scored_rounds([partita])[hall.pk]
        assert [results_of(table) for table in kept] == [results_of(table) for table in anew], name
        assert wall.seen() == page.seen(), name
        assert of_another_process.seen() == page.seen(), name
        assert wall.ask() == [], name


def test_a_row_is_answered_with_one_card_and_the_questions_about_its_sheet_alone(
    organizer: Client, hall: Round
) -> None:
    wall = OpenWall(organizer, hall)
    row(hall, 2, 1)
    assert wall.ask() == ["card-2"]
    row(hall, 3, 1)
    with CaptureQueriesContext(connection) as asked:
        wall.ask()
    rows = [query["sql"] for query in asked if '"scoring_handresult"."content"' in query["sql"]]
    assert len(rows) == 1
    key = sheet_of(hall, 3).pk
    assert re.search(rf'"sheet_id" IN \({key}\)', rows[0]), rows[0]


def test_a_wall_whose_cards_are_others_is_sent_whole(organizer: Client, hall: Round) -> None:
    wall = OpenWall(organizer, hall)
    add_a_table(hall)
    assert wall.ask() is None
    assert f"card-{TABLES + 1}" in wall.shows
    assert wall.seen() == OpenWall(organizer, hall).seen()
    assert wall.ask() == []


def test_a_page_that_says_nothing_of_its_cards_or_something_else_gets_the_whole_wall(
    organizer: Client, hall: Round
) -> None:
    marks = organizer.get(play_page(hall)).context["asks"].rpartition("=")[2]
    row(hall, 2, 1)
    for shown in ("", "none", marks[:-1], f"{marks}AAAA", "A" + marks[1:], "é" * len(marks)):
        asked = {"stamp": "1", "cards": shown}
        answer = organizer.get(play_page(hall), asked, headers={"HX-Request": "true"})
        found = Elements(answer.content.decode()).found
        assert answer["HX-Retarget"] == "#tables"
        assert len([key for key in found if key.startswith("card-")]) == TABLES
    answer = organizer.get(play_page(hall), {"cards": marks}, headers={"HX-Request": "true"})
    assert "HX-Retarget" not in answer


@pytest.mark.parametrize("taken_back", [True, False])
def test_a_wall_that_is_open_at_the_end_of_play_is_sent_whole_and_asks_no_more(
    organizer: Client, hall: Round, taken_back: bool
) -> None:
    wall = OpenWall(organizer, hall)
    if taken_back:
        undo_start(round=hall, author=None, reason="Manca un tavolo.")
    else:
        for table in range(1, TABLES + 1):
            close_sheet(sheet=fill(sheet_of(hall, table)), author=None)
        close_round(round=hall, author=None)
    assert wall.ask() is None
    assert "wall-asks" not in wall.shows
    assert wall.shows.keys() >= {f"card-{table}" for table in range(1, TABLES + 1)}


def test_a_reader_in_another_language_and_a_helper_get_cards_of_their_own(
    organizer: Client, hall: Round
) -> None:
    helper = signed_in("helper", HELPER)
    hold_final(tournament=hall.tournament, author=None)  # A helper reads no closed sheet now.
    close_sheet(sheet=fill(sheet_of(hall, 1)), author=None)
    wall, of_a_helper = OpenWall(organizer, hall), OpenWall(helper, hall)
    organizer.cookies["django_language"] = "it"
    in_italian = OpenWall(organizer, hall)
    del organizer.cookies["django_language"]
    assert f'href="{play_page(hall)}1/"' in wall.shows["card-1"]
    assert "href" not in of_a_helper.shows["card-1"]
    assert in_italian.shows["card-2"] != wall.shows["card-2"]
    row(hall, 2, 1)
    assert of_a_helper.ask() == ["card-2"]
    assert wall.ask() == ["card-2"]
    assert of_a_helper.seen() == OpenWall(helper, hall).seen()
    assert wall.seen() == OpenWall(organizer, hall).seen()
