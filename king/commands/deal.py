"""``king deal``: the boards of rounds from a seed, or deals by their number in Big Deal's order."""

from __future__ import annotations

import argparse
import json
import re
import secrets
import sys
from typing import Any

from king.boards import DealtBoard, DealtSet, bare_document, deal_boards
from king.deal import number_of_deals
from king.dealing import MOST_BOARDS, MOST_ROUNDS, SEED_BYTES, Document, parse_seed, seed_sha256, unrank
from king.notation import NOTATIONS
from king.reading import InputError, read_json, read_text, shown
from king.rulesets import find_ruleset
from king.rulesets.base import RuleSet

FORMATS = ("json", *NOTATIONS)

_ROUNDS = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))?")
_DIGITS = re.compile(r"[0-9]{1,40}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ruleset", metavar="CODE", help="the rule system; a document names its own")
    parser.add_argument("--seed", metavar="HEX", help="64 hex digits; without it a fresh one, which is printed")
    parser.add_argument("--round", metavar="A[-B]", help="the round, or the rounds from A to B (default: 1)")
    parser.add_argument("--board", metavar="K", help="that board alone")
    parser.add_argument("--format", default="json", choices=FORMATS, metavar="FORMAT", help=" ".join(FORMATS))
    parser.add_argument("--datum", default="", metavar="TEXT", help="the value of the public datum")
    parser.add_argument("--document", metavar="FILE", help="a published document: event, rounds, filter")
    parser.add_argument("--index", metavar="N", help="the deal of that number; - for one number a line")


def run(arguments: argparse.Namespace) -> int:
    """Print the boards; ``InputError`` where an option cannot be read or does not fit the others."""
    if arguments.index is not None:
        return _deal_by_number(arguments)
    datum = read_datum(arguments.datum)
    document = Document.from_json(read_json(arguments.document)) if arguments.document else None
    if document is not None and arguments.seed is None:
        raise InputError("--seed: a document needs the seed that it was sealed with")
    ruleset = choose_ruleset(arguments.ruleset, document)
    seed = secrets.token_bytes(SEED_BYTES) if arguments.seed is None else parse_seed(arguments.seed)
    default = document.rounds if document else (1,)
    rounds = default if arguments.round is None else read_rounds(arguments.round)
    if document is None:
        document = bare_document(ruleset, rounds, seed_sha256(seed))
    boards = deal_boards(ruleset, document, seed, datum, rounds, _read_board(arguments.board))
    dealt = DealtSet(boards, document.event, None, document.date, ruleset.code, document)
    fresh = seed.hex() if arguments.seed is None else None
    if arguments.format == "json":
        _print_json(_answer(dealt, document, fresh))
        return 0
    _write(NOTATIONS[arguments.format].write(dealt))
    if fresh:
        # The other formats have no place for the secret, and without it the boards could never be dealt again.
        print(f"king deal: seed {fresh}, commitment {document.commitment}", file=sys.stderr)
    return 0


def read_rounds(text: str) -> tuple[int, ...]:
    match = _ROUNDS.fullmatch(text.strip())
    if match is None:
        raise InputError(f"--round: expected a round such as 2, or rounds such as 2-4; found {text[:40]!r}")
    first, last = int(match[1]), int(match[2] or match[1])
    if not 1 <= first <= last <= MOST_ROUNDS:
        raise InputError(
            f"--round: expected rounds from 1 to {MOST_ROUNDS}, the first not after the last; found {text!r}"
        )
    return tuple(range(first, last + 1))


def read_datum(text: str) -> str:
    """The public datum's value, which has to be UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError("--datum: expected text in UTF-8") from None
    return text


def choose_ruleset(code: str | None, document: Document | None) -> RuleSet:
    """The rule system asked for, or the document's; they have to agree."""
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
        rounds.setdefault(board.round_number, []).append(_board_json(board))
    answer: dict[str, Any] = {"seed_sha256": document.seed_sha256, "commitment": document.commitment}
    if fresh:
        answer |= {"seed": fresh, "document": document.as_json()}
    return answer | {"rounds": [{"round": number, "boards": boards} for number, boards in rounds.items()]}


def _board_json(board: DealtBoard) -> dict[str, Any]:
    return {
        "board": board.board,
        "contract": board.contract,
        "dealer": board.dealer,
        "number": str(board.deal.number),
        "deal": board.deal.pbn,
    }


def _deal_by_number(arguments: argparse.Namespace) -> int:
    for option in ("seed", "document", "board", "round"):
        if getattr(arguments, option) is not None:
            raise InputError(f"--index: a deal by its number has no --{option}")
    deck = find_ruleset(arguments.ruleset).deck if arguments.ruleset else 52
    many = arguments.index == "-"
    if many:
        lines = enumerate(read_text("-").splitlines(), start=1)
        places = [(f"{shown('-')}: line {number}", line) for number, line in lines if line.strip()]
    else:
        places = [("--index", arguments.index)]
    deals = [unrank(_read_number(place, text, deck), deck) for place, text in places]
    if arguments.format == "json":
        found = [{"number": str(deal.number), "deal": deal.pbn} for deal in deals]
        _print_json(found if many else found[0])
    else:
        boards = tuple(DealtBoard(None, number, None, None, deal) for number, deal in enumerate(deals, start=1))
        _write(NOTATIONS[arguments.format].write(DealtSet(boards)))
    return 0


def _read_number(place: str, text: str, deck: int) -> int:
    digits = text.strip()
    last = number_of_deals(deck) - 1
    if not _DIGITS.fullmatch(digits) or int(digits) > last:
        raise InputError(f"{place}: expected the number of a deal, 0 to {last}; found {digits[:60]!r}")
    return int(digits)


def _print_json(answer: object) -> None:
    print(json.dumps(answer, ensure_ascii=False, indent=1))


def _write(content: bytes) -> None:
    """Bytes as they are: no encoding and no line ends of the terminal's."""
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()
