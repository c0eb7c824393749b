"""The log is in the reader's words: no ISO dates, no codes of systems, no bare letters for winds."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import translation

from tournaments import services
from tournaments.log import in_words, record
from tournaments.models import LogEntry, Tournament

pytestmark = pytest.mark.django_db


def sentence_of(entry: LogEntry, language: str) -> str:
    with translation.override(language):
        return in_words(entry)


def last_line(evening: Tournament) -> LogEntry:
    return evening.log.order_by("-sequence")[0]


def test_an_evening_is_made_on_a_day_and_under_a_system_with_its_name(
    make_evening: Callable[..., Tournament],
):
    evening = make_evening(ruleset="pt_ind")
    line = evening.log.get(sequence=1)
    assert sentence_of(line, "it") == (
        "Creato il torneo «Venerdì del re» del 20 novembre 2026, con il sistema Portoghese, individuale."
    )
    assert "Tournament “Venerdì del re” of 20 November 2026" in sentence_of(line, "en")


def test_changed_settings_are_named_with_what_they_were(make_evening: Callable[..., Tournament]):
    evening = make_evening()
    services.change_settings(
        tournament=evening,
        author=None,
        date=datetime.date(2026, 12, 4),
        planned_rounds=3,
        wind_policy="redraw",
        settings={"sale_settlement": "capped", "first_dealer": "W"},
        standing_settings={"ties": "top"},
    )
    text = sentence_of(last_line(evening), "it")
    assert "data: 4 dicembre 2026 (prima: 20 novembre 2026)" in text
    assert "numero di partite: 3 (prima: 2)" in text
    assert "Primo mazziere: Ovest" in text
    assert "Pagamento di una vendita: «limitato: chi non ce la fa" in text
    assert (
        "venti sorteggiati di nuovo a ogni partita (prima: venti tenuti per tutta la serata)"
        in text
    )
    assert not re.search(r"\d{4}-\d\d-\d\d|sale_settlement|capped|redraw|\bNone\b|[{}]", text)


def test_the_settings_of_a_standing_are_in_the_readers_words_and_figures(
    make_evening: Callable[..., Tournament],
):
    evening = make_evening()
    changed = {
        "missed_points": "-9/2",
        "late_points": "1/2",
        "winds_by": "raw_points",
        "datum_drop": 2,
        "team_scale": [[100, 1], [300, 2]],
        "scale": ["12", "15/2"],
        "tiebreaks": ["firsts", "lot"],
        "by_wind": True,
    }
    services.change_settings(tournament=evening, author=None, standing_settings=changed)
    text = sentence_of(last_line(evening), "it")
    assert not re.search("|".join(changed), text)
    for words in (
        "Una serata mancata vale: −4,5 (prima: come al solito)",
        "Una partita persa arrivando tardi vale: 0,5",
        "La classifica di un vento va per: punti fatti al tavolo",
        "Estremi esclusi da ogni parte del datum: 2",
        "Punti-partita tra squadre: da 100: 1, da 300: 2",
        "Punti-partita dei posti: 12 7,5",
        "Spareggi: primi posti, sorteggio",
        "Classifica generale per ogni vento: sì",
    ):
        assert words in text


def test_a_setting_of_a_standing_that_there_is_no_more_is_shown_as_it_was_stored(
    make_evening: Callable[..., Tournament],
) -> None:
    line = record(
        make_evening(),
        "settings",
        "Settings changed: %(changes)s",
        changes=[
            ["standing_settings.handicap", None, "1/2"],
            ["standing_settings.tail", "1", "much"],
            ["standing_settings.team_scale", None, [[100]]],
        ],
    )
    text = sentence_of(line, "en")
    assert "handicap: 1/2" in text
    assert "Every later place: much (it was 1)" in text
    assert "[100]" in text


def test_winds_of_a_draw_are_in_words(make_evening: Callable[..., Tournament]):
    evening = make_evening(8, drawn=True)
    drawn = evening.log.get(kind="draw")
    text = sentence_of(drawn, "it")
    assert "per gli iscritti 1–8" in text
    assert "=" not in text
    assert len(re.findall(r"\d\u00a0(?:Nord|Est|Sud|Ovest)\u00a0\d", text)) == 8


def test_a_wind_a_seat_and_points_are_said_as_people_say_them(
    make_evening: Callable[..., Tournament],
):
    evening = make_evening()
    moved = record(
        evening,
        "wind",
        "Entry %(number)s, %(player)s, moves from %(before)s to %(after)s.",
        number=3,
        player="Rossi",
        before="N",
        after="W12",
    )
    assert sentence_of(moved, "it").endswith("da Nord a Ovest 12.")
    fouled = record(
        evening,
        "ruled",
        "%(offender)s is adjusted by %(points)s",
        offender="W",
        points="N -13/3, E 2",
    )
    assert sentence_of(fouled, "en") == "West is adjusted by North −4.33, East 2"
    sealed = record(
        evening,
        "boards",
        "Boards of partita %(round)s sealed. Seal: %(commitment)s",
        round=1,
        commitment="0123456789ab" + 52 * "f",
    )
    assert sentence_of(sealed, "en").endswith("Seal: 0123456789ab…")


def test_a_line_that_does_not_fit_its_sentence_is_shown_as_it_was_stored(
    make_evening: Callable[..., Tournament],
):
    line = record(make_evening(), "wind", "%(nobody)s moves", number=3)
    assert sentence_of(line, "it") == "%(nobody)s moves {'number': 3}"


def test_the_page_shows_the_lines_in_the_readers_language(
    organizer: Client, make_evening: Callable[..., Tournament]
) -> None:
    evening = make_evening(ruleset="lab12")
    page = organizer.get(
        f"/desk/{evening.code}/log/", headers={"accept-language": "it"}
    ).content.decode()
    assert "con il sistema Labyrinth, dodici mani" in page
    assert "del 20 novembre 2026" in page


def test_ties_exchanges_and_moments_are_in_words_too(
    make_evening: Callable[..., Tournament],
) -> None:
    evening = make_evening()
    tie = record(
        evening, "tie", "A tie was settled (entry and place: %(order)s).", order="3 → 1, 12 → 2"
    )
    assert (
        sentence_of(tie, "en")
        == "A tie was settled (entry and place: no. 3 in place 1, no. 12 in place 2)."
    )
    level = record(
        evening, "final", "Level for the final: %(order)s.", order="1. Rossi Anna, 2. Bo Ugo"
    )
    assert sentence_of(level, "en") == "Level for the final: 1. Rossi Anna, 2. Bo Ugo."
    draw = record(
        evening, "draw", "These exchange their winds: %(exchanged)s.", exchanged="3-5 7-9"
    )
    assert sentence_of(draw, "en") == "These exchange their winds: 3 with 5, 7 with 9."
    came = record(
        evening,
        "taken_in",
        "The evening came in from an archive file of %(made)s.",
        made="2026-11-26",
    )
    assert (
        sentence_of(came, "en") == "The evening came in from an archive file of 26 November 2026."
    )
    back = record(
        evening, "backup", "Brought back from the copy of %(when)s.", when="2026-11-26 01:44:08"
    )
    assert sentence_of(back, "en") == "Brought back from the copy of 26 November 2026, 01:44."
