"""Comparison of people's names, ignoring accents, capitals, apostrophes and the order of words.

Lists are written by many people: ``Niccolo'`` is Niccolò, ``ROSSI Mario`` is Mario Rossi,
``D’Amico`` and ``DAmico`` are one person. Nothing here decides that two people are the same.
"""

import secrets
import unicodedata
from collections.abc import Collection, Iterator
from typing import Any

from django.utils.translation import gettext_lazy as _

from king.words import APOSTROPHES, folded, words_of
from wording.sentences import refusal

_SPACE_FOR_APOSTROPHES = str.maketrans(dict.fromkeys(APOSTROPHES, " "))
PARTICLES = frozenset(
    """
    abd abu af al av ben bin d da dal dall dalla dalle das de degl degli dei del dell della
    delle dello den der di do dos du el het ibn la las le les li lo los mac mc o op saint sainte
    san sant santa st ste t ten ter van vom von y zu zum zur
    """.split()
)
SUFFIXES = frozenset(("jr", "sr", "jun", "sen", "junior", "senior", "ii", "iii", "iv"))
MOST_MARKS = 8

# Letters and digits that nobody mistakes for one another on paper, at arm's length, or over the
# telephone.
CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code(length: int) -> str:
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(length))


_BECOME_BLANKS = ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")


def clean_text(text: str) -> str:
    """Normalize a text: single spaces, composed accents, nothing invisible. Removes what databases
    refuse (null characters, half a surrogate pair).
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kinds = ((letter, unicodedata.category(letter)) for letter in _few_marks(text))
    visible = "".join(
        " " if kind in _BECOME_BLANKS else letter for letter, kind in kinds if kind != "Cf"
    )
    return " ".join(unicodedata.normalize("NFC", visible).split())


def clean_lines(text: str) -> str:
    return "\n".join(filter(None, map(clean_text, text.splitlines())))


NO_REASON = _("This step needs a reason: write down what happened.")


def read_reason(reason: str, missing: Any = NO_REASON) -> str:
    clean = clean_lines(reason)
    if not clean:
        raise refusal(missing, "reason_missing")
    return clean


def _few_marks(text: str) -> Iterator[str]:
    """Limit the accents on one letter. Hundreds of them are no name, and composing them takes
    quadratic time.
    """
    run = 0
    for letter in text:
        run = run + 1 if unicodedata.combining(letter) else 0
        if run <= MOST_MARKS:
            yield letter


def search_text(*parts: str) -> str:
    """Text for completion: each word after a space, with ``D'Amico`` both as one word and as two.

    >>> search_text("D'Amico", "Zoë")
    ' damico zoe d amico'
    """
    whole = " ".join(parts)
    words = dict.fromkeys(
        [*folded(whole).split(), *words_of(whole.translate(_SPACE_FOR_APOSTROPHES)).split()]
    )
    return "".join(f" {word}" for word in words)


def same_name(surname: str, given_name: str) -> str:
    """Key under which two spellings are the same name, ignoring only capitals and blanks."""
    return f"{clean_text(surname).casefold()}|{clean_text(given_name).casefold()}"


def like_name(*parts: str) -> str:
    """Key under which two names are similar enough to ask about, ignoring accents, capitals, blanks
    and order.

    >>> like_name("De André", "Bruno") == like_name("bruno", "de andre'")
    True
    """
    return "".join(sorted(folded(" ".join(parts)).split()))


def one_letter_off(first: str, second: str) -> bool:
    """Whether two folded names differ by one letter: one replaced, one added, or two neighbours
    swapped.

    Different digits count as different names, because they tell people apart on purpose.

    >>> one_letter_off("vassalo", "vassallo"), one_letter_off("rosis", "rossi"), one_letter_off("jolly 1", "jolly 2")
    (True, True, False)
    """
    if first == second or abs(len(first) - len(second)) > 1:
        return False
    start = next(
        (at for at, (one, other) in enumerate(zip(first, second, strict=False)) if one != other),
        None,
    )
    at = min(len(first), len(second)) if start is None else start
    one, other = first[at:], second[at:]
    if any(letter.isdigit() for letter in (one[:1], other[:1])):
        return False
    return (
        one[1:] == other[1:]
        or one[1:] == other
        or one == other[1:]
        or (len(one) > 1 and one[:2] == other[1::-1] and one[2:] == other[2:])
    )


FEW_LETTERS = 4
"""Shortest word that is compared by nearness, because too many short names differ by one letter."""


def nearly(words: Collection[str], known: Collection[str]) -> bool:
    """Whether each of the folded ``words`` is the beginning of a ``known`` word, or one letter off
    it.

    >>> nearly(["rosi"], ["rossi", "ada"]), nearly(["ros"], ["parodi"]), nearly(["ada", "rosi"], ["rossi", "ugo"])
    (True, False, False)
    """
    return max(map(len, words), default=0) >= FEW_LETTERS and all(
        any(
            name.startswith(word)
            or (len(word) >= FEW_LETTERS and one_letter_off(word, name[: len(word) + extra]))
            for name in known
            for extra in (-1, 0, 1)
        )
        for word in words
    )


def split_name(text: str, *, given_first: bool = False) -> tuple[str, str]:
    """Split a text into surname and given name: by a comma, else by a surname in capitals, else by
    order.

    >>> split_name("Lo Presti Laura"), split_name("Anna Maria De Luca", given_first=True), split_name("Mario ROSSI")
    (('Lo Presti', 'Laura'), ('De Luca', 'Anna Maria'), ('ROSSI', 'Mario'))
    >>> split_name("Della Valle Di Sotto Pia"), split_name("Mario Rossi Jr.", given_first=True), split_name("M. Rossi")
    (('Della Valle Di Sotto', 'Pia'), ('Rossi Jr.', 'Mario'), ('Rossi', 'M.'))
    >>> split_name("De Rossi A.M.")
    ('De Rossi', 'A.M.')
    """
    text = clean_text(text)
    surname, comma, given_name = text.partition(",")
    if comma and surname.strip():
        words, suffixes = _split_suffixes(given_name.strip(" ,").split())
        return " ".join([surname.strip(), *suffixes]), " ".join(words)
    words, suffixes = _split_suffixes(text.strip(" ,").split())
    surname, given_name = _split(words, given_first=given_first)
    return " ".join([surname, *suffixes]), given_name


def _split_suffixes(words: list[str]) -> tuple[list[str], list[str]]:
    """Split off suffixes like ``Jr.``, which belong to the surname wherever they stand after the
    first word.
    """
    suffixes = [
        word
        for word in words[1:]
        if folded(word) in SUFFIXES and (len(words) > 2 or len(folded(word)) < 4)
    ]
    return [word for word in words if word not in suffixes], suffixes


def _split(words: list[str], *, given_first: bool) -> tuple[str, str]:
    capitals = [word for word in words if _is_in_capitals(word)]
    if capitals and len(capitals) < len(words):
        return _split_by_capitals(words)
    if len(words) > 1 and _is_initial(words[0]) != _is_initial(words[-1]):
        given_first = _is_initial(words[0])  # an initial stands for a given name
    if given_first and len(words) > 1:
        first = next(
            (place for place, word in enumerate(words[1:-1], 1) if folded(word) in PARTICLES),
            len(words) - 1,
        )
        return " ".join(words[first:]), " ".join(words[:first])
    end = 1
    while end < len(words) - 1 and (
        folded(words[end - 1]) in PARTICLES
        or (end < len(words) - 2 and folded(words[end]) in PARTICLES)
    ):
        end += 1
    return " ".join(words[:end]), " ".join(words[end:])


def _is_initial(word: str) -> bool:
    """Whether a word is initials: ``M.``, ``A.M.``, ``J.-P.``"""
    return word.endswith(".") and all(len(letters) == 1 for letters in folded(word).split())


def _is_in_capitals(word: str) -> bool:
    return len(folded(word)) > 1 and word.isupper() and not _is_initial(word)


def _split_by_capitals(words: list[str]) -> tuple[str, str]:
    chosen = {place for place, word in enumerate(words) if _is_in_capitals(word)}
    first = min(chosen)
    while first > 0 and folded(words[first - 1]) in PARTICLES:
        first -= 1
    last = max(chosen)
    rest = words[:first] + words[last + 1 :]
    return " ".join(words[first : last + 1]), " ".join(rest)
