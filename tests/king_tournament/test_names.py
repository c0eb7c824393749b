"""Names belong to the game (§12.9): phone, desk, sheet and paper show a system's own names in pages
of any language.
"""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from king.rulesets import RULESETS
from king.rulesets.base import RuleSet
from king.rulesets.edition import EditionError, make_edition
from king_tournament.captain.page import own_words, page_of
from king_tournament.sheet.keys import contract_keys
from printing.document_context import Options
from printing.document_list import DOCUMENTS
from printing.documents.announcement import paragraphs
from tests.evenings import a_sheet, demo
from tests.printing.pages import read_pages, squeezed
from tournaments.models import Table
from wording.sentences import say

pytestmark = pytest.mark.django_db

LANGUAGES = ("en", "it")

PORTUGUESE = {
    "V": "Não fazer vazas",
    "C": "Não fazer copas",
    "M": "Não fazer mulheres",
    "H": "Não fazer homens",
    "K": "Não fazer o King",
    "2U": "Não fazer as 2 últimas",
    "POS": "Posi",
}
"""S3."""
FRENCH = {
    "V": "Sans plis",
    "C": "Sans cœurs",
    "M": "Sans dames",
    "H": "Sans rois ni valets",
    "K": "Sans roi de cœur",
    "2U": "Sans les 2 derniers plis",
    "POS": "Enchères",
}
"""S4."""
ITALIAN = {
    "KJ": "No re e fanti",
    "Q": "No donne",
    "KH": "No re di cuori",
    "8D": "No otto di quadri",
    "NC": "No cuori",
    "MIS": "Misère",
    "U2": "Ultime due",
    "DOM": "Domino",
    "D": "Dichiarazione",
    "SA": "Sans Atout",
}
"""S0, S1."""


@pytest.mark.parametrize(
    ("codes", "names"),
    [
        ("lab12 lab13 lab_coppie lab_chiamata", ITALIAN),
        ("itwiki13 itwiki_scelta pirandello squadre squadre_terza", ITALIAN),
        ("pt_ind pt_duplas pt_pareado pt_fu", PORTUGUESE),
        ("fr10 fr32", FRENCH),
    ],
)
def test_a_system_has_the_names_of_its_tradition(codes: str, names: dict[str, str]) -> None:
    for code in codes.split():
        played = {contract.code: contract.name for contract in RULESETS[code].played}
        assert played == {key: names[key] for key in played}


def test_one_contract_one_name_and_none_is_a_sentence_to_translate() -> None:
    names = {contract.name: set() for rules in RULESETS.values() for contract in rules.contracts}
    for rules in RULESETS.values():
        for contract in rules.contracts:
            names[contract.name].add(contract.code)
    assert [name for name, codes in names.items() if len(codes) > 1] == []
    sources = Path(settings.BASE_DIR, "king/rulesets").rglob("*.py")
    marked = [
        sentence
        for source in sources
        for sentence in re.findall(r'gettext_noop\(\s*"([^"]*)"', source.read_text("utf-8"))
    ]
    assert "No tricks" in marked
    assert [name for name in names if name in marked] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", RULESETS.values(), ids=str)
def test_a_sentence_about_a_hand_calls_it_so(rules: RuleSet, language: str) -> None:
    with translation.override(language):
        for contract in rules.played:
            name = say(contract.title) if contract.in_words else contract.name
            assert contract_keys(rules, rules.defaults)[contract.code]["title"] == name
            assert say(contract) == name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "code",
    [
        "lab12",
        *(
            pytest.param(code, marks=pytest.mark.at_length)
            for code in ("lab_coppie", "pt_ind", "fr10", "rifki", "russian")
        ),
    ],
)
def test_every_page_and_paper_of_an_evening_calls_the_hands_so(
    code: str, language: str, admin_client: Client, client: Client
) -> None:
    # The evening has no language of its own, so readers and papers differ in theirs.
    evening = demo(stage="finished", seed=7, ruleset=code, tables=2, rounds=1)
    names = [contract.name for contract in evening.rules.played]
    table = Table.objects.get(round__tournament=evening, number=1)
    headers = {"accept-language": language}
    pages = {
        "phone": client.get(f"/t/{table.place.code}/1/", headers=headers),
        "desk": admin_client.get(f"/desk/{evening.code}/play/1/1/", headers=headers),
        "sheet": client.get(f"/live/{evening.code}/1/tables/1/", headers=headers),
        "rules": client.get(f"/rules/{code}/", headers=headers),
    }
    for place, page in pages.items():
        assert page.headers["Content-Language"] == language
        text = unescape(page.content.decode())
        if place == "phone":  # the phone's page has the hands as data of its script
            text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda sign: chr(int(sign[1], 16)), text)
        assert [name for name in names if name not in text] == [], place
    with translation.override(language):
        for key in ("score_sheets", "summary_card"):
            document = DOCUMENTS[key]
            paper = document.render(document.gather(evening, Options.read({})), None)
            written = "".join(page.squeezed for page in read_pages(paper))
            assert [name for name in names if squeezed(name) not in written] == [], key


def test_the_rule_behind_the_phones_question_mark_says_what_the_name_means() -> None:
    for language, meaning in (
        ("en", "No tricks: 13 tricks, −20 each."),
        ("it", "Niente prese: 13 prese a −20."),
    ):
        with translation.override(language):
            assert page_of(a_sheet("pt_ind"))["play"]["V"][0] == meaning


def test_the_rules_page_has_the_readers_own_words_beside(client: Client) -> None:
    for language, words in (("en", "No tricks"), ("it", "Niente prese")):
        page = client.get("/rules/pt_ind/", headers={"accept-language": language})
        row = re.search(r"<th[^>]*>\s*Não fazer vazas.*?</tr>", page.content.decode(), re.S)
        assert row is not None
        assert words in row[0]


def test_a_word_that_explains_itself_is_not_among_the_words_of_the_game(client: Client) -> None:
    """The list used to read “plus (en plus), plus (plus, sinon moins), feuille de marque (feuille)”."""
    terms = {}
    for code, language in (("fr32", "fr"), ("pt_ind", "pt"), ("pt_ind", "en")):
        page = client.get(f"/rules/{code}/", headers={"accept-language": language}).context
        terms[code, language] = dict(page["terms"])
    assert terms["fr32", "fr"] == {
        "négative": "jouée en moins",
        "enchères non réalisées": "pas jouée",
    }
    assert "nulo" not in terms["pt_ind", "pt"]
    assert terms["pt_ind", "en"]["8 ou nulos"] == "8 or nulls"
    assert terms["pt_ind", "en"]["leilão"] == "sale"


def test_no_column_of_the_rules_page_is_left_empty_where_a_name_says_itself(client: Client) -> None:
    page = client.get("/rules/fr32/", headers={"accept-language": "fr"}).content.decode()
    table = page[page.index("<table") : page.index("</table>")]
    cells = re.findall(r"<td[^>]*>(.*?)</td>", table, re.S)
    assert len(cells) == 7 * 4
    assert [cell for cell in cells if not cell.strip()] == []
    assert "Les plis comptent, avec atout" in table


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("code", "sale", "sheet"),
    [
        ("lab12", "Vendita", "Score"),
        ("itwiki13", "Vendita", "Score"),
        ("pt_ind", "Leilão", "Bloco"),
        ("fr10", "Enchères", "Feuille de marque"),
    ],
)
def test_sale_and_sheet_have_the_traditions_word(
    code: str, sale: str, sheet: str, language: str
) -> None:
    evening = demo(stage="seated", seed=7, ruleset=code, tables=1, rounds=1)
    with translation.override(language):
        keys = own_words(evening.rules)
        assert keys["sale"].split(" (")[0] == sale
        titles = [title.split(" (")[0] for title, _text in paragraphs(evening)]
        assert sale in titles
        card, score = (
            "".join(page.squeezed for page in read_pages(document.render(gathered, None)))
            for document in (DOCUMENTS["summary_card"], DOCUMENTS["score_sheets"])
            for gathered in [document.gather(evening, Options.read({}))]
        )
    assert squeezed(sale) in card
    assert squeezed(sheet) in score
    assert squeezed(f", {sale.lower()}") in score


def test_what_is_said_of_a_hand_has_the_traditions_word() -> None:
    # S3: "n para cima", "n nulos", "leilão frustrado"; S4: "plus", "moins".
    portuguese, french = own_words(RULESETS["pt_ind"]), own_words(RULESETS["fr10"])
    assert (portuguese["offer_up"], portuguese["offer_null"]) == ("para cima", "nulos")
    assert (french["offer_up"], french["offer_null"]) == ("plus", "moins")
    rules = RULESETS["pt_ind"]
    with translation.override("en"):
        odd = contract_keys(rules, rules.defaults)["POS"]["odd"]
    assert [flag["label"] for flag in odd["flags"]] == [
        "Para baixo: every trick costs",
        "“8 ou nulos”: nobody offers 8, the declarer plays down",
        "Leilão frustrado: 4 for the owner, 3 for each other",
    ]
    # S0: "esce di terza".
    assert own_words(RULESETS["squadre_terza"])["third"] == "Uscita di terza"


def test_a_system_without_a_word_of_its_own_has_the_readers() -> None:
    rules = replace(RULESETS["lab12"], terms={})
    with translation.override("en"):
        assert own_words(rules)["sale"] == "Sale"
    with translation.override("it"):
        assert own_words(rules)["sale"] == "Vendita"


def test_a_house_edition_renames_the_words_of_its_table() -> None:
    edition = make_edition(RULESETS["pt_ind"], "porto", "Porto", {"names": {"sale": "venda"}})
    assert own_words(edition)["sale"].split(" (")[0] == "Venda"
    assert own_words(edition)["offer_null"] == "nulos"
    with pytest.raises(EditionError, match=r"edition: changes\.names.sale: expected a name of"):
        make_edition(RULESETS["pt_ind"], "porto", "Porto", {"names": {"sale": " "}})
    with pytest.raises(EditionError, match=r"edition: changes\.names.sole: expected one of"):
        make_edition(RULESETS["pt_ind"], "porto", "Porto", {"names": {"sole": "venda"}})
