"""Sentences in the reader's language: those of the game, stored ones that are worded later, and
refusals.

``king.words.Phrase`` is the only kind of sentence. ``say`` puts a phrase and every value in it into
words.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from string import Formatter
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.functional import lazy
from django.utils.translation import gettext, gettext_lazy as _

from king.cards import Card, Rank, Side, Suit, Wind
from king.reading import STANDARD_INPUT, TOP, InputError
from king.rulesets.contracts import Contract
from king.rulesets.units import Unit
from king.sheet.row import Problem
from king.words import Phrase
from wording.earlier_sentences import present_sentence
from wording.naming import (
    Number,
    card_letters,
    column_name,
    contract_name,
    join_words,
    number,
    rank_letter,
    suit_name,
    unit_name,
)


def say(value: object) -> str:
    match value:
        case Phrase():
            return _sentence(value)
        case Wind() | Side():
            return column_name(value)
        case Suit():
            return suit_name(value)
        case Rank():
            return rank_letter(value)
        case Card():
            return card_letters(value)
        case Contract():
            return contract_name(value)
        case Unit():
            return unit_name(value)
        case bool() | str():
            return str(value)
        case int() | Fraction() | Decimal() | None:
            return number(value)
        case Sequence() | frozenset():
            return join_words(say(one) for one in value)
    return str(value)


def contract_meaning(contract: Contract) -> str:
    """Meaning of the contract, to be shown beside a name of another tradition than the reader's
    (§12.9).
    """
    return say(contract.meaning)


def contract_gloss(contract: Contract) -> str:
    """Meaning of the contract, or "" if it is the contract's name again."""
    meaning = contract_meaning(contract)
    return "" if meaning.casefold() == contract_name(contract).casefold() else meaning


def _sentence(phrase: Phrase) -> str:
    """Fill the fields of a sentence: those of ``king`` are in braces, those of the site are
    ``%(name)s``. No sentence has both.
    """
    sentence = gettext(phrase.template) if phrase.template else ""
    if not phrase.fields:
        return sentence
    if "%(" in sentence:
        return sentence % {name: say(field) for name, field in phrase.fields.items()}
    worded = []
    for text, name, wanted, _how in _parts(sentence):
        worded.append(text)
        if name is not None:
            worded.append(_worded(phrase.fields[name], wanted or ""))
    return "".join(worded)


@functools.lru_cache(maxsize=1024)
def _parts(sentence: str) -> tuple[tuple[str, str | None, str | None, str | None], ...]:
    """Split a sentence into its pieces of text, each with the field that follows it. Cached."""
    return tuple(Formatter().parse(sentence))


def _worded(field: object, wanted: str) -> str:
    """Word a field in the active language; ``{points:+}`` writes the sign of a number."""
    if isinstance(field, Number) and not isinstance(field, bool):
        return number(field, signed=wanted == "+")
    return format(say(field), wanted)


@dataclass(frozen=True, slots=True, init=False)
class Sentence(Phrase):
    """A phrase that is stored, and worded in the reader's language when it is shown: ``{{ sentence
    }}`` on a page.
    """

    def __str__(self) -> str:
        return say(self)

    def as_json(self) -> list[Any]:
        return [self.template, dict(self.fields)]

    @classmethod
    def from_json(cls, form: list[Any]) -> Sentence:
        """Read a stored sentence, including the older form with a third value."""
        template, fields, *_braces = form
        return cls(present_sentence(str(template)), dict(fields))

    @classmethod
    def of(cls, phrase: Phrase) -> Sentence:
        """Make a sentence for a refusal, which is raised before anybody reads it."""
        return cls(phrase.template, phrase.fields)


# --- refusals
# ----------------------------------------------------------------------------------------------------


def say_error(error: InputError) -> str:
    # A place is a name in a file (``rows[3].units``) and is not translated, unless it is no name at
    # all.
    where = [
        gettext(part) if part in (TOP, STANDARD_INPUT) else part
        for part in (error.source, error.place)
        if part
    ]
    return ": ".join([*where, say(error.phrase)])


say_error_lazily = lazy(say_error, str)


def problem_line(problem: Problem) -> str:
    line = say(problem.phrase)
    if problem.hand is not None:
        line = gettext("Hand %(hand)s: %(problem)s") % {"hand": problem.hand, "problem": line}
    return gettext("%(problem)s (ruled)") % {"problem": line} if problem.ruled else line


def refusal(sentence: Any, code: str | None = None, /, **fields: object) -> ValidationError:
    """Make a refusal. ``fields`` fill the sentence when it is read."""
    return ValidationError(sentence, code, fields or None)


class SheetRefused(ValidationError):
    """Refusal of a sheet: a heading, then a line for each problem. ``problems`` has them."""

    def __init__(self, heading: ValidationError, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__([heading, *map(_refused, self.problems)])


def _refused(problem: Problem) -> ValidationError:
    fields = {"hand": problem.hand, "problem": Sentence.of(problem.phrase)}
    return ValidationError(
        "%(problem)s" if problem.hand is None else _("Hand %(hand)s: %(problem)s"),
        code=problem.code,
        params=fields,
    )
