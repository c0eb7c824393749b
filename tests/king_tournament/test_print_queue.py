"""The print queue as a folder: nothing is lost, nothing is done twice, nobody reads half a message."""

from __future__ import annotations

import multiprocessing
import os
import signal
from pathlib import Path
from queue import Empty

import kombu
import pytest

TRANSPORT = "king_tournament.spool.Transport"


def connection(folder: Path) -> kombu.Connection:
    return kombu.Connection(
        "filesystem://localhost",
        transport=TRANSPORT,
        transport_options={"folder": str(folder), "polling_interval": 0.01},
    )


def put(folder: Path, *bodies: str) -> None:
    with connection(folder) as broker:
        queue = broker.SimpleQueue("king")
        for body in bodies:
            queue.put(body)
        queue.close()


def take_everything(folder: Path) -> list[str]:
    taken = []
    with connection(folder) as broker:
        queue = broker.SimpleQueue("king")
        try:
            while True:
                message = queue.get(timeout=0.3)
                taken.append(message.payload)
                message.ack()
        except Empty:
            return taken
        finally:
            queue.close()


def take_one_and_hang(folder: Path, ready) -> None:
    with connection(folder) as broker:
        broker.SimpleQueue("king").get(timeout=5)
        ready.set()
        signal.pause()


def take_into(folder: Path, results) -> None:
    results.put(take_everything(folder))


def test_messages_come_out_in_the_order_in_which_they_went_in(tmp_path: Path) -> None:
    put(tmp_path, "slips")
    put(tmp_path, "sheets")
    assert take_everything(tmp_path) == ["slips", "sheets"]
    assert take_everything(tmp_path) == []


def test_what_is_done_leaves_no_file_behind(tmp_path: Path) -> None:
    put(tmp_path, "slips")
    take_everything(tmp_path)
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == ["king.exchange", "lock"]


@pytest.mark.at_length
def test_what_a_killed_worker_was_doing_is_taken_up_by_the_next(tmp_path: Path) -> None:
    put(tmp_path, "slips")
    context = multiprocessing.get_context("spawn")
    ready = context.Event()
    worker = context.Process(target=take_one_and_hang, args=(tmp_path, ready), daemon=True)
    worker.start()
    assert ready.wait(300)
    assert take_everything(tmp_path) == []  # while it lives nobody else takes it
    os.kill(worker.pid, signal.SIGKILL)
    worker.join()
    assert take_everything(tmp_path) == ["slips"]


def test_a_message_given_back_is_taken_again(tmp_path: Path) -> None:
    put(tmp_path, "slips")
    with connection(tmp_path) as broker:
        broker.SimpleQueue("king").get(timeout=1).requeue()
    assert take_everything(tmp_path) == ["slips"]


def test_a_worker_that_stops_gives_back_what_it_has_not_done(tmp_path: Path) -> None:
    put(tmp_path, "slips")
    with connection(tmp_path) as broker:
        broker.SimpleQueue("king").get(timeout=1)
    assert take_everything(tmp_path) == ["slips"]


@pytest.mark.at_length
def test_three_workers_share_two_hundred_messages_and_do_each_once(tmp_path: Path) -> None:
    wanted = [f"table {number}" for number in range(200)]
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    workers = [context.Process(target=take_into, args=(tmp_path, results)) for _ in range(3)]
    put(tmp_path, *wanted[:100])
    for worker in workers:
        worker.start()
    put(tmp_path, *wanted[100:])
    done = [body for _ in workers for body in results.get(timeout=300)]
    for worker in workers:
        worker.join()
    done += take_everything(tmp_path)  # had all three given up before the last were put
    assert sorted(done) == sorted(wanted)


@pytest.mark.parametrize("name", ["../elsewhere", "a/b", ".."])
def test_a_name_never_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    with connection(tmp_path) as broker, pytest.raises(kombu.exceptions.ChannelError):
        broker.channel().get_table(name)
