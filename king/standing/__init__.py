"""Turns results into standings. Nothing here knows a rule system: total, entry and wind are enough.

``matchpoints`` compares a field, ``tiebreaks`` decides among level ones, ``round_results`` is one
round, ``ranking`` the evening, ``reveal`` its prizes, ``money`` who pays and who gets,
``standing_settings`` what a tournament may choose of it.
"""
