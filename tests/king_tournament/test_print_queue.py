"""The print queue as a folder: nothing is lost, nothing is done twice, nobody reads half a message."""

from __future__ import annotations

import multiprocessing
import os
import signal
from pathlib import Path
from queue import Empty

import kombu
import pytest

TRANSPORT = "king_tournament.installation.spool.Transport"


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


def test_a_message_is_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names_at_each_sync = []
    monkeypatch.setattr(os, "fsync", lambda file: names_at_each_sync.append([path.name for path in tmp_path.glob("*")]))
    put(tmp_path, "slips")
    assert any(name.startswith(".") for name in names_at_each_sync[-1])
    assert not any(name.endswith(".msg") for name in names_at_each_sync[-1])


@pytest.mark.at_length
@pytest.mark.parametrize("content", [b"", b"\xff\x00 no message", b"[1, 2]", b'{"body": "x"}'])
def test_a_message_that_a_power_cut_left_unreadable_is_dropped_and_said_and_the_others_are_done(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, content: bytes
) -> None:
    put(tmp_path, "slips")
    [slips] = tmp_path.glob("*.msg")
    torn = slips.with_name(f"{1:020d}_torn.king.msg")
    torn.write_bytes(content)
    left_by_the_dead = tmp_path / "taken" / "gone"
    left_by_the_dead.mkdir()
    left_by_the_dead.with_name("gone.lock").touch()
    (left_by_the_dead / torn.name.replace("torn", "torn_too")).write_bytes(content)
    assert take_everything(tmp_path) == ["slips"]
    assert take_everything(tmp_path) == []
    assert list(tmp_path.rglob("*.msg")) == []
    assert caplog.text.count("cannot be read") == 2


@pytest.mark.at_length
@pytest.mark.parametrize("content", [b"", b"no table", b"[[1]]", b"7"])
def test_a_table_of_bindings_that_a_power_cut_left_unreadable_is_made_again(tmp_path: Path, content: bytes) -> None:
    put(tmp_path, "slips")
    (tmp_path / "control" / "king.exchange").write_bytes(content)
    assert take_everything(tmp_path) == ["slips"]
    put(tmp_path, "sheets")
    assert take_everything(tmp_path) == ["sheets"]


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
