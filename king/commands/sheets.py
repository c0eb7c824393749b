"""Commands ``king rulesets``, ``king score``, ``king seat`` and ``king standings``.

In the JSON of a system whose hands are chosen, ``hands`` lists what may be chosen and how often
(``count``); ``deals`` has the dealer and leader of each.
"""

import argparse
import secrets
import textwrap

from king.cards import SIDES, WINDS
from king.commands import print_json
from king.dealing import SEED_BYTES, parse_seed
from king.library import seat
from king.reading import InputError, Node, picked, read_json
from king.rulesets import RULESETS, find_ruleset, read_ruleset, read_settings
from king.rulesets.base import Order, RuleSet
from king.sheet.full_sheet import ScoredSheet, score
from king.sheet.row import Row
from king.sheet.ruling_kinds import manual
from king.sheet.rulings import Ruling
from king.standing.matchpoints import METHODS
from king.standing.ranking import standings
from king.standing.round_results import EVERYBODY, BoardResult, Result, RoundResults
from king.standing.standing_settings import StandingSettings, bounded


def rulesets_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", nargs="*", metavar="CODE", help="only these systems")


def run_rulesets(arguments: argparse.Namespace) -> int:
    rulesets = [find_ruleset(code) for code in arguments.code or RULESETS]
    print_json([ruleset_text(ruleset) for ruleset in rulesets])
    return 0


def ruleset_text(ruleset: RuleSet) -> dict[str, object]:
    answer = {
        **picked(ruleset, "code", "name"),
        "hands": _hands(ruleset),
        **picked(ruleset, "expected_sum", "sides", "columns", "scoring", "order", "deck", "winds"),
        **picked(ruleset.defaults, "direction"),
        **picked(ruleset, "source", "note", "settings"),
    }
    if ruleset.order is not Order.FIXED:
        answer["deals"] = [
            {"hand": plan.number} | picked(plan, "dealer", "leader", "chooser")
            for plan in ruleset.schedule()
        ]
    return answer


def _hands(ruleset: RuleSet) -> list[dict[str, object]]:
    if ruleset.order is Order.FIXED:
        return [
            {"hand": plan.number}
            | _figures(ruleset, ruleset.rows[plan.number - 1])
            | picked(plan, "dealer", "leader", "expected", "control")
            for plan in ruleset.schedule()
        ]
    return [
        _figures(ruleset, code) | {"count": count, "last": code == ruleset.last}
        for code, count in ruleset.counts.items()
    ]


def _figures(ruleset: RuleSet, code: str) -> dict[str, object]:
    contract = ruleset.contract(code)
    figures = picked(contract, "name", "unit", "units", "value", "total", "family", "sale")
    down = {"down": picked(contract.nulls, "bonus", "value")} if contract.nulls else {}
    return {"contract": contract.code} | figures | down


SCORE = """\
    {"ruleset": "lab12", "settings": {"sale_settlement": "full"},
     "rows": [{"hand": 1, "contract": "KJ", "units": {"N": 3, "E": 1, "S": 4, "W": 0}},
              {"hand": 9, "contract": "D", "trump": "S", "units": {"N": 2, "E": 6, "S": 3, "W": 2},
               "sale": {"seller": "N", "buyer": "E", "price": 4}}],
     "rulings": [{"kind": "illegal_play", "hand": 2, "offender": "E"}]}

Rows. ``hand``: the number on the sheet; in a fixed order ``contract`` may be left out. ``units``: what was counted, by
wind or ``NS`` and ``EW``; in Domino the cards left. ``trump``: S H D C NT. Where there is such a thing ``chooser`` (of
a chosen hand), ``partner`` (the secret one) and ``card`` (that the dealer named, ``HQ``), ``third``, ``unplayed``,
``blind`` (true) with ``blind_tricks`` (the declarer's own, where only sides are counted), ``direction`` (up, down),
``start`` (Domino's first card, ``D7``); of a sale ``polarity``: null, and ``tricks`` (the buyer's own, where only sides
are counted and ``sale_counts`` is buyer).

{rulings}

The answer, numbers as text: ``rows``, each with ``points``, ``sum``, ``expected``, ``running``, ``explanation``;
``sheet`` and ``sum`` before adjustments; ``expected_sum`` of the rows that are there; ``adjustments`` (penalties and
charges) and ``totals`` after them; ``residual``: the totals less that sum when penalties are not counted; ``complete``;
``closable``: complete, and every problem is ``ruled``; ``winner`` of a match that ended with the hand that he won
outright; ``problems`` by ``code``, with ``expected`` and ``found``:
units_missing units_range units_impossible places_repeated units_short units_over units_contradict wind_unknown
domino_closers queens_one_each trump_too_early contract_missing contract_unknown contract_unexpected contract_repeated
quota_exceeded choice_impossible chooser_unknown chooser_unexpected third_not_allowed partner_missing partner_unknown
partner_unexpected trump_missing trump_unknown trump_unexpected trump_no_trump direction_unknown direction_not_allowed
unplayed_not_allowed unplayed_units blind_not_allowed blind_tricks start_not_allowed start_unknown sale_not_allowed
sale_seller sale_buyer sale_to_self sale_to_opponents sale_price sale_polarity sale_tricks card_unexpected
card_unknown hand_unknown hand_repeated row_sum hand_after_end ruling_hand ruling_repeated ruling_offender
ruling_points ruling_scope ruling_too_large
"""


def score_arguments(parser: argparse.ArgumentParser) -> None:
    rulings = textwrap.fill(f"Rulings by ``kind``: {manual()}.", 120, break_on_hyphens=False)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = SCORE.replace("{rulings}", rulings)
    parser.add_argument(
        "file",
        metavar="FILE",
        help="JSON with ruleset, settings, rows, rulings; - for standard input",
    )


def run_score(arguments: argparse.Namespace) -> int:
    sheet = scored(read_json(arguments.file))
    print_json(sheet.as_json())
    return 1 if sheet.problems else 0


def scored(node: Node) -> ScoredSheet:
    ruleset = read_ruleset(node["ruleset"])
    settings = read_settings(ruleset, node.get("settings"))
    rows = [Row.from_json(row) for row in node["rows"].list()]
    rulings = node.get("rulings")
    ruled = [] if rulings is None else [Ruling.from_json(ruling) for ruling in rulings.list()]
    return score(ruleset, rows, ruled, settings)


def seat_arguments(parser: argparse.ArgumentParser) -> None:
    size = parser.add_mutually_exclusive_group(required=True)
    size.add_argument("--tables", type=int, metavar="N", help="how many tables are played")
    size.add_argument(
        "--players",
        type=int,
        metavar="N",
        help="in place of --tables; a rest by four sits out in turn",
    )
    parser.add_argument(
        "--rounds", type=int, required=True, metavar="N", help="how many rounds are seated"
    )
    parser.add_argument(
        "--policy",
        choices=("keep", "rotate", "redraw"),
        default="keep",
        help="winds kept for all rounds (the default), rotated evenly, or drawn anew each round",
    )
    parser.add_argument(
        "--seed",
        metavar="HEX",
        help="what decides every draw and search; redraw takes a fresh one where none is given",
    )


def run_seat(arguments: argparse.Namespace) -> int:
    seed = None if arguments.seed is None else _seed(arguments.seed)
    if seed is None and arguments.policy == "redraw":
        seed = secrets.token_bytes(32)
    players = 4 * arguments.tables if arguments.players is None else arguments.players
    answer = seat(players, arguments.rounds, arguments.policy, seed).as_json()
    if seed is not None:
        answer["seed"] = seed.hex()
    print_json(answer)
    return 0


def read_entropy(text: str | None) -> bytes:
    """Read 64 hex digits as bytes; without a text, return as many random bytes."""
    return secrets.token_bytes(SEED_BYTES) if text is None else parse_seed(text)


def _seed(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise InputError("--seed: expected hexadecimal digits, two for each byte") from None


STANDINGS = """\
    {"settings": {"method": "places", "scale": [10, 6, 4, 3, 2, 1], "tail": 1, "count_best": 9},
     "rounds": [{"round": 1, "tables": 8, "results": [{"entry": "Rossi", "table": 1, "wind": "N", "total": "25"}]}]}

docs/settings.md tells the settings. ``tables``: how many totals each wind should have, where some cannot be had. A
result may be ``"ranked": false`` (a house player, with whom nobody is compared), ``"bye": true`` (without table, wind
and total), or have a null total (the sheet is not in). In a season a round has its ``evening`` and its ``partita`` of
that evening; where the place of an evening counts, a round is an evening, and a result has its ``place`` and no wind.
Board by board (``"method": "boards"``) a result has its ``boards``: ``[{"board": "1", "points": "-6"}, …]``; null points
compare with nothing and are worth the mean, 50. ``"apart": true``, of a board or of a result: compared with the field
without being in it. ``"won": true``: the match was won outright, so that the result is first at its table.

The answer, numbers as text: ``rounds``, each with its ``winds`` (``tables`` where these are compared), ``unranked`` and
``byes``; ``overall`` and ``winds``, each line with ``rank``, ``entry``, ``match_points``, ``total`` (of all sheets),
``counted`` and ``dropped`` results (``rested``: sat out), ``tiebreak`` (what decided the place), ``explanation``,
perhaps ``carried`` and ``settled``. Where there are any: ``unranked``, ``changed_winds`` with ``ranked_at`` and
``changed_by``, ``settled`` and ``unfit`` (ties settled after play; the latter hold no more), ``too_few``, ``problems``:
entry_twice seat_twice round_twice.
"""


def standings_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, STANDINGS
    parser.add_argument("file", metavar="FILE", help="results as JSON, or - for standard input")


def run_standings(arguments: argparse.Namespace) -> int:
    document = read_json(arguments.file)
    chosen = document.get("settings")
    settings = StandingSettings() if chosen is None else StandingSettings.from_json(chosen)
    by_table = METHODS[settings.method].by_table
    ranking = standings(
        [read_round(node, by_table) for node in document["rounds"].list()], settings
    )
    print_json(ranking.as_json())
    return 1 if ranking.problems else 0


def read_round(node: Node, by_table: bool) -> RoundResults:
    places = {
        key: node[key].integer(1, 10_000)
        for key in ("tables", "evening", "partita")
        if node.has(key)
    }
    results = tuple(_read_result(result, by_table) for result in node["results"].list())
    return RoundResults(node["round"].integer(1, 10_000), results, **places)


def _read_result(node: Node, by_table: bool) -> Result:
    entry = node["entry"].text()
    if not entry.strip():
        raise node["entry"].fail("the entry's name")
    keys = {key for key, value in node.object().items() if value is not None}
    ranked = "ranked" not in keys or node["ranked"].boolean()
    if "bye" in keys and node["bye"].boolean():
        return Result(entry, None, None, None, ranked, bye=True)
    table, total = node["table"] if "table" in keys else None, node["total"]
    if by_table and table is None:
        raise InputError(
            f"{node.source}: {node.place}: expected the key 'table': places are counted by table"
        )
    place = node["place"].integer(1, 100_000) if "place" in keys else None
    boards = node["boards"].list() if "boards" in keys else ()
    wind = EVERYBODY
    if place is None or "wind" in keys:
        wind = node["wind"].choice(_SEATS)
    return Result(
        entry,
        None if table is None else _table(table),
        wind,
        None if total.value is None else bounded(total),
        ranked,
        place=place,
        boards=tuple(map(BoardResult.from_json, boards)),
        apart="apart" in keys and node["apart"].boolean(),
        won="won" in keys and node["won"].boolean(),
        out="out" in keys and node["out"].boolean(),
    )


_SEATS = *WINDS, *SIDES


def _table(node: Node) -> int | str:
    return node.text() if isinstance(node.value, str) else node.integer(1, 100_000)
