"""A score sheet as a value: what was written, what it is worth, what is wrong with it.

``row`` is what was written, ``points`` what it makes, ``checks`` whether it can be true, ``rulings`` what an arbiter's
decision does, ``full_sheet`` all of them together. ``choice``, ``bidding`` and ``sale`` are what is decided before a
hand; ``on_paper``, ``suggestions`` and ``second_look`` help with a sheet that is doubtful; ``comparison`` and
``stories`` hold sheets of the same boards against one another.
"""
