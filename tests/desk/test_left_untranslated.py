"""Browsers that translate pages leave names, winds, suits and codes unchanged."""

from __future__ import annotations

from html.parser import HTMLParser

from django.test import Client
from django.utils import timezone

from tests.evenings import a_tournament, closed, fill_quickly, sealed_round
from tournaments.models import Place, Player, Round

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}


class _Texts(HTMLParser):
    """Collects the texts of a page, each with whether a browser may translate it."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, bool, str]] = []
        self.texts: list[tuple[str, bool]] = []
        self.drawn: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        named = dict(attributes)
        is_kept = named.get("translate") == "no" or any(outer for _tag, outer, _ in self.open)
        for kind in ("wind", "playing-card"):
            if kind in (named.get("class") or "").split():
                self.drawn.append((kind, is_kept))
        if tag not in VOID:
            self.open.append((tag, is_kept, named.get("class") or ""))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, text: str) -> None:
        if text.strip() and not any(
            tag in ("script", "style", "title", "option") for tag, *_ in self.open
        ):
            self.texts.append(
                (" ".join(text.split()), any(is_kept for _tag, is_kept, _ in self.open))
            )


def _translated(page: str, names: set[str]) -> list[str]:
    reader = _Texts()
    reader.feed(page)
    texts = [text for text, is_kept in reader.texts if text in names and not is_kept]
    return texts + [kind for kind, is_kept in reader.drawn if not is_kept]


def test_names_winds_and_codes_of_a_page_are_left_as_they_are(
    client: Client, organizer: Client
) -> None:
    evening = a_tournament(date=timezone.localdate(), planned_rounds=2)
    round_ = sealed_round(evening)
    fill_quickly(round_)
    code = evening.code
    pages: dict[str, str] = {}

    def look(*addresses: str) -> None:
        for address in addresses:
            reader = organizer if address.startswith("/desk/") else client
            answer = reader.get(address)
            assert answer.status_code == 200, address
            pages[f"{address} {len(pages)}"] = answer.content.decode()

    seats = (f"/desk/{code}/play/1/", f"/desk/{code}/play/1/1/")
    look(f"/live/{code}/", "/s/seating/", "/s/progress/", f"/desk/{code}/players/", *seats)
    closed(Round.objects.get(pk=round_.pk))
    look(f"/live/{code}/", f"/live/{code}/standings/", f"/live/{code}/1/tables/1/")
    look(f"/live/{code}/players/1/", f"/live/{code}/1/boards/1/", f"/desk/{code}/standings/")
    names = {player.full_name for player in Player.objects.all()}
    names |= {player.short_name for player in Player.objects.all()}
    names |= set(Place.objects.values_list("code", flat=True))
    translated_texts = {address: _translated(page, names) for address, page in pages.items()}
    assert {address: texts for address, texts in translated_texts.items() if texts} == {}
