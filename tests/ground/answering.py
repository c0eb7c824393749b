"""A program for the tests of processes that stay: it does what its question says."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from ground.isolation.lasting import answer_all


def read(question: dict[str, Any]) -> Any:
    note = question.get("note")
    if note:
        with Path(note).open("a") as file:
            file.write(f"{os.getpid()}\n")
    match question["do"]:
        case "die":
            os._exit(1)
        case "die at first":
            if len(Path(note).read_text().split()) == 1:
                os._exit(1)
        case "hang":
            while True:
                time.sleep(1)
        case "fail":
            raise ValueError("not so")
        case "fill the memory":
            return len(bytearray(2**30))
        case "work":
            until = time.process_time() + 1.1
            while time.process_time() < until:
                pass
        case "say more than a pipe holds":
            return "x" * 300_000
        case "tell the limit":
            import resource

            soft, _hard = resource.getrlimit(resource.RLIMIT_CPU)
            return soft - time.process_time()
    return [os.getpid(), question.get("number")]


if __name__ == "__main__":
    answer_all(read)
