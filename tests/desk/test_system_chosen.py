"""A rule system chosen in the form of a new evening brings its own ranking method, with its own
words.
"""

from __future__ import annotations

import pytest
from django.test import Client

from king.rulesets import RULESETS
from king.standing.tiebreaks import TIEBREAKS
from king_tournament.desk.evening.forms import TournamentForm
from tests.desk.filled import Filled
from tests.evenings import a_tournament
from tests.markup import text_of
from tournaments.models import Tournament
from wording.rules import tiebreak_words

pytestmark = pytest.mark.django_db


def fields(page: str) -> dict[str, str]:
    """Fields that a browser would send with the form for the rule system, or with a part of that
    form.
    """
    if "<form" not in page:
        page = f'<form method="post">{page}<button class="btn-primary"></button></form>'
    [form] = [values for _address, values in Filled(page).presses if "settings_of" in values]
    return form


def choose(organizer: Client, form: dict[str, str], ruleset: str) -> tuple[dict[str, str], str]:
    """Fields of the form after the choice, with htmx's answer merged in, and the answer's text."""
    query = form | {"ruleset": ruleset}
    answer = organizer.get("/desk/new/", query, headers={"HX-Request": "true"}).content.decode()
    return query | fields(answer), text_of(answer)


@pytest.mark.parametrize("ruleset", ["lab_coppie", "squadre_terza", "pt_pareado"])
def test_an_evening_of_two_sides_has_no_tie_breaks_of_single_players_unasked(
    organizer: Client, ruleset: str
) -> None:
    """The chosen system brings its own tie-breaks (13.14). The form used to keep those of the
    system it began with: first, second and third places.
    """
    form = fields(organizer.get("/desk/new/").content.decode())
    assert form["tiebreak_1"] == "firsts"
    chosen, words = choose(organizer, form, ruleset)
    assert (chosen["tiebreak_1"], chosen["tiebreak_2"]) == ("match", "difference")
    assert "won 2, drawn 1, lost 0" in words
    assert organizer.post("/desk/new/", chosen).status_code == 302
    assert Tournament.objects.get().standing_settings == {}


def test_the_system_chosen_back_has_its_own_again_and_what_was_typed_stays(
    organizer: Client,
) -> None:
    form = fields(organizer.get("/desk/new/").content.decode())
    pairs, _words = choose(organizer, form | {"count_best": "2"}, "lab_coppie")
    single, words = choose(organizer, pairs, "lab12")
    assert "won 2" not in words
    assert {key: value for key, value in single.items() if value != form.get(key)} == {
        "count_best": "2"
    }


def test_a_form_of_pairs_says_what_a_rest_is_worth_without_a_player(organizer: Client) -> None:
    form = fields(organizer.get("/desk/new/").content.decode())
    _chosen, words = choose(organizer, form, "lab_coppie")
    assert "the mean of the other results" in words


def test_no_regulation_names_a_tie_break_that_its_form_has_not() -> None:
    named = {}
    for code in RULESETS:
        form = TournamentForm(tournament=a_tournament(code))
        offered = dict(form.fields["tiebreak_1"].choices)
        tiebreak_text = tiebreak_words(form.before)
        missing = [one.title for key, one in TIEBREAKS.items() if key not in offered]
        named[code] = [title for title in missing if title in tiebreak_text]
        assert any(str(label) in tiebreak_text for key, label in offered.items() if key), code
    assert {code: titles for code, titles in named.items() if titles} == {}
