"""A circuit's page and its regulation: the public season, and the club's settings."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction

import openpyxl
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from scoring.decisions import rule
from scoring.models import FinalHold, Sheet
from scoring.publishing import publish
from seasons.season import publish_season, season_of
from tests.accounts import browser_of
from tests.evenings import played
from tests.markup import flat
from tests.printing.pages import texts_of
from tests.seasons.season import DATES, the_season
from tournaments.circuits import Circuit
from tournaments.models import LogEntry, Player, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_club")]


@pytest.fixture
def circuit() -> Circuit:
    return the_season()


@pytest.fixture
def organizer() -> Client:
    return browser_of(User.objects.create_superuser("root"))


def page(client: Client, circuit: Circuit) -> str:
    answer = client.get(f"/circuits/{circuit.code}/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_says_where_every_figure_comes_from_down_to_the_sheet(
    reader: Client, circuit: Circuit
) -> None:
    text = page(reader, circuit)
    line = season_of(circuit).standings.overall[0]
    assert f'<span class="name" translate="no">{line.entry}</span>' in text
    assert "Re Cuori" in text
    assert "The match points of the best 9 partite are added." in text
    assert "10, 6, 4, 3, 2, then 1 for every later place" in text
    assert len(line.dropped) == text.split("</tr>")[1].count('class="left-out"')
    sheets = re.findall(
        r'<a href="(/live/\w+/\d/tables/\d+/)">Evening \d\. Partita \d, \w+: place', text
    )
    assert (
        len(sheets) == 6 * 2 * 9 * 4
    )  # 54 tables of four, two partite: 8 + 10 + 9 + 10 + 8 + 9 in six evenings
    assert reader.get(sheets[0]).status_code == 200


def test_the_curve_of_places_lights_up_whom_a_link_names_and_ends_at_the_standing(
    reader: Client, circuit: Circuit
) -> None:
    def curve(address: str) -> str:
        text = reader.get(address).content.decode()
        return text.split('id="curve"')[1].split("</section>")[0]

    first, second = season_of(circuit).standings.overall[:2]
    whole = curve(f"/circuits/{circuit.code}/")
    rows = re.findall(r'<th scope="row">(.*?)</tr>', whole, re.DOTALL)
    places = [re.findall(r'<td class="num">([^<]+)</td>', row) for row in rows]
    assert {len(of_name) for of_name in places} == {6}
    assert [of_name[-1] for of_name in places] == [
        str(line.rank) for line in season_of(circuit).standings.overall
    ]
    assert first.entry in whole.split("</svg>")[0]
    link = re.search(r'href="(\?lit=[^"#]+)', rows[1])
    assert link is not None
    lit = curve(f"/circuits/{circuit.code}/{link[1]}")
    assert second.entry in lit.split("</svg>")[0]
    assert first.entry not in lit.split("</svg>")[0]
    assert curve(f"/circuits/{circuit.code}/?lit=nobody") == whole


@pytest.mark.parametrize("counts", ["partite", "evenings"])
def test_where_a_season_can_still_lead_is_no_empty_table_once_it_is_over(
    counts: str, reader: Client, circuit: Circuit
) -> None:
    Circuit.objects.filter(pk=circuit.pk).update(counts=counts)
    reach = flat(reader.get(f"/circuits/{circuit.code}/reach/"))
    assert "Nothing more that counts will be played" in reach
    assert "0 partite" not in reach
    assert "<table" not in reach
    assert "/reach/" not in page(reader, circuit)


@pytest.mark.parametrize(
    ("regulation", "has_table"),
    [({}, True), ({"method": "raw"}, False), ({"missed_points": "-2"}, False)],
)
def test_where_no_most_can_be_told_there_is_no_empty_table(
    regulation: dict[str, str], has_table: bool, reader: Client, circuit: Circuit
) -> None:
    """An evening is still to come, but its points are unlimited or may be deducted."""
    circuit.planned_evenings = circuit.tournaments.count() + 1
    circuit.settings |= regulation
    circuit.save()
    assert ("What each can still reach" in page(reader, circuit)) == has_table
    reach = flat(reader.get(f"/circuits/{circuit.code}/reach/"))
    assert ("cannot be said" not in reach) == has_table
    assert ("<table" in reach) == has_table


def test_the_circuit_is_found_from_its_evenings_and_from_the_front_page(
    reader: Client, circuit: Circuit
) -> None:
    address = f'href="/circuits/{circuit.code}/"'
    evening = circuit.tournaments.first()
    assert evening is not None
    assert address in reader.get(f"/live/{evening.code}/").content.decode()
    assert address in reader.get("/live/").content.decode()


def test_seasons_gone_by_stand_below_under_their_year(reader: Client, organizer: Client) -> None:
    """A circuit is listed in the year of its newest evening; at the desk in every year in which it
    had one.
    """
    for name, *dates in (
        ("Lanterna", "2024-10-03", "2025-01-09"),
        ("Molo", "2024-05-02"),
        ("Porto", "2026-02-05"),
    ):
        circuit = Circuit.objects.create(name=name)
        for date in dates:
            Tournament.objects.create(name="Giovedì", date=date, circuit=circuit)
    text = reader.get("/live/").content.decode()
    found = re.findall(r"Past seasons|<h3>\d+</h3>|>(?:Lanterna|Molo|Porto)<", text)
    assert found == [
        ">Porto<",
        "Past seasons",
        "<h3>2025</h3>",
        ">Lanterna<",
        "<h3>2024</h3>",
        ">Molo<",
    ]
    by_year = {
        year: set(re.findall(r">(Lanterna|Molo|Porto)</a>", flat(organizer.get(f"/desk/{year}"))))
        for year in ("", "?year=2025", "?year=2024")
    }
    assert by_year == {
        "": {"Porto"},
        "?year=2025": {"Lanterna"},
        "?year=2024": {"Lanterna", "Molo"},
    }
    assert ">Molo</a>" in flat(organizer.get("/desk/?circuit=Molo"))


def test_the_calendar_has_what_was_held_and_what_is_to_come(
    reader: Client, circuit: Circuit
) -> None:
    Circuit.objects.update(planned_evenings=8)
    Tournament.objects.create(
        name="Ultima",
        date="2126-06-01",
        circuit=circuit,
        timetable="20.45",
        place="Sede",
        ruleset="lab12",
    )
    text = page(reader, circuit)
    assert "A player who wins the 4 partite that are left" in text
    assert "1 June 2126 · 20.45 · Sede" in " ".join(text.split())
    assert "to come" in text
    assert "1 more evening is planned." in text


def test_a_final_standing_held_back_is_not_in_the_season(reader: Client, circuit: Circuit) -> None:
    """Page and file have eleven partite; the twelfth is held for the prize-giving."""
    evening = circuit.tournaments.get(date=DATES[5])
    FinalHold.objects.create(tournament=evening)
    Tournament.objects.filter(pk=evening.pk).update(closed_at=timezone.now())
    assert "A player who wins the partita that is left" in page(reader, circuit)
    answer = json.loads(reader.get(f"/circuits/{circuit.code}/standing.json").content)
    assert [round_["round"] for round_ in answer["rounds"]] == list(range(1, 12))


def test_the_standing_for_programs_and_for_spreadsheets(reader: Client, circuit: Circuit) -> None:
    season = season_of(circuit)
    assert (
        json.loads(reader.get(f"/circuits/{circuit.code}/standing.json").content)
        == season.as_json()
    )
    text = reader.get(f"/circuits/{circuit.code}/standing.csv").content.decode("utf-8-sig")
    head, first, *rest = list(csv.reader(io.StringIO(text)))
    assert head[:5] == ["Rank", "Name", "Match points", "Points", "2026-01-15 P1"]
    assert first[:2] == ["1", season.standings.overall[0].entry]
    assert len(rest) == 41
    assert sum(cell.startswith("[") for cell in first) == len(season.standings.overall[0].dropped)
    # A spreadsheet reads 3/2 as a date and (3) as -3.
    assert not [cell for line in (first, *rest) for cell in line[2:] if "/" in cell or "(" in cell]


@pytest.mark.parametrize("number", [None, 1])
def test_the_workbook_is_offered_and_has_the_standing(
    organizer: Client, circuit: Circuit, number: int | None
) -> None:
    """The season is the current one, or one that was published before its regulation changed."""
    best = season_of(circuit).standings.overall[0]
    organizer.post(f"/desk/circuits/{circuit.code}/", {"post": "yes"})
    if number is not None:
        circuit.settings = circuit.settings | {"count_best": 2}
        circuit.save()
    place = f"/circuits/{circuit.code}/" + ("" if number is None else f"standings/{number}/")
    for address in (place, f"/desk/circuits/{circuit.code}/"):
        text = organizer.get(address).content.decode()
        assert all(
            f'href="{place}standing.{kind}"' in text for kind in ("pdf", "xlsx", "csv", "json")
        )
    answer = organizer.get(f"{place}standing.xlsx")
    line = [
        cell.value for cell in openpyxl.load_workbook(io.BytesIO(answer.content)).worksheets[0][5]
    ]
    assert line[:2] == [1, best.entry]
    assert Fraction(str(line[2])) == best.match_points.limit_denominator(100)
    listed = organizer.get(f"{place}standing.csv").content.decode("utf-8-sig").splitlines()[1]
    assert listed.startswith(f"1,{best.entry},")
    answer = json.loads(organizer.get(f"{place}standing.json").content)
    assert answer["overall"][0]["match_points"] == str(best.match_points)
    assert organizer.get(f"{place}standing.exe").status_code == 404


def test_the_standing_on_paper_has_every_name_and_what_is_left_out_in_brackets(
    reader: Client, circuit: Circuit
) -> None:
    answer = reader.get(f"/circuits/{circuit.code}/standing.pdf")
    text = " ".join(" ".join(texts_of(answer.content)).split())
    overall = season_of(circuit).standings.overall
    assert all(line.entry in text for line in overall)
    assert text.count("[") >= sum(len(line.dropped) for line in overall)
    assert "The match points of the best 9 partite are added." in text
    assert (
        reader.get(
            f"/circuits/{Circuit.objects.create(name='Inverno').code}/standing.pdf"
        ).status_code
        == 404
    )


def test_the_paper_is_called_like_the_circuit_has_dates_as_heads_and_one_page_where_one_fits(
    reader: Client, circuit: Circuit
) -> None:
    """There are forty-two players of six evenings, and their curve. The paper used to have two
    pages side by side, the title "Standing", and "3/2" as a heading.
    """
    pages = texts_of(reader.get(f"/circuits/{circuit.code}/standing.pdf").content)
    season = season_of(circuit)
    assert (len(season.evenings), len(season.sittings), len(season.standings.overall)) == (
        6,
        12,
        42,
    )
    assert len(pages) == 2
    assert "Place after each evening" in pages[1]
    assert season.standings.overall[0].entry in pages[1]
    lines = [line.strip() for line in pages[0].splitlines()]
    assert lines[0].startswith(circuit.name)
    heads = [f"{evening.date.day}/{evening.date.month}" for evening in season.evenings]
    assert [word for word in pages[0].split() if re.fullmatch(r"\d+/\d+", word)] == heads
    assert "In square brackets and grey: left out of the sum" in " ".join(pages[0].split())


def test_the_pages_have_dates_as_heads_too(reader: Client, circuit: Circuit) -> None:
    publication = publish_season(circuit=circuit, author=None)
    heads = [f"{evening.date.day}/{evening.date.month}" for evening in season_of(circuit).evenings]
    for address in ("", f"standings/{publication.number}/"):
        text = reader.get(f"/circuits/{circuit.code}/{address}").content.decode()
        head = text[text.index("<thead>") : text.index("</thead>")]
        assert re.findall(r"\b\d+/\d+\b", head) == heads
        assert circuit.name in text[text.index("<h1>") : text.index("</h1>")]
    assert "figures in square brackets are left out" in " ".join(page(reader, circuit).split())


def test_no_such_circuit_is_a_page_that_says_so(reader: Client) -> None:
    assert reader.get("/circuits/zzzzzz/").status_code == 404
    assert reader.get("/circuits/zzzzzz/standing.json").status_code == 404
    assert reader.get("/circuits/zzzzzz/winds/").status_code == 404


def test_a_name_without_a_place_in_the_season_has_no_page(reader: Client, circuit: Circuit) -> None:
    assert reader.get(f"/circuits/{circuit.code}/name/", {"of": "Nobody"}).status_code == 404


def test_evenings_of_two_kinds_are_said_on_the_page(reader: Client, circuit: Circuit) -> None:
    before = reader.get(f"/circuits/{circuit.code}/standing.csv").content
    Tournament.objects.create(name="A coppie", date=DATES[0], ruleset="lab_coppie", circuit=circuit)
    assert "“A coppie” is not in these standings" in page(reader, circuit)
    assert reader.get(f"/circuits/{circuit.code}/standing.csv").content == before


GENOA = {
    "name": "Re Cuori",
    "counts": "partite",
    "method": "places",
    "scale": "10 6 4 3 2 1",
    "tail": "1",
    "ties": "share",
    "count_best": "9",
    "tiebreak_1": "firsts",
    "tiebreak_2": "seconds",
    "tiebreak_3": "thirds",
    "tiebreak_4": "dropped",
}


@pytest.mark.at_length
def test_the_club_sets_the_regulation_and_the_standing_goes_by_it(
    organizer: Client, circuit: Circuit
) -> None:
    address = f"/desk/circuits/{circuit.code}/"
    guest = Player.objects.get(surname="Rossi", given_name="Anna")
    typed = GENOA | {
        "count_best": "2",
        "minimum_evenings": "6",
        "guests": [guest.pk],
        "prizes": "A cup",
    }
    answer = organizer.post(address, typed)
    assert answer.status_code == 302
    circuit.refresh_from_db()
    assert circuit.settings == {
        "method": "places",
        "scale": ["10", "6", "4", "3", "2", "1"],
        "tail": "1",
        "ties": "share",
        "count_best": 2,
        "minimum_evenings": 6,
        "tiebreaks": ["firsts", "seconds", "thirds", "dropped"],
    }
    season = season_of(circuit)
    assert all(len(line.counted) == 2 for line in season.standings.overall)
    assert len(season.standings.too_few) + len(season.standings.overall) == 41
    text = page(organizer, circuit)
    assert "A place requires 6 evenings." in text
    assert "Rossi Anna" in text
    assert "A cup" in text
    line = LogEntry.objects.get(kind="circuit")
    assert line.tournament.date.isoformat() == DATES[5]
    log = organizer.get(f"/desk/{line.tournament.code}/log/").content.decode()
    assert "Best partite that count: 2 (it was 9)" in log


def test_the_tie_breaks_decide_in_the_order_in_which_the_club_puts_them(
    organizer: Client, circuit: Circuit
) -> None:
    address = f"/desk/circuits/{circuit.code}/"
    turned = {
        "tiebreak_1": "raw_points",
        "tiebreak_2": "",
        "tiebreak_3": "dropped",
        "tiebreak_4": "firsts",
    }
    assert organizer.post(address, GENOA | turned).status_code == 302
    circuit.refresh_from_db()
    assert circuit.settings["tiebreaks"] == ["raw_points", "dropped", "firsts"]
    initial = organizer.get(address).context["form"].initial
    assert [initial.get(f"tiebreak_{place}") for place in range(1, 5)] == [
        "raw_points",
        "dropped",
        "firsts",
        None,
    ]
    text = page(organizer, circuit)
    assert (
        "in this order: points made at the table, the results that do not count, first places"
        in text
    )


def test_a_preset_is_shown_and_saved_only_when_the_form_is(
    organizer: Client, circuit: Circuit
) -> None:
    address = f"/desk/circuits/{circuit.code}/"
    text = organizer.get(address + "?preset=places").content.decode()
    assert 'value="32 27 22 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1"' in text
    assert re.search(r'<input[^>]*value="evenings"[^>]*checked', text)
    circuit.refresh_from_db()
    assert circuit.counts == "partite"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"count_best": "0"}, "count_best"),
        ({"scale": "ten"}, "scale"),
        ({"name": ""}, "name"),
        ({"counts": "sheets"}, "counts"),
        ({"name": "Taken"}, "name"),
        ({"tiebreak_4": "firsts"}, "tiebreak_4"),
    ],
)
def test_a_regulation_that_cannot_be_is_refused_beside_its_field(
    organizer: Client, circuit: Circuit, change: dict[str, str], field: str
) -> None:
    Circuit.objects.create(name="Taken")
    answer = organizer.post(f"/desk/circuits/{circuit.code}/", GENOA | change)
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {field}
    before = circuit.settings
    circuit.refresh_from_db()
    assert circuit.settings == before


def test_the_regulation_is_the_clubs_own(reader: Client, circuit: Circuit) -> None:
    assert reader.get(f"/desk/circuits/{circuit.code}/").status_code == 302


def test_what_was_published_is_read_by_its_number(
    organizer: Client, reader: Client, circuit: Circuit
) -> None:
    assert organizer.post(f"/desk/circuits/{circuit.code}/", {"post": "yes"}).status_code == 302
    assert f'href="/circuits/{circuit.code}/standings/1/"' in page(reader, circuit)
    answer = reader.get(f"/circuits/{circuit.code}/standings/1/")
    line = season_of(circuit).standings.overall[0]
    assert f'<span class="name" translate="no">{line.entry}</span>' in answer.content.decode()
    assert [row["line"].rank for row in answer.context["lines"]] == [
        row.rank for row in season_of(circuit).standings.overall
    ]
    assert answer.content.decode().split("</tr>")[1].count('class="left-out"') == len(line.dropped)
    circuit.settings |= {"count_best": 3}
    circuit.save()
    organizer.post(f"/desk/circuits/{circuit.code}/", {"post": "yes"})
    assert (
        "replaced by no. 2" in reader.get(f"/circuits/{circuit.code}/standings/1/").content.decode()
    )
    erratum = reader.get(f"/circuits/{circuit.code}/standings/2/").content.decode()
    assert "The regulation or the guests of the circuit were changed." in erratum
    assert reader.get(f"/circuits/{circuit.code}/standings/3/").status_code == 404


def test_a_season_of_guests_alone_is_no_fault(reader: Client, circuit: Circuit) -> None:
    circuit.guests.set(Player.objects.all())
    for kind in ("", "standing.pdf", "standing.xlsx", "standing.csv", "standing.json"):
        assert reader.get(f"/circuits/{circuit.code}/{kind}").status_code == 200


def test_an_erratum_of_an_evening_is_said_on_the_page_the_paper_and_the_next_publication(
    organizer: Client, reader: Client, circuit: Circuit
) -> None:
    """The leader loses thirty points in the second evening. Nothing changes until that evening
    publishes them.
    """
    organizer.post(f"/desk/circuits/{circuit.code}/", {"post": "yes"})
    leader, evening = (
        season_of(circuit).standings.overall[0].entry,
        circuit.tournaments.get(date=DATES[1]),
    )
    seat = next(
        seat
        for seat in evening.rounds.get(number=1).seats.select_related("player", "table")
        if seat.player.full_name == leader
    )
    rule(
        sheet=Sheet.objects.get(table=seat.table),
        kind="adjustment",
        offender=seat.wind,
        effect={"points": "-30"},
        reason="Late.",
        arbiter=None,
    )
    sentence = f"Evening 2, 29 January 2026, was corrected: its standings no. {evening.publications.count() + 1} count."
    assert "was corrected" not in page(reader, circuit)
    publish(tournament=evening, author=None)
    organizer.post(f"/desk/circuits/{circuit.code}/", {"post": "yes"})
    for place in (f"/circuits/{circuit.code}/", f"/circuits/{circuit.code}/standings/2/"):
        assert sentence in reader.get(place).content.decode()
        assert sentence in on_paper(reader, f"{place}standing.pdf")
    first = f"/circuits/{circuit.code}/standings/1/"
    assert "was corrected" not in reader.get(first).content.decode() + on_paper(
        reader, f"{first}standing.pdf"
    )


def on_paper(client: Client, address: str) -> str:
    return " ".join(" ".join(texts_of(client.get(address).content)).split())


def test_where_points_are_added_and_some_left_out_the_page_and_the_paper_show_what_ranks(
    reader: Client, circuit: Circuit
) -> None:
    """Only each player's best partita counts, so the sum of all partite is not shown as the ranking
    figure.
    """
    circuit.settings = {"method": "raw", "count_best": 1}
    circuit.save()
    line = season_of(circuit).standings.overall[0]
    assert line.match_points != line.total
    cells = re.findall(r'<td class="num strong">([^<]+)</td>', flat(page(reader, circuit)))
    assert cells[0] == str(line.match_points)
    [paper, *_more] = texts_of(reader.get(f"/circuits/{circuit.code}/standing.pdf").content)
    [line_text] = [row for row in paper.splitlines() if line.entry in row]
    assert line_text.split(line.entry)[1].split()[0] == str(line.match_points)


def test_a_long_season_is_light_and_tells_each_name_on_a_page_of_its_own(reader: Client) -> None:
    evening = played(21).tournament
    evening.circuit = circuit = Circuit.objects.create(
        name="Campionato", counts="partite", planned_evenings=2
    )
    evening.save()
    publish(tournament=evening, author=None)
    overall = season_of(circuit).standings.overall
    assert len(overall) == 84
    text = flat(page(reader, circuit))
    lines = text.split('id="overall"')[1].split("</section>")[0]
    assert "<details" not in lines
    # A part that is loaded when opened is a separate page for browsers without scripts.
    for part, title in ("winds", "North"), ("reach", "Best place"):
        address = f"/circuits/{circuit.code}/{part}/"
        assert f'hx-get="{address}"' in text
        assert title not in text
        assert title in reader.get(address).content.decode()
        assert "<h1" not in reader.get(address, headers={"hx-request": "true"}).content.decode()
    (address,) = re.findall(
        r'href="(/circuits/\w+/name/[^"]+)">' + re.escape(overall[-1].entry), lines
    )
    of_name = flat(reader.get(address))
    assert f"place {overall[-1].rank}" in of_name
    assert (
        len(
            re.findall(
                r'<a href="/live/\w+/1/tables/\d+/">Evening 1\. Partita 1, \w+: place', of_name
            )
        )
        == 2
    )
