"""Names that may be one person's: in the other order, spelled differently, a letter off,
abbreviated.

Names are compared by shared keys, so that not everybody is compared with everybody. Nothing here
decides; it finds whom to ask about.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator
from typing import TypeVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from ground.names import like_name, one_letter_off, same_name
from king.words import folded

Person = TypeVar("Person", bound=Hashable)
Name = tuple[str, str]
"""Surname and given name."""

MOST_UNDER_A_KEY = 20
"""Most people with a key that are all compared. If more share it, only the last of them is."""
MOST_MEANT = 3
"""Most people that a surname alone, or with an initial, may mean. If more fit, it means none of
them."""


class Likeness(models.TextChoices):
    """How two people of a roster are alike, the surest first."""

    CARD = "card", _("the way in which one card is written")
    SAME = "same", _("the same name")
    ORDER = "order", _("the order of surname and name")
    SPELLING = "spelling", _("accents, apostrophes, capitals or blanks")
    LETTER = "letter", _("one letter")
    INITIAL = "initial", _("the name, missing or cut short on one side")


SURE = (Likeness.SAME, Likeness.ORDER, Likeness.SPELLING)
"""Kinds of likeness in which the words are the same, letter by letter."""


def likeness(first: Name, second: Name) -> Likeness | None:
    """Return how alike two names are, or None if they are not.

    >>> likeness(("Rossi", "Mario"), ("Mario", "Rossi")), likeness(("De Angelis", "Ada"), ("Deangelis", "Ada"))
    (Likeness.ORDER, Likeness.SPELLING)
    >>> likeness(("Rossi", "M."), ("Rossi", "Mario")), likeness(("Rossi", "M."), ("Rossi", "Anna"))
    (Likeness.INITIAL, None)
    """
    if same_name(*first) == same_name(*second):
        return Likeness.SAME
    one, other = _join_parts(*first), _join_parts(*second)
    if not one or not other:
        return None
    if one == other:
        return Likeness.SPELLING
    if spellings(*first) & spellings(*second):
        exchanged = one == _join_parts(*reversed(second)) or like_name(*first) == like_name(*second)
        return Likeness.ORDER if exchanged else Likeness.SPELLING
    if _cut_short(first, second) or _cut_short(second, first):
        return Likeness.INITIAL
    if _is_short(first) or _is_short(second):
        return None
    orders = _join_parts(*second), _join_parts(*reversed(second))
    return Likeness.LETTER if any(one_letter_off(one, order) for order in orders) else None


def spellings(*parts: str) -> set[str]:
    """Keys of which two names share one if they have the same words, in any order, joined or apart."""
    return {like_name(*parts), _join_parts(*parts), _join_parts(*reversed(parts))} - {""}


def keys_under(name: Name) -> set[str]:
    """Keys under which a name is indexed. The ``keys_asked`` of a similar name include at least one
    of them.
    """
    kind = "short" if _is_short(name) else "whole"
    return (
        {like_name(*name)}
        | _one_letter_less(_join_parts(*name))
        | {f"{kind} {part}" for part in _surnames(name)}
    )


def keys_asked(name: Name) -> set[str]:
    kinds = ("short", "whole") if _is_short(name) else ("short",)
    orders = _one_letter_less(_join_parts(*name)) | _one_letter_less(_join_parts(*reversed(name)))
    return (
        {like_name(*name)}
        | orders
        | {f"{kind} {part}" for kind in kinds for part in _surnames(name)}
    )


def likely_pairs(people: Iterable[tuple[Person, Name]]) -> list[tuple[Person, Person, Likeness]]:
    by_key: defaultdict[str, list[tuple[Person, Name]]] = defaultdict(list)
    pairs = []
    for person, name in people:
        met = {
            known: other
            for key in keys_asked(name)
            for known, other in by_key.get(key, ())[-MOST_UNDER_A_KEY:]
        }
        for known, other in met.items():
            alike = likeness(name, other)
            if alike is not None:
                pairs.append((known, person, alike))
        for key in keys_under(name):
            by_key[key].append((person, name))
    return sorted(_telling(pairs), key=lambda pair: list(Likeness).index(pair[2]))


def _telling(
    pairs: list[tuple[Person, Person, Likeness]],
) -> Iterator[tuple[Person, Person, Likeness]]:
    cut_short = Counter(who for *two, alike in pairs if alike is Likeness.INITIAL for who in two)
    for first, second, alike in pairs:
        if alike is not Likeness.INITIAL or max(cut_short[first], cut_short[second]) <= MOST_MEANT:
            yield first, second, alike


def _join_parts(*parts: str) -> str:
    return "".join(folded(part).replace(" ", "") for part in parts)


def _one_letter_less(name: str) -> set[str]:
    """The name, and the name without each of its letters. Names that differ by a letter share one
    of these.
    """
    return {name[:at] + name[at + 1 :] for at in range(len(name) + 1)}


def _is_short(name: Name) -> bool:
    return any(len(word) < 2 for part in name for word in folded(part).split() or [""])


def _surnames(name: Name) -> set[str]:
    return {word for part in name if len(word := _join_parts(part)) > 1}


def _cut_short(short: Name, whole: Name) -> bool:
    """Whether ``short`` has the same surname as ``whole``, and only initials or nothing for its
    given names. Names may be in either order.
    """
    return any(
        _join_parts(surname) == _join_parts(family)
        and _is_abbreviation(folded(initials).split(), folded(given_name).split())
        for surname, initials in (short, short[::-1])
        for family, given_name in (whole, whole[::-1])
        if _join_parts(surname)
    )


def _is_abbreviation(short: list[str], whole: list[str]) -> bool:
    if not short:
        return bool(whole)
    return (
        len(short) <= len(whole)
        and any(len(word) == 1 for word in short)
        and all(
            word == name or (len(word) == 1 and name[0] == word)
            for word, name in zip(short, whole, strict=False)
        )
    )
