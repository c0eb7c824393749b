"""Stores sheets, signatures, rulings, publications; ``king.sheet`` and ``king.standing`` know them.

A sheet: ``rows``, ``sheet_steps``, ``duplicate_paper``, ``scored_sheets``. A partita:
``round_steps``, ``calls``, ``decisions``, ``wrong_winds``, ``latecomers``. Results: ``standing``,
``publishing``, ``player_evening`` (a player's hands), ``robot_means``. Files: ``night_file``,
``night_import``, ``night_form``. Beneath all: ``models``, ``standings_cache`` (results by
revision), ``log_check``.
"""
