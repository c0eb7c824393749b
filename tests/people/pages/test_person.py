"""A player's page over all evenings: always at the desk, and in public if the club has such pages
and the player agrees.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from people.members import agree_to_page
from printing.models import Mailing, PrintJob
from scoring.decisions import rule
from tests.accounts import signed_in
from tests.evenings import held_evening, nearly_alike, played, player_of, sheet_of
from tests.live.addresses import get_anew, masked
from tests.markup import text_of
from tests.printing.pages import read_pages
from tournaments.models import Player, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def organizer() -> Client:
    return signed_in("organizer", "organizer")


def agreed(player: Player) -> Player:
    agree_to_page(player=player, agreed=True, author=User.objects.create_user("secretary"))
    return Player.objects.get(pk=player.pk)


def test_it_is_public_only_where_the_club_has_such_pages_and_the_player_agrees(
    english: Client, settings: Any
) -> None:
    evening = nearly_alike()
    player = agreed(player_of(evening, 5))
    address, unknown = f"/players/{player.page_code}/", "/players/abcdefghjk/"
    assert (player.page_agreed_by, player.page_agreed_at is not None) == ("secretary", True)
    for club_has_pages, status in ((False, 404), (True, 200)):
        settings.PLAYER_PAGES = club_has_pages
        answers = [
            english.get(f"{url}{tail}")
            for url in (address, unknown)
            for tail in ("", "evenings.pdf")
        ]
        assert [answer.status_code for answer in answers] == [status, status, 404, 404]
        standing = get_anew(english, f"/live/{evening.code}/standings/").content.decode()
        own_evening = f"/live/{evening.code}/players/5/"
        assert own_evening in standing
        page = get_anew(english, own_evening).content.decode()
        assert (address in page) is club_has_pages
    assert answers[0]["X-Robots-Tag"] == answers[1]["X-Robots-Tag"] == "noindex"
    never = masked(english.get(unknown).content)
    agree_to_page(player=player, agreed=False, author=None)
    assert english.get(address).status_code == 404
    assert masked(english.get(address).content).replace(address.encode(), unknown.encode()) == never
    assert address not in get_anew(english, own_evening).content.decode()
    agree_to_page(player=player, agreed=True, author=None)
    assert english.get(address).status_code == 404  # a new agreement gets a new code


def test_page_and_paper_have_the_same_figures_and_the_picture_its_words(
    english: Client, settings: Any
) -> None:
    settings.PLAYER_PAGES = True
    evening = nearly_alike()
    player = agreed(player_of(evening, 5))
    page = english.get(f"/players/{player.page_code}/").content.decode()
    words = text_of(page)
    assert "North: 1 time, 100 %." in words
    assert "Partita 1, hand 3 No re di cuori: 0, mean −4 (+4)" in words
    assert page.count('class="picture"') == 2
    assert 'aria-describedby="over-time-words"' in page
    assert 'id="over-time-words"' in page
    assert f'href="/live/{evening.code}/players/5/#round-1"' in page
    [paper] = read_pages(english.get(f"/players/{player.page_code}/evenings.pdf").content)
    assert player.full_name in paper.text
    assert "Partita 1, hand 3 No re di cuori: 0, mean −4 (+4)" in " ".join(paper.text.split())


def test_rulings_are_the_desks_alone_and_a_held_standing_nobodys(
    english: Client, organizer: Client, settings: Any
) -> None:
    settings.PLAYER_PAGES = True
    evening = held_evening()
    player = agreed(player_of(evening, 1))
    rule(
        sheet=sheet_of(evening.rounds.first()),
        kind="warning",
        hand=1,
        offender="N",
        effect={},
        reason="Talked all evening.",
        arbiter=None,
    )
    own = english.get(f"/players/{player.page_code}/").content.decode()
    desk = organizer.get(f"/desk/roster/{player.pk}/evenings/").content.decode()
    assert [("Partita 1" in page, "Partita 2" in page) for page in (own, desk)] == [
        (True, False)
    ] * 2
    assert ["Talked all evening." in page for page in (own, desk)] == [False, True]


def test_the_agreement_is_a_tick_on_the_roster_where_the_club_has_such_pages(
    organizer: Client, settings: Any
) -> None:
    player = Player.objects.create(surname="Vento", given_name="Ada")
    address = f"/desk/roster/{player.pk}/"
    assert "page_agreed" not in organizer.get(address).content.decode()
    settings.PLAYER_PAGES = True
    assert "page_agreed" in organizer.get(address).content.decode()
    organizer.post(address, {"surname": "Vento", "given_name": "Ada", "page_agreed": "on"})
    player.refresh_from_db()
    assert (player.page_agreed_by, len(player.page_code)) == ("organizer", 10)
    organizer.post(address, {"surname": "Vento", "given_name": "Ada"})
    player.refresh_from_db()
    assert (player.page_code, player.page_agreed_at) == ("", None)


def test_forgetting_asks_for_the_name_and_takes_mails_and_documents_with_it(
    organizer: Client,
) -> None:
    evening = played().tournament
    player = player_of(evening, 1)
    Player.objects.filter(pk=player.pk).update(
        surname="Vento", given_name="Ada", search="vento ada"
    )
    Tournament.objects.filter(pk=evening.pk).update(closed_at=evening.created_at)
    Mailing.objects.create(
        tournament=evening, player=player, address="a@example.org", changed_at=evening.created_at
    )
    PrintJob.objects.create(tournament=evening, document="standings")
    address = f"/desk/roster/{player.pk}/forget/"
    assert "Vento Ada" in organizer.get(address).content.decode()
    data = organizer.get(f"/desk/roster/{player.pk}/person.json").json()
    assert [mail["address"] for mail in data["mails"]] == ["a@example.org"]
    assert [seat["partita"] for seat in data["seats"]] == [1]
    refused = organizer.post(address, {"typed": "Vento"})
    assert refused.status_code == 422
    assert "This is not the name" in refused.content.decode()
    assert Player.objects.get(pk=player.pk).surname == "Vento"
    assert organizer.post(address, {"typed": "ada vento"}).status_code == 302
    assert (Mailing.objects.count(), PrintJob.objects.count()) == (0, 0)
    assert str(player.pk) in Player.objects.get(pk=player.pk).full_name
    assert "Vento" not in get_anew(organizer, f"/live/{evening.code}/standings/").content.decode()
