"""The order of names: accents, capitals and apostrophes set aside, the same on every machine and in every language."""

from __future__ import annotations

import re
import unicodedata

APOSTROPHES = "'’‘ʼ`´"
_WITHOUT_APOSTROPHES = str.maketrans(dict.fromkeys(APOSTROPHES))
# Letters that Unicode does not take apart into a base and an accent.
_PLAIN_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
_BLANKS = re.compile(r"\s+")


def folded(text: str) -> str:
    """Lower case, no accents, no apostrophes, words with one space between.

    >>> folded("Niccolo'  D’Amico-Łukasz")
    'niccolo damico lukasz'
    """
    return words_of(text.translate(_WITHOUT_APOSTROPHES))


def words_of(text: str) -> str:
    """As ``folded``, but an apostrophe parts two words, as a hyphen does."""
    # Taken apart before (Ⓐ holds a capital) and after (folding İ leaves a dot).
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold().translate(_PLAIN_LETTERS))
    letters = (letter for letter in plain if not unicodedata.combining(letter))
    return _BLANKS.sub(" ", "".join(letter if letter.isalnum() else " " for letter in letters)).strip()


def alphabetical(name: str) -> tuple[str, str]:
    """The key of every list by name: ``Łukasz`` among the L and ``Şahin`` among the S, whatever the machine's locale.

    >>> sorted(["Traverso", "Şahin", "Sala"], key=alphabetical)
    ['Şahin', 'Sala', 'Traverso']
    """
    return folded(name), name
