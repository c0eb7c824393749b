"""A score sheet as a value: the rows as written, their worth, and their problems.

``row`` is written, ``points`` are made of it (``settlement`` after a sale), ``checks`` say whether
it can be true, and ``consistency`` whether rows of one deal can be true together; ``rulings``
change it, each by its kind (``ruling_kinds``, on ``ruled_sheet``); ``full_sheet`` is all of them.
``choice`` and ``sale`` come before a hand; ``paper_points``, ``suggestions`` and ``plausibility``
help with doubtful sheets; ``comparison`` holds sheets of the same boards against one another,
``board_results`` are the hands of one as results.
"""
