"""A name corrected on the roster while evenings are being played."""

from __future__ import annotations

from django.test import Client
from django.utils import timezone

from printing.services import changes_of
from tests.desk.hall import desk
from tournaments.models import LogEntry, Player, Tournament


def test_a_name_put_right_is_in_the_log_of_each_evening_of_the_player(
    organizer: Client, evening: Tournament, make_evening, niccolo: Player
) -> None:
    """The log explains why a table calls for a name that is on no paper. Closed evenings get the
    line too: there a change without a line would be a forgery.
    """
    elsewhere, closed = make_evening(), make_evening()
    for tournament in (evening, closed):
        organizer.post(desk(tournament, "players/enter/"), {"q": "nicc", "player": niccolo.pk})
    Tournament.objects.filter(pk=closed.pk).update(closed_at=timezone.now())
    address = f"/desk/roster/{niccolo.pk}/"
    right = {"surname": "D'Amico", "given_name": "Nicolò", "card_number": "GE-12"}
    assert organizer.post(address, right | {"club": "Nervi"}).status_code == 302
    assert organizer.post(address, right).status_code == 302
    lines = LogEntry.objects.filter(kind="renamed")
    assert {(line.tournament, line.author_name) for line in lines} == {
        (evening, "organizer"),
        (closed, "organizer"),
    }
    assert len(lines) == 2
    assert (
        "D&#x27;Amico Niccolò is now D&#x27;Amico Nicolò"
        in organizer.get(desk(evening, "log/")).content.decode()
    )
    assert not elsewhere.log.filter(kind="renamed").exists()


def test_paper_with_a_name_that_was_put_right_is_out_of_date(
    organizer: Client, evening: Tournament, niccolo: Player
) -> None:
    organizer.post(desk(evening, "players/enter/"), {"q": "nicc", "player": niccolo.pk})
    entered_at = max(changes_of(evening).values())
    organizer.post(f"/desk/roster/{niccolo.pk}/", {"surname": "D'Amico", "given_name": "Nicolò"})
    renamed_at = changes_of(evening)["renamed"]
    assert renamed_at > entered_at
