"""A published board played again through its forms alone: to the end, or with a break."""

from __future__ import annotations

import re
import threading
import time
from collections import Counter

import pytest
from django.core.cache import cache
from django.test import Client, RequestFactory

from deals.models import Board
from frame.page_cache import Busy
from ground import monotonic_clock
from king.cards import Card, Wind
from king.play.replay import replay
from king.rulesets.contracts import Family
from king_tournament.installation.web import THREADS
from king_tournament.replay import queue, robot_games
from king_tournament.replay.boards import find_board
from king_tournament.replay.card_letters import CARDS, LETTERS
from king_tournament.replay.games import Game
from tests.evenings import demo
from tests.replay.home import DIM, GAME, LEGAL, address, pending, play_out, press
from tests.sources import ROOT
from tournaments.editions import import_edition
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

QUEENS, KING, NO_TRUMP, DECLARED = 2, 3, 12, 9


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


@pytest.mark.parametrize("board", [QUEENS, KING, NO_TRUMP, DECLARED])
def test_a_hand_is_played_to_its_end_and_compared(
    english: Client, finished: Tournament, board: int
) -> None:
    page, where = play_out(english, address(finished, board))
    game = english.get(where).context["game"]
    way, published = game.way, game.published
    judged = replay(
        published.deal,
        way.declared.contract,
        game.cards,
        rules=way.declared.rules(published.ruleset, way.settings),
        leader=way.declared.leader,
        trump=way.declared.trump,
    )
    assert judged.illegal == ()
    assert judged.play.settled
    assert sum(judged.units.values()) == way.declared.contract.units
    compared = english.get(where).context["compared"]
    # Points and mean, recomputed from the contract's value and the tables' rows.
    if way.row.sale is None:
        assert compared.own == way.declared.contract.value * judged.units[game.seat]
    assert f"{compared.better} of {compared.tables} did better" in words(page)
    assert "Robots play by rule and by trying deals that are still possible" in words(page)


def test_the_hall_is_the_mean_of_the_tables_at_that_wind(
    english: Client, finished: Tournament
) -> None:
    page, where = play_out(english, address(finished, QUEENS), query="?seat=N")
    comparison = english.get(where).context["compared"]
    board = english.get(f"/live/{finished.code}/1/boards/{QUEENS}/").context["page"]
    points = [
        line["cells"][0]["points"] for line in board["fields"][0]["lines"] if line["compares"]
    ]
    assert comparison.tables == len(points) == 3
    assert comparison.hall == sum(points) / 3
    assert comparison.better == sum(one > comparison.own for one in points)
    assert "The hall, 3 tables" in words(page)


def test_domino_is_played_with_its_passes(english: Client, english_club: None, db: None) -> None:
    evening = demo(stage="finished", seed=5, ruleset="lab13", tables=2, rounds=1, language="en")
    pending(evening)
    domino = next(
        board.number
        for board in Board.objects.in_use()
        if evening.rules.contract(board.contract).family is Family.DOMINO
    )
    page, where = play_out(english, address(evening, domino))
    game = english.get(where).context["game"]
    assert not game.published.deal.hands.keys() - game.units.keys()
    assert None in game.cards
    judged = replay(
        game.published.deal,
        game.way.declared.contract,
        game.cards,
        rules=game.way.declared.rules(game.published.ruleset, game.way.settings),
        leader=game.way.declared.leader,
    )
    assert judged.illegal == judged.problems == ()
    assert "passes." in words(
        english.get(f"{where}&at={game.cards.index(None) + 1}").content.decode()
    )
    assert "Laid so far" in page


NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}


def domino_played(english: Client, evening: Tournament) -> tuple[Game, str, str]:
    """Play the evening's Domino to its end. Returns the game, what each wind made as the page says
    it, and its numbers.
    """
    pending(evening)
    board, way = next(
        (board.number, way.key)
        for board in Board.objects.in_use()
        for way in find_board(evening.code, 1, board.number)[2].ways
        if way.declared.contract.family is Family.DOMINO
    )
    page, where = play_out(english, address(evening, board), query=f"?way={way}")
    counts = page[page.index('id="counts">') + 12 :]
    numbers = page[page.index('id="numbers"') : page.index("</dl>")]
    game = english.get(where).context["game"]
    return game, words(counts[: counts.index("</p>")]), words(numbers)


def test_the_end_of_a_domino_says_who_has_how_many_cards_left(
    english: Client, english_club: None, db: None
) -> None:
    evening = demo(stage="finished", seed=5, ruleset="lab13", tables=2, rounds=1, language="en")
    game, counts, numbers = domino_played(english, evening)
    laid = Counter(
        game.states[place].turn for place, card in enumerate(game.cards) if card is not None
    )
    left = sorted((13 - laid[wind], wind) for wind in "NESW")
    heading, _sign, said = counts.partition(" · ")
    assert heading == "Cards left"
    made = [one.split() for one in said.split(", ")]
    assert [int(count) for _name, count in made] == [count for count, _wind in left]
    assert {name: int(count) for name, count in made} == {
        NAMES[wind]: count for count, wind in left
    }
    assert f"{13 - laid[game.seat]} card" in numbers
    tricks, _where = play_out(english, address(evening, QUEENS))
    assert 'id="numbers"' in tricks
    assert 'id="counts"' not in tricks


def test_the_end_of_a_domino_by_places_says_who_went_out_when(
    english: Client, english_club: None, db: None
) -> None:
    text = (ROOT / "docs" / "editions" / "trex.json").read_text(encoding="utf-8")
    code = import_edition(text=text, author=None).code
    evening = demo(
        stage="finished", seed=5, ruleset=code, tables=2, rounds=1, language="en", pre_dealt=True
    )
    game, counts, numbers = domino_played(english, evening)
    last = {game.states[place].turn: place for place, card in enumerate(game.cards) if card}
    laid = Counter(game.states[place].turn for place, card in enumerate(game.cards) if card)
    out = sorted((wind for wind in "NESW" if laid[wind] == 13), key=lambda wind: last[wind])
    assert len(out) == 3
    out += set("NESW") - set(out)
    ranked = ", ".join(f"{NAMES[wind]} {place}" for place, wind in enumerate(out, start=1))
    assert counts == f"Places · {ranked}"
    assert f"place {out.index(game.seat) + 1}" in numbers


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_the_page_is_only_read(english: Client, finished: Tournament, method: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = getattr(strict, method)(address(finished, QUEENS), {"card": "SQ"})
    assert answer.status_code == 405
    assert answer["Allow"] == "GET, HEAD"
    # The press of a card needs no token.
    page = strict.get(address(finished, QUEENS)).content.decode()
    legal = LEGAL.findall(page)
    assert (
        press(strict, page, address(finished, QUEENS), legal[0] if legal else "").status_code == 302
    )


@pytest.mark.parametrize("seat", "NESW")
def test_a_hand_whose_first_player_can_only_pass_begins(
    english: Client, english_club: None, db: None, seat: str
) -> None:
    """In this Domino North leads without a seven: whatever seat is played, the hand is begun."""
    evening = demo(stage="finished", seed=4, ruleset="lab13", tables=1, rounds=1, language="en")
    pending(evening)
    where = address(evening, 8)
    page = english.get(f"{where}?seat={seat}")
    game = page.context["game"]
    assert game.states[0].turn is Wind("N")
    assert not any("7" in str(card) for card in game.dealt(Wind("N")))
    _page, where = play_out(english, where, query=f"?seat={seat}")
    assert english.get(where).context["game"].over


def test_the_same_cards_find_the_same_answers_after_a_stop(
    english: Client, finished: Tournament
) -> None:
    where = address(finished, NO_TRUMP)
    first, _where = play_out(english, where, most=3)
    begun = english.get(where).content.decode()
    assert "Continue where you stopped" in begun
    link = re.search(r'href="([^"]+\?g=[^"]+)"', begun)[1].replace("&amp;", "&")
    gone_on = english.get(link).content.decode()
    assert GAME.search(gone_on)[1] == GAME.search(first)[1]
    elsewhere, _where = play_out(Client(headers={"Accept-Language": "en"}), where, most=3)
    assert GAME.search(elsewhere)[1] == GAME.search(first)[1]
    ended, _where = play_out(english, where)
    again, _where = play_out(Client(headers={"Accept-Language": "en"}), where)
    assert words(ended[ended.index('id="step"') :]) == words(again[again.index('id="step"') :])


def test_a_card_that_may_not_be_played_is_answered_with_the_rule(
    english: Client, finished: Tournament
) -> None:
    where = address(finished, QUEENS)
    for seat in "NESW":
        page, _where = play_out(english, where, most=2, query=f"?seat={seat}")
        dim = DIM.findall(page)
        if dim:
            break
    card, why = dim[0]
    answer = press(english, page, where, card)
    assert answer.status_code == 422
    assert "has to be followed" in why
    assert why in answer.content.decode()
    # The game has not moved.
    assert GAME.search(answer.content.decode())[1] == GAME.search(page)[1]
    # A card of another hand, then no card at all, are refused in the same words, without its holder.
    game = english.get(where).context["game"]
    other = game.published.deal.hand(game.seat.after(1))[0]
    for choice in (str(other), "XX"):
        refused = press(english, page, where, choice)
        assert refused.status_code == 422
        assert refused.context["refusal"] == "That is not a card of your hand."


@pytest.mark.parametrize("change", ["", "N", "x" * 900, "nothing", "cut", "other"])
def test_a_link_that_was_changed_gets_a_clear_page(
    english: Client, finished: Tournament, change: str
) -> None:
    where = address(finished, QUEENS)
    page, link = play_out(english, where, most=2)
    text = GAME.search(page)[1]
    changed = {"cut": text[:-3], "other": text.replace(text[0], "Q", 1)}.get(change, change)
    answers = [english.post(f"{where}card/", {"g": changed, "card": "SQ"})]
    if change:
        answers.append(english.get(where, {"g": changed}))
    # A game of another board does not fit this one.
    answers.append(english.get(address(finished, KING), {"g": text}))
    for answer in answers:
        assert answer.status_code == 404
        assert "This link is not a game of this board" in words(answer.content.decode())
    english.cookies["king_replay"] = changed
    assert english.get(where).status_code == 200
    assert english.get(link).status_code == 200


def test_the_link_shows_it_to_somebody_else_card_by_card(
    english: Client, finished: Tournament
) -> None:
    page, where = play_out(english, address(finished, KING))
    assert " You " in words(page)
    assert "Played at home" not in words(page)
    somebody = Client(headers={"Accept-Language": "en"})
    answer = somebody.get(where)
    assert "Played at home" in words(answer.content.decode())
    # The page says that it is not a result of an evening.
    assert "At home you may take a card back" in words(answer.content.decode())
    assert "At home you may take a card back" not in words(page)
    game = answer.context["game"]
    second = somebody.get(f"{where}&at=1")
    assert second.context["step"]["lying"] == {game.way.declared.leader: game.cards[0]}
    assert somebody.get(f"{where}&at=99999").context["step"]["at"] == len(game.cards)
    assert answer.context["preview"].url.endswith(where)


def test_a_suit_that_nobody_dealt_there_is_shown_as_none(
    english: Client, finished: Tournament
) -> None:
    deals = {board.number: board.deal for board in Board.objects.in_use()}
    number, wind = next(
        (number, wind)
        for number, deal in deals.items()
        for wind in deal.winds
        if len({card.suit for card in deal.hand(wind)}) < 4
    )
    published = find_board(finished.code, 1, number)[2]
    way = published.ways[0]
    game = Game(published, way, way.declared.leader).answered()
    while not game.over:
        game = game.play(next(card for card in game.hand if game.breach(card) is None))
    page = english.get(address(finished, number), {"g": game.text}).content.decode()
    diagram = page[page.index('class="diagram"') : page.index("replay-said")]
    suits = re.findall(r'<ul class="hand"(.*?)</ul>', diagram, re.DOTALL)
    suit_text = words(suits[deals[number].winds.index(wind)])
    assert "–" in suit_text


def test_the_robot_in_that_place_is_said_once_its_games_are_played(
    english: Client, finished: Tournament
) -> None:
    page, where = play_out(english, address(finished, QUEENS))
    assert "still playing" in words(page)
    game = english.get(where).context["game"]
    key = robot_games.key_of(robot_games.game_question(game.published, game.way))
    games = [{"N": 1, "E": 1, "S": 1, "W": 1}] * 20 + [{"N": 4, "E": 0, "S": 0, "W": 0}] * 10
    cache.set(key, games)
    comparison = english.get(where).context["compared"]
    value = game.way.declared.contract.value
    assert (
        comparison.robot
        == value * (2 if game.seat is Wind.N else 0)
        + value * (0 if game.seat is Wind.N else 20) / 30
    )
    assert "mean of 30 games" in words(english.get(where).content.decode())


@pytest.mark.at_length
def test_thirty_games_are_played_in_a_process_of_their_own(
    finished: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The robots' process has a low priority, so it may take long beside other tests.
    monkeypatch.setattr(robot_games, "SECONDS_TO_WAIT", 800)
    _tournament, _round, published = find_board(finished.code, 1, KING)
    way = published.ways[0]
    question = robot_games.game_question(published, way)
    robot_games.play_thirty("key-of-a-test", question, "place-of-a-test")
    games = cache.get("key-of-a-test")
    assert len(games) == 30
    assert all(sum(units.values()) == 1 for units in games)


def test_a_machine_too_busy_for_thirty_games_has_none(
    finished: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robot_games, "SECONDS_TO_WAIT", 0.01)
    _tournament, _round, published = find_board(finished.code, 1, KING)
    question = robot_games.game_question(published, published.ways[0])
    assert monotonic_clock.claim("place-of-a-test", 60)
    robot_games.play_thirty("key-of-a-busy-test", question, "place-of-a-test")
    assert cache.get("key-of-a-busy-test") is None
    assert monotonic_clock.claim("place-of-a-test", 60)


def test_the_board_has_its_button_and_a_quick_game_says_why_not(
    english: Client, finished: Tournament
) -> None:
    board = english.get(f"/live/{finished.code}/1/boards/{QUEENS}/").content.decode()
    assert address(finished, QUEENS) in board
    quick = demo(
        stage="finished", seed=5, tables=2, rounds=1, language="en", settings={"quick_game": True}
    )
    page = english.get(f"/live/{quick.code}/1/boards/1/").content.decode()
    sentence = "Robots play one contract at a time, and these cards are played for several."
    assert sentence in words(page)
    assert address(quick, 1) not in page
    answer = english.get(address(quick, 1))
    assert answer.status_code == 200
    assert sentence in words(answer.content.decode())


def test_the_way_of_a_table_is_the_one_that_is_named(english: Client, finished: Tournament) -> None:
    for board in range(8, 12):
        ways = english.get(address(finished, board)).context["game"].published.ways
        for way in ways:
            for table in way.tables:
                context = english.get(address(finished, board), {"table": table}).context
                assert context["game"].way.key == way.key
                assert Game.read(context["game"].published, context["game"].text).way == way
        assert sum(len(way.tables) for way in ways) <= 3


def test_too_many_cards_from_one_address_wait(english: Client, finished: Tournament) -> None:
    where = address(finished, QUEENS)
    page = english.get(where).content.decode()
    legal = LEGAL.findall(page)
    queue.requests_by_address.clear()
    for _card in range(queue.MOST_FROM_AN_ADDRESS):
        queue.count("127.0.0.1")
    answer = press(english, page, where, legal[0] if legal else "")
    assert answer.status_code == 503
    assert answer["Retry-After"]
    assert "press your card again" in words(answer.content.decode())
    queue.requests_by_address.clear()
    assert press(english, page, where, legal[0] if legal else "").status_code == 302


def test_half_the_threads_of_a_process_stay_for_the_phones() -> None:
    refused, answered = [], threading.Event()

    def press_a_card() -> None:
        try:
            with queue.thinking(RequestFactory().post("/")):
                answered.wait(5)
        except Busy:
            refused.append(True)

    presses = [threading.Thread(target=press_a_card) for _ in range(THREADS)]
    for one in presses:
        one.start()
    time.sleep(0.5)
    at_once = len(refused)
    answered.set()
    for one in presses:
        one.join()
    assert THREADS // 2 <= at_once < THREADS


def test_a_stranger_who_begins_every_board_has_few_hands_played_before_the_mails(
    english_club: None, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = demo(stage="finished", seed=12, tables=3, rounds=1, language="en")
    requests = []
    monkeypatch.setattr(
        robot_games, "hand_over", lambda task, *arguments: requests.append(arguments)
    )
    boards = [find_board(evening.code, 1, number)[2] for number in range(1, 13)]
    for published in (*boards, *boards):
        assert robot_games.ask(published, published.ways[0]) is None
    assert len(requests) == len({key for key, *_more in requests}) == robot_games.MOST_ASKED_FOR
    # One of them is done, so the next request is accepted.
    cache.delete(requests[0][2])
    for published in boards:
        robot_games.ask(published, published.ways[0])
    assert len({key for key, *_more in requests}) == robot_games.MOST_ASKED_FOR + 1


def test_games_that_a_stop_of_the_site_lost_are_asked_for_again(
    english_club: None, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The queue is in the program's memory, the claims are in the cache on the disk."""
    evening = demo(stage="finished", seed=12, tables=3, rounds=1, language="en")
    keys = []
    monkeypatch.setattr(robot_games, "hand_over", lambda _task, key, *_arguments: keys.append(key))
    boards = [find_board(evening.code, 1, number)[2] for number in range(1, 4)]
    for start in ("before", "after"):
        monkeypatch.setattr(robot_games, "_START", start)
        for published in (*boards, *boards):
            robot_games.ask(published, published.ways[0])
    assert len(set(keys)) == len(boards) == robot_games.MOST_ASKED_FOR
    assert keys == [*keys[:3], *keys[:3]]


def test_a_card_is_one_letter_of_the_link() -> None:
    assert len(CARDS) == 52
    assert CARDS[LETTERS[Card.parse("HK")]] == Card.parse("HK")


# --- what the page says and shows


@pytest.mark.parametrize(
    ("ruleset", "row"),
    [("lab12", {"N": "ESWN", "E": "SWNE", "S": "WNES", "W": "NESW"}), ("king_three", {"N": "ESN"})],
)
def test_the_seats_stand_as_they_go_round_the_table_the_own_one_last(
    english: Client, english_club: None, ruleset: str, row: dict[str, str]
) -> None:
    evening = demo(stage="finished", seed=12, ruleset=ruleset, tables=2, rounds=1, language="en")
    pending(evening)
    for seat, clockwise in row.items():
        page = english.get(address(evening, QUEENS) + f"?seat={seat}").content.decode()
        assert "".join(re.findall(r'data-at="(\w)"', page)) == clockwise


def test_the_contract_is_named_once(finished: Tournament) -> None:
    reader = Client(headers={"Accept-Language": "it"})
    page = reader.get(address(finished, KING)).content.decode()
    assert words(page[page.index("<main") :]).count("No re di cuori") == 1
    # A name of another tradition has its meaning beside it.
    english = Client(headers={"Accept-Language": "en"})
    assert "No king of hearts" in words(english.get(address(finished, KING)).content.decode())


def test_a_hand_that_ends_before_its_last_card_says_why(
    english: Client, finished: Tournament
) -> None:
    sentence = "All that counts has been taken: the hand ends here."
    page, where = play_out(english, address(finished, KING))
    played = len(english.get(where).context["game"].cards)
    assert played < 52
    assert f"The hand was over after {played} of 52 cards" in words(page)
    assert sentence not in words(english.get(f"{where}&at={played - 1}").content.decode())
    assert sentence in words(english.get(f"{where}&at={played}").content.decode())
    page, where = play_out(english, address(finished, NO_TRUMP))
    assert "The hand was over" not in words(page)
    assert sentence not in words(english.get(f"{where}&at=52").content.decode())
