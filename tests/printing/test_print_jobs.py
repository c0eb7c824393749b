"""The print queue: orders that are refused at once, the worker's jobs, and a worker that stops in
the middle.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import ValidationError
from django.utils import translation

from deals.models import BoardSet
from deals.services import deal_again, reveal
from printing.document_context import Options
from printing.document_list import find_document
from printing.models import PrintJob
from printing.services import file_name, open_file, request_document, stored_file, try_again
from printing.tasks import make_papers, make_print, unfinished_papers
from tests.accounts import account
from tests.printing.pages import read_pages
from tournaments.board_steps import replace_board, seal_boards, set_blind
from tournaments.log.verification import check_chain
from tournaments.models import Round, Tournament
from tournaments.services import change_settings

OnCommit = Callable[..., Any]
ROOT = Path(__file__).parent.parent.parent


def content_of(job: PrintJob) -> bytes:
    with stored_file(job) as file:
        return file.read()


def test_a_short_document_is_ready_on_return(
    seated: Callable[..., Round], evening: Tournament, author: User
) -> None:
    seated(2)
    job = request_document(tournament=evening, document="seating", author=author, language="en")
    assert (job.state, job.done_pages, job.all_pages, job.error) == (PrintJob.State.DONE, 2, 2, "")
    assert job.finished_at is not None
    assert job.created_by == author
    assert "Seating by name" in read_pages(content_of(job))[0].text


def test_a_long_document_is_made_by_the_worker(
    seated: Callable[..., Round],
    evening: Tournament,
    author: User,
    django_capture_on_commit_callbacks: OnCommit,
) -> None:
    seated(2)
    with django_capture_on_commit_callbacks(execute=True):
        job = request_document(tournament=evening, document="slips", author=author, language="en")
        assert job.state == PrintJob.State.QUEUED
    job.refresh_from_db()
    assert (job.state, job.done_pages, job.all_pages) == (PrintJob.State.DONE, 12, 12)
    assert len(read_pages(content_of(job))) == 12


def test_the_pages_of_a_joined_paper_are_counted_over_all_its_parts(
    seated: Callable[..., Round], evening: Tournament, author: User
) -> None:
    seated(2)
    job = request_document(tournament=evening, document="partita", author=author, language="en")
    make_print(job.pk)
    job.refresh_from_db()
    pages = len(read_pages(content_of(job)))
    assert (job.state, job.done_pages, job.all_pages) == (PrintJob.State.DONE, pages, pages)


def test_pages_of_a_joined_paper_are_told_one_by_one(
    seated: Callable[..., Round], evening: Tournament
) -> None:
    seated(2)
    progress: list[tuple[int, int]] = []
    document = find_document("partita")
    content = document.render(
        document.gather(evening, Options.read({})),
        lambda done, count: progress.append((done, count)),
    )
    count = len(read_pages(content))
    assert progress == [(done, count) for done in range(1, count + 1)]


def test_the_same_task_twice_changes_nothing(
    seated: Callable[..., Round], evening: Tournament, author: User
) -> None:
    seated(1)
    job = request_document(tournament=evening, document="slips", author=author)
    make_print(job.pk)
    job.refresh_from_db()
    name, finished = job.file.name, job.finished_at
    make_print(job.pk)
    job.refresh_from_db()
    assert (job.file.name, job.finished_at) == (name, finished)


@pytest.mark.parametrize("state", PrintJob.UNFINISHED)
def test_a_paper_that_was_being_made_when_the_program_ended_is_made_at_the_next_start(
    state: str, seated: Callable[..., Round], evening: Tournament, author: User
) -> None:
    seated(1)
    job = request_document(tournament=evening, document="slips", author=author)
    done = request_document(tournament=evening, document="seating", author=author)
    assert job.state == PrintJob.State.QUEUED
    PrintJob.objects.filter(pk=job.pk).update(state=state, done_pages=1, all_pages=6)
    assert unfinished_papers() == [job.pk]
    make_papers(unfinished_papers())
    job.refresh_from_db()
    assert (job.state, job.done_pages) == (PrintJob.State.DONE, 6)
    assert content_of(job).startswith(b"%PDF")
    finished = done.finished_at
    assert unfinished_papers() == []
    done.refresh_from_db()
    assert done.finished_at == finished


def test_a_task_for_a_job_that_is_gone_does_nothing(db: None) -> None:
    make_print(987654)
    assert not PrintJob.objects.exists()


def test_a_job_that_the_worker_left_in_the_middle_is_made_again_on_request(
    seated: Callable[..., Round], evening: Tournament, author: User
) -> None:
    seated(1)
    job = request_document(tournament=evening, document="score_sheets", author=author)
    PrintJob.objects.filter(pk=job.pk).update(
        state=PrintJob.State.RUNNING, done_pages=1, all_pages=9
    )
    job = try_again(job=job, author=author)
    assert (job.state, job.done_pages, job.all_pages) == (PrintJob.State.DONE, 1, 1)
    assert len(read_pages(content_of(job))) == 1


def test_a_refusal_is_said_before_anything_is_queued(evening: Tournament, author: User) -> None:
    with (
        translation.override("en"),
        pytest.raises(ValidationError, match="No boards are prepared yet"),
    ):
        request_document(tournament=evening, document="slips", author=author)
    assert not PrintJob.objects.exists()


def test_what_cannot_be_made_any_more_leaves_its_sentence(
    seated: Callable[..., Round], evening: Tournament, author: User
) -> None:
    round_ = seated(1)
    job = request_document(
        tournament=evening, document="score_sheets", author=author, language="en"
    )
    round_.seats.all().delete()
    round_.tables.all().delete()
    make_print(job.pk)
    job.refresh_from_db()
    assert job.state == PrintJob.State.FAILED
    assert job.error == "Partita 1 has no seating yet: prepare it, then print."
    assert job.finished_at is not None


def test_an_error_of_the_program_leaves_a_sentence_with_the_jobs_number_and_can_be_tried_again(
    seated: Callable[..., Round],
    evening: Tournament,
    author: User,
    caplog: pytest.LogCaptureFixture,
) -> None:
    seated(1)
    job = request_document(tournament=evening, document="slips", author=author, language="en")
    Tournament.objects.filter(pk=evening.pk).update(ruleset="lost")
    make_print(job.pk)
    job.refresh_from_db()
    assert job.state == PrintJob.State.FAILED
    assert f"report job number {job.pk}" in job.error
    assert "slips" in caplog.text
    Tournament.objects.filter(pk=evening.pk).update(ruleset="lab12")
    job = try_again(job=job, author=author)
    assert (job.state, job.error) == (PrintJob.State.DONE, "")


@pytest.mark.at_length
@pytest.mark.parametrize("broker", ["redis://127.0.0.1:1/0", "amqp://guest:guest@127.0.0.1:1//"])
def test_a_queue_that_is_away_is_said_and_raises_nothing(broker: str, tmp_path: Path) -> None:
    # In a process of its own, because the broker is read once at the start.
    program = (
        "import django; django.setup(); from printing.tasks import hand_over, make_print; "
        "print(hand_over(make_print, 1))"
    )
    surroundings = {
        **os.environ,
        "CELERY_BROKER_URL": broker,
        "KING_DATA_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "king_tournament.settings",
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stdout.strip()) == (0, "None")
    assert "waits: the queue cannot be reached" in done.stderr


def test_a_job_whose_task_never_came_is_made_on_request(
    seated: Callable[..., Round], evening: Tournament, author: User
) -> None:
    seated(1)
    # This test never commits, so the worker gets no message.
    job = request_document(tournament=evening, document="slips", author=author)
    assert job.state == PrintJob.State.QUEUED
    assert try_again(job=job, author=author).state == PrintJob.State.DONE


def test_asking_for_slips_marks_the_set_as_printed_and_says_who_did(
    seated: Callable[..., Round], evening: Tournament, author: User
) -> None:
    round_ = seated(2)
    request_document(tournament=evening, document="slips", options={"table": 2}, author=author)
    board_set = BoardSet.objects.get(pk=round_.board_set_id)
    assert board_set.state == BoardSet.State.PRINTED
    assert board_set.printed_at is not None
    line = evening.log.get(kind="slips_printed")
    assert line.author == author
    assert line.sentence % line.fields == "Deal slips of partita 1 were printed for table 2."
    with pytest.raises(ValidationError):
        deal_again(
            board_set=board_set, author=author, ruleset=evening.rules, settings=evening.configured
        )


@pytest.mark.parametrize(
    "document", ["labels", "score_sheets", "seating", "table_cards", "summary_card", "receipts"]
)
def test_other_documents_leave_the_set_sealed(
    document: str, seated: Callable[..., Round], evening: Tournament, author: User
) -> None:
    round_ = seated(1)
    request_document(tournament=evening, document=document, author=author)
    assert BoardSet.objects.get(pk=round_.board_set_id).state == BoardSet.State.SEALED


def test_refused_slips_do_not_mark_the_set(
    seated: Callable[..., Round], evening: Tournament, author: User
) -> None:
    round_ = seated(1)
    with pytest.raises(ValidationError):
        request_document(tournament=evening, document="slips", options={"table": 40}, author=author)
    assert BoardSet.objects.get(pk=round_.board_set_id).state == BoardSet.State.SEALED
    assert not evening.log.filter(kind="slips_printed").exists()


def test_the_latest_partita_stays_the_one_that_was_meant(
    seated: Callable[..., Round], evening: Tournament, author: User
) -> None:
    seated(1)
    job = request_document(
        tournament=evening, document="score_sheets", author=author, language="en"
    )
    seated(2)
    make_print(job.pk)
    job.refresh_from_db()
    pages = read_pages(content_of(job))
    assert len(pages) == 1
    assert "Partita 1" in pages[0].text


def test_a_document_speaks_the_language_that_was_asked_for_or_else_that_of_its_evening(
    seated: Callable[..., Round], evening: Tournament, author: User
) -> None:
    seated(1)
    change_settings(tournament=evening, author=author, language="en")
    evening.refresh_from_db()
    with translation.override("it"):
        jobs = [
            request_document(
                tournament=evening, document="seating", author=author, language=language
            )
            for language in (None, "it", "xx")
        ]
    assert [job.language for job in jobs] == ["en", "it", "en"]
    assert "Seating" in read_pages(content_of(jobs[0]))[0].text


def test_the_address_of_the_installation_stands_on_cards_unless_another_is_given(
    seated: Callable[..., Round], evening: Tournament, author: User, settings: Any
) -> None:
    settings.KING_ADDRESS = "http://king.local:8000"
    seated(1)
    job = request_document(tournament=evening, document="table_cards", author=author, language="en")
    assert "http://king.local:8000/t/" in read_pages(content_of(job))[0].text
    job = request_document(
        tournament=evening,
        document="table_cards",
        options={"base_url": "http://10.0.0.9"},
        author=author,
    )
    assert "http://10.0.0.9/t/" in read_pages(content_of(job))[0].text


def test_a_file_is_named_after_what_it_is(
    seated: Callable[..., Round], evening: Tournament, author: User
) -> None:
    seated(2)
    job = request_document(
        tournament=evening,
        document="score_sheets",
        options={"table": 2},
        author=author,
        language="en",
    )
    assert file_name(job) == "score-sheets-giovedi-del-re-partita-1-table-2.pdf"


def test_a_file_that_is_not_ready_is_refused(
    seated: Callable[..., Round], evening: Tournament, author: User
) -> None:
    seated(1)
    job = request_document(tournament=evening, document="slips", author=author)
    with pytest.raises(ValidationError):
        stored_file(job)


# --- paper with sealed cards


def make_job(evening: Tournament, document: str, author: User, **options: Any) -> PrintJob:
    job = request_document(
        tournament=evening, document=document, author=author, options=options, language="en"
    )
    make_print(job.pk)
    job.refresh_from_db()
    assert job.state == PrintJob.State.DONE
    return job


@pytest.mark.parametrize("document", ["slips", "master_diagrams"])
def test_paper_with_sealed_cards_opens_for_the_dealing_role_alone_and_the_log_says_who_looked(
    document: str, seated: Callable[..., Round], evening: Tournament, author: User
) -> None:
    seated(1)
    set_blind(tournament=evening, blind=True, author=author)
    job = make_job(evening, document, author)
    organizer, dealer = account("anna", "organizer", "arbiter"), account("mazziere", "dealing")
    for stranger in (None, AnonymousUser(), organizer, User.objects.create_superuser("root")):
        with pytest.raises(ValidationError) as refused:
            open_file(job=job, by=stranger)
        assert refused.value.code == "cards_sealed"
    assert not evening.log.filter(kind="cards_opened").exists()
    with open_file(job=job, by=dealer) as file:
        assert file.read(4) == b"%PDF"
    line = evening.log.get(kind="cards_opened")
    assert (line.author, line.fields["job"]) == (dealer, job.pk)
    assert line.fields["file"].endswith(".pdf")
    assert check_chain(evening).fault is None


def test_where_nobody_at_the_desk_plays_an_organizer_opens_the_slips_and_is_logged_too(
    seated: Callable[..., Round], evening: Tournament, author: User
) -> None:
    seated(1)
    job = make_job(evening, "slips", author)
    organizer, arbiter = account("anna", "organizer"), account("bruno", "arbiter")
    open_file(job=job, by=organizer).close()
    with pytest.raises(ValidationError):
        open_file(job=job, by=arbiter)
    assert [line.author for line in evening.log.filter(kind="cards_opened")] == [organizer]


def test_once_the_boards_are_revealed_the_slips_are_paper_like_any_other(
    seated: Callable[..., Round], evening: Tournament, author: User
) -> None:
    round_ = seated(1)
    job = make_job(evening, "slips", author)
    reveal(board_set=round_.board_set)
    open_file(job=job, by=account("anna", "organizer")).close()
    assert not evening.log.filter(kind="cards_opened").exists()


def test_paper_without_cards_opens_for_whoever_the_page_lets_in(
    seated: Callable[..., Round], evening: Tournament, author: User
) -> None:
    seated(1)
    for key in ("labels", "seating", "score_sheets"):
        open_file(job=make_job(evening, key, author), by=author).close()
    assert not evening.log.filter(kind="cards_opened").exists()


def test_slips_of_a_board_that_a_spare_has_replaced_are_not_opened_again(
    evening: Tournament, author: User, seated: Callable[..., Round]
) -> None:
    round_ = seated(1)
    round_.board_set = None
    round_.save()
    seal_boards(round=round_, author=author)
    everything, other = (
        make_job(evening, "slips", author),
        make_job(evening, "slips", author, board=5),
    )
    replace_board(round=round_, number=4, reason="a card was seen", author=author)
    with (
        translation.override("en"),
        pytest.raises(ValidationError, match="throw the old paper away"),
    ):
        stored_file(everything)
    stored_file(other).close()
    fresh = make_job(evening, "slips", author, board=4)
    assert "spare 13" in read_pages(content_of(fresh))[0].text


def test_what_is_printed_with_cards_says_in_the_log_what_it_was(
    seated: Callable[..., Round], evening: Tournament, author: User
) -> None:
    round_ = seated(1)
    sentences = {}
    for key in ("slips", "master_diagrams"):
        request_document(tournament=evening, document=key, author=author)
        sentences[key] = evening.log.filter(kind="slips_printed").order_by("-sequence")[0].sentence
    assert len(set(sentences.values())) == 2
    round_.board_set.refresh_from_db()
    assert round_.board_set.state == BoardSet.State.PRINTED
