"""The lists that a view of the desk hands over and its template draws."""

from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString

KINDS = {
    "next": "btn btn-primary btn-next",
    "quiet": "btn btn-quiet",
    "small": "btn btn-quiet btn-sm",
    "link": "btn btn-link",
    "revoke": "btn btn-revoke",
}

Fields = tuple[tuple[str, object], ...]


class Button(NamedTuple):
    """A button or a link. With ``fields``, which may be (), it is a button that sends them; with
    None it is a link. ``_buttons.html`` draws it. The button of the next step is filled.
    """

    title: str
    url: str
    kind: str = "quiet"
    fields: Fields | None = None
    key: str = ""
    sign: str = ""
    new_tab: bool = False

    @property
    def attributes(self) -> SafeString:
        id_attribute = format_html(' id="{}"', self.key) if self.key else ""
        return format_html('class="{}"{}', KINDS[self.kind], id_attribute)


class Line(NamedTuple):
    """A sentence with its sign, and what can be done about it: ``_lines.html``."""

    sign: str
    text: str
    buttons: tuple[Button, ...] = ()
