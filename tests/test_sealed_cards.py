"""No card and no held result is visible before its time: every address is asked by everybody who
may not see one.

The organizer of the evening plays in it and has every role but that of dealing, and a superuser's flag. The set is
sealed, its slips are printed, two tables play. No address answers with a hand, the seed, or the
letters in which a board is stored.

Held final standings are visible only at the desk, to organizers and arbiters. For everybody else
the answers of all addresses do not depend on the last partita's results; a table reads its own
sheet.
"""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group, User
from django.db import transaction
from django.test import Client
from django.urls import reverse

from deals.models import Board, BoardSet
from ground.roles import DEALING, ROLES
from king.notation import NOTATIONS
from people.members import agree_to_page
from printing.document_list import DOCUMENTS
from printing.models import PrintJob
from printing.services import request_document
from printing.tasks import play_due
from scoring.decisions import rule
from scoring.models import HandResult, RobotsMean, Sheet
from scoring.publishing.final_hold import (
    awaits_prize_giving,
    close_evening,
    hold_final,
    release_final,
)
from scoring.round_steps import close_round
from scoring.sheet_steps import close_sheet, hand_in
from tests.accounts import account
from tests.evenings import in_play, played, rows_of, sealed_round, sheets_of
from tests.hidden import (
    Answers,
    addresses,
    answers,
    differences,
    papers_made,
    readers_of,
    said,
    secrets,
)
from tests.live.addresses import patterns
from tournaments.board_steps import set_blind, transcribe_board
from tournaments.circuits import Circuit
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(django_capture_on_commit_callbacks) -> Round:
    """Two tables with every row typed and no sheet closed; slips and lists of cards were printed by
    a dealer.
    """
    round_ = in_play()
    dealer = account("mazziere", "dealing")
    with django_capture_on_commit_callbacks(execute=True):
        for key in ("slips", "master_diagrams"):
            request_document(
                tournament=round_.tournament, document=key, options={"round": 1}, author=dealer
            )
    set_blind(tournament=round_.tournament, blind=True, author=dealer)
    type_board_in_again(round_, dealer)
    assert set(PrintJob.objects.values_list("state", flat=True)) == {"done"}
    play_due()
    assert not RobotsMean.objects.exists()
    return Round.objects.select_related("tournament", "board_set").get(pk=round_.pk)


def type_board_in_again(round_: Round, dealer: User) -> None:
    """Type board 12 again with East and West exchanged, which gives the set a salt."""
    board = round_.board_set.boards.in_use().get(number=12)
    hands = {wind: board.deal.hand_pbn(other) for wind, other in zip("NESW", "NWSE", strict=True)}
    transcribe_board(
        round=round_, number=12, hands=hands, author=dealer, reason="Exchanged everywhere."
    )


@pytest.fixture
def player(db: None) -> Client:
    """The browser of a superuser who plays and has every role but that of dealing."""
    user = User.objects.create_superuser("player")
    roles = set(ROLES) - {DEALING}
    user.groups.set(Group.objects.get_or_create(name=role)[0] for role in roles)
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


@pytest.mark.at_length
def test_an_organizer_who_plays_is_shown_no_card_by_any_address(
    player: Client, evening: Round
) -> None:
    hidden = secrets(evening.board_set)
    answers = {address: said(player, address) for address in addresses(evening)}
    # Guard: so many answers were pages and not refusals.
    assert sum("<main" in text or "{" in text[:1] for text in answers.values()) > 60
    told = [
        (address, secret)
        for address, text in answers.items()
        for secret in hidden
        if secret in text
    ]
    assert told == []


@pytest.mark.at_length
def test_neither_is_anybody_without_an_account(evening: Round) -> None:
    hidden = secrets(evening.board_set)
    stranger = Client()
    told = [
        (address, secret)
        for address in addresses(evening)
        for text in [said(stranger, address)]
        for secret in hidden
        if secret in text
    ]
    assert told == []


def test_no_export_and_no_paper_with_cards_is_had_by_asking(player: Client, evening: Round) -> None:
    code, hidden = evening.tournament.code, secrets(evening.board_set)
    for notation in NOTATIONS:
        answer = player.post(f"/desk/{code}/boards/1/export/", {"notation": notation})
        assert answer.status_code == 422, notation
        assert not any(card in answer.content.decode() for card in hidden), notation
    secret = [key for key, document in DOCUMENTS.items() if document.reveals_cards]
    for key in (*secret, "hand_records"):
        answer = player.post(f"/desk/{code}/print/", {"document": key, "round": "1"})
        assert answer.status_code in (403, 422), key
    for job in PrintJob.objects.all():
        assert player.get(f"/desk/{code}/print/{job.pk}/").status_code == 403
    assert not evening.tournament.log.filter(kind__in=("cards_opened", "boards_exported")).exists()


def test_the_same_search_finds_a_hand_where_it_may_be_seen(player: Client, evening: Round) -> None:
    """This guards against a search that finds nothing anywhere."""
    hidden = secrets(evening.board_set)
    BoardSet.objects.update(state=BoardSet.State.REVEALED, revealed_at="2026-11-20T22:00Z")
    text = said(player, f"/live/{evening.tournament.code}/1/boards.pbn")
    assert sum(board.deal.pbn.replace(" ", "") in text for board in Board.objects.in_use()) == 12
    assert any(
        secret in said(player, f"/desk/{evening.tournament.code}/boards/1/") for secret in hidden
    )


# --- held final standings


@pytest.fixture
def held() -> Tournament:
    """Two tables in the last of two partite, in a circuit. Robots have played the first partita's
    boards. The final standings will be held, and a player has a public page.
    """
    evening = played(2).tournament
    evening.circuit = Circuit.objects.create(code="c2rcuit", name="Inverno")
    evening.save(update_fields=["circuit"])
    agree_to_page(
        player=evening.entries.get(number=1).members.get().player, agreed=True, author=None
    )
    play_due()
    assert RobotsMean.objects.exists()
    hold_final(tournament=evening, author=None)
    sealed_round(evening, 2)
    return evening


TABLES, PARTITA, EVENING = "every table is closed", "the partita is closed", "the evening is closed"


def last_partita_played(evening: Tournament, winds: tuple[str, ...], until: str) -> None:
    """Type every hand with its counts at these winds, and close sheets, partita or evening,
    depending on ``until``, with the standings held. Then robots play what they may.
    """
    round_ = evening.rounds.get(number=2)
    for sheet, turned in zip(sheets_of(round_), winds, strict=True):
        typed_and_closed(sheet, turned)
    if until != TABLES:
        close_round(round=round_, author=None)
        assert awaits_prize_giving(evening)
    if until == EVENING:
        evening.rounds.update(stage=Round.Stage.OFFICIAL)
        close_evening(tournament=evening, author=None, still_held=True)
    play_due()
    assert all(one["round"] == 1 for row in RobotsMean.objects.all() for one in row.means)


def typed_and_closed(sheet: Sheet, winds: str) -> None:
    for hand, row in rows_of(sheet).items():
        row["units"] = {
            wind: row["units"][other] for wind, other in zip("NESW", winds, strict=True)
        }
        HandResult.objects.create(sheet=sheet, hand=hand, version=1, content=row)
    most = max("NESW", key=lambda wind: sheet.results.get(hand=5).content["units"][wind])
    rule(sheet=sheet, kind="illegal_play", hand=5, offender=most, reason="Colore.", arbiter=None)
    close_sheet(sheet=hand_in(sheet=sheet, by="phone"), author=None)


@pytest.mark.at_length
@pytest.mark.parametrize("until", [TABLES, PARTITA, EVENING])
def test_no_address_tells_anybody_but_the_desk_of_a_partita_whose_standing_is_held_back(
    held: Tournament, until: str
) -> None:
    readers = readers_of(held)
    told: dict[tuple[str, ...], Answers] = {}
    for winds in (("NESW", "NESW"), ("ESWN", "ESWN"), ("NESW", "ESWN")):
        with transaction.atomic():
            last_partita_played(held, winds, until)
            asked = readers if winds[0] == winds[1] else {"captain": readers["captain"]}
            if until == PARTITA and asked is readers:
                papers_made(readers, held)
            before = next(iter(told.values()), None)
            told[winds] = answers(asked, held, files=until == PARTITA, before=before)
            transaction.set_rollback(True)
    first, other, elsewhere = told.values()
    assert len(first) > 900
    # Guard: the desk's answers do differ, and the dealer reads what is published.
    differing = differences(first, other)
    pages_of_the_desk = {place for place in first if place[0] == "desk"}
    own_table = {place for place in first if place[0] == "captain"}
    assert differing - own_table - pages_of_the_desk == set()
    assert ("desk", f"/desk/{held.code}/play/2/1/") in differing
    assert (pages_of_the_desk <= differing) == (until != TABLES)
    # A table reads its own sheet while the evening is open, but no other table's.
    assert bool(differing & own_table) == (until != EVENING)
    assert differences(elsewhere, first) == set()
    deals = readers["dealing"].get(f"/desk/{held.code}/boards/1/")
    assert all(board["fields"] for board in deals.context["boards"])


# --- boards played again


def replays_of(evening: Tournament) -> set[str]:
    """Every address of a board played again, in both partite."""
    names = {
        pattern.name
        for _route, pattern in patterns()
        if pattern.lookup_str.startswith(REPLAY_VIEWS)
    }
    assert names >= {"play", "card", "event_play", "event_card"}
    return {
        reverse(f"replay:{name}", args=[evening.code, number, board])
        for name in names
        for number in (1, 2)
        for board in (1, 5, 12)
    }


REPLAY_VIEWS = "king_tournament.replay.views"


def never_answered(reader: Client, addresses: set[str]) -> list[str]:
    """Requests that are answered with anything but "not found", by GET and POST."""
    pressed = {"g": "N", "card": "SQ"}
    return [
        f"{method} {address}"
        for address in sorted(addresses)
        for method, answer in (
            ("get", reader.get(address)),
            ("post", reader.post(address, pressed)),
        )
        if answer.status_code not in (404, 405)
        and not (method == "get" and answer.status_code == 302 and "/play/card/" in address)
    ]


def test_no_board_is_played_again_before_its_standing_is_published(
    player: Client, evening: Round
) -> None:
    addresses = replays_of(evening.tournament)
    readers = (player, *readers_of(evening.tournament).values())
    for reader in readers:
        assert never_answered(reader, addresses) == []
    # Revealed but not published: the cards are public, comparisons are not.
    BoardSet.objects.update(state=BoardSet.State.REVEALED, revealed_at="2026-11-20T22:00Z")
    assert player.get(f"/live/{evening.tournament.code}/1/boards/5/").status_code == 200
    for reader in readers:
        assert never_answered(reader, addresses) == []


def test_no_board_of_a_standing_that_is_held_back_is_played_again(held: Tournament) -> None:
    last_partita_played(held, ("NESW", "NESW"), EVENING)
    assert awaits_prize_giving(held)
    hidden = {address for address in replays_of(held) if f"/live/{held.code}/2/" in address}
    assert len(hidden) == 6
    for reader in readers_of(held).values():
        assert never_answered(reader, hidden) == []
    release_final(tournament=held, author=None)
    shown = reverse("replay:play", args=[held.code, 2, 5])
    assert Client().get(shown).status_code == 200
