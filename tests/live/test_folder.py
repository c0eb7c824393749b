"""An evening as a folder to send: pages that link only to one another, with what is published."""

from __future__ import annotations

import io
import json
import re
import zipfile
from datetime import timedelta
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone, translation

from king_tournament.live.downloads import Files, folder_of
from scoring.decisions import rule
from scoring.publishing.final_hold import hold_final
from tests.accounts import signed_in
from tests.evenings import (
    a_tournament,
    fill_quickly,
    in_play,
    played,
    published_round,
    sealed_round,
    sheet_of,
)
from tests.hidden import secrets
from tests.printing.pages import texts_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


class Page(HTMLParser):
    """Collects the links of a page, its other attributes as ``name=value``, and the names of its
    elements.
    """

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self.leads_to: list[str] = []
        self.attributes: list[str] = []
        self.elements: set[str] = set()
        self.feed(content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        for name, value in attrs:
            known = name in ("href", "src")
            (self.leads_to if known else self.attributes).append(
                value if known else f"{name}={value}"
            )


def pages(files: Files) -> dict[str, Page]:
    return {name: Page(content) for name, content in files.items() if name.endswith(".html")}


def read(files: Files) -> dict[str, str]:
    """Text of each file without blanks: the words of a PDF, the parts of a workbook."""
    texts = {}
    for name, content in files.items():
        text = content.decode("utf-8", "replace")
        if name.endswith(".pdf"):
            text = "".join(texts_of(content))
        if name.endswith(".xlsx"):
            with zipfile.ZipFile(io.BytesIO(content)) as parts:
                text = "".join(parts.read(part).decode() for part in parts.namelist())
        texts[name] = "".join((text + re.sub(r"<[^>]*>", "", text)).split())
    return texts


@pytest.fixture
def organizer(db: None) -> Client:
    return signed_in("anna", "organizer")


# --- contents


@pytest.mark.at_length
def test_every_link_ends_in_the_folder_and_nothing_else_is_asked_for(finished: Tournament) -> None:
    files = folder_in("en", finished)
    for name, page in pages(files).items():
        places = [
            normpath(join(dirname(name), link.partition("#")[0]))
            for link in page.leads_to
            if link[0] != "#"
        ]
        assert set(places) <= set(files), name
        assert not page.elements & {"form", "button", "iframe", "img"}, name
        assert [
            attr for attr in page.attributes if re.match(r"hx-|action=|type=module", attr)
        ] == [], name
        links = [
            attr for attr in page.attributes if not attr.startswith("xmlns")
        ]  # namespaces of pictures are not links
        assert [attr for attr in links if "//" in attr or "=/" in attr] == [], name
    for name, content in files.items():
        if name.endswith(".css"):
            links = re.findall(rb'url\("?(?!data:)([^")]+)', content)
            assert {normpath(join(dirname(name), url.decode())) for url in links} <= set(files), (
                name
            )
    # No page and no document contains an address of this machine or of the site.
    named = {
        name
        for name, text in read(files).items()
        if re.search(r"localhost|testserver|/live/", text)
    }
    assert named == set()
    assert all(path in files for path in _all_that_is_published(finished))
    line = json.loads(files["result.json"])
    assert line == Client().get(f"/live/{finished.code}/result.json").json() | {
        "link": "index.html"
    }


def _all_that_is_published(evening: Tournament) -> list[str]:
    """Files of an evening with two partite at three tables, each with twelve boards."""
    players = [
        f"players/{number}.html" for number in evening.entries.values_list("number", flat=True)
    ]
    assert len(players) == 12
    lists = [
        f"{name}.csv" for name in ("overall", "winds", "partita-1", "partita-2", "seats", "tables")
    ]
    of_each = [
        f"{round_}/{name}"
        for round_ in (1, 2)
        for name in (
            "boards.pbn",
            "document.json",
            "hands.pdf",
            *(f"tables/{table}.html" for table in (1, 2, 3)),
            *(f"boards/{board}.html" for board in range(1, 13)),
        )
    ]
    whole = [
        "index.html",
        "standings.html",
        "standings/1.html",
        "boards.html",
        "verify/1.html",
        "standings.pdf",
    ]
    return [*players, *lists, *of_each, *whole, "results.xlsx", "result.json"]


@pytest.mark.at_length
def test_a_rerun_gives_the_same_bytes_and_the_button_the_same_files(
    organizer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = played().tournament
    first = folder_in("it", evening)
    later = timezone.now() + timedelta(minutes=3)
    monkeypatch.setattr(timezone, "now", lambda: later)
    answer = organizer.get(f"/desk/{evening.code}/standings/folder/")
    assert (answer["Content-Type"], answer["Content-Disposition"]) == (
        "application/zip",
        f'attachment; filename="giovedi-{evening.code}.zip"',
    )
    with zipfile.ZipFile(io.BytesIO(answer.content)) as parts:
        assert {name.partition("/")[2]: parts.read(name) for name in parts.namelist()} == first
        dates = {part.date_time for part in parts.infolist()}
    with zipfile.ZipFile(io.BytesIO(first["results.xlsx"])) as parts:
        dates |= {part.date_time for part in parts.infolist()}
    assert dates == {(1980, 1, 1, 0, 0, 0)}


def folder_in(language: str, evening: Tournament) -> Files:
    with translation.override(language):
        return folder_of(evening)


# --- left out


@pytest.mark.at_length
def test_no_file_tells_of_what_is_sealed_or_not_published() -> None:
    evening = played().tournament
    second = sealed_round(evening, 2)
    fill_quickly(second)
    # A correction that is not published yet.
    rule(
        sheet=sheet_of(evening.rounds.get(number=1)),
        kind="adjustment",
        offender="N",
        effect={"points": "-5"},
        reason="Ritardo987.",
        arbiter=None,
    )
    texts = read(folder_in("en", evening))
    hidden = secrets(second.board_set) - {""}
    assert [
        (name, secret) for name, text in texts.items() for secret in hidden if secret in text
    ] == []
    assert [name for name, text in texts.items() if "Ritardo987" in text] == []
    assert not [name for name in texts if name.startswith("2/boards/")]
    assert "<tableclass" not in texts["2/tables/1.html"]
    # Guard against an empty result: these are found.
    assert "1/boards/1.html" in texts
    assert any(
        secret in text
        for secret in secrets(evening.rounds.get(number=1).board_set) - {""}
        for text in texts.values()
    )


def test_a_standing_held_back_is_not_sent_round(organizer: Client) -> None:
    evening = a_tournament(planned_rounds=2)
    published_round(evening)
    hold_final(tournament=evening, author=None)
    published_round(evening)
    with pytest.raises(ValidationError) as refused:
        folder_of(evening)
    assert refused.value.code == "final_held"
    answer = organizer.get(f"/desk/{evening.code}/standings/folder/", follow=True)
    assert (
        "The final standings are still held back: release them at the prize-giving"
        in answer.content.decode()
    )
    with pytest.raises(CommandError, match=r"prize-giving|premiazione"):
        call_command("send_round", evening.code, "nowhere")
    line = Client().get(f"/live/{evening.code}/result.json").json()
    assert line["standing"] == 1


def test_where_nothing_is_published_there_is_nothing_to_send(organizer: Client) -> None:
    evening = in_play().tournament
    answer = organizer.get(f"/desk/{evening.code}/standings/folder/", follow=True)
    assert (
        "No standings have been published yet: there is nothing to send round."
        in answer.content.decode()
    )
    assert (
        "standings/folder/"
        not in organizer.get(f"/desk/{evening.code}/standings/").content.decode()
    )


# --- the command


@pytest.mark.at_length
def test_the_command_writes_what_has_changed_and_takes_away_what_is_gone(tmp_path: Path) -> None:
    evening = played().tournament
    place = tmp_path / "pages"

    def send() -> str:
        output = io.StringIO()
        call_command("send_round", evening.code.upper(), place, language="en", stdout=output)
        return output.getvalue()

    files = folder_in("en", evening)
    assert f": {len(files)} file, " in send()
    assert "nuovi o cambiati: 0." in send()
    written = {
        str(path.relative_to(place)): path.read_bytes()
        for path in place.rglob("*")
        if path.is_file()
    }
    listed = written.pop("king-files.txt").decode().split("\n")
    assert written == files
    assert listed == sorted(written)
    # A web server has to read it, unlike the installation's private files.
    assert {oct(path.stat().st_mode & 0o777) for path in place.rglob("*")} == {"0o755", "0o644"}
    (place / "king-files.txt").write_text("\n".join([*listed, "old.html", "../kept.html"]))
    for name in ("old.html", "own.html"):
        (place / name).write_text("x")
    (tmp_path / "kept.html").write_text("x")
    (tmp_path / "kept.html").chmod(0o600)
    (place / "link.html").symlink_to(tmp_path / "kept.html")
    assert "nuovi o cambiati: 0." in send()
    assert [
        name.exists() for name in (place / "old.html", place / "own.html", tmp_path / "kept.html")
    ] == [
        False,
        True,
        True,
    ]
    assert (tmp_path / "kept.html").stat().st_mode & 0o777 == 0o600


def test_the_command_leaves_a_folder_alone_that_holds_something_else(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("x")
    (tmp_path / "files.txt").write_text("thesis.txt")  # somebody's own list
    with pytest.raises(CommandError, match=re.escape(str(tmp_path))):
        call_command("send_round", played().tournament.code, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"thesis.txt", "files.txt"}


# --- one line


def test_one_line_of_json_has_the_first_places_and_any_site_may_read_it(
    finished: Tournament,
) -> None:
    answer = Client().get(f"/live/{finished.code}/result.json")
    text = answer.content.decode()
    line = json.loads(text)
    assert (answer["Access-Control-Allow-Origin"], text.count("\n"), text[-1]) == ("*", 1, "\n")
    assert (line["name"], line["date"]) == (finished.name, finished.date.isoformat())
    assert line["link"] == f"http://testserver/live/{finished.code}/"
    assert set(line["winds"]) == set("NESW")  # their order depends on the database
    published = finished.publications.get(number=2).standings["overall"]
    assert [place["name"] for place in line["overall"]] == [
        row["entry"] for row in published if row["rank"] <= 3
    ]


def test_before_anything_is_published_the_line_has_no_places() -> None:
    line = Client().get(f"/live/{in_play().tournament.code}/result.json").json()
    assert (line["standing"], line["overall"], line["winds"]) == (None, [], {})
