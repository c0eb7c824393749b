"""What a correction says: read by players, who were not told what the columns are."""

from __future__ import annotations

import pytest
from django.utils import timezone, translation

from scoring.errata import Change
from scoring.models import Publication
from scoring.publishing import publish
from tests.evenings import a_round, a_tournament, enter, fill_and_close
from tournaments.models import Entry, LogEntry, Player, Round, Seat


@pytest.mark.parametrize(("language", "words"), [
    ("en", "Rossi, overall standing: place 3 (was 4), match points 10.5 (was 10), points −3 (was 5)"),
    ("it", "Rossi, classifica generale: posto 3 (prima 4), punti-partita 10,5 (prima 10), punti −3 (prima 5)"),
])  # fmt: skip
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
        said = str(Change("overall", "Rossi", ("1", "-3", "-3"), ("1", "5", "5")))
    assert said == "Rossi, overall standing: points 5 (was −3)"


def test_a_line_that_came_or_went_says_so() -> None:
    with translation.override("en"):
        assert str(Change("overall", "Rossi", None, ("1", "5", "5"))).endswith(": new in the list")
        assert str(Change("overall", "Rossi", ("1", "5", "5"), None)).endswith(": no longer in the list")


@pytest.mark.django_db
def test_a_rest_whose_mean_moves_with_the_next_partita_was_called_a_correction() -> None:
    """A21: what a rest is worth is the mean of the other partite, so that each one that is added moves it."""
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
    rests = [each.standings["rounds"][0]["byes"] for each in (before, after)]
    assert rests[0] != rests[1]
    assert (Publication.objects.count(), after.erratum) == (2, "")
    assert [line.sentence for line in LogEntry.objects.filter(kind="published") if "corrects" in line.sentence] == []
