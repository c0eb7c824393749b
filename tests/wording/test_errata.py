"""Words of a correction, for players who do not know the meaning of the columns."""

from __future__ import annotations

import datetime
import re
from fractions import Fraction

import pytest
from django.test import Client
from django.utils import timezone, translation

from king.standing.ranking import Line
from printing.document_context import Occasion
from printing.document_list import DOCUMENTS
from printing.documents.standings_content import StandingsPaper
from scoring.decisions import rule
from scoring.models import Publication, Sheet
from scoring.publishing import publish
from scoring.round_steps import close_round
from scoring.sheet_steps import close_sheet
from tests.evenings import a_round, a_tournament, enter, fill, fill_and_close, good_rows
from tests.printing.asking import printed
from tests.printing.pages import read_pages, squeezed
from tournaments.models import Entry, LogEntry, Player, Round, Seat, Tournament
from wording.errata import Change, Erratum


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            "Rossi, overall standings: place 3 (was 4), match points 10.5 (was 10), points −3 (was 5)",
        ),
        (
            "it",
            "Rossi, classifica generale: posto 3 (prima 4), punti-partita 10,5 (prima 10), punti −3 (prima 5)",
        ),
    ],
)
def test_a_correction_names_each_figure_that_changed(language: str, words: str) -> None:
    with translation.override(language):
        assert str(Change("overall", "Rossi", ("4", "10", "5"), ("3", "21/2", "-3"))) == words


def test_a_correction_was_four_numbers_that_nobody_could_tell_apart() -> None:
    with translation.override("en"):
        assert str(Change("round 2", "Rossi", ("4", "10", "3"), ("4", "10", "5"))) == (
            "Rossi, partita 2: points 5 (was 3)"
        )


def test_match_points_that_are_the_points_are_said_once() -> None:
    with translation.override("en"):
        sentence = str(Change("overall", "Rossi", ("1", "-3", "-3"), ("1", "5", "5")))
    assert sentence == "Rossi, overall standings: points 5 (was −3)"


def test_a_line_that_came_or_went_says_so() -> None:
    with translation.override("en"):
        assert str(Change("overall", "Rossi", None, ("1", "5", "5"))).endswith(
            ": new in the list, place 1, points 5"
        )
        assert str(Change("round 1", "Rossi", None, ("2", "6", "5"))).endswith(
            "partita 1: new in the list, place 2, match points 6, points 5"
        )
        assert str(Change("overall", "Rossi", ("1", "5", "5"), None)).endswith(
            ": no longer in the list"
        )


def test_a_line_that_moved_to_another_wind_says_so_and_a_partita_left_out_stands_in_brackets() -> (
    None
):
    with translation.override("en"):
        moved = Change("round 1", "Rossi", ("1", "10", "5"), ("2", "6", "5"), moved=("N", "E"))
        assert moved.words() == "list of East (was North), place 2 (was 1), match points 6 (was 10)"
        left_out = Change(
            "overall",
            "Rossi",
            ("1", "10", "5"),
            ("1", "10", "5"),
            ((2, "6", "(6)"), (3, "(4)", "4")),
        )
        assert left_out.words() == "in partita 2: (6) (was 6), in partita 3: 4 (was (4))"


def two_partite_all_alike() -> Tournament:
    """Two tables have the same rows in two partite, so both players of a wind share its first place
    (10 + 6: 8 each).
    """
    tournament = a_tournament()
    for _number in (1, 2):
        round_ = a_round(tournament, 2)
        for sheet in Sheet.objects.filter(table__round=round_):
            close_sheet(sheet=fill(sheet, good_rows()), author=None, other_paper=True)
        close_round(round=round_, author=None)
    return tournament


def corrected(tournament: Tournament) -> tuple[str, str]:
    """North of table 1 loses 5 points in the first partita. Return the changed points of that
    partita and of both.
    """
    line = next(
        line
        for line in Publication.objects.latest("number").standings["rounds"][0]["winds"]["N"]
        if line["entry"] == "Player 1"
    )
    sheet = Sheet.objects.get(table__round__number=1, table__number=1)
    rule(
        sheet=sheet,
        kind="adjustment",
        offender="N",
        effect={"points": "-5"},
        reason="Late.",
        arbiter=None,
    )
    total = int(line["total"])
    with translation.override("en"):
        publish(tournament=tournament, author=None, erratum="After a protest.")
    signed = [
        str(value).replace("-", "−") for value in (total - 5, total, 2 * total - 5, 2 * total)
    ]
    return f"points {signed[0]} (was {signed[1]})", f"points {signed[2]} (was {signed[3]})"


@pytest.mark.django_db
def test_each_list_names_every_figure_that_changed_on_it_and_no_other_list_does() -> None:
    """The first has 10, the second 6, and a shared place 8 (§6), so 8 + 8 becomes 10 + 8 and 6 + 8."""
    tournament = two_partite_all_alike()
    once, twice = corrected(tournament)
    erratum = Publication.objects.latest("number").correction
    assert erratum.words == "After a protest."
    assert set(erratum.lists) == {"overall", "wind N", "round 1"}
    assert set(erratum.of("round 1")) == {
        f"Player 1: place 2 (was 1), match points 6 (was 8), {once}",
        "Player 5: match points 10 (was 8)",
    }
    assert set(erratum.of("wind N")) == {
        f"Player 1: place 2 (was 1), match points 14 (was 16), {twice}",
        "Player 5: match points 18 (was 16)",
    }
    overall = dict(line.split(": ", 1) for line in erratum.of("overall"))
    assert overall["Player 1"].endswith(
        f"match points 14 (was 16), {twice}, in partita 1: 6 (was 8)"
    )
    assert overall["Player 5"].endswith("match points 18 (was 16), in partita 1: 10 (was 8)")
    others = {
        entry: words for entry, words in overall.items() if entry not in ("Player 1", "Player 5")
    }
    assert all(words.startswith("place ") and "," not in words for words in others.values())


@pytest.mark.django_db
def test_the_erratum_stands_on_the_pages_that_it_is_about_on_paper_and_on_the_screen(
    client: Client, english_club: None
) -> None:
    tournament = two_partite_all_alike()
    once, twice = corrected(tournament)
    whole, first, second = printed("standings", tournament)
    assert "Corrects what was published before" not in second.text
    note = "Corrects what was published before: After a protest."
    assert all(squeezed(note) in page.squeezed for page in (whole, first))
    assert [squeezed(once) in page.squeezed for page in (whole, first)] == [False, True]
    assert [page.squeezed.count(squeezed(twice)) for page in (whole, first)] == [2, 0]
    assert squeezed("in partita 1: 6 (was 8)") in whole.squeezed
    public_page = client.get(
        f"/live/{tournament.code}/standings/", headers={"accept-language": "en"}
    ).content.decode()
    parts = re.split(
        r'<section class="part"\s+id="(overall|winds|partita-1|partita-2)"', public_page
    )
    text = dict(zip(parts[1::2], parts[2::2], strict=True))
    assert {name: part.count("What changed here") for name, part in text.items()} == {
        "overall": 1,
        "winds": 1,
        "partita-1": 1,
        "partita-2": 0,
    }
    assert once in text["partita-1"]
    assert twice in text["winds"]
    assert "Player 5: match points 18 (was 16)" in text["winds"]
    screen = client.get(
        f"/live/{tournament.code}/screen/", headers={"accept-language": "en"}
    ).content.decode()
    assert "Corrected: overall standings" in screen
    assert "Corrected: partita 2" not in screen


@pytest.mark.django_db
def test_a_partita_added_with_a_correction_names_it_on_the_overall_list_too() -> None:
    tournament = a_tournament(planned_rounds=3)
    first = a_round(tournament, 2)
    for sheet in Sheet.objects.filter(table__round=first):
        close_sheet(sheet=fill(sheet, good_rows()), author=None, other_paper=True)
    close_round(round=first, author=None)
    rule(
        sheet=Sheet.objects.get(table__number=1),
        kind="adjustment",
        offender="N",
        effect={"points": "-5"},
        reason="Late.",
        arbiter=None,
    )
    second = a_round(tournament, 2)
    for sheet in Sheet.objects.filter(table__round=second):
        close_sheet(sheet=fill(sheet, good_rows()), author=None, other_paper=True)
    with translation.override("en"):
        close_round(round=second, author=None)
    erratum = Publication.objects.latest("number").correction
    assert set(erratum.lists) == {"overall", "round 1"}
    assert set(erratum.of("overall")) == {
        "Player 1: in partita 1: 6 (was 8)",
        "Player 5: in partita 1: 10 (was 8)",
    }


def test_a_long_list_has_as_many_players_on_every_page_with_an_erratum_or_without() -> None:
    lines = tuple(
        Line(rank, f"Player {rank}", Fraction(100 - rank), Fraction(0), (), (), None, ())
        for rank in range(1, 91)
    )
    erratum = Erratum(
        "", {"overall": [["Player 90", "place 90 (was 89)"], ["Gone", "no longer in the list"]]}
    )
    occasion = Occasion("Giovedì", datetime.date(2026, 11, 19), "", None, "", timezone.now())
    with translation.override("en"):
        pages = read_pages(
            DOCUMENTS["standings"].render(
                StandingsPaper(occasion, 2, False, erratum, (), (1,), lines, ())
            )
        )
    counts = [
        len(re.findall(r"Player \d+", page.text.replace("Player 90: ", ""))) for page in pages
    ]
    assert counts == [30, 30, 30]
    assert ["was 89" in page.text and "Gone" in page.text for page in pages] == [False, False, True]


@pytest.mark.django_db
def test_a_rest_whose_mean_moves_with_the_next_partita_was_called_a_correction() -> None:
    """A rest is worth the mean of the other partite, so each further partita changes it (A21). That
    is not a correction, but used to be reported as one.
    """
    tournament = a_tournament()
    for number in range(1, 10):
        enter(tournament, f"Player {number}")
    first = a_round(tournament, 2)
    fill_and_close(first)
    Round.objects.filter(pk=first.pk).update(
        stage="provisional", closed_at=timezone.now(), seating_note={"sitting_out": [9]}
    )
    before = publish(tournament=tournament, author=None)
    second = a_round(tournament, 2)
    Seat.objects.filter(round=second, entry__number=1).update(
        entry=Entry.objects.get(number=9), player=Player.objects.get(surname="Player 9")
    )
    fill_and_close(second)
    Round.objects.filter(pk=second.pk).update(stage="provisional", closed_at=timezone.now())
    after = publish(tournament=tournament, author=None)
    rests = [publication.standings["rounds"][0]["byes"] for publication in (before, after)]
    assert rests[0] != rests[1]
    assert (Publication.objects.count(), after.erratum) == (2, "")
    assert [
        line.sentence
        for line in LogEntry.objects.filter(kind="published")
        if "corrects" in line.sentence
    ] == []
