"""``king verify``: whether a seed opens a commitment, and whether a file's boards are those that it deals."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from king.boards import bare_document
from king.commands.deal import read_datum, read_rounds
from king.dealing import Difference, Document, parse_seed, seed_sha256, verify
from king.notation.pbn import PbnBoard, PbnFile, PbnRemark, read
from king.reading import InputError, read_json, read_text, shown
from king.rulesets import RULESETS, find_ruleset
from king.rulesets.base import RuleSet
from king.words import Phrase, gettext_noop

TRIED_ROUNDS = 20
"""Without a document the bare ones of every system are tried, for every run of rounds up to this one."""

UNREADABLE = ("too_large", "encoding", "too_many", "no_boards")
"""Problems of a file that is no PBN at all: exit 2, not an answer."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", metavar="HEX", required=True, help="64 hex digits")
    parser.add_argument("--commitment", metavar="HEX", help="64 hex digits, as published before play")
    parser.add_argument("--document", metavar="FILE", help="the published document, where there is one")
    parser.add_argument("--datum", default="", metavar="TEXT", help="the value of the public datum")
    parser.add_argument("--ruleset", metavar="CODE", help="the rule system, where nothing else says it")
    parser.add_argument("--round", metavar="A[-B]", help="the rounds, where the file does not say them")
    parser.add_argument("file", nargs="?", metavar="FILE.pbn", help="boards to compare; - for standard input")


@dataclass(frozen=True, slots=True)
class Opening:
    """What became of the commitment: ``opens`` is None where none was given; ``by`` says through what it opens."""

    opens: bool | None
    by: str | None
    document: Document | None
    problems: tuple[Phrase, ...] = ()


def run(arguments: argparse.Namespace) -> int:
    """Print the answer; 1 where the seed does not open the commitment or a board is another."""
    seed, datum = parse_seed(arguments.seed), read_datum(arguments.datum)
    commitment = _read_commitment(arguments.commitment)
    rulesets = [find_ruleset(arguments.ruleset)] if arguments.ruleset else list(RULESETS.values())
    rounds = read_rounds(arguments.round) if arguments.round else None
    given = Document.from_json(read_json(arguments.document)) if arguments.document else None
    file = _read_file(arguments.file) if arguments.file else None
    embedded = Document.parse(file.document, shown(arguments.file)) if file and file.document else None
    if commitment is None and file is None and given is None:
        raise InputError("expected --commitment, --document or a file of boards to check the seed against")

    opening = _open(commitment, seed, given, embedded, _bare_documents(rulesets, rounds, seed_sha256(seed)))
    problems = [{"code": "seed", "message": str(phrase)} for phrase in opening.problems]
    notes: list[dict[str, Any]] = []
    boards = None
    if file is not None:
        problems += [_remark_json(remark) for remark in file.problems]
        notes += [_remark_json(remark) for remark in file.notes]
        notes += [_spare_json(board) for board in file.boards if board.spare]
        document = opening.document or given or embedded
        boards = _compare(file.boards, document, rulesets, rounds, seed, datum)
    answer = {
        "opens": opening.opens,
        "by": opening.by,
        "seed_sha256": seed_sha256(seed),
        "document": opening.document.as_json() if opening.document else None,
        "boards": boards,
        "problems": problems,
        "notes": notes,
    }
    print(json.dumps(answer, ensure_ascii=False, indent=1))
    return 1 if problems or opening.opens is False or (boards and not boards["agree"]) else 0


def _read_commitment(text: str | None) -> str | None:
    if text is None:
        return None
    digits = text.strip().lower()
    if len(digits) != 64 or set(digits) - set("0123456789abcdef"):
        raise InputError(f"--commitment: expected 64 hex digits, found {len(digits)} characters")
    return digits


def _read_file(path: str) -> PbnFile:
    # Through ISO-8859-1 and back every byte stays what it was; the reader of PBN decides on the encoding.
    file = read(read_text(path, "iso-8859-1").encode("iso-8859-1"))
    for problem in file.problems:
        if problem.code in UNREADABLE:
            raise InputError(f"{shown(path)}: {problem}")
    return file


def _open(
    commitment: str | None, seed: bytes, given: Document | None, embedded: Document | None, bare: Iterable[Document]
) -> Opening:
    """Look for the document that the commitment is of: the one given, else the file's, else the bare ones in turn."""
    document = given or embedded
    digest = seed_sha256(seed)
    if commitment is None:
        if document is None:
            return Opening(None, None, None)
        if document.opens(seed):
            return Opening(True, "document", document)
        return Opening(False, None, None, (_another_seed(document, digest),))
    for candidate in (given,) if given else chain((embedded,), bare):
        if candidate is not None and candidate.commitment == commitment and candidate.opens(seed):
            return Opening(True, "document" if candidate is document else "bare_document", candidate)
    if commitment == digest:
        return Opening(True, "seed_sha256", None)
    return Opening(False, None, None, tuple(_reasons(commitment, document, seed, digest)))


def _bare_documents(rulesets: Iterable[RuleSet], rounds: tuple[int, ...] | None, digest: str) -> Iterator[Document]:
    """What ``king deal`` seals by itself: every system, the rounds named or every run of rounds."""
    for ruleset in rulesets:
        if rounds:
            yield bare_document(ruleset, rounds, digest)
        for first in range(1, TRIED_ROUNDS + 1):
            for last in range(first, TRIED_ROUNDS + 1):
                yield bare_document(ruleset, range(first, last + 1), digest)


def _reasons(commitment: str, document: Document | None, seed: bytes, digest: str) -> Iterator[Phrase]:
    if document is None:
        template = gettext_noop(
            "The seed (SHA-256 {digest}) opens no bare document with this commitment; "
            "an event's own commitment needs its document"
        )
        yield Phrase(template, {"digest": digest})
        return
    if document.commitment != commitment:
        template = gettext_noop("The commitment of the document is {found}, not {expected}")
        yield Phrase(template, {"found": document.commitment, "expected": commitment})
    if not document.opens(seed):
        yield _another_seed(document, digest)


def _another_seed(document: Document, digest: str) -> Phrase:
    template = gettext_noop("The document was sealed with another seed: its SHA-256 is {expected}, this one's {found}")
    return Phrase(template, {"expected": document.seed_sha256, "found": digest})


def _compare(
    boards: tuple[PbnBoard, ...],
    document: Document | None,
    rulesets: list[RuleSet],
    rounds: tuple[int, ...] | None,
    seed: bytes,
    datum: str,
) -> dict[str, Any]:
    """The boards against what the seed deals; where file and options leave a choice, the one that agrees longest."""
    best: tuple[int, Difference | None] | None = None
    for candidate in [document] if document else _documents_for(boards, rulesets, seed):
        for assumed in rounds or candidate.rounds:
            placed = [(board.round_number or assumed, board.board, board.deal) for board in boards]
            spares = {(board.round_number or assumed, board.board): board.spare for board in boards if board.spare}
            difference = verify(candidate, seed, datum, placed, spares)
            agreeing = len(placed) if difference is None else _place(placed, difference)
            if best is None or agreeing > best[0]:
                best = (agreeing, difference)
            if difference is None or all(board.round_number for board in boards):
                break
        if best is not None and best[1] is None:
            break
    difference = best[1] if best else None
    return {
        "checked": len(boards),
        "agree": difference is None and bool(boards),
        "first_difference": _difference_json(difference) if difference else None,
    }


def _place(placed: list[tuple[int, int, Any]], difference: Difference) -> int:
    """How many boards come before the one that differs."""
    keys = [(round_number, board) for round_number, board, _ in placed]
    return keys.index((difference.round_number, difference.board))


def _documents_for(boards: tuple[PbnBoard, ...], rulesets: list[RuleSet], seed: bytes) -> list[Document]:
    """Bare documents that could have dealt the boards: one for each deck and filter, the file's own system alone."""
    named = {board.ruleset for board in boards if board.ruleset in RULESETS}
    likely = [ruleset for ruleset in rulesets if ruleset.code in named] or rulesets
    documents: dict[tuple[object, ...], Document] = {}
    for ruleset in likely:
        document = bare_document(ruleset, range(1, TRIED_ROUNDS + 1), seed_sha256(seed))
        documents.setdefault((document.deck, document.filter, document.boards), document)
    return list(documents.values())


def _spare_json(board: PbnBoard) -> dict[str, Any]:
    fields = {"spare": board.spare, "board": board.board}
    phrase = Phrase(gettext_noop("Spare {spare} took the place of board {board}"), fields)
    return {"code": "spare", "line": board.line, "message": f"line {board.line}: {phrase}", "board": board.board}


def _difference_json(difference: Difference) -> dict[str, Any]:
    answer = {
        "round": difference.round_number,
        "board": difference.board,
        "wind": difference.wind,
        "dealt": list(difference.dealt),
        "found": list(difference.found),
        "message": str(difference.phrase),
    }
    return answer if difference.spare is None else answer | {"spare": difference.spare}


def _remark_json(remark: PbnRemark) -> dict[str, Any]:
    answer: dict[str, Any] = {"code": remark.code, "line": remark.line, "message": str(remark)}
    if remark.board is not None:
        answer["board"] = remark.board
    if remark.wind is not None:
        answer["wind"] = remark.wind
    if remark.cards:
        answer["cards"] = [str(card) for card in remark.cards]
    return answer
