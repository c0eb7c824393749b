"""Parts of a page that are drawn once for the same values."""

from __future__ import annotations

import datetime
from typing import Any, ClassVar

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.utils import timezone, translation
from django.utils.safestring import SafeString, mark_safe

from king_tournament.templatetags.drawn import Parts

PART = "{% load drawn i18n %}{% drawn_once table=table %}{{ table.name }}{{ other }}{% enddrawn_once %}"


def drawn(template: Template, **values: Any) -> str:
    return template.render(Context(values))


def test_a_part_sees_nothing_but_its_own_values() -> None:
    template = Template(PART)
    assert drawn(template, table={"name": "Ada"}, other="Bea") == "Ada"
    assert drawn(template, table={"name": "Cleo"}, other="Bea") == "Cleo"
    assert drawn(template, table={"name": "Ada"}) == "Ada"


def test_what_a_person_typed_is_escaped_also_where_the_same_letters_were_safe_before() -> None:
    template = Template(PART)
    assert drawn(template, table={"name": mark_safe("<b>")}) == "<b>"
    assert drawn(template, table={"name": "<b>"}) == "&lt;b&gt;"


def test_each_language_and_zone_has_its_own_part() -> None:
    words = Template(
        "{% load drawn i18n %}{% drawn_once at=at %}{% translate 'Table' %} {{ at|date:'H' }}{% enddrawn_once %}"
    )
    at = datetime.datetime(2026, 7, 1, 12, tzinfo=datetime.UTC)
    seen = set()
    for language in ("en", "it"):
        for zone in ("Europe/Rome", "Asia/Tokyo"):
            with translation.override(language), timezone.override(zone):
                seen.add(drawn(words, at=at))
                assert drawn(words, at=at) in seen
    assert {text.split()[0] for text in seen} == {"Table", "Tavolo"}
    assert len(seen) == 4


class Named:
    """A person whose name counts how often it is read."""

    asked: ClassVar[list[str]] = []

    @property
    def name(self) -> str:
        self.asked.append("Ada")
        return "Ada"


def test_a_part_that_was_drawn_is_not_drawn_again() -> None:
    template = Template(PART)
    Named.asked.clear()
    assert drawn(template, table=Named()) == drawn(template, table=Named()) == "Ada"
    assert Named.asked == ["Ada"]


def test_the_parts_asked_for_last_stay_within_the_letters_that_there_are() -> None:
    parts = Parts(most=10)
    for key in (b"1", b"2"):
        parts.add(key, SafeString("12345"))
    assert parts.get(b"1") == "12345"
    parts.add(b"3", SafeString("123"))
    assert (parts.get(b"1"), parts.get(b"2"), parts.get(b"3")) == ("12345", None, "123")
    parts.add(b"3", SafeString("1234"))
    assert parts.letters == 9
    parts.add(b"4", SafeString("12345678901"))
    assert parts.letters == 0


@pytest.mark.parametrize("given", ["", "table", "table=table more"])
def test_a_part_without_named_values_is_no_template(given: str) -> None:
    with pytest.raises(TemplateSyntaxError, match="drawn_once"):
        Template(f"{{% load drawn %}}{{% drawn_once {given} %}}{{% enddrawn_once %}}")
