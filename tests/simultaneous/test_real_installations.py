"""A whole event with separate installations for the centre and two halls, and with halls that have
no program but ``python -m king``.

Genova (8 tables) is online. Imperia (20 tables) never is: its invitation comes on a stick, its
report goes by QR codes that a phone photographs, and its laptop is lost and restored. Savona (5
tables) plays on paper with the library alone, tells its code in time and reports after the close.
Alassio tells no code, Cuneo never comes. A stranger has every published file.
"""

from __future__ import annotations

import io
import json
import random
import re
import sqlite3
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from king.reading import Node
from king.rulesets import find_ruleset
from king.simultaneous.documents import Invitation, Report, page_key
from king.simultaneous.qr_codes import pack
from tests.ranked_again import ranked
from tests.real_servers import ROOT
from tests.simultaneous.installations import (
    PASSWORD,
    Answer,
    Installation,
    Reader,
    crawl,
    enter_and_draw,
    legal_rows,
    names,
    play,
    seat,
)

pytestmark = [pytest.mark.django_db, pytest.mark.at_length]

LAB12 = find_ruleset("lab12")
HALLS = ("Genova", "Savona", "Imperia", "Alassio", "Cuneo")
GENOVA, SAVONA, IMPERIA, ALASSIO, CUNEO = range(1, 6)
ROUNDS = 2


def king(*arguments: str | Path, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "king", *map(str, arguments)],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def places(
    installation: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, Installation]]:
    folder = tmp_path_factory.mktemp("event")
    running = {
        name: Installation(folder / name, installation) for name in ("centre", "genova", "imperia")
    }
    yield running
    for one in running.values():
        one.kill()


class Event:
    """State of the event that later steps of the test need from earlier ones."""

    def __init__(self, places: Mapping[str, Installation], folder: Path) -> None:
        self.centre, self.genova = places["centre"], places["genova"]
        self.imperia, self.folder = places["imperia"], folder
        self.code = ""
        self.keys: list[str] = []
        self.invitations: dict[int, Path] = {}
        self.evenings: dict[str, str] = {}

    @property
    def desk(self) -> str:
        return f"/desk/simultaneous/{self.code}"

    def own_page(self, hall: int) -> str:
        invitation = self.invitation(hall)
        return f"/simultaneous/{self.code}/hall/{hall}/{page_key(invitation.secret)}/"

    def invitation(self, hall: int) -> Invitation:
        form = json.loads(self.invitations[hall].read_text(encoding="utf-8"))
        return Invitation.read(Node(form, "", ""))

    def cards(self) -> list[str]:
        """A hand of each board as text and links write it; no page contains it by chance."""
        return [
            str(dealt.deal.pbn).partition(":")[2] for dealt in self.invitation(1).deal(*self.keys)
        ]


def pressed(answer: Answer) -> Answer:
    """Return the answer, which must be a page."""
    assert answer.status == 200, (answer.status, answer.address, words(answer))
    return answer


def words(answer: Answer) -> str:
    """Text of a page, for a failure's message."""
    body = re.sub(r"(?s)<(script|style|svg).*?</\1>", " ", answer.text)
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())[:1500]


def invite(event: Event) -> None:
    chief = event.centre.chief
    planned = {
        "name": "Simultaneo d'autunno",
        "date": "2026-11-27",
        "ruleset": "lab12",
        "settings_of": "other",
        "rounds": ROUNDS,
        "spares": 1,
        "method": "percent",
        "grace_minutes": "30",
        "language": "it",
    }
    made = pressed(chief.post("/desk/simultaneous/new/", **planned))
    event.code = made.address.rstrip("/").rpartition("/")[2]
    pressed(chief.post(f"{event.desk}/halls/", names="\n".join(HALLS)))
    pressed(chief.post(f"{event.desk}/draw/"))
    packed = chief.post(f"{event.desk}/invitations/")
    with zipfile.ZipFile(io.BytesIO(packed.body)) as archive:
        files = archive.namelist()
        pages = archive.read("pages.txt").decode().splitlines()
        for name in sorted({*files} - {"pages.txt"}):
            invitation = json.loads(archive.read(name))
            path = event.folder / f"hall-{invitation['hall']}.king"
            # Imperia's laptop never learns the centre's address.
            if invitation["hall"] == IMPERIA:
                invitation.pop("centre")
            path.write_text(json.dumps(invitation), encoding="utf-8")
            event.invitations[invitation["hall"]] = path
    assert sorted(event.invitations) == [1, 2, 3, 4, 5]
    for line, (number, name) in zip(pages, enumerate(HALLS, 1), strict=True):
        assert line.split("\t") == [
            str(number),
            name,
            f"{event.centre.home}{event.own_page(number)}",
        ]


def join(event: Event, hall: int, place: Installation, tables: int) -> None:
    """Join the event and seat the people for the first partita; no board is dealt yet."""
    name = HALLS[hall - 1]
    joined = place.chief.post("/desk/simultaneous/join/", file=event.invitations[hall].read_bytes())
    code = event.evenings[name] = pressed(joined).address.split("/")[4]
    here = f"tournaments/{code}"
    enter_and_draw(place.chief, here, names(tables, name))
    seat(place.chief, here, 1)
    refused = place.chief.say(f"/api/{here}/rounds/1/start/")
    assert refused.status == 422
    assert "boards_not_dealt" in refused.text


def open_hall(event: Event, hall: int, place: Installation) -> None:
    """Open the hall: a mistyped key deals nothing, and the first key does not deal the second
    partita.
    """
    name, key = HALLS[hall - 1], event.keys[0]
    here = f"/desk/{event.evenings[name]}/event"
    changed = ("B" if key.startswith("A") else "A") + key[1:]
    assert changed != key
    wrong = place.chief.post(f"{here}/open/", key=changed)
    assert "26 letters" in wrong.text
    assert dealt(place) == {}
    pressed(place.chief.post(f"{here}/open/", key=key.lower()))
    assert dealt(place) == {1: 12}


def dealt(place: Installation) -> dict[int, int]:
    """Number of boards in the database, by partita."""
    with closing(sqlite3.connect(place.folder / "king.sqlite3")) as database:
        rows = database.execute(
            "select s.round_number, count(*) from deals_board b "
            "join deals_boardset s on s.id = b.board_set_id group by s.round_number"
        )
        return dict(rows.fetchall())


def play_partita(event: Event, hall: int, place: Installation, number: int) -> None:
    """Play a partita. For the second one Genova asks the centre for the key."""
    chance = random.Random(f"{hall} {number}")
    code = event.evenings[HALLS[hall - 1]]
    here = f"tournaments/{code}"
    there = f"{here}/rounds/{number}"
    if number == 1:
        tables = place.chief.get(f"/api/{there}/tables/").json()
        numbers = [table["number"] for table in tables["results"]]
    else:
        numbers = list(seat(place.chief, here, number))
        if hall == GENOVA:
            pressed(place.chief.post(f"/desk/{code}/event/ask/"))
        else:
            pressed(place.chief.post(f"/desk/{code}/event/open/", key=event.keys[1]))
    place.chief.step(f"{there}/start/")
    play(place.chief, there, {table: legal_rows(LAB12, chance) for table in numbers})


def paper_night(name: str, tables: int, seed: int) -> dict[str, Any]:
    """Night of a hall that plays on paper; only a typed file has it."""
    chance, people = random.Random(seed), names(tables, name)
    rounds = []
    for number in range(1, ROUNDS + 1):
        sheets = [
            {
                "table": table + 1,
                "seats": dict(zip("NESW", people[4 * table : 4 * table + 4], strict=True)),
                "rows": legal_rows(LAB12, chance),
            }
            for table in range(tables)
        ]
        rounds.append({"round": number, "sheets": sheets})
    return {"written": "2026-11-27T23:40", "night": {"ruleset": "lab12", "rounds": rounds}}


def paper_report(event: Event, hall: int, tables: int) -> tuple[bytes, str]:
    """Report that ``king report`` writes, and the closing code that it prints."""
    night = event.folder / f"night-{hall}.json"
    night.write_text(json.dumps(paper_night(HALLS[hall - 1], tables, hall)), encoding="utf-8")
    done = king("report", event.invitations[hall], night)
    assert done.returncode == 0, done.stderr
    return done.stdout.encode(), done.stderr.partition("closing code ")[2].strip()


def closing_code(page: Answer) -> str:
    """Closing code on the page, in large letters and groups of four."""
    groups = re.findall(r"<[^>]+>([A-Z]{4})</", page.text)
    assert len(groups) == 3, words(page)
    return "".join(groups)


def by_squares(event: Event, hall: int, report: Report) -> None:
    """Photograph the QR codes with an online phone, in random order, and send what they open. Parts
    that a stranger makes up are refused and do no harm.
    """
    parts = pack(report, event.invitation(hall).secret)
    phone, sent = event.centre.reader(), [*parts]
    random.Random(5).shuffle(sent)
    for place, part in sent:
        square = f"/SIMULTANEOUS/{event.code.upper()}/R/{hall}/{place}/{{part}}/"
        assert phone.get(square.format(part=part)).status == 200
        assert phone.post(square.format(part="A" * len(part))).status == 422
        pressed(phone.post(square.format(part=part)))


def told_by_telephone(event: Event, hall: int, code: str) -> None:
    pressed(event.centre.chief.post(f"{event.desk}/hall/{hall}/code/", code=code))


def reported(event: Event, hall: int, report: bytes, reason: str = "") -> None:
    sent = {"reports": report, **({"reason": reason} if reason else {})}
    pressed(event.centre.chief.post(f"{event.desk}/reports/", **sent))


def rule_fouled(event: Event) -> None:
    """Rule at Genova's second table that a card lay face up in the third hand of the first partita."""
    there = f"tournaments/{event.evenings['Genova']}/rounds/1/tables/2"
    event.genova.chief.step(
        f"{there}/rulings/new/",
        kind="fouled",
        hand=3,
        effect={"average": True},
        reason="A card lay face up.",
    )


def take_spare(event: Event) -> None:
    """Replace board 4 of Imperia's first partita, which was spoiled before it was played."""
    there = f"tournaments/{event.evenings['Imperia']}/rounds/1"
    event.imperia.chief.step(f"{there}/boards/replace/", board=4, reason="Tea was spilt over it.")


def correct_after_the_code(event: Event) -> None:
    """Correct the first hand of Genova's third table, which was written at the wrong winds."""
    sheet = f"{event.desk}/hall/{GENOVA}/1/3/"
    units = {f"units_{wind}": count for wind, count in zip("NESW", (8, 0, 0, 0), strict=True)}
    fields = {"kind": "row", "reason": "Seen on the paper.", "arbiter": "Neri", **units}
    pressed(event.centre.chief.post(f"{sheet}correct/?hand=1", **fields))


def restored_laptop(event: Event, copy: Path, installation: Path) -> Installation:
    """Start another laptop from the backup that was made before the hall closed."""
    other = Installation(event.folder / "another laptop", installation, start=False)
    other.manage("restore", str(copy))
    other.start()
    other.chief = other.signed_in("chief", PASSWORD)
    return other


def no_card(event: Event, place: Installation, *starts: str) -> None:
    """Assert that no link from these pages leads a stranger or a helper to a card of a held evening
    or an event.
    """
    for who in (place.reader(), place.signed_in("helper", PASSWORD)):
        for address, answer in crawl(who, *starts).items():
            text = answer.body.decode(errors="replace")
            for card in event.cards():
                assert card not in text, address
            assert event.invitation(1).seed not in text, address


def no_key(event: Event, *readers: Reader) -> None:
    for reader in readers:
        starts = ["/", f"/simultaneous/{event.code}/", f"/api/simultaneous/{event.code}/"]
        if reader is event.centre.chief:
            starts += ["/desk/", f"{event.desk}/", "/desk/simultaneous/"]
        for address, answer in crawl(reader, *starts).items():
            text = answer.body.decode(errors="replace").replace(" ", "")
            for key in event.keys:
                assert key not in text, address


def keys_of(centre: Installation) -> list[str]:
    """Keys of the event, read from the database."""
    with closing(sqlite3.connect(centre.folder / "king.sqlite3")) as database:
        rows = database.execute("select letters from simultaneous_releasekey order by round")
        return [str(letters) for (letters,) in rows.fetchall()]


def test_a_whole_event_of_real_installations(
    places: dict[str, Installation], installation: Path, tmp_path: Path
) -> None:
    event = Event(places, tmp_path)
    centre, genova, imperia = event.centre, event.genova, event.imperia
    invite(event)
    event.keys = keys_of(centre)
    assert len(event.keys) == ROUNDS
    no_key(event, centre.reader(), centre.chief, centre.signed_in("helper", PASSWORD))

    join(event, GENOVA, genova, 8)
    join(event, IMPERIA, imperia, 20)
    pressed(centre.chief.post(f"{event.desk}/key/"))
    told = centre.reader().get(f"/api/simultaneous/{event.code}/").json()["keys"]
    assert [key["letters"] for key in told] == event.keys[:1]
    open_hall(event, GENOVA, genova)
    open_hall(event, IMPERIA, imperia)
    dealt = king(
        "deal",
        "--document",
        event.invitations[SAVONA],
        "--seed",
        event.invitation(SAVONA).seed,
        "--datum",
        event.keys[0],
        "--format",
        "pbn",
    )
    assert dealt.returncode == 0, dealt.stderr
    play_partita(event, GENOVA, genova, 1)
    rule_fouled(event)
    take_spare(event)
    play_partita(event, IMPERIA, imperia, 1)
    pressed(centre.chief.post(f"{event.desk}/key/"))
    play_partita(event, GENOVA, genova, 2)
    play_partita(event, IMPERIA, imperia, 2)
    no_card(event, genova, "/", f"/live/{event.evenings['Genova']}/", "/api/")
    no_card(event, imperia, "/", f"/live/{event.evenings['Imperia']}/", "/api/")
    no_card(event, centre, "/", f"/simultaneous/{event.code}/", f"/api/simultaneous/{event.code}/")

    # Genova closes over the network, so code and report are at the centre at once.
    closed = pressed(genova.chief.post(f"/desk/{event.evenings['Genova']}/event/close/"))
    assert closing_code(closed) in centre.chief.get(f"{event.desk}/").text.replace(" ", "")
    own = wait_for(centre.reader(), event.own_page(GENOVA), "Genova Baba")
    assert "Imperia Baba" not in own.text
    for hall in (SAVONA, IMPERIA, ALASSIO, CUNEO):
        assert "Genova Baba" not in centre.reader().get(event.own_page(hall)).text

    # A hall that has not played learns nothing by telling twelve random letters.
    phone = centre.reader()
    phone.get(event.own_page(ALASSIO))
    pressed(phone.post(f"{event.own_page(CUNEO)}code/", code="AAAABBBBCCCC"))
    assert "Genova Baba" not in phone.get(event.own_page(CUNEO)).text

    # Imperia: a backup is made, the hall closes, the laptop is lost; the other one has the same code.
    copy = tmp_path / "imperia.king-backup"
    imperia.manage("backup", str(copy))
    here = f"/desk/{event.evenings['Imperia']}/event"
    told = closing_code(pressed(imperia.chief.post(f"{here}/close/")))
    first = imperia.chief.get(f"{here}/report/").body
    report = Report.read(Node(json.loads(first), "", ""))
    report = report.salted(event.invitation(IMPERIA).secret)
    assert report.code == told
    assert [spare.board for spare in report.spares] == [4]
    phone = centre.reader()
    phone.get(event.own_page(IMPERIA))
    pressed(phone.post(f"{event.own_page(IMPERIA)}code/", code=told))
    by_squares(event, IMPERIA, report)
    other = restored_laptop(event, copy, installation)
    places["another"] = other
    assert closing_code(pressed(other.chief.post(f"{here}/close/"))) == told
    reported(event, IMPERIA, other.chief.get(f"{here}/report/").body)

    paper, code = paper_report(event, SAVONA, 5)
    told_by_telephone(event, SAVONA, code)
    correct_after_the_code(event)
    pressed(centre.chief.post(f"{event.desk}/close/"))
    standing = f"/simultaneous/{event.code}/standing/"
    wait_for(centre.reader(), standing, "Imperia")
    for hall, own in ((SAVONA, paper), (ALASSIO, paper_report(event, ALASSIO, 1)[0])):
        # With the hall's secret a report still comes too late for the standings.
        said = centre.reader().say(
            f"/api/simultaneous/{event.code}/halls/{hall}/", {"report": json.loads(own)}
        )
        assert (said.status, said.json()["code"]) == (422, "event_closed")
        reported(event, hall, own, "It came by post.")
    result = the_result_that_anybody_makes(event)
    a_stranger_with_every_file(event, result)
    states = {line["name"]: line["state"] for line in result["halls"]}
    assert states == dict(
        zip(HALLS, ("in_field", "in_field", "in_field", "late", "awaited"), strict=True)
    )
    assert result["halls"][IMPERIA - 1]["digest"] == report.digest
    every_rank_is_that_of_the_second_writing(event, result)

    # Genova asks the centre, Imperia is given file and code; then the cards are public.
    pressed(genova.chief.post(f"/desk/{event.evenings['Genova']}/event/fetch/"))
    file = centre.reader().get(f"/simultaneous/{event.code}/result.json").body
    code = centre.reader().get(f"/api/simultaneous/{event.code}/").json()["result_code"]
    changed = json.loads(file)
    changed["overall"][0], changed["overall"][1] = changed["overall"][1], changed["overall"][0]
    forged = other.chief.post(f"{here}/end/", result=json.dumps(changed).encode(), code=code)
    assert forged.status == 422
    pressed(other.chief.post(f"{here}/end/", result=file, code=code))
    for place, name in ((genova, "Genova"), (other, "Imperia")):
        shown = place.reader().get(f"/api/tournaments/{event.evenings[name]}/rounds/1/boards/").text
        dealt = event.cards()[:12]
        if name == "Imperia":
            del dealt[3]  # a spare took its place
        assert [card for card in event.cards() if card in shown] == dealt
    booklet = tmp_path / "booklet.pdf"
    booklet.write_bytes(centre.reader().get(f"/simultaneous/{event.code}/booklet.pdf").body)
    text = subprocess.run(["pdftotext", booklet, "-"], capture_output=True, text=True, check=True)
    assert "Simultaneo d'autunno" in text.stdout.replace("’", "'")


def a_stranger_with_every_file(event: Event, result: Mapping[str, Any]) -> None:
    """Check that published files contain no secret of a hall and no card, and that an invented
    report does not count.
    """
    published = [path for path in sorted(event.folder.rglob("*")) if path.suffix in (".json", "")]
    texts = [path.read_bytes().decode(errors="replace") for path in published if path.is_file()]
    texts += [path.read_text(encoding="utf-8") for path in (event.folder / "reports").iterdir()]
    for hall in range(1, 6):
        secret = event.invitation(hall).secret
        assert not any(secret in text or page_key(secret) in text for text in texts)
    assert not any('"mac"' in text or '"cards"' in text for text in texts)
    ours = next((event.folder / "reports").glob("report-4-*"))
    invented = json.loads(ours.read_text(encoding="utf-8"))
    for sheet in invented["night"]["rounds"][0]["sheets"]:
        sheet["rows"][0]["units"] = {"N": 0, "E": 8, "S": 0, "W": 0}
    invented["written"] = "2027-01-01T00:00"
    forged = event.folder / "forged.king"
    forged.write_text(json.dumps(invented), encoding="utf-8")
    files = [*sorted((event.folder / "reports").iterdir()), forged]
    keys = [word for key in event.keys for word in ("--key", key)]
    against = ["--against", event.folder / "result.json"]
    done = king("merge", event.folder / "event.json", *files, *keys, *against)
    assert (done.returncode, json.loads(done.stdout)["differs"]) == (0, [])
    forged.unlink()


def wait_for(reader: Reader, address: str, text: str) -> Answer:
    """Poll a page until it contains the text; standings are computed in the background, at most
    once a minute.
    """

    deadline = time.monotonic() + 200
    while text not in (answer := reader.get(address)).text:
        assert time.monotonic() < deadline, (address, text, words(answer))
        time.sleep(1)
    return answer


def the_result_that_anybody_makes(event: Event) -> dict[str, Any]:
    """Return the published result, after ``king merge`` has computed it again from the published
    files.
    """
    reader, here = event.centre.reader(), f"/simultaneous/{event.code}"
    wait_for(reader, f"{here}/standing/?wind=late", "Alassio")
    wait_for(reader, f"{here}/result.json", "Alassio Baba")
    for name in ("event.json", "result.json"):
        (event.folder / name).write_bytes(reader.get(f"{here}/{name}").body)
    folder = event.folder / "reports"
    with zipfile.ZipFile(io.BytesIO(reader.get(f"{here}/reports.zip").body)) as archive:
        archive.extractall(folder)
    keys = [word for key in event.keys for word in ("--key", key)]
    against = [*keys, "--against", event.folder / "result.json"]
    done = king("merge", event.folder / "event.json", *sorted(folder.iterdir()), *against)
    made, published = json.loads(done.stdout), (event.folder / "result.json").read_text()
    assert made.pop("differs") == []
    assert "doubts" not in made
    assert made == json.loads(published)
    return json.loads(published)


def every_rank_is_that_of_the_second_writing(event: Event, result: Mapping[str, Any]) -> None:
    form = json.loads((event.folder / "event.json").read_text(encoding="utf-8"))
    reports = [
        json.loads(path.read_text(encoding="utf-8"))
        for path in sorted((event.folder / "reports").iterdir())
    ]
    again = ranked(form, reports)
    lists = [("", result["late"]), ("", result["overall"]), *result["winds"].items()]
    published = {
        (wind, line["hall"], line["name"]): (line.get("rank", 0), Fraction(line["percent"]))
        for wind, lines in lists
        for line in lines
    }
    assert published == again
    assert len(result["overall"]) == 4 * (8 + 5 + 20)
    assert {line["hall"] for line in result["late"]} == {ALASSIO}
    page = event.centre.reader().get(f"/simultaneous/{event.code}/standing/?page=2")
    last = result["overall"][-1]
    assert last["name"] in page.text
