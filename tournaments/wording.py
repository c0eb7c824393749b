"""A sentence that is kept, and worded later in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import lazy
from django.utils.translation import gettext

from deals.models import WindChoice
from king.words import Phrase


@dataclass(frozen=True)
class Sentence:
    """``text`` is marked with ``gettext_noop`` where it is written; ``fields`` fill its ``%(name)s``.

    A page may show it with ``{{ sentence }}``: it is translated at that moment. Sentences of ``king`` write their
    fields as ``{name}``.
    """

    text: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    braces: bool = False

    def __str__(self) -> str:
        text = gettext(self.text)
        return text.format(**self.fields) if self.braces else text % self.fields

    def as_json(self) -> list[Any]:
        """``[text, fields, braces]``."""
        return [self.text, dict(self.fields), self.braces]

    @classmethod
    def from_json(cls, form: list[Any]) -> Sentence:
        """Read :meth:`as_json`."""
        text, fields, braces = form
        return cls(str(text), dict(fields), bool(braces))

    @classmethod
    def of(cls, phrase: Phrase) -> Sentence:
        """A sentence of the game; its fields are numbers and texts."""
        return cls(phrase.template, dict(phrase.fields), braces=True)


def column_words(column: object) -> str:
    """A wind or a pair's line as a sentence has it: ``West``, ``North–South``; anything else as it was typed."""
    code = str(column)
    if code in ("NS", "EW"):
        return gettext("North–South") if code == "NS" else gettext("East–West")
    return str(WindChoice(code).label) if code in WindChoice.values else code[:20]


column_lazily = lazy(column_words, str)
"""``column_words`` when the sentence is read, in the reader's language."""


def counted(sizes: Iterable[tuple[object, int]]) -> str:
    """Winds or lines with how many each has: ``North 4, East 3``."""
    return ", ".join(f"{column_words(column)} {count}" for column, count in sizes)


counted_lazily = lazy(counted, str)


def columns(of: Iterable[object]) -> str:
    """Several winds or lines, one after the other."""
    return ", ".join(map(column_words, of))


columns_lazily = lazy(columns, str)
