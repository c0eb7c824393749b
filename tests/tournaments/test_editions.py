"""House editions: a club's own figures under their own code. An evening keeps the edition as it was
when chosen.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import translation

from king.rulesets import RULESETS, find_ruleset
from king.rulesets.base import UnknownRuleSet
from tournaments import services
from tournaments.editions import (
    create_edition,
    find_rules,
    is_used,
    offered_rules,
    remove_edition,
    revise_edition,
)
from tournaments.house_rules import Edition
from tournaments.models import Tournament
from tournaments.wind_draw import draw_winds

pytestmark = pytest.mark.usefixtures("in_english")

Make = Callable[..., Tournament]

DEARER_KING = {
    "values": {"KH": "-13"},
    "settings": {"positive_penalty": "10", "sale_settlement": "double"},
}


@pytest.fixture
def harbour(author: User) -> Edition:
    """Edition of the twelve hands in which the king of hearts costs more: a sheet makes −5."""
    return create_edition(
        base="lab12", name="Circolo del Porto", changes=DEARER_KING, author=author
    )


def test_an_edition_has_a_code_of_its_own_and_a_sum_computed_from_its_figures(
    harbour: Edition,
) -> None:
    assert harbour.code == "circolo_del_porto"
    # −78 − 5 because the king costs more, +78 (I3).
    assert harbour.rules.expected_sum == -5
    assert harbour.rules.defaults.positive_penalty == -10
    assert find_ruleset("lab12").expected_sum == 0
    assert offered_rules()["circolo_del_porto"] == harbour.rules
    assert list(offered_rules())[: len(RULESETS)] == list(RULESETS)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"values": {"XX": 1}}, "values, XX: expected one of the contracts KJ"),
        ({"values": {"KH": "many"}}, "values, KH: expected a number"),
        ({"hands": ["KJ"] * 61}, "list of the hands: expected from 1 to 60 hands"),
        ({"hands": ["KJ", "ZZ"]}, "list of the hands, 2: expected one of the contracts"),
        ({"settings": {"cappotto": "always"}}, "settings, Slam .cappotto.: expected one of"),
        ({"colour": "red"}, "changes.colour"),
    ],
)
def test_a_change_that_cannot_be_is_refused_with_its_place(
    author: User, changes: dict[str, object], message: str
) -> None:
    with pytest.raises(ValidationError, match=message):
        create_edition(base="lab12", name="Porto", changes=changes, author=author)
    assert not Edition.objects.exists()


def test_a_change_that_cannot_be_is_refused_in_the_readers_language(author: User) -> None:
    with translation.override("it"), pytest.raises(ValidationError) as refused:
        create_edition(
            base="lab12", name="Porto", changes={"values": {"KH": "many"}}, author=author
        )
    with translation.override("it"):
        assert refused.value.messages == [
            'L\'edizione non si può fare: valori, KH: atteso: un numero (6, 1.5 o "-9/2"); trovato: "many".'
        ]


def test_two_clubs_with_one_name_get_two_codes(harbour: Edition, author: User) -> None:
    again = create_edition(base="lab13", name="Circolo del Porto", changes={}, author=author)
    assert again.code == "circolo_del_porto_2"
    numbers = create_edition(base="lab13", name="2026!", changes={}, author=author)
    assert numbers.code == "house"
    with pytest.raises(ValidationError, match="is taken"):
        create_edition(base="lab13", name="Porto", changes={}, author=author, code="lab12")
    with pytest.raises(ValidationError, match="no rule system"):
        create_edition(base="lab99", name="Porto", changes={}, author=author)


def test_an_evening_keeps_the_edition_that_it_chose(
    harbour: Edition, make_evening: Make, author: User
) -> None:
    evening = make_evening(0, ruleset=harbour.code)
    assert evening.rules.expected_sum == -5
    assert is_used(harbour)
    revision = revise_edition(
        edition=harbour,
        name="Circolo del Porto, 2027",
        changes={"values": {"KH": "-20"}},
        author=author,
    )
    assert (revision.code, revision.made_from, revision.is_offered) == (
        "circolo_del_porto_2",
        harbour,
        True,
    )
    assert revision.rules.expected_sum == -12
    evening.refresh_from_db()
    assert evening.rules.contract("KH").value == -13
    harbour.refresh_from_db()
    assert not harbour.is_offered
    with pytest.raises(ValidationError, match="has been played"):
        remove_edition(edition=harbour)
    # The evening does not need the edition's row.
    Edition.objects.all().delete()
    evening = Tournament.objects.get(pk=evening.pk)
    assert evening.rules.contract("KH").value == -13
    changed = services.change_settings(tournament=evening, author=author, name="Giovedì")
    assert changed.rules.expected_sum == -5


def test_an_edition_that_nobody_has_chosen_is_changed_where_it_stands(
    harbour: Edition, author: User
) -> None:
    changed = revise_edition(
        edition=harbour, name="Porto", changes={"values": {"Q": "-4"}}, author=author
    )
    assert (changed.pk, changed.code, changed.name) == (harbour.pk, harbour.code, "Porto")
    # Only the new changes apply, so the king costs its usual points again.
    assert changed.rules.expected_sum == -4
    remove_edition(edition=changed)
    with pytest.raises(UnknownRuleSet):
        find_rules(harbour.code)


def test_an_edition_of_an_edition_goes_back_to_the_published_system(
    harbour: Edition, author: User
) -> None:
    second = create_edition(
        base=harbour.code,
        name="Porto di sera",
        changes={"hands": ["KH", "KH", "SA"]},
        author=author,
    )
    assert second.rules.root is find_ruleset("lab12")
    assert second.rules.expected_sum == -13 - 13 + 26


def test_the_systems_own_settings_are_kept_as_differences_from_the_edition(
    harbour: Edition, author: User
) -> None:
    evening = services.create_tournament(
        name="Porto",
        date=datetime.date(2026, 11, 20),
        ruleset=harbour.code,
        author=author,
        settings={"sale_settlement": "double", "cappotto": "plus13"},
    )
    assert evening.settings == {"cappotto": "plus13"}
    assert evening.configured.sale_settlement == "double"


def test_another_system_that_seats_other_entries_waits_until_the_seating_is_taken_back(
    make_evening: Make, author: User
) -> None:
    from tournaments import round_seating

    evening = make_evening(4)
    draw_winds(tournament=evening, author=author)
    round_seating.plan_round(tournament=evening, author=author)
    with pytest.raises(ValidationError, match="seated with entries of a kind"):
        services.change_settings(tournament=evening, author=author, ruleset="lab_coppie")
    assert (
        services.change_settings(tournament=evening, author=author, ruleset="lab13").ruleset
        == "lab13"
    )


@pytest.mark.parametrize(
    ("code", "pre_dealt", "plays"),
    [
        ("lab12", None, True),
        ("lab12", False, False),
        ("lab_coppie", None, False),
        ("lab_coppie", True, True),
    ],
)
def test_an_evening_may_have_boards_or_none_whatever_its_system_does(
    make_evening: Make, code: str, pre_dealt: bool | None, plays: bool
) -> None:
    assert make_evening(0, ruleset=code, pre_dealt=pre_dealt).plays_boards is plays


def test_the_brazilian_note_of_a_point_a_trick_makes_minus_1248(author: User) -> None:
    # R9, T-35: 52 tricks at one point each do not make 1300.
    note = create_edition(
        base="pt_ind", name="Brasile", changes={"values": {"POS": 1}}, author=author
    )
    assert note.rules.expected_sum == -1248


def test_the_russian_table_of_32_cards_makes_every_negative_sixteen(author: User) -> None:
    # R14: tricks −2, hearts −2, kings and jacks −2, queens −4, the last two −8, the king of hearts
    # −16.
    values = {"V": -2, "C": -2, "H": -2, "M": -4, "2U": -8, "K": -16}
    table = create_edition(base="fr32", name="Russa", changes={"values": values}, author=author)
    assert {table.rules.contract(code).total for code in values} == {-16}
