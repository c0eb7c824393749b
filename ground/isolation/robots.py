"""Games of one hand played by robots alone. They take seconds, and give way to everything else that
the machine does.
"""

import json

from ground import system
from ground.isolation import answer
from king.cards import Deal
from king.play.declared import Declared
from king.reading import Node
from king.robots.home import alone, robot_rules
from king.rulesets import read_ruleset, read_settings

SECONDS_OF_WORK = 120
"""Most seconds of work. Thirty games take ten to fifteen."""


def read(content: bytes) -> bytes:
    """Read ruleset, settings, declaration, deal and secret (hex), play the games, and return the
    units of each game.
    """
    system.give_way()
    job = json.loads(content)
    ruleset = read_ruleset(job["ruleset"])
    settings = read_settings(ruleset, Node(job["settings"], "", ""))
    declared = Declared.from_json(ruleset, job["declared"])
    rules = robot_rules(ruleset, settings, declared)
    deal = Deal(job["owners"])
    games = alone(rules, deal, declared.leader, bytes.fromhex(job["secret"]))
    return json.dumps(games).encode()


if __name__ == "__main__":
    answer(read, SECONDS_OF_WORK)
