"""The formatter of the templates breaks a line only where the page stays what it was."""

from __future__ import annotations

from tests.wrapped_templates import wrapped

SENTENCE = "Every decision of the evening is noted here with its time."
CHOICE = f'{{% if known %}}{{% translate "{SENTENCE}" %}}{{% else %}}{{% translate "{SENTENCE[:-1]}!" %}}{{% endif %}}'


def test_a_cell_may_begin_and_end_on_lines_of_its_own() -> None:
    assert wrapped(f"<tr><td>{CHOICE}</td></tr>").splitlines() == [
        f'<tr><td>{{% if known %}}{{% translate "{SENTENCE}" %}}{{% else %}}',
        f'  {{% translate "{SENTENCE[:-1]}!" %}}{{% endif %}}</td></tr>',
    ]


def test_no_blank_comes_into_a_link_that_stands_close_to_other_text() -> None:
    link = f"{{{{ count }}}}(<a>{CHOICE}</a>)"
    assert link in wrapped(f"<p>{link}</p>")


def test_no_blank_is_drawn_under_at_the_end_of_a_link_within_a_sentence() -> None:
    assert "\n</a>" not in wrapped(f"<p>{{{{ count }}}}(<a>{CHOICE}</a> {SENTENCE}</p>")


def test_the_words_of_a_field_to_be_typed_over_stay_as_they_are() -> None:
    line = f'<textarea name="text">{CHOICE}</textarea>'
    assert wrapped(line).endswith(f">{CHOICE}</textarea>")
