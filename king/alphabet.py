"""The order of names: accents, capitals and apostrophes set aside, the same on every machine and in every language."""

from __future__ import annotations

import functools
import re
import unicodedata

APOSTROPHES = "'’‘ʼ`´"
_WITHOUT_APOSTROPHES = str.maketrans(dict.fromkeys(APOSTROPHES))
# Letters that Unicode does not take apart into a base and an accent.
_PLAIN_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
_BETWEEN_PLAIN_WORDS = re.compile(r"[^0-9a-z]+")


@functools.lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """Lower case, no accents, no apostrophes, words with one space between.

    >>> folded("Niccolo'  D’Amico-Łukasz")
    'niccolo damico lukasz'
    """
    return words_of(text.translate(_WITHOUT_APOSTROPHES))


@functools.lru_cache(maxsize=4096)
def words_of(text: str) -> str:
    """As ``folded``, but an apostrophe parts two words, as a hyphen does."""
    if text.isascii():
        # Nothing to take apart: most names of a roster of thousands.
        return _BETWEEN_PLAIN_WORDS.sub(" ", text.lower()).strip()
    # Taken apart before (Ⓐ holds a capital) and after (folding İ leaves a dot).
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold().translate(_PLAIN_LETTERS))
    letters = (letter for letter in plain if not unicodedata.combining(letter))
    return " ".join("".join(letter if letter.isalnum() else " " for letter in letters).split())


def alphabetical(name: str) -> tuple[str, str]:
    """The key of every list by name: ``Łukasz`` among the L and ``Şahin`` among the S, whatever the machine's locale.

    >>> sorted(["Traverso", "Şahin", "Sala"], key=alphabetical)
    ['Şahin', 'Sala', 'Traverso']
    """
    return folded(name), name
