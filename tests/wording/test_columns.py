"""Every column of standings appears in every view that it declares, even a column made for the test."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation
from openpyxl import load_workbook

from king.standing.ranking import Line, Standings, standings
from king.standing.round_results import Result, RoundResults
from king.standing.standing_settings import StandingSettings
from king_tournament.api import king_shapes
from printing.document_context import Options
from printing.document_list import DOCUMENTS
from scoring.publishing import last_publication, read_back
from seasons.season import publish_season, season_of
from tests.accounts import signed_in
from tests.evenings import entered, kept, sat_out
from tests.printing.pages import texts_of
from tournaments.circuits import Circuit
from tournaments.models import Entry, Tournament
from tournaments.wind_draw import draw_winds
from wording import columns
from wording.columns import EVERYWHERE, PLACES, STANDING, Column, Faces, Kind

SETTINGS = {"bye_points": "7", "money_per_point": "1/4"}
SEED = "1" * 32
"""Seed whose draw gives both a tie and places without one."""


@kept
def an_evening() -> Tournament:
    """Nine players, three of them with carried points, play two partite in a circuit, and one rests
    in each.
    """
    circuit = Circuit.objects.create(name="Inverno", settings={"bye_points": "7"})
    evening = entered(9, planned_rounds=2, standing_settings=SETTINGS)
    draw_winds(tournament=evening, author=None, seed=SEED)
    Tournament.objects.filter(pk=evening.pk).update(circuit=circuit)
    Entry.objects.filter(tournament=evening, number__lte=3).update(carried="5")
    for _partita in range(2):
        sat_out(Tournament.objects.get(pk=evening.pk), SEED)
    publish_season(circuit=Circuit.objects.get(), author=None)
    return Tournament.objects.get(pk=evening.pk)


def faces(evening: Tournament) -> dict[str, str]:
    """Text of every view, by its name in ``Faces``."""
    site = signed_in("anna", "organizer", "arbiter")
    circuit = Circuit.objects.get()

    def page(name: str, *where: Any) -> str:
        answer = site.get(reverse(name, args=where))
        assert answer.status_code == 200
        return str(answer.content.decode())

    overall, _half, rest = page("live:standing", evening.code).partition('id="winds"')
    winds = rest.partition('id="partita-1"')[0]
    with translation.override("en"):
        read = Options.read({})
        standing, results = (DOCUMENTS[key] for key in ("standings", "results"))
        content = standing.gather(evening, read)
        # With many more players the overall list has its own pages.
        long = content._replace(overall=content.overall * 3)
        only_winds = content._replace(overall=(), pages=content.pages[-1:])
        paper = {
            "narrow": standing.render(content, None),
            "paper": standing.render(long, None),
            "paper_by_wind": standing.render(only_winds, None),
            "results": results.render(results.gather(evening, read), None),
        }
    book = load_workbook(
        io.BytesIO(site.get(reverse("live:results_workbook", args=[evening.code])).content)
    )
    lists = {
        sheet.title: "\n".join(
            " ".join(str(cell) for cell in row if cell is not None)
            for row in sheet.iter_rows(values_only=True)
        )
        for sheet in book
    }
    answer = site.get(f"/api/tournaments/{evening.code}/standings/last/").json()
    return {
        "page": overall,
        "desk": page("desk:standings", evening.code),
        "by_wind": winds,
        **{face: "".join(texts_of(drawn)) for face, drawn in paper.items()},
        "book": lists["Overall"],
        "csv": page("live:csv_list", evening.code, "overall"),
        "book_by_wind": lists["By wind"],
        "season_page": page("seasons:public", circuit.code),
        "season_paper": "\n".join(
            texts_of(site.get(reverse("seasons:file", args=[circuit.code, "pdf"])).content)
        ),
        "season_book": page("seasons:file", circuit.code, "csv"),
        "screen": page("screens:screen", evening.code, "overall"),
        "season_screen": page("screens:screen", evening.code, "season"),
        "api": json.dumps(answer["standings"]["overall"]),
    }


@pytest.fixture
def odd_column(monkeypatch: pytest.MonkeyPatch) -> Column[Line]:
    """A column that the house does not have; its figures occur nowhere else."""
    column = Column[Line](
        key="odd_figure",
        title="Odd",
        short="Odd",
        hint="",
        kind=Kind.POINTS,
        value=lambda line, _ranked: Fraction(8800 + line.rank),
        when=columns.always,
        faces=EVERYWHERE,
    )
    monkeypatch.setattr(columns, "STANDING", (*STANDING, column))
    return column


@pytest.mark.django_db
@pytest.mark.usefixtures("english_club")
def test_a_column_that_is_declared_is_on_every_face(odd_column: Column[Line]) -> None:
    by_face = faces(an_evening())
    heads = {*by_face} - {"screen", "season_screen", "api"}  # which have no headings
    lacking = [face for face, words in by_face.items() if "8801" not in words]
    assert not lacking, lacking
    unheaded = [face for face in heads if "Odd" not in by_face[face]]
    assert not unheaded, unheaded
    assert '"odd_figure": "8801"' in by_face["api"]


@pytest.mark.django_db
@pytest.mark.usefixtures("english_club")
def test_every_column_is_drawn_on_each_face_that_it_names_and_on_no_other() -> None:
    by_face = faces(an_evening())
    named = {"csv": "book", "desk": "page", "season_screen": "screen"}
    wrong = []
    for column in (one for one in STANDING if isinstance(one, Column)):
        for face, words in by_face.items():
            if face in ("screen", "season_screen", "api"):
                continue
            shows = bool(getattr(column.faces, named.get(face, face)))
            heads = {str(column.title), str(column.short)}
            # On paper a heading may be broken over lines.
            is_there = any(all(part in words for part in head.split()) for head in heads)
            if shows and column.kind not in (Kind.PLACE, Kind.NAME) and not is_there:
                wrong.append((column.key, face))
            if not shows and f"<span>{column.title}</span>" in words:
                wrong.append((column.key, f"not on {face}"))
    assert not wrong, wrong
    api_line = json.loads(by_face["api"])[0]
    for column in (one for one in STANDING if isinstance(one, Column)):
        assert (column.key in api_line) == bool(column.faces.api) or column.key == "carried", (
            column.key
        )


def figures_of(words: str, name: str) -> Iterator[Counter[Fraction]]:
    """Place and figures behind the name, for each line with this name in a view."""
    if f">{name}<" in words:
        rows = re.findall(r'<tr\b.*?</tr>|<li class="screen.*?</li>', words, re.DOTALL)
        lines = [
            " ".join(re.findall(r'class="num[^"]*"[^>]*>\s*([^<\s]*)', row))
            for row in rows
            if f">{name}<" in row
        ]
    else:
        parts = re.split(r"(\d+) (?=Rossi)", " ".join(words.replace(",", " ").split()))
        lines = [
            place + rest.removeprefix(name)
            for place, rest in zip(parts[1::2], parts[2::2], strict=True)
            if rest.startswith(f"{name} ")
        ]
    for line in lines:
        figures = re.match(r"(?:\(?[-−+]?\d+(?:\.\d+)?\)?(?: |$))*", line)
        assert figures is not None
        yield Counter(Fraction(one.strip("()").replace("−", "-")) for one in figures[0].split())


@pytest.mark.django_db
@pytest.mark.usefixtures("english_club")
def test_a_figure_of_every_column_stands_on_each_face_in_the_line_that_earned_it() -> None:
    evening = an_evening()
    published = last_publication(evening)
    assert published is not None
    whole, by_face = read_back(published), faces(evening)
    name = next(line.entry for line in whole.overall if not line.rests and not line.tiebreak)
    lists = {
        "": whole.overall,
        "by_wind": [line for own in whole.winds.values() for line in own],
        "season": season_of(Circuit.objects.get()).standings.overall,
    }
    earned = {}
    for list_, lines in lists.items():
        line = next(line for line in lines if line.entry == name)
        assert line.match_points is not None
        earned[list_] = {
            "rank": Fraction(line.rank),
            "match_points": line.match_points,
            "total": line.total,
            "carried": line.carried,
            "money": line.total / 4,  # SETTINGS: a quarter per point
        }
    api_line = next(line for line in json.loads(by_face.pop("api")) if line["entry"] == name)
    for key in ("rank", "match_points", "total"):
        assert Fraction(api_line[key]) == earned[""][key]
    named = {"csv": "book", "desk": "page", "season_screen": "screen"}
    lacking = []
    for face, words in by_face.items():
        own = earned["season" if "season" in face else "by_wind" if "by_wind" in face else ""]
        expected = Counter(
            own[column.key]
            for column in STANDING
            if isinstance(column, Column)
            and column.key in own
            and getattr(column.faces, named.get(face, face))
        )
        on_it = [*figures_of(words, name)]
        if not any(not expected - figures for figures in on_it):
            lacking.append((face, expected, on_it))
    assert not lacking, lacking
    # Texts: the tie-break, and the partita sat out.
    texts = {face: " ".join(words.replace(",", " ").split()) for face, words in by_face.items()}
    ties = {
        line.entry: "against"
        for above, line in pairwise(whole.overall)
        if above.match_points == line.match_points and above.rank < line.rank
    }
    rests = {
        line.entry: rf"P{next(iter(line.rests))} \(7\)" for line in whole.overall if line.rests
    }
    for words_of, on in ((ties, "book csv paper"), (rests, "book book_by_wind season_book")):
        assert words_of
        for entry, words in words_of.items():
            for face in on.split():
                assert re.search(f"{entry} [^R]*{words}", texts[face]), (face, entry)


def test_no_order_names_a_column_that_there_is_not() -> None:
    known = {one.key for one in (*STANDING, *columns.PARTITA)}
    for place in PLACES.values():
        assert {*place.order} - known == {columns.OTHERS}, place.face
    assert {face.name for face in fields(Faces)} == {*PLACES}


def test_no_column_is_declared_below_the_list_that_gathers_them() -> None:
    declared = {one.key for one in vars(columns).values() if isinstance(one, Column)}
    assert declared == {one.key for one in (*STANDING, *columns.PARTITA) if isinstance(one, Column)}


def test_no_two_columns_have_one_key() -> None:
    keys = Counter(one.key for one in STANDING)
    assert [key for key, times in keys.items() if times > 1] == []


def test_the_schema_has_every_column_that_programs_are_told() -> None:
    shape = king_shapes.StandingLineShape()
    missing = {one.key for one in columns.program_columns()} - set(shape.fields)
    assert missing == set()


def test_a_published_standing_read_back_is_published_to_the_letter_again() -> None:
    results = [
        Result(name, table, wind, Fraction(total, 3))
        for table, sat in enumerate(("ABCD", "EFGH"), 1)
        for wind, name, total in zip("NESW", sat, (5, -4, 7, 1), strict=True)
    ]
    rounds = [
        RoundResults(number, (*results, Result("I", None, None, None, bye=True)))
        for number in (1, 2, 3)
    ]
    settings = StandingSettings(count_best=2, carried=(("A", Fraction(7, 2)),))
    form = json.loads(json.dumps(standings(rounds, settings).as_json()))
    read = Standings.from_json(form)
    assert json.loads(json.dumps(read.as_json())) == form
    assert {line.entry: line.carried for line in read.overall}["A"] == Fraction(7, 2)
    assert read.overall[-1].by_round[0].match_points is not None
    # An earlier version did not mark the results that were rests.
    for line in form["overall"]:
        for one in (*line["counted"], *line["dropped"]):
            one.pop("rested", None)
    rests = {line.entry: [*line.rests] for line in Standings.from_json(form).overall}
    assert {entry: own for entry, own in rests.items() if own} == {"I": [1, 2, 3]}
