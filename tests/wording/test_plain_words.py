"""Words of a card club: Italian sentences have no word that players stumbled over, and a sentence
with a number has a form for one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.test import Client
from django.utils import translation

from king.cards import Wind
from king.rulesets import RULESETS
from king.sheet.plausibility import FAR
from king_tournament.captain.page import own_words, page_of
from king_tournament.sheet.keys import contract_keys
from tests.evenings import a_sheet
from tests.markup import flat
from wording.naming import term_explained, wind_letter
from wording.results import points_in_words

ROOT = Path(__file__).parents[2]
LANGUAGES = ("en", "it", "pt", "fr")
STUMBLES = re.compile(
    r"anagraf|contegg|\bquadrat[oi]\b(?! del suo)|punti dei fogli|a parte (?:dal|dalle)\b|\bunità\b|valore di mezzo"
    r"|\bscore\b(?!`)|risultati scartati|così a 1 tavoli|per quante\b(?! prese| ne)",
    re.IGNORECASE,
)
"""Words that nobody at a table understood in the fourth trial, without their legitimate uses."""
PLURALS = (
    "tavoli mani giocatori fogli partite serate prese carte righe smazzate minuti secondi volte iscritti soci "
    "fanti donne cuori turni verbali"
).split()
NEVER_ONE = re.compile(
    r"(?:most|least|expected|size|limit|deck|players|pool|partite|enough|seats|hands|closed|tables|rounds"
    r"|boards|length|lines|times|largest)$"
)
"""Fields whose number is fixed by the game, is a bound, or is always above one."""
ONE_HAS_ITS_OWN = re.compile(
    r"king/sheet/row\.py|king/rulesets/units|king/simultaneous|king/play/|duplicate_paper|slips|lists\.py"
)
"""Sources that have a separate sentence for one, or count a whole hand or sheet."""


FROM_TWO_ON = {
    "{contract} has been played already ({found} times, {expected} allowed)",
    "{contract}: {wind} has chosen such hands {found} times, {expected} allowed",
    "%(count)s reports are here.",
    "Entry %(number)s, %(player)s, needs %(count)s players.",
    "A player who takes %(count)d tricks wins the match, which ends there.",
    "Each plays %(count)d hands in a row.",
    "A place requires %(count)d evenings.",
}
"""Sentences that are only used for two or more."""


def italian() -> Iterator[tuple[str, str, str]]:
    """Yield the msgid of each sentence, empty for one with plural forms, with its Italian and its
    sources.
    """
    with (ROOT / "locale/it/LC_MESSAGES/django.po").open("rb") as file:
        for message in read_po(file):
            if message.id:
                forms = [message.string] if isinstance(message.string, str) else message.string
                ids = message.id if isinstance(message.id, str) else ""
                for form in forms:
                    yield ids, form, " ".join(path for path, _line in message.locations)


def test_no_italian_sentence_has_a_word_that_a_trial_stumbled_over() -> None:
    sentences = [form for _id, form, _where in italian() if STUMBLES.search(form)]
    pages = [
        f"{path.name}: {line}"
        for path in sorted((ROOT / "docs/it").rglob("*.md"))
        if path.name
        not in ("glossary.md", "simultaneous.md", "grades.md")  # pages about words and statistics
        for line in path.read_text().splitlines()
        if STUMBLES.search(line)
    ]
    assert (sentences, pages) == ([], [])


def test_no_italian_sentence_of_one_form_counts_a_noun_in_the_plural() -> None:
    nouns = "|".join(PLURALS)
    counts = re.compile(rf"(?:%\((\w+)\)[sd]|\{{(\w+)\}}) (?:altr[ei] |ultime )?(?:{nouns})\b")
    wrong = []
    for msgid, form, where in italian():
        found = counts.search(form) if msgid else None
        if (
            found
            and msgid not in FROM_TWO_ON
            and not NEVER_ONE.match(found[1] or found[2])
            and not ONE_HAS_ITS_OWN.search(where)
        ):
            wrong.append(form)
    assert wrong == []


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "1 match point (0)", "2 match points (0)"),
        ("it", "1 punto-partita (0)", "2 punti-partita (0)"),
        ("pt", "1 ponto de partida (0)", "2 pontos de partida (0)"),
        ("fr", "1 point de partie (0)", "2 points de partie (0)"),
    ],
)
def test_match_points_are_one_or_several(language: str, one: str, two: str) -> None:
    with translation.override(language):
        sentences = [points_in_words(Fraction(count), Fraction(0), raw=False) for count in (1, 2)]
    assert sentences == [one, two]


@pytest.mark.parametrize(
    ("language", "nouns"),
    [
        ("it", "tavoli|mani|giocatori|fogli|partite|smazzate|prese|carte|righe|soci|serate|coppie"),
        ("pt", "mesas|mãos|jogadores|folhas|partidas|vazas|cartas|linhas|sessões|duplas"),
        ("fr", "tables|donnes|joueurs|feuilles|parties|plis|cartes|lignes|séances|paires"),
    ],
)
def test_the_form_of_one_has_no_noun_in_the_plural(language: str, nouns: str) -> None:
    counted = re.compile(rf"%\((?:count|counter)\)[sd] (?:{nouns})\b")
    with (ROOT / f"locale/{language}/LC_MESSAGES/django.po").open("rb") as file:
        ones = [message.string[0] for message in read_po(file) if not isinstance(message.id, str)]
    assert len(ones) > 100
    assert [form for form in ones if counted.search(form)] == []


@pytest.mark.parametrize(
    ("language", "letters"), [("en", "NESO"), ("it", "NESO"), ("pt", "NESO"), ("fr", "NESO")]
)
@pytest.mark.django_db
def test_a_phone_has_the_letters_of_the_papers_on_its_table_whatever_it_speaks(
    client: Client, language: str, letters: str
) -> None:
    sheet = a_sheet(language="it")
    with translation.override("it"):
        card = "".join(wind_letter(wind) for wind in Wind)
    with translation.override(language):
        places = page_of(sheet)["places"]
    page = client.get(
        f"/t/{sheet.table.place.code}/{sheet.table.round.number}/",
        headers={"accept-language": language},
    ).content.decode()
    marks = re.findall(r'<span class="wind wind-\w[^>]*>(\w)</span>', flat(page))
    assert card == letters
    assert "".join(places[str(wind)]["letter"] for wind in Wind) == letters
    assert "".join(marks[:4]) == letters


@pytest.mark.parametrize(
    ("language", "heading"),
    [
        ("it", "Vendita"),
        ("en", "Vendita (sale)"),
        ("pt", "Vendita (leilão)"),
        ("fr", "Vendita (enchères)"),
    ],
)
def test_the_heading_of_a_sale_is_explained_to_who_does_not_speak_its_language(
    language: str, heading: str
) -> None:
    with translation.override(language):
        assert term_explained(RULESETS["lab12"], "sale") == heading
        assert own_words(RULESETS["lab12"])["sale"] == heading


def test_a_word_of_the_readers_own_game_is_not_explained() -> None:
    """A Turkish sheet used to be headed “Skor kâğıdı (skor kâğıdı)”, a Portuguese one “Bloco
    (folha)”.
    """
    headings = {}
    for code, language in (("rifki", "tr"), ("pt_ind", "pt"), ("pt_ind", "pt-br"), ("fr32", "it")):
        with translation.override(language):
            headings[code, language] = term_explained(RULESETS[code], "sheet")
    assert headings == {
        ("rifki", "tr"): "Skor kâğıdı",
        ("pt_ind", "pt"): "Bloco",
        ("pt_ind", "pt-br"): "Bloco",
        ("fr32", "it"): "Feuille de marque (foglio)",
    }


@pytest.mark.parametrize(
    ("language", "glosses"),
    [
        ("it", {"MIS": "Niente prese", "Q": ""}),
        ("en", {"MIS": "No tricks", "Q": "No queens"}),
    ],
)
def test_a_hand_whose_name_does_not_say_it_has_its_meaning_beside(
    language: str, glosses: dict[str, str]
) -> None:
    rules = RULESETS["lab12"]
    with translation.override(language):
        keys = contract_keys(rules, rules.defaults)
        assert {code: keys[code]["gloss"] for code in glosses} == glosses


def test_a_row_far_from_the_others_is_told_what_is_usual() -> None:
    with translation.override("it"):
        sentence = translation.gettext(FAR).format(wind="Nord", found=9, nearest=5, median=2)
    assert sentence == "Nord ha 9: degli altri tavoli il più vicino ha 5; di solito è 2"
