"""Sentences of the game, marked for translation, and the sort order of names, which is the same in
every language.

``king`` speaks English by itself. Named fields (``{missing}``) let a translation put them in
another order.
"""

import functools
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

MINUS = "\N{MINUS SIGN}"


def gettext_noop(sentence: str) -> str:
    """Mark ``sentence`` for the translators' tools, which look for this name."""
    return sentence


def ngettext_lazy(one: str, many: str) -> tuple[str, str]:
    """Mark the two forms of a sentence with a count for the translators' tools. The form is chosen
    once the count is known.
    """
    return one, many


_NUMBERS = int, Fraction


def display_text(value: object) -> str:
    """Text of a field for English readers. Numbers have the true minus sign.

    >>> display_text(Fraction(-9, 2))
    '−9/2'
    """
    if type(value) is str:
        return value
    if type(value) in _NUMBERS:
        return str(value).replace("-", MINUS)
    return str(getattr(value, "label", value))  # of cards: ♥K, as they are printed


@dataclass(frozen=True, slots=True, init=False)
class Phrase:
    """A sentence that is worded later in the reader's language: a marked template and the values of
    its fields.

    ``str(phrase)`` is the English sentence. A field may itself be a ``Phrase``, to be translated in
    turn.

    >>> str(Phrase("{who} has {count}", who=Phrase("North"), count=-2))
    'North has −2'
    """

    template: str
    fields: Mapping[str, object] = field(default_factory=dict)

    def __init__(
        self, template: str, fields: Mapping[str, object] | None = None, /, **keywords: object
    ) -> None:
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "fields", {**fields, **keywords} if fields else keywords)

    def __str__(self) -> str:
        fields = self.fields
        if not fields:
            return self.template
        names = _names_in(self.template)
        return self.template.format(
            **{name: display_text(fields[name]) for name in names if name in fields}
        )


@functools.lru_cache(maxsize=1024)
def _names_in(template: str) -> tuple[str, ...]:
    """Names of the fields in a sentence. A phrase may have more fields, for other languages."""
    return tuple(re.findall(r"\{(\w+)", template))


def listed(items: Iterable[object], separator: str = " ") -> Phrase:
    """Phrase that lists the items, each in the reader's language; a dash if there is none."""
    fields = {f"item{number}": item for number, item in enumerate(items)}
    return Phrase(separator.join(f"{{{name}}}" for name in fields) or "–", fields)


APOSTROPHES = "'’‘ʼ`´"
_WITHOUT_APOSTROPHES = str.maketrans(dict.fromkeys(APOSTROPHES))
# Letters that Unicode does not take apart into a base and an accent.
_PLAIN_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
_BETWEEN_PLAIN_WORDS = re.compile(r"[^0-9a-z]+")


@functools.lru_cache(maxsize=32768)
def folded(text: str) -> str:
    """Fold a text for comparison: lower case, no accents or apostrophes, single spaces between
    words.

    >>> folded("Niccolo'  D’Amico-Łukasz")
    'niccolo damico lukasz'
    """
    return words_of(text.translate(_WITHOUT_APOSTROPHES))


@functools.lru_cache(maxsize=4096)
def words_of(text: str) -> str:
    """Fold the text as ``folded`` does, but split words at an apostrophe as at a hyphen."""
    if text.isascii():
        # Nothing to take apart: most names of a roster of thousands.
        return _BETWEEN_PLAIN_WORDS.sub(" ", text.lower()).strip()
    # Taken apart before (Ⓐ holds a capital) and after (folding İ leaves a dot).
    plain = unicodedata.normalize(
        "NFKD", unicodedata.normalize("NFKD", text).casefold().translate(_PLAIN_LETTERS)
    )
    letters = (letter for letter in plain if not unicodedata.combining(letter))
    return " ".join("".join(letter if letter.isalnum() else " " for letter in letters).split())


def alphabetical(name: str) -> tuple[str, str]:
    """Sort key of lists by name: ``Łukasz`` among the L and ``Şahin`` among the S, whatever the
    machine's locale.

    >>> sorted(["Traverso", "Şahin", "Sala"], key=alphabetical)
    ['Şahin', 'Sala', 'Traverso']
    """
    return folded(name), name


_DASHES = "\N{MINUS SIGN}\N{HYPHEN BULLET}\N{SOFT HYPHEN}"


@functools.lru_cache(maxsize=4096)
def card_key(card: str) -> str:
    """Number of a membership card for comparison; two numbers with the same key are one card.

    Case, blanks and kinds of dash are ignored. But a separator between two digits is kept, so that
    ``1-23`` and ``12-3`` stay two cards. The key contains no blank, and is empty only for an empty
    card.

    >>> {card_key(card) for card in ("GE-0123", "ge-0123", "GE–0123", "GE 0123", " Ge0123")}
    {'ge0123'}
    >>> card_key("1 – 23"), card_key("12-3")
    ('1-23', '12-3')
    """
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", card).casefold())
    kinds = ((letter, unicodedata.category(letter)) for letter in plain)
    parts = "".join(
        " " if kind in ("Pd", "Zs", "Zl", "Zp", "Cc") or letter in _DASHES else letter
        for letter, kind in kinds
        if kind != "Cf" or letter in _DASHES
    ).split()
    key = ""
    for part in parts:
        key += "-" if key[-1:].isdigit() and part[0].isdigit() else ""
        key += part
    return key or "-" * bool(plain.strip())
