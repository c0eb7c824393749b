"""Stores players, tournaments, entries, rounds, tables and seats; ``king.movements`` knows who may sit where."""
