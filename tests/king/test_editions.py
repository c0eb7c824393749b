"""House editions: a club's own figures beside the published ones."""

from __future__ import annotations

import json

import pytest

from king.rulesets import RULESETS, find_ruleset, read_ruleset
from king.rulesets.edition import EditionError, make_edition
from king.sheet.checks import check_row
from king.sheet.full_sheet import score
from king.sheet.row import Row

LAB12 = find_ruleset("lab12")
DOMINO = {"name": "Domino", "unit": "cards_left", "units": None, "value": -1, "family": "domino"}


def test_an_edition_has_its_own_values_order_and_penalty_and_leaves_the_published_one_alone():
    changes = {
        "values": {"KH": -13, "SA": "5/2"},
        "hands": ["Q", "KJ", "KH", "8D", "NC", "MIS", "U2", "D", "D", "D", "D", "SA"],
        "settings": {"positive_penalty": 10, "cappotto": "plus13"},
    }
    edition = make_edition(LAB12, "harbour", "Harbour club", changes)
    assert [plan.contract.code for plan in edition.schedule()][:2] == ["Q", "KJ"]
    # −78 − 5 for the dearer king, +52 + 13 × 5/2 for the last hand.
    assert edition.expected_sum == -83 + 52 + 13 * 5 / 2
    assert edition.defaults.positive_penalty == -10
    assert LAB12.expected_sum == 0
    assert LAB12.contract("KH").value == -8


def test_an_edition_may_add_a_contract_of_its_own():
    changes = {
        "contracts": {
            "U3": {
                "name": "Last three",
                "unit": "last_tricks",
                "units": 3,
                "value": -3,
                "family": "negative",
            },
            "DOM": DOMINO,
        },
        "hands": ["U3", "DOM", "D", "SA"],
    }
    edition = make_edition(LAB12, "short_night", "Short night", changes)
    assert [int(plan.expected) for plan in edition.schedule()] == [-9, 0, 13, 26]
    assert check_row(edition, Row(1, "U3", {"N": 1, "E": 1, "S": 1, "W": 0})) == ()
    sheet = score(edition, [Row(2, "DOM", {"N": 0, "E": 1, "S": 2, "W": 3})])
    assert sheet.rows[0].points["N"] == 6


def test_an_edition_reads_what_it_writes_through_json():
    first = make_edition(
        LAB12, "harbour", "Harbour", {"values": {"KH": "-13"}, "settings": {"first_dealer": "S"}}
    )
    second = make_edition(first, "harbour_2", "Harbour, second", {"values": {"Q": -4}})
    for edition in (first, second):
        again = read_ruleset(json.loads(json.dumps(edition.as_json())))
        assert again == edition
        assert again.root is LAB12
    assert second.contract("KH").value == -13


def test_a_club_calls_its_hands_as_it_likes():
    edition = make_edition(LAB12, "harbour", "Harbour", {"names": {"MIS": "Meno prese"}})
    assert edition.contract("MIS").name == "Meno prese"
    assert edition.contract("NC").name == LAB12.contract("NC").name == "No cuori"
    [problem] = check_row(edition, Row(6, "MIS", {"N": 4, "E": 6, "S": 2, "W": 0}))
    assert str(problem.phrase) == "Meno prese: one trick is missing (12 of 13)"
    assert LAB12.contract("MIS").name == "Misère"
    second = make_edition(edition, "harbour_2", "Harbour", {"names": {"D": "Festa"}})
    assert [second.contract(code).name for code in ("MIS", "D")] == ["Meno prese", "Festa"]


@pytest.mark.parametrize("code", list(RULESETS))
def test_every_system_can_have_an_edition_that_changes_nothing(code):
    ruleset = find_ruleset(code)
    edition = make_edition(ruleset, "mine", "Mine", {})
    assert edition.schedule() == ruleset.schedule()
    assert edition.expected_sum == ruleset.expected_sum
    assert edition.root is ruleset


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"colour": 1}, "changes.colour: expected one of names"),
        ({"names": {"XX": "Misery"}}, "changes.names.XX: expected one of KJ Q"),
        ({"names": {"MIS": ""}}, "changes.names.MIS: expected a name of at most 80 letters"),
        ({"names": {"MIS": "No cuori"}}, "changes.names.MIS: expected a name that no other hand"),
        ({"names": ["Misery"]}, "changes.names: expected an object"),
        ({"values": {"XX": 1}}, "changes.values.XX: expected one of the contracts"),
        ({"values": {"KH": "eight"}}, "changes.values.KH: expected a number"),
        ({"values": {"KH": 10**9}}, "changes.values.KH: expected points"),
        ({"values": {"KH": 8}}, "changes.values.KH: expected points from −10000 to 0"),
        ({"values": {"D": "-1/2"}}, "changes.values.D: expected points from 0 to 10000"),
        (
            {"contracts": {"DOM": DOMINO | {"value": 1}}},
            "changes.contracts.DOM.value: expected points from −10000",
        ),
        ({"values": [1]}, "changes.values: expected an object"),
        ({"hands": []}, "changes.hands: expected from 1 to 60 hands"),
        ({"hands": ["XX"]}, r"changes.hands\[0\]: expected one of"),
        ({"hands": ["Q"] * 61}, "changes.hands: expected from 1 to 60"),
        ({"settings": {"cappotto": "yes"}}, "changes.settings.cappotto: expected one of none"),
        ({"contracts": {"U3": {"name": "x"}}}, "changes.contracts.U3: expected the key 'family'"),
        ({"contracts": {"u": {}}}, "changes.contracts.u: expected a contract code"),
        ({"nulls": {"D": {"bonus": 1, "value": 3}}}, "changes.nulls.D: expected a bonus"),
    ],
)
def test_a_change_that_cannot_be_is_refused_with_its_place(changes, place):
    with pytest.raises(EditionError, match=place):
        make_edition(LAB12, "harbour", "Harbour", changes)


def test_codes_and_names_are_checked():
    for code in ("lab12", "", "Has Space", "9x", "x" * 41):
        with pytest.raises(EditionError, match="edition: code"):
            make_edition(LAB12, code, "Harbour", {})
    for name in ("", "  ", "{0}", "x" * 81):
        with pytest.raises(EditionError, match="edition: name"):
            make_edition(LAB12, "harbour", name, {})


def test_a_forced_last_hand_and_a_soloists_set_keep_their_length():
    with pytest.raises(EditionError, match="SA once"):
        make_edition(find_ruleset("lab_chiamata"), "short", "Short", {"hands": ["KJ", "Q"]})
    with pytest.raises(EditionError, match="24 hands"):
        make_edition(find_ruleset("pt_fu"), "short", "Short", {"hands": ["V"] * 8})


def test_the_match_points_are_part_of_an_edition_and_of_what_is_made_from_it():
    harbour = make_edition(
        LAB12, "harbour", "Harbour", {"standing": {"scale": [12, "9", "15/2"], "ties": "top"}}
    )
    assert harbour.standing == {"scale": [12, "9", "15/2"], "ties": "top"}
    assert read_ruleset(harbour.as_json()) == harbour
    pier = make_edition(harbour, "pier", "Pier", {"standing": {"tail": "0"}})
    assert pier.standing == {"scale": [12, "9", "15/2"], "ties": "top", "tail": "0"}
    assert LAB12.standing == {}


@pytest.mark.parametrize(
    ("standing", "place"),
    [
        ({"method": "raw"}, "standing.method"),
        ({"scale": []}, "standing.scale"),
        ({"scale": [1] * 101}, "standing.scale"),
        ({"scale": ["ten"]}, "standing.scale[0]"),
        ({"scale": ["1e99"]}, "standing.scale[0]"),
        ({"tail": True}, "standing.tail"),
        ({"ties": "best"}, "standing.ties"),
        ([], "standing"),
    ],
)
def test_match_points_that_cannot_be_are_refused_with_their_place(standing, place):
    with pytest.raises(EditionError) as refused:
        make_edition(LAB12, "harbour", "Harbour", {"standing": standing})
    assert refused.value.place == f"changes.{place}"
