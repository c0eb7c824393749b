"""The robots' mean of a published standing's boards: computed once for everybody, again after a
correction of the rows, and never for sealed boards.
"""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from ground.secrets import sealed_now
from printing.tasks import play_boards, play_due
from scoring.models import Publication, RobotsMean
from scoring.publishing import last_publication, publish
from scoring.publishing.final_hold import hold_final, release_final
from scoring.robot_means import SEALED_MEANS, means_of, waiting
from scoring.rows import enter_row
from scoring.sheet_steps import close_sheet, hand_in, reopen_sheet
from tests.accounts import account
from tests.evenings import closed, in_play, nearly_alike, played, sheet_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def played_publication(evening: Tournament) -> Publication:
    play_due()
    publication = last_publication(evening)
    assert publication is not None
    return publication


def test_each_hand_has_the_robots_mean_once_its_standing_is_published() -> None:
    evening = nearly_alike()
    plans = {plan.number: plan for plan in evening.rules.schedule()}
    before = Tournament.objects.get(pk=evening.pk).revision
    means = means_of(played_publication(evening))
    assert {hand for _round, hand, _contract in means} == set(plans)
    for (number, hand, code), points in means.items():
        plan = plans[hand]
        assert plan.contract is not None
        assert (number, code) == (1, plan.contract.code)
        # The mean of a hundred games, with the hand's usual sum of points.
        assert sum(points.values()) == plan.expected
        assert all((100 * figure).denominator == 1 for figure in points.values())
    # Cached pages are rendered again.
    assert Tournament.objects.get(pk=evening.pk).revision > before


def test_they_are_made_once_and_the_same_anywhere() -> None:
    evening = nearly_alike()
    means = means_of(played_publication(evening))
    row = RobotsMean.objects.get()
    play_due()
    play_boards(row.publication_id)
    assert RobotsMean.objects.get() == row
    row.delete()
    play_boards(row.publication_id)
    assert means_of(row.publication) == means


def test_a_correction_has_the_changed_hand_alone_played_again() -> None:
    evening = nearly_alike()
    before = {
        one["hand"]: one
        for one in RobotsMean.objects.get(publication=played_publication(evening)).means
    }
    round_ = evening.rounds.get()
    sheet = reopen_sheet(sheet=sheet_of(round_, 2), reason="Diamonds.", author=None)
    row = sheet.results.filter(hand=10).latest("version")
    enter_row(
        sheet=sheet,
        hand=10,
        content={**row.content, "trump": "D", "units": {"N": 3, "E": 1, "S": 3, "W": 6}},
        origin="desk",
        based_on=row.version,
    )
    close_sheet(sheet=hand_in(sheet=sheet, by="phone"), author=None)
    corrected = publish(tournament=evening, author=None, erratum="Diamonds.")
    assert means_of(corrected) == {}
    after = {
        one["hand"]: one
        for one in RobotsMean.objects.get(publication=played_publication(evening)).means
    }
    assert {hand for hand in before if before[hand] != after[hand]} == {10}
    assert RobotsMean.objects.count() == 1


def test_there_is_none_before_the_publication_nor_of_a_standing_that_is_held_back() -> None:
    round_ = in_play()
    play_due()
    assert not RobotsMean.objects.exists()
    evening = round_.tournament
    Tournament.objects.filter(pk=evening.pk).update(planned_rounds=1)
    evening.refresh_from_db()
    hold_final(tournament=evening, author=None)
    closed(round_)
    publication = last_publication(evening)
    assert publication is not None
    play_due()
    play_boards(publication.pk)
    assert not RobotsMean.objects.exists()
    release_final(tournament=evening, author=None)
    assert means_of(played_publication(evening))


def test_an_evening_without_boards_and_one_held_for_an_event_wait_for_none() -> None:
    evening = nearly_alike()
    Tournament.objects.filter(pk=evening.pk).update(held_for="A cup")
    assert not waiting().exists()
    Tournament.objects.filter(pk=evening.pk).update(held_for="")
    assert waiting().get() == last_publication(evening)


def test_means_of_a_publication_that_is_held_back_since_are_sealed() -> None:
    evening = played(2).tournament
    played_publication(evening)
    assert SEALED_MEANS not in [sealed for sealed, _row in sealed_now()]
    # The evening is shortened, so the published standings become the final ones.
    hold_final(tournament=evening, author=None)
    Tournament.objects.filter(pk=evening.pk).update(planned_rounds=1)
    sealed = [row for kind, row in sealed_now() if kind is SEALED_MEANS]
    assert sealed == [RobotsMean.objects.get()]
    SEALED_MEANS.check(account("giudice", "arbiter"), sealed[0])
    with pytest.raises(ValidationError) as refused:
        SEALED_MEANS.check(account("aiuto", "helper"), sealed[0])
    assert refused.value.code == "final_held"
