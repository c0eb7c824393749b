"""Paper of the arbiter and of whoever takes the sheets in: form, rulings, checklist, log of
re-deals.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone, translation

from king.cards import Wind
from king.rulesets import find_ruleset
from printing.document_list import DOCUMENTS
from printing.documents import arbiter_papers
from printing.occasion import Options
from scoring import decisions
from scoring.decisions import revoke_ruling
from scoring.decisions.redeals import record_redeal
from scoring.models import HandResult, Ruling, Sheet
from tests.evenings import SYSTEMS, a_round, a_tournament, demo
from tests.printing.asking import printed
from tests.printing.pages import letters_outside, squeezed
from tournaments.log import LogKind, record
from tournaments.models import Round, Tournament
from wording.naming import wind_name


@pytest.mark.parametrize("code", SYSTEMS)
@pytest.mark.parametrize("language", ["it", "en"])
def test_the_form_of_every_system_stays_on_its_page(code: str, language: str, db: None) -> None:
    evening = a_tournament(code)
    [page] = printed("incident_form", evening, language)
    assert letters_outside(page) == []


def test_the_form_says_what_this_evening_charges(db: None) -> None:
    plain = printed("incident_form", a_tournament())[0].squeezed
    assert plain.count("Inapositivehanditcosts5points.") == 2
    assert "Domino" not in plain
    dear = printed("incident_form", a_tournament(settings={"positive_penalty": "9"}))[0].squeezed
    assert dear.count("Inapositivehanditcosts9points.") == 2
    assert "passedwithaplayablecard" in printed("incident_form", a_tournament("lab13"))[0].squeezed


def test_rulings_are_listed_with_reason_arbiter_and_revocation(
    played: Callable[..., Round], evening: Tournament, author: User
) -> None:
    assert "ruledonnothing" in printed("rulings", evening)[0].squeezed
    sheet = Sheet.objects.get(table__round=played(2), table__number=2)
    offender = sheet.table.seats.get(wind="E").player.full_name
    first = decisions.rule(
        sheet=sheet,
        kind="illegal_play",
        hand=2,
        offender="E",
        reason="Renonce alla terza presa",
        arbiter=author,
    )
    decisions.rule(
        sheet=sheet,
        kind="adjustment",
        offender="W",
        effect={"points": "-3"},
        reason="Ritardo",
        arbiter=author,
    )
    revoke_ruling(ruling=first, author=author, reason="Carta poi trovata")
    [page] = printed("rulings", evening)
    for words in (
        "P1·tbl.2·hand2",
        squeezed(offender),
        "Renonceallaterzapresa",
        "revoked:Cartapoitrovata",
        "−3",
        "Ritardo",
        "direzione",
        "2rulings",
    ):
        assert words in page.squeezed


def test_a_ruling_says_what_it_costs(
    played: Callable[..., Round], evening: Tournament, author: User
) -> None:
    sheet = Sheet.objects.get(table__round=played(1))
    for hand in (2, 12):
        decisions.rule(
            sheet=sheet,
            kind="illegal_play",
            hand=hand,
            offender="E",
            reason="Renonce",
            arbiter=author,
        )
    [page] = printed("rulings", evening)
    # §3.1: in a negative hand all of its points, in a positive one five.
    assert page.squeezed.count("illegalplay;allthepointsofthehand") == 1
    assert page.squeezed.count("illegalplay;−5") == 1


def test_a_ruling_on_a_hand_that_was_chosen_says_which_hand_it_was(db: None) -> None:
    evening = demo(stage="finished", seed=4, ruleset="itwiki_scelta", tables=1, rounds=1)
    ruling = Ruling.objects.get(sheet__table__round__tournament=evening)
    row = HandResult.objects.current().get(sheet=ruling.sheet, hand=ruling.hand)
    name = find_ruleset("itwiki_scelta").contract(row.content["contract"]).name
    assert f"hand{ruling.hand}·{squeezed(name)}" in printed("rulings", evening)[0].squeezed


def test_an_article_that_a_ruling_names_is_printed_with_its_text(
    played: Callable[..., Round], evening: Tournament, author: User
) -> None:
    sheet = Sheet.objects.get(table__round=played(2), table__number=2)
    for hand, article in ((2, "art. 5"), (3, "Regolamento del circolo"), (4, "Art. 99")):
        decisions.rule(
            sheet=sheet,
            kind="illegal_play",
            hand=hand,
            offender="E",
            reason="Renonce",
            article=article,
            arbiter=author,
        )
    rulings, applied = printed("rulings", evening)
    assert "Regolamentodelcircolo" in rulings.squeezed
    assert "Anillegalplaycoststheoffenderallthepointsofanegativehand." in applied.squeezed
    assert applied.squeezed.count("Art.") == 1


def test_of_two_who_erred_together_the_paper_says_who_and_what_it_costs_each(
    played: Callable[..., Round], evening: Tournament, author: User
) -> None:
    sheet = Sheet.objects.get(table__round=played(2), table__number=2)
    names = [squeezed(sheet.table.seats.get(wind=wind).player.full_name) for wind in "NE"]
    decisions.rule(
        sheet=sheet,
        kind="illegal_play",
        hand=2,
        effect={"offenders": ["N", "E"]},
        reason="Insieme",
        arbiter=author,
    )
    [page] = printed("rulings", evening)
    assert all(name in page.squeezed for name in names)
    assert "theysharethepointsofthehand" in page.squeezed


def test_many_rulings_go_on_over_pages(
    played: Callable[..., Round], evening: Tournament, author: User
) -> None:
    sheet = Sheet.objects.filter(table__round=played(1)).get()
    for number in range(30):
        decisions.rule(
            sheet=sheet,
            kind="adjustment",
            offender="W",
            effect={"points": "-1"},
            reason=f"Motivo-{number:02}",
            arbiter=author,
        )
    pages = printed("rulings", evening)
    assert len(pages) > 1
    text = "".join(page.squeezed for page in pages)
    assert [f"Motivo-{number:02}" in text for number in range(30)] == [True] * 30


def test_the_checklist_knows_what_the_desk_has(
    seated: Callable[..., Round], evening: Tournament, author: User
) -> None:
    round_ = seated(3, started=True)
    assert [
        line.handed_in_at for line in arbiter_papers.gather_delivery(evening, Options())[1]
    ] == [None] * 3
    second = Sheet.objects.filter(table__round=round_, table__number=2)
    second.update(state=Sheet.State.HANDED_IN, handed_in_at=timezone.now())
    lines = arbiter_papers.gather_delivery(evening, Options())[1]
    assert [line.handed_in_at is not None for line in lines] == [False, True, False]
    [page] = printed("delivery", evening)
    assert "1of3in" in page.squeezed
    assert letters_outside(page) == []


def test_a_void_deal_stands_in_the_log_with_what_the_next_one_takes(db: None, author: User) -> None:
    evening = a_tournament("lab13", pre_dealt=False)
    round_ = a_round(evening, 1, boards=False)
    sheet = Sheet.objects.get(table__round=round_)
    record_redeal(sheet=sheet, hand=8, wind="S", extremes=4, author=author)
    [page] = printed("redeal_log", evening)
    player = sheet.table.seats.get(wind="S").player.full_name
    assert squeezed(player) in page.squeezed
    # A24: the same player again only with five, six … up to all eight.
    assert "with4acesandkings" in page.squeezed
    assert "5,6,7,8" in page.squeezed


def test_boards_dealt_beforehand_are_never_dealt_again(
    seated: Callable[..., Round], evening: Tournament
) -> None:
    seated(1)
    with pytest.raises(ValidationError, match="Domino"), translation.override("en"):
        DOCUMENTS["redeal_log"].gather(evening, Options())


def test_at_a_table_of_three_nobody_at_west_errs(db: None) -> None:
    [page] = printed("incident_form", a_tournament("pt_fu"))
    assert page.text.count("South") == 2
    assert "West" not in page.text


def test_the_log_on_paper_is_words_and_says_each_day_once(evening: Tournament) -> None:
    """An arrow, which the typeface lacks, was a question mark between an entry and its place."""
    record(
        evening,
        LogKind.TIE_SETTLED,
        "A tie was settled (entry and place: %(order)s).",
        order="3 → 1, 12 → 2",
    )
    record(evening, LogKind.TIE_SETTLED, "They agreed: %(text)s", text="Anna → Ugo")
    [page] = printed("log", evening)
    assert "no. 3 in place 1, no. 12 in place 2" in page.text
    assert "Anna › Ugo" in page.text
    assert "?" not in page.text
    days = re.findall(r"^\d+ (\d+ \w+ \d{4} )?\d\d:\d\d:\d\d", page.text, re.MULTILINE)
    assert [bool(day) for day in days] == [True, *[False] * (len(days) - 1)]
    assert len(days) == evening.log.count()


def test_a_draw_in_the_log_names_the_players(db: None) -> None:
    evening = demo(stage="seated", seed=2, tables=1, rounds=1, language="en")
    text = " ".join(page.squeezed for page in printed("log", evening))
    for entry in evening.entries.with_players():
        with translation.override("en"):
            drawn = f"{entry.title} {wind_name(Wind(entry.wind))} {entry.wind_number}"
        assert squeezed(drawn) in text
