"""Parts of a page that are drawn once: ``{% load drawn %}``, ``{% drawn_once table=table %}`` …
``{% enddrawn_once %}``. A hall's page has hundreds of tables, of which a row changes one.
"""

import hashlib
import itertools
import pickle
import threading
from collections import OrderedDict

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token, token_kwargs
from django.template.context import Context
from django.urls import get_script_prefix
from django.utils import timezone, translation
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

MOST_LETTERS = 2_000_000
"""Most letters of all parts that a process keeps."""

_numbers = itertools.count()


class Parts:
    """Parts by their key, those that were asked for last."""

    def __init__(self, most: int) -> None:
        self.most, self.letters = most, 0
        self._parts: OrderedDict[bytes, SafeString] = OrderedDict()
        self._changing = threading.Lock()

    def get(self, key: bytes) -> SafeString | None:
        with self._changing:
            part = self._parts.get(key)
            if part is not None:
                self._parts.move_to_end(key)
            return part

    def add(self, key: bytes, part: SafeString) -> None:
        with self._changing:
            self.letters += len(part) - len(self._parts.pop(key, ""))
            self._parts[key] = part
            while self.letters > self.most:
                _key, oldest = self._parts.popitem(last=False)
                self.letters -= len(oldest)


parts = Parts(MOST_LETTERS)


class DrawnOnce(template.Node):
    """Part that sees nothing but its own values, so that the same values look the same. They are
    compared as ``pickle`` writes them.
    """

    def __init__(self, values: dict[str, FilterExpression], nodelist: NodeList) -> None:
        self.values, self.nodelist = values, nodelist
        self.number = next(_numbers)

    def render(self, context: Context) -> SafeString:
        """Render the part, or return it as it was rendered for the same values."""
        values = {name: value.resolve(context) for name, value in self.values.items()}
        reader = (
            translation.get_language(),
            timezone.get_current_timezone_name(),
            get_script_prefix(),
        )
        # Not the values' text: markup that is safe and the same letters typed by a person differ.
        key = hashlib.sha256(pickle.dumps((self.number, reader, values))).digest()
        part = parts.get(key)
        if part is None:
            part = mark_safe(self.nodelist.render(context.new(values)))
            parts.add(key, part)
        return part


@register.tag
def drawn_once(parser: Parser, token: Token) -> DrawnOnce:
    _tag, *bits = token.split_contents()
    values = token_kwargs(bits, parser)
    if not values or bits:
        raise template.TemplateSyntaxError("drawn_once needs values, each with its name")
    nodelist = parser.parse(("enddrawn_once",))
    parser.delete_first_token()
    return DrawnOnce(values, nodelist)
