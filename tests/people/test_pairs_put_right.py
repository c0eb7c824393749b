"""A pair after its standings were published: a corrected name, two rows of the roster for one person,
a forgotten partner. Places and figures stay, and one name is used everywhere.
"""

from __future__ import annotations

import io
import zipfile

import pytest
from django.test import Client
from django.utils import timezone

from people.erasure import forget
from people.merging import merge
from scoring.publishing import publish, standing_changed
from scoring.round_steps import protests_until
from seasons.qualifying import qualified, qualify
from tests.evenings import demo, winner
from tournaments.models import Entry, Player, Tournament
from tournaments.roster import save_player

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_club")]


@pytest.fixture
def evening() -> Tournament:
    return demo(stage="finished", seed=7, ruleset="lab_coppie", tables=2, rounds=2, language="en")


def figures(evening: Tournament) -> list[tuple[object, ...]]:
    lines = evening.publications.latest("number").standings["overall"]
    return [(line["rank"], line["match_points"], line["total"]) for line in lines]


def everywhere(evening: Tournament, reader: Client) -> dict[str, str]:
    """Public pages of the evening by address, without the note on the corrected name."""
    texts = {}
    parts = [
        "",
        "standings/",
        "standings/2/winds/",
        "standings/2/partita/1/",
        "overall.csv",
        "results.xlsx",
    ]
    number = winner(evening).number
    for part in [*parts, "screen/overall/", f"players/{number}/"]:
        answer = reader.get(f"/live/{evening.code}/{part}")
        assert answer.status_code == 200, part
        body = answer.getvalue() if answer.streaming else answer.content
        if body.startswith(b"PK"):
            with zipfile.ZipFile(io.BytesIO(body)) as packed:
                body = b"".join(packed.read(name) for name in packed.namelist())
        texts[part] = body.decode(errors="replace")
    return texts


def without(texts: dict[str, str], *notes: str) -> dict[str, str]:
    for note in notes:
        texts = {part: words.replace(note, "") for part, words in texts.items()}
    return texts


def put_right(evening: Tournament, way: str) -> tuple[str, str, str]:
    """Rename or merge the second partner. Return the pair's old and new name, and the partner's old
    one.
    """
    entry = winner(evening)
    was, partner = entry.title, entry.members.order_by("place")[1].player
    old = partner.full_name
    if way == "renamed":
        partner.surname, partner.given_name = "Repetto", "Ugo Maria"
        save_player(player=partner, author=None)
    else:
        stays = Player.objects.create(surname="Repetto", given_name="Ugo Maria")
        merge(player=stays, gone=partner, chosen={}, author=None)
    return was, Entry.objects.get(pk=entry.pk).title, old


@pytest.mark.parametrize("way", ["renamed", "merged"])
def test_a_partner_put_right_stands_everywhere_and_moves_no_pair(
    evening: Tournament, reader: Client, way: str
) -> None:
    before, published = figures(evening), evening.publications.latest("number")
    was, now, old = put_right(evening, way)
    assert (now, was) == (
        was.replace(old, "Repetto Ugo Maria"),
        now.replace("Repetto Ugo Maria", old),
    )
    note = f"{was} is now written {now}."
    texts = without(everywhere(evening, reader), note)
    assert [part for part, words in texts.items() if old in words] == []
    assert [part for part, words in texts.items() if "Repetto Ugo Maria" not in words] == []
    assert not standing_changed(evening)

    again = publish(tournament=evening, author=None)
    assert (again.number, again.erratum, again.correction.lists) == (published.number + 1, "", {})
    assert again.correction.written == ((was, now),)
    assert protests_until(again) == protests_until(published)
    assert figures(evening) == before


def test_a_pair_made_of_two_rows_is_still_the_one_that_qualified(evening: Tournament) -> None:
    qualification = qualify(source=evening, places=2, carry=0, author=None)
    first = [candidate.entry.pk for candidate in qualified(qualification).first]
    _was, now, _old = put_right(evening, "merged")
    field = qualified(qualification).first
    assert [candidate.entry.pk for candidate in field] == first
    assert field[0].entry.title == now


def test_a_forgotten_partner_leaves_the_pair_its_place_and_the_other_his_name(
    evening: Tournament, reader: Client
) -> None:
    before, entry = figures(evening), winner(evening)
    stays, gone = (member.player for member in entry.members.order_by("place"))
    names = stays.full_name, gone.full_name
    Tournament.objects.filter(pk=evening.pk).update(closed_at=timezone.now())
    forget(player=gone, author=None)
    published = evening.publications.latest("number")
    assert names[1] not in str(published.standings) + str(published.named) + str(
        published.corrections
    )
    assert names[0] in published.standings["overall"][0]["entry"]
    assert figures(evening) == before
    assert winner(evening).pk == entry.pk
    texts = everywhere(evening, reader)
    assert [part for part, words in texts.items() if names[1] in words] == []
    assert [part for part, words in texts.items() if names[0] not in words] == []
    assert not standing_changed(evening)
