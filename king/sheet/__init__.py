"""A score sheet as a value: the rows as written, their worth, and their problems.

``row`` is a row as written; ``points`` scores it (``settlement`` after a sale). ``checks`` finds
whether it can be true, ``consistency`` whether rows of one deal can be true together. ``rulings``
change a sheet, each by its kind (``ruling_kinds``, on ``ruled_sheet``); ``full_sheet`` joins all of
these. ``choice`` and ``sale`` come before a hand; ``paper_points``, ``suggestions`` and
``plausibility`` help with doubtful sheets; ``comparison`` compares sheets of the same boards,
``board_results`` gives the hands of a sheet as results.
"""
