"""Our DUP, BRI and PBN as read by another author's package ``pbn``, in Node; and the package's
samples, from Big Deal and tournament programs, as read by us.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from king.boards import DealtSet, bare_document, deal_boards
from king.cards import WINDS
from king.dealing import seed_sha256
from king.notation import NOTATIONS, read_boards
from king.rulesets import find_ruleset
from tests.services import Missing, node_with_pbn

LAB12 = find_ruleset("lab12")
SEED = bytes.fromhex("c3" * 32)
DOCUMENT = bare_document(LAB12, (1,), seed_sha256(SEED), event="Torneo", date="2026-11-20")
BOARDS = deal_boards(LAB12, DOCUMENT, SEED, "", (1,))
DEALT = DealtSet(BOARDS, DOCUMENT.event, None, DOCUMENT.date, "lab12", DOCUMENT)

CONVERT = """
const fs = require('fs');
const convert = require('pbn/lib/' + process.argv[2]);
fs.createReadStream(process.argv[1]).pipe(convert()).pipe(process.stdout);
"""
READ = """
const fs = require('fs');
fs.createReadStream(process.argv[1]).pipe(require('pbn')()).on('data', each => {
    if (each.type === 'tag' && ['Board', 'Deal', 'Dealer'].includes(each.name)) {
        console.log('[' + each.name + ' "' + each.value + '"]');
    }
});
"""
DEAL = re.compile(r'\[Board "(\d+)"\][^\[]*(?:\[Dealer[^\[]*)?\[Deal "N:([^"]*)"\]')


@pytest.fixture(scope="module")
def node() -> tuple[str, Path]:
    try:
        return node_with_pbn()
    except Missing as reason:
        pytest.skip(str(reason))


def answer(node: tuple[str, Path], program: str, *arguments: str) -> str:
    """Output of a program run by Node in the folder where it finds the package."""
    executable, folder = node
    process = subprocess.run(
        [executable, "-e", program, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    return process.stdout


def hands(text: str) -> list[str]:
    """The four hands of a deal. The package leaves out trailing dots of empty suits, which are
    added.
    """
    return [hand + "." * (3 - hand.count(".")) for hand in text.split(" ")]


def ours() -> list[tuple[int, list[str]]]:
    return [(board.board, [board.deal.hand_pbn(wind) for wind in WINDS]) for board in BOARDS]


@pytest.mark.parametrize(("code", "reader"), [("dup", "dup-to-pbn"), ("bri", "bri-to-pbn")])
def test_a_machines_file_is_read_as_the_same_boards(
    code: str, reader: str, node: tuple[str, Path], tmp_path: Path
) -> None:
    file = tmp_path / f"boards.{code}"
    file.write_bytes(NOTATIONS[code].write(DEALT))
    found = DEAL.findall(answer(node, CONVERT, str(file), reader))
    assert [(int(board), hands(deal)) for board, deal in found] == ours()


@pytest.mark.parametrize(("code", "reader"), [("dup", "dup-to-pbn"), ("bri", "bri-to-pbn")])
def test_a_machines_file_is_recognized_for_what_it_is(
    code: str, reader: str, node: tuple[str, Path]
) -> None:
    program = f"console.log(require('pbn/lib/{reader}').check(Buffer.from(process.argv[1], 'hex')))"
    assert answer(node, program, NOTATIONS[code].write(DEALT).hex()).strip() == "true"


def test_our_pbn_is_read_as_the_same_boards(node: tuple[str, Path], tmp_path: Path) -> None:
    file = tmp_path / "boards.pbn"
    file.write_bytes(NOTATIONS["pbn"].write(DEALT))
    text = answer(node, READ, str(file))
    assert [(int(board), hands(deal)) for board, deal in DEAL.findall(text)] == ours()
    assert re.findall(r'\[Dealer "(.)"\]', text) == [
        board.notation_dealer.value for board in BOARDS
    ]


SAMPLES = Path("node_modules", "pbn", "test", "sample")


GAME = re.compile(r'\[Board "(\d+)"\]\s*(?:\[Dealer[^\[]*)?\[Deal "([NESW]):([^"]*)"\]')


def from_north(text: str) -> list[tuple[int, list[str]]]:
    """Boards in the package's answer, turned so that North comes first."""
    return [
        (int(board), [hands(deal)["NESW".index(wind) - "NESW".index(first)] for wind in "NESW"])
        for board, first, deal in GAME.findall(text)
    ]


def read_by_us(file: Path) -> list[tuple[int, list[str]]]:
    reading = read_boards(file.read_bytes())
    assert reading.problems == ()
    return [
        (board.board, [board.deal.hand_pbn(wind) for wind in WINDS]) for board in reading.boards
    ]


@pytest.mark.parametrize(
    "name",
    [
        "big-deal",
        "ruter71",
        "Hand_Trophy_Pairs",
        "Hazlemere_Trophy",
        "Wed_Individual",
        "Schiphol",
    ],
)
def test_we_read_the_boards_of_its_pbn_files(name: str, node: tuple[str, Path]) -> None:
    file = node[1] / SAMPLES / f"{name}.pbn"
    boards = from_north(answer(node, READ, str(file)))
    assert boards
    assert read_by_us(file) == boards


@pytest.mark.parametrize("code", ["dup", "bri", "dlm"])
def test_we_read_the_boards_of_big_deals_files(code: str, node: tuple[str, Path]) -> None:
    """Big Deal wrote the same two boards in each notation."""
    boards = from_north(answer(node, READ, str(node[1] / SAMPLES / "big-deal.pbn")))
    assert len(boards) == 2
    assert read_by_us(node[1] / SAMPLES / f"big-deal.{code}") == boards


@pytest.mark.parametrize(("code", "reader"), [("dup", "dup-to-pbn"), ("bri", "bri-to-pbn")])
def test_both_read_a_machines_file_as_the_same_boards(
    code: str, reader: str, node: tuple[str, Path], tmp_path: Path
) -> None:
    file = tmp_path / f"boards.{code}"
    file.write_bytes(NOTATIONS[code].write(DEALT))
    found = DEAL.findall(answer(node, CONVERT, str(file), reader))
    assert read_by_us(file) == [(int(board), hands(deal)) for board, deal in found]
