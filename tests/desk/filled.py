"""Filled (primary) links and buttons of a page, with the requests that they would send."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from django.contrib.messages import ERROR, get_messages
from django.http import HttpResponse


class Filled(HTMLParser):
    """Collects the filled links of a page, and its filled buttons with the data their forms would
    send.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.presses: list[tuple[str, dict[str, str]]] = []
        self.form: dict[str, str] | None = None
        self.fields: dict[str, str] = {}
        self.filled: list[dict[str, str]] = []
        self.lacks = False
        self.select = ""
        # Most pages have none, and parsing a page takes as long as rendering it.
        if "btn-primary" in page:
            self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attributes}
        filled = "btn-primary" in values.get("class", "").split()
        if tag == "a" and filled:
            self.links.append(values["href"])
        elif tag == "form":
            self.form, self.fields, self.filled, self.lacks = values, {}, [], False
        elif tag == "button" and filled and self.form is not None:
            self.filled.append(values)
        elif tag in ("input", "select", "textarea") and self.form is not None:
            self.lacks |= "required" in values and not values.get("value")
            is_sent = values.get("type") not in ("checkbox", "radio", "file") or "checked" in values
            if "name" in values and is_sent and "disabled" not in values:
                self.fields[values["name"]] = values.get("value", "")
            if tag == "select":
                self.select = values.get("name", "")
        elif tag == "option" and self.select and "selected" in values:
            self.fields[self.select] = values.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""
        if tag != "form" or self.form is None:
            return
        for button in self.filled:
            if self.form.get("method") == "post" and not self.lacks:
                fields = self.fields | (
                    {button["name"]: button.get("value", "")} if "name" in button else {}
                )
                self.presses.append(
                    (button.get("formaction") or self.form.get("action", ""), fields)
                )
        self.form = None


def filled_words(page: str) -> list[str]:
    words = re.findall(r'class="btn btn-primary[^>]*>(.*?)</(?:a|button)>', page, re.DOTALL)
    return [" ".join(word.split()) for word in words]


def errors_in(answer: HttpResponse) -> list[str]:
    return [str(m) for m in get_messages(answer.wsgi_request) if m.level == ERROR]
