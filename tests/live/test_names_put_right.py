"""A name corrected after the publication: pages use one name everywhere, and publishing again is not a
correction.
"""

from __future__ import annotations

import datetime
import io
import zipfile

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from ground import guards
from printing.document_context import Options
from printing.documents import standings_content
from scoring.decisions import rule
from scoring.models import Publication
from scoring.publishing import publish, standing_changed
from scoring.round_steps import protests_until
from seasons.season import publish_season, season_of
from tests.accounts import signed_in
from tests.evenings import demo, sheet_of, winner
from tournaments.circuits import Circuit
from tournaments.models import Seat, Tournament
from tournaments.roster import save_player

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_club")]

NOW = "Repetto-Bò Ugo Maria"


@pytest.fixture
def evening() -> Tournament:
    return demo(stage="finished", seed=7, tables=5, rounds=2, language="en")


@pytest.fixture
def was(evening: Tournament) -> str:
    """The winner's name as it was published; the player is called ``NOW`` since."""
    name = evening.publications.latest("number").standings["overall"][0]["entry"]
    player = winner(evening).players.get()
    player.surname, player.given_name = "Repetto-Bò", "Ugo Maria"
    save_player(player=player, author=None)
    return name


def words_of(answer: object) -> str:
    body = answer.getvalue() if answer.streaming else answer.content
    if not body.startswith(b"PK"):
        return body.decode()
    with zipfile.ZipFile(io.BytesIO(body)) as packed:
        return "".join(packed.read(name).decode(errors="replace") for name in packed.namelist())


def addresses(evening: Tournament) -> list[str]:
    seat = Seat.objects.filter(entry=winner(evening), round__number=1).get()
    return [
        reverse("live:standing", args=[evening.code]),
        reverse("live:winds", args=[evening.code, 2]),
        reverse("live:table", args=[evening.code, 1, seat.table.number]),
        reverse("live:csv_list", args=[evening.code, "overall"]),
        reverse("live:csv_list", args=[evening.code, "tables"]),
        reverse("live:results_workbook", args=[evening.code]),
        f"/live/{evening.code}/screen/overall/",
    ]


def test_before_it_is_published_again_one_name_stands_everywhere(
    evening: Tournament, was: str, reader: Client
) -> None:
    note = f"{was} is now written {NOW}."
    texts = {at: words_of(reader.get(at)).replace(note, "") for at in addresses(evening)}
    assert [at for at, words in texts.items() if was in words] == []
    assert [at for at, words in texts.items() if NOW not in words] == []
    assert note in words_of(reader.get(addresses(evening)[0]))


def test_a_paper_says_the_publication_and_the_name_of_now(evening: Tournament, was: str) -> None:
    last = evening.publications.latest("number")
    with translation.override("en"):
        paper = standings_content.gather(evening, Options())
    assert (paper.number, paper.overall[0].entry) == (last.number, NOW)
    assert paper.written == (f"{was} is now written {NOW}.",)
    assert paper.erratum.of("overall") == last.correction.of("overall")


def test_published_again_it_says_the_name_and_no_line_of_places(
    evening: Tournament, was: str, reader: Client
) -> None:
    before = evening.publications.latest("number")
    assert not standing_changed(evening)
    published = publish(tournament=evening, author=None)
    assert published.number == before.number + 1
    assert (published.erratum, published.correction.lists, published.correction.written) == (
        "",
        {},
        ((was, NOW),),
    )
    assert published.standings["overall"][0]["entry"] == NOW
    page = reader.get(reverse("live:standing", args=[evening.code])).content.decode()
    assert f"{was} is now written {NOW}." in page
    assert "These standings correct the ones before." not in page
    assert publish(tournament=evening, author=None) == published, "nothing is left to be published"


def test_published_again_it_begins_no_new_time_for_protests(evening: Tournament, was: str) -> None:
    before = evening.publications.latest("number")
    with guards.guards_off(connection):
        Publication.objects.filter(pk=before.pk).update(
            created_at=timezone.now() - datetime.timedelta(minutes=15)
        )
    before.refresh_from_db()
    once = publish(tournament=evening, author=None)
    assert once.pk != before.pk
    assert protests_until(once) == protests_until(before)
    player = winner(evening).players.get()
    player.given_name = "Ugo"
    save_player(player=player, author=None)
    assert protests_until(publish(tournament=evening, author=None)) == protests_until(before)


def test_published_again_with_a_ruling_it_corrects_the_figures_alone(
    evening: Tournament, was: str
) -> None:
    """A ruling also restarts the time for protests."""
    before = evening.publications.latest("number")
    rule(
        sheet=sheet_of(evening.rounds.get(number=1), 1),
        kind="adjustment",
        offender="N",
        effect={"points": "-50"},
        reason="Late.",
        arbiter=None,
    )
    published = publish(tournament=evening, author=None)
    assert published.correction.written == ((was, NOW),)
    assert published.correction.lists
    assert "list" not in published.erratum, "nobody has gone or come"
    assert protests_until(published) > protests_until(before)


def test_no_evening_of_the_season_was_corrected(evening: Tournament, was: str) -> None:
    circuit = Circuit.objects.create(name="Inverno")
    Tournament.objects.filter(pk=evening.pk).update(circuit=circuit)
    publish_season(circuit=circuit, author=None)
    player = winner(evening).players.get()
    player.given_name = "Ugo"
    save_player(player=player, author=None)
    publish(tournament=evening, author=None)
    assert list(season_of(circuit).corrected()) == []
    assert publish_season(circuit=circuit, author=None).erratum == ""


def test_the_desk_offers_to_publish_the_names_and_calls_it_no_change(
    evening: Tournament, was: str
) -> None:
    desk = signed_in("anna", "organizer")
    page = desk.get(f"/desk/{evening.code}/standings/").content.decode()
    assert f"{was} is now written {NOW}." in page
    assert "Publish them again with these names" in page
    assert "The standings have changed since they were published" not in page
    assert desk.post(f"/desk/{evening.code}/standings/publish/").status_code == 302
    page = desk.get(f"/desk/{evening.code}/standings/").content.decode()
    assert "Publish them again with these names" not in page
