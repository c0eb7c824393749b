"""Turns results into standings. Nothing here knows a rule system: total, entry and wind are enough.

``matchpoints`` compares a field, ``tiebreaks`` orders level entries, ``round_results`` is one
round, ``ranking`` the evening, ``reveal`` its prizes, ``money`` the payments, ``standing_settings``
the choices of a tournament.
"""
