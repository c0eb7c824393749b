"""Template tags of the visual language: their markup and their text for screen readers."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from django import forms
from django.template import Context, Template

from king.cards import Card, Side, Wind
from king.words import Phrase
from king_tournament.templatetags.king import _SAME_SIGN, SIGNS, STATES

pytestmark = pytest.mark.usefixtures("in_english")


def html_of(source: str, **context: object) -> str:
    return Template("{% load king %}" + source).render(Context(context))


def test_a_wind_badge_is_a_letter_with_the_name_of_the_wind():
    badge = html_of("{% wind_badge wind %}", wind=Wind.E)
    assert 'class="wind wind-e"' in badge
    assert 'role="img" aria-label="East"' in badge
    assert badge.endswith(">E</span>")


def test_a_wind_badge_with_words_is_not_read_twice():
    badge = html_of("{% wind_badge 'N' words=True %}")
    assert 'aria-hidden="true">N</span> North</span>' in badge
    assert "aria-label" not in badge


def test_a_side_is_its_two_badges():
    assert html_of("{% wind_badge side %}", side=Side.EW).count("<span") == 2


def test_an_empty_seat_is_a_dash():
    assert html_of("{% wind_badge None %}{{ None|wind_name }}{{ nobody|wind_name }}") == "–––"


def test_a_card_is_drawn_and_named():
    card = html_of("{% card 'HT' %}")
    assert 'aria-label="10 of hearts"' in card
    assert "suit-h" in card
    assert "<b>10</b>" in card


def test_a_hand_has_four_lines_with_a_dash_for_a_void():
    hand = html_of(
        "{% hand cards %}", cards={Card.parse(text) for text in ("S2", "SA", "DT", "CK", "C9")}
    )
    assert hand.count("<li>") == 4
    lines = [line.split("</svg> <span>")[1].split("</span>")[0] for line in hand.split("<li>")[1:]]
    assert lines == ["A 2", "–", "10", "K 9"]


def test_a_third_shows_two_places_and_keeps_the_fraction():
    assert (
        html_of("{{ value|points }}", value=Fraction(13, 3))
        == '<span class="points" title="13/3">4.33</span>'
    )
    assert html_of("{{ value|points }}", value=Fraction(13, 2)) == "6.5"


def test_numbers_have_a_sign_or_fixed_places_when_asked():
    assert (
        html_of("{{ value|signed }} {{ value|fixed:2 }} {{ value|exact }}", value=Fraction(12))
        == "+12 12.00 12"
    )
    assert "−4.3<" in html_of("{{ value|fixed:1 }}", value=Fraction(-13, 3))


def test_no_number_is_a_dash_and_never_a_zero():
    assert html_of("{{ None|points }}{{ absent|signed }}{{ absent|fixed:2 }}") == "–––"


def test_a_name_with_markup_is_only_text():
    assert "<b>" not in html_of(
        "{{ said|say }}", said=Phrase("{who} passes", {"who": "<b>Ada</b>"})
    )


def test_each_state_has_a_word_a_sign_and_a_colour():
    stylesheet = (Path(__file__).parents[3] / "static" / "king" / "king.css").read_text(
        encoding="utf-8"
    )
    for name in STATES:
        assert _SAME_SIGN.get(name, name) in SIGNS
        assert name == "waiting" or f".state-{name}" in stylesheet
        badge = html_of("{% state name %}", name=name)
        assert "<svg" in badge
        assert str(STATES[name]) in badge


class Entry(forms.Form):
    name = forms.CharField(help_text="As it will be printed.")
    wind = forms.ChoiceField(choices=[("N", "North"), ("E", "East")], widget=forms.RadioSelect)
    house = forms.BooleanField(required=False)


def test_a_wrong_field_keeps_what_was_typed_and_is_tied_to_its_sentence():
    page = html_of("{% include '_form.html' %}", form=Entry({"name": "", "wind": "E"}))
    assert 'aria-invalid="true"' in page
    assert 'aria-describedby="id_name_helptext id_name_error"' in page
    assert 'id="id_name_error"' in page
    assert re.search(r'<input type="radio"[^>]*value="E"[^>]* checked', page)


def test_a_form_has_no_identifier_twice():
    page = html_of("{% include '_form.html' %}", form=Entry({"name": "", "wind": ""}))
    identifiers = re.findall(r'\bid="([^"]+)"', page)
    assert sorted(identifiers) == sorted(set(identifiers))
