"""Which wind each of the four at a table takes, so that everybody has every wind as often as the others.

A seating is a bipartite graph: tables on one side, each with four edges; on the other side each player, cut in pieces
of four tables in the order of the rounds. Splitting the edges twice into halves along closed trails (Euler) colours
them with four winds, each once at every table and at most once in every piece. So each player has each wind once in
every four rounds, and in all the number of his rounds over four, rounded down or up (the equitable colouring that a
theorem of de Werra promises). Linear in the number of seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from king.movements.draw import Lots

Edge = tuple[int, int]
"""A vertex of a player's piece (even number) and a table (odd number)."""


def balanced_winds(rounds: Sequence[Sequence[Sequence[int]]]) -> list[list[list[int]]]:
    """The same tables with their four players put in the order N, E, S, W; players are numbers from 0."""
    appearances: dict[int, int] = {}
    edges: list[Edge] = []
    pieces: dict[tuple[int, int], int] = {}
    table = 0
    for seated in rounds:
        for four in seated:
            for player in four:
                seen = appearances.get(player, 0)
                appearances[player] = seen + 1
                piece = pieces.setdefault((player, seen // 4), len(pieces))
                edges.append((2 * piece, 2 * table + 1))
            table += 1
    first, second = _halves(edges, list(range(len(edges))))
    colours = [*_halves(edges, first), *_halves(edges, second)]
    wind_of = {edge: wind for wind, own in enumerate(colours) for edge in own}
    answer, edge = [], 0
    for seated in rounds:
        turned = []
        for four in seated:
            places = {wind_of[edge + i]: player for i, player in enumerate(four)}
            turned.append([places[wind] for wind in range(4)])
            edge += 4
        answer.append(turned)
    return answer


def _halves(edges: Sequence[Edge], chosen: Sequence[int]) -> tuple[list[int], list[int]]:
    """The chosen edges in two parts, so that each vertex has half of its edges in each, rounded down or up.

    Edges are taken alternately along trails. A trail begins at a vertex of odd degree while there is one; tables
    have an even number, so no trail ends at a table; and a closed trail is even, for the graph is bipartite.
    """
    at: dict[int, list[int]] = {}
    for edge in chosen:
        for vertex in edges[edge]:
            at.setdefault(vertex, []).append(edge)
    odd = [vertex for vertex, own in at.items() if len(own) % 2]
    used: set[int] = set()
    halves: tuple[list[int], list[int]] = ([], [])
    for start in (*odd, *at):
        vertex, side = start, 0
        while True:
            own = at[vertex]
            while own and own[-1] in used:
                own.pop()
            if not own:
                break
            edge = own.pop()
            used.add(edge)
            halves[side].append(edge)
            side = 1 - side
            left, right = edges[edge]
            vertex = right if vertex == left else left
    return halves


def winds_after(rounds: Sequence[Sequence[Sequence[int]]], had: Sequence[Sequence[int]]) -> list[list[list[int]]]:
    """The same tables in the order N, E, S, W, given how often each player had each wind before.

    Each table takes the order that leaves its players' winds most even, and all are looked at again until none
    changes. Not always the best there is; the certificate counts what came out.
    """
    counts = [list(own) for own in had]
    answer = [[list(four) for four in seated] for seated in rounds]
    for seated in answer:
        for four in seated:
            _count(four, counts, 1)
    for _ in range(20):
        changed = False
        for seated in answer:
            for index, four in enumerate(seated):
                _count(four, counts, -1)
                best = min(permutations(sorted(four)), key=lambda order: sum(counts[p][w] for w, p in enumerate(order)))
                gain = sum(counts[p][w] for w, p in enumerate(four)) - sum(counts[p][w] for w, p in enumerate(best))
                if gain > 0:
                    seated[index], changed = list(best), True
                _count(seated[index], counts, 1)
        if not changed:
            break
    return answer


def _count(four: Sequence[int], counts: list[list[int]], change: int) -> None:
    for wind, player in enumerate(four):
        counts[player][wind] += change


def drawn_winds(rounds: Sequence[Sequence[Sequence[int]]], lots: Lots) -> list[list[list[int]]]:
    """The same tables in an order N, E, S, W drawn for each of them."""
    answer = []
    for seated in rounds:
        drawn = [list(four) for four in seated]
        for four in drawn:
            lots.shuffle(four)
        answer.append(drawn)
    return answer
