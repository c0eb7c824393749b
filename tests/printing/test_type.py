"""The smallest type of every document, measured in the file: half the players of a club are
seventy, and do not bring their reading glasses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from django.utils import translation

from king.rulesets import find_ruleset
from king.rulesets.edition import make_edition
from king_tournament.demo import make_season
from people import paper as people_paper
from people.evenings import person_of
from people.models import Membership
from printing.document_context import Options
from printing.document_list import DOCUMENTS
from printing.documents import person_paper
from scoring.decisions import rule
from scoring.models import Sheet
from scoring.player_evening import gather_evening
from scoring.publishing import (
    compared_evening,
    last_publication,
    publish,
    read_publication,
    tables_as_published,
)
from seasons import paper as seasons_paper
from seasons.season import season_of
from simultaneous import papers as events_paper
from simultaneous.ranking import publish_event
from tests.evenings import SHAPES, SYSTEMS, demo, kept
from tests.printing.asking import NAMING_THE_HANDS, papers_of
from tests.printing.pages import MM, Type, squeezed, texts_of, types_of
from tests.simultaneous.events import in_play as event_in_play, reported
from tournaments.editions import keep_edition
from tournaments.models import Player, Tournament

pytestmark = pytest.mark.django_db

FOOT_OF = {"standings": 30}
FOOT = 19
"""Height of a page's foot above the edge in millimetres, including seals."""
AT_THE_TABLE = {
    "slips",
    "labels",
    "score_sheets",
    "table_cards",
    "summary_card",
    "redeal_log",
    "incident_form",
    "hand_records",
    "wind_slips",
    "signing_slips",
    "seating",
    "standings",
    "results",
    "prize_list",
    "diplomas",
}
"""Documents that players read at the table: only the page's foot may be under 9 points."""
LEAST, LEAST_AT_THE_TABLE = 8, 9
LONGEST = "Massimiliano Alessandro", "De Bartolomeis Castagnaro Degli Espositi"
"""A name of more than sixty letters, like one on the club's list."""


def small(types: Iterable[Type], key: str = "") -> dict[tuple[int, float], str]:
    """Texts that are printed too small, by page and size."""
    texts: dict[tuple[int, float], str] = {}
    for letter in types:
        is_read = key in AT_THE_TABLE and letter.foot > FOOT_OF.get(key, FOOT) * MM
        if letter.size < (LEAST_AT_THE_TABLE if is_read else LEAST):
            at = letter.page, letter.size
            texts[at] = texts.get(at, "") + letter.text
    return texts


@kept
def an_evening(code: str, tables: int, rounds: int, *, long_names: bool = False) -> Tournament:
    """Make a played and published evening, on request with as many very long names as tables."""
    tables = max(tables, 2 if find_ruleset(code).sides == "teams" else 1)
    evening = demo(stage="finished", seed=4, ruleset=code, tables=tables, rounds=rounds)
    players = Player.objects.filter(memberships__tournament=evening).order_by("pk")
    for player in players[: tables * long_names]:
        player.given_name, player.surname = LONGEST
        player.card_number = f"{player.pk:05}"
        player.save()
    publish(tournament=evening, author=None)
    return evening


@pytest.mark.parametrize("code", SYSTEMS)
def test_nothing_on_the_paper_of_a_system_is_too_small(code: str) -> None:
    """Systems of one shape differ only in documents that name a hand, so only these are tried in
    each.
    """
    evening = an_evening(code, 2, 1)
    keys = DOCUMENTS if code in SHAPES else NAMING_THE_HANDS
    too_small = {}
    for language in ("it", "pt"):
        with translation.override(language):
            for key, pdf in papers_of(evening, keys):
                too_small[key, language] = small(types_of(pdf, LEAST_AT_THE_TABLE), key)
    assert {paper: letters for paper, letters in too_small.items() if letters} == {}
    assert {("score_sheets", "it"), ("score_sheets", "pt")} <= too_small.keys()


@pytest.mark.parametrize(
    ("code", "language"),
    [
        ("rifki", "tr"),
        ("russian", "ru"),
        ("russian_khvalenki", "ru"),
        ("fr10", "fr"),
        ("fr32", "fr"),
        ("pt_ind", "pt-br"),
    ],
)
def test_nothing_is_too_small_in_the_language_of_a_tradition(code: str, language: str) -> None:
    evening = an_evening(code, 2, 1)
    with translation.override(language):
        too_small = {
            key: small(types_of(pdf, LEAST_AT_THE_TABLE), key) for key, pdf in papers_of(evening)
        }
    assert {key: letters for key, letters in too_small.items() if letters} == {}
    assert {"score_sheets", "standings", "prize_list"} <= too_small.keys()


@pytest.mark.parametrize(("code", "tables"), [("lab12", 3), ("lab_coppie", 2), ("pt_fu", 2)])
def test_a_very_long_name_is_cut_short_before_it_is_under_8_points(code: str, tables: int) -> None:
    evening = an_evening(code, tables, 2, long_names=True)
    with translation.override("it"):
        too_small = {
            key: small(types_of(pdf, LEAST_AT_THE_TABLE)) for key, pdf in papers_of(evening)
        }
    assert {key: letters for key, letters in too_small.items() if letters} == {}
    assert "score_sheets" in too_small


@pytest.mark.at_length
@pytest.mark.parametrize(("tables", "rounds"), [(6, 2), (9, 3), (16, 1)])
def test_nothing_is_too_small_on_the_paper_of_a_larger_evening(tables: int, rounds: int) -> None:
    evening = an_evening("lab12", tables, rounds)
    with translation.override("it"):
        too_small = {
            key: small(types_of(pdf, LEAST_AT_THE_TABLE), key) for key, pdf in papers_of(evening)
        }
    assert {key: letters for key, letters in too_small.items() if letters} == {}
    assert {"slips", "hand_records", "prize_list"} <= too_small.keys()


@pytest.mark.parametrize(
    "options",
    [{"layout": "two_columns"}, {"blank": True}, {"fold": "flat"}, {"board": 3}],
    ids=str,
)
def test_no_choice_of_a_document_makes_its_type_too_small(options: dict[str, object]) -> None:
    with translation.override("it"):
        too_small = {
            key: small(types_of(pdf, LEAST_AT_THE_TABLE), key)
            for key, pdf in papers_of(an_evening("lab12", 2, 1), **options)
        }
    assert {key: letters for key, letters in too_small.items() if letters} == {}
    assert too_small


def club_papers() -> dict[str, bytes]:
    circuit = make_season(stage="finished", seed=4, tables=2, rounds=1, ruleset="lab12")
    evening = circuit.tournaments.order_by("date")[0]
    player = Player.objects.filter(memberships__tournament=evening).order_by("pk")[0]
    Membership.objects.get_or_create(player=player, year=2026)
    publication = last_publication(evening)
    assert publication is not None
    published = read_publication(evening, publication)
    entry = evening.entries.filter(members__player=player).with_players().get()
    played = gather_evening(
        entry, published, compared_evening(published, tables_as_published(published))
    )
    return {
        "season": seasons_paper.render(season_of(circuit)),
        "person": people_paper.render(people_paper.gather(person_of(player))),
        "members": people_paper.render_members(2026, Membership.objects.all()),
        "evening": person_paper.render_evening(evening, published, played),
    }


def event_papers() -> dict[str, bytes]:
    publication = publish_event(event=reported(event_in_play(), 1, 2, tables=2))
    return {
        "booklet": events_paper.booklet(publication, "http://192.168.178.120:8000/events/abc/"),
        "certificate": events_paper.certificate(publication, publication.lines.order_by("pk")[0]),
    }


@pytest.mark.parametrize("papers", [club_papers, event_papers])
def test_nothing_is_too_small_on_other_papers(papers: Callable[[], dict[str, bytes]]) -> None:
    """These are documents of a person, a season, the members, and an event of many halls."""
    with translation.override("it"):
        too_small = {key: small(types_of(pdf, LEAST_AT_THE_TABLE)) for key, pdf in papers().items()}
    assert too_small == {key: {} for key in too_small}


def test_a_long_correction_is_cut_in_its_box_and_whole_on_the_last_pages() -> None:
    evening = an_evening("lab12", 6, 2)
    late = {"kind": "adjustment", "reason": "Tardi.", "arbiter": None}
    for sheet in Sheet.objects.filter(table__round__tournament=evening):
        for place, wind in enumerate("NES"):
            points = {"points": str(-11 * sheet.table.number - 7 * place)}
            rule(sheet=sheet, offender=wind, effect=points, **late)
    publish(tournament=evening, author=None, erratum="\n".join(["Il tavolo era in ritardo."] * 70))
    with translation.override("it"):
        [pdf] = [pdf for key, pdf in papers_of(evening) if key == "standings"]
    assert small(types_of(pdf, LEAST_AT_THE_TABLE), "standings") == {}
    last = " ".join(page for page in texts_of(pdf) if "La rettifica intera" in page)
    corrections = evening.publications.last().correction
    entries = [entry for listed in (corrections.lists or {}).values() for entry, _words in listed]
    assert len(entries) > 12
    assert [entry for entry in entries if entry not in " ".join(last.split())] == []


NAME = "Nessuna presa con carte di cuori e nessuna delle figure di picche a testa"


def test_a_very_long_name_of_a_hand_is_cut_short_before_it_is_too_small() -> None:
    names = {"KJ": NAME, "MIS": f"{NAME} 2"}
    edition = keep_edition(make_edition(find_ruleset("lab12"), "lunga", "Lunga", {"names": names}))
    evening = demo(stage="finished", seed=4, ruleset=edition.code, tables=2, rounds=1)
    publish(tournament=evening, author=None)
    with translation.override("it"):
        too_small = {
            key: small(types_of(pdf, LEAST_AT_THE_TABLE), key) for key, pdf in papers_of(evening)
        }
    assert {key: letters for key, letters in too_small.items() if letters} == {}
    assert "score_sheets" in too_small
    with translation.override("it"):
        document = DOCUMENTS["score_sheets"]
        pages = texts_of(document.render(document.gather(evening, Options())))
    for page in pages:
        plans = evening.rules.schedule(evening.configured)
        cut = [plan for plan in plans if plan.contract and plan.contract.name.startswith(NAME)]
        assert len(cut) == 2
        for plan in cut:
            assert squeezed(f"{plan.number}. {plan.contract.name}") in squeezed(page)
        assert (
            squeezed("; ") not in squeezed(page).partition(squeezed(f"{cut[-1].number}. {NAME}"))[2]
        )
