"""A score sheet as a value: what was written, what it is worth, what is wrong with it.

``row`` is written, ``points`` are made of it (``settlement`` after a sale), ``checks`` say whether
it can be true, and ``same_cards`` whether rows of one deal can be true together; ``rulings`` change
it, each by its kind (``ruling_kinds``, on ``ruled``); ``full_sheet`` is all of them. ``choice`` and ``sale`` come
before a hand; ``on_paper``, ``suggestions`` and ``second_look`` help with doubtful sheets;
``comparison`` holds sheets of the same boards against one another, ``by_board`` makes each hand of
one a result.
"""
