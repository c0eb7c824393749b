"""Results after the evening: as text, on one page, and by e-mail through a real mail server."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from django.test import Client

from king.standing.ranking import standings
from king.standing.round_results import Result, RoundResults
from king.standing.standing_settings import StandingSettings
from printing.mailing import published_results, results_text, send
from printing.models import Mailing
from scoring.publishing.final_hold import hold_final, release_final
from tests.evenings import played
from tests.mail_server import Post, mail_server
from tests.markup import flat
from tests.printing.asking import printed, refusal
from tests.printing.pages import read_pages
from tournaments.models import Entry, Player, Tournament
from tournaments.roster import save_player
from wording import naming

pytestmark = pytest.mark.django_db

LINK = "https://king.example.org"


@pytest.fixture
def server(settings: Any) -> Iterator[Controller]:
    """A mail server on this machine that the site's settings point to, not started yet."""
    settings.KING_ADDRESS = LINK
    with mail_server(settings) as controller:
        yield controller


@pytest.fixture
def post(server: Controller) -> Post:
    """The started mail server's handler."""
    server.start()
    return server.handler


@pytest.fixture
def evening(db: None) -> Tournament:
    """Eight players after their only partita: five have an address, and the first three of them
    agreed to e-mails.
    """
    tournament = played(2).tournament
    tournament.planned_rounds = 1
    tournament.save()
    for number, player in enumerate(
        Player.objects.filter(memberships__tournament=tournament).order_by("pk")[:5]
    ):
        player.email, player.emails_agreed = f"p{number}@example.org", number < 3
        player.save()
    return tournament


@pytest.fixture
def press(
    organizer: Client, evening: Tournament, django_capture_on_commit_callbacks: Any
) -> Callable[..., str]:
    """Press a button of the prize-giving page and run the worker's tasks; return the page
    afterwards.
    """

    def pressed(**fields: Any) -> str:
        with django_capture_on_commit_callbacks(execute=True):
            organizer.post(f"/desk/{evening.code}/close/send/", fields)
        return organizer.get(f"/desk/{evening.code}/close/").content.decode()

    return pressed


def test_a_line_whose_match_points_happen_to_be_its_points_is_written_like_the_others(
    evening: Tournament,
) -> None:
    # Ten match points for the first of a wind and six for the second (rules §6). Players with equal
    # match points are ordered by points.
    totals = {
        "A": ("N", 10),
        "B": ("N", -4),
        "C": ("E", -10),
        "D": ("E", -8),
        "E": ("S", 6),
        "F": ("S", 6),
    }
    results = tuple(
        Result(name, number, wind, Fraction(total))
        for number, (name, (wind, total)) in enumerate(totals.items())
    )
    published = published_results(evening)
    assert published is not None

    def lines(settings: StandingSettings) -> list[str]:
        ranked = standings([RoundResults(1, results)], settings)
        return (
            results_text(published._replace(standings=ranked), "").split("\n\n")[1].splitlines()[1:]
        )

    by_places = [
        "1. A 10 (+10)",
        "2. D 10 (−8)",
        "3. E 8 (+6)",
        "3. F 8 (+6)",
        "5. B 6 (−4)",
        "6. C 6 (−10)",
    ]
    assert lines(StandingSettings()) == by_places
    # With the method "raw" there are points only, once per line.
    in_points = ["1. A +10", "2. E +6", "2. F +6", "4. B −4", "5. D −8", "6. C −10"]
    assert lines(StandingSettings(method="raw")) == in_points


def test_the_mail_says_place_winner_and_own_partite_and_leads_to_the_own_page(
    press: Callable[..., str], post: Post, evening: Tournament
) -> None:
    press()
    player = Player.objects.get(email="p1@example.org")
    [message] = [letter for letter in post.messages if letter["To"] == player.email]
    text = message.get_content().replace("\r\n", "\n")
    entry = evening.entries.get(members__player=player)
    published = published_results(evening)
    assert published is not None
    assert published.standings is not None
    own = next(line for line in published.standings.overall if line.entry == entry.title)
    first = published.standings.overall[0]
    assert f"Generale: posto {own.rank} su 8, " in text
    assert f"Primo posto: {first.entry}" in text
    [partita] = re.findall(r"^Partita 1, .*: posto . di 2, .*punti-partita .*$", text, re.MULTILINE)
    assert partita.endswith(f"Sul foglio: {naming.number(own.total, signed=True)}.")
    assert f"{LINK}/live/{evening.code}/players/{entry.number}/" in text.split()


def test_the_mail_has_the_three_hands_furthest_from_the_mean(
    press: Callable[..., str], post: Post, evening: Tournament
) -> None:
    """They have the same figures as on the player's own page of twelve hands, and are in the order
    of play.
    """
    press()
    player = Player.objects.get(email="p1@example.org")
    entry = evening.entries.get(members__player=player)
    page = flat(Client(headers={"Accept-Language": "it"}).get(own_page(evening, entry)))
    table = page.partition("own-hands")[2].partition("</table>")[0]
    gaps = [
        Fraction(gap.replace(",", ".").replace("−", "-"))
        for gap in re.findall(r'class="num[^"]*">([+−]?[\d,]+)</td></tr>', table)
    ]
    assert len(gaps) == 12
    [message] = [letter for letter in post.messages if letter["To"] == player.email]
    text = message.get_content().replace("\r\n", "\n")
    lines = text.partition("Le tue mani più lontane dalla media:\n")[2].split("\n\n")[0].split("\n")
    hands = [re.match(r"Partita 1, mano (\d+) .*\(([+−][\d,]+)\)", line) for line in lines]
    assert len(hands) == 3
    hands_listed = [
        (int(hand[1]), Fraction(hand[2].replace(",", ".").replace("−", "-")))
        for hand in hands
        if hand
    ]
    assert hands_listed == [(number, gaps[number - 1]) for number, _gap in sorted(hands_listed)]
    assert sorted(map(abs, gaps))[-3:] == sorted(abs(gap) for _number, gap in hands_listed)


def own_page(evening: Tournament, entry: Entry) -> str:
    return f"/live/{evening.code}/players/{entry.number}/"


def test_whoever_agreed_gets_the_own_line_and_the_link_and_nobody_gets_it_twice(
    press: Callable[..., str], post: Post, evening: Tournament
) -> None:
    assert "3 players have the results." in press()
    assert post.to == ["p0@example.org", "p1@example.org", "p2@example.org"]
    player = Player.objects.get(email="p0@example.org")
    [message] = [letter for letter in post.messages if letter["To"] == player.email]
    text = message.get_content()
    assert (player.full_name in text, f"{LINK}/live/{evening.code}/" in text, message["From"]) == (
        True,
        True,
        "King <club@example.org>",
    )
    # Apart from the player it names only the winners.
    published = published_results(evening)
    assert published is not None
    assert published.standings is not None
    names = {
        player.full_name,
        *(line.entry for line in published.standings.overall if line.rank == 1),
    }
    everybody = {line.entry for line in published.standings.overall}
    assert {name for name in everybody if name in text} == names
    # The mail is in the site's language, not in that of the page's reader.
    assert message["Subject"] == f"Risultati: {evening.name}"
    press()
    assert len(post.messages) == 3


@pytest.mark.django_db(transaction=True)
def test_who_agrees_after_the_page_was_read_is_counted_at_once(
    organizer: Client, post: Post, evening: Tournament
) -> None:
    page = f"/desk/{evening.code}/close/"
    assert "Send to 3 players" in organizer.get(page).content.decode()
    player = Player.objects.get(email="p4@example.org")
    player.emails_agreed = True
    save_player(player=player, author=None)
    assert "Send to 4 players" in organizer.get(page).content.decode()


def test_a_refused_address_is_said_with_the_servers_words_and_tried_again_once_it_is_right(
    press: Callable[..., str], post: Post, evening: Tournament
) -> None:
    post.unknown.add("p1@example.org")
    page = press()
    assert (
        "2 players have the results." in page,
        "The mail server refuses this address." in page,
    ) == (True, True)
    assert "550 5.1.1 no such mailbox" in page
    failed = Mailing.objects.get(state="failed")
    Player.objects.filter(pk=failed.player_id).update(email="right@example.org")
    assert "3 players have the results." in press(again=failed.pk)
    assert post.to == ["p0@example.org", "p2@example.org", "right@example.org"]


def test_a_mail_server_that_is_away_is_said_and_everything_goes_once_it_is_back(
    press: Callable[..., str], server: Controller, evening: Tournament
) -> None:
    page = press()
    assert page.count("The mail server cannot be reached.") == 3
    assert "Try all of them again" in page
    server.start()
    press(again=Mailing.objects.order_by("pk")[0].pk)
    assert len(server.handler.messages) == 1
    assert "3 players have the results." in press()
    assert len(server.handler.messages) == 3


def test_while_the_final_standing_is_held_nothing_is_offered_and_nothing_that_waits_goes(
    press: Callable[..., str], post: Post, evening: Tournament
) -> None:
    # Held while another partita was planned, which is then cancelled.
    Tournament.objects.filter(pk=evening.pk).update(planned_rounds=2)
    hold_final(tournament=evening, author=None)
    Tournament.objects.filter(pk=evening.pk).update(planned_rounds=1)
    assert 'id="send"' not in press()
    assert "no standings that everybody may see" in refusal("results", evening)
    player = Player.objects.get(email="p0@example.org")
    Mailing.objects.create(
        tournament=evening, player=player, address=player.email, changed_at=evening.created_at
    )
    send(evening.pk)
    assert post.messages == []
    release_final(tournament=evening, author=None)
    assert "3 players have the results." in press()


def test_a_mail_that_a_worker_began_is_not_sent_by_the_next_one(
    press: Callable[..., str], post: Post, evening: Tournament
) -> None:
    """It may have arrived, so a person decides."""
    player = Player.objects.get(email="p0@example.org")
    begun = Mailing.objects.create(
        tournament=evening,
        player=player,
        address=player.email,
        state="sending",
        changed_at=evening.created_at,
    )
    Mailing.objects.update(changed_at="2026-01-01T00:00:00Z")
    assert "it may have arrived" in press()
    assert post.to == ["p1@example.org", "p2@example.org"]
    press(again=begun.pk)
    assert post.to == ["p0@example.org", "p1@example.org", "p2@example.org"]


def test_without_a_mail_server_the_page_says_what_to_set_and_offers_the_text(
    english_club: None, organizer: Client, evening: Tournament
) -> None:
    page = organizer.get(f"/desk/{evening.code}/close/")
    assert "KING_MAIL_HOST" in page.content.decode()
    published = published_results(evening)
    assert published is not None
    assert published.standings is not None
    lines = page.context["text"].splitlines()
    for line in published.standings.overall:
        assert any(text_line.startswith(f"{line.rank}. {line.entry} ") for text_line in lines)
    assert {"Overall", "North", "East", "South", "West"} <= set(lines)
    # The tests' machine has no public address, so there is no link.
    assert "http" not in page.context["text"]
    refused = organizer.post(f"/desk/{evening.code}/close/send/")
    assert (refused.status_code, "No mail server is configured" in refused.content.decode()) == (
        422,
        True,
    )


def test_before_the_last_partita_mails_wait(
    organizer: Client, evening: Tournament, post: Post
) -> None:
    Tournament.objects.filter(pk=evening.pk).update(planned_rounds=2)
    assert "Mails go out once" in organizer.get(f"/desk/{evening.code}/close/").content.decode()
    assert organizer.post(f"/desk/{evening.code}/close/send/").status_code == 422
    assert post.messages == []


def test_the_results_of_twenty_four_players_are_one_page_with_everybody_twice(
    organizer: Client,
) -> None:
    evening = played(6).tournament
    [page] = printed("results", evening)
    names = Counter(re.findall(r"Player \d+", page.text))
    assert names == {entry.title: 2 for entry in evening.entries.all()}
    answer = organizer.post(
        f"/desk/{evening.code}/close/paper/", {"document": "results"}, follow=True
    )
    assert len(read_pages(b"".join(answer.streaming_content))) == 1
