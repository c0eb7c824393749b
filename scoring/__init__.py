"""Stores sheets, signatures, rulings, publications; ``king.sheet`` and ``king.standing`` know
them.

A sheet: ``rows``, ``sheet_steps``, ``same_sheet``, ``scored_sheets``. A partita: ``round_steps``, ``calls``,
``decisions``, ``wrong_winds``, ``latecomers``. Results: ``standing``, ``publishing``, ``played`` (a player's hands),
``robot_means``. Files: ``night_file``, ``night_import``, ``night_form``. Beneath all: ``models``, ``remembered`` (answers
made once), ``log_check``.
"""
