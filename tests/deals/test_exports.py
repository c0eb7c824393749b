"""Files of a set for machines and viewers: rights, contents, and sets that a format cannot hold."""

from __future__ import annotations

import hashlib

import pytest
from django.contrib.auth.models import AnonymousUser, Group, User
from django.core.exceptions import ValidationError

from deals import services
from deals.models import BoardSet, may_see_cards
from deals.services import replace_board
from deals.transfer import export_set
from ground.roles import DEALING, ROLES
from king.dealing import Document, verify
from king.notation import NOTATIONS, read_boards
from tests.deals.sealing import dealer, dealt_again, sealed

pytestmark = pytest.mark.django_db


def refused(code: str, **arguments: object) -> ValidationError:
    with pytest.raises(ValidationError) as refusal:
        export_set(**arguments)  # type: ignore[arg-type]
    assert refusal.value.code == code
    return refusal.value


def account(*roles: str, **fields: object) -> User:
    user = User.objects.create_user("-".join(roles) or "nobody", **fields)  # type: ignore[arg-type]
    user.groups.set([Group.objects.get_or_create(name=role)[0] for role in roles])
    return user


def test_the_dealing_role_is_one_of_the_sites_roles() -> None:
    assert DEALING in ROLES


def test_while_a_set_is_sealed_its_cards_are_for_the_dealing_role_alone() -> None:
    board_set = sealed()
    organizer, away = account("organizer", "arbiter"), dealer("away")
    away.is_active = False
    superuser = User.objects.create_superuser("root")
    for stranger in (None, AnonymousUser(), organizer, superuser, away):
        assert not may_see_cards(stranger, board_set)
        refused("cards_sealed", board_set=board_set, notation="pbn", by=stranger)
    assert may_see_cards(dealer(), board_set)
    board_set.refresh_from_db()
    assert board_set.state == BoardSet.State.SEALED


def test_after_the_reveal_they_are_for_everybody() -> None:
    board_set = services.reveal(board_set=sealed())
    for anybody in (None, AnonymousUser(), account("organizer")):
        assert may_see_cards(anybody, board_set)
        assert export_set(board_set=board_set, notation="lin", by=anybody).content


def test_a_file_that_leaves_before_the_reveal_counts_as_printed() -> None:
    board_set = sealed()
    export_set(board_set=board_set, notation="dup", by=dealer())
    board_set.refresh_from_db()
    assert board_set.state == BoardSet.State.PRINTED
    with pytest.raises(ValidationError):
        dealt_again(board_set)


@pytest.mark.parametrize("code", sorted(NOTATIONS))
def test_every_notation_writes_the_boards(code: str) -> None:
    file = export_set(board_set=sealed(), notation=code, by=dealer())
    assert file.file_name == f"torneo-dellepifania-2027-01-06-partita-1.{NOTATIONS[code].extension}"
    assert file.media_type == NOTATIONS[code].media_type
    assert len(file.content) > 500


def test_the_pbn_file_carries_document_and_spare_and_verifies() -> None:
    board_set = sealed("lab13", spares=1)
    replace_board(board_set=board_set, number=8, reason="wet")
    file = read_boards(
        export_set(board_set=board_set, notation="pbn", by=dealer(), site="Genova").content
    )
    assert file.problems == ()
    assert file.document is not None
    document = Document.parse(file.document)
    assert hashlib.sha256(document.canonical.encode()).hexdigest() == board_set.commitment
    spares = {(1, board.board): board.spare for board in file.boards if board.spare}
    assert spares == {(1, 8): 14}
    placed = [(board.round_number or 0, board.board, board.deal) for board in file.boards]
    assert len(placed) == 13
    assert verify(document, bytes.fromhex(board_set.seed), "", placed, spares) is None


def test_a_notation_that_does_not_exist_or_cannot_hold_the_set_is_named() -> None:
    user = dealer()
    assert "pbn" in refused("no_notation", board_set=sealed(), notation="xls", by=user).messages[0]
    refused("notation_cannot", board_set=sealed("fr32"), notation="dlm", by=user)
    refused("no_boards", board_set=sealed(datum="lottery"), notation="pbn", by=user)
