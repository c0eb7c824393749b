"""``king seat``: who sits where in every round, and the certificate of that seating."""

from __future__ import annotations

import argparse
import json
import secrets

from king.movements.keep import plan_keep
from king.movements.rotate import plan_redrawn, plan_rotating
from king.movements.seating import Movement
from king.reading import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    size = parser.add_mutually_exclusive_group(required=True)
    size.add_argument("--tables", type=int, metavar="N", help="how many tables are played")
    size.add_argument("--players", type=int, metavar="N", help="in place of --tables; a rest by four sits out in turn")
    parser.add_argument("--rounds", type=int, required=True, metavar="N", help="how many rounds are seated")
    parser.add_argument(
        "--policy",
        choices=("keep", "rotate", "redraw"),
        default="keep",
        help="winds kept for all rounds (the default), rotated evenly, or drawn anew each round",
    )
    parser.add_argument(
        "--seed", metavar="HEX", help="what decides every draw and search; redraw takes a fresh one where none is given"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the seating, and the seed where there is one: with it the same seating comes out again."""
    seed = None if arguments.seed is None else _seed(arguments.seed)
    if seed is None and arguments.policy == "redraw":
        seed = secrets.token_bytes(32)
    answer = _planned(arguments, seed).as_json()
    if seed is not None:
        answer["seed"] = seed.hex()
    print(json.dumps(answer, ensure_ascii=False, indent=1))
    return 0


def _planned(arguments: argparse.Namespace, seed: bytes | None) -> Movement:
    players = 4 * arguments.tables if arguments.players is None else arguments.players
    if arguments.policy == "rotate":
        return plan_rotating(players, arguments.rounds, seed)
    if arguments.policy == "redraw":
        return plan_redrawn(players, arguments.rounds, seed or b"")
    if players % 4:
        raise InputError(f"--players {players}: winds kept need the same number on each wind, a multiple of four")
    return plan_keep(players // 4, arguments.rounds, seed)


def _seed(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise InputError("--seed: expected hexadecimal digits, two for each byte") from None
