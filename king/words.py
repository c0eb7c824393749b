"""Sentences of the game, marked for translation.

``king`` speaks English by itself; the site translates the same sentences. A sentence is a template with named
fields (``{missing}``), so that a translation may put them in another order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

MINUS = "\N{MINUS SIGN}"


def gettext_noop(sentence: str) -> str:
    """Mark ``sentence`` for the translators' tools, which look for this name, and return it unchanged."""
    return sentence


def shown(value: object) -> str:
    """A field as a person reads it in English: numbers with the true minus sign.

    >>> shown(Fraction(-9, 2))
    '−9/2'
    """
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return str(value).replace("-", MINUS)
    return str(value)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence to be said in the reader's language: a marked template and the values of its fields.

    ``str(phrase)`` is the English sentence. Whoever translates looks the ``template`` up and formats the ``fields``;
    a field may itself be a ``Phrase`` (the name of a contract, a list of winds), to be translated in turn.

    >>> str(Phrase("{who} has {count}", {"who": Phrase("North"), "count": -2}))
    'North has −2'
    """

    template: str
    fields: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        if not self.fields:
            return self.template
        return self.template.format(**{name: shown(value) for name, value in self.fields.items()})


def listed(items: Iterable[object], separator: str = " ") -> Phrase:
    """The items one after the other, each to be said in the reader's language; a dash where there is none.

    >>> str(listed(["N", "E"]))
    'N E'
    """
    fields = {f"item{number}": item for number, item in enumerate(items)}
    return Phrase(separator.join(f"{{{name}}}" for name in fields) or "–", fields)
