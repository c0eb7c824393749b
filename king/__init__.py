"""The game of King as a library: standard library only. Numbers are exact; a seed and a moment are
arguments.

``cards`` and deals, ``dealing``, ``boards`` and their ``notation``; ``rulesets`` are the rule
systems; ``play`` a hand card by card, ``sheet`` what was written of it, ``standing`` who won,
``movements`` who sits where. ``words`` and ``reading`` say and read; ``commands`` are the verbs of
``python -m king``.
"""

__version__ = "0.1.0"
