"""The French and the Portuguese of card players: no words that nobody uses at a table, no-break
spaces in French, and one form of address.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.utils import translation

from king.rulesets import RULESETS
from king.rulesets.contracts import Family
from wording.sentences import contract_meaning

ROOT = Path(__file__).parent.parent.parent

WINDS = "|".join(
    "wind winds who holder holders seller buyer turn owner offender dealer leader dummy speaker "
    "decider side".split()
)
"""Fields that may hold a wind, before which *de* and *que* would have to be elided."""

NOBODY_SAYS = {
    "fr": (
        r"\b[Vv]entes?\b",
        r"\b[Tt]ierces?\b",
        r"\btomben?t? (pas )?juste",
        r"[ÉéEe]crire les comptes",
        r"\b[Rr]emett(re|ez)\b|\bremis(es)?\b|\b[Rr]emises?\b(?! des prix)",
        r"\b[Gg]raines?\b",
        r"\b[Cc]arrés?\b",
        r"\b[Cc]opies? de sécurité",
        r"\b[Cc]lasseurs?\b",
        r"\b[Aa]dhérents?\b",
        r"\b[ÉéEe]ditions? maison\b|\bde la maison\b",
        r"\bfichier des joueurs\b|\b[Aa]u fichier\b",
        r"\b[Uu]nités?\b",
        r"\bserveur de courrier\b",
        r"deux derniers plis$",
        r"\b(de|que) (Est|Ouest)\b",
        rf"\b(de|que|jusque|lorsque|puisque) (%\(({WINDS})\)|{{({WINDS})}})",
        r"’",
    ),
    "pt": (
        r"\b[Vv]endas?\b",
        r"\b[Cc]ontage(m|ns)\b",
        r"\b[Rr]ol\b",
        r"\b[Ss]ementes?\b",
        r"\b[Qq]uadrados?\b",
        r"\b[Qq]uadros?\b",
        r"\b[Ee]quipas?\b|\b[Pp]ar(es)? (na sala|da casa|folga)",
        r"\bjogador(es)? da casa\b",
        r"\b[Tt]elemóve(l|is)\b",
        r"\b[Ll]ivros?\b",
        r"\b[Cc]orreio\b",
        r"\b[Ss]enhas?\b",
        r"\b[ÉéEe]pocas?\b",
        r"\b(te|teu|teus|tua|tuas|convosco)\b",
        r"\b[Uu]nidades?\b",
        r"[«»]",
        r"\bduas últimas vazas$",
    ),
}
"""Patterns to avoid: synonyms of a settled word, programmers' words, and words that are not used at a table."""


def sentences(language: str) -> Iterator[tuple[str, str]]:
    """Yield every English sentence of the catalogue with its translations."""
    with (ROOT / f"locale/{language}/LC_MESSAGES/django.po").open("rb") as file:
        for message in read_po(file):
            if message.id:
                english = message.id if isinstance(message.id, str) else message.id[0]
                translations = (
                    message.string if isinstance(message.string, tuple) else (message.string,)
                )
                yield from ((english, sentence) for sentence in translations)


@pytest.mark.parametrize(
    ("language", "word"),
    [(language, word) for language in NOBODY_SAYS for word in NOBODY_SAYS[language]],
)
def test_a_word_that_no_card_player_says_is_in_no_sentence(language: str, word: str) -> None:
    assert [sentence for _, sentence in sentences(language) if re.search(word, sentence)] == []


TYPED = re.compile(r"«\N{NO-BREAK SPACE}[^»]*»|\{[“\"][^}]*\}|“[^”]*”")
"""Quoted input, such as « Genova: Rossi », which keeps the punctuation that users type."""


def test_a_french_colon_semicolon_question_or_exclamation_has_its_no_break_space() -> None:
    wrong = []
    for _, sentence in sentences("fr"):
        loose = re.search(
            r" [:;!?](?=\s|$|<)|[^\S\N{NO-BREAK SPACE}\n]»|«[^\N{NO-BREAK SPACE}]", sentence
        )
        close = re.search(r"[^\N{NO-BREAK SPACE}][:;!?](?=\s|$)", TYPED.sub("", sentence))
        if loose or close or "\N{NARROW NO-BREAK SPACE}" in sentence:
            wrong.append(sentence)
    assert wrong == []


ORDER = re.compile(r"[a-zé]ez\b|\b[Dd]ites\b|\b[Ff]aites\b")
INFINITIVE = re.compile(
    r"(?:^|[.;:?] )(?!Transcrever|Passar|Quem)[A-Za-zÀ-ÿ]+(?:ar|er|ir|[Pp]ôr|[áêi]-l[oa]s?)(?= |\.|$)(?<!Enter)"
    r"(?<!qualquer)(?<!Qualquer)"
)


def test_what_french_orders_with_vous_portuguese_orders_too_and_not_with_an_infinitive() -> None:
    """It is *Escreva o motivo*, not *Escrever o motivo*; only buttons have the infinitive, in both
    languages.
    """
    ordered = {english for english, sentence in sentences("fr") if ORDER.search(sentence)}
    wrong = [
        sentence
        for english, sentence in sentences("pt")
        if english in ordered and english.endswith((".", ":")) and INFINITIVE.search(sentence)
    ]
    assert wrong == []


@pytest.mark.parametrize(("language", "avoided"), [("fr", "Sans "), ("pt", "Não fazer ")])
def test_a_hand_to_avoid_is_named_as_such(language: str, avoided: str) -> None:
    """*Mulheres* and *Dames* used to name the cards without saying that they are to be avoided
    (§13.16).
    """
    with translation.override(language):
        meanings = {
            contract_meaning(contract)
            for rules in RULESETS.values()
            for contract in rules.played
            if contract.family is Family.NEGATIVE
        }
    assert meanings
    assert [meaning for meaning in meanings if not meaning.startswith(avoided)] == []


@pytest.mark.parametrize(
    ("language", "unit"), [("fr", "2 derniers plis"), ("pt", "2 últimas vazas")]
)
def test_the_last_two_tricks_are_counted_in_the_order_of_the_language(
    language: str, unit: str
) -> None:
    with translation.override(language):
        assert translation.gettext("last two tricks") == unit
        assert unit in translation.gettext("Not the last two tricks")


def test_no_script_sets_a_colon_of_its_own_between_two_texts() -> None:
    """French has a space before the colon, so scripts use the page's ``texts.colon``."""
    scripts = sorted((ROOT / "static").rglob("*.js"))
    assert scripts
    own = [
        (script.name, line.strip())
        for script in scripts
        for line in script.read_text(encoding="utf-8").splitlines()
        if re.search(r"""[,+]\s*": "\s*[,+)]""", line) and "style:" not in line
    ]
    assert own == []
