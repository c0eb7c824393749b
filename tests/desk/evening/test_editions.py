"""House editions at the desk, and the pages of rule systems."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from king.rulesets import RULESETS
from king_tournament.desk.evening.edition_form import EditionForm
from scoring.standing import standing_settings
from tests.desk.hall import questions
from tests.evenings import SYSTEMS
from tournaments.editions import create_edition, import_edition, revise_edition
from tournaments.house_rules import Edition
from tournaments.models import Tournament

NEW = "/desk/editions/new/?base="


def form_values(client: Client, url: str) -> dict[str, object]:
    """Fields of a page's form as a browser would send them back."""
    form = client.get(url).context["form"]
    fields = [part[name] for part in getattr(form, "parts", [form]) for name in part.fields]
    return {
        field.html_name: value for field in fields if (value := field.value()) not in (None, False)
    }


def wrong_fields(form: EditionForm) -> set[str]:
    """Names of the fields that have an error message."""
    return {
        part.add_prefix(name) if name in part.fields else name
        for part in form.parts
        for name in part.errors
    }


@pytest.mark.parametrize("code", SYSTEMS)
def test_an_edition_that_changes_nothing_has_the_figures_of_its_system(
    code: str, organizer: Client
) -> None:
    typed = form_values(organizer, NEW + code)
    page = organizer.get(NEW + code).content.decode()
    assert [name for name in typed if f'name="{name}"' not in page] == []
    answer = organizer.post(NEW + code, typed | {"name": "As published"})
    assert answer.status_code == 302, answer.context["form"].errors
    rules, base = Edition.objects.get().rules, RULESETS[code]
    assert rules.changes == {}
    assert (rules.hands, rules.expected_sum, rules.defaults) == (
        base.hands,
        base.expected_sum,
        base.defaults,
    )


def test_values_hands_and_penalties_make_an_edition_with_its_computed_sum(
    organizer: Client,
) -> None:
    typed = form_values(organizer, NEW + "lab12") | {
        "name": "Circolo del Porto",
        "values.KH": "-13",
        "settings.positive_penalty": "10",
        "settings.sale_settlement": "double",
    }
    assert organizer.post(NEW + "lab12", typed).status_code == 302
    rules = Edition.objects.get().rules
    assert rules.code == "circolo_del_porto"
    # The system sums to 0. Its one king of hearts in the twelve hands is worth five less.
    assert rules.expected_sum == -5
    assert (rules.defaults.positive_penalty, rules.defaults.sale_settlement) == (-10, "double")
    again = form_values(organizer, "/desk/editions/circolo_del_porto/")
    assert (again["values.KH"], again["settings.positive_penalty"]) == ("−13", "10")


def test_a_club_renames_a_hand_and_its_page_says_so(organizer: Client) -> None:
    typed = form_values(organizer, NEW + "pt_ind")
    assert (typed["names.V"], typed["names.K"]) == ("Não fazer vazas", "Não fazer o King")
    typed |= {"name": "Porto", "names.V": "Nenhuma vaza", "names.sale": "venda"}
    assert organizer.post(NEW + "pt_ind", typed).status_code == 302
    rules = Edition.objects.get().rules
    assert rules.changes == {"names": {"V": "Nenhuma vaza", "sale": "venda"}}
    assert form_values(organizer, "/desk/editions/porto/")["names.V"] == "Nenhuma vaza"
    page = organizer.get("/rules/porto/").content.decode()
    assert "Não fazer vazas is called Nenhuma vaza." in page
    assert "leilão is called venda." in page
    answer = organizer.post(
        NEW + "pt_ind", typed | {"names.V": "Não fazer copas", "code": "porto_2"}
    )
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {"names.V"}


def test_the_sum_is_shown_while_the_figures_are_typed_and_what_is_wrong_in_words(
    organizer: Client,
) -> None:
    typed = form_values(organizer, NEW + "lab_coppie") | {"name": "x", "preview": "1"}
    answer = organizer.post(NEW + "lab_coppie", typed | {"times.D": "3"})
    # lab_coppie sums to 26; one declaration of 13 tricks less makes 13.
    assert (answer.context["outcome"]["expected"], answer.context["outcome"]["rules"].length) == (
        "13",
        14,
    )
    answer = organizer.post(NEW + "lab_coppie", typed | {"values.Q": "three"})
    assert "“three” is not a number of points" in answer.content.decode()
    # The sum is computed without the name, which may be typed last; the edition needs it.
    answer = organizer.post(NEW + "lab_coppie", typed | {"name": ""})
    assert answer.context["outcome"]["expected"] == "26"
    form = {name: value for name, value in typed.items() if name != "preview"}
    answer = organizer.post(NEW + "lab_coppie", form | {"name": ""})
    assert answer.context["wrong"] == ["Name of the edition: Fill in this field."]
    assert not Edition.objects.exists()


def test_a_hand_of_the_clubs_own_is_played_where_the_order_says_so(organizer: Client) -> None:
    own = {
        "own-0-code": "ASSI",
        "own-0-name": "No assi",
        "own-0-unit": "queens",
        "own-0-units": "4",
        "own-0-value": "-2",
        "own-0-family": "negative",
    }
    typed = form_values(organizer, NEW + "lab12") | own | {"name": "Con gli assi"}
    typed["hands"] = f"{typed['hands']} assi"
    assert organizer.post(NEW + "lab12", typed).status_code == 302
    rules = Edition.objects.get().rules
    assert (rules.length, rules.hands[-1], rules.expected_sum) == (13, "ASSI", -8)
    again = form_values(organizer, f"/desk/editions/{rules.code}/")
    assert (again["own-0-code"], again["own-0-value"]) == ("ASSI", "−2")
    emptied = again | {
        "own-0-code": "",
        "own-0-name": "",
        "hands": " ".join(RULESETS["lab12"].hands),
    }
    organizer.post(f"/desk/editions/{rules.code}/", emptied)
    assert Edition.objects.get().rules.changes == {}


def test_a_match_of_fewer_hands_than_there_are_to_choose_from(organizer: Client) -> None:
    typed = form_values(organizer, NEW + "lab_coppie") | {"name": "Breve", "length": "10"}
    assert organizer.post(NEW + "lab_coppie", typed).status_code == 302
    rules = Edition.objects.get().rules
    assert (rules.length, rules.changes) == (10, {"length": 10})
    address = f"/desk/editions/{rules.code}/"
    again = form_values(organizer, address)
    assert again["length"] == 10
    refused = organizer.post(address, again | {"length": "40"})
    assert wrong_fields(refused.context["form"]) == {"length"}
    organizer.post(address, again | {"length": ""})
    assert Edition.objects.get().rules.changes == {}
    assert "length" not in form_values(organizer, NEW + "lab12")


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"name": ""}, "name"),
        ({"code": "No spaces"}, "code"),
        ({"hands": "KJ XX"}, "hands"),
        ({"hands": ""}, "hands"),
        ({"values.KH": "99999999"}, "values.KH"),
        ({"values.KH": "8"}, "values.KH"),
        ({"values.D": "-1"}, "values.D"),
        (
            {
                "own-0-code": "Z",
                "own-0-name": "Z",
                "own-0-unit": "queens",
                "own-0-units": "4",
                "own-0-value": "2",
                "own-0-family": "negative",
            },
            "own-0-value",
        ),
        ({"own-0-code": "Z"}, "own-0-name"),
        ({"own-0-name": "Z"}, "own-0-code"),
        ({"settings.sale_settlement": "free"}, "settings.sale_settlement"),
        ({"name": "{0}"}, "name"),
        ({"code": "lab12"}, "code"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_nothing_is_lost(
    typed: dict[str, str], field: str, organizer: Client
) -> None:
    answer = organizer.post(
        NEW + "lab12",
        form_values(organizer, NEW + "lab12") | {"name": "Porto", "values.Q": "-4"} | typed,
    )
    assert answer.status_code == 422
    assert field in wrong_fields(answer.context["form"])
    assert 'name="values.Q" value="-4"' in answer.content.decode()
    assert not Edition.objects.exists()


def test_once_chosen_an_edition_stays_and_a_change_makes_a_new_one(
    organizer: Client, make_evening
) -> None:
    changes = {"values": {"KH": "-13"}}
    edition = create_edition(base="lab12", name="Porto", changes=changes, author=None)
    url = f"/desk/editions/{edition.code}/"
    organizer.post(url, form_values(organizer, url) | {"values.KH": "-12"})
    assert Edition.objects.get().rules.contract("KH").value == -12
    evening = make_evening(ruleset=edition.code)
    page = organizer.get(url)
    assert page.context["used"] == [evening]
    answer = organizer.post(url, form_values(organizer, url) | {"values.KH": "-11"})
    revised = Edition.objects.get(made_from=edition)
    assert answer["Location"] == f"/desk/editions/{revised.code}/"
    assert (revised.rules.contract("KH").value, Edition.objects.get(pk=edition.pk).is_offered) == (
        -11,
        False,
    )
    evening.refresh_from_db()
    assert evening.rules.contract("KH").value == -12
    assert organizer.post(f"{url}remove/").status_code == 422
    assert organizer.post(f"{url}offer/").status_code == 302
    assert Edition.objects.get(pk=edition.pk).is_offered
    organizer.post(f"{url}withdraw/")
    assert not Edition.objects.get(pk=edition.pk).is_offered
    assert organizer.post(f"/desk/editions/{revised.code}/remove/").status_code == 302
    assert not Edition.objects.filter(pk=revised.pk).exists()


def test_an_edition_goes_to_another_club_and_comes_back_as_it_was(organizer: Client) -> None:
    changes = {"values": {"KH": "-13"}, "settings": {"positive_penalty": "-10"}}
    edition = create_edition(base="lab12", name="Porto", changes=changes, author=None)
    file = organizer.get(f"/desk/editions/{edition.code}/edition.json")
    assert json.loads(file.content) == edition.form
    here = SimpleUploadedFile("porto.json", file.content)
    assert (
        organizer.post("/desk/editions/new/import/", {"file": here}).status_code == 422
    )  # The edition exists already.
    form, code = edition.form, edition.code
    edition.delete()
    assert (
        organizer.post("/desk/editions/new/import/", {"text": json.dumps(form)}).status_code == 302
    )
    again = Edition.objects.get()
    assert (again.code, again.form) == (code, form)
    other = form | {"name": "Altro porto"}
    assert (
        organizer.post("/desk/editions/new/import/", {"text": json.dumps(other)}).status_code == 302
    )
    assert Edition.objects.get(name="Altro porto").code == f"{code}_2"


@pytest.mark.parametrize(
    "text",
    ["{", "[]", "null", '"lab12"', '{"base": "lab12"}', "[" * 50_000, "9" * 5_000, "x" * 70_000],
)
def test_a_file_that_is_no_edition_is_refused_in_words(text: str, organizer: Client) -> None:
    answer = organizer.post("/desk/editions/new/import/", {"text": text})
    assert answer.status_code == 422
    assert "This is not a file of a house edition" in answer.content.decode()


def test_an_import_with_neither_file_nor_text_asks_for_one(organizer: Client) -> None:
    for form in ({}, {"text": " \n"}):
        answer = organizer.post("/desk/editions/new/import/", form)
        assert answer.status_code == 422
        assert "Choose the edition&#x27;s file, or paste its text." in answer.content.decode()


def test_the_list_of_editions_asks_the_same_for_one_and_for_many(organizer: Client) -> None:
    create_edition(base="lab12", name="Porto", changes={}, author=None)
    one = questions(organizer, "/desk/editions/")
    for number in range(8):
        create_edition(base="pt_duplas", name=f"Porto {number}", changes={}, author=None)
    assert questions(organizer, "/desk/editions/") == one


@pytest.mark.parametrize("code", [*RULESETS, "rules", "settings", "variants", "glossary", "play"])
def test_every_system_has_a_page_for_the_desk_and_for_the_public(
    code: str, organizer: Client, stranger: Client
) -> None:
    for page in (organizer.get(f"/desk/rules/{code}/"), stranger.get(f"/rules/{code}/")):
        assert page.status_code == 200
        assert 'class="rulebook"' in page.content.decode()


def test_the_page_of_a_system_is_in_the_readers_language(stranger: Client) -> None:
    italian = stranger.get("/rules/lab12/", headers={"accept-language": "it"}).content.decode()
    english = stranger.get("/rules/lab12/", headers={"accept-language": "en"}).content.decode()
    assert ("Chi gioca" in italian, "Who plays" in italian) == (True, False)
    assert ("Chi gioca" in english, "Who plays" in english) == (False, True)
    assert (
        "Le regole per sigla"
        in stranger.get("/rules/rules/", headers={"accept-language": "it"}).content.decode()
    )


def test_links_between_the_documents_lead_to_pages(stranger: Client) -> None:
    page = stranger.get("/rules/lab12/").content.decode()
    assert ".md" not in page.split('class="rulebook"')[1].split("href=")[0]
    for text in (page, stranger.get("/rules/rules/").content.decode()):
        assert '.md"' not in text
        assert ".md#" not in text


def test_an_edition_reads_as_its_system_with_what_it_changes(stranger: Client) -> None:
    create_edition(base="lab12", name="Porto", changes={"values": {"KH": "-13"}}, author=None)
    text = stranger.get("/rules/porto/").content.decode()
    assert "−13 each instead of −8" in text
    assert "Porto" in stranger.get("/rules/").content.decode()
    assert stranger.get("/rules/nowhere/").status_code == 404


def test_what_an_edition_changes_stands_on_its_page_in_the_readers_figures(
    stranger: Client,
) -> None:
    changes = {
        "settings": {"positive_penalty": "-9/2", "blind": True, "first_dealer": "W"},
        "standing": {"scale": ["12", "15/2"], "tail": "1/2", "ties": "top"},
    }
    create_edition(base="lab13", name="Porto", changes=changes, author=None)
    page = stranger.get("/rules/porto/", headers={"accept-language": "it"}).content.decode()
    for words in (
        "Penalità per una mossa illegale in una mano positiva: −4,5.",
        "Dichiarazioni al buio: sì.",
        "Primo mazziere: Ovest.",
        "Punti-partita dei posti: 12\N{NO-BREAK SPACE}· 7,5.",
        "Ogni posto successivo: 0,5.",
        "Risultati pari: i pari prendono tutti il migliore",
    ):
        assert words in page, words
    assert "-9/2" not in page


def test_the_scale_of_an_edition_is_that_of_its_evenings_until_one_says_otherwise(
    organizer: Client,
) -> None:
    typed = form_values(organizer, NEW + "lab12")
    assert (typed["scale"], typed["tail"], typed["ties"]) == ("10 6 4 3 2", "1", "share")
    organizer.post(
        NEW + "lab12", typed | {"name": "Porto", "scale": "12 9 7,5", "tail": "0", "ties": "top"}
    )
    edition = Edition.objects.get()
    assert edition.rules.standing == {"scale": ["12", "9", "15/2"], "tail": "0", "ties": "top"}
    assert form_values(organizer, "/desk/editions/porto/")["scale"] == "12 9 7.5"
    # Choosing the edition in an evening's form brings its scale, but keeps values that were typed.
    query = {
        "ruleset": "porto",
        "settings_of": "lab12",
        "scale": "10 6 4 3 2",
        "tail": "1",
        "ties": "bottom",
    }
    chosen = organizer.get("/desk/new/", query, headers={"HX-Request": "true"})
    form = chosen.context["form"]
    assert [form[name].value() for name in ("scale", "tail", "ties")] == ["12 9 7.5", "0", "bottom"]
    assert 'id="ranking-fields" hx-swap-oob="true"' in " ".join(chosen.content.decode().split())
    evening = form_values(organizer, "/desk/new/") | {
        "name": "Serata",
        "ruleset": "porto",
        "settings_of": "lab12",
    }
    assert organizer.post("/desk/new/", evening).status_code == 302
    tournament = Tournament.objects.get()
    assert tournament.standing_settings == {}
    in_force = standing_settings(tournament)
    assert (in_force.scale, in_force.tail, in_force.ties) == ((12, 9, Fraction(15, 2)), 0, "top")
    # The evening keeps the rules that it was played under when the edition changes.
    revise_edition(
        edition=edition, name="Porto", changes={"standing": {"scale": ["1"]}}, author=None
    )
    assert standing_settings(Tournament.objects.get()).scale == (12, 9, Fraction(15, 2))


def test_an_evening_of_an_edition_may_go_back_to_the_scale_of_the_club(organizer: Client) -> None:
    create_edition(
        base="lab12", name="Porto", changes={"standing": {"scale": ["12", "9"]}}, author=None
    )
    evening = form_values(organizer, "/desk/new/") | {
        "name": "Serata",
        "ruleset": "porto",
        "settings_of": "porto",
    }
    assert organizer.post("/desk/new/", evening | {"scale": "10 6 4 3 2"}).status_code == 302
    assert standing_settings(Tournament.objects.get()).scale == (10, 6, 4, 3, 2)


@pytest.mark.parametrize(
    ("base", "typed", "field"),
    [
        ("lab12", {"values.KH": "1e9"}, "values.KH"),
        ("lab12", {"values.KH": "999999999"}, "values.KH"),
        ("lab12", {"values.KH": "1/0"}, "values.KH"),
        ("lab12", {"values.KH": "nan"}, "values.KH"),
        ("lab12", {"values.KH": "٣"}, "values.KH"),
        ("lab12", {"hands": ""}, "hands"),
        ("lab12", {"hands": "KJ " * 61}, "hands"),
        ("lab12", {"hands": "<script>"}, "hands"),
        ("lab12", {"scale": "10 zehn"}, "scale"),
        ("lab12", {"scale": "1 " * 61}, "scale"),
        ("lab12", {"scale": "10 6", "ties": "best"}, "ties"),
        ("lab12", {"settings.penalty_cap": "-1"}, "settings.penalty_cap"),
        ("lab12", {"settings.positive_penalty": "9" * 19}, "settings.positive_penalty"),
        ("lab12", {"settings.cappotto": "always"}, "settings.cappotto"),
        ("lab12", {"name": "{0}"}, "name"),
        ("lab12", {"name": " "}, "name"),
        ("lab12", {"code": "Lab 12"}, "code"),
        ("lab12", {"code": "lab13"}, "__all__"),
        (
            "lab12",
            {
                "own-0-code": "AS",
                "own-0-name": "Aces",
                "own-0-unit": "queens",
                "own-0-units": "99",
                "own-0-value": "-2",
                "own-0-family": "negative",
            },
            "own-0-units",
        ),
        ("lab_coppie", {"times.DOM": "7"}, "__all__"),
        ("lab_coppie", {"times.DOM": "61"}, "times.DOM"),
        ("lab_chiamata", {"times.SA": "0"}, "__all__"),
        ("lab_chiamata", {"times.D": "9"}, "__all__"),
        ("pt_fu", {"times.V": "24"}, "__all__"),
        ("pt_ind", {"nulls.POS.value": "75"}, "nulls.POS.value"),
    ],
)
def test_what_cannot_be_an_edition_is_refused_beside_its_field(
    organizer: Client, base: str, typed: dict[str, str], field: str
) -> None:
    answer = organizer.post(
        NEW + base, form_values(organizer, NEW + base) | {"name": "Prova"} | typed
    )
    assert answer.status_code == 422
    assert field in wrong_fields(answer.context["form"])
    assert not Edition.objects.exists()


# -- the shape of the game (§12.10)

SIX = ("V", "C", "H", "M", "2U", "K")
OF_THREE = {
    "name": "In tre",
    "players": "3",
    "deck": "36",
    "hands": " ".join(SIX),
    "settings.leader": "next_in_turn",
    **{
        f"values.{code}": f"-{value}"
        for code, value in zip(SIX, (6, 8, 9, 18, 36, 72), strict=True)
    },
}


def test_an_edition_of_three_with_36_cards_is_made_in_the_form_and_travels_as_a_file(
    organizer: Client,
) -> None:
    typed = form_values(organizer, NEW + "pt_ind") | OF_THREE
    answer = organizer.post(NEW + "pt_ind", typed)
    assert answer.status_code == 302, answer.context["form"].problems
    stored = Edition.objects.get()
    rules = stored.rules
    assert (rules.deck, [str(wind) for wind in rules.winds]) == (36, ["N", "E", "S"])
    assert [plan.expected for plan in rules.schedule()] == [-72] * 6
    again = form_values(organizer, f"/desk/editions/{rules.code}/")
    assert (again["players"], again["deck"]) == ("3", "36")
    page = organizer.get(f"/desk/rules/{rules.code}/", headers={"Accept-Language": "en"})
    assert "3 at a table with 36 cards, 12 each." in page.content.decode()
    file_answer = organizer.get(f"/desk/editions/{rules.code}/edition.json")
    stored.delete()
    file = SimpleUploadedFile("three.json", file_answer.content)
    assert organizer.post("/desk/editions/new/import/", {"file": file}).status_code == 302
    again = Edition.objects.get().rules
    assert dict(again.changes) | {"hands": sorted(again.hands)} == dict(rules.changes) | {
        "hands": sorted(rules.hands)
    }


def test_an_edition_is_called_by_who_leads_within_its_quotas(organizer: Client) -> None:
    typed = form_values(organizer, NEW + "pt_ind") | {
        "name": "Turca",
        "order": "called",
        "chooser": "leader",
        "quotas": "negative: 3; pos: 2",
        "hands": " ".join((*SIX, *SIX, *["POS"] * 8)),
    }
    answer = organizer.post(NEW + "pt_ind", typed)
    assert answer.status_code == 302, answer.context["form"].problems
    rules = Edition.objects.get().rules
    assert [(set(quota.contracts), quota.most) for quota in rules.quotas] == [
        (set(SIX), 3),
        ({"POS"}, 2),
    ]
    assert {plan.chooser == plan.leader for plan in rules.schedule()} == {True}
    again = form_values(organizer, f"/desk/editions/{rules.code}/")
    assert (again["quotas"], again["times.POS"]) == ("V C H M 2U K: 3; POS: 2", 8)


def test_all_at_once_and_the_mirrored_hands_are_typed_in_the_form(organizer: Client) -> None:
    published = RULESETS["russian"]
    own = {
        f"own-{number}-{field}": value
        for number, code in enumerate(SIX)
        for field, value in {
            "code": f"{code}P",
            "name": published.contract(f"{code}P").name,
            "unit": published.contract(code).unit.key,
            "units": str(published.contract(code).units),
            "value": str(published.contract(f"{code}P").value),
            "family": "positive",
        }.items()
    }
    typed = form_values(organizer, NEW + "pt_ind") | own | {"name": "Russo", "deck": "32"}
    typed |= {f"values.{code}": str(published.contract(code).value) for code in SIX}
    typed |= {"hands": " ".join(published.hands), "settings.leader": "next_in_turn"}
    answer = organizer.post(NEW + "pt_ind", typed)
    assert answer.status_code == 302, answer.context["form"].problems
    rules = Edition.objects.get().rules
    assert (rules.hands, rules.expected_sum) == (published.hands, 0)
    assert [(p.board, p.dealer, p.leader, p.expected) for p in rules.schedule()] == [
        (p.board, p.dealer, p.leader, p.expected) for p in published.schedule()
    ]


@pytest.mark.parametrize(
    ("base", "typed", "field"),
    [
        ("lab12", {"players": "3"}, "players"),
        ("lab12", {"players": "3", "deck": "32"}, "deck"),
        ("lab12", {"order": "proposed"}, "order"),
        ("lab_chiamata", {"quotas": "D"}, "quotas"),
        ("lab_chiamata", {"quotas": "XX: 2"}, "quotas"),
        ("lab_chiamata", {"last": "D"}, "last"),
        (
            "lab_chiamata",
            {"final.ruleset": "lab_chiamata", "final.tiebreaks": "beauty"},
            "final.tiebreaks",
        ),
        (
            "pt_ind",
            {"players": "3", "deck": "36", "settings.first_dealer": "W"},
            "settings.first_dealer",
        ),
    ],
)
def test_a_shape_that_cannot_be_is_said_beside_its_field(
    organizer: Client, base: str, typed: dict[str, str], field: str
) -> None:
    answer = organizer.post(NEW + base, form_values(organizer, NEW + base) | {"name": "x"} | typed)
    assert answer.status_code == 422
    assert field in wrong_fields(answer.context["form"])
    assert not Edition.objects.exists()


def test_what_the_form_does_not_ask_stays_as_the_file_had_it(organizer: Client) -> None:
    final = {"ruleset": "lab12", "partite": 2, "settings": {"cappotto": "plus13"}, "tiebreaks": []}
    changes = {"pre_dealt": False, "final": final}
    edition = create_edition(base="lab12", name="Porto", changes=changes, author=None)
    url = f"/desk/editions/{edition.code}/"
    assert organizer.post(url, form_values(organizer, url)).status_code == 302
    assert Edition.objects.get().rules.changes == changes


@pytest.mark.parametrize("game", ["barbu", "trex"])
def test_the_form_of_another_game_keeps_its_units_its_places_and_its_deals_in_a_row(
    game: str, organizer: Client
) -> None:
    text = (Path(__file__).parents[3] / "docs" / "editions" / f"{game}.json").read_text()
    rules = import_edition(text=text, author=None).rules
    url = f"/desk/editions/{game}/"
    fields = form_values(organizer, url)
    assert organizer.post(url, fields).status_code == 302
    again = Edition.objects.get().rules
    assert dict(again.changes) | {"hands": sorted(again.hands)} == dict(rules.changes) | {
        "hands": sorted(rules.hands)
    }
    page = organizer.get(url).content.decode()
    assert ("diamonds" if game == "trex" else "the last twice") in page
