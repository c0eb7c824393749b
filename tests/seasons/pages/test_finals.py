"""The page of the final at the desk: for a circuit and for an evening, with a tie, refusals, and
the number of queries.
"""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from seasons.models import Qualification
from seasons.qualifying import qualified
from tests.accounts import browser_of
from tests.evenings import played
from tests.live.addresses import get_anew
from tests.markup import page_at
from tests.seasons.season import equal, the_qualification
from tournaments.circuits import Circuit
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def organizer(admin_user) -> Client:  # type: ignore[no-untyped-def]
    return browser_of(admin_user)


def test_a_tie_is_drawn_on_the_page_before_the_final_can_be_made(organizer: Client) -> None:
    qualification = the_qualification()
    equal(qualification, 4, 2)
    page = f"/desk/circuits/{qualification.circuit.code}/final/"  # type: ignore[union-attr]
    [tie] = qualified(qualification).ties
    before = page_at(organizer, page)
    assert "Draw their order" in before
    assert "Make the final evening" not in before
    made_anyway = organizer.post(
        f"{page}make/", {"name": "Finale", "date": "2026-12-03", "ruleset": "lab12"}
    )
    assert made_anyway.status_code == 422
    assert "Settle who goes first" in made_anyway.content.decode()
    organizer.post(f"{page}lot/", {"tie": tie.key})
    after = page_at(organizer, page)
    assert organizer.post(f"{page}decline/", {"entry": "999"}).status_code == 404
    assert "Draw their order" not in after
    assert "Make the final evening" in after


def test_an_evenings_final_is_made_and_has_its_log_and_its_evenings_link(organizer: Client) -> None:
    evening = played(2).tournament
    page = f"/desk/{evening.code}/final/"
    assert f'href="{page}"' in page_at(organizer, f"/desk/{evening.code}/standings/")
    refused = organizer.post(f"{page}qualify/", {"places": "1", "carry": "101"})
    assert refused.status_code == 422
    uneven = organizer.post(f"{page}qualify/", {"places": "5", "carry": "0"})
    assert (
        "4 for one table; 8, 12 or more for semifinals, whose standings decide the final"
        in uneven.content.decode()
    )
    assert not Qualification.objects.exists()
    organizer.post(f"{page}qualify/", {"places": "4", "carry": "0"})
    assert 'final/take-back/"' in page_at(organizer, page)
    organizer.post(f"{page}take-back/", {})
    assert "Show who qualifies" in page_at(organizer, page)
    organizer.post(f"{page}qualify/", {"places": "4", "carry": "0"})
    answer = organizer.post(
        f"{page}make/", {"name": "Finale", "date": "2026-12-03", "ruleset": "lab_chiamata"}
    )
    final = Tournament.objects.get(name="Finale")
    assert answer.headers["location"] == f"/desk/{final.code}/"
    assert final.code in page_at(organizer, page)
    assert 'value="take_back"' not in page_at(organizer, page)
    log = page_at(organizer, f"/desk/{final.code}/log/")
    assert "In the final, in the order of the qualification: 1. " in log
    assert organizer.get("/desk/new/").context["like"] == evening
    assert "nothing is drawn" in page_at(organizer, f"/desk/{final.code}/winds/")
    visitor = Client(headers={"accept-language": "en"})
    assert f'href="/live/{evening.code}/"' in page_at(visitor, f"/live/{final.code}/")


def test_a_later_standing_is_offered_and_taken(organizer: Client) -> None:
    qualification = the_qualification()
    equal(qualification, 30, 2)
    Qualification.objects.update(number=1)
    page = f"/desk/circuits/{qualification.circuit.code}/final/"  # type: ignore[union-attr]
    assert "Standings no. 2 have been published since." in page_at(organizer, page)
    organizer.post(f"{page}qualify/", {"places": "4", "carry": "0"})
    assert Qualification.objects.get().number == 2
    assert "have been published since" not in page_at(organizer, page)


def test_nothing_published_the_page_says_what_comes_first(organizer: Client) -> None:
    circuit = Circuit.objects.create(name="Inverno")
    page = f"/desk/circuits/{circuit.code}/final/"
    assert "Publish the standings of the season first" in page_at(organizer, page)
    assert organizer.post(f"{page}decline/", {"entry": "1"}).status_code == 302
    assert organizer.post(f"{page}qualify/", {"places": "4", "carry": "0"}).status_code == 422


@pytest.mark.at_length
def test_the_pages_of_a_final_of_sixteen_ask_as_many_questions_as_that_of_four(
    organizer: Client,
) -> None:
    circuit = the_qualification().circuit
    assert circuit is not None
    desk, public = f"/desk/circuits/{circuit.code}/final/", f"/circuits/{circuit.code}/"
    counts: dict[int, list[int]] = {4: [], 16: []}
    for step in ("to come", "made"):
        for places, tally in counts.items():
            organizer.post(f"{desk}qualify/", {"places": str(places), "carry": "0"})
            if step == "made":
                organizer.post(
                    f"{desk}make/",
                    {"name": "Finale", "date": "2026-12-03", "ruleset": "lab12"},
                )
            for page in (desk, public):
                with CaptureQueriesContext(connection) as queries:
                    assert get_anew(organizer, page).content.decode().count("</li>") >= places * (
                        page == public
                    )
                tally.append(len(queries))
    assert Tournament.objects.get(name="Finale").entries.count() == 16
    assert counts[4] == counts[16]
