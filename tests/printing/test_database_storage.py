"""Documents stored in the database, for a site of several machines: one machine makes them, another
serves them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.base import ContentFile

from ground.personal_data import Named
from printing.database_storage import DatabaseStorage
from printing.models import KeptFile, PrintJob
from printing.services import forget_paper, request_document, stored_file
from printing.tasks import make_print
from tournaments.models import Player, Round, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def in_database(settings: Any) -> None:
    settings.STORAGES = settings.STORAGES | {
        "default": {"BACKEND": "printing.database_storage.DatabaseStorage"}
    }


@pytest.mark.usefixtures("in_database")
def test_a_document_is_handed_out_where_it_was_not_made(
    seated: Callable[..., Round],
    evening: Tournament,
    author: User,
    settings: Any,
    tmp_path: Path,
) -> None:
    seated(2)
    settings.MEDIA_ROOT = tmp_path / "one machine"
    job = request_document(
        tournament=evening, document="score_sheets", options={"table": 2}, author=author
    )
    make_print(job.pk)
    settings.MEDIA_ROOT = tmp_path / "another machine"
    with stored_file(PrintJob.objects.get(pk=job.pk)) as file:
        assert file.read(5) == b"%PDF-"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("in_database")
def test_who_is_forgotten_leaves_no_document_in_the_database(
    seated: Callable[..., Round],
    evening: Tournament,
    author: User,
    django_capture_on_commit_callbacks: Callable[..., object],
) -> None:
    seated(1)
    job = request_document(tournament=evening, document="score_sheets", author=author)
    make_print(job.pk)
    assert KeptFile.objects.count() == 1
    player = Player.objects.filter(memberships__tournament=evening).first()
    assert player is not None
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        named = Named(player.pk, frozenset(), "", "", frozenset())
        assert forget_paper(named) == 1
    assert KeptFile.objects.count() == 0


def test_a_second_file_of_a_name_gets_another_and_one_that_is_not_there_is_named() -> None:
    store = DatabaseStorage()
    first, second = (store.save("prints/7.pdf", ContentFile(text)) for text in (b"one", b"two"))
    assert first == "prints/7.pdf" != second
    with store.open(second) as file:
        assert file.read() == b"two"
    store.delete(first)
    assert not store.exists(first)
    with pytest.raises(FileNotFoundError, match=r"prints/7\.pdf"):
        store.open(first)
