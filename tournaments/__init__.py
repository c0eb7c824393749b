"""Stores players, tournaments, entries, rounds, tables and seats; ``king.movements`` knows who may
sit where.

People: ``roster``, ``list_reading``, ``name_similarity``, ``namesakes``, ``player_columns``. An
evening: ``services``, ``editions``, ``entries``, ``entry_members``, ``pasted_lists``,
``head_count``, ``odd_numbers``, ``circuits``. A partita: ``wind_draw``, ``seat_planning``,
``round_seating``, ``seat_changes``, ``substitutes``, ``board_steps``. Beneath all: ``models``,
``house_rules``, ``log``.
"""
