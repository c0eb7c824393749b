"""Prize list and diplomas use the published standings and no others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import translation

from king.standing.reveal import prizes
from printing.document_context import Options
from printing.document_list import DOCUMENTS
from printing.documents.prize_giving import diplomas, gather_prize_list
from scoring import decisions
from scoring.models import FinalHold, Sheet
from scoring.publishing import publish
from scoring.standing import tournament_standings
from tests.evenings import demo
from tests.printing.asking import all_of, printed
from tests.printing.pages import letters_outside, read_pages, rows_of, squeezed
from tournaments.models import Player, Round, Seat, Tournament


def refusal(tournament: Tournament) -> str:
    with pytest.raises(ValidationError) as refused, translation.override("en"):
        gather_prize_list(tournament, Options())
    with translation.override("en"):
        return " ".join(refused.value.messages)


def test_the_first_three_the_winners_of_the_winds_and_the_best_partita_are_called_up(
    played: Callable[..., Round], evening: Tournament
) -> None:
    played(4)
    [page] = printed("prize_list", evening)
    standing = tournament_standings(evening).standings
    for lines in standing.winds.values():
        assert squeezed(lines[0].entry) in page.squeezed
    best = max(line.result.total for lines in standing.rounds[0].winds.values() for line in lines)
    assert f"+{best}inpartita1" in page.squeezed
    assert "provisionalno.1" in page.squeezed
    assert "After1of2partite." in page.squeezed
    assert letters_outside(page) == []


def test_before_a_standing_is_published_nobody_is_called_up(
    seated: Callable[..., Round], evening: Tournament
) -> None:
    seated(1, started=True)
    assert "No standings are published yet" in refusal(evening)


def test_a_ruling_after_the_publication_stops_the_prizes_until_it_is_published_again(
    played: Callable[..., Round], evening: Tournament, author: User
) -> None:
    sheet = Sheet.objects.get(table__round=played(2), table__number=1)
    decisions.rule(
        sheet=sheet,
        kind="adjustment",
        offender="N",
        effect={"points": "-40"},
        reason="Punti",
        arbiter=author,
    )
    assert "have changed since no. 1 was published" in refusal(evening)
    publish(tournament=evening, author=author)
    assert gather_prize_list(evening, Options())["published"].number == 2


def test_a_standing_kept_for_the_prize_giving_says_so_on_its_paper(
    played: Callable[..., Round], evening: Tournament, author: User
) -> None:
    played(2)
    FinalHold.objects.create(tournament=evening, held_by=author)
    # More partite are planned, so these standings are public, and only the last ones will be held.
    Tournament.objects.filter(pk=evening.pk).update(planned_rounds=2)
    evening.refresh_from_db()
    assert "heldbackfortheprize-giving" not in printed("prize_list", evening)[0].squeezed
    Tournament.objects.filter(pk=evening.pk).update(planned_rounds=1)
    evening.refresh_from_db()
    assert all(
        "heldbackfortheprize-giving" in page.squeezed for page in printed("prize_list", evening)
    )


@pytest.mark.parametrize("language", ["it", "en"])
def test_each_who_is_called_up_has_a_diploma(
    language: str, played: Callable[..., Round], evening: Tournament
) -> None:
    played(3)
    pages = printed("diplomas", evening, language)
    with translation.override(language):
        expected = diplomas(gather_prize_list(evening, Options()))
    assert len(pages) == len(expected)
    called = prizes(tournament_standings(evening).standings)
    assert len(pages) == len(called.overall) + sum(map(len, called.winds.values())) + len(
        called.best
    )
    spoken = {entry.title: entry.spoken_title for entry in evening.entries.all()}
    for page, (_title, _wind, name, what) in zip(pages, expected, strict=True):
        assert squeezed(spoken[name]) in page.squeezed
        assert squeezed(what) in page.squeezed
        assert letters_outside(page) == []


def test_a_diploma_has_the_clubs_name_above_the_evenings_and_no_footer(
    played: Callable[..., Round], evening: Tournament
) -> None:
    played(2)
    Tournament.objects.filter(pk=evening.pk).update(place="Circolo Re di Cuori")
    evening.refresh_from_db()
    for page in printed("diplomas", evening):
        assert page.squeezed.index("CircoloRediCuori") < page.squeezed.index("Giovedìdelre")
        assert not {word for word in ("page", "printed", "provisional") if word in page.text}


def test_two_partners_with_long_names_have_a_line_each_on_their_diploma(db: None) -> None:
    evening = demo(stage="finished", seed=4, ruleset="squadre", tables=1, rounds=1)
    for number, player in enumerate(Player.objects.filter(memberships__entry__tournament=evening)):
        player.given_name, player.surname = f"Désirée{number}", "Wiśniewski-Brzęczyszczykiewicz"
        player.save()
    publish(tournament=evening, author=None)
    result = tournament_standings(evening)
    winner = result.entries[result.standings.overall[0].entry]
    rows = rows_of(printed("diplomas", evening)[0], apart=14)
    assert [
        player.spoken_name in rows for player in Player.objects.filter(memberships__entry=winner)
    ] == [True, True]


def test_the_prizes_of_the_winds_stand_after_two_exchanged_winds_and_the_paper_says_where_they_are_ranked(
    played: Callable[..., Round], evening: Tournament
) -> None:
    played(3)
    second = played(3)
    assert "Satatmorethanonewind" not in printed("prize_list", evening, "en")[0].squeezed
    exchanged = exchange_two_winds(second)
    publish(tournament=evening, author=None)
    for document in ("prize_list", "standings"):
        page = printed(document, evening, "en")[0]
        note = page.squeezed.split(
            "rankedattheonewheretheyplayedmosthands(halfandhalf:wheretheystarted):"
        )[1]
        assert all(squeezed(name) in note for name in exchanged)
    [page] = printed("prize_list", evening, "en")
    assert all(f"Bestat{wind}" in page.squeezed for wind in ("North", "East", "South", "West"))


def exchange_two_winds(round_: Round) -> list[str]:
    """Exchange the seats of North and East at the first table; return their names."""
    north, east = (round_.tables.get(number=1).seats.get(wind=wind) for wind in "NE")
    Seat.objects.filter(pk__in=[north.pk, east.pk]).delete()
    north.wind, east.wind = "E", "N"
    Seat.objects.bulk_create([north, east])
    return [north.entry.title, east.entry.title]


@pytest.mark.parametrize("equals", [22, 70])
def test_many_equals_pushed_the_winds_and_the_best_partita_off_the_page(
    equals: int, played: Callable[..., Round], evening: Tournament
) -> None:
    played(4)
    with translation.override("en"):
        paper = gather_prize_list(evening, Options())
        first = paper["prizes"].overall[0]
        level = tuple(replace(first, entry=f"Pari Merito {number:02}") for number in range(equals))
        many = paper | {
            "prizes": paper["prizes"]._replace(overall=level),
            "players": {"Pari Merito 03": ("Ada", "Ugo")},
        }
        pages = read_pages(DOCUMENTS["prize_list"].render(many))
    words = all_of(pages)
    called = [
        *level,
        *(line for lines in paper["prizes"].winds.values() for line in lines),
        *paper["prizes"].best,
    ]
    assert [words.count(squeezed(line.entry)) for line in level] == [1] * equals
    assert all(squeezed(line.entry) in words for line in called)
    assert "BestatWest" in words
    assert "Bestsinglepartita" in words
    assert "After1of2partite." in pages[0].squeezed
    # Every page that continues a prize repeats its name.
    assert all("Overall" in page.squeezed for page in pages if "PariMerito" in page.squeezed)
    assert [letters_outside(page) for page in pages] == [[]] * len(pages)


def test_the_players_of_a_team_are_called_up_with_it(author: User) -> None:
    evening = demo(
        stage="finished", seed=4, ruleset="pt_pareado", tables=4, rounds=1, author=author
    )
    [prize_page], [first, *_others] = printed("prize_list", evening), printed("diplomas", evening)
    with translation.override("en"):
        winner = gather_prize_list(evening, Options())["prizes"].overall[0].entry
    team = evening.entries.get(name=winner)
    for player in team.players.all():
        assert squeezed(player.full_name) in prize_page.squeezed
        assert squeezed(player.spoken_name) in first.squeezed
    assert letters_outside(first) == letters_outside(prize_page) == []
