"""The evening while it goes on: ``next_steps`` (how far it is, what comes next and what blocks it),
what of it is ``visible`` to all, and ``backup`` before a press that cannot be taken back.
"""
