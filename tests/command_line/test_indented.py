"""JSON of the command line is indented as Python's own library indents it."""

import json

from hypothesis import given, strategies as st

from king.commands import indented

leaves = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


@given(values)
def test_every_value_is_written_as_the_library_writes_it(value: object) -> None:
    assert indented(value) == json.dumps(value, ensure_ascii=False, indent=1)
