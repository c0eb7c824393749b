"""Command line: ``python -m king VERB …``. Its formats are a contract with other programs.

Exit status 0: done. 1: done, with problems in the answer. 2: input not readable; one line on
standard error. Never a traceback.
"""

import argparse
import contextlib
import gc
import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from typing import NoReturn

from king.reading import InputError

VERBS = {
    "rulesets": ("sheets", "the rule systems, hand by hand, with their figures"),
    "score": ("sheets", "score a sheet: points with explanations, problems, rulings, totals"),
    "standings": ("sheets", "rank the results of one or more rounds by wind and overall"),
    "invite": ("halls", "draw a simultaneous event: its own file, the key, an invitation a hall"),
    "report": ("halls", "seal the evening of a hall as its report, and say the closing code"),
    "merge": ("halls", "rank the reports of every hall of an event in one field"),
    "deal": ("boards", "the boards of a round from a seed"),
    "verify": ("boards", "whether a seed opens a commitment and deals the boards of a file"),
    "seat": ("sheets", "the seating of every round, with its certificate"),
    "auction": (
        "hands",
        "judge the calls of a sale: each illegal one with its reason, who has the hand and for what",
    ),
    "play": (
        "hands",
        "judge the cards of a hand: who took what, and each illegal card with its rule",
    ),
    "robots": ("robots", "robots play hands of a system: cards, how fast, and how well"),
}


class _Parser(argparse.ArgumentParser):
    """Argument parser whose errors are one line, like all other errors here."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def main(argv: Sequence[str] | None = None) -> int:
    argv = sys.argv[1:] if argv is None else list(argv)
    parser = _Parser(prog="king", description="Duplicate King from the command line.")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB", parser_class=_Parser)
    for verb, (place, purpose) in VERBS.items():
        sub = verbs.add_parser(verb, help=purpose, description=purpose.capitalize() + ".")
        # Only what the verb asked for needs is loaded, so that a short command starts at once.
        if verb in argv[:1]:
            module = importlib.import_module(f"king.commands.{place}")
            getattr(module, f"{verb}_arguments")(sub)
            sub.set_defaults(run=getattr(module, f"run_{verb}"))
    arguments = parser.parse_args(argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        if sys.stdout is None:  # closed by who called
            raise InputError("standard output: expected an open file, found a closed one")
        with _without_collection():
            status = int(arguments.run(arguments))
        sys.stdout.flush()
    except InputError as error:
        _complain(f"king {arguments.verb}: {' '.join(str(error).split())}")
        return 2
    except BrokenPipeError:
        # The reader (head, less) went away: there is nobody left to tell.
        _drop_output()
        return 0
    except OSError as error:
        _drop_output()
        _complain(f"king {arguments.verb}: standard output: cannot be written: {error.strerror}")
        return 2
    except KeyboardInterrupt:
        _complain(f"king {arguments.verb}: interrupted")
        return 130
    return status


@contextlib.contextmanager
def _without_collection() -> Iterator[None]:
    """Switch off the garbage collector, which a short command does not need: it took a quarter of
    the time of the standings of thousands.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _complain(line: str) -> None:
    """Print one line on standard error if it is open; ``print`` would use standard output instead."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(line, file=sys.stderr)


def _drop_output() -> None:
    """Discard the output buffer, or the interpreter would try to write it again when it ends."""
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
