"""Commands ``king deal`` (boards from a seed, or deals by their number) and ``king verify``
(whether a seed and its boards agree).
"""

import argparse
import re
import secrets
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Any

from king.boards import DealtBoard, DealtSet, bare_document, deal_boards
from king.cards import Deal, number_of_deals
from king.commands import print_json
from king.dealing import (
    MOST_BOARDS,
    MOST_ROUNDS,
    SEED_BYTES,
    Difference,
    Document,
    is_digest,
    parse_seed,
    seed_sha256,
    verify,
)
from king.notation import NOTATIONS, read_boards
from king.notation.reading import BoardFile, FileBoard, Remark
from king.reading import InputError, picked, read_json, read_text, source_name
from king.rulesets import RULESETS, find_ruleset
from king.rulesets.base import RuleSet
from king.words import Phrase, gettext_noop

FORMATS = ("json", *NOTATIONS)

_ROUNDS = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))?")
_DIGITS = re.compile(r"[0-9]{1,40}")


def deal_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--ruleset", metavar="CODE", help="the rule system; a document names its own"
    )
    parser.add_argument(
        "--seed", metavar="HEX", help="64 hex digits; without it a fresh one, which is printed"
    )
    parser.add_argument(
        "--round", metavar="A[-B]", help="the round, or the rounds from A to B (default: 1)"
    )
    parser.add_argument("--board", metavar="K", help="that board alone")
    parser.add_argument(
        "--format", default="json", choices=FORMATS, metavar="FORMAT", help=" ".join(FORMATS)
    )
    parser.add_argument("--datum", default="", metavar="TEXT", help="the value of the public datum")
    parser.add_argument(
        "--document", metavar="FILE", help="a published document: event, rounds, filter"
    )
    parser.add_argument(
        "--index", metavar="N", help="the deal of that number; - for one number a line"
    )


def run_deal(arguments: argparse.Namespace) -> int:
    if arguments.index is not None:
        return _deal_by_number(arguments)
    datum = read_datum(arguments.datum)
    document = _read_document(arguments, datum)
    if document is not None and arguments.seed is None:
        raise InputError("--seed: a document needs the seed that it was sealed with")
    ruleset = choose_ruleset(arguments.ruleset, document)
    seed = secrets.token_bytes(SEED_BYTES) if arguments.seed is None else parse_seed(arguments.seed)
    rounds = _read_rounds(arguments) or (document.rounds if document else (1,))
    document = document or bare_document(ruleset, rounds, seed_sha256(seed))
    boards = deal_boards(ruleset, document, seed, datum, rounds, _read_board(arguments.board))
    dealt = DealtSet(boards, document.event, None, document.date, ruleset.code, document)
    fresh = seed.hex() if arguments.seed is None else None
    if arguments.format == "json":
        print_json(_answer(dealt, document, fresh))
        return 0
    _write(NOTATIONS[arguments.format].write(dealt))
    if fresh:
        # The other formats have no place for the secret, and without it the boards could never be
        # dealt again.
        print(f"king deal: seed {fresh}, commitment {document.commitment}", file=sys.stderr)
    return 0


def _read_document(arguments: argparse.Namespace, datum: str) -> Document | None:
    """Read the document. An invitation has one for each partita; take the one that the datum opens,
    else that of ``--round``, else the first.
    """
    if not arguments.document:
        return None
    node = read_json(arguments.document)
    if not node.has("documents"):
        return Document.read(node)
    documents = [Document.read(document) for document in node["documents"].list()]
    if not documents:
        raise node["documents"].fail(gettext_noop("at least one document"))
    rounds = set(_read_rounds(arguments) or ())
    by_round = [document for document in documents if rounds & set(document.rounds)]
    return next(filter(partial(_is_opened, datum), documents), (by_round or documents)[0])


def _is_opened(datum: str, document: Document) -> bool:
    try:
        document.verify_datum(datum)
    except InputError:
        return False
    return True


def _read_rounds(arguments: argparse.Namespace) -> tuple[int, ...] | None:
    text = arguments.round
    if text is None:
        return None
    match = _ROUNDS.fullmatch(text.strip())
    if match is None:
        raise InputError(
            f"--round: expected a round such as 2, or rounds such as 2-4; found {text[:40]!r}"
        )
    first, last = int(match[1]), int(match[2] or match[1])
    if not 1 <= first <= last <= MOST_ROUNDS:
        raise InputError(
            f"--round: expected rounds from 1 to {MOST_ROUNDS}, the first not after the last; found {text!r}"
        )
    return tuple(range(first, last + 1))


def read_datum(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError("--datum: expected text in UTF-8") from None
    return text


def choose_ruleset(code: str | None, document: Document | None) -> RuleSet:
    if document is None:
        if code is None:
            raise InputError("--ruleset: expected the code of a rule system, such as lab12")
        return find_ruleset(code)
    if code is not None and code != document.ruleset:
        raise InputError(f"--ruleset: the document is for {document.ruleset!r}, found {code!r}")
    return find_ruleset(document.ruleset)


def _read_board(text: str | None) -> int | None:
    if text is None:
        return None
    if not _DIGITS.fullmatch(text) or not 1 <= int(text) <= MOST_BOARDS:
        raise InputError(f"--board: expected the number of a board, from 1 on; found {text[:40]!r}")
    return int(text)


def _answer(dealt: DealtSet, document: Document, fresh: str | None) -> dict[str, Any]:
    rounds: dict[int | None, list[dict[str, Any]]] = {}
    for board in dealt.boards:
        cards = {"number": str(board.deal.number), "deal": board.deal.pbn}
        fields = picked(board, "board", "contract", "dealer") | cards
        rounds.setdefault(board.round_number, []).append(fields)
    answer = picked(document, "seed_sha256", "commitment")
    if fresh:
        answer |= {"seed": fresh, "document": document.as_json()}
    boards = [{"round": number, "boards": boards} for number, boards in rounds.items()]
    return answer | {"rounds": boards}


def _deal_by_number(arguments: argparse.Namespace) -> int:
    for option in ("seed", "document", "board", "round"):
        if getattr(arguments, option) is not None:
            raise InputError(f"--index: a deal by its number has no --{option}")
    ruleset = find_ruleset(arguments.ruleset or "lab12")
    shape = ruleset.deck, len(ruleset.winds)
    many, places = arguments.index == "-", [("--index", arguments.index)]
    if many:
        lines = enumerate(read_text("-").splitlines(), start=1)
        places = [
            (f"{source_name('-')}: line {number}", line) for number, line in lines if line.strip()
        ]
    deals = [Deal.numbered(_read_number(place, text, *shape), *shape) for place, text in places]
    if arguments.format == "json":
        answers = [{"number": str(deal.number), "deal": deal.pbn} for deal in deals]
        print_json(answers if many else answers[0])
    else:
        boards = tuple(
            DealtBoard(None, number, None, None, deal) for number, deal in enumerate(deals, start=1)
        )
        _write(NOTATIONS[arguments.format].write(DealtSet(boards)))
    return 0


def _read_number(place: str, text: str, deck: int, players: int) -> int:
    digits, last = text.strip(), number_of_deals(deck, players) - 1
    if _DIGITS.fullmatch(digits) and int(digits) <= last:
        return int(digits)
    raise InputError(f"{place}: expected the number of a deal, 0 to {last}; found {digits[:60]!r}")


def _write(content: bytes) -> None:
    """Write bytes to standard output, without the terminal's encoding and line ends."""
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


TRIED_ROUNDS = 20
"""Largest number of rounds tried without a document: then the bare documents of every system are
tried, for every run of rounds up to this number."""

UNREADABLE = ("too_large", "encoding", "too_many", "no_boards", "encrypted")
"""Problems after which no board of a file can be read at all: exit 2, not an answer."""


def verify_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", metavar="HEX", required=True, help="64 hex digits")
    parser.add_argument(
        "--commitment", metavar="HEX", help="64 hex digits, as published before play"
    )
    parser.add_argument(
        "--document", metavar="FILE", help="the published document, where there is one"
    )
    parser.add_argument("--datum", default="", metavar="TEXT", help="the value of the public datum")
    parser.add_argument(
        "--ruleset", metavar="CODE", help="the rule system, where nothing else says it"
    )
    parser.add_argument(
        "--round", metavar="A[-B]", help="the rounds, where the file does not say them"
    )
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="boards to compare (PBN, DLM, DUP, BRI, LIN); - for standard input",
    )


Opening = tuple[bool | None, str | None, Document | None, list[Phrase]]
"""Whether the seed opens the commitment (None if there is none), by which text, the document, and
the reasons if it does not."""


def run_verify(arguments: argparse.Namespace) -> int:
    seed, datum = parse_seed(arguments.seed), read_datum(arguments.datum)
    commitment = _read_commitment(arguments.commitment)
    rulesets = [find_ruleset(arguments.ruleset)] if arguments.ruleset else list(RULESETS.values())
    rounds, published = _read_rounds(arguments), _read_document(arguments, datum)
    file = _read_file(arguments.file) if arguments.file else None
    embedded = None
    if file and file.document:
        embedded = Document.parse(file.document, source_name(arguments.file))
    if commitment is None and file is None and published is None:
        raise InputError(
            "expected --commitment, --document or a file of boards to check the seed against"
        )

    bare = _bare_documents(rulesets, rounds, seed_sha256(seed))
    opens, by, opened, reasons = _open(commitment, seed, published, embedded, bare)
    problems = [{"code": "seed", "message": str(phrase)} for phrase in reasons]
    notes: list[dict[str, Any]] = []
    boards = None
    if file is not None:
        problems += map(_remark_json, file.problems)
        notes += map(_remark_json, file.notes)
        notes += [_spare_json(board) for board in file.boards if board.spare]
        document = opened or published or embedded
        if document is not None:
            document.verify_datum(datum)
        boards = _compare(file.boards, document, rulesets, rounds, seed, datum)
    answer = {
        "opens": opens,
        "by": by,
        "seed_sha256": seed_sha256(seed),
        "document": opened.as_json() if opened else None,
        "boards": boards,
        "problems": problems,
        "notes": notes,
    }
    print_json(answer)
    return 1 if problems or opens is False or (boards and not boards["agree"]) else 0


def _read_commitment(text: str | None) -> str | None:
    if text is None:
        return None
    digits = text.strip().lower()
    if not is_digest(digits):
        raise InputError(f"--commitment: expected 64 hex digits, found {len(digits)} characters")
    return digits


def _read_file(path: str) -> BoardFile:
    # Through ISO-8859-1 and back every byte stays what it was; the reader of boards decides on
    # notation and encoding.
    file = read_boards(read_text(path, "iso-8859-1").encode("iso-8859-1"))
    for problem in file.problems:
        if problem.code in UNREADABLE:
            raise InputError(f"{source_name(path)}: {problem}")
    return file


def _open(
    commitment: str | None,
    seed: bytes,
    published: Document | None,
    embedded: Document | None,
    bare: Iterable[Document],
) -> Opening:
    """Find the document that this seed opens and that has this ``commitment``: the published one,
    else that of the file, else one of ``bare``. Returns whether one was found, how it matched, the
    document, and problems.
    """
    document = published or embedded
    digest = seed_sha256(seed)
    if commitment is None:
        if document is None:
            return None, None, None, []
        if document.opens(seed):
            return True, "document", document, []
        return False, None, None, [_another_seed(document, digest)]
    for candidate in (published,) if published else chain((embedded,), bare):
        if candidate is not None and candidate.commitment == commitment and candidate.opens(seed):
            return True, "document" if candidate is document else "bare_document", candidate, []
    if commitment == digest:
        return True, "seed_sha256", None, []
    return False, None, None, list(_reasons(commitment, document, seed, digest))


def _bare_documents(
    rulesets: Iterable[RuleSet], rounds: tuple[int, ...] | None, digest: str
) -> Iterator[Document]:
    """Documents that ``king deal`` may have sealed: for every system, the rounds given or every run
    of rounds.
    """
    for ruleset in rulesets:
        if rounds:
            yield bare_document(ruleset, rounds, digest)
        for first in range(1, TRIED_ROUNDS + 1):
            for last in range(first, TRIED_ROUNDS + 1):
                yield bare_document(ruleset, range(first, last + 1), digest)


def _reasons(
    commitment: str, document: Document | None, seed: bytes, digest: str
) -> Iterator[Phrase]:
    if document is None:
        template = gettext_noop(
            "The seed (SHA-256 {digest}) matches no bare document with this commitment; an "
            "event's own commitment needs its document"
        )
        yield Phrase(template, digest=digest)
        return
    if document.commitment != commitment:
        template = gettext_noop("The commitment of the document is {found}, not {expected}")
        yield Phrase(template, found=document.commitment, expected=commitment)
    if not document.opens(seed):
        yield _another_seed(document, digest)


def _another_seed(document: Document, digest: str) -> Phrase:
    template = gettext_noop(
        "The document was sealed with another seed: its SHA-256 is {expected}, this one's {found}"
    )
    return Phrase(template, expected=document.seed_sha256, found=digest)


def _compare(
    boards: tuple[FileBoard, ...],
    document: Document | None,
    rulesets: list[RuleSet],
    rounds: tuple[int, ...] | None,
    seed: bytes,
    datum: str,
) -> dict[str, Any]:
    """Compare the boards with the seed. If file and options leave several documents or rounds
    possible, take the one that agrees with most boards.
    """
    says_rounds = all(board.round_number for board in boards)
    longest, difference = -1, None
    for candidate in [document] if document else _documents_for(boards, rulesets, seed):
        assumable = rounds or candidate.rounds
        for assumed in assumable[:1] if says_rounds else assumable:
            placed = [(board.round_number or assumed, board.board, board.deal) for board in boards]
            used = zip(placed, boards, strict=True)
            spares = {place[:2]: board.spare for place, board in used if board.spare}
            first = verify(candidate, seed, datum, placed, spares)
            if first is None:
                return {"checked": len(boards), "agree": bool(boards), "first_difference": None}
            differs = first.round_number, first.board
            agreeing = next(at for at, place in enumerate(placed) if place[:2] == differs)
            if agreeing > longest:
                longest, difference = agreeing, first
    return {
        "checked": len(boards),
        "agree": False,
        "first_difference": difference and _difference_json(difference),
    }


def _documents_for(
    boards: tuple[FileBoard, ...], rulesets: list[RuleSet], seed: bytes
) -> list[Document]:
    """Bare documents to try: one for each deck and filter. If the file names its systems, only
    these are tried.
    """
    codes = {board.ruleset for board in boards}
    likely = [ruleset for ruleset in rulesets if ruleset.code in codes] or rulesets
    documents: dict[tuple[object, ...], Document] = {}
    for ruleset in likely:
        document = bare_document(ruleset, range(1, TRIED_ROUNDS + 1), seed_sha256(seed))
        shape = document.deck, document.players, document.filter, document.boards
        documents.setdefault(shape, document)
    return list(documents.values())


def _spare_json(board: FileBoard) -> dict[str, Any]:
    template = gettext_noop("Spare {spare} took the place of board {board}")
    phrase = Phrase(template, spare=board.spare, board=board.board)
    return _remark_json(Remark("spare", board.line, phrase, board.board))


def _difference_json(difference: Difference) -> dict[str, Any]:
    names = ("board", "wind", "dealt", "found")
    spare = () if difference.spare is None else ("spare",)
    places = {"round": difference.round_number, "message": str(difference.phrase)}
    return places | picked(difference, *names, *spare)


def _remark_json(remark: Remark) -> dict[str, Any]:
    more = [name for name in ("board", "wind", "cards") if getattr(remark, name)]
    return picked(remark, "code", "line", *more) | {"message": str(remark)}
