"""Nobody sees a card or a held result before its time: every address, asked by everybody who may not see one.

The organizer of the evening plays in it, holds every other role and a superuser's flag; the set is sealed, its slips
are printed, two tables play. No address answers with a hand, the seed, or the letters in which a board is stored.

The dealer who has no other role sees the cards, and no figure of a final standing that is held back. Every address
answers him the same, whatever the tables made of the last partita.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from itertools import product

import pytest
from django.contrib.auth.models import Group, User
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from pypdfium2 import PdfiumError

from deals.models import Board, BoardSet
from king.cards import SUITS, WINDS
from king.notation import NOTATIONS
from king_tournament.models import Screen
from printing.document_list import DOCUMENTS
from printing.models import PrintJob
from printing.services import request_document
from printing.tasks import make
from scoring.decisions import rule
from scoring.models import HandResult, Sheet
from scoring.publishing import awaits_prize_giving, hold_final
from scoring.round_steps import close_round
from scoring.sheet_steps import close_sheet, hand_in
from tests.evenings import in_play, played, rows_of, sealed_round
from tests.printing.pages import texts_of
from tournaments.board_steps import set_blind, transcribe_board
from tournaments.models import Round, Tournament
from wording.naming import ranks_label

pytestmark = pytest.mark.django_db
LONG_ENOUGH = 9
"""Characters that a run of ranks must have, to be told from anything else on a page."""


@pytest.fixture
def evening(django_capture_on_commit_callbacks) -> Round:
    """Two tables that have typed every row; slips and lists of cards printed by somebody who deals; nothing closed."""
    round_ = in_play()
    dealer = User.objects.create_user("mazziere")
    dealer.groups.add(Group.objects.get_or_create(name="dealing")[0])
    with django_capture_on_commit_callbacks(execute=True):
        for key in ("slips", "deck_lists", "tick_list", "master_diagrams"):
            request_document(tournament=round_.tournament, document=key, options={"round": 1}, author=dealer)
    set_blind(tournament=round_.tournament, blind=True, author=dealer)
    type_board_in_again(round_, dealer)
    assert set(PrintJob.objects.values_list("state", flat=True)) == {"done"}
    return Round.objects.select_related("tournament", "board_set").get(pk=round_.pk)


def type_board_in_again(round_: Round, dealer: User) -> None:
    """Board 12 as it lay on the tables, East and West exchanged: the set has a salt from then on."""
    board = round_.board_set.boards.in_use().get(number=12)
    hands = {wind: board.deal.hand_pbn(other) for wind, other in zip("NESW", "NWSE", strict=True)}
    transcribe_board(round=round_, number=12, hands=hands, author=dealer, reason="Exchanged everywhere.")


@pytest.fixture
def player(db: None) -> Client:
    """The browser of an organizer who plays."""
    user = User.objects.create_superuser("player")
    user.groups.set(Group.objects.get_or_create(name=role)[0] for role in ("organizer", "arbiter"))
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def secrets(board_set: BoardSet) -> set[str]:
    """Everything that would give a hand away, without blanks: seed, salt, owners, hands, and each long enough suit."""
    told = {board_set.seed, board_set.salt}
    for board in board_set.boards.all():
        deal = board.deal
        told |= {board.owners, deal.pbn.replace(" ", "")}
        for wind in WINDS:
            suits = ["".join(rank.value for rank in deal.suit(wind, suit)) for suit in SUITS]
            labels = [ranks_label(deal.suit(wind, suit)).replace(" ", "") for suit in SUITS]
            told |= {".".join(suits), "".join(labels)}
            told |= {holding for holding in (*suits, *labels) if len(holding) >= LONG_ENOUGH}
    return told


def patterns(resolver: URLResolver, before: str = "", spaces: tuple[str, ...] = ()) -> Iterator[tuple[str, dict]]:
    """The name of every address with the converters of its parts."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            inner = (*spaces, pattern.namespace) if pattern.namespace else spaces
            yield from patterns(pattern, before + str(pattern.pattern), inner)
        elif isinstance(pattern, URLPattern):
            yield before + str(pattern.pattern), pattern.pattern.converters


def addresses(round_: Round) -> list[str]:
    """Every address of the site with the values that lead to this evening; those of Django's admin too."""
    place = round_.tables.get(number=1).place
    numbers = {
        "number": ["1"], "table": ["1"], "hand": ["1", "5"], "board": ["1", "5"], "seat": ["1"],
        "pk": [str(pk) for pk in PrintJob.objects.values_list("pk", flat=True)],
        "kind": ["pdf", "xlsx"], "round": ["1"], "role": Screen.Role.values,
        "key": ["overall", "partita-1", "seats", "tables"],
    }  # fmt: skip
    found = set()
    for route, converters in patterns(get_resolver()):
        if route.startswith("admin/") or "<path:" in route:
            continue
        code = [place.code] if route.startswith(("t/", "api/tables/")) else [round_.tournament.code]
        options = [code if name == "code" else numbers.get(name, ["1"]) for name in converters]
        for values in product(*options):
            address = route
            for name, value in zip(converters, values, strict=True):
                address = re.sub(rf"<(?:\w+:)?{name}>", value, address)
            found.add("/" + address.replace("^", "").replace("$", "").replace("\\Z", ""))
    return sorted(found)


def admin_addresses(board_set: BoardSet) -> list[str]:
    board = board_set.boards.first()
    assert board is not None
    pages = [f"/admin/{app}/{model}/" for app, model in (
        ("deals", "boardset"), ("deals", "board"), ("printing", "printjob"), ("tournaments", "tournament"),
        ("tournaments", "round"), ("scoring", "handresult"),
    )]  # fmt: skip
    return [
        "/admin/", *pages, f"/admin/deals/boardset/{board_set.pk}/change/", f"/admin/deals/board/{board.pk}/change/",
        f"/admin/printing/printjob/{PrintJob.objects.latest('pk').pk}/change/",
        f"/admin/deals/boardset/{board_set.pk}/history/",
        f"/admin/deals/boardset/?seed__startswith={board_set.seed[0]}",
        f"/admin/deals/board/?owners__startswith={board.owners[:5]}", f"/admin/deals/board/?q={board.owners[:20]}",
    ]  # fmt: skip


def said(client: Client, address: str, raw: bool = True) -> str:
    """Answer of an address, without blanks.

    A PDF gives its text, and its bytes too where ``raw``. A workbook gives its parts.
    """
    client.raise_request_exception = False
    answer = client.get(address)
    assert answer.status_code != 500, address
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    text = content.decode("utf-8", "replace")
    if content.startswith(b"%PDF"):
        try:
            text = "".join(texts_of(content)) + text * raw
        except PdfiumError:
            pytest.fail(f"{address} is no PDF")
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as parts:
            text = "".join(parts.read(part).decode("utf-8", "replace") for part in parts.namelist())
    plain = re.sub(r"<[^>]*>", "", text)
    return "".join((text + plain).split())


def test_an_organizer_who_plays_is_shown_no_card_by_any_address(player: Client, evening: Round) -> None:
    hidden = secrets(evening.board_set)
    asked = [*addresses(evening), *admin_addresses(evening.board_set)]
    answers = {address: said(player, address) for address in asked}
    # Refusals aside, so many pages were really read.
    assert sum("<main" in text or "{" in text[:1] for text in answers.values()) > 60
    told = [(address, secret) for address, text in answers.items() for secret in hidden if secret in text]
    assert told == []


@pytest.mark.at_length
def test_neither_is_anybody_without_an_account(evening: Round) -> None:
    hidden = secrets(evening.board_set)
    stranger = Client()
    told = [(address, secret) for address in addresses(evening) for text in [said(stranger, address)]
            for secret in hidden if secret in text]  # fmt: skip
    assert told == []


def test_no_export_and_no_paper_with_cards_is_had_by_asking(player: Client, evening: Round) -> None:
    code = evening.tournament.code
    for notation in NOTATIONS:
        answer = player.post(f"/desk/{code}/boards/1/export/", {"notation": notation})
        assert answer.status_code == 302, notation
    secret = [key for key, document in DOCUMENTS.items() if document.reveals_cards]
    for key in (*secret, "hand_records"):
        answer = player.post(f"/desk/{code}/print/", {"document": key, "round": "1"})
        assert answer.status_code in (403, 422), key
    for job in PrintJob.objects.all():
        assert player.get(f"/desk/{code}/print/{job.pk}/").status_code == 403
    assert not evening.tournament.log.filter(kind__in=("cards_opened", "boards_exported")).exists()


def test_the_same_search_finds_a_hand_where_it_may_be_seen(player: Client, evening: Round) -> None:
    """So that finding nothing means something."""
    hidden = secrets(evening.board_set)
    BoardSet.objects.update(state=BoardSet.State.REVEALED, revealed_at="2026-11-20T22:00Z")
    text = said(player, f"/live/{evening.tournament.code}/1/boards.pbn")
    assert sum(board.deal.pbn.replace(" ", "") in text for board in Board.objects.in_use()) == 12
    assert any(secret in said(player, f"/desk/{evening.tournament.code}/boards/1/") for secret in hidden)


# --- a final standing that is held back

ALWAYS_OTHERS = re.compile(
    r"""\d\d?:\d\d(?::\d\d(?:\.\d+)?)?|\b[A-Za-z0-9]{64}\b|data-until="\d+"|\bstamp\W+\w+""",
)
"""Parts that differ from one answer to the next: times of day, form tokens, the stamp of a page that asks again."""


def last_partita_played(evening: Tournament, winds: str) -> None:
    """Every hand's counts at these winds, one after the other, a ruling, and closed, with the standing held back."""
    round_ = evening.rounds.get(number=2)
    for sheet in Sheet.objects.filter(table__round=round_):
        for hand, row in rows_of(sheet).items():
            row["units"] = {wind: row["units"][other] for wind, other in zip("NESW", winds, strict=True)}
            HandResult.objects.create(sheet=sheet, hand=hand, version=1, content=row)
        most = max("NESW", key=lambda wind: sheet.results.get(hand=5).content["units"][wind])
        rule(sheet=sheet, kind="illegal_play", hand=5, offender=most, reason="Colore.", arbiter=None)
        close_sheet(sheet=hand_in(sheet=sheet, by="phone"), author=None)
    close_round(round=round_, author=None)
    assert awaits_prize_giving(evening)


def answers(dealer: Client, desk: Client, evening: Tournament) -> dict[tuple[str, str], str]:
    """Answers of every address to the dealer, with the papers that he can ask for, and of four pages to the desk."""
    for document in DOCUMENTS.values():
        if not document.reveals_cards:
            dealer.post(f"/desk/{evening.code}/print/", {"document": document.key, "round": "2"})
    for job in PrintJob.objects.filter(state="queued").order_by("pk"):
        make(job.pk)
    asked = [url for url in addresses(evening.rounds.get(number=2)) if url.startswith(("/desk/", "/live/", "/api/"))]
    asked = [url for url in asked if not url.startswith("/api/tables/")]
    asked += [url.replace("/1/", "/2/") for url in asked if "/1/" in url and evening.code in url]
    found = {("dealer", address): said(dealer, address, raw=False) for address in asked}
    pages = [f"/desk/{evening.code}/{page}/" for page in ("boards/2", "standings", "log", "rulings")]
    found |= {("desk", address): said(desk, address) for address in pages}
    return {place: ALWAYS_OTHERS.sub("", text) for place, text in found.items()}


@pytest.mark.at_length
def test_who_only_deals_is_told_nothing_by_any_address_of_a_partita_whose_standing_is_held_back() -> None:
    evening = played(1).tournament
    hold_final(tournament=evening, author=None)
    sealed_round(evening, 1)
    dealer, desk = Client(headers={"accept-language": "en"}), Client(headers={"accept-language": "en"})
    for client, role in ((dealer, "dealing"), (desk, "organizer")):
        user = User.objects.create_user(role)
        user.groups.add(Group.objects.get_or_create(name=role)[0])
        client.force_login(user)
    told = []
    for winds in ("NESW", "ESWN"):
        with transaction.atomic():
            last_partita_played(evening, winds)
            told.append(answers(dealer, desk, evening))
            transaction.set_rollback(True)
    first, other = told
    assert len(first) > 100
    # The desk reads all of it, so that finding nothing means something; and what is posted the dealer reads too.
    differs = [(reader, address) for reader, address in first if first[reader, address] != other[reader, address]]
    assert differs == [place for place in first if place[0] == "desk"]
    assert all(board["fields"] for board in dealer.get(f"/desk/{evening.code}/boards/1/").context["boards"])
