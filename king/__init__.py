"""The game of King as a library: cards, deals, contracts, rule systems, sheets, rulings, standings, seating.

Standard library only; numbers are exact. A seed, a moment, a number of attempts are arguments."""

__version__ = "0.1.0"
