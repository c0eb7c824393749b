"""The game of King as a library: cards, deals, contracts, rule systems, sheets, rulings, standings, seating.

Standard library only. It knows nothing of the web, of a database, of the clock or of global randomness:
a seed, a moment, a number of attempts are arguments. Numbers are exact (``int`` and ``Fraction``).
"""

__version__ = "0.1.0"
