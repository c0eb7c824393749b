"""Cards of robots in a hand with a person, question by question. Each takes up to a tenth of a second
of work, in which no thread of the web process could do anything.
"""

import json
from functools import lru_cache
from typing import Any

from ground.isolation.lasting import answer_all
from king.cards import Deal, Wind
from king.play.declared import Declared
from king.reading import Node
from king.robots.home import played_with, robot_rules
from king.robots.rules import Rules
from king.rulesets import read_ruleset, read_settings

MOST_HANDS = 8
"""Most hands whose compiled rules are cached."""


@lru_cache(MOST_HANDS)
def rules_of(hand: str) -> tuple[Rules, Wind]:
    """Rules and leader of a hand, from the JSON of ruleset, settings and declaration."""
    content = json.loads(hand)
    ruleset = read_ruleset(content["ruleset"])
    settings = read_settings(ruleset, Node(content["settings"], "", ""))
    declared = Declared.from_json(ruleset, content["declared"])
    return robot_rules(ruleset, settings, declared), declared.leader


def read(question: dict[str, Any]) -> list[int]:
    """Play on for the robots. The question has the ``hand``, the ``owners`` of the cards, the
    ``secret`` (hex), the number of the ``board``, the person's ``seat``, and the numbers of the
    ``cards`` so far. Returns the numbers of all cards.
    """
    rules, leader = rules_of(question["hand"])
    return played_with(
        rules,
        Deal(question["owners"]),
        leader,
        Wind(question["seat"]),
        bytes.fromhex(question["secret"]),
        question["board"],
        question["cards"],
    )


if __name__ == "__main__":
    answer_all(read)
